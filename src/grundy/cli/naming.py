"""Finding a game by what it is called in the shell: a name of the catalogue, an octal code, a file of the user's."""

from __future__ import annotations

import re
from importlib import import_module

from grundy import games
from grundy.errors import UnknownGame
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

LONGEST = 100
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
        return import_module("grundy.rules.codes").octal(word)
    return games.load(short(word))


def short(word: str) -> str:
    """Return a word that may be a name; UnknownGame for one that is too long to be a file's."""
    if len(word) > LONGEST:
        raise UnknownGame(f"there is no game or problem {word[:20]!r}…: a name has at most {LONGEST} letters")
    return word
