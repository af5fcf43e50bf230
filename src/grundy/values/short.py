"""Values of short partizan games: numbers, ups, nimbers, switches and all the others, equal if and only if they are one.

A `Value` is a light handle of a canonical form (`grundy.values.canonical`): equality and hashing are those of integers. It
follows J. H. Conway, *On Numbers and Games*, part one; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, ch. 1 to 8;
A. N. Siegel, *Combinatorial Game Theory*, ch. I to III.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.errors import GrundyError, TooLarge
from grundy.kernels import short
from grundy.language import _
from grundy.registry import infinitesimal, notation, operators, thermograph, value_pictures
from grundy.values.canonical import checked_nimber, fixed, store
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.values.thermograph import Thermograph

__all__ = ["Value", "game", "miny", "nimber", "number", "switch", "tiny", "up"]

UNIT = 1 << 34
"""What is added to a form in the store to make a large game of it is a multiple of this."""

Like: TypeAlias = "Value | int | Fraction | str"


class Value:
    """The value of a short game. Immutable; ``Value(2) == 2`` and ``hash(Value(2)) == hash(2)``.

    Made of an integer, a dyadic `Fraction`, the notation of *Winning Ways* (``Value("{1|-1}")``), or by `game`, `nimber`,
    `up`, `switch`, `tiny`. GrundyError for what is no value, TooLarge for numbers of more than 24 binary places.

    >>> Value(1) + Value(Fraction(1, 2)) == Fraction(3, 2)
    True
    >>> game([1], [-1]) + game([1], [-1])
    Value('0')
    """

    __slots__ = ("form", "large")
    form: int
    """The id in the store of this process; `large` is to be added to it."""
    large: int

    def __new__(cls, value: Like = 0) -> Value:
        """Return the value that a number or a text stands for."""
        if isinstance(value, Value):
            return value
        if isinstance(value, str):
            return notation.parse(value)
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GrundyError(
                "{value!r} is no value: give an integer, a dyadic Fraction, or a text such as '{{1|-1}}'", value=value
            )
        large = _large(value)
        return _made(store().nus(value - large), large)

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
        """Return the options of Left (0) or of Right (1).

        What is no integer is moved with its options (the number translation theorem); a large integer n is {n-1|} or {|n+1}.
        """
        if self.large and (own := self.number) is not None and own.denominator == 1:
            sign = 1 if own > 0 else -1
            return (Value(own - sign),) if (sign < 0) == bool(side) else ()
        return tuple(_made(option, self.large) for option in store().options(self.form)[side])

    @property
    def nus(self) -> tuple[Fraction, int, int] | None:
        """The number, the multiple of ↑ and the nimber of which the value is the sum, or None.

        >>> (up(2) + nimber(3) + 1).nus, switch(1).nus
        ((Fraction(1, 1), 2, 3), None)
        """
        record = store().record(self.form)
        if record[short.KIND] == short.GENERAL:
            return None
        return fixed(record[short.X]) + self.large, record[short.UP], record[short.NIM]

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
        return fixed(store().record(self.form)[short.LS]) + self.large

    @property
    def right_stop(self) -> Fraction:
        """The number that play ends at if Right begins."""
        return fixed(store().record(self.form)[short.RS]) + self.large

    @property
    def outcome(self) -> Outcome:
        """Who wins: L, R, N (who moves first) or P (who moves second).

        >>> Value(1).outcome, nimber(2).outcome, Value(0).outcome
        (<Outcome.L: 'L'>, <Outcome.N: 'N'>, <Outcome.P: 'P'>)
        """
        left, right = Value(0) <= self, self <= Value(0)
        return {(True, True): Outcome.P, (True, False): Outcome.L, (False, True): Outcome.R}.get(
            (left, right), Outcome.N
        )

    def thermograph(self) -> Thermograph:
        """Return the thermograph (see `grundy.values.thermograph`)."""
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
        return operators.birthday(self)

    def atomic_weight(self) -> Value:
        """Return how many ↑ it is worth; GrundyError if none (see `grundy.values.infinitesimal`).

        >>> up(3, 1).atomic_weight(), tiny(2).atomic_weight()
        (Value('3'), Value('0'))
        """
        return infinitesimal.atomic_weight(self)

    def reduced(self) -> Value:
        """Return the simplest value an infinitesimal away (see `grundy.values.infinitesimal`).

        >>> (switch(1) + up(2)).reduced()
        Value('+-1')
        """
        return infinitesimal.reduced_canonical_form(self)

    # ---- the group

    def __add__(self, other: Like) -> Value:
        """Return the sum."""
        one = _value(other)
        if one is None:
            return NotImplemented
        return _made(store().ask(short.SUM, self.form, one.form), self.large + one.large)

    __radd__ = __add__

    def __neg__(self) -> Value:
        """Return the negative: the players change places."""
        return _made(store().ask(short.NEGATIVE, self.form), -self.large)

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
        """Return the sum of so many copies; of the negative for a negative number. O(log times) sums."""
        if isinstance(times, bool) or not isinstance(times, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        own = self.number
        if own is not None:
            return Value(own * times)
        total, power = Value(0), self if times >= 0 else -self
        times = abs(times)
        while times:
            if times & 1:
                total = total + power
            times >>= 1
            if times:
                power = power + power
        return total

    __rmul__ = __mul__

    # ---- order

    def __le__(self, other: Like) -> bool:
        """Whether Left, moving second, wins ``other - self``."""
        one = _value(other)
        if one is None:
            return NotImplemented
        apart = self.large - one.large
        if apart and self.left_stop < one.right_stop:
            return True
        if apart and (self.left_stop > one.left_stop or self.right_stop > one.right_stop):
            return False
        own = store().ask(short.SHIFT, self.form, apart << short.FRACTION) if apart else self.form
        return bool(store().ask(short.ORDER, own, one.form))

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
            return self.form == other.form and self.large == other.large
        if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
            return self.number == other
        return NotImplemented

    def confused_with(self, other: Like) -> bool:
        """Whether neither is less or equal: who moves first wins the difference.

        >>> nimber(1).confused_with(0), up(1).confused_with(nimber(1)), up(2).confused_with(nimber(1))
        (True, True, False)
        """
        one = Value(other)
        return not self <= one and not one <= self

    def __hash__(self) -> int:
        """Return a hash; of a number that of the number."""
        own = self.number
        return hash(own) if own is not None else hash((self.form, self.large))

    def __bool__(self) -> bool:
        """Whether it is not zero."""
        return self != 0

    # ---- words

    def __str__(self) -> str:
        return notation.written(self)

    def __repr__(self) -> str:
        return f"Value({str(self)!r})"

    def latex(self) -> str:
        r"""Return the text for LaTeX, in mathematical mode; TooLarge if it is too long.

        >>> print(Value("1/2^*").latex())
        \tfrac{1}{2}{\uparrow}{\star}
        """
        return notation.latex(self)

    def svg(self) -> str:
        """Return a picture as SVG text: the notation above the thermograph (see `grundy.drawing.thermographs`)."""
        return value_pictures.svg_of_value(str(self), self.thermograph())

    _repr_svg_ = svg  # what notebooks show

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made elsewhere: by the notation, since ids are of one process."""
        return Value, (str(self),)

    def __setattr__(self, name: str, value: object) -> None:
        """Values do not change."""
        raise AttributeError(_("a value cannot be changed"))


