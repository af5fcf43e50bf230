"""Heap codes: how they are written, which are refused and where, which are the same game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import recurrence
from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.rules.heapcode import read_code, written
from grundy.rules.heaps import HeapCode, code, heap_digits, normal_form, octal_code, shifted, subtraction_code

first_digits = st.sampled_from([0, 4, 8, 12, 16, 28])
digit_lists = st.builds(lambda d, rest: [d, *rest], first_digits, st.lists(st.integers(0, 31), max_size=5))
codes = st.builds(
    lambda digits, repeat, unequal, moves: heap_digits(
        [d & 7 for d in digits] if unequal else digits,
        [d & 7 for d in repeat] if unequal else repeat,
        unequal=unequal,
        divisions=moves,
    ),
    digit_lists,
    st.lists(st.integers(0, 31), max_size=3),
    st.booleans(),
    st.lists(st.tuples(st.integers(2, 4), st.integers(1, 5)), max_size=2),
)
octals = st.builds(
    lambda d, rest: heap_digits([d, *rest]), st.sampled_from([0, 4]), st.lists(st.integers(0, 7), max_size=4)
)

shiftable = st.builds(
    lambda d, first, rest: heap_digits([d, first, *rest]),
    st.sampled_from([0, 4]),
    st.sampled_from([0, 2, 4, 6]),
    st.lists(st.integers(0, 7), max_size=3),
)


@given(codes)
def test_a_code_is_read_back_as_it_is_written(read: HeapCode) -> None:
    nontrivial(any(read.digits[1:]) or any(read.repeat) or read.divisions)
    nontrivial(any(read.digits[1:]) or any(read.repeat) or read.divisions)
    assert read_code(written(read)) == read


@given(codes, st.one_of(st.integers(5, 12), st.integers(0, 12)))
@settings(max_examples=each_day(60))
def test_options_from_the_definition(read: HeapCode, heap: int) -> None:
    """An option is a multiset of non-empty heaps; the digit of what is missing has the bit of how many they are."""

    def multisets(total: int, most: int) -> list[tuple[int, ...]]:
        found = [()] if total == 0 else []
        return found + [(*m, p) for p in range(1, min(total, most) + 1) for m in multisets(total - p, p)]

    wanted = {
        parts
        for left in range(heap + 1)
        for parts in multisets(left, left)
        if read.digit(heap - left) >> len(parts) & 1 and not (read.unequal and len(set(parts)) < len(parts))
    }
    divided = {(heap // q,) * k for q, k in read.divisions if heap and heap % q == 0}
    nontrivial(wanted | divided)
    nontrivial(wanted | divided)
    assert set(read.options(heap)) == wanted | divided


def test_names_for_one_code() -> None:
    for texts in (
        ["0.77", ".77", "digits 0 7 7", "0.77(0)"],
        ["4.(3)", "4.[3]", "4.3(33)", "digits 4; 3"],
        ["{1, 3}", "{3,1}", "{ 1 3 }", "0.303"],
        ["all-but {}", "0.(3)", "all-but{}"],
        ["all-but {2}", "0.30(3)"],
        ["split 2", "4.0", "4."],
        ["split 2-4", "S.0", "s.0"],
        ["0.(07)", "0.0(70)", "0.(0707)"],
    ):
        assert len({read_code(text) for text in texts}) == 1, texts


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("0.7x", "digit 2"),
        ("0.1W", "digit 2"),
        ("3.7", "before the point"),
        ("D.7", "before the point"),
        ("44.7", "one digit"),
        ("77", "point"),
        ("0.(7", "brackets"),
        ("0.7(3)4", "brackets"),
        ("0.()", "brackets"),
        ("{0, 1}", "contains 0: its numbers start at 1"),
        ("{-2}", "contains -2: its numbers start at 1"),
        ("{1, b}", "number 2"),
        ("{", "between"),
        ("{}", "at least one"),
        ("split 1", "two heaps"),
        ("split 4-2", "two heaps"),
        ("digits 0 x", "'x'"),
        ("digits 1 2", "before the point"),
        ("digits 0;1;2", "semicolon"),
        ("unequal 8.0", "two of them"),
        ("0.3 1:2", "division"),
        ("", "point"),
    ],
)
def test_malformed_codes_are_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(GrundyError, match=place):
        read_code(text)


def test_octal_codes_have_octal_digits() -> None:
    with pytest.raises(GrundyError, match="digit 2"):
        octal_code("0.78")
    assert code("0.78").code.parts == 3


def test_too_large_numbers_are_refused() -> None:
    for make in (lambda: subtraction_code([10**9]), lambda: read_code("all-but {1000000000}")):
        with pytest.raises(TooLarge, match="1,000,000,000"):
            make()
    with pytest.raises(GrundyError, match="at most 16 heaps"):
        heap_digits([0, 1 << 40])


@given(octals)
@settings(max_examples=each_day(150))
def test_a_normal_form_has_the_same_values(read: HeapCode) -> None:
    form = normal_form(read)
    nontrivial((form.code, form.shift) != (read, 0))
    nontrivial((form.code, form.shift) != (read, 0))
    want = recurrence(code(form.code), 60 + form.shift)
    assert recurrence(code(read), 60)[1:] == want[1 + form.shift :]
    assert normal_form(form.code) == (form.code, 0)


@given(shiftable)
def test_a_shifted_code_is_a_cousin(read: HeapCode) -> None:
    nontrivial(any(read.digits))
    nontrivial(any(read.digits))
    assert recurrence(code(shifted(read)), 40)[1:] == recurrence(code(read), 41)[2:]


def test_known_cousins() -> None:
    forms = {normal_form(read_code(text)).code for text in ("0.07", "0.137", "0.4")}
    assert len(forms) == 1
    assert normal_form(read_code("0.36")) == normal_form(read_code("0.361"))
    assert normal_form(read_code("0.161")) != normal_form(read_code("0.36"))


@given(codes)
@settings(max_examples=each_day(60))
def test_sequences_of_any_code(read: HeapCode) -> None:
    rules = code(read)
    nontrivial(any(recurrence(rules, 40)))
    nontrivial(any(recurrence(rules, 40)))
    assert rules.sequence(40).tolist() == recurrence(rules, 40)


@given(codes)
@settings(max_examples=15)
def test_longer_sequences_of_any_code_by_kernels(read: HeapCode) -> None:
    from grundy.solving.recurrence import code_values, parts_values

    want: list[int] = []
    code_values(read, want, 150)
    nontrivial(any(want))
    assert parts_values(read, 150).tolist() == want
    assert gr.code(read).sequence(150).tolist() == want
