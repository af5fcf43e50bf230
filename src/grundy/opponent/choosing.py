"""How the opponent chooses: the position is solved in a part of the time; else its parts; else games are played out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from grundy.errors import GrundyError, OutOfTime, TooLarge
from grundy.kernels.contract import Unfit
from grundy.match import Match
from grundy.opponent.aside import Aside, within
from grundy.opponent.choice import Choice, OnlyMove, PlayedOut, Proved, Solved
from grundy.opponent.rows import Rows, compiled, differs_in_moves, interpreted, untied
from grundy.opponent.sums import by_parts
from grundy.opponent.tree import BY_MOVES, Style, Tree
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.values.outcome import Outcome

SOLVING, READY_BY, ENDS_BY = 0.4, 0.75, 0.95
"""The part of the time in which the position is to be solved; when its rules are compiled, or interpreted for now; when the
search ends."""
USUAL = 2_000
"""Games that are played out where neither they nor the time are bounded."""


class Budget(NamedTuple):
    """What a move may take.

    Attributes:
        seconds: the time, None for no bound.
        games: so many games are played out instead of as many as fit in the time: the same move every time.
        exact: whether the position may be solved.
        seed: what games at random begin with.
        style: how they are searched; None: as it suits the game.
    """

    seconds: float | None = 1.0
    games: int | None = None
    exact: bool = True
    seed: int = 1
    style: Style | None = None


def choose(match: Match, budget: Budget = Budget()) -> Choice:
    """Return the opponent's move in a match that is not over, within the time; it may take a little more.

    GrundyError: the rules are wrong. O(seconds).

    >>> from grundy.games import load
    >>> from grundy.rules.play import convention
    >>> match = Match(load("connect4")(width=3, height=3, line=3), convention())
    >>> print(choose(match, Budget(games=300, exact=False)).move.before)
    connect4()
    """
    begun = time.monotonic()
    moves = list(islice(match.position.moves(), 2))
    if not moves:
        raise GrundyError("play is over: there is no move from {position}", position=match.position)
    if len(moves) == 1:
        return Choice(moves[0], "", OnlyMove())
    prepare(match)
    if budget.exact:
        solving = None if budget.seconds is None else budget.seconds * SOLVING
        choice = within(solving, lambda: _exactly(match), match.memory) or by_parts(match, budget.seconds)
        if choice is not None:
            return choice
    ready, left = (None if budget.seconds is None else begun + budget.seconds * part for part in (READY_BY, ENDS_BY))
    try:
        return _of_tree(match, _grown(match, budget, left, _rows(match, ready)))
    except Unfit:  # a number left 64 bits
        rules, _state, _side = untied(match.position)
        return _of_tree(match, _grown(match, budget, left, interpreted(rules, rules.partisan)))


# ---- solving


def _exactly(match: Match) -> Choice:
    """Return a best move of a position that can be solved; TooLarge where it cannot."""
    solution = match.solution()
    best = solution.best_move
    assert best is not None, "a position that is not over has a move"
    if match.position.ruleset.scoring:
        return Choice(best, _verdict(match.lead + solution.value), Solved(solution.positions), solution.value)
    verdict = {Outcome.N: "win", Outcome.P: "loss", Outcome.T: "tie"}.get(solution.outcome, "draw")
    return Choice(best, verdict, Solved(solution.positions))


def _verdict(total: int) -> str:
    return "win" if total > 0 else "loss" if total < 0 else "tie"


def solutions_after(match: Match, moves: Sequence[Move], seconds: float | None) -> list[Solution | None]:
    """Return the solutions of what moves lead to, None where one cannot be found, or not in the time for all."""
    found: list[Solution | None] = []

    def work() -> None:
        for move in moves:
            try:
                found.append(match.solution_after(move))
            except OutOfTime:
                return
            except TooLarge:
                found.append(None)

    if seconds is None or seconds > 0:
        within(seconds, work, match.memory)
    known = found[: len(moves)]  # it may still be written to
    return known + [None] * (len(moves) - len(known))


# ---- playing out

TREES = Field[dict[bool, Tree]]("trees of games", dict)
READY = Field[dict[Any, Aside[Rows | None]]]("compiled rows", dict)


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


def prepare(match: Match) -> None:
    """Begin to compile the rules of a match that may be too large to be solved, before the opponent is asked."""
    rules, _state, _side = untied(match.position)
    if rules.partisan or rules.has_ending:
        _ready(match)


def _ready(match: Match) -> Aside[Rows | None]:
    """Return the compiled options, which are there in a while; of a game they are compiled once."""
    rules, state, _side = untied(match.position)
    partisan = rules.partisan
    key = len(state) if isinstance(state, tuple) else 1, state[:2] if partisan and isinstance(state, tuple) else ()
    known = rules.memory[READY]
    if key not in known:
        known[key] = Aside(lambda: compiled(rules, state, partisan))
    return known[key]


def _rows(match: Match, last: float | None) -> Rows:
    """Return the compiled options, if they are compiled until a time, else for now the interpreted ones."""
    ready = _ready(match)
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
    verdict = _verdict(tree.result + match.lead * scoring)
    return Choice(move, verdict, Proved(tree.games, tree.depth), tree.result if scoring else None)


def _move(match: Match, number: int) -> Move:
    """Return the move of a number in the rules' order, from 0, moves that do the same counted each."""
    position = match.position
    gain, state = next(islice(position.ruleset.changes(position.state), number, None))
    return position.move_to(state, gain)
