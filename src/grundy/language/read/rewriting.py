"""Ways of writing made one on the syntax tree, before it is read: what is left is what the reader understands.

``match`` becomes a chain of ``if``, a loop over `itertools.product` loops within loops, ``b.pop()`` an item and a slice,
``:=`` an assignment before its statement. Names that are made here hold a blank, as no user's name does. What would not mean
the same is left as it stands, and refused by the reader, or refused here. (`choosing` has conditions and ``:=``,
`looping` the loops.)
"""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import sys
import types
from typing import Any, NamedTuple, TypeAlias, cast
from weakref import WeakKeyDictionary

from grundy.language.read.choosing import Base, Block, Choosing, acts, joined
from grundy.language.read.looping import Calls, Looping, breaks
from grundy.language.read.scope import stored_names
from grundy.language.read.source import Defined, tree_of
from grundy.language.read.syntax import assigned, changed, got, lines, mentioned, placed, put, words
from grundy.language.refusal import LARGEST, Unreadable
from grundy.language.wrapped import record_of

# -- match -----------------------------------------------------------------------------------------------------------


Subject: TypeAlias = "ast.expr | list[Subject]"
"""What is matched: an expression that may be asked again and again, or the items of a tuple that is written out."""


class Pattern(NamedTuple):
    """What must hold for a pattern, and the names that it then gives; ``tests`` is None where it never fits."""

    tests: list[ast.expr] | None
    names: list[tuple[str, ast.expr]]


class Matching(Choosing):
    """The rewriting of ``match``."""

    def matched(self, node: ast.Match) -> Block:
        """Return the choices that a ``match`` stands for."""
        before, value = self.apart(node.subject)
        if isinstance(value, ast.Name) and value.id not in _given(node):
            return [*before, *self._cases(node.cases, value)]
        subject = self._subject(value, before)
        return [*before, *self._cases(node.cases, subject)]

    def _subject(self, value: ast.expr, before: Block) -> Subject:
        if isinstance(value, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in value.elts):
            return [self._subject(each, before) for each in value.elts]
        if isinstance(value, ast.Constant):
            return value
        name = self.fresh()
        before.append(assigned(name, value))
        return got(name)

    def _cases(self, cases: list[ast.match_case], subject: Subject) -> Block:
        if not cases:
            return []
        first, *rest = cases
        self.spend(1)
        self.line = first.pattern.lineno
        own = self._pattern(first.pattern, subject)
        if own.tests is None:
            return self._cases(rest, subject)
        given: Block = [assigned(name, copy.deepcopy(value)) for name, value in own.names]
        tests, body = own.tests, self.block(first.body)
        if first.guard is not None and own.names:
            body = self.choice(first.guard, body, self._cases(rest, subject))
        elif first.guard is not None:
            tests = [*tests, first.guard]
        if not tests:
            return [*given, *body]  # no other case is reached
        return self.choice(joined(ast.And(), tests), [*given, *body], self._cases(rest, subject))

    # -- patterns ------------------------------------------------------------------------------------------------------

    def _pattern(self, pattern: ast.pattern, subject: Subject) -> Pattern:
        match pattern:
            case ast.MatchAs(pattern=None, name=None):
                return Pattern([], [])
            case ast.MatchAs(pattern=inner, name=str(name)):
                found = Pattern([], []) if inner is None else self._pattern(inner, subject)
                return found._replace(names=[*found.names, (name, _written(subject))])
            case ast.MatchValue(value=value):
                if not isinstance(subject, ast.expr):
                    return Pattern(None, [])  # a tuple is no number
                return Pattern([words("subject == value", subject=subject, value=value)], [])
            case ast.MatchOr(patterns=patterns):
                return self._either_pattern([self._pattern(each, subject) for each in patterns])
            case ast.MatchSequence(patterns=patterns):
                return self._sequence(patterns, subject)
            case _:
                raise self.refuse("in match, only integers, tuples, names, '|' and '_' can be read")

    def _either_pattern(self, found: list[Pattern]) -> Pattern:
        fitting = [each for each in found if each.tests is not None]
        if any(each.names for each in found):
            raise self.refuse("names in the alternatives of a pattern are not read")
        if any(not each.tests for each in fitting):
            return Pattern([], [])
        tests = [joined(ast.And(), each.tests or []) for each in fitting]
        if not tests:
            return Pattern(None, [])
        return Pattern([joined(ast.Or(), tests)], [])

    def _sequence(self, patterns: list[ast.pattern], subject: Subject) -> Pattern:
        stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        least = len(patterns) - len(stars)
        tests: list[ast.expr] = []
        if isinstance(subject, list):
            if len(subject) < least or (not stars and len(subject) > least):
                return Pattern(None, [])
        else:
            sign = ">=" if stars else "=="
            tests.append(words(f"len(subject) {sign} least", subject=subject, least=least))
        names: list[tuple[str, ast.expr]] = []
        for i, each in enumerate(patterns):
            behind = len(patterns) - i - 1
            if isinstance(each, ast.MatchStar):
                if each.name is not None:
                    names.append((each.name, _rest(subject, i, behind)))
                continue
            place = i if not stars or i < stars[0] else i - len(patterns)
            own = self._pattern(each, _item(subject, place))
            if own.tests is None:
                return own
            tests += own.tests
            names += own.names
        return Pattern(tests, names)


