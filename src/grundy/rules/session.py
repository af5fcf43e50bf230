"""The session: what was computed of rulesets, in typed fields, bounded, and forgotten when it is told or the rules change.

What rules refer to outside themselves is watched: module constants, closures, defaults, tables. What was computed of them is
forgotten when one of these changes (``M = 3``, later ``M = 2``); a position always means what its rules say now.

Whoever computes something worth keeping declares a `Field` beside it and asks ``ruleset.memory[FIELD]``. What is kept of a
ruleset goes when nobody holds the ruleset, when what its rules refer to has changed, when `MOST` others were begun since,
or by `forget`. The store of canonical forms (`grundy.values.canonical`) is the one other thing that remembers.
"""

from __future__ import annotations

import functools
import marshal
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from weakref import ref

from grundy.common.limits import this_question
from grundy.common.threads import halved, lock

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

T = TypeVar("T")
MOST = 1 << 12
"""Rulesets of which something is kept."""
WATCHED = 5_000
"""Places that are watched of one ruleset."""
PLAINLY = 2
"""The version of bytes in which equal tables are alike: those after it say what stands in two places once."""
_MISSING = object()
_NUMBERS = (int, str, bytes, float, complex, bool, type(None))


class Watched:
    """What says itself what it refers to: a ruleset."""

    def referred(self) -> Iterator[Any]:
        """Iterate over what says what it means: functions, and other rulesets."""
        raise NotImplementedError


class Watch:
    """The places that some functions refer to, with what stood there; `changed` says whether something else does now.

    >>> limits = {"M": 3}
    >>> rule = types.FunctionType(compile("M", "<rule>", "eval"), limits)
    >>> watch = Watch(rule)
    >>> before, limits["M"] = watch.changed(), 2
    >>> before, watch.changed()
    (False, True)
    """

    def __init__(self, *roots: Any) -> None:
        self._places: list[
            tuple[Callable[[], Any], Any, Any]
        ] = []  # how to look, what was there, a copy if it can change
        self._met: dict[int, Any] = {}  # by identity, and kept alive
        for root in roots:
            self._walk(root, frozenset())

    def changed(self) -> bool:
        """Whether a place holds something else than when it was first looked at. O(places and what tables hold)."""
        for look, was, copy in self._places:
            now = look()
            if now is not was and (type(now) not in _NUMBERS or type(now) is not type(was) or now != was):
                return True
            if copy is not None and _copy(now) != copy:
                return True
        return False

    def _place(self, look: Callable[[], Any], names: frozenset[str]) -> None:
        value = look()
        if len(self._places) < WATCHED:
            self._places.append((look, value, _copy(value)))
        self._walk(value, names)

    def _walk(self, what: Any, names: frozenset[str]) -> None:
        """Watch what a value refers to; ``names`` are the attributes that the code that met it may ask for."""
        if type(what) in _NUMBERS or id(what) in self._met:
            return
        self._met[id(what)] = what
        if isinstance(what, types.FunctionType):
            self._function(what)
        elif isinstance(what, functools.partial):
            self._walk((what.func, what.args, tuple(what.keywords.values())), names)
        elif isinstance(what, types.MethodType):
            self._walk((what.__func__, what.__self__), names)
        elif hasattr(what, "__wrapped__") and not isinstance(what, Watched):
            self._walk(what.__wrapped__, names)
        elif isinstance(what, (tuple, list, set, frozenset)):
            for item in cast("tuple[Any, ...]", what):
                self._walk(item, names)
        elif isinstance(what, dict):
            self._walk(tuple(cast("dict[Any, Any]", what).values()), names)
        else:
            self._attributes(what, names)

    def _function(self, function: types.FunctionType) -> None:
        code = function.__code__
        if code.co_filename.startswith(_libraries()):
            return
        names = frozenset(_names(code))
        self._place(lambda: function.__code__, names)
        self._place(lambda: function.__defaults__, names)
        self._place(lambda: function.__kwdefaults__, names)
        for cell in function.__closure__ or ():
            self._place(functools.partial(_content, cell), names)
        for name in names:
            if name in function.__globals__ or name in function.__builtins__:
                self._place(functools.partial(function.__globals__.get, name, _MISSING), names)

    def _attributes(self, owner: Any, names: frozenset[str]) -> None:
        """The attributes of a module, a class or an object that the code asks for by name, or all that a ruleset has."""
        if isinstance(owner, Watched):  # wherever this library is installed
            self._walk(tuple(owner.referred()), names)
            return
        held = getattr(owner, "__dict__", None)
        if not isinstance(held, Mapping) or _is_of_a_library(owner):
            return
        for name in names & held.keys():
            self._place(functools.partial(held.get, name, _MISSING), names)
        kind = type(owner)
        if not isinstance(owner, (type, types.ModuleType)) and kind.__module__ != "builtins":
            self._walk(kind, names | {"__call__"})


