"""Rules over keys: a position is one integer below 2^62, and so are its options; what searches of large games work with.

Keys are as the game declares them (``rank`` and ``unrank``), or they are made of the numbers of a state: within declared
bounds, else within the ranges that are met in a sample of play, which are widened where a position lies outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError, RulesError
from grundy.kernels.contract import FULL, Unfit
from grundy.kernels.jit import CannotCompile, compile_fill
from grundy.language.ir import Value
from grundy.language.native import Numbering, of_keys, of_numbers
from grundy.language.native.keyed import LARGEST_KEY
from grundy.language.refusal import Unreadable, pack_params
from grundy.language.wrapped import Wrapped
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.hook_checks import check_hooks
from grundy.rules.ruleset import Ruleset
from grundy.rules.samples import going_on, played
from grundy.rules.witnesses import KEPT, Met
from grundy.solving.comparing import Comparison, probes
from grundy.solving.compiled_rules import give_up, layout, went_on
from grundy.solving.reading_rules import hooked, seen
from grundy.solving.results import cells_in, row_of
from grundy.solving.store.tablebases import Packing

BITS = 62
NEAR = 1_000
"""Positions of play by lot, with some options, that a packing is to have room for."""
COMPARED = 200
"""Positions of play by lot at which a rule is compared."""
_HOOKS = ("rank", "unrank", "tier", "predecessors")
LARGEST_ARRAY = 1 << 40
"""Keys from which on no array of all is made, however many of them are positions."""


@dataclass(frozen=True)
class Keyed:
    """A compiled rule over keys, for one ruleset with its parameters.

    Attributes:
        fill: the rule: of the array [key] it writes the options as records ``[gain] tier key`` from ``out[1]`` on, the
            gain in scoring games only, the tier 0 where none is declared, and returns how many; or a code of
            `grundy.kernels.contract`: `OUTSIDE_KEYS` where an option has no key, `ENDS_NONE` where the key is no position.
        predecessors: the declared moves backwards in the same way, records of keys alone; None where there are none.
        params: what both are given.
        box: all keys are below.
        dense: whether an array of all keys is worth its room.
        tiered: whether tiers are declared.
        declared: whether keys are as the game says, by ``rank`` or by bounds, and cannot be widened.
    """

    ruleset: FunctionRuleset
    start: Any
    fill: Callable[..., int]
    predecessors: Callable[..., int] | None
    numbers: Numbering = field(repr=False)
    width: int
    variable: bool
    dense: bool
    declared: bool

    @property
    def params(self) -> NDArray[np.int64]:
        """The parameters: they are part of the compiled rule."""
        return np.zeros(1, np.int64)

    @property
    def rule(self) -> tuple[Callable[..., int], NDArray[np.int64], int]:
        """The rule as most kernels take it: with its parameters, and whether gains stand in what it writes."""
        return self.fill, self.params, int(self.scoring)

    @property
    def scoring(self) -> bool:
        """Whether gains stand before the tiers."""
        return self.ruleset.scoring

    @property
    def tiered(self) -> bool:
        """Whether tiers are declared."""
        return "tier" in self.ruleset.hooks

    @property
    def box(self) -> int:
        """A number above all keys."""
        return self.numbers.below

    @property
    def record(self) -> int:
        """How many cells an option takes in what `fill` writes."""
        return 2 + self.scoring

    def __reduce__(self) -> Any:
        """Return how it is made again in another process, with the same keys."""
        numbers = self.numbers.below, self.numbers.low, self.numbers.span
        met = {name: self.ruleset.memory[KEPT][function, kind] for name, function, kind in _functions(self.ruleset)}
        told = (numbers, self.width, self.variable, self.dense, self.declared, met)
        return _made_again, (self.ruleset, self.start, *told)

    # ---- one position

    def key(self, state: Any) -> int | None:
        """Return the key of a state, that of the state which stands for it; None where it has none. O(width)."""
        image = self.ruleset.canonical(state)
        if self.numbers.rank is not None:
            found = self.ruleset.key_of(image)
            return found if found < self.box else None
        cells = self.cells(image)
        return None if cells is None else self.packing.key(cells)

    def state(self, key: int) -> Any:
        """Return the state of a key; None where the key is no position. O(width)."""
        if self.numbers.rank is not None:
            return self.ruleset.state_of_key(key)
        row = self.packing.unpack(np.array([key], np.uint64))[0].tolist()
        return _state(self, cells_in(row, self.variable))

    def tier(self, state: Any) -> int:
        """Return the tier of a state, that of the state which stands for it."""
        return self.ruleset.tier_of(self.ruleset.canonical(state))

    def cells(self, state: Any) -> tuple[int, ...] | None:
        """Return a state as a row, None where it is longer than any that was met."""
        return row_of(state, self.width, self.variable)

    @property
    def packing(self) -> Packing:
        """How the digits of a key are made, where no ``rank`` is declared."""
        return Packing(self.numbers.low, self.numbers.span)

    # ---- other keys

    def wider(self, key: int) -> Keyed | None:
        """Return a rule with room for the options of a key, where `fill` answered `OUTSIDE_KEYS`; None past 62 bits.

        RulesError where the keys are declared. Keys of the two differ.
        """
        state = self.state(key)
        if self.declared:
            raise RulesError(
                "a move of {name} at {position} leaves its declared {what}",
                name=self.ruleset.name,
                position=self.ruleset.describe(state),
                what="rank" if self.numbers.rank is not None else "bounds",
            )
        far = tuple(low + span - 1 for low, span in zip(self.numbers.low, self.numbers.span, strict=True))
        return keyed(self.ruleset, self.start, [state, *going_on(self.ruleset, state)], room=(self.numbers.low, far))

    def again(self, problem: Unfit) -> Keyed:
        """Return a rule with the same keys, where this one gave up in a branch without a witness and Python does there what
        was read; the problem is raised where it does not, or that was not why."""
        if problem.row is None or not went_on(self.ruleset, problem, [self.state(problem.row[0])]):
            problem.row = None  # a key, of which others know nothing
            raise problem
        return _made(self.ruleset, self.start, self.numbers, self.dense, self.declared, self.width, self.variable)[0]

    # ---- as it is compared (see `grundy.solving.comparing`)

    def encode(self, state: Any) -> tuple[int, ...] | None:
        """Return what `fill` is given for a state; None of one to which no key leads back: an image, or no position."""
        try:
            key = self.key(state)
            return (key,) if key is not None and self.state(key) == state else None
        except GrundyError:
            return None

    def record_of(self, state: Any) -> tuple[int, ...] | None:
        """Return the record of a state, but for the gain."""
        found = self.encode(state)
        return None if found is None else (self.tier(state), *found)

    def rows(self, out: Any, count: int) -> list[tuple[int, ...]]:
        """Return the records that were written."""
        cells: list[int] = out[1:].tolist()
        return [tuple(cells[i * self.record : (i + 1) * self.record]) for i in range(max(count, 0))]


def keyed(
    ruleset: Ruleset,
    start: Any,
    samples: Iterable[Any] = (),
    *,
    room: Iterable[tuple[int, ...]] = (),
    digits: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
    told: bool = True,
) -> Keyed | None:
    """Return a rule over keys for the positions that a start leads to; None where it must be searched otherwise.

    ``samples`` are more states that it is to have room for, ``room`` rows of such, perhaps shorter; ``digits`` are the least
    values and the spans (``numbers.low``, ``numbers.span``) of another rule that is to be made again. It is compared with
    Python's options on these and on some of play by lot, its hooks before (see `grundy.rules.hook_checks`). None where the
    rule is not compiled, which a notice says if it is to be ``told``, or where 62 bits do not hold its states.
    RulesError: a hook is wrong.

    >>> from grundy.games import load
    >>> rules = load("wythoff")
    >>> made = keyed(rules, (5, 8))
    >>> key = made.key((1, 1))
    >>> out = np.zeros(400, np.int64)
    >>> made.state(key), [made.state(int(out[2 * i + 2])) for i in range(made.fill(np.array([key]), made.params, out))]
    ((1, 1), [(0, 1), (1, 0), (0, 0)])
    """
    try:
        if not isinstance(ruleset, FunctionRuleset) or ruleset.partisan:
            return None
        check_hooks(ruleset, start)
        states = list(dict.fromkeys([*samples, *played(ruleset, start)]))
        made, rules = _compiled(ruleset, start, states, [*room, *([digits[0]] if digits else [])], digits)
        return None if made is None else _compared(made, states, rules)
    except (Unreadable, CannotCompile, Unfit) as problem:
        if told:
            give_up(ruleset, problem)
        return None


def _compared(made: Keyed, states: list[Any], rules: list[Any]) -> Keyed:
    """Return a rule that does what Python does at some states, and around them; `Unfit` where it does not."""
    ruleset = made.ruleset
    own = dict.fromkeys(map(ruleset.canonical, states[:: 1 + len(states) // COMPARED]))
    while True:
        compared = Comparison(ruleset, made)
        try:
            compared.require([state for state in own if made.encode(state) is not None])
            break
        except Unfit as problem:
            made = made.again(problem)
    compared.probe(probes(ruleset, states, rules), lambda cells: _state(made, cells))
    return made


def _state(made: Keyed, cells: tuple[int, ...]) -> Any:
    single = made.ruleset.shape == ONE and not made.ruleset.tuple_state
    return cells[0] if single else cells


def _compiled(
    ruleset: FunctionRuleset,
    start: Any,
    states: list[Any],
    room: list[tuple[int, ...]],
    digits: tuple[tuple[int, ...], tuple[int, ...]] | None,
) -> tuple[Keyed | None, list[Any]]:
    """Return the rule over keys, None where there are none, and all functions that were read for it."""
    refuse_overridden(ruleset)
    hooks = hooked(ruleset, *_HOOKS, states=states)
    few = states[:8] + states[8 :: 1 + len(states) // NEAR]
    near = [ruleset.canonical(each) for state in few for each in (state, *going_on(ruleset, state)[:8])]
    width, variable = layout(ruleset, near)
    width = max([width, *map(len, room)]) if variable else width
    pack_params(ruleset.params)  # which says what is no parameter of a compiled rule
    rows = [row for state in near if (row := row_of(state, width, variable)) is not None]
    rows += [(*row, *(0,) * (width - len(row))) for row in room]
    found = _numbering(ruleset, start, rows, variable, hooks)
    if found is not None and digits is not None and not found[2]:
        found = Numbering(prod(digits[1]), *digits), False, False
    if found is None:
        return None, []
    return _made(ruleset, start, *found, width, variable)


def _functions(ruleset: FunctionRuleset) -> list[tuple[str, Callable[..., Any], type[Wrapped] | None]]:
    """Return what is read of a game: the moves and the hooks, each with its name and the class over its state."""
    hooks = [(name, ruleset.hooks[name], None) for name in sorted(hooked(ruleset, *_HOOKS))]
    return [("moves", ruleset.function, ruleset.wraps), *hooks]


def _made(
    ruleset: FunctionRuleset, start: Any, numbers: Numbering, dense: bool, declared: bool, width: int, variable: bool
) -> tuple[Keyed, list[Any]]:
    """Return the rule over such keys, and all functions that were read for it."""
    moves = seen(ruleset, "moves", [start])
    hooks = hooked(ruleset, *_HOOKS, states=[start])
    more: dict[str, Any] = {"width": width, "mode": "variable" if variable else "fixed"}
    more |= {"params": _values(ruleset.params), "ending": hooks.get("ending"), "dense": dense}
    more |= {"canonical": hooks.get("symmetry", hooks.get("symmetries"))}
    code = of_keys(moves, numbers, scoring=ruleset.scoring, tier=hooks.get("tier"), **more)
    back = hooks.get("predecessors")
    backwards = None if back is None else compile_fill(of_keys(back, numbers, backwards=True, **more))
    made = Keyed(ruleset, start, compile_fill(code), backwards, numbers, width, variable, dense, declared)
    return made, [moves, *(hooks[name] for name in ("ending", "tier") if name in hooks)]


def numbers_of(
    ruleset: Ruleset, width: int, packing: Packing | None, tiered: bool
) -> Callable[[NDArray[np.int64]], NDArray[np.int64]] | None:
    """Return a native function from states, one a row, to tiers and keys, which are negative of what has none.

    Keys are numbers of a packing, else as they are declared. None where the rules are not compiled.
    """
    if not isinstance(ruleset, FunctionRuleset) or ruleset.partisan:
        return None
    try:
        moves = seen(ruleset, "moves")
        hooks = hooked(ruleset, "rank", "unrank", "tier")
        if packing is None:
            numbers = Numbering(rank=hooks["rank"], unrank=hooks["unrank"])
        else:
            numbers = Numbering(packing.box, packing.low, packing.span)
        folding = hooks.get("symmetry", hooks.get("symmetries"))
        tier = hooks.get("tier") if tiered else None
        values = _values(ruleset.params)
        fill = compile_fill(of_numbers(moves, numbers, width=width, params=values, canonical=folding, tier=tier))
    except (Unreadable, CannotCompile, Unfit):
        return None
    params = np.zeros(1, np.int64)

    def keys(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        room, cells = 1 << 10, np.ascontiguousarray(rows).reshape(-1)
        while True:
            out = np.zeros(1 + 2 * len(rows) + room, np.int64)
            if fill(cells, params, out) != FULL:
                return out[1 : 1 + 2 * len(rows)].reshape(-1, 2)
            room *= 4

    return keys


def _made_again(
    ruleset: FunctionRuleset,
    start: Any,
    numbers: tuple[int, tuple[int, ...], tuple[int, ...]],
    width: int,
    variable: bool,
    dense: bool,
    declared: bool,
    known: dict[str, Met],
) -> Keyed:
    """Return a rule that was pickled; RulesError where what the game declares did not come with it."""
    own = _functions(ruleset)
    if {name for name, _function, _kind in own} != known.keys():
        raise RulesError(
            "{name} cannot be sent to worker processes: define it at the top level of a file", name=ruleset.name
        )
    ruleset.memory[KEPT].update({(function, kind): known[name] for name, function, kind in own})
    hooks = hooked(ruleset, *_HOOKS, states=[start])
    given = Numbering(*numbers, rank=hooks.get("rank"), unrank=hooks.get("unrank"))
    return _made(ruleset, start, given, dense, declared, width, variable)[0]


def _values(params: dict[str, Any]) -> dict[str, Value]:
    return {name: int(value) if isinstance(value, int) else cast(Value, value) for name, value in params.items()}


def _numbering(
    ruleset: FunctionRuleset, start: Any, rows: list[tuple[int, ...]], variable: bool, hooks: dict[str, Any]
) -> tuple[Numbering, bool, bool] | None:
    """Return how keys are made, whether they are worth an array, whether they are declared; None past 62 bits."""
    rank, unrank = hooks.get("rank"), hooks.get("unrank")
    if rank is not None:
        below = min(ruleset.limit_of_keys(start), LARGEST_KEY)
        return Numbering(below, rank=rank, unrank=unrank), ruleset.dense and below <= LARGEST_ARRAY, True
    bounds = ruleset.limits_of(start)
    width = len(rows[0])
    if bounds is not None and len(bounds) == width and not variable and prod(bounds) < LARGEST_KEY:
        return Numbering(prod(bounds), (0,) * width, tuple(bounds)), prod(bounds) <= LARGEST_ARRAY, True
    ranges = _ranges(rows)
    if ranges is None:
        return None
    low, span = ranges
    return Numbering(prod(span), low, span), False, False


def _ranges(rows: list[tuple[int, ...]]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the least value and the span of each column, powers of two with room to spare; None past 62 bits.

    A column gets at most twice its bits, and half of the bits that are left stay for what is met later.

    >>> _ranges([(0, 3, 7), (5, 3, 9)]), _ranges([(-3, 1), (2, 5)])
    (((0, 3, 0), (64, 1, 256)), ((-32, 0), (64, 64)))
    """
    ends = [(int(min(column)), int(max(column))) for column in zip(*rows, strict=True)]
    bits = [max(most, -1 - least).bit_length() + (least < 0) if least < most else 0 for least, most in ends]
    spare, moving = BITS - sum(bits), sum(size > 0 for size in bits)
    if spare < 0:
        return None
    bits = [size + min(size, spare // (2 * moving)) if size else 0 for size in bits]
    low = [
        least if least == most else -(1 << size - 1) if least < 0 else 0
        for (least, most), size in zip(ends, bits, strict=True)
    ]
    return tuple(low), tuple(1 << size for size in bits)
