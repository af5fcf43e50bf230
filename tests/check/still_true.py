"""Whether certificates claim what is so, by what does not check them: play, and automata read by hand."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from tests.check.made_certificates import Certificate

import grundy as gr
from brute import xor
from grundy.check.form import Unproved
from grundy.check.numeration import System, system_of
from grundy.check.playing import held_rules
from grundy.check.python_rules import PythonRules
from grundy.language.ir import routine_of, value_of
from grundy.language.run import Run
from grundy.proving import position_certificates as certificates
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, frozen
from grundy.solving.results import DRAW, LOST, TIED, WON

KNOWN = ("values", "strategy", "loopy", "partisan value")
"""Kinds of which the rules in a certificate say whether it is true."""


def word(system: System, n: int, length: int = 12) -> list[int]:
    digits: list[int] = []
    for weight in reversed(system.weights[:length]):
        digits.append(n // weight)
        n %= weight
    return digits


def still_true_whatever(made: Certificate, rules: Ruleset) -> bool:
    """Return whether a certificate claims what is so, whatever an ending is worth that is none."""
    met: list[Any] = []
    true = still_true(made, rules, met=met)
    return true and (not met or all(still_true(made, rules, worth) for worth in (0, -1)))


def still_true(made: Certificate, rules: Ruleset, meaningless: int = 1, met: list[Any] | None = None) -> bool:
    """Return whether a certificate claims what is so, by what does not check it.

    An ending that is none is worth ``meaningless``, and ``met`` gets the positions that have one.
    """
    if made["kind"] == "automatic law":
        return law_holds(made, rules)
    from grundy.solving import search
    from grundy.values.canonical import store

    own = held_rules(made) if "rules" in made else PythonRules(rules)
    start = own.ordered(frozen(made["position"]))

    def ended(state: Any) -> int | None:
        try:
            return own.ended(state)
        except Unproved:  # an ending of changed rules that is none: what is proved holds whatever it is worth
            if met is not None:
                met.append(state)
            return meaningless

    def options(state: Any, player: int | None = None) -> list[Any]:
        return [own.ordered(option) for option in own.options(state, player)] if ended(state) is None else []

    if made["kind"] == "partisan value":
        ids: list[int] = []
        for lefts, rights in made["forms"]:
            ids.append(store().build(sorted({ids[i] for i in lefts}), sorted({ids[i] for i in rights})))

        @cache
        def form(state: Any) -> int:
            lefts, rights = ({form(option) for option in options(state, player)} for player in (1, -1))
            return store().build(sorted(lefts), sorted(rights))

        return ids[{frozen(state): place for state, place in made["values"]}[start]] == form(start)
    if made["kind"] == "values":

        @cache
        def value(state: Any) -> int:
            held = {xor(map(value, own.parts(option))) for option in options(state)}
            return next(v for v in range(len(held) + 1) if v not in held)

        return xor(map(value, own.parts(start))) == made["value"]
    states, children = certificates.explored([start], options, gr.nim(1), 10**5)
    ends = [{None: DRAW, 1: WON, 0: TIED, -1: LOST}[ended(state)] for state in states]
    results, lasts = search.retrograde(
        children, ends, search.predecessors(children), misere=made.get("play") == "misere"
    )
    if made["kind"] == "loopy" and made["remoteness"] != (0 if results[0] == DRAW else lasts[0]):
        return False
    return made["outcome"] == {DRAW: "D", WON: "N", LOST: "P", TIED: "T"}[results[0]]


def law_holds(made: Certificate, rules: Ruleset) -> bool:
    """Return whether a law is right for small positions, by playing."""
    own = (
        rules.bind(**{name: frozen(value) for name, value in made["parameters"].items()})
        if made["parameters"]
        else rules
    )
    width, side = made["heaps"] or 1, 14 if made["heaps"] < 3 else 6
    system = system_of(made["numeration"])
    known: dict[Any, Any] = {}
    extra = made["heaps"] == 2 and rules.name == "fibonacci-nim"
    for state in sorted(product(range(side), repeat=width), key=lambda s: s[0] if extra else sum(s)):
        options = list(
            dict.fromkeys(Position(own, state if width > 1 or made["form"] != "game" else state[0]).options())
        )
        states = [option.state if isinstance(option.state, tuple) else (option.state,) for option in options]
        if any(s not in known and made["claim"] == "losing" for s in states):
            continue  # beyond the box
        if made["claim"] == "losing":
            known[state] = sum(known[s] for s in states) <= made["blocked"] and (
                made["play"] == "normal" or bool(states)
            )
            held = [known[state]]
        else:
            worth = {xor(known[h,] for h in s) for s in states}
            known[state] = next(v for v in range(len(worth) + 1) if v not in worth)
            held = [known[state] == v for v in range(len(made["automata"]))]
        for own_automaton, holds in zip(made["automata"], held, strict=True):
            if (
                made["claim"] != "graph"
                and dense(own_automaton, [word(system, n) for n in state], system.base) != holds
            ):
                return False
        if made["claim"] == "graph" and not dense(
            made["automata"][0], [word(system, n) for n in (*state, known[state])], system.base
        ):
            return False
    return True


def dense(automaton: Any, words: list[list[int]], base: int) -> bool:
    state = 0
    for letter in zip(*words, strict=True):
        number = 0
        for digit in letter:
            number = number * base + digit
        state = automaton["delta"][state][number]
        if state < 0:
            return False
    return state in automaton["accepting"]


def played(data: Certificate, sample: tuple[int, ...], most: int) -> list[int]:
    """Return who loses, or the values, of 0, 1, …, by the rules in a certificate with some parameters."""
    routine = routine_of(data["rules"]["moves"])
    given = {
        **{k: value_of(v) for k, v in data["parameters"].items()},
        **dict(zip(data["quantified"], sample, strict=True)),
    }
    known: list[int] = []
    for n in range(most):
        options = {
            o[0] if isinstance(o, tuple) else o
            for o in Run(routine).yields([n, *(given[k] for k in routine.keywords)], 10**4)
        }
        had = [known[o] for o in options]
        if data["claim"] == "graph":
            known.append(next(v for v in range(len(had) + 1) if v not in had))
        else:
            known.append(sum(had) <= data["blocked"] and (data["play"] == "normal" or bool(options)))
    return known


def family_holds(data: Certificate) -> bool:
    """Return whether a law is right for small parameters and positions, and those around constants, by playing."""
    system = system_of(data["numeration"])
    for sample in product(range(7), repeat=len(data["quantified"])):
        if any(sum(a * p for a, p in zip(row, (*sample, 1), strict=True)) < 0 for row in data["where"]):
            continue
        block = sum(a * p for a, p in zip(data["block"], (*sample, 1), strict=True))
        for n, known in enumerate(played(data, sample, 40)):
            for v in range(8) if data["claim"] == "graph" else (0,):
                numbers = [n // block, n % block, *([v // block, v % block] if data["claim"] == "graph" else [])]
                own = [p for p, b in zip(sample, data["block"], strict=False) if b] + numbers
                told = dense(data["automata"][0], [word(system, each, 7) for each in own], system.base)
                if told is not (known == v if data["claim"] == "graph" else bool(known)):
                    return False
    return True


def row_holds(data: Certificate) -> bool:
    """Return whether the law is right for small rows, by playing the rules in the certificate."""
    routine = routine_of(data["rules"]["moves"])

    @cache
    def value(state: tuple[int, ...]) -> int:
        held = {value(option) for option in Run(routine).yields([state], 10**4)}
        return next(v for v in range(len(held) + 1) if v not in held)

    system = system_of("msd_2")

    @cache
    def said(place: int, size: int) -> int:
        own = data["automata"][place]
        return next((v for v in range(64) if dense(own, [word(system, n, 6) for n in (size, v)], 2)), -1)

    for width, side in ((0, 1), (1, 20), (2, 7), (3, 5), (4, 3), (5, 3), (6, 2), (7, 2)):
        for state in product(range(side), repeat=width):
            if xor(said(i % len(data["automata"]), size) for i, size in enumerate(state)) != value(state):
                return False
    return True
