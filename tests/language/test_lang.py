"""Rules as data: what the interpreter says is what Python says; JSON and the hash say the same rule and nothing else."""

from __future__ import annotations

import contextlib
import itertools
import json
import linecache
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from generated import define
from grundy.games import load, names
from grundy.language import ir
from grundy.language.ir import Malformed, routine_hash, routine_json, routine_of
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run
from grundy.rules.data import data_of, hash_of
from grundy.rules.data import routine as routine_of_rules
from grundy.rules.functions import FunctionRuleset
from meaning import Meter
from snares import styles

NAMELESS = {
    "sprouts": "line 37: parsed() cannot be read (line 48: dictionaries are not read; write a tuple of tuples)",
    "spawning": "'code' is a str, which is not read",
    "turning": "'code' is a str, which is not read",
    "word-chain": "line 28: joint() cannot be read (line 21: 'word' is a number and has no items)",
}
"""The rules of the catalogue without data, and why."""


def functions(rules: Any) -> list[tuple[Any, dict[str, Any], bool]]:
    """The functions of a ruleset of the catalogue, with its parameters, and whether it is scoring."""
    own = getattr(rules, "function", None)
    if own is None:
        return []
    params = {**rules.params, **({"player": 1} if rules.partisan else {})}
    hooks = [(rules.hooks[name], params, False) for name in ("ending", "symmetry") if name in rules.hooks]
    return [(own, params, rules.scoring), *hooks]


# -- the catalogue ---------------------------------------------------------------------------------------------------------


@pytest.mark.some(26)
@pytest.mark.parametrize("name", names())
def test_the_rules_of_the_catalogue_as_data(name: str) -> None:
    rules = load(name)
    if name in NAMELESS:
        with pytest.raises(Unreadable) as problem:
            hash_of(rules)
        assert problem.value.reason == NAMELESS[name]
        return
    data = data_of(rules)
    assert json.loads(json.dumps(data)) == data
    for function, params, scoring in functions(rules):
        routine = read(function, params, scoring=scoring)
        again = routine_of(json.loads(json.dumps(routine_json(routine))))
        assert again == routine
        assert routine_hash(again) == routine_hash(routine)


@pytest.mark.slow
@pytest.mark.some(14)
@pytest.mark.parametrize("name", [n for n in names() if isinstance(load(n), FunctionRuleset) and n not in NAMELESS])
def test_small_positions_of_the_catalogue_by_the_interpreter(name: str) -> None:
    count = 0
    for position in itertools.islice(load(name).small_positions(60), 60):
        rules: Any = position.ruleset
        for player in (1, -1) if rules.partisan else (None,):
            if player is not None and not rules.by_player and player == -1:
                continue
            params = {**rules.params, **({} if player is None else {"player": player})}
            routine = routine_of_rules(rules, rules.function, scoring=rules.scoring, **params)
            own = position.state if isinstance(position.state, tuple) else (position.state,)
            args = [own] if routine.is_tuple else list(own)
            try:
                got = Run(routine).yields((*args, *(params[k] for k in routine.keywords)))
            except Beyond:
                continue
            if rules.scoring:
                want = list(rules.scored_options(position.state))
                assert [(gain, rules.state_of(state)) for gain, state in got] == want
            elif player is None:
                want = list(rules.options(position.state))
                assert list(map(rules.state_of, got)) == want
            else:
                want = list(rules.options_of(position.state, player))
                assert list(map(rules.state_of, got)) == want
            count += len(want)
    assert count > 5


# -- the hash --------------------------------------------------------------------------------------------------------------

GOLDEN = {
    "bash": "a39712c80c3cb5e0c06a8a357945b5c3da8bd327c5eedb770e4898b5304fb96f",
    "nim": "19ce46bdda643fd6cdaafd41102c28bcff3894722c29cfaaeaae6606f973a984",
    "kayles": "62f7f0ce32a19169857436c98a1d3b8694706ba5ce3d8a67f77233c63b142199",
    "tic-tac-toe": "6e1b018681ee8ee82d827835ddbbeb585e179cecaabe6c0d334e47f62b205d83",
    "domineering": "14fac07675f7b08702957c2671dbc5c2d275efc3e92797539723fa2ac105a632",
    "deque": "6f4b92d691bdf4e5353a0498e772d595e613ee16628e2829cef591ba4f277f67",
    "ruler": "a162afe1f304b959f2c2f7bc5bffafb466fb6fb4c2e0788f6716f22d3679d45b",
}
"""Hashes as they are in stores and certificates: where one changes the language does, or the game's rules."""


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_hashes(name: str) -> None:
    assert hash_of(load(name)) == GOLDEN[name]


def variants(text: str, **more: Any) -> str:
    """The hash of a game of a text; `more` are its hooks."""
    rules = gr.game(define(text, M=3))
    for name, hook in more.items():
        getattr(rules, name)(define(hook))
    return hash_of(rules)


