"""One theorem for all parameters: said, proved, and true by play; what changes far out is refused."""

from __future__ import annotations

import json
from functools import cache
from itertools import product

import pytest

import grundy as gr
from grundy.check import check
from grundy.common.errors import GrundyError
from grundy.proving.comparing import compare
from grundy.proving.families import FamilyTheorem, NotForAll, family, prove_for_all
from own_games import from_to, to_half


@gr.game(least=0)
def pairs(n: int, *, m: int = 2):
    for j in range(1, m + 1):
        if 2 * j <= n:
            yield n - 2 * j


@gr.game(least=0)
def to_third(n: int, *, m: int = 2):
    for k in range(n):
        if 3 * k + m >= n:
            yield k


@gr.heap_game
def heap_bash(n: int, *, m: int = 3):
    for k in range(1, min(m, n) + 1):
        yield (n - k,)


@gr.game(least=0)
def other_at_40(n: int, *, m: int = 2):
    for k in range(1, min(m, n) + 1):
        if not (m == 40 and k == 2):
            yield n - k


@gr.game(least=0)
def ends_at_500(n: int, *, m: int = 2):
    for k in range(1, min(m, n) + 1):
        if n <= 500:
            yield n - k


THEOREMS = {
    "bash": (gr.bash, "m", {}, "n is a multiple of m + 1"),
    "bash values": (gr.bash, "m", {"values": True}, "n mod (m + 1)"),
    "bash misere": (gr.bash, "m", {"play": "misere"}, "n mod (m + 1) = 1"),
    "bash blocked": (gr.bash, "m >= 2", {"blocked": 1}, "n mod (m + 1) < 2"),
    "from_to": (from_to, "b >= a", {}, "n mod (a + b) < a"),
    "pairs": (pairs, "m", {}, "n mod (2·m + 2) < 2"),
    "pairs values": (pairs, "m", {"values": True}, "⌊(n mod (2·m + 2))/2⌋"),
    "to_half": (to_half, "m", {}, "n = (m + 1)·(2^k - 1), for some k >= 0"),
    "to_third": (to_third, "m", {}, "n = (m + 1)·((3^k - 1)/2), for some k >= 0"),
    "heap_bash": (heap_bash, "m", {}, "n mod (m + 1)"),
}


@cache
def found(name: str) -> FamilyTheorem:
    rules, parameters, asked, _words = THEOREMS[name]
    made = prove_for_all(rules, parameters, **asked)
    assert isinstance(made, FamilyTheorem), made
    return made


@pytest.mark.parametrize("name", THEOREMS)
def test_a_theorem_is_said_as_a_mathematician_would(name: str) -> None:
    rules, _parameters, asked, words = THEOREMS[name]
    said = found(name).statement()
    assert said.startswith("For all ") and said.endswith(words), said
    assert ("the Grundy value of" in said) is (asked.get("values") or name.startswith("heap"))
    assert rules.name in said and "automaton" not in said


@pytest.mark.parametrize("name", THEOREMS)
def test_its_certificate_is_verified(name: str) -> None:
    made = found(name)
    data = json.loads(json.dumps(made.certificate()))
    verdict = check(data)
    assert verdict.verified and verdict.claim.startswith("for all ")
    assert compare(data, THEOREMS[name][0]).branches == made.comparison.branches


