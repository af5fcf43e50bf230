"""Positions of any size are answered at once: theorems say which moves have a value without looking through all."""

from __future__ import annotations

from itertools import islice

import pytest

import grundy as gr
from grundy.rules import closed_forms
from grundy.rules.position import Position

H = 10**18
HUGE = [
    gr.bash(H, m=7),
    gr.bash(H + 1, m=7),
    gr.euclid(H, 10**9 + 7),
    gr.fibonacci_nim(H),
    gr.k_division(H, 3, k=3),
    gr.kayles(H, 5),
    gr.adjacent_pairs(H, 5, 7),
    gr.lasker(H, 5),
    gr.lasker(H, H + 3, 7),
    gr.moores_nim(H, 5, H, 99, k=2),
    gr.nim(H, H + 1, 5),
    gr.nim_with_increases(H, 7, increases=3),
    gr.northcott(0, H, 3, H, width=2 * H),
    gr.silver_dollar(5, H, 2 * H),
    gr.split_nim(H, 7),
    gr.split_nim(H, H, 7),
    gr.split_nim(H, 123456789012345678, 5),
    gr.staircase_nim(H, 5, 7),
    gr.subtraction(H, 3, s=(2, 5, 7)),
    gr.wythoff(H, 3 * H),
    gr.wythoff(10**40, 10**41),
    gr.kayles(H) + gr.nim(7) + gr.split_nim(H) + gr.lasker(9),
]


@pytest.mark.parametrize("position", HUGE, ids=str)
def test_answers_at_once(position: Position) -> None:
    solution = position.solve()
    moves = solution.winning_moves(20)
    assert (solution.outcome.name == "N") == bool(moves)
    assert solution.best_move is not None
    for move in moves:
        assert move.after.outcome().name == "P"
    assert solution.explain() and solution.to_dict(5)["winning_moves"] == [str(m) for m in moves[:5]]


@pytest.mark.parametrize("position", HUGE, ids=str)
def test_moves_to_any_value_are_found_or_end(position: Position) -> None:
    rules = position.ruleset
    theorem = closed_forms.theorem_for(rules, position.state, "value")
    if theorem is None or rules.is_sum(position.state) or theorem.reach is None:
        return
    for target in (0, 1, 2, 3, 5, 1000, H - 1, 2 * H):
        for option in islice(closed_forms.reach_value(theorem, rules, position.state, target), 5):
            assert closed_forms.apply(theorem, rules, option) == target
