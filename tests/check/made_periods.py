"""Certificates of periods of random codes, for the tests of the checkers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from brute import code_values
from grundy.rules.heaps import HeapCode, all_but_code, heap_digits, subtraction_code

Certificate = dict[str, Any]
FAMILIES = {
    "octal": "finite code",
    "finite": "finite code",
    "subtraction": "subtraction",
    "unequal": "unequal",
    "all-but": "all-but",
}


def law(values: list[int], saltus: bool) -> tuple[int, int, int] | None:
    """Return the preperiod, period and saltus that many values show, if they show one."""
    for period in range(1, len(values) // 4):
        step = values[-1] - values[-1 - period] if saltus else 0
        start = len(values) - period
        while start and values[start - 1] + step == values[start - 1 + period]:
            start -= 1
        if 6 * (start + period) <= len(values) and (step > 0 or not saltus):
            return start, period, step
    return None


def certificate(code: HeapCode, values: list[int], preperiod: int, period: int, saltus: int = 0) -> Certificate:
    made: Certificate = {
        "kind": "period",
        "format": 2,
        "code": str(code),
        "criterion": FAMILIES[code.family],
        "preperiod": preperiod,
        "period": period,
        "values": values[: preperiod + period],
    }
    return made | ({"saltus": saltus} if saltus else {})


def octal(chosen: random.Random) -> HeapCode:
    return heap_digits([chosen.choice((0, 0, 4)), *(chosen.randrange(8) for _ in range(chosen.randint(1, 4)))])


def finite(chosen: random.Random) -> HeapCode:
    return heap_digits([chosen.choice((0, 8)), *(chosen.randrange(16) for _ in range(2)), chosen.randrange(8, 32)])


def unequal(chosen: random.Random) -> HeapCode:
    return heap_digits(
        [chosen.choice((0, 4)), *(chosen.randrange(8) for _ in range(chosen.randint(1, 4)))], unequal=True
    )


def subtraction(chosen: random.Random) -> HeapCode:
    return subtraction_code(chosen.sample(range(1, 15), chosen.randint(1, 5)))


def all_but(chosen: random.Random) -> HeapCode:
    return all_but_code(chosen.sample(range(1, 10), chosen.randint(0, 5)))


CLASSES: dict[Callable[[random.Random], HeapCode], tuple[int, int]] = {
    octal: (10, 320), finite: (5, 90), unequal: (10, 320), subtraction: (20, 320), all_but: (15, 320),
}  # fmt: skip
"""How many codes of each class, and how far they are computed."""


def laws(make: Callable[[random.Random], HeapCode]) -> list[tuple[HeapCode, list[int], tuple[int, int, int]]]:
    wanted, size = CLASSES[make]
    chosen = random.Random(f"laws of {make.__name__}")
    found: list[tuple[HeapCode, list[int], tuple[int, int, int]]] = []
    while len(found) < wanted:
        code = make(chosen)
        values = code_values(code, size)
        shown = law(values, code.family == "all-but")
        if shown is not None and code.family in FAMILIES:
            found.append((code, values, shown))
    return found


def rare(code: HeapCode, mask: int, n: int, value: int) -> bool:
    """Whether a value is rare at a heap, by the definition."""
    place = next(m for m, digit in enumerate(code.digits) if digit & 4)
    return ((value & mask >> 1).bit_count() + (mask & 1) * (n + place)) % 2 == 0


def rares(code: HeapCode, mask: int, values: list[int]) -> list[int]:
    return [n for n, value in enumerate(values) if n and rare(code, mask, n, value)]


def depth(code: HeapCode, mask: int, values: list[int], n: int) -> int:
    """Return how far splits are read for the rare values of a heap that are no other options."""
    places = [m for m, digit in enumerate(code.digits) if digit & 4]
    easy = {values[n - m] for m, digit in enumerate(code.digits) if digit & 2 and m < n}
    reach: dict[int, int] = {}
    for m in places:
        for a in range(1, (n - m - code.unequal) // 2 + 1):
            value = values[a] ^ values[n - m - a]
            if any(rare(code, mask, part, values[part]) for part in (a, n - m - a)):
                easy.add(value)
            reach[value] = min(a, reach.get(value, n))
    return max((reach[v] for v in range(values[n]) if rare(code, mask, n, v) and v not in easy), default=0)


def splitting(make: Callable[[random.Random], HeapCode]) -> list[tuple[HeapCode, list[int], tuple[int, int, int]]]:
    return [found for found in laws(make) if any(digit & 4 for digit in found[0].digits)]


def masks(code: HeapCode, values: list[int]) -> list[int]:
    alike = len({m & 1 for m, digit in enumerate(code.digits) if digit & 4}) == 1
    return [mask for mask in range(2, 4 << max(values).bit_length()) if alike or not mask & 1]


def windows(make: Callable[[random.Random], HeapCode]) -> list[tuple[HeapCode, list[int], Certificate]]:
    """Return true certificates by windows, with the least depth."""
    found: list[tuple[HeapCode, list[int], Certificate]] = []
    for code, values, (start, period, _) in splitting(make):
        for mask in masks(code, values):
            listed = rares(code, mask, values)
            if (listed or [0])[-1] > 60:
                continue
            deepest = max(depth(code, mask, values, n) for n in range(len(values) - period, len(values)))
            true = certificate(code, values, start, period) | {"criterion": "window"}
            del true["values"]
            found.append((code, values, true | {"mask": mask, "rare": listed, "depth": deepest}))
    return found
