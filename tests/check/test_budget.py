"""Certificates from strangers: what is no rule is refused, and none of them, however small, takes more than its budget."""

from __future__ import annotations

import contextlib
import json
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.check.made_certificates import resealed

import grundy as gr
from grundy.check import Budget, NotChecked, check, replay
from grundy.check.moves import moves_of
from grundy.check.python_rules import PythonRules
from grundy.common.digest import rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.games import load
from grundy.language.ir import (
    VERSION,
    Apply,
    Assign,
    Break,
    Call,
    Compare,
    Fail,
    Fold,
    For,
    If,
    Item,
    Known,
    Local,
    Logic,
    Make,
    Op,
    Put,
    Return,
    Slice,
    Spread,
    Unary,
    While,
    Yield,
    routine_of,
    to_json,
)
from grundy.proving import comparing
from grundy.proving.comparing import compare, verified
from grundy.proving.theorem import prove
from grundy.rules.data import rules_data
from lowered_rules import wrong

SECONDS = 1.0
"""Of a check."""


@gr.game
def take(n: int):
    if n >= 1:
        yield n - 1


@cache
def proved() -> dict[str, Any]:
    return prove(take, systems=["msd_2"]).certificate()


N, X, Y = Local(0), Local(1), Local(2)
STEP = If(Compare((">=",), (N, Known(1))), (Yield(Op("-", N, Known(1))),), ())


def with_body(*body: Any, slots: int = 40, more: Any = (), **fields: Any) -> dict[str, Any]:
    """Return the certificate of `take`, with statements that are run from heap 10 on and change no move."""
    guarded = If(Compare((">=",), (N, Known(10))), body, ())
    functions = [[1, slots, to_json((guarded, STEP))], *more]
    return of_data({"shape": "ints", "width": 1, "keywords": [], "functions": functions}, **fields)


def of_data(moves: Any, **fields: Any) -> dict[str, Any]:
    own = {**proved(), "rules": {"version": VERSION, "moves": moves}, **fields}
    return sealed({**own, "fingerprint": rules_digest(own)})


def assigned(value: Any) -> Assign:
    return Assign(1, value)


def some(low: int, high: int, *body: Any, slot: int = 2, step: int = 1) -> For:
    return For(slot, Known(low), Known(high), Known(step), body)


