"""The same game interpreted and compiled gives identical solutions, and the right ones."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError, Notice, RulesError, TooLarge
from grundy.games import load
from grundy.language import ir
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from grundy.rules.board import FREE, MINE, Board
from grundy.rules.data import data_of
from grundy.rules.functions import FunctionRuleset, TurnsRuleset
from grundy.rules.position import Position
from grundy.rules.samples import played
from grundy.solving import compiled_search
from grundy.solving import play_graph as graphs
from grundy.solving.compiled_rules import UNREAD, native
from grundy.solving.compiled_turns import with_turn
from grundy.solving.play_graph import play_graph
from grundy.solving.results import KNOWN, Options
from own_games import two_heaps

SLOW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def same(one: gr.Solution, two: gr.Solution) -> None:
    assert one.to_dict() == two.to_dict()


# -- rules from a grammar ------------------------------------------------------------------------------------------------

TERMS = ["a", "b", "k", "1", "2", "3", "m"]
OPERATIONS = ["+", "-", "*", "//", "%", "&", "|", "^"]


@st.composite
def expressions(draw: st.DrawFn, depth: int = 2) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(TERMS))
    left, right = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    operation = draw(st.sampled_from(OPERATIONS))
    if operation in ("//", "%"):
        right = f"(abs({right}) + 1)"
    return draw(st.sampled_from([f"({left} {operation} {right})", f"min({left}, {right})", f"max({left}, {right})"]))


@st.composite
def rule_sources(draw: st.DrawFn) -> str:
    low = draw(st.sampled_from(["0", "1", "b % 3"]))
    high = draw(st.sampled_from(["a", "m + 1", "b + 1", "a + b"]))
    test = f"{draw(expressions())} {draw(st.sampled_from(['<', '!=', '>=']))} {draw(expressions())}"
    return (
        "def rule(a: int, b: int, *, m: int = 2):\n"
        f"    for k in range({low}, {high}):\n"
        f"        if {test}:\n"
        f"            yield min(a, abs({draw(expressions())})), min(b, abs({draw(expressions())}))\n"
        f"        elif a > 0:\n"
        f"            yield a - 1, abs({draw(expressions())}) % 4\n"
    )


@pytest.mark.slow
@given(rule_sources(), st.integers(1, 3))
@SLOW
def test_random_rules(tmp_path_factory: pytest.TempPathFactory, source: str, m: int) -> None:
    path = tmp_path_factory.mktemp("rules") / "rule.py"
    path.write_text(source)
    scope: dict[str, object] = {}
    exec(compile(source, str(path), "exec"), scope)
    rules = gr.game(name="random")(scope["rule"])  # type: ignore[arg-type]
    for play in ("normal", "misere"):
        one = rules(4, 3, m=m).solve(play, method="interpreted")
        two = rules(4, 3, m=m).solve(play, method="compiled")
        same(one, two)
        if play == "normal":
            nontrivial(one.remoteness != 0)


# -- shapes of states ----------------------------------------------------------------------------------------------------


@gr.scoring_game
def coins(*row: int):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


@gr.game
def piles(*heaps: int):
    for i in range(len(heaps)):
        for k in range(heaps[i]):
            yield heaps[:i] + (k,) + heaps[i + 1 :]


@gr.game(bounds=lambda a, b: (a + 1, b + 1))
def wythoff(a: int, b: int):
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


folded = gr.game(name="folded")(two_heaps.function)


@folded.symmetry
def in_order(a: int, b: int):
    return min(a, b), max(a, b)


@gr.scoring_game
def rows(row: tuple[int, ...]):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


@gr.game
def sorted_piles(*heaps: int, most: int = 3):
    for i, heap in enumerate(heaps):
        for taken in range(1, min(heap, most) + 1):
            yield heaps[:i] + (heap - taken,) + heaps[i + 1 :]


@sorted_piles.symmetry
def _sorted(*heaps: int, most: int = 3):
    return tuple(sorted(heaps))


@pytest.mark.parametrize(
    "made", [coins(3, 9, 2, 7, 5, 5), piles(3, 4, 5), wythoff(12, 9), wythoff(0, 0), folded(7, 4), folded(4, 7)]
)
def test_shapes(made: Position) -> None:
    same(made.solve(method="interpreted"), made.solve(method="compiled"))


def test_dense_and_hashed_agree() -> None:
    hashed = gr.game(name="wythoff")(wythoff.function)
    for play in ("normal", "misere"):
        same(wythoff(40, 37).solve(play, method="compiled"), hashed(40, 37).solve(play, method="compiled"))


def test_bounds_that_the_rules_leave_are_told() -> None:
    @gr.game(bounds=(10,))
    def up(n: int):
        if n < 30:
            yield n + 1

    with pytest.raises(RulesError, match="bounds"):
        up(0).solve(method="compiled")


def test_overflow_is_noticed_and_interpreted() -> None:
    @gr.game
    def powers(n: int):
        if n < 2**70:
            yield n * n + 1

    with pytest.warns(Notice, match="interpreted"):
        solution = powers(2).solve(method=None)
        big = gr.game(name="wide")(lambda n: None)
        assert isinstance(big, FunctionRuleset)
        assert compiled_search.compiled_table(powers, 2, Options(), []) is None
    assert solution.remoteness == 6


def test_rules_that_cannot_be_compiled_say_why() -> None:
    @gr.game
    def words(s: str):
        for i in range(len(s)):
            yield s[:i] + s[i + 1 :]

    assert words("abc").solve().remoteness == 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Notice)
        with pytest.raises(GrundyError, match="cannot be compiled"):
            words("abc").solve(method="compiled")


def test_endless_rules_are_refused_with_their_size() -> None:
    @gr.game
    def up(n: int):
        yield n + 1

    with pytest.raises(TooLarge) as info:
        up(0).solve(method="compiled", memory=50_000_000)
    assert info.value.positions > 100_000 and info.value.needed > 0


def test_a_large_search_is_compiled_by_itself() -> None:
    two = gr.game(name="two")(two_heaps.function)
    solution = two(90, 60).solve()
    assert solution.value == 90 ^ 60 and solution.positions == 91 * 61
    assert two.memory[KNOWN][False, None].tables[-1][1].__class__.__name__ == "GraphTable"


# ---- states as single words


@gr.game
def growing(a: int, b: int):
    """The second number leaves the bits that it has in a word, far from the start."""
    if a:
        yield a - 1, b
        yield a - 1, b * 3 + 1


@gr.game
def signed(a: int, b: int, c: int):
    for step in (1, 2):
        if a >= step:
            yield a - step, b - step, c
            yield a - step, c, b


@pytest.mark.parametrize(
    ("position", "packed"),
    [
        (growing(30, 1), False),
        (growing(15, 1), True),
        (signed(30, 2, -7), True),
        (signed(30, 2, -(1 << 40)), False),
        (rows((1, 5, 2, 9, 4, 4, 8)), True),
        (sorted_piles(9, 9, 8), True),
        (sorted_piles(9, 9, 8, most=5), True),
        (sorted_piles(*[3] * 8), True),
        (sorted_piles(*[1] * 63), False),
    ],
)
def test_packed_states_are_solved_as_others_are(position: Any, packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    explore = compiled_search.explore

    def watched(*args: Any, words: bool, **more: Any) -> Any:
        asked.append(words)
        return explore(*args, words=words, **more)

    monkeypatch.setattr(compiled_search, "explore", watched)
    ruleset, state = position.ruleset, position.state
    samples = list(itertools.islice(played(ruleset, state), 20))
    table = compiled_search.compiled_table(ruleset, ruleset.canonical(state), Options(), samples)
    assert table is not None and asked[-1] is packed
    plain = compiled_search.compiled_table(ruleset, ruleset.canonical(state), Options(), samples, packed=False)
    assert plain is not None and asked[-1] is False and plain.positions == table.positions
    for each in itertools.islice(played(ruleset, state), 300):
        of = ruleset.canonical(each)
        if table.scoring:
            assert table.score(of) == plain.score(of)
        else:
            assert table.result(of) == plain.result(of)


# ---- both players' moves as one rule: the graph of play is the one that Python finds


@gr.partisan_game
def steps(n: int, m: int, *, by: int = 2, player: int):
    """Left takes from the one number, Right from the other, and gives some back."""
    if player == gr.LEFT:
        for k in range(1, min(n, by) + 1):
            yield n - k, min(m + 1, 9)
    else:
        yield from ((min(n + 1, 9), m - k) for k in range(1, min(m, by) + 1))


@gr.partisan_game
def downs(n: int, *, left: int = 1):
    """Left takes one, or what is said; Right, who has a function of his own, halves."""
    for k in (1, left + 1):
        if k <= n:
            yield n - k


@downs.right
def halves(n: int, *, right: int = 2):
    """Right leaves a part."""
    if n > 0:
        yield n // right
    if n > 3:
        yield n - 3


@gr.partisan_game
def lists(*heaps: int, player: int):
    """Heaps of any number, of which each player takes other ones."""
    for i, heap in enumerate(heaps):
        if heap % 2 == (player == gr.LEFT):
            yield heaps[:i] + (heap - 1,) * (heap > 1) + heaps[i + 1 :]


@gr.partisan_game(board=gr.Grid(".XO", sides="swap"))
def ahead(board: Board):
    """A piece goes to a free cell beside it; two in a row win."""
    for cell in board.cells(MINE):
        for near in board.beside(cell):
            if board[near] == FREE:
                yield board.move(cell, near)


@ahead.ending
def three_in_a_row(board: Board):
    """Three of one player stand in a row."""
    return gr.LOSS if board.line(3, 1) or board.line(3, 2) else None


PARTISAN = {
    "steps": lambda: steps(7, 6),
    "steps by three": lambda: steps(7, 6, by=3),
    "downs": lambda: downs(60),
    "downs by more": lambda: downs(60, left=5),
    "lists": lambda: lists(4, 3, 2, 1),
    "ahead": lambda: ahead("X.X|...|O.O"),
    "clobber": lambda: gr.clobber("XOX|OXO"),
    "domineering": lambda: gr.domineering(3, 4),
    "nogo": lambda: load("nogo")(2, 3),
    "toads and frogs": lambda: load("toads_and_frogs").start(),
    "konane": lambda: load("konane")("XOXO|OX.X|XOXO|OXO."),
}


def both_ways(monkeypatch: pytest.MonkeyPatch, position: Any, misere: bool) -> tuple[Any, Any]:
    """Return the graph as the compiled rules find it, and as Python does."""
    monkeypatch.setattr(graphs, "SMALL", 20)
    tried = []
    found = graphs._compiled

    def compiled(*args: Any) -> Any:
        tried.append(found(*args))
        assert tried[-1] is not None
        return tried[-1]

    monkeypatch.setattr(graphs, "_compiled", compiled)
    one = play_graph(position, misere=misere)
    assert tried
    monkeypatch.setattr(graphs, "_compiled", lambda *_: None)
    return one, play_graph(position, misere=misere)


EACH_ONCE = [(name, turn % 2 == 1) for turn, name in enumerate(PARTISAN)]


@pytest.mark.slow
@pytest.mark.some(6)
@pytest.mark.parametrize(
    ("name", "misere"),
    EACH_ONCE + [pytest.param(name, not misere, marks=pytest.mark.hours) for name, misere in EACH_ONCE],
)
def test_the_graph_of_play_is_the_one_that_python_finds(
    name: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both_ways(monkeypatch, PARTISAN[name](), misere)
    assert len(one) == len(other) > 20 and one.starts == other.starts == [0, 1]
    for column in ("offsets", "edges", "ends", "worth", "status"):
        assert np.array_equal(getattr(one, column), getattr(other, column)), column
    assert one.loopy == other.loopy
    states = [other.state(place) for place in range(len(other))]
    assert [one.state(place) for place in range(len(one))] == states
    assert [one.place(state) for state in states] == [*range(len(one))]


def test_what_is_no_board_of_one_function_is_interpreted() -> None:
    rules = TurnsRuleset((gr.domineering(2, 2) + gr.clobber("XO")).ruleset)
    assert native(rules, [((gr.domineering(2, 2) + gr.clobber("XO")).state, gr.LEFT)]) is None


# -- the rule of both ------------------------------------------------------------------------------------------------------


def side(amounts: list[int], keyword: bool) -> ir.Routine:
    """Return a rule that takes one of some amounts from a number, by a helper, perhaps so many times a parameter."""
    taken = ir.Call(1, (ir.Local(0), ir.Item(ir.Known(tuple(amounts)), ir.Local(2)), ir.Local(1)))
    body = (
        ir.Assign(3, ir.Fold("sum", (ir.Yield(ir.Known(1)), ir.Yield(ir.Local(0))))),
        ir.counted(2, ir.Known(len(amounts)), (ir.If(ir.Local(3), (ir.Yield(taken),), ()),)),
    )
    times = ir.Op("*", ir.Local(1), ir.Local(2)) if keyword else ir.Local(1)
    less = ir.Function(3, 3, (ir.Return(ir.Op("-", ir.Local(0), times)),))
    return ir.Routine("ints", 1, ("by",), (ir.Function(2, 4, body), less))


@given(
    st.lists(st.integers(1, 9), max_size=4),
    st.lists(st.integers(1, 9), max_size=4),
    st.booleans(),
    st.booleans(),
    st.integers(0, 99),
)
def test_the_rule_of_both_is_that_of_who_is_to_move(
    left: list[int], right: list[int], one: bool, other: bool, n: int
) -> None:
    sides = [side(left, one), side(right, other)]
    whole = Run(with_turn([(each, {}) for each in sides], ("by",), moves=True))
    nontrivial(left != right)
    for player, each in enumerate(sides):
        assert whole.yields((n, player, 3)) == [(m, 1 - player) for m in Run(each).yields((n, 3))]


def test_what_cannot_be_joined_is_refused() -> None:
    one, other = side([1], True), ir.Routine("ints", 2, (), (ir.Function(2, 2, ()),))
    with pytest.raises(Unreadable, match="do not take the same state"):
        with_turn([(one, {}), (other, {})], ("by",), moves=True)
    again = ir.Routine("ints", 1, (), (ir.Function(1, 1, (ir.Yield(ir.Call(0, (ir.Local(0),))),)),))
    with pytest.raises(Unreadable, match="calls itself"):
        with_turn([(again, {})], (), moves=True)


# ---- tuples beside integers are compiled as all their integers, and stay what they are for whoever asks


Pair = tuple[int, int]


@gr.game
def token(t: tuple[int, int], stones: int) -> Iterator[Any]:
    x, y = t
    if x:
        yield (x - 1, y), stones
    for k in range(y):
        yield (x, k), stones
    if stones:
        yield t, stones - 1
    if stones > 1:
        yield t[::-1], stones - 2


@gr.game
def swapped(n: int, a: tuple[int, int], b: tuple[int, int]) -> Iterator[Any]:
    if n:
        yield from [(n - 1, (b[0], k), (a[1], a[0])) for k in range(n)]
    if a > b:
        yield (n, (a[0] // 2, b[1]), (b[0], b[1])) if a[0] else (n, (0, 0), (1, 1))


@gr.game
def hunted(wolf: tuple[int, int], sheep: tuple[int, int], turn: int) -> Iterator[Any]:
    if wolf == sheep:
        return
    (x, y), (a, b) = wolf, sheep
    if turn:
        for step in ((a + 1, b), (a, b + 1)):
            if max(step) < 4:
                yield wolf, step, 0
        return
    nearer = (x + 1, y) if x < a else wolf
    yield nearer, sheep, 1
    if y < b:
        yield (x, y + 1), sheep, 1


@gr.scoring_game
def points(t: tuple[int, int], n: int) -> Iterator[Any]:
    if n:
        yield t[0], ((t[1], t[0]), n - 1)
    if t[0]:
        yield 1 - n, (((t[0] - 1), t[1]), n)


@gr.game
def over(t: tuple[int, int], n: int) -> Iterator[Any]:
    if n:
        yield (t[0] + 1, t[1]), n - 1
    if t[1]:
        yield (t[0], t[1] - 1), n


@over.ending
def ends(t: tuple[int, int], n: int) -> int | None:
    return gr.WIN if t[0] == 3 and n == 1 else None


STARTS: dict[str, tuple[FunctionRuleset, Any]] = {
    "token": (token, ((3, 4), 3)),
    "swapped": (swapped, (3, (5, 2), (3, 4))),
    "hunted": (hunted, ((0, 0), (1, 1), 0)),
    "points": (points, ((2, 1), 3)),
    "over": (over, ((0, 3), 4)),
}


def worth(rules: FunctionRuleset) -> Any:
    """What Python's own moves make of a state: the Grundy value, the score, or whether it is won."""

    @cache
    def value(state: Any) -> int:
        children = [*rules.function(*state)]
        if rules.scoring:
            return max((gain - value(child) for gain, child in children), default=0)
        if rules is over:
            ended = ends(*state)
            return ended if ended is not None else max((-value(child) for child in children), default=-1)
        met = {*map(value, children)}
        return next(each for each in itertools.count() if each not in met)

    return value


