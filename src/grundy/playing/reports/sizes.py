"""The positions that a report is about: boards of several sizes, with several values of a game's parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import signature
from itertools import product
from typing import Any, NamedTuple

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.playing.catalogue import example
from grundy.rules.functions import SEVERAL, FunctionRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text.words import parameter

MOST = 64
"""Positions that a report is about."""
_SIZE = r"[0-9]{1,9}(?:x[0-9]{1,9})*"


class Start(NamedTuple):
    """Where play begins, and what tells it from the others: ``4x4 line=3``."""

    label: str
    position: Position


def sizes(text: str) -> list[str]:
    """Return the sizes of a text; GrundyError for one that names none.

    Between two sizes each number grows by one at a time, until it is there.

    >>> sizes("3x3..5x4"), sizes("4x4,5x4"), sizes("5..7")
    (['3x3', '4x4', '5x4'], ['4x4', '5x4'], ['5', '6', '7'])
    """
    return [size for part in text.split(",") for size in _between(part.strip(), text)] if text.strip() else []


def _between(part: str, text: str) -> Iterator[str]:
    ends = [[*map(int, end.split("x"))] for end in part.lower().split("..") if re.fullmatch(_SIZE, end)]
    first, last = ends[0] if ends else [], ends[-1] if ends else []
    if len(ends) != part.count("..") + 1 or len(ends) > 2 or len(first) != len(last) or first > last:
        raise GrundyError("sizes are written as 4x4, 3x3..5x5 or 4x4,5x4, not {text!r}", text=text)
    grown = max(b - a for a, b in zip(first, last, strict=True))
    if grown >= MOST or any(a > b for a, b in zip(first, last, strict=True)):
        raise GrundyError(
            "from {first} to {last} there are no sizes, or too many: {text!r}", first=first, last=last, text=text
        )
    for more in range(grown + 1):
        yield "x".join(str(min(a + more, b)) for a, b in zip(first, last, strict=True))


def varied(text: str) -> dict[str, str]:
    """Return the values of each parameter that a text varies; GrundyError for a word that varies none.

    >>> varied("line=3,4 width=3..6")
    {'line': '3,4', 'width': '3..6'}
    """
    found: dict[str, str] = {}
    for word in text.split():
        name, sign, values = word.partition("=")
        if not sign or not name.isidentifier() or name in found:
            raise GrundyError("parameters are varied as in 'line=3,4 width=3..6', not {word!r}", word=word)
        found[name] = values
    return found


def settings(vary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all choices of some parameters, of which each has several values: a list, or a text; GrundyError for none.

    >>> settings({"line": "3,4", "width": "3..4"})
    [{'line': 3, 'width': 3}, {'line': 3, 'width': 4}, {'line': 4, 'width': 3}, {'line': 4, 'width': 4}]
    """
    choices = [[(name, value) for value in _values(name, given)] for name, given in vary.items()]
    return [dict(each) for each in product(*choices)]


def _values(name: str, given: Any) -> list[Any]:
    if not isinstance(given, str):
        return [*given] if isinstance(given, list | tuple | range) else [given]
    found: list[Any] = []
    for part in given.split(","):
        match = re.fullmatch(r"\s*(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})\s*", part)
        ends = (int(match[1]), int(match[2])) if match else (0, 0)
        if not part.strip() or ends[1] - ends[0] >= MOST or ends[1] < ends[0]:
            raise GrundyError("{name} is varied as in {name}=3,4 or {name}=3..6, not {given!r}", name=name, given=given)
        found += range(ends[0], ends[1] + 1) if match else [parameter(part.strip())]
    return found


def starts(game: Ruleset | Position, size: str = "", vary: Mapping[str, Any] | None = None) -> list[Start]:
    """Return the positions that a report of a game is about: of each size with each choice of parameters.

    Without a size it is the position that is given, or the start that stands for the game, or a small position.
    PositionError for a size, and for a parameter, that the game has not.

    >>> import grundy as gr
    >>> [label for label, _position in starts(gr.tic_tac_toe, "3x3,4x3", {"line": "2,3"})]
    ['3x3 line=2', '3x3 line=3', '4x3 line=2', '4x3 line=3']
    """
    named = sizes(size)
    if isinstance(game, Position):
        if named or vary:
            raise GrundyError("a report on the position {game} takes no other sizes or parameters", game=game)
        return [Start(_shown(game), game)]
    found = [
        Start(" ".join(filter(None, (each, *(f"{k}={v}" for k, v in given.items())))), _start(game, each, given))
        for each in named or [""]
        for given in settings(vary or {})
    ]
    if len(found) > MOST:
        raise GrundyError("a report covers at most {most} positions, not {count}", most=MOST, count=len(found))
    return [each if each.label else Start(_shown(each.position), each.position) for each in found]


def _shown(position: Position) -> str:
    """Return what tells the only position of a report: its text, but for pieces that are written as numbers."""
    rules = position.ruleset
    return _("start") if shows_numbers(rules) else rules.show(position.state) or str(position)


def shows_numbers(rules: Ruleset) -> bool:
    """Whether pieces of each player's own are shown as the numbers of which bits are the cells."""
    return rules.sided and "show" not in rules.hooks and getattr(rules, "board", None) is None


def _start(game: Ruleset, size: str, given: dict[str, Any]) -> Position:
    """Return where play of a size begins."""
    unknown = given.keys() - game.params.keys() - game.required
    if setup := game.hooks.get("setup"):
        unknown -= {name for name, own in signature(setup).parameters.items() if own.kind is own.KEYWORD_ONLY}
    game.bind(**{name: given[name] for name in unknown})  # which says that there is no such parameter
    given = game.unusual | given
    if size and (game.takes_sizes or game.begins is not None):
        return game.start(size, **given)
    if game.begins is not None:  # words of a start say parameters too
        return game.origin.start(*(() if given else (game.begins.example,)), **given)
    bound = game.bind(**given)
    numbers = [*map(int, size.split("x"))] if size else []
    sides = next((pair for pair in (("width", "height"), ("columns", "rows")) if {*pair} <= game.params.keys()), None)
    if sides and len(numbers) == 2:  # the board of a rule of one's own, which begins empty
        bound, numbers = bound.bind(**dict(zip(sides, numbers, strict=True))), []
    if numbers:
        return bound(*numbers)
    found = _empty(bound) or example(bound)
    if found is None:
        raise GrundyError("{name} declares no start: give a position, or add @{name}.starts", name=game.name)
    return found


def _empty(rules: Ruleset) -> Position | None:
    """Return the position without pieces, where each player has pieces of his own, and they can move there."""
    if not isinstance(rules, FunctionRuleset) or not rules.sided or rules.shape != SEVERAL:
        return None
    found = rules(*(0,) * len(rules.names))
    return found if next(found.options(), None) is not None else None
