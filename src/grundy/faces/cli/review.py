"""``grundy review``: a match that was kept: who was winning, each move, what decided it, and why."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Annotated

from grundy.common.errors import GrundyError
from grundy.faces.cli import arguments, files, output
from grundy.faces.cli.options import argument
from grundy.faces.cli.output import Answer
from grundy.faces.reviews import MatchReview
from grundy.playing import record
from grundy.playing.match import Match
from grundy.playing.review import Review, review
from grundy.rules.position import Position


def run(
    file: Annotated[
        str,
        argument("FILE", "A match saved by `grundy play --keep`, or its address; - reads standard input.", many=False),
    ],
) -> Answer:
    """Review a saved match: who was winning, what each move was worth, and the move that decided it."""
    if not file:
        raise GrundyError("name the file of a match: `grundy play --keep FILE` writes one")
    text = file if record.ADDRESS.fullmatch(file) else files.text(file, record.LARGEST)
    match = record.read(text, _position)
    found = review(match)
    return Answer(found.to_dict(), lambda: show(match, found, match.called))


def _position(words: str) -> Position:
    try:
        return arguments.position(shlex.split(words))
    except ValueError:
        raise GrundyError("{words!r} has an open quotation mark", words=words) from None


def show(match: Match, found: Review, players: Sequence[str]) -> None:
    """Print a review."""
    shown = MatchReview(match, found, players)
    if output.coloured():
        print("", shown.text(output.painted, colour=True), sep="\n")
    else:
        print("", shown, sep="\n")
