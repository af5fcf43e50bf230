"""The process that compiles: the only one that imports numba. `building` starts it, and writes what is wanted to it.

Numba's function, which other kernels call, gets a small one in front of it (``entry``) that Python calls with the address
of some words: an integer each, an array by the address of its object. What the code needs beside the C library is written
beside it, so that the object file stands for itself.
"""

# numba and llvmlite have no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

import gc
import importlib
import json
import os
import re
import signal
import sys
import threading
import types as python_types
import warnings
from contextlib import suppress
from queue import Queue
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import codegen
from numba.core.cpu import CPUContext
from numba.core.errors import NumbaError

from grundy.common.messages import _
from grundy.kernels import intrinsics
from grundy.kernels.objects import HEAD, RESULT, Wanted, arguments, array_of, emitted

RULE = "FunctionType(int64(int64[::1], int64[::1], int64[::1]))"


def serve() -> None:
    """Compile what is read from standard input, a line of JSON each; answer with a line of JSON and the object code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed goes elsewhere
    jobs: Queue[str] = Queue()
    threading.Thread(target=_listen, args=(jobs,), daemon=True).start()
    gc.disable()  # what is made while a kernel is compiled is in use until that is done
    while True:
        wanted, linked = json.loads(jobs.get())
        code, wrong = b"", ""
        try:
            code = compiled(Wanted(*wanted), linked=linked)
        except NumbaError as problem:
            wrong = _first_sentence(problem)
        except Exception as problem:
            wrong = f"{type(problem).__name__}: {problem}"
        out.write(json.dumps({"size": len(code), "wrong": wrong}).encode() + b"\n" + code)
        out.flush()
        gc.collect()


def _listen(jobs: Queue[str]) -> None:
    """Hand on what is read; when nobody can write any more, end this process in the middle of whatever it compiles."""
    for line in sys.stdin:
        jobs.put(line)
    os._exit(0)


# Numba optimises each function with all that it calls, and makes machine code that nobody calls here; a kernel is made of up
# to eighty. What it writes is left as it is, and optimised once, as a whole, by `compiled`. A numba that has other names for
# these does its own work first, which takes longer.
with suppress(AttributeError):
    codegen.CPUCodeLibrary._optimize_functions = codegen.CPUCodeLibrary._optimize_final_module = lambda *_: None  # pyright: ignore
    codegen.JITCodeLibrary._finalize_specific = lambda self: None
    # what stands for machine code is another thing each time: numba tells them apart
    CPUContext.get_executable = lambda self, library, *_: library.finalize() or [].append  # pyright: ignore


def compiled(wanted: Wanted, *, linked: bool) -> bytes:
    """Return the object code of a function, to be loaded or to be linked."""
    function = _function(wanted)
    options: Any = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = numba.njit(_signature(function, wanted.signature), **options)(function)
    (signature,) = made.signatures
    text = made.inspect_llvm(signature)
    name = made.overloads[signature].fndesc.llvm_func_name
    module = llvm.parse_assembly(whole(text, name, wanted))
    module.verify()
    code = emitted(module, linked=linked, level=3)
    for each in module.functions:
        if each.is_declaration and not each.name.startswith("llvm.") and each.name not in LIBRARY:
            raise NotImplementedError(f"compiled code cannot call {each.name}")
    return code


def _function(wanted: Wanted) -> Any:
    """Return the Python function that is wanted."""
    if wanted.module:
        return getattr(importlib.import_module(wanted.module), wanted.name).function
    module = python_types.ModuleType("rule")
    module.__dict__.update(vars(intrinsics), constant_array=lambda row: np.array(row, np.int64))
    exec(compile(wanted.text, "<rule>", "exec"), module.__dict__)
    return getattr(module, wanted.name)


def _signature(function: Any, signature: str) -> str:
    """Return a signature as numba reads it: what comes after the arguments that have names is one tuple."""
    gives, takes = arguments(re.sub(r"\bfill\([^)]*\)", RULE, signature))
    named = function.__code__.co_argcount
    rest = [f"Tuple(({','.join(takes[named:])},))"] if takes[named:] else []
    return f"{gives}({','.join(takes[:named] + rest)})"


def _first_sentence(problem: Exception) -> str:
    lines = [line.strip() for line in str(problem).splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in", "File", "During", "[1]"))]
    return _("numba does not compile it: {said}").format(said=said[0] if said else type(problem).__name__)


# -- what is written around a function ---------------------------------------------------------------------------------

RUNTIME = """
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @abort()

define internal ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %wide = zext i32 %align to i64
  %more = add i64 %wide, 48
  %all = add i64 %size, %more
  %block = call ptr @malloc(i64 %all)
  %none = icmp eq ptr %block, null
  br i1 %none, label %failed, label %made
made:
  %address = ptrtoint ptr %block to i64
  %past = add i64 %address, %more
  %under = urem i64 %past, %wide
  %aligned = sub i64 %past, %under
  store i64 1, ptr %block
  %dtor = getelementptr i8, ptr %block, i64 8
  store i64 0, ptr %dtor
  %info = getelementptr i8, ptr %block, i64 16
  store i64 0, ptr %info
  %data = getelementptr i8, ptr %block, i64 24
  store i64 %aligned, ptr %data
  %length = getelementptr i8, ptr %block, i64 32
  store i64 %size, ptr %length
  %allocator = getelementptr i8, ptr %block, i64 40
  store i64 0, ptr %allocator
  ret ptr %block
failed:
  ret ptr null
}

define internal ptr @NRT_MemInfo_alloc(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret ptr %block
}

