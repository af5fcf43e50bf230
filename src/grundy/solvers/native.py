"""Rules compiled: a ruleset's Python function as a native ``fill``, and its states as rows of integers.

A rule that cannot be read, or that leaves 64 bits, is interpreted instead; the reason is kept with the ruleset and told
in a notice. Before a compiled rule is used its children are compared with the interpreted ones on some positions.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

import numpy as np

from grundy.errors import Notice
from grundy.kernels.contract import FULL, UNFIT, Unfit
from grundy.kernels.jit import CannotCompile, compile_fill
from grundy.kernels.rooms import first_room
from grundy.language import _
from grundy.rules.functions import ONE, SEVERAL, FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.rewrite import generate, pack_params
from grundy.rules.ruleset import Ruleset
from grundy.rules.source import Rule, Unreadable, read


class Native(NamedTuple):
    """A compiled rule: its function, its packed parameters, the width of a state, and whether a length stands first."""

    fill: Callable[..., int]
    params: list[int]
    width: int
    variable: bool

    def encode(self, state: Any) -> tuple[int, ...] | None:
        """Return the cells of a state, or None if it has none of this width."""
        cells = cells_of(state)
        if not self.variable:
            return cells if len(cells) == self.width else None
        room = self.width - 1 - len(cells)
        return (len(cells), *cells, *(0,) * room) if room >= 0 else None


def cells_of(state: Any) -> tuple[Any, ...]:
    """Return a state as a tuple."""
    return cast("tuple[Any, ...]", state) if isinstance(state, tuple) else (state,)


def native(ruleset: Ruleset, samples: Iterable[Any]) -> Native | None:
    """Return the compiled rule of a ruleset, or None if it must be interpreted; ``samples`` are some of its states."""
    states = list(dict.fromkeys(samples))
    try:
        made = _compiled(ruleset, states)
        if (where := differing(ruleset, made, states)) is not None:
            raise Unfit(_("the compiled rule and Python differ at {describe}").format(describe=ruleset.describe(where)))
    except (Unreadable, CannotCompile, Unfit) as problem:
        give_up(ruleset, getattr(problem, "reason", str(problem)))
        return None
    return made


def give_up(ruleset: Ruleset, reason: str) -> None:
    """Keep why a ruleset is interpreted, and tell it of rules that are a Python function."""
    ruleset.memory["unread"] = reason
    if isinstance(ruleset, (FunctionRuleset, HeapFunction)):
        warnings.warn(
            _("{name} is interpreted, which is slower: {reason}").format(name=ruleset.name, reason=reason),
            Notice,
            stacklevel=2,
        )


def _compiled(ruleset: Ruleset, states: list[Any]) -> Native:
    if not isinstance(ruleset, FunctionRuleset):
        raise Unreadable(_("its moves are no single Python function"))
    rule = read(ruleset.function)
    width, variable = _layout(ruleset, states)
    params, shapes = pack_params(ruleset.params)
    text = generate(
        rule,
        width=width,
        mode="variable" if variable else "fixed",
        param_shapes=shapes,
        scoring=ruleset.scoring,
        ending=_hook(ruleset, "ending"),
        canonical=_hook(ruleset, "symmetry"),
    )
    return Native(compile_fill(text), params, width, variable)


def _hook(ruleset: Ruleset, name: str) -> Rule | None:
    hook = ruleset.hooks.get(name)
    return None if hook is None else read(hook)


def _layout(ruleset: FunctionRuleset, states: list[Any]) -> tuple[int, bool]:
    """Return the width of the states, and whether their lengths differ; Unreadable if they are no integers."""
    lengths: set[int] = set()
    for state in states:
        cells = cells_of(state)
        if not all(isinstance(c, int) for c in cells):
            raise Unreadable(_("its states are not integers"))
        lengths.add(len(cells))
    if ruleset.shape in (ONE, SEVERAL) and not ruleset.tuple_state:
        return len(ruleset.names), False
    return (max(lengths), False) if len(lengths) == 1 else (max(lengths) + 1, True)


def differing(ruleset: Ruleset, made: Native, states: list[Any]) -> Any:
    """Return the first of some states whose compiled children are not the interpreted ones, or None."""
    for state in states:
        cells, want = made.encode(state), _children(ruleset, made, state)
        if cells is None or want is None or _filled(made, cells, made.width + ruleset.scoring, len(want)) != want:
            return state
    return None


def _filled(made: Native, cells: tuple[int, ...], record: int, expected: int) -> list[tuple[int, ...]]:
    """Return the children that the compiled rule gives; Unfit if it gives none."""
    size = first_room(256) + record * expected
    while True:  # a rule may want more room than its children take
        out = np.zeros(size, np.int64)
        try:
            count = made.fill(np.array(cells, np.int64), np.array(made.params, np.int64), out)
        except OverflowError:
            count = UNFIT
        if count == UNFIT or size > 1 << 24:
            raise Unfit(_("its numbers leave 64 bits"))
        if count != FULL:
            rows: list[list[int]] = out[1 : 1 + record * max(count, 0)].reshape(-1, record).tolist()
            return [tuple(row) for row in rows]
        size *= 4


def _children(ruleset: Ruleset, made: Native, state: Any) -> list[tuple[int, ...]] | None:
    if ruleset.ended(state) is not None:
        return []
    rows: list[tuple[int, ...]] = []
    pairs = ruleset.scored_options(state) if ruleset.scoring else ((None, o) for o in ruleset.options(state))
    for gain, option in pairs:
        cells = made.encode(ruleset.canonical(option))
        if cells is None:
            return None
        rows.append(cells if gain is None else (gain, *cells))
    return rows


def native_heaps(rules: HeapFunction) -> Native | None:
    """Return the compiled rule of a heap game, or None if it must be interpreted."""
    try:
        params, shapes = pack_params(rules.params)
        text = generate(read(rules.function), width=1, param_shapes=shapes, heap=True)
        return Native(compile_fill(text), params, 1, False)
    except (Unreadable, CannotCompile) as problem:
        give_up(rules, getattr(problem, "reason", str(problem)))
        return None
