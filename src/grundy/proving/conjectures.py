"""Positions in growing order, and what is true of them: what a guessed formula is tested against."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count, product
from typing import Any

import numpy as np

from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.rules.functions import ANY, ONE, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome

Arguments = tuple[int, ...]

WIDEST = 3
"""Of states of any length, those of 1 to so many numbers are looked at."""


def coordinates(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the numbers that make a state; GrundyError where a state is not made of numbers.

    >>> from grundy.games import load
    >>> coordinates(load("nim"))
    ('n',)
    """
    if isinstance(rules, HeapRuleset):
        return ("n",)
    if not isinstance(rules, FunctionRuleset) or not rules.integers:
        raise GrundyError(
            "positions of {name} are not made of integers, so no formula can be tested on them", name=rules.name
        )
    return rules.names


def one_number(rules: Ruleset) -> Ruleset:
    """Return the ruleset if one number is a position of it; else GrundyError."""
    if isinstance(rules, HeapRuleset) or (isinstance(rules, FunctionRuleset) and rules.integers and rules.shape == ONE):
        return rules
    raise GrundyError("a position of {name} is not a single number, so it has no nim-sequence", name=rules.name)


def environment(rules: Ruleset, args: Arguments) -> dict[str, Any]:
    """Return the names that a formula may use for a state, with their values."""
    names = coordinates(rules)
    spread = isinstance(rules, FunctionRuleset) and rules.shape == ANY
    return {**rules.params, **({names[0]: args} if spread else dict(zip(names, args, strict=True)))}


def growing(rules: Ruleset) -> Iterator[tuple[int, list[Arguments]]]:
    """Yield (largest number, the states whose largest number it is), without end.

    >>> from grundy.games import load
    >>> next(growing(load("nim")))
    (0, [(0,)])
    """
    names = coordinates(rules)
    spread = isinstance(rules, FunctionRuleset) and rules.shape == ANY
    widths = range(1, WIDEST + 1) if spread else [len(names)]
    for largest in count():
        yield largest, [args for width in widths for args in sorted(_shell(largest, width))]


def _shell(largest: int, width: int) -> Iterator[Arguments]:
    """Yield the tuples of so many numbers whose largest number is ``largest``, each once."""
    for place in range(width):
        for before in product(range(largest), repeat=place):
            for after in product(range(largest + 1), repeat=width - 1 - place):
                yield (*before, largest, *after)


def values(rules: Ruleset, states: Iterable[Arguments]) -> list[int]:
    """Return the Grundy value (of a scoring game the score) of each state: all are one question, which meets each once."""
    positions = _positions(rules, states)
    return [each.score() for each in positions] if rules.scoring else rules.grundy(positions).tolist()


def losing(rules: Ruleset, states: Iterable[Arguments], play: str = "normal") -> list[bool]:
    """Return for each state whether the player to move loses."""
    return rules.lost(_positions(rules, states), play=play).tolist()


def square(rules: Ruleset, size: int, *, outcomes: bool = False, play: str = "normal") -> list[list[Any]]:
    """Return the Grundy values (of a scoring game the scores) of the positions (a, b) with a, b <= size, a row for each a.

    Of a game on one number there is one row. With ``outcomes`` the outcome classes in ``play``; so too where there are no
    values, in misère play and in games with endings. None stands where there is no position. GrundyError if a position is
    not one or two numbers.

    >>> from grundy.games import load
    >>> square(load("wythoff"), 2), square(load("bash"), 5)
    ([[0, 1, 2], [1, 2, 0], [2, 0, 1]], [[0, 1, 2, 3, 0, 1]])
    """
    alone = has_one_number(rules)
    two = isinstance(rules, HeapRuleset) or len(coordinates(rules)) == 2 or getattr(rules, "shape", "") == ANY
    if not (alone or two):
        raise GrundyError("a position of {name} is not one number or two", name=rules.name)
    tops = (size,) if alone else (size, size)
    if rules.scoring and not (outcomes or has_outcomes_only(rules, play)):
        from grundy.solving.boxes import asked  # sequences need no search

        return asked(rules, tops, Position.score, None, object).reshape(-1, size + 1).tolist()
    found = box(rules, tops, outcomes, play)
    return [
        [None if entry in ("", -1) else Outcome(entry) if isinstance(entry, str) else entry for entry in row]
        for row in found.reshape(-1, size + 1).tolist()
    ]


def box(rules: Ruleset, where: Iterable[Any], outcomes: bool = False, play: str = "normal") -> np.ndarray:
    """Return the Grundy values of many positions in one call, or the letters of their outcomes where there are no values."""
    told = outcomes or has_outcomes_only(rules, play) or rules.partisan or rules.scoring
    return rules.outcomes(*where, play=play) if told else rules.grundy(*where)


def is_lost(found: np.ndarray) -> np.ndarray:
    """Return which of many answers, values or letters or truths, are of positions that are lost for the player to move."""
    return found if found.dtype == bool else found == ("P" if found.dtype.kind == "U" else 0)


def has_one_number(rules: Ruleset) -> bool:
    """Whether a position is one number, and not some heaps."""
    return isinstance(rules, FunctionRuleset) and rules.integers and rules.shape == ONE


def has_outcomes_only(rules: Ruleset, play: str) -> bool:
    """Whether positions have outcomes and no values: in misère play, and where rules declare endings."""
    return play == "misere" or (rules.only_outcomes and not rules.scoring)


def _positions(rules: Ruleset, states: Iterable[Arguments]) -> Iterator[Position]:
    return (Position(rules, rules.make_state(args)) for args in states)


def accepted(rules: Ruleset, args: Arguments) -> bool:
    """Whether the ruleset has that state: its setup, where it declares one, refuses what is no position."""
    try:
        rules.make_state(args)
        if "setup" in rules.hooks:
            rules(*args)
    except PositionError:
        return False
    return True


# -- the starts of a game by the size of their board, and who wins each ------------------------------------------------


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
    told = outcomes or has_outcomes_only(rules, play) or rules.partisan
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
        solution = start.solve(play, **LIMITS)
        return solution.outcome if told else solution.value
    return start.grundy(**LIMITS)
