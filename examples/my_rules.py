"""Three games of a user's own: a heap game, a board game, a loopy game (the README shows how to solve them)."""

import grundy as gr
from grundy.rules.board import MINE, Board


@gr.heap_game                       # a move replaces one heap by some heaps: yield those
def halves(n: int):
    for k in range(1, n // 2 + 1):  # take at most half of a heap …
        yield (n - k,)
    if n > 2:                       # … or split one off
        yield 1, n - 1


@gr.game(board=gr.Grid(".XO", sides="swap"), start="3x3")   # a board, as the player to move sees it
def three_in_a_row(board: Board):
    for cell in board.free:
        yield board.place(cell, MINE)


@three_in_a_row.ending              # a declared ending: WIN, LOSS or TIE for the player to move
def ending(board: Board):
    if board.line(3):
        return gr.LOSS              # who has just moved has three in a row
    if board.full:
        return gr.TIE


@gr.game                            # a loopy game: the hand of a clock need never reach 0
def clock(hour: int, *, hours: int = 11):
    if hour != 0:
        yield (hour + 3) % hours
        yield (hour + 5) % hours


clock.starts("6")                   # where play begins: `grundy play my_rules.py:clock`
