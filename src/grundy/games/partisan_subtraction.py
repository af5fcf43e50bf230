"""Partisan subtraction: Left takes from a heap a number of the set ``left``, Right one of ``right``; who cannot take loses.

A. S. Fraenkel, A. Kotzig, *Partizan octal games: partizan subtraction games*, Internat. J. Game Theory 16, 1987.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.rules.text.stones import heap_change

Numbers = tuple[int, ...]


@partisan_game
def partisan_subtraction(*heaps: int, left: Numbers = (1, 3), right: Numbers = (2, 3), player: int):
    """Take from a heap one of the numbers ``left`` (Left) or ``right`` (Right)."""
    numbers = left if player == LEFT else right
    for i in range(len(heaps)):
        for number in numbers:
            if number <= heaps[i]:
                yield *heaps[:i], heaps[i] - number, *heaps[i + 1 :]


@partisan_subtraction.setup
def read(*heaps: int, left: Numbers = (1, 3), right: Numbers = (2, 3)) -> Position:
    """Read heaps and the two sets."""
    for what, numbers, least in (("a heap", heaps, 0), ("a number of left", left, 1), ("a number of right", right, 1)):
        for number in numbers:
            if not isinstance(number, int) or number < least:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise PositionError(
                    "partisan-subtraction: {what} is an integer from {least} up, not {number!r}",
                    what=what,
                    least=least,
                    number=number,
                )
    chosen = {what: tuple(sorted(set(numbers))) for what, numbers in (("left", left), ("right", right))}
    return Position(partisan_subtraction.bind(**chosen), heaps)


@partisan_subtraction.parts
def parts(*heaps: int) -> Iterator[int]:
    """Yield the heaps one by one."""
    return (heap for heap in heaps if heap)


@partisan_subtraction.symmetry
def ordered(*heaps: int) -> Numbers:
    """Put the heaps in order."""
    return tuple(sorted(heaps))


partisan_subtraction.spelling(heap_change)


partisan_subtraction.called(
    "Partisan Subtraction; partizan-subtraction",
    "Take a number of counters from a heap; Left and Right each have a list of numbers they may take. "
    "Whoever cannot take loses.",
)
partisan_subtraction.starts(
    "7 8",
    sizes="4; 5 6; 7 8; 12 13 15",
    variants={"Evens and Odds": "7 8 left=2,4 right=1,3"},
    small=(
        "0..7; 2 4; 0..7 left=1,2 right=1,3; 2 4 left=1,2 right=1,3; 0..7 left=2 right=1,4; 2 4 left=2 right=1,4; "
        "0..7 left=1,2 right=9"
    ),
)
