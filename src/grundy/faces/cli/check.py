"""``grundy check``: a guessed formula against the rules, position by position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments
from grundy.faces.cli.formula import Formula
from grundy.faces.cli.options import Play, argument, completed, flag, upto
from grundy.faces.cli.output import Answer
from grundy.proving import conjectures
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

POSITIONS, SECONDS = 2000, 10
"""Without ``--to`` it ends after so many positions, or so long."""

Words = Annotated[
    list[str],
    argument(
        "GAME [ARGS]... FORMULA",
        "A game (rules.py:name, or of the catalogue), and a formula in the numbers of a position: 'n % 4', or "
        "'a == b' for the losing positions. ^ is xor; max, min, abs, gcd, isqrt, len, n.bit_count() are allowed.",
        completed,
    ),
]


class Verdict(NamedTuple):
    """What came out: how many positions were looked at, up to which number, and the first that differs."""

    checked: int
    largest: int
    position: Position | None = None
    formula: Any = None
    rules: Any = None


def run(
    words: Words,
    to: Annotated[int | None, upto(10**9)] = None,
    losing: Annotated[bool, flag("--losing", "The formula is true where the mover loses.")] = False,
    play: Play = "normal",
) -> Answer:
    """Test a formula for the values, or the losing positions, against the rules."""
    found = arguments.named(words)
    if len(found.words) != 1:
        raise GrundyError('check takes a game and one formula in quotes: grundy check bash "n % 4"')
    rules = found.rules
    formula = Formula(found.words[0], [*conjectures.coordinates(rules), *rules.params])
    losing = losing or formula.claims
    if play != "normal" and not losing:
        raise GrundyError("values belong to normal play: add --losing, or write a formula that is true or false")
    verdict = compare(rules, formula, to, play if losing else None)
    told = _words(rules, formula, losing, verdict)
    return Answer(_data(rules, formula, losing, verdict), told, 0 if verdict.position is None else 1)


def compare(rules: Ruleset, formula: Formula, to: int | None, play: str | None) -> Verdict:
    """Compare a formula with the rules, in growing order: with the losing positions of a play, or the values (None)."""
    end = time.monotonic() + SECONDS
    checked, largest = 0, 0
    for states in _rounds(rules, to):
        if to is None and (checked >= POSITIONS or (checked and time.monotonic() > end)):
            break
        truth = conjectures.values(rules, states) if play is None else conjectures.losing(rules, states, play)
        for args, right in zip(states, truth, strict=True):
            said = formula(conjectures.environment(rules, args))
            if (bool(said) if play is not None else said) != right:
                return Verdict(checked + 1, max(args), Position(rules, rules.make_state(args)), said, right)
            checked, largest = checked + 1, max(largest, *args)
    if not checked:
        raise GrundyError("{name} has no position made of numbers up to {to}", name=rules.name, to=to or 0)
    return Verdict(checked, largest)


def _rounds(rules: Ruleset, to: int | None) -> Iterator[list[conjectures.Arguments]]:
    """Yield the states in growing order, in lists that grow."""
    gathered: list[conjectures.Arguments] = []
    wanted, refused = 1, 0
    for largest, states in conjectures.growing(rules):
        if to is not None and largest > to:
            break
        found = [args for args in states if conjectures.accepted(rules, args)]
        gathered += found
        refused = 0 if found else refused + len(states)
        if len(gathered) >= wanted:
            yield gathered
            gathered, wanted = [], min(2 * wanted, conjectures.LARGEST_BATCH)
        if to is None and (largest > POSITIONS or refused > 10 * POSITIONS):
            break
    if gathered:
        yield gathered


def _words(rules: Ruleset, formula: Formula, losing: bool, verdict: Verdict) -> str:
    what = _("the losing positions") if losing else _("the scores") if rules.scoring else _("the Grundy values")
    if verdict.position is None:
        return _(
            "{text} gives {what} of {name} for all {checked:,} positions with numbers up to {largest:,}, "
            "which proves nothing beyond"
        ).format(text=formula.text, what=what, name=rules.name, checked=verdict.checked, largest=verdict.largest)
    if losing:
        said, right = (
            (_("losing") if verdict.formula else _("not losing")),
            (_("losing") if verdict.rules else _("not losing")),
        )
    else:
        said, right = str(verdict.formula), str(verdict.rules)
    return _("counterexample: {position}: {text} says {said}, the rules say {right}").format(
        position=verdict.position, text=formula.text, said=said, right=right
    )


def _data(rules: Ruleset, formula: Formula, losing: bool, verdict: Verdict) -> dict[str, Any]:
    counterexample = None
    if verdict.position is not None:
        counterexample = {"position": str(verdict.position), "formula": verdict.formula, "rules": verdict.rules}
    return {
        "game": rules.name,
        "formula": formula.text,
        "of": "losing" if losing else "value",
        "holds": verdict.position is None,
        "checked": verdict.checked,
        "to": verdict.largest,
        "counterexample": counterexample,
    }
