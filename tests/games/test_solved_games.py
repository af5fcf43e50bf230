"""Games that others have solved: published counts and values, and each game's rules against rules written anew here."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any

import chess
import pytest
from tests.games.rules_anew import split

import grundy as gr
from brute import by_rounds
from cases import nontrivial
from grundy import games
from grundy.faces.cli import main
from grundy.games.gale import joined, partner
from grundy.rules.position import Position
from grundy.solving.results import Options as Searching
from grundy.solving.results import unpacked
from grundy.solving.search import search


def solved(position: Position, outcome: str, positions: int, remoteness: int | None = None) -> None:
    """Check the outcome, how many positions play reaches and, where play ends, in how many moves."""
    gr.forget()  # positions known before count too
    solution = position.solve()
    assert (solution.outcome.name, solution.positions) == (outcome, positions)
    assert remoteness is None or solution.remoteness == remoteness


Options = Callable[[Any], Iterable[Any]]
Ending = Callable[[Any], int | None]


def found_anew(
    start: Any, options: Options, ended: Ending
) -> tuple[Counter[tuple[str, int | None]], dict[Any, list[Any]]]:
    """Return how often each outcome and remoteness is met among all positions reached, by rules that a test has itself.

    Who has no move where play has no end has lost.
    """
    after: dict[Any, list[Any]] = {}
    ends: dict[Any, int] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in after:
            over = ended(here)
            if over is not None:
                ends[here] = over
            after[here] = [] if over is not None else list(options(here))
            waiting += after[here]
    return Counter(by_rounds(after, ends).values()), after


def as_solved(position: Position) -> Counter[tuple[str, int | None]]:
    """Return the same of the game's own rules, compiled and solved."""
    table: Any = search(position.ruleset, position.state, Searching("compiled"))
    each = Counter(map(unpacked, table.columns["status"].tolist()))
    return Counter({("DNPT"[result], far if result else None): count for (result, far), count in each.items()})


def walked(position: Position, seed: int, count: int) -> Iterator[Position]:
    """Yield the positions of games in which all moves are made at random."""
    random = Random(seed)
    for _game in range(count):
        options, here = [position], position
        while options:
            here = random.choice(options)
            yield here
            options = list(here.options())


# ---- games with their rules written anew: where play begins, its moves, and its ends

Anew = tuple[Any, Options, Ending]


def placings(board: str) -> list[str]:
    """The boards after a stone of who is to move, X first."""
    mover = "XO"[(len(board) - board.count(".")) % 2]
    return [board[:i] + mover + board[i + 1 :] for i, face in enumerate(board) if face == "."]


