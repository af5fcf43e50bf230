"""Who wins one position, without looking at all: negamax with null windows, a table of fixed size, and what a rule tells.

A question is whether a state is worth more than a number to the player to move: 1 is a win, 0 a tie, -1 a loss, or they are
points. The answer is a bound of its value, kept in the table with the move that gave it (J. Plaat and others, *Best-first
fixed-depth minimax algorithms*, Artificial Intelligence 87, 1996). Of every state that is looked into, all options are asked
first whether play ends there, and looked up (enhanced transposition cut-offs); where the last move decides, how many moves
they leave, too. Options are tried in the order of the table, of these moves, of how much a like change decided before
(J. Schaeffer's history, PAMI 11, 1989). Since a state whose option ends play is settled by a look at its options, a threat
refutes at once each move that does not meet it: to look for threats before, two plies deep, made it slower by measurement.

What is found rests on finite play alone: a state that comes again on its own line ends the search (`CYCLE`), so that each
result was derived from results before it, whatever the table forgot. A compiled rule whose ``out`` has a single cell tells
whether play ends, or `FULL` at the first option: this is how a state is asked whether it is an end.

The table has buckets of two entries of 16 bytes (D. Breuker and others, *Replacement schemes for transposition tables*, ICCA
Journal 17, 1994): what took more work stays in the first. Threads share it: a key is stored with its data in it (R. Hyatt,
T. Mann, ICGA Journal 25, 2002). Keys are hashes of 64 bits, of which the last say the bucket: in a full table of 2^26
entries two states are taken for one with a chance of 1 in 275 among 10^9 that are looked up. A certificate rests on no key.

Of games whose moves hinder each other in pairs a state is the moves that are left, and `placement` counts them.

Where a stone more never hurts its owner, the table keeps the carrier of each result: the free cells that the winner needs,
whatever the other player does elsewhere. A move outside the carrier of a losing move loses, too (R. Hayward and others,
*Solving 7×7 Hex with domination, fill-in, and virtual connections*, TCS 349, 2005: must-play regions). Games by lot rank the
moves there: that takes a thousandth of the states that the history takes (Hex 5×5).
"""

from __future__ import annotations

import numpy as np

from grundy.kernels.compiling import inlined, kernel, prefetch
from grundy.kernels.contract import ENDS_TIED, ENDS_WON, FULL, UNFIT, Fill, Ints, Number, Words
from grundy.kernels.placement import DECIDED, FREE, MOVE, PLAYER, ROOM, lead, least, options, outlook, settled

# the header H
(
    WIDTH,  # cells of a state
    SCORING,  # whether points are played for: each option stands behind what the move to it gains
    MISERE,
    MOBILE,  # whether options are ordered by how many moves are left
    ENDING,  # whether an ending is declared
    DEPTH,  # of the line
    VALUE,  # of the state that was settled last
    NODES,  # states looked into
    UNTIL,  # and how many may be, before the kernel returns
    SEED,  # of a thread that helps: after an even or an odd number of moves it tries options in another order; 0: none
    HELD,  # entries written to empty places of the table
    ANSWER,  # the option that gave the first question its lower bound; -1: none
    ONE,  # the room in which a rule tells whether play ends
    FOLDED,  # states at a depth less than this are looked up by their least image
    CARRIES,  # whether a stone more never hurts its owner, and somebody always wins: then carriers are kept
    CARRIER,  # the free cells on which the winner rests of the state that was settled last; -1: it may be any
    CHANCE,  # the last number by lot
    KEYED,  # of so many cells is the key of a state
    PLACED,  # whether a state is moves that are left, and P says which hinder which
    HEADER,
) = range(20)
# a frame of the line L
(
    KEY,
    ASK,  # whether it is worth more than this
    BEST,  # a bound of its value from the options so far
    STATE,  # where it stands in S
    TOP,  # where the records of its options begin, behind a cell of the rule's own
    COUNT,  # how many there are; -1: it is not looked into yet
    ORDER,  # where their ranks are, `OUT` where nothing is left to do; behind these their keys
    CHOSEN,  # the option that is searched
    NODE,  # `NODES` when it was looked into
    HINT,  # of the option that is worth more than was asked: what the table keeps of its key
    MUST,  # the cells that are in the carriers of all options that are lost
    UNION,  # those that are in one of them
    FRAME,
) = range(13)
SETTLED, PAUSED, CYCLE, MORE_ROOM, NO_FIT, TOO_DEEP, TOO_WIDE = range(7)
"""What the kernel answers: the question is settled; so many states were looked into; a state came again on its line; the
pool is full; the compiled rule gave up; the line is longer than there is room for; a value leaves 16 bits."""
MOST = 1 << 15
LOW, HIGH = -MOST, MOST - 1
"""What bounds of a value are where nothing is known."""
OUT = -(1 << 62)
MOST_GAIN, MOST_MOVES = 1 << 12, 1 << 20
"""What is gained, and moves that are left, up to which options are told apart in their order."""
CHANGES = 1 << 13
"""Entries of the history, for each side."""
PATH = 1 << 12
"""Counts of the keys on the line, by their lowest bits."""
CLOSELY, LOOKED = 8, 1 << 54
"""Options of a placement game whose bounds are looked at, and what their ranks are above the others'."""
LEAST, PLAYS = 4, 4
"""Free cells from which on play by lot ranks the options where a stone more never hurts, and how often: so many times their
square."""
CELLS = 57
"""Those of a carrier that is kept."""
APART = 5
"""Moves from the root within which threads that help try options in other orders."""
_ONE, _TWO = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BIAS = np.int64(MOST)


