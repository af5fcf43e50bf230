"""The second checker: it says what `grundy.check` says."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import warnings
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from tests.blocks import ROOT, blocks, commands, shell
from tests.check import made_certificates as certificates
from tests.check.both_checkers import READ, Certificate, agreed, first
from tests.check.shown_certificates import PAGE, SHOWN

import grundy as gr
from grundy.check import KINDS
from grundy.common.digest import sealed
from grundy.rules.board import FREE, Board
from grundy.rules.data import data_of
from second_checker import NODE, told

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")


def shown_by_commands() -> Iterator[str]:
    """Iterate over the commands of the documentation that write a certificate, but for those of rules in a file."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        for block in blocks(page.read_text(encoding="utf-8"), "console"):
            for command in commands(block.text):
                if "--certificate" in command.words and ".py:" not in command.words:
                    yield command.words.partition(" --certificate ")[0]


@pytest.mark.slow
def test_what_the_page_shows_is_so() -> None:
    for kind, (made, changes) in SHOWN.items():
        every = [made, *(sealed({**made, **change}) for change, _ in changes)]
        wanted = ["accepted", *(word for _, word in changes)] if kind in READ else ["not checked"] * len(every)
        assert [each["verdict"] for each in told(map(json.dumps, every))] == wanted


def test_the_path_of_a_stranger_is_as_the_page_shows_it(tmp_path: Any) -> None:
    path = PAGE[PAGE.index("### Under Node") : PAGE.index("### In the browser")]
    (tmp_path / "src").symlink_to(ROOT / "src")
    shown = re.findall(r"```sh\n(.*?)```\n\n```\n(.*?) \([0-9.]+ s\)\n```", path, re.DOTALL)
    assert [said.partition(":")[0] for _, said in shown] == ["accepted", "refused", "false"]
    for (typed, said), code in zip(shown, (0, 2, 1), strict=True):
        ran = subprocess.run(
            ["sh", "-c", typed], cwd=tmp_path, capture_output=True, text=True, timeout=200, check=False
        )
        assert ran.returncode == code and ran.stdout.strip().splitlines()[-1].startswith(said), ran


@pytest.mark.slow
def test_certificates_of_the_documentation_are_accepted(tmp_path: Any) -> None:
    asked = sorted({*shown_by_commands()})
    assert len(asked) >= 7
    made = list[str]()
    for i, words in enumerate(asked):
        place = tmp_path / f"{i}.json"
        assert shell(f"{words} --certificate {place}")[0] < 2, words  # 1: the two games are the same but for a shift
        made.append(json.dumps(json.loads(place.read_text(encoding="utf-8"))))
    assert [each["verdict"] for each in told(made)] == ["accepted"] * len(made)


@pytest.mark.slow
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.hours)])
def test_every_field_of_a_board_is_read_alike(every: int) -> None:
    fields = ("faces", "live", "sides", "shape", "graph", "hands", "counters", "marks", "holds", "floor", "walls", "x")
    values = (
        *("", "X", ".XO", "012", "square", "rows"),
        *(0, 1, 3, 36, -1, None, True, False, [], [[]], [[1]], [[True]], {}),
    )
    made = [json.loads(json.dumps(make())) for make in certificates.BOARDS.values()]
    changed = [copy.deepcopy(made[i % len(made)]) for i in range(len(fields) * len(values))]
    for new, (field, value) in zip(changed, product(fields, values), strict=True):
        new["rules"].get("of", new["rules"])["board"][field] = value
    found = agreed([certificates.resealed(new) for new in changed[::every]])
    assert sum(said == "refused" for _, said in found) > 100 // every


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(certificates.POSITIONS)[:4])
def test_rules_with_one_change_are_played_alike(name: str) -> None:
    """Another constant, sign or slot in the rules: the claim is false of them, or true by chance."""
    made = certificates.POSITIONS[name]()
    changed = [certificates.resealed({**made, "rules": rules}) for rules in certificates.other_constants(made["rules"])]
    assert not changed or agreed(changed)


