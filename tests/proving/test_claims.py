"""Python's expressions as formulas: true of the same numbers."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving.claims import Reader, proved
from grundy.proving.logic.expressions import Compare, variable
from grundy.proving.logic.formula import both, compile, either
from grundy.proving.logic.numeration import numeration

NUMBERS = st.recursive(
    st.sampled_from(("n", "n + 1", "2 * n", "n - 3", "n // 2", "n % 3", "0", "1", "5")).map("({})".format),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(("+", "-")), inner).map("({0[0]} {0[1]} {0[2]})".format),
        st.tuples(st.integers(-2, 3), inner).map("({0[0]} * {0[1]})".format),
        st.tuples(inner, st.sampled_from(("//", "%", "<<", ">>")), st.integers(1, 3)).map(
            "({0[0]} {0[1]} {0[2]})".format
        ),
        st.tuples(st.sampled_from(("min", "max")), inner, inner).map("{0[0]}({0[1]}, {0[2]})".format),
        inner.map("abs({})".format),
        inner.map("({} & 3)".format),
        inner.map("(-{})".format),
        inner.map("(~{})".format),
        st.tuples(inner, inner, inner).map("({0[0]} if {0[1]} > 2 else {0[2]})".format),
        st.tuples(inner, inner).map("(({0[0]} < {0[1]}) + 1)".format),
    ),
    max_leaves=4,
)
CLAIMS = st.one_of(
    st.tuples(NUMBERS, st.sampled_from(("==", "!=", "<", "<=", ">", ">=")), NUMBERS).map("{0[0]} {0[1]} {0[2]}".format),
    st.tuples(NUMBERS, NUMBERS, NUMBERS).map("{0[0]} <= {0[1]} < {0[2]}".format),
    st.tuples(NUMBERS, NUMBERS, NUMBERS).map("not {0[0]} == {0[1]} or {0[2]} > 3".format),
)
SIZE = 24


def read(text: str) -> tuple[ast.expr, Reader]:
    tree = ast.parse(text, mode="eval").body
    return tree, Reader(("n",), lambda part: eval(ast.unparse(part), {"min": min, "max": max, "abs": abs}))


def formulated(text: str, way: str) -> Any:
    """Return the truth or the number that a text becomes; None where it has too many cases."""
    tree, reader = read(text)
    try:
        return getattr(reader, way)(tree)
    except GrundyError as refused:
        assert "cases" in str(refused)
        return None


def python(text: str, n: int) -> Any:
    return eval(text, {"min": min, "max": max, "abs": abs, "n": n})


@settings(deadline=None, max_examples=80)
@given(CLAIMS)
def test_claims_are_true_of_the_same_numbers(text: str) -> None:
    formula = formulated(text, "truth")
    nontrivial(formula is not None and "n" in text)
    if formula is None:
        return
    found = compile(formula, numeration("msd_2")).over(("n",))
    right = [bool(python(text, n)) for n in range(SIZE)]
    assert [found.accepts(n) for n in range(SIZE)] == right, (text, str(formula))


@settings(deadline=None, max_examples=40)
@given(NUMBERS)
def test_numbers_are_worth_the_same(text: str) -> None:
    cases = formulated(text, "number")
    nontrivial(cases is not None and "n" in text)
    if cases is None:
        return
    value = variable("v")
    formula = either(*(both(when, Compare(term, "=", value)) for when, term in cases))
    found = compile(formula, numeration("msd_2")).over(("n", "v"))
    for n in range(8):
        right = python(text, n)
        assert [v for v in range(60) if found.accepts(n, v)] == ([right] if 0 <= right < 60 else []), text


@pytest.mark.parametrize(
    "text",
    ["n * n", "n ** 2", "n % n", "n | 1", "n & 5", "gcd(n, 2)", "n.bit_count()", "(n - 1) ^ 1", "n // -2", "n >> n"],
)
def test_what_is_no_formula_is_refused_with_its_words(text: str) -> None:
    tree, reader = read(text)
    with pytest.raises(GrundyError, match="is not a formula in which numbers are added and compared"):
        reader.number(tree)


def test_claims_about_games() -> None:
    def worth(part: ast.expr) -> Any:
        return eval(ast.unparse(part))

    def claim(rules: Any, text: str, losing: bool, *names: str, **given: Any) -> Any:
        tree = ast.parse(text, mode="eval").body
        return proved(rules, tree, names, worth, losing=losing, **{"seconds": 20.0, **given})

    assert claim(load("nim").bind(), "n", False, "n").holds
    assert claim(gr.wythoff, "a == b", True, "a", "b").position == (1, 1)
    far = claim(gr.bash, "n % 4 if n < 10 ** 9 else 7", False, "n")
    assert (far.holds, far.position, far.right) == (False, (1000000000,), 0)
    assert claim(gr.chomp, "n == 1", True, "n").holds is None
    assert claim(gr.euclid, "a == b", True, "a", "b").reason.startswith("these rules cannot be read as a formula")
