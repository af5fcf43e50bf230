"""What theorems say of small positions, by play: sentences, and tables of moves that win."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import grundy as gr
from grundy.games import load
from grundy.proving.theorem import Theorem, prove
from grundy.rules.as_heap_code import heads_as_heaps
from grundy.rules.functions import ANY
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from looking import chosen, holds
from number_sets import in_set, zeckendorf
from own_games import by_half, ended, from_one

SIDE = {1: 40, 2: 14, 3: 7, 4: 5}


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


@cache
def theorem(name: str) -> Theorem:
    rules, asked = THEOREMS[name]
    made = prove(rules, **asked)
    assert isinstance(made, Theorem)
    return made


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

    def holds(self, data: Any, at: dict[str, int]) -> bool:
        """Return whether a formula holds; what is said to be for some number is looked for among small ones."""
        return holds(data, at, range(self.states[-1][0] + 1), self.is_in)

    def chosen(self, names: list[str]) -> Iterable[dict[str, int]]:
        return chosen(names, range(self.states[-1][0] + 1))

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


def lost(rules: Ruleset, size: int, changes: list[Any]) -> dict[tuple[int, ...], bool]:
    """Return who loses small positions of two numbers, with moves added and left out, by playing."""
    found: dict[tuple[int, ...], bool] = {}
    for state in sorted(product(range(size), repeat=2), key=sum):
        options = {option.state for option in rules(*state).options()}
        for sign, (d, e) in changes:
            after = (state[0] - d, state[1] - e)
            options = options - {after} if sign == "-" else options | ({after} if min(after) >= 0 else set())
        found[state] = not any(found.get(option, False) for option in options)
    return found
