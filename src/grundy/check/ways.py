"""Ways through a rule: what its slots hold, under which conditions; and the tests by which one way becomes two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from grundy.check.budget import room, spend
from grundy.check.formulas import Atom, Atoms, Condition, Linear, compared
from grundy.common.errors import GrundyError

WAYS, ATOMS = 3000, 500
"""More ways are not followed; a way has at most so many conditions."""
ITEMS = 4096
"""So many items has a tuple."""
ZERO, ONE = Linear(), Linear((), 1)
_RELATIONS = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
T = TypeVar("T")


class Fails(Exception):
    """The rule fails where it does this: values are of the wrong sort."""


class Unknown:
    """What a slot holds where it is not known; each loop that changes slots has its own."""


NOTHING = Unknown()
"""What a slot holds before it is given a value."""
MERGED = Unknown()
"""What a slot holds where ways were made one that differ in it: whoever wants it wants the ways apart."""


@dataclass(frozen=True)
class Way:
    """A way through the rules: ``end`` is how it was left, ``found`` what was yielded in the block that is folded."""

    slots: tuple[Any, ...]
    atoms: Atoms = ()
    end: str = ""
    result: Any = None
    found: tuple[Any, ...] = ()

    def under(self, *atoms: Condition) -> Way | None:
        """Return the way under further conditions; None if one is plainly not so."""
        spend(1 + len(self.atoms) // 8)
        new = [atom for atom in atoms if atom.plain is not True and atom not in self.atoms]
        room(len(self.atoms) + len(new), ATOMS)
        if any(atom.plain is False or (isinstance(atom, Atom) and atom.opposite in self.atoms) for atom in new):
            return None
        return replace(self, atoms=(*self.atoms, *new))

    def stored(self, slots: Iterable[int], value: Any) -> Way:
        """Return the way with a value in some slots."""
        spend(1 + len(self.slots) // 64)
        new = list(self.slots)
        for slot in slots:
            new[slot] = value
        return replace(self, slots=tuple(new))


Ways = list[tuple[Way, Any]]
"""Ways, and what an expression comes to on each."""
Tested = list[tuple[Way, bool]]


def held(ways: list[T]) -> list[T]:
    """Return ways; GrundyError for too many."""
    if len(ways) > WAYS:
        raise GrundyError("there are more than {ways} ways through the rules", ways=WAYS)
    return ways


def number(value: Any) -> Linear:
    """Return a value that is a number; `Fails` for a tuple."""
    if isinstance(value, tuple):
        raise Fails
    if not isinstance(value, Linear):
        raise GrundyError("the rules use something as a number that is not one")
    return value


def items_of(value: Any) -> tuple[Any, ...]:
    """Return a value that is a tuple; `Fails` for a number."""
    if isinstance(value, Linear):
        raise Fails
    if not isinstance(value, tuple):
        raise GrundyError("the rules use something as a tuple that is not one")
    return value


def row(items: Iterable[Any]) -> tuple[Any, ...]:
    """Return a tuple of numbers, or of tuples of numbers, which are not too many; GrundyError for deeper ones."""
    made = tuple(items)
    inner = [each for each in made if isinstance(each, tuple)]
    room(len(made) + sum(map(len, inner)), ITEMS)
    if any(isinstance(each, tuple) for whole in inner for each in whole):
        raise GrundyError("the checker cannot read tuples of tuples of tuples")
    return made


def numbers(values: Iterable[Any]) -> list[Linear]:
    """Return values that are numbers, to be ordered; `Fails` where some are tuples, GrundyError where all are."""
    given = list(values)
    if not given:
        raise Fails
    if all(isinstance(each, tuple) for each in given):
        raise GrundyError("the checker cannot read rules that ask which of two tuples is less")
    return [number(each) for each in given]


def constant(value: Any) -> int:
    """Return a number that is known; GrundyError for one that is not."""
    if number(value).parts:
        raise GrundyError("the rules use a number that is not constant as a place, a step or a count")
    return number(value).constant


def forked(way: Way, atom: Atom) -> Tested:
    """Return the way where a condition holds, and where it does not."""
    ends = (way.under(atom), True), (way.under(atom.opposite), False)
    return [(after, yes) for after, yes in ends if after is not None]


def truths(value: Any, way: Way) -> Tested:
    """Return where a value is true, and where it is not."""
    if isinstance(value, tuple):
        return [(way, bool(value))]
    return forked(way, Atom(number(value), "!="))


def related(one: Any, sign: str, two: Any, way: Way) -> Tested:
    """Return where a comparison holds, and where it does not."""
    if sign in ("in", "not in"):
        return _some([(one, item) for item in items_of(two)], True, way, sign == "in")
    if sign in ("==", "!=") and (isinstance(one, tuple) or isinstance(two, tuple)):
        if isinstance(one, Linear) or isinstance(two, Linear) or len(one) != len(two):
            return [(way, sign == "!=")]
        return _some(list(zip(one, two, strict=True)), False, way, sign == "!=")
    left, right = numbers([one, two])
    return forked(way, compared(left, _RELATIONS[sign], right))


def _some(pairs: list[tuple[Any, Any]], equal: bool, way: Way, wanted: bool) -> Tested:
    """Return ``wanted`` where some pair is ``equal``, or is not, else the contrary."""
    found, live = list[tuple[Way, bool]](), [way]
    for one, two in pairs:
        tested = [each for before in live for each in related(one, "==", two, before)]
        found += [(w, wanted) for w, yes in tested if yes is equal]
        live = held([w for w, yes in tested if yes is not equal])
    return found + [(w, not wanted) for w in live]


def extreme(name: str, values: Sequence[Any], way: Way) -> Ways:
    """Return the least or the greatest of some numbers."""
    first, *rest = numbers(values)
    found: Ways = [(way, first)]
    for value in rest:
        atoms = [(w, best, compared(value, "<" if name == "min" else ">", best)) for w, best in found]
        found = held([(after, value if yes else best) for w, best, atom in atoms for after, yes in forked(w, atom)])
    return found


def in_order(values: Sequence[Any], way: Way) -> Ways:
    """Return some numbers in rising order."""
    found: list[tuple[Way, tuple[Any, ...]]] = [(way, ())]
    for value in numbers(values) if values else ():
        longer: list[tuple[Way, tuple[Any, ...]]] = []
        for before, known in found:
            live = [before]
            for place, other in enumerate(known):
                tested = [each for w in live for each in forked(w, compared(value, "<", other))]
                longer += [(w, (*known[:place], value, *known[place:])) for w, yes in tested if yes]
                live = [w for w, yes in tested if not yes]
            longer += [(w, (*known, value)) for w in live]
        found = held(longer)
    return list(found)
