import grundy as gr


@gr.partisan_game(board=gr.Grid(".#", live=".", same="mirror flip", opposite="turn"))
def crosscram(board, *, player: int):
    """Left covers two squares above each other, Right two side by side."""
    way = 3 if player == gr.LEFT else 2
    for cell in board.free:
        if board[board.step(cell, way)] == 0:
            yield board.place(cell, 1).place(board.step(cell, way), 1)


crosscram.starts("3 3", sizes="1 3; 2 2; 2 3; 3 3; 3 4")
