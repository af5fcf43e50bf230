"""Tables of moves that win, as small positions show them: in which positions, which move, with which numbers chosen.

What is found here is a guess: `grundy.proving.lemmas` decides whether a table is right for all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.proving import guess
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.expressions import And, Compare, Floor, Formula, NimSum, Remainder, Term, free_names, variable
from grundy.proving.logic.formula import YES, both, divided, either, never_negative, remainder, replaced
from grundy.proving.logic.linear import adds_nimbers
from grundy.proving.logic.numeration import Numeration
from grundy.proving.moves import Move, Moves
from grundy.proving.moves_in_words import with_nothing
from grundy.proving.reading import renamed
from grundy.proving.witnesses import holds, number, quantified
from grundy.values.patterns.periods import find_period

SIDES = {1: 480, 2: 32, 3: 12, 4: 8}
"""Tables are guessed from positions of numbers below these, by how many numbers a position has."""
FURTHER = 3
"""Options are looked up among numbers so many times as large."""
LINES = 10
"""No table is longer."""
ENOUGH = 4
"""For a table so short no other is looked for."""
MODULI, PERIOD = range(1, 13), 64
"""Numbers are told apart by their residues modulo these, and modulo the period of the set, if that is not larger."""
SUMS = range(2, 6)
"""Positions of several numbers are told apart by the residues of their sum modulo these."""
EXCEPTIONS = 40
"""Residues may tell a move from a number up to this on; of smaller numbers each is told."""
SEVERAL = 3
"""So many choices of one move are put, as 0 or 1."""
LEAST = "least"
"""A variable ``least x0`` is the value of the last digit of x0 that is not 0, at its place."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Case:
    """Positions, those with ``when`` of which no earlier case speaks, and a move that wins there.

    The move's choices are put as terms, or some are left: then there is a choice that wins.
    """

    when: Formula
    move: Move
    by_target: bool = False
    """Whether ``when`` says that the move leads to a position that is lost."""


@dataclass(frozen=True)
class Seen:
    """What is known of small positions: which are lost, and which are ``open``: a move there wins, and is asked for.

    ``parts`` are the values of heaps, where a move may leave several.
    """

    own: Moves
    lost: Flags
    open: Flags
    parts: NDArray[np.int64] | None
    system: Numeration

    @property
    def values(self) -> dict[str, Any]:
        """The numbers of all positions below the side, and the values of their last digits, by variable."""
        grids = np.indices(self.open.shape)
        found: dict[str, Any] = dict(zip(self.own.names, grids, strict=True))
        least = np.array([last_digit_of(self.system, n) for n in range(self.open.shape[0])])
        return found | {f"{LEAST} {name}": least[grid] for name, grid in found.items()}


def last_digit_of(system: Numeration, n: int) -> int:
    """Return the value of the last digit of n that is not 0, at its place, 0 for 0."""
    word = system.represent(n)
    places = [i for i, digit in enumerate(reversed(word)) if digit]
    return word[-1 - places[0]] * system.weights[places[0]] if places else 0


def seen(own: Moves, lost: Automaton, wanted: Automaton, values: Callable[[int], NDArray[np.int64]]) -> Seen | None:
    """Return what small positions show; None where they have too many numbers. ``values`` gives those of so many heaps."""
    width = len(own.names)
    side = SIDES.get(width)
    if side is None:
        return None
    several = any(len(move.parts) > 1 for move in own.moves) and own.heaps
    shape = (side,) * width
    far = (side if width == 1 else side * FURTHER,) * width  # one number falls with every move
    parts = values(side) if several else None
    return Seen(own, guess.members(lost, far), guess.members(wanted, shape), parts, lost.numeration)


def digits(*spoken_of: Formula | Move) -> tuple[str, ...]:
    """Return the variables of conditions and moves that are last digits."""
    found: set[str] = set()
    for each in spoken_of:
        formula = each.guard if isinstance(each, Move) else each
        found |= free_names(formula).union(
            *(part.names() for part in getattr(each, "parts", ()) if isinstance(part, Term))
        )
    return tuple(sorted(name for name in found if name.startswith(LEAST)))


