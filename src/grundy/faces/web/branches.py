"""A level of the tree of a game: the options of a position or of a value, sensible ones first."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.faces import drawing
from grundy.faces.web import queries as reading
from grundy.faces.web import request_limits
from grundy.faces.web.request_limits import LETTERS
from grundy.faces.web.valuation import shown, value_of
from grundy.rules.explanations import brief
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.values.choice import sensible_options
from grundy.values.loopy.stoppers import Stopper
from grundy.values.nimber import mex
from grundy.values.outcome import Outcome
from grundy.values.short import Value
from grundy.values.writing import is_long

MOST = 60
"""So many options of a player are listed."""
PICTURED = 24
"""With so many at most each has its picture."""
VALUING = 2.0
"""Seconds in which the options' values are looked for."""
LONGEST = 300
"""Letters of a value that can be opened: they stand in an address."""


def options(position: str = "", expression: str = "") -> dict[str, Any]:
    """Return the options of a position, or of the value of an expression: each player's, the sensible ones first.

    Sensible are those that are as good as an option of the canonical form (see `grundy.values.choice`); none is said to be
    so or not where a value is not known in time, nor where play may be endless or is for points.
    """
    if bool(position) == bool(expression):
        raise GrundyError("the options of a position or of an expression are asked for, one of the two")
    if len(expression) > LETTERS:
        raise GrundyError("an expression may have at most {most:,} letters here", most=LETTERS)
    return _of_position(reading.position(position)) if position else _of_value(Value(expression))


def opened(position: str | None, value: Any = None) -> dict[str, str] | None:
    """Return the question after the options of a position of some words, or of a value; None where it is too long."""
    if position:
        return {"position": position}
    if not isinstance(value, Value | Stopper) or (isinstance(value, Value) and is_long(value, LONGEST)):
        return None
    text = str(value)
    return {"expression": text} if len(text) <= LONGEST else None


def _of_position(here: Position) -> dict[str, Any]:
    rules = here.ruleset
    players = {"Left": LEFT, "Right": RIGHT} if rules.partisan else {"": None}
    found = {name: list(dict.fromkeys(here.options(player))) for name, player in players.items()}
    listed = {name: options[:MOST] for name, options in found.items()}
    with limits.keeping(limits.Limits(VALUING)):
        values = {name: [_worth(option) for option in options] for name, options in listed.items()}
    whole = not rules.scoring and all(len(options) <= MOST for options in found.values())
    good = _sensible(list(values.values())) if whole else None
    pictured = max(map(len, listed.values())) <= PICTURED
    sides = [
        _side(
            name,
            [
                {
                    "text": str(option),
                    "svg": drawing.svg(option) if pictured else "",
                    **_told(value),
                    "sensible": good and value in good[number],
                    "asked": None if _is_over(option) else opened(reading.written(option)),
                }
                for option, value in zip(options, values[name], strict=True)
            ],
            len(found[name]) - len(options),
        )
        for number, (name, options) in enumerate(listed.items())
    ]
    return {"of": str(here), "sides": sides}


def _of_value(value: Any) -> dict[str, Any]:
    if not isinstance(value, Value | Stopper):
        raise GrundyError("the value {value} has no list of options", value=value)
    found = {"Left": value.left_options, "Right": value.right_options}
    sides = [
        _side(
            name,
            [
                {
                    "text": brief(each, LONGEST),
                    "svg": "",
                    **_told(None),
                    "sensible": True,
                    "asked": opened(None, each) if each.left_options or each.right_options else None,
                }
                for each in options[:MOST]
            ],
            len(options[MOST:]),
        )
        for name, options in found.items()
    ]
    return {"of": brief(value, LONGEST), "sides": sides}


def _worth(position: Position) -> Any:
    """Return the value of a position, who wins where it has none, and None where neither is found."""
    value = value_of(position, "value" if position.ruleset.partisan else None)
    with suppress(GrundyError):
        return position.solve(reuse=True, memory=request_limits.search()).outcome if value is None else value
    return None


def _told(worth: Any) -> dict[str, str | None]:
    """Return the value of an option as text, or who wins it."""
    won = isinstance(worth, Outcome)
    return {"value": None if won else shown(worth), "winner": str(worth) if won else None}


def _side(player: str, entries: list[dict[str, Any]], more: int) -> dict[str, Any]:
    """Return a player's options, the sensible ones before the others, and how many more there are."""
    entries.sort(key=lambda entry: entry["sensible"] is False)
    return {"player": player, "options": entries, "more": more}


def _sensible(values: list[list[Any]]) -> list[Any] | None:
    """Return of each player the values of the sensible options; None where a value is not known, or is of endless play."""
    every = [value for side in values for value in side]
    if all(isinstance(value, int) for value in every) and len(values) == 1:
        return [range(mex(every))]
    if len(values) == 2 and all(isinstance(value, Value) for value in every):
        return list(sensible_options(*values))
    return None


def _is_over(position: Position) -> bool:
    """Whether nobody can move."""
    players = (LEFT, RIGHT) if position.ruleset.partisan else (None,)
    return not any(True for player in players for _option in position.options(player))