def tic_tac_toe(width: int = 3, height: int = 3, line: int = 3) -> Anew:
    cells = list(product(range(height), range(width)))
    rows = [
        [(r + i * down, c + i * right) for i in range(line)]
        for r, c in cells
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    lines = [set(row) for row in rows if set(row) <= set(cells)]

    def ended(board: str) -> int | None:
        for sign in "XO":
            own = {cell for cell, face in zip(cells, board, strict=True) if face == sign}
            if any(row <= own for row in lines):
                return -1
        return None if "." in board else 0

    return "." * width * height, placings, ended


def dodgem(size: int = 3) -> Anew:
    """X go by +1 (to the right), O by -1j (up); cars are complex numbers, x to the right and y down."""

    def options(state: tuple[frozenset[complex], frozenset[complex], int]) -> Iterator[Any]:
        cars, turn = (state[0], state[1]), state[2]
        ahead = -1j if turn else 1
        for car in cars[turn]:
            for step in (ahead, ahead * 1j, ahead * -1j):
                end = car + step
                on = 0 <= end.real < size and 0 <= end.imag < size
                gone = step == ahead and (end.real == size or end.imag == -1)
                if gone or (on and end not in cars[0] | cars[1]):
                    left = cars[turn] - {car} | (frozenset() if gone else {end})
                    yield (cars[0], left, 0) if turn else (left, cars[1], 1)

    start = (frozenset(y * 1j for y in range(size - 1)), frozenset(x + (size - 1) * 1j for x in range(1, size)), 0)
    return start, options, lambda state: None if any(options(state)) else 1


POINTS = ["0.b", "0.c", "0.d", "1.a", "1.b", "1.c", "1.d", "1.e", "2.b", "2.c", "2.d"]
JOINED = """1.a-0.b 1.a-1.b 1.a-2.b 0.b-1.b 1.b-2.b 0.b-0.c 0.b-1.c 1.b-1.c 2.b-1.c 2.b-2.c 0.c-1.c 1.c-2.c
0.c-0.d 1.c-0.d 1.c-1.d 1.c-2.d 2.c-2.d 0.d-1.d 1.d-2.d 0.d-1.e 1.d-1.e 2.d-1.e"""
"""The lines of the board of Hare and Hounds, as one draws it."""


def hare_and_hounds(hare: str, turn: int) -> Anew:
    lines = {tuple(pair.split("-")) for pair in JOINED.split()}
    near = {point: {b for a, b in lines | {(b, a) for a, b in lines} if a == point} for point in POINTS}

    def options(state: tuple[frozenset[str], str, int]) -> Iterator[Any]:
        hounds, hare, turn = state
        if turn:
            yield from ((hounds, end, 0) for end in near[hare] - hounds)
        for hound in () if turn else hounds:
            for end in near[hound] - hounds - {hare}:
                if end[2] >= hound[2]:
                    yield hounds - {hound} | {end}, hare, 1

    def ended(state: tuple[frozenset[str], str, int]) -> int | None:
        hounds, hare, turn = state
        return -1 if not turn and hare[2] <= min(hound[2] for hound in hounds) else None

    return (frozenset({"0.b", "1.a", "2.b"}), hare, turn), options, ended


def fox_and_geese(size: int) -> Anew:
    def options(state: tuple[frozenset[tuple[int, int]], tuple[int, int], int]) -> Iterator[Any]:
        geese, (x, y), turn = state
        for dx, dy in product((-1, 1), repeat=2):
            for a, b in [(x, y)] if turn else geese:
                end = (a + dx, b + dy)
                if 0 <= a + dx < size and 0 <= b + dy < size and end not in geese | {(x, y)}:
                    if turn:
                        yield geese, end, 0
                    elif dy == 1:
                        yield geese - {(a, b)} | {end}, (x, y), 1

    def ended(state: tuple[frozenset[tuple[int, int]], tuple[int, int], int]) -> int | None:
        return -1 if state[1][1] == 0 and not state[2] else None

    return (frozenset((x, 0) for x in range(1, size, 2)), (2, size - 1), 1), options, ended


def three_mens_morris(diagonals: int = 1, flying: int = 0) -> Anew:
    lines = ["abc", "def", "ghi", "adg", "beh", "cfi", *["aei", "ceg"] * diagonals]
    near = {frozenset(pair) for line in lines for pair in (line[:2], line[1:])}

    def options(state: tuple[str, str, int]) -> Iterator[Any]:
        men, turn = state[:2], state[2]
        for end in set("abcdefghi") - set(men[0] + men[1]):
            for start in [""] if len(men[turn]) < 3 else men[turn]:
                if not start or flying or {start, end} in near:
                    own = "".join(sorted(men[turn].replace(start or "-", "") + end))
                    yield (men[0], own, 0) if turn else (own, men[1], 1)

    def ended(state: tuple[str, str, int]) -> int | None:
        return -1 if state[1 - state[2]] in lines else None

    return ("", "", 0), options, ended


def hex_board(width: int, height: int) -> Anew:
    cells = list(product(range(height), range(width)))
    near = {(r, c): [(r - 1, c), (r - 1, c + 1), (r, c - 1), (r, c + 1), (r + 1, c - 1), (r + 1, c)] for r, c in cells}

    def reached(
        stones: set[tuple[int, int]], here: tuple[int, int], seen: set[tuple[int, int]]
    ) -> set[tuple[int, int]]:
        seen.add(here)
        for cell in near[here]:
            if cell in stones and cell not in seen:
                reached(stones, cell, seen)
        return seen

    def ended(board: str) -> int | None:
        for sign, axis, last in (("X", 0, height - 1), ("O", 1, width - 1)):
            stones = {cell for cell, face in zip(cells, board, strict=True) if face == sign}
            chains = [reached(stones, cell, set()) for cell in stones if cell[axis] == 0]
            if any(cell[axis] == last for chain in chains for cell in chain):
                return -1
        return None

    return "." * width * height, placings, ended


def pawn_duel(width: int, height: int) -> Anew:
    """X go by -1j (up), O by +1j; pawns are complex numbers, x to the right and y down."""

    def options(state: tuple[frozenset[complex], frozenset[complex], int]) -> Iterator[Any]:
        own, other = state[state[2]], state[1 - state[2]]
        step = 1j if state[2] else -1j
        for pawn in own:
            for end in (pawn + step, pawn + step - 1, pawn + step + 1):
                on = 0 <= end.real < width and 0 <= end.imag < height
                straight = end.real == pawn.real
                if on and (end not in own | other if straight else end in other):
                    left, kept = own - {pawn} | {end}, other - {end}
                    yield (kept, left, 0) if state[2] else (left, kept, 1)

    def ended(state: Any) -> int | None:
        across = any(pawn.imag == (height - 1 if 1 - state[2] else 0) for pawn in state[1 - state[2]])
        return -1 if across else None

    both = (frozenset(complex(x, y) for x in range(width)) for y in (height - 1, 0))
    return (*both, 0), options, ended


def teeko(width: int, height: int, men: int, square: int) -> Anew:
    cells = list(product(range(width), range(height)))
    goals = [
        {(x + i * a, y + i * b) for i in range(men)} for x, y in cells for a, b in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    sides = range(1, square + 1) if men == 4 else ()
    goals += [{(x, y), (x + d, y), (x, y + d), (x + d, y + d)} for x, y in cells for d in sides]
    goals = [goal for goal in goals if goal <= set(cells)]

    def options(state: tuple[frozenset[Any], frozenset[Any], int]) -> Iterator[Any]:
        own, turn = state[state[2]], state[2]
        for x, y in set(cells) - state[0] - state[1]:
            for start in [None] if len(own) < men else own:
                if start is None or max(abs(start[0] - x), abs(start[1] - y)) == 1:
                    after = own - {start} | {(x, y)}
                    yield (state[0], after, 0) if turn else (after, state[1], 1)

    def ended(state: tuple[frozenset[Any], frozenset[Any], int]) -> int | None:
        return -1 if any(goal <= state[1 - state[2]] for goal in goals) else None

    return (frozenset[Any](), frozenset[Any](), 0), options, ended


def gale(size: int) -> Anew:
    """Bridges are edges between dots, X's from (row, column) with an even row; who joins the sides is asked of the graph."""
    wide = range(2 * size - 1)
    places = [(r, c) for r, c in product(wide, wide) if (r + c) % 2 == 0]

    def dots(place: tuple[int, int], sign: str) -> list[Any]:
        row, column = place
        upright = (row % 2 == 0) == (sign == "X")
        ends = [(row - 1, column), (row + 1, column)] if upright else [(row, column - 1), (row, column + 1)]
        axis = 0 if sign == "X" else 1
        return ["first" if e[axis] < 0 else "last" if e[axis] > 2 * size - 2 else e for e in ends]

    def ended(board: str) -> int | None:
        for sign in "XO":
            reached, before = {"first"}, 0
            while len(reached) != before:
                before = len(reached)
                for place, face in zip(places, board, strict=True):
                    if face == sign and reached & set(dots(place, sign)):
                        reached |= set(dots(place, sign))
            if "last" in reached:
                return -1
        return None

    return "." * len(places), placings, ended


ANEW: dict[str, Callable[..., Anew]] = {
    "tic-tac-toe": tic_tac_toe,
    "dodgem": dodgem,
    "fox-and-geese": fox_and_geese,
    "three-mens-morris": three_mens_morris,
    "hex": hex_board,
    "pawn-duel": pawn_duel,
    "teeko": teeko,
    "gale": gale,
}
_TEXT = Path(__file__).with_name("solved.txt").read_text(encoding="utf-8").splitlines()
_TOLD = [line.partition("  #")[0].split(": ") for line in _TEXT if line[0] != "#"]
SOLVED = {name: (told[:1].strip("?"), int(told[2:]) if told[2:] else None) for name, told in _TOLD}
"""Games on small boards, the outcome, and how many positions there are if that is published."""
FAR = {
    *("tic-tac-toe width=3 height=4 line=3", "pawn-duel width=4 height=4", "gale size=3"),
    *("teeko width=4 height=3 men=4 square=1", "teeko width=4 height=3 men=4 square=2"),
}


def marks(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.hours] if name in FAR else [pytest.mark.slow] if name[:5] in ("three", "teeko") else []


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks(name)) for name in SOLVED])
def test_all_positions_are_won_as_by_the_rules_anew(name: str) -> None:
    (outcome, published), (rules, params) = SOLVED[name], split(name)
    position = rules(**params)
    counts, _after = found_anew(*ANEW[name.split()[0]](**params))
    gr.forget()  # positions known before count too
    solution = position.solve(method="search")
    assert counts == as_solved(position) and outcome in ("", solution.outcome.name)
    assert published in (None, counts.total()) and (name != "dodgem" or solution.positions == counts.total())


