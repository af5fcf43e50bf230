"""Periods of nim-sequences: found, proved in time, and never proved wrongly."""

import csv
import os
import random
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from brute import code_values
from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.rules.heaps import heap_digits, subtraction_code
from grundy.values.patterns import periods

KNOWN = Path(__file__).parents[3] / "shared" / "conformance" / "octal_known.csv"


def sequence(digits: Sequence[int], size: int, *, unequal: bool = False) -> list[int]:
    """The nim-sequence of a code, straight from its rules."""
    return code_values(heap_digits(digits, unequal=unequal), size)


def goes_on(period: periods.Period, values: Sequence[int]) -> bool:
    """Whether the values keep the period, and its preperiod is the least."""
    kept = all(values[n] == values[period.reduced(n)] for n in range(len(values)))
    last = period.last_exception
    return kept and (last is None or values[last] != values[last + period.period])


@cache
def brute_period(values: tuple[int, ...]) -> tuple[int, int] | None:
    """The preperiod and period of least sum that half the values keep, by trying all."""
    size = len(values)
    found: list[tuple[int, int, int]] = []
    for period in range(1, size):
        preperiod = size - period
        while preperiod and values[preperiod - 1] == values[preperiod - 1 + period]:
            preperiod -= 1
        if 2 * (preperiod + period) <= size:
            found.append((preperiod + period, period, preperiod))
    return (min(found)[2], min(found)[1]) if found else None


def test_find_period_against_trying_all():
    rng = random.Random(1)
    for _ in range(1000):
        block = [rng.randrange(3) for _ in range(rng.randint(1, 6))]
        values = [rng.randrange(3) for _ in range(rng.randint(0, 8))] + block * rng.randint(0, 6)
        values += block[: rng.randrange(len(block))]
        found = periods.find_period(values)
        nontrivial(found is not None)
        assert (found and (found.preperiod, found.period)) == brute_period(tuple(values))
        assert found is None or not found.proved


def test_find_period_of_little():
    assert periods.find_period([]) is None
    assert periods.find_period([0]) is None
    assert periods.find_period([0, 0]) == periods.Period(0, 1, False, 2)
    assert periods.find_period(range(50)) is None


@pytest.mark.parametrize(
    ("digits", "preperiod", "period"),
    [((0, 7, 7), 71, 12), ((0, 0, 7), 53, 34), ((0, 1, 3, 7), 52, 34), ((0, 4, 5), 498, 20), ((0, 3, 3, 3), 0, 4)],
)
def test_known_octal_games(digits, preperiod, period):
    criterion = periods.octal_criterion(digits)
    needed = criterion(preperiod, period)
    values = sequence(digits, needed)
    assert periods.prove_period(values, criterion) == periods.Period(preperiod, period, True, needed)
    shorter = periods.prove_period(values[:-1], criterion)
    assert shorter is None or not shorter.proved


def test_arrays_are_read_too():
    numpy = pytest.importorskip("numpy")
    values = sequence((0, 7, 7), 200)
    assert periods.prove_period(numpy.array(values), periods.octal_criterion((0, 7, 7))) == periods.Period(
        71, 12, True, 167
    )
    assert periods.prove_period(numpy.array(values, dtype=numpy.uint8), periods.octal_criterion((0, 7, 7))).period == 12


def test_reading_a_law():
    kayles = periods.prove_period(sequence((0, 7, 7), 200), periods.octal_criterion((0, 7, 7)))
    assert kayles.last_exception == 70
    assert [kayles.reduced(n) for n in (0, 70, 82, 83, 84, 1003)] == [0, 70, 82, 71, 72, 79]
    assert periods.Period(0, 4, True, 7).last_exception is None


def test_grundys_game_is_not_proved():
    values = sequence((4,), 400, unequal=True)
    criterion = periods.unequal_criterion((4,))
    assert periods.needed_octal(3, 3, 0) == 11  # the criterion of octal games would have believed these values
    for size in range(len(values)):
        found = periods.prove_period(values[:size], criterion)
        assert found is None or not found.proved
    assert periods.prove_period(values[:13], criterion) == periods.Period(3, 3, False, 14)


