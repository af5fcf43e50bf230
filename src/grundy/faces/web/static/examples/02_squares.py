import grundy as gr


@gr.game(least=0)
def squares(n: int):
    """Take a square number of counters. Who finds none left loses."""
    k = 1
    while k * k <= n:
        yield n - k * k
        k += 1
