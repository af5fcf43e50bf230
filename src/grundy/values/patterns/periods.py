"""Periods of nim-sequences: find the least one, and say when so many values prove it.

A nim-sequence g(0), g(1), … has period p from n0 on (*preperiod* n0, *last exception* n0 - 1) if g(n + p) = g(n) for
all n >= n0. Values alone prove nothing, but the rules of a heap game look only so far: for each kind below there is a
number of values, depending on n0 and p, from which the rest follows by induction. A *criterion* is a function from
(n0, p) to that number.

- ``octal_criterion``: a finite code, which takes heaps and splits them into any parts (octal, hexadecimal, …);
- ``unequal_criterion``: splits into two parts that must differ (Grundy's game);
- ``subtraction_criterion``: a finite subtraction set.

References: R. K. Guy and C. A. B. Smith, *The G-values of various games* (1956); E. R. Berlekamp, J. H. Conway, R. K.
Guy, *Winning Ways*, ch. 4; A. N. Siegel, *Combinatorial Game Theory*, ch. IV.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from grundy.common.errors import GrundyError
from grundy.common.messages import _

Criterion: TypeAlias = Callable[[int, int], int]
"""From a preperiod and a period to the number of values g(0), …, g(N - 1) that prove them."""


class Period(NamedTuple):
    """A period of a sequence, and whether it is proved; ``needed`` values prove it, or would.

    ``way`` is "bound" if the criterion's number of values proves it, "window" if a window of values does (see
    `grundy.values.patterns.windows`).

    >>> kayles = Period(71, 12, proved=True, needed=167)
    >>> kayles.last_exception, kayles.reduced(10**18)
    (70, 76)
    """

    preperiod: int
    period: int
    proved: bool
    needed: int
    way: str = "bound"

    @property
    def last_exception(self) -> int | None:
        """The last n with g(n + period) != g(n), or None if there is none."""
        return self.preperiod - 1 if self.preperiod else None

    def reduced(self, n: int) -> int:
        """Return the least index where the sequence has the value that it has at n, by this period."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period


def find_period(values: Sequence[int]) -> Period | None:
    """Return the least preperiod and period that at least the last half of the values keeps, or None: a conjecture.

    Among the n0, p with g(n + p) = g(n) from n0 on, that of least n0 + p, if 2(n0 + p) <= N. O(N).

    >>> find_period([7, 0, 1, 2, 0, 1, 2, 0])
    Period(preperiod=1, period=3, proved=False, needed=8, way='bound')
    >>> find_period([0, 1, 2, 3]) is None
    True
    """
    best = _cheapest(values, lambda preperiod, period: 2 * (preperiod + period))
    return best if best and best.needed <= len(values) else None


def prove_period(values: Sequence[int], criterion: Criterion) -> Period | None:
    """Return the period of a nim-sequence, proved if the game's criterion says that the values suffice.

    If they do not, the period that the last half of the values keeps is returned, not proved, with the number of values
    that would prove it, and None if there is no such period. A proved period and preperiod are the least. O(N) and one
    call of the criterion for each p <= N.

    >>> take_1_to_3 = [n % 4 for n in range(8)]
    >>> prove_period(take_1_to_3, subtraction_criterion([1, 2, 3]))
    Period(preperiod=0, period=4, proved=True, needed=7, way='bound')
    >>> grundys_game = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]  # the next value is 3
    >>> prove_period(grundys_game, unequal_criterion((4,)))
    Period(preperiod=3, period=3, proved=False, needed=14, way='bound')
    """
    best = _cheapest(values, criterion)
    if best and best.needed <= len(values):
        return best._replace(proved=True)
    guess = find_period(values)
    return guess and guess._replace(needed=criterion(guess.preperiod, guess.period))


def octal_criterion(digits: Sequence[int]) -> Criterion:
    """Return the criterion of a finite code d0.d1d2d3…, whose digit d_k with bit j lets k be taken and j parts be left.

    Octal codes have digits to 7, hexadecimal ones to 15; any digit is understood. (*Winning Ways*, ch. 4.)

    >>> octal_criterion((0, 7, 7))(71, 12)
    167
    """
    last_digit, last_split_digit, parts = _reach(digits)
    return lambda preperiod, period: needed_octal(preperiod, period, last_digit, last_split_digit, parts)


def unequal_criterion(digits: Sequence[int]) -> Criterion:
    """Return the criterion of a code as in ``octal_criterion``, where two parts that are left must differ in size.

    >>> unequal_criterion((4,))(3, 3)
    14
    """
    last_digit, last_split_digit, parts = _reach(digits)
    if parts > 2:
        raise GrundyError(
            "the criterion for unequal parts is known for two parts, and this code leaves {parts}", parts=parts
        )
    return lambda preperiod, period: needed_unequal(preperiod, period, last_digit, last_split_digit)


