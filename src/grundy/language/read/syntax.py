"""Pieces of syntax, as the rewriting of rules makes them; all are new, so that no piece stands in two places."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping
from typing import Any


def got(name: str) -> ast.Name:
    """Return a variable that is read."""
    return ast.Name(name, ast.Load())


def put(target: ast.expr, value: ast.expr) -> ast.stmt:
    """Return ``target = value``."""
    return ast.Assign([target], value)


def assigned(name: str, value: ast.expr) -> ast.stmt:
    """Return ``name = value``."""
    return put(ast.Name(name, ast.Store()), value)


class _Filled(ast.NodeTransformer):
    """Parts in the place of names; what is new stands in no line."""

    def __init__(self, parts: Mapping[str, ast.expr | str | int]) -> None:
        self.parts = parts

    def visit(self, node: ast.AST) -> ast.AST:
        """Any syntax of the text."""
        for place in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            vars(node).pop(place, None)
        return super().visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name for which a part may stand."""
        part = self.parts.get(node.id, node.id)
        if isinstance(part, str):
            return ast.Name(part, node.ctx)
        if isinstance(part, int):
            return ast.Constant(part) if part >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-part))
        return copy.deepcopy(part)


def lines(text: str, **parts: ast.expr | str | int) -> list[Any]:
    """Return the statements of a text with copies of parts, other names or integers in the place of its names.

    >>> print(ast.unparse(ast.fix_missing_locations(ast.Module(lines("b[:] = [*b[:i], 7]", b="own", i=-1), []))))
    own[:] = [*own[:-1], 7]
    """
    return [_Filled(parts).visit(each) for each in ast.parse(text).body]


def words(text: str, **parts: ast.expr | str | int) -> Any:
    """Return the expression of a text, as `lines` does."""
    return _Filled(parts).visit(ast.parse(text, mode="eval").body)


def placed(node: Any, line: int) -> Any:
    """Return new syntax with the line that it stands for."""
    for each in ast.walk(node):
        if isinstance(each, ast.expr) and not hasattr(each, "lineno"):
            each.lineno, each.end_lineno, each.col_offset, each.end_col_offset = line, line, 0, 0
    return node


def mentioned(*nodes: ast.AST) -> set[str]:
    """Return the names that some syntax speaks of.

    >>> sorted(mentioned(ast.parse("a = b[c]")))
    ['a', 'b', 'c']
    """
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


def changed(body: list[ast.stmt]) -> set[str]:
    """Return the names whose value some statements change, or of a list's items.

    >>> sorted(changed(ast.parse("a = b; c[0] = 1; d[:] = e").body))
    ['a', 'c', 'd']
    """
    found: set[str] = set()
    for each in (node for statement in body for node in ast.walk(statement)):
        match each:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                found.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                found.add(name)
            case _:
                pass
    return found


class Renamed(ast.NodeTransformer):
    """Variables by other names; one that is bound anew within is left to the reader to refuse (`clash`)."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.clash = False

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A variable."""
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """What binds names within."""
        self.clash = self.clash or bool(mentioned(node.target) & self.names.keys())
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """What binds names within."""
        bound = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        self.clash = self.clash or bool(bound & self.names.keys())
        return self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        """What binds names within."""
        self.clash = self.clash or node.target.id in self.names
        return self.generic_visit(node)


def applied(function: ast.expr, *names: str) -> ast.expr | None:
    """Return a function, or a lambda, of variables; None of a lambda that takes something else."""
    if not isinstance(function, ast.Lambda):
        return ast.Call(copy.deepcopy(function), [got(name) for name in names], [])
    own = function.args
    given = [*own.posonlyargs, *own.args]
    if own.vararg or own.kwarg or own.kwonlyargs or own.defaults or len(given) != len(names):
        return None
    if any(isinstance(each, ast.NamedExpr) for each in ast.walk(function)):
        return None
    renaming = Renamed({each.arg: name for each, name in zip(given, names, strict=True)})
    made = renaming.visit(copy.deepcopy(function.body))
    return None if renaming.clash else made
