"""Random rules as data that go where compilers err, and what the interpreter of `grundy.language.run` says.

Rows are cut, put together, sorted, changed in place and swapped; slots of outer blocks are changed inside folds; helpers
take and return numbers and rows; numbers lie near 2^63. `compare` looks at one rule: its text gives what the interpreter
gives wherever it answers, and it should answer where numbers are small.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generated import LARGEST, SMALLEST, Differ, Program, answered
from grundy.language.ir import (
    Apply,
    Assign,
    Break,
    Call,
    Choose,
    Compare,
    Continue,
    Expr,
    Fail,
    Fold,
    For,
    Function,
    If,
    Item,
    Known,
    Local,
    Logic,
    Make,
    Op,
    Put,
    Return,
    Routine,
    Slice,
    Spread,
    Stmt,
    Unary,
    While,
    Yield,
)
from grundy.language.native import ENDED, FULL, UNFIT, MachineCode, of_states
from grundy.language.refusal import Unreadable, pack_params
from grundy.language.run import Beyond, Failed, Run

PARAMS: dict[str, Any] = {"m": 3, "steps": (1, 2, 5), "lines": ((0, 1), (2, 1), (1, 1))}
MOST = 300
"""Children of a state from which on it is left out."""
STEPS = 4_000
LESS = ("<", "<=", ">", ">=", "==", "!=")


# -- the rules ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Takes:
    """The kinds of a helper's arguments ("int", "row", "rows"), and of what it returns."""

    kinds: tuple[str, ...]
    returns: str


