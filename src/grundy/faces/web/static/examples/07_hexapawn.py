import grundy as gr
from grundy.rules.board import DOWN, FREE, MINE, UP, YOURS


@gr.game(board=gr.Grid(".XO", sides="swap+flip"))
def hexapawn(board):
    """Step ahead, or take aslant. Whoever reaches the far row wins, and whoever cannot move loses."""
    for pawn in board.cells(MINE):
        for way in (4, UP, 5):  # ahead to the left, ahead, ahead to the right
            end = board.step(pawn, way)
            if board[end] == (FREE if way == UP else YOURS):
                yield board.move(pawn, end)


@hexapawn.ending
def over(board):
    return gr.LOSS if board.reaches(DOWN) else None


hexapawn.starts("OOO|...|XXX", sizes="OO|..|XX; OOO|...|XXX; OOO|...|...|XXX")
