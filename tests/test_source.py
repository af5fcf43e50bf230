"""Rules are read, rewritten and give what Python gives, or say that they cannot."""

from __future__ import annotations

import ast
import functools
import importlib
import itertools
import linecache
import random
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grundy.rules.rewrite import FULL, UNFIT, generate, pack_params
from grundy.rules.source import Rule, Unreadable, read

SMALLEST, LARGEST = -(2**63), 2**63 - 1
EXTREMES = (0, 1, 2, 3, 5, 8, 63, 64, -1, -2, -3, -64, 2**31, 2**62, -(2**62), LARGEST, LARGEST - 1, SMALLEST, SMALLEST + 1)

_numbers = itertools.count()


def define(text: str, **names: object) -> Callable[..., Any]:
    """The last function of a text, with a source that can be found."""
    file = f"<rule {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = dict(names)
    exec(compile(text, file, "exec"), namespace)
    return [f for f in namespace.values() if isinstance(f, types.FunctionType)][-1]


# -- running generated text without numba: arrays that refuse what native code would do silently -----------------------


class Cells(list[int]):
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


def _outside(value: int) -> bool:
    return not SMALLEST <= value <= LARGEST


def run(text: str, state: list[int], params: list[int] = [], room: int = 5000) -> tuple[int, list[int]]:  # noqa: B006
    namespace: dict[str, Any] = {
        "add_overflows": lambda x, y: _outside(x + y),
        "sub_overflows": lambda x, y: _outside(x - y),
        "mul_overflows": lambda x, y: _outside(x * y),
        "bit_count": int.bit_count,
        "bit_length": int.bit_length,
        "constant_array": Cells,
        "helper": lambda f: f,
    }
    exec(text, namespace)
    out = Cells([7] * room)
    count = namespace["fill"](Cells(state), Cells(params), out)
    return count, list(out)


# -- what Python gives, and whether it left 64 bits on the way ---------------------------------------------------------


class _Beyond(Exception):
    """64 bits do not hold it."""


def _fit(value: Any) -> Any:
    if isinstance(value, int) and _outside(value):
        raise _Beyond
    return value


def _left(x: int, y: int) -> int:
    if y > 63:
        raise _Beyond
    return _fit(x << y)


def _power(x: int, y: int) -> int:
    if abs(x) > 1 and y > 63:
        raise _Beyond
    if y < 0:
        raise _Beyond
    return _fit(x**y)


def _sum(values: Any) -> int:
    return functools.reduce(lambda x, y: _fit(x + y), values, 0)


