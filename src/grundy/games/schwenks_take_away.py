"""Schwenk's Take-Away: first take any number of counters but not all, then at most ``times``/``per`` as many as were taken.

A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8 (1970), no. 3, 225-234: a heap h is lost at the start if it is one of
the numbers H(1) = 1, H(n + 1) = H(n) + H(m), with m the least for which ``times``·H(m) >= ``per``·H(n). With times=2 this is
Fibonacci Nim, and with times=1 the numbers are the powers of two.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.scenes import Heaps
from grundy.rules.solution import Solution


@game(least=0, trials=({"times": 1}, {"times": 2}, {"times": 4}, {"times": 5, "per": 2}))
def schwenks_take_away(n: int, quota: int, *, times: int = 3, per: int = 1):
    """Take 1 to quota counters, k of them; the next quota is times·k/per, rounded down."""
    for k in range(1, min(n, quota) + 1):
        yield n - k, times * k // max(per, 1)


@schwenks_take_away.setup
def begin(n: int, quota: int | None = None, *, times: int, per: int) -> tuple[int, int]:
    """The first quota is all but one."""
    if not 1 <= per <= times:
        raise PositionError(
            "schwenks-take-away: times={times} is at least per={per}, and that at least 1", times=times, per=per
        )
    most = max(n - 1, 0) if isinstance(n, int) else 0  # pyright: ignore[reportUnnecessaryIsInstance]
    return n, most if quota is None else quota


def schwenk(n: int, times: int, per: int) -> int:
    """Return the smallest of Schwenk's numbers whose sum is n, the largest of which is taken off again and again."""
    numbers, least = [1], 0
    while numbers[-1] <= n:
        while times * numbers[least] < per * numbers[-1]:
            least += 1
        numbers.append(numbers[-1] + numbers[least])
    smallest = 0
    for number in reversed(numbers):
        if number <= n:
            n, smallest = n - number, number
    return smallest


@schwenks_take_away.theorem(
    gives="losing",
    name="Schwenk's theorem",
    source="A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970), no. 3, 225-234",
    where=lambda n, quota, *, times, per: times >= per >= 1,
)
def smallest_part(n: int, quota: int, *, times: int, per: int) -> bool:
    """The mover loses when the quota is less than the smallest part of the heap, a sum of Schwenk's numbers."""
    return n == 0 or quota < schwenk(n, times, per)


@schwenks_take_away.picture
def drawn(n: int, quota: int) -> Heaps:
    return Heaps((n,), note=_("at most {quota}").format(quota=quota))


@schwenks_take_away.spelling
def spelling(before: tuple[int, int], after: tuple[int, int]) -> str:
    return _("take {k}, {left} left").format(k=before[0] - after[0], left=after[0])


@schwenks_take_away.explanation
def why(solution: Solution) -> Iterator[str]:
    n, quota = solution.position.state
    if n:
        part = schwenk(n, **solution.position.ruleset.params)
        told = _("{n} is a sum of Schwenk's numbers, the smallest of which is {part}; at most {quota} may be taken.")
        yield told.format(n=n, part=part, quota=quota)


schwenks_take_away.called(
    "Schwenk's Take-Away",
    "First take any number of counters but not all; then at most three times as many as were taken last. "
    "Whoever takes the last one wins.",
)
schwenks_take_away.starts("20", sizes="8; 20; 100", variants={"Not More than Before": "20 times=1"})
