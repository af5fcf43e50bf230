"""The words of moves: two moves of a position never have the same, a move is listed once, and what is typed is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

import grundy as gr
from grundy import games
from grundy.common import messages
from grundy.common.errors import GrundyError, PositionError, RulesError
from grundy.faces.cli import arguments
from grundy.playing.match import Match
from grundy.rules.functions import TurnsRuleset, to_move
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset, impartial
from grundy.rules.position import Position
from grundy.rules.solution import convention
from grundy.rules.text import words as reading

POSITIONS, MOVES = 24, 60
"""So many positions of a game, spread over the small ones, and moves of one."""


@cache
def small(name: str) -> list[Position]:
    """Positions of a game and of its impartial version, spread over those that the tests play."""
    rules = games.load(name)
    kinds = [rules, impartial(rules)] if isinstance(rules, PartisanRuleset) else [rules]
    found: list[Position] = []
    for kind in kinds:
        own = list(islice(kind.small_positions(), 150))
        found += own[:: max(1, len(own) // POSITIONS)]
    return found


def sums(name: str) -> Iterator[Position]:
    """Sums of two and three parts, equal ones too, and a part of another game."""
    some = [p for p in small(name) if next(p.options(), None) is not None]
    some = [] if some and some[0].ruleset.has_ending else some
    for i in range(0, len(some) - 1, max(1, len(some) // 6)):
        if some[i].ruleset.name == some[i + 1].ruleset.name:
            yield some[i] + some[i]
            yield some[i] + some[i + 1]
            yield some[i] + some[i + 1] + some[i]
            if not some[i].ruleset.scoring:
                yield some[i] + gr.nim(1, 2) + some[i]
                yield gr.selective(some[i], some[i])


def listed(position: Position) -> int:
    """Check the words of a position's moves; return how many pairs could have been taken for one another."""
    moves = list(islice(position.moves(), MOVES))
    keys = [(move.gain, move.player, move.after.state) for move in moves]
    assert len(set(keys)) == len(moves), f"{position}: a move is listed twice"
    words = [str(move) for move in moves]
    assert len(set(words)) == len(words), f"{position}: {sorted(words)}"
    return len(moves) * (len(moves) - 1) // 2


@pytest.mark.some(26)
@pytest.mark.parametrize("name", games.names())
def test_two_moves_never_have_the_same_words(name: str) -> None:
    cases = sum(listed(position) for position in (*small(name), *sums(name)))
    assert cases >= 5, cases


@pytest.mark.slow
@pytest.mark.some(40)
@pytest.mark.parametrize("name", games.names())
def test_what_solve_names_is_one_of_the_moves_that_are_listed(name: str) -> None:
    """The winning moves and the best one: each named as in the list, each once."""
    for position in (*small(name)[::6], *islice(sums(name), 1, None, 5)):
        try:
            solution = position.solve()
        except GrundyError:  # no convention says who wins
            continue
        moves = [*solution.winning_moves(MOVES), *([solution.best_move] if solution.best_move else [])]
        names = {str(move): move.after.state for move in position.moves()}
        if position.ruleset.partisan:
            assert all(move.player in (gr.LEFT, gr.RIGHT) for move in moves)
        assert all(names.get(str(move), move.after.state) == move.after.state for move in moves), position
        found = [(move.gain, move.player, move.after.state) for move in solution.winning_moves(MOVES)]
        assert len(set(found)) == len(found), f"{position}: a winning move is named twice"


@pytest.mark.some(26)
@pytest.mark.parametrize("name", games.names())
def test_what_is_typed_is_the_move_that_is_played(name: str) -> None:
    for position in (*small(name)[::4], *islice(sums(name), 0, None, 3)):
        start = to_move(position, gr.LEFT) if position.ruleset.partisan else position
        match = Match(start, convention())
        for move in islice(start.moves(), 12):
            found = match.find_words(move.text.replace("→", "->"))
            assert found is not None and (found.after.state, found.gain) == (move.after.state, move.gain), move