def test_the_hounds_catch_the_hare() -> None:
    for text, hare, turn in (
        ("#X..#/X...O/#X..#", "1.e", 0),
        ("#X..#/X.O../#X..#", "1.c", 0),
        ("#X..#/X...O/#X..#", "1.e", 1),
    ):
        position = gr.hare_and_hounds(text, "XO"[turn])
        assert found_anew(*hare_and_hounds(hare, turn))[0] == as_solved(position)
        assert position.solve().outcome.name == "NP"[turn]


def test_boards_of_tic_tac_toe_are_765_but_for_symmetry() -> None:
    cells = list(product(range(3), repeat=2))
    turned = [[cells.index(to(*cell)) for cell in cells] for to in SYMMETRIES]
    _counts, after = found_anew(*tic_tac_toe())
    assert len({min("".join(board[i] for i in way) for way in turned) for board in after}) == 765


SYMMETRIES: list[Callable[[int, int], tuple[int, int]]] = [
    *(lambda r, c: (r, c), lambda r, c: (2 - r, c), lambda r, c: (r, 2 - c), lambda r, c: (2 - r, 2 - c)),
    *(lambda r, c: (c, r), lambda r, c: (2 - c, r), lambda r, c: (c, 2 - r), lambda r, c: (2 - c, 2 - r)),
]


