import grundy as gr
from grundy.rules.grids import in_line


@gr.game(sided=True)
def three(mine: int, theirs: int):
    """Three in a row on nine squares, a bit a square; who is to move has the first number."""
    for square in range(9):
        bit = 1 << square
        if not (mine | theirs) & bit:
            yield theirs, mine | bit


@three.ending
def ending(mine: int, theirs: int):
    if in_line(theirs, 3, 3, 3):
        return gr.LOSS
    return gr.TIE if mine | theirs == 511 else None


three.starts("0 0")
