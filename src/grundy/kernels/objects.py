"""Native code in files: where they lie, how they are loaded by llvmlite, and how the code in them is called.

A file holds the object code of one kernel or rule after its SHA-256, and is named by a hash of all that it depends on: the
text, the signature, the processor's level. So nothing is ever out of date, and a damaged file is compiled anew. Files
that came with the package are looked at first, then those of the user's cache folder.
"""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import platform
import re
import stat
import struct
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice
from grundy.common.messages import _
from grundy.common.threads import lock
from grundy.kernels.contract import CannotCompile

VERSION = 3
"""Of what the builder writes around a function; a new one where that changes."""
RULE = "int64(int64[::1], int64[::1], int64[::1])"
"""How a rule is called: with a state, parameters, and room for children."""
FILL = "fill(int64[::1], int64[::1], int64[::1])"
"""The kind of an argument that is a compiled rule."""
SHIPPED = Path(__file__).parent / "objects"
"""What came with the package, where it was compiled ahead."""
SHARED = ("x86-64-v3", "x86-64-v2")
"""Levels of processors, the better first: nearly all that are used have the second, most the first."""
_PROCESSOR = Path("/proc/cpuinfo")
_NAMES = {"abm": "lzcnt", "bmi1": "bmi", "pni": "sse3", "sse4_1": "sse4.1", "sse4_2": "sse4.2"}
"""What Linux calls differently from LLVM."""
_NEEDED = {
    "x86-64-v3": ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt"),
    "x86-64-v2": ("cx16", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2"),
}
LOADED = {"reloc": "default", "codemodel": "jitdefault", "jit": True}
"""Code that may lie anywhere, far from what it calls."""
LINKED = {"reloc": "pic", "codemodel": "small", "jit": False}
"""Code of a library, which the system loads as one."""
HEAD = object.__basicsize__
"""Bytes of an object before what is its own: NumPy's arrays have their address there."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
"""That others than the owner may write."""
RESULT = 14
"""Words of a result: two arrays of seven."""
STACK = 4 << 20
"""Bytes of stack for a compiled rule or for LLVM: twice the scratch space that a rule takes at most."""


class Wanted(NamedTuple):
    """A function that is to be native: of a module, whose text is a hash here, or (without one) of a text of its own."""

    module: str
    name: str
    text: str
    signature: str

    @property
    def key(self) -> str:
        """The hash of all that the code depends on but the processor's level; the names in the code end with it."""
        checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
        parts = (VERSION, HEAD, platform.machine(), sys.platform, checked, *self)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]

    def file(self, level: str, suffix: str = "o") -> str:
        """Return the name of its file, for processors of a level."""
        place = self.module.rpartition(".")[2] or "rule"
        return f"{place}.{self.name}-{self.key}.{level}.{suffix}"

    def own_file(self, level: str) -> str:
        """Return the name of its file in the user's cache folder: what another version compiled there is compiled again."""
        return self.file(level, f"{compiler()}.o")


@cache
def levels() -> tuple[str, ...]:
    """Return the levels of processors whose code runs here, the best first; GRUNDY_LEVEL says another, for a wheel."""
    told = os.environ.get("GRUNDY_LEVEL")
    if told:
        return (told,)
    own = platform.machine().lower() in ("x86_64", "amd64")
    has = _features() if own else frozenset()
    shared = tuple(level for level in SHARED if own and has.issuperset(_NEEDED[level]))
    return shared or (llvm().get_host_cpu_name(),)


def _features() -> frozenset[str]:
    """Return what the processor has, as LLVM calls it; the system is asked first, for which nothing is imported."""
    try:
        with _PROCESSOR.open() as told:
            flags = next(line for line in told if line.startswith("flags"))
        return frozenset(_NAMES.get(name, name) for name in flags.split())
    except (OSError, StopIteration):
        return frozenset(name for name, there in llvm().get_host_cpu_features().items() if there)