@pytest.mark.hours
def test_the_geese_win_on_the_chessboard() -> None:
    solved(gr.fox_and_geese(), "P", 895_280, 44)
    assert gr.fox_and_geese("", "X").solve().outcome.name == "N"


def test_the_middle_wins_three_mens_morris() -> None:
    openings = {".../.X./...": "P", "X../.../...": "D", ".X./.../...": "N"}
    assert {text: gr.three_mens_morris(text).solve().outcome.name for text in openings} == openings


def test_boards_are_read_and_written() -> None:
    assert str(gr.tic_tac_toe("XO../..../....")) == "tic-tac-toe(XO../..../....)" == str(gr.tic_tac_toe(1, 2, width=4))
    assert gr.tic_tac_toe("XXX./OO../....", line=4).state == (0b110000, 0b111)
    assert gr.hex("XO./X.O/X..").solve().outcome.name == "P"
    assert str(gr.pawn_duel("OOO/X../.XX", "O")) == "pawn-duel(OOO/X../.XX, O)"
    assert str(gr.teeko("XO../OX.X/..OO/X...", "O").options()) and gr.teeko("X.../..../..../....").state[2] == 1
    assert str(gr.gale(".#./#X#/.#O")) == "gale(.#./#X#/.#O)"


# ---- Dots and Boxes


def boxes_by_mover(rows: int, columns: int) -> int:
    """Return the first player's boxes minus the second's, by play where who gets a box stays to move."""
    dots = list(product(range(rows + 1), range(columns + 1)))
    across = [frozenset({(r, c), (r, c + 1)}) for r, c in dots if c < columns]
    lines = across + [frozenset({(r, c), (r + 1, c)}) for r, c in dots if r < rows]
    corners = [[(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)] for r in range(rows) for c in range(columns)]
    around = [{lines.index(frozenset(side)) for side in pairwise(square)} for square in corners]

    @cache
    def best(drawn: frozenset[int]) -> int:
        found: list[int] = []
        for line in set(range(len(lines))) - drawn:
            after = drawn | {line}
            gained = sum(line in sides and sides <= after for sides in around)
            found.append(gained + best(after) if gained else -best(after))
        return max(found, default=0)

    return best(frozenset())


@pytest.mark.parametrize(("rows", "columns", "score"), [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)])
def test_dots_and_boxes(rows: int, columns: int, score: int) -> None:
    assert boxes_by_mover(rows, columns) == gr.dots_and_boxes(rows=rows, columns=columns).solve().value == score


