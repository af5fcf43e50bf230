"""Sprouts (J. Conway, M. Paterson, 1967; *Winning Ways* ch. 17): join spots by lines that cross nothing.

A line joins two spots, or a spot with itself, and gets a new spot; at most three lines end in one. Positions are strings as
in J. Lemoine, S. Viennot, *Computer analysis of Sprouts with nimbers* (2010): regions with a | behind, their boundaries
parted by a point, along each the spots that can still be used: 0 without a line, 1 with one, 2 with two, a letter for one
with two lines that is met twice. The first player wins the normal game of n spots, as far as it is solved, if n leaves 3, 4
or 5 when divided by 6, and misère play if it leaves 0, 4 or 5, but also n = 1 and not n = 4 (D. Applegate, G. Jacobson, D.
Sleator, 1991; Lemoine, Viennot).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from string import ascii_letters

from grundy.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Words

Boundary = tuple[str, ...]
Region = tuple[Boundary, ...]
Faces = dict[str, str]
Drawn = tuple[list[Region], tuple[str, str]]
"""The regions that a line makes of one, and the spots at its ends."""
NEW = "new"


@game
def sprouts(text: str) -> Iterator[str]:
    """Draw a line in a region, from one boundary to another or between two spots of one, and put a spot on it."""
    regions = parsed(text)
    found = {
        written([*regions[:place], *new, *regions[place + 1 :]], ends)
        for place, region in enumerate(regions)
        for new, ends in lines_in(region)
    }
    yield from sorted(found)


def parsed(text: str) -> list[Region]:
    """Return the regions of a string; the spots that are met once get a number, so that all have names."""
    count = 0
    regions: list[Region] = []
    for region in text.split("|") if text else []:
        boundaries: list[Boundary] = []
        for boundary in region.split("."):
            count += len(boundary)
            names = (f"{spot}{count - i}" if spot.isdigit() else spot for i, spot in enumerate(boundary))
            boundaries.append(tuple(names))
        regions.append(tuple(boundaries))
    return regions


def lines_at(spot: str) -> int:
    """Return the lines that end in a spot: its digit, and two where it is a letter or new."""
    return int(spot[0]) if spot[0].isdigit() else 2


def lines_in(region: Region) -> Iterator[Drawn]:
    """Draw a line in a region."""
    yield from across(region)
    yield from within(region)


def across(region: Region) -> Iterator[Drawn]:
    """Draw a line between two boundaries, which become one."""
    for i in range(len(region)):
        for j in range(i):
            others = tuple(b for k, b in enumerate(region) if k not in (i, j))
            for one, two in product(range(len(region[i])), range(len(region[j]))):
                if region[i][one] != region[j][two]:
                    joined = (*around(region[i], one), NEW, *around(region[j], two), NEW)
                    yield [(joined, *others)], (region[i][one], region[j][two])


def around(boundary: Boundary, start: int) -> Boundary:
    """Return a boundary from a spot around to it again; a spot without lines is met once."""
    first = boundary[start]
    return (*boundary[start:], *boundary[:start], *[first] * (lines_at(first) > 0))


def within(region: Region) -> Iterator[Drawn]:
    """Draw a line between two spots of a boundary, or from one to itself: the other boundaries come to either side."""
    for i, boundary in enumerate(region):
        others = [b for k, b in enumerate(region) if k != i]
        for one, two in combinations_with_replacement(range(len(boundary)), 2):
            first, last = boundary[one], boundary[two]
            if first == last and (one != two or lines_at(first) > 1):
                continue
            inner = boundary[one : two + 1]
            outer = boundary if lines_at(first) == 0 else (*boundary[two:], *boundary[: one + 1])
            for sides in product((0, 1), repeat=len(others)):
                halves = [[b for b, side in zip(others, sides, strict=True) if side == at] for at in (0, 1)]
                yield [((*inner, NEW), *halves[0]), ((*outer, NEW), *halves[1])], (first, last)


def written(regions: list[Region], ends: tuple[str, ...] = ()) -> str:
    """Return the string of regions after a line, without what cannot be used any more.

    Spots get letters in the order in which they are met; nearly always a position has one string, and where it has two both
    are right.
    """
    lines = {spot: lines_at(spot) + ends.count(spot) for region in regions for boundary in region for spot in boundary}
    alive = [tuple(tuple(s for s in boundary if lines[s] < 3) for boundary in region) for region in regions]
    alive = [tuple(boundary for boundary in region if boundary) for region in alive]
    alive = [region for region in alive if sum(3 - lines[s] for s in {s for b in region for s in b}) > 1]
    met = Counter(spot for region in alive for boundary in region for spot in boundary)
    faces = {spot: str(lines[spot]) if met[spot] == 1 else "?" for spot in met}
    for _turn in range(3):
        alive = sorted((arranged(region, faces) for region in alive), key=lambda region: shown(region, faces))
        twice = dict.fromkeys(s for region in alive for boundary in region for s in boundary if met[s] == 2)
        if not twice:
            break
        faces |= dict(zip(twice, ascii_letters, strict=False))
    return "|".join(shown(region, faces) for region in alive)


def arranged(region: Region, faces: Faces) -> Region:
    """Return a region with each boundary begun, and all of them turned one way and ordered, so that its string is least."""
    found: list[tuple[list[str], Region]] = []
    for way in (1, -1):
        begun: list[tuple[str, Boundary]] = []
        for boundary in region:
            turned = boundary[::way]
            text = "".join([faces[spot] for spot in turned])
            least, i = min([(text[i:] + text[:i], i) for i in range(len(text))])
            begun.append((least, turned[i:] + turned[:i]))
        begun.sort()
        found.append(([text for text, _ in begun], tuple(boundary for _, boundary in begun)))
    return min(found)[1]


def shown(region: Region, faces: Faces) -> str:
    return ".".join("".join(faces[spot] for spot in boundary) for boundary in region)


@sprouts.setup
def read(spots: str | int = 2) -> str:
    """Begin with so many spots, or read a string."""
    if isinstance(spots, int):
        if not 0 <= spots <= 20:
            raise PositionError("sprouts: play begins with 0 to 20 spots, not {spots}", spots=spots)
        return ".".join("0" * spots)
    spots = spots.removesuffix("|")
    regions = parsed(spots) if re.fullmatch(r"([0-2a-zA-Z]+([.|][0-2a-zA-Z]+)*)?", spots) else []
    met = Counter(letter for letter in spots if letter.isalpha())
    zeros = any("0" in boundary and boundary != "0" for boundary in re.split(r"[.|]", spots))
    if (spots and not regions) or zeros or any(count != 2 for count in met.values()):
        raise PositionError(
            "sprouts: {spots!r} is no position: regions parted by |, boundaries by a point, along them 1, 2 and letters, "
            "each letter twice, or a 0 alone",
            spots=spots,
        )
    return written(regions)


@sprouts.picture
def drawn(text: str) -> Words:
    return Words(string_of(text))


@sprouts.shown
def string_of(text: str) -> str:
    """Write the string with a | behind it, so that it is never a number."""
    return text + "|"


@sprouts.small
def small_positions() -> Iterator[Position]:
    """Yield positions of few spots."""
    for spots in (0, 1, 2):
        yield sprouts(spots)
    yield from sprouts(2).options()


sprouts.called(
    "Sprouts",
    "Join two spots, or a spot with itself, by a line that crosses nothing, and put a new spot on it. At most three lines "
    "end in a spot. Who cannot draw loses.",
    zh=(
        "豆芽游戏",
        "用一条不与任何线相交的线连接两点，或从一点连回自身，并在线上加一个新点。每点至多连三条线。无法画线者负。",
    ),
    also=("抽芽",),
    misere=("misere-sprouts", "反常豆芽"),
)
sprouts.starts("4", sizes=("2", "3", "4", "5", "6"), example="3")
