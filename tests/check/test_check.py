"""The checker of certificates: what is true is verified, what is not is not, and what is malformed is refused."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.check import made_periods
from tests.check.made_periods import Certificate, law

import grundy as gr
import grundy.check
import grundy.check.form
from brute import code_values
from cases import nontrivial
from grundy.check import Verdict, read_certificate
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, TooLarge
from grundy.faces.cli import main
from grundy.proving.certificate import certificate as bare
from grundy.proving.theorem import Theorem, prove
from grundy.rules.heapcode import read_code
from grundy.rules.heaps import HeapCode, heap_digits


def check(claim: Certificate, **options: Any) -> Verdict:
    """Check a certificate with the content hash that it should have."""
    return grundy.check.check(sealed(claim), **options)


def refuted(claim: Certificate) -> str:
    """Return why a certificate is false or refused; it must not be verified."""
    try:
        verdict = check(claim)
    except GrundyError as error:
        return str(error)
    assert not verdict.verified and verdict.complete, claim
    return verdict.reason


@pytest.mark.some(2)
@pytest.mark.parametrize("make", made_periods.CLASSES)
def test_true_certificates_are_verified_and_changed_ones_are_not(make: Callable[[random.Random], HeapCode]) -> None:
    for code, values, shown in made_periods.laws(make):
        true = made_periods.certificate(code, values, *shown)
        nontrivial(any(values))
        assert check(true).verified and check(true, sample=10**6) == check(true), true
        mutants(true, values)


def mutants(true: Certificate, values: list[int]) -> None:
    start, period, given = true["preperiod"], true["period"], true["values"]
    wrong: list[Certificate] = [{**true, "values": [*given[:i], v, *given[i + 1 :]]} for i in range(len(given)) for v in (
        given[i] + 1, given[i] ^ 4)]  # fmt: skip
    wrong += [{**true, "period": period + 1}, {**true, "preperiod": start + 1}, {**true, "values": given[:-1]}]
    wrong += [{**true, "period": period + 1, "values": values[: start + period + 1]}] if period > 1 else []
    wrong += [{**true, "preperiod": start - 1, "values": given[:-1]}] if start else []
    wrong += (
        [{**true, "saltus": true["saltus"] + 1}, {**true, "saltus": 0}] if "saltus" in true else [{**true, "saltus": 1}]
    )
    wrong += [{**true, "criterion": name} for name in made_periods.FAMILIES.values() if name != true["criterion"]]
    wrong += [{key: value for key, value in true.items() if key != name} for name in true]
    for claim in wrong:
        if (claim.get("criterion"), true["criterion"]) != ("finite code", "subtraction"):  # it is right there, too
            refuted(claim)
    assert refuted({**true, "values": [*given[:-1], given[-1] + 1]})


@pytest.mark.parametrize("make", made_periods.CLASSES)
def test_exactly_the_claims_that_hold_are_verified(make: Callable[[random.Random], HeapCode]) -> None:
    chosen = random.Random(f"claims of {make.__name__}")
    size = made_periods.CLASSES[make][1] // 4
    for _ in range(30 if make is made_periods.finite else 100):
        code = make(chosen)
        if code.family not in made_periods.FAMILIES:
            continue
        values, verdicts = code_values(code, size), set[bool]()
        shown = law(values, code.family == "all-but")
        if (shown is None or shown[0] > 4 or shown[1] > 6) and chosen.random() < 0.97:
            continue  # none of the claims below would hold
        for start in range(5):
            for period in range(1, 7):
                saltus = values[start + period] - values[start] if code.family == "all-but" else 0
                if code.family == "all-but" and saltus < 1:
                    continue
                claim = made_periods.certificate(code, values, start, period, saltus)
                holds = all(values[n + period] == values[n] + saltus for n in range(start, size - period))
                assert check(claim).verified is holds, claim
                verdicts.add(holds)
        nontrivial(len(verdicts) == 2)  # some claims hold, and some do not


def test_a_subtraction_set_is_a_finite_code_and_a_finite_code_is_none() -> None:
    true = made_periods.certificate(code := read_code("0.333"), code_values(code, 4), 0, 4)
    assert check({**true, "criterion": "finite code"}).verified
    kayles = made_periods.certificate(code := read_code("0.77"), code_values(code, 83), 71, 12)
    assert check(kayles) == Verdict(
        True,
        True,
        "in 0.77, g(n + 12) = g(n) for every n >= 71",
        "167 values were replayed from the rules, and the criterion for finite codes carries them on",
    )
    assert refuted({**kayles, "criterion": "subtraction"}) == (
        "the criterion \"subtraction\" is for subtraction sets, not for '0.77'"
    )
    other = {**kayles, "code": "0.76"}
    assert refuted(other) == "g(2) is 0 by the rules, and the certificate says 2"


def test_grundys_game_has_no_period_of_three() -> None:
    values = code_values(read_code("unequal 4.0"), 11)
    assert all(values[n + 3] == values[n] for n in range(3, 8))
    false = made_periods.certificate(read_code("unequal 4.0"), values, 3, 3)
    assert refuted(false) == "g(13) is 3 by the rules, and the certificate says 0"
    assert "is for finite codes" in refuted({**false, "criterion": "finite code"})


# ---- sparse space


@pytest.mark.some(1)
@pytest.mark.parametrize("make", [made_periods.octal, made_periods.unequal])
def test_any_mask_gives_the_values(make: Callable[[random.Random], HeapCode]) -> None:
    chosen = random.Random(5)
    for code, values, (start, period, _) in made_periods.splitting(make):
        for mask in chosen.sample(every := made_periods.masks(code, values), min(3, len(every))):
            true = made_periods.certificate(code, values, start, period)
            total = replayed(check(true))
            del true["values"]
            true |= {"mask": mask, "rare": (listed := made_periods.rares(code, mask, values[:total]))}
            fair = all(any(not made_periods.rare(code, mask, n, v) for v in range(max(values) + 1)) for n in (1, 2))
            nontrivial(fair)
            if fair:
                assert check(true).verified, true
                mutants_of_sparse(true, listed, chosen)


def replayed(verdict: Verdict) -> int:
    assert verdict.verified
    return int(verdict.reason.split()[0].replace(",", ""))


def mutants_of_sparse(true: Certificate, listed: list[int], chosen: random.Random) -> None:
    wrong = [{**true, "rare": [r for r in listed if r != gone]} for gone in chosen.sample(listed, min(4, len(listed)))]
    wrong += [{**true, "rare": sorted({*listed, more})} for more in range(1, 12) if more not in listed]
    wrong += [{**true, "rare": [*listed, 10**6]}, {**true, "rare": listed[::-1] + [0]}, {**true, "depth": 4}]
    wrong += [{**true, "preperiod": true["preperiod"] - 1}] if true["preperiod"] else []
    wrong += [{**true, "period": true["period"] + 1}] if true["period"] > 1 else []
    wrong += [{**true, "mask": 1}, {**true, "mask": 0}, {**true, "mask": 1 << 18}, {**true, "values": [0]}]
    wrong += [{key: value for key, value in true.items() if key != name} for name in true]
    for claim in wrong:
        refuted(claim)


@pytest.mark.some(1)
@pytest.mark.parametrize("make", [made_periods.octal, made_periods.unequal])
def test_windows(make: Callable[[random.Random], HeapCode]) -> None:
    found = made_periods.windows(make)
    assert len(found) > 10 and any(c["mask"] & 1 for _, _, c in found)
    for _, _, true in found:
        nontrivial(true["preperiod"] or true["period"] > 1)
        assert check(true).verified, true
        assert check({**true, "depth": true["depth"] + 5}).verified, true
        if true["depth"]:
            assert "to the depth" in refuted({**true, "depth": true["depth"] - 1})
        assert refuted({**true, "criterion": made_periods.FAMILIES[read_code(true["code"]).family]})
        for name in true:
            refuted({key: value for key, value in true.items() if key != name})
        wrong: list[Certificate] = [
            {"rare": [*true["rare"], 70]},
            {"rare": true["rare"][:-1]},
            {"rare": true["rare"][1:]},
        ]
        wrong += [{"preperiod": true["preperiod"] - 1}] if true["preperiod"] else []
        wrong += [{"period": true["period"] + 1}] if true["period"] > 1 else []
        for change in wrong[: None if true["rare"] else 1]:
            refuted({**true, **change})


@pytest.mark.slow
@pytest.mark.parametrize("make", [made_periods.octal, made_periods.unequal])
def test_no_false_window_is_verified(make: Callable[[random.Random], HeapCode]) -> None:
    chosen = random.Random(7)
    tried = 0
    for _ in range(60):
        code = make(chosen)
        if not any(digit & 4 for digit in code.digits):
            continue
        values = code_values(code, 160)
        for mask in chosen.sample(every := made_periods.masks(code, values), min(4, len(every))):
            listed = made_periods.rares(code, mask, values)
            for cut in range(min(len(listed), 6) + 1):
                for start, period in ((0, 1), (1, 2), (2, 1), (3, 3), (0, 4)):
                    claim = made_periods.certificate(code, values, start, period) | {"criterion": "window"}
                    del claim["values"]
                    claim |= {"mask": mask, "rare": listed[:cut], "depth": chosen.randrange(5)}
                    holds = all(values[n + period] == values[n] for n in range(start, 160 - period))
                    tried += not holds
                    nontrivial(not holds)
                    assert holds or not check(claim).verified, claim
    assert tried > 500


@pytest.mark.parametrize("digits", [[4, *[3] * 300], [0, *[2] * 290, 7]])
def test_values_above_255(digits: list[int]) -> None:
    code = heap_digits(digits)
    values = code_values(code, 330)
    assert max(values) > 255
    shown = made_periods.certificate(code, values, 329, 1)
    assert check(shown, sample=330)[:2] == (False, False)
    assert check({**shown, "values": [*values[:-1], values[-1] ^ 256]}, sample=330).complete
    for mask in (2, 512 + 2, 6):
        sparse = {key: value for key, value in shown.items() if key != "values"} | {"mask": mask}
        assert not check({**sparse, "rare": made_periods.rares(code, mask, values)}, sample=330).complete


def test_a_sample_may_refute_and_not_verify() -> None:
    kayles = made_periods.certificate(code := read_code("0.77"), code_values(code, 83), 71, 12)
    told: list[tuple[int, int]] = []
    verdict = check(kayles, sample=100, progress=lambda done, total: told.append((done, total)))
    assert verdict[:2] == (False, False) and verdict.reason == "only the first 100 of 167 values were replayed"
    assert told == [(0, 100)]
    kayles["values"][50] += 1
    assert check(kayles, sample=50)[:2] == (False, False)
    assert check(kayles, sample=51)[:2] == (False, True)
    huge = {**GOOD, "code": "0.106", "criterion": "window", "preperiod": 465384263797, "period": 328226140474}
    del huge["values"]
    with pytest.raises(TooLarge, match="sample"):
        check({**huge, "mask": 2, "rare": [], "depth": 9})
    for wrong in (0, -1, True, 1.5):
        with pytest.raises(GrundyError, match="a sample has one value or more"):
            check(kayles, sample=wrong)


# ---- what is malformed

GOOD: Certificate = {
    "kind": "period", "format": 2, "code": "0.3", "criterion": "subtraction", "preperiod": 0, "period": 2, "values": [0, 1],
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        *[("kind", wrong) for wrong in ("theorem", None, 3, [], {})],
        *[("code", wrong) for wrong in ("0.30", ".3", " 0.3", "0.9z", "", 3, None, ["0.3"], "0.(3)", "unequal 0.(3)")],
        *[("code", wrong) for wrong in ("0.3 2:2", "0." + "3" * 10**4, "{1}", "\ud800", "all-but {}", "kayles")],
        *[("criterion", wrong) for wrong in ("bound", "", None, 1, ["subtraction"])],
        *[("preperiod", wrong) for wrong in (-1, True, 0.0, "0", None, 10**30, 10**17)],
        *[("period", wrong) for wrong in (0, -2, True, 2.0, "2", None, 10**30, 10**17)],
        *[("values", wrong) for wrong in ([], [0], [0, 1, 0], [0, True], [0, 1.0], [0, -1], [0, None])],
        *[("values", wrong) for wrong in ([0, 10**12], [[0], 1], "01", {"0": 1}, None, 1)],
        *[(field, 0) for field in ("saltus", "depth", "note", "", "Kind")],
        *[(field, []) for field in ("rare", "mask")],
    ],
)  # fmt: skip
def test_malformed_certificates_are_refused_in_one_sentence(field: str, wrong: Any) -> None:
    with pytest.raises(GrundyError) as refusal:
        check({**GOOD, field: wrong})
    assert 10 < len(str(refusal.value)) < 300 and "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "code", ["unequal 0.3(3)", "0.7(3)", "0.3 2:5", "0.77 3:1", "unequal 4.(3)", "unequal 4.0 2:2"]
)
@pytest.mark.parametrize("criterion", ["finite code", "unequal", "subtraction", "all-but", "window"])
def test_codes_that_no_criterion_covers(code: str, criterion: str) -> None:
    claim = {**GOOD, "code": str(read_code(code)), "criterion": criterion}
    if criterion == "window":
        del claim["values"]
        claim |= {"mask": 2, "rare": [], "depth": 0}
    if criterion == "all-but":
        claim["saltus"] = 1
    with pytest.raises(GrundyError, match="is for"):
        check(claim)


def test_masks_that_no_code_has() -> None:
    sparse = {key: value for key, value in GOOD.items() if key != "values"} | {
        "criterion": "finite code",
        "rare": [],
        "mask": 2,
    }
    with pytest.raises(GrundyError, match="splits none"):
        check({**sparse, "code": "0.31"})
    with pytest.raises(GrundyError, match="bit 0"):
        check({**sparse, "code": "0.77", "mask": 3})
    for rare_heaps in ([0], [2, 1], [1, 1], [1, True], [-1], "1", None):
        with pytest.raises(GrundyError, match="rare"):
            check({**sparse, "code": "0.77", "rare": rare_heaps})


def test_a_mask_proves_nothing_of_splits_into_three() -> None:
    """By its splits in two alone 0.7B would have the values 0, 1, 2, 3 again and again; g(5) is 4."""
    claim = {"kind": "period", "format": 2, "code": "0.7B", "criterion": "finite code", "preperiod": 0, "period": 4}
    with pytest.raises(GrundyError, match="leaves more"):
        check({**claim, "mask": 2, "rare": [4, 8, 12]})
    assert not check({**claim, "values": [0, 1, 2, 3]}).verified


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "3", "null", '"kind"', "{'kind': 1}", '{"a": NaN}', '{"a": -Infinity}', '{"a": 1.5}', '{"a": 1e3}',
        '{"a": 1, "a": 1}', '{"b": {"a": 1, "a": 1}}', '{"a": ' + "9" * 10**6 + "}", "[" * 10**6, '{"a":' * 10**5,
        '{"a": ' + "9" * 10**4 + "}", '{"a": ' + "[" * 500 + "]" * 500 + "}",
        '{"a": 1} x', '{"a": 1,}', "\ufeff{}",
    ],
)  # fmt: skip
def test_texts_that_are_no_certificates(text: str) -> None:
    with pytest.raises(GrundyError) as refusal:
        read_certificate(text)
    assert 10 < len(str(refusal.value)) < 300 and "\n" not in str(refusal.value)


def test_long_texts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy.check.form, "LARGEST_TEXT", 30)
    with pytest.raises(TooLarge, match="at most 30 letters"):
        read_certificate(json.dumps(GOOD))


def test_what_is_no_object_is_refused() -> None:
    for wrong in (None, [], "period", {1: 2}, {}):
        with pytest.raises(GrundyError):
            grundy.check.check(wrong)  # type: ignore[arg-type]


def test_the_content_hash_covers_every_field() -> None:
    true = sealed(GOOD)
    assert grundy.check.check(true).verified
    for changed in ({**true, "preperiod": 2}, {**true, "hash": true["hash"][::-1]}, {**true, "hash": None}, GOOD):
        with pytest.raises(GrundyError, match="hash"):
            grundy.check.check(changed)


def test_the_checker_imports_the_rules_only() -> None:
    home = Path(grundy.check.__file__).parent
    files = sorted(home.glob("*.py"))
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert len(files) > 8 and max(lengths.values()) < 600, lengths
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    own = {name for name in names if name.startswith("grundy")}
    assert {name for name in own if name.split(".")[1] not in ("check", "common")} == {
        *("grundy.rules.data", "grundy.rules.heaps", "grundy.rules.ruleset", "grundy.rules.sums"),
    }, own  # those of what is believed (`grundy.check.python_rules`), and of types
    assert names - own <= {*sys.stdlib_module_names, "collections.abc"}
    assert not any(isinstance(node, ast.Name) and node.id in ("exec", "eval", "__import__") for node in nodes)
    assert not names & {"ast", "inspect"}
    assert "grundy.common.messages" not in names  # what is told is translated elsewhere


TRUSTED = """
import sys, json
from grundy.check import check, read_certificate
assert check(read_certificate(sys.stdin.read())).verified
import ast
lines = code = 0
for name, module in sorted(sys.modules.items()):
    if name.split(".")[0] != "grundy" or not getattr(module, "__file__", None):
        continue
    if name in ("grundy", "grundy.common.seam"):  # the door of the whole library, by which a check goes nowhere
        continue
    text = open(module.__file__, encoding="utf-8").read()
    told = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
                told |= {*range(each.lineno, each.end_lineno + 1)}
    rows = text.splitlines()
    lines += len(rows)
    code += sum(bool(row.strip()) and row.strip()[0] != "#" and i not in told for i, row in enumerate(rows, 1))
