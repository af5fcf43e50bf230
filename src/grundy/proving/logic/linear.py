"""Linear relations between natural numbers as automata, built directly from integer vectors; order and nim-sum.

A prefix of the words of (x_1, …, x_n) is summed up by the integer vector s for which Σ a_i x_i is worth Σ s_j U_(m+j)
when m digits remain. The next letter's digits change s linearly, and a vector from which the wanted value cannot be reached
any more is dropped. Finitely many are left where the greatest root is a Pisot number: it is bounded by that test, its
conjugates by contraction. (Ch. Frougny, B. Solomyak 1996; Ostrowski systems: Ph. Hieronymi, A. Terry, *Ostrowski
numeration systems, addition, and finite automata*, 2018.)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import gcd

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.kernels.automata import AT_MOST, CONGRUENT, EQUAL, SURE, Delta, Flags, minimal, product, subsets, vectors
from grundy.kernels.contract import Ints
from grundy.proving.logic.automaton import Automaton, Limits, edges, letters_of, require_small, valid
from grundy.proving.logic.numeration import Numeration, letter_digits

NEAR = 8
"""A constant above this is read digit by digit, as one more track, and not carried in the vectors."""


def linear(
    system: Numeration,
    coefficients: Mapping[str, int],
    relation: str,
    constant: int = 0,
    *,
    modulus: int = 0,
    limits: Limits | None = None,
) -> Automaton:
    """Return the relation Σ a_i x_i (``relation``) ``constant``, one of ``= != < <= > >=``.

    With a ``modulus`` above 0 the sides are compared modulo it, by ``=`` or ``!=``. A variable of coefficient 0 is left
    out. O(vectors × states of validity to the power of the variables × letters). Undecided past the limits.

    >>> from grundy.proving.logic.numeration import numeration
    >>> trib = numeration("msd_trib")
    >>> linear(trib, {"x": 1, "y": 1, "z": -1}, "=").states, linear(trib, {"x": 1}, "=", 2, modulus=3).accepts(x=101)
    (149, True)
    >>> [n for (n,) in linear(trib, {"n": 3}, "<=", 10).members()]
    [0, 1, 2, 3]
    """
    limits = limits or Limits()
    terms = {name: a for name, a in sorted(coefficients.items()) if a}
    if relation == "!=":
        return linear(system, terms, "=", constant, modulus=modulus, limits=limits).complement(limits)
    if (modulus and relation != "=") or modulus < 0:
        raise GrundyError("modulo a number above 0, terms can only be compared by = or !=")
    if relation in (">", ">="):
        return linear(system, {name: -a for name, a in terms.items()}, "<" + relation[1:], -constant, limits=limits)
    if relation == "<":
        relation, constant = "<=", constant - 1
    if relation not in ("=", "<="):
        raise GrundyError("there is no relation {relation!r}; there are = != < <= > >=", relation=relation)
    if modulus:
        return _congruent(system, {n: a % modulus for n, a in terms.items() if a % modulus}, constant, modulus, limits)
    divisor = gcd(*terms.values())
    if divisor > 1:
        if relation == "=" and constant % divisor:
            return valid(system, terms).complement(limits)
        terms, constant = {name: a // divisor for name, a in terms.items()}, constant // divisor
    mode = EQUAL if relation == "=" else AT_MOST
    if not terms:
        holds = constant == 0 if mode == EQUAL else constant >= 0
        return valid(system, ()) if holds else valid(system, ()).complement(limits)
    if abs(constant) <= NEAR:
        return _direct(system, terms, mode, constant, 0, limits)
    return _far(system, terms, mode, constant, limits)


def number(system: Numeration, name: str, n: int) -> Automaton:
    """Return the relation ``name`` = n, whose only word is the representation of n.

    >>> from grundy.proving.logic.numeration import numeration
    >>> list(number(numeration("msd_fib"), "x", 10**30).members()) == [(10**30,)]
    True
    """
    word = system.represent(n)
    delta = np.full((len(word) + 1, system.base), -1, np.int32)
    delta[0, 0] = 0
    for i, digit in enumerate(word):
        delta[i, digit] = i + 1
    return Automaton(system, (name,), *minimal(delta, np.arange(len(word) + 1) == len(word)))


def less(system: Numeration, x: str, y: str) -> Automaton:
    """Return the relation x < y: the words of valid representations are ordered as the numbers are.

    >>> from grundy.proving.logic.numeration import numeration
    >>> less(numeration("msd_fib"), "a", "b").accepts(a=3, b=4)
    True
    """
    digits = letter_digits(system.base, 2)
    first = np.where(digits[:, 0] == digits[:, 1], 0, np.where(digits[:, 0] < digits[:, 1], 1, -1))
    return Automaton.of(system, (x, y), [first, np.ones(len(digits))], [False, True])


def equal(system: Numeration, x: str, y: str) -> Automaton:
    """Return the relation x = y."""
    digits = letter_digits(system.base, 2)
    return Automaton.of(system, (x, y), [np.where(digits[:, 0] == digits[:, 1], 0, -1)], [True])


def nim_sum(system: Numeration, names: tuple[str, ...]) -> Automaton:
    """Return the relation that the nim-sum (bitwise xor) of these variables is 0.

    GrundyError unless the base is 2, 4, 8, …: elsewhere no finite automaton adds without carrying in base 2.

    >>> from grundy.proving.logic.numeration import numeration
    >>> nim_sum(numeration("msd_2"), ("a", "b", "c")).accepts(a=5, b=3, c=6)
    True
    """
    if not adds_nimbers(system):
        raise GrundyError("{system} has no automaton for the nim-sum; take msd_2, msd_4, msd_8, …", system=system)
    digits = letter_digits(system.base, len(names))
    return Automaton.of(system, names, [np.where(np.bitwise_xor.reduce(digits, axis=1), -1, 0)], [True])


def adds_nimbers(system: Numeration) -> bool:
    """Return whether nim-sums are read in a numeration: in base 2, 4, 8, …"""
    return system.name == f"msd_{system.base}" and not system.base & (system.base - 1)


def last_digit(system: Numeration, x: str = "x", z: str = "z") -> Automaton:
    """Return the relation that z is the value of the last digit of x that is not 0, at its place.

    >>> from grundy.proving.logic.numeration import numeration
    >>> list(last_digit(numeration("msd_fib")).conjunction(number(numeration("msd_fib"), "x", 12)).members())
    [(12, 1)]
    """
    digits = letter_digits(system.base, 2)
    is_last = (digits[:, 0] == digits[:, 1]) & (digits[:, 1] > 0)
    before = np.where(is_last, 1, np.where(digits[:, 1] == 0, 0, -1))
    return Automaton.of(system, (x, z), [before, np.where(digits.any(axis=1), -1, 1)], [False, True])


def adder(system: Numeration, x: str = "x", y: str = "y", z: str = "z") -> Automaton:
    """Return the relation x + y = z.

    >>> from grundy.proving.logic.numeration import numeration
    >>> adder(numeration("msd_fib")).states, adder(numeration("msd_2")).states
    (16, 2)
    """
    return linear(system, {x: 1, y: 1, z: -1}, "=")


def _congruent(system: Numeration, terms: dict[str, int], constant: int, modulus: int, limits: Limits) -> Automaton:
    if terms:
        return _direct(system, terms, CONGRUENT, constant % modulus, modulus, limits)
    return valid(system, ()) if constant % modulus == 0 else valid(system, ()).complement(limits)


def _far(system: Numeration, terms: dict[str, int], mode: int, constant: int, limits: Limits) -> Automaton:
    """Write the constant as a variable that has one value, so that no vector is as large as it."""
    apart = "\uffff"  # behind every name
    whole = _direct(system, {**terms, apart: -1 if constant > 0 else 1}, mode, 0, 0, limits)
    return whole.conjunction(number(system, apart, abs(constant)), limits).exists(apart, limits=limits)


def _direct(
    system: Numeration, terms: dict[str, int], mode: int, constant: int, modulus: int, limits: Limits
) -> Automaton:
    names = tuple(terms)
    letters_of(system.base, names, names)  # refuses too many before anything of that size is made
    require_small(modulus, *terms.values())
    values = letter_digits(system.base, len(names)).astype(np.int64) @ np.array(list(terms.values()), np.int64)
    sums, letters = np.unique(values, return_inverse=True)
    bounds = sum(a for a in terms.values() if a < 0), sum(a for a in terms.values() if a > 0), constant
    steps = system.steps, system.following, sums, *system.ratios, bounds, mode, modulus
    found = limits.within(lambda cap: vectors(*steps, cap), limits.states, 2 * len(sums))
    what = _("a linear relation of {names}").format(names=", ".join(names))
    delta, states = limits.kept(found, what)
    delta, accepting = _deterministic(system, delta, _final(system, states, mode, constant, modulus), limits, what)
    everything = valid(system, names)
    own = letters.astype(np.int32), np.arange(len(letters), dtype=np.int32)
    made = delta
    found = limits.within(
        lambda cap: product(made, everything.delta, own, (True, True), cap), limits.states, everything.delta.shape[1]
    )
    delta, keys = limits.kept(found, what)
    p, q = np.divmod(keys, everything.states + 1)
    return Automaton(system, names, *minimal(delta, accepting[p] & everything.accepting[q]))


def _final(system: Numeration, states: Ints, mode: int, constant: int, modulus: int) -> Flags:
    """Return which vectors, when no digit remains, have the value that is wanted."""
    order = states.shape[1] - 1
    sure = states[:, 1] == SURE
    values = np.where(sure[:, None], 0, states[:, 1:]) @ np.array(system.weights_up_to(order), np.int64)
    if mode == EQUAL:
        right = values == constant
    elif mode == AT_MOST:
        right = sure | (values <= constant)
    else:
        right = values % modulus == constant
    return right & (states[:, 0] == 0)


def _deterministic(
    system: Numeration, delta: Delta, accepting: Flags, limits: Limits, what: str
) -> tuple[Delta, Flags]:
    """Return the automaton for words of any length, where at first the class of a word's length is not known."""
    classes = len(system.steps)
    if classes == 1:
        return np.ascontiguousarray(delta[:, ::2]), accepting
    starts, targets = edges(delta.reshape(-1, 2))
    initial = (np.arange(len(accepting)) < classes).astype(np.int64)
    cap = limits.states
    return limits.kept(subsets(starts, targets, delta.shape[1] // 2, initial, accepting, 1, cap, 64 * cap), what)


# -- a proof that an addition automaton adds, from nothing but the order of valid representations ----------------------
#
# Representations without leading zeros are ordered by length, then as words; this is the order of the natural numbers
# as soon as each has finitely many below it, and the successor S(y, y') is "y < y' with nothing between". If A(x, y,
# z) is a total function of x and y with x + 0 = x and x + (y + 1) = (x + y) + 1, it is addition, by induction on y.
# Each of these is a sentence about automata and is decided. (Cf. H. Mousavi, L. Schaeffer, J. Shallit, *Decision
# algorithms for Fibonacci-automatic words*, 2016.)


def prove(system: Numeration, sums: Automaton | None = None) -> dict[str, bool]:
    """Return the steps of the induction for an addition automaton over x, y, z, and whether each holds.

    Without ``sums`` the adder that `adder` builds is meant.

    >>> from grundy.proving.logic.numeration import numeration
    >>> all(prove(numeration("msd_fib")).values())
    True
    >>> wrong = less(numeration("msd_2"), "x", "z").over("y")
    >>> [step for step, holds in prove(numeration("msd_2"), wrong).items() if not holds]
    ['x + 0 = x', 'x + (y + 1) = (x + y) + 1', 'every x and y have one sum']
    """
    sums = adder(system) if sums is None else sums
    if sums.variables != ("x", "y", "z") or sums.numeration != system:
        raise GrundyError("an addition automaton to be proved is a relation of x, y and z in the system itself")
    between = less(system, "y", "t").conjunction(less(system, "t", "y'")).exists("t")
    next_y = less(system, "y", "y'").difference(between)
    next_z = next_y.renamed({"y": "z", "y'": "z'"})
    zero = number(system, "y", 0)
    after_y = next_y.conjunction(sums.renamed({"y": "y'", "z": "z'"})).exists("y'")
    after_z = sums.conjunction(next_z).exists("z")
    two = sums.conjunction(sums.renamed({"z": "z'"}))
    return {
        "every y has a successor": next_y.exists("y'").is_everything(),
        "every y but 0 is a successor": next_y.exists("y").renamed({"y'": "y"})
        == valid(system, ["y"]).difference(zero),
        "x + 0 = x": sums.conjunction(zero).exists("y") == equal(system, "x", "z"),
        "x + (y + 1) = (x + y) + 1": after_y == after_z,
        "every x and y have one sum": sums.exists("z").is_everything()
        and two.difference(equal(system, "z", "z'")).is_empty(),
    }


@cache
def proved(system: Numeration) -> Numeration:
    """Return the system, once its adder is proved, and its representations thereby; GrundyError if that fails.

    >>> from grundy.proving.logic.numeration import numeration
    >>> proved(numeration("ost [0;1,(1,2)]")).name
    'ost [0;1,(1,2)]'
    """
    failed = [step for step, holds in prove(system).items() if not holds]
    if failed:
        raise GrundyError(
            "{system} has no addition automaton that could be proved: not {failed!r}", system=system, failed=failed[0]
        )
    return system
