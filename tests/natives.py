"""Rules for kernels, written by hand as native functions: ``fill(state, params, out) -> count``."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from functools import cached_property
from typing import Any

from grundy.kernels.building import native
from grundy.kernels.library import rule as wanted
from grundy.kernels.objects import Native
from grundy.solving.parts import Parts, sides

_texts: dict[str, str] = {}


class Rule:
    """A function of a test, compiled when it is first called or handed to a kernel; it may call those written before."""

    def __init__(self, function: Callable[..., int]) -> None:
        lines = textwrap.dedent(inspect.getsource(function)).splitlines(keepends=True)
        self.name = function.__name__
        used = [text for name, text in _texts.items() if name in function.__code__.co_names]
        self.text = "".join(line for line in lines if not line.startswith("@"))
        _texts[self.name] = f"@helper\n{self.text}"
        self._used = "".join(used)

    @cached_property
    def native(self) -> Native:
        text = f"from typing import Any\n{self._used}{self.text}\nfill = {self.name}\n"
        return native(wanted(text))

    @property
    def address(self) -> int:
        return self.native.address

    def __call__(self, *arrays: Any) -> int:
        return self.native(*arrays)


rule = Rule


def parts_of(rules: Any, state: Any, *, impartial: bool = False) -> Parts:
    """New parts for a position of rules, which are compiled."""
    made = sides(rules, state)
    assert made is not None
    return Parts(rules, made, impartial=impartial)
