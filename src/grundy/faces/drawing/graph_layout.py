"""Where the vertices of a graph stand: by stress, so that distances on paper are those in the graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import cos, hypot, pi, sin

Place = tuple[float, float]
ROUNDS = 60
"""Sweeps over all vertices; more change nothing that is seen."""


def spread(
    vertices: Sequence[Hashable], edges: Iterable[tuple[Hashable, Hashable]], ground: frozenset[Hashable] = frozenset()
) -> dict[Hashable, Place]:
    """Return places of the vertices, the least coordinates 0, neighbours about 1 apart; those on the ground stay in a line.

    Stress majorization (E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, 2004), one vertex at a time
    from places on a circle: O(vertices^2) a round, and the same picture every time.

    >>> {v: (round(x, 1), round(y, 1)) for v, (x, y) in spread("ab", ["ab"]).items()}
    {'a': (1.0, 0.0), 'b': (0.0, 0.0)}
    """
    if not vertices:
        return {}
    far = _distances(vertices, list(edges))
    count = len(vertices)
    places = [(cos(2 * pi * i / count) * count / 6, sin(2 * pi * i / count) * count / 6) for i in range(count)]
    fixed = {i: j * 1.5 for j, i in enumerate(i for i, v in enumerate(vertices) if v in ground)}
    for i, x in fixed.items():
        places[i] = (x, 0.0)
    if fixed:  # what stands on the ground begins, and stays, above it
        depth = [min(far[i][g] for g in fixed) for i in range(count)]
        places = [p if i in fixed else (p[0], -depth[i]) for i, p in enumerate(places)]
    for _ in range(ROUNDS):
        for i in range(count):
            if i not in fixed:
                x, y = _drawn(i, places, far[i])
                places[i] = (x, min(y, -0.5) if fixed else y)
    return _moved(vertices, _upright(places, bool(fixed)))


def _distances(vertices: Sequence[Hashable], edges: list[tuple[Hashable, Hashable]]) -> list[list[float]]:
    """Return the lengths of the shortest ways; what is not joined is as far apart as the graph is wide."""
    index = {v: i for i, v in enumerate(vertices)}
    near: list[set[int]] = [set() for _ in vertices]
    for tail, head in edges:
        if tail in index and head in index and tail != head:
            near[index[tail]].add(index[head])
            near[index[head]].add(index[tail])
    ways: list[dict[int, float]] = []
    for i in range(len(vertices)):
        found, line = {i: 0.0}, [i]
        for j in line:
            for k in sorted(near[j]):
                if k not in found:
                    found[k] = found[j] + 1
                    line.append(k)
        ways.append(found)
    apart = 1.0 + max(max(found.values()) for found in ways) / 2
    return [[found.get(j, apart) for j in range(len(vertices))] for found in ways]


def _drawn(i: int, places: list[Place], far: list[float]) -> Place:
    """Return where the others draw a vertex: the mean of where each would have it, near ones counting more."""
    x = y = total = 0.0
    for j, (u, v) in enumerate(places):
        if j != i:
            away = hypot(places[i][0] - u, places[i][1] - v) or 1e-9
            weight = 1 / far[j] ** 2
            x += weight * (u + far[j] * (places[i][0] - u) / away)
            y += weight * (v + far[j] * (places[i][1] - v) / away)
            total += weight
    return (x / total, y / total) if total else places[i]


def _upright(places: list[Place], grounded: bool) -> list[Place]:
    """Return the places turned by a quarter, if they would be higher than wide and may be turned."""
    wide = max(x for x, _ in places) - min(x for x, _ in places)
    high = max(y for _, y in places) - min(y for _, y in places)
    return [(y, x) for x, y in places] if high > wide and not grounded and len(places) > 2 else places


def _moved(vertices: Sequence[Hashable], places: list[Place]) -> dict[Hashable, Place]:
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return {v: (x - left, y - top) for v, (x, y) in zip(vertices, places, strict=True)}
