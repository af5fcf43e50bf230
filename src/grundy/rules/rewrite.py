"""From a rule that was read to the text of a function that fills an array with the children of a state.

The text is a module for `grundy.kernels.jit`: constants, helpers, and::

    fill(state: int64[::1], params: int64[::1], out: int64[::1]) -> int64

which writes the children of ``state`` one after another from ``out[1]`` on and returns how many there are, or one of
the negative codes below. It is exactly right or says `UNFIT`; then the rule is interpreted: Python's own answer.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from grundy.language import _
from grundy.rules import intervals
from grundy.rules.expressions import Expressions
from grundy.rules.sequences import (
    Chain,
    Element,
    Environment,
    Grid,
    Items,
    Module,
    Number,
    Sequence,
    Value,
    View,
    as_integer,
    changed_names,
    exactly,
    number,
    plus,
    touched_names,
)
from grundy.rules.source import LARGEST, SMALLEST, Rule, Unreadable

FULL = -1
UNFIT = -2
ENDED = -11  # a declared ending e (-1 loss, 0 tie, 1 win) is returned as ENDED - e

Mode: TypeAlias = Literal["fixed", "variable"]
Shape: TypeAlias = Literal["int", "tuple", "grid"]
Shapes: TypeAlias = "tuple[tuple[str, Shape], ...]"


# -- parameters --------------------------------------------------------------------------------------------------------


def pack_params(values: Mapping[str, object]) -> tuple[list[int], Shapes]:
    """Parameters as integers in a row, and the shapes that the text of a rule depends on.

    >>> pack_params({"m": 3, "moves": (1, 4), "grid": ((1, 2), (3, 4))})
    ([3, 2, 1, 4, 2, 2, 1, 2, 3, 4], (('m', 'int'), ('moves', 'tuple'), ('grid', 'grid')))
    """
    cells: list[int] = []
    shapes: list[tuple[str, Shape]] = []
    for name, value in values.items():
        shape, packed = _packed(name, value)
        shapes.append((name, shape))
        cells.extend(packed)
    return cells, tuple(shapes)


def _packed(name: str, value: object) -> tuple[Shape, list[int]]:
    if isinstance(value, int):
        return "int", [_cell(name, value)]
    if not isinstance(value, tuple):
        raise Unreadable(
            _("the parameter '{name}' is a {kind}, which is not read").format(name=name, kind=type(value).__name__)
        )
    items = cast("tuple[object, ...]", value)
    if not items or not all(isinstance(row, tuple) for row in items):
        return "tuple", [len(items), *(_cell(name, x) for x in items)]
    rows = [cast("tuple[object, ...]", row) for row in items]
    if len({len(row) for row in rows}) != 1:
        raise Unreadable(_("the rows of the parameter '{name}' are not equally long").format(name=name))
    return "grid", [len(rows), len(rows[0]), *(_cell(name, x) for row in rows for x in row)]


def _cell(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise Unreadable(
            _("the parameter '{name}' holds a {kind}, which is not read").format(name=name, kind=type(value).__name__)
        )
    if not SMALLEST <= value <= LARGEST:
        raise Unreadable(_("the parameter '{name}' does not fit in 64 bits").format(name=name))
    return int(value)


# -- statements --------------------------------------------------------------------------------------------------------


class Body(Expressions):
    """The translation of statements; what yield and return mean is for the kind of function to say."""

    def on_yield(self, node: ast.expr) -> None:
        """Translate ``yield node``."""
        raise self.refuse(_("yield is not read here"))

    def on_return(self, node: ast.expr | None) -> None:
        """Translate ``return node``."""
        raise self.refuse(_("return is not read here"))

    def statements(self, body: list[ast.stmt]) -> None:
        """Translate statements up to where none is reached."""
        for statement in body:
            if not self.reachable:
                return
            self.line = statement.lineno
            getattr(self, f"_s_{type(statement).__name__.lower()}")(statement)

    def _s_pass(self, node: ast.Pass) -> None:
        pass

    def _s_break(self, node: ast.Break) -> None:
        self.emit("break")
        self.reachable = False

    def _s_continue(self, node: ast.Continue) -> None:
        self.emit("continue")
        self.reachable = False

    def _s_raise(self, node: ast.Raise) -> None:
        self.fail()

    def _s_assert(self, node: ast.Assert) -> None:
        self.fail_if(f"not ({self.truth(node.test)})")
        self.learn(node.test, True)

    def _s_return(self, node: ast.Return) -> None:
        if isinstance(node.value, ast.IfExp):
            self._fork(node.value, lambda value: self._s_return(ast.copy_location(ast.Return(value), node)))
            return
        nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        self.on_return(None if nothing else node.value)
        self.reachable = False

    def _s_expr(self, node: ast.Expr) -> None:
        match node.value:
            case ast.Constant():
                pass
            case ast.Yield(value=None):
                raise self.refuse(_("yield needs a value"))
            case ast.Yield(value=ast.expr() as value):
                self._yielded(value)
            case ast.YieldFrom(value=value):
                self._yielded_from(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in ("append", "sort"):
                self._changed_list(name, node.value)
            case _:
                raise self.refuse(_("'{unparse}' is not read as a statement").format(unparse=ast.unparse(node)))

    def _yielded(self, value: ast.expr) -> None:
        if isinstance(value, ast.IfExp):
            self._fork(value, self._yielded)
        else:
            self.on_yield(value)

    def _fork(self, node: ast.IfExp, use: Callable[[ast.expr], None]) -> None:
        """A choice between two values, as a choice between two statements."""
        self._branches(node.test, lambda: use(node.body), lambda: use(node.orelse))

    def _yielded_from(self, node: ast.expr) -> None:
        if not isinstance(node, ast.GeneratorExp):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
                raise self.refuse(_("'yield from' is read only with a range or a generator expression"))
            name = ast.copy_location(ast.Name("each one", ast.Store()), node)
            read = ast.copy_location(ast.Name("each one", ast.Load()), node)
            node = ast.copy_location(ast.GeneratorExp(read, [ast.comprehension(name, node, [], 0)]), node)
        before = dict(self.env)
        element = node.elt
        self._comprehension(node.generators, lambda: self._yielded(element), "")
        self.env = before

    def _changed_list(self, name: str, call: ast.expr) -> None:
        """``b.append(x)`` and ``b.sort()``."""
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        view = self._own_list(name)
        if call.func.attr == "sort":
            if call.args or call.keywords:
                raise self.refuse(_("sort() is read without arguments"))
            self.sort(view, down=False)
            return
        if len(call.args) != 1 or call.keywords:
            raise self.refuse(_("append() takes one number"))
        item = self.atom(self.number(call.args[0]))
        size, capacity = self.variable(name, "n"), self.module.capacity
        self.fail_if(f"{size} >= {capacity}")
        self.emit(f"out[{view.start} + {size}] = {item.text}", f"{size} = {size} + 1")
        length = Number(size, view.length.low + 1, min(view.length.high + 1, capacity))
        self.env[name] = replace(view, length=length)

    def _own_list(self, name: str) -> View:
        found = self.env.get(name)
        if not isinstance(found, View) or not found.is_list or found.name != name:
            raise self.refuse(_("'{name}' is not a list made in this function").format(name=name))
        return found

    # -- assignments ---------------------------------------------------------------------------------------------------

    def _s_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assigned(node.target, node.value)

    def _s_assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            first = node.targets[0]
            if not all(isinstance(t, ast.Name) for t in node.targets) or isinstance(node.value, ast.List):
                raise self.refuse(_("of assignments to several places only 'a = b = number' is read"))
            value = self.atom(self.number(node.value))
            for target in (first, *node.targets[1:]):
                self.assign(target, value)
            return
        self._assigned(node.targets[0], node.value)

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(value, ast.IfExp):
            self._fork(value, lambda side: self._assigned(target, side))
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpacked(target, value)
        else:
            found = self.value(value)
            self._require_own(target, value, found)
            self.assign(target, found)

    def _require_own(self, target: ast.expr, node: ast.expr, value: Value) -> None:
        """A list has one name: only what makes a new one is given another, and not what may hand on the old."""
        makes = isinstance(node, ast.List | ast.ListComp | ast.BinOp | ast.Subscript)
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if self._is_list(value) and not makes and called not in ("list", "sorted"):
            raise self.refuse(
                _("'{unparse}' would be a second name for one list; write list(...)").format(
                    unparse=ast.unparse(target)
                )
            )

    def _unpacked(self, target: ast.Tuple | ast.List, value: ast.expr) -> None:
        if any(isinstance(t, ast.Starred) for t in target.elts):
            raise self.refuse(_("'*' on the left of '=' is not read"))
        count = len(target.elts)
        if isinstance(value, ast.Tuple) and not any(isinstance(x, ast.Starred) for x in value.elts):
            if len(value.elts) != count:
                raise self.refuse(
                    _("{count} items are unpacked into {names} names").format(count=len(value.elts), names=count)
                )
            values = [self._apart(self.value(x)) for x in value.elts]
            for part, node, found in zip(target.elts, value.elts, values, strict=True):
                self._require_own(part, node, found)
        else:
            found = self.sequence(value)
            if isinstance(found, Items) and len(found.items) == count:
                values = [self._apart(x) for x in found.items]
            else:
                parts = self.elements(self.view(found), count)
                values = [self._apart(x) for x in parts if isinstance(x, Number)]
        for part, found in zip(target.elts, values, strict=True):
            self.assign(part, found)

    def _apart(self, value: Value) -> Value:
        """A value that later assignments cannot change."""
        if isinstance(value, Grid):
            return value
        if isinstance(value, Number):
            return self.pinned(value)
        view = self.held(value)
        return replace(view, length=self.pinned(view.length))

    def assign(self, target: ast.expr, value: Value) -> None:
        """Put a value where an assignment says."""
        match target:
            case ast.Name(id=name):
                self._require_kind(name, value)
                if isinstance(value, Number):
                    value = as_integer(value)
                    text = self.variable(name)
                    self.emit(f"{text} = {value.text}")
                    self.env[name] = replace(value, text=text)
                elif isinstance(value, Grid):
                    raise self.refuse(_("a tuple of tuples cannot be given another name"))
                else:
                    self.stored(name, value)
            case ast.Subscript(value=ast.Name(id=name), slice=index) if not isinstance(index, ast.Slice):
                view = self._own_list(name)
                item = self.atom(self._of_numbers(value))
                view = replace(view, length=number(view.length.text, view.length.bounds))
                place = self.position(self.number(index), view.length, view.key)
                self.emit(f"out[{plus(view.start, place.text)}] = {item.text}")
            case _:
                raise self.refuse(_("an assignment to '{unparse}' is not read").format(unparse=ast.unparse(target)))

    def _require_kind(self, name: str, value: Value) -> None:
        kind = "number" if isinstance(value, Number) else "list" if self._is_list(value) else "tuple"
        before = self.kinds.setdefault(self.variable(name), kind)
        if before != kind:
            raise self.refuse(_("'{name}' is a {before} and then a {kind}").format(name=name, before=before, kind=kind))

    def _is_list(self, value: Value) -> bool:
        return not isinstance(value, Number | Grid) and value.is_list

    def _s_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript) and isinstance(node.target.value, ast.Name):
            view = self._own_list(node.target.value.id)
            place = self.atom(self.position(self.number(node.target.slice), view.length, view.key))
            item = self.atom(self.item(view, place))
            result = self.binary(node.op, item, self.number(node.value))
            self.emit(f"out[{plus(view.start, place.text)}] = {result.text}")
            return
        if not isinstance(node.target, ast.Name):
            raise self.refuse(_("an assignment to '{unparse}' is not read").format(unparse=ast.unparse(node.target)))
        read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        whole = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
        self.assign(node.target, self.value(whole))

    # -- choices and loops ---------------------------------------------------------------------------------------------

    def _s_if(self, node: ast.If) -> None:
        self._branches(node.test, lambda: self.statements(node.body), lambda: self.statements(node.orelse))

    def _branches(self, test: ast.expr, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        condition = self.truth(test)
        before = dict(self.env)
        with self.indented(f"if {condition}:"):
            self.learn(test, True)
            then()
        after, first = self.env, self.reachable
        self.env, self.reachable = before, True
        with self.captured() as inside:
            self.learn(test, False)
            otherwise()
        if inside:
            self.emit("else:")
            self.lines.extend(inside)
        second = self.reachable
        self.reachable = first or second
        if first and second:
            self.env = _joined(after, self.env)
        elif first:
            self.env = after

    def widened(self, env: Environment, changed: set[str]) -> Environment:
        """What is known of the variables at any turn of a loop that changes some of them."""
        result: Environment = {}
        for name, found in env.items():
            if name not in changed:
                result[name] = found
            elif isinstance(found, Number):
                result[name] = Number(self.variable(name))
            elif isinstance(found, View) and found.name == name and found.start == self.owned.get(self.variable(name)):
                length = Number(self.variable(name, "n"), 0, self.module.capacity)
                result[name] = replace(found, length=length)
        return result

    def _s_while(self, node: ast.While) -> None:
        self.env = self.widened(self.env, changed_names(node.body))
        after = dict(self.env)
        forever = self.peek(node.test)[0] > 0
        leaves = any(isinstance(n, ast.Break) for statement in node.body for n in ast.walk(statement))
        with self.captured() as inside:
            condition = self.truth(node.test)
        with self.indented("while True:" if inside else f"while {condition}:"):
            if inside:
                self.lines.extend(inside)
                self._leave_unless(condition)
            self.learn(node.test, True)
            self.statements(node.body)
        self.env, self.reachable = after, leaves or not forever
        if not leaves:
            self.learn(node.test, False)

    def _leave_unless(self, condition: str) -> None:
        """Leave the loop when its condition no longer holds."""
        with self.indented(f"if not ({condition}):"):
            self.emit("break")

    def _s_for(self, node: ast.For) -> None:
        changed = changed_names(node.body) | changed_names([ast.Expr(node.target)])
        outside = self.widened(dict(self.env), changed)
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
                head, bounds = self.loop_head(arguments)
                element: Element = Number(self.temp(), *bounds, index_of=self._length_of(node.iter))
                index = element
            case _:
                self._require_steady(node)
                over = self.iteration(node.iter, touched_names(node.body))
                index = Number(self.temp(), 0, max(0, over.length.high - 1), index_of=over.index_of)
                head, element = f"range({over.length.text})", over.at(index)
        self.env = self.widened(self.env, changed)
        with self.indented(f"for {index.text} in {head}:"):
            self._bound(node.target, element)
            self.statements(node.body)
        self.env, self.reachable = outside, True

    def _require_steady(self, node: ast.For) -> None:
        """A list that grows or is replaced while a loop runs over it is not read."""
        names = {n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name)} & changed_names(node.body)
        for name in names:
            found = self.env.get(name)
            if isinstance(found, View) and found.is_list:
                raise self.refuse(_("the list '{name}' changes while a loop runs over it").format(name=name))

    def _length_of(self, node: ast.Call) -> str:
        """Of which sequence the numbers of ``range(len(...))`` are the indices."""
        match node.args:
            case [*_, ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)])] if len(node.args) < 3:
                found = self.env.get(name)
                if not isinstance(found, View):
                    return ""
                return found.key if len(node.args) == 1 or self.peek(node.args[0])[0] >= 0 else ""
            case _:
                return ""

    def _bound(self, target: ast.expr, element: Element) -> None:
        """Give the variables of a loop their values."""
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in zip(parts, self.elements(element, len(parts)), strict=True):
                    self._bound(part, item)
            case ast.Name(id=name) if isinstance(element, View):
                start = self.variable(name, "s")
                self._require_kind(name, element)
                self.emit(f"{start} = {element.start}")
                self.env[name] = replace(element, start=start, name=name, key="")
            case ast.Name() if isinstance(element, Number):
                self.assign(target, element)
            case _:
                raise self.refuse(_("'{unparse}' is not read as a loop's variable").format(unparse=ast.unparse(target)))

    # -- helpers -------------------------------------------------------------------------------------------------------

    def helper(self, node: ast.Call, rule: object) -> Value:
        """A call of a helper: written in place where it returns only at its end, else a function of its own."""
        assert isinstance(rule, Rule)
        given = self._arguments(node, rule)
        returns = [n for s in rule.body for n in ast.walk(s) if isinstance(n, ast.Return)]
        if len(returns) == 1 and returns[0] is rule.body[-1] and returns[0].value is not None:
            return self._in_place(rule, given, returns[0].value)
        return self._called(rule, given)

    def _arguments(self, node: ast.Call, rule: Rule) -> Environment:
        if rule.shape == "variadic":
            raise self.refuse(_("{name}(*...) is not read as a helper").format(name=rule.name))
        names = [*rule.state, *rule.keywords]
        given: dict[str, Value] = {}
        if len(node.args) > len(rule.state) or any(k.arg not in names for k in node.keywords):
            raise self.refuse(_("{name}() is called with arguments it does not have").format(name=rule.name))
        pairs = [*zip(rule.state, node.args, strict=False), *((k.arg or "", k.value) for k in node.keywords)]
        for name, argument in pairs:
            given[name] = self._argument(name, self.value(argument), rule)
        for name in names:
            if name not in given:
                default = rule.defaults.get(name)
                if not isinstance(default, int):
                    raise self.refuse(
                        _("{name}() is called without '{parameter}'").format(name=rule.name, parameter=name)
                    )
                given[name] = exactly(int(default))
        return {name: cast("Number | View | Grid", given[name]) for name in names}

    def _argument(self, name: str, value: Value, rule: Rule) -> Number | View | Grid:
        if isinstance(value, Number):
            return self.atom(value)
        if isinstance(value, Grid):
            return value
        if self._is_list(value) and name in touched_names(rule.body):
            raise self.refuse(_("{name}() changes the list it is given, which is not read").format(name=rule.name))
        view = self.view(value)
        start = self.atom(Number(view.start)).text if not view.start.isdigit() else view.start
        return replace(view, start=start, length=self.atom(view.length), name="")

    def _in_place(self, rule: Rule, given: Environment, result: ast.expr) -> Value:
        outer = self.rule, self.env, self.prefix, self.line
        self.rule, self.prefix = rule, f"{self.temp()}_"
        self.env = {}
        self._enter(given, rule.body)
        try:
            self.statements(rule.body[:-1])
            if not self.reachable:
                raise self.refuse(_("nothing is returned"))
            value = self.value(result)
            value = self.atom(value) if isinstance(value, Number) and not value.truth else value
        except Unreadable as problem:
            self.line = outer[3]
            raise self.refuse(
                _("{name}() cannot be read ({reason})").format(name=rule.name, reason=problem.reason)
            ) from None
        finally:
            self.rule, self.env, self.prefix, self.line = outer
        return value

    def _enter(self, given: Environment, body: list[ast.stmt]) -> None:
        """Give parameters their values; those that the body changes are copied first."""
        changed = touched_names(body)
        for name, value in given.items():
            if name in changed and not isinstance(value, Grid):
                self.assign(ast.Name(name, ast.Store()), value)
            else:
                self.env[name] = value

    def _called(self, rule: Rule, given: Environment) -> Value:
        """A call of a function of its own: the text of a sequence is its array, its start and its length."""
        texts: list[str] = []
        for value in given.values():
            if isinstance(value, Number):
                texts.append(value.text)
            elif isinstance(value, View) and not value.backwards:
                texts.extend((value.array, value.start, value.length.text))
            elif isinstance(value, Grid):
                texts.extend((value.array, value.start, value.rows.text, value.columns.text))
            else:
                raise self.refuse(_("{name}() is given a reversed tuple, which is not read").format(name=rule.name))
        kinds = tuple((type(v).__name__, self._is_list(v)) for v in given.values())
        key = (id(rule.body), kinds)
        if key not in self.module.known:
            try:
                self.module.known[key] = _write_helper(rule, given, self.module)
            except Unreadable as problem:
                raise self.refuse(
                    _("{name}() cannot be read ({reason})").format(name=rule.name, reason=problem.reason)
                ) from None
        name, may_fail = self.module.known[key]
        result = self.temp()
        self.emit(f"{result} = {name}({', '.join([*texts, 'out'])})")
        if may_fail:
            self.fail_if("out[0] != 0")
        return Number(result)


def _joined(one: Environment, two: Environment) -> Environment:
    """What is known of the variables after either of two branches."""
    result: Environment = {}
    for name, x in one.items():
        y = two.get(name)
        if isinstance(x, Number) and isinstance(y, Number) and x.text == y.text:
            low, high = intervals.union(x.bounds, y.bounds)
            result[name] = Number(x.text, low, high, index_of=x.index_of if x.index_of == y.index_of else "")
        elif isinstance(x, View) and isinstance(y, View) and _same_place(x, y):
            low, high = intervals.union(x.length.bounds, y.length.bounds)
            items = intervals.union(x.items, y.items)
            result[name] = replace(x, length=Number(x.length.text, low, high), items=items, cut=("", "", ""))
        elif x == y:
            result[name] = x
    return result


def _same_place(x: View, y: View) -> bool:
    places = [(v.array, v.start, v.length.text, v.is_list, v.backwards, v.name) for v in (x, y)]
    return places[0] == places[1]


# -- functions ---------------------------------------------------------------------------------------------------------


class HelperBody(Body):
    """A helper function: it returns a number, or sets ``out[0]``."""

    def on_return(self, node: ast.expr | None) -> None:
        if node is None:
            raise self.refuse(_("a helper must return a number"))
        self.emit(f"return {self.number(node).text}")


class EndingBody(Body):
    """A declared ending: -1, 0 or 1 for the player to move, or None."""

    def on_return(self, node: ast.expr | None) -> None:
        if node is None:
            self.emit("return 0")
            return
        code = self.atom(self.number(node))
        if code.low < -1 or code.high > 1:
            self.fail_if(f"{code.text} < -1 or {code.text} > 1")
        self.emit(f"return {ENDED} - {code.text}")


class CanonicalBody(Body):
    """A symmetry: the canonical state takes the place of the state given."""

    plan: Plan

    def on_return(self, node: ast.expr | None) -> None:
        if node is None:
            raise self.refuse(_("a symmetry must return a state"))
        _write_state(self, _as_sequence(self, self.value(node)), "base", self.plan)
        self.emit("return 0")


class MovesBody(Body):
    """The rule itself: every yield is a record in ``out``."""

    plan: Plan

    def on_return(self, node: ast.expr | None) -> None:
        if node is not None:
            raise self.refuse(_("a rule yields its children; what it returns is not read"))
        self.emit(f"return {self.plan.result}")

    def on_yield(self, node: ast.expr) -> None:
        gain = None
        if self.plan.scoring:
            if not isinstance(node, ast.Tuple) or len(node.elts) != 2 or isinstance(node.elts[0], ast.Starred):
                raise self.refuse(_("a scoring rule is read where it yields 'gain, next state'"))
            gain = self.atom(self.number(node.elts[0]))
            node = node.elts[1]
        child = _as_sequence(self, self.value(node))
        if self.plan.heap:
            self._heap_record(child)
            return
        changed = self._changed_item(child)
        if changed is None:
            self._require_length(self.length(child))
            if not self.reachable:
                return
        with self.indented("if pos > room:"):
            self.emit(f"return {FULL}")
        if gain is not None:
            self.emit(f"out[pos] = {gain.text}")
        place = plus("pos", "1") if self.plan.scoring else "pos"
        if changed is not None:
            self._copy_changed(*changed, place)
        else:
            _write_state(self, child, place, self.plan, checked=True)
        if self.plan.canonical:
            self.fail_if(f"canonical(out, {place}, params, out) != 0")
        self.emit(f"pos = pos + {self.plan.record}")

    def _require_length(self, size: Number) -> None:
        """A child of another length is UNFIT."""
        least, most = self.plan.lengths
        if size.high < least or size.low > most:
            self.fail()
        elif size.low < least or size.high > most:
            self.fail_if(f"{size.text} {'>' if self.plan.variable else '!='} {most}")

    def _changed_item(self, child: Sequence) -> tuple[str, Items] | None:
        """``heaps[:i] + (k,) + heaps[i + 1:]``: the state with some items changed, from which on."""
        if not isinstance(child, Chain) or len(child.parts) != 3:
            return None
        left, middle, right = child.parts
        if not (isinstance(left, View) and isinstance(middle, Items) and isinstance(right, View)):
            return None
        key, i, count = self.plan.state_key, left.cut[2], len(middle.items)
        same = key != "" and left.cut[:2] == (key, "0") and right.cut == (key, plus(i, str(count)), "")
        if not same or left.backwards or right.backwards or not (i.isidentifier() or i.isdigit()):
            return None
        return i, middle

    def _copy_changed(self, i: str, middle: Items, place: str) -> None:
        j, first = self.temp(), int(self.plan.variable)
        with self.indented(f"for {j} in range({self.plan.width}):"):
            self.emit(f"out[{plus(place, j)}] = state[{j}]")
        for m, item in enumerate(middle.items):
            self.emit(f"out[{plus(place, plus(i, str(m + first)))}] = {as_integer(item).text}")

    def _heap_record(self, child: Sequence) -> None:
        size = self.length(child)
        at = self.atom(size)
        with self.indented(f"if pos > room - {at.text}:"):
            self.emit(f"return {FULL}")
        self.emit(f"out[pos] = {at.text}")
        self.write(child, "(pos + 1)")
        self.emit(f"pos = pos + 1 + {at.text}", "count = count + 1")


def _as_sequence(body: Body, value: Value) -> Sequence:
    if isinstance(value, Number):
        return Items((as_integer(value),))
    if isinstance(value, Grid):
        raise body.refuse(_("a tuple of tuples is not a state that is read"))
    if value.is_list:
        raise body.refuse(_("a state must be a tuple, not a list"))
    return value


def _write_state(body: Body, child: Sequence, place: str, plan: Plan, checked: bool = False) -> None:
    """A state's cells in ``out``: its items, or its length, its items and zeros."""
    size = body.length(child)
    least, most = plan.lengths
    if not checked and (size.low < least or size.high > most):
        size = body.atom(size)
        body.fail_if(f"{size.text} {'>' if plan.variable else '!='} {most}")
    if not plan.variable:
        body.write(child, place)
        return
    size = body.atom(size)
    body.emit(f"out[{place}] = {size.text}")
    body.write(child, plus(place, "1"))
    j = body.temp()
    with body.indented(f"for {j} in range({plus(size.text, '1')}, {plan.width}):"):
        body.emit(f"out[{plus(place, j)}] = 0")


