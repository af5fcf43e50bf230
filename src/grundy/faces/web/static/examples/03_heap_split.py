import grundy as gr


@gr.heap_game
def halves(n: int):
    """Take one or two counters of a heap, or split it into two that differ."""
    for k in (1, 2):
        if k <= n:
            yield (n - k,)
    for k in range(1, (n + 1) // 2):
        yield k, n - k
