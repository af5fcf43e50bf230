"""Moves are data: the part of a sum, the player, what is touched; their words are made of it, and tell them apart."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.rules.functions import to_move
from grundy.rules.partisan import PartisanRuleset

CODES = ("0.333", "0.77", "4.7", "0.(3)", "0.3F", "split 2-4", "0.3 2:5", "digits 0 64 3", "unequal 4.0")


@given(st.sampled_from(CODES), st.lists(st.integers(0, 5), max_size=4))
def test_words_of_heaps_say_what_the_heaps_become(code: str, heaps: list[int]) -> None:
    """The state after a move is read from its words, so that two moves never have the same."""
    position = gr.code(code)(*heaps)
    words: dict[str, object] = {}
    for move in position.moves():
        number, _, change = str(move).removeprefix("heap ").partition(": ")
        was, _, became = change.partition(" → ")
        index = int(number) - 1
        parts = () if became == "nothing" else tuple(map(int, became.split(" + ")))
        assert int(was) == heaps[index] and move.part == index and move.touched == move.parts == (index,)
        assert (*heaps[:index], *parts, *heaps[index + 1 :]) == move.after.state
        assert parts in set(position.ruleset.heap_options(heaps[index]))  # type: ignore[attr-defined]
        assert words.setdefault(str(move), move) is move
    nontrivial(words)


@pytest.mark.some(26)
@pytest.mark.parametrize("name", games.names())
def test_moves_know_their_part_and_what_they_touch(name: str) -> None:
    """In a sum the part says where the move was made, and what it touches is what it touches in the part alone."""
    some = [p for p in islice(games.load(name).small_positions(), 60) if next(p.options(), None) is not None][::12]
    if not some or some[0].ruleset.has_ending:
        return
    both = to_move(some[0], gr.RIGHT) if isinstance(some[0].ruleset, PartisanRuleset) else some[0]
    assert all(move.player == (gr.RIGHT if both.ruleset.mover(both.state) else None) for move in both.moves())
    for one, other in combinations(some[:4], 2):
        for move in islice((one + other).moves(), 40):
            assert move.part in (0, 1) and move.parts == (move.part,), move
            part = (one, other)[move.part]
            alone = part.move_to(move.after.state[move.part], move.gain, move.player)
            assert {place for _, place in move.touched} == set(alone.touched), move
            assert all(number == move.part for number, _ in move.touched) and str(alone.text) in str(move)
            assert alone.touched or alone.after == part, move
            for again in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
                assert again == move and hash(again) == hash(move) and str(again) == str(move)


def test_what_is_touched_is_said_in_the_games_own_places() -> None:
    def touched(position: gr.Position, words: str) -> tuple[object, ...]:
        return next(move.touched for move in position.moves() if str(move) == words)

    assert touched(gr.nim(3, 5), "heap 2: 5 → 4") == (1,)
    assert touched(gr.domineering(2, 2), "Right (2,1)-(2,2)") == ((1, 0), (1, 1))
    assert touched(gr.turning_turtles("THH"), "turn 1, 3") == (0, 2)
    assert touched(gr.turning_corners("TT/TH"), "turn (1,1), (1,2), (2,1), (2,2)") == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert [m.touched for m in gr.wythoff(1, 1).moves()] == [(0,), (1,), (0, 1)]
    move = next(gr.selective(gr.nim(1), gr.nim(1)).moves())
    assert (move.part, move.parts) in ((0, (0,)), (1, (1,)), (None, (0, 1)))
    turn = next(m for m in gr.selective(gr.nim(1), gr.nim(1)).moves() if len(m.parts) == 2)
    assert turn.part is None and turn.touched == ((0, 0), (1, 0))


def test_parts_that_are_called_alike_are_told_apart() -> None:
    """A game may have the name that a part of a sum would get by its number."""
    second = gr.octal("0.3", name="nim 2")
    words = [str(move) for move in (gr.nim(1) + gr.nim(1) + second(1)).moves()]
    assert len(set(words)) == len(words) == 3, words
