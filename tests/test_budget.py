"""Certificates from strangers: what is no Python is refused, and none of them, however small, takes more than its budget."""

from __future__ import annotations

import ast
import json
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from grundy.check import Budget, NotChecked, check, read_certificate, replay
from grundy.cli import main
from grundy.digest import digest, sealed
from grundy.errors import GrundyError
from grundy.games import load
from grundy.proofs.theorem import prove

SECONDS = 1.0
SLACK = 12.0
"""A machine that is busy with other things may be so much slower."""


@gr.game
def take(n: int):
    if n >= 1:
        yield n - 1


@cache
def proved() -> dict[str, Any]:
    return prove(take, systems=["msd_2"]).certificate()


def with_lines(*lines: str, **fields: Any) -> dict[str, Any]:
    """Return the certificate of `take`, with lines that are run from heap 10 on and change no move."""
    source = "def take(n):\n    if n >= 10:\n" + "".join(f"        {line}\n" for line in lines)
    return of_source(source + "    if n >= 1:\n        yield (n - 1)", **fields)


def of_source(source: str, *, helpers: Any = None, **fields: Any) -> dict[str, Any]:
    with suppress(SyntaxError, RecursionError, MemoryError, ValueError):
        source = ast.unparse(ast.parse(source))
    own = {**proved(), "rules": {"source": source, "constants": {}, "helpers": helpers or {}}, **fields}
    return sealed(
        {**own, "fingerprint": digest({name: own[name] for name in ("form", "least", "parameters", "rules")})}
    )


@pytest.mark.parametrize(
    "line",
    ["pass", "x = abs(n - 3)", "x = max(n, 2) + sum((1, n))", "x = [k for k in (1, 2)]", "x = len([n])", "5"]
    + ["x = n > 3 or 2", "x = min((n, 3))", "x = tuple(range(3))", "x, y = (n, 1)", "x = -n"],
)
def test_what_is_python_is_verified(line: str) -> None:
    assert check(with_lines(line)).verified


NO_PYTHON = [
    *("break", "continue", "x = [k async for k in (1, 2)]", "nonlocal x", "await n", "x = await n", "(n, 1) = 2"),
    *("x = range(1, 2, 1, 1)", "x = range()", "x = range(n=3)", "x = range(1, 2, 0)", "x = abs((1, 2))", "x = abs()"),
    *("x = abs(1, 2)", "x = abs([n])", "x = min()", "x = min(3)", "x = min(())", "x = max((1, 2), 3)", "x = len(1)"),
    *("x = len(k for k in (1, 2))", "x = sum(1)", "x = sum(1, 2)", "x = int((1,))", "x = int()", "x = bool(1, 2)"),
    *(
        "x = any(1)",
        "x = all(n)",
        "x = tuple(1)",
        "x = tuple(1, 2)",
        "x = list(n)",
        "x = reversed(3)",
        "x = (1,) + [2]",
    ),
    *("x = (1,) + 2", "x = (1, 2)[5]", "x = (1, 2)[None]", "x = (1, 2)[::0]", "x, y = (1, 2, 3)", "x = (*n,)"),
    *("x = tuple(*(1, 2))", "x = min(1, 2, key=3)", "x = -(1,)", "x = +[1]", "x = (1,) < 2", "x = n in 3", "x = y"),
    *("x = range(3) + (1,)", "for k in range(1, n, 1, 1):\n            pass", "for k in range():\n            pass"),
    *(
        "for k in range(1, n, step=2):\n            pass",
        "x = reversed(k for k in (1, 2))",
        "x = None + 1",
        "yield [n - 1]",
    ),
]


@pytest.mark.parametrize("line", NO_PYTHON)
def test_what_is_no_python_or_fails_is_refused(line: str) -> None:
    with pytest.raises(GrundyError):
        check(with_lines(line))


SNARES = [
    ("a = [1]", "b = a", "b += [2]"),
    ("a = (k for k in (1, 2))", "x = 1 in a"),
    ("if (k for k in ()):\n            x = 1",),
    ("x = bool(k for k in ())",),
    ("for k in (k + 1 for k in (1, 2)):\n            x = k",),
]


@pytest.mark.parametrize("lines", SNARES)
def test_what_is_not_surely_understood_is_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(GrundyError):
        check(with_lines(*lines))