def lost(name: str, n: int, sample: tuple[int, ...]) -> int:
    """Return what is so by the sentence of a theorem, written anew."""
    match name, sample:
        case "bash", (m,):
            return n % (m + 1) == 0
        case "bash misere", (m,):
            return n % (m + 1) == 1
        case "bash blocked", (m,):
            return n % (m + 1) < 2
        case "from_to", (a, b):
            return n % (a + b) < a
        case "pairs", (m,):
            return n % (2 * m + 2) < 2
        case "to_half", (m,):
            return n in [(m + 1) * (2**k - 1) for k in range(9)]
        case "to_third", (m,):
            return n in [(m + 1) * (3**k - 1) // 2 for k in range(9)]
        case (("bash values" | "heap_bash"), (m,)):
            return n % (m + 1)
        case _:
            return n % (2 * sample[0] + 2) // 2


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("name", THEOREMS)
def test_it_is_true_of_small_parameters_by_play(name: str) -> None:
    made = found(name)
    asked = THEOREMS[name][2]
    values = made.to_dict()["claim"] == "values"
    block = made.certificate()["block"]
    most = 12 if len(made.family.names) == 1 else 5
    for sample in product(range(1, most + 1), repeat=len(made.family.names)):
        if not made.family.holds(sample):
            continue
        rules = made.family.bound(sample)
        known: list[int] = []
        for n in range(201):
            options = {o[0] if isinstance(o, tuple) else o for o in _options(rules, n)}
            had = [known[o] for o in options]
            if values:
                known.append(next(v for v in range(len(had) + 1) if v not in had))
            else:
                no_move = asked.get("play") == "misere" and not options
                known.append(sum(had) <= asked.get("blocked", 0) and not no_move)
            assert known[-1] == lost(name, n, sample), (n, sample)
            whole = sum(a * p for a, p in zip(block, (*sample, 1), strict=True))
            own = dict(zip(("p0", "p1"), sample, strict=False)) | {"x0.q": n // whole, "x0.r": n % whole}
            if values:
                assert all(
                    made.automaton.accepts(**own, **{"z.q": v // whole, "z.r": v % whole}) is (v == known[-1])
                    for v in (known[-1] - 1, known[-1], known[-1] + 1) if v >= 0
                )  # fmt: skip
            else:
                assert made.automaton.accepts(**own) is known[-1]


def _options(rules, n: int) -> list:
    return list(rules.heap_options(n)) if hasattr(rules, "heap_options") else list(rules.options(n))


@pytest.mark.slow
def test_what_changes_far_out_is_refuted_and_told_for_single_parameters() -> None:
    made = prove_for_all(other_at_40, "m")
    assert isinstance(made, NotForAll) and not made.proved
    assert "does not continue (the losing positions are others: m = 40, x0 = 2)" in made.explain()
    assert made.explain().endswith("it was proved for m = 1, 2, 3, 4, 5, 6, 7, 8, each separately")
    with pytest.raises(GrundyError, match="there is no certificate"):
        made.certificate()
    assert isinstance(prove_for_all(other_at_40, "m >= 41"), FamilyTheorem)


@pytest.mark.hours
def test_what_changes_at_large_positions_is_refuted() -> None:
    late = prove_for_all(ends_at_500, "m >= 3", seconds=100)
    assert isinstance(late, NotForAll) and "x0 = 501" in late.explain()


def test_where_no_form_is_common_to_all_the_values_are_told_for_which_it_was_proved() -> None:
    made = prove_for_all(from_to, "b >= a, b <= 3", values=True)
    assert made.explain() == (
        "no theorem for all a >= 1, b >= a, 3 >= b was found: the first of them show no common form; it was "
        "proved for (a, b) = (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3), each separately"
    )


def test_parameters_are_read_with_conditions() -> None:
    assert family(gr.bash, "m").words() == "m >= 1"
    assert family(gr.bash, "2 <= m < 9").where == ((1, -2), (-1, 8))
    assert family(from_to, "a, b").where == ((1, 0, -1), (0, 1, -1))
    for text, problem in {
        "k": "no parameter 'k'",
        "m*m > 2": "not linear",
        "m > 1 | m < 9": "comparisons of sums",
        "": "column 1",
        "m >= 5, m <= 4": "no parameters are as",
    }.items():
        with pytest.raises(GrundyError, match=problem):
            prove_for_all(gr.bash, text)
    with pytest.raises(GrundyError, match="of one number"):
        prove_for_all(heap_bash, "m", heaps=2)
