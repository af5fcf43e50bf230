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
import linecache
import math
import types
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, TypeAlias, cast
from weakref import WeakKeyDictionary

from grundy.common.threads import parsed
from grundy.language.refusal import LARGEST, SMALLEST, Unreadable

FUNCTIONS = frozenset({"abs", "all", "any", "bool", "divmod", "enumerate", "int", "isinstance", "len", "list"}).union(
    {"max", "min", "ord", "pow", "range", "reversed", "sorted", "sum", "tuple", "zip"}
)


def plain(function: Any) -> FunctionType:
    """Return the function that a caller runs, that under a cache for one in it; Unreadable for anything else."""
    name = getattr(cast(object, function), "__name__", cast(object, function))
    if type(function) is CACHED:  # functools.cache changes no answer of a pure helper
        function = _under_cache(function)
        if function is not None and function.__code__.co_flags & inspect.CO_GENERATOR:
            line = function.__code__.co_firstlineno
            raise Unreadable("a cached generator would be used up the second time", line)
    if not isinstance(function, FunctionType):
        raise Unreadable("{name} is not a plain Python function", name=name)
    return function


CACHED = type(functools.cache(len))


def _under_cache(cached: Any) -> FunctionType | None:
    """Return the function that a cache asks: the one that it holds, whatever ``__wrapped__`` was set to since."""
    held = [each for each in gc.get_referents(cached) if isinstance(each, FunctionType)]
    return held[0] if len(held) == 1 else None


_FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """The syntax tree of the code that runs: what its file says now, compiled anew, is this code to the last byte.

    No decorator is looked through: what a wrapper runs is the wrapper. Test runners rewrite functions that assert, and
    edited files say something else; neither is read.
    """
    code = function.__code__
    if code not in _trees:
        _trees[code] = _tree(code, function.__globals__)
    return _trees[code]


_trees: WeakKeyDictionary[CodeType, ast.FunctionDef] = WeakKeyDictionary()
"""The trees of code that was found to be that of its file: it is the same, whatever the file says later."""


def keep(code: CodeType, tree: ast.FunctionDef) -> None:
    """Keep the tree of which code was compiled, that stands in no file; no other code may equal this one."""
    _trees[code] = tree


def _tree(code: CodeType, beside: dict[str, Any]) -> ast.FunctionDef:
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, beside)  # `inspect` looks for the module among all that are loaded
    if not lines:
        raise Unreadable("its source cannot be found")
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
def _compiled(text: str, flags: int) -> tuple[dict[int, list[_Written]], tuple[CodeType, ...]]:
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
        found.extend(c for c in code.co_consts if isinstance(c, CodeType))
    begun: dict[int, list[_Written]] = {}
    for node in ast.walk(_Mangled().visit(module) if "class" in text else module):  # a long file is long gone through
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


def arguments(code: CodeType) -> tuple[list[str], str, list[str], bool]:
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


def defaults(function: FunctionType) -> dict[str, object]:
    """Return what the arguments of a function are where they are not given."""
    code = function.__code__
    values = cast("tuple[object, ...]", function.__defaults__ or ())
    named = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
    return {**dict(zip(named, values, strict=True)), **cast("dict[str, object]", function.__kwdefaults__ or {})}


# -- what free names stand for -----------------------------------------------------------------------------------------


class Names:
    """The free names of a function: its closure, its module, Python's own."""

    def __init__(self, function: FunctionType) -> None:
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

    def attribute(self, node: ast.expr, local: Callable[[str], bool]) -> object:
        """Return what ``a`` or ``a.b.c`` stands for, its root being no local name; Unreadable where it is computed."""
        words = ast.unparse(node)
        root = node
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

    def called(self, node: ast.Name) -> FunctionType | None:
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
        value = _lent(value)
        if not isinstance(value, FunctionType) and type(value) is not CACHED:
            raise Unreadable("{name}() is not a plain Python function", node.lineno, name=node.id)
        return plain(value)

    def of_module(self, node: ast.Attribute, local: Callable[[str], bool]) -> FunctionType | None:
        """Return the plain function that ``module.name`` is, None of anything else."""
        try:
            owner, value = self.attribute(node.value, local), _lent(self.attribute(node, local))
        except Unreadable:
            return None
        return value if isinstance(owner, types.ModuleType) and isinstance(value, FunctionType) else None


def _lent(value: object) -> object:
    """Return what is read where a name stands for a value."""
    return LENT.get(value, value) if isinstance(value, types.BuiltinFunctionType) else value


