"""Games that others have solved: published counts and values, and each game's rules against rules written anew here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

import grundy as gr
from brute import by_rounds
from grundy.errors import PositionError
from grundy.rules.position import Position
from grundy.solvers.results import Options, unpacked
from grundy.solvers.search import search

chess = pytest.importorskip("chess")


def solved(position: Position, outcome: str, positions: int, remoteness: int | None = None) -> None:
    """Check the outcome, how many positions play reaches and, where play ends, in how many moves."""
    solution = position.solve()
    assert (solution.outcome.name, solution.positions) == (outcome, positions)
    assert remoteness is None or solution.remoteness == remoteness


def walked(position: Position, seed: int, games: int = 12, length: int = 30) -> Iterator[Position]:
    """Yield positions of games in which all moves are made at random."""
    random = Random(seed)
    for _game in range(games):
        here = position
        for _move in range(length):
            yield here
            options = list(here.options())
            if not options:
                break
            here = random.choice(options)


# ---- chess endings


KINDS = {"P": 1, "R": 2, "Q": 3, "B": 4, "N": 5}
EDGE = [square for square in range(64) if square % 8 in (0, 7) or square // 8 in (0, 7)]


def placed(letter: str, random: Random) -> Any:
    """Return a legal board of two kings and a man, Black's king often at the edge, where the endings are."""
    while True:
        board = chess.Board(None)
        king, man = random.sample(range(64), 2)
        black = random.choice(EDGE) if random.random() < 0.7 else random.randrange(64)
        board.set_piece_at(man, chess.Piece.from_symbol(letter))
        board.set_piece_at(king, chess.Piece.from_symbol("K"))
        board.set_piece_at(black, chess.Piece.from_symbol("k"))
        board.turn = random.random() < 0.4
        if len(board.piece_map()) == 3 and board.is_valid():
            return board


def after(board: Any, state: tuple[int, ...], move: Any) -> tuple[int, ...]:
    """Return the state after a move of python-chess."""
    king, man, kind, black, turn = state
    if turn:
        return king, man, 0 if move.to_square == man else kind, move.to_square, 0
    if move.from_square == king:
        return move.to_square, man, kind, black, 1
    promoted = KINDS[chess.piece_symbol(move.promotion).upper()] if move.promotion else kind
    return king, move.to_square, promoted, black, 1


def compare(count: int) -> None:
    """Compare moves and endings of random positions with those of python-chess."""
    random = Random(count)
    ends = set[str]()
    rules: Any = gr.chess_endings
    for i in range(count):
        letter = "QRP"[i % 3]
        board = placed(letter, random)
        state = (board.king(True), next(iter(board.pieces(chess.PIECE_SYMBOLS.index(letter.lower()), True))), KINDS[letter], board.king(False), int(not board.turn))
        wanted = {after(board, state, move) for move in board.legal_moves}
        found = list(rules.function(*state))
        assert set(found) == wanted and len(found) == len(wanted), board.fen()
        ended = None if wanted else -1 if board.is_check() else 0
        assert rules.ended(state) == ended, board.fen()
        ends.add(f"{ended}{letter}")
        if i % 50 == 0:
            assert rules(board.fen()).state == state and rules(*str(rules(board.fen()))[14:-1].split(", ")).state == state
    assert {"-1Q", "0Q", "NoneP"} <= ends


def test_chess_endings_are_chess() -> None:
    compare(2000)


@pytest.mark.slow
def test_a_hundred_thousand_chess_endings_are_chess() -> None:
    compare(100_000)


@pytest.mark.slow
@pytest.mark.parametrize(("start", "kind", "moves"), [("k7/8/8/8/8/8/8/KQ6", 3, 10), ("k7/8/8/8/8/8/8/KR6", 2, 16), ("4k3/8/8/8/8/8/4P3/4K3", 1, 28)])
def test_the_longest_wins_of_chess_endings(start: str, kind: int, moves: int) -> None:
    """In moves of White, all positions being reached from one but for those that no move leads to, which are asked too."""
    longest = 0
    for fen in (start, *(start.replace("4P3", f"{file}P{7 - file}".replace("0", "")) for file in range(8) if kind == 1)):
        position = gr.chess_endings(fen)
        table: Any = search(position.ruleset, position.state, Options("compiled"))
        states, status = table.graph.states, table.status
        mine = (states[:, 2] == kind) & (states[:, 4] == 0) & (status & 3 == 1)
        longest = max(longest, int((status[mine] >> 2).max()))
    assert (longest + 1) // 2 == moves
