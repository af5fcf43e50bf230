"""``grundy explain``: why a position is won or lost."""

from __future__ import annotations

from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Endless, Json, Play, Tablebase, Words


def run(
    words: Words, play: Play = "normal", endless: Endless = "draw", json: Json = False, tablebase: Tablebase = ""
) -> int:
    """Explain a position: why it is won or lost, in words a student can follow."""
    position = arguments.position(words)
    solution = arguments.solution(position, play, endless, None, tablebase)
    explanation = solution.explain()
    if json:
        output.show_json({**solution.to_dict(), "explanation": explanation})
    else:
        print(f"{position}: {solution.outcome}\n{explanation}")
    return 0
