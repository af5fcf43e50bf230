"""Cells that hold numbers, walls between cells, floors beneath pieces: small games against plain play, text and pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import cell_games as games
import pytest

import grundy as gr
from brute import by_rounds
from cases import nontrivial
from grundy.common.errors import PositionError, RuleFailed, RulesError
from grundy.rules.board import Board
from grundy.rules.grids import Grid
from grundy.solving.compiled_rules import native
from grundy.values.notation import parse

Moves = Callable[[Any], list[Any]]


def played(start: Any, moves: Moves) -> tuple[str, int | None]:
    """Who wins, the first (N) or the second (P), and in how many moves; D where nobody can be brought to an end."""
    graph = {start: moves(start)}
    line = [start]
    for state in line:
        for after in graph[state]:
            if after not in graph:
                graph[after] = moves(after)
                line.append(after)
    return by_rounds(graph, {})[start]


def as_solved(position: Any) -> tuple[str, int | None]:
    found = position.solve()
    return found.outcome.name, found.remoteness


# ---- numbers in cells


def sowings(pits: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Moves of `cell_games.mancala`: pits in the way of sowing, first those of the player to move."""
    half, found = len(pits) // 2, list[tuple[int, ...]]()
    for pit in range(half):
        row, place = list(pits), pit
        seeds, row[pit] = row[pit], 0
        if not seeds:
            continue
        for _seed in range(seeds):
            place = (place + 1) % len(row)
            row[place] += 1
        if place < half and row[place] == 1:
            row[place] = row[2 * half - 1 - place] = 0
        found.append((*row[half:], *row[:half]))
    return found


@pytest.mark.parametrize("text", ["22|22", "11|30", "31|04", "1|2", "211|112", "120|301", "300|012"])
def test_sowing_is_that_of_plain_play(text: str) -> None:
    above, below = text.split("|")
    pits = tuple(map(int, below + above[::-1]))
    assert as_solved(games.mancala(text)) == played(pits, sowings)
    nontrivial(len(sowings(pits)) > 1 or len(pits) == 2)


def test_sowing_is_compiled() -> None:
    assert native(games.mancala.searched, [games.mancala.start().state]) is not None


def test_seeds_lie_in_pits() -> None:
    start = games.mancala("A00|012")
    assert (str(start), games.mancala("a00/012") == start) == ("mancala(A00|012)", True)
    assert [move.text for move in start.moves()] == ["(2,2)", "(2,3)"]
    scene = start.ruleset.scene(start.state)
    assert (scene.tiling, scene.rows) == ("pits", (("10", "0", "0"), ("0", "1", "2")))
    after = next(start.options())
    assert str(after).endswith(", O)") and games.mancala(*str(after)[8:-1].split(", ")) == after


@gr.game(board=Grid(holds=3, same="mirror"))
def heaping(board: Board):
    """Put a grain on a cell that has no more than one beside it."""
    for cell in range(board.columns):
        if board[cell] < 3 and all(board[cell] <= board[near] for near in board.beside(cell)):
            yield board.place(cell, board[cell] + 1)


def heaps_of(row: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [
        (*row[:i], n + 1, *row[i + 1 :])
        for i, n in enumerate(row)
        if n < 3 and all(n <= near for near in (*row[max(i - 1, 0) : i], *row[i + 1 : i + 2]))
    ]


@cache
def mex(row: tuple[int, ...]) -> int:
    met = {mex(after) for after in heaps_of(row)}
    return min(set(range(len(met) + 1)) - met)


def test_numbers_have_nimbers() -> None:
    chance = Random(4)
    for _turn in range(25):
        row = tuple(chance.choice((0, 0, 0, 1, 2, 3)) for _cell in range(chance.choice((1, 2, 3, 4))))
        assert heaping("".join(map(str, row))).grundy() == mex(row)
        nontrivial(bool(heaps_of(row)))


@gr.partisan_game(board=Grid(holds=7, same="mirror"))
def parity(board: Board, *, player: int):
    """Take a grain where there are an odd number, as Left, or an even one, as Right."""
    for cell in range(board.columns):
        if board[cell] > 0 and board[cell] % 2 == (player > 0):
            yield board.place(cell, board[cell] - 1)


def test_numbers_have_values() -> None:
    """A cell is worth the moves that Left and Right make in turn, which are hot or none, and cells are a sum."""
    cells = ["0"]
    for n in range(1, 8):
        cells.append(f"{{{cells[-1]}|}}" if n % 2 else f"{{|{cells[-1]}}}")
    for row in ("1", "2", "35", "701", "244"):
        assert parity(row).value() == parse(" + ".join(cells[int(n)] for n in row))


@pytest.mark.parametrize("way", ["board.place(0, 8)", "board.place(0, -1)"])
def test_what_no_cell_holds_is_told(way: str) -> None:
    def full(board: Board):
        yield board.place(0, 8) if "8" in way else board.place(0, -1)

    with pytest.raises(RuleFailed, match="a cell holds more than it may, or less than 0"):
        list(gr.game(board=Grid(holds=7))(full)(1, 2).options())


def test_wrong_numbers_are_told() -> None:
    with pytest.raises(PositionError, match="cell 2 of '1D' is 'D'"):
        games.mancala("1D")
    with pytest.raises(PositionError, match="a cell holds from 0 to 12, not 15"):
        games.mancala(1, 1, 1, 1, 1, 1, 0)
    for own in ({"holds": 36}, {"holds": -1}, {"holds": 3, "faces": ".X"}, {"holds": 3, "live": "0"}):
        with pytest.raises(RulesError, match="cells hold numbers up to"):
            Grid(**own)
