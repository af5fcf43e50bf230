"""Moves in words: what is printed is calculated by itself, and gives the moves of the interpreter and of the rules."""

from __future__ import annotations

import re
from itertools import product
from math import floor
from typing import Any

import pytest

from cases import each_day, nontrivial
from grundy.games import load
from grundy.language.linear import Linear, linear
from grundy.language.refusal import Unreadable
from grundy.proving import moves_in_words
from grundy.proving.logic.expressions import Compare, Term, variable
from grundy.proving.moves import Move, Moves
from grundy.proving.moves_in_words import spoken_moves
from grundy.proving.reading import formula, moves, term
from linear_rules import broken, options, rules

MOST = 7
SOME = ", for some "
LETTERS = re.compile(r"\b[a-z]\w*\b")
KNOWN = {"and", "or", "not", "min", "floor", "any", "for", "in", "range", "most"}


def python(words: str) -> str:
    """Conditions and terms as Python has them; `most` is the largest number that is tried."""
    words = re.sub(r"(?<=[^<>!]) = ", " == ", words.replace(" mod ", " % ").replace(" ⊕ ", " ^ "))
    words = words.replace("always", "(0 == 0)").replace("never", "(0 == 1)")
    while SOME in words:
        at = words.index(SOME)  # the innermost of those within each other, or another
        end, start, depth = words.index(")", at), at, 1
        while depth:
            start -= 1
            depth += {")": 1, "(": -1}.get(words[start], 0)
        turns = " ".join(f"for {name} in range(most)" for name in words[at + len(SOME) : end].split(", "))
        words = f"{words[:start]}any({words[start:at]}) {turns}){words[end + 1 :]}"
    return words


def said(lines: list[str], names: tuple[str, ...], state: tuple[int, ...], most: int) -> set[tuple[int, ...]]:
    """The options of a state by printed lines."""
    found: set[tuple[int, ...]] = set()
    least = [int(line.rpartition(" ")[2]) for line in lines if line.startswith("no number becomes")]
    for line in lines:
        if " -> " not in line:
            continue
        after, _, when = line.partition(" -> ")[2].partition(" for ")
        moved, holds = compile(f"[{python(after)}]", "line", "eval"), compile(python(when) or "True", "line", "eval")
        chosen = sorted(set(LETTERS.findall(python(after) + " " + re.sub(r"any\(.*", "", when))) - {*names} - KNOWN)
        for choice in product(range(most), repeat=len(chosen)):
            scope: dict[str, Any] = dict(zip((*names, *chosen), (*state, *choice), strict=True))
            if eval(holds, {"floor": floor, "most": most, **scope}):
                found |= {
                    each if isinstance(each, tuple) else (each,) for each in eval(moved, {"floor": floor, **scope})
                }
    return {option for option in found if min(option) >= least[0]} if least else found


