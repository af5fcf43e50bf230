import grundy as gr
from grundy.rules.board import Board, pieces


@gr.partisan_game(board=gr.Grid(".XO", live="XO", same="mirror flip turn", opposite="swap"))
def stones(board: Board, *, player: int):
    """Move a stone of yours onto a neighbour of the other's, which is taken away."""
    own, other = pieces(player)
    for cell in board.cells(own):
        for beside in board.beside(cell):
            if board[beside] == other:
                yield board.move(cell, beside)


stones.starts("XOX|OXO", sizes="XO; XOX; XO|OX; XOX|OXO")
