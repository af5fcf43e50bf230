"""What a position is worth beyond who wins: its parts, and of a partisan one its value and thermograph."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import Context
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.limits import suppressed
from grundy.faces import drawing
from grundy.faces.drawing.rich_display import formula
from grundy.faces.web import queries, request_limits
from grundy.playing.opponent.aside import Aside, begun_within
from grundy.rules.explanations import brief
from grundy.rules.out_of_turn import says_turn
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.session import Field
from grundy.rules.sums import SumRuleset
from grundy.values.loopy.stoppers import Loopy
from grundy.values.short import Value

LARGEST = 24
"""So many parts are shown."""
SEEKING, GLANCE = 20.0, 0.2
"""Seconds for which a value out of turn is looked for, and in which it is waited for."""
SOUGHT = Field[dict[Any, Aside[Any]]]("values out of turn that are looked for", dict)
LETTERS = 120
"""So many letters of a value are written, unless told."""


def parts(position: Position) -> list[dict[str, Any]]:
    """Return the parts of which a position is the sum, each with its picture and value; none of one that is whole."""
    found = list(_apart(position))
    if not 2 <= len(found) <= LARGEST:
        return []
    return [
        {
            "position": str(part),
            "words": queries.written(part),
            "svg": drawing.svg(part),
            "value": shown(value_of(part)),
        }
        for part in found
    ]


def partisan(position: Position) -> dict[str, Any] | None:
    """Return the value of a partisan position with its thermograph; None where it has none that is found in time."""
    found: Any = value_of(position, "value" if says_turn(position.ruleset) else None)
    return worth(found) if isinstance(found, (Value, Loopy)) else None


def worth(found: Any, letters: int = LETTERS) -> dict[str, Any]:
    """Return what is shown of a value, of which so many letters are written; for LaTeX "" where it is too long."""
    latex = ""
    with suppressed():
        latex = found.latex()
    told = {"value": brief(found, letters), "latex": latex, "formula": formula(found)}
    if not isinstance(found, Value):  # play may be endless
        return told | dict.fromkeys(("thermograph", "mean", "temperature"), "")
    heat = found.thermograph()
    return told | {"thermograph": heat.svg(), "mean": str(heat.mean), "temperature": str(heat.temperature)}


def shown(value: Value | int | None) -> str | None:
    """Return a value as text: a Grundy value, a score or a canonical form; None where there is none."""
    return brief(value) if isinstance(value, Value) else None if value is None else str(value)


def _apart(position: Position) -> Iterator[Position]:
    """Yield the parts of a position: of a sum its terms, of a board its pieces, of heaps each heap."""
    rules, state = position.ruleset, position.state
    if rules.is_sum(state):
        for part, own in rules.components(state):
            yield from _apart(Position(part, own)) if isinstance(rules, SumRuleset) else [Position(part, own)]
    elif isinstance(rules, (PartisanRuleset, ImpartialRuleset)):
        yield from (Position(rules, own) for own in rules.split(state))
    else:
        yield position


def value_of(position: Position, method: str | None = None) -> Value | int | None:
    """Return the Grundy value or the canonical form of a position, None where it has none or none is found.

    ``method`` "value": also where who wins is found sooner, or the value is one out of turn.
    """
    try:
        if method == "value" and says_turn(position.ruleset):
            return _value_out_of_turn(position)
        return position.solve(method=method, reuse=True, memory=request_limits.search()).value
    except GrundyError:
        return None


def _value_out_of_turn(position: Position) -> Any:
    """Return a value that may take seconds, None for now where it does: it is looked for beside other questions."""
    sought, key = position.ruleset.memory[SOUGHT], position.state[:-1]
    if key not in sought:
        unlimited = Context()  # it is not within the limits of this question
        sought[key] = unlimited.run(begun_within, SEEKING, position.value, request_limits.search())
    return sought[key].result() if sought[key].done_within(GLANCE) else None
