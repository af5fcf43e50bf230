"""``:=`` and ``b.pop()`` within an expression, made statements that stand before it, in Python's order.

An expression is taken apart from left to right: what was found before such a statement, and would be changed by it, is kept
under a name of its own. Where only a condition decides whether it is reached, the condition becomes branches.
"""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Iterator

from grundy.language.read.source import Names
from grundy.language.read.syntax import assigned, changed, got, lines, mentioned, words
from grundy.language.refusal import Following, Unreadable

Block = list[ast.stmt]
MOST_COPIED = 400
"""So many statements of a function may be written twice, since they are reached by two branches."""
_SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


class Base(Following):
    """What rewriting knows of a function: what its names stand for, and names that nobody has."""

    def __init__(self, function: types.FunctionType) -> None:
        self.names = Names(function)
        self.variables = frozenset(_variables(function.__code__))
        inner = (each for each in function.__code__.co_consts if isinstance(each, types.CodeType))
        self.shared = frozenset(name for each in inner if each.co_name[0] != "<" for name in each.co_freevars)
        self.line = function.__code__.co_firstlineno
        self.made = 0
        self.copied = 0

    def again(self, body: Block) -> Block:
        """Return the same statements for a second branch; Unreadable where there are too many."""
        self.spend(sum(isinstance(node, ast.stmt) for each in body for node in ast.walk(each)))
        return copy.deepcopy(body)

    def spend(self, count: int) -> None:
        """Count statements that are written twice."""
        self.copied += count
        if self.copied > MOST_COPIED:
            raise self.refuse("its conditions branch too often")

    def fresh(self) -> str:
        """Return a name that no identifier can be."""
        self.made += 1
        return f"made {self.made}"

    def is_local(self, name: str) -> bool:
        """Whether a name is a variable of the function, or of a comprehension in it."""
        return name in self.variables or " " in name

    def stands_for(self, node: ast.expr) -> object:
        """Return what a name, or an attribute, outside of the function stands for; None where it is none."""
        node = ast.copy_location(copy.deepcopy(node), node)
        ast.fix_missing_locations(node)
        try:
            return self.names.attribute(node, self.is_local)
        except Unreadable:
            return None

    def aside(self, value: ast.expr) -> tuple[ast.expr, Block]:
        """Return a value under a name of its own, and what gives it that."""
        if isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and " " in value.id):
            return value, []
        name = self.fresh()
        return got(name), [assigned(name, copy.deepcopy(value))]

    def block(self, body: Block) -> Block:
        """Rewrite statements (see `rewriting`)."""
        raise NotImplementedError


def _variables(code: types.CodeType) -> Iterator[str]:
    yield from (*code.co_varnames, *code.co_cellvars)
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _variables(each)


def acts(node: ast.AST) -> bool:
    """Whether the evaluation of an expression changes a variable: comprehensions and lambdas apart."""
    if isinstance(node, _SCOPES):
        return False
    own = isinstance(node, ast.NamedExpr) or _popped(node) is not None
    return own or any(map(acts, ast.iter_child_nodes(node)))


