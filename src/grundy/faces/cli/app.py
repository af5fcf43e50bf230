"""The commands, and how typer learns of them: of the one that is asked for, or of all when help is wanted."""

from __future__ import annotations

import inspect
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from inspect import cleandoc
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import grundy
from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.messages import _, languages
from grundy.faces.cli.limit_options import limited
from grundy.faces.cli.options import choice

INTERRUPTED = 130
COMMANDS = (
    "games",
    "solve",
    "explain",
    "play",
    "puzzles",
    "judge",
    "check",
    "sequence",
    "table",
    "law",
    "survey",
    "compare",
    "verify",
    "value",
    "thermograph",
    "census",
    "prove",
    "decide",
    "ask",
    "redundant",
    "same",
    "tablebase",
    "serve",
    "doctor",
)
_WITHOUT_NUMBERS = ("games", "judge")
"""Elsewhere ``-1`` is an argument, and what looks like an option is refused by `grundy.faces.cli.arguments`."""


def command(words: list[str]) -> Any:
    """Return the command line's parser, with the command that the words name, or with all of them."""
    return typer.main.get_command(_app(words))


def run(command: Any, words: list[str]) -> int:
    """Run the command line and return the exit code; GrundyError for what typer does not understand."""
    try:
        result = command.main(words or ["--help"], prog_name="grundy", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except SystemExit as end:
        if end.code and not _completing():  # so typer ends when nobody reads what is written
            raise BrokenPipeError from None
        return int(end.code or 0)
    except Exception as error:
        told: Any = getattr(error, "format_message", None)
        if told is None:
            raise
        raise GrundyError(_without_value(told(), command, words) or _sentence(told(), words)) from None
    if result == INTERRUPTED:  # so typer says that Ctrl-C was pressed
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def _app(words: list[str]) -> typer.Typer:
    """Return an app of the command that is named, or of all of them."""
    asked = words[0] if words else ""
    if asked and not asked.startswith("-") and asked not in COMMANDS:
        raise GrundyError(_unknown(asked))
    app = typer.Typer(
        cls=_Group,
        add_completion=asked not in COMMANDS,
        rich_markup_mode="rich" if sys.stdout.isatty() else None,
        pretty_exceptions_enable=False,
        help=_("Solve combinatorial games: who wins, with which move, what a position is worth, and why."),
    )
    app.callback()(_top)
    for name in [asked] if asked in COMMANDS and not _completing() else COMMANDS:
        module = import_module(f"grundy.faces.cli.{name}")
        if hasattr(module, "GROUP"):
            group = typer.Typer(cls=_Group, help=_(cleandoc(module.__doc__ or "")))
            for own, run_command in module.GROUP.items():
                _add(group, own, run_command, f"{name} {own}")
            app.add_typer(group, name=name)
        else:
            _add(app, name, module.run)
    return app


def _add(app: typer.Typer, name: str, run_command: Any, called: str = "") -> None:
    app.command(
        name,
        cls=_Command,
        help=_(cleandoc(run_command.__doc__)),
        context_settings={"ignore_unknown_options": name not in _WITHOUT_NUMBERS},
    )(limited(run_command, called or name))


def _completing() -> bool:
    return "_GRUNDY_COMPLETE" in os.environ


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"grundy {grundy.__version__}")
        raise typer.Exit


def _top(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version.")
    ] = False,
    lang: Annotated[str, choice("--lang", *languages(), help="The language, of every command.")] = "",
) -> None:
    """Take what stands before the command."""


class _TextOnly:
    """Parameters of typer that are text, lists of text or flags, and are handed on as they are.

    Typer has pydantic coerce every value, also what is text already; importing pydantic takes longer than all that grundy
    does for a closed-form answer. What the text means is read in `grundy.faces.cli.arguments`, which has its own words for
    what is wrong with it.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, none of which coerces."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        declared = inspect.signature(self.callback).parameters if self.callback else {}  # type: ignore[attr-defined]
        for param in params:
            param.process_value = _as_it_is(param)
            said = _help_of(declared.get(param.name)) or getattr(param, "help", None)
            if getattr(param, "help", None):
                param.help = _(param.help)
            param.get_help_record = _record(param, _(said) if said else "")
            param.get_usage_pieces = _usage(param)
            param.display_type_rich = _metavar(param)
        return params


def _as_it_is(param: Any) -> Any:
    def process(ctx: Any, value: Any) -> Any:
        if value is None and param.nargs == -1:
            return ()
        return value if param.callback is None else param.callback(ctx, param, value)

    return process


def _help_of(parameter: inspect.Parameter | None) -> str:
    """Return what is said of a parameter where it is declared: typer 0.19 loses that of arguments with click 8.5."""
    declared = getattr(getattr(parameter, "annotation", None), "__metadata__", ())
    return next((each.help for each in declared if getattr(each, "help", None)), "")


def _metavar(param: Any) -> Any:
    """Return what help shows behind a name: what stands for the value, and never a type."""
    shown = None if param.param_type_name == "argument" or param.is_flag else param.metavar
    return lambda ctx=None: shown


def _usage(param: Any) -> Any:
    """Return what the line of usage shows: an argument as it is declared."""
    return lambda ctx: [param.metavar] if param.param_type_name == "argument" else []


def _record(param: Any, said: str) -> Any:
    """Return the two columns of help, the same for all versions of typer."""

    def record(ctx: Any) -> tuple[str, str]:
        name = param.metavar if param.param_type_name == "argument" else ", ".join(param.opts)
        usual = param.default if param.show_default and isinstance(param.default, str) else ""
        told = _("[default: {default}]").format(default=usual) if usual else ""
        return " ".join(filter(None, (name, param.display_type_rich()))), "  ".join(filter(None, (said, told)))

    return record


class _Group(_TextOnly, TyperGroup):
    pass


class _Command(_TextOnly, TyperCommand):
    pass


def _unknown(asked: str) -> str:
    if asked.replace("_", "-") in games.names():
        return _("there is no command {asked!r}, but a game: grundy solve {asked}").format(asked=asked)
    near = get_close_matches(asked, COMMANDS, 2, 0.7)
    hint = (
        _("did you mean {near}?").format(near=_(" or ").join(near))
        if near
        else _("the commands are {commands}").format(commands=", ".join(COMMANDS))
    )
    return _("there is no command {asked!r}: {hint}").format(asked=asked, hint=hint)


def _without_value(message: str, command: Any, words: list[str]) -> str:
    """Return what is said of an option at the end that has no value, "" of other errors."""
    for word in words:
        command = getattr(command, "commands", {}).get(word, command)
    wanted = [param.metavar for param in command.params if param.opts[0] == words[-1]]
    if not wanted or f"'{words[-1]}' requires" not in message:
        return ""
    return _("{option} needs a value: {wanted}").format(option=words[-1], wanted=_(" or ").join(wanted[0].split("|")))


def _sentence(message: str, words: list[str]) -> str:
    """Return what typer says as one sentence that begins as grundy's do."""
    line = " ".join(message.split()).rstrip(".")
    command = f"grundy {words[0]} --help" if words and words[0] in COMMANDS else "grundy --help"
    return _("{line} (see {command})").format(line=line[:1].lower() + line[1:], command=command)
