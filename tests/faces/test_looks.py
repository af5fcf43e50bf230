"""Boards that look like themselves, and games of which nothing is said: their pictures, and where a click plays a move."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import RulesError
from grundy.faces.drawing import Mark, scene, svg, text
from grundy.faces.drawing.move_marks import region, spots
from grundy.faces.drawing.shapes import COUNTERS, PIECES, Shape, sheet
from grundy.faces.drawing.shapes import TILINGS as LAID
from grundy.games.sprouts import parsed
from grundy.rules.position import Position
from grundy.rules.scenes import _WAYS, FIGURES, LIES, TILINGS, Board, Heaps, Network, Words, lattice, walled


@gr.game(sided=True)
def three(own: int, other: int, *, width: int = 3, height: int = 3):
    for cell in range(width * height):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@gr.game(sided=True)
def walkers(own: int, other: int, *, cells: int = 6):
    for cell in range(cells - 1):
        if own >> cell & 1 and not (own | other) >> cell + 1 & 1:
            yield other, own ^ 3 << cell


@gr.game(sided=True)
def race(mine: int, its: int):
    if mine > 0:
        yield its, mine - 1


@gr.game
def guests(taken: int, *, chairs: int = 6):
    for chair in range(chairs):
        if not taken >> chair & 1:
            yield taken | 1 << chair


@gr.game
def pots(a: int, b: int, c: int):
    if a > 0:
        yield a - 1, b + 1, c
    if b > 0:
        yield a, b - 1, c + 1


@gr.game
def fences(lines: int, *, rows: int = 1, columns: int = 2):
    for line in range(rows * (2 * columns + 1) + columns):
        if not lines >> line & 1:
            yield lines | 1 << line


def told(position: Position) -> dict[tuple[object, ...], set[str]]:
    """The words of the moves at each spot."""
    marks = [Mark(move.after, "", move.text) for move in islice(position.moves(), 60)]
    return {key: {marks[i].text for i in spot.moves} for key, spot in spots(position, marks).items()}


def shapes(position: Position, form: str) -> list[Shape]:
    return [shape for shape in sheet(scene(position)).shapes if shape.form == form]


# ---- games without a picture


def test_the_stones_of_two_players_are_a_board_where_its_size_is_known() -> None:
    assert text(three(1, 16)) == "    1 2 3\n1   X . .\n2   . O .\n3   . . ."
    assert scene(three(16, 3)).rows[0] == ("X", "X", ".")  # type: ignore[union-attr]  # who began has one more
    assert [move.text for move in three(0b111, 0b1111000 ^ 0b1000).moves()] == ["(2,1)", "(3,2)", "(3,3)"]
    for key, words in told(three(1, 16)).items():
        assert words == {f"({key[0] + 1},{key[1] + 1})"}  # type: ignore[operator]


def test_a_man_that_moves_is_not_every_man_though_the_board_is_turned() -> None:
    position = walkers(0b1, 0b10000)
    assert [move.text for move in position.moves()] == ["(1,1)-(1,2)"]
    assert set(told(position)) == {(0, 0), (0, 1)}
    (after,) = position.options()
    assert svg(after, before=[position]).count('class="last') == 2, (
        "the cell that was left, and the one that was reached"
    )


def test_numbers_of_two_players_have_their_names() -> None:
    assert scene(race(3, 5)) == Heaps((3, 5), ("mine", "its"))
    assert set(told(race(3, 5))) == {(0, 2)}, "a move is made at the mover's own number"


def test_numbers_that_are_no_cells_are_numbers() -> None:
    assert scene(three(1, 1)) == Heaps((1, 1), ("own", "other")), "both on one cell"
    assert isinstance(scene(three(1 << 40, 0)), Heaps)
    assert scene(three(-1, 0)) == Board((("-1", "0"),), across=("own", "other"))


def test_rows_of_numbers_are_cells() -> None:
    @gr.game
    def rows(grid: tuple[tuple[int, ...], ...]):
        yield from ((grid[:i] + ((0,) * len(row),) + grid[i + 1 :]) for i, row in enumerate(grid) if any(row))

    @gr.game
    def stacks(state: tuple[int, ...]):
        yield from ((*state[:i], n - 1, *state[i + 1 :]) for i, n in enumerate(state) if n)

    assert scene(rows(((5, 3), (0, 7)))) == Board((("5", "3"), ("0", "7")))
    assert set(told(rows(((5, 3), (0, 7))))) == {(0, 0), (0, 1), (1, 1)}
    assert scene(stacks((2, 1))) == Heaps((2, 1))


def test_what_is_no_number_is_words() -> None:
    @gr.game
    def letters(word: str):
        if word:
            yield word[1:]

    assert isinstance(scene(letters("abc")), Words)


@given(st.lists(st.sampled_from(".XO"), min_size=9, max_size=9))
def test_cells_are_shown_where_they_are(cells: list[str]) -> None:
    nontrivial(len(set(cells)) > 1)
    if cells.count("O") > cells.count("X"):  # who began has X
        cells = [{"X": "O", "O": "X"}.get(face, face) for face in cells]
    crosses, rings = (sum(1 << i for i, face in enumerate(cells) if face == own) for own in "XO")
    own, other = (crosses, rings) if crosses.bit_count() == rings.bit_count() else (rings, crosses)
    shown = [face for row in scene(three(own, other)).rows for face in row]  # type: ignore[union-attr]
    assert shown == cells


def test_a_board_of_another_shape_is_drawn_in_it() -> None:
    @gr.game(board=gr.Grid(".X", shape="hexagons", marks="chess", counters=1))
    def cover(board):
        for cell in board.free:
            if not any(board.piece(near) for near in board.beside(cell)):
                yield board.place(cell, 1)

    assert scene(cover("X..|...")) == Board(
        (("X", ".", "."), (".", ".", ".")), "hex", across=("a", "b", "c"), down=("2", "1"), note="0"
    )
    assert told(cover("X..|...")) == {(0, 2): {"c2"}, (1, 1): {"b1"}, (1, 2): {"c1"}}

    @gr.game(board=gr.Grid(".X", shape="graph", graph=((1, 2), (0,), (0,))))
    def lights(board):
        for cell in board.free:
            yield board.place(cell, 1)

    star = scene(lights("X.."))
    assert isinstance(star, Network) and star.vertices == {1: "b", 2: "", 3: ""} and len(star.edges) == 2
    assert set(told(lights("X.."))) == {(2,), (3,)}


# ---- looks


def test_a_parameter_says_how_many_cells_there_are() -> None:
    guests.looks("marks", columns="chairs")
    assert scene(guests(0b100010)) == Board((tuple(".X...X"),))
    assert len(scene(guests(0, chairs=9)).rows[0]) == 9  # type: ignore[union-attr]
    assert told(guests(0b111100)) == {(0, 0): {"(1,1)"}, (0, 1): {"(1,2)"}}


def test_a_board_may_lie_as_hexagons_with_sides_or_as_triangles() -> None:
    three.looks("hex", "stones", sides="XO")
    cells, sides = shapes(three(1, 16), "cell"), shapes(three(1, 16), "side")
    assert {len(cell.corners) for cell in cells} == {6}
    assert Counter(side.letter for side in sides) == {"X": 6, "O": 6}
    assert text(three(1, 16)).splitlines()[2:] == ["2    . O .", "3     . . ."]
    three.looks("triangles")
    assert {len(cell.corners) for cell in shapes(three(1, 16), "cell")} == {3} and not shapes(three(1, 16), "side")
    three.looks("files")
    assert [move.text for move in three(1, 16).moves()][:2] == ["b3", "c3"]
    three.looks()
    assert scene(three(1, 16)) == Board((("X", ".", "."), (".", "O", "."), (".", ".", ".")))


def test_pits_have_their_names_and_are_sown_where_seeds_go() -> None:
    pots.looks("pits")
    assert scene(pots(2, 1, 0)) == Board((("2", "1", "0"),), "pits", across=("a", "b", "c"))
    assert svg(pots(2, 1, 0)).count('data-face="seed"') == 3
    assert svg(pots(90, 0, 0)).count('data-face="seed"') == 24 and ">90<" in svg(pots(90, 0, 0))
    assert set(told(pots(2, 1, 0))) == {(0, 0), (0, 1)}
    pots.looks("pits", rows=2)
    assert len(scene(pots(2, 1, 0)).rows) == 1, "three pits are no two rows"  # type: ignore[union-attr]


def test_lines_between_dots_are_drawn_one_by_one() -> None:
    fences.looks("dots")
    assert text(fences(0b1000001)).splitlines()[1:] == ["1   ● ─ ● . ●", "2   .   .   .", "3   ● . ● ─ ●"]
    found = told(fences(0b1000001))
    assert len(found) == 5 and {f"({key[0] + 1},{key[1] + 1})" for key in found} == set().union(*found.values())  # type: ignore[operator]


def test_walls_stand_between_cells() -> None:
    shown = walled(["X.", ".O"], {(2, 1), (1, 2)})
    drawn = {shape.key: shape for shape in sheet(shown).shapes}
    assert (drawn[2, 1].form, drawn[2, 1].tint, drawn[2, 3].tint) == ("edge", "", "none")
    assert drawn[1, 1].y < drawn[2, 1].y < drawn[3, 1].y and drawn[1, 1].x < drawn[1, 2].x < drawn[1, 3].x


def test_another_word_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(RulesError, match=r"'hexx' is not a known look: boards are hex, .* pieces are bridges, cake"):
        three.looks("hexx")
    with pytest.raises(RulesError, match="stones or like frogs: choose one"):
        three.looks("stones", "frogs")
    with pytest.raises(RulesError, match="XO or OX, not 'blue'"):
        three.looks("hex", sides="blue")


def test_every_word_is_drawn() -> None:
    assert set(FIGURES) == {*PIECES, *COUNTERS, "plants", "cards", "dominoes", "sprouts"} - {""}
    assert set(LIES) == _WAYS.keys()
    assert set(TILINGS) == LAID.keys()


# ---- boards of the catalogue


def test_hex_has_six_neighbours_where_hexagons_touch() -> None:
    cells = {shape.key: shape for shape in shapes(gr.hex("..../..../....", height=3), "cell")}
    for a, b in product(cells.values(), repeat=2):
        touching = 0 < hypot(a.x - b.x, a.y - b.y) < 1.01
        down, aside = (int(b.key[i]) - int(a.key[i]) for i in (0, 1))
        assert touching == ((down, aside) in {(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)})


def test_a_box_is_closed_by_who_drew_its_last_line() -> None:
    line = [gr.dots_and_boxes("X./X../..")]
    for words in ("(1,4)", "(2,3)", "(3,2)"):
        line.append(next(move.after for move in line[-1].moves() if move.text.startswith(words)))
    assert scene(line[-1]).rows[1][1] == "■" and scene(line[-1]).note == "↻"  # type: ignore[union-attr]
    assert re.findall(r'data-face="([XO])"', svg(line[-1], before=line[:-1])) == ["X"]
    assert not re.findall(r'data-face="([XO])"', svg(line[-1])), "a position does not say who"
    assert told(line[-1]) == {("note",): {"pass"}}


def test_awari_is_sown_at_its_house_and_has_stores() -> None:
    position = gr.awari(2, 2, 0, 2, "0:2")
    assert scene(position).ends == ("2", "0")  # type: ignore[union-attr]
    assert told(gr.awari.start("6x4")) == {(1, i): {f"sow house {i + 1}"} for i in range(6)}
    assert told(gr.kalah.start("3x2")) == {(1, i): {f"sow house {i + 1}"} for i in range(3)}


def test_chess_has_ranks_upward_and_letters() -> None:
    shown = scene(gr.chess_endings())
    assert (shown.across, shown.down) == (tuple("abcdefgh"), tuple("87654321"))  # type: ignore[union-attr]
    assert set(told(gr.chess_endings("8/8/8/4k3/8/8/8/KQ6"))) >= {(7, 0), (7, 1), (6, 1)}


def test_layers_lie_apart() -> None:
    cells = shapes(gr.tic_tac_toe_3d(), "cell")
    assert len(cells) == 27 == len(told(gr.tic_tac_toe_3d()))
    assert not {3, 7} & {int(shape.key[1]) for shape in shapes(gr.tic_tac_toe_3d(), "axis") if shape.key[0] == "column"}


def test_sprouts_are_spots_with_as_many_lines_as_they_have() -> None:
    reached = {gr.sprouts(2), gr.sprouts(3)}
    for _move in range(4):
        reached |= {option for position in reached for option in islice(position.options(), 5)}
    right = []
    for position in sorted(reached - {gr.sprouts(0)}, key=str):
        shown = scene(position)
        assert isinstance(shown, Network)
        _regions, lines = parsed(position.state)
        met = Counter(end for tail, head, _ in shown.edges.values() for end in (tail, head))
        assert max(met.values(), default=0) <= 3
        right.append(all(met[spot] == lines[spot] for spot, face in shown.vertices.items() if face != "·"))
        ElementTree.fromstring(svg(position))
    assert len(right) >= 100 and sum(right) >= 0.9 * len(right), "a string does not say all of a drawing"


def test_a_line_of_sprouts_is_drawn_at_its_spots() -> None:
    found = told(gr.sprouts(2))
    assert all(len(key) == 1 for key in found) and set().union(*found.values()) == {
        m.text for m in gr.sprouts(2).moves()
    }


def test_a_rank_is_named_as_it_stands_beside_the_board() -> None:
    ending = gr.chess_endings("8/8/4K3/8/4k3/8/8/R7")
    places = {move.text: region(ending, move.after) for move in ending.moves()}
    assert (places["Ke6-e7"], places["Ra1-a2"]) == (("row", "6"), ("row", "1"))


def test_what_grows_keeps_its_room() -> None:
    """The picture of a game is as large after a move as before it."""
    for name, words in (
        ("dots-and-boxes", "2x2"),
        ("kalah", "3x2"),
        ("sprouts", "3"),
        ("hex", "3x3"),
        ("awari", "3x2"),
    ):
        position = gr.games.load(name).start(words)
        sizes = {(sheet(scene(position)).width, sheet(scene(position)).height)}
        for _move in range(4):
            position = next(iter(position.moves())).after
            sizes.add((sheet(scene(position)).width, sheet(scene(position)).height))
        assert len(sizes) == 1, name


def test_a_lattice_of_no_lines_has_all_of_them_free() -> None:
    assert Counter(face for row in lattice(0, 2, 2).rows for face in row) == {"●": 9, ".": 12, " ": 4}


def test_a_look_of_its_own_is_drawn_where_a_face_has_a_meaning_elsewhere() -> None:
    """A closed box of a lattice has the face of a piece of chocolate."""
    assert svg(gr.games.load("chomp").start("2x3")).count("f-cocoa") == 5
    assert "f-cocoa" not in svg(gr.games.load("dots-and-boxes").start("2x2"))