def _made(form: int, large: int = 0) -> Value:
    """Return the value of a form in the store, and a large number added to it."""
    made = object.__new__(Value)
    more = _large(fixed(store().record(form)[short.LS]))
    if more:
        form = store().ask(short.SHIFT, form, -more << short.FRACTION)
    object.__setattr__(made, "form", form)
    object.__setattr__(made, "large", large + more)
    return made


def _value(other: object) -> Value | None:
    if isinstance(other, Value):
        return other
    if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
        return Value(other)
    return Value(other) if isinstance(other, str) else None


def game(left: Iterable[Like], right: Iterable[Like]) -> Value:
    """Return the value of the game with these options; TooLarge if those that count lie 2^36 apart.

    >>> game([0], [nimber(1)]) == up(1), game([10**30], [])
    (True, Value('1000000000000000000000000000001'))
    """
    lefts, rights = [Value(option) for option in left], [Value(option) for option in right]
    if not any(option.large for option in (*lefts, *rights)):
        return _made(store().build([option.form for option in lefts], [option.form for option in rights]))
    low = max((option.right_stop for option in lefts), default=None)
    high = min((option.left_stop for option in rights), default=None)
    with_low = low is None or not any(option >= low for option in lefts)
    with_high = high is None or not any(option <= high for option in rights)
    if low is None or high is None or low < high or (low == high and with_low and with_high):
        return Value(simplest_number(low, with_low, high, with_high))
    # No number: the value moves with its options. Those below the Left stop, or above the Right stop, are dominated.
    lefts = [option for option in lefts if option.left_stop >= low]
    rights = [option for option in rights if option.right_stop <= high]
    large = _large(low)
    return _made(store().build([_near(o, large) for o in lefts], [_near(o, large) for o in rights]), large)