@dataclass
class Maker:
    """Makes one function; ``helpers`` are those it may call, by their numbers."""

    random: random.Random
    kinds: list[str]
    helpers: dict[int, Takes]
    sure: set[int] = field(default_factory=set)
    fixed: set[int] = field(default_factory=set)
    indices: list[tuple[int, int]] = field(default_factory=list)
    loops: int = 0
    folds: int = 0
    turns: int = -1
    far: float = 0.03
    """How often a constant is large."""

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def slots(self, kind: str, free: bool = False) -> list[int]:
        return [s for s in sorted(self.sure) if self.kinds[s] == kind and not (free and s in self.fixed)]

    def new(self, kind: str) -> int:
        self.kinds.append(kind)
        return len(self.kinds) - 1

    @contextmanager
    def inside(self) -> Iterator[None]:
        """A block: what it gives a value need not have one afterwards."""
        held = set(self.sure), set(self.fixed), list(self.indices)
        yield
        self.sure, self.fixed, self.indices = held

    # -- expressions -------------------------------------------------------------------------------------------------------

    def constant(self) -> int:
        small = (0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, -1, -2, 6)
        large = (2**31, 2**62, LARGEST, LARGEST - 1, SMALLEST, SMALLEST + 1, -LARGEST, 63, 64, -64, 2**64)
        return self.random.choice(large if self.often(self.far) else small)

    def expr(self, kind: str, depth: int) -> Expr:
        return {"int": self.number, "row": self.row, "rows": self.rows}[kind](depth)

    def local(self, kind: str) -> Expr | None:
        found = self.slots(kind)
        return Local(self.random.choice(found)) if found else None

    def number(self, depth: int = 2) -> Expr:
        if depth <= 0 or self.often(0.3):
            found = self.local("int")
            return found if found is not None and self.often(0.7) else Known(self.constant())
        d = depth - 1
        n = self.number
        if self.far > 0.1 and self.often(0.05):
            return Op(
                self.pick("//", "%"), self.pick(Known(SMALLEST), n(0), n(0)), self.pick(Known(-1), Unary("~", n(0)))
            )
        ways: list[Callable[[], Expr]] = [
            lambda: Op(self.pick("+", "-", "+", "-", "*", "&", "|", "^"), n(d), n(d)),
            lambda: Op(self.pick("+", "-", "*", "&", "%"), n(d), Known(self.constant())),
            lambda: Op(
                self.pick("//", "%"),
                n(d),
                self.pick(Known(2), Known(3), Known(-3), Known(-1), Op("|", n(d), Known(1)), n(d)),
            ),
            lambda: Op(
                self.pick("<<", ">>"), n(d), self.pick(Known(1), Known(2), Op("&", n(d), Known(7)), n(d), Known(62))
            ),
            lambda: Op(self.pick("//", "%", "*", "+", "-"), n(0), self.pick(Known(-1), n(0))),
            lambda: self.pick(Apply("abs", (n(0),)), Unary("-", n(0))),
            lambda: Op("<<", self.pick(Known(1), Known(-1), Known(3)), Op("&", n(d), Known(7))),
            lambda: Op("**", n(d), self.pick(Known(0), Known(1), Known(2), Known(3), Op("&", n(d), Known(3)), n(d))),
            lambda: Op("**", Known(self.pick(2, 3, -1, 0)), self.pick(Op("&", n(d), Known(7)), n(d))),
            lambda: Unary(self.pick("-", "~"), n(d)),
            lambda: Apply("abs", (n(d),)),
            lambda: Apply(self.pick("min", "max"), tuple(n(d) for _ in range(self.pick(2, 2, 3)))),
            lambda: Apply(self.pick("bit_length", "bit_count"), (n(d),)),
            lambda: Apply("len", (self.expr(self.pick("row", "row", "rows"), d),)),
            lambda: Apply("count", (self.row(d), n(d))),
            lambda: Choose(Compare(("in",), (Known(1), (r := self.row(d)))), Apply("index", (r, Known(1))), n(d)),
            lambda: Apply(self.pick("index", "count"), (self.rows(d), self.row(d))),
            lambda: Choose(self.truth(d), n(d), n(d)),
            lambda: Logic(self.pick("and", "or"), tuple(n(d) for _ in range(self.pick(2, 2, 3)))),
            lambda: self.truth(d),
            lambda: self.item(self.row(d), d),
            lambda: self.item(self.row(d), d),
            lambda: self.indexed(d),
            lambda: self.fold(self.pick("sum", "sum", "min", "max"), "int", d),
            lambda: self.call("int", d) or n(d),
            lambda: self.call("int", d) or n(d),
            lambda: self.changing(d),
        ]
        return self.random.choice(ways)()

    def changing(self, d: int) -> Expr:
        """A slot beside a fold that changes it: its value is of before."""
        free = self.slots("int", free=True)
        if not free:
            return self.number(d)
        slot, i = self.random.choice(free), self.new("int")
        inner = (Assign(slot, Op(self.pick("+", "^"), Local(slot), Known(self.pick(1, 2, 5)))), Yield(Local(slot)))
        fold = Fold(self.pick("sum", "any", "tuple"), (For(i, Known(0), Known(self.pick(1, 2)), Known(1), inner),))
        after = Apply("len", (fold,)) if fold.how == "tuple" else fold
        return Op(self.pick("+", "-", "*"), Local(slot), after)

    def truth(self, depth: int = 2) -> Expr:
        d = max(0, depth - 1)
        n = self.number
        if depth <= 0 or self.often(0.4):
            return Compare((self.pick(*LESS),), (n(d), n(d)))
        ways: list[Callable[[], Expr]] = [
            lambda: Compare((self.pick(*LESS), self.pick(*LESS)), (n(d), n(d), n(d))),
            lambda: Compare((self.pick(*LESS),), (self.row(d), self.row(d))),
            lambda: Compare((self.pick("in", "not in"),), (n(d), self.row(d))),
            lambda: Compare((self.pick("in", "not in"),), (self.row(d), self.rows(d))),
            lambda: Compare((self.pick(*LESS), "in"), (n(d), n(d), self.row(d))),
            lambda: Compare((self.pick("==", "!="),), (self.row(d), n(d))),
            lambda: Unary("not", self.expr(self.pick("int", "row"), d)),
            lambda: Logic(self.pick("and", "or"), tuple(self.truth(d) for _ in range(self.pick(2, 3)))),
            lambda: self.guarded(d),
            lambda: self.fold(self.pick("any", "all"), "int", d),
            lambda: self.fold(self.pick("any", "all"), "int", d),
        ]
        return self.random.choice(ways)()

    def guarded(self, d: int) -> Expr:
        """What would fail, but is not reached."""
        row, i = self.row(d), self.number(0)
        fits = Compare(("<=", "<"), (Known(0), i, Apply("len", (row,))))
        return Logic("and", (fits, Compare((self.pick(*LESS),), (Item(row, i), self.number(d)))))

    def item(self, row: Expr, d: int) -> Expr:
        size = Apply("len", (row,))
        index = self.pick(
            Known(self.pick(0, 0, 1, -1, 2)), Op("%", self.number(d), Apply("max", (size, Known(1)))), self.number(d)
        )
        return Choose(row, Item(row, Op("%", index, size)), self.number(0)) if self.often(0.6) else Item(row, index)

    def indexed(self, d: int) -> Expr:
        if not self.indices:
            return self.number(d)
        t, i = self.random.choice(self.indices)
        return self.pick(Item(Local(t), Local(i)), Item(Local(t), Op("+", Local(i), Known(self.pick(-1, 1)))))

    def row(self, depth: int = 2) -> Expr:
        if depth <= 0 or self.often(0.3):
            found = self.local("row")
            if found is not None and self.often(0.75):
                return found
            return self.pick(Known((1, 2, 3)), Known(()), Known((4, 0)), Make((self.number(0),)), Make(()))
        d = depth - 1
        ways: list[Callable[[], Expr]] = [
            lambda: Make(tuple(self.number(d) for _ in range(self.pick(1, 2, 2, 3)))),
            lambda: Make(tuple(self.pick(Spread(self.row(d)), self.number(d)) for _ in range(self.pick(1, 2, 3)))),
            lambda: Op("+", self.row(d), self.row(d)),
            lambda: Op("+", self.row(d), Make((self.number(d),))),
            lambda: Op(
                "*",
                *self.random.sample([self.row(d), self.pick(Known(2), Known(0), Op("&", self.number(d), Known(3)))], 2),
            ),
            lambda: Op("*", Make((self.number(d),)), Op("&", self.number(d), Known(7))),
            lambda: self.slice(d),
            lambda: self.slice(d),
            lambda: Choose(self.truth(d), self.row(d), self.row(d)),
            lambda: Logic(self.pick("and", "or"), (self.row(d), self.row(d))),
            lambda: Apply("sorted", (self.row(d),)),
            lambda: Apply("reversed", (self.row(d),)),
            lambda: Apply(self.pick("min", "max"), (self.row(d), self.row(d))),
            lambda: self.fold("tuple", "int", d),
            lambda: self.fold("tuple", "int", d),
            lambda: self.fold(self.pick("min", "max"), "row", d),
            lambda: self.grid_item(d),
            lambda: self.call("row", d) or self.row(d),
            lambda: self.call("row", d) or self.row(d),
            lambda: self.changed(d),
        ]
        return self.random.choice(ways)()

    def slice(self, d: int) -> Expr:
        row = self.row(d)
        ends = [None, Known(self.pick(0, 1, 1, 2, -1, 3)), self.number(d)]
        if isinstance(row, Local):
            ends += [x for t, i in self.indices if t == row.slot for x in (Local(i), Op("+", Local(i), Known(1)))]
        return Slice(row, self.random.choice(ends), self.random.choice(ends))

    def changed(self, d: int) -> Expr:
        """``t[:i] + (k,) + t[i + 1:]`` and what looks like it."""
        if self.indices and self.often(0.8):
            t, i = self.random.choice(self.indices)
            at: Expr = Local(i)
        else:
            t = self.random.choice(self.slots("row") or [-1])
            at = self.pick(Known(0), Known(1), self.local("int") or Known(2))
        if t < 0:
            return self.row(d)
        more = self.pick(1, 1, 1, 1, 2, 0)
        items = tuple(self.number(d) for _ in range(self.pick(1, 1, 1, 1, 2)))
        after = Op("+", at, Known(more)) if not isinstance(at, Known) else Known(at.value + more)
        left, right = Slice(Local(t), None, at), Slice(Local(t), after, None)
        if self.often(0.2):
            return Make((Spread(left), *items, Spread(right)))
        return Op("+", Op("+", left, Make(items)), right)

    def grid_item(self, d: int) -> Expr:
        grid = self.rows(d)
        return Item(
            grid,
            Op("%", self.number(d), Apply("max", (Apply("len", (grid,)), Known(1))))
            if self.often(0.7)
            else self.number(d),
        )

    def rows(self, depth: int = 2) -> Expr:
        found = self.local("rows")
        if found is not None and self.often(0.6):
            return found
        if depth <= 0 or self.often(0.4):
            return Known(self.pick(((0, 1), (2, 1)), ((1, 2, 3),), ((3,), (1,), (0,))))
        d = depth - 1
        wide = self.pick(1, 2, 2)
        ways: list[Callable[[], Expr]] = [
            lambda: Make(tuple(Make(tuple(self.number(d) for _ in range(wide))) for _ in range(self.pick(1, 2, 3)))),
            lambda: Choose(self.truth(d), self.rows(d), self.rows(d)),
            lambda: self.fold("tuple", "row", d, Make(tuple(self.number(0) for _ in range(wide)))),
        ]
        return self.random.choice(ways)()

    def call(self, kind: str, d: int) -> Expr | None:
        found = [i for i, takes in self.helpers.items() if takes.returns == kind]
        if not found:
            return None
        i = self.random.choice(found)
        return Call(i, tuple(self.expr(k, min(d, 1)) for k in self.helpers[i].kinds))

    def fold(self, how: str, kind: str, d: int, item: Expr | None = None) -> Expr:
        loops, turns, fixed = self.loops, self.turns, set(self.fixed)
        if self.often(0.8):  # else what is outside may change in here
            self.fixed = set(range(len(self.kinds)))
        self.folds += 1
        self.loops, self.turns = 0, -1
        with self.inside():
            extra: tuple[Stmt, ...] = ()
            if self.often(0.8 if how in ("min", "max") else 0.15):
                extra = (Yield(item or self.expr(kind, d)),)
            if how in ("any", "all") and self.often(0.3):
                extra = (If(self.truth(d), (Yield(Known(self.pick(0, 1))),), ()), *extra)
            body = self.looped(d, lambda: self.tests(how, kind, d, item))
        self.folds -= 1
        self.loops, self.turns, self.fixed = loops, turns, fixed
        return Fold(how, (*extra, *body) if self.often(0.7) else (*body, *extra))

    def tests(self, how: str, kind: str, d: int, item: Expr | None) -> tuple[Stmt, ...]:
        """The innermost statements of a fold."""
        first = (self.assign(d),) if self.often(0.3) else ()
        value = item or self.expr(kind, d)
        if how in ("any", "all"):
            value = self.truth(d) if self.often(0.8) else value
        told: Stmt = Yield(value)
        if self.often(0.15):
            return (*first, *self.looped(d, lambda: (told,)))
        if self.often(0.3):
            told = If(self.truth(d), (told,), ())
        skip = (If(self.truth(d), (self.pick(Continue(), Break()),), ()),) if self.often(0.15) else ()
        return (*first, *skip, told) if self.often(0.85) else (*first, told, *skip)

    # -- statements --------------------------------------------------------------------------------------------------------

    def assign(self, d: int) -> Stmt:
        kind = self.pick("int", "int", "int", "row", "row", "rows")
        value = self.expr(kind, d)
        free = self.slots(kind, free=True)
        slot = self.random.choice(free) if free and self.often(0.6) else self.new(kind)
        self.sure.add(slot)
        return Assign(slot, value)

    def block(self, depth: int, inside: Callable[[int], Stmt | None]) -> tuple[Stmt, ...]:
        made = [self.statement(depth, inside) for _ in range(self.pick(1, 1, 2, 2, 3))]
        return tuple(s for several in made for s in several)

    def statement(self, depth: int, inside: Callable[[int], Stmt | None]) -> list[Stmt]:
        d = 2
        free = self.slots("row", free=True)
        ways: list[Callable[[], list[Stmt]]] = [
            lambda: [self.assign(d)],
            lambda: [self.assign(d)],
            lambda: self.append(free, d),
            lambda: self.put(free, d),
            lambda: self.swap(free, d),
            lambda: [s for s in [inside(d)] if s],
            lambda: [s for s in [inside(d)] if s],
            lambda: [self.pick(If(self.truth(d), (), (Fail(),)) if self.often(0.3) else If(self.truth(d), (), ()))],
        ]
        if self.loops:
            ways.append(lambda: [If(self.truth(1), (self.pick(Break(), Continue()),), ())])
        if depth > 0:
            ways += [lambda: [self.choice(depth, inside)]] * 2
            ways += [lambda: list(self.looped(d, lambda: self.block(depth - 1, inside)))] * 3
            ways += [lambda: self.while_loop(depth, inside)]
        return self.random.choice(ways)()

    def append(self, free: list[int], d: int) -> list[Stmt]:
        if not free:
            return [self.assign(d)]
        b = self.random.choice(free)
        more = self.pick(Make((self.number(d),)), Make((self.number(d),)), self.row(d), Slice(Local(b), Known(1), None))
        return [Assign(b, Op("+", Local(b), more))]

    def put(self, free: list[int], d: int) -> list[Stmt]:
        if not free:
            return [self.assign(d)]
        b = self.random.choice(free)
        size = Apply("len", (Local(b),))
        told = Put(b, Op("%", self.number(d), size) if self.often(0.8) else self.number(d), self.number(d))
        return [If(Local(b), (told,), ())] if self.often(0.8) else [told]

    def swap(self, free: list[int], d: int) -> list[Stmt]:
        if len(free) < 2:
            return [self.assign(d)]
        x, y = self.random.sample(free, 2)
        t = self.new("row")
        self.sure.add(t)
        if self.often(0.3):
            ends = tuple(Item(Local(x), Known(i)) for i in self.random.sample((0, 1, -1, -2), 2))
            enough = Compare((">",), (Apply("len", (Local(x),)), Known(1)))
            return [If(enough, (Assign(x, Make((*ends, self.number(1)))),), ())]
        if self.often(0.15):
            return [Assign(x, Op("+", Local(y), Local(x))), Assign(y, Op("+", Local(x), Local(y)))]
        if self.often(0.3):
            return [Assign(x, Op("+", Slice(Local(x), Known(1), None), Slice(Local(x), None, Known(1))))]
        return [Assign(t, Local(x)), Assign(x, Local(y)), Assign(y, Local(t))]

    def choice(self, depth: int, inside: Callable[[int], Stmt | None]) -> Stmt:
        test = self.truth(2)
        with self.inside():
            then = self.block(depth - 1, inside)
        with self.inside():
            other = self.block(depth - 1, inside) if self.often(0.5) else ()
        return If(test, then, other)

    def counted(self) -> tuple[Stmt, ...]:
        """A loop ends after some turns."""
        if self.turns < 0:
            return ()
        return (
            Assign(self.turns, Op("+", Local(self.turns), Known(1))),
            If(Compare((">",), (Local(self.turns), Known(30))), (Break(),), ()),
        )

    def looped(self, d: int, body: Callable[[], tuple[Stmt, ...]]) -> tuple[Stmt, ...]:
        """A loop over indices of a row, or over a range."""
        before: list[Stmt] = []
        over = self.slots("row") + self.slots("rows")
        short = bool(self.folds)
        if over and self.often(0.6):
            t = self.random.choice(over)
            if self.often(0.3) and self.kinds[t] == "row":
                whole = self.row(1)
                t = self.new("row")
                before.append(Assign(t, whole))
                self.sure.add(t)
            size: Expr = Apply("len", (Local(t),))
            size = Apply("min", (size, Apply("len", (self.row(0),)))) if self.often(0.15) else size
            ends = [Known(self.pick(0, 0, 0, 0, 1)), size, Known(self.pick(1, 1, 1, 1, 2))]
            if self.often(0.15):
                ends = [Op("-", size, Known(1)), Known(-1), Known(-1)]
        else:
            t = -1
            small = (lambda: Op("%", self.number(d), Known(5))) if short else (lambda: self.number(d))
            ends = [Known(self.pick(0, 0, 0, 1, -2)), small(), Known(self.pick(1, 1, 1, 2, -1))]
            if self.often(0.3):
                ends = [small(), small(), self.pick(Known(1), Known(2), Known(-1), self.number(1))]
            if self.often(0.05):
                ends = [Known(self.pick(LARGEST - 2, 2**62)), Known(LARGEST), Known(2**61)]
        i = self.random.choice(self.slots("int", free=True) or [-1]) if self.often(0.1) else -1
        i = self.new("int") if i < 0 else i
        with self.inside():
            self.sure.add(i)
            if self.often(0.85):
                self.fixed.add(i)
            if t >= 0 and self.often(0.9):
                self.fixed.add(t)
            if t >= 0:
                self.indices.append((t, i))
            self.loops += 1
            start: list[Stmt] = list(self.counted())
            if t >= 0 and self.often(0.7):
                x = self.new("row" if self.kinds[t] == "rows" else "int")
                start.append(Assign(x, Item(Local(t), Local(i))))
                self.sure.add(x)
            inner = body()
            self.loops -= 1
        return (*before, For(i, ends[0], ends[1], ends[2], (*start, *inner)))

    def while_loop(self, depth: int, inside: Callable[[int], Stmt | None]) -> list[Stmt]:
        k = self.new("int")
        first = Assign(k, Known(0))
        self.sure.add(k)
        with self.inside():
            self.fixed.add(k)
            self.loops += 1
            body = self.block(depth - 1, inside)
            self.loops -= 1
        count = Assign(k, Op("+", Local(k), Known(1)))
        bound = Compare(("<",), (Local(k), Known(self.pick(3, 5))))
        if self.often(0.3):
            return [first, While(Known(1), (count, If(bound, (), (Break(),)), *body))]
        return [first, While(Logic("and", (bound, self.truth(1))) if self.often(0.5) else bound, (count, *body))]


