"""Games on boards whose cells hold more than a piece, each of at most 15 lines: they are played in `test_cells`."""

from __future__ import annotations

import grundy as gr
from grundy.rules.board import Board


@gr.game(board=gr.Grid(holds=12, sides="swap+mirror+flip"), called="Small Mancala", start="222|222")
def mancala(board: Board):
    """Sow a pit of your row; the last seed in an empty pit of yours is taken, with those opposite. Who cannot sow loses."""
    for pit in range(board.columns, 2 * board.columns):
        if board[pit] > 0:
            last, after = board.around(pit, board[pit]), board.sown(pit)
            if last >= board.columns and after[last] == 1:
                after = after.place(last, 0).place(last - board.columns, 0)
            yield after
