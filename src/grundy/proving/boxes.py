"""Small positions: what the formulas of the moves say of them, compared with the rules, and which of them are lost.

Only guesses are made from these tables, and nothing is believed because of them; so they are computed in the way that is
quickest. Where the equations of a move can be solved for the position before it, each losing position marks those that
lead to it; else the rules are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError, RulesError, TooLarge
from grundy.proving.logic.expressions import And, Compare, Exists, Formula, Or, Term, Truth, inside, parts_of
from grundy.proving.logic.formula import known_naturals
from grundy.proving.moves import Move, Moves, Ranking
from grundy.proving.witnesses import holds, number, quantified, solutions
from grundy.rules.data import routine
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction, HeapRuleset
from grundy.rules.witnesses import firsts
from grundy.solving.memory import settled
from grundy.values.nimber import mex

Numbers = dict[str, Any]
State = tuple[int, ...]
Look = Callable[[], None]
"""Looks at the clock, and raises `grundy.common.errors.OutOfTime` when the time is spent."""
Box = NDArray[Any]
NOWHERE = np.zeros(0, np.int64)
TRIED = 1 << 14
"""More than two variables are tried where they have no more values than this together."""
COMPARED = 400
"""So many small positions are compared with the rules."""
CHUNK, PLAYED = 1 << 12, 1 << 14
"""So many cells of a box are looked at together; boxes of no more cells are played through, to try what was found."""
CELLS, TOGETHER = 1 << 17, 1 << 20
"""Others are, around the constants of the rules and far out, where the moves of one are tried in no more ways than this; and
those of all together."""


# -- the formulas against the rules ----------------------------------------------------------------------------------


def formula_options(moves: Moves, state: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return what a position can become, as the formulas say; loop variables are tried as far as conditions can let them."""
    values: Numbers = dict(zip(moves.names, state, strict=True))
    if not holds(moves.going, values):
        return set()
    if moves.runs:
        return {tuple(range(*ends)) for ends in formula_options(replace(moves, runs=False), state)}
    found: set[tuple[int, ...]] = set()
    for move in moves.moves:
        if quantified(move.guard):
            each = solutions(move.bound, move.guard, values)
            found.update(tuple(int(number(part, known)) for part in move.parts) for known in each)
            continue
        if not move.bound:
            if holds(move.guard, values):
                found.add(tuple(int(number(part, values)) for part in move.parts))
            continue
        most = _reach(move.guard, max(state, default=0))
        if 8 * most ** len(move.bound) > limits.memory():
            sentence = "the moves of {name} are too many to be compared with their formulas"
            raise TooLarge(sentence, name=moves.rules.name, needed=8 * most ** len(move.bound))
        axes = np.meshgrid(*[np.arange(most)] * len(move.bound), indexing="ij")
        known = {**values, **dict(zip(move.bound, axes, strict=True))}
        good = np.broadcast_to(holds(move.guard, known), axes[0].shape)
        parts = [np.broadcast_to(number(part, known), axes[0].shape)[good].tolist() for part in move.parts]
        if good.any():
            found.update(zip(*parts, strict=True) if parts else [()])
    return found


def _work(moves: Moves, state: tuple[int, ...]) -> int:
    """Return in how many ways loop variables are tried to find the options of a position."""
    largest = max(state, default=0)
    total = sum(_reach(move.guard, largest) ** _bound(move) for move in moves.moves)
    return total * largest if moves.runs else total  # of a run each heap is written


def _bound(move: Move) -> int:
    """Return how many numbers a move binds, those in its condition counted too."""
    return len(move.bound) + sum(len(each.names) for each in inside(move.guard) if isinstance(each, Exists))


def _reach(guard: Formula, largest: int) -> int:
    """Return a number above every loop variable that can meet a condition, of a position with no larger number."""
    if isinstance(guard, Compare):
        term = guard.left - guard.right
        return 2 + abs(term.constant) + largest * sum(abs(a) for _, a in term.parts)
    return max((_reach(part, largest) for part in parts_of(guard)), default=2)