class RandomIR:
    """The rule of a seed: a routine, and the parameters and states it is for."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.far = self.random.random() < 0.2
        chance = self.random.random()
        self.kind = "ints" if chance < 0.25 else "heap" if chance < 0.35 else "tuple"
        self.width = {"ints": 2, "heap": 1}.get(self.kind, 1)
        self.scoring = self.kind != "heap" and self.random.random() < 0.1
        names = [name for name in PARAMS if self.random.random() < 0.35]
        self.params = {name: PARAMS[name] for name in names}
        self.kinds = [*["row" if self.kind == "tuple" else "int"] * self.width]
        self.kinds += [{"m": "int", "steps": "row", "lines": "rows"}[name] for name in names]
        self.shape = "variadic" if self.kind == "tuple" else "ints"
        self.helpers: dict[int, Takes] = {}
        for i in range(1, 1 + self.random.choice((0, 1, 2, 3))):
            kinds = tuple(
                self.random.choice(("int", "int", "row", "row", "rows")) for _ in range(self.random.choice((1, 2)))
            )
            self.helpers[i] = Takes(kinds, self.random.choice(("int", "row")))
        functions = [self._helper(i) for i in self.helpers]
        self.routine = self._routine(self._main(), functions)
        self.ending = self._routine(self._other("int"), functions) if self.random.random() < 0.07 else None
        symmetric = self.kind != "heap" and self.random.random() < 0.1
        self.canonical = self._routine(self._other("row"), functions) if symmetric else None

    def _routine(self, main: Function, helpers: list[Function]) -> Routine:
        return Routine(self.shape, self.width, tuple(self.params), (main, *helpers))

    def _maker(self, kinds: tuple[str, ...], helpers: dict[int, Takes]) -> Maker:
        made = Maker(self.random, [*kinds], helpers, set(range(len(kinds))), far=0.2 if self.far else 0.02)
        made.turns = made.new("int")
        made.sure.add(made.turns)
        made.fixed.add(made.turns)
        return made

    def _function(self, made: Maker, takes: int, body: tuple[Stmt, ...]) -> Function:
        return Function(takes, len(made.kinds), (Assign(takes, Known(0)), *body))

    def _helper(self, i: int) -> Function:
        takes = self.helpers[i]
        made = self._maker(takes.kinds, {j: t for j, t in self.helpers.items() if j > i})
        body = made.block(1, lambda d: If(made.truth(1), (Return(made.expr(takes.returns, d)),), ()))
        last = () if made.often(0.02) else (Return(made.expr(takes.returns, 2)),)
        return self._function(made, len(takes.kinds), (*body, *last))

    def _other(self, kind: str) -> Function:
        """An ending or a symmetry."""
        made = self._maker(tuple(self.kinds), self.helpers)
        if kind == "int":

            def told(d: int) -> Stmt:
                code = made.pick(Known(0), Known(1), Known(-1), None, made.number(1))
                return If(made.truth(d), (Return(code),), ())

            return self._function(made, len(self.kinds), (*made.block(1, told), told(1)))
        body = made.block(1, lambda d: None)
        state = Make(tuple(made.number(1) for _ in range(2))) if self.kind == "ints" else self._state(made, 1)
        return self._function(made, len(self.kinds), (*body, Return(state)))

    def _state(self, made: Maker, d: int) -> Expr:
        if self.kind == "ints":
            return Make((made.number(d), made.number(d))) if made.often(0.95) else made.row(d)
        if self.kind == "heap":
            return made.row(d) if made.often(0.7) else made.number(d)
        if made.often(0.3):
            return Op(
                "+", Op("+", Slice(Local(0), None, Known(1)), Make((made.number(d),))), Slice(Local(0), Known(2), None)
            )
        return made.changed(d) if made.often(0.5) else made.row(d)

    def _main(self) -> Function:
        made = self._maker(tuple(self.kinds), self.helpers)

        def inside(d: int) -> Stmt | None:
            if made.often(0.06):
                return If(made.truth(1), (Return(None),), ())
            state = self._state(made, d)
            return Yield(Make((made.number(1), state)) if self.scoring else state)

        start: list[Stmt] = []
        if made.often(0.6):
            value = made.row(1)
            made.sure.add(made.new("row"))
            start.append(Assign(len(made.kinds) - 1, value))
        body = made.block(2, inside)
        last = inside(2)
        while not isinstance(last, Yield):
            last = inside(2)
        return self._function(made, len(self.kinds), (*start, *body, last))

    def states(self, count: int) -> Iterator[tuple[int, ...]]:
        """States to look at: small ones, those at the ends of 64 bits."""
        far = (2**31, 2**62, LARGEST, LARGEST - 1, SMALLEST, SMALLEST + 1, -(2**62), 63, 64)
        for _ in range(count):
            length = self.width if self.kind != "tuple" else self.random.choice((0, 1, 2, 3, 3, 3, 4, 5))
            yield tuple(
                self.random.choice(far)
                if self.random.random() < (0.4 if self.far else 0.03)
                else self.random.randint(-1, 6)
                for _ in range(length)
            )


# -- what the interpreter says -----------------------------------------------------------------------------------------


class Watched(Run):
    """An interpreter that notes the greatest number and the longest tuple, and ends after some steps."""

    def __init__(self, routine: Routine) -> None:
        super().__init__(routine, spend=self._count, bits=400, length=4096)
        self.steps = 0
        self.greatest = 0
        self.longest = 0

    def _count(self, steps: int) -> None:
        self.steps += steps
        if self.steps > STEPS:
            raise Beyond

    def value(self, node: Expr, slots: list[Any]) -> Any:
        result = super().value(node, slots)
        if isinstance(result, int):
            self.greatest = max(self.greatest, abs(result))
        elif result:
            rows = isinstance(result[0], tuple)
            self.longest = max(self.longest, len(result) * (max(1, len(result[0])) if rows else 1))
        return result


class Verdict(NamedTuple):
    """What came of a rule: states where both gave children, where both failed, where only the text gave up, and where it
    gave up though numbers were small."""

    equal: int = 0
    neither: int = 0
    unfit: int = 0
    needless: int = 0
    refused: str = ""


def expected(made: RandomIR, state: tuple[int, ...], width: int | None) -> tuple[int, list[int], bool] | None:
    """The count or code and the cells that a text should give, and whether all numbers were small; None beyond bounds."""
    args: list[Any] = [state, *made.params.values()] if made.kind == "tuple" else [*state, *made.params.values()]
    runs = [Watched(each) if each else None for each in (made.ending, made.routine, made.canonical)]
    ending, moves, canonical = runs
    cells: list[int] = []
    try:
        if ending is not None:
            code = ending.returned(args)
            if code is not None:
                good = isinstance(code, int) and -1 <= code <= 1
                return ENDED - code if good else UNFIT, [], good and _small(ending)
        assert moves is not None
        found = moves.yields(args, MOST)
        if len(found) >= MOST:
            return None
        for child in found:
            gain, child = child if made.scoring else (None, child)
            cells += [gain] if gain is not None else []
            cells += _record(made, canonical, child, width)
    except Beyond:
        return None
    except (Failed, ValueError):
        return UNFIT, [], False
    if any(not SMALLEST <= x <= LARGEST for x in cells):
        return UNFIT, [], False
    return len(found), cells, all(_small(run) for run in runs if run is not None)


def _small(run: Watched) -> bool:
    return run.greatest < 2**40 and run.longest <= 64


def _record(made: RandomIR, canonical: Run | None, child: Any, width: int | None) -> list[int]:
    row = child if isinstance(child, tuple) else (child,)
    if made.kind == "heap":
        return [len(row), *row]
    for turn in (0, 1):
        if len(row) > 5 or (width is not None and len(row) != width):
            raise ValueError
        if turn == 0 and canonical is not None:
            if any(not SMALLEST <= x <= LARGEST for x in row):
                raise ValueError
            params = made.params.values()
            row = canonical.returned([row, *params] if made.kind == "tuple" else [*row, *params])
            row = row if isinstance(row, tuple) else (row,)
            if None in row:
                raise ValueError
    return list(row) if width is not None else [len(row), *row, *[0] * (5 - len(row))]


def codes(made: RandomIR) -> Iterator[tuple[int | None, MachineCode]]:
    """The codes of a rule, and the width of the states that each is for (None: of any length up to 5)."""
    options: dict[str, Any] = {"scoring": made.scoring, "ending": made.ending, "canonical": made.canonical}
    options["param_shapes"] = pack_params(made.params)[1]
    if made.kind == "tuple":
        yield None, of_states(made.routine, width=6, mode="variable", **options)
        yield 3, of_states(made.routine, width=3, **options)
    else:
        yield made.width, of_states(made.routine, width=made.width, heap=made.kind == "heap", **options)


def laid_out(state: tuple[int, ...], width: int | None) -> list[int]:
    """A state as cells."""
    return list(state) if width is not None else [len(state), *state, *[0] * (5 - len(state))]


def compare(seed: int, count: int = 10) -> Verdict:
    """Compare the rule of a seed on some states; `Differ` where the code says something else.

    The code of every second seed looks at each address; that of the others is what is used.
    """
    made = RandomIR(seed)
    packed = pack_params(made.params)[0]
    try:
        programs = [(width, Program(code, checked=seed % 2 == 0)) for width, code in codes(made)]
    except Unreadable as problem:
        return Verdict(refused=problem.reason)
    found = Verdict()
    for state in made.states(count):
        for width, program in programs:
            wanted = expected(made, state, width) if width in (None, len(state)) else None
            if wanted is not None:
                field_name = _one(made, program, packed, laid_out(state, width), state, wanted)
                found = found._replace(**{field_name: getattr(found, field_name) + 1})
    return found


def _one(
    made: RandomIR, program: Program, packed: list[int], cells: list[int], state: tuple[int, ...], wanted: Any
) -> str:
    code, rows, small = wanted
    where = f"state {state}, params {made.params}\n{shown(made)}"
    count, out = answered(program, cells, packed, 30_000, where)
    if count in (UNFIT, FULL):
        return "neither" if code == UNFIT else "needless" if small else "unfit"
    if count != code or out[1 : 1 + len(rows)] != rows:
        raise Differ(f"wanted {code}: {rows}\ngot {count}: {out[1 : 1 + max(len(rows), count)]}\n{where}")
    if rows and program(cells, packed, room=len(rows))[0] != FULL:
        raise Differ(f"there is no room for the last child\n{where}")
    return "equal"


def shown(made: RandomIR) -> str:
    """The functions of a rule, a statement a line."""
    lines = []
    for i, function in enumerate(made.routine.functions):
        lines += [f"function {i} of {function.takes}", *map(str, function.body)]
    return "\n".join(lines)