@inlined
def _key(S: Ints, at: Number, width: Number) -> Number:
    """Return the hash of the state that stands in S."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for k in range(width):
        h = (h ^ np.uint64(S[at + k])) * _ONE
        h ^= h >> np.uint64(32)
    h *= _TWO
    return h ^ h >> np.uint64(29)


@inlined
def _key_of(H: Ints, S: Ints, fold: Fill, P: Ints, at: Number, free: Number, depth: Number) -> Number:
    """Return the hash of a state, near the root of its least image, which is written to ``free``."""
    if H[PLACED] != 0:
        at = least(S, at, P, free) if depth < H[FOLDED] else at
    elif depth < H[FOLDED] and fold(S[at : at + H[WIDTH]], P, S[free : free + H[WIDTH] + 1]) == 1:
        at = free + 1
    return _key(S, at, H[KEYED])


@inlined
def _looked_up(T: Words, key: Number) -> Number:
    """Return the data of a key, 0 where there are none."""
    bucket = np.int64(key & np.uint64(T.size // 4 - 1)) * 4
    data = T[bucket + 1]
    if T[bucket] ^ data == key and data != 0:
        return data
    data = T[bucket + 3]
    if T[bucket + 2] ^ data == key:
        return data
    return np.uint64(0)


@inlined
def _low(data: Number) -> Number:
    return np.int64(data & np.uint64(0xFFFF)) - _BIAS


@inlined
def _high(data: Number) -> Number:
    return np.int64(data >> np.uint64(16) & np.uint64(0xFFFF)) - _BIAS


@inlined
def _hint(data: Number) -> Number:
    """Return what the data tell of the key of the best option, 0 for nothing."""
    return np.int64(data >> np.uint64(32) & np.uint64(0xFFFF))


@inlined
def _hint_of(key: Number) -> Number:
    return np.int64(np.uint64(key) >> np.uint64(48))


@inlined
def _put(T: Words, key: Number, data: Number) -> Number:
    """Write data of a key into its bucket; return whether a place was empty."""
    bucket = np.int64(key & np.uint64(T.size // 4 - 1)) * 4
    other = T[bucket + 1]
    known = T[bucket] ^ other
    if other == 0 or known == key:
        T[bucket], T[bucket + 1] = key ^ data, data
        return np.int64(other == 0)
    empty = np.int64(T[bucket + 3] == 0)
    if data >> np.uint64(48) >= other >> np.uint64(48):
        T[bucket], T[bucket + 1] = key ^ data, data
        key, data = known, other
    T[bucket + 2], T[bucket + 3] = key ^ data, data
    return empty


@inlined
def _keep(H: Ints, L: Ints, T: Words, M: Words, f: Number, value: Number) -> Number:
    """Put the value of a frame's state into the table: a lower bound where it is more than was asked, else an upper one."""
    key = np.uint64(L[f + KEY])
    low, high, hint = np.int64(LOW), np.int64(HIGH), np.int64(0)
    data = _looked_up(T, key)
    if data != 0:
        low, high, hint = _low(data), _high(data), _hint(data)
    if value > L[f + ASK]:
        low, hint = max(low, value), L[f + HINT] if L[f + HINT] != 0 else hint
    else:
        high = min(high, value)
    effort, size = np.int64(0), H[NODES] - L[f + NODE]
    while size > 0:
        effort, size = effort + 1, size >> 1
    bits = (effort << 16 | hint) << 32 | (high + _BIAS) << 16 | (low + _BIAS)
    H[HELD] += _put(T, key, np.uint64(bits))
    if H[CARRIES] != 0 and H[CARRIER] >> CELLS == 0:
        _put(M, key, np.uint64((effort << CELLS | H[CARRIER]) << 1 | 1))
    return 0


