"""What is known of a rule for all positions, through one door: `law`, `prove`, `same`, `redundant` and `ask`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from grundy.games import load, names
from grundy.language.run import Run
from grundy.proving import families, known
from grundy.proving.known import follows
from grundy.proving.questions import Answer, ask, certificate, same, same_values
from grundy.proving.theorem import Theorem, prove, theorem
from grundy.rules.as_heap_code import read_code_of
from grundy.rules.data import hash_of, routine
from grundy.solving.compiled_rules import native_heaps
from grundy.values.patterns.law import Beatty, conjecture
from grundy.values.patterns.regular import find_regular
from own_games import lasker_split_first, volley, wythoff_of
from snares import styles

STYLES, AGAIN = styles("three"), styles("three again")
BITS = "bit arithmetic"  # is not linear
LINEAR = [name for name in STYLES if name != BITS]


@pytest.mark.parametrize("kind", [gr.game, gr.heap_game])
@pytest.mark.parametrize("name", LINEAR)
def test_every_style_has_a_code_a_law_and_a_theorem(name: str, kind: Callable[..., Any]):
    rules = kind(STYLES[name])
    found = prove(rules, values=True)  # a theorem is one that the checker accepted
    assert found.proved, str(found)
    law = rules.law()
    assert (law.kind, law.period, law.proved) == ("periodic", 4, True)
    code, reason = read_code_of(gr.heap_game(STYLES[name]))
    assert str(code) in ("{1, 2, 3}", "0.333"), reason


@pytest.mark.some(6)
@pytest.mark.parametrize("name", STYLES)
def test_every_style_is_compiled(name: str):
    found = gr.game(STYLES[name])(7).solve(method="compiled")  # raises where the rule is interpreted
    assert [str(move) for move in found.winning_moves()] == ["7 → 4"]
    rules = gr.heap_game(STYLES[name])
    assert native_heaps(rules) is not None
    assert rules.sequence(9).tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 0]


def test_the_page_of_the_language_lists_the_styles():
    page = (Path(__file__).parents[2] / "docs/reference/language.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| yes \| (period 4, proved|conjecture) \| (yes|refused: [^|]+) \|$", page, re.M)
    assert [row[0] for row in rows] == list(STYLES)
    assert [row[0] for row in rows if row[1:] == ("period 4, proved", "yes")] == LINEAR


@pytest.mark.parametrize("rule", [STYLES[BITS], AGAIN[BITS]])
def test_bit_arithmetic_is_refused_by_all_with_one_reason(rule: Callable[..., Any]):
    why = "bit arithmetic is not linear"
    code, reason = read_code_of(gr.heap_game(rule))
    assert code is None and why in reason
    for kind in (gr.game, gr.heap_game):
        rules = kind(rule)
        with pytest.raises(gr.GrundyError, match=why):
            prove(rules)
        law = rules.law(limit=200)
        assert not law.proved and why in law.explain()
        assert rule is not STYLES[BITS] or law.period == 4


def ending_at(low: int) -> Any:
    """A game that is won at ``low``, which the ending has as its own default."""

    @gr.game
    def down(n: int, *, m: int = 2):
        for k in range(1, min(m, n) + 1):
            yield n - k

    if low == 3:

        @down.ending
        def reached(n: int, *, at: int = 3):
            return gr.WIN if n <= at else None
    else:

        @down.ending
        def reached_too(n: int, *, at: int = 4):
            return gr.WIN if n <= at else None

    return down


def test_an_ending_may_have_a_parameter_of_its_own():
    rules = ending_at(3)
    lost = [n for n in range(20) if rules(n).solve(method="interpreted").outcome is gr.Outcome.P]
    assert (
        lost
        == [n for n in range(20) if rules(n).solve(method="compiled").outcome is gr.Outcome.P]
        == [4, 7, 10, 13, 16, 19]
    )
    found = prove(rules)
    assert found.proved
    assert [n for n in range(20) if found.automata[0].accepts(n)] == lost
    ending = routine(rules, rules.hooks["ending"])
    assert ending.keywords == ()
    assert [Run(ending).returned((n,)) for n in (3, 4)] == [gr.WIN, None]


def test_the_hash_holds_what_an_ending_has_as_its_own_default():
    assert hash_of(ending_at(3)) == hash_of(ending_at(3)) != hash_of(ending_at(4))
    assert hash_of(ending_at(3).bind(m=3)) != hash_of(ending_at(3))


# -- laws from theorems ------------------------------------------------------------------------------------------------


@gr.game
def at_once(a: int, b: int, c: int):
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b + 1):
        yield a, b - k, c
    for k in range(1, c + 1):
        yield a, b, c - k


def test_a_law_of_pairs_is_proved_to_be_those_of_beatty():
    law = gr.wythoff.law(limit=40, seconds=30)
    assert (law.kind, law.proved, law.form) == ("beatty", True, Beatty(1))
    assert str(law).endswith("proved by a theorem")
    assert "It is proved by a theorem about all positions" in law.explain()
    assert law.certificate()["kind"] == "automatic law"
    made = theorem(gr.wythoff, values=False)
    assert [follows(made, replace(law, form=Beatty(t)), 10.0) for t in (1, 2, 3)] == [True, False, False]


def test_an_arithmetic_period_is_proved_by_a_theorem():
    law = lasker_split_first.law(limit=200, seconds=60)
    assert (law.kind, law.period, law.saltus, law.preperiod, law.proved) == ("arithmetic", 4, 4, 1, True)
    assert law.value(1003) == lasker_split_first(1003).grundy() == 1004


@pytest.mark.parametrize("values", [[n % 3 for n in range(200)], [0, *((n & -n).bit_length() for n in range(1, 400))]])
def test_what_a_theorem_does_not_say_does_not_follow(values: list[int]):
    found = conjecture(values)
    assert found.kind in ("periodic", "regular")
    assert not follows(theorem(gr.heap_game(STYLES["loop up"])), found, 10.0)


def test_a_recurrence_follows_from_a_theorem():
    made = theorem(gr.heap_game(STYLES["loop up"]))
    right = find_regular([n % 4 for n in range(400)])
    wrong = find_regular([n % 4 if n % 16 else 4 for n in range(400)])
    assert right is not None
    assert wrong is not None
    law = conjecture([n % 4 for n in range(400)])
    assert [follows(made, replace(law, form=form), 20.0) for form in (right, wrong)] == [True, False]


def test_a_theorem_is_the_law_where_nothing_shorter_shows():
    law = at_once.law(seconds=30)  # of three numbers
    assert (law.kind, law.proved) == ("automatic", True)
    assert law.to_dict()["form"]["statement"] in law.explain()
    with pytest.raises(gr.GrundyError, match=r"no short function is known for this law: .*proved by a theorem"):
        law.code("python")
    with pytest.raises(gr.GrundyError, match="no law, no code"):
        gr.euclid.law(limit=30, seconds=0).code("python")
    ended = ending_at(3).law(seconds=30)
    assert (ended.kind, ended.proved) == ("automatic", True)


def test_a_conjecture_says_how_the_prover_was_asked():
    law = gr.euclid.law(limit=30)
    assert (law.kind, law.proved) == ("none", False)
    assert "The prover was asked: " in law.explain()
    assert "The prover" not in gr.euclid.law(limit=30, seconds=0).explain()
    assert "until time ran out" in wythoff_of(3).law(limit=30, seconds=0.5).explain()


def test_theorems_are_kept_with_their_rulesets():
    rules = wythoff_of(1)
    found = theorem(rules, values=False, seconds=30)
    assert rules.law(limit=30).theorem is found is theorem(rules, values=False)
    answer = same(rules, gr.wythoff)
    assert isinstance(answer, Answer)
    assert answer.holds
    assert theorem(rules.bind(t=2), values=False, seconds=1) is not found


@pytest.mark.slow
@pytest.mark.some(9)
@pytest.mark.parametrize("name", names())
def test_every_game_is_answered_or_refused_in_a_sentence(name: str):
    """By every door to what is known of all positions, in normal and in misère play."""
    rules, quick = load(name), {"seconds": 0.1}
    doors: list[Callable[[], Any]] = [
        lambda: rules.law(limit=9, **quick),
        lambda: rules.law(limit=9, heaps=2, **quick),
        lambda: rules.sequence(5),
        lambda: known.to_ask(rules, **quick),
        lambda: same_values(rules, load("nim"), **quick),
        lambda: prove(rules, values=True, **quick),
        lambda: families.for_any_number(rules, **quick),
        *(partial(families.prove_for_all, rules, parameter, **quick) for parameter in rules.params),
        *(partial(door, play=play, **quick) for play in ("normal", "misere") for door in (
            partial(prove, rules), partial(prove, rules, heaps=2), partial(same, rules, load("bash")),
            partial(same, rules, rules, heaps=2))),
    ]  # fmt: skip
    for door in doors:
        try:
            found = door()
        except gr.GrundyError as refused:
            assert str(refused) and "\n" not in str(refused)
            continue
        assert str(found)
        if isinstance(found, Theorem):
            width = len(found.moves.names)
            assert ask(found, f"P({', '.join(['3'] * width)})").truth is not None


def test_of_pieces_of_one_s_own_no_law_of_values_is_told():
    """Its positions have no Grundy values, by whatever door they are asked for; who loses is a theorem."""

    @gr.game(sided=True, least=0)
    def steps(n: int):
        for k in (1, 2, 3):
            if n >= k:
                yield n - k

    law = steps.law(seconds=30)
    assert law.proved and not law.period and "lost exactly when n is a multiple of 4" in str(law)
    asked = partial(prove, steps, values=True), partial(known.theorem, steps, values=True), partial(steps(5).grundy)
    for door in (*asked, partial(same_values, steps, load("bash"), seconds=5.0)):
        with pytest.raises(gr.GrundyError, match=r"no Grundy value|no heap values to compare"):
            door()


@pytest.mark.slow
@pytest.mark.parametrize("rules", [volley, gr.kayles, gr.code("all-but {2,3}")], ids=str)
def test_a_formula_about_a_period_is_decided_by_it(rules: Any):
    law = rules.law(seconds=10)
    assert law.proved and law.period
    values = rules.sequence(200).tolist()
    for n in (0, 7, 35, 199):
        for v in {0, 1, values[n]}:
            assert ask(law, f"G({n},{v})").truth is (values[n] == v)
        assert ask(law, f"P({n})").truth is (values[n] == 0)
    assert ask(law, "An Ev G(n,v) & (Aw G(n,w) => v=w)").truth
    assert ask(law, "An P(n) <=> G(n,0)").truth
    with pytest.raises(gr.GrundyError, match="there is no predicate 'M'"):
        ask(law, "M(1,0)")


def test_a_long_period_and_one_that_is_none_are_refused():
    for law in (gr.octal("0.165").law(), gr.euclid.law(limit=30, seconds=0)):
        with pytest.raises(
            gr.GrundyError, match="formulas are decided for periods of at most 400 values, which this is not"
        ):
            ask(law, "P(1)")


def test_what_is_asked_is_decided_by_a_theorem_or_else_by_a_period():
    volley.forget()  # what a test of the shell may have proved
    found = known.to_ask(volley, seconds=0.001)  # in which nothing else is proved
    assert isinstance(found, known.Periodic) and (found.law.period, found.law.preperiod) == (21, 35)
    assert isinstance(known.to_ask(load("wythoff")), Theorem)
    values = known.to_ask(gr.heap_game(STYLES["loop up"]))
    assert isinstance(values, Theorem) and ask(values, "An P(n) <=> n%4=0").truth
    made = certificate(values, ask(values, "An P(n) <=> n%4=0"))
    assert made["sentence"] == ["all", ["n"], ["<=>", ["is", "G", "n", 0], ["=", ["%", "n", 4], 0]]]