BAD = [
    "",
    "[]",
    "{}",
    '{"kind": 3}',
    '{"kind": "period"}',
    '{"kind": "period", "kind": "period"}',
    '{"kind": "period", "format": 2.0}',
    '{"kind": "period", "format": 02}',
    '{"kind": "period", "format": NaN}',
    '{"kind": "period", "format": 2} 1',
    '{"kind": "period", "format": 2, "hash": "' + "0" * 64 + '"}',
    '{"kind": "values", "a": ' + "[" * 5000 + "]" * 5000 + "}",
    '{"kind": "values", "a": ' + "9" * 400 + "}",
    '{"kind": "values", "a": "\\ud800\\u00zz"}',
    '{"kind": "values", "__proto__": 1, "format": 2}',
]


def test_bad_texts_are_refused() -> None:
    assert {each["verdict"] for each in told(BAD[1:])} == {"refused"}


def test_a_kind_that_is_not_known_is_not_accepted() -> None:
    made = [sealed({"kind": kind, "format": 2}) for kind in (*KINDS, "of tomorrow", "constructor", "__proto__")]
    assert [said["verdict"] for said in told(map(json.dumps, made)) if said["verdict"] != "refused"] == ["not checked"]


@pytest.mark.slow
def test_a_format_and_rules_of_tomorrow_are_refused() -> None:
    held = [make() for make in (*certificates.POSITIONS.values(), *certificates.BOARDS.values())]
    held += [certificates.of_kind(kind)[0] for kind in ("values of a code", "values of coins", "values of heaps")]
    made = [sealed({**each, "format": 3}) for each in (certificates.of_kind("period of a set")[0], *held[:3])]
    made += [certificates.resealed({**each, "rules": {**each["rules"], "version": 2}}) for each in held]
    assert {said["verdict"] for said in told(map(json.dumps, made))} == {"refused"}


def test_texts_have_one_canonical_form() -> None:
    """Letters of all planes, in names and texts; the hash is that of Python."""
    letters = ["\u00e9", "\U0001f600", "\uffff", "\ud83d", '"', "\\", "\x7f", "\t", "/", "\u2028"]
    names = {f"{a}{b}": f"{b}{a}" for a in letters for b in letters}
    made = sealed({**certificates.of_kind("period of digits")[0], "more": names})
    (said,) = told([json.dumps(made)])
    assert said["verdict"] == "refused" and "too many" in said["reason"]  # and so the hash was right


def large(body: list[Any], slots: int = 9) -> Certificate:
    """Return a certificate of a rule that does what it should not."""
    made = certificates.of_kind("strategy")[0]
    moves = {**made["rules"]["moves"], "functions": [[2, slots, body]]}
    return certificates.resealed({**made, "rules": {**made["rules"], "moves": moves}})


@pytest.mark.slow
def test_what_explodes_is_not_checked() -> None:
    one, slot = ["known", 1], ["local", 2]
    double = [["make", [slot, slot]], ["op", "*", slot, slot], ["op", "<<", slot, ["known", 10**9]]]
    bodies: list[list[Any]] = [
        [["assign", 2, one], ["while", one, [["assign", 2, value]]]] for value in (*double, slot)
    ]
    bodies.append([["for", 2, one, ["known", 10**30], one, [["yield", slot]]]])
    for said in told((json.dumps(large(body)) for body in bodies), 10**7):
        assert said["verdict"] == "not checked"
    long = {"kind": "period", "format": 2, "code": "0.77", "criterion": "finite code", "preperiod": 0, "period": 1}
    (said,) = told([json.dumps(sealed({**long, "mask": 2, "rare": [10**17]}))])
    assert said["verdict"] in ("not checked", "false")


@pytest.mark.slow
def test_a_short_certificate_that_would_take_hours_is_not_checked() -> None:
    """A sentence of few letters, of many numbers at once with large coefficients."""
    law = SHOWN["sentence"][0]["law"]
    names = [f"a{i}" for i in range(8)]
    terms = [["*", 10**5 + 7 * i, name] for i, name in enumerate(names)]
    sentence = ["all", names, ["some", ["b", "c"], ["=", ["+", *terms, ["*", -99991, "b"], ["*", -7919, "c"]], 0]]]
    made = sealed({"kind": "sentence", "format": 2, "law": law, "sentence": sentence})
    assert len(json.dumps(made)) < 17_000
    (said,) = told([json.dumps(made)], 10**6)
    assert said["verdict"] == "not checked" and re.search("more (steps|memory)", said["reason"])