@inlined
def _carrier(H: Ints, M: Words, key: Number) -> Number:
    """Return the cells on which the winner of a state rests, as they are kept; -1, which is all, where they are not."""
    data = _looked_up(M, np.uint64(key)) if H[CARRIES] != 0 else np.uint64(0)
    return np.int64(data >> np.uint64(1)) & (1 << CELLS) - 1 if data != 0 else np.int64(-1)


@inlined
def _cell(H: Ints, L: Ints, S: Ints, f: Number, k: Number) -> Number:
    """Return the cell that an option takes: stones of the player to move stand first in a state, and last in its options."""
    return S[L[f + TOP] + 2 + k * H[WIDTH]] ^ S[L[f + STATE]]


@inlined
def _lost(L: Ints, f: Number, carrier: Number) -> Number:
    """Note the carrier of an option that is lost."""
    L[f + UNION] |= carrier
    L[f + MUST] &= carrier
    return 0


@inlined
def _dropped(H: Ints, L: Ints, S: Ints, f: Number) -> Number:
    """Drop the options outside the carrier of one that is lost: they are lost, too."""
    if H[CARRIES] != 0 and L[f + MUST] != -1:
        for k in range(L[f + COUNT]):
            if _cell(H, L, S, f, k) & L[f + MUST] == 0:
                S[L[f + ORDER] + k] = OUT
    return 0


@inlined
def _ended(H: Ints, count: Number) -> Number:
    """Return the result where a rule wrote no options: 1, 0 or -1 for the player to move; of points there are none more."""
    if H[SCORING] != 0 or count == ENDS_TIED:
        return np.int64(0)
    won = count == ENDS_WON
    return np.int64(1) if won != (H[MISERE] != 0) else np.int64(-1)


@inlined
def _change(H: Ints, S: Ints, state: Number, child: Number) -> Number:
    """Return where the history counts what a move changes."""
    if H[PLACED] != 0:
        return S[state + PLAYER] * ROOM + S[child + MOVE]
    x = np.int64(0)
    for k in range(H[WIDTH]):
        x ^= S[state + k] ^ S[child + k]
    return np.int64(np.uint64(x) * _ONE >> np.uint64(51)) + CHANGES * (H[DEPTH] & 1)


@inlined
def _answered(H: Ints, S: Ints, fill: Fill, P: Ints, at: Number, room: Ints) -> Number:
    """Return what the rule answers of the state at a place."""
    return fill(S[at : at + H[WIDTH]], P, room)


@inlined
def _opened(
    H: Ints, L: Ints, S: Ints, T: Words, M: Words, K: Ints, one: Ints, fill: Fill, fold: Fill, P: Ints, f: Number
) -> Number:
    """Look into a state: all that its options tell without being searched. `SETTLED`: its value is in the header."""
    ask, top = L[f + ASK], L[f + TOP]
    known = _looked_up(T, np.uint64(L[f + KEY]))
    L[f + HINT], L[f + MUST], L[f + UNION], H[CARRIER] = 0, -1, 0, -1
    if known != 0 and ((f > 0 and _low(known) > ask) or _high(known) <= ask):
        H[VALUE] = _low(known) if _low(known) > ask else _high(known)
        H[CARRIER] = _carrier(H, M, L[f + KEY])
        return np.int64(SETTLED)
    if H[PLACED] != 0:
        if top + FREE > S.size:
            return np.int64(MORE_ROOM)
        H[VALUE] = settled(S, L[f + STATE], P, top)
        if H[VALUE] < 0 or (H[VALUE] > 0 and f > 0):  # of the first a move is wanted
            return np.int64(SETTLED)
        count = options(S, L[f + STATE], P, top)
    else:
        count = _answered(H, S, fill, P, L[f + STATE], S[top:])
    if count == FULL:
        return np.int64(MORE_ROOM)
    if count == UNFIT:
        return np.int64(NO_FIT)
    if count <= 0:
        H[VALUE] = _ended(H, count)
        return np.int64(SETTLED)
    order = top + 1 + count * (H[WIDTH] + H[SCORING])
    if order + 4 * count + H[WIDTH] + 64 > S.size:
        return np.int64(MORE_ROOM)
    L[f + COUNT], L[f + ORDER], L[f + BEST] = count, order, LOW
    code = _ends(H, L, S, T, one, fill, fold, P, f)
    if code == PAUSED:
        code = _known(H, L, S, T, M, K, f, _hint(known))
    if code == PAUSED and H[PLACED] != 0:
        code = _counted(H, L, S, P, f)
    elif code == PAUSED and H[MOBILE] != 0:
        code = _moves_left(H, L, S, fill, P, f)
    if code == PAUSED and H[CARRIES] != 0 and count >= LEAST:
        _by_lot(H, L, S, one, fill, P, f)
    if code != PAUSED:
        L[f + COUNT] = -1
    return code


