"""The search of games, as the opponent asks for it: rules compiled or interpreted, a tree that is kept, its best move."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.limits import Limits
from grundy.kernels import playouts
from grundy.kernels.contract import ENDS_LOST, ENDS_TIED, ENDS_WON, FULL, Unfit, first_room, refused_rule
from grundy.kernels.playouts import FIELDS, UNIT
from grundy.playing.match import Match
from grundy.playing.opponent.choice import BY_MOVES, Budget, Choice, PlayedOut, Proved, Style, verdict_of
from grundy.playing.opponent.choosing import Aside
from grundy.rules.functions import FunctionRuleset, TurnsRuleset
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move

if TYPE_CHECKING:
    from grundy.solving.compiled_rules import Native

# ---- rows of games
# Where the rules are compiled that is their native function. Elsewhere states are numbered as they are met, a row is one
# number, and Python's options are written by a Python function of the same form, for the same search in plain Python.

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
    >>> from grundy.rules.functions import to_move
    >>> untied(to_move(load("domineering")(1, 1), RIGHT))[1:]
    ((1, 1, 0), 1)
    """
    rules, state = position.ruleset, position.state
    if isinstance(rules, TurnsRuleset):
        return rules.rules, state[0], int(state[1] == RIGHT)
    return rules, state, 0


@dataclass(eq=False)
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

    width: int
    sides: tuple[Callable[..., int], Callable[..., int]]
    params: tuple[Sequence[int], Sequence[int]]
    row: Callable[[Any], Sequence[int] | None]
    made: Native | None = None
    native = True
    cut = False

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


# ---- the tree: it grows, and is kept from one move to the next

MEMORY = 64 << 20
"""The bytes of a tree."""
LONGEST = 400
"""Moves after which a game that is played out is a draw."""
NEVER = 1 << 62
GLANCE = 0.03
"""Seconds of a chunk of games."""


class Child(NamedTuple):
    """A move from the root: games through it, their mean for whoever makes it, whether its result is known, and that."""

    number: int
    games: int
    mean: float
    known: bool
    result: int


