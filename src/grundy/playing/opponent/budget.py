"""What the opponent may take for a move, and how it searches."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """How games are searched: words of the header of `grundy.kernels.playouts`."""

    cut: int = -1
    sight: int = 1
    ripe: int = 2
    trust: int = 2
    curious: int = 350


BY_MOVES = Style(cut=4, sight=2, ripe=8, trust=2, curious=200)
"""For rules in which one player can have more moves than the other."""


class Budget(NamedTuple):
    """What a move may take.

    Attributes:
        seconds: the time, None for no bound.
        games: so many games are played out instead of as many as fit in the time: the same move every time.
        exact: whether the position may be solved.
        seed: what games at random begin with.
        style: how they are searched; None: as it suits the game.
    """

    seconds: float | None = 1.0
    games: int | None = None
    exact: bool = True
    seed: int = 1
    style: Style | None = None
