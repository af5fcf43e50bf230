"""Certificates of every kind, as they are made and changed: both checkers agree, and what they accept is true by play."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import pytest
from tests.check import made_periods as periods
from tests.check.both_checkers import POSITION_KINDS, READ, agreed
from tests.check.made_certificates import (
    BOARDS,
    FAMILIES,
    KINDS,
    POSITIONS,
    PROVED,
    ROWS,
    Certificate,
    mutated,
    of_family,
    of_kind,
    of_row,
    proved,
)
from tests.check.played import Played, lost
from tests.check.played import theorem as told
from tests.check.shown_certificates import SHOWN
from tests.check.still_true import KNOWN, family_holds, law_holds, row_holds, still_true_whatever

import grundy as gr
from cases import nontrivial
from grundy.check.formulas import in_words
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.language.run import Failed
from grundy.proving.comparing import verified
from grundy.proving.questions import ask, changed
from grundy.proving.theorem import prove
from grundy.rules.ruleset import Ruleset

Truth = Callable[[Certificate], bool]


class Group(NamedTuple):
    """Certificates with what tells whether changed ones are true, or None; how many are changed, and in which fields."""

    made: Callable[[], list[tuple[Certificate, Truth | None]]]
    count: int
    fields: tuple[str, ...] = ()


def by_play(made: Certificate) -> tuple[Certificate, Truth | None]:
    return made, partial(still_true_whatever, rules=gr.nim) if made["kind"] in KNOWN else None


@cache
def positions() -> list[tuple[Certificate, Truth | None]]:
    """Positions, and periods of sequences."""
    made = [of_kind(kind)[0] for kind in KINDS if kind != "believed"]
    made += [make() for make in (*POSITIONS.values(), *BOARDS.values())]
    made += [
        sealed(claim) for _, _, claim in (*periods.windows(periods.octal)[:4], *periods.windows(periods.unequal)[:4])
    ]
    return [by_play(each) for each in json.loads(json.dumps(made)) if each["kind"] in POSITION_KINDS]


def of_rules(rules: Ruleset, new: Certificate) -> bool:
    """Whether what is accepted is about other rules, or true of these."""
    try:
        return not verified(new, rules).verified or law_holds(new, rules)
    except GrundyError:
        return True


COINS = ("lasker", "mock turtles", "ruler")
"""Whose laws are compared with play in tests of their own."""


@cache
def laws() -> list[tuple[Certificate, Truth | None]]:
    made = [(proved(name)[1], None if name in COINS else partial(of_rules, proved(name)[0])) for name in PROVED]
    made += [(of_kind(kind)[0], None) for kind in ("look back", "intervals", "same periods", "runs")]
    return [(json.loads(json.dumps(each)), true) for each, true in made]


@cache
def questions() -> list[tuple[Certificate, Truth | None]]:
    """What follows from laws: of the laws as they were, by the prover's engine and by play."""
    sentence, twins = of_kind("sentence")[0], of_kind("same law")[0]
    moves = json.loads(json.dumps(changed(prove(load("wythoff")), "+ (2,4)(1,3)").certificate()))
    return [
        (sentence, lambda new: new["law"] == sentence["law"] and ask(prove(load("bash")), in_words(new["sentence"])).truth),
        (moves, lambda new: new["law"] == moves["law"]
            and lost(load("wythoff"), 12, new["moves"]) == lost(load("wythoff"), 12, [])),
        (twins, lambda new: new["laws"] == twins["laws"] and new["shift"] == twins["shift"]),
        (of_kind("same periods")[0], None),
    ]  # fmt: skip


def families() -> list[tuple[Certificate, Truth | None]]:
    return [(of_family(name), family_holds) for name in FAMILIES] + [(SHOWN["family law"][0], family_holds)]


def statements(names: tuple[str, ...]) -> list[tuple[Certificate, Truth | None]]:
    def is_so(played: Played, new: Certificate) -> bool:
        return all(map(played.said, new["says"])) and played.wins(new["wins"])

    return [(told(name).certificate(), partial(is_so, Played(told(name)))) for name in names]


GROUPS = {
    "positions": Group(positions, 240),
    "laws": Group(laws, 100),
    "questions": Group(questions, 120),
    "families": Group(families, 60),
    "rows": Group(lambda: [(of_row(name).certificate(), row_holds) for name in ROWS], 80, ("rules", "automata")),
    "statements": Group(
        lambda: statements(("bash", "subtraction", "nim", "fibonacci-nim", "split-nim")), 120, ("says", "wins")
    ),
    "long statements": Group(lambda: statements(("wythoff", "kayles")), 120, ("says", "wins")),
}


def mutants(name: str, count: int, seed: int) -> Counter[tuple[str, str]]:
    """Return how often the first checker says what of changed certificates, by kind; what it accepts must still be true.

    So it is with those that are not changed, of which all must be accepted.
    """
    chosen, made = random.Random(seed), GROUPS[name].made()
    own = [*made]
    while len(own) < len(made) + count:
        old, true = made[len(own) % len(made)]
        new = mutated(old, chosen, GROUPS[name].fields)
        nontrivial(new != old)
        own += [(new, true)] if new != old else []
    told = agreed([new for new, _ in own])
    assert {said for _, said in told[: len(made)]} == {"accepted"}
    for (new, true), (_, said) in zip(own, told, strict=True):
        if said == "accepted" and true is not None:
            try:
                assert true(new), new
            except (Failed, RecursionError):  # the checker proved that the rules never fail
                raise AssertionError(new) from None
    return Counter(told[len(made) :])


def told_apart(name: str) -> None:
    count = GROUPS[name].count // 2
    found = mutants(name, count, 1)
    false, refused = (sum(found[kind, word] for kind in (*READ, "no kind")) for word in ("false", "refused"))
    assert min(false, refused) > count // 12, found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["positions", "laws", "families", "rows"])
def test_no_changed_certificate_is_accepted_that_is_not_still_true(name: str) -> None:
    told_apart(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["questions", "statements", pytest.param("long statements", marks=pytest.mark.hours)])
def test_nothing_else_that_is_said_is_accepted_that_is_not_still_so(name: str) -> None:
    told_apart(name)


@pytest.mark.hours
@pytest.mark.parametrize("name", GROUPS)
def test_of_thousands_none_is_accepted_that_is_not_still_true(name: str) -> None:
    for turn in range(10):  # so that no one run of the second checker takes long
        mutants(name, GROUPS[name].count, 100 + turn)


@pytest.mark.slow
def test_there_are_certificates_of_every_kind() -> None:
    assert {made["kind"] for group in (positions, laws, questions, families) for made, _ in group()} == {*READ}
