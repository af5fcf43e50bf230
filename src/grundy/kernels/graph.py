"""Values on a finished graph: outcome, remoteness, Grundy values and scores, from arrays to arrays.

A graph is compact adjacency (CSR): the children of node i are ``edges[offsets[i]:offsets[i + 1]]``. A status holds the
result for the player to move in its low two bits (0 draw by endless play, 1 win, 2 loss, 3 tie) and the remoteness above
them: uint16 while remoteness stays below 16,384, else uint32.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.threads import processors
from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import (
    DRAW,
    END_LOST,
    END_TIED,
    ENDS_TIED,
    ENDS_WON,
    LOST,
    TIED,
    WON,
    Ints,
    Loopy,
    Number,
    Pace,
    Unfit,
    Words,
    first_room,
    more_room,
    room_for,
)

# ---- what the player to move chooses among his options, and how far off a result may be: decided here for all kernels
# A status is a remoteness above two bits of a result (`grundy.kernels.contract`).

FURTHEST = (1 << 14) - 1
FURTHEST_WIDE = (1 << 30) - 1
"""The largest remoteness in a status of two bytes, and of four."""
KEY_TIED, KEY_DRAW, KEY_WON, KEY_NONE = 1 << 31, 1 << 32, 1 << 33, 1 << 34
"""The mover takes the option of the least key: lost soon, then tied soon, then endless play, then won late."""


@inlined
def furthest(status: Words) -> Any:
    """The largest remoteness that an array of statuses can hold."""
    return np.int64(FURTHEST) if status.itemsize == 2 else np.int64(FURTHEST_WIDE)


@inlined
def key_of(status: Number) -> Any:
    """The key by which the mover chooses an option of this status."""
    remoteness, result = np.int64(status >> 2), status & 3
    if result == TIED:
        return KEY_TIED + remoteness
    if result == WON:
        return KEY_WON - remoteness
    return remoteness if result == LOST else np.int64(KEY_DRAW)


@inlined
def status_by(best: Number) -> Any:
    """The status of a position whose options' least key this is."""
    remoteness, result = KEY_WON - best + 1, np.int64(LOST)
    if best < KEY_TIED:
        remoteness, result = best + 1, np.int64(WON)
    elif best < KEY_DRAW:
        remoteness, result = best - KEY_TIED + 1, np.int64(TIED)
    elif best == KEY_DRAW:
        remoteness, result = np.int64(0), np.int64(DRAW)
    return remoteness << 2 | result


@inlined
def decided(options: Number, best: Number, misere: bool) -> Any:
    """The status of a position of so many options (or of a declared ending), whose least key is the best."""
    if options > 0:
        return status_by(best)
    if options == ENDS_TIED:
        return np.int64(TIED)
    return np.int64(WON) if (options == ENDS_WON) != misere else np.int64(LOST)


Codes = NDArray[np.int8]
Offsets = NDArray[np.uint32]
Edges = NDArray[np.int32]
Marks = NDArray[np.uint32]
Packed = NDArray[np.uint8]
AnyInts = NDArray[Any]

DONE, CYCLE, TOO_FAR, MORE_STACK, PAUSED = range(5)
"""What a kernel answers. While it works, status 0 is a node not yet seen, 4 one whose children are being settled."""


# ---- whole graphs: play that ends in one sweep, other play in rounds

MANY = 32
"""Edges that a round may read for each node that it settles: beyond that, a queue settles them for less."""
ROOT, HEIGHT = range(2)
HEAD, TAIL, EXIT, PLACE = range(4)
"""Where a search stands between two calls: its root and the height of its stack; or the ends of its queue, the next
exit, and where among the parents of a node."""
"""The mover takes the child of the least key: lost soon, then tied soon, then won late."""
NO_SCORE = -(1 << 63)
OPEN_SCORE = 1 - (1 << 63)


