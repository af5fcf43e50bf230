"""The solvers against a brute force that knows nothing but options and endings."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import by_rounds, grundy_values, outcomes
from cases import mostly, nontrivial
from grundy.common.errors import GrundyError, RulesError, TooLarge
from grundy.rules.position import Position
from grundy.solving.order import tree
from grundy.values.tree import Tree
from random_digraphs import Arrows, digraphs, games_with_endings


def ruleset_of(arrows: Arrows, ends: dict[int, int]) -> gr.Ruleset:
    @gr.game(name="random")
    def rules(v: int):
        yield from arrows[v]

    if ends:
        rules.ending(ends.get)
    return rules


@given(games_with_endings(), st.booleans())
def test_results_remoteness_and_moves(game: tuple[Arrows, dict[int, int]], misere: bool) -> None:
    arrows, ends = game
    rules, want = ruleset_of(arrows, ends), by_rounds(arrows, ends, misere=misere)
    nontrivial(any(moves != 0 for _, moves in want.values()))
    for node in arrows:
        solution = rules(node).solve("misere" if misere else "normal")
        assert (solution.outcome.name, solution.remoteness) == want[node]
        moves = {} if node in ends else {c: want[c] for c in arrows[node]}
        winning = {c for c, (o, _) in moves.items() if o == "P"} if want[node][0] == "N" else set()
        assert {m.after.state for m in solution.winning_moves()} == winning
        best = solution.best_move
        assert (best is None) == (not moves)
        if best is not None:
            outcome, remoteness = want[node]
            its = {"N": "P", "P": "N"}.get(outcome, outcome)
            assert want[best.after.state] == (its, None if remoteness is None else remoteness - 1)


@given(digraphs())
def test_a_digraph_lists_its_results(arrows: Arrows) -> None:
    want = by_rounds(arrows, {})
    nontrivial(any(moves != 0 for _, moves in want.values()))
    got = gr.digraph(arrows).results()
    assert {i: ({1: "N", -1: "P", 0: "D"}[r], n) for i, (r, n) in got.items()} == want


@given(digraphs(), st.sampled_from(["first", "second"]))
def test_endless_play_can_have_a_winner(arrows: Arrows, winner: str) -> None:
    rules, want = gr.digraph(arrows), by_rounds(arrows, {})
    nontrivial(any(outcome == "D" for outcome, _ in want.values()))
    for node in arrows:
        solution = rules(node).solve(endless=winner)
        drawn = want[node][0] == "D"
        assert solution.outcome.name == (("N" if winner == "first" else "P") if drawn else want[node][0])
        if drawn and winner == "first":
            assert {want[m.after.state][0] for m in solution.winning_moves()} <= {"D", "P"}
            assert solution.best_move in solution.winning_moves()


@given(digraphs(loopy=False), digraphs(loopy=False))
def test_values_of_sums(left: Arrows, right: Arrows) -> None:
    g, h = gr.digraph(left)(max(left)), gr.digraph(right)(max(right))
    total = g + h
    nontrivial(left[max(left)] and right[max(right)])
    assert total.grundy() == grundy_values(g)[max(left)] ^ grundy_values(h)[max(right)]
    solution, searched = total.solve(), total.solve(method="search")
    assert (solution.outcome, solution.value) == (searched.outcome, searched.value)
    assert solution.winning_moves() == searched.winning_moves()


@given(digraphs(), digraphs(loopy=False, most=5))
def test_a_loopy_part_is_searched_with_the_rest(loopy: Arrows, other: Arrows) -> None:
    nontrivial(loopy[0] and other[max(other)])
    total = gr.digraph(loopy)(0) + gr.digraph(other)(max(other))
    arrows = {
        (a, b): tuple((c, b) for c in loopy[a]) + tuple((a, d) for d in other[b]) for a, b in product(loopy, other)
    }
    assert total.solve().outcome.name == by_rounds(arrows, {})[0, max(other)][0]  # type: ignore[arg-type, index]


@st.composite
def heap_sums(draw: st.DrawFn) -> Position:
    code = "0." + "".join(map(str, draw(st.lists(st.integers(0, 7), min_size=1, max_size=3)))) + "1"
    heaps = st.lists(st.integers(0, 5), max_size=2)
    return gr.octal(code)(*draw(heaps)) + gr.nim(*draw(st.lists(st.integers(0, 3), max_size=2)))


@given(heap_sums())
@settings(max_examples=150)
def test_misere_sums(total: Position) -> None:
    solution = total.solve("misere")
    nontrivial(len(list(total.options())) > 1)
    searched = total.solve("misere", method="search")
    assert solution.outcome is searched.outcome
    assert set(solution.winning_moves(None)) == set(searched.winning_moves(None))


@given(digraphs(loopy=False, most=8), st.data())
@settings(max_examples=60)
def test_the_sj_theorem_where_only_what_is_over_is_worth_0(arrows: Arrows, data: st.DataObject) -> None:
    """The chapter's words: every node that has an arrow has one to an end too, so that its value is not 0."""
    graph = gr.digraph({node: (*heads, 0) if heads else () for node, heads in arrows.items()})
    nodes = data.draw(st.lists(st.sampled_from(sorted(arrows)), min_size=1, max_size=3)) + [max(arrows)]
    position = sum((graph(node) for node in nodes[1:]), graph(nodes[0]))
    values = [graph(node).grundy() for node in nodes]
    nontrivial(max(values) > 0)
    assert all((value == 0) == (not arrows[node]) for node, value in zip(nodes, values, strict=True))
    wins = (position.grundy() != 0) == (max(values) > 1)
    assert outcomes(position, misere=True)[position.state] == ("N" if wins else "P") == position.outcome("misere").name