def _given(node: ast.Match) -> set[str]:
    """Return the names to which the patterns and guards give values."""
    inside = [each for case in node.cases for part in (case.pattern, case.guard) if part for each in ast.walk(part)]
    captured = {each.name for each in inside if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name}
    return captured | {each.target.id for each in inside if isinstance(each, ast.NamedExpr)}


def _item(subject: Subject, place: int) -> Subject:
    if isinstance(subject, list):
        return subject[place]
    return words("subject[place]", subject=subject, place=place)


def _rest(subject: Subject, first: int, behind: int) -> ast.expr:
    """Return the items between some at the beginning and some at the end, as a list."""
    if isinstance(subject, list):
        return ast.List([_written(each) for each in subject[first : len(subject) - behind]], ast.Load())
    return words(f"[*subject[{first or ''}:{-behind or ''}]]", subject=subject)


def _written(subject: Subject) -> ast.expr:
    if isinstance(subject, list):
        return ast.Tuple([_written(each) for each in subject], ast.Load())
    return copy.deepcopy(subject)


def written(function: types.FunctionType, *, moves: bool = False) -> ast.FunctionDef:
    """Return the syntax tree of a function in the ways of writing that are read; Unreadable says what can't be. O(size).

    ``moves``: what it returns, if it does not yield, are children, which it then yields.
    """
    if moves or not str(function.__module__).startswith("grundy.rules."):
        return _rewritten(function, moves=moves)
    if function not in _lent:
        _lent[function] = _rewritten(function, moves=False)
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


