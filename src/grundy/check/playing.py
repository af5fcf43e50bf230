"""Rules as data, played: what the data of each kind of ruleset mean (`grundy.rules.data` writes them), and nothing else.

- "game": ``moves`` yields the positions after a move; ``ending`` returns 1, 0, -1 or nothing. Positions are numbers from
  ``least`` on, a tuple of them, or what a routine takes as one tuple; an integer and a one-tuple are the same.
- "heaps": ``moves`` yields what one heap can become, an integer or a tuple of heaps; "code": the same, by a heap code. A
  position is a sum of heaps, in any order.
- "partisan": ``moves`` yields what the ``player`` (1 is Left, -1 Right) can reach, or ``left`` and ``right`` do.
- "impartial": each player has the moves of both of the partisan game ``of``.
- "coins": ``moves`` yields, for a coin, the sets of coins before it that may be turned with it; a position is an integer
  with a bit for each head. "product of coins": a move turns where rows of one ``down`` meet columns of one ``across``.

``parameters`` are the values of what the routines take beside the position, and so is the field of the certificate that has
this name. "game" and "partisan" may have a ``board``, whose positions `Cells` says. What the data say of
symmetries and parts is not looked at: a certificate lists all positions. Kinds that are not here are played in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from json import dumps
from typing import TYPE_CHECKING, Any

from grundy.check.budget import room, spend
from grundy.check.codes import code_of
from grundy.check.form import Unproved, alike, check_names, check_rules, refuse_rules, shown
from grundy.check.replay import Playable, shown_state
from grundy.check.routines import VERSION, Failed, Run, limited, routine_of, value_of
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

# ---- boards as the data of rules have them: what may stand in their fields, and which integers are a position on one
# A position is rows, columns, then integers with a bit for each cell, row by row, the first one lowest: one for each face
# but the first, or where cells hold numbers for each bit of these; one for each face of the floor but the first; one with
# a bit for each line at a side of a cell, where there are walls; the numbers beside the board; and who is to move, 0 or 1,
# where the rules of a `game` have sides.

CELLS = 1 << 16
"""A board has no more cells."""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FIELDS = ("faces", "live", "corners", "same", "opposite")
"""The fields of every board."""
MORE: dict[str, Any] = {
    "sides": "",
    "shape": "square",
    "graph": [],
    "hands": 0,
    "counters": 0,
    "marks": "rows",
    "holds": 0,
    "floor": "",
    "walls": False,
}
"""The fields of some boards, and what those mean that are not there."""


class Cells:
    """What the integers of a position on a board are; ``turn``: whether one says who is to move."""

    def __init__(self, data: Any, *, turn: bool) -> None:
        if not _is_told(data):
            raise GrundyError(
                "the field 'board' of the rules must give a board: its faces, and whatever else a board may have"
            )
        more = {**MORE, **data}
        self.faces: str = more["faces"]
        self.floor: str = more["floor"]
        self.holds: int = more["holds"]
        self.graph: int = len(more["graph"])
        self.walls: bool = more["walls"]
        self.turn = turn and more["sides"] != ""
        self.shown = self.holds.bit_length() or max(len(self.faces) - 1, 0)
        self.beneath = max(len(self.floor) - 1, 0)
        self.width = 2 + self.shown + self.beneath + self.walls + 2 * more["hands"] + more["counters"] + self.turn

    def fits(self, state: tuple[int, ...]) -> bool:
        """Return whether integers are a position: no cell set twice, nothing beyond the board. O(cells)."""
        if len(state) != self.width or min(state) < 0 or not 1 <= state[0] * state[1] <= CELLS:
            return False
        rows, columns, *layers = state
        lines = rows * (2 * columns + 1) + columns
        right = not self.graph or (rows, columns) == (1, self.graph)
        right = right and not (self.walls and layers[self.shown + self.beneath] >> lines)
        right = right and all(layer >> rows * columns == 0 for layer in layers[: self.shown + self.beneath])
        right = right and _are_apart(layers[self.shown :][: self.beneath]) and not (self.turn and layers[-1] > 1)
        if not self.holds:
            return right and _are_apart(layers[: self.shown])
        spend(rows * columns)
        return right and all(self._number(layers, i) <= self.holds for i in range(rows * columns))

    def show(self, state: tuple[int, ...]) -> str:
        """Return what the cells show as rows of letters, and the integers behind them where they are not all 0."""
        rows, columns, *layers = state
        letters = [self._letter(layers, i) for i in range(rows * columns)]
        text = "|".join("".join(letters[r * columns : (r + 1) * columns]) for r in range(rows))
        rest = layers[self.shown :]
        return ", ".join([text, *map(str, rest)]) if any(rest) or not self.faces else text

    def _letter(self, layers: list[int], i: int) -> str:
        if self.holds:
            return DIGITS[self._number(layers, i)]
        return next((self.faces[k + 1] for k in range(self.shown) if layers[k] >> i & 1), self.faces[:1])

    def _number(self, layers: list[int], i: int) -> int:
        return sum((layers[k] >> i & 1) << k for k in range(self.shown))


def _is_told(data: Any) -> bool:
    """Whether data say a board: what is usual is left out."""
    if not isinstance(data, dict) or not set(_FIELDS) <= data.keys() <= {*_FIELDS, *MORE}:
        return False
    more = {name: data[name] for name in data if name not in _FIELDS}
    if not all(type(value) is type(MORE[name]) and value != MORE[name] for name, value in more.items()):
        return False
    if not isinstance(data["faces"], str) or not all(isinstance(data[name], str | bool) for name in _FIELDS):
        return False
    faces, holds, floor = data["faces"], more.get("holds", 0), more.get("floor", "  ")
    numbers = holds == 0 or (holds < len(DIGITS) and faces == DIGITS[: holds + 1])
    natural = min(more.get("hands", 0), more.get("counters", 0), holds) >= 0
    graph = all(isinstance(row, list) and all(type(i) is int for i in row) for row in more.get("graph", []))
    told = natural and numbers and graph and (faces + floor).isprintable()
    return told and len(faces) >= 2 - more.get("walls", False) and len(floor) >= 2


def _are_apart(layers: Iterable[int]) -> bool:
    """Whether no cell is in two layers."""
    seen = 0
    for layer in layers:
        if layer & seen:
            return False
        seen |= layer
    return True


# ---- plays


LEFT, RIGHT = 1, -1
NUMBERS = 1 << 22
"""The options of one position have no more numbers together."""
LETTERS = 1 << 21
"""Rules of more letters are not read."""
LONGEST = 60
"""A name, or a parameter, of more letters is not shown."""
_HOOKS = ("ending", "symmetry", "parts")


def rules_about(fields: dict[str, Any], given: Ruleset | None) -> Playable:
    """Return the rules that a certificate is about: those it holds, else the ruleset given; GrundyError for another."""
    if "rules" not in fields:
        from grundy.check.python_rules import python_rules

        return python_rules(fields, given)
    refuse_rules(given)
    return held_rules(fields)


def held_rules(fields: dict[str, Any]) -> Held:
    """Return the rules that a certificate holds, to be played; GrundyError for what is malformed, or of another kind."""
    rules = check_rules(fields)
    if type(rules.get("version")) is not int or rules["version"] != VERSION:
        raise GrundyError(
            "the rules are written in version {version} of the rule language, but this is version {own}",
            version=shown(rules.get("version")),
            own=VERSION,
        )
    room(len(dumps(rules)), LETTERS)
    data = {name: value for name, value in rules.items() if name != "version"}
    found = rules_of(fields["game"], data)
    if not alike(fields["parameters"], found.parameters):
        raise GrundyError("the parameters are not those of the rules in the certificate")
    return found


def rules_of(name: str, data: Any) -> Held:
    """Return rules of data to be played; GrundyError for those that are not.

    >>> list(rules_of("kayles", {"kind": "code", "code": "0.77"}).options((3, 1), None))
    [(2, 1), (1, 1, 1), (1, 1), (3,)]
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise GrundyError("rules of the kind {shown} are not played by the checker", shown=shown(kind))
    return _KINDS[kind](name, data)


