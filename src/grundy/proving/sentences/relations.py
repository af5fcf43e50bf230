"""Conditions on the numbers of a position as a mathematician says them, and pairs and triples that keep them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, islice, product
from operator import xor

import numpy as np
from numpy.typing import NDArray

from grundy.common.messages import _, ngettext
from grundy.proving import guess
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.expressions import Compare, Exists, Formula, NimZero, Not, Predicate, Term, Truth, variable
from grundy.proving.logic.formula import both, either
from grundy.proving.moves import Order
from grundy.proving.moves_in_words import condition as compared
from grundy.proving.moves_in_words import term, tuple_of
from grundy.proving.sentences.named import NAMED, TS, beatty_name, places_name, small_number
from grundy.values.patterns.law import Beatty
from grundy.values.patterns.periods import find_period

# -- what each is as a formula, and in words ---------------------------------------------------------------------------
#
# A condition is data. Its formula is what the logic decides (`grundy.proving.logic.formula.compile`, with the sets
# that have a name, `grundy.proving.sentences.named`), so that to say the same as an automaton is to have the same
# least automaton.


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
class Often:
    """The largest of the numbers of these names is so many of them as ``counts`` says; if not ``largest``, the smallest."""

    names: tuple[str, ...]
    largest: bool
    counts: tuple[int, ...]


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


Condition = Compare | NimZero | Residues | Within | Named | Pairs | Greedy | Members | Often | But | All | Any


# ---- as formulas


def formula(said: Condition) -> Formula:
    """Return a condition as a formula. Of `Greedy` there is none: see `grundy.proving.sentences.values`.

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
        case Often(names, largest, counts):
            return either(*(_extreme(names, own, largest) for n in counts for own in combinations(names, n)))
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


def _extreme(names: Sequence[str], own: Sequence[str], largest: bool) -> Formula:
    """Return that the numbers of ``own`` are the largest of ``names``, and no others are; or the smallest."""
    first, beyond = variable(own[0]), "<" if largest else ">"
    alike = (Compare(variable(name), "=", first) for name in own[1:])
    return both(*alike, *(Compare(variable(name), beyond, first) for name in names if name not in own))


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
        case Often(own, largest, counts):
            which = _("the largest of {names}") if largest else _("the smallest of {names}")
            which = which.format(names=listed([names[name] for name in own]))
            for rest, told in enumerate(
                (_("{which} occurs an even number of times"), _("{which} occurs an odd number of times"))
            ):
                if counts == tuple(n for n in range(1, len(own) + 1) if n % 2 == rest):
                    return told.format(which=which)
            times = ngettext("{which} occurs once", "{which} occurs {counts} times", max(counts))
            return times.format(which=which, counts=listed([*map(str, counts)], _(" or ")))
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


# -- what the members of a set of tuples suggest that they are, simple things first; nothing here is believed ----------
#
# Each proposal is compared with the set as an automaton (`grundy.proving.sentences.values`), which decides for all
# numbers.


MODULI = 8
"""Remainders are looked at by numbers below this."""
SHOWN = {1: 256, 2: 64, 3: 16, 4: 8}
"""So many numbers of each coordinate show what a set is."""
FEW = 12
"""So many exceptions are said, so many lines, and so many first members that are on no line."""

Table = NDArray[np.bool_]


def proposals(told: Automaton, names: Sequence[str], least: int = 0) -> Iterator[Condition]:
    """Yield what a set of tuples of numbers from ``least`` on, called by these names, may be.

    >>> from grundy.proving.logic.linear import linear
    >>> from grundy.proving.logic.numeration import numeration
    >>> next(proposals(linear(numeration("msd_2"), {"n": 1}, "=", 1, modulus=3), ["n"]))
    Residues(term=Term(parts=(('n', 1),), constant=0), first=(), start=0, period=3, rests=(1,))
    """
    width = len(names)
    table = guess.members(told, (SHOWN.get(width, 4),) * width)
    if width == 1:
        yield from _of_numbers(table, names[0], least)
        return
    system = told.numeration
    if rows := few(told):
        yield Members(tuple(names), rows)
    yield from _by_rests(table, names)
    if width == 2:
        yield from lines(table, names, least)
        yield from _sides(table, names)
    yield from _in_columns(names)
    if system.name == "msd_fib" and width == 2:
        n, m = map(variable, names)
        yield Any((Compare(n, "=", Term()), Named("small", (n, m))))
    if width == 2:
        yield from _pairs(table, names, least)
    if width >= 3:
        yield from _by_last(table, names)
        yield from _by_extremes(table, names, least)


