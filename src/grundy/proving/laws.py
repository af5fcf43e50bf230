"""Laws of who wins and of Grundy values: sets and relations that are decided to be the right ones; and their names."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations, islice, permutations, product
from operator import lt, xor
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common.errors import RulesError
from grundy.common.messages import _
from grundy.proving import guess
from grundy.proving.boxes import Box, Look, ended, lost_table, options_of, value_table
from grundy.proving.logic.automaton import Automaton, Limits, valid
from grundy.proving.logic.expressions import And, Compare, Exists, Formula, NimZero, Predicate, Term, variable
from grundy.proving.logic.formula import both, compile, either, negation, replaced
from grundy.proving.logic.linear import last_digit, less, number
from grundy.proving.logic.numeration import Numeration
from grundy.proving.moves import Move, Moves, Ranking
from grundy.proving.reading import renamed

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


# -- who wins where play need not end: the winner answers each move so that a rank falls, and answers must run out -----
#
# Let L be a set such that no move leads from L into L, and from every other position some move leads into L. If play
# ends, L is the set of lost positions. If play can go round, it still is, where from each position p of L each move p
# → q has an answer q → p' into L with a smaller rank: whoever answers moves, so it is the other who cannot move in
# the end. (Cf. E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, ch. 3, on the reversible moves of
# Northcott's game.)


State = tuple[int, ...]
SEEN = 400
"""Ranks are first tried at so many lost positions."""


def answers(moves: Moves, lost: Automaton, misere: bool, limits: Limits) -> Ranking | None:
    """Return a rank that an answer lowers, proved by deciding; None where no sum, or pair of sums, of numbers is one.

    O(2^numbers) sums are tried at small positions, and what stays of them is decided.
    """
    seen = list(_exchanges(moves, lost))
    for ranking in _candidates(moves):
        if all(_has_answer(ranking, before, after) for before, after in seen):
            limits.look()
            if not unanswered(moves, lost, ranking, misere, limits):
                return ranking
    return None


def unanswered(moves: Moves, lost: Automaton, ranking: Ranking, misere: bool, limits: Limits) -> bool:
    """Return whether some lost position has a move that has no answer to a lost position of smaller rank.

    Decided for each form of moves, with the position and the numbers of the move as variables; O(forms²) formulas.
    """
    known = {"L": lost}
    for move in moves.moves:
        own = {name: variable(f"u{name}") for name in move.bound}
        after = tuple(replaced(part, own) for part in move.parts)
        there = dict(zip(moves.names, after, strict=True))
        answers = either(*(_answer(each, there, ranking) for each in moves.moves))
        stays = (renamed(moves.movable(), there),) if misere else ()
        made = both(Predicate("L", _numbers(moves)), moves.going, renamed(move.guard, own), renamed(moves.going, there))
        if not compile(both(made, *stays, negation(answers)), lost.numeration, known, limits=limits).is_empty():
            return True
    return False


def _answer(move: Move, there: dict[str, Term], ranking: Ranking) -> Formula:
    """Return that a move of one form leads from a position, given as terms, to a lost one of smaller rank than the first."""
    names = tuple(f"v{name}" for name in move.bound)
    put = {**there, **dict(zip(move.bound, map(variable, names), strict=True))}
    parts = tuple(replaced(part, put) for part in move.parts)
    found = both(renamed(move.guard, put), Predicate("L", parts), smaller(ranking.of(parts), ranking.terms))
    return Exists(names, found) if names else found


def _numbers(moves: Moves) -> tuple[Term, ...]:
    return tuple(map(variable, moves.names))


def smaller(one: tuple[Term, ...], other: tuple[Term, ...]) -> Formula:
    """Return that some terms are less than others in the lexicographic order."""
    pairs = list(zip(one, other, strict=True))
    return either(
        *(
            both(*(Compare(a, "=", b) for a, b in pairs[:i]), Compare(less, "<", more))
            for i, (less, more) in enumerate(pairs)
        )
    )


def _candidates(moves: Moves) -> Iterator[Ranking]:
    """Yield sums of numbers, those of few first, and then pairs of sums."""
    own = range(len(moves.names) - len(moves.carried))
    sums = [places for size in range(1, len(own) + 1) for places in combinations(own, size)]
    for each in chain(([one] for one in sums), permutations(sums, 2)):
        yield Ranking(tuple(each), moves.names, answered=True)


def _exchanges(moves: Moves, lost: Automaton) -> Iterator[tuple[State, list[State]]]:
    """Yield small lost positions, each with the lost positions to which one of its moves can be answered."""
    for before in islice(lost.members(), SEEN):
        for option in options_of(moves, before):
            yield before, [after for after in options_of(moves, option) if lost.accepts(*after)]


def _has_answer(ranking: Ranking, before: State, answers: Iterable[State]) -> bool:
    ranks = [[sum(state[i] for i in places) for places in ranking.sums] for state in (before, *answers)]
    return any(rank < ranks[0] for rank in ranks[1:])


# -- small positions ---------------------------------------------------------------------------------------------------


def returning_table(moves: Moves, side: int, raised: tuple[bool, ...], misere: bool, look: Look) -> Box:
    """Return an array over the box of numbers below ``side``: whether the player to move loses, though play can go round.

    By going back from the ends of play, with numbers that a move may raise twice as far; what is beyond is taken for won, as
    most positions are. Where that does not decide all of the box a smaller one is returned, half as large or more; else
    it is a RulesError, as there may be draws. O(moves in the box).
    """
    shape = tuple(2 * side if up else side for up in raised)
    before: dict[State, list[State]] = {}
    left: dict[State, int] = {}
    lost: dict[State, bool] = {}
    judged = ended(moves, misere)
    for state in _positions(moves, shape):
        look()
        verdict = judged(state)
        options = set(options_of(moves, state)) if verdict is None else set[State]()
        near = [option for option in options if all(map(lt, option, shape))]
        left[state] = len(near)
        for option in near:
            before.setdefault(option, []).append(state)
        if not near:
            lost[state] = bool(options) or not misere if verdict is None else verdict
    ends = deque(lost)
    while ends:
        after = ends.popleft()
        for state in before.get(after, ()):
            left[state] -= not lost[after]
            if state not in lost and (lost[after] or not left[state]):
                lost[state] = not lost[after]
                ends.append(state)
    open_ = min((state for state in left if state not in lost), key=max, default=(side,))
    if 2 * max(open_) < side:
        raise RulesError(
            "could not show that play of {name} ends: no linear or lexicographic ranking decreases with "
            "every move, and at {state} neither player is known to win",
            name=moves.rules.name,
            state=open_,
        )
    table = np.zeros((min(side, max(open_)),) * len(shape), np.bool_)
    for state, is_lost in lost.items():
        if max(state) < len(table):
            table[state] = is_lost
    return table


def _positions(moves: Moves, shape: tuple[int, ...]) -> Iterator[State]:
    """Iterate over the positions of a box: the last number first, which may bound the others."""
    tails: list[State] = [()]
    count = len(shape)
    for place in range(count - 1, -1, -1):
        rows = [(i - place, j - place, gap) for i, j, gap in moves.order if min(i, j) == place]
        tails = [
            state
            for tail in tails
            for n in range(moves.least, shape[place])
            for state in [(n, *tail)]
            if all(state[j] - state[i] >= gap for i, j, gap in rows)
        ]
    return iter(tails)


# -- who wins: a set of losing positions -------------------------------------------------------------------------------
#
# Given that play ends, a set L is that of the positions lost for the player to move exactly when, of positions where
# play goes on, those are in L from which no move leads into L (in misère play: no move does, and there is one). If at
# each move the other player may forbid up to b options, exactly when at most b different options are in L. One
# automaton is built for "more than b options are in L", and compared with L: a difference is a counterexample. (Cf.
# J. Shallit, *The Logical Approach to Automatic Sequences*, 2022; blocking: U. Larsson, *Blocking Wythoff Nim*,
# 2011.)


SIDES = {1: (64, 256, 1024, 4096), 2: (34, 100, 256, 640, 1600), 3: (16, 34, 70), 4: (8, 16, 32), 5: (8, 16)}
"""Boxes from which is guessed, by how many numbers a position has."""


@dataclass(frozen=True)
class Refutation:
    """A position where a law fails, and in which way."""

    position: dict[str, int]
    what: str


@dataclass(frozen=True)
class _Claim:
    """A claim about all positions of a game."""

    moves: Moves

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of each relation."""
        return self.moves.names

    def wrong(self, automata: Sequence[Automaton], limits: Limits) -> Iterator[tuple[Automaton, str]]:
        """Yield the positions where the claim is wrong, by the way in which it is, in words."""
        raise NotImplementedError

    def refuted(self, automata: Sequence[Automaton], limits: Limits) -> Refutation | None:
        """Return the shortest position where the claim is wrong; None if it is right, given that play ends.

        Undecided where an automaton outgrows the limits.
        """
        for wrong, what in self.wrong(automata, limits):
            position = wrong.shortest()
            if position is not None:
                return Refutation(position, what)
        return None