def solve_graph(
    offsets: AnyInts,
    edges: AnyInts,
    ends: AnyInts | None = None,
    *,
    forward: bool = False,
    misere: bool = False,
    grundy: bool = True,
    known: tuple[AnyInts, AnyInts] | None = None,
) -> tuple[Words, Words | None, bool]:
    """Return the status of every node, Grundy values where they mean something, and whether there is a cycle.

    ``known``: the statuses and Grundy values of the last nodes, which have no edges; a draw among them is as a cycle.

    ``offsets`` [n + 1] and ``edges`` [m] of any integer dtype (uint32 and int32 are used as they are), ``ends`` int8[n].
    Grundy values (the dtype of the status) are None under misère play, with declared endings, or with a cycle; then the
    status is that of `retrograde`. ``forward`` promises that every edge goes to a higher index. O(n + m); 2 bytes a node, 2
    more for Grundy values, twice that beyond 16,383 moves; 8 a node of the longest line when not ``forward``.
    """
    starts, heads, codes = checked(offsets, edges, ends)
    values = grundy and not misere and not codes.any()
    widest = int(np.diff(starts).max(initial=0)) if len(codes) else 0
    small = room_for("marks", (widest + 2) if values else 0, np.uint32)
    largest = max((int(each.max(initial=0)) for each in known or ()), default=0)
    own = len(codes) - (0 if known is None else len(known[0]))

    def loopy() -> tuple[Words, None, bool]:
        around = None if known is None else known[0]
        return retrograde(starts[: own + 1], heads, codes[:own], exits=around, misere=misere), None, True

    if known is not None and (known[0] & 3 == DRAW).any():
        return loopy()
    for dtype in (np.uint16, np.uint32):
        if max(largest, widest if values else 0) > 0xFFFF and dtype is np.uint16:
            continue
        work: Words = room_for("work", len(codes) * (1 + values), dtype)
        if known is not None:
            for place in range(1 + values):
                work[place :: 1 + values][own:] = known[place]
        if forward:
            code = int(_sweep(starts, heads, codes, work, small, misere))
        else:
            code = _descend(starts, heads, codes, work, small, misere)
        if code == CYCLE:
            return loopy()
        if code == DONE:
            return (work[0::2], work[1::2], False) if values else (work, None, False)
        small[:] = 0
    raise GrundyError("a line of play is longer than 2^30 moves")


def _descend(offsets: Offsets, edges: Edges, ends: Codes, work: Words, marks: Marks, misere: bool) -> int:
    stack = room_for("stack", first_room(1 << 12, 1), np.int32)
    places = room_for("places", stack.size, np.uint32)
    at = np.zeros(2, np.int64)
    while True:
        code = int(_depth_first(offsets, edges, ends, work, marks, misere, stack, places, at))
        if code != MORE_STACK:
            return code
        stack = more_room("stack", stack, 2 * stack.size)
        places = more_room("places", places, stack.size)


