"""What a position is worth beyond who wins: its parts, and of a partisan one its value and thermograph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.common.errors import GrundyError
from grundy.faces import drawing
from grundy.faces.web import queries, request_limits
from grundy.rules.explanations import brief
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.sums import SumRuleset

LARGEST = 24
"""So many parts are shown."""


def parts(position: Position) -> list[dict[str, Any]]:
    """Return the parts of which a position is the sum, each with its picture and value; none of one that is whole."""
    found = list(_apart(position))
    if not 2 <= len(found) <= LARGEST:
        return []
    return [
        {"position": str(part), "words": queries.written(part), "svg": drawing.svg(part), "value": _value(part)}
        for part in found
    ]


def partisan(position: Position) -> dict[str, Any] | None:
    """Return the value of a partisan position with its thermograph; None where it has none that is found in time."""
    found = _worth(position)
    if found is None or isinstance(found, int):
        return None
    heat = found.thermograph()
    return {
        "value": brief(found),
        "latex": found.latex(),
        "mean": str(heat.mean),
        "temperature": str(heat.temperature),
        "thermograph": heat.svg(),
    }


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


def _value(position: Position) -> str | None:
    found = _worth(position)
    return None if found is None else str(found) if isinstance(found, int) else brief(found)


def _worth(position: Position) -> Any:
    """Return the Grundy value or the canonical form of a position, None where it has none or none is found."""
    try:
        return position.solve(reuse=True, memory=request_limits.search()).value
    except GrundyError:
        return None
