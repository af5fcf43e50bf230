"""Pictures of positions: every game of the catalogue can be drawn, and every move can be made on its picture."""

from __future__ import annotations

import re
from itertools import islice
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.faces.drawing import COLOURS, Mark, scene, svg, text, token
from grundy.faces.drawing.move_marks import spots, touched
from grundy.faces.drawing.shapes import PIECES, sheet, spread
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.scenes import FIGURES, Beside, Board, Heaps, Network, Words

SVG = "{http://www.w3.org/2000/svg}"


def marks_of(position: Position, limit: int = 60) -> list[Mark]:
    return [Mark(move.after, "win", str(move)) for move in islice(position.moves(), limit)]


def moves_on(picture: str) -> list[list[int]]:
    return [[int(n) for n in found.split()] for found in re.findall(r'data-moves="([^"]*)"', picture)]


@pytest.mark.some(26)
@pytest.mark.parametrize("rules", games.load_all(), ids=lambda rules: rules.name)
def test_every_game_is_drawn_and_every_move_is_on_its_picture(rules: Ruleset) -> None:
    for position in islice(rules.small_positions(60), 0, None, 3):
        marks = marks_of(position)
        picture = svg(position, marks, interactive=True)
        tree = ElementTree.fromstring(picture)
        assert tree.find(f"{SVG}title").text == str(position)  # type: ignore[union-attr]
        moves = moves_on(picture)
        assert {number for spot in moves for number in spot} == set(range(len(marks))), str(position)
        assert text(position).strip() or not str(position)
        assert svg(position, marks, interactive=True) == picture  # the same picture every time


@pytest.mark.parametrize("rules", games.load_all(), ids=lambda rules: rules.name)
def test_what_a_move_changes_is_seen(rules: Ruleset) -> None:
    """A picture that does not change with a move hides it, if it is no pass; heaps that are told in words do too."""
    for position in islice(rules.small_positions(30), 0, None, 5):
        for move in islice(position.moves(), 8):
            passed = str(move.after).removesuffix(", O)").rstrip(")") == str(position).removesuffix(", O)").rstrip(")")
            if not isinstance(scene(position), Words) and move.after.state != position.state and not passed:
                assert scene(move.after) != scene(position), f"{position}: {move}"


def test_a_cut_of_hackenbush_is_made_at_its_own_edge_though_others_fall() -> None:
    position = gr.hackenbush("BRB 0-5b-6r 5-7g")
    marks = marks_of(position)
    found = spots(position, marks)
    assert len(found) == len({mark.after for mark in marks}) == 6
    for (_, edge), spot in found.items():
        tail, head, letter = scene(position).edges[edge]  # type: ignore[union-attr]
        (move,) = {marks[i].text.removeprefix("Left ").removeprefix("Right ") for i in spot.moves}  # green: of both
        assert f"{tail}-{head}{letter}" in move


def test_kayles_is_bowled_at_the_pins_that_fall() -> None:
    before = scene(gr.kayles(5))
    assert touched(before, scene(gr.kayles(2, 2))) == {(0, 2)}
    assert touched(before, scene(gr.kayles(1, 2))) == {(0, 1), (0, 2)}
    assert touched(before, scene(gr.kayles(4))) == {(0, 4)}
    assert touched(scene(gr.kayles(1)), scene(gr.kayles())) == {(0, 0)}
    assert touched(scene(gr.kayles(7, 5, 5)), scene(gr.kayles(7, 5, 2, 2))) == {(2, 2)}


def test_wythoff_is_played_at_one_heap_or_at_both() -> None:
    before = scene(gr.wythoff(3, 5))
    assert touched(before, scene(gr.wythoff(1, 5))) == {(0, 1)}
    assert touched(before, scene(gr.wythoff(1, 3))) == {(0, 1), (1, 3)}


def test_a_large_heap_is_a_bar_with_its_number() -> None:
    picture = svg(gr.nim(10**18, 3), [Mark(gr.nim(3, 3), "win", "heap 1")], interactive=True)
    assert ">1000000000000000000<" in picture
    assert moves_on(picture) == [[0]]
    assert len(picture) < 4000
    assert "1000000000000000000" in text(gr.nim(10**18, 3))


def test_verdicts_have_a_colour_and_a_sign_and_the_best_move_of_a_spot_shows() -> None:
    position = gr.wythoff(1, 2)
    marks = [Mark(move.after, "loss", str(move)) for move in position.moves()]
    picture = svg(position, [marks[0]._replace(verdict="win"), *marks[1:]])
    assert picture.count(COLOURS["win"]) == 2 and "✓" in picture and "✗" in picture
    assert "tabindex" not in picture  # nothing to be touched in a printed picture


