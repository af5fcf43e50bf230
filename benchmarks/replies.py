"""How soon a match is answered, of every game of the catalogue at its usual start, as the web server answers it.

Run: ``python benchmarks/replies.py [GAME ...]``: the opponent's move within the usual second and the board after it, twice
each, of some games or of all. It prints the longest times (first and second asking), and how many were over a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from grundy.faces.web import positions
from grundy.games import load, load_all
from grundy.rules.ruleset import Ruleset

SHOWN = 12
"""So many of the longest are printed."""


def answered(rules: Ruleset) -> float:
    """Return the seconds from a question to the board after the opponent's move."""
    assert rules.begins is not None, "every game of the catalogue has a start"
    words = f"{rules.name} {rules.begins.usual}"
    start = time.perf_counter()
    positions.position(words, moves=positions.reply(words)["token"], hints=False)
    return time.perf_counter() - start


def main(asked: Sequence[str]) -> None:
    """Print the figures."""
    games = [load(name) for name in asked] or load_all()
    found = sorted(((answered(rules), answered(rules), rules.name) for rules in games), key=lambda row: -max(row[:2]))
    for first, second, name in found[:SHOWN]:
        print(f"{name:24} {first:5.2f} s, {second:5.2f} s")
    over = sum(max(row[:2]) > 1 for row in found)
    print(f"{len(found)} games, {over} of them over 1 s")


if __name__ == "__main__":
    main(sys.argv[1:])
