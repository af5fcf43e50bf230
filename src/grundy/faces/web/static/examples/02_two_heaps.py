import grundy as gr


@gr.game(least=0)
def queen(a: int, b: int):
    """Take counters from one heap, or as many from both. Whoever takes the last one wins."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k