@pytest.mark.hours
def test_dots_and_boxes_of_six_boxes() -> None:
    assert gr.dots_and_boxes(rows=2, columns=3).solve().value == -2 == boxes_by_mover(2, 3)
    assert gr.dots_and_boxes(rows=3, columns=2).solve().value == -2


def test_who_gets_a_box_draws_again() -> None:
    before = gr.dots_and_boxes("XX/X../X.")
    box = next(move for move in before.moves() if move.gain)
    assert [move.text for move in box.after.moves()] == ["pass"] and str(box.after).endswith("pass)")
    assert gr.dots_and_boxes(*str(box.after)[15:-1].split(", ")) == box.after
    (passed,) = box.after.options()
    assert gr.dots_and_boxes("XX/XX./X.").state == passed.state
    last = next(move for move in gr.dots_and_boxes("X/X./X").moves())
    assert last.gain == 1 and not any(last.after.moves())  # all lines are drawn: nobody passes


# ---- Kalah


def kalah_by_mover(holes: int, seeds: int, empty: int) -> int:
    """Return the first player's seeds minus the second's at the end; houses are in one ring, and the stores beside it."""

    @cache
    def best(ring: tuple[int, ...], mover: int) -> int:
        own = range(mover * holes, mover * holes + holes)
        left = sum(ring[house] for house in own)
        if left in (0, sum(ring)):
            return 2 * left - sum(ring)
        found: list[int] = []
        for start in own:
            if not ring[start]:
                continue
            board, hand, place, points, stored = list(ring), ring[start], start, 0, False
            board[start] = 0
            while hand:
                hand -= 1
                if place == own[-1] and not stored:
                    points, stored = points + 1, True
                    continue
                place, stored = (place + 1) % (2 * holes), False
                board[place] += 1
            facing = 2 * holes - 1 - place
            if not stored and place in own and board[place] == 1 and (board[facing] or empty):
                points += 1 + board[facing]
                board[place] = board[facing] = 0
            rest = tuple(board)
            found.append(points + (best(rest, mover) if stored else -best(rest, 1 - mover)))
        return max(found)

    return best((seeds,) * (2 * holes), 0)


@pytest.mark.parametrize("empty", [0, 1])
@pytest.mark.parametrize(
    ("holes", "signs"),
    [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWW"), pytest.param(4, "WW", marks=pytest.mark.hours), (5, "D")],
)
def test_kalah(holes: int, signs: str, empty: int) -> None:
    """Who wins with 1, 2, … seeds in each house, as Irving, Donkers and Uiterwijk (2000) have it with ``empty=1``."""
    for seeds, sign in enumerate(signs, 1):
        score = gr.kalah(holes=holes, seeds=seeds, empty=empty).solve().value
        assert score == kalah_by_mover(holes, seeds, empty), (holes, seeds)
        assert sign == "LDW"[(score > 0) - (score < 0) + 1]


def test_words_of_kalah() -> None:
    start = gr.kalah(2, 2, 2, 2)
    assert start == gr.kalah(holes=2, seeds=2) == gr.kalah.start("2x2")
    assert [(move.text, move.gain) for move in start.moves()] == [("sow house 1", 1), ("sow house 2", 1)]
    after = next(start.moves()).after
    assert str(after) == "kalah(2, 2, 0, 3, pass)" and [move.text for move in after.moves()] == ["pass"]


# ---- Awari


def awari_options(state: tuple[tuple[int, ...], int, tuple[int, int]]) -> Iterator[Any]:
    """Houses are in one ring, and each player's seeds beside it; a state says who moves."""
    ring, mover, taken = state
    count = len(ring) // 2
    own, its = (range(side * count, side * count + count) for side in (mover, 1 - mover))
    for start in own:
        if not ring[start]:
            continue
        board, hand, place = list(ring), ring[start], start
        board[start] = 0
        while hand:
            place = (place + 1) % (2 * count)
            if place != start:
                board[place] += 1
                hand -= 1
        if not any(board[house] for house in its):
            continue  # the other has none, and none was given
        caught: list[int] = []
        while place in its and board[place] in (2, 3):
            caught.append(place)
            place -= 1
        gained = sum(board[house] for house in caught)
        if gained == sum(board[house] for house in its):
            caught, gained = [], 0
        after = tuple(0 if house in caught else seeds for house, seeds in enumerate(board))
        both = (taken[0] + gained * (mover == 0), taken[1] + gained * (mover == 1))
        yield after, 1 - mover, both


def awari_ended(state: tuple[tuple[int, ...], int, tuple[int, int]]) -> int | None:
    ring, mover, taken = state
    half = len(ring) // 2
    most = sum(ring) + sum(taken)
    sides, over = [taken[0], taken[1]], 2 * max(taken) > most
    if not over and not any(awari_options(state)):
        sides, over = [taken[0] + sum(ring[:half]), taken[1] + sum(ring[half:])], True
    return (sides[mover] > sides[1 - mover]) - (sides[mover] < sides[1 - mover]) if over else None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("holes", "seeds", "outcome"),
    [
        *[(1, 3, "D"), (2, 1, "D"), (2, 2, "N"), (2, 3, "T"), (2, 4, "T"), (3, 1, "T")],
        *[pytest.param(*case, marks=pytest.mark.hours) for case in ((3, 2, "N"), (4, 1, "T"))],
    ],
)
def test_awari(holes: int, seeds: int, outcome: str) -> None:
    """Each position as it is, whoever moves: a lead and a ring that is turned are one where the compiled rules have them."""
    start = ((seeds,) * (2 * holes), 0, (0, 0))
    _counts, after = found_anew(start, awari_options, awari_ended)
    ends = {state: end for state in after if (end := awari_ended(state)) is not None}
    found = by_rounds(after, ends)
    gr.forget()  # positions known before count too
    position = gr.awari(holes=holes, seeds=seeds)
    table: Any = search(position.ruleset, position.state, Searching("compiled"))
    for (ring, mover, taken), (result, remoteness) in found.items():
        turned = ring[mover * holes :] + ring[: mover * holes]
        known, far = table.result((taken[mover] - taken[1 - mover], *turned))
        assert ("DNPT"[known], far if known else None) == (result, remoteness)
    assert position.solve().outcome.name == outcome
    one = {
        (ring[mover * holes :] + ring[: mover * holes], taken[mover] - taken[1 - mover]) for ring, mover, taken in found
    }
    assert position.solve().positions == len(one)


