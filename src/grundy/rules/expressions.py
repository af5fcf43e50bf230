"""The expressions of a rule, rewritten as text that computes in 64 bits and turns away what does not fit.

An expression becomes text; what has to happen before it (a test for overflow, a loop for ``sum``) is written out as
statements in front of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from grundy.language import _
from grundy.rules import intervals
from grundy.rules.intervals import Interval
from grundy.rules.sequences import (
    COUNT,
    Chain,
    Element,
    Fill,
    Grid,
    Items,
    Iteration,
    Number,
    Sequence,
    Sequences,
    Value,
    View,
    as_integer,
    exactly,
    literal,
    number,
    plus,
)
from grundy.rules.source import LARGEST, SMALLEST, Constant

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_ONE_WAY = ("enumerate", "zip", "reversed")
_MOST = 2**20  # items in a repeated tuple
_OPPOSITE: dict[str, str] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED: dict[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


class Bounds(Sequences):
    """What a condition that holds says about the bounds of the variables in it."""

    def peek(self, node: ast.expr) -> Interval:
        """Bounds of an expression, found without writing anything."""
        match node:
            case ast.Constant(value=int(value)):
                return int(value), int(value)
            case ast.Name(id=name):
                found = self.env.get(name)
                value = self.rule.constants.get(name)
                if found is None and isinstance(value, int):
                    return value, value
                return found.bounds if isinstance(found, Number) else intervals.ANY
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return intervals.clamp(intervals.negate(self.peek(operand)))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return intervals.clamp(intervals.add(self.peek(left), self.peek(right)))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return intervals.clamp(intervals.subtract(self.peek(left), self.peek(right)))
            case _:
                return intervals.ANY

    def raise_low(self, node: ast.expr, low: int) -> None:
        """From here on the expression is at least ``low``."""
        match node:
            case ast.Name(id=name):
                self._narrow(name, low, LARGEST)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                self.raise_low(left, low - self.peek(right)[1])
                self.raise_low(right, low - self.peek(left)[1])
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                self.raise_low(left, low + self.peek(right)[0])
                self.lower_high(right, self.peek(left)[1] - low)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int(divisor))) if divisor > 0:
                self.raise_low(left, low * divisor)
            case ast.Call(func=ast.Name(id="min"), args=[_, _, *_] as several) if "min" not in self.rule.helpers:
                for argument in several:
                    self.raise_low(argument, low)
            case _:
                pass

    def lower_high(self, node: ast.expr, high: int) -> None:
        """From here on the expression is at most ``high``."""
        match node:
            case ast.Name(id=name):
                self._narrow(name, SMALLEST, high)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                self.lower_high(left, high - self.peek(right)[0])
                self.lower_high(right, high - self.peek(left)[0])
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                self.lower_high(left, high + self.peek(right)[1])
                self.raise_low(right, self.peek(left)[0] - high)
            case ast.Call(func=ast.Name(id="max"), args=[_, _, *_] as several) if "max" not in self.rule.helpers:
                for argument in several:
                    self.lower_high(argument, high)
            case _:
                pass

    def _narrow(self, name: str, low: int, high: int) -> None:
        found = self.env.get(name)
        if isinstance(found, Number):
            low, high = max(found.low, low), min(found.high, high)
            if low <= high:
                self.env[name] = replace(found, low=low, high=high)

    def learn(self, node: ast.expr, truth: bool) -> None:
        """What follows from a condition being true (or false)."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.learn(operand, not truth)
            case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == truth:
                for value in values:
                    self.learn(value, truth)
            case ast.Compare(left=left, ops=ops, comparators=comparators) if truth or len(ops) == 1:
                sides = [left, *comparators]
                for op, x, y in zip(ops, sides, comparators, strict=False):
                    sign = _SIGNS.get(type(op))
                    if sign is not None:
                        self._learn_one(x, sign if truth else _OPPOSITE[sign], y)
            case ast.Name():
                low, high = self.peek(node)
                if truth and low == 0:
                    self.raise_low(node, 1)
                elif not truth and low <= 0 <= high:
                    self._narrow(node.id, 0, 0)
            case _:
                pass

    def _learn_one(self, x: ast.expr, sign: str, y: ast.expr) -> None:
        for left, said, right in ((x, sign, y), (y, _MIRRORED[sign], x)):
            low, high = self.peek(right)
            if said in (">", ">=", "=="):
                self.raise_low(left, low + (said == ">"))
            if said in ("<", "<=", "=="):
                self.lower_high(left, high - (said == "<"))
            if said == "!=" and low == high == self.peek(left)[0]:
                self.raise_low(left, low + 1)


