"""``grundy verify``: a certificate, checked from the rules alone."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

from grundy import games
from grundy.check import LARGEST_TEXT, Budget, Verdict, check, read_certificate
from grundy.check.budget import SECONDS, STEPS
from grundy.check.form import check_format
from grundy.check.periods import MOST_VALUES
from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge, UnknownGame
from grundy.common.messages import _
from grundy.faces.cli import arguments, files
from grundy.faces.cli.options import Duration, Natural, argument, option, stopped
from grundy.faces.cli.output import NO, OPEN, Answer
from grundy.rules.heaps import code
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

LAW = "automatic law"
MOST_STEPS = 10**15

Sample = Annotated[
    int | None,
    option("--sample", "N", "Replay only the first N values: this can refute, but not verify.", Natural(MOST_VALUES)),
]
Seconds = Annotated[
    float | None,
    option("--seconds", "S", "Time limit in seconds (default 600); past it there is no verdict.", Duration()),
]


def run(
    file: Annotated[
        str,
        argument(
            "FILE",
            "A certificate written with `--certificate` by law, prove, solve and others; - reads standard input.",
            many=False,
        ),
    ],
    game: Annotated[
        list[str],
        argument(
            "[GAME [PARAMETERS]...]",
            (
                "The rules to compare with, or to play by: a game of the catalogue or a file (rules.py:name), then "
                "parameters."
            ),
        ),
    ],
    sample: Sample = None,
    seconds: Seconds = None,
    steps: Annotated[
        int | None,
        option(
            "--steps",
            "N",
            "Limit in steps, the same on every machine; past it there is no verdict.",
            Natural(MOST_STEPS),
        ),
    ] = None,
) -> Answer:
    """Check a certificate without any solver: everything it claims is derived again from the rules."""
    if not file:
        raise GrundyError("name the file of a certificate, or - for standard input")
    budget = Budget(SECONDS if seconds is None else seconds, STEPS if steps is None else steps)
    certificate = read_certificate(files.text(file, LARGEST_TEXT))
    compared = ""
    try:
        with limits.working(_("checking the certificate"), "values"), stopped(budget.seconds, budget.overtime), budget:
            named = _named(game) if game else None
            compared = "" if named is None else _compared(certificate, named)
            rules = rules_of(certificate, named)
            verdict = check(certificate, rules=rules, sample=sample, progress=limits.counting("values"), budget=budget)
    except TooLarge as given_up:
        verdict = Verdict(False, False, "", str(given_up))
    data = verdict._asdict() | ({"compared": compared} if compared else {})
    code = 0 if verdict.verified else NO if verdict.complete else OPEN
    return Answer(data, _words(verdict, compared), code)


def _named(words: list[str]) -> Ruleset | Position:
    """Return the rules that the user names, with their parameters, or the position."""
    found = arguments.named(arguments.joined(words))
    return found.position if found.words or isinstance(found.game, Position) else found.rules


def _compared(certificate: dict[str, Any], rules: Ruleset | Position) -> str:
    """Return what was compared of the rules that the user names with those in a certificate; GrundyError for others."""
    check_format(certificate)
    comparison = import_module("grundy.proving.comparing").compare(certificate, rules)
    return "" if comparison is None else str(comparison)


def _words(verdict: Verdict, compared: str) -> str:
    """Return what a verdict says, and what was compared."""
    if verdict.verified:
        told = _("verified: {claim}\n{reason}").format(claim=verdict.claim, reason=verdict.reason)
        beside = _("compared: {what}").format(what=compared)
        return f"{told}\n{beside}" if compared else told
    if verdict.complete or verdict.claim:
        return _("not verified: {reason}").format(reason=verdict.reason)
    return _("not checked: {reason}").format(reason=verdict.reason)


def rules_of(certificate: dict[str, Any], named: Ruleset | Position | None) -> Ruleset | None:
    """Return the rules to play by where a certificate holds none, of the catalogue if none are named.

    No file that a certificate names is run.
    """
    name = certificate.get("game")
    as_data = certificate.get("kind") in ("period", LAW) or certificate.keys() & {"rules", "law", "laws"}
    if as_data or not isinstance(name, str):
        return None  # it is about the rules that it holds, whatever else has their name
    if named is not None:
        return named.ruleset if isinstance(named, Position) else named
    with suppress(UnknownGame):
        return games.load(name)
    try:
        return code(name)
    except GrundyError:
        raise GrundyError(
            "{name!r} is not a game of the catalogue: name its file, as in grundy verify c.json rules.py:name",
            name=name[:60],
        ) from None