@dataclass(frozen=True)
class Plan:
    """How states lie in the arrays."""

    width: int
    variable: bool
    scoring: bool
    heap: bool
    canonical: bool
    state_key: str

    @property
    def record(self) -> int:
        """How many cells a child takes."""
        return self.width + self.scoring

    @property
    def lengths(self) -> tuple[int, int]:
        """The least and greatest length of a state that is a tuple."""
        return (0, self.width - 1) if self.variable else (self.width, self.width)

    @property
    def result(self) -> str:
        """How many children were written, as text."""
        if self.heap:
            return "count"
        return "pos - 1" if self.record == 1 else f"(pos - 1) // {self.record}"


def generate(
    rule: Rule,
    *,
    width: int,
    mode: Mode = "fixed",
    param_shapes: Shapes = (),
    scoring: bool = False,
    heap: bool = False,
    ending: Rule | None = None,
    canonical: Rule | None = None,
) -> str:
    """The text of a module whose ``fill`` gives the children of a state of ``width`` cells.

    In mode "fixed" a state is its ``width`` items; in "variable", its length and up to ``width - 1`` items, then zeros.
    A rule of heaps (``heap=True``) writes records ``[k, h1 .. hk]``. `Unreadable` says why a rule has no such text.
    """
    variable = mode == "variable"
    if variable and not rule.is_tuple:
        raise Unreadable(_("a state of any length must be one tuple"), rule.line)
    if not rule.yields:
        raise Unreadable(_("{name}() yields nothing").format(name=rule.name), rule.line)
    if not rule.is_tuple and len(rule.state) != width:
        raise Unreadable(
            _("{name}() has a state of {count} integers, not {width}").format(
                name=rule.name, count=len(rule.state), width=width
            ),
            rule.line,
        )
    module = Module(capacity=max(64, 2 * width))
    key = ("state:1" if variable else "state:0") if rule.is_tuple else ""
    plan = Plan(width, variable, scoring, heap, canonical is not None, key)
    parts: list[str] = []
    if ending is not None:
        _require_same_state(rule, ending, "ending")
        parts += _function(EndingBody(ending, module, (f"return {UNFIT}",)), "ending", plan, param_shapes)
    if canonical is not None:
        _require_same_state(rule, canonical, "symmetry")
        body = CanonicalBody(canonical, module, ("return 1",))
        body.plan = plan
        parts += _function(body, "canonical", plan, param_shapes)
    moves = MovesBody(rule, module, (f"return {UNFIT}",))
    moves.plan = plan
    main = _moves(moves, plan, param_shapes, ending is not None)
    return "\n".join([*_header(rule, module), *module.helpers.values(), *parts, *main, ""])


