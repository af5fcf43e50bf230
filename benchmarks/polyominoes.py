"""The values of all connected Domineering boards of so many squares, counted, and each compared with those of a C++ program.

Run: ``python benchmarks/polyominoes.py [squares …]``. Boards are counted once that are turned or reflected into each other.
`polyominoes.cpp`, compiled with g++, enumerates them and builds the value of each by its own canonical forms; what is built
here from the rules of the catalogue must have the same form, board for board. How many boards there are is published (OEIS
A000105), of smaller sizes too: the parts of boards of n and of n - 1 squares are all boards of at most n - 2. The hash is
the SHA-256 of those of a million boards each, 32 bytes a board as the C++ program writes them, with the value found here.
The folder that GRUNDY_RECORDS names keeps the values of each million boards; what is found there is not computed again.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import grundy as gr
from grundy.common.limits import Limits, keeping
from grundy.kernels import parts as kernels
from grundy.kernels import parts_arena as arena
from grundy.kernels import short
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.solving.nimbers import parts_of
from grundy.solving.partisan import added
from grundy.solving.results import Options
from grundy.values.canonical import store
from grundy.values.outcome import Outcome
from grundy.values.short import Value, of_form

FREE = (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971, 3426576, 13079255, 50107909, 192622052)
"""How many boards of 1, 2, … squares there are: OEIS A000105."""
HASHES = json.loads(Path(__file__).with_name("polyominoes.json").read_text())
"""Of boards and values, by the count of squares, as they were found when a record was made (`docs/records.md`)."""
CHUNK = 1 << 20
RECORD = np.dtype([("shape", "<u8"), ("low", "<u8"), ("high", "<u8"), ("value", "<u8")])
"""What the C++ program writes of a board."""
WIDEST = 62
"""Cells, covered ones too, of a board that the compiled parts hold."""
WORD = (1 << 64) - 1
MEMORY = 14 << 30


def state_of(record: Any) -> tuple[int, int, int]:
    """Return the state of the catalogue's game: rows, columns, and the covered cells."""
    shape, low, high, _ = record
    rows, columns = divmod(shape, 256)
    return rows, columns, (1 << rows * columns) - 1 & ~(low | high << 64)


