"""The Grundy values of rows of any number of heaps, as one theorem: the xor of what the heaps are worth.

What a heap is worth, by its size and by its index modulo a small number, is seen in rows in which it stands alone; that
the xor of it is the value of each row, of any length, is decided by `grundy.check.many_heaps`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from typing import Any, TypeGuard

import numpy as np

from grundy.check import Budget
from grundy.common.digest import FORMAT, rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.language.ir import VERSION, routine_json
from grundy.proving import guess
from grundy.proving.certificate import routines
from grundy.proving.comparing import Comparison, compared_and_verified
from grundy.proving.laws_in_words import automaton_of
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.linear import equal, linear, number
from grundy.proving.logic.numeration import numeration
from grundy.proving.moves import NoFormula
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.overridden import refuse_overridden
from grundy.rules.play import convention
from grundy.rules.ruleset import Ruleset
from grundy.rules.source_text import text_of

KIND = "row law"
SECONDS = 60.0
"""The usual budget."""
BASE_2 = numeration("msd_2")
HEAPS, SIZES, STATES = 8, (48, 12, 5), 20_000
"""Heaps up to a size are looked at in rows of so many, while these are no more rows than that."""
PERIODS = (1, 2, 3, 4)
"""What a heap is worth may depend on its index modulo these."""
LARGEST = 15
"""Of values up to this each has a set."""


@dataclass(frozen=True)
class RowTheorem:
    """That the value of a row of any number of heaps is the xor of what they are worth, at i modulo some number."""

    rules: Ruleset
    worth: tuple[Automaton, ...]
    seconds: float = field(compare=False, repr=False)
    comparison: Comparison | None = field(default=None, compare=False, repr=False)
    proved: bool = field(default=True, init=False)

    def statement(self) -> str:
        """Return the theorem in words."""
        told = _("For any number of heaps, the Grundy value of {game}(x1, x2, x3, …) is {value}")
        said = told.format(game=self.rules.name, value=self.value())
        others = [each for each in self.worth if _kind(each) == "f"]
        if not others:
            return said
        size = automaton_of(others[0].states, others[0].numeration)
        pairs = ", ".join(map(str, others[0].members(6)))
        what = _("{said}, where (x, f(x)) is in the set read by {size}: {pairs}, …")
        return what.format(said=said, size=size, pairs=pairs)

    def value(self) -> str:
        """Return the value of a row in words, as "x1 ⊕ x3 ⊕ x5 ⊕ …"."""
        kinds = [_kind(each) for each in self.worth]
        words: list[str] = []
        for i in range(3 * len(kinds) if any(kinds) else 0):
            kind, name = kinds[i % len(kinds)], f"x{i + 1}"
            if kind and (len(words) < 3 or i < 2 * len(kinds)):
                words.append(name if kind == "x" else f"({name} {kind})" if kind != "f" else f"f({name})")
        return " ⊕ ".join([*words, "…"]) if words else "0"

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        return [
            _("every move lowers the sum of the heaps, or keeps it and brings it nearer to the first heap"),
            _("no move leaves the xor as it was"),
            _("where a smaller xor needs another worth of a heap, some move near that heap makes it"),
        ]

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        numbered = "; ".join(f"({i}) {check}" for i, check in enumerate(self.checks, 1))
        proof = _(
            "Theorem. {statement}\n"
            "Proof.   By induction. Checked by deciding, for any number of heaps at once: {numbered}.\n"
            "         Let the xor be g, and v < g. The highest digit of g ⊕ v is one of what some heap is worth; so by\n"
            "         (3) there is a move to v; by (2) there is none to g."
        ).format(statement=self.statement(), numbered=numbered)
        return "\n".join([proof, *(_("Rules.   {lines}").format(lines=line) for line in self.trust())])

    def trust(self) -> list[str]:
        """Return what the theorem rests on: what was tested of Python."""
        return [] if self.comparison is None else [_("compared: {what}").format(what=self.comparison)]

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.check.many_heaps`)."""
        rules = {"version": VERSION, "moves": routine_json(routines(self.rules)[0])}
        automata = [
            {"delta": a.delta.tolist(), "accepting": [i for i, yes in enumerate(a.accepting.tolist()) if yes]}
            for a in self.worth
        ]
        names = {"game": self.rules.name, "text": text_of(self.rules)}
        return sealed({
            "kind": KIND, "format": FORMAT, **names, "rules": rules, "fingerprint": rules_digest({"rules": rules}),
            "automata": automata,
        })  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        return {
            "game": self.rules.name,
            "proved": True,
            "claim": "values",
            "statement": self.statement(),
            "checks": self.checks,
            "comparison": self.comparison and self.comparison.to_dict(),
            "automata": [automaton.to_dict() for automaton in self.worth],
        }

    def __str__(self) -> str:
        return self.statement()


def _kind(worth: Automaton) -> str:
    """Return what a heap is worth: "" for nothing, "x" for its size, "mod 3" for its remainder, "f" for another function."""
    if worth in (_nothing(), _size()):
        return "" if worth == _nothing() else "x"
    rests = (p for p in range(2, LARGEST + 2) if worth == _of_sets([_rest(p, v) for v in range(p)]))
    return next((f"mod {p}" for p in rests), "f")


