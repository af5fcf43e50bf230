"""Boards as bitboards: reading, printing, neighbours, symmetry, and the connected parts that make a board a sum.

A state of a grid game is ``rows, columns`` and one integer for each face but the first: bit ``row * columns + column`` is
set where the cell shows that face. A cell without a bit shows the first face.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property, reduce
from itertools import product
from operator import index, or_
from typing import Any

from grundy.common.errors import N_, PositionError, RulesError
from grundy.common.limits import kinds
from grundy.rules.edge_sets import Adjacency, bits, pieces

# ---- boards written as text: rows of one-letter cells with ``/`` or ``|`` between them


def read_board(name: str, text: str, faces: str, *, width: int = 0, height: int = 0) -> list[str]:
    """Return the rows of a board; PositionError names the cell that is wrong.

    ``faces`` are the letters that a cell can be; ``width`` and ``height`` are those wanted, if not 0.

    >>> read_board("tic-tac-toe", "X../.O./...", ".XO", width=3, height=3)
    ['X..', '.O.', '...']
    """
    rows = re.split(r"[/|]", str(text).strip().upper())  # what is typed may look like a number
    if height and len(rows) != height:
        raise PositionError(
            "{name}: {text!r} is {count} high, but must be {height}, with / between the rows",
            name=name,
            text=text,
            count=len(rows),
            height=height,
        )
    for number, row in enumerate(rows, 1):
        if len(row) != (width or len(rows[0])) or not row:
            if not row:
                raise PositionError("{name}: row {number} of {text!r} is empty", name=name, number=number, text=text)
            raise PositionError(
                "{name}: row {number} of {text!r} is {count} wide, but must be {wanted}",
                name=name,
                number=number,
                text=text,
                count=len(row),
                wanted=width or len(rows[0]),
            )
        for place, face in enumerate(row, 1):
            if face not in faces:
                known = ", ".join(faces[:-1]) + " or " + faces[-1]
                raise PositionError(
                    "{name}: row {number}, cell {place} of {text!r} is {face!r}, but a cell is {known}",
                    name=name,
                    number=number,
                    place=place,
                    text=text,
                    face=face,
                    known=known,
                )
    return rows


def board_of(rows: int, columns: int, face: Callable[[tuple[int, int]], str]) -> str:
    """Return the text of a board of which each cell, a row and a column from 0, shows its face.

    >>> board_of(2, 3, lambda cell: "XO"[sum(cell) % 2])
    'XOX|OXO'
    """
    return "|".join("".join(face((row, column)) for column in range(columns)) for row in range(rows))


def line_count(rows: int, columns: int) -> int:
    """Return how many lines there are at the sides of so many rows and columns of cells.

    >>> line_count(1, 2)
    7
    """
    return rows * (2 * columns + 1) + columns


def line_rows(lines: int, rows: int, columns: int) -> list[str]:
    """Return for each row of lines, in turn across and down, which are drawn.

    >>> line_rows(0b1000001, 1, 2)
    ['X.', '...', '.X']
    """
    found: list[str] = []
    for row in range(2 * rows + 1):
        across = columns + row % 2
        found.append("".join(".X"[lines >> i & 1] for i in range(across)))
        lines >>= across
    return found


def read_lines(name: str, text: str) -> list[str]:
    """Return the rows of lines in a text; PositionError names the first that is none.

    >>> read_lines("dots", "X./.../..")
    ['X.', '...', '..']
    """
    found = re.split(r"[/|]", str(text).strip().upper())
    for number, row in enumerate(found):
        fits = len(row) == len(found[0]) + number % 2 and not set(row) - set(".X")
        if len(found) < 3 or len(found) % 2 == 0 or not fits:
            raise PositionError(
                "{name}: row {number} of {text!r} is {row!r}; a row of horizontal lines has one . or X per "
                "box, a row of vertical lines between them one more",
                name=name,
                number=number + 1,
                text=text,
                row=row,
            )
    return found


def facing(rows: int, columns: int, each: int) -> str | None:
    """Return rows with so many X on the left, so many O on the right, and a gap; None where there is no room for it.

    >>> facing(1, 8, 3)
    'XXX..OOO'
    """
    if each < 1 or 2 * each >= columns:
        return None
    return "|".join(["X" * each + "." * (columns - 2 * each) + "O" * each] * rows)


State = tuple[int, ...]


# ---- boards as bitboards

MOVES = ("mirror", "flip", "turn", "swap")
"""Symmetries: left for right, top for bottom, rows for columns, X for O; images are numbered by the sum of 1, 2, 4, 8."""
SHAPES = ("square", "hexagons", "triangles", "torus", "graph")
"""What lies beside a cell: four neighbours, six, three, four on a board without edges, or what is said."""
MOST, HUNG, SIZES = 1 << 16, 1 << 10, 1 << 8
"""The most cells of a board, and of one of which it is kept what hangs together; so many sizes are kept."""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""How the numbers that cells hold are written."""
_DOWN, _ACROSS = (-1, 0, 0, 1, -1, -1, 1, 1), (0, -1, 1, 0, -1, 1, -1, 1)
_MATRICES = ((1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0))


