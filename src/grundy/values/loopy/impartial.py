"""The values of impartial games that may be played for ever: a nimber, or ∞(K), from which the nimbers K can be reached.

C. A. B. Smith, Graphs and composite games (*J. Combin. Theory* 1, 1966, 51-81); *Winning Ways* ch. 12; A. N. Siegel,
*Combinatorial Game Theory*, ch. IV.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.common.errors import GrundyError
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.values.short import Value


@dataclass(frozen=True, slots=True)
class LoopyNimber:
    """A nimber, or ∞(K). The sum of ∞(K) and \\*n is ∞ of all k xor n; that of two infinities is ∞() and drawn.

    Attributes:
        nimber: the nimber, or None of an infinity.
        reach: the nimbers K of ∞(K).

    >>> one = infinity(0, 2)
    >>> print(one, one + LoopyNimber(2), one + one, one.outcome, (one + one).outcome, sep="; ")
    ∞(0,2); ∞(0,2); ∞(); first player wins; draw
    """

    nimber: int | None
    reach: frozenset[int] = frozenset()

    @property
    def is_loopfree(self) -> bool:
        """Whether it is a nimber."""
        return self.nimber is not None

    @property
    def outcome(self) -> Outcome:
        """P of 0, N of another nimber and of ∞(K) with 0 in K, else a draw."""
        if self.nimber is not None:
            return Outcome.N if self.nimber else Outcome.P
        return Outcome.N if 0 in self.reach else Outcome.D

    def __add__(self, other: LoopyNimber | Value) -> LoopyNimber:
        """Return the value of a sum; GrundyError for the sum with a value that is no nimber."""
        if not isinstance(other, LoopyNimber):
            other = _nimber(other)
        if self.nimber is None and other.nimber is None:
            return infinity()
        if self.nimber is None:
            return other + self
        if other.nimber is None:
            return infinity(*(self.nimber ^ each for each in other.reach))
        return LoopyNimber(self.nimber ^ other.nimber)

    __radd__ = __add__

    def __neg__(self) -> LoopyNimber:
        """Return the value itself; the sum of the two is 0 if it is a nimber, else drawn or won by whoever begins."""
        return self

    def __sub__(self, other: LoopyNimber | Value) -> LoopyNimber:
        """Return the value of the sum."""
        return self + other

    __rsub__ = __add__

    def __le__(self, other: object) -> bool:
        """Refuse: of two infinities it depends on more than the nimbers that can be reached; GrundyError."""
        raise GrundyError("{value} has no place in the order of values", value=self)

    __lt__ = __ge__ = __gt__ = __le__

    def __str__(self) -> str:
        if self.nimber is None:
            return f"∞({','.join(map(str, sorted(self.reach)))})"
        return "0" if not self.nimber else "*" if self.nimber == 1 else f"*{self.nimber}"


def _nimber(value: Value) -> LoopyNimber:
    parts = value.nus
    if parts is None or parts[0] or parts[1]:
        raise GrundyError("only nimbers are added to an infinity, not {value}", value=value)
    return LoopyNimber(parts[2])


def infinity(*reach: int) -> LoopyNimber:
    """Return ∞(K), the value of what has no nimber and options with the nimbers K.

    >>> print(infinity(3, 0))
    ∞(0,3)
    """
    return LoopyNimber(None, frozenset(reach))


def of_options(options: Iterable[LoopyNimber]) -> LoopyNimber:
    """Return ∞(K) of what has no nimber, from the values of its options."""
    return infinity(*(one.nimber for one in options if one.nimber is not None))
