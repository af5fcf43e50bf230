"""Single machine instructions that kernels use; imported only where numba compiles (`builder`)."""

# numba and llvmlite have no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
helper: Any = numba.njit(**_OPTIONS)
"""Compiles a function that only compiled code calls."""


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


@intrinsic
def _exchanged(typing_context: Any, array: Any, index: Any, expected: Any, new: Any) -> Any:
    """Write to ``array[index]`` if it holds what is expected, as one step for all threads; what it held."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.gep(data, [arguments[1]])
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "monotonic", "monotonic")
        return builder.extract_value(pair, 0)

    return array.dtype(array, types.uint64, array.dtype, array.dtype), build


@intrinsic
def _stays_a_call(typing_context: Any) -> Any:
    """Keep the function in which this stands from being copied into its callers, which would all take longer to compile."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), build


def _counting(name: str, flagged: bool) -> Any:
    """An operation of LLVM that counts bits of a word of 64 bits."""

    @intrinsic
    def count(typing_context: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.IntType(64)
            types_ = [kind, ir.IntType(1)] if flagged else [kind]
            called = builder.module.declare_intrinsic(f"llvm.{name}", [kind], ir.FunctionType(kind, types_))
            return builder.call(called, [arguments[0], ir.Constant(ir.IntType(1), 0)] if flagged else [arguments[0]])

        return types.int64(types.uint64), build

    return count


prefetch: Any = _prefetch
exchanged: Any = _exchanged
stays_a_call: Any = _stays_a_call
trailing_zeros: Any = _counting("cttz", True)
leading_zeros: Any = _counting("ctlz", True)
ones: Any = _counting("ctpop", False)
turned: Any = _counting("bitreverse", False)
swapped: Any = _counting("bswap", False)
