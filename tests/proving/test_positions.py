"""Questions of games whose positions are ordered or limited: a move to what is no position is none, as play has it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from generated import define
from grundy.check import check
from grundy.common.errors import GrundyError, PositionError
from grundy.games import load
from grundy.proving.questions import Answer, ask, changed, same
from grundy.proving.theorem import Theorem, prove
from grundy.rules.ruleset import Ruleset
from second_checker import NODE, told

Pair = tuple[int, int]
Changes = list[tuple[str, Pair]]
SIDE = 9
STEPS = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1), (1, 2), (0, 3), (2, 2), (2, 0), (-1, 1), (1, -1), (-1, 2)]
FEW: dict[str, Any] = {"systems": ("msd_2", "msd_3"), "seconds": 3.0}


class Pairs:
    """Random rules of pairs from some least number on, of which one number is larger than the other by a gap or more."""

    def __init__(self, chance: random.Random) -> None:
        self.least, self.gap, self.flip = chance.choice((0, 0, 1, 2)), chance.randrange(2), chance.random() < 0.3
        modulus = chance.choice((1, 1, 2))
        rows = [
            f"    if a - {d} >= {self.least} and b - {e} >= {self.least} and {self.far(d, e)} >= {self.gap} and "
            f"a % {modulus} == 0:\n        yield a - {d}, b - {e}\n"
            for d, e in chance.sample(STEPS, chance.choice((1, 2, 2, 3)))
        ]
        self.function = define(f"def pairs(a: int, b: int):\n{''.join(rows)}")
        self.rules = gr.game(least=self.least)(self.function)

        @self.rules.setup
        def setup(a: int, b: int) -> Pair:
            if not self.has((a, b)):
                raise PositionError("the numbers are in an order")
            return a, b

    def far(self, d: int, e: int) -> str:
        return f"(a - {d}) - (b - {e})" if self.flip else f"(b - {e}) - (a - {d})"

    def has(self, pair: Pair) -> bool:
        return min(pair) >= self.least and (pair[0] - pair[1] if self.flip else pair[1] - pair[0]) >= self.gap

    def box(self) -> list[Pair]:
        return [pair for pair in product(range(SIDE), repeat=2) if self.has(pair)]

    def lost(self, changes: Changes, misere: bool) -> Callable[[Pair], bool]:
        """Return what tells who loses, by play, with moves added and left out."""

        @cache
        def is_lost(pair: Pair) -> bool:
            options = {*self.function(*pair)}
            for sign, (d, e) in changes:
                after = pair[0] - d, pair[1] - e
                options = options - {after} if sign == "-" else options | ({after} if self.has(after) else set())
            return not any(map(is_lost, options)) and bool(options or not misere)

        return is_lost


def theorem(rules: Ruleset, play: str) -> Theorem | None:
    """Return the theorem about rules; None where none is found, or play need not end."""
    try:
        found = prove(rules, play=play, **FEW)
    except GrundyError:
        return None
    return found if isinstance(found, Theorem) else None


def asked_of(seed: int, accepted: list[dict[str, Any]]) -> bool:
    """Compare what is proved of random pairs, and what follows, with play; return whether something was."""
    chance = random.Random(seed)
    game, play = Pairs(chance), ("normal", "misere")[seed % 2]
    made = theorem(game.rules, play)
    if made is None:
        return False
    lost = game.lost([], play == "misere")
    for pair in product(range(SIDE), repeat=2):
        assert made.automata[0].accepts(*pair) is (game.has(pair) and lost(pair))
    one, two = chance.choice(game.box()), (chance.randrange(SIDE), chance.randrange(SIDE))
    assert ask(made, f"M({one[0]},{one[1]},{two[0]},{two[1]})").truth is (two in {*game.function(*one)})
    accepted.append(made.certificate())
    for _ in range(4):
        changes = [(chance.choice("++-"), (chance.randrange(-1, 4), chance.randrange(-1, 4))) for _ in range(2)]
        try:
            answer = changed(made, " ".join(f"{sign} ({d},{e})" for sign, (d, e) in changes), seconds=20.0)
        except GrundyError:  # play need not end any more
            continue
        assert isinstance(answer, Answer)
        other = game.lost(changes, play == "misere")
        if answer.holds:
            assert all(lost(pair) is other(pair) for pair in game.box()), (changes, play)
            accepted.append(answer.certificate())
        else:
            assert game.has(answer.position) and answer.lost == (lost(answer.position), other(answer.position))
    return True


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, pytest.param(18, marks=pytest.mark.hours)])
def test_questions_of_ordered_pairs_are_answered_as_by_play(count: int) -> None:
    accepted = list[dict[str, Any]]()
    for seed in range(count):
        nontrivial(asked_of(seed, accepted))
    assert accepted
    assert all(check(json.loads(json.dumps(made))).verified for made in accepted)
    if NODE is not None:
        assert {said["verdict"] for said in told(map(json.dumps, accepted))} == {"accepted"}


@gr.game
def ghost(a: int, b: int):
    """Ordered pairs; from (0, 1) there is no move."""
    if b - 2 > a:
        yield a, b - 2
    if a == 0 and b == 2:
        yield 0, 1
    if a >= 1:
        yield a - 1, b - 1


@ghost.setup
def ghosts(a: int, b: int) -> Pair:
    if a < 0 or a >= b:
        raise PositionError("the first number is the smaller one")
    return a, b


def test_a_move_that_leads_to_no_position_is_not_added() -> None:
    """At (0, 1) it would lead to (0, 0): in misère play that there is no move decides who wins."""
    made = prove(ghost, play="misere")
    assert isinstance(made, Theorem)
    answer = changed(made, "+ (0,1)")
    assert isinstance(answer, Answer) and not answer.holds and answer.position == (0, 3)
    silver = prove(load("silver_dollar"), heaps=2, play="misere")
    assert isinstance(silver, Theorem)
    added = changed(silver, "+ (0,1)")
    assert isinstance(added, Answer) and added.holds and check(added.certificate()).verified


@gr.game(least=0)
def evens(n: int):
    """Only even numbers are positions."""
    for k in (2, 4):
        if n >= k:
            yield n - k


@evens.setup
def even(n: int) -> int:
    if n % 2:
        raise PositionError("the number is even")
    return n


@gr.game(least=0)
def all_numbers(n: int):
    for k in (2, 4):
        if n >= k:
            yield n - k


def test_of_positions_that_are_more_than_ordered_numbers_none_is_told_that_is_none() -> None:
    made = prove(evens)
    assert isinstance(made, Theorem) and "such as evens(1)" in made.explain()
    assert "is no position" not in prove(all_numbers).explain()
    with pytest.raises(GrundyError, match=r"more than ordered numbers.* at evens\(1\), which is not a position"):
        changed(made, "+ (1)")
    fewer = changed(made, "- (4)")
    assert isinstance(fewer, Answer) and fewer.position == (4,)
    with pytest.raises(GrundyError, match=r"at evens\(1\), which is not a position"):
        same(load("bash").bind(m=2), evens, heaps=1)


def test_games_with_other_orders_are_not_compared() -> None:
    with pytest.raises(GrundyError, match="in another order in ghost than in wythoff"):
        same(ghost, load("wythoff"))


@pytest.mark.parametrize("least", [0, 1, 2])
def test_the_order_is_found_from_the_least_number_on(least: int) -> None:
    rules = gr.game(least=least)(define(f"def up(a: int, b: int):\n    if b - 1 > a >= {least}: yield a, b - 1\n"))

    @rules.setup
    def setup(a: int, b: int) -> Pair:
        if not least <= a < b:
            raise PositionError("the first number is the smaller one")
        return a, b

    made = prove(rules)
    assert isinstance(made, Theorem) and made.moves.order == ((0, 1, 1),)
    assert not made.automata[0].accepts(least, least) and made.automata[0].accepts(least, least + 1)
