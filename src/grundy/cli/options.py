"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

_GAME = "A game of the catalogue, a file of yours (rules.py:name), or a code (0.77, '{1,3,4}'); then "

Words = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="GAME ARGS",
        help=_GAME + "its position, and parameters as m=4 or s=1,3,4. A + adds another game.",
        show_default=False,
    ),
]
"""A position: ``nim 2 3``, ``bash 10 m=4``, ``kayles 5 + nim 7``."""

Rules = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="GAME",
        help=_GAME + "its parameters.",
        show_default=False,
    ),
]
"""A ruleset: ``bash m=4``."""

Play = Annotated[str, typer.Option("--play", metavar="normal|misere", help="Whether who cannot move loses or wins.")]
Endless = Annotated[
    str, typer.Option("--endless", metavar="draw|first|second", help="What endless play is: a draw, or whose win.")
]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="The most memory a search may take: 500M, 8G.")]
Threads = Annotated[str, typer.Option("--threads", metavar="K", help="At most so many threads (else all processors).")]
Save = Annotated[bool, typer.Option("--save", help="Keep the values on disk, and go on from those that are kept.")]
To = Annotated[str, typer.Option("--to", metavar="N", help="Up to which number.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
