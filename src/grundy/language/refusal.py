"""What is outside the rule language, in one sentence with the line and the reason; and parameters, which must fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

from grundy.common.errors import RulesError, Sentence

SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""Constants of rules lie between these."""


class Unreadable(RulesError):
    """A rule that cannot be read, and so is interpreted; ``why`` says where and why, and ``reason`` is its text."""

    def __init__(self, what: str | Sentence, line: int | None = None, /, **data: Any) -> None:
        self.line = line
        self.why = located(what, line, data)
        super().__init__(Sentence("{reason}; the rule is interpreted", reason=self.why))

    @property
    def what(self) -> Sentence:
        """Why, without the line."""
        return self.why if self.line is None else self.why.data["what"]

    @property
    def reason(self) -> str:
        """Where and why, in the language that is spoken."""
        return str(self.why)


class Following:
    """What follows a rule line by line, and says at which it can't go on."""

    line: int = 0

    def refuse(self, what: str | Sentence, /, **data: Any) -> Unreadable:
        """Return the error that names the line."""
        return Unreadable(what, self.line or None, **data)


def located(what: str | Sentence, line: int | None, data: dict[str, Any]) -> Sentence:
    """Return a sentence with its line, if it has one.

    >>> print(located("{n} is too large", 3, {"n": 2**70}))
    line 3: 1180591620717411303424 is too large
    """
    told = what if isinstance(what, Sentence) else Sentence(what, **data)
    return told if line is None else Sentence("line {line}: {what}", line=line, what=told)


# -- parameters of a rule as a row of integers, which its machine code is given ----------------------------------------


Shape: TypeAlias = Literal["int", "tuple", "grid"]
Shapes: TypeAlias = "tuple[tuple[str, Shape], ...]"


def pack_params(values: Mapping[str, object]) -> tuple[list[int], Shapes]:
    """Return parameters as integers in a row, and the shapes that the code of a rule depends on.

    >>> pack_params({"m": 3, "moves": (1, 4), "grid": ((1, 2), (3, 4))})
    ([3, 2, 1, 4, 2, 2, 1, 2, 3, 4], (('m', 'int'), ('moves', 'tuple'), ('grid', 'grid')))
    """
    cells: list[int] = []
    shapes: list[tuple[str, Shape]] = []
    for name, value in values.items():
        shape, packed = _packed(name, value)
        shapes.append((name, shape))
        cells.extend(packed)
    return cells, tuple(shapes)


def _packed(name: str, value: object) -> tuple[Shape, list[int]]:
    if isinstance(value, int):
        return "int", [_cell(name, value)]
    if not isinstance(value, tuple):
        raise Unreadable("'{words}' is a {kind}, which is not read", words=name, kind=type(value).__name__)
    items = cast("tuple[object, ...]", value)
    if not items or not all(isinstance(row, tuple) for row in items):
        return "tuple", [len(items), *(_cell(name, x) for x in items)]
    rows = [cast("tuple[object, ...]", row) for row in items]
    if len({len(row) for row in rows}) != 1:
        raise Unreadable("the rows of '{words}' differ in length; fill them up, for example with -1", words=name)
    return "grid", [len(rows), len(rows[0]), *(_cell(name, x) for row in rows for x in row)]


def _cell(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise Unreadable("'{words}' holds a {kind}, which is not read", words=name, kind=type(value).__name__)
    if not SMALLEST <= value <= LARGEST:
        raise Unreadable("'{words}' does not fit in 64 bits", words=name)
    return int(value)
