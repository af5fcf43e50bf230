"""Certificates for all parameters that were changed: refused, or found false, or still true by play."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest
from tests.check.made_certificates import Certificate, all_places, resealed, verdicts

import grundy as gr
from cases import nontrivial
from grundy.check import check
from grundy.check.automata import Automaton
from grundy.check.families import Blocks
from grundy.check.formulas import Linear
from grundy.check.laws import arithmetic
from grundy.check.numeration import system_of
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.language.ir import routine_of, value_of
from grundy.language.run import Run
from grundy.proving.families import prove_for_all
from own_games import to_half


@gr.game(least=0)
def band(n: int, *, a: int = 2, b: int = 4):
    for k in range(a, min(b, n) + 1):
        yield n - k


@cache
def made(name: str) -> Certificate:
    rules, parameters, asked = {
        "bash": (gr.bash, "m", {}),
        "values": (gr.bash, "m", {"values": True}),
        "misere": (gr.bash, "m", {"play": "misere"}),
        "band": (band, "b >= a", {}),
        "halved": (to_half, "m", {}),
    }[name]
    return prove_for_all(rules, parameters, **asked).certificate()


NAMES = ("bash", "values", "misere", "band", "halved")


def mutated(old: Certificate, chosen: random.Random) -> Certificate:
    new = copy.deepcopy(old)
    where = [p for p in all_places(new) if p[0] not in ("hash", "fingerprint", "text", "game", "kind", "format")]
    group = chosen.choice(("rules", "automata", "where", "block", ""))
    path = chosen.choice([p for p in where if p[0] == group] or where)
    held = new
    for step in path[:-1]:
        held = held[step]
    value = held[path[-1]]
    if isinstance(value, list) and value and chosen.random() < 0.7:
        chosen.shuffle(value)
    elif isinstance(value, int):
        held[path[-1]] = value + chosen.choice((-1, 1, 1, 2))
    else:
        held[path[-1]] = chosen.choice((0, 1, [], "misere", "normal", "losing", "msd_3", None))
    return resealed(new)


def played(data: Certificate, sample: tuple[int, ...], most: int) -> list[int]:
    """Return who loses, or the values, of 0, 1, …, by the rules in a certificate with some parameters."""
    routine = routine_of(data["rules"]["moves"])
    given = {
        **{k: value_of(v) for k, v in data["parameters"].items()},
        **dict(zip(data["quantified"], sample, strict=True)),
    }
    known: list[int] = []
    for n in range(most):
        options = {
            o[0] if isinstance(o, tuple) else o
            for o in Run(routine).yields([n, *(given[k] for k in routine.keywords)], 10**4)
        }
        had = [known[o] for o in options]
        if data["claim"] == "graph":
            known.append(next(v for v in range(len(had) + 1) if v not in had))
        else:
            known.append(sum(had) <= data["blocked"] and (data["play"] == "normal" or bool(options)))
    return known


def still_true(data: Certificate) -> bool:
    """Return whether a law is right for small parameters and positions, and those around constants, by playing."""
    base = system_of(data["numeration"]).base
    tracks = 2 * (2 if data["claim"] == "graph" else 1) + sum(1 for b in data["block"][:-1] if b)
    letters = list(product(range(base), repeat=tracks))
    for sample in product(range(7), repeat=len(data["quantified"])):
        if any(sum(a * p for a, p in zip(row, (*sample, 1), strict=True)) < 0 for row in data["where"]):
            continue
        block = sum(a * p for a, p in zip(data["block"], (*sample, 1), strict=True))
        for n, known in enumerate(played(data, sample, 40)):
            for v in range(8) if data["claim"] == "graph" else (0,):
                numbers = [n // block, n % block, *([v // block, v % block] if data["claim"] == "graph" else [])]
                own = [p for p, b in zip(sample, data["block"], strict=False) if b] + numbers
                state = 0
                for letter in zip(*(digits(each, base) for each in own), strict=True):
                    state = data["automata"][0]["delta"][state][letters.index(letter)] if state >= 0 else -1
                if (state in data["automata"][0]["accepting"]) is not (
                    known == v if data["claim"] == "graph" else bool(known)
                ):
                    return False
    return True


def digits(n: int, base: int) -> list[int]:
    found = list[int]()
    for _ in range(7):
        found.append(n % base)
        n //= base
    return found[::-1]


def mutants(count: int, seed: int) -> Counter[str]:
    return verdicts(count, seed, [*map(made, NAMES)], mutated, still_true)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_true_is_found_true(name: str) -> None:
    assert check(made(name)).verified and still_true(made(name))


@pytest.mark.slow
def test_no_changed_certificate_is_accepted_that_is_not_still_true() -> None:
    found = mutants(45, 1)
    assert found["false"] > 9 and found["refused"] > 9, found


@pytest.mark.hours
def test_no_changed_certificate_of_a_thousand_is_accepted_that_is_not_still_true() -> None:
    assert mutants(1500, 2)["false"] > 300


def changed(name: str, **fields: Any) -> Certificate:
    return resealed({**copy.deepcopy(made(name)), **fields})


def test_more_than_was_proved_is_not_accepted() -> None:
    """For parameters, positions and blocks other than those of the theorem."""
    assert not check(changed("band", where=[[1, 0, 0]])).verified  # a > b
    assert "the block is 0" in check(changed("bash", block=[1, 0], where=[[1, 0]])).reason
    assert not check(changed("bash", block=[1, 2])).verified
    assert not check(changed("bash", block=[2, 2])).verified
    assert not check(changed("halved", numeration="msd_2", blocked=1)).verified


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"quantified": []}, "a list of 1 to 3 names"),
        ({"quantified": ["m", "m"]}, "twice"),
        ({"quantified": ["k"]}, "the rules take others"),
        ({"parameters": {"m": 3}}, "have a value, or are quantified"),
        ({"where": [[1, -5], [-1, 4]]}, "no parameters are as"),
        ({"where": [[1, 0, 0]]}, "a sum of parameters is a list of 2 integers"),
        ({"where": 3}, "'where' is a list"),
        ({"block": [-1, 1]}, "from 0 to 1000"),
        ({"form": "code"}, "those of a code have a value"),
        ({"claim": "graphs"}, "the field 'claim'"),
        ({"numeration": "msd_0"}, "the checker knows"),
    ],
)
def test_malformed_fields_are_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(GrundyError, match=problem):
        check(changed("bash", **fields))


def test_another_fingerprint_or_field_is_refused() -> None:
    with pytest.raises(GrundyError, match="fingerprint"):
        check(sealed({**made("bash"), "quantified": ["k"]}))
    with pytest.raises(GrundyError, match="which its kind does not have"):
        check(sealed({**made("bash"), "bound": 9}))


def accepts(relation: Automaton, numbers: dict[str, int], base: int) -> bool:
    words = {track: digits(n, base) for track, n in numbers.items()}
    state: int | None = 0
    for i in range(7):
        state = None if state is None else relation.delta[state].get(tuple(words[track][i] for track in relation.names))
    return state is not None and relation.accepting[state]


def test_linear_relations_of_quotients_and_remainders_are_those_of_the_numbers() -> None:
    chosen = random.Random(3)
    for turn in range(40):
        row = [chosen.randrange(1, 3), chosen.randrange(3)]
        own = Blocks(arithmetic(chosen.choice(("msd_2", "msd_3"))), {"p0": "m"}, Linear((("p0", row[0]),), row[1]))
        terms = {name: chosen.randrange(-3, 4) for name in ("p0", "x0", "j0")[: chosen.randrange(1, 4)]}
        relation, constant = chosen.choice((">=", "=", "!=")), chosen.randrange(-6, 7)
        made_of = own.linear(terms, relation, constant)
        for _ in range(60):
            m, x, j = chosen.randrange(6), chosen.randrange(30), chosen.randrange(30)
            block = row[0] * m + row[1]
            if not block:
                continue
            total = constant + sum(a * {"p0": m, "x0": x, "j0": j}[name] for name, a in terms.items())
            holds = {">=": total >= 0, "=": total == 0, "!=": total != 0}[relation]
            tracks = {"p0": m}
            for name, n in (("x0", x), ("j0", j)):
                tracks |= {f"{name}.q": n // block, f"{name}.r": n % block}
            nontrivial(len(terms) > 1)
            assert accepts(made_of, {t: tracks[t] for t in made_of.names}, own.system.base) is holds, (
                turn,
                terms,
                relation,
            )