@functools.cache
def _libraries() -> tuple[str, ...]:
    """Return the folders of Python's library, and of what is installed beside it."""
    import sysconfig

    return tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _is_of_a_library(owner: Any) -> bool:
    name = owner.__name__ if isinstance(owner, types.ModuleType) else getattr(owner, "__module__", "") or ""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    return name.partition(".")[0] in sys.stdlib_module_names or (file or "").startswith(_libraries())


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return _MISSING


def _copy(value: Any, known: dict[int, Any] | None = None) -> Any:
    """What is compared of a value that can change in place; None of one that cannot (or only by its attributes).

    ``known``: what that is of tuples that were met: they may stand in many places.
    """
    known = {} if known is None else known
    if id(value) in known:
        return known[id(value)]
    if type(value) in (list, dict):
        with suppress(ValueError):  # of anything but plain numbers, words and tables, and of a table in itself
            return marshal.dumps(value, PLAINLY)
    if isinstance(value, (list, tuple)):
        items = cast("tuple[Any, ...]", value)
        copies = [_copy(item, known) for item in items]
        found = (type(value), _frozen(items), copies) if isinstance(value, list) or any(copies) else None
        return known.setdefault(id(value), found) if isinstance(value, tuple) else found
    if isinstance(value, (set, dict)):
        items = cast("dict[Any, Any]", value)
        inner = items.values() if isinstance(value, dict) else ()
        return type(value), _frozen(items), _frozen(inner), [_copy(item) for item in inner]
    if callable(getattr(value, "tobytes", None)) and hasattr(value, "dtype"):
        return value.dtype, value.shape, value.tobytes()
    return None


def _frozen(items: Iterable[Any]) -> list[Any]:
    """Items to be compared: numbers and words by what they are, everything else by which object it is, kept alive."""
    return [(type(item), item) if type(item) in _NUMBERS else _Same(item) for item in items]


class _Same:
    """Equal to itself alone."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    __hash__ = None  # type: ignore[assignment]


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

    __slots__ = ("__weakref__", "_held", "question", "watch")

    def __init__(self, watch: Watch | None = None) -> None:
        self._held: dict[Field[Any], Any] = {}
        self.watch = watch
        self.question: object | None = None  # in which it was last looked at

    def __getitem__(self, field: Field[T]) -> T:
        try:
            return cast(T, self._held[field])
        except KeyError:  # of two threads that make it one is believed
            return cast(T, self._held.setdefault(field, field.make()))

    def __setitem__(self, field: Field[T], value: T) -> None:
        self._held[field] = value

    def get(self, field: Field[T]) -> T | None:
        """Return what stands in a field, None where nothing does."""
        return self._held.get(field)

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

        O(places watched), once in a question.
        """
        question = this_question()
        if held is not None and held.watch is not None:
            if question is not None and held.question is question:
                return held
            if not held.watch.changed():
                held.question = question
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
