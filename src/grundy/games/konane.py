"""Konane, of Hawaii: a stone jumps over neighbouring stones of the other colour and takes them; who cannot move loses.

M. D. Ernst, *Playing Konane mathematically*, UMAP Journal 16(2), 1995. A jump leads over one stone to the free cell behind
it, and may be followed by others in the same direction. Play begins on a chequered board from which two neighbouring
stones have been removed: ``konane("..XO|OXOX|XOXO|OXOX")``. Regions that no jump can join are best parted by #: then each is
solved by itself.
"""

from grundy.rules.board import FREE, Board, pieces
from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import partisan_game

State = tuple[int, int, int, int, int]


@partisan_game(board=Grid(".XO#", live=".XO", same="mirror flip turn", opposite="swap"))
def konane(board: Board, *, player: int):
    """Jump with a stone (Left an X, Right an O) over stones of the other colour, in one line; # is no cell."""
    own, other = pieces(player)
    for stone in board.cells(own):
        for way in range(4):
            after, start, over = board, stone, board.step(stone, way)
            while board[over] == other and board[board.step(over, way)] == FREE:
                land = board.step(over, way)
                after = after.move(start, land).place(over, FREE)
                yield after
                start, over = land, board.step(land, way)


@konane.spelling
def spelling(before: State, after: State) -> str:
    """Name the cells from which and to which a stone jumped."""
    columns = before[1]
    old, new = (before[2], after[2]) if after[2] & ~before[2] else (before[3], after[3])
    cells = ((mask.bit_length() - 1) for mask in (old & ~new, new & ~old))
    return "-".join(f"({i // columns + 1},{i % columns + 1})" for i in cells)


konane.called(
    "Konane; hawaiian-checkers",
    "Jump with one of your stones over neighbouring ones of the other colour, in one line, and take them. "
    "Whoever cannot jump loses.",
)
konane.looks("stones")
konane.starts(
    "6x6",
    example="4x4",
    sizes="3x4; 4x4; 4x6; 6x6; 8x8",
    small=".OX; .OX.; .XOXO.; X.O|.XO|OX.; .OXO|XO.X; .O.|XO#|.X.|..X",
)


@konane.sized
def chequered(rows: int, columns: int) -> str | None:
    """Return a chequered board from which the two stones in the top left corner have been removed."""
    if columns < 2:
        return None
    gone = ((0, 0), (0, 1))
    return board_of(rows, columns, lambda cell: "." if cell in gone else "XO"[sum(cell) % 2])
