"""Random sums across the borders of the kernels: of 62 cells, of strips of several words, and of 64 bits, by every method.

The other side is plain: options from the rules in Python, and who wins from those alone. The rulesets are the same for all
sums, so that what is kept of a long strip is there when a short one is asked, and the other way round. A failure names the
number of the sum, from which `drawn` makes it again.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from math import prod
from random import Random
from typing import Any

import pytest

import grundy as gr
from brute import Plain
from cases import each_day, nontrivial
from grundy import games
from grundy.common.errors import GrundyError
from grundy.rules.algebra import NegativeRuleset
from grundy.rules.board import EAST, Board
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.solving import outcomes
from grundy.values import canonical
from grundy.values.nimber import nim_sum

FEW, MANY = each_day(60), int(os.environ.get("GRUNDY_SUMS", "2000"))
"""Every fifth sum stays within the borders: with ``GRUNDY_SUMS=25000`` 20,000 go across."""
METHODS = (None, "sums", "value", "search", "interpreted", "compiled")
REFUSED = ("cannot be searched", "cannot be compiled")
POSITIONS, PRODUCT = 40, 150
"""Positions that a term, and a sum, lead to at most, so that plain play is quick."""


@gr.partisan_game(board=gr.Grid(".XO#", live=".XO"))
def sliding(board: Board, *, player: int):
    """A piece goes one cell to the right, or of Right's takes the second of two of Left's: a board with no symmetry."""
    own = 1 if player == LEFT else 2
    for start in board.cells(own):
        beside = board.step(start, EAST)
        if board[beside] == 0:
            yield board.move(start, beside)
        elif player == RIGHT and board[beside] == 1 and board[board.step(beside, EAST)] == 1:
            yield board.move(start, board.step(beside, EAST))


@gr.partisan_game
def shrinking(n: int, *, player: int):
    """A number loses bits; no board, and numbers of more than 64 bits."""
    if n > 0:
        yield n >> (9 if player == LEFT else 13)
        yield n >> (23 if n % 3 else 11) if player == LEFT else n >> 31


DULL = {
    **dict.fromkeys(("amazons", "domineering", "fission", "konane"), "#"),
    **dict.fromkeys(("clobber", "toads-and-frogs", "toppling-dominoes"), "."),
}
"""What stands on most cells of a board, so that it has few moves."""
LOADED: dict[str, Any] = {name: games.load(name) for name in DULL} | {"sliding": sliding, "shrinking": shrinking}
DULL["sliding"] = "#"
LONG = [(1, n) for n in (*range(61, 67), 90, 124, 249)] + [(1, n) for n in range(61, 67)] + [(8, 8), (63, 1), (7, 9)]
SHORT = [(1, n) for n in (1, 2, 3, 5, 8, 13, 30, 61, 62)] + [(2, 2), (2, 3), (3, 3), (31, 2), (5, 1)]


def term(name: str, long: bool, random: Random) -> Position:
    """Return a random position of a game, most of it dull, with few moves."""
    rules = LOADED[name]
    while True:
        if name == "shrinking":
            position = rules(random.getrandbits(random.choice((63, 64, 65, 90) if long else (1, 20, 62))))
        else:
            rows, columns = random.choice(LONG if long else SHORT)
            faces, cells = rules.board.faces, [DULL[name]] * (rows * columns)
            for _block in range(random.choice((1, 1, 2))):
                place = random.choice((random.randrange(len(cells)), min(len(cells) - 1, 58 + random.randrange(8))))
                for cell in range(place, min(len(cells), place + random.randrange(2, 6))):
                    cells[cell] = random.choice(faces)
            text = "".join(cells)
            position = rules("|".join(text[row * columns : (row + 1) * columns] for row in range(rows)))
        if reached(position.ruleset, position.state) <= POSITIONS:
            return position


def drawn(number: int) -> Position:
    """Return a random sum, the same one for the same number."""
    random = Random(f"sum {number}")
    across = number % 5 != 0
    while True:
        name = random.choice(list(LOADED))
        own = [(name, across), (name, False)] + [(name, across and random.random() < 0.5)] * random.randrange(2)
        if random.random() < 0.2:
            own.append((random.choice(list(LOADED)), across and random.random() < 0.3))
        random.shuffle(own)
        terms = [term(name, long, random) for name, long in own]
        if random.random() < 0.1:
            terms.append(gr.nim(random.randrange(3)))
        sizes = [reached(one.ruleset, one.state) for one in terms]
        if prod(sizes) <= PRODUCT and (prod(sizes) > 3 or random.random() < 0.05):
            return gr.disjunctive(*(one if random.random() < 0.7 else -one for one in terms))


# ---- plain play


@cache
def alone(rules: Ruleset) -> Plain:
    return Plain(rules.options_of)


@cache
def reached(rules: Ruleset, state: Any) -> int:
    """Return how many positions one leads to, as far as they are counted."""
    found, waiting = {state}, [state]
    for one in waiting:
        fresh = {option for player in (LEFT, RIGHT) for option in alone(rules).options(one, player)} - found
        found |= fresh
        waiting += fresh
        if len(found) > POSITIONS:
            break
    return len(found)


def terms_of(position: Position) -> list[tuple[Ruleset, Any]]:
    return position.ruleset.components(position.state)


def together(position: Position) -> Plain:
    """Return who wins a sum, by the moves of its terms alone."""
    rules = [alone(each) for each, _state in terms_of(position)]

    def moves(states: Any, player: int) -> Any:
        for i, own in enumerate(rules):
            for option in own.options(states[i], player):
                yield (*states[:i], option, *states[i + 1 :])

    return Plain(moves)


# ---- every method

refused: Counter[str | None] = Counter()
"""How often each method could not answer, since rules are interpreted or a sum is of two games."""


def misjudged(number: int) -> list[str]:
    """Return what is said of a sum, and plain play does not say."""
    position = drawn(number)
    plain, start = together(position), position.state
    nontrivial(plain.options(start, LEFT) or plain.options(start, RIGHT))
    methods, wrong = list(METHODS), list[str]()
    Random(number).shuffle(methods)
    for method in methods:
        try:
            found = position.solve(method=method)
        except GrundyError as error:
            refused[method] += 1
            if method not in ("sums", "compiled") or not any(said in str(error) for said in REFUSED):
                wrong.append(f"{method}: {error}")
            continue
        if found.outcome.name != plain.outcome(start):
            wrong.append(f"{method}: {found.outcome.name}")
        for player in (LEFT, RIGHT) if method in (None, "sums") else ():
            good = {option for option in plain.options(start, player) if not plain.wins(option, -player)}
            if {move.after.state for move in found.winning_moves(None, player)} != good:
                wrong.append(f"{method}: winning moves of {player}")
    if number % 3 == 0 and position.solve("misere").outcome.name != plain.outcome(start, misere=True):
        wrong.append("misère")
    if number % 3 == 1:
        wrong += misjudged_nimbers(position)
    return wrong


def misjudged_nimbers(position: Position) -> list[str]:
    """Return what is said of the sum of the impartial versions, and plain play does not say."""
    terms = terms_of(position)
    own = [(rules.rules if isinstance(rules, NegativeRuleset) else rules, state) for rules, state in terms]
    both = [Position(gr.impartial(rules) if rules.partisan else rules, state) for rules, state in own]
    known = nim_sum(*(alone(rules).nimber(state) for rules, state in own))
    return [] if gr.disjunctive(*both).grundy() == known else ["nimber"]


def differing(numbers: range) -> list[Any]:
    return [(number, str(drawn(number)), what) for number in numbers for what in misjudged(number)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "numbers", [range(FEW), pytest.param(range(FEW, FEW + MANY), marks=pytest.mark.hours)], ids=["few", "many"]
)
def test_sums(numbers: range) -> None:
    assert differing(numbers) == []


@pytest.mark.slow
def test_a_few_sums_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value and the search of sums are broken off after a few steps, and go on, over and over."""
    gr.forget()
    monkeypatch.setattr(outcomes, "STEPS", 3)
    monkeypatch.setattr(canonical, "STEPS", 7)
    assert differing(range(FEW, FEW + FEW // 2)) == []
