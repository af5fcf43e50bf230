"""Ways through a rule: what its slots hold, the conditions under which it goes there, and the turns of loops it is in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from grundy.common.messages import _
from grundy.language.linear.guards import GUARDS, NO, YES, All, Guard, implied, truth
from grundy.language.linear.numbers import Number, related
from grundy.language.linear.sums import Term
from grundy.language.refusal import LARGEST, Unreadable

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
PATHS = 2000
"""More paths through a rule are not followed."""
STEPS = 400_000
"""More expressions and statements are not."""
LONGEST, UNROLLED = 4096, 64
"""A tuple has at most so many items; a loop between constants is written out up to so many turns."""


class Mark:
    """What a slot holds of which nothing is known; ``when`` says why."""

    def __init__(self, when: Callable[[], str]) -> None:
        self.when = when


MISSING = Mark(lambda: _("before it has a value"))
AFTER = Mark(lambda: _("after a loop or a choice that gives it a value"))
"""What a slot holds after a block that gives it a value."""


def carried() -> Mark:
    """Return what a slot holds at the beginning of a turn, if turns give it values; each loop has its own."""
    return Mark(lambda: _("from one turn of a loop to the next"))


@dataclass(frozen=True)
class Path:
    """A way through a rule. ``end`` is how its block was left, if it was; ``given`` what was yielded to a fold.

    A slot holds a `Number`, a tuple of values, a condition (1 if it holds, else 0), or a `Mark`.
    """

    slots: tuple[Any, ...]
    guards: tuple[Guard, ...] = ()
    bound: tuple[str, ...] = ()
    end: str = ""
    result: Any = None
    given: tuple[Any, ...] = ()

    def under(self, condition: Guard) -> Path | None:
        """Return the path under a further condition; None if that is plainly false."""
        parts = condition.parts if isinstance(condition, All) else (condition,)
        kept = list(self.guards)
        for part in parts:
            said = NO if part == NO else None
            for known in kept:
                if said is None and (holds := implied(known, part)) is not None:
                    said = truth(holds)
            if said == NO:
                return None
            if said is None and part != YES:
                kept.append(part)
        return self if len(kept) == len(self.guards) else replace(self, guards=tuple(kept))

    def store(self, slot: int, value: Any) -> Path:
        """Return the path with another value in a slot."""
        return replace(self, slots=(*self.slots[:slot], value, *self.slots[slot + 1 :]))

    def more(self, before: Path) -> tuple[Guard, ...]:
        """Return the conditions that were added since an earlier place on the path."""
        return self.guards[len(before.guards) :]

    def turns(self, before: Path) -> tuple[str, ...]:
        """Return the turns of loops that were added."""
        return self.bound[len(before.bound) :]


Found: TypeAlias = "list[tuple[Path, Any]]"


def along(
    path: Path,
    items: Iterable[A],
    follow: Callable[[A, Path], Iterable[tuple[Path, B]]],
    start: C,
    join: Callable[[C, B], C],
) -> list[tuple[Path, C]]:
    """Return what items come to, each followed on all paths behind the one before, and joined to what these came to."""
    found = [(path, start)]
    for item in items:
        found = [(after, join(have, value)) for before, have in found for after, value in follow(item, before)]
    return found


def each_of(
    path: Path, items: Iterable[A], follow: Callable[[A, Path], Iterable[tuple[Path, B]]]
) -> list[tuple[Path, list[B]]]:
    """Return what each of some items comes to, in each case that there is."""
    return along(path, items, follow, list[B](), lambda have, value: [*have, value])


def unknown(value: Mark, line: int) -> Unreadable:
    """Return why what a slot holds cannot be read."""
    return Unreadable("a name is used {which}", line, which=value.when())


def is_guard(value: Any) -> bool:
    """Return whether a value is a condition."""
    return isinstance(value, GUARDS)


def small(constant: int, line: int) -> int:
    """Return a constant, which must not be very large."""
    if abs(constant) > LARGEST:
        raise Unreadable("a number of more than 64 bits is not read", line)
    return constant


def known(value: Any, line: int) -> Any:
    """Return a constant of the rule as a value; a term stands for a parameter that is a number of the position."""
    if isinstance(value, Term):
        return Number.of(value)
    if isinstance(value, tuple):
        return tuple(known(item, line) for item in value)
    return Number.of(small(int(value), line))


def condition(value: Any, line: int) -> Guard:
    """Return whether a value counts as true."""
    if isinstance(value, Mark):
        raise unknown(value, line)
    if isinstance(value, tuple):
        return truth(bool(value))
    return related(value, "!=", Number.of(0)) if isinstance(value, Number) else value


def row(value: Any, line: int) -> tuple[Any, ...]:
    """Return what must be a tuple."""
    if isinstance(value, Mark):
        raise unknown(value, line)
    if not isinstance(value, tuple):
        raise Unreadable("a tuple is expected here", line)
    if len(value) > LONGEST:
        raise Unreadable("a tuple of more than {longest:,} items is not read", line, longest=LONGEST)
    return value
