"""Command lines run in this process, and as processes of their own that get signals."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

import grundy
from grundy.faces.cli import main

PATIENCE = float(os.environ.get("GRUNDY_PATIENCE", "1"))
"""So many times as long a busy machine is waited for; `.ci/run` says how many."""


class Done(NamedTuple):
    code: int
    out: str
    err: str


class Run:
    """Runs a command line in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.folder = folder

    def __call__(self, *argv: str, given: str | bytes = "") -> Done:
        data = given.encode() if isinstance(given, str) else given
        out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline=""), io.StringIO()
        with self.monkeypatch.context() as patch:
            patch.chdir(self.folder)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main(list(argv))
            out.flush()
        return Done(code, out.buffer.getvalue().decode(), err.getvalue())  # type: ignore[attr-defined]

    def wrong(self, *argv: str, given: str | bytes = "") -> str:
        """Run a command line that is wrong; return its one sentence."""
        done = self(*argv, given=given)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("grundy: ")
        assert done.err.count("\n") == 1
        return done.err[len("grundy: ") : -1]


def python(*words: str, folder: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these words in a process of its own, which finds grundy where this one did."""
    own = {**os.environ, "PYTHONPATH": str(Path(grundy.__file__).parents[1]), **environment}
    return subprocess.run([sys.executable, *words], cwd=folder, env=own, capture_output=True, text=True)


def typing(*lines: str) -> Callable[..., str]:
    """Return what answers a prompt with one line after the other; ^C interrupts, and after the last the input ends."""
    typed = iter(lines)

    def answer(prompt: str = "") -> str:
        print(prompt)
        line = next(typed, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line

    return answer


class Command:
    """A command line as a process: what it says is gathered, and signals are sent to it as a terminal sends them."""

    running: ClassVar[list[Command]] = []
    """All that were started and not ended."""

    def __init__(self, words: list[str], folder: Path, **environment: str) -> None:
        source = {"PYTHONPATH": str(Path(grundy.__file__).parents[1]), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grundy", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **source, **environment},
            cwd=folder,
            start_new_session=True,
        )
        self.running.append(self)
        self.said = {1: "", 2: ""}
        """What was written to standard output, and to standard error."""
        self._heard = {1: 0, 2: 0}
        assert self.process.stdout is not None and self.process.stderr is not None
        ends = {1: self.process.stdout.fileno(), 2: self.process.stderr.fileno()}
        self._readers = [threading.Thread(target=self._read, args=end, daemon=True) for end in ends.items()]
        for reader in self._readers:
            reader.start()

    def _read(self, where: int, end: int) -> None:
        while part := os.read(end, 4096):
            self.said[where] += part.decode()

    def says(self, text: str, where: int = 2, seconds: float = 60) -> bool:
        """Wait until it says something, after all that was waited for before; whether it does."""

        def place() -> int:
            return self.said[where].find(text, self._heard[where])

        within(seconds, lambda: place() >= 0 or self.process.poll() is not None)
        found = place()
        if found >= 0:
            self._heard = {each: len(said) for each, said in self.said.items()}
            self._heard[where] = found + len(text)
        return found >= 0

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def interrupt(self) -> None:
        """Press Ctrl-C: it is for all processes of the terminal."""
        os.killpg(self.process.pid, signal.SIGINT)

    def ended(self, seconds: float = 20) -> int:
        """Return the exit code; -9 where it does not end in time."""
        self.running.remove(self)
        try:
            self.process.wait(seconds * PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for reader in self._readers:
            reader.join(5)
        return self.process.returncode


def end_all() -> None:
    """End the commands that a test has left, with all that they have started."""
    for command in [*Command.running]:
        command.ended(0)


def within(seconds: float, wanted: Callable[[], object]) -> bool:
    """Whether something comes true within so many seconds."""
    end = time.monotonic() + seconds * PATIENCE
    while not (found := bool(wanted())) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def children_of(pid: int) -> list[int]:
    """The processes that one has started and that run, with theirs; none where they cannot be looked up."""
    parents: dict[int, int] = {}
    for each in Path("/proc").glob("[0-9]*"):
        try:
            state = each.joinpath("stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if state[0] != "Z":
            parents[int(each.name)] = int(state[1])
    found = [child for child, parent in parents.items() if parent == pid]
    return found + [each for child in found for each in children_of(child)]


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
