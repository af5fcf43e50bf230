"""Command lines run in this process."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from grundy.cli import main


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
