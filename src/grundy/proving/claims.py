"""A user's claim, such as ``n % 4 == 0``, as a formula about the law of a game, and decided for all positions.

What Python makes of whole numbers is kept: a floor and a remainder of a negative number too. An expression is read as cases:
in each a formula says when it is the case, and a linear term what the expression is worth there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import product
from time import perf_counter
from typing import Any

from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.messages import _
from grundy.proving.logic.automaton import Limits
from grundy.proving.logic.expressions import (
    And,
    Compare,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Term,
    Truth,
    as_term,
    variable,
)
from grundy.proving.logic.formula import both, either
from grundy.proving.questions import certificate, decided
from grundy.proving.theorem import CAP, NotProved, Theorem
from grundy.proving.theorem import theorem as theorem_of
from grundy.rules.ruleset import Ruleset

MOST_CASES = 64
"""An expression of more cases is not read."""
Cases = list[tuple[Formula, Term]]
Worth = Callable[[ast.expr], Any]
"""What an expression is worth that speaks of no position."""
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


@dataclass(frozen=True)
class Claim:
    """What came of a claim about all positions: whether it is so, None where that was not proved, for a ``reason``.

    ``position`` is where it is not so, and ``right`` what the law says there. ``proof`` is the certificate.
    """

    holds: bool | None
    reason: str = ""
    least: int = 0
    position: tuple[int, ...] = ()
    right: Any = None
    proof: dict[str, Any] | None = None


def proved(
    rules: Ruleset,
    tree: ast.expr,
    names: tuple[str, ...],
    worth: Worth,
    *,
    losing: bool,
    play: str = "normal",
    seconds: float,
) -> Claim:
    """Return whether a Python expression in the numbers of a position says who loses, or the Grundy value, everywhere.

    The law is proved first, in so many seconds, and the checker may take as long again.

    >>> from grundy.games import load
    >>> def claim(text):
    ...     tree = ast.parse(text, mode="eval").body
    ...     return proved(load("bash"), tree, ("n",), ast.literal_eval, losing=True, seconds=10.0)
    >>> claim("n % 4 == 0").holds, claim("n % 4 == 0 and n < 100").position
    (True, (100,))
    """
    start = perf_counter()
    reader = Reader(names, worth)
    try:
        said = reader.truth(tree) if losing else reader.number(tree)
        found = theorem_of(rules, play=play, values=not losing, seconds=seconds)
        if isinstance(found, NotProved):
            return Claim(None, str(found))
        if found.law.kind == "losing" and len(found.moves.names) != len(names):
            return Claim(None, _("the law is about positions of {n} numbers").format(n=len(found.moves.names)))
        return _decided(found, said, names, Limits(CAP, until=start + seconds), seconds)
    except OutOfTime:
        return Claim(None, _("time ran out"))
    except GrundyError as error:
        return Claim(None, str(error))


def _decided(law: Theorem, said: Formula | Cases, names: tuple[str, ...], limits: Limits, seconds: float) -> Claim:
    numbers, least = [*map(variable, names)], law.moves.least
    if isinstance(said, list):
        right: Formula = either(*(both(when, Predicate("G", (*numbers, term))) for when, term in said))
    else:
        right = Iff(Predicate("P", tuple(numbers)), said)
    domain = both(*(Compare(number, ">=", as_term(least)) for number in numbers if least))
    whole = right if domain == Truth(True) else Implies(domain, right)
    decision = decided(law, Forall(names, whole), limits=limits)
    if decision.truth is False and decision.counterexample is None:
        return Claim(None, _("it does not hold, but no counterexample is known"))
    example = tuple((decision.counterexample or {}).get(name, 0) for name in names)
    proof = certificate(law, decision, seconds=seconds)
    if decision.truth:
        return Claim(True, least=least, proof=proof)
    return Claim(False, least=least, position=example, right=_right(law, example), proof=proof)


def _right(law: Theorem, position: tuple[int, ...]) -> Any:
    """Return what a law says of a position: whether it is lost, or its value."""
    if law.law.kind == "losing":
        return law.automata[0].accepts(*position)
    return decided(law, Predicate("G", (*map(as_term, position), variable("v")))).members(1)[0][0]


class Reader:
    """Reads Python's expressions as formulas and terms; GrundyError, with the reason, for what is none."""

    def __init__(self, names: Collection[str], worth: Worth) -> None:
        self._names = names
        self._worth = worth

    def truth(self, node: ast.expr) -> Formula:
        """Return when an expression is true."""
        match node:
            case ast.Compare():
                terms = [node.left, *node.comparators]
                links = zip(node.ops, terms, terms[1:], strict=False)
                return both(*(self._compared(left, _RELATIONS[type(op)], right) for op, left, right in links))
            case ast.BoolOp(op=op, values=values):
                parts = tuple(map(self.truth, values))
                return And(parts) if isinstance(op, ast.And) else Or(parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.truth(operand))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self.truth(test)
                return Or((And((asked, self.truth(body))), And((Not(asked), self.truth(orelse)))))
            case ast.Constant(value=bool() as value):
                return Truth(value)
            case _:
                return either(*(both(when, Compare(term, "!=", as_term(0))) for when, term in self.number(node)))

    def _compared(self, left: ast.expr, relation: str, right: ast.expr) -> Formula:
        cases = self._each([left, right], lambda one, two: (one, two))
        return either(*(both(when, Compare(one, relation, two)) for when, (one, two) in cases))

    def number(self, node: ast.expr) -> Cases:
        """Return what an expression is worth, in cases of which one is so."""
        if not any(isinstance(each, ast.Name) and each.id in self._names for each in ast.walk(node)):
            value = self._worth(node)
            if not isinstance(value, int):
                raise _unread(node)
            return [(Truth(True), as_term(int(value)))]
        match node:
            case ast.Name(id=name):
                return [(Truth(True), variable(name))]
            case ast.BinOp(left=left, op=op, right=right):
                return self._joined(node, left, op, right)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert() as op, operand=operand):
                return [(when, _signed(op, term)) for when, term in self.number(operand)]
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self.truth(test)
                yes = [(both(asked, when), term) for when, term in self.number(body)]
                return _few([*yes, *((both(Not(asked), when), term) for when, term in self.number(orelse))])
            case ast.Call(func=ast.Name(id=name), args=parts):
                return self._called(node, name, parts)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
                asked = self.truth(node)
                return [(asked, as_term(1)), (Not(asked), as_term(0))]
            case _:
                raise _unread(node)

    def _joined(self, node: ast.expr, left: ast.expr, op: ast.operator, right: ast.expr) -> Cases:
        match op:
            case ast.Add():
                return self._each([left, right], lambda one, two: one + two)
            case ast.Sub():
                return self._each([left, right], lambda one, two: one - two)
            case ast.Mult():
                return self._each([left, right], lambda one, two: _product(node, one, two))
            case ast.BitXor():
                return self._each([left, right], lambda one, two: _nim_sum(node, [one, two]))
            case ast.LShift():
                by = self._constant(node, right, 0)
                return [(when, term * (1 << by)) for when, term in self.number(left)]
            case ast.RShift():
                return self._floor(left, 1 << self._constant(node, right, 0))
            case ast.FloorDiv():
                return self._floor(left, self._constant(node, right, 1))
            case ast.Mod():
                by = self._constant(node, right, 1)
                return [(when, _remainder(term, by)) for when, term in self.number(left)]
            case ast.BitAnd():
                by = 1 + self._constant(node, right, 0)
                if by & (by - 1):
                    raise _unread(node)
                return [(when, _remainder(term, by)) for when, term in self.number(left)]
            case _:
                raise _unread(node)

    def _called(self, node: ast.expr, name: str, parts: list[ast.expr]) -> Cases:
        match name:
            case "max" | "min" if len(parts) > 1:
                return self._extreme(name, parts)
            case "abs" if len(parts) == 1:
                zero, terms = as_term(0), self.number(parts[0])
                above = [(both(when, Compare(term, ">=", zero)), term) for when, term in terms]
                return _few([*above, *((both(when, Compare(term, "<", zero)), -term) for when, term in terms)])
            case "xor" if parts:
                return self._each(parts, lambda *terms: _nim_sum(node, terms))
            case _:
                raise _unread(node)

    def _extreme(self, name: str, parts: list[ast.expr]) -> Cases:
        """Return the greatest, or the least: the first one that is as good as all, and better than those before it."""
        relation, found = ">=" if name == "max" else "<=", list[tuple[Formula, Term]]()
        for when, terms in self._each(parts, lambda *terms: terms):
            for i, best in enumerate(terms):
                beats = [Compare(best, relation[0] if j < i else relation, t) for j, t in enumerate(terms) if j != i]
                found.append((both(when, *beats), best))
        return _few(found)

    def _floor(self, node: ast.expr, divisor: int) -> Cases:
        """Return a floor: of what is below 0 it is -((-t + d - 1) // d)."""
        found: Cases = []
        for when, term in self.number(node):
            if _is_natural(term):
                found.append((when, term // divisor))
                continue
            found.append((both(when, Compare(term, ">=", as_term(0))), term // divisor))
            found.append((both(when, Compare(term, "<", as_term(0))), -((-term + (divisor - 1)) // divisor)))
        return _few(found)

    def _constant(self, node: ast.expr, part: ast.expr, least: int) -> int:
        """Return what a part is worth that is a constant, from a least number on."""
        cases = self.number(part)
        if len(cases) != 1 or cases[0][1].parts or not least <= cases[0][1].constant <= 1 << 20:
            raise _unread(node)
        return cases[0][1].constant

    def _each(self, parts: list[ast.expr], joined: Callable[..., Any]) -> list[tuple[Formula, Any]]:
        """Return what a function makes of some expressions, for all their cases."""
        found = product(*map(self.number, parts))
        return _few((both(*(when for when, _term in each)), joined(*(term for _when, term in each))) for each in found)


def _few(cases: Iterable[tuple[Formula, Any]]) -> list[tuple[Formula, Any]]:
    kept: list[tuple[Formula, Any]] = []
    for each in cases:
        kept.append(each)
        if len(kept) > MOST_CASES:
            raise GrundyError("an expression has more than {most} cases", most=MOST_CASES)
    return kept


def _unread(node: ast.expr) -> GrundyError:
    return GrundyError(
        "{text} is not a formula in which numbers are added and compared", text=repr(ast.unparse(node)[:80])
    )


def _is_natural(term: Term) -> bool:
    """Return whether a term is plainly not negative."""
    return term.constant >= 0 and all(times > 0 for _part, times in term.parts)


def _signed(op: ast.unaryop, term: Term) -> Term:
    return term if isinstance(op, ast.UAdd) else -term - (1 if isinstance(op, ast.Invert) else 0)


def _product(node: ast.expr, one: Term, two: Term) -> Term:
    if one.parts and two.parts:
        raise _unread(node)
    return two * one.constant if two.parts else one * two.constant


def _nim_sum(node: ast.expr, terms: Iterable[Term]) -> Term:
    found = list(terms)
    if not all(map(_is_natural, found)):
        raise _unread(node)
    return reduce(Term.__xor__, found)


def _remainder(term: Term, divisor: int) -> Term:
    """Return a remainder: that of a sum without negative numbers, as its parts are natural numbers."""
    whole = as_term(term.constant % divisor)
    for part, times in term.parts:
        whole = whole + Term(((part, 1),)) * (times % divisor)
    return whole % divisor