def test_words_of_awari() -> None:
    start = gr.awari.start("2x2")
    assert start == gr.awari(2, 2, 2, 2) and [move.text for move in start.moves()] == ["sow house 1", "sow house 2"]
    ahead = gr.awari(0, 1, 1, 0, "0:2")
    assert str(ahead) == "awari(0, 1, 1, 0, 0:2)" and ahead.state[0] == -2


def test_who_would_take_all_takes_nothing() -> None:
    all_of_it, (kept,) = gr.awari(0, 1, 1, 0), list(gr.awari(0, 1, 1, 0).options())
    assert kept.state == (0, 2, 0, 0, 0) and all_of_it.state[0] == 0
    (some,) = gr.awari(0, 1, 1, 1).options()
    assert some.state == (-2, 0, 1, 0, 0)  # two are taken, one is left


# ---- Teeko


def test_the_goals_of_teeko_are_44_or_58() -> None:
    """G. L. Steele Jr., Summary of the Solving of the Game of Teeko (1999)."""
    over: Any = gr.teeko.hooks["ending"]
    for square, goals in ((1, 44), (4, 58)):
        params = {"width": 5, "height": 5, "men": 4, "square": square}
        sets = (sum(1 << cell for cell in four) for four in combinations(range(25), 4))
        assert sum(over(own, 0, 1, **params) is not None for own in sets) == goals


# ---- Gale


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_bridges_in_pairs_join_the_sides(size: int) -> None:
    """Each crossing but the first has one partner; whichever of each pair is X's, X joins the sides (4 and 5: a sample)."""
    count = size * size + (size - 1) ** 2
    pairs = {tuple(sorted((i, partner(i, size)))) for i in range(1, count)}
    assert len(pairs) == (count - 1) // 2 and all(a != b for a, b in pairs) and partner(0, size) == 0
    random = Random(size)
    choices: Iterable[Any] = (
        product((0, 1), repeat=len(pairs))
        if size < 4
        else ([random.getrandbits(1) for _pair in pairs] for _turn in range(3000))
    )
    for choice in choices:
        assert joined(1 | sum(1 << pair[i] for pair, i in zip(pairs, choice, strict=True)), True, size)


