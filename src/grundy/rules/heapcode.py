"""Heap codes: the rules of a heap game as data, the same for every heap size.

Octal, hexadecimal and longer codes, with digits that may repeat for ever; subtraction sets and all-but sets; splits into
unequal heaps; divisions of a heap into equal ones. What is true of a code for enough heaps can often be proved for all of
them (Guy and Smith, *The G-values of various games*, 1956; *Winning Ways* ch. 4). Which codes are the same game is told
in `grundy.rules.heaps`. They are written so:

- ``0.77``, ``4.7``, ``0.3F``: digits in base 32 (0 to 9, A to V), as those of the literature's octal (to 7) and
  hexadecimal (to F) codes; ``0.(07)``, ``0.1[3]``: the digits in brackets repeat for ever.
- ``{1, 3, 4}``: a subtraction set; ``all-but {2, 4}``: any number may be taken but these.
- ``split 3``, ``split 2-4``: a heap becomes exactly 3, or 2 to 4, smaller heaps, and nothing is taken.
- ``digits 0 64 3``: any digits, as numbers; ``digits 4; 3``: those after the semicolon repeat.
- ``unequal 4.0``, or ``4!.0``: the two heaps of a split must differ (this one is Grundy's game).
- ``0.3 2:5``: besides, a heap of 2x may become 5 heaps of x.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, NoReturn, TypeAlias

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.messages import N_, _

LARGEST_TAKEN = 1 << 20
"""The largest number of counters that a digit may stand for."""
MOST_PARTS = 16
"""The most heaps that a digit may leave."""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_KINDS = {8: N_("an octal code"), 16: N_("a hexadecimal code"), 32: N_("a heap code")}
_SHOWN_AS_DIGITS = 10
"""Subtraction sets up to this number are written as digits."""
Heaps: TypeAlias = "tuple[int, ...]"


class HeapCode(NamedTuple):
    """The rules of a heap game as digits.

    Digit d_m (``digits[m]``; after the last one the digits ``repeat`` follow again and again) says in what ways exactly m
    counters may be taken from a heap: with bit j the rest may be left as exactly j heaps, none of them empty.
    ``unequal``: two heaps that are left must differ. ``divisions``: pairs (q, k), by which a heap of q·x may become k
    heaps of x.

    >>> kayles = HeapCode((0, 7, 7))
    >>> str(kayles), kayles.family, kayles.parts
    ('0.77', 'octal', 2)
    """

    digits: tuple[int, ...]
    repeat: tuple[int, ...] = ()
    unequal: bool = False
    divisions: tuple[tuple[int, int], ...] = ()

    @property
    def family(self) -> str:
        """What kind of code it is: "subtraction", "all-but", "octal", "finite", "infinite", "unequal" or "division"."""
        if self.divisions:
            return "division"
        if self.unequal:
            return "unequal"
        takes = set(self.digits[1:]) <= {0, 3} and not self.digits[0]
        if self.repeat:
            return "all-but" if takes and self.repeat == (3,) else "infinite"
        if takes and len(self.digits) > 1:
            return "subtraction"
        return "octal" if max(self.digits) < 8 else "finite"

    @property
    def parts(self) -> int:
        """The most heaps that a move of the digits leaves."""
        return max(0, max(map(int.bit_length, (*self.digits, *self.repeat))) - 1)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The numbers m of counters that a nonzero digit d_m lets be taken, without those of repeating digits."""
        return tuple(m for m, digit in enumerate(self.digits) if digit)

    @property
    def excluded(self) -> tuple[int, ...]:
        """The numbers of counters that may not be taken, of an all-but code."""
        return tuple(m for m, digit in enumerate(self.digits) if m and not digit)

    def digit(self, taken: int) -> int:
        """Return the digit d_taken."""
        if taken < len(self.digits):
            return self.digits[taken]
        return self.repeat[(taken - len(self.digits)) % len(self.repeat)] if self.repeat else 0

    def expanded(self, count: int) -> tuple[int, ...]:
        """Return d_0, …, d_(count - 1), or fewer: no zeros are added after the last digit of a finite code."""
        if not self.repeat or count <= len(self.digits):
            return self.digits[:count]
        times = -(-(count - len(self.digits)) // len(self.repeat))
        return (self.digits + self.repeat * times)[:count]

    def options(self, heap: int) -> Iterator[Heaps]:
        """Iterate over the heaps that can replace one heap.

        >>> list(HeapCode((0, 7, 7)).options(3))
        [(2,), (1, 1), (1,)]
        """
        for taken, digit in enumerate(self.expanded(heap + 1)):
            for parts in range(digit.bit_length()):
                if digit >> parts & 1:
                    yield from _partitions(heap - taken, parts, 1, self.unequal)
        for divisor, copies in self.divisions:
            if heap and heap % divisor == 0:
                yield (heap // divisor,) * copies

    def __str__(self) -> str:
        return written(self)


def _partitions(total: int, parts: int, least: int, unequal: bool) -> Iterator[Heaps]:
    """Iterate over the ways to write a total as so many parts in rising order, each at least ``least``."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    if parts == 1:
        if total >= least:
            yield (total,)
        return
    for part in range(least, (total - unequal) // parts + 1):
        for others in _partitions(total - part, parts - 1, part + unequal, unequal):
            yield part, *others


def heap_digits(
    digits: Iterable[int],
    repeat: Iterable[int] = (),
    *,
    unequal: bool = False,
    divisions: Iterable[tuple[int, int]] = (),
) -> HeapCode:
    """Return the code of some digits, in its shortest form; GrundyError names the digit that no code can have.

    >>> heap_digits([4], [3, 3])
    HeapCode(digits=(4,), repeat=(3,), unequal=False, divisions=())
    """
    if not hasattr(digits, "__iter__"):
        _quoted(digits, N_("a code"))
    fixed, cycle = list(digits) or [0], list(repeat)
    for place, digit in enumerate((*fixed, *cycle)):
        if type(digit) is not int or digit < 0:
            raise GrundyError(
                "digit {place} of a heap code is {digit!r}: digits are integers from 0 up", place=place, digit=digit
            )
        if digit >> MOST_PARTS + 1:
            raise GrundyError(
                "digit {place} of a heap code is {digit}: a move leaves at most {most_parts} heaps here",
                place=place,
                digit=digit,
                most_parts=MOST_PARTS,
            )
    if fixed[0] & 3:
        raise GrundyError(
            "the digit before the point is {fixed}, but its bits 1 and 2 must be off: a move that takes "
            "nothing and leaves at most one heap would never end",
            fixed=fixed[0],
        )
    if len(fixed) + len(cycle) > LARGEST_TAKEN + 1:
        raise TooLarge(
            "a code of {count:,} digits is too long: at most {largest_taken:,} can be used here",
            count=len(fixed) + len(cycle) - 1,
            largest_taken=LARGEST_TAKEN,
        )
    moves = tuple(sorted({(int(q), int(k)) for q, k in divisions}))
    for divisor, copies in moves:
        if divisor < 2 or not 1 <= copies <= LARGEST_TAKEN:
            raise GrundyError(
                "{divisor}:{copies} is not a division: a heap of 2x or more becomes 1 or more heaps of x",
                divisor=divisor,
                copies=copies,
            )
    if unequal and max(map(int.bit_length, (*fixed, *cycle))) > 3:
        raise GrundyError("a code with unequal parts leaves at most two of them here")
    return HeapCode(*_shortest(fixed, cycle), unequal, moves)


def _shortest(digits: list[int], repeat: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the least digits and the least repeating digits of the same code."""
    if not any(repeat):
        while len(digits) > 1 and digits[-1] == 0:
            digits.pop()
        return tuple(digits), ()
    size = next(
        p for p in range(1, len(repeat) + 1) if len(repeat) % p == 0 and repeat == repeat[:p] * (len(repeat) // p)
    )
    cycle = repeat[:size]
    while len(digits) > 1 and digits[-1] == cycle[-1]:
        cycle = [digits.pop(), *cycle[:-1]]
    return tuple(digits), tuple(cycle)


def subtraction_code(numbers: Iterable[int]) -> HeapCode:
    """Return the code of the game that takes one of ``numbers``; GrundyError for an empty set or a number below 1.

    >>> str(subtraction_code([1, 20]))
    '{1, 20}'
    """
    chosen = _numbers(numbers, _("a subtraction set"))
    if not chosen:
        raise GrundyError("a subtraction set needs at least one number")
    return HeapCode(tuple(3 * (m in chosen) for m in range(max(chosen) + 1)))


def all_but_code(excluded: Iterable[int]) -> HeapCode:
    """Return the code of the game that takes any number but those excluded; GrundyError for a number below 1.

    >>> str(all_but_code([2, 4]))
    'all-but {2, 4}'
    """
    chosen = _numbers(excluded, _("an all-but set"))
    return HeapCode(tuple(3 * (m not in chosen and m > 0) for m in range(max(chosen, default=0) + 1)), (3,))


def _numbers(numbers: Iterable[int], what: str) -> set[int]:
    chosen = set(numbers)
    for number in sorted(chosen)[:1]:
        if number < 1:
            raise GrundyError("{what} contains {number}: its numbers start at 1", what=what, number=number)
    if max(chosen, default=0) > LARGEST_TAKEN:
        raise TooLarge(
            "{what} contains {chosen:,}: its numbers are at most {largest_taken:,} here",
            what=what,
            chosen=max(chosen),
            largest_taken=LARGEST_TAKEN,
        )
    return chosen


# ---- how codes are written


def read_code(text: str) -> HeapCode:
    """Read a code as this module's docstring tells; GrundyError names the place of what is wrong.

    >>> read_code("4.(3)"), read_code("{1, 3}").digits
    (HeapCode(digits=(4,), repeat=(3,), unequal=False, divisions=()), (0, 3, 0, 3))
    >>> read_code("unequal 4.0").family, read_code("0.3 2:5").divisions
    ('unequal', ((2, 5),))
    >>> read_code("4!.0") == read_code("unequal 4.0"), str(read_code("0.4!"))
    (True, 'unequal 0.4')
    """
    words = _quoted(text, N_("a code")).split()
    unequal = words[:1] == ["unequal"]
    words = words[unequal:]
    if any("!" in word for word in words):
        unequal, words = True, _without_marks(words, text)
    divisions: list[tuple[int, int]] = []
    while words and re.fullmatch(r"[0-9]{1,9}:[0-9]{1,9}", words[-1]):
        divisor, _, copies = words.pop().partition(":")
        divisions.append((int(divisor), int(copies)))
    rest = " ".join(words)
    read = _read_moves(rest or "0.0" if divisions else rest, text)
    if not unequal and not divisions:
        return read
    return heap_digits(read.digits, read.repeat, unequal=unequal, divisions=divisions)


def _without_marks(words: list[str], text: str) -> list[str]:
    """Return the words of a code whose splits are all marked with ! as unequal ones, without the marks."""
    for digit, mark in re.findall(r"([0-9A-Va-v])(!?)", words[0]):
        if bool(_value(digit) & 4) != bool(mark):
            _wrong(
                text, N_("a code"), _("the mark ! stands behind every digit that splits a heap in two, and no other")
            )
    return [words[0].replace("!", ""), *words[1:]]


def _read_moves(rest: str, text: str) -> HeapCode:
    if rest.startswith("{"):
        return subtraction_code(_read_set(rest, text))
    if rest.startswith("all-but"):
        return all_but_code(_read_set(rest.removeprefix("all-but").strip() or "{}", text))
    if rest.startswith("split"):
        match = re.fullmatch(r"split ([0-9]{1,4})(?:-([0-9]{1,4}))?", rest)
        if match is None or not 2 <= int(match[1]) <= int(match[2] or match[1]):
            _wrong(text, N_("a code"), _("write split 3, or split 2-4, with two heaps or more"))
        return heap_digits([sum(1 << parts for parts in range(int(match[1]), int(match[2] or match[1]) + 1))])
    if rest.startswith("digits"):
        lists = [part.split() for part in rest.removeprefix("digits").split(";")]
        for word in sum(lists, list[str]()):
            if not re.fullmatch(r"[0-9]{1,9}", word):
                _wrong(text, N_("a code"), _("{word!r} is not a number").format(word=word))
        if len(lists) > 2:
            _wrong(text, N_("a code"), _("a single semicolon stands before the repeating digits"))
        return heap_digits(map(int, lists[0]), map(int, lists[1]) if len(lists) == 2 else ())
    return read_digits(rest, 32)


def _read_set(rest: str, text: str) -> list[int]:
    if not re.fullmatch(r"\{[^{}]*\}", rest):
        _wrong(text, N_("a set"), _("write its numbers between { and }"))
    numbers: list[int] = []
    for place, word in enumerate(re.split(r"[,\s]+", rest[1:-1].strip(" ,")) if rest[1:-1].strip(" ,") else [], 1):
        if not re.fullmatch(r"-?[0-9]{1,18}", word):
            _wrong(text, N_("a set"), _("number {place} is {word!r}").format(place=place, word=word))
        numbers.append(int(word))
    return numbers


def read_digits(text: str, base: int) -> HeapCode:
    """Read digits below ``base`` around a point; GrundyError names the place of what is wrong.

    >>> read_digits("0.1[3]", 32).repeat
    (3,)
    """
    kind = _KINDS[base]
    whole, dot, after = _quoted(text, kind).strip().partition(".")
    if not dot or not (after or whole):
        _wrong(text, kind, _("write the digits after a point, as in 0.77"))
    if len(whole) > 1:
        _wrong(text, kind, _("exactly one digit stands before the point"))
    match = re.fullmatch(r"([^()\[\]]*)(?:\(([^()\[\]]+)\)|\[([^()\[\]]+)\])?", after)
    if match is None:
        _wrong(text, kind, _("the repeating digits come last, in one pair of brackets, as in 0.1(3)"))
    cycle = match[2] or match[3] or ""
    for place, digit in enumerate(match[1] + cycle, 1):
        if digit.upper() not in _DIGITS[:base] or not digit.isascii():
            _wrong(
                text,
                kind,
                _("digit {place} after the point is {digit!r}, not {span}").format(
                    place=place, digit=digit, span={8: "0 to 7", 16: "0 to F", 32: _("0 to 9 or A to V")}[base]
                ),
            )
    if whole and (whole.upper() not in _DIGITS[:base] or _value(whole) & 3):
        allowed = ", ".join(_DIGITS[4:base:4])
        _wrong(
            text,
            kind,
            _("the digit before the point is 0 or {allowed} (otherwise play might not end), not {whole!r}").format(
                allowed=allowed, whole=whole
            ),
        )
    return heap_digits([_value(whole or "0"), *map(_value, match[1])], map(_value, cycle))


def written(code: HeapCode) -> str:
    """Return the text of a code, which `read_code` reads back.

    >>> written(HeapCode((0, 64))), written(HeapCode((4,), (3,))), written(HeapCode((4,), unequal=True))
    ('digits 0 64', '4.(3)', 'unequal 4.0')
    """
    words = ["unequal"] * code.unequal + [_moves(code)] + [f"{q}:{k}" for q, k in code.divisions]
    return " ".join(words)


def _moves(code: HeapCode) -> str:
    plain = not code.divisions and not code.unequal
    if plain and code.family == "subtraction" and len(code.digits) > _SHOWN_AS_DIGITS:
        return "{" + ", ".join(map(str, code.amounts)) + "}"
    if plain and code.family == "all-but":
        return "all-but {" + ", ".join(map(str, code.excluded)) + "}"
    if max((*code.digits, *code.repeat)) >= len(_DIGITS):
        cycle = "; " + " ".join(map(str, code.repeat)) if code.repeat else ""
        return "digits " + " ".join(map(str, code.digits)) + cycle
    first, *others = (_DIGITS[digit] for digit in code.digits)
    cycle = "(" + "".join(_DIGITS[digit] for digit in code.repeat) + ")" if code.repeat else ""
    return f"{first}.{''.join(others) or '0' * (not cycle)}{cycle}"


def _value(digit: str) -> int:
    return _DIGITS.index(digit.upper())


def _quoted(text: object, kind: str) -> str:
    return text if isinstance(text, str) else _wrong(text, kind, _("write it in quotes, as in '0.77'"))


def _wrong(text: object, kind: str, why: str) -> NoReturn:
    shown = text if not isinstance(text, str) or len(text) <= 60 else f"{text[:60]}…"
    raise GrundyError("{shown!r} is not {kind}: {why}", shown=shown, kind=_(kind), why=why)
