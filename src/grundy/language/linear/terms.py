"""Expressions of a rule as numbers, tuples and conditions, along a path through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise, permutations
from typing import Any, TypeAlias, TypeVar

from grundy.common.messages import N_, _
from grundy.language import ir
from grundy.language.linear.guards import GUARDS, NO, YES, All, Guard, both, either, implied, negation, truth
from grundy.language.linear.numbers import Number, related
from grundy.language.linear.sums import Term, divided, remainder
from grundy.language.refusal import LARGEST, Unreadable

# -- ways through a rule: what its slots hold, the conditions under which it goes there, and the turns of loops it is in


A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
PATHS = 2000
"""More paths through a rule are not followed."""
STEPS = 400_000
"""More expressions and statements are not."""
LONGEST, UNROLLED = 4096, 64
"""A tuple has at most so many items; a loop between constants is written out up to so many turns."""


class Mark:
    """What a slot holds of which nothing is known; ``when`` says why. Of some it is known whether they are true."""

    truth: Guard | None = None

    def __init__(self, when: Callable[[], str]) -> None:
        self.when = when


MISSING = Mark(lambda: _("before it has a value"))
AFTER = Mark(lambda: _("after a loop or a choice that gives it a value"))
"""What a slot holds after a block that gives it a value."""


def carried() -> Mark:
    """Return what a slot holds at the beginning of a turn, if turns give it values; each loop has its own."""
    return Mark(lambda: _("from one turn of a loop to the next"))


@dataclass(frozen=True)
class Path:
    """A way through a rule. ``end`` is how its block was left, if it was; ``given`` what was yielded to a fold.

    A slot holds a `Number`, a tuple of values, a condition (1 if it holds, else 0), or a `Mark`.
    """

    slots: tuple[Any, ...]
    guards: tuple[Guard, ...] = ()
    bound: tuple[str, ...] = ()
    end: str = ""
    result: Any = None
    given: tuple[Any, ...] = ()

    def under(self, condition: Guard) -> Path | None:
        """Return the path under a further condition; None if that is plainly false."""
        parts = condition.parts if isinstance(condition, All) else (condition,)
        kept = list(self.guards)
        for part in parts:
            said = NO if part == NO else None
            for known in kept:
                if said is None and (holds := implied(known, part)) is not None:
                    said = truth(holds)
            if said == NO:
                return None
            if said is None and part != YES:
                kept.append(part)
        return self if len(kept) == len(self.guards) else replace(self, guards=tuple(kept))

    def store(self, slot: int, value: Any) -> Path:
        """Return the path with another value in a slot."""
        return replace(self, slots=(*self.slots[:slot], value, *self.slots[slot + 1 :]))

    def more(self, before: Path) -> tuple[Guard, ...]:
        """Return the conditions that were added since an earlier place on the path."""
        return self.guards[len(before.guards) :]

    def turns(self, before: Path) -> tuple[str, ...]:
        """Return the turns of loops that were added."""
        return self.bound[len(before.bound) :]


Found: TypeAlias = "list[tuple[Path, Any]]"


def along(
    path: Path,
    items: Iterable[A],
    follow: Callable[[A, Path], Iterable[tuple[Path, B]]],
    start: C,
    join: Callable[[C, B], C],
) -> list[tuple[Path, C]]:
    """Return what items come to, each followed on all paths behind the one before, and joined to what these came to."""
    found = [(path, start)]
    for item in items:
        found = [(after, join(have, value)) for before, have in found for after, value in follow(item, before)]
    return found


def each_of(
    path: Path, items: Iterable[A], follow: Callable[[A, Path], Iterable[tuple[Path, B]]]
) -> list[tuple[Path, list[B]]]:
    """Return what each of some items comes to, in each case that there is."""
    return along(path, items, follow, list[B](), lambda have, value: [*have, value])


def unknown(value: Mark, line: int) -> Unreadable:
    """Return why what a slot holds cannot be read."""
    return Unreadable("a name is used {which}", line, which=value.when())


def is_guard(value: Any) -> bool:
    """Return whether a value is a condition."""
    return isinstance(value, GUARDS)


class Growing(Unreadable):
    """A number that left 64 bits, perhaps since the turns of a loop make it grow for ever."""


def small(constant: int, line: int) -> int:
    """Return a constant, which must not be very large."""
    if abs(constant) > LARGEST:
        raise Growing("a number of more than 64 bits is not read", line)
    return constant


def known(value: Any, line: int) -> Any:
    """Return a constant of the rule as a value; a term stands for a parameter that is a number of the position."""
    if isinstance(value, Term):
        return Number.of(value)
    if isinstance(value, tuple):
        return tuple(known(item, line) for item in value)
    return Number.of(small(int(value), line))


def condition(value: Any, line: int) -> Guard:
    """Return whether a value counts as true."""
    if isinstance(value, Mark):
        if value.truth is None:
            raise unknown(value, line)
        return value.truth
    if isinstance(value, tuple):
        return truth(bool(value))
    return related(value, "!=", Number.of(0)) if isinstance(value, Number) else value


def row(value: Any, line: int) -> tuple[Any, ...]:
    """Return what must be a tuple."""
    if isinstance(value, Mark):
        raise unknown(value, line)
    if not isinstance(value, tuple):
        raise Unreadable("a tuple is expected here", line)
    if len(value) > LONGEST:
        raise Unreadable("a tuple of more than {longest:,} items is not read", line, longest=LONGEST)
    return value


SORTED = 4
"""Tuples of so many numbers that are not constants are sorted, by cases."""
Numbers = list[tuple[Path, list[Number]]]


class Values:
    """Evaluates expressions along paths."""

    def step(self, line: int) -> None:
        """Note that an expression or a statement is followed; Unreadable where these are too many."""
        raise NotImplementedError

    def duty(self, path: Path, term: Term, least: int, kind: str, line: int) -> None:
        """Note that a term must not be below a number."""
        raise NotImplementedError

    def taken(self, key: int, way: bool, path: Path, guard: Guard) -> None:
        """Note under which conditions a branch is taken (see `grundy.language.branches`)."""
        raise NotImplementedError

    def call(self, node: ir.Call, path: Path) -> Found:
        """Follow a helper function."""
        raise NotImplementedError

    def fold(self, node: ir.Fold, path: Path) -> Found:
        """Follow a block whose yields are gathered."""
        raise NotImplementedError

    # -- kinds of values -----------------------------------------------------------------------------------------------

    def number(self, value: Any, path: Path, line: int) -> list[tuple[Path, Number]]:
        """Return a value as a number; a condition is 1 or 0, in two cases."""
        if isinstance(value, Number):
            return [(path, value)]
        if isinstance(value, Mark):
            raise unknown(value, line)
        if isinstance(value, tuple):
            raise Unreadable("a number is expected here, not a tuple", line)
        if value in (YES, NO):
            return [(path, Number.of(int(value == YES)))]
        each = ((path.under(guard), i) for i, guard in ((1, value), (0, negation(value))))
        return [(after, Number.of(i)) for after, i in each if after is not None]

    def numbers(self, nodes: list[ir.Expr], path: Path) -> Numbers:
        """Evaluate several expressions to numbers."""
        return each_of(path, nodes, self._evaluated)

    def _evaluated(self, node: ir.Expr, path: Path) -> list[tuple[Path, Number]]:
        """Evaluate an expression to a number."""
        return [each for after, value in self.value(node, path) for each in self.number(value, after, node.line)]

    def each(self, values: Iterable[Any], path: Path, line: int) -> Numbers:
        """Return several values as numbers, in each case that there is."""
        return each_of(path, values, lambda value, before: self.number(value, before, line))

    def plain(self, value: Any, path: Path, line: int) -> list[tuple[Path, Term]]:
        """Return a number as one term, in each case that there is."""
        return [
            (last, term)
            for after, number in self.number(value, path, line)
            for guard, term in number.cases()
            if (last := after.under(guard)) is not None
        ]

    def test(self, node: ir.Expr, path: Path) -> list[tuple[Path, Guard]]:
        """Evaluate an expression as a condition."""
        match node:
            case ir.Logic(sign, items):
                return self._joined(sign == "and", items, path, truths=True)
            case ir.Unary("not", inner):
                return [(after, negation(found)) for after, found in self.test(inner, path)]
            case ir.Choose():
                return self._choose(node, path, self.test)
            case _:
                found = [(after, condition(value, node.line)) for after, value in self.value(node, path)]
                self._note(node, found)
                return found

    def _note(self, node: ir.Expr, found: list[tuple[Path, Guard]]) -> None:
        for after, guard in found:
            self.taken(id(node), True, after, guard)
            self.taken(id(node), False, after, negation(guard))

    def values(self, nodes: tuple[ir.Expr | ir.Spread, ...], path: Path) -> list[tuple[Path, list[Any]]]:
        """Evaluate several expressions, one after the other; tuples that are spread come item by item."""
        return along(path, nodes, self._items, list[Any](), lambda have, items: [*have, *items])

    def _items(self, node: ir.Expr | ir.Spread, path: Path) -> list[tuple[Path, tuple[Any, ...]]]:
        if isinstance(node, ir.Spread):
            return [(after, row(value, node.line)) for after, value in self.value(node.inner, path)]
        return [(after, (value,)) for after, value in self.value(node, path)]

    # -- expressions ---------------------------------------------------------------------------------------------------

    def value(self, node: ir.Expr, path: Path) -> Found:
        """Evaluate an expression: paths with its values."""
        line = node.line
        self.step(line)
        match node:
            case ir.Known(value):
                return [(path, known(value, line))]
            case ir.Local(slot):
                if type(path.slots[slot]) is Mark:
                    raise unknown(path.slots[slot], line)
                return [(path, path.slots[slot])]
            case ir.Make(items):
                return [(after, row(tuple(found), line)) for after, found in self.values(items, path)]
            case ir.Op():
                found = self.values((node.left, node.right), path)
                return [each for after, (one, two) in found for each in self.operation(node, one, two, after)]
            case ir.Unary("not"):
                return [*self.test(node, path)]
            case ir.Unary(sign, inner):
                found = self.numbers([inner], path)
                return [(after, _signed(sign, one)) for after, (one,) in found]
            case ir.Compare():
                return self._compare(node, path)
            case ir.Logic(sign, items):
                return [*self._joined(sign == "and", items, path, truths=False)]
            case ir.Choose():
                return self._choose(node, path, self.value)
            case ir.Item():
                return self._item(node, path)
            case ir.Slice():
                return self._slice(node, path)
            case ir.Apply(name, args):
                found = self.values(args, path)
                return [each for after, given in found for each in self.applied(name, given, after, line)]
            case ir.Call():
                return self.call(node, path)
            case ir.Fold():
                return self.fold(node, path)

    def operation(self, node: ir.Op, left: Any, right: Any, path: Path) -> Found:
        """Return what an operation makes of two values."""
        if isinstance(left, tuple) or isinstance(right, tuple):
            return [(path, _tuples(node.sign, left, right, node.line))]
        ways = self.each((left, right), path, node.line)
        return [found for after, (one, two) in ways for found in self._arithmetic(node, one, two, after)]

    def _arithmetic(self, node: ir.Op, one: Number, two: Number, path: Path) -> Found:
        line = node.line
        for term in (*one.terms, *two.terms):
            small(term.constant, line)
        match node.sign:
            case "+":
                return self._sum(one, two, path, line)
            case "-":
                return self._sum(one, two.negative(), path, line)
            case "*":
                return [(path, _product(one, two, line))]
            case "//" | "%":
                return self._divided(one, node.sign, two.constant, path, line)
            case "&" if one.constant is None or two.constant is None:
                if one.constant is not None:
                    one, two = two, one
                return self._masked(one, two.constant, path, line)
            case ">>" if two.constant is not None and 0 <= two.constant < 64:
                return self._divided(one, "//", 1 << two.constant, path, line)
            case "<<" if two.constant is not None and 0 <= two.constant < 64:
                return [(path, one.times(1 << two.constant))]
            case _:
                return [(path, _constants(node.sign, one.constant, two.constant, line))]

    def _masked(self, one: Number, mask: int | None, path: Path, line: int) -> Found:
        if mask is None or mask < 0 or mask & (mask + 1):
            raise Unreadable("bit arithmetic is not linear", line)
        return self._divided(one, "%", mask + 1, path, line)

    def _sum(self, one: Number, two: Number, path: Path, line: int) -> Found:
        whole = one.plus(two)
        if whole is not None:
            return [(path, whole)]
        return [
            (after, Number.of(s + t))
            for before, s in self.plain(one, path, line)
            for after, t in self.plain(two, before, line)
        ]

    def _divided(self, one: Number, sign: str, divisor: int | None, path: Path, line: int) -> Found:
        if divisor is None:
            raise Unreadable("a number is divided by one that is not constant", line)
        if divisor < 1:
            raise Unreadable(
                "a number is divided by {divisor}; only constants from 1 up can be read", line, divisor=divisor
            )
        if sign == "//" and one.kind:  # rounding down keeps the order
            number = Number.extreme(one.kind, [Number.of(divided(term, divisor)) for term in one.terms])
            assert number is not None
            for term in one.terms:
                self.duty(path, term, 0, "divided", line)
            return [(path, number)]
        found: Found = []
        for after, term in self.plain(one, path, line):
            if sign == "//":
                self.duty(after, term, 0, "divided", line)
            found.append((after, Number.of((divided if sign == "//" else remainder)(term, divisor))))
        return found

    # -- conditions ----------------------------------------------------------------------------------------------------

    def _joined(
        self, all_of: bool, items: tuple[ir.Expr, ...], path: Path, *, truths: bool
    ) -> list[tuple[Path, Guard]]:
        """Evaluate and, or: what follows is only evaluated where it matters, and its duties are only there."""
        found: list[tuple[Path, Guard]] = []
        first_of = self.test(items[0], path) if truths else self._truth_value(items[0], path)
        for after, first in first_of:
            if not items[1:] or first == truth(not all_of):
                found.append((after, first))
                continue
            going = after.under(first if all_of else negation(first))
            rest = [] if going is None else self._joined(all_of, items[1:], going, truths=truths)
            if going is not None and len(rest) == 1 and rest[0][0].guards == going.guards:
                found.append((after, both(first, rest[0][1]) if all_of else either(first, rest[0][1])))
                continue
            stopped = after.under(negation(first) if all_of else first)
            found += rest if stopped is None else [(stopped, truth(not all_of)), *rest]
        return found

    def _truth_value(self, node: ir.Expr, path: Path) -> list[tuple[Path, Guard]]:
        """Evaluate what must be 0 or 1: ``3 and 2`` is 2, and no truth value."""
        found: list[tuple[Path, Guard]] = []
        for after, value in self.value(node, path):
            if not is_guard(value) and not (isinstance(value, Number) and value.constant in (0, 1)):
                raise Unreadable("the value of 'and' or 'or' is used, but it is not a truth value", node.line)
            found.append((after, condition(value, node.line)))
        return found

    def _choose(self, node: ir.Choose, path: Path, evaluate: Callable[[ir.Expr, Path], Found]) -> Found:
        found: Found = []
        for after, guard in self.test(node.test, path):
            starts = [(branch, g, after.under(g)) for branch, g in ((node.then, guard), (node.other, negation(guard)))]
            ways = [(g, start, evaluate(branch, start)) for branch, g, start in starts if start is not None]
            single = all(len(way) == 1 and way[0][0] is start and is_guard(way[0][1]) for _g, start, way in ways)
            if single:  # two conditions are one
                found.append((after, either(*(both(g, way[0][1]) for g, _start, way in ways))))
            else:
                found += [each for _g, _start, way in ways for each in way]
        return found

    def _compare(self, node: ir.Compare, path: Path) -> Found:
        found: Found = []
        for after, values in self.values(node.items, path):
            links = zip(values, node.signs, values[1:], strict=False)
            ways = along(after, links, lambda link, before: self.relation(*link, before, node.line), YES, both)
            self._note(node, ways)
            found += ways
        return found

    def relation(self, left: Any, sign: str, right: Any, path: Path, line: int) -> list[tuple[Path, Guard]]:
        """Return whether a relation holds between two values."""
        if sign in ("in", "not in"):
            items = row(right, line)
            ways = along(path, items, lambda item, before: self._equal(left, item, before, line), NO, either)
            return ways if sign == "in" else [(after, negation(guard)) for after, guard in ways]
        if sign in ("==", "!="):
            same = self._equal(left, right, path, line)
            return same if sign == "==" else [(after, negation(guard)) for after, guard in same]
        if isinstance(left, tuple) or isinstance(right, tuple):
            raise Unreadable("tuples are compared by == and != only", line)
        return [(after, related(one, sign, two)) for after, (one, two) in self.each((left, right), path, line)]

    def _equal(self, left: Any, right: Any, path: Path, line: int) -> list[tuple[Path, Guard]]:
        if isinstance(left, tuple) and isinstance(right, tuple):
            pairs, same = zip(left, right, strict=False), truth(len(left) == len(right))
            return along(path, pairs, lambda pair, before: self._equal(*pair, before, line), same, both)
        if isinstance(left, tuple) or isinstance(right, tuple):
            return [(path, NO)]
        return [(after, related(one, "==", two)) for after, (one, two) in self.each((left, right), path, line)]

    # -- tuples --------------------------------------------------------------------------------------------------------

    def places(self, count: int, index: Number, path: Path, line: int) -> list[tuple[Path, int]]:
        """Return the places of a tuple that an index can mean, each with the path there."""
        if index.constant is not None:
            if not -count <= index.constant < count:
                raise Unreadable("a tuple of {count} has no item {index}", line, count=count, index=index.constant)
            return [(path, index.constant % count)]
        if count > UNROLLED:
            raise Unreadable("the index of a tuple must be a constant", line)
        found: list[tuple[Path, int]] = []
        for after, term in self.plain(index, path, line):
            self.duty(after, term + count, 0, "index", line)
            self.duty(after, -term + (count - 1), 0, "index", line)
            each = ((after.under(related(Number.of(term), "==", Number.of(i))), i) for i in range(-count, count))
            found += [(last, i % count) for last, i in each if last is not None]
        return found

    def _item(self, node: ir.Item, path: Path) -> Found:
        found: Found = []
        for before, (whole, place) in self.values((node.whole, node.index), path):
            items = row(whole, node.line)
            for after, index in self.number(place, before, node.line):
                found += [(last, items[i]) for last, i in self.places(len(items), index, after, node.line)]
        return found

    def _slice(self, node: ir.Slice, path: Path) -> Found:
        found: Found = []
        for before, whole in self.value(node.whole, path):
            for after, numbers in self.numbers([end for end in (node.low, node.high) if end is not None], before):
                ends = [number.constant for number in numbers]
                if None in ends:
                    raise Unreadable("the index of a tuple must be a constant", node.line)
                low = None if node.low is None else ends[0]
                high = None if node.high is None else ends[-1]
                found.append((after, row(whole, node.line)[low:high]))
        return found

    # -- Python's own functions ----------------------------------------------------------------------------------------

    def applied(self, name: str, args: list[Any], path: Path, line: int) -> Found:
        """Return what one of Python's own functions makes of values."""
        match name:
            case "len":
                return [(path, Number.of(len(row(args[0], line))))]
            case "reversed":
                return [(path, row(args[0], line)[::-1])]
            case "min" | "max":
                return self.extreme(name, args, path, line)
            case "abs":
                return [
                    each
                    for after, number in self.number(args[0], path, line)
                    for each in self._absolute(number, after, line)
                ]
            case "sorted":
                return self._sorted(row(args[0], line), path, line)
            case "count" | "index":
                return self._sought(name, row(args[0], line), args[1], path, line)
            case _:
                return [
                    (after, _bits(name, number.constant, line)) for after, number in self.number(args[0], path, line)
                ]

    def _absolute(self, number: Number, path: Path, line: int) -> Found:
        if number.constant is not None:
            return [(path, Number.of(abs(number.constant)))]
        return [
            each
            for after, term in self.plain(number, path, line)
            for each in self.extreme("max", [Number.of(term), Number.of(-term)], after, line)
        ]

    def extreme(self, kind: str, values: list[Any], path: Path, line: int) -> Found:
        """Return the least or the greatest of some values, which are one or more."""
        if not values:
            raise Unreadable("{name}() of nothing has no value", line, name=kind)
        found: Found = []
        for after, numbers in self.each(values, path, line):
            whole = Number.extreme(kind, numbers)
            found += [(after, whole)] if whole is not None else self._of_terms(kind, numbers, after, line)
        return found

    def _of_terms(self, kind: str, numbers: list[Number], path: Path, line: int) -> Found:
        ways = each_of(path, numbers, lambda number, before: self.plain(number, before, line))
        return [(after, Number.extreme(kind, map(Number.of, terms))) for after, terms in ways]

    def _sorted(self, items: tuple[Any, ...], path: Path, line: int) -> Found:
        ways = self.each(items, path, line)
        return [found for after, numbers in ways for found in self._in_order(numbers, after, line)]

    def _in_order(self, numbers: list[Number], path: Path, line: int) -> Found:
        constants = [number.constant for number in numbers]
        if None not in constants:
            return [(path, tuple(Number.of(c) for c in sorted(c for c in constants if c is not None)))]
        if len(numbers) == 2:
            least, greatest = (Number.extreme(kind, numbers) for kind in ("min", "max"))
            if least is not None and greatest is not None:
                return [(path, (least, greatest))]
        if len(numbers) > SORTED:
            raise Unreadable("more than {count} numbers that are not constant are sorted", line, count=SORTED)
        found: Found = []
        for order in permutations(range(len(numbers))):
            guard = both(*(related(numbers[a], "<=" if a < b else "<", numbers[b]) for a, b in pairwise(order)))
            after = path.under(guard)
            found += [] if after is None else [(after, tuple(numbers[i] for i in order))]
        return found

    def _sought(self, name: str, items: tuple[Any, ...], item: Any, path: Path, line: int) -> Found:
        """Return how often an item is in a tuple, or where first."""
        found: Found = []
        for after, guards in each_of(path, items, lambda own, before: self._equal(own, item, before, line)):
            if name == "count":
                found += self.total(list(guards), after, line)
                continue
            wrong = after.under(negation(either(*guards)))
            if wrong is not None:
                self.duty(wrong, Term((), -1), 0, "fails", line)
            for i, guard in enumerate(guards):
                here = after.under(both(guard, *map(negation, guards[:i])))
                found += [] if here is None else [(here, Number.of(i))]
        return found

    def total(self, values: list[Any], path: Path, line: int) -> Found:
        """Return the sum of some values."""
        ways: Found = [(path, Number.of(0))]
        for value in values:
            ways = [
                each
                for before, have in ways
                for after, number in self.number(value, before, line)
                for each in self._sum(have, number, after, line)
            ]
            self.step(line)
        return ways


