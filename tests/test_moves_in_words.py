"""Moves in words: read back as Python, they are the options that Python gives."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from generated import define
from grundy.games import load
from grundy.proofs.moves import Moves
from grundy.proofs.moves_in_words import LETTERS, spoken_moves
from grundy.proofs.reading import moves
from grundy.rules.heaps import HeapFunction

SIDE = 9


def evaluated(own: Moves, state: tuple[int, ...], lines: list[str]) -> set[Any]:
    """What some lines say that a position becomes, by Python's own arithmetic; bound numbers are tried one by one."""
    found: set[Any] = set()
    values = dict(zip(own.shown, state, strict=True))
    for line in lines:
        assert " -> " in line, line
        becomes, _for, when = line.partition(" -> ")[2].partition(" for ")
        becomes, _of, least = becomes.partition(", of what is not below ")
        condition = re.sub(r"(?<![<>!=])=(?!=)", "==", when).replace(" mod ", " % ") or "True"
        options = [becomes] if when else re.split(r", (?![^()]*\))| or ", becomes)
        letters = [each for each in LETTERS if re.search(rf"\b{each}\b", line) and each not in own.shown]
        for turn in product(range(3 * SIDE), repeat=len(letters)):
            here: dict[str, Any] = {**values, **dict(zip(letters, turn, strict=True))}
            if not eval(condition, {}, here):
                continue
            for option in options:
                text = option.replace(" mod ", " % ")
                parts = re.split(r" \+ (?![^()]*\))", text) if own.heaps and when else [text]
                made = tuple(eval(part, {}, here) for part in parts)
                if own.heaps:
                    kept = tuple(sorted(x for x in made if x))
                    found |= {kept} if min(made) >= int(least or 0) else set()
                else:
                    made = made[0] if isinstance(made[0], tuple) else made
                    found |= {made} if min(made) >= int(least or 0) else set()
    return found


def told(own: Moves) -> list[str]:
    lines = spoken_moves(own)
    assert not any("more forms" in line for line in lines)
    return [line for line in lines if " -> " in line]


@pytest.mark.parametrize(
    ("name", "params", "heaps"),
    [
        *((name, {}, None) for name in ("wythoff", "bash", "subtraction", "fibonacci_nim", "kayles", "lasker")),
        *((name, {}, None) for name in ("split_nim", "k_division", "grundys_game", "officers", "dawsons_kayles")),
        *((name, {}, 2) for name in ("nim", "silver_dollar", "chomp")),
        ("staircase_nim", {}, 3),
        ("bash", {"m": 5}, None),
        ("k_division", {"k": 3}, None),
    ],
)
def test_moves_of_the_catalogue(name: str, params: dict[str, Any], heaps: int | None) -> None:
    rules = load(name).bind(**params)
    own = moves(rules, heaps)
    lines = told(own)
    side = SIDE if len(own.names) < 3 else 4
    for state in product(range(side), repeat=len(own.names)):
        if own.heaps or (heaps and isinstance(rules, HeapFunction)):
            wanted = (
                {tuple(sorted(x for x in parts if x)) for parts in rules.heap_options(state[0])} if own.heaps else None
            )
        else:
            wanted = {
                x if isinstance(x, tuple) else (x,)
                for x in rules.options(state if len(state) > 1 or heaps else state[0])
            }
        if wanted is None:
            wanted = {
                (*state[:i], x, *state[i + 1 :])
                for i in range(len(state))
                for (x, *_rest) in ([*p, 0] for p in rules.heap_options(state[i]))
            }
        nontrivial(wanted)
        assert evaluated(own, state, lines) == wanted, (state, lines)


RULES = {
    "windows": (
        "def rule(n):\n"
        "    if n // 5 == 1 and n > 6:\n"
        "        yield n - 2\n"
        "    elif n % 3 != 1:\n"
        "        yield n // 2 if n else 0\n"
    ),
    "two loops": (
        "def rule(a, b):\n"
        "    for i in range(1, min(a, b) + 1):\n"
        "        yield a - i, b - i\n"
        "        if b >= 2 * i:\n"
        "            yield a, b - 2 * i\n"
    ),
    "either": (
        "def rule(n):\n"
        "    if (n == 3 or n > 5) and not n == 7:\n"
        "        for k in range(2, n, 2):\n"
        "            yield n - k\n"
    ),
    "sums": (
        "def rule(a, b):\n"
        "    if a + 2 * b > 7:\n"
        "        yield a // 2, b\n"
        "    for k in range(a):\n"
        "        yield k, b + 1\n"
    ),
}


@pytest.mark.parametrize("text", RULES.values(), ids=RULES)
def test_moves_of_other_rules(text: str) -> None:
    function = define(text)
    own = moves(gr.game(name="own")(function))
    lines = told(own)
    for state in product(range(SIDE), repeat=len(own.names)):
        wanted = {x if isinstance(x, tuple) else (x,) for x in function(*state)}
        nontrivial(wanted)
        assert evaluated(own, state, lines) == wanted, (state, lines)
