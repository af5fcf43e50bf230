"""Rules compiled: a ruleset's Python function as a native ``fill``, and its states as rows of integers.

A rule that cannot be read, or that leaves 64 bits, is interpreted instead; the reason is kept with the ruleset and told
in a notice. Before a compiled rule is used its children are compared with the interpreted ones (`grundy.solvers.comparing`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from grundy.errors import Notice
from grundy.kernels.contract import Unfit
from grundy.kernels.jit import CannotCompile, compile_fill
from grundy.lang.branches import ALL_STEPS, guarded
from grundy.lang.ir import Routine, constants
from grundy.lang.native import Numbering, of_keys, of_states, pack_params
from grundy.lang.refusal import Unreadable
from grundy.language import _
from grundy.rules.board import BITS, long_board, long_state, short_state
from grundy.rules.data import refuse_overridden, routine
from grundy.rules.functions import ANY, ONE, SEVERAL, FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.witnesses import KEPT, met, unmet
from grundy.solvers.comparing import Comparison, differs, probes
from grundy.solvers.results import cells_of
from grundy.store.packing import Packing

HEAPS = 0
"""The record of a heap game: a count of heaps, then the heaps."""
STARTS = 20
"""States from which witnesses of branches are looked for."""
LONGER, LONGEST = 10, 100
"""So many times as long they are looked for where a compiled rule gave up: at a state that is known, or none."""
KEY_BITS = 62
"""Bits of a word in which the cells of a state are packed."""
COMPARED_HEAPS = 40
"""Heaps, from none on, at which a compiled rule of a heap game is compared with the interpreted one."""
COMPARED = Field[Callable[..., int] | None]("compared", lambda: None)
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
    """How many integers of a row a face of a board has; more than one of long strips."""
    packing: Packing | None = None
    """How the cells of a state are one word, which is all that the function is given and writes."""

    @property
    def faces(self) -> int:
        """How many faces a long strip has but the first."""
        return (self.width - 2) // self.words

    def encode(self, state: Any) -> tuple[int, ...] | None:
        """Return the row of a state, or None if it has none of this width."""
        cells = self._cells(state)
        if self.packing is None or cells is None:
            return cells
        key = self.packing.key(cells)
        return None if key is None else (key,)

    def _cells(self, state: Any) -> tuple[int, ...] | None:
        cells = cells_of(state)
        if self.words > 1:
            fits = len(cells) - 2 == self.faces and all(0 <= layer < 1 << BITS * self.words for layer in cells[2:])
            return long_state(cells, self.words) if fits else None
        if not self.variable:
            return cells if len(cells) == self.width else None
        room = self.width - 1 - len(cells)
        return (len(cells), *cells, *(0,) * room) if room >= 0 else None

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
        row = tuple(cells[1 : 1 + cells[0]]) if self.variable else tuple(cells)
        if self.words > 1:
            return short_state(row, self.faces)
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


def native(ruleset: Ruleset, samples: Iterable[Any], words: int = 1, *, packed: bool = False) -> Native | None:
    """Return the compiled rule of a ruleset, or None if it must be interpreted; ``samples`` are some of its states.

    ``words`` more than one: the rule of a board is compiled for strips of so many words a face. ``packed``: it is given
    states as single words, and writes such, where these samples fit in one; what does not is answered with OUTSIDE_KEYS.
    """
    states = list(dict.fromkeys(samples))
    try:
        return _compared(ruleset, states, words, packed)
    except (Unreadable, CannotCompile, Unfit) as problem:
        give_up(ruleset, problem)
        return None


def _compared(ruleset: Ruleset, states: list[Any], words: int, packed: bool) -> Native:
    made, rules = _compiled(ruleset, states, words, packed)
    compared = Comparison(ruleset, made)
    try:
        compared.require(states)
    except Unfit as problem:
        if made.packing is not None:  # an option, or what is canonical for it, may not fit in a word
            return _compared(ruleset, states, words, packed=False)
        if problem.row is None or not went_on(ruleset, problem, [made.decode(problem.row, ruleset)], words):
            raise
        return _compared(ruleset, states, words, packed)
    if ruleset.memory[COMPARED] is not made.fill:
        compared.probe(
            probes(states, rules, ruleset.params.values()),
            lambda cells: (
                cells if words > 1 else made.state_of((len(cells), *cells) if made.variable else cells, ruleset)
            ),
        )
        ruleset.memory[COMPARED] = made.fill
    return made


def give_up(ruleset: Ruleset, problem: Exception) -> None:
    """Keep why a ruleset is interpreted, and tell it, with the place in the user's file, of rules that are a function."""
    reason = str(getattr(problem, "reason", problem))
    of = [ruleset.side(player) for player in (LEFT, RIGHT)] if isinstance(ruleset, PartisanRuleset) else [ruleset]
    if isinstance(problem, Unfit) and any(map(unmet, of)):
        reason = _("{reason}, or went where nobody had compared it with Python").format(reason=reason)
    ruleset.memory[UNREAD] = reason
    if isinstance(ruleset, (FunctionRuleset, HeapFunction)):
        code = getattr(ruleset.function, "__code__", native.__code__)
        warnings.warn_explicit(
            _("{name} is interpreted, which is slower: {reason}").format(name=ruleset.name, reason=reason),
            Notice,
            code.co_filename,
            getattr(problem, "line", None) or code.co_firstlineno,
            registry=getattr(ruleset.function, "__globals__", globals()).setdefault("__warningregistry__", {}),
        )


