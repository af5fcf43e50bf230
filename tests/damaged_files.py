"""Files as they may be found after something went wrong."""

from __future__ import annotations

import random


def flipped(whole: bytes, at: int, bits: int = 1) -> bytes:
    """A file with some bits of a byte turned."""
    at %= len(whole)
    return whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :]


def damages(whole: bytes, count: int) -> list[bytes]:
    """A file as it may be found: empty, cut off, with a bit turned, with other bytes, twice as long."""
    dice = random.Random(14)
    found = [b"", whole[:31], whole[:32], whole[:33], whole[32:], whole * 2, b"\0" * len(whole), b"not code"]
    while len(found) < count:
        at = dice.randrange(len(whole))
        found += [flipped(whole, at, 1 << dice.randrange(8)), whole[:at], dice.randbytes(dice.randrange(1, 2000))]
    return found[:count]
