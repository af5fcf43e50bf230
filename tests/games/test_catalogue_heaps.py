"""The heap games of the catalogue: their edges, their words, and the moves of positions that are large in some way."""

from __future__ import annotations

import pytest

import grundy as gr
from grundy.faces.cli import arguments
from grundy.games.moores_nim import moore
from grundy.rules.text import words


@pytest.mark.parametrize("k", [3, 5, 9, 50])
def test_the_moves_of_many_large_heaps_in_moores_nim(k: int) -> None:
    """A search through the choices of k of the heaps would not end."""
    heaps = [10**18 + 7 * i * i for i in range(300)]
    position = gr.moores_nim(*heaps, k=k)
    moves = position.solve().winning_moves(50)
    assert len(moves) == 50 == len({move.after.state for move in moves})
    for move in moves:
        taken = [a - b for a, b in zip(heaps, move.after.state, strict=True) if a != b]
        assert 1 <= len(taken) <= k and min(taken) > 0
        assert moore(*move.after.state, k=k)


def test_moores_nim_where_nothing_may_be_taken() -> None:
    for k in (0, -1):
        assert gr.moores_nim(3, 4, k=k).outcome().name == "P"


def test_moves_of_k_division_into_equal_heaps() -> None:
    assert [str(move) for move in gr.k_division(7, 10, k=7).solve().winning_moves()] == [
        "heap 2: 10 → 9",
        "heap 2: 10 → 7 heaps of 5",
    ]
    assert [str(move) for move in gr.k_division(6, 6, k=7).moves()][:2] == ["heap 1: 6 → 5", "heap 1: 6 → 7 heaps of 3"]


@pytest.mark.parametrize(
    "position",
    [
        gr.nim_with_increases(2, 3),
        gr.nim_with_increases(4, increases=0, by=1),
        gr.nim_with_increases(),
        gr.choose_nim(0, 1, 3),
        gr.choose_nim(3, chosen=1),
        gr.choose_nim(),
    ],
    ids=str,
)
def test_what_is_shown_can_be_read_back(position: gr.Position) -> None:
    """Heaps also without the brackets; without heaps the brackets say that none are meant, and not the usual start."""
    assert arguments.position([str(position)]) == position
    assert arguments.position(words.split(words.written(position))) == position
    if "(" not in words.written(position):
        bare = str(position).replace("(", " ").replace(")", "").replace(",", " ").split()
        assert arguments.position(bare) == position


def test_poker_nim_rather_takes_than_adds() -> None:
    solution = gr.nim_with_increases(2, 3).solve()
    assert [str(move) for move in solution.winning_moves()] == ["heap 2: 3 → 2", "heap 1: 2 → 3"]


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (gr.nim(*range(1, 301)), "… and 288 more"),
        (gr.nim(), "nothing is left: the xor is 0"),
        (gr.bash(10, m=3), "10 = 2·4 + 2."),
        (gr.bash(10, m=4), "10 = 2·5 + 0."),
        (gr.moores_nim(2, 3, 4), "ones in each column: 1, 2, 1; lost when all of them are divisible by 3."),
        (gr.staircase_nim(2, 9, 4), "stair 3: 4 = 100"),
        (gr.silver_dollar(1, 4, 9), "left of coin 3: 4 = 100"),
        (gr.northcott(0, 3, 1, 2, width=5), "row 1: 2 = 10"),
        (gr.split_nim(5, 9), "heap of 9: 16 = 10000"),
        (gr.lasker(7, 4), "heap of 7: 8 = 1000"),
        (gr.k_division(6, 9, k=3), "heap of 6: 2 = 10"),
        (
            gr.choose_nim(0, 1, 3),
            "To choose a heap of n is to move to the value n, so the choice is worth mex {0, 1, 3} = 2.",
        ),
        (gr.euclid(10, 7), "|10/7 - 7/10| = 51/70; its integer part, 0, is the value (Nivasch)."),
    ],
    ids=lambda value: str(value)[:30],
)
def test_explanations(position: gr.Position, line: str) -> None:
    assert line in [" ".join(row.split()) for row in position.solve().explain().splitlines()]


@gr.game
def one_pair(a: int, b: int):
    if min(a, b) > 0:
        for k in range(1, max(a, b) // min(a, b) + 1):
            if a >= b:
                yield a - k * b, b
            else:
                yield a, b - k * a


@pytest.mark.parametrize(
    "pairs", [((8, 5), (12, 5)), ((7, 3), (4, 9), (2, 2)), ((5, 5), (0, 3)), ((6, 4), (9, 6), (3, 5))]
)
def test_every_euclid_is_the_long_conjunctive_sum_of_its_pairs(pairs: tuple[tuple[int, int], ...]) -> None:
    whole = gr.every_euclid(*(number for pair in pairs for number in pair))
    joined = gr.conjunctive(*(one_pair(*pair) for pair in pairs), ends="last")
    assert whole.outcome() == joined.outcome() == whole.solve(method="search").outcome
    assert {q.state for q in whole.options()} == {sum(q.state, ()) for q in joined.options()}


@pytest.mark.slow
def test_the_moves_of_large_pairs_in_every_euclid() -> None:
    """A search through the 10**18 moves of the first pair would not end."""
    position = gr.every_euclid(10**18, 1, 12, 5, 10**30, 7)
    moves = position.solve().winning_moves(5)
    assert len(moves) == 5 == len({move.after.state for move in moves})
    assert all(move.after.outcome().name == "P" for move in moves)