def test_moves_that_were_called_the_same() -> None:
    clobber = gr.clobber("OXX") + gr.clobber("OX.X")
    assert [str(move) for move in clobber.moves()] == [
        "Left clobber 1: (1,2)-(1,1)",
        "Left clobber 2: (1,2)-(1,1)",
        "Right clobber 1: (1,1)-(1,2)",
        "Right clobber 2: (1,1)-(1,2)",
    ]
    nogo = impartial(gr.nogo)("...")
    assert sorted(move.text for move in nogo.moves())[:2] == ["(1,1) → O..", "(1,1) → X.."]
    assert [move.text for move in gr.toppling_dominoes("X").moves(gr.LEFT)] == ["(1,1)"]
    assert [m.text for m in gr.toppling_dominoes("X").solve().winning_moves(player=gr.LEFT)] == ["(1,1)"]


def test_edges_side_by_side() -> None:
    """Which of two is cut is not to be seen: the move is one."""
    for position in (gr.green_hackenbush("0-3", "3-4", "0-1", "3-4"), gr.hackenbush("0-3b 3-4r 0-1b", "3-4r")):
        cut = [move.text for move in position.moves()]
        assert len(cut) == len(set(cut)) == 3 and sum(word.startswith("cut 3-4") for word in cut) == 1
        assert {position.ruleset.show(p.state) for p in position.options()} == {
            str(m.after)[len(position.ruleset.name) + 1 : -1] for m in position.moves()
        }


def test_positions_that_a_rule_shows_alike_are_told_apart() -> None:
    """Unless what is shown is read back, and so says all."""

    @gr.game
    def hidden(n: int):
        yield from range(n)

    @hidden.shown
    def dots(n: int) -> str:
        return "…"

    assert [move.text for move in hidden(2).moves()] == ["… → … (1)", "… → … (2)"]


def test_words_of_another_language_are_not_kept() -> None:
    position = impartial(gr.nogo)("..") + impartial(gr.nogo)("..") + gr.nim(2)
    before = [move.text for move in position.moves()]
    with messages.use("zh"):
        assert [move.text for move in position.moves()] != before
    assert [move.text for move in position.moves()] == before


def test_moves_of_other_gains_to_one_position() -> None:
    """Points are part of a move: a position that is reached with different gains is named by the words."""

    @gr.scoring_game
    def taken(n: int):
        for k in range(1, n + 1):
            yield k, 0

    words = [move.text for move in taken(2).moves()]
    assert len(set(words)) == 2
    match = Match(taken(2), convention())
    for move in taken(2).moves():
        assert match.read(move.text).gain == move.gain
    with pytest.raises(GrundyError, match="different gains"):
        match.read("0")


def test_words_that_differ_in_capital_letters() -> None:
    @gr.game
    def letters(n: int):
        yield from range(n)

    @letters.spelling
    def word(before: int, after: int) -> str:
        return "aAb"[after]

    match = Match(letters(3), convention())
    assert [match.read(text).after.state for text in ("a", "A", "b", "B")] == [0, 1, 2, 2]


def test_integers_are_games_in_sums() -> None:
    for p in (gr.domineering(2, 3), gr.kayles(3), gr.domineering(2, 2) + gr.nim(3)):
        assert p + 1 == p + gr.Value(1) and 1 + p == gr.Value(1) + p
        assert p - 2 == p - gr.Value(2) and 1 - p == gr.Value(1) - p
        assert p + 0 == 0 + p == p - 0 == p == sum([p])
        assert sum([p, p, gr.nim(4)]) == p + p + gr.nim(4)
        assert (p + 1).value() == p.value() + 1
        for no_game in (True, 1.5, "1", None):
            with pytest.raises(TypeError):
                p + no_game  # type: ignore[operator]
    assert gr.domineering(2, 1) >= 1 > gr.domineering(1, 2)