def _require_same_state(rule: Rule, other: Rule, what: str) -> None:
    if len(rule.state) != len(other.state) or rule.is_tuple != other.is_tuple:
        raise Unreadable(
            _("the {what} {name}() has another state than {own}()").format(what=what, name=other.name, own=rule.name),
            other.line,
        )
    if other.yields:
        raise Unreadable(_("the {what} {name}() must return, not yield").format(what=what, name=other.name), other.line)


def _header(rule: Rule, module: Module) -> list[str]:
    lines = [f'"""The rule {rule.name}, rewritten by grundy: do not edit."""', ""]
    for value, name in module.constants.items():
        row = value if isinstance(value, tuple) else (value,)
        lines.append(f"{name} = constant_array([{', '.join(str(x) for x in row)}])")
    return lines


def _state(body: Body, plan: Plan, array: str, base: str) -> Environment:
    """The state's variables, as they lie in an array from ``base`` on."""
    rule = body.rule
    if not rule.is_tuple:
        env: Environment = {}
        for i, name in enumerate(rule.state):
            body.emit(f"{body.variable(name)} = {array}[{plus(base, str(i))}]")
            env[name] = Number(body.variable(name))
        return env
    if not plan.variable:
        return {rule.state[0]: View(array, base, exactly(plan.width), key=plan.state_key)}
    body.emit(f"size = {array}[{base}]")
    return {rule.state[0]: View(array, plus(base, "1"), Number("size", 0, plan.width - 1), key=plan.state_key)}


