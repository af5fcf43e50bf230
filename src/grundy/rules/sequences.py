"""What the text of a compiled rule is made of: lines, numbers with their bounds, and sequences.

Numbers are computed in 64 bits; a test for overflow stands before every operation whose bounds do not rule it out.
Sequences are never objects: a slice is an array with a start and a length, a concatenation a list of parts, and only
what must be held in the meantime is copied to scratch space at the far end of ``out``.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from grundy.language import _
from grundy.rules import intervals
from grundy.rules.intervals import ANY, Interval
from grundy.rules.source import LARGEST, SMALLEST, Constant, Rule, Unreadable, stored_names

COUNT: Interval = (0, 2**40)


@dataclass(frozen=True)
class Number:
    """Text that computes an integer, between which bounds it lies, and of which sequence it is surely an index."""

    text: str
    low: int = SMALLEST
    high: int = LARGEST
    truth: bool = False
    index_of: str = ""

    @property
    def bounds(self) -> Interval:
        """The interval it lies in."""
        return self.low, self.high


@dataclass(frozen=True)
class View:
    """``length`` cells of an array from ``start`` on; ``name`` is the variable that owns them, if one does."""

    array: str
    start: str
    length: Number
    is_list: bool = False
    backwards: bool = False
    items: Interval = ANY
    name: str = ""
    key: str = ""  # of a whole sequence that nothing changes: its name for `Number.index_of`
    cut: tuple[str, str, str] = ("", "", "")  # of which such sequence it is a slice, and between which texts


@dataclass(frozen=True)
class Items:
    """A sequence written out."""

    items: tuple[Number, ...]
    is_list: bool = False


@dataclass(frozen=True)
class Fill:
    """One number repeated: ``(0,) * n``."""

    item: Number
    length: Number
    is_list: bool = False


@dataclass(frozen=True)
class Chain:
    """Sequences one after another: ``heaps[:i] + (k,)``."""

    parts: tuple[View | Items | Fill, ...]
    is_list: bool = False


@dataclass(frozen=True)
class Grid:
    """Rows of equal length, one after another in an array."""

    array: str
    start: str
    rows: Number
    columns: Number
    items: Interval = ANY


Sequence: TypeAlias = "View | Items | Fill | Chain"
Value: TypeAlias = "Number | Sequence | Grid"
Element: TypeAlias = "Number | View | tuple[Element, ...]"
Environment: TypeAlias = "dict[str, Number | View | Grid]"


@dataclass(frozen=True)
class Iteration:
    """What a loop runs over, by index."""

    length: Number
    at: Callable[[Number], Element]
    index_of: str = ""


@dataclass
class Module:
    """What the functions of one generated module share: constants, helpers and the scratch space they count out."""

    capacity: int
    constants: dict[Constant, str] = field(default_factory=lambda: dict["Constant", str]())
    helpers: dict[str, str] = field(default_factory=lambda: dict[str, str]())
    known: dict[object, tuple[str, bool]] = field(default_factory=lambda: dict[object, "tuple[str, bool]"]())
    regions: int = 0

    def constant(self, value: Constant) -> str:
        """The name of a constant array."""
        return self.constants.setdefault(value, f"C{len(self.constants)}")


def literal(value: int) -> str:
    """An integer as text that stands anywhere.

    >>> literal(7), literal(-7)
    ('7', '(-7)')
    """
    if value == SMALLEST:
        return f"(-{LARGEST} - 1)"
    return str(value) if value >= 0 else f"({value})"


def exactly(value: int) -> Number:
    """The number of a literal."""
    return Number(literal(value), value, value)


def number(text: str, bounds: Interval, index_of: str = "") -> Number:
    """A number of these bounds; a literal where they leave no choice."""
    low, high = intervals.clamp(bounds)
    return exactly(low) if low == high else Number(text, low, high, index_of=index_of)


def plus(text: str, more: str) -> str:
    """The text of a sum that cannot overflow.

    >>> plus("0", "i"), plus("i", "2"), plus("3", "2")
    ('i', '(i + 2)', '5')
    """
    if text == "0" or more == "0":
        return more if text == "0" else text
    if text.isdigit() and more.isdigit():
        return str(int(text) + int(more))
    return f"({text} + {more})"


def is_region(start: str) -> bool:
    """Whether a start is that of scratch space, which no statement changes.

    >>> is_region("b12"), is_region("(b12 + 1)"), is_region("bt")
    (True, False, False)
    """
    return start[:1] == "b" and start[1:].isdigit()


def as_integer(value: Number) -> Number:
    """A truth value as the integer 0 or 1."""
    return Number(f"int({value.text})", 0, 1) if value.truth else value


def changed_names(body: list[ast.stmt]) -> set[str]:
    """The names whose value a run through some statements may change, a list that grows included."""
    return stored_names(body) | _called_on(body, "append")


def touched_names(body: list[ast.stmt]) -> set[str]:
    """The names that may change or whose items may: `changed_names`, and what is stored into or sorted."""
    nodes = [node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Subscript)]
    stores = [n.value for n in nodes if not isinstance(n.ctx, ast.Load)]
    return changed_names(body) | _called_on(body, "sort") | {n.id for n in stores if isinstance(n, ast.Name)}


def _called_on(body: list[ast.stmt], method: str) -> set[str]:
    called = [n.func for statement in body for n in ast.walk(statement) if isinstance(n, ast.Call)]
    owners = [f.value for f in called if isinstance(f, ast.Attribute) and f.attr == method]
    return {owner.id for owner in owners if isinstance(owner, ast.Name)}


class Writer:
    """Lines of text with their indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self._fresh = itertools.count(1)

    def emit(self, *lines: str) -> None:
        """Write statements at the present depth."""
        self.lines.extend("    " * self.depth + line for line in lines)

    def temp(self) -> str:
        """A name not used before."""
        return f"t{next(self._fresh)}"

    @contextmanager
    def indented(self, head: str) -> Generator[None, None, None]:
        """A compound statement: its head, then what is written inside."""
        self.emit(head)
        with self.captured() as inside:
            yield
        self.lines.extend(inside)
        if not inside:
            self.lines.append("    " * (self.depth + 1) + "pass")

    @contextmanager
    def captured(self) -> Generator[list[str], None, None]:
        """Lines kept apart, one level deeper, to be placed later."""
        outer, self.lines = self.lines, []
        self.depth += 1
        inside = self.lines
        try:
            yield inside
        finally:
            self.lines = outer
            self.depth -= 1