def neighbour(rows: int, columns: int, i: int, way: int) -> int:
    """Return the cell beside cell i, -1 at the edge and beside what is no cell.

    Ways 0 to 3 are up, left, right, down, ways 4 to 7 the diagonals.

    >>> [neighbour(3, 4, 5, way) for way in range(8)]
    [1, 4, 6, 9, 0, 2, 8, 10]
    >>> neighbour(3, 4, 7, 2)
    -1
    """
    if not 0 <= way < 8:
        raise IndexError(f"there is no way {way}; the ways are 0 to 7")
    column = i % columns + _ACROSS[way]
    beside = i + _ACROSS[way] + _DOWN[way] * columns
    if not (0 <= i < rows * columns and 0 <= column < columns and 0 <= beside < rows * columns):
        beside = -1
    return beside


def in_line(stones: int, width: int, height: int, count: int) -> bool:
    """Whether so many stones stand in a line, along a row, a column or a diagonal; bit width * row + column is a cell.

    >>> in_line(0b111, 3, 3, 3), in_line(0b1110, 3, 3, 3), in_line(0b1010100, 3, 3, 3)
    (True, False, True)
    """
    first = ((1 << width * height) - 1) // ((1 << width) - 1)  # the first column: no line along a row goes on in it
    for step, barred in ((1, first), (width, 0), (width + 1, first), (width - 1, first << width - 1)):
        row = stones
        for _turn in range(count - 1):
            row &= (row & ~barred) >> step
        if row:
            return True
    return False


