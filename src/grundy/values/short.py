"""Values of short partizan games: numbers, ups, nimbers, switches and all the others, equal if and only if they are one.

A `Value` is a light handle of a canonical form (`grundy.values.canonical`): equality and hashing are those of integers. It
follows J. H. Conway, *On Numbers and Games*, part one; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, ch. 1 to 8;
A. N. Siegel, *Combinatorial Game Theory*, ch. I to III.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import compress, repeat
from operator import index, is_
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import this_question
from grundy.common.messages import _, shortened
from grundy.common.seam import value_pictures
from grundy.common.threads import halved, is_idle
from grundy.kernels import short
from grundy.values.canonical import checked_nimber, store
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.values.thermograph import Thermograph


Like: TypeAlias = "Value | int | Fraction | str"

_CACHE = type(lru_cache(len))
LINEAR = 64
"""Up to so many copies are added one by one: a sum takes its terms' followers in pairs, and one copy has few."""


class Value:
    """The value of a short game. Immutable; ``Value(2) == 2`` and ``hash(Value(2)) == hash(2)``.

    Made of an integer, a dyadic `Fraction`, the notation of *Winning Ways* (``Value("{1|-1}")``), or by `game`, `nimber`,
    `up`, `switch`, `tiny`. Numbers, ups and nimbers are exact at any size. GrundyError for what is no value.

    >>> Value(1) + Value(Fraction(1, 2)) == Fraction(3, 2)
    True
    >>> game([1], [-1]) + game([1], [-1])
    Value('0')
    """

    __slots__ = ("form",)
    form: int
    """The id in the store of this process."""

    def __new__(cls, value: Like = 0) -> Value:
        """Return the value that a number or a text stands for."""
        from grundy.values import notation

        if isinstance(value, Value):
            return value
        if isinstance(value, str):
            return notation.parse(value)
        if isinstance(value, SupportsIndex) and not getattr(value, "ndim", 0):  # an integer of NumPy, say, and no array
            value = value if isinstance(value, bool) else index(value)
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GrundyError(
                "{value!r} is not a value: give an integer, a dyadic Fraction, or a text such as '{{1|-1}}'",
                value=value,
            )
        if value.denominator & (value.denominator - 1):
            raise GrundyError("{value} is not a dyadic fraction: its denominator is not a power of two", value=value)
        return of_form(_asked(lambda: store().nus(value)))

    # ---- structure

    @property
    def left_options(self) -> tuple[Value, ...]:
        """The Left options of the canonical form, in no order that means something.

        >>> Value(10**30).left_options, Value(10**30).right_options
        ((Value('999999999999999999999999999999'),), ())
        """
        return self._options(0)

    @property
    def right_options(self) -> tuple[Value, ...]:
        """The Right options of the canonical form."""
        return self._options(1)

    def _options(self, side: int) -> tuple[Value, ...]:
        """Return the options of Left (0) or of Right (1)."""
        return tuple(of_form(option) for option in store().options(self.form)[side])

    @property
    def nus(self) -> tuple[Fraction, int, int] | None:
        """The number, the multiple of ↑ and the nimber of which the value is the sum, or None.

        >>> (up(2) + nimber(3) + 1).nus, switch(1).nus
        ((Fraction(1, 1), 2, 3), None)
        """
        return store().parts(self.form)

    @property
    def number(self) -> Fraction | None:
        """The number that it is, or None."""
        parts = self.nus
        return parts[0] if parts is not None and not parts[1] and not parts[2] else None

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return self.number is not None

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer."""
        own = self.number
        return own is not None and own.denominator == 1

    @property
    def left_stop(self) -> Fraction:
        """The number that play ends at if Left begins and both play for the best (*Winning Ways* ch. 6).

        >>> switch(3).left_stop, switch(3).right_stop
        (Fraction(3, 1), Fraction(-3, 1))
        """
        return store().stops(self.form)[0]

    @property
    def right_stop(self) -> Fraction:
        """The number that play ends at if Right begins."""
        return store().stops(self.form)[1]

    @property
    def outcome(self) -> Outcome:
        """Who wins: L, R, N (whoever moves first) or P (whoever moves second).

        >>> Value(1).outcome, nimber(2).outcome, Value(0).outcome
        (<Outcome.L: 'L'>, <Outcome.N: 'N'>, <Outcome.P: 'P'>)
        """
        left, right = Value(0) <= self, self <= Value(0)
        return {(True, True): Outcome.P, (True, False): Outcome.L, (False, True): Outcome.R}.get(
            (left, right), Outcome.N
        )

    def thermograph(self) -> Thermograph:
        """Return the thermograph (see `grundy.values.thermograph`)."""
        from grundy.values import thermograph

        return thermograph.thermograph(self)

    @property
    def mean(self) -> Fraction:
        """The mean: n copies differ from n times it by a bounded amount.

        >>> Value("{4|0}").mean, Value("{4|0}").temperature
        (Fraction(2, 1), Fraction(2, 1))
        """
        return self.thermograph().mean

    @property
    def temperature(self) -> Fraction:
        """The temperature: how much it is worth to move; -1 for integers."""
        return self.thermograph().temperature

    # ---- what other modules say of it

    @property
    def birthday(self) -> int:
        """The most moves that a run of them can have in the canonical form (see `grundy.values.operators`).

        >>> up(2).birthday, Value("3/4").birthday
        (3, 3)
        """
        from grundy.values import operators

        return operators.birthday(self)

    def atomic_weight(self) -> Value:
        """Return how many ↑ it is worth; GrundyError if none (see `grundy.values.operators`).

        >>> up(3, 1).atomic_weight(), tiny(2).atomic_weight()
        (Value('3'), Value('0'))
        """
        from grundy.values import operators

        return operators.atomic_weight(self)

    def reduced(self) -> Value:
        """Return the simplest value an infinitesimal away (see `grundy.values.operators`).

        >>> (switch(1) + up(2)).reduced()
        Value('+-1')
        """
        from grundy.values import operators

        return operators.reduced_canonical_form(self)

    # ---- the group

    def __add__(self, other: Like) -> Value:
        """Return the sum."""
        one = _value(other)
        if one is None:
            return NotImplemented
        return of_form(_asked(lambda: store().ask(short.SUM, self.form, one.form)))

    __radd__ = __add__

    def __neg__(self) -> Value:
        """Return the negative: the players change places."""
        return of_form(_asked(lambda: store().ask(short.NEGATIVE, self.form)))

    def __pos__(self) -> Value:
        """Return the value."""
        return self

    def __sub__(self, other: Like) -> Value:
        """Return the difference."""
        one = _value(other)
        return NotImplemented if one is None else self + -one

    def __rsub__(self, other: Like) -> Value:
        """Return the difference."""
        return -self + other

    def __mul__(self, times: int) -> Value:
        """Return the sum of so many copies; of the negative for a negative number. O(`LINEAR` + log times) sums."""
        if isinstance(times, bool) or not isinstance(times, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        parts = self.nus
        if parts is not None:
            return of_form(
                _asked(lambda: store().nus(parts[0] * times, parts[1] * times, parts[2] if times % 2 else 0))
            )
        if times < 0:
            return -(self * -times)
        if times > LINEAR:
            half = self * (times // 2)
            return half + half + self if times % 2 else half + half
        return sum((self for _turn in range(times)), Value(0))

    __rmul__ = __mul__

    # ---- order

    def __le__(self, other: Like) -> bool:
        """Whether Left, moving second, wins ``other - self``."""
        one = _value(other)
        if one is None:
            return NotImplemented
        return bool(_asked(lambda: store().ask(short.ORDER, self.form, one.form)))

    def __ge__(self, other: Like) -> bool:
        """Whether Left, moving second, wins ``self - other``."""
        one = _value(other)
        return NotImplemented if one is None else one <= self

    def __lt__(self, other: Like) -> bool:
        """Whether it is less."""
        one = _value(other)
        return NotImplemented if one is None else self <= one and self != one

    def __gt__(self, other: Like) -> bool:
        """Whether it is greater."""
        one = _value(other)
        return NotImplemented if one is None else one <= self and self != one

    def __eq__(self, other: object) -> bool:
        """Whether both are one value."""
        if isinstance(other, Value):
            return self.form == other.form
        if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
            return self.number == other
        return NotImplemented

    def confused_with(self, other: Like) -> bool:
        """Whether neither is less or equal: who moves first wins the difference.

        >>> nimber(1).confused_with(0), up(1).confused_with(nimber(1)), up(2).confused_with(nimber(1))
        (True, True, False)
        """
        one: Any = other if hasattr(other, "onside") else Value(other)
        return not self <= one and not one <= self

    def __hash__(self) -> int:
        """Return a hash; of a number that of the number."""
        own = self.number
        return hash(own) if own is not None else hash(("form", self.form))

    def __bool__(self) -> bool:
        """Whether it is not zero."""
        return self != 0

    # ---- words

    def __str__(self) -> str:
        from grundy.values.writing import written

        return written(self)

    def __repr__(self) -> str:
        return f"Value({str(self)!r})"

    def __float__(self) -> float:
        """Return the number that it is, rounded; TypeError if it is none.

        >>> float(Value("3/4")), f"{Value('3/4'):.3f} {Value(5):03d} {nimber(2):>4}"
        (0.75, '0.750 005   *2')
        """
        if (own := self.number) is None:
            raise TypeError(_("{value} is not a number").format(value=self))
        return float(own)

    def __format__(self, spec: str) -> str:
        """Return a number as numbers are set where ``spec`` says so, else the notation as text is."""
        if spec[-1:] in tuple("eEfFgG%"):
            return format(float(self), spec)
        return format(int(self.number or 0) if spec.endswith("d") and self.is_integer else str(self), spec)

    def latex(self) -> str:
        r"""Return the text for LaTeX, in mathematical mode; TooLarge if it is too long.

        >>> print(Value("1/2^*").latex())
        \tfrac{1}{2}{\uparrow}{\star}
        """
        from grundy.values.writing import latex

        return latex(self)

    def mathml(self) -> str:
        """Return a formula of MathML, which browsers set; TooLarge if it is too long.

        >>> print(Value("2").mathml())
        <math alttext="2"><mn>2</mn></math>
        """
        from grundy.values.writing import mathml

        return mathml(self)

    def svg(self) -> str:
        """Return a picture as SVG text: the notation above the thermograph (see `grundy.faces.drawing.thermographs`)."""
        return value_pictures.svg_of_value(str(self), self.thermograph())

    _repr_svg_ = svg  # what notebooks show

    def _repr_latex_(self) -> str:
        return f"${shortened(self.latex(), latex=True)}$"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made elsewhere: by the notation, since ids are of one process."""
        return Value, (str(self),)

    def __setattr__(self, name: str, value: object) -> None:
        """Values do not change."""
        raise AttributeError(_("a value cannot be changed"))


