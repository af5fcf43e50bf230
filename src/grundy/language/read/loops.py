"""What loops run over, made one: every loop runs over a range; and what is sorted by a key."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, cast

from grundy.language import ir
from grundy.language.read.expressions import Expressions, folded, kinds_of, spread
from grundy.language.read.looping import returned_range
from grundy.language.read.rewriting import written
from grundy.language.read.scope import UNBOUND, Kind, Read, Several, known_tuple
from grundy.language.read.source import Names, free_names
from grundy.language.read.syntax import applied, mentioned, placed, words
from grundy.language.refusal import Unreadable

# -- ``sorted``, ``min`` and ``max`` with a key or a default, by those without -----------------------------------------
#
# Each item's key is made one number with its place, so that a sort is stable and gives the items back.


class Ordering(Expressions):
    """The reading of what puts items in an order."""

    def ordered(self, over: ast.expr, key: ast.expr, down: bool, line: int) -> ir.Expr:
        """Return the items of an iterable in the order of their keys: those with equal ones as they were."""
        if isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple) and key.body.elts:
            *first, last = key.body.elts  # by the last part, and then, stable, by those before it
            if isinstance(last, ast.Starred) or any(isinstance(each, ast.Starred) for each in first):
                raise self.refuse("'*' is not read here")
            if not first:
                return self.ordered(over, ast.Lambda(key.args, last), down, line)
            before = ast.Lambda(key.args, last)
            inner = words(f"sorted(over, key=before, reverse={down})", over=over, before=before)
            rest = ast.Lambda(key.args, ast.Tuple(first, ast.Load()))
            return self.ordered(placed(inner, line), rest, down, line)
        held = self._all_of(over, line)
        slot, mark = self.fresh("row"), len(self.slots)
        names = {name: f"{name} {mark}" for name in ("items", "item", "place")}
        value = applied(key, names["item"])
        if value is None:
            raise self.refuse("a key must be a function of one argument")
        self.known.append({names["items"]: slot})
        self.assigned.add(slot)
        codes = f"{'-' if down else '+'}value * len(items) + place for place, item in enumerate(items)"
        whole = words(f"[items[place % len(items)] for place in sorted([{codes}])]", value=value, **names)
        found = self.value(placed(whole, line)).node
        self.known.pop()
        assert isinstance(found, ir.Fold)
        return ir.Fold("tuple", (ir.Assign(slot, held, line=line), *found.body), line=line)

    def _all_of(self, over: ast.expr, line: int) -> ir.Expr:
        """Return what an iterable yields, as a tuple."""
        return self._listed(placed(words("tuple(over)", over=over), line)).node

    def _call_sorted(self, node: ast.Call) -> Read:
        down, key = False, None
        for keyword in node.keywords:
            if keyword.arg == "key":
                key = None if _is_none(keyword.value) else keyword.value
                continue
            found = self.number(keyword.value)
            if keyword.arg != "reverse" or not isinstance(found, ir.Known):
                raise self.refuse("of sorted()'s named arguments, only key= and reverse=True can be read")
            down = bool(found.value)
        if key is not None:
            return Read(self.ordered(self._one(node), key, down, node.lineno), "list")
        inner = self._listed(ast.Call(node.func, [self._one(node)], [], lineno=node.lineno))
        made: ir.Expr = ir.Apply("sorted", (inner.node,), line=node.lineno)
        return Read(ir.Apply("reversed", (made,), line=node.lineno) if down else made, "list")

    def _extreme(self, name: str, node: ast.Call) -> Read:
        """``min(xs, key=f, default=d)``: the first of the items whose key is least."""
        named = {str(each.arg): each.value for each in node.keywords}
        key, usual = named.pop("key", None), named.pop("default", None)
        if named or len(named) + (key is not None) + (usual is not None) < len(node.keywords):
            raise self.refuse("of {name}()'s named arguments, only key= and default= can be read", name=name)
        key = None if key is not None and _is_none(key) else key
        if key is None and usual is None:
            return super()._extreme(name, node)
        if usual is not None and len(node.args) != 1:
            raise self.refuse("{name}() with default= takes one tuple", name=name)
        if not node.args or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.refuse("{name}() of nothing", name=name)
        line = node.lineno
        over = node.args[0] if len(node.args) == 1 else placed(ast.Tuple(node.args, ast.Load()), line)
        items = self._all_of(over, line) if key is None else self.ordered(over, key, name == "max", line)
        if usual is None:
            return Read(ir.Item(items, ir.Known(0), line=line), "int")
        return Read(self._or_else(name, items, self.number(usual), key is not None, line), "int")

    def _or_else(self, name: str, items: ir.Expr, usual: ir.Expr, ordered: bool, line: int) -> ir.Expr:
        """The first of items in order, or the least or greatest of them; of none ``usual``, which is evaluated anyway."""
        held, other, place = self.fresh("row"), self.fresh("int"), self.fresh("int")
        size = ir.Apply("len", (ir.Local(held),), line=line)
        turns = ir.counted(place, size, (ir.Yield(ir.Item(ir.Local(held), ir.Local(place))),), line=line)
        first = ir.Item(ir.Local(held), ir.Known(0), line=line)
        best = first if ordered else ir.Fold(name, (turns,), line=line)
        choice = ir.If(size, (ir.Yield(best),), (ir.Yield(ir.Local(other)),), line=line)
        return ir.Fold("sum", (ir.Assign(held, items), ir.Assign(other, usual), choice), line=line)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


# -- loops over ranges, which take their items by their place ----------------------------------------------------------


Element: TypeAlias = "Read | tuple[Element, ...]"
Body: TypeAlias = Callable[[], list[ir.Stmt]]
"""What reads the statements within a loop, or a branch."""
Changed: TypeAlias = Mapping[str, bool]
"""Names that a loop's body changes, and whether by more than by putting or sorting the items of a list."""
NOTHING: Changed = MappingProxyType({})


