"""Fox and Geese on a chessboard (*Winning Ways* ch. 20): four geese, who go only forward, hem in a fox.

All go one square aslant, on the dark squares. The geese (X) win when the fox (O) cannot move, the fox when it reaches the
row from which they came; play ends, since geese do not go back. The geese win with right play, even if the fox begins
(Winning Ways). In Ceylon the fox goes one or two squares, ``reach=2``, straight and over free ones.
Boards show # for a light square: ``fox_and_geese("#X#X/.#.#/#.#./O#.#", "O")``.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.text.stones import with_men
from grundy.values.outcome import LOSS


@game(sided=True)
def fox_and_geese(geese: int, fox: int, turn: int, *, size: int = 8, reach: int = 1):
    """Go to a free square diagonally: a goose, if turn is 0, only down the board. Dark squares are counted row by row."""
    for square in range(size * size // 2):
        if (fox if turn else geese) >> square & 1:
            for way in range(2 + 2 * turn):
                end = aslant(square, way, size)
                if not turn and end >= 0 and not (geese | fox) >> end & 1:
                    yield geese ^ 1 << square | 1 << end, fox, 1
                gone = 0
                while turn and gone < reach and end >= 0 and not geese >> end & 1:
                    yield geese, 1 << end, 0
                    gone += 1
                    end = aslant(end, way, size)


def aslant(square: int, way: int, size: int) -> int:
    """Return the dark square down (ways 0, 1) or up (2, 3) from one, to the left or to the right, or -1."""
    row, column = square // (size // 2), square % (size // 2) * 2
    row, column = row + (1 if way < 2 else -1), column + (row % 2 == 0) + (1 if way % 2 else -1)
    return row * (size // 2) + column // 2 if 0 <= row < size and 0 <= column < size else -1


@fox_and_geese.ending
def over(geese: int, fox: int, turn: int, *, size: int) -> int | None:
    """The fox has won when it stands where the geese began; who cannot move has lost."""
    if not turn and fox < 1 << size // 2:
        return LOSS
    for square in range(size * size // 2):
        if (fox if turn else geese) >> square & 1:
            for way in range(2 + 2 * turn):
                end = aslant(square, way, size)
                if end >= 0 and not (geese | fox) >> end & 1:
                    return None
    return LOSS


@fox_and_geese.tier
def rows(geese: int, fox: int, turn: int, *, size: int) -> int:
    """Geese go down and never back: the sum of their rows."""
    return sum(square // (size // 2) for square in range(size * size // 2) if geese >> square & 1)


def dark(*, size: int) -> list[list[int]]:
    """Return the dark squares row by row, and the light ones, where nobody goes, as none."""
    return [[(r * size + c) // 2 if (r + c) % 2 else -1 for c in range(size)] for r in range(size)]


def begins(*, size: int) -> tuple[int, int]:
    """Return the geese in the first row, and the fox in the last."""
    return (1 << size // 2) - 1, 1 << size * (size - 1) // 2 + size // 4


def require(geese: int, fox: int, turn: int) -> None:
    """Raise PositionError for more foxes or none."""
    if fox.bit_count() != 1:
        raise PositionError("fox-and-geese: exactly one fox O is needed, not {count}", count=fox.bit_count())


with_men(fox_and_geese, (4, 6, 8, 10), layout=dark, begins=begins, first="O", require=require)
fox_and_geese.called(
    "Fox and Geese; fox-and-hounds; fox-and-hounds-on-a-chessboard",
    "Geese move one square diagonally forward, the fox one square diagonally in any direction. The geese win "
    "if the fox cannot move; the fox wins by reaching the row where the geese started.",
)
fox_and_geese.looks("stones")
fox_and_geese.starts(
    "8x8",
    example="6x6",
    sizes="4x4; 6x6; 8x8",
    variants={"Ceylonese": "6x6 reach=2"},
    small=(
        "#X#X/.#.#/#.#./.#O# X; 4x4; #X#X/.#.#/#.#./O#.# X; #X#X/.#.#/#.#./O#.# O; #.#X/X#.#/#O#./.#.# X; "
        "#.#X/X#.#/#O#./.#.# O; #.#./X#X#/#O#./.#.# X; #.#./X#X#/#O#./.#.# O; #.#./.#.#/#X#X/.#O# X; "
        "#.#./.#.#/#X#X/.#O# O"
    ),
)
