"""Rules of the catalogue that came with the package compiled: nothing of them is read or compared again.

What a rule is compiled for has a name (`grundy.solving.catalogued`), of which how its states lie in a row is a part. A file
beside the library of kernels has the keys of their code by these names, of rules that were compared with Python when the
package was built; their code gives up in a branch of which no position was found.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from grundy.kernels import library, objects
from grundy.kernels.objects import Native


def found(name: str | None) -> Native | None:
    """Return the machine code of a name, None where none came with the package."""
    if name is None or _gathered is not None:
        return None
    key = _keys(objects.SHIPPED).get(name)
    return None if key is None else library.found(library.rule(key))


@cache
def _keys(place: Path) -> dict[str, str]:
    """Return the keys of the code that came with the package, by names; none where it was made of other texts. O(texts)."""
    return library.rules(place)


# -- when the package is built -----------------------------------------------------------------------------------------

_gathered: dict[str, Any] | None = None


@contextmanager
def gathering() -> Generator[dict[str, Any]]:
    """Gather the code of all rules that are compiled meanwhile, by their names; none is taken from the package."""
    global _gathered
    _gathered = {}
    try:
        yield _gathered
    finally:
        _gathered = None


def gathered(name: str | None, code: Any) -> None:
    """Note what a rule was compiled to, and compared."""
    if _gathered is not None and name is not None:
        _gathered[name] = code
