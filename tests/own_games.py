"""Games of one's own that several tests ask about, and the small ones of the catalogue that are searched by tiers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grundy as gr
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