class Scope(Writer):
    """A function being written: its variables, its scratch space, and what to do when 64 bits do not suffice."""

    def __init__(self, rule: Rule, module: Module, unfit: tuple[str, ...]) -> None:
        super().__init__()
        self.rule = rule
        self.module = module
        self.unfit = unfit
        self.env: Environment = {}
        self.reachable = True
        self.prefix = "v_"
        self.line: int = rule.line
        self.regions: list[int] = []
        self.owned: dict[str, str] = {}
        self.kinds: dict[str, str] = {}  # what each variable holds, the same throughout the function
        self.may_fail = False

    def refuse(self, what: str) -> Unreadable:
        """The exception that says what cannot be read, with its line."""
        return Unreadable(what, self.line)

    def fail_if(self, condition: str) -> None:
        """Leave the function as UNFIT when the condition holds."""
        with self.indented(f"if {condition}:"):
            self.emit(*self.unfit)
        self.may_fail = True

    def fail(self) -> None:
        """Leave the function as UNFIT."""
        self.emit(*self.unfit)
        self.may_fail = True
        self.reachable = False

    def region(self) -> str:
        """The start of fresh scratch space for one sequence."""
        index = self.module.regions
        self.module.regions += 1
        self.regions.append(index)
        return f"b{index}"

    def region_lines(self) -> list[str]:
        """The statements that find this function's scratch space."""
        size = self.module.capacity
        return [f"    b{index} = out.shape[0] - {(index + 1) * size}" for index in self.regions]

    def variable(self, name: str, what: Literal["", "n", "s"] = "") -> str:
        """The text of a user's variable, of the length ("n") or the start ("s") of the sequence in it.

        What stands before the first underscore tells them apart: no name of a user's can be another's length.
        """
        return f"{what}{self.prefix}{name}"

    def atom(self, value: Number) -> Number:
        """The same number as a name or a literal, so that it may be said twice."""
        value = as_integer(value)
        if value.text.isidentifier() or value.low == value.high:
            return value
        name = self.temp()
        self.emit(f"{name} = {value.text}")
        return replace(value, text=name)


