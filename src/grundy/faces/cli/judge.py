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
from grundy.faces.cli.options import Json, argument, flag
from grundy.games import short
from grundy.rules.text.tokens import Reader


def run(
    name: Annotated[
        list[str],
        argument("[NAME]", "The problem's name.", lambda _ctx: games.problems()),
    ],
    listed: Annotated[bool, flag("--list", "List the problems, with what each reads and answers.")] = False,
    json: Json = False,
) -> int:
    """Answer a contest problem: its input on standard input, its output on standard output."""
    if listed:
        found = import_module("grundy.playing.catalogue").problems()
        if json:
            output.show_json(found)
        else:
            rows = [(each["name"], games.load(each["game"]).called_by.title, each["about"]) for each in found]
            output.show_table((_("contest problem"), _("game"), _("what is read and answered")), rows)
        return 0
    if len(name) != 1:
        raise GrundyError("name one contest problem: `grundy judge --list` lists them all")
    problem = short(name[0]).replace("_", "-")
    answer = games.find_judge(problem).judges[problem]
    with limits.bounded(limits.READING):
        with limits.working(_("standard input is read")):
            read = Reader(decoded(sys.stdin.buffer.read()))
        lines = list(answer(read))  # all of it, before anything is written
        read.finish()
    if json:
        output.show_json(lines)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
        sys.stdout.buffer.flush()
    return 0


def decoded(data: bytes) -> str:
    """Return bytes as text; InputError where they are not UTF-8."""
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise InputError("the byte {data:#04x} is not UTF-8 text", line, column, data=data[error.start]) from None
