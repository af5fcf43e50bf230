import grundy as gr


@gr.game(board=gr.Grid(".#", live=".", same="mirror flip turn"))
def cram(board):
    """Cover two free squares side by side. Who cannot loses."""
    for cell in board.free:
        for way in (2, 3):  # to the right, and down
            if board[board.step(cell, way)] == 0:
                yield board.place(cell, 1).place(board.step(cell, way), 1)


cram.called("Dominoes", "Cover two free squares side by side. Who cannot loses.")
cram.starts("3 4", sizes="1 4; 2 3; 2 4; 3 3; 3 4")
