import grundy as gr


@gr.scoring_game
def coins(*row: int):
    """Take the first or the last coin of a row; the coins count."""
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


coins.called("A row of coins", "Take the first or the last coin. Whoever has more wins.")
coins.starts("3 9 2 7 4 1", sizes="3 9 2; 3 9 2 7; 3 9 2 7 4 1")
