"""Impartial games that come apart by a declared ``parts``: nimbers and misère play, depth first, against whole searches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import OutOfTime, TooLarge
from grundy.common.evidence import ByNimbers, BySearch, BySums


def cleared(row: str) -> Iterator[str]:
    """Take a pin, or two that stand side by side."""
    for i, pin in enumerate(row):
        if pin == "X":
            yield row[:i] + "." + row[i + 1 :]
            if row[i + 1 : i + 2] == "X":
                yield row[:i] + ".." + row[i + 2 :]


whole = gr.game(cleared)
apart = gr.game(cleared)


@apart.parts
def rows(row: str) -> list[str]:
    return row.split(".")


@given(st.text("X.", max_size=9))
@settings(max_examples=60, deadline=None)
def test_what_comes_apart_is_worth_what_the_whole_is(row: str) -> None:
    nontrivial("X" in row)
    one, other = apart(row).solve(), whole(row).solve()
    assert (one.outcome, one.value) == (other.outcome, other.value)
    assert isinstance(one.evidence, ByNimbers) and isinstance(other.evidence, BySearch)
    assert {m.after.state for m in one.winning_moves()} == {m.after.state for m in other.winning_moves()}
    one, other = apart(row).solve("misere"), whole(row).solve("misere")
    assert one.outcome == other.outcome and isinstance(one.evidence, BySums)
    assert {m.after.state for m in one.winning_moves()} == {m.after.state for m in other.winning_moves()}
    assert (one.best_move is None) == ("X" not in row)


def test_long_rows_are_kayles_and_no_stack_is_too_deep() -> None:
    assert apart("X" * 40).grundy() == gr.kayles(40).grundy()

    @gr.game
    def countdown(n: int):
        yield from range(max(n - 1, 0), n)

    countdown.parts(lambda n: (n,))
    assert countdown(3000).grundy() == 0 and countdown(3001).solve("misere").outcome.name == "P"


def test_play_without_end_has_an_outcome_all_the_same() -> None:
    @gr.game
    def ring(n: int):
        yield (n + 1) % 3
        if n == 1:
            yield 7

    ring.parts(lambda n: (n,))
    assert ring.options(7) and ring(0).solve().outcome.name == whole_of(ring).solve().outcome.name
    assert ring(0).solve("misere").outcome.name == whole_of(ring).solve("misere").outcome.name


def whole_of(rules: gr.Ruleset) -> gr.Position:
    return gr.game(rules.function)(0)  # type: ignore[attr-defined]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(
    ("limit", "error", "said"),
    [
        ({"positions": 5}, TooLarge, "positions"),
        ({"memory": 5000}, TooLarge, "splits into more than 6 components"),
        ({"seconds": 0}, OutOfTime, "second"),
    ],
)
def test_limits_are_kept(play: str, limit: dict[str, int], error: type[Exception], said: str) -> None:
    gr.sprouts.forget()
    with pytest.raises(error, match=said):
        gr.sprouts(4).solve(play, **limit)