define internal void @NRT_MemInfo_call_dtor(ptr %block) {
  call void @free(ptr %block)
  ret void
}

define internal ptr @NRT_Allocate(i64 %size) {
  %block = call ptr @malloc(i64 %size)
  ret ptr %block
}

define internal void @NRT_Free(ptr %block) {
  call void @free(ptr %block)
  ret void
}
"""
"""Numba's reference-counted blocks: a count, the address of the data at byte 24; who has the last reference frees it."""


def whole(text: str, name: str, wanted: Wanted) -> str:
    """Return the module of a function with all that it needs; its names are its own, and only three can be seen.

    Who makes no array has none to count the references of: all are NumPy's, which Python keeps.
    """
    if "NRT_MemInfo_alloc" not in text:
        text = COUNTING.sub("", text)
    text = text.replace("linkonce_odr ", "internal ").replace("= common ", "= internal ")
    text = re.sub(r'"?' + re.escape(name) + r'"?(?=[(\s,)])', f"body_{wanted.key}", text)
    text = re.sub(r"^declare ([^@\n]*)@([\w.]+)(\([^\n]*?\))[^()\n]*$", _stood_for, text, flags=re.M)
    freeing = f"define void @free_{wanted.key}(ptr %block) {{\n  call void @free(ptr %block)\n  ret void\n}}\n"
    return text + RUNTIME + freeing + _entry(text, wanted)


COUNTING = re.compile(r"^ *(?:tail |musttail )?call void @NRT_(?:inc|dec)ref\(.*\n", re.M)
LIBRARY = {"malloc", "free", "abort", "memcpy", "memmove", "memset", "bcmp"}
LIBRARY |= {"floor", "log10", "log", "log2", "pow", "exp", "sqrt"}
"""What of the C library code may call; a name that cannot be found when the code is loaded would end the process."""
NEVER = re.compile(r"numba_gil_(ensure|release)|numba_unpickle|Py_?[A-Z]\w+")
"""Where no kernel comes: numba's way to a rule that is a Python function, and to errors with words of their own."""


def _stood_for(declared: re.Match[str]) -> str:
    """Return a declaration as it is, or what stands for it: of the runtime nothing, of numba's way to Python a trap."""
    gives, name, takes = declared.groups()
    if f"@{name}(" in RUNTIME:
        return ""
    if NEVER.fullmatch(name) is None:
        return declared[0]
    return f"define internal {gives}@{name}{takes} {{\n  call void @abort()\n  unreachable\n}}"


def _entry(text: str, wanted: Wanted) -> str:
    """Return the function that takes the words of a call: it reads the arrays, and calls."""
    found = re.search(rf"^define [^@]*@body_{wanted.key}\((.*?)\)[^()]*\{{", text, re.M)
    assert found is not None
    kinds = iter(_kinds(found[1])[2:])
    _gives, takes = arguments(wanted.signature)
    lines: list[str] = []
    passed: list[str] = []

    def load(kind: str, base: str, offset: int) -> str:
        number = len(lines)
        lines.append(f"%p{number} = getelementptr i8, ptr {base}, i64 {offset}")
        lines.append(f"%v{number} = load {kind}, ptr %p{number}")
        return f"%v{number}"

    def put(value: str, kind: str = "i64") -> None:
        own = next(kinds)
        if own != kind:
            lines.append(f"%n{len(lines)} = trunc i64 {value} to {own}")
            value = f"%n{len(lines) - 1}"
        passed.append(f"{own} {value}")

    for i, taken in enumerate(takes):
        array = array_of(taken)
        if array is not None:
            _array(load("ptr", "%words", 8 * i), *array, lines, load, put)
        elif taken.startswith("fill"):
            for value in ("null", "null", load("ptr", "%words", 8 * i)):
                put(value, "ptr")
        else:
            put(load("i64", "%words", 8 * i))
    lines.append(f"%result = getelementptr i64, ptr %words, i64 {len(takes)}")
    lines.append(f"%raised = getelementptr i64, ptr %words, i64 {len(takes) + RESULT}")
    call = ", ".join(["ptr %result", "ptr %raised", *passed])
    lines.append(f"%status = call i32 @body_{wanted.key}({call})")
    body = "".join(f"  {line}\n" for line in lines)
    return f"define i32 @entry_{wanted.key}(ptr %words) {{\n{body}  ret i32 %status\n}}\n"


def _array(it: str, kind: Any, dimensions: int, lines: list[str], load: Any, put: Any) -> None:
    """Pass an array of NumPy's, which is contiguous, as numba's functions take one."""
    data = load("ptr", it, HEAD)
    sizes = load("ptr", it, HEAD + 16)
    shape = [load("i64", sizes, 8 * i) for i in range(dimensions)]
    strides = [str(kind.itemsize)]
    for size in reversed(shape):
        lines.append(f"%s{len(lines)} = mul i64 {strides[0]}, {size}")
        strides.insert(0, f"%s{len(lines) - 1}")
    lines.append(f"%s{len(lines)} = udiv i64 {strides[0]}, {kind.itemsize}")
    count = f"%s{len(lines) - 1}"
    for value, sort in (("null", "ptr"), ("null", "ptr"), (count, "i64"), (str(kind.itemsize), "i64"), (data, "ptr")):
        put(value, sort)
    for value in (*shape, *strides[1:]):
        put(value)


def _kinds(parameters: str) -> list[str]:
    """Return the types of a function's parameters as LLVM writes them, with attributes that may hold commas."""
    depth, parts = 0, [""]
    for letter in parameters:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.split()[0] for part in parts]
