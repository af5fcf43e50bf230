"""Moves on a picture: which shapes a move touches, found by comparing the scenes before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from grundy.faces.drawing.shapes import LARGEST_BOARD, LARGEST_HEAP, sheet
from grundy.rules.position import Position
from grundy.rules.scenes import Beside, Board, Heaps, Network, Scene

Keys = frozenset[tuple[Any, ...]]
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
    """A shape that moves touch: their numbers among the marks, and the best verdict of them."""

    moves: tuple[int, ...]
    verdict: str


def spots(position: Position, marks: Sequence[Mark]) -> dict[tuple[Any, ...], Spot]:
    """Return, for each key of a shape that a marked move touches, which moves do.

    >>> import grundy as gr
    >>> nim = gr.nim(2)
    >>> spots(nim, [Mark(gr.nim(0), "win"), Mark(gr.nim(1), "loss")])
    {(0, 0): Spot(moves=(0,), verdict='win'), (0, 1): Spot(moves=(1,), verdict='loss')}
    """
    before = position.ruleset.scene(position.state)
    hook = position.ruleset.hooks.get("made_at")
    if hook is None:
        found = [_made_at(before, turned_back(position, mark.after)) for mark in marks]
    else:
        found = [frozenset(map(tuple, hook(position.state, mark.after.state))) for mark in marks]
    met: dict[tuple[Any, ...], list[int]] = {}
    single = [number for number, keys in enumerate(found) if keys and all(_at_one_place(before, key) for key in keys)]
    for number, keys in zip(single, _placed([found[number] for number in single]), strict=True):
        found[number] = keys
    for number, keys in enumerate(found):
        for key in sorted(keys, key=repr):
            met.setdefault(key, []).append(number)
    return {key: Spot(tuple(n), min((marks[i].verdict for i in n), key=_RANK.index)) for key, n in met.items()}


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


def _placed(found: Sequence[Keys]) -> list[Keys]:
    """Return one key for each move, where a move is made at one place and others go with it.

    An edge that falls with others is the place of the move that takes the fewest: so each move gets, the smallest first,
    the key that the fewest moves touch of those that no move has yet.
    """
    often = Counter(key for keys in found for key in keys)
    placed: dict[int, Keys] = {}
    taken: dict[tuple[Any, ...], Keys] = {}
    for number in sorted(range(len(found)), key=lambda i: len(found[i])):
        keys = sorted(found[number], key=lambda key: (often[key], repr(key)))
        free = [key for key in keys if key not in taken or taken[key] == found[number]]
        placed[number] = frozenset((free or keys)[:1])
        taken.update((key, found[number]) for key in placed[number])
    return [placed[number] for number in range(len(found))]


def _changed(before: Scene, after: Scene) -> Keys:
    """Return the keys of the shapes that change or vanish; if there are none, of those that come; if none do, all."""
    if isinstance(before, Board) and isinstance(after, Board) and (alike := _cells_changed(before, after)):
        return alike
    old, new = _seen(before), _seen(after)
    changed = frozenset(k for k in old if new.get(k) != old[k]) or frozenset(k for k in new if k not in old)
    return changed or frozenset(old)  # a move may lead back to where it began


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


def region(before: Position, after: Position) -> tuple[str, str]:
    """Return where a move is made, roughly: ("heap", its name), ("row" or "column", its name), ("part", its caption).

    ("", "") where there is no place to name.

    >>> import grundy as gr
    >>> region(gr.nim(3, 5), gr.nim(3, 2)), region(gr.domineering("...|..."), gr.domineering("...|##."))
    (('heap', '2'), ('row', '2'))
    """
    scene = before.ruleset.scene(before.state)
    keys = sorted(touched(scene, after.ruleset.scene(after.state)), key=repr)
    if not keys:
        return "", ""
    match scene:
        case Beside() if len(scene.scenes) > 1 and len({key[0] for key in keys}) == 1:
            return "part", scene.captions[keys[0][0]]
        case Heaps() if len(scene.sizes) > 1:
            return "heap", scene.names[keys[0][0]] if scene.names else str(keys[0][0] + 1)
        case Board() if len(keys[0]) == 2:
            row, column = keys[0]
            if len(scene.rows) > 1:
                return "row", str(row + 1)
            return "column", str(column + 1)
        case _:
            return "", ""
