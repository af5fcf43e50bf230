"""Sets of numbers that have a name: their automata where they have one, and what they are called.

A question about a theorem may speak of them too: ``grundy ask fibonacci-nim "An,m P(n,m) => …"``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import count, takewhile

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import N_
from grundy.proving import guess
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.formula import decide
from grundy.proving.logic.linear import last_digit, less, linear
from grundy.proving.logic.numeration import Numeration, letter_digits
from grundy.proving.logic.syntax import parse
from grundy.values.patterns.law import Beatty

SIDE = 400
"""Beatty pairs below this show their automaton."""
TS = 2
"""Beatty pairs have a name for t up to this."""

Make = Callable[[Numeration], Automaton | None]


@dataclass(frozen=True)
class Set:
    """A set of numbers, or a relation: how its automaton is made in a numeration, None where it has none, and its words.

    ``value`` is what the last number is, told of the others, where it is a function of them; ``data`` are further numbers
    that are spoken of.
    """

    make: Make
    words: str
    value: str = ""
    data: Mapping[str, int] = field(default_factory=dict[str, int])


def automata(system: Numeration) -> dict[str, Automaton]:
    """Return the automata of the named sets in a numeration system, by name.

    >>> from grundy.proving.logic.numeration import numeration
    >>> [n for (n,) in automata(numeration("msd_2"))["odious"].members(6)]
    [1, 2, 4, 7, 8, 11]
    """
    return {name: found for name in NAMED if (found := automaton_of(name, system)) is not None}


@cache
def automaton_of(name: str, system: Numeration) -> Automaton | None:
    """Return the automaton of a named set in a numeration system; None where it has none."""
    return NAMED[name].make(system)


def _read_by(name: str, variables: str, delta: list[list[int]], accepting: list[bool]) -> Make:
    def make(system: Numeration) -> Automaton | None:
        return Automaton.of(system, tuple(variables), delta, accepting) if system.name == name else None

    return make


def _last_digit(name: str) -> Make:
    return lambda system: last_digit(system) if system.name == name else None


def _odious_number(system: Numeration) -> Automaton | None:
    """Return that v is the n-th odious number, n >= 1: of 2n - 2 and 2n - 1 the one with an odd number of ones."""
    if system.name != "msd_2":
        return None
    near = linear(system, {"n": 2, "v": -1}, "<=", 2).conjunction(linear(system, {"n": 2, "v": -1}, ">=", 1))
    odd = automaton_of("odious", system)
    assert odd is not None
    return near.conjunction(odd.renamed({"n": "v"}))


def _small(system: Numeration) -> Automaton | None:
    """Return that m is less than the least part of n's Zeckendorf sum."""
    if (least := automaton_of("zeckendorf", system)) is None:
        return None
    return least.conjunction(less(system, "y", "z")).exists("z")


# ---- Beatty pairs


def beatty_name(t: int) -> str:
    """Return what the Beatty pairs of a t are called in formulas."""
    return f"beatty{t}"


def small_number(t: int, scale: int = 1, shift: int = 0) -> str:
    """Return the smaller number of the n-th pair as a formula.

    >>> small_number(1), small_number(2, 2, -1)
    ('⌊n·(1 + √5)/2⌋', '2⌊n·√8/2⌋ - 1')
    """
    floor = Beatty(t).formula.partition(" = ")[2].partition(",")[0]
    more = f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""
    return f"{scale if scale > 1 else ''}{floor}{more}"


def beatty_claims(t: int, name: str) -> list[str]:
    """Say that a relation holds the Beatty pairs of t, in both orders: of those with a <= b there is one for each b - a = 0,
    t, 2t, …, both numbers rise, and each number from 1 up is in exactly one. So a is the least number in no earlier pair
    (Fraenkel 1982).
    """
    two = f"{name}(a,b) & a<=b & {name}(c,d) & c<=d"
    return [
        f"{name}(0,0)",
        f"Aa,b ({name}(a,b) & a<=b) => (En b=a+{t}*n)",
        f"An Ea {name}(a,a+{t}*n)",
        f"Aa,b,c,d ({two} & b+c<a+d) => a<c",
        f"Aa,b,c,d ({two} & b+c=a+d) => a=c",
        f"Ax x>=1 => (Ea,b {name}(a,b) & a<b & (x=a | x=b))",
        f"~(Ea,b,c {name}(a,b) & a<b & {name}(b,c) & b<c)",
    ]


