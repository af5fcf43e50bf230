"""Games whose laws are proved from these rules alone: ``grundy prove examples/theorems.py:t_wythoff t=2``."""

import grundy as gr


@gr.game(least=0)  # A. S. Fraenkel, How to beat your Wythoff games' opponent (1982)
def t_wythoff(a: int, b: int, *, t: int = 2):
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for more in range(1 - t, t):  # from both, where the numbers differ by less than t
        for k in range(1, a + 1):
            if 1 <= k + more <= b:
                yield a - k, b - k - more


@gr.game(least=0)  # play ends as soon as few counters are left
def wythoff_to(a: int, b: int, *, left: int = 1):
    if a + b > left:
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k


@gr.game(least=1)  # Euclid, where a multiple above m times the smaller number may not be taken
def euclid_at_most(a: int, b: int, *, m: int = 2):
    for k in range(1, m + 1):
        if a > k * b:
            yield a - k * b, b
        if b > k * a:
            yield a, b - k * a


@gr.game(least=0)  # Nim with two heaps; unless they are empty, a move may be passed, so many times
def nim_with_passes(a: int, b: int, passes: int):
    for k in range(1, a + 1):
        yield a - k, b, passes
    for k in range(1, b + 1):
        yield a, b - k, passes
    if passes > 0 and a + b > 0:
        yield a, b, passes - 1


@gr.game(least=0)  # take any number that is not in a finite set
def all_but(n: int, *, s: tuple[int, ...] = (2, 4)):
    for k in range(1, n + 1):
        if k not in s:
            yield n - k
