"""Rules that are not of two players who move in turn, or ask their player what he never is: each is told in a sentence."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import grundy as gr
from generated import define
from grundy.common.errors import GrundyError, RulesError
from grundy.rules.board import DOWN, EAST, FREE, Board
from grundy.rules.from_text import rules_of


@gr.partisan_game
def asked_well(n: int, *, player: int) -> Iterator[int]:
    if n > 2 and player in (gr.LEFT, gr.RIGHT) and n != 0:
        yield n - (0, 1, 2)[player] if player == gr.RIGHT or 0 < player <= 1 < n or player >= 1 else n
        yield n - 1 if player == 1 else n - 2


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("yield n - 1 if player == 0 else n - 2", "player == 0"),
        ("yield n - 1 if player == BLUE else n", "player == BLUE"),
        ("yield n - 1 if not player else n - 2", "player"),
        ("yield n - TWO[player]", "TWO[player]"),
        ("yield n - 1 if player in (0,) else n - 2", "player in (0,)"),
        ("yield n - 1 if player % 2 == 0 else n - 2", "player % 2"),
        ("match player:\n   case 0: yield from range(n)\n   case _: yield from range(n - 1)", "0"),
        ("first = 0; yield n - 1 if player == first else n - 2", "player == first"),
        ("me = player; yield n - 1 if me > 1 else n - 2", "me > 1"),
    ],
)
def test_a_question_whose_answer_both_players_share_is_refused(line: str, asked: str) -> None:
    """Before its value was that of another game: of ``player == 0`` Left had Right's moves too."""
    text = f"import grundy as gr\n@gr.partisan_game\ndef rules(n: int, *, player: int):\n if n > 2:\n  {line}\n"
    rules: Any = define(text, BLUE=0, TWO=(1, 2))
    with pytest.raises(RulesError, match="is the same for both players, since player is LEFT") as told:
        rules(5).value()
    assert f"`{asked}` in line" in str(told.value)
    with pytest.raises(RulesError):
        (rules(5) + gr.nim(1)).outcome()


def test_rules_that_ask_well_are_played() -> None:
    assert asked_well(3).value() == gr.Value("*")


def test_a_text_that_asks_so_is_refused_with_its_line() -> None:
    head = "import grundy as gr\n@gr.partisan_game\ndef half(n: int, *, player: int):\n"
    text = f"{head}    if player == 0:\n        yield n\n"
    with pytest.raises(GrundyError, match="`player == 0` in line 4"):
        rules_of(text)
    assert rules_of(text.replace("== 0", "== 1 and n > 0").replace("yield n", "yield n - 1"))["half"](2).value() == 2


def test_three_players_are_refused() -> None:
    """They were played as two: whoever cannot move had lost to the one before."""

    @gr.game
    def three(n: int, turn: int) -> Iterator[tuple[int, int]]:
        for k in (1, 2):
            if k <= n:
                yield n - k, (turn + 1) % 3

    @gr.game
    def in_a_tuple(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        n, player = state
        if n:
            yield n - 1, (player + 1) % 3

    @gr.game(sided=True)
    def owned(a: int, b: int, c: int, turn: int) -> Iterator[tuple[int, int, int, int]]:
        heaps = [a, b, c]
        if heaps[turn]:
            heaps[turn] -= 1
            yield heaps[0], heaps[1], heaps[2], (2, 0, 1)[turn]

    assert owned(1, 0, 0, 0).solve()  # of few positions it is not seen, and later it is
    for position in (three(2, 0), in_a_tuple((1, 0)), owned(3, 3, 3, 0), three(9, 0)):
        with pytest.raises(RulesError, match=r"(turn|player) goes round 3 players, and grundy solves games of two"):
            position.solve()


def is_first(player: int) -> bool:
    return player == 0


@gr.partisan_game
def by_a_helper(n: int, *, player: int) -> Iterator[int]:
    if is_first(player) or n > 1:
        yield n - 1 if is_first(player) else n - 2


@gr.partisan_game
def by_a_table(n: int, *, player: int) -> Iterator[int]:
    yield from (n - k for k in {0: (1,), 1: (2,)}.get(player, ()) if n >= k)


@gr.partisan_game
def moves_to_spare(n: int, *, player: int) -> Iterator[int]:
    if n and player == gr.LEFT:
        yield n - 1


@gr.partisan_game
def alike(n: int) -> Iterator[int]:
    if n:
        yield n - 1


alike.right(lambda n: [n - 1] if n else [])


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (by_a_helper, "by-a-helper has the same moves for both players"),
        (by_a_table, "by-a-table has no move for Right"),
        (moves_to_spare, "moves-to-spare has no move for Right"),
        (alike, "alike has the same moves for both players"),
    ],
)
def test_what_may_be_asked_wrongly_is_told(rules: Any, said: str) -> None:
    with pytest.warns(gr.Notice, match=f"{said} wherever it was tried: .*LEFT, 1"):
        rules(6).value()


