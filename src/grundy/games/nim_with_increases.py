"""Nim with increases, or Poker Nim (*Winning Ways* ch. 3): take counters from a heap, or add some to it.

That play ends must be told by the rules: here a position also has a number of increases that are left, for both
players together, and an increase adds 1 to ``by`` counters. Increases are reversible (the other player takes them
away again), so the value is that of Nim whatever is left of them.
"""

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.rules.explanations import heap_rows, verdict, with_xor
from grundy.rules.functions import game
from grundy.rules.scenes import Heaps
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader
from grundy.rules.text.stones import heap_change
from grundy.values.nimber import nim_sum


def reach(*state: int, target: int, by: int) -> Iterator[tuple[int, ...]]:
    left, heaps = state[0], state[1:]
    difference = nim_sum(*heaps) ^ target
    for i, heap in enumerate(heaps):
        if heap ^ difference < heap:
            yield (left, *heaps[:i], heap ^ difference, *heaps[i + 1 :])
    for i, heap in enumerate(heaps):  # an increase wins as well, but it is no step towards the end
        if left and 0 < (heap ^ difference) - heap <= by:
            yield (left - 1, *heaps[:i], heap ^ difference, *heaps[i + 1 :])


@game(least=0, trials=({"by": 1}, {"by": 3}))
def nim_with_increases(*state: int, by: int = 3):
    """Take any number of counters from a heap, or add 1 to by counters while increases are left (the first number)."""
    for i in range(1, len(state)):
        for k in range(state[i]):
            yield state[:i] + (k,) + state[i + 1 :]
        if state[0] > 0:
            for k in range(1, by + 1):
                yield (state[0] - 1,) + state[1:i] + (state[i] + k,) + state[i + 1 :]


@nim_with_increases.setup
def setup(*heaps: int, increases: int = 2) -> tuple[int, ...]:
    return (increases, *heaps)


@nim_with_increases.shown
def shown(*state: int, by: int) -> str:
    return ", ".join([*map(str, state[1:]), f"increases={state[0]}", f"by={by}"])


@nim_with_increases.picture
def drawn(*state: int) -> Heaps:
    return Heaps(state[1:], note=_("increases left: {count}").format(count=state[0]))


@nim_with_increases.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    return heap_change(before[1:], after[1:])


@nim_with_increases.theorem(name="the theorem of Poker Nim", source="Winning Ways ch. 3, reversible moves", reach=reach)
def poker(*state: int) -> int:
    """The value is the xor of the heaps, whatever increases are left."""
    return nim_sum(*state[1:])


@nim_with_increases.explanation
def why(solution: Solution) -> Iterator[str]:
    yield _("The other player can take added counters away again at once, and the increases run out. So they")
    yield _("change nothing, and the game is Nim:")
    yield from with_xor(heap_rows(solution.position.state[1:]))
    yield verdict(solution)


@nim_with_increases.judge("nim-with-increases")
def judge(read: Reader) -> Iterator[str]:
    """A count, then the heaps, to which counters may be added: Yes if the first player wins, else No."""
    yield "Yes" if nim_sum(*read.counted(what="a heap")) else "No"


nim_with_increases.called(
    "Poker Nim",
    "Take any number of counters from a heap, or add some while increases are left. Whoever takes the last one wins.",
)
nim_with_increases.starts(
    "2 3 4",
    sizes="1 2; 2 3 4; 3 5 7 increases=4",
    variants={"Many Increases": "3 4 5 increases=6"},
    small=(
        "increases=0..2 by=1; 0..3 increases=0..2 by=1; 0..2 1..3 increases=0..2 by=1; 1 1 2 increases=0..2 by=1; "
        "0..3 increases=0..2 by=3; 0..2 1..3 increases=0..2 by=3; 1 1 2 increases=0..2 by=3"
    ),
)
