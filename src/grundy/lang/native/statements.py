"""The statements of a rule as text: assignments, choices, loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from grundy.errors import Sentence
from grundy.lang import ir
from grundy.lang.native.folds import Folds
from grundy.lang.native.lowering import Loop
from grundy.lang.native.writer import Chain, Grid, Items, Module, Number, Row, Value, View, as_integer, plus


class Statements(Folds):
    """The lowering of statements; what yield and return mean is for the kind of function to say."""

    def __init__(self, module: Module, unfit: tuple[str, ...], function: ir.Function) -> None:
        super().__init__(module, unfit, function)
        self._statements: dict[type, Callable[[Any], None]] = {k: getattr(self, f"_{k.TAG}") for k in ir.STATEMENTS}

    def on_yield(self, node: ir.Expr) -> None:
        """Write ``yield node`` outside all folds."""
        self.value(node)
        self.fail()

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        raise NotImplementedError

    def begin(self, given: list[Value]) -> None:
        """Give the arguments their slots, those that are changed as variables, and write the body."""
        for slot, value in enumerate(given):
            self.give_argument(slot, value)
        self.block(self.function.body)

    def give_argument(self, slot: int, value: Value) -> None:
        """Give an argument its slot; to be given a value counts where it is given others too."""
        self.sure.add(slot)
        if self.facts.stores[slot]:
            self.facts.stores[slot] += 1
            self.store(slot, value)
        else:
            self.env[slot] = value

    def block(self, body: ir.Body) -> None:
        """Write statements up to where none is reached."""
        for each in body:
            if not self.reachable:
                return
            self.line = each.line or self.line
            with self.statement():
                self._statements[type(each)](each)

    def fail(self) -> None:
        """Give up; what follows is not reached."""
        self.emit(*self.unfit)
        self.may_fail = True
        self.reachable = False

    # -- assignments ---------------------------------------------------------------------------------------------------

    def _assign(self, node: ir.Assign) -> None:
        self.store(node.slot, self.value(node.value))
        self.sure.add(node.slot)

    def store(self, slot: int, value: Value) -> None:
        """Give a slot a value."""
        before = self.env.get(slot)
        if before is not None and _kind(before) != _kind(value):
            raise self.refuse(Sentence("a variable is a number and then a tuple"))
        once = self.facts.stores[slot] == 1
        if isinstance(value, Number):
            value = as_integer(value)
            self.emit(f"v{slot} = {value.text}")
            self.env[slot] = Number(f"v{slot}", natural=once and value.natural)
        elif isinstance(value, Grid):
            self._store_grid(slot, value, once)
        elif not (once and self._kept_apart(slot, value)) and not self._appended(slot, value):
            self._store_row(slot, value)

    def _kept_apart(self, slot: int, value: Row) -> bool:
        """A slot that is given a value at one place need not be a copy of what surely never changes."""
        if isinstance(value, Items) and slot in self.facts.apart:
            names = [f"v{slot}_{i}" for i in range(len(value.items))]
            numbers = [as_integer(x) for x in value.items]
            self.emit(*(f"{name} = {x.text}" for name, x in zip(names, numbers, strict=True)))
            known = [replace(x, text=name) if x.value is None else x for name, x in zip(names, numbers, strict=True)]
            self.env[slot] = Items(tuple(known))
            return True
        if isinstance(value, Items) and value.items and all(x.value is not None for x in value.items):
            value = self.view(value)
        if not isinstance(value, View) or value.array == "out" or value.backwards:
            return False
        start, length = self._lasting(f"s{slot}", value.start), self._lasting(f"n{slot}", value.length.text)
        self.env[slot] = replace(value, start=start, length=replace(value.length, text=length), slot=slot)
        return True

    def _lasting(self, name: str, text: str) -> str:
        """Return a literal as it is, what else is said as a variable."""
        if text.isdigit():
            return text
        self.emit(f"{name} = {text}")
        return name

    def _store_row(self, slot: int, value: Row) -> None:
        found = self.env.get(slot)
        region = found.start if isinstance(found, View) else self.lasting_region()
        parts = value.parts if isinstance(value, Chain) else (value,)
        if any(isinstance(part, View) and _may_lie_in(part, region) for part in parts):
            value = self.held(value)
        view = self.held(value, region)
        self.emit(f"n{slot} = {view.length.text}")
        self.env[slot] = View("out", region, Number(f"n{slot}", natural=True), slot=slot, short=True)

    def _appended(self, slot: int, value: Row) -> bool:
        """``b = b + ...`` is written at the end of what is there."""
        found = self.env.get(slot)
        if not (isinstance(value, Chain) and isinstance(found, View) and value.parts[0] == found):
            return False
        more = self.numbers_first(self.chain(*value.parts[1:]))
        size, added = f"n{slot}", self.atom(self.length(more))
        capacity = self.module.capacity
        if added.value is not None:
            self.fail_if(f"{size} > {capacity - added.value}")
        else:
            self.fail_if(f"{added.text} > {capacity} - {size}")
        added = self.pinned(added)
        self.write(more, plus(found.start, size))
        self.emit(f"{size} = {size} + {added.text}")
        return True

    def _store_grid(self, slot: int, value: Grid, once: bool) -> None:
        found = self.env.get(slot)
        if once and value.array != "out":
            start = self._lasting(f"s{slot}", value.start)
            rows, columns = self._lasting(f"r{slot}", value.rows.text), self._lasting(f"c{slot}", value.columns.text)
            sizes = replace(value.rows, text=rows), replace(value.columns, text=columns)
            self.env[slot] = Grid(value.array, start, *sizes)
            return
        region = found.start if isinstance(found, Grid) else self.lasting_region()
        grid = self.held_grid(value, region) if value.start != region else value
        self.emit(f"r{slot}, c{slot} = {grid.rows.text}, {grid.columns.text}")
        self.env[slot] = Grid("out", region, Number(f"r{slot}", natural=True), Number(f"c{slot}", natural=True))

    def _put(self, node: ir.Put) -> None:
        found = self.env.get(node.slot)
        if node.slot not in self.sure or found is None:
            raise self.refuse(Sentence("a variable may have no value here"))
        value, index = self.value(node.value), as_integer(self.number(node.index))
        if isinstance(found, View) and isinstance(value, Number):
            item = self.atom(value)
            place = index if self.fits_in(ir.Local(node.slot), node.index) else self.position(index, found.length)
            self.emit(f"out[{plus(found.start, place.text)}] = {item.text}")
        elif isinstance(found, Grid) and not isinstance(value, Number | Grid):
            row = self.held(value)
            place = self.position(index, found.rows)
            self.fail_if(f"{row.length.text} != {found.columns.text}")
            self.write(row, self.grid_row(found, self.atom(place).text).start)
        else:
            raise self.refuse(Sentence("an item is put into a tuple of other items"))

    # -- choices and loops ---------------------------------------------------------------------------------------------

    def _if(self, node: ir.If) -> None:
        test = self.truth(node.test)
        if test.value is not None:
            self.block(node.then if test.value else node.other)
            return
        before = set(self.sure)
        with self.indented(f"if {test.text}:"):
            self.block(node.then)
        after, first = self.sure, self.reachable
        self.sure, self.reachable = before, True
        with self.captured() as inside:
            self.block(node.other)
        if inside:
            self.emit("else:")
            self.place(inside)
        if first:
            self.sure = self.sure & after if self.reachable else after
        self.reachable = first or self.reachable

    def _while(self, node: ir.While) -> None:
        before, loop = set(self.sure), Loop()
        with self.captured() as inside:
            test = self.truth(node.test)
        forever = test.value is not None and test.value != 0
        with self.indented("while True:" if inside or forever else f"while {test.text}:"):
            self.lines.extend(inside)
            if inside and not forever:
                with self.indented(f"if not {test.text}:"):
                    self.emit("break")
            self._turn(node.body, loop)
        self.reachable = bool(loop.breaks) or not forever
        self.sure = set.intersection(*loop.breaks) if forever and loop.breaks else before
        self._leave(node)

    def _turn(self, body: ir.Body, loop: Loop) -> None:
        self.loops.append(loop)
        self.block(body)
        self.loops.pop()

    def _leave(self, node: ir.For | ir.While) -> None:
        """After a loop in which a fold may have ended: leave the loop around it too."""
        if self.stop and self.loops and self.reachable and _yields(node):
            with self.indented(f"if {self.stop}:"):
                self.emit("break")
            self.loops[-1].breaks.append(set(self.sure))

    def _for(self, node: ir.For) -> None:
        before = set(self.sure)
        head, natural = self._head(node)
        changed = ir.stored(node.body)
        counter = self.temp() if node.slot in changed else f"v{node.slot}"
        if isinstance(self.env.get(node.slot), View | Grid | Items):
            raise self.refuse(Sentence("a variable is a number and then a tuple"))
        self.env[node.slot] = Number(f"v{node.slot}", natural=natural and node.slot not in changed)
        outer = self.indices
        self.indices = {k: v for k, v in outer.items() if k != node.slot}
        self.indices[node.slot] = self._indexed(node, changed)
        with self.indented(f"for {counter} in {head}:"):
            if counter != f"v{node.slot}":
                self.emit(f"v{node.slot} = {counter}")
            self.sure.add(node.slot)
            self._turn(node.body, Loop())
        self.env[node.slot] = Number(f"v{node.slot}")
        self.sure, self.reachable, self.indices = before, True, outer
        self._leave(node)

    def _indexed(self, node: ir.For, changed: set[int]) -> set[int]:
        """The slots of whose rows the numbers of a loop are indices: rows and numbers that the body leaves alone."""
        match node:
            case ir.For(start=ir.Known(int(start)), stop=ir.Apply("min", several), step=ir.Known(int(step))):
                lengths = several
            case ir.For(start=ir.Known(int(start)), stop=ir.Apply("len") as length, step=ir.Known(int(step))):
                lengths = (length,)
            case _:
                return set()
        if start < 0 or step <= 0 or node.slot in changed:
            return set()
        wholes = [each.args[0] for each in lengths if isinstance(each, ir.Apply) and each.name == "len"]
        return {whole.slot for whole in wholes if isinstance(whole, ir.Local)} - changed - {node.slot}

    def _head(self, node: ir.For) -> tuple[str, bool]:
        """The text of a range whose length fits in 64 bits, and whether none of its numbers is negative."""
        start, stop, step = (as_integer(self.number(each)) for each in (node.start, node.stop, node.step))
        if step.value is None:
            return self._any_step(self.atom(start), self.atom(stop), self.atom(step)), False
        if step.value == 0:
            self.failed()
            return "range(0)", False
        least = start.natural if step.value > 0 else stop.natural or stop.value == -1
        return self._range(start, stop, step, step.value), least

    def _range(self, start: Number, stop: Number, step: Number, by: int) -> str:
        if by > 0 and start.value == 0:
            said = "" if by == 1 else f", {step.text}"
            return f"range({'0, ' if said else ''}{stop.text}{said})"
        down = by < 0
        start, stop = self.atom(start), self.atom(stop)
        if start.value is None or stop.value is None or abs(start.value - stop.value) > 2**62:
            capped = self.pinned(Number(f"{'min' if down else 'max'}({stop.text}, {start.text})"))
            if start.value is None or down or start.value < 0:
                self.fail_if(f"sub_overflows({capped.text}, {start.text})")
            stop = capped
        return f"range({start.text}, {stop.text}{'' if by == 1 else f', {step.text}'})"

    def _any_step(self, start: Number, stop: Number, step: Number) -> str:
        self.fail_if(f"{step.text} == 0")
        capped, ends = self.temp(), (stop.text, start.text)
        self.emit(f"{capped} = max({ends[0]}, {ends[1]}) if {step.text} > 0 else min({ends[0]}, {ends[1]})")
        self.fail_if(f"sub_overflows({capped}, {start.text}) or {capped} - {start.text} == -{2**63 - 1} - 1")
        return f"range({start.text}, {capped}, {step.text})"

    def _break(self, node: ir.Break) -> None:
        self._require_loop()
        self.loops[-1].breaks.append(set(self.sure))
        self.emit("break")
        self.reachable = False

    def _continue(self, node: ir.Continue) -> None:
        self._require_loop()
        self.emit("continue")
        self.reachable = False

    def _require_loop(self) -> None:
        if not self.loops:
            raise self.refuse(Sentence("a loop is left where there is none"))

    def _return(self, node: ir.Return) -> None:
        if self.give is not None:
            raise self.refuse(Sentence("a function is left in the middle of an expression"))
        self.on_return(node.value)
        self.reachable = False

    def _yield(self, node: ir.Yield) -> None:
        (self.give or self.on_yield)(node.value)

    def _fail(self, node: ir.Fail) -> None:
        self.fail()

    # -- folds ---------------------------------------------------------------------------------------------------------

    def over(self, node: ir.Fold, give: Callable[[ir.Expr], None], stop: str = "") -> None:
        """Write the block of a fold. One that stops early, not only in a loop at its end, is a loop of one turn."""
        outer = self.give, self.stop, self.loops, self.sure, self.reachable
        self.give, self.stop, self.loops, self.sure = give, stop, [], set(self.sure)
        if stop and not _stops_in_last_loop(node.body):
            with self.indented("while True:"):
                self._turn(node.body, Loop())
                if self.reachable:
                    self.emit("break")
        else:
            self.block(node.body)
        self.give, self.stop, self.loops, self.sure, self.reachable = outer


def _kind(value: Value) -> str:
    return "number" if isinstance(value, Number) else "grid" if isinstance(value, Grid) else "row"


def _may_lie_in(view: View, region: str) -> bool:
    """Whether cells of a view may be cells of a region: they may, unless they begin where another region does."""
    other = view.start[:1] == "b" and view.start[1:].isdigit() and view.start != region
    return view.array == "out" and not other


def _yields(node: ir.Stmt) -> bool:
    return any(isinstance(each, ir.Yield) for each in ir.statements((node,)))


def _stops_in_last_loop(body: ir.Body) -> bool:
    return isinstance(body[-1], ir.For | ir.While) and not any(map(_yields, body[:-1])) if body else True
