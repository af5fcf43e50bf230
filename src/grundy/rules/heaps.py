"""Heap games: a move replaces one heap by some heaps, and a position is the sum of its heaps."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial, update_wrapper
from itertools import combinations_with_replacement, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from grundy.common.limits import Limits
from grundy.common.messages import N_, _
from grundy.common.seam import engine
from grundy.rules.failures import asked, called_with, plain_function, require, walked
from grundy.rules.heapcode import HeapCode, all_but_code, heap_digits, read_code, read_digits, subtraction_code
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, accepted, frozen, integral
from grundy.rules.session import Field

if TYPE_CHECKING:
    import numpy as np

    from grundy.rules.data import Made

Heaps = tuple[int, ...]
Progress = Callable[[int, int], None]


HEAPS = inspect.Parameter("heaps", inspect.Parameter.VAR_POSITIONAL, annotation=int)
"""What a position of heaps is made of."""


class HeapRuleset(Ruleset):
    """A heap game. A state is the tuple of the heaps, in any order; `heap_options` yields what one heap can become."""

    def __init__(self, name: str, doc: str = "", *, params: dict[str, Any] | None = None) -> None:
        super().__init__(name, doc, params=params)
        self.__signature__ = inspect.Signature([HEAPS])

    def heap_options(self, heap: int) -> Iterator[Heaps]:
        """Iterate over the tuples of heaps that can replace one heap."""
        raise NotImplementedError

    # ---- states

    def make_state(self, args: tuple[Any, ...]) -> Heaps:
        """Return the heaps; PositionError for what is no heap."""
        if set(map(type, args)) <= {int} and min(args, default=0) >= 0:
            return args
        for i, heap in enumerate(args, 1):
            if not isinstance(heap, int):
                raise self.no_position("{name}: heap {i} is {heap!r}: a heap is an integer from 0 up", i=i, heap=heap)
            if heap < 0:
                raise self.no_position("{name}: heap {i} is {heap}: a heap cannot be negative", i=i, heap=heap)
        return args

    def state_of(self, option: Any) -> Heaps:
        """Return the heaps that a theorem yields."""
        return option if isinstance(option, tuple) else (option,)

    def ending(self, function: Any = None) -> Any:
        """Refuse endings: RulesError."""
        raise self.bad_rules("{name} is a heap game, which has no endings: write @gr.game with *heaps for one that has")

    def canonical(self, state: Heaps) -> Heaps:
        """Return the heaps in order: the order of heaps means nothing."""
        return tuple(sorted(state))

    # ---- rules

    def options(self, state: Heaps) -> Iterator[Heaps]:
        """Iterate over the positions that a move in one of the heaps leads to."""
        for i, heap in enumerate(state):
            for parts in self.heap_options(heap):
                yield (*state[:i], *parts, *state[i + 1 :])

    def is_sum(self, state: Heaps) -> bool:
        """A single heap is whole, anything else is the sum of its heaps."""
        return len(state) != 1

    def components(self, state: Heaps) -> list[tuple[Ruleset, Any]]:
        """Return one component a heap."""
        return [(self, (heap,)) for heap in state]

    def replace(self, state: Heaps, index: int, option: Any) -> Heaps:
        """Return the state where heap ``index`` has become the heaps ``option``."""
        return (*state[:index], *option, *state[index + 1 :])

    # ---- words

    @property
    def tells_apart(self) -> bool:
        """The number of a heap and what it becomes say all of a move."""
        return "notation" not in self.hooks

    def notation(self, before: Heaps, after: Heaps) -> str:
        """Return the words of a move: the heap's number, what it was, what it becomes."""
        hook = self.hooks.get("notation")
        if hook is not None:
            return asked(self, before, hook, before, after, **accepted(hook, self.params))
        (first,) = self.touched(before, after)
        parts = after[first : first + 1 + len(after) - len(before)]
        became = " + ".join(map(str, parts)) or _("nothing")
        return _("heap {first}: {before} → {became}").format(first=first + 1, before=before[first], became=became)

    def touched(self, before: Heaps, after: Heaps) -> tuple[int]:
        """Return the number of the heap that a move replaces, from 0; of equal neighbours that could be it, the last."""
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))
        return (min(sum(1 for _pair in same), len(before) - 1),)

    def moved(self, before: Heaps, after: Heaps) -> tuple[int]:
        """Return the number of the heap that a move replaces."""
        return self.touched(before, after)

    def split_by_sizes(self) -> None:
        """Declare that a move is made at the counters up to which the smaller heaps reach, and not where a heap is cut."""

        def sizes(before: Heaps, after: Heaps) -> list[tuple[tuple[int, int], ...]]:
            (heap,) = self.touched(before, after)
            parts = after[heap : heap + 1 + len(after) - len(before)] or (0,)
            return [tuple((heap, size) for size in way) for way in {parts, parts[::-1]}]

        self.made_at(sizes)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over about ``limit`` positions of up to three small heaps."""
        sides = {0: 1, 1: 16, 2: 10, 3: 6} if limit >= 200 else {0: 1, 1: 10, 2: 5}
        for width, side in sides.items():
            for heaps in combinations_with_replacement(range(side), width):
                yield Position(self, heaps)

    # ---- questions about the heaps

    def sequence(
        self,
        count: int,
        *,
        save: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        **params: Any,
    ) -> np.ndarray:
        """Return the Grundy values of the heaps 0, 1, …, count - 1 as a NumPy array.

        Of up to 2^20 values as int64, of more as the smallest unsigned type that holds them. ``save`` keeps them on disk,
        and begins with those that are kept; ``threads``: how many at most, all processors unless told; ``progress`` is
        called with (values done, count) now and then. TooLarge for more values than fit in ``memory``, OutOfTime past so
        many ``seconds``; what was computed by then is kept.

        >>> import grundy as gr
        >>> gr.kayles.sequence(10).tolist()
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
        """
        limited = Limits(seconds, memory)
        return engine.sequence(
            self.bind(**params), count, save=save, threads=threads, progress=progress, limited=limited
        )


class HeapFunction(HeapRuleset):
    """A heap game whose rule is a Python function from a heap to the tuples of heaps that can replace it."""

    def __init__(
        self, function: Callable[..., Any], *, name: str | None = None, trials: Iterable[dict[str, Any]] = ()
    ) -> None:
        plain_function(function)
        super().__init__(name or function.__name__, function.__doc__ or "")
        self.function = function
        self.trials = tuple(trials)
        update_wrapper(self, function, ("__name__", "__doc__"), ())
        positional = 0
        for p in inspect.signature(function).parameters.values():
            if p.kind is p.KEYWORD_ONLY:
                self._take(p)
            elif p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY):
                positional += 1
            else:
                raise self.bad_rules("{name}: the function of a heap game takes one heap, not {p}", p=p)
        self.__signature__ = called_with(HEAPS, function)
        if positional != 1:
            raise self.bad_rules(
                "{name}: the function of a heap game takes one heap, not {positional} arguments", positional=positional
            )

    def rule_data(self) -> dict[str, Any]:
        """Return the moves of a heap."""
        from grundy.rules.data import common, moves  # they read Python

        return {**common(self, "heaps"), "moves": moves(self, self.function)}

    def heap_options(self, heap: int) -> Iterator[Heaps]:
        """Iterate over the tuples of heaps that can replace one heap; RulesError for what is none."""
        result = asked(self, (heap,), self.function, heap, **self.params)
        if result is None:
            raise self.bad_rules("the function of {name} returns nothing: yield the heaps that replace a heap")
        for parts in walked(self, (heap,), result):
            if type(parts) is int:
                parts = (parts,)
            if type(parts) is tuple:
                for part in parts:
                    if type(part) is not int or part < 0:
                        break
                else:
                    yield parts
                    continue
            yield self._heaps_of(parts, heap)

    def _heaps_of(self, parts: Any, heap: int) -> Heaps:
        """Return the heaps that the rules yield for one, with Python's own integers."""
        made = integral(parts)
        for part in (made := made if isinstance(made, tuple) else (made,)):
            if not isinstance(part, int) or part < 0:
                raise self.bad_rules(
                    "the rules of {name} replace heap {heap} by {parts!r}: yield a tuple of integers from 0 up",
                    heap=heap,
                    parts=parts,
                )
        return made