small = digraphs(loopy=False, most=5)
several = st.lists(small, min_size=2, max_size=3)


@given(mostly(several, st.lists(small, max_size=1, min_size=1)), st.sampled_from(["first", "last"]))
@settings(max_examples=60)
def test_joined_sums_are_decided_by_their_components(parts: list[Arrows], ends: str) -> None:
    nontrivial(sum(bool(part[max(part)]) for part in parts) > 1)
    positions = [gr.digraph(p)(max(p)) for p in parts]
    for join in (gr.conjunctive, gr.selective):
        total = join(*positions, ends=ends)
        solution, searched = total.solve(), total.solve(method="search")
        assert solution.outcome is searched.outcome
        assert set(solution.winning_moves(None)) == set(searched.winning_moves(None))
        assert (
            solution.best_move is None
            or solution.outcome.name == "P"
            or solution.best_move in solution.winning_moves(None)
        )
    if ends == "first":
        assert (
            gr.conjunctive(*positions).solve().remoteness
            == gr.conjunctive(*positions).solve(method="search").remoteness
        )


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    return draw(st.recursive(st.just(Tree()), lambda t: st.lists(t, max_size=3).map(Tree), max_leaves=8))


pairs = st.tuples(trees(), trees())


@given(mostly(pairs.filter(lambda two: two[0] != two[1]), pairs))
@settings(max_examples=60, deadline=None)
def test_equivalence_is_witnessed(two: tuple[Tree, Tree]) -> None:
    left, right = two
    nontrivial(left != right)
    g, h = tree(left), tree(right)
    for play in ("normal", "misere"):
        found = gr.equivalent(g, h, play)
        tries = (
            [found.apart] if found.apart is not None else [tree(Tree.nim(n)) for n in range(4)] + [tree(left + right)]
        )
        for x in tries:
            lost = [(p + x).solve(play, method="search").outcome.name == "P" for p in (g, h)]
            assert (lost[0] == lost[1]) == found.equal
            if found.lost is not None:
                assert found.lost == (g if lost[0] else h)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (lambda n: iter([(n - 1, n)] if n else []), "another type|not a state|yield"),
        (lambda n: iter(["x"] if n else []), "another type"),
        (lambda n: iter([[n]] if n else []), "hashed"),
        (lambda n: None, "returns nothing"),
    ],
)
def test_rules_that_yield_nonsense_are_told(rule: object, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        gr.game(name="odd")(rule)(3).solve()  # type: ignore[operator]


def test_a_rule_that_changes_its_mind_is_caught() -> None:
    calls: list[int] = []

    @gr.game
    def moody(n: int):
        calls.append(n)
        if n and len(calls) % 2:
            yield n - 1

    with pytest.raises(RulesError, match="change when asked twice"):
        moody(5).solve()


def test_a_false_symmetry_is_caught() -> None:
    @gr.game
    def pair(a: int, b: int):
        for k in range(a):
            yield k, b

    pair.symmetry(lambda a, b: (min(a, b), max(a, b)))
    with pytest.raises(RulesError, match="symmetry"):
        pair(3, 1).solve()


def test_a_true_symmetry_halves_the_work() -> None:
    @gr.game(name="two")
    def two(a: int, b: int):
        for k in range(a):
            yield k, b
        for k in range(b):
            yield a, k

    plain = two(5, 4).solve()
    moves = plain.winning_moves()
    two.symmetry(lambda a, b: (min(a, b), max(a, b)))
    folded = two(5, 4).solve()
    assert (folded.outcome, folded.value, folded.remoteness) == (plain.outcome, plain.value, plain.remoteness)
    assert folded.winning_moves() == moves
    assert folded.positions < plain.positions


def test_whoever_cannot_move_loses_where_no_ending_says_otherwise_and_it_is_told() -> None:
    @gr.game
    def stuck(n: int):
        if n > 1:
            yield n - 1

    stuck.ending(lambda n: gr.WIN if n == 100 else None)
    with pytest.warns(gr.Notice, match=r"at stuck\(1\) there is neither a move nor an ending: whoever is to move"):
        assert stuck(3).solve().outcome.name == "P"
    assert stuck(3).solve("misere").outcome.name == "N"


def test_play_that_never_ends_is_refused_with_its_size() -> None:
    @gr.game
    def up(n: int, *, names: str = "not compiled"):
        yield n + 1

    with pytest.raises(TooLarge, match=r"positions were reached.*GiB") as info:
        up(0).solve(memory=10_000_000)
    assert info.value.positions > 10_000


def test_one_position_with_options_without_end_is_refused() -> None:
    @gr.game
    def wide(n: int, *, names: str = "not compiled"):
        while True:
            n += 1
            yield n

    with pytest.raises(TooLarge):
        wide(0).solve(memory=50_000_000)


def test_mixtures_are_refused_in_a_sentence() -> None:
    @gr.scoring_game
    def coins(*row: int):
        if row:
            yield row[0], row[1:]

    @gr.game
    def ended(n: int):
        if n:
            yield n - 1

    ended.ending(lambda n: None if n else gr.TIE)
    with pytest.raises(RulesError, match="points"):
        coins(1, 2) + gr.nim(3)
    with pytest.raises(RulesError, match="declared endings"):
        ended(2) + gr.nim(3)
    with pytest.raises(RulesError, match="no Grundy value"):
        ended(2).grundy()
    with pytest.raises(RulesError, match="score"):
        coins(1).grundy()
    with pytest.raises(RulesError, match="for ever"):
        gr.digraph({0: [0]})(0).grundy()
    assert (coins(3, 9, 2) + coins(4)).solve().value == (coins(3, 9, 2) + coins(4)).solve(method="interpreted").value


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gr.nim(2, -3), "heap 2 is -3"),
        (lambda: gr.nim("x"), "heap 1 is 'x'"),
        (lambda: gr.nim(2, n=3), "no parameter 'n'"),
        (lambda: gr.nim(2).solve("upside down"), "'normal' or 'misere'"),
        (lambda: gr.nim(2).solve(endless="never"), "endless play"),
        (lambda: gr.nim(2).solve(method="magic"), "method is one of"),
        (lambda: gr.octal("0.78"), "digit 2"),
        (lambda: gr.octal("3.7"), "0 or 4"),
        (lambda: gr.octal("77"), "point"),
        (lambda: gr.digraph({0: []})(1), "no node 1"),
        (lambda: gr.conjunctive(gr.nim(1), ends="never"), "'first' or the 'last'"),
    ],
)
def test_wrong_arguments_get_a_sentence(call: object, words: str) -> None:
    with pytest.raises(GrundyError, match=words):
        call()  # type: ignore[operator]


def test_unknown_games_name_the_nearest() -> None:
    with pytest.raises(AttributeError, match="nim"):
        _ = gr.nimm
