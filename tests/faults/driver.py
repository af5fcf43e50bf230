"""Run with the shim preloaded: ``driver.py FOLDER TURN OF COMMANDS``, each with its input; JSON lines on standard output.

Every call of the command that changes a file below the folder fails, or kills, in a child of its own, those of this turn;
then what is left is looked at, and the command is run again.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import io
import json
import os
import shutil
import signal
import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from grundy.faces.cli import main
from grundy.kernels import objects

for name in ("faces.plots", "faces.export", "solving.store.writing", "solving.tablebases.building", "proving", "check"):
    with suppress(ImportError):  # once here, and not in every child
        import_module(f"grundy.{name}")

DRAFTS = (".part", ".tmp", ".lock")
RESUMED = ("build", "--save")
"""Words of a command that goes on from a part of its files; whatever else is written is whole, or is not there."""
CHANGING = ("command", "hash", "made", "seconds")
"""Fields of a manifest that are others each time."""


def held(folder: Path) -> dict[str, str]:
    """Return the files below a folder, each with a digest; drafts and locks hold nothing."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.endswith(DRAFTS):
            data = file.read_bytes()
            if file.name == "manifest.json":
                data = json.dumps({k: v for k, v in json.loads(data).items() if k not in CHANGING}).encode()
            found[str(file.relative_to(folder))] = hashlib.md5(data).hexdigest()
    return found


@cache
def shim() -> ctypes.CDLL:
    """Return the process itself, into which the shim was loaded."""
    loaded = ctypes.CDLL(None)
    loaded.fault_count.restype = ctypes.c_long
    return loaded


def done(command: list[str]) -> int:
    """Run a command, or keep what a compiler might have made; return its exit code."""
    if command[0] != "keep":
        return main(command)
    try:
        objects.put(Path(command[1]), b"code" * 9000)
    except OSError:  # then it is compiled each time
        return 1
    return 0


def child(command: list[str], typed: str, fault: dict[str, str] | None = None) -> tuple[str, str, int]:
    """Return how a command ended in a process of its own, what it told, and how many calls were counted."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(60)
        out, err = io.StringIO(), io.StringIO()
        os.environ.update(fault or {})
        sys.stdin = io.StringIO(typed)
        if fault:
            shim().fault_arm()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                ended = str(done(command))
        except BaseException as error:  # what nobody should see
            ended = f"traceback: {error!r}"
        counted = shim().fault_count()
        os.write(writing, json.dumps([ended, err.getvalue()[-500:], counted]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _pid, status = os.waitpid(pid, 0)
    return tuple(json.loads(said)) if said else (f"signal {os.waitstatus_to_exitcode(status)}", "", 0)


def run(folder: Path, turn: int, of: int, command: list[str], typed: str) -> None:
    def anew() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()

    anew()
    sys.stdin = io.StringIO(typed)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        done(command)  # what is loaded and compiled here every child has
    anew()
    usual, told, calls = child(command, typed, {"FAULT_DIR": str(folder), "FAULT_N": "0"})
    whole = held(folder)
    assert usual == "0" and whole, told
    seen: Counter[str] = Counter()
    for number in range(1 + turn % of, calls + 1, of):
        for error in (errno.ENOSPC, 0):
            anew()
            fault = {"FAULT_DIR": str(folder), "FAULT_N": str(number), "FAULT_ERRNO": str(error)}
            ended, told, _count = child(command, typed, fault)
            try:
                after = held(folder)
            except ValueError:
                after = {"manifest.json": "half written"}
            state = "complete" if after == whole else "empty" if not after else "part"
            seen[f"{'killed' if not error else 'told' if ended != '0' else 'went on'}: {state}"] += 1
            wrong = "traceback" in ended or "Traceback" in told or (ended == "0" and state != "complete")
            again, told_again, _count = child(command, typed)
            finished = held(folder)
            if state == "part" and not {*RESUMED} & {*command}:
                wrong = True
            if (again != "0" and state != "complete") or finished != whole:
                wrong = True
            if wrong:
                ends = {"ended": ended, "told": told, "state": state, "again": [again, told_again]}
                print(json.dumps({"call": number, "errno": error, **ends}))
    print(json.dumps({"calls": calls, "seen": seen}))


if __name__ == "__main__":
    for command, typed in json.loads(sys.argv[4]):
        run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), command, typed)
