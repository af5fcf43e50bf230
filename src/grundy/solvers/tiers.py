"""Large games solved tier by tier: forward for the positions, backward for their results, on all cores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy import limits
from grundy.solvers.tier_exploring import Exploring, Tier
from grundy.solvers.tier_solving import Solved, Solving
from grundy.solvers.tier_team import Team

if TYPE_CHECKING:
    from grundy.solvers.keyed import Keyed

DIRECT = 1 << 27
"""Keys up to which positions are found by a place for each key, and not in a hashed table: 3 to 9 bytes a key."""


def solve_tiers(
    keyed: Keyed, start: tuple[int, int], *, misere: bool = False, grundy: bool = False, threads: int | None = None
) -> Iterator[Solved]:
    """Iterate over the solved tiers of all that can be reached from a start (its tier and key), from the last tier on."""
    with Team(2 + keyed.scoring, threads) as team:
        direct = keyed.box <= min(DIRECT, limits.memory() // 64)
        exploring = Exploring(keyed, team, start, direct=direct)
        tiers: list[Tier] = []
        for tier in exploring.tiers():
            tiers.append(tier)
            limits.check(exploring.positions)
        earliest = _earliest(tiers)
        direct = direct and not any(tier.inner for tier in tiers)
        solving = Solving(keyed, team, misere=misere, grundy=grundy, direct=direct)
        later: list[Solved] = []
        while tiers:
            tier = tiers.pop()
            later = [each for each in later if earliest[each.number] <= tier.number]
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
