"""What is declared beside the moves, right and wrong, of random rules: refused or right, whatever was asked first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count, cycle, islice, product, repeat
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest
from declared import EVEN, FALSE, KINDS, RIGHT, Declared, apart, heaps, lesser, parts, random_rules, symmetry

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError, RuleFailed, RulesError
from grundy.faces.drawing.rich_display import solution as page
from grundy.games import load, load_all
from grundy.playing.match import Match
from grundy.playing.opponent.choosing import choose
from grundy.rules.board import Board
from grundy.rules.session import forget
from grundy.rules.solution import convention
from grundy.rules.text import words
from grundy.solving import trials
from grundy.solving.play_graph import play_graph
from grundy.solving.results import Options
from grundy.solving.search import Answers
from grundy.solving.trials import APART, LOOKED, try_declared

pytestmark = pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
ORDERS = ("small first", "large first", "one alone")


def test_left_and_right_are_not_exchanged() -> None:
    for wrong in (True, False):

        @gr.partisan_game
        def walk(a: int, b: int):
            yield from ((k, b) for k in range(a))

        walk.right(lambda a, b: ((a, k) for k in range(b)))
        walk.symmetry((lambda a, b: (min(a, b), max(a, b))) if wrong else (lambda a, b: (a, b)))
        if wrong:
            with pytest.raises(RulesError, match="images of each other, yet"):
                walk(3, 1).value()
        else:
            assert str(walk(3, 1).value()) == "2"


def test_what_is_no_declaration_is_said_when_it_is_made() -> None:
    game = EVEN()
    with pytest.raises(RulesError, match="a theorem of two gives one of"):
        game.theorem(gives="values")(lambda a, b: 0)
    bound = gr.game(lambda n, *, m=1: iter(range(max(0, n - m), n)), name="take").bind(m=1)
    for declare in (bound.symmetry, bound.parts, bound.theorem()):
        with pytest.raises(RulesError, match="take is bound to parameters: declare its"):
            declare(lambda n: n)
    game.theorem(name="a letter")(lambda a, b: "a")
    with pytest.raises(GrundyError, match="a letter of two says 'a' of two\\(0, 0\\), which is no value"):
        game(3, 1).solve()


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (lambda game: game.symmetries(lambda a, b: repeat((b, a))), "the symmetries of two at .* do not end"),
        (lambda game: game.symmetries(lambda a, b: [(a, "x")]), "the symmetries of two give .*, not made of integers"),
        (lambda game: game.symmetry(lambda a, b: ({}, b)), "the symmetry of two give .*, not made of integers"),
        (lambda game: game.theorem(gives="losing")(lambda a, b: np.array([a, b])), "array.* which is no losing"),
        (lambda game: game.theorem(gives="score")(lambda a, b: None), "says None of .* which is no score"),
    ],
)
def test_what_is_no_state_or_never_ends_is_refused(declare: Any, said: str) -> None:
    game = EVEN()
    declare(game)
    with pytest.raises(RulesError, match=said):
        game(3, 4).solve()


def test_what_was_looked_at_is_not_looked_at_again() -> None:
    game = RIGHT["symmetries"].declared()
    game(5, 5).solve()
    known = [*game.memory[LOOKED]]
    assert (5, 5) in known and (0, 0) in known
    try_declared(game(5, 5))
    assert [*game.memory[LOOKED]] == known
    plain = gr.nim.bind()
    (game(5, 5) + plain(10**6)).grundy()
    assert not plain.memory[LOOKED]  # nothing is declared of it here
    assert not gr.nim.declares and not (gr.nim(1) + gr.kayles(3)).ruleset.declares and game.declares
    asked = Counter[Any]()

    @gr.game(board=gr.Grid(".#", live=".", shape="graph", graph=[((i - 1) % 60, (i + 1) % 60) for i in range(60)]))
    def singles(board: Board):
        asked[board.state] += 1
        yield from (board.place(cell, 1) for cell in board.free)

    try_declared(singles("." * 60))
    assert asked[1, 60, 0] < 10 < len(asked)  # many plays begin there, and all have the same options


def after_a_hint(position: gr.Position) -> object:
    match = Match(position, convention())
    return None if match.over else choose(match).move.after.outcome()


def in_a_box(position: gr.Position) -> object:
    rules = position.ruleset
    return rules.grundy(*position.state).tolist() if getattr(rules, "integers", False) else position.grundy()


ALWAYS: dict[str, Callable[[gr.Position], object]] = {
    "outcome": lambda p: p.outcome(),
    "search": lambda p: p.solve(method="search").outcome,
    "winning moves": lambda p: sorted(map(str, p.solve().winning_moves(None))),
}
PLAYED: dict[str, Callable[[gr.Position], object]] = {
    **ALWAYS,
    "the opponent": after_a_hint,
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
        "a box": in_a_box,
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


def questions(rules: Declared, whole: bool) -> Counter[str]:
    """Ask by every door, at few positions in one order or at all in three: what is answered is right; count the refusals."""
    plain, doors = rules.make(), [*DOORS[rules.kind].values()]
    ways = product(doors, ORDERS) if whole else zip(doors, cycle(ORDERS), strict=False)
    step = 1 if whole else -(-len(rules.asked) // 3)
    return Counter(said for door, order in ways for said in in_order(rules, plain, door, order, step))


def in_order(
    rules: Declared, plain: Any, door: Callable[[gr.Position], object], order: str, step: int
) -> Iterator[str]:
    """Ask one after the other, in a new game each if one is asked alone: yield whether what is right was answered."""
    game, places = rules.declared(), rules.asked[::step]
    for place in places[:: -1 if order == "large first" else 1]:
        game = rules.declared() if order == "one alone" else game
        said = answered(door, rules.position(place, game), rules.position(place, plain))
        assert said != "wrong", (place, order)
        yield said


def in_a_fresh_process(name: str, number: int) -> Counter[str]:
    """Ask by one door in one order where nothing was asked before."""
    rules = {**FALSE, **RIGHT}[name]
    doors = [*DOORS[rules.kind].values()]
    door, order = doors[number % len(doors)], ORDERS[number % len(ORDERS)]
    return Counter(in_order(rules, rules.make(), door, order, 1))


def answered(door: Callable[[gr.Position], object], declared: gr.Position, plain: gr.Position) -> str:
    """Return whether a question is refused, or else answered rightly, as of rules of which nothing is declared."""
    try:
        answer = door(declared)
    except RulesError as refused:
        assert not isinstance(refused, RuleFailed), refused
        return "refused"
    return "answered" if answer == door(plain) else "wrong"


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)])
@pytest.mark.parametrize("name", FALSE)
def test_nothing_false_is_believed_by_any_door(name: str, whole: bool) -> None:
    assert questions(FALSE[name], whole)["refused"]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)])
@pytest.mark.parametrize("name", RIGHT)
def test_nothing_right_is_refused_by_any_door(name: str, whole: bool) -> None:
    found = questions(RIGHT[name], whole)
    assert found["answered"] and not found["refused"]


@pytest.mark.parametrize("count", [4, pytest.param(300, marks=pytest.mark.hours)])
def test_a_fresh_process_believes_nothing_false_either(count: int) -> None:
    names = cycle([*FALSE, *RIGHT][:: 1 if count == 300 else 17])
    with ProcessPoolExecutor(2, get_context("spawn"), max_tasks_per_child=1) as fresh:
        assert all(fresh.map(in_a_fresh_process, islice(names, count), range(count)))


@pytest.mark.parametrize("names", [("every-euclid", "domineering"), pytest.param((), marks=pytest.mark.hours)])
def test_what_the_catalogue_declares_is_right(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a stranger declared it, at the position where play begins."""
    monkeypatch.setattr(gr.Ruleset, "declares", True)
    forget()
    compared = 0
    for name in names or [each.name for each in load_all() if each.begins is not None]:
        try_declared(position := words.position([name], load, begin=True))
        compared += any(len(rules.memory[LOOKED]) > 9 for rules, _state in position.ruleset.terms(position.state))
    forget()
    assert compared >= len(names or "some sixty of them")