# ---- moves with their choices made


def chosen(move: Move, put: dict[str, Term]) -> Move:
    """Return a move with terms put for its choices, which must be natural numbers."""
    natural = (Compare(term, ">=", Term()) for term in put.values() if not never_negative(term))
    guard = renamed(move.guard, put)
    kept = [*natural, *(guard.parts if isinstance(guard, And) else (guard,))]
    bound = tuple(name for name in move.bound if name not in put)
    parts = tuple(replaced(part, put) for part in move.parts)
    return replace(move, bound=bound, guard=both(*map(_short, kept)), parts=parts)


def _short(condition: Formula) -> Formula:
    """Return a condition as it is said shortest: nothing where it is plain, and > for >= 1."""
    if not isinstance(condition, Compare) or condition.relation != ">=":
        return condition
    more = condition.left - condition.right
    if never_negative(_smaller(more)):
        return YES
    return Compare(more + 1, ">", Term()) if more.constant == -1 else Compare(more, ">=", Term())


def _smaller(term: Term) -> Term:
    """Return a term that is not larger, without subtracted rests, quotients and last digits, where they have bounds."""
    for part, times in term.parts:
        if times < 0 and not isinstance(part, NimSum):
            match part:
                case Remainder(inner, modulus):
                    most = inner if dict(term.parts).get(str(inner), 0) >= -times else _number(modulus - 1)
                case Floor(inner, _):
                    most = inner
                case _:
                    most = variable(part.removeprefix(f"{LEAST} "))
            term = term + times * (most - Term(((part, 1),)))
    return term


def _made(of: Seen) -> Iterator[Move]:
    """Yield the moves with their choices made in simple ways, the simplest first."""
    for move in with_nothing(of.own):
        if not move.bound:
            yield chosen(move, {})
        elif len(move.bound) == 1:
            (name,) = move.bound
            for term in dict.fromkeys(_terms(of, move, name)):
                yield chosen(move, {name: term})
        elif len(move.bound) <= SEVERAL:
            for numbers in product(range(2), repeat=len(move.bound)):
                yield chosen(move, dict(zip(move.bound, map(_number, numbers), strict=True)))


def _terms(of: Seen, move: Move, name: str) -> Iterator[Term]:
    """Yield terms for the choice of a move: constants, and those with which a number becomes something simple."""
    names, most = of.own.names, _period(of) if len(of.own.names) == 1 else 2
    places = zip(names, move.parts, strict=True) if len(move.parts) == len(names) else ()
    targets: list[Term] = []
    for own, part in places:
        times = dict(part.parts).get(name, 0)
        if times in (1, -1):
            rest = part - times * variable(name)
            taken = [] if times > 0 else [*_taken(of, own)]
            goals = [*map(_number, range(3)), *_goals([other for other in names if other != own], of.system)]
            targets += [times * (goal - rest) for goal in goals]
            targets += [rest - variable(own) + amount for amount in taken]  # rest - choice = own - amount
    yield from (_number(n) for n in range(most + 1))
    yield from targets
    if of.own.heaps:
        yield from (divided(variable(names[0]), 2) + c for c in (0, -1, 1, -2))
        yield from (divided(variable(names[0]) + 1, 2) + c for c in (-1, -2, 0))


def _number(n: int) -> Term:
    return Term((), n)


def _taken(of: Seen, name: str) -> Iterator[Term]:
    """Yield what may be taken from a number: the rest of a division, with which it comes to a lost residue; a digit."""
    own = variable(name)
    if len(of.own.names) == 1 and (period := _period(of)) > 1:
        start = len(of.lost) // period // 2 * period
        for residue in range(period):
            if of.lost[start + residue]:
                yield remainder(own + (period - residue) % period, period)
    yield variable(f"{LEAST} {name}")


