"""The code that runs, found and resolved: a function's syntax tree, and what its free names stand for.

No wrapper, look-alike of a cache, rewritten assertion or edited file is read: what a file says now is compiled anew, and
must be the code that runs, to the last byte.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import dis
import enum
import functools
import gc
import inspect
import types
import warnings
from collections.abc import Callable
from typing import Any, TypeAlias, cast
from weakref import WeakKeyDictionary

from grundy.common.messages import _
from grundy.common.threads import parsed
from grundy.language.ir import Value
from grundy.language.refusal import LARGEST, SMALLEST, Unreadable

FUNCTIONS = frozenset(
    {
        "abs",
        "all",
        "any",
        "bool",
        "divmod",
        "enumerate",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "pow",
        "range",
    }
    | {"reversed", "sorted", "sum", "tuple", "zip"}
)
METHODS = frozenset({"append", "bit_count", "bit_length", "count", "index", "sort"})


def plain(function: Any) -> types.FunctionType:
    """Return the function that a caller runs, that under a cache for one in it; Unreadable for anything else."""
    name = getattr(cast(object, function), "__name__", cast(object, function))
    if type(function) is CACHED:  # functools.cache changes no answer of a pure helper
        function = _under_cache(function)
        if function is not None and function.__code__.co_flags & inspect.CO_GENERATOR:
            line = function.__code__.co_firstlineno
            raise Unreadable("a cached generator would be used up the second time", line)
    if not isinstance(function, types.FunctionType):
        raise Unreadable("{name} is not a plain Python function", name=name)
    return function


CACHED = type(functools.cache(len))


def _under_cache(cached: Any) -> types.FunctionType | None:
    """Return the function that a cache asks: the one that it holds, whatever ``__wrapped__`` was set to since."""
    held = [each for each in gc.get_referents(cached) if isinstance(each, types.FunctionType)]
    return held[0] if len(held) == 1 else None


_FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


def tree_of(function: types.FunctionType) -> ast.FunctionDef:
    """The syntax tree of the code that runs: what its file says now, compiled anew, is this code to the last byte.

    No decorator is looked through: what a wrapper runs is the wrapper. Test runners rewrite functions that assert, and
    edited files say something else; neither is read.
    """
    code = function.__code__
    if code not in _trees:
        _trees[code] = _tree(code)
    return _trees[code]


_trees: WeakKeyDictionary[types.CodeType, ast.FunctionDef] = WeakKeyDictionary()
"""The trees of code that was found to be that of its file: it is the same, whatever the file says later."""


def keep(code: types.CodeType, tree: ast.FunctionDef) -> None:
    """Keep the tree of which code was compiled, that stands in no file; no other code may equal this one."""
    _trees[code] = tree


def _tree(code: types.CodeType) -> ast.FunctionDef:
    try:
        lines, _number = inspect.findsource(code)
    except (OSError, TypeError, IndexError):
        raise Unreadable("its source cannot be found") from None
    begun, compiled = _compiled("".join(lines), code.co_flags & _FUTURE)
    found = begun.get(code.co_firstlineno, [])
    named = [node for node in found if getattr(node, "name", "<lambda>") == code.co_name]
    if len(named) != 1 or code not in compiled:
        if any(isinstance(n, ast.Assert) for node in named for n in ast.walk(node)):
            raise Unreadable("its source is not what runs: its assertions were rewritten, or the file has changed")
        raise Unreadable("its source has changed since it was loaded")
    tree = named[0]
    if isinstance(tree, ast.AsyncFunctionDef):
        raise Unreadable("async functions are not read", code.co_firstlineno)
    if not isinstance(tree, ast.FunctionDef):
        raise Unreadable("a lambda is not read", code.co_firstlineno)
    return tree


_Written: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def _first_line(node: _Written) -> int:
    """Where the code of a function begins: at its first decorator."""
    above = () if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(each.lineno for each in above)])


@functools.lru_cache(16)
def _compiled(text: str, flags: int) -> tuple[dict[int, list[_Written]], tuple[types.CodeType, ...]]:
    """The syntax trees of a file's functions by their first lines, and the code of everything in it that is a function."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python has said them when it loaded the file
            module = parsed(text)
            whole = compile(text, "<rules>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        raise Unreadable("its source has changed since it was loaded") from None
    found = [whole]
    for code in found:
        found.extend(c for c in code.co_consts if isinstance(c, types.CodeType))
    begun: dict[int, list[_Written]] = {}
    for node in ast.walk(_Mangled().visit(module)):
        if isinstance(node, _Written):
            begun.setdefault(_first_line(node), []).append(node)
    return begun, tuple(found)


class _Mangled(ast.NodeTransformer):
    """Names that begin with ``__`` within a class, as the compiler calls them.

    >>> ast.unparse(_Mangled().visit(ast.parse("class _A:\\n    def f(self): return __K + self.__k + __len__")))
    'class _A:\\n\\n    def f(self):\\n        return _A__K + self._A__k + __len__'
    """

    def __init__(self) -> None:
        self.prefix = ""

    def _called(self, name: str) -> str:
        private = name.startswith("__") and not name.endswith("__") and "." not in name
        return self.prefix + name if private and self.prefix != "_" else name

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Within a class its own name counts."""
        outer, self.prefix = self.prefix, "_" + node.name.lstrip("_")
        self.generic_visit(node)
        self.prefix = outer
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A variable."""
        node.id = self._called(node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """An attribute."""
        node.attr = self._called(node.attr)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """An argument."""
        node.arg = self._called(node.arg)
        return self.generic_visit(node)


def arguments(code: types.CodeType) -> tuple[list[str], str, list[str], bool]:
    """Return what code takes: names by place (the first `co_posonlyargcount` by place alone), a tuple of the rest or "",
    names by keyword, and whether keywords of any name."""
    names, places, named = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    rest = bool(code.co_flags & inspect.CO_VARARGS)
    return (
        list(names[:places]),
        names[places + named] if rest else "",
        list(names[places : places + named]),
        bool(code.co_flags & inspect.CO_VARKEYWORDS),
    )


def defaults(function: types.FunctionType) -> dict[str, object]:
    """Return what the arguments of a function are where they are not given."""
    code = function.__code__
    values = cast("tuple[object, ...]", function.__defaults__ or ())
    named = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
    return {**dict(zip(named, values, strict=True)), **cast("dict[str, object]", function.__kwdefaults__ or {})}


# -- what free names stand for -----------------------------------------------------------------------------------------


class Names:
    """The free names of a function: its closure, its module, Python's own."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self.closure: dict[str, types.CellType] = dict(cells)
        self.elsewhere = _loaded_elsewhere(function.__code__)

    def value(self, name: str, line: int) -> object:
        """Return what a name stands for, that is no variable; Unreadable where it has no value."""
        if name not in self.closure and name not in self.elsewhere and name in self.function.__code__.co_varnames:
            raise Unreadable("'{name}' may have no value here", line, name=name)  # bound where the code never comes
        try:
            if name in self.closure:
                return cast(object, self.closure[name].cell_contents)
            if name in self.function.__globals__:
                return cast(object, self.function.__globals__[name])
            return cast(object, self.function.__builtins__[name])
        except (ValueError, KeyError):
            raise Unreadable("'{name}' has no value", line, name=name) from None

    def attribute(self, node: ast.Attribute, local: Callable[[str], bool]) -> object:
        """Return what ``a.b.c`` stands for, its root being no local name; Unreadable where it is computed."""
        words = ast.unparse(node)
        root: ast.expr = node
        names: list[str] = []
        while isinstance(root, ast.Attribute):
            names.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name) or local(root.id):
            raise Unreadable("the attribute '{words}' is not read", node.lineno, words=words)
        value = self.value(root.id, node.lineno)
        for name in reversed(names):
            if not hasattr(value, name):
                raise Unreadable("'{words}' has no value", node.lineno, words=words)
            if not is_plain(value, name):
                raise Unreadable("'{words}' is computed each time it is used", node.lineno, words=words)
            value = cast(object, getattr(value, name))
        return value

    def is_cached(self, node: ast.Name) -> bool:
        """Whether a name that is not local stands for a function under a cache."""
        return type(self.value(node.id, node.lineno)) is CACHED

    def called(self, node: ast.Name) -> types.FunctionType | None:
        """Return the function that is called by a name that is not local, None for one of Python's own."""
        value = self.value(node.id, node.lineno)
        if value is getattr(builtins, node.id, self):
            if node.id not in FUNCTIONS:
                raise Unreadable("{name}() is not read", node.lineno, name=node.id)
            return None
        if node.id in FUNCTIONS:
            raise Unreadable(
                "{name}() is not Python's own function here, and cannot be read", node.lineno, name=node.id
            )
        if not isinstance(value, types.FunctionType) and type(value) is not CACHED:
            raise Unreadable("{name}() is not a plain Python function", node.lineno, name=node.id)
        return plain(value)

    def of_module(self, node: ast.Attribute, local: Callable[[str], bool]) -> types.FunctionType | None:
        """Return the plain function that ``module.name`` is, None of anything else."""
        try:
            owner, value = self._resolved(node.value, local), self.attribute(node, local)
        except Unreadable:
            return None
        return value if isinstance(owner, types.ModuleType) and isinstance(value, types.FunctionType) else None

    def _resolved(self, node: ast.expr, local: Callable[[str], bool]) -> object:
        """Return what ``a`` or ``a.b`` stands for; Unreadable for anything else."""
        if isinstance(node, ast.Name) and not local(node.id):
            return self.value(node.id, node.lineno)
        if isinstance(node, ast.Attribute):
            return self.attribute(node, local)
        raise Unreadable("the attribute '{words}' is not read", node.lineno, words=ast.unparse(node))


def _loaded_elsewhere(code: types.CodeType) -> frozenset[str]:
    """Return the names that code, or code within it, takes from its module or from Python: what the compiler says."""
    found = {str(each.argval) for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return frozenset(found).union(*map(_loaded_elsewhere, inner))


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


def constant(value: object, words: str, line: int | None) -> Value:
    """A global's value as a constant: an integer, a tuple of integers, or a tuple of equally long such tuples."""
    if _is(value, int):
        return _integer(value, words, line)
    if _is(value, tuple):
        items = cast("tuple[object, ...]", value)
        if items and all(_is(row, tuple) for row in items):
            rows = tuple(_row(cast("tuple[object, ...]", row), words, line) for row in items)
            if len({len(row) for row in rows}) == 1:
                return rows
            raise Unreadable(
                "the rows of '{words}' differ in length; fill them up, for example with -1", line, words=words
            )
        return _row(items, words, line)
    kind = type(value).__name__
    mend = _("; a tuple could be read") if isinstance(value, list | dict | set | frozenset) else ""
    raise Unreadable("'{words}' is a {kind}, which is not read{mend}", line, words=words, kind=kind, mend=mend)


def _row(items: tuple[object, ...], words: str, line: int | None) -> tuple[int, ...]:
    return tuple(_integer(item, words, line) for item in items)


def _integer(value: object, words: str, line: int | None) -> int:
    if not _is(value, int) or not isinstance(value, int):
        raise Unreadable("'{words}' holds a {name}, which is not read", line, words=words, name=type(value).__name__)
    if not SMALLEST <= value <= LARGEST:
        raise Unreadable("'{words}' does not fit in 64 bits", line, words=words)
    return int(value)
