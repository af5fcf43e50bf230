"""Nim (C. L. Bouton, 1901): heaps of counters; a move takes any number of counters from one heap.

*Winning Ways* ch. 2. Normal play: a heap is worth its size, and a sum the xor of the heaps. Misère play: the same,
until only heaps of one counter are left.
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor

from grundy.common.messages import _
from grundy.rules.heaps import heap_game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader, each_test


@heap_game
def nim(n: int):
    """Take any number of counters from one heap."""
    for k in range(n):
        yield (k,)


def reach(n: int, target: int) -> Iterator[tuple[int]]:
    if target < n:
        yield (target,)


@nim.theorem(
    name="Bouton's theorem",
    source="C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901), 35-39",
    reach=reach,
)
def bouton(n: int) -> int:
    """A heap is worth its size."""
    return n


@nim.theorem(
    gives="losing",
    play="misere",
    name="Bouton's theorem for misère play",
    source="C. L. Bouton, Annals of Mathematics 3 (1901), 35-39; Winning Ways ch. 13",
    reach=lambda *heaps: misere_wins(heaps),
)
def bouton_misere(*heaps: int) -> bool:
    """If no heap is above 1, the mover loses when the number of ones is odd; else when the xor is 0."""
    return reduce(xor, heaps, 0) == (1 if max(heaps, default=0) <= 1 else 0)


def misere_wins(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    total = reduce(xor, heaps, 0)
    for i, heap in enumerate(heaps):
        for smaller in sorted({heap ^ total, 0, 1}):
            after = (*heaps[:i], smaller, *heaps[i + 1 :])
            if smaller < heap and bouton_misere(*after):
                yield after


@nim.explanation
def why(solution: Solution) -> Iterator[str]:
    from grundy.rules.explanations import heap_rows, with_xor  # only an explanation needs them

    heaps = solution.position.state
    total = reduce(xor, heaps, 0)
    yield from with_xor(heap_rows(heaps))
    if solution.play.misere:
        yield _("Misère play goes as normal play does until only heaps of one counter are left;")
        yield _("then an odd number of them is to be left to the other player.")
    elif total:
        yield _("The xor is not 0, so the player to move wins: make it 0. Change a heap that has a one in the")
        yield _("leftmost column where the xor has one, to its xor with the total.")
    else:
        yield _("The xor is 0, so the player to move loses: every move changes one heap, and with it the xor.")
    if solution.best_move is not None and solution.outcome.name == "N":
        yield _("Move: {best_move}.").format(best_move=solution.best_move)


@nim.judge("nim")
def judge(read: Reader) -> Iterator[str]:
    """A count, then the heaps: Yes if the first player wins, else No."""
    heaps = read.counted(what="a heap")
    yield "Yes" if reduce(xor, heaps, 0) else "No"


@nim.judge("misere-nim")
def judge_misere(read: Reader) -> Iterator[str]:
    """A count, then the heaps, and who takes the last counter loses: Yes if the first player wins, else No."""
    heaps = read.counted(what="a heap")
    yield "Yes" if nim(*heaps).outcome("misere").name == "N" else "No"


@nim.judge("john")
@each_test
def judge_john(read: Reader) -> Iterator[str]:
    """POJ 3480: tests, each a count and its heaps; whoever takes the last counter loses: John wins, or Brother."""
    yield "Brother" if bouton_misere(*read.counted(what="a heap")) else "John"


nim.called(
    "Nim; bouton",
    "Take any number of counters from one heap. Whoever takes the last one wins.",
    misere="misere-nim; anti-nim; Anti-SG",
)
nim.starts(
    "3 4 5",
    sizes="1 2 3; 3 4 5; 1 3 5 7; 7 9 11 13",
    variants={"Marienbad": "1 3 5 7", "Two Heaps": "5 8", "Fan-Tan": "4 6 7 9 10"},
)