class Expressions(Bounds):
    """The translation of expressions, by kind of syntax."""

    def value(self, node: ast.expr) -> Value:
        """The translation of an expression."""
        self.line = getattr(node, "lineno", self.line)
        method = getattr(self, f"_x_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(_("'{unparse}' is not read here").format(unparse=ast.unparse(node)))
        result: Value = method(node)
        return result

    def number(self, node: ast.expr) -> Number:
        """The translation of an expression that must be an integer."""
        value = self.value(node)
        if not isinstance(value, Number):
            raise self.refuse(_("'{unparse}' is a tuple where a number is wanted").format(unparse=ast.unparse(node)))
        return as_integer(value)

    def sequence(self, node: ast.expr) -> Sequence:
        """The translation of an expression that must be a tuple or a list."""
        value = self.value(node)
        if isinstance(value, Number):
            raise self.refuse(_("'{unparse}' is a number where a tuple is wanted").format(unparse=ast.unparse(node)))
        if isinstance(value, Grid):
            raise self.refuse(
                _("'{unparse}' is a tuple of tuples, which is not read here").format(unparse=ast.unparse(node))
            )
        return value

    def truth(self, node: ast.expr) -> str:
        """The translation of a condition."""
        return self.truth_of(self._boolean(node) if isinstance(node, ast.BoolOp) else self.value(node))

    def truth_of(self, value: Value) -> str:
        """Whether Python takes a value for true, as text."""
        if not isinstance(value, Number):
            value = self.length(value)
        return value.text if value.truth else f"{value.text} != 0"

    def constant(self, value: Constant) -> Value:
        """A global constant."""
        if isinstance(value, int):
            return exactly(int(value))
        if value and isinstance(value[0], tuple):
            rows = [row for row in value if isinstance(row, tuple)]
            cells = tuple(x for row in rows for x in row)
            flat = self.constant_view(cells)
            return Grid(flat.array, "0", exactly(len(rows)), exactly(len(rows[0])), flat.items)
        return self.constant_view(tuple(x for x in value if isinstance(x, int)))

    def _x_constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, int):
            raise self.refuse(_("{value} is not a number").format(value=node.value))
        return exactly(int(node.value))

    def _x_name(self, node: ast.Name) -> Value:
        found = self.env.get(node.id)
        if isinstance(found, Number):
            return number(found.text, found.bounds, found.index_of)
        if isinstance(found, View):
            return replace(found, length=number(found.length.text, found.length.bounds))
        if found is not None:
            return found
        if node.id in self.rule.constants:
            return self.constant(self.rule.constants[node.id])
        raise self.refuse(_("'{id}' may have no value here").format(id=node.id))

    def _x_attribute(self, node: ast.Attribute) -> Value:
        return self.constant(self.rule.constants[ast.unparse(node)])

    def _x_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Number(f"(not ({self.truth(node.operand)}))", 0, 1, truth=True)
        x = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negated(x)
        if isinstance(node.op, ast.Invert):
            return number(f"(~{x.text})", (-x.high - 1, -x.low - 1))
        return x

    def _x_binop(self, node: ast.BinOp) -> Value:
        x, y = self.value(node.left), self.value(node.right)
        self.line = node.lineno
        if isinstance(x, Number) and isinstance(y, Number):
            return self.binary(node.op, x, y)
        if isinstance(x, Grid) or isinstance(y, Grid):
            raise self.refuse(_("a tuple of tuples is not read here"))
        if isinstance(node.op, ast.Add) and not isinstance(x, Number) and not isinstance(y, Number):
            return self.chain(x, y)
        if isinstance(node.op, ast.Mult):
            seq, times = (y, x) if isinstance(x, Number) else (x, y)
            if isinstance(seq, Items) and len(seq.items) == 1 and isinstance(times, Number):
                times = self.atom(times)
                if times.high > _MOST:
                    self.fail_if(f"{times.text} > {_MOST}")
                times = number(f"max(0, {times.text})", (max(0, times.low), max(0, min(times.high, _MOST))))
                return Fill(self.atom(seq.items[0]), self.atom(times), seq.is_list)
        raise self.refuse(_("'{unparse}' is not read").format(unparse=ast.unparse(node)))

    def _x_tuple(self, node: ast.Tuple | ast.List) -> Value:
        is_list = isinstance(node, ast.List)
        whole: Sequence = Items((), is_list)
        for element in node.elts:
            if isinstance(element, ast.Starred):
                part = replace(self.sequence(element.value), is_list=is_list)
            else:
                part = Items((self.number(element),), is_list)
            whole = self.chain(whole, part) if whole != Items((), is_list) else part
        return whole

    _x_list = _x_tuple

    def _x_ifexp(self, node: ast.IfExp) -> Value:
        test = self.truth(node.test)
        before = dict(self.env)
        self.learn(node.test, True)
        with self.captured() as first:
            x = self.number(node.body)
        self.env = dict(before)
        self.learn(node.test, False)
        with self.captured() as second:
            y = self.number(node.orelse)
        self.env = before
        bounds = intervals.union(x.bounds, y.bounds)
        if not first and not second:
            return number(f"({x.text} if {test} else {y.text})", bounds)
        name = self.temp()
        with self.indented(f"if {test}:"):
            self.lines.extend(first)
            self.emit(f"{name} = {x.text}")
        with self.indented("else:"):
            self.lines.extend(second)
            self.emit(f"{name} = {y.text}")
        return number(name, bounds)

    # -- conditions ----------------------------------------------------------------------------------------------------

    def _x_boolop(self, node: ast.BoolOp) -> Value:
        return self._boolean(node, only_truth=False)

    def _boolean(self, node: ast.BoolOp, only_truth: bool = True) -> Value:
        """``x and y``, ``x or y``: the value of one of them, or only whether it is true."""
        is_and = isinstance(node.op, ast.And)
        before = dict(self.env)
        result: Number = self._operand(node.values[0], only_truth)
        for earlier, operand in zip(node.values, node.values[1:], strict=False):
            self.learn(earlier, is_and)
            result = self._either(is_and, result, operand, only_truth)
        self.env = before
        return result

    def _operand(self, node: ast.expr, only_truth: bool) -> Number:
        if only_truth:
            return Number(f"({self.truth(node)})", 0, 1, truth=True)
        value = self.value(node)
        if not isinstance(value, Number):
            raise self.refuse(_("'and' and 'or' are read between tuples only in a condition"))
        return value

    def _either(self, is_and: bool, left: Number, operand: ast.expr, only_truth: bool) -> Number:
        """``left and operand`` or ``left or operand``; what the operand needs happens only if it is looked at."""
        with self.captured() as inside:
            right = self._operand(operand, only_truth)
        truths = left.truth and right.truth
        if truths and not inside:
            return Number(f"({left.text} {'and' if is_and else 'or'} {right.text})", 0, 1, truth=True)
        if not truths:
            left, right = as_integer(left), as_integer(right)
        name = self.temp()
        self.emit(f"{name} = {left.text}")
        told = name if truths else f"{name} != 0"
        with self.indented(f"if {told}:" if is_and else f"if not ({told}):"):
            self.lines.extend(inside)
            self.emit(f"{name} = {right.text}")
        return Number(name, *intervals.union(left.bounds, right.bounds), truth=truths)

    def _x_compare(self, node: ast.Compare) -> Value:
        left = self.value(node.left)
        result: Number | None = None
        for i, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            last = i == len(node.ops) - 1
            with self.captured() as inside:
                right = self._kept(self.value(comparator), last)
                test = self._comparison(op, left, right)
            if result is None:
                self._adopt(inside)
                result = test
            elif not inside:
                result = Number(f"({result.text} and {test.text})", 0, 1, truth=True)
            else:
                result = self._both(result, test, inside)
            left = right
        assert result is not None
        return result

    def _adopt(self, inside: list[str]) -> None:
        self.lines.extend(line[4:] for line in inside)

    def _kept(self, value: Value, last: bool) -> Value:
        return value if last or not isinstance(value, Number) else self.atom(value)

    def _both(self, first: Number, second: Number, inside: list[str]) -> Number:
        name = self.temp()
        self.emit(f"{name} = {first.text}")
        with self.indented(f"if {name}:"):
            self.lines.extend(inside)
            self.emit(f"{name} = {second.text}")
        return Number(name, 0, 1, truth=True)

    def _comparison(self, op: ast.cmpop, x: Value, y: Value) -> Number:
        if isinstance(op, ast.In | ast.NotIn):
            found = self._contains(x, y)
            return found if isinstance(op, ast.In) else Number(f"(not {found.text})", 0, 1, truth=True)
        sign = _SIGNS[type(op)]
        if isinstance(x, Number) and isinstance(y, Number):
            return Number(f"({as_integer(x).text} {sign} {as_integer(y).text})", 0, 1, truth=True)
        if isinstance(x, Number | Grid) or isinstance(y, Number | Grid):
            raise self.refuse(_("a tuple is compared with a number"))
        return Number(f"({self._order(x, y)} {sign} 0)", 0, 1, truth=True)

    def _order(self, x: Sequence, y: Sequence) -> str:
        """-1, 0 or 1 as two tuples compare, item by item."""
        if x.is_list != y.is_list:
            raise self.refuse(_("a tuple is compared with a list"))
        one, two = self.view(x), self.view(y)
        name, j = self.temp(), self.temp()
        self.emit(f"{name} = 0")
        index = Number(j, *COUNT)
        a, b = self.item(one, index).text, self.item(two, index).text
        with (
            self.indented(f"for {j} in range(min({one.length.text}, {two.length.text})):"),
            self.indented(f"if {a} != {b}:"),
        ):
            self.emit(f"{name} = -1 if {a} < {b} else 1", "break")
        with self.indented(f"if {name} == 0:"):
            self.emit(f"{name} = {one.length.text} - {two.length.text}")
        return name

    def _contains(self, x: Value, y: Value) -> Number:
        if not isinstance(x, Number) or isinstance(y, Number | Grid):
            raise self.refuse(_("'in' is read only for a number in a tuple"))
        x = self.atom(x)
        if isinstance(y, Items):
            tests = [f"{x.text} == {as_integer(item).text}" for item in y.items] or ["0 != 0"]
            return Number(f"({' or '.join(tests)})", 0, 1, truth=True)
        view, found, j = self.view(y), self.temp(), self.temp()
        self.emit(f"{found} = False")
        with (
            self.indented(f"for {j} in range({view.length.text}):"),
            self.indented(f"if {self.item(view, Number(j, *COUNT)).text} == {x.text}:"),
        ):
            self.emit(f"{found} = True", "break")
        return Number(found, 0, 1, truth=True)

    # -- items and slices ----------------------------------------------------------------------------------------------

    def _x_subscript(self, node: ast.Subscript) -> Value:
        whole = self.value(node.value)
        if isinstance(whole, Number):
            raise self.refuse(_("'{unparse}' is a number and has no items").format(unparse=ast.unparse(node.value)))
        if isinstance(node.slice, ast.Slice):
            return self._sliced(whole, node.slice)
        if isinstance(whole, Grid):
            row = self.position(self.number(node.slice), whole.rows, "")
            return self.row(whole, row)
        if isinstance(whole, Items):
            index = self.peek(node.slice)
            if index[0] == index[1] and -len(whole.items) <= index[0] < len(whole.items):
                return whole.items[index[0]]
        view = self.view(whole)
        return self.item(view, self.position(self.number(node.slice), view.length, view.key))

    def row(self, grid: Grid, index: Number) -> View:
        """``grid[index]``, which surely exists."""
        start = plus(grid.start, f"({index.text} * {grid.columns.text})")
        return View(grid.array, start, grid.columns, items=grid.items)

    def _sliced(self, whole: Sequence | Grid, cut: ast.Slice) -> Value:
        if isinstance(whole, Grid):
            raise self.refuse(_("a slice of a tuple of tuples is not read"))
        view = self.view(whole)
        if cut.step is not None and self.peek(cut.step) != (1, 1):
            if self.peek(cut.step) != (-1, -1) or cut.lower is not None or cut.upper is not None:
                raise self.refuse(_("of slices with a step only [::-1] is read"))
            return replace(view, backwards=not view.backwards, key="", cut=("", "", ""))
        low = None if cut.lower is None else self.number(cut.lower)
        high = None if cut.upper is None else self.number(cut.upper)
        part = self.slice(view, low, high)
        return replace(part, is_list=whole.is_list)

    # -- what a loop runs over -----------------------------------------------------------------------------------------

    def iteration(self, node: ast.expr, changed: set[str]) -> Iteration:
        """What a loop over an expression runs over, `range` apart."""
        match node:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *start], keywords=named):
                if len(start) + len(named) > 1 or any(k.arg != "start" for k in named):
                    raise self.refuse(_("enumerate takes a sequence and a start"))
                return self._enumerated(inner, start or [k.value for k in named], changed)
            case ast.Call(func=ast.Name(id="zip"), args=[_, _, *_] as several, keywords=named):
                return self._zipped(several, changed, strict=self._is_strict(named))
            case ast.Call(func=ast.Name(id="reversed"), args=[inner], keywords=[]):
                if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id in _ONE_WAY:
                    raise self.refuse(_("Python does not reverse {name}()").format(name=inner.func.id))
                return self._reversed(inner, changed)
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
                return self._counted(arguments)
            case ast.Tuple(elts=[ast.Tuple(), *_]):
                return self._rows(node)
            case _:
                value = self.value(node)
                return self._items_of(node, value, changed)

    def _is_strict(self, named: list[ast.keyword]) -> bool:
        """What zip's ``strict=`` says."""
        strict = self.peek(named[0].value) if named else (0, 0)
        if len(named) > 1 or any(k.arg != "strict" for k in named) or strict not in ((0, 0), (1, 1)):
            raise self.refuse(_("of zip()'s named arguments only strict=True is read"))
        return strict == (1, 1)

    def _items_of(self, node: ast.expr, value: Value, changed: set[str]) -> Iteration:
        if isinstance(value, Number):
            raise self.refuse(
                _("'{unparse}' is a number; a loop needs a range or a tuple").format(unparse=ast.unparse(node))
            )
        if isinstance(value, Grid):
            return Iteration(value.rows, lambda i: self.row(value, i))
        view = self.view(value)
        if view.name and view.name in changed:
            live = view.is_list and isinstance(node, ast.Name)
            view = view if live else self.held(view)
        if changed:
            view = self.pinned_view(view)
        fixed = replace(view, length=self.atom(view.length))
        return Iteration(fixed.length, lambda i: self.item(fixed, i), fixed.key)

    def _rows(self, node: ast.Tuple) -> Iteration:
        try:
            rows = tuple(tuple(int(x) for x in row) for row in ast.literal_eval(node))
        except (ValueError, TypeError):
            raise self.refuse(_("a tuple of tuples is read only with known numbers in it")) from None
        if len({len(row) for row in rows}) != 1:
            raise self.refuse(_("the rows of a tuple of tuples must be equally long"))
        grid = self.constant(rows)
        assert isinstance(grid, Grid)
        return Iteration(grid.rows, lambda i: self.row(grid, i))

    def _enumerated(self, inner: ast.expr, start: list[ast.expr], changed: set[str]) -> Iteration:
        over = self.iteration(inner, changed)
        first = self.pinned(self.number(start[0])) if start else exactly(0)
        if not -(2**62) <= first.low <= first.high <= 2**62:
            raise self.refuse(_("the start of enumerate must be a known number"))
        return Iteration(over.length, lambda i: (self.binary(ast.Add(), i, first), over.at(i)), over.index_of)

    def _zipped(self, several: list[ast.expr], changed: set[str], strict: bool) -> Iteration:
        overs = [self.iteration(x, changed) for x in several]
        for other in overs[1:] if strict else []:
            self.fail_if(f"{other.length.text} != {overs[0].length.text}")
        low, high = min(o.length.low for o in overs), min(o.length.high for o in overs)
        length = self.atom(number(f"min({', '.join(o.length.text for o in overs)})", (low, high)))
        key = overs[0].index_of
        return Iteration(length, lambda i: tuple(o.at(i) for o in overs), key)

    def _reversed(self, inner: ast.expr, changed: set[str]) -> Iteration:
        over = self.iteration(inner, changed)
        size = over.length

        def at(i: Number) -> Element:
            return over.at(number(f"({size.text} - 1 - {i.text})", (0, max(0, size.high - 1)), i.index_of))

        return Iteration(size, at, over.index_of)

    def _counted(self, arguments: list[ast.expr]) -> Iteration:
        """A range as something with a length and items, for ``zip``, ``enumerate`` and ``reversed``."""
        start, stop, step = self.range_ends(arguments)
        if not isinstance(step, int) or step != 1:
            raise self.refuse(_("a range with a step is read only by itself in a loop"))
        span = intervals.subtract(stop.bounds, start.bounds)
        if not intervals.fits(span):
            start, stop = self.atom(start), self.atom(stop)
            self.fail_if(f"{stop.text} > {start.text} and sub_overflows({stop.text}, {start.text})")
        start, stop = self.pinned(start), self.atom(stop)
        empty = exactly(0) if stop.high <= start.low else None
        text = f"({stop.text} - {start.text} if {stop.text} > {start.text} else 0)"
        size = empty or self.pinned(number(text, (max(0, span[0]), max(0, span[1]))))
        bounds = (start.low, max(start.low, stop.high - 1))
        return Iteration(size, lambda i: number(plus(start.text, i.text), bounds))

    def range_ends(self, arguments: list[ast.expr]) -> tuple[Number, Number, int | Number]:
        """Start, stop and step of a range; the step as an integer where it is known."""
        if not 1 <= len(arguments) <= 3 or any(isinstance(x, ast.Starred) for x in arguments):
            raise self.refuse(_("range takes one to three numbers"))
        start = self.number(arguments[0]) if len(arguments) > 1 else exactly(0)
        stop = self.number(arguments[1 if len(arguments) > 1 else 0])
        if len(arguments) < 3:
            return start, stop, 1
        step = self.number(arguments[2])
        if step.low == step.high:
            return start, stop, step.low
        return start, stop, self.atom(step)

    def loop_head(self, arguments: list[ast.expr]) -> tuple[str, Interval]:
        """The text of a range, and the bounds of its numbers; what is learnt of the ends holds inside the loop."""
        start, stop, step = self.range_ends(arguments)
        if isinstance(step, Number) and step.high < 0:
            raise self.refuse(_("the step of a range that counts down must be a known number"))
        if isinstance(step, Number):
            self.fail_if(f"{step.text} <= 0") if step.low <= 0 else None
        elif step == 0:
            self.fail_if("0 == 0")
        down = isinstance(step, int) and step < 0
        low, high = (stop, start) if down else (start, stop)
        if not intervals.fits(intervals.subtract(high.bounds, low.bounds)):
            start, stop = self.atom(start), self.atom(stop)
            low, high = (stop, start) if down else (start, stop)
            capped = self.temp()
            self.emit(f"{capped} = {'min' if down else 'max'}({stop.text}, {start.text})")
            ends = (start.text, capped) if down else (capped, start.text)
            self.fail_if(f"sub_overflows({ends[0]}, {ends[1]})")
            stop = replace(stop, text=capped)
        said = literal(step or 1) if isinstance(step, int) else step.text
        text = f"range({start.text}, {stop.text}, {said})" if said != "1" else f"range({start.text}, {stop.text})"
        first, last = arguments[0], arguments[1 if len(arguments) > 1 else 0]
        if len(arguments) > 1:
            self.lower_high(first, stop.high - 1) if not down else self.raise_low(first, stop.low + 1)
        self.raise_low(last, start.low + 1) if not down else self.lower_high(last, start.high - 1)
        bounds = (low.low + down, high.high - (not down))
        return text.replace("range(0, ", "range(") if said == "1" else text, (min(bounds), max(bounds))

    def bind(self, target: ast.expr, element: Element) -> None:
        """The variable of a comprehension, which lives only inside it."""
        if isinstance(target, ast.Tuple | ast.List):
            for part, item in zip(target.elts, self.elements(element, len(target.elts)), strict=True):
                self.bind(part, item)
        elif not isinstance(target, ast.Name):
            raise self.refuse(_("'{unparse}' is not read as a loop's variable").format(unparse=ast.unparse(target)))
        elif isinstance(element, tuple):
            raise self.refuse(_("a loop's variable must be a number, or be unpacked"))
        elif isinstance(element, View):
            self.env[target.id] = replace(element, start=self.atom(Number(element.start)).text)
        else:
            self.env[target.id] = self.atom(element)

    def elements(self, element: Element, count: int) -> tuple[Element, ...]:
        """An element unpacked into so many."""
        if isinstance(element, Number):
            raise self.refuse(_("a number cannot be unpacked"))
        if isinstance(element, View):
            size = element.length
            if size.low != count or size.high != count:
                self.fail_if(f"{size.text} != {count}")
            return tuple(self.item(element, exactly(i)) for i in range(count))
        if len(element) != count:
            raise self.refuse(
                _("{count} items are unpacked into {names} names").format(count=len(element), names=count)
            )
        return element

    def each(self, node: ast.expr, use: Callable[[Value], None], stop: str = "") -> None:
        """Use every element of an iterable (or generator expression); ``stop`` is a flag that ends all its loops."""
        before = dict(self.env)
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            self._comprehension(node.generators, lambda: use(self.value(node.elt)), stop)
        else:
            item = ast.copy_location(ast.Name("item of it", ast.Store()), node)
            over = ast.comprehension(item, node, [], 0)
            self._comprehension([over], lambda: use(self.env["item of it"]), stop)
        self.env = before

    def _comprehension(self, generators: list[ast.comprehension], use: Callable[[], None], stop: str) -> None:
        if not generators:
            use()
            return
        first = generators[0]
        if isinstance(first.iter, ast.Call) and isinstance(first.iter.func, ast.Name) and first.iter.func.id == "range":
            head, bounds = self.loop_head(first.iter.args)
            index, over = Number(self.temp(), *bounds), None
        else:
            over = self.iteration(first.iter, set())
            index = Number(self.temp(), 0, max(0, over.length.high - 1), index_of=over.index_of)
            head = f"range({over.length.text})"
        with self.indented(f"for {index.text} in {head}:"):
            self.bind(first.target, index if over is None else over.at(index))
            for test in first.ifs:
                skip = self.truth(test)
                with self.indented(f"if not ({skip}):"):
                    self.emit("continue")
                self.learn(test, True)
            self._comprehension(generators[1:], use, stop)
            if stop and len(generators) > 1:
                with self.indented(f"if {stop}:"):
                    self.emit("break")

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _x_call(self, node: ast.Call) -> Value:
        if any(isinstance(x, ast.Starred) for x in node.args):
            raise self.refuse(_("a call with '*' is not read"))
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.rule.helpers:
            return self.helper(node, self.rule.helpers[name])
        if node.keywords and name not in ("sorted", "enumerate"):
            raise self.refuse(_("{name}() with named arguments is not read").format(name=name))
        method = getattr(self, f"_call_{name}", None)
        if method is None:
            raise self.refuse(_("{name}() is read only in a loop's head").format(name=name))
        result: Value = method(node)
        return result

    def helper(self, node: ast.Call, rule: object) -> Value:
        """A call of a helper function; functions are written by `grundy.rules.rewrite`."""
        raise NotImplementedError

    def _one(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1:
            raise self.refuse(_("{unparse}() is read with one argument").format(unparse=ast.unparse(node.func)))
        return node.args[0]

    def _two(self, node: ast.Call) -> tuple[Number, Number]:
        if len(node.args) != 2:
            raise self.refuse(_("{unparse}() is read with two arguments").format(unparse=ast.unparse(node.func)))
        return self.number(node.args[0]), self.number(node.args[1])

    def _call_abs(self, node: ast.Call) -> Value:
        return self.absolute(self.number(self._one(node)))

    def _call_int(self, node: ast.Call) -> Value:
        return self.number(self._one(node))

    def _call_bool(self, node: ast.Call) -> Value:
        return Number(f"({self.truth(self._one(node))})", 0, 1, truth=True)

    def _call_len(self, node: ast.Call) -> Value:
        return self.length(self.value(self._one(node)))

    def _call_pow(self, node: ast.Call) -> Value:
        return self.binary(ast.Pow(), *self._two(node))

    def _call_divmod(self, node: ast.Call) -> Value:
        x, y = (self.atom(z) for z in self._two(node))
        return Items((self.binary(ast.FloorDiv(), x, y), self.binary(ast.Mod(), x, y)))

    def _call_sum(self, node: ast.Call) -> Value:
        total = self.temp()
        self.emit(f"{total} = 0")

        def use(value: Value) -> None:
            item = self.atom(self._of_numbers(value))
            self.fail_if(f"add_overflows({total}, {item.text})")
            self.emit(f"{total} = {total} + {item.text}")

        self.each(self._one(node), use)
        return Number(total)

    def _of_numbers(self, value: Value) -> Number:
        if not isinstance(value, Number):
            raise self.refuse(_("a tuple of tuples is not read here"))
        return as_integer(value)

    def _call_any(self, node: ast.Call, wanted: bool = True) -> Value:
        found = self.temp()
        self.emit(f"{found} = {not wanted}")

        def use(value: Value) -> None:
            told = self.truth_of(value)
            with self.indented(f"if {told}:" if wanted else f"if not ({told}):"):
                self.emit(f"{found} = {wanted}", "break")

        self.each(self._one(node), use, found if wanted else f"not {found}")
        return Number(found, 0, 1, truth=True)

    def _call_all(self, node: ast.Call) -> Value:
        return self._call_any(node, wanted=False)

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme(node, "min", "<")

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(node, "max", ">")

    def _extreme(self, node: ast.Call, name: str, sign: str) -> Value:
        if len(node.args) == 1:
            return self._extreme_of(node.args[0], sign)
        if not node.args:
            raise self.refuse(_("{name}() of nothing").format(name=name))
        values = [self.value(x) for x in node.args]
        numbers = [as_integer(x) for x in values if isinstance(x, Number)]
        if len(numbers) != len(values):
            return self._extreme_tuple(values, sign)
        pick = min if name == "min" else max
        bounds = (pick(x.low for x in numbers), pick(x.high for x in numbers))
        return number(f"{name}({', '.join(x.text for x in numbers)})", bounds)

    def _extreme_of(self, node: ast.expr, sign: str) -> Value:
        best, seen = self.temp(), self.temp()
        self.emit(f"{best} = 0", f"{seen} = False")

        def use(value: Value) -> None:
            item = self.atom(self._of_numbers(value))
            with self.indented(f"if not {seen} or {item.text} {sign} {best}:"):
                self.emit(f"{best} = {item.text}", f"{seen} = True")

        self.each(node, use)
        self.fail_if(f"not {seen}")
        return Number(best)

    def _extreme_tuple(self, values: list[Value], sign: str) -> Value:
        """The least or greatest of several tuples: the place and length of the best so far."""
        held: list[View] = []
        for value in values:
            if isinstance(value, Number | Grid):
                raise self.refuse(_("a tuple is compared with a number"))
            held.append(self.held(value))
        start, size = self.temp(), self.temp()
        self.emit(f"{start} = {held[0].start}", f"{size} = {held[0].length.text}")
        low = min(v.length.low for v in held)
        high = max(v.length.high for v in held)
        best = View("out", start, Number(size, low, high), held[0].is_list)
        for view in held[1:]:
            order = self._order(view, best)
            with self.indented(f"if {order} {sign} 0:"):
                self.emit(f"{start} = {view.start}", f"{size} = {view.length.text}")
        return replace(best, length=number(size, (low, high)))

    def _call_tuple(self, node: ast.Call) -> Value:
        return self._listed(node, is_list=False)

    def _call_list(self, node: ast.Call) -> Value:
        return self._listed(node, is_list=True)

    def _x_listcomp(self, node: ast.ListComp) -> Value:
        return replace(self._gathered(node), is_list=True)

    def _listed(self, node: ast.Call, is_list: bool) -> Sequence:
        if not node.args:
            return Items((), is_list)
        source = self._one(node)
        loops = ("range", "reversed", "enumerate", "zip")
        called = isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id in loops
        if isinstance(source, ast.GeneratorExp) or called:
            return replace(self._gathered(source), is_list=is_list)
        value = self.sequence(source)
        if isinstance(value, Chain):
            parts = tuple(replace(part, is_list=is_list) for part in value.parts)
            return Chain(parts, is_list)
        return replace(value, is_list=is_list)

    def _gathered(self, node: ast.expr) -> View:
        """The elements of a comprehension, in scratch space."""
        region, size = self.region(), self.temp()
        capacity = self.module.capacity
        self.emit(f"{size} = 0")

        def use(value: Value) -> None:
            item = self.atom(self._of_numbers(value))
            self.fail_if(f"{size} >= {capacity}")
            self.emit(f"out[{region} + {size}] = {item.text}", f"{size} = {size} + 1")

        self.each(node, use)
        return View("out", region, Number(size, *self._how_many(node)))

    def _how_many(self, node: ast.expr) -> Interval:
        """How many elements a comprehension has, where its one loop says so: ``tuple(... for j in range(9))``."""
        capacity = self.module.capacity
        match node:
            case (
                ast.GeneratorExp(generators=[ast.comprehension(iter=over, ifs=[])])
                | ast.ListComp(generators=[ast.comprehension(iter=over, ifs=[])])
            ):
                pass
            case _:
                return 0, capacity
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range":
            stop = self.peek(over.args[0]) if len(over.args) == 1 else (0, capacity)
            return max(0, stop[0]), min(max(0, stop[1]), capacity)
        found = self.env.get(over.id) if isinstance(over, ast.Name) else None
        return (found.length.low, min(found.length.high, capacity)) if isinstance(found, View) else (0, capacity)

    def _call_sorted(self, node: ast.Call) -> Value:
        down = False
        for keyword in node.keywords:
            if keyword.arg != "reverse" or self.peek(keyword.value) not in ((0, 0), (1, 1)):
                raise self.refuse(_("of sorted()'s named arguments only reverse=True is read"))
            down = self.peek(keyword.value) == (1, 1)
        value = self._listed(ast.Call(node.func, node.args, []), is_list=True)
        if isinstance(value, Items) and len(value.items) == 2:
            x, y = (self.atom(z) for z in value.items)
            least = number(f"min({x.text}, {y.text})", (min(x.low, y.low), min(x.high, y.high)))
            most = number(f"max({x.text}, {y.text})", (max(x.low, y.low), max(x.high, y.high)))
            return Items((most, least) if down else (least, most), is_list=True)
        view = self.held(value)
        self.sort(view, down)
        return replace(view, is_list=True)

    def sort(self, view: View, down: bool) -> None:
        """Sort cells of ``out`` in place, by insertion."""
        i, j, x = self.temp(), self.temp(), self.temp()
        sign = "<" if down else ">"
        with self.indented(f"for {i} in range(1, {view.length.text}):"):
            self.emit(f"{x} = out[{view.start} + {i}]", f"{j} = {i} - 1")
            with self.indented(f"while {j} >= 0 and out[{view.start} + {j}] {sign} {x}:"):
                self.emit(f"out[{view.start} + {j} + 1] = out[{view.start} + {j}]", f"{j} = {j} - 1")
            self.emit(f"out[{view.start} + {j} + 1] = {x}")

    def _method(self, node: ast.Call, called: ast.Attribute) -> Value:
        if node.keywords:
            raise self.refuse(_("{attr}() with named arguments is not read").format(attr=called.attr))
        if called.attr in ("bit_count", "bit_length"):
            if node.args:
                raise self.refuse(_("{attr}() takes no argument").format(attr=called.attr))
            x = self.number(called.value)
            bounds = (0, x.high.bit_length() if x.low >= 0 else 64)
            return number(f"{called.attr}({x.text})", bounds)
        if called.attr not in ("count", "index"):
            raise self.refuse(_("{attr}() is read only as a statement").format(attr=called.attr))
        view, wanted = self.view(self.sequence(called.value)), self.atom(self.number(self._one(node)))
        return self._counted_in(view, wanted) if called.attr == "count" else self._index_in(view, wanted)

    def _counted_in(self, view: View, wanted: Number) -> Number:
        name, j = self.temp(), self.temp()
        self.emit(f"{name} = 0")
        with (
            self.indented(f"for {j} in range({view.length.text}):"),
            self.indented(f"if {self.item(view, Number(j, *COUNT)).text} == {wanted.text}:"),
        ):
            self.emit(f"{name} = {name} + 1")
        return Number(name, 0, view.length.high)

    def _index_in(self, view: View, wanted: Number) -> Number:
        name, j = self.temp(), self.temp()
        self.emit(f"{name} = -1")
        with (
            self.indented(f"for {j} in range({view.length.text}):"),
            self.indented(f"if {self.item(view, Number(j, *COUNT)).text} == {wanted.text}:"),
        ):
            self.emit(f"{name} = {j}", "break")
        self.fail_if(f"{name} < 0")
        return Number(name, 0, max(0, view.length.high - 1))
