"""Boards of more than 62 cells, natively: taken apart, folded and searched, against brute force on sets of cells.

`Options(way="compiled")` is an error where rules are interpreted, so that what is found here was found natively.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import outcomes
from cases import nontrivial
from grundy.common.errors import GrundyError, Notice
from grundy.rules.board import FREE, MINE, YOURS, Board, long_state
from grundy.rules.board_kinds import kind_of, longer, numbers_beside
from grundy.solving import parts
from grundy.solving.compiled_rules import UNREAD, native
from grundy.solving.nimbers import nimber
from grundy.solving.partisan import form_of
from grundy.solving.results import Options
from grundy.solving.search import search
from grundy.values.nimber import mex

NATIVE = Options(way="compiled")
Cells = frozenset[tuple[int, int, str]]
"""The live cells of a board: row, column, and what it shows."""


def text(cells: Cells, rows: int, columns: int, dead: str) -> str:
    shown = {(r, c): face for r, c, face in cells}
    return "|".join("".join(shown.get((r, c), dead) for c in range(columns)) for r in range(rows))


def beside(cells: Cells) -> Iterator[tuple[tuple[int, int, str], tuple[int, int, str]]]:
    shown = {(r, c): face for r, c, face in cells}
    for r, c, face in cells:
        for near in ((r + 1, c), (r, c + 1)):
            if near in shown:
                yield (r, c, face), (*near, shown[near])


@cache
def clobber(cells: Cells) -> int:
    """The Grundy value of impartial Clobber, played on the stones as they lie."""
    met = {0} - {0}
    for one, other in beside(cells):
        if one[2] != other[2]:
            left = cells - {one, other}
            met |= {clobber(left | {(*one[:2], other[2])}), clobber(left | {(*other[:2], one[2])})}
    return mex(met)


@cache
def cram(cells: Cells) -> int:
    return mex({cram(cells - {one, other}) for one, other in beside(cells)})


BRUTE: dict[str, tuple[Any, Any, str, str]] = {
    "clobber": (gr.impartial(gr.clobber), clobber, "XO", "."),
    "cram": (gr.cram, cram, ".", "#"),
}
"""The ruleset, brute force, faces of live cells, and the face of dead ones."""


@st.composite
def scattered(draw: st.DrawFn, faces: str, most: int = 11) -> Cells:
    """Cells that hang together and reach so far that no word holds their box, or several small parts."""
    rows, columns = draw(st.sampled_from([(9, 9), (8, 8), (11, 7), (7, 19), (16, 16)]))
    ways = draw(st.lists(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]), min_size=most, max_size=4 * most))
    r, c = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    shown = {(r, c): draw(st.sampled_from(faces))}
    for down, across in ways:
        leap = draw(st.integers(1, 9)) == 9
        r, c = (r + down * (1 + 4 * leap)) % rows, (c + across * (1 + 4 * leap)) % columns
        if len(shown) < most:
            shown.setdefault((r, c), draw(st.sampled_from(faces)))
    shown[rows - 1, columns - 1] = shown.get((rows - 1, columns - 1), faces[0])
    return frozenset((*cell, face) for cell, face in shown.items())


@pytest.mark.slow
@pytest.mark.parametrize("name", BRUTE)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_positions_on_large_boards_are_worth_what_brute_force_says(name: str, data: st.DataObject) -> None:
    rules, worth, faces, dead = BRUTE[name]
    cells = data.draw(scattered(faces))
    rows, columns = max(8, *(r + 1 for r, _c, _face in cells)), max(8, *(c + 1 for _r, c, _face in cells))
    wanted = worth(cells)
    nontrivial(wanted)
    assert nimber(rules, rules(text(cells, rows, columns, dead)).state, NATIVE) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", BRUTE)
@pytest.mark.parametrize("bends", [(16,), (8, 8), (2, 6, 8), (8, 7, 1)])
def test_a_path_that_bends_is_worth_what_it_is_straight(name: str, bends: tuple[int, ...]) -> None:
    """One part, whose box takes several words; it is compared as it lies, and as a strip."""
    rules, worth, faces, dead = BRUTE[name]
    place, path = (0, 0), [(0, 0)]
    for turn, steps in enumerate(bends):
        for _step in range(steps):
            place = (place[0] + turn % 2, place[1] + 1 - turn % 2)
            path.append(place)
    for seed in range(3):
        chance = Random(seed)
        shown = [chance.choice(faces) for _ in path]
        cells = frozenset((*at, face) for at, face in zip(path, shown, strict=True))
        straight = frozenset((0, i, face) for i, face in enumerate(shown))
        position = rules(text(cells, max(place[0] + 1, 8), max(place[1] + 1, 8), dead))
        nontrivial(worth(straight))
        assert nimber(rules, position.state, NATIVE) == worth(straight)
        assert parts.words_of(rules.rules, position.state) == (1 if len(bends) == 1 else 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clobber", "domineering", "amazons"])
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_a_small_board_within_a_large_one_has_its_value(name: str, data: st.DataObject) -> None:
    rules = getattr(gr, name)
    live = "".join(face for face in rules.board.faces if face in rules.board.live)
    dead = next(face for face in rules.board.faces if face not in rules.board.live)
    chance = Random(data.draw(st.integers(0, 1 << 20)))
    high, wide = chance.randint(2, 3), chance.randint(2, 4)
    small = [[chance.choice(3 * live + dead) for _ in range(wide)] for _ in range(high)]
    top, left = chance.randint(0, 10 - high), chance.randint(0, 9 - wide)
    board = [[dead] * 9 for _ in range(10)]
    for r, row in enumerate(small):
        board[top + r][left : left + wide] = row
    shown = ["|".join("".join(row) for row in each) for each in (small, board)]
    wanted = form_of(rules, rules(shown[0]).state, Options(way="interpreted"))
    nontrivial(any(rules.options(rules(shown[0]).state)))
    assert form_of(rules, rules(shown[1]).state, NATIVE) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(9, 9), (8, 8), (21, 3), (5, 26), (16, 16)])
@pytest.mark.parametrize("name", ["clobber", "domineering"])
def test_parts_of_several_words_are_folded_as_python_does(name: str, shape: tuple[int, int]) -> None:
    rules, (rows, columns), chance = getattr(gr, name), shape, Random(str(shape))
    empty: Any = rules(*shape, *(0,) * (len(rules.board.faces) - 1)).state
    compiled = parts.sides(rules, empty, 4 if rows * columns <= 248 else 8)
    assert compiled is not None
    own, dead = parts.Parts(rules, compiled), "#" if "#" in rules.board.faces else "."
    for dense in (0.5, 0.7, 0.85, 1):
        shown = [chance.choice(rules.board.live) if chance.random() < dense else dead for _ in range(rows * columns)]
        lines = ("".join(shown[r * columns : (r + 1) * columns]) for r in range(rows))
        state = rules("|".join(lines)).state
        wanted = [rules.folded(part) for part in rules.split(state) if part[0] * part[1] > 1]
        found: list[Any] = [(*rules.folded(own.state_of(word >> 1)), word & 1) for word in own.divided(state)]
        found = [each for each in found if each[0][0] * each[0][1] > 1]
        assert [folded for folded, _sign, _negated in found] == [folded for folded, _sign in wanted]
        for (folded, sign, negated), (_folded, sign_wanted) in zip(found, wanted, strict=True):
            loose = (folded, -1) in rules.board.images(folded)  # it is its own negative
            assert loose or sign * (-1 if negated else 1) == sign_wanted
        for image, _sign in rules.board.images(state):
            assert sorted(word >> 1 for word in own.divided(image)) == sorted(word >> 1 for word in own.divided(state))


# ---- games with sides, goals and hands


@gr.partisan_game(board=gr.Grid(".XO", live="XO", shape="hexagons"))
def hexagonal(board: Board, *, player: int):
    for stone in board.cells(player % 3):
        for taken in board.beside(stone):
            if board[taken] == 3 - player % 3:
                yield board.move(stone, taken)


def test_hexagons_that_touch_at_a_corner_of_squares_do_not_come_apart() -> None:
    position = hexagonal(".X|O.")
    assert position.ruleset.split(position.state) == [position.state]
    assert len(gr.clobber.split(gr.clobber(".X|O.").state)) == 2
    assert str(position.value()) == "*"


@gr.game(board=gr.Grid(".XO#", sides="swap"))
def nogo(board: Board):
    for cell in board.free:
        after = board.place(cell, MINE)
        if after.breathes(MINE) and after.breathes(YOURS):
            yield after


@gr.game(board=gr.Grid(".XO", sides="swap"))
def four(board: Board):
    for cell in board.free:
        yield board.place(cell, MINE)


@four.ending
def four_over(board: Board):
    return gr.LOSS if board.line(4) else gr.TIE if board.full else None


@gr.game(board=gr.Grid(".XO", sides="swap+turn", shape="hexagons", hands=1))
def chains(board: Any):
    if board.hand(MINE):
        for cell in board.free:
            yield board.give(MINE, -1).place(cell, MINE)


@chains.ending
def chains_over(board: Board):
    return gr.LOSS if board.connects(0, 3) else None


@gr.game(board=gr.Grid(".XO", sides="swap"))
def by_integers(rows: int, columns: int, x: int, o: int, turn: int):
    for cell in range(rows * columns):
        if not (x | o) >> cell & 1:
            yield rows, columns, x | (1 - turn) << cell, o | turn << cell, 1 - turn


@gr.game(board=gr.Grid(".XO", sides="swap"))
def by_masks(board: Board):
    for cell in board.free:
        if board.mask(MINE) >> cell & 1 == 0:
            yield board.place(cell, MINE)


def filled(rows: int, columns: int, free: int, chance: Random, faces: str) -> str:
    shown = [chance.choice(faces) for _ in range(rows * columns)]
    for i in chance.sample(range(rows * columns), free):
        shown[i] = "."
    return "|".join("".join(shown[r * columns : (r + 1) * columns]) for r in range(rows))


def plainly(position: gr.Position) -> str:
    """Who wins from a position, by Python's own options and endings alone."""
    return outcomes(position)[position.state]