def _goals(others: Sequence[str], system: Numeration) -> Iterator[Term]:
    """Yield what a number may become, as the other numbers say it: one of them, or nearly; the nim-sum or sum of all."""
    for other in map(variable, others):
        yield from (other, 1 - other, other + 1, other - 1)
    if len(others) > 1:
        first, *rest = map(variable, others)
        total, nim_sum = first, first
        for each in rest:
            total, nim_sum = total + each, nim_sum ^ each
        yield total
        if adds_nimbers(system):
            yield from (nim_sum, nim_sum ^ 1)
    for a, b in combinations(map(variable, others), 2):
        yield from (a - b, b - a)


def _period(of: Seen) -> int:
    """Return the period of the lost numbers, 1 where there is none that is not too large."""
    found = find_period(of.lost.tolist())
    return found.period if found and found.period <= PERIOD else 1


# ---- tables


def tables(of: Seen) -> list[Case] | None:
    """Return a table that holds of all small positions, a short one; None where none is found.

    O(moves with choices made × conditions × positions).
    """
    values = of.values
    moves = [(move, right) for move in _made(of) if (right := _wins(of, move, values)).any()]
    return _by_residues(of, moves) if len(of.own.names) == 1 else _by_conditions(of, moves, values)


def _wins(of: Seen, move: Move, values: dict[str, Any]) -> Flags:
    """Return in which small positions a move can be made, and wins."""
    shape = of.open.shape
    if quantified(move.guard) or move.bound:
        return np.zeros(shape, np.bool_)
    legal = of.open & holds(move.guard, values)
    after = [np.where(legal, number(part, values), 0) for part in move.parts]
    for each in after:
        legal = legal & (each >= 0) & (each < len(of.lost))
    places = [np.where(legal, each, 0) for each in after]
    if not of.own.heaps:
        return legal & of.lost[tuple(places)]
    if of.parts is None:
        return legal & of.lost[places[0]] if places else legal
    worth = reduce(np.bitwise_xor, (of.parts[each] for each in places), np.zeros(shape, np.int64))
    return legal & (worth == 0)


def _by_residues(of: Seen, moves: list[tuple[Move, Flags]]) -> list[Case] | None:
    """Return the shortest table that tells numbers by their residues, but for small ones."""
    best: list[Case] | None = None
    n = np.arange(len(of.open))
    for modulus in dict.fromkeys((*MODULI, _period(of))):
        fails = [  # for each residue the last number from which a move does not win
            [int(np.max(n, initial=-1, where=of.open & ~right & (n % modulus == rest))) for rest in range(modulus)]
            for _move, right in moves
        ]
        for start in sorted({0, *(each + 1 for own in fails for each in own if each < EXCEPTIONS)}):
            found = _residues(of, moves, fails, start)
            if found is not None and len(found) <= LINES and (best is None or len(found) < len(best)):
                best = found
    return best


def _residues(of: Seen, moves: list[tuple[Move, Flags]], fails: list[list[int]], start: int) -> list[Case] | None:
    """Return a table where residues tell from some number on, and smaller numbers are told one by one."""
    n, modulus = variable(of.own.names[0]), len(fails[0]) if fails else 1
    small = {i for i in range(start) if of.open[i]}
    first = _covered(small, [{i for i in small if right[i]} for _move, right in moves])
    rests = {int(i) % modulus for i in np.flatnonzero(of.open) if i >= start}
    later = _covered(rests, [{rest for rest in rests if own[rest] < start} for own in fails])
    if first is None or later is None:
        return None
    cases = [Case(either(*(Compare(n, "=", _number(i)) for i in sorted(own))), moves[move][0]) for move, own in first]
    for move, own in later:
        told = either(*(Compare(remainder(n, modulus), "=", _number(rest)) for rest in sorted(own)))
        cases.append(Case(told, moves[move][0]))
    return _with_otherwise(cases)


