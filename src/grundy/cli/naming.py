"""Finding a game by what it is called in the shell: a name of the catalogue, an octal code, a file of the user's."""

from __future__ import annotations

import re
from importlib import import_module

from grundy import games
from grundy.rules.codes import octal
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

_OCTAL = re.compile(r"[0-9]*\.[0-9]+")


def find(word: str) -> Ruleset | Position:
    """Return the game of a word.

    >>> find("nim").name, find("0.77").name
    ('nim', '0.77')
    """
    path, colon, name = word.rpartition(":")
    if colon and path.endswith(".py"):
        return import_module("grundy.cli.files").game(path, name)
    if word.endswith(".py"):
        return import_module("grundy.cli.files").game(word, "")
    if _OCTAL.fullmatch(word):
        return octal(word)
    return games.load(word)
