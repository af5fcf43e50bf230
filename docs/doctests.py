"""Doctests of docstrings shown as code: what stands from ``>>>`` to the next empty line becomes a fenced block."""

from __future__ import annotations

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"^( *)(>>> .*(?:\n(?! *$).*)*)", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences the doctests of everything that is loaded."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Fence the doctests of one object."""
        if obj.docstring is not None:
            obj.docstring.value = _DOCTEST.sub(r"\1```pycon\n\1\2\n\1```", obj.docstring.value)
