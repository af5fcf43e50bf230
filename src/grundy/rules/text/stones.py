"""Boards on which X and O stand: how a game of two kinds of stones is read, written and drawn, and its moves named.

A state has the cells of each kind as bits. Which bit a cell is says the layout: for each row from the top the bits of its
cells, -1 where the board has no cell, which is shown as #.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import N_, _
from grundy.rules import scenes
from grundy.rules.functions import FunctionRuleset
from grundy.rules.grids import read_board
from grundy.rules.position import Position
from grundy.rules.ruleset import accepted
from grundy.values.outcome import LOSS

Layout = Callable[..., Sequence[Sequence[int]]]
"""The bits of the cells, of the parameters that are the board's size: ``width`` and ``height``, or ``size``, or none."""
Sizes = int | Sequence[int]
"""The most cells of a board of any width and height, or the sizes that a square board has; none of a single board."""
Masks = tuple[int, int]
State = tuple[int, ...]
FROM_ONE = ("width", "height", "line")
"""Parameters that are from 1 up."""


def by_rows(*, width: int = 0, height: int = 0, size: int = 0) -> tuple[range, ...]:
    """Return the bits of a board that are counted row by row.

    >>> [list(row) for row in by_rows(width=3, height=2)]
    [[0, 1, 2], [3, 4, 5]]
    """
    columns = width or size
    return tuple(range(row * columns, (row + 1) * columns) for row in range(height or size))


class Boards:
    """The boards of a game, in text and as pictures; a subclass says what its states are."""

    def __init__(self, game: FunctionRuleset, sizes: Sizes, layout: Layout, faces: str = "XO") -> None:
        self.game, self.sizes, self.layout, self.faces = game, sizes, layout, faces
        self._laid = cache(layout)

    def stones(self, state: State) -> Masks:
        """Return the cells of X and of O."""
        raise NotImplementedError

    def moved(self, before: State, after: State) -> Masks:
        """Return the cells of the player who moves, before the move and after it."""
        raise NotImplementedError

    def read(self, *args: Any, **params: Any) -> State | Position:
        """Return the position that arguments stand for."""
        raise NotImplementedError

    def after(self, state: State) -> str:
        """Return what stands behind a board."""
        return ""

    def declare(self) -> None:
        """Declare how positions are read, shown and drawn, the words of a move, and the start of a size."""

        def shown(*state: int, width: int = 0, height: int = 0, size: int = 0) -> str:
            return self.text(state, width=width, height=height, size=size) + self.after(state)

        def drawn(*state: int, width: int = 0, height: int = 0, size: int = 0) -> scenes.Board:
            text = self.text(state, width=width, height=height, size=size)
            return scenes.board(text.translate(str.maketrans("XO", self.faces)))

        def spelling(before: State, after: State, *, width: int = 0, height: int = 0, size: int = 0) -> str:
            """Name the cells from which and to which a stone goes, or the one where it comes or leaves."""
            old, new = self.moved(before, after)
            cells = self.cells(width=width, height=height, size=size)
            where = {bit: f"({r + 1},{c + 1})" for r, row in enumerate(cells) for c, bit in enumerate(row)}
            return "-".join(where[bits.bit_length() - 1] for bits in (old & ~new, new & ~old) if bits)

        def sized(width: int, height: int, /, **params: Any) -> Position | None:
            if isinstance(self.sizes, int):
                return self.game(**{**params, "width": width, "height": height})
            return self.game(**{**params, "size": width}) if width == height and self.sizes else None

        self.game.setup(self.read)
        self.game.shown(shown)
        self.game.picture(drawn)
        self.game.spelling(spelling)
        if self.sizes:
            self.game.sized(sized)

    def cells(self, **params: Any) -> Sequence[Sequence[int]]:
        """Return the bits of the cells of a board of a size."""
        own = {name: value for name, value in params.items() if name in self.game.params}
        return self._laid(**accepted(self.layout, own))

    def text(self, state: State, **params: Any) -> str:
        """Write a board row by row."""
        crosses, rings = self.stones(state)

        def face(bit: int) -> str:
            return "#" if bit < 0 else "X" if crosses >> bit & 1 else "O" if rings >> bit & 1 else "."

        return "/".join("".join(map(face, row)) for row in self.cells(**params))

    def require_size(self, params: dict[str, Any]) -> None:
        """Raise PositionError for a size that the game has not."""
        name = self.game.name
        for each in FROM_ONE:
            if params.get(each, 1) < 1:
                raise PositionError("{name}: {parameter} is a number from 1 up", name=name, parameter=each)
        if isinstance(self.sizes, int):
            width, height = params["width"], params["height"]
            if width * height > self.sizes:
                raise PositionError(
                    "{name}: a board has 1 to {most} cells; {width} by {height} does not",
                    name=name,
                    most=self.sizes,
                    width=width,
                    height=height,
                )
            if params.get("line", 1) > self.sizes:
                sentence = N_("{name}: a line has 1 to {most} cells, not {line}")
                raise PositionError(sentence, name=name, most=self.sizes, line=params["line"])
        elif self.sizes and params["size"] not in self.sizes:
            raise self._no_size(params["size"])

    def _no_size(self, size: int) -> PositionError:
        sizes = ", ".join(map(str, self.sizes)) if not isinstance(self.sizes, int) else ""
        return self.game.no_position(
            "{name}: the board is a square of size {sizes}, not {size}", sizes=sizes, size=size
        )

    def read_cells(self, text: str, params: dict[str, Any]) -> tuple[Masks, dict[str, Any]]:
        """Return the cells of X and of O on a board in text, and the parameters with its size."""
        name, holes = self.game.name, any(bit < 0 for row in self.cells(**self.game.params) for bit in row)
        faces = ".XO#" if holes else ".XO"
        rows = read_board(name, text, faces)
        if isinstance(self.sizes, int):
            params = {**params, "width": len(rows[0]), "height": len(rows)}
        elif self.sizes:
            known = {len(self.cells(size=size)): size for size in self.sizes}
            params = {**params, "size": known.get(len(rows), len(rows))}
        self.require_size(params)
        cells = self.cells(**params)
        read_board(name, text, faces, width=len(cells[0]), height=len(cells))
        crosses = rings = 0
        for r, (row, bits) in enumerate(zip(rows, cells, strict=True)):
            for c, (face, bit) in enumerate(zip(row, bits, strict=True)):
                if (face == "#") != (bit < 0):
                    raise PositionError(
                        "{name}: row {row}, cell {place} of {text!r} is {face!r}, but there must be # where "
                        "the board has no cell",
                        name=name,
                        row=r + 1,
                        place=c + 1,
                        text=text,
                        face=face,
                    )
                crosses |= (face == "X") << max(bit, 0)
                rings |= (face == "O") << max(bit, 0)
        return (crosses, rings), params


