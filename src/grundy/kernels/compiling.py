"""Kernels that are compiled, or loaded from numba's cache, when they are first called."""

# numba has no types that a strict checker could follow; nothing untyped leaves this file but `Kernel.__call__`.
# pyright: basic

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

import numba
from llvmlite import ir
from numba.core import event, types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from grundy.errors import Notice
from grundy.language import _

P = ParamSpec("P")
R = TypeVar("R")

FILL = "FunctionType(int64(int64[::1], int64[::1], int64[::1]))"


class _Herald(event.Listener):
    """Tells the user, once a process, that a kernel is being compiled. Loading from the cache is no compilation."""

    def __init__(self) -> None:
        self.told = False

    def on_start(self, event: Any) -> None:
        dispatcher = (event.data or {}).get("dispatcher")
        module = getattr(getattr(dispatcher, "py_func", None), "__module__", "")
        if not self.told and module.startswith("grundy.kernels."):
            self.told = True
            warnings.warn(_("compiling kernels for this machine, once; this takes some seconds"), Notice, stacklevel=2)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Herald())


class Kernel(Generic[P, R]):
    """A function over arrays with an explicit signature, native from its first call on.

    In the signature ``T`` stands for the dtype of argument number ``by``: one compilation for each that is met.
    """

    def __init__(self, function: Callable[P, R], signature: str, by: int | None) -> None:
        self._function = function
        self._signature = signature.replace("FILL", FILL)
        self._by = by
        self._compiled: dict[str, Any] = {}
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the native function for these dtypes; it takes no keywords."""
        chosen: Any = None if self._by is None else args[self._by]
        variant = "" if chosen is None else chosen.dtype.name
        compiled = self._compiled.get(variant)
        if compiled is None:
            compiled = self._compile(variant)
        return compiled(*args)

    def _compile(self, variant: str) -> Any:
        signature = self._signature.replace("T[", f"{variant}[")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            try:
                compiled = numba.njit(signature, cache=True, nogil=True, error_model="numpy")(self._function)
            except (OSError, RuntimeError):  # no folder to write a cache in
                compiled = numba.njit(signature, nogil=True, error_model="numpy")(self._function)
        self._compiled[variant] = compiled
        return compiled


def kernel(signature: str, by: int | None = None) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a kernel of a function: ``FILL`` in the signature is the type of a compiled rule."""

    def make(function: Callable[P, R]) -> Kernel[P, R]:
        return Kernel(function, signature, by)

    return make


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function that kernels of the same file may call; it is compiled with them."""
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # Python does not call it
    return numba.njit(nogil=True, error_model="numpy", **options)(function)


@intrinsic
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Ask the processor for the cache line of ``array[index]``; nothing waits for it."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        word = ir.IntType(32)
        pointer = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, word, word, word])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        builder.call(fetch, [pointer, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, index), build


prefetch: Any = _prefetch
"""``prefetch(array, index)``, within a kernel."""


@intrinsic
def _stays_a_call(typing_context: Any) -> Any:
    """Keep the function in which this stands from being copied into its callers, which would all take longer to compile."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), build


stays_a_call: Any = _stays_a_call
"""``stays_a_call()``, in a function that is large or seldom called."""


def _counting(name: str, flagged: bool) -> Any:
    """An operation of LLVM that counts bits of a word of 64 bits, as one machine instruction."""

    @intrinsic
    def count(typing_context: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.IntType(64)
            types_ = [kind, ir.IntType(1)] if flagged else [kind]
            called = builder.module.declare_intrinsic(f"llvm.{name}", [kind], ir.FunctionType(kind, types_))
            return builder.call(called, [arguments[0], ir.Constant(ir.IntType(1), 0)] if flagged else [arguments[0]])

        return types.int64(types.uint64), build

    return count


trailing_zeros: Any = _counting("cttz", True)
"""How many zeros stand below the lowest bit of a word that is set; 64 of no word at all."""
leading_zeros: Any = _counting("ctlz", True)
"""How many zeros stand above the highest bit that is set."""
ones: Any = _counting("ctpop", False)
"""How many bits are set."""
turned: Any = _counting("bitreverse", False)
"""The word with its bits the other way round."""
swapped: Any = _counting("bswap", False)
"""The word with its bytes the other way round."""
