"""The machine code that a rule becomes, with a look at each address: what lies outside is an error here."""

from __future__ import annotations

import itertools
import linecache
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from grundy.kernels import jit, library, objects
from grundy.language.native import MachineCode
from grundy.language.native.code import OUTSIDE

SMALLEST, LARGEST = -(2**63), 2**63 - 1

_numbers = itertools.count()


def define(text: str, **names: object) -> Callable[..., Any]:
    """The last function of a text, with a source that can be found."""
    file = f"<rule {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = dict(names)
    exec(compile(text, file, "exec"), namespace)
    return [f for f in namespace.values() if isinstance(f, types.FunctionType)][-1]


def outside(value: int) -> bool:
    """Whether 64 bits do not hold a number."""
    return not SMALLEST <= value <= LARGEST


class Program:
    """The code of a rule, ready to be asked for the children of states; ``checked``: it looks at each address."""

    def __init__(self, code: MachineCode, checked: bool = True) -> None:
        self.code = MachineCode(code.write, {**code.what, "checked": checked})
        self._fill = _compiled(self.code.key, self.code)

    @property
    def text(self) -> str:
        """What LLVM is given."""
        return self.code.text("rule")

    def __call__(self, state: list[int], params: list[int] = [], room: int = 5000) -> tuple[int, list[int]]:  # noqa: B006
        out = np.full(room, 7, np.int64)
        count = self._fill(np.array(state, np.int64), np.array(params, np.int64), out)
        assert count != OUTSIDE, (state, params)
        return count, out.tolist()


class Differ(AssertionError):
    """Those that should say the same of a rule disagree."""


def answered(program: Program, cells: list[int], params: list[int], room: int, where: str) -> tuple[int, list[int]]:
    """What a program answers; where it fails, `Differ` says of which rule and state."""
    try:
        return program(cells, params, room=room)
    except Differ:
        raise
    except Exception as problem:
        raise Differ(f"{type(problem).__name__}: {problem}\n{where}") from problem


_kept: dict[str, objects.Native] = {}


def _compiled(key: str, code: MachineCode) -> objects.Native:
    if key not in _kept:
        wanted = library.rule(key)
        _kept[key] = objects.loaded(wanted, jit.compiled(code.text(wanted.key)))
    return _kept[key]


def run(code: MachineCode, state: list[int], params: list[int] = [], room: int = 5000) -> tuple[int, list[int]]:  # noqa: B006
    """What a rule's code answers for one state: the count or code, and the cells of ``out``."""
    return Program(code)(state, params, room)
