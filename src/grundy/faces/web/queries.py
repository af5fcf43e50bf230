"""What visitors write, read so that nothing runs but the catalogue and the files that were named when the server began."""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from grundy import games
from grundy.common.errors import GrundyError, UnknownGame
from grundy.faces.cli import arguments, files
from grundy.faces.web.request_limits import LETTERS, WORDS
from grundy.rules.from_text import MARK, game_of, rules_of
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text import words as reading

_paths: dict[str, str] = {}
_names: dict[tuple[Any, ...], str] = {}
_texts: OrderedDict[str, dict[str, Ruleset]] = OrderedDict()
"""The texts that were read lately, with their games."""
TEXTS = 64
"""So many are kept, with what was found out of them."""
_asked: LRUCache[tuple[Any, ...], Ruleset] = LRUCache(64)
"""The rulesets that were asked about lately, by what makes two of them the same."""


def allow(paths: Sequence[str]) -> None:
    """Load files of rules, which visitors may name by their file name; GrundyError for one that does not import."""
    _paths.clear()
    _names.clear()
    _texts.clear()
    _asked.clear()
    known = {rules.key for rules in games.load_all()} if paths else set[Any]()
    for path in paths:
        module = files.load(path)
        _paths[Path(path).name] = path
        for name, held in vars(module).items():
            if isinstance(held, Ruleset) and name[0] != "_" and held.key not in known | _names.keys():
                _names[held.key] = f"{Path(path).name}:{name}"


def own() -> list[str]:
    """Return the games of the files, as visitors name them."""
    return [name for name in _names.values() if not name.startswith(MARK)]


def catalogue(of: str = "") -> Iterator[tuple[str, Ruleset]]:
    """Yield the games of the catalogue, or one of a file, with what they are called."""
    if of:
        yield of, rules(of)
    else:
        yield from ((rules.name, rules) for rules in games.load_all())


def folders() -> list[str]:
    """Return the folders of this machine that no visitor need know of, each with its last slash, the longest first."""
    code = (Path(path).resolve().parent for path in _paths.values())
    known = {Path(__file__).parents[2], Path(sys.prefix), Path.home(), Path.cwd(), *code}
    return sorted((f"{folder}{os.sep}" for folder in known if folder.name), key=len, reverse=True)


def position(text: str) -> Position:
    """Return the position of some words, ``nim 3 4 5 + kayles 7``, of a name its usual start; GrundyError if there is none.

    >>> print(position("nim 5 3 + bash 10 m=4"))
    nim(5, 3) + bash(10, m=4)
    """
    return remembered(reading.position(_split(text), find, begin=True))


def remembered(here: Position) -> Position:
    """Return a position with the ruleset of an earlier question, where that was the same: it holds what was found."""
    rules = _asked.setdefault(here.ruleset.key, here.ruleset)
    return Position(rules, here.state)


def rules(text: str) -> Ruleset:
    """Return the ruleset of some words, ``bash m=4`` or ``all-but {2}``; GrundyError where there is none."""
    return reading.rules(reading.joined(_split(text)), find)


def starts(game: Ruleset) -> list[dict[str, str]]:
    """Return the starts of a game from small to standard, then those that have names: what they are called, and their words.

    >>> from grundy.games import load
    >>> starts(load("clobber"))[0]
    {'title': '2x3', 'words': 'clobber 2x3'}
    """
    begins = game.origin.begins
    if begins is None:
        return []
    called = {each.word: each.title for each in begins.variants}
    name = _names.get(game.origin.key, game.name)
    return [
        {"title": called.get(word, word), "words": f"{name} {word}"} for word in dict.fromkeys((*begins.sizes, *called))
    ]


def written(here: Position) -> str | None:
    """Return words that `position` and the shell read as this position, None where there are none.

    >>> from grundy.games import load
    >>> written(load("domineering")("..|.#") + load("bash")(10, m=4))
    "domineering '..|.#' + bash 10 m=4"
    """
    try:
        return reading.written(here, _names, position)
    except GrundyError:
        return None


def _split(text: str) -> list[str]:
    """Return the words of a text; GrundyError for a long one, and for one that names a file that is not allowed."""
    most = WORDS if MARK in text else LETTERS
    if len(text) > most:
        raise GrundyError("the question has {length:,} letters; at most {most:,} are read", length=len(text), most=most)
    words = reading.split(text)
    for word in words:
        if arguments.looks_like_option(word):
            raise GrundyError("there is no option {word!r} here", word=word)
        _allowed(word)  # all of them, also those that stand where no game is looked up
    return words


def find(word: str) -> Ruleset | Position:
    """Return the game of a name, a code, an allowed file or a text; UnknownGame if there is none."""
    return _of_text(word) if word.startswith(MARK) else arguments.find(_allowed(word))


def written_games(text: str) -> dict[str, Ruleset]:
    """Return the games of a text, the same again for the same one: they hold what was found out of them."""
    if text not in _texts:
        _texts[text] = rules_of(text)
    _texts.move_to_end(text)
    if len(_texts) > TEXTS:
        for rules in _texts.popitem(last=False)[1].values():
            _names.pop(rules.key, None)
    return _texts[text]


def is_text(rules: Ruleset) -> bool:
    """Whether rules are of a text, so that the interpreter alone plays them."""
    return _names.get(rules.origin.key, "").startswith(MARK)


def _of_text(word: str) -> Ruleset:
    """Return the game of a word that holds a text."""
    found = game_of(word, written_games)
    _names[found.key] = word
    return found


def _allowed(word: str) -> str:
    """Return the word of a game, of a file with its path; UnknownGame where that file was not named."""
    name, colon, game = word.rpartition(":") if not word.endswith(".py") else (word, "", "")
    if not name.endswith(".py"):
        return word
    if name not in _paths:
        raise UnknownGame("there is no game {word!r} on this server", word=word)
    return _paths[name] + colon + game
