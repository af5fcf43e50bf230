"""Lessons say what is true, ask what has one answer, and end in play that can be won, in every language."""

from __future__ import annotations

import pytest

from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.messages import languages, translated
from grundy.playing.lessons import LESSONS, Lesson, Step, of_name
from grundy.playing.puzzles import puzzle_of, turned
from grundy.rules.text.words import position as read
from grundy.rules.text.words import split
from grundy.values.outcome import Outcome

STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]


def named(lesson: Lesson, step: Step) -> str:
    return f"{lesson.name}-{lesson.steps.index(step)}"


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=[named(*each) for each in STEPS])
def test_a_step(lesson: Lesson, step: Step) -> None:
    position = read(split(step.position), games.load)
    assert position.ruleset.name == lesson.name and (bool(step.player) <= position.ruleset.partisan)
    for words, outcome in step.claims:
        assert read(split(words), games.load).solve().outcome.value == outcome, words
    assert len({translated(step.words, code) for code in languages()}) == len(languages())
    if step.kind == "find":
        assert puzzle_of(turned(position, step.player)) is not None
    if step.kind == "play":
        won = position.solve().outcome
        assert won is Outcome.N or won.value == step.player[0].upper()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_asks_and_ends_in_play(lesson: Lesson) -> None:
    kinds = [step.kind for step in lesson.steps]
    assert kinds[-1] == "play" and kinds.count("play") == 1 and kinds.count("find") >= 2
    assert any(step.claims for step in lesson.steps)
    assert len({translated(lesson.called, code) for code in languages()}) == len(languages())
    assert of_name(lesson.name) is lesson


def test_the_golden_ratio_of_the_lesson_on_pairs() -> None:
    """The n-th lost pair is (⌊nφ⌋, ⌊nφ⌋ + n), as is said there."""
    ratio = (1 + 5**0.5) / 2
    for n in range(1, 12):
        first = int(n * ratio)
        assert read(["wythoff", str(first), str(first + n)], games.load).solve().outcome is Outcome.P


def test_the_worth_of_rows_of_the_lesson_on_kayles() -> None:
    assert [read(["kayles", str(n)], games.load).grundy() for n in range(10)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]


def test_no_such_lesson() -> None:
    with pytest.raises(GrundyError, match="bash, nim"):
        of_name("chess")
