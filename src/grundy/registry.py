"""The registry: what modules below ask of modules above, so that no import runs upwards.

``grundy/__init__.py`` says which module each name stands for; it is loaded when something of it is first asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "algebra",
    "engine",
    "infinitesimal",
    "install",
    "known",
    "notation",
    "operators",
    "pictures",
    "position_certificates",
    "thermograph",
    "value_pictures",
    "words",
]

_modules: dict[str, str] = {}


def install(**modules: str) -> None:
    """Say which modules answer."""
    _modules.update(modules)


class Above:
    """A module above: what is asked of it is what stands there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, what: str) -> Any:
        if what.startswith("_"):
            raise AttributeError(what)
        return getattr(import_module(_modules[self._name]), what)


if TYPE_CHECKING:
    from grundy.drawing import rich_display as pictures
    from grundy.drawing import thermographs as value_pictures
    from grundy.proofs import known, position_certificates
    from grundy.rules import algebra
    from grundy.solvers import engine
    from grundy.text import words
    from grundy.values import infinitesimal, notation, operators, thermograph
else:
    globals().update((name, Above(name)) for name in __all__ if name != "install")
