"""What a board tells by masks is what its cells tell, from either side and in either shape."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import nontrivial
from grundy.rules.board import DOWN, EAST, FREE, UP, WEST, X
from grundy.rules.board_kinds import kind_of
from grundy.rules.grids import Grid

VIEWS = ("swap", "swap+flip", "swap+mirror", "swap+turn", "swap+mirror+flip")


@pytest.mark.parametrize("shape", ["square", "hexagons", "torus"])
@given(st.sampled_from(VIEWS), st.integers(1, 5), st.integers(1, 5), st.integers(0, 1), st.integers(0, 10**9))
def test_masks_tell_what_cells_do(shape: str, view: str, rows: int, columns: int, turn: int, seed: int) -> None:
    chance, grid = random.Random(seed), Grid(".XO#", sides=view, shape=shape)
    shown = [chance.randrange(4) for _ in range(rows * columns)]
    board = kind_of(grid, moving=True)((rows, columns, *grid.encoded(shown), turn))
    cells = range(rows * columns)
    nontrivial(len({*shown}) > 1 and len(cells) > 1)
    assert [*board.free] == [cell for cell in cells if board.piece(cell) == FREE]
    assert [board.count(piece) for piece in range(5)] == [sum(board.piece(c) == p for c in cells) for p in range(5)]
    assert board.full == (board.count(FREE) == 0)
    at_side = {
        UP: lambda cell: cell < board.columns,
        DOWN: lambda cell: cell >= (board.rows - 1) * board.columns,
        WEST: lambda cell: cell % board.columns == 0,
        EAST: lambda cell: cell % board.columns == board.columns - 1,
    }
    for side, stands in at_side.items():
        assert board.edge(side) == sum(1 << board.bit(cell) for cell in cells if stands(cell))


def test_a_face_that_a_board_does_not_have_is_on_no_cell() -> None:
    board = kind_of(Grid(".XO", sides="swap"), moving=True)((1, 2, 0b01, 0b10, 1))
    assert (board.count(X), board.count(3)) == (1, 0)
