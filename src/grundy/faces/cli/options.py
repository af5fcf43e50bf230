"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer
from typer import Context

from grundy import games
from grundy.common.errors import GrundyError

_GAME = "A game of the catalogue, a file of yours (rules.py:name), or a code (0.77, '{1,3,4}'); then "


def choice(name: str, *words: str, help: str) -> Any:
    """Return an option that takes one of a few words; the shell completes them."""
    return typer.Option(name, metavar="|".join(words), help=help, autocompletion=lambda: list(words))


def completed(ctx: Context) -> list[str]:
    """Return what the shell completes on Tab: the games, where one is to be named; after it, its starts, and ``m=``.

    A word for which nothing is found is left to the shell, which completes the names of files (``my_rules.py``).
    """
    words = cast(list[str], ctx.params.get("words") or [])
    return _parameters(words) if words and words[-1] != "+" else games.names()


def _parameters(words: list[str]) -> list[str]:
    """Return the parameters of the game that was named last, but for those that are given; behind its name its starts."""
    while "+" in words:
        words = words[words.index("+") + 1 :]
    given = {word.partition("=")[0] for word in words}
    try:
        rules = games.load(words[0])
        begins = rules.begins if len(words) == 1 else None
        starts = [*begins.sizes, *(each.word for each in begins.variants)] if begins else []
        found = [*starts, *(f"{name}=" for name in rules.params if name not in given)]
        return [word for word in found if " " not in word]
    except GrundyError:
        return []


Words = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME [ARGS]...",
        help=_GAME + "its position, and parameters as m=4 or s=1,3,4. A + adds another game.",
        show_default=False,
        autocompletion=completed,
    ),
]
"""A position: ``nim 2 3``, ``bash 10 m=4``, ``kayles 5 + nim 7``."""

Rules = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME [PARAMETERS]...",
        help=_GAME + "its parameters.",
        show_default=False,
        autocompletion=completed,
    ),
]
"""A ruleset: ``bash m=4``."""

Play = Annotated[
    str,
    choice("--play", "normal", "misere", help="normal: whoever cannot move loses; misere: whoever cannot move wins."),
]
Endless = Annotated[
    str,
    choice(
        "--endless",
        "draw",
        "first",
        "second",
        help="How play that never ends counts: a draw, or a win for the first or second player.",
    ),
]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="Memory limit: 500M, 8G.")]
Threads = Annotated[str, typer.Option("--threads", metavar="K", help="At most so many threads (else all processors).")]
Save = Annotated[bool, typer.Option("--save", help="Keep the values on disk, and go on from those that are kept.")]
To = Annotated[str, typer.Option("--to", metavar="N", help="Largest heap to compute.")]
Tablebase = Annotated[str, typer.Option("--tablebase", metavar="DIR", help="Answer from the tablebase in this folder.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
