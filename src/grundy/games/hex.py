"""Hex (P. Hein 1942, J. Nash 1948): join your two sides of a rhombus with a chain of your stones.

X joins the top with the bottom, O the left side with the right one. Somebody always does (D. Gale, *The game of Hex and the
Brouwer fixed-point theorem*, 1979), and the first player wins on every square board, by strategy stealing. A cell has six
neighbours: those beside it, above it and below it, above to the right and below to the left. Rows are written from the top,
``hex("X../.O./..X")``; think of each as half a cell further right.
"""

from grundy.rules.functions import game
from grundy.rules.text.stones import in_turn
from grundy.values.outcome import LOSS


@game(sided=True)
def hex(own: int, other: int, *, width: int = 4, height: int = 4):
    """Put a stone on a free cell; a chain from one of your sides to the other wins. Bit width * row + column is a cell."""
    for cell in range(width * height):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@hex.ending
def over(own: int, other: int, *, width: int, height: int) -> int | None:
    """Whoever has just moved wins when a chain joins the sides: X, who has begun, if the stones are not equal in number."""
    return LOSS if joined(other, own.bit_count() < other.bit_count(), width, height) else None


@hex.twins
def turned(own: int, other: int, *, width: int, height: int):
    """Yield the board turned by half: the sides of both players stay theirs."""
    mine = its = 0
    for cell in range(width * height):
        mine, its = mine << 1 | own >> cell & 1, its << 1 | other >> cell & 1
    yield mine, its


def joined(stones: int, down: bool, width: int, height: int) -> bool:
    """Whether a chain joins the top with the bottom, or if not ``down`` the left side with the right one."""
    left = ((1 << width * height) - 1) // ((1 << width) - 1)
    right, top = left << width - 1, (1 << width) - 1
    chain, before = stones & (top if down else left), 0
    while chain != before:
        before = chain
        east, west = (chain & ~right) << 1, (chain & ~left) >> 1
        chain |= stones & (east | west | chain << width | chain >> width | east >> width | west << width)
    return chain & (top << width * (height - 1) if down else right) != 0


def won(own: int, other: int, *, width: int, height: int) -> bool:
    """Whether the player to move has a chain: X, if the stones are equal in number."""
    return joined(own, own.bit_count() == other.bit_count(), width, height)


in_turn(hex, 60, won=won)
hex.monotone()
hex.called(
    "Hex; con-tac-tix; polygon",
    "Place a stone on a free cell. X wins with a chain from top to bottom, O with one from left to right; "
    "cells also touch diagonally, above right and below left.",
)
hex.looks("hex", "discs", sides="XO")
hex.starts(
    "7x7",
    example="3x3",
    sizes="2x2; 3x3; 4x4; 5x5; 7x7",
    small="1x1; 2x2; 3x2; 2x3; X../.O./...; .O./X../.X.; .X./O.X/.O.",
)
