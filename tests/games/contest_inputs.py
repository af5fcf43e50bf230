"""Inputs of contest problems: a small one of each, and some that are answered by hand or in the problem itself."""

from __future__ import annotations

from grundy import games
from grundy.rules.text.contest import Reader

SMALL = {
    "adjacent-pairs": "2 3 4\n0\n",
    "bash": "1\n5 3\n",
    "choose-nim": "2\n1 2\n",
    "christmas-game": "1\n2 1\n1 2\n",
    "connect4-columns": "2252576253462244111563365343671351441 -1\n",
    "deque": "2\n1 2\n",
    "digraph-sum": "2 1\n1 2\n1\n1\n",
    "fibonacci-nim": "5\n0\n",
    "gg-and-mm": "1\n5 3\n",
    "graph-chase": "1\n2 1\n1 2\n1 2\n",
    "grid-score": "1 2\n+-\n",
    "grundys-game": "1\n5\n",
    "john": "1\n2\n1 2\n",
    "k-division": "1 2\n5\n",
    "kayles": "1\n5\n",
    "misere-nim": "1\n5\n",
    "mock-turtles": "2\n0 3\n",
    "nim": "2\n2 3\n",
    "nim-or-not-nim": "1\n2\n1 2\n",
    "nim-with-increases": "1\n2\n",
    "removal-game": "2\n1 2\n",
    "s-nim": "1 1\n1\n1 5\n0\n",
    "set-nim": "1\n2\n1\n5\n",
    "split-nim": "1\n5\n",
    "staircase-nim": "1\n5\n",
    "subtraction-1-3": "1\n5\n",
    "tree-cutting": "1\n2\n1 2\n",
    "tree-flip": "1\n2 1\n1 2 1\n0 1\n",
    "treblecross": "1\n.X.\n",
    "word-chain": "1\nabc\n",
    "wythoff": "1 2\n",
}
TOLD = {
    "connect4-columns": (
        "7422341735647741166133573473242566 1\n65214673556155731566316327373221417 2\n"
        "\n23163416124767223154467471272416755633\n",
        "win loss, not 2 tie",
    ),
    "christmas-game": ("2\n2 1\n1 2\n4 4\n1 2\n2 3\n3 1\n1 4\n1\n3 3\n1 2\n2 3\n3 1\n0\n", "Sally Sally Harry"),
    "gg-and-mm": ("2\n8 5\n12 5\n1\n8 5\n0\n1\n0 7\n", "MM GG GG GG"),
    "john": ("3\n3\n3 5 1\n1\n1\n0\n", "John Brother John"),
    "mock-turtles": ("0\n1 0\n4 0 1 2 3\n5 3 2 3 1 0\n", "Yes No Yes Yes"),
    "nim-or-not-nim": ("3\n3\n2 2 3\n2\n3 3\n2\n3 4\n", "Alice Bob Alice"),
    "tree-cutting": (
        "3\n3\n1 2\n2 3\n3\n1 2\n1 3\n10\n6 2\n4 3\n8 4\n9 5\n8 6\n2 7\n5 8\n1 9\n6 10\n",
        "Alice Bob Alice",
    ),
}
"""Cases of problems, answered by hand or in the problem itself."""


def judged(problem: str, text: str) -> list[str]:
    read = Reader(text)
    lines = list(games.find_judge(problem).judges[problem](read))
    read.finish()
    return lines
