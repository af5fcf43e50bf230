import grundy as gr


@gr.game(least=0)
def bites(nuts: int, *, m: int = 3):
    """Take one to m nuts. Whoever finds none left loses."""
    for k in range(1, min(m, nuts) + 1):
        yield nuts - k