def _compiled(ruleset: Ruleset, states: list[Any], words: int, packed: bool) -> tuple[Native, list[Routine]]:
    """Return the compiled rule, and all functions that were read for it."""
    if not isinstance(ruleset, FunctionRuleset) or ruleset.partisan:
        raise Unreadable("its moves are no single Python function")
    refuse_overridden(ruleset)
    moves = seen(ruleset, "moves", states, words=words)
    if moves.is_tuple != (ruleset.tuple_state or ruleset.shape == ANY or ruleset.wraps is not None):
        raise Unreadable("its state is a tuple: annotate the argument tuple[int, ...]", moves.main.line)
    hooks = hooked(ruleset, states=states)
    width, variable = layout(ruleset, states)
    if words > 1:
        width = 2 + (width - 2) * words
    params, shapes = pack_params(ruleset.params)
    how: dict[str, Any] = {"width": width, "mode": "variable" if variable else "fixed", "param_shapes": shapes}
    how |= {"scoring": ruleset.scoring, "ending": hooks.get("ending")}
    how |= {"canonical": hooks.get("symmetry", hooks.get("symmetries"))}
    made = Native(lambda: 0, params, width, variable, width + ruleset.scoring, words)
    packing = _packing(made, states) if packed and words == 1 else None
    if packing is None:
        code = of_states(moves, **how)
    else:
        code = of_keys(moves, Numbering(packing.box, packing.low, packing.span), alone=True, **how)
        made = made._replace(packing=packing, record=1 + ruleset.scoring)
    return made._replace(fill=compile_fill(code)), [moves, *hooks.values()]


def _packing(made: Native, states: list[Any]) -> Packing | None:
    """Return how states are single words, with as many bits for each cell; None where some of them are not."""
    if not 0 < made.width <= KEY_BITS:
        return None
    span = 1 << KEY_BITS // made.width
    low = -span // 2 if any(min(cells_of(state), default=0) < 0 for state in states) else 0
    packing = Packing((low,) * made.width, (span,) * made.width)
    packed = made._replace(packing=packing)
    return packing if all(packed.encode(state) is not None for state in states) else None


def hooked(ruleset: FunctionRuleset, *more: str, states: Sequence[Any] = ()) -> dict[str, Routine]:
    """Return the declared ending and symmetries of a ruleset as data, and other hooks that it has (see `seen`)."""
    wanted = ("ending", "symmetry" if "symmetry" in ruleset.hooks else "symmetries", *more)
    return {name: seen(ruleset, name, states) for name in wanted if name in ruleset.hooks}


