"""Large games solved tier by tier: forward for the positions, backward for their results, on all cores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy import limits
from grundy.solvers.tier_checkpoints import Checkpoints
from grundy.solvers.tier_exploring import Exploring, Tier
from grundy.solvers.tier_room import Room
from grundy.solvers.tier_solving import Solved, Solving
from grundy.solvers.tier_team import Team

if TYPE_CHECKING:
    from grundy.solvers.keyed import Keyed
    from grundy.store.writing import Writer

DIRECT = 1 << 27
"""Keys up to which positions are found by a place for each key, and not in a hashed table: 3 to 9 bytes a key."""


def solve_tiers(
    keyed: Keyed,
    start: tuple[int, int],
    *,
    misere: bool = False,
    grundy: bool = False,
    threads: int | None = None,
    writer: Writer | None = None,
) -> Iterator[Solved]:
    """Iterate over the solved tiers of all that can be reached from a start (its tier and key), from the last tier on.

    Where a ``writer`` is given, what was explored is kept in its folder every ten seconds, and where the memory allowed is
    short; tiers that its parts hold already are left out. RulesError where a move leads to an earlier tier; Loopy where
    Grundy values are wanted of play that need not end; TooLarge past the memory.
    """
    room = Room(writer)
    desk = None if writer is None else Checkpoints(writer, room)
    with Team(2 + keyed.scoring, threads) as team:
        direct = keyed.box <= min(DIRECT, limits.memory() // 64)
        exploring = Exploring(keyed, team, start, room, direct=direct)
        if desk is not None:
            desk.take_up(exploring)
        while exploring.waiting:
            exploring.close()
            limits.check(exploring.positions)
            if desk is not None and desk.is_due:
                desk.keep(exploring)
        direct = direct and not any(tier.inner for tier in exploring.closed)
        del exploring.met
        solving = Solving(keyed, team, misere=misere, grundy=grundy, direct=direct)
        yield from _backward(exploring.closed, solving, desk)


def _backward(tiers: list[Tier], solving: Solving, desk: Checkpoints | None) -> Iterator[Solved]:
    """Solve tiers from the last on; those of finished parts are read again where they are asked for."""
    earliest = _earliest(tiers)
    finished: set[int] = set() if desk is None else desk.solved()
    later: list[Solved] = []
    while tiers:
        tier = tiers.pop()
        later = [each for each in later if earliest[each.number] <= tier.number]
        if tier.number in finished:
            if any(
                earliest.get(tier.number, tier.number) <= each.number for each in tiers if each.number not in finished
            ):
                assert desk is not None
                solved = desk.reread(tier.number)
                solving.remember(solved, later, earliest)
                later.append(solved)
            continue
        solved = solving.solve(tier, later, earliest)
        if tier.number in earliest:
            later.append(solved)
        yield solved


def _earliest(tiers: list[Tier]) -> dict[int, int]:
    """Return of each tier that others lead to the earliest that does."""
    found: dict[int, int] = {}
    for tier in reversed(tiers):
        for number in tier.reaches:
            found[number] = tier.number
    return found
