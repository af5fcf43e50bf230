"""Reports for who makes a game: counts against brute force, players against recursion, every planted fault is found."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sessions import is_the_same

import brute
import grundy as gr
from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, RuleFailed
from grundy.common.messages import use
from grundy.playing.reports.faults import faults, reached
from grundy.playing.reports.report import FAR, Player, courses, matches, measured, symmetries
from grundy.playing.reports.sizes import settings, sizes, starts, varied
from grundy.rules.board import FREE, MINE, Board
from grundy.rules.functions import TurnsRuleset
from grundy.rules.position import Position
from grundy.solving import play_graph as graphs
from grundy.solving.play_graph import play_graph

WORTH = {"N": 1, "P": -1, "T": 0, "D": 0}


@gr.game
def clock(hour: int, *, hours: int = 11):
    """A loopy game."""
    if hour:
        yield (hour + 3) % hours
        yield (hour + 5) % hours


def counted(position: Position, misere: bool) -> tuple[Any, ...]:
    """Return what a report counts, by rounds over a dictionary of options."""
    if position.ruleset.partisan:
        rules = TurnsRuleset(position.ruleset)
        begins = [Position(rules, (position.state, player)) for player in (gr.LEFT, gr.RIGHT)]
    else:
        begins = [position]
    options: dict[Any, Any] = {}
    for each in begins:
        options |= {state: dict.fromkeys(below) for state, below in brute.reachable(each).items()}
    rules = begins[0].ruleset
    ends = {state: end for state in options if (end := rules.ended(state)) is not None}
    found = brute.by_rounds(options, ends, misere=misere)
    worth = {state: WORTH[outcome] for state, (outcome, _remote) in found.items()}
    goes_on = [state for state, below in options.items() if below]
    choice = [state for state in goes_on if len(options[state]) > 1]
    good = {state: sum(-worth[child] == worth[state] for child in options[state]) for state in choice}
    return (
        *(len(options), len(options) - len(goes_on), max(map(len, options.values()))),
        pytest.approx(sum(len(options[state]) for state in goes_on) / len(goes_on)),
        pytest.approx(sum(worth[state] != 0 for state in goes_on) / len(goes_on)),
        pytest.approx(sum(good[state] == 1 for state in choice) / len(choice)),
        pytest.approx(sum(good[state] == len(options[state]) for state in choice) / len(choice)),
        max(remote or 0 for _outcome, remote in found.values()),
    )


SMALL = {
    "tic-tac-toe": gr.tic_tac_toe.start(),
    "connect three": gr.connect4(width=4, height=3, line=3),
    "a partisan board": gr.domineering(3, 3),
    "one number": gr.bash(12, m=4),
    "play goes round": clock(6),
}


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_counts_are_those_of_brute_force(name: str, misere: bool) -> None:
    position = SMALL[name]
    found = measured(play_graph(position, misere=misere))
    told = (found.positions, found.endings, found.most_moves, found.moves)
    assert (*told, found.decisive, found.only, found.free, found.longest) == counted(position, misere)


@pytest.mark.slow
def test_compiled_rules_give_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    position = gr.tic_tac_toe.start(4, 3)
    interpreted = play_graph(position)
    monkeypatch.setattr(graphs, "SMALL", 100)
    compiled = play_graph(position)
    assert measured(compiled) == measured(interpreted)
    assert [compiled.state(7), compiled.place(compiled.state(7))] == [interpreted.state(7), 7]
    assert courses(compiled) == courses(interpreted)


@gr.game
def twice(a: int, b: int):
    """Two moves may lead to one position, which is counted once."""
    for k in range(a):
        yield k, b // 2
        yield k, b // 3


def test_a_move_that_is_yielded_twice_is_one() -> None:
    graph = play_graph(twice(9, 7))
    assert measured(graph).positions == len(brute.reachable(twice(9, 7)))
    for place in range(len(graph)):
        children = {graph.place(each.state) for each in graph.position(place).options()}
        assert graph.children(place).tolist() == sorted(children)


# ---- players


def expected(position: Position, errs: tuple[float, float]) -> float:
    """Return the mean points of who moves, between players who err so often and else make any of the best moves."""
    rules = position.ruleset
    options = brute.reachable(position)
    ends = {state: end for state in options if (end := rules.ended(state)) is not None}
    found = brute.by_rounds(options, ends)

    def liking(state: Any) -> tuple[int, int]:
        outcome, remote = found[state]
        return {"P": (1, -(remote or 0)), "N": (-1, remote or 0)}.get(outcome, (0, 0))

    @cache
    def points(state: Any, turn: int) -> float:
        below = options[state]
        if not below:
            return (1 + WORTH[found[state][0]]) / 2
        best = [child for child in below if liking(child) == max(map(liking, below))]
        own = errs[turn]
        blind, seen = (sum(1 - points(child, 1 - turn) for child in some) / len(some) for some in (below, best))
        return own * blind + (1 - own) * seen

    return points(position.state, 0)


@pytest.mark.parametrize("errs", [(0.0, 0.3), (0.2, 0.2), (1.0, 0.0), (1.0, 1.0)])
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect three", "one number"])
def test_players_that_err_get_what_recursion_says(name: str, errs: tuple[float, float]) -> None:
    graph = play_graph(SMALL[name])
    (found,) = matches(graph, graph.starts, [(Player(errs=errs[0]), Player(errs=errs[1]))], games=20_000)
    assert found == pytest.approx(expected(SMALL[name], errs), abs=0.015)  # four standard errors


def searched(position: Position, state: Any, depth: int) -> int:
    """Return what a search of some depth says: 1 or -1 where play is decided within it, else 0."""
    rules = position.ruleset
    if (end := rules.ended(state)) is not None:
        return end
    options = list(rules.options(state))
    if not options:
        return -1
    return max(-searched(position, option, depth - 1) for option in options) if depth else 0


@hypothesis.settings(max_examples=each_day(60), deadline=None)
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_who_sees_some_moves_ahead_plays_as_a_search_of_that_depth(sight: int, chance: int) -> None:
    position = SMALL["tic-tac-toe"]
    graph = play_graph(position)
    place = random.Random(chance).randrange(len(graph))
    children = graph.children(place).tolist()
    results = {-searched(position, graph.state(child), sight - 1) for child in children}
    nontrivial(len(results) > 1)
    players = [(Player(sight), Player())]
    for seed in range(4 if children else 0):
        after = _first_move(graph, place, players[0][0], seed)
        assert -searched(position, graph.state(after), sight - 1) == max(results)


def _first_move(graph: Any, place: int, player: Player, seed: int) -> int:
    """Return where a player goes from a position."""
    import numpy as np

    from grundy.playing.reports.report import chosen_edges

    at = np.array([place])
    edge = chosen_edges(graph, np.array([0]), at, graph.widths[at], np.array([player.sight]), 0, seed)
    return int(graph.edges[edge[0]])


def test_best_play_gets_what_the_position_is_worth() -> None:
    for position, worth in ((SMALL["tic-tac-toe"], 0.5), (SMALL["connect three"], 1.0), (gr.bash(12, m=3), 0.0)):
        graph = play_graph(position)
        assert matches(graph, graph.starts, [(Player(), Player(FAR))]) == [worth]


def test_games_for_points_are_played_for_the_difference() -> None:
    deque = gr.deque(3, 9, 2, 7, 4, 1)
    graph = play_graph(deque)
    found = gr.report(deque).games[0].sizes[0]
    best = max(
        gain - Position(deque.ruleset, state).score() for gain, state in deque.ruleset.scored_options(deque.state)
    )
    assert found.value == str(deque.score()) == str(best) == str(max(each.worth for each in found.openings))
    assert matches(graph, graph.starts, [(Player(), Player())]) == [1.0]
    assert found.remoteness is None and found.seeing == ()


# ---- faults, planted one by one


def planted(rules: str, name: str = "g") -> Any:
    """Return a game made of a text, with the lines of the text known."""
    import linecache

    file = f"<planted {hash(rules)}>"
    linecache.cache[file] = (len(rules), None, rules.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"__name__": "planted", "gr": gr}
    exec(compile(rules, file, "exec"), scope)
    return scope[name]


ROW = """
@gr.game(sided=True)
def g(own: int, other: int, *, cells: int = 5):
    for cell in range(cells):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell
