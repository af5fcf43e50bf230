"""Conditions on the numbers of a position as a mathematician says them: what each is as a formula, and in words.

A condition is data. Its formula is what the logic decides (`grundy.proving.logic.formula.compile`, with the sets that
have a name, `grundy.proving.sentences.named`), so that to say the same as an automaton is to have the same least automaton.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grundy.common.messages import _
from grundy.proving.logic.expressions import (
    Compare,
    Exists,
    Formula,
    NimZero,
    Not,
    Predicate,
    Term,
    Truth,
    variable,
)
from grundy.proving.moves_in_words import condition as compared
from grundy.proving.moves_in_words import term, tuple_of
from grundy.proving.sentences.named import NAMED, beatty_name, small_number
from grundy.proving.terms import both, either
from grundy.values.patterns.beatty import Beatty

Names = Mapping[str, str]
"""What variables are called."""
FIRST = 4
"""So many pairs are shown."""


@dataclass(frozen=True)
class Residues:
    """A term is among ``first``, or is ``start`` or more and leaves one of the ``rests`` when divided by ``period``."""

    term: Term
    first: tuple[int, ...]
    start: int
    period: int
    rests: tuple[int, ...]


@dataclass(frozen=True)
class Within:
    """All numbers of these names are at most ``most``; if not ``holds``, one of them is more."""

    names: tuple[str, ...]
    most: int
    holds: bool = True


@dataclass(frozen=True)
class Named:
    """Some terms are in a set that has a name."""

    name: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Pairs:
    """Two numbers are, in either order, s·⌊nα⌋ + c and s·(⌊nα⌋ + tn) + c for some n >= 0; α = (2 - t + √(t² + 4))/2."""

    names: tuple[str, ...]
    t: int
    scale: int = 1
    shift: int = 0

    def first(self, begin: int, end: int) -> list[tuple[int, ...]]:
        """Return the pairs for some n, the smaller number first."""
        return [tuple(self.scale * each + self.shift for each in Beatty(self.t).pair(n)) for n in range(begin, end)]


@dataclass(frozen=True)
class Greedy:
    """Two numbers are, in either order, one of the pairs ``first``, or a_n and a_n + tn for some n >= ``start``: a_n is the
    least number in no pair before.
    """

    names: tuple[str, ...]
    first: tuple[tuple[int, ...], ...]
    start: int
    t: int


@dataclass(frozen=True)
class Members:
    """The numbers of these names are one of finitely many tuples."""

    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class But:
    """A condition, but for finitely many tuples that do not meet it and count, ``more``, or meet it and do not, ``less``."""

    inner: Condition
    more: Members
    less: Members


@dataclass(frozen=True)
class All:
    """All of some conditions."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Any:
    """At least one of some conditions."""

    parts: tuple[Condition, ...]


Condition = Compare | NimZero | Residues | Within | Named | Pairs | Greedy | Members | But | All | Any


# ---- as formulas


def formula(said: Condition) -> Formula:
    """Return a condition as a formula. Of `Greedy` there is none: see `grundy.proving.sentences.pairs`.

    >>> print(formula(Residues(variable("n"), (0,), 3, 4, (1, 2))))
    n=0 | (n>=3 & (n%4=1 | n%4=2))
    """
    match said:
        case Compare() | NimZero():
            return said
        case Residues(n, first, start, period, rests):
            alone = (Compare(n, "=", Term((), each)) for each in first)
            rest = either(*(Compare(n % period, "=", Term((), r)) for r in rests)) if period > 1 else Truth(bool(rests))
            since = (Compare(n, ">=", Term((), start)),) if start else ()
            return either(*alone, both(*since, rest))
        case Within(names, most, holds):
            inside = both(*(Compare(variable(name), "<=", Term((), most)) for name in names))
            return inside if holds else Not(inside)
        case Named(name, terms):
            return Predicate(name, terms)
        case Pairs((a, b), t, scale, shift):
            x, y = variable("x"), variable("y")
            here = (Compare(variable(own), "=", scale * each + shift) for own, each in ((a, x), (b, y)))
            return Exists(("x", "y"), both(*here, Predicate(beatty_name(t), (x, y))))
        case Members(names, rows):
            return either(*(both(*_equal(names, row)) for row in rows))
        case But(inner, more, less):
            return either(both(formula(inner), Not(formula(less))), formula(more))
        case All(parts):
            return both(*map(formula, parts))
        case Any(parts):
            return either(*map(formula, parts))
        case _:
            raise TypeError(said)


def _equal(names: Sequence[str], row: Sequence[int]) -> list[Formula]:
    return [Compare(variable(name), "=", Term((), n)) for name, n in zip(names, row, strict=True)]


# ---- in words


