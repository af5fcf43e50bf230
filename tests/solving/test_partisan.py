"""Partisan machinery against plain play: every way to an answer, questions asked again, rules that are odd or wrong.

The other side of the comparison builds values from the options alone: no parts, no symmetry, no compiled rule.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import Plain, leads_to
from cases import first_seed, nontrivial
from grundy import games
from grundy.common.errors import GrundyError, Notice, PositionError, RulesError, TooLarge
from grundy.common.evidence import BySums
from grundy.rules.algebra import as_position
from grundy.rules.functions import to_move
from grundy.rules.grids import Grid
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.solution import PartisanSolution
from grundy.solving import outcomes
from grundy.solving.nimbers import PARTS, nimber
from grundy.solving.partisan import census, form_of
from grundy.solving.parts import Parts, sides
from grundy.solving.results import Options
from grundy.values.canonical import Store
from grundy.values.nimber import nim_sum
from grundy.values.outcome import Outcome
from grundy.values.short import Value, of_form
from natives import parts_of

NAMES = [
    *("domineering", "clobber", "amazons", "nogo", "konane", "fission", "push", "shove"),
    *("ski-jumps", "toads-and-frogs", "toppling-dominoes", "elephants-and-rhinos"),
]
SHAPES = [
    *((1, n) for n in (1, 3, 7, 8, 9, 16, 33, 40, 62, 70)),
    *((2, 2), (2, 3), (3, 3), (3, 4), (2, 9), (2, 20), (2, 31), (31, 2), (40, 1), (62, 1)),
    *((8, 7), (7, 8), (8, 8), (6, 9), (9, 6), (20, 3), (3, 20), (16, 3), (4, 15)),
]
FEW, WIDE = 400, 62


@st.composite
def boards(draw: st.DrawFn, name: str) -> Position:
    """Boards of all shapes with a few patches that are alive, so that plain play is quick; on few of them play is over."""
    chance = Random(draw(st.integers(0, 10**9)))
    over = chance.random() < 0.1
    while True:
        with suppress(PositionError):  # a block of NoGo without a liberty
            position = board(games.load(name), chance)
            if over or any(position.options()):
                return position


def board(rules: Any, chance: Random) -> Position:
    faces = rules.board.faces
    blank = faces[-1] if faces[-1] == "#" and rules.name != "toppling-dominoes" else "."
    rows, columns = chance.choice(SHAPES)
    cells = [blank] * (rows * columns)
    for _ in range(chance.randint(1, 3)):
        i = chance.randrange(len(cells))
        for face in chance.choices(faces, k=chance.randint(1, 5)):
            cells[i] = face
            step = chance.choice((1, columns, -1, columns + 1))
            i = i + step if 0 <= i + step < len(cells) else i
    return rules("|".join("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)))


# ---- every way to an answer


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(data=st.data())
def test_every_way_agrees_with_plain_play(name: str, data: st.DataObject) -> None:
    position = data.draw(boards(name))
    nontrivial(any(position.options()))
    rules, state = position.ruleset, position.state
    if not leads_to(position, FEW):
        return
    plain = Plain(rules.options_of)
    try:
        value = plain.value(state)
    except TooLarge:  # numbers of more than 24 binary places
        return
    worth = plain.nimber(state)
    both = gr.impartial(rules)  # type: ignore[arg-type]
    ways: list[str | None] = [None, "interpreted"]
    if state[0] * state[1] <= WIDE and "parts" not in rules.hooks:
        ways.append("compiled")
    for way in ways:
        assert of_form(form_of(rules, state, Options(way=way))) == value, (position, way)
        assert nimber(both, state, Options(way=way)) == worth, (position, way)
    moves: list[list[Any]] = []
    for method in ("value", "search", *(["sums"] if "compiled" in ways else [])):
        solution = position.solve(method=method)
        assert isinstance(solution, PartisanSolution)
        assert solution.outcome is value.outcome, (position, method)
        moves.append([[m.after.state for m in solution.winning_moves(None, player)] for player in (LEFT, RIGHT)])
    assert all(found == moves[0] for found in moves), position


def compiled(rules: PartisanRuleset, state: Any, *, impartial: bool = False) -> Parts:
    """Return fresh parts with the least of rooms, so that all of them must grow."""
    parts = parts_of(rules, state, impartial=impartial)
    parts.out, parts.work = parts.out[:8].copy(), parts.work[:800].copy()
    return parts


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("name", ["domineering", "clobber", "amazons", "konane", "toppling-dominoes"])
def test_one_graph_answers_all_boards_in_any_order(name: str) -> None:
    """State kept from question to question, arrays and stores that grow, both methods for nimbers on one graph."""
    rules = games.load(name)
    face = {"domineering": "..", "clobber": "XO", "amazons": "X.", "konane": ".XO", "toppling-dominoes": "XO#"}[name]
    texts = [
        "|".join((face * 9)[r : r + c] for r in range(rows)) for rows, c in ((3, 3), (1, 8), (2, 4), (1, 2), (2, 5))
    ]
    positions = [rules(text) for text in texts]
    store, parts = Store(games=2), compiled(rules, positions[0].state)
    both, late = (compiled(rules, positions[0].state, impartial=True) for _ in range(2))
    for position in positions + positions[::-1]:
        fresh = Store(games=2)
        alone = compiled(rules, position.state)
        words, own = parts.valued([position.state], store)[0], alone.valued([position.state], fresh)[0]
        assert [written(store, parts.form(w, store)) for w in words] == [
            written(fresh, alone.form(w, fresh)) for w in own
        ]
        found = nim_sum(*(both.nimber(word >> 1) for word in both.divided(position.state)))
        words = late.divided(position.state)
        late.explore()
        assert found == nim_sum(*(int(late.nimbers()[word >> 1]) for word in words)), position
    for part in range(len(both)):  # also of what Lemoine and Viennot's method has left open
        words = late.divided(both.state_of(part))
        late.explore()
        assert both.nimber(part) == nim_sum(*(int(late.nimbers()[word >> 1]) for word in words))


def written(store: Store, form: int) -> Any:
    """Return a form of one store as it would be in any."""
    lefts, rights = store.options(form)
    return frozenset(written(store, g) for g in lefts), frozenset(written(store, g) for g in rights)


@pytest.mark.slow
def test_wide_games_and_long_ones() -> None:
    """Nimbers past those of Lemoine and Viennot's method, 70,000 options of one position, 20,000 moves."""

    @gr.partisan_game
    def heap(n: int, *, player: int) -> Iterator[int]:
        yield from range(n)

    both = gr.impartial(heap)
    assert [both(n).grundy() for n in (200, 5, 180)] == [200, 5, 180]
    assert {str(move) for move in both(200).solve().winning_moves()} == {"200 → 0"}

    @gr.partisan_game
    def fan(n: int, *, player: int) -> Iterator[int]:
        if n == 0:
            yield from range(1, 70_001)
        elif n == 1:
            yield 2
        elif n == 70_000:
            yield 1
            yield 3

    assert (str(fan(0).value()), gr.impartial(fan)(0).grundy()) == ("*3", 3)

    @gr.partisan_game
    def line(n: int, *, player: int):
        if n > 0:
            yield n - 1

    assert [str(line(n).value()) for n in (20_000, 20_001)] == ["0", "*"]
    assert [gr.impartial(line)(n).grundy() for n in (20_001, 20_000)] == [1, 0]
    with pytest.raises(TooLarge, match="deep"):
        line(20_000).solve(method="sums")


