"""What the checker's lowering says of a position, by trying numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.check.formulas import Atom, Atoms, Linear, Never, Yield, names_of

State = tuple[int, ...]


def solutions(atoms: Any, known: dict[str, int]) -> Iterator[dict[str, int]]:
    """Iterate over the natural numbers for which conditions hold: each name is bounded by those made before it."""
    plain = [atom for atom in atoms if isinstance(atom, Atom)]
    free = sorted(names_of(tuple(atoms)) - known.keys(), key=lambda name: int(name[1:]))
    yield from _solutions(plain, [atom for atom in atoms if isinstance(atom, Never)], known, free)


def _solutions(
    plain: list[Atom], none: list[Never], known: dict[str, int], free: list[str]
) -> Iterator[dict[str, int]]:
    left: list[Atom] = []
    for atom in plain:
        if all(name in known for name, _ in atom.number.parts):
            if not true(atom, known):
                return
        else:
            left.append(atom)
    if not free:
        if all(not any(True for case in never.cases for _ in solutions(case, known)) for never in none):
            yield known
        return
    low, high = 0, None
    for atom in left:
        rest = [name for name, _ in atom.number.parts if name not in known]
        if rest == free[:1] and atom.relation in (">=", "="):
            a = dict(atom.number.parts)[rest[0]]
            worth = value(atom.number, {**known, rest[0]: 0})
            if a < 0:
                high = worth // -a if high is None else min(high, worth // -a)
            elif atom.relation == ">=":
                low = max(low, -(worth // a))
    assert high is not None, (free[0], left)
    for n in range(low, high + 1):
        yield from _solutions(left, none, {**known, free[0]: n}, free[1:])


def value(number: Linear, known: dict[str, int]) -> int:
    return number.constant + sum(a * known[name] for name, a in number.parts)


def true(atom: Atom, known: dict[str, int]) -> bool:
    worth = value(atom.number, known)
    return worth >= 0 if atom.relation == ">=" else (worth == 0) is (atom.relation == "=")


def options(yields: list[Yield], state: State) -> set[State]:
    """Return what is yielded at a state."""
    known = {f"x{i}": n for i, n in enumerate(state)}
    made: set[State] = set()
    for each in yields:
        for own in solutions(each.atoms, known):
            made.add(tuple(value(part, own) for part in each.parts))
    return made


def wrong(never: list[Atoms], state: State) -> bool:
    """Return whether something that must never be is at a state."""
    known = {f"x{i}": n for i, n in enumerate(state)}
    return any(True for atoms in never for _ in solutions(atoms, known))
