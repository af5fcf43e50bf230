"""The values of a rule in machine code.

A number is a word in a register; a row is a place in memory with a length; what need not lie in memory (items written out,
one number repeated, rows one after another) does not, until it must be held: then it is copied to scratch space.
"""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from grundy.language.native.kinds import BIT, WORD, Code
from grundy.language.refusal import LARGEST, SMALLEST


@dataclass(frozen=True)
class Number:
    """An integer in a word, or (``truth``) a truth value in a bit; ``value`` is what it comes to, where known."""

    code: Code
    value: int | None = None
    truth: bool = False


@dataclass(frozen=True)
class Place:
    """An address of words. ``home`` is the array that it surely lies in, of those that the function changes."""

    at: Code
    home: object = None
    ends: tuple[Code, Code] | None = None


@dataclass(frozen=True)
class View:
    """``length`` words from a place on; ``short``: they surely fit in scratch space."""

    place: Place
    length: Number
    backwards: bool = False
    short: bool = False
    slot: int = -1  # of which slot it is the whole row


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
    """Rows of equal length, one after another."""

    place: Place
    rows: Number
    columns: Number


Row: TypeAlias = "View | Items | Fill | Chain"
Value: TypeAlias = "Number | Row | Grid"
SOMEWHERE = object()
"""The home of what may lie in any array that the function changes."""


def fits(value: int) -> bool:
    """Whether 64 bits hold an integer."""
    return SMALLEST <= value <= LARGEST


def exactly(value: int) -> Number:
    """Return the number that a literal is."""
    return Number(WORD(value), value)


def truth(value: bool) -> Number:
    """Return a known truth value."""
    return Number(BIT(int(value)), int(value), truth=True)
