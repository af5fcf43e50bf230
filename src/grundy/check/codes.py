"""Heap codes of certificates: their digits, read from a text.

What this reads it reads alone, so that a period is checked with few lines (`grundy.check.periods`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from grundy.check.form import shown
from grundy.common.errors import GrundyError, TooLarge

# -- heap codes as certificates have them: in the one spelling that the page on certificates says ----------------------


LARGEST_TAKEN = 1 << 20
"""The largest number of counters that a digit may stand for."""
MOST_PARTS = 16
"""The most heaps that a digit may leave."""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_LONGEST = 10
"""Plain subtraction sets of fewer digits than one more than this are written as digits."""


class Code(NamedTuple):
    """The digits of a code, those that repeat after them, whether heaps that are left differ, and divisions (q, k)."""

    digits: tuple[int, ...]
    repeat: tuple[int, ...] = ()
    unequal: bool = False
    divisions: tuple[tuple[int, int], ...] = ()

    @property
    def family(self) -> str:
        """What kind of code it is: "subtraction", "all-but", "octal", "finite", "infinite", "unequal" or "division"."""
        if self.divisions or self.unequal:
            return "division" if self.divisions else "unequal"
        takes = {*self.digits[1:]} <= {0, 3} and not self.digits[0]
        if self.repeat:
            return "all-but" if takes and self.repeat == (3,) else "infinite"
        if takes and len(self.digits) > 1:
            return "subtraction"
        return "octal" if max(self.digits) < 8 else "finite"

    @property
    def parts(self) -> int:
        """The most heaps that a move of the digits leaves."""
        return max(0, max(map(int.bit_length, (*self.digits, *self.repeat))) - 1)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Iterate over the heaps that can replace one heap.

        >>> list(Code((0, 7, 7)).options(3))
        [(2,), (1, 1), (1,)]
        """
        for taken in range(heap + 1 if self.repeat else min(heap + 1, len(self.digits))):
            over = taken - len(self.digits)
            digit = self.digits[taken] if over < 0 else self.repeat[over % len(self.repeat)]
            for parts in range(digit.bit_length()):
                if digit >> parts & 1:
                    yield from self._left(heap - taken, parts, 1)
        for divisor, copies in self.divisions:
            if heap and heap % divisor == 0:
                yield (heap // divisor,) * copies

    def _left(self, total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
        """Iterate over so many heaps in rising order, of a total, each at least so large."""
        if parts < 2:
            if total >= least * parts and (parts or not total):
                yield (total,) * parts
            return
        for part in range(least, (total - self.unequal) // parts + 1):
            for others in self._left(total - part, parts - 1, part + self.unequal):
                yield part, *others

    def __str__(self) -> str:
        words = [f"{q}:{k}" for q, k in self.divisions]
        return " ".join(["unequal"] * self.unequal + [self._moves(), *words])

    def _moves(self) -> str:
        all_but = self.family == "all-but"
        taken = [str(m) for m, digit in enumerate(self.digits) if m and bool(digit) is not all_but]
        if all_but or (self.family == "subtraction" and len(self.digits) > _LONGEST):
            return "all-but " * all_but + "{" + ", ".join(taken) + "}"
        if max((*self.digits, *self.repeat)) >= len(_DIGITS):
            return "digits " + "; ".join(" ".join(map(str, row)) for row in (self.digits, self.repeat) if row)
        first, others, cycle = (
            "".join(_DIGITS[digit] for digit in row) for row in (self.digits[:1], self.digits[1:], self.repeat)
        )
        return f"{first}.{others or '0' * (not cycle)}{f'({cycle})' if cycle else ''}"


def code_of(text: object) -> Code:
    """Return the code of a text; GrundyError for one that is none, or is not written so.

    >>> code_of("0.77"), code_of("all-but {2}").repeat
    (Code(digits=(0, 7, 7), repeat=(), unequal=False, divisions=()), (3,))
    """
    read = _read(text) if isinstance(text, str) else None
    if read is None or str(code := _shortest(read)) != text:
        raise GrundyError("the code is a text as it is usually written, such as 0.77, not {shown}", shown=shown(text))
    every = (*code.digits, *code.repeat)
    if len(every) > LARGEST_TAKEN + 1:
        raise TooLarge("a code has at most {most:,} digits here", most=LARGEST_TAKEN + 1)
    if max(every) >> (3 if code.unequal else MOST_PARTS + 1) or code.digits[0] & 3:
        raise GrundyError("a digit of the code {shown} says what no digit may", shown=shown(text))
    if any(divisor < 2 or not 1 <= copies <= LARGEST_TAKEN for divisor, copies in code.divisions):
        raise GrundyError("a division of the code {shown} is none", shown=shown(text))
    return code


def _read(text: str) -> Code | None:
    """Return what a text says in any of the ways to write codes, None for nothing."""
    match = re.fullmatch(r"(unequal )?(.*?)((?: \d{1,9}:\d{1,9})*)", text, re.ASCII)
    if match is None:
        return None
    divisions = tuple((int(q), int(k)) for q, k in re.findall(r"(\d+):(\d+)", match[3], re.ASCII))
    rest, unequal = match[2], bool(match[1])
    if found := re.fullmatch(r"([0-9A-V])\.([0-9A-V]*)(?:\(([0-9A-V]+)\))?", rest):
        digits, repeat = (tuple(map(_DIGITS.index, row)) for row in (found[1] + found[2], found[3] or ""))
    elif found := re.fullmatch(r"(all-but )?\{((?:\d{1,7}(?:, \d{1,7})*)?)\}", rest, re.ASCII):
        chosen = {int(word) for word in found[2].split(", ") if word}
        if not chosen and not found[1]:
            return None
        if max(chosen, default=0) > LARGEST_TAKEN:
            raise TooLarge("a code has at most {most:,} digits here", most=LARGEST_TAKEN + 1)
        every = range(max(chosen, default=0) + 1)
        digits = tuple(3 * (m > 0 and (m in chosen) is not bool(found[1])) for m in every)
        repeat = (3,) if found[1] else ()
    elif found := re.fullmatch(r"digits (\d{1,9}(?: \d{1,9})*)(?:; (\d{1,9}(?: \d{1,9})*))?", rest, re.ASCII):
        digits, repeat = (tuple(map(int, (row or "").split())) for row in found.groups())
    else:
        return None
    return Code(digits, repeat, unequal, divisions)


def _shortest(code: Code) -> Code:
    """Return a code with the fewest digits, and divisions in order."""
    digits, cycle = [*code.digits], [*code.repeat]
    if not any(cycle):
        cycle.clear()
    for size in range(1, len(cycle)):
        if len(cycle) % size == 0 and cycle == cycle[:size] * (len(cycle) // size):
            del cycle[size:]
            break
    while len(digits) > 1 and digits[-1] == (cycle[-1] if cycle else 0):
        last = digits.pop()
        cycle[:] = [last, *cycle[:-1]] if cycle else []
    return Code(tuple(digits), tuple(cycle), code.unequal, tuple(sorted({*code.divisions})))
