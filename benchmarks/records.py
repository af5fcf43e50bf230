"""Boards solved whole, with what they took, a hash of the result, and a recount: ``python benchmarks/records.py 4x4 5x5``.

``connect4 WxH``, W wide and H high: all positions from the rules of the catalogue, won, lost or tied with remoteness, in a
tablebase on the disk (``grundy tablebase build``, in the folder that GRUNDY_RECORDS names, else in one that is deleted; a
build that was ended goes on there). The count of positions is compared with a published one (J. Tromp, *John's Connect
Four Playground*, table of legal positions), which another program has counted by another method; and results of each
remoteness are derived again from Python's options (``grundy tablebase verify``). It ends with 1 where a count differs.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

PUBLISHED = {
    "4x4": 161_029,
    "5x4": 3_945_711,
    "4x6": 15_835_683,
    "5x5": 69_763_700,
    "5x6": 1_044_334_437,
    "6x5": 2_818_972_642,
}


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


def main(sizes: list[str]) -> int:
    kept = os.environ.get("GRUNDY_RECORDS")
    with tempfile.TemporaryDirectory() as folder:
        return int(not all([record(size, Path(kept or folder)) for size in sizes or ["4x4"]]))  # noqa: C419  # each of them


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
