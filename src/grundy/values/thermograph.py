"""Thermographs: how the stops of a game change as each move is taxed, and at what temperature moving no longer pays.

The left wall of G at t is ``max right(GL)(t) - t``, the right wall ``min left(GR)(t) + t``, up to the first temperature at
which they meet; from there both are the *mast*, at the mean. Integers are masts from temperature -1 on. Walls below 0 are
those of canonical forms. References: J. H. Conway, *On Numbers and Games*, ch. 9; *Winning Ways*, ch. 6; A. N. Siegel,
*Combinatorial Game Theory*, ch. II.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from numbers import Real
from typing import Any, NamedTuple, TypeAlias, TypeVar

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.seam import value_pictures
from grundy.values.short import Like, Value, game, nimber, up

T = TypeVar("T")
G = TypeVar("G")
Corners: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""Corners (value, temperature) of a wall, the temperatures rising; above the last one the wall is vertical."""

COLDEST = Fraction(-1)
REMEMBERED = 1 << 17
"""Results that a memo may hold before it is emptied."""
DEEPEST = 1 << 17
"""Followers that may wait for their results."""


# ---- recursion over followers, for this module and its neighbours


def folded(
    value: G,
    base: Callable[[G], T | None],
    rule: Callable[[G, list[T], list[T]], T],
    known: dict[G, T],
    order: Callable[[Any], int] = lambda option: option.form,
) -> T:
    """Return ``base(value)``, or if that is None the rule's result for the results of its Left and of its Right options.

    Iterative, so that deep values are no trouble, the least option by ``order`` first; ``known`` keeps the results, and is
    emptied when it is full. TooLarge for a hundred thousand followers in a row.

    >>> from grundy.values.short import up
    >>> folded(up(1), lambda v: None, lambda v, left, right: 1 + max([0, *left, *right]), {})
    3
    """
    if len(known) > REMEMBERED:
        known.clear()
    begun = len(known)
    stack: list[Any] = [value]
    while stack:
        limits.check(len(known) - begun, "values")
        top = stack[-1]
        if top in known:
            stack.pop()
        elif (found := base(top)) is not None:
            known[top] = found
        else:
            left, right = top.left_options, top.right_options
            missing = [option for option in (*left, *right) if option not in known]
            # the simplest value is next: of *n the stack is short
            stack += sorted(missing, key=order, reverse=True)
            if not missing:
                known[top] = rule(top, [known[option] for option in left], [known[option] for option in right])
            elif len(stack) > DEEPEST:
                raise TooLarge("a value has more than {deepest:,} followers", deepest=DEEPEST)
    return known[value]


# ---- the thermograph


@dataclass(frozen=True)
class Thermograph:
    """The two walls of a game from temperature -1 up to the mast, where they meet.

    >>> from grundy.values.short import game
    >>> hot = thermograph(game([3], [1]))
    >>> hot.mean, hot.temperature, hot.left(0), hot.right(Fraction(1, 2)), hot.left(7)
    (Fraction(2, 1), Fraction(1, 1), Fraction(3, 1), Fraction(3, 2), Fraction(2, 1))
    """

    left_wall: Corners
    right_wall: Corners

    @property
    def mean(self) -> Fraction:
        """The mean, on which the mast stands."""
        return self.left_wall[-1][0]

    @property
    def temperature(self) -> Fraction:
        """The lowest temperature at which the walls meet; -1/2^j for a number k/2^j, -1 for an integer."""
        return max(self.left_wall[-1][1], self.right_wall[-1][1])

    def left(self, t: Fraction | int) -> Fraction:
        """Return the left wall at a temperature; GrundyError below -1."""
        return _at(self.left_wall, _warm(t))

    def right(self, t: Fraction | int) -> Fraction:
        """Return the right wall at a temperature; GrundyError below -1."""
        return _at(self.right_wall, _warm(t))

    def svg(self) -> str:
        """Return a picture as SVG text (see `grundy.faces.drawing.thermographs`)."""
        return value_pictures.svg(self)

    _repr_svg_ = svg  # what notebooks show

    def plot(self, ax: Any = None) -> Any:
        """Draw it on axes of matplotlib, or on new ones, and return them; GrundyError without matplotlib."""
        return value_pictures.drawn(self, ax)

    def figure(self) -> Any:
        """Return a figure of matplotlib with it; GrundyError without matplotlib (``pip install 'grundy[plot]'``)."""
        return self.plot().figure


_thermographs: dict[Value, Thermograph] = {}


def thermograph(value: Value) -> Thermograph:
    """Return the thermograph of a value (*Winning Ways* ch. 6; Siegel ch. II).

    >>> from grundy.values.short import game, switch
    >>> [tuple(map(str, corner)) for corner in thermograph(game([2], [Fraction(-1, 2)])).left_wall]
    [('3', '-1'), ('3/4', '5/4')]
    >>> thermograph(switch(1) + switch(1)).temperature
    Fraction(-1, 1)

    GrundyError for the value of a game that may be played for ever.
    """
    if not isinstance(value, Value):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise GrundyError("the value {value} allows endless play, so it has no thermograph", value=value)
    return folded(value, _of_parts, _of_options, _thermographs)


def mean(value: Value) -> Fraction:
    """Return the mean: n copies of the value differ from n times the mean by a bounded amount (Siegel ch. II).

    >>> from grundy.values.short import game
    >>> mean(game([game([4], [1])], [0]))
    Fraction(1, 1)
    """
    return thermograph(value).mean