@pytest.mark.parametrize(
    "test", ["[1] == (1,)", "[1] in ((1,), (2,))", "range(2) == (0, 1)", "(1, 2)[:1] == [1]", "([1],) == ((1,),)"]
)
def test_a_list_is_no_tuple(test: str) -> None:
    """The move of two is there only where the test holds, and it never does."""
    assert check(with_lines(f"if {test}:\n            yield (n - 2)")).verified
    assert not check(with_lines(f"if not {test}:\n            yield (n - 2)")).verified


# ---- budgets


def nested(text: str, times: int) -> str:
    return "(" * times + text + ")" * times


def loops(depth: int) -> str:
    lines = [f"{'    ' * (i + 2)}for k{i} in range(60):" for i in range(depth)]
    return "\n".join(lines).lstrip() + "\n" + "    " * (depth + 2) + "x = 1"


def doubling_helpers(depth: int) -> dict[str, Any]:
    inner: dict[str, Any] = {"source": "def h(n):\n    return n", "constants": {}, "helpers": {}}
    for _ in range(depth):
        inner = {"source": "def h(n):\n    return h(n) + h(n)", "constants": {}, "helpers": {"h": inner}}
    return {"h": inner}


def chain(length: int) -> dict[str, Any]:
    made = gr.domineering(2, 2).solve().certificate()
    return sealed({**made, "forms": [[[], []], *([[i], []] for i in range(length))]})


