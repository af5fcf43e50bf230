"""Thinking that Ctrl-C gives up, within a talk that goes on."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

from grundy.common import limits
from grundy.faces.cli import watch
from grundy.playing.opponent.aside import Aside

T = TypeVar("T")


def thought(work: Callable[[], T]) -> T:
    """Return what a function returns; KeyboardInterrupt soon after Ctrl-C, wherever the function is.

    It runs in a thread of its own. Where that is in a kernel which does not look up, it is left there, and ends when it
    comes back to Python's code; whoever asks for the same things meanwhile waits for it.

    >>> thought(lambda: 6 * 7)
    42
    """
    watcher = watch.watcher()
    if watcher is not None:
        watcher.begin()
    aside = Aside(work)
    try:
        aside.done_within(None)
    except BaseException:  # Ctrl-C, or the time is over
        _end(aside.thread)
        aside.done_within(watch.PATIENCE)
        raise
    finally:
        if watcher is not None:
            watcher.end()
    return aside.result()


def _end(thread: threading.Thread) -> None:
    """End a thread where it is next in Python's code; the kernels that look up end."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    limits.interrupt()