@pytest.mark.parametrize("batches", [range(1), pytest.param(range(60), marks=pytest.mark.hours)])
@pytest.mark.parametrize("share", [0, 0.05, 0.1, 0.3])
@pytest.mark.parametrize("kind", KINDS)
def test_no_random_declaration_is_believed_where_it_is_false(kind: str, share: float, batches: range) -> None:
    found, wrong = Counter[str](), list[Any]()
    for batch, (door, ask) in product(batches, DOORS["impartial"].items()):
        chance = Random(f"{kind} {share} {batch} {door}")
        plain, declared = random_rules(chance, kind, share)
        order, game, own = chance.choice(ORDERS), declared(), plain()
        places = [(chance.randrange(14), chance.randrange(14)) for _place in range(3)]
        for place in sorted(places, key=sum, reverse=order == "large first") if order != "one alone" else places:
            game = declared() if order == "one alone" else game
            said = answered(ask, game(*place), own(*place))
            found[said] += 1
            if said != "refused":
                nontrivial(sum(place) > 3)
            if said == "wrong":
                wrong.append((batch, door, place, order))
    assert not wrong
    assert found["refused"] if share else not found["refused"]


NIM = (*range(1, 50),)
BANDS = [
    (declare, side, low, low + width, start)
    for declare, width in ((symmetry(lesser), 3), (symmetry(lesser), 6), (parts(apart), 8))
    for low in range(2, 30, 3)
    for start in ((33, 12), (30, 30), (14, 31), (40, 20))
    for side in (0, 1)
    if low + width <= start[0]
]


