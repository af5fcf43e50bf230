"""Bash's game (C.-G. Bachet, *Problèmes plaisants et délectables*, 1612): take 1 to m counters from a heap.

The player to move loses exactly when m + 1 divides n. (One of the texts that this catalogue follows says "when n
divides m + 1", which is the wrong way round: of 10 counters with m = 4 the second player wins.)
"""

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader, each_test


def reach(n: int, *, m: int, target: int) -> Iterator[int]:
    for k in range((n - target) % (m + 1), min(m, n) + 1, m + 1):
        if k and target <= m:
            yield n - k


@game(least=0, trials=({"m": 1}, {"m": 2}, {"m": 3}, {"m": 7}))
def bash(n: int, *, m: int = 3):
    """Take 1 to m counters."""
    for k in range(1, min(m, n) + 1):
        yield n - k


@bash.theorem(
    name="Bachet's theorem",
    source="C.-G. Bachet, Problèmes plaisants et délectables (1612)",
    reach=reach,
    where=lambda n, *, m: m >= 1,
)
def bachet(n: int, *, m: int) -> int:
    """A heap of n is worth n mod (m + 1)."""
    return n % (m + 1)


@bash.explanation
def why(solution: Solution) -> Iterator[str]:
    n, together = solution.position.state, solution.position.ruleset.params["m"] + 1
    left = n % together
    told = _("Whatever number k a player takes, the other can take {together} - k: in two moves {together} can go.")
    yield told.format(together=together)
    yield f"{n} = {n // together}·{together} + {left}."
    if left:
        told = _("So the player to move wins by taking {left}, which leaves a multiple of {together}, and then")
        yield told.format(left=left, together=together)
        told = _("answers every k by {together} - k: {best_move}.")
        yield told.format(together=together, best_move=solution.best_move)
    else:
        told = _("So the player to move loses: the other answers every k by {together} - k and takes the last.")
        yield told.format(together=together)


@bash.judge("bash")
@each_test
def judge(read: Reader) -> Iterator[str]:
    """HDU 1846: a number of cases, then a heap and the most that is taken: first or second."""
    n, m = read.integer(0, what="a heap"), read.integer(1, what="the most that is taken")
    yield "first" if bachet(n, m=m) else "second"


bash.called("Bash's Game; bachet", "Take 1 to m counters from the heap. Whoever takes the last one wins.")
bash.looks("matches")
bash.starts("21", sizes="7; 10; 21; 100", variants={"Up to Four": "21 m=4", "Up to Ten": "100 m=10"})
