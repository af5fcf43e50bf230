"""``grundy decide``: a formula about natural numbers, decided by automata."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from grundy.common.errors import GrundyError
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Json

FALSE = 1
"""Exit code: the sentence is false."""

Text = Annotated[
    list[str],
    typer.Argument(
        metavar="FORMULA",
        help="A formula in quotes, as '?msd_fib Ax Ey x=2*y | x=2*y+1': E A ~ & | => <=> = < + - * / %, and ^ in base 2.",
        show_default=False,
    ),
]
States = Annotated[str, typer.Option("--states", metavar="N", help="The most states of an automaton.")]


def run(words: Text, states: States = "", json: Json = False) -> int:
    """Decide whether a formula is true, or which numbers satisfy it."""
    if not words:
        raise GrundyError('give a formula in quotes: grundy decide "?msd_fib Ax Ey x=2*y | x=2*y+1"')
    arguments.refuse_options(words)
    options = {"cap": arguments.natural(states, "--states")} if states else {}
    system, formula = import_module("grundy.proving.logic.syntax").parse(" ".join(words), ())
    return show(import_module("grundy.proving.logic.formula").decide(formula, system, **options), json)


def show(decision: Any, json: bool) -> int:
    """Write what was decided, and return the exit code."""
    if json:
        output.show_json(decision.to_dict())
    else:
        print(decision)
    return FALSE if decision.truth is False else 0
