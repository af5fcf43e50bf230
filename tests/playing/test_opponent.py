"""The opponent: moves that the rules have, results that brute force has, and words that say no more than is known."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import GrundyError
from grundy.kernels import playouts
from grundy.playing.match import Match
from grundy.playing.opponent import Budget, choose, searching, solutions_after
from grundy.playing.opponent.choice import (
    BY_MOVES,
    ByStops,
    Choice,
    Hottest,
    OnlyMove,
    PlayedOut,
    Proved,
    Solved,
    Style,
)
from grundy.playing.opponent.choosing import by_parts
from grundy.playing.opponent.searching import Tree, compiled, differs_in_moves, interpreted, untied
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.solution import convention
from grundy.values.outcome import Outcome

VERDICTS = {Outcome.N: "win", Outcome.P: "loss", Outcome.T: "tie", Outcome.D: "draw"}


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "compiled", lambda *_: None)


def match_of(position: Position, play: str = "normal", player: int = LEFT) -> Match:
    return Match(to_move(position, player) if position.ruleset.partisan else position, convention(play))


def budget(count: int, seed: int = 1) -> Budget:
    return Budget(seconds=None, games=count, exact=False, seed=seed)


def grown(
    position: Position, count: int, *, play: str = "normal", seed: int = 1, style: Style = Style(sight=0)
) -> Tree:
    rules, state, side = untied(position)
    rows = interpreted(rules, rules.partisan)
    row = rows.row(state)
    assert row is not None
    tree = Tree(rules, rows, row, side, misere=play == "misere", seed=seed, style=style)
    tree.grow(count)
    return tree


def wandered(position: Position, steps: int, seed: int) -> Position:
    """Return a position after some moves at random, with a move left."""
    chosen = random.Random(seed)
    for _step in range(steps):
        options = [option for option in position.options() if next(option.options(), None) is not None]
        if not options:
            break
        position = chosen.choice(options)
    return position


def connect(width: int, height: int) -> Position:
    return games.load("connect4")(width=width, height=height, line=3)


STARTS: list[Position] = [
    connect(3, 3),
    games.load("tic-tac-toe")(),
    *(to_move(gr.domineering(3, 4), player) for player in (LEFT, RIGHT)),
    to_move(games.load("clobber")("XOXO|OXOX"), LEFT),
    to_move(games.load("amazons")("X..|..O"), LEFT),
    gr.nim(2, 3, 1),
]


# ---- every game


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", games.names())
def test_every_game_is_answered_with_a_move_that_it_has(name: str) -> None:
    played = 0
    for position in islice(games.load(name).small_positions(40), 40):
        match = match_of(position)
        if not match.over and played < 4:
            played += 1
            choice = choose(match, budget(25))
            assert choice.move in list(islice(match.position.moves(), 3000))
            assert choice.perfect or isinstance(choice.ground, PlayedOut)
            assert str(choice)
    assert played


def test_a_whole_game_of_compiled_rules_ends() -> None:
    match = match_of(games.load("clobber")("XOXO|OXOX|XOXO"))
    while not match.over:
        choice = choose(match, budget(40))
        assert json.loads(json.dumps(choice.to_dict())) == choice.to_dict()
        match.make(choice.move)
    assert match.winner in (0, 1)


# ---- what is proved


@settings(max_examples=60)
@given(st.sampled_from(STARTS), st.integers(0, 4), st.integers(0, 1000), st.sampled_from(["normal", "misere"]))
def test_what_is_proved_is_what_brute_force_finds(start: Position, steps: int, seed: int, play: str) -> None:
    position = wandered(start, steps, seed)
    tree = grown(position, 3000, play=play, seed=seed)
    nontrivial(tree.result is not None)
    if tree.result is None:
        return
    truth = position.solve(play, method="interpreted")
    assert {1: "win", 0: "tie", -1: "loss"}[tree.result] == VERDICTS[truth.outcome]
    best = next(islice(position.options(), tree.best().number, None))
    after = best.solve(play, method="interpreted").outcome if next(best.options(), None) else None
    if after is not None:
        assert {"win": "loss", "loss": "win", "tie": "tie"}[VERDICTS[truth.outcome]] == VERDICTS[after]


@gr.scoring_game
def ends(*row: int):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


@settings(max_examples=40)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=6))
def test_points_that_are_proved_are_the_score(coins: list[int]) -> None:
    position = ends(*coins)
    tree = grown(position, 2000)
    nontrivial(tree.result is not None and tree.games > 1)
    if tree.result is not None:
        assert tree.result == position.score()


@settings(max_examples=60)
@given(st.sampled_from(STARTS), st.integers(2, 6), st.integers(0, 1000), st.integers(20, 1500))
def test_perfect_is_said_only_of_what_is(start: Position, steps: int, seed: int, count: int) -> None:
    match = Match(wandered(start, steps, seed), convention())
    if match.over:
        nontrivial(False)
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "compiled", lambda *_: None)
        choice = choose(match, budget(count, seed))
    nontrivial(isinstance(choice.ground, Proved))
    truth = VERDICTS[match.position.solve(method="interpreted").outcome]
    if choice.perfect and not isinstance(choice.ground, OnlyMove):
        assert choice.verdict == truth
        match.make(choice.move)
        theirs = (
            {0: "loss", 1: "win"}[int(match.winner == match.mover)]
            if match.over and match.winner is not None
            else "tie"
            if match.over
            else VERDICTS[match.position.solve(method="interpreted").outcome]
        )
        assert theirs == {"win": "loss", "loss": "win", "tie": "tie"}[truth]


@pytest.mark.usefixtures("uncompiled")
def test_play_that_goes_round_is_never_proved() -> None:
    loop = gr.digraph({"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]}, name="round")
    choice = choose(match_of(loop("a")), budget(300))
    assert not choice.perfect and isinstance(choice.ground, PlayedOut) and choice.ground.mean == 0
    assert choose(match_of(loop("a")), Budget(seconds=None)).verdict == "draw"


@pytest.mark.usefixtures("uncompiled")
def test_what_has_too_many_moves_is_never_proved() -> None:
    choice = choose(match_of(gr.nim(2999)), budget(50))
    assert choice.perfect and choice.verdict == "win"
    choice = choose(match_of(gr.nim(4000)), budget(50))
    assert not choice.perfect


# ---- what is solved


@settings(max_examples=25)
@given(st.sampled_from([*STARTS, gr.kayles(9) + gr.nim(3)]), st.integers(0, 3), st.integers(0, 1000))
def test_what_can_be_solved_is(start: Position, steps: int, seed: int) -> None:
    match = Match(wandered(start, steps, seed), convention())
    nontrivial(not match.over)
    if not match.over:
        choice = choose(match, Budget(seconds=None))
        truth = match.position.solve()
        assert choice.perfect
        if isinstance(choice.ground, Solved):
            assert choice.verdict == VERDICTS[truth.outcome]
            assert choice.verdict != "win" or choice.move == truth.best_move


def test_nothing_is_compiled_for_what_is_solved_at_once() -> None:
    match = Match(gr.tic_tac_toe(), convention())
    match.position.ruleset.forget()
    assert choose(match, Budget(None)).perfect and searching.READY not in match.position.ruleset.memory
    assert not choose(match, Budget(games=5, exact=False)).perfect and searching.READY in match.position.ruleset.memory


def test_a_game_for_points_is_solved_with_the_points_that_were_made() -> None:
    match = match_of(ends(3, 1, 2, 8, 1))
    match.make(next(match.position.moves()))
    choice = choose(match, Budget(seconds=None))
    assert choice.points == match.position.score()
    assert choice.points is not None
    lead = choice.points - 3
    assert choice.verdict == ("win" if lead > 0 else "loss" if lead < 0 else "tie")


def test_no_solution_where_the_time_is_none() -> None:
    match = match_of(gr.nim(2, 3))
    moves = list(match.position.moves())
    assert solutions_after(match, moves, 0.0) == [None] * len(moves)
    assert [found and found.value for found in solutions_after(match, moves, None)] == [
        move.after.grundy() for move in moves
    ]


# ---- sums


def test_stops_and_means_decide_a_sum() -> None:
    hot = gr.Value("{9|-1}")
    match = match_of(gr.domineering(2, 3) + hot + gr.Value("{2|1}") + gr.Value(3))
    found = by_parts(match, None)
    assert found is not None and isinstance(found.ground, ByStops) and found.perfect and found.verdict == "win"
    after = found.move.after.solve()
    assert after.outcome is Outcome.P


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["{2|-2}", "{3|-1}", "{1|1/2}", "*", "^", "-1", "{5||1|-4}"]), min_size=2, max_size=4))
def test_what_stops_decide_is_won(values: list[str]) -> None:
    position = gr.Value(values[0]) + gr.domineering(2, 2)
    for value in values[1:]:
        position = position + gr.Value(value)
    answers = [by_parts(match_of(position, player=player), None) for player in (LEFT, RIGHT)]
    nontrivial(any(found and isinstance(found.ground, ByStops) for found in answers))
    for found in answers:
        if found is not None and isinstance(found.ground, ByStops):
            assert found.move.after.solve().outcome is Outcome.P
        elif found is not None:
            assert isinstance(found.ground, Hottest) and not found.perfect


# ---- the tree


@pytest.mark.parametrize(
    ("position", "style"),
    [
        (connect(4, 4), Style()),
        (connect(4, 4), Style(sight=0, ripe=5)),
        (to_move(gr.domineering(4, 4), RIGHT), BY_MOVES),
        (to_move(games.load("clobber")("XOXO|OXOX"), LEFT), Style(cut=2, sight=1)),
    ],
)
def test_the_kernel_does_what_its_python_does(position: Position, style: Style) -> None:
    rules, state, side = untied(position)
    rows = compiled(rules, state, rules.partisan)
    assert rows is not None
    trees = [Tree(rules, rows, rows.row(state) or (), side, misere=False, seed=7, style=style) for _ in range(2)]
    trees[0].grow(150)
    plain: Any = playouts.grow.function
    tree = trees[1]
    while tree.games < 150 and not tree.nodes[playouts.KNOWN]:
        code = plain(*rows.sides, *tree.params, tree.header, tree.nodes, tree.state, tree.out, 150 - tree.games)
        if code == playouts.MORE_OUT:
            tree.out = np.zeros(2 * len(tree.out), np.int64)
        elif code == playouts.MORE_ROOM:
            assert tree.enlarge()
    used = int(tree.header[playouts.USED]) * tree.stride
    assert used == int(trees[0].header[playouts.USED]) * tree.stride > tree.stride
    assert [*map(int, tree.nodes[:used])] == [*map(int, trees[0].nodes[:used])]


@settings(max_examples=6)
@given(
    st.sampled_from([connect(5, 5), STARTS[1], to_move(gr.domineering(4, 4), LEFT)]),
    st.integers(1, 1000),
    st.booleans(),
)
def test_a_tree_that_is_kept_is_the_same_below(start: Position, seed: int, twice: bool) -> None:
    tree = grown(start, 500, seed=seed, style=Style(sight=0, ripe=1))
    position = list(start.options())[tree.best().number]
    if twice:
        position = random.Random(seed).choice(list(position.options()))
    _rules, state, side = untied(position)
    row = tree.rows.row(state)
    assert row is not None
    kept = tree.replanted(row, side)
    nontrivial(kept and tree.games > 0)
    if kept:
        assert sum(child.games for child in tree.children()) <= tree.games
        before = tree.games
        tree.grow(500)
        assert tree.games > before or tree.result is not None
        if tree.result is not None:
            truth = VERDICTS[position.solve(method="interpreted").outcome]
            assert {1: "win", 0: "tie", -1: "loss"}[tree.result] == truth


def test_a_tree_without_more_room_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.playing.opponent.searching.MEMORY", 0)
    monkeypatch.setattr("grundy.playing.opponent.searching.first_room", lambda *_: 600)
    tree = grown(connect(4, 4), 300)
    assert tree.games == 300 and len(tree.nodes) == 600 and len(tree.children()) == 4


def test_who_has_more_moves_is_seen() -> None:
    for name, text, differs in (
        ("clobber", "XOXO|OXOX", False),
        ("domineering", "...|...", True),
        ("amazons", "X..|..O", True),
    ):
        rules, state, _side = untied(to_move(games.load(name)(text), LEFT))
        rows = compiled(rules, state, True)
        assert rows is not None and differs_in_moves(rows, rows.row(state) or ()) is differs


def test_boards_of_more_cells_than_a_word_are_compiled() -> None:
    position = gr.domineering(8, 8)
    rows = compiled(position.ruleset, position.state, True)
    assert rows is not None
    out = np.zeros(1 + 112 * rows.width, np.int64)
    row = np.array(rows.row(position.state), np.int64)
    for side, player in enumerate((LEFT, RIGHT)):
        count = rows.sides[side](row, np.array(rows.params[side], np.int64), out)
        children = out[1 : 1 + count * rows.width].reshape(-1, rows.width).tolist()
        expected = [list(rows.row(option) or ()) for option in position.ruleset.options_of(position.state, player)]
        assert count == 56 and children == expected


# ---- lost positions


@gr.game
def held(n: int):
    """From 0 nothing; all that the first player can do from 9 loses, in 2, 4 or 4 moves."""
    yield from {9: (5, 6, 7), 5: (0,), 6: (3, 2, 1), 7: (3, 8), 3: (4,), 4: (0,), 8: (0,), 2: (4, 8), 1: (0,)}.get(
        n, ()
    )


def lost_position(position: Position) -> tuple[int, int]:
    """Return, by brute force, how many moves a position lasts (odd: it is won) and how many moves win it."""
    after = [lost_position(option)[0] for option in position.options()]
    winning = [lasts for lasts in after if lasts % 2 == 0]
    return 1 + (min(winning) if winning else max(after, default=-1)), len(winning)


@pytest.mark.parametrize(
    "position", [held(9), gr.wythoff(3, 5), gr.nim(3, 3), gr.nim(1, 2, 3), gr.wythoff(4, 7), gr.bash(8)]
)
def test_a_lost_position_is_held_out_as_long_and_as_hard_as_can_be(position: Position) -> None:
    assert lost_position(position)[0] % 2 == 0
    choice = choose(match_of(position), Budget(seconds=None))
    assert choice.verdict == "loss" and isinstance(choice.ground, Solved)
    ranks = [lost_position(option) for option in position.options()]
    lasts, replies = lost_position(choice.move.after)
    known = position.solve().remoteness is not None
    best = min((-longest if known else 0, few) for longest, few in ranks)
    assert (-lasts if known else 0, replies) == best
    assert choice.ground.replies == replies
    assert choice.ground.lasts == (lasts + 1 if known else None)
    assert (f"longer than {lasts + 1} moves" in str(choice)) == known and str(replies) in str(choice)


def kept_by(after: Position) -> int:
    """Return after how many replies a tie is a tie still."""
    return sum(reply.solve(method="interpreted").outcome is Outcome.T for reply in after.options())


@settings(max_examples=25)
@given(st.sampled_from([connect(3, 3), games.load("tic-tac-toe")()]), st.integers(0, 5), st.integers(0, 1000))
def test_of_moves_that_keep_a_tie_one_sets_the_trap(start: Position, steps: int, seed: int) -> None:
    match = Match(wandered(start, steps, seed), convention())
    tied = match.position.solve().outcome is Outcome.T
    nontrivial(tied)
    if tied and len([*match.position.moves()]) > 1:
        made = choose(match, Budget(seconds=None)).move.after
        keeping = [after for after in match.position.options() if after.solve().outcome is Outcome.T]
        assert made in keeping and kept_by(made) == min(map(kept_by, keeping))


def test_of_equally_long_moves_the_one_with_fewest_replies_that_win_is_made() -> None:
    choice = choose(match_of(held(9)), Budget(seconds=None))
    assert isinstance(choice.ground, Solved) and choice.ground.lasts == held(9).solve().remoteness
    assert choice.ground.replies == 1


def test_what_is_hard_is_not_looked_for_beyond_the_time() -> None:
    from grundy.playing.opponent import choosing

    match = match_of(gr.nim(3, 3))
    plain = Choice(next(match.position.moves()), "loss", Solved(3))
    assert choosing.hardest(match, plain, 0.0) in (plain, choosing.hardest(match, plain, None))
    scored = match_of(gr.deque(3, 9, 2))
    other = Choice(next(scored.position.moves()), "loss", Solved(3), -3)
    assert choosing.hardest(scored, other, None) is other


# ---- words, faults


def test_words_say_what_was_done() -> None:
    (move,) = gr.nim(1).moves()
    played = Choice(move, "", PlayedOut(48000, 12, 0.22))
    assert str(played) == "strong, not perfect: 48,000 games played out, 61% won"
    assert str(Choice(move, "", PlayedOut(3, 1, 0.2))) == "a guess: 3 games played out, 60% won"
    judged = Choice(move, "", PlayedOut(900, 4, -0.2, judged=True))
    assert str(judged) == "strong, not perfect: 900 lines looked at, up to 4 moves ahead; it looks bad for grundy"
    points = Choice(move, "", PlayedOut(900, 4, 2.5, scoring=True))
    assert str(points) == "strong, not perfect: 900 games played out, +2.5 points on average"
    hot = Choice(move, "", Hottest(5, "3/2"))
    assert str(hot) == "strong, not perfect: a move in the hottest of 5 parts, temperature 3/2"
    perfect = [Choice(move, verdict, Solved(3)) for verdict in ("win", "loss", "tie", "draw")]
    assert [str(each) for each in perfect] == [
        "perfect: this wins",
        "every move loses against perfect play",
        "perfect: a tie",
        "perfect: a draw",
    ]
    assert played.to_dict()["ground"]["kind"] == "PlayedOut" and not played.to_dict()["perfect"]


@pytest.mark.usefixtures("uncompiled")
def test_a_rule_that_fails_is_told_in_a_sentence() -> None:
    @gr.game
    def broken(n: int):
        if n < 3:
            raise ValueError("no such heap")
        yield n - 1
        yield n - 2

    with pytest.raises(GrundyError, match="no such heap"):
        choose(match_of(broken(6)), budget(50))
    with pytest.raises(GrundyError, match="no such heap"):
        choose(match_of(broken(6)), Budget(seconds=None))


def test_a_match_that_is_over_has_no_move() -> None:
    with pytest.raises(GrundyError, match="the game is over"):
        choose(match_of(gr.nim(0)), budget(5))


def test_who_has_won_is_told_by_the_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "solve", None)
    amazons = games.load("amazons")
    stuck = Match(to_move(amazons("X#....|##....|......|.....O"), LEFT), convention())
    assert stuck.over and stuck.winner == 1
    assert Match(gr.nim(0), convention("misere")).winner == 0
    match = Match(connect(3, 3), convention())
    for column in (0, 1, 0, 1, 0):
        match.make(list(match.position.moves())[column])
    assert match.over and match.winner == 0


def test_a_huge_position_leaves_no_mark_on_what_is_proved_of_small_ones() -> None:
    rules = gr.nim
    by_python = interpreted(rules, partisan=False)
    by_python.cut = True  # as of a position with more options than are looked at
    assert not interpreted(rules, partisan=False).cut
