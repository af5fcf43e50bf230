"""Functions within a rule: what they ask of it is given to them where they are called, as one more argument each.

Python looks a variable up when it is asked for, so a call sees what it is then: an argument that is given at the call is the
same, as long as the function is only called, and changes nothing.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Mapping
from typing import cast

from grundy.language.refusal import Unreadable


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


def made(function: types.FunctionType, node: Defined, known: Mapping[str, types.FunctionType]) -> types.FunctionType:
    """Return a function within another as one of its own; ``known`` are those that it may call."""
    name = node.name.id
    codes = [each for each in function.__code__.co_consts if isinstance(each, types.CodeType) and each.co_name == name]
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
    new = types.FunctionType(code, function.__globals__, name, usual, cells)
    pairs = zip(own.kwonlyargs, own.kw_defaults, strict=True)
    new.__kwdefaults__ = {each.arg: _value(value) for each, value in pairs if value is not None}
    setattr(new, _WITHIN, True)
    return new


def _value(node: ast.expr) -> object:
    return cast(object, node.value) if isinstance(node, ast.Constant) else None


def free_names(function: types.FunctionType) -> list[str]:
    """Return the variables of its surroundings that a function within another asks for, or one that it calls there."""
    if not hasattr(function, _WITHIN):
        return []
    found: dict[str, None] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        value = _held(cell)
        if value is GIVEN:
            found[name] = None
        elif isinstance(value, types.FunctionType):
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