class _Fields(ast.NodeTransformer):
    """A named tuple as the tuple that it is: its fields are items, and what makes one makes a tuple."""

    def __init__(self, record: Any, names: dict[str, Any]) -> None:
        self.fields: tuple[str, ...] = record._fields
        self.record, self.names = record, names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """``s.pins``."""
        self.generic_visit(node)
        if node.attr not in self.fields or (isinstance(node.value, ast.Name) and node.value.id in self.names):
            return node
        return ast.Subscript(node.value, ast.Constant(self.fields.index(node.attr)), node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """``S(3, pins=4)`` and ``s._replace(pins=4)``; what is called like a field is a method."""
        if isinstance(node.func, ast.Attribute):
            self.generic_visit(node.func)
            node.args, node.keywords = [*map(self.visit, node.args)], [*map(self.visit, node.keywords)]
        else:
            self.generic_visit(node)
        given = [*zip(self.fields, node.args, strict=False), *((each.arg, each.value) for each in node.keywords)]
        match node.func:
            case ast.Attribute(ast.Name(whole), "_replace") if len(given) == len(node.keywords):
                kept = {name: self.visit_Attribute(ast.Attribute(got(whole), name, ast.Load())) for name in self.fields}
            case ast.Name(name) if self.names.get(name) is self.record and len({*dict(given)}) == len(
                node.args + node.keywords
            ):
                kept = {name: ast.Constant(value) for name, value in self.record._field_defaults.items()}
            case _:
                return node
        kept |= dict(given)
        if kept.keys() != {*self.fields} or any(isinstance(each, ast.Starred) for each in node.args):
            return node  # Python refuses it, or it is not read
        return ast.Tuple([kept[name] for name in self.fields], ast.Load())


class _Returning(ast.NodeTransformer):
    """What a function returns, yielded; where it returns nothing there are no children, which is an error."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """The function itself, which may also end without a word."""
        self.generic_visit(node)
        node.body.append(ast.copy_location(ast.Raise(), node))
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        """``return xs``."""
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            return [ast.copy_location(ast.Raise(), node)]
        return [ast.copy_location(each, node) for each in (ast.Expr(ast.YieldFrom(node.value)), ast.Return())]


class _Once(ast.NodeTransformer):
    """Sets of children, as what yields their elements: what is yielded twice means the same, and so does any order.

    A set with a name is read so where it is only filled, and gone through at the end. Where its size or its order is asked
    for, the reader refuses.
    """

    def __init__(self, base: Base, tree: ast.FunctionDef) -> None:
        self.base = base
        self.tree = tree
        self.filled = ""
        """The set whose elements are yielded where they are put in."""

    def whole(self) -> ast.FunctionDef:
        """Return the function with its sets rewritten."""
        body = self.tree.body
        for first, each in enumerate(body):
            match each:
                case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value) if (
                    over := self.items(value)
                ):
                    last = max(i for i, other in enumerate(body) if name in mentioned(other))
                    self.filled = name
                    inside = [self.visit(other) for other in copy.deepcopy(body[first + 1 : last + 1])]
                    self.filled = ""
                    gone_through = isinstance(getattr(body[last], "value", None), ast.YieldFrom)
                    if gone_through and name not in mentioned(*inside) | self.base.shared and not _returns(*inside):
                        body[first : last + 1] = [ast.copy_location(ast.Expr(ast.YieldFrom(over)), each), *inside]
                    elif isinstance(over, ast.Tuple) and not over.elts and name not in self.base.shared:
                        body[first:] = _Held(name).without(each, body[first + 1 :])
                case _:
                    pass
        return ast.fix_missing_locations(self.visit(self.tree))

    def items(self, node: ast.expr | None) -> ast.expr | None:
        """Return what has the elements of a set, some perhaps twice; None of anything else."""
        match node:
            case ast.Set(items):
                return ast.Tuple(items, ast.Load())
            case ast.SetComp(element, loops):
                return ast.GeneratorExp(element, loops)
            case ast.Name(self.filled):  # which was yielded already
                return ast.Tuple([], ast.Load())
            case ast.Call(func, args, []) if len(args) < 2:
                inner, kind = args[0] if args else ast.Tuple([], ast.Load()), self.base.stands_for(func)
                return self.items(inner) or inner if kind is set else self.items(inner) if kind is sorted else None
            case _:
                return None

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """``seen.add(x)``, ``seen.update(xs)``, ``yield from seen``."""
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(self.filled), "add"), [item], []):
                node.value = ast.Yield(item)
            case ast.Call(ast.Attribute(ast.Name(self.filled), "update"), [over], []) | ast.YieldFrom(over):
                node.value = ast.YieldFrom(self.items(over) or over)
            case _:
                pass
        return node

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        """``for m in {a, b}: …``, where no turn ends the loop; the reader looks at what it changes."""
        self.generic_visit(node)
        over, names, mark = None if self.filled else self.items(node.iter), changed([node]), ast.Pass()
        if over is None or node.orelse or breaks(node.body) or _returns(node) or names & self.base.shared:
            return node
        node.iter, mark.apart = over, names  # type: ignore[attr-defined]
        return [ast.copy_location(mark, node), node]


class _Held(ast.NodeTransformer):
    """A set that begins empty, of which is only asked what it holds: an item, or at the end all of them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def without(self, made: ast.stmt, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return what means the same without the set: all that it holds was yielded, or a list holds it, as numbers."""
        rest = [self.visit(each) for each in copy.deepcopy(body)]
        if self.name not in mentioned(*rest):
            return [ast.copy_location(ast.Pass(), made), *rest]
        rest, uses = copy.deepcopy(body), 0
        for each in (inner for statement in rest for inner in ast.walk(statement)):
            match each:
                case ast.Name(self.name):
                    uses += 1
                case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name(self.name)]) | ast.YieldFrom(
                    ast.Name(self.name)
                ):
                    uses -= 1
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(self.name), "add") as method, [_], [])):
                    uses, method.attr = uses - 1, "append"
                case _:
                    pass
        return [made, *body] if uses else [placed(lines("held = []", held=self.name)[0], made.lineno), *rest]

    def visit_If(self, node: ast.If) -> ast.AST:
        """``if x not in seen: …``, perhaps after other conditions."""
        tests = (
            node.test.values if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And) else [node.test]
        )
        if node.orelse or (out := self._yields(tests[-1], ast.NotIn, node.body)) is None:
            return self.generic_visit(node)
        node.test, node.body = joined(ast.And(), tests[:-1]) if tests[1:] else ast.Constant(True), [out]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """``if x in seen: continue``, and then what is left of a turn."""
        self.generic_visit(node)
        match node.body[-3:]:
            case [ast.If(test, [ast.Continue()], []), *pair] if out := self._yields(test, ast.In, pair):
                node.body[-3:] = [out]
            case _:
                pass
        return node

    def _yields(self, test: ast.expr, how: type[ast.cmpop], pair: list[ast.stmt]) -> ast.stmt | None:
        """Return what yields an item, where a test asks for it, and two statements put it there and yield it."""
        match test, sorted(pair, key=lambda each: isinstance(getattr(each, "value", None), ast.Yield)):
            case (
                ast.Compare(item, [asked], [ast.Name(self.name)]),
                [
                    ast.Expr(ast.Call(ast.Attribute(ast.Name(self.name), "add"), [put], [])),
                    ast.Expr(ast.Yield(out)) as last,
                ],
            ) if (
                isinstance(asked, how) and len({ast.dump(x) for x in (item, put, out or test)}) == 1 and not acts(item)
            ):
                return last
            case _:
                return None


def _returns(*body: ast.stmt) -> bool:
    return any(isinstance(each, ast.Return) for statement in body for each in ast.walk(statement))


def _rewritten(function: types.FunctionType, *, moves: bool) -> ast.FunctionDef:
    tree = _copy(tree_of(function))  # that of the file is kept, for others
    rewriting, record = Rewriting(function), record_of(function)
    if record is not None:
        own = {*function.__code__.co_varnames}
        tree = _Fields(record, {k: v for k, v in function.__globals__.items() if k not in own}).visit(tree)
        (*tree.args.posonlyargs, *tree.args.args)[0].annotation = ast.Name("tuple")
    lazy = sys.version_info >= (3, 14) or bool(function.__code__.co_flags & __future__.annotations.compiler_flag)
    tree.body = [_hidden(each, lazy) for each in tree.body]
    if moves and not function.__code__.co_flags & inspect.CO_GENERATOR:
        tree = ast.fix_missing_locations(_Returning().visit(tree))
    tree = _Once(rewriting, tree).whole() if moves else tree
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
            case ast.Expr(value=ast.YieldFrom(value=over)) if self.nested(over) and not isinstance(
                over, ast.GeneratorExp
            ):
                name = self.fresh()
                each = ast.Expr(ast.Yield(got(name)))
                return self.for_loop(ast.For(ast.Name(name, ast.Store()), over, [ast.copy_location(each, node)], []))
            case ast.Assign(targets=[ast.Tuple(elts=parts) | ast.List(elts=parts)]) if has_star(parts):
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
        if cut.lower is None and cut.upper is None:
            return lines("b[:] = [*new]", b=name, new=value)
        held, more = self.aside(words("[*new]", new=value))
        low, first = self.aside(cut.lower or ast.Constant(0))
        high, second = (ast.Constant(None), []) if cut.upper is None else self.aside(cut.upper)
        inside = "b[low:]" if cut.upper is None else "b[low:high]"
        text = f"b[:] = [*b[:low], *new, *b[len(b[:low]) + len({inside}):]]"
        return [*more, *first, *second, *lines(text, b=name, new=held, low=low, high=high)]

    def _list_method(self, node: ast.stmt, name: str, attr: str, call: ast.Call) -> list[ast.stmt]:
        """A method of a list as a statement, where it is one of those that change the list."""
        args = call.args
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
                # what Python raises where it is too large for a machine; in a slice it may be anything
                fits = lines(f"if -{LARGEST} - 1 <= index <= {LARGEST}: pass\nelse: raise", index=index)
                more += [] if isinstance(index, ast.Constant) else fits
                return [*before, *more, *lines("b[:] = [*b[:i], item, *b[i:]]", b=name, i=index, item=item)]
            case "remove", [item]:
                before, item = self.apart(item)
                return [*before, *self.taken(name, words("b.index(item)", b=name, item=item))[0]]
            case "reverse", []:
                return lines("b[:] = b[::-1]", b=name)
            case "clear", []:
                return lines("b[:] = []", b=name)
            case (("append" | "extend"), [item]) if acts(item):
                before, item = self.apart(item)
                if name in stored_names(before):
                    return [node]
                return [*before, ast.Expr(ast.Call(call.func, [item], []))]
            case _:
                return self.plain(node)

    def _sorted_itself(self, name: str, keywords: list[ast.keyword]) -> list[ast.stmt]:
        """``b.sort(key=f)``: the list is empty for those who ask for it meanwhile."""
        values = [each.value for each in keywords]
        if name in mentioned(*values) or any(isinstance(v, ast.Name) and self.is_local(v.id) for v in values):
            raise self.refuse("a list used while it is being sorted cannot be read")
        (made,) = lines("b[:] = sorted(b)", b=name)
        made.value.keywords = keywords
        return [made]

    # -- unpacking -----------------------------------------------------------------------------------------------------

    def _unpacked(self, parts: list[ast.expr], value: ast.expr) -> list[ast.stmt]:
        """``first, *rest = xs``: the items by their places, the rest as a list."""
        star = next(i for i, each in enumerate(parts) if isinstance(each, ast.Starred))
        behind = len(parts) - star - 1
        name = self.fresh()
        made = lines(f"xs = (*value,)\nif len(xs) < {len(parts) - 1}: raise", xs=name, value=value)
        for i, part in enumerate(parts):
            if isinstance(part, ast.Starred):
                made.append(put(part.value, words(f"[*xs[{i or ''}:{-behind or ''}]]", xs=name)))
            else:
                made.append(put(part, words("xs[place]", xs=name, place=i if i < star else i - len(parts))))
        return made


def has_star(parts: list[ast.expr]) -> bool:
    """Whether an expression with a star is among several."""
    return any(isinstance(each, ast.Starred) for each in parts)
