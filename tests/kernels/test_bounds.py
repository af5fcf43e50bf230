"""The kernels with numba's bounds checks and with first rooms of a few words, in a process and caches of their own.

What is compiled with the checks lies in files of its own; here it is compiled anew, in a folder that nobody else meets.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grundy as gr
from grundy.common.errors import Notice, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Ints, Number, Unfit, first_room
from grundy.kernels.explore import explore
from grundy.rules.grids import Grid
from grundy.solving import parts
from grundy.solving.partisan import form_of
from grundy.solving.results import Options
from grundy.values.canonical import Store
from natives import parts_of, rule
from shell import python

ROOT = Path(__file__).parents[2]
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
KERNELS, SOLVING = "tests/kernels", "tests/solving"
SHARE = [
    *(f"{KERNELS}/test_bounds.py", f"{KERNELS}/test_arenas.py", f"{KERNELS}/test_shelves.py"),
    *(f"{SOLVING}/test_random_boards.py::test_boards[{game}-few]" for game in ("nogo", "amazons", "domineering")),
    f"{SOLVING}/test_deciding.py::test_random_games_are_decided_as_they_are_played",
    f"{SOLVING}/test_placement.py::test_random_games_of_tiles_are_decided_as_they_are_played",
    f"{SOLVING}/test_proof_numbers.py::test_parts_of_several_kinds_are_compiled",
    f"{KERNELS}/test_kernels.py::test_explore_finds_the_graph",
    f"{KERNELS}/test_kernels.py::test_a_sequence_by_rule",
    *(f"{SOLVING}/test_loops.py::test_{of}" for of in ("a_box_is_brute_force", "tiers_are_the_whole_graph")),
    "tests/playing/test_opponent.py::test_the_kernel_does_what_its_python_does",
    "tests/proving/test_many_positions.py::test_options_that_come_later_are_looked_at_first",
]
ALL = [
    *(f"{KERNELS}/test_{of}.py" for of in ("arenas", "automata", "bounds", "kernels", "shelves", "sparse")),
    *(f"{SOLVING}/test_{of}.py" for of in ("compiled", "deciding", "placement", "proof_numbers", "loops", "partisan")),
    *(f"{SOLVING}/test_{of}.py" for of in ("random_boards", "solvers", "tiers")),
    *("tests/values/test_short.py", "tests/values/test_periods.py", "tests/proving/test_logic.py"),
    *("tests/games/test_catalogue_boards.py", "tests/playing/test_opponent.py"),
]


@inlined
def _beyond(array: Ints, place: Number) -> Number:
    array[np.uint64(place)] = 1
    return array[place]


@kernel("int64(int64[::1], int64)")
def beyond(array: Ints, place: Number) -> Number:
    """Write where the caller says, as no kernel should."""
    return _beyond(array, place)


def checked(folder: Path, *what: str) -> None:
    """Run some tests with bounds checks and tiny rooms; what they say is shown if one fails."""
    own = {"NUMBA_BOUNDSCHECK": "1", "GRUNDY_CACHE": str(folder), "GRUNDY_TINY_ROOMS": "1"}
    done = python("-m", "pytest", "-q", "-rf", "--tb=short", "-p", "no:cacheprovider", *what, folder=ROOT, **own)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


@pytest.mark.hours  # nearly all of it is compiling; CI runs it
@pytest.mark.skipif(CHECKED, reason="this is that process")
def test_the_kernels_stay_within_their_arrays(tmp_path: Path) -> None:
    checked(tmp_path, *SHARE)


@pytest.mark.hours
@pytest.mark.skipif(CHECKED, reason="this is that process")
def test_every_test_of_the_kernels_stays_within_their_arrays(tmp_path: Path) -> None:
    checked(tmp_path, *ALL)


@pytest.mark.skipif(not CHECKED, reason="only where bounds are checked")
@pytest.mark.parametrize("place", [3, 1 << 40, -4])
def test_the_check_bites(place: int) -> None:
    """Of a kernel and of what is inlined in it, whatever type an index has."""
    with pytest.raises(IndexError):
        beyond(np.zeros(3, np.int64), place)


@pytest.mark.skipif(not CHECKED, reason="only where bounds are checked")
def test_the_check_bites_in_a_rule() -> None:
    """A compiled rule that a kernel calls tells the kernel what happened."""

    @rule
    def careless(state: Any, params: Any, out: Any) -> int:
        out[10**6] = 1
        return 0

    with pytest.raises(IndexError):
        explore(careless, [], [0])
    assert first_room(1 << 12) < 10


# ---- what fell, with rooms as usual; each in a process of its own, which may die

WIDE = """
import grundy as gr

@gr.partisan_game
def g(n: int, *, player: int):
    if n < 2:
        for k in range(n + 1, 1000):
            yield k

