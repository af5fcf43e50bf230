"""The games of the page on board games: at most 15 lines each, compiled, and with the answers of other rules."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from newcomers.plainly import Brute, cells, changed, other
from tests.blocks import ROOT, blocks

import grundy as gr
from cases import nontrivial
from grundy.common.errors import PositionError
from grundy.playing.rule_check import checked
from grundy.rules.from_text import rules_of

PAGE = (ROOT / "docs" / "howto" / "board-games.md").read_text(encoding="utf-8")
WRITTEN = {block.title.removesuffix(".py"): block.text for block in blocks(PAGE, "python")}
KING = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
HEXAGON = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


DEAR = [pytest.param(title, marks=pytest.mark.hours) for title in WRITTEN if title != "hexapawn"]
WIDE = [pytest.param(text, marks=pytest.mark.hours) for text in ("XO.|...|..X", "X.X|...|O..")]


@cache
def game(title: str) -> Any:
    """Return the game of a block of the page, which nothing is asked of here but to be read from its text."""
    (rules,) = rules_of(WRITTEN[title]).values()
    return rules


def code_lines(text: str) -> int:
    """Lines that are neither empty, nor a comment, nor a docstring of one line."""
    lines = [line.strip() for line in text.splitlines()]
    return sum(bool(line) and not line.startswith(("#", '"""')) for line in lines)


@pytest.mark.parametrize("title", WRITTEN)
def test_a_game_has_at_most_fifteen_lines(title: str) -> None:
    assert 5 < code_lines(WRITTEN[title]) <= 15


@pytest.mark.slow
@pytest.mark.parametrize("title", ["hexapawn", *DEAR])
def test_what_is_said_to_its_author_is_good(title: str) -> None:
    found = checked(game(title), seconds=0)
    assert found.holds, [str(each.said) for each in found.findings if each.state == "wrong"]
    assert {each.about: each.state for each in found.findings}["compiled"] == "good"


# ---- the catalogue's


def rows_of(position: Any) -> str:
    return str(position).split("(")[1].split(",")[0].rstrip(")").replace("|", "/")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "text", "known"),
    [
        ("connect_four", "..../..../..../....", lambda: gr.connect4(width=4, height=4)),
        ("hexapawn", "OOO/.../XXX", lambda: gr.pawn_duel(width=3, height=3)),
        ("hexapawn", "OO/../../XX", lambda: gr.pawn_duel(width=2, height=4)),
        ("rhombus", ".../.../...", lambda: gr.hex(width=3, height=3)),
        ("rhombus", ".../...", lambda: gr.hex(width=3, height=2)),
    ],
)
def test_a_game_is_the_catalogues(title: str, text: str, known: Any) -> None:
    """Plays by lot in both at once: the same ends, the same moves, and near the end the same answers."""
    chance, compared = Random(title), 0
    for _play in range(4):
        here, there = game(title)(text), known()
        while True:
            if rows_of(here).count(".") < 7:
                found, wanted = here.solve(), there.solve()
                assert (found.outcome, found.remoteness) == (wanted.outcome, wanted.remoteness)
                compared += 1
            if here.ruleset.ended(here.state) is not None:
                assert here.ruleset.ended(here.state) == there.ruleset.ended(there.state)
                break
            ours = {rows_of(each): each for each in here.options()}
            theirs = {rows_of(each): each for each in there.options()}
            assert ours.keys() == theirs.keys()
            if not ours:
                break
            drawn = chance.choice(sorted(ours))
            here, there = ours[drawn], theirs[drawn]
    assert compared > 10


@pytest.mark.parametrize("count", [6, pytest.param(20, marks=pytest.mark.hours)])
def test_values_of_nogo_are_the_catalogues(count: int) -> None:
    chance = Random(3)
    for _turn in range(count):
        text = "|".join("".join(chance.choice("...XO") for _c in range(3)) for _r in range(2))
        try:
            known = gr.nogo(text)
        except PositionError:  # a block without a liberty
            continue
        assert game("nogo")(text).value() == known.value()
        nontrivial(len(list(known.options())) > 2)


def test_dots_and_boxes_are_the_catalogues() -> None:
    chance, own, known = Random(5), game("boxes"), gr.dots_and_boxes(rows=1, columns=2)
    here = own(1, 2)
    while list(known.options()):
        assert here.solve().value == known.solve().value
        ours, theirs = list(own.scored_options(here.state)), list(known.ruleset.scored_options(known.state))
        assert sorted(gain for gain, _state in ours) == sorted(gain for gain, _state in theirs)
        chosen = chance.randrange(len(ours))  # both take the lines in turn, a row after the other
        here = type(here)(own, ours[chosen][1])
        known = type(known)(known.ruleset, theirs[chosen][1])
    assert here.state[2] == known.state[0] == 127


# ---- by plain play


def results(found: list[Any], moves: Any) -> dict[Any, str]:
    """Who wins positions and those that they lead to, from those without moves backwards: what stays open is a draw."""
    line = list(dict.fromkeys(found))
    for state in line:
        line += [each for each in dict.fromkeys(moves(state)) if each not in line]
    known, again = dict.fromkeys(line, "D"), True
    while again:
        again = False
        for state in line:
            after = [known[each] for each in moves(state)]
            now = "N" if "P" in after else "P" if all(each == "N" for each in after) else "D"
            again, known[state] = again or now != known[state], now
    return known