# ---- questions asked again


def test_a_question_that_was_too_large_leaves_nothing_behind() -> None:
    """A refusal, or an interruption, in the middle: the next question does not go through what was left."""
    rules = games.load("domineering").bind()
    rules.forget()
    with pytest.raises(TooLarge, match="domineering"):
        rules(5, 5).solve(method="value", memory=1 << 18)
    assert rules(5, 5).solve(method="value").value == 0
    rules.forget()
    with pytest.raises(TooLarge):
        form_of(rules, (6, 6, 0), Options(), 100)
    assert str(rules(3, 4).value()) == "-3/2"
    assert len(rules.memory[PARTS][False, False, 1]) < 5_000

    class Halt(Exception):
        pass

    def stop(_: int) -> None:
        raise Halt

    with pytest.raises(Halt):
        form_of(rules, (7, 6, 0), Options(progress=stop))
    assert str(rules(4, 3).value()) == "3/2"
    assert len(rules.memory[PARTS][False, False, 1]) < 5_000


@pytest.mark.slow
def test_a_search_that_was_too_large_goes_on_with_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games.load("clobber")
    rules.forget()
    monkeypatch.setattr(outcomes, "MOST", 50)
    board = rules("XOXO|OXOX|XOXO|OXOX")
    with pytest.raises(TooLarge, match="clobber"):
        board.solve(method="sums", memory=1 << 19)
    solution = board.solve(method="sums")
    assert board.solve(memory=1 << 19).outcome is solution.outcome  # the search for the winner has room enough
    assert solution.method == "a search of sums of its parts"
    again = board.solve(method="sums")
    assert (str(again), again.value) == (str(solution), None)
    assert board.value().outcome is solution.outcome


