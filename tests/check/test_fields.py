"""Certificates with one field changed on purpose: what is said of each, "" if it is accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.check.made_certificates import ITSELF, Certificate, of_family, of_kind, of_row, proved, resealed

import grundy as gr
from grundy.check import check
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving.certificate import certificate as bare
from grundy.proving.theorem import prove

LEFT = '["op", "-", ["local", 0], ["local", 2]]'
YIELD = f'["yield", {LEFT}]'
Changed = Callable[[Certificate], Certificate]


def rewritten(old: str, new: str) -> Changed:
    """Return what puts another part into rule data, in JSON."""

    def put(made: Certificate) -> Certificate:
        text = json.dumps(made["rules"])
        assert old in text
        return resealed({**made, "rules": json.loads(text.replace(old, new))})

    return put


def forged(**fields: Any) -> Changed:
    """Return what changes fields, and makes no fingerprint again."""
    return lambda made: sealed({**made, **fields})


def case(**fields: Any) -> Changed:
    """Return what changes the one case of a table of moves that win."""
    return lambda made: resealed({**made, "wins": [{**made["wins"][0], **fields}]})


MADE: dict[str, Callable[[], Certificate]] = {
    "family": lambda: of_family("bash"),
    "family of two": lambda: of_family("band"),
    "family by half": lambda: of_family("halved"),
    "row": lambda: of_row("row_of_nim").certificate(),
    "bash": lambda: proved("bash")[1],
    "wythoff": lambda: proved("wythoff")[1],
    "fibonacci-nim": lambda: proved("fibonacci-nim")[1],
    "sentence": lambda: of_kind("sentence")[0],
    "statement": lambda: prove(load("bash")).certificate(),
    "same law": lambda: sealed({"kind": "same law", "format": 2, "shift": 0, "laws": [bare(prove(load("bash")))] * 2}),
}
OTHERS, FALSE, REFUSED = "false: the losing positions are others", "false: ", "refused: "
CHANGES: dict[str, list[tuple[Any, str]]] = {
    "family": [
        ({"block": [1, 0], "where": [[1, 0]]}, "false: the block is 0"),
        ({"block": [1, 2]}, FALSE),
        ({"block": [2, 2]}, FALSE),
        ({"quantified": []}, "a list of 1 to 3 names"),
        ({"quantified": ["m", "m"]}, "twice"),
        ({"quantified": ["k"]}, "the rules take others"),
        ({"parameters": {"m": 3}}, "have a value, or are quantified"),
        ({"where": [[1, -5], [-1, 4]]}, "no parameters are as"),
        ({"where": [[1, 0, 0]]}, "a sum of parameters is a list of 2 integers"),
        ({"where": 3}, "'where' is a list"),
        ({"block": [-1, 1]}, "from 0 to 1000"),
        ({"form": "code"}, "those of a code have a value"),
        ({"claim": "graphs"}, "the field 'claim'"),
        ({"numeration": "msd_0"}, "the checker knows"),
        ({"bound": 9}, "which its kind does not have"),
        (forged(quantified=["k"]), "fingerprint"),
    ],
    "family of two": [({"where": [[1, 0, 0]]}, FALSE)],  # a > b
    "family by half": [({"numeration": "msd_2", "blocked": 1}, FALSE)],
    "row": [
        ({"automata": []}, "one automaton or more"),
        ({"automata": [ITSELF] * 9}, "more than 6"),
        ({"automata": 3}, "'automata' is a list"),
        ({"rules": []}, "'rules' and 'parameters' are objects"),
        ({"rules": {"version": 1}}, "has no field 'moves'"),
        ({"play": "misere"}, "which its kind does not have"),
        (forged(fingerprint=""), "fingerprint"),
    ],
    "wythoff": [
        ({"ranking": [[0]]}, "false: .*ranking"),
        ({"play": "misere"}, f"{OTHERS}: x0 = 0, x1 = 0"),
        ({"blocked": 1}, OTHERS),
    ],
    "fibonacci-nim": [({"ranking": [[0, 1]]}, "false: .*ranking")],
    "bash": [
        ({"parameters": {"m": 5}}, f"{OTHERS}: x0 = "),
        (rewritten('"min"', '"max"'), "false: .*below the least one"),
        (rewritten('"for", 2, ["known", 1]', '"for", 2, ["known", 0]'), "false: .*ranking"),
        (rewritten(YIELD, f'["if", ["local", 0], [["fail"]], []], {YIELD}'), "false: .*they fail"),
        (rewritten(LEFT, '["op", "*", ["local", 0], ["local", 2]]'), REFUSED),
        (rewritten(LEFT, '["apply", "bit_length", [["local", 2]]]'), REFUSED),
        (rewritten(YIELD, f'["while", ["local", 0], [{YIELD}]]'), REFUSED),
        *[({"numeration": name}, REFUSED) for name in ("msd_1", "msd_0", "rec [1,4;1,2]", "rec [1;2]", "ost [0;()]")],
        *[({"numeration": name}, REFUSED) for name in ("ost [0;(0)]", "lsd_2", "", None, 2)],
        *[(lambda made, more=more: resealed({**made, "rules": {**made["rules"], **more}}), REFUSED) for more in (
            {"ending": {"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, [["yield", ["known", 0]]]]]}},
            {"version": 9}, {"version": None}, {"more": 1}, {"ending": None}, {"ending": []},
        )],
    ],
    "statement": [
        (case(when=["=", ["%", "x0", 4], 1]), "false: no case speaks of a position: x0 = 10 in digits$"),
        (case(move=[["+", "x0", -1]]), "false: a case gives no move that wins: x0 = 10 in digits$"),
        (case(move=[["+", "x0", ["*", -1, "c"]]], chosen=["c"], where=["and"], one=1), ""),
        ({"wins": []}, "false: no case speaks of a position: x0 = 1 in digits$"),
        *[(case(**wrong), REFUSED) for wrong in (
            {"one": 1}, {"chosen": ["x0"]}, {"chosen": ["v00001"]}, {"chosen": ["c", "c"]},
            {"move": ["x1"]}, {"move": []}, {"more": 1},
        )],
        *[({"wins": wrong}, REFUSED) for wrong in ([5], 5)],
        (lambda made: sealed({**made, "wins": made["wins"] * 65}), REFUSED),
        *[({"says": wrong}, REFUSED) for wrong in (
            [["is", "odiousness", 1]], [["is", "fibonacci", 1]], [["is", "W1", 1, 1]], [["=", "x0", 1]], 5,
        )],
    ],
    "sentence": [({"sentence": data}, REFUSED) for data in (
        5, "n", [], ["all"], ["all", [], ["=", 1, 1]], ["all", ["n", "n"], ["=", 1, 1]], ["all", "n", ["=", 1, 1]],
        ["all", ["n'"], ["=", 1, 1]], ["all", [f"n{i}" for i in range(9)], ["=", 1, 1]], ["=", 1], ["=", 1, True],
        ["=", 1, 2.5], ["=", "n", 1], ["=", ["//", 4, 0], 1], ["=", ["%", 4, -2], 1], ["=", ["%", 4, "n"], 1],
        ["=", ["*", "n", 2], 1], ["=", ["+"], 1], ["is", "Q", 1], ["is", "P"], ["is", "P", 1, 2],
        ["at least", 0, "n", ["=", "n", 1]], ["at least", 10**9, "n", ["=", "n", 1]],
        ["at least", True, "n", ["=", "n", 1]], ["not", ["=", 1, 1], ["=", 1, 1]], ["exec", "print()", 1],
    )],
    "same law": [
        ({}, ""),
        (lambda made: sealed({**made, "laws": [made["laws"][0], bare(prove(load("bash").bind(m=4)))]}), FALSE),
        *[(lambda made, wrong=wrong: sealed({**made, "laws": [*made["laws"][:1], *wrong()]}), REFUSED) for wrong in (
            list, lambda: [bare(prove(load("wythoff")))], lambda: [bare(prove(load("bash")))] * 2, lambda: [5],
            lambda: [gr.octal("0.07").law().certificate()],
        )],
        ({"shift": 1}, "heaps are shifted by integers"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_said_of_a_change(name: str) -> None:
    made = MADE[name]()
    assert check(made).verified
    for change, said in CHANGES[name]:
        new = change(made) if callable(change) else resealed({**made, **change})
        try:
            verdict = check(new)
            told = "" if verdict.verified else f"false: {verdict.reason}"
        except GrundyError as refused:
            assert "\n" not in str(refused)
            told = f"refused: {refused}"
        way = "false: " if said.startswith("false") else "refused: " if said else ""
        assert told.startswith(way) and bool(told) == bool(said) and re.search(said, told), (change, told)