class Held(Playable):
    """Rules that a certificate holds."""

    held = True

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name if len(name) <= LONGEST and name.isprintable() else shown(name)
        self.data = data

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters by name: of a code, and of coins on a board, none."""
        return self.data.get("parameters", {})

    def describe(self, state: Any) -> str:
        """Return a position as its numbers, with the parameters."""
        return f"{self.name}({', '.join([self.show(state), *self.given()])})"

    def show(self, state: Any) -> str:
        """Return the numbers of a state."""
        text = ", ".join(map(str, state)) if isinstance(state, tuple) else str(state)
        return text if len(text) <= 4 * LONGEST else f"{text[: 4 * LONGEST]}…"

    def given(self) -> list[str]:
        """Return the parameters in words."""
        words = [f"{name}={value}" for name, value in self.parameters.items() if name.isidentifier()]
        return [word for word in words if len(word) <= LONGEST]


class _Functions(Held):
    """Rules with routines, each a function from a position and parameters."""

    wanted: tuple[str, ...] = ("moves",)
    more: tuple[str, ...] = ()

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        given = data.get("parameters")
        if not isinstance(given, dict) or any(map(_has_objects, given.values())):
            raise GrundyError("the fields 'rules' and 'parameters' are objects")
        hooks = [hook for hook in _HOOKS if hook in data]
        check_names(data, ("kind", "parameters", *self.wanted, *self.more, *hooks), _("the rules"))
        self.runs = {key: self._run(data[key], given) for key in self.wanted}
        if "ending" in hooks:
            self.runs["ending"] = self._run(data["ending"], given)
            self.has_ending = True
        for hook in hooks[self.has_ending :]:
            if not (
                isinstance(data[hook], dict) and isinstance(data[hook].get("source"), str) and len(data[hook]) == 1
            ):
                routine_of(data[hook])
        self.main = self.runs[self.wanted[0]].routine
        if any(
            (run.routine.shape, run.routine.width) != (self.main.shape, self.main.width) for run in self.runs.values()
        ):
            raise GrundyError("the moves and the ending of the rules take other positions")

    def _run(self, data: Any, given: dict[str, Any]) -> Run:
        """Return what runs a routine, and keep the values of its parameters."""
        run = Run(routine_of(data))
        run.given = [limited(value_of(given[key])) if key in given else self.unknown(key) for key in run.keywords]
        return run

    def unknown(self, key: str) -> Any:
        """Refuse a parameter that has no value."""
        raise GrundyError("the parameter {shown} of the rules has no value", shown=shown(key))

    def yielded(self, key: str, state: Any) -> list[Any]:
        """Return what a routine yields at a position; Unproved where it fails."""
        return self._asked(self.runs[key].options, self.runs[key], state)

    def _asked(self, question: Callable[[list[Any]], Any], run: Run, state: Any) -> Any:
        several = self.main.shape == "ints" and self.main.width != 1
        try:
            return question([*(state if several else [state]), *run.given])
        except Failed:
            raise Unproved("the rules fail at {shown}", shown=shown_state(state)) from None


class _Game(_Functions):
    """A game of positions of numbers, or on a board."""

    more = ("least",)

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        if "board" in data:
            self.more = ("least", "board")
        super().__init__(name, data)
        if data["least"] is not None and type(data["least"]) is not int:
            raise GrundyError("the field 'least' of the rules is an integer, or null")
        self.board = self._board(data)
        if self.board and (self.main.shape, self.main.width) not in (("ints", self.board.width), ("tuple", 1)):
            raise GrundyError("the rules take other integers than a position on their board has")

    def _board(self, data: dict[str, Any]) -> Cells | None:
        return Cells(data["board"], turn=True) if "board" in data else None

    def is_position(self, state: Any) -> bool:
        """Return whether a state has the numbers that the rules take, none below the least, and is a board."""
        least = self.data["least"]
        row = state if isinstance(state, tuple) else (state,)
        right = self._state(state) == state and all(map(_is_value, row))
        right = right and (least is None or all(each >= least for each in row if isinstance(each, int)))
        return right and (self.board is None or self.board.fits(state))

    def show(self, state: Any) -> str:
        """Return a board as rows of letters, else the numbers."""
        return super().show(state) if self.board is None else self.board.show(state)

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over what is yielded."""
        return self._states(self.yielded("moves", state), state)

    def _states(self, yielded: list[Any], state: Any) -> Iterator[Any]:
        for value in yielded:
            if (option := self._state(value)) is None:
                raise Unproved("at {shown} the rules yield something that is not a position", shown=shown_state(state))
            yield option

    def _state(self, value: Any) -> Any:
        """Return the state that a value stands for, None for none: of a board so many integers."""
        row = value if isinstance(value, tuple) else (value,)
        if self.board and (len(row) != self.board.width or not all(isinstance(each, int) for each in row)):
            return None
        if self.main.shape == "variadic":
            return row
        if self.main.shape == "tuple":
            return value if isinstance(value, tuple) else None
        if len(row) != self.main.width or not all(isinstance(each, int) for each in row):
            return None
        return row[0] if self.main.width == 1 else row

    def ended(self, state: Any) -> int | None:
        """Return what the declared ending returns."""
        if "ending" not in self.runs:
            return None
        result = self._asked(self.runs["ending"].result, self.runs["ending"], state)
        if result not in (None, 1, 0, -1):
            raise Unproved("the ending of the rules returns {shown}", shown=shown_state(result))
        return result


