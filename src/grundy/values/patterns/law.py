"""The law of a nim-sequence: what is proved of it for all heaps, or conjectured, and up to where it was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from math import isqrt
from operator import xor
from textwrap import wrap
from typing import Any, Protocol, runtime_checkable

from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import memory, numbers
from grundy.common.messages import N_, _
from grundy.common.seam import pictures
from grundy.values.nimber import mex
from grundy.values.patterns.periods import Period, find_period

SHOWN = 16
"""First values that stand in a sentence."""
REPEATS = 4
"""An arithmetic period is believed when the values show it so many times; of two, a rounded slope shows many."""

LONGEST = 20_000
"""The most values that are written into a function."""


class Form(Protocol):
    """What a law is that is no period."""

    def lines(self) -> list[str]:
        """Return the law in words, a line each."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        ...


@runtime_checkable
class Valued(Protocol):
    """A form that tells values."""

    def value(self, n: int) -> int:
        """Return g(n)."""
        ...


@runtime_checkable
class Coded(Protocol):
    """A law's form that has functions of its own."""

    def python(self) -> str:
        """Return a function in Python."""
        ...

    def cpp(self) -> str:
        """Return a function in C++."""
        ...


class Proof(Protocol):
    """A theorem from which a law follows."""

    def statement(self) -> str:
        """Return the theorem in words."""
        ...

    def trust(self) -> list[str]:
        """Return the moves that were read, and what was tested of Python, a line each."""
        ...

    def certificate(self) -> dict[str, Any]:
        """Return what `grundy verify` checks."""
        ...