def _covered(wanted: set[int], sets: list[set[int]]) -> list[tuple[int, set[int]]] | None:
    """Return places of sets that cover what is wanted, with what each is there for; the largest first, None for none."""
    left, found = set(wanted), list[tuple[int, set[int]]]()
    while left:
        best = max(range(len(sets)), key=lambda i: len(sets[i] & left), default=None)
        if best is None or not sets[best] & left:
            return None
        found.append((best, sets[best] & left))
        left -= sets[best]
    return found


def _by_conditions(of: Seen, moves: list[tuple[Move, Flags]], values: dict[str, Any]) -> list[Case] | None:
    """Return the shortest table of comparisons that is found with few kinds of them, or with all."""
    pairs = combinations(map(variable, of.own.names), 2)
    order = [Compare(a, relation, b) for a, b in pairs for relation in (">", "<", "=", ">=", "<=")]
    small, two, sums = _small(of.own), _two(of.own), _sums(of.own)
    legal = np.array([_flat(move.guard, values, of.open.shape) for move, _right in moves])
    right = np.array([own.ravel() for _move, own in moves])
    best: list[Case] | None = None
    for conditions in ([], order, two, small, sums, [*order, *small, *two, *sums]):
        kinds = [YES, *conditions]
        holding = np.array([_flat(each, values, of.open.shape) for each in kinds])
        found = _greedily(of.open.ravel(), kinds, [move for move, _right in moves], holding, legal, right)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
        if best is not None and len(best) <= ENOUGH:
            break
    return best


def _greedily(
    left: Flags, conditions: Sequence[Formula], moves: Sequence[Move], holding: Flags, legal: Flags, right: Flags
) -> list[Case] | None:
    """Return a table: again and again the condition that settles most of what is left, with a move that wins.

    A condition stands alone, or beside that the move can be made. Positions are counted by products of matrices.
    """
    counted = holding.astype(np.float32)
    cases: list[Case] = []
    while left.any():
        if len(cases) == LINES or not moves:
            return None
        tried: list[tuple[int, int, int, bool]] = []
        for beside in (False, True):
            spoken_of = left & legal if beside else np.broadcast_to(left, legal.shape)
            gained = counted @ spoken_of.T.astype(np.float32)
            gained[counted @ (spoken_of & ~right).T.astype(np.float32) > 0] = 0
            i, j = divmod(int(gained.argmax()), len(moves))
            tried.append((int(gained[i, j]), i, j, beside))
        gain, i, j, beside = max(tried, key=lambda each: each[0])
        if not gain:
            return None
        cases.append(Case(both(conditions[i], moves[j].guard) if beside else conditions[i], moves[j]))
        left = left & ~(holding[i] & legal[j] if beside else holding[i])
    return _with_otherwise(cases)


def _flat(condition: Formula, values: dict[str, Any], shape: tuple[int, ...]) -> Flags:
    """Return in which positions a condition holds, in a row."""
    return np.broadcast_to(np.asarray(holds(condition, values), np.bool_), shape).ravel()


def _small(own: Moves) -> list[Compare]:
    """Return that a number is small, or even, or odd."""
    names = [variable(name) for name in own.names]
    small = [Compare(a, relation, _number(n)) for a in names for n in range(3) for relation in ("=", "<=")]
    return [*small, *(Compare(remainder(a, 2), "=", _number(rest)) for a in names for rest in (0, 1))]


def _two(own: Moves) -> list[Formula]:
    """Return that two numbers are at most so large."""
    pairs = combinations(map(variable, own.names), 2)
    return [both(Compare(a, "<=", _number(n)), Compare(b, "<=", _number(n))) for a, b in pairs for n in range(3)]


def _sums(own: Moves) -> list[Compare]:
    """Return the residues of the sum of all numbers."""
    total = sum(map(variable, own.names), _number(0))
    return [Compare(remainder(total, m), "=", _number(rest)) for m in SUMS for rest in range(m)]


def _with_otherwise(cases: list[Case]) -> list[Case]:
    """Return a table whose last case is of all positions that are left."""
    return [*cases[:-1], replace(cases[-1], when=YES)] if cases else cases
