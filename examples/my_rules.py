"""Three games of a user's own: a heap game, a board game, a loopy game (the README shows how to solve them)."""

import grundy as gr


@gr.heap_game                       # a move replaces one heap by some heaps: yield those
def halves(n: int):
    for k in range(1, n // 2 + 1):  # take at most half of a heap …
        yield (n - k,)
    if n > 2:                       # … or split one off
        yield 1, n - 1


@gr.game(sided=True)                # a board: two bitboards, the mover's stones first
def three_in_a_row(own: int, other: int, *, cells: int = 7):
    for cell in range(cells):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@three_in_a_row.ending              # a declared ending: WIN, LOSS or TIE for the player to move
def ending(own: int, other: int, *, cells: int = 7):
    if other & other >> 1 & other >> 2:
        return gr.LOSS              # who has just moved has three in a row
    if own | other == (1 << cells) - 1:
        return gr.TIE


@gr.game                            # a loopy game: the hand of a clock need never reach 0
def clock(hour: int, *, hours: int = 11):
    if hour != 0:
        yield (hour + 3) % hours
        yield (hour + 5) % hours


clock.starts("6")                   # where play begins: `grundy play my_rules.py:clock`
