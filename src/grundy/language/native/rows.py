"""Words and rows in machine code: arithmetic in 64 bits, and what is cut, put together, copied, compared and sorted."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from collections.abc import Callable

from grundy.language import ir
from grundy.language.native.code import (
    BIT,
    SOMEWHERE,
    WORD,
    Chain,
    Code,
    Fill,
    Grid,
    Items,
    Number,
    Place,
    Row,
    Scope,
    Value,
    View,
    exactly,
    fits,
    truth,
)
from grundy.language.refusal import SMALLEST

# -- arithmetic in words of 64 bits: exactly right, or it gives up -----------------------------------------------------


class Arithmetic(Scope):
    """Operations on numbers. Each is looked at before it is done: what is not needed, LLVM drops."""

    def binary(self, sign: str, left: Number, right: Number) -> Number:
        """Return ``x sign y`` as Python has it, or give up."""
        x, y = self.integer(left), self.integer(right)
        computed = ("<<", ">>", "**") if y.value else ("<<", ">>", "**", "//", "%")
        if x.value is not None and y.value is not None and sign not in computed:
            result = ir.OPERATORS[sign](x.value, y.value)
            return exactly(result) if fits(result) else self.failed()
        match sign:
            case "+" | "-" | "*":
                return Number(self.checked(sign, x.code, y.code))
            case "//":
                return Number(self._floordiv(x.code, y))
            case "%":
                return Number(self._mod(x.code, y))
            case "<<":
                return Number(self._shifted_left(x.code, y.code))
            case ">>":
                return Number(self._shifted_right(x.code, y.code))
            case "**":
                return Number(self._power(x, y))
            case _:
                return Number({"&": self.build.and_, "|": self.build.or_, "^": self.build.xor}[sign](x.code, y.code))

    def checked(self, sign: str, x: Code, y: Code) -> Code:
        """Return a sum, a difference or a product, or give up."""
        both = {
            "+": self.build.sadd_with_overflow,
            "-": self.build.ssub_with_overflow,
            "*": self.build.smul_with_overflow,
        }[sign](x, y)
        self.fail_if(self.build.extract_value(both, 1))
        return self.build.extract_value(both, 0)

    def _is(self, x: Code, value: int) -> Code:
        return self.test("==", x, value)

    def _adjusted(self, remainder: Code, y: Code) -> Code:
        """Return whether a remainder, rounded to zero, has another sign than the divisor."""
        differs = self.test("<", self.build.xor(remainder, y), 0)
        return self.build.and_(differs, self.test("!=", remainder, 0))

    def _floordiv(self, x: Code, y: Number) -> Code:
        if y.value is not None and y.value > 0 and y.value & y.value - 1 == 0:
            return self.build.ashr(x, WORD(y.value.bit_length() - 1))
        self.fail_if(self._is(y.code, 0))
        self.fail_if(self.build.and_(self._is(y.code, -1), self._is(x, SMALLEST)))
        quotient = self.build.sdiv(x, y.code)
        remainder = self.build.sub(x, self.build.mul(quotient, y.code))
        return self.build.sub(quotient, self.build.zext(self._adjusted(remainder, y.code), WORD))

    def _mod(self, x: Code, y: Number) -> Code:
        if y.value is not None and y.value > 0 and y.value & y.value - 1 == 0:
            return self.build.and_(x, WORD(y.value - 1))
        self.fail_if(self._is(y.code, 0))
        safe = self.build.select(self._is(y.code, -1), WORD(1), y.code)  # the processor traps at the smallest % -1
        remainder = self.build.srem(x, safe)
        more = self.build.select(self._adjusted(remainder, safe), safe, WORD(0))
        return self.build.add(remainder, more)

    def _shifted_left(self, x: Code, y: Code) -> Code:
        self.fail_if(self.build.icmp_unsigned(">", y, WORD(63)))
        result = self.build.shl(x, y)
        self.fail_if(self.test("!=", self.build.ashr(result, y), x))
        return result

    def _shifted_right(self, x: Code, y: Code) -> Code:
        self.fail_if(self.test("<", y, 0))
        return self.build.ashr(x, self.least(y, WORD(63)))

    def _power(self, x: Number, y: Number) -> Code:
        if y.value is not None and 0 <= y.value <= 3:
            result = WORD(1)
            for turn in range(y.value):
                result = self.checked("*", result, x.code) if turn else x.code
            return result
        if x.value == 2:
            return self._shifted_left(WORD(1), y.code)
        self.fail_if(self.test("<", y.code, 0))
        base, left, result = self.variable(x.code), self.variable(y.code), self.variable(WORD(1))
        with self.looped(lambda: self.test(">", self.get(left), 0)):
            with self.when(self.build.trunc(self.get(left), BIT)):
                self.put_in(result, self.checked("*", self.get(result), self.get(base)))
            self.put_in(left, self.build.ashr(self.get(left), WORD(1)))
            with self.when(self.test(">", self.get(left), 0)):
                self.put_in(base, self.checked("*", self.get(base), self.get(base)))
        return self.get(result)

    def negated(self, x: Number) -> Number:
        """Return ``-x``."""
        return self.binary("-", exactly(0), x)

    def inverted(self, x: Number) -> Number:
        """Return ``~x``."""
        return self.binary("^", x, exactly(-1))

    def absolute(self, x: Number) -> Number:
        """Return ``abs(x)``."""
        x = self.integer(x)
        self.fail_if(self._is(x.code, SMALLEST))
        return Number(self._magnitude(x.code))

    def _magnitude(self, x: Code) -> Code:
        return self.build.select(self.test("<", x, 0), self.build.neg(x), x)

    def bits_of(self, name: str, x: Number) -> Number:
        """Return ``x.bit_length()`` or ``x.bit_count()``."""
        size = self._magnitude(self.word(x))
        if name == "bit_count":
            return Number(self.build.ctpop(size))
        return Number(self.build.sub(WORD(64), self.build.ctlz(size, BIT(0))))

    def extreme(self, name: str, several: list[Number]) -> Number:
        """Return the least or the greatest of some numbers."""
        values = [x.value for x in several if x.value is not None]
        if len(values) == len(several):
            return exactly(min(values) if name == "min" else max(values))
        best, *others = (self.word(x) for x in several)
        for each in others:
            best = self.least(best, each) if name == "min" else self.greatest(best, each)
        return Number(best)


# -- rows, and grids of rows -------------------------------------------------------------------------------------------


_MOST = 2**20
"""Items of a repeated row."""
_WRITTEN_OUT = 8
"""Items are compared or copied one by one, without a loop, where they are no more than this."""


class Rows(Arithmetic):
    """Operations on rows."""

    def require_row(self, value: Value) -> Row:
        """Return a value that must be a tuple of integers."""
        if isinstance(value, Number):
            raise self.refuse("a number stands where a tuple is wanted")
        if isinstance(value, Grid):
            raise self.refuse("a tuple of tuples stands where a tuple of numbers is wanted")
        return value

    def require_number(self, value: Value) -> Number:
        """Return a value that must be an integer."""
        if not isinstance(value, Number):
            raise self.refuse("a tuple stands where a number is wanted")
        return value

    def length(self, value: Value) -> Number:
        """Return ``len(value)``."""
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
                    total = self.total(total, self.length(part))
                return total
            case Number():
                return self.length(self.require_row(value))

    def total(self, x: Number, y: Number) -> Number:
        """Return the sum of two lengths, which cannot overflow."""
        if x.value is not None and y.value is not None:
            return exactly(x.value + y.value)
        return Number(self.build.add(x.code, y.code, flags=["nsw"]))

    def _product(self, x: Number, y: Number) -> Number:
        """Return the product of two lengths, which cannot overflow."""
        if x.value is not None and y.value is not None:
            return exactly(x.value * y.value)
        return Number(self.build.mul(x.code, y.code, flags=["nsw"]))

    # -- items and slices ----------------------------------------------------------------------------------------------

    def item(self, view: View, index: Code) -> Number:
        """Return a cell that surely exists."""
        if view.backwards:
            index = self.build.sub(self.build.sub(view.length.code, WORD(1)), index)
        return Number(self.load(view.place, index))

    def position(self, index: Number, length: Number) -> Number:
        """Return an index as Python has it, from 0: negative ones count from the end, beyond the ends it gives up."""
        at, size = index.value, length.value
        if at is not None and size is not None:
            return exactly(at % size) if -size <= at < size else self.failed()
        if at is not None and at >= 0:
            place = index.code
        else:
            from_end = self.build.add(index.code, length.code)
            place = from_end if at is not None else self.build.select(self._negative(index.code), from_end, index.code)
        self.fail_if(self.build.icmp_unsigned(">=", place, length.code))
        return Number(place, at if at is not None and at >= 0 else None)

    def _negative(self, x: Code) -> Code:
        return self.test("<", x, 0)

    def bound(self, index: Number, length: Number) -> Number:
        """Return the end of a slice as Python has it, between 0 and the length."""
        at, size = index.value, length.value
        if at is not None and size is not None:
            return exactly(slice(at).indices(size)[1])
        inside = self.least(index.code, length.code)
        from_end = self.greatest(WORD(0), self.build.add(index.code, length.code))
        return Number(self.build.select(self._negative(index.code), from_end, inside))

    def cut(self, view: View, low: Number | None, high: Number | None) -> View:
        """Return a slice, whose ends lie between 0 and the length."""
        start, stop = low or exactly(0), high or view.length
        if start.value == 0:
            length = stop
        elif start.value is not None and stop.value is not None:
            length = exactly(max(0, stop.value - start.value))
        else:
            length = Number(self.greatest(WORD(0), self.build.sub(stop.code, start.code)))
        by = start.code if start.value is None else start.value
        return View(self.past(view.place, by), length, short=view.short)

    # -- copies --------------------------------------------------------------------------------------------------------

    def write(self, value: Row, place: Place) -> None:
        """Copy a row to a place; room is the caller's care."""
        match value:
            case Items():
                for i, x in enumerate(value.items):
                    self.put(place, self.word(x), i)
            case View() | Fill():
                self._copy(value, place)
            case Chain():
                for part in value.parts:
                    self.write(part, place)
                    size = self.length(part)
                    place = self.past(place, size.code if size.value is None else size.value)

    def _copy(self, value: View | Fill, place: Place) -> None:
        def one(index: Code) -> None:
            self.put(place, self.word(value.item if isinstance(value, Fill) else self.item(value, index)), index)

        if value.length.value is not None and value.length.value <= _WRITTEN_OUT:
            for i in range(value.length.value):
                one(WORD(i))
            return
        with self.counted(value.length.code) as (index, _after):
            one(index)

    def held(self, value: Row, place: Place | None = None) -> View:
        """Return a row copied to scratch space, in which none of it lies."""
        size = self.length(value)
        if not (isinstance(value, View) and value.short):
            self.require_short(size)
        place = place or self.region()
        if size.value is None or size.value <= self.module.capacity:
            self.write(value, place)
        return View(place, size, short=True)

    def require_short(self, size: Number) -> None:
        """Give up where a length is more than scratch space has room for."""
        self.fail_if(self.test(">", size.code, WORD(self.module.capacity)))

    def view(self, value: Value) -> View:
        """Return any row as a place with a length."""
        value = self.require_row(value)
        if isinstance(value, View):
            return value
        if isinstance(value, Items):
            known = [x.value for x in value.items if x.value is not None]
            if len(known) == len(value.items):
                return self.constant_view(tuple(known))
        return self.held(value)

    def forwards(self, view: View) -> View:
        """Return a row whose items follow one another in memory."""
        return self.held(view) if view.backwards else view

    def constant_view(self, row: tuple[int, ...]) -> View:
        """Return a row of known integers."""
        at, ends = self.module.constant(row or (0,)), None
        if self.module.checked:
            ends = at, self.build.gep(at, [WORD(len(row or (0,)))], source_etype=WORD)
        return View(Place(at, None, ends), exactly(len(row)))

    def chain(self, *rows: Row) -> Row:
        """Return rows one after another."""
        parts: list[View | Items | Fill] = []
        for part in (p for row in rows for p in (row.parts if isinstance(row, Chain) else (row,))):
            if isinstance(part, Items) and parts and isinstance(parts[-1], Items):
                parts[-1] = Items(parts[-1].items + part.items)
            elif part != Items(()):
                parts.append(part)
        return parts[0] if len(parts) == 1 else Chain(tuple(parts)) if parts else Items(())

    def repeated(self, row: Row, by: Number) -> Row:
        """Return ``row * times``."""
        by = self.integer(by)
        if by.value is not None and isinstance(row, Items) and len(row.items) * by.value <= _WRITTEN_OUT:
            return Items(row.items * max(0, by.value))
        if by.value is not None and by.value > _MOST:
            by = self.failed()
        times = exactly(max(0, by.value)) if by.value is not None else Number(self.greatest(WORD(0), by.code))
        if isinstance(row, Items) and len(row.items) == 1:
            if times.value is None:
                self.fail_if(self.test(">", times.code, _MOST))
            return Fill(self.integer(row.items[0]), times)
        once, place = self.held(row), self.region()
        turns = self.build.select(self.test("==", once.length.code, 0), WORD(0), times.code)
        self.require_short(Number(turns))
        size = self._product(once.length, Number(turns))
        self.require_short(size)
        with self.counted(turns) as (turn, _after):
            self.write(once, self.past(place, self._product(Number(turn), once.length).code))
        return View(place, size, short=True)

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def same(self, x: Row, y: Row) -> Number:
        """Return whether two rows are equal."""
        if isinstance(y, Items) and not isinstance(x, Items):
            x, y = y, x
        if isinstance(x, Items) and len(x.items) <= _WRITTEN_OUT and isinstance(y, Items | View):
            return self._same_items(x.items, y)
        one, two = self.view(x), self.view(y)
        return self._all_same(self._is_same_length(one, two), one, two)

    def _is_same_length(self, one: View, two: View) -> Code:
        return self.test("==", one.length.code, two.length.code)

    def _all_same(self, long: Code, one: View, two: View) -> Number:
        result = self.variable(long, BIT)
        with self.when(long), self.counted(one.length.code) as (j, after):
            differs = self.test("!=", self.item(one, j).code, self.item(two, j).code)
            with self.when(differs):
                self.settled(result, BIT(0), after)
        return Number(self.get(result, BIT), truth=True)

    def _same_items(self, items: tuple[Number, ...], other: Items | View) -> Number:
        size = self.length(other)
        if size.value is not None and size.value != len(items):
            return truth(False)

        def each() -> Code:
            result: Code = BIT(1)
            for i, x in enumerate(items):
                y = other.items[i] if isinstance(other, Items) else self.item(other, WORD(i))
                result = self.build.and_(result, self.test("==", self.word(x), self.word(y)))
            return result

        if size.value is not None:
            return Number(each(), truth=True) if items else truth(True)
        long = self.test("==", size.code, WORD(len(items)))
        return Number(self.chosen(long, each, lambda: BIT(0), BIT), truth=True)

    def order(self, x: Row, y: Row) -> Code:
        """Return a number below, at or above 0 as two rows compare, item by item."""
        one, two = self.view(x), self.view(y)
        result = self.variable(self.build.sub(one.length.code, two.length.code))
        with self.counted(self.least(one.length.code, two.length.code)) as (j, after):
            a, b = self.item(one, j).code, self.item(two, j).code
            with self.when(self.test("!=", a, b)):
                self.settled(result, self.build.select(self.test("<", a, b), WORD(-1), WORD(1)), after)
        return self.get(result)

    def found(self, whole: Row | Grid, item: Number | Row, hit: Callable[[Code, Code], None]) -> None:
        """Write a loop that does something where an item is equal, given its place and the block after the loop."""
        if isinstance(whole, Grid) == isinstance(item, Number):
            return
        view = None if isinstance(whole, Grid) else self.view(whole)
        with self.counted((self.length(whole) if view is None else view.length).code) as (j, after):
            if view is not None:
                assert isinstance(item, Number)
                test = self.test("==", self.item(view, j).code, self.word(item))
            else:
                assert isinstance(whole, Grid) and not isinstance(item, Number)
                test = self.same(self.grid_row(whole, Number(j)), item).code
            with self.when(test):
                hit(j, after)

    def contains(self, item: Number | Row, whole: Row | Grid) -> Number:
        """Return ``item in whole``."""
        if isinstance(item, Number) and isinstance(whole, Items) and len(whole.items) <= _WRITTEN_OUT:
            told: Code = BIT(0)
            for x in whole.items:
                told = self.build.or_(told, self.test("==", self.word(item), self.word(x)))
            return Number(told, truth=True) if whole.items else truth(False)
        result = self.variable(BIT(0), BIT)
        self.found(whole, item, lambda _at, after: self.settled(result, BIT(1), after))
        return Number(self.get(result, BIT), truth=True)

    def count(self, whole: Row | Grid, item: Number | Row) -> Number:
        """Return ``whole.count(item)``."""
        result = self.variable(WORD(0))
        self.found(whole, item, lambda _at, _after: self.put_in(result, self.build.add(self.get(result), WORD(1))))
        return Number(self.get(result))

    def index(self, whole: Row | Grid, item: Number | Row) -> Number:
        """Return ``whole.index(item)``."""
        result = self.variable(WORD(-1))
        self.found(whole, item, lambda at, after: self.settled(result, at, after))
        self.fail_if(self._negative(self.get(result)))
        return Number(self.get(result))

    def ordered(self, row: Row) -> Row:
        """Return ``sorted(row)``."""
        if isinstance(row, Items) and len(row.items) <= 2:
            both = list(row.items)
            return Items((self.extreme("min", both), self.extreme("max", both))) if len(both) == 2 else row
        view = self.held(row)
        hole = self.variable()
        with self.counted(view.length.code, 1) as (i, _after):
            x = self.load(view.place, i)
            self.put_in(hole, i)
            with self.looped(lambda: self.test(">", self.get(hole), 0)) as rest:
                before = self.build.sub(self.get(hole), WORD(1))
                other = self.load(view.place, before)
                self.go_if(self.test("<=", other, x), rest)
                self.put(view.place, other, self.get(hole))
                self.put_in(hole, before)
            self.put(view.place, x, self.get(hole))
        return view

    def least_row(self, rows: list[Row], sign: str) -> View:
        """Return the least (``<``) or greatest of several rows."""
        best, *others = (self.held(row) for row in rows)
        for view in others:
            better = self.test(sign, self.order(view, best), 0)
            best = self.one_of_views(better, view, best)
        return best

    def one_of_views(self, test: Code, one: View, two: View) -> View:
        """Return one of two rows, both of which are in memory, forwards."""
        at = self.build.select(test, one.place.at, two.place.at)
        ends = one.place.ends
        if one.place.ends and two.place.ends:
            low, high = (self.build.select(test, x, y) for x, y in zip(one.place.ends, two.place.ends, strict=True))
            ends = low, high
        home = None if one.place.home is None and two.place.home is None else SOMEWHERE
        length = Number(self.build.select(test, one.length.code, two.length.code))
        return View(Place(at, home, ends), length, short=one.short and two.short)

    # -- grids ---------------------------------------------------------------------------------------------------------

    def grid_row(self, grid: Grid, index: Number) -> View:
        """Return a row of a grid that surely exists."""
        by = self._product(index, grid.columns)
        return View(self.past(grid.place, by.code if by.value is None else by.value), grid.columns)

    def constant_grid(self, rows: tuple[tuple[int, ...], ...]) -> Grid:
        """Return a tuple of known rows."""
        if len({len(row) for row in rows}) != 1:
            raise self.refuse("the rows of a tuple of tuples are not equally long")
        cells = self.constant_view(tuple(x for row in rows for x in row))
        return Grid(cells.place, exactly(len(rows)), exactly(len(rows[0])))

    def made_grid(self, rows: list[Row]) -> Grid:
        """Return a tuple of computed rows."""
        place, columns = self.region(), self.length(rows[0])
        self.fail_if(self.test(">", columns.code, WORD(self.module.capacity // len(rows))))
        for i, row in enumerate(rows):
            self.fail_if(self.test("!=", self.length(row).code, columns.code))
            self.write(row, self.past(place, self._product(exactly(i), columns).code))
        return Grid(place, exactly(len(rows)), columns)

    def held_grid(self, grid: Grid, place: Place) -> Grid:
        """Return a grid copied to scratch space, in which none of it lies."""
        self.require_short(grid.columns)
        rows = self.build.select(self.test("==", grid.columns.code, 0), WORD(0), grid.rows.code)
        self.require_short(Number(rows))
        size = self.build.mul(rows, grid.columns.code)
        self.require_short(Number(size))
        self.copied(grid.place, place, size)
        return Grid(place, grid.rows, grid.columns)
