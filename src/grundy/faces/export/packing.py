"""A solved game as bytes: pictures as sets of elements, moves as kinds of change, and of each position which it has.

Most games have few kinds of moves: an element that goes, one that comes instead ("an X into the middle"). A kind is a
candidate where what it takes is there and what it brings is not; of each position one byte a candidate says whether it is
a move. Where a move leads follows from the picture. So neighbouring positions have nearly the same bytes, and deflate
leaves about one of them a position.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from grundy.common import limits, messages
from grundy.common.errors import TooLarge
from grundy.faces.drawing.move_marks import Mark, spots
from grundy.faces.drawing.shapes import Shape, sheet
from grundy.faces.drawing.svg import element, laid
from grundy.faces.export.graph import Reached
from grundy.rules.move_names import words_of
from grundy.rules.position import Position
from grundy.rules.scenes import Board, Network, Scene, Words

ELEMENTS = 0xFFFF
"""So many elements have a place: of a picture the browser makes a text of as many letters."""
OTHER = "zh"
"""The language besides English in which words are kept."""
Picture = frozenset[int]


class Kind(NamedTuple):
    """A kind of move: the elements that go and come, its words, the points that it gains, the spots that it touches."""

    gone: Picture
    come: Picture
    words: str
    gain: int = 0
    touched: frozenset[int] = frozenset()


class Packed(NamedTuple):
    """The bytes of a game, and how many positions and moves are in them."""

    data: bytes
    positions: int
    moves: int


class Packer:
    """Positions and their moves, gathered one by one; `packed` gives the bytes of all.

    >>> import grundy as gr
    >>> from grundy.faces.export.graph import reached
    >>> packer = Packer(reached(gr.nim(2)))
    >>> packer.gather()
    >>> [kind.words for kind in packer.kinds], [len(row) for row in packer.rows.values()]
    (['heap 1: 2 → 0', 'heap 1: 2 → 1', 'heap 1: 1 → 0'], [2, 0, 1])
    """

    def __init__(self, found: Reached) -> None:
        self.found = found
        self.rules = found.rules
        self.elements: dict[Any, int] = {}
        self.shapes: list[Shape | None] = []
        self.drawn: list[list[Any]] = []
        self.spots: dict[Any, int] = {}
        self.width = self.height = 0.0
        self.kinds: dict[Kind, int] = {}
        self.listed: list[list[Any]] = []
        self.rows: dict[Picture, list[int]] = {}
        self.states: dict[Picture, Any] = {}
        self._pictures: dict[Any, Picture] = {}
        self._touched: dict[Kind, frozenset[int]] = {}
        self._frames: dict[Any, tuple[dict[tuple[int, int, str], int], list[int]]] = {}
        self._marked = False

    def gather(self, states: Iterable[Any] | None = None) -> None:
        """Draw states and write down their moves: all that were reached, or some. O(moves), about 0.1 ms each."""
        all_of = self.found.places
        for count, state in enumerate(all_of if states is None else states):
            self.rows[self.picture(state)] = self._moves(state)
            if count % 64 == 0:
                limits.check(count + 1, "positions", len(all_of))

    # ---- pictures

    def picture(self, state: Any) -> Picture:
        """Return the elements of a state; those of no two states are the same, since one more tells them apart."""
        known = self._pictures.get(state)
        if known is not None:
            return known
        scene = self.rules.scene(state)
        self._marked = self._marked or (isinstance(scene, Network) and bool(scene.at))
        ids = self._board(state, scene) if isinstance(scene, Board) else self._sheet(state, scene).values()
        parity, player = self.found.parity, self.rules.mover(state)
        turn = player if player is not None else parity[self.found.places[state]] if parity else None
        if turn is not None:
            ids = {*ids, self._unseen(("turn", turn))}
        own, more = frozenset(ids), 0
        while own in self.states:
            more += 1
            own = frozenset({*ids, self._unseen(("another", more))})
        self.states[own] = state
        self._pictures[state] = own
        return own

    def _sheet(self, state: Any, scene: Scene) -> dict[Shape, int]:
        """Return the elements of a scene, which is drawn."""
        drawn = sheet(scene)
        self.width, self.height = max(self.width, drawn.width), max(self.height, drawn.height)
        return {shape: self._element(state, shape) for shape in drawn.shapes}

    def _board(self, state: Any, scene: Board) -> Iterable[int]:
        """Return the elements of a board, which is drawn where it shows what no board like it had at a cell before."""
        cells = [(r, c, face) for r, row in enumerate(scene.rows) for c, face in enumerate(row) if face]
        places = tuple([(r, c) for r, c, _face in cells])
        frame = replace(scene, rows=()), scene.theme, len(scene.rows), places
        at, others = self._frames.setdefault(frame, ({}, []))
        ids = [at.get(cell, -1) for cell in cells]
        if -1 in ids:
            found = {shape.key: number for shape, number in self._sheet(state, scene).items()}
            at.update({cell: found.pop(cell[:2]) for cell in cells if cell[:2] in found})
            others[:] = found.values()
            return [at[cell] for cell in cells if cell in at] + others
        return ids + others

    def _element(self, state: Any, shape: Shape) -> int:
        found = self.elements.get(shape)
        if found is None:
            with messages.use(OTHER):
                shapes = sheet(self.rules.scene(state)).shapes
            told = next((other.letter for other in shapes if other.key == shape.key), shape.letter)
            layer = {"cell": 0, "edge": 0, "arrow": 0}.get(shape.form, 1)
            also = element(replace(shape, letter=told)).figure if told != shape.letter else 0
            spot = self.spots.setdefault(shape.key, len(self.spots))
            found = self._new(shape, shape, [layer, spot, *element(shape), also])
        return found

    def _unseen(self, what: tuple[str, int]) -> int:
        found = self.elements.get(what)
        return self._new(what, None, [0, -1, "", "", "", 0]) if found is None else found

    def _new(self, what: Any, shape: Shape | None, drawn: list[Any]) -> int:
        if len(self.elements) == ELEMENTS:
            sentence = "the positions of {name} have more than {most:,} parts to be drawn"
            raise TooLarge(sentence, name=self.rules.name, most=ELEMENTS)
        self.shapes.append(shape)
        self.drawn.append(drawn)
        return self.elements.setdefault(what, len(self.elements))

    # ---- moves

    def _moves(self, state: Any) -> list[int]:
        """Return the kinds of the moves of a state, each once."""
        rules, before = self.rules, self.picture(state)
        if rules.ended(state) is not None:
            return []
        found: dict[Kind, Any] = {}
        for (gain, after), words in words_of(rules, state, rules.changes(state, rules.mover(state))).items():
            own = self.picture(after)
            found.setdefault(Kind(before - own, own - before, words, gain), after)
        position = Position(rules, state)
        fresh = self._marked or not self._touched.keys() >= found.keys()
        if fresh and not isinstance(rules.scene(state), Words):
            self._touch(position, found)
        return [self._kind(kind, position, after) for kind, after in found.items()]

    def _touch(self, position: Position, moves: dict[Kind, Any]) -> None:
        """Note which spots each move touches, of this position among its others."""
        touched: list[set[int]] = [set() for _move in moves]
        marks = [Mark(Position(position.ruleset, after)) for after in moves.values()]
        for key, spot in spots(position, marks).items():
            for number in spot.moves:
                touched[number].add(self.spots.setdefault(key, len(self.spots)))
        self._touched.update({kind: frozenset(keys) for kind, keys in zip(moves, touched, strict=True)})

    def _kind(self, plain: Kind, position: Position, after: Any) -> int:
        kind = plain._replace(touched=self._touched.get(plain, plain.touched))
        found = self.kinds.setdefault(kind, len(self.kinds))
        if found == len(self.listed):
            with messages.use(OTHER):
                told = position.move_to(after, kind.gain).text
            other = told if told != kind.words else 0
            ids = sorted(kind.gone), sorted(kind.come)
            self.listed.append([*ids, kind.words, other, kind.gain, sorted(kind.touched), self._tile(kind)])
        return found

    def _tile(self, kind: Kind) -> str | int:
        """Return the domino that a move lays on two cells, which no position knows; 0 where it lays none."""
        come = [shape for shape in map(self.shapes.__getitem__, kind.come) if shape and shape.theme == "dominoes"]
        covered = sorted((shape for shape in come if shape.letter == "#"), key=lambda shape: shape.key)
        return laid(*covered) if len(covered) == 2 else 0

    # ---- bytes

    def packed(self, result: Callable[[Any], int]) -> Packed:
        """Return all that was gathered as bytes: a length, JSON of elements and kinds, moves, results. O(candidates)."""
        roots = [self.picture(root.state) for root in self.found.roots]
        kinds, candidates = [*self.kinds], self._candidates()
        order, waiting, bits = dict.fromkeys(roots), [*roots], bytearray()
        for picture in waiting:  # which grows meanwhile
            own = {*self.rows[picture]}
            for number in candidates(picture):
                bits.append(number in own)
                after = picture - kinds[number].gone | kinds[number].come
                if number in own and after not in order:
                    order[after] = None
                    waiting.append(after)
        moves = sum(bits)
        head = self._head(roots, len(waiting), moves)
        results = b"".join(_number(result(self.states[picture])) for picture in waiting)
        return Packed(head + bytes(bits) + results, len(waiting), moves)

    def sample(self) -> bytes:
        """Return the bytes of what was gathered so far, which are no whole game, and without results."""
        candidates = self._candidates()
        bits = bytes(number in row for picture, row in self.rows.items() for number in candidates(picture))
        return self._head([], len(self.rows), 0) + bits

    def _head(self, roots: list[Picture], positions: int, moves: int) -> bytes:
        data = {
            "elements": self.drawn,
            "kinds": self.listed,
            "roots": [sorted(root) for root in roots],
            "positions": positions,
            "moves": moves,
        }
        head = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        return len(head).to_bytes(4, "big") + head

    def _candidates(self) -> Callable[[Picture], Iterator[int]]:
        """Return what iterates over the kinds that are possible in a picture, in the order in which a page does it."""
        by_first: dict[int, list[tuple[Picture, Picture, int]]] = {}
        for kind, number in self.kinds.items():
            by_first.setdefault(min(kind.gone, default=-1), []).append((kind.gone, kind.come, number))

        def candidates(picture: Picture) -> Iterator[int]:
            for first in (-1, *sorted(picture)):
                for gone, come, number in by_first.get(first, ()):
                    if gone <= picture and come.isdisjoint(picture):
                        yield number

        return candidates


def _number(number: int) -> bytes:
    """Return an integer in bytes of seven bits each, the lowest first; the sign is the lowest bit.

    >>> _number(3), _number(-3), _number(100)
    (b'\\x06', b'\\x05', b'\\xc8\\x01')
    """
    rest, made = (2 * number if number >= 0 else -2 * number - 1), bytearray()
    while rest > 0x7F:
        made.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*made, rest])


def deflated(data: bytes) -> bytes:
    """Return bytes as the browser's `DecompressionStream` unpacks them."""
    return zlib.compress(data, 9)
