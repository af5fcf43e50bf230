"""``grundy export``: a game in one HTML file, for whoever has neither grundy nor a network."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Annotated

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Play, Words, option
from grundy.faces.cli.output import Answer

TOLD = 20_000
"""Positions from which it is told before the work how many there are."""


def run(
    words: Words,
    html: Annotated[str, option("--html", "FILE", "The file to write, .html.")] = "",
    size: Annotated[str, option("--size", "SIZE", "Size of the board, such as 3x3.")] = "",
    play: Play = "normal",
) -> Answer:
    """Write a game to one HTML file: board, rules, hints and a perfect opponent, playable offline."""
    if not html.lower().endswith((".html", ".htm")):
        raise GrundyError("name a file that ends in .html: grundy export GAME --html FILE.html")
    output.check_writable(html)
    position = arguments.position([*words, *([size] if size else [])])
    with limits.working(_("packing the game"), "positions"):
        made = import_module("grundy.faces.export").page(position, play=play, tell=_tell)
    with output.written(html) as file:
        file.write(made.text.encode())
    said = _("{count:,} positions and a perfect opponent are in {file} ({size:,} bytes): open it in a browser")
    return Answer(
        {"file": html, "positions": made.positions, "moves": made.moves, "bytes": made.size},
        said.format(count=made.positions, file=html, size=made.size),
    )


def _tell(count: int, size: int) -> None:
    if count >= TOLD:
        said = _("{count:,} positions will make a file of about {size:,} bytes").format(count=count, size=size)
        warnings.warn(said, Notice, stacklevel=1)
