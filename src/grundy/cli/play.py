"""``grundy play``: a game in the terminal, against the perfect player."""

from __future__ import annotations

from typing import Annotated

import typer

from grundy.cli import arguments, watch
from grundy.cli.dialogue import Dialogue
from grundy.cli.options import Endless, Play, Words, choice
from grundy.errors import GrundyError
from grundy.match import Match
from grundy.rules.play import convention
from grundy.rules.ruleset import LEFT
from grundy.rules.turn_in_state import to_move

SIDES = {"first": (True, False), "second": (False, True), "both": (True, True)}


def run(
    words: Words,
    side: Annotated[str, choice("--side", *SIDES, help="Which player you are.")] = "first",
    play: Play = "normal",
    endless: Endless = "draw",
    hints: Annotated[bool, typer.Option("--hints", help="Show what each move leads to.")] = False,
) -> int:
    """Play a position, or a game from its usual start, in the terminal, against the perfect player."""
    if side not in SIDES:
        raise GrundyError("--side is first, second or both, not {side!r}", side=side)
    position = arguments.position(words, begin=True)
    if position.ruleset.partisan:  # Left begins
        position = to_move(position, LEFT)
    match = Match(position, convention(play, endless))
    if (watcher := watch.watcher()) is not None:
        watcher.leaves = False  # Ctrl-C stops what is thought about
    return Dialogue(match, SIDES[side], hints=hints).run()
