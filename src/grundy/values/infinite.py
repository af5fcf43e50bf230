"""``inf``, which is above every number, as programs of the field have it beside the rational numbers: 1/inf is 0.

It is no game and no surreal number: ω is one, and inf is above it. What has no answer, as inf - inf, says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import count, islice
from math import gcd, lcm
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.values import nimber
from grundy.values.outcome import Outcome
from grundy.values.short import Value
from grundy.values.surreal import Number, Surreal, Transfinite, nim_sum, ordinal


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


# ---- nim multiplication of the ordinals below ω^ω^ω, where they are the algebraic closure of the field of two elements
# Each ω^e there is a product of powers of κ_q = ω^(ω^k·p^(n-1)), one for each power q = p^n of the (k+1)-st odd prime p:
# with e = Σ ω^k·b and b in base p, the digit at place n - 1 is the power of κ_q. These are multiplied by adding digits: κ_q
# is a p-th root of κ_(q/p), and κ_p one of α_p = κ_f + m, where f is the order of 2 modulo p, and κ_f a sum of some κ_q,
# and of 2^2^(n-1) for powers 2^n. The excesses m are known for some primes only. References: J. H. Conway, *On Numbers and
# Games*, ch. 6; H. W. Lenstra, *On the algebraic closure of two*, Proc. Kon. Ned. Akad. Wet. A 80 (1977); the m of the
# primes to 577 are those of OEIS A380496 (A. N. Siegel, 2025), of which the tests derive the small ones.

EXCESSES = "001100410101111100011110101001010101410100000011110010110101001110111011001110000101001101110110000011110"
"""The excesses of the odd primes 3, 5, 7, … (OEIS A380496)."""


def nim_product(a: Number, b: Number) -> Surreal:
    """Return the nim-product of two ordinals; finite ones of any size, infinite ones below ω^ω^ω.

    GrundyError for what is no ordinal, TooLarge from ω^ω^ω on and where the product rests on an excess that nobody knows.

    >>> from grundy.values.surreal import OMEGA as w
    >>> print(nim_product(w, w), nim_product(nim_product(w, w), w), nim_product(w, 2), nim_product(w + 1, w + 1))
    w^2 2 w·2 w^2+1
    """
    one, other = ordinal(a), ordinal(b)
    found = Surreal(0)
    for e, c in one.terms:
        for f, d in other.terms:
            limits.check()
            finite = nimber.nim_product(int(c), int(d))
            found = nim_sum(found, _times(_powers(e, f), finite))
    return found


def nim_power(a: Number, exponent: int) -> Surreal:
    """Return the product of so many a, or of its inverse, by squaring."""
    one = nim_inverse(a) if exponent < 0 else ordinal(a)
    return nimber.by_squaring(one, abs(exponent), nim_product, Surreal(1))


def nim_inverse(a: Number) -> Surreal:
    """Return the b of which the nim-product with a is 1: where a^(2^n) = a it is a^(2^n - 2). GrundyError of 0.

    >>> from grundy.values.surreal import OMEGA as w
    >>> print(nim_inverse(w), nim_product(w, nim_inverse(w)))
    w^2·3 1
    """
    one = ordinal(a)
    if not one:
        raise GrundyError("the nimber 0 has no inverse")
    if one.finite is not None:
        return Surreal(nimber.nim_inverse(int(one.finite)))
    found, square = Surreal(1), nim_product(one, one)
    while square != one:
        found, square = nim_product(found, square), nim_product(square, square)
    return found


@lru_cache(1 << 14)
def _powers(e: Surreal, f: Surreal) -> Surreal:
    """Return the nim-product of ω^e and ω^f."""
    if not e.terms or not f.terms:
        return Surreal([(e + f, Fraction(1))])
    digits = _digits(e)
    for place, digit in _digits(f).items():
        digits[place] = digits.get(place, 0) + digit
    carried: list[Surreal] = []
    for k, n in sorted(digits, key=lambda place: (place[0], -place[1])):
        p = _prime(k)
        while digits[k, n] >= p:  # κ_q^p is κ_(q/p), and α_p where q is p
            digits[k, n] -= p
            if n:
                digits[k, n - 1] = digits.get((k, n - 1), 0) + 1
            else:
                carried.append(alpha(p))
    found = Surreal([(_exponent(digits), Fraction(1))])
    for each in carried:
        found = nim_product(found, each)
    return found


def _times(one: Surreal, finite: int) -> Surreal:
    """Return the nim-product by a finite nimber, which is among the coefficients."""
    return Surreal((e, Fraction(nimber.nim_product(int(c), finite))) for e, c in one.terms)


def _digits(e: Surreal) -> dict[tuple[int, int], int]:
    """Return the powers of κ of which ω^e is the product: by k and the place n - 1."""
    found: dict[tuple[int, int], int] = {}
    for power, coefficient in e.terms:
        if power.finite is None:
            raise TooLarge("nim-products are only known below w^(w^w), which excludes w^({e})", e=e)
        k, rest = int(power.finite), int(coefficient)
        p = _prime(k)
        for place in count():
            if not rest:
                break
            rest, digit = divmod(rest, p)
            if digit:
                found[k, place] = digit
    return found


def _exponent(digits: dict[tuple[int, int], int]) -> Surreal:
    return Surreal((Surreal(k), Fraction(_prime(k) ** place * digit)) for (k, place), digit in digits.items() if digit)


@lru_cache
def _prime(k: int) -> int:
    """Return the (k+1)-st odd prime."""
    if k > len(EXCESSES) + 100:
        raise TooLarge("w^(w^{k}) needs a prime whose excess nobody knows", k=k)
    return next(islice(_odd_primes(), k, None))


def _odd_primes() -> Iterator[int]:
    return (p for p in count(3, 2) if all(p % q for q in range(3, int(p**0.5) + 1, 2)))


def excess(p: int) -> int:
    """Return Lenstra's excess of an odd prime; TooLarge where it is not known here.

    >>> [excess(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [0, 0, 1, 1, 0, 0, 4]
    """
    for place, prime in enumerate(islice(_odd_primes(), len(EXCESSES))):
        if prime == p:
            return int(EXCESSES[place])
    raise TooLarge(
        "the excess of {p} is not known here; the last known one is that of {last}", p=p, last=_prime(len(EXCESSES) - 1)
    )


@lru_cache
def alpha(p: int) -> Surreal:
    """Return α_p, the p-th nim-power of ω^ω^k for the (k+1)-st odd prime p: the least ordinal that had no p-th root.

    >>> print(*map(alpha, (3, 5, 7, 11, 13, 17, 19, 23)))
    2 4 w+1 w^w+1 w+4 16 w^3+4 w^(w^3)+1
    """
    return nim_sum(kappa(_order(p)), excess(p))


def kappa(h: int) -> Surreal:
    """Return κ_h, which generates a field of which h divides the degree: the nim-sum of κ_q for some prime powers q of h.

    The largest primes first; a power is left out where the degree of the others has it already.
    """
    found, degree = Surreal(0), 1
    for p, n in reversed(_factors(h)):
        if degree % p**n:
            found, degree = nim_sum(found, _root(p, n)), lcm(degree, _degree(p, n))
    return found


@lru_cache
def _degree(p: int, n: int) -> int:
    """Return the degree of κ_q over the field of two, q = p^n."""
    if p == 2:
        return 2**n
    own = 1
    for q, m in reversed(_factors(_order(p))):
        if own % q**m:
            own = lcm(own, _degree(q, m))
    return p**n * lcm(own, 4 if excess(p) == 4 else 1)


def _root(p: int, n: int) -> Surreal:
    """Return κ_q for q = p^n."""
    if p == 2:
        if n > 12:
            raise TooLarge("a finite nimber of 2^{n} bits is too long", n=n)
        return Surreal(2**2 ** (n - 1))
    k = next(place for place, prime in enumerate(_odd_primes()) if prime == p)
    return Surreal([(Surreal([(Surreal(k), Fraction(p ** (n - 1)))]), Fraction(1))])


def _order(p: int) -> int:
    """Return the order of 2 modulo p."""
    if gcd(p, 2) != 1:
        raise GrundyError("{p} is not an odd prime", p=p)
    return next(f for f in count(1) if pow(2, f, p) == 1)


def _factors(h: int) -> list[tuple[int, int]]:
    """Return the primes of a number with their exponents, the least first."""
    found: list[tuple[int, int]] = []
    p = 2
    while h > 1:
        n = 0
        while h % p == 0:
            h, n = h // p, n + 1
        if n:
            found.append((p, n))
        p += 1
    return found