class Arithmetic(Scope):
    """Operations on numbers: the checked ones in 64 bits, the test left out where the bounds say it is not needed."""

    def pinned(self, value: Number) -> Number:
        """A number that no later assignment changes."""
        value = as_integer(value)
        if value.low == value.high:
            return value
        name = self.temp()
        self.emit(f"{name} = {value.text}")
        return replace(value, text=name)

    def binary(self, op: ast.operator, x: Number, y: Number) -> Number:
        """``x op y`` as Python has it, or UNFIT."""
        method = getattr(self, f"_{type(op).__name__.lower()}", None)
        if method is None:
            raise self.refuse(_("the operator {name} is not read").format(name=type(op).__name__))
        result: Number = method(as_integer(x), as_integer(y))
        return result

    def _checked(self, test: str, sign: str, x: Number, y: Number, bounds: Interval) -> Number:
        if not intervals.fits(bounds):
            x, y = self.atom(x), self.atom(y)
            self.fail_if(f"{test}({x.text}, {y.text})")
        return number(f"({x.text} {sign} {y.text})", bounds)

    def _add(self, x: Number, y: Number) -> Number:
        bounds = intervals.add(x.bounds, y.bounds)
        if "0" in (x.text, y.text):
            return y if x.text == "0" else x
        total = self._checked("add_overflows", "+", x, y, bounds)
        return replace(total, index_of=f"{x.index_of}+1") if x.index_of and y.text == "1" else total

    def _sub(self, x: Number, y: Number) -> Number:
        return self._checked("sub_overflows", "-", x, y, intervals.subtract(x.bounds, y.bounds))

    def _mult(self, x: Number, y: Number) -> Number:
        return self._checked("mul_overflows", "*", x, y, intervals.multiply(x.bounds, y.bounds))

    def _divisor(self, x: Number, y: Number) -> tuple[Number, Number]:
        x, y = self.atom(x), self.atom(y)
        if y.low <= 0 <= y.high:
            self.fail_if(f"{y.text} == 0")
        return x, y

    def _floordiv(self, x: Number, y: Number) -> Number:
        x, y = self._divisor(x, y)
        bounds = intervals.floor_divide(x.bounds, y.bounds)
        if x.low == SMALLEST and y.low <= -1 <= y.high:
            self.fail_if(f"{y.text} == -1 and {x.text} == {literal(SMALLEST)}")
        return number(f"({x.text} // {y.text})", bounds)

    def _mod(self, x: Number, y: Number) -> Number:
        x, y = self._divisor(x, y)
        bounds = intervals.modulo(x.bounds, y.bounds)
        if x.low == SMALLEST and y.low <= -1 <= y.high:
            return number(f"(0 if {y.text} == -1 else {x.text} % {y.text})", bounds)
        return number(f"({x.text} % {y.text})", bounds)

    def _bitand(self, x: Number, y: Number) -> Number:
        return number(f"({x.text} & {y.text})", intervals.bit_and(x.bounds, y.bounds))

    def _bitor(self, x: Number, y: Number) -> Number:
        return number(f"({x.text} | {y.text})", intervals.bit_or(x.bounds, y.bounds))

    def _bitxor(self, x: Number, y: Number) -> Number:
        return number(f"({x.text} ^ {y.text})", intervals.bit_or(x.bounds, y.bounds))

    def _lshift(self, x: Number, y: Number) -> Number:
        bounds = intervals.shift_left(x.bounds, y.bounds)
        if y.low < 0 or y.high > 63 or not intervals.fits(bounds):
            x, y = self.atom(x), self.atom(y)
        if y.low < 0 or y.high > 63:
            self.fail_if(f"{y.text} < 0 or {y.text} > 63")
        if not intervals.fits(bounds):
            self.fail_if(f"{x.text} > {LARGEST} >> {y.text} or {x.text} < {literal(SMALLEST)} >> {y.text}")
        return number(f"({x.text} << {y.text})", bounds)

    def _rshift(self, x: Number, y: Number) -> Number:
        if y.low < 0:
            x, y = self.atom(x), self.atom(y)
            self.fail_if(f"{y.text} < 0")
        by = y.text if y.high <= 63 else f"min({y.text}, 63)"
        return number(f"({x.text} >> {by})", intervals.shift_right(x.bounds, y.bounds))

    def _pow(self, x: Number, y: Number) -> Number:
        if y.low == y.high == 2:
            x = self.atom(x)
            return self._mult(x, x) if x.low >= 0 else replace(self._mult(x, x), low=0)
        base, left, result = self.temp(), self.temp(), self.temp()
        self.emit(f"{base}, {left}, {result} = {x.text}, {y.text}, 1")
        if y.low < 0:
            self.fail_if(f"{left} < 0")
        with self.indented(f"while {left} > 0:"):
            with self.indented(f"if {left} & 1:"):
                self.fail_if(f"mul_overflows({result}, {base})")
                self.emit(f"{result} = {result} * {base}")
            self.emit(f"{left} = {left} >> 1")
            with self.indented(f"if {left} > 0:"):
                self.fail_if(f"mul_overflows({base}, {base})")
                self.emit(f"{base} = {base} * {base}")
        return number(result, (0 if x.low >= 0 else SMALLEST, LARGEST))

    def negated(self, x: Number) -> Number:
        """``-x``."""
        bounds = intervals.negate(x.bounds)
        if not intervals.fits(bounds):
            x = self.atom(x)
            self.fail_if(f"{x.text} == {literal(SMALLEST)}")
        return number(f"(-{x.text})", bounds)

    def absolute(self, x: Number) -> Number:
        """``abs(x)``."""
        bounds = intervals.absolute(x.bounds)
        if not intervals.fits(bounds):
            x = self.atom(x)
            self.fail_if(f"{x.text} == {literal(SMALLEST)}")
        return number(f"abs({x.text})", bounds) if x.low < 0 else x


