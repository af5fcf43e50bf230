"""Tic-tac-toe in a cube of 3 by 3 by 3 cells: three in a row win, in 49 lines.

The first player wins by the cell in the middle, in four moves (*Winning Ways* ch. 22). A cube that is full has a line, so
nobody ties. Who can complete a line does so here, and who cannot bars the other's lines if there are any: any other move
loses at once, so that neither the winner nor the length of play is changed, and a search has far less to look at. The three
layers are written side by side, ``...#...#.../...#.X.#.../...#...#...``; X begins, so the counts say whose turn it is.
"""

from itertools import product

from grundy.rules.functions import game
from grundy.rules.text.stones import in_turn
from grundy.values.outcome import LOSS

FULL = (1 << 27) - 1
"""Bit 9 * layer + 3 * row + column is a cell."""
LINES = tuple(
    sum(1 << 9 * (a + k * x) + 3 * (b + k * y) + c + k * z for k in range(3))
    for a, b, c, x, y, z in product(range(3), range(3), range(3), (0, 1), (-1, 0, 1), (-1, 0, 1))
    if (x, y, z) > (0, 0, 0) and all(0 <= start + 2 * step <= 2 for start, step in ((a, x), (b, y), (c, z)))
)


@game(sided=True)
def tic_tac_toe_3d(own: int, other: int):
    """Write your sign in an empty cell: complete your line if you can, otherwise block the other player's, otherwise any."""
    taken = own | other
    cells = closing(own, taken)
    if cells == 0:
        cells = closing(other, taken)
    if cells == 0:
        cells = FULL & ~taken
    for cell in range(27):
        if cells >> cell & 1:
            yield other, own | 1 << cell


def closing(stones: int, taken: int) -> int:
    """Return the free cells that complete a line."""
    found = 0
    for line in LINES:
        rest = line & ~stones
        if rest & rest - 1 == 0 and rest & taken == 0:
            found |= rest
    return found


@tic_tac_toe_3d.ending
def over(own: int, other: int) -> int | None:
    """Whoever has just moved wins with three in a row."""
    return LOSS if any(line & ~other == 0 for line in LINES) else None


@tic_tac_toe_3d.symmetry
def folded(own: int, other: int) -> tuple[int, int]:
    """Return the least of 48 images: the three axes in any order, each either way round."""
    least, least_other = own, other
    for turn in range(48):
        own, other = image(own, turn), image(other, turn)
        if own < least or (own == least and other < least_other):
            least, least_other = own, other
    return least, least_other


def image(stones: int, turn: int) -> int:
    """Exchange two axes, rows and columns or layers and rows in turn; each sixth time turn one round too."""
    if turn % 2:
        stones = swapped(swapped(stones, 0o700070, 6), 0o700, 12)
    else:
        stones = swapped(swapped(stones, 0o42042042, 2), 0o4004004, 4)
    if turn % 6 < 5:
        return stones
    if turn % 12 < 6:
        return swapped(stones, 0o111111111, 2)
    return swapped(stones, 0o7007007, 6) if turn % 24 < 12 else swapped(stones, 0o777, 18)


def swapped(stones: int, mask: int, by: int) -> int:
    """Exchange each cell of a mask with the one that is so many further on."""
    differs = (stones ^ stones >> by) & mask
    return stones ^ differs ^ differs << by


def layers() -> list[list[int]]:
    """Return the layers side by side, with a column of # between them."""
    return [[9 * layer + 3 * row + c if c < 3 else -1 for layer in range(3) for c in range(4)][:-1] for row in range(3)]


in_turn(tic_tac_toe_3d, layout=layers)
tic_tac_toe_3d.called(
    "Tic-Tac-Toe in a Cube; 3d-tic-tac-toe; cubic",
    "Write your sign in an empty cell of three layers. Three in a row win, along, across or through the "
    "layers; complete such a row if you can, otherwise block the other player's.",
)
tic_tac_toe_3d.looks("marks", "layers")
tic_tac_toe_3d.starts(
    "...#...#.../...#...#.../...#...#...",
    example="...#...#.../...#.X.#.../...#...#...",
    sizes="...#...#.../...#.X.#.../...#...#...; ...#...#.../...#...#.../...#...#...",
    variants={
        "Corner Opening": "X..#...#.../...#...#.../...#...#...",
        "Face Opening": "...#...#.../.X.#...#.../...#...#...",
    },
    small=(
        "X..#...#.../...#.X.#.../...#.O.#O..; X.O#...#.../.X.#O..#.../...#.X.#..O; "
        "XO.#.X.#O../...#O..#.X./...#X..#.O.; X.O#..X#OX./X..#...#.../OXX#...#O.O"
    ),
)