@dataclass(frozen=True)
class Grid:
    """What the cells of a board show, how they hang together, and what turning the board does to the value.

    Attributes:
        faces: the letters of a cell, the first of an empty one: ``".XO#"``. X is Left's, O is Right's.
        live: the faces that play can still touch. Cells of other faces are like the edge of the board: live cells that hang
            together make a part, and the board is the sum of its parts, of squares, other shapes and graphs. All faces:
            the board is whole. Nothing hangs together through a wall; of lines only those beside live cells may matter.
            Of a graph parts with the same edges are one part, so that rules may not go by the numbers of cells.
        corners: whether squares that share a corner hang together.
        same: symmetries under which the value stays, of "mirror", "flip", "turn" (the diagonal) and "swap" (X for O), with
            blanks between them and ``+`` within one that is done of several.
        opposite: symmetries that make the value its negative; of a game with ``sides`` what these say is one of them.
        sides: what the second player sees, so that rules are written once for the player to move: "swap" the same board
            with the pieces of both exchanged, "swap+flip" from the other end, "swap+turn" rows for columns.
        shape: "square", "hexagons", "triangles", "torus", or "graph" with ``graph``.
        graph: the neighbours of each cell, numbered from 0, of a board that is one row. They may be joined one way: cells
            that are joined either way hang together.
        hands: how many numbers each player has beside the board; ``counters``: how many are nobody's.
        marks: how cells are named in moves, "rows" (row and column, from 1 above) or "chess" (a1 is below on the left).
        holds: the most that a cell holds, of a board without faces whose cells hold numbers: seeds in pits. They are
            written as digits, A for 10 and on to Z for 35, and kept as that many bits a cell.
        floor: the letters of what lies beneath the pieces, of which each cell has one too, the first of most cells. In text
            it stands behind the pieces and ``||``.
        walls: whether lines may be drawn at the sides of cells: nothing goes there, or boxes are closed. In text they stand
            last, a row of horizontal ones, then one of vertical ones, X for what is drawn.

    >>> board = Grid(".#", live=".", same="mirror flip", opposite="turn")
    >>> state = board.read("domineering", "..#|#..|.#.")
    >>> state, board.show(state)
    ((3, 3, 140), '..#|#..|.#.')
    >>> [board.show(part) for part in board.parts(state)]
    ['..#|#..|##.', '.']
    """

    faces: str = ""
    live: str = ""
    corners: bool = False
    same: str = ""
    opposite: str = ""
    sides: str = ""
    shape: str = "square"
    graph: tuple[tuple[int, ...], ...] = ()
    hands: int = 0
    counters: int = 0
    marks: str = "rows"
    holds: int = 0
    floor: str = ""
    walls: bool = False

    def __post_init__(self) -> None:
        for kind, what in ((str, N_("text")), (bool, N_("True or False")), (int, N_("an integer"))):
            kinds(
                kind, what, **{own.name: getattr(self, own.name) for own in fields(self) if own.type == kind.__name__}
            )
        try:
            object.__setattr__(self, "graph", tuple(tuple(map(index, row)) for row in self.graph))  # of data lists
        except TypeError:
            raise RulesError("graph= has the neighbours of each cell, as in ((1,), (0, 2), (1,))") from None
        if self.holds:
            self._require_numbers()
        few = len(self.faces) < 2 - self.walls
        if len(set(self.faces)) != len(self.faces) or few or not set(self.live) <= set(self.faces):
            raise RulesError(
                "the faces of a board are two letters or more, with {live!r} among them; not {faces!r}",
                faces=self.faces,
                live=self.live,
            )
        for face in self.faces + self.floor:
            _require_readable(face)
        if "swap" in f"{self.same} {self.opposite}" and not {"X", "O"} <= set(self.faces[1:]):
            raise RulesError(
                "swapping needs both X and O after the first face: the faces are {faces!r}", faces=self.faces
            )
        if len(set(self.floor)) != len(self.floor) or len(self.floor) == 1:
            raise RulesError("the floor of a board is two letters or more, not {floor!r}", floor=self.floor)
        if (self.floor and self.live) or (self.walls and self.shape != "square"):
            raise RulesError("a board with a floor cannot have live=…, and walls stand between squares")
        self._require_shape()

    def _require_numbers(self) -> None:
        """Let digits be the faces."""
        if not 0 < self.holds < len(DIGITS) or self.faces not in ("", DIGITS[: self.holds + 1]) or self.live:
            raise RulesError(
                "cells hold numbers up to {holds}, which must be from 1 to {most}, and have no faces besides",
                holds=self.holds,
                most=len(DIGITS) - 1,
            )
        object.__setattr__(self, "faces", DIGITS[: self.holds + 1])

    def _require_shape(self) -> None:
        if self.shape not in SHAPES or (self.shape == "graph") != bool(self.graph):
            raise RulesError(
                "the shape of a board is one of {shapes}, not {shape!r}; a graph says which cells are neighbours",
                shapes=", ".join(SHAPES),
                shape=self.shape,
            )
        for i, row in enumerate(self.graph):
            if len({*row} - {i}) < len(row) or not all(0 <= j < len(self.graph) for j in row):
                raise RulesError(
                    "the neighbours of cell {i} of a graph are other cells, each once, from 0 to {last}, not {row}",
                    i=i,
                    last=len(self.graph) - 1,
                    row=", ".join(map(str, row)),
                )
        if self.sides and "swap" not in self.sides.split("+"):
            raise RulesError(
                "the sides of a board are 'swap', or 'swap+…' with what turns the board for the second "
                "player, as in 'swap+flip'"
            )
        if self.view in (5, 6):
            raise RulesError(
                "turning a board to the other side twice must give it back, but {sides!r} does not", sides=self.sides
            )

    def data(self) -> dict[str, Any]:
        """Return what a board is as JSON; what is usual is left out, as it was before there was anything else."""
        usual = {
            f.name: f.default for f in fields(self) if f.name not in ("faces", "live", "corners", "same", "opposite")
        }
        told = {name: value for name, value in asdict(self).items() if usual.get(name, self) != value}
        return {**told, "graph": [list(near) for near in self.graph]} if self.graph else told

    # ---- what the numbers of a state are

    @cached_property
    def view(self) -> int:
        """How the second player sees the board, as the sum of 1 (mirrored), 2 (upside down), 4 (rows for columns)."""
        if not self.sides:
            return 0
        matrix, _swapped = _element(self.sides)
        return next(number for number in range(8) if _image(number)[0] == matrix)

    def names(self, *, turn: bool) -> tuple[str, ...]:
        """Return what the integers of a state are called."""
        hands = (f"hand_{face}{k}" for face in self.players for k in range(self.hands))
        counters = (f"counter{k}" for k in range(self.counters))
        cells = (f"bit{k}" for k in range(self.shown)) if self.holds else self.faces[1:]
        more = (*(f"floor_{face}" for face in self.floor[1:]), *(["walls"] if self.walls else []))
        return ("rows", "columns", *cells, *more, *hands, *counters, *(["turn"] if turn else []))

    @property
    def numbers(self) -> int:
        """How many numbers stand beside the board."""
        return 2 * self.hands + self.counters

    @property
    def shown(self) -> int:
        """How many integers say what the cells show: one for each face but the first, or for each bit of the numbers."""
        return self.holds.bit_length() or len(self.faces) - 1

    @property
    def floors(self) -> int:
        """How many integers say what lies beneath."""
        return max(len(self.floor) - 1, 0)

    @property
    def layers(self) -> int:
        """How many integers have a bit for each cell."""
        return self.shown + self.floors

    @property
    def aside(self) -> int:
        """The place of the first number beside the board."""
        return 2 + self.layers + self.walls

    @property
    def has_more(self) -> bool:
        """Whether states have numbers that speak of no cells."""
        return bool(self.numbers or self.walls)

    @property
    def players(self) -> str:
        """The letters of the first and the second player."""
        return "XO" if self.holds else self.faces[1:3]

    def encoded(self, shown: Sequence[int]) -> State:
        """Return the integers of what the cells show, by the place of the face.

        >>> Grid(".XO").encoded([2, 0, 1]), Grid(holds=3).encoded([2, 0, 3])
        ((4, 1), (4, 5))
        """

        if not self.holds:
            return one_each(shown, self.shown)
        return tuple(sum((number >> k & 1) << i for i, number in enumerate(shown)) for k in range(self.shown))

    # ---- text

    def read(self, name: str, text: str, *more: Any, turn: Callable[[State], int] | None = None) -> State:
        """Return the state that rows of faces with | or / between them stand for; PositionError names the wrong cell.

        More words are the letter of who is to move, of a board that has a ``turn`` (which says it without), and the
        numbers beside the board.
        """
        state = self._read_layers(name, text)
        letter = None
        if more and turn is not None and isinstance(more[0], str):
            letter, more = more[0], more[1:]
            if letter.upper() not in self.players:
                raise PositionError(
                    "{name}: {turn!r} is to move, and the players are {one} and {other}",
                    name=name,
                    turn=letter,
                    one=self.players[0],
                    other=self.players[1],
                )
        if len(more) not in (0, self.numbers) or not all(isinstance(each, int) and each >= 0 for each in more):
            raise PositionError(
                "{name}: beside the board stand {count} numbers, not {words}",
                name=name,
                count=self.numbers,
                words=", ".join(map(str, more)),
            )
        state += tuple(more) or (0,) * self.numbers
        if turn is None:
            return self.check(name, state)
        own = turn((*state, 0)) if letter is None else self.players.index(letter.upper())
        return self.check(name, (*state, own), turn=True)

    def _read_layers(self, name: str, text: str) -> State:
        """Return what the parts of a text say: what the cells show unless it is nothing, the floor, the walls."""
        texts, faces = re.split(r"//|\|\|", str(text)), [own for own in (self.faces, self.floor) if len(own) > 1]
        if len(texts) > len(faces) + self.walls:
            raise PositionError(
                "{name}: {text!r} has more parts with || between them than the board", name=name, text=text
            )
        walls, size, found = 0, (0, 0), list[int]()
        if len(texts) > len(faces):
            lines = read_lines(name, texts.pop())
            walls, size = (
                sum(1 << i for i, line in enumerate("".join(lines)) if line == "X"),
                (len(lines) // 2, len(lines[0])),
            )
        for own, layer in zip(faces, texts, strict=False):
            rows = read_board(name, layer, own, height=size[0], width=size[1])
            size = (len(rows), len(rows[0]))
            numbers = [own.index(face) for face in "".join(rows)]
            found += self.encoded(numbers) if own is self.faces else one_each(numbers, self.floors)
        return (*size, *found, *(0,) * (self.layers - len(found)), *(walls for _ in range(self.walls)))

    def beside(self, state: State) -> tuple[int, ...]:
        """Return the numbers beside a board, none where all are 0."""
        found = state[self.aside :][: self.numbers]
        return found if any(found) else ()

    def show(self, state: State) -> str:
        """Return the board as one line of text: what the cells show, and what there is of a floor and of walls."""
        rows, columns, *_ = state
        found = [self._text(state, self.face)] if len(self.faces) > 1 else []
        walls = self.walls and (state[self.aside - 1] > 0 or not found)
        if self.floor and (walls or any(state[2 + self.shown : 2 + self.layers])):
            found.append(self._text(state, self.face_below))
        if walls:
            found.append("|".join(line_rows(state[self.aside - 1], rows, columns)))
        return "||".join(found)

    def _text(self, state: State, face: Callable[[State, int], str]) -> str:
        columns = state[1]
        return board_of(state[0], columns, lambda cell: face(state, cell[0] * columns + cell[1]))

    def face_below(self, state: State, i: int) -> str:
        """Return the face of the floor of a cell."""
        layers = state[2 + self.shown : 2 + self.layers]
        return next((own for own, layer in zip(self.floor[1:], layers, strict=True) if layer >> i & 1), self.floor[:1])

    def face(self, state: State, i: int) -> str:
        """Return the face of a cell."""
        if self.holds:
            return DIGITS[sum((state[2 + k] >> i & 1) << k for k in range(self.shown))]
        return next((own for own, layer in zip(self.faces[1:], state[2:]) if layer >> i & 1), self.faces[0])  # noqa: B905

    def shows(self, state: State) -> list[str]:
        """Return the faces of all cells."""
        cells = state[0] * state[1]
        if self.holds:
            return [self.face(state, i) for i in range(cells)]
        found = [self.faces[0]] * cells
        for own, layer in zip(self.faces[1:], state[2 : 2 + self.shown], strict=True):
            for i in range(layer.bit_length()):
                if layer >> i & 1:
                    found[i] = own
        return found

    def at(self, state: State, place: tuple[int, int], face: Callable[[State, int], str]) -> str:
        """Return the face at a row and a column from 0; with walls cells are at odd ones, and walls between them."""
        row, column = place
        if self.walls:
            if row % 2 == column % 2 == 0:
                return "●"
            if not row % 2 or not column % 2:
                return " ─"[state[self.aside - 1] >> (row * (2 * state[1] + 1) + column) // 2 & 1]
            row, column = row // 2, column // 2
        return face(state, row * state[1] + column)

    def changed(self, before: State, after: State) -> tuple[tuple[int, int], ...]:
        """Return the places, by row and column from 0, at which two boards of a size differ."""
        if not self.walls:
            wide, marks = before[1], 0
            for old, new in zip(before[2 : 2 + self.layers], after[2 : 2 + self.layers], strict=True):
                marks |= old ^ new
            return tuple(divmod(i, wide) for i in range(marks.bit_length()) if marks >> i & 1)
        rows, columns = (range(2 * size + 1) for size in before[:2])
        faces = (self.face, self.face_below) if self.floor else (self.face,)
        places = product(rows, columns)
        return tuple(p for p in places if any(self.at(before, p, face) != self.at(after, p, face) for face in faces))

    def words(self, before: State, after: State, cells: Sequence[tuple[int, int]]) -> str:
        """Return the words of a move that changes cells: from where a piece goes and where to, then what else changes.

        Of numbers these are the cells that lose some.

        >>> Grid(".XO").words((1, 3, 0b001, 0b100), (1, 3, 0b100, 0), [(0, 0), (0, 2)])
        '(1,1)-(1,3)'
        >>> Grid(".X#").words((1, 3, 0b010, 0), (1, 3, 0b100, 0b001), [(0, 0), (0, 1), (0, 2)])
        '(1,2)-(1,3)-(1,1)'
        """
        rows = before[0]

        def called(cell: tuple[int, int]) -> str:
            row, column = cell
            return f"({row + 1},{column + 1})" if self.marks == "rows" else f"{_letters(column)}{rows - row}"

        def rank(cell: tuple[int, int]) -> int:
            old, new = self.at(before, cell, self.face), self.at(after, cell, self.face)
            if new != self.faces[0] and new in left:
                return 1
            return 0 if old != self.faces[0] and old in come else 2

        if self.holds:  # what a pit is given it is not named by
            less = [cell for cell in cells if self.at(before, cell, self.face) > self.at(after, cell, self.face)]
            return "-".join(map(called, less or cells))
        pairs = [(self.at(before, cell, self.face), self.at(after, cell, self.face)) for cell in cells]
        left, come = {old for old, _new in pairs}, {new for _old, new in pairs}
        return "-".join(map(called, sorted(cells, key=rank)))

    def check(self, name: str, state: State, *, turn: bool = False) -> State:
        """Return a state, with a ``turn`` or without; PositionError where its numbers are no board."""
        wanted = self.aside + self.numbers + turn
        if len(state) == 2:
            state = (*state, *(0,) * (wanted - 2))
        if len(state) != wanted or min(state[:2]) < 1 or min(state) < 0:
            raise PositionError(
                "{name}: a board is a text such as '..|..', or rows and columns, not {state!r}", name=name, state=state
            )
        if turn and state[-1] > 1:
            raise PositionError("{name}: {turn} is to move, and the players are 0 and 1", name=name, turn=state[-1])
        if self.graph and state[:2] != (1, len(self.graph)):
            raise PositionError("{name}: the board is a row of {cells} cells", name=name, cells=len(self.graph))
        if state[0] * state[1] > MOST:
            raise PositionError(
                "{name}: a board has at most {most:,} cells, not {rows:,} by {columns:,}",
                name=name,
                most=MOST,
                rows=state[0],
                columns=state[1],
            )
        shown, below = state[2 : 2 + self.shown], state[2 + self.shown : 2 + self.layers]
        every, lines = (1 << count for count in (state[0] * state[1], line_count(*state[:2])))
        twice = (sum(layers) != reduce(or_, layers, 0) for layers in ((() if self.holds else shown), below))
        if any(twice) or max((*shown, *below), default=0) >= every or (self.walls and state[self.aside - 1] >= lines):
            raise PositionError(
                "{name}: {state!r} sets a cell twice, or one that is not on the board", name=name, state=state
            )
        for i in range(state[0] * state[1]) if self.holds else ():
            number = sum((state[2 + k] >> i & 1) << k for k in range(self.layers))
            if number > self.holds:
                raise PositionError(
                    "{name}: a cell holds from 0 to {most}, not {number}", name=name, most=self.holds, number=number
                )
        return state

    # ---- parts

    @cached_property
    def hanging(self) -> dict[tuple[int, int], list[int]]:
        """The cells that hang together with each of a small board without walls, by its size, as far as it was asked."""
        return {}

    @cached_property
    def splits(self) -> bool:
        """Whether a board may come apart: cells hang together with those beside them, squares perhaps by their corners."""
        return bool(self.live) and set(self.live) != set(self.faces) and not self.numbers

    @property
    def is_cut_by_kernels(self) -> bool:
        """Whether the compiled search takes boards apart: those of squares without walls; else `parts` does."""
        return self.splits and self.shape == "square" and not self.walls

    def parts(self, state: State) -> list[State]:
        """Return the connected parts of a board, each cut out of it; O(cells)."""
        if not self.splits:
            return [state]
        rows, columns, *layers = state
        every, alive = (1 << rows * columns) - 1, 0
        for k in self._unlike_first:
            alive |= layers[k]
        if self.faces[0] in self.live:
            alive = every & ~alive
        if self.graph:
            apart = self.joined.parts(alive, layers[: self.shown])
            return [(1, len(self.graph), *self._all_else_dead(own, every & ~part)) for part, *own in apart]
        near = self._near(state)
        return [self._cut(state, part) for part in pieces(alive, {i: near(i) for i in bits(alive)})]

    @cached_property
    def joined(self) -> Adjacency:
        """What is beside the cells of a graph."""
        return Adjacency(self.graph)

    def _all_else_dead(self, layers: list[int], rest: int) -> list[int]:
        """Return the layers of a part on a board where all the rest is dead."""
        if self._dead:
            layers[self._dead - 1] |= rest
        return layers

    @cached_property
    def _unlike_first(self) -> tuple[int, ...]:
        """The layers whose faces are alive where the first face is dead, or the other way round."""
        return tuple(k for k, face in enumerate(self.faces[1:]) if (face in self.live) != (self.faces[0] in self.live))

    @cached_property
    def _dead(self) -> int:
        """The place of the first face that is dead."""
        return next(k for k, face in enumerate(self.faces) if face not in self.live)

    def _near(self, state: State) -> Callable[[int], int]:
        """Return what says which cells hang together with one, as bits; the diagonals go past walls."""
        rows, columns = state[:2]
        if (rows, columns) in self.hanging:
            return self.hanging[rows, columns].__getitem__
        ways, board = range(4 * self.walls, 8 if self.corners else 4) if self.shape == "square" else (), None
        if self.shape != "square" or self.walls:
            from grundy.rules.board_kinds import kind_of  # which know shapes, graphs and walls

            board = kind_of(self)(state)

        def near(i: int) -> int:
            found = {neighbour(rows, columns, i, way) for way in ways} - {-1}
            return sum(1 << j for j in (found if board is None else {*found, *board.beside(i)}))

        if self.walls or rows * columns > HUNG:
            return near
        if len(self.hanging) == SIZES:
            self.hanging.clear()
        return self.hanging.setdefault((rows, columns), [near(i) for i in range(rows * columns)]).__getitem__

    def _cut(self, state: State, part: int) -> State:
        """Return a part as a board of its own; with walls all lines are drawn that are beside none of its cells.

        On a torus it stays where it is, and all else is dead; a triangle keeps which way it points.
        """
        rows, columns, *layers = state
        cells = [i for i in range(part.bit_length()) if part >> i & 1]
        left, right = min(i % columns for i in cells), max(i % columns for i in cells)
        top, bottom = cells[0] // columns, cells[-1] // columns
        if self.shape == "torus":
            top, left, bottom, right = 0, 0, rows - 1, columns - 1
        elif self.shape == "triangles" and (top + left) % 2:
            top, left = (top, left - 1) if left else (top - 1, left)
        rows, width = bottom - top + 1, right - left + 1

        def cut(layer: int) -> int:
            row = (1 << width) - 1
            return sum((layer >> r * columns + left & row) << (r - top) * width for r in range(top, bottom + 1))

        found = [cut(layer & part) for layer in layers[: self.shown]]
        found = self._all_else_dead(found, (1 << rows * width) - 1 & ~cut(part))
        if self.walls:
            lines = (1 << line_count(rows, width)) - 1
            for i in cells:
                near = _sides(columns, i), _sides(width, (i // columns - top) * width + i % columns - left)
                for old, new in zip(*near, strict=True):
                    lines = lines & ~(1 << new) | (state[self.aside - 1] >> old & 1) << new
            found.append(lines)
        return (rows, width, *found)

    # ---- symmetry

    @cached_property
    def signs(self) -> tuple[int, ...]:
        """For each of 16 images: 1 if the value stays, -1 if it becomes its negative, 0 if the image is another game."""
        known: dict[tuple[tuple[int, ...], int], int] = {((1, 0, 0, 1), 0): 1}
        opposite = f"{self.opposite} {self.sides}"
        steps = [(*_element(word), sign) for sign, words in ((1, self.same), (-1, opposite)) for word in words.split()]
        line = list(known)
        for matrix, swapped in line:
            for step, swap, sign in steps:
                image = (_product(matrix, step), swapped ^ swap)
                if image not in known:
                    known[image] = known[matrix, swapped] * sign
                    line.append(image)
                elif known[image] != known[matrix, swapped] * sign:
                    raise RulesError("with these symmetries every value would be its own negative")
        return tuple(known.get(_image(number), 0) for number in range(16))

    @cached_property
    def ways(self) -> dict[tuple[int, int, bool], list[Any]]:
        """Where the cells of boards lie on their images, by their size, as far as it was asked (`grundy.rules.folding`)."""
        return {}

    @cached_property
    def is_its_only_image(self) -> bool:
        """Whether no board stands for another one."""
        return bool(self.numbers) or not any(self.signs[1:])

    def images(self, state: State) -> Iterator[tuple[State, int]]:
        """Iterate over the images of a board whose value is the same (1) or the negative (-1).

        With numbers beside it a board has no image but itself.
        """
        rows, columns, *layers = state
        if self.numbers:
            yield state, 1
            return
        walls = [layers.pop()] if self.walls else []
        for number, sign in enumerate(self.signs):
            if sign:
                high, wide = (columns, rows) if number & 4 else (rows, columns)
                yield (
                    (
                        high,
                        wide,
                        *(moved(layer, rows, columns, number) for layer in self.swapped(layers, number)),
                        *(_moved_lines(lines, rows, columns, number) for lines in walls),
                    ),
                    sign,
                )

    def swapped(self, layers: Sequence[int], number: int) -> Sequence[int]:
        """Return what the cells show on an image, before they are moved: X for O where that is part of it."""
        if not number & 8 or self.holds:
            return layers
        x, o = self.faces.index("X") - 1, self.faces.index("O") - 1
        layers = list(layers)
        layers[x], layers[o] = layers[o], layers[x]
        return layers

    def least(self, state: State) -> tuple[State, int]:
        """Return the least image of a board, and whether its value is the same (1) or the negative (-1)."""
        if self.is_its_only_image:
            return state, 1
        return min(self.images(state), key=lambda image: (image[0], -image[1]))


def _require_readable(face: str) -> None:
    """Raise RulesError for a letter that the text of a board cannot show, or that is not read back from it."""
    if face.isspace() or face in "|/":
        raise RulesError("{face!r} cannot be a face: |, / and blanks separate the rows; choose another", face=face)
    if face != face.upper():
        raise RulesError(
            "{face!r} cannot be a face: boards are read as capitals; choose {mend!r}",
            face=face,
            mend=face.upper() if len(face.upper()) == 1 else "#",
        )
    if not face.isprintable():
        raise RulesError("{face!r} cannot be a face: it is invisible; choose another", face=face)


def _letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa."""
    return (_letters(column // 26 - 1) if column > 25 else "") + chr(97 + column % 26)


def _sides(columns: int, i: int) -> tuple[int, ...]:
    """Return the numbers of the lines at the sides of a cell: above, left, right, below."""
    above = i // columns * (2 * columns + 1) + i % columns
    return above, above + columns, above + columns + 1, above + 2 * columns + 1


def moved(layer: int, rows: int, columns: int, number: int) -> int:
    """Return the cells of a layer where they lie on an image, by its number."""
    found = 0
    for r, c in product(range(rows), range(columns)):
        if layer >> (r * columns + c) & 1:
            down = rows - 1 - r if number & 2 else r
            across = columns - 1 - c if number & 1 else c
            found |= 1 << (across * rows + down if number & 4 else down * columns + across)
    return found


def _moved_lines(lines: int, rows: int, columns: int, number: int) -> int:
    """Return lines where they lie on an image of their board: of cells, lines and points together they are every second."""
    count = line_count(rows, columns)
    among = sum((lines >> k & 1) << 2 * k + 1 for k in range(count))
    image = moved(among, 2 * rows + 1, 2 * columns + 1, number)
    return sum((image >> 2 * k + 1 & 1) << k for k in range(count))


def one_each(numbers: Sequence[int], layers: int) -> State:
    """Return an integer for each number but 0, with a bit for each place where it stands."""
    return tuple(sum(1 << i for i, number in enumerate(numbers) if number == k + 1) for k in range(layers))


def _element(word: str) -> tuple[tuple[int, ...], int]:
    matrix, swapped = (1, 0, 0, 1), 0
    for move in word.split("+"):
        if move not in MOVES:
            raise RulesError("a symmetry of a board is one of {moves}, not {move!r}", moves=", ".join(MOVES), move=move)
        if move == "swap":
            swapped ^= 1
        else:
            matrix = _product(_MATRICES[MOVES.index(move)], matrix)
    return matrix, swapped


def _image(number: int) -> tuple[tuple[int, ...], int]:
    matrix = (1, 0, 0, 1)
    for bit in range(3):
        if number >> bit & 1:
            matrix = _product(_MATRICES[bit], matrix)
    return matrix, number >> 3


def _product(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    a, b, c, d = one
    e, f, g, h = other
    return (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
