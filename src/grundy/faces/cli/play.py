"""``grundy play``: a game in the terminal, against an opponent that always answers."""

from __future__ import annotations

import shlex
from typing import Annotated

from grundy.common.errors import GrundyError
from grundy.faces.cli import arguments, output, watch
from grundy.faces.cli.dialogue import Dialogue
from grundy.faces.cli.options import Duration, Endless, Play, Tablebase, Text, Words, choice, flag, option
from grundy.playing import record
from grundy.playing.match import Match
from grundy.playing.opponent.aside import leave
from grundy.playing.opponent.levels import PERFECT, WORDS, known_level
from grundy.playing.rating import LEVELS
from grundy.rules.play import convention
from grundy.rules.ruleset import LEFT
from grundy.rules.turn_in_state import to_move
from grundy.solving.store.named import NAMED

SIDES = {"first": (True, False), "second": (False, True), "both": (True, True)}


def run(
    words: Words,
    side: Annotated[str, choice("--side", *SIDES, help="Which player you are.")] = "first",
    play: Play = "normal",
    endless: Endless = "draw",
    hints: Annotated[bool, flag("--hints", "Show what each move leads to.")] = False,
    seconds: Annotated[float, option("--seconds", "S", "Seconds grundy thinks about each move.", Duration())] = 1,
    tablebase: Tablebase = "",
    keep: Annotated[str, option("--keep", "FILE", "Save the match to a file, for `grundy review FILE`.", Text())] = "",
    level: Annotated[
        str, choice("--level", *WORDS, help="How well grundy plays; adapt: to match your play.")
    ] = PERFECT,
    rated: Annotated[bool, flag("--rated", "Count the match in your rating, which is kept on this machine.")] = False,
) -> int:
    """Play against grundy, from a position or from the game's usual start: at a level, or perfectly where time allows."""
    known_level(level)
    if side not in SIDES:
        raise GrundyError("--side is first, second or both, not {side!r}", side=side)
    if rated and (side == "both" or level not in LEVELS):
        raise GrundyError("--rated is of one player against a level: 1 to {most}, or perfect", most=len(LEVELS) - 1)
    if keep:
        output.check_writable(keep)
    position = arguments.position(words)
    if position.ruleset.partisan:  # Left begins
        position = to_move(position, LEFT)
    if tablebase:
        NAMED.append(arguments.tablebase(tablebase, position, convention(play, endless)).stored.folder)
    match = Match(position, convention(play, endless))
    if (watcher := watch.watcher()) is not None:
        watcher.leaves = False  # Ctrl-C stops what is thought about
    try:
        return Dialogue(match, SIDES[side], hints=hints, seconds=seconds, level=level, rated=rated).run()
    finally:
        leave()
        if keep:
            with output.written(keep) as file:
                file.write(record.written(match, shlex.join(words)).encode())
