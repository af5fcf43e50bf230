"""The machine code that a rule becomes, with a look at each address: what lies outside is an error here."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from grundy.kernels import jit, library, objects
from grundy.language.native import MachineCode
from grundy.language.native.code import OUTSIDE

SMALLEST, LARGEST = -(2**63), 2**63 - 1

_numbers = itertools.count()


def define(text: str, **names: object) -> Callable[..., Any]:
    """The last function of a text, or what a decorator made of it, with a source that can be found."""
    file = f"<rule {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = dict(names)
    exec(compile(text, file, "exec"), namespace)
    return [f for f in namespace.values() if callable(f) and not isinstance(f, type)][-1]


def outside(value: int) -> bool:
    """Whether 64 bits do not hold a number."""
    return not SMALLEST <= value <= LARGEST


class Program:
    """The code of a rule, ready to be asked for the children of states.

    ``checked``: it looks at each address. ``plain``: as it is written, without what makes it fast.
    """

    def __init__(self, code: MachineCode, checked: bool = True, plain: bool = False) -> None:
        self.code = MachineCode(code.write, {**code.what, "checked": checked})
        self._fill = _compiled(self.code, plain)

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


def _compiled(code: MachineCode, plain: bool) -> objects.Native:
    key = f"{code.key}_plain" if plain else code.key
    if key not in _kept:
        wanted = library.rule(key)
        text = code.text(wanted.key)
        _kept[key] = objects.loaded(wanted, objects.with_stack(_as_written, text) if plain else jit.compiled(text))
    return _kept[key]


def _as_written(text: str) -> bytes:
    return _hasty().emit_object(objects.llvm().parse_assembly(text))


@cache
def _hasty() -> Any:
    """What makes code in a fraction of the time, which is as slow as it is written."""
    objects.target_machine()  # LLVM is made ready
    target = objects.llvm().Target.from_triple(objects.llvm().get_process_triple())
    return target.create_target_machine(opt=0, **objects.LOADED)


def run(code: MachineCode, state: list[int], params: list[int] = [], room: int = 5000) -> tuple[int, list[int]]:  # noqa: B006
    """What a rule's code answers for one state: the count or code, and the cells of ``out``."""
    return Program(code)(state, params, room)
