"""Sprouts (J. Conway, M. Paterson, 1967; *Winning Ways* ch. 17): join spots by lines that cross nothing.

A line joins two spots, or a spot with itself, and gets a new spot; at most three lines end in one. Positions are strings as
in J. Lemoine, S. Viennot, *Computer analysis of Sprouts with nimbers* (2010): regions with a | behind, their boundaries
parted by a point, along each the spots that can still be used: 0 without a line, 1 with one, 2 with two, a letter for one
with two lines that is met twice. The first player wins the normal game of n spots, as far as it is solved, if n leaves 3, 4
or 5 when divided by 6, and misère play if it leaves 0, 4 or 5, but also n = 1 and not n = 4 (D. Applegate, G. Jacobson, D.
Sleator, 1991; Lemoine, Viennot).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from string import ascii_letters
from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.scenes import Network, Words

Boundary = tuple[int, ...]
Region = tuple[Boundary, ...]
Lines = dict[int, int]
"""The lines that end in each spot. Those with a letter are below 0."""
Drawn = tuple[list[Region], tuple[int, int]]
"""The regions that a line makes of one, and the spots at its ends."""
NEW = 0
USED = "·"
"""What a spot shows that is used up."""
Pair = tuple[Any, Any]


@game
def sprouts(text: str) -> Iterator[str]:
    """Draw a line in a region, from one boundary to another or between two spots of one, and put a spot on it."""
    regions, lines = parsed(text)
    found = {
        written([*regions[:place], *new, *regions[place + 1 :]], lines, ends)
        for place, region in enumerate(regions)
        for new, ends in (*across(region, lines), *within(region, lines))
    }
    yield from sorted(found, key=lambda option: (len(option), option))


def parsed(text: str) -> tuple[list[Region], Lines]:
    """Return the regions of a string, its spots as numbers, and the lines that end in each."""
    lines: Lines = {NEW: 2}
    regions: list[Region] = []
    for region in text.split("|") if text else []:
        boundaries: list[Boundary] = []
        for boundary in region.split("."):
            spots: list[int] = []
            for face in boundary:
                spots.append(len(lines) if face.isdigit() else -1 - ascii_letters.index(face))
                lines[spots[-1]] = int(face) if face.isdigit() else 2
            boundaries.append(tuple(spots))
        regions.append(tuple(boundaries))
    return regions, lines


def across(region: Region, lines: Lines, *, every: bool = False) -> Iterator[Drawn]:
    """Draw a line between two boundaries, which become one; of pairs that are alike one will do, unless it is ``every``."""
    pairs = {tuple(sorted((kind(region[i], lines), kind(region[j], lines)))): (i, j) for i, j in pairs_of(region)}
    for i, j in pairs_of(region) if every else pairs.values():
        others = tuple(boundary for k, boundary in enumerate(region) if k not in (i, j))
        for one, two in product(range(len(region[i])), range(len(region[j]))):
            first, last = region[i][one], region[j][two]
            if first != last:
                joined = (*around(region[i], one, lines), NEW, *around(region[j], two, lines), NEW)
                yield [(joined, *others)], (first, last)


def pairs_of(region: Region) -> Iterable[tuple[int, int]]:
    return combinations(range(len(region)), 2)


def kind(boundary: Boundary, lines: Lines) -> Boundary:
    """Return what boundaries have in common that differ by the names of their spots alone, or a boundary with letters."""
    return boundary if min(boundary) < 0 else tuple(lines[spot] for spot in boundary)


def around(boundary: Boundary, start: int, lines: Lines) -> Boundary:
    """Return a boundary from a spot around to it again; a spot without lines is met once."""
    return boundary[start:] + boundary[:start] + boundary[start : start + (lines[boundary[start]] > 0)]


def within(region: Region, lines: Lines, *, every: bool = False) -> Iterator[Drawn]:
    """Draw a line between two spots of a boundary, or from one to itself: the other boundaries come to either side."""
    alike = {kind(boundary, lines): i for i, boundary in enumerate(region)}
    for i in range(len(region)) if every else alike.values():
        boundary = region[i]
        for one, two in combinations_with_replacement(range(len(boundary)), 2):
            first, last = boundary[one], boundary[two]
            if first == last and (one != two or lines[first] > 1):
                continue
            inner = (*boundary[one : two + 1], NEW)
            outer = (*(boundary if lines[first] == 0 else boundary[two:] + boundary[: one + 1]), NEW)
            for inside, outside in shared((*region[:i], *region[i + 1 :]), lines):
                yield [(inner, *inside), (outer, *outside)], (first, last)


def shared(boundaries: Region, lines: Lines) -> Iterator[tuple[list[Boundary], list[Boundary]]]:
    """Share boundaries out to the two sides of a line; of those that are alike the number counts."""
    kinds: dict[Boundary, list[Boundary]] = {}
    for boundary in boundaries:
        kinds.setdefault(kind(boundary, lines), []).append(boundary)
    for counts in product(*(range(len(each) + 1) for each in kinds.values())):
        sides = list(zip(kinds.values(), counts, strict=True))
        yield [b for each, count in sides for b in each[:count]], [b for each, count in sides for b in each[count:]]


def written(regions: Iterable[Region], lines: Lines, ends: tuple[int, ...] = ()) -> str:
    """Return the string of regions after a line, without what cannot be used any more: the smallest lands first.

    Nearly always a position has one string, and where it has two both are right.
    """
    lines = dict(lines)
    for spot in ends:
        lines[spot] += 1
    alive = [useful(region, lines) for region in regions]
    alive = [region for region in alive if sum(3 - lines[s] for s in {s for b in region for s in b}) > 1]
    met = Counter(spot for region in alive for boundary in region for spot in boundary)
    faces = {spot: str(lines[spot]) if count == 1 else "?" for spot, count in met.items()}
    found, used = "", 0
    for text in sorted((land_of(land, faces) for land in lands(alive, met)), key=lambda text: (len(text), text)):
        found += "|" * bool(found) + text.translate(shift(used))
        used += len({face for face in text if face.isalpha()})
    return found


def shift(by: int) -> dict[int, int]:
    """Return the table that takes letters for those so many further on in the alphabet, or back."""
    return str.maketrans(ascii_letters[max(-by, 0) :][: 52 - abs(by)], ascii_letters[max(by, 0) :][: 52 - abs(by)])


def useful(region: Region, lines: Lines) -> Region:
    """Return a region with the spots that can still be used; one that follows itself is met once."""
    found: list[Boundary] = []
    for boundary in region:
        spots = [spot for spot in boundary if lines[spot] < 3]
        spots = [spot for i, spot in enumerate(spots) if i == 0 or spot != spots[i - 1]]
        if len(spots) > 1 and spots[0] == spots[-1]:
            spots.pop()
        if spots:
            found.append(tuple(spots))
    return tuple(found)


def lands(regions: list[Region], met: Counter[int]) -> list[list[Region]]:
    """Return the regions by the lands that they make up: they share a spot with another of it, perhaps through others."""
    found: list[tuple[set[int], list[Region]]] = []
    for region in regions:
        spots, land = {spot for boundary in region for spot in boundary if met[spot] == 2}, [region]
        for known in [known for known in found if known[0] & spots]:
            found.remove(known)
            spots, land = known[0] | spots, known[1] + land
        found.append((spots, land))
    return [land for _spots, land in found]


def land_of(regions: list[Region], faces: dict[int, str]) -> str:
    """Return the string of a land: its spots get letters in the order in which they are met."""
    text = ""
    for _turn in range(4):
        arranged_now = sorted((arranged(region, faces) for region in regions), key=lambda each: each[0])
        regions = [region for _text, region in arranged_now]
        before, text = text, "|".join(each for each, _region in arranged_now)
        twice = dict.fromkeys(
            s for region in regions for boundary in region for s in boundary if not faces[s].isdigit()
        )
        if not twice or text == before:
            break
        faces = {**faces, **dict(zip(twice, ascii_letters, strict=False))}
    return text


def arranged(region: Region, faces: dict[int, str]) -> tuple[str, Region]:
    """Return the least string of a region, and the region as it is written there."""
    text, way, begun = least(tuple(["".join([faces[spot] for spot in boundary]) for boundary in region]))
    turned = [(region[i][::way], start) for i, start in begun]
    return text, tuple([boundary[start:] + boundary[:start] for boundary, start in turned])


@lru_cache(1 << 16)
def least(boundaries: tuple[str, ...]) -> tuple[str, int, list[tuple[int, int]]]:
    """Return the least string of boundaries, each begun anywhere, all of them turned one way (1 or -1), in any order."""
    found: list[tuple[str, int, list[tuple[int, int]]]] = []
    for way in (1, -1):
        turned = [(boundary[::way], i) for i, boundary in enumerate(boundaries)]
        begun = sorted(min((text[k:] + text[:k], i, k) for k in range(len(text))) for text, i in turned)
        found.append((".".join([text for text, _i, _k in begun]), way, [(i, k) for _text, i, k in begun]))
    return min(found, key=lambda each: each[0])


@sprouts.parts
def split(text: str) -> list[str]:
    """Regions that share no spot are played in as games of their own; they stand together in the string."""
    found: list[tuple[set[str], str]] = []
    for region in text.split("|"):
        letters = set(filter(str.isalpha, region))
        for known, land in [each for each in found if each[0] & letters]:
            found.remove((known, land))
            letters, region = known | letters, f"{land}|{region}"
        found.append((letters, region))
    ordered = sorted(found, key=lambda land: len(land[1]))
    return [land.translate(shift(-min(map(ascii_letters.index, letters), default=0))) for letters, land in ordered]


@sprouts.setup
def read(spots: str | int = 2) -> str:
    """Begin with so many spots, or read a string."""
    if isinstance(spots, int):
        if not 0 <= spots <= 20:
            raise PositionError("sprouts: play begins with 0 to 20 spots, not {spots}", spots=spots)
        return ".".join("0" * spots)
    spots = spots.removesuffix("|")
    regions, lines = parsed(spots) if re.fullmatch(r"([0-2a-zA-Z]+([.|][0-2a-zA-Z]+)*)?", spots) else ([], {})
    met = Counter(letter for letter in spots if letter.isalpha())
    zeros = any("0" in boundary and boundary != "0" for boundary in re.split(r"[.|]", spots))
    if (spots and not regions) or zeros or any(count != 2 for count in met.values()):
        raise PositionError(
            "sprouts: {spots!r} is not a position: regions are separated by |, boundaries by a point; along "
            "them stand 1, 2 and letters, each letter twice, or a single 0",
            spots=spots,
        )
    return written(regions, lines)


def picture(regions: Sequence[Sequence[Sequence[int]]], lines: Mapping[int, int], note: str) -> Network:
    """Return spots with what they are called, and lines between those that follow one another along a boundary.

    Each region is a vertex of the frame that joins its spots and is not drawn: so they stay around it.

    >>> scene = picture((((1, -1, 2, -1),),), {1: 1, -1: 2, 2: 1}, "1a1a|")
    >>> sorted((tail, head) for tail, head, _ in scene.edges.values())
    [(-1, 1), (-1, 2)]
    """
    boundaries = [boundary for region in regions for boundary in region]
    spots = list(dict.fromkeys(chain(*boundaries)))
    met = Counter(tuple(sorted(pair, key=repr)) for boundary in boundaries for pair in _followed(boundary, lines))
    joined = _joined(met, lines)
    vertices: dict[Any, str] = {spot: called(spot) for spot in spots}
    vertices |= {end: USED for pair in joined for end in pair if end not in vertices}
    for spot in spots:
        missing = lines[spot] - sum(count for pair, count in joined.items() if spot in pair)
        if missing > 0:
            vertices["end", spot] = USED
            joined[spot, ("end", spot)] = missing
    frame = [(("region", i), spot) for i, region in enumerate(regions) for boundary in region for spot in boundary]
    edges = {(*pair, k): (*pair, "") for pair, count in joined.items() for k in range(count)}
    return Network(vertices, edges, (*frame, *joined), note=note)


def called(spot: int) -> str:
    """Return what a spot is called: its letter, or its number."""
    return str(spot) if spot > 0 else ascii_letters[-1 - spot]


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


@sprouts.picture
def drawn(text: str) -> Network | Words:
    return picture(*parsed(text), string_of(text)) if text else Words(string_of(text))


@sprouts.made_at
def ends_of(before: str, after: str) -> list[tuple[tuple[int], ...]]:
    """Find the spots that a line joins, of each line that leads there."""
    return [((one,), (other,)) for one, other in ends(before)[after]]


@sprouts.spelling
def spelling(before: str, after: str) -> str:
    """Name the spots that a line joins, as the picture does, and what it goes around."""
    (one, other), (around, region) = next(iter(ends(before)[after].items()))
    line = _("loop at {a}") if one == other else _("join {a} and {b}")
    line = line.format(a=called(one), b=called(other))
    line = _("{line} around {n}").format(line=line, n=around) if around else line
    return _("{line} in region {n}").format(line=line, n=region) if "|" in before else line


@lru_cache(64)
def ends(text: str) -> dict[str, dict[tuple[int, int], tuple[int, int]]]:
    """Return what lines lead to, with the spots that each joins, how many boundaries it goes around, and in which region."""
    regions, lines = parsed(text)
    found: dict[str, dict[tuple[int, int], tuple[int, int]]] = {}
    for place, region in enumerate(regions):
        for new, joined in (*across(region, lines, every=True), *within(region, lines, every=True)):
            after = written([*regions[:place], *new, *regions[place + 1 :]], lines, joined)
            where = min(map(len, new)) - 1 if new[1:] else 0, place + 1
            found.setdefault(after, {}).update({joined: where, (joined[1], joined[0]): where})
    return found


@sprouts.shown
def string_of(text: str) -> str:
    """Write the string with a | behind it, so that it is never a number."""
    return text + "|"


sprouts.called(
    "Sprouts",
    (
        "Join two spots, or a spot with itself, by a line that crosses nothing, and put a new spot on it. At "
        "most three lines end in a spot. Whoever cannot draw loses."
    ),
    misere="misere-sprouts",
)
sprouts.looks("sprouts")
sprouts.starts("4", example="3", sizes="2; 3; 4; 5; 6", small="0; 1; 2; 1a1a|; 0.ab|ab|")
