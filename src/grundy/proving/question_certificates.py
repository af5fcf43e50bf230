"""Certificates of what follows from laws, in the form that `grundy.check.questions` reads: each holds those of its laws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.check import Budget
from grundy.common.digest import FORMAT, sealed
from grundy.common.errors import GrundyError
from grundy.proving.certificate import certificate
from grundy.proving.logic import expressions as logic

if TYPE_CHECKING:
    from grundy.proving.ranking import Ranking
    from grundy.proving.theorem import Theorem
    from grundy.rules.ruleset import Ruleset

Certificate = dict[str, Any]
Change = tuple[str, tuple[int, ...]]
"""A move that is added, "+", or left out, "-": what it takes of each number."""


def sentence(theorem: Theorem, formula: logic.Formula) -> Certificate:
    """Return the certificate that a sentence is true of a proved law; GrundyError for names that a certificate has not.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.syntax import parse
    >>> from grundy.proving.theorem import prove
    >>> sentence(prove(load("bash")), parse("An P(n) <=> n%4=0")[1])["sentence"]
    ['all', ['n'], ['<=>', ['is', 'P', 'n'], ['=', ['%', 'n', 4], 0]]]
    """
    return _sealed("sentence", law=certificate(theorem), sentence=formula_data(formula))


def redundant(theorem: Theorem, changes: Sequence[Change], ranking: Ranking) -> Certificate:
    """Return the certificate that a proved law stays when moves are changed, after which play ends by a ranking."""
    moves = [[sign, list(vector)] for sign, vector in changes]
    return _sealed("redundant moves", law=certificate(theorem), moves=moves, ranking=[list(s) for s in ranking.sums])


def same(one: Certificate, two: Certificate, shift: int = 0) -> Certificate:
    """Return the certificate that two laws are the same, heap n of the first being heap n + ``shift`` of the second."""
    return _sealed("same law", laws=[one, two], shift=shift)


def _sealed(kind: str, **fields: Any) -> Certificate:
    return sealed({"kind": kind, "format": FORMAT, **fields})


def refusal(made: Certificate, rules: Ruleset, seconds: float) -> str:
    """Return why the independent checker does not accept a certificate within some time; "" if it does."""
    from grundy.proving.comparing import verified

    try:
        verdict = verified(made, rules, Budget(max(seconds, 1.0)))
    except GrundyError as error:
        return str(error)
    return "" if verdict.verified else verdict.reason


# ---- formulas


def formula_data(formula: logic.Formula) -> list[Any]:
    """Return a formula as `grundy.check.formulas` reads it. O(length)."""
    match formula:
        case logic.Truth(value):
            return ["and" if value else "or"]
        case logic.Compare(left, relation, right):
            return [relation, term_data(left), term_data(right)]
        case logic.NimZero(names):
            return ["=", ["xor", *map(_name, names)] if names[1:] else _name(*names), 0]
        case logic.Predicate(name, arguments):
            return _relation(name, [*map(term_data, arguments)])
        case logic.Not(part):
            return ["not", formula_data(part)]
        case logic.And(parts):
            return ["and", *map(formula_data, parts)]
        case logic.Or(parts):
            return ["or", *map(formula_data, parts)]
        case logic.Implies(left, right):
            return ["=>", formula_data(left), formula_data(right)]
        case logic.Iff(left, right):
            return ["<=>", formula_data(left), formula_data(right)]
        case logic.Exists(names, part):
            return ["some", [*map(_name, names)], formula_data(part)]
        case logic.Forall(names, part):
            return ["all", [*map(_name, names)], formula_data(part)]
        case logic.AtLeast(least, name, part):
            return ["at least", least, _name(name), formula_data(part)]
        case _:
            raise TypeError(formula)


def _relation(name: str, arguments: list[Any]) -> list[Any]:
    """Return that terms are in a relation; G3(n), that n has the value 3, is G(n, 3)."""
    if found := re.fullmatch(r"G(\d+)", name):
        return ["is", "G", *arguments, int(found[1])]
    return ["is", name, *arguments]


def term_data(term: logic.Term) -> Any:
    """Return a term as `grundy.check.formulas` reads it. O(length)."""
    added = sorted(term.parts, key=lambda each: each[1] < 0)
    parts = [_part(part) if times == 1 else ["*", times, _part(part)] for part, times in added]
    if term.constant or not parts:
        parts.append(term.constant)
    return parts[0] if len(parts) == 1 else ["+", *parts]


def _part(part: logic.Part) -> Any:
    match part:
        case logic.Floor(term, divisor):
            return ["//", term_data(term), divisor]
        case logic.Remainder(term, modulus):
            return ["%", term_data(term), modulus]
        case logic.NimSum(left, right):
            return ["xor", term_data(left), term_data(right)]
        case name:
            return _name(name)


def _name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise GrundyError("a certificate has names of Latin letters, digits and _, and not {name!r}", name=name)
    return name
