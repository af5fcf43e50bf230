"""The browser's face: ``grundy serve``. A server that answers in worker processes, its pages and its HTTP API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.faces.web.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    """Return what is loaded when it is first used: FastAPI is not needed by the workers."""
    if name != "create_app":
        raise AttributeError(name)
    from grundy.faces.web.app import create_app

    return create_app