@dataclass(frozen=True)
class LosingLaw(_Claim):
    """The claim that one relation holds the losing positions, in a play.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.linear import equal
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.reading import moves
    >>> law = LosingLaw(moves(load("nim"), heaps=2))
    >>> law.refuted([equal(numeration("msd_2"), "x0", "x1")], Limits()) is None
    True
    """

    misere: bool = False
    blocked: int = 0
    kind: str = "losing"

    @property
    def sides(self) -> tuple[int, ...]:
        """The boxes from which is guessed."""
        return SIDES.get(len(self.names), (4, 8))

    def table(
        self, side: int, ranking: Ranking | None, raised: tuple[bool, ...], look: guess.Look = lambda: None
    ) -> Box:
        """Return who loses in a box, given which numbers a move may raise; without a ranking play may go round."""
        if ranking is None:
            return returning_table(self.moves, side, raised, self.misere, look)
        return lost_table(self.moves, side, ranking, misere=self.misere, blocked=self.blocked, raised=raised, look=look)

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the set that a table shows in a numeration system; None if it shows none."""
        found = guess.learn(table, system, bold=bold, look=look)
        return None if found is None else (found.automaton(self.names),)

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether a set gives a whole table."""
        return bool((guess.members(automata[0], table.shape) == table).all())

    def wrong(self, automata: Sequence[Automaton], limits: Limits) -> Iterator[tuple[Automaton, str]]:
        """Yield the positions where the set is wrong, by the way in which it is, in words."""
        (lost,) = automata
        leads = self._leads(lost, limits)
        one = _("is claimed lost, and a move leads to another that is")
        more = _("is claimed lost, and moves lead to others that are")
        yield lost.conjunction(leads, limits), more if self.blocked else one
        should = self._should(lost.numeration, leads, limits)
        yield lost.difference(should, limits), _("is claimed lost and cannot occur")
        yield should.difference(lost, limits), _("is claimed won, and no move leads to one that is claimed lost")

    def _leads(self, lost: Automaton, limits: Limits) -> Automaton:
        """Return the positions from which more moves lead into a set than can be forbidden."""
        system = lost.numeration
        if not self.blocked:
            return compile(self.moves.some("L"), system, {"L": lost}, limits=limits).over(self.names, limits)
        after = tuple(f"y{i}" for i in range(len(self.names)))
        relation = compile(self.moves.relation(after), system, limits=limits).over((*self.names, *after), limits)
        into = relation.conjunction(lost.renamed(dict(zip(self.names, after, strict=True))), limits)
        return into.at_least(self.blocked + 1, *after, limits=limits)

    def _should(self, system: Numeration, leads: Automaton, limits: Limits) -> Automaton:
        """Return which positions are lost if those are that ``leads`` says are not won."""
        moves = self.moves
        lost = moves.won if self.misere else moves.lost
        going = compile(moves.movable() if self.misere else moves.going, system, limits=limits).over(self.names)
        ended = (
            compile(lost, system, limits=limits)
            .over(self.names)
            .conjunction(compile(moves.domain, system, limits=limits).over(self.names))
        )
        return going.difference(leads, limits).disjunction(ended, limits)

    def steps(self) -> list[str]:
        """Return in words what is decided."""
        if self.blocked:
            few = "one" if self.blocked == 1 else str(self.blocked)
            noun = "option" if self.blocked == 1 else "options"
            first = _("no position of the set has more than {few} {noun} in the set").format(few=few, noun=noun)
            second = _("every other position has more than {few}").format(few=few)
        else:
            first = _("no move leads from a losing to a losing position")
            second = _("from every other position some move leads to a losing one")
        return [first, second + (_(", or there is no move") if self.misere else "")]


