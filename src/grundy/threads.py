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
from typing import ParamSpec, TypeVar

from grundy.errors import GrundyError

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


_lock = threading.RLock()


def alone(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function in which only one thread is at a time, of all the functions that are made so. O(1) more a call.

    >>> alone(len)([1, 2])
    2
    """

    @wraps(function)
    def waiting(*args: P.args, **kwargs: P.kwargs) -> R:
        with _lock:
            return function(*args, **kwargs)

    return waiting


_parser = threading.Lock()


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