def retrograde(
    offsets: AnyInts,
    edges: AnyInts,
    ends: AnyInts | None = None,
    *,
    exits: AnyInts | None = None,
    misere: bool = False,
    threads: int | None = None,
    sweeps: int = 4,
) -> Words:
    """Return the status of every node of any digraph: loops, self-loops and parallel edges welcome.

    Of a graph with n nodes an edge to n + k leads out of it, to a position that is solved: ``exits[k]`` is its status (any
    integer dtype). So a tier of a game whose later tiers are solved is a graph of its own; all statuses of 16 bits as
    exits, ``np.arange(1 << 16)``, make n + status the number of such a position.

    A position that nobody wins is a tie when a line through such positions reaches a declared tie (remoteness: the
    shortest), else a draw. While many positions are settled in a round, whole rounds sweep the forward edges against a
    table of 2 bits a node, in ``threads`` threads, for at most ``sweeps`` readings of the graph; what then remains is
    transposed and finished by a queue. O(n + m);
    2.5 bytes a node, then 12 a node and 4 an edge for what remains; 4 bytes a node where one is more than 16,383 moves
    from an ending.
    """
    around = _Exits(len(offsets) - 1, np.zeros(0, np.uint32) if exits is None else exits)
    starts, heads, codes = checked(offsets, edges, ends, len(around.words))
    count, total = len(codes), len(heads)
    status: Words = room_for("status", count + len(around.words), np.uint16)
    old = room_for("table", len(status) // 4 + 1, np.uint8)
    _begin(starts, codes, status, old, misere)
    status[count:] = around.near
    with _Team(starts, threads_for(total) if threads is None else threads) as team:
        for tied in (False, True):
            if tied:
                if not ((codes == END_TIED).any() or around.tied):
                    break
                _tied_table(status[:count], old)
            moves = _rounds(team, starts, heads, status, old, around, tied, sweeps)
            if moves >= 0:
                return _finish(starts, heads, codes, status, around, moves, tied)
    return status[:count]


class _Exits:
    """Positions outside a graph that are solved: nodes from ``first`` on, which enter in the order of their remoteness."""

    def __init__(self, first: int, given: AnyInts) -> None:
        self.first = first
        words = np.ascontiguousarray(given, np.uint32)
        self.words = np.where(words & 3 == DRAW, np.uint32(0), words)
        far = self.words >> 2
        self.near = np.minimum(far, FURTHEST) << 2 | self.words & 3
        """Their words in 16 bits: the furthest stand for all beyond."""
        self._order: Offsets = np.argsort(far, kind="stable").astype(np.uint32)
        self.tied = bool((self.words & 3 == TIED).any())

    def since(self, moves: int, tied: bool) -> Offsets:
        """Return, in their order, those that win and lose, or are tied, at ``moves`` moves from an ending or more."""
        words = self.words[self._order]
        matters = words & 3 == TIED if tied else words & 3 != TIED
        return self._order[matters & (words != 0) & (words >> 2 >= moves)]

    def enter(self, table: Packed, waiting: Offsets, moves: int, tied: bool) -> Offsets:
        """Enter those that are ``moves`` moves from an ending; return the others that wait."""
        if not len(waiting) or int(self.words[waiting[0]]) >> 2 > moves:
            return waiting
        now = int(np.searchsorted(self.words[waiting] >> 2, moves, side="right"))
        node = self.first + waiting[:now].astype(np.int64)
        code = np.uint32(1) if tied else self.words[waiting[:now]] & 3
        np.bitwise_or.at(table, node >> 2, (code << ((node & 3) << 1)).astype(np.uint8))
        return waiting[now:]


class _Team:
    """Threads that share the nodes in ranges of about as many edges each."""

    def __init__(self, offsets: Offsets, workers: int) -> None:
        count = len(offsets) - 1
        shares = np.linspace(0, float(offsets[-1]), workers + 1)[1:-1]
        cuts = [int(cut) & ~3 for cut in np.searchsorted(offsets, shares)]
        self.ranges = list(pairwise([0, *cuts, count]))
        self.tallies = np.zeros((len(self.ranges), 16), np.int64)
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None

    def __enter__(self) -> _Team:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def run(self, work: Callable[[int, int, Ints], object]) -> tuple[int, int]:
        """Do ``work(low, high, tally)`` for every range; return the sums of the first two cells of the tallies."""
        jobs = [(low, high, tally) for (low, high), tally in zip(self.ranges, self.tallies, strict=True)]
        waiting = [self._pool.submit(work, *job) for job in jobs[1:]] if self._pool is not None else []
        work(*jobs[0])
        for job in waiting:
            job.result()
        return int(self.tallies[:, 0].sum()), int(self.tallies[:, 1].sum())


def threads_for(total: int) -> int:
    """Return how many threads are worth their start."""
    if total < 1 << 18:
        return 1
    return processors()


def _rounds(
    team: _Team,
    offsets: Offsets,
    edges: Edges,
    status: Words,
    old: Packed,
    exits: _Exits,
    tied: bool,
    sweeps: int,
) -> int:
    """Settle whole rounds; return -1 when nothing more changes, else how many were done before it grew too dear."""
    moves, read, before = 0, 0, 0
    allowed = _worth(offsets, edges, status, exits, sweeps)
    waiting = exits.enter(old, exits.since(0, tied), 0, tied)
    new = old.copy()

    def work(low: int, high: int, tally: Ints) -> None:
        _round(offsets, edges, status, old, new, tied, moves + 1, low, high, tally)

    while read < allowed and moves < FURTHEST - 1:
        limits.check()
        settled, touched = team.run(work)
        read += touched + len(status) // 16
        if settled:
            moves += 1
        elif not len(waiting):
            return -1
        elif (later := int(exits.words[waiting[0]]) >> 2) < FURTHEST - 1:
            moves = later
        else:
            return moves
        waiting = exits.enter(new, waiting, moves, tied)
        old[:] = new
        if touched > MANY * settled and settled <= before:
            break
        before = settled
    return moves


def _worth(offsets: Offsets, edges: Edges, status: Words, exits: _Exits, sweeps: int) -> int:
    """Return how many edges whole rounds may read: none where so few rounds cannot settle a good part of the nodes.

    A position settles at most its parents, a mean of m / n of them: a long line has one ending, and one node a round.
    """
    count = len(offsets) - 1
    known = np.count_nonzero(status)
    reached = known * (len(edges) / max(count, 1)) ** sweeps
    return sweeps * max(len(edges), 1) if len(exits.words) or reached * MANY > len(edges) else 0


def _finish(offsets: Offsets, edges: Edges, ends: Codes, status: Words, exits: _Exits, moves: int, tied: bool) -> Words:
    """Settle by a queue what is more than ``moves`` moves from an ending."""
    count = len(ends)
    back = room_for("back", len(status) + 1, np.uint32)
    waiting = room_for("waiting", count, np.uint32)
    kept = int(_count_back(offsets, edges, status, moves, back, waiting))
    parents = room_for("parents", kept, np.int32)
    _turn_round(offsets, edges, status, moves, back, parents)
    queue = room_for("queue", count, np.int32)
    status = status[:count]
    at = np.zeros(4, np.int64)
    pace = Pace()
    for phase in (False, True):
        if phase < tied:
            continue
        at[:] = 0
        done = moves if phase == tied else 0
        _frontier(status, done, phase, queue, at)
        later = exits.since(done, phase)
        while code := _drain(back, parents, waiting, status, phase, queue, exits.words, later, pace.next(), at):
            if code == PAUSED:
                continue
            if status.dtype == np.uint32:
                raise GrundyError("a line of play is longer than 2^30 moves")
            status = status.astype(np.uint32)
    return status


def minimax(
    offsets: AnyInts,
    edges: AnyInts,
    gains: AnyInts,
    ends: AnyInts | None = None,
    forward: bool = False,
    known: AnyInts | None = None,
) -> Ints:
    """Return for every node the best difference, own gains less the opponent's, that the player to move can force.

    ``known``: the scores of the last nodes, which have no edges.

    ``gains`` int64[m] lies beside ``edges``; a node without moves, or a declared ending, is worth 0; the result is
    int64[n]. O(n + m); 8 bytes a node and 8 a node of the longest line. Raises Loopy when play need not end, Unfit when
    scores could leave 64 bits.
    """
    starts, heads, codes = checked(offsets, edges, ends)
    points = np.ascontiguousarray(gains, np.int64)
    if len(points) != len(heads):
        raise GrundyError("{count} edges have {gains} gains", count=len(heads), gains=len(points))
    largest = max(int(points.max(initial=0)), -int(points.min(initial=0)))
    before = 0 if known is None else max(int(known.max(initial=0)), -int(known.min(initial=0)))
    if largest * len(codes) + before >= 1 << 62:
        raise Unfit("scores could leave 64 bits")
    scores = room_for("scores", len(codes))
    if forward:
        _score_sweep(starts, heads, points, codes, scores)
        return scores
    scores[:] = NO_SCORE
    if known is not None:
        scores[len(codes) - len(known) :] = known
    stack = room_for("stack", first_room(1 << 12, 1), np.int32)
    places = room_for("places", stack.size, np.uint32)
    at = np.zeros(2, np.int64)
    while True:
        code = int(_score_depth_first(starts, heads, points, codes, scores, stack, places, at))
        if code == CYCLE:
            raise Loopy("play need not end, so it has no score")
        if code == DONE:
            return scores
        stack = more_room("stack", stack, 2 * stack.size)
        places = more_room("places", places, stack.size)


def checked(offsets: AnyInts, edges: AnyInts, ends: AnyInts | None, exits: int = 0) -> tuple[Offsets, Edges, Codes]:
    """Return the arrays in the kernels' types, or refuse what would lead a kernel out of them."""
    count = len(offsets) - 1
    if count < 0 or int(offsets[0]) != 0 or int(offsets[-1]) != len(edges) or (offsets[1:] < offsets[:-1]).any():
        raise GrundyError("offsets must rise from 0 to the count of edges")
    if count + exits >= 1 << 31 or len(edges) >= 1 << 32:
        raise GrundyError("a graph has at most 2^31 nodes and 2^32 edges")
    if len(edges) and not 0 <= int(edges.min()) <= int(edges.max()) < count + exits:
        raise GrundyError("an edge must lead to a node from 0 to {count}", count=count + exits - 1)
    codes = np.zeros(count, np.int8) if ends is None else np.ascontiguousarray(ends, np.int8)
    if len(codes) != count:
        raise GrundyError("{count} nodes have {ends} ends", count=count, ends=len(codes))
    return np.ascontiguousarray(offsets, np.uint32), np.ascontiguousarray(edges, np.int32), codes


def transposed(offsets: Offsets, edges: Edges) -> tuple[Offsets, Edges, Offsets]:
    """Return the edges backwards, as their offsets and their ends, and how many edges leave each node. O(n + m)."""
    count = len(offsets) - 1
    status = room_for("status", count, np.uint16)
    back, waiting = room_for("back", count + 1, np.uint32), room_for("waiting", count, np.uint32)
    parents = room_for("parents", int(_count_back(offsets, edges, status, 0, back, waiting)), np.int32)
    _turn_round(offsets, edges, status, 0, back, parents)
    return back, parents, waiting


# -- play that ends ------------------------------------------------------------------------------------------------


@inlined
def _ending(end: Number, misere: bool) -> Number:
    """The result of a declared ending."""
    if end == END_TIED:
        return TIED
    return LOST if (end == END_LOST) != misere else WON


@inlined
def _evaluate(
    i: Number,
    offsets: Offsets,
    edges: Edges,
    ends: Codes,
    work: Words,
    stride: Number,
    marks: Marks,
    misere: bool,
    most: Number,
) -> bool:
    """Settle a node whose children are settled; False when the remoteness does not fit."""
    if ends[i] != 0:
        work[np.uint64(i * stride)] = _ending(ends[i], misere)
        return True
    begin, end = np.uint64(offsets[i]), np.uint64(offsets[i + 1])
    if begin == end:
        work[np.uint64(i * stride)] = WON if misere else LOST
        return True
    best = np.int64(KEY_NONE)
    for place in range(begin, end):
        child = np.uint64(edges[place] * stride)
        best = min(best, key_of(np.int64(work[child])))
        if stride == 2:
            value = work[child + np.uint64(1)]
            if value < marks.size:
                marks[value] = i + 1
    status = status_by(best)
    if status >> 2 > most:
        return False
    work[np.uint64(i * stride)] = status
    if stride == 2:
        value = 0
        while marks[value] == i + 1:
            value += 1
        work[np.uint64(i * stride + 1)] = value
    return True


@kernel("int64(uint32[::1], int32[::1], int8[::1], T[::1], uint32[::1], boolean)", by=3)
def _sweep(offsets: Offsets, edges: Edges, ends: Codes, work: Words, marks: Marks, misere: bool) -> Number:
    """Settle all nodes from the last to the first; every edge goes up."""
    count = ends.size
    most = furthest(work)
    stride = 2 if marks.size > 0 else 1
    for back in range(count):
        if not _evaluate(count - 1 - back, offsets, edges, ends, work, stride, marks, misere, most):
            return TOO_FAR
    return DONE


@kernel(
    "int64(uint32[::1], int32[::1], int8[::1], T[::1], uint32[::1], boolean, int32[::1], uint32[::1], int64[::1])", by=3
)
def _depth_first(
    offsets: Offsets,
    edges: Edges,
    ends: Codes,
    work: Words,
    marks: Marks,
    misere: bool,
    stack: Edges,
    places: Offsets,
    at: Ints,
) -> Number:
    """Settle every node after its children; ``at`` holds the node to begin with and the height of the stack."""
    count = ends.size
    most = furthest(work)
    stride = 2 if marks.size > 0 else 1
    root, height = at[ROOT], at[HEIGHT]
    while root < count:
        if height == 0:
            if work[root * stride] != 0:
                root += 1
                continue
            stack[0], places[0], height = root, offsets[root], 1
            work[root * stride] = 4
        node = np.int64(stack[height - 1])
        place = np.uint64(places[height - 1])
        end = np.uint64(offsets[node]) if ends[node] != 0 else np.uint64(offsets[node + 1])
        child = np.int64(-1)
        while place < end:
            status = work[np.uint64(edges[place] * stride)]
            if status == 0:
                child = np.int64(edges[place])
                break
            if status == 4:
                return CYCLE
            place += np.uint64(1)
        places[height - 1] = place
        if child < 0:
            if not _evaluate(node, offsets, edges, ends, work, stride, marks, misere, most):
                return TOO_FAR
            height -= 1
            continue
        if height == stack.size:
            at[ROOT], at[HEIGHT] = root, height
            return MORE_STACK
        stack[height], places[height] = child, offsets[child]
        work[child * stride] = 4
        height += 1
    return DONE


@inlined
def _score(i: Number, offsets: Offsets, edges: Edges, gains: Ints, ends: Codes, scores: Ints) -> Number:
    """The best difference at a node whose children have theirs."""
    best = np.int64(0)
    if ends[i] == 0:
        for place in range(np.uint64(offsets[i]), np.uint64(offsets[i + 1])):
            score = gains[place] - scores[edges[place]]
            if score > best or place == offsets[i]:
                best = score
    return best


@kernel("void(uint32[::1], int32[::1], int64[::1], int8[::1], int64[::1])")
def _score_sweep(offsets: Offsets, edges: Edges, gains: Ints, ends: Codes, scores: Ints) -> None:
    """Score all nodes from the last to the first; every edge goes up."""
    count = ends.size
    for back in range(count):
        i = count - 1 - back
        scores[i] = _score(i, offsets, edges, gains, ends, scores)


@kernel("int64(uint32[::1], int32[::1], int64[::1], int8[::1], int64[::1], int32[::1], uint32[::1], int64[::1])")
def _score_depth_first(
    offsets: Offsets,
    edges: Edges,
    gains: Ints,
    ends: Codes,
    scores: Ints,
    stack: Edges,
    places: Offsets,
    at: Ints,
) -> Number:
    """Score every node after its children; ``at`` as in `_depth_first`."""
    root, height = at[ROOT], at[HEIGHT]
    while root < ends.size:
        if height == 0:
            if scores[root] != NO_SCORE:
                root += 1
                continue
            stack[0], places[0], height = root, offsets[root], 1
            scores[root] = OPEN_SCORE
        node = np.int64(stack[height - 1])
        place = np.uint64(places[height - 1])
        end = np.uint64(offsets[node]) if ends[node] != 0 else np.uint64(offsets[node + 1])
        child = np.int64(-1)
        while place < end:
            score = scores[edges[place]]
            if score == NO_SCORE:
                child = np.int64(edges[place])
                break
            if score == OPEN_SCORE:
                return CYCLE
            place += np.uint64(1)
        places[height - 1] = place
        if child < 0:
            scores[node] = _score(node, offsets, edges, gains, ends, scores)
            height -= 1
            continue
        if height == stack.size:
            at[ROOT], at[HEIGHT] = root, height
            return MORE_STACK
        stack[height], places[height] = child, offsets[child]
        scores[child] = OPEN_SCORE
        height += 1
    return DONE


# -- play that need not end ------------------------------------------------------------------------------------------


@kernel("void(uint32[::1], int8[::1], uint16[::1], uint8[::1], boolean)")
def _begin(offsets: Offsets, ends: Codes, status: Words, table: Packed, misere: bool) -> None:
    """Settle the endings; the table holds 2 bits a node: 1 won, 2 lost, 0 neither."""
    for i in range(ends.size):
        result = 0
        if ends[i] != 0:
            result = _ending(ends[i], misere)
        elif offsets[i] == offsets[i + 1]:
            result = WON if misere else LOST
        if result != 0:
            status[i] = result
            if result != TIED:
                table[i >> 2] |= np.uint8(result << ((i & 3) << 1))


@kernel("void(uint16[::1], uint8[::1])")
def _tied_table(status: Words, table: Packed) -> None:
    """Make the table of the tied: 1 tied, 0 not."""
    table[:] = 0
    for i in range(status.size):
        if status[i] & 3 == TIED:
            table[i >> 2] |= np.uint8(1 << ((i & 3) << 1))


@kernel("void(uint32[::1], int32[::1], uint16[::1], uint8[::1], uint8[::1], boolean, int64, int64, int64, int64[::1])")
def _round(
    offsets: Offsets,
    edges: Edges,
    status: Words,
    old: Packed,
    new: Packed,
    tied: bool,
    moves: Number,
    low: Number,
    high: Number,
    tally: Ints,
) -> None:
    """Settle what the last round's table settles among nodes low .. high - 1; tally the settled and the edges read."""
    settled = 0
    read = 0
    for i in range(low, high):
        if status[i] != 0:
            continue
        begin, end = np.uint64(offsets[i]), np.uint64(offsets[i + 1])
        some = np.uint32(0)
        every = np.uint32(3)
        for place in range(begin, end):
            child = np.uint32(edges[place])
            code = np.uint32(old[child >> np.uint32(2)]) >> ((child & np.uint32(3)) << np.uint32(1))
            some |= code
            every &= code
        read += end - begin
        result = 0
        if tied:
            if some & 1:
                status[i] = moves << 2 | TIED
                result = 1
        elif some & 2:
            status[i] = moves << 2 | WON
            result = WON
        elif every & 1:
            status[i] = moves << 2 | LOST
            result = LOST
        if result != 0:
            settled += 1
            new[i >> 2] |= np.uint8(result << ((i & 3) << 1))
    tally[0] = settled
    tally[1] = read


@inlined
def _matters(status: Number, moves: Number) -> bool:
    """Whether a node can still settle a parent, when all closer than ``moves`` moves to an ending has been used."""
    return status == 0 or status & 3 == TIED or status >> 2 >= moves


@kernel("int64(uint32[::1], int32[::1], uint16[::1], int64, uint32[::1], uint32[::1])")
def _count_back(
    offsets: Offsets, edges: Edges, status: Words, moves: Number, back: Offsets, waiting: Offsets
) -> Number:
    """Count the edges from unsettled nodes to nodes that matter: by target, as ends of ranges, and by source."""
    for i in range(waiting.size):
        if status[i] == 0:
            left = 0
            for place in range(np.uint64(offsets[i]), np.uint64(offsets[i + 1])):
                child = np.uint64(edges[place])
                if _matters(status[child], moves):
                    back[child] += np.uint32(1)
                    left += 1
            waiting[i] = left
    total = np.uint32(0)
    for i in range(back.size):
        total += back[i]
        back[i] = total
    return total


@kernel("void(uint32[::1], int32[::1], uint16[::1], int64, uint32[::1], int32[::1])")
def _turn_round(offsets: Offsets, edges: Edges, status: Words, moves: Number, back: Offsets, parents: Edges) -> None:
    """Write the transposed edges; ``back`` becomes the beginnings of the ranges."""
    for i in range(offsets.size - 1):
        if status[i] == 0:
            for place in range(np.uint64(offsets[i]), np.uint64(offsets[i + 1])):
                child = np.uint64(edges[place])
                if _matters(status[child], moves):
                    slot = back[child] - np.uint32(1)
                    back[child] = slot
                    parents[np.uint64(slot)] = i


@kernel("void(T[::1], int64, boolean, int32[::1], int64[::1])", by=0)
def _frontier(status: Words, moves: Number, tied: bool, queue: Edges, at: Ints) -> None:
    """Queue what was settled last."""
    tail = 0
    for i in range(status.size):
        if status[i] >> 2 == moves and status[i] != 0 and (status[i] & 3 == TIED) == tied:
            queue[tail] = i
            tail += 1
    at[TAIL] = tail


@kernel(
    "int64(uint32[::1], int32[::1], uint32[::1], T[::1], boolean, int32[::1], uint32[::1], uint32[::1], int64, "
    "int64[::1])",
    by=3,
)
def _drain(
    back: Offsets,
    parents: Edges,
    waiting: Offsets,
    status: Words,
    tied: bool,
    queue: Edges,
    exits: Offsets,
    later: Offsets,
    budget: Number,
    at: Ints,
) -> Number:
    """Settle parents in the order of remoteness until queue and exits are empty; ``at`` says how to go on."""
    most = furthest(status)
    head, tail, nxt = at[HEAD], at[TAIL], at[EXIT]
    code = DONE
    while head < tail or nxt < later.size:
        outside = nxt < later.size
        word = np.int64(0)
        node = np.int64(0)
        if outside:
            node = np.int64(later[nxt])
            word = np.int64(exits[node])
            node += status.size
        if head < tail:
            first = np.int64(status[queue[head]])
            if not outside or first >> 2 < word >> 2:
                outside, node, word = False, np.int64(queue[head]), first
        result = word & 3
        remoteness = (word >> 2) + 1
        begin = max(np.int64(back[node]), at[PLACE])
        end = np.int64(back[node + 1])
        if budget <= 0:
            code = PAUSED
            break
        budget -= 1 + end - begin
        for place in range(begin, end):
            parent = np.uint64(parents[np.uint64(place)])
            if status[parent] != 0:
                continue
            if not tied and result == WON and waiting[parent] != 1:
                waiting[parent] -= np.uint32(1)
                continue
            if remoteness > most:
                code = TOO_FAR
                at[PLACE] = place
                break
            status[parent] = remoteness << 2 | (TIED if tied else (WON if result == LOST else LOST))
            queue[tail] = parent
            tail += 1
        if code == TOO_FAR:
            break
        at[PLACE] = 0
        if outside:
            nxt += 1
        else:
            head += 1
    at[HEAD], at[TAIL], at[EXIT] = head, tail, nxt
    return code
