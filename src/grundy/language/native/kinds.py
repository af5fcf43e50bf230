"""The types of LLVM in which the code of rules calculates."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from typing import Any, TypeAlias

from llvmlite import ir as llvm

WORD, BIT, BYTE, POINTER = llvm.IntType(64), llvm.IntType(1), llvm.IntType(8), llvm.PointerType()
Code: TypeAlias = Any
"""A value of LLVM."""
