"""Every Euclid ("GG and MM", HDU 3595): several pairs of numbers, and a turn moves in every pair that is not over.

In a pair a multiple of the smaller number is taken from the larger; the pair is over when one of its numbers is 0. Who
makes the last move of all wins: the conjunctive sum by the long rule (*On Numbers and Games* ch. 14), in the Chinese
contests an Every-SG game (Z. Jia, 2009). There the winner of a pair prolongs it and the loser hurries; the pair that then
lasts longest is the last, so that its winner wins. How many moves it lasts is its step count (Smith's suspense).
"""

from collections.abc import Iterator
from itertools import chain

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.scenes import Heaps
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader
from grundy.values.outcome import Outcome


@game(least=0)
def every_euclid(*numbers: int):
    """In every pair without a 0 subtract a multiple of the smaller number from the larger."""
    after, i, moved = list(numbers), 0, False
    for j in range(0, len(numbers), 2):  # the first turn: in each pair once the smaller number
        low = min(numbers[j], numbers[j + 1])
        if low > 0:
            larger = j if numbers[j] >= numbers[j + 1] else j + 1
            after[larger] -= low
            moved = True
    if moved:
        yield tuple(after)
    while i < len(numbers):  # a counter: the first pair that can go lower does, those before it begin again
        low = min(numbers[i], numbers[i + 1])
        larger = i if numbers[i] >= numbers[i + 1] else i + 1
        if low > 0 and after[larger] >= low:
            after[larger] -= low
            yield tuple(after)
            i = 0
        else:
            if low > 0:
                after[larger] = numbers[larger] - low
            i += 2


@every_euclid.setup
def setup(*numbers: int) -> tuple[int, ...]:
    if len(numbers) % 2:
        raise PositionError(
            "every-euclid takes pairs of numbers, and {count} numbers are not pairs", count=len(numbers)
        )
    return numbers


@every_euclid.picture
def drawn(*numbers: int) -> Heaps:
    """Draw a heap for each number: 1a and 1b are the first pair."""
    return Heaps(numbers, tuple(f"{i // 2 + 1}{'ab'[i % 2]}" for i in range(len(numbers))))


@every_euclid.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    changed = [(i // 2 + 1, a, b) for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    return ", ".join(_("pair {i}: {a} → {b}").format(i=i, a=a, b=b) for i, a, b in changed)


def step(a: int, b: int) -> int:
    """Return how many moves a pair lasts if its winner prolongs it and its loser hurries; odd: the mover wins it.

    O(log) divisions. While the larger number is not twice the smaller the move is forced. Else the mover may leave any
    remainder, and has the choice between the last pair and the one before.

    >>> step(0, 5), step(7, 7), step(7, 3), step(8, 5), step(12, 5)
    (0, 1, 3, 4, 5)
    """
    quotients: list[int] = []
    big, small = max(a, b), min(a, b)
    while small:
        quotients.append(big // small)
        big, small = small, big % small
    steps = 0
    for quotient in reversed(quotients):
        steps += 1 + (quotient > 1 and steps % 2)
    return steps


def kinds(a: int, b: int) -> list[tuple[int, range]]:
    """Return the step counts that a move in a pair can leave, each with how often the smaller number is then taken."""
    big, small = max(a, b), min(a, b)
    if not small:
        return [(0, range(1))]  # it is over, and stays as it is
    most, last = big // small, step(small, big % small)
    found = [
        (last, range(most, most + 1)),
        (last + 1, range(max(1, most - 1), most)),
        (last + 1 + last % 2, range(1, most - 1)),
    ]
    return [(steps, times) for steps, times in found if times]


def reach(*numbers: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the options whose greatest step count is even: up to it before the first pair that has it, and after."""
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    found = [kinds(*pair) for pair in pairs] if any(map(all, pairs)) else []
    for greatest in sorted({steps for each in found for steps, _times in each if steps % 2 == 0}):
        for first in range(len(pairs)):
            pools = [
                [times for steps, times in each if (steps < greatest if i < first else steps <= greatest)]
                if i != first
                else [times for steps, times in each if steps == greatest]
                for i, each in enumerate(found)
            ]
            for taken in choices(pools) if all(pools) else ():
                less = ((a - k * b, b) if a >= b else (a, b - k * a) for (a, b), k in zip(pairs, taken, strict=True))
                yield tuple(chain(*less))


def choices(pools: list[list[range]]) -> Iterator[tuple[int, ...]]:
    """Iterate over the ways to take a number from each pool, which may be as long as it likes."""
    taken: list[int] = []
    waiting = [chain(*pools[0])]
    while waiting:
        k = next(waiting[-1], None)
        del taken[len(waiting) - 1 :]
        if k is None:
            waiting.pop()
            continue
        taken.append(k)
        if len(taken) == len(pools):
            yield tuple(taken)
        else:
            waiting.append(chain(*pools[len(taken)]))


@every_euclid.theorem(
    gives="losing",
    name="the Every-SG theorem",
    source="Z. Jia, Zuhe youxi lüeshu (Chinese national team papers, 2009); Conway, On Numbers and Games, ch. 14",
    reach=reach,
)
def longest(*numbers: int) -> bool:
    """The mover loses when the greatest step count of the pairs is even."""
    return max(map(step, numbers[::2], numbers[1::2]), default=0) % 2 == 0


@every_euclid.explanation
def why(solution: Solution) -> Iterator[str]:
    numbers = solution.position.state
    steps = [step(a, b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
    yield _(
        "In each pair the winner plays for length and the loser for speed, since only the pair that ends last counts."
    )
    yield from (
        _("pair {i}: {a}, {b} lasts {steps} moves").format(i=i, a=a, b=b, steps=number)
        for i, (a, b, number) in enumerate(zip(numbers[::2], numbers[1::2], steps, strict=True), 1)
    )
    if solution.outcome is Outcome.P:
        yield _("The greatest of these is even, so the player to move does not make the last move.")
    else:
        told = _("The greatest of these is odd, so the player to move makes the last move: {best_move}.")
        yield told.format(best_move=solution.best_move)


@every_euclid.judge("gg-and-mm")
def judge(read: Reader) -> Iterator[str]:
    """HDU 3595: a count and as many pairs, again and again to the end: MM if the first player wins, else GG."""
    while not read.done:
        pairs = read.integer(0, what="the number of pairs")
        yield "GG" if longest(*read.integers(2 * pairs, 0, what="a number")) else "MM"


every_euclid.called(
    "Every Euclid; Every-SG; GG and MM",
    "In every pair that is not finished, subtract a multiple of the smaller number from the larger. A pair "
    "is finished when one of its numbers is zero. Whoever makes the very last move wins.",
)
every_euclid.starts(
    "8 5 12 5",
    sizes="3 2 4 1; 8 5 12 5; 13 8 21 5 9 4",
    variants={"Golden Pairs": "8 5 13 8 3 2"},
    small="0..12 0..12; 0..4 1..4 2..3 2..5; 0..4 7 3 8; 2..3 2..3 3..4 7 1..3 0..1",
)
