"""The registry: what modules below ask of modules above, so that no import runs upwards.

``grundy/__init__.py`` says which module each name stands for; it is loaded when something of it is first asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy.errors import GrundyError

__all__ = ["algebra", "engine", "install", "pictures", "words"]

_modules: dict[str, str] = {}


def install(**modules: str) -> None:
    """Say which modules answer."""
    _modules.update(modules)


class Above:
    """A module above: what is asked of it is what stands there; GrundyError before `install` has named it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, what: str) -> Any:
        if what.startswith("_"):
            raise AttributeError(what)
        if self._name not in _modules:
            raise GrundyError(
                "nobody is here who knows of {name}: import grundy, not only a part of it", name=self._name
            )
        return getattr(import_module(_modules[self._name]), what)


if TYPE_CHECKING:
    from grundy.drawing import rich_display as pictures
    from grundy.rules import algebra
    from grundy.solvers import engine
    from grundy.text import words
else:
    algebra, engine, pictures, words = map(Above, ("algebra", "engine", "pictures", "words"))
