"""Ways of writing made one on the syntax tree, before it is read: what is left is what the reader understands.

``match`` becomes a chain of ``if``, a loop over `itertools.product` loops within loops, ``b.pop()`` an item and a slice,
``:=`` an assignment before its statement. Names that are made here hold a blank, as no user's name does. What would not mean
the same is left as it stands, and refused by the reader, or refused here. (`choosing` has conditions and ``:=``, `matching`
the patterns, `looping` the loops.)
"""

from __future__ import annotations
import __future__

import ast
import sys
import types
from typing import Any, cast
from weakref import WeakKeyDictionary

from grundy.language.read.choosing import Choosing, acts
from grundy.language.read.looping import Calls, Looping
from grundy.language.read.matching import Matching
from grundy.language.read.nested import Defined
from grundy.language.read.source import tree_of
from grundy.language.read.syntax import (
    assigned,
    called,
    comparison,
    got,
    mentioned,
    number,
    put,
    starred,
    sublist,
    whole_of,
)
from grundy.language.refusal import LARGEST, Unreadable


def written(function: types.FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function in the ways of writing that are read; Unreadable says what can't be. O(size)."""
    if not str(function.__module__).startswith("grundy.rules."):
        return _rewritten(function)
    if function not in _lent:
        _lent[function] = _rewritten(function)
    return _copy(_lent[function])


_lent: WeakKeyDictionary[types.FunctionType, ast.FunctionDef] = WeakKeyDictionary()
"""What becomes of functions that grundy lends to rules, a board's methods before all: it never changes."""


def _copy(what: Any) -> Any:
    """Return a copy of a syntax tree, several times as fast as `copy.deepcopy`."""
    if isinstance(what, list):
        return [_copy(each) for each in cast("list[Any]", what)]
    if not isinstance(what, ast.AST):
        return what
    made = type(what).__new__(type(what))
    vars(made).update({name: _copy(each) for name, each in vars(what).items()})
    return made


def _rewritten(function: types.FunctionType) -> ast.FunctionDef:
    tree = _copy(tree_of(function))  # that of the file is kept, for others
    rewriting = Rewriting(function)
    lazy = sys.version_info >= (3, 14) or bool(function.__code__.co_flags & __future__.annotations.compiler_flag)
    tree.body = [_hidden(each, lazy) for each in tree.body]
    tree = Calls(rewriting).visit(tree)
    tree.body = rewriting.block(tree.body)
    return ast.fix_missing_locations(tree)


def _hidden(node: ast.stmt, lazy: bool) -> ast.stmt:
    """Return a statement, with the names of functions within it in their place; ``lazy``: annotations are not evaluated."""

    class Hiding(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
            if node.decorator_list:
                raise Unreadable("a function inside a rule must have no decorators", node.lineno)
            given = [*node.args.defaults, *(each for each in node.args.kw_defaults if each)]
            if not all(isinstance(each, ast.Constant) for each in given):
                raise Unreadable("the defaults of a function inside a rule must be constants", node.lineno)
            own = [*ast.walk(node.args), node]
            if not lazy and not all(_is_harmless(each) for each in own):
                raise Unreadable("a function inside a rule must have plain annotations", node.lineno)
            return ast.copy_location(Defined(ast.Name(node.name, ast.Store()), node.args), node)

        def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
            return node

    return Hiding().visit(node)


def _is_harmless(node: ast.AST) -> bool:
    """Whether an annotation surely has a value, where it has one at all: Python evaluates it with the definition."""
    asked = (
        node.returns if isinstance(node, ast.FunctionDef) else node.annotation if isinstance(node, ast.arg) else None
    )
    return asked is None or ast.unparse(asked) in ("int", "bool", "tuple[int, ...]", "list[int]")


class Rewriting(Matching, Looping, Choosing):
    """The rewriting of the statements of one function."""

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements in the ways of writing that are read."""
        made = [(each, new) for each in body for new in self.statement(each)]
        return [new if hasattr(new, "lineno") else ast.copy_location(new, each) for each, new in made]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """Return what one statement becomes."""
        self.line = node.lineno
        match node:
            case ast.If():
                return self.choice(node.test, self.block(node.body), self.block(node.orelse))
            case ast.While():
                return self.while_loop(node)
            case ast.For():
                return self.for_loop(node)
            case ast.Match():
                return self.matched(node)
            case ast.Delete():
                return [new for target in node.targets for new in self._deleted(target)]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) as call):
                return self._list_method(node, name, attr, call)
            case ast.Expr(value=ast.YieldFrom(value=over)) if self.nested(over) is not None and not _is_generator(over):
                name = self.fresh()
                each = ast.Expr(ast.Yield(got(name)))
                return self.for_loop(ast.For(ast.Name(name, ast.Store()), over, [ast.copy_location(each, node)], []))
            case ast.Assign(targets=[ast.Tuple(elts=parts) | ast.List(elts=parts)]) if _has_star(parts):
                before, value = self.apart(node.value)
                return [*before, *self._unpacked(parts, value)]
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(step=None) as cut)]):
                before, value = self.apart(node.value)
                return [*before, *self._replaced(name, cut, value)]
            case _:
                return self.plain(node)

    # -- lists ---------------------------------------------------------------------------------------------------------

    def _deleted(self, target: ast.expr) -> list[ast.stmt]:
        """``del b[i]``, ``del b[i:j]``."""
        match target:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(step=None) as cut):
                return self._replaced(name, cut, ast.List([], ast.Load()))
            case ast.Subscript(value=ast.Name(id=name), slice=index) if not isinstance(index, ast.Slice):
                before, index = self.apart(index)
                return [*before, *self.taken(name, index)[0]]
            case _:
                raise self.refuse("'del' can only be read for items of a list")

    def _replaced(self, name: str, cut: ast.Slice, value: ast.expr) -> list[ast.stmt]:
        """``b[i:j] = xs``: what stands before the slice, the new items, what stands after it."""
        new = ast.List([starred(value)], ast.Load())
        if cut.lower is None and cut.upper is None:
            return [put(whole_of(name), new)]
        held, more = self.aside(new)
        low, first = self.aside(cut.lower or number(0))
        high, second = (None, []) if cut.upper is None else self.aside(cut.upper)
        ahead, inside = sublist(got(name), None, low), sublist(got(name), low, high)
        after = sublist(got(name), ast.BinOp(called("len", ahead), ast.Add(), called("len", inside)), None)
        items = [starred(ahead), starred(held), starred(after)]
        return [*more, *first, *second, put(whole_of(name), ast.List(items, ast.Load()))]

    def _list_method(self, node: ast.stmt, name: str, attr: str, call: ast.Call) -> list[ast.stmt]:
        """A method of a list as a statement, where it is one of those that change the list."""
        args, own = call.args, got(name)
        if not self.is_local(name) or any(isinstance(each, ast.Starred) for each in args):
            return [node]
        if attr == "sort" and call.keywords and not args:
            return self._sorted_itself(name, call.keywords)
        if call.keywords:
            return [node]
        match attr, args:
            case "pop", [] | [_]:
                before, _found = self.apart(call)
                return before
            case "insert", [index, item]:
                before, (index, item) = self.all_apart([index, item])
                index, more = self.aside(index)
                more += [] if isinstance(index, ast.Constant) else _within_64_bits(index)
                items = [starred(sublist(own, None, index)), item, starred(sublist(own, index, None))]
                return [*before, *more, put(whole_of(name), ast.List(items, ast.Load()))]
            case "remove", [item]:
                before, item = self.apart(item)
                place = ast.Call(ast.Attribute(own, "index", ast.Load()), [item], [])
                return [*before, *self.taken(name, place)[0]]
            case "reverse", []:
                back = ast.Subscript(own, ast.Slice(None, None, number(-1)), ast.Load())
                return [put(whole_of(name), back)]
            case "clear", []:
                return [put(whole_of(name), ast.List([], ast.Load()))]
            case (("append" | "extend"), [item]) if acts(item):
                before, item = self.apart(item)
                if any(isinstance(each, ast.Name) and each.id == name for each in _stores(before)):
                    return [node]
                return [*before, ast.Expr(ast.Call(call.func, [item], []))]
            case _:
                return self.plain(node)

    def _sorted_itself(self, name: str, keywords: list[ast.keyword]) -> list[ast.stmt]:
        """``b.sort(key=f)``: the list is empty for those who ask for it meanwhile."""
        values = [each.value for each in keywords]
        if name in mentioned(*values) or any(isinstance(v, ast.Name) and self.is_local(v.id) for v in values):
            raise self.refuse("a list used while it is being sorted cannot be read")
        return [put(whole_of(name), ast.Call(got("sorted"), [got(name)], keywords))]

    # -- unpacking -----------------------------------------------------------------------------------------------------

    def _unpacked(self, parts: list[ast.expr], value: ast.expr) -> list[ast.stmt]:
        """``first, *rest = xs``: the items by their places, the rest as a list."""
        star = next(i for i, each in enumerate(parts) if isinstance(each, ast.Starred))
        behind = len(parts) - star - 1
        name = self.fresh()
        short = comparison(called("len", got(name)), ast.Lt(), number(len(parts) - 1))
        made = [assigned(name, ast.Tuple([starred(value)], ast.Load())), ast.If(short, [ast.Raise()], [])]
        for i, part in enumerate(parts):
            if isinstance(part, ast.Starred):
                rest = sublist(got(name), number(i) if i else None, number(-behind) if behind else None)
                made.append(put(part.value, ast.List([starred(rest)], ast.Load())))
            else:
                place = number(i if i < star else i - len(parts))
                made.append(put(part, ast.Subscript(got(name), place, ast.Load())))
        return made


def _within_64_bits(index: ast.expr) -> list[ast.stmt]:
    """What Python raises where an index of ``insert`` is too large for a machine; in a slice it may be anything."""
    least = ast.BinOp(number(-LARGEST), ast.Sub(), number(1))
    inside = ast.Compare(least, [ast.LtE(), ast.LtE()], [_copy(index), number(LARGEST)])
    return [ast.If(inside, [ast.Pass()], [ast.Raise()])]


def _stores(body: list[ast.stmt]) -> list[ast.AST]:
    """Return the targets of assignments that are names, or more."""
    found = [each for statement in body for each in ast.walk(statement)]
    return [each for each in found if isinstance(getattr(each, "ctx", None), ast.Store)]


def _is_generator(node: ast.expr) -> bool:
    return isinstance(node, ast.GeneratorExp)


def _has_star(parts: list[ast.expr]) -> bool:
    return any(isinstance(each, ast.Starred) for each in parts)
