"""What a compiled rule must be, and what the kernels answer when something does not fit.

A rule is a native function ``fill(state: int64[::1], params: int64[::1], out: int64[::1]) -> int64`` whose ``out[0]`` is a
cell of its own. It writes the children of ``state`` as consecutive records from ``out[1]`` on and returns how many there
are. A record is the child's coordinates; in scoring games the gain stands before them; in heap games it is the count of
heaps, then the heaps. A negative answer is one of the codes below. With room for a single cell it tells by FULL, before it
makes an option, that there is one; given ``state`` as ``out`` it counts the options and writes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge

FULL = -1
"""``out`` is too small: enlarge it and ask again."""
UNFIT = -2
"""Arithmetic left 64 bits: interpret the rule instead."""
OUTSIDE_KEYS = -3
"""Of a rule over keys: a child has no key (see `grundy.solving.keyed`)."""
ENDS_LOST = -10
"""The state is a declared ending, lost for the player to move."""
ENDS_TIED = -11
"""The state is a declared ending, a tie."""
ENDS_WON = -12
"""The state is a declared ending, won for the player to move."""
ENDS_NONE = -13
"""Of a rule over keys: the key is no position."""

DRAW, WON, LOST, TIED = 0, 1, 2, 3
"""The low two bits of a status: the result for the player to move. A draw is endless play."""
END_NONE, END_LOST, END_TIED, END_WON = 0, 1, 2, 3
"""How a declared ending is written in the array ``ends``."""

Fill = Callable[..., int]
Number = Any
"""An integer within a kernel, of one of numpy's types."""
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[Any]
"""uint16 or uint32: statuses and Grundy values."""
Progress = Callable[[int, int], None]
"""Called between chunks with the count of positions done and the count known so far."""


class Unfit(GrundyError):
    """The compiled rule cannot be used here (a number left 64 bits): interpret it instead.

    ``row`` is what the rule was given where it gave up, where that is known.
    """

    row: tuple[int, ...] | None = None


class OutOfKeys(Exception):
    """A state that does not fit in the words in which others are packed."""


class CannotCompile(GrundyError):
    """A rule, or a kernel, is not compiled; the message says why in one short sentence."""


class OutOfBounds(GrundyError):
    """A state outside the bounds that the game declares."""


class Loopy(GrundyError):
    """Play need not end, where an algorithm was asked that needs it to."""


def in_words(count: int) -> str:
    """Return a count of bytes as people read it.

    >>> in_words(1536), in_words(3 << 30)
    ('1.5 KiB', '3.0 GiB')
    """
    size = float(count)
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:,.1f} GiB"


def too_large(positions: int, held: int, needed: int, limit: int) -> TooLarge:
    """Return the refusal of a search that outgrew its memory."""
    return TooLarge(
        "the search reached {positions:,} positions in {held}, and would need at least {wanted} "
        "to go on: more than the {allowed} allowed",
        held=in_words(held),
        wanted=in_words(needed),
        allowed=in_words(limit),
        positions=positions,
        needed=needed,
    )


def too_many_states(size: int, needed: int, limit: int) -> TooLarge:
    """Return the refusal of bounds whose states would not fit in memory."""
    return TooLarge(
        "the declared bounds have {size:,} states, {wanted}: more than the {allowed} allowed",
        size=size,
        wanted=in_words(needed),
        allowed=in_words(limit),
        positions=size,
        needed=needed,
    )


def refused_rule(state: Iterable[int]) -> Unfit:
    """Return the refusal of a rule that answered UNFIT, of a state."""
    problem = Unfit("the compiled rule has no answer somewhere")
    problem.row = tuple(map(int, state))
    return problem


def stretch(capacity: int, needed: int) -> int:
    """Return a new capacity: double while small, a 32nd more when large, so that little stands empty."""
    return max(needed, capacity * 2 if capacity < 1 << 16 else capacity + max(1 << 16, capacity >> 5))


class Pace:
    """How much work a chunk may hold so that it ends in about a tenth of a second."""

    def __init__(self, budget: int = 1 << 15) -> None:
        self.budget = budget
        self._since = time.perf_counter()

    def next(self) -> int:
        """Return the budget of the next chunk, given how long the last one took; OutOfTime where the time is over."""
        limits.check()
        now = time.perf_counter()
        took = now - self._since
        self._since = now
        if took < 0.05:
            self.budget = min(self.budget * 2, 1 << 40)
        elif took > 0.2:
            self.budget = max(self.budget // 2, 64)
        return self.budget