def words(said: Condition, names: Names) -> str:
    """Return a condition in words, the variables called by these names.

    >>> print(words(Residues(variable("x0"), (0,), 3, 4, (1, 2)), {"x0": "n"}))
    n is 0, or n >= 3 and n mod 4 is 1 or 2
    >>> print(words(Pairs(("x0", "x1"), 1), {"x0": "a", "x1": "b"}))
    a and b are ⌊n·(1 + √5)/2⌋ and ⌊n·(1 + √5)/2⌋ + n, in either order, for some n >= 0 ((0, 0), (1, 2), (3, 5), (4, 7), …)
    """
    match said:
        case Compare():
            return compared(said, names)
        case NimZero(own):
            return f"{' ⊕ '.join(names.get(name, name) for name in own)} = 0"
        case Residues():
            return _numbers(said, term(said.term, names))
        case Within(own, most, True):
            return _("{names} are at most {most}").format(names=listed([names[name] for name in own]), most=most)
        case Within(own, most):
            listing = listed([names[name] for name in own])
            return _("one of {names} is more than {most}").format(names=listing, most=most)
        case Named(name, terms):
            shown = [term(each, names) for each in terms]
            return _(NAMED[name].words).format(*shown, numbers=listed(shown), **NAMED[name].data)
        case Pairs(own, t, scale, shift):
            small = small_number(t, scale, shift)
            more = "n" if t * scale == 1 else f"{t * scale}n"
            told = _("{a} and {b} are {small} and {small} + {more}, in either order, for some n >= {least} ({few}, …)")
            least = int(shift < 0)
            few = ", ".join(str(pair) for pair in said.first(least, least + FIRST))
            return told.format(a=names[own[0]], b=names[own[1]], small=small, more=more, least=least, few=few)
        case Greedy(own, first, start, t):
            told = _(
                "{a} and {b} are, in either order, {first}, or a pair (a_n, a_n + {more}) for n >= {start}, "
                "where a_n is the least number in no earlier pair"
            )
            more = "n" if t == 1 else f"{t}n"
            shown = listed(list(map(str, first)), _(" or "))
            return told.format(a=names[own[0]], b=names[own[1]], first=shown, more=more, start=start)
        case Members(own, rows):
            return _("{what} is {rows}").format(what=tuple_of([names[name] for name in own]), rows=_rows(rows))
        case But(inner):
            return _but(said, words(inner, names), names)
        case All(parts):
            return _(" and ").join(f"({words(each, names)})" if _loose(each) else words(each, names) for each in parts)
        case Any(parts):
            return _(", or ").join(words(each, names) for each in parts)


def _loose(said: Condition) -> bool:
    return isinstance(said, Any | But) or (isinstance(said, Residues) and bool(said.first and said.rests))


def _but(said: But, inner: str, names: Names) -> str:
    what = tuple_of([names[name] for name in said.more.names])
    if said.less.rows:
        inner = _("{inner}, except when {what} is {rows}").format(inner=inner, what=what, rows=_rows(said.less.rows))
    if said.more.rows:
        inner = _("{inner}; and when {what} is {rows}").format(inner=inner, what=what, rows=_rows(said.more.rows))
    return inner


def _rows(rows: Sequence[tuple[int, ...]]) -> str:
    return listed([str(row[0] if len(row) == 1 else row) for row in rows], _(" or "))


def listed(parts: Sequence[str], last: str = "") -> str:
    """Return parts with commas, and a word before the last."""
    last = last or _(" and ")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{last}{parts[-1]}" if parts else ""


def _numbers(said: Residues, n: str) -> str:
    """Return in words which numbers are meant."""
    first = _("{n} is {first}").format(n=n, first=listed(list(map(str, said.first)), _(" or ")))
    if not said.rests:
        return first if said.first else _("never")
    rest = _residue(said, n)
    if said.start:
        since = _("{n} >= {start}").format(n=n, start=said.start)
        rest = _("{since} and {rest}").format(since=since, rest=rest) if rest else since
    return _("{first}, or {rest}").format(first=first, rest=rest) if said.first else rest or _("always")


def _residue(said: Residues, n: str) -> str:
    """Return in words what a number leaves when it is divided; "" for anything."""
    period, rests = said.period, said.rests
    if len(rests) == period:
        return ""
    if period == 2:
        return (_("{n} is odd") if rests[0] else _("{n} is even")).format(n=n)
    if rests == (0,):
        return _("{n} is a multiple of {period}").format(n=n, period=period)
    if rests == tuple(range(1, period)):
        return _("{n} is not a multiple of {period}").format(n=n, period=period)
    n = f"({n})" if " " in n else n
    return _("{n} mod {period} is {rests}").format(n=n, period=period, rests=listed(list(map(str, rests)), _(" or ")))
