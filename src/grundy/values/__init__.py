"""What a position can be worth: outcomes, nimbers, scores, misère forms, canonical forms. Pure algebra, no game in it.

In come options that have values already; out go values that add, compare and print themselves (`writing`, read back by
`notation`), and what one reads off them: `thermograph`, `operators`, `misere`. `patterns` makes laws of values: periods,
recurrences, Beatty pairs.
"""
