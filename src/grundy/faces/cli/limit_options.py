"""``--seconds`` and ``--memory``, the same for every command: the most that it may take."""

from __future__ import annotations

import inspect
import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from typing import Annotated, Any

import typer

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.limits import Limits
from grundy.faces.cli import arguments, watch
from grundy.faces.cli.options import Memory

ALLOWED, LATEST = 1.0, 1.7
"""So many seconds after its time is spent a command is stopped from outside, in a rule that does not end; or in a kernel."""
Seconds = Annotated[str, typer.Option("--seconds", metavar="S", help="Time limit in seconds.")]
_OPTIONS = {"seconds": Seconds, "memory": Memory}


def limited(run: Callable[..., int], name: str) -> Callable[..., int]:
    """Return a command that takes the limits, and keeps them; those that it reads itself are left to it."""
    signature = inspect.signature(run, eval_str=True)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=option)
        for name, option in _OPTIONS.items()
        if name not in signature.parameters
    ]

    counted = {"memory", "cluster"} & signature.parameters.keys()  # by itself; its servers would inherit a bound

    def command(**given: Any) -> int:
        given = {name: [] if value is None else value for name, value in given.items()}
        own = {parameter.name: given.pop(parameter.name, "") for parameter in added}
        seconds = arguments.seconds(own["seconds"]) if "seconds" in own else None
        memory = arguments.size(own["memory"]) if "memory" in own else None
        besides = limits.MEMORY if memory is None else limits.BESIDES  # who was told nothing is not held so closely
        bounds = nullcontext() if counted else limits.bounded(besides)
        kept = limits.keeping(Limits(seconds, memory))
        with arguments.of(here, given), watched(seconds), kept, stopped(seconds), bounds:
            return run(**given)

    parameters = [_optional(parameter) for parameter in (*signature.parameters.values(), *added)]
    here = arguments.Here(name, {each.name: option for each in parameters if (option := _option(each))})
    command.__doc__ = run.__doc__
    command.__signature__ = signature.replace(parameters=parameters)
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def _optional(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter of a command; any number of words may be none (click 8.2 refuses a list there)."""
    words = getattr(parameter.annotation, "__origin__", None) == list[str]
    return parameter.replace(default=None) if words and parameter.default is parameter.empty else parameter


def _option(parameter: inspect.Parameter) -> str:
    """Return the option that an argument of a command is, "" where it is none."""
    told = [
        word
        for each in getattr(parameter.annotation, "__metadata__", ())
        for word in (getattr(each, "default", ""), *(getattr(each, "param_decls", None) or ()))  # typer moves it later
    ]
    return next((word for word in told if isinstance(word, str) and word.startswith("--")), "")


@contextmanager
def watched(seconds: float | None) -> Generator[None]:
    """Let who watches this process, if anybody does, see the work, and end it where a kernel is far over the time."""
    watcher = watch.watcher()
    if watcher is None:
        yield
        return
    with limits.watched(watcher.seen):
        if seconds is not None:
            watcher.last = time.monotonic() + seconds + LATEST, seconds
        watcher.begin()
        try:
            yield
        finally:
            watcher.last = None


@contextmanager
def stopped(seconds: float | None, error: Callable[[], TooLarge] = limits.overtime) -> Generator[None]:
    """Raise an error soon after so many seconds, also where rules are played that take long for one position."""
    here = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if seconds is None or not here:
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        raise error()

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds + ALLOWED)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
