"""The stops of a datum on its way through the house: the files whose functions are called, in order of first entry."""

from __future__ import annotations

import subprocess
import sys

from grundy.common.processes import environment

PROGRAM = """
import sys
import grundy
DOOR, HERE = grundy.__file__, grundy.__path__[0] + "/"
stops, loading = {}, 0
def trace(frame, event, _argument):
    global loading
    code = frame.f_code
    if code.co_name == "<module>" and code.co_filename != "<string>":
        loading += (event == "call") - (event == "return")
    elif event == "call" and not loading and code.co_filename.startswith(HERE) and code.co_filename != DOOR:
        stops.setdefault(code.co_filename[len(HERE):])
exec(sys.argv[1])
sys.setprofile(trace)
exec(sys.argv[2])
sys.setprofile(None)
print(*stops, sep="\\n", file=sys.stderr)
"""


def stops(before: str, way: str) -> list[str]:
    """Return the files by which a way goes, of a program in a process of its own; ``before`` is run first.

    What is called while a module is loaded is no part of the way, nor is the door of the package, which loads them.
    """
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, before, way], env=environment(), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return [line for line in run.stderr.splitlines() if line.endswith(".py")]