def test_the_answer_is_the_same_after_other_questions() -> None:
    rules = games.load("domineering")
    rules.forget()
    asked = [rules(2, 3), rules(3, 4), rules("..#.|....|#..."), rules(2, 3) + rules(3, 3)]
    first = [(str(p.solve()), p.solve().to_dict(), p.solve().explain()) for p in asked]
    rules(4, 5).value()
    gr.impartial(rules)(4, 4).grundy()
    rules(3, 3).solve(method="sums")
    rules(3, 3).solve(play="misere")
    assert [(str(p.solve()), p.solve().to_dict(), p.solve().explain()) for p in reversed(asked)] == first[::-1]


# ---- sums and conventions


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda: gr.domineering(2, 3) + gr.nim(1, 2),
        lambda: gr.clobber("XOX") + gr.domineering(2, 2) + gr.kayles(3),
        lambda: gr.conjunctive(gr.domineering(2, 2), gr.domineering(2, 3)),
        lambda: gr.conjunctive(gr.domineering(2, 3), gr.nim(3), ends="last"),
        lambda: gr.selective(gr.clobber("XO"), gr.domineering(2, 2)),
        lambda: gr.konane(".OX."),
    ],
)
def test_sums_of_all_kinds(make: Callable[[], Position], misere: bool) -> None:
    position = make()
    rules, state = position.ruleset, position.state
    plain = Plain(rules.options_of)
    by_value = not misere and rules.how in ("disjunctive", "single")  # elsewhere values are refused, see below
    for method in (None, "search", "value") if by_value else (None, "search"):
        solution = position.solve(play="misere" if misere else "normal", method=method)
        assert isinstance(solution, PartisanSolution)
        assert solution.outcome.name == plain.outcome(state, misere), method
        for player in (LEFT, RIGHT):
            winning = [m.after.state for m in solution.winning_moves(None, player)]
            options = plain.options(state, player)
            assert winning == [option for option in options if not plain.wins(option, -player, misere)]
            assert bool(winning) == plain.wins(state, player, misere) or (misere and not options)


LONG, SHORT = gr.clobber("." * 59 + "XO" + "." * 9), gr.clobber("OXX")


@gr.partisan_game
def shrinking(n: int, *, player: int):
    if n > 0:
        yield n >> (9 if player == LEFT else 13)
    if n > 9:
        yield n >> 31


@gr.partisan_game
def lowered(n: int, *, player: int):
    yield from range(max(0, n - 2 - player), n)


SUMS: dict[str, Callable[[], Position]] = {
    "of an impartial game": lambda: gr.nim(3) + gr.domineering(2, 2),
    "of boards": lambda: gr.domineering(2, 3) + gr.domineering(2, 2),
    "a strip of many words beside a short one": lambda: LONG + SHORT,
    "a short strip beside one of many words": lambda: SHORT + LONG,
    "a board between strips": lambda: LONG + gr.clobber("XO|OX") + SHORT,
    "a board between strips, the short one first": lambda: SHORT + gr.clobber("XO|OX") + LONG,
    "numbers of many bits beside small ones": lambda: shrinking(1 << 70) + shrinking(5),
    "small numbers beside some of many bits": lambda: shrinking(5) + shrinking(1 << 70),
    "a difference": lambda: lowered(9) - lowered(7),
    "negatives": lambda: -lowered(5) - lowered(8),
    "a board, and negatives": lambda: gr.domineering(2, 2) - lowered(6) + lowered(5),
}


@pytest.mark.parametrize("name", SUMS)
def test_sums_are_searched_whatever_stands_first(name: str) -> None:
    """A sum is searched over what holds its terms: parts of strips of several words, boards of one, numbers, negatives."""
    position = SUMS[name]()
    found, usual = position.solve(method="sums"), position.solve()
    assert found.outcome is position.solve(method="search").outcome is usual.outcome
    assert {*found.winning_moves()} == {*usual.winning_moves()}


