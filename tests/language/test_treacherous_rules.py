"""Rules that once were answered otherwise than Python means them: each by name, compiled and interpreted, by brute force."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from brute import recurrence, truth
from generated import define
from grundy.common.errors import Notice
from grundy.language import ir
from grundy.language.ir import Routine
from grundy.language.native import of_keys, of_states
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from grundy.rules import session
from grundy.rules.heaps import HeapFunction
from grundy.rules.session import Field
from grundy.solving import comparing, compiled_rules, parts, reading_rules
from grundy.solving.compiled_rules import UNREAD
from grundy.solving.results import KNOWN
from meaning import compare, machine
from snares import snares

KEPT = Field("kept", bool)

pytestmark = pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")


# -- compiled rules --------------------------------------------------------------------------------------------------------

HEAPS = {name: snare for name, snare in snares("reading").items() if snare.kind == "heaps"}
SLICES = {name: snare for name, snare in snares("reading").items() if snare.kind == "slices"}


@pytest.mark.parametrize("name", HEAPS)
def test_heap_rules_mean_what_python_means(name: str) -> None:
    function = HEAPS[name].rule()
    want = recurrence(gr.heap_game(function), 400)
    for count in (20, 400):
        assert gr.heap_game(function).sequence(count).tolist() == want[:count]


@pytest.mark.parametrize("name", SLICES)
def test_rules_of_tuples_mean_what_python_means(name: str) -> None:
    function = SLICES[name].rule()
    states = [tuple(range(4, 4 + length)) for length in range(5)]
    found = compare(function, read(function), states, program=machine(read(function), plain=False))
    assert found.answered == len(states)


# -- what is read is what runs ---------------------------------------------------------------------------------------------

WRAPPED = """
import functools
def doubled(function):
    @functools.wraps(function)
    def wrapper(n):
        for option in function(n):
            yield option
        if n >= 5:
            yield n - 5
    return wrapper
@doubled
def f(n):
    {check}
    for k in (1, 2):
        if k <= n:
            yield n - k
"""


@pytest.mark.parametrize("check", ["pass", "assert n >= 0"])
def test_a_wrapper_is_not_looked_through(check: str) -> None:
    names = define_all(WRAPPED.format(check=check))
    made = read_or_refuse(names.f)  # of what runs, the wrapper, or nothing
    assert made is None or all(Run(made).yields((n,)) == list(names.f(n)) for n in range(12))
    game = gr.game(name="wrapped")(names.f)
    assert [game(n).solve().value for n in range(12)] == [truth(names.f, n) for n in range(12)]


def define_all(text: str) -> types.SimpleNamespace:
    """All names of a text, with a source that can be found."""
    last = define(text + "\ndef last(): pass\n")
    return types.SimpleNamespace(**{k: v for k, v in last.__globals__.items() if not k.startswith("__")})


def read_or_refuse(function: Callable[..., Any]) -> Any:
    try:
        return read(function)
    except Unreadable:
        return None


def test_rewritten_assertions_are_refused() -> None:
    """What pytest has rewritten is not what its file says: a rule with an assert is interpreted there."""

    def rule(n: int):
        assert n >= 0
        yield n - 1

    with pytest.raises(Unreadable, match="assertions were rewritten"):
        read(rule)


def test_an_assert_does_not_switch_the_comparison_off(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("def f(n):\n    assert n >= 0\n    yield n - 1\n")
    namespace: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    assert read(namespace["f"]).main.name == "f"
    exec(compile("def f(n):\n    assert n >= 1\n    yield n - 3\n", str(file), "exec"), other := dict[str, Any]())
    file.write_text("def f(n):\n    assert n >= 0\n    yield n - 2\n")
    with pytest.raises(Unreadable, match="its assertions were rewritten, or the file has changed"):
        read(other["f"])
    assert Run(read(namespace["f"])).yields((5,)) == [4]  # it was this file's code when it was read, and runs as it did


def test_what_only_looks_like_a_cache_is_not_looked_through() -> None:
    names = define_all(
        "class Cached:\n"
        "    def __init__(self, function): self.__wrapped__ = function\n"
        "    def __call__(self, n): return 2\n"
        "    def cache_info(self): return None\n"
        "def one(n): return 1\n"
        "step = Cached(one)\n"
        "def f(n):\n    if n >= step(n): yield n - step(n)\n"
    )
    assert read_or_refuse(names.f) is None
    game = gr.game(name="steps")(names.f)
    assert [game(n).solve().value for n in range(8)] == [truth(names.f, n) for n in range(8)]


def test_cached_helpers_are_read() -> None:
    names = define_all(
        "import functools\n@functools.cache\ndef step(n): return 2\ndef f(n):\n    if n >= step(n): yield n - step(n)\n"
    )
    assert [each.name for each in read(names.f).functions] == ["f", "step"]


def test_what_is_computed_when_asked_is_no_constant() -> None:
    class Config:
        turns = 0
        fixed = 3

        @property
        def m(self) -> int:
            Config.turns += 1
            return Config.turns % 3 + 1

        def __getattr__(self, name: str) -> int:
            return 7

    config = Config()
    for words in ("config.m", "config.other"):
        with pytest.raises(Unreadable, match="is computed each time it is used"):
            read(define(f"def f(n):\n    yield n - {words}\n", config=config))
    assert read(define("def f(n):\n    yield n - C.fixed\n", C=Config)).main.body == (
        ir.Yield(ir.Op("-", ir.Local(0), ir.Known(3))),
    )


def test_numbers_that_calculate_otherwise_are_no_constants() -> None:
    class Odd(int):
        def __rsub__(self, other: int) -> int:
            return other - 2

    with pytest.raises(Unreadable, match="is a Odd, which is not read"):
        read(define("def f(n):\n    yield n - ONE\n", ONE=Odd(1)))


def test_a_call_that_python_turns_away_is_not_read() -> None:
    for call in ("g(n, a=1)", "g()", "g(n, c=2)", "g(n, 2, 3)", "g(n, **{})"):
        text = f"def g(a, b=1):\n    return a + b\ndef f(n):\n    yield {call}\n"
        with pytest.raises(Unreadable, match=r"arguments it does not have|a call with|\(\*\*\)"):
            of_states(read(define(text)), width=1).text("x")


# -- the comparison --------------------------------------------------------------------------------------------------------


def faulty(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """The compiler makes another rule's code than it should."""

    def another(moves: Routine) -> Routine:
        return read(define(wrong), dict.fromkeys(moves.keywords, 0))

    monkeypatch.setattr(reading_rules, "of_states", lambda moves, **how: of_states(another(moves), **how))
    monkeypatch.setattr(reading_rules, "of_keys", lambda moves, *way, **how: of_keys(another(moves), *way, **how))


