"""Choose Nim: the first move chooses one of the heaps, then Nim is played on that heap alone.

The value of a choice is by definition the mex (the least non-negative integer that is not among them) of the heaps.
(One of the texts that this catalogue follows calls mex the least *positive* one.)
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.scenes import Heaps
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader
from grundy.values.nimber import mex

CHOOSE, PLAY = 0, 1


def reach(*state: int, target: int) -> Iterator[tuple[int, ...]]:
    if state[0] == CHOOSE:
        if target in state[1:]:
            yield PLAY, target
    elif target < state[1]:
        yield PLAY, target


@game(least=0)
def choose_nim(*state: int):
    """Choose one of the heaps (the first number is 0); then take any number of counters from it (1)."""
    if state[0] == 0:
        for i in range(1, len(state)):
            yield 1, state[i]
    else:
        for k in range(state[1]):
            yield 1, k


@choose_nim.setup
def setup(*heaps: int, chosen: int = 0) -> tuple[int, ...]:
    if chosen and len(heaps) != 1:
        raise PositionError("choose-nim: after the choice there is one heap, not {count}", count=len(heaps))
    return (PLAY if chosen else CHOOSE, *heaps)


@choose_nim.shown
def shown(*state: int) -> str:
    return ", ".join(map(str, state[1:])) + ", chosen=1" * (state[0] == PLAY)


@choose_nim.picture
def drawn(*state: int) -> Heaps:
    return Heaps(state[1:], note=_("choose a heap") if state[0] == CHOOSE else _("take from the heap"))


@choose_nim.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    return _("choose {after}").format(after=after[1]) if before[0] == CHOOSE else f"{before[1]} → {after[1]}"


@choose_nim.theorem(name="the definition of mex", source="Winning Ways ch. 4", reach=reach)
def chosen(*state: int) -> int:
    """The value is the mex of the heaps before the choice, and the heap after it."""
    return mex(state[1:]) if state[0] == CHOOSE else state[1]


@choose_nim.explanation
def why(solution: Solution) -> Iterator[str]:
    phase, *heaps = solution.position.state
    if phase == PLAY:
        yield _("One heap is left: ") + (
            _("take it all, {best_move}.").format(best_move=solution.best_move)
            if heaps[0]
            else _("nothing can be taken.")
        )
        return
    listed = ", ".join(map(str, sorted(set(heaps))[:12])) + ", …" * (len(set(heaps)) > 12)
    told = _("To choose a heap of n is to move to the value n, so the choice is worth mex {{{listed}}} = {value}.")
    yield told.format(listed=listed, value=solution.value)
    if solution.value:
        told = _("An empty heap can be chosen, from which the other player can take nothing: {best_move}.")
        yield told.format(best_move=solution.best_move)
    else:
        yield _("No heap is empty, so whatever is chosen, the other player takes all of it.")


@choose_nim.judge("choose-nim")
def judge(read: Reader) -> Iterator[str]:
    """A count, then the heaps, one of which is chosen first: Yes if the first player wins, else No."""
    yield "Yes" if mex(read.counted(what="a heap")) else "No"


choose_nim.called(
    "Choose Nim",
    "First choose a heap; then any number of counters is taken from it. Whoever takes the last one wins.",
)
choose_nim.starts(
    "3 4 5",
    sizes="1 2; 3 4 5; 2 3 5 7",
    small="chosen=0; 0..3; 0..3 0..3; 0..3 0..3 0..3; 0..5 chosen=1",
)