def test_a_census_of_numbers_that_grow_beyond_64_bits() -> None:
    @gr.partisan_game
    def growing(n: int, *, player: int):
        if n < 1 << 61:
            yield n << 30
            if player == RIGHT:
                yield n << 45

    found = census(growing(1))
    assert found.counts == Counter(growing(1 << k).value() for k in (0, 30, 45, 60, 75, 90, 105))


def test_what_is_no_board_of_its_words_is_refused() -> None:
    parts = Parts(games.load("clobber"), sides(games.load("clobber"), SHORT.state))
    with pytest.raises(GrundyError, match="too large"):
        parts.divided(gr.clobber("XO" * 32).state)


# ---- values and sums, by turns


def test_sums_are_searched_beside_a_value_that_takes_longer() -> None:
    assert gr.clobber("XO" * 8).solve().method == "its canonical form"
    assert gr.clobber("XO" * 18).solve().method == "a search of sums of its parts"  # its value: 20 times the steps


@pytest.mark.slow
@pytest.mark.parametrize("decided", [False, True])
@pytest.mark.parametrize("some", [slice(5, None, 6), pytest.param(slice(None), marks=pytest.mark.hours)])
def test_turns_change_no_answer(monkeypatch: pytest.MonkeyPatch, decided: bool, some: slice) -> None:
    """With turns of a few steps each way is broken off and goes on, over and over."""
    if not decided:
        monkeypatch.setattr(outcomes.deciding, "partisan", lambda question: None)
    monkeypatch.setattr(outcomes, "STEPS", 5)
    monkeypatch.setattr("grundy.values.canonical.STEPS", 7)
    methods: set[str] = set()
    for position in [
        *(gr.clobber("XO" * n) for n in range(2, 8)),
        *(gr.domineering(r, c) for r in range(2, 5) for c in range(2, 5)),
        *(gr.clobber("XO" * n) + gr.domineering(n, 3) + Value("{1|-2}") for n in range(2, 5)),
        *(gr.toads_and_frogs("X" * n + "..." + "O" * n) for n in range(2, 5)),
    ][some]:
        for rules, _state in position.ruleset.terms(position.state):
            rules.forget()
        found = position.solve()
        methods.add(found.method)
        assert found.outcome is position.value().outcome
    if decided:
        assert any(method.startswith("a search for the winner") for method in methods)
    else:
        assert "a search of sums of its parts" in methods
        assert methods & {"its canonical form", "the canonical form of its parts"}


NUMBER = st.integers(-6, 6)
HOT = st.one_of(
    st.builds(lambda a, b: f"{{{max(a, b)}|{min(a, b)}}}", NUMBER, NUMBER),
    st.builds(lambda *n: "{{{}||{}|{}}}".format(*sorted(n, reverse=True)), NUMBER, NUMBER, NUMBER),
    st.builds(lambda *n: "{{{}|{}||{}}}".format(*sorted(n, reverse=True)), NUMBER, NUMBER, NUMBER),
)


def least_by_sentestrat(course: list[Position], player: int) -> Any:
    """Return the least number at which Left, who plays sentestrat, arrives against every play of Right."""
    position = course[-1]
    if position.value().left_stop == position.value().right_stop:
        return position.value().left_stop
    if player == LEFT:
        move = position.sentestrat(LEFT, course[:-1])
        assert move is not None
        return least_by_sentestrat([*course, move.after], RIGHT)
    return min(least_by_sentestrat([*course, move.after], LEFT) for move in position.moves(RIGHT))


@settings(max_examples=60, deadline=None)
@given(st.lists(HOT, min_size=2, max_size=3))
def test_sentestrat_loses_at_most_the_temperature(texts: list[str]) -> None:
    graphs = [Value(text).thermograph() for text in texts]
    hottest = max(graph.temperature for graph in graphs)
    nontrivial(hottest > 0)
    position = gr.disjunctive(*map(as_position, map(Value, texts)))
    mean = sum(graph.mean for graph in graphs)
    assert least_by_sentestrat([position], RIGHT) >= mean - max(hottest, 0)


def test_a_threat_is_answered_though_another_part_is_hotter() -> None:
    """Left threatens in both parts, and Right in the first passes over it: the newer threat is answered where it is."""
    board = as_position(Value("{20|{0|-9}}")) + Value("{{30|4}|0}")
    threat = next(move for move in board.moves(LEFT) if "{30|4}" in str(move.after))
    answer = threat.after.sentestrat(RIGHT, [board])
    assert answer is not None and "4" in str(answer.after) and "30" not in str(answer.after)


