"""Reading the words of a command line: positions, parameters, sums, numbers, sizes."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice
from grundy.common.messages import _
from grundy.rules.failures import is_of_users
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import PartisanSolution, Play, Solution, convention

if TYPE_CHECKING:
    from grundy.rules.text import words
    from grundy.solving.ordinal_heaps import OrdinalHeaps

_OPTION = r"(?s:--[a-z]{2,}(-[a-z]+)*(=.*)?|-[a-z])"


def _words() -> Any:
    from grundy.rules.text import words  # a contest problem needs none

    return words


def joined(words: list[str]) -> list[str]:
    """Return the words with those that make a code together as one."""
    return _words().joined(words)


def find(word: str) -> Ruleset | Position:
    """Return the game of a word.

    >>> find("nim").name, find("0.77").name, find("all-but {2}").name
    ('nim', '0.77', 'all-but {2}')
    """
    path, colon, name = word.rpartition(":")
    if word.startswith("text:"):
        return import_module("grundy.rules.from_text").game_of(word)
    if colon and path.endswith(".py"):
        return import_module("grundy.faces.cli.files").game(path, name)
    if word.endswith(".py"):
        return import_module("grundy.faces.cli.files").game(word, "")
    return import_module("grundy.games").find(word)


def position(words: list[str], *, sizes: bool = False, soon: bool = False) -> Position:
    """Return the position that words stand for, of a name alone the usual start, of which a note tells; ``+`` adds games.

    ``sizes``: or all boards of a size. ``soon``: where the usual start is not solved at once it is one that is.

    >>> print(position(["nim", "5", "3", "+", "0.77", "7"]))
    nim(5, 3) + 0.77(7)
    """
    with limits.bounded(limits.READING):
        return _words().position(words, find, sizes=sizes, begin=True, soon=soon, begun=tell_start)


def ordinals(words: list[str], play: str) -> OrdinalHeaps | None:
    """Return the position with infinite heaps that words stand for, None for other words; GrundyError in misère play."""
    signs = any(sign in word for word in words for sign in ("w", "ω", "omega"))
    if not signs or not words[0].startswith(("nim", "wythoff")):
        return None
    place = import_module("grundy.solving.ordinal_heaps").of_words(words)
    if place is not None and convention(play).misere:
        raise GrundyError("{position} has infinite heaps, which are solved in normal play only", position=str(place))
    return place


def tell_start(start: Position) -> None:
    """Note that no position was given, and which start stands for it."""
    usual = start.ruleset.begins is None or start.ruleset.start() == start
    told = (
        _("no position given, so this is the usual start: {start}")
        if usual
        else _("no position given, so this is a start that is soon solved: {start}")
    )
    warnings.warn(told.format(start=start), Notice, stacklevel=1)


def tablebase(folder: str, position: Position, play: Play) -> Any:
    """Return the tablebase of a folder, which must be about the rules of a position and a convention of play."""
    base = import_module("grundy.solving.tablebases.reading").tablebase(folder, position.ruleset)
    if base.play.misere != play.misere:
        raise GrundyError("the tablebase {folder} is for {play}", folder=folder, play=base.play)
    return base


def solution(
    position: Position, play: str, endless: str, method: str | None = None, folder: str = ""
) -> Solution | PartisanSolution:
    """Return the solution of a position, from the tablebase of a folder if one is named."""
    if not folder:
        return position.solve(play, endless, method=method)
    if method:
        raise GrundyError("--tablebase already says how to solve it: leave out --method")
    return tablebase(folder, position, convention(play, endless)).probe(position, endless)


def known_as(rules: Ruleset) -> str:
    """Return which known game a rule of one's own is, in words; "" where none is found, and of what the package has."""
    if not is_of_users(getattr(rules, "function", None)):
        return ""
    return import_module("grundy.rules.as_heap_code").known_as(rules)


def rules(words: list[str]) -> Ruleset:
    """Return the ruleset that words stand for: a game and its parameters, and nothing else."""
    with limits.bounded(limits.READING):
        return _words().rules(words, find)


def games(words: list[str]) -> list[Ruleset]:
    """Return the rulesets of several games, one after the other, each with its parameters.

    >>> [game.name for game in games(["bash", "m=4", "all-but", "{2}", "0.77"])]
    ['bash', 'all-but {2}', '0.77']
    """
    with limits.bounded(limits.READING):
        return _words().games(words, find)


def named(words: list[str]) -> words.Named:
    """Return the game that the first word names, its parameters, and the words between them."""
    with limits.bounded(limits.READING):
        return _words().named(words, find)


def looks_like_option(word: str) -> bool:
    """Return whether a word looks like an option, and not like a number or a sum.

    >>> [looks_like_option(word) for word in ("--play", "--to=5", "-x", "-1", "-", "--")]
    [True, True, True, False, False, False]
    """
    return re.fullmatch(_OPTION, word) is not None
