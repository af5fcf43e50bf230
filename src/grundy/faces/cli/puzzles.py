"""``grundy puzzles``: positions in which one move wins, to be found."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Natural, Play, Rules, Text, flag, option
from grundy.faces.cli.output import Answer
from grundy.rules.text.words import split


class Levels(Text):
    """The levels that a text such as ``3`` or ``2-4`` says."""

    def read(self, text: str, option: str) -> tuple[int, ...]:
        """Return the levels."""
        first, dash, last = text.partition("-")
        bounds = [Natural().read(word, option) for word in ([first, last] if dash else [first, first])]
        if not 1 <= bounds[0] <= bounds[1] <= 5:
            raise GrundyError("--level is a number from 1 to 5, or two such as 2-4, not {text!r}", text=text)
        return tuple(range(bounds[0], bounds[1] + 1))


Count = Annotated[int, option("--count", "N", "Number of puzzles.", Natural())]
Seed = Annotated[int, option("--seed", "N", "A different number gives different puzzles.", Natural())]
Level = Annotated[Any, option("--level", "1-5", "Difficulty: 3, or 2-4.", Levels())]
Answers = Annotated[bool, flag("--answers", "Show the winning move and the reason.")]
Today = Annotated[bool, flag("--today", "The puzzle of the day, the same for everyone (by UTC).")]


def run(
    words: Rules,
    count: Count = 5,
    seed: Seed = 0,
    level: Level = "1-5",
    play: Play = "normal",
    answers: Answers = False,
    today: Today = False,
) -> Answer:
    """Make puzzles from one game or from all: find the only winning move."""
    puzzles: Any = import_module("grundy.playing.puzzles")
    if today and (words or (count, seed, *level, play) != (5, 0, 1, 2, 3, 4, 5, "normal")):
        raise GrundyError("--today is one puzzle, the same for everyone: it takes no game and no option but --answers")
    if play not in ("normal", "misere"):
        raise GrundyError("--play is normal or misere, not {play!r}", play=play)
    asked = {"seed": seed, "play": play, "levels": level}
    if today:
        found, count = [puzzles.of_day(puzzles.today())], 1
    elif words:
        found = puzzles.make(arguments.rules(words), count, **asked)
    else:
        found = puzzles.make_all(count, **asked)

    def show() -> None:
        for place, puzzle in enumerate(found, 1):
            _show(puzzles, place, puzzle, answers)
        if len(found) < count:
            print(_("Only {n} were found.").format(n=len(found)))

    return Answer([each.to_dict() for each in found], show)


def _show(puzzles: Any, number: int, puzzle: Any, answers: bool) -> None:
    """Print a puzzle: its level, its position, the question, and the answer if it is wanted."""
    position = arguments.position(split(puzzle.position))
    print(
        _("{number}. Level {level}. {question}").format(
            number=number, level=puzzle.level, question=puzzles.told(puzzle)
        )
    )
    print(f"   {puzzle.position}")
    print(f"   {puzzles.told_chances(puzzle)}")
    drawn = drawing.text(position, colour=output.coloured())
    if drawn != str(position):
        print("   " + drawn.replace("\n", "\n   "))
    if answers:
        turned = puzzles.turned(position, puzzle.player)
        solution = turned.solve(puzzle.play)
        verdict = puzzles.tried(turned, solution.best_move, solution)
        print("   " + _("Answer: {move}").format(move=puzzle.answer))
        for told in dict.fromkeys([verdict.idea, verdict.reason]):
            print("   " + told.replace("\n", "\n   "))
    print()
