"""Theorems for any number of heaps: true by play, and their changed certificates refused, or found false, or still true."""

from __future__ import annotations

from typing import Any

import pytest
from tests.check.made_certificates import ITSELF, NOTHING, ROWS, Certificate, of_row, resealed

import grundy as gr
from grundy.check import check
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.proving.comparing import compare
from grundy.proving.families import prove_for_any_number
from grundy.proving.moves import NoFormula


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


def made(name: str) -> Certificate:
    return of_row(name).certificate()


@pytest.mark.slow
@pytest.mark.parametrize("name", ROWS)
def test_a_theorem_is_said_and_its_certificate_verified(name: str) -> None:
    rules, words, automata = ROWS[name]
    found = of_row(name)
    assert found.statement() == f"For any number of heaps, the Grundy value of {rules.name}(x1, x2, x3, …) is {words}"
    assert check(made(name)).verified
    assert automata in (None, made(name)["automata"])
    compared = compare(made(name), rules)
    assert compared is not None and compared.positions > 100
    with pytest.raises(GrundyError, match="other rules"):
        compare(made(name), gr.moores_nim)


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