# -- Grundy values: for finitely many values a set for each, else one relation between position and value --------------
#
# Given that play ends, values are right exactly when a position has the value v if and only if no option has it and
# every smaller one is had. Where a move leaves several heaps, the option's value is the nim-sum of theirs: for
# finitely many values a finite table, in any numeration; else the nim-sum of numbers in base 2. (R. P. Sprague 1935;
# P. M. Grundy 1939.)


MOST = 15
"""Values up to this are told apart by a set for each."""
VALUE_SIDES = {1: (64, 128, 512, 2048), 2: (20, 34), 3: (20,)}
"""Boxes from which is guessed, by how many numbers a position has; above `MOST`, so that values without bound show it."""
TABLE = 1 << 22
"""Tables of positions and values have at most so many cells."""


def left_over(parts: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the heaps without pairs of the same size, whose nim-sum is 0."""
    return tuple(part for part, times in Counter(parts).items() if times % 2)


@dataclass(frozen=True)
class _OfValues(_Claim):
    """A claim about the Grundy values of all positions."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The boxes from which is guessed."""
        return VALUE_SIDES.get(len(self.moves.names), (6,))

    def table(
        self, side: int, ranking: Ranking | None, raised: tuple[bool, ...], look: guess.Look = lambda: None
    ) -> Any:
        """Return the values in a box."""
        return value_table(self.moves, side, look)

    def steps(self) -> list[str]:
        """Return in words what is decided."""
        return [
            _("no option has the value claimed"),
            _("every smaller value is attained by some option"),
            _("every position has a value"),
        ]


@dataclass(frozen=True)
class ValueLaw(_OfValues):
    """The claim that a position has the value v exactly where it is in the v-th of some sets, and no other value.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.linear import linear
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.reading import moves
    >>> law = ValueLaw(moves(load("bash").bind(m=1)))
    >>> law.refuted([linear(numeration("msd_2"), {"x0": 1}, "=", v, modulus=2) for v in (0, 1)], Limits()) is None
    True
    """

    kind: str = "values"

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the sets that a table shows, one for each value; None for too many values, or no automaton."""
        if table.max() > MOST:
            return None
        found = guess.learn(table + 1, system, bold=bold, look=look)  # 0 is for no position
        if found is None:
            return None
        return tuple(found.automaton(self.names, v + 1) for v in range(int(found.outputs.max())))

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether the sets give a whole table."""
        return all(
            bool((guess.members(automaton, table.shape) == (table == v)).all()) for v, automaton in enumerate(automata)
        )

    def wrong(self, automata: Sequence[Automaton], limits: Limits) -> Iterator[tuple[Automaton, str]]:
        """Yield the positions whose value is not as claimed, by what is wrong, in words."""
        system = automata[0].numeration
        predicates = {f"G{v}": automaton for v, automaton in enumerate(automata)}
        left = compile(self.moves.domain, system, limits=limits).over(self.names)
        for v, automaton in enumerate(automata):
            option = self.option(v, len(automata))
            had = compile(option, system, predicates, limits=limits).over(self.names, limits)
            right = left.difference(had, limits)
            what = _("has the value {v}, or is claimed to have it, but not both").format(v=v)
            yield automaton.difference(right, limits), what
            yield right.difference(automaton, limits), what
            left = left.conjunction(had, limits)
        yield left, _("has a value that is none of those claimed")

    def option(self, value: int, count: int) -> Formula:
        """Return that some option has a value."""

        def has(move: Move) -> Formula:
            if not self.moves.heaps:
                return Predicate(f"G{value}", move.parts)
            parts = left_over(move.parts)
            ways = [own for own in product(range(count), repeat=len(parts)) if reduce(xor, own, 0) == value]
            each = (both(*(Predicate(f"G{v}", (part,)) for v, part in zip(own, parts, strict=True))) for own in ways)
            return either(*each)

        return self.moves.each(has)


@dataclass(frozen=True)
class GraphLaw(_OfValues):
    """The claim that one relation holds the positions with their values, of which there is no bound. The value is ``z``."""

    kind: str = "graph"

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the relation."""
        return (*self.moves.names, "z")

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the relation that a table shows; None where it shows none."""
        most = int(table.max())
        above = next(weight for weight in system.weights if weight > max(most, table.shape[0] - 1))
        if table.size * above > TABLE:
            return None
        found = guess.learn(table[..., None] == np.arange(above), system, bold=bold, look=look)
        return None if found is None else (found.automaton(self.names),)

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether the relation gives a whole table."""
        graph = table[..., None] == np.arange(int(table.max()) + 1)
        return bool((guess.members(automata[0], graph.shape) == graph).all())

    def wrong(self, automata: Sequence[Automaton], limits: Limits) -> Iterator[tuple[Automaton, str]]:
        """Yield the positions and values with which the relation is wrong, by what is wrong, in words."""
        graph = automata[0]
        system = graph.numeration
        had = compile(self.option(), system, dict(zip("GS", automata, strict=False)), limits=limits).over(
            self.names, limits
        )
        domain = compile(self.moves.domain, system, limits=limits).over(self.names)
        missed = domain.difference(had, limits)
        smaller = missed.renamed({"z": "w"}).conjunction(less(system, "w", "z"), limits).exists("w", limits=limits)
        right = missed.difference(smaller.over(self.names), limits)
        what = _("has the value z, or is claimed to have it, but not both")
        yield graph.difference(right, limits), what
        yield right.difference(graph, limits), what
        if not domain.is_empty():
            yield domain.exists("z").difference(graph.exists("z", limits=limits), limits), _("has no value")

    def option(self) -> Formula:
        """Return that some option has the value z."""

        def has(move: Move) -> Formula:
            if not self.moves.heaps:
                return Predicate("G", (*move.parts, variable("z")))
            parts = left_over(move.parts)
            if not parts:
                return Compare(variable("z"), "=", Term())
            if len(parts) == 1:
                return Predicate("G", (*parts, variable("z")))
            own = tuple(f"v{i}" for i in range(len(parts)))
            graphs = (Predicate("G", (part, variable(v))) for v, part in zip(own, parts, strict=True))
            return Exists(own, And((*graphs, NimZero((*own, "z")))))

        return self.moves.each(has)


@dataclass(frozen=True)
class RunLaw(GraphLaw):
    """The same of moves that leave runs of heaps, with a second relation: between n and the nim-sum of all heaps below n.

    A run a, a + 1, …, b - 1 is worth the nim-sum of what the second relation says of a and of b.
    """

    kind: str = "runs"

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the relations that a table shows; None where it shows none."""
        if system.base & (system.base - 1) or system.name != f"msd_{system.base}":
            return None  # a nim-sum is no relation there
        found = [super(RunLaw, self).guessed(each, system, bold, look) for each in (table, _sums(table))]
        return None if None in found else tuple(automaton for each in found if each for automaton in each)

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether the relations give a whole table."""
        tables = (table, _sums(table))
        return all(super(RunLaw, self).agrees([a], each) for a, each in zip(automata, tables, strict=True))

    def wrong(self, automata: Sequence[Automaton], limits: Limits) -> Iterator[tuple[Automaton, str]]:
        """Yield where one of the relations is wrong, by what is wrong, in words."""
        sums = automata[1]
        right = compile(self._sum(), sums.numeration, dict(zip("GS", automata, strict=True)), limits=limits)
        right = right.over(self.names, limits)
        what = _("has smaller heaps of the nim-sum z, or is claimed to, but not both")
        yield sums.difference(right, limits), what
        yield right.difference(sums, limits), what
        yield from super().wrong(automata, limits)

    def _sum(self) -> Formula:
        """Return that z is the nim-sum of all heaps below x0: of none, or of those below the last one, and of that."""
        before, z = variable("y"), variable("z")
        none = And((Compare(variable("x0"), "=", Term()), Compare(z, "=", Term())))
        last = Compare(variable("x0"), "=", before + 1)
        values = Predicate("S", (before, variable("v0"))), Predicate("G", (before, variable("v1")))
        return either(none, Exists(("y", "v0", "v1"), And((last, *values, NimZero(("v0", "v1", "z"))))))

    def option(self) -> Formula:
        """Return that some option has the value z."""

        def has(move: Move) -> Formula:
            ends = (Predicate("S", (part, variable(v))) for v, part in zip(("v0", "v1"), move.parts, strict=True))
            return Exists(("v0", "v1"), And((*ends, NimZero(("v0", "v1", "z")))))

        return self.moves.each(has)

    def steps(self) -> list[str]:
        """Return in words what is decided."""
        return [_("the nim-sum of all heaps below n + 1 is that of those below n, and of n"), *super().steps()]


def _sums(table: Any) -> Any:
    """Return of each place the nim-sum of all values before it."""
    return np.concatenate([[0], np.bitwise_xor.accumulate(table)[:-1]])


# -- the relations that a theorem gives names to: what it claims, the moves it is about, what options are worth --------
#
# - ``P(a, b)``: the position is lost for the player to move, or, where values are claimed, is worth 0.
# - ``G(n, v)``, ``G0(n)``, ``G1(n)``, …: the position has the Grundy value v, 0, 1, …
# - ``M(a, b, a', b')``: a move leads from the one position to the other; of heaps ``M(n, m)``: some move of the heap
#   n leaves the heap m, and perhaps others.
# - ``O(n, v)``: some move of the position n leads to the value v.
# - ``Z(n, k)``: k is the value of the last digit of n that is not 0, at its place: the smallest part of n's
#   Zeckendorf sum.


def predicates(theorem: Theorem, asked: Collection[str], limits: Limits) -> dict[str, Automaton]:
    """Return the relations of a theorem by name: those that it claims, and ``M``, ``O`` and ``Z`` where they are asked for.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> known = predicates(prove(load("bash")), ["M"], Limits())
    >>> known["M"].accepts(7, 4), known["M"].accepts(7, 3)
    (True, False)
    """
    law, system = theorem.law, theorem.system
    known: dict[str, Automaton]
    match law:
        case LosingLaw():
            known = {"P": theorem.automata[0]}
        case GraphLaw():
            known = dict(zip("GS", theorem.automata, strict=False))  # S is there for runs of heaps
        case ValueLaw():
            known = {f"G{v}": automaton for v, automaton in enumerate(theorem.automata)}
            known["G"] = _with_values(theorem.automata)
    if not isinstance(law, LosingLaw):
        lost = known["G"].conjunction(number(system, "z", 0), limits) if isinstance(law, GraphLaw) else known["G0"]
        known["P"] = lost.exists("z", limits=limits) if isinstance(law, GraphLaw) else lost
    if "M" in asked:
        after = after_names(law.moves)
        found = compile(_moves(law.moves, after), system, limits=limits)
        known["M"] = found.over((*law.moves.names, *after))
    if "O" in asked and not isinstance(law, LosingLaw):
        known["O"] = _options(law, theorem.automata, known, limits)
    if "Z" in asked:
        known["Z"] = last_digit(system)
    return known


def after_names(own: Moves) -> tuple[str, ...]:
    """Return the names, in the relation of the moves, of the numbers of the position after a move, or of a heap."""
    return tuple(f"y{i}" for i in range(len(own.names)))


def _moves(own: Moves, after: tuple[str, ...]) -> Formula:
    if not own.heaps:
        return own.relation(after)
    if own.runs:
        one = variable(after[0])
        return own.each(lambda move: both(Compare(one, ">=", move.parts[0]), Compare(one, "<", move.parts[1])))
    return own.each(lambda move: either(*(Compare(variable(after[0]), "=", part) for part in move.parts)))


def _options(
    law: ValueLaw | GraphLaw, automata: tuple[Automaton, ...], known: dict[str, Automaton], limits: Limits
) -> Automaton:
    system = automata[0].numeration
    if isinstance(law, GraphLaw):
        return compile(law.option(), system, known, limits=limits).over(law.names, limits)
    had = (compile(law.option(v, len(automata)), system, known, limits=limits) for v in range(len(automata)))
    return _with_values([each.over(law.names, limits) for each in had])


def _with_values(sets: Collection[Automaton]) -> Automaton:
    """Return the relation of the members of some sets with their places among the sets."""
    system = next(iter(sets)).numeration
    pairs = [each.conjunction(number(system, "z", v)) for v, each in enumerate(sets)]
    return reduce(Automaton.disjunction, pairs, valid(system, pairs[0].variables).complement())