def _pairs(t: int) -> Make:
    """Return what makes the Beatty pairs of t: seen of the first, and decided for all."""

    def make(system: Numeration) -> Automaton | None:
        if system.name == f"msd_{system.base}":  # where their ratio is rational, and none is
            return None
        table = np.zeros((SIDE, SIDE), bool)
        for a, b in takewhile(lambda pair: pair[1] < SIDE, map(Beatty(t).pair, count())):
            table[a, b] = True
        found = guess.learn(table, system)
        if found is None:
            return None
        rising, name, limits = found.automaton(("a", "b")), beatty_name(t), Limits(1 << 16)
        made = rising.disjunction(rising.renamed({"a": "b", "b": "a"}))
        try:
            told = (parse(f"?{system.name} {text}", [name]) for text in beatty_claims(t, name))
            sure = all(decide(each, own, {name: made}, limits=limits).truth for own, each in told)
        except GrundyError:  # too large
            return None
        return made if sure else None

    return make


# ---- the sets


def _powers(base: int, times: int) -> Make:
    """Return what makes the numbers times·base^k: those whose digits are those of ``times``, and zeros."""

    def make(system: Numeration) -> Automaton | None:
        if system.name != f"msd_{base}":
            return None
        digits = system.represent(times)
        delta = np.full((len(digits) + 1, base), -1)
        delta[0, 0], delta[-1, 0] = 0, len(digits)
        for place, digit in enumerate(digits):
            delta[place, digit] = place + 1
        return Automaton.of(system, ("n",), delta, np.arange(len(digits) + 1) == len(digits))

    return make


def _places(count: int, modulus: int) -> Make:
    """Return what makes the tuples of so many numbers that have, in each place of base 2, a multiple of ones."""

    def make(system: Numeration) -> Automaton | None:
        if system.name != "msd_2":
            return None
        sums = letter_digits(2, count).sum(axis=1)
        return Automaton.of(system, [f"x{i}" for i in range(count)], [np.where(sums % modulus, -1, 0)], [True])

    return make


def places_name(count: int, modulus: int) -> str:
    """Return what tuples of so many numbers are called that have a multiple of ones in each place."""
    return f"places{modulus}of{count}"


NAMED = {
    "odious": Set(
        _read_by("msd_2", "n", [[0, 1], [1, 0]], [False, True]),
        N_("{0} is odious (it has an odd number of ones in base 2)"),
    ),
    "evil": Set(
        _read_by("msd_2", "n", [[0, 1], [1, 0]], [True, False]),
        N_("{0} is evil (it has an even number of ones in base 2)"),
    ),
    "vile": Set(
        _read_by("msd_2", "n", [[0, 1], [2, 1], [1, 1]], [False, True, False]),
        N_("{0} is vile (it ends in an even number of zeros in base 2)"),
    ),
    "dopey": Set(
        _read_by("msd_2", "n", [[0, 1], [2, 1], [1, 1]], [False, False, True]),
        N_("{0} is dopey (it ends in an odd number of zeros in base 2)"),
    ),
    "even_length": Set(
        _read_by("msd_2", "n", [[0, 1], [2, 2], [1, 1]], [True, False, True]),
        N_("{0} has an even number of digits in base 2"),
    ),
    "odd_length": Set(
        _read_by("msd_2", "n", [[0, 1], [2, 2], [1, 1]], [False, True, False]),
        N_("{0} has an odd number of digits in base 2"),
    ),
    "fibonacci": Set(_read_by("msd_fib", "n", [[0, 1], [1, -1]], [False, True]), N_("{0} is a Fibonacci number")),
    "odiousth": Set(
        _odious_number, N_("{1} is the {0}-th odious number"), N_("the {0}-th odious number, of 1, 2, 4, 7, 8, 11, …")
    ),
    "ruler": Set(
        _last_digit("msd_2"),
        N_("{1} is the largest power of 2 that divides {0}"),
        N_("the largest power of 2 that divides {0}"),
    ),
    "zeckendorf": Set(
        _last_digit("msd_fib"),
        N_("{1} is the least part of the Zeckendorf sum of {0}"),
        N_("the least part of the Zeckendorf sum of {0}"),
    ),
    "small": Set(_small, N_("{1} is less than the least part of the Zeckendorf sum of {0}")),
    **{
        f"power{base}" + (f"times{times}" if times > 1 else ""): Set(
            _powers(base, times),
            N_("{0} is a power of {base}") if times == 1 else N_("{0} is {times} times a power of {base}"),
            data={"base": base, "times": times},
        )
        for base in (2, 3, 5)
        for times in (1, 2, 3, 5, 7)
        if times % base
    },
    **{beatty_name(t): Set(_pairs(t), "") for t in range(1, TS + 1)},
    **{
        places_name(count, modulus): Set(
            _places(count, modulus),
            N_("in each place of base 2 the number of ones among {numbers} is a multiple of {modulus}"),
            data={"modulus": modulus},
        )
        for count in range(3, 7)
        for modulus in range(3, count + 1)
    },
}
"""The sets that have a name. In a relation the last number is told by the others."""
