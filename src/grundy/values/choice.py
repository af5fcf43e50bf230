"""Which options are worth a thought: sensible ones, for the sake of the value, and orthodox ones, at a temperature.

References: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, ch. 6; E. R. Berlekamp, *The economist's view of
combinatorial games* (Games of No Chance, 1996); A. N. Siegel, *Combinatorial Game Theory*, ch. II.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from grundy.values.short import Like, Value, game
from grundy.values.thermograph import thermograph


class Choice(NamedTuple):
    """Some of Left's options, and some of Right's."""

    left: tuple[Value, ...]
    right: tuple[Value, ...]


def sensible_options(left: Iterable[Like], right: Iterable[Like]) -> Choice:
    """Return those of these options of a game that are as good as an option of its canonical form, in their order.

    The game of these alone has the same value: an option of the canonical form, not being reversible, is less than or equal
    to an option of any form. CGSuite and cgt-rs use the word so, of positions; of a canonical form all options are sensible.
    O(options²) comparisons.

    >>> sensible_options([0, "*", 1], ["-1", "*"])
    Choice(left=(Value('1'),), right=(Value('-1'),))
    >>> sensible_options(["v"], ["+-5", "^"])
    Choice(left=(), right=())
    """
    lefts, rights = [Value(option) for option in left], [Value(option) for option in right]
    form = game(lefts, rights)
    return Choice(
        tuple(one for one in lefts if any(option <= one for option in form.left_options)),
        tuple(one for one in rights if any(one <= option for option in form.right_options)),
    )


def orthodox_options(value: Value, t: Fraction | int = 0) -> Choice:
    """Return the options whose thermographs make the walls at temperature t; at 0 those that make the stops.

    The right wall of such a Left option, less the tax t, is Left's wall there; dually for Right. Above the temperature
    there may be none. GrundyError below -1. Draws the thermographs of all options (*Winning Ways* ch. 6; Berlekamp).

    >>> hot = game([3, game([10], [2])], [0])
    >>> [sorted(map(str, orthodox_options(hot, t).left)) for t in (0, 1, 2, 9)]
    [['3'], ['3', '{10|2}'], ['{10|2}'], []]
    """
    graph = thermograph(value)
    highest, lowest = graph.left(t), graph.right(t)
    return Choice(
        tuple(one for one in value.left_options if thermograph(one).right(t) - t == highest),
        tuple(one for one in value.right_options if thermograph(one).left(t) + t == lowest),
    )