def _parameters(body: Body, shapes: Shapes) -> Environment:
    """The keyword-only parameters, as `pack_params` laid them out."""
    env: Environment = {}
    at = "0"
    given = dict(shapes)
    missing = [name for name in body.rule.keywords if name not in given]
    if missing:
        raise Unreadable(
            _("{name}() has a parameter '{missing}' that was not given").format(
                name=body.rule.name, missing=missing[0]
            ),
            body.rule.line,
        )
    for name, shape in shapes:
        text = f"p_{name}"
        if shape == "int":
            body.emit(f"{text} = params[{at}]")
            value: Number | View | Grid = Number(text)
            following = plus(at, "1")
        elif shape == "tuple":
            body.emit(f"pn_{name} = params[{at}]")
            value = View("params", plus(at, "1"), Number(f"pn_{name}", 0, 2**40), key=f"params:{name}")
            following = plus(plus(at, "1"), f"pn_{name}")
        else:
            body.emit(f"pr_{name} = params[{at}]", f"pc_{name} = params[{plus(at, '1')}]")
            rows, columns = Number(f"pr_{name}", 0, 2**20), Number(f"pc_{name}", 0, 2**20)
            value = Grid("params", plus(at, "2"), rows, columns)
            following = plus(plus(at, "2"), f"{rows.text} * {columns.text}")
        if name in body.rule.keywords:
            env[name] = value
        if following.isdigit():
            at = following
        else:
            at = f"pe_{name}"
            body.emit(f"{at} = {following}")
    return env


