"""Rules of the catalogue that came with the package compiled: nothing of them is read or compared again.

What a rule is compiled for has a name: the hash of its functions, by where they stand in the catalogue, of its parameters,
and of how its states lie in a row. A file beside the library of kernels has the keys of their code by these names, of rules
that were compared with Python when the package was built; their code gives up in a branch of which no position was found. It
counts for the texts of which it was made, and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from grundy.kernels import library, objects
from grundy.kernels.objects import Native
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction

HERE = Path(__file__).parents[1]
TEXTS = ("games", "lang", "rules")
"""The folders whose texts say what rules are, and how they are read and compared."""


def name_of(rules: FunctionRuleset | HeapFunction, how: object) -> str | None:
    """Return the name of what a rule is compiled for (``how``), None where it is not a function of the catalogue's."""
    functions = {"": rules.function, **rules.hooks}
    if not all(map(_is_catalogued, functions.values())):
        return None
    places = [(name, each.__module__, each.__qualname__) for name, each in sorted(functions.items())]
    return sha256(repr((places, sorted(rules.params.items()), how)).encode()).hexdigest()[:20]


def _is_catalogued(function: Callable[..., Any]) -> bool:
    """Return whether a function stands as it is in a file of the catalogue, and depends on nothing that is made later."""
    code = getattr(function, "__code__", None)
    return (
        code is not None
        and Path(code.co_filename).parent == HERE / "games"
        and not code.co_freevars
        and "<" not in function.__qualname__
    )


def found(name: str | None) -> Native | None:
    """Return the machine code of a name, None where none came with the package."""
    if name is None or _gathered is not None:
        return None
    key = _keys(objects.SHIPPED).get(name)
    return None if key is None else library.found(library.rule(key))


@cache
def _keys(place: Path) -> dict[str, str]:
    """Return the keys of the code that came with the package, by names; none where it was made of other texts. O(texts)."""
    made_of, keys = library.rules(place)
    return keys if keys and made_of == texts() else {}


@cache
def texts() -> str:
    """Return the hash of the texts that say what rules are. O(texts)."""
    files = (file for folder in TEXTS for file in sorted((HERE / folder).rglob("*.py")))
    return sha256(b"\0".join(file.read_bytes() for file in (*files, Path(__file__)))).hexdigest()


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
