"""``grundy compare``: whether two heap games have the same values."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from grundy.cli import arguments, output
from grundy.cli.options import Json, To
from grundy.errors import GrundyError
from grundy.rules.heaps import HeapRuleset

LARGEST = 10**9

Two = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="GAME GAME",
        help="Two codes (0.77, '{1,3,4}'), games of the catalogue or of your files, each with its parameters.",
        show_default=False,
    ),
]


def run(words: Two, to: To = "8192", json: Json = False) -> int:
    """Tell whether two heap games have the same values, perhaps with their heaps called by other numbers."""
    limit = arguments.natural(to, "--to", LARGEST)
    games = arguments.games(words)
    if len(games) != 2:
        raise GrundyError(f"compare takes two games, and here are {len(games)}: grundy compare 0.161 0.36")
    for game in games:
        if not isinstance(game, HeapRuleset):
            raise GrundyError(f"{game.name} is no heap game, so it has no sequence to compare")
    with output.Bar("values") as bar:
        found = import_module("grundy.solvers.survey").compare(*games, limit, progress=bar.progress)
    names = games[0].name, games[1].name
    if json:
        output.show_json({"games": names, **found._asdict()})
    else:
        print(_words(*names, found))
    return 0


def _words(a: str, b: str, found: Any) -> str:
    """Return what was found as one sentence."""
    shifted = f"heap n of {a} is heap n {'+' if found.shift > 0 else '-'} {abs(found.shift)} of {b}"
    if not found.equal:
        place, (one, other) = found.first_difference, found.values
        if not found.shift:
            return f"{a} and {b} differ: first at heap {place} ({one} and {other})"
        return (
            f"{a} and {b} differ, also when {shifted}: then first at heap {place} of {a} ({one}) "
            f"and heap {place + found.shift} of {b} ({other})"
        )
    if found.proved:
        how = f", heaps shifted by {abs(found.shift)}" if found.shift else ""
        return f"{a} and {b} are the same game{how}: proved, {found.reason}" + (f"; {shifted}" if found.shift else "")
    return f"no difference up to {found.checked_to}" + (f" when {shifted}" if found.shift else "") + f": {found.reason}"