@pytest.mark.parametrize("size", [2, 3, *(pytest.param(size, marks=pytest.mark.hours) for size in (4, 5))])
def test_the_answers_in_pairs_win_gale(size: int) -> None:
    """On any board, whatever O does."""
    random = Random(4)
    here = gr.gale(size=size)
    while next(here.moves(), None) is not None:
        solution = here.solve()
        assert solution.method == "bridges in pairs" and solution.outcome.name == "N"
        after = next(iter(solution.winning_moves())).after
        here = random.choice([*after.options()] or [after])
    assert here.state[0].bit_count() != here.state[1].bit_count()  # X moved last


# ---- tic-tac-toe in a cube


def cubic() -> Ending:
    """Return who has a row of 27 cells, by rules that follow each line cell by cell; all moves count, forced or not."""
    cells = list(product(range(3), repeat=3))
    steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
    rows = [
        [tuple(a + i * b for a, b in zip(cell, step, strict=True)) for i in range(3)]
        for cell in cells
        for step in steps
    ]
    lines = [[cells.index(each) for each in row] for row in rows if set(row) <= set(cells)]
    assert len(lines) == 49

    def ended(board: str) -> int | None:
        return -1 if any(board[a] == board[b] == board[c] != "." for a, b, c in lines) else None

    return ended


def layers(board: str) -> str:
    return "/".join("#".join(board[9 * layer + 3 * row :][:3] for layer in range(3)) for row in range(3))


def test_moves_that_are_left_out_in_the_cube_change_nothing() -> None:
    """Positions with few free cells, by all moves and by those that the rules allow: the same result in the same time."""
    random, seen, ended = Random(8), Counter[str](), cubic()
    while seen.total() < 30:
        board = "".join(random.sample("X" * 9 + "O" * 9 + "." * 9, 27))
        if ended(board) is None:
            _counts, after = found_anew(board, placings, ended)
            ends = {here: end for here in after if (end := ended(here)) is not None}
            results = by_rounds(after, ends)
            for here in (board, *(option for option in placings(board) if ended(option) is None)):
                solution = gr.tic_tac_toe_3d(layers(here)).solve()
                assert (solution.outcome.name, solution.remoteness) == results[here]
                seen[solution.outcome.name] += 1
    assert seen["N"]


def test_a_cube_has_48_images() -> None:
    read: Any = gr.tic_tac_toe_3d.hooks["symmetry"]
    turn: Any = import_module("grundy.games.tic_tac_toe_3d").image
    corner_edge_face_middle = [read(1 << cell, 0) for cell in range(27)]
    assert len(set(corner_edge_face_middle)) == 4
    stones, images = 0b100000000100011, set[int]()
    for way in range(48):
        stones = turn(stones, way)
        images.add(stones)
    assert len(images) == 48 and stones == 0b100000000100011


@pytest.mark.slow
def test_the_middle_wins_in_the_cube() -> None:
    """Winning Ways ch. 22: the first player wins at once, by the middle."""
    solved(gr.tic_tac_toe_3d("...#...#.../...#.X.#.../...#...#..."), "P", 24_705, 6)


# ---- Sprouts


@pytest.mark.parametrize(
    ("spots", "normal", "misere"),
    [(0, "P", "N"), (1, "P", "N"), (2, "P", "P"), (3, "N", "P"), (4, "N", "P")],
)
def test_sprouts(spots: int, normal: str, misere: str) -> None:
    """D. Applegate, G. Jacobson, D. Sleator (1991); J. Lemoine, S. Viennot, arXiv:0908.4407, for misère play."""
    solution = gr.sprouts(spots).solve()
    assert (solution.outcome.name, solution.value) == (normal, "PN".index(normal))
    assert gr.sprouts(spots).solve("misere").outcome.name == misere


def lives(text: str) -> int:
    """Return how many lines can still end in the spots of a string."""
    return sum({"0": 3, "1": 2, "2": 1}.get(spot, 1) for spot in set(text) & set(ascii_letters)) + sum(
        3 - int(spot) for spot in text if spot.isdigit()
    )


