"""Finding a game by what it is called in the shell: a name of the catalogue, a heap code, a file of the user's."""

from __future__ import annotations

import re
from importlib import import_module

from grundy import games
from grundy.errors import UnknownGame
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

LONGEST = 100
_CODE = re.compile(r"\w?\.[^/]*|[0-9]+\.[^/]*|\{.*|(all-but|unequal|digits|split)(\s.*)?", re.DOTALL)
"""What can only be meant as a code, also if there is a mistake in it."""


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
    if _CODE.fullmatch(word.strip()):
        return import_module("grundy.rules.codes").code(word)
    if word.isdecimal():
        raise UnknownGame(
            "there is no game {short!r}: a set of numbers stands in quotes, as in '{{1,3,4}}'", short=short(word)
        )
    return games.load(short(word))


def short(word: str) -> str:
    """Return a word that may be a name; UnknownGame for one that is too long to be a file's."""
    if len(word) > LONGEST:
        raise UnknownGame(
            "there is no game or problem {word!r}…: a name has at most {longest} letters",
            word=word[:20],
            longest=LONGEST,
        )
    return word
