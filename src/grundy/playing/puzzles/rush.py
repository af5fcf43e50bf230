"""A rush: five minutes of puzzles, each of another game, harder after every four; the third mistake ends it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from grundy.playing import on_device
from grundy.playing.puzzles.making import of_rush
from grundy.playing.puzzles.puzzle import Puzzle

SECONDS, MISTAKES = 300, 3
"""So long a rush lasts, and so many mistakes end it; the page counts the same (`rush.js`)."""


class Tried(NamedTuple):
    """A puzzle of a rush, and whether the move that was tried wins."""

    puzzle: Puzzle
    right: bool


@dataclass
class Rush:
    """A rush that goes on.

    Attributes:
        seed: the same gives the same puzzles, in the shell and on the page.
        end: when it is over, by the clock of whoever asks.
        tried: the puzzles that were answered.

    >>> rush = Rush(seed=1, end=300.0)
    >>> rush.tried += [Tried(rush.puzzle(), right) for right in (True, True, False)]
    >>> rush.clock(27.5), rush.solved, rush.mistakes, rush.streak, rush.over(27.5), rush.over(300)
    ('4:33', 2, 1, 2, False, True)
    """

    seed: int
    end: float
    tried: list[Tried] = field(default_factory=list)

    def puzzle(self) -> Puzzle:
        """Return the puzzle that comes now."""
        return of_rush(self.seed, len(self.tried))

    @property
    def solved(self) -> int:
        """How many were solved."""
        return sum(each.right for each in self.tried)

    @property
    def mistakes(self) -> int:
        """How many were not."""
        return len(self.tried) - self.solved

    @property
    def streak(self) -> int:
        """The most that were solved one after another."""
        return max(
            (sum(1 for _ in run) for right, run in groupby(each.right for each in self.tried) if right), default=0
        )

    def over(self, now: float) -> bool:
        """Whether the time is over, or so many mistakes were made."""
        return now >= self.end or self.mistakes >= MISTAKES

    def clock(self, now: float) -> str:
        """Return the time that is left, in minutes and seconds, as the page shows it."""
        left = max(0, -int((now - self.end) // 1))
        return f"{left // 60}:{left % 60:02}"


def best(solved: int) -> int:
    """Return the most that were ever solved on this machine, with those of now, which is kept.

    A file that is damaged counts as none; OSError where nothing can be kept.
    """
    before = on_device.read("rush")
    most = max(solved, before) if type(before) is int else solved
    on_device.write("rush", most)
    return most