class _Partisan(_Game):
    """A game where Left and Right have different moves."""

    partisan = True
    more = ("least", "board")

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        if "moves" not in data:
            self.wanted = ("left", "right")
        super().__init__(name, data)

    def _board(self, data: dict[str, Any]) -> Cells | None:
        return None if data["board"] is None else Cells(data["board"], turn=False)

    def unknown(self, key: str) -> Any:
        """Return a player in the place of the parameter ``player``."""
        return LEFT if key == "player" else super().unknown(key)

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over what a player can reach; of no player, over what both can."""
        for own in (LEFT, RIGHT) if player is None else (player,):
            key = self.wanted[0 if own == LEFT else -1]
            run = self.runs[key]
            run.given = [
                own if name == "player" else value for name, value in zip(run.keywords, run.given, strict=True)
            ]
            yield from self._states(self.yielded(key, state), state)


class _Impartial(Held):
    """The impartial version of a partisan game."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        check_names(data, ("kind", "of"), _("the rules"))
        self.of = rules_of(name, data["of"])
        if not self.of.partisan:
            raise GrundyError("the rules are the impartial version of a game that is not partisan")
        self.has_ending = self.of.has_ending
        self.is_position, self.options, self.ended = self.of.is_position, self.of.options, self.of.ended
        self.show, self.given = self.of.show, self.of.given

    @property
    def parameters(self) -> dict[str, Any]:
        """Those of the partisan game."""
        return self.of.parameters


