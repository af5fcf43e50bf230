"""Games of one's own that several tests ask about, and the small ones of the catalogue that are searched by tiers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import grundy as gr
from generated import define
from grundy.games import load
from grundy.rules.position import Position


@gr.game(least=1)
def from_one(n: int):
    for k in range(1, 3):
        if n > k:
            yield n - k


@gr.game(least=0)
def to_half(n: int, *, m: int = 2):
    for k in range(n):
        if 2 * k + m >= n:
            yield k


@gr.game
def two_heaps(a: int, b: int):
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k


@gr.game(least=0)
def from_to(n: int, *, a: int = 2, b: int = 4):
    for k in range(a, min(b, n) + 1):
        yield n - k


@gr.game
def by_half(n: int) -> Iterator[int]:
    yield from range((n + 1) // 2, n)


@gr.game
def ended(n: int):
    for k in range(1, 4):
        if n >= k:
            yield n - k


@ended.ending
def _over(n: int):
    return gr.WIN if n == 2 else gr.LOSS if n in (0, 5) else None


def from_an_extreme(which: str) -> gr.Ruleset:
    """Take any number from a heap that is the largest ("max") of three, or the smallest ("min")."""
    heaps = [(heap, ", ".join(f"{each} - k" if each == heap else each for each in "abc")) for heap in "abc"]
    ways = "".join(f"        if {heap} == most:\n            yield {after}\n" for heap, after in heaps)
    return gr.game(
        define(
            f"def extreme(a: int, b: int, c: int):\n    most = {which}(a, b, c)\n    for k in range(1, most + 1):\n{ways}"
        )
    )


@gr.heap_game
def lasker_split_first(n: int):
    """Take from a heap, or split it: Lasker's Nim, its moves in another order."""
    for k in range(1, n // 2 + 1):
        yield n - k, k
    for k in range(n):
        yield (n - 1 - k,)


@gr.heap_game
def volley(h: int):
    """A heap of n with a memory of the last weapon: h = 3n + weapon. The values have a period that the prover finds."""
    n, last = h // 3, h % 3
    if n > 0:
        yield (3 * max(n - 1, 0),)
        if last != 1:
            yield (3 * max(n - 3, 0) + 1,)
        if last != 2:
            yield (3 * max(n - 4, 0) + 2,)


def wythoff_of(t: int) -> Any:
    """Fraenkel's generalised game."""

    @gr.game
    def wythoff(a: int, b: int, *, t: int = t):
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for i in range(1, a + 1):
            for j in range(1, b + 1):
                if -t < i - j < t:
                    yield a - i, b - j

    return wythoff


IN_TIERS: dict[str, Callable[[], Position]] = {
    "connect four": lambda: gr.connect4(width=3, height=3, line=3),
    "tic-tac-toe": lambda: gr.tic_tac_toe(),
    "dots and boxes": lambda: load("dots_and_boxes")(rows=1, columns=2),
    "chomp": lambda: gr.chomp(4, 4, 4),
    "wythoff": lambda: gr.wythoff(9, 14),
    "hare and hounds": lambda: load("hare_and_hounds")(),
    "dodgem": lambda: load("dodgem")(),
}
MORE_IN_TIERS = IN_TIERS | {
    "hex": lambda: load("hex")(width=3, height=2),
    "gale": lambda: load("gale")(size=2),
    "pawn duel": lambda: load("pawn_duel")(),
    "fox and geese": lambda: load("fox_and_geese")(size=4),
    "three men's morris": lambda: load("three_mens_morris")(),
    "awari": lambda: load("awari")(1, 2, 1, 2),
    "kalah": lambda: load("kalah")(2, 2, 2, 2),
    "teeko": lambda: load("teeko")(width=3, height=3, men=2),
}
