"""The solvers against a brute force that knows nothing but options and endings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import by_rounds, grundy_values, outcomes, score
from cases import mostly, nontrivial
from grundy.common.errors import GrundyError, RulesError, TooLarge
from grundy.games import load, names
from grundy.rules.position import Position
from grundy.solving.order import tree
from grundy.solving.plain_play import plain
from grundy.values.tree import Tree
from kernel_graphs import csr
from own_games import two_heaps
from random_digraphs import Arrows, digraphs, games_with_endings


def ruleset_of(arrows: Arrows, ends: dict[int, int]) -> gr.Ruleset:
    @gr.game(name="random")
    def rules(v: int):
        yield from arrows[v]

    if ends:
        rules.ending(ends.get)
    return rules


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


def compilable(arrows: Arrows, ends: dict[int, int]) -> gr.Ruleset:
    """Return rules with a node more, which leads to all others: what is found of it is found of all."""
    first, heads = (tuple(each.tolist()) for each in csr([*arrows.values(), tuple(arrows)]))
    over = tuple(ends.get(i, 9) for i in range(len(arrows) + 1))
    return (on_ending_arrows if ends else on_arrows).bind(first=first, heads=heads, ends=over)


WAYS: dict[str, tuple[Callable[[Arrows, dict[int, int]], gr.Ruleset], str | None]] = {
    "own rules": (ruleset_of, None),
    "interpreted": (compilable, "interpreted"),
    "compiled": (compilable, "compiled"),
    "digraph": (lambda arrows, _: gr.digraph(arrows), None),
    "arrays": (lambda arrows, _: gr.digraph(csr([*arrows.values()])), None),
}
"""How the rules of a digraph are made, and by which method they are solved; the last two have no endings."""
Game = tuple[Arrows, dict[int, int]]


def beside_each_other(games: list[Game]) -> Game:
    """Return games as one, whose rules are read, and compiled, but once."""
    arrows, ends = Arrows(), dict[int, int]()
    for own, over in games:
        first = len(arrows)
        arrows |= {first + i: tuple(first + c for c in row) for i, row in own.items()}
        ends |= {first + i: end for i, end in over.items()}
    return arrows, ends


KINDS = {
    "endings": games_with_endings(),
    "loops": digraphs().map(lambda arrows: (arrows, {})),
    "values": digraphs(loopy=False, most=12).map(lambda arrows: (arrows, {})),
}
GAMES = {kind: st.lists(drawn, min_size=5, max_size=5).map(beside_each_other) for kind, drawn in KINDS.items()}


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=8)
@given(data=st.data(), misere=st.booleans())
def test_every_way_says_what_rounds_say(way: str, kind: str, data: st.DataObject, misere: bool) -> None:
    """Results, remoteness, moves and values; and each way counts as many positions."""
    make, method = WAYS[way]
    arrows, ends = data.draw(GAMES[kind])
    play, ends = "misere" if misere else "normal", ends if "own" in way or make is compilable else {}
    rules, want = make(arrows, ends), by_rounds(arrows, ends, misere=misere)
    values = dict[int, int]()
    for node in arrows if kind == "values" and not misere else ():
        values |= {} if node in values else grundy_values(gr.digraph(arrows)(node))
    nontrivial(any(moves != 0 for _, moves in want.values()))
    if method == "compiled":
        root = rules(len(arrows))
        compiled, plainly = (root.solve(play, method=each).to_dict() for each in (method, "interpreted"))
        assert compiled == plainly
    for node in arrows:
        solution = rules(node).solve(play, method=method)
        assert (solution.outcome.name, solution.remoteness) == want[node]
        assert node not in values or solution.value == values[node]
        moves = {} if node in ends else {c: want[c] for c in arrows[node]}
        winning = {c for c, (o, _) in moves.items() if o == "P"} if want[node][0] == "N" else set()
        assert {m.after.state for m in solution.winning_moves()} == winning
        best = solution.best_move
        assert (best is None) == (not moves)
        if best is not None:
            outcome, remoteness = want[node]
            its = {"N": "P", "P": "N"}.get(outcome, outcome)
            assert want[best.after.state] == (its, None if remoteness is None else remoteness - 1)
    if way == "digraph":
        got = gr.digraph(arrows).results()
        assert {i: ({1: "N", -1: "P", 0: "D"}[r], n) for i, (r, n) in got.items()} == by_rounds(arrows, {})


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
    two = gr.game(name="two")(two_heaps.function)
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


# ---- plain play, against brute force that was written apart from it, and against the answers of the catalogue


@pytest.mark.parametrize(
    "position",
    [gr.nim(1, 2, 3), gr.chomp(3, 3), gr.tic_tac_toe("XO.|XO.|..."), gr.wythoff(4, 6), gr.kayles(7)],
    ids=str,
)
def test_outcomes_and_values(position: gr.Position) -> None:
    found = plain(position)
    assert found is not None
    for play, outcome in found.outcomes.items():
        assert outcome.name == outcomes(position, misere=play == "misere")[position.state]
    assert found.value == (None if position.ruleset.has_ending else grundy_values(position)[position.state])


def test_points_partisan_games_and_play_that_goes_round() -> None:
    deque = gr.deque(3, 9, 2, 7)
    assert plain(deque)[:2] == ({}, score(deque.ruleset, deque.state))
    found = plain(gr.domineering(2, 3))
    assert found is not None
    assert (str(found.value), found.outcomes["normal"].name) == ("{2|-1/2}", "N")

    @gr.game
    def round_trip(n: int):
        if n < 2:
            yield 1 - n
        if n == 0:
            yield 2

    assert plain(round_trip(0))[:2] == ({"normal": gr.Outcome.N, "misere": gr.Outcome.D}, None)
    assert plain(gr.nim(9, 9, 9), most=100) is None


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.parametrize("name", names())
def test_the_catalogue_answers_as_plain_play_does(name: str) -> None:
    from grundy.playing.rule_check import checked

    found = checked(load(name), seconds=0)
    assert [str(each.said) for each in found.findings if each.state == "wrong"] == []