def _value(other: object) -> Value | None:
    if isinstance(other, Value):
        return other
    if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
        return Value(other)
    if not isinstance(other, str):
        return None
    made = Value(other)
    if not isinstance(made, Value):  # pyright: ignore[reportUnnecessaryIsInstance]  # a text may be that of a loopy value
        raise GrundyError("{value} is no short game: play of it may be endless; write Value({value!r})", value=other)
    return made


def game(left: Iterable[Like], right: Iterable[Like]) -> Value:
    """Return the value of the game with these options; TooLarge for hundreds of options of one player.

    >>> game([0], [nimber(1)]) == up(1), game([10**30], []), game([10**30], ["1/2"]).mean
    (True, Value('1000000000000000000000000000001'), Fraction(2000000000000000000000000000001, 4))
    """
    lefts, rights = ({Value(option) for option in side} for side in (left, right))

    def built() -> int:
        return store().build(sorted(one.form for one in lefts), sorted(one.form for one in rights))

    return of_form(_asked(built))


def _asked(ask: Callable[[], int]) -> int:
    """Return what the store answers to a question about values in use, that no earlier one which was refused may spoil.

    Where an answer has no room, and another one had none before it, all that was computed is forgotten first.
    """
    spoiled = store().is_full
    try:
        return ask()
    except TooLarge:
        if not spoiled or this_question() is not None or not is_idle():
            raise
        for each in halved or [forget]:  # what was computed of rulesets holds ids
            each()
        return ask()


