"""What an expression of games is worth, and how it compares with another."""

from __future__ import annotations

from typing import Any

from grundy.errors import GrundyError
from grundy.language import _
from grundy.rules.solution import brief
from grundy.values.short import Value
from grundy.web.request_limits import LETTERS

SHOWN = 2000
"""Letters of a value that are shown."""


def value(expression: str, other: str = "") -> dict[str, Any]:
    """Return what an expression is worth: canonical form, who wins, stops, thermograph; and its order against another."""
    if max(len(expression), len(other)) > LETTERS:
        raise GrundyError("an expression has at most {most:,} letters here", most=LETTERS)
    found = Value(expression)
    heat = found.thermograph()
    sign, sentence = _compared(found, Value(other)) if other.strip() else (None, None)
    return {
        "value": brief(found, SHOWN),
        "latex": found.latex(),
        "outcome": found.outcome.value,
        "winner": str(found.outcome),
        "left_stop": str(found.left_stop),
        "right_stop": str(found.right_stop),
        "mean": str(heat.mean),
        "temperature": str(heat.temperature),
        "birthday": str(found.birthday),
        "thermograph": heat.svg(),
        "svg": found.svg(),
        "order": sign,
        "comparison": sentence,
    }


def _compared(one: Value, other: Value) -> tuple[str, str]:
    """Return how two values compare, as a sign and as a sentence."""
    below, above = one <= other, other <= one
    if below and above:
        return "=", _("They are equal: in every sum one may stand for the other.")
    if below:
        return "<", _("The first is less: Right likes it better, in every sum.")
    if above:
        return ">", _("The first is greater: Left likes it better, in every sum.")
    return "||", _("They are confused: in the difference of the two, who begins wins.")
