"""The kernels with numba's bounds checks and with first rooms of a few words, in a process and caches of their own.

Numba keeps compiled kernels by their source and not by whether bounds were checked: so the caches are made anew for these
processes, and nobody else meets what is in them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Ints, Number
from grundy.kernels.explore import explore
from grundy.kernels.rooms import first_room

ROOT = Path(__file__).parents[1]
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
EVERY_DAY = [
    "tests/test_bounds.py",
    "tests/test_random_boards.py::test_a_few_boards[nogo]",
    "tests/test_random_boards.py::test_a_few_boards[amazons]",
    "tests/test_random_boards.py::test_a_few_boards[domineering]",
    "tests/test_kernels.py",
]
ALL = [
    *("tests/test_bounds.py", "tests/test_random_boards.py", "tests/test_kernels.py", "tests/test_partisan.py"),
    *("tests/test_short.py", "tests/test_automata.py", "tests/test_sparse.py", "tests/test_periods.py"),
    *("tests/test_solvers.py", "tests/test_compiled.py", "tests/test_logic.py", "tests/test_catalogue_boards.py"),
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
    own = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(folder / "kernels"), "GRUNDY_CACHE": str(folder / "rules")}
    environment = {**os.environ, **own, "GRUNDY_TINY_ROOMS": "1", "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "pytest", "-q", "-rf", "--tb=short", "-p", "no:cacheprovider", *what]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


@pytest.mark.skipif(CHECKED, reason="this is that process")
def test_the_kernels_stay_within_their_arrays(tmp_path: Path) -> None:
    checked(tmp_path, "-k", "not long_lines", *EVERY_DAY)


@pytest.mark.slow
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
    numba = pytest.importorskip("numba")

    @numba.njit("int64(int64[::1], int64[::1], int64[::1])", nogil=True)
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
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
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


@pytest.mark.skipif(CHECKED, reason="rooms are as usual here")
def test_threads_wait_for_each_other() -> None:
    """One thread's kernel wrote to the store that another thread replaced by a larger one."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "GRUNDY_TINY_ROOMS": "1"}
    command = [sys.executable, "-c", THREADS]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
