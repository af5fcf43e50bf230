"""What is known of a rule for all its positions: the periods of its heap code first, and then the prover's theorems."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grundy.errors import GrundyError, RulesError
from grundy.lang.refusal import Unreadable
from grundy.language import N_
from grundy.patterns.law import Law
from grundy.proofs.questions import ask
from grundy.proofs.theorem import NotProved, Theorem, prove
from grundy.rules.data import refuse_overridden
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.heaps import HeapFunction, HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.solvers import laws, sequences

SECONDS = 10.0
"""The time for a theorem about values that show a law, and as much again for its checker."""
LONGEST = 256
"""Periods and beginnings that are longer are not asked of the prover."""


def law(rules: Ruleset, limit: int | None = None, *, save: bool = False, **options: Any) -> Law:
    """Return the law of a game: proved by the period of its heap code, or by a theorem; else what its values show.

    >>> from grundy.games import load
    >>> print(law(load("bash").bind(m=4)))
    period 5 from the start, proved
    """
    heap = as_heap(rules)
    if heap is None:
        return laws.law(rules, limit)
    sequence = sequences.of(heap)
    if save:
        from grundy.solvers.saving import law_saved

        found = law_saved(sequence, limit, **options)
    elif heap is rules or sequence.code() is not None:
        found = sequence.law(limit, **options)
    else:
        found = laws.law(rules, limit)
    return found if found.proved else by_theorem(heap, found)


def as_heap(rules: Ruleset) -> HeapRuleset | None:
    """Return the heap game whose single heaps are the positions of a game, None if there is none.

    >>> from grundy.games import load
    >>> as_heap(load("wythoff")) is None, as_heap(load("bash")).name
    (True, 'bash')
    """
    if isinstance(rules, HeapRuleset):
        return rules
    if not isinstance(rules, FunctionRuleset) or rules.shape != ONE or not rules.integers or rules.least:
        return None
    if rules.scoring or rules.partisan or rules.has_ending:
        return None
    if "as heap" not in rules.memory:
        rules.memory["as heap"] = _heap_game(rules)
    return rules.memory["as heap"]


def _heap_game(rules: FunctionRuleset) -> HeapFunction | None:
    try:
        refuse_overridden(rules)
        return HeapFunction(rules.function, name=rules.name).bind(**rules.params)
    except (RulesError, Unreadable):
        return None


def theorem_of(rules: HeapRuleset) -> Theorem | None:
    """Return what is proved of the values of all heaps, None if nothing is; it is looked for once."""
    if "theorem" not in rules.memory:
        try:
            found = prove(rules, values=True, seconds=SECONDS)
        except GrundyError:  # it is no formula, or not as good as it looks
            found = None
        rules.memory["theorem"] = None if isinstance(found, NotProved) else found
    return rules.memory["theorem"]


def by_theorem(rules: HeapRuleset, found: Law) -> Law:
    """Return a law that values show as a proved one, if a theorem about all values says it."""
    if found.kind != "periodic" or found.saltus or found.preperiod + found.period > LONGEST:
        return found
    theorem = theorem_of(rules)
    if theorem is None or not _says(theorem, found):
        return found
    return replace(
        found,
        proved=True,
        reason=N_("by a theorem about the values of all heaps, which is decided from the rule"),
        criterion="theorem",
        evidence=None,
    )


def _says(theorem: Theorem, found: Law) -> bool:
    """Return whether a theorem says that values repeat; the first ones were computed."""
    start, after = found.preperiod, found.period
    names = ["G"] if theorem.law.kind == "graph" else [f"G{v}" for v in range(len(theorem.automata))]
    for name in names:
        more = ",v" if name == "G" else ""
        text = f"A n{more} n>={start} => ({name}(n{more}) <=> {name}(n+{after}{more}))"
        try:
            if not ask(theorem, text).truth:
                return False
        except GrundyError:
            return False
    return True
