"""Boards that a search folds by the symmetries of their grid: the answers are those of boards that are not folded."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import first_seed, nontrivial
from grundy.common.errors import RulesError
from grundy.rules import folding
from grundy.rules.board import FREE, MINE, YOURS, Board
from grundy.rules.grids import Grid

GROUPS = ("mirror", "flip", "turn", "mirror flip turn", "mirror+flip")


def three(same: str, faces: str = ".XO") -> Any:
    """Three in a row, with sides."""

    @gr.game(board=Grid(faces, sides="swap", same=same))
    def three_in_a_row(board: Board):
        for cell in board.free:
            yield board.place(cell, MINE)

    @three_in_a_row.ending
    def over(board: Board):
        return gr.LOSS if board.line(3) else gr.TIE if board.full else None

    return three_in_a_row


def crosses(same: str) -> Any:
    """Who makes three in a row wins, of a board both players fill with crosses."""

    @gr.game(board=Grid(".#", same=same))
    def notakto(board: Board):
        for cell in board.free:
            yield board.place(cell, 1)

    @notakto.ending
    def over(board: Board):
        return gr.LOSS if board.line(3, 1) else gr.TIE if board.full else None

    return notakto


def slides(same: str) -> Any:
    """Pieces step to free cells; play can be endless, and no line but the middle column is a goal."""

    @gr.game(board=Grid(".XO", sides="swap", same=same))
    def stepping(board: Board):
        for cell in board.cells(MINE):
            for near in board.beside(cell):
                if board[near] == FREE:
                    yield board.move(cell, near)

    @stepping.ending
    def over(board: Board):
        return gr.LOSS if board.line(3) else None

    return stepping


def corners(same: str) -> Any:
    """A cell is worth as many points as it has free neighbours."""

    @gr.scoring_game(board=Grid(".#", same=same))
    def worth(board: Board):
        for cell in board.free:
            yield sum(board[near] == 0 for near in board.beside(cell)), board.place(cell, 1)

    return worth


MADE = {make: {same: make(same) for same in ("", *GROUPS)} for make in (three, crosses, slides, corners)}


def told(found: Any) -> tuple[Any, ...]:
    """Return what a search says of a position."""
    moves = sorted(map(str, found.winning_moves()))
    return found.outcome, found.remoteness, found.value, moves


@pytest.mark.slow
@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
@pytest.mark.parametrize("count", [1, pytest.param(40, marks=pytest.mark.hours)])
def test_a_folded_board_is_worth_what_the_board_is(make: Any, count: int) -> None:
    for same, seed in product(GROUPS, range(first_seed(), first_seed() + count)):
        chance = random.Random(seed)
        rows, columns = (3, 3) if same == "turn" or make is slides else chance.choice([(3, 3), (2, 4), (4, 2)])
        faces, weights = (".#", (8, 1)) if make in (crosses, corners) else (".XO", (4, 1, 1))
        cells = chance.choices(faces, weights, k=rows * columns)
        text = "|".join("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))
        folded, plain = (MADE[make][each](text).solve() for each in (same, ""))
        nontrivial(folded.positions < plain.positions)
        assert told(folded) == told(plain), (same, text)


@given(
    st.sampled_from(GROUPS),
    st.sampled_from([("swap", ".XO"), ("swap+flip", ".XO"), ("swap", ".XO#"), ("", ".X"), ("", ".OX")]),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    st.randoms(use_true_random=False),
)
def test_the_images_that_are_compiled_are_those_of_the_grid(
    same: str, kind: tuple[str, str], size: tuple[int, int], chance: random.Random
) -> None:
    sides, faces = kind
    grid, (rows, columns), turns = Grid(faces, sides=sides, same=same), size, bool(sides)
    shown = [chance.randrange(len(faces)) for _ in range(rows * columns)]
    state = (rows, columns, *grid.encoded(shown))
    own = (*state, 1) if turns else state
    every = {
        (*image, 1 if sign > 0 else 0) if turns else image for image, sign in grid.images(state) if turns or sign > 0
    }
    nontrivial(len(every) > 1)
    assert {board.state for board in folding.images(folding.folded_kind(grid, turns)(own))} == every
    assert folding.least(grid, own, turns=turns) == min(every)


@pytest.mark.slow
@pytest.mark.parametrize(("make", "size"), [(three, (3, 4)), (crosses, (4, 4)), (corners, (3, 4))])
def test_fewer_positions_are_searched_by_compiled_rules(make: Any, size: tuple[int, int]) -> None:
    folded, plain = (make(same)(*size).solve() for same in ("mirror flip turn", ""))
    assert (folded.outcome, folded.value, folded.remoteness) == (plain.outcome, plain.value, plain.remoteness)
    assert folded.positions < plain.positions / 3


def test_of_boards_beyond_62_cells_none_is_folded() -> None:
    state = (8, 8, 1 << 63, 0, 1)
    assert folding.least(Grid(".XO", sides="swap", same="mirror"), state, turns=True) == state
    assert [*folding.images(folding.folded_kind(Grid(".XO", sides="swap", same="mirror"), True)(state))] == []


@pytest.mark.parametrize("more", [{"hands": 1}, {"counters": 1}, {"walls": True}, {"same": ""}])
def test_what_has_no_image_is_not_folded(more: dict[str, Any]) -> None:
    assert not folding.folds(Grid(".XO", **{"same": "mirror", **more}))
    assert folding.folds(Grid(".XO", same="mirror"))


def test_symmetries_that_are_wrong_are_refused() -> None:
    @gr.game(board=Grid(".XO", sides="swap", same="mirror flip turn"))
    def drop(board: Board):
        for cell in board.free:
            below = board.step(cell, 3)
            if below < 0 or board[below] != FREE:
                yield board.place(cell, MINE)

    @drop.ending
    def over(board: Board):
        return gr.LOSS if board.line(3) else gr.TIE if board.full else None

    with pytest.raises(RulesError, match="symmetries of drop"):
        drop(3, 3).solve()


def test_other_symmetries_that_are_declared_come_first() -> None:
    @gr.game(board=Grid(".XO", sides="swap", same="mirror"))
    def own(board: Board):
        for cell in board.free:
            yield board.place(cell, MINE)

    @own.symmetry
    def as_it_is(board: Board):
        return board.state

    assert own.canonical(own("X..").state) == own("X..").state
    assert YOURS == 2
