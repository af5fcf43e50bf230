"""Partisan Take-and-Break: each player takes from a heap as a code of his own says; who cannot loses.

Digit d_m of a code: exactly m counters may be taken so that nothing is left (1), one heap (2), or two (4).
A. S. Fraenkel, A. Kotzig, *Partizan octal games*, Internat. J. Game Theory 16, 1987. With digits 0 and 7 it is
Splittles (G. A. Mesdal, *Partizan splittles*, Games of No Chance 3, 2009):
a number of one's set is taken, and the rest may be split.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.rules.heapcode import heap_digits
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.rules.text.stones import heap_split

Digits = tuple[int, ...]


@partisan_game(trials=({"left": (0, 3, 0, 7), "right": (0, 1, 7)}, {"left": (4,), "right": (0, 7)}))
def partisan_take_and_break(*heaps: int, left: Digits = (0, 7), right: Digits = (0, 0, 7), player: int):
    """Take m counters of a heap if digit m of your code allows what is left: nothing 1, one heap 2, two heaps 4."""
    digits = left if player == LEFT else right
    for i in range(len(heaps)):
        for taken in range(min(len(digits), heaps[i] + 1)):
            rest = heaps[i] - taken
            if digits[taken] & (2 if rest else 1):
                yield *heaps[:i], rest, *heaps[i + 1 :]
            if digits[taken] & 4:
                for part in range(1, rest // 2 + 1):
                    yield *heaps[:i], part, rest - part, *heaps[i + 1 :]


@partisan_take_and_break.setup
def read(*heaps: int, left: Digits = (0, 7), right: Digits = (0, 0, 7)) -> Position:
    """Read heaps and the digits of the two codes, 0,7,7 for 0.77; what is none is refused."""
    for heap in heaps:
        if not isinstance(heap, int) or heap < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError("partisan-take-and-break: a heap is an integer from 0 up, not {heap!r}", heap=heap)
    codes = {"left": left, "right": right}
    for what, digits in codes.items():
        if not set(digits) <= set(range(8)):
            raise PositionError("partisan-take-and-break: the digits of {what} are from 0 to 7", what=what)
    return Position(
        partisan_take_and_break.bind(**{what: heap_digits(code).digits for what, code in codes.items()}), heaps
    )


@partisan_take_and_break.parts
def parts(*heaps: int) -> Iterator[int]:
    """Yield the heaps one by one."""
    return (heap for heap in heaps if heap)


@partisan_take_and_break.symmetry
def ordered(*heaps: int) -> Digits:
    """Put the heaps in order."""
    return tuple(sorted(heaps))


partisan_take_and_break.spelling(heap_split)


partisan_take_and_break.called(
    "Partisan Take-and-Break; partizan-take-and-break; partizan-octal; splittles; partizan-splittles",
    "Take a number of counters from a heap that is one of yours, and if you like split the rest in two: Left "
    "and Right have each a list of their own. Whoever cannot take loses.",
)
partisan_take_and_break.starts(
    "7 8",
    sizes="4; 5 6; 7 8; 9 10",
    variants={"Kayles against Dawson": "7 8 left=0,7,7 right=0,1,3,7"},
    small="0..6; 2 4; 0..6 left=0,7,7 right=0,0,7; 2 3 left=4, right=0,7",
)
