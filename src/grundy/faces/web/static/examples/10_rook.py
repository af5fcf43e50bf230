import grundy as gr

HOLES = ((1, 2), (3, 3), (5, 1))


def is_hole(row: int, column: int) -> bool:
    return any(row == hole[0] and column == hole[1] for hole in HOLES)


@gr.game(least=0)
def rook(row: int, column: int):
    """Move the rook up or to the left, over no hole. Who cannot move loses."""
    for k in range(row - 1, -1, -1):
        if is_hole(k, column):
            break
        yield k, column
    for k in range(column - 1, -1, -1):
        if is_hole(row, k):
            break
        yield row, k
