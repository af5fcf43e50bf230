"""What a certificate says besides its automata: sentences and moves that win, compared with play, and changed."""

from __future__ import annotations

from itertools import product

import pytest
from tests.check.played import THEOREMS, Played, theorem

from grundy.check import check
from grundy.check.automata import Arithmetic, Automaton, conjunction
from grundy.check.laws import arithmetic
from grundy.check.statements import named
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving import certificate
from grundy.proving.certificate import certificate as bare
from grundy.proving.logic.numeration import numeration
from grundy.proving.sentences import named as provers
from grundy.proving.theorem import Theorem, prove
from number_sets import in_set

DEAR = {"kayles", "moores-nim", "misere wythoff", "misere nim", "split-nim", "nim values", "turning-turtles"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.hours if n in DEAR else ()) for n in THEOREMS])
def test_what_is_said_is_accepted_and_so_of_small_positions(name: str) -> None:
    made, played = theorem(name), Played(theorem(name))
    told = made.certificate()
    assert {*made.accepted} == {"says", "wins"} and check(told).verified
    assert all(map(played.said, told["says"])) and played.wins(told["wins"])


@pytest.mark.slow
def test_two_moves_that_win_are_not_one() -> None:
    made = theorem("kayles").certificate()
    either = {"when": ["and"], "chosen": ["c", "d"], "where": ["and"], "move": ["c", "d"], "one": 0}
    alone = [{**either, "chosen": ["c"], "move": ["c"], "when": ["<=", "x0", 2]}]
    assert check(sealed({**made, "wins": [*alone, either]})).verified
    verdict = check(sealed({**made, "wins": [*alone, {**either, "one": 1}]}))
    assert not verdict.verified and verdict.reason.startswith("a case has two moves that win")


# ---- sets that have a name


@pytest.mark.parametrize("name", [each for each in provers.NAMED if not each.startswith("beatty")])
def test_a_set_that_has_a_name_holds_what_the_name_says(name: str) -> None:
    """By the prover's automaton, and of smaller numbers by the checker's."""
    systems = map(numeration, ("msd_2", "msd_fib", "msd_3", "msd_5"))
    system = next(each for each in systems if name in provers.automata(each))
    own, proved = arithmetic(system.name), provers.automata(system)[name]
    told, found = named(name, own), {True: 0, False: 0}
    few, many = {1: (200, 600), 2: (24, 50), 3: (8, 12), 4: (5, 7), 5: (4, 5), 6: (3, 4)}[len(told.names)]
    for state in product(range(many), repeat=len(told.names)):
        assert proved.accepts(*state) == in_set(name, state), state
        if max(state) < few:
            is_there = not conjoined(told, dict(zip(told.names, state, strict=True)), own).empty
            assert is_there == in_set(name, state), state
            found[is_there] += 1
    assert min(found.values()) >= 2
    for other in {"msd_2", "msd_3", "msd_fib"} - {own.system.name}:
        with pytest.raises(GrundyError):
            named(name, arithmetic(other))


def conjoined(told: Automaton, numbers: dict[str, int], own: Arithmetic) -> Automaton:
    for name, n in numbers.items():
        told = conjunction(told, own.number(name, n))
    return told


def test_what_the_checker_does_not_know_is_the_provers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "STEPS", 10)
    made = prove(load("bash"))
    assert isinstance(made, Theorem)
    told = made.explain()
    assert made.accepted == {} and made.certificate() == bare(made) and made.to_dict()["accepted"] == []
    assert "decided by the prover, not by the checker" in told
    assert "by (4), decided by the prover, but not by the checker: take n mod 4" in told
