"""Ordinals and the surreal numbers near them: finite sums of ω^e·r, and nimbers of ordinal size.

A `Surreal` is Conway's normal form with finitely many terms: exponents that are such numbers again, rational coefficients.
With exponents that are ordinals and coefficients 1, 2, … it is Cantor's normal form of an ordinal. ``+`` and ``*`` are
those of the field of surreal numbers, of ordinals the natural (Hessenberg) ones; Cantor's own are `ordinary_sum`,
`ordinary_product`, `ordinary_power`. References: J. H. Conway, *On Numbers and Games*, ch. 3 and 6; W. Sierpiński,
*Cardinal and Ordinal Numbers*, ch. XIV.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import total_ordering
from itertools import takewhile
from math import lcm
from typing import TypeAlias

from grundy.common.errors import GrundyError, TooLarge
from grundy.values.outcome import Outcome
from grundy.values.short import Value

Number: TypeAlias = "Surreal | int | Fraction"
TERMS = 10_000
"""Terms that a number may have."""
DEEPEST = 60
"""Powers that may stand above each other."""


@total_ordering
class Surreal:
    """A surreal number of finitely many terms ω^e·r. Immutable, hashable; a finite one equals the Fraction that it is.

    >>> w = OMEGA
    >>> print(w * w + 3 * w + 5, (w + 1) * (w - 1), w - w)
    w^2+w·3+5 w^2-1 0
    >>> w > 10**100, Surreal(5) == 5, (w + 1).is_ordinal, (w - 1).is_ordinal
    (True, True, True, False)
    """

    __slots__ = ("depth", "terms")
    terms: tuple[tuple[Surreal, Fraction], ...]
    """Exponents, the largest first, each with its coefficient, none of which is 0."""

    def __init__(self, value: Number | Iterable[tuple[Surreal, Fraction]] = 0) -> None:
        if isinstance(value, Surreal):
            self.terms = value.terms
        elif isinstance(value, (int, Fraction)):
            self.terms = ((ZERO, Fraction(value)),) if value else ()
        else:
            found: dict[Surreal, Fraction] = {}
            for exponent, coefficient in value:
                found[exponent] = found.get(exponent, Fraction(0)) + coefficient
            self.terms = tuple(sorted(((e, c) for e, c in found.items() if c), reverse=True))
        self.depth = max((1 + exponent.depth for exponent, _c in self.terms if exponent.terms), default=0)
        if len(self.terms) > TERMS or self.depth > DEEPEST:
            raise TooLarge(
                "a number has at most {terms:,} terms, and {deepest} powers above each other",
                terms=TERMS,
                deepest=DEEPEST,
            )

    # ---- the ordered field

    def __add__(self, other: Number) -> Surreal:
        """Return the sum; of ordinals the natural one."""
        one = _number(other)
        return NotImplemented if one is None else Surreal([*self.terms, *one.terms])

    __radd__ = __add__

    def __neg__(self) -> Surreal:
        return Surreal((exponent, -coefficient) for exponent, coefficient in self.terms)

    def __sub__(self, other: Number) -> Surreal:
        one = _number(other)
        return NotImplemented if one is None else self + -one

    def __rsub__(self, other: Number) -> Surreal:
        return -self + other

    def __mul__(self, other: Number) -> Surreal:
        """Return the product; of ordinals the natural one. O(terms of both)."""
        one = _number(other)
        if one is None:
            return NotImplemented
        if len(self.terms) * len(one.terms) > TERMS:
            raise TooLarge(
                "a product of numbers with {terms:,} pairs of terms is too long", terms=len(self.terms) * len(one.terms)
            )
        return Surreal((e + f, c * d) for e, c in self.terms for f, d in one.terms)

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Surreal:
        """Return the quotient, the greatest terms first; GrundyError where it is no finite sum of terms.

        >>> w = OMEGA
        >>> print((w * w - 1) / (w + 1), (w - 1) / (w ** Fraction(1, 2) - 1), (3 * w + 1) / (2 * w))
        w-1 w^(1/2)+1 3/2+w^(-1)·1/2
        """
        one = _number(other)
        if one is None:
            return NotImplemented
        if not one:
            raise GrundyError("a number is divided by 0")
        found, rest = list[tuple[Surreal, Fraction]](), self
        while rest:
            exponent = rest.terms[0][0] - one.terms[0][0]
            if exponent + one.terms[-1][0] < self.terms[-1][0]:  # the last terms of two numbers are multiplied too
                raise GrundyError(
                    "({one})/({other}) is no finite sum of powers of w, each times a fraction", one=self, other=one
                )
            found.append((exponent, rest.terms[0][1] / one.terms[0][1]))
            rest = rest - one * Surreal(found[-1:])
            if rest and len(found) * (20 + len(self.terms) + len(one.terms)) > 2 * TERMS:
                raise TooLarge("({one})/({other}) has more than {n:,} terms", one=self, other=one, n=len(found))
        return Surreal(found)

    def __pow__(self, exponent: Number) -> Surreal:
        """Return the power, of ω^e to any exponent; GrundyError where it is no finite sum of terms."""
        one = Surreal(exponent)
        times, (base, *others) = one.finite, self.terms or [(ZERO, Fraction(0))]
        if not others and base[1] == 1:
            return Surreal([(base[0] * one, Fraction(1))])
        if times is not None and not others and (root := _rational_power(base[1], times)) is not None:
            return Surreal([(base[0] * one, root)])
        if times is None or times.denominator > 1 or times < 0:
            raise GrundyError(
                "({base})^({one}) is no finite sum of powers of w, each times a fraction", base=self, one=one
            )
        if times * len(others) > TERMS:
            raise TooLarge("a number has at most {terms:,} terms", terms=TERMS)
        power = Surreal(1)
        for _turn in range(int(times)):
            power = power * self
        return power

    def __floor__(self) -> Surreal:
        """Return what it is rounded down to: to the next integer, of an infinite one in its finite part."""
        whole = Surreal(term for term in self.terms if term[0] > 0)
        rest = self - whole
        below = sum(c for e, c in rest.terms if not e) // 1
        return whole + below - int(rest < below)

    def __lt__(self, other: Number) -> bool:
        one = _number(other)
        if one is None:
            return NotImplemented
        difference = (self - one).terms
        return bool(difference) and difference[0][1] < 0

    def __eq__(self, other: object) -> bool:
        one = _number(other)
        return NotImplemented if one is None else self.terms == one.terms

    def __hash__(self) -> int:
        return hash(self.terms) if self.finite is None else hash(self.finite)

    def __bool__(self) -> bool:
        return bool(self.terms)

    # ---- what it is

    @property
    def finite(self) -> Fraction | None:
        """The rational number that it is, or None."""
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0].terms else None

    @property
    def is_ordinal(self) -> bool:
        """Whether it is an ordinal."""
        return all(e.is_ordinal and c.denominator == 1 and c > 0 for e, c in self.terms)

    @property
    def is_limit(self) -> bool:
        """Whether it is an ordinal above 0 that follows none."""
        return self.is_ordinal and bool(self.terms) and bool(self.terms[-1][0].terms)

    @property
    def birthday(self) -> Surreal:
        """The day on which it is born: how long its sign expansion is (see `_signs`)."""
        day = Surreal(0)
        for _sign, length in _signs(self):
            day = ordinary_sum(day, length)
        return day

    @property
    def denominator(self) -> Surreal:
        """The least ω^d·n that makes of it a difference of ordinals, its `numerator`; GrundyError where none does."""
        lowest: dict[Surreal, Fraction] = {}
        for exponent, coefficient in [term for e, _c in self.terms for term in e.terms]:
            if coefficient.denominator > 1 or not exponent.is_ordinal:
                raise GrundyError("{one} is no quotient of differences of ordinals", one=self)
            lowest[exponent] = min(lowest.get(exponent, Fraction(0)), coefficient)
        return Surreal([(-Surreal(lowest.items()), Fraction(lcm(*(c.denominator for _e, c in self.terms))))])

    @property
    def numerator(self) -> Surreal:
        """What it is times its `denominator`."""
        return self * self.denominator

    def __str__(self) -> str:
        return "".join(_term(place, e, c) for place, (e, c) in enumerate(self.terms)) or "0"

    def __repr__(self) -> str:
        return f"Surreal({str(self)!r})"


def _term(place: int, exponent: Surreal, coefficient: Fraction) -> str:
    """Return the text of a term with its sign."""
    size = abs(coefficient)
    sign = "-" if coefficient < 0 else "+" if place else ""
    if not exponent.terms:
        return f"{sign}{size}"
    above = str(exponent)
    power = "" if above == "1" else f"^{above}" if above.isdigit() or above == "w" else f"^({above})"
    return f"{sign}w{power}" + ("" if size == 1 else f"·{size}")


def _rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """Return a power of a fraction that is a fraction too; None of another."""
    root, found = exponent.denominator, list[int]()
    for part in (base.numerator, base.denominator) if base or exponent > 0 else ():
        size, low, high = abs(part), 0, 1 << -(-abs(part).bit_length() // root)
        if (size > 1 and root > size.bit_length()) or (part < 0 and not root % 2):
            return None
        while low < high:  # the least number of which the power is not below
            middle = (low + high) // 2
            low, high = (low, middle) if middle**root >= size else (middle + 1, high)
        if low**root != size:
            return None
        if low.bit_length() * abs(exponent.numerator) > 4 * TERMS:
            raise TooLarge("a power of {bits:,} bits is too long", bits=low.bit_length() * abs(exponent.numerator))
        found.append(low if part > 0 else -low)
    return Fraction(*found) ** exponent.numerator if found else None


_Runs: TypeAlias = list[tuple[int, Surreal]]


def _signs(number: Surreal) -> _Runs:
    """Return the sign expansion in runs: a sign, 0 for both without end, and its length; GrundyError where none is known.

    Of ω^e it is a plus, and for each sign of e so many as ω to the number of pluses up to it, of a minus times ω; of ω^e·r
    then for each further sign of r so many as ω to the number of pluses in e; of a sum one after the other, where the
    minuses that an exponent begins with as the one before it are left out (H. Gonshor, *An Introduction to the Theory of
    Surreal Numbers*, ch. 5).

    >>> print(*(f"{'-+'[sign > 0]}{length}" for sign, length in _signs(OMEGA - 5)), (OMEGA / 2).birthday)
    +1 +w -1 -4 w·2
    """
    found, before = _Runs(), _Runs()
    for exponent, coefficient in number.terms:
        own, sign, pluses = _signs(exponent), 1 if coefficient > 0 else -1, ZERO
        if not all(each for each, _length in own):
            raise GrundyError(
                "the birthday of w^({exponent}) is not known here: that exponent is not dyadic", exponent=exponent
            )
        found.append((sign, Surreal(1)))
        for each, length in _unshared(before, own):
            pluses = ordinary_sum(pluses, length) if each > 0 else pluses
            power = OMEGA**pluses if each > 0 else ordinary_product(OMEGA ** ordinary_sum(pluses, 1), length)
            found.append((sign * each, power))
        real = _real_signs(abs(coefficient))
        found += [(sign * each, ordinary_product(OMEGA**pluses, length)) for each, length in real]
        before = own if all(each for each, _length in real) else [*own, (-1, Surreal(1))]
    return found


def _unshared(before: _Runs, own: _Runs) -> _Runs:
    """Return the runs of an exponent but for the minuses with which it begins as the one before it does."""
    first, second, found = before[::-1], own[::-1], _Runs()
    while first and second and first[-1][0] == second[-1][0]:
        (sign, a), (_sign, b) = first.pop(), second.pop()
        if sign > 0:
            found.append((sign, min(a, b)))
        for stack, length, other in ((first, a, b), (second, b, a)):
            if length > other:
                stack.append((sign, _behind(other, length)))
    return found + second[::-1]


def _behind(a: Surreal, b: Surreal) -> Surreal:
    """Return the ordinal that Cantor's sum adds to one to give a greater one."""
    place = next(place for place, term in enumerate(b.terms) if a.terms[place : place + 1] != (term,))
    (exponent, count), *rest = b.terms[place:]
    taken = sum(c for e, c in a.terms[place : place + 1] if e == exponent)
    return Surreal([(exponent, count - taken), *rest])


