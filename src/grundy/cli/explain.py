"""``grundy explain``: why a position is won or lost."""

from __future__ import annotations

from grundy.cli import arguments, output
from grundy.cli.options import Endless, Json, Play, Words


def run(words: Words, play: Play = "normal", endless: Endless = "draw", json: Json = False) -> int:
    """Explain a position: why it is won or lost, in words a student can follow."""
    position = arguments.position(words)
    solution = position.solve(play, endless)
    explanation = solution.explain()
    if json:
        output.show_json({**solution.to_dict(), "explanation": explanation})
    else:
        print(f"{position}: {solution.outcome}\n{explanation}")
    return 0
