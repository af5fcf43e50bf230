"""Calls of helpers: written in place where they are small and return at their end only, else functions of the text."""

from __future__ import annotations

from dataclasses import replace

from grundy.errors import Sentence
from grundy.lang import ir
from grundy.lang.native.statements import Statements
from grundy.lang.native.writer import Grid, Helper, Module, Number, Value, View, as_integer, exactly

LARGE, MOST = 400, 1500
"""Nodes of a helper that is not written in place, and of all that are, in one function."""


class Calls(Statements):
    """A function that may call helpers, each of which is written once for each kind of arguments."""

    def __init__(
        self, module: Module, unfit: tuple[str, ...], function: ir.Function, functions: tuple[ir.Function, ...]
    ) -> None:
        super().__init__(module, unfit, function)
        self.functions = functions
        self._slots = function.slots
        self._written = 0

    def _call(self, node: ir.Call) -> Value:
        args = [self._argument(self.value(each)) for each in node.args]
        function = self.functions[node.function]
        size = sum(1 for _ in ir.nodes(function.body))
        if size <= LARGE and self._written + size <= MOST and _returns_at_end(function.body):
            self._written += size
            return self._in_place(function, args)
        return self._called(node.function, args)

    def _argument(self, value: Value) -> Value:
        if isinstance(value, Number):
            return self.atom(value)
        if isinstance(value, Grid):
            return replace(value, rows=self.atom(value.rows), columns=self.atom(value.columns))
        return self.forwards(self.view(value))

    def _in_place(self, function: ir.Function, args: list[Value]) -> Value:
        """Return what a helper returns, with its slots after all others."""
        first, self._slots = self._slots, self._slots + function.slots
        body = moved(function.body, first)
        outer = self.give, self.stop, self.loops, self.line
        self.give, self.stop, self.loops = None, "", []
        self.facts.add(body)
        for i, value in enumerate(args):
            self.give_argument(first + i, value)
        self.block(body[:-1])
        last = body[-1]
        assert isinstance(last, ir.Return) and last.value is not None
        value = self.value(last.value) if self.reachable else exactly(0)
        self.reachable = True
        self.give, self.stop, self.loops, self.line = outer
        return value

    def _called(self, function: int, args: list[Value]) -> Value:
        """Call a function of the text: a row is its array, its start and its length; one that is returned has a place."""
        texts: list[str] = []
        for value in args:
            if isinstance(value, Number):
                texts.append(value.text)
            elif isinstance(value, View):
                texts += [value.array, value.start, value.length.text]
            elif isinstance(value, Grid):
                texts += [value.array, value.start, value.rows.text, value.columns.text]
        helper = self._helper(function, tuple(args))
        region = [self.region()] if helper.returns_row else []
        result = self.temp()
        self.emit(f"{result} = {helper.name}({', '.join([*texts, 'out', *region])})")
        if helper.may_fail:
            self.fail_if("out[0] != 0")
        return View("out", region[0], Number(result, natural=True), short=True) if region else Number(result)

    def _helper(self, function: int, args: tuple[Value, ...]) -> Helper:
        functions = self.functions
        key = (functions, function, *(type(value) for value in args))
        if key not in self.module.known:
            body = HelperBody(self.module, ("out[0] = 1", "return 0"), functions[function], functions)
            self.module.known[key] = body.written(args)
        return self.module.known[key]


def _returns_at_end(body: ir.Body) -> bool:
    """Whether the last statement is the only one that returns (and returns something); none yields."""
    ends = [each for each in ir.statements(body) if isinstance(each, ir.Return | ir.Yield)]
    return len(ends) == 1 and ends[0] is body[-1] and isinstance(ends[0], ir.Return) and ends[0].value is not None


def moved(body: ir.Body, by: int) -> ir.Body:
    """Return statements with all slots so much later.

    >>> moved((ir.Assign(0, ir.Local(1)),), 5)
    (Assign(slot=5, value=Local(slot=6)),)
    """
    return ir.rewritten(body, lambda node: replace(node, slot=node.slot + by) if hasattr(node, "slot") else node)


class HelperBody(Calls):
    """A helper: it returns a number, or writes a row where it is told and returns its length, or sets ``out[0]``."""

    returns = ""

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``; a helper that returns nothing fails."""
        if node is None:
            self.fail()
            return
        value = self.value(node)
        kind = "number" if isinstance(value, Number) else "row"
        if self.returns not in ("", kind):
            raise self.refuse(Sentence("{name}() returns a number or a tuple", name=self.function.name))
        self.returns = kind
        if isinstance(value, Number):
            self.emit(f"return {as_integer(value).text}")
        else:
            self.emit(f"return {self.held(self.require_row(value), 'dest').length.text}")

    def written(self, args: tuple[Value, ...]) -> Helper:
        """Write the function, and return what its callers must know."""
        names: list[str] = []
        given: list[Value] = []
        for i, value in enumerate(args):
            if isinstance(value, Number):
                names.append(f"v{i}")
                given.append(Number(f"v{i}"))
            elif isinstance(value, Grid):
                names += [f"a{i}", f"s{i}", f"r{i}", f"c{i}"]
                given.append(Grid(f"a{i}", f"s{i}", Number(f"r{i}", natural=True), Number(f"c{i}", natural=True)))
            else:
                names += [f"a{i}", f"s{i}", f"n{i}"]
                given.append(View(f"a{i}", f"s{i}", Number(f"n{i}", natural=True), slot=i))
        self.begin(given)
        if self.reachable:
            self.fail()
        name = f"f{len(self.module.texts)}"
        names += ["out", "dest"] if self.returns == "row" else ["out"]
        lines = ["", "", "@helper", f"def {name}({', '.join(names)}):", *self.region_lines(), *self.lines]
        self.module.texts.append("\n".join(lines))
        return Helper(name, self.returns == "row", self.may_fail)
