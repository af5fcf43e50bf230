"""The answer to a cell: a value and what is to be said of it, how two values compare, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.common.limits import suppressed
from grundy.common.messages import N_, _
from grundy.rules.explanations import brief
from grundy.rules.position import Position
from grundy.values.infinitesimal import atomic_weight
from grundy.values.loopy.stoppers import Loopy, Sided, Stopper
from grundy.values.short import Value

HOLDS = {"==": "=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "||": "||", "!=": "<>||", "<|": "<||", "|>": ">||"}
"""Signs that are typed, and for which orders they hold."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two values compare.

    Attributes:
        left, right: the expressions.
        order: "<", ">", "=" or "||", which is confused.
        asked: the sign that was typed, "?" where the order was asked.
    """

    left: str
    right: str
    order: str
    asked: str

    @property
    def holds(self) -> bool | None:
        """Whether it is as was typed; None where the order was asked."""
        return None if self.asked == "?" else self.order in HOLDS[self.asked]

    @property
    def sentence(self) -> str:
        """What the order means."""
        return _(_ORDERS[self.order])

    def __str__(self) -> str:
        said = f"{self.left} {self.order} {self.right}"
        if self.holds is None:
            return said
        return _("yes: {said}").format(said=said) if self.holds else _("no: {said}").format(said=said)


_ORDERS = {
    "=": N_("They are equal: in any sum, one can replace the other."),
    "<": N_("The first is less: Right prefers it, in any sum."),
    ">": N_("The first is greater: Left prefers it, in any sum."),
    "||": N_("They are confused: whoever moves first in their difference wins."),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a cell.

    Attributes:
        cell: what was typed.
        name: what it gave a name to, or "".
        value: the value; None of a note, of a comparison, and where there is none.
        position: the position, where the cell is no more than one.
        facts: what is to be said of the value, in pairs of a name and words (see `facts`).
        comparison: how two values compare.
        result: what it is if it is no value of a short game: a list, yes or no, a table, an ordinal, …
        error: why there is no answer.
    """

    cell: str
    name: str = ""
    value: Value | None = None
    position: Position | None = None
    facts: tuple[tuple[str, str], ...] = ()
    comparison: Comparison | None = None
    result: Any = None
    error: GrundyError | None = None

    @property
    def is_note(self) -> bool:
        """Whether the cell says nothing to be answered."""
        return self.value is None and self.comparison is None and self.result is None and self.error is None

    @property
    def said(self) -> str:
        """The result in words, empty where there is none."""
        from grundy.faces.worksheet.members import shown

        return "" if self.result is None else shown(self.result)

    def __str__(self) -> str:
        lines = [self.cell]
        if self.value is not None:
            told = dict(self.facts)
            lines.append(brief(self.value))
            if "mean" in told:
                said = _("{outcome}, mean {mean}, temperature {temperature}")
                lines.append(said.format(outcome=told["outcome"], mean=told["mean"], temperature=told["temperature"]))
            else:
                lines.append(told["outcome"])
        if self.comparison is not None:
            lines.append(str(self.comparison))
        if self.result is not None:
            lines += [self.said, *(text for name, text in self.facts if name == "outcome")]
        if self.error is not None:
            lines.append(_("no answer: {error}").format(error=self.error))
        return "\n  ".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        found: dict[str, Any] = {"cell": self.cell}
        if self.name:
            found["name"] = self.name
        if self.position is not None:
            found["position"] = str(self.position)
        found |= {name.replace(" ", "_"): text for name, text in self.facts if name not in ("outcome", "stops")}
        if hasattr(self.result, "outcome"):
            found["outcome"] = self.result.outcome.value
        if self.value is not None:
            stops = {"left_stop": str(self.value.left_stop), "right_stop": str(self.value.right_stop)}
            found |= {"outcome": self.value.outcome.value, **stops}
        if self.comparison is not None:
            found |= {"order": self.comparison.order, "holds": self.comparison.holds}
        if self.result is not None:
            from grundy.faces.worksheet.members import data

            found["result"] = data(self.result)
        return found | ({"error": self.error.to_dict()} if self.error is not None else {})


def compared(one: Value, other: Value) -> str:
    """Return how two values compare: "<", ">", "=" or "||".

    >>> compared(Value("^"), Value("*")), compared(Value("^^"), Value("*"))
    ('||', '>')
    """
    below, above = one <= other, other <= one
    return {(True, True): "=", (True, False): "<", (False, True): ">"}.get((below, above), "||")


def of_other(value: Any) -> Iterator[tuple[str, str]]:
    """Yield what is said of a value of no short game: an infinite one, a fraction that is not dyadic, a loopy one."""
    yield "value", str(value)
    yield "outcome", str(value.outcome)
    with suppressed(GrundyError):
        if hasattr(value, "birthday"):
            yield "birthday", str(value.birthday)


def facts(value: Value | Loopy) -> Iterator[tuple[str, str]]:
    """Yield what is said of a value, its text first; of what is too large, its canonical form above all, that it is so.

    >>> [text for name, text in facts(Value("{1|-1}")) if name in ("value", "mean", "temperature")]
    ['+-1', '0', '1']
    """
    yield "value", _said(lambda: str(value))
    yield N_("outcome"), str(value.outcome)
    if not isinstance(value, Value):  # play may be endless
        yield from _loopy_facts(value)
        return
    yield (
        N_("stops"),
        _("{left_stop} for Left, {right_stop} for Right").format(
            left_stop=value.left_stop, right_stop=value.right_stop
        ),
    )
    yield N_("mean"), _said(lambda: str(value.mean))
    yield N_("temperature"), _said(lambda: str(value.temperature))
    yield N_("birthday"), _said(lambda: str(value.birthday))
    with suppressed(GrundyError):  # it has none
        yield N_("atomic weight"), _said(lambda: str(atomic_weight(value)))


def _loopy_facts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield what is said of a value of play that may be endless."""
    if isinstance(value, Stopper):
        stops = _("{left_stop} for Left, {right_stop} for Right")
        yield N_("stops"), stops.format(left_stop=value.left_stop, right_stop=value.right_stop)
        yield N_("followers"), str(value.follower_count)
        for name, found in ((N_("degree"), lambda: value.degree), (N_("variety"), lambda: value.variety)):
            with suppressed(GrundyError):
                yield name, _said(lambda: str(found()))  # noqa: B023  # asked at once
    elif isinstance(value, Sided):
        yield N_("onside"), str(value.onside)
        yield N_("offside"), str(value.offside)


def _said(text: Callable[[], str]) -> str:
    try:
        return text()
    except OutOfTime:
        raise
    except TooLarge as error:
        return str(error)
