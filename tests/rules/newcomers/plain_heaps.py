"""The games of `heaps` once more, with strings and sets."""

from collections import Counter


def square_stones(n):
    return [n - k for k in (1, 4, 9, 16, 25, 36, 49) if k <= n]


def wythoff_pair(state):
    a, b = state
    return [
        (x, y) for x in range(a + 1) for y in range(b + 1) if (x, y) != state and (x == a or y == b or a - x == b - y)
    ]


def unequal(n):
    return [(k, n - k) for k in range(1, n) if 2 * k < n]


def sow_off(pits):
    for i, seeds in enumerate(pits):
        if seeds:
            yield tuple(0 if j == i else old + (i < j <= i + seeds) for j, old in enumerate(pits))


def tiny_mancala(state):
    for pit in "ab":
        board = dict(zip("abcd", state, strict=True), store=0)
        way = {"a": "b", "b": "store", "store": "c", "c": "d", "d": "a"}
        seeds, board[pit] = board[pit], 0
        if seeds:
            at = pit
            for _seed in range(seeds):
                at = way[at]
                board[at] += 1
            yield board["store"], tuple(board[each] for each in "cdab")


def toppling_sand(piles):
    for i, pile in enumerate(piles):
        if pile > 1:
            change = Counter({i: -2, i - 1: 1, i + 1: 1})
            yield tuple(old + change[j] for j, old in enumerate(piles))


def lighthouses(row):
    for i, shown in enumerate(row):
        if shown == "." and "X" not in (row[i - 1], row[(i + 1) % len(row)]):
            yield row[:i] + "X" + row[i + 1 :]


def geography(state):
    roads = {0: {1, 2}, 1: {2, 3, 4}, 2: {4}, 3: {0, 5}, 4: {3, 5}, 5: {0}}
    town, seen = state
    return [(end, seen + 2**end) for end in roads[town] if not seen // 2**end % 2]


def scissors(edges):
    kept = [edges - {edge} for edge in edges]
    return kept + [edges - {e for e in edges if end in e} for end in "abcd" if any(end in e for e in edges)]


def turtles(coins):
    row = "".join(map(str, coins))
    for i, coin in enumerate(row):
        for j in range(i + 1) if coin == "1" else ():
            turned = {i, j}
            yield tuple(1 - c if k in turned else c for k, c in enumerate(coins))


def two_rows(rows):
    for i in range(len(rows[0])):
        after = tuple((*row[:i], 0, *row[i + 1 :]) for row in rows)
        if after != rows:
            yield after


def gaps(coins):
    turn = {0: 1, 1: 0, 2: 2}
    for i in (i for i, coin in enumerate(coins) if coin == 1):
        yield tuple(2 if j == i else turn[c] if abs(i - j) == 1 else c for j, c in enumerate(coins))


def divisors(n):
    return [n - d for d in {d for k in range(1, n + 1) if n % k == 0 for d in (k, n // k)} - {n}]


SQUARE = {2: (0, 0), 7: (0, 1), 6: (0, 2), 9: (1, 0), 5: (1, 1), 1: (1, 2), 4: (2, 0), 3: (2, 1), 8: (2, 2)}


def fifteen(state):
    mine, yours = state
    return [(yours, mine + 2**k) for k in SQUARE if not (mine | yours) // 2**k % 2]


def fifteen_over(state):
    """Three of a magic square in a row, a column or a diagonal make 15."""
    at = {SQUARE[k] for k in SQUARE if state[1] // 2**k % 2}
    rows = [{(i, k) for k in range(3)} for i in range(3)] + [{(k, i) for k in range(3)} for i in range(3)]
    rows += [{(k, k) for k in range(3)}, {(k, 2 - k) for k in range(3)}]
    return -1 if any(row <= at for row in rows) else 0 if bin(state[0] | state[1]).count("1") == 9 else None


WORDS = ["cat", "car", "cart", "cast", "dog", "dot", "dote"]


def ghost(said):
    return {word[: len(said) + 1] for word in WORDS if word[: len(said)] == said and len(word) > len(said)}


def ghost_over(said):
    return 1 if said in WORDS else None
