"""What commands take: the kinds of values, and the arguments and options that several commands share.

A command is a function whose arguments are annotated with how they are declared: ``moves: Annotated[int, option(…)] = 5``.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from inspect import Parameter, cleandoc, signature
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.shell_completion import CompletionItem

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.limits import Limits
from grundy.common.messages import _
from grundy.faces.cli import watch
from grundy.faces.cli.arguments import looks_like_option
from grundy.faces.cli.output import Answer

if TYPE_CHECKING:
    Kind = click.ParamType[Any]
else:
    Kind = click.ParamType  # which is generic for those only who check types


LONGEST = 10**6
"""Seconds that a command may be given."""
_SECONDS = r"[0-9]+(\.[0-9]+)?"
_SIZE = r"(?i:([0-9]+(?:\.[0-9]+)?) *([KMGT]?)(?:i?B)?)"


# ---- what stands behind an option


class Text(Kind):
    """A text as it is; an option in its place is refused."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what a value means; GrundyError for what is none."""
        if not isinstance(value, str) or param is None or ctx is None:  # a default
            return value
        if value.startswith("--") and value.partition("=")[0] in {*_own(ctx), *_all(ctx.find_root().command, ctx)}:
            raise GrundyError("{option} needs a value, and {word} is another option", option=param.opts[0], word=value)
        return self.read(value, param.opts[0])

    def read(self, text: str, option: str) -> Any:
        """Return what a text means to an option; GrundyError where it means nothing."""
        return text


class Natural(Text):
    """An integer within bounds."""

    def __init__(self, largest: int = 10**9, least: int = 0) -> None:
        self.least, self.largest = least, largest

    def read(self, text: str, option: str) -> int:
        """Return the number that a text is."""
        from grundy.rules.text.words import integer  # a contest problem needs none

        number = integer(text)
        if number is None or not self.least <= number <= self.largest:
            raise GrundyError(
                "{option} takes a number from {least} to {largest}, not {text!r}",
                option=option,
                least=self.least,
                largest=f"{self.largest:,}" if self.largest < 10**30 else f"10^{len(str(self.largest)) - 1}",
                text=text,
            )
        return number


class Duration(Text):
    """A number of seconds above 0."""

    def read(self, text: str, option: str) -> float:
        """Return the seconds."""
        found = float(text) if re.fullmatch(_SECONDS, text) else 0.0
        if not 0 < found <= LONGEST:
            raise GrundyError(
                "{option} takes a number above 0 and up to {longest:,}, not {text!r}",
                option=option,
                longest=LONGEST,
                text=text,
            )
        return found


class Size(Text):
    """A size such as 500M or 4G, in powers of 1024."""

    def read(self, text: str, option: str) -> int:
        """Return the bytes.

        >>> Size().read("4G", "--memory"), Size().read("1.5 KiB", "--memory")
        (4294967296, 1536)
        """
        match = re.fullmatch(_SIZE, text.strip())
        if match is None:
            raise GrundyError("{option} takes a size such as 500M or 4G, not {text!r}", option=option, text=text)
        return int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " "))


class _Word(Kind):
    """A word that is no option: of a position, or ``free``, of an expression, in which ``-v`` has a meaning."""

    name = "word"

    def __init__(self, free: bool = False) -> None:
        self.free = free

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word; GrundyError where it looks like an option, since no option of that name was taken."""
        if ctx is not None and looks_like_option(value):
            self._refuse(value, ctx)
        return value

    def _refuse(self, word: str, ctx: click.Context) -> None:
        from difflib import get_close_matches  # only a mistake needs it

        option, own = word.partition("=")[0], _own(ctx)
        if option not in own and option in _all(ctx.find_root().command, ctx):
            command = ctx.command_path.partition(" ")[2]
            raise GrundyError(
                "{command} has no option {option} (see grundy {command} --help)", command=command, option=option
            )
        if self.free:
            return
        if option in own:
            raise GrundyError("options must come before --: move {option} in front of it", option=option)
        if near := get_close_matches(option, own, 1):
            raise GrundyError("there is no option {word!r} here: did you mean {near}?", word=word, near=near[0])
        raise GrundyError("there is no option {word!r} here", word=word)


def _own(ctx: click.Context) -> list[str]:
    """Return the options of the command that runs."""
    return [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")]


def _all(command: click.Command, ctx: click.Context) -> Iterator[str]:
    """Yield the options of a command and of those in it."""
    yield from (name for param in command.params for name in param.opts)
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            yield from _all(command.get_command(ctx, name) or command, ctx)


# ---- declaring


Completion = Callable[[click.Context], Iterable[str]]
"""What the shell completes, at some place of a command line."""


class _Shown:
    """What help and the shell tell of a parameter, in the language that is spoken."""

    opts: list[str]
    default: Any
    metavar: str | None
    help: str | None

    def __init__(self, names: Sequence[str], help: str, words: Completion | None = None, **told: Any) -> None:
        super().__init__(names, **told)  # type: ignore[call-arg]
        self.help, self.words = help, words

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the two columns of help."""
        usual = (
            str(self.default) if isinstance(self.default, (str, int)) and self.metavar and self.default != "" else ""
        )
        told = _("[default: {default}]").format(default=usual) if usual else ""
        names = self.opts if isinstance(self, click.Option) else []
        words = "  ".join(filter(None, (self.help and _(self.help), told)))  # of nothing gettext has its own head
        return " ".join(filter(None, (*names, self.metavar))), words

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what begins so; where nothing does, the names of files are completed."""
        words = self.words(ctx) if self.words else ()
        found = [CompletionItem(word) for word in words if word.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]


class Option(_Shown, click.Option):
    """An option of grundy's."""


