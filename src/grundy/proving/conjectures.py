"""Positions in growing order, and what is true of them: what a guessed formula is tested against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice, product
from typing import Any, TypeVar

from grundy.common.errors import GrundyError, PositionError
from grundy.rules.functions import ANY, ONE, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome

T = TypeVar("T")
Arguments = tuple[int, ...]
Progress = Callable[[int, int], None]

FIRST_BATCH, LARGEST_BATCH = 32, 1024
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


def values(rules: Ruleset, states: Iterable[Arguments]) -> Iterator[int]:
    """Yield the Grundy value (of a scoring game the score) of each state."""
    if isinstance(rules, HeapRuleset):
        yield from _heaps(rules, states)
        return
    yield from _asked(rules, states, Position.score if rules.scoring else Position.grundy)


def losing(rules: Ruleset, states: Iterable[Arguments], play: str = "normal") -> Iterator[bool]:
    """Yield for each state whether the player to move loses."""

    def lost(position: Position) -> bool:
        return position.solve(play, reuse=True).outcome is Outcome.P

    yield from _asked(rules, states, lost)


def square(
    rules: Ruleset, size: int, *, outcomes: bool = False, play: str = "normal", progress: Progress | None = None
) -> list[list[Any]]:
    """Return the Grundy values (of a scoring game the scores) of the positions (a, b) with a, b <= size, a row for each a.

    Of a game on one number there is one row. With ``outcomes`` the outcome classes in ``play``; so too where there are no
    values, in misère play and in games with endings. None stands where there is no position. ``progress`` is called with
    (done, total). GrundyError if a position is not one or two numbers.

    >>> from grundy.games import load
    >>> square(load("wythoff"), 2), square(load("bash"), 5)
    ([[0, 1, 2], [1, 2, 0], [2, 0, 1]], [[0, 1, 2, 3, 0, 1]])
    """
    alone = has_one_number(rules)
    two = isinstance(rules, HeapRuleset) or len(coordinates(rules)) == 2 or getattr(rules, "shape", "") == ANY
    if not (alone or two):
        raise GrundyError("a position of {name} is not one number or two", name=rules.name)
    told = outcomes or has_outcomes_only(rules, play)

    def asked(*numbers: int) -> Any:
        try:
            position = rules(*numbers)
        except PositionError:
            return None
        if told:
            return position.solve(play, reuse=True).outcome
        return position.score() if rules.scoring else position.grundy()

    if alone:
        return [[asked(n) for n in range(size, -1, -1)][::-1]]
    rows: list[list[Any]] = []
    for a in range(size, -1, -1):  # from the largest: its search meets most of the others
        rows.append([asked(a, b) for b in range(size, -1, -1)][::-1])
        if progress is not None:
            progress(len(rows), size + 1)
    return rows[::-1]


def has_one_number(rules: Ruleset) -> bool:
    """Whether a position is one number, and not some heaps."""
    return isinstance(rules, FunctionRuleset) and rules.integers and rules.shape == ONE


def has_outcomes_only(rules: Ruleset, play: str) -> bool:
    """Whether positions have outcomes and no values: in misère play, and where rules declare endings."""
    return play == "misere" or (rules.has_ending and not rules.scoring)


def _heaps(rules: HeapRuleset, states: Iterable[Arguments]) -> Iterator[int]:
    for batch in _batches(states, largest=None):
        sequence = rules.sequence(1 + max(n for (n,) in batch))
        yield from (int(sequence[n]) for (n,) in batch)


def _asked(rules: Ruleset, states: Iterable[Arguments], ask: Callable[[Position], T]) -> Iterator[T]:
    """Yield the answers. The last states of a batch are asked first: their search has met most of the others."""
    for batch in _batches(states):
        answers = [ask(Position(rules, rules.make_state(args))) for args in reversed(batch)]
        yield from reversed(answers)


def _batches(states: Iterable[Arguments], largest: int | None = LARGEST_BATCH) -> Iterator[list[Arguments]]:
    rest, size = iter(states), FIRST_BATCH
    while batch := list(islice(rest, size)):
        yield batch
        size = 2 * size if largest is None else min(2 * size, largest)


def accepted(rules: Ruleset, args: Arguments) -> bool:
    """Whether the ruleset has that state: its setup, where it declares one, refuses what is no position."""
    try:
        rules.make_state(args)
        if "setup" in rules.hooks:
            rules(*args)
    except PositionError:
        return False
    return True