def _function(body: Body, name: str, plan: Plan, shapes: Shapes) -> list[str]:
    """A declared ending or a symmetry, as a function of its own; 0 is what it returns when it says nothing."""
    moving = isinstance(body, CanonicalBody)
    given = _state(body, plan, "child" if moving else "state", "base" if moving else "0")
    if moving and body.rule.is_tuple:
        found = given[body.rule.state[0]]
        assert isinstance(found, View)
        given[body.rule.state[0]] = body.held(found)
    given |= _parameters(body, shapes)
    _begin(body, given)
    if body.reachable and moving:
        raise Unreadable(_("{name}() may return nothing").format(name=body.rule.name), body.rule.line)
    if body.reachable:
        body.emit("return 0")
    arguments = "child, base, params, out" if moving else "state, params, out"
    return ["", "", "@helper", f"def {name}({arguments}):", *body.region_lines(), *body.lines]


def _begin(body: Body, given: Environment) -> None:
    changed = touched_names(body.rule.body)
    for name, value in given.items():
        body.env[name] = value
        if name not in changed:
            continue
        if isinstance(value, Number):
            body.kinds[body.variable(name)] = "number"
            if value.text != body.variable(name):
                body.emit(f"{body.variable(name)} = {value.text}")
                body.env[name] = replace(value, text=body.variable(name))
        elif isinstance(value, View) and name in changed_names(body.rule.body):
            body.assign(ast.Name(name, ast.Store()), value)
    body.statements(body.rule.body)


