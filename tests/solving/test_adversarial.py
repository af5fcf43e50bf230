"""Rules that a reader may misunderstand: what is said to be proved of them agrees with brute force on the raw function."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import grundy as gr
from brute import xor
from grundy.check import check
from grundy.common.errors import GrundyError
from grundy.proving.theorem import Theorem, prove
from grundy.values.nimber import mex
from snares import Snare, snares

FAILS = "the rule fails"
LAWS = snares("laws")
HEAPS = {name: snare for name, snare in LAWS.items() if snare.kind.startswith("heap_game")}
GAMES = {name: snare for name, snare in LAWS.items() if name not in HEAPS}


def asked(snare: Snare, rules: Any) -> tuple[int, Theorem | None]:
    """Return up to where a rule is played out, beyond its constants, and what is proved of it; which must be, of some."""
    found = theorem(rules, seconds=30 if snare.word else 1)
    assert found is not None or not snare.word
    return int(snare.kind.split()[-1]), found


def raw_options(function: Callable[..., Any], state: tuple[int, ...]) -> set[tuple[int, ...]] | None:
    """Return what the raw function gives, None where it fails or gives what is no position."""
    try:
        found = [option if isinstance(option, tuple) else (option,) for option in function(*state) or ()]
    except Exception:
        return None
    return set(found) if all(isinstance(part, int) and part >= 0 for option in found for part in option) else None


def values_of(function: Callable[..., Any], bound: int) -> list[int] | str:
    """Return the Grundy values of heaps below a bound, by playing."""
    values: list[int] = []
    for heap in range(bound):
        options = raw_options(function, (heap,))
        if options is None or any(part >= heap for option in options for part in option):
            return FAILS
        values.append(mex({xor(values[part] for part in option) for option in options}))
    return values


def lost_of(function: Callable[..., Any], bound: int) -> dict[tuple[int, ...], bool] | str:
    """Return who loses in a box, by playing; options outside of it are not there in these rules."""
    width = function.__code__.co_argcount
    lost: dict[tuple[int, ...], bool] = {}
    for state in sorted(product(range(bound), repeat=width), key=sum):
        options = raw_options(function, state)
        if options is None or not options <= lost.keys():
            return FAILS
        lost[state] = not any(lost[option] for option in options)
    return lost


@pytest.mark.slow
@pytest.mark.some(8)
@pytest.mark.parametrize("name", HEAPS)
def test_heaps(name: str) -> None:
    function = HEAPS[name].rule()
    law = law_of(gr.heap_game(function))
    bound, found = asked(HEAPS[name], gr.heap_game(function))
    if law is None and found is None:
        return
    values = values_of(function, bound)
    assert values != FAILS
    if law is not None:
        assert [law.value(n) for n in range(bound)] == values
    if found is not None:
        step = max(1, bound // 2000)
        for n in {*range(0, bound, step), *range(bound - 30, bound)}:
            if found.law.kind == "values":
                assert [v for v, each in enumerate(found.automata) if each.accepts(n)] == [values[n]], n
            else:
                assert found.automata[0].accepts(n, values[n]) and not found.automata[0].accepts(
                    n, int(values[n]) + 1
                ), n


@pytest.mark.some(4)
@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    function = GAMES[name].rule()
    bound, found = asked(GAMES[name], gr.game(function))
    if found is None:
        return
    lost = lost_of(function, bound)
    assert not isinstance(lost, str)
    step = max(1, len(lost) // 5000)
    for i, (state, loses) in enumerate(lost.items()):
        if not i % step or i > len(lost) - 60:
            assert found.automata[0].accepts(*state) == loses, state


def law_of(rules: Any) -> Any:
    """Return the law of a heap game that is said to be proved; None where nothing is, or the rule fails."""
    try:
        found = rules.law(limit=200)
    except (GrundyError, TypeError, ValueError):
        return None
    return found if found.proved else None


def theorem(rules: Any, seconds: float) -> Theorem | None:
    """Return what is proved of rules, and accepted again by the checker; None for what is refused, or not proved."""
    try:
        found = prove(rules, systems=["msd_2"], seconds=seconds)
    except GrundyError:
        return None
    if not isinstance(found, Theorem):
        return None
    assert check(found.certificate()).verified
    return found


def test_there_are_enough_of_them() -> None:
    assert len(HEAPS) >= 80 and len(GAMES) >= 15
    assert sum(bool(snare.word) for snare in LAWS.values()) >= 25
