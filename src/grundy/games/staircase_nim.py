"""Staircase Nim: any number of stones of one stair goes to the stair below; from stair 1 they go to the ground.

Only the odd stairs count (*Winning Ways* ch. 3 has the idea of reversible moves): stones that come down to an odd
stair can be sent on at once, so the game is Nim with the stones of the odd stairs as heaps.
"""

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.rules.explanations import verdict, with_xor
from grundy.rules.functions import game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader
from grundy.values.nimber import nim_sum


def reach(*stairs: int, target: int) -> Iterator[tuple[int, ...]]:
    """Change an odd stair by what the xor lacks: by stones that leave it, or by stones that come down to it."""
    difference = nim_sum(*stairs[::2]) ^ target
    for i, stones in enumerate(stairs):
        odd = stones if i % 2 == 0 else stairs[i - 1]
        wanted = odd ^ difference
        moved = odd - wanted if i % 2 == 0 else wanted - odd
        if 0 < moved <= stones:
            down = list(stairs)
            down[i] -= moved
            if i:
                down[i - 1] += moved
            yield tuple(down)


@game(least=0)
def staircase_nim(*stairs: int):
    """Move any number of stones of a stair to the one below."""
    if len(stairs) > 0:
        for k in range(1, stairs[0] + 1):
            yield (stairs[0] - k,) + stairs[1:]
    for i in range(1, len(stairs)):
        for k in range(1, stairs[i] + 1):
            yield stairs[: i - 1] + (stairs[i - 1] + k, stairs[i] - k) + stairs[i + 1 :]


@staircase_nim.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    stair = max(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    return _("stair {stair}: {before} down").format(stair=stair + 1, before=before[stair] - after[stair])


@staircase_nim.theorem(name="the staircase theorem", source="Winning Ways ch. 3, reversible moves", reach=reach)
def odd_stairs(*stairs: int) -> int:
    """The value is the xor of the stones on the odd stairs."""
    return nim_sum(*stairs[::2])


@staircase_nim.explanation
def why(solution: Solution) -> Iterator[str]:
    stairs = solution.position.state
    yield _("When stones come down from an even stair to an odd one, the other player sends them on; so even stairs do")
    yield _("not count. Stones that leave an odd stair are out of the game: the odd stairs are the heaps of Nim.")
    yield from with_xor([(_("stair {i}:").format(i=i), stairs[i - 1]) for i in range(1, len(stairs) + 1, 2)])
    yield verdict(solution)


@staircase_nim.judge("staircase-nim")
def judge(read: Reader) -> Iterator[str]:
    """A count, then the stones of each stair from the lowest up: Yes if the first player wins, else No."""
    yield "Yes" if nim_sum(*read.counted(what="the stones of a stair")[::2]) else "No"


staircase_nim.called(
    "Staircase Nim; staircase",
    "Move any number of stones of a stair to the stair below; from the lowest they go to the ground. Whoever "
    "cannot move loses.",
)
staircase_nim.starts("2 1 3", sizes="1 2; 2 1 3; 1 2 3 4 5")
