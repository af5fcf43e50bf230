"""A lesson as data: steps that are read, questions with one right move, and a game at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grundy.common.messages import _


@dataclass(frozen=True)
class Step:
    """A page of a lesson: what is said, and a position beside it.

    Attributes:
        kind: "look" (any move may be tried, and is answered), "find" (one move wins, and is to be found) or "play".
        words: what is said, in English; a word that is explained here for the first time stands between asterisks.
        position: its words, as the shell reads them.
        player: of a partisan game who moves, "left" or "right".
        claims: what the words say of positions: who wins them, as the letter of the outcome class. Tests ask the solver.
    """

    kind: Literal["look", "find", "play"]
    words: str
    position: str
    player: str = ""
    claims: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """What is said, in the language that is spoken."""
        return _(self.words)


@dataclass(frozen=True)
class Lesson:
    """Steps about one game, the last of which is play."""

    name: str
    called: str
    steps: tuple[Step, ...]

    @property
    def title(self) -> str:
        """The title, in the language that is spoken."""
        return _(self.called)
