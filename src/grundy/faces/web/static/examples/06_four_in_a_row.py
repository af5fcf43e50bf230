import grundy as gr
from grundy.rules.board import DOWN, FREE, MINE


@gr.game(board=gr.Grid(".XO", sides="swap"))
def four(board, *, line: int = 4):
    """Drop a piece of yours into a column. Four in a row win."""
    for cell in board.free:
        if board[board.step(cell, DOWN)] != FREE:
            yield board.place(cell, MINE)


@four.ending
def over(board, *, line: int):
    return gr.LOSS if board.line(line) else gr.TIE if board.full else None


four.starts("4x4", sizes="1x3 line=2; 2x2 line=2; 2x3 line=2; 3x3 line=3")
