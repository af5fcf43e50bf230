"""Expressions of a rule as numbers, tuples and conditions, along a path through it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grundy.language import _
from grundy.logic.expressions import Formula, Term, Truth
from grundy.proofs.moves import NoFormula
from grundy.proofs.terms import NO, Number, both, compared, divided, either, negation, remainder
from grundy.rules.source import Rule

UNSURE, CARRIED = object(), object()
"""What a name stands for after a loop that gave it a value, and at the beginning of a turn of that loop."""
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
Found = list[tuple["Path", Any]]
Tester = Callable[[ast.expr, "Path"], list[tuple["Path", Formula]]]
LONGEST, UNROLLED = 4096, 64
"""A tuple has at most so many items; one that is written out, or made by a loop over constants, so many turns."""
LARGEST = 1 << 64
"""The constants of rules that are read are below."""


class Items(tuple[Any, ...]):
    """A list. It is equal to lists alone, and what changes it in place would change it under all of its names."""


class Turns(tuple[Any, ...]):
    """A range: no tuple, and equal to none."""


class Stream(tuple[Any, ...]):
    """A generator: always true, equal to nothing, and empty when it was gone through; it is used up at once, or not read."""


@dataclass(frozen=True)
class Path:
    """A way through the rules: what names stand for, the conditions, the loop variables; how it ended, if it did."""

    names: Mapping[str, Any]
    guards: tuple[Formula, ...] = ()
    bound: tuple[str, ...] = ()
    end: str = ""
    result: Any = field(default=None)

    def under(self, condition: Formula) -> Path | None:
        """Return the path under a further condition; None if that is plainly false."""
        if condition == NO or negation(condition) in self.guards:
            return None
        return self if condition == Truth(True) else replace(self, guards=(*self.guards, condition))


class Evaluation:
    """Evaluates expressions. A value is a `Number`, a tuple of values, or a condition (a formula)."""

    rule: Rule

    def step(self) -> None:
        """Note that an expression or a statement is followed; NoFormula where these are too many."""
        raise NotImplementedError

    def duty(self, path: Path, term: Term, least: int, what: str, line: int) -> None:
        """Note that a term must not be below a number."""
        raise NotImplementedError

    def call(self, helper: Rule, values: list[Any], keywords: dict[str, Any], path: Path, line: int) -> Found:
        """Follow a helper function."""
        raise NotImplementedError

    # -- kinds of values -----------------------------------------------------------------------------------------------

    def constant(self, value: Any, line: int) -> Any:
        """Return a Python constant as a value."""
        if isinstance(value, bool):
            return Truth(value)
        if isinstance(value, int):
            return Number.of(self.small(int(value), line))
        if type(value) is tuple:
            return tuple(self.constant(item, line) for item in value)
        if value is None:
            return None
        raise NoFormula(_("{value!r} is no integer, and no tuple of integers").format(value=value), line)

    def small(self, constant: int, line: int) -> int:
        """Return a constant, which must not be very large."""
        if abs(constant) >= LARGEST:
            raise NoFormula(_("a number of more than 64 bits is not read"), line)
        return constant

    def kept(self, value: Any, line: int) -> Any:
        """Return a value that may have a name, or a place in a tuple; a generator has neither."""
        if isinstance(value, Stream):
            raise NoFormula(_("a generator is read only where it is used up at once, as in any(…)"), line)
        return value

    def number(self, value: Any, line: int) -> Number:
        """Return a value that must be a number."""
        if isinstance(value, Number):
            return value
        if value is UNSURE or value is CARRIED:
            which = (
                _("after a loop that gives it a value") if value is UNSURE else _("from one turn of a loop to the next")
            )
            raise NoFormula(_("a name is used {which}").format(which=which), line)
        if isinstance(value, Truth):
            return Number.of(int(value.value))
        raise NoFormula(_("a number is wanted here"), line)

    def plain(self, value: Any, path: Path, line: int) -> list[tuple[Path, Term]]:
        """Return a number as one term, in each case that there is."""
        cases = ((path.under(guard), term) for guard, term in self.number(value, line).cases())
        return [(after, term) for after, term in cases if after is not None]

    def truth(self, value: Any, line: int) -> Formula:
        """Return whether a value counts as true."""
        if isinstance(value, tuple):
            return Truth(bool(self.kept(value, line)))
        if isinstance(value, Number):
            return compared(value, "!=", Number.of(0))
        if value is UNSURE or value is CARRIED or value is None:
            self.number(value, line)  # tells why it is none
            return NO
        return value

    def test(self, node: ast.expr, path: Path) -> list[tuple[Path, Formula]]:
        """Evaluate an expression as a condition; there "and" and "or" matter only for whether they are true."""
        if isinstance(node, ast.BoolOp):
            return self._joined(isinstance(node.op, ast.And), node.values, path, self.test)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return [(after, negation(condition)) for after, condition in self.test(node.operand, path)]
        return [(after, self.truth(value, node.lineno)) for after, value in self.value(node, path)]

    def values(self, nodes: list[ast.expr], path: Path) -> list[tuple[Path, list[Any]]]:
        """Evaluate several expressions, one after the other; starred tuples are spread out."""
        found: list[tuple[Path, list[Any]]] = [(path, [])]
        for node in nodes:
            inner = node.value if isinstance(node, ast.Starred) else node
            found = [
                (after, [*known, *(self.items(value, node.lineno) if isinstance(node, ast.Starred) else (value,))])
                for before, known in found
                for after, value in self.value(inner, before)
            ]
        return found

    def items(self, value: Any, line: int) -> tuple[Any, ...]:
        """Return the items of what must be a tuple, a list or the like."""
        if not isinstance(value, tuple) or len(value) > LONGEST:
            raise NoFormula(_("what is gone through here is no tuple of known length"), line)
        return tuple(value)

    # -- expressions ---------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr, path: Path) -> Found:
        """Evaluate an expression: paths with its values."""
        self.step()
        match node:
            case ast.Constant(value):
                return [(path, self.constant(value, node.lineno))]
            case ast.Name(name):
                return [(path, self._name(name, path, node.lineno))]
            case ast.Attribute():
                return [(path, self.constant(self.rule.constants[ast.unparse(node)], node.lineno))]
            case ast.Tuple(items) | ast.List(items):
                kind = tuple if isinstance(node, ast.Tuple) else Items
                return [
                    (after, kind(self.kept(value, node.lineno) for value in values))
                    for after, values in self.values(items, path)
                ]
            case ast.BinOp(left, operator, right):
                return [
                    each
                    for after, (one, two) in self.values([left, right], path)
                    for each in self._binary(one, operator, two, after, node)
                ]
            case ast.UnaryOp(ast.Not(), inner):
                return [(after, negation(condition)) for after, condition in self.test(inner, path)]
            case ast.UnaryOp(ast.USub(), inner):
                return [(after, self.number(v, node.lineno).negative()) for after, v in self.value(inner, path)]
            case ast.UnaryOp(ast.UAdd(), inner):
                return [(after, self.number(v, node.lineno)) for after, v in self.value(inner, path)]
            case ast.BoolOp(operator, items):
                return self._joined(isinstance(operator, ast.And), items, path, self._condition)
            case ast.Compare(left, operators, others):
                return [
                    (after, self._compared(values, operators, node.lineno))
                    for after, values in self.values([left, *others], path)
                ]
            case ast.IfExp(test, then, other):
                return self._either(test, then, other, path)
            case ast.Subscript(inner, index):
                return self._item(inner, index, path, node.lineno)
            case ast.Call(ast.Name(name), arguments, keywords):
                return self._call(name, arguments, keywords, path, node.lineno)
            case ast.GeneratorExp(item, [loop]) | ast.ListComp(item, [loop]):
                made = Stream if isinstance(node, ast.GeneratorExp) else Items
                return [(after, made(items)) for after, items in self._comprehension(item, loop, path, node.lineno)]
            case _:
                raise NoFormula(_("{unparse} is not read as a formula").format(unparse=ast.unparse(node)), node.lineno)

    def _condition(self, node: ast.expr, path: Path) -> list[tuple[Path, Formula]]:
        """Evaluate what must be a condition; ``3 and 2`` is 2, and no truth."""
        found = self.value(node, path)
        if not all(isinstance(value, Formula) for _after, value in found):
            raise NoFormula(
                _("{words} stands beside 'and' or 'or', whose value is used, and is no condition").format(
                    words=ast.unparse(node)
                ),
                node.lineno,
            )
        return found

    def _name(self, name: str, path: Path, line: int) -> Any:
        if name in path.names:
            value = path.names[name]
            if value is UNSURE or value is CARRIED:
                which = (
                    _("after a loop that gives it a value")
                    if value is UNSURE
                    else _("from one turn of a loop to the next")
                )
                raise NoFormula(_("{name} is used {which}").format(name=name, which=which), line)
            return value
        if name in self.rule.constants:
            return self.constant(self.rule.constants[name], line)
        raise NoFormula(_("{name} may have no value here").format(name=name), line)

    def _binary(self, left: Any, operator: ast.operator, right: Any, path: Path, node: ast.BinOp) -> Found:
        line = node.lineno
        if isinstance(left, tuple) or isinstance(right, tuple):
            return [(path, self._tuples(left, operator, right, line))]
        one, two = self.number(left, line), self.number(right, line)
        for constant in (term.constant for number in (one, two) for term in number.terms):
            self.small(constant, line)
        match operator:
            case ast.Add():
                return self._sum(one, two, path, line)
            case ast.Sub():
                return self._sum(one, two.negative(), path, line)
            case ast.Mult():
                if one.constant is None and two.constant is None:
                    words = f"{ast.unparse(node.left)} * {ast.unparse(node.right)}"
                    raise NoFormula(
                        _("{words} is a product of two numbers that are both not constant").format(words=words), line
                    )
                return [(path, two.times(one.constant) if one.constant is not None else one.times(two.constant or 0))]
            case ast.FloorDiv() | ast.Mod():
                return self._divided(one, operator, two, path, node)
            case ast.Pow() if one.constant is not None and two.constant is not None and 0 <= two.constant < 64:
                return [(path, Number.of(self.small(one.constant**two.constant, line)))]
            case _:
                raise NoFormula(_("{unparse} is not linear").format(unparse=ast.unparse(node)), line)

    def _sum(self, one: Number, two: Number, path: Path, line: int) -> Found:
        whole = one.plus(two)
        if whole is not None:
            return [(path, whole)]
        return [
            (after, Number.of(s + t))
            for before, s in self.plain(one, path, line)
            for after, t in self.plain(two, before, line)
        ]

    def _tuples(self, left: Any, operator: ast.operator, right: Any, line: int) -> tuple[Any, ...]:
        kinds = tuple, Items
        if isinstance(operator, ast.Add) and type(left) is type(right) and type(left) in kinds:
            if len(left) + len(right) > LONGEST:
                raise NoFormula(_("a tuple of more than {longest:,} items is not read").format(longest=LONGEST), line)
            return type(left)((*left, *right))
        if isinstance(operator, ast.Mult):
            items, times = (left, right) if isinstance(left, tuple) else (right, left)
            constant = times.constant if isinstance(times, Number) else None
            if type(items) in kinds and constant is not None and len(items) * constant <= UNROLLED:
                return type(items)(tuple(items) * constant)
            raise NoFormula(_("a tuple is repeated a number of times that is no small constant"), line)
        raise NoFormula(_("this operation on tuples is not read"), line)

    def _divided(self, one: Number, operator: ast.operator, two: Number, path: Path, node: ast.BinOp) -> Found:
        divisor = two.constant
        words = ast.unparse(node)
        if divisor is None:
            raise NoFormula(_("{words} divides by a number that is not constant").format(words=words), node.lineno)
        if divisor < 1:
            raise NoFormula(
                _("{words} divides by {divisor}; constants from 1 up can be read").format(words=words, divisor=divisor),
                node.lineno,
            )
        found: Found = []
        for after, term in self.plain(one, path, node.lineno):
            result = divided(term, divisor) if isinstance(operator, ast.FloorDiv) else remainder(term, divisor)
            if result.parts:
                self.duty(
                    after,
                    term,
                    0,
                    _("line {lineno}: {words} is computed").format(lineno=node.lineno, words=words),
                    node.lineno,
                )
            found.append((after, Number.of(result)))
        return found

    def _joined(self, all_of: bool, items: list[ast.expr], path: Path, test: Tester) -> Found:
        """Evaluate and, or: what follows is only evaluated where it matters, and its duties are only there."""
        found: Found = []
        for after, first in test(items[0], path):
            if not items[1:] or first == Truth(not all_of):
                found.append((after, first))
                continue
            going = after.under(first if all_of else negation(first))
            rest = [] if going is None else self._joined(all_of, items[1:], going, test)
            if len(rest) == 1 and going is not None and rest[0][0].guards == going.guards:
                found.append((after, both(first, rest[0][1]) if all_of else either(first, rest[0][1])))
                continue
            stopped = after.under(negation(first) if all_of else first)
            found += rest if stopped is None else [(stopped, Truth(not all_of)), *rest]
        return found

    def _compared(self, values: list[Any], operators: list[ast.cmpop], line: int) -> Formula:
        parts: list[Formula] = []
        for left, operator, right in zip(values, operators, values[1:], strict=False):
            left, right = self.kept(left, line), self.kept(right, line)
            if isinstance(operator, ast.In | ast.NotIn):
                if not isinstance(right, tuple):
                    raise NoFormula(_("'in' is read of tuples only"), line)
                among = either(*(self._equal(left, item, line) for item in right))
                parts.append(among if isinstance(operator, ast.In) else negation(among))
            elif isinstance(left, tuple) or isinstance(right, tuple):
                if not isinstance(operator, ast.Eq | ast.NotEq):
                    raise NoFormula(_("tuples are compared by == and != only"), line)
                same = self._equal(left, right, line)
                parts.append(same if isinstance(operator, ast.Eq) else negation(same))
            else:
                relation = _RELATIONS[type(operator)]
                parts.append(compared(self.number(left, line), relation, self.number(right, line)))
        return both(*parts)

    def _equal(self, left: Any, right: Any, line: int) -> Formula:
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right) or type(left) is not type(right):  # a list is no tuple, whatever it holds
                return NO
            return both(*(self._equal(one, two, line) for one, two in zip(left, right, strict=True)))
        if isinstance(left, tuple) or isinstance(right, tuple):
            return NO
        return compared(self.number(left, line), "=", self.number(right, line))

    def _either(self, test: ast.expr, then: ast.expr, other: ast.expr, path: Path) -> Found:
        found: Found = []
        for after, condition in self.test(test, path):
            for branch, guard in ((then, condition), (other, negation(condition))):
                start = after.under(guard)
                found += [] if start is None else self.value(branch, start)
        return found

    def _item(self, inner: ast.expr, index: ast.expr, path: Path, line: int) -> Found:
        bounds = [index.lower, index.upper, index.step] if isinstance(index, ast.Slice) else [index]
        found: Found = []
        for after, (items, *places) in self.values(
            [inner, *(b if b else ast.Constant(None, lineno=line) for b in bounds)], path
        ):
            known = [None if place is None else self.number(place, line).constant for place in places]
            unknown = any(place is not None and number is None for place, number in zip(places, known, strict=True))
            single = not isinstance(index, ast.Slice)
            if not isinstance(items, tuple) or isinstance(items, Stream) or unknown or (single and None in known):
                raise NoFormula(
                    _("{unparse} is indexed by what is no constant").format(unparse=ast.unparse(inner)), line
                )
            try:
                item = items[known[0] or 0] if single else type(items)(tuple(items)[slice(*known)])
            except (IndexError, ValueError):
                raise NoFormula(
                    _("{unparse} has no item {known}").format(unparse=ast.unparse(inner), known=known[0]), line
                ) from None
            found.append((after, item))
        return found

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _call(self, name: str, nodes: list[ast.expr], keywords: list[ast.keyword], path: Path, line: int) -> Found:
        found: Found = []
        named = [(k.arg, k.value) for k in keywords]
        for after, values in self.values([*nodes, *(node for _name, node in named)], path):
            own, others = values[: len(values) - len(named)], values[len(values) - len(named) :]
            given = {str(key): v for (key, _), v in zip(named, others, strict=True)}
            if any(key is None for key, _ in named):
                raise NoFormula(_("{name}() with named arguments is not read").format(name=name), line)
            if name in self.rule.helpers:
                found += self.call(self.rule.helpers[name], own, given, after, line)
            elif given:
                raise NoFormula(_("{name}() with named arguments is not read").format(name=name), line)
            else:
                found += self._builtin(name, own, after, line)
        return found

    def _builtin(self, name: str, values: list[Any], path: Path, line: int) -> Found:
        if (
            len(values) == 1
            and isinstance(values[0], tuple)
            and name in ("min", "max", "sum", "any", "all", "len", "tuple", "list")
        ):
            items = list(self.items(values[0], line))
            if not items and name in ("min", "max"):
                raise NoFormula(_("{name}() of nothing has no value").format(name=name), line)
            if name == "len":
                self.kept(values[0], line)
        elif name in ("min", "max") and len(values) > 1:
            items = values
        else:
            return self._single(name, values, path, line)
        match name:
            case "len":
                return [(path, Number.of(len(items)))]
            case "any":
                return [(path, either(*(self.truth(item, line) for item in items)))]
            case "all":
                return [(path, both(*(self.truth(item, line) for item in items)))]
            case "sum":
                found: Found = [(path, Number.of(0))]
                for item in items:
                    found = [each for p, s in found for each in self._sum(s, self.number(item, line), p, line)]
                return found
            case "min" | "max":
                return self._extreme(name, items, path, line)
            case "list":
                return [(path, Items(items))]
            case _:
                return [(path, tuple(items))]

    def _single(self, name: str, values: list[Any], path: Path, line: int) -> Found:
        if name == "abs" and len(values) == 1:
            number = self.number(values[0], line)
            if number.constant is not None:
                return [(path, Number.of(abs(number.constant)))]
            return [
                each
                for p, t in self.plain(number, path, line)
                for each in self._extreme("max", [Number.of(t), Number.of(-t)], p, line)
            ]
        if name in ("int", "bool") and len(values) == 1:
            return [(path, self.truth(values[0], line) if name == "bool" else self.number(values[0], line))]
        if name == "range":
            turns = self.turns([self.number(value, line) for value in values], line)
            if turns is not None:
                return [(path, turns)]
        raise NoFormula(_("{name}() is not read as a formula here").format(name=name), line)

    def turns(self, bounds: list[Number], line: int) -> Turns | None:
        """Return the numbers of a range of few constants, None of another; NoFormula for what is no range."""
        constants = [number.constant for number in bounds]
        if not 1 <= len(constants) <= 3 or constants[2:] == [0]:
            raise NoFormula(_("a range has one to three numbers, and a step that is not 0"), line)
        known = [constant for constant in constants if constant is not None]
        if len(known) < len(constants) or max(map(abs, known)) >> 60 or len(range(*known)) > UNROLLED:
            return None
        return Turns(map(Number.of, range(*known)))

    def _extreme(self, kind: str, items: list[Any], path: Path, line: int) -> Found:
        numbers = [self.number(item, line) for item in items]
        whole = Number.extreme(kind, numbers) if numbers else None
        if whole is not None:
            return [(path, whole)]
        found: list[tuple[Path, list[Number]]] = [(path, [])]
        for number in numbers:
            found = [
                (p, [*known, Number.of(t)]) for before, known in found for p, t in self.plain(number, before, line)
            ]
        return [(p, Number(kind, tuple(t for n in known for t in n.terms))) for p, known in found]

    def _comprehension(self, item: ast.expr, loop: ast.comprehension, path: Path, line: int) -> Found:
        if not isinstance(loop.target, ast.Name):
            raise NoFormula(_("a comprehension of several names is not read"), line)
        found: Found = []
        for after, items in self.value(loop.iter, path):
            if not isinstance(items, tuple):
                raise NoFormula(_("{unparse} has no known length").format(unparse=ast.unparse(loop.iter)), line)
            if len(items) > LONGEST:
                raise NoFormula(_("a tuple of more than {longest:,} items is not read").format(longest=LONGEST), line)
            ways: list[tuple[Path, tuple[Any, ...]]] = [(after, ())]
            for own in items:
                ways = [each for way, known in ways for each in self._kept(item, loop, own, way, known)]
            found += [(replace(way, names=after.names), known) for way, known in ways]
        return found

    def _kept(
        self, item: ast.expr, loop: ast.comprehension, own: Any, path: Path, known: tuple[Any, ...]
    ) -> list[tuple[Path, tuple[Any, ...]]]:
        assert isinstance(loop.target, ast.Name)
        ways: list[Path | None] = [replace(path, names={**path.names, loop.target.id: own})]
        left: list[tuple[Path, tuple[Any, ...]]] = []
        for test in loop.ifs:
            tested = [(after, c) for way in ways if way is not None for after, c in self.test(test, way)]
            left += [(p, known) for after, c in tested if (p := after.under(negation(c))) is not None]
            ways = [after.under(c) for after, c in tested]
        return left + [(p, (*known, v)) for way in ways if way is not None for p, v in self._each(item, way)]

    def _each(self, item: ast.expr, path: Path) -> Found:
        return [(after, self.kept(value, item.lineno)) for after, value in self.value(item, path)]
