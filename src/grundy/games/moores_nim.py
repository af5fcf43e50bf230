"""Moore's Nim_k (E. H. Moore, 1910): take any number of counters from each of up to k heaps, at least one in all.

The heaps are written in binary and the columns added: the player to move loses exactly when every column is divisible
by k + 1. With k = 1 it is Nim.
"""

from collections.abc import Iterator
from itertools import combinations

from grundy.common.messages import _
from grundy.rules.explanations import columns, heap_rows
from grundy.rules.functions import game
from grundy.rules.solution import Solution
from grundy.rules.text.stones import heap_changes

Sizes = tuple[int, ...]


@game(least=0, trials=({"k": 1}, {"k": 2}, {"k": 3}))
def moores_nim(*heaps: int, k: int = 2) -> Iterator[Sizes]:
    """Take any number of counters from each of up to k heaps."""
    for i in range(len(heaps)):
        for one in lowered(heaps, i):
            if k > 0:
                yield one
            if k > 1:
                for j in range(i + 1, len(heaps)):
                    for two in lowered(one, j):
                        yield two
                        if k > 2:
                            for m in range(j + 1, len(heaps)):
                                for three in lowered(two, m):
                                    yield three
                                    if k > 3:
                                        for n in range(m + 1, len(heaps)):
                                            for four in lowered(three, n):
                                                yield four
                                                if k > 4:
                                                    yield from with_more_lowered(four, n + 1, k - 4)


def lowered(heaps: Sizes, i: int) -> Iterator[Sizes]:
    """Take from one heap."""
    for left in range(heaps[i]):
        yield heaps[:i] + (left,) + heaps[i + 1 :]


def with_more_lowered(heaps: Sizes, first: int, k: int) -> Iterator[Sizes]:
    """Take from up to k of the heaps from a place on: loops in loops, as many as k says, as one counter."""
    after, changed, i = list(heaps), 0, first
    while i < len(heaps):  # the first heap that may go down does, those before it are whole again
        if after[i] and (changed < k or after[i] < heaps[i]):
            changed += after[i] == heaps[i]
            after[i] -= 1
            yield tuple(after)
            i = first
        else:
            changed -= after[i] < heaps[i]
            after[i] = heaps[i]
            i += 1


moores_nim.spelling(heap_changes)


Step = tuple[Sizes, tuple[int, ...]]
"""Sizes that are right down to some column, and which heaps they make smaller."""


def losing_options(*heaps: int, k: int) -> Iterator[Sizes]:
    """Build the sizes column by column from the highest: there is always a way on, which is Moore's proof."""
    width = max(heaps, default=0).bit_length()
    waiting: list[Iterator[Step]] = [iter([(heaps, ())])]
    while waiting:
        step = next(waiting[-1], None)
        if step is None:
            waiting.pop()
        elif len(waiting) <= width:
            waiting.append(_column(*step, bit=width - len(waiting), k=k))
        elif step[1]:
            yield step[0]


def _column(sizes: Sizes, less: tuple[int, ...], *, bit: int, k: int) -> Iterator[Step]:
    """Yield the ways to make the ones of a column divisible by k + 1, where the heaps ``less`` are free below.

    A free heap may have a one or not; any other heap that has one may lose it, and is free from then on. With r ones
    too many, either r heaps can lose theirs or k + 1 - r free heaps can have one: no more than k are ever free.
    """
    fixed = [i for i, size in enumerate(sizes) if size >> bit & 1 and i not in less]
    over = len(fixed) % (k + 1)
    more = -over if over <= k - len(less) else k + 1 - over
    for lost in range(max(0, -more), min(k - len(less), len(fixed), len(less) - more) + 1):
        for down in combinations(fixed, lost):
            for up in combinations(less, lost + more):
                after = list(sizes)
                for i in down:
                    after[i] = sizes[i] >> bit + 1 << bit + 1
                for i in up:
                    after[i] += 1 << bit
                yield tuple(after), less + down


@moores_nim.theorem(
    gives="losing",
    name="Moore's theorem",
    source="E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910), 93-94",
    reach=losing_options,
    where=lambda *heaps, k: k >= 1,
)
def moore(*heaps: int, k: int) -> bool:
    """The mover loses when in every binary column the number of ones is divisible by k + 1."""
    width = max(heaps, default=0).bit_length()
    return all(sum(h >> bit & 1 for h in heaps) % (k + 1) == 0 for bit in range(width))


@moores_nim.explanation
def why(solution: Solution) -> Iterator[str]:
    heaps, k = solution.position.state, solution.position.ruleset.params["k"]
    counts = [sum(heap >> bit & 1 for heap in heaps) for bit in reversed(range(max([1, *heaps]).bit_length()))]
    yield from columns(heap_rows(heaps))
    told = _("ones in each column: {counts}; lost when all of them are divisible by {k}.")
    yield told.format(counts=", ".join(map(str, counts)), k=k + 1)
    if moore(*heaps, k=k):
        yield _(
            "They are, so the player to move loses: in the highest column that a move changes, 1 to {k} ones "
            "go, and that is not a multiple of {modulus}."
        ).format(k=k, modulus=k + 1)
    else:
        told = _("They are not, so the player to move wins by making them so: {best_move}.")
        yield told.format(best_move=solution.best_move)


moores_nim.called(
    "Moore's Nim; nim-k", "Take any number of counters from each of up to k heaps. Whoever takes the last one wins."
)
moores_nim.starts("3 4 5 6", sizes="1 2 3; 2 3 4 5; 3 4 5 6", variants={"Three at Once": "3 4 5 6 7 k=3"})
