"""From a Python function to rules as data: the only place that looks at Python.

What is read is the part of Python that speaks of integers and tuples of integers; what is outside is `Unreadable`, with its
line and the reason, the same for all who ask. A list is a tuple in a slot: so it has one name, and is never a second name's,
put into another value, or changed by a function that it is given to.
"""

from __future__ import annotations

import ast
import functools
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from grundy.common.errors import Sentence
from grundy.common.limits import check
from grundy.language import ir
from grundy.language.read.expressions import NOT_READ, folded, is_told
from grundy.language.read.looping import as_generator, breaks
from grundy.language.read.loops import Body, Loops, Yielding, continues
from grundy.language.read.rewriting import has_star, written
from grundy.language.read.scope import Helper, Helpers, Kind, Read, Several, changed_names, known_value, stored_names
from grundy.language.read.source import Defined, defaults, free_names, inner, plain
from grundy.language.read.syntax import placed, words
from grundy.language.refusal import Unreadable, pack_params
from grundy.language.wrapped import Wrapped, is_bare, member, record_of, width_of, wraps

F = TypeVar("F", bound=Callable[..., list[ir.Stmt]])
DEEPEST = 60
"""Functions that call each other are read so deeply."""
FUNCTION = 100
"""A function counts for so many nodes, each time it is read."""


def read(
    function: Callable[..., Any],
    params: Mapping[str, object] | None = None,
    *,
    scoring: bool = False,
    state: type[Wrapped] | None = None,
    moves: bool = False,
) -> ir.Routine:
    """Read a rule, a declared ending or a symmetry, with the helpers that it calls; `Unreadable` says why it cannot be.

    ``params`` are the parameters of a ruleset, of which the kinds matter; what a function has by keyword and they do not
    is a constant, its default. Without ``params`` all that it has by keyword are parameters. A rule with ``scoring``
    yields pairs of a gain and a state. ``state`` stands for the class over a tuple with which the state is annotated.
    ``moves``: a function that does not yield returns what holds the children, each of which is yielded instead.
    O(size of the source).

    >>> def bash(n: int, *, m: int = 3):
    ...     for k in range(1, min(m, n) + 1):
    ...         yield n - k
    >>> rule = read(bash)
    >>> rule.shape, rule.width, rule.keywords, rule.yields
    ('ints', 1, ('m',), True)
    >>> from grundy.language.run import Run
    >>> Run(rule).yields((10, 3))
    [9, 8, 7]
    """
    own = plain(function)
    tree = written(own, moves=moves)
    kind = wraps(own) if state is None else state
    if kind is not None and not is_bare(kind):
        raise Unreadable("{name} makes or compares its objects in its own way", tree.lineno, name=kind.__name__)
    shape, widths = _state(tree, kind is not None)
    record = record_of(own)
    if record is not None:
        shape, widths = "ints", dict.fromkeys(widths, len(record._fields))
    names = [name if width == 1 else f"{name} {i}" for name, width in widths.items() for i in range(width)]
    kinds: list[Kind] = [kind or ("int" if shape == "ints" else "row")] * len(names)
    given = {**defaults(own), **(params or {})}
    helpers = Helpers()
    keywords: list[str] = []
    fixed: dict[str, Read] = {}
    for name in (each for each in widths if each not in names):
        parts = (ir.Local(i) for i, each in enumerate(names) if each.partition(" ")[0] == name)
        fixed[name] = Read(ir.Make((*parts,)), "row")
    for name in (each.arg for each in tree.args.kwonlyargs):
        if name not in given:
            raise Unreadable(
                "{name}() has a parameter '{missing}' that was not given",
                own.__code__.co_firstlineno,
                name=own.__name__,
                missing=name,
            )
        fixed[name] = known_value(helpers.constant(given[name], name))
        if params is None or name in params:
            pack_params({name: given[name]})
            keywords.append(name)
            kinds.append(fixed.pop(name).kind)
    reader = _Reader(own, tree, helpers, scoring=scoring)
    reader.widths = widths if record is None else {}
    main = reader.whole([*names, *keywords], kinds, fixed)
    if moves and not any(isinstance(each, ir.Yield) for each in ir.statements(main.body)):
        raise Unreadable("{name}() yields nothing", tree.lineno, name=own.__name__)
    helpers.require_hashes()
    if record is not None:  # what Python runs to make one
        helpers.codes |= dict.fromkeys(
            (record.__new__.__code__, record._make.__func__.__code__, record._replace.__code__)
        )
    return ir.Routine(shape, len(names), tuple(keywords), helpers.routine(main, reader.calls), (*helpers.codes,))


