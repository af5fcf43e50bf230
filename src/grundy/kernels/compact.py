"""Play that ends, solved with no arrows and no states: eight bytes a place of a table that is nearly full.

The search goes depth first. A position whose options are all solved is solved at once; else it is entered as open, its
unsolved options come before it, and it is expanded a second time after them. An option that is open is a loop, and none of
ours. A place holds a status, what of the (mixed) key the place itself does not tell, and how far it is from where the key
belongs: keys stand in the order of their hashes, so a larger table is filled from the smaller one in one going through,
while the memory behind what was read is given back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import inlined, kernel, leading_zeros, prefetch
from grundy.kernels.contract import (
    ENDS_LOST,
    FULL,
    OUTSIDE_KEYS,
    UNFIT,
    Fill,
    Ints,
    Loopy,
    Number,
    OutOfKeys,
    Pace,
    Progress,
    first_room,
    give_back,
    more_room,
    refused_rule,
    room_for,
    too_large,
)
from grundy.kernels.graph import KEY_NONE, decided, key_of

Places = NDArray[np.uint64]
Values = NDArray[np.uint16]

DONE, PAUSED, MORE_PLACES, MORE_STACK, TOO_MUCH, CYCLE = range(6)
"""What a kernel answers; a Grundy value may be too much."""
HEIGHT, COUNT, EXPANDED = range(3)
"""Where a search stands: the height of its stack, how many positions are entered, how often one was expanded."""
READ, NEXT = range(2)
"""Where the growth of a table stands: the next place to be read, and the next that may be written."""
FAR = 7
"""Bits that say how far (and one more) an entry is from where its key belongs."""
BEHIND = 1 << FAR
"""Places behind those to which a key can belong."""
LOW = 30
"""Bits of a mixed key, of 62, that say nothing of its place."""
KEY = (1 << 62) - 1
FIRST, FIRST_BACK = 0x1E3779B97F4A7C15, pow(0x1E3779B97F4A7C15, -1, 1 << 62)
SECOND, SECOND_BACK = 0x16E8FEB86659FD93, pow(0x16E8FEB86659FD93, -1, 1 << 62)
LARGEST = (1 << 16) - 1
"""The largest Grundy value that is kept."""
CHUNK = 1 << 18
"""Places that are read before the memory behind them is given back."""
NOWHERE = 1 << 63
NEW = 1 << 62


@inlined
def _mixed(key: Number) -> Any:
    """Mix the 62 bits of a key, so that it can be told from the result."""
    h = (np.uint64(key) * np.uint64(FIRST)) & np.uint64(KEY)
    h ^= h >> np.uint64(31)
    return (h * np.uint64(SECOND)) & np.uint64(KEY)


@inlined
def _unmixed(h: Number) -> Any:
    h = (h * np.uint64(SECOND_BACK)) & np.uint64(KEY)
    h ^= h >> np.uint64(31)
    return (h * np.uint64(FIRST_BACK)) & np.uint64(KEY)


@inlined
def _places(table: Places) -> Any:
    """To how many places a key can belong."""
    return np.uint64(table.size - BEHIND)


@inlined
def _log(places: Number) -> Any:
    """The logarithm of places, rounded down."""
    return np.uint64(63 - leading_zeros(places))


@inlined
def _home(h: Number, places: Number) -> Any:
    """Where a mixed key belongs."""
    return ((h >> np.uint64(LOW)) * places) >> np.uint64(32)


@inlined
def _rest(h: Number, places: Number, log: Number) -> Any:
    """What of a mixed key its place does not tell, above the bits for the distance."""
    part = ((h >> np.uint64(LOW)) * places) & np.uint64(0xFFFFFFFF)
    return ((part >> log) << np.uint64(LOW) | (h & np.uint64((1 << LOW) - 1))) << np.uint64(FAR)


@inlined
def _key_of(entry: Number, place: Number, places: Number, log: Number) -> Any:
    """The mixed key of an entry."""
    home = place + np.uint64(1) - (entry & np.uint64(BEHIND - 1))
    rest = (entry >> np.uint64(FAR)) & ((np.uint64(1) << (np.uint64(62) - log)) - np.uint64(1))
    product = (home << np.uint64(32)) + ((rest >> np.uint64(LOW)) << log)
    top = (product + places - np.uint64(1)) // places
    return top << np.uint64(LOW) | (rest & np.uint64((1 << LOW) - 1))


@inlined
def _looked_up(h: Number, table: Places, places: Number, log: Number) -> Any:
    """Return the place of a key; of one that is not there NEW and where it is to stand; NOWHERE, where that is too far."""
    place = _home(h, places)
    wanted = _rest(h, places, log) + np.uint64(1)
    mask = (np.uint64(1) << (np.uint64(62 + FAR) - log)) - np.uint64(1)
    for far in range(np.uint64(1), np.uint64(BEHIND)):
        entry = table[place] & mask
        if entry == wanted:
            return place
        its = entry & np.uint64(BEHIND - 1)
        if its < far or (its == far and entry > wanted):
            return place | np.uint64(NEW)
        place += np.uint64(1)
        wanted += np.uint64(1)
    return np.uint64(NOWHERE)


@inlined
def _entered(h: Number, place: Number, table: Places, values: Values, places: Number, log: Number) -> bool:
    """Make an open entry at a place, before others, which all go one further; False where one would be too far."""
    end = place
    while table[end] != 0:
        if table[end] & np.uint64(BEHIND - 1) == np.uint64(BEHIND - 1):
            return False
        end += np.uint64(1)
    if end == np.uint64(table.size - 1):
        return False
    while end > place:
        table[end] = table[end - np.uint64(1)] + np.uint64(1)
        if values.size > 0:
            values[end] = values[end - np.uint64(1)]
        end -= np.uint64(1)
    table[place] = _rest(h, places, log) + place - _home(h, places) + np.uint64(1)
    return True


@kernel("int64(int64, uint64[::1])")
def found(key: Number, table: Places) -> Number:
    """Return the place of a key, -1 of one that is not there."""
    places = _places(table)
    place = _looked_up(_mixed(key), table, places, _log(places))
    return np.int64(place) if place < np.uint64(NEW) else -1


@kernel("int64(int64, uint64[::1])")
def key_at(place: Number, table: Places) -> Number:
    """Return the key that stands at a place."""
    places = _places(table)
    return np.int64(_unmixed(_key_of(table[place], np.uint64(place), places, _log(places))))


@kernel("int64(uint64[::1], uint16[::1], int64, uint64[::1], uint16[::1], int64[::1])")
def moved(old: Places, worth: Values, last: Number, table: Places, values: Values, at: Ints) -> Number:
    """Go through the places of a table below ``last``, and write what stands there to a larger one; 0: it cannot be."""
    places, log = _places(old), _log(_places(old))
    more, longer = _places(table), _log(_places(table))
    above = np.uint64(62 + FAR) - log
    place = np.uint64(at[NEXT])
    for before in range(np.uint64(at[READ]), np.uint64(last)):
        entry = old[before]
        if entry != 0:
            h = _key_of(entry, before, places, log)
            home = _home(h, more)
            place = max(place, home)
            if place - home >= np.uint64(BEHIND - 1):
                return 0
            status = entry >> above << (np.uint64(62 + FAR) - longer)
            table[place] = status | (_rest(h, more, longer) + place - home + np.uint64(1))
            if values.size > 0:
                values[place] = worth[before]
            place += np.uint64(1)
    at[READ], at[NEXT] = last, np.int64(place)
    return 1


@kernel(
    "int64(FILL, int64[::1], uint64[::1], uint16[::1], int64[::1], int64[::1], int64[::1], uint64[::1], int64[::1], "
    "boolean, int64, int64[::1])"
)
def searched(
    fill: Fill,
    params: Ints,
    table: Places,
    values: Values,
    stack: Ints,
    buffer: Ints,
    out: Ints,
    mixed: Places,
    marks: Ints,
    misere: bool,
    budget: Number,
    at: Ints,
) -> Number:
    """Solve what stands on the stack, until all is, the budget is used up or an array is full."""
    places = _places(table)
    log = _log(places)
    above = np.uint64(62 + FAR) - log
    most = np.int64(places) - np.int64(places) // 12
    height = at[HEIGHT]
    while height > 0:
        at[HEIGHT] = height
        if budget <= 0:
            return PAUSED
        buffer[0] = stack[height - 1]
        own = _mixed(buffer[0])
        place = _looked_up(own, table, places, log)
        if place < np.uint64(NEW) and table[place] >> above != 0:
            height -= 1
            continue
        count = fill(buffer, params, out)
        if count < 0 and count > ENDS_LOST:
            return count
        if at[COUNT] >= most or place == np.uint64(NOWHERE):
            return MORE_PLACES
        if height + count > stack.size:
            return MORE_STACK
        budget -= 1 + max(count, 0)
        for k in range(count):
            h = _mixed(out[1 + k])
            mixed[k] = h
            prefetch(table, _home(h, places))
        at[EXPANDED] += 1
        best, waiting = np.int64(KEY_NONE), 0
        for k in range(count):
            child = _looked_up(mixed[k], table, places, log)
            status = np.uint64(0)
            if child < np.uint64(NEW):
                status = table[child] >> above
                if status == 0:
                    return CYCLE
                best = min(best, key_of(np.int64(status)))
                if values.size > 0 and values[child] < marks.size:
                    marks[values[child]] = at[EXPANDED]
            if status == 0:
                stack[height + waiting] = out[1 + k]
                waiting += 1
        is_new = place >= np.uint64(NEW)
        place &= np.uint64(NEW - 1)
        if waiting > 0:
            if not is_new:
                return CYCLE
            if not _entered(own, place, table, values, places, log):
                return MORE_PLACES
            at[COUNT] += 1
            height += waiting
            continue
        status = np.uint64(decided(count, best, misere))
        if status >> (np.uint64(64) - above) != 0:
            return MORE_PLACES
        if is_new:
            if not _entered(own, place, table, values, places, log):
                return MORE_PLACES
            at[COUNT] += 1
        table[place] |= status << above
        if values.size > 0:
            value = 0
            while marks[value] == at[EXPANDED]:
                value += 1
            if value > LARGEST:
                return TOO_MUCH
            values[place] = value
        height -= 1
    at[HEIGHT] = 0
    return DONE


class Compact:
    """What was solved: a place for each position; Grundy values beside, where they were asked."""

    def __init__(self, params: Sequence[int] | Ints, start: int, grundy: bool, limit: int) -> None:
        self.params = np.array(params, np.int64)
        self.limit = limit
        places = first_room(1 << 20, 1 << 8)
        self.table = room_for("places", places + BEHIND, np.uint64)
        self.values = room_for("values of places", (places + BEHIND) * grundy, np.uint16)
        self.stack = room_for("waiting positions", first_room(1 << 12, 2))
        self.buffer = room_for("buffer", 1)
        self._make_out(first_room(1 << 8, 4))
        self.stack[0] = start
        self.at = np.array([1, 0, 0], np.int64)

    def __len__(self) -> int:
        return int(self.at[COUNT])

    @property
    def above(self) -> int:
        """How many bits stand below a status."""
        return 62 + FAR + 1 - (self.table.size - BEHIND).bit_length()

    @property
    def nbytes(self) -> int:
        """How many bytes are held."""
        arrays = (self.table, self.values, self.stack, self.out, self.mixed, self.marks)
        return sum(array.nbytes for array in arrays)

    def find(self, key: int) -> int:
        """Return the place of a key, -1 of one that was not met."""
        return int(found(key, self.table))

    def status(self, place: int) -> int:
        """Return the status at a place."""
        return int(self.table[place]) >> self.above

    def key_at(self, place: int) -> int:
        """Return the key that stands at a place."""
        return int(key_at(place, self.table))

    def statuses(self, step: int) -> Places:
        """Return the statuses at places ``step`` apart, 0 where none stands there."""
        return self.table[::step] >> np.uint64(self.above)

    def solve(self, fill: Fill, misere: bool, progress: Progress | None) -> None:
        """Solve all that waits."""
        pace = Pace()
        while code := self._search(fill, misere, pace.next()):
            self._make_room(code)
            if progress is not None:
                progress(len(self), len(self))
        self.stack = self.stack[:0]

    def _search(self, fill: Fill, misere: bool, budget: int) -> int:
        own = (self.table, self.values, self.stack, self.buffer, self.out, self.mixed, self.marks)
        return int(searched(fill, self.params, *own, misere, budget, self.at))

    def _make_room(self, code: int) -> None:
        if code == UNFIT:
            raise refused_rule(self.buffer)
        if code == OUTSIDE_KEYS:
            raise OutOfKeys
        if code == CYCLE:
            raise Loopy("play need not end")
        if code == TOO_MUCH:
            raise self._refusal(self.nbytes)
        if code == FULL:
            self._allow(3 * self.out.nbytes)
            self._make_out(2 * self.out.size)
        elif code == MORE_STACK:
            self._allow(self.stack.nbytes)
            self.stack = more_room("waiting positions", self.stack, 2 * self.stack.size)
        elif code == MORE_PLACES:
            self._grow()

    def _make_out(self, size: int) -> None:
        """Room for the options of a position, for their mixed keys, and for a mark of each value that they can have."""
        self.out = room_for("options", size)
        self.mixed = room_for("mixed keys", size, np.uint64)
        self.marks = room_for("marks of values", size + 1)

    def _grow(self) -> None:
        """Make a table an eighth larger; the old one is given back while it is read."""
        old, worth = self.table, self.values
        size = (old.size - BEHIND) // 8 * 9 + BEHIND
        self._allow((size - old.size) * (10 if worth.size else 8))
        try:
            self.table = room_for("places", size, np.uint64)
            self.values = room_for("values of places", size if worth.size else 0, np.uint16)
        except MemoryError:
            raise self._refusal(self.nbytes + 8 * size) from None
        at = np.zeros(2, np.int64)
        while at[READ] < old.size:
            last = min(int(at[READ]) + CHUNK, old.size)
            if not moved(old, worth, last, self.table, self.values, at):
                raise self._refusal(self.nbytes + old.nbytes)
            give_back(old, last)
            give_back(worth, last)

    def _allow(self, more: int) -> None:
        if self.nbytes + more > self.limit:
            raise self._refusal(self.nbytes + more)

    def _refusal(self, needed: int) -> Exception:
        return too_large(len(self), self.nbytes, needed, self.limit)


def solve_compact(
    fill: Fill,
    params: Sequence[int] | Ints,
    start: int,
    *,
    grundy: bool = True,
    misere: bool = False,
    limit_bytes: int = 4 << 30,
    progress: Progress | None = None,
) -> Compact:
    """Solve every position that can be reached from ``start``, a word of 62 bits; so are all states.

    9 to 10 bytes a position, 11 to 12.5 with Grundy values, and 8 for each option on the longest line. O(edges) expected,
    each found twice. Raises Loopy where play need not end, TooLarge beyond ``limit_bytes``, Unfit when the rule gives up,
    OutOfKeys where it meets a state that does not fit in a word.
    """
    made = Compact(params, start, grundy, limit_bytes)
    made.solve(fill, misere, progress)
    return made
