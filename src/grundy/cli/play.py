"""``grundy play``: a game in the terminal, against the perfect player."""

from __future__ import annotations

from typing import Annotated

import typer

from grundy.cli import arguments
from grundy.cli.dialogue import Dialogue
from grundy.cli.match import Match
from grundy.cli.options import Endless, Play, Words
from grundy.errors import GrundyError
from grundy.rules.play import convention
from grundy.rules.ruleset import LEFT
from grundy.rules.turns import to_move

SIDES = {"first": (True, False), "second": (False, True), "both": (True, True)}


def run(
    words: Words,
    side: Annotated[str, typer.Option("--side", metavar="first|second|both", help="Which player you are.")] = "first",
    play: Play = "normal",
    endless: Endless = "draw",
) -> int:
    """Play a position in the terminal, against the perfect player."""
    if side not in SIDES:
        raise GrundyError(f"--side is first, second or both, not {side!r}")
    position = arguments.position(words)
    if position.ruleset.partisan:  # Left begins
        position = to_move(position, LEFT)
    match = Match(position, convention(play, endless))
    return Dialogue(match, SIDES[side]).run()