RESULTS = {1: "N", 2: "P", 3: "T"}


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", [nogo, four, chains], ids=lambda rules: rules.name)
def test_who_wins_near_the_end_on_nine_by_nine(rules: Any, seed: int) -> None:
    chance, hands = Random(seed), (3, 3) if rules is chains else ()
    position = rules(filled(9, 9, 6, chance, "XXOO#" if rules is nogo else "XO"), *hands)
    if rules is four:  # no four in a row from the start
        shown = ("XXOOXXOOX", "OOXXOOXXO")
        board = [list(shown[r // 2 % 2]) for r in range(9)]
        for i in chance.sample(range(81), 6):
            board[i // 9][i % 9] = "."
        position = rules("|".join(map("".join, board)))
    made = native(position.ruleset.searched, [position.state])
    assert made is not None and made.words == 4
    table = search(position.ruleset, position.state, NATIVE)
    assert RESULTS[table.result(position.state)[0]] == plainly(position)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["square", "hexagons", "torus", "triangles"])
def test_goals_on_large_boards_are_what_they_are_in_one_integer(shape: str) -> None:
    chance = Random(shape)
    kinds = [kind_of(gr.Grid(".XO", sides="swap", shape=shape), moving=False)]
    kinds += [kind_of(gr.Grid(".XO", shape=shape))]
    for kind in kinds:
        for turn in range(40):
            (rows, columns), own = chance.choice([(9, 9), (7, 10), (3, 30)]), chance.randrange(1, 10)
            beside_it = numbers_beside(kind)
            shown = [chance.choice("." + "XO" * own) for _ in range(rows * columns)]
            layers = (sum(1 << i for i, face in enumerate(shown) if face == piece) for piece in "XO")
            state = (rows, columns, *layers, *(turn % 2 for _ in range(beside_it)))
            one, many = kind(state), longer(kind, 2, 4)(long_state(state, 4, beside_it))
            for piece in (MINE, YOURS):
                asked = [
                    (each.connects(0, 3, piece), each.connects(1, 2, piece), each.breathes(piece), each.reaches(3, piece),
                     each.count(piece), *(each.line(length, piece) for length in (2, 4, 6)))
                    for each in (one, many)
                ]  # fmt: skip
                nontrivial(any((*asked[0][:4], *asked[0][6:])))
                assert asked[0] == asked[1]
            assert list(one.cells(FREE)) == list(many.cells(FREE))


@pytest.mark.parametrize(
    ("rules", "reason"),
    [(by_integers, "64 bits"), (by_masks, r"board\.mask\(\) is not read")],
    ids=["integers", "masks"],
)
def test_what_has_no_several_words_is_interpreted_and_says_why(rules: Any, reason: str) -> None:
    position = rules(filled(8, 8, 3, Random(1), "XO"))
    with pytest.warns(Notice, match=reason), pytest.raises(GrundyError, match=reason):
        search(position.ruleset, position.state, NATIVE)
    assert position.ruleset.searched.memory[UNREAD]
    table = search(position.ruleset, position.state, Options())
    assert RESULTS[table.result(position.state)[0]] == plainly(position) == "N"
