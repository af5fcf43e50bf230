"""``grundy review``: a match that was kept: who was winning, each move, what decided it, and why."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Annotated

from grundy.common import messages
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
        str, argument("FILE", "A match as `grundy play --keep` wrote it; - is standard input.", many=False)
    ],
) -> Answer:
    """Review a match that was kept: who was winning, what each move was worth, and the moment that decided it."""
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
    if found.heats:
        print(_("Temperature:     {heats}").format(heats=found.heats))
    after = [_("value {value}").format(value=value) if value else "" for value in found.values[1:]]
    cells = enumerate(zip(found.moves, after, strict=True), 1)
    rows = [(str(number), players[each.player], each.move.text, value) for number, (each, value) in cells]
    widths = [max([0, *map(messages.width, column)]) for column in zip(*rows, strict=True)]
    for row, each in zip(rows, found.moves, strict=True):
        line = "  ".join(messages.left(word, width) for word, width in zip(row, widths, strict=True))
        said = output.painted(each.said, drawing.COLOURS[COLOURS[each.mark]]) if output.coloured() else each.said
        print(f"  {line}  {said}")
    if found.deciding is not None:
        print(f"\n{drawing.text(match.turns[found.deciding.number].position, colour=output.coloured())}")
    print(*found.told(players), sep="\n")