LARGE = {
    "squares": lambda: with_lines("x = 3", *["x = x * x"] * 40),
    "tuples": lambda: with_lines("x = (1, 2)", *["x = x + x"] * 40),
    "sums": lambda: with_lines("x = n", *["x = x + x"] * 2000, "if x > 5:\n            y = 1"),
    "seven loops": lambda: with_lines(loops(7)),
    "a comprehension of comprehensions": lambda: with_lines(
        "x = tuple(range(60))", *["x = [y for y in x + x]"] * 30
    ),
    "shift": lambda: with_lines("x = 1 << 10 ** 9"),
    "power": lambda: with_lines("x = 10 ** 10 ** 9"),
    "power of power": lambda: with_lines("x = 10 ** 60", *["x = x ** 60"] * 20),
    "repeated": lambda: with_lines("x = (0,) * 10 ** 12"),
    "range": lambda: with_lines("x = tuple(range(10 ** 12))"),
    "large range": lambda: with_lines("x = range(10 ** 30, 10 ** 40)"),
    "brackets": lambda: with_lines("x = " + nested("n", 5000)),
    "signs": lambda: with_lines("x = " + "-" * 9000 + "n"),
    "nots": lambda: with_lines("x = " + "not " * 4000 + "n"),
    "long sum": lambda: with_lines("x = " + " + ".join(["n"] * 4000)),
    "conditions": lambda: with_lines(*(f"if n == {i}:\n            x = {i}" for i in range(20, 300))),
    "helpers": lambda: with_lines("x = h(n)", helpers=doubling_helpers(24)),
    "base": lambda: with_lines("pass", numeration="msd_999"),
    "recurrence": lambda: with_lines("pass", numeration="rec [1000,1000,1000,1000;1,1000,1000,1000]"),
    "quotients": lambda: with_lines("pass", numeration="ost [0;" + "1," * 5000 + "(2)]"),
    "constant": lambda: with_lines(f"if n > {10**300}:\n            x = 1"),
    "blocked": lambda: sealed({**proved(), "blocked": 20, "heaps": 9}),
    "deep lists": lambda: with_lines("pass", parameters={"m": json.loads("[" * 300 + "]" * 300)}),
    "many states": lambda: sealed(
        {**proved(), "automata": [{"delta": [[i, (i + 1) % 9000] for i in range(9000)], "accepting": [8999]}]}
    ),
    "a chain of forms": lambda: chain(5000),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_a_small_certificate_takes_no_more_than_its_budget(name: str) -> None:
    made = LARGE[name]()
    start = time.perf_counter()
    try:
        verified = check(made, rules=load("domineering") if "forms" in made else None, budget=Budget(SECONDS)).verified
    except GrundyError as refused:
        assert "\n" not in str(refused)
        verified = False
    assert time.perf_counter() - start < SECONDS + SLACK
    assert not verified or name in ("sums", "conditions", "long sum", "constant")


def test_texts_that_are_nested_deeply_or_have_long_numbers_are_refused() -> None:
    for text in (
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"a": ' + "9" * 10_000 + "}",
        '{"a": ' + "[" * 500 + "]" * 500 + "}",
    ):
        with pytest.raises(GrundyError):
            read_certificate(text)


def test_the_options_of_a_huge_heap_are_not_all_made() -> None:
    made = gr.nim(3).solve().certificate()
    false = sealed({**made, "position": [10**18], "values": [[[10**18], 3]]})
    with pytest.raises(NotChecked):
        check(false, rules=gr.nim, budget=Budget(SECONDS))
    with pytest.raises(NotChecked):
        replay.Play.of(gr.nim).options((10**18,))


def test_steps_and_seconds_are_counted() -> None:
    with pytest.raises(NotChecked, match="more than 10 steps"):
        check(proved(), budget=Budget(steps=10))
    with pytest.raises(NotChecked, match="more than 0 seconds"):
        check(gr.kayles(30).solve().certificate(), rules=gr.kayles, budget=Budget(seconds=0))
    with pytest.raises(NotChecked, match="more than 100 steps"):
        check(gr.octal("0.77").law().certificate(), budget=Budget(steps=100))
    assert check(proved(), budget=Budget(60, 10**6)).verified


def test_the_shell_says_that_it_was_not_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "c.json"
    place.write_text(json.dumps(gr.octal("0.77").law().certificate()), encoding="utf-8")
    assert main(["verify", str(place), "--steps", "50"]) == 3
    assert capsys.readouterr().out == "not checked: the check takes more than 50 steps\n"
    assert main(["verify", str(place), "--steps", "50", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["verified"] is False
    assert main(["verify", str(place), "--seconds", "30"]) == 0
    assert main(["verify", str(place), "--seconds", "x"]) == 2


# ---- what is true, and was refused


def is_far(n, m=10**5, *, more=0):
    return n == m + more


@gr.game
def not_so_far(n: int):
    if n >= 1 and not is_far(n) and not is_far(n, more=2):
        yield n - 1


def test_defaults_of_helpers_and_large_constants() -> None:
    made = prove(not_so_far, systems=["msd_2"]).certificate()
    assert "m=100000" in made["rules"]["helpers"]["is_far"]["source"]
    assert check(made).verified and check(made, rules=not_so_far).verified
    for n in (0, 1, 99_999, 100_000, 100_001, 100_002, 100_003):
        assert (not_so_far(n).outcome().name == "P") == (n % 2 == 0)
    helpers = made["rules"]["helpers"]
    other = {"is_far": {**helpers["is_far"], "source": helpers["is_far"]["source"].replace("more=0", "more=1")}}
    with pytest.raises(GrundyError, match="other rules"):
        check(of_source(made["rules"]["source"], helpers=other, game="not-so-far"), rules=not_so_far)


def test_an_own_game_with_the_name_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    @gr.heap_game(name="wythoff")
    def own(n: int):
        for k in (1, 2):
            if n >= k:
                yield n - k

    place = tmp_path / "c.json"
    place.write_text(json.dumps(prove(own).certificate()), encoding="utf-8")
    assert main(["verify", str(place)]) == 0
    assert "the game 'wythoff' whose source is in the certificate" in capsys.readouterr().out
    place.write_text(json.dumps(prove(load("wythoff")).certificate()), encoding="utf-8")
    assert main(["verify", str(place)]) == 0
    assert "in wythoff (" in capsys.readouterr().out


class Moody:
    """Another number each time."""

    asked = 0

    @property
    def most(self) -> int:
        Moody.asked += 1
        return Moody.asked % 2


MOODY = Moody()


@gr.game
def by_mood(n: int):
    if n >= 1 + MOODY.most:
        yield n - 1


def test_a_constant_that_changes_is_no_constant_of_a_certificate() -> None:
    source = "def by_mood(n):\n    if n >= 1 + MOODY.most:\n        yield (n - 1)"
    own = {"source": source, "constants": {"MOODY.most": 0}, "helpers": {}}
    made = of_source(source, game="by-mood")
    made = sealed({**made, "rules": own})
    told = digest({name: made[name] for name in ("form", "least", "parameters", "rules")})
    made = sealed({**made, "fingerprint": told})
    assert check(made).verified  # of the source, with the constant that it gives
    for _ in range(4):
        with pytest.raises(GrundyError):
            check(made, rules=by_mood)
