"""The same heap moves (take one, two or three) written in sixteen ways, each a plain function."""

# ruff: noqa: UP028  (each is written so on purpose)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

TAKES = (1, 2, 3)


def loop_up(n: int):
    for k in range(1, 4):
        if k <= n:
            yield n - k


def loop_down(n: int):
    for k in range(3, 0, -1):
        if k <= n:
            yield n - k


def reversed_range(n: int):
    for m in reversed(range(max(0, n - 3), n)):
        yield m


def while_loop(n: int):
    k = 1
    while k <= 3 and k <= n:
        yield n - k
        k += 1


def early_return(n: int):
    for k in range(1, n + 1):
        if k > 3:
            return
        yield n - k


def with_break(n: int):
    for k in range(1, n + 1):
        if k == 4:
            break
        yield n - k


def yield_from(n: int):
    yield from (n - k for k in (1, 2, 3) if k <= n)


def by_enumerate(n: int):
    for i, k in enumerate((1, 2, 3)):
        if n > i:
            yield n - k


def unpacking(n: int):
    one, two, three = n - 1, n - 2, n - 3
    for m in (one, two, three):
        if m >= 0:
            yield m


def less(n: int, k: int):
    return n - k


def helper(n: int):
    for k in range(1, min(3, n) + 1):
        yield less(n, k)


def comprehension(n: int):
    for m in [n - k for k in (1, 2, 3)]:
        if m >= 0:
            yield m


def augmented(n: int):
    m = n
    for _ in range(3):
        if m > 0:
            m -= 1
            yield m


def bounds(n: int):
    for m in range(max(n - 3, 0), n):
        yield m


def nested_if(n: int):
    if n > 0:
        yield n - 1
        if n > 1:
            yield n - 2
            if n > 2:
                yield n - 3
        else:
            pass


def constant_tuple(n: int):
    for k in TAKES:
        if n >= k:
            yield n - k


def bit_arithmetic(n: int):
    for k in range(1, min(n, 3) + 1):
        if k.bit_length() <= 2:
            yield n - k


STYLES: dict[str, Callable[..., Any]] = {
    "loop up": loop_up,
    "loop down": loop_down,
    "reversed": reversed_range,
    "while": while_loop,
    "early return": early_return,
    "break": with_break,
    "yield from": yield_from,
    "enumerate": by_enumerate,
    "unpacking": unpacking,
    "helper": helper,
    "comprehension": comprehension,
    "augmented assignment": augmented,
    "min/max bounds": bounds,
    "nested if/else": nested_if,
    "constant tuple": constant_tuple,
    "bit arithmetic": bit_arithmetic,
}
