"""Calls of helpers: each is a function of the module, once for each kind of arguments."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir as llvm

from grundy.language import ir
from grundy.language.native.code import BIT, OUTSIDE, POINTER, WORD, Code, Grid, Module, Number, Place, Value, View
from grundy.language.native.statements import Statements

RESULT = llvm.LiteralStructType([WORD, BIT])
"""What a helper returns: a number, or the length of the row that it wrote; and whether it gave up."""


@dataclass(frozen=True)
class Helper:
    """A function of the module, and whether it returns a row."""

    function: Any
    returns_row: bool


class Calls(Statements):
    """A function that may call helpers."""

    def __init__(
        self,
        module: Module,
        name: str,
        takes: tuple[Code, ...],
        function: ir.Function,
        functions: tuple[ir.Function, ...],
        gives: Code = WORD,
    ) -> None:
        super().__init__(module, name, takes, function, gives)
        self.functions = functions

    def _call(self, node: ir.Call) -> Value:
        """Call a helper; a row that it returns is written to scratch space of the caller."""
        args = [self._argument(self.value(each)) for each in node.args]
        helper = self._helper(node.function, args)
        place = self.region() if helper.returns_row else Place(POINTER(None))
        codes = [code for value in args for code in _codes(value)]
        result = self.build.call(helper.function, [*codes, *_address(place, self.module.checked)])
        failed, number = self.build.extract_value(result, 1), Number(self.build.extract_value(result, 0))
        if self.module.checked:
            outside = self.test("==", number.code, OUTSIDE)
            self.fail_if(self.build.and_(failed, outside), OUTSIDE)
        self.fail_if(failed)
        return View(place, number, short=True) if helper.returns_row else number

    def _argument(self, value: Value) -> Value:
        if isinstance(value, Number):
            return self.integer(value)
        return value if isinstance(value, Grid) else self.forwards(self.view(value))

    def _helper(self, function: int, args: list[Value]) -> Helper:
        key = (self.functions, function, *(type(value) for value in args))
        if key not in self.module.known:
            body = HelperBody(self.module, self.functions[function], self.functions, args)
            self.module.known[key] = Helper(body.function, body.returns == "row")
        return self.module.known[key]


def _address(place: Place, checked: bool) -> list[Code]:
    return [place.at, *(place.ends or (POINTER(None), POINTER(None)))] if checked else [place.at]


def _codes(value: Value) -> list[Code]:
    """What is passed of an argument."""
    if isinstance(value, Number):
        return [value.code]
    assert isinstance(value, View | Grid)
    sizes = (value.rows, value.columns) if isinstance(value, Grid) else (value.length,)
    return [*_address(value.place, value.place.ends is not None), *(each.code for each in sizes)]


class HelperBody(Calls):
    """A helper: it returns a number, or writes a row where it is told and returns its length, or gives up."""

    def __init__(
        self, module: Module, function: ir.Function, functions: tuple[ir.Function, ...], args: list[Value]
    ) -> None:
        address = (POINTER,) * (3 if module.checked else 1)
        sizes = {Number: (WORD,), View: (*address, WORD), Grid: (*address, WORD, WORD)}
        takes = [kind for value in args for kind in sizes[type(value)]]
        super().__init__(module, module.code.get_unique_name("helper"), (*takes, *address), function, functions, RESULT)
        self.returns = ""
        codes = iter(self.function.args)
        given: list[Value] = []
        for value in args:
            if isinstance(value, Number):
                given.append(Number(next(codes)))
                continue
            place = self.places(codes)
            if isinstance(value, Grid):
                given.append(Grid(place, Number(next(codes)), Number(next(codes))))
            else:
                given.append(View(place, Number(next(codes))))
        self._to = self.places(codes)
        self.begin(given)
        if self.reachable:
            self.fail()
        self.build.unreachable()
        self.finish()

    def give_up(self, code: int) -> None:
        """Write the end of a helper that gives up."""
        self.build.ret(llvm.Constant(RESULT, [WORD(code), BIT(1)]))

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``; a helper that returns nothing fails."""
        if node is None:
            self.failed()
            return
        value = self.value(node)
        kind = "number" if isinstance(value, Number) else "row"
        if self.returns not in ("", kind):
            raise self.refuse("{name}() returns a number or a tuple", name=self.body.name)
        self.returns = kind
        code = (
            self.word(value) if isinstance(value, Number) else self.held(self.require_row(value), self._to).length.code
        )
        result = self.build.insert_value(llvm.Constant(RESULT, [llvm.Undefined, BIT(0)]), code, 0)
        self.build.ret(result)
        self.go_on(self.block("dead"))
