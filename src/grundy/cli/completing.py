"""What the shell completes on Tab, besides commands and options: games and their parameters.

A word for which nothing is found here is left to the shell, which completes the names of files (``my_rules.py``).
"""

from __future__ import annotations

from typing import cast

from typer import Context

from grundy import games
from grundy.errors import GrundyError


def game(ctx: Context) -> list[str]:
    """Return the games, where one is to be named; after it, its parameters as ``m=``."""
    words = cast(list[str], ctx.params.get("words") or [])
    return _parameters(words) if words and words[-1] != "+" else games.names()


def _parameters(words: list[str]) -> list[str]:
    """Return the parameters of the game that was named last, but for those that are given."""
    while "+" in words:
        words = words[words.index("+") + 1 :]
    given = {word.partition("=")[0] for word in words}
    try:
        return [f"{name}=" for name in games.load(words[0]).params if name not in given]
    except GrundyError:
        return []
