"""Sparse space: the same values as the plain recurrence, whatever the mask, the block, the threads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each_day, mostly, nontrivial
from grundy.kernels.sparse import kept, nearest_repeat
from grundy.rules.heapcode import read_code
from grundy.rules.heaps import HeapCode, heap_digits
from grundy.solving import sparse
from grundy.solving.recurrence import code_values
from grundy.solving.sparse import SparseSequence

octals = st.builds(
    lambda d, rest, unequal: heap_digits([d, *rest], unequal=unequal),
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), min_size=1, max_size=4),
    st.booleans(),
)
SPARSE = ("0.104", "0.16", "0.165", "0.156", "0.77", "0.045", "0.127", "0.05")
sparse_codes = st.sampled_from([read_code(text) for text in SPARSE])


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "PLAIN", 100)
    monkeypatch.setattr(sparse, "ALONE", 200)
    monkeypatch.setattr(sparse, "LARGEST_BLOCK", 64)


@pytest.mark.slow
@given(code=mostly(sparse_codes, octals), cut=st.integers(0, 900), threads=st.sampled_from([1, 2, 3]))
@settings(max_examples=each_day(60))
@pytest.mark.usefixtures("small_blocks")
def test_against_the_plain_recurrence(code: HeapCode, cut: int, threads: int) -> None:
    want: list[int] = []
    code_values(code, want, 900)
    found = SparseSequence(code)
    found.extend(cut, threads=threads)
    found.extend(900, threads=threads)
    nontrivial(found.space is not None)
    assert found.values[:900].tolist() == want
    again = SparseSequence(code, np.array(want[:cut], np.uint16))  # begun anew, from values that were known
    again.extend(900, threads=threads)
    assert again.values[:900].tolist() == want


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("text", ["unequal 4.0", "0.6", "0.104", "0.16", "0.165", "0.007"])
def test_threads_make_no_difference(text: str) -> None:
    one, several = SparseSequence(read_code(text)), SparseSequence(read_code(text))
    count = 30_000 if text in ("0.165", "0.007") else 200_000
    one.extend(count, threads=1)
    several.extend(count, threads=3)
    assert (one.values == several.values).all()
    if one.space is not None and several.space is not None:
        assert one.space == several.space and one.rares.tolist() == several.rares.tolist()


def test_values_above_255_take_two_bytes() -> None:
    found = SparseSequence(read_code("0.6"))
    found.extend(1 << 17)
    assert found.values.dtype == np.uint16 and found.values.max() > 255
    found = SparseSequence(read_code("0.77"))
    found.extend(1 << 17)
    assert found.values.dtype == np.uint8


few = st.integers(0, 2)
repeating = st.builds(
    lambda head, cycle, times: head + cycle * times,
    st.lists(few, max_size=30),
    st.lists(few, min_size=3, max_size=12),
    st.integers(6, 12),
)


@given(mostly(repeating, st.lists(few, min_size=20, max_size=80)), st.integers(8, 30))
def test_nearest_repeat(listed: list[int], window: int) -> None:
    values = np.array(listed, np.uint8)
    size = len(listed)
    want = 0
    if window < size:
        want = next(
            (p for p in range(1, size - window + 1) if listed[size - window :] == listed[size - window - p : size - p]),
            0,
        )
    nontrivial(want)
    assert nearest_repeat(values, window) == want


@given(
    st.lists(st.integers(0, 2), max_size=30), st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(3, 9)
)
def test_repeats_of_periodic_sequences(head: list[int], cycle: list[int], times: int) -> None:
    nontrivial(len(set(cycle)) > 1)
    values = np.array(head + cycle * times, np.uint8)
    same = kept(values, len(cycle))
    assert same >= len(cycle) * (times - 1)
    assert same == len(values) - len(cycle) or values[-1 - same] != values[-1 - same - len(cycle)]