class InTurn(Boards):
    """Boards on which X and O write in turn: a state is the stones of the player to move, then the other's; X begins."""

    def __init__(self, *args: Any, won: Callable[..., bool] | None, require: Callable[..., None]) -> None:
        super().__init__(*args)
        self.won, self.require = won, require

    def declare(self) -> None:
        """Declare the text, and as tier the stones on the board, since every move adds one."""
        super().declare()
        self.game.tier(written)

    def stones(self, state: State) -> Masks:
        """Return the cells of X and of O: the counts say whose turn it is."""
        own, other = state
        return (own, other) if own.bit_count() == other.bit_count() else (other, own)

    def moved(self, before: State, after: State) -> Masks:
        """Return the cells of the player who moves: a move turns the board round."""
        return before[0], after[1]

    def read(self, board: str | int = "", other: int = 0, **params: Any) -> State | Position:
        """Read a board from the top row down; without one it is empty. Or take the cells of both players as bits."""
        if not isinstance(board, str) or not board:
            self.require_size(params)
            return self._checked(board or 0, other, params)
        (crosses, rings), params = self.read_cells(board, params)
        more = crosses.bit_count() - rings.bit_count()
        if more not in (0, 1):
            raise self.game.no_position(
                "{name}: {crosses} X and {rings} O: they take turns, and X begins",
                crosses=crosses.bit_count(),
                rings=rings.bit_count(),
            )
        own, foe, mine, its = (rings, crosses, "O", "X") if more else (crosses, rings, "X", "O")
        self.require(own, foe, **accepted(self.require, params))
        rules = self.game.bind(**params)
        won = self.won(own, foe, **accepted(self.won, params)) if self.won else rules.ended((foe, own)) == LOSS
        if won:
            raise self.game.no_position(
                "{name}: {mine} has won already, so {its} cannot have moved last", mine=mine, its=its
            )
        return Position(rules, (own, foe))

    def _checked(self, own: Any, other: Any, params: dict[str, Any]) -> State:
        """Return the stones of the two players; PositionError if they are no position."""
        every = sum(1 << bit for row in self.cells(**params) for bit in row if bit >= 0)
        told = isinstance(own, int) and isinstance(other, int) and not (own & other or (own | other) & ~every)
        if not told or other.bit_count() - own.bit_count() not in (0, 1):
            raise self.game.no_position(
                "{name}: {own} and {other} cannot be the stones of two players who take turns", own=own, other=other
            )
        self.require(own, other, **accepted(self.require, params))
        return own, other


