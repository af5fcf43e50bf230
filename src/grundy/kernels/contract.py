"""What a compiled rule must be, and what the kernels answer when something does not fit.

A rule is a native function ``fill(state: int64[::1], params: int64[::1], out: int64[::1]) -> int64`` whose ``out[0]`` is a
cell of its own. It writes the children of ``state`` as consecutive records from ``out[1]`` on and returns how many there
are. A record is the child's coordinates; in scoring games the gain stands before them; in heap games it is the count of
heaps, then the heaps. A negative answer is one of the codes below. With room for a single cell it tells by FULL, before it
makes an option, that there is one; given ``state`` as ``out`` it counts the options and writes nothing.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge

# ---- memory straight from the system, for large arrays that grow: in large pages, never copied, never cleared
# An array of NumPy that grows is cleared behind what it held, by one thread, and its pages are small once it was moved.
# Here a page costs nothing until it is written to, by whichever thread, and the system moves whole pages by their
# addresses.

PAGE = 1 << 21
"""Bytes of a large page."""
MAY_MOVE, FIXED, STAYS = 1, 2, 4
"""Ways to move memory: to anywhere, to an address; and that zeros are left in its place, where nothing else may settle."""
FAILED = ctypes.c_void_p(-1).value


@cache
def _system() -> Any:
    """Return the functions of the system, or None where it has no such."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return None
    system, address, size, number = ctypes.CDLL(None), ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    system.mmap.restype = system.mremap.restype = address
    system.mmap.argtypes = [address, size, number, number, number, ctypes.c_long]
    system.mremap.argtypes = [address, size, size, number, address]
    system.madvise.argtypes = [address, size, number]
    system.munmap.argtypes = [address, size]
    return system


