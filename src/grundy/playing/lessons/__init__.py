"""Lessons: a path from Bash to Domineering, each built on those before, in steps with a position to be played.

>>> [lesson.name for lesson in LESSONS][:5], len(LESSONS)
(['bash', 'nim', 'turning-turtles', 'chomp', 'kayles'], 10)
>>> LESSONS[0].steps[1].kind, LESSONS[0].steps[1].position
('find', 'bash 7')
"""

from __future__ import annotations

from grundy.common.errors import GrundyError
from grundy.playing.lessons.bash import lesson as bash
from grundy.playing.lessons.chomp import lesson as chomp
from grundy.playing.lessons.cutcake import lesson as cutcake
from grundy.playing.lessons.domineering import lesson as domineering
from grundy.playing.lessons.grundys_game import lesson as grundys_game
from grundy.playing.lessons.hackenbush import lesson as hackenbush
from grundy.playing.lessons.kayles import lesson as kayles
from grundy.playing.lessons.lesson import Lesson, Step
from grundy.playing.lessons.nim import lesson as nim
from grundy.playing.lessons.turning_turtles import lesson as turning_turtles
from grundy.playing.lessons.wythoff import lesson as wythoff

__all__ = ["LESSONS", "Lesson", "Step", "of_name"]

LESSONS = (bash, nim, turning_turtles, chomp, kayles, grundys_game, wythoff, hackenbush, cutcake, domineering)
"""In the order in which they are read."""


def of_name(name: str) -> Lesson:
    """Return the lesson of a name; GrundyError if there is none."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    raise GrundyError(
        "there is no lesson {name!r}: they are {names}", name=name, names=", ".join(x.name for x in LESSONS)
    )