class WithMen(Boards):
    """Boards on which men stand: a state is the men of X, those of O, and whose turn it is, 0 or 1.

    Where each has but one man, the number of its cell may stand for it; on one cell with that of O, X is shown.
    """

    def __init__(
        self,
        *args: Any,
        begins: Callable[..., Masks],
        first: str,
        men: Callable[..., int] | None,
        numbers: bool,
        require: Callable[..., None],
    ) -> None:
        super().__init__(*args)
        self.begins, self.first, self.men, self.numbers, self.require = begins, first, men, numbers, require

    def stones(self, state: State) -> Masks:
        """Return the cells of X and of O."""
        return (1 << state[0], 1 << state[1]) if self.numbers else (state[0], state[1])

    def moved(self, before: State, after: State) -> Masks:
        """Return the cells of the player who moves."""
        return self.stones(before)[before[2]], self.stones(after)[before[2]]

    def after(self, state: State) -> str:
        """Return the letter of who is to move, where it is not X."""
        return f", {'XO'[state[2]]}" if state[2] or self.first != "X" else ""

    def read(self, text: str = "", turn: str = "", **params: Any) -> State | Position:
        """Read a board and who is to move; without one the men stand as play begins."""
        name, letter = self.game.name, str(turn or self.first).upper()
        if letter not in ("X", "O"):
            raise PositionError("{name}: {turn!r} is to move, and the players are X and O", name=name, turn=turn)
        mover = "XO".index(letter)
        if not text:
            self.require_size(params)
            left, right = self.begins(**accepted(self.begins, params))
        else:
            (left, right), params = self.read_cells(str(text), params)  # a row of digits is given as a number
        if self.men is not None:
            mover = self._set((left, right), mover if turn else None, params)
        self.require(left, right, mover, **accepted(self.require, params))
        if self.numbers:
            left, right = left.bit_length() - 1, (right or left).bit_length() - 1
        return Position(self.game.bind(**params), (left, right, mover))

    def _set(self, masks: Masks, said: int | None, params: dict[str, Any]) -> int:
        """Return who is to move where men are set in turn: their number says it until all are."""
        assert self.men is not None
        (left, right), men = masks, self.men(**accepted(self.men, params))
        behind = left.bit_count() - right.bit_count()
        mover = (said or 0) if right.bit_count() == men else behind
        if left.bit_count() > men or behind not in (0, 1) or said not in (None, mover):
            raise self.game.no_position(
                "{name}: men are set in turn, X first, {men} of each: not so in {text!r}",
                men=men,
                text=self.text(masks, **params),
            )
        return mover


def written(own: int, other: int) -> int:
    """Return how many stones are on the board."""
    return (own | other).bit_count()


def _nothing(*state: int) -> None:
    """Require nothing of a position."""


def _empty() -> Masks:
    """Return a board without men."""
    return 0, 0


def in_turn(
    game: FunctionRuleset,
    sizes: Sizes = (),
    *,
    layout: Layout = by_rows,
    won: Callable[..., bool] | None = None,
    require: Callable[..., None] = _nothing,
) -> None:
    """Declare the text, the picture and the words of a game where X and O write in turn, its tiers and its start of a size.

    Args:
        game: its state is the stones of the player to move, and the other's.
        sizes: the most cells of a board of ``width`` and ``height``, or the ``size`` that a square may have.
        layout: the bits of the cells.
        won: whether the player to move has won already, so that the other cannot have moved; without it, the ending says
            so of the board that is turned round.
        require: raises PositionError where stones lie as they cannot.
    """
    InTurn(game, sizes, layout, won=won, require=require).declare()


