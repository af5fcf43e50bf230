import grundy as gr
from grundy.rules.board import MINE


@gr.game(board=gr.Grid(".XO", sides="swap"))
def three(board):
    """Put a piece of yours on a free cell. Three in a row win."""
    for cell in board.free:
        yield board.place(cell, MINE)


@three.ending
def over(board):
    return gr.LOSS if board.line(3) else gr.TIE if board.full else None


three.starts("3x3", sizes="2x2; 2x3; 3x3")