class _Watched(ast.NodeTransformer):
    """Every operation is looked at."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        special = {ast.LShift: "_left", ast.Pow: "_power"}.get(type(node.op))
        if special:
            return ast.Call(ast.Name(special, ast.Load()), [node.left, node.right], [])
        return ast.Call(ast.Name("_fit", ast.Load()), [node], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return ast.Call(ast.Name("_fit", ast.Load()), [node], [])

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "sum":
            node.func.id = "_sum"
        if isinstance(node.func, ast.Name) and node.func.id in ("abs", "divmod"):
            return ast.Call(ast.Name("_all_fit", ast.Load()), [node], [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        read_it = ast.parse(ast.unparse(node.target), mode="eval").body
        return self.visit(ast.Assign([node.target], ast.BinOp(read_it, node.op, node.value)))


def _all_fit(value: Any) -> Any:
    for x in value if isinstance(value, tuple) else (value,):
        _fit(x)
    return value


def watched(text: str, **names: object) -> Callable[..., Any]:
    tree = ast.fix_missing_locations(_Watched().visit(ast.parse(text)))
    return define(ast.unparse(tree), _fit=_fit, _left=_left, _power=_power, _sum=_sum, _all_fit=_all_fit, **names)


def expected(function: Callable[..., Any], state: tuple[int, ...], width: int, limit: int = 400) -> list[int] | None:
    """The cells of the children, or None where 64 bits do not do."""
    cells: list[int] = []
    try:
        for child in itertools.islice(function(*state), limit + 1):
            row = child if isinstance(child, tuple) else (child,)
            if len(row) != width:
                return None
            cells.extend(_fit(int(x)) for x in row)
    except (_Beyond, ArithmeticError, ValueError, IndexError, TypeError, AssertionError):
        return None
    return cells


# -- random rules ------------------------------------------------------------------------------------------------------


class Grammar:
    """Small random rules of two integers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = ["a", "b"]
        self.fixed: set[str] = set()
        self.count = 0

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def constant(self) -> str:
        return str(self.random.choice((0, 1, 1, 2, 2, 3, 4, 7, 10, 63, -1, -2, 2**31, 2**62, LARGEST)))

    def number(self, depth: int = 2) -> str:
        if depth <= 0 or self.random.random() < 0.25:
            return self.constant() if self.random.random() < 0.3 else self.random.choice(self.names)
        x, y = self.number(depth - 1), self.number(depth - 1)
        kind = self.random.randrange(17)
        if kind < 9:
            op = self.pick("+", "-", "*", "//", "%", "&", "|", "^", "+", "-")
            return f"({x} {op} {y})"
        shapes = (
            f"min({x}, {y})",
            f"max({x}, {y})",
            f"abs({x})",
            f"({x} if {self.condition(depth - 1)} else {y})",
            f"(-{x})" if self.random.random() < 0.5 else f"(~{x})",
            f"({x} << ({y} & 15))" if self.random.random() < 0.5 else f"({x} >> {self.pick('1', '2', 'abs(b)')})",
            f"({x}) ** {self.random.choice((0, 1, 2, 3, 5))}",
            self.pick(f"({x}).bit_count()", f"({x} < {y})", f"sum(({x}, {y}, 1))", f"max(({x}, {y}))"),
        )
        return shapes[kind - 9]

    def condition(self, depth: int = 2) -> str:
        inner = max(0, depth - 1)
        if depth <= 0 or self.random.random() < 0.5:
            x, y = self.number(inner), self.number(inner)
            return f"{x} {self.pick('<', '<=', '>', '>=', '==', '!=')} {y}"
        return self.pick(
            f"({self.condition(depth - 1)} and {self.condition(depth - 1)})",
            f"({self.condition(depth - 1)} or {self.condition(depth - 1)})",
            f"not {self.condition(depth - 1)}",
            f"0 <= {self.number(inner)} < {self.number(inner)} <= {self.number(inner)}",
            f"{self.number(inner)} in (1, 2, {self.number(inner)})",
            self.number(inner),
        )

    def block(self, depth: int, loops: int) -> list[str]:
        before = list(self.names)
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth, loops)]
        self.names = before
        return ["    " + line for line in lines]

    def statement(self, depth: int, loops: int) -> list[str]:
        kind = self.random.randrange(10)
        if kind < 3 or depth == 0:
            return [f"yield {self.number()}, {self.number()}"]
        if kind < 5:
            return self.assignment()
        if kind < 7:
            other = ["else:", *self.block(depth - 1, loops)] if self.random.random() < 0.5 else []
            return [f"if {self.condition()}:", *self.block(depth - 1, loops), *other]
        self.count += 1
        i = f"i{self.count}"
        if kind < 9 or loops == 0:
            start, stop = self.number(1), self.number(1)
            ends = self.pick(f"{stop}", f"{start}, {stop}", f"{start}, {stop}, {self.pick('2', '3', '-1', '-2')}")
            self.names.append(i)
            self.fixed.add(i)
            body = self.block(depth - 1, loops - 1)
            self.names.remove(i)
            over = self.pick(f"range(min(6, {stop}))", f"range(1, min({stop}, 5) + 1)", f"range({ends})")
            return [f"for {i} in {over}:", "    steps += 1", "    if steps > 30:", "        break", *body]
        self.names.append(i)
        self.fixed.add(i)
        body = self.block(depth - 1, loops - 1)
        self.names.remove(i)
        return [f"{i} = 0", f"while {i} < 4 and {self.condition()}:", f"    {i} += 1", *body]

    def assignment(self) -> list[str]:
        free = [name for name in self.names if name not in self.fixed]
        kind = self.random.randrange(4)
        x = self.random.choice(free)
        if kind == 0:
            return [f"a, b = {self.number()}, {self.number()}"]
        if kind == 1:
            return [f"{x} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')}= {self.number()}"]
        if kind == 2:
            return [f"a, b = divmod({self.number()}, {self.number()})"]
        line = f"{self.pick('c', x)} = {self.number()}"
        if line.startswith("c ") and "c" not in self.names:
            self.names.append("c")
        return [line]

    def rule(self) -> str:
        lines = ["    steps = 0", *self.block(3, 2), *self.block(3, 2)]
        return "\n".join(["def f(a, b):", *lines, "    yield b, a", ""])


def states(seed: int, count: int) -> Iterator[tuple[int, int]]:
    chance = random.Random(seed)
    for _ in range(count):
        yield (
            chance.choice(EXTREMES) if chance.random() < 0.5 else chance.randint(-9, 20),
            chance.choice(EXTREMES) if chance.random() < 0.4 else chance.randint(-9, 20),
        )


def agree(text: str, generated: str, state: tuple[int, ...], call: Callable[[list[int]], tuple[int, list[int]]]) -> None:
    wanted = expected(watched(text), state, len(state))
    count, out = call(list(state))
    if wanted is None:
        assert count == UNFIT, (text, generated, state, count)
    else:
        assert (count, out[1 : 1 + len(wanted)]) == (len(wanted) // len(state), wanted), (text, generated, state)


@pytest.mark.parametrize("seed", range(300))
def test_random_rules_give_pythons_children_or_say_unfit(seed: int) -> None:
    text = Grammar(seed).rule()
    generated = generate(read(define(text)), width=2)
    for state in states(seed, 40):
        agree(text, generated, state, lambda cells: run(generated, cells))