def few(told: Automaton) -> tuple[tuple[int, ...], ...] | None:
    """Return the members of a set, if they are few."""
    found = tuple(islice(told.members(), FEW + 1))
    return found if len(found) <= FEW else None


def _of_numbers(table: Table, name: str, least: int) -> Iterator[Condition]:
    """Yield sets of numbers."""
    if (found := residues(table, name, least)) is not None:
        yield found
    n = variable(name)
    for own, times, shift in product(NAMED, (1, 2, 3), (0, 1, 2, -1)):
        yield Named(own, (times * n + shift,))


def residues(table: Table, name: str, least: int = 0) -> Residues | None:
    """Return the numbers of a set that has a period, with as few exceptions as that allows; None without a period.

    What it says of numbers below ``least`` means nothing.
    """
    found = find_period(table[least:].astype(np.int64).tolist())
    if found is None:
        return None
    start, period = found.preperiod + least, found.period
    rests = tuple(sorted(n % period for n in range(start, start + period) if table[n]))
    if not rests:
        return Residues(variable(name), tuple(np.flatnonzero(table).tolist()), 0, period, rests)
    if start == least:
        return Residues(variable(name), (), 0, period, rests)
    if len(rests) < period:  # from the first that counts
        start = min(n for n in range(start, start + period) if table[n])
        while start >= period and all(table[n] == (n % period in rests) for n in range(start - period, start)):
            start -= period
        start = 0 if not table[:start].any() and start <= min(rests) else start
    return Residues(variable(name), tuple(n for n in range(least, start) if table[n]), start, period, rests)


