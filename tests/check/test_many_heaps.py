"""Theorems for any number of heaps: true by play, and their changed certificates refused, or found false, or still true."""

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
from grundy.check import check
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.language.ir import routine_of
from grundy.language.run import Run
from grundy.proving.comparing import compare
from grundy.proving.families import RowTheorem, prove_for_any_number
from grundy.proving.moves import NoFormula

ITSELF = {"delta": [[0, -1, -1, 0]], "accepting": [0]}
NOTHING = {"delta": [[0, -1, 0, -1]], "accepting": [0]}


@gr.game(least=0)
def row_of_nim(*heaps: int):
    for i in range(len(heaps)):
        for k in range(heaps[i]):
            yield (*heaps[:i], k, *heaps[i + 1 :])


@gr.game(least=0)
def one_or_two(*heaps: int):
    for i in range(len(heaps)):
        for k in range(1, min(2, heaps[i]) + 1):
            yield heaps[:i] + (heaps[i] - k,) + heaps[i + 1 :]


@gr.game(least=0)
def two_stairs(*stairs: int):
    for i in range(len(stairs)):
        for k in range(1, stairs[i] + 1):
            if i < 2:
                yield stairs[:i] + (stairs[i] - k,) + stairs[i + 1 :]
            else:
                yield stairs[: i - 2] + (stairs[i - 2] + k, stairs[i - 1], stairs[i] - k) + stairs[i + 1 :]


@gr.game(least=0)
def nine_heaps(*heaps: int):
    for i in range(len(heaps)):
        for k in range(1, heaps[i] + 1):
            if i < 9:
                yield heaps[:i] + (heaps[i] - k,) + heaps[i + 1 :]


@gr.game(least=0)
def small_heaps(*heaps: int):
    for i in range(len(heaps)):
        for k in range(1, heaps[i] + 1):
            if heaps[i] < 500:
                yield heaps[:i] + (heaps[i] - k,) + heaps[i + 1 :]


@gr.game(least=0)
def upwards(*stairs: int):
    for i in range(len(stairs) - 1):
        for k in range(1, stairs[i] + 1):
            yield stairs[:i] + (stairs[i] - k, stairs[i + 1] + k) + stairs[i + 2 :]


@gr.game(least=0)
def wrapped(*heaps: int):
    for i in range(len(heaps)):
        for k in range(heaps[i - 1]):
            yield heaps[:i] + (k,) + heaps[i + 1 :]


RULES = {
    "staircase": (gr.staircase_nim, "x1 ⊕ x3 ⊕ x5 ⊕ …", [ITSELF, NOTHING]),
    "row_of_nim": (row_of_nim, "x1 ⊕ x2 ⊕ x3 ⊕ …", [ITSELF]),
    "one_or_two": (one_or_two, "(x1 mod 3) ⊕ (x2 mod 3) ⊕ (x3 mod 3) ⊕ …", None),
    "two_stairs": (two_stairs, "x1 ⊕ x2 ⊕ x5 ⊕ x6 ⊕ …", [ITSELF, ITSELF, NOTHING, NOTHING]),
}


@cache
def theorem(name: str) -> RowTheorem:
    found = prove_for_any_number(RULES[name][0])
    assert found is not None
    return found


def made(name: str) -> Certificate:
    return theorem(name).certificate()


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_a_theorem_is_said_and_its_certificate_verified(name: str) -> None:
    rules, words, automata = RULES[name]
    found = theorem(name)
    assert found.statement() == f"For any number of heaps, the Grundy value of {rules.name}(x1, x2, x3, …) is {words}"
    assert check(made(name)).verified
    assert automata in (None, made(name)["automata"])
    compared = compare(made(name), rules)
    assert compared is not None and compared.positions > 100
    with pytest.raises(GrundyError, match="other rules"):
        compare(made(name), gr.moores_nim)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_what_is_true_is_found_true(name: str) -> None:
    assert still_true(made(name))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [nine_heaps, small_heaps, upwards, wrapped], ids=lambda rules: rules.name)
def test_what_changes_far_out_or_goes_upwards_has_no_theorem(rules: Any) -> None:
    assert prove_for_any_number(rules) is None
    own = made("row_of_nim") | {"rules": {**made("row_of_nim")["rules"], "moves": _moves(rules)}}
    for automata in ([ITSELF], [NOTHING], [ITSELF, NOTHING], [NOTHING, ITSELF]):
        assert not check(resealed({**own, "automata": automata})).verified


