"""Heap games whose rules are a code: digits, sets, splits (`grundy.rules.heapcode`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any, overload

from grundy.common.messages import _
from grundy.rules.failures import called_with, plain_function
from grundy.rules.heapcode import HeapCode, all_but_code, heap_digits, read_code, read_digits, subtraction_code
from grundy.rules.heaps import HEAPS, HeapRuleset, Heaps
from grundy.rules.ruleset import frozen
from grundy.rules.session import Field

if TYPE_CHECKING:
    from grundy.rules.pickling import Made

__all__ = [
    "UNEQUAL_SPLITS",
    "CodeRuleset",
    "HeapCode",
    "all_but_code",
    "code",
    "heap_code",
    "heap_digits",
    "octal",
    "octal_code",
    "subtraction_code",
    "text_of",
    "unequal_splits",
]

UNEQUAL_SPLITS = HeapCode((4,), unequal=True)
"""The code of Grundy's game: a heap is split into two heaps that differ."""


CODE = Field[HeapCode | None]("code", lambda: None)


class CodeRuleset(HeapRuleset):
    """A heap game whose rules are a code, perhaps one that depends on parameters."""

    def __init__(
        self, name: str, code: Callable[..., HeapCode], doc: str = "", *, params: dict[str, Any] | None = None
    ) -> None:
        super().__init__(name, doc, params={k: frozen(v) for k, v in (params or {}).items()})
        self._code = code

    @property
    def code(self) -> HeapCode:
        """The code, for the parameters that the ruleset has."""
        memory = self.memory
        code = memory[CODE]
        if code is None:
            code = memory[CODE] = self._code(**self.params)
        return code

    @property
    def content(self) -> Hashable:
        """The code."""
        return self.code

    def rule_data(self) -> dict[str, Any]:
        """Return the code as text."""
        return {"kind": "code", "code": str(self.code)}

    def by_content(self) -> Made:
        """It is made again of its code."""
        return partial(code, name=self.name, doc=self.doc), (str(self.code),)

    def make_state(self, args: tuple[Any, ...]) -> Heaps:
        """Return the heaps; the code is read first, so that wrong parameters are told."""
        _ = self.code
        return super().make_state(args)

    def heap_options(self, heap: int) -> Iterator[Heaps]:
        """Iterate over the heaps that can replace one heap."""
        return self.code.options(heap)


def octal_code(text: str) -> HeapCode:
    """Read an octal code such as ``0.77`` or ``4.7``; GrundyError names the place of what is wrong.

    >>> octal_code("0.137").digits
    (0, 1, 3, 7)
    """
    return read_digits(text, 8)


def octal(code: str, *, name: str | None = None, doc: str = "") -> CodeRuleset:
    """Return the octal game of a code.

    >>> octal("0.07")(5).solve().value
    0
    """
    read = octal_code(code)
    written = text_of(read, code)
    return CodeRuleset(name or written, lambda: read, doc or _("The octal game {written}.").format(written=written))


def code(
    text: str | HeapCode | Iterable[int], *, repeat: Iterable[int] = (), name: str | None = None, doc: str = ""
) -> CodeRuleset:
    """Return the heap game of any code: as text (see `grundy.rules.heapcode.read_code`), or as a list of digits.

    GrundyError names the place of what is no code.

    >>> code("0.3F").sequence(8).tolist()
    [0, 1, 2, 0, 1, 2, 3, 4]
    >>> code([0, 3], repeat=[0, 3]).name
    '0.(30)'
    """
    if isinstance(text, str):
        read = read_code(text)
        written = text_of(read, text)
    else:
        read = text if isinstance(text, HeapCode) else heap_digits(text, repeat)
        written = str(read)
    return CodeRuleset(name or written, lambda: read, doc or _("The heap game {written}.").format(written=written))


def text_of(read: HeapCode, text: str) -> str:
    """Return how a code is to be called that was read from a text: as the user wrote it, without blanks around it."""
    text = text.strip()
    return f"0{text}" if text.startswith(".") else text


def unequal_splits(*, name: str, doc: str = "") -> CodeRuleset:
    """Return the game that splits a heap into two unequal heaps."""
    return CodeRuleset(name, lambda: UNEQUAL_SPLITS, doc)


@overload
def heap_code(function: Callable[..., HeapCode], /, **options: Any) -> CodeRuleset: ...
@overload
def heap_code(**options: Any) -> Callable[[Callable[..., HeapCode]], CodeRuleset]: ...
def heap_code(function: Callable[..., HeapCode] | None = None, /, **options: Any) -> Any:
    """Make a heap game of a function from parameters (keyword-only) to a `HeapCode`.

    Options: ``name``; ``trials``, parameters for the tests.

    >>> @heap_code
    ... def take(*, s: tuple[int, ...] = (1, 3)):
    ...     return subtraction_code(s)
    >>> [q.state for q in take(5).options()]
    [(4,), (2,)]
    """

    def make(f: Callable[..., HeapCode]) -> CodeRuleset:
        plain = plain_function(f)
        made = CodeRuleset(options.get("name") or f.__name__, f, f.__doc__ or "", params=plain.__kwdefaults__)
        made.trials = tuple(options.get("trials", ()))
        made.__signature__ = called_with(HEAPS, f)
        update_wrapper(made, f, ("__name__", "__doc__"), ())
        return made

    return make if function is None else make(function)
