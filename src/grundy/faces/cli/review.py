"""``grundy review``: a match that was kept: who was winning, each move, what decided it, and why."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Annotated

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.cli import arguments, files, output
from grundy.faces.cli.options import argument
from grundy.faces.cli.output import Answer
from grundy.playing import record
from grundy.playing.match import Match
from grundy.playing.review import Review, review
from grundy.rules.position import Position

COLOURS = {"mistake": "loss", "only": "win", "good": "win", "lost": "tie", "": "tie"}
"""What a mark is coloured like."""


def run(
    file: Annotated[
        str, argument("FILE", "A match saved by `grundy play --keep`; - reads standard input.", many=False)
    ],
) -> Answer:
    """Review a saved match: who was winning, what each move was worth, and the move that decided it."""
    if not file:
        raise GrundyError("name the file of a match: `grundy play --keep FILE` writes one")
    match = record.read(files.text(file, record.LARGEST), _position)
    found = review(match)
    return Answer(found.to_dict(), lambda: show(match, found, (_("First player"), _("Second player"))))


def _position(words: str) -> Position:
    try:
        return arguments.position(shlex.split(words))
    except ValueError:
        raise GrundyError("{words!r} has an open quotation mark", words=words) from None


def show(match: Match, found: Review, players: Sequence[str]) -> None:
    """Print a review."""
    legend = _("▀ {first}, ▄ {second}, ─ nobody, · not known").format(first=players[0], second=players[1])
    print(_("\nWho was winning: {bar}   ({legend})").format(bar=found.bar, legend=legend))
    rows = [(str(number), players[each.player], each.move.text) for number, each in enumerate(found.moves, 1)]
    widths = [max([0, *map(len, column)]) for column in zip(*rows, strict=True)]
    for row, each in zip(rows, found.moves, strict=True):
        number, player, move = (word.ljust(width) for word, width in zip(row, widths, strict=True))
        said = output.painted(each.said, drawing.COLOURS[COLOURS[each.mark]]) if output.coloured() else each.said
        print(f"  {number}  {player}  {move}  {said}")
    if found.deciding is not None:
        print(f"\n{drawing.text(match.turns[found.deciding.number].position, colour=output.coloured())}")
    print(*found.told(players), sep="\n")
