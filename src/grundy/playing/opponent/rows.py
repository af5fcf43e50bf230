"""Rules as the search of games wants them: a function that writes the options of a row of integers.

Where the rules are compiled that is their native function. Elsewhere states are numbered as they are met, a row is one
number, and Python's options are written by a Python function of the same form, for the same search in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.kernels.contract import ENDS_LOST, ENDS_TIED, ENDS_WON, FULL
from grundy.kernels.rooms import first_room
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.session import Field
from grundy.rules.turn_in_state import TurnsRuleset

if TYPE_CHECKING:
    from grundy.solving.compiled_rules import Native

MOST_MOVES = 3_000
"""Options of a state that are looked at where rules are interpreted."""
HELD = 300_000
"""States that are numbered before all are forgotten."""
SAMPLES = 30
"""Options with which a compiled rule is compared before it is used."""
LINE = 12
"""Moves of a line of play in which it is seen who has more moves."""
_CODES = {-1: ENDS_LOST, 0: ENDS_TIED, 1: ENDS_WON}


def untied(position: Position) -> tuple[Ruleset, Any, int]:
    """Return rules and state of a position without the player to move, and whose turn it is: 0, or 1 for Right.

    >>> from grundy.games import load
    >>> from grundy.rules.turn_in_state import to_move
    >>> untied(to_move(load("domineering")(1, 1), RIGHT))[1:]
    ((1, 1, 0), 1)
    """
    rules, state = position.ruleset, position.state
    if isinstance(rules, TurnsRuleset):
        return rules.rules, state[0], int(state[1] == RIGHT)
    return rules, state, 0


class Rows:
    """The options of both players as rows: compiled ones.

    Attributes:
        native: whether they are compiled.
        width: how many integers a row has.
        sides: the functions of the players 0 and 1, as `grundy.kernels.contract` tells.
        params: what each is given besides.
        cut: whether some options were left out, so that nothing can be proved.
        made: the compiled rule, of the player 0 where it is partisan; None elsewhere.
    """

    native = True
    cut = False

    def __init__(
        self,
        width: int,
        sides: tuple[Callable[..., int], Callable[..., int]],
        params: tuple[Sequence[int], Sequence[int]],
        row: Callable[[Any], Sequence[int] | None],
        made: Native | None = None,
    ) -> None:
        self.width = width
        self.sides = sides
        self.params = params
        self.row = row
        self.made = made

    @property
    def full(self) -> bool:
        """Whether so much is held that it is better to begin anew."""
        return False


class Interpreted(Rows):
    """The options that Python gives, of states that are numbered."""

    native = False

    def __init__(self, rules: Ruleset, partisan: bool) -> None:
        super().__init__(1, (self._side(LEFT), self._side(RIGHT)), ((), ()), self._row)
        self.rules = rules
        self.partisan = partisan
        self._states: list[Any] = []
        self._numbers: dict[Any, int] = {}
        self._known: dict[tuple[int, int], tuple[int, list[int]]] = {}

    @property
    def full(self) -> bool:
        """Whether so many states are held that it is better to begin anew."""
        return len(self._states) > HELD

    def _row(self, state: Any) -> list[int]:
        return [self._number(state)]

    def _number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def _side(self, player: int) -> Callable[..., int]:
        def fill(state: Any, _params: Any, out: list[int]) -> int:
            key = state[0], player if self.partisan else LEFT
            if key not in self._known:
                limits.check()
                self._known[key] = self._options(*key)
            count, words = self._known[key]
            out[1 : 1 + len(words)] = words
            return count

        return fill

    def _options(self, number: int, player: int) -> tuple[int, list[int]]:
        """Return how many options a state has, or its ending, and the options as they are written."""
        rules, state = self.rules, self._states[number]
        ended = rules.ended(state)
        if ended is not None:
            return _CODES[ended], []
        found = list(islice(rules.changes(state, player if self.partisan else None), MOST_MOVES + 1))
        if len(found) > MOST_MOVES:
            self.cut = True
            del found[MOST_MOVES:]
        numbered = ((gain, self._number(option)) for gain, option in found)
        pairs = numbered if rules.scoring else ((number,) for _gain, number in numbered)
        return len(found), list(chain.from_iterable(pairs))


INTERPRETED = Field[Interpreted | None]("numbered states", lambda: None)


def interpreted(rules: Ruleset, partisan: bool) -> Interpreted:
    """Return the options that Python gives, kept with the rules while they are not too many, and none was left out."""
    kept = rules.memory[INTERPRETED]
    if kept is None or kept.full or kept.cut:
        kept = rules.memory[INTERPRETED] = Interpreted(rules, partisan)
    return kept


def compiled(rules: Ruleset, state: Any, partisan: bool) -> Rows | None:
    """Return the compiled options, None where the rules must be interpreted; it may take a second."""
    try:
        return _of_partisan(rules, state) if partisan else _of_one(rules, state)
    except GrundyError:  # whatever is wrong with the rules is told where they are played
        return None


def _of_partisan(rules: Ruleset, state: Any) -> Rows | None:
    from grundy.solving import parts
    from grundy.solving.compiled_rules import words_for
    from grundy.solving.nimbers import SIDES

    if not isinstance(rules, PartisanRuleset) or rules.has_ending:
        return None
    whole = rules.board is not None  # the board, and not its parts
    words = words_for(rules, state[0] * state[1]) if whole else parts.words_of(rules, state)
    known = rules.memory[SIDES]
    if words not in known:
        known[words] = parts.sides(rules, state, words)
    made = known[words]
    if made is None:
        return None
    left, right = made
    return Rows(left.width, (left.fill, right.fill), (left.params, right.params), left.encode, left)


def _of_one(rules: Ruleset, state: Any) -> Rows | None:
    from grundy.solving.compiled_rules import native

    if not isinstance(rules, FunctionRuleset) or rules.partisan:
        return None
    if rules.ended(state) is not None:
        return None
    made = native(rules, [rules.canonical(state), *map(rules.canonical, islice(rules.options(state), SAMPLES))])
    if made is None:
        return None
    fit = made.encode
    both = (made.fill, made.fill), (made.params, made.params)
    return Rows(made.width, *both, lambda own: fit(rules.canonical(own)), made)


def differs_in_moves(rows: Rows, row: Sequence[int]) -> bool:
    """Whether in some position of some lines of play the two players have not equally many moves; of compiled rules."""
    state, out = np.array(row, np.int64), np.zeros(first_room(1 << 12), np.int64)
    params = [np.array(each, np.int64) for each in rows.params]
    chosen = Random(1)
    for turn in range(LINE):
        counts: list[int] = []
        for side in (1 - turn % 2, turn % 2):
            while (count := rows.sides[side](state, params[side], out)) == FULL:
                out = np.zeros(2 * len(out), np.int64)
            counts.append(count)
        if counts[0] != counts[1]:
            return True
        if counts[1] <= 0:
            return False
        place = 1 + rows.width * chosen.randrange(counts[1])
        state = out[place : place + rows.width].copy()
    return False
