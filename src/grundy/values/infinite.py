"""``inf``, which is above every number, as programs of the field have it beside the rational numbers: 1/inf is 0.

It is no game and no surreal number: ω is one, and inf is above it. What has no answer, as inf - inf, says so.
"""

from __future__ import annotations

from typing import Any

from grundy.common.errors import GrundyError
from grundy.values.outcome import Outcome
from grundy.values.short import Value
from grundy.values.surreal import Surreal, Transfinite


class Infinite(Transfinite):
    """inf, or -inf: limits of rational numbers. Immutable.

    >>> inf = Infinite()
    >>> print(inf + 5, -2 * inf, Value(1) / inf, inf > Transfinite(Surreal(10)), inf == -(-inf))
    inf -inf 0 True True
    >>> inf - inf
    Traceback (most recent call last):
        ...
    grundy.common.errors.GrundyError: inf - inf is no number
    """

    __slots__ = ("sign",)

    def __init__(self, sign: int = 1) -> None:
        self.sign = sign

    @property
    def number(self) -> Surreal:
        """There is none: GrundyError."""
        raise GrundyError("{one} is above or below all numbers, and is none", one=self)

    nimber = number

    def settled(self) -> Infinite:
        """Return itself."""
        return self

    def __add__(self, other: object) -> Infinite:
        """Return the sum; GrundyError of inf and -inf."""
        if isinstance(other, Infinite) and other.sign != self.sign:
            raise GrundyError("inf - inf is no number")
        _sign(other)
        return self

    __radd__ = __add__

    def __neg__(self) -> Infinite:
        return Infinite(-self.sign)

    def __sub__(self, other: Any) -> Infinite:
        return self + -other

    def __rsub__(self, other: Any) -> Infinite:
        return -self + other

    def __mul__(self, other: object) -> Infinite:
        """Return the product; GrundyError of inf and 0."""
        if not _sign(other):
            raise GrundyError("0 times inf is no number")
        return Infinite(self.sign * _sign(other))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Infinite:
        """Return the quotient; GrundyError of inf by inf, or by 0."""
        if isinstance(other, Infinite):
            raise GrundyError("inf divided by inf is no number")
        if not _sign(other):
            raise GrundyError("a number is divided by 0")
        return Infinite(self.sign * _sign(other))

    def __rtruediv__(self, other: object) -> Value:
        """Return 0."""
        _sign(other)
        return Value(0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinite) and other.sign == self.sign

    def __hash__(self) -> int:
        return hash(("inf", self.sign))

    def __le__(self, other: object) -> bool:
        return self.sign < 0 or self == other

    def __ge__(self, other: object) -> bool:
        return self.sign > 0 or self == other

    def __lt__(self, other: object) -> bool:
        return self.sign < 0 and self != other

    def __gt__(self, other: object) -> bool:
        return self.sign > 0 and self != other

    @property
    def outcome(self) -> Outcome:
        """L, or R for -inf: it is above 0, or below."""
        return Outcome.L if self.sign > 0 else Outcome.R

    def __reduce__(self) -> tuple[Any, ...]:
        return Infinite, (self.sign,)

    def __str__(self) -> str:
        return "inf" if self.sign > 0 else "-inf"

    __repr__ = __str__


def _sign(value: object) -> int:
    """Return the sign of a number; GrundyError of what is none."""
    if isinstance(value, Infinite):
        return value.sign
    one = Transfinite.of(value)
    if one.nimber:
        raise GrundyError("inf is combined with numbers only, and {one} is not one", one=one)
    return (one.number > 0) - (one.number < 0)
