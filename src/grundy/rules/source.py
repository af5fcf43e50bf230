"""Reading a rule: from a plain Python function to a checked syntax tree with everything it refers to.

The source is read here and nowhere else; the compiler (`grundy.rules.rewrite`) and the prover both start from a `Rule`.
What can be read is the part of Python that speaks of integers and tuples of integers. Anything else is `Unreadable`,
with its line and the reason, and the rule is then interpreted: same answers, slower.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import enum
import functools
import inspect
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast

from grundy.lang.refusal import LARGEST, SMALLEST, Unreadable
from grundy.language import _

Row: TypeAlias = "tuple[int, ...]"
Constant: TypeAlias = "int | Row | tuple[Row, ...]"
StateShape: TypeAlias = Literal["ints", "tuple", "variadic"]

__all__ = ["LARGEST", "SMALLEST", "Unreadable", "read"]

FUNCTIONS = frozenset(
    {"abs", "all", "any", "bool", "divmod", "enumerate", "int", "len", "list", "max", "min", "pow", "range"}
    | {"reversed", "sorted", "sum", "tuple", "zip"}
)
METHODS = frozenset({"append", "bit_count", "bit_length", "count", "index", "sort"})


@dataclass(frozen=True)
class Rule:
    """A function that was read: its parameters, its body, and the constants and helper functions it refers to.

    `constants` is keyed by the words of the source (``"N"``, ``"gr.LOSS"``), `helpers` by the name it is called by.

    >>> def bash(n, *, m=3):
    ...     for k in range(1, min(m, n) + 1):
    ...         yield n - k
    >>> rule = read(bash)
    >>> rule.name, rule.state, rule.shape, rule.keywords, rule.yields
    ('bash', ('n',), 'ints', ('m',), True)
    """

    name: str
    state: tuple[str, ...]
    shape: StateShape
    keywords: tuple[str, ...]
    defaults: dict[str, object]
    body: list[ast.stmt]
    line: int
    yields: bool
    constants: dict[str, Constant] = field(default_factory=lambda: dict[str, Constant]())
    helpers: dict[str, Rule] = field(default_factory=lambda: dict[str, "Rule"]())

    @property
    def is_tuple(self) -> bool:
        """Whether the state is one tuple (``*heaps`` or ``board: tuple[int, ...]``) and not integers by name."""
        return self.shape != "ints"


def read(function: Callable[..., Any]) -> Rule:
    """Read a rule (or a declared ending, or a symmetry) and all it refers to; `Unreadable` says why it cannot be."""
    return _read(function, ())


def _read(function: Callable[..., Any], callers: tuple[types.CodeType, ...]) -> Rule:
    cached = type(function) is _CACHED
    if cached:  # functools.cache changes no answer of a pure helper
        function = cast("Any", function).__wrapped__
    if not isinstance(function, types.FunctionType):
        raise Unreadable(
            _("{getattr!s} is not a plain Python function").format(getattr=getattr(function, "__name__", function))
        )
    if function.__code__ in callers:
        raise Unreadable(_("{name} calls itself").format(name=function.__name__), function.__code__.co_firstlineno)
    tree = _tree(function)
    shape = _state_shape(tree)
    local = _local_names(tree)
    _Checker().visit_body(tree.body)
    yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in _nodes(tree.body))
    if yields and cached:
        raise Unreadable(_("a cached generator is used up when it is asked again"), function.__code__.co_firstlineno)
    rule = Rule(
        name=function.__name__,
        state=_state_names(tree),
        shape=shape,
        keywords=tuple(a.arg for a in tree.args.kwonlyargs),
        defaults=_defaults(function),
        body=tree.body,
        line=function.__code__.co_firstlineno,
        yields=yields,
    )
    _Resolver(function, local, rule, (*callers, function.__code__)).visit_body(tree.body)
    return rule


# -- the source --------------------------------------------------------------------------------------------------------


_CACHED = type(functools.cache(len))
_FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


def _tree(function: types.FunctionType) -> ast.FunctionDef:
    """The syntax tree of the code that runs: what its file says now, compiled anew, is this code to the last byte.

    No decorator is looked through: what a wrapper runs is the wrapper. Test runners rewrite functions that assert, and
    edited files say something else; neither is read.
    """
    code = function.__code__
    try:
        lines, _number = inspect.findsource(code)
    except (OSError, TypeError, IndexError):
        raise Unreadable(_("its source can't be found")) from None
    module, compiled = _compiled("".join(lines), code.co_flags & _FUTURE)
    found = [node for node in ast.walk(module) if _first_line(node) == code.co_firstlineno]
    named = [node for node in found if getattr(node, "name", "<lambda>") == code.co_name]
    if len(named) != 1 or code not in compiled:
        if any(isinstance(n, ast.Assert) for node in named for n in ast.walk(node)):
            raise Unreadable(_("its source is not what runs: its assertions were rewritten, or it has changed"))
        raise Unreadable(_("its source has changed since it was loaded"))
    tree = named[0]
    if isinstance(tree, ast.AsyncFunctionDef):
        raise Unreadable(_("async functions are not read"), code.co_firstlineno)
    if not isinstance(tree, ast.FunctionDef):
        raise Unreadable(_("a lambda is not read"), code.co_firstlineno)
    return tree


def _first_line(node: ast.AST) -> int:
    """Where the code of a function begins: at its first decorator."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return node.lineno if isinstance(node, ast.Lambda) else -1


