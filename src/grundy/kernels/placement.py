"""Games of moves that hinder each other in pairs, as bits: the moves that each player has left, and who moves.

Once a move is made, it and all moves that it hinders are gone; nothing else changes. So moves are counted, not listed, and
two bounds of how many moves are left decide most states at a glance: a player makes at least as many as can be packed beside
each other out of reach, and of those within reach one for each that the other can take away; at most one of a clique of
moves that hinder each other, and none of a clique that a move rules out whole (D. Breuker, J. Uiterwijk, J. van den Herik,
*Solving 8×8 Domineering*, TCS 230, 2000; N. Bullock, *Domineering: Solving Large Combinatorial Search Spaces*, 2002).

A state is two words of moves, Left's and Right's, the player to move (0 for Left), and the move that led to it. What hinders
what stands in ``P``, with each move of both players two words: what it hinders of Left's, and of Right's, itself among them.
Behind these stand images of the moves: whether the players change places, and the image of each move, of both players.
"""

from __future__ import annotations

import numpy as np

from grundy.kernels.compiling import inlined, ones, trailing_zeros
from grundy.kernels.contract import Ints, Number

ROOM = 64
"""The moves of a player that P has room for."""
PLAYER, MOVE, CELLS = 2, 3, 4
"""Where the player stands in a state, where the move, and how many numbers a state is."""
FREE = 1 + CELLS * ROOM
"""Words that the options of a state take at most."""
IMAGES, IMAGE = 4 * ROOM, 1 + 2 * ROOM
"""Where the images begin in P, behind how many there are, and the words of one."""
DECIDED = 1 << 20
"""More than a player can be moves ahead."""
_ONE = np.int64(1)


@inlined
def _lowest(moves: Number) -> Number:
    return trailing_zeros(np.uint64(moves))


@inlined
def _hindered(P: Ints, player: Number, move: Number, other: Number) -> Number:
    """Return the moves of a player that a move of a player hinders."""
    return P[(player * ROOM + move) * 2 + other]


@inlined
def _reached(P: Ints, player: Number, moves: Number, other: Number) -> Number:
    """Return the moves of a player that some moves of a player hinder."""
    found = np.int64(0)
    while moves != 0:
        found |= _hindered(P, player, _lowest(moves), other)
        moves &= moves - 1
    return found


@inlined
def _packed(P: Ints, player: Number, moves: Number) -> Number:
    """Return moves that do not hinder each other: the lowest, and so on."""
    found = np.int64(0)
    while moves != 0:
        move = _lowest(moves)
        found |= _ONE << move
        moves &= ~_hindered(P, player, move, player)
    return found


@inlined
def _cliques(P: Ints, player: Number, moves: Number, S: Ints, free: Number) -> Number:
    """Write sets of moves that all hinder each other to a place, so that at most one of each is made, and count them."""
    count = np.int64(0)
    while moves != 0:
        near, left = moves, moves
        while near != 0:
            move = _lowest(near)
            left &= ~(_ONE << move)
            near &= left & _hindered(P, player, move, player)
        S[free + count] = moves & ~left
        moves = left
        count += 1
    return count


@inlined
def _ruled_out(S: Ints, free: Number, cliques: Number, moves: Number, out: Number) -> Number:
    """Return the numbers, as bits, of the cliques whose moves are all among some, without those that are out already."""
    found = np.int64(0)
    for k in range(cliques):
        if S[free + k] & ~moves == 0 and out >> k & 1 == 0:
            found |= _ONE << k
    return found


@inlined
def _count(moves: Number) -> Number:
    return ones(np.uint64(moves))