@inlined
def _ends(H: Ints, L: Ints, S: Ints, T: Words, one: Ints, fill: Fill, fold: Fill, P: Ints, f: Number) -> Number:
    """Ask of each option whether play is over there; where it is not, fetch what the table has of it."""
    width, scoring, ending, order, count = H[WIDTH], H[SCORING], H[ENDING], L[f + ORDER], L[f + COUNT]
    at, best, mask = L[f + TOP] + 1 + scoring, np.int64(LOW), np.uint64(T.size // 4 - 1)
    for k in range(count):
        gain = S[at - 1] if scoring != 0 else np.int64(0)
        if gain >= MOST or gain <= -MOST:
            return np.int64(TOO_WIDE)
        told = fill(S[at : at + width], P, one) if ending != 0 else np.int64(FULL)
        if told == FULL:
            key = _key_of(H, S, fold, P, at, order + 2 * count, H[DEPTH] + 1)
            prefetch(T, np.int64(key & mask) * 4)
            S[order + k], S[order + count + k] = 0, np.int64(key)
        elif told == UNFIT:
            return np.int64(NO_FIT)
        else:
            value = gain - _ended(H, told)
            S[order + k] = OUT
            best = max(best, value)
            if value > L[f + ASK]:
                H[VALUE], L[f + CHOSEN] = value, k
                if H[CARRIES] != 0:
                    H[CARRIER] = _cell(H, L, S, f, k)
                return np.int64(SETTLED)
            L[f + UNION] = -1
        at += width + scoring
    L[f + BEST] = best
    return np.int64(PAUSED)


@inlined
def _known(H: Ints, L: Ints, S: Ints, T: Words, M: Words, K: Ints, f: Number, hint: Number) -> Number:
    """Look each option up, and rank what is left; ``hint`` is what the table tells of the best."""
    width, scoring, order, count, ask = H[WIDTH], H[SCORING], L[f + ORDER], L[f + COUNT], L[f + ASK]
    at, best, state = L[f + TOP] + 1 + scoring, L[f + BEST], L[f + STATE]
    for k in range(count):
        if S[order + k] != OUT:
            gain = S[at - 1] if scoring != 0 else np.int64(0)
            data = _looked_up(T, np.uint64(S[order + count + k]))
            rank = min(K[_change(H, S, state, at)], np.int64(1) << 36) + (max(min(gain, MOST_GAIN), -MOST_GAIN) << 48)
            if hint != 0 and _hint_of(S[order + count + k]) == hint:
                rank += np.int64(1) << 60
            if data != 0:
                if gain - _high(data) > ask:
                    H[VALUE], L[f + CHOSEN], L[f + HINT] = gain - _high(data), k, _hint_of(S[order + count + k])
                    if H[CARRIES] != 0:
                        H[CARRIER] = _carrier(H, M, S[order + count + k]) | _cell(H, L, S, f, k)
                    return np.int64(SETTLED)
                if gain - _low(data) <= ask:
                    best = max(best, gain - _low(data))
                    rank = np.int64(OUT)
                    _lost(L, f, _carrier(H, M, S[order + count + k]))
            S[order + k] = rank
        at += width + scoring
    L[f + BEST] = best
    _dropped(H, L, S, f)
    return np.int64(PAUSED)


@inlined
def _moves_left(H: Ints, L: Ints, S: Ints, fill: Fill, P: Ints, f: Number) -> Number:
    """Rank the options by how few moves they leave to the other player; one that leaves none decides."""
    record, order = H[WIDTH] + H[SCORING], L[f + ORDER]
    first = L[f + TOP] + 1 + H[SCORING]
    for k in range(L[f + COUNT]):
        if S[order + k] == OUT:
            continue
        at = first + k * record
        its = _answered(H, S, fill, P, at, S[at : at + H[WIDTH]])
        if its == UNFIT:
            return np.int64(NO_FIT)
        if its <= 0:
            value = -_ended(H, its)
            if value > L[f + ASK]:
                H[VALUE], L[f + CHOSEN] = value, k
                return np.int64(SETTLED)
            L[f + BEST] = max(L[f + BEST], value)
            S[order + k] = OUT
            continue
        S[order + k] -= min(its, MOST_MOVES) << 40
    return np.int64(PAUSED)


@inlined
def _counted(H: Ints, L: Ints, S: Ints, P: Ints, f: Number) -> Number:
    """Rank the options of a placement game by how far they leave who moved ahead, the best of them by a closer look."""
    order, count, first = L[f + ORDER], L[f + COUNT], L[f + TOP] + 1
    for k in range(count):
        if S[order + k] != OUT:
            S[order + k] += lead(S, first + k * H[WIDTH]) << 40
    for _look in range(CLOSELY):
        best, rank = np.int64(-1), np.int64(OUT)
        for k in range(count):
            if rank < S[order + k] < LOOKED >> 1:
                best, rank = np.int64(k), S[order + k]
        if best < 0:
            break
        at = first + best * H[WIDTH]
        ahead = outlook(S, at, P, order + 2 * count)
        if ahead == DECIDED:
            H[VALUE], L[f + CHOSEN] = 1, best
            return np.int64(SETTLED)
        if ahead == -DECIDED:
            L[f + BEST], S[order + best] = max(L[f + BEST], -1), OUT
        else:
            S[order + best] += LOOKED + (ahead - lead(S, at) << 40)
    return np.int64(PAUSED)


@inlined
def _by_lot(H: Ints, L: Ints, S: Ints, one: Ints, fill: Fill, P: Ints, f: Number) -> Number:
    """Rank the options by how often who takes their cell wins, where both players fill the board by lot.

    The player to move puts the first stone and the last; a cell or two stay free, so that the rule tells a win from a full
    board. O(count^3).
    """
    state, order, count = L[f + STATE], L[f + ORDER], L[f + COUNT]
    line = order + 2 * count  # the numbers of the options, as they come
    score, at = line + count, line + 2 * count
    chance, stones = np.uint64(H[CHANCE]), count - 1 - (count & 1)
    for k in range(count):
        S[line + k], S[score + k] = k, 0
    for _play in range(PLAYS * count * count):
        S[at], S[at + 1] = S[state + 1], S[state]  # as the other player sees them
        for j in range(stones):
            chance ^= chance << np.uint64(13)
            chance ^= chance >> np.uint64(7)
            chance ^= chance << np.uint64(17)
            other = line + j + np.int64((chance >> np.uint64(33)) % np.uint64(count - j))
            S[line + j], S[other] = S[other], S[line + j]
            S[at + 1 - (j & 1)] |= _cell(H, L, S, f, S[line + j])
        won = np.int64(1) if fill(S[at : at + 2], P, one) != FULL else np.int64(-1)
        for j in range(stones):
            S[score + S[line + j]] += -won if j & 1 else won
    H[CHANCE] = np.int64(chance)
    for k in range(count):
        if S[order + k] != OUT:
            S[order + k] += S[score + k] << 40
    return 0


@inlined
def _next(H: Ints, L: Ints, S: Ints, f: Number) -> Number:
    """Return the option that is to be tried, -1 where none is left; where all will be, a thread that helps takes any."""
    best, first, order = np.int64(-1), np.int64(OUT), L[f + ORDER]
    apart = H[SEED] != 0 and (H[DEPTH] + H[SEED]) & 1 == 0 and H[DEPTH] < APART
    for k in range(L[f + COUNT]):
        rank = S[order + k]
        if apart and rank > OUT:
            rank = np.int64(np.uint64((k + 1) * H[SEED]) * _ONE >> np.uint64(2))
        if rank > first:
            best, first = np.int64(k), rank
    return best


@inlined
def _entered(H: Ints, L: Ints, S: Ints, C: Ints, f: Number, k: Number) -> Number:
    """Put an option on the line, as the question of what it would refute; return whether it stands there already."""
    at = L[f + TOP] + 1 + H[SCORING] + k * (H[WIDTH] + H[SCORING])
    gain = S[at - 1] if H[SCORING] != 0 else np.int64(0)
    key = S[L[f + ORDER] + L[f + COUNT] + k]
    if C[key & PATH - 1] != 0:
        for other in range(0, f + 1, FRAME):
            if L[other + KEY] == key:
                return True
    C[key & PATH - 1] += 1
    L[f + CHOSEN] = k
    L[f + FRAME + KEY], L[f + FRAME + ASK], L[f + FRAME + STATE] = key, gain - L[f + ASK] - 1, at
    L[f + FRAME + TOP], L[f + FRAME + COUNT] = L[f + ORDER] + 2 * L[f + COUNT], -1
    L[f + FRAME + CHOSEN] = -1
    H[DEPTH] += 1
    return False


@inlined
def _handed_up(H: Ints, L: Ints, S: Ints, T: Words, M: Words, K: Ints, C: Ints) -> Number:
    """Hand the value of the last state on the line up, as far as it settles questions; return whether it was the first."""
    while True:
        f = H[DEPTH] * FRAME
        _keep(H, L, T, M, f, H[VALUE])
        C[L[f + KEY] & PATH - 1] -= 1
        H[DEPTH] -= 1
        if H[DEPTH] < 0:
            H[ANSWER] = L[f + CHOSEN] if H[VALUE] > L[f + ASK] else np.int64(-1)
            return True
        f -= FRAME
        k = L[f + CHOSEN]
        at = L[f + TOP] + 1 + H[SCORING] + k * (H[WIDTH] + H[SCORING])
        value = (S[at - 1] if H[SCORING] != 0 else np.int64(0)) - H[VALUE]
        S[L[f + ORDER] + k] = OUT
        L[f + BEST] = max(L[f + BEST], value)
        if value <= L[f + ASK]:
            K[_change(H, S, L[f + STATE], at)] -= H[NODES] - L[f + FRAME + NODE]
            _lost(L, f, H[CARRIER])
            _dropped(H, L, S, f)
            return False
        if H[CARRIES] != 0:
            H[CARRIER] |= _cell(H, L, S, f, k)
        K[_change(H, S, L[f + STATE], at)] += H[NODES] - L[f + NODE]
        H[VALUE], L[f + HINT] = value, _hint_of(L[f + FRAME + KEY])


@kernel(
    "int64(int64[::1], int64[::1], int64[::1], uint64[::1], uint64[::1], int64[::1], int64[::1], int64[::1], FILL, FILL,"
    "int64[::1])"
)
def decide(
    H: Ints, L: Ints, S: Ints, T: Words, M: Words, K: Ints, C: Ints, stop: Ints, fill: Fill, fold: Fill, P: Ints
) -> Number:
    """Go on with the question of the line's first frame; what it came to is in the header where it is `SETTLED`.

    ``stop``: another thread writes 1 there where the answer is no longer needed.
    """
    one = H[ONE : ONE + 1]
    if L[KEY] == 0:
        L[KEY] = np.int64(_key_of(H, S, fold, P, np.int64(0), H[WIDTH], np.int64(0)))
        C[L[KEY] & PATH - 1] += 1
    while True:
        f = H[DEPTH] * FRAME
        if L[f + COUNT] < 0:
            if H[NODES] >= H[UNTIL] or stop[0] != 0:
                return np.int64(PAUSED)
            if f + 2 * FRAME > L.size:
                return np.int64(TOO_DEEP)
            L[f + NODE] = H[NODES]
            code = _opened(H, L, S, T, M, K, one, fill, fold, P, f)
            if code != PAUSED and code != SETTLED:
                return code
            H[NODES] += 1
            if code == SETTLED:
                if _handed_up(H, L, S, T, M, K, C):
                    return np.int64(SETTLED)
                continue
        k = _next(H, L, S, f)
        if k >= 0:
            if _entered(H, L, S, C, f, k):
                return np.int64(CYCLE)
            continue
        H[VALUE], H[CARRIER] = L[f + BEST], L[f + UNION]
        if H[VALUE] >= MOST or H[VALUE] <= -MOST:
            return np.int64(TOO_WIDE)
        if _handed_up(H, L, S, T, M, K, C):
            return np.int64(SETTLED)


@kernel("int64(uint64[::1], uint64[::1])")
def refill(old: Words, T: Words) -> Number:
    """Put what an old table holds into a larger one; return how many entries that are."""
    held = np.int64(0)
    for at in range(0, old.size, 2):
        if old[at + 1] != 0:
            held += _put(T, old[at] ^ old[at + 1], old[at + 1])
    return held
