"""Split Nim: a heap is replaced by two smaller heaps, which may be empty and may together hold more than it did.

The values follow the odious numbers (an odd number of ones in binary: 1, 2, 4, 7, 8, 11, …): a heap of n >= 1 is
worth the n-th of them. For the xor of two odious numbers is never odious, so that two non-empty heaps never give an
odious value, and an empty heap beside one of m < n gives the m-th; the evil numbers below the n-th are all xors of
two smaller odious ones.
"""

from collections.abc import Iterator

from grundy.common.messages import N_, _
from grundy.rules.explanations import verdict, with_xor
from grundy.rules.heaps import heap_game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader


def odious(k: int) -> int:
    """Return the k-th odious number, the first being k = 1; 0 for k = 0.

    >>> [odious(k) for k in range(8)]
    [0, 1, 2, 4, 7, 8, 11, 13]
    """
    return 2 * (k - 1) + ((k - 1).bit_count() + 1) % 2 if k else 0


def index(value: int) -> int | None:
    """Return the heap that has a value, or None: the inverse of `odious`."""
    return 0 if value == 0 else value // 2 + 1 if value.bit_count() % 2 else None


def reach(n: int, *, target: int) -> Iterator[tuple[int, int]]:
    alone = index(target)
    if alone is not None and target:  # of two non-empty heaps the value is evil: one must be empty
        if alone < n:
            yield alone, 0
        return
    if not target:
        yield from ((a, a) for a in range(n))
        return
    # the a-th and b-th odious numbers have an (evil) xor if and only if a - 1 and b - 1 have its half
    half = target // 2
    top = 1 << half.bit_length() - 1
    for block in range(top, n - 1, 2 * top):
        for x in range(block, min(block + top, n - 1)):
            yield x + 1, (x ^ half) + 1


@heap_game
def split_nim(n: int):
    """Replace a heap by two smaller ones."""
    for a in range(n):
        for b in range(a + 1):
            yield a, b


@split_nim.theorem(name="the odious law", source=N_("by induction, as in the file's docstring"), reach=reach)
def odious_law(n: int) -> int:
    """A heap of n is worth the n-th odious number."""
    return odious(n)


@split_nim.explanation
def why(solution: Solution) -> Iterator[str]:
    yield _(
        "A heap of n is worth the n-th odious number, one with an odd number of ones in binary: 1, 2, 4, 7, 8, 11, …"
    )
    yield from with_xor([(_("heap of {n}:").format(n=n), odious(n)) for n in solution.position.state])
    yield verdict(solution)


@split_nim.judge("split-nim")
def judge(read: Reader) -> Iterator[str]:
    """A count, then the heaps: Yes if the first player wins, else No."""
    yield "Yes" if split_nim(*read.counted(what="a heap")).grundy() else "No"


split_nim.called(
    "Split Nim", "Replace a heap by two smaller heaps, either of which may be empty. Whoever cannot move loses."
)
split_nim.split_by_sizes()
split_nim.starts("1 2 3", sizes="2; 1 3; 1 2 3; 2 3 4")
