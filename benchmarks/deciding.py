"""Who wins boards that are too large to see all positions of: time and states looked into, beside C++ that does the same.

Run: ``python benchmarks/deciding.py [BOARD ...]``, in seconds of the wall; without boards the usual ones. A board is words
that the shell takes, such as ``"connect4 5x5"``. The sources of the peers lie beside the project, in
``shared/prototypes/deciding``, and are compiled with g++ where there is one; a peer answers for its own boards alone.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.rules.position import Position
from grundy.rules.text.words import position

PEERS = Path(__file__).parents[2] / "shared" / "prototypes" / "deciding"
USUAL = (
    "connect4 5x5",
    "connect4 6x5",
    "connect4 6x6",
    "domineering 6 7",
    "domineering 7 7",
    "domineering 8 8",
    "hex 4x4",
    "hex 5x5",
    "dots_and_boxes 3x3",
    "dots_and_boxes 3x4",
    "clobber 4x5",
    "clobber 5x5",
    "nogo 4x4",
    "amazons 4x4",
    "amazons 5x4",
    "col 6x6",
    "snort 6x6",
    "tic_tac_toe 4x4 line=4",
    "chomp 12 12 12 12 12 12 12 12 12 12",
    "cram 5x6",
    "sprouts 8",
    "sprouts 11",
)
FOLDER = Path(tempfile.mkdtemp())


def ours(start: Position) -> None:
    """Print who wins, how long that took, and what was looked into."""
    begun = time.perf_counter()
    try:
        found = start.solve(method="decide")
    except GrundyError as problem:
        print(f"  not decided after {time.perf_counter() - begun:.2f} s: {problem}")
        return
    took = time.perf_counter() - begun
    again = time.perf_counter()
    start.solve(method="decide")
    again = time.perf_counter() - again
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    worth = f", score {found.value}" if start.ruleset.scoring else ""
    rate = found.positions / took / 1e6
    print(f"  {found.outcome}{worth}: {took:.2f} s, {found.positions:,} states, {rate:.2f} M/s, {memory} MiB", end="")
    print(f"; asked again {again:.4f} s")


@cache
def compiled(source: Path) -> Path | None:
    """Return the program of a peer, None where it cannot be made."""
    if not source.exists() or shutil.which("g++") is None:
        return None
    program = FOLDER / source.stem
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def peers(words: list[str]) -> None:
    """Print what the programs in C++ say of a board."""
    name, *size = words
    numbers = [each for word in size for each in word.split("x")]
    for source in sorted(PEERS.glob(f"{name}_*.cpp")):
        program = compiled(source)
        if program is not None and len(numbers) == 2:
            told = subprocess.run([program, *numbers], capture_output=True, text=True, check=True).stdout
            print("".join(f"  {source.stem}: {line}\n" for line in told.splitlines()), end="")


def main(boards: list[str]) -> None:
    for board in boards or USUAL:
        print(board, flush=True)
        words = board.split()
        ours(position(words, load, begin=True))
        peers(words)


if __name__ == "__main__":
    if len(sys.argv) > 2 or len(sys.argv) == 1:  # each in a process of its own, whose memory is that of its board alone
        for each in sys.argv[1:] or USUAL:
            subprocess.run([sys.executable, __file__, each], check=True)
    else:
        main(sys.argv[1:])