def mancala(state: tuple[tuple[int, ...], tuple[int, ...]]) -> list[Any]:
    """The mover's pits from left to right as he sees them, then the other's as that one sees them."""
    own, its = state
    found = []
    for pit, seeds in enumerate(own):
        if seeds:
            ring = [*own, *its]
            ring[pit], last = 0, (pit + seeds) % len(ring)
            for k in range(1, seeds + 1):
                ring[(pit + k) % len(ring)] += 1
            if last < len(own) and ring[last] == 1:
                ring[last] = ring[len(ring) - 1 - last] = 0
            found.append((tuple(ring[len(own) :]), tuple(ring[: len(own)])))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rows", [("12", "11"), ("100", "021"), ("111", "111"), ("30", "21")])
def test_mancala_by_brute_force(rows: tuple[str, str]) -> None:
    lower, upper = (tuple(map(int, row)) for row in rows)
    start = (lower, upper[::-1])
    assert game("mancala")(f"{rows[1]}|{rows[0]}").solve().outcome.value == results([start], mancala)[start]


def isola(state: tuple[str, str]) -> list[tuple[str, str]]:
    rows, who = state
    at = cells(rows)
    ((r, c),) = (each for each, shown in at.items() if shown == who)
    after = [changed(rows, {(r, c): ".", (r + a, c + b): who}) for a, b in KING if at.get((r + a, c + b)) == "."]
    return [
        (changed(each, {hole: "#"}), other(who))
        for each in after
        for hole, shown in cells(each).items()
        if shown == "."
    ]


def kings(rows: str, who: str) -> list[str]:
    at = cells(rows)
    return [
        changed(rows, {(r, c): "#", (r + a, c + b): who})
        for (r, c), shown in at.items()
        if shown == who
        for a, b in KING
        if at.get((r + a, c + b)) == "."
    ]


def sheep(state: tuple[tuple[tuple[str, int], ...], str]) -> list[Any]:
    """Nine cells row by row, each with its letter and how many sheep stand there."""
    pasture, who = state
    at = dict(zip(product(range(3), repeat=2), pasture, strict=True))
    found = []
    for (cell, (shown, count)), (a, b) in product(at.items(), HEXAGON):
        ahead = [(cell[0] + k * a, cell[1] + k * b) for k in (1, 2)]
        free = [at.get(each, ("#", 0))[0] == "." for each in ahead]
        if shown == who and free[0]:
            end = ahead[1] if free[1] else ahead[0]
            for gone in range(1, count):
                after = {**at, cell: (who, count - gone), end: (who, gone)}
                found.append((tuple(after.values()), other(who)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("text", [".O./.../.X.", ".O/../../X.", "X..O/..../...."])
def test_isola_by_brute_force(text: str) -> None:
    brute, position = Brute(isola, None), game("isola")(text)
    state = (text.replace("/", "|"), "X")
    if text.count(".") < 9:
        assert position.outcome().value == ("N" if brute.mex(state) else "P")
    assert {str(each.state[2:5]) for each in position.options()} == {bits(rows) for rows, _who in isola(state)}


def bits(rows: str) -> str:
    flat = rows.replace("|", "")
    return str(tuple(sum(1 << i for i, shown in enumerate(flat) if shown == face) for face in "XO#"))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["X..|..O", "X.#|.#O|.#.", "X..#O", *WIDE])
def test_kings_by_brute_force(text: str) -> None:
    brute = Brute(kings, None)
    wins = {(True, True): "L", (False, False): "R", (True, False): "N", (False, True): "P"}
    wanted = wins[brute.left_wins(text), brute.left_wins(text, "O")]
    assert game("kings")(text).solve().outcome.value == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "left", "right"), [(3, 5, 4, 4), (0, 8, 3, 3), (1, 7, 4, 3), (0, 4, 5, 4)])
def test_sheep_by_brute_force(first: int, second: int, left: int, right: int) -> None:
    herd = ["X" if i == first else "O" if i == second else "." for i in range(9)]
    count = [left if i == first else right if i == second else 0 for i in range(9)]
    text = "|".join("".join(herd[i : i + 3]) for i in (0, 3, 6))
    wanted = Brute(sheep, None).mex((tuple(zip(herd, count, strict=True)), "X"))
    assert game("sheep")(text, *count).outcome().value == ("N" if wanted else "P")


@pytest.mark.slow
def test_pong_hau_ki_is_drawn_where_nobody_can_be_shut_in() -> None:
    """All positions, from those who cannot move backwards: what is not won or lost so is a draw."""
    lines = {(0, 2), (2, 3), (3, 1), (0, 4), (1, 4), (2, 4), (3, 4)}
    near = lines | {(b, a) for a, b in lines}
    every = [("".join(row), who) for row in product("XO.", repeat=5) for who in "XO" if sorted(row) == sorted("XXOO.")]

    def moves(state: tuple[str, str]) -> list[tuple[str, str]]:
        row, who = state
        free = row.index(".")
        places = [i for i in range(5) if row[i] == who and (i, free) in near]
        return [
            ("".join(who if j == free else "." if j == i else row[j] for j in range(5)), other(who)) for i in places
        ]

    known = results(every, moves)
    for (row, who), wanted in known.items():
        assert game("pong")(row, who).solve().outcome.value == wanted
    assert sorted({*known.values()}) == ["D", "N", "P"]
