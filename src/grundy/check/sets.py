"""The sets of numbers that a sentence may name: each is read off the digits by its definition, in the system it is of.

odious, evil: an odd, an even number of ones; vile, dopey: an even, an odd number of zeros at the end; odd_length,
even_length: so many digits; odiousth(n, v): v is the n-th odious number; fibonacci: one part in the Zeckendorf sum;
zeckendorf(n, v): v is its least part, small(n, m): m is less than that; ruler(n, v): v is the largest power of 2 that
divides n; Z(n, v): v is the last digit of n that is not 0, at its place; power3times5: 5 times a power of 3; places3of4:
four numbers that have, in each place of base 2, a multiple of 3 ones. beatty2(a, b): a and b are ⌊n√2⌋ and ⌊n√2⌋ + 2n for
some n, in either order; these are said to be what shifts make of each other, of which nothing is believed: a certificate
that names them says by sentences what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product
from operator import xor

from grundy.check.automata import Arithmetic, Automaton, Letter, conjunction, explored, some, union
from grundy.check.budget import spend
from grundy.common.errors import GrundyError

Step = Callable[..., int | None]
"""The state after a letter, of the state before and the digits: 0 is the first, and None is for no such words."""


def _zeros(state: int, digit: int) -> int:
    """Return 1 for an even number of zeros at the end, 2 for an odd number; 0 before other digits."""
    return 1 if digit else state and 3 - state


def _length(state: int, digit: int) -> int:
    """Return 1 for an odd number of digits, 2 for an even number; 0 before any that is not 0."""
    return (state or digit) and 1 + state % 2


def _one(state: int, digit: int) -> int | None:
    """Return 1 after a 1 among zeros: the word is a weight of its system."""
    return state + digit if state + digit < 2 else None


def _last(state: int, digit: int, own: int) -> int | None:
    """Return 1 where the second word has the last digit of the first that is not 0, and zeros."""
    if state:
        return None if digit or own else 1
    return int(own > 0) if own in (0, digit) else None


def _shift(state: int, digit: int, shifted: int) -> int | None:
    """Return what `_zeros` tells of the first word, and 3 times its next digit: the second is it with a 0 after it."""
    return None if digit != state // 3 else 3 * shifted + _zeros(state % 3, digit)


MACHINES: dict[str, tuple[str, int, Step, tuple[int, ...]]] = {
    "odious": ("msd_2", 1, xor, (1,)),
    "evil": ("msd_2", 1, xor, (0,)),
    "vile": ("msd_2", 1, _zeros, (1,)),
    "dopey": ("msd_2", 1, _zeros, (2,)),
    "odd_length": ("msd_2", 1, _length, (1,)),
    "even_length": ("msd_2", 1, _length, (0, 2)),
    "fibonacci": ("msd_fib", 1, _one, (1,)),
    "ruler": ("msd_2", 2, _last, (1,)),
    "zeckendorf": ("msd_fib", 2, _last, (1,)),
}
"""Sets by name: the system, how many numbers, a machine that reads their digits, and its states of those in the set."""


def named(name: str, arithmetic: Arithmetic) -> Automaton:
    """Return the relation that a name is in a system, its numbers in the order of its tracks; GrundyError for none."""
    if name == "Z":
        return _read(arithmetic, arithmetic.system.name, 2, _last, (1,))
    if name in MACHINES:
        return _read(arithmetic, *MACHINES[name])
    if name == "small":
        return some(conjunction(named("zeckendorf", arithmetic), arithmetic.less("2", "1")), "1")
    if name == "odiousth":  # of 2n - 2 and 2n - 1 one is odious
        near = (arithmetic.linear({"0": a, "1": b}, ">=", c) for a, b, c in ((2, -1, -1), (-2, 1, 2)))
        return conjunction(conjunction(*near), named("odious", arithmetic).renamed({"0": "1"}))
    if found := re.fullmatch(r"power([2-9])(?:times([2-9]))?", name):
        weight = _read(arithmetic, f"msd_{found[1]}", 1, _one, (1,)).renamed({"0": "1"})
        return some(conjunction(weight, arithmetic.linear({"0": 1, "1": -int(found[2] or 1)}, "=", 0)), "1")
    if found := re.fullmatch(r"places([2-9])of([2-9])", name):
        modulus = int(found[1])
        return _read(arithmetic, "msd_2", int(found[2]), lambda _, *ones: None if sum(ones) % modulus else 0, (0,))
    if found := re.fullmatch(r"beatty([1-9])", name):
        t = int(found[1])
        pairs = _read(arithmetic, "msd_fib" if t == 1 else f"rec [{t},1;1,{t + 1}]", 2, _shift, (0, 1))
        return union(pairs, pairs.renamed({"0": "1", "1": "0"}))
    raise GrundyError("a sentence about this law has no relation {name}", name=name)


def _read(arithmetic: Arithmetic, system: str, width: int, step: Step, ends: tuple[int, ...]) -> Automaton:
    """Return the relation of so many numbers whose digits are read so; GrundyError in another system."""
    if arithmetic.system.name != system:
        raise GrundyError(
            "a set read off digits in {system} cannot be used in {own}", system=system, own=arithmetic.system.name
        )

    def rows(state: int) -> Iterable[tuple[Letter, int]]:
        for letter in product(range(arithmetic.system.base), repeat=width):
            spend()
            if (after := step(state, *letter)) is not None:
                yield letter, after

    names = tuple(map(str, range(width)))
    return conjunction(arithmetic.valid(names), explored(names, 0, rows, ends.__contains__))
