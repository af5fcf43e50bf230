"""What can be asked of the server: plain arguments in, plain data out. It is computed in worker processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.web.catalogue import games
from grundy.web.positions import position, reply

ANSWERS: dict[str, Callable[..., dict[str, Any] | list[dict[str, Any]]]] = {
    function.__name__: function for function in (games, position, reply)
}
"""The functions that visitors can ask, by name. Every one may also be given a language, ``lang``."""
