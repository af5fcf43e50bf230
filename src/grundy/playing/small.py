"""Small positions of rules that somebody has just written: where play may begin, which are shown, and who wins them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from time import monotonic

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.playing import catalogue
from grundy.playing.yielded_boards import followed, require_boards
from grundy.rules.from_text import TextError
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Solution

SHARE = 4
"""A part in so many of the time is for a look at what moves lead to."""
HEAPS, SIDE, LISTED = 24, 8, 16
"""So many values of a sequence are told, a table has so many rows and columns, and so many other positions are."""


def begun(rules: Ruleset, fits: Callable[[Position], object] = lambda _position: True) -> Position | None:
    """Return a position to begin with: the usual start, else one that is soon played and fits; None where there is none.

    >>> from grundy.games import load
    >>> print(begun(load("nim")))
    nim(3, 4, 5)
    """
    if rules.begins is not None:
        return rules.start()
    found = next((p for p in _begun(rules) if any(True for _option in p.options())), None)
    return found or catalogue.example(rules, fits)


def _begun(rules: Ruleset) -> Iterator[Position]:
    """Iterate over positions where play may begin, of rules that do not say it."""
    if integers(rules) == 1:
        yield rules(12)
    elif isinstance(rules, HeapRuleset):
        yield rules(3, 4, 5)
    elif integers(rules) == 2:
        yield rules(5, 7)
    elif rules.takes_sizes and (board := rules.start_of_size(4, 4)) is not None:
        yield board


def integers(rules: Ruleset) -> int:
    """Return of how many numbers a position is: 1 has a sequence and 2 a table, 0 neither.

    >>> from grundy.games import load
    >>> [integers(load(name)) for name in ("bash", "wythoff", "kayles", "clobber")]
    [1, 2, 1, 0]
    """
    if isinstance(rules, HeapRuleset):
        return 1
    if not isinstance(rules, FunctionRuleset) or rules.partisan or rules.sided or rules.scoring:
        return 0
    return len(rules.names) if rules.integers and rules.shape != ANY and len(rules.names) < 3 else 0


def least(rules: Ruleset) -> int:
    """Return the number that a sequence or a table begins with."""
    return getattr(rules, "least", 0) or 0


def solved(rules: Ruleset, seconds: float) -> tuple[list[tuple[Position, Solution]], bool]:
    """Return small positions with who wins, as many as are solved in the time, and whether that is all of them.

    Raises:
        TextError: a rule of a text fails there, or a move leads to what is no board.

    >>> from grundy.games import load
    >>> found, whole = solved(load("bash"), 5)
    >>> [solution.value for _position, solution in found][:6], whole
    ([0, 1, 2, 3, 0, 1], True)
    """
    found: list[tuple[Position, Solution]] = []
    try:
        with keeping(Limits(seconds=seconds)):
            positions = list(_some(rules))
            if getattr(rules, "board", None) is not None:
                _require_boards(positions, seconds / SHARE)
            if integers(rules):
                positions[-1].solve()  # which meets most others
            found.extend((position, position.solve(reuse=True)) for position in positions)
    except TextError:
        raise
    except GrundyError as problem:  # the rest takes longer, or is no position of the game
        return found, not isinstance(problem, TooLarge)
    return found, True


def _require_boards(positions: list[Position], seconds: float) -> None:
    """Raise TextError where a move from some positions, or from those that follow, leads to what is no board."""
    until = monotonic() + seconds
    for position in followed(positions):
        require_boards(position)
        if monotonic() > until:
            return


def _some(rules: Ruleset) -> Iterator[Position]:
    """Iterate over small positions: of one or two numbers the first ones, of what has starts its sizes."""
    count = integers(rules)
    if count:
        side = range(least(rules), least(rules) + (HEAPS if count == 1 else SIDE))
        yield from (rules(*state) for state in product(side, repeat=count))
    elif rules.begins is not None:
        yield from map(rules.start, rules.begins.sizes or (rules.begins.usual,))
    else:
        yield from islice(rules.small_positions(LISTED), LISTED)
