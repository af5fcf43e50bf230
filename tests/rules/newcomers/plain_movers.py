"""The games of `movers` once more, on rows of letters and plain numbers."""

from itertools import product

from newcomers.plainly import cells, changed, other

AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))
SLANTS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KING = (*AROUND, *SLANTS)


def letters(rows, letter):
    """The cells of a letter."""
    return [at for at, shown in cells(rows).items() if shown == letter]


def moved(rows, start, end, left="."):
    """Rows after the letter of a cell went to another."""
    return changed(rows, {start: left, end: cells(rows)[start]})


def steps(rows, letter, ways):
    """From where to where a letter may step, and what it finds there."""
    at = cells(rows)
    for (r, c), (a, b) in product(letters(rows, letter), ways):
        if (r + a, c + b) in at:
            yield (r, c), (r + a, c + b), at[r + a, c + b]


def breakthrough(state):
    rows, who = state
    ahead = -1 if who == "X" else 1
    for start, end, found in steps(rows, who, [(ahead, -1), (ahead, 0), (ahead, 1)]):
        if found == "." or (found == other(who) and start[1] != end[1]):
            yield moved(rows, start, end), other(who)


def breakthrough_over(state):
    rows, who = state
    row = rows.split("|")
    return -1 if other(who) in (row[0] if who == "O" else row[-1]) else None


def runners(state):
    mine, yours = state
    return [(yours, mine - k) for k in (1, 2, 3) if k <= mine and mine - k != yours]


def runners_over(state):
    return -1 if not state[1] else None


def to_twenty_one(state):
    total, last = state
    return [(total + k, k) for k in (1, 2, 3, 4) if k != last and total + k < 22]


def slant_clobber(rows, who):
    return [moved(rows, start, end) for start, end, found in steps(rows, who, SLANTS) if found == other(who)]


def men(state):
    rows, who = state
    at, ahead = cells(rows), -1 if who == "X" else 1
    for start, end, found in steps(rows, who, [(ahead, -1), (ahead, 1)]):
        far = (2 * end[0] - start[0], 2 * end[1] - start[1])
        if found == ".":
            yield moved(rows, start, end), other(who)
        elif found == other(who) and at.get(far) == ".":
            yield changed(moved(rows, start, far), {end: "."}), other(who)


def first_blood(state):
    rows, who = state
    return [(changed(rows, {at: who}), other(who)) for at in letters(rows, ".")]


def choked(rows, letter):
    """Whether a block of a letter has no free neighbour."""
    alive = set(letters(rows, "."))
    for _turn in rows:
        alive |= {start for start, end, _found in steps(rows, letter, AROUND) if end in alive}
    return not set(letters(rows, letter)) <= alive


def first_blood_over(state):
    rows, who = state
    return -1 if choked(rows, who) else 1 if choked(rows, other(who)) else None


def sliding_coins(row):
    for i, letter in enumerate(row):
        for j in range(i):
            if letter == "X" and set(row[j:i]) == {"."}:
                yield row[:j] + "X" + row[j + 1 : i] + "." + row[i + 1 :]


def trains(rows, who):
    for r, c in letters(rows, who):
        row = rows.split("|")[r]
        for end in range(c + 1, len(row)) if who == "X" else range(c):
            if set(row[c + 1 : end + 1] if who == "X" else row[end:c]) == {"."}:
                yield moved(rows, (r, c), (r, end))


def small_amazons(rows, who):
    for start, end, found in steps(rows, who, KING):
        if found == ".":
            after = moved(rows, start, end)
            for _queen, burnt, shown in steps(after, who, KING):
                if shown == ".":
                    yield changed(after, {burnt: "#"})


def isola(state):
    rows, who = state
    return [(moved(rows, a, b, "#"), other(who)) for a, b, found in steps(rows, who, KING) if found == "."]


def queen_home(rows):
    r, c = letters(rows, "Q")[0]
    for k in range(1, 9):
        for end in ((r - k, c), (r, c - k), (r - k, c - k)):
            if min(end) >= 0:
                yield moved(rows, (r, c), end)


def knight_down(state):
    r, c = state
    return [(a, b) for a, b in product(range(r + 2), range(c + 2)) if abs((r - a) * (c - b)) == 2 and a + b < r + c]


def hounds(state):
    rows, turn = state
    for start, end, found in steps(rows, "O" if turn else "X", AROUND):
        if found == "." and (turn or (end[0] <= start[0] and (end[0] < start[0] or end[1] > start[1]))):
            yield moved(rows, start, end), 1 - turn


def thief(state):
    ways = {0: [1, 2], 1: [0, 2, 3], 2: [0, 1, 4], 3: [1, 4], 4: [2, 3]}
    robber, police, moves = state
    for end in ways[police if moves % 2 else robber] if moves < 10 else ():
        yield (robber, end, moves + 1) if moves % 2 else (end, police, moves + 1)


def thief_over(state):
    return -1 if state[0] == state[1] else 0 if state[2] > 9 else None


def square_maker(state):
    maker, breaker, turn = state
    free = [2**k for k in range(9) if not (maker | breaker) // 2**k % 2]
    return [(maker + bit, breaker, 0) if turn else (maker, breaker + bit, 1) for bit in free]


def square_maker_over(state):
    maker, breaker, turn = state
    bits = f"{maker:09b}"
    square = any({bits[k], bits[k + 1], bits[k + 3], bits[k + 4]} == {"1"} for k in (0, 1, 3, 4))
    if square or maker + breaker == 511:
        return 1 if square == bool(turn) else -1
    return None