def _real_signs(size: Fraction) -> _Runs:
    """Return the signs of a positive fraction behind its first one; of one that is not dyadic no more than how many."""
    digits, rest = size.denominator.bit_length() - 1, size % 1
    if size.denominator != 1 << digits:
        return [(0, OMEGA)]
    signs = [-1, *(1 if digit == "1" else -1 for digit in f"{rest.numerator:0{digits}b}"[:-1])] if rest else []
    whole = Surreal(size // 1 - (not rest))
    return [*([(1, whole)] if whole else []), *((sign, Surreal(1)) for sign in signs)]


def _number(value: object) -> Surreal | None:
    if isinstance(value, Surreal):
        return value
    return Surreal(value) if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else None


ZERO: Surreal = object.__new__(Surreal)
ZERO.terms, ZERO.depth = (), 0
OMEGA = Surreal([(Surreal(1), Fraction(1))])
"""The first infinite ordinal, ω."""


# ---- Cantor's operations, and nim-addition


def ordinal(value: Number) -> Surreal:
    """Return a number that is an ordinal; GrundyError of another."""
    one = Surreal(value)
    if not one.is_ordinal:
        raise GrundyError("an ordinal such as w^2·3 + w + 5 is expected, not {one}", one=one)
    return one


def ordinary_sum(a: Number, b: Number) -> Surreal:
    """Return Cantor's sum a + b, which forgets the terms of a below the first of b. GrundyError for what is no ordinal.

    >>> print(ordinary_sum(1, OMEGA), ordinary_sum(OMEGA, 1))
    w w+1
    """
    one, other = ordinal(a), ordinal(b)
    if not other.terms:
        return one
    return Surreal([*takewhile(lambda term: term[0] >= other.terms[0][0], one.terms), *other.terms])


def ordinary_product(a: Number, b: Number) -> Surreal:
    """Return Cantor's product a·b: b copies of a, one after the other. GrundyError for what is no ordinal.

    >>> print(ordinary_product(2, OMEGA), ordinary_product(OMEGA + 1, 2), ordinary_product(OMEGA + 1, OMEGA))
    w w·2+1 w^2
    """
    one, other = ordinal(a), ordinal(b)
    if not one.terms:
        return one
    (first, times), *rest = one.terms
    found = Surreal(0)
    for exponent, count in other.terms:
        last = [] if exponent.terms else rest
        found = found + Surreal([(ordinary_sum(first, exponent), count if exponent.terms else times * count), *last])
    return found


def ordinary_power(a: Number, b: Number) -> Surreal:
    """Return Cantor's power a^b. GrundyError for what is no ordinal; TooLarge for one of too many terms.

    >>> print(ordinary_power(2, OMEGA), ordinary_power(OMEGA + 1, 2), ordinary_power(OMEGA, OMEGA))
    w w^2+w+1 w^w
    """
    one, other = ordinal(a), ordinal(b)
    tail = Surreal(0) + Surreal(term for term in other.terms if not term[0].terms)
    limit, power = other - tail, Surreal(1)
    if limit and one > 1:
        if one.finite is not None:  # n^(ω^e·c) is ω^(ω^(e - 1)·c), where e - 1 is e if e is infinite
            above = Surreal((e - 1 if e.finite is not None else e, c) for e, c in limit.terms)
            power = Surreal([(above, Fraction(1))])
        else:
            power = Surreal([(ordinary_product(one.terms[0][0], limit), Fraction(1))])
    elif limit and not one:
        return one
    times = int(tail.finite or 0)
    if one.finite is not None and one:
        if one > 1 and times * int(one.finite).bit_length() > TERMS:
            raise TooLarge("a power of {bits:,} bits is too long", bits=times * int(one.finite).bit_length())
        return ordinary_product(power, int(one.finite) ** times)
    if times * len(one.terms) > TERMS:
        raise TooLarge("a number has at most {terms:,} terms", terms=TERMS)
    for _turn in range(times):
        power = ordinary_product(power, one)
    return power


def nim_sum(*ordinals: Number) -> Surreal:
    """Return the nim-sum: of each power of ω the xor of the coefficients (ONAG ch. 6). GrundyError for what is no ordinal.

    >>> print(nim_sum(OMEGA + 3, 5), nim_sum(OMEGA, OMEGA))
    w+6 0
    """
    found: dict[Surreal, int] = {}
    for each in ordinals:
        for exponent, count in ordinal(each).terms:
            found[exponent] = found.get(exponent, 0) ^ int(count)
    return Surreal((exponent, Fraction(count)) for exponent, count in found.items())


# ---- values: a number and a nimber


class Transfinite:
    """The value of a game that is a number plus a nimber, of which one is infinite, or a fraction that is not dyadic.

    Numbers decide the order; where they are equal, unequal nimbers are confused. What is finite after all comes back as
    a `Value`. Sums with ups and hot games are refused.

    >>> w = Transfinite(OMEGA)
    >>> print(w + Value("3*"), w - w, (w + Value("*2")).outcome.name)
    w+3+* 0 L
    """

    __slots__ = ("nimber", "number")

    def __init__(self, number: Number = 0, nimber: Number = 0) -> None:
        self.number = Surreal(number)
        self.nimber = ordinal(nimber)

    @staticmethod
    def of(value: object) -> Transfinite:
        """Return a value, a number or an ordinal as such; GrundyError of a value with ups, or a hot one."""
        if isinstance(value, Transfinite):
            return value
        if isinstance(value, Value):
            parts = value.nus
            if parts is None or parts[1]:
                raise GrundyError(
                    "only numbers and nimbers can be combined with infinite values, and {value} is not a sum of these",
                    value=value,
                )
            return Transfinite(parts[0], parts[2])
        one = _number(value)
        if one is None:
            raise GrundyError("{value!r} is not a value", value=value)
        return Transfinite(one)

    def settled(self) -> Value | Transfinite:
        """Return the value of a short game that it is, or itself."""
        number, nimber = self.number.finite, self.nimber.finite
        if number is None or nimber is None or number.denominator & (number.denominator - 1):
            return self
        return Value(number) + Value(f"*{nimber}")

    def __add__(self, other: object) -> Value | Transfinite:
        """Return the sum."""
        one = Transfinite.of(other)
        return Transfinite(self.number + one.number, nim_sum(self.nimber, one.nimber)).settled()

    __radd__ = __add__

    def __neg__(self) -> Transfinite:
        return Transfinite(-self.number, self.nimber)

    def __sub__(self, other: object) -> Value | Transfinite:
        return self + -Transfinite.of(other)

    def __rsub__(self, other: object) -> Value | Transfinite:
        return Transfinite.of(other) - self

    def __mul__(self, other: object) -> Value | Transfinite:
        """Return the product of two numbers, or the nim-product of two nimbers; so many copies for an integer."""
        from grundy.values.infinite import nim_product as transfinite_product

        if isinstance(other, int):
            return Transfinite(self.number * other, self.nimber if other % 2 else 0).settled()
        one = Transfinite.of(other)
        if not self.nimber and not one.nimber:
            return Transfinite(self.number * one.number).settled()
        if not self.number and not one.number:
            return Transfinite(0, transfinite_product(self.nimber, one.nimber)).settled()
        raise GrundyError(
            "only two numbers or two nimbers can be multiplied, not {one} and {other}", one=self, other=one
        )

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Value | Transfinite:
        one = Transfinite.of(other)
        if self.nimber or one.nimber:
            raise GrundyError("only numbers can be divided")
        return Transfinite(self.number / one.number).settled()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Transfinite, Value, Surreal, int, Fraction)):
            return NotImplemented
        if isinstance(other, Value) and (other.nus is None or other.nus[1]):
            return False
        one = Transfinite.of(other)
        return (self.number, self.nimber) == (one.number, one.nimber)

    def __hash__(self) -> int:
        return hash((self.number, self.nimber))

    def __le__(self, other: object) -> bool:
        """Whether it is less or equal."""
        one = Transfinite.of(other)
        return self.number < one.number or self == one

    def __ge__(self, other: object) -> bool:
        return Transfinite.of(other) <= self

    def __lt__(self, other: object) -> bool:
        return self.number < Transfinite.of(other).number

    def __gt__(self, other: object) -> bool:
        return Transfinite.of(other) < self

    @property
    def outcome(self) -> Outcome:
        """Who wins: L, R, N or P."""
        if self.number:
            return Outcome.L if self.number > 0 else Outcome.R
        return Outcome.N if self.nimber else Outcome.P

    @property
    def birthday(self) -> Surreal:
        """The day on which it is born: of a number and a nimber the natural sum of theirs."""
        return self.number.birthday + self.nimber

    def __str__(self) -> str:
        star = _star(self.nimber)
        return f"{self.number}+{star}" if self.number and star else star or str(self.number)

    def __repr__(self) -> str:
        return f"Transfinite({str(self)!r})"


def _star(nimber: Surreal) -> str:
    """Return the text of a nimber."""
    text = str(nimber)
    if not nimber.terms or text == "1":
        return "*" * len(nimber.terms)
    return f"*{text}" if text.isdigit() or (len(nimber.terms) == 1 and "·" not in text) else f"*({text})"