def _arguments(tree: ast.FunctionDef) -> list[str]:
    """Return the names of a helper's arguments, in its order."""
    own = tree.args
    return [each.arg for each in (*own.posonlyargs, *own.args, *([own.vararg] if own.vararg else []), *own.kwonlyargs)]


def _state(tree: ast.FunctionDef, wrapped: bool) -> tuple[str, dict[str, int]]:
    """Return how a state is written, and its names, each with how many integers it is; a tuple of any length counts as one.

    ``wrapped``: the first one is an object over a tuple.
    """
    arguments = tree.args
    if arguments.kwarg is not None:
        raise Unreadable("parameters of any name (**) are not read", tree.lineno)
    named = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg is not None:
        if named:
            raise Unreadable("a state of integers followed by a tuple is not read", tree.lineno)
        return "variadic", {arguments.vararg.arg: 1}
    tuples = [each for each in named if _is_tuple(each.annotation)] or named[:wrapped]
    widths = {each.arg: width_of(ast.unparse(each.annotation).strip("'")) if each.annotation else 1 for each in named}
    if len(named) == 1 and tuples:
        return "tuple", dict.fromkeys(widths, 1)
    if any(widths[each.arg] == 1 for each in tuples):
        raise Unreadable("a state of a tuple and something else is not read", tree.lineno)
    return "ints", widths


