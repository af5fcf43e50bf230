import grundy as gr
from grundy.rules.board import EAST, MINE, WEST


@gr.game(board=gr.Grid(".XO", sides="swap+turn", shape="hexagons"))
def hex(board):
    """Put a stone of yours on a free cell."""
    for cell in board.free:
        yield board.place(cell, MINE)


@hex.ending
def over(board):
    """X joins the top with the bottom; O sees the board turned, so to both it is their way."""
    return gr.LOSS if board.connects(WEST, EAST) else None


hex.starts("4x4", sizes="1x2; 2x2; 2x3; 3x3")
