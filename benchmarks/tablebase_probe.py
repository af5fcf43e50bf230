"""How fast a tablebase answers: random positions of Connect Four, one by one with the whole solution, and in a batch.

python benchmarks/tablebase_probe.py [WIDTH HEIGHT [COUNT [BATCH]]]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import grundy as gr
from grundy.rules.position import Position
from grundy.solving.store.tablebases import Stored
from grundy.solving.tablebases.building import build


def main(width: int = 5, height: int = 4, count: int = 20_000, batch: int = 500_000) -> None:
    """Build the base, and probe what is drawn by lot from it, each in an order by lot."""
    with TemporaryDirectory() as place:
        since = time.perf_counter()
        folder = build(gr.connect4(width=width, height=height), Path(place) / "base").stored.folder
        base = gr.tablebase(folder)
        size = base.stored.manifest["bytes"] / base.positions
        print(f"{base.positions:,} positions, {size:.2f} bytes each, built in {time.perf_counter() - since:.1f} s")
        chance = np.random.default_rng(0)
        keys = np.concatenate([block.keys for block in Stored(folder).blocks()])
        drawn = base.coding.rows(chance.choice(keys, batch))
        positions = [Position(base.ruleset, tuple(row)) for row in drawn[:count].tolist()]
        since, clock = time.perf_counter(), time.process_time()
        for position in positions:
            base.probe(position)
        took, spent = time.perf_counter() - since, time.process_time() - clock
        print(f"one by one: {count / took:,.0f} a second ({count / spent:,.0f} a second of processor time)")
        for _turn in range(2):  # the second finds some blocks decompressed
            since, clock = time.perf_counter(), time.process_time()
            found = base.probe_many(drawn)
            took, spent = time.perf_counter() - since, time.process_time() - clock
            assert found.met.all()
            print(f"in a batch of {batch:,}: {batch / took:,.0f} a second ({batch / spent:,.0f} of processor time)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
