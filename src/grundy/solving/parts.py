"""Games taken apart by compiled rules: the graph of all parts, their nimbers and their canonical forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.limits import InTheWay, is_mine, this_question
from grundy.common.messages import N_
from grundy.common.threads import alone, processors
from grundy.kernels import bitboards, lemoine, short
from grundy.kernels import parts as kernels
from grundy.kernels import parts_arena as arena
from grundy.kernels.contract import Pace, Unfit, first_room, in_words, more_room, refused_rule, room_for
from grundy.rules.board import short_state
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.solving.comparing import OPTIONS, differs
from grundy.solving.compiled_rules import Native, native
from grundy.solving.compiled_rules import words_for as words_of_cells
from grundy.solving.results import cells_of, cost
from grundy.solving.values import Endless
from grundy.values.canonical import Store

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from grundy.rules.functions import FunctionRuleset
    from grundy.rules.grids import Grid

WORD = 1 << 63
NIMBERS = 1 << 12
"""The Grundy values of all parts, and of sums of them, stay below this."""
SMALL, LARGE = 1 << 20, 1 << 29
"""Bytes of an array up to which it grows eightfold, and from which on by a quarter; between them twice."""
SAMPLES, LARGEST = 30, 1 << 12
"""Options with which a compiled rule is compared before it is used; the most cells of a board that it is used for."""
FIRST, LONG, FEW = 1 << 8, 1 << 15, 1 << 7
"""Steps of a walk before the limits are looked at, two for each part: at first, then at most, and where they are counted, so
that it is the same on all machines."""
MANY, CHUNK = 1 << 10, 1 << 10
"""So many parts are there before a second thread is worth while; parts that get forms between two looks at the limits."""
PAUSE = 1e-3
"""Seconds that a thread waits for parts that it can give forms."""
REDERIVED = 24
"""New parts whose values are derived again each time."""


class Beyond(TooLarge):
    """A nimber, or a length of play, that Lemoine and Viennot's method is not written for."""