print(g(0).solve())
"""


@pytest.mark.slow
@pytest.mark.skipif(CHECKED, reason="rooms are as usual here")
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["-m", "grundy", "solve", "nogo", ".O...|O.X.."], "Right wins"),
        (["-m", "grundy", "solve", "nogo", ".X...X....."], "Left wins"),
        (["-m", "grundy", "solve", "amazons", "#.O..|X.OOX"], "Left wins"),
        (["wide.py"], "first player wins: value *2"),
    ],
)
def test_what_fell(words: list[str], answer: str, tmp_path: Path) -> None:
    """A part without options, met when the pool had no word left for its two counts."""
    (tmp_path / "wide.py").write_text(WIDE)  # a rule is compiled only where its source can be read
    done = python(*words, folder=tmp_path)
    assert (done.returncode, done.stdout[: len(answer)]) == (0, answer), done.stderr


THREADS = """
from concurrent.futures import ThreadPoolExecutor
from grundy import games

def value(i):
    rules = games.load(("domineering", "clobber")[i % 2]).bind()
    return str(rules(3, 3 + i % 3).value() if i % 2 == 0 else rules("XOXO|OXOX|XOX" + "XO"[i % 3 == 0]).value())

with ThreadPoolExecutor(8) as pool:
    together = list(pool.map(value, range(48)))
assert together == [value(i) for i in range(48)]
"""


@pytest.mark.slow
@pytest.mark.skipif(CHECKED, reason="rooms are as usual here")
def test_threads_wait_for_each_other() -> None:
    """One thread's kernel wrote to the store that another thread replaced by a larger one."""
    done = python("-c", THREADS, GRUNDY_TINY_ROOMS="1")
    assert done.returncode == 0, done.stderr


# ---- limits, made small


@gr.partisan_game
def heap(n: int, *, player: int):
    yield from range(n)


@gr.partisan_game
def fan(n: int, *, player: int):
    if n == 0:
        yield from range(1, 20_000)


@gr.partisan_game(board=Grid(".#", live="."))
def unfolding(rows: int, columns: int, taken: int, *, player: int):
    """Cover a cell; or, of four free ones, leave eighteen that stand alone."""
    for n in range(rows * columns):
        if not taken >> n & 1:
            yield rows, columns, taken | 1 << n
    if rows * columns == 4 and not taken:
        yield 6, 6, 0b010101101010010101101010010101101010


def test_the_largest_nimber(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "NIMBERS", 8)
    for n in (7, 8, 9):
        graph = parts_of(heap, n, impartial=True)
        word = graph.divided(n)[0]
        graph.explore()
        if n < 8:
            assert graph.nimbers()[word >> 1] == n
        else:
            with pytest.raises(TooLarge, match="a Grundy value of heap exceeds 7"):
                graph.nimbers()


def test_the_most_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part's number is held twice in 32 bits."""
    monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")
    monkeypatch.setattr(parts.kernels, "MOST", 64)
    for n in (16, 100):
        graph = parts_of(heap, n)
        graph.divided(n)
        if n < 64:
            graph.explore()
        else:
            with pytest.raises(TooLarge, match="splits into more than 64 components"):
                graph.explore()


def test_room_for_options_is_within_the_limit() -> None:
    """What a position's options take counts before there is a part of them."""
    graph = parts_of(fan, 0)
    graph.divided(0)
    with keeping(Limits(memory=1 << 20)), pytest.raises(TooLarge, match=r"components? of fan take"):
        graph.explore()


@pytest.mark.parametrize("large", [0, 1 << 40])
def test_growth_by_quarters(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an array only what is full grows, by a quarter when it is large: an odd count of words of 32 bits."""
    monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")
    monkeypatch.setattr(parts, "SMALL", 0)
    monkeypatch.setattr(parts, "LARGE", large)
    graph, store = parts_of(heap, 20), Store()
    words = graph.valued([20], store)
    assert words is not None
    assert store.parts(graph.form(words[0][0], store)) == (0, 0, 20)


@pytest.mark.parametrize("tiny", ["", "1"])
def test_a_move_that_changes_the_size_of_a_board(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room for the parts of an option is counted by its board's cells; of other boards the rules are interpreted."""
    monkeypatch.setenv("GRUNDY_TINY_ROOMS", tiny)
    rules: Any = unfolding
    state = rules("..|..").state
    for impartial in (False, True):
        graph = parts_of(rules, state, impartial=impartial)
        part = graph.divided(state)[0] >> 1
        with pytest.raises(Unfit, match="size of the board"):
            graph.nimber(part) if impartial else graph.explore()
    interpreted = form_of(rules, state, Options(way="interpreted"))
    rules.forget()
    with pytest.warns(Notice, match="size of the board"):
        assert form_of(rules, state, Options(way="compiled")) == interpreted
