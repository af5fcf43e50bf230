"""Rules compiled: a ruleset's Python function as a native ``fill``, and its states as rows of integers.

A rule that cannot be read, or that leaves 64 bits, is interpreted instead; the reason is kept with the ruleset and told
in a notice. What is compiled here is compared with Python before it is used (`grundy.solving.reading_rules`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.common.messages import _
from grundy.kernels.contract import CannotCompile, Unfit
from grundy.language.refusal import Unreadable, pack_params
from grundy.language.wrapped import flat, nested
from grundy.rules.board import BITS, long_state, short_state
from grundy.rules.board_kinds import grows, numbers_beside
from grundy.rules.failures import is_of_users, notice, refuse_overridden
from grundy.rules.functions import ONE, SEVERAL, FunctionRuleset, TurnsRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import LEFT, RIGHT
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.solving import shipped
from grundy.solving.catalogued import name_of
from grundy.solving.results import cells_in, cells_of, row_of
from grundy.solving.store.tablebases import Packing

if TYPE_CHECKING:
    from grundy.language.native import MachineCode

HEAPS = 0
"""The record of a heap game: a count of heaps, then the heaps."""
KEY_BITS = 62
"""Bits of a word in which the cells of a state are packed."""
AS_IT_CAME = Field[bool | None]("as_it_came", lambda: None)
"""Whether machine code is used that came with the package; no more, where that gave up; None: it was not asked for."""
UNREAD = Field("unread", str)
"""Why a ruleset is interpreted, "" where it is not."""


class Native(NamedTuple):
    """A compiled rule: its function, its packed parameters, the width of a state, and whether a length stands first.

    ``record`` is how many cells a child takes in what the function writes; 0 where a count of heaps stands first.
    """

    fill: Callable[..., int]
    params: list[int]
    width: int
    variable: bool
    record: int
    words: int = 1
    """How many integers of a row a face of a board has; more than one of large boards."""
    beside: int = 0
    """How many numbers of a large board stand behind its faces."""
    packing: Packing | None = None
    """How the cells of a state are one word, which is all that the function is given and writes."""
    turns: bool = False
    """Whether a state is that of a partisan game with a player, who is the last number of its row: 0 for Left."""
    widths: tuple[int, ...] = ()
    """Of how many integers the arguments are, where a tuple stands among them."""
    code: MachineCode | None = None
    """What it was compiled from; None where it came with the package."""

    @property
    def faces(self) -> int:
        """How many faces a large board has but the first."""
        return (self.width - 2 - self.beside - self.turns) // self.words

    def encode(self, state: Any) -> tuple[int, ...] | None:
        """Return the row of a state, or None if it has none of this width."""
        cells = self._cells(state)
        if self.packing is None or cells is None:
            return cells
        key = self.packing.key(cells)
        return None if key is None else (key,)

    def _cells(self, state: Any) -> tuple[int, ...] | None:
        state = flat(state, self.widths)
        if self.turns:
            own, player = state
            if self.words > 1:
                row = self._replace(turns=False, width=self.width - 1)._cells(own)
                return None if row is None else (*row, int(player == RIGHT))
            return row_of((*cells_of(own), int(player == RIGHT)), self.width, self.variable)
        if self.words > 1:
            cells, end = cells_of(state), 2 + self.faces
            fits = len(cells) == end + self.beside and all(0 <= each < 1 << BITS * self.words for each in cells[2:end])
            return long_state(cells, self.words, self.beside) if fits else None
        return row_of(state, self.width, self.variable)

    def record_of(self, state: Any) -> tuple[int, ...] | None:
        """Return what stands for a child in what the function writes, but for the gain; None as above."""
        return self.encode(state)

    def decode(self, cells: Sequence[int], ruleset: Ruleset) -> Any:
        """Return the state of a row."""
        if self.packing is not None:
            cells = self.packing.unpack(np.array(cells, np.uint64))[0].tolist()
        return self.state_of(cells, ruleset)

    def state_of(self, cells: Sequence[int], ruleset: Ruleset) -> Any:
        """Return the state of some cells."""
        row = nested(cells_in(cells, self.variable), self.widths)
        if self.turns:
            own, made = ruleset.within[0], self._replace(turns=False, variable=False, width=self.width - 1)
            return made.state_of(row[:-1], own), RIGHT if row[-1] else LEFT
        if self.words > 1:
            return short_state(row, self.faces, self.beside)
        single = isinstance(ruleset, FunctionRuleset) and ruleset.shape == ONE and not ruleset.tuple_state
        return row[0] if single else row

    def cells(self, rows: Any) -> Any:
        """Return the cells of states, one a row of an array."""
        return rows if self.packing is None else self.packing.unpack(rows.reshape(-1).astype(np.uint64))

    def rows(self, out: Any, count: int) -> list[tuple[int, ...]]:
        """Return the children that the function wrote, as rows."""
        cells: list[int] = out[1:].tolist()
        if self.record != HEAPS:
            return [tuple(cells[i * self.record : (i + 1) * self.record]) for i in range(max(count, 0))]
        found: list[tuple[int, ...]] = []
        place = 0
        for _turn in range(count):
            found.append(tuple(cells[place + 1 : place + 1 + cells[place]]))
            place += 1 + cells[place]
        return found


def words_for(ruleset: Ruleset, cells: int) -> int:
    """Return how many integers of a row each face of boards takes: 1 but of large ones, 0 where the rule is not for these.

    They are rounded up, so that boards of about one size share what is compiled and found.
    """
    if cells <= BITS:
        return 1
    return -(-cells // (4 * BITS)) * 4 if grows(getattr(ruleset, "wraps", None)) and not ruleset.is_data else 0


def words_of_faces(ruleset: Ruleset, states: list[Any]) -> int:
    """Return how many integers each face of some boards takes at most; 1 where states are no such boards."""
    if not grows(getattr(ruleset, "wraps", None)):
        return 1
    return max(words_for(ruleset, state[0] * state[1]) for state in states) or 1


def widened(ruleset: FunctionRuleset, width: int, words: int) -> tuple[int, int]:
    """Return of how many integers a row is whose faces take so many each, and how many are numbers beside them."""
    beside = numbers_beside(ruleset.wraps) if words > 1 and grows(ruleset.wraps) else 0
    return 2 + (width - 2 - beside) * words + beside if words > 1 else width, beside


def native(ruleset: Ruleset, samples: Iterable[Any], words: int = 0, *, packed: bool = False) -> Native | None:
    """Return the compiled rule of a ruleset, or None if it must be interpreted; ``samples`` are some of its states.

    ``words``: of a board, for so many words a face, as many as these samples take unless told. ``packed``: it is given
    states as single words, and writes such, where these samples fit in one; what does not is answered with OUTSIDE_KEYS.
    """
    states = list(dict.fromkeys(samples))
    if isinstance(ruleset, TurnsRuleset):
        return _turns(ruleset, states, packed)
    words = words or words_of_faces(ruleset, states)
    return _made(
        ruleset,
        lambda: laid_out(ruleset, states, words, packed),
        lambda _laid, _how: _read().compared(ruleset, states, words, packed),
    )


def _turns(ruleset: TurnsRuleset, states: list[Any], packed: bool) -> Native | None:
    from grundy.solving.compiled_turns import native_turns  # it reads rules

    try:
        return native_turns(ruleset, states, packed)
    except (Unreadable, CannotCompile, Unfit) as problem:
        give_up(ruleset, problem)
        return None


def native_heaps(rules: HeapFunction) -> Native | None:
    """Return the compiled rule of a heap game, or None if it must be interpreted."""
    return _made(rules, lambda: _laid_out_heaps(rules), lambda made, how: _read().compared_heaps(rules, made, how))


def _made(
    rules: Any, laid: Callable[[], tuple[Native, dict[str, Any]]], compared: Callable[[Native, dict[str, Any]], Native]
) -> Native | None:
    """Return the compiled rule: as it came with the package, else as it is read and compared; None where there is none."""
    try:
        made, how = laid()
        name = name_of(rules, how)
        code = _came(rules, name)
        if code is not None:
            return made._replace(fill=code)
        made = compared(made, how)
        shipped.gathered(name, made.code)
        return made
    except (Unreadable, CannotCompile, Unfit) as problem:
        give_up(rules, problem)
        return None


def give_up(ruleset: Ruleset, problem: Exception) -> None:
    """Keep why a ruleset is interpreted, and tell it, with the place in the user's file, of a function of the user's own."""
    reason = str(getattr(problem, "reason", problem))
    ruleset.memory[UNREAD] = reason
    function = ruleset.function if isinstance(ruleset, (FunctionRuleset, HeapFunction)) else None
    if is_of_users(function):
        words = _("{name} is interpreted, which is slower: {reason}").format(name=ruleset.name, reason=reason)
        notice(function, words, getattr(problem, "line", None))


def laid_out(ruleset: Ruleset, states: list[Any], words: int, packed: bool) -> tuple[Native, dict[str, Any]]:
    """Return how states lie in a row, with no function yet, and for what it is to be compiled; nothing of it is read."""
    if not isinstance(ruleset, FunctionRuleset) or ruleset.partisan:
        raise Unreadable("its moves are not a single Python function")
    refuse_overridden(ruleset)
    width, variable = layout(ruleset, [flat(state, ruleset.widths) for state in states])
    width, beside = widened(ruleset, width, words)
    params, shapes = pack_params(ruleset.params)
    how: dict[str, Any] = {"width": width, "mode": "variable" if variable else "fixed", "param_shapes": shapes}
    how |= {"items": BITS * words} if words > 1 else {}  # a list may hold all cells
    how["scoring"] = ruleset.scoring
    made = Native(lambda: 0, params, width, variable, width + ruleset.scoring, words, beside, widths=ruleset.widths)
    packing = packing_of(made, states) if packed and words == 1 else None
    if packing is not None:
        made = made._replace(packing=packing, record=1 + ruleset.scoring)
        how |= {"numbers": (packing.box, packing.low, packing.span), "alone": True}
    return made, how


def packing_of(made: Native, states: list[Any]) -> Packing | None:
    """Return how states are single words, with as many bits for each cell; None where some of them are not."""
    if not 0 < made.width <= KEY_BITS:
        return None
    span = 1 << KEY_BITS // made.width
    low = -span // 2 if any(min(made.encode(state) or (0,)) < 0 for state in states) else 0
    packing = Packing((low,) * made.width, (span,) * made.width)
    packed = made._replace(packing=packing)
    return packing if all(packed.encode(state) is not None for state in states) else None


def went_on(ruleset: Ruleset, problem: Unfit, states: Sequence[Any], words: int = 1) -> bool:
    """Return whether it is worth compiling a rule again that gave up: see `grundy.solving.reading_rules.went_on`."""
    return _read().went_on(ruleset, problem, states, words)


def layout(ruleset: FunctionRuleset, states: list[Any]) -> tuple[int, bool]:
    """Return the width of the states, and whether their lengths differ; Unreadable if they are no integers."""
    lengths: set[int] = {0, ruleset.longest} if ruleset.longest else set()
    for state in states:
        cells = cells_of(state)
        if not all(type(c) in (int, bool) for c in cells):
            raise Unreadable("its states are not integers; write integers or tuples of them, a set as bits")
        lengths.add(len(cells))
    if ruleset.shape in (ONE, SEVERAL) and not ruleset.tuple_state:
        return sum(ruleset.widths) or len(ruleset.names), False
    return (max(lengths), False) if len(lengths) == 1 else (max(lengths) + 1, True)


def _laid_out_heaps(rules: HeapFunction) -> tuple[Native, dict[str, Any]]:
    refuse_overridden(rules)
    params, shapes = pack_params(rules.params)
    return Native(lambda: 0, params, 1, False, HEAPS), {"width": 1, "param_shapes": shapes, "heap": True}


def _came(rules: Ruleset, name: str | None) -> Callable[..., int] | None:
    """Return the machine code of a rule that came with the package, unless it gave up before."""
    code = None if rules.memory[AS_IT_CAME] is False else shipped.found(name)
    if code is not None:
        rules.memory[AS_IT_CAME] = True
    return code


def _read() -> Any:
    """Return what reads rules, which is loaded for those that did not come compiled."""
    from grundy.solving import reading_rules

    return reading_rules
