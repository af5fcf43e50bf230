"""Compiling kernels in other processes, where numba is: for a wheel, or for who edits kernels.

There is one for each processor, started when something is to be compiled, ended with this one. So numba is not imported
here, Ctrl-C ends the wait at once, and what belongs together is compiled at the same time.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice
from grundy.common.messages import _
from grundy.common.processes import Process
from grundy.common.threads import lock
from grundy.kernels import library, objects
from grundy.kernels.contract import CannotCompile
from grundy.kernels.objects import Native, Wanted

MOST = max(1, min(4, os.cpu_count() or 1))
"""Processes that compile at the same time."""


def native(wanted: Wanted, together: Sequence[Wanted] = ()) -> Native:
    """Return a native function: from the library or a file, or compiled now, with what will be needed soon.

    GrundyError: it is not there, and numba is not either. CannotCompile: it is not compiled, and why.
    """
    made = library.found(wanted)
    if made is not None:
        return made
    require_numba()
    _tell(wanted)
    missing = [each for each in together if each != wanted and not library.has(each)]
    with limits.working(_("compiling kernels")):
        return objects.loaded(wanted, build([wanted, *missing])[0])


def has_numba() -> bool:
    """Return whether kernels can be compiled here."""
    return find_spec("numba") is not None


def require_numba() -> None:
    """Refuse where nothing can be compiled."""
    if not has_numba():
        raise GrundyError(
            (
                'there is no machine code for this processor ({level}): pip install "grundy[kernels]" and then '
                "grundy doctor --mend build it"
            ),
            level=objects.level(),
        )


def build(jobs: Sequence[Wanted], *, linked: bool = False) -> list[bytes]:
    """Compile functions, as many at the same time as there are processors, and keep their code but where it is to be linked.

    CannotCompile: of one.
    """
    with ThreadPoolExecutor(min(MOST, len(jobs))) as pool:
        waiting = [pool.submit(_built, job, linked) for job in jobs]
        try:
            return [each.result(limits.left()) for each in waiting]
        except BaseException as problem:
            for each in waiting:
                each.cancel()
            end()
            if isinstance(problem, TimeoutError):
                raise limits.overtime() from None
            raise


def _built(wanted: Wanted, linked: bool) -> bytes:
    with _a_builder() as builder:
        code = builder.build(wanted, linked=linked)
    if not linked:
        objects.write(wanted, code)
    return code


_told = False


def _tell(wanted: Wanted) -> None:
    """Say, once a process, that kernels are compiled."""
    global _told
    if wanted.module.startswith("grundy.") and not _told:
        _told = True
        warnings.warn(_("compiling kernels for this machine, once; this takes a few seconds"), Notice, stacklevel=2)


# -- the processes -----------------------------------------------------------------------------------------------------


class _Builder:
    """A process that compiles, of this process alone."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        own = {"GRUNDY_BUILDING": "1", "GRUNDY_LEVEL": objects.level(), "NUMBA_CPU_NAME": objects.level()}
        if objects.level() in objects.SHARED:
            own["NUMBA_CPU_FEATURES"] = ""
        self._process = Process("grundy.kernels.builder", "serve", **own)

    def build(self, wanted: Wanted, *, linked: bool) -> bytes:
        """Return the object code of a function."""
        stdin, stdout = self._process.stdin, self._process.stdout
        try:
            stdin.write(json.dumps([wanted, linked]).encode() + b"\n")
            stdin.flush()
            answer = json.loads(stdout.readline() or '{"size": 0, "wrong": ""}')
            code = stdout.read(answer["size"])
        except OSError:
            code, answer = b"", {"size": 0, "wrong": ""}
        if not code or len(code) != answer["size"]:
            raise CannotCompile("{why}", why=limits.confined() or answer["wrong"] or self._death())
        return code

    def _death(self) -> str:
        how = self._process.death()
        return _("the compiling process has ended ({how})").format(how=how)

    @property
    def alive(self) -> bool:
        return self.owner == os.getpid() and self._process.alive

    def end(self) -> None:
        """End the process, whatever it does."""
        if self.owner == os.getpid():
            self._process.end()


_free: list[_Builder] = []
_all: list[_Builder] = []
_lock = lock(brief=True)


@contextmanager
def _a_builder() -> Generator[_Builder]:
    """Lend a process that nobody else writes to."""
    with _lock:
        _free[:] = [each for each in _free if each.alive]
        builder = _free.pop() if _free else None
    if builder is None:
        builder = _Builder()
        with _lock:
            _all[:] = [*(each for each in _all if each.alive), builder]
    try:
        yield builder
    except CannotCompile:
        _give_back(builder)
        raise
    except BaseException:  # it may be in the middle of an answer
        builder.end()
        raise
    _give_back(builder)


def _give_back(builder: _Builder) -> None:
    with _lock:
        _free.append(builder)


def end() -> None:
    """End all processes that compile."""
    with _lock:
        own, _all[:], _free[:] = list(_all), [], []
    for each in own:
        each.end()
