"""Who wins where play need not end: the winner answers each move so that a rank falls, and answers must run out.

Let L be a set such that no move leads from L into L, and from every other position some move leads into L. If play ends, L
is the set of lost positions. If play can go round, it still is, where from each position p of L each move p → q has an
answer q → p' into L with a smaller rank: whoever answers moves, so it is the other who cannot move in the end.
(Cf. E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, ch. 3, on the reversible moves of Northcott's game.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice, permutations
from operator import lt

import numpy as np

from grundy.common.errors import RulesError
from grundy.proving.boxes import Box, Look, ended, options_of
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import Compare, Exists, Formula, Predicate, Term, variable
from grundy.proving.logic.formula import compile
from grundy.proving.moves import Move, Moves
from grundy.proving.ranking import Ranking
from grundy.proving.reading import renamed
from grundy.proving.terms import both, either, negation, replaced

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
            (
                "could not show that play of {name} ends: no linear or lexicographic ranking decreases with "
                "every move, and at {state} neither player is known to win"
            ),
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
