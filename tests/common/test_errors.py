"""Errors are data: a sentence with named fields, put into words when it is shown."""

from __future__ import annotations

import builtins
import copy
import keyword
import pickle
import re
from collections.abc import Callable
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import grundy
import grundy as gr
from grundy.common.errors import GrundyError, InputError, PositionError, RulesError, Sentence, TooLarge
from grundy.common.messages import use
from grundy.language.refusal import Unreadable
from grundy.proving.logic.syntax import FormulaError
from grundy.proving.moves import NoFormula

MADE: list[GrundyError] = [
    PositionError("heap {heap} is negative", heap=-3),
    RulesError("no braces are read here: {x}"),
    TooLarge("{positions:,} were reached, {size}", positions=5000, needed=1 << 30, size="1 GiB"),
    InputError("{what!r} is no number", 3, 7, what="a"),
    Unreadable("{n} is too large", 4, n=2**70),
    Unreadable(Sentence("{n} is too large", n=2**70)),
    NoFormula("powers are not linear", 2),
    FormulaError("{x!r} is missing", 9, x=")"),
]


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
def test_errors_go_to_other_processes_and_come_back(error: GrundyError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert other.to_dict() == error.to_dict()
        assert {name: value for name, value in vars(other).items() if name not in ("said", "why")} == {
            name: value for name, value in vars(error).items() if name not in ("said", "why")
        }


def test_what_errors_say() -> None:
    assert [str(error) for error in MADE] == [
        "heap -3 is negative",
        "no braces are read here: {x}",
        "5,000 were reached, 1 GiB",
        "line 3, column 7: 'a' is no number",
        "line 4: 1180591620717411303424 is too large; the rule is interpreted",
        "1180591620717411303424 is too large; the rule is interpreted",
        "these rules cannot be read as a formula: line 2: powers are not linear",
        "column 9: ')' is missing",
    ]


def caught(ask: Callable[[], Any]) -> GrundyError:
    with pytest.raises(GrundyError) as found:
        ask()
    return found.value


def test_an_error_is_put_into_words_when_it_is_shown() -> None:
    error = caught(lambda: gr.nim(3, -1))
    english = str(error)
    with use("zh"):
        chinese = str(error)
    assert "negative" in english
    assert chinese != english and "-1" in chinese
    assert str(error) == english


def test_errors_as_plain_data() -> None:
    error = caught(lambda: gr.nim(3, -1))
    told = error.to_dict()
    assert told["kind"] == "PositionError"
    assert -1 in told["data"].values()
    assert Sentence(told["sentence"], **error.said.data).__str__() == told["text"] == str(error)


def fields_of_sentences() -> set[str]:
    path = Path(grundy.__file__).parent / "common/locale/zh_CN/LC_MESSAGES/grundy.po"
    with path.open("rb") as file:
        catalogue = read_po(file)
    told = [each for message in catalogue for each in ([message.id] if isinstance(message.id, str) else message.id)]
    return {name for text in told for name in re.findall(r"(?<!\{)\{([A-Za-z_][^{}!:|,]*)[!:}]", text)}


ENGLISH = {"open", "index"}
"""Names of Python's own that are plain words where they stand."""
PYTHON = {"unparse", "reduce", "attr", "lineno", "colno", "dtype", "ndim", "args", "kwargs", "self", "cls", "func"}


def test_no_name_of_python_stands_in_a_translators_sentence() -> None:
    names = fields_of_sentences()
    assert len(names) > 300
    assert {name for name in names if not name.isidentifier()} == set()
    assert names & ({*dir(builtins), *keyword.kwlist, *PYTHON} - ENGLISH) == set()
    assert {name for name in names if name.endswith("_") or name.startswith("_")} == set()


class Called:
    def __call__(self, n: int):
        yield from range(n)

    def method(self, n: int):
        yield from range(n)


async def later(n: int):
    return range(n)


def test_what_is_no_plain_function_makes_no_rules() -> None:
    def plain(n: int, *, m: int = 2):
        yield from range(max(0, n - m), n)

    wrong = (partial(plain, m=3), Called(), Called, len, max, [plain], 3, "nim", later, gr.nim, type, itemgetter(0))
    for make in (gr.game, gr.heap_game, gr.scoring_game, gr.partisan_game, gr.heap_code, gr.game(name="x")):
        for what in wrong:
            with pytest.raises(RulesError, match=r"is not a plain function: write|is an async function") as refused:
                make(what)  # type: ignore[operator]
            assert " at 0x" not in str(refused.value)
    for arrows in (plain, Called(), 3, "nim", [plain], {0: 1}, None):
        for make in (gr.digraph, gr.chase):
            with pytest.raises(RulesError, match="a digraph is a mapping from nodes to lists of nodes"):
                make(arrows)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="ending is declared by a function, but 3 is not one"):
        gr.game(plain).ending(3)  # type: ignore[type-var]
    rules, row, worth = gr.game(plain), gr.coin_game(plain), lambda n: n % 3  # type: ignore[arg-type]
    for declare in (rules.theorem, rules.theorem(), row.values, row.values()):  # with parentheses and without
        assert declare(worth) is worth and rules(5).solve().method == "theorem <lambda>"
    with pytest.raises(RulesError, match="theorem is declared by a function, but 3 is not one"):
        rules.theorem(3)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"a contest format of plain has a name: write @plain\.judge"):
        rules.judge(plain)  # type: ignore[arg-type]
    ends = gr.game(plain)
    for declared in (ends.ending()(lambda n: gr.LOSS if n == 5 else None), ends.setup()(lambda n: n + 1)):
        assert declared in ends.hooks.values() and ends.spelling()(str) is str and ends(4).outcome().name == "P"
    for right in (plain, Called().method, cache(plain), lambda n: range(n)):
        assert gr.heap_game(right)(0).grundy() == 0
