"""Rows in the text of a rule: what is cut, put together, copied, compared and sorted, and grids of rows."""

from __future__ import annotations

from grundy.errors import Sentence
from grundy.lang.native.arithmetic import Arithmetic
from grundy.lang.native.writer import FAR, Chain, Fill, Grid, Items, Number, Row, Value, View, as_integer, exactly, plus

_MOST = 2**20
"""Items of a repeated row."""
_WRITTEN_OUT = 8
"""Items are compared one by one, without a loop, where they are no more than this."""


class Rows(Arithmetic):
    """Operations on rows."""

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
                    total = self._total(total, self.length(part))
                return total
            case Number():
                raise self.refuse(Sentence("a number stands where a tuple is wanted"))

    def _total(self, x: Number, y: Number) -> Number:
        """Return the sum of two lengths, which cannot overflow."""
        if x.value is not None and y.value is not None:
            return exactly(x.value + y.value)
        return self.brief(Number(plus(x.text, y.text), natural=True))

    # -- items and slices ----------------------------------------------------------------------------------------------

    def item(self, view: View, index: str) -> Number:
        """Return a cell that surely exists."""
        at = index if not view.backwards else f"({view.length.text} - 1 - {index})"
        return Number(f"{view.array}[{plus(view.start, at)}]")

    def position(self, index: Number, length: Number) -> Number:
        """Return an index as Python has it, from 0: negative ones count from the end, beyond the ends it gives up."""
        at, size = index.value, length.value
        if at is not None and size is not None:
            return exactly(at % size) if -size <= at < size else self.failed()
        if at is not None:
            if not -FAR <= at <= FAR:
                return self.failed()
            length = self.atom(length)
            self.fail_if(f"{length.text} <= {at if at >= 0 else -at - 1}")
            return index if at >= 0 else Number(f"({length.text} - {-at})")
        index, length, name = self.atom(index), self.atom(length), self.temp()
        if index.natural:
            self.fail_if(f"{index.text} >= {length.text}")
            return index
        self.emit(f"{name} = {index.text} + {length.text} if {index.text} < 0 else {index.text}")
        self.fail_if(f"{name} < 0 or {name} >= {length.text}")
        return Number(name, natural=True)

    def bound(self, index: Number, length: Number) -> Number:
        """Return the end of a slice as Python has it, between 0 and the length (an atom)."""
        at, size, name = index.value, length.value, self.temp()
        if at is not None and size is not None:
            return exactly(slice(at).indices(size)[1])
        if at == 0:
            return index
        if at is not None:
            beyond = -at if at >= -FAR else FAR
            self.emit(f"{name} = " + (f"min({at}, {length.text})" if at > 0 else f"max(0, {length.text} - {beyond})"))
            return Number(name, natural=True)
        text = self.atom(index).text
        inside = f"min({text}, {length.text})"
        self.emit(
            f"{name} = " + (inside if index.natural else f"max(0, {text} + {length.text}) if {text} < 0 else {inside}")
        )
        return Number(name, natural=True)

    def cut(self, view: View, low: Number | None, high: Number | None) -> View:
        """Return a slice, whose ends lie between 0 and the length."""
        start, stop = low or exactly(0), high or self.atom(view.length)
        if start.value == 0:
            length = stop
        elif start.value is not None and stop.value is not None:
            length = exactly(max(0, stop.value - start.value))
        else:
            length = self.pinned(Number(f"max(0, {stop.text} - {start.text})", natural=True))
        return View(view.array, plus(view.start, start.text), length, short=view.short)

    # -- copies --------------------------------------------------------------------------------------------------------

    def write(self, value: Row, start: str) -> None:
        """Copy a row to ``out``, from ``start`` on; room is the caller's care."""
        match value:
            case Items():
                for i, x in enumerate(value.items):
                    self.emit(f"out[{plus(start, str(i))}] = {as_integer(x).text}")
            case View() | Fill():
                j = self.temp()
                item = value.item if isinstance(value, Fill) else self.item(value, j)
                with self.indented(f"for {j} in range({value.length.text}):"):
                    self.emit(f"out[{plus(start, j)}] = {item.text}")
            case Chain():
                at = start
                for part in value.parts:
                    self.write(part, at)
                    at = self.brief(Number(plus(at, self.length(part).text))).text

    def _is_short(self, value: Row, size: Number) -> bool:
        """Whether a row surely fits in scratch space."""
        if size.value is not None:
            return size.value <= self.module.capacity
        return isinstance(value, View) and value.short

    def numbers_first(self, value: Row) -> Row:
        """Read numbers that may lie in scratch space before anything is written there."""
        match value:
            case Items():
                return Items(tuple(self.atom(x) for x in value.items))
            case Fill():
                return Fill(self.atom(value.item), self.atom(value.length))
            case Chain():
                parts = [self.numbers_first(part) for part in value.parts]
                return Chain(tuple(part for part in parts if not isinstance(part, Chain)))
            case View():
                return value

    def held(self, value: Row, region: str = "") -> View:
        """Return a row copied to scratch space, in which none of it lies."""
        size = self.atom(self.length(value))
        if not self._is_short(value, size):
            self.fail_if(f"{size.text} > {self.module.capacity}")
        region = region or self.region()
        value = self.numbers_first(value)
        self.write(value, region)
        return View("out", region, size, short=True)

    def view(self, value: Value) -> View:
        """Return any row as an array with start and length."""
        if isinstance(value, View):
            return value
        if isinstance(value, Number):
            raise self.refuse(Sentence("a number stands where a tuple is wanted"))
        if isinstance(value, Grid):
            raise self.refuse(Sentence("a tuple of tuples stands where a tuple of numbers is wanted"))
        if isinstance(value, Items):
            known = [x.value for x in value.items if x.value is not None]
            if len(known) == len(value.items):
                return self.constant_view(tuple(known))
        return self.held(value)

    def forwards(self, view: View) -> View:
        """Return a row whose items follow one another in the array."""
        return self.held(view) if view.backwards else view

    def constant_view(self, row: tuple[int, ...]) -> View:
        """Return a row of known integers."""
        return View(self.module.constant(row or (0,)), "0", exactly(len(row)))

    def chain(self, *rows: Row) -> Row:
        """Return rows one after another."""
        parts: list[View | Items | Fill] = []
        for part in (p for row in rows for p in (row.parts if isinstance(row, Chain) else (row,))):
            if isinstance(part, Items) and parts and isinstance(parts[-1], Items):
                parts[-1] = Items(parts[-1].items + part.items)
            elif part != Items(()):
                parts.append(part)
        return parts[0] if len(parts) == 1 else Chain(tuple(parts)) if parts else Items(())

    def repeated(self, row: Row, times: Number) -> Row:
        """Return ``row * times``."""
        if times.value is not None and isinstance(row, Items) and len(row.items) * times.value <= _WRITTEN_OUT:
            return Items(tuple(self.atom(x) for x in row.items) * max(0, times.value))
        if times.value is None:
            times = self.pinned(Number(f"max(0, {as_integer(times).text})", natural=True))
        elif times.value > _MOST:
            times = self.failed()
        times = exactly(max(0, times.value)) if times.value is not None else times
        if isinstance(row, Items) and len(row.items) == 1:
            if times.value is None:
                self.fail_if(f"{times.text} > {_MOST}")
            return Fill(self.atom(row.items[0]), times)
        once, region, turn, size = self.held(row), self.region(), self.temp(), self.temp()
        capacity, length = self.module.capacity, once.length.text
        self.fail_if(f"{length} > 0 and {times.text} > {capacity} // max(1, {length})")
        self.emit(f"{size} = {length} * {times.text} if {length} > 0 else 0")
        with self.indented(f"for {turn} in range({times.text} if {length} > 0 else 0):"):
            self.write(once, plus(region, f"({turn} * {length})"))
        return View("out", region, Number(size, natural=True), short=True)

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def same(self, x: Row, y: Row) -> Number:
        """Return whether two rows are equal."""
        if isinstance(y, Items) and not isinstance(x, Items):
            x, y = y, x
        if isinstance(x, Items) and len(x.items) <= _WRITTEN_OUT and isinstance(y, Items | View):
            return self._same_items(x.items, y)
        one, two, name, j = self.view(x), self.view(y), self.temp(), self.temp()
        self.emit(f"{name} = {one.length.text} == {two.length.text}")
        with (
            self.indented(f"if {name}:"),
            self.indented(f"for {j} in range({one.length.text}):"),
            self.indented(f"if {self.item(one, j).text} != {self.item(two, j).text}:"),
        ):
            self.emit(f"{name} = False", "break")
        return Number(name, truth=True)

    def _same_items(self, items: tuple[Number, ...], other: Items | View) -> Number:
        size, texts = self.length(other), [as_integer(x).text for x in items]
        if size.value is not None and size.value != len(items):
            return Number("False", 0, truth=True)
        others = other.items if isinstance(other, Items) else [self.item(other, str(i)) for i in range(len(items))]
        tests = [] if size.value is not None else [f"{size.text} == {len(items)}"]
        tests += [f"{x} == {as_integer(y).text}" for x, y in zip(texts, others, strict=True)]
        return Number(f"({' and '.join(tests)})", truth=True) if tests else Number("True", 1, truth=True)

    def order(self, x: Row, y: Row) -> str:
        """Return the name of a number below, at or above 0 as two rows compare, item by item."""
        one, two, name, j = self.view(x), self.view(y), self.temp(), self.temp()
        self.emit(f"{name} = 0")
        a, b = self.item(one, j).text, self.item(two, j).text
        with (
            self.indented(f"for {j} in range(min({one.length.text}, {two.length.text})):"),
            self.indented(f"if {a} != {b}:"),
        ):
            self.emit(f"{name} = -1 if {a} < {b} else 1", "break")
        with self.indented(f"if {name} == 0:"):
            self.emit(f"{name} = {one.length.text} - {two.length.text}")
        return name

    def found(self, whole: Row | Grid, item: Number | Row, hit: tuple[str, ...], j: str) -> None:
        """Write a loop over all items, ``j`` being the place, that does something (``hit``) where one is equal."""
        if isinstance(whole, Grid) == isinstance(item, Number):
            return
        view = self.view(whole) if not isinstance(whole, Grid) else None
        item = self.atom(item) if isinstance(item, Number) else self.numbers_first(item) if view is None else item
        with self.indented(f"for {j} in range({self.length(whole).text if view is None else view.length.text}):"):
            if view is not None and isinstance(item, Number):
                test = Number(f"{self.item(view, j).text} == {item.text}", truth=True)
            else:
                assert isinstance(whole, Grid) and not isinstance(item, Number)
                test = self.same(self.grid_row(whole, j), item)
            with self.indented(f"if {test.text}:"):
                self.emit(*hit)

    def contains(self, item: Number | Row, whole: Row | Grid) -> Number:
        """Return ``item in whole``."""
        if isinstance(item, Number) and isinstance(whole, Items) and len(whole.items) <= _WRITTEN_OUT:
            item = self.atom(item)
            tests = [f"{item.text} == {as_integer(x).text}" for x in whole.items]
            return Number(f"({' or '.join(tests)})", truth=True) if tests else Number("False", 0, truth=True)
        name = self.temp()
        self.emit(f"{name} = False")
        self.found(whole, item, (f"{name} = True", "break"), self.temp())
        return Number(name, truth=True)

    def count(self, whole: Row | Grid, item: Number | Row) -> Number:
        """Return ``whole.count(item)``."""
        name = self.temp()
        self.emit(f"{name} = 0")
        self.found(whole, item, (f"{name} = {name} + 1",), self.temp())
        return Number(name, natural=True)

    def index(self, whole: Row | Grid, item: Number | Row) -> Number:
        """Return ``whole.index(item)``."""
        name, j = self.temp(), self.temp()
        self.emit(f"{name} = -1")
        self.found(whole, item, (f"{name} = {j}", "break"), j)
        self.fail_if(f"{name} < 0")
        return Number(name, natural=True)

    def ordered(self, row: Row) -> Row:
        """Return ``sorted(row)``."""
        if isinstance(row, Items) and len(row.items) <= 2:
            both = [self.atom(x) for x in row.items]
            return Items((self.extreme("min", both), self.extreme("max", both))) if len(both) == 2 else row
        view = self.held(row)
        i, j, x = self.temp(), self.temp(), self.temp()
        with self.indented(f"for {i} in range(1, {view.length.text}):"):
            self.emit(f"{x} = out[{view.start} + {i}]", f"{j} = {i} - 1")
            with self.indented(f"while {j} >= 0 and out[{view.start} + {j}] > {x}:"):
                self.emit(f"out[{view.start} + {j} + 1] = out[{view.start} + {j}]", f"{j} = {j} - 1")
            self.emit(f"out[{view.start} + {j} + 1] = {x}")
        return view

    def least_row(self, rows: list[Row], sign: str) -> View:
        """Return the least (``<``) or greatest of several rows: the place and length of the best so far."""
        held = [self.held(row) for row in rows]
        start, size = self.temp(), self.temp()
        self.emit(f"{start} = {held[0].start}", f"{size} = {held[0].length.text}")
        best = View("out", start, Number(size, natural=True), short=True)
        for view in held[1:]:
            order = self.order(view, best)
            with self.indented(f"if {order} {sign} 0:"):
                self.emit(f"{start} = {view.start}", f"{size} = {view.length.text}")
        return best

    # -- grids ---------------------------------------------------------------------------------------------------------

    def grid_row(self, grid: Grid, index: str) -> View:
        """Return a row of a grid that surely exists."""
        if index.isdigit() and grid.columns.value is not None:
            at = str(int(index) * grid.columns.value)
        else:
            at = grid.columns.text if index == "1" else "0" if index == "0" else f"({index} * {grid.columns.text})"
        return View(grid.array, plus(grid.start, at), grid.columns)

    def constant_grid(self, rows: tuple[tuple[int, ...], ...]) -> Grid:
        """Return a tuple of known rows."""
        if len({len(row) for row in rows}) != 1:
            raise self.refuse(Sentence("the rows of a tuple of tuples are not equally long"))
        cells = self.constant_view(tuple(x for row in rows for x in row))
        return Grid(cells.array, "0", exactly(len(rows)), exactly(len(rows[0])))

    def made_grid(self, rows: list[Row]) -> Grid:
        """Return a tuple of computed rows."""
        region, columns = self.region(), self.atom(self.length(rows[0]))
        self.fail_if(f"{columns.text} > {self.module.capacity // len(rows)}")
        rows = [self.numbers_first(row) for row in rows]
        for i, row in enumerate(rows):
            size = self.length(row)
            if size.value is None or size != columns:
                self.fail_if(f"{size.text} != {columns.text}")
            self.write(row, plus(region, f"({i} * {columns.text})"))
        return Grid("out", region, exactly(len(rows)), columns)

    def held_grid(self, grid: Grid, region: str) -> Grid:
        """Return a grid copied to scratch space, in which none of it lies."""
        rows, columns, j = self.atom(grid.rows), self.atom(grid.columns), self.temp()
        self.fail_if(f"{columns.text} > 0 and {rows.text} > {self.module.capacity} // max(1, {columns.text})")
        with self.indented(f"for {j} in range({rows.text} * {columns.text}):"):
            self.emit(f"out[{plus(region, j)}] = {grid.array}[{plus(grid.start, j)}]")
        return Grid("out", region, rows, columns)
