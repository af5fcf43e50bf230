"""k-division ("Lieges of Legendre", Codeforces 603C).

Take one counter of a heap, or turn a heap of 2x into k heaps of x.

If k is even the k heaps add up to 0, and from 3 on the values are 1 for even and 0 for odd heaps. If k is odd they
are worth one heap of x, and the value of an even heap depends on how often it can be halved: from 5 on odd heaps are
worth 0, and an even heap 2 if its half is worth 1, else 1.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import N_, _
from grundy.rules.explanations import verdict, with_xor
from grundy.rules.heaps import heap_game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader
from grundy.rules.text.stones import place
from grundy.values.nimber import nim_sum

MOST = 10**6
"""The largest k of which positions are made: a move writes k heaps."""


@heap_game(trials=({"k": 1}, {"k": 2}, {"k": 3}, {"k": 4}))
def k_division(n: int, *, k: int = 2):
    """Take one counter, or turn a heap of 2x into k heaps of x."""
    if n > 0:
        yield (n - 1,)
        if n % 2 == 0:
            yield (n // 2,) * k


@k_division.setup
def setup(*heaps: int, k: int) -> tuple[int, ...]:
    if k > MOST:
        raise PositionError(
            "k-division: with k={k} a move makes too many heaps to write down (at most {most}); the values "
            "are those of k={least}, since only whether k is even matters",
            k=k,
            most=MOST,
            least=2 + k % 2,
        )
    return heaps


@k_division.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    i = place(before, after)
    parts = len(after) - len(before) + 1
    became = str(after[i]) if parts == 1 else _("{parts} heaps of {before}").format(parts=parts, before=before[i] // 2)
    return _("heap {i}: {before} → {became}").format(i=i + 1, before=before[i], became=became)


@k_division.theorem(
    name="the halving law",
    source=N_("by induction on the heap; the problem is Codeforces 603C (2015)"),
    where=lambda n, *, k: k >= 1,
)
def halving_law(n: int, *, k: int) -> int:
    """For even k: 0, 1, 2, then 0 for odd and 1 for even heaps. For odd k: 0, 1, 0, 1, 2, then by halving."""
    if k % 2 == 0:
        return n if n < 3 else 1 - n % 2
    if n < 5:
        return (0, 1, 0, 1, 2)[n]
    if n % 2:
        return 0
    halvings = 0
    while n % 2 == 0 and n >= 5:
        n //= 2
        halvings += 1
    last = (0, 1, 0, 1, 2)[n] if n < 5 else 0
    for _turn in range(halvings):
        last = 2 if last == 1 else 1
    return last


@k_division.explanation
def why(solution: Solution) -> Iterator[str]:
    heaps, k = solution.position.state, solution.position.ruleset.params["k"]
    if k % 2 == 0:
        told = _("{k} equal heaps cancel each other: from 3 on a heap is worth 1 if it is even, 0 if it is odd.")
        yield told.format(k=k)
    else:
        yield _(
            "{k} equal heaps are worth what one is: from 5 on a heap is worth 0 if it is odd, else 2 if its half is\n"
            "worth 1, and 1 if it is not."
        ).format(k=k)
    yield from with_xor([(_("heap of {n}:").format(n=n), halving_law(n, k=k)) for n in heaps])
    yield verdict(solution)


@k_division.judge("k-division")
def judge(read: Reader) -> Iterator[str]:
    """Codeforces 603C: a count of heaps, k, then the heaps: Kevin if the first player wins, else Nicky."""
    count, k = read.integer(0, what="a count"), read.integer(1, what="k")
    yield "Kevin" if nim_sum(*(halving_law(n, k=k) for n in read.integers(count, 0, what="a heap"))) else "Nicky"


k_division.looks("matches")
k_division.called(
    "k-Division; lieges-of-legendre",
    "Take one counter, or turn an even heap into k heaps, each of half as many. Whoever cannot move loses.",
)
k_division.starts("6 8 9", sizes="4; 5 6; 6 8 9", variants={"Three Parts": "6 8 9 k=3"})
