"""Memory straight from the system, for large arrays that grow: in large pages, never copied, never cleared.

An array of NumPy that grows is cleared behind what it held, by one thread, and its pages are small once it was moved. Here a
page costs nothing until it is written to, by whichever thread, and the system moves whole pages by their addresses.
"""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
