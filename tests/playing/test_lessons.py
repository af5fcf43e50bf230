"""Lessons say what is true, ask what has one answer, and end in play that can be won, in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.messages import languages, translated
from grundy.playing.lessons import LESSONS, Lesson, Step, of_name
from grundy.playing.puzzles.making import puzzle_of, tried, turned
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
    said = {translated(step.words, code) for code in languages()}
    assert len(said) == len(languages()) and len({words.count("*") for words in said}) == 1
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


NOTIONS = {
    "lost": r"\blost\b",
    "answering": r"both together|the other can take|in two moves",
    "copying": r"cop(?:y|ies|ied)\b|equals in pairs",
    "powers": r"\bpowers\b",
    "xor": r"xor|nim-sum|⊕",
    "disguise": r"disguise",
    "stealing": r"steal",
    "mex": r"none of its moves|\bmex\b",
    "worth": r"\bworth",
    "golden ratio": r"golden ratio|φ|\blosing pair",
    "free moves": r"free moves?\b",
    "fractions": r"\bhalf\b|quarter",
    "temperature": r"temperature|hottest",
    "tempo": r"to \*?begin\*? loses",
}
"""What lessons explain, and the words by which one sees that a step makes use of it."""


def used_and_taught(lesson: Lesson, number: int) -> tuple[set[str], set[str]]:
    """Return the notions in all that a step shows, whatever is tried, and those that it explains: between asterisks."""
    step = lesson.steps[number]
    shown = [step.words]
    if step.kind != "play":
        position = turned(read(split(step.position), games.load), step.player)
        moves = list(position.moves())
        assert moves, "a step has a position to be played"
        solution = position.solve()
        shown += [tried(position, move, solution).idea for move in moves]
    taught = " ".join(re.findall(r"\*([^*]+)\*", step.words))
    return (
        {name for name, words in NOTIONS.items() if re.search(words, "\n".join(shown))},
        {
            name
            for name, words in NOTIONS.items()
            if re.search(words, f"to {taught} loses" if taught == "begin" else taught)
        },
    )


def too_early(lessons: Sequence[Lesson]) -> list[tuple[str, int, set[str]]]:
    """Return the steps that use what only a later one teaches."""
    known: set[str] = set()
    found: list[tuple[str, int, set[str]]] = []
    for lesson in lessons:
        for number in range(len(lesson.steps)):
            used, taught = used_and_taught(lesson, number)
            assert len(re.findall(r"\*([^*]+)\*", lesson.steps[number].words)) == len(taught), "each word is a notion"
            known |= taught
            if used - known:
                found.append((lesson.name, number + 1, used - known))
    assert known == set(NOTIONS)
    return found


def test_nothing_is_used_before_it_is_taught() -> None:
    assert too_early(LESSONS) == []


def test_steps_in_another_order_use_what_is_not_taught() -> None:
    """The test above can fail: with the question of three heaps before the xor, and with Kayles before Nim."""
    steps = list(LESSONS[1].steps)
    steps[2], steps[3] = steps[3], steps[2]
    swapped = [LESSONS[0], Lesson(LESSONS[1].name, LESSONS[1].called, *steps), *LESSONS[2:]]
    assert ("nim", 3, {"powers", "xor"}) in too_early(swapped)
    kayles_first = sorted(LESSONS, key=lambda lesson: (lesson.name == "nim" and 1) or 2 * (lesson.name != "kayles"))
    assert ("kayles", 1, {"copying"}) in too_early(kayles_first)


def test_there_are_ten_games() -> None:
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS) == 10


def test_the_worth_of_heaps_of_the_lesson_on_grundys_game() -> None:
    found = [read(["grundys-game", str(n)], games.load).grundy() for n in range(1, 9)]
    assert found == [0, 0, 1, 0, 2, 1, 0, 2]


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
