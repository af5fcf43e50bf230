"""Games whose states say who is to move, as partisan games: in a sum a player may move here twice running.

So the value of Fox and Geese is that of *Winning Ways* (ch. 20): a fox that has passed the geese goes on for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.common.errors import RulesError
from grundy.rules.functions import FunctionRuleset
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.values.outcome import LOSS, TIE

TURN = "turn"
LOOPS = {"on": (LEFT,), "off": (RIGHT,), "dud": (LEFT, RIGHT)}
"""Who may move for ever where it is decided."""


def says_turn(rules: Ruleset) -> bool:
    """Whether a game declares endings, and its states end with who is to move: 0 the first player, Left, or 1.

    It has a value out of turn, which may be loopy, if players take turns and the rest of a state means the same to both.
    """
    if not rules.has_ending or rules.scoring:
        return False
    named = rules.sided and isinstance(rules, FunctionRuleset) and rules.names[1:][-1:] == (TURN,)
    return named or getattr(rules, "turns", False)


def options_out_of_turn(rules: Ruleset, state: Any, player: int) -> Iterable[Any]:
    """Return a player's options in a state without who is to move: Left has the moves of the first player.

    Where the rules say that a player to move has lost he has no option, where he has won his option is on, or off if he is
    Right, and of a tie dud. So who plays here alone gets what the rules say, whoever begins. RulesError where a player moves
    again: a state without who is to move would not be the same game.

    >>> from grundy.games import load
    >>> position = load("fox-and-geese")("#O#./.#X#/#X#./.#.#", "X")
    >>> [[*options_out_of_turn(position.ruleset, position.state[:-1], player)] for player in (LEFT, RIGHT)]
    [[], [(24, 4)]]
    """
    if state in LOOPS:
        return [state] if player in LOOPS[state] else []
    own = (*state, int(player == RIGHT))
    ended = rules.ended(own)
    if ended is None:
        return [_in_turn(rules, own, option)[:-1] for option in rules.options(own)]
    return () if ended == LOSS else ("dud",) if ended == TIE else ("on" if player == LEFT else "off",)


def _in_turn(rules: Ruleset, state: Any, option: Any) -> Any:
    """Return an option, after which the other player is to move."""
    if option[-1] != 1 - state[-1]:
        raise RulesError("in {name} a player may move twice running, so it has an outcome, no value", name=rules.name)
    return option