@dataclass(frozen=True)
class Law:
    """What a nim-sequence does: g(n + period) = g(n) + saltus for all n from ``preperiod`` on.

    ``kind`` is "periodic" (saltus 0), "arithmetic", "regular" (a recurrence, see
    `grundy.values.patterns.regular`), "intervals" (from 1 to f(n) counters are taken, see
    `grundy.values.patterns.periods`), "beatty" (the losing pairs of a game on two heaps, see
    `grundy.values.patterns.law`), "bits" (see `Bits`), "automatic" (a theorem's automata; all five are in
    ``form``) or "none" (nothing was found). ``proved``: it holds for every n by the ``criterion`` named, which asks
    for ``needed`` values; otherwise it is a conjecture that was checked for n <= ``checked_to``. ``head`` are the values
    from 0 to preperiod + period - 1. ``evidence`` is what a certificate holds, ``theorem`` that from which the law
    follows. ``compared`` says of a Python rule that is read as a heap code what was compared of it with Python.
    ``fails_at`` is where the law that the first values suggest is not right, and then the kind is "none".

    >>> print(Law("periodic", 12, 71, 0, True, 200, "for octal codes"))
    period 12 from 71 on, proved
    """

    kind: str
    period: int
    preperiod: int
    saltus: int
    proved: bool
    checked_to: int
    reason: str = ""
    criterion: str = ""
    needed: int = 0
    head: Sequence[int] = field(default=(), repr=False, compare=False)
    form: Form | None = None
    evidence: dict[str, Any] | None = field(default=None, repr=False, compare=False)
    theorem: Proof | None = field(default=None, repr=False, compare=False)
    compared: object = field(default=None, repr=False, compare=False)
    fails_at: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.fails_at:
            told = _("no law found: the one that holds up to {checked_to} fails at {place}")
            return told.format(checked_to=self.checked_to, place=self._place)
        if self.kind == "none" and self.checked_to < 0:
            return _("no law found")
        if self.kind == "none":
            return _("no period found up to {checked_to}").format(checked_to=self.checked_to)
        if self.form is not None:
            return _("{form}, {standing}").format(form=self.form, standing=self._standing)
        words = _("period {period}").format(period=self.period)
        if self.saltus:
            words = _("arithmetic {words} with saltus {saltus}").format(words=words, saltus=self.saltus)
        start = _("from {preperiod} on").format(preperiod=self.preperiod) if self.preperiod else _("from the start")
        return _("{words} {start}, {standing}").format(words=words, start=start, standing=self._standing)

    @property
    def _place(self) -> str:
        return str(self.fails_at if self.fails_at[1:] else self.fails_at[0])

    @property
    def _standing(self) -> str:
        if self.theorem is not None:
            return _("proved by a theorem")
        return (
            _("proved") if self.proved else _("conjecture, holds up to {checked_to}").format(checked_to=self.checked_to)
        )

    def explain(self) -> str:
        """Return what else there is to say of the law, in words, and what it rests on.

        >>> print(Law("periodic", 3, 1, 0, True, 20, "by a criterion", "finite code", 11).explain())
        g(n + 3) = g(n) for every n >= 1. It is proved by a criterion, which needs 11 values; 21 were computed.
        """
        if self.fails_at or (self.checked_to < 0 and not self.proved):
            return _(self.reason)
        if self.kind == "none":
            first = _("The values up to {checked_to} show no period. That says nothing about larger heaps.")
            return f"{first.format(checked_to=self.checked_to)} {_(self.reason) if self.reason else ''}".strip()
        if self.form is not None:
            said = str(self)
            first = "".join(f"{line}\n" for line in (*self.form.lines(), *self._automaton) if line not in said)
            if self.proved:
                return _("{first}It is proved {reason}.").format(first=first, reason=_(self.reason)) + self._rests_on
            return (
                _("{first}This is a conjecture: it holds up to {checked_to}. {reason}")
                .format(first=first, checked_to=self.checked_to, reason=_(self.reason))
                .strip()
            )
        first = _("{sentence}.").format(sentence=self.statement(SHOWN))
        if self.proved:
            if self.theorem is not None:  # of which the values are no part
                return _("{first} It is proved {reason}.").format(first=first, reason=_(self.reason)) + self._rests_on
            asks = _(", which needs {needed:,} values").format(needed=self.needed) if self.needed else ""
            return (
                _("{first} It is proved {reason}{asks}; {checked_to:,} were computed.").format(
                    first=first, reason=_(self.reason), asks=asks, checked_to=self.checked_to + 1
                )
                + self._rests_on
            )
        limits = _("it holds for all n + {period} <= {checked_to}").format(
            period=self.period, checked_to=self.checked_to
        )
        return (
            _("{first} This is a conjecture: {limits}. {reason}")
            .format(first=first, limits=limits, reason=_(self.reason))
            .strip()
        )

    @property
    def formula(self) -> str:
        """The period as a formula, or what is said of bits."""
        if isinstance(self.form, Bits):
            return str(self.form)
        formula = self._closed or f"g(n + {self.period}) = g(n)" + (f" + {self.saltus}" if self.saltus else "")
        return _("{formula} for every n >= {preperiod}").format(formula=formula, preperiod=self.preperiod)

    @property
    def _closed(self) -> str | None:
        """The formula of n that the first values and the period make, where one would say it."""
        head, period, saltus = [*self.head], self.period, self.saltus
        if self.preperiod or not period or len(head) != period:
            return None
        if head == [*range(period)] and period > 1 and not saltus:
            return f"g(n) = n mod {period}"
        if any(head):
            return None
        steps = "n" if period == 1 else f"⌊n/{period}⌋"
        return "g(n) = " + (steps if saltus == 1 else f"{saltus}·{steps}" if saltus else "0")

    def statement(self, most: int) -> str:
        """Return the period with the values of which all others follow, if there are no more than so many of them.

        >>> Law("periodic", 4, 0, 0, True, 9, head=[0, 1, 2, 3]).statement(16)
        'g(n) = n mod 4 for every n >= 0'
        >>> Law("periodic", 2, 1, 0, True, 9, head=[0, 1, 2]).statement(16)
        'g(n + 2) = g(n) for every n >= 1, and g(0), …, g(2) = 0, 1, 2'
        """
        numbers("most", most=most)
        rule = self.formula
        if self._closed or not 0 < len(self.head) <= most:
            return rule
        first = ", ".join(map(str, self.head))
        if len(self.head) == 1:
            return _("{rule}, and g(0) = {first}").format(rule=rule, first=first)
        return _("{rule}, and g(0), …, g({last}) = {first}").format(rule=rule, last=len(self.head) - 1, first=first)

    @property
    def trust(self) -> list[str]:
        """What a law that is proved rests on, a line each: the rules as they were read, and what was tested of Python."""
        if self.theorem is not None:
            return self.theorem.trust()
        if self.compared is None:
            return []
        read = [] if self.evidence is None else [_("read as the heap code {code}").format(code=self.evidence["code"])]
        return [*read, _("compared: {what}").format(what=self.compared)]

    @property
    def _rests_on(self) -> str:
        """The theorem from which the law follows, if it is another, and the rules as they were read; lines of their own."""
        found: list[str] = []
        if self.theorem is not None and self.kind not in ("automatic", "intervals"):
            found = [_("Theorem. {statement}.").format(statement=self.theorem.statement())]
        if lines := self.trust:
            found.append(_("Rules.   {lines}").format(lines="\n         ".join(lines)))
        return "".join(f"\n{each}" for each in found)

    @property
    def _automaton(self) -> list[str]:
        from grundy.values.patterns.regular import Regular

        if not isinstance(self.form, Regular):
            return []
        if self.form.automatic:
            title = _("As a finite automaton, which reads the digits of n in base {base}, the last one first:").format(
                base=self.form.base
            )
        else:
            title = _(
                "As an automaton with weights: each sequence is the sum of those named above, so many times each:"
            )
        return [title, self.form.text()]

    def value(self, n: int) -> int:
        """Return g(n) by the law, for n of any size; GrundyError if the law gives no values.

        >>> Law("arithmetic", 2, 1, 4, False, 9, head=[0, 1, 2]).value(10**18 + 1)
        2000000000000000001
        """
        numbers("n", n=n)
        if n < len(self.head) and (self.form is None or n < self.preperiod):
            return int(self.head[n])
        if isinstance(self.form, Valued):
            return self.form.value(n)
        if not self.period or self.preperiod + self.period > len(self.head):
            raise GrundyError("this law gives no value for a heap of {n:,}: {law}", n=n, law=self)
        times, rest = divmod(n - self.preperiod, self.period)
        return int(self.head[self.preperiod + rest]) + times * self.saltus

    def values(self, count: int) -> Any:
        """Return g(0), …, g(count - 1) by the law, at once where its form gives them so."""
        numbers("count", count=count)
        if count > memory() // 8:
            raise TooLarge("{count:,} values do not fit in the memory allowed", count=count)
        at_once = getattr(self.form, "values", None)
        return at_once(count) if at_once is not None else [self.value(n) for n in range(count)]

    def code(self, language: str) -> str:
        """Return a short function for a contest, in "python" or "cpp"; GrundyError where none can be short.

        >>> print(Law("periodic", 4, 0, 0, True, 9, head=[0, 1, 2, 3]).code("python"))
        # period 4 from the start, proved
        HEAD = [0, 1, 2, 3]
        <BLANKLINE>
        <BLANKLINE>
        def grundy(n):
            return HEAD[n % 4]
        """
        return function(self, language)

    def certificate(self) -> dict[str, Any]:
        """Return the proof as plain data, which `grundy verify` checks; GrundyError if nothing is proved, or not so."""
        if self.theorem is not None:
            return self.theorem.certificate()
        if not self.proved or self.evidence is None:
            why = _("it is proved without values that could be replayed") if self.proved else _("it is not proved")
            raise GrundyError("there is no certificate of this law: {why}", why=why)
        data = dict(self.evidence)
        if "mask" not in data:
            data["values"] = [int(value) for value in self.head]
        return sealed(data)

    def _repr_html_(self) -> str:
        return pictures.law(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        names = ("kind", "period", "preperiod", "saltus", "proved", "checked_to", "reason", "criterion", "needed")
        data = {name: getattr(self, name) for name in names}
        if self.fails_at:
            data["fails_at"] = list(self.fails_at)
        if self.trust:
            data["rules"] = self.trust
        return data if self.form is None else {**data, "form": self.form.to_dict()}


def periodic(period: Period, checked_to: int, reason: str, head: Sequence[int] = ()) -> Law:
    """Return the law that a period is."""
    return Law("periodic", period.period, period.preperiod, 0, period.proved, checked_to, reason, head=head)


def conjecture(values: Sequence[int], reason: str = "") -> Law:
    """Return the law that some values suggest: a period, also an arithmetic one, a recurrence, bits, or none; never proved.

    >>> print(conjecture([0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15]))
    arithmetic period 4 with saltus 4 from 1 on, conjecture, holds up to 16
    """
    values = list(getattr(values, "tolist", lambda: values)())  # plain integers, which do not wrap
    top = len(values) - 1
    found = find_period(values)
    if found is not None:
        return periodic(found, top, reason, values[: found.preperiod + found.period])
    steps = find_period([b - a for a, b in pairwise(values)])
    if steps is not None and steps.preperiod + REPEATS * steps.period <= len(values):
        start = steps.preperiod
        saltus = values[start + steps.period] - values[start]
        head = values[: start + steps.period]
        return Law("arithmetic", steps.period, start, saltus, False, top, reason, head=head)
    from grundy.values.patterns.regular import find_regular

    form = find_regular(values)
    most = Counter(values).most_common(1)
    if form is not None and len(values) - most[0][1] >= REPEATS * len(form.kernel):  # not of a few exceptions
        return Law("regular", 0, form.start, 0, False, top, reason, head=values[: form.start], form=form)
    if len(values) >= FEWEST**2 and (bits := Bits.of(values)) is not None:
        return Law("bits", 0, 0, 0, False, top, reason, form=bits)
    return Law("none", 0, 0, 0, False, top, reason)


@dataclass(frozen=True)
class Bits:
    """That g(x ⊕ y) = g(x) ⊕ g(y), so that all is known by what bits are worth, as of coins that are turned.

    >>> Bits.of([0, 1, 2, 3, 3, 2, 1, 0])
    Bits(worth=[1, 2, 3])
    """

    worth: list[int]
    options: Callable[[int], Iterable[int]] | None = field(default=None, repr=False, compare=False)
    """What a number can become, where the law is proved; ``worth`` is of the bits that were asked for."""

    @classmethod
    def of(cls, values: Sequence[int]) -> Bits | None:
        """Return what the bits of the places of values are worth; None where these are no such xor."""
        form = cls([values[1 << i] for i in range((len(values) - 1).bit_length())])
        return form if all(form.value(n) == value for n, value in enumerate(values)) else None

    def value(self, n: int) -> int:
        """Return g(n)."""
        while n >> (bit := len(self.worth)):
            if self.options is None:
                raise GrundyError("it is not known what bit {bit} of {n:,} is worth", bit=n.bit_length() - 1, n=n)
            self.worth[bit : bit + 1] = [
                mex(map(self.value, self.options(1 << bit)))
            ]  # also by several threads at once
        return reduce(xor, (own for i, own in enumerate(self.worth) if n >> i & 1), 0)

    def values(self, count: int) -> list[int]:
        """Return g(0), …, g(count - 1): those with one bit more are the xors of those without with what it is worth."""
        found = [0]
        while len(found) < count:
            own = self.value(len(found))
            found += [own ^ other for other in found]
        return found[:count]

    def __str__(self) -> str:
        return "g(x ⊕ y) = g(x) ⊕ g(y)"

    def lines(self) -> list[str]:
        """Return the law in words, a line each."""
        worth = ", ".join(map(str, self.worth[:SHOWN]))
        told = _("A number is worth the xor of what its bits are worth, the last one first: {worth}.").format(
            worth=worth
        )
        condition = _(
            "By induction all numbers are, if moves change bits of which the highest was 1, whatever the others are."
        )
        return [told, condition] if self.options is None else [told]

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        return {"worth": [*self.worth], "formula": str(self)}


# -- laws as short functions for a programming contest, in Python and in C++ -------------------------------------------


def function(law: Law, language: str) -> str:
    """Return a function that computes what a law says; GrundyError for another language, or a law that is too long."""
    if language not in ("python", "cpp"):
        raise GrundyError("code is written in python or cpp, not {language!r}", language=language)
    python = language == "python"
    comment = f"{'#' if python else '//'} {law}\n"
    if isinstance(law.form, Coded):
        return comment + (law.form.python() if python else law.form.cpp())
    if not law.period:
        if law.proved:
            raise GrundyError("no short function is known for this law: {law}", law=law)
        raise GrundyError("no law, no code: {law}", law=law)
    count = law.preperiod + law.period
    if count > min(LONGEST, len(law.head)):
        raise GrundyError("the {count:,} values before the law repeats are too many for a short function", count=count)
    listed = ", ".join(str(int(v)) for v in law.head)
    values = "\n".join(wrap(listed, 110, initial_indent="    ", subsequent_indent="    "))
    if python and len(values) < 100:
        values = values.strip()
    elif python:
        values = f"\n{values}\n"
    return comment + (_PERIOD if python else _PERIOD_CPP).format(values=values, value=_value(law, python))


def _value(law: Law, python: bool) -> str:
    """Return the expression for the value of a heap n."""
    start, period, saltus = law.preperiod, law.period, law.saltus
    far, first = (f"(n - {start})", f"{start} + ") if start else ("n", "")
    later = f"HEAD[{first}{far} % {period}]"
    later += f" + {far} {'//' if python else '/'} {period} * {saltus}" if saltus else ""
    if not start:
        return later
    return f"HEAD[n] if n < {start} else {later}" if python else f"n < {start} ? HEAD[n] : {later}"


_PERIOD = """HEAD = [{values}]


def grundy(n):
    return {value}
"""

_PERIOD_CPP = """const int HEAD[] = {{
{values}
}};

long long grundy(long long n) {{
    return {value};
}}
"""


# -- Beatty pairs: losing positions (a, b) of a game on two heaps with a = ⌊nα⌋ and b = ⌊nβ⌋ ---------------------------
#
# If α and β are irrational and 1/α + 1/β = 1 every number from 1 up is in exactly one pair (S. Beatty, 1926). With β
# = α + t they are the losing positions of Wythoff's game and its generalisation (W. A. Wythoff, 1907; A. S. Fraenkel,
# *How to beat your Wythoff games' opponent on three fronts*, 1982): α = (2 - t + √(t² + 4))/2.


FEWEST = 8
"""Pairs that must be there before they are believed to follow a law."""


@dataclass(frozen=True)
class Beatty:
    """The pairs (⌊nα⌋, ⌊nα⌋ + tn) with α = (2 - t + √(t² + 4))/2.

    >>> wythoff = Beatty(1)
    >>> [wythoff.pair(n) for n in range(4)], wythoff.contains(3, 5), wythoff.contains(4, 6)
    ([(0, 0), (1, 2), (3, 5), (4, 7)], True, False)
    """

    t: int

    def pair(self, n: int) -> tuple[int, int]:
        """Return the n-th pair, exact for n of any size."""
        small = (n * (2 - self.t) + isqrt(n * n * (self.t**2 + 4))) // 2
        return small, small + self.t * n

    def contains(self, a: int, b: int) -> bool:
        """Whether (a, b), in any order, is one of the pairs."""
        n, rest = divmod(abs(a - b), self.t)
        return rest == 0 and self.pair(n)[0] == min(a, b)

    def partner(self, a: int) -> int:
        """Return the b with which (a, b), in any order, is one of the pairs: every number is in just one. O(1) sums.

        >>> [Beatty(1).partner(a) for a in range(9)]
        [0, 2, 1, 5, 7, 3, 10, 4, 13]
        """
        root = isqrt(a * a * (self.t**2 + 4))
        for n in (((self.t - 2) * a + root) // (2 * self.t), ((self.t + 2) * a - root) // (2 * self.t)):
            for near in range(max(n - 1, 0), n + 3):
                pair = self.pair(near)
                if a in pair:
                    return pair[0] + pair[1] - a
        raise AssertionError(f"{a} is in no pair")

    def __str__(self) -> str:
        return _("losing pairs {formula}").format(formula=self.formula)

    @property
    def formula(self) -> str:
        """The pairs as a formula."""
        inner = {1: "1", 2: ""}.get(self.t, f"{2 - self.t}")
        root = f"√{self.t**2 + 4}"
        alpha = f"({inner} + {root})/2" if inner else f"{root}/2"
        more = "n" if self.t == 1 else f"{self.t}n"
        return f"a(n) = ⌊n·{alpha}⌋, b(n) = a(n) + {more}"

    def lines(self) -> list[str]:
        """Return the law in words, a line each."""
        first = ", ".join(str(self.pair(n)) for n in range(6))
        return [
            _("The losing positions (a, b), a <= b, are {formula} for n = 0, 1, 2, …: {first}, …").format(
                formula=self.formula, first=first
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        return {"t": self.t, "formula": self.formula}

    def python(self) -> str:
        """Return a function that tells whether a position is lost, in Python."""
        return self._filled(_PYTHON)

    def cpp(self) -> str:
        """Return a function that tells whether a position is lost, in C++."""
        return self._filled(_CPP)

    def _filled(self, text: str) -> str:
        return text.format(t=self.t, square=self.t**2 + 4, two=2 - self.t)


_PYTHON = """from math import isqrt


def losing(a, b):
    n, rest = divmod(abs(a - b), {t})
    return rest == 0 and min(a, b) == (n * {two} + isqrt(n * n * {square})) // 2
"""

_CPP = """#include <cmath>
#include <algorithm>

bool losing(long long a, long long b) {{
    if (a > b) std::swap(a, b);
    long long n = (b - a) / {t};
    if ((b - a) % {t}) return false;
    __int128 square = (__int128)n * n * {square};
    long long root = (long long)std::sqrt((long double)square);
    while ((__int128)root * root > square) root--;
    while ((__int128)(root + 1) * (root + 1) <= square) root++;
    long long twice = {two} * n + root;
    return a == (twice >= 0 ? twice / 2 : -((1 - twice) / 2));
}}
"""


def find_beatty(pairs: Sequence[tuple[int, int]]) -> Beatty | None:
    """Return the Beatty pairs that a list of losing positions (a, b), a <= b, in rising order is, or None.

    >>> find_beatty([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)])
    Beatty(t=1)
    """
    if len(pairs) < FEWEST or pairs[0] != (0, 0):
        return None
    t = pairs[1][1] - pairs[1][0]
    if t < 1:
        return None
    found = Beatty(t)
    return found if all(found.pair(n) == tuple(pair) for n, pair in enumerate(pairs)) else None


def law_of_pairs(pairs: Sequence[tuple[int, int]], limit: int) -> Law:
    """Return the law of the losing positions with both heaps up to ``limit``: Beatty pairs, or none; a conjecture."""
    form = find_beatty(pairs)
    whole = form is not None and form.pair(len(pairs))[1] > limit
    if not whole:
        return Law("none", 0, 0, 0, False, limit)
    return Law("beatty", 0, 0, 0, False, limit, N_("A Python rule may do anything for larger heaps."), form=form)


# ---- all-but games
# Any number may be taken from a heap but those of a finite set F (A. N. Siegel, *Combinatorial Game Theory*, ch. IV: such
# games are arithmetic periodic).
#
# Let m be the largest number of F. The value of a heap n is the least one that is not among the values of the heaps up to n
# - m - 1, all of which can be reached, nor among those of the last m heaps that can. Let b be the least value that the
# former do not have. The values from b on that they have, and the last m values, both counted from b, decide all that
# follows: when they come again p heaps later, b having grown by s, then g(n + p) = g(n) + s for ever.

LIMIT = 1 << 20
"""Heaps among which a state is looked for again."""

State = tuple[frozenset[int], tuple[int, ...]]


def all_but_values(excluded: Iterable[int], count: int) -> list[int]:
    """Return g(0), …, g(count - 1) of the game that takes any number but those excluded. O(count |F|).

    A value is missing among the options only if no smaller heap has it, or if just heaps out of reach do, n - f with f in F.

    >>> all_but_values([2], 8)
    [0, 1, 0, 1, 2, 3, 2, 3]
    """
    numbers = _checked(excluded)
    values: list[int] = []
    having: list[int] = []  # how many heaps have each value so far; the values so far are all up to the largest
    for n in range(count):
        barred = [values[n - f] for f in numbers if f <= n]
        value = min((v for v in barred if barred.count(v) == having[v]), default=len(having))
        if value == len(having):
            having.append(0)
        having[value] += 1
        values.append(value)
    return values


def all_but_law(excluded: Iterable[int], limit: int = LIMIT) -> Law:
    """Return the arithmetic period of an all-but game, proved by a state that comes again; no law if none does by ``limit``.

    The period and the preperiod are the least.

    >>> print(all_but_law([4, 7, 11]))
    arithmetic period 84 with saltus 28 from the start, proved
    """
    numbers = _checked(excluded)
    met: dict[State, tuple[int, int]] = {}
    values: list[int] = []
    for n, (value, state, base) in enumerate(_run(numbers, limit)):
        if state is not None:
            if state in met:
                first, before = met[state]
                return _least(values, first, n - first, base - before)
            met[state] = n, base
        values.append(value)
    return Law("none", 0, 0, 0, False, limit - 1)


def _checked(excluded: Iterable[int]) -> list[int]:
    numbers = sorted(set(excluded))
    if numbers and numbers[0] < 1:
        raise GrundyError("an all-but set contains {numbers}: its numbers start at 1", numbers=numbers[0])
    return numbers


def _run(numbers: list[int], count: int) -> Iterator[tuple[int, State | None, int]]:
    """Yield for each heap its value, and the state and the base before it; no state while heaps are small."""
    largest = numbers[-1] if numbers else 0
    taken = [s for s in range(1, largest + 1) if s not in set(numbers)]
    values: list[int] = []
    above: set[int] = set()  # the values from the base on of the heaps that are far enough to be reached
    base = 0
    for n in range(count):
        if n > largest:
            above.add(values[n - largest - 1])
            while base in above:
                above.discard(base)
                base += 1
            above = {v for v in above if v > base}
        near = {values[n - s] for s in taken if s <= n}
        value = base
        while value in above or value in near:
            value += 1
        state = None
        if n > largest:
            last = tuple(max(v - base, -1) for v in values[n - largest : n])
            state = frozenset(v - base for v in above), last
        yield value, state, base
        values.append(value)


def _least(values: list[int], start: int, period: int, saltus: int) -> Law:
    """Return the law with the least period and preperiod of values that are periodic from ``start`` on."""
    while len(values) < start + 2 * period:
        values.append(values[len(values) - period] + saltus)
    used = start + period
    for p in range(1, period + 1):
        if period % p == 0 and saltus * p % period == 0:
            step = saltus * p // period
            if all(values[n + p] == values[n] + step for n in range(start, start + period)):
                period, saltus = p, step
                break
    while start and values[start - 1] + saltus == values[start - 1 + period]:
        start -= 1
    head = values[: start + period]
    reason = N_("by the exact criterion for all-but sets")
    return Law("arithmetic", period, start, saltus, True, used - 1, reason, "all-but", used, head)
