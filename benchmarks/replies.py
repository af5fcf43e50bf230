"""How soon a match is answered, of every game of the catalogue at its usual start, as the web server answers it.

Run: ``python benchmarks/replies.py [GAME ...]``: the opponent's move within the usual second and the board after it, twice
each, of some games or of all. It prints the longest times (first and second asking), how many were over a second, of which
games the first move was not known to be perfect, and how many of the opponent's moves were in a match of these against moves
at random.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from grundy.faces.web import positions
from grundy.games import load, load_all
from grundy.playing.opponent import Budget, choose_at
from grundy.playing.opponent.choosing import PERFECT
from grundy.playing.record import begun, usual_position
from grundy.rules.ruleset import Ruleset

SHOWN = 12
"""So many of the longest are printed."""
LONGEST = 40
"""Moves of the opponent in a match."""


def answered(rules: Ruleset) -> tuple[float, bool]:
    """Return the seconds from a question to the board after the opponent's move, and whether that is known to be perfect."""
    assert rules.begins is not None, "every game of the catalogue has a start"
    words = f"{rules.name} {rules.begins.usual}"
    start = time.perf_counter()
    reply = positions.reply(words)
    positions.position(words, moves=reply["token"], hints=False)
    return time.perf_counter() - start, reply["perfect"]


def perfect(rules: Ruleset) -> tuple[int, int]:
    """Return how many of the moves in a match against moves at random were known to be perfect, and of how many."""
    match, chance, known, count = begun(usual_position(rules.name)), random.Random(1), 0, 0
    while not match.over and count < LONGEST:
        choice = choose_at(match, PERFECT, Budget(positions.THINKING, None, exact=True))
        known, count = known + choice.perfect, count + 1
        match.make(choice.move)
        if not match.over:
            match.make(chance.choice([*islice(match.position.moves(), 1000)]))
    return known, count


def main(asked: Sequence[str]) -> None:
    """Print the figures."""
    games = [load(name) for name in asked] or load_all()
    twice = {rules.name: (answered(rules), answered(rules)) for rules in games}
    found = sorted(
        ((first[0], second[0], name) for name, (first, second) in twice.items()), key=lambda row: -max(row[:2])
    )
    for first, second, name in found[:SHOWN]:
        print(f"{name:24} {first:5.2f} s, {second:5.2f} s")
    over = sum(max(row[:2]) > 1 for row in found)
    open_ = [name for name, (first, _again) in twice.items() if not first[1]]
    print(f"{len(found)} games, {over} of them over 1 s; not known to be perfect: {len(open_)} ({', '.join(open_)})")
    total = Counter[str]()
    for name in open_:
        known, count = perfect(load(name))
        print(f"{name:24} {known} of {count} replies known to be perfect")
        total.update(known=known, count=count)
    print(f"{total['known']} of {total['count']}")


if __name__ == "__main__":
    main(sys.argv[1:])
