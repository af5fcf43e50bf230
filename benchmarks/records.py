"""Boards solved whole, with what they took, a hash of the result, and a recount.

Run: ``python benchmarks/records.py 4x4 cram:5x6 nogo:3x4 domineering:11``. ``WxH`` is Connect Four, W wide and H high: all
positions from the rules of the catalogue, won, lost or tied with remoteness, in a tablebase on the disk (``grundy tablebase
build``, in the folder that GRUNDY_RECORDS names, else in one that is deleted; a build that was ended goes on there). The
count of positions is compared with a published one (J. Tromp, *John's Connect Four Playground*, table of legal positions),
which another program has counted by another method; and results of each remoteness are derived again from Python's options
(``grundy tablebase verify``). ``cram:RxC`` and ``nogo:RxC`` are nimbers of empty boards of Cram and of impartial NoGo,
where both players place stones of either colour: compared with published ones, those of NoGo with `impartial_nogo.cpp` too,
a table of all fillings of the board. ``domineering:N``: the values of all connected boards of N squares (`polyominoes.py`).
It ends with 1 where something differs.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import polyominoes

PUBLISHED = {
    "4x4": 161_029,
    "5x4": 3_945_711,
    "4x6": 15_835_683,
    "5x5": 69_763_700,
    "5x6": 1_044_334_437,
    "6x5": 2_818_972_642,
}


NIMBERS = {
    "cram": {
        "4x5": 2,
        "4x7": 3,
        "4x9": 1,
        "5x5": 0,
        "5x6": 2,
        "5x7": 1,
        "5x8": 1,
        "5x9": 1,
        "6x6": 0,
        "6x7": 5,
        "7x7": 1,
    },
    "nogo": {"2x2": 1, "2x7": 0, "2x8": 1, "2x9": 1, "3x3": 0, "3x4": 0, "3x5": 1, "3x6": 0, "4x4": 0},
}
"""Of Cram by J. Lemoine and S. Viennot (*Nimbers are inevitable*, 2012) and P. Beling, of impartial NoGo by MCGS (2025)."""
RULES = {"cram": "gr.cram", "nogo": "gr.impartial(gr.nogo)"}


def grundy(*words: str) -> dict[str, Any]:
    run = subprocess.run([sys.executable, "-m", "grundy", *words, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def hashed(folder: Path) -> str:
    """Return the SHA-256 of the SHA-256 of all columns, in the order of their names."""
    columns = sorted(folder.glob("*.b2frame"))
    return sha256(b"".join(sha256(each.read_bytes()).digest() for each in columns)).hexdigest()


def record(size: str, place: Path) -> bool:
    folder = place / f"connect4-{size}"
    begin = time.perf_counter()
    grundy("tablebase", "build", "connect4", size, "--to", str(folder))
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    size_there = sum(each.stat().st_size for each in folder.iterdir())
    probed, verified = grundy("tablebase", "probe", str(folder)), grundy("tablebase", "verify", str(folder))
    positions = grundy("tablebase", "report", str(folder))["positions"]
    same = positions == PUBLISHED[size] and not verified["wrong"]
    print(f"connect4 {size}: {probed['outcome']}, remoteness {probed['remoteness']}, {positions:,} positions ", end="")
    print(f"({PUBLISHED[size]:,} published); {verified['checked']:,} derived again, wrong: {verified['wrong']}")
    print(f"  {seconds:.0f} s, {peak:.1f} GiB at most, {size_there:,} bytes; {hashed(folder)}", flush=True)
    return same


def nimber(game: str, size: str) -> bool:
    """Print the nimber of an empty board, found in a process of its own, and those found elsewhere."""
    rows, columns = map(int, size.split("x"))
    asked = f"import grundy as gr; print({RULES[game]}({rows}, {columns}).grundy(memory=14 << 30))"
    begin = time.perf_counter()
    own = int(subprocess.run([sys.executable, "-c", asked], stdout=subprocess.PIPE, check=True).stdout)
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    others = {"published": NIMBERS[game][size]} if size in NIMBERS[game] else {}
    if game == "nogo" and shutil.which("g++"):
        others["C++"], positions = by_table(rows, columns)
        print(f"nogo {size}: {positions:,} legal positions")
    print(f"{game} {size}: nimber {own}; {others}; {seconds:.0f} s, {peak:.1f} GiB at most", flush=True)
    return all(other == own for other in others.values())


def by_table(rows: int, columns: int) -> list[int]:
    """Return the nimber of an empty board of impartial NoGo and the count of positions, by the C++ program."""
    with tempfile.TemporaryDirectory() as folder:
        binary, source = str(Path(folder) / "table"), str(Path(__file__).with_name("impartial_nogo.cpp"))
        subprocess.run(["g++", "-O3", "-march=native", "-o", binary, source], check=True)
        found = subprocess.run([binary, str(rows), str(columns)], stdout=subprocess.PIPE, check=True)
    return [*map(int, found.stdout.split())]


def main(words: list[str]) -> int:
    kept, same = os.environ.get("GRUNDY_RECORDS"), True
    with tempfile.TemporaryDirectory() as folder:
        for word in words or ["4x4"]:
            game, _, size = word.rpartition(":")
            if game == "domineering":
                same &= not polyominoes.main([size])
            else:
                same &= nimber(game, size) if game else record(size, Path(kept or folder))
    return int(not same)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
