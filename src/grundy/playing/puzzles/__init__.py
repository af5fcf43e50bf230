"""Puzzles: positions in which one move wins and all others lose, made from the rules, graded, each with its reason.

>>> import grundy as gr
>>> from grundy.playing.puzzles import make
>>> for puzzle in make(gr.nim, 2, seed=1):
...     print(puzzle.position, "|", puzzle.answer)
nim 1 2 1 | heap 2: 2 → 0
nim 3 4 5 | heap 1: 3 → 1
"""

from __future__ import annotations

from grundy.playing.puzzles.making import found_in, make, make_all, of_day, of_rush, puzzle_of
from grundy.playing.puzzles.puzzle import Puzzle, Verdict, today, told, told_chances, tried, turned

__all__ = [
    "Puzzle",
    "Verdict",
    "found_in",
    "make",
    "make_all",
    "of_day",
    "of_rush",
    "puzzle_of",
    "today",
    "told",
    "told_chances",
    "tried",
    "turned",
]
