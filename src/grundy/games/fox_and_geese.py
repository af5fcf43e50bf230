"""Fox and Geese on a chessboard (*Winning Ways* ch. 20): four geese, who go only forward, hem in a fox.

All go one square aslant, on the dark squares. The geese (X) win when the fox (O) cannot move, the fox when it reaches the
row from which they came; play ends, since geese do not go back. The geese win with right play, even if the fox begins
(Winning Ways). Boards show # for a light square: ``fox_and_geese("#X#X/.#.#/#.#./O#.#", "O")``.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board, board
from grundy.rules.text.moves import between
from grundy.rules.text.rows import read_men, write_men
from grundy.values.outcome import LOSS


@game(sided=True)
def fox_and_geese(geese: int, fox: int, turn: int, *, size: int = 8):
    """Go to a free square aslant: a goose, if turn is 0, only down the board. Dark squares are counted row by row."""
    for square in range(size * size // 2):
        if (fox if turn else geese) >> square & 1:
            for way in range(2 + 2 * turn):
                end = aslant(square, way, size)
                if end >= 0 and not (geese | fox) >> end & 1:
                    if turn:
                        yield geese, 1 << end, 0
                    else:
                        yield geese ^ 1 << square | 1 << end, fox, 1


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


def light(size: int) -> int:
    """Return the light squares of a board, as bits of all its squares."""
    return sum(1 << cell for cell in range(size * size) if (cell // size + cell % size) % 2 == 0)


def squares(men: int, size: int) -> int:
    """Return dark squares as bits of all squares."""
    dark = [cell for cell in range(size * size) if not light(size) >> cell & 1]
    return sum(1 << cell for i, cell in enumerate(dark) if men >> i & 1)


@fox_and_geese.setup
def read(text: str = "", turn: str = "", *, size: int = 8) -> tuple[int, int, int] | Position:
    """Read a board and who is to move; else the geese stand in the first row, the fox in the last, and it begins."""
    text = str(text)  # a row of digits is given as a number
    if not text:
        if size not in (4, 6, 8, 10):
            raise PositionError("fox-and-geese: the board is 4, 6, 8 or 10 squares wide, not {size}", size=size)
        return (1 << size // 2) - 1, 1 << size * (size - 1) // 2 + size // 4, int(turn.upper() != "X")
    size = text.replace("|", "/").count("/") + 1
    men = read_men("fox-and-geese", text, turn or "O", width=size, height=size, gone=light(size))
    dark = [cell for cell in range(size * size) if not light(size) >> cell & 1]
    geese, fox = (sum(1 << i for i, cell in enumerate(dark) if cells >> cell & 1) for cells in men.cells)
    if size not in (4, 6, 8, 10) or fox.bit_count() != 1:
        raise PositionError("fox-and-geese: one fox O on 4, 6, 8 or 10 rows is wanted, not {text!r}", text=text)
    return Position(fox_and_geese.bind(size=size), (geese, fox, men.turn))


@fox_and_geese.shown
def board_of(geese: int, fox: int, turn: int, *, size: int) -> str:
    """Write the board, and who is to move."""
    men = write_men((squares(geese, size), squares(fox, size)), size, size, gone=light(size))
    return f"{men}, {'XO'[turn]}"


@fox_and_geese.picture
def drawn(geese: int, fox: int, *others: int, size: int) -> Board:
    return board(write_men((squares(geese, size), squares(fox, size)), size, size, gone=light(size)))


@fox_and_geese.spelling
def spelling(before: tuple[int, int, int], after: tuple[int, int, int], *, size: int) -> str:
    """Name the squares from which and to which a piece goes."""
    turn = before[2]
    return between(squares(before[turn], size), squares(after[turn], size), size)


fox_and_geese.called(
    "Fox and Geese; fox-and-hounds; fox-and-hounds-on-a-chessboard",
    "Geese go one square aslant and forward, the fox one square aslant in any direction. The geese win when the "
    "fox cannot move, the fox when it reaches the row where they began.",
)
fox_and_geese.looks("stones")
fox_and_geese.starts(
    "8x8",
    example="6x6",
    sizes="4x4; 6x6; 8x8",
    small=(
        "#X#X/.#.#/#.#./.#O# X; 4x4; #X#X/.#.#/#.#./O#.# X; #X#X/.#.#/#.#./O#.# O; #.#X/X#.#/#O#./.#.# X; "
        "#.#X/X#.#/#O#./.#.# O; #.#./X#X#/#O#./.#.# X; #.#./X#X#/#O#./.#.# O; #.#./.#.#/#X#X/.#O# X; "
        "#.#./.#.#/#X#X/.#O# O"
    ),
)


@fox_and_geese.sized
def usual(rows: int, columns: int) -> Position | None:
    """Return the start on a square of an even size."""
    return fox_and_geese(size=rows) if rows == columns and rows in (4, 6, 8, 10) else None