def temperature(value: Value) -> Fraction:
    """Return the temperature: how much a move is worth; -1 for integers (Siegel ch. II).

    >>> from grundy.values.short import game, number, up
    >>> temperature(game([4], [1])), temperature(up(1)), temperature(number("3/4"))
    (Fraction(3, 2), Fraction(0, 1), Fraction(-1, 4))
    """
    return thermograph(value).temperature


def confusion_interval(value: Value) -> tuple[Fraction, Fraction]:
    """Return the Right and the Left stop: numbers strictly between them are confused with the value (ONAG ch. 9).

    >>> from grundy.values.short import game
    >>> confusion_interval(game([3], [1]))
    (Fraction(1, 1), Fraction(3, 1))
    """
    return value.right_stop, value.left_stop


# ---- walls


def _warm(t: Fraction | int) -> Fraction:
    if not (isinstance(t, Real) and t >= COLDEST):
        raise GrundyError("a temperature is a number from -1 up, not {t!r}", t=t)
    return Fraction(t)


def _at(wall: Sequence[tuple[Fraction, Fraction]], t: Fraction) -> Fraction:
    """Return the value of a wall, vertical above its last corner."""
    place = bisect_right(wall, t, key=_height)
    if place == len(wall):
        return wall[-1][0]
    (low, below), (high, above) = wall[place - 1], wall[place]
    return low + (high - low) * (t - below) / (above - below)


def _height(corner: tuple[Fraction, Fraction]) -> Fraction:
    return corner[1]


def _of_parts(value: Value) -> Thermograph | None:
    """Return the thermograph of an integer, and of many ups and large nimbers; None of what has few followers."""
    parts = value.nus
    if parts is None:
        return None
    exact, ups, star = parts
    if abs(ups) > 2 or star > 2:  # ups, but not ^*, have the walls of ^^, and a nimber without ups has those of *
        few = up(2 if ups > 0 else -2) if ups and (abs(ups), star) != (1, 1) else nimber(1)
        return thermograph(few + exact)
    if ups or star or exact.denominator > 1:
        return None
    return Thermograph(((exact, COLDEST),), ((exact, COLDEST),))


def _of_options(value: Value, lefts: list[Thermograph], rights: list[Thermograph]) -> Thermograph:
    return _between(frozenset(option.right_wall for option in lefts), frozenset(option.left_wall for option in rights))


@lru_cache(REMEMBERED)
def _between(lefts: frozenset[Corners], rights: frozenset[Corners]) -> Thermograph:
    """Return the thermograph over the options' walls: large values have many options, and few walls among them."""
    left = _highest([*lefts])
    right = _mirrored(_highest([_mirrored(wall) for wall in rights]))
    heights = _heights(left, right)
    gaps = [_at(left, t) - _at(right, t) - 2 * t for t in heights]
    top = next((place for place, gap in enumerate(gaps) if gap <= 0), len(gaps))
    if top == len(gaps):
        meet = heights[-1] + gaps[-1] / 2
    elif gaps[top] == 0 or top == 0:
        meet = heights[top]
    else:
        meet = heights[top - 1] + (heights[top] - heights[top - 1]) * gaps[top - 1] / (gaps[top - 1] - gaps[top])
    heights = [*heights[:top], meet]
    return Thermograph(
        _merged([(_at(left, t) - t, t) for t in heights]),
        _merged([(_at(right, t) + t, t) for t in heights]),
    )


def _heights(*walls: Corners) -> list[Fraction]:
    return sorted({corner[1] for wall in walls for corner in wall})


def _mirrored(wall: Corners) -> Corners:
    return tuple((-value, t) for value, t in wall)


def _highest(walls: Sequence[Corners]) -> Corners:
    """Return the pointwise greatest of walls."""
    return reduce(_higher, walls)


def _higher(one: Corners, other: Corners) -> Corners:
    """Return the pointwise greater of two walls, with a corner where they cross."""
    if one == other:
        return one
    corners: list[tuple[Fraction, Fraction]] = []
    last, before = Fraction(0), COLDEST
    for t in _heights(one, other):
        a, b = _at(one, t), _at(other, t)
        if last * (a - b) < 0:
            cross = before + (t - before) * last / (last - (a - b))
            corners.append((_at(one, cross), cross))
        corners.append((max(a, b), t))
        last, before = a - b, t
    return _merged(corners)


def _merged(corners: list[tuple[Fraction, Fraction]]) -> Corners:
    """Drop the corners that are none: those on the line through their neighbours, or on the mast above another."""
    kept: list[tuple[Fraction, Fraction]] = []
    for value, t in corners:
        while len(kept) > 1 and _slope(kept[-2], kept[-1]) == _slope(kept[-1], (value, t)):
            kept.pop()
        kept.append((value, t))
    while len(kept) > 1 and kept[-1][0] == kept[-2][0]:
        kept.pop()
    return tuple(kept)


def _slope(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    return (other[0] - one[0]) / (other[1] - one[1])


# ---- which options are worth a thought: sensible ones, for the sake of the value, and orthodox ones, at a temperature
# References: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, ch. 6; E. R. Berlekamp, *The economist's view of
# combinatorial games* (Games of No Chance, 1996); A. N. Siegel, *Combinatorial Game Theory*, ch. II.


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
