"""The expressions of a rule in machine code: what ``and``, ``or`` and choices do not reach is in a block of its own."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from grundy.language import ir
from grundy.language.native.code import (
    BIT,
    POINTER,
    WORD,
    Code,
    Grid,
    Items,
    Loop,
    Module,
    Number,
    Place,
    Row,
    Value,
    View,
    exactly,
    fits,
    truth,
)
from grundy.language.native.rows import Rows


@dataclass(frozen=True)
class Facts:
    """What the nodes of a function say by themselves.

    ``stores`` counts the places where a slot is given a value. A slot is ``volatile`` when a `Fold` gives it a value that is
    seen outside: it may change in the middle of an expression.
    """

    stores: Counter[int] = field(default_factory=lambda: Counter[int]())
    volatile: set[int] = field(default_factory=lambda: set[int]())

    def add(self, body: ir.Body) -> None:
        """Add the facts about slots that were not spoken of before. O(nodes times the nesting of folds)."""
        found = list(ir.nodes(body))
        uses = _slots(found)
        self.stores.update(n.slot for n in found if isinstance(n, ir.Assign | ir.Put | ir.For))
        for inner in (list(ir.nodes(fold.body)) for fold in found if isinstance(fold, ir.Fold)):
            own, stored = _slots(inner), {n.slot for n in inner if isinstance(n, ir.Assign | ir.Put | ir.For)}
            self.volatile.update(slot for slot in stored if own[slot] != uses[slot])

    def changed_in(self, node: ir.Node) -> bool:
        """Whether the folds in an expression change a slot that is seen outside of them."""
        stores = (n for n in ir.nodes(node) if isinstance(n, ir.Assign | ir.Put | ir.For))
        return bool(self.volatile) and any(n.slot in self.volatile for n in stores)


def _slots(found: list[ir.Node]) -> Counter[int]:
    return Counter(n.slot for n in found if isinstance(n, ir.Local | ir.Assign | ir.Put | ir.For))


@dataclass
class Kept:
    """Where a slot has its value: variables, and for a row or a grid scratch space, if it is copied there.

    ``kind`` is "number" (one variable), "row" (an address and a length) or "grid" (an address, rows and columns).
    """

    kind: str
    variables: tuple[Code, ...]
    place: Place | None = None
    ends: tuple[Code, Code] | None = None


class Expressions(Rows):
    """The lowering of expressions, by kind of node."""

    def __init__(
        self, module: Module, name: str, takes: tuple[Code, ...], function: ir.Function, gives: Code = WORD
    ) -> None:
        super().__init__(module, name, takes, gives)
        self.body = function
        self.line = function.line
        self.facts = Facts()
        self.facts.add(function.body)
        self.given: dict[int, Value] = {}  # of arguments that never change
        self.kept: dict[int, Kept] = {}
        self.flags: dict[int, Code] = {}  # whether a slot has a value
        self.sure: set[int] = set()
        self.reachable = True
        self.loops: list[Loop] = []
        self.give: Callable[[ir.Expr], None] | None = None
        kinds = (*ir.EXPRESSIONS, *ir.STATEMENTS)
        self.lowerings: dict[type, Callable[[Any], Any]] = {kind: getattr(self, f"_{kind.TAG}") for kind in kinds}

    def value(self, node: ir.Expr) -> Value:
        """Return the lowering of an expression."""
        self.line = node.line or self.line
        return self.lowerings[type(node)](node)

    def number(self, node: ir.Expr) -> Number:
        """Return the lowering of an expression that must be an integer."""
        return self.require_number(self.value(node))

    def row(self, node: ir.Expr) -> Row:
        """Return the lowering of an expression that must be a tuple of integers."""
        return self.require_row(self.value(node))

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
            raise self.refuse("a tuple of known numbers has one that 64 bits do not hold")
        return self.constant_view(tuple(numbers))

    def _local(self, node: ir.Local) -> Value:
        slot = node.slot
        found = self.given.get(slot)
        if found is not None:
            return found
        self.require_value(slot)
        value = self.now(slot)
        return value if isinstance(value, Number) or slot not in self.facts.volatile else self._steady(value)

    def require_value(self, slot: int) -> None:
        """Give up where a slot has no value yet."""
        if slot not in self.kept:
            raise self.refuse("a variable may have no value here")
        if slot not in self.sure:
            self.fail_if(self.build.not_(self.get(self.flags[slot], BIT)))

    def now(self, slot: int) -> Value:
        """Return what a slot holds; a row is where it is, and not a copy."""
        kept = self.kept[slot]
        words = [Number(self.get(each)) for each in kept.variables[kept.kind != "number" :]]
        if kept.kind == "number":
            return words[0]
        ends = None if kept.ends is None else (self.get(kept.ends[0], POINTER), self.get(kept.ends[1], POINTER))
        home = None if kept.place is None else kept.place.home
        place = Place(self.get(kept.variables[0], POINTER), home, ends)
        if kept.kind == "grid":
            return Grid(place, words[0], words[1])
        return View(place, words[0], short=kept.place is not None, slot=slot)

    def _steady(self, value: Value) -> Value:
        """Return a row that no fold changes."""
        if isinstance(value, Grid):
            return self.held_grid(value, self.region())
        return self.held(self.require_row(value))

    def _make(self, node: ir.Make) -> Value:
        values = [self.value(each.inner if isinstance(each, ir.Spread) else each) for each in node.items]
        rows: list[Row] = []
        nested = 0
        for each, value in zip(node.items, values, strict=True):
            spread = isinstance(each, ir.Spread)
            nested += not spread and not isinstance(value, Number)
            rows.append(
                Items((self.integer(value),)) if isinstance(value, Number) and not spread else self.require_row(value)
            )
        if nested:
            if nested < len(rows):
                raise self.refuse("a tuple of tuples and numbers is not compiled")
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
        row, times = (y, x) if isinstance(x, Number) else (x, y)
        if node.sign != "*":
            raise self.refuse("a tuple stands where a number is wanted")
        return self.repeated(self.require_row(row), self.require_number(times))

    def _unary(self, node: ir.Unary) -> Value:
        if node.sign == "not":
            return self.negation(self.truth(node.inner))
        x = self.number(node.inner)
        return self.negated(x) if node.sign == "-" else self.inverted(x)

    def negation(self, x: Number) -> Number:
        """Return ``not x`` of a truth value."""
        return truth(not x.value) if x.value is not None else Number(self.build.not_(x.code), truth=True)

    def truth(self, node: ir.Expr) -> Number:
        """Return whether Python takes an expression for true."""
        self.line = node.line or self.line
        return self._junction(node) if isinstance(node, ir.Logic) else self.truth_of(self.value(node))

    def truth_of(self, value: Value) -> Number:
        """Return whether Python takes a value for true."""
        x = value if isinstance(value, Number) else self.length(value)
        if x.value is not None:
            return truth(x.value != 0)
        return x if x.truth else Number(self.test("!=", x.code, 0), truth=True)

    def _junction(self, node: ir.Logic) -> Number:
        """Return whether ``x and y``, ``x or y`` is true; what an item needs happens only if it is looked at."""
        result = self.truth(node.items[0])
        for item in node.items[1:]:
            result = self._joined(node.sign, result, lambda item=item: self.truth(item))
        return result

    def _joined(self, sign: str, left: Number, right: Callable[[], Number]) -> Number:
        """Return ``left and right`` or ``left or right`` of truth values."""
        if left.value is not None:
            return left if bool(left.value) is (sign == "or") else right()
        looked_at, known = (lambda: right().code), (lambda: BIT(int(sign == "or")))
        ways = (looked_at, known) if sign == "and" else (known, looked_at)
        return Number(self.chosen(left.code, *ways, BIT), truth=True)

    def _logic(self, node: ir.Logic) -> Value:
        """Return the value of one of the items."""
        result = self.value(node.items[0])
        for item in node.items[1:]:
            left, test = result, self.truth_of(result)
            if test.value is not None:
                result = left if bool(test.value) is (node.sign == "or") else self.value(item)
                continue
            first, second = (lambda left=left: left), (lambda item=item: self.value(item))
            result = self.either(test.code, *((first, second) if node.sign == "or" else (second, first)))
        return result

    def _choose(self, node: ir.Choose) -> Value:
        test = self.truth(node.test)
        if test.value is not None:
            return self.value(node.then if test.value else node.other)
        return self.either(test.code, lambda: self.value(node.then), lambda: self.value(node.other))

    def either(self, test: Code, one: Callable[[], Value], two: Callable[[], Value]) -> Value:
        """Return one of two values, only one of which is computed."""
        blocks, rest = (self.block(), self.block()), self.block()
        self.build.cbranch(test, *blocks)
        found: list[Value] = []
        ends: list[Code] = []
        for block, branch in zip(blocks, (one, two), strict=True):
            self.go_on(block)
            found.append(branch())
            ends.append(self.build.block)
        if all(isinstance(each, Number) for each in found):
            return self._one_number(cast("list[Number]", found), ends, rest)
        if len({isinstance(each, Number) for each in found} | {isinstance(each, Grid) for each in found}) > 1:
            raise self.refuse("one choice is a number and the other a tuple")
        if isinstance(found[0], Grid):
            return self._one_grid(cast("list[Grid]", found), ends, rest)
        return self._one_row([self.require_row(each) for each in found], ends, rest)

    def _met(self, rest: Code, ends: list[Code], several: list[Code], kind: Code) -> Code:
        """Return, in the block where two ways meet, what has one code on one way and one on the other."""
        self.go_on(rest)
        made = self.build.phi(kind)
        for code, end in zip(several, ends, strict=True):
            made.add_incoming(code, end)
        return made

    def _one_number(self, found: list[Number], ends: list[Code], rest: Code) -> Number:
        is_truth = all(each.truth for each in found)
        codes: list[Code] = []
        for value, end in zip(found, ends, strict=True):
            self.go_on(end)
            codes.append(value.code if is_truth else self.word(value))
            self.build.branch(rest)
        return Number(self._met(rest, ends, codes, BIT if is_truth else WORD), truth=is_truth)

    def _one_row(self, found: list[Row], ends: list[Code], rest: Code) -> View:
        """Rows that never change stay where they are; others are copied to one place."""
        steady = all(isinstance(x, View) and x.place.home is None and not x.backwards for x in found)
        place = None if steady else self.region()
        views: list[View] = []
        last: list[Code] = []
        for value, end in zip(found, ends, strict=True):
            self.go_on(end)
            views.append(cast(View, value) if place is None else self.held(value, place))
            last.append(self.build.block)
            self.build.branch(rest)
        length = Number(self._met(rest, last, [each.length.code for each in views], WORD))
        if place is not None:
            return View(place, length, short=True)
        at = self._met(rest, last, [each.place.at for each in views], POINTER)
        ends_of = [each.place.ends for each in views if each.place.ends is not None]
        met = [self._met(rest, last, list(x), POINTER) for x in zip(*ends_of, strict=True)]
        place = Place(at, None, (met[0], met[1]) if met else None)
        return View(place, length, short=all(each.short for each in views))

    def _one_grid(self, found: list[Grid], ends: list[Code], rest: Code) -> Grid:
        place, last = self.region(), list[Code]()
        for value, end in zip(found, ends, strict=True):
            self.go_on(end)
            self.held_grid(value, place)
            last.append(self.build.block)
            self.build.branch(rest)
        rows, columns = (
            Number(self._met(rest, last, [getattr(each, name).code for each in found], WORD))
            for name in ("rows", "columns")
        )
        return Grid(place, rows, columns)

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def _compare(self, node: ir.Compare) -> Value:
        return self._chained(list(node.signs), self.value(node.items[0]), list(node.items[1:]))

    def _chained(self, signs: list[str], left: Value, items: list[ir.Expr]) -> Number:
        right = self.value(items[0])
        if len(signs) > 1 and not isinstance(right, Number | Grid):
            right = self.view(right)
        told = self.comparison(signs[0], left, right)
        if len(signs) == 1:
            return told
        return self._joined("and", told, lambda: self._chained(signs[1:], right, items[1:]))

    def comparison(self, sign: str, x: Value, y: Value) -> Number:
        """Return whether two values compare so."""
        if sign in ("in", "not in"):
            if isinstance(y, Number) or isinstance(x, Grid):
                raise self.refuse("'in' is not compiled here")
            told = self.contains(x, y)
            return told if sign == "in" else self.negation(told)
        if isinstance(x, Number) and isinstance(y, Number):
            x, y = self.integer(x), self.integer(y)
            if x.value is not None and y.value is not None:
                return truth(ir.RELATIONS[sign](x.value, y.value))
            return Number(self.test(sign, x.code, y.code), truth=True)
        if isinstance(x, Grid) or isinstance(y, Grid):
            raise self.refuse("tuples of tuples are not compared in compiled rules")
        if isinstance(x, Number) or isinstance(y, Number):
            if sign not in ("==", "!="):
                raise self.refuse("a tuple is compared with a number")
            return truth(sign == "!=")
        if sign in ("==", "!="):
            told = self.same(x, y)
            return told if sign == "==" else self.negation(told)
        return Number(self.test(sign, self.order(x, y), 0), truth=True)

    # -- items and slices ----------------------------------------------------------------------------------------------

    def _item(self, node: ir.Item) -> Value:
        whole = self.rows(node.whole)
        index = self.integer(self.number(node.index))
        if isinstance(whole, Grid):
            return self.grid_row(whole, self.position(index, whole.rows))
        if isinstance(whole, Items) and index.value is not None:
            at = index.value
            return whole.items[at] if -len(whole.items) <= at < len(whole.items) else self.failed()
        view = self.view(whole)
        return self.item(view, self.position(index, view.length).code)

    def _slice(self, node: ir.Slice) -> Value:
        value = self.rows(node.whole)
        if isinstance(value, Grid):
            raise self.refuse("a slice of a tuple of tuples is not compiled")
        view = self.forwards(self.view(value))
        low, high = (
            None if end is None else self.bound(self.integer(self.number(end)), view.length)
            for end in (node.low, node.high)
        )
        return self.cut(view, low, high)

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
                item = args[1] if isinstance(args[1], Number) else self.require_row(args[1])
                return self.count(whole, item) if node.name == "count" else self.index(whole, item)
            case "min" | "max":
                return self._extreme(node.name, args)
            case _:
                x = self.require_number(args[0])
                return self.absolute(x) if node.name == "abs" else self.bits_of(node.name, x)

    def _reversed(self, row: Row) -> Row:
        if isinstance(row, Items):
            return Items(row.items[::-1])
        view = self.view(row)
        return replace(view, backwards=not view.backwards, slot=-1)

    def _extreme(self, name: str, args: list[Value]) -> Value:
        numbers = [x for x in args if isinstance(x, Number)]
        if len(numbers) == len(args):
            return self.extreme(name, numbers)
        return self.least_row([self.require_row(x) for x in args], "<" if name == "min" else ">")