@functools.lru_cache(16)
def _compiled(text: str, flags: int) -> tuple[ast.Module, tuple[types.CodeType, ...]]:
    """A file's syntax tree, and the code of everything in it that is a function."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python has said them when it loaded the file
            module = ast.parse(text)
            whole = compile(text, "<rules>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        raise Unreadable(_("its source has changed since it was loaded")) from None
    found = [whole]
    for code in found:
        found.extend(c for c in code.co_consts if isinstance(c, types.CodeType))
    return module, tuple(found)


def _state_names(tree: ast.FunctionDef) -> tuple[str, ...]:
    if tree.args.vararg is not None:
        return (tree.args.vararg.arg,)
    return tuple(a.arg for a in (*tree.args.posonlyargs, *tree.args.args))


def _state_shape(tree: ast.FunctionDef) -> StateShape:
    arguments = tree.args
    if arguments.kwarg is not None:
        raise Unreadable(_("parameters of any name (**) are not read"), tree.lineno)
    named = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg is not None:
        if named:
            raise Unreadable(_("a state of integers followed by a tuple is not read"), tree.lineno)
        return "variadic"
    tuples = [a for a in named if _is_tuple_annotation(a.annotation)]
    if tuples and len(named) > 1:
        raise Unreadable(_("a state of a tuple and something else is not read"), tree.lineno)
    return "tuple" if tuples else "ints"


def _is_tuple_annotation(annotation: ast.expr | None) -> bool:
    """Whether an annotation says tuple: ``tuple``, ``tuple[int, ...]``, or either in quotes."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value.lower().startswith("tuple")
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return isinstance(annotation, ast.Name) and annotation.id in ("tuple", "Tuple")


def _defaults(function: types.FunctionType) -> dict[str, object]:
    code = function.__code__
    values = cast("tuple[object, ...]", function.__defaults__ or ())
    named = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
    return {**dict(zip(named, values, strict=True)), **cast("dict[str, object]", function.__kwdefaults__ or {})}


def _nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        yield from ast.walk(statement)


def stored_names(nodes: list[ast.stmt]) -> set[str]:
    """The names that some statements bind (the variables of comprehensions, which live apart, included).

    >>> sorted(stored_names(ast.parse("a = 1; b[0] = 2\\nfor c, d in e: pass").body))
    ['a', 'c', 'd']
    """
    return {n.id for n in _nodes(nodes) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def _local_names(tree: ast.FunctionDef) -> frozenset[str]:
    arguments = tree.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    if arguments.vararg is not None:
        named.append(arguments.vararg)
    return frozenset({a.arg for a in named} | stored_names(tree.body))


# -- what is read, and what is not -------------------------------------------------------------------------------------

_NOT_READ: dict[type[ast.AST], str] = {
    ast.Dict: "dictionaries are not read",
    ast.DictComp: "dictionaries are not read",
    ast.Set: "sets are not read",
    ast.SetComp: "sets are not read",
    ast.JoinedStr: "strings are not read",
    ast.Lambda: "lambda is not read",
    ast.FunctionDef: "functions inside a rule are not read",
    ast.ClassDef: "classes are not read",
    ast.Try: "try is not read",
    ast.TryStar: "try is not read",
    ast.With: "with is not read",
    ast.Match: "match is not read",
    ast.NamedExpr: "':=' is not read",
    ast.Global: "global is not read",
    ast.Nonlocal: "nonlocal is not read",
    ast.Import: "import inside a rule is not read",
    ast.ImportFrom: "import inside a rule is not read",
    ast.Delete: "del is not read",
    ast.Div: "'/' gives a decimal fraction; use '//'",
    ast.MatMult: "'@' is not read",
    ast.Is: "'is' is not read; use '=='",
    ast.IsNot: "'is not' is not read; use '!='",
}

_READ: tuple[type[ast.AST], ...] = (
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass),
    *(ast.Return, ast.Raise, ast.Assert, ast.Expr, ast.Yield, ast.YieldFrom, ast.Name, ast.Constant, ast.Tuple),
    *(ast.List, ast.Starred, ast.Subscript, ast.Slice, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp),
    *(ast.Call, ast.Attribute, ast.keyword, ast.GeneratorExp, ast.ListComp, ast.comprehension),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context),
)


