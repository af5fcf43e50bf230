"""What a theorem says besides its automata, in the form that `grundy.check.statements` reads: its sentence, and its table.

Each was decided by the prover; what the checker accepts of it stands in the certificate, and is told as proved.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any

from grundy.check import Budget, check
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.proving.certificate import certificate
from grundy.proving.logic.expressions import Exists, Formula, Predicate, variable
from grundy.proving.move_tables import Case, digits
from grundy.proving.question_certificates import formula_data, term_data
from grundy.proving.reading import renamed
from grundy.proving.terms import YES, both, replaced
from grundy.proving.winning_moves import is_digit

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem

STEPS = 1_000_000
"""The checker takes no more steps for what is said besides, and what needs more is the prover's alone; see `Budget`."""


def accepted(made: Theorem) -> dict[str, Any]:
    """Return what the checker accepts of what a theorem says besides: its fields in the certificate.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> told = accepted(prove(load("bash")))
    >>> told["says"]
    [['all', ['x0'], ['<=>', ['is', 'P', 'x0'], ['=', ['%', 'x0', 4], 0]]]]
    >>> told["wins"]
    [{'when': ['and'], 'chosen': [], 'where': ['and'], 'move': [['+', 'x0', ['*', -1, ['%', 'x0', 4]]]], 'one': 0}]
    """
    bare, found = certificate(made), dict[str, Any]()
    for name, data in (("says", _says(made)), ("wins", _wins(made))):
        with suppress(GrundyError):  # a name that the checker does not know, or too large
            if data and check(sealed({**bare, name: data}), budget=Budget(inf, STEPS)).verified:
                found[name] = data
    return found


def _says(made: Theorem) -> list[Any]:
    sentence = made.sentence
    return [] if sentence is None else [*map(formula_data, sentence.claims(made.moves, made.system))]


def _wins(made: Theorem) -> list[Any]:
    table = made.argument.winning
    return [_case(made, *each) for each in zip(table.cases, table.unique, strict=True)] if table else []


def _case(made: Theorem, case: Case, unique: bool) -> dict[str, Any]:
    """Return a case as data: what is chosen is called c0, c1, …"""
    own, move = made.moves, case.move
    put = {name: f"c{i}" for i, name in enumerate((*move.bound, *digits(move, case.when)))}
    terms = {name: variable(letter) for name, letter in put.items()}
    parts = tuple(replaced(part, terms) for part in move.parts)

    def some(names: Iterable[str], *conditions: Formula) -> Formula:
        letters, whole = tuple(put[name] for name in names), renamed(both(*conditions), terms)
        return Exists(letters, whole) if letters else whole

    if case.by_target and case.when != YES:
        leads = Predicate(f"W{len(parts)}" if own.heaps else "W", (*map(variable, own.names), *parts))
        when = some(move.bound, leads)
    else:
        when = some(told := digits(case.when), case.when, *map(is_digit, told))
    return {
        "when": formula_data(when),
        "chosen": [put[name] for name in (*move.bound, *digits(move))],
        "where": formula_data(renamed(both(*map(is_digit, digits(move))), terms)),
        "move": [*map(term_data, parts)],
        "one": int(unique and bool(move.bound)),
    }
