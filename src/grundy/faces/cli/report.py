"""``grundy report``: for whoever makes a game, the faults of its rules, and what each size is like to play."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Natural, Play, argument, completed, option
from grundy.faces.cli.output import Answer
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

Words = Annotated[
    list[str],
    argument(
        "GAME... [ARGS]",
        (
            "A game (rules.py:name, or from the catalogue), its position and parameters such as m=4; or several "
            "games to compare."
        ),
        completed,
    ),
]
Size = Annotated[str, option("--size", "SIZES", "Sizes of the board: 4x4, 3x3..5x5 or 4x4,5x4.")]
Vary = Annotated[str, option("--vary", "SETTINGS", "Parameters to vary: 'line=3,4 width=3..6'.")]
Seed = Annotated[int, option("--seed", "N", "Seed for random games of players who err (default 0).", Natural())]
Html = Annotated[str, option("--html", "FILE", "Write the report as a web page with plots.")]
Most = Annotated[
    int, option("--positions", "N", "Largest number of positions searched at each size (default 5,000,000).", Natural())
]


def run(
    words: Words,
    size: Size = "",
    vary: Vary = "",
    play: Play = "normal",
    seed: Seed = 0,
    html: Html = "",
    most: Most = 5_000_000,
) -> Answer:
    """Report on a game for its designer: faults in the rules, how it plays at each size, weak players and strong ones."""
    sizes: Any = import_module("grundy.playing.reports.sizes")
    if html:
        output.check_writable(html)
    varied: dict[str, str] = sizes.varied(vary)
    games = _games(words, bool(size or varied))
    made: Any = import_module("grundy.faces.reports").report(
        *games, size=size, vary=varied, play=play, seed=seed, most=most
    )
    told = str(made)
    if html:
        with output.written(html) as file:
            file.write(made.html().encode())
        told += "\n\n" + _("The page is written: {html}").format(html=html)
    return Answer(made.to_dict, told)


def _games(words: list[str], sized: bool) -> Sequence[Ruleset | Position]:
    """Return the games that words name: one with its parameters or its position, or several."""
    if len(words) < 2:
        return [arguments.find(words[0]) if words else arguments.rules(words)]
    try:
        found = arguments.games(words)
        return found if sized or len(found) > 1 else [arguments.position(words)]
    except GrundyError as problem:
        if sized:
            raise GrundyError("with --size, name games without a position: {problem}", problem=problem) from None
        if any(".py" in word for word in words[1:]):
            raise
        return [arguments.position(words)]
