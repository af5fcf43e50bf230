"""Puzzles: positions in which exactly one move wins, made from the rules, graded, each with its reason.

>>> import grundy as gr
>>> from grundy.playing.puzzles.making import make
>>> for puzzle in make(gr.nim, 2, seed=1):
...     print(puzzle.position, "|", puzzle.answer)
nim 1 2 1 | heap 2: 2 → 0
nim 3 4 5 | heap 1: 3 → 1
"""
