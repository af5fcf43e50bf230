"""A command: a function, with ``--seconds`` and ``--memory``, the most that it may take, which are kept while it runs."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from inspect import cleandoc, signature
from typing import Any

import click

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.limits import Limits
from grundy.common.messages import _
from grundy.faces.cli import watch
from grundy.faces.cli.options import Json, Memory, Seconds, declared
from grundy.faces.cli.output import Answer

ALLOWED, LATEST = 1.0, 1.7
"""So many seconds after its time is spent a command is stopped from outside, in a rule that does not end; or in a kernel."""


class _Helped:
    """A command whose option ``--help`` is told in the language that is spoken."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option."""
        found: click.Option | None = super().get_help_option(ctx)  # type: ignore[misc]
        if found is not None:
            found.help = _("Show this message and exit.")
        return found


class Group(_Helped, click.Group):
    """Commands of grundy's."""


class Command(_Helped, click.Command):
    """A command of grundy's; ``bounded`` adds those limits that its function does not read itself."""

    def __init__(self, name: str, run: Callable[..., int | Answer], bounded: bool = True) -> None:
        params = declared(run)
        self.answers = signature(run, eval_str=True).return_annotation is Answer
        if self.answers:
            params += declared(_json)
        names = {param.name for param in params}
        self.run = run
        self.limits = [each for each in declared(_limits) if bounded and each.name not in names]
        self.counts = not {"memory", "cluster"} & names
        """Whether its memory is bounded by the system too: not if it counts itself, since its servers would inherit that."""
        super().__init__(
            name,
            params=[*params, *self.limits],
            help=_(cleandoc(run.__doc__ or "")),
            context_settings={"ignore_unknown_options": True},  # -1 is an argument
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; an error tells which command's they were."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = ctx
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the function within the limits."""
        own = {each.name: ctx.params.pop(each.name or "") for each in self.limits}
        seconds, memory = own.get("seconds"), own.get("memory")
        besides = limits.MEMORY if memory is None else limits.BESIDES  # who was told nothing is not held so closely
        bounds = limits.bounded(besides) if self.counts else nullcontext()
        given = {name: [*value] if isinstance(value, tuple) else value for name, value in ctx.params.items()}
        with watched(seconds), limits.keeping(Limits(seconds, memory)), stopped(seconds), bounds:
            json = bool(self.answers and given.pop("json"))
            answer = self.run(**given)
            return answer if isinstance(answer, int) else answer.show(json)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments and the options, the same for all versions of click."""
        for heading, kind in (("Arguments", click.Argument), ("Options", click.Option)):
            records = [each.get_help_record(ctx) for each in self.get_params(ctx) if isinstance(each, kind)]
            if rows := [*filter(None, records)]:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing: they stand above the options."""


def _json(*, json: Json = False) -> None:
    """Take what every command takes that answers."""


def _limits(*, seconds: Seconds = None, memory: Memory = None) -> None:
    """Take the limits of a command, the same for every one."""


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
