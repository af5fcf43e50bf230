"""Worksheets: what a cell means, that variables are what they stand for, what is wrong, and the faces that show them."""

from __future__ import annotations

import json
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common import limits, messages
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.faces.web import worker
from grundy.faces.worksheet import Answer, Worksheet, cells, compared
from grundy.faces.worksheet.expressions import statement
from grundy.values.short import Value

ATOMS = ("0", "1", "-2", "3/4", "*", "*2", "^", "v*", "{1|-1}", "{2||1|0}", "+-2", "^<2>", "Tiny(1)", "{1*|0,^}")
PLACED = {
    "domineering(2, 3)": "{2|-1/2}",
    "domineering('..|.#')": "*",
    "nim(3,5)": "*6",
    "clobber('xo.')": "*",
    '"0.77 12 + nim 1"': "*5",
    "fibonacci-nim(4)": "*3",
}


def one(text: str, **given: object) -> Answer:
    return Worksheet(text, **given).answers[-1]  # type: ignore[arg-type]


# ---- what a cell means


@pytest.mark.parametrize(("text", "value"), PLACED.items())
def test_a_position_stands_for_its_value(text: str, value: str) -> None:
    found = one(text)
    assert found.value == Value(value) and found.position is not None and found.error is None
    assert one(f"2·{text} + ^").value == 2 * Value(value) + Value("^")
    assert one(f"2·{text}").position is None
    assert one(f"X = {text}; X").position == found.position


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*ATOMS, *PLACED]), min_size=2, max_size=4), st.data())
def test_variables_are_what_they_stand_for(terms: list[str], data: st.DataObject) -> None:
    names = ["G", "H", "x_1", "Größe"][: len(terms)]
    shape = data.draw(
        st.sampled_from(
            ["{0} + {1}", "{0} - 2·{1}", "{{{0}|{1}}}", "cool({0}, 1/2) - {1}", "+-{0} + 3{1}", "-({0} - {1})"]
        )
    )
    shape += "".join(f" + {{{place}}}" for place in range(2, len(terms)))
    sheet = Worksheet("\n".join(f"{name} = {term}" for name, term in zip(names, terms, strict=True)))
    plain = [PLACED.get(term, term) for term in terms]
    value = Value(shape.format(*(f"({term})" for term in plain)))
    nontrivial(value != 0)
    assert sheet(shape.format(*names))[0].value == value
    assert one(shape.format(*(f"({term})" for term in terms))).value == value
    assert [sheet[name] for name in names] == list(map(Value, plain))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ATOMS), st.sampled_from([*ATOMS, *PLACED]))
def test_comparisons_are_those_of_values(left: str, right: str) -> None:
    first, second = Value(left), Value(PLACED.get(right, right))
    nontrivial(first != second)
    order = {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}[
        first <= second, first >= second
    ]
    asked = one(f"G = {left}; G ? {right}").comparison
    assert asked is not None and asked.order == order == compared(first, second) and asked.holds is None
    wanted = {
        "==": first == second,
        "!=": first != second,
        "<": first < second,
        ">": first > second,
        "<=": first <= second,
        "≥": first >= second,
        "||": first.confused_with(second),
    }
    for sign, truth in wanted.items():
        found = one(f"{left} {sign} {right}").comparison
        assert found is not None and found.holds is truth, sign
        assert str(found).startswith("yes: " if truth else "no: ")
    assert one(f"G = {left}; G = {right} ?").comparison is not None


def test_what_a_cell_is() -> None:
    assert cells(" 1 ; 2\n\n# a; b\nnim('3;4') ; {1;2}\r\n") == ["1", "2", "# a; b", "nim('3;4')", "{1;2}"]
    assert cells("") == cells(" ;\n;") == []
    assert statement("^<2> > v<2> # <").sides == ("^<2>", "       v<2> ")
    assert statement("{1||2}").sign == "" and statement("1||2").sign == "||"
    assert one("# only words").is_note and str(one("# only words")) == "# only words"
    assert one("v3 + vv").value == Value("v5"), "downs are no variables"
    assert one("a = 2; b = 1; a-b").value == 1, "a hyphen between variables is a minus"
    assert one("G = 1; G = G + 1; G").value == 2, "a cell sees those above it"
    assert one("nim = nim(2); nim + nim(1)").value == Value("*3")
    assert one("尼姆博弈(3, 4)").value == Value("*7")
    assert one("mean({3|0}) + temperature({3|0})").value == 3