def decorated(make: Callable[..., Any], function: Any, options: dict[str, Any], own: tuple[str, ...]) -> Any:
    """Return what a decorator makes of a function, without one the decorator; RulesError for options that are not its own.

    Others may say names and starts.
    """

    def plain(each: Any) -> Any:
        return make(each, **options)

    if options.keys() <= {*own}:
        return plain if function is None else plain(function)
    from grundy.rules.declaring import telling, told_in  # most rules say nothing else

    return telling(plain, told_in(options, own), function)


@overload
def heap_game(function: Callable[..., Any], /, **options: Any) -> HeapFunction: ...
@overload
def heap_game(**options: Any) -> Callable[[Callable[..., Any]], HeapFunction]: ...
def heap_game(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a heap game of a function that yields, for one heap, the tuples of heaps that can replace it.

    Options: ``name``; ``trials``, parameters for the tests; what `grundy.rules.declaring.game` has of names and starts.

    >>> @heap_game
    ... def lasker(n: int):
    ...     for k in range(n):
    ...         yield (k,)
    ...     for k in range(1, n // 2 + 1):
    ...         yield k, n - k
    >>> [q.state for q in lasker(1, 2).options()]
    [(0, 2), (1, 0), (1, 1), (1, 1, 1)]
    """
    return decorated(HeapFunction, function, options, ("name", "trials"))


# ---- heap games whose rules are a code: digits, sets, splits (`grundy.rules.heapcode`)

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
            code = asked(self, (), self._code, **self.params)
            require(HeapCode, N_("{rules} is no HeapCode: return one, such as octal_code('0.77')"), code)
            memory[CODE] = code
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

    Options: as of `heap_game`.

    >>> @heap_code
    ... def take(*, s: tuple[int, ...] = (1, 3)):
    ...     return subtraction_code(s)
    >>> [q.state for q in take(5).options()]
    [(4,), (2,)]
    """

    def make(f: Callable[..., HeapCode], name: str = "", trials: Iterable[dict[str, Any]] = ()) -> CodeRuleset:
        params = plain_function(f).__kwdefaults__
        made = CodeRuleset(name or f.__name__, f, f.__doc__ or "", params=params)
        made.trials = tuple(trials)
        made.__signature__ = called_with(HEAPS, f)
        update_wrapper(made, f, ("__name__", "__doc__"), ())
        return made

    return decorated(make, function, options, ("name", "trials"))


# ---- when two heap codes are the same game: a normal form (*Winning Ways* ch. 4, "first cousins")
# Two things are used. A part that no move can tell from nothing may be left out: a move that leaves j heaps may leave j - 1
# of them and one of size h with g(h) = 0, so that the move that takes h more and leaves j - 1 says nothing new. And where a
# heap of 1 has no move, a heap of n + 1 can be called n; such games are *cousins*: 0.4, 0.07 (Dawson's Kayles) and 0.137
# (Dawson's Chess) are the same but for the names of the heaps.

LONGEST = 40
"""Codes with more digits are left as they are: the values of that many heaps are needed."""


class NormalForm(NamedTuple):
    """A code, and by how much its heaps are larger than those of the game that was asked for: g(n) = g'(n + shift)."""

    code: HeapCode
    shift: int


@lru_cache(4096)
def normal_form(code: HeapCode) -> NormalForm:
    """Return the least code that is the same game, with the heaps' shift.

    If two codes have one normal form and one shift, their nim-sequences are equal (for n >= 1); what has different normal
    forms may still have the same values.

    >>> normal_form(heap_digits([0, 1, 3, 7])), str(normal_form(heap_digits([0, 0, 7])).code)
    (NormalForm(code=HeapCode(digits=(0, 4), repeat=(), unequal=False, divisions=()), shift=2), '0.4')
    """
    if code.repeat or code.unequal or code.divisions or len(code.digits) > LONGEST:
        return NormalForm(code, 0)
    least, shift = _least(code), 0
    while True:
        before = _unshifted(least)
        if before is None:
            return NormalForm(least, shift)
        least, shift = before, shift + 1


def shifted(code: HeapCode) -> HeapCode:
    """Return the code of the same game with a heap of n + 1 called n; a heap of 1 must have no move.

    >>> str(shifted(heap_digits([0, 4])))
    '0.07'
    """
    digits = [0] * (len(code.digits) + code.parts)
    for taken, digit in enumerate(code.digits):
        for parts in range(digit.bit_length()):
            if digit >> parts & 1:
                digits[taken + parts - 1] |= (2 << parts) - 1
    return heap_digits(digits)


def _least(code: HeapCode) -> HeapCode:
    """Return the code without the bits that say nothing new."""
    zeros = [h for h, value in enumerate(_values(code, len(code.digits))) if h and value == 0]
    digits = list(code.digits)

    def has(taken: int, parts: int) -> bool:
        return taken >= 0 and code.digits[taken] >> parts & 1 == 1

    for taken, digit in enumerate(code.digits):
        for parts in range(digit.bit_length()):
            if digit >> parts & 1:
                told = any(has(taken - h, parts + 1) for h in zeros if h <= taken)
                # two equal heaps are worth nothing, and so is nothing
                told |= parts == 0 and any(has(taken - both, 2) for both in range(2, taken + 1, 2))
                digits[taken] &= ~(told << parts)
    return heap_digits(digits)


def _unshifted(least: HeapCode) -> HeapCode | None:
    """Return the least code whose heaps are larger by one than those of the same game in ``least``, if there is one."""
    digits = [0] * len(least.digits)
    for taken, digit in enumerate(least.digits):
        parts = digit.bit_length() - 1
        if parts >= 0:
            place = taken + 1 - parts
            if not 0 <= place < len(digits):
                return None
            digits[place] |= 1 << parts
    if digits[0] & 3 or (len(digits) > 1 and digits[1] & 1):
        return None
    before = heap_digits(digits)
    if before == least or _least(shifted(before)) != least:
        return None
    return _least(before)


def _values(code: HeapCode, count: int) -> list[int]:
    """Return g(0), …, g(count - 1) by the recurrence."""
    values: list[int] = []
    for heap in range(count):
        found: set[int] = set()
        for parts in code.options(heap):
            value = 0
            for part in parts:
                value ^= values[part]
            found.add(value)
        values.append(next(v for v in range(len(found) + 1) if v not in found))
    return values
