"""What the members of a set of tuples suggest that they are, simple things first; nothing here is believed.

Each proposal is compared with the set as an automaton (`grundy.proving.sentences.proved`), which decides for all numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, product
from operator import xor

import numpy as np
from numpy.typing import NDArray

from grundy.proving import guess
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.expressions import Compare, NimZero, Term, variable
from grundy.proving.moves import Order
from grundy.proving.sentences.conditions import (
    All,
    Any,
    Condition,
    Members,
    Named,
    Pairs,
    Residues,
    Within,
)
from grundy.proving.sentences.named import NAMED, TS, places_name
from grundy.values.patterns.beatty import Beatty
from grundy.values.patterns.periods import find_period

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