def _large(number: Fraction | int) -> int:
    """Return what is kept apart of a number in the store: the multiple of `UNIT` next to it."""
    return (int(number // 1) + UNIT // 2) // UNIT * UNIT


def _near(option: Value, large: int) -> int:
    """Return the id of an option less a large number."""
    apart = option.large - large
    if abs(apart) >= 4 * UNIT:
        raise TooLarge("the options of a game lie further apart than {unit:,}", unit=4 * UNIT)
    return store().ask(short.SHIFT, option.form, apart << short.FRACTION) if apart else option.form


def simplest_number(low: Fraction | None, with_low: bool, high: Fraction | None, with_high: bool) -> Fraction:
    """Return the simplest number between two bounds, each of which may be missing (None) or belong to what is allowed.

    There is one: a bound is less than the other, or both are one number and allowed. TooLarge beyond 24 binary places.

    >>> simplest_number(Fraction(10**10), False, None, True), simplest_number(Fraction(-2), True, Fraction(-1), False)
    (Fraction(10000000001, 1), Fraction(-2, 1))
    """
    if (low is None or low < 0 or (not low and with_low)) and (high is None or high > 0 or (not high and with_high)):
        return Fraction(0)
    if low is None or low < 0:  # all that is allowed is negative
        return -simplest_number(None if high is None else -high, with_high, None if low is None else -low, with_low)
    for places in range(short.FRACTION + 1):
        scaled = low * (1 << places)
        step = int(-(-scaled // 1))
        if step == scaled and not with_low:
            step += 1
        found = Fraction(step, 1 << places)
        if high is None or found < high or (found == high and with_high):
            return found
    raise TooLarge("the numbers between these bounds have more than {fraction} binary places", fraction=short.FRACTION)


def number(value: int | Fraction | str) -> Value:
    """Return a number as a value; GrundyError for a fraction that is not dyadic.

    >>> number("3/4") + number("1/4")
    Value('1')
    """
    exact = Fraction(value)
    if exact.denominator & (exact.denominator - 1):
        raise GrundyError("{value} is no dyadic fraction: its denominator is no power of two", value=value)
    return Value(exact)


def nimber(size: int = 1) -> Value:
    """Return the nimber *size, a Nim heap.

    >>> nimber(2) + nimber(3) == nimber(1)
    True
    """
    return _made(store().nus(0, 0, checked_nimber(size)))


def up(times: int = 1, star: int = 0) -> Value:
    """Return times·↑ + *star.

    >>> up(1) > 0, up(1).confused_with(nimber(1)), up(1, 1) == up() + nimber()
    (True, True, True)
    """
    return _made(store().nus(0, times, checked_nimber(star)))


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
    return _made(form)