def subtraction_criterion(amounts: Iterable[int]) -> Criterion:
    """Return the criterion of a finite subtraction set.

    >>> subtraction_criterion({1, 2, 3})(0, 4)
    7
    """
    largest = max(amounts, default=0)
    return lambda preperiod, period: needed_subtraction(preperiod, period, largest)


def needed_octal(preperiod: int, period: int, last_digit: int, last_split_digit: int = 0, parts: int = 2) -> int:
    """Return how many values prove a period of a finite code: N >= max(k(s+p) + b-(k-1), s+p+t, p+t+1).

    Here k is the most parts left, t and b the places of the last digit and of the last that splits, s = max(n0, 1).
    In a heap of N or more some part is s + p or more, may shrink by p, and keeps its value: so the options' values are
    those of the heap that is smaller by p.
    (Guy and Smith 1956; *Winning Ways*, ch. 4; Siegel, ch. IV; there N > 2 n0 + 2p + t for octal games.)

    >>> needed_octal(53, 34, last_digit=2, last_split_digit=2)
    175
    """
    start = max(preperiod, 1)
    together = parts * (start + period) + last_split_digit - (parts - 1)
    return max(together, start + period + last_digit, period + last_digit + 1)


def needed_unequal(preperiod: int, period: int, last_digit: int = 0, last_split_digit: int = 0) -> int:
    """Return how many values prove a period when two parts must differ: N >= max(2(s+p) + b-1 + p, s+p+t, p+t+1).

    The letters are as in ``needed_octal``, whose number is too small here (three values of Grundy's game repeat, and do
    not go on): a split that shrinks by p may become one into equal parts a, a, which is no move. Its value 0 is made by
    the parts a + p and a - p, if a - p is still in the period; hence p more.

    >>> needed_unequal(3, 3)
    14
    """
    start = max(preperiod, 1)
    together = 2 * (start + period) + last_split_digit - 1 + period
    return max(together, start + period + last_digit, period + last_digit + 1)


def needed_subtraction(preperiod: int, period: int, largest: int) -> int:
    """Return how many values prove a period of a subtraction game: n0 + p + largest amount.

    Each value depends on that many before it, and so many in a row agree with those p before. (*Winning Ways*, ch. 4;
    Siegel, ch. IV.)

    >>> needed_subtraction(0, 4, largest=3)
    7
    """
    return preperiod + period + largest


def _reach(digits: Sequence[int]) -> tuple[int, int, int]:
    """Return the places of the last digit and of the last that splits, and the most parts that are left."""
    if any(digit < 0 for digit in digits):
        raise GrundyError("the digits of a code are 0 or more, not {digits}", digits=min(digits))
    last_digit = max((place for place, digit in enumerate(digits) if digit), default=0)
    last_split_digit = max((place for place, digit in enumerate(digits) if digit > 3), default=0)
    return last_digit, last_split_digit, max(1, max(digits, default=0).bit_length() - 1)


def _cheapest(values: Sequence[int], criterion: Criterion) -> Period | None:
    """Return the period that needs the fewest values, with the least preperiod it can have."""
    best: Period | None = None
    for period, same in enumerate(_kept(values)[1:], 1):
        preperiod = len(values) - period - same
        needed = criterion(preperiod, period)
        if best is None or needed < best.needed:
            best = Period(preperiod, period, False, needed)
    return best


def _kept(values: Sequence[int]) -> list[int]:
    """Return for every p how many values at the end equal those p before: the Z-function of the reversed sequence."""
    listed: list[int] = getattr(values, "tolist", lambda: list(values))()  # of an array: plain integers compare faster
    listed.reverse()
    size = len(listed)
    kept = [size] * size
    left = right = 0
    for p in range(1, size):
        length = min(right - p, kept[p - left]) if p < right else 0
        while p + length < size and listed[length] == listed[p + length]:
            length += 1
        kept[p] = length
        if p + length > right:
            left, right = p, p + length
    return kept


# -- values of games in which from 1 to f(n) of n counters are taken, where f grows by 0 or 1: restricted Nim ----------
#
# g(n) is f(n) where f has just grown; else a player has all of the f(n) + 1 heaps before n but the smallest, whose
# value n then has (L. Levine, *Fractal sequences and restricted Nim*, Ars Combinatoria 80, 2006). With f(n) = ⌊(a·n +
# b)/c⌋ from a start on, each remainder of n by c has its line: of take up to half, g(2n) = n and g(2n + 1) = g(n).


LINES = 6
"""So many remainders have a line each; of more the law is said with f."""
SHORT = 3
"""So many lines stand in one sentence."""