def _signed(sign: str, number: Number) -> Number:
    less = number.negative()
    return less if sign == "-" else Number(less.kind, tuple(term - 1 for term in less.terms))


def _product(one: Number, two: Number, line: int) -> Number:
    if one.constant is not None:
        return two.times(one.constant)
    if two.constant is not None:
        return one.times(two.constant)
    raise Unreadable("a product of two numbers that are both not constant is not linear", line)


def _constants(sign: str, one: int | None, two: int | None, line: int) -> Number:
    """Return what an operation gives that is read of constants only."""
    if one is None or two is None:
        what = N_("only powers of constants can be read") if sign == "**" else N_("bit arithmetic is not linear")
        raise Unreadable(what, line)
    if sign in ("**", "<<", ">>") and not 0 <= two < 64:
        raise Unreadable("a power or a shift by {count} is not read", line, count=two)
    results = {"&": one & two, "|": one | two, "^": one ^ two}
    return Number.of(small(one**two if sign == "**" else results[sign], line))


def _bits(name: str, constant: int | None, line: int) -> Number:
    if constant is None:
        raise Unreadable("bit arithmetic is not linear", line)
    return Number.of(constant.bit_length() if name == "bit_length" else constant.bit_count())


def _tuples(sign: str, left: Any, right: Any, line: int) -> tuple[Any, ...]:
    if sign == "+":
        return row((*row(left, line), *row(right, line)), line)
    if sign != "*":
        raise Unreadable("this operation on tuples is not read", line)
    items, times = (left, right) if isinstance(left, tuple) else (right, left)
    constant = times.constant if isinstance(times, Number) else None
    if constant is None or len(row(items, line)) * constant > UNROLLED:
        raise Unreadable("a tuple can only be repeated a small constant number of times", line)
    return items * max(0, constant)
