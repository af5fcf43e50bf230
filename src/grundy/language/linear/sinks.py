"""What becomes of yielded values: moves of a rule, or what a fold makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grundy.language.linear.elimination import some
from grundy.language.linear.guards import Guard, both, either, negation
from grundy.language.linear.paths import Path, condition
from grundy.language.refusal import Unreadable


class Sink:
    """Takes what is yielded. ``by_path``: what was given is kept on the path, so that paths that gave differ."""

    by_path = False

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Take a value, and return the paths that go on."""
        return [path]

    def dry(self) -> Sink:
        """Return a sink for a way that is followed only to see where it ends."""
        return Nothing()


class Nothing(Sink):
    """Takes what is yielded, and keeps nothing."""


class AnyOf(Sink):
    """Whether one of the values is true, or all are."""

    def __init__(self, start: Path, wanted: bool) -> None:
        self.start = start
        self.wanted = wanted
        self.found: list[Guard] = []

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Note under which condition the value is the one that is looked for."""
        own = condition(value, line)
        guards = (*path.more(self.start), own if self.wanted else negation(own))
        self.found.append(some(path.turns(self.start), both(*guards)))
        return [path]

    @property
    def result(self) -> Guard:
        """What any, or all, is."""
        found = either(*self.found)
        return found if self.wanted else negation(found)


class Gather(Sink):
    """The values in their order, on each path."""

    by_path = True

    def __init__(self, start: Path) -> None:
        self.start = start

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Put a value behind the others."""
        if path.bound != self.start.bound:
            raise Unreadable("values are gathered from a range whose length is not known", line)
        return [replace(path, given=(*path.given, value))]

    def dry(self) -> Sink:
        """Return itself."""
        return self
