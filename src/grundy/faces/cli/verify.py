"""``grundy verify``: a certificate, checked from the rules alone."""

from __future__ import annotations

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
from grundy.faces.cli import arguments, files, output
from grundy.faces.cli.command import stopped
from grundy.faces.cli.options import Duration, Json, Natural, argument, option
from grundy.rules.codes import code
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

FALSE, SAMPLED = 1, 3
"""Exit codes: something is wrong in the certificate; nothing is, as far as a sample goes, or the time and memory."""
LAW = "automatic law"
MOST_STEPS = 10**15

File = Annotated[
    str,
    argument(
        "FILE",
        "A certificate, as `--certificate` of law, solve and prove writes it; - is standard input.",
        many=False,
    ),
]
Game = Annotated[
    list[str],
    argument(
        "[GAME [PARAMETERS]...]",
        "The rules to compare with, or to play by: of the catalogue, or of a file (rules.py:name); then parameters.",
    ),
]
Sample = Annotated[
    int | None,
    option("--sample", "N", "Replay the first N values only: may refute, but not verify.", Natural(MOST_VALUES)),
]
Seconds = Annotated[
    float | None,
    option("--seconds", "S", "Time limit in seconds (default 600); past it no verdict is given.", Duration()),
]
Steps = Annotated[
    int | None,
    option(
        "--steps",
        "N",
        "Limit in steps, which are the same on all machines; past it no verdict is given.",
        Natural(MOST_STEPS),
    ),
]


def run(
    file: File,
    game: Game,
    sample: Sample = None,
    seconds: Seconds = None,
    steps: Steps = None,
    json: Json = False,
) -> int:
    """Check a certificate without any solver: all that it rests on is found again from the rules."""
    if not file:
        raise GrundyError("name the file of a certificate, or - for standard input")
    budget = Budget(SECONDS if seconds is None else seconds, STEPS if steps is None else steps)
    certificate = read_certificate(files.text(file, LARGEST_TEXT))
    compared = ""
    try:
        with limits.working(_("a certificate is checked"), "values"), stopped(budget.seconds, budget.overtime), budget:
            named = _named(game) if game else None
            compared = "" if named is None else _compared(certificate, named)
            rules = rules_of(certificate, named)
            verdict = check(certificate, rules=rules, sample=sample, progress=limits.counting("values"), budget=budget)
    except TooLarge as given_up:
        verdict = Verdict(False, False, "", str(given_up))
    _show(verdict, compared, json)
    return _exit_code(verdict)


def _named(words: list[str]) -> Ruleset | Position:
    """Return the rules that the user names, with their parameters, or the position."""
    found = arguments.named(arguments.joined(words))
    return found.position if found.words or isinstance(found.game, Position) else found.rules


def _compared(certificate: dict[str, Any], rules: Ruleset | Position) -> str:
    """Return what was compared of the rules that the user names with those in a certificate; GrundyError for others."""
    check_format(certificate)
    comparison = import_module("grundy.proving.comparing").compare(certificate, rules)
    return "" if comparison is None else str(comparison)


def _show(verdict: Verdict, compared: str, json: bool) -> None:
    if json:
        output.show_json(verdict._asdict() | ({"compared": compared} if compared else {}))
    elif verdict.verified:
        print(_("verified: {claim}\n{reason}").format(claim=verdict.claim, reason=verdict.reason))
        if compared:
            print(_("compared: {what}").format(what=compared))
    elif verdict.complete or verdict.claim:
        print(_("not verified: {reason}").format(reason=verdict.reason))
    else:
        print(_("not checked: {reason}").format(reason=verdict.reason))


def rules_of(certificate: dict[str, Any], named: Ruleset | Position | None) -> Ruleset | None:
    """Return the rules to play by where a certificate holds none, of the catalogue if none are named.

    No file that a certificate names is run.
    """
    name = certificate.get("game")
    if _holds_rules(certificate) or not isinstance(name, str):
        return None  # they are about the rules that they hold, whatever else has their name
    if named is not None:
        return named.ruleset if isinstance(named, Position) else named
    known = _of_the_catalogue(name)
    if known is not None:
        return known
    try:
        return code(name)
    except GrundyError:
        raise GrundyError(
            "{name!r} is no game of the catalogue: name its file, as in grundy verify c.json rules.py:name",
            name=name[:60],
        ) from None


def _holds_rules(certificate: dict[str, Any]) -> bool:
    """Return whether a certificate is about rules as data, which stand in it."""
    return certificate.get("kind") in ("period", LAW) or "rules" in certificate


def _of_the_catalogue(name: str) -> Ruleset | None:
    try:
        return games.load(name)
    except UnknownGame:
        return None


def _exit_code(verdict: Verdict) -> int:
    if verdict.verified:
        return 0
    return FALSE if verdict.complete else SAMPLED