def test_a_line_of_sprouts_takes_a_life() -> None:
    """n spots have 3 n lives, and a line takes two and gives one; what can never be used is left out."""
    assert [str(option) for option in gr.sprouts(1).options()] == ["sprouts(ab|ab|)"]
    for position in walked(gr.sprouts(4), seed=1, count=6):
        for option in position.options():
            assert lives(str(option.state)) <= lives(str(position.state)) - 1
            assert gr.sprouts(str(option)[8:-1]) == option


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
        state = (
            board.king(True),
            next(iter(board.pieces(chess.PIECE_SYMBOLS.index(letter.lower()), True))),
            KINDS[letter],
            board.king(False),
            int(not board.turn),
        )
        wanted = {after(board, state, move) for move in board.legal_moves}
        found = list(rules.function(*state))
        assert set(found) == wanted and len(found) == len(wanted), board.fen()
        ended = None if wanted else -1 if board.is_check() else 0
        assert rules.ended(state) == ended, board.fen()
        nontrivial(wanted)
        ends.add(f"{ended}{letter}")
        if i % 50 == 0:
            assert (
                rules(board.fen()).state == state and rules(*str(rules(board.fen()))[14:-1].split(", ")).state == state
            )
    assert {"-1Q", "0Q", "NoneP"} <= ends


def test_the_man_of_a_chess_ending_is_whites(capsys: pytest.CaptureFixture[str]) -> None:
    for fen, meant in (
        ("8/8/8/8/8/8/8/K2kr3 w", "8/8/8/8/8/8/8/k2KR3 b"),
        ("8/8/8/8/8/3p4/8/K2k4 b", "k2K4/8/3P4/8/8/8/8/8 w"),
    ):
        assert main(["solve", "chess-endings", *fen.split()]) == 2
        assert capsys.readouterr().err.endswith(f"with colours exchanged it is {meant}\n")
        assert gr.chess_endings(*meant.split())


def test_chess_endings_are_chess() -> None:
    compare(2000)


@pytest.mark.hours
def test_a_hundred_thousand_chess_endings_are_chess() -> None:
    compare(100_000)


@pytest.mark.hours
@pytest.mark.parametrize(
    ("start", "kind", "moves"),
    [("k7/8/8/8/8/8/8/KQ6", 3, 10), ("k7/8/8/8/8/8/8/KR6", 2, 16), ("4k3/8/8/8/8/8/4P3/4K3", 1, 28)],
)
def test_the_longest_wins_of_chess_endings(start: str, kind: int, moves: int) -> None:
    """In moves of White, all positions being reached from one but for those that no move leads to, which are asked too."""
    longest = 0
    for fen in (
        start,
        *(start.replace("4P3", f"{file}P{7 - file}".replace("0", "")) for file in range(8) if kind == 1),
    ):
        position = gr.chess_endings(fen)
        table: Any = search(position.ruleset, position.state, Searching("compiled"))
        states, status = table.graph.states, table.columns["status"]
        mine = (states[:, 2] == kind) & (states[:, 4] == 0) & (status & 3 == 1)
        longest = max(longest, int((status[mine] >> 2).max()))
    assert (longest + 1) // 2 == moves


# ---- the page


PAGE = Path(__file__).parents[1].parent / "docs" / "mathematics" / "solved-games.md"


def rows_of_the_page() -> Iterator[Any]:
    """Yield the words of each row and what is found, the slow ones marked."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0].startswith("`") and cells[4] in ("every day", "slow"):
            words = cells[0].strip("`")
            yield pytest.param(words, cells[3], id=words, marks=[pytest.mark.hours] * (cells[4] == "slow"))


@pytest.mark.slow
@pytest.mark.some(11)
@pytest.mark.parametrize(("words", "found"), list(rows_of_the_page()))
def test_each_row_of_the_page(words: str, found: str, capsys: pytest.CaptureFixture[str]) -> None:
    gr.forget()  # positions known before count too
    assert main(["solve", *shlex.split(words), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    said = answer["winner"]
    if answer["remoteness"] is not None and answer["outcome"] in "NP":
        said += f" in {answer['remoteness']}"
    if games.load(words.split()[0]).scoring:
        said += f", score {answer['value']}"
    if answer["evidence"]["kind"] == "BySearch":
        said += f"; {answer['positions']:,} positions"
    assert found == said


GAMES = """connect4 tic-tac-toe dots-and-boxes dodgem hare-and-hounds fox-and-geese sprouts chomp three-mens-morris teeko
kalah awari pawn-duel hex gale tic-tac-toe-3d chess-endings"""


def test_the_page_has_a_row_of_each_game() -> None:
    told = {each.values[0].split()[0] for each in rows_of_the_page()}
    assert told >= {*GAMES.split()}