def forget() -> None:
    """Forget all canonical forms but those up to the last that a value in use has; not while another thread works with some.

    What was computed of rulesets holds ids, and is forgotten first: ask `grundy.forget`. What `gc.freeze` hid is looked
    through too, and hidden again.

    Values stay what they are. O(objects in this process).

    >>> import grundy as gr
    >>> one = game([3], [-3])
    >>> gr.forget()
    >>> one == switch(3), one + one == 0
    (True, True)
    """
    if not is_idle():
        return
    modules = [module for name, module in [*sys.modules.items()] if name.startswith("grundy.values.")]
    for kept in [each for module in modules for each in vars(module).values()]:
        if isinstance(kept, _CACHE):
            kept.cache_clear()
        elif isinstance(kept, dict) and any(type(each) is Value for each in kept):
            kept.clear()
    hidden = gc.get_freeze_count()
    gc.unfreeze()
    objects: Any = gc.get_objects()
    if hidden:
        gc.freeze()
    held = compress(objects, map(is_, map(type, objects), repeat(Value)))
    store().keep(1 + max((each.form for each in held), default=0))


def number(value: int | Fraction | str) -> Value:
    """Return a number as a value; GrundyError for a fraction that is not dyadic.

    >>> number("3/4") + number("1/4")
    Value('1')
    """
    return Value(Fraction(value))


def nimber(size: int = 1) -> Value:
    """Return the nimber *size, a Nim heap.

    >>> nimber(2) + nimber(3) == nimber(1)
    True
    """
    return of_form(_asked(lambda: store().nus(0, 0, checked_nimber(size))))


def up(times: int = 1, star: int = 0) -> Value:
    """Return times·↑ + *star.

    >>> up(1) > 0, up(1).confused_with(nimber(1)), up(1, 1) == up() + nimber()
    (True, True, True)
    """
    return of_form(_asked(lambda: store().nus(0, times, checked_nimber(star))))


def switch(*options: Like) -> Value:
    """Return ±x, or ±(x, y, …): the game with these Left options, and their negatives as Right options.

    >>> switch(1) + switch(1) == 0
    True
    """
    lefts = [Value(option) for option in options]
    return game(lefts, [-option for option in lefts])


def tiny(value: Like) -> Value:
    """Return tiny-x, the game {0 || 0 | -x} (*Winning Ways* ch. 5).

    >>> 0 < tiny(2) < tiny(1) < up(1)
    True
    """
    return game([0], [game([0], [-Value(value)])])


def miny(value: Like) -> Value:
    """Return miny-x, the negative of tiny-x."""
    return -tiny(value)


def of_form(form: int) -> Value:
    """Return the value of an id of the store of this process.

    >>> of_form(store().nus(3))
    Value('3')
    """
    made = object.__new__(Value)
    object.__setattr__(made, "form", form)
    return made
