"""Large games solved tier by tier: Connect Four of some sizes with remoteness, and Dots and Boxes 3×3 with scores.

Run: ``python benchmarks/large_games.py [4x5 5x4 5x5 boxes:3x3 openspiel]``. Each is solved with one thread and with all, the
writing to a disk not counted, and Connect Four by `large_games.cpp` too, the same by hand for this game alone, with one
thread (g++ -O3). OpenSpiel (``pip install open_spiel``) is asked on 4×4 as one does it there: a search of its states that
remembers them by what they show.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grundy as gr
from grundy.common.threads import processors
from grundy.rules.position import Position
from grundy.solving.keyed import keyed
from grundy.solving.tiers.solve import TierSolve

USUAL = ("4x5", "5x4", "5x5", "boxes:3x3", "openspiel")


def solved(position: Position, threads: int) -> tuple[float, float, str]:
    """Return the seconds that positions and results took, and what was found."""
    made = keyed(position.ruleset, position.state)
    assert made is not None
    begun = time.perf_counter()
    with TierSolve(made, threads=threads) as work:
        work.explore()
        explored = time.perf_counter()
        count, word = 0, 0
        for tier in work.solve():
            count += len(tier)
            word = int(next(iter(tier.columns[0].values()))[0])
    ended = time.perf_counter()
    moves = sum(tier.moves for tier in work.tiers)
    found = f"score {word}" if made.scoring else f"{('draw', 'win', 'loss', 'tie')[word & 3]} in {word >> 2}"
    return explored - begun, ended - begun, f"{count:,} positions, {moves:,} moves, {found}"


def ours(position: Position) -> float:
    """Print the times of all numbers of threads; return that of one."""
    solved(position, 1)  # compiles the rule
    times: list[float] = []
    for threads in (1, processors()):
        explored, took, found = solved(position, threads)
        times.append(took)
        print(f"  {threads} thread{'s' if threads > 1 else ''}: {took:.2f} s ({explored:.2f} s of it forward), {found}")
    return times[0]


def by_hand(width: int, height: int, own: float) -> None:
    """Print the time of C++."""
    if shutil.which("g++") is None:
        return
    with TemporaryDirectory() as place:
        made = Path(place) / "large_games"
        text = Path(__file__).with_suffix(".cpp")
        subprocess.run(["g++", "-O3", "-march=native", "-o", made, text], check=True)
        said = subprocess.run(
            [made, str(width), str(height)], check=True, capture_output=True, text=True
        ).stdout.split()
    print(
        f"  C++ by hand, 1 thread: {said[4]} s, {int(said[0]):,} positions; ours is {float(said[4]) / own:.2f} times as fast"
    )


def by_openspiel(width: int, height: int) -> tuple[int, float]:
    """Solve Connect Four with the states of OpenSpiel; return how many they are and the seconds."""
    import pyspiel

    game = pyspiel.load_game(f"connect_four(rows={height},columns={width})")
    known: dict[str, tuple[float, int]] = {}

    def value(state: Any) -> tuple[float, int]:
        if state.is_terminal():
            return state.returns()[0], 0
        shown = str(state)
        found = known.get(shown)
        if found is None:
            sign = 1 if state.current_player() == 0 else -1
            options = [value(state.child(action)) for action in state.legal_actions()]
            best = max(sign * v for v, _ in options)
            far = [length for v, length in options if sign * v == best]
            found = known[shown] = sign * best, 1 + (max(far) if best < 0 else min(far))
        return found

    begun = time.perf_counter()
    value(game.new_initial_state())
    return len(known), time.perf_counter() - begun


def main(names: list[str]) -> None:
    for name in names or USUAL:
        if name.startswith("boxes:"):
            rows, columns = map(int, name.removeprefix("boxes:").split("x"))
            print(f"Dots and Boxes, {rows} by {columns} boxes")
            ours(gr.dots_and_boxes(rows=rows, columns=columns))
        elif name == "openspiel":
            print("Connect Four 4x4, OpenSpiel")
            own = ours(gr.connect4(width=4, height=4))
            try:
                count, took = by_openspiel(4, 4)
            except ImportError:
                print("  OpenSpiel is not installed")
            else:
                print(
                    f"  OpenSpiel: {took:.1f} s, {count:,} positions with moves; ours is {took / own:.0f} times as fast"
                )
        else:
            width, height = map(int, name.split("x"))
            print(f"Connect Four {name}")
            by_hand(width, height, ours(gr.connect4(width=width, height=height)))


if __name__ == "__main__":
    main(sys.argv[1:])
