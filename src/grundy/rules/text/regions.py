"""A position of Sprouts as a picture: spots with the lines between them, as far as its regions tell.

What play can no longer touch is not in a position: where a line must have gone on to it, a small spot is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from string import ascii_letters
from typing import Any

from grundy.rules.scenes import Network

USED = "·"
"""What a spot shows that is used up."""
Pair = tuple[Any, Any]


def drawn(regions: Sequence[Sequence[Sequence[int]]], lines: Mapping[int, int], note: str) -> Network:
    """Return spots, those below 0 with letters, and lines between those that follow one another along a boundary.

    Each region is a vertex of the frame that joins its spots and is not drawn: so they stay around it.

    >>> scene = drawn((((1, -1, 2, -1),),), {1: 1, -1: 2, 2: 1}, "1a1a|")
    >>> sorted((tail, head) for tail, head, _ in scene.edges.values())
    [(-1, 1), (-1, 2)]
    """
    boundaries = [boundary for region in regions for boundary in region]
    spots = list(dict.fromkeys(chain(*boundaries)))
    met = Counter(tuple(sorted(pair, key=repr)) for boundary in boundaries for pair in _followed(boundary, lines))
    joined = _joined(met, lines)
    vertices: dict[Any, str] = {spot: ascii_letters[-1 - spot] if spot < 0 else "" for spot in spots}
    vertices |= {end: USED for pair in joined for end in pair if end not in vertices}
    for spot in spots:
        missing = lines[spot] - sum(count for pair, count in joined.items() if spot in pair)
        if missing > 0:
            vertices["end", spot] = USED
            joined[spot, ("end", spot)] = missing
    frame = [(("region", i), spot) for i, region in enumerate(regions) for boundary in region for spot in boundary]
    edges = {(*pair, k): (*pair, "") for pair, count in joined.items() for k in range(count)}
    return Network(vertices, edges, (*frame, *joined), note=note)


def _followed(boundary: Sequence[int], lines: Mapping[int, int]) -> Iterator[Pair]:
    """Yield the pairs of spots between which a boundary leads, twice those of a line that it leads along and back.

    A spot with one line hangs on what is before it and behind it, or where these differ on a fork of the line between them.
    """
    inner = [i for i, spot in enumerate(boundary) if lines[spot] != 1]
    if not inner:
        yield from _star(boundary)
    for i, j in zip(inner, [*inner[1:], len(boundary) + inner[0]] if inner else (), strict=True):
        before, behind = boundary[i], boundary[j % len(boundary)]
        leaves = [boundary[k % len(boundary)] for k in range(i + 1, j)]
        if before == behind:
            yield from _star([before, *leaves])
            continue
        for leaf in leaves:
            yield from (((before), ("fork", leaf)), (("fork", leaf), leaf), (("fork", leaf), leaf))
            before = ("fork", leaf)
        yield before, behind


def _star(spots: Sequence[int]) -> Iterator[Pair]:
    """Yield the lines that join some spots in a tree: one between two, of more each with a fork."""
    if len(spots) == 2:
        yield from [(spots[0], spots[1])] * 2
    elif len(spots) > 2:
        yield from ((spot, ("fork", spots[0])) for spot in spots for _side in (0, 1))


def _joined(met: Counter[Pair], lines: Mapping[int, int]) -> dict[Pair, int]:
    """Return how many lines join two spots.

    Each is met from both its sides, or from one if the other can be forgotten; what would be a line too many is the other
    side of a way by other spots.
    """
    found = {pair: (count + 1) // 2 for pair, count in met.items()}
    ends = Counter[Any]()
    for pair, count in found.items():
        ends.update(dict.fromkeys(pair, count))

    def free(spot: Any) -> int:
        return lines.get(spot, 3) - ends[spot]

    for pair, count in met.items():
        while found[pair] < count and free(pair[0]) > 0 and free(pair[1]) > 0:
            found[pair] += 1
            ends.update(pair)
        if count % 2 and free(pair[0]) < 0 and free(pair[1]) < 0:
            found[pair] -= 1
            ends.subtract(pair)
    return {pair: count for pair, count in found.items() if count}