@inlined
def _ahead(P: Ints, S: Ints, at: Number, player: Number, begins: Number, free: Number) -> Number:
    """Return a number of moves by which a player is ahead at least: his own, less those that the other has at most.

    He makes those within reach that rule a clique out first; the other takes as many of them away as one move can.
    """
    other = 1 - player
    own, its = S[at + player], S[at + other]
    cliques = _cliques(P, other, its, S, free)
    reached = own & _reached(P, other, its, player)
    sure = _packed(P, player, own & ~reached)
    reached &= ~_reached(P, player, sure, player)
    first, left, out, moves = np.int64(0), reached, np.int64(0), reached
    while moves != 0:
        move = _lowest(moves)
        gone = _ruled_out(S, free, cliques, _hindered(P, player, move, other), out)
        moves &= moves - 1
        if gone != 0:
            first, out = first | _ONE << move, out | gone
            left &= ~_hindered(P, player, move, player)
            moves &= left
    packed = first | _packed(P, player, left)
    most, moves = np.int64(0), its
    while moves != 0:
        most = max(most, _count(packed & _hindered(P, other, _lowest(moves), player)))
        moves &= moves - 1
    made = (_count(packed) + begins * most) // (most + 1) + (_count(first) + begins * most) // (most + 1)
    return _count(sure) + made - cliques


@inlined
def settled(S: Ints, at: Number, P: Ints, free: Number) -> Number:
    """Return 1 or -1 where the counts tell that the player to move wins or loses a state, else 0."""
    player = S[at + PLAYER]
    if _ahead(P, S, at, player, np.int64(1), free) > 0:
        return np.int64(1)
    return np.int64(-1) if _ahead(P, S, at, 1 - player, np.int64(0), free) >= 0 else np.int64(0)


@inlined
def lead(S: Ints, at: Number) -> Number:
    """Return how many moves more who has moved has left than the other."""
    other = S[at + PLAYER]
    return _count(S[at + 1 - other]) - _count(S[at + other])


@inlined
def outlook(S: Ints, at: Number, P: Ints, free: Number) -> Number:
    """Return how many moves the player who has moved is ahead, about; `DECIDED` if that wins, -that if it loses."""
    other = S[at + PLAYER]
    player = 1 - other
    own, its = S[at + player], S[at + other]
    most, its_most = _cliques(P, player, own, S, free), _cliques(P, other, its, S, free)
    least = _count(_packed(P, player, own & ~_reached(P, other, its, player)))
    its_least = _count(_packed(P, other, its & ~_reached(P, player, own, other)))
    if least >= its_most:
        return np.int64(DECIDED)
    return np.int64(-DECIDED) if its_least > most else most - its_most + least - its_least


@inlined
def options(S: Ints, at: Number, P: Ints, top: Number) -> Number:
    """Write the options of a state behind a place, and return how many there are."""
    player = S[at + PLAYER]
    moves, count = S[at + player], np.int64(0)
    while moves != 0:
        move, own = _lowest(moves), top + 1 + CELLS * count
        S[own] = S[at] & ~_hindered(P, player, move, np.int64(0))
        S[own + 1] = S[at + 1] & ~_hindered(P, player, move, np.int64(1))
        S[own + PLAYER], S[own + MOVE] = 1 - player, move
        moves &= moves - 1
        count += 1
    return count


@inlined
def _image(P: Ints, image: Number, player: Number, moves: Number) -> Number:
    """Return the images of a player's moves."""
    found = np.int64(0)
    while moves != 0:
        found |= _ONE << P[image + 1 + player * ROOM + _lowest(moves)]
        moves &= moves - 1
    return found


@inlined
def least(S: Ints, at: Number, P: Ints, free: Number) -> Number:
    """Return where the least image of a state stands: it, or what is written to one of two free places behind each other."""
    best, other = at, free
    for k in range(P[IMAGES]):
        image = IMAGES + 1 + k * IMAGE
        swapped = P[image]
        S[other + swapped] = _image(P, image, np.int64(0), S[at])
        S[other + 1 - swapped] = _image(P, image, np.int64(1), S[at + 1])
        S[other + PLAYER] = S[at + PLAYER] ^ swapped
        apart = np.int64(0)
        for cell in range(MOVE):
            if apart == 0 and S[other + cell] != S[best + cell]:
                apart = np.int64(1) if S[other + cell] < S[best + cell] else np.int64(-1)
        if apart > 0:
            best, other = other, free + CELLS if other == free else free
    return best
