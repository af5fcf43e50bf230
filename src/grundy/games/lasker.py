"""Lasker's Nim (Emanuel Lasker, *Brettspiele der Völker*, 1931): take any number from a heap, or split it in two.

*Winning Ways* ch. 4: the values are 0, 1, 2, 4, 3, 5, 6, 8, 7, …: of 4k + 3 and 4k + 4 the values change places.
"""

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.rules.explanations import verdict, with_xor
from grundy.rules.heaps import heap_game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader, each_test
from grundy.values.nimber import nim_sum

OFFSETS = {0: -1, 1: 1, 2: 2, 3: 4}
"""The heaps of value 4K + s are 4K + this."""


def value(n: int) -> int:
    return n + (n % 4 == 3) - (n % 4 == 0 and n > 0)


def reach(n: int, *, target: int) -> Iterator[tuple[int, ...]]:
    if value(target) < n:  # the law is its own inverse
        yield (value(target),)
    for s, low in OFFSETS.items():
        other = s ^ target & 3
        rest = n - low - OFFSETS[other]
        if rest % 4 == 0:
            for k, more in summands(rest // 4, target >> 2):
                a, b = 4 * k + low, 4 * more + OFFSETS[other]
                if 0 < a <= b:
                    yield a, b


def summands(total: int, xor: int) -> Iterator[tuple[int, int]]:
    """Yield every x and y with x + y = total and x ^ y = xor, small x first: what they share is half of the rest."""
    shared, odd = divmod(total - xor, 2)
    if shared < 0 or odd or shared & xor:
        return
    part = 0
    while True:
        yield shared | part, shared | (xor ^ part)
        part = part - xor & xor
        if not part:
            return


@heap_game
def lasker(n: int):
    """Take any number of counters from a heap, or split it into two."""
    for k in range(n):
        yield (k,)
    for k in range(1, n // 2 + 1):
        yield k, n - k


@lasker.theorem(name="Lasker's law", source="Winning Ways ch. 4; E. Lasker, Brettspiele der Völker (1931)", reach=reach)
def lasker_law(n: int) -> int:
    """A heap of n is worth n, but 4k + 3 is worth 4k + 4 and 4k + 4 is worth 4k + 3."""
    return value(n)


@lasker.explanation
def why(solution: Solution) -> Iterator[str]:
    yield _(
        "A heap of n is worth n, but 4k + 3 and 4k + 4 change places: 3 is worth 4 and 4 is worth 3, then 7 and 8, …"
    )
    yield from with_xor([(_("heap of {n}:").format(n=n), value(n)) for n in solution.position.state])
    yield verdict(solution)


@lasker.judge("nim-or-not-nim")
@each_test
def judge(read: Reader) -> Iterator[str]:
    """HDU 3032: a count of tests, each a count and its heaps: Alice if the first player wins, else Bob."""
    yield "Alice" if nim_sum(*map(value, read.counted(what="a heap"))) else "Bob"


lasker.called(
    "Lasker's Nim; lasker-nim; Multi-SG; Nim or not Nim",
    "Take any number of counters from a heap, or split it into two. Whoever takes the last counter wins.",
)
lasker.starts("2 5 7", sizes="3; 1 2 3; 2 5 7; 3 8 11 12")