@pytest.mark.parametrize("name", STARTS)
def test_a_tuple_beside_integers_is_compiled(name: str) -> None:
    rules, start = STARTS[name]
    value, solved = worth(rules), rules(*start).solve(method="compiled")
    if rules is over:
        assert solved.outcome is (gr.Outcome.N if value(start) > 0 else gr.Outcome.P)
    else:
        assert solved.value == value(start)
    options = [position.state for position in rules(*start).options()]
    assert options == [child[1] if rules.scoring else child for child in rules.function(*start)]
    assert all(str(position).startswith(f"{name}(") for position in rules(*start).options())
    for state in options:
        assert rules is over or rules(*state).solve(method="compiled").value == value(state)


def test_states_of_another_shape_are_not_compiled() -> None:
    made = native(token, [((3, 4), 2)])
    assert made is not None and made.encode(((3, 4), 2)) == (3, 4, 2) and made.decode((3, 4, 2), token) == ((3, 4), 2)
    assert made.encode(((3, 4, 2), 0)) is made.encode((3, (4, 2))) is made.encode(((3,), 2)) is None

    @gr.game
    def longer(t: tuple[int, int], n: int) -> Iterator[Any]:
        if n:
            yield (*t, n)[: 3 - n % 2], n - 1

    with pytest.warns(Notice, match="longer is interpreted"):
        assert native(longer, [((0, 0), 2)]) is None
    assert longer((0, 0), 2).solve().outcome is gr.Outcome.P


@pytest.mark.parametrize("written", ["t, n", "t: tuple[int, ...], n: int", "t: tuple[int, int, int], n: int"])
def test_what_is_declared_beside_must_take_the_same_state(written: str) -> None:
    @gr.game
    def moves(t: tuple[int, int], n: int) -> Iterator[Any]:
        if n:
            yield (t[0] + 1, t[1]), n - 1

    space: dict[str, Any] = {}
    exec(f"def ending({written}):\n    return None", space)
    moves.ending(space["ending"])
    with pytest.warns(Notice, match="moves is interpreted"):
        assert native(moves, [((1, 1), 2)]) is None
    assert moves.memory[UNREAD]


def test_they_have_no_data_and_no_laws() -> None:
    with pytest.raises(Unreadable, match="a state of a tuple and something else is not read"):
        data_of(token)
    with pytest.raises(GrundyError):
        token.law()


def test_small_positions_have_the_shape_of_the_arguments() -> None:
    assert [place.state for place in token.small_positions(8)][-2:] == [((1, 1), 0), ((1, 1), 1)]
    assert list(hunted.small_positions(64))[1] == hunted((0, 0), (0, 0), 1)
