"""Finding a game by what it is called in the shell: a name of the catalogue, a heap code, a file of the user's."""

from __future__ import annotations

from importlib import import_module

from grundy import games
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset


def find(word: str) -> Ruleset | Position:
    """Return the game of a word.

    >>> find("nim").name, find("0.77").name, find("all-but {2}").name
    ('nim', '0.77', 'all-but {2}')
    """
    path, colon, name = word.rpartition(":")
    if colon and path.endswith(".py"):
        return import_module("grundy.cli.files").game(path, name)
    if word.endswith(".py"):
        return import_module("grundy.cli.files").game(word, "")
    return games.find(word)
