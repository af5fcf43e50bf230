"""Heap codes: the rules of a heap game as data, the same for every heap size.

Octal, hexadecimal and longer codes, with digits that may repeat for ever; subtraction sets and all-but sets; splits into
unequal heaps; divisions of a heap into equal ones. What is true of a code for enough heaps can often be proved for all of
them (Guy and Smith, *The G-values of various games*, 1956; *Winning Ways* ch. 4). How codes are written is told in
`grundy.rules.code_notation`, which codes are the same game in `grundy.rules.normal_forms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from grundy.errors import GrundyError, TooLarge
from grundy.language import _

LARGEST_TAKEN = 1 << 20
"""The largest number of counters that a digit may stand for."""
MOST_PARTS = 16
"""The most heaps that a digit may leave."""
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
        from grundy.rules.code_notation import written

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
            "the digit before the point is {fixed}, and its bits 1 and 2 must be off: a move that takes "
            "nothing and leaves one heap, or none, would not end",
            fixed=fixed[0],
        )
    if len(fixed) + len(cycle) > LARGEST_TAKEN + 1:
        raise TooLarge(
            "a code of {count:,} digits: at most {largest_taken:,} are kept here",
            count=len(fixed) + len(cycle) - 1,
            largest_taken=LARGEST_TAKEN,
        )
    moves = tuple(sorted({(int(q), int(k)) for q, k in divisions}))
    for divisor, copies in moves:
        if divisor < 2 or not 1 <= copies <= LARGEST_TAKEN:
            raise GrundyError(
                "a division {divisor}:{copies} is none: a heap of 2x or more becomes 1 or more heaps of x",
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
            raise GrundyError("{what} has {number}: its numbers are from 1 up", what=what, number=number)
    if max(chosen, default=0) > LARGEST_TAKEN:
        raise TooLarge(
            "{what} has {chosen:,}: its numbers are at most {largest_taken:,} here",
            what=what,
            chosen=max(chosen),
            largest_taken=LARGEST_TAKEN,
        )
    return chosen