def _moves(body: MovesBody, plan: Plan, shapes: Shapes, ends: bool) -> list[str]:
    given = _state(body, plan, "state", "0") | _parameters(body, shapes)
    _begin(body, given)
    if body.reachable:
        body.emit(f"return {plan.result}")
    record = 1 if plan.heap else plan.record
    room = f"    room = out.shape[0] - {body.module.regions * body.module.capacity + record}"
    lines = ["", "", "def fill(state, params, out):", room, "    if room < 0:", f"        return {FULL}"]
    if body.module.helpers or any(key for key in body.module.known):
        lines.append("    out[0] = 0")
    if ends:
        lines += ["    ended = ending(state, params, out)", "    if ended != 0:", "        return ended"]
    return [*lines, "    pos = 1", *(["    count = 0"] if plan.heap else []), *body.region_lines(), *body.lines]


def _write_helper(rule: Rule, given: Environment, module: Module) -> tuple[str, bool]:
    """A helper as a function of its own; returns its name and whether it can be UNFIT."""
    body = HelperBody(rule, module, ("out[0] = 1", "return 0"))
    arguments: list[str] = []
    env: Environment = {}
    for name, value in given.items():
        if isinstance(value, Number):
            arguments.append(f"a_{name}")
            env[name] = Number(f"a_{name}")
        elif isinstance(value, View):
            arguments += [f"aa_{name}", f"as_{name}", f"an_{name}"]
            length = Number(f"an_{name}", 0, 2**40)
            env[name] = View(f"aa_{name}", f"as_{name}", length, value.is_list, key=f"argument:{name}")
        else:
            arguments += [f"aa_{name}", f"as_{name}", f"ar_{name}", f"ac_{name}"]
            rows, columns = Number(f"ar_{name}", 0, 2**20), Number(f"ac_{name}", 0, 2**20)
            env[name] = Grid(f"aa_{name}", f"as_{name}", rows, columns)
    _begin(body, env)
    if body.reachable:
        raise Unreadable(_("{name}() may return nothing").format(name=rule.name), rule.line)
    called = f"helper_{len(module.known)}_{rule.name}"
    lines = ["", "", "@helper", f"def {called}({', '.join([*arguments, 'out'])}):", *body.region_lines(), *body.lines]
    module.helpers[called] = "\n".join(lines)
    return called, body.may_fail


__all__ = ["ENDED", "FULL", "UNFIT", "Body", "Mode", "Plan", "Shapes", "generate", "pack_params"]
