"""``grundy prove``: the law of a game for all positions, guessed and decided by machine."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Json, Play, Rules
from grundy.rules.ruleset import Ruleset

NOT_PROVED = 1
"""Exit code: nothing is claimed."""
LONGEST = 86_400

Heaps = Annotated[str, typer.Option("--heaps", metavar="N", help="Number of heaps (or of numbers in a position).")]
Values = Annotated[bool, typer.Option("--values", help="The Grundy values (of one heap that is usual), not who loses.")]
Block = Annotated[
    str, typer.Option("--block", metavar="N", help="Blocking: how many options the opponent may forbid at each move.")
]
In = Annotated[str, typer.Option("--in", metavar="SYSTEM", help="The numeration: msd_fib, msd_2, 'ost [0;(2)]', …")]
Seconds = Annotated[
    str,
    typer.Option(
        "--seconds", metavar="S", help="Time limit in seconds (default 60); the checker may take as long again."
    ),
]
Certificate = Annotated[
    str, typer.Option("--certificate", metavar="FILE", help="Write the proof, for `grundy verify`, as JSON.")
]


def run(
    words: Rules,
    play: Play = "normal",
    heaps: Heaps = "",
    values: Values = False,
    block: Block = "",
    system: In = "",
    seconds: Seconds = "",
    certificate: Certificate = "",
    json: Json = False,
) -> int:
    """Prove the law of a game's losing positions or Grundy values for all positions, from its rules."""
    if certificate:
        output.check_writable(certificate)
    rules, asked = _question(words, play, heaps, values, block, system, seconds)
    with limits.working(_("proving")):
        found = import_module("grundy.proving.shipped_theorems").theorem(rules, **asked) or _proved(rules, asked)
    if certificate and found.proved:
        text = import_module("json").dumps(found.certificate())
        with output.written(certificate) as file:
            file.write(f"{text}\n".encode())
    if json:
        output.show_json(found.to_dict())
    else:
        print(found.explain())
        if certificate and found.proved:
            print(_("Certificate: {certificate}  (checked by `grundy verify`)").format(certificate=certificate))
    return 0 if found.proved else NOT_PROVED


def proved(
    words: list[str],
    *,
    play: str = "normal",
    heaps: str = "",
    values: bool = False,
    block: str = "",
    system: str = "",
) -> Any:
    """Return the theorem of the game that words name, or what was tried."""
    with limits.working(_("proving")):
        return _proved(*_question(words, play, heaps, values, block, system, ""))


def _question(
    words: list[str], play: str, heaps: str, values: bool, block: str, system: str, seconds: str
) -> tuple[Ruleset, dict[str, Any]]:
    """Return the game that words name, and what is asked of it."""
    rules = arguments.rules(arguments.joined(words))
    limit = arguments.seconds(seconds) or limits.left()
    return rules, {
        "play": play,
        "heaps": number_of_heaps(heaps),
        "values": values or None,
        "blocked": arguments.natural(block, "--block", 100) if block else 0,
        "systems": (system,) if system else (),
        **({} if limit is None else {"seconds": limit}),
    }


def _proved(rules: Ruleset, asked: dict[str, Any]) -> Any:
    return import_module("grundy.proving.kept_theorems").theorem(rules, **asked)


def untold(found: Any, json: bool) -> int:
    """Write that nothing was proved, where something was asked about a law, and return the exit code."""
    if json:
        output.show_json(found.to_dict())
    else:
        print(found.explain())
    return NOT_PROVED


def number_of_heaps(text: str) -> int | None:
    """Return the number that --heaps was given, None for no text."""
    if not text:
        return None
    found = arguments.natural(text, "--heaps", 10)
    if not found:
        raise GrundyError("--heaps takes a number from 1 to 10, not 0")
    return found
