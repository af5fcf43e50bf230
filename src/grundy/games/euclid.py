"""Euclid: subtract from the larger of two numbers a multiple of the smaller one, so that both stay positive.

G. Nivasch (2006): the value is ⌊|a/b - b/a|⌋, so that the player to move wins exactly when the ratio of the numbers
is above the golden ratio. In the other variant (A. J. Cole and A. J. T. Davie, 1969) the larger number may become 0;
there equal numbers are a win for the player to move, and the formula above is not true of it.
"""

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.solution import Solution


@game(least=1)
def euclid(a: int, b: int):
    """Subtract a multiple of the smaller number from the larger; both stay positive."""
    for k in range(1, (max(a, b) - 1) // min(a, b) + 1):
        if a >= b:
            yield a - k * b, b
        else:
            yield a, b - k * a


def reach(a: int, b: int, *, target: int) -> Iterator[tuple[int, int]]:
    """From the larger number down the value falls by more than 1 a step, so that just a few remainders can have a value."""
    big, small = max(a, b), min(a, b)
    times, rest = divmod(big, small)
    for left in sorted({0, target - 1, target, target + 1, target + 2}, reverse=True):
        smaller = rest + left * small
        if 0 <= left < times and smaller > 0 and nivasch(smaller, small) == target:
            yield (smaller, small) if a >= b else (small, smaller)


@euclid.theorem(
    name="Nivasch's theorem",
    source="G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Mathematics 306 (2006), 2798-2800",
    reach=reach,
)
def nivasch(a: int, b: int) -> int:
    """The value is the integer part of |a/b - b/a|."""
    return abs(a * a - b * b) // (a * b)


@euclid.explanation
def why(solution: Solution) -> Iterator[str]:
    a, b = solution.position.state
    told = _("|{a}/{b} - {b}/{a}| = {left}/{right}; its integer part, {value}, is the value (Nivasch).")
    yield told.format(a=a, b=b, left=abs(a * a - b * b), right=a * b, value=solution.value)
    yield _("It is 0 exactly when the ratio of the larger number to the smaller is below the golden ratio, 1.618…")
    if solution.value:
        told = _("So the player to move wins by leaving a ratio below it: {best_move}.")
        yield told.format(best_move=solution.best_move)
    else:
        yield _("So the player to move loses: there is at most one move, and it leaves a ratio above.")


euclid.called(
    "Euclid",
    "Subtract a multiple of the smaller number from the larger one; both must stay positive. Whoever cannot "
    "move loses.",
)
euclid.starts("25 7", sizes="5 3; 13 5; 25 7; 144 89", small="1..24 1..24")
