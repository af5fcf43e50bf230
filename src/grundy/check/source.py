"""The moves of a game as linear conditions, read from the source text in a certificate: followed, and never run.

A *way* through the rules is what names stand for, conditions under which it is gone, and further natural numbers (turns of
loops, quotients). Every test parts a way in two, so conditions are only ever joined by "and"; and what is not understood is
refused, never passed over. Numbers are Σ a_i x_i + c. (J. C. King, *Symbolic execution and program testing*, 1976.)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from grundy.check.budget import NotChecked, bounded, room, spend
from grundy.check.form import check_names, shown
from grundy.check.linear import Atom, Items, Lazy, Linear, Stream, Turns, Way, Yield, compared
from grundy.check.text import parsed
from grundy.errors import GrundyError
from grundy.language import _
from grundy.rules.source import FUNCTIONS, stored_names

UNROLLED, WAYS = 64, 3000
"""Loops of so many turns are written out; more ways are not followed."""
FOLLOWED, ITEMS = 200_000, 4096
"""So many expressions are followed; so many items has a tuple."""
_NOTHING = object()
"""None, which a function may return, and which is nothing else."""
_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


class Reading:
    """Follows functions; ``yields`` and ``duties`` (what must never be negative, and where) are gathered."""

    def __init__(self, least: int) -> None:
        self.least = least
        self.yields: list[Yield] = []
        self.duties: list[Yield] = []
        self._fresh = count()
        self._held: list[dict[str, Any]] = []
        self._followed = 0

    def function(
        self,
        data: Any,
        values: list[Any],
        given: Mapping[str, Any],
        atoms: tuple[Atom, ...] = (),
        *,
        main: bool = False,
    ) -> list[Way]:
        """Follow a function of a certificate to its ends; ``values`` are its positional arguments, ``given`` the others.

        ``main`` is whether these are the rules themselves, which have no defaults, and are given just what they take.
        """
        if not isinstance(data, dict):
            raise GrundyError(_("a function is an object, not {shown}").format(shown=shown(data)))
        check_names(data, ("source", "constants", "helpers"), "a function")
        node = parsed(data["source"], defaults=not main)
        constants, helpers = data["constants"], data["helpers"]
        if not isinstance(constants, dict) or not isinstance(helpers, dict) or helpers.keys() & FUNCTIONS:
            raise GrundyError(
                _("the constants of {name}() are an object, and its helpers one of functions not Python's own").format(
                    name=node.name
                )
            )
        stored = stored_names(node.body) | {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)}
        roots = {name.partition(".")[0] for name in constants}
        if stored & {*roots, *helpers, *FUNCTIONS} or roots & {*helpers, *FUNCTIONS}:
            raise GrundyError(
                _("a name in {name}() is given a value, and is a constant or a function").format(name=node.name)
            )
        if self._held and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node)):
            raise GrundyError(_("{name}() yields, and is called by the rules").format(name=node.name))
        names = self._arguments(node, values, given)
        self._held.append(data)
        ways = self._body(node.body, [Way(names, atoms)])
        self._held.pop()
        return ways

    def _arguments(self, node: ast.FunctionDef, values: list[Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the names of a function's arguments stand for when it is called, each given once."""
        arguments = node.args
        if arguments.vararg:
            own, names = list[str](), {arguments.vararg.arg: tuple(map(_kept, values))}
        else:
            own = [a.arg for a in arguments.args]
            names = dict(zip(own, map(_kept, values), strict=False))
            if len(values) > len(own):
                raise GrundyError(
                    _("{name}() is given {count} numbers, and takes {names}").format(
                        name=node.name, count=len(values), names=len(own)
                    )
                )
        keywords = [a.arg for a in arguments.kwonlyargs]
        if names.keys() & given.keys() or given.keys() - {*own, *keywords}:
            raise GrundyError(
                _("{name}() is given the parameters {shown}, and takes others").format(
                    name=node.name, shown=shown(sorted(given))
                )
            )
        names |= {name: _kept(value) for name, value in given.items()}
        ends = zip(own[::-1], arguments.defaults[::-1], strict=False)
        default = {**dict(ends), **dict(zip(keywords, arguments.kw_defaults, strict=True))}
        for name in (*own, *keywords):
            if name not in names:
                usual = default.get(name)
                if usual is None:
                    raise GrundyError(_("{name}() is not given {argument}").format(name=node.name, argument=name))
                names[name] = self.constant(ast.literal_eval(usual))
        return names

    def constant(self, value: Any) -> Any:
        """Return an integer, or a list of them, as a value."""
        if isinstance(value, list | tuple):
            return tuple(self.constant(item) for item in value)
        if isinstance(value, int):
            return Linear((), bounded(int(value)))
        raise GrundyError(_("{shown} is no integer, and no list of them").format(shown=shown(value)))

    # ---- statements

    def _body(self, statements: list[ast.stmt], ways: list[Way]) -> list[Way]:
        for statement in statements:
            ways = [after for way in ways for after in ([way] if way.end else self._statement(statement, way))]
            if len(ways) > WAYS:
                raise GrundyError(_("there are more than {ways} ways through the rules").format(ways=WAYS))
        return ways

    def _statement(self, node: ast.stmt, way: Way) -> list[Way]:
        self._follow()
        match node:
            case ast.Pass() | ast.Expr(ast.Constant()):
                return [way]
            case ast.Expr(ast.Yield(value)) if value is not None:
                for after, found in self._value(value, way):
                    if isinstance(found, tuple) and type(found) is not tuple:
                        raise GrundyError(_("the rules yield what is no number, and no tuple of numbers"))
                    parts = tuple(_number(n) for n in (found if isinstance(found, tuple) else (found,)))
                    room(len(self.yields), WAYS)
                    self.yields.append(Yield(after.atoms, parts))
                    self.duties += [Yield(after.atoms, (part.plus(Linear((), -self.least)),)) for part in parts]
                return [way]
            case ast.Assign([target], value):
                return [_stored(target, found, after) for after, found in self._value(value, way)]
            case ast.AugAssign(ast.Name(name) as target, operator, value):
                whole = ast.BinOp(ast.Name(name, ast.Load()), operator, value)
                if isinstance(way.names.get(name), Items):
                    raise GrundyError(_("a list is changed in place, which is not read by the checker"))
                return [_stored(target, found, after) for after, found in self._value(whole, way)]
            case ast.AnnAssign(target, _, value) if value is not None:
                return [_stored(target, found, after) for after, found in self._value(value, way)]
            case ast.If(test, then, other):
                return [w for after, yes in self._test(test, way) for w in self._body(then if yes else other, [after])]
            case ast.For(_, source, _, []):
                return self._for(node, source, way)
            case ast.Continue() | ast.Break():
                return [replace(way, end=type(node).__name__)]
            case ast.Return(None) | ast.Return(ast.Constant(None)):
                return [replace(way, end="Return")]
            case ast.Return(value) if value is not None:
                return [
                    replace(after, end="Return", result=None if found is _NOTHING else _kept(found))
                    for after, found in self._value(value, way)
                ]
            case _:
                raise GrundyError(_("{unparse!r} is not read by the checker").format(unparse=ast.unparse(node)[:60]))

    def _for(self, node: ast.For, source: ast.expr, way: Way) -> list[Way]:
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            if source.keywords:
                raise GrundyError(_("{name}() is not read so by the checker").format(name="range"))
            found: list[Way] = []
            ways = self._values(source.args, way)
            if not all(1 <= len(bounds) <= 3 for _, bounds in ways):
                raise GrundyError(_("a range has one to three numbers"))
            if all(isinstance(b, Linear) and not b.parts for _, bounds in ways for b in bounds):
                for after, bounds in ways:
                    turns = _range(bounds)
                    if turns is None:
                        break
                    found += self._turns(node, turns, after)
                else:
                    return found
            for after, bounds in ways:
                self._turn(node, [_number(bound) for bound in bounds], after)
            return [_forgotten(node, way)]
        found = []
        for after, items in self._value(source, way):
            if isinstance(items, Lazy):
                raise GrundyError(_("a loop over a generator expression is not read by the checker"))
            found += self._turns(node, items, after)
        return found

    def _turns(self, node: ast.For, items: Any, way: Way) -> list[Way]:
        """Write the turns of a loop out, one after the other."""
        if not isinstance(items, tuple):
            raise GrundyError(_("{unparse} is no range, and no tuple").format(unparse=ast.unparse(node.iter)))
        live, ended = [way], list[Way]()
        for item in items:
            after = self._body(node.body, [_stored(node.target, item, each) for each in live])
            ended += [
                replace(each, end="") if each.end == "Break" else each
                for each in after
                if each.end in ("Break", "Return")
            ]
            live = [replace(each, end="") for each in after if each.end in ("", "Continue")]
        return live + ended

    def _turn(self, node: ast.For, bounds: list[Linear], way: Way) -> None:
        """Follow any one turn of a loop; what a turn leaves to the next, or ends a loop, is not read."""
        low, high = (Linear(), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = bounds[2].constant if len(bounds) == 3 and not bounds[2].parts else len(bounds) != 3
        if step < 1:
            raise GrundyError(_("the step of a range is a constant from 1 up"))
        here = low.plus(self._new(), step)
        start = _forgotten(node, way).under(compared(here, "<", high))
        if start is not None:
            ends = {each.end for each in self._body(node.body, [_stored(node.target, here, start)])}
            if ends & {"Break", "Return"}:
                raise GrundyError(_("a loop that is left early is not read by the checker"))

    def _new(self) -> Linear:
        return Linear(((f"j{next(self._fresh)}", 1),))

    # ---- expressions

    def _follow(self) -> None:
        """Count what is followed; `NotChecked` for too much."""
        self._followed += 1
        spend()
        if self._followed > FOLLOWED:
            raise NotChecked(_("more than {most:,} expressions of the rules are followed").format(most=FOLLOWED))

    def _values(self, nodes: list[ast.expr], way: Way) -> list[tuple[Way, list[Any]]]:
        found: list[tuple[Way, list[Any]]] = [(way, [])]
        for node in nodes:
            inner = node.value if isinstance(node, ast.Starred) else node
            found = [
                (after, [*known, *(_spread(value) if isinstance(node, ast.Starred) else (value,))])
                for before, known in found
                for after, value in self._value(inner, before)
            ]
            for _way, known in found:
                room(len(known), ITEMS)
        return found

    def _value(self, node: ast.expr, way: Way) -> list[tuple[Way, Any]]:
        self._follow()
        held = self._held[-1]
        match node:
            case ast.Constant(int(value)):
                return [(way, Linear((), bounded(int(value))))]
            case ast.Constant(None):
                return [(way, _NOTHING)]
            case ast.Name(name) if way.names.get(name) is not None:
                return [(way, way.names[name])]
            case ast.Name() | ast.Attribute() if ast.unparse(node) in held["constants"]:
                return [(way, self.constant(held["constants"][ast.unparse(node)]))]
            case ast.Tuple(items) | ast.List(items):
                kind = tuple if isinstance(node, ast.Tuple) else Items
                return [(after, kind(map(_kept, values))) for after, values in self._values(items, way)]
            case ast.BinOp(left, operator, right):
                found = self._values([left, right], way)
                return [(w, v) for after, (one, two) in found for w, v in self._binary(one, operator, two, after)]
            case ast.UnaryOp(ast.USub(), inner):
                return [(after, Linear().plus(_number(value), -1)) for after, value in self._value(inner, way)]
            case ast.UnaryOp(ast.UAdd(), inner):
                return [(after, _number(value)) for after, value in self._value(inner, way)]
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                return [(after, Linear((), int(yes))) for after, yes in self._test(node, way)]
            case ast.BoolOp(operator, items):
                wanted, rest = isinstance(operator, ast.And), items[1:]
                found = self._value(items[0], way)
                if not rest:
                    return found
                more = ast.BoolOp(operator, rest)
                return [
                    each
                    for before, value in found
                    for after, yes in _truths(value, before)
                    for each in (self._value(more, after) if yes is wanted else [(after, value)])
                ]
            case ast.IfExp(test, then, other):
                return [
                    each for after, yes in self._test(test, way) for each in self._value(then if yes else other, after)
                ]
            case ast.Subscript(inner, index):
                return self._item(inner, index, way)
            case ast.Call(ast.Name(name), nodes, keywords):
                return self._call(name, nodes, keywords, way)
            case ast.GeneratorExp(item, [loop]) | ast.ListComp(item, [loop]) if isinstance(loop.target, ast.Name):
                kind = Lazy if isinstance(node, ast.GeneratorExp) else Items
                return [(w, kind(items)) for w, items in self._comprehension(item, loop, loop.target, way)]
            case _:
                raise GrundyError(
                    _("{unparse!r} is not read by the checker, or has no value").format(unparse=ast.unparse(node)[:60])
                )

    def _test(self, node: ast.expr, way: Way) -> list[tuple[Way, bool]]:
        """Return the ways on which an expression is true, and those on which it is not."""
        match node:
            case ast.UnaryOp(ast.Not(), inner):
                return [(after, not yes) for after, yes in self._test(inner, way)]
            case ast.Compare(left, operators, others):
                found: list[tuple[Way, bool]] = []
                for after, values in self._values([left, *others], way):
                    live = [after]
                    for one, operator, two in zip(values, operators, values[1:], strict=False):
                        tested = [each for before in live for each in _related(one, operator, two, before)]
                        found += [(w, False) for w, yes in tested if not yes]
                        live = [w for w, yes in tested if yes]
                    found += [(w, True) for w in live]
                return found
            case _:
                return [each for after, value in self._value(node, way) for each in _truths(value, after)]

    def _binary(self, one: Any, operator: ast.operator, two: Any, way: Way) -> Iterator[tuple[Way, Any]]:
        if isinstance(one, tuple) or isinstance(two, tuple):
            yield way, _tuples(one, operator, two)
            return
        left, right = _number(one), _number(two)
        match operator:
            case ast.Add() | ast.Sub():
                yield way, left.plus(right, 1 if isinstance(operator, ast.Add) else -1)
            case ast.Mult() if not left.parts or not right.parts:
                factor, other = (left, right) if not left.parts else (right, left)
                yield way, Linear().plus(other, factor.constant)
            case ast.FloorDiv() | ast.Mod() if not right.parts and right.constant > 0:
                for after, quotient in self._quotient(left, right.constant, way):
                    yield (
                        after,
                        quotient if isinstance(operator, ast.FloorDiv) else left.plus(quotient, -right.constant),
                    )
            case ast.Pow() if not left.parts and not right.parts and 0 <= right.constant < UNROLLED:
                bounded(1 << left.constant.bit_length() * max(0, right.constant - 1))
                yield way, Linear((), left.constant**right.constant)
            case _:
                raise GrundyError(_("a product of two numbers, or another operation, is not linear"))

    def _quotient(self, number: Linear, divisor: int, way: Way) -> list[tuple[Way, Linear]]:
        """Return the floor of a number over a constant: a natural number, where what is divided is not negative."""
        if all(a % divisor == 0 for _, a in number.parts):
            return [(way, Linear(tuple((n, a // divisor) for n, a in number.parts), number.constant // divisor))]
        self.duties.append(Yield(way.atoms, (number,)))
        quotient = self._new()
        rest = number.plus(quotient, -divisor)
        after = way.under(Atom(rest, ">="), Atom(Linear((), divisor - 1).plus(rest, -1), ">="))
        return [] if after is None else [(after, quotient)]

    def _item(self, inner: ast.expr, index: ast.expr, way: Way) -> list[tuple[Way, Any]]:
        bounds = [index.lower, index.upper, index.step] if isinstance(index, ast.Slice) else [index]
        known = [bound for bound in bounds if bound is not None]
        found: list[tuple[Way, Any]] = []
        for after, (items, *values) in self._values([inner, *known], way):
            if (
                not isinstance(items, tuple)
                or isinstance(items, Stream)
                or any(_number(value).parts for value in values)
            ):
                raise GrundyError(
                    _("{unparse} is indexed by what is no constant").format(unparse=ast.unparse(inner)[:60])
                )
            own = iter(values)
            places: list[Any] = [None if bound is None else next(own).constant for bound in bounds]
            try:
                if isinstance(index, ast.Slice):
                    found.append((after, type(items)(tuple(items)[slice(*places)])))
                else:
                    found.append((after, items[places[0]]))
            except (IndexError, ValueError, OverflowError):
                raise GrundyError(
                    _("{unparse} has no item {places}").format(unparse=ast.unparse(inner)[:60], places=places[0])
                ) from None
        return found

    def _call(self, name: str, nodes: list[ast.expr], keywords: list[ast.keyword], way: Way) -> list[tuple[Way, Any]]:
        found: list[tuple[Way, Any]] = []
        helpers = self._held[-1]["helpers"]
        for after, values in self._values([*nodes, *(k.value for k in keywords)], way):
            cut = len(values) - len(keywords)
            if any(k.arg is None for k in keywords):
                raise GrundyError(_("{name}() is not read so by the checker").format(name=name))
            if name in helpers:
                given = {str(k.arg): v for k, v in zip(keywords, values[cut:], strict=True)}
                ends = self.function(helpers[name], values[:cut], given, after.atoms)
                if any(end.result is None for end in ends):
                    raise GrundyError(_("{name}() may return nothing").format(name=name))
                found += [(replace(end, names=after.names, end="", result=None), end.result) for end in ends]
            elif keywords or name in after.names:
                raise GrundyError(_("{name}() is not read so by the checker").format(name=name))
            else:
                found += _builtin(name, values, after)
        return found

    def _comprehension(
        self, item: ast.expr, loop: ast.comprehension, target: ast.Name, way: Way
    ) -> list[tuple[Way, Any]]:
        found: list[tuple[Way, Any]] = []
        for start, items in self._value(loop.iter, way):
            if not isinstance(items, tuple):
                raise GrundyError(_("{unparse} has no known length").format(unparse=ast.unparse(loop.iter)[:60]))
            ways: list[tuple[Way, tuple[Any, ...]]] = [(start, ())]
            room(len(items), ITEMS)
            test = ast.BoolOp(ast.And(), loop.ifs) if loop.ifs else ast.Constant(1)
            for own in items:
                ways = [
                    each
                    for before, known in ways
                    for after, yes in self._test(test, _stored(target, own, before))
                    for each in (
                        [(w, (*known, _kept(v))) for w, v in self._value(item, after)] if yes else [(after, known)]
                    )
                ]
            found += [(replace(w, names=way.names), known) for w, known in ways]
        return found


def _kept(value: Any) -> Any:
    """Return a value that may have a name, or a place in a tuple; GrundyError for what is used up."""
    if isinstance(value, Stream) or value is _NOTHING:
        raise GrundyError(_("a generator, or None, is kept, which is not read by the checker"))
    return value


def _spread(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise GrundyError(_("what stands after a star is no tuple"))
    return value


def _range(bounds: list[Linear]) -> Turns | None:
    """Return the numbers of a range between constants, None where these are many; GrundyError for what is no range."""
    numbers = [bound.constant for bound in bounds]
    if not 1 <= len(numbers) <= 3 or numbers[2:] == [0]:
        raise GrundyError(_("a range has one to three numbers"))
    turns = range(*numbers)
    if max(map(abs, numbers)) >> 60 or len(turns) > UNROLLED:
        return None
    return Turns(Linear((), n) for n in turns)


def _number(value: Any) -> Linear:
    if not isinstance(value, Linear):
        raise GrundyError(_("the rules use as a number what is none, or is not known after a loop"))
    return value


def _stored(target: ast.expr, value: Any, way: Way) -> Way:
    match target:
        case ast.Name(name):
            return replace(way, names={**way.names, name: _kept(value)})
        case ast.Tuple(targets) | ast.List(targets) if isinstance(value, tuple) and len(value) == len(targets):
            for own, item in zip(targets, value, strict=True):
                way = _stored(own, item, way)
            return way
        case _:
            raise GrundyError(
                _("{unparse!r} is not assigned to as the checker reads").format(unparse=ast.unparse(target)[:60])
            )


def _forgotten(node: ast.For, way: Way) -> Way:
    """Return a way that does not know what a loop stores."""
    stored = stored_names([node])
    return replace(way, names={name: None if name in stored else value for name, value in way.names.items()})


def _forked(way: Way, atom: Atom) -> list[tuple[Way, bool]]:
    ends = (way.under(atom), True), (way.under(atom.opposite), False)
    return [(after, yes) for after, yes in ends if after is not None]


def _truths(value: Any, way: Way) -> list[tuple[Way, bool]]:
    if isinstance(value, tuple):
        return [(way, bool(_kept(value)))]
    return _forked(way, Atom(_number(value), "!="))


def _related(one: Any, operator: ast.cmpop, two: Any, way: Way) -> list[tuple[Way, bool]]:
    one, two = _kept(one), _kept(two)
    if isinstance(operator, ast.In | ast.NotIn) and isinstance(two, tuple):
        found, live = list[tuple[Way, bool]](), [way]
        for item in two:
            tested = [each for before in live for each in _related(one, ast.Eq(), item, before)]
            found += [(w, isinstance(operator, ast.In)) for w, yes in tested if yes]
            live = [w for w, yes in tested if not yes]
        return found + [(w, isinstance(operator, ast.NotIn)) for w in live]
    if isinstance(one, tuple) and isinstance(two, tuple) and isinstance(operator, ast.Eq | ast.NotEq):
        if isinstance(operator, ast.NotEq):
            return [(w, not yes) for w, yes in _related(one, ast.Eq(), two, way)]
        if type(one) is not type(two) or len(one) != len(two):  # a list is no tuple, whatever it holds
            return [(way, False)]
        found, live = list[tuple[Way, bool]](), [way]
        for a, b in zip(one, two, strict=True):
            tested = [each for before in live for each in _related(a, ast.Eq(), b, before)]
            found += [(w, False) for w, yes in tested if not yes]
            live = [w for w, yes in tested if yes]
        return found + [(w, True) for w in live]
    if type(operator) not in _OPERATORS:
        raise GrundyError(_("a comparison by in or is like this is not read by the checker"))
    return _forked(way, compared(_number(one), _OPERATORS[type(operator)], _number(two)))


def _tuples(one: Any, operator: ast.operator, two: Any) -> tuple[Any, ...]:
    if isinstance(operator, ast.Add) and type(one) is type(two) and type(one) in (tuple, Items):
        room(len(one) + len(two), ITEMS)
        return type(one)((*one, *two))
    items, times = (one, two) if isinstance(one, tuple) else (two, one)
    if (
        isinstance(operator, ast.Mult)
        and type(items) in (tuple, Items)
        and isinstance(times, Linear)
        and not times.parts
        and len(items) * max(0, times.constant) <= UNROLLED
    ):
        return type(items)(tuple(items) * max(0, times.constant))
    raise GrundyError(_("this operation on tuples is not read by the checker"))


def _builtin(name: str, values: list[Any], way: Way) -> list[tuple[Way, Any]]:
    """Return what Python's own function gives; GrundyError for another number or kind of arguments than it takes."""
    items = values[0] if len(values) == 1 and isinstance(values[0], tuple) else None
    if name in ("min", "max") and (items or len(values) > 1):
        return _extreme(name, [_number(value) for value in items or values], way)
    if name == "abs" and len(values) == 1:
        number = _number(values[0])
        return _extreme("max", [number, Linear().plus(number, -1)], way)
    if name == "range" and all(isinstance(v, Linear) and not v.parts for v in values):
        turns = _range(values)
        if turns is not None:
            return [(way, turns)]
    if name in ("int", "bool") and len(values) == 1 and items is None:
        if name == "int":
            return [(way, _number(values[0]))]
        return [(after, Linear((), int(yes))) for after, yes in _truths(values[0], way)]
    if items is None:
        raise GrundyError(_("{name}() is not read by the checker").format(name=name))
    if name in ("any", "all"):
        live, ended = [way], list[tuple[Way, Any]]()
        for item in items:
            tested = [each for before in live for each in _truths(item, before)]
            ended += [(w, Linear((), int(yes))) for w, yes in tested if yes is (name == "any")]
            live = [w for w, yes in tested if yes is not (name == "any")]
        return ended + [(w, Linear((), int(name == "all"))) for w in live]
    if name == "sum":
        total = Linear()
        for item in items:
            total = total.plus(_number(item))
        return [(way, total)]
    return [(way, _gone_through(name, items))]


def _extreme(name: str, numbers: list[Linear], way: Way) -> list[tuple[Way, Any]]:
    """Return the least or the greatest of some numbers."""
    found: list[tuple[Way, Any]] = [(way, numbers[0])]
    for number in numbers[1:]:
        found = [
            (after, number if yes else best)
            for before, best in found
            for after, yes in _forked(before, compared(number, "<" if name == "min" else ">", best))
        ]
    return found


def _gone_through(name: str, items: tuple[Any, ...]) -> Any:
    """Return what one of Python's functions makes of the items of one argument."""
    match name:
        case "tuple":
            return tuple(items)
        case "list":
            return Items(items)
        case "len" if not isinstance(items, Stream):
            return Linear((), len(items))
        case "reversed" if not isinstance(items, Stream):
            return Stream(items[::-1])
        case "enumerate":
            kind = Lazy if isinstance(items, Lazy) else Stream
            return kind((Linear((), i), item) for i, item in enumerate(items))
        case _:
            raise GrundyError(_("{name}() is not read by the checker").format(name=name))
