"""Heaps, sowing, graphs, coins and numbers, as newcomers write them: no board, plain integers and tuples."""

import math
from itertools import combinations

import grundy as gr

# ---- heaps


@gr.game(start="30", least=0)
def square_stones(stones: int):
    """Take a square number of stones."""
    for root in range(1, math.isqrt(stones) + 1):
        yield stones - root * root


@gr.game(start="5 8", least=0)
def wythoff_pair(a: int, b: int):
    """Take from one heap, or the same from both."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


@gr.heap_game(start="14")
def unequal(n: int):
    """Part a heap into two of different sizes."""
    for k in range(1, n):
        if k < n - k:
            yield k, n - k


# ---- sowing


@gr.game
def sow_off(pits: tuple[int, ...]):
    """Take the seeds of a pit and sow them to the right, one a pit; what goes over the end is gone."""
    for pit in range(len(pits)):
        if pits[pit] > 0:
            after = list(pits)
            after[pit] = 0
            for k in range(1, pits[pit] + 1):
                if pit + k < len(pits):
                    after[pit + k] += 1
            yield tuple(after)


@gr.scoring_game(start="2 2 2 2")
def tiny_mancala(a: int, b: int, c: int, d: int):
    """Pits a, b are mine, c, d yours; I sow a or b round over my store, and a seed in it is a point."""
    pits = [a, b, c, d]
    for pit in (0, 1):
        if pits[pit]:
            after = pits[:]
            after[pit] = 0
            place, points = pit, 0
            for _ in range(pits[pit]):
                place = (place + 1) % 5
                if place == 2:
                    points += 1
                else:
                    after[place if place < 2 else place - 1] += 1
            yield points, (after[2], after[3], after[0], after[1])


@gr.game
def toppling_sand(piles: tuple[int, ...]):
    """A pile of two or more gives a grain to each side; grains that leave the row are lost."""
    for i, pile in enumerate(piles):
        if pile >= 2:
            left = piles[:i]
            right = piles[i + 1 :]
            if left:
                left = (*left[:-1], left[-1] + 1)
            if right:
                right = (right[0] + 1, *right[1:])
            yield (*left, pile - 2, *right)


# ---- graphs

RING = ((1, 6), (0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 0))


@gr.game(board=gr.Grid(".X", shape="graph", graph=RING), start="1x7")
def lighthouses(board):
    """Build a lighthouse on an island that has no neighbour with one."""
    for island in board.free:
        if not any(board[near] == 1 for near in board.beside(island)):
            yield board.place(island, 1)


ROADS = ((1, 2), (2, 3, 4), (4,), (0, 5), (3, 5), (0,))


@gr.game(start="0 1")
def geography(town: int, seen: int):
    """Travel along a road to a town that nobody has seen."""
    for end in ROADS[town]:
        if not seen & 1 << end:
            yield end, seen | 1 << end


@gr.game
def scissors(edges: frozenset):
    """Cut an edge of a graph, or all edges at a vertex."""
    for edge in edges:
        yield edges - {edge}
    for vertex in {end for edge in edges for end in edge}:
        yield frozenset(edge for edge in edges if vertex not in edge)


# ---- coins


@gr.game
def turtles(coins: tuple[int, ...]):
    """Turn a head to tails, and if you like one coin to the left of it."""
    for i in range(len(coins)):
        if coins[i] == 1:
            after = list(coins)
            after[i] = 0
            yield tuple(after)
            for j in range(i):
                other = after.copy()
                other[j] = 1 - other[j]
                yield tuple(other)


@gr.game
def two_rows(rows: tuple[tuple[int, ...], ...]):
    """Turn the heads of a column to tails."""
    for column in range(len(rows[0])):
        if any(row[column] for row in rows):
            yield tuple(tuple(0 if i == column else coin for i, coin in enumerate(row)) for row in rows)


@gr.game
def gaps(coins: tuple[int, ...]):
    """Take a head away and turn its neighbours; 2 is a gap."""
    for i, coin in enumerate(coins):
        if coin == 1:
            after = [*coins]
            after[i] = 2
            if i > 0 and after[i - 1] != 2:
                after[i - 1] ^= 1
            if i + 1 < len(coins) and after[i + 1] != 2:
                after[i + 1] ^= 1
            yield tuple(after)


# ---- numbers


@gr.game(start="24")
def divisors(n: int):
    """Take away a divisor that is smaller than the number."""
    for d in range(1, n):
        if n % d == 0:
            yield n - d


@gr.game(sided=True, start="0 0")
def fifteen(mine: int, yours: int):
    """Say a number from 1 to 9 that nobody has said; three of yours that make 15 win."""
    for number in range(1, 10):
        if not (mine | yours) & 1 << number:
            yield yours, mine | 1 << number


@fifteen.ending
def made_fifteen(mine: int, yours: int):
    for a, b, c in combinations(range(1, 10), 3):
        if a + b + c == 15 and yours >> a & yours >> b & yours >> c & 1:
            return gr.LOSS
    if (mine | yours).bit_count() == 9:
        return gr.TIE
    return None


WORDS = {"cat", "car", "cart", "cast", "dog", "dot", "dote"}


@gr.game
def ghost(said: str):
    """Say a letter that goes on with what was said to a word; who completes one loses."""
    for letter in "abcdefghijklmnopqrstuvwxyz":
        if any(word.startswith(said + letter) for word in WORDS):
            yield said + letter


@ghost.ending
def is_a_word(said: str):
    return gr.WIN if said in WORDS else None
