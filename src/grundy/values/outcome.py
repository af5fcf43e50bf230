"""Outcome classes: who wins when both play as well as can be.

Normal loop-free play has the four classes of *Winning Ways* ch. 2 (N, P, L, R). Where play may be endless a player may
also draw, which makes nine classes in all (Siegel, *Combinatorial Game Theory*, ch. VI.1). A declared ending without a
winner is a *tie*, endless play is a *draw* (*Winning Ways* ch. 2): both are worth the same, and are not the same.
"""

from __future__ import annotations

from enum import Enum
from typing import NoReturn

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _

WIN = 1
"""Declared ending: the player to move has won."""
TIE = 0
"""Declared ending: play is over and nobody has won."""
LOSS = -1
"""Declared ending: the player to move has lost (who has just moved has won)."""


class Outcome(Enum):
    """The outcome class of a position.

    Of an impartial position: ``N`` (the next player wins), ``P`` (the previous player wins), ``T`` (a tie) or ``D`` (a
    draw by endless play). Of a partisan one also ``L`` and ``R`` (Left, Right wins whoever begins) and the four classes
    where one of the two beginnings is drawn.

    >>> Outcome.N, str(Outcome.N)
    (<Outcome.N: 'N'>, 'first player wins')
    >>> Outcome.from_results(1, 0) is Outcome.N_HAT
    True
    """

    N = "N"
    P = "P"
    L = "L"
    R = "R"
    D = "D"
    T = "T"
    N_HAT = "N^"
    N_CHECK = "Nv"
    P_HAT = "P^"
    P_CHECK = "Pv"

    def __str__(self) -> str:
        return _(_WORDS[self.value])

    @classmethod
    def from_results(cls, left_first: int, right_first: int) -> Outcome:
        """Return the class where Left gets the two results: 1 win, 0 draw, -1 loss, as Left begins and as Right does."""
        return cls(_CLASSES.get((left_first, right_first)))

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise GrundyError("{value!r} is no outcome class", value=value)

    @property
    def drawn(self) -> bool:
        """Whether nobody wins: a draw or a tie."""
        return self.value in "DT"


_WORDS = {
    "N": N_("first player wins"),
    "P": N_("second player wins"),
    "L": N_("Left wins"),
    "R": N_("Right wins"),
    "D": N_("draw"),
    "T": N_("tie"),
    "N^": N_("Left wins moving first, draws moving second"),
    "Nv": N_("Right wins moving first, draws moving second"),
    "P^": N_("Left wins moving second, draws moving first"),
    "Pv": N_("Right wins moving second, draws moving first"),
}
_CLASSES = {
    (1, 1): "L",
    (-1, -1): "R",
    (1, -1): "N",
    (-1, 1): "P",
    (0, 0): "D",
    (1, 0): "N^",
    (0, -1): "Nv",
    (0, 1): "P^",
    (-1, 0): "Pv",
}
