"""Rules whose positions take very long, or for ever: for tests of limits, and of what is interrupted."""

from __future__ import annotations

import time

import grundy as gr


@gr.game
def walk(n: int, m: int):
    for k in range(1, 4):
        if n >= k:
            yield n - k, m
        if m >= k:
            yield n, m - k


@gr.game
def asleep(n: int):
    while n:
        n += 1
    yield 0


@gr.game
def dawdling(n: int):
    if n < 1000:
        time.sleep(1000)
    yield n - 1


@gr.game
def stubborn(n: int):
    while n:
        try:
            n += 1
        except BaseException:
            continue
    yield 0


@gr.heap_game
def slow(n: int):
    for k in range(n):
        yield (k ^ 1 if k ^ 1 < n else k,)
    for k in range(1, n // 2 + 1):
        yield k, n - k


@gr.game
def skewed(a: int, b: int):
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b // 2) + 1):
        yield a - k, b - 2 * k
        yield a - k, b - k
