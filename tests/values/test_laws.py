"""Laws: what values suggest, values of heaps of any size, code for a contest, Beatty pairs."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import code_values
from cases import mostly, nontrivial
from grundy.common.errors import GrundyError, RulesError
from grundy.rules.heaps import all_but_code
from grundy.solving.sequence_laws import losing_pairs
from grundy.values.patterns.law import Beatty, Law, all_but_law, all_but_values, conjecture, find_beatty
from own_games import wythoff_of

heads = st.lists(st.integers(0, 9), max_size=6)
several = st.lists(st.integers(0, 9), min_size=2, max_size=6)
cycles = mostly(several, st.lists(st.integers(0, 9), min_size=1, max_size=6))


def continued(head: list[int], cycle: list[int], saltus: int, count: int) -> list[int]:
    values = list(head)
    while len(values) < count:
        times, place = divmod(len(values) - len(head), len(cycle))
        values.append(cycle[place] + times * saltus)
    return values


@given(heads, cycles, st.integers(0, 3))
def test_periods_are_seen_and_continued(head: list[int], cycle: list[int], saltus: int) -> None:
    values = continued(head, cycle, saltus, 200)
    law = conjecture(values[:60])
    nontrivial(law.period > 1)
    assert law.kind in ("periodic", "arithmetic") and not law.proved
    assert [law.value(n) for n in range(200)] == values
    assert law.preperiod <= len(head) and len(cycle) % law.period == 0


def test_nothing_is_seen_in_nothing() -> None:
    primes = [sum(all(n % d for d in range(2, n)) for n in range(2, m)) % 7 for m in range(120)]
    law = conjecture(primes)
    assert law.kind == "none" and not law.proved
    with pytest.raises(GrundyError, match="no value"):
        law.value(1000)
    with pytest.raises(GrundyError, match="no law"):
        law.code("python")


def test_what_bits_are_worth_is_seen() -> None:
    @gr.game
    def turned(n: int) -> Iterator[int]:  # one bit, or two
        yield from (m for m in range(n) if (n ^ m).bit_count() < 3)

    law = turned.law(limit=100)
    assert (
        str(law) == "g(x ⊕ y) = g(x) ⊕ g(y), conjecture, holds up to 100"
        and "first: 1, 2, 3, 4, 5, 6, 7." in law.explain()
    )
    assert law.to_dict()["form"]["worth"] == [1, 2, 3, 4, 5, 6, 7] and law.value(100) == 3 ^ 6 ^ 7
    with pytest.raises(GrundyError, match="not known what bit 7 of 128 is worth"):
        law.value(128)
    assert conjecture([law.value(n) ^ (n == 70) for n in range(100)]).kind == "none"


def test_a_few_exceptions_make_no_law() -> None:
    for places in ([110], [26, 127], [70, 90, 200]):
        values = [int(n in places) for n in range(256)]
        assert conjecture(values).kind != "regular"


def test_a_rounded_slope_is_no_arithmetic_period() -> None:
    from math import isqrt

    for count in (500, 2048):
        assert conjecture([(n + isqrt(5 * n * n)) // 2 for n in range(count)]).kind == "none"


def run_python(text: str) -> Callable[[int], int]:
    space: dict[str, Any] = {}
    exec(text, space)
    return space["grundy"]


def run_cpp(text: str, folder: Path, name: str = "grundy", numbers: int = 1) -> Callable[..., int]:
    if shutil.which("g++") is None:
        pytest.skip("no C++ compiler here")
    source, made = folder / "law.cpp", folder / "law.so"
    source.write_text(text + f'\nextern "C" long long called({", ".join(f"long long a{i}" for i in range(numbers))}) '
                      f'{{ return {name}({", ".join(f"a{i}" for i in range(numbers))}); }}\n')  # fmt: skip
    subprocess.run(["g++", "-shared", "-fPIC", "-Wall", "-Werror", "-o", made, source], check=True)
    called = ctypes.CDLL(str(made)).called
    called.restype, called.argtypes = ctypes.c_longlong, [ctypes.c_longlong] * numbers
    return called


@given(heads, cycles, st.integers(0, 3), st.integers(0, 10**15))
@settings(max_examples=40)
def test_python_code(head: list[int], cycle: list[int], saltus: int, far: int) -> None:
    law = conjecture(continued(head, cycle, saltus, 60))
    nontrivial(law.period > 1)
    grundy = run_python(law.code("python"))
    assert [grundy(n) for n in (*range(80), far)] == [law.value(n) for n in (*range(80), far)]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["0.77", "0.156", "{1, 3, 4}", "all-but {2, 5}", "4.(3)"])
def test_code_of_games(text: str, tmp_path: Path) -> None:
    law = gr.code(text).law()
    python, cpp = run_python(law.code("python")), run_cpp(law.code("cpp"), tmp_path)
    for n in (*range(300), 10**6, 10**17 + 12345):
        assert python(n) == cpp(n) == law.value(n)
    assert str(law) in law.code("python").splitlines()[0]


def test_code_that_would_be_too_long_is_refused() -> None:
    with pytest.raises(GrundyError, match="too many"):
        gr.octal("0.16").law(limit=300_000).code("cpp")
    with pytest.raises(GrundyError, match="not 'basic'"):
        gr.octal("0.77").law().code("basic")


@given(st.integers(1, 6), st.integers(0, 10**40))
def test_beatty_pairs_are_complementary(t: int, n: int) -> None:
    nontrivial(n)
    pairs = Beatty(t)
    a, b = pairs.pair(n)
    assert b - a == t * n and pairs.contains(a, b) and pairs.contains(b, a)
    first = [m for k in range(1, 60) for m in pairs.pair(k)]
    assert set(range(1, 60)) <= set(first) and len(set(first)) == len(first)
    assert not pairs.contains(a, b + 1)


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("t", [1, 2, 3, 4])
def test_the_law_of_generalised_wythoff(t: int, tmp_path: Path) -> None:
    game = wythoff_of(t)
    law = game.law(limit=45, seconds=30 if t < 3 else 0)
    assert law.kind == "beatty" and law.form == Beatty(t) and law.proved == (t < 3)
    space: dict[str, Any] = {}
    exec(law.code("python"), space)
    cpp = run_cpp(law.code("cpp"), tmp_path, "losing", 2)
    game(40, 40).solve()  # and so all that are smaller
    for a in range(40):
        for b in range(40):
            lost = game(a, b).solve().outcome is gr.Outcome.P
            assert space["losing"](a, b) == bool(cpp(a, b)) == lost == law.form.contains(a, b)
    a, b = law.form.pair(10**8)
    assert cpp(a, b) and not cpp(a, b + 1)


def test_other_games_on_two_heaps_show_no_beatty_pairs() -> None:
    assert gr.nim.bind().name == "nim"
    assert gr.euclid.law(limit=40).kind == "none"
    assert losing_pairs(gr.wythoff, 20)[-1] == (12, 20)
    assert find_beatty([(0, 0), (1, 2)]) is None
    with pytest.raises(RulesError, match="--heaps 2"):
        gr.chomp.law()


@given(st.sets(st.integers(1, 12), max_size=5))
def test_all_but_laws(excluded: set[int]) -> None:
    nontrivial(excluded)
    law = all_but_law(excluded)
    values = all_but_values(excluded, 3 * (law.preperiod + law.period) + 50)
    assert values == code_values(all_but_code(excluded), len(values)) == [*map(law.value, range(len(values)))]
    assert law.proved and law.saltus > 0


def test_the_sentences() -> None:
    law = gr.octal("0.77").law()
    assert law.explain() == (
        "g(n + 12) = g(n) for every n >= 71. It is proved by the exact criterion for a finite octal code, which needs "
        f"167 values; {law.checked_to + 1} were computed."
    )
    assert law.to_dict()["criterion"] == "finite code"
    with pytest.raises(GrundyError, match="no certificate"):
        Law("periodic", 3, 0, 0, False, 9).certificate()


closed = st.sampled_from([("zeros", 1), ("zeros", 3), ("counting", 0), ("counting", 0)])
kinds = mostly(closed, st.tuples(st.sampled_from(["any", "zeros", "counting"]), st.integers(0, 3)))


@given(cycles, kinds)
def test_a_formula_of_n_gives_the_values_of_the_law(cycle: list[int], chosen: tuple[str, int]) -> None:
    """Where a law says g(n) = …, that is what its first values and its period make, for all n."""
    kind, saltus = chosen
    head = {"any": cycle, "zeros": [0] * len(cycle), "counting": [*range(len(cycle))]}[kind]
    law = Law("arithmetic" if saltus else "periodic", len(head), 0, saltus, True, 99, head=head)
    formula = law.formula.partition(" for every ")[0]
    nontrivial(formula.startswith("g(n) = ") and law.value(59) > 0)
    if kind == "zeros" or (kind == "counting" and len(head) > 1 and not saltus):
        assert formula.startswith("g(n) = ") and law.statement(16) == f"{formula} for every n >= 0"
    if formula.startswith("g(n) = "):
        python = formula.removeprefix("g(n) = ").translate({ord("⌊"): "(", ord("⌋"): ")", ord("·"): "*"})
        for n in range(60):
            assert eval(python.replace("/", "//").replace("mod", "%"), {"n": n}) == law.value(n)
    else:
        assert law.statement(16).endswith(f" = {', '.join(map(str, head))}")


@pytest.mark.slow
def test_a_law_that_is_refuted_is_no_law() -> None:
    @gr.game
    def stuck(a: int, b: int):
        if (a, b) != (50, 70):
            yield from ((a - k, b) for k in range(1, a + 1))
            yield from ((a, b - k) for k in range(1, b + 1))
            yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))

    @gr.game
    def caught(n: int):
        if n != 901:
            yield from (n - k for k in range(1, min(n, 3) + 1))

    @gr.game
    def halves_but_one(n: int):
        if n != 901:
            yield from range((n + 1) // 2, n)

    law = caught.law(seconds=5)  # it looks back by no more than 3, so that what comes after its one exception is proved
    assert (law.period, law.preperiod > 900, law.proved) == (4, True, True) and (law.value(901), law.value(10**6)) == (
        0,
        3,
    )
    for rules, limit, place, said in (
        (stuck, 40, (50, 70), "(50, 70) is lost, but not such a pair"),
        (halves_but_one, 200, (901,), "901 has the value 0, not 225"),
    ):
        assert "conjecture" in str(rules.law(limit=limit, seconds=0)), rules  # the prover is not asked
        law = rules.law(limit=limit, seconds=2)
        assert law.kind == "none" and law.fails_at == place and not law.proved and "conjecture" not in str(law)
        assert str(law).startswith(
            f"no law found: the one that holds up to {limit} fails at {place[0] if rules is not stuck else place}"
        )
        assert law.explain().startswith(
            f"No law was found. The law that holds up to {limit} is refuted: {said}. It was:"
        )
        assert law.to_dict()["fails_at"] == list(place) and law.to_dict()["kind"] == "none"
        with pytest.raises(GrundyError, match="gives no value"):
            law.value(10**9)
