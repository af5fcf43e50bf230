"""What the text of a compiled rule is made of: lines, and values that are spoken of without being objects.

A number is text that computes it. A row is never an object: a slice is an array with a start and a length, a concatenation a
list of parts, and only what must be held is copied to scratch space (regions) at the far end of ``out``.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from grundy.errors import Sentence
from grundy.lang.refusal import LARGEST, SMALLEST, Unreadable

DEEPEST = 80
"""Lines are indented so often at most; Python has a limit of 100."""
LOOPS = 18
"""Loops are nested so deeply at most; Python has a limit of 20."""
LONG = 300
"""Text of expressions is hardly longer."""
FAR = 2**40
"""No row is so long."""


@dataclass(frozen=True)
class Number:
    """Text that computes an integer, or (``truth``) one of True and False; ``value`` is what it comes to, where known.

    ``natural`` says that it is not negative: so it was made, whatever the variables hold.
    """

    text: str
    value: int | None = None
    truth: bool = False
    natural: bool = False


@dataclass(frozen=True)
class View:
    """``length`` cells of an array from ``start`` on."""

    array: str
    start: str
    length: Number
    backwards: bool = False
    slot: int = -1  # of which slot it is the whole row
    short: bool = False  # whether it surely fits in scratch space


@dataclass(frozen=True)
class Items:
    """A row written out."""

    items: tuple[Number, ...]


@dataclass(frozen=True)
class Fill:
    """One number repeated: ``(0,) * n``."""

    item: Number
    length: Number


@dataclass(frozen=True)
class Chain:
    """Rows one after another: ``heaps[:i] + (k,)``."""

    parts: tuple[View | Items | Fill, ...]


@dataclass(frozen=True)
class Grid:
    """Rows of equal length, one after another in an array."""

    array: str
    start: str
    rows: Number
    columns: Number


Row: TypeAlias = "View | Items | Fill | Chain"
Value: TypeAlias = "Number | Row | Grid"


@dataclass(frozen=True)
class Helper:
    """A function of the text: its name, whether it returns a row, and whether it can give up."""

    name: str
    returns_row: bool
    may_fail: bool


@dataclass
class Module:
    """What the functions of one text share: constants, helpers and the scratch space they count out."""

    capacity: int
    constants: dict[tuple[int, ...], str] = field(default_factory=lambda: dict[tuple[int, ...], str]())
    texts: list[str] = field(default_factory=lambda: list[str]())
    known: dict[tuple[object, ...], Helper] = field(default_factory=lambda: dict[tuple[object, ...], Helper]())
    regions: int = 0

    def constant(self, row: tuple[int, ...]) -> str:
        """Return the name of a constant array."""
        return self.constants.setdefault(row, f"C{len(self.constants)}")


def literal(value: int) -> str:
    """Return an integer as text that stands anywhere.

    >>> literal(7), literal(-7)
    ('7', '(-7)')
    """
    if value == SMALLEST:
        return f"(-{LARGEST} - 1)"
    return str(value) if value >= 0 else f"({value})"


def exactly(value: int) -> Number:
    """Return the number of a literal."""
    return Number(literal(value), value, natural=value >= 0)


def fits(value: int) -> bool:
    """Whether 64 bits hold an integer."""
    return SMALLEST <= value <= LARGEST


def plus(text: str, more: str) -> str:
    """Return the text of a sum that cannot overflow.

    >>> plus("0", "i"), plus("i", "2"), plus("3", "2")
    ('i', '(i + 2)', '5')
    """
    if text == "0" or more == "0":
        return more if text == "0" else text
    if text.isdigit() and more.isdigit():
        return str(int(text) + int(more))
    return f"({text} + {more})"


def as_integer(value: Number) -> Number:
    """Return a truth value as the integer 0 or 1."""
    if not value.truth:
        return value
    return Number(f"int({value.text})", natural=True) if value.value is None else exactly(value.value)


class Writer:
    """Lines of text with their indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.nested = 0
        self.line = 0
        self._fresh = itertools.count(1)

    def refuse(self, what: str | Sentence) -> Unreadable:
        """Return the exception that says what is not compiled, with its line."""
        return Unreadable(what, self.line or None)

    def emit(self, *lines: str) -> None:
        """Write statements at the present depth."""
        self.lines.extend("    " * self.depth + line for line in lines)

    def temp(self) -> str:
        """Return a name not used before."""
        return f"t{next(self._fresh)}"

    @contextmanager
    def indented(self, head: str) -> Generator[None, None, None]:
        """Write a compound statement: its head, then what is written inside."""
        self.emit(head)
        loop = head.startswith(("for ", "while "))
        self.nested += loop
        if self.nested > LOOPS:
            raise self.refuse(Sentence("loops are nested too deeply"))
        with self.captured() as inside:
            yield
        self.nested -= loop
        self.place(inside)

    def place(self, inside: list[str]) -> None:
        """Write lines that were kept apart."""
        self.lines.extend(inside or ["    " * (self.depth + 1) + "pass"])

    @contextmanager
    def captured(self) -> Generator[list[str], None, None]:
        """Keep lines apart, one level deeper, to be placed later."""
        outer, self.lines = self.lines, []
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refuse(Sentence("it is nested too deeply"))
        inside = self.lines
        try:
            yield inside
        finally:
            self.lines = outer
            self.depth -= 1


class Scope(Writer):
    """A function being written: its scratch space, and what to do when 64 bits do not suffice."""

    def __init__(self, module: Module, unfit: tuple[str, ...]) -> None:
        super().__init__()
        self.module = module
        self.unfit = unfit
        self.may_fail = False
        self._own: list[str] = []
        self._free: list[str] = []
        self._taken: list[str] = []

    def fail_if(self, condition: str) -> None:
        """Give up when the condition holds."""
        with self.indented(f"if {condition}:"):
            self.emit(*self.unfit)
        self.may_fail = True

    def failed(self) -> Number:
        """Give up here; return a number that stands for what is never computed."""
        self.fail_if("0 == 0")
        return exactly(0)

    def lasting_region(self) -> str:
        """Return the start of scratch space for the row in a slot."""
        name = f"b{self.module.regions}"
        self.module.regions += 1
        self._own.append(name)
        return name

    def region(self) -> str:
        """Return the start of scratch space for a row that lives until its statement ends."""
        name = self._free.pop() if self._free else self.lasting_region()
        self._taken.append(name)
        return name

    @contextmanager
    def statement(self) -> Generator[None, None, None]:
        """Take scratch space, and give it back when the statement ends."""
        before = len(self._taken)
        yield
        self._free.extend(self._taken[before:])
        del self._taken[before:]

    def region_lines(self) -> list[str]:
        """Return the statements that find this function's scratch space."""
        size = self.module.capacity
        return [f"    {name} = out.shape[0] - {(int(name[1:]) + 1) * size}" for name in self._own]

    def pinned(self, value: Number) -> Number:
        """Return a number that no later assignment changes."""
        if value.value is not None:
            return value
        name = self.temp()
        self.emit(f"{name} = {value.text}")
        return replace(value, text=name)

    def brief(self, value: Number) -> Number:
        """Return the same number as text that may be put in parentheses: Python has a limit of 200 of them."""
        return self.pinned(value) if len(value.text) > LONG else value

    def atom(self, value: Number) -> Number:
        """Return the same integer as a name or a literal, so that it may be said twice."""
        value = as_integer(value)
        return value if value.text.isidentifier() or value.value is not None else self.pinned(value)
