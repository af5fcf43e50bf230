"""Rules made at random as data, for what lowers them: loops up and down, ended early, folds, helpers, quotients."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from grundy.check.formulas import Atom, Atoms, Linear, Never, Yield, names_of
from grundy.language import ir
from grundy.language.ir import Known, Local

State = tuple[int, ...]


class Maker:
    """Makes one routine; ``constants`` are those that its tests speak of."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.slots = 0
        self.constants: set[int] = set()
        self.used: Counter[str] = Counter()
        self.helpers: list[ir.Function] = []
        self.depth = 0

    def routine(self) -> ir.Routine:
        width = self.chance.choice((1, 1, 2, 2, 3))
        self.total = self.chance.choice((0, 0, 1, 2))
        for _ in range(self.total):
            self.helpers.append(self.helper())
        self.slots = width
        body = (*self.block(2 if width < 3 else 1, list(range(width)), loop=False), self.a_yield(list(range(width))))
        main = ir.Function(width, self.slots, body)
        return ir.Routine("ints", width, (), (main, *self.helpers[::-1]))

    def helper(self) -> ir.Function:
        """Make a helper of one number: a search through a loop, or two returns."""
        self.slots, known = 1, [0]
        if self.chance.random() < 0.5:
            slot = self.new()
            test, found = self.test([0, slot]), self.number([0, slot])
            if self.chance.random() < 0.4:  # a search as one writes it
                test = ir.Compare((self.one("<", "<=", ">", ">="),), (ir.Op("+", Local(slot), Local(slot)), Local(0)))
                found = self.one(Local(slot), ir.Op("+", Local(slot), Local(0)))
            inner = ir.If(test, (ir.Return(found),), ())
            body: ir.Body = (self.loop_head(slot, known, (inner,)), ir.Return(self.number(known)))
        else:
            body = (ir.If(self.test(known), (ir.Return(self.number(known)),), ()), ir.Return(self.number(known)))
        return ir.Function(1, self.slots, body)

    def new(self) -> int:
        self.slots += 1
        return self.slots - 1

    def one(self, *choices: Any) -> Any:
        return self.chance.choice(choices)

    # ---- statements

    def block(self, depth: int, known: list[int], *, loop: bool) -> ir.Body:
        made: list[ir.Stmt] = []
        for _ in range(self.chance.randint(1, 3)):
            made += self.statement(depth, known, loop=loop)
        return tuple(made)

    def statement(self, depth: int, known: list[int], *, loop: bool) -> list[ir.Stmt]:
        form = self.chance.random()
        if form < 0.25 and depth:
            other = self.block(depth - 1, [*known], loop=loop) if self.chance.random() < 0.4 else ()
            return [ir.If(self.test(known), self.block(depth - 1, [*known], loop=loop), other)]
        if form < 0.5 and depth:
            slot = self.new()
            return [self.loop_head(slot, known, self.block(depth - 1, [*known, slot], loop=True))]
        if form < 0.62 and loop:
            end = self.one(ir.Break(), ir.Break(), ir.Continue(), ir.Return(None))
            self.used[end.TAG] += 1
            return [ir.If(self.test(known), (end,), ())]
        if form < 0.78:
            if self.chance.random() < 0.4:
                return [ir.Assign(self.chance.choice(known), self.number(known))]
            value, slot = self.number(known), self.new()
            known.append(slot)
            return [ir.Assign(slot, value)]
        if form < 0.82:
            self.used["fail"] += 1
            return [ir.If(self.test(known), (), (ir.Fail(),))]
        return [self.a_yield(known)]

    def a_yield(self, known: list[int]) -> ir.Stmt:
        value = self.number(known)
        guarded = ir.Yield(ir.Apply("max", (value, Known(0))) if self.chance.random() < 0.7 else value)
        return guarded if self.chance.random() < 0.3 else ir.If(self.test(known), (guarded,), ())

    def loop_head(self, slot: int, known: list[int], body: ir.Body) -> ir.Stmt:
        kind = self.chance.random()
        if kind < 0.25:
            self.used["written loop"] += 1
            return ir.For(slot, Known(self.chance.randint(-1, 2)), Known(self.chance.randint(0, 4)), Known(1), body)
        if kind < 0.35:
            self.used["while"] += 1
            count = self.new()
            step = ir.Assign(count, ir.Op("+", Local(count), Known(2)))
            test = ir.Compare(("<",), (Local(count), Known(self.chance.randint(1, 6))))
            inner: ir.Body = (ir.Assign(slot, Local(count)), step, *body)
            return ir.If(Known(1), (ir.Assign(count, Known(0)), ir.While(test, inner)), ())
        down = self.chance.random() < 0.45
        self.used["loop down" if down else "loop up"] += 1
        step = Known(self.one(1, 1, 2, 3) * (-1 if down else 1))
        ends = [self.small(known), self.number(known)]
        return ir.For(slot, *(ends[::-1] if down else ends), step, body)

    # ---- expressions

    def small(self, known: list[int]) -> Any:
        return Known(self.chance.randint(-1, 3)) if self.chance.random() < 0.6 else Local(self.chance.choice(known))

    def number(self, known: list[int]) -> Any:
        self.depth += 1
        made = self._number(known) if self.depth < 4 and self.chance.random() < 0.7 else self.small(known)
        self.depth -= 1
        return made

    def _number(self, known: list[int]) -> Any:
        kind = self.one(
            "+", "-", "-", "*", "//", "%", "&", ">>", "<<", "min", "max", "abs", "fold", "choose", "call", "row"
        )
        self.used[kind] += 1
        number = self.number(known)
        match kind:
            case "+" | "-":
                return ir.Op(kind, number, self.number(known))
            case "*":
                return ir.Op("*", *self.chance.sample((number, Known(self.chance.randint(-2, 3))), 2))
            case "//" | "%":
                return ir.Op(kind, number, Known(self.chance.randint(2, 4)))
            case "&":
                return ir.Op("&", number, Known(self.one(1, 3)))
            case ">>" | "<<":
                return ir.Op(kind, number, Known(self.one(1, 1, 2)))
            case "min" | "max":
                return ir.Apply(kind, (number, self.number(known)))
            case "abs":
                return ir.Apply("abs", (number,))
            case "choose":
                return ir.Choose(self.test(known), number, self.number(known))
            case "call" if self.helpers:
                return ir.Call(self.total - self.chance.randrange(len(self.helpers)), (number,))
            case "row":
                whole = ir.Make((number, ir.Spread(ir.Make((self.number(known),))), Known(2)))
                how = self.one("sorted", "reversed", None)
                row = whole if how is None else ir.Apply(how, (whole,))
                row = row if self.chance.random() < 0.5 else ir.Slice(row, Known(-2), None)
                return ir.Item(row, Known(self.one(0, 1, -1, -1)))
            case _:
                return self.fold(known, ("sum", "min", "max"))

    def fold(self, known: list[int], kinds: tuple[str, ...]) -> Any:
        slot, how = self.new(), self.one(*kinds)
        self.used[how] += 1
        inner = [*known, slot]
        if how in ("any", "all"):
            return ir.Fold(how, (self.loop_head(slot, known, (ir.Yield(self.test(inner)),)),))
        body: ir.Body = (ir.Yield(self.number(inner)),)
        if self.chance.random() < 0.3:
            body = (ir.If(self.test(inner), body, ()),)
        return ir.Fold(how, (ir.For(slot, Known(0), Known(self.one(1, 2, 3)), Known(1), body),))

    def constant(self) -> Any:
        value = self.chance.choice((0, 1, 2, 3, 4, 5, 6, 9))
        self.constants.add(value)
        return Known(value)

    def test(self, known: list[int]) -> Any:
        kind = self.one("compare", "compare", "chain", "logic", "not", "truth", "in", "any", "equal", "known")
        self.depth += 1
        if self.depth > 3:
            kind = "known"
        self.used[kind] += 1
        sign = self.one("<", "<=", ">", ">=", "==", "!=")
        match kind:
            case "compare":
                made = ir.Compare((sign,), (self.number(known), self.number(known)))
            case "chain":
                made = ir.Compare(("<", sign), (self.number(known), self.number(known), self.constant()))
            case "logic":
                made = ir.Logic(self.one("and", "or"), (self.test(known), self.test(known)))
            case "not":
                made = ir.Unary("not", self.test(known))
            case "truth":
                made = self.number(known)
            case "in":
                sign = self.one("in", "not in")
                made = ir.Compare((sign,), (self.number(known), ir.Make((self.constant(), self.number(known)))))
            case "any":
                made = self.fold(known, ("any", "all"))
            case "equal":
                pair = ir.Make((self.number(known), self.constant()))
                made = ir.Compare((self.one("==", "!="),), (ir.Make((self.number(known), self.number(known))), pair))
            case _:
                made = ir.Compare((sign,), (Local(self.chance.choice(known)), self.constant()))
        self.depth -= 1
        return made