def _popped(node: ast.AST) -> str | None:
    """Return of which list an item is popped."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="pop"), args=args, keywords=[]) if len(args) < 2:
            return None if any(isinstance(each, ast.Starred) for each in args) else name
        case _:
            return None


class Choosing(Base):
    """The taking apart of expressions and conditions."""

    # -- conditions ----------------------------------------------------------------------------------------------------

    def choice(self, test: ast.expr, then: Block, other: Block) -> Block:
        """Return ``if test: then else: other``, the parts of the test in branches where they change a variable."""
        if not acts(test):
            return [ast.If(test, then or [ast.Pass()], other)]
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return self.choice(inner, other, then)
            case ast.BoolOp(op=ast.And(), values=[first, *rest]):
                return self.choice(first, self.choice(joined(test.op, rest), then, other), self.again(other))
            case ast.BoolOp(op=ast.Or(), values=[first, *rest]):
                return self.choice(first, self.again(then), self.choice(joined(test.op, rest), then, other))
            case _:
                before, left = self.apart(test)
                return [*before, ast.If(left, then or [ast.Pass()], other)]

    def while_loop(self, node: ast.While) -> Block:
        """``while`` with a test that changes a variable: an endless loop that its test leaves."""
        body, after = self.block(node.body), self.block(node.orelse)
        if not acts(node.test):
            return [ast.While(node.test, body, after)]
        end = ast.Break()
        end.of_test = True  # type: ignore[attr-defined]  # after which 'else' follows
        return [ast.While(ast.Constant(True), [*self.choice(node.test, [], [end]), *body], after)]

    # -- statements ----------------------------------------------------------------------------------------------------

    def plain(self, node: ast.stmt) -> Block:
        """A statement that is no choice and no loop, with what its expressions do before it."""
        if not acts(node):
            return [node]
        match node:
            case ast.Assign() | ast.AnnAssign() | ast.Return() if (value := node.value) and not any(
                each is not value and acts(each) for each in ast.iter_child_nodes(node)
            ):
                made = copy.copy(node)
                before, made.value = self.apart(value)
                return [*before, made]
            case ast.AugAssign(target=target, op=op, value=value) if not acts(target):
                before, value = self.apart(value)
                if self._is_changed(target, before):
                    raise self.refuse("'{code}' changes what it adds to", code=ast.unparse(node))
                return [*before, ast.AugAssign(target, op, value)]
            case ast.Expr(value=ast.Yield(value=ast.expr() as value) | ast.YieldFrom(value=value) as giving):
                before, value = self.apart(value)
                return [*before, ast.Expr(type(giving)(value))]
            case ast.Expr(value=value):
                before, value = self.apart(value)
                return before if isinstance(value, ast.Name) else [*before, ast.Expr(value)]
            case _:
                return [node]  # the reader says what is not read

    # -- expressions ---------------------------------------------------------------------------------------------------

    def apart(self, node: ast.expr) -> tuple[Block, ast.expr]:
        """Return an expression that changes no variable, and the statements before it that do."""
        if not acts(node):
            return [], node
        match node:
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                before, value = self.apart(value)
                return [*before, assigned(name, value)], got(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="pop"), args=args) if _popped(node):
                before, args = self.all_apart(args)
                taken, item = self.taken(name, *args)
                return [*before, *taken], item
            case ast.BoolOp(values=[first, *rest]):
                return self._either(node, first, rest)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._one_of(test, body, other)
            case ast.Compare(left=left, comparators=[first, *rest]) if not any(map(acts, rest)):
                before, (left, first, *rest) = self.all_apart([left, first, *rest])
                return before, ast.Compare(left, node.ops, [first, *rest])
            case _:
                return self._parts(node)

    def _parts(self, node: ast.expr) -> tuple[Block, ast.expr]:
        """An operation of which all parts are evaluated, from left to right."""
        made = copy.copy(node)
        match made:
            case ast.BinOp(left=left, right=right):
                before, (made.left, made.right) = self.all_apart([left, right])
            case ast.UnaryOp(operand=inner):
                before, made.operand = self.apart(inner)
            case ast.Starred(value=inner) | ast.Attribute(value=inner):
                before, made.value = self.apart(inner)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                before, made.elts = self.all_apart(items)
            case ast.Subscript(value=whole, slice=ast.Slice(lower=low, upper=high, step=step)):
                ends = [each for each in (low, high, step) if each is not None]
                before, (made.value, *ends) = self.all_apart([whole, *ends])
                low, high, step = (None if each is None else ends.pop(0) for each in (low, high, step))
                made.slice = ast.Slice(low, high, step)
            case ast.Subscript(value=whole, slice=index):
                before, (made.value, made.slice) = self.all_apart([whole, index])
            case ast.Call(func=func, args=args, keywords=keywords):
                owner = [func.value] if isinstance(func, ast.Attribute) else []
                before, found = self.all_apart([*owner, *args, *(each.value for each in keywords)])
                if isinstance(func, ast.Attribute):
                    made.func = ast.Attribute(found.pop(0), func.attr, ast.Load())
                made.args = found[: len(args)]
                made.keywords = [ast.keyword(k.arg, v) for k, v in zip(keywords, found[len(args) :], strict=True)]
            case _:
                raise self.refuse("':=' and pop() are not read here; put them on a line of their own")
        return before, made

    def all_apart(self, nodes: list[ast.expr]) -> tuple[Block, list[ast.expr]]:
        """Return several expressions that are evaluated one after the other."""
        before: Block = []
        found: list[ast.expr] = []
        for node in nodes:
            own, value = self.apart(node)
            for i, each in enumerate(found):
                if not self._is_changed(each, own):
                    continue
                if isinstance(each, ast.Starred):
                    raise self.refuse("':=' and pop() are not read here; put them on a line of their own")
                found[i], kept = self.aside(each)
                before += kept
            before += own
            found.append(value)
        return before, found

    def _is_changed(self, node: ast.expr, body: Block) -> bool:
        """Whether statements change what an expression comes to, also by what a function within the rule asks for."""
        names = changed(body)
        calls = any(isinstance(each, ast.Call) for each in ast.walk(node))
        return bool(mentioned(node) & names) or (calls and bool(names & self.shared))

    def _either(self, node: ast.BoolOp, first: ast.expr, rest: list[ast.expr]) -> tuple[Block, ast.expr]:
        """``and``, ``or`` as a value, its parts after the first only where they are reached."""
        before, first = self.apart(first)
        if not any(map(acts, rest)):
            return before, ast.BoolOp(node.op, [first, *rest])
        name = self.fresh()
        after, last = self.apart(joined(node.op, rest))
        test = words("held" if isinstance(node.op, ast.And) else "not held", held=name)
        return [*before, assigned(name, first), ast.If(test, [*after, assigned(name, last)], [])], got(name)

    def _one_of(self, test: ast.expr, body: ast.expr, other: ast.expr) -> tuple[Block, ast.expr]:
        """``a if c else b``."""
        if not acts(body) and not acts(other):
            before, test = self.apart(test)
            return before, ast.IfExp(test, body, other)
        name = self.fresh()
        (one, body), (two, other) = self.apart(body), self.apart(other)
        return self.choice(test, [*one, assigned(name, body)], [*two, assigned(name, other)]), got(name)

    # -- lists ---------------------------------------------------------------------------------------------------------

    def taken(self, name: str, index: ast.expr | None = None) -> tuple[Block, ast.expr]:
        """Take an item out of a list; return it, too."""
        at, before = self.aside(words("-1") if index is None else index)
        left = "*b[:-1]" if index is None else "*b[:at], *b[at:][1:]"
        item = self.fresh()
        return [*before, *lines(f"item = b[at]; b[:] = [{left}]", item=item, b=name, at=at)], got(item)


def joined(op: ast.boolop, values: list[ast.expr]) -> ast.expr:
    """Return ``and`` or ``or`` of some conditions."""
    return values[0] if len(values) == 1 else ast.BoolOp(op, values)