class Pages:
    """The memory of one array, given back when the last array over it goes."""

    def __init__(self) -> None:
        self.address, self.size, self.used = 0, 0, 0

    def array(self, count: int, kind: Any) -> NDArray[Any]:
        """Return the memory as an array of so many, after which no earlier one may be used: zeros behind what it held."""
        kind = np.dtype(kind)
        used, size = count * kind.itemsize, -(-count * kind.itemsize // PAGE) * PAGE
        if used < self.used:  # what is left of its last page
            ctypes.memset(self.address + used, 0, min(size, self.used) - used)
        self._resize(size)
        self.used = used
        self.__array_interface__ = {
            "shape": (count,),
            "typestr": kind.str,
            "data": (self.address, False),
            "version": 3,
        }
        return np.asarray(self)

    def _resize(self, size: int) -> None:
        system = _system()
        if not self.address:
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
            address = system.mmap(None, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
        elif size != self.size:
            address = system.mremap(self.address, self.size, size, MAY_MOVE, None)
        else:
            return
        if address == FAILED:
            raise MemoryError
        self.address, self.size = address, size
        system.madvise(address, size, mmap.MADV_HUGEPAGE)

    def take(self, at: int, other: Pages, begins: int, size: int) -> None:
        """Move so many bytes here from other memory, where zeros may be left; whole pages by their addresses.

        All are places of bytes. O(pages) where both begin with a page, else O(bytes).
        """
        target, source = self.address + at, other.address + begins
        whole = size // PAGE * PAGE if at % PAGE == begins % PAGE == 0 else 0
        if whole and _system().mremap(source, whole, whole, MAY_MOVE | FIXED | STAYS, target) == FAILED:
            whole = 0  # an old system
        ctypes.memmove(target + whole, source + whole, size - whole)

    def __del__(self) -> None:
        if self.address:
            _system().munmap(self.address, self.size)


def are_there() -> bool:
    """Return whether this system gives such memory."""
    return _system() is not None


def over(array: NDArray[Any]) -> Pages | None:
    """Return the memory behind an array, where it is such."""
    return array.base if isinstance(array.base, Pages) else None


def give_back(array: NDArray[Any], count: int) -> None:
    """Give back the memory of the first of an array's items, as far as it is pages; they are zeros then."""
    if (pages := over(array)) is not None:
        _system().madvise(pages.address, count * array.itemsize // PAGE * PAGE, mmap.MADV_DONTNEED)


# ---- room for the arrays of the kernels: how much a growing one has at first, and what stands behind it in debug runs
# Each growing array asks here, so that one word makes all of them tiny: where the environment sets GRUNDY_TINY_ROOMS, what
# begins with room for thousands begins with room for two or four, and small games cross every growth. A known word, a
# canary, then stands behind each array, and `intact` sees whether it is still there. The tests run the kernels in this way,
# with bounds checks; see the page *Kernels* of the documentation.

TINY = 4
LARGE = 1 << 22
"""Bytes from which on an array has large pages of its own."""
CANARY = b"canaries"
"""The word behind an array, or behind a part of one."""


def are_tiny() -> bool:
    """Return whether this is a debug run."""
    return bool(os.environ.get("GRUNDY_TINY_ROOMS"))


def first_room(usual: int, least: int = TINY) -> int:
    """Return the room that an array has at first: ``usual``, or ``least`` where rooms are to be tiny. O(1).

    >>> first_room(1 << 12)
    4096
    """
    return least if are_tiny() else usual


def room_for(name: str, size: int, kind: Any = np.int64) -> NDArray[Any]:
    """Return an array of zeros. O(size)."""
    length = size * np.dtype(kind).itemsize
    if not are_tiny():
        return Pages().array(size, kind) if length >= LARGE and are_there() else np.zeros(size, kind)
    held = np.zeros(length + len(CANARY), np.uint8)
    guard(held, {name: length})
    return held[:length].view(kind)


def more_room(name: str, array: NDArray[Any], size: int) -> NDArray[Any]:
    """Return an array of another size, with zeros behind what the old one held, which is used no more. O(size)."""
    if (pages := over(array)) is not None:
        return pages.array(size, array.dtype)
    if array.flags.owndata and not (size * array.itemsize >= LARGE and are_there()):
        array.resize(size, refcheck=False)
        return array
    intact()
    other = room_for(name, size, array.dtype)
    kept = min(size, array.size)
    other[:kept] = array[:kept]
    return other


class _Guarded(NamedTuple):
    array: ref[NDArray[Any]]
    places: dict[str, int]


_guarded: list[_Guarded] = []


class Overrun(SystemError):
    """A kernel has written behind an array, or behind a part of one."""


def guard(array: NDArray[Any], places: dict[str, int]) -> None:
    """Put canaries into an array: at these bytes, behind the parts of these names."""
    for place in places.values():
        array.view(np.uint8)[place : place + len(CANARY)] = memoryview(CANARY)
    _guarded.append(_Guarded(ref(array), places))


def intact() -> None:
    """Look at all canaries, of which there are none but in debug runs; `Overrun` names what was written behind."""
    overrun: list[str] = []
    for guarded in _guarded[:]:
        array = guarded.array()
        if array is None:
            _guarded.remove(guarded)
            continue
        held = array.view(np.uint8)
        overrun += [name for name, at in guarded.places.items() if held[at : at + len(CANARY)].tobytes() != CANARY]
    if overrun:
        raise Overrun(", ".join(overrun))


# ---- what a compiled rule answers, how results are written, and the types of what kernels take

FULL = -1
"""``out`` is too small: enlarge it and ask again."""
UNFIT = -2
"""Arithmetic left 64 bits: interpret the rule instead."""
OUTSIDE_KEYS = -3
"""Of a rule over keys: a child has no key (see `grundy.solving.keyed`)."""
ENDS_LOST = -10
"""The state is a declared ending, lost for the player to move."""
ENDS_TIED = -11
"""The state is a declared ending, a tie."""
ENDS_WON = -12
"""The state is a declared ending, won for the player to move."""
ENDS_NONE = -13
"""Of a rule over keys: the key is no position."""

DRAW, WON, LOST, TIED = 0, 1, 2, 3
"""The low two bits of a status: the result for the player to move. A draw is endless play."""
END_NONE, END_LOST, END_TIED, END_WON = 0, 1, 2, 3
"""How a declared ending is written in the array ``ends``."""

Fill = Callable[..., int]
Number = Any
"""An integer within a kernel, of one of numpy's types."""
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[Any]
"""uint16 or uint32: statuses and Grundy values."""
Progress = Callable[[int, int], None]
"""Called between chunks with the count of positions done and the count known so far."""


class Unfit(GrundyError):
    """The compiled rule cannot be used here (a number left 64 bits): interpret it instead.

    ``row`` is what the rule was given where it gave up, where that is known.
    """

    row: tuple[int, ...] | None = None


class OutOfKeys(Exception):
    """A state that does not fit in the words in which others are packed."""


class CannotCompile(GrundyError):
    """A rule, or a kernel, is not compiled; the message says why in one short sentence."""


class OutOfBounds(GrundyError):
    """A state outside the bounds that the game declares."""


class Loopy(GrundyError):
    """Play need not end, where an algorithm was asked that needs it to."""


def in_words(count: int) -> str:
    """Return a count of bytes as people read it.

    >>> in_words(1536), in_words(3 << 30)
    ('1.5 KiB', '3.0 GiB')
    """
    size = float(count)
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:,.1f} GiB"


def too_large(positions: int, held: int, needed: int, limit: int) -> TooLarge:
    """Return the refusal of a search that outgrew its memory."""
    return TooLarge(
        "the search reached {positions:,} positions in {held}, and would need at least {wanted} "
        "to go on: more than the {allowed} allowed",
        held=in_words(held),
        wanted=in_words(needed),
        allowed=in_words(limit),
        positions=positions,
        needed=needed,
    )


def too_many_states(size: int, needed: int, limit: int) -> TooLarge:
    """Return the refusal of bounds whose states would not fit in memory."""
    return TooLarge(
        "the declared bounds have {size:,} states, {wanted}: more than the {allowed} allowed",
        size=size,
        wanted=in_words(needed),
        allowed=in_words(limit),
        positions=size,
        needed=needed,
    )


def refused_rule(state: Iterable[int]) -> Unfit:
    """Return the refusal of a rule that answered UNFIT, of a state."""
    problem = Unfit("the compiled rule has no answer somewhere")
    problem.row = tuple(map(int, state))
    return problem


def stretch(capacity: int, needed: int) -> int:
    """Return a new capacity: double while small, a 32nd more when large, so that little stands empty."""
    return max(needed, capacity * 2 if capacity < 1 << 16 else capacity + max(1 << 16, capacity >> 5))


class Pace:
    """How much work a chunk may hold so that it ends in about a tenth of a second."""

    def __init__(self, budget: int = 1 << 15) -> None:
        self.budget = budget
        self._since = time.perf_counter()

    def next(self) -> int:
        """Return the budget of the next chunk, given how long the last one took; OutOfTime where the time is over."""
        limits.check()
        now = time.perf_counter()
        took = now - self._since
        self._since = now
        if took < 0.05:
            self.budget = min(self.budget * 2, 1 << 40)
        elif took > 0.2:
            self.budget = max(self.budget // 2, 64)
        return self.budget


# ---- arenas: arrays of int64 that hold a header of single words and then some parts, whose places stand in the header
# One array is passed to a kernel where a dozen would slow each call down. Numba's bounds checks see it as a whole; so in
# debug runs (`grundy.kernels.contract`) a canary stands behind the header and behind each part.
#
# The cells of a header are named in one place: those of ``G`` in `parts_arena`, of ``S`` in `short_arena`, of ``T`` in
# `sums`. A range gives them their numbers there, so that no two are the same cell.

WORD, LINE = 8, 8
"""The bytes of a word; the words that a processor fetches at once: the first part begins with such a line."""
WHOLE = PAGE // WORD
"""The words of a large page: parts that have as many begin with one, so that they are moved and not copied."""


class Part(NamedTuple):
    """A part of an arena; its place is counted in ``units`` to a word."""

    name: str
    units: int = 1


class Arena:
    """What an array holds: so many cells of a header, then parts, by the cell that says where each begins."""

    def __init__(self, name: str, header: int, parts: dict[int, Part]) -> None:
        self.name = name
        self.header = header
        self.parts = parts

    def made(self, sizes: dict[int, int], old: Ints | None, held: dict[int, int]) -> Ints:
        """Return an array of zeros with so many words for each part, by the cells of their places. O(words).

        With an older one it has its header, but for the places, and of its parts the first ``held`` words, which the older
        one has no more if it is large. ValueError if these are more than the room for them; MemoryError if there is no
        such room.
        """
        guarded = int(are_tiny())
        places, ends = {}, self.header + guarded
        for cell in self.parts:
            step = WHOLE if sizes[cell] >= WHOLE and not guarded else LINE if cell == next(iter(self.parts)) else 1
            places[cell] = -(-ends // step) * step
            ends = places[cell] + sizes[cell] + guarded
        array = np.zeros(ends, np.int64) if guarded else room_for(self.name, ends)
        if old is not None:
            intact()
            array[: self.header] = old[: self.header]
        canaries = {f"the header of {self.name}": self.header * WORD}
        for cell, part in self.parts.items():
            place, size, kept = places[cell], sizes[cell], held.get(cell, 0)
            array[cell] = place * part.units
            if kept > size:
                raise ValueError(f"{part.name} of {self.name}: {kept} words in a room for {size}")
            if old is not None and kept:
                _carry(old, int(old[cell]) // part.units, array, place, kept)
            canaries[f"{part.name} of {self.name}"] = (place + size) * WORD
        if guarded:
            guard(array, canaries)
        return array


def _carry(old: Ints, begins: int, array: Ints, place: int, words: int) -> None:
    """Bring words from an older array to a place; whole pages are moved, and zeros are left behind."""
    new, before = over(array), over(old)
    if new is None or before is None:
        array[place : place + words] = old[begins : begins + words]
    else:
        new.take(place * WORD, before, begins * WORD, words * WORD)
