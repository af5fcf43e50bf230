"""The stops of a datum on its way through the house: the files whose functions are called, in order of first entry."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from typing import NamedTuple

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


class Way(NamedTuple):
    """A way that is followed: programs before and on it, and how many stops it has at most."""

    before: str
    way: str
    most: int


WALK = """
import linecache
text = '''
import grundy as gr

@gr.game
def walk(a: int, b: int):
    for k in (1, 2):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k
'''
linecache.cache["walk.py"] = len(text), None, text.splitlines(True), "walk.py"
exec(compile(text, "walk.py", "exec"))
from grundy.solving.compiled_rules import native
"""
PROVED = (
    "import grundy as gr; from grundy.check import laws; from grundy.proving.theorem import prove; "
    "made = prove(gr.kayles).certificate(); laws._LAWS.clear()"  # which were decided
)
WAYS = {
    "`nim(3, 4, 5)`, by its theorem": Way("from grundy import nim", "str(nim(3, 4, 5).solve())", 16),
    "`kayles(5, 3) + nim(7)`, by the values of its parts": Way(
        "from grundy import kayles, nim", "str((kayles(5, 3) + nim(7)).solve())", 25
    ),
    "`domineering(3, 3)` to its value": Way("from grundy import domineering", "str(domineering(3, 3).value())", 34),
    "A rule of one's own to machine code": Way(WALK, "assert native(walk, [(9, 9)]).code", 43),
    "A certificate to its verdict": Way(PROVED, "from grundy.check import check; assert check(made).verified", 15),
}
"""What `docs/architecture.md` shows; the fewest stops that were reached, of 25 that a reader can follow."""


def stops(before: str, way: str) -> list[str]:
    """Return the files by which a way goes, of a program in a process of its own; ``before`` is run first.

    What is called while a module is loaded is no part of the way, nor is the door of the package, which loads them.
    """
    with tempfile.TemporaryDirectory() as cache:
        env = {**environment(), "GRUNDY_CACHE": cache}
        told = [sys.executable, "-c", PROGRAM, before, way]
        run = subprocess.run(told, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [line for line in run.stderr.splitlines() if line.endswith(".py")]
