"""Numeration systems: numbers written as words of digits, the most significant first, by taking what is greatest first.

A system is a sequence of weights 1 = U_0 <= U_1 < U_2 < …; n is written by the greedy algorithm, so the words that are
representations are those whose every ending of length i is worth less than U_i (A. S. Fraenkel, *Systems of numeration*,
Amer. Math. Monthly 92, 1985). Offered are integer bases, linear recurrences of a Pisot number (Fibonacci: E. Zeckendorf,
1972; C. Frougny, B. Solomyak, *On representation of integers in linear numeration systems*, 1996) and the systems of A.
Ostrowski (1922) for quadratic irrationals: there addition is done by a finite automaton.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice, pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.kernels.automata import Delta, Flags, Ints, Reals, minimal

COMPARED = 64
"""Endings up to this length tell prefixes of representations apart; what is built so is proved afterwards."""
DEEPEST = 64
"""No prefix longer than this may show something new."""
LARGE = 1 << 60
"""Weights are followed exactly up to here; beyond, their ratios have come to their limits."""


@dataclass(frozen=True, eq=False)
class Numeration:
    """A numeration system whose weights follow linear recurrences, periodically the same.

    ``steps[class]`` is the matrix that turns a vector s with Σ s_i U_(m+i) into the one with Σ s_i U_(m-1+i) of the same
    value, for all m > 0 of a class; ``following[class]`` are the classes that m - 1 may have, -1 for none. The class of m
    is m itself below ``exact``, and periodic from there on.

    >>> system = numeration("msd_fib")
    >>> system.represent(12), system.value([1, 0, 1, 0, 1]), system.base
    ((1, 0, 1, 0, 1), 12, 2)
    """

    name: str
    weigh: Callable[[], Iterator[int]] = field(repr=False)
    steps: Ints = field(repr=False)
    following: Ints = field(repr=False)
    exact: int = field(repr=False)

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The first weights U_0, U_1, …, some way past 2^60."""
        beyond = COMPARED + DEEPEST + self.steps.shape[0] + self.steps.shape[1]
        known: list[int] = []
        for weight in self.weigh():
            known.append(weight)
            if weight > LARGE and len(known) > beyond:
                break
        return tuple(known)

    @cached_property
    def base(self) -> int:
        """How many digits there are: 0 … base - 1."""
        limit = COMPARED + len(self.steps)
        return 1 + max((above - 1) // here for here, above in zip(self.weights, self.weights[1:limit], strict=False))

    def weights_up_to(self, count: int) -> list[int]:
        """Return the first ``count`` weights."""
        return list(self.weights[:count] if count <= len(self.weights) else islice(self.weigh(), count))

    def represent(self, n: int) -> tuple[int, ...]:
        """Return the digits of n, the most significant first, by the greedy algorithm; 0 has none.

        O(number of digits). GrundyError for a negative n.

        >>> numeration("msd_trib").represent(10), numeration("ost [0;1,(1,2)]").represent(10)
        ((1, 0, 1, 1), (1, 0, 1, 1, 0))
        """
        if n < 0:
            raise GrundyError("{n} is not a natural number, so it has no representation", n=n)
        digits: list[int] = []
        source = self.weights if n < self.weights[-1] else (limits.check() or weight for weight in self.weigh())
        for weight in reversed(list(takewhile(n.__ge__, source))):
            if weight > LARGE:
                limits.check()
            digits.append(n // weight)
            n %= weight
        return tuple(digits)

    def value(self, word: Sequence[int]) -> int:
        """Return the number that a word of digits is worth; GrundyError if the word is no representation.

        >>> numeration("msd_2").value([0, 1, 1])
        3
        """
        weights = self.weights_up_to(len(word))
        n = sum(digit * weight for digit, weight in zip(word, reversed(weights), strict=True))
        expected = self.represent(n) if all(digit >= 0 for digit in word) else ()
        if tuple(word[len(word) - len(expected) :]) != expected or any(word[: len(word) - len(expected)]):
            raise GrundyError("{digits} is not a representation in {name}", digits=list(word), name=self.name)
        return n

    @cached_property
    def validity(self) -> tuple[Delta, Flags]:
        """The minimal automaton of the representations, with any number of zeros before, as ``(delta, accepting)``.

        After a prefix p, the endings of length L that give a representation are the first N_L of the U_L there are, with
        N_L(p d) = min(U_L, N_(L+1)(p) - d U_L), not below 0. Prefixes are told apart by the N_L up to a bound. That this
        bound sufficed is not believed but proved: by `induction.prove` for the system's adder.
        """
        start = self.weights[: COMPARED + DEEPEST]
        index = {start[:COMPARED]: 0}
        found = [start]
        rows: list[list[int]] = []
        for counts in found:  # grows meanwhile
            if len(counts) <= COMPARED:
                raise GrundyError("{name} was given up: its representations gave no finite automaton", name=self.name)
            rows.append([])
            for digit in range(self.base):
                after = tuple(
                    max(0, min(weight, above - digit * weight))
                    for weight, above in zip(self.weights, counts[1:], strict=False)
                )
                if not any(after[:COMPARED]):
                    rows[-1].append(-1)
                    continue
                if after[:COMPARED] not in index:
                    index[after[:COMPARED]] = len(found)
                    found.append(after)
                rows[-1].append(index[after[:COMPARED]])
        return minimal(np.array(rows, np.int32), np.array([counts[0] > 0 for counts in found]))

    @cached_property
    def ratios(self) -> tuple[Reals, Ints]:
        """For each class of m, rows of U_(m+i) / U_m and 1 / U_m, with the places where each class begins.

        They go on until ratios have come to their limits, so that they stand for every m.
        """
        classes, order = self.steps.shape[:2]
        members: list[list[int]] = [[] for _ in range(classes)]
        for m in range(len(self.weights) - order):
            members[self._class(m)].append(m)
        rows = [
            [*(self.weights[m + i] / self.weights[m] for i in range(order)), 1 / self.weights[m]]
            for those in members
            for m in those
        ]
        starts = np.cumsum([0, *map(len, members)])
        return np.array(rows, np.float64), starts.astype(np.int64)

    def _class(self, m: int) -> int:
        period = len(self.steps) - self.exact
        return m if m < self.exact else self.exact + (m - self.exact) % period

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numeration) and self.name == other.name

    def __reduce__(self) -> tuple[Callable[[str], Numeration], tuple[str]]:
        """Return how it is made again in another process: by its name."""
        return numeration, (self.name,)


@cache
def integer_base(k: int) -> Numeration:
    """Return the positional system of base k >= 2; GrundyError below.

    >>> integer_base(3).represent(14)
    (1, 1, 2)
    """
    if k < 2:
        raise GrundyError("an integer base is 2, 3, 4, …, not {k}", k=k)
    return _recurrent(f"msd_{k}", (k,), (1,))


@cache
def recurrent(coefficients: tuple[int, ...], initial: tuple[int, ...]) -> Numeration:
    """Return the system of U_n = Σ c_j U_(n-j) with its first weights given.

    GrundyError if the weights do not begin with 1 and grow, or if the recurrence's greatest root is not a Pisot number
    (an algebraic integer above 1 whose conjugates are all below 1 in modulus): then no finite automaton adds.

    >>> recurrent((2, 1), (1, 3)).represent(16)
    (2, 0, 2)
    >>> recurrent((1, 4), (1, 2)).name
    Traceback (most recent call last):
    ...
    grundy.common.errors.GrundyError: rec [1,4;1,2] has no addition automaton: the greatest root of its recurrence, 2.562,
    is not a Pisot number (another root has modulus 1.562, not below 1)
    """
    text = f"rec [{','.join(map(str, coefficients))};{','.join(map(str, initial))}]"
    return _recurrent(text, coefficients, initial)


def _recurrent(name: str, coefficients: tuple[int, ...], initial: tuple[int, ...]) -> Numeration:
    order = len(coefficients)
    if not order or len(initial) != order or not coefficients[-1]:
        raise GrundyError(
            "{name}: give as many first weights as coefficients, and a last coefficient other than 0", name=name
        )
    if initial[0] != 1 or any(a >= b for a, b in pairwise(initial)):
        raise GrundyError("{name}: the weights must begin with 1 and grow", name=name)
    if max(map(abs, coefficients + initial)) > 1000:
        raise GrundyError("{name}: coefficients and first weights up to 1000 are accepted", name=name)
    moduli = sorted(np.abs(np.roots([1, *(-c for c in coefficients)])).tolist(), reverse=True)
    if moduli[0] <= 1 + 1e-9 or (order > 1 and moduli[1] >= 1 - 1e-9):
        other = (
            _("another root has modulus {moduli:.4g}, not below 1").format(moduli=moduli[1])
            if order > 1
            else _("it must be above 1")
        )
        told = N_(
            "{name} has no addition automaton: the greatest root of its recurrence, {moduli:.4g}, is not a "
            "Pisot number ({other})"
        )
        raise GrundyError(told, name=name, moduli=moduli[0], other=other)

    def weigh() -> Iterator[int]:
        last = list(initial)
        while True:
            yield last[0]
            last.append(sum(c * weight for c, weight in zip(coefficients, reversed(last), strict=True)))
            if last[1] <= last[0]:
                raise GrundyError("{name}: the weights must begin with 1 and grow", name=name)
            del last[0]

    list(islice(weigh(), COMPARED))  # refuses here and not later
    step = np.zeros((1, order, order), np.int64)
    for i in range(order - 1):
        step[0, i, i + 1] = 1
    step[0, order - 1, :] += coefficients[::-1]
    return Numeration(name, weigh, step, np.array([[0, -1]]), 0)


@cache
def ostrowski(preperiod: tuple[int, ...], period: tuple[int, ...]) -> Numeration:
    """Return the Ostrowski system of the continued fraction [0; preperiod, period, period, …].

    The weights are the denominators q_n of its convergents; with n = Σ b_(i+1) q_i, b_1 < a_1, b_i <= a_i, and b_(i+1) =
    a_(i+1) only before b_i = 0. GrundyError for an empty period or a partial quotient below 1.

    >>> ostrowski((), (2,)).represent(11)
    (2, 0, 1)
    """
    head = "".join(f"{a}," for a in preperiod)
    name = f"ost [0;{head}({','.join(map(str, period))})]"
    if not period or min(preperiod + period) < 1 or max(preperiod + period) > 1000:
        raise GrundyError("{name}: give a period, and partial quotients from 1 to 1000", name=name)

    def quotient(i: int) -> int:  # a_i, i from 1
        return preperiod[i - 1] if i <= len(preperiod) else period[(i - 1 - len(preperiod)) % len(period)]

    def weigh() -> Iterator[int]:
        before, here, i = 0, 1, 1
        while True:
            yield here
            before, here = here, quotient(i) * here + before
            i += 1

    exact = max(1, len(preperiod))  # a_(m+1) depends on the class of m only, and m = 0 is a class of its own
    classes = exact + len(period)
    steps = np.zeros((classes, 2, 2), np.int64)
    following = np.full((classes, 2), -1, np.int64)
    for m in range(1, classes):
        steps[m] = [[0, 1], [1, quotient(m + 1)]]
        following[m, 0] = m - 1
    following[exact, 1] = classes - 1
    return Numeration(name, weigh, steps, following, exact)


_NAMED: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "msd_fib": ((1, 1), (1, 2)),
    "msd_pell": ((2, 1), (1, 2)),
    "msd_trib": ((1, 1, 1), (1, 2, 4)),
}