def seen(
    ruleset: FunctionRuleset | HeapFunction,
    name: str,
    states: Sequence[Any] = (),
    *,
    words: int = 1,
    steps: int = ALL_STEPS,
) -> Routine:
    """Return a function of a ruleset ("moves", or a hook) as data that gives up where no position was found to go.

    Python is compared at positions that take each branch (`grundy.rules.witnesses`), some of ``states`` to begin with;
    `Unfit` where it differs. ``words`` more than one: the moves of strips of so many words a face.
    """
    own = name == "moves"
    function = ruleset.function if own else ruleset.hooks[name]
    long = long_board(len(states[0]) - 2) if own and words > 1 else None
    made = routine(ruleset, function, scoring=own and ruleset.scoring, state=long)
    kind = long or (getattr(ruleset, "wraps", None) if own else None)
    starts = [cells_of(long_state(each, words) if long else each) for each in states[:STARTS] if name != "unrank"]
    if not own and starts:
        starts += next((each.visited for key, each in ruleset.memory[KEPT].items() if key[0] is ruleset.function), [])
    found = met(ruleset, function, made, starts, kind=kind, scoring=own and ruleset.scoring, steps=steps)
    if found.differs:
        raise Unfit(differs(f"{ruleset.name} ({found.differs})"))
    return guarded(made, found.unmet)


def went_on(ruleset: Ruleset, problem: Unfit, states: Sequence[Any], words: int = 1) -> bool:
    """Compare Python in branches without a witness, where a compiled rule gave up; return whether it did the same in some.

    ``states`` are where it gave up, if ``problem`` knows that, or others from which it is looked for longer; ``words`` are
    those for which it was compiled. What was compiled before is of no use then.
    """
    if isinstance(ruleset, PartisanRuleset):
        return any([went_on(ruleset.side(player), problem, states, words) for player in (LEFT, RIGHT)])  # noqa: C419
    before = unmet(ruleset)
    if not before or not isinstance(ruleset, FunctionRuleset | HeapFunction):
        return False
    kept = ruleset.memory[KEPT]
    names = ["moves", *(name for name, hook in ruleset.hooks.items() if any(key[0] is hook for key in kept))]
    try:
        for name in names:
            seen(ruleset, name, states, words=words, steps=ALL_STEPS * (LONGER if problem.row else LONGEST))
    except Unfit:  # Python differs
        return False
    return unmet(ruleset) < before


def layout(ruleset: FunctionRuleset, states: list[Any]) -> tuple[int, bool]:
    """Return the width of the states, and whether their lengths differ; Unreadable if they are no integers."""
    lengths: set[int] = set()
    for state in states:
        cells = cells_of(state)
        if not all(type(c) in (int, bool) for c in cells):
            raise Unreadable("its states are not integers")
        lengths.add(len(cells))
    if ruleset.shape in (ONE, SEVERAL) and not ruleset.tuple_state:
        return len(ruleset.names), False
    return (max(lengths), False) if len(lengths) == 1 else (max(lengths) + 1, True)


def native_heaps(rules: HeapFunction) -> Native | None:
    """Return the compiled rule of a heap game, or None if it must be interpreted."""
    try:
        refuse_overridden(rules)
        params, shapes = pack_params(rules.params)
        moves = seen(rules, "moves")
        code = of_states(moves, width=1, param_shapes=shapes, heap=True)
        made = Native(compile_fill(code), params, 1, False, HEAPS)
        compared = Comparison(rules, made)
        heaps = chain(((n,) for n in range(COMPARED_HEAPS)), probes([0], [moves], rules.params.values()))
        compared.probe((cells for cells in heaps if cells[0] >= 0), lambda cells: cells[0])
    except (Unreadable, CannotCompile, Unfit) as problem:
        give_up(rules, problem)
        return None
    return made


def numbers_of(rules: HeapFunction) -> list[int]:
    """Return the heaps around the numbers that the rule of a heap game speaks of."""
    near = sorted(constants((routine(rules, rules.function), *rules.params.values())))
    return [heap for number in near for heap in (number - 1, number, number + 1)]
