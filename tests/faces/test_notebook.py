"""Notebooks: what shows itself, the widget from Python (clicks: `test_browser`), and the notebooks of the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import grundy as gr
from grundy.common.errors import GrundyError
from grundy.common.messages import use
from grundy.values.patterns.law import Law

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def parsed(markup: str) -> Any:
    """Return markup as a tree: it is well formed, every attribute is quoted, every letter is escaped."""
    return ElementTree.fromstring(markup)


# ---- what shows itself


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "make",
    [
        lambda: gr.nim(1, 2, 3),
        lambda: gr.wythoff(3, 10**30),
        lambda: gr.domineering(2, 3) + gr.nim(4),
        lambda: gr.nim(3).solve(),
        lambda: gr.domineering(2, 2).solve(),
        lambda: gr.bash(10, m=4).solve(play="misere"),
        lambda: gr.digraph({"<": ["&"], "&": ["<", '"'], '"': []}).solve("<"),
        lambda: gr.Value("{1|-1}"),
        lambda: gr.Value("{2||1|0}").thermograph(),
        lambda: gr.review("/play?position=nim+1+2&moves=0.0"),
        lambda: gr.review("/play?position=domineering+2x3&moves=0.0"),
        lambda: gr.octal("0.77").law(),
        lambda: gr.wythoff.law(),
        lambda: gr.bash.law(limit=40),
        lambda: gr.octal("0.07").law(limit=20),
    ],
)
def test_everything_shows_itself(make: Any) -> None:
    thing = make()
    shown = [method() for name in ("_repr_svg_", "_repr_html_") if (method := getattr(thing, name, None))]
    assert len(shown) == 1
    parsed(shown[0])


def test_a_solution_marks_every_winning_move() -> None:
    solution = gr.nim(3, 4, 5).solve()
    markup = solution._repr_html_()
    assert markup.count("✓") == len(solution.winning_moves()) == 1
    assert "Bouton" in markup
    assert gr.nim(2, 2).solve()._repr_html_().count("✓") == 0


def test_a_law_shows_its_values() -> None:
    law = gr.octal("0.77").law()
    cells = re.findall(r"<td>(\d+)</td>", law._repr_html_())
    assert cells == [*map(str, range(24)), *map(str, gr.octal("0.77").sequence(24).tolist())]
    pairs = re.findall(r"<td>(\d+)</td>", gr.wythoff.law()._repr_html_())
    assert pairs[10:13] + pairs[20:23] == ["0", "1", "3", "0", "2", "5"]


def test_automata_are_drawn_and_large_ones_are_not() -> None:
    from grundy.proving.logic.linear import adder
    from grundy.proving.logic.numeration import numeration

    fib = adder(numeration("msd_fib"))
    tree = parsed(fib._repr_svg_() or "")
    names = [node.text for node in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert [n for n in range(fib.states) if str(n) not in names] == []
    assert adder(numeration("msd_trib"))._repr_svg_() is None  # 149 states


def test_a_recurrence_has_no_automaton() -> None:
    from grundy.values.patterns.regular import find_regular

    thue, ruler = (find_regular([f(n) for n in range(300)]) for f in (lambda n: n.bit_count() % 2, int.bit_count))
    assert thue is not None and ruler is not None
    assert parsed(thue._repr_svg_() or "") is not None
    assert ruler._repr_svg_() is None


def test_a_theorem_shows_its_proof() -> None:
    from grundy.proving.theorem import prove

    found: Any = prove(gr.wythoff)
    markup = found._repr_html_()
    parsed(markup)
    assert markup.count("<li>") == len(found.checks) + len(found.argument.cases()) + len(found.trust()) == 9
    assert (
        "(a, b) -&gt; (a - k, b), (a, b - k), (a - k, b - k) for k &gt;= 1" in markup
        and "a test, not a proof" in markup
    )
    assert markup.count("<svg") == len(found.automata) == 1


def test_they_speak_chinese() -> None:
    with use("zh"):
        markup = gr.nim(2, 3).solve()._repr_html_()
    assert "先手" in markup and "first player" not in markup


def test_nimbers_as_latex() -> None:
    assert [gr.Nimber(n)._repr_latex_() for n in (0, 1, 5)] == ["$0$", r"${\star}$", r"${\star}5$"]


# ---- the widget


@pytest.fixture
def play() -> Any:
    return pytest.importorskip("grundy.faces.notebook").Play


def test_who_plays_well_wins_and_who_errs_loses(play: Any) -> None:
    game = play(gr.nim(3, 4, 5))
    while game.moves:
        assert game.view["moves"][0]["verdict"] == "win"
        game.make(0)
    assert game.view["heading"].endswith("You win.")
    game.new()
    while game.moves:
        game.make(len(game.moves) - 1)
    assert game.view["heading"].endswith("grundy wins.")


def test_a_game_alone_begins_at_its_usual_start(play: Any) -> None:
    assert play(gr.domineering, side="both").match.position.state[0] == gr.domineering.start().state
    assert play(gr.nim).match.turns[0].position == gr.nim.start()

    @gr.game
    def unknown(row: str):
        yield row[1:]

    with pytest.raises(gr.GrundyError, match="unknown"):
        play(unknown)


def test_undo_takes_back_ones_own_move_and_the_answer(play: Any) -> None:
    for side, turns in (("first", [0, 2, 4, 2, 0, 0]), ("second", [1, 3, 5, 3, 1, 1]), ("both", [0, 1, 2, 1, 0, 0])):
        game = play(gr.nim(9, 10, 12), side=side)
        seen = [(game.view["turn"], game.view["heading"])]
        for name in ("make", "make", "undo", "undo", "undo"):
            getattr(game, name)(*[0] * (name == "make"))
            seen.append((game.view["turn"], game.view["heading"]))
        assert [turn for turn, _heading in seen] == turns
        assert len(set(seen)) == 3


def test_sides_and_moves_that_there_are_not(play: Any) -> None:
    with pytest.raises(GrundyError, match="side is first, second, both, not 'third'"):
        play(gr.nim(1), side="third")
    with pytest.raises(GrundyError, match=r"there is no move 7 here; .* has 1$"):
        play(gr.nim(1)).make(7)


def test_a_click_on_a_board_that_has_gone_changes_nothing(play: Any) -> None:
    game = play(gr.nim(3, 4))
    game._wished(game, {"move": 0, "turn": 0}, [])
    turns = len(game.match.turns)
    game._wished(game, {"move": 0, "turn": 0}, [])
    assert len(game.match.turns) == turns == 3
    game._wished(game, {"wish": "new", "turn": 2}, [])
    assert len(game.match.turns) == 1


def test_every_kind_of_game_is_played_to_its_end(play: Any) -> None:
    clock = gr.digraph({"a": ["b"], "b": ["a", "c"], "c": []})
    for start in (gr.domineering(2, 3), gr.tic_tac_toe(), gr.nim(10**16, 5), gr.nim(2) + gr.wythoff(1, 2), clock("a")):
        for hints in (True, False):
            game = play(start, hints=hints)
            for _turn in range(60):
                if game.moves:
                    game.make(0)
            assert not game.moves
            parsed(game.view["svg"])


def test_of_very_many_moves_those_that_win_are_offered(play: Any) -> None:
    game = play(gr.nim(10**16, 5))
    assert game.view["moves"][0] == {"text": f"heap 1: {10**16} → 5", "verdict": "win", "sign": "✓", "note": ""}
    assert len(game.view["moves"]) == 400


def test_without_hints_nothing_is_told(play: Any) -> None:
    assert {move["verdict"] for move in play(gr.nim(1, 2), hints=False).view["moves"]} == {""}


def test_points_are_counted(play: Any) -> None:
    @gr.scoring_game
    def coins(*row: int) -> Any:
        if row:
            yield row[0], row[1:]
            yield row[-1], row[:-1]

    game = play(coins(3, 9, 2, 7))
    assert [move["note"] for move in game.view["moves"]] == ["+7", "+3"]
    game.make(0)
    assert game.match.points[0] == 7 and game.match.points[1] > 0
    assert game.view["heading"].endswith("your turn, score {} to {}".format(*game.match.points))


# ---- the notebooks of the documentation


@pytest.mark.slow
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
@pytest.mark.some(1)
def test_notebooks_run(file: Path) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    book = nbformat.read(file, 4)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code), "outputs are not stored"
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = json.dumps([cell.outputs for cell in code])
    assert ("image/svg+xml" in shown and "widget-view" in shown) or "verified=True" in shown


def test_the_notebooks_are_there() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["from_table_to_theorem", "hot_games", "your_own_game"]


# ---- long numbers


LONG = 10**100 + 7


@pytest.mark.parametrize(
    "shown",
    [
        lambda: gr.kayles(LONG)._repr_svg_(),
        lambda: (gr.kayles(LONG) + gr.nim(5, LONG))._repr_svg_(),
        lambda: gr.nim(*[LONG] * 61)._repr_svg_(),  # more heaps than are drawn
        lambda: gr.kayles(LONG).solve()._repr_html_(),
        lambda: gr.nim(LONG, 3).solve()._repr_html_(),
        lambda: gr.kayles(LONG).solve().best_move._repr_html_(),  # type: ignore[union-attr]
        lambda: Law("arithmetic", 1, 0, LONG, False, 9, head=[0])._repr_html_(),
        lambda: gr.Value(LONG)._repr_latex_(),
        lambda: gr.Nimber(LONG)._repr_latex_(),
    ],
)
def test_long_numbers_are_shortened(shown: Any) -> None:
    markup = shown()
    assert "1000…0007" in markup and "(101 digits)" in markup
    assert str(LONG)[1:40] not in markup


def test_numbers_that_can_be_read_stay_whole() -> None:
    n = 10**29 + 7
    assert str(n) in gr.kayles(n)._repr_svg_() and str(n) in gr.kayles(n).solve()._repr_html_()
    whole = gr.nim(LONG, 3).solve()
    assert str(LONG) in str(gr.nim(LONG, 3)) and str(LONG) in repr(whole.best_move)
    assert whole.to_dict()["state"] == [LONG, 3] and str(LONG) in whole.explain()


def test_a_match_ends_with_its_review_and_is_tried_again(play: Any) -> None:
    game = play(gr.nim(1, 2))
    assert game.view["review"] == "" and "again" not in game.view["buttons"]
    game.make(next(number for number, move in enumerate(game.moves) if move.text == "heap 1: 1 → 0"))
    assert "Move 1 decided it." in game.view["review"] and parsed(game.view["review"]) is not None
    assert "Move 1 decided it." in str(game.review())
    game._wished(game, {"wish": "again", "turn": game.view["turn"]}, [])
    assert str(game.match.position) == "nim(1, 2)" and "again" not in game.view["buttons"]
    game.make(0)
    game.make(0)
    assert "Nobody made a mistake." in game.view["review"] and "again" not in game.view["buttons"]
    game.again()
    assert game.match.over


def test_a_pass_that_is_the_only_move_makes_itself() -> None:
    play = pytest.importorskip("grundy.faces.notebook").Play
    game = play(gr.dots_and_boxes("XX/X../.."), side="both", hints=False)
    for words in ("(3,2)", "(2,3)"):  # the second closes a box
        game.make(next(n for n, move in enumerate(game.moves) if move.text == words))
    assert [move.text for move in game.match.moves] == ["(3,2)", "(2,3)", "pass"]
    assert game.match.mover == 1 and "score 0 to 1" in game.view["heading"]
    game.undo()
    assert [move.text for move in game.match.moves] == ["(3,2)"]


@pytest.mark.timeout(60)
def test_who_can_but_pass_for_ever_is_asked_where_play_repeats() -> None:
    @gr.game
    def idle(n: int):
        yield n

    game = pytest.importorskip("grundy.faces.notebook").Play(idle(3), side="both", hints=False)
    assert len(game.match.turns) == 3 and [move.text for move in game.moves] == ["3 → 3"]
