"""What comes with the package of the catalogue's rules: by which names it is found, and of which texts it was made.

A name is the hash of those of a ruleset's functions that an answer depends on (not of its words and pictures), by where
they stand in the catalogue, of its parameters, and of what is asked.
What was made when the package was built counts for the texts of which it was made, and no others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import MEANT

HERE = Path(__file__).parents[1]
SHIPPED = HERE / "kernels" / "objects"
"""What came with the package, where it was compiled ahead."""
TEXTS = ("games", "language", "rules")
"""The folders whose texts say what rules are, and how they are read and compared."""

KINDS = ("*.py", "*.mo")


def name_of(rules: FunctionRuleset | HeapFunction, asked: object) -> str | None:
    """Return the name of what is asked of a ruleset, None where it is not a function of the catalogue's."""
    functions = {"": rules.function, **{name: hook for name, hook in rules.hooks.items() if name in MEANT}}
    if not all(map(_is_catalogued, functions.values())):
        return None
    places = [(name, each.__module__, each.__qualname__) for name, each in sorted(functions.items())]
    return sha256(repr((places, sorted(rules.params.items()), asked)).encode()).hexdigest()[:20]


def _is_catalogued(function: Callable[..., Any]) -> bool:
    """Return whether a function stands as it is in a file of the catalogue, and depends on nothing that is made later."""
    code = getattr(function, "__code__", None)
    return (
        code is not None
        and Path(code.co_filename).parent == HERE / "games"
        and not code.co_freevars
        and "<" not in function.__qualname__
    )


@cache
def texts(folders: tuple[str, ...] = TEXTS) -> str:
    """Return the hash of the texts in some folders of the package. O(texts)."""
    files = (file for folder in folders for kind in KINDS for file in sorted((HERE / folder).rglob(kind)))
    return sha256(b"\0".join(file.read_bytes() for file in (*files, Path(__file__)))).hexdigest()