def llvm() -> Any:
    """Return llvmlite, which is imported where code comes from no library; CannotCompile where the system refuses it."""
    try:
        import llvmlite.binding
    except (OSError, ImportError) as problem:
        raise CannotCompile("{why}", why=limits.confined() or str(problem)) from problem
    return llvmlite.binding


@cache
def compiler() -> str:
    """Return what compiles here, with its version; each version of numba has its own of llvmlite."""
    import llvmlite

    return f"llvmlite-{llvmlite.__version__}"


def level() -> str:
    """Return the level that is compiled for: one that many processors share, so that files can come from elsewhere."""
    return levels()[0]


# -- files -------------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Return the folder of the user's compiled code; GrundyError if GRUNDY_CACHE names one that cannot be trusted.

    Code from it is run: one that is relative, another user's, or open to others is none.
    """
    return _folder(os.environ.get("GRUNDY_CACHE"))


@cache
def _folder(named: str | None) -> Path:
    import platformdirs

    place = Path(named) if named else Path(platformdirs.user_cache_dir("grundy", appauthor=False))
    wrong = _distrusted(place)
    if wrong is None:
        return place
    if named:
        raise wrong
    import atexit
    import shutil
    import tempfile

    made = Path(tempfile.mkdtemp(prefix="grundy-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    warnings.warn(
        _("{problem}; what is compiled is kept in {made}").format(problem=wrong, made=made), Notice, stacklevel=2
    )
    return made


def _distrusted(place: Path) -> GrundyError | None:
    """Return what is wrong with a cache folder, which need not exist yet; one of this user's is closed to others."""
    if not place.is_absolute():
        return GrundyError("the cache folder {place} is relative", place=str(place))
    if not (hasattr(os, "getuid") and place.exists()):
        return None
    if place.stat().st_uid != os.getuid():
        return GrundyError("the cache folder {place} belongs to another user", place=str(place))
    with suppress(OSError):
        place.chmod(place.stat().st_mode & ~OTHERS)
    if place.stat().st_mode & OTHERS:
        return GrundyError("others can write to the cache folder {place}", place=str(place))
    return None


def read(wanted: Wanted) -> bytes | None:
    """Return the object code of a function, None where no file has it whole."""
    for each in levels():
        held = _held(SHIPPED / wanted.file(each)) or _held(folder() / wanted.own_file(each))
        if held is not None:
            return held
    return None


def _held(file: Path) -> bytes | None:
    """Return the code in a file, None where it is not whole, or is another's: of a folder that was open once, perhaps."""
    try:
        with file.open("rb") as opened:
            kept = os.fstat(opened.fileno())
            held = opened.read() if stat.S_ISREG(kept.st_mode) and not _is_strange(file, kept) else b""
    except OSError:
        return None
    return held[32:] if is_whole(held) else None


def _is_strange(file: Path, kept: os.stat_result) -> bool:
    return (
        file.parent != SHIPPED  # whose code is as good as that of the package
        and hasattr(os, "getuid")
        and (kept.st_uid != os.getuid() or bool(kept.st_mode & OTHERS))
    )


def kept(wanted: Wanted, place: Path, suffix: str = "o") -> bytes | None:
    """Return the object code of a function that a folder has, whole."""
    return _held(place / wanted.file(level(), suffix))


def is_whole(held: bytes) -> bool:
    """Return whether a file holds what was once written. O(bytes)."""
    return len(held) > 32 and hashlib.sha256(held[32:]).digest() == held[:32]


def write(wanted: Wanted, code: bytes, place: Path | None = None, suffix: str = "o") -> None:
    """Keep object code, complete whenever its file is there; nothing is kept where nothing can be written."""
    file = folder() / wanted.own_file(level()) if place is None else place / wanted.file(level(), suffix)
    with suppress(OSError):
        put(file, hashlib.sha256(code).digest() + code)


def put(file: Path, held: bytes) -> None:
    """Write a file that is complete whenever it is there. OSError."""
    from grundy.common import files  # only where something is compiled

    file.parent.mkdir(0o700, parents=True, exist_ok=True)
    with files.whole(file) as opened:
        opened.write(held)
    with suppress(OSError):
        for draft in filter(files.is_abandoned, file.parent.iterdir()):
            draft.unlink()


