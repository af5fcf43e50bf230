"""The session: what was computed of rulesets, in typed fields, bounded, and forgotten when it is told or the rules change.

Whoever computes something worth keeping declares a `Field` beside it and asks ``ruleset.memory[FIELD]``. What is kept of a
ruleset goes when nobody holds the ruleset, when what its rules refer to has changed, when `MOST` others were begun since,
or by `forget`. The store of canonical forms (`grundy.values.canonical`) is the one other thing that remembers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from weakref import ref

from grundy.common.threads import halved, lock
from grundy.rules.watching import Watch

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

T = TypeVar("T")
MOST = 1 << 12
"""Rulesets of which something is kept."""


class Field(Generic[T]):
    """A typed place in what is kept of a ruleset; ``make`` makes what stands there at first."""

    __slots__ = ("make", "name")

    def __init__(self, name: str, make: Callable[[], T]) -> None:
        self.name = name
        self.make = make

    def __repr__(self) -> str:
        return f"<Field {self.name}>"


class Memory:
    """What is kept of one ruleset.

    >>> counts = Field[list[int]]("counts", list)
    >>> memory = Memory()
    >>> memory[counts].append(3)
    >>> memory[counts], len(memory)
    ([3], 1)
    """

    __slots__ = ("__weakref__", "_held", "watch")

    def __init__(self, watch: Watch | None = None) -> None:
        self._held: dict[Field[Any], Any] = {}
        self.watch = watch

    def __getitem__(self, field: Field[T]) -> T:
        try:
            return cast(T, self._held[field])
        except KeyError:  # of two threads that make it one is believed
            return cast(T, self._held.setdefault(field, field.make()))

    def __setitem__(self, field: Field[T], value: T) -> None:
        self._held[field] = value

    def __contains__(self, field: Field[Any]) -> bool:
        return field in self._held

    def __len__(self) -> int:
        return len(self._held)

    def drop(self, *fields: Field[Any]) -> None:
        """Forget what stands in some fields, or all."""
        for field in fields or tuple(self._held):
            self._held.pop(field, None)


class Session:
    """The memories of rulesets, those begun last at the end."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._of: dict[int, ref[Memory]] = {}
        self._lock = lock(brief=True)

    def __len__(self) -> int:
        return len(self._of)

    def memory(self, rules: Ruleset, held: Memory | None) -> Memory:
        """Return what is kept of a ruleset that holds this memory, a new one if it has none or has changed.

        O(places watched).
        """
        if held is not None and held.watch is not None and not held.watch.changed():
            return held
        made = Memory(Watch(*rules.referred()))
        with self._lock:
            self._of.pop(id(made), None)  # of one that is gone
            self._of[id(made)] = ref(made)
            if len(self._of) > self.most:
                self._tidy()
        return made

    def _tidy(self) -> None:
        """Drop what stands for rulesets that are gone, and the oldest memories until a quarter of the room is free."""
        self._of = {number: kept for number, kept in self._of.items() if kept() is not None}
        for number in tuple(self._of)[: max(0, len(self._of) - self.most * 3 // 4)]:
            self._emptied(self._of.pop(number)())

    def forget(self) -> None:
        """Forget all that was computed of all rulesets."""
        with self._lock:
            for kept in tuple(self._of.values()):
                self._emptied(kept())
            self._of.clear()

    def _emptied(self, memory: Memory | None) -> None:
        if memory is not None:
            memory.drop()
            memory.watch = None  # so that the ruleset takes a new one


session = Session()
"""The session of this process."""


def forget() -> None:
    """Forget all that was computed in this process: of all rulesets, and canonical forms; of one, `Ruleset.forget`.

    >>> import grundy as gr
    >>> rules = gr.octal("0.77")
    >>> rules(100).grundy(), len(rules.memory) > 0
    (1, True)
    >>> gr.forget()
    >>> len(rules.memory)
    0
    """
    session.forget()
    values: Any = sys.modules.get("grundy.values.short")
    if values is not None:  # else there are none
        values.forget()


halved.append(forget)