@pytest.mark.parametrize("some", [4, pytest.param(1, marks=pytest.mark.hours)])
def test_a_band_of_other_moves_is_seen(some: int) -> None:
    """Some states amid the others have one move more, where plays by lot from large heaps come seldom."""
    for declare, side, low, high, start in BANDS[::some]:

        def more(*row: int, side: int = side, low: int = low, high: int = high) -> Iterator[tuple[int, int]]:
            if low <= row[side] < high and min(row):
                yield row[0] - 1, row[1] - 1

        rules = Declared(heaps(NIM, NIM, more), declare, [start[:: -1 if side else 1]])
        game, plain = rules.declared(), rules.make()
        assert answered(gr.Position.grundy, rules.position(rules.asked[0], game), plain(*rules.asked[0])) != "wrong"


def test_what_a_search_met_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was seen before; several kinds of search find the positions in orders of their own."""
    monkeypatch.setattr(trials, "_on_plays", lambda *_: ())
    rules = FALSE["symmetries amid large numbers"]
    for place in ((60, 61), (70, 90), (100, 100)):
        for door in ("grundy", "outcome", "search", "misère"):
            with pytest.raises(RulesError, match="are images of each other"):
                DOORS["impartial"].get(door, PLAYED.get(door))(rules.position(place, rules.declared()))


def test_what_is_kept_by_a_representative_is_asked_of_it() -> None:
    rules = RIGHT["symmetry"].declared()(5, 4).ruleset
    with pytest.raises(RulesError, match=r"two\(5, 4\) is a representative, yet its own is two\(4, 5\)"):
        Answers(rules, (5, 4), Options()).result((5, 4))


def test_parts_are_looked_at_where_they_are_asked_for() -> None:
    """Of an option and of each part of it, and of whatever heaps may lie beside each other at a few hundred positions."""
    game = RIGHT["parts"].declared()
    for place in product(range(100, 110), repeat=2):
        game(*place).grundy()
    apart, whole = game.memory[APART], game.memory[LOOKED]
    assert (100, 0) in apart and len(apart) < 400 < len(whole) < 3_000
    game.parts(lambda a, b: ((1, 0) for _part in count()))
    with pytest.raises(RulesError, match="do not end"):
        game(3, 4).grundy()


def test_threads_that_number_parts_do_not_disturb_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    heaps = gr.game(lambda *row: ((*row[:i], k, *row[i + 1 :]) for i in range(len(row)) for k in range(row[i])))
    heaps.parts(lambda *row: [(each,) for each in row])
    canonical, met, look = type(heaps).canonical, set[Any](), partial(trials._moves_of_parts, heaps)

    def amid(rules: Any, state: Any) -> Any:
        if state == (1,) and not met:  # amid a look another thread looks
            met.add(state)
            with ThreadPoolExecutor(1) as other:
                assert other.submit(look, (2, 5), [(2,), (5,)]).result() > 0
        return canonical(rules, state)

    monkeypatch.setattr(trials, "KEPT", 0)  # each look begins with new numbers
    monkeypatch.setattr(type(heaps), "canonical", amid)
    assert look((4, 3), [(4,), (3,)]) > 0 and met


def test_an_answer_says_what_it_rests_on_and_where_that_was_compared() -> None:
    position = RIGHT["symmetry"].position((5, 4), RIGHT["symmetry"].declared())
    solution, count = position.solve(), len(position.ruleset.memory[LOOKED])
    assert solution.compared == f"symmetry of two, compared with the moves at {count} positions"
    assert solution.explain().endswith(f"Beside the moves: {solution.compared}.")
    assert solution.to_dict()["compared"] == solution.compared and solution.compared in page(solution)
    (match := Match(position, solution.play)).make(next(position.moves()))
    assert str(gr.review(match)).endswith(f"Beside the moves: {solution.compared}.")
    assert not gr.nim(5, 4).solve().compared and "compared" not in gr.nim(5, 4).solve().to_dict()