# -- loading -----------------------------------------------------------------------------------------------------------

_lock = lock(brief=True)


@cache
def _engine() -> Any:
    return llvm().create_mcjit_compiler(llvm().parse_assembly(""), target_machine())


def target_machine(*, linked: bool = False) -> Any:
    """Return what makes code for the level of this processor: to be loaded here, or to be linked."""
    made = llvm()
    made.initialize_native_target()
    made.initialize_native_asmprinter()
    triple = made.get_process_triple() + ("-elf" if sys.platform == "win32" else "")
    features = "" if level() in SHARED else made.get_host_cpu_features().flatten()
    kind = LINKED if linked else LOADED
    return made.Target.from_triple(triple).create_target_machine(cpu=level(), features=features, opt=3, **kind)


def emitted(module: Any, *, linked: bool, level: int, vectors: bool = True) -> bytes:
    """Return the machine code of a module, which is optimised as a whole: at a level of LLVM's, its loops by ``vectors``."""
    machine = target_machine(linked=linked)
    tuning = llvm().create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization = vectors
    passes = llvm().create_pass_builder(machine, tuning)
    every = passes.getModulePassManager()
    every.add_refprune_pass()
    every.run(module, passes)
    return machine.emit_object(module)


def loaded(wanted: Wanted, code: bytes) -> Native:
    """Return the function that object code holds, which is what was built for it. CannotCompile: LLVM cannot be loaded."""
    return with_stack(_loaded, wanted, code)


def _loaded(wanted: Wanted, code: bytes) -> Native:
    key = wanted.key
    with _lock:
        engine = _engine()
        engine.add_object_file(llvm().ObjectFileRef.from_data(code))
        engine.finalize_object()
        entry, body, freeing = (engine.get_function_address(f"{name}_{key}") for name in ("entry", "body", "free"))
    if not entry:
        raise RuntimeError("the object code has no entry")
    return Native(wanted.signature, entry, body, freeing)


# -- calling -----------------------------------------------------------------------------------------------------------

_here = threading.local()


