"""Formulas a user types, such as ``n % 4``: read as Python expressions, of which only arithmetic is allowed."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, cast

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.common.threads import parsed

Environment = Mapping[str, Any]
Evaluate = Callable[[Environment], Any]

LARGEST_BITS = 1_000_000
"""Numbers of more bits are refused: a formula that needs them would never be done."""


class Formula:
    """A formula in some names.

    >>> Formula("n % (m + 1)", ["n", "m"])({"n": 10, "m": 3})
    2
    >>> Formula("a ⊕ b", ["a", "b"])({"a": 5, "b": 3})
    6
    >>> Formula("n / 4", ["n"])
    Traceback (most recent call last):
        ...
    grundy.common.errors.GrundyError: the formula 'n / 4', column 1: / makes fractions: use // for whole-number division
    """

    def __init__(self, text: str, names: Iterable[str]) -> None:
        self.text = text = text.replace("⊕", "^")
        self.names = list(names)
        try:
            tree = cast("ast.Expression", parsed(text.strip(), "eval"))
        except SyntaxError as error:
            raise self._wrong((error.offset or 1) - 1, f"{error.msg}") from None
        except (ValueError, MemoryError, RecursionError):
            raise GrundyError("the formula {text!r} cannot be read", text=text) from None
        self.tree = tree.body
        """The formula as Python's expression."""
        self.claims = _is_claim(tree.body)
        """Whether the formula is true or false, rather than a number."""
        self._evaluate = self._compiled(tree.body)

    def __call__(self, environment: Environment) -> Any:
        """Return the formula's value; GrundyError where it has none."""
        return self._evaluate(environment)

    def worth(self, part: ast.expr, environment: Environment) -> Any:
        """Return what a part of the formula is worth; GrundyError where it has no value."""
        return self._compiled(part)(environment)

    def _wrong(self, node: ast.AST | int, problem: str) -> GrundyError:
        column = node if isinstance(node, int) else getattr(node, "col_offset", 0)
        if not isinstance(node, int):
            column = len(self.text.strip().encode()[:column].decode(errors="ignore"))
        indent = len(self.text) - len(self.text.lstrip())
        return GrundyError(
            "the formula {text!r}, column {column}: {problem}",
            text=self.text,
            column=column + indent + 1,
            problem=problem,
        )

    def _compiled(self, node: ast.expr) -> Evaluate:
        """Return a function that evaluates a node; GrundyError for what is no arithmetic."""
        match node:
            case ast.Constant(value=int() as value):
                return lambda environment: value
            case ast.Name(id=name) if name in self.names:
                return operator.itemgetter(name)
            case ast.Name(id=name):
                raise self._wrong(
                    node,
                    _("there is no {name!r} here: the names are {names}").format(
                        name=name, names=", ".join(self.names)
                    ),
                )
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return self._guarded(node, _BINARY[type(op)], [left, right])
            case ast.BinOp(op=ast.Div()):
                raise self._wrong(node, _("/ makes fractions: use // for whole-number division"))
            case ast.UnaryOp(op=op, operand=operand):
                return self._guarded(node, _UNARY[type(op)], [operand])
            case ast.Compare():
                return self._comparison(node)
            case ast.BoolOp():
                return self._junction(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choice(test, body, orelse)
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=value, slice=index) if not isinstance(index, ast.Slice):
                return self._guarded(node, operator.getitem, [value, index])
            case _:
                raise self._wrong(node, _("only integers, arithmetic and comparisons are allowed"))

    def _comparison(self, node: ast.Compare) -> Evaluate:
        for op in node.ops:
            if type(op) not in _COMPARISONS:
                raise self._wrong(node, _("compare with ==, !=, <, <=, > or >="))
        terms = [node.left, *node.comparators]
        links = [
            self._guarded(node, _COMPARISONS[type(op)], [left, right])
            for op, left, right in zip(node.ops, terms, terms[1:], strict=False)
        ]
        return lambda environment: all(link(environment) for link in links)

    def _junction(self, node: ast.BoolOp) -> Evaluate:
        parts = [self._compiled(part) for part in node.values]
        join = all if isinstance(node.op, ast.And) else any
        return lambda environment: join(part(environment) for part in parts)

    def _choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Evaluate:
        asked, yes, no = map(self._compiled, (test, body, orelse))
        return lambda environment: yes(environment) if asked(environment) else no(environment)

    def _call(self, node: ast.Call) -> Evaluate:
        match node:
            case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in FUNCTIONS:
                return self._guarded(node, FUNCTIONS[name], parts)
            case ast.Call(func=ast.Attribute(value=number, attr=name), args=[], keywords=[]) if name in _METHODS:
                return self._guarded(node, _METHODS[name], [number])
            case _:
                raise self._wrong(
                    node,
                    _("the functions are {functions}, and n.bit_count() and n.bit_length()").format(
                        functions=", ".join(FUNCTIONS)
                    ),
                )

    def _guarded(self, node: ast.AST, function: Callable[..., Any], terms: list[ast.expr]) -> Evaluate:
        """Return the evaluation of a function of terms, whose errors name the place and the values."""
        parts = [self._compiled(term) for term in terms]

        def evaluate(environment: Environment) -> Any:
            arguments = [part(environment) for part in parts]
            try:
                return function(*arguments)
            except _TooLarge:
                problem = _("a number is too large to compute")
            except ZeroDivisionError:
                problem = _("division by zero")
            except (ArithmeticError, ValueError, TypeError, IndexError) as error:
                problem = str(error)
            where = ", ".join(f"{name} = {value}" for name, value in environment.items())
            raise self._wrong(node, _("{problem}, at {where}").format(problem=problem, where=where))

        return evaluate


class _TooLarge(Exception):
    pass


def _is_claim(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(map(_is_claim, node.values))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and isinstance(node.value, bool))


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError(_("a negative exponent makes fractions"))
    if base.bit_length() * exponent > LARGEST_BITS:
        raise _TooLarge
    return base**exponent


def _shifted(number: int, places: int) -> int:
    if number.bit_length() + places > LARGEST_BITS:
        raise _TooLarge
    return number << places


def _product(left: int, right: int) -> int:
    if left.bit_length() + right.bit_length() > 2 * LARGEST_BITS:
        raise _TooLarge
    return left * right


def _xor(*numbers: Any) -> int:
    return reduce(operator.xor, numbers[0] if len(numbers) == 1 and isinstance(numbers[0], tuple) else numbers, 0)


_BINARY: dict[type[ast.operator], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _product,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
    ast.LShift: _shifted,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_UNARY: dict[type[ast.unaryop], Callable[..., Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[..., Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "gcd": math.gcd,
    "isqrt": math.isqrt,
    "len": len,
    "max": max,
    "min": min,
    "sum": sum,
    "xor": _xor,
}
_METHODS: dict[str, Callable[..., Any]] = {"bit_count": int.bit_count, "bit_length": int.bit_length}
