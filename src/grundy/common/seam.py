"""The one seam upwards: what positions, values and laws ask of wings above, so that no import runs upwards.

``grundy/__init__.py`` says once which module each name is; it is loaded when something of it is first asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["engine", "install", "known", "many_positions", "pictures", "position_certificates", "value_pictures"]

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
        found = vars(self)[what] = getattr(import_module(_modules[self._name]), what)  # at once from now on
        return found


if TYPE_CHECKING:
    from grundy.faces.drawing import rich_display as pictures
    from grundy.faces.drawing import thermographs as value_pictures
    from grundy.proving import known, many_positions, position_certificates
    from grundy.solving import engine
else:
    globals().update((name, Above(name)) for name in __all__ if name != "install")