def test_what_is_given_by_name() -> None:
    @gr.game
    def halving(n: int):  # type: ignore[no-untyped-def]
        if n:
            yield n // 2

    sheet = gr.Worksheet("halving(6) + H", halving=halving, H="^", K=gr.domineering(2, 3))
    assert sheet.answers[0].value == Value("^*")
    assert sheet["H"] == Value("^") and sheet("halving(6)")[0].value == halving(6).value()
    assert sheet("K")[0].position == gr.domineering(2, 3) and sheet["K"] == Value("{2|-1/2}")
    assert len(sheet.answers) == 3
    with pytest.raises(GrundyError):
        sheet["M"]


# ---- what is wrong


def test_a_fault_does_not_hold_up_the_other_cells() -> None:
    found = Worksheet("a = b; a + 1; b = 2; b; T = tic-tac-toe(); T + 1; c = 1/0; c").answers
    assert "b gets its value only below, in cell 3" in str(found[0].error)
    assert "a has no value (see cell 1)" in str(found[1].error)
    assert found[3].value == 2
    assert found[4].position is not None and "declared endings" in str(found[4].error)
    assert "column 1: tic-tac-toe has declared endings" in str(found[5].error)
    assert "cell 7" in str(found[7].error)


def test_limits_are_those_of_a_cell() -> None:
    sheet = Worksheet("G = domineering(7, 8); 1; G + 1", seconds=0.2)
    assert "seconds was reached" in str(sheet.answers[0].error) and sheet.answers[1].value == 1
    assert "seconds was reached" in str(sheet.answers[2].error)
    assert sheet.answers[0].position is not None, "it is drawn all the same"


@pytest.mark.slow
def test_limits_of_the_browser_s_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    expressions = pytest.importorskip("grundy.faces.web.positions")
    monkeypatch.setattr(expressions, "SECONDS", 0.2)
    late, plain = expressions.worksheet(["T = clobber(20x20)", "1 + *"])
    assert "seconds was reached" in late["error"] and late["svg"] and late["words"] and late["worth"] is None
    assert plain["worth"]["value"] == "1*"
    monkeypatch.setattr(expressions, "SECONDS", 60)
    monkeypatch.setattr(expressions, "SHARE", 0.003)
    plain, late, last = expressions.worksheet(["1", "T = clobber(19x20)", "1 + *"])
    assert plain["worth"] and "seconds was reached" in late["error"] and "seconds was reached" in last["error"]


def test_sentences_are_in_the_reader_s_language() -> None:
    found = one("{1|-1}")
    assert "first player wins" in str(found)
    with messages.use("zh"):
        assert "先手胜" in str(one("{1|-1}"))


# ---- faces


def test_formulas() -> None:
    for text in (*ATOMS, "3/4+^3*2", "-1v4", "2v<3>*", "^[2]", "+-{1,2*}", "{3|2||1|||0}", "1Tiny({3|1})", "+-(1+*4)"):
        root = ElementTree.fromstring(Value(text).mathml())
        assert root.tag == "math" and Value(root.attrib["alttext"]) == Value(text)
        shown = "".join(root.itertext())
        assert not set("^v<>[*/") & set(shown.replace("[2]", "")), shown
    assert "".join(ElementTree.fromstring(Value("-1v4").mathml()).itertext()) == "−1+4·↓"
    assert "".join(ElementTree.fromstring(Value("{2||1|0}").mathml()).itertext()) == "{2‖1|0}"


def test_in_a_notebook() -> None:
    sheet = gr.Worksheet("G = domineering(2, 3)\nG > 0\n1/\n# <b>")
    page = sheet._repr_html_()
    assert page.count("<svg") == 2 and "<math" in page and "&lt;b&gt;" in page and "no: G || 0" in page
    assert sheet("2")._repr_html_().count("<tr><td") == 1 and repr(sheet("2")) == str(sheet.answers[-1])
    long = gr.Worksheet(" + ".join(f"(+-{3**n})" for n in range(7)))
    assert len(str(long.answers[0].value)) > 160
    assert "<math" not in long._repr_html_() and "<code>+-{" in long._repr_html_()


