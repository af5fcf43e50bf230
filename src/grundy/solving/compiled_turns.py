"""Partisan play compiled: both players' moves as one rule, of states that end with the player to move (0 is Left)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.kernels.jit import compile_fill
from grundy.language.both_sides import with_turn
from grundy.language.ir import Routine
from grundy.language.native import Numbering, of_keys, of_states
from grundy.language.params import pack_params
from grundy.language.refusal import Unreadable
from grundy.rules.overridden import refuse_overridden
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.solving.comparing import Comparison
from grundy.solving.compiled_rules import Native, layout, packing_of
from grundy.solving.reading_rules import seen


def native_turns(rules: TurnsRuleset, states: list[Any], packed: bool) -> Native:
    """Return the compiled rule of a partisan game with the turn in its states, compared with Python at some of them.

    Unreadable, `CannotCompile` or `Unfit` where it is interpreted.
    """
    own = rules.rules
    if not isinstance(own, PartisanRuleset):
        raise Unreadable("its moves are not a single Python function")
    refuse_overridden(own)
    boards = [state for state, _player in states]
    width, variable = layout(own, boards)
    values = _parameters(own)
    params, shapes = pack_params(values)
    made = Native(lambda: 0, params, width + 1, variable, width + 1, turns=True)
    how: dict[str, Any] = {"width": width + 1, "mode": "variable" if variable else "fixed", "param_shapes": shapes}
    how["scoring"] = False
    packing = packing_of(made, states) if packed else None
    if packing is not None:
        made = made._replace(packing=packing, record=1)
        how |= {"numbers": (packing.box, packing.low, packing.span), "alone": True}
    moves, ending = routines(own, boards, values)
    how |= {"ending": ending, "canonical": None}
    numbers = how.pop("numbers", None)
    code = of_keys(moves, Numbering(*numbers), **how) if numbers else of_states(moves, **how)
    made = made._replace(fill=compile_fill(code), code=code)
    Comparison(rules, made).require(states)
    return made


def _parameters(rules: PartisanRuleset) -> dict[str, Any]:
    """Return the parameters of both players' moves; Unreadable where one name has a value for each."""
    left, right = (dict(rules.side(player).params) for player in (LEFT, RIGHT))
    for name in left.keys() & right.keys() - {"player"}:
        if left[name] != right[name]:
            raise Unreadable("{name} is another parameter of each player", name=name)
    return {name: value for name, value in {**rules.params, **left, **right}.items() if name != "player"}


def routines(rules: PartisanRuleset, states: list[Any], keywords: Iterable[str]) -> tuple[Routine, Routine | None]:
    """Return the moves of both players, and the ending, as rules whose state ends with the player to move."""
    keywords = [*keywords]
    sides = [(seen(rules.side(player), "moves", states), {"player": player}) for player in (LEFT, RIGHT)]
    moves = with_turn(sides, keywords, moves=True)
    if "ending" not in rules.hooks:
        return moves, None
    return moves, with_turn([(seen(rules, "ending", states), {})], keywords, moves=False)
