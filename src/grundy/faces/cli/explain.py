"""``grundy explain``: why a position is won or lost."""

from __future__ import annotations

from grundy.faces.cli import arguments
from grundy.faces.cli.options import Endless, Play, Tablebase, Words
from grundy.faces.cli.output import Answer


def run(words: Words, play: Play = "normal", endless: Endless = "draw", tablebase: Tablebase = "") -> Answer:
    """Explain a position: why it is won or lost, in words a student can follow."""
    position = arguments.position(words, soon=True)
    solution = arguments.solution(position, play, endless, None, tablebase)
    explanation = solution.explain()
    return Answer(
        lambda: {**solution.to_dict(), "explanation": explanation}, f"{position}: {solution.outcome}\n{explanation}"
    )
