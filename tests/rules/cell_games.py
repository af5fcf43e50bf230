"""Games on boards whose cells hold more than a piece, each of at most 15 lines: they are played in `test_cells`."""

from __future__ import annotations

import grundy as gr
from grundy.rules.board import ALL_WAYS, FREE, MINE, Board
from grundy.rules.board_kinds import Kind, Numbers, Walled


@gr.game(board=gr.Grid(holds=12, sides="swap+mirror+flip"), called="Small Mancala", start="222|222")
def mancala(board: Numbers):
    """Sow a pit of your row; the last seed in an empty pit of yours is taken, with those opposite. Who cannot sow loses."""
    for pit in range(board.columns, 2 * board.columns):
        if board[pit] > 0:
            last, after = board.around(pit, board[pit]), board.sown(pit)
            if last >= board.columns and after[last] == 1:
                after = after.place(last, 0).place(last - board.columns, 0)
            yield after


@gr.scoring_game(board=gr.Grid(".", walls=True, counters=1), called="Dots and Boxes by Words", start="2x2")
def drawn_boxes(board: Walled):
    """Draw a line; who closes boxes gets a point for each and draws again: the other player passes."""
    if board.counter() > 0:
        yield 0, board.counted(0)
    else:
        for line in board.gaps:
            after = board.build(line)
            yield after.closed - board.closed, after.counted(int(after.closed > board.closed))


@gr.game(board=gr.Grid(".", walls=True, same="mirror flip turn"), called="Open Boxes", start="2x2")
def open_boxes(board: Walled):
    """Draw a line that closes no box; who cannot loses."""
    for line in board.gaps:
        if board.build(line).closed == 0:
            yield board.build(line)


@gr.game(board=gr.Grid(".XO", walls=True, sides="swap+flip"), called="Fences", start="X.|.O")
def fences(board: Walled):
    """Step to a free neighbouring cell and build a wall at one of its sides; who cannot step loses."""
    for own in board.cells(MINE):
        for end in board.beside(own):
            if board[end] == FREE:
                for way in range(4):
                    if not board.wall(board.side(end, way)):
                        yield board.move(own, end).build(board.side(end, way))


@gr.game(board=gr.Grid(".XO#", sides="swap+flip"), called="King Dirt", start="X..|...|..O")
def king_dirt(board: Board):
    """Step with your king to a clean free cell; the one that you leave is dirt. Who cannot step loses."""
    for king in board.cells(MINE):
        for way in ALL_WAYS:
            end = board.step(king, way)
            if board[end] == FREE:
                yield board.move(king, end).place(king, 3)


@gr.game(board=gr.Grid(".XO", floor="210", sides="swap+flip"), called="Thin Ice", start="X..|..O")
def thin_ice(board: Kind):
    """Step to a free neighbouring cell with ice; the ice that you leave is thinner by one. Who cannot step loses."""
    for own in board.cells(MINE):
        for end in board.beside(own):
            if board[end] == FREE and board.floor(end) < 2:
                yield board.move(own, end).lay(own, board.floor(own) + 1)
