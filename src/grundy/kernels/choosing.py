"""What the player to move chooses among his options, and how far off a result may be: decided here for all kernels.

A status is a remoteness above two bits of a result (`grundy.kernels.contract`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined
from grundy.kernels.contract import DRAW, ENDS_TIED, ENDS_WON, LOST, TIED, WON, Number, Words

FURTHEST = (1 << 14) - 1
FURTHEST_WIDE = (1 << 30) - 1
"""The largest remoteness in a status of two bytes, and of four."""
KEY_TIED, KEY_DRAW, KEY_WON, KEY_NONE = 1 << 31, 1 << 32, 1 << 33, 1 << 34
"""The mover takes the option of the least key: lost soon, then tied soon, then endless play, then won late."""


@inlined
def furthest(status: Words) -> Any:
    """The largest remoteness that an array of statuses can hold."""
    return np.int64(FURTHEST) if status.itemsize == 2 else np.int64(FURTHEST_WIDE)


@inlined
def key_of(status: Number) -> Any:
    """The key by which the mover chooses an option of this status."""
    remoteness, result = np.int64(status >> 2), status & 3
    if result == TIED:
        return KEY_TIED + remoteness
    if result == WON:
        return KEY_WON - remoteness
    return remoteness if result == LOST else np.int64(KEY_DRAW)


@inlined
def status_by(best: Number) -> Any:
    """The status of a position whose options' least key this is."""
    remoteness, result = KEY_WON - best + 1, np.int64(LOST)
    if best < KEY_TIED:
        remoteness, result = best + 1, np.int64(WON)
    elif best < KEY_DRAW:
        remoteness, result = best - KEY_TIED + 1, np.int64(TIED)
    elif best == KEY_DRAW:
        remoteness, result = np.int64(0), np.int64(DRAW)
    return remoteness << 2 | result


@inlined
def decided(options: Number, best: Number, misere: bool) -> Any:
    """The status of a position of so many options (or of a declared ending), whose least key is the best."""
    if options > 0:
        return status_by(best)
    if options == ENDS_TIED:
        return np.int64(TIED)
    return np.int64(WON) if (options == ENDS_WON) != misere else np.int64(LOST)