"""


@pytest.mark.slow
def test_every_planted_fault_is_found(tmp_path: Path) -> None:
    assert is_the_same("faults", tmp_path)


@pytest.mark.parametrize("most", [10_000, 2])
def test_who_cannot_move_where_no_ending_says_it_is_told_once(most: int) -> None:
    """By the report, exactly or of what it looked at, and not by a notice too; in each language."""
    rules = "@gr.game\ndef g(n: int):\n    if n:\n        yield n - 1\n"
    rules += "@g.ending\ndef over(n):\n    return gr.TIE if n > 9 else None\n"
    for spoken in ("en", "zh_CN"):
        with warnings.catch_warnings(record=True) as told, use(spoken):
            warnings.simplefilter("always")
            found = gr.report(planted(rules)(5), most=most).games[0].faults
        assert sum(each.kind == "stall" for each in found) == 1
        assert not [each for each in told if issubclass(each.category, gr.Notice)]


def test_a_first_move_that_wins_at_every_size_is_told() -> None:
    found = gr.report(gr.tic_tac_toe, size="3x3..4x3", vary={"line": 2}).games[0].faults
    assert "the first move (1,1) wins at every size" in map(str, found)
    assert not [each for each in gr.report(gr.bash, size="5..8").games[0].faults if "every size" in str(each)]


def test_sound_rules_have_no_faults() -> None:
    for position in (SMALL["tic-tac-toe"], gr.hex.start("3x3"), gr.domineering(3, 3), gr.connect4.start("4x4")):
        graph = play_graph(position)
        assert [*faults(graph)] == [] and reached(graph).dead == {}


def test_a_line_is_dead_where_it_is_dead_at_every_size() -> None:
    text = (
        "@gr.game\ndef g(n: int, *, m: int = 9):\n    if n > m:\n        yield n - m\n    if n:\n        yield n - 1\n"
    )
    g = planted(text)
    assert [each.kind for each in gr.report(g, size="5..8").games[0].faults if "line 4" in str(each)] == ["dead rule"]
    assert "dead rule" not in [each.kind for each in gr.report(g, size="8,12").games[0].faults]


# ---- sizes, symmetries, estimates


def test_symmetries_are_those_of_the_board() -> None:
    images: dict[str, Callable[[], Position]] = {
        "left and right, up and down, half a turn": lambda: gr.domineering(3, 3),
        "left and right": lambda: gr.connect4(width=4, height=3, line=3),
        "half a turn": lambda: gr.hex.start("3x3"),
        "": lambda: gr.bash(12),
    }
    for names, position in images.items():
        assert ", ".join(symmetries(play_graph(position()))[0].images) == names
    _seen, classes = symmetries(play_graph(gr.tic_tac_toe(width=4, height=4, line=2)))
    assert sorted(map(len, classes)) == [4, 4, 8]


def test_alike_first_moves_get_the_same() -> None:
    points = {each.move: each.points for each in gr.report(gr.tic_tac_toe).games[0].sizes[0].openings}
    assert len({points[move] for move in ("(1,1)", "(1,3)", "(3,1)", "(3,3)")}) == 1 and len({*points.values()}) == 3


@pytest.mark.slow
def test_what_is_too_large_is_estimated_and_says_so() -> None:
    (size,) = gr.report(gr.connect4, size="7x6", most=1000).games[0].sizes
    assert not size.exact and size.measures is None and size.openings == () and size.outcome is None
    assert size.how == "more than 1,000 positions" and size.estimate is not None
    assert size.estimate.ended == 200 and 4 < size.estimate.moves < 7 and 0.4 < size.estimate.first < 0.7
    (known,) = gr.report(gr.domineering(5, 5), most=1000).games[0].sizes
    assert (known.outcome, known.value, known.how) == (gr.Outcome.P, "0", "its canonical form")
    (decided,) = gr.report(gr.connect4, size="5x4", most=100_000).games[0].sizes
    assert decided.outcome is gr.Outcome.T and "a search for the winner" in decided.how and decided.value is None
    (far,) = gr.report(gr.nim(100, 200, 300), most=1000).games[0].sizes
    assert far.value == str(100 ^ 200 ^ 300) and far.how == "Bouton's theorem"


@pytest.mark.slow
def test_the_same_question_has_the_same_answer() -> None:
    one, two, other = (str(gr.report(gr.tic_tac_toe, seed=seed)) for seed in (1, 1, 2))
    assert one == two != other


@pytest.mark.parametrize("text", ["x", "3x", "3..", "3..4..5", "3x3..4", "4x4..3x5", "5..1", "1..99", "-3", "3x3;4x4"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(GrundyError, match=r"sizes are written as|no sizes, or too many"):
        sizes(text)


def test_parameters_that_are_varied() -> None:
    assert settings(varied("s=2,5 m=1..3")) == [{"s": s, "m": m} for s in (2, 5) for m in (1, 2, 3)]
    assert settings({"line": range(3, 5)}) == [{"line": 3}, {"line": 4}]
    for wrong in ("line", "=3", "line=3 line=4", "3=4"):
        with pytest.raises(GrundyError, match="varied as in"):
            varied(wrong)
    for wrong in ("", "3,", "5..3", "1..900"):
        with pytest.raises(GrundyError, match="is varied as in line=3,4"):
            settings({"line": wrong})


def test_what_a_report_cannot_be_about() -> None:
    @gr.game(board=gr.Grid(".XO", sides="swap"), start="OO/../XX")
    def sizeless(board: Board) -> Iterator[Board]:
        for own in board.cells(MINE):
            for near in board.beside(own):
                yield board.move(own, near)

    for ask, words in (
        (lambda: gr.report(), "report takes a game"),
        (lambda: gr.report(gr.tic_tac_toe, size="99x99"), "has no start of size 99x99"),
        (lambda: gr.report(sizeless, size="3x3"), "sizeless has no start of size 3x3, since it declares no sizes"),
        (lambda: gr.report(gr.tic_tac_toe, vary={"colour": 3}), "no parameter 'colour'"),
        (lambda: gr.report(gr.nim(3), size="3"), "takes no other sizes"),
        (lambda: gr.report(gr.bash, size="1..60", vary={"m": "2,3"}), "at most 64 positions"),
        (lambda: gr.report(gr.nim, play="sideways"), "play is 'normal' or 'misere'"),
    ):
        with pytest.raises(GrundyError, match=words):
            ask()


def test_rules_that_fail_in_the_middle_of_play_are_named() -> None:
    g = planted("@gr.game\ndef g(n: int):\n    yield n - 1 if n != 3 else n // 0\n")
    with pytest.raises(RuleFailed, match=r"the rules of g fail at g\(3\), in line 3"):
        gr.report(g, size="6")


def test_boards_of_ones_own_rules_have_sizes() -> None:
    g = planted(
        ROW.replace("cells: int = 5", "width: int = 2, height: int = 2").replace(
            "range(cells)", "range(width * height)"
        )
    )
    assert [(each.label, each.position.ruleset.params) for each in starts(g, "2x2..3x2")] == [
        ("2x2", {"width": 2, "height": 2}),
        ("3x2", {"width": 3, "height": 2}),
    ]


@pytest.mark.hours
def test_connect_four_on_five_by_four() -> None:
    (size,) = gr.report(gr.connect4, size="5x4").games[0].sizes
    assert size.measures is not None and size.measures.positions == 3_945_711 and size.outcome is gr.Outcome.T


def test_a_first_move_that_draws_has_no_length() -> None:
    """Pong Hau K'i goes on for ever, whatever is moved first."""
    lines = ((2, 4), (3, 4), (0, 3, 4), (1, 2, 4), (0, 1, 2, 3))

    @gr.game(board=gr.Grid(".XO", sides="swap", shape="graph", graph=lines), start="OOXX.")
    def pong(board: Board) -> Iterator[Board]:
        for piece in board.cells(MINE):
            for near in board.beside(piece):
                if board[near] == FREE:
                    yield board.move(piece, near)

    (size,) = gr.report(pong).games[0].sizes
    assert [(each.worth, each.remoteness) for each in size.openings] == [(0, None), (0, None)]