def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut."""
    for name in ("LINES", "ABREAST", "WIDTH"):
        monkeypatch.setattr(moves_in_words, name, 10**9)


def as_moves(found: Linear, names: tuple[str, ...]) -> Moves:
    made = (Move(each.bound, formula(each.guard), tuple(map(term, each.parts))) for each in found.moves)
    any_rules: Any = None
    return Moves(any_rules, tuple(f"x{i}" for i in range(len(names))), names, tuple(made), ())


def nested(found: Linear) -> bool:
    """Whether so much is bound that to try all of it takes long."""
    return sum(str(formula(move.guard)).count("E ") for move in found.moves) > 6


def test_what_is_printed_of_random_rules_is_what_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    whole(monkeypatch)
    compared = 0
    for routine, params in rules(each_day(60), 24):
        try:
            found = linear(routine, params, width=routine.width)
        except Unreadable:
            nontrivial(False)
            continue
        if any(len(move.bound) > 2 for move in found.moves) or nested(found):
            nontrivial(False)
            continue
        names = tuple("abc"[: routine.width])
        lines = spoken_moves(as_moves(found, names))
        width = {1: 9, 2: 3, 3: 2}[routine.width]
        states = [state for state in product(range(width), repeat=len(names)) if not broken(found, state, MOST)]
        for state in states:
            assert said(lines, names, state, MOST) == options(found, state, MOST), (lines, state)
            compared += 1
        nontrivial(any(options(found, state, MOST) for state in states))
    assert compared > each_day(200)


PLAYED = [("wythoff", {}, 2), ("fibonacci_nim", {}, 2), ("bash", {"m": 4}, 1), ("subtraction", {"s": (1, 3, 4)}, 1)]
HEAPS = [("split_nim", {}), ("lasker", {}), ("kayles", {}), ("dawsons_kayles", {}), ("k_division", {"k": 3})]


@pytest.mark.parametrize(("name", "params", "width"), PLAYED)
def test_what_is_printed_of_a_game_is_what_it_plays(name: str, params: dict[str, Any], width: int) -> None:
    own = load(name).bind(**params)
    read = moves(own)
    for state in product(range(9), repeat=width):
        played = {own.arguments(each.state) for each in own(*state).options()} if read.heaps is False else None
        wanted = (
            {tuple(each) for each in played}
            if played is not None
            else {
                tuple(sorted(each)) or (0,)
                for each in own.heap_options(state[0])  # type: ignore[attr-defined]
            }
        )
        assert said(spoken_moves(read), read.shown, state, 12) == wanted, state


@pytest.mark.parametrize(("name", "params"), HEAPS)
def test_what_is_printed_of_a_heap_game_is_what_it_plays(name: str, params: dict[str, Any]) -> None:
    """Heaps are told apart by "+": each sum of two is read as a pair."""
    own = load(name).bind(**params)
    lines = spoken_moves(moves(own))
    for heap in range(12):
        found = set[tuple[int, ...]]()
        for line in lines:
            if " -> " not in line:
                continue
            after, when = (line.partition(" -> ")[2] + " for ").split(" for ")[:2]
            for each in re.split(r", (?![^(]*\))", after):
                pair = f"n -> ({', '.join(split(each))})" if len(split(each)) > 1 else f"n -> {each}"
                kept = [pair + (f" for {when}" if when else ""), *(row for row in lines if row.startswith("no number"))]
                found |= said(kept, ("n",), (heap,), 14)
        wanted = {tuple(sorted(filter(None, each))) for each in own.heap_options(heap)}  # type: ignore[attr-defined]
        assert {tuple(sorted(filter(None, each))) for each in found} == wanted, heap


def split(after: str) -> list[str]:
    """The heaps that are left: a term within brackets, or a letter, beside another one."""
    heaps = re.findall(r"floor\([^()]*\)|\([^()]*\)|\b[a-z]\b", after)
    return heaps if " + ".join(heaps) == after else [after]


def test_a_long_list_is_cut() -> None:
    n = variable("x0")
    many = tuple(Move((), Compare(n, "=", Term((), 2 * i)), (Term((), i),)) for i in range(20))
    any_rules: Any = None
    lines = spoken_moves(Moves(any_rules, ("x0",), ("n",), many, ()))
    assert lines[:2] == ["n -> 0 for n = 0", "n -> 1 for n = 2"]
    assert lines[6:] == ["and moves of 14 more forms"]
    of_one = tuple(Move((), Compare(n, ">=", Term((), i)), (n - i,)) for i in range(1, 13))
    said_of_it = spoken_moves(Moves(any_rules, ("x0",), ("n",), of_one, ()))
    assert said_of_it[0].endswith("n - 8, …") and said_of_it[1] == "and moves of 4 more forms"


def test_endings_are_printed() -> None:
    n = variable("x0")
    any_rules: Any = None
    own = Moves(
        any_rules, ("x0",), ("n",), (Move((), Compare(n, ">=", Term((), 3)), (n - 3,)),), (),
        lost=Compare(n % 3, "=", Term((), 1)), won=Compare(n // 1000, "=", Term((), 613)),
    )  # fmt: skip
    assert spoken_moves(own) == [
        "n -> n - 3",
        "no number becomes less than 0",
        "n is lost when n mod 3 = 1",
        "n is won when floor(n/1000) = 613",
    ]
