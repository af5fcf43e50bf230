"""What is special to the games on boards, rows and graphs, against plain brute force."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.games.contest_inputs import judged

import grundy as gr
from brute import xor
from cases import nontrivial
from grundy import games
from grundy.games.deque import reduced, score
from grundy.games.graph_chase import caught
from grundy.games.green_hackenbush import fusion
from grundy.games.treblecross import winning_cells
from grundy.proving.guess import one_number
from grundy.rules.as_heap_code import known_as
from grundy.rules.coins import coin_game, tartan
from grundy.rules.digraph import chase
from grundy.rules.text import words
from grundy.values.nimber import mex, nim_product


def values(options: Callable[[Any], Iterable[Hashable]], start: Hashable, known: dict[Any, int]) -> int:
    if start not in known:
        known[start] = mex(values(options, option, known) for option in options(start))
    return known[start]


# -- coins


@pytest.mark.parametrize("name", ["turning-turtles", "mock-turtles", "ruler"])
def test_single_coins_are_worth_the_mex(name: str) -> None:
    rules = games.load(name)
    worth: list[int] = []
    for coin in range(40):
        worth.append(mex(xor(worth[other] for other in others) for others in rules.turns(coin)))
        assert rules("T" * coin + "H").grundy() == worth[coin]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("down", "across"),
    [("ruler", "turning-turtles"), ("mock-turtles", "ruler"), ("turning-turtles", "turning-turtles")],
)
def test_tartan_theorem(down: str, across: str) -> None:
    board = tartan(games.load(down), games.load(across))
    known: dict[Any, int] = {}
    for position in board.box(512):
        assert position.grundy() == values(board.options, position.state, known)
        leaves = {move.after.state for move in position.solve().winning_moves(None)}
        assert leaves == {s for s in board.options(position.state) if position.grundy() and known[s] == 0}


def test_turning_corners_multiplies() -> None:
    for x, y in product(range(12), repeat=2):
        row = "T" * y + "H"
        assert gr.turning_corners(*["T"] * x, row).grundy() == nim_product(x, y)
    inner = tartan(gr.turning_turtles, gr.turning_turtles)
    for faces in product("HT", repeat=4):
        text = "{}{}/{}{}".format(*faces)
        framed = f"HTH/T{text[:2]}/H{text[3:]}"
        assert inner(text).grundy() == gr.turning_corners(framed).grundy()


def test_coins_without_known_values_are_worth_their_heads() -> None:
    @coin_game
    def neighbours(i: int) -> Iterator[tuple[int, ...]]:
        """Turn a coin, and the one left of it if you like."""
        yield ()
        if i:
            yield (i - 1,)

    assert neighbours("HTHH").solve().method == "the theorem of coin-turning games"
    assert neighbours.sequence(9).tolist() == [neighbours("T" * n + "H").grundy() for n in range(9)]
    assert gr.ruler.sequence(30).tolist() == [n & -n for n in range(1, 31)]
    assert one_number(gr.ruler).sequence(30).tolist() == gr.ruler.sequence(30).tolist()
    assert known_as(neighbours).startswith("neighbours is a coin-turning game")
    assert not tartan(neighbours, gr.ruler).theorems


# -- graphs


@pytest.mark.slow
def test_fusion_on_random_graphs() -> None:
    random = Random(1)
    for _ in range(150):
        vertices = random.randint(2, 6)
        edges: list[tuple[int, int]] = []
        for _ in range(random.randint(1, 9)):
            reached = sorted({0, *(v for edge in edges for v in edge)})
            ends = (random.choice(reached), random.randrange(vertices))
            edges.append(random.choice((ends, ends[::-1])))
        position = gr.green_hackenbush(edges)
        nontrivial(any(position.options()))
        whole = frozenset(range(len(edges)))
        assert position.grundy() == values(lambda kept, edges=edges: _cuts(kept, edges), whole, {}), edges


def _cuts(kept: frozenset[int], edges: list[tuple[int, int]]) -> Iterator[frozenset[int]]:
    for cut in kept:
        left, reached = kept - {cut}, {0}
        while True:
            more = {v for i in left for v in edges[i] if reached & set(edges[i])} - reached
            if not more:
                break
            reached |= more
        yield frozenset(i for i in left if edges[i][0] in reached)


def test_hackenbush_of_a_thousand_edges() -> None:
    assert gr.green_hackenbush([(i, i + 1) for i in range(1000)]).grundy() == 1000
    assert gr.green_hackenbush([(i, (i + 1) % 1001) for i in range(1001)]).grundy() == 1
    doubled = tuple((i, i + 1) for i in range(700) for _ in range(2))
    assert fusion((1 << 1400) - 1, edges=doubled) == 0


def test_caught_is_what_the_chase_says() -> None:
    random = Random(2)
    for _ in range(25):
        pairs = {(random.randint(1, 6), random.randint(1, 6)) for _ in range(random.randint(4, 14))}
        rules = chase(((u, v) for u, v in pairs if u != v), range(1, 7))
        found = caught(rules)
        nontrivial(any(found.values()))
        for bob, alice in product(range(1, 7), repeat=2):
            assert (alice in found[bob]) == (rules(bob, alice).outcome(endless="first").name == "P")


def test_chases_with_the_same_arrows_are_the_same() -> None:
    arrows = ((1, 2), (2, 1))
    assert gr.graph_chase(1, 2, arrows=arrows) == gr.graph_chase(1, 2, 0, arrows=[[1, 2], [2, 1]])


def test_digraph_with_a_ring_is_searched() -> None:
    arrows = ((1, 2), (2, 1), (2, 3))
    assert gr.digraph_sum(1, arrows=arrows).solve().outcome.name == "P"
    assert gr.digraph_sum(2, arrows=arrows).solve().outcome.name == "N"


def test_word_chain_by_word_and_by_triple() -> None:
    random = Random(4)
    for _ in range(20):
        words = ["".join(random.choices("ab", k=random.randint(3, 5))) for _ in range(random.randint(1, 9))]
        lines = judged("word-chain", f"{len(words)} {' '.join(words)}")
        nontrivial(len(set(lines)) > 1)
        for word, line in zip(words, lines, strict=True):
            outcome = gr.word_chain(word, words=words).outcome().name
            assert line == {"P": "Takahashi", "N": "Aoki", "D": "Draw"}[outcome]


def test_tree_flip_any_root() -> None:
    edges = ("1-2:1", "2-3:0", "3-4:1", "2-5:1")
    assert [gr.tree_flip(*edges, root=root).grundy() for root in (1, 2, 3, 4, 5)] == [1, 0, 1, 1, 1]


# -- boards


def _cells_that_win(row: str, known: dict[str, bool]) -> list[int]:
    wins: list[int] = []
    for i, cell in enumerate(row):
        after = row[:i] + "X" + row[i + 1 :]
        if cell == "." and ("XXX" in after or _is_lost(after, known)):
            wins.append(i)
    return wins


def _is_lost(row: str, known: dict[str, bool]) -> bool:
    if row not in known:
        known[row] = "." in row and not _cells_that_win(row, known)
    return known[row]


def test_treblecross_winning_cells() -> None:
    known: dict[str, bool] = {}
    for length in range(3, 10):
        for cells in product(".X", repeat=length):
            row = "".join(cells)
            if "XXX" not in row:
                board = sum(1 << i for i, cell in enumerate(row) if cell == "X")
                assert winning_cells(board, length) == _cells_that_win(row, known), row
    assert gr.treblecross("..").solve().outcome.name == "T"


def test_tic_tac_toe() -> None:
    gr.forget()  # positions known before count too
    solution = gr.tic_tac_toe().solve()
    assert (solution.outcome.name, solution.remoteness, solution.positions) == ("T", 9, 5478)
    assert str(gr.tic_tac_toe("X.O/.X./O..")) == "tic-tac-toe(X.O/.X./O..)"
    assert gr.tic_tac_toe("XX./OO./...").solve().best_move.text == "(1,3)"  # type: ignore[union-attr]


def test_columns_that_were_played_are_a_position_of_connect_four() -> None:
    shown = "connect4(......./......./......./......./...O.../..OXX..)"
    begun = list[gr.Position]()
    assert str(gr.connect4(played="4453", width=7, height=6)) == shown
    assert str(words.position(["connect4", "played=4453"], games.load, begin=True, begun=begun.append)) == shown
    assert not begun
    for wrong, number in (("9", 1), (4.5, 2), ("11111", 5), ("4x", 2), ("12121213", 8)):
        with pytest.raises(gr.GrundyError, match=f"nobody can play column . in move {number}"):
            gr.connect4(played=wrong)
    with pytest.raises(gr.GrundyError, match="give a board, or the columns"):
        gr.connect4("..../..../..../...X", played="4")


def test_connect4() -> None:
    gr.forget()  # positions known before count too
    solution = gr.connect4().solve()
    assert (solution.outcome.name, solution.positions) == ("T", 161_029)
    reached = {(0, 0)}
    line = [(0, 0)]
    rules = gr.connect4.bind(width=3, height=3, line=3)
    for state in line:
        if rules.ended(state) is None:
            for option in set(rules.options(state)) - reached:
                reached.add(option)
                line.append(option)
    assert gr.connect4(width=3, height=3, line=3).solve().positions == len(reached)
    for own, other in reached:
        own_wins, other_wins = (_three(cells) for cells in (own, other))
        assert (rules.ended((own, other)) == gr.LOSS) == other_wins
        assert not own_wins


def _three(cells: int) -> bool:
    mine = {(c, r) for c in range(3) for r in range(3) if cells >> 4 * c + r & 1}
    ways = [[(c, r) for r in range(3)] for c in range(3)] + [[(c, r) for c in range(3)] for r in range(3)]
    ways += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    return any(mine >= set(way) for way in ways)


def test_cram_by_sets_of_cells() -> None:
    known: dict[Any, int] = {}
    for rows, columns in ((2, 4), (3, 3), (3, 4)):
        free = frozenset(product(range(rows), range(columns)))
        assert gr.cram(rows, columns).grundy() == values(_dominoes, free, known)
    assert [gr.cram(1, n).grundy() for n in range(1, 13)] == gr.octal("0.07").sequence(13).tolist()[1:]
    assert str(gr.cram(20, 31).solve().best_move) == "(10,16)-(11,16)"


def _dominoes(free: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    for r, c in free:
        for beside in ((r, c + 1), (r + 1, c)):
            if beside in free:
                yield free - {(r, c), beside}


def test_chomp_of_any_size() -> None:
    assert gr.chomp(*[40] * 40).solve().best_move.after.state == (40, *[1] * 39)  # type: ignore[union-attr]
    assert gr.chomp(10**18, 10**18 - 1).outcome().name == "P"
    assert gr.chomp(10**18, *[1] * 5).grundy() == (10**18 - 1) ^ 5


# -- scores


def test_deque_against_all_intervals() -> None:
    random = Random(8)
    for size in (*range(12), 200):
        for _ in range(40 if size < 12 else 1):
            row = [random.randint(-6, 6) for _ in range(size)]
            best = [0] * (size + 1)
            for length in range(1, size + 1):
                for i in range(size - length + 1):
                    best[i] = max(row[i] - best[i + 1], row[i + length - 1] - best[i])
            nontrivial(size > 2)
            assert score(*row) == best[0]
            left = reduced(row)
            assert not any(a <= b >= c for a, b, c in zip(left, left[1:], left[2:], strict=False))


def test_grid_score_reads_its_own_text() -> None:
    position = gr.grid_score("+-+/--+")
    assert position == gr.grid_score("+-+", "--+")
    assert str(position) == "grid-score(+-+/--+)"
    right = next(position.moves())
    assert (right.text, right.gain, str(right.after)) == ("right", -1, "grid-score(-+/-+)")


@pytest.mark.parametrize(
    "position",
    [
        gr.treblecross("..X....X"),
        gr.tree_flip("1-2:1", "2-3:1"),
        gr.green_hackenbush("0-1", "1-2", "2-0"),
        gr.ruler("HTHH"),
        gr.digraph_sum(2, 1, arrows=((2, 1), (1, 0))),
        gr.cram(2, 3),
        gr.chomp(3, 2, 1),
    ],
    ids=lambda position: position.ruleset.name,
)
def test_misere_play_is_not_explained_by_a_theorem_of_normal_play(position: gr.Position) -> None:
    assert "solved by a search" in position.solve("misere").explain()
