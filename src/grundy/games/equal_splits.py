"""Equal Splits: a heap is split into equal heaps, two or more; the code ``{2+}=.0``. Whoever cannot split loses.

The impartial game of a side of Maundy Cake (*Winning Ways* ch. 2), under *CGSuite*'s code for it. An even number of equal
heaps is worth nothing and an odd one as much as one of them, so every proper divisor of an odd heap counts by its prime
factors.
"""

from grundy.rules.heaps import heap_game

FACTORED = 10**12
"""Heaps below it are factored."""


@heap_game
def equal_splits(n: int):
    """Split a heap into equal heaps, two or more."""
    for size in range(1, n // 2 + 1):
        if n % size == 0:
            yield (size,) * (n // size)


@equal_splits.theorem(
    name="odd prime factors",
    source="parity of equal heaps; by induction on the prime factors",
    where=lambda *heaps: max(heaps, default=0) < FACTORED,
)
def factors(*heaps: int) -> int:
    """A heap is worth the number of its odd prime factors, each as often as it divides, and one more if it is even."""
    total = 0
    for heap in heaps:
        worth, rest = int(heap > 0 and heap % 2 == 0), heap
        while rest and rest % 2 == 0:
            rest //= 2
        divisor = 3
        while divisor * divisor <= rest:
            while rest % divisor == 0:
                worth, rest = worth + 1, rest // divisor
            divisor += 2
        total ^= worth + (rest > 1)
    return total


equal_splits.called("Equal Splits", "Split a heap into equal heaps, two or more. Whoever cannot split one loses.")
equal_splits.starts("12 15", sizes="6; 12 15; 36 45 50")
