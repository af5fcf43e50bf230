"""No proof is false: whatever is proved of a random code is compared with the plain recurrence far beyond the proof."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from cases import nontrivial
from grundy.rules.heaps import HeapCode, all_but_code, code, heap_digits, subtraction_code
from grundy.solving import sequences, sparse
from grundy.solving.recurrence import code_values, parts_values, subtraction_values


def octal(chosen: random.Random) -> HeapCode:
    return heap_digits([chosen.choice((0, 0, 4)), *(chosen.randrange(8) for _ in range(chosen.randint(1, 5)))])


def hexadecimal(chosen: random.Random) -> HeapCode:
    return heap_digits([chosen.choice((0, 0, 4, 8, 12)), *(chosen.randrange(16) for _ in range(chosen.randint(1, 3)))])


def base_32(chosen: random.Random) -> HeapCode:
    return heap_digits([chosen.choice((0, 0, 16, 20)), *(chosen.randrange(32) for _ in range(chosen.randint(1, 2)))])


def unequal(chosen: random.Random) -> HeapCode:
    digits = [chosen.choice((0, 4)), *(chosen.randrange(8) for _ in range(chosen.randint(0, 4)))]
    return heap_digits(digits, unequal=True)


def subtraction(chosen: random.Random) -> HeapCode:
    return subtraction_code(chosen.sample(range(1, 30), chosen.randint(1, 8)))


def all_but(chosen: random.Random) -> HeapCode:
    return all_but_code(chosen.sample(range(1, 14), chosen.randint(0, 6)))


def infinite(chosen: random.Random) -> HeapCode:
    digits = [chosen.choice((0, 4)), *(chosen.randrange(8) for _ in range(chosen.randint(0, 3)))]
    read = heap_digits(digits, [chosen.randrange(8) for _ in range(chosen.randint(1, 3))])
    return read if read.family == "infinite" else infinite(chosen)


def divided(chosen: random.Random) -> HeapCode:
    return heap_digits(octal(chosen).digits, divisions=[(chosen.randint(2, 3), chosen.randint(1, 4))])


def far_digits(chosen: random.Random) -> HeapCode:
    """A digit far behind the others: values that have long repeated change once more."""
    digits = [0] * chosen.randint(150, 400)
    for place in (1, 2, 3, -1):
        digits[place] = chosen.randrange(1, 8)
    return heap_digits(digits)


def far_sets(chosen: random.Random) -> HeapCode:
    return subtraction_code([*chosen.sample(range(1, 9), 3), chosen.randint(100, 300)])


CLASSES: dict[Callable[[random.Random], HeapCode], int] = {
    octal: 3000, hexadecimal: 300, base_32: 120, unequal: 2500, subtraction: 800, all_but: 400, infinite: 400, divided: 200,
    far_digits: 1800, far_sets: 2000,
}  # fmt: skip
"""How far each class is computed by the plain recurrence."""


def plainly(read: HeapCode, count: int) -> list[int]:
    if read.family in ("subtraction", "all-but"):
        steps = read.amounts if read.family == "subtraction" else [m for m in range(1, count) if read.digit(m)]
        return subtraction_values(subtraction_code(steps), count)
    if read.parts > 2:
        return parts_values(read, count).tolist()
    values: list[int] = []
    code_values(read, values, count)
    return values


def check(read: HeapCode, limit: int, far: int) -> bool:
    law = sequences.of(code(read)).law(limit)
    if not law.proved:
        nontrivial(any(plain := plainly(read, limit)))
        assert code(read).sequence(limit).tolist() == plain
        return False
    assert read.family in ("octal", "finite", "unequal", "subtraction", "all-but"), read
    values = np.array(plainly(read, max(far, 3 * (law.preperiod + law.period))))
    nontrivial(values.any())
    start, period = law.preperiod, law.period
    assert (values[start + period :] == values[start:-period] + law.saltus).all(), (read, law)
    assert start == 0 or values[start - 1] + law.saltus != values[start - 1 + period], (read, law)
    assert [law.value(n) for n in range(0, len(values), 7)] == values[::7].tolist()
    return True


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("draw", CLASSES, ids=lambda f: f.__name__)
def test_random_codes(draw: Callable[[random.Random], HeapCode], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "PLAIN", 100)  # sparse space, and so the window criterion, from early on
    monkeypatch.setattr(sparse, "PLAIN", 100)
    chosen = random.Random(7)
    limit = {octal: 250, unequal: 250, far_digits: 1200, far_sets: 900}.get(draw, 130)
    count = 12 if draw is far_digits else 30  # these are the dearest
    proved = sum(check(draw(chosen), limit, max(600, 2 * limit)) for _ in range(count))
    assert (proved > count // 12) == (draw not in (infinite, divided)), proved


@pytest.mark.hours
@pytest.mark.parametrize("draw", CLASSES, ids=lambda f: f.__name__)
def test_ten_thousand_random_codes(draw: Callable[[random.Random], HeapCode], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "PLAIN", 100)
    monkeypatch.setattr(sparse, "PLAIN", 100)
    chosen = random.Random(11)
    for _ in range(1000):
        check(draw(chosen), CLASSES[draw] // 3, CLASSES[draw])


def test_a_false_period_of_grundys_game_is_refused() -> None:
    """Eleven values show period 3 from 3 on, and the bound of octal games would believe them."""
    from grundy.values.patterns.periods import octal_criterion, prove_period, unequal_criterion

    values = plainly(HeapCode((4,), unequal=True), 11)
    believed = prove_period(values[:11], octal_criterion((4,)))
    assert believed is not None and believed.proved and (believed.preperiod, believed.period) == (3, 3)
    assert not (prove_period(values, unequal_criterion((4,))) or believed._replace(proved=False)).proved
    for limit in (11, 64, 500, 5000):
        assert not sequences.NimSequence(code("unequal 4.0")).law(limit).proved