@dataclass(frozen=True)
class Intervals:
    """Where f(n) counters can be taken at most: ``first[n]`` for the n that it has, then ⌊(times·n + plus)/over⌋.

    >>> half = Intervals(1, 0, 2)
    >>> [half.value(n) for n in range(10)], half.value(10**18 + 1)
    ([0, 0, 1, 0, 2, 1, 3, 0, 4, 2], 250000000000000000)
    >>> print(half)
    g(2n) = n, g(2n + 1) = g(n)
    """

    times: int
    plus: int
    over: int
    first: tuple[int, ...] = ()

    def takes(self, n: int) -> int:
        """Return f(n)."""
        return self.first[n] if n < len(self.first) else (self.times * n + self.plus) // self.over

    def value(self, n: int) -> int:
        """Return g(n); O(over / times · log n + start)."""
        while n and self.takes(n) == self.takes(n - 1):
            n -= self.takes(n) + 1
        return self.takes(n)

    def values(self, count: int) -> list[int]:
        """Return g(0), …, g(count - 1). O(count)."""
        found, before = list[int](), 0
        for n in range(count):
            taken = self.takes(n)
            found.append(taken if not n or taken != before else found[n - taken - 1])
            before = taken
        return found

    def __str__(self) -> str:
        return ", ".join(self._lines()) if self.over <= SHORT else self._with_f()

    def lines(self) -> list[str]:
        """Return the law in words, a line each."""
        if self.over > LINES:
            return [self._with_f()]
        start = len(self.first)
        return [*self._lines(), *([_("for n >= {start}").format(start=-(-start // self.over) + 1)] if start else [])]

    def _lines(self) -> list[str]:
        return [f"g({_line(self.over, rest)}) = {self._value_of(rest)}" for rest in range(self.over)]

    def _value_of(self, rest: int) -> str:
        """Say g(over·n + rest)."""
        taken, before = ((self.times * r + self.plus) // self.over for r in (rest, rest - 1))
        if taken > before:
            return _line(self.times, taken)
        return f"g({_line(self.over - self.times, rest - taken - 1)})"

    def _with_f(self) -> str:
        told = _("g(n) = f(n) if f(n) > f(n - 1), else g(n - f(n) - 1), where f(n) = {formula}")
        return told.format(formula=self.formula())

    def formula(self) -> str:
        """Say f(n) for the n that ``first`` does not have."""
        above = _line(self.times, self.plus)
        return above if self.over == 1 else f"⌊({above})/{self.over}⌋" if " " in above else f"⌊{above}/{self.over}⌋"

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        return {"times": self.times, "plus": self.plus, "over": self.over, "first": list(self.first)}

    def python(self) -> str:
        """Return a function in Python."""
        first = f"FIRST = {list(self.first)}\n\n\n" if self.first else ""
        return f"{first}{_PYTHON}".format(most=self._most("//", "{0} if {1} else {2}", "len(FIRST)"))

    def cpp(self) -> str:
        """Return a function in C++."""
        listed = ", ".join(map(str, self.first))
        first = f"const int FIRST[] = {{{listed}}};\n\n" if self.first else ""
        return first + _CPP.format(most=self._most("/", "{1} ? {0} : {2}", str(len(self.first))))

    def _most(self, divided: str, choice: str, start: str) -> str:
        scaled = "n" if self.times == 1 else f"{self.times} * n"
        plus = f" {'+' if self.plus > 0 else '-'} {abs(self.plus)}" if self.plus else ""
        whole = f"({scaled}{plus})" if plus or self.times > 1 else scaled
        formula = f"{whole} {divided} {self.over}" if self.over > 1 else f"{scaled}{plus}"
        return choice.format("FIRST[n]", f"n < {start}", formula) if self.first else formula


def _line(times: int, plus: int) -> str:
    """Say times·n + plus."""
    scaled = {0: "", 1: "n"}.get(times, f"{times}n")
    if not scaled or not plus:
        return scaled or str(plus)
    return f"{scaled} {'+' if plus > 0 else '-'} {abs(plus)}"


def fitted(takes: Sequence[int]) -> Intervals | None:
    """Return ⌊(a·n + b)/c⌋ that goes through the last of some numbers, 0 <= a <= c; None if there is none.

    >>> fitted([0, 0, 0, 1, 2] + [2 * n // 3 for n in range(5, 40)])
    Intervals(times=2, plus=0, over=3, first=(0, 0, 0, 1))
    """
    steps = [b - a for a, b in pairwise(takes)]
    if not takes or takes[0] or not {*steps} <= {0, 1} or (found := find_period(steps)) is None:
        return None
    over, start = found.period, found.preperiod
    times = sum(steps[start : start + over])
    late = range(start, start + over)
    plus = max(over * takes[n] - times * n for n in late)
    if not times or any((times * n + plus) // over != takes[n] for n in late):
        return None
    made = Intervals(times, plus, over)
    while start and made.takes(start - 1) == takes[start - 1]:
        start -= 1
    return Intervals(times, plus, over, tuple(takes[:start]))


_PYTHON = """def most(n):
    return {most}


def grundy(n):
    while n and most(n) == most(n - 1):
        n -= most(n) + 1
    return most(n)
"""

_CPP = """long long most(long long n) {{
    return {most};
}}

long long grundy(long long n) {{
    while (n && most(n) == most(n - 1)) n -= most(n) + 1;
    return most(n);
}}
"""
