"""``grundy law``: what the nim-sequence of a heap game does for ever."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output, plotting
from grundy.faces.cli.options import Json, Rules, Save, Threads, To, choice
from grundy.faces.cli.prove import LONGEST
from grundy.faces.cli.sequence import LARGEST
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset

LANGUAGES = ("python", "cpp")

Code = Annotated[
    str,
    choice("--code", *LANGUAGES, help="Print a short function that computes the values by the law."),
]
Prover = Annotated[
    str,
    typer.Option(
        "--prover", metavar="S", help="Seconds given to the prover if no period is proved (default 10; 0 to skip)."
    ),
]
Certificate = Annotated[
    str, typer.Option("--certificate", metavar="FILE", help="Write the proof, for `grundy verify`, as JSON.")
]


def run(
    words: Rules,
    to: To = "",
    code: Code = "",
    certificate: Certificate = "",
    save: Save = False,
    threads: Threads = "",
    prover: Prover = "",
    plot: plotting.Plot = "",
    json: Json = False,
) -> int:
    """Print the law of a heap game's or a code's Grundy values: the period, and whether it is proved."""
    if code and code not in LANGUAGES:
        raise GrundyError("--code takes {languages}, not {code!r}", languages=_(" or ").join(LANGUAGES), code=code)
    if certificate:
        output.check_writable(certificate)
    if plot:
        plotting.check(plot)
    limit = arguments.natural(to, "--to", LARGEST) if to else None
    workers = arguments.threads(threads)
    rules = arguments.rules(arguments.joined(words))
    time = arguments.natural(prover, "--prover", LONGEST) if prover else None
    law = _found(rules, limit, save, workers, time)
    if certificate:
        _certify(law, certificate)
    if plot:
        plotting.write(import_module("grundy.faces.plots").period(law, rules.name), plot)
    if code:
        _show_code(rules.name, law, code, json)
    elif json:
        output.show_json({"game": rules.name, **law.to_dict()})
    else:
        print(f"{law}\n{law.explain()}")
    return 0


def _found(rules: Ruleset, limit: int | None, save: bool, workers: int | None, seconds: int | None) -> Any:
    if isinstance(rules, FunctionRuleset):
        if save:
            raise GrundyError("{name} is no heap game, so it has no sequence that could be saved", name=rules.name)
        with limits.working(_("looking for a law, and proving it")):
            return rules.law(limit=limit, seconds=seconds)
    if not isinstance(rules, HeapRuleset):
        raise GrundyError("{name} is no heap game, so it has no law of heaps", name=rules.name)
    with output.telling_what_is_kept(save), limits.working(_("looking for a law, and proving it")):
        return rules.law(limit=limit, save=save, threads=workers, seconds=seconds)


def _certify(law: Any, path: str) -> None:
    text = import_module("json").dumps(law.certificate())
    with output.written(path) as file:
        file.write(f"{text}\n".encode())


def _show_code(name: str, law: Any, language: str, json: bool) -> None:
    text = law.code(language)
    if json:
        output.show_json({"game": name, "language": language, "code": text})
    else:
        print(text.rstrip("\n"))
