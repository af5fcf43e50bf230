"""Games taken apart by compiled rules: the graph of all parts, their nimbers and their canonical forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.limits import InTheWay, is_mine, this_question
from grundy.common.threads import alone, processors
from grundy.kernels import bitboards, lemoine, short
from grundy.kernels import parts as kernels
from grundy.kernels import parts_arena as arena
from grundy.kernels.contract import Pace, Unfit, in_words, refused_rule
from grundy.kernels.rooms import first_room, room_for
from grundy.rules.board import Board, short_state
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.solving.compiled_rules import Native, native
from grundy.solving.rederiving import OPTIONS, differs
from grundy.solving.results import cells_of
from grundy.solving.values import Endless
from grundy.values.canonical import Store

if TYPE_CHECKING:
    from grundy.kernels.parts_together import Together

WORD = 1 << 63
NIMBERS = 1 << 12
"""The Grundy values of all parts, and of sums of them, stay below this."""
LARGE = 1 << 29
"""Bytes up to which an array grows eightfold, and from which on only in the part that is full."""
SAMPLES, LONGEST = 30, 1 << 12
"""Options with which a compiled rule is compared before it is used; the most cells of a strip that it is used for."""
FIRST, FEW = 1 << 7, 1 << 8
"""Parts that are expanded before the limits are looked at, then as many as take about a tenth of a second; and where they
are counted, so that it is the same on all machines."""
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

    def __init__(self, rules: PartisanRuleset, sides: tuple[Native, Native], *, impartial: bool = False) -> None:
        self.rules = rules
        self.sides = sides
        self.whole = True
        self.other: Parts | None = None
        self.checked = 0
        self.begun = this_question()
        board = rules.board
        width = sides[0].width if board is None else sides[0].width - 1
        self.array = kernels.laid_out(1, width)
        self.array[arena.WORDS] = sides[0].words
        self.params = (np.array(sides[0].params, np.int64), np.array(sides[1].params, np.int64))
        self.out = room_for("out", first_room(1 << 12))
        self.work = room_for("work", first_room(1 << 14, kernels.BEGUN))
        self.state = room_for("state", sides[0].width)
        self.array[arena.IMPARTIAL] = impartial
        if board is not None:
            G, faces = self.array, board.faces
            G[arena.LAYERS] = len(faces) - 1
            G[arena.SPLITS] = board.splits
            swaps = any(board.signs[arena.IMAGES // 2 :])  # which may bring cells to life
            G[arena.HANG] = board.splits and (("X" in board.live) == ("O" in board.live) or not swaps)
            G[arena.CORNERS] = board.corners
            G[arena.LIVE] = sum(1 << k for k, face in enumerate(faces) if face in board.live)
            G[arena.DEAD] = next((k for k, face in enumerate(faces) if face not in board.live), 0)
            G[arena.CROSS] = faces.find("X") - 1
            G[arena.RING] = faces.find("O") - 1
            G[arena.SIGNS : arena.SIGNS + arena.IMAGES] = board.signs
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
        if not holds(self.rules, self.sides[0].words, state):
            raise Unfit("a position is too large for the compiled rule")
        cells = np.array(self.sides[0].encode(state), np.int64)
        target = room_for("target", bitboards.MOST_CELLS * self.sides[0].words + 1)
        while True:
            count = int(kernels.divided(self.array, cells, self.work, target))
            if count >= 0:
                return target[:count].tolist()
            self.run(kernels.MORE_ROOM if count == -1 else kernels.MORE_WORK)

    @alone
    def explore(
        self, progress: Any = None, most: int | None = None, spend: Callable[[int], None] | None = None
    ) -> bool:
        """Expand all parts that can be reached from those that were met; whether about ``most`` new parts were enough.

        ``spend`` is told how many words of options were written, after as many parts each time where ``most`` is given.
        """
        pace, begun = Pace(FIRST), int(self.array[arena.NEXT])
        team: Together | None = None
        try:
            while self.array[arena.NEXT] < self.array[arena.COUNT]:
                if most is not None and self.array[arena.NEXT] - begun > most:
                    return False
                limits.check(int(self.array[arena.NEXT]) - begun, "parts")
                written, chunk = int(self.array[arena.POOL_USED]), pace.next() if most is None else FEW
                if team is None and most is None:
                    team = self._team()
                self._expand(min(int(self.array[arena.NEXT]) + chunk, len(self)), team)
                if spend is not None:
                    spend(int(self.array[arena.POOL_USED]) - written)
                if progress is not None:
                    progress(len(self))
        finally:
            if team is not None:
                team.end()
        return True

    def _team(self) -> Together | None:
        """Return threads that expand the parts together, None where that is not worth it, or there is one processor."""
        from grundy.kernels.parts_together import Together, is_worth  # it loads what starts threads

        return Together(processors(), self.state.size) if is_worth(self.array) and processors() > 1 else None

    def _expand(self, end: int, team: Together | None = None) -> None:
        """Expand the parts up to one, or a few more with a team of threads."""
        while (first := int(self.array[arena.NEXT])) < end:
            share = None if team is None else team.taken(self.array, *self.arguments[:4])
            if team is not None and share is not None:
                self._settle(share.room.work)
                self._expand(share.end)  # what was too much for its room
                team.back(share, self.out)
                continue
            code = kernels.found(self.array, *self.arguments, first, end)
            self._settle(self.work)
            if self.array[arena.NEXT] == first:
                self.run(code)

    def _settle(self, work: Any) -> None:
        """Write down the options that were found, as far as there is room for it."""
        while (code := int(kernels.settle(self.array, work))) != kernels.DONE:
            self.run(code)
            if code == kernels.MORE_WORK:
                return

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
                "{name} comes apart into more than {most:,} parts",
                name=self.rules.name,
                most=kernels.MOST,
                positions=len(self),
            )
        if G.nbytes >= LARGE:  # only what is full
            full = len(self) >= parts
            parts, pool = (min(2 * parts, kernels.MOST), pool) if full else (parts, pool * 3 // 2)
        else:  # copying costs more than what may be left empty, which takes no memory before it is written to
            more = 8 if 8 * G.nbytes <= min(LARGE, limits.memory() // 2) else 2
            if more * len(self) > parts:
                parts = min(more * parts, kernels.MOST)
            if more * G[arena.POOL_USED] > pool or parts == G[arena.ROOM]:
                pool *= more
        self._allow(G.nbytes + 8 * parts * (int(G[arena.WIDTH]) + arena.FIELDS + 2) + 4 * pool)
        self.array = kernels.laid_out(parts, int(G[arena.WIDTH]), pool, G)

    def _allow(self, needed: int) -> None:
        """Raise TooLarge where so many bytes are more than the limit."""
        allowed = limits.memory()
        if needed > allowed:
            self.refuse()
            raise TooLarge(
                "{count:,} parts of {name} take {held}, and going on would take {wanted}: more than the "
                "{allowed} allowed",
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
        order = room_for("order", len(self), np.int32)
        mark = np.where(self.fields[:, arena.VALUE] > 0, -1, 0) if known else np.zeros(len(self), np.int64)
        count = int(kernels.ordered(self.array, order, mark, first_room(1 << 10)))
        if count < 0:
            raise Endless(
                "{position} can come again, so play may be endless and it has no value",
                position=self.describe(-1 - count),
            )
        return order[:count]

    @alone
    def nimber(self, part: int) -> int:
        """Return the Grundy value of a part, by Lemoine and Viennot's method, or raise `Beyond`."""
        self.array[arena.BY_SIZE], begun = 1, len(self)
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
                    "a Grundy value of {name} is above {largest}", name=self.rules.name, largest=lemoine.LARGEST
                ) from None
            except RecursionError:
                raise Beyond(
                    "play of {name} can take more than {deepest:,} moves, or go on for ever",
                    name=self.rules.name,
                    deepest=lemoine.DEEPEST,
                ) from None

    @alone
    def nimbers(self) -> Any:
        """Return the Grundy values of all parts, int32[parts], each from those of its options; all are expanded before."""
        values = room_for("values", len(self), np.int32)
        if kernels.nimbers(self.array, self.order(known=False), values, NIMBERS) < 0:
            raise TooLarge("a Grundy value of {name} is above {largest}", name=self.rules.name, largest=NIMBERS - 1)
        return values

    def forms(self, store: Store, progress: Any = None, most: int | None = None) -> bool:
        """Give every part the id of its canonical form; whether the store took at most ``most`` new games for that.

        All parts are expanded before (`explore`); what is known of a part from earlier stays.
        """
        if self.fields[:, arena.VALUE].all():
            return True
        order = self.order()
        G = self.array
        pool = kernels.pooled(G)[G[arena.POOL] : G[arena.POOL] + G[arena.POOL_USED]]
        starts = np.ascontiguousarray(self.fields[:, arena.PLACE])
        values = np.full(2 * len(self), -1, np.int32)
        values[::2] = self.fields[:, arena.VALUE] - 1
        store.reserve(len(store) + len(order) // 4)
        done = store.fold(pool, starts, order, values, progress, most)
        found = order[:done]
        self.fields[found, arena.VALUE] = values[2 * found] + 1
        return done == len(order)

    @alone
    def valued(self, states: list[Any], store: Store, progress: Any = None, most: int | None = None) -> Any:
        """Return the parts of each of some states, as `divided` does, all with a value; None if ``most`` is not enough."""
        self.whole = False
        divided: list[list[int]] = []
        for state in states:
            limits.check(len(divided))
            divided.append(self.divided(state))
        if not self.explore(progress, most, store.spend) or not self.forms(store, progress, most):
            return None
        self.rederive(store)
        self.whole = True
        return divided

    def rederive(self, store: Store) -> int:
        """Derive the forms of some new parts again from Python's options; return of how many, `Unfit` if one differs."""
        count, rules, left = len(self), self.rules, OPTIONS // 10
        if all(side.code is None for side in self.sides):  # they were compared when the package was built
            left //= 20
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
        if self.rules.board is not None:
            rows, columns = cells[0] >> bitboards.SHAPE, cells[0] & (1 << bitboards.SHAPE) - 1
            if self.sides[0].words > 1:
                faces = self.sides[0].faces
                words = cells[1 : 1 + faces * -(-columns // bitboards.MOST_CELLS)]
                return short_state((rows, columns, *words), faces)
            cells = [rows, columns, *(bitboards.gather(layer, rows, columns) for layer in cells[1:])]
        return cells[0] if self.rules.shape == "one" and not self.rules.tuple_state else tuple(cells)


def words_of(rules: PartisanRuleset, state: Any) -> int:
    """Return how many words of a layer the kernels hold a state in: 1 but of long strips, 0 where they cannot hold it.

    A strip is a board of one row, whose rules are written with a `Board`; the words are rounded up, so that strips of about
    one length share what is compiled and found.
    """
    if rules.board is None:
        return int(not any(isinstance(cell, int) and not -WORD <= cell < WORD for cell in cells_of(state)))
    cells = state[0] * state[1]
    if len(rules.board.faces) > arena.MOST_FACES:
        return 0
    if cells <= bitboards.MOST_CELLS:
        return 1
    long = state[0] == 1 and cells <= LONGEST and rules.wraps is Board
    return -(-cells // (4 * bitboards.MOST_CELLS)) * 4 if long else 0


def holds(rules: PartisanRuleset, words: int, state: Any) -> bool:
    """Whether parts of so many words a layer hold a state: of several words they are cut from strips."""
    return 0 < words_of(rules, state) <= words and (words == 1 or state[0] == 1)


def words_for(rules: PartisanRuleset, states: Iterable[Any]) -> int:
    """Return how many words of a layer hold each of some states, 0 where they cannot be held together."""
    held = list(states)
    words = max(words_of(rules, state) for state in held)
    return words if all(holds(rules, words, state) for state in held) else 0


def sides(rules: PartisanRuleset, state: Any, words: int | None = None) -> tuple[Native, Native] | None:
    """Return the compiled moves of Left and of Right, or None if they must be interpreted.

    ``words``: how many of a layer they are compiled for, as many as `words_of` says unless told.

    Interpreted are boards of more cells than fit in a word, states of any length, and games with a way of their own to come
    apart.
    """
    words = words_of(rules, state) if words is None else words
    if "parts" in rules.hooks or rules.shape == "any" or rules.tuple_state or not words:
        return None
    most = SAMPLES if words == 1 else 2
    samples = [state, *islice(chain.from_iterable(rules.options_of(state, p) for p in (LEFT, RIGHT)), most)]
    left, right = (native(rules.side(player), samples, words) for player in (LEFT, RIGHT))
    return None if left is None or right is None else (left, right)