PLAIN = "def f(n: int, *, m: int = 3):\n for k in range(1, min(m, n) + 1): yield n - k\n"
SAME = [
    "def g(h: int, *, most: int = 3):\n 'Docstring.'\n # comment\n for j in range(1, min(most, h) + 1):\n  yield h - j\n",
    "def f(n: int, *, m: int = 3):\n yield from (n - k for k in range(1, min(m, n) + 1))\n",
]
OTHER = [
    PLAIN.replace("min(m, n) + 1", "min(m, n)"),
    PLAIN.replace("m: int = 3", "m: int = 4"),
    PLAIN.replace("n - k", "n - k - 1 + 1"),
]


def test_the_hash_is_of_what_a_rule_means() -> None:
    own = variants(PLAIN)
    assert [variants(text) == own for text in SAME] == [True, True]
    assert [variants(text) == own for text in OTHER] == [False] * 3
    ending = "def e(n, *, m):\n if n == 7: return -1\n"
    symmetry = "def s(n, *, m):\n return n\n"
    hashes = {own, variants(PLAIN, ending=ending), variants(PLAIN, symmetry=symmetry)}
    hashes |= {variants(PLAIN, ending=ending.replace("-1", "1")), variants(PLAIN, ending=ending.replace("7", "8"))}
    assert len(hashes) == 5


def test_constants_of_modules_are_part_of_the_rule() -> None:
    text = "def f(n: int):\n if n >= M: yield n - M\n"
    one, two = (hash_of(gr.game(define(text, M=m))) for m in (3, 4))
    assert one != two


# -- JSON from strangers ---------------------------------------------------------------------------------------------------


def some_json() -> dict[str, Any]:
    return routine_json(read(styles("three")["while"]))


@given(st.data())
def test_json_that_was_changed_is_a_routine_or_malformed(data: Any) -> None:
    whole = some_json()
    place: Any = whole
    while True:  # go down to a random place and put something else there
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.integers(0, 3)) == 0:
            break
        place = place[key]
    place[key] = data.draw(
        st.sampled_from(
            [None, 0, 1, -1, 10**30, "op", "+", [], [[]], {}, True, ["local", 0], ["local", 99], ["fail"], 1.5]
        )
    )
    nontrivial(whole != some_json())
    try:
        routine = routine_of(whole)
    except Malformed:
        return
    with contextlib.suppress(Failed, Beyond):
        Run(routine, bits=100, length=100, spend=Meter(2000)).yields((5,) * routine.main.takes, 50)


@pytest.mark.parametrize(
    "node",
    [
        ["op", "**", ["known", 10], ["known", 10**9]],
        ["op", "<<", ["known", 1], ["known", 10**12]],
        ["op", "*", ["known", [1]], ["known", 10**12]],
        ["fold", "sum", [["for", 0, ["known", 0], ["known", 10**18], ["known", 1], [["yield", ["known", 1]]]]]],
        ["fold", "any", [["while", ["known", 1], []]]],
    ],
)
def test_what_is_endless_is_given_up(node: Any) -> None:
    data = {"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, [["yield", node]]]]}
    with pytest.raises(Beyond):
        Run(routine_of(data), spend=Meter(10_000)).yields((1,))


def test_deep_json_is_malformed() -> None:
    node: Any = ["known", 1]
    for _ in range(3000):
        node = ["unary", "-", node]
    data = {"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, [["yield", node]]]]}
    with pytest.raises(Malformed):
        routine_of(data)


def test_a_function_does_not_call_itself_or_one_above() -> None:
    call = ["yield", ["call", 1, [["local", 0]]]]
    back = ["return", ["call", 1, [["local", 0]]]]
    data = {"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, [call]], [1, 1, [back]]]}
    with pytest.raises(Malformed):
        routine_of(data)


# -- reading ---------------------------------------------------------------------------------------------------------------


def test_every_node_knows_its_line() -> None:
    text = "def f(n: int):\n k = 1\n while k <= 3:\n  yield n - k\n  k += 1\n"
    body = read(define(text)).main.body
    assert [node.line for node in ir.nodes(body) if isinstance(node, ir.Yield | ir.For)] == [3, 4]


def test_helpers_stand_after_those_that_call_them() -> None:
    text = (
        "def one(a): return a + 1\ndef two(a): return one(a) + one(a)\ndef f(n: int):\n yield one(n)\n yield two(n)\n"
    )
    routine = read(define(text))
    assert [each.name for each in routine.functions] == ["f", "two", "one"]
    assert Run(routine).yields((5,)) == [6, 12]
    assert routine_of(routine_json(routine)) == routine


def test_reading_does_not_warn() -> None:
    text = "def f(n: int):\n if n is 3: yield n\n"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function = define(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Unreadable):
            read(function)


def test_an_empty_file_has_no_source() -> None:
    function = define("def f(n: int):\n yield n - 1\n")
    linecache.cache[function.__code__.co_filename] = (0, None, [], function.__code__.co_filename)
    with pytest.raises(Unreadable):
        read(function)


def test_a_copy_does_not_follow_its_list() -> None:
    text = "def f(n: int):\n b = [1, 2, 3]\n for x in {over}:\n  b[2] = n\n  b[1] = n\n  yield x\n"
    for over, want in (("b", [1, 9, 9]), ("b[:]", [1, 2, 3]), ("list(b)", [1, 2, 3]), ("tuple(b)", [1, 2, 3])):
        assert Run(read(define(text.format(over=over)))).yields((9,)) == want == list(define(text.format(over=over))(9))