def _by_rests(table: Table, names: Sequence[str]) -> Iterator[Condition]:
    """Yield sets of tuples that are told by their remainders: of one sum, or of each number."""
    places = np.indices(table.shape)
    for modulus in range(2, MODULI):
        for factors in product(range(modulus), repeat=len(names)):
            if next((each for each in factors if each), 0) != 1:
                continue
            sums = sum(a * place for a, place in zip(factors, places, strict=True)) % modulus
            rests = tuple(rest for rest in range(modulus) if table[sums == rest].any())
            if len(rests) < modulus and all(table[sums == rest].all() for rest in rests):
                own = sum((a * variable(name) for a, name in zip(factors, names, strict=True)), Term())
                yield Residues(own, (), 0, modulus, rests)
                return
    for modulus in range(2, MODULI):
        block = table[(slice(0, modulus),) * len(names)]
        repeats = (SHOWN.get(len(names), 4) // modulus,) * len(names)
        side = modulus * repeats[0]
        if (np.tile(block, repeats) == table[(slice(0, side),) * len(names)]).all():
            if len(found := list(_boxes(block, names, modulus))) in range(1, FEW // 2):
                yield found[0] if len(found) == 1 else Any(tuple(found))
            return


def _boxes(block: Table, names: Sequence[str], modulus: int) -> Iterator[Condition]:
    """Yield remainders of the numbers that are in a block, those of the first number together that allow the same."""
    if len(names) == 1:
        yield Residues(variable(names[0]), (), 0, modulus, tuple(np.flatnonzero(block).tolist()))
        return
    rests: dict[bytes, list[int]] = {}
    for rest in range(modulus):
        if block[rest].any():
            rests.setdefault(block[rest].tobytes(), []).append(rest)
    for own in rests.values():
        here = Residues(variable(names[0]), (), 0, modulus, tuple(own))
        for more in _boxes(block[own[0]], names[1:], modulus):
            rest = more.parts if isinstance(more, All) else (more,)
            yield more if len(own) == modulus else All((here, *rest))


# ---- lines


def _sides(table: Table, names: Sequence[str]) -> Iterator[Condition]:
    """Yield the pairs on one side of a line."""
    own, other = np.indices(table.shape)
    a, b = map(variable, names)
    for slope, shift in product((1, 2, 3), range(-3, 4)):
        for x, y, m, n in ((own, other, a, b), (other, own, b, a)):
            if (table == (x <= slope * y + shift)).all():
                yield Compare(m, "<=", slope * n + shift)


def lines(table: Table, names: Sequence[str], least: int = 0) -> Iterator[Condition]:
    """Yield a set of pairs as lines b = p·a + q or a = p·b + q, each perhaps for some residues of the free number."""
    for modulus in (1, 2, 3, 4):
        left, found = table.copy(), []
        for condition, cells in _all_lines(table, names, modulus, least):
            if (left & cells).sum() > FEW // 2:
                found.append(condition)
                left &= ~cells
            if len(found) > FEW:
                break
        rest = [tuple(map(int, row)) for row in np.argwhere(left)]
        if found and len(rest) <= FEW and len(found) <= FEW:
            whole = found[0] if len(found) == 1 else Any(tuple(found))
            yield Any((*found, Members(tuple(names), tuple(rest)))) if rest else whole


def _all_lines(table: Table, names: Sequence[str], modulus: int, least: int) -> Iterator[tuple[Condition, Table]]:
    """Yield the lines that lie in a table, from a start on, with their cells; the flattest first."""
    side = len(table)
    for slope, rest, shift in product((0, 1, 2, 3), range(modulus), sorted(range(-4, 5), key=abs)):
        for turned in (False, True) if slope != 1 or shift else (False,):
            own = table.T if turned else table
            n = np.arange(rest, side, modulus)
            n = n[(slope * n + shift >= 0) & (slope * n + shift < side)]
            held = own[n, slope * n + shift] if len(n) else np.zeros(0, bool)
            if len(n) < 4 or not held[len(n) // 3 :].all():
                continue
            begin = 0 if held.all() else int(np.flatnonzero(~held)[-1]) + 1
            cells = np.zeros_like(table)
            cells[n[begin:], slope * n[begin:] + shift] = True
            since = int(n[begin]) if begin and n[begin] > least else 0
            line = _line(names[::-1] if turned else names, slope, shift, modulus, rest, since)
            yield line, cells.T if turned else cells


def _line(names: Sequence[str], slope: int, shift: int, modulus: int, rest: int, since: int) -> Condition:
    a, b = map(variable, names)
    line: Condition = Compare(b, "=", slope * a + shift) if slope != 1 or shift else Compare(a, "=", b)
    parts: list[Condition] = []
    if modulus > 1:
        parts.append(Residues(a, (), 0, modulus, (rest,)))
    if since:
        parts.append(Compare(a, ">=", Term((), since)))
    return All((*parts, line)) if parts else line


# ---- in base 2


def _in_columns(names: Sequence[str]) -> Iterator[Condition]:
    """Yield what nim-sums say, in normal play and in misère play; and the sums of digits of Moore's Nim."""
    whole = NimZero(tuple(names))
    yield whole
    if len(names) in (3, 4):  # of a staircase, or of two heaps with something beside them
        yield Compare(variable(names[0]), "=", variable(names[2]))
        yield Compare(variable(names[0]), "=", variable(names[1]))
    elif len(names) > 4:
        yield NimZero(tuple(names[::2]))
    odd = sum((variable(name) for name in names), Term())
    small = All((Within(tuple(names), 1), Residues(odd, (), 0, 2, (1,))))
    yield Any((All((Within(tuple(names), 1, holds=False), whole)), small))
    for modulus in range(3, 7):
        if (name := places_name(len(names), modulus)) in NAMED:
            yield Named(name, tuple(map(variable, names)))


def _by_last(table: Table, names: Sequence[str]) -> Iterator[Condition]:
    """Yield a set of tuples by the residue of the last number, where nothing else of it matters."""
    for modulus in (1, 2, 3):
        layers = [table[..., rest] for rest in range(modulus)]
        if any((table[..., n] != layers[n % modulus]).any() for n in range(table.shape[-1])) or table.ndim != 3:
            continue
        each = [next(lines(layer, names[:-1]), None) for layer in layers]
        if all(found is not None for found in each):
            yield Any(
                tuple(
                    All((Residues(variable(names[-1]), (), 0, modulus, (rest,)), *([found] if found else [])))
                    for rest, found in enumerate(each)
                )
            )


def _by_extremes(table: Table, names: Sequence[str], least: int) -> Iterator[Condition]:
    """Yield that one number is small; and sets that are told by how often the largest, or the smallest, number occurs."""
    places = np.indices(table.shape)
    small = places.min(0)
    if (table == (small <= (most := int(small[table].max(initial=least))))).all():
        yield Any(tuple(Compare(variable(name), "<=" if most else "=", Term((), most)) for name in names))
    for largest, extreme in ((True, places.max(0)), (False, small)):
        often = (places == extreme).sum(0)
        counts = tuple(n for n in range(1, len(names) + 1) if 2 * table[often == n].sum() > (often == n).sum())
        if counts and (table != np.isin(often, counts)).sum() <= FEW:
            yield Often(tuple(names), largest, counts)


def of_gaps(names: Sequence[str], order: Order) -> Iterator[Condition]:
    """Yield that gaps between numbers in an order have the nim-sum 0: every other one in a row, or those of pairs.

    >>> [str(said) for said in of_gaps(["a", "b", "c", "d"], ((0, 1, 1), (2, 3, 1)))]
    ['-a+b-1=-c+d-1']
    """
    numbers = [*map(variable, names)]
    if [(i, j) for i, j, _gap in order] == [(i, i + 1) for i in range(len(names) - 1)]:
        before = [Term((), -1), *numbers]
        yield _nim_zero([number - left - 1 for number, left in zip(numbers, before, strict=False)][::-1][::2])
    pairs, used = list[Term](), set[int]()
    for i, j, gap in order:
        if not {i, j} & used:
            pairs.append(numbers[j] - numbers[i] - gap)
            used |= {i, j}
    if pairs:
        yield _nim_zero(pairs)


def _nim_zero(gaps: Sequence[Term]) -> Condition:
    """Return that a nim-sum is 0, of two numbers that they are the same."""
    if len(gaps) == 2:
        return Compare(gaps[0], "=", gaps[1])
    return Compare(reduce(xor, gaps), "=", Term())


# ---- pairs


def _pairs(table: Table, names: Sequence[str], least: int) -> Iterator[Condition]:
    """Yield Beatty pairs, stretched and moved, beside what lies on lines."""
    rest, found = table.copy(), []
    for condition, cells in _all_lines(table, names, 1, least):
        if (rest & cells).sum() > FEW:
            found.append(condition)
            rest &= ~cells
    pairs = sorted({(min(a, b), max(a, b)) for a, b in np.argwhere(rest).tolist()}, key=lambda p: p[1] - p[0])
    if not found and len(pairs) > 1 and pairs[0] == (0, 0) and pairs[1][0] == 1:
        yield Pairs(tuple(names), pairs[1][1] - 1)
    for t, scale in product(range(1, TS + 1), (1, 2, 3)):
        far = [(a, b) for a, b in pairs if (b - a) % (t * scale) == 0 and b - a >= 4 * t * scale]
        if len(far) > 4 and 2 * len(far) > len(pairs):
            (a, b) = far[0]
            shift = a - scale * Beatty(t).pair((b - a) // (t * scale))[0]
            own = Pairs(tuple(names), t, scale, shift)
            yield Any((*found, own)) if found else own
