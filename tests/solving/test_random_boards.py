"""Random boards of ten games, with first rooms of a few words: every growth is crossed, and the answers are those of play.

The other side is plain: options from the rules in Python, canonical forms as nested sets, no array and no kernel. Each board
begins with new arrays, behind whose parts canaries stand. A failure names the game and the number of the board, from which
`board` makes it again. What is read beyond an array is told by numba's bounds checks: see
`tests/kernels/test_bounds.py`, which runs this file with them.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

import brute
import grundy as gr
from brute import leads_to
from cases import nontrivial
from grundy import games
from grundy.common.errors import PositionError
from grundy.kernels import short
from grundy.kernels.contract import Unfit, intact
from grundy.rules.position import Position
from grundy.solving.nimbers import SumSearch
from grundy.solving.parts import Parts, sides
from grundy.solving.reading_rules import went_on
from grundy.values.canonical import Store
from grundy.values.nimber import nim_sum

GAMES = [
    *("amazons", "clobber", "domineering", "fission", "konane"),
    *("nogo", "push", "shove", "toads-and-frogs", "toppling-dominoes"),
]
FEW, MANY = 8, int(os.environ.get("GRUNDY_BOARDS", "1000"))
LONGEST = 40
POSITIONS = 250
"""A board leads to at most so many positions, so that plain play is quick."""
SHAPES = [(r, c) for r in range(1, 5) for c in range(1, 13) if r * c <= 12] + [
    (1, 20),
    (9, 2),
    (2, 12),
    (12, 1),
    (4, 9),
]


def board(name: str, number: int) -> Position:
    """Return a random board of a game, the same one for the same number."""
    rules, random = games.load(name), Random(f"{name} {number}")
    faces, over = rules.board.faces, random.random() < 0.1
    while True:
        rows, columns = random.choice(SHAPES)
        weights = [random.random() ** 2 for _ in faces]
        cells = "".join(random.choices(faces, weights, k=rows * columns))
        try:
            position = rules("|".join(cells[r * columns : (r + 1) * columns] for r in range(rows)))
        except PositionError:  # a block of NoGo without a liberty
            continue
        if leads_to(position, POSITIONS) and (over or any(position.options())):
            return position


@gr.partisan_game
def sieve(n: int, *, a: int, b: int, c: int, d: int, player: int):
    """Take what a remainder allows: no board, and up to forty options."""
    for k in range(n):
        if (a * n + (b + player) * k) % c < d:
            yield k


# ---- plain play


class Plain(brute.Plain):
    """A game by its rules alone, whose values are nested sets."""

    def _value(self, state: Any) -> Any:
        return canonical(*({self.value(option) for option in self.options(state, player)} for player in (1, -1)))


@cache
def at_most(g: Any, h: Any) -> bool:
    """Whether g <= h: no left option of g is >= h, no right option of h is <= g."""
    return not any(at_most(h, left) for left in g[0]) and not any(at_most(right, g) for right in h[1])


def canonical(lefts: Any, rights: Any) -> Any:
    """Return the canonical form of a game by those of its options, as nested pairs of sets."""
    changed = True
    while changed:
        changed = False
        game = frozenset(lefts), frozenset(rights)
        for option in game[0]:
            through = next((back for back in option[1] if at_most(back, game)), None)
            if through is not None:
                lefts, changed = (game[0] - {option}) | through[0], True
                break
        for option in () if changed else game[1]:
            through = next((back for back in option[0] if at_most(game, back)), None)
            if through is not None:
                rights, changed = (game[1] - {option}) | through[1], True
                break
    lefts = {g for g in lefts if not any(g != h and at_most(g, h) for h in lefts)}
    rights = {g for g in rights if not any(g != h and at_most(h, g) for h in rights)}
    return known(frozenset(lefts), frozenset(rights))


@cache
def known(lefts: Any, rights: Any) -> Any:
    """Return one object for all equal forms, so that they are compared at once."""
    return lefts, rights


def written(store: Store, form: int, forms: dict[int, Any]) -> Any:
    """Return a form of a store as nested sets."""
    if form not in forms:
        lefts, rights = ({written(store, g, forms) for g in side} for side in store.options(form))
        forms[form] = known(frozenset(lefts), frozenset(rights))
    return forms[form]


# ---- the kernels


def differing(name: str, numbers: range) -> list[Any]:
    """Return which of some boards the kernels answer otherwise than plain play: number, board, what is otherwise."""
    plain, wrong = Plain(games.load(name).options_of), []
    made = sides(games.load(name), board(name, numbers[0]).state)
    for number in numbers:
        position = board(name, number)
        nontrivial(any(position.options()))
        while True:
            try:
                found = misjudged(position, made, plain, Random(number))
                break
            except Unfit as problem:  # it went where nobody has compared it with Python
                made = compared(position, made, problem)
        wrong += [(number, str(position), what) for what in found]
    return wrong


def compared(position: Position, made: Any, problem: Unfit) -> Any:
    """The rules compiled anew, once Python was compared where they gave up."""
    rules: Any = position.ruleset
    assert problem.row is not None
    assert went_on(rules, problem, [made[0].decode(problem.row, rules)], made[0].words), problem
    return sides(rules, position.state)


def misjudged(position: Position, made: Any, plain: Plain, random: Random) -> list[str]:
    """Return what the kernels say of a position, all arrays new, and plain play does not."""
    assert made is not None  # the rules are compiled
    rules: Any = position.ruleset
    state = position.state

    parts, store = Parts(rules, made), Store()
    words, total = parts.valued([state], store), 0
    assert words is not None
    for word in words[0]:
        total = store.ask(short.SUM, total, parts.form(word, store))

    search = SumSearch(Parts(rules, made), Store(), small=random.choice((0, 1, 3, 9)))
    words = search.parts.divided(state)

    asked, full = (Parts(rules, made, impartial=True) for _ in range(2))
    pieces = full.divided(state)
    full.explore()
    nimbers = full.nimbers()

    checks = {
        "value": written(store, total, {}) == plain.value(state),
        "Left": search.left_wins([], words) == plain.wins(state, 1),
        "Right": search.right_wins([], words) == plain.wins(state, -1),
        "nimber": nim_sum(*(asked.nimber(word >> 1) for word in asked.divided(state))) == plain.nimber(state),
        "mex": nim_sum(*(int(nimbers[word >> 1]) for word in pieces)) == plain.nimber(state),
    }

    intact()
    return [what for what, right in checks.items() if not right]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")


SOME = pytest.mark.parametrize(
    "numbers", [range(FEW), pytest.param(range(FEW, FEW + MANY), marks=pytest.mark.hours)], ids=["few", "many"]
)


@pytest.mark.slow
@SOME
@pytest.mark.parametrize("name", GAMES)
def test_boards(name: str, numbers: range) -> None:
    assert differing(name, numbers) == []


def differing_sieves(numbers: range) -> list[Any]:
    wrong: list[Any] = []
    for number in numbers:
        random = Random(f"sieve {number}")
        n, a, b, c = (random.randrange(*bounds) for bounds in ((LONGEST,), (9,), (9,), (1, 20)))
        position = sieve(n, a=a, b=b, c=c, d=random.randrange(c + 1) // random.choice((1, 2, 3)))
        made = sides(position.ruleset, position.state)
        nontrivial(any(position.options()))
        wrong += [
            (number, str(position), w) for w in misjudged(position, made, Plain(position.ruleset.options_of), random)
        ]
    return wrong


@pytest.mark.slow
@SOME
def test_rules_without_a_board(numbers: range) -> None:
    assert differing_sieves(numbers) == []
