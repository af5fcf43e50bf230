"""Classes: a teacher's questions at one address, and what pupils answered; in memory, within bounds, and for some hours.

Nobody has an account, and no name is asked for: a pupil is a random word in a cookie. What is kept of him are the numbers of
his answers. All of it goes when the class is over, or the server ends.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.faces.web.admission import Refused

LASTS = 12 * 3600
"""Seconds after which a class is over."""
CLASSES, OWN = 500, 20
"""So many classes there are at most, and so many of one visitor."""
QUESTIONS, PUPILS = 20, 200
"""A class has so many questions, and so many pupils answer, at most."""
LETTERS = 300
"""So long may a position, and a teacher's own words, be."""
NONE = 255
"""Stands for a question that was not answered: no answer has so high a number."""
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a class's address: none is taken for another."""


class Question(NamedTuple):
    """A position, what is asked of it ("move", "left", "right" or "winner"), and the teacher's own words, if any."""

    position: str
    ask: str
    words: str


@dataclass
class Classroom:
    """A class: its questions, and for each pupil the number of his answer to each, or `NONE`."""

    code: str
    key: str
    owner: str
    ends: float
    questions: tuple[Question, ...]
    answers: dict[str, bytearray] = field(default_factory=dict[str, bytearray])

    def answer(self, pupil: str, question: int, choice: int) -> None:
        """Note an answer, in the place of what this pupil answered before; GrundyError where there are too many pupils."""
        if pupil not in self.answers and len(self.answers) >= PUPILS:
            raise GrundyError("{n} pupils have answered in this class, and no more can", n=PUPILS)
        self.answers.setdefault(pupil, bytearray([NONE] * len(self.questions)))[question] = choice

    def given(self, pupil: str, question: int) -> int | None:
        """Return what a pupil has answered to a question, None if nothing."""
        choice = self.answers[pupil][question] if pupil in self.answers else NONE
        return None if choice == NONE else choice

    def counts(self, question: int) -> Counter[int]:
        """Return how many pupils gave each answer to a question."""
        return Counter(given[question] for given in self.answers.values() if given[question] != NONE)


class Classes:
    """The classes of a server.

    >>> classes = Classes()
    >>> room = classes.begin([Question("nim 1 2", "move", "")], "somebody")
    >>> room.answer("a pupil", 0, 2)
    >>> classes.find(room.code.lower()).counts(0)
    Counter({2: 1})
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: dict[str, Classroom] = {}

    def begin(self, questions: Sequence[Question], owner: str) -> Classroom:
        """Begin a class; GrundyError where the bounds do not allow it."""
        self._end_those_that_are_over()
        if not 1 <= len(questions) <= QUESTIONS:
            raise GrundyError("a class has from 1 to {most} questions, not {n}", most=QUESTIONS, n=len(questions))
        if sum(room.owner == owner for room in self._open.values()) >= OWN:
            raise Refused(429, "you have {n} classes: open another when one is over", n=OWN)
        if len(self._open) >= CLASSES:
            raise Refused(503, "there are {n} classes on this server, and no more can be: try again later", n=CLASSES)
        code = next(code for code in iter(_code, "") if code not in self._open)
        room = Classroom(code, secrets.token_urlsafe(12), owner, self._now() + LASTS, tuple(questions))
        self._open[code] = room
        return room

    def find(self, code: str) -> Classroom:
        """Return the class of a code, in letters of either case; Refused where there is none, or it is over."""
        self._end_those_that_are_over()
        room = self._open.get(code.upper())
        if room is None:
            hours = LASTS // 3600
            raise Refused(404, "there is no class {code!r}: a class is over after {n} hours", code=code[:20], n=hours)
        return room

    def _end_those_that_are_over(self) -> None:
        self._open = {code: room for code, room in self._open.items() if room.ends > self._now()}


def _code() -> str:
    return "".join(secrets.choice(ALPHABET) for _letter in range(6))
