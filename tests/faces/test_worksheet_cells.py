"""Cells that say more than a value: the tutorial's lines, properties, lists, tables, functions; bounds, faults, faces."""

from __future__ import annotations

import json
import random
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sessions import cell, is_the_same, text

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.faces.web import positions as valuation
from grundy.faces.worksheet import Answer, Worksheet
from grundy.faces.worksheet.expressions import FUNCTIONS
from grundy.faces.worksheet.members import TABLES, VALUE
from grundy.solving.parts import Parts
from grundy.values.notation import WIDE, functions, read, remainder
from grundy.values.operators import ordinal_sum, power, power_to, subordinate
from grundy.values.short import Value, game
from grundy.values.surreal import Surreal, Transfinite


@gr.game
def CLOCK(hour: int):
    if hour:
        yield (hour + 3) % 11
        yield (hour + 5) % 11


def one_of(seed: int) -> Value:
    """Return a value of a few days."""
    chosen = random.Random(seed)
    values = [Value(0), Value("*"), Value("1/2"), Value("^"), Value("-1"), Value("*2")]
    for _turn in range(2):
        values.append(game(chosen.sample(values, 2), chosen.sample(values, 2)))
    return chosen.choice(values)


def last(text: str) -> Answer:
    return Worksheet(text).answers[-1]


TUTORIAL = [
    row.replace("\\n", "\n").split("\t")
    for row in Path(__file__).with_name("tutorial.tsv").read_text(encoding="utf-8").splitlines()
]
"""What lines of CGSuite's tutorial ("" for its page: of its reference of values) are in a cell of ours, and what they give.

Commands and their answers only; lines that define classes, draw or loop with side effects are left out. What a line works
on, the cells of ours name again; lists of many thousand positions are shorter here.
"""
DEAR = ("; hot := ", "s(5)]; P", "s(5)]; [", "born(3)", "amazons(", "domineering(4,4)", "1..30]; big.Length")
"""Cells with these need hours: each is long, and asks of a list what a shorter one or another one is asked, too."""
LINES = [
    pytest.param(theirs, ours, answer, id=ours, marks=[pytest.mark.hours] * any(each in ours for each in DEAR))
    for _page, theirs, ours, answer in TUTORIAL
]


@pytest.mark.slow
@pytest.mark.some(160)
@pytest.mark.parametrize(("theirs", "ours", "answer"), LINES)
def test_the_tutorial_s_lines(theirs: str, ours: str, answer: str) -> None:
    assert cell(ours) == answer, theirs


def test_cells(tmp_path: Path) -> None:
    assert is_the_same("worksheet", tmp_path)


def test_ordinals_powers_integers_and_fractions(tmp_path: Path) -> None:
    assert is_the_same("ordinals", tmp_path)
    parts = [re.findall(r"\n  > .*\n  (.*)", part) for part in text("ordinals").split("\n# ")]
    answered = [sum(" " not in told for told in part) for part in parts]  # a sentence says why there is no answer
    assert answered[1] >= 68 and answered[2] >= 42, answered


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6), st.lists(st.integers(-9, 9), min_size=1, max_size=6))
@settings(max_examples=30, deadline=None)
def test_lists_and_sets_in_braces_are_options(left: list[int], right: list[int]) -> None:
    nontrivial(len({*left, *right}) > 2)
    options = f"{{{','.join(map(str, left))}|{','.join(map(str, right))}}}"
    assert cell(f"a = {left}; b = {right}.to_set; {{a|b}}") == cell(options)


@given(st.fractions(-9, 9, max_denominator=16), st.fractions(-9, 9, max_denominator=16).filter(bool))
@settings(max_examples=30, deadline=None)
def test_a_remainder_is_below_the_divisor_and_an_integer_multiple_away(a: Fraction, b: Fraction) -> None:
    nontrivial(not 0 <= a < b)
    left = remainder(Transfinite(a).settled(), Transfinite(b).settled())
    left = Transfinite.of(left).number.finite
    assert left is not None and abs(left) < abs(b) and left * b >= 0 and ((a - left) / b).denominator == 1


