"""From a table of results, or of scores, to a `Solution`: the outcome, and which moves are the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.common.errors import RulesError
from grundy.common.evidence import BySearch, Evidence
from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.solution import Move, Solution
from grundy.solving.results import DRAW, LOST, TIED, WON, Question, Table
from grundy.values.outcome import Outcome

_OUTCOMES = {DRAW: Outcome.D, WON: Outcome.N, LOST: Outcome.P, TIED: Outcome.T}


def by_score(question: Question, score_of: Callable[[Any], int], evidence: Evidence) -> Solution:
    """Return the solution of a scoring game from the score of each state."""
    position = question.position
    rules, state = position.ruleset, position.state
    score = score_of(state)

    def best_moves() -> Iterator[Move]:
        for gain, option in rules.scored_options(state):
            if gain - score_of(option) == score:
                yield position.move_to(option, gain)

    return Solution(
        position,
        question.play,
        Outcome.N if score > 0 else Outcome.P if score < 0 else Outcome.T,
        evidence,
        value=score,
        winning=best_moves,
        best=lambda: next(best_moves(), None),
    )


def by_table(question: Question, table: Table, evidence: Evidence | None = None) -> Solution:
    """Return the solution of a position from a table of results; the evidence is the search that made it, unless told."""
    position, play = question.position, question.play
    rules, state = position.ruleset, position.state
    result, remoteness = table.result(rules.canonical(state))
    named = _named_winner(position, play, table, result)
    if named is not None:
        result = named
    # a drawn option counts as lost or won for whoever moves there, where endless play has a named winner
    wins = {LOST} if play.endless != "first" else {LOST, DRAW}

    def options() -> Iterator[tuple[Any, int, int]]:
        if rules.ended(state) is None:
            for option in rules.options(state):
                yield option, *table.result(rules.canonical(option))

    def winning() -> Iterator[Move]:
        if result == WON:
            for option, its, _lasts in options():
                if its in wins:
                    yield position.move_to(option)

    def best() -> Move | None:
        chosen = min(options(), key=lambda o: _order(result, wins, o[1], o[2]), default=None)
        return None if chosen is None else position.move_to(chosen[0])

    has_value = not (play.misere or table.loopy or rules.has_ending)
    return Solution(
        position,
        play,
        _OUTCOMES[result],
        evidence or BySearch(table.positions),
        value=table.grundy(rules.canonical(state)) if has_value else None,
        remoteness=None if result == DRAW or named is not None else remoteness,
        winning=winning,
        best=best,
    )


def _named_winner(position: Position, play: Play, table: Table, result: int) -> int | None:
    """Return the result of a position where endless play has a named winner, if it is not won or lost anyway."""
    if play.endless == "draw" or result in (WON, LOST):
        return None
    if table.ties and table.loopy:
        raise RulesError(
            "{name} has ties, so endless play can only count as a draw: leave out endless={endless!r}",
            name=position.ruleset.name,
            endless=play.endless,
        )
    return None if result == TIED else WON if play.endless == "first" else LOST


def _order(result: int, wins: set[int], its: int, remoteness: int) -> tuple[int, int]:
    """Return the rank of an option (the least is best): winners hurry, losers hold out, ties and draws are kept."""
    rank = {WON: 3, TIED: 2, DRAW: 1, LOST: 0}[its]
    if result == WON:
        return (0 if its in wins else 1, remoteness if its == LOST else 1 << 30)
    if result == LOST:
        return (0 if its == DRAW else 1, -remoteness)
    if result == TIED:
        return (0 if its == TIED else 1, remoteness)
    return (0 if its == DRAW else rank, 0)
