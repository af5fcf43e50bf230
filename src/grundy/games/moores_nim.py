"""Moore's Nim_k (E. H. Moore, 1910): take any number of counters from each of up to k heaps, at least one in all.

The heaps are written in binary and the columns added: the player to move loses exactly when every column is divisible
by k + 1. With k = 1 it is Nim.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from grundy.rules.functions import game


@game(least=0, trials=({"k": 1}, {"k": 2}, {"k": 3}))
def moores_nim(*heaps: int, k: int = 2):
    """Take any number of counters from each of up to k heaps."""
    for count in range(1, min(k, len(heaps)) + 1):
        for chosen in combinations(range(len(heaps)), count):
            for left in product(*(range(heaps[i]) for i in chosen)):
                after = list(heaps)
                for i, rest in zip(chosen, left, strict=True):
                    after[i] = rest
                yield tuple(after)


@moores_nim.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    changed = [(i, a, b) for i, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b]
    return ", ".join(f"heap {i}: {a} → {b}" for i, a, b in changed)


def losing_options(*heaps: int, k: int) -> Iterator[tuple[int, ...]]:
    """Look through the choices of up to k heaps; from each the sizes are built from the highest column down."""
    for count in range(1, min(k, len(heaps)) + 1):
        for chosen in combinations(range(len(heaps)), count):
            for left in _fill(heaps, chosen, k):
                after = list(heaps)
                for i, rest in zip(chosen, left, strict=True):
                    after[i] = rest
                yield tuple(after)


def _fill(heaps: tuple[int, ...], chosen: tuple[int, ...], k: int) -> Iterator[tuple[int, ...]]:
    """Yield the smaller sizes of the chosen heaps that make every column divisible by k + 1."""
    others = [h for i, h in enumerate(heaps) if i not in chosen]
    partial: list[tuple[tuple[int, bool], ...]] = [
        ((0, False),) * len(chosen)
    ]  # the size so far, and whether it is less
    for bit in reversed(range(max(heaps, default=0).bit_length())):
        fixed = sum(h >> bit & 1 for h in others)
        grown: list[tuple[tuple[int, bool], ...]] = []
        for sizes in partial:
            choices = [
                (0, 1) if less or heaps[i] >> bit & 1 else (0,) for i, (_, less) in zip(chosen, sizes, strict=True)
            ]
            grown += [
                tuple(
                    (size | b << bit, less or b < (heaps[i] >> bit & 1))
                    for i, (size, less), b in zip(chosen, sizes, bits, strict=True)
                )
                for bits in product(*choices)
                if (fixed + sum(bits)) % (k + 1) == 0
            ]
        partial = grown
    for sizes in partial:
        if all(less for _, less in sizes):
            yield tuple(size for size, _ in sizes)


@moores_nim.theorem(
    gives="losing",
    name="Moore's theorem",
    source="E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910), 93-94",
    reach=losing_options,
)
def moore(*heaps: int, k: int) -> bool:
    """The mover loses when in every binary column the number of ones is divisible by k + 1."""
    width = max(heaps, default=0).bit_length()
    return all(sum(h >> bit & 1 for h in heaps) % (k + 1) == 0 for bit in range(width))