PAIR = Make((N, Known(1)))
HARMLESS = {
    "abs": assigned(Apply("abs", (Op("-", N, Known(3)),))),
    "max and sum": assigned(Op("+", Apply("max", (N, Known(2))), Fold("sum", (some(0, 3, Yield(Y)),)))),
    "tuple": assigned(Fold("tuple", (some(0, 3, Yield(Y)),))),
    "len": assigned(Apply("len", (PAIR,))),
    "sorted": assigned(Apply("sorted", (PAIR,))),
    "logic": assigned(Logic("or", (Compare((">",), (N, Known(3))), Known(2)))),
    "item": assigned(Item(PAIR, Known(-1))),
    "slice": assigned(Slice(PAIR, Known(1), None)),
    "negative": assigned(Unary("-", N)),
    "a loop down": For(1, N, Known(0), Known(-2), (If(Compare(("==",), (X, Known(4))), (Break(),), ()),)),
    "a search": If(Fold("any", (For(1, Known(0), N, Known(1), (Yield(Compare((">",), (X, N))),)),)), (Fail(),), ()),
    "a quotient": assigned(Op("//", N, Known(3))),
    "a put": If(Known(1), (assigned(PAIR), Put(1, Known(0), Known(5))), ()),
    "a loop that ends": some(0, 10**9, If(Compare((">",), (Y, N)), (Break(),), ())),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_understood_is_verified(name: str) -> None:
    assert check(with_body(HARMLESS[name])).verified


CARRYING = For(2, Known(0), N, Known(1), (assigned(Op("+", X, Known(1))),))
WRONG: dict[str, Any] = {
    "no value": assigned(Local(7)),
    "an item too far": assigned(Item(PAIR, Known(2))),
    "an item of a number": assigned(Item(N, Known(0))),
    "an item anywhere": assigned(Item(PAIR, N)),
    "a put too far": If(Known(1), (assigned(PAIR), Put(1, Known(2), N)), ()),
    "a put into a number": Put(0, Known(0), N),
    "nothing by zero": assigned(Op("//", N, Known(0))),
    "a rest by zero": assigned(Op("%", Known(7), Known(0))),
    "a negative shift": assigned(Op("<<", N, Known(-1))),
    "a negative power": assigned(Op("**", Known(2), Known(-1))),
    "a negative dividend": assigned(Op("//", Op("-", N, Known(11)), Known(2))),
    "a product": assigned(Op("*", N, N)),
    "xor": assigned(Op("^", N, Known(1))),
    "a tuple less": assigned(Op("-", PAIR, Known(1))),
    "min of a tuple": assigned(Apply("min", (PAIR, N))),
    "min of nothing": assigned(Fold("min", ())),
    "a comparison of tuples": assigned(Compare(("<",), (PAIR, PAIR))),
    "in a number": assigned(Compare(("in",), (N, N))),
    "a step of zero": some(0, 5, step=0),
    "a step of no constant": For(1, Known(0), N, N, ()),
    "a loop that carries": If(Known(1), (assigned(Known(0)), CARRYING, assigned(X)), ()),
    "an endless loop": While(Known(1), ()),
    "a loop without an end": While(N, ()),
    "a failure": Fail(),
    "a sum over many": assigned(Fold("sum", (For(1, Known(0), N, Known(1), (Yield(X),)),))),
    "a call below": assigned(Call(1, (N,))),
    "a yielded pair of pairs": Yield(Make((PAIR, PAIR))),
    "a yield that is negative": Yield(Op("-", N, Known(11))),
    "count": assigned(Apply("count", (PAIR, N))),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_fails_or_is_not_understood_is_not_verified(name: str) -> None:
    try:
        assert not check(with_body(WRONG[name])).verified
    except GrundyError as refused:
        assert "\n" not in str(refused)


def routine(*functions: Any, **fields: Any) -> dict[str, Any]:
    return {"shape": "ints", "width": 1, "keywords": [], "functions": list(functions), **fields}


BODY = to_json((STEP,))
FORGED: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "no function": routine(),
    "no body": routine([1, 1]),
    "a body that is none": routine([1, 1, None]),
    "a slot too far": routine([1, 1, [["assign", 1, ["known", 1]]]]),
    "a negative slot": routine([1, 1, [["assign", -1, ["known", 1]]]]),
    "a slot of a truth value": routine([1, 1, [["assign", True, ["known", 1]]]]),
    "too many slots": routine([1, 10**9, BODY]),
    "fewer slots than arguments": routine([1, 0, BODY]),
    "a width of less than nothing": routine([0, 5, BODY], width=-1, keywords=["m"]),
    "another width": routine([2, 2, BODY], width=2),
    "a shape": routine([1, 1, BODY], shape="row"),
    "a parameter that is not given": routine([2, 2, BODY], keywords=["m"]),
    "a call of itself": routine([1, 1, [["yield", ["call", 0, [["local", 0]]]]]]),
    "a call of nothing": routine([1, 1, [["yield", ["call", 7, [["local", 0]]]]]]),
    "a call with too much": routine([1, 1, [["yield", ["call", 1, []]]]], [1, 1, []]),
    "a helper that yields": routine([1, 1, [["yield", ["call", 1, [["local", 0]]]]]], [1, 1, BODY]),
    "a helper of nothing": routine([1, 1, [["yield", ["call", 1, [["local", 0]]]]]], [1, 1, []]),
    "a word": routine([1, 1, [["yield", ["exec", 1]]]]),
    "a sign": routine([1, 1, [["yield", ["op", "@", ["local", 0], ["local", 0]]]]]),
    "a truth value": routine([1, 1, [["yield", ["known", True]]]]),
    "a fraction": routine([1, 1, [["yield", ["known", "1"]]]]),
    "a comparison of one": routine([1, 1, [["yield", ["compare", [], [["local", 0]]]]]]),
    "what does not yield": routine([1, 1, [["return", None]]]),
    "a break alone": routine([1, 1, [["break"], *BODY]]),
    "a deep value": routine([1, 1, [["yield", ["known", [[[1]]]]]]]),
}


@pytest.mark.parametrize("format", [None, 1, 3, "2", True, 2.0, []])
def test_another_format_is_refused_with_the_command_that_makes_it_anew(format: Any) -> None:
    for made, command in (
        (proved(), "grundy prove take --certificate FILE"),
        (gr.octal("0.77").law().certificate(), "grundy law 0.77 --certificate FILE"),
        (gr.kayles(3).solve().certificate(), "grundy solve kayles POSITION --certificate FILE"),
        ({"kind": "sentence", "law": proved(), "sentence": ["and"]}, "grundy ask GAME --certificate FILE"),
        ({**proved(), "game": "a; rm -r *"}, "grundy prove GAME --certificate FILE"),
    ):
        other = {name: value for name, value in made.items() if name != "format"}
        with pytest.raises(GrundyError) as refused:
            check(sealed(other if format is None else {**other, "format": format}))
        assert command in str(refused.value) and "\n" not in str(refused.value)


# ---- budgets


def doubled(depth: int) -> Any:
    made: Any = N
    for _ in range(depth):
        made = Op("+", made, Known(1))
    return made


def loops(depth: int, *, known: bool) -> Any:
    body: Any = (assigned(Known(1)),)
    for slot in range(2, depth + 2):
        body = (For(slot, Known(0), Known(60) if known else N, Known(1), body),)
    return body[0]


def helpers(depth: int) -> list[Any]:
    """Return functions each of which calls the next one twice."""
    twice = [[1, 1, to_json((Return(Op("+", Call(i, (N,)), Call(i, (N,)))),))] for i in range(2, depth + 2)]
    return [*twice, [1, 1, to_json((Return(N),))]]


def ending(depth: int) -> Any:
    """Return loops in loops that are left from any of some places, so that conditions hold conditions."""
    body: Any = ()
    for slot in range(2, depth + 2):
        tests = (Compare(("==",), (Op("%", Local(slot), Known(k)), N)) for k in range(3, 7))
        stops = (If(test, (Return(None),), ()) for test in tests)
        outs = (If(Compare((">",), (Local(slot), Op("+", N, Known(k)))), (Break(),), ()) for k in range(4))
        body = (For(slot, Known(0), Op("*", N, Known(9)), Known(1), (*body, *stops, *outs)), assigned(N))
    return body[0]


def chains(length: int) -> Any:
    """Return searches in searches, each of which may end its loop."""
    test: Any = Compare(("==",), (N, Known(3)))
    for slot in range(2, length + 2):
        test = Fold("all", (For(slot, Known(0), N, Known(1), (Yield(test), Yield(Compare((">",), (Local(slot), N))))),))
    return If(test, (assigned(N),), ())


def chain(length: int) -> dict[str, Any]:
    made = gr.domineering(2, 2).solve().certificate()
    return sealed({**made, "forms": [[[], []], *([[i], []] for i in range(length))]})


LARGE = {
    "squares": lambda: with_body(assigned(Known(3)), *[assigned(Op("*", X, X))] * 40),
    "tuples": lambda: with_body(assigned(PAIR), *[assigned(Op("+", X, X))] * 40),
    "sums": lambda: with_body(assigned(N), *[assigned(Op("+", X, X))] * 2000, If(X, (assigned(N),), ())),
    "seven loops": lambda: with_body(loops(7, known=True)),
    "twenty loops of any length": lambda: with_body(loops(20, known=False)),
    "folds of folds": lambda: with_body(
        assigned(Known(tuple(range(60)))),
        *[assigned(Fold("tuple", (some(0, 60, Yield(Make((Spread(X), Spread(X))))),)))] * 30,
    ),
    "folds of sums": lambda: with_body(
        assigned(N), *[assigned(Fold("sum", (some(0, 60, Yield(Fold("sum", (some(0, 60, Yield(X)),)))),)))] * 30
    ),
    "many ends": lambda: with_body(
        *[some(0, 10**9, *(If(Compare(("==",), (Op("%", Y, Known(k)), N)), (Break(),), ()) for k in range(2, 40)))] * 20,
        If(Y, (assigned(N),), ()),
    ),
    "ends in ends": lambda: with_body(ending(6)),
    "shift": lambda: with_body(assigned(Op("<<", Known(1), Known(10**9)))),
    "shift of a heap": lambda: with_body(assigned(Op("<<", N, Known(10**12)))),
    "power": lambda: with_body(assigned(Op("**", Known(10), Known(10**9)))),
    "power of power": lambda: with_body(assigned(Known(10**60)), *[assigned(Op("**", X, Known(60)))] * 20),
    "repeated": lambda: with_body(assigned(Op("*", Known((0,)), Known(10**12)))),
    "repeated heaps": lambda: with_body(assigned(Op("*", Known((0,)), N))),
    "a tuple of many": lambda: with_body(assigned(Fold("tuple", (some(0, 10**12, Yield(Y)),)))),
    "large range": lambda: with_body(some(10**30, 10**40, assigned(Y))),
    "deep": lambda: with_body(assigned(doubled(90))),
    "deeper": lambda: with_body(assigned(doubled(240))),
    "signs": lambda: of_data(routine([1, 1, [["yield", nest("unary", 120)]]])),
    "conditions": lambda: with_body(*(If(Compare(("==",), (N, Known(i))), (assigned(N),), ()) for i in range(20, 300))),
    "wanted conditions": lambda: with_body(
        assigned(Known(0)),
        *(If(Compare(("==",), (N, Known(i))), (assigned(Op("+", X, Known(i))),), ()) for i in range(20, 300)),
        If(X, (assigned(N),), ()),
    ),
    "helpers": lambda: with_body(assigned(Call(1, (N,))), more=helpers(24)),
    "many helpers": lambda: with_body(assigned(Call(1, (N,))), more=[
        *([1, 1, [["return", ["call", i, [["local", 0]]]]]] for i in range(2, 800)), [1, 1, [["return", ["local", 0]]]]
    ]),
    "searches in searches": lambda: with_body(chains(9)),
    "minima": lambda: with_body(assigned(Fold("min", (some(0, 60, Yield(Op("%", N, Op("+", Y, Known(2))))),)))),
    "an order": lambda: with_body(assigned(Apply("sorted", (Fold("tuple", (some(2, 30, Yield(Op("%", N, Y))),)),)))),
    "turns without an end": lambda: with_body(While(Known(1), (assigned(N),))),
    "slots": lambda: with_body(*[Assign(9999, N)] * 2000, slots=10_000),
    "a table": lambda: with_body(assigned(Known(tuple(range(10**5))))),
    "base": lambda: with_body(numeration="msd_999"),
    "recurrence": lambda: with_body(numeration="rec [1000,1000,1000,1000;1,1000,1000,1000]"),
    "quotients": lambda: with_body(numeration="ost [0;" + "1," * 5000 + "(2)]"),
    "constant": lambda: with_body(If(Compare((">",), (N, Known(10**300))), (assigned(Known(1)),), ())),
    "blocked": lambda: sealed({**proved(), "blocked": 20, "heaps": 9}),
    "deep lists": lambda: with_body(parameters={"m": json.loads("[" * 300 + "]" * 300)}),
    "many states": lambda: sealed(
        {**proved(), "automata": [{"delta": [[i, (i + 1) % 9000] for i in range(9000)], "accepting": [8999]}]}
    ),
    "a chain of forms": lambda: chain(5000),
}  # fmt: skip
TRUE = (
    "sums",
    "conditions",
    "wanted conditions",
    "constant",
    "deep",
    "slots",
    "twenty loops of any length",
    "large range",
    "searches in searches",
)


def nest(tag: str, depth: int) -> Any:
    made: Any = ["local", 0]
    for _ in range(depth):
        made = [tag, "-", made]
    return made


@pytest.mark.some(4)
@pytest.mark.parametrize("name", LARGE)
def test_a_small_certificate_takes_no_more_than_its_budget(name: str) -> None:
    made = LARGE[name]()
    try:
        verified = check(made, budget=Budget(SECONDS)).verified
    except GrundyError as refused:
        assert "\n" not in str(refused)
        verified = False
    assert not verified or name in TRUE


@pytest.mark.slow
def test_the_options_of_a_huge_heap_are_not_all_made() -> None:
    made = gr.nim(3).solve().certificate()
    false = sealed({**made, "position": [10**18], "values": [[[10**18], 3]]})
    with pytest.raises(NotChecked):
        check(false, budget=Budget(SECONDS))
    with pytest.raises(NotChecked):
        replay.Play.of(PythonRules(gr.nim)).options((10**18,))


def test_steps_and_seconds_are_counted() -> None:
    with pytest.raises(NotChecked, match="more than 10 steps"):
        check(proved(), budget=Budget(steps=10))
    with pytest.raises(NotChecked, match="more than 0 seconds"):
        check(gr.kayles(30).solve().certificate(), budget=Budget(seconds=0))
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


# ---- positions, played by rules of a stranger


def played(*body: Any, slots: int = 60, more: Any = (), **fields: Any) -> dict[str, Any]:
    """Return the certificate of `take` at 12, with statements that are run from heap 10 on and change no move."""
    guarded = If(Compare((">=",), (N, Known(10))), body, ())
    functions = [[1, slots, to_json((guarded, STEP))], *more]
    return playing({**take_played()["rules"]["moves"], "functions": functions}, **fields)


@cache
def take_played() -> dict[str, Any]:
    return take(12).solve().certificate()


def playing(moves: Any, **fields: Any) -> dict[str, Any]:
    rules = {**take_played()["rules"], "moves": moves}
    return resealed({**take_played(), "rules": rules, **fields})


def test_what_is_played_is_verified() -> None:
    assert check(take_played()).verified
    for name, statement in HARMLESS.items():
        assert check(played(statement)).verified, name
    assert check(played(assigned(Op("^", N, Known(1))), assigned(Op("*", N, N)))).verified  # need not be linear


TWICE = assigned(Make((X, X)))
GROWN = (assigned(Known((1,))), *[assigned(Op("+", X, X))] * 15)
EXPLODING = {
    "squares": lambda: played(assigned(Known(3)), *[assigned(Op("*", X, X))] * 40),
    "tuples": lambda: played(assigned(PAIR), *[assigned(Op("+", X, X))] * 40),
    "pairs of pairs": lambda: played(
        assigned(PAIR), *[TWICE] * 45, Assign(2, X), assigned(PAIR), *[TWICE] * 45, If(Compare(("==",), (X, Y)), (), ())
    ),
    "nested": lambda: played(assigned(PAIR), some(0, 10**9, assigned(Make((X,))))),
    "put into itself": lambda: played(assigned(PAIR), *[Put(1, Known(0), X)] * 60),
    "seven loops": lambda: played(loops(7, known=True)),
    "endless": lambda: played(While(Known(1), ())),
    "shift": lambda: played(assigned(Op("<<", Known(1), Known(10**9)))),
    "power": lambda: played(assigned(Op("**", Known(10), Known(10**9)))),
    "repeated": lambda: played(assigned(Op("*", Known((0,)), Known(10**12)))),
    "repeated tuples": lambda: played(*GROWN, assigned(Op("*", Make((X,)), Known(10**4)))),
    "a tuple of many": lambda: played(assigned(Fold("tuple", (some(0, 10**12, Yield(Y)),)))),
    "a tuple of long ones": lambda: played(
        *GROWN, Assign(3, Fold("tuple", (some(0, 10**5, Yield(Op("+", X, Make((Y,))))),)))
    ),
    "many spreads": lambda: played(*GROWN, assigned(Make(tuple([Spread(X)] * 1000)))),
    "many options": lambda: played(some(0, 10**12, Yield(Y))),
    "options too long": lambda: played(*GROWN, some(0, 10**6, Yield(X))),
    "slots that are full": lambda: played(
        *GROWN, *(Assign(slot, Op("+", X, Make((Known(slot),)))) for slot in range(3, 3000)), slots=10_000
    ),
    "comparisons": lambda: played(
        *GROWN, Assign(2, Op("+", X, Known(()))), some(0, 10**9, assigned(X), If(Compare(("==",), (X, Y)), (), ()), slot=3)
    ),
    "wide comparisons": lambda: played(
        *GROWN, Assign(2, Op("+", X, Known(()))), If(Logic("and", (Compare(("==",), (X, Y)),) * 10_000), (), ())
    ),
    "slices": lambda: played(*GROWN, some(0, 10**9, Assign(3, Slice(X, Known(1), None)))),
    "sorts": lambda: played(*GROWN, some(0, 10**9, Assign(3, Apply("sorted", (X,))))),
    "helpers": lambda: played(assigned(Call(1, (N,))), more=helpers(40)),
    "sums of large numbers": lambda: played(
        assigned(Fold("sum", (some(0, 10**9, Yield(Op("<<", Known(1), Known(4000)))),)))
    ),
    "a huge heap of a code": lambda: coded_game("all-but {}", [10**18]),
    "a code of many heaps": lambda: coded_game("0.3 2:1000000", [10**6, 10**6]),
    "many heaps": lambda: coded_game("0.(37)", [40] * 60_000),
}  # fmt: skip


def coded_game(code: str, heaps: list[int]) -> dict[str, Any]:
    rules = {"version": VERSION, "kind": "code", "code": code}
    strategy = {"kind": "strategy", "play": "normal", "outcome": "P", "lost": [heaps], "answers": []}
    more = {name: value for name, value in take_played().items() if name not in ("value", "values")}
    return resealed({**more, **strategy, "rules": rules, "position": heaps})


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", EXPLODING)
def test_rules_that_explode_are_not_checked(name: str) -> None:
    made = EXPLODING[name]()
    tracemalloc.start()
    try:
        verdict = check(made, budget=Budget(SECONDS))
        assert not verdict.verified or name in ("wide comparisons", "put into itself"), verdict
        assert verdict.verified or name in ("nested", "a code of many heaps"), verdict
    except NotChecked as given_up:
        assert "\n" not in str(given_up)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 1 << 29, peak


@pytest.mark.parametrize("made", [of_data, playing])
@pytest.mark.parametrize("name", FORGED)
def test_forged_rules_are_neither_verified_nor_played(name: str, made: Callable[[Any], dict[str, Any]]) -> None:
    try:
        assert not check(made(FORGED[name])).verified
    except GrundyError as refused:
        assert "\n" not in str(refused) and len(str(refused)) < 300


KINDS = [
    None, [], {}, {"kind": None}, {"kind": "sum", "parts": []}, {"kind": "impartial"}, {"kind": "code", "code": 7},
    {"kind": "code", "code": "0.7", "more": 1}, {"kind": "game"},
    {"kind": "impartial", "of": {"kind": "code", "code": "0.7"}},
    {"kind": "product of coins", "down": {"kind": "code", "code": "0.7"}, "across": {"kind": "code", "code": "0.7"}},
]  # fmt: skip


@pytest.mark.parametrize("data", KINDS)
def test_rules_of_no_kind_are_refused(data: Any) -> None:
    rules = {"version": VERSION, **data} if isinstance(data, dict) else data
    with contextlib.suppress(GrundyError):
        assert not check(sealed({**take_played(), "rules": rules})).verified
    for change in (
        {"parameters": {"m": {}}},
        {"parameters": []},
        {"least": "0"},
        {"version": 2},
        {"parts": {"source": {}}},
    ):
        with pytest.raises(GrundyError):
            check(sealed({**take_played(), "rules": {**take_played()["rules"], **change}}))


# ---- rules of one's own


def is_far(n: int, m: int = 10**5, *, more: int = 0):
    return n == m + more


@gr.game
def not_so_far(n: int):
    if n >= 1 and not is_far(n) and not is_far(n, more=2):
        yield n - 1


def test_defaults_of_helpers_and_large_constants() -> None:
    made = prove(not_so_far, systems=["msd_2"]).certificate()
    assert check(made).verified and compare(made, not_so_far).positions > 300
    for n in (0, 1, 99_999, 100_000, 100_001, 100_002, 100_003):
        assert (not_so_far(n).outcome().name == "P") == (n % 2 == 0)
    other = json.loads(json.dumps(made["rules"]).replace('["known", 2]', '["known", 3]'))
    assert other != made["rules"]
    with pytest.raises(GrundyError, match="other rules"):
        compare(of_data(other["moves"]), not_so_far)


def test_an_own_game_with_the_name_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    @gr.heap_game(name="wythoff")
    def own(n: int):
        for k in (1, 2):
            if n >= k:
                yield n - k

    place = tmp_path / "c.json"
    place.write_text(json.dumps(prove(own).certificate()), encoding="utf-8")
    assert main(["verify", str(place)]) == 0
    assert "the game whose rules are in the certificate, which calls it 'wythoff'" in capsys.readouterr().out
    assert main(["verify", str(place), "wythoff"]) == 2
    assert "this certificate is about other rules" in capsys.readouterr().err
    place.write_text(json.dumps(prove(load("wythoff")).certificate()), encoding="utf-8")
    assert main(["verify", str(place), "wythoff"]) == 0
    said = capsys.readouterr().out
    assert "compared: wythoff reads as the same rule data" in said and "a test, not a proof" in said


LIMIT = 3


@gr.game
def by_limit(n: int):
    for k in range(1, min(n, LIMIT) + 1):
        yield n - k


def test_a_constant_that_changes_makes_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    made = prove(by_limit, systems=["msd_2"]).certificate()
    assert verified(made, by_limit).verified
    monkeypatch.setitem(by_limit.function.__globals__, "LIMIT", 4)
    assert check(made).verified  # of the data, with the constant that they hold
    with pytest.raises(GrundyError, match="other rules"):
        compare(made, by_limit)


def test_what_python_does_otherwise_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the reader wrong, the moves of some positions would tell."""
    made = prove(by_limit, systems=["msd_2"]).certificate()

    def otherwise(n: int) -> Any:
        return (n - k for k in range(1, min(n, LIMIT) + 1) if n != LIMIT + 1)

    monkeypatch.setattr(comparing, "rules_data", lambda *_: made)
    monkeypatch.setattr(comparing, "routines", lambda _: (routine_of(made["rules"]["moves"]), None))
    monkeypatch.setattr(comparing, "refuse_overridden", lambda _: None)
    with pytest.raises(GrundyError, match="not those of its data"):
        compare(made, gr.game(name="by-limit")(otherwise))


@gr.game
def to_the_end(n: int, *, m: int = 2):
    for k in range(1, min(n, m) + 1):
        yield n - k


@to_the_end.ending
def all_or_little(n: int, *, little: int = 1):
    return gr.LOSS if n <= little else None


def test_an_ending_may_have_a_parameter_of_its_own() -> None:
    made = {**rules_data(to_the_end, 0), "heaps": 1, "game": "to-the-end"}
    assert made["parameters"] == {"m": 2}  # what the ending has by itself is a constant of the rule
    found = moves_of(made)
    assert [n for n in range(9) if wrong(found.lost, (n,))] == [0, 1]
    assert compare(made, to_the_end).positions > 200
    with pytest.raises(GrundyError, match="the parameters are"):
        moves_of({**made, "parameters": {}})


def test_a_position_with_such_a_parameter_holds_it() -> None:
    for made, outcome in (
        (to_the_end(7, m=3).solve().certificate("strategy"), "N"),
        (to_the_end(5).solve().certificate(), "N"),
    ):
        assert made["rules"]["parameters"] == {"m": made["parameters"]["m"], "little": 1} and made["outcome"] == outcome
        assert check(made).verified and compare(made, to_the_end).positions > 2
        other = json.loads(json.dumps(made["rules"]))
        other["parameters"]["little"] = 0
        with pytest.raises(GrundyError, match="the fingerprint is not that of the rules"):
            check(sealed({**made, "rules": other}))
        with pytest.raises(GrundyError, match="other rules"):
            compare(sealed({**made, "rules": other}), to_the_end)
    with pytest.raises(GrundyError, match="other rules"):
        compare(gr.bash(3).solve("misere").certificate(), gr.word_chain)
