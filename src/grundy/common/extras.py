"""Libraries that not everybody has installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from grundy.common.errors import GrundyError


def extra(module: str, name: str) -> Any:
    """Return a module of a library that only an extra of grundy installs; GrundyError tells which, if it is missing.

    >>> extra("no_such_library.part", "plot")
    Traceback (most recent call last):
    grundy.common.errors.GrundyError: this needs no_such_library, which is not installed: pip install 'grundy[plot]'
    """
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise GrundyError(
            "this needs {library}, which is not installed: pip install 'grundy[{name}]'", library=library, name=name
        ) from None