def _moves(rules: Any) -> Any:
    from grundy.language.ir import routine_json
    from grundy.rules.data import routine

    return routine_json(routine(rules, rules.function))


@pytest.mark.parametrize("game", [gr.bash, gr.moores_nim, gr.northcott, gr.nim])
def test_rules_of_another_kind_are_refused(game: Any) -> None:
    with pytest.raises(NoFormula):
        prove_for_any_number(game)


def mutated(old: Certificate, chosen: random.Random) -> Certificate:
    new = copy.deepcopy(old)
    if chosen.random() < 0.2:
        new["automata"] = [copy.deepcopy(chosen.choice([ITSELF, NOTHING])) for _ in range(chosen.randrange(1, 5))]
        return resealed(new)
    where = [p for p in all_places(new) if p[0] == chosen.choice(("rules", "rules", "automata"))]
    path = chosen.choice([p for p in where if isinstance(_at(new, p), int)] or where)
    held, value = _at(new, path[:-1]), _at(new, path)
    held[path[-1]] = value + chosen.choice((-1, 1, 1, 2)) if isinstance(value, int) else chosen.choice((0, 1, [], None))
    return resealed(new)


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def still_true(data: Certificate) -> bool:
    """Return whether the law is right for small rows, by playing the rules in the certificate."""
    routine = routine_of(data["rules"]["moves"])

    @cache
    def value(state: tuple[int, ...]) -> int:
        held = {value(option) for option in Run(routine).yields([state], 10**4)}
        return next(v for v in range(len(held) + 1) if v not in held)

    def accepts(automaton: Any, size: int, v: int) -> bool:
        state = 0
        for bit in range(6)[::-1]:
            state = automaton["delta"][state][2 * (size >> bit & 1) + (v >> bit & 1)] if state >= 0 else -1
        return state in automaton["accepting"]

    for width, side in ((0, 1), (1, 20), (2, 7), (3, 5), (4, 3), (5, 3), (6, 2), (7, 2)):
        for state in product(range(side), repeat=width):
            total = 0
            for i, size in enumerate(state):
                own = data["automata"][i % len(data["automata"])]
                total ^= next((v for v in range(64) if accepts(own, size, v)), -1)
            if total != value(state):
                return False
    return True


def mutants(count: int, seed: int) -> Counter[str]:
    return verdicts(count, seed, [*map(made, RULES)], mutated, still_true)


@pytest.mark.slow
def test_no_changed_certificate_is_accepted_that_is_not_still_true() -> None:
    found = mutants(150, 1)
    assert found["false"] > 30 and found["refused"] > 20, found


@pytest.mark.hours
def test_no_changed_certificate_of_thousands_is_accepted_that_is_not_still_true() -> None:
    assert mutants(4000, 2)["false"] > 800


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"automata": []}, "one automaton or more"),
        ({"automata": [ITSELF] * 9}, "more than 6"),
        ({"automata": 3}, "'automata' is a list"),
        ({"rules": []}, "'rules' and 'parameters' are objects"),
        ({"rules": {"version": 1}}, "has no field 'moves'"),
        ({"play": "misere"}, "which its kind does not have"),
    ],
)
def test_malformed_fields_are_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(GrundyError, match=problem):
        check(resealed({**made("row_of_nim"), **fields}))
    with pytest.raises(GrundyError, match="fingerprint"):
        check(sealed({**made("row_of_nim"), "fingerprint": ""}))


@pytest.mark.slow
def test_the_command_proves_for_any_number_of_heaps_where_none_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    place = str(tmp_path / "s.json")
    assert main(["prove", "staircase-nim", "--certificate", place]) == 0
    assert capsys.readouterr().out.startswith(
        "Theorem. For any number of heaps, the Grundy value of staircase-nim(x1, x2, x3, …)"
    )
    assert main(["verify", place, "staircase-nim"]) == 0
    assert "for any number of heaps" in capsys.readouterr().out
    assert main(["prove", "moores-nim"]) == 2
    assert "--heaps 2" in capsys.readouterr().err
