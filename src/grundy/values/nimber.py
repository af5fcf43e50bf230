"""Nimbers: the values of impartial games, and the field that Conway found in them.

Every impartial game under normal play equals a nim heap ``*n`` (Sprague 1935, Grundy 1939). Under nim-sum and
nim-product the nimbers form a field of characteristic 2, and for every k those below the Fermat 2-power
``F = 2^(2^k)`` are a subfield. A nimber below ``F^2`` is ``x1 F + x0`` with ``x0, x1 < F``, and since
``F * F = F + F/2`` each level is the quadratic extension of the one below by a root of ``t^2 + t = F/2``. Product,
inverse and square root all climb down that tower by halves.

References: J. H. Conway, *On Numbers and Games* (ONAG), ch. 6; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
Ways*, ch. 2 and 3; H. W. Lenstra, *Nim multiplication* (1978).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, reduce
from operator import index, xor
from typing import TypeVar

from grundy.common.errors import GrundyError
from grundy.common.messages import _, shortened

T = TypeVar("T")
_TABLED = 1 << 16  # below this the field's discrete logarithms are tabulated, once, on first use


def mex(values: Iterable[int]) -> int:
    """Return the minimal excludant: the least of 0, 1, 2, … that is not among the values (*Winning Ways*, ch. 4).

    O(number of values).

    >>> mex([0, 1, 3])
    2
    """
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


def nim_sum(*values: int) -> int:
    """Return the nim-sum, addition in binary without carrying (C. L. Bouton 1902; ONAG, ch. 6).

    >>> nim_sum(3, 5, 6)
    0
    """
    return reduce(xor, map(_index, values), 0)


def nim_product(a: int, b: int) -> int:
    """Return the nim-product ``mex {a'b + ab' + a'b'}`` by Conway's recursion on halves (ONAG, ch. 6).

    Three products of half the length a level, as in Karatsuba's method: O(w^1.59) operations for w bits.

    >>> nim_product(2, 2), nim_product(4, 4), nim_product(2, 4), nim_product(16, 16)
    (3, 6, 8, 24)
    """
    return _product(_index(a), _index(b))


def nim_inverse(a: int) -> int:
    """Return the b with ``nim_product(a, b) == 1``: the conjugate over the norm, level by level (ONAG, ch. 6).

    The norm lies one field down, so the cost is that of a few products.

    >>> nim_inverse(2), nim_product(2, 3)
    (3, 1)
    """
    if _index(a) == 0:
        raise ZeroDivisionError(_("the nimber 0 has no inverse"))
    return _inverse(a)


def nim_sqrt(a: int) -> int:
    """Return the only b with ``nim_product(b, b) == a``: squaring is the Frobenius map, so it is undone by halves.

    ``(x1 F + x0)^2 = x1^2 F + (x0^2 + x1^2 F/2)`` (ONAG, ch. 6). The cost is that of a few products.

    >>> nim_sqrt(2), nim_product(3, 3)
    (3, 2)
    """
    return _sqrt(_index(a))


def nim_power(a: int, exponent: int) -> int:
    """Return a multiplied by itself that many times; a negative exponent means the inverse's power.

    The nonzero elements of a finite nim-field of size q have order dividing q - 1 (ONAG, ch. 6), so at most
    2 log2(q) products are made, whatever the exponent.

    >>> nim_power(2, 3), nim_power(2, -1), nim_power(0, 0)
    (1, 3, 1)
    """
    if _index(a) == 0:
        if exponent < 0:
            raise ZeroDivisionError(_("the nimber 0 has no inverse, so it has no negative power"))
        return 0 if exponent else 1
    exponent %= (1 << _field_bits(a)) - 1
    return by_squaring(a, exponent, _product, 1)


def by_squaring(a: T, exponent: int, product: Callable[[T, T], T], one: T) -> T:
    """Return the product of so many a; O(log exponent) products.

    >>> by_squaring(3, 5, lambda a, b: a * b, 1)
    243
    """
    power = one
    while exponent:
        if exponent & 1:
            power = product(power, a)
        exponent >>= 1
        if exponent:
            a = product(a, a)
    return power


class Nimber:
    """A nimber ``*n``, the value of a nim heap of n: immutable, hashable, with the arithmetic of the nim-field.

    ``*n`` is a game and not the number n, so ``Nimber(3) != 3``; only ``*0`` is the game 0, and ``Nimber(0) == 0``.
    For the same reason 0 is the only integer that may stand in a sum with nimbers, and products are of nimbers.
    Distinct nimbers are confused with each other, so they have no order; sort by ``key=int`` if the index is meant.
    (ONAG, ch. 6 and 11.)

    >>> print(Nimber(3) + Nimber(1), Nimber(2) * Nimber(4), Nimber(1), Nimber(0))
    *2 *8 * 0
    >>> sum([Nimber(1), Nimber(2), Nimber(3)]) == 0
    True
    """

    __slots__ = ("_index",)

    def __init__(self, index: int = 0) -> None:
        self._index = _index(index)

    @property
    def index(self) -> int:
        """The n of ``*n``, which ``int()`` gives too."""
        return self._index

    def inverse(self) -> Nimber:
        """Return the nimber whose product with this one is ``*1``.

        >>> Nimber(2).inverse()
        Nimber(3)
        """
        return Nimber(nim_inverse(self._index))

    def sqrt(self) -> Nimber:
        """Return the only nimber whose square is this one.

        >>> Nimber(6).sqrt()
        Nimber(4)
        """
        return Nimber(nim_sqrt(self._index))

    def __int__(self) -> int:
        return self._index

    def __bool__(self) -> bool:
        return self._index != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Nimber):
            return self._index == other._index
        if isinstance(other, int):
            return self._index == other == 0
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._index)

    def __neg__(self) -> Nimber:
        return self

    def __add__(self, other: Nimber | int) -> Nimber:
        if isinstance(other, Nimber):
            return Nimber(self._index ^ other._index)
        if other == 0:
            return self
        return NotImplemented

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: Nimber) -> Nimber:
        return self._with(other, _product)

    def __truediv__(self, other: Nimber) -> Nimber:
        return self._with(other, lambda a, b: _product(a, nim_inverse(b)))

    def _with(self, other: Nimber, operation: Callable[[int, int], int]) -> Nimber:
        if not isinstance(other, Nimber):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        return Nimber(operation(self._index, other._index))

    def __pow__(self, exponent: int) -> Nimber:
        if not isinstance(exponent, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        return Nimber(nim_power(self._index, exponent))

    def __str__(self) -> str:
        return {0: "0", 1: "*"}.get(self._index, f"*{self._index}")

    def __format__(self, spec: str) -> str:
        """Return the notation, set as text is; its number where ``spec`` ends in d."""
        return format(self._index if spec.endswith("d") else str(self), spec)

    def __repr__(self) -> str:
        return f"Nimber({self._index})"

    def _repr_latex_(self) -> str:
        return "$" + shortened(str(self), latex=True).replace("*", r"{\star}") + "$"

    def __reduce__(self) -> tuple[type[Nimber], tuple[int]]:
        return Nimber, (self._index,)


def _index(n: int) -> int:
    """Return n, which must be an index of a finite nimber."""
    with suppress(TypeError):
        if (found := index(n)) >= 0:
            return found
    raise GrundyError("a nimber's index is an integer 0, 1, 2, …, not {n!r}", n=n)


def _field_bits(a: int) -> int:
    """Return the bits w = 2^k of the smallest nim-field of size 2^w that holds a."""
    return 1 << (max(a.bit_length(), 1) - 1).bit_length()


def _product(a: int, b: int) -> int:
    """Return the nim-product of two indices."""
    if a < _TABLED and b < _TABLED:
        if a < 2 or b < 2:
            return a * b
        power, logarithm = _logarithms()
        return power[logarithm[a] + logarithm[b]]
    return _product_by_halves(a, b, _product, _times_half)


def _product_by_halves(
    a: int, b: int, product: Callable[[int, int], int], times_half: Callable[[int, int], int]
) -> int:
    """Multiply ``a1 F + a0`` by ``b1 F + b0``, F the largest Fermat 2-power not above both, by F * F = F + F/2."""
    w = _field_bits(max(a, b)) >> 1
    low = (1 << w) - 1
    a1, a0, b1, b0 = a >> w, a & low, b >> w, b & low
    lows = product(a0, b0)
    if not a1:
        return product(a0, b1) << w ^ lows
    if not b1:
        return product(a1, b0) << w ^ lows
    return (product(a1 ^ a0, b1 ^ b0) ^ lows) << w ^ lows ^ times_half(product(a1, b1), w)


def _times_half(a: int, w: int) -> int:
    """Multiply a, of at most w bits, by 2^(w-1), half the Fermat 2-power of w bits: three such of half the length."""
    if w <= 16:
        return _product(a, 1 << w - 1)
    w >>= 1  # now 2^(2w-1) = F * F/2 with F = 2^w
    a1, a0 = a >> w, a & (1 << w) - 1
    once = _times_half(a1, w)
    return (_times_half(a0, w) ^ once) << w ^ _times_half(once, w)


def _inverse(a: int) -> int:
    """Invert ``a1 F + a0``: its conjugate is ``a1 F + a0 + a1``, and their product, the norm, is below F."""
    if a < _TABLED:
        power, logarithm = _logarithms()
        return power[_TABLED - 1 - logarithm[a]]
    w = _field_bits(a) >> 1
    a1, a0 = a >> w, a & (1 << w) - 1
    norm = _product(a0, a0 ^ a1) ^ _times_half(_product(a1, a1), w)
    return _product(a1 << w ^ a0 ^ a1, _inverse(norm))


def _sqrt(a: int) -> int:
    """Undo ``(x1 F + x0)^2 = x1^2 F + (x0^2 + x1^2 F/2)``."""
    if a < _TABLED:
        if a < 2:
            return a
        power, logarithm = _logarithms()
        half = logarithm[a]
        return power[half >> 1 if half % 2 == 0 else (half + _TABLED - 1) >> 1]
    w = _field_bits(a) >> 1
    a1, a0 = a >> w, a & (1 << w) - 1
    return _sqrt(a1) << w ^ _sqrt(a0 ^ _times_half(a1, w))


@cache
def _logarithms() -> tuple[array[int], array[int]]:
    """Return powers (twice round) and logarithms to a primitive element of the field of 2^16 (10 ms, 0.4 MB)."""

    def product(a: int, b: int) -> int:  # straight from the recursion, for the few products that start the table
        return a * b if a < 2 or b < 2 else _product_by_halves(a, b, product, lambda c, w: product(c, 1 << w - 1))

    def power_of(a: int, exponent: int) -> int:
        square = product(a, a)
        return product(power_of(square, exponent >> 1), a if exponent & 1 else 1) if exponent else 1

    order = _TABLED - 1  # = 3 * 5 * 17 * 257
    generator = next(g for g in range(256, _TABLED) if all(power_of(g, order // q) != 1 for q in (3, 5, 17, 257)))
    low, high = [0], [0]  # generator times a low byte, times a high byte
    for bit in range(8):
        low += [entry ^ product(generator, 1 << bit) for entry in low]
        high += [entry ^ product(generator, 256 << bit) for entry in high]
    power, logarithm = array("H", [0]) * (2 * order + 1), array("H", [0]) * _TABLED
    element = 1
    for exponent in range(order):
        power[exponent] = power[exponent + order] = element
        logarithm[element] = exponent
        element = low[element & 255] ^ high[element >> 8]
    power[2 * order] = 1
    return power, logarithm
