"""Statements and calls of helpers in machine code: each helper is a function, once for each kind of arguments."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from llvmlite import ir as llvm

from grundy.language import ir
from grundy.language.native.code import (
    BIT,
    OUTSIDE,
    POINTER,
    SOMEWHERE,
    WORD,
    Chain,
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
)
from grundy.language.native.expressions import Expressions, Kept

# -- statements: assignments, choices, loops, and the folds that are made of them --------------------------------------


class Statements(Expressions):
    """The lowering of statements; what yield and return mean is for the kind of function to say."""

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
            self.sure.add(slot)
            if self.facts.stores[slot]:
                self.facts.stores[slot] += 1
                self.store(slot, value)
            else:
                self.given[slot] = replace(value, slot=slot) if isinstance(value, View) else value
        self.statements(self.body.body)

    def statements(self, body: ir.Body) -> None:
        """Write statements up to where none is reached."""
        for each in body:
            if not self.reachable:
                return
            self.line = each.line or self.line
            with self.statement():
                self.lowerings[type(each)](each)

    def fail(self) -> None:
        """Give up; what follows is not reached."""
        self.failed()
        self.reachable = False

    # -- assignments ---------------------------------------------------------------------------------------------------

    def _assign(self, node: ir.Assign) -> None:
        self.store(node.slot, self.value(node.value))

    def store(self, slot: int, value: Value) -> None:
        """Give a slot a value."""
        if isinstance(value, Number):
            self.put_in(self._kept(slot, "number", 1).variables[0], self.word(value))
        elif isinstance(value, Grid):
            self._store_grid(slot, value)
        elif not self._appended(slot, value):
            self._store_row(slot, value)
        self._has_value(slot)

    def _kept(self, slot: int, kind: str, count: int) -> Kept:
        """Return where a slot has its value, with so many words beside an address."""
        found = self.kept.get(slot)
        if found is None:
            own = () if kind == "number" else (self.variable(kind=POINTER),)
            found = self.kept[slot] = Kept(kind, (*own, *(self.variable() for _ in range(count))))
            if own and self.module.checked:
                found.ends = self.variable(kind=POINTER), self.variable(kind=POINTER)
        if found.kind != kind:
            raise self.refuse("a variable is a number and then a tuple")
        return found

    def _has_value(self, slot: int) -> None:
        if slot not in self.flags:
            self.flags[slot] = self.flag()
        self.put_in(self.flags[slot], BIT(1))
        self.sure.add(slot)

    def _is_at(self, kept: Kept, place: Place, *words: Number) -> None:
        """Say where a row or a grid is, and how large."""
        for variable, code in zip(kept.variables, (place.at, *(each.code for each in words)), strict=True):
            self.put_in(variable, code)
        if kept.ends is not None and place.ends is not None:
            for variable, code in zip(kept.ends, place.ends, strict=True):
                self.put_in(variable, code)

    def _stays(self, slot: int, place: Place) -> bool:
        """A slot that is given a value at one place need not be a copy of what surely never changes."""
        return self.facts.stores[slot] == 1 and place.home is None

    def _store_row(self, slot: int, value: Row) -> None:
        kept = self._kept(slot, "row", 1)
        if isinstance(value, Items) and all(x.value is not None for x in value.items):
            value = self.view(value)
        if isinstance(value, View) and not value.backwards and self._stays(slot, value.place):
            self._is_at(kept, value.place, value.length)
            return
        kept.place = place = kept.place or self.lasting_region()
        if self._may_lie_in(value, place):
            value = self.held(value)
        self._is_at(kept, place, self.held(value, place).length)

    def _may_lie_in(self, value: Row, place: Place) -> bool:
        """Whether words of a row may be words of some scratch space."""
        parts = value.parts if isinstance(value, Chain) else (value,)
        return any(isinstance(part, View) and part.place.home in (SOMEWHERE, place.home) for part in parts)

    def _appended(self, slot: int, value: Row) -> bool:
        """``b = b + ...`` is written at the end of what is there."""
        kept = self.kept.get(slot)
        if kept is None or kept.place is None or not isinstance(value, Chain):
            return False
        first = value.parts[0]
        if not isinstance(first, View) or first.slot != slot:
            return False
        more = self.chain(*value.parts[1:])
        size = self.total(first.length, self.length(more))
        self.require_short(size)
        self.write(more, self.past(kept.place, first.length.code))
        self.put_in(kept.variables[1], size.code)
        return True

    def _store_grid(self, slot: int, value: Grid) -> None:
        kept = self._kept(slot, "grid", 2)
        if not self._stays(slot, value.place):
            kept.place = place = kept.place or self.lasting_region()
            if value.place.home in (SOMEWHERE, place.home):
                value = self.held_grid(value, self.region())
            value = self.held_grid(value, place)
        self._is_at(kept, value.place, value.rows, value.columns)

    def _put(self, node: ir.Put) -> None:
        value, index = self.value(node.value), self.integer(self.number(node.index))
        self.require_value(node.slot)
        found = self.now(node.slot)
        if isinstance(found, View) and isinstance(value, Number):
            self.put(found.place, self.word(value), self.position(index, found.length).code)
        elif isinstance(found, Grid) and not isinstance(value, Number | Grid):
            row = self.held(value)
            at = self.position(index, found.rows)
            self.fail_if(self.test("!=", row.length.code, found.columns.code))
            self.write(row, self.grid_row(found, at).place)
        else:
            raise self.refuse("an item is put into a tuple of other items")

    # -- choices and loops ---------------------------------------------------------------------------------------------

    def _if(self, node: ir.If) -> None:
        test = self.truth(node.test)
        if test.value is not None:
            self.statements(node.then if test.value else node.other)
            return
        then, other, rest = self.block(), self.block(), self.block()
        self.build.cbranch(test.code, then, other)
        before, sures = set(self.sure), list[set[int]]()
        for block, body in ((then, node.then), (other, node.other)):
            self.go_on(block)
            self.sure, self.reachable = set(before), True
            self.statements(body)
            self.build.branch(rest)
            if self.reachable:
                sures.append(self.sure)
        self.go_on(rest)
        self.sure, self.reachable = set.intersection(*sures) if sures else before, bool(sures)

    def _turn(self, body: ir.Body, after: Code, again: Code) -> None:
        """Write the body of a loop, whose variables may have no value after it."""
        before = set(self.sure)
        self.loops.append(Loop(after, again))
        self.statements(body)
        self.loops.pop()
        self.build.branch(again)
        self.go_on(after)
        self.sure, self.reachable = before, True

    def _while(self, node: ir.While) -> None:
        head, inside, after = self.block(), self.block(), self.block()
        self.build.branch(head)
        self.go_on(head)
        test = self.truth(node.test)
        self.build.cbranch(test.code, inside, after)
        self.go_on(inside)
        self._turn(node.body, after, head)
        self.reachable = not test.value or any(
            isinstance(each, ir.Break) for each in ir.statements(node.body, loops=False)
        )

    def _for(self, node: ir.For) -> None:
        start, stop, step = (self.integer(self.number(each)) for each in (node.start, node.stop, node.step))
        before = set(self.sure)
        counter, left = self.variable(start.code), self.variable(self._turns(start.code, stop.code, step))
        head, inside, again, after = self.block(), self.block(), self.block(), self.block()
        self.build.branch(head)
        self.go_on(head)
        one = step.value == 1
        more = self.test("<", self.get(counter), stop.code) if one else self.test("!=", self.get(left), 0)
        self.build.cbranch(more, inside, after)
        self.go_on(again)
        self.put_in(counter, self.build.add(self.get(counter), step.code))
        if not one:
            self.put_in(left, self.build.sub(self.get(left), WORD(1)))
        self.build.branch(head)
        self.go_on(inside)
        self.store(node.slot, Number(self.get(counter)))
        self._turn(node.body, after, again)
        self.sure = before

    def _turns(self, start: Code, stop: Code, step: Number) -> Code:
        """Return how many numbers a range has, as a word without a sign; a step of 0 fails."""
        if step.value == 1:
            return WORD(0)  # not looked at
        self.fail_if(self.test("==", step.code, 0))
        down = self.test("<", step.code, 0)
        low, high = self.build.select(down, stop, start), self.build.select(down, start, stop)
        by = self.build.select(down, self.build.neg(step.code), step.code)
        apart = self.build.sub(self.build.sub(high, low), WORD(1))
        not_none = self.build.select(self.test("==", by, 0), WORD(1), by)
        turns = self.build.add(self.build.udiv(apart, not_none), WORD(1))
        return self.build.select(self.test("<", low, high), turns, WORD(0))

    def _break(self, node: ir.Break | ir.Continue) -> None:
        if not self.loops:
            raise self.refuse("a loop is left where there is none")
        self.jump(self.loops[-1].after if isinstance(node, ir.Break) else self.loops[-1].again)
        self.reachable = False

    _continue = _break

    def _return(self, node: ir.Return) -> None:
        if self.give is not None:
            raise self.refuse("a function is left in the middle of an expression")
        self.on_return(node.value)
        self.reachable = False

    def _yield(self, node: ir.Yield) -> None:
        (self.give or self.on_yield)(node.value)

    def _fail(self, node: ir.Fail) -> None:
        self.fail()

    # -- folds ---------------------------------------------------------------------------------------------------------

    def _fold(self, node: ir.Fold) -> Value:
        fold = {"any": self._any, "all": self._any, "sum": self._sum, "tuple": self._gathered}
        return fold.get(node.how, self._best)(node)

    def _over(self, node: ir.Fold, give: Callable[[ir.Expr], None], end: Code | None = None) -> None:
        """Write the block of a fold; ``give`` is what is done with a yield, and may jump to the end."""
        outer = self.give, self.loops, self.sure, self.reachable
        self.give, self.loops, self.sure = give, [], set(self.sure)
        self.statements(node.body)
        self.give, self.loops, self.sure, self.reachable = outer
        end = end or self.block()
        self.build.branch(end)
        self.go_on(end)

    def _any(self, node: ir.Fold) -> Value:
        wanted, end = node.how == "any", self.block()
        result = self.variable(BIT(int(not wanted)), BIT)

        def give(item: ir.Expr) -> None:
            told = self.truth(item)
            with self.when(told.code if wanted else self.build.not_(told.code)):
                self.settled(result, BIT(int(wanted)), end)

        self._over(node, give, end)
        return Number(self.get(result, BIT), truth=True)

    def _sum(self, node: ir.Fold) -> Value:
        total = self.variable(WORD(0))
        self._over(
            node, lambda item: self.put_in(total, self.checked("+", self.get(total), self.word(self.number(item))))
        )
        return Number(self.get(total))

    def _best(self, node: ir.Fold) -> Value:
        """Return the least or greatest of what is yielded: the first is taken, then each that is better."""
        sign, seen, best = "<" if node.how == "min" else ">", self.variable(BIT(0), BIT), self.variable(WORD(0))
        places: list[Place] = []
        kinds = set[bool]()

        def better(order: Code, other: Code) -> Code:
            return self.build.or_(self.build.not_(self.get(seen, BIT)), self.test(sign, order, other))

        def give(item: ir.Expr) -> None:
            value = self.value(item)
            kinds.add(isinstance(value, Number))
            if isinstance(value, Number):
                code = self.word(value)
                with self.when(better(code, self.get(best))):
                    self.put_in(best, code)
            else:
                places[:] = places or [self.lasting_region()]
                view = self.view(self.require_row(value))
                with self.when(better(self.order(view, View(places[0], Number(self.get(best)), short=True)), WORD(0))):
                    self.put_in(best, self.held(view, places[0]).length.code)
            self.put_in(seen, BIT(1))

        self._over(node, give)
        self._require_one_kind(kinds)
        self.fail_if(self.build.not_(self.get(seen, BIT)))
        size = Number(self.get(best))
        return View(places[0], size, short=True) if places else size

    def _gathered(self, node: ir.Fold) -> Value:
        """Return what is yielded, in scratch space: numbers, or rows of one length."""
        place = self.region()
        size, columns = self.variable(WORD(0)), self.variable(WORD(0))
        kinds = set[bool]()

        def give(item: ir.Expr) -> None:
            value = self.value(item)
            kinds.add(isinstance(value, Number))
            at = self.get(size)
            more = self.build.add(at, WORD(1))
            if isinstance(value, Number):
                self.require_short(Number(more))
                self.put(place, self.word(value), at)
            else:
                self._one_more(self.view(self.require_row(value)), place, at, columns)
            self.put_in(size, more)

        self._over(node, give)
        self._require_one_kind(kinds)
        length = Number(self.get(size))
        return Grid(place, length, Number(self.get(columns))) if False in kinds else View(place, length, short=True)

    def _one_more(self, view: View, place: Place, at: Code, columns: Code) -> None:
        """Write a row behind so many others of the same length."""
        is_first = self.test("==", at, 0)
        wide = self.build.select(is_first, view.length.code, self.get(columns))
        self.put_in(columns, wide)
        self.fail_if(self.test("!=", view.length.code, wide))
        self.require_short(Number(wide))
        self.require_short(Number(self.build.mul(self.build.add(at, WORD(1)), self.greatest(WORD(1), wide))))
        self.write(view, self.past(place, self.build.mul(at, wide)))

    def _require_one_kind(self, kinds: set[bool]) -> None:
        if len(kinds) > 1:
            raise self.refuse("one choice is a number and the other a tuple")


# -- calls of helpers --------------------------------------------------------------------------------------------------


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
