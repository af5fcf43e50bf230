"""What comes with the package of the catalogue's rules: by which names it is found, and of which texts it was made.

A name is the hash of those of a ruleset's functions that an answer depends on (not of its words and pictures), by where
they stand in the catalogue, of its parameters, and of what is asked.
What was made when the package was built counts for the texts of which it was made, and no others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from grundy.common.package import HERE, SHIPPED, kept
from grundy.rules.algebra import NegativeRuleset
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import MEANT, Ruleset
from grundy.rules.selftest import TESTED, check_rules


def name_of(rules: FunctionRuleset | HeapFunction, asked: object) -> str | None:
    """Return the name of what is asked of a ruleset, None where it is not a function of the catalogue's."""
    functions = {"": rules.function, **{name: hook for name, hook in rules.hooks.items() if name in MEANT}}
    if (right := getattr(rules, "other", None)) is not None:  # of a partisan game
        functions["right"] = right
    if not all(map(_is_catalogued, functions.values())):
        return None
    places = [(name, each.__module__, each.__qualname__) for name, each in sorted(functions.items())]
    over = getattr(rules, "wraps", None)
    places += [] if over is None else [("over", "", over.__qualname__)]
    return sha256(repr((places, sorted(rules.params.items()), asked)).encode()).hexdigest()[:20]


def is_own(rules: FunctionRuleset | HeapFunction) -> bool:
    """Return whether a ruleset is one of the catalogue's, but for its parameters: no other made of the same functions."""
    module = getattr(rules.function, "__module__", None) or ""
    return getattr(sys.modules.get(module), module.rpartition(".")[2], None) is rules.origin


def _is_catalogued(function: Callable[..., Any]) -> bool:
    """Return whether a function stands in a file of the catalogue or of what games share, and depends on no later one."""
    code = getattr(function, "__code__", None)
    return (
        code is not None
        and not {HERE / "games", HERE / "rules"}.isdisjoint(Path(code.co_filename).parents)
        and not code.co_freevars
        and "<" not in function.__qualname__
    )


# ---- rules tried out before a way to an answer relies on them: once a ruleset, the catalogue's when the package was
# built
# Which were tried then stands in a file, by their names (`grundy.solving.catalogued`). It counts for the texts of
# which it was made, and no others.


FILE = "tried.json"


def try_out(rules: Ruleset, start: Any, asked: Ruleset | None = None) -> None:
    """See that rules are well formed (`grundy.rules.selftest`); RulesError says what is wrong with them, and where.

    ``asked`` are the rules whose declarations are looked at, these unless told.
    """
    if (asked or rules).declares:
        from grundy.solving.trials import look_around  # most rules declare nothing

        look_around(asked or rules, start)
    if rules.memory[TESTED]:
        return
    name = _name(rules)
    if name is not None and _noted is None and name in known(SHIPPED):
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
        asked = rules
        while isinstance(rules, ImpartialRuleset | NegativeRuleset):
            asked = rules if isinstance(rules, ImpartialRuleset) else rules.rules
            rules = rules.rules
        if isinstance(rules, PartisanRuleset) or not position.ruleset.partisan:
            try_out(rules, state, asked)


def _name(rules: Ruleset) -> str | None:
    """Return the name of a ruleset of the catalogue's, None of others, also of those made of the catalogue's functions."""
    if isinstance(rules, FunctionRuleset | HeapFunction) and is_own(rules):
        return name_of(rules, "tried out")
    return None


@cache
def known(place: Path) -> frozenset[str]:
    """Return what was tried out of the texts of today when a folder was filled. O(texts)."""
    found = kept(place / FILE).get("tried")
    return frozenset(found) if isinstance(found, list) else frozenset()


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
