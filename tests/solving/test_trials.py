"""What is declared beside the moves, right and wrong, of random rules: refused or right, whatever was asked first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count, product
from random import Random
from typing import Any

import pytest
from declared import FALSE, RIGHT, Declared

import grundy as gr
from cases import each_day, first_seed, nontrivial
from grundy.common.errors import GrundyError, RuleFailed, RulesError
from grundy.playing.match import Match
from grundy.playing.opponent.choosing import choose
from grundy.rules.play import convention
from grundy.solving.play_graph import play_graph
from grundy.solving.trials import LOOKED, try_declared

pytestmark = pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
SIDE = 7
ORDERS = ("small first", "large first", "one alone")


def heaps(first: range, second: range, both: bool) -> Any:
    """Return the rules of two heaps: so many may be taken from the first, from the second, or one from each."""

    @gr.game
    def two(a: int, b: int):
        for k in first:
            if a >= k:
                yield a - k, b
        for k in second:
            if b >= k:
                yield a, b - k
        if both and a and b:
            yield a - 1, b - 1

    return two


def images(game: Any, _first: int, _second: int) -> None:
    @game.symmetries
    def other(a: int, b: int):
        yield b, a


def fold(game: Any, _first: int, _second: int) -> None:
    game.symmetry(lambda a, b: (min(a, b), max(a, b)))


def parts(game: Any, _first: int, _second: int) -> None:
    game.parts(lambda a, b: [(a, 0), (0, b)])


def value(game: Any, first: int, second: int) -> None:
    game.theorem(name="the rests")(lambda a, b: a % first ^ b % second)


def lost(game: Any, first: int, second: int) -> None:
    game.theorem(name="equal rests", gives="losing")(lambda a, b: a % first == b % second)


DECLARED: dict[Callable[[Any, int, int], None], Callable[[int, int, bool], bool]] = {
    images: lambda first, second, _both: first == second,
    fold: lambda first, second, _both: first == second,
    parts: lambda _first, _second, both: not both,
    value: lambda _first, _second, both: not both,
    lost: lambda _first, _second, both: not both,
}
"""What may be declared of two heaps, and whether it is right."""


def asked(made: Callable[[], Any], right: Any, order: str, chance: Random) -> tuple[int, int]:
    """Return how many answers were right, and how many questions were refused; none may be wrong."""
    places = sorted(product(range(SIDE), repeat=2), key=sum, reverse=order != "small first")
    answers = refused = 0
    game = made()
    for place in chance.sample(places, 12) if order == "one alone" else places[::3]:
        game = made() if order == "one alone" else game
        try:
            found = game(*place).grundy() if chance.random() < 0.5 else game(*place).solve().outcome
        except RulesError:
            refused += 1
            continue
        position = right(*place)
        assert found == (position.grundy() if isinstance(found, int) else position.solve().outcome), (place, order)
        answers += 1
    return answers, refused


@pytest.mark.parametrize("declare", DECLARED, ids=lambda each: each.__name__)
def test_a_declaration_is_refused_or_right_in_any_order(declare: Any) -> None:
    chance = Random(f"{declare.__name__} {first_seed()}")
    for number in range(each_day(18)):
        first, second, both = chance.randrange(2, 5), chance.randrange(2, 5), chance.random() < 0.3
        if number % 2:  # every other one is right
            second, both = first, False

        def made(first: int = first, second: int = second, both: bool = both, declares: bool = True) -> Any:
            game = heaps(range(1, first), range(1, second), both)
            if declares:
                declare(game, first, second)
            return game

        is_right = DECLARED[declare](first, second, both)
        nontrivial(not is_right or number % 2)
        for order in ORDERS:
            answers, refused = asked(made, made(declares=False), order, chance)
            assert answers or not is_right
            assert not (refused and is_right), (first, second, both, order)


def test_what_is_no_declaration_is_said_when_it_is_made() -> None:
    game = heaps(range(1, 3), range(1, 3), False)
    with pytest.raises(RulesError, match="a theorem of two gives one of"):
        game.theorem(gives="values")(lambda a, b: 0)
    bound = gr.game(lambda n, *, m=1: iter(range(max(0, n - m), n)), name="take").bind(m=1)
    for declare in (bound.symmetry, bound.parts, bound.theorem()):
        with pytest.raises(RulesError, match="take is bound to parameters: declare its"):
            declare(lambda n: n)
    game.theorem(name="a letter")(lambda a, b: "a")
    with pytest.raises(GrundyError, match="a letter of two says 'a' of two\\(0, 0\\), which is no value"):
        game(3, 1).solve()


def test_what_was_looked_at_is_not_looked_at_again() -> None:
    game = heaps(range(1, 3), range(1, 3), False)
    images(game, 3, 3)
    game(5, 5).solve()
    known = [*game.memory[LOOKED]]
    assert (5, 5) in known and (0, 0) in known
    try_declared(game(5, 5))
    assert [*game.memory[LOOKED]] == known
    assert not gr.nim.declares and not (gr.nim(1) + gr.kayles(3)).ruleset.declares and game.declares


ALWAYS: dict[str, Callable[[gr.Position], object]] = {
    "outcome": lambda p: p.outcome(),
    "search": lambda p: p.solve(method="search").outcome,
    "winning moves": lambda p: sorted(map(str, p.solve().winning_moves(None))),
}
PLAYED: dict[str, Callable[[gr.Position], object]] = {
    **ALWAYS,
    "the opponent": lambda p: choose(Match(p, convention())).move.after.outcome(),
    "a graph": lambda p: [int(graph.worth[i]) for graph in [play_graph(p)] for i in graph.starts],
}
DOORS: dict[str, dict[str, Callable[[gr.Position], object]]] = {
    "outcomes": PLAYED,
    "points": {**PLAYED, "score": lambda p: p.score()},
    "impartial": {
        **PLAYED,
        "grundy": lambda p: p.grundy(),
        "misère": lambda p: p.solve("misere").outcome,
        "a sum": lambda p: (p + gr.nim(1)).grundy(),
        "a misère sum": lambda p: (p + gr.nim(2)).solve("misere").outcome,
        "a list": lambda p: p.ruleset.lost([p]).tolist(),
        "order": lambda p: gr.equal(p, gr.nim(2)),
        "misère order": lambda p: bool(gr.equivalent(p, gr.nim(2), "misere")),
        "together": lambda p: gr.conjunctive(p, gr.nim(2)).solve().outcome,
    },
    "partisan": {
        **ALWAYS,
        "value": lambda p: p.value(),
        "misère": lambda p: p.solve("misere").outcome,
        "order": lambda p: p >= gr.nim(0),
        "a sum": lambda p: (p + gr.nim(1)).outcome(),
        "a difference": lambda p: (p - p).outcome(),
    },
}


def questions(rules: Declared, doors: int, most: int) -> Counter[str]:
    """Ask at some positions by every so manieth door in three orders: what is answered is right; count what is refused."""
    found = Counter[str]()
    for door, order in product([*DOORS[rules.kind].values()][::doors], ORDERS):
        game, places = rules.declared(), rules.asked[:: -(-len(rules.asked) // most)]
        for place in places[:: -1 if order == "large first" else 1]:
            game = rules.declared() if order == "one alone" else game
            try:
                answer = door(rules.position(place, game))
            except RulesError as refused:
                assert not isinstance(refused, RuleFailed), refused
                found["refused"] += 1
            else:
                assert answer == door(rules.position(place)), (place, order)
                found["answered"] += 1
    return found


@pytest.mark.parametrize(("doors", "most"), [(4, 3), pytest.param(1, 49, marks=pytest.mark.hours)])
@pytest.mark.parametrize("name", FALSE)
def test_nothing_false_is_believed_by_any_door(name: str, doors: int, most: int) -> None:
    nontrivial(questions(FALSE[name], doors, most)["refused"])


@pytest.mark.parametrize(("doors", "most"), [(4, 3), pytest.param(1, 49, marks=pytest.mark.hours)])
@pytest.mark.parametrize("name", RIGHT)
def test_nothing_right_is_refused_by_any_door(name: str, doors: int, most: int) -> None:
    found = questions(RIGHT[name], doors, most)
    nontrivial(found["answered"])
    assert not found["refused"]


def test_parts_are_looked_at_where_they_are_asked_for() -> None:
    """Of an option and of each part of it; not of whatever heaps may lie beside each other."""
    game = heaps(range(1, 3), range(1, 3), False)
    parts(game, 3, 3)
    for place in product(range(20), repeat=2):
        game(*place).grundy()
    assert len(game.memory[LOOKED]) <= 400
    game.parts(lambda a, b: ((1, 0) for _part in count()))
    with pytest.raises(RulesError, match="do not end"):
        game(3, 4).grundy()


def test_an_answer_says_what_it_rests_on_and_where_that_was_compared() -> None:
    position = RIGHT["symmetry"].position((5, 4), RIGHT["symmetry"].declared())
    solution, count = position.solve(), len(position.ruleset.memory[LOOKED])
    assert solution.compared == f"symmetry of two, compared with the moves at {count} positions"
    assert solution.explain().endswith(f"Beside the moves: {solution.compared}.")
    assert solution.to_dict()["compared"] == solution.compared
    assert not gr.nim(5, 4).solve().compared and "compared" not in gr.nim(5, 4).solve().to_dict()