def _loaded_elsewhere(code: CodeType) -> frozenset[str]:
    """Return the names that code, or code within it, takes from its module or from Python: what the compiler says."""
    found = {str(each.argval) for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
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
    own = type(value)
    if own is kind:
        return True
    special = [name for name in vars(kind) if name[:2] == "__" and name not in _WORDS]
    same = own in (kind, bool) or all(getattr(own, name, None) is getattr(kind, name) for name in special)
    return isinstance(value, kind) and same


@dataclass(frozen=True, order=True)
class Whole:
    """A constant that holds others: its type, and what it holds, of a dictionary the keys and their ``values``."""

    type: str
    items: tuple[Constant, ...]
    values: tuple[Constant, ...] = ()

    @property
    def is_row(self) -> bool:
        """Whether it is a tuple, a list or a string, and holds nothing but integers, or letters by their codes."""
        return self.type in ROWS and all(isinstance(each, int) for each in self.items)


Constant: TypeAlias = int | Whole
ROWS = {"tuple": "row", "list": "list", "str": "text"}
"""Types whose items have places; what a constant of such a type is called that holds integers alone."""
DEEPEST = 8
"""Constants hold others so deeply."""


def constant(value: object, words: str, line: int | None, depth: int = 0) -> Constant:
    """What a global's value is as a constant: an integer, a string, or a tuple, a list, a set or a dictionary of such."""
    if isinstance(value, int) and _is(value, int):
        if not SMALLEST <= value <= LARGEST:
            raise Unreadable("'{words}' does not fit in 64 bits", line, words=words)
        return int(value)
    kind = "tuple" if _is(value, tuple) else type(value).__name__.removeprefix("frozen")
    if type(value) is str:
        return Whole(kind, tuple(map(ord, value)))
    if kind == "tuple" or type(value) in (list, set, frozenset, dict):
        if depth == DEEPEST:
            raise Unreadable("'{words}' is nested too deeply", line, words=words)
        parts = cast("tuple[tuple[object, ...], ...]", (value, value.values() if isinstance(value, dict) else ()))
        return Whole(kind, *(tuple(constant(each, words, line, depth + 1) for each in part) for part in parts))
    kind = type(value).__name__
    if depth:
        raise Unreadable("'{words}' holds a {kind}, which is not read", line, words=words, kind=kind)
    raise Unreadable("'{words}' is a {kind}, which is not read", line, words=words, kind=kind)


# -- functions within a rule -----------------------------------------------------------------------------------------


class Defined(ast.stmt):
    """``def`` within a function: the name that it gives, which is all that is seen around it, and its ``usual`` values."""

    _fields = ("name",)

    def __init__(self, name: ast.Name | None = None, usual: ast.arguments | None = None) -> None:
        super().__init__()
        self.name = name or ast.Name("", ast.Store())  # nothing is given where it is copied
        self.usual = usual or ast.arguments([], [], None, [], [], None, [])


GIVEN = object()
"""What a cell holds whose value is given where the function is called."""
_WITHIN = "within a rule"


def inner(function: FunctionType, node: Defined, known: Mapping[str, FunctionType]) -> FunctionType:
    """Return a function within another as one of its own; ``known`` are those that it may call."""
    name = node.name.id
    codes = [each for each in function.__code__.co_consts if isinstance(each, CodeType) and each.co_name == name]
    if len(codes) != 1 or hasattr(function, _WITHIN):
        raise Unreadable(
            "'{name}' is defined more than once inside a rule, which cannot be read", node.lineno, name=name
        )
    code = codes[0]
    if name in code.co_freevars:
        raise Unreadable("{name} calls itself", node.lineno, name=name)
    outer = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells = tuple(outer.get(each) or types.CellType(known.get(each, GIVEN)) for each in code.co_freevars)
    own = node.usual
    usual = tuple(_value(each) for each in own.defaults)
    new = FunctionType(code, function.__globals__, name, usual, cells)
    pairs = zip(own.kwonlyargs, own.kw_defaults, strict=True)
    new.__kwdefaults__ = {each.arg: _value(value) for each, value in pairs if value is not None}
    setattr(new, _WITHIN, True)
    return new


def _value(node: ast.expr) -> object:
    return cast(object, node.value) if isinstance(node, ast.Constant) else None


def free_names(function: FunctionType) -> list[str]:
    """Return the variables of its surroundings that a function within another asks for, or one that it calls there."""
    if not hasattr(function, _WITHIN):
        return []
    found: dict[str, None] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        value = _held(cell)
        if value is GIVEN:
            found[name] = None
        elif isinstance(value, FunctionType):
            found |= dict.fromkeys(free_names(value))
    inner = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
    if inner & found.keys():
        name = min(inner & found.keys())
        raise Unreadable(
            "'{name}' is a variable here and one of the function around it", function.__code__.co_firstlineno, name=name
        )
    return list(found)


def _held(cell: types.CellType) -> object:
    try:
        return cast(object, cell.cell_contents)
    except ValueError:
        return None


# ---- functions of Python's `math`: a rule that calls one is read as if it called the one here


def isqrt(n: int) -> int:
    """Return the root of a square, or of the greatest square below; by Newton's method, from above.

    >>> [isqrt(n) for n in (0, 1, 3, 4, 8, 9, 2**62 - 1)] == [0, 1, 1, 2, 2, 3, 2**31 - 1]
    True
    """
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 1 << (n.bit_length() + 1) // 2 if n else 0
    while root and n // root < root:
        root = (root + n // root) // 2
    return root


def gcd(*numbers: int) -> int:
    """Return the greatest common divisor, 0 of nothing else.

    >>> gcd(12, -18), gcd(0), gcd(), gcd(4, 6, 9)
    (6, 0, 0, 1)
    """
    found = 0
    for other in numbers:
        while other:
            found, other = other, found % other
    return abs(found)


LENT = {math.isqrt: isqrt, math.gcd: gcd}
"""What is read for a function of Python's."""
