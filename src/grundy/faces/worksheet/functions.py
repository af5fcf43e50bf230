"""Functions of a worksheet, ``def f(n) = …`` and ``n -> …``, and how far they may call each other."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from grundy.common.errors import GrundyError, TooLarge
from grundy.values.notation import reserved

if TYPE_CHECKING:
    from grundy.faces.worksheet.names import Names

DEEPEST = 250
"""Calls of functions within each other."""
FRAMES = 30
"""Calls of Python that one of them takes at most, with the brackets around it."""


@dataclass(frozen=True)
class Function:
    """A function of a cell: ``def f(n) = …``, or ``n -> …``, which has no name and knows the names where it stands."""

    name: str
    parameters: tuple[str, ...]
    body: str
    names: Names

    def __str__(self) -> str:
        listed = ", ".join(self.parameters)
        if self.name:
            return f"{self.name}({listed})"
        return f"{listed if len(self.parameters) == 1 else f'({listed})'} -> {self.body.strip()}"

    def __call__(self, *arguments: Any) -> Any:
        """Return what it is of these; GrundyError where they are too few or too many, TooLarge where it never ends."""
        from grundy.faces.worksheet.expressions import evaluated

        if len(arguments) != len(self.parameters):
            told = {"function": self, "count": len(self.parameters), "given": len(arguments)}
            raise GrundyError("{function} takes {count} values, not {given}", **told)
        with self.names.deeper() as depth:
            if depth > DEEPEST:
                raise TooLarge(
                    "{function} calls itself without end: more than {deepest} levels deep",
                    function=self,
                    deepest=DEEPEST,
                )
            return evaluated(self.body, self.names.within(dict(zip(self.parameters, arguments, strict=True))))


def parameters(listed: str) -> tuple[str, ...]:
    """Return the names of what a function is of, given with commas; GrundyError where two are one."""
    names = tuple(name.strip() for name in listed.split(",") if name.strip())
    if len(set(names)) < len(names) or any(map(reserved, names)):
        raise GrundyError(
            "the arguments of a function need different names without another meaning: def f(n, m) = n + m"
        )
    return names


class _Room:
    """How deep Python may go, for all that answer cells at the same time: as before once none does."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.answering = self.before = 0

    @contextmanager
    def kept(self) -> Generator[None]:
        """Let Python go as deep as functions of a cell may call each other."""
        with self.lock:
            if not self.answering:
                self.before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.before, DEEPEST * FRAMES))
            self.answering += 1
        try:
            yield
        finally:
            with self.lock:
                self.answering -= 1
                if not self.answering:
                    sys.setrecursionlimit(self.before)


nested = _Room().kept
"""Within it functions may call each other as deep as they may."""
