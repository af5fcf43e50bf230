"""From the text of a rule to native code: `compile_fill`.

The text (see `grundy.lang.native`) becomes a file in the user's cache folder, named by the hash of all
that it depends on, so that the next process loads it instead of compiling it. An edited rule, helper or constant is
another text, and so another file.
"""

# numba and llvmlite have no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

import hashlib
import importlib.util
import os
import pickle
import platform
import sys
import tempfile
import types as python_types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import njit, types
from numba.core.errors import NumbaError, NumbaWarning
from numba.extending import intrinsic

from grundy.language import _

FILL = types.int64(types.int64[::1], types.int64[::1], types.int64[::1])
FILL_TYPE = types.FunctionType(FILL)


class CannotCompile(Exception):
    """Numba does not compile this text; the message says why in one short sentence."""


# -- what generated text may call --------------------------------------------------------------------------------------


def _overflow_test(operation: str) -> Any:
    """Whether an operation on two 64-bit integers overflows, as one machine instruction and a flag."""

    @intrinsic
    def test(typingctx: Any, x: Any, y: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            pair = ir.LiteralStructType([word, ir.IntType(1)])
            kind = ir.FunctionType(pair, [word, word])
            called = builder.module.declare_intrinsic(f"llvm.{operation}.with.overflow", [word], kind)
            return builder.extract_value(builder.call(called, arguments), 1)

        return types.boolean(types.int64, types.int64), build

    return test


add_overflows = _overflow_test("sadd")
sub_overflows = _overflow_test("ssub")
mul_overflows = _overflow_test("smul")


def _magnitude(builder: Any, x: Any) -> Any:
    negative = builder.icmp_signed("<", x, ir.Constant(x.type, 0))
    return builder.select(negative, builder.neg(x), x)


@intrinsic
def bit_count(typingctx: Any, x: Any) -> Any:
    """How many bits of ``abs(x)`` are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(_magnitude(builder, arguments[0]))

    return types.int64(types.int64), build


@intrinsic
def bit_length(typingctx: Any, x: Any) -> Any:
    """How many bits ``abs(x)`` takes."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = arguments[0].type
        zeros = builder.ctlz(_magnitude(builder, arguments[0]), ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(word, 64), zeros)

    return types.int64(types.int64), build


def constant_array(values: list[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A constant tuple of a rule."""
    return np.array(values, np.int64)


helper = njit(cache=False, error_model="numpy", nogil=True)

_HEAD = """from grundy.kernels.jit import add_overflows, sub_overflows, mul_overflows, bit_count, bit_length
from grundy.kernels.jit import constant_array, helper
"""


# -- compiling ---------------------------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """Where compiled rules are kept: the user's cache folder, or what the environment's GRUNDY_CACHE names."""
    named = os.environ.get("GRUNDY_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("grundy", appauthor=False))


def compile_fill(source_text: str) -> Callable[..., int]:
    """The function ``fill`` of a generated text, native and loaded from the cache where it was compiled before.

    It may be given to a compiled kernel as an argument of type `FILL_TYPE`.
    """
    name = f"rule_{_digest(source_text)}"
    known = _COMPILED.get(name)
    if known is not None:
        return known
    path = _written(name, source_text)
    module = _module(name, source_text, path)
    sys.modules[module.__name__] = module  # numba finds the module of a cached function by its name
    try:
        compiled = _native(module.fill, cache=path is not None)
    except NumbaError as problem:
        raise CannotCompile(_first_sentence(problem)) from None
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError):  # a cache that is full, forbidden or damaged
        compiled = _native(_module(name, source_text, None).fill, cache=False)
    return _COMPILED.setdefault(name, compiled)


_COMPILED: dict[str, Callable[..., int]] = {}


def _native(function: Any, cache: bool) -> Callable[..., int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        return njit(FILL, cache=cache, error_model="numpy", nogil=True)(function)


def _digest(text: str) -> str:
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    own = Path(__file__).read_bytes()
    return hashlib.sha256(repr((versions, _HEAD, text)).encode() + own).hexdigest()[:40]


def _written(name: str, text: str) -> Path | None:
    """The file of a text in the cache folder, complete whenever it is there; None where nothing can be written."""
    folder = cache_folder()
    path = folder / f"{name}.py"
    try:
        if path.exists():
            return path
        folder.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=folder, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_HEAD + text)
        Path(draft).replace(path)
    except OSError:
        return path if path.exists() else None
    return path


def _module(name: str, text: str, path: Path | None) -> Any:
    """The module of a text, run but not yet compiled."""
    if path is not None:
        spec = importlib.util.spec_from_file_location(f"grundy_{name}", path)
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    module = python_types.ModuleType(f"grundy_{name}")
    exec(compile(_HEAD + text, f"<{name}>", "exec"), module.__dict__)
    return module


def _first_sentence(problem: Exception) -> str:
    lines = [line.strip() for line in str(problem).splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in", "File", "During", "[1]"))]
    return _("numba does not compile it: {said}").format(said=said[0] if said else type(problem).__name__)
