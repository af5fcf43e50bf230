"""The machine code that a ruleset of Python functions becomes, as LLVM reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.language.native import of_states
from grundy.language.read import read
from grundy.language.refusal import pack_params
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT


def texts_of(rules: FunctionRuleset | HeapFunction) -> list[str]:
    """The text of the moves, or of the moves of each player; Unreadable says why there is none."""
    if not isinstance(rules, PartisanRuleset):
        return [text_of(rules, rules.function)]
    if rules.by_player:
        return [text_of(rules, rules.function, player=player) for player in (LEFT, RIGHT)]
    return [text_of(rules, function) for function in (rules.function, rules.other) if function is not None]


def text_of(rules: FunctionRuleset | HeapFunction, function: Callable[..., Any], **more: Any) -> str:
    """The text of a function for states of five numbers, or of as many as it has names for."""
    params = {**rules.params, **more}
    over = rules.over if isinstance(rules, FunctionRuleset) else lambda _function: None
    moves_of = read(function, params, scoring=rules.scoring, state=over(function))
    shapes = pack_params(params)[1]
    if isinstance(rules, HeapFunction):
        return of_states(moves_of, width=1, param_shapes=shapes, heap=True).text("rule")
    told = {name: rules.hooks[name] for name in ("ending", "symmetry") if name in rules.hooks}
    hooks = {name: read(hook, params, state=over(hook)) for name, hook in told.items()}
    width = 5 if moves_of.is_tuple else moves_of.width
    mode = "variable" if moves_of.is_tuple else "fixed"
    hooked: dict[str, Any] = {"ending": hooks.get("ending"), "canonical": hooks.get("symmetry")}
    return of_states(moves_of, width=width, mode=mode, param_shapes=shapes, scoring=rules.scoring, **hooked).text(
        "rule"
    )