def no_false_proof(values: list[int], criterion, sizes: range) -> int:
    """How often a beginning was proved periodic; all of it must be true of the whole."""
    proofs = 0
    for size in sizes:
        found = periods.prove_period(values[:size], criterion)
        if found and found.proved:
            proofs += 1
            assert found.needed <= size
            assert goes_on(found, values), (size, found)
            whole = brute_period(tuple(values))
            assert whole is None or (found.preperiod, found.period) == whole
    nontrivial(proofs)
    return proofs


def random_codes(seed: int, count: int, largest: int) -> list[tuple[int, ...]]:
    rng = random.Random(seed)
    codes = []
    for _ in range(count):
        tail = [rng.randint(0, largest) for _ in range(rng.randint(1, 5))]
        codes.append((rng.choice((0, 0, 0, 4)), *tail))
    return codes


@pytest.mark.slow
def test_no_false_proof_of_octal_codes():
    proofs = sum(
        no_false_proof(sequence(code, 200), periods.octal_criterion(code), range(2, 100, 3))
        for code in random_codes(2, 400, 7)
    )
    assert proofs > 1000


def test_no_false_proof_of_codes_with_three_parts():
    codes = [*product((0, 4), range(16)), *random_codes(3, 15, 15)]  # of long ones few have a period so soon
    proofs = sum(no_false_proof(sequence(code, 90), periods.octal_criterion(code), range(2, 60, 2)) for code in codes)
    assert proofs > 30


@pytest.mark.slow
def test_no_false_proof_of_unequal_codes():
    proofs = 0
    for code in random_codes(4, 100, 7) + random_codes(4, 200, 3):  # of those that split few have a period so soon
        values = sequence(code, 200, unequal=True)
        proofs += no_false_proof(values, periods.unequal_criterion(code), range(2, 100, 3))
    assert proofs > 300


@pytest.mark.slow
def test_no_false_proof_of_subtraction_sets():
    rng = random.Random(5)
    proofs = 0
    for _ in range(300):
        amounts = rng.sample(range(1, 13), rng.randint(1, 4))
        values = code_values(subtraction_code(amounts), 400)
        proofs += no_false_proof(values, periods.subtraction_criterion(amounts), range(2, 120, 2))
    assert proofs > 5000


def test_criteria_are_the_formulas():
    assert periods.needed_octal(105351, 149459, 2, 2) == periods.octal_criterion((0, 1, 6))(105351, 149459) == 509621
    assert periods.needed_octal(5181, 1550, 3, 3) == 13464
    assert periods.needed_octal(0, 1, 5, 0, parts=1) == 7
    assert periods.needed_unequal(3, 3) == 14
    assert periods.needed_subtraction(2, 5, 4) == 11
    assert periods.subtraction_criterion([])(0, 1) == 1


def test_refusals():
    with pytest.raises(GrundyError, match="two parts"):
        periods.unequal_criterion((0, 8))
    with pytest.raises(GrundyError, match="0 or more"):
        periods.octal_criterion((0, -1))


def test_published_octal_games():
    if not KNOWN.exists():
        assert "CI" not in os.environ, f"{KNOWN} is missing"
        pytest.skip(f"{KNOWN} is missing")
    with KNOWN.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["status"] == "proved" and int(row["preperiod"]) < 120]
    checked = 0
    for row in rows:
        code = [int(digit) for digit in row["game"].replace(".", "")]
        preperiod, period = int(row["preperiod"]), int(row["period"])
        criterion = periods.octal_criterion(code)
        needed = criterion(preperiod, period)
        if needed > 300:
            continue
        checked += 1
        values = sequence(code, needed)
        found = periods.prove_period(values, criterion)
        assert found == periods.Period(preperiod, period, True, needed), row["game"]
        assert max(values[: preperiod + period]) == int(row["max_value"])
        assert row["last_exception"] == ("" if found.last_exception is None else str(found.last_exception))
    assert checked > 300