def test_winning_moves_of_either_player() -> None:
    solution = gr.nim(3, 5).solve()
    assert solution.winning_moves(player=gr.LEFT) == solution.winning_moves(player=gr.RIGHT) == solution.winning_moves()
    for position in (gr.nim(3, 5), gr.domineering(2, 3)):
        for wrong in (0, 2, "Left"):
            with pytest.raises(RulesError, match="a player is LEFT \\(1\\) or RIGHT \\(-1\\), not"):
                position.solve().winning_moves(player=wrong)  # type: ignore[arg-type]


SUMS = {
    "domineering 2 3 + 1/2": gr.domineering(2, 3) + gr.Value("1/2"),
    "domineering 2 3 + ^*": gr.domineering(2, 3) + gr.Value("^*"),
    "{1|0} + kayles 3": gr.Value("{1|0}") + gr.kayles(3),
    "kayles 3 + 2 + v": gr.kayles(3) + 2 + gr.Value("v"),
    "domineering 2 2 + impartial cram 2 2": gr.domineering(2, 2) + gr.cram(2, 2),
    "dicotic domineering 2 3 + nim 1": gr.dicotic(gr.domineering)(2, 3) + gr.nim(1),
    "nim 3 + impartial domineering 2 3": gr.nim(3) + impartial(gr.domineering)(2, 3),
    "value(1/2)": Position((gr.nim(1) + 1).ruleset.parts[1], gr.Value("1/2")),  # type: ignore[attr-defined]
    "-partisan-subtraction(5) + nim(3)": -gr.partisan_subtraction(5) + gr.nim(3),
}


@pytest.mark.parametrize("text", SUMS)
def test_values_and_impartial_games_in_the_sums_of_the_shell(text: str) -> None:
    def read(words: str) -> Position:
        return reading.position(reading.split(words), games.find)

    position = read(text)
    assert position == SUMS[text]
    assert read(str(position)) == position == read(reading.written(position))  # as it is printed
    assert arguments.position([str(position)]) == position == arguments.position(text.split())


def test_what_is_neither_a_game_nor_a_value() -> None:
    for words, said in (
        ("kayles 3 + nosuch", "there is no game 'nosuch'"),
        ("kayles 3 + 3^2", "read as a power by some"),
        ("1/2", "there is no game"),
        ("impartial", "there is no game"),
        ("nim 3 + value(x)", "column 1"),
    ):
        with pytest.raises(GrundyError, match=said):
            arguments.position(words.split())


def test_more_moves_than_are_looked_at() -> None:
    """The words of heaps tell themselves apart; they are not looked through."""
    assert str(next(gr.nim(10**18, 10**18 + 1).moves())) == f"heap 1: {10**18} → 0"
    assert isinstance(to_move(gr.col("1-2"), gr.LEFT).ruleset, TurnsRuleset) and ImpartialRuleset is not None


def test_a_parameter_takes_the_place_of_what_a_start_says() -> None:
    """The start of that size, as the game says it; where a board is written, it must say the same."""
    for words, wanted in (
        ("dodgem size=4", "X.../X.../X.../.OOO"),
        ("pawn-duel width=4", "OOOO/..../XXXX"),
        ("cop-and-robber height=3", "X.../..../...O"),
        ("dodgem size=4,", "X.../X.../X.../.OOO"),
        ("connect4 width=8", "/".join(["........"] * 6)),
        ("tic-tac-toe 3x3 width=4", "..../..../...."),
    ):
        assert reading.position(words.split(), games.load, begin=True) == games.load(words.split()[0])(wanted), words
    for words, said in (
        ("connect4 width=99999999999", "a board has 1 to 65536 cells"),
        ("connect4 line=99999999999", "a line has 1 to 65536 cells"),
        ("dodgem size=9", "the board is a square of size"),
        ("pawn-duel height=0", "height is a number from 1 up"),
        ("treblecross cells=10", "......... has cells=9, not 10"),
        ("hex ..../..../.... width=3", "has width=4, not 3"),
        ("treblecross 1x5 foo=2", "treblecross has no parameter 'foo': its parameters are cells"),
    ):
        with pytest.raises(PositionError, match=said):
            reading.position(words.split(), games.load, begin=True)