@pytest.mark.slow
def test_a_claim_that_is_changed_and_a_list_that_is_none_are_judged_alike() -> None:
    """A family's law claimed to be one of values, or what is said besides to be nothing: no checker fails, or takes it."""
    family = SHOWN["family law"][0]
    said = [certificates.proved(name)[1] for name in ("bash", "wythoff")]
    made = [sealed({**family, "claim": claim}) for claim in ("values", "graph", "runs")]
    nothing: tuple[Any, ...] = (0, None, False, "", {})
    made += [sealed({**each, name: value}) for each in said for name in ("wins", "says") for value in nothing]
    assert len(made) == 23 and {*agreed(made)} == {
        ("family law", "false"), ("family law", "refused"), ("automatic law", "refused")
    }  # fmt: skip


def test_names_of_what_every_javascript_object_has_are_refused() -> None:
    law = SHOWN["sentence"][0]["law"]
    sentences: list[Any] = [[word, 1, 1] for word in ("constructor", "toString", "__proto__", "", None, [], {}, 0)]
    sentences += [["is", name, 1] for name in ("constructor", "toString", "__proto__")] + [
        ["and", [""]],
        ["and", [None]],
    ]
    made = [sealed({"kind": "sentence", "format": 2, "law": law, "sentence": each}) for each in sentences]
    assert {said["verdict"] for said in told(map(json.dumps, made))} == {"refused"}


# ---- rules of all positions that fail

X: list[Any] = ["local", 0]
TAKEN: list[Any] = ["yield", ["op", "-", X, ["known", 1]]]
PAIR: list[Any] = ["make", [X, ["known", 1]]]
FAILING: dict[str, list[Any]] = {
    "raised": [["fail"]],
    "raised at 5": [["if", ["compare", ["=="], [X, ["known", 5]]], [["fail"]], []]],
    "no value": [["assign", 1, ["local", 1]]],
    "no value at 5": [["if", ["compare", ["=="], [X, ["known", 5]]], [["assign", 1, ["local", 1]]], []]],
    "no such item": [["assign", 1, ["item", PAIR, ["known", 3]]]],
    "an item of a number": [["assign", 1, ["item", X, ["known", 0]]]],
    "too many numbers": [["yield", ["make", [["known", 0], ["known", 0]]]]],
    "no numbers": [["yield", ["make", []]]],
    "a tuple in a tuple": [["yield", ["make", [["make", [["known", 0]]]]]]],
    "a number below 0": [["yield", ["op", "-", X, ["known", 2]]]],
    "a step of 0": [["for", 1, X, ["known", 3], ["known", 0], []]],
    "over 0": [["assign", 1, ["op", "//", X, ["known", 0]]]],
    "modulo 0": [["assign", 1, ["op", "%", X, ["known", 0]]]],
    "shifted by less than 0": [["assign", 1, ["op", "<<", X, ["known", -1]]]],
    "a tuple and a number": [["assign", 1, ["op", "+", PAIR, ["known", 1]]]],
    "a tuple less a tuple": [["assign", 1, ["op", "-", PAIR, PAIR]]],
    "less than nothing": [["assign", 1, ["unary", "-", PAIR]]],
    "the length of a number": [["assign", 1, ["apply", "len", [X]]]],
    "in a number": [["assign", 1, ["compare", ["in"], [X, ["known", 3]]]]],
    "a number less than a tuple": [["assign", 1, ["compare", ["<"], [X, PAIR]]]],
    "put into a number": [["assign", 1, X], ["put", 1, ["known", 0], X]],
    "put beside a tuple": [["assign", 1, PAIR], ["put", 1, ["known", 2], X]],
    "a number spread": [["assign", 1, ["make", [["spread", X]]]]],
    "a sum of tuples": [["assign", 1, ["fold", "sum", [["yield", PAIR]]]]],
    "the least of nothing": [["assign", 1, ["fold", "min", []]]],
    "the least of both sorts": [["assign", 1, ["apply", "min", [X, PAIR]]]],
    "a part of a number": [["assign", 1, ["slice", X, None, None]]],
    "from a tuple on": [["for", 1, PAIR, ["known", 3], ["known", 1], []]],
}
"""What a rule does where x0 > 0, before it takes one counter."""
ENDINGS = {"fails": ["fail"], "is 2": ["return", ["known", 2]], "is a tuple": ["return", ["make", []]]}