def _nothing() -> Automaton:
    return linear(BASE_2, {"z": 1}, "=").over(["x0"])


def _size() -> Automaton:
    return equal(BASE_2, "x0", "z")


def _rest(modulus: int, rest: int) -> Automaton:
    return linear(BASE_2, {"x0": 1}, "=", rest, modulus=modulus)


def _of_sets(sets: Sequence[Automaton]) -> Automaton:
    """Return the relation of sizes and values of which the v-th set holds the sizes of the value v."""
    each = [own.conjunction(number(BASE_2, "z", v)) for v, own in enumerate(sets)]
    return reduce(Automaton.disjunction, each)


def prove_for_any_number(rules: Ruleset, *, seconds: float = SECONDS) -> RowTheorem | None:
    """Return the Grundy values of the rows of heaps of a ruleset, of any number, as one theorem; None where none is found.

    What is decided takes milliseconds; ``seconds`` bound it. NoFormula for rules that are not of heaps in a row.

    >>> from grundy.games import load
    >>> print(prove_for_any_number(load("staircase-nim")))
    For any number of heaps, the Grundy value of staircase-nim(x1, x2, x3, …) is x1 ⊕ x3 ⊕ x5 ⊕ …
    """
    start = time.perf_counter()
    if not isinstance(rules, FunctionRuleset) or rules.shape != ANY or rules.params:
        raise NoFormula("a position of {name} is not a row of any number of heaps without parameters", name=rules.name)
    if rules.scoring or rules.sided or rules.has_ending:
        raise NoFormula(
            "{name} has no Grundy values: it has declared endings, or separate places for each player", name=rules.name
        )
    refuse_overridden(rules)
    for worth in _guesses(rules):
        made = RowTheorem(rules, worth, time.perf_counter() - start)
        try:
            comparison, verdict = compared_and_verified(made.certificate(), rules, Budget(max(1.0, seconds)))
        except GrundyError:
            return None
        if verdict.verified:
            return RowTheorem(rules, worth, time.perf_counter() - start, comparison)
    return None


def for_any_number(
    rules: Ruleset,
    *,
    play: str = "normal",
    heaps: int | None = None,
    values: bool | None = None,
    blocked: int = 0,
    systems: Sequence[str] = (),
    seconds: float = SECONDS,
) -> RowTheorem | None:
    """Return the theorem for rows of any number, where a question leaves their number open; None where there is none.

    The arguments are those of `grundy.proving.theorem.prove`.

    >>> from grundy.games import load
    >>> for_any_number(load("staircase-nim"), heaps=3), for_any_number(load("wythoff"))
    (None, None)
    """
    if not is_left_open(rules, heaps) or rules.params or rules.has_ending or rules.sided:
        return None
    if blocked or systems or convention(play).misere:
        return None
    return prove_for_any_number(rules, seconds=seconds)


def is_left_open(rules: Ruleset, heaps: int | None) -> TypeGuard[FunctionRuleset]:
    """Return whether positions are rows of any number of heaps, of which none is said."""
    return heaps is None and isinstance(rules, FunctionRuleset) and rules.shape == ANY


def _guesses(rules: FunctionRuleset) -> Iterator[tuple[Automaton, ...]]:
    """Yield what heaps that stand alone are worth, at the indices modulo 1, 2, … where that fits."""
    for size in SIZES:
        found = _alone(rules, size)
        if found is not None:
            for period in PERIODS:
                worth = [_relation(own) for own in found[:period]]
                if all(found[i] == found[i % period] for i in range(HEAPS)) and None not in worth:
                    yield tuple(each for each in worth if each is not None)
            return


def _alone(rules: FunctionRuleset, size: int) -> list[list[int]] | None:
    """Return the values of heaps that stand alone at each index; None where they lead to too many rows."""
    known: dict[tuple[int, ...], int] = {}
    for i in range(HEAPS):
        stack = [tuple(x if j == i else 0 for j in range(HEAPS)) for x in range(size)][::-1]
        while stack:
            options = list(rules.options(stack[-1]))
            missing = [option for option in options if option not in known]
            if len(known) + len(stack) > STATES:
                return None
            if missing:
                stack += missing
                continue
            held = {known[option] for option in options}
            known[stack.pop()] = next(v for v in count() if v not in held)
    return [[known[tuple(x if j == i else 0 for j in range(HEAPS))] for x in range(size)] for i in range(HEAPS)]


def _relation(values: Sequence[int]) -> Automaton | None:
    """Return the relation between sizes and values that some of them show, None if they show none."""
    if not any(values):
        return _nothing()
    if list(values) == [*range(len(values))]:
        return _size()
    learned = guess.learn(np.array(values), BASE_2, bold=True) if max(values) <= LARGEST else None
    return None if learned is None else _of_sets([learned.automaton(["x0"], v) for v in range(max(values) + 1)])
