"""The expressions of a rule as text: what has to happen before one (a test, a loop) is written out in front of it.

What ``and``, ``or`` and choices do not reach is written inside an ``if``, so that it cannot fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from grundy.errors import Sentence
from grundy.lang import ir
from grundy.lang.native.rows import Rows
from grundy.lang.native.writer import (
    LONG,
    Chain,
    Fill,
    Grid,
    Items,
    Module,
    Number,
    Row,
    Value,
    View,
    as_integer,
    exactly,
    fits,
    plus,
)

_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}


def _truth(value: bool) -> Number:
    return Number(str(value), int(value), truth=True)


@dataclass
class Loop:
    """A loop being written: the slots that surely have values where it is left by a ``break``."""

    breaks: list[set[int]] = field(default_factory=lambda: list[set[int]]())


@dataclass(frozen=True)
class Facts:
    """What the nodes of a function say by themselves.

    ``stores`` counts the places where a slot is given a value. A slot is ``volatile`` when a `Fold` gives it a value that is
    seen outside: it may change in the middle of an expression. The items of a slot that is ``apart`` are only looked at one
    by one, by known indices.
    """

    stores: Counter[int] = field(default_factory=lambda: Counter[int]())
    volatile: set[int] = field(default_factory=lambda: set[int]())
    apart: set[int] = field(default_factory=lambda: set[int]())

    def add(self, body: ir.Body) -> None:
        """Add the facts about slots that were not spoken of before. O(nodes times the nesting of folds)."""
        found = list(ir.nodes(body))
        uses = _slots(found)
        self.stores.update(n.slot for n in found if isinstance(n, ir.Assign | ir.Put | ir.For))
        for inner in (list(ir.nodes(fold.body)) for fold in found if isinstance(fold, ir.Fold)):
            own, stored = _slots(inner), {n.slot for n in inner if isinstance(n, ir.Assign | ir.Put | ir.For)}
            self.volatile.update(slot for slot in stored if own[slot] != uses[slot])
        reads = Counter(n.slot for n in found if isinstance(n, ir.Local))
        one_by_one = Counter(slot for node in found for slot in _read_apart(node))
        self.apart.update(slot for slot, count in one_by_one.items() if count == reads[slot])

    def changed_in(self, node: ir.Node) -> bool:
        """Whether the folds in an expression change a slot that is seen outside of them."""
        stores = (n for n in ir.nodes(node) if isinstance(n, ir.Assign | ir.Put | ir.For))
        return bool(self.volatile) and any(n.slot in self.volatile for n in stores)


def _slots(found: list[ir.Node]) -> Counter[int]:
    return Counter(n.slot for n in found if isinstance(n, ir.Local | ir.Assign | ir.Put | ir.For))


def _read_apart(node: ir.Node) -> list[int]:
    match node:
        case ir.Item(ir.Local(slot), ir.Known(int())) | ir.Apply("len", (ir.Local(slot),)):
            return [slot]
        case _:
            return []


class Expressions(Rows):
    """The lowering of expressions, by kind of node."""

    def __init__(self, module: Module, unfit: tuple[str, ...], function: ir.Function) -> None:
        super().__init__(module, unfit)
        self.function = function
        self.line = function.line
        self.facts = Facts()
        self.facts.add(function.body)
        self.env: dict[int, Value] = {}
        self.sure: set[int] = set()
        self.reachable = True
        self.indices: dict[int, set[int]] = {}  # of which slots' rows a slot is an index, by the loop it is of
        self.loops: list[Loop] = []
        self.give: Callable[[ir.Expr], None] | None = None
        self.stop = ""
        kinds = ir.EXPRESSIONS
        self._expressions: dict[type, Callable[[Any], Value]] = {k: getattr(self, f"_{k.TAG}") for k in kinds}

    def value(self, node: ir.Expr) -> Value:
        """Return the lowering of an expression."""
        self.line = node.line or self.line
        return self._expressions[type(node)](node)

    def number(self, node: ir.Expr) -> Number:
        """Return the lowering of an expression that must be an integer."""
        value = self.value(node)
        if isinstance(value, Number):
            return value
        raise self.refuse(Sentence("a tuple stands where a number is wanted"))

    def row(self, node: ir.Expr) -> Row:
        """Return the lowering of an expression that must be a tuple of integers."""
        return self.require_row(self.value(node))

    def require_row(self, value: Value) -> Row:
        """Return a value that must be a tuple of integers."""
        if isinstance(value, Number):
            raise self.refuse(Sentence("a number stands where a tuple is wanted"))
        if isinstance(value, Grid):
            raise self.refuse(Sentence("a tuple of tuples stands where a tuple of numbers is wanted"))
        return value

    def rows(self, node: ir.Expr) -> Row | Grid:
        """Return the lowering of an expression that must be a tuple, of whatever."""
        value = self.value(node)
        return value if isinstance(value, Grid) else self.require_row(value)

    # -- values --------------------------------------------------------------------------------------------------------

    def _known(self, node: ir.Known) -> Value:
        return self.constant(node.value)

    def constant(self, value: ir.Value) -> Value:
        """Return what is known beforehand."""
        if isinstance(value, int):
            return exactly(int(value)) if fits(value) else self.failed()
        if value and all(isinstance(each, tuple) for each in value):
            return self.constant_grid(cast("tuple[tuple[int, ...], ...]", value))
        numbers = [int(each) for each in value if isinstance(each, int) and fits(each)]
        if len(numbers) != len(value):
            raise self.refuse(Sentence("a tuple of known numbers has one that 64 bits do not hold"))
        return self.constant_view(tuple(numbers))

    def _local(self, node: ir.Local) -> Value:
        if node.slot not in self.sure:
            raise self.refuse(Sentence("a variable may have no value here"))
        found = self.env[node.slot]
        return self._steady(found) if node.slot in self.facts.volatile else found

    def _steady(self, value: Value) -> Value:
        """Return a value as it is now."""
        match value:
            case Number():
                return self.pinned(value)
            case Grid():
                return self.held_grid(value, self.region())
            case View():
                view = self.held(value)
                return replace(view, length=self.pinned(view.length))
            case Items() | Fill() | Chain():
                return self.held(value)

    def _make(self, node: ir.Make) -> Value:
        values = [self.value(each.inner if isinstance(each, ir.Spread) else each) for each in node.items]
        rows: list[Row] = []
        nested = 0
        for each, value in zip(node.items, values, strict=True):
            spread = isinstance(each, ir.Spread)
            nested += not spread and not isinstance(value, Number)
            rows.append(Items((value,)) if isinstance(value, Number) and not spread else self.require_row(value))
        if nested:
            if nested < len(rows):
                raise self.refuse(Sentence("a tuple of tuples and numbers is not compiled"))
            return self.made_grid(rows)
        return self.chain(*rows)

    # -- operations ----------------------------------------------------------------------------------------------------

    def _op(self, node: ir.Op) -> Value:
        x, y = self.value(node.left), self.value(node.right)
        self.line = node.line or self.line
        if isinstance(x, Number) and isinstance(y, Number):
            return self.binary(node.sign, x, y)
        if node.sign == "+":
            return self.chain(self.require_row(x), self.require_row(y))
        if node.sign == "*" and isinstance(x, Number) != isinstance(y, Number):
            row, times = (y, x) if isinstance(x, Number) else (x, y)
            assert isinstance(times, Number)
            return self.repeated(self.require_row(row), times)
        raise self.refuse(Sentence("a tuple stands where a number is wanted"))

    def _unary(self, node: ir.Unary) -> Value:
        if node.sign == "not":
            return self.negation(self.truth(node.inner))
        x = self.number(node.inner)
        return self.negated(x) if node.sign == "-" else self.inverted(x)

    def negation(self, x: Number) -> Number:
        """Return ``not x`` of a truth value."""
        if x.value is not None:
            return _truth(not x.value)
        return Number(f"(not {self.brief(x).text})", truth=True)

    def truth(self, node: ir.Expr) -> Number:
        """Return whether Python takes an expression for true."""
        self.line = node.line or self.line
        return self._junction(node) if isinstance(node, ir.Logic) else self.truth_of(self.value(node))

    def truth_of(self, value: Value) -> Number:
        """Return whether Python takes a value for true."""
        x = value if isinstance(value, Number) else self.length(value)
        if x.value is not None:
            return _truth(x.value != 0)
        return x if x.truth else Number(f"({x.text} != 0)", truth=True)

    def _junction(self, node: ir.Logic) -> Number:
        """Return whether ``x and y``, ``x or y`` is true; what an item needs happens only if it is looked at."""
        result = self.truth(node.items[0])
        for item in node.items[1:]:
            with self.captured() as inside:
                right = self.truth(item)
            result = self.joined(node.sign, result, right, inside)
        return result

    def joined(self, sign: str, left: Number, right: Number, inside: list[str]) -> Number:
        """Return ``left and right`` or ``left or right`` of truth values; ``inside`` is what the right one needs."""
        if left.value is not None and bool(left.value) is (sign == "or"):
            return left
        if not inside and left.value is not None:
            return right
        if not inside and len(right.text) <= LONG:
            return Number(f"({self.brief(left).text} {sign} {right.text})", truth=True)
        name = self.temp()
        self.emit(f"{name} = {left.text}", f"if {name}:" if sign == "and" else f"if not {name}:")
        self.place(inside)
        self.emit(f"    {name} = {right.text}")
        return Number(name, truth=True)

    def _logic(self, node: ir.Logic) -> Value:
        """Return the value of one of the items."""
        result = self.value(node.items[0])
        for item in node.items[1:]:
            result = self._one_of(node.sign, result, item)
        return result

    def _one_of(self, sign: str, left: Value, item: ir.Expr) -> Value:
        if not (isinstance(left, Number) and left.truth):
            kept = self._atomic(left)
            test = self.truth_of(kept).text
            return self.either(test if sign == "or" else f"not {test}", lambda: kept, lambda: self.value(item))
        with self.captured() as inside:
            right = self.number(item)
        if right.truth:
            return self.joined(sign, left, right, inside)
        name = self.temp()
        self.emit(f"{name} = int({left.text})", f"if {name} {'!=' if sign == 'and' else '=='} 0:")
        self.place(inside)
        self.emit(f"    {name} = {right.text}")
        return Number(name)

    def _atomic(self, value: Value) -> Value:
        return self.atom(value) if isinstance(value, Number) else value if isinstance(value, Grid) else self.view(value)

    def _choose(self, node: ir.Choose) -> Value:
        test = self.truth(node.test)
        if test.value is not None:
            return self.value(node.then if test.value else node.other)
        return self.either(test.text, lambda: self.value(node.then), lambda: self.value(node.other))

    def either(self, test: str, one: Callable[[], Value], two: Callable[[], Value]) -> Value:
        """Return one of two values, only one of which is computed."""
        name, other, region = self.temp(), self.temp(), ""
        found: list[Value] = []
        blocks: list[list[str]] = []
        for branch in (one, two):
            with self.captured() as inside:
                value = branch()
                if not isinstance(value, Number):
                    region = region or self.region()
                    value = self._settled(value, region, name, other)
            found.append(value)
            blocks.append(inside)
        x, y = found
        if isinstance(x, Number) and isinstance(y, Number):
            return self._either_number(test, (x, y), blocks, name)
        if type(x) is not type(y):
            raise self.refuse(Sentence("one choice is a number and the other a tuple"))
        self._branches(test, blocks)
        return x

    def _settled(self, value: Row | Grid, region: str, name: str, other: str) -> Value:
        """Copy one of two values to where the other one would go."""
        if isinstance(value, Grid):
            grid = self.held_grid(value, region)
            self.emit(f"{name}, {other} = {grid.rows.text}, {grid.columns.text}")
            return Grid("out", region, Number(name, natural=True), Number(other, natural=True))
        self.emit(f"{name} = {self.held(value, region).length.text}")
        return View("out", region, Number(name, natural=True), short=True)

    def _either_number(self, test: str, found: tuple[Number, Number], blocks: list[list[str]], name: str) -> Number:
        x, y = found
        truth = x.truth and y.truth
        x, y = (x, y) if truth else (as_integer(x), as_integer(y))
        if not blocks[0] and not blocks[1] and len(x.text + test + y.text) <= LONG:
            return Number(f"({x.text} if {test} else {y.text})", truth=truth, natural=x.natural and y.natural)
        for block, value in zip(blocks, (x, y), strict=True):
            block.append("    " * (self.depth + 1) + f"{name} = {value.text}")
        self._branches(test, blocks)
        return Number(name, truth=truth, natural=x.natural and y.natural)

    def _branches(self, test: str, blocks: list[list[str]]) -> None:
        self.emit(f"if {test}:")
        self.place(blocks[0])
        self.emit("else:")
        self.place(blocks[1])

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def _compare(self, node: ir.Compare) -> Value:
        last = len(node.signs) - 1
        left = self.value(node.items[0])
        first = self._kept(self.value(node.items[1]), last == 0)
        result = self.comparison(node.signs[0], left, first)
        left = first
        for i, (sign, item) in enumerate(zip(node.signs[1:], node.items[2:], strict=True), 1):
            with self.captured() as inside:
                right = self._kept(self.value(item), i == last)
                test = self.comparison(sign, left, right)
            result, left = self.joined("and", result, test, inside), right
        return result

    def _kept(self, value: Value, last: bool) -> Value:
        return value if last else self._atomic(value)

    def comparison(self, sign: str, x: Value, y: Value) -> Number:
        """Return whether two values compare so."""
        if sign in ("in", "not in"):
            if isinstance(y, Number) or isinstance(x, Grid):
                raise self.refuse(Sentence("'in' is not compiled here"))
            told = self.contains(x, y)
            return told if sign == "in" else self.negation(told)
        if isinstance(x, Number) and isinstance(y, Number):
            x, y = as_integer(x), as_integer(y)
            if x.value is not None and y.value is not None:
                return _truth(_RELATIONS[sign](x.value, y.value))
            return Number(f"({self.brief(x).text} {sign} {self.brief(y).text})", truth=True)
        if isinstance(x, Grid) or isinstance(y, Grid):
            raise self.refuse(Sentence("tuples of tuples are not compared in compiled rules"))
        if isinstance(x, Number) or isinstance(y, Number):
            if sign not in ("==", "!="):
                raise self.refuse(Sentence("a tuple is compared with a number"))
            return _truth(sign == "!=")
        if sign in ("==", "!="):
            told = self.same(x, y)
            return told if sign == "==" else self.negation(told)
        return Number(f"({self.order(x, y)} {sign} 0)", truth=True)

    # -- items and slices ----------------------------------------------------------------------------------------------

    def _item(self, node: ir.Item) -> Value:
        whole = self.rows(node.whole)
        index = as_integer(self.number(node.index))
        fit = self.fits_in(node.whole, node.index)
        if isinstance(whole, Grid):
            place = index if fit else self.position(index, whole.rows)
            return self.grid_row(whole, self.atom(place).text)
        if isinstance(whole, Items) and index.value is not None:
            at = index.value
            return whole.items[at] if -len(whole.items) <= at < len(whole.items) else self.failed()
        if isinstance(whole, View) and index.value is not None:
            known = self._known_item(whole, index.value)
            if known is not None:
                return exactly(known)
        view = self.view(whole)
        place = index if fit else self.position(index, view.length)
        return self.item(view, place.text)

    def _known_item(self, view: View, at: int) -> int | None:
        """Return an item of a known row."""
        row = next((row for row, name in self.module.constants.items() if name == view.array), ())
        size = view.length.value
        if size is None or not view.start.isdigit() or not -size <= at < size or view.backwards:
            return None
        place = int(view.start) + at % size
        return row[place] if place < len(row) else None

    def fits_in(self, whole: ir.Expr, index: ir.Expr) -> bool:
        """Whether the loop in which an index is counted says that it is one of a row's."""
        if isinstance(whole, ir.Local) and isinstance(index, ir.Local):
            return whole.slot in self.indices.get(index.slot, ())
        return False

    def _slice(self, node: ir.Slice) -> Value:
        value = self.rows(node.whole)
        if isinstance(value, Grid):
            raise self.refuse(Sentence("a slice of a tuple of tuples is not compiled"))
        view = self.forwards(self.view(value))
        size = self.atom(view.length)
        low = None if node.low is None else self._end(node.whole, node.low, size)
        high = None if node.high is None else self._end(node.whole, node.high, size)
        return self.cut(replace(view, length=size), low, high)

    def _end(self, whole: ir.Expr, node: ir.Expr, size: Number) -> Number:
        """Return the end of a slice, between 0 and the length."""
        if self.fits_in(whole, node):
            return self.number(node)
        match node:
            case ir.Op("+", ir.Local() as index, ir.Known(1)) if self.fits_in(whole, index):
                return Number(plus(self.number(index).text, "1"))
            case _:
                return self.bound(as_integer(self.number(node)), size)

    # -- functions -----------------------------------------------------------------------------------------------------

    def _apply(self, node: ir.Apply) -> Value:
        args = [self.value(each) for each in node.args]
        self.line = node.line or self.line
        match node.name:
            case "len":
                return self.length(args[0])
            case "sorted":
                return self.ordered(self.require_row(args[0]))
            case "reversed":
                return self._reversed(self.require_row(args[0]))
            case "count" | "index":
                whole = args[0] if isinstance(args[0], Grid) else self.require_row(args[0])
                if isinstance(args[1], Grid):
                    raise self.refuse(Sentence("a tuple of tuples stands where a tuple of numbers is wanted"))
                return self.count(whole, args[1]) if node.name == "count" else self.index(whole, args[1])
            case "min" | "max":
                return self._extreme(node.name, args)
            case _:
                x = args[0]
                if not isinstance(x, Number):
                    raise self.refuse(Sentence("a tuple stands where a number is wanted"))
                return self.absolute(x) if node.name == "abs" else self.bits_of(node.name, x)

    def _reversed(self, row: Row) -> Row:
        if isinstance(row, Items):
            return Items(row.items[::-1])
        view = self.view(row)
        return View(view.array, view.start, view.length, not view.backwards, short=view.short)

    def _extreme(self, name: str, args: list[Value]) -> Value:
        numbers = [x for x in args if isinstance(x, Number)]
        if len(numbers) == len(args):
            return self.extreme(name, numbers)
        return self.least_row([self.require_row(x) for x in args], "<" if name == "min" else ">")

    # -- what others write -----------------------------------------------------------------------------------------------

    def _fold(self, node: ir.Fold) -> Value:
        """Return what the yields of a block come to; `grundy.lang.native.folds` writes it."""
        raise NotImplementedError

    def _call(self, node: ir.Call) -> Value:
        """Return what a helper returns; `grundy.lang.native.calls` writes it."""
        raise NotImplementedError
