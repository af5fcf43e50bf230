"""``grundy judge``: a contest problem's answer, byte for byte."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from importlib import import_module
from typing import Annotated

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError, InputError
from grundy.common.messages import _
from grundy.faces.cli import output
from grundy.faces.cli.options import argument, flag
from grundy.faces.cli.output import Answer
from grundy.games import short
from grundy.rules.text.contest import Reader


def run(
    name: Annotated[list[str], argument("[NAME]", "The name of the problem.", lambda _ctx: games.problems())],
    listed: Annotated[bool, flag("--list", "List the problems, with their input and output.")] = False,
) -> Answer:
    """Answer a contest problem, from standard input to standard output."""
    if listed:
        found = import_module("grundy.playing.catalogue").problems()
        return Answer(found, lambda: _list(found))
    if len(name) != 1:
        raise GrundyError("name one contest problem: `grundy judge --list` lists them all")
    problem = short(name[0]).replace("_", "-")
    answer = games.find_judge(problem).judges[problem]
    with limits.bounded(limits.READING):
        with limits.working(_("reading standard input")):
            read = Reader(decoded(sys.stdin.buffer.read()))
        lines = list(answer(read))  # all of it, before anything is written
        read.finish()
    return Answer(lines, lambda: _write(lines))


def _list(found: list[dict[str, str]]) -> None:
    """Write the problems, with what each reads and answers."""
    rows = [(each["name"], games.load(each["game"]).called_by.title, each["about"]) for each in found]
    output.show_table((_("contest problem"), _("game"), _("reads and answers")), rows)


def _write(lines: list[str]) -> None:
    """Write an answer as it is judged: byte for byte, whatever the terminal's encoding and ends of lines are."""
    sys.stdout.flush()
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    sys.stdout.buffer.flush()


def decoded(data: bytes) -> str:
    """Return bytes as text; InputError where they are not UTF-8."""
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise InputError("the byte {data:#04x} is not UTF-8 text", line, column, data=data[error.start]) from None
