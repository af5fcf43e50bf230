"""The text of a function in a certificate: whether it is Python at all, and what its tree is. It is never run."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache

from grundy.check.form import shown
from grundy.errors import GrundyError
from grundy.language import _

LONGEST = 20_000
"""A function has at most so many letters."""
DEEPEST = 60
"""So deeply its statements and expressions may be nested."""
BRACKETS = 60
"""So many brackets may be open at once."""


def parsed(text: object, *, defaults: bool = False) -> ast.FunctionDef:
    """Return the function that a text is; GrundyError unless it is one function, written as it would be written again.

    ``defaults`` is whether its arguments may have defaults, integers or tuples of them, as those of helpers may.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise GrundyError(_("the source of a function is a text of some lines, not {shown}").format(shown=shown(text)))
    return _parsed(text, defaults)


@lru_cache(256)
def _parsed(text: str, defaults: bool) -> ast.FunctionDef:
    node = _tree(text)
    own = node.args
    if own.posonlyargs or own.kwarg or (own.vararg and own.args):
        raise GrundyError(_("the arguments of a function are positions and parameters"))
    given = [*own.defaults, *(each for each in own.kw_defaults if each is not None)]
    if not all(defaults and _plain(each) for each in given):
        raise GrundyError(_("the arguments of a function have no defaults, but those of helpers, which are integers"))
    return node


def _tree(text: str) -> ast.FunctionDef:
    """Return the tree of a text that Python itself takes for one function; nothing that it says is run."""
    try:
        _refuse_brackets(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            _refuse_deep(tree)
            compile(text, "<certificate>", "exec", dont_inherit=True)
        again = ast.unparse(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        if isinstance(error, GrundyError):
            raise
        raise GrundyError(_("the source of a function is no Python")) from None
    node = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(node, ast.FunctionDef) or again != text or node.decorator_list or node.returns:
        raise GrundyError(_("the source of a function is the text of one def, as ast.unparse writes it"))
    return node


def _refuse_brackets(text: str) -> None:
    """Raise GrundyError for brackets in brackets in brackets, and for long chains of signs, before Python reads them."""
    depth = signs = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        signs = signs + 1 if letter in "-+~ " else 0
        if depth > BRACKETS or (signs > BRACKETS and letter != " "):
            raise GrundyError(_("the source of a function is nested too deeply"))


def _refuse_deep(tree: ast.AST) -> None:
    layer: list[ast.AST] = [tree]
    for _depth in range(DEEPEST):
        layer = [inner for each in layer for inner in ast.iter_child_nodes(each)]
        if not layer:
            return
    raise GrundyError(_("the source of a function is nested too deeply"))


def _plain(node: ast.expr) -> bool:
    """Return whether a default is an integer, or a tuple of such."""
    match node:
        case ast.Constant(int()):
            return True
        case ast.UnaryOp(ast.USub(), ast.Constant(int())):
            return True
        case ast.Tuple(items):
            return all(map(_plain, items))
        case _:
            return False


def is_tuple(node: ast.FunctionDef) -> bool:
    """Return whether a function takes one tuple."""
    return len(node.args.args) == 1 and isinstance(node.args.args[0].annotation, ast.Name)