FAR = "def f(n):\n    for k in (1, 2, 3):\n        if k <= n and n != {c}: yield n - k\n"


@pytest.mark.parametrize("c", [70, 900, 10**5, 2**40])
def test_a_fault_at_a_constant_is_found_before_the_rule_is_used(monkeypatch: pytest.MonkeyPatch, c: int) -> None:
    faulty(monkeypatch, FAR.format(c=c + 1))
    game = gr.game(name="far")(define(FAR.format(c=c)))
    assert compiled_rules.native(game, [5, 4, 3]) is None
    assert "the compiled rule and Python differ" in game.memory[UNREAD] and str(c) in game.memory[UNREAD]
    heaps = gr.heap_game(name="far")(define(FAR.format(c=c)))
    assert compiled_rules.native_heaps(heaps) is None


def test_a_fault_far_from_all_constants_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty(monkeypatch, FAR.format(c="70 and n < 5000"))
    assert compiled_rules.native(gr.game(name="far")(define(FAR.format(c=70))), [5, 4, 3]) is None


@pytest.mark.parametrize("bounds", [None, (2001,)])
def test_a_fault_is_found_after_the_search(monkeypatch: pytest.MonkeyPatch, bounds: tuple[int] | None) -> None:
    faulty(monkeypatch, FAR.format(c="70 and n != 1900"))
    monkeypatch.setattr(comparing.Comparison, "probe", lambda *_: None)
    game = gr.game(name="far", bounds=bounds)(define(FAR.format(c=70)))
    with pytest.raises(gr.errors.GrundyError, match="the compiled rule and Python differ"):
        game(1900).solve(method="compiled")


def test_a_fault_is_found_after_a_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    far = FAR.replace("n - k", "(n - k,)")
    faulty(monkeypatch, far.format(c="70 and n != 999"))
    monkeypatch.setattr(comparing.Comparison, "probe", lambda *_: None)
    rules = gr.heap_game(name="far")(define(far.format(c=70)))
    assert isinstance(rules, HeapFunction)
    from grundy.solving.sequences import rule_sequence

    assert rule_sequence(rules, 1000) is None
    assert "differ" in rules.memory[UNREAD]


def test_a_fault_in_a_partisan_rule_is_found_after_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing.Comparison, "probe", lambda *_: None)
    monkeypatch.setattr(parts, "REDERIVED", 1000)
    text = "def f(n, *, player):\n    for k in (1, 3):\n        if k <= n and n != {c}: yield n - k\n"
    faulty(monkeypatch, text.format(c="70 and n != 501"))
    game = gr.partisan_game(name="far")(define(text.format(c=70)))
    assert game(498).value() == gr.Value("0") and not game.memory[UNREAD]
    assert game(520).value() == gr.Value("0")
    assert "differ at far(501)" in game.memory[UNREAD]


