"""Cells that say more than a value: the tutorial's lines, properties, lists, tables, functions; bounds, faults, faces."""

from __future__ import annotations

import json
import random
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import ORDINALS, POWERS, ROWS

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.faces.web import positions as valuation
from grundy.faces.worksheet import Answer, Worksheet
from grundy.faces.worksheet.expressions import FUNCTIONS
from grundy.faces.worksheet.members import TABLES, VALUE
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


def said(text: str) -> str:
    found = last(text)
    assert found.error is None, (text, str(found.error))
    if found.comparison is not None:
        return "yes" if found.comparison.holds else "no"
    return str(found.value) if found.value is not None else found.said


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
    assert said(ours) == answer, theirs


@pytest.mark.parametrize(("cell", "answer"), ROWS)
def test_ordinals_powers_integers_and_fractions(cell: str, answer: str) -> None:
    if answer == "!":
        assert last(cell).error is not None
    else:
        assert said(cell) == answer


def test_there_are_as_many_rows_as_another_program_has() -> None:
    counts = [len({row for rows in table.values() for row in rows}) for table in (ORDINALS, POWERS)]
    assert counts[0] >= 74 and counts[1] >= 49


@pytest.mark.parametrize(
    "cell", ["-3.is_odd", "2·3.is_odd", "3.is_odd + 1", "+-3.is_odd", "3.is_odd / 2", "(1 > 0) - 1"]
)
def test_yes_is_no_number(cell: str) -> None:
    assert "these have no sum, no product and no negative here" in str(last(cell).error)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5 % 0", "remainder by 0"),
        ("2.pow(1/2)", "(2)^(1/2) is no finite sum of powers of w, each times a fraction"),
        ("(w + 1).pow(-1)", "is no finite sum of powers of w"),
        ("(-4).pow(1/2)", "is no finite sum of powers of w"),
        ("2.pow(100000)", "a power of 200,000 bits is too long"),
        ("^.pow(1/3)", "a dyadic fraction is expected, not 1/3"),
        ("(w^(1/3)).numerator", "is no quotient of differences of ordinals"),
        ("(w^(w/3)).birthday", "is not known here: that exponent is not dyadic"),
        ("(*0).nim_inverse", "the nimber 0 has no inverse"),
        ("^.floor", "a number is expected, not ^"),
        ("(-1).isqrt", "an integer from 0 up is expected, not -1"),
        ("7.div(0)", "a number is divided by 0"),
        ("tiny(w)", "-w cannot be an option: options here are short games, or loopy ones"),
        ("miny(1/3)", "1/3 cannot be an option"),
        ("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}.tiny", "is no stopper"),
        ("{3|-1}.abs", "there is no .abs here"),
        ("*.sign", "there is no .sign here"),
        ("* % 2", "a remainder is of two numbers that are finite"),
        ("[1].periodic_table(0)", "a period of at least 1"),
        ("[1, 2].filter(n -> n)", "yes or no is wanted here"),
        ("f = n -> n; f(1, 2)", "n -> n takes 1 values, not 2"),
        ("f = (n, n) -> n", "different names"),
        ("[n for w in 1..3]", "w already has a meaning"),
        ('graph("1-1")', "joins vertex 1 to itself"),
        ("cycle(5).delete_vertex(7)", "has no vertex 7"),
        ("cycle(2)", "from 3 to 999 vertices"),
        ("Table([n] for n in [])", "the list is empty"),
        ("domineering(2, 2).genus", "partisan"),
        ("def f(n) = [n].map(k -> f(k + 1)); f(1)", "calls itself without end"),
        ("def f(n) = [[[[[[[[[[f(n + 1)]]]]]]]]]]; f(1)", "nested too deeply"),
    ],
)
def test_what_cannot_be_said_is_refused_in_a_sentence(text: str, problem: str) -> None:
    assert problem in str(last(text).error)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6), st.lists(st.integers(-9, 9), min_size=1, max_size=6))
@settings(max_examples=30, deadline=None)
def test_lists_and_sets_in_braces_are_options(left: list[int], right: list[int]) -> None:
    nontrivial(len({*left, *right}) > 2)
    options = f"{{{','.join(map(str, left))}|{','.join(map(str, right))}}}"
    assert said(f"a = {left}; b = {right}.to_set; {{a|b}}") == said(options)


@given(st.fractions(-9, 9, max_denominator=16), st.fractions(-9, 9, max_denominator=16).filter(bool))
@settings(max_examples=30, deadline=None)
def test_a_remainder_is_below_the_divisor_and_an_integer_multiple_away(a: Fraction, b: Fraction) -> None:
    nontrivial(not 0 <= a < b)
    left = remainder(Transfinite(a).settled(), Transfinite(b).settled())
    left = Transfinite.of(left).number.finite
    assert left is not None and abs(left) < abs(b) and left * b >= 0 and ((a - left) / b).denominator == 1


