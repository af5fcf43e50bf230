"""A report as text: first the faults of the rules, then a row for each size, then first moves and players of the largest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from grundy.common.messages import _, left, right, width
from grundy.faces.reports import tables
from grundy.playing.reports import GameReport

WIDTH = 110
"""Letters of a line of a sentence below a table."""


def text(games: Sequence[GameReport]) -> str:
    """Return some games' report as text."""
    return "\n".join(line for game in games for line in _faults(game)) + "\n\n" + "\n".join(_rest(games))


def _faults(game: GameReport) -> Iterator[str]:
    head = _("{name}, misère play") if game.play == "misere" else "{name}"
    yield head.format(name=game.name)
    if not game.faults:
        yield _("No faults were found in the rules.")
    for each in game.faults:
        where = f" [{', '.join(each.sizes)}]" if each.sizes else ""
        yield "! " + str(each) + where


def _rest(games: Sequence[GameReport]) -> Iterator[str]:
    yield from grid(tables.sizes(games))
    for game in games:
        yield ""
        yield from (line for told in tables.exactness(game) for line in wrap(told, WIDTH))
        shown = next((each for each in reversed(game.sizes) if each.exact), None)
        if shown is not None:
            yield from wrap(tables.symmetry(shown), WIDTH)
            for each in (*([tables.openings(shown)] if shown.openings else []), *tables.players(shown)):
                yield from ("", *filter(None, [each.title]), *grid(each))


def grid(made: tables.Grid) -> Iterator[str]:
    """Iterate over the lines of a table with aligned columns."""
    rows = [made.heads, *made.rows]
    widths = [max(width(row[i]) for row in rows) for i in range(len(made.heads))]
    for row in rows:
        cells = [
            left(row[0], widths[0]),
            *(right(cell, columns) for cell, columns in zip(row[1:], widths[1:], strict=True)),
        ]
        yield "  ".join(cells).rstrip()
    yield from wrap(made.note, WIDTH)
