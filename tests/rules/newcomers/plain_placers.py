"""The games of `placers` once more, on rows of letters and plain numbers."""

from newcomers.plain_links import pairs
from newcomers.plain_movers import AROUND, KING, letters, moved, steps
from newcomers.plainly import cells, changed, other


def lonely(rows, letter, ways, far=1):
    """Put a letter on a free cell from which no way leads to another within so many steps."""
    at = cells(rows)
    for r, c in letters(rows, "."):
        ahead = {(r + k * a, c + k * b) for a, b in (ways(r, c) if callable(ways) else ways) for k in range(1, far + 1)}
        if letter not in {at.get(each) for each in ahead}:
            yield changed(rows, {(r, c): letter})


def peaceful_queens(rows):
    return lonely(rows, "Q", KING, 4)


def peaceful_knights(rows):
    return lonely(rows, "N", [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)])


def tents(rows):
    return lonely(rows, "#", lambda r, c: [(0, -1), (0, 1), (1 if (r + c) % 2 == 0 else -1, 0)])


def planks(rows, who):
    return pairs(rows, [(1, 0)] if who == "X" else [(0, 1)])


def fields(rows, who):
    return lonely(rows, who, AROUND)


def feud(row, who):
    near = {0: "12", 1: "023", 2: "014", 3: "14", 4: "23"}
    for i, shown in enumerate(row):
        if shown == "." and all(row[int(k)] != other(who) for k in near[i]):
            yield row[:i] + who + row[i + 1 :]


def chords(n):
    return [(k, n - 2 - k) for k in range(n - 1)]


def pencil(rows):
    return [moved(rows, start, end, "X") for start, end, found in steps(rows, "H", AROUND) if found == "."]


def two_boxes(state):
    """Lines 0 and 1 lie above, 2, 3, 4 stand between, 5 and 6 lie below."""
    lines, passed = state
    if passed:
        return [(0, (lines, 0))]
    drawn = {k for k in range(7) if lines // 2**k % 2}
    found = []
    for k in set(range(7)) - drawn:
        closed = sum(k in box and box <= drawn | {k} for box in ({0, 2, 3, 5}, {1, 3, 4, 6}))
        found.append((closed, (lines + 2**k, int(closed > 0 and len(drawn) < 6))))
    return found


def row_of_coins(row):
    return [(row[0], row[1:]), (row[-1], row[:-1])] if row else []


def crowds(rows):
    at = cells(rows)
    for r, c in letters(rows, "."):
        yield sum(at.get((r + a, c + b)) == "#" for a, b in AROUND), changed(rows, {(r, c): "#"})


def market(state):
    row, column, taken = state
    prices = {0: 5, 1: 1, 2: 4, 3: 2, 4: 8, 5: 3, 6: 7, 7: 6, 8: 9}
    for stall in {*range(3 * row, 3 * row + 3), *range(column, 9, 3)} - {3 * row + column}:
        if taken // 2**stall % 2 == 0:
            yield prices[stall], (stall // 3, stall % 3, taken + 2**stall)


def last_match(n):
    return list(range(max(0, n - 3), n))


def last_match_over(n):
    return None if n else 1


def long_tiles(rows):
    at = cells(rows)
    for r, c in at:
        for a, b in ((0, 1), (1, 0)):
            tile = [(r + k * a, c + k * b) for k in range(3)]
            if all(at.get(each) == "." for each in tile):
                yield changed(rows, dict.fromkeys(tile, "#"))


def pins(n):
    return [(k, n - gone - k) for gone in (1, 2) for k in range(n - gone + 1)]


def reserves(state):
    rows, who, *hands = state
    own = "XO".index(who)
    if hands[own]:
        left = tuple(hand - (k == own) for k, hand in enumerate(hands))
        for after in lonely(rows, who, AROUND):
            yield after, other(who), *left


def tired_token(state):
    rows, crumbs = state
    for far in (1, 2):
        for start, end, _found in steps(rows, "T", [(far * a, far * b) for a, b in AROUND]):
            if crumbs >= far:
                yield moved(rows, start, end), crumbs - far


def passing_clobber(state):
    rows, who, ours, theirs = state
    for start, end, found in steps(rows, who, AROUND):
        if found == other(who):
            yield moved(rows, start, end), other(who), ours, theirs
    if who == "X" and ours:
        yield rows, "O", ours - 1, theirs
    if who == "O" and theirs:
        yield rows, "X", ours, theirs - 1