# ---- what ways mean, by trying numbers


def solutions(atoms: Any, known: dict[str, int]) -> Iterator[dict[str, int]]:
    """Iterate over the natural numbers for which conditions hold: each name is bounded by those made before it."""
    plain = [atom for atom in atoms if isinstance(atom, Atom)]
    free = sorted(names_of(tuple(atoms)) - known.keys(), key=lambda name: int(name[1:]))
    yield from _solutions(plain, [atom for atom in atoms if isinstance(atom, Never)], known, free)


def _solutions(
    plain: list[Atom], none: list[Never], known: dict[str, int], free: list[str]
) -> Iterator[dict[str, int]]:
    left: list[Atom] = []
    for atom in plain:
        if all(name in known for name, _ in atom.number.parts):
            if not true(atom, known):
                return
        else:
            left.append(atom)
    if not free:
        if all(not any(True for case in never.cases for _ in solutions(case, known)) for never in none):
            yield known
        return
    low, high = 0, None
    for atom in left:
        rest = [name for name, _ in atom.number.parts if name not in known]
        if rest == free[:1] and atom.relation in (">=", "="):
            a = dict(atom.number.parts)[rest[0]]
            worth = value(atom.number, {**known, rest[0]: 0})
            if a < 0:
                high = worth // -a if high is None else min(high, worth // -a)
            elif atom.relation == ">=":
                low = max(low, -(worth // a))
    assert high is not None, (free[0], left)
    for n in range(low, high + 1):
        yield from _solutions(left, none, {**known, free[0]: n}, free[1:])


def value(number: Linear, known: dict[str, int]) -> int:
    return number.constant + sum(a * known[name] for name, a in number.parts)


def true(atom: Atom, known: dict[str, int]) -> bool:
    worth = value(atom.number, known)
    return worth >= 0 if atom.relation == ">=" else (worth == 0) is (atom.relation == "=")


def options(yields: list[Yield], state: State) -> set[State]:
    """Return what is yielded at a state."""
    known = {f"x{i}": n for i, n in enumerate(state)}
    made: set[State] = set()
    for each in yields:
        for own in solutions(each.atoms, known):
            made.add(tuple(value(part, own) for part in each.parts))
    return made


def wrong(never: list[Atoms], state: State) -> bool:
    """Return whether something that must never be is at a state."""
    known = {f"x{i}": n for i, n in enumerate(state)}
    return any(True for atoms in never for _ in solutions(atoms, known))
