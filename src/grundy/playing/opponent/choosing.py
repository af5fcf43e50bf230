"""How the opponent chooses: the position is solved in a part of the time; else its parts; else games are played out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TypeVar

from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.limits import suppressed
from grundy.playing.match import Match
from grundy.playing.opponent.aside import begun_within, within
from grundy.playing.opponent.budget import Budget
from grundy.playing.opponent.choice import Choice, OnlyMove, Solved, verdict_of
from grundy.rules.solution import Move, Solution
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.values.outcome import Outcome

T = TypeVar("T")
SOON, SOLVING, READY_BY, ENDS_BY = 0.1, 0.4, 0.75, 0.95
"""The parts of the time: until then rules are not compiled for what may be solved at once; the position is to be solved; its
rules are compiled, or interpreted for now; the search ends."""

HOLDING_OUT, MOST, REPLIES = 0.25, 300, 100
"""The part of the time in which a move is looked for that is hard to answer; so many moves, and replies to each, are."""


def choose(match: Match, budget: Budget = Budget()) -> Choice:
    """Return the opponent's move in a match that is not over, within the time; it may take a little more.

    GrundyError: the rules are wrong. O(seconds).

    >>> from grundy.games import load
    >>> from grundy.rules.play import convention
    >>> match = Match(load("connect4")(width=3, height=3, line=3), convention())
    >>> print(choose(match, Budget(games=300, exact=False)).move.before)
    connect4(.../.../..., line=3)
    """
    begun = time.monotonic()
    moves = list(islice(match.position.moves(), 2))
    if not moves:
        raise GrundyError("the game is over: there is no move from {position}", position=match.position)
    if len(moves) == 1:
        return Choice(moves[0], "", OnlyMove())
    solving = _Solving(match, budget) if budget.exact else None
    if solving is None or not solving.soon():
        prepare(match)
    if solving is not None and (choice := solving.choice()) is not None:
        return choice if choice.verdict == "win" else hardest(match, choice, budget.seconds)
    from grundy.playing.opponent.searching import by_games  # these need NumPy
    from grundy.playing.opponent.sums import by_parts

    if solving is not None and (choice := by_parts(match, budget.seconds)) is not None:
        return choice
    ready, last = (None if budget.seconds is None else begun + budget.seconds * part for part in (READY_BY, ENDS_BY))
    choice = by_games(match, budget, ready, last)
    late = None if solving is None or choice.perfect else solving.late()
    return late or choice


def prepare(match: Match) -> None:
    """Begin to compile the rules of a match that may be too large to be solved, before the opponent is asked."""
    rules = match.position.ruleset
    if isinstance(rules, TurnsRuleset) or rules.has_ending:
        from grundy.playing.opponent.searching import ready_rows  # it needs NumPy

        ready_rows(match)


# ---- solving


class _Solving:
    """The position being solved, in its part of the time; what comes a little later is not lost."""

    def __init__(self, match: Match, budget: Budget) -> None:
        self.seconds = None if budget.seconds is None else budget.seconds * SOLVING
        self.aside = begun_within(self.seconds, lambda: _exactly(match), match.memory)

    def soon(self) -> bool:
        """Wait a moment, and tell whether it is solved."""
        return self.aside.done_within(self.seconds and self.seconds / SOLVING * SOON)

    def choice(self) -> Choice | None:
        """Return a best move, None where it is not found in time."""
        return self.aside.result() if self.aside.done_within(self.seconds) else None

    def late(self) -> Choice | None:
        """Return a best move that has been found meanwhile."""
        return self.aside.result() if self.aside.done_within(0.0) else None


def _exactly(match: Match) -> Choice:
    """Return a best move of a position that can be solved; TooLarge where it cannot."""
    solution = match.solution()
    best = solution.best_move
    assert best is not None, "a position that is not over has a move"
    if match.position.ruleset.scoring:
        return Choice(best, verdict_of(match.lead + solution.value), Solved(solution.positions), solution.value)
    verdict = {Outcome.N: "win", Outcome.P: "loss", Outcome.T: "tie"}.get(solution.outcome, "draw")
    return Choice(best, verdict, Solved(solution.positions))


def hardest(match: Match, choice: Choice, seconds: float | None) -> Choice:
    """Return, of a position that is not won, the move that asks most of the other player; in a part of the time.

    Of a lost one see `hardness`; of a tie or a draw it is a move to which the fewest replies keep that, of the most.

    >>> from grundy.games import load
    >>> from grundy.rules.play import convention
    >>> print(choose(Match(load("nim")(4, 5, 1), convention())))
    every move loses against perfect play; 1 reply to it wins
    """
    if match.position.ruleset.scoring:
        return choice
    lost = choice.verdict == "loss"
    found: list[tuple[tuple[int, int, int], Move]] = []

    def rank_of(move: Move) -> tuple[int, int, int] | None:
        after = match.solution_after(move)
        return hardness(after) if lost else _trap(match.after(move), after.outcome)

    def work() -> None:
        moves = islice(chain([choice.move], match.position.moves()), MOST)
        for move, rank in _looked(moves, rank_of):
            if rank is not None and (not found or rank < found[-1][0]):
                found.append((rank, move))

    within(None if seconds is None else seconds * HOLDING_OUT, work, match.memory)
    if not found:
        return choice
    (lasts, replies, _all), move = found[-1]
    if not lost:
        return replace(choice, move=move)
    solution = match.solution()
    longest = -lasts if -lasts == solution.remoteness else None
    ground = Solved(solution.positions, longest, replies if replies < REPLIES else None)
    return replace(choice, move=move, ground=ground)


def _looked(moves: Iterable[Move], look: Callable[[Move], T]) -> Iterator[tuple[Move, T | None]]:
    """Yield moves with what is seen of each, None where that is too large, while there is time."""
    for move in moves:
        found = None
        try:
            with suppressed():
                found = look(move)
        except OutOfTime:
            return
        yield move, found


def hardness(after: Solution) -> tuple[int, int, int]:
    """Return the rank of a move that loses, the least the hardest: it holds out long, and few of many replies to it win.

    ``after`` solves what follows. Where nobody knows how long play lasts the replies alone count, up to `REPLIES`.
    """
    lasts = 0 if after.remoteness is None else after.remoteness + 1
    replies = sum(1 for _move in islice(after.position.moves(), REPLIES))
    return -lasts, len(after.winning_moves(REPLIES)), -replies


def _trap(ahead: Match, outcome: Outcome) -> tuple[int, int, int] | None:
    """Return the rank of a move that keeps a tie or a draw, the least the hardest to answer; None where it keeps none."""
    if outcome not in (Outcome.T, Outcome.D):
        return None
    after = [ahead.solution_after(reply).outcome for reply in islice(ahead.position.moves(), REPLIES)]
    return 0, after.count(outcome), -len(after)


def solutions_after(match: Match, moves: Sequence[Move], seconds: float | None) -> list[Solution | None]:
    """Return the solutions of what moves lead to, None where one cannot be found, or not in the time for all."""
    found: list[Solution | None] = []

    def work() -> None:
        found.extend(after for _move, after in _looked(moves, match.solution_after))

    if seconds is None or seconds > 0:
        within(seconds, work, match.memory)
    known = found[: len(moves)]  # it may still be written to
    return known + [None] * (len(moves) - len(known))
