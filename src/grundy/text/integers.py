"""Integers as they are typed: ``1_000``, and in powers, ``1e18`` and ``10^18``."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"[+-]?[0-9]+(_[0-9]+)*")
_SCIENTIFIC = re.compile(r"([+-]?[0-9]+)(?:\.([0-9]+))?[eE]\+?([0-9]+)")
_POWER = re.compile(r"([0-9]+)(?:\^|\*\*)([0-9]+)")
DIGITS = 10**6
"""A number in powers has at most so many."""


def integer(word: str) -> int | None:
    """Return the integer that a word is, also one in powers; None of other words.

    >>> integer("-1_000"), integer("1e18") == integer("10^18") == integer("10**18") == 10**18, integer("1.5e1")
    (-1000, True, 15)
    >>> integer("1.5"), integer("1e-1"), integer("2^99999999999")
    (None, None, None)
    """
    if _INTEGER.fullmatch(word):
        return int(word)
    if found := _SCIENTIFIC.fullmatch(word):
        part = (found[2] or "").rstrip("0")
        exponent = int(found[3][:9])
        return int(found[1] + part) * 10 ** (exponent - len(part)) if len(part) <= exponent <= DIGITS else None
    if found := _POWER.fullmatch(word):
        base, exponent = int(found[1]), int(found[2][:9])
        return base**exponent if len(found[1]) * exponent <= DIGITS else None
    return None
