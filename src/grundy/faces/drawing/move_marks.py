"""Moves on a picture: which shapes a move touches, and which of them are chosen, one after another, to make it.

What a move touches is found by comparing the scenes before and after it, or said by the game's file (`made_at`). Chosen are
at most three shapes: where the piece stands and where it goes, then where it shoots; the first and the last of a row that is
taken; of a bite, which takes all that lies behind it, the one where it begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from grundy.common.limits import kinds
from grundy.common.messages import N_
from grundy.faces.drawing.shapes import LARGEST_BOARD, LARGEST_HEAP, sheet
from grundy.rules.position import Position
from grundy.rules.scenes import ON, Beside, Board, Heaps, Network, Scene, Words
from grundy.rules.sums import SumRuleset

Key = tuple[Any, ...]
Keys = frozenset[Key]
Seen = dict[tuple[Any, ...], tuple[str, str, str]]
COLOURS = {"win": "#009E73", "loss": "#D55E00", "draw": "#0072B2", "tie": "#CC79A7", "": "#767676"}
"""Colours of what a move leads to, for whoever makes it: told apart by the colour-blind (M. Okabe, K. Ito, 2008)."""
SIGNS = {"win": "✓", "loss": "✗", "draw": "∞", "tie": "=", "": ""}
"""Signs that stand beside the colours."""
_RANK = ("win", "tie", "draw", "", "loss")


class Mark(NamedTuple):
    """A move that is marked: where it leads, what its player gets ("win", "loss", "draw", "tie", ""), and its words."""

    after: Position
    verdict: str = ""
    text: str = ""


class Spot(NamedTuple):
    """A shape that moves touch: their numbers among the marks, and the best verdict of them.

    ``steps`` says when the shape is chosen for each of them: "0" first, or at any time if all the others are "0"; "1" after
    these; "-" never, since others say which move is meant; "2.0" first on the third of several ways to make the move.
    """

    moves: tuple[int, ...]
    verdict: str
    steps: tuple[str, ...] = ()


class Trace(NamedTuple):
    """What a move touches, and the ways to choose it: each some shapes, in this order if they are ``ordered``."""

    touched: Keys
    ways: tuple[tuple[Key, ...], ...]
    ordered: bool = False


CHOSEN = 3
"""So many shapes are chosen to make a move."""


def spots(position: Position, marks: Sequence[Mark]) -> dict[Key, Spot]:
    """Return, for each key of a shape that a marked move touches, which moves do.

    >>> import grundy as gr
    >>> nim = gr.nim(2)
    >>> spots(nim, [Mark(gr.nim(0), "win"), Mark(gr.nim(1), "loss")])
    {(0, 0): Spot(moves=(0,), verdict='win', steps=('0',)), (0, 1): Spot(moves=(1,), verdict='loss', steps=('0',))}
    """
    met: dict[Key, list[tuple[int, str]]] = {}
    scene = position.ruleset.scene(position.state)
    for number, found in enumerate(steps(scene, [trace(position, mark.after) for mark in marks])):
        for key, step in found:
            met.setdefault(key, []).append((number, step))
    return {
        key: Spot(tuple(n), min((marks[i].verdict for i in n), key=_RANK.index), when)
        for key, found in met.items()
        for n, when in [tuple(zip(*found, strict=True))]
    }


def steps(scene: Scene, traces: Sequence[Trace]) -> list[list[tuple[Key, str]]]:
    """Return which shapes are to be chosen for each of the moves of a position, and when (see `Spot`).

    No two moves are chosen alike, but for those that touch the same: these are told apart by their words.
    """
    found = _nested(_placed(scene, traces))
    long = Counter(way if found.ordered else frozenset(way) for found in found for way in found.ways)
    told: list[list[tuple[Key, str]]] = []
    for touched, ways, ordered in found:
        own = [way[:-1] if len(way) == CHOSEN and long[way if ordered else frozenset(way)] > 1 else way for way in ways]
        chosen = [
            (key, f"{i}." * (len(own) > 1) + str(step * ordered))
            for i, way in enumerate(own)
            for step, key in enumerate(way)
        ]
        others = touched.difference(*own)
        told.append(chosen + [(key, "-") for key in sorted(others, key=repr)])
    return told


def trace(position: Position, after: Position) -> Trace:
    """Return what a move touches, and in which order that is chosen."""
    rules, same = position.ruleset, position.ruleset is after.ruleset
    if isinstance(rules, SumRuleset) and same and len(moved := rules.moved(position.state, after.state)) == 1:
        (i,) = moved
        part = rules.parts[i]
        if part.made(position.state[i], after.state[i]) is not None:
            touched, ways, ordered = trace(Position(part, position.state[i]), Position(part, after.state[i]))
            further = tuple(tuple((i, *key) for key in way) for way in ways)
            return Trace(frozenset((i, *key) for key in touched), further, ordered)
    before = rules.scene(position.state)
    made = None if isinstance(before, Words) else rules.made(position.state, after.state)
    if made is not None:
        sizes = before.sizes if isinstance(before, Heaps) else None  # of which a counter has a number
        given = made if isinstance(made, list) else [sorted(made) if isinstance(made, frozenset) else made]
        ways = tuple(tuple(_handle(k[0], sizes[k[0]], k[1]) if sizes else (*k,) for k in way) for way in given)
        return _chosen(frozenset(key for way in ways for key in way), ways, not isinstance(made, frozenset))
    then = turned_back(position, after)
    touched = _made_at(before, then)
    order = _moved(before, then, touched)
    seen = [key for key in touched if key[-1] != "note"] or touched  # words below a board say what is seen on it
    return _chosen(touched, (order or tuple(sorted(seen, key=repr)),), bool(order))


def _chosen(touched: Keys, ways: tuple[tuple[Key, ...], ...], ordered: bool) -> Trace:
    """Return a trace; of many shapes the first and the last are chosen."""
    return Trace(touched, tuple(way if len(way) <= CHOSEN else (way[0], way[-1]) for way in ways), ordered)


def _moved(before: Scene, after: Scene, keys: Keys) -> tuple[Key, ...]:
    """Return where a piece leaves, where it arrives, and what else comes: a shot. Or where pieces come, and others change.

    () where nobody can say what is first.
    """
    if isinstance(before, Beside) and isinstance(after, Beside) and len({key[0] for key in keys}) == 1:
        i = next(iter(keys))[0]
        found = _moved(before.scenes[i], after.scenes[i], frozenset(key[1:] for key in keys))
        return tuple((i, *key) for key in found)
    if not isinstance(before, Board) or not isinstance(after, Board) or len(before.rows) != len(after.rows):
        return ()
    cells = sorted(key for key in keys if len(key) == 2)
    if not all(r < len(after.rows) and c < len(after.rows[r]) for r, c in cells):
        return ()
    old, new = ({(r, c): _piece(scene.rows[r][c]) for r, c in cells} for scene in (before, after))
    come = [cell for cell in cells if new[cell] and new[cell] != old[cell]]
    arrived = [cell for cell in come if any(old[c] == new[cell] != new[c] for c in cells)]
    left = [cell for cell in cells if any(new[c] == old[cell] for c in arrived) and new[cell] != old[cell]]
    if len(left) == len(arrived) == 1 and left != arrived:
        return (
            *left,
            *arrived,
            *[cell for cell in come if cell not in arrived and (cell in left or not old[cell])][:1],
        )
    placed = [cell for cell in come if not old[cell]]
    return tuple(placed) if len(placed) == 1 < len(cells) and not left else ()


def _piece(face: str) -> str:
    """Return the piece that a cell shows, "" where there is none."""
    piece = face.partition(ON)[0] if ON in face else face
    return "" if piece in ". " else piece


def _nested(traces: Sequence[Trace]) -> list[Trace]:
    """Return the moves, each at its own shapes where what moves touch is nested: a bite begins where nothing less is bitten.

    Of a shape that several moves touch the least of them is meant, if all others touch more, and what that one touches too;
    so it is if every move has a shape of its own then. Moves that share shapes are seen together.
    """
    sets = [trace.touched for trace in traces]
    if len({*map(len, sets)}) < 2:
        return [*traces]
    met: dict[Key, list[int]] = {}
    for number, keys in enumerate(sets):
        for key in keys:
            met.setdefault(key, []).append(number)
    own: dict[int, list[Key]] = {}
    wrong = {number for number, trace in enumerate(traces) if len(trace.ways) > 1}
    for key, numbers in met.items():
        least = min(numbers, key=lambda number: len(sets[number]))
        own.setdefault(least, []).append(key)
        if not all(number == least or sets[least] < sets[number] for number in numbers):
            wrong.update(numbers)
    wrong.update(number for number in range(len(traces)) if number not in own)
    while more := {n for numbers in met.values() if not wrong.isdisjoint(numbers) for n in numbers} - wrong:
        wrong |= more
    return [
        trace if n in wrong else Trace(frozenset(own[n]), ((min(own[n], key=repr),),)) for n, trace in enumerate(traces)
    ]


def turned_back(position: Position, other: Position) -> Scene:
    """Return what another position of the same play looks like, to the player to move in the first one."""
    if position.ruleset is not other.ruleset:
        return other.ruleset.scene(other.state)
    return position.ruleset.seen(position.state, other.state)


def touched(before: Scene, after: Scene) -> Keys:
    """Return the keys of the shapes that a move touches: what it changes, and of a heap where it is taken from."""
    if isinstance(before, Heaps) and isinstance(after, Heaps):
        return _handles(before, after)
    if isinstance(before, Beside) and isinstance(after, Beside) and len(before.scenes) == len(after.scenes):
        pairs = enumerate(zip(before.scenes, after.scenes, strict=True))
        return frozenset((i, *key) for i, (a, b) in pairs if a != b for key in touched(a, b))
    return _changed(before, after)


def _at_one_place(scene: Scene, key: tuple[Any, ...]) -> bool:
    """Tell whether a key is of a graph where a move is made at one place."""
    if isinstance(scene, Beside):
        return _at_one_place(scene.scenes[key[0]], key[1:])
    return isinstance(scene, Network) and bool(scene.at)


def _placed(scene: Scene, traces: Sequence[Trace]) -> list[Trace]:
    """Return the moves of a graph where a move is made at one place and others go with it, each at its place.

    An edge that falls with others is the place of the move that takes the fewest: so each move gets, the smallest first,
    the key that the fewest moves touch of those that no move has yet.
    """
    found = [*traces]
    if not isinstance(scene, Beside | Network):
        return found
    single = [n for n, (keys, _, _) in enumerate(traces) if keys and all(_at_one_place(scene, key) for key in keys)]
    often = Counter(key for n in single for key in traces[n].touched)
    taken: dict[Key, Keys] = {}
    for n in sorted(single, key=lambda n: len(traces[n].touched)):
        own = traces[n].touched
        keys = sorted(own, key=lambda key: (often[key], repr(key)))
        place = next((key for key in keys if key not in taken or taken[key] == own), keys[0])
        taken[place] = own
        found[n] = Trace(frozenset([place]), ((place,),))
    return found


def _changed(before: Scene, after: Scene) -> Keys:
    """Return the keys of the shapes that change or vanish; if there are none, of those that come; if none do, all."""
    if isinstance(before, Board) and isinstance(after, Board) and (alike := _cells_changed(before, after)):
        return alike
    old, new = _seen(before), _seen(after)
    changed = frozenset(k for k in old if new.get(k) != old[k]) or frozenset(k for k in new if k not in old)
    return changed or frozenset(k for k in old if _piece(old[k][1])) or frozenset(old)  # a move may change nothing


def _cells_changed(before: Board, after: Board) -> Keys:
    """Return what changes on a board whose cells stay where they are; nothing where the shapes must be compared.

    A large board has hundreds of moves, and is not drawn for each of them.
    """
    shape = [len(row) for row in before.rows]
    if sum(shape) > LARGEST_BOARD or shape != [len(row) for row in after.rows] or before.tiling != after.tiling:
        return frozenset()
    changed = {
        (r, c)
        for r, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        if old != new
        for c, (face, other) in enumerate(zip(old, new, strict=True))
        if face != other and face and not (before.tiling == "lattice" and r % 2 == c % 2 == 0)
    }
    return frozenset(changed | ({("note",)} if before.note and before.note != after.note else set()))


def _made_at(before: Scene, after: Scene) -> Keys:
    """Return where a move is made, of what it touches: the lines of a lattice, not its boxes; the pit that is sown."""
    keys = touched(before, after)
    if not isinstance(before, Board) or before.tiling not in ("pits", "lattice"):
        return keys
    if before.tiling == "lattice":
        return frozenset(key for key in keys if len(key) == 2 and (key[0] + key[1]) % 2) or keys
    old, new = _seen(before), _seen(after)
    seeds = {key: int(letter) for key, (_, letter, _) in old.items() if letter.isdecimal()}
    fewer = [key for key in keys if key in seeds and seeds[key] > int(new[key][1] if key in new else 0)]
    lowest = max((key[0] for key in fewer), default=0)
    return frozenset(key for key in fewer if key[0] == lowest) or keys


def _seen(scene: Scene) -> Seen:
    at = scene.at if isinstance(scene, Network) else ""
    forms = {"edge": ("edge", "arrow"), "vertex": ("vertex",)}.get(at, ("cell", "vertex", "edge", "arrow", "label"))
    return {shape.key: (shape.form, shape.letter, shape.tint) for shape in sheet(scene).shapes if shape.form in forms}


def _handles(before: Heaps, after: Heaps) -> Keys:
    """Return where heaps are taken from.

    Of a heap that becomes smaller the first counter that goes, of one that grows its size. Where one heap becomes two, as
    in Kayles, the first and the last counter that go from between them; or, if none goes, those beside the cut.
    """
    old, new = before.sizes, after.sizes
    if not old:
        return frozenset()
    if before.note != after.note and set(new) <= set(old) and (len(new) < len(old) or new == old):
        return frozenset((old.index(size), "size") for size in new)  # heaps were chosen: they stay
    if len(old) == len(new):
        pairs = [(i, a, b) for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        named = bool(before.names) and len(pairs) > 1  # a quota beside a heap may grow while the heap is taken from
        return frozenset(_handle(i, a, min(a, b)) for i, a, b in pairs if b < a or not named)
    first = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    first = min(first, len(old) - 1)
    last = len(old) - first - 1
    while first and old[first + 1 :] != new[len(new) - last :]:
        first, last = first - 1, last + 1
    size, parts = old[first], new[first : len(new) - last]
    if len(parts) != 2 or sum(parts) > size:
        return frozenset({_handle(first, size, parts[0] if parts else 0)})
    left, right = parts[0], size - parts[1] - 1
    ends = (left - 1, left) if left > right else (left, right)
    return frozenset(_handle(first, size, end) for end in ends)


def _handle(i: int, size: int, k: int) -> tuple[Any, ...]:
    """Return the key of counter k of a heap, or of the whole heap where its counters are not drawn."""
    return (i, k) if 0 <= k < size <= LARGEST_HEAP else (i, "size")


def _keys(made: Trace) -> list[Any]:
    """Return what a move goes through, and then what it changes."""
    return [*(made.ways[0] if made.ways else ()), *sorted(made.touched, key=repr)]


def _in_one_row(before: Position, row: int) -> bool:
    """Whether all moves of a board begin in one row: then its name says nothing."""
    return all(keys and keys[0][0] == row for keys in (_keys(trace(before, after)) for after in before.options()))


def region(before: Position, after: Position) -> tuple[str, str]:
    """Return where a move is made, roughly: ("heap", its name), ("row" or "column", its name), ("part", its caption).

    ("", "") where there is no place to name. Rows and columns have the names that stand beside the board; where all moves
    are in one row, as on an empty board into which pieces fall, it is the column.

    >>> import grundy as gr
    >>> region(gr.nim(3, 5), gr.nim(3, 2)), region(gr.domineering("...|..."), gr.domineering("...|##."))
    (('heap', '2'), ('row', '2'))
    """
    kinds(Position, N_("a position"), before=before, after=after)
    scene = before.ruleset.scene(before.state)
    keys = _keys(trace(before, after))
    if not keys:
        return "", ""
    match scene:
        case Beside() if len(scene.scenes) > 1 and len({key[0] for key in keys}) == 1:
            return "part", scene.captions[keys[0][0]]
        case Heaps() if len(scene.sizes) > 1:
            return "heap", scene.names[keys[0][0]] if scene.names else str(keys[0][0] + 1)
        case Board() if len(keys[0]) == 2:
            row, column = keys[0]
            if len(scene.rows) > 1 and (len(scene.rows[0]) < 2 or not _in_one_row(before, row)):
                return "row", (scene.down[row] if row < len(scene.down) else "") or str(row + 1)
            return "column", (scene.across[column] if column < len(scene.across) else "") or str(column + 1)
        case _:
            return "", ""
