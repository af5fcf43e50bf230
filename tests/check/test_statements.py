"""What a certificate says besides its automata: sentences and moves that win, compared with play, and changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.check import check
from grundy.check.automata import Arithmetic, Automaton, conjunction
from grundy.check.laws import arithmetic
from grundy.check.statements import named
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving import certificate
from grundy.proving.certificate import certificate as bare
from grundy.proving.sentences.named import NAMED
from grundy.proving.theorem import Theorem, prove
from grundy.rules.as_heap_code import heads_as_heaps
from grundy.rules.functions import ANY
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from number_sets import in_set, zeckendorf
from own_games import from_one

Certificate = dict[str, Any]
SIDE = {1: 40, 2: 14, 3: 7, 4: 5}


@gr.game
def by_half(n: int) -> Iterator[int]:
    yield from range((n + 1) // 2, n)


@gr.game
def ended(n: int):
    for k in (1, 2):
        if n >= k:
            yield n - k


@ended.ending
def _over(n: int):
    return gr.WIN if n == 2 else gr.LOSS if n in (0, 5) else None


MISERE = {"play": "misere"}
THEOREMS: dict[str, tuple[gr.Ruleset, dict[str, Any]]] = {
    "bash": (load("bash"), {}),
    "misere bash": (load("bash").bind(m=4), MISERE),
    "subtraction": (load("subtraction").bind(s=(1, 3, 4)), {}),
    "nim": (load("nim"), {"heaps": 3}),
    "misere nim": (load("nim"), {"heaps": 3, **MISERE}),
    "nim values": (load("nim"), {"heaps": 2, "values": True}),
    "wythoff": (load("wythoff"), {}),
    "misere wythoff": (load("wythoff"), MISERE),
    "fibonacci-nim": (load("fibonacci-nim"), {}),
    "split-nim": (load("split-nim"), {}),
    "lasker": (load("lasker"), {}),
    "kayles": (load("kayles"), {"values": True}),
    "moores-nim": (load("moores-nim"), {"heaps": 3}),
    "silver-dollar": (load("silver-dollar"), {"heaps": 2}),
    "turning-turtles": (load("turning-turtles"), {}),
    "ruler": (load("ruler"), {}),
    "by half": (by_half, {}),
    "declared": (ended, {}),
    "from one": (from_one, {}),
}
HOURS = [pytest.param(name, marks=pytest.mark.hours) for name in ("wythoff", "kayles")]
DEAR = {"kayles", "moores-nim", "misere wythoff", "misere nim", "split-nim", "nim values", "turning-turtles"}


@cache
def theorem(name: str) -> Theorem:
    rules, asked = THEOREMS[name]
    made = prove(rules, **asked)
    assert isinstance(made, Theorem)
    return made


# ---- what is said, by play


class Played:
    """The positions of small numbers, as play has them, and what formulas say of them."""

    def __init__(self, made: Theorem) -> None:
        own = made.moves
        self.rules, self.heaps = heads_as_heaps(own.rules), own.heaps
        self.misere = getattr(made.law, "misere", False)
        self.losing, self.runs = made.law.kind == "losing", own.runs
        self.system, self.names = made.system, own.names
        side = range(own.least, own.least + SIDE[len(own.names)])
        self.states = [state for state in product(side, repeat=len(own.names)) if own.is_position(state)]
        self.is_sum = isinstance(self.rules, HeapRuleset) or getattr(self.rules, "shape", "") == ANY
        self.options, self.worth = cache(self._options), cache(self._worth)
        self.drops = isinstance(self.rules, HeapRuleset) and not [*Position(self.rules, (0,)).options()]

    def key(self, state: Any) -> tuple[int, ...]:
        """Return a position as one has it: of a sum the heaps in rising order, without those that are empty."""
        numbers = state if isinstance(state, tuple) else (state,)
        return tuple(sorted(n for n in numbers if n or not self.drops)) if self.is_sum else numbers

    def _options(self, state: tuple[int, ...]) -> set[tuple[int, ...]]:
        position = Position(self.rules, state if self.is_sum or len(state) != 1 else state[0])
        return {self.key(option.state) for option in position.options()}

    def _worth(self, state: tuple[int, ...]) -> int:
        """Return 0 for lost, else 1, or the Grundy value where that is claimed."""
        if self.losing:
            numbers = state or (0,)
            return int(self.rules(*numbers).solve("misere" if self.misere else "normal").outcome.name != "P")
        total = 0
        for each in ((n,) for n in state) if self.heaps else [state]:
            had = {self.worth(option) for option in self.options(each)}
            total ^= next(v for v in range(len(had) + 1) if v not in had)
        return total

    def is_in(self, name: str, numbers: tuple[int, ...]) -> bool:
        """Return whether numbers are in a relation."""
        width, kind = len(self.names), name.rstrip("0123456789") if name[0] in "MW" else name
        if min(numbers) < 0:
            return False
        match kind:
            case "P":
                return self.worth(numbers) == 0
            case "G":
                return self.worth(numbers[:-1]) == numbers[-1]
            case "M" | "W":
                after = self.key(tuple(range(*numbers[width:])) if self.runs else numbers[width:])
                return after in self.options(numbers[:width]) and (kind == "M" or self.worth(after) == 0)
            case "Z":
                n, digit = numbers
                return n > 0 and digit == (zeckendorf(n)[-1] if self.system.name == "msd_fib" else n & -n)
            case _:
                return in_set(name, numbers)

    def term(self, data: Any, at: dict[str, int]) -> int:
        match data:
            case int():
                return data
            case str():
                return at[data]
            case ["+", *terms]:
                return sum(self.term(each, at) for each in terms)
            case ["*", factor, inner]:
                return factor * self.term(inner, at)
            case ["//", inner, by]:
                return self.term(inner, at) // by
            case ["%", inner, by]:
                return self.term(inner, at) % by
            case ["xor", *terms]:
                total = 0
                for each in terms:
                    total ^= self.term(each, at)
                return total
            case _:
                raise AssertionError(data)

    def holds(self, data: Any, at: dict[str, int]) -> bool:
        """Return whether a formula holds; what is said to be for some number is looked for among small ones."""
        match data:
            case ["not", part]:
                return not self.holds(part, at)
            case ["and", *parts]:
                return all(self.holds(part, at) for part in parts)
            case ["or", *parts]:
                return any(self.holds(part, at) for part in parts)
            case ["=>", one, two]:
                return not self.holds(one, at) or self.holds(two, at)
            case ["<=>", one, two]:
                return self.holds(one, at) == self.holds(two, at)
            case ["some", names, part]:
                return any(self.holds(part, at | own) for own in self.chosen(names))
            case ["is", name, *terms]:
                return self.is_in(name, tuple(self.term(each, at) for each in terms))
            case [sign, one, two]:
                a, b = self.term(one, at), self.term(two, at)
                return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[sign]
            case _:
                raise AssertionError(data)

    def chosen(self, names: list[str]) -> Iterator[dict[str, int]]:
        for numbers in product(range(self.states[-1][0] + 1), repeat=len(names)):
            yield dict(zip(names, numbers, strict=True))

    def said(self, sentence: Any) -> bool:
        """Return whether a sentence is so of small numbers, as far as it is about all of them."""
        if sentence[0] != "all":
            return True
        of_positions = sentence[2][0] == "<=>" and len(sentence[1]) == len(self.names)
        cases = (
            [dict(zip(sentence[1], state, strict=True)) for state in self.states]
            if of_positions
            else [{**own, "z": z} for own in self.chosen(sentence[1][:-1]) for z in range(12)]
            if sentence[1][-1] == "z"
            else []
        )
        return all(self.holds(sentence[2], at) for at in cases)

    def wins(self, cases: list[Any]) -> bool:
        """Return whether a table of moves is right for small positions."""
        for state in self.states:
            at = dict(zip(self.names, state, strict=True))
            if not self.options(state) or self.worth(state) == 0:
                continue
            case = next((each for each in cases if self.holds(each["when"], at)), None)
            if case is None:
                return False
            name = f"W{len(case['move'])}" if self.heaps else "W"
            way = ["and", case["where"], ["is", name, *self.names, *case["move"]]] if case["move"] else case["where"]
            count = sum(self.holds(way, at | own) for own in self.chosen(case["chosen"]))
            if not count or (case["one"] and count > 1):
                return False
        return True


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.hours if n in DEAR else ()) for n in THEOREMS])
def test_what_is_said_is_accepted_and_so_of_small_positions(name: str) -> None:
    made, played = theorem(name), Played(theorem(name))
    told = made.certificate()
    assert {*made.accepted} == {"says", "wins"} and check(told).verified
    assert all(map(played.said, told["says"])) and played.wins(told["wins"])


# ---- what is changed


def constants(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Iterate over the places of numbers, names and signs."""
    for step, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from constants(value, (*path, step))
        else:
            yield (*path, step)


