"""Rules of Python functions as formulas: read as data, followed as guarded moves, and written in the logic's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.lang.ir import Routine
from grundy.lang.linear import linear
from grundy.lang.linear.guards import All, Atom, Floor, Guard, Never, Remainder, Some
from grundy.lang.linear.guards import Any as Either
from grundy.lang.linear.guards import Term as LinearTerm
from grundy.lang.read import read
from grundy.lang.refusal import Unreadable
from grundy.logic.expressions import And, Compare, Exists, Formula, Not, Or, Part, Term
from grundy.logic.expressions import Floor as Quotient
from grundy.logic.expressions import Remainder as Rest
from grundy.proofs.moves import Duty, Move, Moves, NoFormula
from grundy.proofs.terms import NO, YES, both
from grundy.rules.data import refuse_overridden
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset


def function_moves(
    rules: FunctionRuleset | HeapFunction, heaps: int | None, look: Callable[[], None] = lambda: None
) -> Moves:
    """Return the moves of a ruleset of a Python function, with its declared endings; NoFormula says why it cannot.

    ``look`` is called all the time, and may raise an exception.

    >>> from grundy.games import load
    >>> found = function_moves(load("fibonacci_nim"), None)
    >>> [", ".join(map(str, move.parts)) for move in found.moves]
    ['-j+x0-1, 2*j+2']
    """
    try:
        refuse_overridden(rules)
        return _moves(rules, heaps, look)
    except Unreadable as problem:
        error = NoFormula(problem.why)
        error.line = problem.line
        raise error from None


def _moves(rules: FunctionRuleset | HeapFunction, heaps: int | None, look: Callable[[], None]) -> Moves:
    routine = read(rules.function, rules.params)
    if isinstance(rules, FunctionRuleset) and rules.shape == ANY:
        if heaps is None:
            raise NoFormula(
                "a position of {name} has any number of heaps; say of how many (--heaps 2)", name=rules.name
            )
        width, shown = heaps, tuple("abcdefghij"[:heaps])
    elif routine.is_tuple:
        raise NoFormula("a position is one tuple, of no fixed length", routine.main.line)
    else:
        width, shown = routine.width, routine.main.names[: routine.width]
    names = tuple(f"x{i}" for i in range(width))
    heap = isinstance(rules, HeapFunction)
    least = max(0, (rules.least or 0) if isinstance(rules, FunctionRuleset) else 0)
    ending = _ending(rules, width)
    found = linear(routine, rules.params, width=width, heap=heap, least=least, ending=ending, look=look)
    moves = tuple(
        Move(move.bound, formula(move.guard), tuple(map(term, move.parts)), move.line) for move in found.moves
    )
    lost, won = formula(found.lost), formula(found.won)
    read_as = Moves(rules, names, shown, moves, (), least, heap, lost, won)
    duties = (
        Duty(both(read_as.domain, formula(duty.guard)), term(duty.term), duty.least, duty.what) for duty in found.duties
    )
    return Moves(rules, names, shown, moves, tuple(duties), least, heap, lost, won)


def _ending(rules: Ruleset, width: int) -> Routine | None:
    """Return the declared ending, which must be called with the numbers of a position."""
    hook: Callable[..., Any] | None = rules.hooks.get("ending")
    if hook is None:
        return None
    routine = read(hook, rules.params)
    if routine.yields or routine.shape == "tuple" or (routine.shape == "ints" and routine.width != width):
        raise Unreadable(
            "a declared ending that is not called with the numbers of a position is not read", routine.main.line
        )
    return routine


def formula(guard: Guard) -> Formula:
    """Return a condition as a formula of the logic.

    >>> from grundy.lang.linear.guards import at_least_0, variable
    >>> print(formula(at_least_0(variable("x0") - 3)))
    x0-3>=0
    """
    match guard:
        case Atom(own, relation):
            return Compare(term(own), relation, Term())
        case All(parts):
            return And(tuple(map(formula, parts))) if parts else YES
        case Either(parts):
            return Or(tuple(map(formula, parts))) if parts else NO
        case Some(names, inner):
            return Exists(names, formula(inner))
        case Never(names, inner):
            return Not(Exists(names, formula(inner)))


def term(own: LinearTerm) -> Term:
    """Return a term as one of the logic."""
    total = Term((), own.constant)
    for part, a in own.parts:
        made: Part = part if isinstance(part, str) else _division(part)
        total += Term(((made, a),))
    return total


def _division(part: Floor | Remainder) -> Part:
    inner = term(part.term)
    return Quotient(inner, part.divisor) if isinstance(part, Floor) else Rest(inner, part.modulus)