def rule_options(moves: Moves, state: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return what a position can become, as the rules say when they are run."""
    rules = moves.rules
    if isinstance(rules, FunctionRuleset):
        return set(options_of(moves, state))
    assert isinstance(rules, HeapRuleset)
    if moves.heaps:
        return {tuple(parts) for parts in rules.heap_options(state[0])}
    found: set[tuple[int, ...]] = set()
    for i, heap in enumerate(state):
        for parts in rules.heap_options(heap):
            found.add((*state[:i], *(parts or (0,)), *state[i + 1 :]))
    return found


def compare(moves: Moves, look: Look = lambda: None, most: int = 10**19) -> int:
    """Return on how many positions the formulas and the rules were found to agree; RulesError if they do not.

    The small ones are compared, those around the constants of the rules, and some far out, as far as options are few; none
    beyond the ``most`` that a number is.

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> compare(moves(load("wythoff"))) > 100
    True
    """
    width = len(moves.names)
    side = max(2, int(min(COMPARED, 25**width) ** (1 / width) / (1 if width == 1 else 2)))
    count = 0
    first = product(range(moves.least, moves.least + side), repeat=width)
    for state in filter(moves.is_position, map(moves.in_order, first)):
        look()
        _compare(moves, state)
        count += 1
    left = TOGETHER
    for state in filter(moves.is_position, map(moves.in_order, _further(moves, side))):
        look()
        work = _work(moves, state)
        if work <= min(left, CELLS) and max(state) <= most:
            left -= work
            _compare(moves, state)
            count += 1
    return count


def _compare(moves: Moves, state: tuple[int, ...]) -> None:
    """Raise RulesError where the formulas and the rules do not have the same moves."""
    said, true = formula_options(moves, state), rule_options(moves, state)
    if moves.heaps:  # the order of heaps means nothing
        said, true = {tuple(sorted(s)) for s in said}, {tuple(sorted(s)) for s in true}
    if said != true:
        raise RulesError(
            "the rules were misread: at {state} the formula gives {said}, not {found}",
            state=state,
            said=_few(said),
            found=_few(true),
        )


def _few(options: set[tuple[int, ...]]) -> str:
    return f"[{', '.join(map(str, sorted(options)[:20]))}{', …' if len(options) > 20 else ''}]"


def _further(moves: Moves, side: int) -> Iterator[tuple[int, ...]]:
    """Iterate over positions outside the box: far out, around each constant of the rules, and around several."""
    chosen = Random(len(moves.moves))  # the same rules are compared at the same positions
    rules, width, least = moves.rules, len(moves.names), moves.least
    near: list[tuple[int, ...]] = []
    if isinstance(rules, FunctionRuleset | HeapFunction):
        made = (routine(rules, each) for each in (rules.function, rules.hooks.get("ending", rules.function)))
        near += firsts((*made,), rules.params.values(), width, least)
    for digits in (2, 2, 2, 3, 3, 3, 4, 5, 6, 9, 12, 18):
        yield tuple(chosen.randrange(least, least + 10**digits) for _ in range(width))
        one = chosen.randrange(10**digits)
        yield tuple(max(least, one + chosen.randrange(3)) for _ in range(width))
    near = sorted({cells for cells in near if max(cells) >= least + side}, key=lambda cells: (max(cells), cells))
    numbers = sorted({max(cells) for cells in near})[:60] or [least]
    yield from (tuple(chosen.choice(numbers) for _ in range(width)) for _ in range(30))
    yield from near


# -- tables ------------------------------------------------------------------------------------------------------------


class Unsolved(GrundyError):
    """The equations of a move cannot be solved for the position before."""


def lost_table(
    moves: Moves,
    side: int,
    ranking: Ranking,
    *,
    misere: bool = False,
    blocked: int = 0,
    raised: tuple[bool, ...] = (),
    look: Look = lambda: None,
) -> Box:
    """Return an array over the box of numbers below ``side``: whether the player to move loses.

    ``blocked`` options may be forbidden at each move by the player who is not to move; ``raised`` says which numbers a
    move may raise. Where the equations can be solved, O(losing positions × predecessors), with arrays; else by the rules,
    O(moves in the box).
    """
    is_lost = decider(moves, misere=misere, blocked=blocked, look=look)
    shape = tuple(2 * side if up else side for up in raised or (False,) * len(moves.names))
    try:
        order = None if raised and not any(raised) else _by_rank(moves, shape, ranking)
        table = marked(moves, shape, order, misere=misere, blocked=blocked, look=look)[(slice(side),) * len(shape)]
    except Unsolved:
        return _recursed(moves, side, is_lost)
    tried = [i for i in ((1, 5, 9) if any(raised or (True,)) else (1,)) if i == 1 or (i + 1) ** len(shape) <= PLAYED]
    nearest = moves.in_order((0,) * len(shape))
    samples = [tuple(min(moves.least + i + step, side - 1) for step in nearest) for i in tried]
    samples = list(filter(moves.is_position, samples))
    if any(bool(table[state]) != is_lost(state) for state in samples):  # moves lead out of what was looked at
        return _recursed(moves, side, is_lost)
    return table


def _by_rank(moves: Moves, shape: tuple[int, ...], ranking: Ranking) -> NDArray[np.int64]:
    """Return the places of a box in the order of their ranks."""
    axes = np.meshgrid(*map(np.arange, shape), indexing="ij")
    grid = dict(zip(moves.names, axes, strict=True))
    return np.lexsort(np.stack([np.broadcast_to(number(term, grid), shape).ravel() for term in ranking.terms[::-1]]))


def marked(
    moves: Moves,
    shape: tuple[int, ...],
    order: NDArray[np.int64] | None = None,
    *,
    misere: bool = False,
    blocked: int = 0,
    look: Look = lambda: None,
) -> Box:
    """Return who loses in a box: who is not marked does, and marks those that lead to him. `Unsolved` where none follow.

    ``order``: the places with each after those that it leads to; where no move raises a number they are so as they stand.
    A byte a position, and one for the result.
    """
    if quantified(moves.lost) or quantified(moves.won):
        raise Unsolved("quotients are not solved")
    lost, won = (moves.won, moves.lost) if misere else (moves.lost, moves.won)
    solvers = [_Before(moves.names, move.bound, move.guard, move.parts, shape) for move in moves.moves]
    size = prod(shape)
    marks = np.zeros(size, np.int32 if blocked else np.int8)
    for start in range(0, size, CHUNK):
        chunk = np.arange(start, min(start + CHUNK, size)) if order is None else order[start : start + CHUNK]
        values = dict(zip(moves.names, np.unravel_index(chunk, shape), strict=True))
        ended = np.broadcast_to(holds(lost, values), chunk.shape)
        losing = holds(moves.domain, values) & (
            ended | (~np.broadcast_to(holds(won, values), chunk.shape) & (marks[chunk] <= blocked))
        )
        for place, is_ended in zip(chunk[losing].tolist(), ended[losing].tolist(), strict=True):
            if marks[place] > blocked and not is_ended:  # by one of this chunk
                continue
            look()
            after = tuple(int(c) for c in np.unravel_index(place, shape))
            if misere and not is_ended and next(options_of(moves, after), None) is None:
                continue
            before = np.concatenate([NOWHERE, *(solver.places(after) for solver in solvers)])
            if blocked:
                marks[np.unique(before)] += 1
            else:
                marks[before] = 1
            marks[place] = -1
    return (marks < 0).reshape(shape)


def _most(name: str, guard: Formula, most: dict[Any, int]) -> int | None:
    """Return how large a condition lets a number be, where others are ``most`` so large; None where it does not say."""
    match guard:
        case And(parts) | Or(parts):
            ends = [_most(name, part, most) for part in parts]
            known = [end for end in ends if end is not None]
            if isinstance(guard, Or):
                return max(known, default=-1) if known == ends else None
            return min(known, default=None)
        case Compare(left, "=", right):
            terms = [left - right, right - left]
        case _:
            terms = known_naturals(guard)
    for term in terms:
        own, others = dict(term.parts).get(name, 0), [(part, a) for part, a in term.parts if part != name]
        if own < 0 and all(part in most if a > 0 else isinstance(part, str) for part, a in others):
            return (term.constant + sum(a * most[part] for part, a in others if a > 0)) // -own
    return None


class _Before:
    """Solves the equations of a move for the positions before it: some variables are tried, the others follow."""

    def __init__(
        self,
        names: tuple[str, ...],
        bound: tuple[str, ...],
        guard: Formula,
        parts: tuple[Term, ...],
        shape: tuple[int, ...],
    ) -> None:
        self.names, self.guard, self.shape = names, guard, shape
        if any(not isinstance(p, str) for term in parts for p, _ in term.parts) or quantified(guard):
            raise Unsolved("quotients are not solved")
        self.equations = [(i, {str(p): a for p, a in term.parts}, term.constant) for i, term in enumerate(parts)]
        most: dict[Any, int] = {name: side - 1 for name, side in zip(names, shape, strict=True)}
        for name in bound * len(bound):  # one may be bounded by another
            if name not in most and (own := _most(name, guard, most)) is not None:
                most[name] = max(own, -1)
        self.steps: list[tuple[str, int | None]] = []
        unknown, left, tried = {*names, *bound}, set(range(len(parts))), list[str]()
        while unknown:
            ready = [
                (i, single[0]) for i in sorted(left) if len(single := sorted(unknown & {*self.equations[i][1]})) == 1
            ]
            if ready:
                i, name = ready[0]
                left.discard(i)
                self.steps.append((name, i))
            else:  # try the one that settles most
                settles = {n: sum(n in self.equations[i][1] for i in left) for n in sorted(unknown & most.keys())}
                if not settles:
                    raise Unsolved("there is no end to what is to be tried")
                name = max(settles, key=lambda n: (settles[n], -most[n]))
                self.steps.append((name, None))
                tried.append(name)
            unknown.discard(name)
        ways = [most[name] + 1 for name in tried]
        if len(ways) > 2 and prod(ways) > TRIED:
            raise Unsolved("there are too many variables to try")
        self.axes = np.meshgrid(*map(np.arange, ways), indexing="ij") if ways else []

    def places(self, after: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the places in the box of the positions that a move leads from to this one."""
        values: Numbers = {}
        axes = iter(self.axes)
        good: Any = np.True_
        for name, i in self.steps:
            if i is None:
                values[name] = next(axes)
                continue
            _, terms, constant = self.equations[i]
            rest = after[i] - constant - sum(a * values[n] for n, a in terms.items() if n != name)
            values[name] = rest // terms[name]
            good = good & (rest % terms[name] == 0) & (values[name] >= 0)
        for i, terms, constant in self.equations:
            good = good & (constant + sum(a * values[n] for n, a in terms.items()) == after[i])
        place: Any = 0
        for name, side in zip(self.names, self.shape, strict=True):
            good = good & (values[name] < side)
            place = place * side + values[name]
        good = good & holds(self.guard, values)
        places, good = np.broadcast_arrays(place, good)
        return places[good].astype(np.int64).ravel()


def options_of(moves: Moves, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Iterate over the options of a position, by its rules."""
    rules, numbers = moves.bound(state)
    if isinstance(rules, FunctionRuleset):
        own, more = rules.make_state(numbers), state[len(numbers) :]
        if rules.ended(own) is not None:
            return iter(())
        return ((*rules.arguments(option), *more) for option in rules.options(own))
    return iter(sorted(rule_options(moves, state)))


def ended(moves: Moves, misere: bool) -> Callable[[tuple[int, ...]], bool | None]:
    """Return a function that says whether a position is declared lost, or (False) won; None where play goes on."""
    lost, won = (moves.won, moves.lost) if misere else (moves.lost, moves.won)

    def judged(state: tuple[int, ...]) -> bool | None:
        values = dict(zip(moves.names, state, strict=True))
        if lost != Truth(False) and holds(lost, values):
            return True
        return False if won != Truth(False) and holds(won, values) else None

    return judged


def decider(
    moves: Moves,
    *,
    misere: bool = False,
    blocked: int = 0,
    options: Callable[[tuple[int, ...]], Any] | None = None,
    look: Look = lambda: None,
) -> Callable[[tuple[int, ...]], bool]:
    """Return a function that plays to the end, by the rules or by ``options``, and says whether a position is lost."""
    ask = options or (lambda state: options_of(moves, state))
    known: dict[State, bool] = {}
    judged = ended(moves, misere)

    def begin(state: State) -> Generator[State, bool, bool]:
        look()
        found = judged(state)
        if found is not None:
            return found
        after, lost = set(ask(state)), 0
        for option in after:
            held = known.get(option)
            lost += (yield option) if held is None else held
            if lost > blocked:
                return False
        return bool(after or not misere)

    def is_lost(start: State) -> bool:
        if start not in known:
            settled(start, begin, known)
        return known[start]

    return is_lost


def _recursed(moves: Moves, side: int, is_lost: Callable[[tuple[int, ...]], bool]) -> Box:
    width = len(moves.names)
    table = np.zeros((side,) * width, np.bool_)
    for state in product(range(moves.least, side), repeat=width):
        table[state] = is_lost(state)
    return table


def value_table(moves: Moves, side: int, look: Look = lambda: None) -> Box:
    """Return an array over the box of numbers below ``side``: the Grundy values, found by playing the rules.

    O(moves in the box, and wherever they lead).

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> value_table(moves(load("bash")), 9).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """
    if moves.heaps and isinstance(moves.rules, HeapRuleset):
        return moves.rules.sequence(side)
    known: dict[State, int] = {}

    def begin(state: State) -> Generator[State, int, int]:
        look()
        values = set[int]()
        for option in options_of(moves, state):
            held = known.get(option)
            values.add((yield option) if held is None else held)
        return mex(values)

    width = len(moves.names)
    table = np.full((side,) * width, -1, np.int64)  # no value where no position is
    for start in product(range(moves.least, side), repeat=width):
        if not moves.is_position(start):
            continue
        if start not in known:
            settled(start, begin, known)
        table[start] = known[start]
    return table