TABLE = {k: k - 1 for k in range(1, 20)}


@gr.partisan_game
def ended(n: int, *, player: int) -> Iterator[int]:
    yield TABLE[n] if not is_first(player) else n  # there is no move from 0, where play is over


ended.ending(lambda n: gr.LOSS if n == 0 else None)


@gr.partisan_game(board=gr.Grid(".#"))
def dominoes(board: Board, *, player: int) -> Iterator[Board]:
    for cell in board.free:
        other = board.step(cell, DOWN if player == gr.LEFT else EAST)
        if board[other] == FREE:
            yield board.place(cell, 1).place(other, 1)


@gr.game
def quarters(n: int) -> Iterator[int]:
    for turn in range(4):
        if (turn + 1) % 4 < n:
            yield n - (turn + 1) % 4 - 1


@gr.game
def every_third(n: int, turn: int) -> Iterator[tuple[int, int]]:
    for k in (1, 2, 3) if (turn + 1) % 3 == 0 else (1, 2):
        if k <= n:
            yield n - k, turn + 1


def test_nothing_is_told_of_what_is_asked_well(recwarn: pytest.WarningsRecorder) -> None:
    assert quarters(5).grundy() == 0 and dominoes(1, 8).value() == -4 and every_third(4, 0).solve()
    assert not recwarn.list
    with pytest.warns(gr.Notice, match="ended has the same moves for both players"):
        assert ended(6).outcome().name == "P"


def test_what_may_be_three_players_is_told() -> None:
    """A state without names says nothing of players: it is solved as it stands, and the notice says what that means."""

    @gr.game
    def three(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for k in (1, 2):
            if k <= state[0]:
                yield state[0] - k, (state[1] + 1) % 3

    with pytest.warns(gr.Notice, match="item 2 of the state goes round 3 values"):
        assert three((9, 0)).solve().outcome.value == "P"


def test_who_counts_moves_or_takes_turns_is_told_nothing() -> None:
    @gr.game
    def turns(n: int, turn: int) -> Iterator[tuple[int, int]]:
        for k in (1, 2):
            if k <= n:
                yield n - k, 1 - turn

    @gr.game
    def counted(n: int, turn: int) -> Iterator[tuple[int, int]]:
        for k in (1, 2):
            if k <= n:
                yield n - k, turn + 1

    @gr.game
    def wheel(n: int, left: int) -> Iterator[tuple[int, int]]:
        for k in (1, 2):
            if k <= left:
                yield (n + k) % 3, left - k

    @gr.game
    def few(a: int, b: int) -> Iterator[tuple[int, int]]:
        if a > 0:
            yield b, a - 1  # of (3, 1) the second number is 1, 2, 0 and 1

    with warnings.catch_warnings(action="error"):
        assert few(3, 1).solve().outcome.value == "N"
        assert turns(9, 0).solve().outcome.value == counted(9, 0).solve().outcome.value == "P"
        assert wheel(0, 9).solve().outcome.value == "P"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def f(n: int, player: int):\n    yield from range(n)\n", "write player as a keyword without a default"),
        (
            "def f(n: int, *, player: int = 1):\n    yield from range(n)\n",
            "write player as a keyword without a default",
        ),
        (
            "def f(n: int, *, player: int):\n    yield from range(n)\n@f.ending\ndef over(n, *, player):\n    return None\n",
            "the ending of f is the same whoever is to move: leave out its player",
        ),
    ],
)
def test_a_player_stands_where_he_is_read(text: str, told: str) -> None:
    with pytest.raises(GrundyError, match=told):
        define(f"import grundy as gr\n@gr.partisan_game\n{text}")