def _is_tuple(annotation: ast.expr | None) -> bool:
    """Whether an annotation says tuple: ``tuple``, ``tuple[int, ...]``, or either in quotes."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value.lower().startswith("tuple")
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return isinstance(annotation, ast.Name) and annotation.id in ("tuple", "Tuple")


def _choices(method: F) -> F:
    """Make of a statement about ``a if c else b`` a choice between two statements."""

    @functools.wraps(method)
    def chosen(self: _Reader, value: ast.expr, *rest: Any) -> list[ir.Stmt]:
        if isinstance(value, ast.IfExp):
            return self.branches(
                value.test, lambda: chosen(self, value.body, *rest), lambda: chosen(self, value.orelse, *rest)
            )
        return method(self, value, *rest)

    return cast(F, chosen)


@dataclass
class Left:
    """How a loop is left: the slot that says it, where its ``else`` asks, and what has a value at breaks, and where its test
    ends it."""

    flag: int | None = None
    breaks: list[set[int]] = field(default_factory=lambda: list[set[int]]())
    ends: list[set[int]] = field(default_factory=lambda: list[set[int]]())

    def by(self, node: ast.Break, assigned: set[int]) -> list[ir.Stmt]:
        """What is done before a break, or where the test of the loop ends it (see `choosing`)."""
        if getattr(node, "of_test", False):
            self.ends.append(set(assigned))
            return []
        self.breaks.append(set(assigned))
        return [] if self.flag is None else [ir.Assign(self.flag, ir.Known(1), line=node.lineno)]


class _Reader(Loops):
    """The reading of the statements of one function."""

    def __init__(
        self,
        function: types.FunctionType,
        tree: ast.FunctionDef,
        helpers: Helpers,
        *,
        scoring: bool = False,
        inner: bool = False,
    ) -> None:
        super().__init__(function, tree, helpers)
        self.function = function
        self.scoring = scoring
        self.inner = inner
        self.widths: dict[str, int] = {}
        self.stored = stored_names(tree.body)
        self.given: frozenset[int] = frozenset()
        self.result: Kind | None = None
        self.lends = False
        self.generates = False
        self.left: list[Left] = []

    def whole(
        self, names: Sequence[str], kinds: Sequence[Kind], fixed: Mapping[str, Read] | None = None
    ) -> ir.Function:
        """Read the function for arguments of some kinds; those that are ``fixed`` are constants."""
        check()
        self.counted(FUNCTION)
        for name, kind in zip(names, kinds, strict=True):
            self.bound(name, kind)
        code = self.function.__code__
        first = [
            ir.Assign(self.bound(name, found.kind), found.node, line=self.tree.lineno)
            for name, found in (fixed or {}).items()
        ]
        self.given = frozenset(range(len(self.slots)))
        self.helpers.open.append(self.function)
        self.helpers.codes[code] = None
        body = (*first, *self.block(self.tree.body))
        self.helpers.open.pop()
        if self.inner and self.reachable and not self.generates:
            self.line = code.co_firstlineno
            raise self.refuse("{name}() may return nothing", name=self.name)
        return ir.Function(
            len(names), len(self.slots), body, self.name, tuple(self.slots), code.co_filename, code.co_firstlineno
        )

    # -- helpers -------------------------------------------------------------------------------------------------------

    def helper(self, function: types.FunctionType, kinds: tuple[Kind, ...], line: int) -> Helper:
        """Return a helper, read for arguments of these kinds."""
        known = self.helpers.known.get((function, kinds))
        if known is None:
            reader, body = self._inside(function, kinds, line)
            known = Helper(len(self.helpers.known) + 1, body, reader.result or "int", reader.lends, reader.calls)
        return self.helpers.known.setdefault((function, kinds), known)

    def yielding(self, function: types.FunctionType, kinds: tuple[Kind, ...], line: int) -> Yielding:
        """Return a generator, read for arguments of these kinds; its slots come after those of no one."""
        known = self.helpers.yields.get((function, kinds))
        if known is None:
            reader, whole = self._inside(function, kinds, line, generates=True)
            known = Yielding(whole.body, reader.kinds, reader.result or "int", reader.calls)
        return self.helpers.yields.setdefault((function, kinds), known)

    def _inside(
        self, function: types.FunctionType, kinds: tuple[Kind, ...], line: int, *, generates: bool = False
    ) -> tuple[_Reader, ir.Function]:
        """Read a function that is called, for arguments of these kinds, with the reader that knows its slots."""
        try:
            self._require_closed(function)
            tree = as_generator(written(function)) if generates else written(function)
            ends = [each for each in ast.walk(tree) if isinstance(each, ast.Return | ast.Yield | ast.YieldFrom)]
            if generates and (len(ends) != 1 or not isinstance(ends[0], ast.Yield)):
                first = function.__code__.co_firstlineno
                raise Unreadable("a generator that is called must have exactly one 'yield'", first)
            if generates or all(isinstance(each, ast.Return) for each in ends):
                reader = _Reader(function, tree, self.helpers, inner=True)
                reader.generates = generates
                return reader, reader.whole([*_arguments(tree), *free_names(function)], kinds)
        except Unreadable as problem:
            raise self._not_read(function, problem, line) from None
        name = function.__name__
        raise Unreadable("{name}() is a generator, and a rule that calls one is not read", line, name=name)

    def _require_closed(self, function: types.FunctionType) -> None:
        """Refuse a function that is being read, or one within so many that it must be one that makes others for ever."""
        if function in self.helpers.open or len(self.helpers.open) > DEEPEST:
            name, line = function.__name__, function.__code__.co_firstlineno
            raise Unreadable("{name} calls itself; write a loop over a list of what is left", line, name=name)

    def _not_read(self, function: types.FunctionType, problem: Unreadable, line: int) -> Unreadable:
        """Return why a helper is not read, with the line that calls it; a line of another file is named with that file.

        A line of grundy's own helpers is left out: whoever wrote the rules can mend nothing there.
        """
        rules, file = self.helpers.open[0].__code__.co_filename, function.__code__.co_filename
        reason = problem.why
        if file != rules:
            own = function.__module__.partition(".")[0] == __name__.partition(".")[0]
            reason = problem.what if own else Sentence("{file}, {reason}", file=Path(file).name, reason=reason)
        return Unreadable("{name}() cannot be read ({reason})", line, name=function.__name__, reason=reason)

    # -- statements ----------------------------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> list[ir.Stmt]:
        """Read statements up to where none is reached."""
        found: list[ir.Stmt] = []
        for statement in body:
            if not self.reachable:
                break
            self.line = statement.lineno
            if type(statement) in NOT_READ:
                raise self.refuse(NOT_READ[type(statement)])
            method = getattr(self, f"_s_{type(statement).__name__.lower()}", None)
            if method is None:
                raise self.refuse("{reason} is not read", reason=type(statement).__name__.lower())
            found += cast("list[ir.Stmt]", method(statement))
        return found

    def _s_pass(self, node: ast.Pass) -> list[ir.Stmt]:
        if any(self.slot(name) in self.assigned for name in getattr(node, "apart", ())):
            raise self.refuse(NOT_READ[ast.Set])
        return []

    def _s_break(self, node: ast.Break) -> list[ir.Stmt]:
        self.reachable = False
        return [*self.left[-1].by(node, self.assigned), ir.Break(line=node.lineno)]

    def _s_continue(self, node: ast.Continue) -> list[ir.Stmt]:
        self.reachable = False
        return [ir.Continue(line=node.lineno)]

    def _s_raise(self, node: ast.Raise) -> list[ir.Stmt]:
        self.reachable = False
        return [ir.Fail(tuple(self._words(node.exc)), line=node.lineno)]

    def _words(self, raised: ast.expr | None) -> Iterator[str | int]:
        """Iterate over the text of an exception, where it is written out, and slots that stand in it."""
        match raised:
            case ast.Call(args=[ast.Constant(value=str(text))]):
                yield text
            case ast.Call(args=[ast.JoinedStr(values=parts)]):
                for part in parts:
                    name = (
                        part.value.id
                        if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name)
                        else ""
                    )
                    slot = self.slot(name)
                    yield str(part.value) if isinstance(part, ast.Constant) else "…" if slot is None else slot
            case _:
                pass

    def _s_assert(self, node: ast.Assert) -> list[ir.Stmt]:
        if not __debug__:
            return []  # Python leaves them out
        return [ir.If(self.truth(node.test), (), (ir.Fail(line=node.lineno),), line=node.lineno)]

    def _s_return(self, node: ast.Return) -> list[ir.Stmt]:
        if node.value is None:
            return self._returned(ast.Constant(None, lineno=node.lineno))
        return self._returned(node.value)

    @_choices
    def _returned(self, value: ast.expr) -> list[ir.Stmt]:
        self.line = value.lineno
        if isinstance(value, ast.Constant) and value.value is None:
            self.reachable = False
            if self.inner:
                raise self.refuse("{name}() may return nothing", name=self.name)
            return [ir.Return(None, line=self.line)]
        found = self.value(value)
        if self.inner and found.kind == "list" and not found.new and isinstance(found.node, ir.Local):
            found = found._replace(new=found.node.slot not in self.given | self.lent)
        simple = found.wrapped is not None or found.kind in ("int", "truth", "row", "list")
        simple = simple or (self.inner and (found.kind in ("range", "text") or isinstance(found.kind, Several)))
        lends = found.kind == "list" and not found.new
        self.lends |= lends
        if not simple or (lends and not (self.inner and self.is_lent(found))):
            raise self.refuse("a rule that returns '{code}' is not read", code=ast.unparse(value))
        kind: Kind = "int" if found.is_number else found.kind
        if self.result not in (None, kind):
            raise self.refuse("{name}() returns a number and a tuple", name=self.name)
        self.result = kind
        self.reachable = False
        return [ir.Return(found.node, line=self.line)]

    def _s_expr(self, node: ast.Expr) -> list[ir.Stmt]:
        match node.value:
            case ast.Constant():
                return []
            case ast.Yield(value=None):
                raise self.refuse("yield needs a value")
            case ast.Yield(value=ast.expr() as value):
                return self._yielded(value)
            case ast.YieldFrom(value=value):
                return self._yielded_from(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=("append" | "sort" | "extend") as attr)):
                return self._list_changed(name, attr, node.value)
            case _:
                raise self.refuse("'{code}' is not read as a statement", code=ast.unparse(node))

    # -- yields --------------------------------------------------------------------------------------------------------

    @_choices
    def _yielded(self, value: ast.expr) -> list[ir.Stmt]:
        self.line = value.lineno
        if not self.scoring:
            found = self._left_as(self.value(self._beside(value)))
            self.result = "int" if found.kind == "truth" else found.kind
            return [ir.Yield(self._state(found), line=value.lineno)]
        if not isinstance(value, ast.Tuple) or len(value.elts) != 2 or isinstance(value.elts[0], ast.Starred):
            raise self.refuse("a scoring rule must yield 'gain, next state'")
        gain, state = self.number(value.elts[0]), self._state(self._left_as(self.value(self._beside(value.elts[1]))))
        return [ir.Yield(ir.Make((gain, state)), line=value.lineno)]

    def _beside(self, value: ast.expr) -> ast.expr:
        """Return a state of tuples beside integers as one tuple of all."""
        if max(self.widths.values(), default=1) == 1:
            return value
        parts, items = value.elts if isinstance(value, ast.Tuple) else [], list[ast.expr]()
        for part, width in zip(parts, self.widths.values(), strict=False):
            own = part.elts if isinstance(part, ast.Tuple) and not has_star(part.elts) else []
            if isinstance(part, ast.Name) and self.widths.get(part.id) == width and part.id not in self.stored:
                own = [ast.Subscript(part, ast.Constant(i), ast.Load()) for i in range(width)]
            items += own if len(own) == width > 1 else [part if width == 1 else ast.Starred(part)]
        if len(parts) != len(self.widths) or sum(isinstance(each, ast.Starred) for each in items) > 1:
            raise self.refuse("a state of a tuple and something else is not read")
        return ast.fix_missing_locations(ast.copy_location(ast.Tuple(items, ast.Load()), value))

    def _left_as(self, found: Read) -> Read:
        """What a rule that yields an object leads to, where its class says so."""
        own = None if found.wrapped is None or self.inner else member(found.wrapped, "yielded")
        if not isinstance(own, types.FunctionType) or own is Wrapped.yielded:
            return found
        return self._helper(ast.Call(ast.Name("yielded"), [], [], lineno=self.line), own, found)

    def _state(self, found: Read) -> ir.Expr:
        if found.kind == "list":
            raise self.refuse("a state must be a tuple, not a list")
        if found.kind == "range":
            raise self.refuse("a state must be a tuple, not a range")
        if found.kind == "text":
            raise self.refuse("a state must be made of numbers, not of letters")
        if found.kind == "rows" or isinstance(found.kind, Several):
            raise self.refuse("a tuple of tuples cannot be read as a state; write one tuple, row after row")
        return found.node

    @_choices
    def _yielded_from(self, node: ast.expr) -> list[ir.Stmt]:
        self.line = node.lineno
        match node:
            case ast.GeneratorExp(elt=element, generators=loops) | ast.ListComp(elt=element, generators=loops):
                return self.comprehension(loops, lambda: self._yielded(element))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                stars = [isinstance(each, ast.Starred) for each in items]
                ways = [self._yielded_from if star else self._yielded for star in stars]
                whole = [each.value if isinstance(each, ast.Starred) else each for each in items]
                return [made for way, each in zip(ways, whole, strict=True) for made in way(each)]
            case ast.BinOp(op=ast.Add(), left=left, right=right) if self._holds(left) == self._holds(right) != "":
                return [*self._yielded_from(left), *self._yielded_from(right)]
            case ast.Call(args=[inner], keywords=[]) if self._calls(node, "list", "tuple"):
                return self._yielded_from(inner)
            case _:
                return self._yielded_from(placed(words("(i for i in over)", i="each one", over=node), node.lineno))

    def _holds(self, node: ast.expr) -> str:
        """Return what an expression surely is, "list" or "tuple"; "" for anything else."""
        match node:
            case ast.List() | ast.ListComp():
                return "list"
            case ast.Tuple():
                return "tuple"
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                return self._holds(left) if self._holds(left) == self._holds(right) else ""
            case _:
                return {"sorted": "list", "list": "list", "tuple": "tuple"}.get(self.own_function_called(node), "")

    # -- lists ---------------------------------------------------------------------------------------------------------

    def _own_list(self, name: str) -> int:
        """Return the slot of a list made in this function."""
        slot = self.slot(name)
        if slot is None or self.kinds[slot] != "list" or slot not in self.assigned or slot in self.lent:
            raise self.refuse("'{name}' is not a list made in this function", name=name)
        if slot in self.given:
            raise self.refuse("{name}() changes the list it is given, which is not read", name=self.name)
        return slot

    def _list_changed(self, name: str, attr: str, call: ast.Call) -> list[ir.Stmt]:
        """``b.append(x)``, ``b.extend(xs)`` and ``b.sort()``."""
        slot, line = self._own_list(name), call.lineno
        own = ir.Local(slot, line=line)
        if attr == "sort":
            if call.args or call.keywords:
                raise self.refuse("sort() can only be read without arguments")
            return [ir.Assign(slot, ir.Apply("sorted", (own,), line=line), line=line)]
        if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
            raise self.refuse("append() takes one number")
        one = attr == "append"
        more = ir.Make((self.number(call.args[0]),), line=line) if one else self._listed(call).node
        return [ir.Assign(slot, ir.Op("+", own, more, line=line), line=line)]

    # -- assignments ---------------------------------------------------------------------------------------------------

    def _s_annassign(self, node: ast.AnnAssign) -> list[ir.Stmt]:
        return [] if node.value is None else self._assigned(node.value, node.target)

    def _s_assign(self, node: ast.Assign) -> list[ir.Stmt]:
        if len(node.targets) == 1:
            return self._assigned(node.value, node.targets[0])
        if not all(isinstance(target, ast.Name | ast.Subscript) for target in node.targets):
            raise self.refuse("of assignments to several places, only 'a = b = number' can be read")
        held, before = self._aside(self.number(node.value), node.lineno)
        return [*before, *(each for target in node.targets for each in self._put(target, Read(held, "int")))]

    @_choices
    def _assigned(self, value: ast.expr, target: ast.expr) -> list[ir.Stmt]:
        self.line = value.lineno
        if not isinstance(target, ast.Tuple | ast.List):
            return self._put(target, self.value(value))
        if any(isinstance(each, ast.Starred) for each in target.elts):
            raise self.refuse("'*' on the left of '=' is not read")
        if isinstance(value, ast.Tuple | ast.List) and not any(isinstance(x, ast.Starred) for x in value.elts):
            return self._several(target.elts, value.elts)
        if not all(isinstance(each, ast.Name | ast.Tuple | ast.List) for each in target.elts):
            raise self.refuse("an assignment to '{code}' is not read", code=ast.unparse(target))
        return self.unpacked(target.elts, self.value(value))

    def _several(self, targets: list[ast.expr], values: list[ast.expr]) -> list[ir.Stmt]:
        """``a, b = b, a``: what a target that comes before would change is set aside first."""
        if len(targets) != len(values):
            raise self.refuse("{count} items are unpacked into {names} names", count=len(values), names=len(targets))
        found = [self.value(each) for each in values]
        simple = all(isinstance(each, ast.Name) for each in targets)
        before: list[ir.Stmt] = []
        written: set[str] = set()
        for i, (target, each) in enumerate(zip(targets, found, strict=True)):
            used = {self.slots[n.slot] for n in ir.nodes(each.node) if isinstance(n, ir.Local)}
            if not isinstance(each.node, ir.Known) and (not simple or used & written):
                slot = self.fresh("int" if each.is_number else each.kind)
                before.append(ir.Assign(slot, each.node, line=self.line))
                found[i] = Read(ir.Local(slot), each.kind, each.new)
            written.add(target.id if isinstance(target, ast.Name) else "")
        return [*before, *(each for t, own in zip(targets, found, strict=True) for each in self._put(t, own))]

    def _put(self, target: ast.expr, found: Read) -> list[ir.Stmt]:
        """Return what puts a value where an assignment says."""
        line = self.line
        match target:
            case ast.Name(id=name):
                return [self.named(name, found)]
            case ast.Subscript(value=ast.Name(id=name), slice=index) if not isinstance(index, ast.Slice):
                slot = self._own_list(name)
                if not found.is_number:
                    raise self.refuse("a tuple of tuples is not read here")
                return [ir.Put(slot, self.number(index), found.node, line=line)]
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(lower=None, upper=None, step=None)):
                slot = self._own_list(name)
                if not found.is_sequence:
                    raise self.refuse("a tuple of tuples is not read here")
                return [ir.Assign(slot, found.node, line=line)]
            case ast.Tuple() | ast.List():
                return self.unpacked(target.elts, found)
            case _:
                raise self.refuse("an assignment to '{code}' is not read", code=ast.unparse(target))

    def _s_augassign(self, node: ast.AugAssign) -> list[ir.Stmt]:
        target, line = node.target, node.lineno
        match target:
            case ast.Name(id=name):
                before = self.value(ast.Name(name, ast.Load(), lineno=line))
                if before.kind == "list":
                    return self._list_grown(name, before, node)
                found = self.operation(node.op, before, self.value(node.value), node)
                return [ir.Assign(self.bound(name, found.kind), found.node, line=line)]
            case ast.Subscript(value=ast.Name(id=name), slice=index) if not isinstance(index, ast.Slice):
                slot, place = self._own_list(name), self.number(index)
                own = Read(ir.Item(ir.Local(slot), place, line=line), "int")
                return [ir.Put(slot, place, self.operation(node.op, own, self.value(node.value), node).node, line=line)]
            case _:
                raise self.refuse("an assignment to '{code}' is not read", code=ast.unparse(target))

    def _list_grown(self, name: str, before: Read, node: ast.AugAssign) -> list[ir.Stmt]:
        """``b += xs`` and ``b *= n``, which change the list itself."""
        slot, more = self._own_list(name), self.value(node.value)
        if isinstance(node.op, ast.Add) and more.is_sequence:  # which takes a tuple, too
            more = more._replace(kind="list")
        found = self.operation(node.op, before, more, node)
        return [ir.Assign(slot, found.node, line=node.lineno)]

    # -- choices and loops ---------------------------------------------------------------------------------------------

    def _s_if(self, node: ast.If) -> list[ir.Stmt]:
        return self.branches(node.test, lambda: self.block(node.body), lambda: self.block(node.orelse))

    def branches(self, test: ast.expr, then: Body, otherwise: Body) -> list[ir.Stmt]:
        """Return a choice; afterwards a variable surely has a value that has one on both ways."""
        line = test.lineno
        condition = self.truth(test)
        if is_told(test):
            return then() if condition == ir.Known(1) else otherwise()
        before = set(self.assigned)
        one = then()
        after, first = self.assigned, self.reachable
        self.assigned, self.reachable = before, True
        two = otherwise()
        if first and self.reachable:
            self.assigned &= after
        elif first:
            self.assigned = after
        self.reachable = self.reachable or first
        return [ir.If(condition, tuple(one), tuple(two), line=line)]

    def _s_for(self, node: ast.For) -> list[ir.Stmt]:
        held, flag = set(self.assigned), self.entered(node)
        changed = changed_names([*node.body, ast.Expr(node.target)])
        found = self.loop(node.target, node.iter, changed, lambda: self.block(node.body), leaves=breaks(node.body))
        return self.ended(node, flag, found, held, held)

    def _s_while(self, node: ast.While) -> list[ir.Stmt]:
        line = node.lineno
        test = self.truth(node.test)
        held, flag = set(self.assigned), self.entered(node)
        body = tuple(self.block(node.body))
        forever = isinstance(test, ir.Known) and bool(test.value)
        found = self._counting(test, body, line) or [ir.While(test, body, line=line)]
        return self.ended(node, flag, found, held, None if forever else held)

    def entered(self, node: ast.For | ast.While) -> int | None:
        """Begin to read the body of a loop; return the slot that says that it was left by a break, if its ``else`` asks."""
        flag = self.fresh("int") if node.orelse and breaks(node.body) else None
        self.left.append(Left(flag))
        return flag

    def leaving(self) -> int:
        """Return the slot that says that the loop that is read was left by a break."""
        left = self.left[-1]
        if left.flag is None:
            left.flag = self.fresh("int")
        return left.flag

    def ended(
        self, node: ast.For | ast.While, flag: int | None, loop: list[ir.Stmt], held: set[int], end: set[int] | None
    ) -> list[ir.Stmt]:
        """Return a loop with its ``else``, which is for where it was not left by a break of its own.

        ``held`` are the variables that had a value before it, ``end`` those where it ends by itself, None where it does not.
        """
        left = self.left.pop()
        unnamed = {slot for slot in self.assigned if not self.slots[slot]}
        ends = [*([] if end is None else [end]), *left.ends]
        ways = list(left.breaks)
        after: list[ir.Stmt] = []
        self.reachable = bool(ends)
        if ends:
            self.assigned = set.intersection(*ends) | unnamed
            after = self.block(node.orelse)
            ways += [self.assigned] if self.reachable else []
        self.reachable = bool(ways)
        self.assigned = set.intersection(*ways) | unnamed if ways else self.assigned
        if flag is None:
            return [*loop, *after]
        begun = [flag, *(slot for slot in sorted(self.assigned - held) if self.slots[slot] and self.kinds[slot])]
        first = [ir.Assign(slot, ir.Known(0 if self.kinds[slot] == "int" else ())) for slot in begun]
        return [*first, *loop, ir.If(ir.Local(flag), (), tuple(after), line=node.lineno)]

    def _s_defined(self, node: Defined) -> list[ir.Stmt]:
        """A function within the function: it is read where it is called, for what its variables are then."""
        name = node.name.id
        known = {self.slots[slot]: function for slot, function in self.defined.items() if slot in self.assigned}
        stores = [each for each in ast.walk(self.tree) if isinstance(each, ast.Name) and each.id == name]
        if name in self.known[0] or sum(not isinstance(each.ctx, ast.Load) for each in stores) > 1:
            raise self.refuse("'{name}' is defined more than once inside a rule, which cannot be read", name=name)
        slot = self.known[0][name] = self.fresh(None, name)
        self.defined[slot] = inner(self.function, node, known)
        self.assigned.add(slot)
        return []

    def _counting(self, test: ir.Expr, body: tuple[ir.Stmt, ...], line: int) -> list[ir.Stmt]:
        """``while k <= bound: …; k += step`` as a loop over a range; nothing if it is none, or the bound changes.

        The variable keeps its value after the loop: it is given at the beginning of a turn, and again at its end.
        """
        last = body[-1] if body else None
        match last:
            case ir.Assign(slot, ir.Op("+" | "-" as sign, ir.Local(own), ir.Known(int(size)))) if own == slot and size:
                step = size if sign == "+" else -size
            case _:
                return []
        changed = ir.stored(body[:-1])
        bound = _bound(test, slot, step, changed | {slot})
        if bound is None or slot in changed or continues(body):
            return []
        turn = self.fresh("int")
        inside = (
            ir.Assign(slot, ir.Local(turn), line=line),
            *body[:-1],
            ir.Assign(slot, folded("+", ir.Local(turn), ir.Known(step), line), line=last.line if last else line),
        )
        return [ir.For(turn, ir.Local(slot), bound, ir.Known(step), inside, line=line)]


def _bound(test: ir.Expr, slot: int, step: int, changed: set[int]) -> ir.Expr | None:
    """Return the end of the range over which a variable runs while a test holds; None where the test says something else."""
    match test:
        case ir.Logic("and", items):
            bounds = [_bound(each, slot, step, changed) for each in items]
            if any(each is None for each in bounds):
                return None
            return ir.Apply("min" if step > 0 else "max", tuple(each for each in bounds if each is not None))
        case ir.Compare((sign,), (left, right)):
            if right == ir.Local(slot):
                left, right = right, left
                sign = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, "")
            if (
                left != ir.Local(slot)
                or not _steady(right, changed)
                or sign not in (("<", "<=") if step > 0 else (">", ">="))
            ):
                return None
            return right if len(sign) == 1 else folded("+", right, ir.Known(1 if step > 0 else -1), test.line)
        case _:
            return None


def _steady(node: ir.Expr, changed: set[int]) -> bool:
    """Whether an expression has one value all the time, and surely has one."""
    safe = ir.Known | ir.Local | ir.Op | ir.Apply
    inside: list[ir.Node] = list(ir.nodes(node))
    kinds = all(isinstance(each, safe) for each in inside)
    signs = all(each.sign in ("+", "-", "*") for each in inside if isinstance(each, ir.Op))
    names = all(each.name in ("min", "max", "len", "abs") for each in inside if isinstance(each, ir.Apply))
    return kinds and signs and names and not any(isinstance(each, ir.Local) and each.slot in changed for each in inside)