def with_men(
    game: FunctionRuleset,
    sizes: Sizes = (),
    *,
    layout: Layout = by_rows,
    begins: Callable[..., Masks] = _empty,
    first: str = "X",
    men: Callable[..., int] | None = None,
    numbers: bool = False,
    require: Callable[..., None] = _nothing,
    faces: str = "XO",
) -> None:
    """Declare the text, the picture and the words of a game of men, and its start of a size.

    Args:
        game: its state is the men of X, those of O, and whose turn it is.
        sizes: the most cells of a board of ``width`` and ``height``, or the ``size`` that a square may have.
        layout: the bits of the cells.
        begins: the men as play begins.
        first: who is to move unless told.
        men: how many men each player sets in turn, if play begins so.
        numbers: whether a state has the cell of each player's one man instead of bits.
        require: raises PositionError where men stand as they cannot.
        faces: what the men of X and of O are drawn as.
    """
    WithMen(game, sizes, layout, faces, begins=begins, first=first, men=men, numbers=numbers, require=require).declare()


# ---- the words of a move: what several games say of what has changed

Numbers = tuple[int, ...]


def place(before: Numbers, after: Numbers) -> int:
    """Return the first place where two rows of numbers, or a row and what it became, differ.

    >>> place((3, 5, 7), (3, 2, 7)), place((3, 5), (3,))
    (1, 1)
    """
    return next(i for i, number in enumerate(before) if after[i : i + 1] != (number,))


def change(words: str) -> Callable[[Numbers, Numbers], str]:
    """Return what says of a move the number that it changes: its place from 1, ``i``, and what it was and is.

    >>> change("heap {i}: {before} → {after}")((3, 5, 7), (3, 2, 7))
    'heap 2: 5 → 2'
    """

    def told(before: Numbers, after: Numbers) -> str:
        i = place(before, after)
        return _(words).format(i=i + 1, before=before[i], after=after[i])

    return told


heap_change = change(N_("heap {i}: {before} → {after}"))


def heap_split(before: Numbers, after: Numbers) -> str:
    """Return the words of a move that puts one heap or several in the place of one.

    >>> heap_split((3, 5, 7), (3, 1, 4, 7)), heap_split((3, 5), (3,))
    ('heap 2: 5 → 1 + 4', 'heap 2: 5 → nothing')
    """
    i = place(before, after)
    became = " + ".join(map(str, after[i : i + 1 + len(after) - len(before)])) or _("nothing")
    return _("heap {first}: {before} → {became}").format(first=i + 1, before=before[i], became=became)


def heap_changes(before: Numbers, after: Numbers) -> str:
    """Return the words of a move that changes several heaps.

    >>> heap_changes((3, 5, 7), (3, 2, 6))
    'heap 2: 5 → 2, heap 3: 7 → 6'
    """
    changed = ((i, a, b) for i, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b)
    return ", ".join(_("heap {i}: {before} → {after}").format(i=i, before=a, after=b) for i, a, b in changed)


def cell(bit: int, columns: int) -> str:
    """Return the name of a cell of a board: its row and its column, from 1.

    >>> cell(5, 4)
    '(2,2)'
    """
    return f"({bit // columns + 1},{bit % columns + 1})"


def walk(before: Numbers, after: Numbers) -> str:
    """Return the cells from which and to which a piece went; only the first where it left the board.

    A state is rows, columns, and the cells of each kind of piece as bits.

    >>> walk((1, 4, 0b0001, 0b1000), (1, 4, 0b0010, 0b1000)), walk((1, 4, 0b0001, 0), (1, 4, 0, 0))
    ('(1,1)-(1,2)', '(1,1)')
    """
    old, new = _taken(before), _taken(after)
    return "-".join(cell(cells.bit_length() - 1, before[1]) for cells in (old & ~new, new & ~old) if cells)


def shift(before: Numbers, after: Numbers) -> str:
    """Return the words of a move to the left that takes others along: its piece is the last to leave its cell free."""
    last = (_taken(before) & ~_taken(after)).bit_length() - 1
    where = cell(last, before[1])
    return (
        f"{where}-{cell(last - 1, before[1])}"
        if last % before[1]
        else _("{where} leaves the strip").format(where=where)
    )


def _taken(state: Numbers) -> int:
    taken = 0
    for cells in state[2:]:
        taken |= cells
    return taken
