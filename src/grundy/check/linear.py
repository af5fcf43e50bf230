"""What rules are lowered to: linear numbers, conditions on them, and moves under conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from grundy.check.budget import bounded, spend


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
        if not any(name in names for name, _ in self.parts):
            return self
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

    def put(self, names: Mapping[str, Linear]) -> Atom:
        """Return it with numbers put for names."""
        spend()
        return Atom(self.number.put(names), self.relation)


@dataclass(frozen=True)
class Never:
    """That for no natural numbers of some names one of some cases holds. The names are spoken of nowhere else."""

    names: frozenset[str]
    cases: tuple[Atoms, ...]

    @property
    def plain(self) -> bool | None:
        """Whether it holds, where that is plain."""
        return not self.cases if not self.cases or () in self.cases else None

    @property
    def free(self) -> set[str]:
        """The names that it speaks of, besides its own."""
        return {name for case in self.cases for name in names_of(case)} - self.names

    def put(self, names: Mapping[str, Linear]) -> Never:
        """Return it with numbers put for names other than its own."""
        return Never(self.names, tuple(tuple(atom.put(names) for atom in case) for case in self.cases))


Condition: TypeAlias = "Atom | Never"
Atoms: TypeAlias = "tuple[Condition, ...]"


def names_of(atoms: Atoms) -> set[str]:
    """Return the names that conditions speak of."""
    found: set[str] = set()
    spend(len(atoms))
    for atom in atoms:
        found |= atom.free if isinstance(atom, Never) else {name for name, _ in atom.number.parts}
    return found


def compared(left: Linear, relation: str, right: Linear) -> Atom:
    """Return a comparison as an atom."""
    if relation in ("=", "!="):
        return Atom(left.plus(right, -1), relation)
    small, large = (left, right) if relation[0] == "<" else (right, left)
    return Atom(large.plus(small, -1).plus(Linear((), -(len(relation) == 1))), ">=")


def size_of(atoms: Atoms) -> int:
    """Return how many atoms there are, those inside others too."""
    return sum(1 + sum(map(size_of, atom.cases)) if isinstance(atom, Never) else 1 for atom in atoms)


@dataclass(frozen=True)
class Yield:
    """Some moves of one form: where the atoms hold (for some natural numbers), these numbers are yielded."""

    atoms: Atoms
    parts: tuple[Linear, ...]


@dataclass(frozen=True)
class Moves:
    """The moves of a game on ``names``: where the atoms of a move hold, and play goes on, it leads to its parts.

    ``going``, ``lost`` and ``won`` are where play goes on, and where it is declared to have ended, each as cases. In each
    case of ``never`` something is wrong with the rules. ``splits``: the parts are heaps of a sum, of any number; ``runs``:
    they are a and b, and the heaps are a, a + 1, …, b - 1. ``domain`` is what a position is, besides natural numbers.
    """

    names: tuple[str, ...]
    moves: list[Yield]
    going: list[Atoms]
    lost: list[Atoms]
    won: list[Atoms]
    never: list[Atoms]
    splits: bool
    runs: bool = False
    domain: Atoms = ()
