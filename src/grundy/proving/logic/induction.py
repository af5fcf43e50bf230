"""A proof that an addition automaton adds, from nothing but the order of valid representations.

Representations without leading zeros are ordered by length, then as words; this is the order of the natural numbers as
soon as each has finitely many below it, and the successor S(y, y') is "y < y' with nothing between". If A(x, y, z) is a
total function of x and y with x + 0 = x and x + (y + 1) = (x + y) + 1, it is addition, by induction on y. Each of these is a
sentence about automata and is decided. (Cf. H. Mousavi, L. Schaeffer, J. Shallit, *Decision algorithms for
Fibonacci-automatic words*, 2016.)
"""

from __future__ import annotations

from functools import cache

from grundy.common.errors import GrundyError
from grundy.proving.logic.automaton import Automaton, valid
from grundy.proving.logic.linear import adder, equal, less, number
from grundy.proving.logic.numeration import Numeration


def prove(system: Numeration, sums: Automaton | None = None) -> dict[str, bool]:
    """Return the steps of the induction for an addition automaton over x, y, z, and whether each holds.

    Without ``sums`` the adder that `grundy.proving.logic.linear.adder` builds is meant.

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