@cache
def numeration(name: str) -> Numeration:
    """Return the numeration system of a name: msd_fib, msd_pell, msd_trib, msd_k, ``ost [0;1,(2)]``, ``rec [2,1;1,3]``.

    ``ost`` gives a continued fraction with its period in parentheses, ``rec`` the coefficients of a recurrence and its
    first weights; ``fib`` stands for msd_fib and so on. GrundyError for any other name.

    >>> numeration("fib").name, numeration("msd_10").represent(407), numeration("ost [0; 3, (1, 2)]").name
    ('msd_fib', (4, 0, 7), 'ost [0;3,(1,2)]')
    """
    plain = re.sub(r"\s+", "", name)
    if (full := plain if plain.startswith("msd_") else f"msd_{plain}") in _NAMED:
        return _recurrent(full, *_NAMED[full])
    if found := re.fullmatch(r"msd_(\d{1,4})", full):
        return integer_base(int(found[1]))
    if found := re.fullmatch(r"ost\[0;((?:\d{1,4},)*)\((\d{1,4}(?:,\d{1,4})*)\)\]", plain):
        return ostrowski(_numbers(found[1]), _numbers(found[2]))
    if found := re.fullmatch(r"rec\[(-?\d{1,4}(?:,-?\d{1,4})*);(\d{1,4}(?:,\d{1,4})*)\]", plain):
        return recurrent(_numbers(found[1]), _numbers(found[2]))
    if plain.startswith("lsd_"):
        raise GrundyError(
            "{name}: digits are read most significant first; write msd_{plain}", name=name, plain=plain[4:]
        )
    raise GrundyError(
        "there is no numeration system {name!r}; there are msd_fib, msd_pell, msd_trib, msd_2 (any "
        "base), ost [0;1,(1,2)] (a continued fraction and its period) and rec [2,1;1,3] (a recurrence "
        "and its first weights)",
        name=name,
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",") if part)


Digits = NDArray[np.int32]


def letter_digits(base: int, tracks: int) -> Digits:
    """Return the digits of each letter of so many tracks, an array of shape (base^tracks, tracks), the first track major.

    >>> letter_digits(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    letters = np.arange(base**tracks, dtype=np.int64)
    powers = base ** np.arange(tracks - 1, -1, -1, dtype=np.int64)
    return (letters[:, None] // powers % base).astype(np.int32)