class Tree:
    """A search from one position, a row of ``rows`` in which player ``side`` is to move."""

    def __init__(
        self, rules: Ruleset, rows: Rows, row: Sequence[int], side: int, *, misere: bool, seed: int, style: Style
    ) -> None:
        self.rows = rows
        self.rules = rules
        self._array: Callable[..., Any] = _words if rows.native else list
        self.header = self._array([0] * playouts.HEADER)
        H = self.header
        H[playouts.WIDTH], H[playouts.SCORING], H[playouts.MISERE] = rows.width, rules.scoring, misere
        H[playouts.SEED] = 1 + seed % 2147483646
        H[playouts.LONGEST], H[playouts.SPREAD] = LONGEST, 1
        H[playouts.CUT], H[playouts.SIGHT], H[playouts.RIPE] = style.cut, style.sight, style.ripe
        H[playouts.TRUST], H[playouts.CURIOUS] = style.trust, style.curious
        self.params = tuple(self._array(each) for each in rows.params)
        self.state = self._array([0] * rows.width)
        self.out = self._array([0] * first_room(1 << 12))
        self.nodes = self._array([0] * max(first_room(1 << 16), self.stride))
        self.nodes[playouts.COUNT] = -1
        self.nodes[playouts.SIDE], self.nodes[playouts.PARENT] = side, -1
        for k, cell in enumerate(row):
            self.nodes[FIELDS + k] = cell
        H[playouts.USED] = 1

    @property
    def stride(self) -> int:
        """How many words a node has."""
        return self.rows.width + FIELDS

    @property
    def games(self) -> int:
        """How many games were played out."""
        return int(self.header[playouts.PLAYED])

    @property
    def depth(self) -> int:
        """How many moves were looked ahead where most were."""
        return int(self.header[playouts.DEPTH])

    @property
    def judged(self) -> bool:
        """Whether games were judged by moves left before they were over."""
        return bool(self.header[playouts.CUT] >= 0)

    @property
    def result(self) -> int | None:
        """The result for the player to move, where it is proved."""
        known = self.nodes[playouts.KNOWN] and not self.rows.cut
        return int(self.nodes[playouts.RESULT]) if known else None

    @property
    def mean(self) -> float:
        """The mean of all games for the player to move."""
        return float(self.nodes[playouts.SUM]) / UNIT / max(1, int(self.nodes[playouts.VISITS]))

    def grow(self, games: int) -> None:
        """Play so many games more, fewer where the root's result is known then; Unfit where the rule gives up. O(games)."""
        last = self.games + games
        grow: Any = playouts.grow if self.rows.native else playouts.grow.function
        while self.games < last and not self.nodes[playouts.KNOWN]:
            code = grow(
                *self.rows.sides, *self.params, self.header, self.nodes, self.state, self.out, last - self.games
            )
            if code == playouts.NO_FIT:
                raise refused_rule(self.state)
            if code == playouts.MORE_OUT:
                self.out = self._array([0] * (2 * len(self.out)))
            elif code == playouts.MORE_ROOM and not self.enlarge():
                self.header[playouts.RIPE] = NEVER

    def enlarge(self) -> bool:
        """Make the array of nodes twice as large, within `MEMORY` unless the root itself has no room; whether it was."""
        if 16 * len(self.nodes) > MEMORY and self.nodes[playouts.COUNT] >= 0:
            return False
        larger = self._array([0] * (2 * len(self.nodes)))
        larger[: len(self.nodes)] = self.nodes
        self.nodes = larger
        return True

    def think(self, seconds: float) -> None:
        """Play games for so long; OutOfTime: the limits in force allow less."""
        chunk = 1
        with suppress(OutOfTime), limits.keeping(Limits(seconds=seconds)):
            while not self.nodes[playouts.KNOWN]:
                begun = time.monotonic()
                self.grow(chunk)
                limits.check()
                took = time.monotonic() - begun
                chunk = max(1, min(2 * chunk, int(chunk * GLANCE / max(took, 1e-6))))
        limits.check()

    def children(self) -> list[Child]:
        """Return the moves from the root; none before the first game."""
        first, count = int(self.nodes[playouts.FIRST]), int(self.nodes[playouts.COUNT])
        return [self._child(number, (first + number) * self.stride) for number in range(max(0, count))]

    def _child(self, number: int, at: int) -> Child:
        words = [int(word) for word in self.nodes[at : at + FIELDS]]
        gain, games, trust = words[playouts.GAIN], words[playouts.VISITS], int(self.header[playouts.TRUST])
        if words[playouts.KNOWN]:
            result = gain - words[playouts.RESULT]
            return Child(number, games, float(result), not self.rows.cut, result)
        total = words[playouts.SUM] + trust * words[playouts.PRIOR]
        return Child(number, games, gain - total / UNIT / (games + trust), False, 0)

    def best(self) -> Child:
        """Return the move to make: one that is known to be best, else the one that most games went through."""
        found = self.children()
        if not found:
            self.grow(1)
            found = self.children()
        if self.nodes[playouts.KNOWN]:
            return max(found, key=lambda child: (child.mean, child.games))
        going = [child for child in found if not child.known or child.result >= 0 or self.rules.scoring]
        best = max(going or found, key=lambda child: (child.games, child.mean))
        return max([best, *(child for child in going if child.known)], key=lambda child: child.mean)

    def replanted(self, row: Sequence[int], side: int) -> bool:
        """Make the node of a position that play has come to the root; False where it was not met, or holds nothing.

        It is looked for at the root, and one and two moves below.
        """
        level = [0]
        for _depth in range(3):
            for node in level:
                at = node * self.stride
                words = self.nodes[at + FIELDS : at + self.stride]
                mine = not self.rules.partisan or self.nodes[at + playouts.SIDE] == side
                if mine and [*map(int, words)] == [*map(int, row)]:
                    return self._rooted(node)
            level = [child for node in level for child in self._below(node)]
        return False

    def _below(self, node: int) -> range:
        first, count = (int(self.nodes[node * self.stride + k]) for k in (playouts.FIRST, playouts.COUNT))
        return range(first, first + max(0, count))

    def _rooted(self, node: int) -> bool:
        at = node * self.stride
        if self.nodes[at + playouts.KNOWN] and self.nodes[at + playouts.COUNT] < 0:
            return False
        if node:
            replanted: Any = playouts.replanted if self.rows.native else playouts.replanted.function
            new = self._array([0] * len(self.nodes))
            self.header[playouts.USED] = replanted(self.header, self.nodes, new, node)
            self.nodes = new
            self.header[playouts.DEPTH] = 0
            self.header[playouts.PLAYED] = int(new[playouts.VISITS])
        return True


def _words(words: Sequence[int]) -> Any:
    return np.array(words, np.int64)


# ---- the search


USUAL = 2_000
"""Games that are played out where neither they nor the time are bounded."""

TREES = Field[dict[bool, Tree]]("trees of games", dict)
READY = Field[dict[Any, Aside[Rows | None]]]("compiled rows", dict)