class Parts:
    """The parts of a ruleset that were met, by number; they are expanded as they are asked for.

    ``impartial``: both players have the moves of both. ``whole``: no question was broken off and left parts behind that
    are not expanded. ``other``: the same game explored as a whole, once that was needed. 4 bytes a word of the options,
    about 60 a part beside them.
    """

    def __init__(
        self, rules: PartisanRuleset | FunctionRuleset, sides: tuple[Native, Native], *, impartial: bool = False
    ) -> None:
        self.rules = rules
        self.sides = sides
        self.board: Grid | None = getattr(rules, "board", None)
        self.whole = True
        self.other: Parts | None = None
        self.checked = 0
        self.begun = this_question()
        board = self.board
        width = sides[0].width if board is None else sides[0].width - 1
        self.array = kernels.laid_out(1, width)
        self.array[arena.WORDS] = sides[0].words
        self.params = (np.array(sides[0].params, np.int64), np.array(sides[1].params, np.int64))
        self.out = room_for("out", first_room(1 << 12))
        self.work = room_for("work", first_room(1 << 14, kernels.OPTIONS))
        self.state = room_for("state", sides[0].width)
        self.array[arena.IMPARTIAL] = impartial
        self.array[arena.TOLD] = rules.told_apart * (1 + sides[0].variable)
        if board is not None:
            G, faces = self.array, board.faces
            G[arena.LAYERS] = board.layers
            G[arena.SPLITS] = board.is_cut_by_kernels
            swaps = any(board.signs[arena.IMAGES // 2 :])  # which may bring cells to life
            G[arena.HANG] = board.is_cut_by_kernels and (("X" in board.live) == ("O" in board.live) or not swaps)
            G[arena.CORNERS] = board.corners
            G[arena.LIVE] = sum(1 << k for k, face in enumerate(faces) if face in board.live)
            G[arena.DEAD] = next((k for k, face in enumerate(faces) if face not in board.live), 0)
            G[arena.CROSS] = faces.find("X") - 1
            G[arena.RING] = faces.find("O") - 1
            G[arena.SIGNS : arena.SIGNS + arena.IMAGES] = board.signs
            if board.layers == len(faces) - 1:
                self._expand_cells(faces)

    def _expand_cells(self, faces: str) -> None:
        """Expand the boards of one cell first: those without a move are then left out wherever they are met."""
        cells = [self.divided((1, 1, *(int(face == k) for k in range(1, len(faces))))) for face in range(len(faces))]
        self.explore()
        for face, words in enumerate(cells):
            if all(self.fields[word >> 1, arena.CELLS] == 0 for word in words):
                self.array[arena.LONELY] |= 1 << face

    def __len__(self) -> int:
        return int(self.array[arena.COUNT])

    @alone
    def divided(self, state: Any) -> list[int]:
        """Return the parts of a state: twice the number of each, and 1 more if it is negated; Unfit if it cannot be held."""
        board, most = self.board, bitboards.MOST_CELLS * self.sides[0].words
        if board is not None and state[0] * state[1] > most:
            pieces = board.parts(state)
            if any(piece[0] * piece[1] > most for piece in pieces):
                raise Unfit("a position is too large for the compiled rule")
        elif self.rules.told_apart:
            pieces = [*map(self.rules.canonical, self.rules.split(state))]
        else:
            return self._divided(state)
        return [word for piece in pieces for word in self._divided(piece)]

    def _divided(self, state: Any) -> list[int]:
        row = self.sides[0].encode(state)
        if row is None or (self.board is None and not fits_in_words(state)):
            raise Unfit("a position is too large for the compiled rule")
        cells = np.array(row, np.int64)
        target = room_for("target", bitboards.MOST_CELLS * self.sides[0].words + 1)
        while True:
            count = int(kernels.divided(self.array, cells, self.work, target))
            if count >= 0:
                return target[:count].tolist()
            self.run(kernels.MORE_ROOM if count == -1 else kernels.MORE_WORK)

    @alone
    def explore(
        self,
        progress: Any = None,
        most: int | None = None,
        spend: Callable[[int], None] | None = None,
        folded: Folded | None = None,
    ) -> bool:
        """Expand all parts that can be reached from those that were met; whether about ``most`` new parts were enough.

        ``spend`` is told how many words of options were written, after as many parts each time where ``most`` is given.
        ``folded`` gets the parts as their options are known, while another thread goes on. `Endless` where one can come
        again.
        """
        walk, pace, code = Walk(self, known=folded is not None), Pace(FIRST), kernels.MORE_STEPS
        ahead: ThreadPoolExecutor | None = None
        with ExitStack() as threads:
            while code != kernels.DONE:
                if most is not None and walk.expanded > most:
                    return False
                limits.check(walk.expanded, "parts")
                written, steps = int(self.array[arena.POOL_USED]), min(pace.next(), LONG) if most is None else FEW
                if folded is None or walk.expanded < first_room(MANY, 1) or processors() == 1:
                    code = walk.go(steps)
                    if folded is not None and not folded.up_to(walk):
                        return False
                else:
                    ahead = ahead or threads.enter_context(_thread())
                    going = ahead.submit(walk.go, steps)
                    if not folded.beside(walk, going):
                        return False
                    code = going.result()
                if spend is not None:
                    spend(int(self.array[arena.POOL_USED]) - written)
                walk.run(code)
                if progress is not None:
                    progress(len(self))
        return folded is None or folded.all_of(walk.order[: walk.ordered], whole=True)

    @property
    def fields(self) -> Any:
        """The parts' fields and records, int64[parts, fields + width]."""
        G = self.array
        stride = int(G[arena.WIDTH]) + arena.FIELDS
        return G[G[arena.PARTS] : G[arena.PARTS] + len(self) * stride].reshape(-1, stride)

    @property
    def arguments(self) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
        """What a kernel takes after the array: the rules, their parameters, and room for the options of a state."""
        left, right = self.sides
        return (left.fill, right.fill, *self.params, self.out, self.state, self.work)

    def run(self, code: int) -> None:
        """Make the room that a kernel asked for; Unfit if the compiled rule gave up."""
        if code == kernels.MORE_WORK:
            self._allow(self.array.nbytes + 2 * (self.out.nbytes + self.work.nbytes))
            self.out, self.work = room_for("out", 2 * self.out.size), room_for("work", 2 * self.work.size)
        elif code == kernels.MORE_ROOM:
            self.grow()
        elif code == kernels.NO_FIT:
            raise self.refused()

    def refused(self) -> Unfit:
        """Return why the compiled rule gave up."""
        if self.array[arena.RESIZED]:
            return Unfit("a move changes the size of the board")
        return refused_rule(self.state)

    def grow(self) -> None:
        """Make more room for parts, for options, or for both; TooLarge beyond the limit."""
        G = self.array
        parts, pool = int(G[arena.ROOM]), int(G[arena.POOL_ROOM])
        if len(self) >= kernels.MOST:
            raise TooLarge(
                "{name} splits into more than {most:,} components",
                name=self.rules.name,
                most=kernels.MOST,
                positions=len(self),
            )
        if len(self) >= parts:  # only what is full
            parts = min(_enlarged(parts, G), kernels.MOST)
        else:
            pool = _enlarged(pool, G)
        self._allow(8 * parts * (int(G[arena.WIDTH]) + arena.FIELDS + 2) + 4 * pool)
        self.array = kernels.laid_out(parts, int(G[arena.WIDTH]), pool, G)

    def _allow(self, needed: int) -> None:
        """Raise TooLarge where so many bytes are more than the limit."""
        allowed = limits.memory()
        if needed > allowed:
            self.refuse()
            many = N_(
                "{count:,} components of {name} take {held}, and going on would take {wanted}: more than the "
                "{allowed} allowed"
            )
            one = N_(
                "1 component of {name} takes {held}, and going on would take {wanted}: more than the {allowed} allowed"
            )
            raise TooLarge(
                one if len(self) == 1 else many,
                count=len(self),
                name=self.rules.name,
                held=in_words(self.array.nbytes),
                wanted=in_words(needed),
                allowed=in_words(allowed),
                positions=len(self),
                needed=needed,
            )

    def refuse(self) -> None:
        """Let these parts be used no more, since they cannot grow; InTheWay where they are of an earlier question."""
        self.whole = False
        if not is_mine(self.begun):
            raise InTheWay

    def order(self, known: bool = True) -> Any:
        """Return the parts, options first, as int32[…], without those of ``known`` value; or raise `Endless`."""
        walk, code = Walk(self, known=known), kernels.MORE_STEPS
        while code != kernels.DONE:
            walk.run(code := walk.go(len(self)))
        return walk.order[: walk.ordered]

    @alone
    def nimber(self, part: int) -> int:
        """Return the Grundy value of a part, by Lemoine and Viennot's method, or raise `Beyond`.

        Options are dropped as their values are known: then these parts are for this method alone.
        """
        self.array[arena.BY_SIZE], begun = not self.rules.told_apart, len(self)
        while True:
            limits.check(len(self) - begun, "parts")
            try:
                with limits.stopping(self.array, arena.STOP):
                    return int(lemoine.nimber(self.array, *self.arguments, part))
            except TimeoutError:
                continue  # the limits tell
            except MemoryError:
                self.grow()
            except BufferError:
                self.run(kernels.MORE_WORK)
            except ValueError:
                raise self.refused() from None
            except OverflowError:
                raise Beyond(
                    "a Grundy value of {name} exceeds {largest}", name=self.rules.name, largest=lemoine.LARGEST
                ) from None
            except RecursionError:
                raise Beyond(
                    "play of {name} can last more than {deepest:,} moves, or go on for ever",
                    name=self.rules.name,
                    deepest=lemoine.DEEPEST,
                ) from None

    @alone
    def nimbers(self) -> Any:
        """Return the Grundy values of all parts, int32[parts], each from those of its options; all are expanded before."""
        values = room_for("values", len(self), np.int32)
        if kernels.nimbers(self.array, self.order(known=False), values, NIMBERS) < 0:
            raise TooLarge("a Grundy value of {name} exceeds {largest}", name=self.rules.name, largest=NIMBERS - 1)
        return values

    def forms(self, store: Store, progress: Any = None, most: int | None = None) -> bool:
        """Give every part the id of its canonical form; whether the store took at most ``most`` new games for that.

        All parts are expanded before (`explore`); what is known of a part from earlier stays.
        """
        return Folded(self, store, progress, most).all_of(self.order(), whole=True)

    @alone
    def valued(self, states: list[Any], store: Store, progress: Any = None, most: int | None = None) -> Any:
        """Return the parts of each of some states, as `divided` does, all with a value; None if ``most`` is not enough."""
        self.whole = False
        divided: list[list[int]] = []
        for state in states:
            limits.check(len(divided))
            divided.append(self.divided(state))
        if not self.explore(progress, most, store.spend, Folded(self, store, None, most)):
            return None
        self.rederive(store)
        self.whole = True
        return divided

    def rederive(self, store: Store) -> int:
        """Derive the forms of some new parts again from Python's options; return of how many, `Unfit` if one differs."""
        count, rules, left = len(self), self.rules, OPTIONS // 10 // cost(self.rules)
        step = max(1, (count - self.checked) // REDERIVED)
        looked_at = 0
        for part in range(self.checked, count, step):
            state = self.state_of(part)
            options = [list(islice(rules.options_of(state, player), left + 1)) for player in (LEFT, RIGHT)]
            left -= sum(map(len, options))
            if left < 0:
                break
            looked_at += 1
            left_forms, right_forms = ({self._added(option, store) for option in side} for side in options)
            known = -1 not in left_forms | right_forms
            if not known or store.build(sorted(left_forms), sorted(right_forms)) != self.form(2 * part, store):
                raise Unfit(differs(self.describe(part)))
        self.checked = len(self)
        return looked_at

    def _added(self, state: Any, store: Store) -> int:
        """Return the form of a state whose parts are known, -1 if one is not."""
        total = 0
        for word in self.divided(state):
            if self.fields[word >> 1, arena.VALUE] == 0:
                return -1
            total = store.ask(short.SUM, total, self.form(word, store))
        return total

    @alone
    def form(self, word: int, store: Store) -> int:
        """Return the id of a part's canonical form, or that of its negative: ``word`` is 2 * part + (1 if negated)."""
        form = int(self.fields[word >> 1, arena.VALUE]) - 1
        return store.ask(short.NEGATIVE, form) if word & 1 else form

    def describe(self, part: int) -> str:
        """Return a part as text."""
        return self.rules.describe(self.state_of(part))

    @alone
    def state_of(self, part: int) -> Any:
        """Return the state of a part."""
        cells = self.fields[part, arena.FIELDS :].tolist()
        if self.board is not None:
            rows, columns = cells[0] >> bitboards.SHAPE, cells[0] & (1 << bitboards.SHAPE) - 1
            if self.sides[0].words > 1:
                faces = self.sides[0].faces
                words = cells[1 : 1 + faces * -(-rows * columns // bitboards.MOST_CELLS)]
                return short_state((rows, columns, *words), faces)
            cells = [rows, columns, *(bitboards.gather(layer, rows, columns) for layer in cells[1:])]
        return self.sides[0].state_of(cells, self.rules)


def _enlarged(room: int, array: Any) -> int:
    """Return the room that follows in an array of this size: a small one is copied, a large one's pages move."""
    return 8 * room if array.nbytes < SMALL else 2 * room if array.nbytes < LARGE else room * 5 // 4 + 2


class Walk:
    """A walk through all parts, depth first, which expands them and orders them so that options come first."""

    def __init__(self, parts: Parts, *, known: bool) -> None:
        self.parts = parts
        room = int(parts.array[arena.ROOM])
        self._at = np.zeros(kernels.TRAIL, np.int64)
        self._trail = room_for("trail", first_room(1 << 10))
        self._mark = room_for("mark", room)
        self.order = room_for("order", room, np.int32)
        if known:
            self._mark[: len(parts)] = -(parts.fields[:, arena.VALUE] > 0).astype(np.int64)

    @property
    def expanded(self) -> int:
        """How many parts were expanded."""
        return int(self._at[kernels.EXPANDED])

    @property
    def ordered(self) -> int:
        """How many parts were ordered: those without a known value, where these were left out."""
        return int(self._at[kernels.ORDERED])

    def go(self, steps: int) -> int:
        """Go on for so many steps; return why it ended."""
        own = self.parts
        return int(kernels.ordered(own.array, *own.arguments, self.order, self._mark, self._trail, self._at, steps))

    def run(self, code: int) -> None:
        """Make the room that was asked for; `Endless` where a part can come again."""
        if code < 0:
            raise Endless(
                "{position} can be repeated, so play may be endless and it has no value",
                position=self.parts.describe(-1 - code),
            )
        if code == kernels.DEEPER:
            self._trail = more_room("trail", self._trail, 2 * self._trail.size)
        self.parts.run(code)
        room = int(self.parts.array[arena.ROOM])
        if room > self._mark.size:
            self._mark, self.order = more_room("mark", self._mark, room), more_room("order", self.order, room)


def _thread() -> ThreadPoolExecutor:
    """Return a thread beside this one; small boards need none, and what starts threads is not loaded for them."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1)


class Folded:
    """The canonical forms of parts, of one after the other; what is known of a part from earlier stays."""

    def __init__(self, parts: Parts, store: Store, progress: Any, most: int | None) -> None:
        self._parts, self._store, self._progress = parts, store, progress
        self._most = None if most is None else len(store) + most
        self._values = room_for("values", 2 * int(parts.array[arena.ROOM]), np.int32)
        self._values[: 2 * len(parts) : 2] = parts.fields[:, arena.VALUE]
        self._done = 0

    def up_to(self, walk: Walk) -> bool:
        """Give the parts that a walk has ordered their forms; whether so many new games were enough for that."""
        return self.all_of(walk.order[: walk.ordered])

    def beside(self, walk: Walk, going: Future[int]) -> bool:
        """Do so while a walk goes on; whether so many new games were enough for that."""
        while not going.done():
            if walk.ordered == self._done:
                with suppress(TimeoutError):
                    going.exception(PAUSE)
            elif not self.all_of(walk.order[: min(walk.ordered, self._done + CHUNK)]):
                return False
        return True

    def all_of(self, order: Any, *, whole: bool = False) -> bool:
        """Give parts their forms, options first; whether so many new games were enough for that.

        ``whole``: there are no others, so that it is told how far this came.
        """
        G, store, at = self._parts.array, self._store, np.array([self._done])
        if 2 * G[arena.ROOM] > self._values.size:
            self._values = more_room("values", self._values, 2 * int(G[arena.ROOM]))
        while self._done < len(order):
            end = min(self._done + CHUNK, len(order))
            store.fold(G, kernels.pooled(G), order[:end], self._values, at)
            found, self._done = order[self._done : end], end
            self._parts.fields[found, arena.VALUE] = self._values[2 * found]
            if whole:
                limits.check(end, "valued", len(order))
            else:
                limits.check()
            if self._progress is not None:
                self._progress(end)
            if self._most is not None and len(store) > self._most:
                return False
        return True


def fits_in_words(state: Any) -> bool:
    """Whether each number of a state fits in a word."""
    return not any(isinstance(cell, int) and not -WORD <= cell < WORD for cell in cells_of(state))


def words_of(rules: PartisanRuleset, state: Any) -> int:
    """Return how many words of a layer the kernels hold the parts of a state in: 1 but of large boards, 0 where they do not.

    The rules of large boards are written with a `Board`.
    """
    if rules.board is None:
        return int(fits_in_words(state))
    if rules.board.layers > arena.MOST_LAYERS:
        return 0
    cells = state[0] * state[1]
    if cells > bitboards.MOST_CELLS:
        cells = max((part[0] * part[1] for part in rules.board.parts(state)), default=cells)
    return words_of_cells(rules, cells) if cells <= LARGEST else 0


def holds(rules: PartisanRuleset, words: int, state: Any) -> bool:
    """Whether parts of so many words a layer hold a state."""
    return 0 < words_of(rules, state) <= words


def words_for(rules: PartisanRuleset, states: Iterable[Any]) -> int:
    """Return how many words of a layer hold each of some states, 0 where they cannot be held."""
    words = [words_of(rules, state) for state in states]
    return max(words) if all(words) else 0


def sides(rules: PartisanRuleset, state: Any, words: int | None = None) -> tuple[Native, Native] | None:
    """Return the compiled moves of Left and of Right, or None if they must be interpreted.

    ``words``: how many of a layer they are compiled for, as many as `words_of` says unless told.

    Interpreted are boards of more cells than fit in a word, states of any length, and games with a way of their own to come
    apart.
    """
    words = words_of(rules, state) if words is None else words
    beside = rules.board is not None and rules.board.has_more  # which the kernels would take for cells
    if "parts" in rules.hooks or rules.shape == "any" or rules.tuple_state or not words or beside:
        return None
    if rules.board is not None and state[0] * state[1] > bitboards.MOST_CELLS * words:  # it is taken apart before
        state = max(rules.board.parts(state), key=lambda part: part[0] * part[1])
    most = SAMPLES if words == 1 else 2
    samples = [state, *islice(chain.from_iterable(rules.options_of(state, p) for p in (LEFT, RIGHT)), most)]
    left, right = (native(rules.side(player), samples, words) for player in (LEFT, RIGHT))
    return None if left is None or right is None else (left, right)
