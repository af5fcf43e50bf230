"""Finite automata in arrays: product, subset construction, minimisation, and automata of linear equations.

A deterministic automaton is ``delta[states, letters]`` of int32, -1 where a word can no longer be accepted, and
``accepting[states]``; state 0 is the first. What is built is found breadth first, each new state looked up in a table of
exact keys: a hash only says where to look. A construction that would pass its ``cap`` of states stops and returns no
states, so that nobody takes a part for the whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Ints, Number, first_room

Delta = NDArray[np.int32]
Flags = NDArray[np.bool_]
Reals = NDArray[np.float64]
ROOM = 64
"""States that an array has room for at first."""
CELLS = 1 << 27
"""No table of transitions, and no pool of subsets, has more cells of 4 bytes than this."""
EQUAL, AT_MOST, CONGRUENT = 0, 1, 2
"""What a linear form must be: its constant, at most its constant, or congruent to it."""
SURE = 1 << 62
"""In the first coordinate of a vector: at most the constant, whatever is read."""


def product(
    one: Delta, two: Delta, letters: tuple[Delta, Delta], needed: tuple[bool, bool], cap: int
) -> tuple[Delta, Ints] | None:
    """Return the pairs of states reachable together, as ``(delta, keys)``, or None if they are more than ``cap``.

    ``letters[i]`` says which letter of automaton i each common letter is. A pair with a dead component is dead where that
    component is ``needed``; where both are dead it always is. A key is ``p * (states of two + 1) + q``, with the number
    of states standing for a dead component. O(pairs × letters).

    >>> even = np.array([[0, 1], [1, 0]], np.int32)
    >>> same = np.arange(2, dtype=np.int32)
    >>> product(even, even, (same, same), (True, True), 10)[1].tolist()
    [0, 4]
    """
    width = len(letters[0])
    delta, keys = _product(one, two, *letters, *needed, min(cap, CELLS // width), first_room(ROOM))
    return (delta.reshape(-1, width), keys) if len(keys) else None


def subsets(
    starts: Ints, targets: Delta, letters: int, initial: Ints, final: Flags, at_least: int, cap: int, pool: int
) -> tuple[Delta, Flags] | None:
    """Return the deterministic automaton of a nondeterministic one, or None if it has more than ``cap`` states.

    From state p the letter a leads to ``targets[starts[i]:starts[i + 1]]``, i = p · letters + a. A subset counts, up to
    ``at_least``, the ways in which each state is reached; it accepts when its final states are reached in so many ways.
    ``initial`` holds the counts at the start. ``pool`` is the most members that all subsets may have together, each 4
    bytes. (M. O. Rabin, D. Scott, *Finite automata and their decision problems*, 1959.)

    >>> starts = np.array([0, 1, 3, 3, 3])  # the last letter but zero was 1
    >>> found = subsets(starts, np.array([0, 0, 1], np.int32), 2, np.array([1, 0]), np.array([False, True]), 1, 9, 9)
    >>> found[0].tolist(), found[1].tolist()
    ([[0, 1], [0, 1]], [False, True])
    """
    if len(initial) * at_least >= 1 << 31:
        return None
    delta, accepting = _subsets(
        starts,
        targets,
        letters,
        initial,
        final,
        at_least,
        min(cap, CELLS // letters),
        min(pool, CELLS),
        first_room(ROOM),
    )
    return (delta.reshape(-1, letters), accepting) if len(accepting) else None


def reached(starts: Ints, targets: Delta, first: Ints, at_least: int) -> Ints:
    """Return how often, up to ``at_least``, each state is reached from the counts ``first`` by any number of steps.

    State p leads to ``targets[starts[p]:starts[p + 1]]``. O(``at_least`` × transitions).

    >>> reached(np.array([0, 1, 2, 2]), np.array([1, 2], np.int32), np.array([1, 0, 1]), 5).tolist()
    [1, 1, 2]
    """
    return _reached(starts, targets, first, at_least)


def minimal(delta: Delta, accepting: Flags) -> tuple[Delta, Flags]:
    """Return the least automaton of the same language, its states numbered as they are found, breadth first.

    An empty language is one state without transitions. Two automata have one language exactly when these arrays are
    equal. Moore's rounds (E. F. Moore, *Gedanken-experiments on sequential machines*, 1956), each over those states
    only whose successors were told apart in the round before: at most O(rounds × states × letters), mostly far less.

    >>> found = minimal(np.array([[1, 2], [2, 1], [1, 1], [3, 3]], np.int32), np.array([False, True, True, True]))
    >>> found[0].tolist(), found[1].tolist()
    ([[1, 1], [1, 1]], [False, True])
    """
    found, flags = _merged(delta, accepting, _classes(delta, accepting))
    return found.reshape(-1, delta.shape[1]), flags


def vectors(
    steps: Ints,
    following: Ints,
    sums: Ints,
    rows: Reals,
    row_starts: Ints,
    bounds: tuple[int, int, int],
    mode: int,
    modulus: int,
    cap: int,
) -> tuple[Delta, Ints] | None:
    """Return the automaton that reads values of a linear form digit by digit, as ``(delta, states)``.

    A state is a class of how many digits remain, and an integer vector s: what has been read is worth Σ s_i U_(m+i) when m
    digits remain. ``steps[class]`` is the matrix (acting on rows) by which s changes when m becomes m - 1, ``sums`` what
    the letters then add to s_0. ``following[class]`` holds one or two classes, or -1; so ``delta`` has a letter for each
    sum and each of two choices. ``rows[row_starts[class]:row_starts[class + 1]]`` are the vectors U_(m+i) / U_m with 1 / U_m
    behind them, over the m of that class. A state lives while, for one of these, s · row may still come to ``constant``
    given ``bounds = (least, greatest, constant)``, the sums of negative and positive coefficients. When ``mode`` is
    AT_MOST, what is surely below is the state SURE; when it is CONGRUENT, s is taken modulo ``modulus``.
    ``states`` has the class and the vector of each. None if there are more than ``cap``.
    """
    width = 2 * len(sums)
    most = min(cap, CELLS // width)
    delta, states = _vectors(steps, following, sums, rows, row_starts, *bounds, mode, modulus, most, first_room(ROOM))
    return (delta.reshape(-1, width), states.reshape(-1, steps.shape[1] + 1)) if len(states) else None


@inlined
def _mixed(word: Number) -> Number:
    word = np.uint64(word) + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def _grown(array: Any, room: Number) -> Any:
    """Return the same array with more room behind."""
    new = np.empty(room, array.dtype)
    new[: array.size] = array
    return new


@inlined
def _slots(size: Number, wanted: Number) -> Number:
    """Return how many slots a table gets: a power of 2, begun from one."""
    while size < wanted:
        size *= 2
    return size


@inlined
def _rehashed(hashes: Any, count: Number, size: Number) -> Any:
    """Return a table of ``size`` slots, a power of 2, that holds the numbers 0 … count - 1 at their hashes."""
    table = np.full(size, -1, np.int32)
    mask = np.uint64(size - 1)
    for i in range(count):
        slot = hashes[i] & mask
        while table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        table[slot] = i
    return table


@kernel(
    "Tuple((int32[::1], int64[::1]))(int32[:,::1], int32[:,::1], int32[::1], int32[::1], boolean, boolean, int64, "
    "int64)",
    group="automata",
)
def _product(
    one: Delta, two: Delta, first: Delta, second: Delta, need_one: bool, need_two: bool, cap: int, room: int
) -> tuple[Delta, Ints]:
    letters = first.size
    dead_one, dead_two = one.shape[0], two.shape[0]
    delta = np.empty(room * letters, np.int32)
    keys = np.empty(room, np.int64)
    hashes = np.empty(room, np.uint64)
    keys[0] = 0
    hashes[0] = _mixed(0)
    count = 1
    table = _rehashed(hashes, count, _slots(4, 4 * room))
    state = 0
    while state < count:
        if count + letters > room:
            room = 2 * room + letters
            keys = _grown(keys, room)
            hashes = _grown(hashes, room)
        if (state + 1) * letters > delta.size:
            delta = _grown(delta, 2 * delta.size)
        if 2 * (count + letters) > table.size:
            table = _rehashed(hashes, count, _slots(table.size, 4 * (count + letters)))
        mask = np.uint64(table.size - 1)
        p = keys[state] // (dead_two + 1)
        q = keys[state] % (dead_two + 1)
        for letter in range(letters):
            r = s = np.int64(-1)
            if p < dead_one:
                r = np.int64(one[p, first[letter]])
            if q < dead_two:
                s = np.int64(two[q, second[letter]])
            delta[state * letters + letter] = -1
            if (r < 0 and (need_one or s < 0)) or (s < 0 and need_two):
                continue
            if r < 0:
                r = dead_one
            if s < 0:
                s = dead_two
            key = r * (dead_two + 1) + s
            mixed = _mixed(key)
            slot = mixed & mask
            while table[slot] >= 0 and keys[table[slot]] != key:
                slot = (slot + np.uint64(1)) & mask
            if table[slot] < 0:
                if count >= cap:
                    return np.empty(0, np.int32), np.empty(0, np.int64)
                keys[count] = key
                hashes[count] = mixed
                table[slot] = count
                count += 1
            delta[state * letters + letter] = table[slot]
        state += 1
    return delta[: count * letters].copy(), keys[:count].copy()


@inlined
def _gathered(
    members: Delta,
    most: int,
    starts: Ints,
    targets: Delta,
    letters: int,
    letter: int,
    counts: Ints,
    marks: Ints,
    mark: int,
) -> int:
    """Put what the members lead to by a letter into ``marks[2:]``, with counts; return how many states these are.

    ``marks`` is one array for two purposes: its first half says in which turn a state was met, its second lists them.
    """
    states = counts.size
    size = 0
    for i in range(members.size):
        p = members[i] // most
        ways = members[i] % most + 1
        for j in range(starts[p * letters + letter], starts[p * letters + letter + 1]):
            q = targets[j]
            if marks[q] != mark:
                marks[q] = mark
                counts[q] = ways
                marks[states + size] = q
                size += 1
            elif counts[q] < most:
                counts[q] = min(most, counts[q] + ways)
    return size


@inlined
def _sought(
    table: Delta,
    hashes: Any,
    mixed: Any,
    pool: Delta,
    begins: Ints,
    most: int,
    counts: Ints,
    marks: Ints,
    mark: int,
    size: int,
) -> Any:
    """Return the slot of the subset of the states that are marked, or the empty slot where it belongs."""
    mask = np.uint64(table.size - 1)
    slot = mixed & mask
    while table[slot] >= 0:
        known = table[slot]
        if hashes[known] == mixed and begins[known + 1] - begins[known] == size:
            i = begins[known]
            while i < begins[known + 1]:
                p = pool[i] // most
                if marks[p] != mark or counts[p] != pool[i] % most + 1:
                    break
                i += 1
            if i == begins[known + 1]:
                break
        slot = (slot + np.uint64(1)) & mask
    return slot


@inlined
def _accepted(pool: Delta, begins: Ints, count: int, most: int, final: Flags) -> Flags:
    accepting = np.zeros(count, np.bool_)
    for subset in range(count):
        ways = 0
        for i in range(begins[subset], begins[subset + 1]):
            if final[pool[i] // most]:
                ways += pool[i] % most + 1
        accepting[subset] = ways >= most
    return accepting


@kernel(
    "Tuple((int32[::1], boolean[::1]))(int64[::1], int32[::1], int64, int64[::1], boolean[::1], int64, int64, int64, "
    "int64)",
    group="automata",
)
def _subsets(
    starts: Ints,
    targets: Delta,
    letters: int,
    initial: Ints,
    final: Flags,
    most: int,
    cap: int,
    pool_cap: int,
    room: int,
) -> tuple[Delta, Flags]:
    states = initial.size
    counts = np.minimum(initial, most)
    marks = np.zeros(2 * states, np.int64)
    delta = np.empty(room * letters, np.int32)
    hashes = np.empty(room, np.uint64)
    begins = np.zeros(room + 1, np.int64)
    pool = np.empty(room, np.int32)
    table = np.full(_slots(4, 4 * room), -1, np.int32)
    count = 0
    mark = 0
    subset = -1  # before the first subset there is only the way to it
    while subset < count:
        if count + letters >= room:
            room = 2 * room + letters
            hashes = _grown(hashes, room)
            begins = _grown(begins, room + 1)
        if (subset + 1) * letters > delta.size:
            delta = _grown(delta, 2 * delta.size)
        if 2 * (count + letters) > table.size:
            table = _rehashed(hashes, count, _slots(table.size, 4 * (count + letters)))
        for letter in range(1 if subset < 0 else letters):
            mark += 1
            size = 0
            if subset < 0:
                for p in range(states):
                    if counts[p] > 0:
                        marks[p] = mark
                        marks[states + size] = p
                        size += 1
            else:
                own = pool[begins[subset] : begins[subset + 1]]
                size = _gathered(own, most, starts, targets, letters, letter, counts, marks, mark)
                delta[subset * letters + letter] = -1
                if size == 0:
                    continue
            mixed = np.uint64(0)  # a sum, so that the order of the members does not matter
            for i in range(states, states + size):
                mixed += _mixed(marks[i] * most + counts[marks[i]] - 1)
            mixed = _mixed(mixed)
            slot = _sought(table, hashes, mixed, pool, begins, most, counts, marks, mark, size)
            if table[slot] < 0:
                end = begins[count] + size
                if count >= cap or end > pool_cap:
                    return np.empty(0, np.int32), np.empty(0, np.bool_)
                if end > pool.size:
                    pool = _grown(pool, min(max(2 * pool.size, end), pool_cap))
                for i in range(size):
                    pool[begins[count] + i] = marks[states + i] * most + counts[marks[states + i]] - 1
                begins[count + 1] = end
                hashes[count] = mixed
                table[slot] = count
                count += 1
            if subset >= 0:
                delta[subset * letters + letter] = table[slot]
        subset += 1
    return delta[: count * letters].copy(), _accepted(pool, begins, count, most, final)


@kernel("int64[::1](int64[::1], int32[::1], int64[::1], int64)", group="automata")
def _reached(starts: Ints, targets: Delta, first: Ints, most: int) -> Ints:
    states = first.size
    counts = np.empty(states, np.int64)
    for p in range(states):
        counts[p] = min(most, first[p])
    changed = True
    while changed:  # the counts only grow, up to the least solution of counts = first + counts · steps
        new = first.copy()
        for p in range(states):
            if counts[p]:
                for j in range(starts[p], starts[p + 1]):
                    new[targets[j]] += counts[p]
        changed = False
        for p in range(states):
            ways = min(most, new[p])
            if ways != counts[p]:
                counts[p] = ways
                changed = True
    return counts


@inlined
def _class(classes: Delta, state: Number) -> Number:
    return classes[state] if state >= 0 else np.int32(0)


@inlined
def _predecessors(delta: Delta) -> tuple[Ints, Delta]:
    """Return, for each state, where its list of predecessors begins, and these lists."""
    states, letters = delta.shape
    begins = np.zeros(states + 2, np.int64)
    for state in range(states):
        for letter in range(letters):
            if delta[state, letter] >= 0:
                begins[delta[state, letter] + 2] += 1
    for state in range(states):
        begins[state + 2] += begins[state + 1]
    sources = np.empty(begins[states + 1], np.int32)
    for state in range(states):
        for letter in range(letters):
            if delta[state, letter] >= 0:
                sources[begins[delta[state, letter] + 1]] = state
                begins[delta[state, letter] + 1] += 1
    return begins, sources


@inlined
def _signature(classes: Delta, delta: Delta, state: Number) -> Any:
    mixed = np.uint64(classes[state])
    for letter in range(delta.shape[1]):
        mixed = (mixed ^ np.uint64(_class(classes, delta[state, letter]))) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


@inlined
def _alike(classes: Delta, delta: Delta, one: Number, two: Number) -> bool:
    """Return whether two states are of one class and lead to the same classes."""
    if classes[one] != classes[two]:
        return False
    for letter in range(delta.shape[1]):
        if _class(classes, delta[one, letter]) != _class(classes, delta[two, letter]):
            return False
    return True


@inlined
def _lost(classes: Delta, delta: Delta, state: Number) -> bool:
    """Return whether a state of class 0 is still as -1: everything leads to class 0."""
    letter = 0
    while letter < delta.shape[1] and _class(classes, delta[state, letter]) == 0:
        letter += 1
    return letter == delta.shape[1]


@inlined
def _numbered(
    classes: Delta,
    delta: Delta,
    groups: int,
    first: Delta,
    members: Ints,
    sizes: Ints,
    touched: Ints,
    keeper: Ints,
    names: Delta,
    count: Number,
) -> Number:
    """Name the class of each group of states; return how many classes there are.

    The states that were not looked at keep the number of their class, or, where all were, those that are most.
    """
    for g in range(groups):
        known = classes[first[g]]
        if known == 0:
            if _lost(classes, delta, first[g]):
                keeper[0] = g
        elif sizes[known] == touched[known] and (keeper[known] < 0 or members[g] > members[keeper[known]]):
            keeper[known] = g
    for g in range(groups):
        known = classes[first[g]]
        names[g] = known
        touched[known] = 0
        if keeper[known] != g:
            sizes[known] -= members[g]
            sizes[count] = members[g]
            names[g] = count
            count += 1
    for g in range(groups):
        keeper[classes[first[g]]] = -1
    return count


@kernel("int32[::1](int32[:,::1], boolean[::1])", group="automata")
def _classes(delta: Delta, accepting: Flags) -> Delta:
    """Return classes of equivalent states; 0 is that of the states from which nothing is accepted, as from -1.

    In each round only states that lead to a state with a new class are looked at, and what is left of a class keeps its
    number: so a class is new exactly where states are told apart, and a long chain costs one state a round.
    """
    states = delta.shape[0]
    begins, sources = _predecessors(delta)
    classes = accepting.astype(np.int32)
    sizes = np.zeros(states + 2, np.int64)  # of classes
    touched = np.zeros(states + 2, np.int64)
    keeper = np.full(states + 2, -1, np.int64)
    for state in range(states):
        sizes[classes[state]] += 1
    count = 2
    table = np.full(_slots(4, 2 * states), -1, np.int32)
    mask = np.uint64(table.size - 1)
    hashes = np.empty(states, np.uint64)  # of groups: the states of a round that are not told apart in it
    slots = np.empty(states, np.uint64)
    first = np.empty(states, np.int32)
    names = np.empty(states, np.int32)
    members = np.empty(states, np.int64)
    group = np.empty(states, np.int32)  # of states
    looked = np.arange(states).astype(np.int32)
    changed = np.empty(states, np.int32)
    stamps = np.zeros(states, np.int64)
    many = states
    turn = 0
    while many > 0:
        groups = 0
        for i in range(many):
            state = looked[i]
            touched[classes[state]] += 1
            mixed = _signature(classes, delta, state)
            slot = mixed & mask
            while table[slot] >= 0:
                if hashes[table[slot]] == mixed and _alike(classes, delta, first[table[slot]], state):
                    break
                slot = (slot + np.uint64(1)) & mask
            if table[slot] < 0:
                table[slot] = groups
                slots[groups] = slot
                first[groups] = state
                members[groups] = 0
                hashes[groups] = mixed
                groups += 1
            group[state] = table[slot]
            members[table[slot]] += 1
        for g in range(groups):
            table[slots[g]] = -1
        count = _numbered(classes, delta, groups, first, members, sizes, touched, keeper, names, count)
        fresh = 0
        for i in range(many):
            state = looked[i]
            if classes[state] != names[group[state]]:
                classes[state] = names[group[state]]
                changed[fresh] = state
                fresh += 1
        many = 0
        turn += 1
        for i in range(fresh):
            for j in range(begins[changed[i]], begins[changed[i] + 1]):
                state = sources[j]
                if stamps[state] != turn:
                    stamps[state] = turn
                    looked[many] = state
                    many += 1
    return classes


@kernel("Tuple((int32[::1], boolean[::1]))(int32[:,::1], boolean[::1], int32[::1])", group="automata")
def _merged(delta: Delta, accepting: Flags, classes: Delta) -> tuple[Delta, Flags]:
    """Return the automaton of the classes, numbered breadth first."""
    letters = delta.shape[1]
    count = 1
    for each in classes:
        count = max(count, each + 1)
    if classes[0] == 0:
        none = np.empty(letters, np.int32)
        none[:] = -1
        return none, np.zeros(1, np.bool_)
    first = np.empty(count, np.int32)
    for state in range(classes.size - 1, -1, -1):
        first[classes[state]] = state
    number = np.empty(count, np.int32)
    number[:] = -1
    order = np.empty(count, np.int32)
    number[classes[0]] = 0
    order[0] = classes[0]
    found = 1
    small = np.empty(count * letters, np.int32)
    flags = np.zeros(count, np.bool_)
    i = 0
    while i < found:
        state = first[order[i]]
        flags[i] = accepting[state]
        for letter in range(letters):
            target = _class(classes, delta[state, letter])
            if target == 0:
                small[i * letters + letter] = -1
            else:
                if number[target] < 0:
                    number[target] = found
                    order[found] = target
                    found += 1
                small[i * letters + letter] = number[target]
        i += 1
    return small[: found * letters].copy(), flags[:found].copy()


@inlined
def _judged(
    vector: Ints, rows: Reals, begin: Number, end: Number, least: int, greatest: int, constant: int, mode: int
) -> int:
    """Return -1 for a vector that is lost, 1 for one that is surely at most the constant, 0 for one that is open.

    Rounding keeps more open than is, which minimising removes.
    """
    size = vector.size
    lost = sure = True
    for i in range(end - 1, begin - 1, -1):
        value = -constant * rows[i, size]
        for j in range(size):
            value += vector[j] * rows[i, j]
        if mode == EQUAL:
            if value >= -greatest - 1e-6 and value <= -least + 1e-6:
                return 0
        else:
            lost = lost and value + least > 1e-6
            sure = sure and value + greatest < -1e-6
            if not (lost or sure):
                return 0
    return -1 if lost else 1


@inlined
def _moved(record: Ints, steps: Ints, image: Ints) -> None:
    """Put into ``image`` the vector of a state as it is with one digit less remaining, before that digit is added."""
    for j in range(image.size):
        image[j] = SURE
        if record[1] != SURE:
            image[j] = 0
            for i in range(image.size):
                image[j] += record[1 + i] * steps[record[0], i, j]


@inlined
def _place(table: Delta, hashes: Any, states: Ints, there: Number, vector: Ints) -> Any:
    """Return the slot of a state with this class and vector, or the empty slot where it belongs, and the hash."""
    order = vector.size
    mixed = np.uint64(there)
    for j in range(order):
        mixed = _mixed(mixed ^ np.uint64(vector[j]))
    mask = np.uint64(table.size - 1)
    slot = mixed & mask
    while table[slot] >= 0:
        place = table[slot] * (order + 1)
        same = hashes[table[slot]] == mixed and states[place] == there
        for j in range(order):
            same = same and states[place + 1 + j] == vector[j]
        if same:
            break
        slot = (slot + np.uint64(1)) & mask
    return slot, mixed


@kernel(
    "Tuple((int32[::1], int64[::1]))(int64[:,:,::1], int64[:,::1], int64[::1], float64[:,::1], int64[::1], "
    "int64, int64, int64, int64, int64, int64, int64)",
    group="automata",
)
def _vectors(
    steps: Ints,
    following: Ints,
    sums: Ints,
    rows: Reals,
    row_starts: Ints,
    least: int,
    greatest: int,
    constant: int,
    mode: int,
    modulus: int,
    cap: int,
    room: int,
) -> tuple[Delta, Ints]:
    classes, order = steps.shape[0], steps.shape[1]
    width = 2 * sums.size
    record = order + 1
    delta = np.empty(room * width, np.int32)
    states = np.zeros(room * record, np.int64)
    hashes = np.empty(room, np.uint64)
    table = np.full(_slots(4, 4 * room), -1, np.int32)
    image = np.empty(order, np.int64)
    vector = np.empty(order, np.int64)
    count = 0
    state = -1
    while state < count:  # before the first state, the null vector in each class
        if count + width + classes >= room:
            room = 2 * room + width + classes
            states = _grown(states, room * record)
            hashes = _grown(hashes, room)
        if (state + 1) * width > delta.size:
            delta = _grown(delta, 2 * delta.size)
        if 2 * (count + width + classes) > table.size:
            table = _rehashed(hashes, count, _slots(table.size, 4 * (count + width + classes)))
        if state >= 0:
            _moved(states[state * record : (state + 1) * record], steps, image)
        for letter in range(classes if state < 0 else width):
            there = letter
            vector[:] = 0
            if state >= 0:
                delta[state * width + letter] = -1
                there = following[states[state * record], letter % 2]
                if there < 0:
                    continue
                vector[:] = image
            if state >= 0 and image[0] != SURE:
                vector[0] += sums[letter // 2]
                if mode == CONGRUENT:
                    vector[:] = ((vector % modulus) + modulus) % modulus
                else:
                    begin, end = row_starts[there], row_starts[there + 1]
                    verdict = _judged(vector, rows, begin, end, least, greatest, constant, mode)
                    if verdict < 0:
                        continue
                    if verdict > 0:
                        vector[:] = SURE
            slot, mixed = _place(table, hashes, states, there, vector)
            if table[slot] < 0:
                if count >= cap:
                    return np.empty(0, np.int32), np.empty(0, np.int64)
                states[count * record] = there
                states[count * record + 1 : (count + 1) * record] = vector
                hashes[count] = mixed
                table[slot] = count
                count += 1
            if state >= 0:
                delta[state * width + letter] = table[slot]
        state += 1
    return delta[: count * width].copy(), states[: count * record].copy()