def changes(made: Certificate) -> Iterator[tuple[str, Certificate]]:
    """Iterate over certificates of which something that is said was changed, and what."""
    for field in ("says", "wins"):
        for *path, last in constants(made[field]):
            new = copy.deepcopy(made)
            place = new[field]
            for step in path:
                place = place[step]
            value = place[last]
            others = {"=": "!=", "<": "<=", ">=": ">", "<=>": "=>", "and": "or", "or": "and", "x0": "x1"}
            place[last] = value + 1 if isinstance(value, int) else others.get(value, value)
            if place[last] != value:
                yield field, sealed(new)
    for case in range(len(made["wins"])):
        yield "wins", sealed({**made, "wins": made["wins"][:case] + made["wins"][case + 1 :]})
        yield "wins", sealed({**made, "wins": [made["wins"][case], *made["wins"]]})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bash", "subtraction", "nim", "fibonacci-nim", "split-nim", *HOURS])
def test_what_is_changed_is_refused_or_still_so(name: str) -> None:
    played, made = Played(theorem(name)), theorem(name).certificate()
    every = [*changes(made)]
    refused = 0
    for field, new in Random(name).sample(every, min(len(every), 60)):
        try:
            verdict = check(new)
        except GrundyError as error:
            assert "\n" not in str(error)
            refused += 1
            continue
        refused += not verdict.verified
        if verdict.verified:
            assert all(map(played.said, new["says"])) and played.wins(new["wins"]), new[field]
    nontrivial(refused)
    assert refused > min(len(every), 60) // 2, (refused, len(every))


