"""Rules with a snare each are read as Python means them, as data and compiled, or it is said why they are not read."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from brute import truth
from cases import each_day, first_seed, nontrivial
from generated import define
from grundy.language.ir import routine_json, routine_of
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from meaning import FAR, STEPS, compare, machine, near, same
from random_functions import random_functions
from snares import Snare, snares

BRANCHES = "".join(f"    elif n > {i} and (k := n - {i}) % 7 == 3:\n        yield k\n" for i in range(30))
CASES = "".join(f"        case {i}, k if k > {i}:\n            yield k, {i}\n" for i in range(30))
STYLES = snares("styles")
SNARES = {
    **snares("far", "reading"),
    **STYLES,
    "walrus: so many that branches cannot be written out": Snare(
        "walrus", f"def f(n):\n    if n > 90:\n        yield n\n{BRANCHES}", "too often"
    ),
    "match: so many cases": Snare("match", f"def f(a, b):\n    match a, b:\n{CASES}", "too often"),
}
CHILDREN = snares("children")
FURTHER = {name: style for name, style in STYLES.items() if style.kind == "more"}
LAWS = [name for name, style in FURTHER.items() if style.word.startswith("law: ")]
SOLVED = ["for … else", "if a and (x := …)", "pop", "sorted(key=)", "def within the rule", "case k if …"]


def looked_at(snare: Snare, *, moves: bool = False, compiled: bool = False) -> None:
    """A rule means what Python says, or what stands with it says why it is not read."""
    rule = snare.rule()
    if not snare.is_read:
        with pytest.raises(Unreadable) as problem:
            read(rule, moves=moves)
        assert snare.word in problem.value.reason
        return
    routine = read(rule, moves=moves)
    assert routine_of(routine_json(routine)) == routine
    try:
        program = machine(routine) if compiled else None
    except Unreadable:
        assert snare.kind != "more"  # and otherwise Python is asked
        return
    far = snare.kind.endswith("far")
    states = FAR if far else near(routine, 5 if snare.kind == "more" else 4)
    alike = set if moves else list
    found = compare(rule, routine, states, steps=STEPS if far else 10**6, program=program, alike=alike)
    assert found.moves > 10 * (snare.kind == "more") or (found.raises and snare.kind != "more")


@pytest.mark.parametrize("name", SNARES)
def test_a_snare_means_what_python_says_or_is_refused(name: str) -> None:
    looked_at(SNARES[name])


@pytest.mark.some(70)
@pytest.mark.parametrize("name", [name for name, snare in SNARES.items() if snare.is_read and "far" not in snare.kind])
def test_a_snare_is_compiled_as_python_means_it(name: str) -> None:
    looked_at(SNARES[name], compiled=True)


@pytest.mark.parametrize("name", CHILDREN)
def test_a_set_of_children_has_what_python_says_or_is_refused(name: str) -> None:
    looked_at(CHILDREN[name], moves=True, compiled=True)


def test_forty_two_styles_of_which_at_least_thirty_are_read() -> None:
    read_of_them = sum(style.is_read for style in FURTHER.values())
    assert len(FURTHER) == 42 and read_of_them >= 30
    page = Path(__file__).parents[2] / "docs" / "reference" / "language.md"
    assert f"(`tests/snares/styles.txt`) {read_of_them} are read" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LAWS)
def test_the_law_of_a_style_is_proved(name: str) -> None:
    rules: Any = gr.game(STYLES[name].rule())
    assert STYLES[name].word.removeprefix("law: ") in str(rules.law())


@pytest.mark.parametrize("style", SOLVED)
def test_a_style_is_solved_by_machine_code(style: str) -> None:
    rule = STYLES[f"more: {style}"].rule()
    rules: Any = gr.game(rule)
    start = (7,) if not read(rule).is_tuple and read(rule).width == 1 else (4, 3)
    assert rules(*start).solve().value == truth(rule, *start)


@pytest.mark.parametrize("name", [name for name, style in STYLES.items() if style.kind != "more"])
def test_ways_of_writing_mean_the_same(name: str) -> None:
    run = Run(read(STYLES[name].rule()))
    most = 3 if name != "three again: bit arithmetic" else 0
    for heap in range(12):
        takes = range(1, min(heap, most or heap.bit_length()) + 1)
        assert sorted(run.yields((heap,)), reverse=True) == [heap - k for k in takes]


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="annotations are evaluated when they are asked for")
def test_an_annotation_that_python_evaluates_is_not_read_over(tmp_path: Path) -> None:
    text = "def f(n):\n    def g(m: unknown):\n        return m\n    yield g(n)\n"
    file = tmp_path / "annotated.py"
    file.write_text(text, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, str(file), "exec", dont_inherit=True), names)
    with pytest.raises(NameError):
        list(names["f"](3))
    with pytest.raises(Unreadable, match="plain annotations"):
        read(names["f"])


# -- between functions -----------------------------------------------------------------------------------------------------


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that can be imported, and is forgotten."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path / "own_steps.py"
    sys.modules.pop("own_steps", None)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("def step(n, k=1):\n    return n - k\n", "def step(n, k=2):\n    return n - k\n"),
        ("K = 1\ndef step(n):\n    return n - K\n", "K = 2\ndef step(n):\n    return n - K\n"),
        ("def step(n):\n    return n - 1\n", "def step(n):\n    return n - 2\n"),
        ("def make(k):\n    def step(n):\n        return n - k\n    return step\nstep = make(1)\n",) * 2,
    ],
)
def test_functions_of_a_reloaded_module(first: str, second: str, module: Path) -> None:
    """The old function and the new one are two, whatever their code."""
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    module.write_text(first)
    steps = importlib.import_module("own_steps")
    old = steps.step
    module.write_text(second)
    importlib.invalidate_caches()
    new = importlib.reload(steps).step
    sys.dont_write_bytecode = before
    text = "def rule(n):\n    if n > 3:\n        yield new(n) if n // 1000 == 613 else old(n)\n"
    function = define(text)
    function.__globals__.update(old=old, new=new)
    same(function)


BOARDS = """
from grundy.language.wrapped import Wrapped
class Row(Wrapped):
    {own}
    def less(self, k: int) -> "Row":
        return self.of((self.state[0] - k, self.state[1]))
    def __getitem__(self, place: int) -> int:
        return self.state[1 - place]