def by_games(match: Match, budget: Budget, ready: float | None, last: float | None) -> Choice:
    """Return the move that most games went through, or one that is proved to be best.

    ``ready``: until when compiled rules are waited for; ``last``: when the search ends, both by `time.monotonic`.
    """
    rows = _rows(match, ready)
    try:
        return _of_tree(match, _grown(match, budget, last, rows))
    except Unfit as problem:  # a number left 64 bits, or nobody has compared it with Python there
        rules, state, _side = untied(match.position)
        if problem.row is not None and rows.made is not None:
            _compare(rules, state, problem, rows.made)
        return _of_tree(match, _grown(match, budget, last, interpreted(rules, rules.partisan)))


def _compare(rules: Ruleset, state: Any, problem: Unfit, made: Native) -> None:
    """Begin to compare Python where a compiled rule gave up, and to compile it anew for a later move."""
    from grundy.solving.compiled_rules import went_on
    from grundy.solving.nimbers import PARTS, SIDES

    def anew() -> Rows | None:
        assert problem.row is not None
        if went_on(rules, problem, [made.decode(problem.row, rules)], made.words):
            rules.memory.drop(SIDES, PARTS)
        return compiled(rules, state, rules.partisan)

    rules.memory[READY][_kind(state, rules.partisan)] = Aside(anew)


def _grown(match: Match, budget: Budget, last: float | None, rows: Rows) -> Tree:
    """Return the tree of the position now, grown by games: those of the budget, or as many as fit in the time."""
    tree = _tree(match, budget, rows)
    if budget.games is not None or last is None:
        tree.grow(budget.games or USUAL)
    else:
        tree.think(max(0.0, last - time.monotonic()))
    return tree


def _tree(match: Match, budget: Budget, rows: Rows) -> Tree:
    """Return the tree of an earlier move where it holds the position now, else a new one."""
    rules, state, side = untied(match.position)
    misere = match.play.misere
    row = rows.row(state)
    if row is None:  # it was compiled for states of another width
        rows = interpreted(rules, rules.partisan)
        row = rows.row(state)
    assert row is not None, "any state has a number"
    trees = rules.memory[TREES]
    kept = trees.get(misere)
    if kept is not None and budget.games is None and kept.rows is rows and kept.replanted(row, side):
        return kept
    style = budget.style or _style(rules, misere, rows, row)
    tree = trees[misere] = Tree(rules, rows, row, side, misere=misere, seed=budget.seed, style=style)
    return tree


def ready_rows(match: Match) -> Aside[Rows | None]:
    """Return the compiled options, which are there in a while; of a game they are compiled once."""
    rules, state, _side = untied(match.position)
    known, key = rules.memory[READY], _kind(state, rules.partisan)
    if key not in known:
        known[key] = Aside(lambda: compiled(rules, state, rules.partisan))
    return known[key]


def _kind(state: Any, partisan: bool) -> Any:
    """Return for which states compiled options are the same: of so many cells, or of a board of this size."""
    return len(state) if isinstance(state, tuple) else 1, state[:2] if partisan and isinstance(state, tuple) else ()


def _rows(match: Match, last: float | None) -> Rows:
    """Return the compiled options, if they are compiled until a time, else for now the interpreted ones."""
    ready = ready_rows(match)
    known = ready.done_within(None if last is None else last - time.monotonic())
    rules, _state, _side = untied(match.position)
    return (ready.result() if known else None) or interpreted(rules, rules.partisan)


def _style(rules: Ruleset, misere: bool, rows: Rows, row: Sequence[int]) -> Style:
    """Return how games are searched: judged by the moves left where one player can have more of them than the other."""
    if not rows.native:
        return Style(sight=0)
    mobile = rules.partisan and not rules.has_ending and not misere and differs_in_moves(rows, row)
    return BY_MOVES if mobile else Style()


def _of_tree(match: Match, tree: Tree) -> Choice:
    best = tree.best()
    move = _move(match, best.number)
    scoring = tree.rules.scoring
    if tree.result is None:
        return Choice(move, "", PlayedOut(tree.games, tree.depth, best.mean, tree.judged, scoring))
    verdict = verdict_of(tree.result + match.lead * scoring)
    return Choice(move, verdict, Proved(tree.games, tree.depth), tree.result if scoring else None)


def _move(match: Match, number: int) -> Move:
    """Return the move of a number in the rules' order, from 0, moves that do the same counted each."""
    position = match.position
    gain, state = next(islice(position.ruleset.changes(position.state), number, None))
    return position.move_to(state, gain)
