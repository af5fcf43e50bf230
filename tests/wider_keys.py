"""Keys of a rule over keys, as a wider one of the same game has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.solving.keyed import Keyed


def rekeyed(wide: Keyed, keys: NDArray[Any], old: Keyed) -> NDArray[np.int64]:
    """Return what keys of a narrower rule are in a wider one; their order stays the same."""
    rows = old.packing.unpack(keys.astype(np.uint64))
    room = np.zeros((len(rows), wide.width), np.int64)
    room[:, : rows.shape[1]] = rows
    return wide.packing.pack(room).astype(np.int64)