class _Checker(ast.NodeVisitor):
    """Lets through the kinds of syntax that are read, and names the first that is not."""

    line = 0

    def visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        self.line = getattr(node, "lineno", self.line)
        if type(node) in _NOT_READ:
            raise Unreadable(_NOT_READ[type(node)], self.line)
        if not isinstance(node, _READ):
            raise Unreadable(_("{lower} is not read").format(lower=type(node).__name__.lower()), self.line)
        super().visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """What a rule raises is found again by interpreting it; its words need no reading."""

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._loop(node)

    def visit_While(self, node: ast.While) -> None:
        self._loop(node)

    def _loop(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            raise Unreadable(_("'else' after a loop is not read"), node.orelse[0].lineno)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = cast(object, node.value)
        if isinstance(value, str | bytes):
            raise Unreadable(_("strings are not read"), node.lineno)
        if isinstance(value, float | complex):
            raise Unreadable(_("{value} is not an integer").format(value=value), node.lineno)
        if value is not None and not isinstance(value, int):
            raise Unreadable(_("{value} is not read").format(value=value), node.lineno)
        if isinstance(value, int) and value > LARGEST:
            raise Unreadable(_("{value} does not fit in 64 bits").format(value=value), node.lineno)


class _Resolver(ast.NodeVisitor):
    """Finds what the free names of a rule stand for: integers, tuples of integers, helper functions."""

    def __init__(
        self, function: types.FunctionType, local: frozenset[str], rule: Rule, callers: tuple[types.CodeType, ...]
    ) -> None:
        self.function = function
        self.local = local
        self.rule = rule
        self.callers = callers
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self.closure: dict[str, types.CellType] = dict(cells)

    def visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def visit_Raise(self, node: ast.Raise) -> None:
        """What a rule raises is not read."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def look_up(self, node: ast.Name) -> object:
        try:
            if node.id in self.closure:
                return cast(object, self.closure[node.id].cell_contents)
            if node.id in self.function.__globals__:
                return cast(object, self.function.__globals__[node.id])
            return cast(object, self.function.__builtins__[node.id])
        except (ValueError, KeyError):
            raise Unreadable(_("'{id}' has no value").format(id=node.id), node.lineno) from None

    def visit_Call(self, node: ast.Call) -> None:
        for argument in (*node.args, *(k.value for k in node.keywords)):
            self.visit(argument)
        called = node.func
        if isinstance(called, ast.Name):
            self._called_name(called, node)
        elif isinstance(called, ast.Attribute) and called.attr in METHODS:
            self.visit(called.value)
        else:
            raise Unreadable(_("{unparse}() is not read").format(unparse=ast.unparse(called)), node.lineno)

    def _called_name(self, called: ast.Name, node: ast.Call) -> None:
        if called.id in self.local:
            raise Unreadable(_("'{id}' is a variable here and cannot be called").format(id=called.id), called.lineno)
        value = self.look_up(called)
        if value is getattr(builtins, called.id, self):
            if called.id not in FUNCTIONS:
                raise Unreadable(_("{id}() is not read").format(id=called.id), called.lineno)
            return
        if called.id in FUNCTIONS:
            raise Unreadable(
                _("{id}() is not Python's own here, which is not read").format(id=called.id), called.lineno
            )
        if not isinstance(value, types.FunctionType) and type(value) is not _CACHED:
            raise Unreadable(_("{id}() is not a plain Python function").format(id=called.id), called.lineno)
        if called.id not in self.rule.helpers:
            self.rule.helpers[called.id] = self._helper(called, cast("Callable[..., Any]", value))
        self._require_fitting(node, cast("Callable[..., Any]", value))

    def _require_fitting(self, node: ast.Call, value: Callable[..., Any]) -> None:
        """A call that Python would turn away is not read; of one with stars only its reader can say."""
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            return
        try:
            inspect.signature(value).bind(*node.args, **{str(k.arg): k.value for k in node.keywords})
        except (TypeError, ValueError):
            raise Unreadable(
                _("{name}() is called with arguments it does not have").format(name=ast.unparse(node.func)), node.lineno
            ) from None

    def _helper(self, called: ast.Name, value: Callable[..., Any]) -> Rule:
        try:
            helper = _read(value, self.callers)
        except Unreadable as problem:
            raise Unreadable(
                _("{id}() cannot be read ({reason})").format(id=called.id, reason=problem.reason), called.lineno
            ) from None
        if helper.yields:
            raise Unreadable(
                _("{id}() is a generator, which a rule cannot call and be read").format(id=called.id), called.lineno
            )
        return helper

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id not in self.local:
            self.rule.constants[node.id] = _constant(self.look_up(node), node.id, node.lineno)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        words = ast.unparse(node)
        root: ast.expr = node
        names: list[str] = []
        while isinstance(root, ast.Attribute):
            names.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.local:
            raise Unreadable(_("the attribute '{words}' is not read").format(words=words), node.lineno)
        value = self.look_up(root)
        for name in reversed(names):
            if not hasattr(value, name):
                raise Unreadable(_("'{words}' has no value").format(words=words), node.lineno)
            if not is_plain(value, name):
                raise Unreadable(_("'{words}' is computed when it is asked").format(words=words), node.lineno)
            value = cast(object, getattr(value, name))
        self.rule.constants[words] = _constant(value, words, node.lineno)


def is_plain(owner: object, name: str) -> bool:
    """Whether an attribute is a value kept under its name, and not what a property or ``__getattr__`` makes of it.

    >>> is_plain(ast, "Name"), is_plain(3, "real")
    (True, False)
    """
    if isinstance(owner, enum.EnumMeta):
        return name in owner.__members__
    try:
        plain = isinstance(type(owner).__getattribute__, types.WrapperDescriptorType)  # C's own, not one of Python's
        return plain and inspect.getattr_static(owner, name) is getattr(owner, name)
    except AttributeError:
        return False


_WORDS = frozenset({"__new__", "__repr__", "__str__", "__format__", "__doc__", "__getnewargs__", "__hash__"})


def _is(value: object, kind: type) -> bool:
    """Whether a value is of a type, and calculates as that type does even if it is of a subclass."""
    special = [name for name in vars(kind) if name[:2] == "__" and name not in _WORDS]
    own = type(value)
    same = own in (kind, bool) or all(getattr(own, name, None) is getattr(kind, name) for name in special)
    return isinstance(value, kind) and same


def _constant(value: object, words: str, line: int) -> Constant:
    """A global's value as a constant: an integer, a tuple of integers, or a tuple of equally long such tuples."""
    if _is(value, int):
        return _integer(value, words, line)
    if _is(value, tuple):
        items = cast("tuple[object, ...]", value)
        if items and all(_is(row, tuple) for row in items):
            rows = tuple(_row(cast("tuple[object, ...]", row), words, line) for row in items)
            if len({len(row) for row in rows}) == 1:
                return rows
            raise Unreadable(_("the rows of '{words}' are not equally long").format(words=words), line)
        return _row(items, words, line)
    kind = type(value).__name__
    mend = _("; a tuple would be read") if isinstance(value, list) else ""
    raise Unreadable(
        _("'{words}' is a {kind}, which is not read{mend}").format(words=words, kind=kind, mend=mend), line
    )


def _row(items: tuple[object, ...], words: str, line: int) -> Row:
    return tuple(_integer(item, words, line) for item in items)


def _integer(value: object, words: str, line: int) -> int:
    if not _is(value, int) or not isinstance(value, int):
        raise Unreadable(
            _("'{words}' holds a {name}, which is not read").format(words=words, name=type(value).__name__), line
        )
    if not SMALLEST <= value <= LARGEST:
        raise Unreadable(_("'{words}' does not fit in 64 bits").format(words=words), line)
    return int(value)
