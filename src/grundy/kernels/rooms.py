"""Room for the arrays of the kernels: how much a growing one has at first, and what stands behind it in debug runs.

Each growing array asks here, so that one word makes all of them tiny: where the environment sets GRUNDY_TINY_ROOMS, what
begins with room for thousands begins with room for two or four, and small games cross every growth. A known word, a
canary, then stands behind each array, and `intact` sees whether it is still there. The tests run the kernels in this way,
with bounds checks; see the page *Kernels* of the documentation.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.pages import Pages, are_there, over

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
