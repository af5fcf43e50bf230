"""A rule that looks a bounded number back, so that its period is proved: ``grundy law examples/look_back.py:leave_some``."""

import grundy as gr


@gr.heap_game  # heaps of fixed size are left beside the rest, so a move looks at most 13 back
def leave_some(n: int):
    if n >= 4:
        yield n - 4
    if n >= 12:
        yield n - 12
    for taken, beside in ((13, 4), (12, 6), (7, 3)):
        if n >= taken:
            yield n - taken, beside
