"""The commands, of which only the one that is asked for is loaded, or all when help is wanted."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

import grundy
from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _, languages
from grundy.faces.cli.options import Command, Group, Option, choice

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
        "count": N_("how many positions are lost, up to 10^18 and beyond"),
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
MODULES = {
    "positions": ("solve", "explain", "report", "export"),
    "play": ("play", "review", "puzzles", "rush"),
    "sequences": ("sequence", "table", "law", "survey", "compare"),
    "values": ("value", "thermograph", "census"),
    "theorems": ("prove", "decide", "ask", "count", "redundant", "same"),
    "serve": ("serve", "write"),
}
"""The modules that hold several commands, each a function of its name; any other is `run` in the module of its name."""
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
                _answering("version", "Show the version.", lambda _value: f"grundy {grundy.__version__}", is_flag=True),
                choice("--lang", *languages(), help="The language to answer in.")("lang", None),
                _answering("install-completion", "Install completion for this shell, or the one you name.", install),
                _answering(
                    "show-completion", "Print the completion script for this shell, or the one you name.", script
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


def module_of(name: str) -> str:
    """Return the name of the module that holds a command."""
    return next((module for module, names in MODULES.items() if name in names), name)


def _loaded(name: str) -> click.Command:
    """Return a command, or a group of them, from its module."""
    module = import_module(f"grundy.faces.cli.{module_of(name)}")
    if not hasattr(module, "GROUP"):
        run = getattr(module, name if module_of(name) in MODULES else "run")
        return Command(name, run, name not in _UNBOUNDED)
    commands: dict[str, click.Command] = {own: Command(own, run) for own, run in module.GROUP.items()}
    return Group(name, commands, help=_(cleandoc(module.__doc__ or "")), no_args_is_help=False)


# ---- options that answer themselves


def _answering(name: str, help: str, answer: Callable[[str], str], **told: Any) -> Option:
    """Return an option of the shell's own, after which no command is run; without ``is_flag`` it may name a shell."""

    def asked(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
        if value and not ctx.resilient_parsing:
            print(answer(value))
            ctx.exit()

    kind = told or {"is_flag": False, "flag_value": "auto", "metavar": "[bash|zsh|fish]"}
    return Option([f"--{name}"], help, callback=asked, is_eager=True, expose_value=False, **kind)


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


# ---- completion on Tab: the scripts for bash, zsh and fish, and where each shell finds its own

_PLACES = {
    "bash": ".bash_completions/grundy.sh",
    "zsh": ".zfunc/_grundy",
    "fish": ".config/fish/completions/grundy.fish",
}
_STARTED = {
    "bash": (".bashrc", "source ~/.bash_completions/grundy.sh"),
    "zsh": (".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
}
"""The file that a shell reads when it starts, and the line by which it finds the script; fish looks there by itself."""


def script(shell: str) -> str:
    """Return what a shell runs to complete the words of grundy; ``auto`` is the user's shell. GrundyError for another."""
    made: Any = get_completion_class(_known(shell))
    return made(Shell(), {}, "grundy", COMPLETING).source()


def install(shell: str) -> str:
    """Put the script where a shell finds it, and return a sentence that says so."""
    shell = _known(shell)
    place = Path.home() / _PLACES[shell]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(script(shell), encoding="utf-8")
    if shell in _STARTED:
        name, line = _STARTED[shell]
        start = Path.home() / name
        if not start.exists() or line not in start.read_text(encoding="utf-8"):
            with start.open("a", encoding="utf-8") as file:
                file.write(f"\n{line}\n")
    return _("{shell} now completes grundy's words ({place}); start a new shell to use it").format(
        shell=shell, place=place
    )


def _known(shell: str) -> str:
    """Return the name of a shell; GrundyError where nothing is known of it."""
    found = Path(os.environ.get("SHELL", "")).name if shell == "auto" else shell
    if found not in _PLACES:
        raise GrundyError("completion exists for bash, zsh and fish, not for {shell!r}", shell=found)
    return found