class Iteration(NamedTuple):
    """What a loop runs over: ``before`` it, how many items there are, the item at a place; what is checked ``after`` it.

    Of a plain range there is ``ends``: start, stop and step, and the loop's variable may be the range's own.
    """

    before: tuple[ir.Stmt, ...]
    length: ir.Expr
    at: Callable[[ir.Expr], Element]
    after: tuple[ir.Stmt, ...] = ()
    ends: tuple[ir.Expr, ir.Expr, ir.Expr] | None = None

    @property
    def turns(self) -> tuple[ir.Expr, ir.Expr, ir.Expr]:
        """Start, stop and step of the places."""
        return self.ends or (ir.Known(0), self.length, ir.Known(1))


class Yielding(NamedTuple):
    """A generator that was read: its body, the kinds of its slots, what its one ``yield`` yields, the helpers it calls."""

    body: tuple[ir.Stmt, ...]
    slots: list[Kind | None]
    kind: Kind
    calls: set[int]


class Loops(Ordering):
    """The reading of loops, in statements and in comprehensions."""

    def loop(
        self, target: ast.expr, over: ast.expr, changed: Changed, body: Body, *, leaves: bool = False
    ) -> list[ir.Stmt]:
        """Return ``for target in over: body``; ``changed`` are the names that the body changes.

        ``leaves`` is whether the body may leave the loop before its end.
        """
        line = over.lineno
        found = self.generator(over)
        if found is not None and leaves and not found[0].__code__.co_flags & inspect.CO_GENERATOR:
            found = None  # a range, which may be left early
        if found is not None:
            if changed.keys() & set(free_names(found[0])):
                raise self.refuse("the loop changes what its generator uses")
            return self._over_yields(target, *found, body, self.leaving() if leaves else None)
        iteration = self.iteration(over, changed)
        if iteration.after and leaves:
            raise self.refuse(
                "of zip()'s named arguments, strict=True can only be read in a loop that is not left early"
            )
        if iteration.ends is not None and isinstance(target, ast.Name):
            slot = self.bound(target.id, "int")
            return [*iteration.before, ir.For(slot, *iteration.ends, tuple(body()), line=line), *iteration.after]
        place = self.fresh("int")
        bound = self.bind(target, iteration.at(ir.Local(place)))
        return [*iteration.before, ir.For(place, *iteration.turns, (*bound, *body()), line=line), *iteration.after]

    def generator(self, node: ast.expr) -> tuple[types.FunctionType, list[Read]] | None:
        """Return the generator that an expression calls, one of the rule's helpers, with its arguments; None of others."""
        function, own, call = None, None, node
        if isinstance(node, ast.Attribute):
            own, call = self.owner(node.value), ast.Call(node, [], [], lineno=node.lineno)
            function = None if own is None else self.own_function(own, node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            own = self.owner(node.func.value)
            function = None if own is None else self.own_function(own, node.func.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = self.function_named(node.func)
        if function is None or not isinstance(call, ast.Call) or not self._yields(function):
            return None
        given = self.arguments(call, function, own)
        if any(each.kind == "list" for each in given):
            raise self.refuse("{name}() is a generator, but a list is passed to it", name=function.__name__)
        return function, given

    def _yields(self, function: types.FunctionType) -> bool:
        """Whether a function is a generator, or does nothing but return a range, which a loop sees as the same."""
        if function.__code__.co_flags & inspect.CO_GENERATOR:
            return True
        try:
            given = returned_range(written(function))
            return given is not None and Names(function).called(cast(ast.Name, given.func)) is None
        except Unreadable:
            return False

    def leaving(self) -> int:
        """Return the slot that says that the loop that is read was left early (see `grundy.language.read`)."""
        raise NotImplementedError

    def _over_yields(
        self, target: ast.expr, function: types.FunctionType, given: list[Read], body: Body, left: int | None
    ) -> list[ir.Stmt]:
        """``for target in f(…): body``: what f does, with the body in the place of its one ``yield``.

        ``left`` is the slot that says that the body has left the loop, if it may: then f does nothing more.
        """
        line = self.line
        made = self.yielding(function, kinds_of(given), line)
        self.calls |= made.calls
        first = len(self.slots)
        for kind in made.slots:
            self.fresh(kind)
        passed = [ir.Assign(first + i, each.node, line=line) for i, each in enumerate(given)]
        if left is not None:
            passed.append(ir.Assign(left, ir.Known(0), line=line))

        elsewhere = function.__code__.co_filename != self.helpers.open[0].__code__.co_filename

        def moved(node: Any) -> ir.Node:
            self.counted()
            node = replace(node, line=line) if elsewhere else node  # lines are those of the file with the rules
            return replace(node, slot=node.slot + first) if hasattr(node, "slot") else node

        def instead(value: ir.Expr, within: bool) -> tuple[ir.Stmt, ...]:
            bound = self.bind(target, Read(value, made.kind))
            inside = tuple(body())
            self.reachable = True
            if not continues(inside) and (within or left is None):
                return *bound, *inside
            once = ir.counted(self.fresh("int"), ir.Known(1), inside, line=line)  # it goes on after it
            return *bound, once, *(_left(left, (ir.Break(line=line),)) if within else ())

        return [*passed, *_in_place_of_yields(ir.rewritten(made.body, moved), instead, left)]

    def yielding(self, function: types.FunctionType, kinds: tuple[Kind, ...], line: int) -> Yielding:
        """A generator, read for arguments of these kinds (see `grundy.language.read`)."""
        raise NotImplementedError

    def bind(self, target: ast.expr, element: Element) -> list[ir.Stmt]:
        """Return the statements that give names the parts of an element."""
        self.line = target.lineno
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                if isinstance(element, Read):
                    return self.unpacked(parts, element)
                if len(element) != len(parts):
                    raise self.refuse(
                        "{count} items are unpacked into {names} names", count=len(element), names=len(parts)
                    )
                return [each for part, own in zip(parts, element, strict=True) for each in self.bind(part, own)]
            case ast.Name():
                found = element if isinstance(element, Read) else self.together(element)
                return [self.named(target.id, found)]
            case _:
                raise self.refuse("'{code}' cannot be read as a loop variable", code=ast.unparse(target))

    def together(self, element: tuple[Element, ...]) -> Read:
        """Return several numbers as a tuple."""
        items = [each.node for each in element if isinstance(each, Read) and each.is_number]
        if len(items) < len(element):
            raise self.refuse("a tuple of tuples is not read here")
        return Read(known_tuple([*items]), "row")

    def unpacked(self, parts: list[ast.expr], found: Read) -> list[ir.Stmt]:
        """Return the statements that give names the items of a tuple, which has just so many."""
        if found.is_number or found.wrapped is not None:
            raise self.refuse("a number cannot be unpacked")
        if any(isinstance(part, ast.Starred) for part in parts):
            raise self.refuse("'*' on the left of '=' is not read")
        held, before = self.kept(found)
        found = found._replace(node=held)
        length = self.length(found)
        if not isinstance(length, ir.Known):
            other = ir.Compare(("!=",), (length, ir.Known(len(parts))), line=self.line)
            before.append(ir.If(other, (ir.Fail(line=self.line),), (), line=self.line))
        elif length.value != len(parts):
            raise self.refuse("{count} items are unpacked into {names} names", count=length.value, names=len(parts))
        items = [(part, self.item(found, ir.Known(i))) for i, part in enumerate(parts)]
        return [*before, *(each for part, item in items for each in self.bind(part, item))]

    def kept(self, found: Read, changed: Changed = NOTHING) -> tuple[ir.Expr, list[ir.Stmt]]:
        """Return a tuple as something that may be asked for several items, and what is to be done before."""
        node = found.node
        if isinstance(node, ir.Known):
            return node, []
        name = self.slots[node.slot] if isinstance(node, ir.Local) else None
        if name is not None and (name not in changed or not (found.new or changed[name])):
            return node, []  # of a list (not of a copy) whose items are put the loop sees them, as in Python
        slot = self.fresh(found.kind)
        return ir.Local(slot), [ir.Assign(slot, node, line=self.line)]

    # -- what a loop runs over -----------------------------------------------------------------------------------------

    def iteration(self, node: ast.expr, changed: Changed) -> Iteration:
        """Return what a loop over an expression runs over."""
        self.line = node.lineno
        name = self.own_function_called(node)
        if not isinstance(node, ast.Call):
            return self._items(node, changed)
        args = node.args
        match name:
            case "range":
                return self._plain(*self.range_ends(node) or ())
            case "enumerate":
                return self._enumerated(args, node.keywords, changed)
            case "zip" if len(args) > 1:
                return self._zipped(args, node.keywords, changed)
            case "reversed" if len(args) == 1 and not node.keywords:
                return self._reversed(args[0], changed)
            case _:
                return self._items(node, changed)

    def range_ends(self, node: ast.expr) -> tuple[ir.Expr, ir.Expr, ir.Expr] | None:
        """Return start, stop and step, if an expression is a range."""
        if not isinstance(node, ast.Call) or self.own_function_called(node) != "range":
            return None
        ends: list[Any] = []
        for each in node.args:
            ends += spread(self.sequence(each.value).node) if isinstance(each, ast.Starred) else [self.number(each)]
        if not 1 <= len(ends) <= 3 or node.keywords or any(isinstance(each, ir.Spread) for each in ends):
            raise self.refuse("range takes one to three numbers")
        start, stop = (ir.Known(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
        return start, stop, ends[2] if len(ends) == 3 else ir.Known(1)

    def _plain(self, *ends: ir.Expr) -> Iteration:
        """A range by itself: a loop over it needs no places."""
        return Iteration((), ir.Known(0), lambda place: Read(place, "int"), ends=cast("Any", ends))

    def _counted(self, node: ast.expr, changed: Changed) -> Iteration:
        """What is taken by its places; of a range the ends are set aside, and its step must be known."""
        found = self.iteration(node, changed)
        if found.ends is None:
            return found
        line = node.lineno
        start, stop, step = found.ends
        size = step.value if isinstance(step, ir.Known) and isinstance(step.value, int) else 0
        if size == 0:
            raise self.refuse("a range with a step that is not a known number can only be read by itself in a loop")
        first, before = self._aside(start, line)
        low, high = (first, stop) if size > 0 else (stop, first)
        span = high if low == ir.Known(0) else folded("-", high, low, line)
        if abs(size) > 1:
            span = folded("//", folded("+", span, ir.Known(abs(size) - 1), line), ir.Known(abs(size)), line)
        length, more = self._aside(span, line)

        def at(place: ir.Expr) -> Element:
            return Read(folded("+", first, folded("*", place, step, line) if size != 1 else place, line), "int")

        return Iteration((*before, *more), length, at, ends=None)

    def _aside(self, found: ir.Expr, line: int) -> tuple[ir.Expr, list[ir.Stmt]]:
        """Return a number that no later statement changes, and what is to be done before."""
        if isinstance(found, ir.Known):
            return found, []
        slot = self.fresh("int")
        return ir.Local(slot), [ir.Assign(slot, found, line=line)]

    def _enumerated(self, args: list[ast.expr], named: list[ast.keyword], changed: Changed) -> Iteration:
        if not args or len(args) + len(named) > 2 or any(k.arg != "start" for k in named):
            raise self.refuse("enumerate takes a sequence and a start")
        over = self._counted(args[0], changed)
        starts = [*args[1:], *(k.value for k in named)]
        line = self.line
        first, before = self._aside(self.number(starts[0]) if starts else ir.Known(0), line)

        def at(place: ir.Expr) -> Element:
            return Read(place if first == ir.Known(0) else folded("+", place, first, line), "int"), over.at(place)

        return Iteration((*over.before, *before), over.length, at, over.after)

    def _zipped(self, args: list[ast.expr], named: list[ast.keyword], changed: Changed) -> Iteration:
        strict = False
        for keyword in named:
            found = self.number(keyword.value)
            if keyword.arg != "strict" or not isinstance(found, ir.Known):
                raise self.refuse("of zip()'s named arguments, only strict=True can be read")
            strict = bool(found.value)
        overs = [self._counted(each, changed) for each in args]
        lengths = [over.length for over in overs]
        known = [each.value for each in lengths if isinstance(each, ir.Known)]
        length: ir.Expr = ir.Apply("min", tuple(lengths), line=self.line)
        if len(known) == len(lengths):
            length = ir.Known(min(cast("list[int]", known)))
        after = [each for over in overs for each in over.after]
        if strict and not (len(known) == len(lengths) and len(set(known)) == 1):
            counts = [ir.Apply("max", (ir.Known(0), each)) for each in lengths]  # of a range it may be below 0
            other = ir.Compare(("==",) * (len(counts) - 1), tuple(counts), line=self.line)
            after.append(ir.If(other, (), (ir.Fail(line=self.line),), line=self.line))
        before = tuple(each for over in overs for each in over.before)
        return Iteration(before, length, lambda place: tuple(over.at(place) for over in overs), tuple(after))

    def _reversed(self, node: ast.expr, changed: Changed) -> Iteration:
        if (name := self.own_function_called(node)) in ("enumerate", "zip", "reversed"):
            raise self.refuse("Python cannot reverse {name}()", name=name)
        line = node.lineno
        ends = self.range_ends(node)
        if ends is not None and ends[2] in (ir.Known(1), ir.Known(-1)):
            start, stop, step = ends
            back = ir.Known(-cast(int, cast(ir.Known, step).value))
            return self._plain(folded("+", stop, back, line), folded("+", start, back, line), back)
        over = self._counted(node, changed)
        held, before = self._aside(over.length, line)
        last = folded("-", held, ir.Known(1), line)
        return Iteration(
            (*over.before, *before), held, lambda place: over.at(folded("-", last, place, line)), over.after
        )

    def _items(self, node: ast.expr, changed: Changed) -> Iteration:
        columns = self._columns(node)
        if columns is not None:
            return columns
        found = self.value(node)
        if found.is_number or found.wrapped is not None:
            raise self.refuse("'{code}' is a number; a loop needs a range or a tuple", code=ast.unparse(node))
        if not found.new and found.kind == "list":
            self._require_steady(found.node, changed)
        if found.kind == "rows" and isinstance(found.node, ir.Known):
            rows = cast("tuple[tuple[int, ...], ...]", found.node.value)
            return self._by_columns([ir.Known(column) for column in zip(*rows, strict=True)], len(rows))
        held, before = self.kept(found, changed)
        whole = found._replace(node=held)
        return Iteration(tuple(before), self.length(whole), lambda place: self.item(whole, place))

    def _require_steady(self, node: ir.Expr, changed: Changed) -> None:
        """A list that grows, or is another one, while a loop runs over it is not read; nor one of several that change."""
        own = node.slot if isinstance(node, ir.Local) else None
        for each in ir.nodes(node):
            if not isinstance(each, ir.Local):
                continue
            name, kind = self.slots[each.slot], self.kinds[each.slot]
            if changed.get(name, False) or (each.slot != own and kind == "list" and name in changed):
                raise self.refuse("the list '{name}' changes while a loop runs over it", name=name)

    def _by_columns(self, columns: Sequence[ir.Expr], count: int, before: Sequence[ir.Stmt] = ()) -> Iteration:
        def at(place: ir.Expr) -> Element:
            return tuple(Read(ir.Item(column, place), "int") for column in columns)

        return Iteration(tuple(before), ir.Known(count), at)

    def _columns(self, node: ast.expr) -> Iteration | None:
        """``for a, b in ((1, n), (2, 0))``: a tuple of tuples that is written out, column by column."""
        if not isinstance(node, ast.Tuple | ast.List) or not node.elts:
            return None
        rows = [each.elts for each in node.elts if isinstance(each, ast.Tuple)]
        if len(rows) < len(node.elts) or len({len(row) for row in rows}) > 1 or not rows[0]:
            return None
        if any(isinstance(each, ast.Starred | ast.Tuple | ast.List) for row in rows for each in row):
            return None
        before: list[ir.Stmt] = []
        columns: list[ir.Expr] = []
        for column in zip(*rows, strict=True):
            made = known_tuple([self.number(each) for each in column])
            held, first = self.kept(Read(made, "row"))
            before += first
            columns.append(held)
        return self._by_columns(columns, len(rows), before)

    # -- comprehensions ------------------------------------------------------------------------------------------------

    def gathered(self, how: str, node: ast.expr) -> Read:
        """Return what the items of an iterable, or of a comprehension, come to."""
        line = node.lineno
        truths = how in ("any", "all")

        def give(found: Read) -> list[ir.Stmt]:
            if not (truths or found.is_number) or isinstance(found.kind, Several):
                raise self.refuse("a tuple of tuples is not read here")
            return [ir.Yield(found.node, line=line)]

        kind = "truth" if truths else "row" if how == "tuple" else "int"
        if self.generator(node) is not None:
            node = placed(words("(i for i in over)", i="each one", over=node), line)
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            element = node.elt
            body = self.comprehension(
                node.generators, lambda: give(Read(self.truth(element), "truth") if truths else self.value(element))
            )
            return Read(ir.Fold(how, tuple(body), line=line), kind)
        iteration = self.iteration(node, NOTHING)
        place = self.fresh("int")
        found = iteration.at(ir.Local(place))
        body = give(found if isinstance(found, Read) else self.together(found))
        turns = ir.For(place, *iteration.turns, tuple(body), line=line)
        return Read(ir.Fold(how, (*iteration.before, turns, *iteration.after), line=line), kind)

    def comprehension(
        self, loops: list[ast.comprehension], body: Body, given: frozenset[str] = frozenset()
    ) -> list[ir.Stmt]:
        """Return the loops of a comprehension around a body; its variables live only there, some are ``given`` already."""
        if not loops:
            return body()
        first = loops[0]
        if first.is_async:
            raise self.refuse("async functions are not read")
        held = set(self.assigned)
        self.known.append({})

        def inside() -> list[ir.Stmt]:
            later = mentioned(*(each.target for each in loops[1:])) - given  # its own, and not there yet
            self.known[-1] = dict.fromkeys(later, UNBOUND) | self.known[-1]
            tests = [self.truth(test) for test in first.ifs]
            found = self.comprehension(loops[1:], body, given | mentioned(first.target))
            for test in reversed(tests):
                whole: list[ir.Stmt] = [ir.If(test, tuple(found), (), line=first.iter.lineno)]
                found = whole
            return found

        made = self.loop(first.target, first.iter, NOTHING, inside)
        self.known.pop()
        self.assigned = held
        return made


def continues(body: Sequence[ir.Stmt]) -> bool:
    """Whether some statements go on with the next turn of the loop that they are in."""
    return any(isinstance(each, ir.Continue) for each in ir.statements(tuple(body), loops=False))


def _left(slot: int | None, then: tuple[ir.Stmt, ...], other: tuple[ir.Stmt, ...] = ()) -> tuple[ir.Stmt, ...]:
    """Return a choice by whether a loop was left; nothing for one that is not."""
    return () if slot is None else (ir.If(ir.Local(slot), then, other),)


def _in_place_of_yields(
    body: tuple[ir.Stmt, ...],
    instead: Callable[[ir.Expr, bool], tuple[ir.Stmt, ...]],
    left: int | None,
    within: bool = False,
) -> tuple[ir.Stmt, ...]:
    """Return statements with others in the place of the yield; not of those in a `Fold`, which are its own.

    ``instead`` is told whether the yield is ``within`` a loop of the generator. Where these others may leave it, which the
    slot ``left`` says then, the loops around the yield are left too, and nothing is done after them.
    """
    found: list[ir.Stmt] = []
    for place, each in enumerate(body):
        match each:
            case ir.Yield(value):
                found += instead(value, within)
            case ir.If(test, then, other):
                inner = (_in_place_of_yields(side, instead, left, within) for side in (then, other))
                found.append(ir.If(test, *inner, line=each.line))
            case ir.For() | ir.While():
                found.append(replace(each, body=_in_place_of_yields(each.body, instead, left, True)))
            case _:
                found.append(each)
                continue
        if left is None or not any(isinstance(one, ir.Yield) for one in ir.statements((each,))):
            continue
        if not within:
            return (*found, *_left(left, (), body[place + 1 :]))
        if isinstance(each, ir.For | ir.While):
            found += _left(left, (ir.Break(line=each.line),))
    return tuple(found)
