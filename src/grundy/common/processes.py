"""Other processes of Python: one way to start them, in which nothing runs that lies in the current folder by chance.

A new interpreter looks for modules in the current folder first, so that somebody's ``re.py`` or ``queue.py`` there would run
in the place of Python's own. Here it is told not to (``-P``, and PYTHONSAFEPATH for what it starts itself), and looks where
this process found what was installed: not in the folder of the program that runs.
"""

from __future__ import annotations

import os
import signal
import site
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from grundy.common.messages import _
from grundy.common.threads import lock

HOME = str(Path(__file__).parents[2])
"""The folder that holds this package."""
SAFE = "PYTHONSAFEPATH"
_BEGIN = "import sys; sys.path[:] = {path!r}; from grundy.common.processes import run; run({module!r}, {name!r})"
MEMORY = 8 << 30
"""Bytes of addresses that a process may take."""
PATIENCE = 5
"""Seconds in which a process ends that has closed its pipes."""
_one = lock(brief=True)
_TAIL = 4096
"""Bytes of what a process wrote to standard error that are looked at when it has ended."""


def path() -> list[str]:
    """Return where another process of ours looks for modules: where Python and what was installed are, and this package.

    >>> "" in path(), any((Path(each) / "grundy" / "__init__.py").exists() for each in path())
    (False, True)
    """
    program = getattr(sys.modules.get("__main__"), "__file__", None) or ""
    beside = {"", str(Path.cwd()), str(Path(program).resolve().parent) if program else ""}
    installed = {*sysconfig.get_paths().values(), *site.getsitepackages(), site.getusersitepackages()}
    found = [str(Path(each).absolute()) for each in sys.path if each not in beside - installed]
    if HOME not in found:  # before another grundy
        others = (i for i, each in enumerate(found) if (Path(each) / "grundy" / "__init__.py").exists())
        found.insert(next(others, len(found)), HOME)
    return found


def environment(**more: str) -> dict[str, str]:
    """Return the environment for another process: no folder that depends on where it runs is looked through for modules."""
    own = {**os.environ, SAFE: "1", **more}
    absolute = [each for each in own.pop("PYTHONPATH", "").split(os.pathsep) if Path(each).is_absolute()]
    return own | ({"PYTHONPATH": os.pathsep.join(absolute)} if absolute else {})


def run(module: str, name: str) -> None:
    """Call a function of a module, in a process that was started for it: within bounds of memory, and without a core."""
    with suppress(ImportError):  # not on this system
        resource: Any = import_module("resource")
        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
            with suppress(OSError, ValueError):
                bounds = [
                    most if each == resource.RLIM_INFINITY else min(most, each) for each in resource.getrlimit(kind)
                ]
                resource.setrlimit(kind, tuple(bounds))
    getattr(import_module(module), name)()


class Process:
    """A process that calls one function of a module: what it reads and writes, and, when it has ended, how.

    It hears no Ctrl-C, which is for this process.
    """

    def __init__(self, module: str, name: str, **more: str) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # as long as this object is there
        begin = _BEGIN.format(path=path(), module=module, name=name)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", begin],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env=environment(**more),
            cwd=sys.prefix,  # numba reads its settings in the current folder
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self.stdin: IO[bytes] = self._process.stdin
        self.stdout: IO[bytes] = self._process.stdout

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()

    def death(self) -> str:
        """Return how it ended, in a few words: by a signal, or what it said last; what has closed its pipes is ended."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.end()
            code = self._process.returncode
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - _TAIL))
        lines = self._said.read().decode(errors="replace").split("\n")
        return ended(code, next((line.strip() for line in reversed(lines) if line.strip()), ""))


def ended(code: int | None, said: str = "") -> str:
    """Return how a process ended that gave this code, in a few words.

    >>> ended(-9), ended(1, "MemoryError"), ended(1)
    ('SIGKILL', 'MemoryError', 'exit code 1')
    """
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return said or _("exit code {code}").format(code=code)


@contextmanager
def safely() -> Generator[None]:
    """Start processes of Python's own `multiprocessing` within: they too run nothing of the current folder.

    >>> with safely():
    ...     os.environ[SAFE]
    '1'
    """
    with _one:
        before = os.environ.get(SAFE)
        os.environ[SAFE] = "1"
        try:
            yield
        finally:
            os.environ.pop(SAFE)
            os.environ.update({} if before is None else {SAFE: before})
