"""What comes with the package of the catalogue's rules: by which names it is found, and of which texts it was made.

A name is the hash of those of a ruleset's functions that an answer depends on (not of its words and pictures), by where
they stand in the catalogue, of its parameters, and of what is asked.
What was made when the package was built counts for the texts of which it was made, and no others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
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

KINDS = (".py", ".mo")


def name_of(rules: FunctionRuleset | HeapFunction, asked: object) -> str | None:
    """Return the name of what is asked of a ruleset, None where it is not a function of the catalogue's."""
    functions = {"": rules.function, **{name: hook for name, hook in rules.hooks.items() if name in MEANT}}
    if (right := getattr(rules, "other", None)) is not None:  # of a partisan game
        functions["right"] = right
    if not all(map(_is_catalogued, functions.values())):
        return None
    places = [(name, each.__module__, each.__qualname__) for name, each in sorted(functions.items())]
    over = getattr(rules, "wraps", None)
    places += [] if over is None else [("over", "", over.__qualname__)]
    return sha256(repr((places, sorted(rules.params.items()), asked)).encode()).hexdigest()[:20]


def is_own(rules: FunctionRuleset | HeapFunction) -> bool:
    """Return whether a ruleset is one of the catalogue's, but for its parameters: no other made of the same functions."""
    module = getattr(rules.function, "__module__", None) or ""
    return getattr(sys.modules.get(module), module.rpartition(".")[2], None) is rules.origin


def _is_catalogued(function: Callable[..., Any]) -> bool:
    """Return whether a function stands in a file of the catalogue or of what games share, and depends on no later one."""
    code = getattr(function, "__code__", None)
    return (
        code is not None
        and not {HERE / "games", HERE / "rules"}.isdisjoint(Path(code.co_filename).parents)
        and not code.co_freevars
        and "<" not in function.__qualname__
    )


@cache
def texts(folders: tuple[str, ...] = TEXTS) -> str:
    """Return the hash of the texts in some folders of the package. O(texts)."""
    made = sha256()
    for name in (*_files(folders), __file__):
        with open(name, "rb", buffering=0) as file:  # noqa: PTH123  # hundreds of files: a Path each takes twice as long
            made.update(file.read())
        made.update(b"\0")
    return made.hexdigest()


def _files(folders: tuple[str, ...]) -> Iterator[str]:
    """Iterate over the names of the files with texts, in the same order on every machine."""
    for folder in folders:
        for where, inner, names in os.walk(HERE / folder):
            inner.sort()
            yield from (os.path.join(where, name) for name in sorted(names) if name.endswith(KINDS))  # noqa: PTH118  # as above
