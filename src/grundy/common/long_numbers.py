"""Numbers of very many digits, cut in the middle where nobody reads them on: in pictures and notebooks."""

from __future__ import annotations

import re

from grundy.common.messages import _

_LONG = re.compile(r"\d{31,}")
"""Numbers of so many digits are shortened where nobody reads them on."""


def shortened(text: str, latex: bool = False) -> str:
    """Return words in which numbers of very many digits are cut in the middle, for pictures and notebooks.

    >>> print(shortened(f"kayles({10**100 + 7})"), shortened("kayles(1000000007)"))
    kayles(1000…0007 (101 digits)) kayles(1000000007)
    """
    said = _(" ({n} digits)")
    if latex:
        said = rf"\text{{{{{said}}}}}"
    return _LONG.sub(lambda found: f"{found[0][:4]}…{found[0][-4:]}" + said.format(n=len(found[0])), text)