def same(row: Row) -> Row:
    return row.less(0)
def rule(row: Row):
    {body}
"""
"""A row whose items are asked for the other way round."""


@pytest.mark.parametrize(
    ("own", "body", "is_read"),
    [
        ("", "yield row.less(row[0])", True),
        ("", "yield row.less(same(row)[0])", True),
        ("", "yield row.less((row if row.state[0] > 9 else row.less(1))[0])", True),
        ("", "yield row.less(row.less(1)[0])", True),
        ("", "yield row.less((row or row.less(1))[0])", False),
        ("", "yield row.less((row and row.less(1))[0])", False),
        ("", "yield row.less(len(row.state) if not row else 1)", False),
        ("@property\n    def own(self):\n        return self.less(1)", "yield row.less(row.own[0])", True),
        ("def __init__(self, state): self.state = (state[0] + 1, state[1])", "yield row.less(1)", False),
        ("def __eq__(self, other): return True\n    __hash__ = None", "yield row.less(row == row.less(1))", False),
        ("def __ne__(self, other): return True", "yield row.less(row != row.less(0))", False),
        ("def __new__(cls, state): return Wrapped.__new__(Row)", "yield row.less(1)", False),
        ("def __getattribute__(self, name): return super().__getattribute__(name)", "yield row.less(1)", False),
        ("@property\n    def state(self): return (1, 2)", "yield row.less(1)", False),
        ("def __getattr__(self, name): return 3", "yield row.less(row.other)", False),
        ("def __bool__(self): return False", "yield row.less((row or row.less(1))[0])", False),
        ("def __len__(self): return 0", "yield row.less(1 if row else 2)", False),
    ],
)
def test_objects_over_a_tuple(own: str, body: str, is_read: bool) -> None:
    """What is asked of an object is asked of its class, in whatever way the object was come by."""
    function = define(BOARDS.format(own=own, body=body))
    kind = function.__globals__["Row"]
    try:
        run = Run(read(function))
    except Unreadable:
        assert not is_read
        return
    assert is_read
    for state in [(3, 1), (1, 3), (12, 0), (0, 0), (613_001, 7)]:
        assert run.yields((state,)) == [each.state for each in function(kind(state))]


# -- random rules of several functions --------------------------------------------------------------------------------------


def compared(first: int, many: int) -> None:
    """Each rule is refused, or means what Python does; more than half are read."""
    read = 0
    for seed in range(first, first + many):
        try:
            is_read = same(define(random_functions(seed)))
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}:\n{random_functions(seed)}") from wrong
        nontrivial(is_read)
        read += is_read
    assert 2 * read > many, read


@pytest.mark.slow
def test_random_rules_of_several_functions() -> None:
    compared(first_seed(), each_day(150))


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_random_rules_of_several_functions(turn: int) -> None:
    compared(500 * turn, 500)
