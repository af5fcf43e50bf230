"""``grundy decide``: a formula about natural numbers, decided by automata."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common.errors import GrundyError
from grundy.faces.cli.options import Natural, argument, option
from grundy.faces.cli.output import Answer

FALSE = 1
"""Exit code: the sentence is false."""

Text = Annotated[
    list[str],
    argument(
        "FORMULA",
        "A formula in quotes, such as '?msd_fib Ax Ey x=2*y",
    ),
]
States = Annotated[int | None, option("--states", "N", "Largest number of states of an automaton.", Natural())]


def run(words: Text, states: States = None) -> Answer:
    """Decide whether a formula is true, or which numbers satisfy it."""
    if not words:
        raise GrundyError('give a formula in quotes: grundy decide "?msd_fib Ax Ey x=2*y | x=2*y+1"')
    options = {} if states is None else {"cap": states}
    system, formula = import_module("grundy.proving.logic.syntax").parse(" ".join(words), ())
    return told(import_module("grundy.proving.logic.formula").decide(formula, system, **options))


def told(decision: Any) -> Answer:
    """Return what was decided as an answer."""
    return Answer(decision.to_dict, str(decision), FALSE if decision.truth is False else 0)