def test_rules_that_do_not_end_where_nobody_is_are_left_alone() -> None:
    text = "def f(n):\n    k = n\n    while k != 0:\n        k -= 2\n    if n: yield n - 2\n"
    game = gr.game(name="even")(define(text))
    assert compiled_rules.native(game, [8, 6, 4, 2, 0]) is not None


def test_every_remoteness_is_looked_at() -> None:
    import numpy as np

    statuses = np.arange(1000) // 10 << 2 | 1
    chosen = comparing.spread(statuses)
    assert {int(statuses[i] >> 2) for i in chosen} >= {0, 99} and len(chosen) >= 90
    few = comparing.spread(np.array([4 << 2, 2 << 2, 4 << 2, 2 << 2, 4 << 2]))
    assert few == [0, 1, 3, 4]


# -- what changes ----------------------------------------------------------------------------------------------------------


def test_a_constant_that_changes_changes_the_answer() -> None:
    namespace = define_all(
        "M = 3\nTABLE = [1, 2]\n"
        "def least(n): return min(n, M)\n"
        "def f(n):\n    for k in range(1, least(n) + 1): yield n - k\n"
        "def g(n):\n    for k in TABLE:\n        if k <= n: yield (n - k,)\n"
    )
    names = namespace.f.__globals__
    game, heaps = gr.game(name="f")(namespace.f), gr.heap_game(name="g")(namespace.g)

    def answers() -> list[Any]:
        total = gr.selective(game(5), game(6)).solve().outcome
        return [
            game(8).solve().value,
            (game(8) + heaps(4)).solve().value,
            heaps.law().period,
            heaps.sequence(9)[-1],
            total,
        ]

    first = answers()
    assert first[0] == truth(namespace.f, 8) == 0 and first[2] == 3
    names["M"] = 2
    names["TABLE"].append(3)
    second = answers()
    assert second[0] == truth(namespace.f, 8) == 2 and second[2] == 4
    assert second[3] == recurrence(heaps, 9)[-1]
    names["M"] = 3
    names["TABLE"].pop()
    assert answers() == first


def test_a_sum_follows_its_parts_where_the_library_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed, the rulesets' classes lie among the libraries, of which nothing is watched."""
    monkeypatch.setattr(session, "_libraries", lambda: (str(Path(gr.__file__).parent),))
    rule = define("M = 3\ndef f(n):\n    for k in range(1, min(n, M) + 1): yield n - k\n")
    game = gr.game(name="f")(rule)
    total = gr.selective(game(6), game(9))
    before = total.ruleset.memory
    before[KEPT] = True
    assert KEPT in total.ruleset.memory
    rule.__globals__["M"] = 2
    assert KEPT not in total.ruleset.memory


def test_what_is_kept_is_kept_while_nothing_changes() -> None:
    game = gr.game(name="f")(define("M = 3\ndef f(n):\n    for k in range(1, min(M, n) + 1): yield n - k\n"))
    game(8).solve()
    memory, records = game.memory, dict(game.memory[KNOWN][False, None].records)
    assert len(records) == 9
    game(8).solve()
    assert game.memory is memory and game.memory[KNOWN][False, None].records == records
    game.function.__globals__["unused"] = 5
    assert game.memory is memory
    game.function.__globals__["min"] = lambda a, b: b  # a name that was Python's own
    assert not len(game.memory)


def test_a_closure_a_default_and_an_attribute_are_watched() -> None:
    holder = types.SimpleNamespace(m=2)

    def make(m: int) -> tuple[Callable[..., Any], Callable[[int], None]]:
        def rule(n: int):
            for k in range(1, m + holder.m):
                if k <= n:
                    yield n - k

        def change(value: int) -> None:
            nonlocal m
            m = value

        return rule, change

    rule, change = make(2)
    game = gr.game(name="rule")(rule)
    values = [game(9).solve().value]
    change(4)
    values.append(game(9).solve().value)
    holder.m = 1
    values.append(game(9).solve().value)
    assert values == [9 % 4, 9 % 6, 9 % 5]


def test_notices_ask_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty(monkeypatch, FAR.format(c=71))
    game = gr.game(name="far")(define(FAR.format(c=70)))
    with pytest.warns(Notice, match="far is interpreted, which is slower: .*please report this"):
        compiled_rules.native(game, [5, 4, 3])