def with_rules(body: list[Any], ending: list[Any] | None = None) -> Certificate:
    made = copy.deepcopy(SHOWN["automatic law"][0])
    for name in ("says", "wins"):
        del made[name]
    moves = [["if", ["compare", [">"], [X, ["known", 0]]], [*body, TAKEN], []]]
    made["rules"]["moves"]["functions"] = [[1, 2, moves]]
    if ending is not None:
        own = [["if", ["compare", ["=="], [X, ["known", 5]]], [ending], []]]
        made["rules"]["ending"] = {"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, own]]}
    return certificates.resealed(made)


def test_laws_of_rules_that_fail_are_false() -> None:
    """Not refused: they are well formed, and something that must be true of the rules is not."""
    assert first(with_rules([])) == "accepted"
    made = [*map(with_rules, FAILING.values()), *(with_rules([], ending) for ending in ENDINGS.values())]
    names = [*FAILING, *ENDINGS]
    assert {name: first(each) for name, each in zip(names, made, strict=True)} == dict.fromkeys(names, "false")
    assert {
        name: said["verdict"] for name, said in zip(names, told(map(json.dumps, made)), strict=True)
    } == dict.fromkeys(names, "false")


def test_what_counts_a_run_has_a_value_afterwards() -> None:
    """A rule that yields a run, and fails if the variable that counted it has another value than before."""
    made = json.loads(json.dumps(certificates.of_kind("runs")[0]))
    turn = made["rules"]["moves"]["functions"][0][2][0][5]
    counter = turn[0][1][2][0][1]
    turn[:] = [["assign", counter, ["known", -1]], *turn]
    true = certificates.resealed(copy.deepcopy(made))
    turn.append(["if", ["compare", [">="], [["local", counter], ["known", 0]]], [["fail"]], []])
    false = certificates.resealed(made)
    assert [each["verdict"] for each in told(map(json.dumps, (true, false)))] == ["accepted", "not checked"]
    assert [first(each) for each in (true, false)] == ["refused"] * 2


@gr.game(board=gr.Grid(".X"))
def upright(board: Board):
    """A domino downwards, by counting cells: below the last row is the edge."""
    for cell in board.free:
        if board[cell + board.columns] == FREE:
            yield board.place(cell, 1).place(cell + board.columns, 1)


@gr.game(board=gr.Grid(".X"))
def beyond(board: Board):
    """The same, but the cell that is asked is not the one that is taken: it may be beyond the board."""
    for cell in board.free:
        if board[cell] == FREE:
            yield board.place(cell, 1).place(cell + board.columns, 1)


@gr.game(board=gr.Grid(".X"))
def notakto(board: Board):
    """Place a stone: of a full board the ending says nothing."""
    for cell in board.free:
        yield board.place(cell, 1)


@notakto.ending
def lined(board: Board):
    """Three in a row."""
    return gr.WIN if board.line(3, 1) else None


def test_cells_beyond_the_board_and_players_without_a_move_are_checked_alike() -> None:
    with warnings.catch_warnings(action="ignore"):
        asked = [(upright(3, 1), "values"), (upright(2, 2), "strategy"), (notakto(2, 2), "strategy")]
        made = json.loads(json.dumps([position.solve().certificate(kind) for position, kind in asked]))
    assert agreed(made) == [("values", "accepted"), *[("strategy", "accepted")] * 2]
    for each in made[:2]:
        each["rules"]["of"]["left"] = each["rules"]["of"]["right"] = json.loads(json.dumps(data_of(beyond)))["of"][
            "left"
        ]
    assert agreed([certificates.resealed(each) for each in made[:2]]) == [("values", "false"), ("strategy", "false")]
