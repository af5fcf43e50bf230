"""The search of games, as the opponent asks for it: rules compiled or interpreted, a tree that is kept, its best move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.kernels.contract import Unfit
from grundy.playing.match import Match
from grundy.playing.opponent.aside import Aside
from grundy.playing.opponent.budget import BY_MOVES, Budget, Style
from grundy.playing.opponent.choice import Choice, PlayedOut, Proved, verdict_of
from grundy.playing.opponent.rows import Rows, compiled, differs_in_moves, interpreted, untied
from grundy.playing.opponent.tree import Tree
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move

if TYPE_CHECKING:
    from grundy.solving.compiled_rules import Native

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