def mixed(x: int) -> int:
    """Return the last steps of splitmix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


class Values:
    """The canonical forms of boards of some squares, and hashes that say what they are whatever their ids."""

    def __init__(self) -> None:
        found = parts_of(gr.domineering, [gr.domineering(7, 8).state], Options(), impartial=False)
        assert found is not None
        self.parts = found
        self.wide: dict[Any, int] = {}
        self.kept = 0, 0, 0
        self.hashes: dict[int, int] = {}

    def forms(self, boards: Any) -> Any:
        """Return the forms of boards as the C++ program writes them; the parts that they were found to be stay."""
        narrow = (boards["shape"] >> 8) * (boards["shape"] & 255) <= WIDEST
        words = self._numbered(boards[narrow])
        self.parts.explore()
        self.parts.forms(store())
        self.parts.rederive(store())
        held = self.parts.fields[words >> 1, arena.VALUE] - 1
        negated = words & 1 > 0
        forms, which = np.unique(held[negated], return_inverse=True)
        held[negated] = np.array([store().ask(short.NEGATIVE, form) for form in forms.tolist()], np.int64)[which]
        found = np.empty(len(boards), np.int64)
        found[narrow] = held
        found[~narrow] = [self.form(state_of(board)) for board in boards[~narrow].tolist()]
        return found

    def _numbered(self, boards: Any) -> Any:
        """Return twice the number of the one part that each board is, and 1 more if it is negated."""
        rows, columns = boards["shape"] >> 8, boards["shape"] & 255
        covered = (np.uint64(1) << rows * columns) - 1 & ~boards["low"]
        target, words = np.zeros(WIDEST + 1, np.int64), np.zeros(len(boards), np.int64)
        for i, state in enumerate(np.stack([rows, columns, covered], 1).astype(np.int64)):
            while (met := kernels.divided(self.parts.array, state, self.parts.work, target)) < 0:
                self.parts.run(kernels.MORE_ROOM if met == -1 else kernels.MORE_WORK)
            words[i] = target[0]
        return words

    def form(self, board: Any) -> int:
        """Return the form of one board; of one that the compiled parts do not hold from its options, which were met."""
        if board[0] * board[1] <= WIDEST:
            return added(self.parts.form(word, store()) for word in self.parts.divided(board))
        folded, sign = gr.domineering.folded(board)
        if folded not in self.wide:
            sides = [
                sorted({added(map(self.form, gr.domineering.split(option))) for option in options})
                for options in (gr.domineering.options_of(folded, player) for player in (LEFT, RIGHT))
            ]
            self.wide[folded] = store().build(*sides)
        return self.wide[folded] if sign > 0 else store().ask(short.NEGATIVE, self.wide[folded])

    def met(self) -> list[int]:
        """Return how many boards of 0, 1, … squares were met."""
        wide = [rows * columns - covered.bit_count() for rows, columns, covered in self.wide]
        return np.bincount([*self.parts.fields[:, arena.CELLS], *wide]).tolist()

    def keep(self) -> None:
        """Keep what was met so far when the rest is forgotten."""
        self.kept = len(self.parts), int(self.parts.array[arena.POOL_USED]), len(self.wide)

    def forget(self) -> None:
        """Forget what was met since it was told what to keep."""
        G = self.parts.array
        G[arena.COUNT], G[arena.POOL_USED], wide = self.kept
        self.parts.checked = self.kept[0]
        self.parts.array = kernels.laid_out(int(G[arena.ROOM]), int(G[arena.WIDTH]), int(G[arena.POOL_ROOM]), G)
        for state in [*self.wide][wide:]:
            del self.wide[state]

    def hash(self, form: int) -> int:
        """Return a hash of a canonical form, from those of its options."""
        if form not in self.hashes:
            left, right = (
                sum(mixed(self.hash(option) ^ side) for option in options)
                for side, options in enumerate(store().options(form), 1)
            )
            self.hashes[form] = mixed((left + 3 * right + 5) & WORD)
        return self.hashes[form]


def all_boards(binary: str, squares: int) -> Iterator[Any]:
    """Iterate over all boards of so many squares as the C++ program writes them, a million at a time."""
    command = [binary, str(squares)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process,
        ThreadPoolExecutor(1) as ahead,
    ):
        assert process.stdout is not None
        coming = ahead.submit(process.stdout.read, CHUNK * RECORD.itemsize)
        while written := coming.result():
            coming = ahead.submit(process.stdout.read, CHUNK * RECORD.itemsize)  # while these are looked at
            yield np.frombuffer(written, RECORD)
    assert process.returncode == 0


def census(binary: str, squares: int, folder: Path) -> bool:
    """Print what the values of all boards of so many squares are; return whether all is as elsewhere."""
    begun = time.perf_counter()
    gr.forget()
    values = Values()
    for fewer in range(max(1, squares - 3), squares - 1):
        for chunk in all_boards(binary, fewer):
            values.forms(chunk)
    values.keep()
    as_published = values.met()[2:] == list(FREE[1 : max(1, squares - 2)])

    boards, same, digest = 0, True, sha256()
    counts: Counter[int] = Counter()
    form_of: dict[int, int] = {}
    for number, chunk in enumerate(all_boards(binary, squares)):
        own = hashes(values, chunk, folder / f"domineering-{squares}-{number:03}.npy")
        different, first, often = np.unique(own, return_index=True, return_counts=True)
        new = [i for i, hashed in enumerate(different.tolist()) if hashed not in form_of]
        form_of.update(zip(different[new].tolist(), values.forms(chunk[first[new]]).tolist(), strict=True))
        for hashed, times in zip(different.tolist(), often.tolist(), strict=True):
            counts[form_of[hashed]] += times
        values.forget()
        boards += len(chunk)
        same &= bool((own == chunk["value"]).all())
        found = chunk.copy()
        found["value"] = own
        digest.update(sha256(found.tobytes()).digest())
    as_published &= boards == FREE[squares - 1]
    as_before = digest.hexdigest() == HASHES.get(str(squares), digest.hexdigest())
    report(squares, boards, {of_form(form): times for form, times in counts.items()})
    print(f"  as in C++: {same}; as many as published: {as_published}; as before: {as_before}; ", end="")
    print(f"{time.perf_counter() - begun:.0f} s; {digest.hexdigest()}", flush=True)
    return same and as_published and as_before


def hashes(values: Values, boards: Any, file: Path) -> Any:
    """Return the hashes of the values of some boards, which are kept in a file."""
    if not file.exists():
        forms, which = np.unique(values.forms(boards), return_inverse=True)
        np.save(file, np.array([*map(values.hash, forms.tolist())], np.uint64)[which])
    return np.load(file)


def report(squares: int, boards: int, counts: dict[Value, int]) -> None:
    """Print how many boards there are, who wins them, how many values they and their quarter turns have."""
    wins: Counter[Outcome] = Counter()
    for value, times in counts.items():
        wins[value.outcome] += times
    values = {*counts, *(-value for value in counts)}
    nimbers = sorted(value.nus[2] for value in values if value.nus is not None and value.nus[:2] == (0, 0))
    tinies = sorted(text for value in values if value.left_options == (0,) and (text := str(value)).startswith("Tiny("))
    hottest = max(value.temperature for value in counts)
    hot = sum(times for value, times in counts.items() if value.temperature == hottest)
    print(f"domineering {squares}: {boards:,} boards with {len(values):,} values, born by day ", end="")
    print(f"{max(value.birthday for value in counts)}; {hot} of temperature {hottest}, which is the highest")
    print(f"  {wins[Outcome.N]:,} won by whoever begins, {wins[Outcome.P]:,} by the other; nimbers {nimbers}, {tinies}")


def build(folder: str) -> str | None:
    """Compile the C++ program, where there is a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    binary, source = str(Path(folder) / "polyominoes"), str(Path(__file__).with_suffix(".cpp"))
    subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", "-o", binary, source], check=True)
    return binary


def main(sizes: list[str]) -> int:
    with TemporaryDirectory() as folder:
        binary = build(folder)
        if binary is None:
            print("there is no g++")
            return 0
        place = Path(os.environ.get("GRUNDY_RECORDS", folder))
        with keeping(Limits(memory=MEMORY)):
            return int(not all([census(binary, int(size), place) for size in sizes or ["11"]]))  # noqa: C419  # each of them


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
