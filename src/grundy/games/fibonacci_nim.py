"""Fibonacci Nim (R. E. Gaskell and M. J. Whinihan, 1963).

At first take any number but not all; then at most twice what was taken last.

The losing heaps at the start are the Fibonacci numbers. With a quota q (the most that may be taken) a heap of n > 0
is lost exactly when q is less than the smallest part of n in Zeckendorf's representation, as a sum of Fibonacci
numbers no two of which are neighbours. (One text that this catalogue follows says that every number is the sum of two
Fibonacci numbers: of several, no two of them neighbours.)
"""

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.scenes import Heaps
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader


def zeckendorf(n: int) -> list[int]:
    """Return the parts of n, the largest first: Fibonacci numbers, no two of them neighbours. Exact at any size.

    >>> zeckendorf(100), zeckendorf(0)
    ([89, 8, 3], [])
    """
    numbers, parts = [1, 2], list[int]()
    while numbers[-1] <= n:
        numbers.append(numbers[-2] + numbers[-1])
    for number in reversed(numbers):
        if number <= n:
            parts.append(number)
            n -= number
    return parts


def losing_options(n: int, quota: int) -> Iterator[tuple[int, int]]:
    """Take some of the smallest parts together, so that twice as many is less than the next part."""
    parts, taken = zeckendorf(n), 0
    while parts and taken + parts[-1] <= min(quota, n):
        taken += parts.pop()
        if not parts or 2 * taken < parts[-1]:
            yield n - taken, 2 * taken


@game(least=0)
def fibonacci_nim(n: int, quota: int):
    """Take 1 to quota counters; the next quota is twice as many."""
    for k in range(1, min(n, quota) + 1):
        yield n - k, 2 * k


@fibonacci_nim.setup
def setup(n: int, quota: int | None = None) -> tuple[int, int]:
    most = max(n - 1, 0) if isinstance(n, int) else 0  # pyright: ignore[reportUnnecessaryIsInstance]
    return n, most if quota is None else quota


@fibonacci_nim.picture
def drawn(n: int, quota: int) -> Heaps:
    return Heaps((n,), note=_("at most {quota}").format(quota=quota))


@fibonacci_nim.spelling
def spelling(before: tuple[int, int], after: tuple[int, int]) -> str:
    return _("take {before}, {after} left").format(before=before[0] - after[0], after=after[0])


@fibonacci_nim.theorem(
    gives="losing",
    name="Whinihan's theorem",
    source="M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963), no. 4, 9-13",
    reach=losing_options,
)
def whinihan(n: int, quota: int) -> bool:
    """The mover loses when the quota is less than the smallest Zeckendorf part of the heap."""
    return n == 0 or quota < zeckendorf(n)[-1]


@fibonacci_nim.explanation
def why(solution: Solution) -> Iterator[str]:
    n, quota = solution.position.state
    if n == 0:
        yield _("The heap is empty: the player to move has lost.")
        return
    parts = zeckendorf(n)
    told = _("{n} = {parts}: Fibonacci numbers, no two of them neighbours (Zeckendorf).")
    yield told.format(n=n, parts=" + ".join(map(str, parts)))
    if quota < parts[-1]:
        told = _("At most {quota} may be taken, less than the smallest part {parts}: the player to move loses.")
        yield told.format(quota=quota, parts=parts[-1])
    else:
        told = _("At most {quota} may be taken, which is enough for the smallest part {parts}: {best_move}.")
        yield told.format(quota=quota, parts=parts[-1], best_move=solution.best_move)
        yield _("The other player may then take at most twice that, which is less than the next smallest part.")


@fibonacci_nim.judge("fibonacci-nim")
def judge(read: Reader) -> Iterator[str]:
    """HDU 2516: heaps, until a 0: First win or Second win."""
    while n := read.integer(0, what="a heap"):
        yield "Second win" if whinihan(n, n - 1) else "First win"


fibonacci_nim.called(
    "Fibonacci Nim; fibonacci",
    "On the first move take any number of counters, but not all; after that, at most twice what was just "
    "taken. Whoever takes the last one wins.",
)
fibonacci_nim.starts("20", sizes="8; 12; 20; 100")
