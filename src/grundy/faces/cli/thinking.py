"""Thinking that Ctrl-C gives up, within a talk that goes on."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

from grundy.common import limits
from grundy.faces.cli import watch

T = TypeVar("T")


def thought(work: Callable[[], T]) -> T:
    """Return what a function returns; KeyboardInterrupt soon after Ctrl-C, wherever the function is.

    It runs in a thread of its own. Where that is in a kernel which does not look up, it is left there, and ends when it
    comes back to Python's code; who asks for the same things meanwhile waits for it.

    >>> thought(lambda: 6 * 7)
    42
    """
    found: list[T] = []
    wrong: list[BaseException] = []
    done = threading.Event()

    def think() -> None:
        try:
            found.append(work())
        except BaseException as error:
            wrong.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=copy_context().run, args=(think,), daemon=True)
    watcher = watch.watcher()
    if watcher is not None:
        watcher.begin()
    thread.start()
    try:
        while not done.wait(0.2):  # or a system without signals would not hear them
            pass
    except BaseException:  # Ctrl-C, or the time is over
        _end(thread)
        done.wait(watch.PATIENCE)
        raise
    finally:
        if watcher is not None:
            watcher.end()
    if wrong:
        raise wrong[0]
    return found[0]


def _end(thread: threading.Thread) -> None:
    """End a thread where it is next in Python's code; the kernels that look up end."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    limits.interrupt()
