"""What the reader of rules computes with: linear numbers, conditions on them, kinds of tuples, ways through rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grundy.check.budget import bounded, room, spend

ATOMS = 500
"""A way has at most so many conditions."""


@dataclass(frozen=True)
class Linear:
    """Σ a_i x_i + constant, by names in order."""

    parts: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    def plus(self, other: Linear, times: int = 1) -> Linear:
        """Return it plus so many times another."""
        found = dict(self.parts)
        for name, a in other.parts:
            found[name] = found.get(name, 0) + times * a
        parts = tuple(sorted((n, bounded(a)) for n, a in found.items() if a))
        return Linear(parts, bounded(self.constant + times * other.constant))

    def put(self, names: Mapping[str, Linear]) -> Linear:
        """Return it with numbers put for names."""
        whole = Linear((), self.constant)
        for name, a in self.parts:
            whole = whole.plus(names.get(name, Linear(((name, 1),))), a)
        return whole


@dataclass(frozen=True)
class Atom:
    """That a number is 0 or more (``>=``), is 0 (``=``) or is not 0 (``!=``)."""

    number: Linear
    relation: str

    @property
    def plain(self) -> bool | None:
        """Whether it holds, where that is plain, the names being natural numbers."""
        c, signs = self.number.constant, [a for _, a in self.number.parts]
        if not signs:
            return {">=": c >= 0, "=": c == 0, "!=": c != 0}[self.relation]
        if self.relation == ">=" and ((c >= 0 and min(signs) > 0) or (c < 0 and max(signs) < 0)):
            return c >= 0
        return None

    @property
    def opposite(self) -> Atom:
        """What holds where it does not."""
        if self.relation == ">=":
            return Atom(Linear((), -1).plus(self.number, -1), ">=")
        return Atom(self.number, "=" if self.relation == "!=" else "!=")


def compared(left: Linear, relation: str, right: Linear) -> Atom:
    """Return a comparison as an atom."""
    if relation in ("=", "!="):
        return Atom(left.plus(right, -1), relation)
    small, large = (left, right) if relation[0] == "<" else (right, left)
    return Atom(large.plus(small, -1).plus(Linear((), -(len(relation) == 1))), ">=")


@dataclass(frozen=True)
class Way:
    """A way through the rules, and how it ended."""

    names: Mapping[str, Any]
    atoms: tuple[Atom, ...] = ()
    end: str = ""
    result: Any = None

    def under(self, *atoms: Atom) -> Way | None:
        """Return the way under further conditions; None if one is plainly not so."""
        spend(1 + len(self.atoms) // 8)
        new = [atom for atom in atoms if atom.plain is not True and atom not in self.atoms]
        room(len(self.atoms) + len(new), ATOMS)
        if any(atom.plain is False or atom.opposite in self.atoms for atom in new):
            return None
        return replace(self, atoms=(*self.atoms, *new))


class Items(tuple[Any, ...]):
    """A list. It is no tuple: it is equal to lists alone, and may be changed by what changes another name of it."""


class Turns(tuple[Any, ...]):
    """A range."""


class Stream(tuple[Any, ...]):
    """What can be gone through once: an iterator, which is neither kept, nor compared, nor true or false."""


class Lazy(Stream):
    """A generator expression, whose items are made when they are wanted: it is used up at once, or not read."""


@dataclass(frozen=True)
class Yield:
    """Some moves of one form: where the atoms hold (for some natural numbers), these numbers are yielded."""

    atoms: tuple[Atom, ...]
    parts: tuple[Linear, ...]
