"""What an expression of games is worth, and how it compares with another; the cells of a worksheet in the same words."""

from __future__ import annotations

from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.limits import Limits
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.web import queries, request_limits
from grundy.faces.web.branches import opened
from grundy.faces.web.request_limits import LETTERS
from grundy.faces.web.valuation import worth
from grundy.faces.worksheet import Answer, Comparison, Worksheet, cells, compared
from grundy.values.loopy.stoppers import Loopy
from grundy.values.short import Value

SHOWN = 2000
"""Letters of a value that are shown."""
CELLS, SHEET = 60, 4000
"""So many cells a worksheet has at most here, and so many letters: it stands in an address."""
SECONDS, SHARE = 10.0, 0.6
"""Seconds that a cell may take; and what share of the seconds of a question all may take together."""


def value(expression: str, other: str = "") -> dict[str, Any]:
    """Return what an expression is worth: canonical form, who wins, stops, thermograph; and its order against another."""
    if max(len(expression), len(other)) > LETTERS:
        raise GrundyError("an expression may have at most {most:,} letters here", most=LETTERS)
    found = Value(expression)
    order = Comparison(expression, other, compared(found, Value(other)), "?") if other.strip() else None
    return {
        **_worth(found),
        "svg": found.svg() if hasattr(found, "svg") else "",
        "order": order and order.order,
        "comparison": order and order.sentence,
    }


def worksheet(cell: list[str]) -> list[dict[str, Any]]:
    """Return the answers to the cells of a worksheet; GrundyError for one that is too long to stand in an address."""
    asked = cells("\n".join(cell))
    letters = sum(map(len, asked))
    if len(asked) > CELLS or letters > SHEET:
        raise GrundyError(
            (
                "a worksheet may have at most {cells} cells and {most:,} letters here; this one has {count} and "
                "{letters:,}: save it as a file, and `grundy value --file` answers it"
            ),
            cells=CELLS,
            most=SHEET,
            count=len(asked),
            letters=letters,
        )
    sheet = Worksheet(seconds=SECONDS, memory=request_limits.search(), find=queries.find)
    with limits.keeping(Limits(SHARE * request_limits.granted().seconds)):
        answers = sheet.ask(asked)
    return [_told(answer) for answer in answers]


def _told(answer: Answer) -> dict[str, Any]:
    """Return the answer to a cell as plain data."""
    worth, error = None, answer.error
    try:
        worth = None if answer.value is None else _worth(answer.value)
    except GrundyError as problem:  # it takes too long to be drawn
        error = problem
    order, place = answer.comparison, answer.position
    return {
        "cell": answer.cell,
        "name": answer.name,
        "worth": worth,
        "facts": [(_(name), text) for name, text in answer.facts[1:]],
        "position": place and str(place),
        "words": place and queries.written(place),
        "svg": place and drawing.svg(place),
        "order": order and order.order,
        "holds": order and order.holds,
        "said": order and str(order),
        "comparison": order and order.sentence,
        "result": answer.said or None,
        "formula": answer.result.mathml() if isinstance(answer.result, Loopy) else None,
        "opens": opened(place and queries.written(place), answer.value if answer.result is None else answer.result),
        "error": error and str(error),
    }


def _worth(found: Value) -> dict[str, Any]:
    """Return what is shown of a value."""
    return {
        **worth(found, SHOWN),
        "outcome": found.outcome.value,
        "winner": str(found.outcome),
        "left_stop": str(found.left_stop),
        "right_stop": str(found.right_stop),
        "birthday": str(found.birthday),
    }
