"""The text that a rule becomes, run by Python with checked arrays and 64-bit arithmetic: what native code would do
silently (write beside an array, leave 64 bits, divide by zero) is an error here.
"""

from __future__ import annotations

import ast
import itertools
import linecache
import types
from collections.abc import Callable
from typing import Any

SMALLEST, LARGEST = -(2**63), 2**63 - 1

_numbers = itertools.count()


def define(text: str, **names: object) -> Callable[..., Any]:
    """The last function of a text, with a source that can be found."""
    file = f"<rule {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = dict(names)
    exec(compile(text, file, "exec"), namespace)
    return [f for f in namespace.values() if isinstance(f, types.FunctionType)][-1]


def outside(value: int) -> bool:
    """Whether 64 bits do not hold a number."""
    return not SMALLEST <= value <= LARGEST


class Cells(list[int]):
    """An array of 64-bit integers that refuses what is beside it."""

    @property
    def shape(self) -> tuple[int]:
        return (len(self),)

    def __getitem__(self, i: Any) -> Any:
        assert 0 <= i < len(self), i
        return super().__getitem__(i)

    def __setitem__(self, i: Any, x: Any) -> None:
        assert 0 <= i < len(self), i
        assert SMALLEST <= x <= LARGEST, x
        super().__setitem__(i, x)


def _checked(value: int) -> int:
    assert SMALLEST <= value <= LARGEST, value
    return value


def _shifted(x: int, y: int, left: bool) -> int:
    assert 0 <= y <= 63, y
    return _checked(x << y if left else x >> y)


def _range(*ends: int) -> range:
    numbers = range(*ends)
    _checked(numbers.stop - numbers.start)
    return numbers


class _Arithmetic(ast.NodeTransformer):
    """Every operation must fit in 64 bits."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift):
            left = ast.Constant(isinstance(node.op, ast.LShift))
            return ast.Call(ast.Name("_shifted", ast.Load()), [node.left, node.right, left], [])
        return ast.Call(ast.Name("_checked", ast.Load()), [node], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else ast.Call(ast.Name("_checked", ast.Load()), [node], [])

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "abs":
            return ast.Call(ast.Name("_checked", ast.Load()), [node], [])
        return node


class Program:
    """A generated text, ready to be asked for the children of states."""

    def __init__(self, text: str) -> None:
        namespace: dict[str, Any] = {
            "_checked": _checked,
            "_shifted": _shifted,
            "range": _range,
            "add_overflows": lambda x, y: outside(x + y),
            "sub_overflows": lambda x, y: outside(x - y),
            "mul_overflows": lambda x, y: outside(x * y),
            "bit_count": int.bit_count,
            "bit_length": int.bit_length,
            "constant_array": Cells,
            "helper": lambda f: f,
        }
        tree = ast.fix_missing_locations(_Arithmetic().visit(ast.parse(text)))
        exec(compile(tree, "<generated>", "exec"), namespace)
        self.text = text
        self.fill: Callable[[Cells, Cells, Cells], int] = namespace["fill"]

    def __call__(self, state: list[int], params: list[int] = [], room: int = 5000) -> tuple[int, list[int]]:  # noqa: B006
        out = Cells([7] * room)
        count = self.fill(Cells(state), Cells(params), out)
        return count, list(out)


def run(text: str, state: list[int], params: list[int] = [], room: int = 5000) -> tuple[int, list[int]]:  # noqa: B006
    """What a text answers for one state: the count or code, and the cells of ``out``."""
    return Program(text)(state, params, room)
