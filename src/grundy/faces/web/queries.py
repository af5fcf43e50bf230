"""What visitors write, read so that nothing runs but the catalogue and the files that were named when the server began."""

from __future__ import annotations

import math
import os
import sys
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from cachetools import LRUCache

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge, UnknownGame
from grundy.common.messages import N_
from grundy.faces.cli import arguments, files
from grundy.rules.from_text import MARK, game_of, rules_of
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text import words as reading

# ---- how much one request may ask for: letters, heaps, seconds, bytes

LETTERS = 2000
"""So long may be what a visitor writes."""
WORDS = LETTERS + 6000
"""So long may the words of a position be, of which one may hold the text of its rules (`grundy.rules.from_text.PACKED`)."""
MATCH = 20_000
"""So long may be the text of a match that is sent in an address."""
PUZZLES = 24
"""A sheet has so many puzzles at most."""
HEAPS = 10**7
"""So long may a sequence be."""
ANSWER = 8 << 20
"""The most bytes of an answer."""
BESIDES = 256 << 20
"""Bytes of addresses that a worker may take besides its memory: not all that is reserved is used."""
MEMORY = 2 * limits.MEMORY
"""The bytes that a worker may take, unless told: half of them for a search, which are those of an answer in the shell."""
SOLVING, SHARE = 20.0, 2 / 3
"""Seconds for solving a position, or this share of those of a request if it is more: the rest is for what is shown."""
AFTER = 5
"""Seconds that a worker is given besides those of its request before it ends by itself."""


class Limits(NamedTuple):
    """What the one who starts the server grants.

    Attributes:
        workers: processes for short answers, and as many for long ones.
        seconds: how many seconds of a processor a request may take; on the clock it may be three times as many.
        memory: the bytes that a worker may take.
        waiting: how many requests may wait for a worker, half of them a single visitor's.
        total: the bytes that all workers may take together.
        tablebases: a folder of tablebases that answer besides those of the user's folder, or "".
    """

    workers: int = 2
    seconds: float = 60.0
    memory: int = MEMORY
    waiting: int = 250
    total: int = 8 << 30
    tablebases: str = ""

    @property
    def spare(self) -> int:
        """Return the bytes that a worker may keep from one request to the next."""
        return min(self.memory // 2, self.total // (4 * self.workers))


_granted = Limits()


def grant(limits: Limits) -> None:
    """Set what is granted in this process."""
    global _granted
    _granted = limits


def granted() -> Limits:
    """Return what is granted in this process."""
    return _granted


def solving() -> float:
    """Return the seconds that solving what is shown may take; where fewer are granted, that is told in the end."""
    return max(SOLVING, SHARE * _granted.seconds)


def search() -> int:
    """Return the bytes that a search may take: the rest of a worker's is for what it holds already."""
    return _granted.memory // 2


def check_heaps(last: int, most: int = HEAPS) -> None:
    """Raise TooLarge for a sequence up to a heap that is too large to be reached here."""
    if last > most:
        sentence = N_("a sequence up to heap {last:,} is too long for this server; the limit is {most:,}")
        raise TooLarge(sentence, last=last, most=most)


def bound_memory(most: int) -> None:
    """Let this process take so many bytes besides those it has: the system refuses more, and what asked for it fails."""
    _bound("RLIMIT_AS", psutil.Process().memory_info().vms + most + BESIDES)


def bound_seconds(most: float) -> None:
    """Let this process use so many seconds of a processor from now on, and some more; then the system ends it."""
    used = psutil.Process().cpu_times()
    _bound("RLIMIT_CPU", math.ceil(used.user + used.system + most + AFTER))


def _bound(name: str, most: int) -> None:
    """Set what this process may have of something, where the system bounds it."""
    if sys.platform != "win32":
        import resource

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


_paths: dict[str, str] = {}
_names: dict[tuple[Any, ...], str] = {}
_texts: OrderedDict[str, dict[str, Ruleset]] = OrderedDict()
"""The texts that were read lately, with their games."""


# ---- what visitors name: positions, games, rules as text

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
