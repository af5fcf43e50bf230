"""How hard a puzzle is, told from its moves: how many look right, how far one has to see, whether a greedy player finds it.

What makes a puzzle hard for people is measured in what they would have to rule out. So one point each, from level 1 on:

- three moves that lose are not punished at once: after them the other player has no move that ends the game;
- eight are not;
- the game lasts five moves or more;
- it lasts eleven or more (where nobody knows: the game of two greedy players does);
- a greedy player, who leaves the other as few moves as possible, plays another move.
"""

from __future__ import annotations

from itertools import islice

from grundy.rules.position import Position
from grundy.rules.solution import Move

MANY = 100
"""Moves of a position are counted up to this."""
NEAR, FAR = (3, 8), (5, 11)


def alike(winning: Move, moves: list[Move]) -> int:
    """Return how many of the moves that lose are not punished at once."""
    return sum(move != winning and not _ended_by_a_move(move.after) for move in moves)


def level(winning: Move, moves: list[Move], alike: int, remoteness: int | None) -> int:
    """Return the level of a puzzle, from 1 to 5."""
    lasting = greedy_length(winning.before, FAR[1]) if remoteness is None else remoteness
    points = sum(alike >= bound for bound in NEAR) + sum(lasting >= bound for bound in FAR)
    return min(5, 1 + points + (not _is_greedy(winning, moves)))


def greedy_length(position: Position, most: int) -> int:
    """Return how long a game of two greedy players lasts, at most ``most``."""
    for played in range(most):
        after = min(islice(position.options(), MANY), key=_freedom, default=None)
        if after is None:
            return played
        position = after
    return most


def _freedom(position: Position) -> int:
    return sum(1 for _option in islice(position.options(), MANY))


def _ended_by_a_move(position: Position) -> bool:
    """Whether the player to move can end the game."""
    return any(next(option.options(), None) is None for option in islice(position.options(), MANY))


def _is_greedy(winning: Move, moves: list[Move]) -> bool:
    """Whether no other move leaves the other player fewer moves."""
    return _freedom(winning.after) <= min(_freedom(move.after) for move in moves)