def test_the_room_for_calls_is_given_back() -> None:
    before = sys.getrecursionlimit()
    assert said("def f(n) = 0 if n == 0 else f(n - 1) + 1; f(240)") == "240"
    assert sys.getrecursionlimit() == before


def test_there_are_as_many_lines_of_the_tutorial_as_were_wanted() -> None:
    assert len({(page, theirs) for page, theirs, _ours, _answer in TUTORIAL if page}) >= 150


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("R = bash(m=4); [R(n).grundy for n in 0..10]", str([n % 5 for n in range(11)])),
        (
            "Table(nim(n, m).grundy for n in 0..2 for m in 0..3)",
            "   0  1  2  3\n  0  0  1  2  3\n  1  1  0  3  2\n  2  2  3  0  1",
        ),
        ('R = clobber; R("XXO")', "^"),
        ('R = clobber; S = dicotic(R); S("XXO")', "^"),
        ("R = impartial(domineering); [R(2, n).grundy for n in 1..3]", "[1, 0, 1]"),
        ('R = product(nim, kayles); R("2x3")', "-1/4"),
        ('R = twisted(nim, nim); R("2x2")', "+-{1,{1,+-1|-1}}"),
        ("R = join(kayles, nim); R(1)", "*"),
        ("dicotic(domineering(2, 3))", "^"),
        ("snort(cycle(5))", "*"),
        ('snort(graph("1-2-3"))', "+-2"),
        ("[domineering(2, n).value for n in 1..4]", "[1, +-1, {2|-1/2}, Miny(2)]"),
        ("[[n, m] for n in 1..2 for m in n..2]", "[[1, 1], [1, 2], [2, 2]]"),
        ('[toads-and-frogs(x).value for x in ["T.F", "TT.F"]]', "[*, {1/2|0}]"),
        ("[1, *, {1|-1}][-1]", "+-1"),
        ("def f(n) = 0 if n == 0 else f(n - 1) + ^; f(4)", "^4"),
        ("X = domineering(2, 3); X.options[0].value.mean + X", "{2|-1/2}"),
        ("2.mean", "2"),
        ("X = *; 2.X", "0"),
        ("nim(w+3, 5)", "*(w+6)"),
        ("1/w", "w^(-1)"),
        ("6 / (1 + 2) / 2", "1"),
        ("-6/(1+2)", "-2"),
        ("1/inf", "0"),
        ("5 - inf", "-inf"),
        ("(-1/3)*inf", "-inf"),
        ("inf/2 + w^w", "inf"),
        ("max(inf, 3)", "inf"),
        ("-∞", "-inf"),
        ("not 1 > 2 and {1|-1} <> 0", "yes"),
        ("(*2).nim_product(*2)", "*3"),
        ("northcott(0, 4, width=6) + nim(2)", "*"),
        ("[northcott(0, n, width=6).outcome for n in 3..5]", "[N, N, N]"),
    ],
)
def test_cells(text: str, answer: str) -> None:
    assert said(text) == answer


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in VALUE if name not in ("ordinal product", "ordinal power")])
def test_a_property_is_asked_with_and_without_brackets(name: str) -> None:
    """Each name is known as CGSuite writes it and as Python does; what wants more values says so."""
    camel, snake = "".join(word.capitalize() for word in name.split()), name.replace(" ", "_")
    for value in ("(^)", "(3)", "{1|-1}", "(*2)"):
        found = [last(f"{value}.{asked}") for asked in (camel, snake, f"{camel}()", f"{snake}()")]
        assert len({str(answer.value or answer.said or answer.error) for answer in found}) <= 2
        assert "is not a question" not in str(found[0].error)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Table(n for n in 1..1000 for m in 1..1000)", "at most 10,000 items here, and this one has 1,000,000"),
        ("1..100000", "at most 10,000 items"),
        ("[n·m for n in 1..200 for m in 1..200]", "at most 10,000 items"),
        ("def f(n) = f(n); f(1)", "calls itself without end"),
        ("def f(n) = [f(m) for m in 1..2]; f(1)", "calls itself without end"),
        ("G = G + 1", "column 5: G has no value here"),
        ("{1|-1}.nonsense", ".nonsense is not a question"),
        ("{1|-1}.coool", "there are cool"),
        ("[1, 2", "column 1: this [ is not closed"),
        ("[1, 2][2]", "has no item 2"),
        ("[x for]", "a name stands after for"),
        ("[x for x in 3]", "is expected here, not"),
        ("1 if 2 else 3", "yes or no is wanted"),
        ("def f(n, n) = 1", "different names"),
        ("def f(n) = n; f(1, 2)", "f(n) takes 1 values, not 2"),
        ("f = 3; f(1)", "f is not a function"),
        ("twisted(nim)", "two games are wanted here, as in twisted(nim, kayles), not 1"),
        ("product", "two games are wanted here, as in product(nim, kayles), not 0"),
        ("join(nim, domineering)", "the positions of nim are not those of domineering"),
        ("product(nim, domineering)", "domineering is no heap game"),
        ("w + ^", "numbers and nimbers"),
        ("w - 1 == *w; *(w-1)", "an ordinal such as w^2"),
        ("{w|}", "w cannot be an option: options here are short games, or loopy ones"),
        ("+-w", "w cannot be an option"),
        ("1:w", "w is no stopper"),
        ("w/(w+1)", "(w)/(w+1) is no finite sum of powers of w, each times a fraction"),
        ("(w^w - 1)/(w - 1)", "has more than 834 terms"),
        ("w/(w - w)", "a number is divided by 0"),
        ("1/2·3/0", "a number is divided by 0"),
        ("3^2 - 9", "read as a power by some and as ups by others"),
        ("3^-1", "read as a power by some and as ups by others"),
        ("(*w).nim_product(*(w^w^w))", "nim-products are only known below"),
        ("{1|-1}.pow(2)", "powers are those of a game {0 | GR}"),
        ("^.pow_to(101)", "a power is from 0 to 100"),
        ("nim(w-1, 3)", "an ordinal such as w^2"),
        ("1/*", "a number is missing after /"),
        ("inf - inf", "column 5: inf - inf is no number"),
        ("inf/inf", "inf divided by inf is no number"),
        ("0*inf", "0 times inf is no number"),
        ("inf + *", "inf is combined with numbers only"),
        ("*inf", "inf is above or below all numbers, and is none"),
        ("{inf|}", "inf cannot be an option"),
        ("inf = 3", "inf already has a meaning"),
        ("[1] < [2]", "cannot be ordered"),
        ("[1] + 2", "these have no sum"),
        ("-[1]", "these have no sum"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_other_cells_answer(text: str, words: str) -> None:
    answers = Worksheet(f"{text}\n1 + 1").answers
    assert words in str(answers[-2].error) and "\n" not in str(answers[-2].error) and answers[-1].value == 2
    assert str(answers[-2].error).count("column ") <= 1


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


def test_a_cached_value_is_answered_at_once() -> None:
    sheet = Worksheet("G = domineering(4, 4); G")
    begun = time.process_time()
    sheet("G; G.mean; G.cool(1/2); [G.left_stop, G.right_stop]")
    assert time.process_time() - begun < 0.8


def test_the_faces_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "[domineering(2, n).mean for n in 1..3]"]) == 0
    assert "[1, 0, 3/4]" in capsys.readouterr().out
    assert main(["value", "--json", "[1, [*, 2 > 1]]"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == ["1", ["*", True]]
    told = valuation.worksheet(["L = [1, 2]", "L.sum", "w + 1", "Table(n + m for n in 1..2 for m in 1..2)"])
    assert [one["result"] for one in told][:3] == ["[1, 2]", None, "w+1"] and told[1]["worth"]["value"] == "3"
    assert "3  4" in told[3]["result"]
    assert "[1, 2]" in Worksheet("[1, 2]")._repr_html_()


@pytest.mark.parametrize(
    ("words", "outcome", "value", "moves"),
    [
        (["nim", "w+3", "5"], "N", "*(w+6)", ["heap 1: w+3 → 5"]),
        (["nim(w, w+1, 1)"], "P", "0", []),
        (["nim", "w^2·3+w", "w^2", "7"], "N", "*(w^2·2+w+7)", ["heap 1: w^2·3+w → w^2+7"]),
        (["wythoff", "w+3", "5"], "N", None, ["heap 1: w+3 → 3"]),
        (["wythoff(w+2, w+3)"], "N", None, ["both heaps: w+2, w+3 → w, w+1"]),
        (["wythoff", "w", "w+1"], "P", None, []),
    ],
)
def test_infinite_heaps(
    words: list[str], outcome: str, value: str | None, moves: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "--json", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["value"], told["winning_moves"]) == (outcome, value, moves)


def test_nim_with_infinite_heaps_refuses_what_is_no_ordinal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "nim", "w-1", "3"]) == 2 and "an ordinal such as w^2" in capsys.readouterr().err


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
