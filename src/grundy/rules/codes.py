"""Finite heap codes: octal codes, subtraction sets, splits into unequal heaps.

A code is data, the same for every heap size, so that what is true of it for enough heaps can be proved for all of them
(Guy and Smith, *The G-values of various games*, 1956; *Winning Ways* ch. 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, overload

from grundy.errors import GrundyError, TooLarge
from grundy.rules.heaps import HeapRuleset, Heaps
from grundy.rules.ruleset import frozen


class HeapCode(NamedTuple):
    """The rules of a heap game as digits.

    Digit ``d_m`` of ``digits`` (``digits[m]``) says in what ways exactly m counters may be taken from a heap: bit 1, if
    nothing is left; bit 2, if one heap is left; bit 4, if the rest is left as two heaps. ``unequal``: the two heaps must
    differ. ``kind`` is "octal", "subtraction" (digits 0 and 3 only) or "unequal".
    """

    digits: tuple[int, ...]
    kind: str = "octal"

    def options(self, heap: int) -> Iterator[Heaps]:
        """Iterate over the heaps that can replace one heap.

        >>> list(octal_code("0.77").options(3))
        [(2,), (1, 1), (1,)]
        """
        for taken, digit in enumerate(self.digits):
            rest = heap - taken
            if rest < 0:
                break
            if digit & 1 and rest == 0:
                yield ()
            if digit & 2 and rest > 0:
                yield (rest,)
            if digit & 4:
                for part in range(1, (rest + 1) // 2 if self.kind == "unequal" else rest // 2 + 1):
                    yield part, rest - part

    def __str__(self) -> str:
        if self.kind == "subtraction":
            return "subtraction set {" + ", ".join(str(m) for m, d in enumerate(self.digits) if d) + "}"
        if self.kind == "unequal":
            return "split into two unequal heaps"
        return f"{self.digits[0]}." + "".join(map(str, self.digits[1:]))


def octal_code(text: str) -> HeapCode:
    """Read an octal code such as ``0.77`` or ``4.7``; GrundyError names the place of what is wrong.

    >>> octal_code("0.137").digits
    (0, 1, 3, 7)
    """
    whole, dot, digits = text.strip().partition(".")
    if not dot or not digits:
        raise GrundyError(f"{text!r} is no octal code: write the digits after a point, as in 0.77")
    if whole not in ("", "0", "4"):
        raise GrundyError(f"{text!r} is no octal code: the digit before the point is 0 or 4 (else play might not end)")
    for place, digit in enumerate(digits, 1):
        if digit not in "01234567":
            raise GrundyError(f"{text!r} is no octal code: digit {place} after the point is {digit!r}, not 0 to 7")
    values = [int(whole or "0"), *map(int, digits)]
    while len(values) > 1 and values[-1] == 0:
        values.pop()
    return HeapCode(tuple(values))


LARGEST_TAKEN = 1 << 20
"""The largest number of a subtraction set: a code has a digit for every number up to it."""


def subtraction_code(numbers: Iterable[int]) -> HeapCode:
    """Return the code of the game that takes one of ``numbers``; GrundyError for an empty set or a number below 1."""
    chosen = sorted(set(numbers))
    if not chosen:
        raise GrundyError("a subtraction set needs at least one number")
    if chosen[0] < 1:
        raise GrundyError(f"a subtraction set has {chosen[0]}: its numbers are from 1 up")
    if chosen[-1] > LARGEST_TAKEN:
        raise TooLarge(f"a subtraction set has {chosen[-1]:,}: its numbers are at most {LARGEST_TAKEN:,} here")
    digits = [0] * (chosen[-1] + 1)
    for number in chosen:
        digits[number] = 3
    return HeapCode(tuple(digits), "subtraction")


UNEQUAL_SPLITS = HeapCode((4,), "unequal")
"""The code of Grundy's game: a heap is split into two heaps that differ."""


class CodeRuleset(HeapRuleset):
    """A heap game whose rules are a finite code, perhaps one that depends on parameters."""

    def __init__(
        self, name: str, code: Callable[..., HeapCode], doc: str = "", *, params: dict[str, Any] | None = None
    ) -> None:
        super().__init__(name, doc, params={k: frozen(v) for k, v in (params or {}).items()})
        self._code = code

    @property
    def code(self) -> HeapCode:
        """The code, for the parameters that the ruleset has."""
        if "code" not in self.memory:
            self.memory["code"] = self._code(**self.params)
        return self.memory["code"]

    def make_state(self, args: tuple[Any, ...]) -> Heaps:
        """Return the heaps; the code is read first, so that wrong parameters are told."""
        _ = self.code
        return super().make_state(args)

    def heap_options(self, heap: int) -> Iterator[Heaps]:
        """Iterate over the heaps that can replace one heap."""
        return self.code.options(heap)


def octal(code: str, *, name: str | None = None, doc: str = "") -> CodeRuleset:
    """Return the octal game of a code.

    >>> octal("0.07")(5).solve().value
    0
    """
    read = octal_code(code)
    return CodeRuleset(name or str(read), lambda: read, doc or f"The octal game {read}.")


def unequal_splits(*, name: str, doc: str = "") -> CodeRuleset:
    """Return the game that splits a heap into two unequal heaps."""
    return CodeRuleset(name, lambda: UNEQUAL_SPLITS, doc)


@overload
def heap_code(function: Callable[..., HeapCode], /) -> CodeRuleset: ...
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
        made = CodeRuleset(options.get("name") or f.__name__, f, f.__doc__ or "", params=f.__kwdefaults__)
        made.trials = tuple(options.get("trials", ()))
        made.__doc__ = f.__doc__
        return made

    return make if function is None else make(function)
