"""The end of a match that is too large to be solved: positions from which play is searched to its end, the last ones first.

To solve a position of a game that can go round all that can be reached is solved, from the last move on as from the first. A
win that is near is proved by the lines that matter alone, and so is a loss: whatever is not searched changes neither. A move
that was made, and is known to win, needs no search.
"""

from __future__ import annotations

import time

from grundy.common.errors import GrundyError
from grundy.common.limits import suppressed
from grundy.common.messages import _
from grundy.playing.match import Match
from grundy.playing.opponent.budget import Budget
from grundy.playing.opponent.choice import Choice, Proved

COMPILING = 0.5
"""The part of the time in which compiled rules are waited for."""


def endings(match: Match, last: int, seconds: float, *, won: bool = False) -> dict[int, Choice]:
    """Return best moves of the positions after ``last`` moves, one less, and so on, up to the first that is not proved.

    Args:
        match: a match.
        last: after so many moves the position is not over.
        seconds: how long it may take in all.
        won: whether the move that was made in it is known to win.

    Returns:
        A choice for each number of moves; its verdict, or its points, are exact. O(seconds).

    >>> from grundy.games import load
    >>> from grundy.playing.match import Match
    >>> from grundy.rules.play import convention
    >>> match = Match(load("tic-tac-toe")("XX.|OO.|..."), convention())
    >>> endings(match, 0, 5.0)[0].verdict
    'win'
    """
    found: dict[int, Choice] = {}
    end = time.monotonic() + seconds
    for number in range(last, -1, -1):
        made = Choice(match.moves[number], "win", Proved(0, 1)) if won else None
        choice = made or ending(match.at(number), end - time.monotonic())
        if choice is None:
            break
        found[number] = choice
        won = choice.verdict == "loss" and choice.points is None
    return found


def ending(match: Match, seconds: float) -> Choice | None:
    """Return a best move of the position now where the search of games proves it within the time, else None. O(seconds)."""
    if seconds <= 0:
        return None
    from grundy.playing.opponent.searching import by_games  # it needs NumPy

    now = time.monotonic()
    with suppressed(GrundyError):
        choice = by_games(match, Budget(seconds, exact=False), now + seconds * COMPILING, now + seconds)
        return choice if isinstance(choice.ground, Proved) else None
    return None


def reason(choice: Choice) -> str:
    """Return in a sentence why a move is the best, "" for points."""
    told = {
        "win": _("{better} wins against every reply: it was searched to the end."),
        "tie": _("{better} keeps a tie against every reply: it was searched to the end."),
    }
    return "" if choice.points is not None else told.get(choice.verdict, "").format(better=choice.move.text)