def with_stack(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function, in a thread of its own where the stack of this one is too small for machine code.

    >>> with_stack(len, [1, 2])
    2
    """
    if not hasattr(_here, "enough"):
        _here.enough = _stack() >= STACK
    if _here.enough:
        return function(*args)
    from concurrent.futures import ThreadPoolExecutor  # only here

    with ThreadPoolExecutor(1) as pool:
        with _lock:
            before = threading.stack_size(2 * STACK)
            try:
                found = pool.submit(copy_context().run, function, *args)  # this starts the thread
            finally:
                threading.stack_size(before)
        return found.result()


def _stack() -> int:
    """Return how many bytes the stack of this thread has, or enough where the system does not tell."""
    room = ctypes.c_size_t(STACK)
    with suppress(AttributeError, OSError, TypeError):  # not on this system
        system: Any = ctypes.CDLL(None)
        system.pthread_self.restype = ctypes.c_void_p
        told, place = ctypes.create_string_buffer(1 << 10), ctypes.c_void_p()
        if not system.pthread_getattr_np(ctypes.c_void_p(system.pthread_self()), told):
            system.pthread_attr_getstack(told, ctypes.byref(place), ctypes.byref(room))
            system.pthread_attr_destroy(told)
    return room.value


def arguments(signature: str) -> tuple[str, list[str]]:
    """Return what a function gives and takes, as they stand in its signature.

    >>> arguments("int64(fill(int64[::1]), T[:, ::1], boolean)")
    ('int64', ['fill(int64[::1])', 'T[:,::1]', 'boolean'])
    >>> arguments("Tuple((int32[::1], boolean[::1]))(int64)")
    ('Tuple((int32[::1],boolean[::1]))', ['int64'])
    """
    text = signature.replace(" ", "")
    depth, starts, parts = 0, [], [""]
    for at, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "(" and depth == 1:
            starts.append(at)
    depth = 0
    for letter in text[starts[-1] + 1 : -1]:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return text[: starts[-1]], parts


def array_of(kind: str) -> tuple[np.dtype[Any], int] | None:
    """Return the dtype and dimensions of an array, None for what is none.

    >>> array_of("uint32[:,::1]"), array_of("int64")
    ((dtype('uint32'), 2), None)
    """
    match = re.fullmatch(r"(\w+)\[([:,1]*)\]", kind)
    return None if match is None else (np.dtype(match[1].replace("boolean", "bool")), match[2].count(",") + 1)


class Native:
    """A native function: called with NumPy's arrays and with integers, or handed to a kernel as its rule.

    An integer that does not fit is an error, and so is an array of another type, or one that is not contiguous.
    """

    __slots__ = (
        "_alone",
        "_arrays",
        "_deep",
        "_entry",
        "_free",
        "_made",
        "_pack",
        "_result",
        "_rules",
        "_words",
        "address",
        "signature",
    )

    def __init__(self, signature: str, entry: int, body: int, freeing: int) -> None:
        self.signature = signature
        self.address = body
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(entry)
        self._free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(freeing)
        gives, takes = arguments(signature)
        kinds = [array_of(kind) for kind in takes]
        self._arrays = [(i, *kind) for i, kind in enumerate(kinds) if kind is not None]
        self._rules = [i for i, kind in enumerate(takes) if kind.startswith("fill")]
        self._deep = bool(self._rules) or signature == RULE
        self._pack = struct.Struct("=" + "".join(map(_code, takes))).pack_into
        self._words = ctypes.c_int64 * (len(takes) + RESULT + 1)
        self._result = gives
        made = gives[7:-2].split(",") if gives.startswith("Tuple") else [gives]
        self._made = [kind for kind in map(array_of, made) if kind is not None]
        self._alone = not gives.startswith("Tuple")

    def __call__(self, *args: Any) -> Any:
        """Call it without the interpreter's lock; what it raises is raised here."""
        packed = list(args)
        for i, kind, dimensions in self._arrays:
            array = args[i]
            fits = array.dtype is kind or array.dtype == kind
            if not fits or array.ndim != dimensions or not array.flags.c_contiguous:
                raise TypeError(f"argument {i} is no contiguous array of {kind} with {dimensions} dimensions")
            packed[i] = id(array)
        for i in self._rules:
            packed[i] = args[i].address
        words = self._words()
        try:
            self._pack(words, 0, *packed)
        except struct.error:
            raise OverflowError("an argument does not fit in 64 bits") from None
        if with_stack(self._entry, words) if self._deep else self._entry(words):
            raise _raised(words[-1])
        if self._result == "int64":
            return words[len(args)]
        found = tuple(self._taken(words, len(args) + 7 * i, kind) for i, (kind, _n) in enumerate(self._made))
        return (found[0] if self._alone else found) if found else None

    def _taken(self, words: Any, at: int, kind: Any) -> Any:
        """Return an array that the function has made, as one of NumPy's; the room that it took is given back."""
        block, _parent, count, size, data = words[at : at + 5]
        made = np.empty(count, kind)
        ctypes.memmove(made.ctypes.data, data, count * size)
        self._free(block)
        return made


def _code(kind: str) -> str:
    """Return how a word of a call is packed: arrays and rules are addresses."""
    if kind == "boolean":
        return "?7x"
    return "q" if kind.startswith("int") and "[" not in kind else "Q"


class _Raised(ctypes.Structure):
    """What a function says of the exception that it raises: pickled, the class and what it is called with."""

    _fields_ = [("pickled", ctypes.c_void_p), ("size", ctypes.c_int32)]


def _raised(address: int) -> BaseException:
    told = _Raised.from_address(address)
    kind, args, *_place = pickle.loads(ctypes.string_at(told.pickled, told.size))
    return kind(*(args or ()))
