"""What more cores could give to the values of partisan boards, by counts: the parts that each must look at.

Run: ``python benchmarks/cores_of_values.py [game and its arguments]``. A board's value follows from those of its parts, and
theirs from their options'. So the first moves are dealt out to 2, 4, 8 and 16 cores, each of which has a store of its
own, and the parts are counted that each meets. What the busiest meets is the least that is to be waited for.
"""

from __future__ import annotations

import sys
from typing import Any

from grundy.games import load
from grundy.solvers.parts import Parts, sides


def met(rules: Any, made: Any, states: list[Any]) -> int:
    """Return how many parts are met from some positions on."""
    parts = Parts(rules, made)
    for state in states:
        parts.divided(state)
    parts.explore()
    return len(parts)


def main() -> None:
    name, *words = sys.argv[1:] or ("domineering", "5", "6")
    position = load(name)(*(int(word) if word.isdecimal() else word for word in words))
    made = sides(position.ruleset, position.state)
    states = list(dict.fromkeys(option.state for option in position.options()))
    whole = met(position.ruleset, made, states)
    print(f"{position}: {len(states)} options, {whole:,} parts")
    for cores in (2, 4, 8, 16):
        counts = [met(position.ruleset, made, states[core::cores]) for core in range(cores)]
        faster, more = whole / max(counts), sum(counts) / whole
        print(
            f"{cores} cores: {max(counts):,} parts of the busiest, {faster:.2f} times as fast, {more:.2f} times the work"
        )


if __name__ == "__main__":
    main()
