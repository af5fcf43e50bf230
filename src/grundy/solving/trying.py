"""Rules tried out before a way to an answer relies on them: once a ruleset, the catalogue's when the package was built.

Which were tried then stands in a file, by their names (`grundy.solving.catalogued`). It counts for the texts of which it was
made, and no others.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from grundy.rules.algebra import NegativeRuleset
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.selftest import TESTED, check_rules
from grundy.solving.catalogued import SHIPPED, is_own, name_of, texts

FILE = "tried.json"


def try_out(rules: Ruleset, start: Any) -> None:
    """See that rules are well formed (`grundy.rules.selftest`); RulesError says what is wrong with them, and where."""
    if rules.memory[TESTED]:
        return
    name = _name(rules)
    if name is not None and name in _tried_before():
        rules.memory[TESTED] = True
        return
    check_rules(rules, start)
    if _noted is not None and name is not None:
        _noted.add(name)


def try_out_games(position: Position) -> None:
    """Try out the rules of a position, or of the games that were added to make it.

    In a partisan sum it is only the partisan games that are played by their rules: what the others are worth may be known.
    """
    for rules, state in position.ruleset.terms(position.state):
        while isinstance(rules, ImpartialRuleset | NegativeRuleset):
            rules = rules.rules
        if isinstance(rules, PartisanRuleset) or not position.ruleset.partisan:
            try_out(rules, state)


def _name(rules: Ruleset) -> str | None:
    """Return the name of a ruleset of the catalogue's, None of others, also of those made of the catalogue's functions."""
    if isinstance(rules, FunctionRuleset | HeapFunction) and is_own(rules):
        return name_of(rules, "tried out")
    return None


def _tried_before() -> frozenset[str]:
    return frozenset() if _noted is not None else known(SHIPPED)


@cache
def known(place: Path) -> frozenset[str]:
    """Return what was tried out of the texts of today when a folder was filled. O(texts)."""
    try:
        kept = json.loads((place / FILE).read_bytes())
        return frozenset(kept["tried"]) if kept["texts"] == texts() else frozenset()
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()


# -- when the package is built -----------------------------------------------------------------------------------------

_noted: set[str] | None = None


@contextmanager
def noting() -> Generator[set[str]]:
    """Note the names of all rules that are tried out meanwhile; none is taken from the package."""
    global _noted
    _noted = set()
    try:
        yield _noted
    finally:
        _noted = None


def written(names: set[str]) -> bytes:
    """Return what the file holds of some names."""
    return json.dumps({"texts": texts(), "tried": sorted(names)}, indent=0).encode()