print(json.dumps([lines, code, sorted(n for n in sys.modules if n.split(".")[0] == "grundy")]))
"""


def trusted(made: Certificate) -> tuple[int, int, list[str]]:
    """Return how many lines of grundy are imported when a certificate is checked in a new interpreter: all, and of code.

    Lines of code are those that are not empty, no comment and no text that stands alone (docstrings).
    """
    words = [sys.executable, "-c", TRUSTED]
    told = subprocess.run(words, input=json.dumps(made), capture_output=True, text=True, check=True)
    lines, code, names = json.loads(told.stdout)
    return lines, code, names


def test_a_verdict_trusts_few_lines() -> None:
    period = sealed(made_periods.certificate(code := read_code("0.77"), code_values(code, 83), 71, 12))
    theorem = prove(gr.bash, systems=["msd_2"])
    assert isinstance(theorem, Theorem)
    law, with_sentence = bare(theorem), theorem.certificate()
    of_code = prove(gr.octal("0.3")).certificate()
    of_position = gr.tic_tac_toe("XO./.../...").solve().certificate()
    of_board = gr.domineering(2, 2).solve().certificate()
    for made, most in (
        (period, 900),
        (law, 3100),
        (with_sentence, 3550),
        (of_code, 3100),
        (of_position, 1900),
        (of_board, 1900),
    ):
        _lines, found, names = trusted(made)
        assert found < most, (made["kind"], found, names)
        others = {name for name in names if name.split(".")[1:2] not in ([], ["check"], ["common"])}
        assert not others and "grundy.check.python_rules" not in names


# ---- the shell


def test_the_shell_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "kayles.json"
    kayles = made_periods.certificate(code := read_code("0.77"), code_values(code, 83), 71, 12)
    place.write_text(json.dumps(sealed(kayles)), encoding="utf-8")
    assert main(["verify", str(place)]) == 0
    assert capsys.readouterr().out.startswith("verified: in 0.77, g(n + 12) = g(n) for every n >= 71\n167 values")
    assert main(["verify", str(place), "--sample", "20"]) == 3
    assert capsys.readouterr().out == "not verified: only the first 20 of 167 values were replayed\n"
    assert main(["verify", str(place), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == check(kayles)._asdict()
    kayles["values"][17] = 9
    place.write_text(json.dumps(sealed(kayles)), encoding="utf-8")
    assert main(["verify", str(place)]) == 1
    assert capsys.readouterr().out == "not verified: g(17) is 4 by the rules, and the certificate says 9\n"


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe", b"[1]", b'{"kind": "period"}', b'{"kind": "law"}', b"\x00" * 100]
)
def test_the_shell_refuses(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "wrong.json"
    place.write_bytes(data)
    for words in (
        [str(place)],
        [str(tmp_path)],
        [str(tmp_path / "none")],
        [],
        ["--fast"],
        [str(place), "--sample", "x"],
        ["\0"],
    ):
        assert main(["verify", *words]) == 2, words
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith("grundy: ") and said.err.count("\n") == 1