def test_the_room_for_calls_is_given_back() -> None:
    before = sys.getrecursionlimit()
    assert cell("def f(n) = 0 if n == 0 else f(n - 1) + 1; f(240)") == "240"
    assert sys.getrecursionlimit() == before


def test_there_are_as_many_lines_of_the_tutorial_as_were_wanted() -> None:
    assert len({(page, theirs) for page, theirs, _ours, _answer in TUTORIAL if page}) >= 150


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in VALUE if name not in ("ordinal product", "ordinal power")])
def test_a_property_is_asked_with_and_without_brackets(name: str) -> None:
    """Each name is known as CGSuite writes it and as Python does; what wants more values says so."""
    camel, snake = "".join(word.capitalize() for word in name.split()), name.replace(" ", "_")
    for value in ("(^)", "(3)", "{1|-1}", "(*2)"):
        found = [last(f"{value}.{asked}") for asked in (camel, snake, f"{camel}()", f"{snake}()")]
        assert len({str(answer.value or answer.said or answer.error) for answer in found}) <= 2
        assert "is not a question" not in str(found[0].error)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.integers(0, 2**30))
def test_powers_are_made_of_the_definition(n: int, seed: int) -> None:
    """G^[n] = {G^[n-1] | GR} and G^[n] = G^[n-1] + G^n, of G = {0 | GR}."""
    right = one_of(seed)
    value = game([0], [right])
    usable = value.left_options == (0,) and bool(value.right_options) and not value.is_number
    nontrivial(usable)
    if usable:
        assert power_to(value, n) == ordinal_sum(value, Value(n - 1))
        assert not value > 0 or power_to(value, n) == game([power_to(value, n - 1)], value.right_options)
        assert power_to(value, n) == sum((power(value, k) for k in range(1, n + 1)), Value(0))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 32), st.integers(1, 16))
def test_powers_between_integers_lie_between_them(eighths: int, more: int) -> None:
    """G to the x, summed, is G:y, where y grows with x: so it does, for any G; G^x = {0 | H - G^[x-1]} for G = {0 | H}."""
    nontrivial(eighths % 8 != 0 or more % 8 != 0)
    x, y = Fraction(eighths, 8), Fraction(eighths + more, 8)
    for base in (Value("^"), Value("Tiny(1)"), Value("{2|1/2}")):
        assert power_to(base, x) < power_to(base, y)
    if x >= 1:
        assert power(Value("^"), x) == game([0], [Value("*") - power_to(Value("^"), x - 1)])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**30), st.integers(0, 2**30))
def test_subordinates_undo_ordinal_sums(one: int, other: int) -> None:
    base, top = one_of(one), one_of(other)
    nontrivial(top != 0 and base != 0)
    whole = ordinal_sum(base, top)
    assert ordinal_sum(base, subordinate(whole, base)) == whole


@given(
    st.lists(
        st.tuples(
            st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), max_size=2),
            st.fractions(-3, 3, max_denominator=6),
        ),
        max_size=3,
    ),
    st.integers(0, 5),
)
def test_what_is_written_of_a_transfinite_value_is_read_back(
    terms: list[tuple[list[tuple[int, int]], object]], star: int
) -> None:
    number = Surreal((Surreal((Surreal(e), c) for e, c in exponent), c) for exponent, c in terms)  # type: ignore[misc]
    value = Transfinite(number, Surreal(star)).settled()
    nontrivial(isinstance(value, Transfinite))
    assert read(str(value), WIDE) == value


def test_a_value_that_is_known_is_not_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    gr.forget()
    expanded, expand = list[object](), Parts._expand_cells
    monkeypatch.setattr(Parts, "_expand_cells", lambda *asked: expanded.append(asked) or expand(*asked))
    sheet = Worksheet("G = domineering(4, 4); G")
    assert expanded
    expanded.clear()
    assert len(sheet("G; G.mean; G.cool(1/2); [G.left_stop, G.right_stop]")) == 4 and not expanded


