"""The starts of a game by the size of their board, and who wins each: the table of a game whose positions are no numbers."""

from __future__ import annotations

import re
from typing import Any

from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.proving.conjectures import has_outcomes_only
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

LIMITS: dict[str, Any] = {"positions": 20_000, "seconds": 2.0}
"""What a board of a table may take; a larger board than one that takes more is not tried."""
TOO_LARGE = "…"


def is_of_boards(rules: Ruleset) -> bool:
    """Whether positions are boards or graphs: they are shown, and not as the numbers that make their state.

    >>> from grundy.games import load
    >>> [is_of_boards(load(name)) for name in ("tic-tac-toe", "domineering", "nim", "cutcake", "chomp")]
    [True, True, False, False, False]
    """
    if getattr(rules, "board", None) is not None:
        return True
    if "show" not in rules.hooks or rules.begins is None:
        return False
    if all(word.isdecimal() or "=" in word for word in rules.begins.usual.split()):
        return False
    start = rules.start()
    shown = start.ruleset.show(start.state)
    return [int(number) for number in re.findall(r"[0-9]+", shown)] != [*start.ruleset.arguments(start.state)]


def by_size(rules: Ruleset, largest: int, *, outcomes: bool = False, play: str = "normal") -> list[list[Any]]:
    """Return the outcomes, scores or Grundy values of the starts of sizes a x b up to a largest, a row for each a from 0.

    None stands where the game has no start of a size, and `TOO_LARGE` where it takes too long. GrundyError of a game that
    has no sizes.

    >>> from grundy.games import load
    >>> by_size(load("cram"), 3)
    [[None, None, None, None], [None, 0, 1, 1], [None, 1, 0, 1], [None, 1, 1, 0]]
    """
    told = outcomes or has_outcomes_only(rules, play) or rules.partisan or rules.sided
    if not rules.takes_sizes and getattr(rules, "board", None) is None:
        usual = f" {rules.begins.usual}" if rules.begins else ""
        raise GrundyError(
            "positions of {name} are neither numbers nor boards of a size: solve one, as grundy solve {name}{usual}",
            name=rules.name,
            usual=usual,
        )
    table: list[list[Any]] = [[None] * (largest + 1) for _row in range(largest + 1)]
    heavy: list[tuple[int, int]] = []
    for a, b in sorted(
        ((a, b) for a in range(1, largest + 1) for b in range(1, largest + 1)), key=lambda size: size[0] * size[1]
    ):
        try:
            start = rules.start(a, b)
        except PositionError:
            continue
        if any(a >= rows and b >= columns for rows, columns in heavy):
            table[a][b] = TOO_LARGE
            continue
        try:
            table[a][b] = _answer(start, told, play)
        except TooLarge:
            heavy.append((a, b))
            table[a][b] = TOO_LARGE
    return table


def _answer(start: Position, told: bool, play: str) -> Any:
    """Return the outcome of a start if that is to be told, else its score or its Grundy value."""
    if told or start.ruleset.scoring:
        solution = start.solve(play, reuse=True, **LIMITS)
        return solution.outcome if told else solution.value
    return start.grundy(**LIMITS)
