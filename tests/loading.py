"""Which modules a command loads, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

from grundy.common.processes import environment

PROGRAM = "import sys; from grundy.faces.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
HEAVY = {"numpy", "llvmlite", "numba", "rich", "pydantic"}


def loaded(command: str, given: str = "", program: str = PROGRAM) -> set[str]:
    """The modules of a process that ran a command."""
    words = [sys.executable, "-c", program, *command.split()]
    run = subprocess.run(words, input=given, env=environment(), capture_output=True, text=True)
    assert run.stdout, run.stderr
    return set(run.stderr.splitlines()[-1].split())


def own(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "grundy"}
