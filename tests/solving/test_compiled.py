"""The same game interpreted and compiled gives identical solutions, and the right ones."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import by_rounds, grundy_values
from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, Notice, RulesError, TooLarge
from grundy.rules.functions import FunctionRuleset
from grundy.rules.position import Position
from grundy.rules.samples import played
from grundy.solving import compiled_search
from grundy.solving.results import KNOWN, Options
from random_digraphs import Arrows, digraphs, games_with_endings

SLOW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@gr.game
def on_arrows(v: int, *, first: tuple[int, ...], heads: tuple[int, ...], ends: tuple[int, ...]):
    """A token on a digraph in arrays."""
    for k in range(first[v], first[v + 1]):
        yield heads[k]


on_ending_arrows = gr.game(name="on_ending_arrows")(on_arrows.function)
"""The same, with declared endings (9: none)."""


@on_ending_arrows.ending
def declared(v: int, *, ends: tuple[int, ...]):
    if ends[v] != 9:
        return ends[v]
    return None


def position(arrows: Arrows, ends: dict[int, int], node: int) -> Position:
    first = [0]
    for i in range(len(arrows)):
        first.append(first[-1] + len(arrows[i]))
    rules = on_ending_arrows if ends else on_arrows
    heads = tuple(c for i in range(len(arrows)) for c in arrows[i])
    return rules(node, first=tuple(first), heads=heads, ends=tuple(ends.get(i, 9) for i in range(len(arrows))))


def same(one: gr.Solution, two: gr.Solution) -> None:
    assert one.to_dict() == two.to_dict()


@given(games_with_endings(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_random_graphs_with_endings(game: tuple[Arrows, dict[int, int]], misere: bool) -> None:
    both_ways(game, misere)


@pytest.mark.hours
@given(games_with_endings(), st.booleans())
@settings(max_examples=400, deadline=None)
def test_many_random_graphs_with_endings(game: tuple[Arrows, dict[int, int]], misere: bool) -> None:
    both_ways(game, misere)


def both_ways(game: tuple[Arrows, dict[int, int]], misere: bool) -> None:
    arrows, ends = game
    want = by_rounds(arrows, ends, misere=misere)
    nontrivial(any(moves != 0 for _, moves in want.values()))
    for node in arrows:
        p = position(arrows, ends, node)
        p.ruleset.forget()  # so that each counts what it searches itself
        compiled = p.solve("misere" if misere else "normal", method="compiled")
        same(compiled, p.solve("misere" if misere else "normal", method="interpreted"))
        assert (compiled.outcome.name, compiled.remoteness) == want[node]


@given(digraphs(loopy=False, most=12))
@settings(max_examples=each_day(100), deadline=None)
def test_random_graphs_have_grundy_values(arrows: Arrows) -> None:
    nontrivial(arrows[max(arrows)])
    compiled = position(arrows, {}, max(arrows)).solve(method="compiled")
    same(compiled, position(arrows, {}, max(arrows)).solve(method="interpreted"))
    assert compiled.value == grundy_values(gr.digraph(arrows)(max(arrows)))[max(arrows)]


@given(digraphs())
@settings(max_examples=each_day(100), deadline=None)
def test_random_loopy_graphs_in_arrays(arrows: Arrows) -> None:
    np = pytest.importorskip("numpy")
    offsets = np.cumsum([0, *(len(arrows[i]) for i in range(len(arrows)))])
    edges = np.array([c for i in range(len(arrows)) for c in arrows[i]], np.int64)
    rules, want = gr.digraph((offsets, edges)), by_rounds(arrows, {})
    nontrivial(any(moves != 0 for _, moves in want.values()))
    for node in arrows:
        solution = rules(node).solve()
        assert (solution.outcome.name, solution.remoteness) == want[node]


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


@gr.game
def folded(a: int, b: int):
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k


@folded.symmetry
def in_order(a: int, b: int):
    return min(a, b), max(a, b)


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
        from grundy.solving.compiled_search import compiled_table
        from grundy.solving.results import Options

        assert compiled_table(powers, 2, Options(), []) is None
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
    @gr.game
    def two(a: int, b: int):
        for k in range(a):
            yield k, b
        for k in range(b):
            yield a, k

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


@gr.scoring_game
def coins(row: tuple[int, ...]):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


@gr.game
def folded(*heaps: int, most: int = 3):
    for i, heap in enumerate(heaps):
        for taken in range(1, min(heap, most) + 1):
            yield heaps[:i] + (heap - taken,) + heaps[i + 1 :]


@folded.symmetry
def _sorted(*heaps: int, most: int = 3):
    return tuple(sorted(heaps))


@pytest.mark.parametrize(
    ("position", "packed"),
    [
        (growing(30, 1), False),
        (growing(15, 1), True),
        (signed(30, 2, -7), True),
        (signed(30, 2, -(1 << 40)), False),
        (coins((1, 5, 2, 9, 4, 4, 8)), True),
        (folded(9, 9, 8), True),
        (folded(9, 9, 8, most=5), True),
        (folded(*[3] * 8), True),
        (folded(*[1] * 63), False),
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