def test_finished_positions() -> None:
    position = gr.domineering(1, 1)
    solution = position.solve()
    assert isinstance(solution, PartisanSolution)
    assert (solution.best(LEFT), solution.winning_moves(), position.hotstrat(RIGHT)) == (None, [], None)
    assert solution.to_dict()["value"] == "0"
    assert str(solution) == "second player wins: value 0, by its canonical form"
    with pytest.raises(RulesError, match="LEFT"):
        gr.domineering(2, 2).hotstrat(0)


# ---- rules of one's own


@pytest.mark.slow
def test_ways_to_write_a_game_down() -> None:
    """The same game with a player, with two functions, as a tuple, as heaps with parts, and as a string."""

    @gr.partisan_game
    def by_player(n: int, *, player: int):
        for k in (1, 3) if player == LEFT else (2, 3):
            if n >= k:
                yield n - k

    @gr.partisan_game
    def by_two(n: int):
        for k in (1, 3):
            if n >= k:
                yield n - k

    @by_two.right
    def _by_two(n: int):
        for k in (2, 3):
            if n >= k:
                yield n - k

    @gr.partisan_game
    def as_tuple(state: tuple[int], *, lefts: tuple[int, ...] = (1, 3), player: int):
        for k in lefts if player == LEFT else (2, 3):
            if state[0] >= k:
                yield (state[0] - k,)

    @gr.partisan_game
    def as_heaps(*heaps: int, player: int):
        for i, n in enumerate(heaps):
            for k in (1, 3) if player == LEFT else (2, 3):
                if n >= k:
                    yield (*heaps[:i], n - k, *heaps[i + 1 :])

    @as_heaps.parts
    def _heaps(*heaps: int) -> Iterator[tuple[int]]:
        return ((n,) for n in heaps if n)

    @as_heaps.symmetry
    def _sorted(*heaps: int) -> tuple[int, ...]:
        return tuple(sorted(heaps))

    @gr.partisan_game
    def as_text(n: str, *, player: int):
        for k in (1, 3) if player == LEFT else (2, 3):
            if len(n) >= k:
                yield n[k:]

    six = Value("{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Notice)
        assert by_player(6).value() == by_two(6).value() == as_heaps(6).value() == as_text("x" * 6).value() == six
        assert as_tuple((6,)).value() == six
        assert as_tuple((6,), lefts=(2, 3)).value() == as_tuple((6,), lefts=(2, 3)).value() != six
        assert as_heaps(6, 5, 3).value() == six + by_two(5).value() + by_two(3).value()
        assert as_heaps(6, 5).solve().outcome is (by_two(6) + by_player(5)).solve().outcome
        assert gr.impartial(by_two)(90).grundy() == gr.impartial(as_text)("x" * 90).grundy()


@pytest.mark.hours
def test_play_that_need_not_end() -> None:
    @gr.partisan_game
    def ring(n: int, *, size: int, player: int):
        if n:
            yield (n + player) % size
            yield (n + 2 * player) % size

    @gr.partisan_game
    def up(n: int, *, player: int):
        yield n + 1

    @gr.game
    def turn(n: int):
        yield (n + 1) % 5

    for size in (7, 40_000):
        start = ring(3, size=size)
        assert len({start.solve(method=method).outcome for method in (None, "search")}) == 1
        if size == 7:
            assert str(start.value()) == "4 & -3" and start.value().outcome is start.solve(method="search").outcome
            assert start.solve(method="value").value == start.value()
        else:
            for ask in (start.value, lambda s=start: s.solve(method="value")):
                with pytest.raises(TooLarge, match="followers of a loopy value cannot be compared"):
                    ask()
        for ask in (start.thermograph, lambda s=start: s.hotstrat(LEFT)):
            with pytest.raises(GrundyError, match=r"endless|cannot be compared"):
                ask()
        with pytest.raises(GrundyError, match=r"endless|moves deep|more than"):
            start.solve(method="sums")
        with pytest.raises(RulesError, match="for ever"):
            gr.impartial(ring)(3, size=size).grundy()
        assert gr.impartial(ring)(1, size=size).outcome().name == "N"
    with pytest.raises(TooLarge):
        up(0).solve(memory=1 << 22)
    with pytest.raises(TooLarge):
        up(1 << 70).solve(memory=1 << 22)
    assert (turn(0) + gr.domineering(2, 2)).outcome().name == "D"
    assert str((turn(0) + gr.domineering(2, 2)).value()) == "dud"
    assert (turn(0) + gr.domineering(2, 2)).solve(method="search").outcome.name == "D"


def test_numbers_that_leave_64_bits() -> None:
    @gr.partisan_game
    def power(n: int, m: int, *, player: int):
        if m < 60:
            yield n * 3, m + 1
            if player == LEFT:
                yield n, m + 7

    with pytest.warns(Notice, match="64 bits"):
        value = power(1, 0).value()
    assert value == Plain(power.options_of).value((1, 0))
    assert power(1 << 70, 0).value() == value
    assert gr.impartial(power)(1, 0).grundy() == Plain(power.options_of).nimber((1, 0))
    with pytest.raises(GrundyError, match="compiled"):
        power(1, 0).solve(method="compiled")


def test_rules_that_are_wrong() -> None:
    @gr.partisan_game
    def half(n: int):
        if n:
            yield n - 1

    @gr.partisan_game
    def word(n: int, *, player: int):
        yield "x"

    @gr.partisan_game
    def short_of(n: int, m: int, *, player: int):
        yield n - 1

    @gr.partisan_game
    def silent(n: int, *, player: int):
        pass

    seen: list[int] = []

    @gr.partisan_game
    def moody(n: int, *, player: int):
        seen.append(n)
        if n and len(seen) % 3:
            yield n - 1

    for position, what in (
        (half(3), "does not define Right's moves"),
        (word(3), "another type"),
        (short_of(3, 4), "not a state"),
        (silent(3), "returns nothing"),
        (moody(9), "asked twice"),
    ):
        for ask in (position.value, position.solve, lambda p=position: p.outcome("misere")):
            with pytest.raises(RulesError, match=what) as error:
                ask()
            assert "\n" not in str(error.value)

    def points(n: int, *, player: int):
        yield 1, n - 1

    with pytest.raises(RulesError, match="points"):
        PartisanRuleset(points, scoring=True)


@gr.partisan_game
def few_steps(n: int, *, player: int):
    for k in range(1, 3 + player):
        if n >= k:
            yield n - k


def test_declared_endings() -> None:
    steps = gr.partisan_game(few_steps.function)
    steps.ending(lambda n: {0: gr.LOSS, 5: gr.WIN}.get(n))

    @cache
    def wins(n: int, player: int) -> bool:
        return n == 5 or (n > 0 and any(not wins(o, -player) for o in steps.options_of(n, player)))

    for n in range(10):
        solution = steps(n).solve()
        assert isinstance(solution, PartisanSolution)
        for player in (LEFT, RIGHT):
            want = [o for o in steps.options_of(n, player) if n not in (0, 5) and not wins(o, -player)]
            assert [move.after.state for move in solution.winning_moves(None, player)] == want
    with pytest.raises(RulesError, match="endings"):
        steps(4).value()
    both = gr.impartial(steps)
    assert both(5).solve().outcome.name == "N"
    with pytest.raises(RulesError, match="endings"):
        both(4).grundy()


def test_boards_of_many_faces_and_wrong_ones() -> None:
    """More layers than the kernels hold are interpreted."""
    faces = ".ABCDEFGHIJKL"

    @gr.partisan_game(board=Grid(faces, live=faces[1:]))
    def letters(
        rows: int,
        columns: int,
        a: int,
        b: int,
        c: int,
        d: int,
        e: int,
        f: int,
        g: int,
        h: int,
        i: int,
        j: int,
        k: int,
        l: int,  # noqa: E741
        *,
        player: int,
    ):
        for n in range(rows * columns):
            if (a if player == LEFT else l) >> n & 1:
                off = ~(1 << n)
                yield rows, columns, a & off, b | 1 << n, c, d, e, f, g, h, i, j, k, l & off

    assert letters("AAL.LAKC|A.L.A..K").value() == 2
    wrongs: tuple[tuple[dict[str, Any], str], ...] = (
        ({"faces": ".x"}, "capital"),
        ({"faces": ".|"}, "separate the rows"),
        ({"faces": "XO.", "same": "swap"}, "swapping needs"),
        ({"faces": ".A", "opposite": "swap"}, "swapping needs"),
    )
    for wrong, what in wrongs:
        with pytest.raises(RulesError, match=what):
            Grid(**wrong)
    with pytest.raises(PositionError, match="65,536 cells"):
        gr.domineering(100_000, 100_000)


# ---- census


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("domineering", 2, 3), ("clobber", 2, 2), ("nogo", 1, 4), ("konane", 1, 4), ("elephants-and-rhinos", 1, 5)],
)
def test_a_census_is_an_enumeration(name: str, rows: int, columns: int) -> None:
    rules = games.load(name)
    faces, counts, plain = rules.board.faces, Counter[Value](), Plain(rules.options_of)
    for number in range(len(faces) ** (rows * columns)):
        cells = "".join(faces[number // len(faces) ** i % len(faces)] for i in range(rows * columns))
        try:
            position = rules("|".join(cells[r * columns : (r + 1) * columns] for r in range(rows)))
        except PositionError:
            continue
        counts[plain.value(position.state)] += 1
    found = census(rules(rows, columns))
    assert found.counts == counts
    assert (
        sum(found.outcomes().values()) == sum(found.temperatures().values()) == found.positions == sum(counts.values())
    )
    assert all(position.value() == value for position, value in found.hottest(100))
    hot = [value.temperature for _, value in found.hottest(100)]
    assert hot == sorted(hot, reverse=True)


def test_a_census_without_a_board_and_what_has_none() -> None:
    found = census(few_steps(7))
    assert found.positions == 8 and found.counts == Counter(few_steps(n).value() for n in range(8))
    with pytest.raises(TooLarge, match="33,554,432"):
        census(gr.domineering(5, 5))
    for none in (gr.nim(3), gr.impartial(gr.domineering)(2, 2), gr.domineering(2, 2) + gr.nim(2)):
        with pytest.raises(GrundyError, match="partisan game"):
            census(none)


@pytest.mark.parametrize("method", ["value", "sums"])
def test_values_are_not_asked_of_misere_play(method: str) -> None:
    with pytest.raises(gr.GrundyError, match="normal play only"):
        gr.domineering(2, 3).solve("misere", method=method)


WRITTEN = """import grundy as gr
@gr.partisan_game
def word(w: str, *, player: int):
    for i, letter in enumerate(w):
        if letter == "LR"[player == -1]:
            yield w[:i]
@gr.partisan_game
def walk(*heaps: int, player: int):
    for i, h in enumerate(heaps):
        yield from (heaps[:i] + (k,) + heaps[i + 1 :] for k in range(h))
"""


@pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
def test_it_is_said_why_sums_are_not_searched(tmp_path: Path) -> None:
    path = tmp_path / "written.py"
    path.write_text(WRITTEN)
    scope: dict[str, Any] = {}
    exec(compile(WRITTEN, str(path), "exec"), scope)
    word, walk = scope["word"], scope["walk"]
    for position, said in (
        (word("LRL"), r"compiled rules, but word is interpreted: line 4: 'w' is a number"),
        (walk(3, 4), r"a fixed number of integers can be searched as sums, and walk has neither"),
        (
            gr.ski_jumps("|".join(["L" + "." * 8 + "R"] * 9)),
            r"too large for a search of sums: .* at most 62 cells, 4,096",
        ),
    ):
        with pytest.raises(GrundyError, match=said):
            position.solve(method="sums")


@pytest.mark.slow
@pytest.mark.parametrize("count", [8, pytest.param(25, marks=pytest.mark.hours)])
def test_by_sums_that_are_kept_the_same_player_wins(count: int) -> None:
    some = 0
    for seed in range(first := first_seed(), first + count):
        chance, rules = Random(seed), games.load(["clobber", "domineering"][seed % 2])
        faces = "XO." if seed % 2 == 0 else ".#"
        board = "|".join("".join(chance.choice(faces) for _ in range(4)) for _ in range(3))
        place, turn = rules(board), chance.choice((LEFT, RIGHT))
        rules.forget()
        fresh = to_move(place, turn).solve()
        assert not isinstance(fresh.evidence, BySums)
        rules.forget()
        place.solve(method="sums")
        kept = to_move(place, turn).solve()
        some += kept.outcome is Outcome.N
        assert isinstance(kept.evidence, BySums)
        assert kept.outcome is fresh.outcome and kept.explain()
        assert {move.text for move in kept.winning_moves()} == {move.text for move in fresh.winning_moves()}
        assert (kept.best_move is None) == (next(to_move(place, turn).moves(), None) is None)
    assert 3 * some >= count
