"""One thread at a time, where answers are kept in arrays that grow.

A kernel runs beside other threads of Python and writes to the arrays that it was given. What one thread replaces by a
larger array, or goes on writing in, no other thread may be in; so the questions that meet in the store of canonical forms,
in the parts of a game or in a nim-sequence wait for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

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