class _Sums(Held):
    """Sums of heaps: a move replaces one of them."""

    def replacing(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Iterate over the heaps that can replace one heap."""
        raise NotImplementedError

    def is_position(self, state: Any) -> bool:
        """Return whether a state is a tuple of heaps."""
        return isinstance(state, tuple) and all(type(heap) is int and heap >= 0 for heap in state)

    def ordered(self, state: Any) -> Any:
        """Return the heaps in order."""
        return tuple(sorted(state))

    def parts(self, state: Any) -> list[Any]:
        """Return the heaps, each alone."""
        return [(heap,) for heap in state]

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over the states after a move in one of the heaps."""
        total = 0
        for i, heap in enumerate(state):
            for parts in self.replacing(heap):
                total += room(len(state) + len(parts))
                room(total, NUMBERS)
                spend(len(state) + len(parts))
                yield (*state[:i], *parts, *state[i + 1 :])


class _Heaps(_Functions, _Sums):
    """A heap game by a routine."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        _require_one(self)

    def replacing(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Iterate over what is yielded, as tuples."""
        for value in self.yielded("moves", heap):
            parts = value if isinstance(value, tuple) else (value,)
            if not all(isinstance(part, int) and part >= 0 for part in parts):
                raise Unproved("at {shown} the rules yield something that is not a position", shown=heap)
            yield parts


class _Code(_Sums):
    """A heap game by a code."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        check_names(data, ("kind", "code"), _("the rules"))
        self.code = code_of(data["code"])

    def given(self) -> list[str]:
        """Return the code, where the game is not called by it."""
        words = _("code {code}").format(code=self.code)
        return [words] if str(self.code) != self.name and len(words) <= LONGEST else []

    def replacing(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Iterate over the options of the code."""
        spend(room(heap + 1) if self.code.repeat else len(self.code.digits))
        return self.code.options(heap)


class _Coins(_Functions):
    """Coins in a row."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        _require_one(self)

    def is_position(self, state: Any) -> bool:
        """Return whether a state is an integer with a bit for each head."""
        return type(state) is int and state >= 0

    def turns(self, coin: int) -> Iterator[tuple[int, ...]]:
        """Iterate over the sets of coins that are turned in a move of this one, which is the first."""
        for others in self.yielded("moves", coin):
            if not isinstance(others, tuple) or not all(isinstance(i, int) and 0 <= i < coin for i in others):
                raise Unproved(
                    "with coin {coin}, the rules turn something that is not a set of coins before it", coin=coin
                )
            yield coin, *others

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over the rows after a move."""
        for coin in _bits(state):
            for turned in self.turns(coin):
                option = state
                for i in turned:
                    option ^= 1 << i
                yield option


class _Board(Held):
    """The product of two games of coins in a row."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        check_names(data, ("kind", "down", "across"), _("the rules"))
        self.down, self.across = (rules_of(name, data[key]) for key in ("down", "across"))

    def is_position(self, state: Any) -> bool:
        """Return whether a state is a tuple of rows."""
        return isinstance(state, tuple) and bool(state) and all(type(row) is int and row >= 0 for row in state)

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over the boards after a move."""
        if not isinstance(self.down, _Coins) or not isinstance(self.across, _Coins):
            raise Unproved("the rules are a product of games that are not coins in a row")
        for i, row in enumerate(state):
            for j in _bits(row):
                for rows, columns in product(self.down.turns(i), self.across.turns(j)):
                    spend(len(state) + len(rows) * len(columns))
                    turned = list(state)
                    for r, c in product(rows, columns):
                        turned[r] ^= 1 << c
                    yield tuple(turned)


def _require_one(rules: _Functions) -> None:
    """Raise GrundyError unless the rules are about one number, and declare no ending."""
    if (rules.main.shape, rules.main.width) != ("ints", 1) or rules.has_ending:
        raise GrundyError("the rules of heaps and coins are of one number, without declared endings")


def _bits(number: int) -> list[int]:
    return [i for i in range(number.bit_length()) if number >> i & 1]


def _has_objects(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_has_objects, value)))


def _is_value(value: Any) -> bool:
    return type(value) is int or (isinstance(value, tuple) and all(map(_is_value, value)))


_KINDS: dict[str, Callable[[str, dict[str, Any]], Held]] = {
    "game": _Game,
    "heaps": _Heaps,
    "code": _Code,
    "partisan": _Partisan,
    "impartial": _Impartial,
    "coins": _Coins,
    "product of coins": _Board,
}
