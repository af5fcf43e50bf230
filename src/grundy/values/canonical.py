"""The store of canonical forms: ids for games, questions about ids.

One store serves a process. It grows as it is needed, up to a limit of memory; ids stay what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from grundy import limits
from grundy.errors import GrundyError, TooLarge
from grundy.kernels import short
from grundy.kernels.contract import in_words, release
from grundy.kernels.rooms import first_room
from grundy.language import _
from grundy.threads import alone

FIRST = 1 << 12
"""Games that a new store has room for."""
CHUNK = 1 << 10
"""Parts of a game that are folded between two looks at the progress."""
LIMIT = 8 << 30
"""Bytes that a store may take."""


class Store:
    """Canonical forms of short games, by id. About 750 bytes a game that there is room for, most of it memos."""

    def __init__(self, games: int | None = None, limit: int = LIMIT) -> None:
        self.array = short.laid_out(first_room(FIRST, 2) if games is None else games)
        self.limit = limit
        self.most: int | None = None
        self.nus(0)  # the id 0: what an empty memo answers for 0 + 0

    def __len__(self) -> int:
        return int(self.array[short.COUNT])

    @alone
    def ask(self, what: int, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the answer of the kernel; TooLarge for a game that does not fit."""
        while True:
            try:
                return int(short.ask(self.array, what, a, b, c))
            except MemoryError:
                self.grow()
            except BufferError:
                raise TooLarge("a game has more than {area} options of one player", area=short.AREA) from None
            except (OverflowError, RecursionError) as error:
                raise refused(error) from None

    @alone
    def ask_many(self, what: int, a: Sequence[int], b: Sequence[int]) -> Any:
        """Return the answers for many pairs as an array of int64."""
        one, other = np.ascontiguousarray(a, np.int64), np.ascontiguousarray(b, np.int64)
        out, at = np.zeros(len(one), np.int64), np.zeros(1, np.int64)
        while True:
            try:
                short.ask_many(self.array, what, one, other, out, at)
            except MemoryError:
                self.grow()
                continue
            except (OverflowError, RecursionError) as error:
                raise refused(error) from None
            return out

    @alone
    def fold(
        self, pool: Any, starts: Any, order: Any, values: Any, progress: Any = None, most: int | None = None
    ) -> int:
        """Write the ids of the parts of a game into ``values``; return how many were done with ``most`` new games.

        See `grundy.kernels.short.fold`. ``order`` has options first; ``values`` holds what is known before.
        """
        at, begun = np.zeros(1, np.int64), len(self)
        for end in range(CHUNK, len(order) + CHUNK, CHUNK):
            while at[0] < min(end, len(order)):
                try:
                    short.fold(self.array, pool, starts, order[:end], values, at)
                except MemoryError:
                    self.grow()
                except BufferError:
                    raise TooLarge("a game has more than {area} options of one player", area=short.AREA) from None
                except (OverflowError, RecursionError) as error:
                    raise refused(error) from None
            limits.check(int(at[0]), "parts")
            if progress is not None:
                progress(int(at[0]))
            if most is not None and len(self) - begun > most:
                break
        return int(at[0])

    @alone
    def build(self, lefts: Sequence[int], rights: Sequence[int]) -> int:
        """Return the id of the game with these options."""
        if max(len(lefts), len(rights)) > short.AREA:
            raise TooLarge("a game has more than {area} options of one player", area=short.AREA)
        while True:
            base = int(self.array[short.STACK])
            self.array[base : base + len(lefts)] = lefts
            self.array[base + short.AREA : base + short.AREA + len(rights)] = rights
            try:
                return int(short.ask(self.array, short.BUILD, len(lefts), len(rights), 0))
            except MemoryError:
                self.grow()
            except BufferError:
                raise TooLarge("a game has more than {area} options of one player", area=short.AREA) from None
            except (OverflowError, RecursionError) as error:
                raise refused(error) from None

    def nus(self, number: Fraction | int = 0, up: int = 0, nimber: int = 0) -> int:
        """Return the id of number + up·↑ + *nimber."""
        scaled = number * (1 << short.FRACTION)
        if scaled.denominator != 1:
            raise TooLarge(
                "{number} needs more than {fraction} binary places, or is no dyadic fraction",
                number=number,
                fraction=short.FRACTION,
            )
        if abs(scaled) >= short.LARGEST or abs(up) >= 1 << 39 or nimber >= 1 << 12:
            raise TooLarge("a number, a multiple of up or a nimber is too large for the store")
        return self.ask(short.NUS_OF, int(scaled), up, nimber)

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

    def reserve(self, games: int) -> None:
        """Make room for so many games at once, if the limit allows it: memos are lost when a store grows."""
        room = int(self.array[short.GAME_ROOM])
        times = (games - 1) // room + 1
        if times > 1 and 8 * self.array.size * 2 * times <= self.limit:
            self._replace(short.laid_out(room * times, self.array))

    def grow(self) -> None:
        """Make room for twice as many games; TooLarge beyond the limit, or beyond ``most`` games where that is set."""
        limits.check()
        if self.most is not None and len(self) > self.most:
            raise TooLarge("the value takes more than {count:,} canonical forms", count=len(self), positions=len(self))
        size = 2 * int(self.array[short.GAME_ROOM])
        needed = 8 * self.array.size * 2
        allowed = min(self.limit, limits.memory(self.limit))
        if needed > allowed:
            raise TooLarge(
                "{count:,} canonical forms fill {held}, and twice that is more than the {allowed} allowed",
                count=len(self),
                held=in_words(8 * self.array.size),
                allowed=in_words(allowed),
                positions=len(self),
                needed=needed,
            )
        self._replace(short.laid_out(size, self.array))

    def _replace(self, larger: Any) -> None:
        old, self.array = self.array, larger
        release(old)


def refused(error: Exception) -> TooLarge:
    """Return the refusal of a game that the kernels could not hold."""
    if isinstance(error, RecursionError):
        most = _("sums go {deepest:,} moves deep, comparisons {deepest_order:,}").format(
            deepest=short.DEEPEST, deepest_order=short.DEEPEST_ORDER
        )
        return TooLarge("a game is too deep for this question: {most}", most=most)
    return TooLarge(
        "a number is past 2^{bits}, or needs more than {denominators} binary places",
        bits=60 - short.FRACTION,
        denominators=short.FRACTION,
    )


def fixed(value: int) -> Fraction:
    """Return the number that a field of a record holds.

    >>> fixed(3 << 23)
    Fraction(3, 2)
    """
    return Fraction(value, 1 << short.FRACTION)


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
