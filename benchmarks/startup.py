"""How long short commands take, whole, and how many times as long as ``python -c "import click"``.

Run it with the Python of an environment where grundy is installed (from a wheel, not editable, and once run before, so that
the compiled files exist): ``python benchmarks/startup.py [repetitions]``. The programs take turns, so that a busy machine
is busy for all of them; the least times and the medians are compared.
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

HEAVY = ("numba", "llvmlite", "numpy", "rich", "pydantic")
COMMANDS = ("solve nim 2 3", "solve kayles 5 3 + nim 7", "solve domineering 5 5", "prove wythoff")
JUDGE = "judge nim"


def command() -> list[str]:
    """Return the command ``grundy`` of this environment, or the module if there is no script."""
    script = shutil.which("grundy", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "grundy"]


def seconds(words: list[str], given: bytes) -> float:
    begin = time.perf_counter()
    subprocess.run(words, input=given, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def imported(words: list[str], given: bytes) -> str:
    """Return how many modules of grundy's a command imports, and which heavy packages."""
    code = "import sys; from grundy.faces.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *words], input=given, capture_output=True, check=True)
    modules = done.stderr.decode().split()
    heavy = [name for name in HEAVY if name in modules]
    own = sum(name.partition(".")[0] == "grundy" for name in modules)
    return f"{own} modules of grundy's; of what is heavy {', '.join(heavy) or 'nothing'}"


def main(repetitions: int) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    heaps = random.Random(1).choices(range(10**9), k=10**5)
    asked = {line: (line.split(), b"") for line in COMMANDS}
    asked[f"{JUDGE}, 10^5 heaps"] = JUDGE.split(), f"{len(heaps)}\n{' '.join(map(str, heaps))}\n".encode()
    programs = {"import click": ([sys.executable, "-c", "import click"], b"")}
    programs |= {name: ([*command(), *words], given) for name, (words, given) in asked.items()}
    times: dict[str, list[float]] = {name: [] for name in programs}
    for round_number in range(-2, repetitions):
        for name, (words, given) in programs.items():
            taken = seconds(words, given)
            if round_number >= 0:
                times[name].append(taken)
    base = times["import click"]
    print(f"{Path(command()[0]).name}, {repetitions} repetitions by turns")
    for name, taken in times.items():
        least, middle = (1000 * of(taken) for of in (min, statistics.median))
        ratios = min(taken) / min(base), statistics.median(taken) / statistics.median(base)
        print(f"{name:24} min {least:6.1f}  median {middle:6.1f} ms   ratios {ratios[0]:.2f} {ratios[1]:.2f}")
    for name, (words, given) in asked.items():
        print(f"{name} imports {imported(words, given)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