class Argument(_Shown, click.Argument):
    """An argument of grundy's."""


Declared = Callable[[str, Any], click.Parameter]
"""Makes a parameter, with the name and the default of a function's argument."""


def declared(run: Callable[..., Any]) -> list[click.Parameter]:
    """Return the parameters of a function whose arguments are annotated with how they are declared."""
    found = signature(run, eval_str=True).parameters.values()
    return [each.annotation.__metadata__[0](each.name, each.default) for each in found]


def option(name: str, metavar: str, help: str, kind: Text | None = None, **told: Any) -> Declared:
    """Return how an option with a value is declared; None is the value where none is given, and there is no default."""
    return lambda argument, default: Option(
        [argument, name],
        help,
        metavar=metavar,
        type=kind or Text(),
        default=None if default is Parameter.empty else default,
        **told,
    )


def choice(name: str, *words: str, help: str) -> Declared:
    """Return how an option is declared that takes one of a few words; the shell completes them."""
    return option(name, "|".join(words), help, words=lambda _ctx: words)


def flag(name: str, help: str) -> Declared:
    """Return how an option without a value is declared."""
    return lambda argument, default: Option([argument, name], help, is_flag=True, default=default)


def argument(
    metavar: str, help: str, words: Completion | None = None, *, many: bool = True, free: bool = False
) -> Declared:
    """Return how words that are no options are declared, or one word; see `_Word` for what is ``free``."""
    return lambda argument, _default: Argument(
        [argument],
        help,
        words=words,
        metavar=metavar,
        type=_Word(free),
        nargs=-1 if many else 1,
        required=False,
        **({} if many else {"default": ""}),
    )


def upto(largest: int) -> Declared:
    """Return how ``--to`` is declared, which takes a number up to a largest."""
    return option("--to", "N", "Largest heap to compute.", Natural(largest))


# ---- what several commands share


def completed(ctx: click.Context) -> list[str]:
    """Return what the shell completes on Tab: the games, where one is to be named; after it, its starts, and ``m=``."""
    words: Sequence[str] = ctx.params.get("words") or ()
    return _parameters([*words]) if words and words[-1] != "+" else games.names()


def _parameters(words: list[str]) -> list[str]:
    """Return the parameters of the game that was named last, but for those that are given; behind its name its starts."""
    while "+" in words:
        words = words[words.index("+") + 1 :]
    given = {word.partition("=")[0] for word in words}
    try:
        rules = games.load(words[0])
        begins = rules.begins if len(words) == 1 else None
        starts = [*begins.sizes, *(each.word for each in begins.variants)] if begins else []
        found = [*starts, *(f"{name}=" for name in rules.params if name not in given)]
        return [word for word in found if " " not in word]
    except GrundyError:
        return []


_GAME = "A game of the catalogue, a file of yours (rules.py:name), or a code (0.77, '{1,3,4}'); then "
Words = Annotated[
    list[str],
    argument(
        "GAME [ARGS]...", _GAME + "its position, and parameters as m=4 or s=1,3,4. A + adds another game.", completed
    ),
]
"""A position: ``nim 2 3``, ``bash 10 m=4``, ``kayles 5 + nim 7``."""
Rules = Annotated[list[str], argument("GAME [PARAMETERS]...", _GAME + "its parameters.", completed)]
"""A ruleset: ``bash m=4``."""
Play = Annotated[
    str,
    choice("--play", "normal", "misere", help="normal: whoever cannot move loses; misere: whoever cannot move wins."),
]
Endless = Annotated[
    str,
    choice(
        "--endless",
        "draw",
        "first",
        "second",
        help="How play that never ends counts: a draw, or a win for the first or second player.",
    ),
]
Seconds = Annotated[float | None, option("--seconds", "S", "Time limit in seconds.", Duration())]
Memory = Annotated[int | None, option("--memory", "SIZE", "Memory limit: 500M, 8G.", Size())]
Threads = Annotated[
    int | None, option("--threads", "K", "Largest number of threads (default: all processors).", Natural(1024, least=1))
]
Save = Annotated[bool, flag("--save", "Save the values on disk, and continue from saved ones.")]
Tablebase = Annotated[str, option("--tablebase", "DIR", "Answer from the tablebase in this folder.")]
Certificate = Annotated[str, option("--certificate", "FILE", "Write the proof as JSON, for `grundy verify`.")]
Plot = Annotated[str, option("--plot", "FILE", "Draw it to a file: .svg, .pdf or .png.")]
Json = Annotated[bool, flag("--json", "Answer as JSON.")]


# ---- a command: a function, with ``--seconds`` and ``--memory``, the most that it may take, which are kept while it
# runs


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
def stopped(seconds: float | None, error: Callable[[], Exception] = limits.overtime) -> Generator[None]:
    """Raise an error soon after so many seconds, also where rules are played that take long for one position."""
    here = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if seconds is None or not here:
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        raise error()

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds + ALLOWED, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
