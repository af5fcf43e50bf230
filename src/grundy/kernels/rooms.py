"""How much room a growing array of the kernels has at first.

Each of them asks here, so that one word makes all of them tiny: where the environment sets GRUNDY_TINY_ROOMS, what begins
with room for thousands begins with room for two or four, and small games cross every growth. The tests run the kernels in
this way, with bounds checks; see the page *Kernels* of the documentation.
"""

from __future__ import annotations

import os

TINY = 4


def first_room(usual: int, least: int = TINY) -> int:
    """Return the room that an array has at first: ``usual``, or ``least`` where rooms are to be tiny. O(1).

    >>> first_room(1 << 12)
    4096
    """
    return least if os.environ.get("GRUNDY_TINY_ROOMS") else usual
