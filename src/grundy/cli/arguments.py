"""Reading the words of a command line: positions, parameters, sums, numbers, sizes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from grundy.cli.games_by_name import find
from grundy.errors import GrundyError, PositionError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, frozen

INTEGER = re.compile(r"[+-]?[0-9]+(_[0-9]+)*")
_PARAMETER = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)=(?!=)(.*)", re.DOTALL)
_OPTION = re.compile(r"--[a-z]{2,}(-[a-z]+)*(=.*)?|-[a-z]", re.DOTALL)
_OPTIONS = ("--play", "--endless", "--json", "--method", "--memory", "--moves", "--to", "--losing", "--side", "--help")
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *([KMGT]?)(?:i?B)?", re.IGNORECASE)


class Named(NamedTuple):
    """A game with its parameters, and the words that were neither."""

    game: Ruleset | Position
    words: list[str]

    @property
    def rules(self) -> Ruleset:
        """The ruleset; GrundyError where a position was named."""
        if isinstance(self.game, Position):
            raise GrundyError(f"a game is wanted here, and {self.game} is a position")
        return self.game


def position(words: list[str]) -> Position:
    """Return the position that words stand for; ``+`` between games adds them.

    >>> print(position(["kayles", "5", "3", "+", "nim", "7"]))
    kayles(5, 3) + nim(7)
    """
    refuse_options(words)
    whole: Position | None = None
    for part in _split_at_plus(words):
        added = _summand(part)
        whole = added if whole is None else whole + added
    assert whole is not None
    return whole


def named(words: list[str]) -> Named:
    """Return the game that the first word names, with the parameters that stand among the others.

    >>> named(["bash", "m=4", "10"]).rules.params
    {'m': 4}
    """
    refuse_options(words)
    if not words:
        raise GrundyError("name a game: `grundy games` lists the catalogue, and rules.py:name is one of your own")
    game = find(words[0])
    params: dict[str, Any] = {}
    rest: list[str] = []
    for word in words[1:]:
        match = _PARAMETER.fullmatch(word)
        if match is None:
            rest.append(word)
        else:
            params[match[1].replace("-", "_")] = parameter(match[2])
    if isinstance(game, Position):
        if params or rest:
            raise GrundyError(f"{words[0]} is a position already: nothing follows it")
        return Named(game, rest)
    extra, own = _fitted(game, params)
    return Named(_WithSetup(game.bind(**own), extra) if extra else game.bind(**own), rest)


def _summand(words: list[str]) -> Position:
    ...


def refuse_options(words: Iterable[str]) -> None:
    """Raise GrundyError for a word that looks like an option that there is not."""
    for word in words:
        if _OPTION.fullmatch(word):
            near = get_close_matches(word.partition("=")[0], _OPTIONS, 1)
            raise GrundyError(f"there is no option {word!r}" + (f": did you mean {near[0]}?" if near else " here"))
