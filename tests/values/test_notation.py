"""The notation of short games: what is read, what is written, and that both fit."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import each_day, mostly, nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.values.notation import parse
from grundy.values.operators import heated, norton_product, ordinal_sum
from grundy.values.short import Value, game, miny, nimber, number, switch, tiny, up
from grundy.values.writing import is_long, latex, written

STAR = nimber()
ONE_STAR = number(1) + STAR
HOT = game([1], [0])
UP_TWO = game([0], [-up(1, 1)])
"""The second up-power, {0 | v*}."""

READ = {
    "0": number(0),
    "{|}": number(0),
    " 12 ": number(12),
    "123456789012345678901234567890": number(123456789012345678901234567890),
    "3/4": number("3/4"),
    "- 3 / 4": number("-3/4"),
    "−1": number(-1),
    "6/4": number("3/2"),
    "{1|}": number(2),
    "{|-1/2}": number(-1),
    "{1||2}": number("3/2"),
    "*": STAR,
    "*0": number(0),
    "*3": nimber(3),
    "^": up(),
    "^^": up(2),
    "^^^": up(3),
    "^3": up(3),
    "↑": up(),
    "⇓": up(-2),
    "v": up(-1),
    "vv": up(-2),
    "v3": up(-3),
    "^*": up(1, 1),
    "^^*2": up(2, 2),
    "1*": ONE_STAR,
    "2+^3*": number(2) + up(3, 1),
    "1/2v*": number("1/2") + up(-1, 1),
    "-1^": up() - 1,
    "-^*": up(-1, 1),
    "2-1^": number(1) + up(-1),
    "1 - -1": number(2),
    "+-1": switch(1),
    "±1": switch(1),
    "+-1*": switch(ONE_STAR),
    "+-{1,2|0}": switch(game([1, 2], [0])),
    "+-{*,^}": switch(STAR, up()),
    "+-(*,^)": switch(STAR, up()),
    "±(1+2)": switch(3),
    "3*{1|0}": 3 * game([1], [0]),
    "3 *^*": up(3, 1),
    "2+*3": number(2) + nimber(3),
    "*:1": up(1, 1),
    "-^ + *:1:1": ordinal_sum(up(1, 1), number(1)) - up(1),
    "cool({4|0}, 1) + 1": game([4], [2]),
    "1/2.norton(^)": norton_product(number("1/2"), up(1)),
    "{4|0}.Cool(1).freeze()": number(2) + nimber(1),
    "overheat(1/2,1,1)": game([1], [0]),
    "heat(^*,1) - conway(*2,*2)": heated(up(1, 1), 1) + nimber(3),
    "{1^<2>|1}.reduced()": number(1),
    "2++-1": number(2) + switch(1),
    "2±1": number(2) + switch(1),
    "2-+-1": number(2) + switch(1),
    "±1±2": switch(1) + switch(2),
    "{+-1|-4}": game([switch(1)], [-4]),
    "Tiny(2)": tiny(2),
    "miny(1/2)": miny(Fraction(1, 2)),
    "2Tiny(2)": tiny(2) + 2,
    "-1Tiny ( {3|1} )": tiny(game([3], [1])) - 1,
    "{1|0}": HOT,
    "{2||1|0}": game([2], [HOT]),
    "{1|0||-1}": game([HOT], [-1]),
    "{2|1||0|-5}": game([game([2], [1])], [game([0], [-5])]),
    "{2|1/2 || 0 ||| -2 |||| -4}": game([game([game([game([2], ["1/2"])], [0])], [-2])], [-4]),
    "{|||||1}": number(0),
    "{| || |}": STAR,
    "{{1|0},0|-1}": game([HOT, 0], [-1]),
    "{1,{1|0}|0||-3}": game([game([1, HOT], [0])], [-3]),
    "3·{1|0}": HOT + HOT + HOT,
    "3{1|0}": HOT + HOT + HOT,
    "-2(^*)": up(-2),
    "2.^*": up(2, 1),
    "2·3.^": up(6),
    "3*+*2": number(3) + nimber(3),
    "(((*)))": STAR,
    "1 + {1|0} - (^ - *)": HOT + 1 - up(1, 1),
    "^<1>": up(),
    "^<2>": UP_TWO,
    "^[2]*": up() + UP_TWO + STAR,
    "v<2>": -UP_TWO,
    "{0,^*|0}": up(1, 1) + UP_TWO,
}

_ROWS = [row.split(" → ") for row in Path(__file__).with_name("notation.txt").read_text(encoding="utf-8").splitlines()]
WRONG = {row[0]: (int(row[1]), row[2]) for row in _ROWS if len(row) == 3}
WRONG |= {"": (1, "a value is missing"), "  ": (3, "a value is missing")}
SHORTEST = dict(row for row in _ROWS if len(row) == 2)
LARGE = ["1" * 5000, "*" + "9" * 5000, "^[101]", "(" * 30_000, "1/" + "2" * 5000, "1" * 1_000_001]


@pytest.mark.parametrize("text", READ)
def test_reads(text: str) -> None:
    assert parse(text) == READ[text]
    assert_fixed(parse(text))


@pytest.mark.parametrize("text", WRONG)
def test_errors_name_the_column(text: str) -> None:
    column, problem = WRONG[text]
    with pytest.raises(GrundyError, match=f"^column {column}: .*{problem.replace('|', '[|]')}"):
        parse(text)


@pytest.mark.parametrize("text", LARGE, ids=range(len(LARGE)))
def test_refuses_what_is_too_large(text: str) -> None:
    with pytest.raises(TooLarge):
        parse(text)


@pytest.mark.parametrize("text", SHORTEST)
def test_writes_the_shortest_usual_form(text: str) -> None:
    assert written(parse(text)) == SHORTEST[text]
    assert_fixed(parse(text))


def assert_fixed(value: Value) -> None:
    text = written(value)
    assert parse(text) == value
    assert written(parse(text)) == text


DAY = st.recursive(
    st.sampled_from([number(0), number(1), number(-1), number("1/2"), STAR, nimber(2), up(), up(-1, 1), up(2)]),
    lambda games: st.builds(game, st.lists(games, min_size=1, max_size=3), st.lists(games, min_size=1, max_size=3)),
    max_leaves=24,
)

GAMES = DAY.filter(lambda value: not value.is_number)
ANY = mostly(GAMES, DAY)


@pytest.mark.slow
@settings(max_examples=each_day(300), deadline=None)
@given(ANY)
def test_what_is_written_is_read_back(value: Value) -> None:
    nontrivial(not value.is_number)
    assert_fixed(value)
    assert_fixed(-value)
    assert pickle.loads(pickle.dumps(value)) == value
    assert latex(value).count("{") == latex(value).count("}")


@settings(max_examples=each_day(150), deadline=None)
@given(ANY, ANY, st.integers(-3, 3))
def test_sums_in_a_text_are_sums(one: Value, other: Value, times: int) -> None:
    nontrivial(not (one.is_number or other.is_number))
    assert parse(f"({one}) - ({other})") == one - other
    assert parse(f"{one} + {other}") == one + other
    assert parse(f"{times}·({one})") == times * one
    assert parse(f"{{{one},{other}|{other}}}") == game([one, other], [other])


def test_all_games_of_day_two_are_written_apart() -> None:
    day: set[Value] = {number(0)}
    for _ in range(2):
        sets = [[one for k, one in enumerate(day) if mask >> k & 1] for mask in range(1 << len(day))]
        day = {game(left, right) for left in sets for right in sets}
    assert len(day) == 22
    assert {parse(written(value)) for value in day} == day
    texts = "0 1 -1 2 -2 1/2 -1/2 * *2 ^ v ^* v* 1* -1* +-1 {1|0} {0|-1} {1|*} {*|-1} {1|0,*} {0,*|-1}"
    assert sorted(map(written, day)) == sorted(texts.split())


def test_writing_depends_on_no_history() -> None:
    texts = ["+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}", "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}", "{3|*,v,+-1||-2}"]
    program = "import sys; from grundy.values.notation import parse; print(*map(parse, sys.argv[1:]), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for order in (texts, texts[::-1]):
        run = subprocess.run(
            [sys.executable, "-c", program, *order], capture_output=True, text=True, check=True, env=environment
        )
        assert run.stdout.splitlines() == [written(parse(text)) for text in order]


@pytest.mark.slow
def test_deep_games_are_written_and_read() -> None:
    deep = HOT
    for k in range(2, 2000):
        deep = game([10 * k], [deep])
    text = written(deep)
    assert parse(text) == deep
    assert len(latex(deep)) > len(text)
    assert_fixed(parse("(" * 900 + "{" * 3000 + "1|0}" + "||0}" * 2999 + ")" * 900))


@pytest.mark.hours
def test_long_texts_are_refused() -> None:
    long = HOT
    for k in range(2, 16_000):
        long = game([10 * k], [long])
    with pytest.raises(TooLarge, match=r"[0-9,]+ characters"):
        written(long)
    with pytest.raises(TooLarge, match="digits"):
        written(number(10**5000))


def test_latex() -> None:
    assert latex(parse("{3/4|^||-1}")) == r"\left\{\tfrac{3}{4}\middle|{\uparrow}\middle\Vert-1\right\}"
    assert latex(parse("1+^3*2")) == r"1+3{\cdot}{\uparrow}{\star}2"
    assert latex(parse("-3/4vv")) == r"-\tfrac{3}{4}{\Downarrow}"
    assert latex(parse("+-{*,^}")) == r"\pm \left\{{\star},{\uparrow}\right\}"
    assert latex(parse("1Tiny(2)")) == r"1\mathbf{+}_{2}"


@pytest.mark.slow
@given(st.lists(st.text("XO", min_size=4, max_size=4), min_size=2, max_size=3), st.integers(1, 20))
@settings(max_examples=30)
def test_what_is_far_too_long_is_known_without_writing(rows: list[str], most: int) -> None:
    value = gr.clobber("|".join(rows)).value()  # few games have longer ones
    long = is_long(value, most)
    nontrivial(bool(value))
    try:
        text = written(value)
    except TooLarge:
        text = ""
    assert not long or not text or len(text) > most


def test_what_is_short_is_not_long_whatever_is_below_it() -> None:
    short = ["^<16>", "v[16]*", "Tiny(Tiny(1))", "+-{7,{9|8}|5}", "1000000", "{9|8||7|||6}"]
    assert not [text for text in short if is_long(Value(text), len(text))]
    assert is_long(sum((game([n * n], [0]) for n in range(1, 13)), Value(0)), 120)
