"""Levels of the opponent: how often it plays a best move, and which mistakes it may make else.

A mistake is known exactly, so it can be measured: in moves (how soon it loses), in Grundy values (how far from the 0 that is
to be left to the other player) or in points.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import islice
from math import inf
from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.playing.match import RANK, Match
from grundy.playing.opponent.aside import within
from grundy.playing.opponent.budget import Budget
from grundy.playing.opponent.choice import AtLevel, Choice
from grundy.playing.opponent.choosing import choose, solutions_after
from grundy.rules.solution import Move, Solution

LOOKED_AT = 300
"""So many moves are looked at, and replies to each."""
LOOKING, KNOWING = 0.2, 0.4
"""The parts of the time in which moves are looked at by the rules alone, and solved."""
GAMES = 2
"""Where nobody knows what moves are worth, so many games are played out for each level."""
BEGINNING = 3
"""The level at which one begins that adapts."""
PERFECT, ADAPTING = "perfect", "adapt"


class Level(NamedTuple):
    """How well a level plays.

    Attributes:
        best: the probability of a best move.
        sight: else, how many moves ahead it sees: 1, its own win; 2, also the other's answer that wins; and so on.
        amount: and by how much it misses at most: the Grundy value that it leaves, or the points that it loses.
    """

    best: float
    sight: int
    amount: float = inf


LEVELS = (
    Level(0.33, 0),
    Level(0.31, 1),
    Level(0.21, 2),
    Level(0.405, 4, 12),
    Level(0.56, 4, 8),
    Level(0.76, 6, 8),
    Level(0.86, 6, 6),
    Level(0.925, 8, 4),
)
"""Levels 1 to 8."""
WORDS = (*map(str, range(1, len(LEVELS) + 1)), PERFECT, ADAPTING)
"""What a level is called."""


def known_level(word: str) -> str:
    """Return the word of a level; GrundyError for another word.

    >>> known_level("3")
    '3'
    """
    if word not in WORDS:
        most = len(LEVELS)
        raise GrundyError("a level is a number from 1 to {most}, perfect or adapt, not {word!r}", most=most, word=word)
    return word


def choose_at(match: Match, level: str, budget: Budget = Budget(), chance: random.Random | None = None) -> Choice:
    """Return the move that the opponent makes at a level, one of `WORDS`, in a match that is not over.

    A level that is not perfect says nothing of how good its move is. GrundyError: no such level, or the rules are wrong.
    O(seconds).

    >>> from grundy.games import load
    >>> from grundy.rules.play import convention
    >>> print(choose_at(Match(load("nim")(0, 7), convention()), "2"))
    level 2
    """
    if known_level(level) == PERFECT:
        return choose(match, budget)
    begun, chance = time.monotonic(), chance or random.Random()
    number = adapted(match, budget.seconds) if level == ADAPTING else int(level)
    wanted = LEVELS[number - 1]
    right = chance.random() < wanted.best
    moves = list(islice(match.position.moves(), LOOKED_AT))
    chance.shuffle(moves)
    move = _won_at_once(match, moves, budget) if wanted.sight else None
    if move is None and not right:
        move = _amiss(match, moves, wanted, budget)
    if move is None:
        spent = time.monotonic() - begun
        left = budget._replace(seconds=budget.seconds and max(budget.seconds / 4, budget.seconds - spent))
        few = left._replace(games=GAMES * number, exact=False, seed=chance.getrandbits(20))
        move = choose(match, left if right else few).move
    return Choice(move, "", AtLevel(number))


def adapted(match: Match, seconds: float | None) -> int:
    """Return the level that suits the player who is not to move, by his moves in the match.

    It is one more for each move that kept what he had, where he had not lost yet, and two less for each mistake.
    """
    from grundy.playing.review import standings  # which also says what a mistake is

    person = 1 - match.mover
    sign, level = (1, -1)[person], BEGINNING
    found = standings(match, seconds and seconds * KNOWING)
    for number in range(person, len(match.turns) - 1, 2):
        before, after = found[number], found[number + 1]
        if before is not None and after is not None:
            level += -2 if sign * after < sign * before else sign * before >= 0
            level = max(1, min(len(LEVELS), level))
    return level


# ---- mistakes


def _won_at_once(match: Match, moves: list[Move], budget: Budget) -> Move | None:
    """Return a move that wins at once, if one is seen."""
    return next(iter(_seen(moves, budget, lambda move: _wins(match, move))), None)


def _amiss(match: Match, moves: list[Move], level: Level, budget: Budget) -> Move | None:
    """Return a move that misses by no more than a level may; None where what moves are worth is not known."""
    if level.sight > 1:
        lost = _seen(moves, budget, lambda move: _loses(match, move))
        moves = [move for move in moves if move not in lost] or moves
    after = solutions_after(match, moves, budget.seconds and budget.seconds * KNOWING)
    known = {move: then for move, then in zip(moves, after, strict=True) if then is not None}
    if not known:
        return None
    order = {move: _order(match, move, then) for move, then in known.items()}
    top = min(order.values())
    missed = [move for move in known if order[move] > top and _small(level, known[move], order[move] - top)]
    return next(iter(missed or (move for move in known if order[move] == top)))


def _seen(moves: list[Move], budget: Budget, see: Callable[[Move], bool]) -> list[Move]:
    """Return the moves of which something is seen, in a part of the time."""
    found: list[Move] = []
    within(budget.seconds and budget.seconds * LOOKING, lambda: found.extend(filter(see, moves)))
    return found


def _wins(match: Match, move: Move) -> bool:
    """Whether a move ends play, and wins."""
    ahead = match.after(move)
    return ahead.over and ahead.winner == match.mover


def _loses(match: Match, move: Move) -> bool:
    """Whether the other player can win at once after a move."""
    ahead = match.after(move)
    return not ahead.over and any(_wins(ahead, reply) for reply in islice(ahead.position.moves(), LOOKED_AT))


def _order(match: Match, move: Move, after: Solution) -> int:
    """Return what a move is worth, the least the best: points, or its verdict."""
    return int(after.value) - move.gain if after.position.ruleset.scoring else RANK[match.verdict(move, after)]


def _small(level: Level, after: Solution, missed: int) -> bool:
    """Whether a mistake, after which the position is solved, is one that a level may make."""
    if after.position.ruleset.scoring:
        return missed <= level.amount
    if after.remoteness is not None and after.remoteness < level.sight:
        return False
    return not isinstance(after.value, int) or after.value <= level.amount
