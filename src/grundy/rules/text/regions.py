"""A position of Sprouts as a picture: spots with the lines between them, as far as its regions tell.

What play can no longer touch is not in a position: a line whose other end is used up leads to a small spot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_letters
from typing import Any

from grundy.rules.scenes import Network

USED = "·"
"""What a spot shows that is used up."""


def drawn(regions: Sequence[Sequence[Sequence[int]]], lines: Mapping[int, int], note: str) -> Network:
    """Return spots, those below 0 with letters, and lines between those that follow one another along a boundary.

    Each region is a vertex of the frame that joins its spots and is not drawn: so they stay around it.

    >>> scene = drawn((((1, -1, 2, -1),),), {1: 1, -1: 2, 2: 1}, "1a1a|")
    >>> [(tail, head) for tail, head, _ in scene.edges.values()]
    [(-1, 1), (-1, 2)]
    """
    met: Counter[tuple[int, int]] = Counter()
    frame: list[tuple[Any, Any]] = []
    for number, region in enumerate(regions):
        for boundary in region:
            frame += [(("region", number), spot) for spot in boundary]
            met.update(
                _between(*pair)
                for pair in zip(boundary, [*boundary[1:], boundary[0]], strict=True)
                if pair[0] != pair[1]
            )
    spots = list(dict.fromkeys(spot for region in regions for boundary in region for spot in boundary))
    joined = _joined(met, lines, spots)
    edges: dict[Any, tuple[Any, Any, str]] = {}
    for (tail, head), count in joined.items():
        edges |= {(tail, head, k): (tail, head, "") for k in range(count)}
    vertices: dict[Any, str] = {spot: ascii_letters[-1 - spot] if spot < 0 else "" for spot in spots}
    for spot in spots:
        missing = lines[spot] - sum(count * pair.count(spot) for pair, count in joined.items())
        if missing > 0:
            vertices["used", spot] = USED
            edges |= {("used", spot, k): (spot, ("used", spot), "") for k in range(missing)}
    frame += [(tail, head) for tail, head, _ in edges.values()]
    return Network(vertices, edges, tuple(frame), note=note)


def _between(one: int, other: int) -> tuple[int, int]:
    return (min(one, other), max(one, other))


def _joined(met: Counter[tuple[int, int]], lines: Mapping[int, int], spots: list[int]) -> dict[tuple[int, int], int]:
    """Return how many lines join two spots: each is met from both its sides, or from one if the other can be forgotten."""
    found = {pair: (count + 1) // 2 for pair, count in met.items()}
    ends = Counter(
        {spot: sum(found.get(_between(spot, other), 0) for other in spots if other != spot) for spot in spots}
    )
    for pair, count in met.items():
        while found[pair] < count and all(ends[spot] < lines[spot] for spot in pair):
            found[pair] += 1
            ends.update(pair)
    return found
