"""How many threads work, and one at a time, where answers are kept in arrays that grow and where Python's parser is asked.

A kernel runs beside other threads of Python and writes to the arrays that it was given. What one thread replaces by a
larger array, or goes on writing in, no other thread may be in; so the questions that meet in the store of canonical forms,
in the parts of a game or in a nim-sequence wait for each other.
"""

from __future__ import annotations

import ast
import os
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from grundy.common.errors import GrundyError

P = ParamSpec("P")
R = TypeVar("R")


def processors() -> int:
    """Return how many threads are to run at once: as many as the environment says, else as there are processors for them.

    GrundyError where ``GRUNDY_THREADS`` is set and is no number from 1 up.
    """
    said = os.environ.get("GRUNDY_THREADS")
    if said:
        if not (said.isascii() and said.isdecimal() and 0 < len(said) < 5 and int(said) > 0):
            raise GrundyError("GRUNDY_THREADS is a number of threads from 1 to 9,999, not {given!r}", given=said)
        return int(said)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


_locks: WeakSet[Any] = WeakSet()
_brief: list[Any] = []
halved: list[Callable[[], None]] = []
"""What is called in a child process that was forked while another thread was at work, whose work stands there half done."""


def lock(*, brief: bool = False) -> Any:
    """Return a lock (one that its owner may take again) that no fork leaves locked; for one taken ``brief``ly a fork waits.

    >>> with lock():
    ...     pass
    """
    made = threading.RLock()
    if brief:
        _brief.append(made)
    else:
        _locks.add(made)
    return made


def _before_a_fork() -> None:
    for each in _brief:
        each.acquire()


def _after_a_fork() -> None:
    for each in reversed(_brief):
        each.release()


def _in_a_child() -> None:
    """Open the locks of threads that this process does not have, and forget what they had half done."""
    global _depth
    _after_a_fork()
    held = [each for each in _locks if not each.acquire(blocking=False)]
    for each in _locks:
        each._at_fork_reinit() if each in held else each.release()
    if held:
        _depth = 0
        _been.clear()
        for forget in halved:
            forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_a_fork, after_in_parent=_after_a_fork, after_in_child=_in_a_child)

_lock = lock()
_been: set[int] = set()
"""The threads that were in one of these functions."""
_depth = 0
"""How many of these functions are being called now, within each other."""


def alone(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function in which only one thread is at a time, of all the functions that are made so. O(1) more a call.

    >>> alone(len)([1, 2])
    2
    """

    @wraps(function)
    def waiting(*args: P.args, **kwargs: P.kwargs) -> R:
        global _depth
        with _lock:
            _been.add(threading.get_ident())
            _depth += 1
            try:
                return function(*args, **kwargs)
            finally:
                _depth -= 1

    return waiting


def is_only_one() -> bool:
    """Whether no other thread that lives was in a function made by `alone`, so that none holds anything of theirs."""
    _been.intersection_update(each.ident for each in threading.enumerate() if each.ident is not None)
    return _been <= {threading.get_ident()}


def is_idle() -> bool:
    """Whether nobody holds what these functions work on, not even a caller of this one."""
    return _depth == 0 and is_only_one()


_parser = lock(brief=True)


def parsed(text: str, mode: str = "exec") -> ast.AST:
    """Return what `ast.parse` gives, in any thread; SyntaxError and the rest as there.

    CPython counts the depth of a tree for all threads together, and fails where two make trees at once
    (python/cpython#106905, mended in 3.11.8): ours wait for each other, and where another's came between, it is tried again.

    >>> ast.unparse(parsed("1+1", "eval"))
    '1 + 1'
    """
    for _ in range(100):
        with _parser:
            try:
                return ast.parse(text, mode=mode)
            except SystemError:
                continue
    return ast.parse(text, mode=mode)