def test_the_faces_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "[domineering(2, n).mean for n in 1..3]"]) == 0
    assert "[1, 0, 3/4]" in capsys.readouterr().out
    assert main(["value", "--json", "[1, [*, 2 > 1]]"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == ["1", ["*", True]]
    told = valuation.worksheet(["L = [1, 2]", "L.sum", "w + 1", "Table(n + m for n in 1..2 for m in 1..2)"])
    assert [one["result"] for one in told][:3] == ["[1, 2]", None, "w+1"] and told[1]["worth"]["value"] == "3"
    assert "3  4" in told[3]["result"]
    assert "[1, 2]" in Worksheet("[1, 2]")._repr_html_()


KINDS = (
    *(
        "0",
        "3",
        "(-2)",
        "1/2",
        "*",
        "*2",
        "^",
        "^*",
        "Tiny(1)",
        "{1|-1}",
        "on",
        "over",
        "upon",
        "hi",
        "1over",
        "dud",
        "tis",
    ),
    *(
        "(over & v)",
        "w",
        "(1/3)",
        "(*w)",
        "(w-5)",
        "inf",
        "nim(3)",
        "domineering(2,2)",
        'clobber("xo")',
        "nim",
        "[1,2]",
        "[]",
    ),
    *("[]", "{1,2}", "[[1,2],[3]]", '("hello")', "true", "(n -> n)", "cycle(3)", "({1|-1}.thermograph)", "(1.outcome)"),
    *("(^.uptimal)", "(nim(3).misere_canonical_form)", "Left", "Table([1,2] for n in 1..2)", "onside(dud)", "clock"),
)
"""Values of each kind that a cell may hold."""
ASKED = sorted({name.replace(" ", "_") for _kind, table in TABLES for name in table})
CALLED = (*functions(), *FUNCTIONS, "Table", "product", "twisted", "join", "dicotic", "impartial")
SIGNS = ("+", "-", "·", "*", "/", "%", ":", "&", "upsum", "downsum", "<", "==", "||", "<|", "..", "and", "")


def question(chosen: random.Random) -> str:
    """Return a question about one or two things of any kind."""
    one, other = chosen.choices(KINDS, k=2)
    more = chosen.choice(("", f"({other})", f"({other})"))
    return chosen.choice(
        (
            *(f"{one}.{chosen.choice(ASKED)}{more}", f"{one}.{chosen.choice(ASKED)}({other})"),
            *(f"{chosen.choice(CALLED)}({one})", f"{chosen.choice(CALLED)}({one}, {other})"),
            *(f"{one} {chosen.choice(SIGNS)} {other}", f"{one} {chosen.choice(SIGNS)} {other}"),
            *(f"{{{one}|{other}}}", f"{{{one}|pass,{other}}}", f"{{pass|{one}}}", f"+-({one},{other})", f"+-{one}"),
            *(
                f"{one}[{other}]",
                f"{one}({other})",
                f"-{one}",
                f"*{one}",
                f"not {one}",
                f"{one}^2",
                f"3.{one}",
                f"{one}*",
            ),
        )
    )


def ask_anything(seed: int, count: int) -> None:
    """Ask questions: each has an answer, which can be shown, or one that a person can read says why not."""
    chosen = random.Random(seed)
    for _turn in range(count):
        text = question(chosen)
        try:
            answer = Worksheet(text, seconds=20, clock=CLOCK(6)).answers[-1]
            assert str(answer) and answer.to_dict()
        except Exception as error:
            raise AssertionError(f"{text} ends in {error!r}") from error
        nontrivial(any(kind in text for kind in KINDS[10:]))


@pytest.mark.slow
def test_what_is_asked_of_anything_has_an_answer_or_a_sentence() -> None:
    ask_anything(7, 120)


@pytest.mark.hours
def test_whatever_is_asked_of_anything_has_an_answer_or_a_sentence() -> None:
    ask_anything(8, 6000)


def test_text_that_is_no_short_value_is_refused_where_one_is_added() -> None:
    """In Python a text stands for a value: one of endless play gives a reason, and as a value it is compared and added."""
    for ask in (lambda: Value(1) + "over", lambda: Value(1) <= "over", lambda: "on" + Value(1)):
        with pytest.raises(GrundyError, match="is no short game: play of it may be endless"):
            ask()
    assert not Value(1).confused_with(Value("over")) and Value("^").confused_with(Value("hi"))