def test_it_is_told_what_is_not_so() -> None:
    made = theorem("bash").certificate()
    (case,) = made["wins"]
    others = {**case, "when": ["=", ["%", "x0", 4], 1]}
    for wins, said in (
        ([others], "no case speaks of a position: x0 = 10 in digits"),
        ([{**case, "move": [["+", "x0", -1]]}], "a case gives no move that wins: x0 = 10 in digits"),
        ([{**case, "move": [["+", "x0", ["*", -1, "c"]]], "chosen": ["c"], "where": ["and"], "one": 1}], ""),
        ([], "no case speaks of a position: x0 = 1 in digits"),
    ):
        verdict = check(sealed({**made, "wins": wins}))
        assert (verdict.reason == said) if said else verdict.verified
    for wrong in (
        [{**case, "one": 1}],
        [{**case, "chosen": ["x0"]}],
        [{**case, "chosen": ["v00001"]}],
        [{**case, "move": ["x1"]}],
        [{**case, "move": []}],
        [{**case, "more": 1}],
        [5],
        5,
        [case] * 65,
    ):
        with pytest.raises(GrundyError):
            check(sealed({**made, "wins": wrong}))
    for wrong in ([["is", "odiousness", 1]], [["is", "fibonacci", 1]], [["is", "W1", 1, 1]], [["=", "x0", 1]], 5):
        with pytest.raises(GrundyError):
            check(sealed({**made, "says": wrong}))


@pytest.mark.slow
def test_two_moves_that_win_are_not_one() -> None:
    made = theorem("kayles").certificate()
    either = {"when": ["and"], "chosen": ["c", "d"], "where": ["and"], "move": ["c", "d"], "one": 0}
    alone = [{**either, "chosen": ["c"], "move": ["c"], "when": ["<=", "x0", 2]}]
    assert check(sealed({**made, "wins": [*alone, either]})).verified
    verdict = check(sealed({**made, "wins": [*alone, {**either, "one": 1}]}))
    assert not verdict.verified and verdict.reason.startswith("a case has two moves that win")


# ---- sets that have a name


@pytest.mark.parametrize("name", [each for each in NAMED if not each.startswith("beatty")])
def test_a_set_that_has_a_name_holds_what_the_name_says(name: str) -> None:
    base = {"p": name.removeprefix("power")[:1], "z": "fib", "s": "fib"}.get(name[0], "2")
    own = arithmetic(f"msd_{'fib' if name == 'fibonacci' else base if name[:6] != 'places' else 2}")
    told = named(name, own)
    found = {True: 0, False: 0}
    for state in product(range({1: 200, 2: 24, 3: 8, 4: 5, 5: 4, 6: 3}[len(told.names)]), repeat=len(told.names)):
        is_there = not conjoined(told, dict(zip(told.names, state, strict=True)), own).empty
        assert is_there == in_set(name, state), state
        found[is_there] += 1
    assert min(found.values()) >= 2
    for system in {"msd_2", "msd_3", "msd_fib"} - {own.system.name}:
        with pytest.raises(GrundyError):
            named(name, arithmetic(system))


def conjoined(told: Automaton, numbers: dict[str, int], own: Arithmetic) -> Automaton:
    for name, n in numbers.items():
        told = conjunction(told, own.number(name, n))
    return told


def test_what_the_checker_does_not_know_is_the_provers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "STEPS", 10)
    made = prove(load("bash"))
    assert isinstance(made, Theorem)
    told = made.explain()
    assert made.accepted == {} and made.certificate() == bare(made) and made.to_dict()["accepted"] == []
    assert "decided by the prover, not by the checker" in told
    assert "by (4), decided by the prover, but not by the checker: take n mod 4" in told
