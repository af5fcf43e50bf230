"""The values born by a day, and the simplest ones between two bounds.

References: A. N. Siegel, *Combinatorial Game Theory*, ch. III; D. Calistrate, M. Paulhus, D. Wolfe, *On the lattice
structure of finite games* (More Games of No Chance, 2002).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.messages import _
from grundy.values.operators import simplest_between
from grundy.values.short import Value, game

__all__ = ["antichains", "born_by", "simplest_values"]

Like: TypeAlias = "Value | int | Fraction | str"

LAST_DAY = 3
"""By the fourth day more than 10^12 values are born."""


@lru_cache(LAST_DAY + 1)
def born_by(day: int) -> tuple[Value, ...]:
    """Return the values whose canonical form has no run of more than so many moves, the oldest first: 1, 4, 22, 1474.

    Each is the game of two antichains of the day before: 98² games are built for day 3, in under a second. GrundyError for
    a negative day, TooLarge after day 3 (Siegel ch. III).

    >>> [str(value) for value in born_by(1)], [len(born_by(day)) for day in range(3)]
    (['0', '*', '-1', '1'], [1, 4, 22])
    """
    if day < 0:
        raise GrundyError("days are counted from 0, not {day}", day=day)
    if day > LAST_DAY:
        raise TooLarge(
            "the values born by day {day} are too many to be listed: {last_day} is the last day",
            day=day,
            last_day=LAST_DAY,
        )
    if not day:
        return (Value(0),)
    before = born_by(day - 1)
    sides = list(antichains(before))
    new = {game(left, right) for left in sides for right in sides} - set(before)
    return (*before, *sorted(new, key=str))


def antichains(values: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
    """Yield the sets of values of which none is less than or equal to another: with more options some are dominated.

    >>> [len(chain) for chain in antichains(born_by(1))]
    [0, 1, 2, 1, 1, 1]
    """
    above = [{k for k, other in enumerate(values) if one <= other or other <= one} for one in values]
    waiting: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while waiting:
        chosen, start = waiting.pop()
        yield tuple(values[k] for k in chosen)
        fitting = [k for k in range(start, len(values)) if not above[k].intersection(chosen)]
        waiting += [((*chosen, k), k + 1) for k in reversed(fitting)]


def simplest_values(low: Like, high: Like, *, closed: bool = True) -> tuple[Value, ...]:
    """Return all values G of the least birthday with low <= G <= high, or low < G < high if not closed.

    `simplest_between` asks for numbers only. In the closed interval of two numbers the simplest number is the only answer:
    the stops of any other G are numbers of it too, and born before G. Else all that are born by day 3 are tried; TooLarge
    if none of those fits, GrundyError if nothing can (birthdays: ONAG ch. 1; the order by days: Siegel ch. III).

    >>> simplest_values("1/2", "5/8"), simplest_values("v*", 2), simplest_values(0, 1, closed=False)
    ((Value('1/2'),), (Value('*'), Value('1')), (Value('1/2'), Value('^')))
    """
    lower, upper = Value(low), Value(high)
    if not (lower <= upper if closed else lower < upper):
        raise GrundyError("no value lies {what} these bounds", what="between" if closed else _("strictly between"))
    if closed and lower.is_number and upper.is_number:
        return (simplest_between(lower, upper, closed=True),)
    for day in range(LAST_DAY + 1):
        found = [v for v in born_by(day) if (lower <= v <= upper if closed else lower < v < upper)]
        if found:
            return tuple(found)
    raise TooLarge(
        "no value born by day {last_day} lies between these bounds, and later days have too many values to try",
        last_day=LAST_DAY,
    )