def test_in_the_shell(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["value", "G = domineering(2,3); cool(G, 1/2)", ";", "G ? 1"]) == 0
    told = capsys.readouterr().out
    assert told == str(Worksheet("G = domineering(2,3); cool(G, 1/2); G ? 1")) + "\n"
    assert main(["value", "nim(3,5)"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["*6", "outcome: first player wins"]
    file = tmp_path / "sheet.txt"
    file.write_text("\ufeffG = {1|-1}  # hot\n\nG + H\n", encoding="utf-8")
    assert main(["value", "--file", str(file), "--json"]) == 2
    first, second = json.loads(capsys.readouterr().out)
    assert first["name"] == "G" and first["temperature"] == "1" and "H has no value" in second["error"]["text"]
    assert main(["value", "--file", str(file), "2G"]) == 2
    assert capsys.readouterr().out.splitlines()[-2:] == ["  0", "  second player wins, mean 0, temperature -1"]
    file.write_bytes(b"\xff")
    assert main(["value", "--file", str(file)]) == 2 and "UTF-8" in capsys.readouterr().err
    assert main(["thermograph", "2·domineering(2,3)"]) == 0
    assert re.search("mean: 3/2", capsys.readouterr().out)


# ---- no question spoils the next


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cells", "values", "server"])
def test_after_a_refusal_ordinary_questions_are_answered(how: str) -> None:
    """What does not fit is refused, and its ten thousands of forms do not stand in the way of what comes after it.

    In a process of its own: here the values of other tests may be in use, which are not forgotten.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as another:
        another.submit(ask_after_a_refusal, how).result()


def ask_after_a_refusal(how: str) -> None:
    large, ordinary = "20000·{3||2|1}", "{3|2||1} + {{5|3||2}|0}"
    with limits.keeping(limits.Limits(memory=64 << 20)):
        if how == "cells":
            sheet = Worksheet(f"{large}; {ordinary}; {large}; {ordinary}", memory=64 << 20)
            refused, found = sheet.answers[::2], sheet.answers[1::2]
            assert all("canonical forms fill" in str(one.error) for one in refused)
            assert all(one.value == Value(ordinary) for one in found)
        elif how == "values":
            for _turn in range(2):
                with pytest.raises(GrundyError, match="canonical forms fill"):
                    20_000 * Value("{3||2|1}")
                assert Value(ordinary) - Value(ordinary) == 0
                assert 40 * Value("{0,^*|-1,-1*}") < 0
        else:
            assert worker.answer("value", {"expression": large}, "en")[0] == 413
            assert worker.answer("value", {"expression": ordinary}, "en")[0] == 200
            assert worker.answer("worksheet", {"cell": [f"40·{ordinary}"]}, "en")[0] == 200


@pytest.mark.slow
@pytest.mark.parametrize("forgets", ["cells", "values"])
def test_positions_have_their_values_after_a_refusal(forgets: str) -> None:
    """What is kept of a ruleset are numbers of forms, which stand for others, or for none, once the forms are forgotten."""
    start, large = gr.domineering.start(4, 4), "20000·{3||2|1}"
    before = str(start.value())
    with limits.keeping(limits.Limits(memory=64 << 20)):
        for _turn in range(2):
            if forgets == "cells":
                assert "canonical forms fill" in str(Worksheet(large, memory=64 << 20).answers[0].error)
            else:
                with pytest.raises(GrundyError, match="canonical forms fill"):
                    20_000 * Value("{3||2|1}")
                assert Value("{3|2||1} + {{5|3||2}|0}") > 0  # there is no room for it until they are forgotten
            assert str(start.value()) == before


def test_the_data_of_a_cell_are_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "--json", "{1|-1} + ^"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["left_stop"], told["right_stop"], told["mean"]) == ("N", "1", "-1", "0")
    assert (told["value"], told["temperature"], told["birthday"]) == ("{1^|-1^}", "1", "4") and "stops" not in told
