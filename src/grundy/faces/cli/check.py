"""``grundy check``: a guessed formula against the rules, position by position, and then for all by the law of the game.

Without a formula the rules are looked at (`grundy.playing.rule_check`): what of them is read, and whether play agrees.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from textwrap import shorten
from typing import Annotated, Any, NamedTuple

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.formula import Formula
from grundy.faces.cli.options import Certificate, Natural, Play, argument, completed, flag, option, upto
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import LONGEST
from grundy.proving import conjectures
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

LONG = 400
"""Letters of a sentence of what is found of rules."""
POSITIONS, SECONDS = 2000, 10
"""Without ``--to`` it ends after so many positions, or so long."""

Words = Annotated[
    list[str],
    argument(
        "GAME [ARGS]... [FORMULA]",
        (
            "A game (rules.py:name, or from the catalogue) and a formula in the numbers of a position: 'n % 4', "
            "or 'a == b' for losing positions. ^ is xor; max, min, abs, gcd, isqrt, len, n.bit_count() are "
            "allowed. Without a formula, the rules themselves are checked."
        ),
        completed,
    ),
]
Prover = Annotated[
    int | None,
    option("--prover", "S", "Seconds given to the prover, without --to (default 10; 0 to skip).", Natural(LONGEST)),
]


class Verdict(NamedTuple):
    """What came out: how many positions were looked at, up to which number, and the first that differs.

    ``claim`` is what the prover says of all positions, None where it was not asked.
    """

    checked: int
    largest: int
    position: Position | None = None
    formula: Any = None
    rules: Any = None
    claim: Any = None

    @property
    def proved(self) -> bool:
        """Whether something is proved: the formula for all positions, or that it is wrong for one that was not looked at."""
        return self.claim is not None and self.claim.holds is not None


def run(
    words: Words,
    to: Annotated[int | None, upto(10**9)] = None,
    losing: Annotated[bool, flag("--losing", "The formula is true where the player to move loses.")] = False,
    play: Play = "normal",
    prover: Prover = None,
    certificate: Certificate = "",
) -> Answer:
    """Check rules: what is read, compiled and proved; or test a formula for values or losing positions, and prove it."""
    if certificate:
        output.check_writable(certificate)
    found = arguments.named(words)
    if not found.words and isinstance(found.game, Ruleset):
        if to is not None or losing or play != "normal" or certificate:
            raise GrundyError('these options need a formula: grundy check bash "n % 4" --to 60')
        return _of_rules(found.rules, prover)
    if len(found.words) != 1:
        raise GrundyError('check takes a game and one formula in quotes: grundy check bash "n % 4"')
    rules = found.rules
    formula = Formula(found.words[0], [*conjectures.coordinates(rules), *rules.params])
    losing = losing or formula.claims
    if play != "normal" and not losing:
        raise GrundyError("values belong to normal play: add --losing, or write a formula that is true or false")
    verdict = compare(rules, formula, to, play if losing else None)
    seconds = SECONDS if prover is None else prover
    if verdict.position is None and to is None and seconds:
        verdict = _proved(verdict, rules, formula, losing, play, seconds)
    told = _words(rules, formula, losing, verdict)
    if certificate:
        told = f"{told}\n{output.certified(certificate, _certificate(verdict, losing, play))}"
    return Answer(_data(rules, formula, losing, verdict), told, 0 if verdict.position is None else 1)


def _of_rules(rules: Ruleset, prover: int | None) -> Answer:
    """Look at rules without a formula: the exit code is 1 where something in them is wrong."""
    looked: Any = import_module("grundy.playing.rule_check")
    with limits.working(_("trying out the rules")):
        found = looked.checked(rules, **({} if prover is None else {"seconds": prover}))
    names = {"read": _("read"), "compiled": _("compiled"), "parts": _("splits into parts"), "law": _("law or theorem")}
    names |= {"declared": _("declared"), "plain play": _("plain play")}
    heads = {"good": "", "missing": _("no: "), "wrong": _("WRONG: ")}
    rows = [
        (names[each.about], f"{heads[each.state]}{shorten(str(each.said), LONG, placeholder=' …')}")
        for each in found.findings
    ]
    data = {
        "game": rules.name,
        "holds": found.holds,
        "checked": found.positions,
        "findings": [each.to_dict() for each in found.findings],
    }
    return Answer(data, lambda: output.show_facts(rules.name, rows), 0 if found.holds else 1)


def _proved(verdict: Verdict, rules: Ruleset, formula: Formula, losing: bool, play: str, seconds: float) -> Verdict:
    """Return a verdict with what the prover says of all positions."""
    names = conjectures.coordinates(rules)
    claims = import_module("grundy.proving.claims")
    given = {"losing": losing, "play": play, "seconds": limits.left() or seconds}
    with limits.working(_("proving")):
        claim = claims.proved(rules, formula.tree, names, lambda part: formula.worth(part, rules.params), **given)
    verdict = verdict._replace(claim=claim)
    if claim.holds is not False:
        return verdict
    said = formula(conjectures.environment(rules, claim.position))
    position = Position(rules, rules.make_state(claim.position))
    return verdict._replace(position=position, formula=bool(said) if losing else said, rules=claim.right)


def _certificate(verdict: Verdict, losing: bool, play: str) -> dict[str, Any]:
    """Return the certificate of what is proved: of the position that differs, or of the formula; GrundyError for none."""
    if verdict.proved:
        return verdict.claim.proof
    if verdict.position is not None:
        return verdict.position.solve(play).certificate("strategy" if losing else "values")
    raise GrundyError(
        "no proof, so no certificate: {reason}",
        reason=_("the prover was not asked") if verdict.claim is None else verdict.claim.reason,
    )


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
    if verdict.position is None and verdict.proved:
        names, least = ", ".join(conjectures.coordinates(rules)), verdict.claim.least
        return _("{text} gives {what} of {name} for all {names} >= {least}, proved").format(
            text=formula.text, what=what, name=rules.name, names=names, least=least
        )
    if verdict.position is None:
        told = _(
            "{text} gives {what} of {name} for all {checked:,} positions with numbers up to {largest:,}; "
            "that proves nothing beyond them"
        ).format(text=formula.text, what=what, name=rules.name, checked=verdict.checked, largest=verdict.largest)
        return told if verdict.claim is None else f"{told}: {verdict.claim.reason}"
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
        "proved": verdict.proved,
        "reason": "" if verdict.claim is None else verdict.claim.reason,
        "checked": verdict.checked,
        "to": verdict.largest,
        "counterexample": counterexample,
    }
