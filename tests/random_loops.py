"""Random loopy games as graphs, and who wins them by a fixpoint that asks every position until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import TypeVar

S = TypeVar("S", bound=Hashable)
Rows = list[list[int]]
WON, LOST, DRAWN = 1, -1, 0


def impartial(random: Random, most: int = 7) -> Rows:
    """Return where the arrows of each node go: few enough that values of all kinds are met."""
    size = random.randint(1, most)
    return [[random.randrange(size) for _ in range(random.choice((0, 1, 1, 2, 2, 3)))] for _ in range(size)]


def results(
    starts: Iterable[S], options: Callable[[S], Iterable[S]], stuck: Callable[[S], int] = lambda _state: LOST
) -> dict[S, int]:
    """Return who wins each position that can be reached: the player to move (1), the other (-1), nobody (0).

    ``stuck``: what becomes of who cannot move.
    """
    rows: dict[S, list[S]] = {}
    waiting = [*starts]
    while waiting:
        here = waiting.pop()
        if here not in rows:
            rows[here] = [*options(here)]
            waiting += rows[here]
    found = {here: DRAWN if row else stuck(here) for here, row in rows.items()}
    changed = True
    while changed:
        changed = False
        for here, row in rows.items():
            if row and found[here] == DRAWN:
                told = {found[option] for option in row}
                found[here] = WON if LOST in told else LOST if told <= {WON} else DRAWN
                changed |= found[here] != DRAWN
    return found


def partizan(random: Random, most: int = 5) -> tuple[Rows, Rows]:
    """Return where Left's arrows of each node go, and Right's."""
    size = random.randint(2, most)
    left, right = (
        [[random.randrange(size) for _ in range(random.choice((0, 1, 1, 2)))] for _ in range(size)] for _side in (0, 1)
    )
    return left, right


def outcome(*games: tuple[Rows, Rows]) -> tuple[int, int]:
    """Return what Left gets of the sum of the first nodes as Left begins, and as Right does: 1, 0, -1."""

    def options(state: tuple[int, ...]) -> list[tuple[int, ...]]:
        turn, *nodes = state
        moves = [(i, to) for i, node in enumerate(nodes) for to in games[i][turn][node]]
        return [(1 - turn, *nodes[:i], to, *nodes[i + 1 :]) for i, to in moves]

    starts = [(turn, *(0 for _game in games)) for turn in (0, 1)]
    found = results(starts, options)
    return found[starts[0]], -found[starts[1]]
