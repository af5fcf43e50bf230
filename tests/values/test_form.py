"""Explicit forms: their values are those of values, and what depends on the form is as its definition says."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.values.form import Form, form
from grundy.values.operators import ordinal_sum
from grundy.values.short import Value, game


@cache
def pool() -> list[Form]:
    """Forms of a few days, most of them not canonical."""
    chosen = random.Random(4)
    forms = [Form()]
    for _ in range(120):
        few = [one for one in forms if one.birthday < 4]
        sides = (chosen.sample(few, chosen.randint(0, min(2, len(few)))) for _side in range(2))
        forms = list(dict.fromkeys([*forms, Form(*sides)]))
    return forms


forms = st.integers(0, 59).map(lambda i: pool()[i])


def runs(one: Form) -> Iterator[int]:
    """The length of each run of moves, whoever makes them."""
    options = (*one.left_options, *one.right_options)
    if not options:
        yield 0
    for option in options:
        yield from (1 + more for more in runs(option))


def wins(one: Form, left: bool, misere: bool) -> bool:
    """Whether the player to move wins."""
    options = one.left_options if left else one.right_options
    return any(not wins(option, not left, misere) for option in options) if options else misere


@pytest.mark.slow
@given(forms, forms)
def test_values_of_forms(a: Form, b: Form) -> None:
    nontrivial(a.followers() != Form.of(a.value()).followers())
    assert a.value() == game((x.value() for x in a.left_options), (x.value() for x in a.right_options))
    assert (a + b).value() == a.value() + b.value() and (-a).value() == -a.value() and (a - a).value() == 0
    assert a + b is b + a and a + Form() is a and (-a).__neg__() is a and a + (b + a) is (a + b) + a
    assert 2 * a is a + a and -3 * a is -a - a - a and 0 * a is Form()
    assert a.outcome() is a.value().outcome
    canonical = Form.of(a.value())
    assert canonical.value() == a.value() and canonical.birthday == a.value().birthday
    assert canonical.ordinal_sum(b).value() == ordinal_sum(a.value(), b.value())


@given(forms)
def test_what_depends_on_the_form(a: Form) -> None:
    nontrivial(a.followers() != Form.of(a.value()).followers())
    lengths = set(runs(a))
    assert a.birthday == max(lengths)
    assert a.temper == (lengths.pop() % 2 if len({n % 2 for n in lengths}) == 1 else None)
    for misere, found in ((False, a.outcome()), (True, a.misere_outcome())):
        assert str(found.name) == "PRLN"[2 * wins(a, True, misere) + wins(a, False, misere)]
    assert form(str(a)) is a and pickle.loads(pickle.dumps(a)) is a and copy.deepcopy(a) is a
    assert a.followers()[-1] is a and len(set(a.followers())) == len(a.followers())


@given(forms, forms)
def test_sums_with_moves_in_several_terms(a: Form, b: Form) -> None:
    nontrivial(a.birthday > 1 and b.birthday > 1)
    both, some = a.conjunctive(b), a.selective(b)
    assert both is b.conjunctive(a) and some is b.selective(a)
    assert set(both.left_options) == {x.conjunctive(y) for x, y in itertools.product(a.left_options, b.left_options)}
    wanted = {x.selective(b) for x in a.right_options} | {a.selective(y) for y in b.right_options}
    wanted |= {x.selective(y) for x, y in itertools.product(a.right_options, b.right_options)}
    assert set(some.right_options) == wanted and a.selective(Form()) is a and a.conjunctive(Form()) is Form()


def test_sums_of_heaps_as_the_solvers_have_them() -> None:
    heaps = [form(f"*{n}") for n in range(4)]
    for m, n in itertools.product(range(4), repeat=2):
        for own, kind in (
            (heaps[m].conjunctive(heaps[n]), gr.conjunctive),
            (heaps[m].selective(heaps[n]), gr.selective),
        ):
            assert own.outcome() is kind(gr.nim(m), gr.nim(n)).outcome(), (m, n)


# 2·3^(m-1) for *m; the others are rows of CGSuite's tests of canonical forms
STOPS = {"5": 1, "-1/2": 1, "*8": 4374, "^": 3, "v*": 4, "6^*": 4, "^*6": 1459, "73/16v9*8": 13131}


@pytest.mark.parametrize("text", STOPS)
def test_counts_of_stops(text: str) -> None:
    assert form(text).stop_count() == STOPS[text] == form(Value(text)).stop_count()


def test_the_ordinal_sum_depends_on_the_form_of_its_base() -> None:
    assert form("{*|*}:1").value() == Value("^") and form("0:1").value() == 1
    assert gr.form("{*|*}") is not gr.form(0) and gr.Form([form(0)], []) is form(1)


def test_what_is_refused() -> None:
    with pytest.raises(GrundyError, match="column 1"):
        form("{1|")
    with pytest.raises(GrundyError, match="are Forms, not"):
        Form([1])  # type: ignore[list-item]
    with pytest.raises(TooLarge, match="followers"):
        form(600) + form(600)
    with pytest.raises(TooLarge, match="followers"):
        form(10**6)
    long = form("{{*|*}|{*|*},1}")
    for _turn in range(12):
        long = Form([long], [long, Form([long], [])])
    with pytest.raises(TooLarge, match="characters"):
        str(long)
