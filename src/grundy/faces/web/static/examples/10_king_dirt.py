import grundy as gr
from grundy.rules.board import ALL_WAYS, FREE, MINE

DIRT = 3


@gr.partisan_game(board=gr.Grid(".XO#", sides="swap"))
def king_dirt(board):
    """Step with your king; where it stood is dirt, where nobody steps."""
    for king in board.cells(MINE):
        for way in ALL_WAYS:
            end = board.step(king, way)
            if board[end] == FREE:
                yield board.move(king, end).place(king, DIRT)


king_dirt.starts("X..|...|..O", sizes="X.O; X.|.O; X..|..O; X..|...|..O")
