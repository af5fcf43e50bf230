"""How long the shell takes for a closed-form answer, as a ratio to ``python -c "import typer"``.

Run it with the Python of an environment where grundy is installed (not editable, and once run before, so that the compiled
files exist): ``python benchmarks/startup.py [repetitions]``. The programs take turns, so that a busy machine is busy
for all of them; the medians are compared. The bound is 1.4.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

BOUND = 1.4
HEAVY = ("numba", "llvmlite", "numpy", "rich", "pydantic")


def command() -> list[str]:
    """Return the command ``grundy`` of this environment, or the module if there is no script."""
    script = shutil.which("grundy", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "grundy"]


def seconds(words: list[str], given: bytes) -> float:
    begin = time.perf_counter()
    subprocess.run(words, input=given, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def imported(words: list[str], given: bytes) -> list[str]:
    """Return which heavy packages, or games but nim, a command imports."""
    code = "import sys; from grundy.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *words], input=given, capture_output=True, check=True)
    modules = done.stderr.decode().split()
    games = [name for name in modules if name.startswith("grundy.games.") and name != "grundy.games.nim"]
    return [name for name in HEAVY if name in modules] + games


def main(repetitions: int) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    heaps = random.Random(1).choices(range(10**9), k=10**5)
    judged = f"{len(heaps)}\n{' '.join(map(str, heaps))}\n".encode()
    asked = {"solve nim 2 3": (["solve", "nim", "2", "3"], b""), "judge nim, 10^5 heaps": (["judge", "nim"], judged)}
    programs = {"import typer": ([sys.executable, "-c", "import typer"], b"")}
    programs |= {name: ([*command(), *words], given) for name, (words, given) in asked.items()}
    times: dict[str, list[float]] = {name: [] for name in programs}
    for round_number in range(-2, repetitions):
        for name, (words, given) in programs.items():
            taken = seconds(words, given)
            if round_number >= 0:
                times[name].append(taken)
    base = statistics.median(times["import typer"])
    print(f"{Path(command()[0]).name}, {repetitions} repetitions by turns, medians; bound {BOUND}")
    for name, taken in times.items():
        print(f"{name:24} {1000 * statistics.median(taken):6.1f} ms   ratio {statistics.median(taken) / base:.2f}")
    for name, (words, given) in asked.items():
        print(f"{name} imports of what is heavy: {', '.join(imported(words, given)) or 'nothing'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
