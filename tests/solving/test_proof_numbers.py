"""Impartial games that come apart by a declared ``parts``: nimbers and misère play, against whole searches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.check.made_certificates import resealed

import grundy as gr
from brute import xor
from cases import nontrivial
from grundy.check import check
from grundy.common.errors import Notice, OutOfTime, RulesError, TooLarge
from grundy.common.evidence import ByDeciding, ByNimbers, ByQuotient, BySearch, BySums, ByTameness, ByTheorem
from grundy.solving import components, nimbers
from grundy.solving.proof_numbers import ProofNumbers
from grundy.values import quotient
from grundy.values.nimber import mex


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
    assert one.outcome == other.outcome and isinstance(one.evidence, ByTameness | ByQuotient)
    assert {m.after.state for m in one.winning_moves()} == {m.after.state for m in other.winning_moves()}
    assert (one.best_move is None) == ("X" not in row)


@given(st.text("X.", max_size=9))
@settings(max_examples=60, deadline=None)
def test_the_winner_is_told_without_the_value(row: str) -> None:
    nontrivial("X" in row)
    apart.forget()
    decided, value = apart(row).solve(method="decide"), whole(row).grundy()
    assert decided.outcome.name == ("N" if value else "P") and decided.value == (None if value else 0)
    assert isinstance(decided.evidence, ByDeciding) and decided.not_looked_at() == []
    won = {move.after.state for move in whole(row).solve().winning_moves()}
    assert {move.after.state for move in decided.winning_moves()} == won
    if won:
        assert decided.best_move and decided.best_move.after.state in won
    search = ProofNumbers(apart)
    assert search.nimber(row) == value and [search.is_worth(row, n) for n in range(4)] == [n == value for n in range(4)]


@pytest.mark.slow
@pytest.mark.parametrize("spots", [3, 4, 5, pytest.param(6, marks=pytest.mark.hours)])
def test_the_winners_strategy_is_verified(spots: int) -> None:
    made = gr.sprouts(spots).solve(method="decide").certificate()
    assert made["kind"] == "strategy" and len(made["lost"]) < 1000
    assert check(made, rules=gr.sprouts).verified
    made["outcome"] = "P" if made["outcome"] == "N" else "N"
    assert not check(resealed(made), rules=gr.sprouts).verified


@pytest.mark.slow
def test_moves_of_a_large_position_are_not_all_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "FEW", 0)
    gr.sprouts.forget()
    found = gr.sprouts(9).solve(method="decide")  # Applegate, Jacobson, Sleator 1991
    assert found.outcome.name == "N" and found.positions < 2000
    assert found.best_move in found.winning_moves() and found.not_looked_at()
    assert gr.sprouts(9).outcome().name == "N" and gr.sprouts(5).grundy() == 1


def test_long_rows_are_kayles_and_no_stack_is_too_deep() -> None:
    assert apart("X" * 40).grundy() == gr.kayles(40).grundy()

    @gr.game
    def countdown(n: int) -> Iterator[int]:
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

    @gr.game
    def again(n: int):
        yield from ((), (2, 3, 0), (0,), (1,), (3,))[n]

    @again.parts
    def one_heap(n: int):
        yield n

    with pytest.raises(nimbers.Endless):  # 1 is met below itself while its options are walked, of which some are gone
        nimbers.nimber(again, 4)


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


@gr.game
def strips(*strips: int, path: tuple[int, ...] = (0, 7), ring: tuple[int, ...] = (0, 3)):
    """Parts of two kinds, a kind and a length: rings (1), which become paths, and paths (0), each by a code of digits."""
    for i in range(0, len(strips), 2):
        kind, length = strips[i], strips[i + 1]
        code = ring if kind else path
        for k in range(1, min(len(code), length + 1)):
            if code[k] & 1 and k == length:
                yield strips[:i] + strips[i + 2 :]
            if code[k] & 2 and k < length:
                yield strips[:i] + (0, length - k) + strips[i + 2 :]
            if code[k] & 4:
                for a in range(1, (length - k) // 2 + 1):
                    yield strips[:i] + (0, a, 0, length - k - a) + strips[i + 2 :]
            if code[k] & 8 and k < length - 3:
                yield strips[:i] + (1, length - k - 2, 0, 1, 0, 1) + strips[i + 2 :]


@strips.parts
def pairs(*strips: int):
    for i in range(0, len(strips), 2):
        if strips[i + 1] > 0:
            yield strips[i : i + 2]


def broken(kind: int, length: int, codes: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """The options of a strip as parts, written once more."""
    for k, digit in enumerate(codes[kind]):
        rest = length - k
        if k and digit & 1 and rest == 0:
            yield ()
        if k and digit & 2 and rest > 0:
            yield ((0, rest),)
        if k and digit & 4:
            yield from (((0, a), (0, rest - a)) for a in range(1, rest) if a <= rest - a)
        if k and digit & 8 and rest > 3:
            yield ((1, rest - 2), (0, 1), (0, 1))


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 14)), max_size=5),
    st.sampled_from(
        (((0, 7, 7), (0, 2, 2)), ((0, 1, 2, 7), (0, 3, 12)), ((0, 4, 1), (0, 9, 4, 6)), ((0, 3, 3), (0, 8)))
    ),
)
@settings(max_examples=40, deadline=None)
def test_parts_of_several_kinds_are_compiled(state: list[tuple[int, int]], codes: tuple[tuple[int, ...], ...]) -> None:

    @cache
    def grundy(kind: int, length: int) -> int:
        return mex({added(option) for option in broken(kind, length, codes)})

    def added(parts: tuple[tuple[int, int], ...]) -> int:
        return xor(grundy(*part) for part in parts)

    rules = strips.bind(path=codes[0], ring=codes[1])
    position = rules(*(n for part in state for n in part))
    assert nimbers.nimber(rules, position.state) == added(tuple(state))
    found = position.solve()
    nontrivial(added(tuple(state)) > 0)
    assert found.value == added(tuple(state)) == ProofNumbers(rules).nimber(position.state)
    assert len(found.winning_moves()) == sum(
        added((*state[:i], *option, *state[i + 1 :])) == 0
        for i, part in enumerate(state)
        for option in dict.fromkeys(broken(*part, codes))
        if found.value
    )


Strips = tuple[tuple[int, int], ...]
few_elements = gr.game(name="strips")(strips.function)
"""The same, of which no quotient is found; what is known of it is kept apart."""
few_elements.parts(pairs)


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(5, 8)), min_size=2, max_size=3),
    st.sampled_from((((0, 7, 7), (0, 2, 2)), ((0, 1, 2, 3), (0, 7, 7)), ((0, 3, 1, 6), (0, 8, 1)))),
    st.sampled_from((1, 300)),
)
@settings(max_examples=60, deadline=None)
def test_misere_sums_of_parts(state: list[tuple[int, int]], codes: tuple[tuple[int, ...], ...], elements: int) -> None:
    """By tame classes, by a quotient, and where none is found by search: as by play from sum to sum."""

    @cache
    def lost(parts: Strips) -> bool:
        return bool(after := options(parts)) and not any(map(lost, after))

    def options(parts: Strips) -> list[Strips]:
        broken_up = ((i, option) for i, part in enumerate(parts) for option in dict.fromkeys(broken(*part, codes)))
        return [tuple(sorted((*parts[:i], *option, *parts[i + 1 :]))) for i, option in broken_up]

    rules = (strips if elements > 1 else few_elements).bind(path=codes[0], ring=codes[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quotient, "ELEMENTS", elements)
        position = rules(*(n for part in state for n in part))
        found, start = position.solve("misere"), tuple(sorted(state))
        nontrivial(not isinstance(found.evidence, ByTameness))
        assert (found.outcome.name == "P") == lost(start)
        assert isinstance(found.evidence, ByTameness | BySums | (ByQuotient if elements > 1 else BySums)), (
            found.evidence
        )
        wanted = {after for after in options(start) if lost(after) and not lost(start)}
        states = [move.after.state for move in found.winning_moves()]
        assert {tuple(sorted(zip(own[::2], own[1::2], strict=True))) for own in states} == wanted


def test_misere_sums_of_different_games_and_of_heaps() -> None:
    """Equal summands are counted, parts of several rulesets have one quotient; of a heap that breaks the parts are heaps."""

    @cache
    def lost(heaps: tuple[int, ...]) -> bool:
        after = {
            tuple(sorted((*heaps[:i], *(part for part in (left, heap - took - left) if part), *heaps[i + 1 :])))
            for i, heap in enumerate(heaps)
            for took in (1, 2)
            for left in range(heap - took + 1)
        }
        return bool(after) and not any(map(lost, after))

    for one, two in combinations([*range(1, 8), 9], 2):
        wanted = lost((one, one, two, two))
        for sum_ in (gr.kayles(one, two, two, one), gr.kayles(one, two) + apart("X" * two) + apart("X" * one)):
            found = sum_.solve("misere")
            assert (found.outcome.name == "P") == wanted and isinstance(found.evidence, ByTameness | ByQuotient)
    many = gr.kayles(20, 21, 22).solve("misere")
    assert many.evidence == ByQuotient(24) and many.winning_moves()
    assert all(move.after.solve("misere").outcome.name == "P" for move in many.winning_moves())
    assert (gr.kayles(12).solve("misere").outcome.name == "P") == lost((12,))
    assert isinstance(gr.subtraction(40, s=(1, 3)).solve("misere").evidence, BySearch | ByTheorem)


def test_boards_of_crosses_in_misere_play() -> None:
    """T. E. Plambeck, G. Whitehead, *The secrets of Notakto* (2013): who begins wins an odd number of boards."""

    @gr.game
    def crosses(board: int):
        dead = False
        for line in (7, 56, 448, 73, 146, 292, 273, 84):
            if board & line == line:
                dead = True
        if not dead:
            for i in range(9):
                if not board >> i & 1:
                    yield board | 1 << i

    board, boards = crosses(0), crosses(0)
    for count in range(2, 6):
        boards = boards + board
        found = boards.solve("misere")
        assert (found.outcome.name, found.evidence) == ("N" if count % 2 else "P", ByQuotient(18))
    assert (board + crosses(1 << 4)).outcome("misere").name == "N" and (board + board).solve(
        "misere"
    ).winning_moves() == []


def each_heap(*heaps: int):
    for heap in heaps:
        yield (heap,)


@pytest.mark.slow
def test_parts_that_split_into_more_than_was_met_are_compiled_again() -> None:
    @gr.game
    def late(*heaps: int):
        for i in range(len(heaps)):
            if heaps[i] == 7:
                yield heaps[:i] + (1, 2, 3) + heaps[i + 1 :]
            if heaps[i] > 3:
                yield heaps[:i] + (heaps[i] - 3,) + heaps[i + 1 :]
            if heaps[i] > 0:
                yield heaps[:i] + (heaps[i] - 1,) + heaps[i + 1 :]

    late.parts(each_heap)

    values: list[int] = []
    for n in range(200):
        near = {values[n - k] for k in (1, 3) if n > k or n == k == 1}
        values.append(mex(near | ({values[1] ^ values[2] ^ values[3]} if n == 7 else set())))
    assert late(199).grundy() == values[199] and late(50, 51, 51).grundy() == values[50]
    found = nimbers.told(late)
    assert nimbers.nimber(late, (199, 90)) == values[199] ^ values[90]
    assert found and not found.given_up and found.moves.longest == 3


def test_numbers_beyond_a_word_are_interpreted() -> None:
    @gr.game
    def halves(*heaps: int):
        for i in range(len(heaps)):
            if heaps[i] > 1:
                yield heaps[:i] + (heaps[i] // 3, heaps[i] % 2) + heaps[i + 1 :]

    halves.parts(each_heap)

    state = (3**50 + 1, 9)
    with pytest.warns(Notice, match="exceeds 64 bits"):
        assert nimbers.nimber(halves, state) == ProofNumbers(halves).nimber(state) == halves(*state).grundy()
    assert nimbers.told(halves) is None


@pytest.mark.parametrize("part", ["x", 1.5, None])
def test_a_part_that_is_no_state_is_refused(part: object) -> None:
    @gr.game
    def heaps(*sizes: int) -> Iterator[tuple[int, ...]]:
        for i, size in enumerate(sizes):
            for k in range(size):
                yield (*sizes[:i], k, *sizes[i + 1 :])

    @heaps.parts
    def parts(*sizes: int) -> list[object]:  # pyright: ignore[reportUnusedFunction]
        return [part for _size in sizes]

    for play in ("normal", "misere"):
        with pytest.raises(RulesError, match="which is not made of integers"):
            heaps(2, 3).solve(play)
