"""The one seam upwards: what positions, values and laws ask of wings above, so that no import runs upwards.

``grundy/__init__.py`` says once how each name is loaded, which is done when something of it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["engine", "install", "known", "pictures", "position_certificates", "value_pictures"]

_loads: dict[str, Callable[[], ModuleType]] = {}


def install(**loads: Callable[[], ModuleType]) -> None:
    """Say how the modules that answer are loaded."""
    _loads.update(loads)


class Above:
    """A module above: what is asked of it is what stands there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, what: str) -> Any:
        if what.startswith("_"):
            raise AttributeError(what)
        return getattr(_loads[self._name](), what)


if TYPE_CHECKING:
    from grundy.faces.drawing import rich_display as pictures
    from grundy.faces.drawing import thermographs as value_pictures
    from grundy.proving import known, position_certificates
    from grundy.solving import engine
else:
    globals().update((name, Above(name)) for name in __all__ if name != "install")
