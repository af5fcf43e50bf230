"""Lines, connections, hexagons and boards without edges, as newcomers write them."""

import grundy as gr
from grundy.rules.board import DOWN, EAST, FREE, MINE, UP, WEST, YOURS

# ---- lines


@gr.game(board=gr.Grid(".XO", sides="swap"), start="3x3")
def drop_three(board):
    """Drop a piece into a column; three in a line win."""
    for column in range(board.columns):
        row = board.rows - 1
        while row >= 0 and board[row, column] != FREE:
            row -= 1
        if row >= 0:
            yield board.place(board.cell(row, column), MINE)


@drop_three.ending
def dropped(board):
    if board.line(3):
        return gr.LOSS
    if board.full:
        return gr.TIE
    return None


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@gr.game(board=gr.Grid(".X"), start="3x3")
def notakto(board):
    """Both write crosses; who makes three in a line loses."""
    for cell in board.free:
        yield board.place(cell, 1)


@notakto.ending
def three_crosses(board):
    for line in LINES:
        if all(board[cell] == 1 for cell in line):
            return gr.WIN
    return None


@gr.game(board=gr.Grid(".XO"), start="X../.O./...")
def wild(board):
    """Write a cross or a nought, as you like; who makes three alike in a line wins."""
    for cell in board.free:
        for sign in (1, 2):
            yield board.place(cell, sign)


@wild.ending
def three_alike(board):
    if board.line(3, 1) or board.line(3, 2):
        return gr.LOSS
    return gr.TIE if board.full else None


# ---- connections


@gr.game(board=gr.Grid(".XO", sides="swap+turn", shape="hexagons"), start="3x3")
def small_hex(board):
    """Put a stone on a free cell; a chain between your two sides wins."""
    for cell in board.free:
        yield board.place(cell, MINE)


@small_hex.ending
def hex_chain(board):
    return gr.LOSS if board.connects(WEST, EAST) else None


@gr.game(board=gr.Grid(".XO", sides="swap"), start="3x3")
def waterfall(board):
    """Put a stone on a free cell; who first has a chain from the top to the bottom wins."""
    for cell in board.free:
        yield board.place(cell, MINE)


@waterfall.ending
def fallen(board):
    return gr.LOSS if board.connects(UP, DOWN) else gr.TIE if board.full else None


def wet(board, cell: int, seen: tuple[int, ...]):
    """Whether water flows from this cell to the left side."""
    if cell % board.columns == 0:
        return True
    return any(board[near] == 1 and near not in seen and wet(board, near, (*seen, near)) for near in board.beside(cell))


@gr.game(board=gr.Grid(".X"), start="2x3")
def canal(board):
    """Dig a cell; who joins the left side and the right one wins."""
    for cell in board.free:
        yield board.place(cell, 1)


@canal.ending
def flows(board):
    for row in range(board.rows):
        end = board.cell(row, board.columns - 1)
        if board[end] == 1 and wet(board, end, (end,)):
            return gr.LOSS
    return None


# ---- hexagons


@gr.game(board=gr.Grid(".#", shape="hexagons"), start="3x3")
def honey_dominoes(board):
    """Cover two cells that touch; who cannot loses."""
    for cell in board.free:
        for near in board.beside(cell):
            if near > cell and board[near] == FREE:
                yield board.place(cell, 1).place(near, 1)


@gr.game(board=gr.Grid(".XO", sides="swap", shape="hexagons"), start="3x3")
def honey_line(board):
    """Put a stone on a free cell; three in a line win."""
    for cell in board.free:
        yield board.place(cell, MINE)


@honey_line.ending
def honey_three(board):
    return gr.LOSS if board.line(3) else gr.TIE if board.full else None


@gr.game(board=gr.Grid(".X", shape="hexagons"), start="3x4")
def shy_bees(board):
    """Put a bee on a cell that touches no other bee."""
    for cell in board.free:
        if all(board[near] == FREE for near in board.beside(cell)):
            yield board.place(cell, 1)


# ---- a torus


@gr.game(board=gr.Grid(".#", shape="torus"), start="3x3")
def ring_dominoes(board):
    """Cover two neighbouring cells; the board goes on beyond its edges."""
    for cell in board.free:
        for way in (EAST, DOWN):
            other = board.step(cell, way)
            if board[other] == FREE:
                yield board.place(cell, 1).place(other, 1)


@gr.game(board=gr.Grid(".XO", sides="swap", shape="torus"), start="3x3")
def ring_three(board):
    """Three in a line win, also over the edges."""
    for cell in board.free:
        yield board.place(cell, MINE)


@ring_three.ending
def ringed(board):
    return gr.LOSS if board.line(3, YOURS) else gr.TIE if board.full else None


@gr.game(board=gr.Grid(".X#", shape="torus"), start="X.../..../....")
def astronaut(board):
    """Walk to a free cell beside; the cell you leave is gone."""
    for token in board.cells(1):
        for end in board.beside(token):
            if board[end] == FREE:
                yield board.move(token, end).place(token, 2)
