"""The fingerprint of rules: a hash of everything that says what the moves are, by which certificates name their rules.

It covers the text of every function that the rules call (without comments, docstrings, annotations and decorators), the
constants these functions use, the declared ending, and what else the ruleset is made of. It does not cover how positions
are shown, theorems, symmetries and words.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
import types
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from grundy.common.digest import digest
from grundy.common.errors import GrundyError
from grundy.common.threads import parsed
from grundy.rules.session import Watched

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

_WORDS = frozenset(
    {
        "name",
        "doc",
        "__doc__",
        "params",
        "required",
        "theorems",
        "judges",
        "hooks",
        "bounds",
        "is_monotone",
        "is_placement",
        "trials",
        "origin",
        "_memories",
        "_strange",
    }
    | {"_memory", "names", "integers", "shape", "tuple_state", "wraps", "by_player", "called_by", "begins", "look"}
)
"""Attributes of a ruleset that say nothing of the moves that the rest does not say."""
_BARE = (types.BuiltinFunctionType, types.ModuleType, types.GenericAlias)


def described(what: Any) -> Any:
    """Return plain data that tells a function, or anything else, from others."""
    return _described(what, [])


def fingerprint(rules: Ruleset) -> str:
    """Return the SHA-256 of what says what the moves of a ruleset are; its parameters are not part of it.

    GrundyError where the source of a function cannot be found. O(source).

    >>> from grundy.rules.functions import game
    >>> def one(n: int):
    ...     "A docstring, and a comment."
    ...     yield n - 1  # says nothing
    >>> len(fingerprint(game(one)))
    64
    """
    return digest(_described(rules, []))


def _described(what: Any, met: list[Any]) -> Any:
    """Return plain data that tells a thing from others; what was met before is named by its number."""
    if what is None or isinstance(what, (bool, int, str)):
        return what
    if isinstance(what, Enum):
        return [type(what).__qualname__, what.name]
    if isinstance(what, (tuple, list)):
        return [_described(item, met) for item in what]
    if isinstance(what, (set, frozenset)):
        return ["set", *sorted((_described(item, met) for item in what), key=repr)]
    if isinstance(what, dict):
        return ["dict", *([_described(k, met), _described(v, met)] for k, v in what.items())]
    if isinstance(what, _BARE) or (isinstance(what, type) and not what.__module__.startswith("grundy_file")):
        return ["named", getattr(what, "__module__", ""), getattr(what, "__qualname__", getattr(what, "__name__", ""))]
    rules = cast("Ruleset", what).origin if isinstance(what, Watched) else None
    what = what if rules is None else rules  # the parameters are told apart from the rules
    for number, other in enumerate(met):
        if other is what:
            return ["met", number]
    met.append(what)
    if rules is not None:
        return [type(rules).__qualname__, *_attributes(rules, met), _described(rules.hooks.get("ending"), met)]
    if isinstance(what, functools.partial):
        return ["partial", _described(what.func, met), _described(what.args, met), _described(what.keywords, met)]
    if callable(what):
        return _function(what, met)
    return [type(what).__qualname__, *_attributes(what, met)]


def _attributes(what: Any, met: list[Any]) -> list[Any]:
    held = dict(getattr(what, "__dict__", {}))
    for owner in type(what).__mro__:
        held |= {name: getattr(what, name) for name in getattr(owner, "__slots__", ()) if hasattr(what, name)}
    kept = [name for name in sorted(held) if name not in _WORDS and not _cached(type(what), name)]
    return [[name, _described(held[name], met)] for name in kept]


def _cached(kind: type, name: str) -> bool:
    """Return whether an attribute is only remembered: it would come and go."""
    return isinstance(getattr(kind, name, None), functools.cached_property)


def _function(function: Callable[..., Any], met: list[Any]) -> Any:
    """Return the text of a function and what its free names stand for."""
    function = inspect.unwrap(function)
    bound = [_described(function.__self__, met)] if isinstance(function, types.MethodType) else []
    function = getattr(function, "__func__", function)
    if not isinstance(function, types.FunctionType):
        return ["named", getattr(function, "__qualname__", type(function).__qualname__)]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    known = {**function.__globals__, **{name: cell.cell_contents for name, cell in cells}}
    text, names = _text(function)
    free = [[name, _described(known[name], met)] for name in sorted(names) if name in known]
    defaults = [_described(function.__defaults__, met), _described(function.__kwdefaults__, met)]
    return [text, free, defaults, *bound]


def _text(function: types.FunctionType) -> tuple[str, set[str]]:
    """Return a function's source without what means nothing, and the names in it."""
    try:
        tree = cast("ast.Module", parsed(textwrap.dedent("".join(inspect.getsourcelines(function)[0])))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise GrundyError(
            "the source of {name} cannot be found, so its rules have no fingerprint", name=function.__name__
        ) from None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list, node.returns = [], None
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.Pass()]
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree), {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
