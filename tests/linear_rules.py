"""Random rules as data on one to three numbers, of what is linear and a bit more; what guarded moves say of a state."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from grundy.language import ir
from grundy.language.linear import Linear
from grundy.language.linear.guards import All, Atom, Guard, Never, Some
from grundy.language.linear.guards import Any as Either
from grundy.language.linear.sums import Floor, Remainder, Term

# -- what guarded moves say --------------------------------------------------------------------------------------------


class Negative(Exception):
    """A quotient of a negative number."""


def value(term: Term, env: Mapping[str, int], strict: bool) -> int:
    """The value of a term; ``strict``: quotients of negative numbers have none, as in the logic."""
    total = term.constant
    for part, a in term.parts:
        if isinstance(part, str):
            total += a * env[part]
            continue
        inner = value(part.term, env, strict)
        if inner < 0 and (strict or isinstance(part, Remainder)):
            raise Negative
        total += a * (inner // part.divisor if isinstance(part, Floor) else inner % part.modulus)
    return total


def holds(guard: Guard, env: Mapping[str, int], most: int, strict: bool = False) -> bool:
    match guard:
        case Atom(term, relation):
            try:
                number = value(term, env, strict)
            except Negative:
                return False
            return number >= 0 if relation == ">=" else (number == 0) == (relation == "=")
        case All(parts):
            return all(holds(part, env, most, strict) for part in parts)
        case Either(parts):
            return any(holds(part, env, most, strict) for part in parts)
        case Some(names, inner):
            return next(solutions(names, inner, env, most, strict), None) is not None
        case Never(names, inner):
            return next(solutions(names, inner, env, most, strict), None) is None


def solutions(
    names: tuple[str, ...], guard: Guard, env: Mapping[str, int], most: int, strict: bool = False
) -> Iterator[dict[str, int]]:
    """The natural numbers up to ``most`` with a condition; atoms that leave one open bound it."""
    parts = guard.parts if isinstance(guard, All) else (guard,)
    yield from _solved(names, [(part, free(part)) for part in parts], dict(env), most, strict)


def free(guard: Guard) -> set[str]:
    match guard:
        case Atom(term):
            return set(term.names())
        case All(parts) | Either(parts):
            return set().union(*map(free, parts))
        case Some(names, inner) | Never(names, inner):
            return free(inner) - set(names)


def _solved(
    names: tuple[str, ...], parts: list[tuple[Guard, set[str]]], env: dict[str, int], most: int, strict: bool
) -> Iterator[dict[str, int]]:
    ready = [part for part, own in parts if own <= env.keys()]
    if not all(holds(part, env, most, strict) for part in ready):
        return
    if not names:
        yield env
        return
    left = [(part, own) for part, own in parts if not own <= env.keys()]
    name, *others = names
    low, high = 0, most
    for part, own in left:
        if own - env.keys() == {name} and isinstance(part, Atom) and part.relation != "!=":
            a = part.term.of(name)
            rest = part.term - Term(((name, a),)) if a else part.term
            if a and name not in set(rest.names()):
                try:
                    c = value(rest, env, strict)
                except Negative:
                    return
                if a > 0:
                    low = max(low, -(c // a))
                if a < 0:
                    high = min(high, c // -a)
    for number in range(low, high + 1):
        yield from _solved(tuple(others), left, {**env, name: number}, most, strict)


def options(found: Linear, state: tuple[int, ...], most: int, strict: bool = False) -> set[tuple[int, ...]]:
    """The moves of a state."""
    env = {f"x{i}": n for i, n in enumerate(state)}
    return {
        tuple(value(part, each, strict) for part in move.parts)
        for move in found.moves
        for each in solutions(move.bound, move.guard, env, most, strict)
    }


def broken(found: Linear, state: tuple[int, ...], most: int) -> bool:
    """Whether a duty is not done at a state."""
    env = {f"x{i}": n for i, n in enumerate(state)}
    for duty in found.duties:
        names = tuple(sorted((free(duty.guard) | set(duty.term.names())) - env.keys()))
        for each in solutions(names, duty.guard, env, most):
            if value(duty.term, each, False) < duty.least:
                return True
    return False


# -- rules -------------------------------------------------------------------------------------------------------------


class Maker:
    """Makes one random rule; ``lowered``: of numbers without parameters, which may fail, with rows that are compared."""

    def __init__(self, chance: Random, lowered: bool = False) -> None:
        self.chance = chance
        self.lowered = lowered
        self.width = chance.choice((1, 1, 1, 2, 2, 3))
        self.large = chance.random() < 0.1
        self.functions: list[ir.Function] = []

    def routine(self) -> ir.Routine:
        pick = self.chance.random
        self.helpers = [self.helper(i) for i in range(self.chance.choice((0, 1, 1) if self.lowered else (0, 0, 1)))]
        keyword = pick() < 0.3 and not self.lowered
        is_tuple = pick() < 0.15 and not self.lowered
        self.slots = self.width + keyword + is_tuple
        names = list(range(self.width + keyword))
        body: tuple[ir.Stmt, ...] = ()
        if is_tuple:  # slot 0 is the tuple
            names = [i + 1 for i in range(self.width + keyword)]
            if keyword:  # the parameter comes behind the tuple, in slot 1
                names = [1, *range(2, self.width + 2)]
            own = names[1:] if keyword else names
            body = tuple(ir.Assign(slot, ir.Item(ir.Local(0), ir.Known(i))) for i, slot in enumerate(own))
        self.loops = 0
        body += self.block(names, 0, 3 if self.width == 1 else 2)
        if not any(isinstance(node, ir.Yield) for node in ir.statements(body)):
            body += (self.yielded(names),)
        main = ir.Function(1 + keyword if is_tuple else self.width + keyword, self.slots, body, name="rule")
        shape = "tuple" if is_tuple else "ints"
        return ir.Routine(shape, self.width, ("m",) if keyword else (), (main, *self.helpers))

    def helper(self, _i: int) -> ir.Function:
        names = [0, 1]
        outer, self.slots, self.loops = getattr(self, "slots", 0), 2, 0
        kind = self.chance.randrange(3)
        if kind == 0:
            body: tuple[ir.Stmt, ...] = (ir.Return(self.number(names, 1, calls=False)),)
        elif kind == 1:
            test = self.test(names, 0, calls=False)
            last = ir.Return(self.number(names, 1, calls=False))
            body = (ir.If(test, (ir.Return(self.number(names, 1, calls=False)),), ()), last)
        else:
            slot = self.new()
            inner = ir.If(
                self.test([*names, slot], 0, calls=False), (ir.Return(self.number([0, slot], 0, calls=False)),), ()
            )
            body = (self.range(slot, names, (inner,), calls=False), ir.Return(self.number(names, 0, calls=False)))
        made = ir.Function(2, self.slots, body, name="helper")
        self.slots = outer
        return made

    def new(self) -> int:
        self.slots += 1
        return self.slots - 1

    def constant(self) -> int:
        if self.large and self.chance.random() < 0.3:
            return self.chance.choice((9, 12, 66, 70))
        return self.chance.choice((0, 1, 1, 1, 2, 2, 3, 4, 5))

    # -- expressions

    def number(self, names: list[int], depth: int, calls: bool = True) -> ir.Expr:
        if self.lowered and depth and self.chance.random() < 0.15:
            if self.helpers_here(calls) and self.chance.random() < 0.6:
                return ir.Call(1, (self.number(names, 0, calls), self.number(names, 0, calls)))
            return ir.Item(self.row(names), ir.Known(self.chance.choice((0, 1, -1))))
        pick = self.chance.randrange(22 if depth else 5)
        own = lambda: self.number(names, depth - 1, calls)  # noqa: E731
        match pick:
            case 0:
                return ir.Known(self.constant())
            case 1 | 2 | 3 | 4:
                return ir.Local(self.chance.choice(names))
            case 5 | 6:
                return ir.Op("+", own(), own())
            case 7 | 8 | 9 | 10:
                return ir.Op("-", own(), own())
            case 11:
                return ir.Op("*", own(), ir.Known(self.chance.choice((2, 3, -1))))
            case 12 | 13:
                return ir.Op(self.chance.choice(("//", "%")), own(), ir.Known(self.chance.choice((1, 2, 2, 3, 4))))
            case 14:
                sign, right = self.chance.choice((("&", 1), ("&", 3), (">>", 1), ("<<", 1), ("|", 1), ("^", 1)))
                return ir.Op(sign, own(), ir.Known(right))
            case 15:
                return ir.Apply("abs", (own(),))
            case 16 | 17:
                return ir.Apply(self.chance.choice(("min", "max")), (own(), own()))
            case 18 if self.helpers_here(calls):
                return ir.Call(1, (own(), own()))
            case 19:
                return ir.Choose(self.test(names, 0, calls), own(), own())
            case 20:
                return self.gathered(names, depth, calls)
            case 21:
                row = self.row(names)
                return self.chance.choice(
                    (
                        ir.Item(row, ir.Known(self.chance.choice((0, 1, -1)))),
                        ir.Item(ir.Known((1, 0, 2)), ir.Op("%", own(), ir.Known(3))),
                        ir.Item(ir.Slice(row, ir.Known(1), None), ir.Known(0)),
                        ir.Apply("count", (row, ir.Known(1))),
                        ir.Unary(self.chance.choice(("-", "~")), own()),
                        ir.Apply("bit_length", (own(),))
                        if self.chance.random() < 0.3
                        else ir.Op("+", own(), ir.Known(1)),
                    )
                )
            case _:
                return ir.Op("-", own(), ir.Known(self.constant()))

    def helpers_here(self, calls: bool) -> bool:
        return calls and bool(getattr(self, "helpers", []))

    def row(self, names: list[int]) -> ir.Expr:
        items = tuple(ir.Local(self.chance.choice(names)) for _ in range(2))
        made = ir.Make((*items, ir.Known(self.constant())))
        kind = self.chance.randrange(5)
        if self.lowered and self.chance.random() < 0.3:
            return ir.Slice(ir.Make((items[0], ir.Spread(made))), ir.Known(-2), None)
        if kind == 0:
            return ir.Apply("sorted", (ir.Make(items),))
        if kind == 1:
            return ir.Apply("sorted", (made,))
        return ir.Apply("reversed", (made,)) if kind == 2 else made

    def gathered(self, names: list[int], depth: int, calls: bool) -> ir.Expr:
        slot, place = self.new(), self.new()
        how = self.chance.choice(("sum", "min", "max"))
        row = self.row(names)
        inner: tuple[ir.Stmt, ...] = (
            ir.Yield(self.chance.choice((ir.Local(slot), self.number([*names, slot], depth - 1, calls)))),
        )
        if how == "sum" and self.chance.random() < 0.4:
            inner = (ir.If(self.test([*names, slot], 0, calls), inner, ()),)
        body = (ir.Assign(slot, ir.Item(row, ir.Local(place))), *inner)
        return ir.Fold(how, (ir.For(place, ir.Known(0), ir.Apply("len", (row,)), ir.Known(1), body),))

    def test(self, names: list[int], depth: int, calls: bool = True) -> ir.Expr:
        pick = self.chance.randrange(12 if depth else 6)
        number = lambda d=1: self.number(names, d, calls)  # noqa: E731
        match pick:
            case 0 | 1 | 2:
                return ir.Compare((self.chance.choice(("<", "<=", ">", ">=", "==", "!=")),), (number(), number()))
            case 3:
                return ir.Compare(
                    (self.chance.choice(("==", "!=", ">")),), (ir.Op("%", number(0), ir.Known(2)), ir.Known(0))
                )
            case 4:
                signs = self.chance.choice((("<", "<="), ("<=", "<"), ("==", "!=")))
                return ir.Compare(signs, (number(0), number(0), number(0)))
            case 5:
                kind = self.chance.choice(("in", "not in"))
                return ir.Compare((kind,), (number(0), ir.Known(tuple(self.constant() for _ in range(2)))))
            case 6 | 7:
                sign = self.chance.choice(("and", "or"))
                return ir.Logic(sign, tuple(self.test(names, depth - 1, calls) for _ in range(2)))
            case 8:
                return ir.Unary("not", self.test(names, depth - 1, calls))
            case 9 if self.lowered and self.chance.random() < 0.5:
                pairs = (ir.Make((number(0), ir.Known(self.constant()))) for _ in range(2))
                return ir.Compare((self.chance.choice(("==", "!=")),), tuple(pairs))
            case 9:
                return number()
            case _:
                slot = self.new()
                how = self.chance.choice(("any", "all"))
                body = self.range(slot, names, (ir.Yield(self.test([*names, slot], 0, calls)),), calls=calls)
                return ir.Fold(how, (body,))

    # -- statements

    def range(self, slot: int, names: list[int], body: tuple[ir.Stmt, ...], calls: bool = True) -> ir.For:
        end = lambda: self.end(names)  # noqa: E731
        step = self.chance.choice((1, 1, 1, 1, -1, -1, -1, 2, 3, -2))
        low, high = self.chance.choice((ir.Known(0), ir.Known(1), end())), end()
        if step < 0:
            low, high = high, self.chance.choice((ir.Known(0), ir.Known(-1), end()))
        return ir.For(slot, low, high, ir.Known(step), body)

    def end(self, names: list[int]) -> ir.Expr:
        name = ir.Local(self.chance.choice(names))
        c = ir.Known(self.constant())
        return self.chance.choice(
            (
                name,
                name,
                c,
                ir.Op("+", name, ir.Known(1)),
                ir.Op("-", name, c),
                ir.Op("+", ir.Apply("min", (name, c)), ir.Known(1)),
                ir.Apply("max", (ir.Known(0), ir.Op("-", name, c))),
                ir.Apply("max", (name, c)),
                ir.Apply("min", (name, ir.Local(self.chance.choice(names)))),
                ir.Op("+", ir.Op("//", name, ir.Known(2)), ir.Known(1)),
            )
        )

    def block(self, names: list[int], loops: int, depth: int) -> tuple[ir.Stmt, ...]:
        names = list(names)
        body: list[ir.Stmt] = []
        for _ in range(self.chance.choice((1, 1, 2, 2, 3))):
            body += self.statement(names, loops, depth)
        return tuple(body)

    def statement(self, names: list[int], loops: int, depth: int) -> list[ir.Stmt]:
        pick = self.chance.randrange(20)
        if not depth or pick < 4:
            return [self.yielded(names)]
        if pick < 8:
            other = self.block(names, loops, depth - 1) if self.chance.random() < 0.4 else ()
            return [ir.If(self.test(names, 1), self.block(names, loops, depth - 1), other)]
        if pick < 13 and self.loops < 3:
            self.loops += 1
            slot = self.new()
            body = self.block([*names, slot], loops + 1, depth - 1)
            if self.chance.random() < 0.4:
                leave = self.chance.choice((ir.Break(), ir.Break(), ir.Return(None), ir.Continue()))
                stop = ir.If(self.test([*names, slot], 0), (leave,), ())
                place = self.chance.randrange(len(body) + 1)
                body = (*body[:place], stop, *body[place:])
            return [self.range(slot, names, body)]
        if pick < 15:
            slot = self.chance.choice(names)
            return [ir.Assign(slot, ir.Op(self.chance.choice("+--"), ir.Local(slot), ir.Known(self.constant())))]
        if pick < 16:
            slot = self.new()
            made = ir.Assign(slot, self.number(names, 2))
            names.append(slot)
            return [made]
        if pick < 17:
            return [
                ir.If(
                    self.test(names, 0),
                    (self.chance.choice(self.endings(loops)),),
                    (),
                )
            ]
        if pick < 18:
            slot = self.new()
            test = ir.Compare(
                ("<=",), (ir.Local(slot), ir.Apply("min", (ir.Known(3), ir.Local(self.chance.choice(names)))))
            )
            count = ir.Assign(slot, ir.Op("+", ir.Local(slot), ir.Known(1)))
            return [ir.Assign(slot, ir.Known(1)), ir.While(test, (*self.block([*names, slot], 0, 0), count))]
        if pick < 19:
            slot = self.new()
            return [
                ir.Assign(slot, self.row(names)),
                ir.Put(slot, ir.Known(0), self.number(names, 1)),
                *self.of_row(slot, names),
            ]
        flag = self.new()
        slot = self.new()
        stop = ir.If(
            self.test([*names, slot], 0),
            (ir.Assign(flag, self.chance.choice((ir.Known(1), ir.Local(slot)))), ir.Break()),
            (),
        )
        last = ir.If(
            ir.Compare(("==",), (ir.Local(flag), ir.Known(0))), (self.yielded(names),), (self.yielded([*names, flag]),)
        )
        return [ir.Assign(flag, ir.Known(0)), self.range(slot, names, (stop,)), last]

    def endings(self, loops: int) -> list[ir.Stmt]:
        return [ir.Fail() if self.lowered else ir.Return(None), *([ir.Continue(), ir.Break()] * bool(loops))]

    def of_row(self, slot: int, names: list[int]) -> list[ir.Stmt]:
        new = self.new()
        made = ir.Assign(new, ir.Item(ir.Local(slot), ir.Known(self.chance.randrange(2))))
        names.append(new)
        return [made]

    def yielded(self, names: list[int]) -> ir.Stmt:
        if self.chance.random() < 0.5:  # a heap less something, in one place
            i = self.chance.randrange(self.width)
            less = ir.Op("-", ir.Local(self.chance.choice(names)), self.number(names, self.chance.choice((0, 1))))
            items = [less if j == i else ir.Local(self.chance.choice(names)) for j in range(self.width)]
        else:
            items = [self.number(names, self.chance.choice((0, 1, 2))) for _ in range(self.width)]
        return ir.Yield(items[0] if self.width == 1 and self.chance.random() < 0.5 else ir.Make(tuple(items)))


def rules(count: int, seed: int) -> Iterator[tuple[ir.Routine, dict[str, int]]]:
    """Random rules with their parameters."""
    for i in range(count):
        chance = Random(f"{seed} {i}")
        routine = Maker(chance).routine()
        yield routine, {name: chance.choice((1, 2, 3)) for name in routine.keywords}


def constants(routine: ir.Routine) -> set[int]:
    """The integers of a rule."""
    found: set[int] = set()
    for node in ir.nodes(tuple(f.body for f in routine.functions)):
        if isinstance(node, ir.Known):
            found |= set(node.value) if isinstance(node.value, tuple) else {node.value}
    return found


def states(routine: ir.Routine, small: int) -> set[tuple[int, ...]]:
    """All states up to a small bound, and those around each constant of the rule in each number and in all."""
    width = routine.width
    found = set(itertools.product(range(small), repeat=width))
    for n in {c + d for c in constants(routine) for d in (-1, 0, 1)}:
        if n >= small:
            found.add((n,) * width)
            for i in range(width):
                found.add((*(min(2, small - 1),) * i, n, *(1,) * (width - i - 1)))
    return found


def constructs(routine: ir.Routine) -> Counter[str]:
    """The constructs in a rule."""
    found: Counter[str] = Counter()
    for node in ir.nodes(tuple(f.body for f in routine.functions)):
        word = type(node).__name__
        match node:
            case ir.For(step=ir.Known(step)):
                word = f"For {step:+d}"
            case ir.Fold(how):
                word = f"Fold {how}"
            case ir.Apply(name):
                word = f"Apply {name}"
            case ir.Op(sign):
                word = f"Op {sign}"
            case _:
                pass
        found[word] = 1
    return found
