"""Objects in rules: a class over one tuple of integers, whose methods are helpers of the rule that calls them."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterable
from functools import cache
from itertools import chain, islice
from typing import Any, NamedTuple, Self, cast, get_type_hints


class Wrapped:
    """One tuple of integers, ``state``, with methods: what a state of a rule may be annotated with.

    Rules know nothing of it but the tuple, its own methods and properties, and integers that its class names, so a
    subclass costs nothing where it is compiled. Two are equal if they are of one class and hold equal tuples.

    >>> class Row(Wrapped):
    ...     def without(self, i: int) -> "Row":
    ...         return self.of(self.state[:i] + self.state[i + 1 :])
    >>> Row((3, 1, 2)).without(1) == Row((3, 2))
    True
    """

    __slots__ = ("state",)

    def __init__(self, state: tuple[int, ...]) -> None:
        self.state = state

    def of(self, state: tuple[int, ...]) -> Self:
        """Return another of this class."""
        return type(self)(state)

    def yielded(self) -> Self:
        """Return what a rule that yields the object leads to: itself, where a subclass says nothing else."""
        return self

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        own: Wrapped = other  # (typing.cast would be code that was not read)
        return own.state == self.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.state})"


def wraps(function: Any, kind: type = Wrapped) -> Any:
    """Return the class with which a rule annotates its state, where that is of a kind: one over a tuple; else None.

    >>> def rule(state: Wrapped): ...
    >>> wraps(rule), wraps(len)
    (<class 'grundy.language.wrapped.Wrapped'>, None)
    """
    if not isinstance(function, types.FunctionType):
        return None
    code = function.__code__
    first = function.__annotations__.get(code.co_varnames[0]) if code.co_argcount else None
    if isinstance(first, str):
        words = first.split(".")
        first = cast(object, function.__globals__.get(words[0]))
        for word in words[1:]:
            first = getattr(first, word, None)
    return first if isinstance(first, type) and issubclass(first, kind) else None


_BARE = {*vars(NamedTuple("_", [("n", int)])), "__orig_bases__", "__static_attributes__", "__firstlineno__"}
"""What each named tuple has: nothing of its author's, who may only add names without underscores."""


def record_of(function: Any) -> Any:
    """Return the named tuple with which a rule annotates its state, where that is made and compared as all are; else None.

    >>> class Row(NamedTuple):
    ...     pins: int
    >>> def rule(state: Row): ...
    >>> record_of(rule).__name__, record_of(wraps)
    ('Row', None)
    """
    found = wraps(function, tuple)
    if found is None or found.__bases__ != (tuple,) or not hasattr(found, "_make"):
        return None
    return None if {name for name in vars(found) if name[:2] == "__"} - _BARE else found


def taken(function: Any, cells: Any) -> Any:
    """Return what a function is given for the numbers of a state: these, or the named tuple that it takes."""
    record = record_of(function)
    return cells if record is None else (shaped(record, cells, record._make),)


def shaped(record: Any, cells: Iterable[Any], make: Any = tuple) -> Any:
    """Return fields of a named tuple as a tuple, with those within it; TypeError where something else stands for these."""
    for place, own in _inner(record).items():
        cells = [*cells]
        if not isinstance(cells[place], tuple | list):
            raise TypeError(f"{record.__name__}.{record._fields[place]} is {cells[place]!r}, and no {own.__name__}")
        cells[place] = shaped(own, own(*cells[place]), tuple if make is tuple else own._make)
    return make(cells)


@cache
def _inner(record: Any) -> dict[int, Any]:
    """Return the named tuples that stand within a named tuple, by their place."""
    try:
        kinds = get_type_hints(record)
    except (NameError, TypeError):  # annotated by what only a function knows
        return {}
    return {i: kinds[name] for i, name in enumerate(record._fields) if hasattr(kinds.get(name), "_make")}


def width_of(annotation: str) -> int:
    """Return of how many integers an argument is: a tuple of two or more that its annotation counts, else 1.

    >>> width_of("tuple[int, int]"), width_of("tuple[int, ...]"), width_of("int")
    (2, 1, 1)
    """
    return annotation.count("int") if re.fullmatch(r"tuple\[int(, int)+\]", annotation) else 1


def flat(state: Any, widths: tuple[int, ...]) -> Any:
    """Return a state of tuples of so many integers as integers, one after the other; () of any other one.

    >>> flat(((3, 1), 5), (2, 1)), flat((3, 5), (2, 1)), nested((3, 1, 5), (2, 1))
    ((3, 1, 5), (), ((3, 1), 5))
    """
    if not widths or not isinstance(state, tuple):
        return state
    cells = (*chain.from_iterable(each if isinstance(each, tuple) else (each,) for each in state),)
    return cells if nested(cells, widths) == state else ()


def nested(cells: Iterable[Any], widths: tuple[int, ...]) -> Any:
    """Return the state of which `flat` makes these integers."""
    found = iter(cells)
    return tuple(next(found, None) if width == 1 else (*islice(found, width),) for width in widths) if widths else cells


_OWN = ("__new__", "__init__", "__eq__", "__ne__", "__getattribute__", "__setattr__", "__class__", "state")


def is_bare(kind: type[Wrapped]) -> bool:
    """Return whether objects of a class are made, compared and asked for their tuple as `Wrapped` says.

    >>> class Odd(Wrapped):
    ...     def __eq__(self, other: object) -> bool:
    ...         return True
    >>> is_bare(Wrapped), is_bare(Odd)
    (True, False)
    """
    if type(kind) is not type or any("__getattr__" in vars(each) for each in kind.__mro__):
        return False
    return all(inspect.getattr_static(kind, name) is inspect.getattr_static(Wrapped, name) for name in _OWN)


def member(kind: type[Wrapped], name: str) -> object:
    """Return what a class has under a name, a method as the function that it is; None where it has nothing of its own."""
    return next((vars(each)[name] for each in kind.__mro__ if name in vars(each) and each is not object), None)