class Sequences(Arithmetic):
    """Slices, concatenations and what is copied."""

    def length(self, value: Value) -> Number:
        """``len(value)``."""
        match value:
            case View() | Fill():
                return value.length
            case Items():
                return exactly(len(value.items))
            case Grid():
                return value.rows
            case Chain():
                total = exactly(0)
                for part in value.parts:
                    size = self.length(part)
                    total = number(plus(total.text, size.text), intervals.add(total.bounds, size.bounds))
                return total
            case Number():
                raise self.refuse(_("a number has no length"))

    def item(self, view: View, index: Number) -> Number:
        """A cell that surely exists."""
        at = index.text if not view.backwards else f"({view.length.text} - 1 - {index.text})"
        return number(f"{view.array}[{plus(view.start, at)}]", view.items)

    def position(self, index: Number, length: Number, key: str) -> Number:
        """An index as Python has it, from 0: negative ones count from the end, others are UNFIT."""
        if index.index_of == key and key:
            return index
        if index.low >= 0:
            if index.high >= length.low:
                index = self.atom(index)
                self.fail_if(f"{index.text} >= {length.text}")
            return index
        if index.high < 0 and -index.low <= length.low:
            return number(plus(length.text, index.text), intervals.add(length.bounds, index.bounds))
        index, name = self.atom(index), self.temp()
        self.emit(f"{name} = {index.text} + {length.text} if {index.text} < 0 else {index.text}")
        self.fail_if(f"{name} < 0 or {name} >= {length.text}")
        return Number(name, 0, max(0, length.high - 1))

    def bound(self, index: Number, length: Number) -> Number:
        """The end of a slice as Python has it, between 0 and the length."""
        if index.low >= 0 and index.high <= length.low:
            return index
        index, name = self.atom(index), self.temp()
        text = index.text
        if index.low < 0:
            self.emit(f"{name} = max(0, {text} + {length.text}) if {text} < 0 else {text}")
            text = name
        self.emit(f"{name} = min({text}, {length.text})")
        return Number(name, 0, length.high)

    def slice(self, view: View, low: Number | None, high: Number | None) -> View:
        """``view[low:high]``."""
        if view.backwards:
            view = self.held(view)
        key, size = view.key, view.length
        known_high = high is not None and key != "" and high.index_of == key
        start = exactly(0) if low is None else self._slice_start(low, size, key)
        stop = size if high is None else high if known_high else self.bound(high, size)
        cut = (key, start.text, "" if high is None else stop.text) if key else ("", "", "")
        length = self._span(start, stop)
        return View(
            view.array, plus(view.start, start.text), length, view.is_list, items=view.items, name=view.name, cut=cut
        )

    def _slice_start(self, low: Number, size: Number, key: str) -> Number:
        if key and low.index_of in (key, f"{key}+1"):
            return low
        return self.bound(low, size)

    def _span(self, start: Number, stop: Number) -> Number:
        bounds = intervals.subtract(stop.bounds, start.bounds)
        if start.text == "0":
            return stop
        if bounds[0] >= 0:
            return number(f"({stop.text} - {start.text})", bounds)
        return number(f"max(0, {stop.text} - {start.text})", (0, max(0, bounds[1])))

    def write(self, value: Sequence, start: str) -> None:
        """Copy a sequence to ``out``, from ``start`` on; room is the caller's care."""
        match value:
            case Items():
                for i, x in enumerate(value.items):
                    self.emit(f"out[{plus(start, str(i))}] = {as_integer(x).text}")
            case View() | Fill():
                size, j = value.length, self.temp()
                item = value.item if isinstance(value, Fill) else self.item(value, Number(j, *COUNT))
                if value.length.high > 0:
                    with self.indented(f"for {j} in range({size.text}):"):
                        self.emit(f"out[{plus(start, j)}] = {item.text}")
            case Chain():
                at = start
                for part in value.parts:
                    self.write(part, at)
                    at = plus(at, self.length(part).text)

    def held(self, value: Sequence, region: str = "") -> View:
        """A sequence copied to scratch space, where later changes cannot reach it."""
        size = self.length(value)
        if size.high > self.module.capacity:
            size = self.atom(size)
            self.fail_if(f"{size.text} > {self.module.capacity}")
            size = Number(size.text, size.low, self.module.capacity)
        region = region or self.region()
        value = self._numbers_first(value)
        self.write(value, region)
        return View("out", region, size, value.is_list)

    def _numbers_first(self, value: Sequence) -> Sequence:
        """Numbers read from scratch space are read before anything is written there."""
        match value:
            case Items():
                return Items(tuple(self.atom(x) for x in value.items), value.is_list)
            case Chain():
                parts = tuple(p if isinstance(p, View) else self._numbers_first(p) for p in value.parts)
                return Chain(tuple(p for p in parts if not isinstance(p, Chain)), value.is_list)
            case _:
                return value

    def stored(self, name: str, value: Sequence) -> None:
        """``name = value`` for a sequence: a copy in the name's own scratch space."""
        region = self.owned.get(self.variable(name))
        if region is None:
            region = self.owned[self.variable(name)] = self.region()
        parts = value.parts if isinstance(value, Chain) else (value,)
        if any(isinstance(p, View) and self._may_lie_in(p, region) for p in parts):
            value = self.held(value)
        view = self.held(value, region)
        size = self.variable(name, "n")
        self.emit(f"{size} = {view.length.text}")
        self.env[name] = replace(view, length=replace(view.length, text=size), name=name, is_list=value.is_list)

    def _may_lie_in(self, view: View, region: str) -> bool:
        """Whether cells of a view may be cells of a region: they may, unless they begin where another region does."""
        elsewhere = view.array != "out" or (is_region(view.start) and view.start != region)
        return not elsewhere

    def view(self, value: Value) -> View:
        """Any sequence as an array with start and length."""
        if isinstance(value, View):
            return value
        if isinstance(value, Number | Grid):
            raise self.refuse(_("a tuple is wanted here"))
        if isinstance(value, Items) and value.items and all(x.low == x.high for x in value.items):
            return self.constant_view(tuple(x.low for x in value.items))
        return self.held(value)

    def pinned_view(self, view: View) -> View:
        """A view whose start and length no later assignment changes; scratch space and whole states stay as they are."""
        lasting = view.start.isdigit() or is_region(view.start)
        start = view.start if lasting else self.pinned(Number(view.start)).text
        return replace(view, start=start, length=self.pinned(view.length))

    def constant_view(self, row: tuple[int, ...]) -> View:
        """A tuple of known integers."""
        bounds = (min(row), max(row)) if row else (0, 0)
        name = self.module.constant(row or (0,))
        return View(name, "0", exactly(len(row)), items=bounds, key=f"{name}:{len(row)}")

    def chain(self, left: Sequence, right: Sequence) -> Sequence:
        """``left + right``."""
        if left.is_list != right.is_list:
            raise self.refuse(_("a list and a tuple cannot be added"))
        if isinstance(left, Items) and isinstance(right, Items):
            return Items(left.items + right.items, left.is_list)
        parts = [p for x in (left, right) for p in (x.parts if isinstance(x, Chain) else (x,))]
        return Chain(tuple(parts), left.is_list)
