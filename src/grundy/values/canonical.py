"""The store of canonical forms: ids for games, questions about ids.

One store serves a process. It grows as it is needed, up to a limit of memory; ids stay what they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import InTheWay, is_mine, this_question
from grundy.common.messages import _
from grundy.common.threads import alone, is_only_one
from grundy.kernels import short, short_arena
from grundy.kernels.contract import first_room, in_words

# -- dyadic fractions of any size: numbers that do not fit the words of the kernels, and what these ask about them -----
#
# A kernel knows a number by a code (see `grundy.kernels.short`). Most codes are the number itself; the others count
# the numbers that are kept here, exactly. Arithmetic with those is Python's.


APART = 1 << 32
"""Ranks are so far apart at first; the space between two is halved by one that comes between."""


class LargeNumbers:
    """The sizes of numbers whose code is not the number itself, in order of size and in that of their coming.

    >>> known = LargeNumbers()
    >>> [known.code(Fraction(n)) for n in (3, 10**30, -(10**30))] == [3 << 24, short_arena.LARGEST, -short_arena.LARGEST]
    True
    >>> known.number(short_arena.LARGEST)
    Fraction(1000000000000000000000000000000, 1)
    """

    def __init__(self) -> None:
        self.sizes: list[Fraction] = []
        self.places: dict[Fraction, int] = {}
        self.ordered: list[Fraction] = []
        self.ranks: list[int] = []
        self.told = 0

    def code(self, number: Fraction | int) -> int:
        """Return the code of a dyadic fraction. O(1), or for a new large one O(large numbers)."""
        scaled = number * short.ONE
        if scaled.denominator == 1 and abs(scaled) < short_arena.LARGEST:
            return int(scaled)
        size = Fraction(abs(number))
        if size not in self.places:
            self._add(size)
        code = short_arena.LARGEST + self.places[size]
        return code if number > 0 else -code

    def number(self, code: int) -> Fraction:
        """Return the number of a code."""
        if abs(code) < short_arena.LARGEST:
            return Fraction(code, short.ONE)
        return self.sizes[code - short_arena.LARGEST] if code > 0 else -self.sizes[-code - short_arena.LARGEST]

    def untold(self) -> tuple[int, list[tuple[int, int]]]:
        """Return the place of the first number that is new or has a new rank, and floors and ranks from there on."""
        start, self.told = self.told, len(self.sizes)
        floors = (min(int(size * short.ONE // 1), short_arena.LARGEST) for size in self.sizes[start:])
        return start, list(zip(floors, self.ranks[start:], strict=True))

    def answer(self, what: int, x: int, y: int) -> int:
        """Return what a kernel asks about two numbers, all of them codes."""
        one, other = self.number(x), self.number(y)
        if what == short_arena.PLUS:
            return self.code(one + other)
        if what == short_arena.XOR:
            return self.code(int(one) ^ int(other))
        if what == short_arena.BEFORE:
            before = option_below(one)
            return int(short.NONE) if before is None else self.code(before)
        bounds = what - short_arena.SIMPLEST
        low, high = one if bounds & 1 else None, other if bounds & 4 else None
        return self.code(simplest_number(low, bool(bounds & 2), high, bool(bounds & 8)))

    def _add(self, size: Fraction) -> None:
        place = bisect_left(self.ordered, size)
        low = self._rank(place - 1) if place else None
        high = self._rank(place) if place < len(self.ordered) else None
        low = (high or 0) - 2 * APART if low is None else low
        high = low + 2 * APART if high is None else high
        self.ordered.insert(place, size)
        self.places[size] = len(self.sizes)
        self.sizes.append(size)
        self.ranks.append((low + high) // 2)
        if high - low < 2:
            self.told = 0
            for k, one in enumerate(self.ordered):
                self.ranks[self.places[one]] = APART * k

    def _rank(self, place: int) -> int:
        return self.ranks[self.places[self.ordered[place]]]


def option_below(number: Fraction) -> Fraction | None:
    """Return the Left option of the canonical form of a number, if it has one (ONAG ch. 2).

    >>> option_below(Fraction(3)), option_below(Fraction(5, 8)), option_below(Fraction(-3))
    (Fraction(2, 1), Fraction(1, 2), None)
    """
    if number.denominator == 1 and number <= 0:
        return None
    return number - Fraction(1, number.denominator)


def simplest_number(low: Fraction | None, with_low: bool, high: Fraction | None, with_high: bool) -> Fraction:
    """Return the simplest number between two bounds, each of which may be missing (None) or belong to what is allowed.

    There is one: a bound is less than the other, or both are one number and allowed (ONAG ch. 2). O(digits).

    >>> simplest_number(Fraction(10**10), False, None, True), simplest_number(Fraction(-2), True, Fraction(-1), False)
    (Fraction(10000000001, 1), Fraction(-2, 1))
    >>> simplest_number(Fraction(5, 8), False, Fraction(11, 16), False)
    Fraction(21, 32)
    """
    if (low is None or low < 0 or (not low and with_low)) and (high is None or high > 0 or (not high and with_high)):
        return Fraction(0)
    if low is None or low < 0:  # all that is allowed is negative
        return -simplest_number(None if high is None else -high, with_high, None if low is None else -low, with_low)
    integer = low // 1 + (not with_low or low.denominator > 1)
    if high is None or integer < high or (integer == high and with_high):
        return Fraction(integer)
    # between two integers, with one place more than the bounds have, so that there is room between them
    places = max(low.denominator, high.denominator).bit_length()
    first, last = int(low * (1 << places)) + (not with_low), int(high * (1 << places)) - (not with_high)
    top = ((first - 1) ^ last).bit_length() - 1  # the highest place in which they differ: one multiple of it fits
    return Fraction(last >> top << top, 1 << places)


# ---- the store

FIRST = 1 << 12
"""Games that a new store has room for."""
LIMIT = 8 << 30
"""Bytes that a store may take."""
STEPS = 1 << 18
"""Steps of a kernel (some hundredths of a second) between two looks at the limits; of a long question a sixteenth of it."""


class TooMuch(TooLarge):
    """A value, or a search of sums, that would take more steps than were allowed for it."""


class Store:
    """Canonical forms of short games, by id. About 370 bytes a game that there is room for, and more where memos want it."""

    def __init__(self, games: int | None = None, limit: int = LIMIT) -> None:
        self.array = short.laid_out(first_room(FIRST, 2) if games is None else games)
        self.numbers = LargeNumbers()
        self.limit = limit
        self.most: int | None = None
        self._ends: int | None = None
        self._spent: Callable[[], int] = _refuse
        self.array[short.ALLOWED] = STEPS
        self.begun = this_question()
        self.is_full = False
        """Whether an answer had no room since it was emptied last."""
        self.times_emptied = 0
        """Ids that were kept elsewhere before the last time may stand for nothing."""
        self.nus(0)  # the id 0: what an empty memo answers for 0 + 0

    def __len__(self) -> int:
        return int(self.array[short.COUNT])

    @alone
    def ask(self, what: int, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the answer of the kernel; TooLarge for a game that does not fit."""
        return int(self._asked(short.ask, what, a, b, c))

    @alone
    def ask_many(self, what: int, a: Sequence[int], b: Sequence[int]) -> Any:
        """Return the answers for many pairs as an array of int64."""
        one, other = np.ascontiguousarray(a, np.int64), np.ascontiguousarray(b, np.int64)
        out, at = np.zeros(len(one), np.int64), np.zeros(1, np.int64)
        self._asked(short.ask_many, what, one, other, out, at)
        return out

    @alone
    def fold(self, G: Any, pool: Any, order: Any, values: Any, at: Any) -> None:
        """Write the ids of the parts of a game into ``values``, as `grundy.kernels.short.fold` does."""
        self._asked(short.fold, G, pool, order, values, at)

    @alone
    def build(self, lefts: Sequence[int], rights: Sequence[int]) -> int:
        """Return the id of the game with these options."""

        def built(array: Any) -> int:
            base, room = int(array[short.STACK]), int(array[short_arena.LISTS])
            if max(len(lefts), len(rights)) > room:
                raise BufferError
            array[base : base + len(lefts)] = lefts
            array[base + room : base + room + len(rights)] = rights
            return short.ask(array, short.BUILD, len(lefts), len(rights), 0)

        return int(self._asked(built))

    def _asked(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        """Call a kernel until it has the room that it needs and was told what it asks; TooLarge for what does not fit."""
        begun = self.work
        while True:
            try:
                return kernel(self.array, *arguments)
            except TimeoutError:
                self.look(begun)
            except MemoryError:
                self.grow()
            except OverflowError:
                self.learn()
            except BufferError:
                self.lengthen()
            except RecursionError as error:
                raise refused(error) from None

    # ---- steps

    @property
    def work(self) -> int:
        """How many steps the kernels have taken: of the same questions the same number."""
        return int(self.array[short_arena.WORK])

    @contextmanager
    def allowing(self, steps: int, spent: Callable[[], int] | None = None) -> Generator[None]:
        """Let the work within a ``with`` take so many steps; then ``spent`` is called, and returns how many more.

        Without it that is `TooMuch`. Whoever uses it is `alone`.
        """
        before = self._ends, self._spent
        self._ends, self._spent = self.work + steps, spent or _refuse
        if spent is None and before[0] is not None:
            self._ends = min(self._ends, before[0])
        self._allow(STEPS)
        try:
            yield
        finally:
            self._ends, self._spent = before

    def spend(self, steps: int) -> None:
        """Count steps that others took."""
        self.array[short_arena.WORK] += steps
        if self.array[short_arena.WORK] > self.array[short.ALLOWED]:
            self.look(self.work)

    def look(self, begun: int) -> None:
        """Keep the limits in the midst of a question that began when so many steps had been taken, and let it go on."""
        limits.check()
        if self._ends is not None and self.work >= self._ends:
            self._ends, most, self.most = None, self.most, None  # they are not those of what is done meanwhile
            more = self._spent()
            self._ends, self.most = self.work + more, most
        self._allow(max(STEPS, (self.work - begun) // 16))

    def _allow(self, steps: int) -> None:
        longer = int(self.array[short_arena.LISTS]) // short_arena.FIRST_LISTS
        ends = self.work + steps * max(1, longer**2 // 8)  # a game of many options begins anew after each look
        self.array[short.ALLOWED] = ends if self._ends is None else min(ends, self._ends)

    # ---- what others ask

    @alone
    def nus(self, number: Fraction | int = 0, up: int = 0, nimber: int = 0) -> int:
        """Return the id of number + up·↑ + *nimber, a dyadic fraction and integers of any size."""
        codes = [self.numbers.code(part) for part in (number, up, nimber)]
        self._tell()
        return self.ask(short.NUS_OF, *codes)

    def parts(self, game: int) -> tuple[Fraction, int, int] | None:
        """Return number, up and nimber of a game that is the sum of such, or None."""
        record = self.record(game)
        if record[short.KIND] == short.GENERAL:
            return None
        number, up, nimber = (self.numbers.number(record[part]) for part in (short.X, short.UP, short.NIM))
        return number, int(up), int(nimber)

    def stops(self, game: int) -> tuple[Fraction, Fraction]:
        """Return the Left and the Right stop of a game."""
        record = self.record(game)
        return self.numbers.number(record[short.LS]), self.numbers.number(record[short.RS])

    def learn(self) -> None:
        """Tell the kernels what they asked about two numbers when they raised an OverflowError."""
        limits.check()
        what, x, y = (int(self.array[cell]) for cell in (short_arena.ASKED, short_arena.ASKED_X, short_arena.ASKED_Y))
        answer = self.numbers.answer(what, x, y)
        self._tell()
        self.ask(short.LEARN + what, x, y, answer)

    def _tell(self) -> None:
        """Write down for the kernels what they need of the large numbers that are new."""
        start, rows = self.numbers.untold()
        if rows:
            if start + len(rows) > self.array[short.NUMBER_ROOM]:
                self._lay(numbers=start + len(rows))
            place = int(self.array[short.NUMBERS]) + 2 * start
            self.array[place : place + 2 * len(rows)] = np.array(rows, np.int64).ravel()

    @alone
    def options(self, game: int) -> tuple[list[int], list[int]]:
        """Return the ids of the canonical options of Left and of Right."""
        self.ask(short.OPEN, game)
        record, pool = self.record(game), int(self.array[short.POOL])
        left, right = pool + record[short.LEFT], pool + record[short.RIGHT]
        return (
            self.array[left : left + record[short.LEFTS]].tolist(),
            self.array[right : right + record[short.RIGHTS]].tolist(),
        )

    @alone
    def record(self, game: int) -> list[int]:
        """Return the record of a game, its fields as `grundy.kernels.short` numbers them."""
        start = int(self.array[short.GAMES]) + game * short.RECORD
        return self.array[start : start + short.RECORD].tolist()

    def grow(self) -> None:
        """Make room for twice as many games, or for what else is wanting.

        TooLarge beyond the limit, or beyond ``most`` games where that is set. Memos do not grow near the limit, and are
        forgotten where games want their room.
        """
        limits.check()
        S = self.array
        memo, facts = int(S[short.LE_MASK]) + 1, int(S[short.FACTS_MASK]) + 1
        allowed = min(self.limit, limits.memory(self.limit))
        if S[short.LOST] > S[short.PATIENCE]:
            if 8 * (2 * S.size + 6 * memo) <= allowed:
                self._lay(memo=4 * memo)
            else:
                S[short.PATIENCE] = 1 << 62
            return
        if 2 * S[short.FACT_COUNT] >= facts:
            self._lay(facts=2 * facts)
            return
        if self.most is not None and len(self) > self.most:
            raise TooLarge("the value takes more than {count:,} canonical forms", count=len(self), positions=len(self))
        needed = 8 * (2 * S.size - int(S[short.STACK_ROOM]))  # the stack stays as long as it is
        if needed > allowed and memo > 8 * int(S[short.GAME_ROOM]):
            S[short.LE_MASK] = S[short.ADD_MASK] = -1  # memos that grew give their room to games
            self._lay()
            self.grow()
            return
        if needed > allowed:
            if not is_mine(self.begun) and is_only_one():
                raise InTheWay
            self.is_full = True
            raise TooLarge(
                "{count:,} canonical forms fill {held}, and twice that is more than the {allowed} allowed",
                count=len(self),
                held=in_words(needed // 2),
                allowed=in_words(allowed),
                positions=len(self),
                needed=needed,
            )
        self._lay(games=2 * int(S[short.GAME_ROOM]))

    def lengthen(self) -> None:
        """Make room for games of four times as many options; TooLarge beyond the longest lists, or the limit."""
        limits.check()
        S = self.array
        longer = 4 * int(S[short_arena.LISTS])
        allowed = min(self.limit, limits.memory(self.limit))
        if longer > short_arena.LONGEST_LISTS or 8 * (S.size + 3 * int(S[short.STACK_ROOM])) > allowed:
            raise refused(BufferError(), longer // 4)
        self._lay(lists=longer)
        self._allow(STEPS)

    @alone
    def keep(self, count: int) -> None:
        """Forget all but the first games, which stay what they are; what is found again may have another id. O(count).

        Options precede what they are options of, but those of a number, which are written down when they are asked for.
        """
        self.times_emptied += 1
        self.begun, self.is_full = this_question(), False
        S, count = self.array, max(count, 1)
        records = S[S[short.GAMES] : S[short.GAMES] + count * short.RECORD].reshape(-1, short.RECORD)
        general, opened = (records[:, short.KIND] == kind for kind in (short.GENERAL, short.OPENED))
        records[records[:, short.NEG] >= count, short.NEG] = -1
        records[general & (records[:, short.NEAR] > count), short.NEAR] = 0
        terms = records[general & (records[:, short.TERMS] > 0), short.TERMS]
        ends = (records[:, [short.LEFT, short.RIGHT]] + records[:, [short.LEFTS, short.RIGHTS]]).max(axis=1)
        used = int(max(ends[general].max(initial=0), (terms + 4 + S[S[short.POOL] + terms]).max(initial=0)))
        for game in np.flatnonzero(opened):  # some are late in the pool
            if ends[game] > used or max(chain(*self.options(int(game))), default=0) >= count:
                records[game, short.KIND] = short.UNOPENED
                records[game, [short.LEFTS, short.RIGHTS]] = 0
        pooled = int(S[short.POOL_ROOM] // S[short.GAME_ROOM])  # words of the pool for each game that there is room for
        S[short.COUNT], S[short.POOL_USED], S[short.GAME_ROOM] = count, used, max(count, used // pooled + 1)
        S[short.LE_MASK] = S[short.ADD_MASK] = -1  # of the memos nothing is kept
        S[short_arena.LISTS] = 0
        self._lay()

    def _lay(self, **rooms: int) -> None:
        """Replace the array by one with more room."""
        self.array = short.laid_out(old=self.array, **{"games": 0, **rooms})


def _refuse() -> int:
    raise TooMuch("the value takes more steps than allowed")


def refused(error: Exception, lists: int = short_arena.LONGEST_LISTS) -> TooLarge:
    """Return the refusal of a game that the kernels could not hold, or of one whose options the lists could not."""
    if isinstance(error, BufferError):
        return TooLarge("a game has more than {area:,} options for one player", area=lists)
    most = _("sums go {deepest:,} moves deep, comparisons {deepest_order:,}").format(
        deepest=short.DEEPEST, deepest_order=short.DEEPEST_ORDER
    )
    return TooLarge("a game is too deep for this question: {most}", most=most)


_store: list[Store] = []


def store() -> Store:
    """Return the store of this process."""
    if not _store:
        _store.append(Store())
    return _store[0]


def checked_nimber(nimber: int) -> int:
    """Return a nimber's size; GrundyError for a negative one."""
    if nimber < 0:
        raise GrundyError("a nimber is *0, *1, *2, …, not *{nimber}", nimber=nimber)
    return nimber