def test_scenes_are_chosen_by_what_a_position_is() -> None:
    assert scene(gr.nim(1, 2)) == Heaps((1, 2))
    assert isinstance(scene(gr.domineering(2, 2)), Board)
    assert isinstance(scene(gr.tic_tac_toe()), Board)
    assert isinstance(scene(gr.col("1-2-3")), Network)
    assert isinstance(scene(gr.nim(1) + gr.wythoff(1, 2)), Beside)
    assert isinstance(scene(gr.digraph({"a": ["b"], "b": ["a"]})("a")), Network)
    assert isinstance(scene(gr.chase({0: [1], 1: [0]})(0, 1)), Network)


def test_the_parts_of_a_sum_are_marked_apart() -> None:
    total = gr.nim(2) + gr.hackenbush("BR")
    found = spots(total, marks_of(total))
    assert {key[0] for key in found} == {0, 1}
    assert len(found) == 4


def test_names_are_escaped() -> None:
    rules = gr.digraph({"<b>": ["&"], "&": []})
    ElementTree.fromstring(svg(rules("<b>"), marks_of(rules("<b>")), interactive=True))


def test_a_graph_keeps_its_places_as_it_vanishes_and_neighbours_stay_apart() -> None:
    whole, cut = gr.hackenbush("BRB"), gr.hackenbush("BRB")
    after = next(iter(whole.moves())).after
    places = {key: (shape.x, shape.y) for key, shape in _shapes(cut).items()}
    assert all(places[key] == (shape.x, shape.y) for key, shape in _shapes(after).items())
    found = spread(range(5), [(i, (i + 1) % 5) for i in range(5)])
    for i in range(5):
        for j in range(i):
            (x, y), (u, v) = found[i], found[j]
            assert (x - u) ** 2 + (y - v) ** 2 > 0.4


def _shapes(position: Position) -> dict[tuple[object, ...], object]:
    from grundy.faces.drawing.shapes import sheet

    return {shape.key: shape for shape in sheet(scene(position)).shapes}  # type: ignore[misc]


@pytest.mark.some(26)
@pytest.mark.parametrize("rules", games.load_all(), ids=lambda rules: rules.name)
def test_what_the_last_move_changed_is_drawn_after_it(rules: Ruleset) -> None:
    for position in islice(rules.small_positions(30), 0, None, 3):
        for move in islice(position.moves(), 6):
            ElementTree.fromstring(svg(move.after, before=[position]))


def test_the_last_counter_of_a_game_of_heaps_can_be_taken() -> None:
    assert "<svg" in svg(gr.kayles(), before=[gr.kayles(1)])
    total = gr.kayles(1) + gr.nim(1)
    assert all("<svg" in svg(move.after, before=[total]) for move in total.moves())


def test_edges_that_join_the_same_vertices_lie_apart() -> None:
    picture = svg(gr.hackenbush("0-1b 0-1r 0-1g"))
    ways = set(re.findall(r'<path d="([^"]*)" class="s-(?:left|right|both)', picture))
    middles = {re.search(r"Q(\S+ \S+)", way)[1] if "Q" in way else "" for way in ways}  # type: ignore[index]
    assert len(ways) == len(middles) == 3


@pytest.mark.parametrize("rules", [rules for rules in games.load_all() if rules.theme], ids=lambda rules: rules.name)
def test_a_game_with_a_theme_has_a_figure_for_whatever_stands_on_its_board(rules: Ruleset) -> None:
    assert rules.theme in FIGURES
    for position in islice(rules.small_positions(40), 0, None, 2):
        shown = scene(position)
        for part in shown.scenes if isinstance(shown, Beside) else [shown]:
            assert isinstance(part, Words | Beside) or part.theme == rules.theme
            faces = {face for row in part.rows for face in row} if isinstance(part, Board) else set()
            known = PIECES.get(rules.theme, {}).keys()
            assert not known or faces - {".", "#", ""} <= known, str(position)


def test_what_is_drawn_for_left_and_right_differs_in_shape() -> None:
    for theme, figures in PIECES.items():
        if {"X", "O"} <= figures.keys():
            left, right = (re.sub(r'(class|fill|stroke)="[^"]*"', "", figures[face]) for face in "XO")
            assert left != right, theme


def test_dominoes_lie_as_they_were_laid() -> None:
    start = gr.domineering("...|...|..#")
    line = [start]
    for move in ("(2,1)-(3,1)", "(1,2)-(1,3)"):
        line.append(next(each.after for each in line[-1].moves() if each.text.endswith(move)))
    whole, alone = svg(line[-1], before=line[:-1]), svg(line[-1])
    tile = 'width="0.84" height="1.84"'
    assert whole.count(tile) == 2 and alone.count(tile) == 0
    assert whole.count("rotate(-90)") == 1, "Left's stands upright, Right's lies"
    assert alone.count('class="piece"') == 5 and whole.count('class="piece"') == 3, "of the one given nothing is known"


