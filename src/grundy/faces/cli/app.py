"""The commands, of which only the one that is asked for is loaded, or all when help is wanted."""

from __future__ import annotations

import os
import shlex
from difflib import get_close_matches
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

import grundy
from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _, languages
from grundy.faces.cli.command import Command, Group
from grundy.faces.cli.options import Option, choice

GROUPS: dict[str, dict[str, str]] = {
    N_("Play and learn"): {
        "games": N_("list the games, or describe one"),
        "solve": N_("who wins, with which move, and why"),
        "explain": N_("why a position is won or lost"),
        "play": N_("play against grundy"),
        "review": N_("what decided a saved match"),
        "puzzles": N_("find the only winning move"),
        "rush": N_("puzzles against the clock"),
    },
    N_("Your own games, and contests"): {
        "report": N_("how a game plays, and its faults"),
        "judge": N_("answer a contest problem"),
        "check": N_("check rules, or test a formula"),
    },
    N_("Sequences and laws"): {
        "sequence": N_("the Grundy values of heaps"),
        "table": N_("values of two numbers, or of each size of board"),
        "law": N_("the period of a sequence, and its proof"),
        "survey": N_("the periods of many codes"),
        "compare": N_("whether two sequences agree"),
        "verify": N_("check a certificate"),
    },
    N_("Values of games"): {
        "value": N_("the canonical form of an expression"),
        "thermograph": N_("mean, temperature and walls"),
        "census": N_("the values of all boards of a size"),
    },
    N_("Theorems"): {
        "prove": N_("prove the law of a game for all positions"),
        "decide": N_("decide a formula about numbers"),
        "ask": N_("decide a formula about a game"),
        "redundant": N_("whether added moves change who wins"),
        "same": N_("whether two games have the same law"),
    },
    N_("Files and servers"): {
        "tablebase": N_("solve a whole game and save the results"),
        "export": N_("a game as one HTML file"),
        "serve": N_("the games in your web browser"),
        "write": N_("write rules in your web browser"),
        "doctor": N_("what is installed, and what is damaged"),
    },
}
"""The commands as the help of the shell lists them, each with what it is for."""
COMMANDS = tuple(name for commands in GROUPS.values() for name in commands)
_UNBOUNDED = ("games", "rush", "serve", "write", "doctor")
"""What lists, does not end, or has a clock of its own: limits of time and memory mean nothing there."""
COMPLETING = "_GRUNDY_COMPLETE"
"""The variable in which a shell that completes a line says what it wants."""


class Shell(Group):
    """The shell, whose commands are loaded when they are asked for."""

    def __init__(self) -> None:
        super().__init__(
            "grundy",
            help=_("Solve combinatorial games: who wins, with which move, what a position is worth, and why."),
            params=[
                _answering("version", "Show the version.", _version, is_flag=True),
                choice("--lang", *languages(), help="The language to answer in.")("lang", None),
                _answering("install-completion", "Install completion for this shell, or the one you name.", _install),
                _answering(
                    "show-completion", "Print the completion script for this shell, or the one you name.", _show
                ),
            ],
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*COMMANDS]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, and then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what to type first, and the commands by what they are for, without loading them."""
        with formatter.section(_("To begin")):
            formatter.write_dl(
                [
                    ("grundy play nim", _("a game against grundy")),
                    ("grundy solve kayles 5 7", _("who wins, and with which move")),
                    ("grundy COMMAND --help", _("all about a command")),
                ]
            )
        for heading, commands in GROUPS.items():
            with formatter.section(_(heading)):
                formatter.write_dl([(name, _(words)) for name, words in commands.items()])

    def get_command(self, ctx: click.Context | None, cmd_name: str) -> click.Command | None:
        """Return a command, loaded now if it was not."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = _loaded(cmd_name)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that is named, and the words behind it; GrundyError names the nearest."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise GrundyError(_unknown(args))
        return super().resolve_command(ctx, args)


def shell(words: list[str]) -> Shell:
    """Return the shell, with the command loaded that the words name."""
    made = Shell()
    made.get_command(None, words[0] if words else "")
    return made


def run(shell: Shell, words: list[str]) -> int:
    """Run a command line and return the exit code; GrundyError for what click does not understand."""
    if wanted := os.environ.get(COMPLETING):
        return import_module("click.shell_completion").shell_complete(shell, {}, "grundy", COMPLETING, wanted)
    try:
        with shell.make_context("grundy", words or ["--help"]) as context:
            return shell.invoke(context) or 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        raise GrundyError(_sentence(error)) from None


def _loaded(name: str) -> click.Command:
    """Return a command, or a group of them, from its module."""
    module = import_module(f"grundy.faces.cli.{name}")
    if not hasattr(module, "GROUP"):
        return Command(name, module.run, name not in _UNBOUNDED)
    commands: dict[str, click.Command] = {own: Command(own, run) for own, run in module.GROUP.items()}
    return Group(name, commands, help=_(cleandoc(module.__doc__ or "")), no_args_is_help=False)


# ---- options that answer themselves


def _answering(name: str, help: str, answer: Any, **told: Any) -> Option:
    """Return an option of the shell's own, after which no command is run; without ``is_flag`` it may name a shell."""

    def asked(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
        if value and not ctx.resilient_parsing:
            answer(value)
            ctx.exit()

    kind = told or {"is_flag": False, "flag_value": "auto", "metavar": "[bash|zsh|fish]"}
    return Option([f"--{name}"], help, callback=asked, is_eager=True, expose_value=False, **kind)


def _version(_value: bool) -> None:
    print(f"grundy {grundy.__version__}")


def _show(name: str) -> None:
    print(import_module("grundy.faces.cli.completion").script(name))


def _install(name: str) -> None:
    print(import_module("grundy.faces.cli.completion").install(name))


# ---- what is wrong


def _unknown(words: list[str]) -> str:
    asked = words[0]
    if asked.replace("_", "-") in games.names():
        return _("{asked} is a game, not a command: grundy solve {words}").format(asked=asked, words=shlex.join(words))
    near = get_close_matches(asked, COMMANDS, 2, 0.7)
    hint = (
        _("did you mean {near}?").format(near=_(" or ").join(near))
        if near
        else _("the commands are {commands}").format(commands=", ".join(COMMANDS))
    )
    return _("there is no command {asked!r}: {hint}").format(asked=asked, hint=hint)


def _sentence(error: click.UsageError) -> str:
    """Return what click says as one sentence that begins as grundy's do."""
    context = error.ctx
    params = context.command.params if context else []
    name = getattr(error, "option_name", "")
    wanted = next((param.metavar for param in params if name in param.opts and param.metavar), "")
    if wanted and "requires" in error.message:  # and has no value
        return _("{option} needs a value: {wanted}").format(option=name, wanted=_(" or ").join(wanted.split("|")))
    line = " ".join(error.format_message().split()).rstrip(".")
    command = f"{context.command_path if context else 'grundy'} --help"
    return _("{line} (see {command})").format(line=line[:1].lower() + line[1:], command=command)
