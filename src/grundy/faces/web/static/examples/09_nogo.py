import grundy as gr
from grundy.rules.board import MINE, YOURS


@gr.partisan_game(board=gr.Grid(".XO", sides="swap"))
def nogo(board):
    """Put a stone of yours where every block of stones keeps a free cell beside it."""
    for cell in board.free:
        after = board.place(cell, MINE)
        if after.breathes(MINE) and after.breathes(YOURS):
            yield after


nogo.starts("3x3", sizes="1x3; 2x2; 1x4; 2x3; 3x3")