def test_every_row_and_column_has_its_name_and_the_last_move_is_lit() -> None:
    before = gr.tic_tac_toe()
    after = next(iter(before.moves())).after
    picture = svg(after, before=[before])
    assert re.findall(r'class="axis f-soft"[^>]*>(\d)<', picture) == [*"123", *"123"]
    assert picture.count('class="last') == 1 and 'class="last' not in svg(after)
    assert "axis" not in svg(gr.nim(3))


def test_a_long_heap_goes_on_in_the_next_line() -> None:
    places = {key: shape for key, shape in _shapes(gr.nim(13, 2)).items() if shape.form == "counter"}  # type: ignore[attr-defined]
    heights = [places[0, 11].y, places[0, 12].y, places[1, 0].y]  # type: ignore[attr-defined]
    assert heights == [0.5, 1.5, 2.5]
    assert len({(shape.x, shape.y) for shape in places.values()}) == 15  # type: ignore[attr-defined]


def test_who_is_to_move_is_shown_by_a_piece() -> None:
    for position in (gr.clobber("XO"), gr.domineering("..|.."), gr.hackenbush("BR"), gr.tic_tac_toe()):
        left, right = (token(position, side) for side in (0, 1))
        assert left != right and "<svg" in left
    assert token(gr.nim(3), 0) == "" == token(gr.fission("X."), 1)


def test_vertices_are_drawn_as_their_theme_says() -> None:
    snort, col, stones = (svg(games.load(name).start(3, 3)) for name in ("snort", "col", "graph-clobber"))
    painted = svg(gr.snort("1b-2-3r"))
    assert painted.count(PIECES["cats and dogs"]["b"]) == painted.count(PIECES["cats and dogs"]["r"]) == 1
    assert snort.count(PIECES["cats and dogs"]["g"]) == col.count(PIECES["fields"]["g"]) == 9
    assert stones.count('class="piece"') == 9
    assert [stones.count(PIECES["stones"][face]) for face in "XO"] == [5, 4]
    for picture in (snort, col, stones, painted):
        ElementTree.fromstring(picture)


def test_a_piece_is_a_piece_on_every_floor() -> None:
    @gr.game(board=gr.Grid(".XO", floor="21#", sides="swap"))
    def crossing(board: object) -> object:
        for cell in board.free:  # type: ignore[attr-defined]
            yield board.place(cell, 1)  # type: ignore[attr-defined]

    position = crossing("XO.|X.O||112|#1#")
    assert text(position).splitlines()[1:] == ["1   X╱1 O╱1   .", "2   X╱#   1 O╱#"]
    tree = ElementTree.fromstring(svg(position))
    pieces = [g.get("data-face") for g in tree.iter(f"{SVG}g") if g.get("class") == "piece"]
    assert sorted(filter(None, pieces)) == ["1", "O", "O", "X", "X"]  # stones, and a letter where none stands
    below = [each for each in tree.iter(f"{SVG}text") if each.get("font-size") == "0.24"]
    assert [each.text for each in below] == ["1", "1"]
    gone = [each.get("class") for each in tree.iter(f"{SVG}polygon")]
    assert sum("gone" in (each or "") for each in gone) == 2


SHOWN = ("cell", "vertex", "edge", "arrow", "label")
FACES = st.lists(st.lists(st.sampled_from(["", ".", "X", "3"]), min_size=3, max_size=3), min_size=2, max_size=3)
TURNED = st.tuples(FACES, FACES, st.sampled_from(["", "lattice", "hex"]), st.sampled_from(["", "a", "b"]))


@given(TURNED)
def test_what_changes_on_a_board_is_what_its_shapes_tell(
    case: tuple[list[list[str]], list[list[str]], str, str],
) -> None:
    old, new, tiling, note = case
    before = Board(tuple(map(tuple, old)), tiling, note="a")
    after = Board(tuple(map(tuple, new)), tiling, note=note)
    shapes = [{shape.key: shape for shape in sheet(each).shapes if shape.form in SHOWN} for each in (before, after)]
    told = [{key: (each.form, each.letter, each.tint) for key, each in side.items()} for side in shapes]
    changed = {key for key in told[0] if told[1].get(key) != told[0][key]}
    nontrivial(0 < len(changed) < len(told[0]))
    assert touched(before, after) == frozenset(changed or told[1].keys() - told[0].keys() or told[0])
