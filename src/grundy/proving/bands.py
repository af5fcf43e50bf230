"""Laws with parameters, seen in the first of them: numbers by quotient and remainder by a block, in bands of remainders.

A band are the numbers n = q·M + r with low <= r <= high, where M, low and high are sums of parameters, and all q, or those
of one set. What is seen is a guess, to be proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from grundy.common.messages import _
from grundy.proving import guess
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import Compare, Formula, Predicate, Term, variable
from grundy.proving.logic.formula import both, compile, either
from grundy.proving.logic.numeration import Numeration, numeration
from grundy.proving.moves_in_words import automaton_of
from grundy.values.patterns.periods import find_period

Row = tuple[int, ...]
"""Σ a_i p_i + c, as a_0, …, a_k, c."""
STEPS = (1, 2, 3, 4, 0)
"""A value rises by 1 after so many remainders, or never."""
SYSTEMS = ("msd_2", "msd_3", "msd_fib", "msd_4", "msd_5")
"""The numeration systems in which a set of quotients is guessed."""


@dataclass(frozen=True)
class Band:
    """Remainders from ``low`` to ``high``, with quotients of a set (None: with all), and of values the ``value`` at low.

    It rises by 1 after ``step`` remainders, never if that is 0.
    """

    low: Row
    high: Row
    quotients: Automaton | None = None
    value: Row = ()
    step: int = 0


@dataclass(frozen=True)
class Form:
    """A law in bands, of a block, with quotients in a numeration system."""

    block: Row
    bands: tuple[Band, ...]
    system: Numeration


def at(row: Row, sample: Sequence[int]) -> int:
    """Return what a sum of parameters is, for some of them."""
    return sum(a * p for a, p in zip(row, sample, strict=False)) + row[-1]


def fitted(samples: Sequence[Row], numbers: Sequence[int]) -> Row | None:
    """Return the sum of parameters that is these numbers at these samples; None where none is.

    >>> fitted([(1,), (2,), (3,)], [2, 3, 4]), fitted([(1,), (2,), (3,)], [1, 2, 4])
    ((1, 1), None)
    """
    matrix = np.array([(*sample, 1) for sample in samples], np.float64)
    found = np.linalg.lstsq(matrix, np.array(numbers, np.float64), rcond=None)[0]
    row = tuple(round(a) for a in found.tolist())
    return row if all(at(row, s) == n for s, n in zip(samples, numbers, strict=True)) else None


def losing_forms(samples: Sequence[Row], tables: Sequence[Any]) -> Iterator[Form]:
    """Yield what the losing numbers of some samples show: tables of truth values, of 0, 1, …"""
    lost = [np.flatnonzero(table).tolist() for table in tables]
    for block in _blocks(samples, [table.astype(int).tolist() for table in tables], [own[1:2] for own in lost]):
        found = [_of_quotients(table, at(block, sample)) for sample, table in zip(samples, tables, strict=True)]
        if len({len(bands) for bands in found}) > 1:
            continue
        rows = [_one_band(samples, own) for own in zip(*found, strict=True)]
        quotients = [_common([own[2] for own in each]) for each in zip(*found, strict=True)]
        if all(rows) and None not in quotients:
            yield from _forms(block, [row for row in rows if row], [each or [] for each in quotients])


def _forms(block: Row, rows: list[tuple[Row, Row]], quotients: list[list[bool]]) -> Iterator[Form]:
    """Yield the forms with sets of quotients that begin so."""
    if all(all(each) for each in quotients):
        yield Form(block, tuple(Band(low, high) for low, high in rows), numeration("msd_2"))
        return
    for name in SYSTEMS:
        system = numeration(name)
        learned = [
            None if all(each) else guess.learn(np.array(each), system) or guess.learn(np.array(each), system, bold=True)
            for each in quotients
        ]
        if all(own is not None or all(each) for own, each in zip(learned, quotients, strict=True)):
            sets = [None if own is None else own.automaton(["q"]) for own in learned]
            yield Form(block, tuple(Band(*row, own) for row, own in zip(rows, sets, strict=True)), system)


def value_forms(samples: Sequence[Row], tables: Sequence[Any]) -> Iterator[Form]:
    """Yield what the Grundy values of some samples show: those that depend on the remainder alone."""
    lists = [table.tolist() for table in tables]
    for block in _blocks(samples, lists, [[]] * len(lists)):
        for step in STEPS:
            found = [_of_values(own[: at(block, s)], step) for s, own in zip(samples, lists, strict=True)]
            if len({len(bands) for bands in found}) > 1:
                continue
            bands = [_one_band(samples, own) for own in zip(*found, strict=True)]
            values = [fitted(samples, [own[2] for own in each]) for each in zip(*found, strict=True)]
            if all(bands) and all(values):
                rows = [(*band, None, value, step) for band, value in zip(bands, values, strict=True) if band and value]
                yield Form(block, tuple(Band(*row) for row in rows), numeration("msd_2"))


def _blocks(samples: Sequence[Row], tables: Sequence[list[int]], others: Sequence[list[int]]) -> Iterator[Row]:
    """Yield the sums of parameters that are the periods, or other numbers, at all samples; each parameter is in them."""
    periods = [find_period(table) for table in tables]
    seen = set[Row]()
    for numbers in (
        [own.period for own in periods if own is not None and not own.preperiod],
        [own[0] for own in others if own],
    ):
        row = fitted(samples, numbers) if len(numbers) == len(samples) else None
        if row is not None and row not in seen and min(row[:-1]) >= 1 and row[-1] >= 0:
            seen.add(row)
            yield row


def _of_quotients(table: Any, block: int) -> list[tuple[int, int, list[bool]]]:
    """Return the bands of remainders that are in the table with the same quotients: the first, the last, and which."""
    whole = np.array(table[: len(table) // block * block]).reshape(-1, block)
    columns = [tuple(column) for column in whole.T.tolist()]
    found: list[tuple[int, int, list[bool]]] = []
    for column, group in groupby(range(block), key=columns.__getitem__):
        own = list(group)
        if any(column):
            found.append((own[0], own[-1], list(column)))
    return found


def _of_values(values: list[int], step: int) -> list[tuple[int, int, int]]:
    """Return the bands in which values rise by 1 after each so many: the first, the last, and the first value."""
    found: list[tuple[int, int, int]] = []
    for r, value in enumerate(values):
        if found and value == found[-1][2] + ((r - found[-1][0]) // step if step else 0):
            found[-1] = found[-1][0], r, found[-1][2]
        else:
            found.append((r, r, value))
    return found


def _one_band(samples: Sequence[Row], ends: Sequence[tuple[int, int, Any]]) -> tuple[Row, Row] | None:
    low, high = (fitted(samples, [own[i] for own in ends]) for i in (0, 1))
    return None if low is None or high is None else (low, high)


def _common(lists: list[list[bool]]) -> list[bool] | None:
    """Return the longest of lists of which each begins as all others do; None where they differ."""
    longest = max(lists, key=len)
    return longest if all(longest[: len(own)] == own for own in lists) else None


# ---- as relations


def term(row: Row) -> Term:
    """Return a sum of parameters as a term, in p0, p1, …"""
    total = Term((), row[-1])
    for i, a in enumerate(row[:-1]):
        total = total + variable(f"p{i}") * a
    return total


def relation(form: Form, where: Sequence[Row], least: int, *, values: bool, limits: Limits) -> Automaton:
    """Return a form as an automaton, with tracks as `grundy.check.families` says."""
    quotient, remainder = variable("x0.q"), variable("x0.r")
    rows, sets = list[Formula](), dict[str, Automaton]()
    for i, band in enumerate(form.bands):
        parts: list[Formula] = [_at_least(remainder, term(band.low)), _at_least(term(band.high), remainder)]
        if band.quotients is not None:
            sets[f"Q{i}"] = band.quotients
            parts.append(Predicate(f"Q{i}", (quotient,)))
        if values:
            rise = remainder - term(band.low) - (variable("z.r") - term(band.value)) * max(1, band.step)
            parts.append(Compare(variable("z.q"), "=", Term()))
            parts += (
                [_at_least(rise, Term()), _at_least(Term((), band.step - 1), rise)]
                if band.step
                else [Compare(variable("z.r"), "=", term(band.value))]
            )
        rows.append(both(*parts))
    above = either(_at_least(quotient, Term((), least)), *(
        both(Compare(quotient, "=", Term((), t)), _at_least(term(form.block) * t + remainder, Term((), least)))
        for t in range(least)
    ))  # fmt: skip
    below = [variable("x0.r"), *([variable("z.r")] if values else [])]
    valid = [_at_least(term(form.block), each + 1) for each in below]
    whole = both(*(_at_least(term(row), Term()) for row in where), *valid, above, either(*rows))
    names = [*(f"p{i}" for i in range(len(form.block) - 1)), "x0.q", "x0.r", *(["z.q", "z.r"] if values else [])]
    return compile(whole, form.system, sets, limits=limits).over(names, limits)


def _at_least(left: Term, right: Term) -> Formula:
    return Compare(left - right, ">=", Term())


# ---- in words


def spoken(row: Row, names: Sequence[str]) -> str:
    """Return a sum of parameters in words.

    >>> spoken((1, 2, -1), ("a", "b")), spoken((-1, 0), ("m",)), spoken((0, 3), ("m",))
    ('a + 2·b - 1', '-m', '3')
    """
    parts = [(a, name if abs(a) == 1 else f"{abs(a)}·{name}") for a, name in zip(row, names, strict=False) if a]
    if row[-1] or not parts:
        parts.append((row[-1], str(abs(row[-1]))))
    text = " ".join(f"{'-' if a < 0 else '+'} {word}" for a, word in parts)
    return text[2:] if text[0] == "+" else f"-{text[2:]}"


def losing_words(form: Form, shown: str, names: Sequence[str]) -> str:
    """Return in words which numbers are in the bands."""
    return _(", or ").join(_band_words(form, band, shown, names) for band in form.bands) or _("never")


def _band_words(form: Form, band: Band, n: str, names: Sequence[str]) -> str:
    block, low, high = (spoken(row, names) for row in (form.block, band.low, band.high))
    few = f"({block})" if " " in block else block
    if band.quotients is not None:
        formula = power(band.quotients)
        q = f"({formula})" if " " in formula else formula or "q"
        which = _("for some k >= 0") if formula else _("where {which}").format(which=_members(band.quotients))
        if band.low != band.high:
            what = _("{n} = {few}·{q} + r with {low} <= r <= {high}, {which}")
            return what.format(n=n, few=few, q=q, low=low, high=high, which=which)
        return _("{n} = {few}·{q}{more}, {which}").format(
            n=n, few=few, q=q, more=_joined("", band.low, names), which=which
        )
    if band.low == band.high and not any(band.low):
        return _("{n} is a multiple of {block}").format(n=n, block=block)
    if band.low == band.high:
        return _("{n} mod {few} = {low}").format(n=n, few=few, low=low)
    if not any(band.low):
        above = spoken((*band.high[:-1], band.high[-1] + 1), names)
        return _("{n} mod {few} < {above}").format(n=n, few=few, above=above)
    return _("{low} <= {n} mod {few} <= {high}").format(n=n, few=few, low=low, high=high)


def power(own: Automaton) -> str:
    """Return a formula in k = 0, 1, 2, … of the numbers of a set, if its automaton is that of the formula; "" if none is."""
    base = own.numeration.base
    formulas = {
        f"{base}^k - 1": ({0: 0, base - 1: 1}, {base - 1: 1}, True),
        f"({base}^k - 1)/{base - 1}": ({0: 0, 1: 1}, {1: 1}, True),
        f"{base}^k": ({0: 0, 1: 1}, {0: 1}, False),
    }
    for formula, (first, second, zero) in formulas.items():
        delta = [[row.get(digit, -1) for digit in range(base)] for row in (first, second)]
        if own.numeration.name == f"msd_{base}" and Automaton.of(own.numeration, ("q",), delta, [zero, True]) == own:
            return formula
    return ""


def _members(own: Automaton) -> str:
    members = ", ".join(str(each[0]) for each in own.members(6))
    size = automaton_of(own.states, own.numeration)
    return _("q is in the set read by {size}: {members}, …").format(size=size, members=members)


def value_words(form: Form, n: str, names: Sequence[str]) -> str:
    """Return the Grundy value in words."""
    block = spoken(form.block, names)
    few = f"({block})" if " " in block else block
    rest = _("{n} mod {few}").format(n=n, few=few)
    if len(form.bands) == 1:
        return _risen(form.bands[0], rest, names)
    cases: list[str] = []
    for band in form.bands:
        low, high = spoken(band.low, names), spoken(band.high, names)
        where = f"r = {low}" if low == high else f"{low} <= r <= {high}"
        cases.append(_("{value} if {where}").format(value=_risen(band, "r", names), where=where))
    return _("{cases}, where r = {rest}").format(cases=", ".join(cases), rest=rest)


def _risen(band: Band, rest: str, names: Sequence[str]) -> str:
    """Return the value of a remainder in a band, in words."""
    if band.low == band.high or not band.step:
        return spoken(band.value, names)
    if band.step == 1:
        return _joined(rest, tuple(v - a for v, a in zip(band.value, band.low, strict=True)), names)
    inner = _joined(rest, tuple(-a for a in band.low), names)
    return _joined(f"⌊({inner})/{band.step}⌋" if " " in inner else f"⌊{inner}/{band.step}⌋", band.value, names)


def _joined(first: str, row: Row, names: Sequence[str]) -> str:
    """Return a sum with a first summand in words."""
    if not any(row):
        return first
    text = spoken(row, names)
    return f"{first} - {text[1:]}" if text.startswith("-") else f"{first} + {text}"
