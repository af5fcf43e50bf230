"""Lessons: a path from Bash to Domineering, each built on those before, in steps with a position to be played.

>>> [lesson.name for lesson in LESSONS][:5], len(LESSONS)
(['bash', 'nim', 'turning-turtles', 'chomp', 'kayles'], 10)
>>> LESSONS[0].steps[1].kind, LESSONS[0].steps[1].position
('find', 'bash 7')
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grundy.common.errors import GrundyError
from grundy.common.messages import _


@dataclass(frozen=True)
class Step:
    """A page of a lesson: what is said, and a position beside it.

    Attributes:
        position: its words, as the shell reads them.
        kind: "look" (any move may be tried, and is answered), "find" (one move wins, and is to be found) or "play", which
            whoever begins can win.
        player: of a partisan game who moves, "left" or "right".
        claimed: what the words say of positions of this game: who wins them, as the letter of the outcome class.
        words: what is said, in English; a word that is explained here for the first time stands between asterisks.
    """

    position: str
    kind: str = "look"
    player: str = ""
    claimed: str = ""
    words: str = ""

    @classmethod
    def of(cls, text: str) -> Step:
        """Return a step of a text: how it is played, its position, perhaps claims, and what is said."""
        head, *lines = text.splitlines()
        how, position = head.split(": ", 1)
        claimed = lines.pop(0).removeprefix("claims: ") if lines[0].startswith("claims: ") else ""
        kind, _space, player = how.partition(" ")
        return cls(position, kind, player, claimed, " ".join(lines))

    @property
    def claims(self) -> tuple[tuple[str, str], ...]:
        """The positions of which the words say who wins them, and the letter of the outcome class. Tests ask the solver."""
        game = self.position.split()[0]
        return tuple((f"{game} {told[:-2]}", told[-1]) for told in self.claimed.split(", ") if told)

    @property
    def text(self) -> str:
        """What is said, in the language that is spoken."""
        return _(self.words)


class Lesson:
    """Steps about one game, the last of which is play."""

    def __init__(self, name: str, called: str, *steps: Step) -> None:
        self.name, self.called, self.steps = name, called, steps

    @classmethod
    def of(cls, text: str) -> Lesson:
        """Return the lesson of a text: a line with its name and title, and its steps, each behind an empty line."""
        head, *steps = text.split("\n\n")
        name, called = head.splitlines()[0].split(": ", 1)
        return cls(name, called, *map(Step.of, steps))

    @classmethod
    def every(cls) -> tuple[Lesson, ...]:
        """Return all lessons, in their order."""
        text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
        return (*map(cls.of, text.split("\n# ")[1:]),)

    @property
    def title(self) -> str:
        """The title, in the language that is spoken."""
        return _(self.called)


LESSONS = Lesson.every()
"""In the order in which they are read."""


def of_name(name: str) -> Lesson:
    """Return the lesson of a name; GrundyError if there is none."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    raise GrundyError(
        "there is no lesson {name!r}: they are {names}", name=name, names=", ".join(x.name for x in LESSONS)
    )
