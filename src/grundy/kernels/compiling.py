"""Kernels: Python functions over arrays that are native code when they are called.

Native code is loaded from the library that came with the package, or from files (`library`, `objects`). What is not there is
compiled by another process (`builder`), the only one that imports numba: there this module makes compiled functions of
what is `inlined`.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from grundy.kernels import library
from grundy.kernels.objects import FILL, Native, Wanted

P = ParamSpec("P")
R = TypeVar("R")

BUILDING = "GRUNDY_BUILDING" in os.environ
"""Whether this process compiles."""

if BUILDING:
    from grundy.kernels.intrinsics import (
        exchanged,
        leading_zeros,
        ones,
        prefetch,
        stays_a_call,
        swapped,
        trailing_zeros,
        turned,
    )
else:

    def _in_kernels_only(*_: Any) -> Any:
        raise NotImplementedError

    exchanged = stays_a_call = prefetch = trailing_zeros = leading_zeros = ones = turned = swapped = _in_kernels_only

__all__ = [
    "exchanged",
    "inlined",
    "kernel",
    "leading_zeros",
    "ones",
    "prefetch",
    "stays_a_call",
    "swapped",
    "trailing_zeros",
    "turned",
]


_groups: dict[str, list[Kernel[..., Any]]] = {}


def all_kernels() -> list[Kernel[..., Any]]:
    """Return the kernels of all modules that were imported."""
    return [each for group in _groups.values() for each in group]


class Kernel(Generic[P, R]):
    """A function over arrays with an explicit signature, native from its first call on.

    In the signature ``T`` stands for the dtype of argument number ``by``: one compilation for each that is met.
    """

    def __init__(self, function: Callable[P, R], signature: str, by: int | None, group: str) -> None:
        self.function = function
        self._group = _groups.setdefault(group or f"{function.__module__}.{function.__name__}", [])
        self._group.append(self)
        self._signature = signature.replace("FILL", FILL)
        self._by = by
        self._native: dict[str, Native] = {}
        self.__doc__ = function.__doc__

    @property
    def place(self) -> str:
        """The name of its file."""
        return self.function.__module__.rpartition(".")[2]

    @property
    def varies(self) -> bool:
        """Whether it is compiled for the dtypes that are met."""
        return self._by is not None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the native function for these dtypes; it takes no keywords."""
        variant: str = "" if self._by is None else args[self._by].dtype.name  # type: ignore[attr-defined]  # an array
        made = self._native.get(variant)
        if made is None:
            wanted = self.wanted(variant)
            made = self._native[variant] = library.found(wanted) or self._built(wanted)
        return made(*args)

    def _built(self, wanted: Wanted) -> Native:
        """Return the function, compiled now; what compiles is loaded where it is needed."""
        from grundy.kernels.building import native

        return native(wanted, [each.wanted() for each in self._group if not each.varies])

    def wanted(self, variant: str = "") -> Wanted:
        """Return what is to be native, for a dtype."""
        signature = self._signature.replace("T[", f"{variant}[")
        module = self.function.__module__
        return Wanted(module, self.function.__name__, _hash_of(module), signature)


@cache
def _hash_of(module: str) -> str:
    """Return the hash of the text of a module and of all modules of kernels that it takes something from."""
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found and name not in _BESIDE:
            found[name] = Path(sys.modules[name].__file__ or "").read_text(encoding="utf-8")
            waiting += re.findall(r"^from (grundy\.kernels\.\w+) import", found[name], re.M)
    intrinsics = Path(__file__).with_name("intrinsics.py").read_text(encoding="utf-8")
    return hashlib.sha256(repr((sorted(found.items()), intrinsics)).encode()).hexdigest()


_BESIDE = {f"grundy.kernels.{name}" for name in ("building", "compiling", "objects")}
"""What is about compiling, and not compiled."""


def kernel(signature: str, by: int | None = None, group: str = "") -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a kernel of a function: ``FILL`` in the signature is the type of a compiled rule.

    Where one of a ``group`` is to be compiled, so are the others: who needs one needs them all.
    """

    def make(function: Callable[P, R]) -> Kernel[P, R]:
        return Kernel(function, signature, by, group)

    return make


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function that kernels may call; it is compiled with them."""
    if not BUILDING:
        return function
    from grundy.kernels.intrinsics import helper

    return helper(function)
