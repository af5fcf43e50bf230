"""Nim-sequences of heap games by the plain recurrence, with a proved period where one is quickly found.

g(n) is the mex of the xors g(h1) ^ g(h2) ^ … over the ways to replace a heap of n. A finite code looks only so far, so
that enough repeated values prove a period for all heaps (`grundy.patterns.periods`); a Python rule may change its mind at
any n, so that its period is never more than a conjecture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.errors import GrundyError, RulesError, TooLarge
from grundy.patterns.law import Law, conjecture, periodic
from grundy.patterns.periods import (
    Period,
    octal_criterion,
    prove_period,
    subtraction_criterion,
    unequal_criterion,
)
from grundy.rules.codes import CodeRuleset, HeapCode
from grundy.rules.heaps import HeapFunction, HeapRuleset, Heaps

PLAIN = 1 << 10
"""Values that the interpreted recurrence computes before the compiled one is called."""
QUICKLY = 1 << 14
"""Values among which a period is looked for before a large heap is refused."""
LARGEST = {"octal": 1 << 17, "subtraction": 1 << 24, "unequal": 1 << 24}
"""Heaps that are computed without a period."""


class NimSequence:
    """The Grundy values of the heaps 0, 1, 2, … of one heap game, computed as far as they were asked for."""

    def __init__(self, rules: HeapRuleset) -> None:
        self.rules = rules
        self.code: HeapCode | None = rules.code if isinstance(rules, CodeRuleset) else None
        self.values: Any = []
        self.period: Period | None = None

    def value(self, heap: int) -> int:
        """Return the Grundy value of a heap of any size that is within reach; TooLarge otherwise."""
        if heap < len(self.values):
            return int(self.values[heap])
        if self.period is None:
            self._look_for_period(heap)
        if self.period is not None:
            return int(self.values[self.period.reduced(heap)])
        self.extend(heap + 1)
        return int(self.values[heap])

    def extend(self, count: int) -> None:
        """Compute the values of all heaps below ``count``."""
        have = len(self.values)
        if count <= have:
            return
        if self.code is None:
            self._extend_by_rule(count)
        elif self.code.kind == "subtraction":
            _within(self.rules, self.code, count)
            self.values = subtraction_values(self.code, max(count, 2 * have))
        elif count <= PLAIN:
            plain_values(self.code, self.values, count)
        else:
            _within(self.rules, self.code, count)
            self.values = code_sequence(self.code, count, self.values)

    def _look_for_period(self, heap: int) -> None:
        """Try to prove a period from the first values, at powers of two."""
        if self.code is None:
            return
        count = max(64, len(self.values))
        limit = 1 << 20 if self.code.kind == "subtraction" else PLAIN if heap < QUICKLY else QUICKLY
        while count <= limit and heap >= count // 2 and self.code.kind != "unequal":
            self.extend(count)
            found = prove_period(self.values, criterion(self.code))
            if found is not None and found.proved:
                self.period = found
                return
            count *= 2

    def _extend_by_rule(self, count: int) -> None:
        rules = self.rules
        assert isinstance(rules, HeapFunction)
        if count * 8 > 4 << 30:
            raise TooLarge(
                f"{rules.name}: a heap of {count - 1:,} needs the values of all smaller ones, {count * 8 / 2**30:.1f} GiB; "
                "a Python rule has no proved period that would spare them",
                needed=count * 8,
            )
        if count - len(self.values) > 300:
            found = rule_sequence(rules, count)
            if found is not None:
                self.values = found
                return
        values = self.values = list(self.values)
        for heap in range(len(values), count):
            values.append(_mex_of(_xor_values(rules, heap, values)))

    def law(self, limit: int) -> Law:
        """Return the law that the first values show, proved where the rules are a finite code and the values suffice."""
        if self.code is None:
            self.extend(limit)
            return conjecture([int(v) for v in self.values[:limit]], "A Python rule is not read for all n.")
        self._look_for_period(limit)
        if self.period is not None:
            return periodic(
                self.period, len(self.values) - 1, f"by the exact criterion for a {CRITERIA[self.code.kind]}"
            )
        self.extend(limit)
        return conjecture([int(v) for v in self.values[:limit]])

    def reach(self, heap: int, target: int) -> Iterator[Heaps]:
        """Iterate over the replacements of a heap whose xor of values is ``target``."""
        if self.period is None or self.code is None or heap < len(self.values):
            for parts in self.rules.heap_options(heap):
                total = 0
                for part in parts:
                    total ^= self.value(part)
                if total == target:
                    yield parts
            return
        for taken, digit in enumerate(self.code.digits):
            rest = heap - taken
            if digit & 2 and self.value(rest) == target:
                yield (rest,)
            if digit & 4:
                yield from self._splits(rest, target)

    def _splits(self, rest: int, target: int) -> Iterator[Heaps]:
        """Iterate over the splits of a large heap, residue by residue, so that it ends where there is none."""
        assert self.period is not None
        start, period = self.period.preperiod, self.period.period
        half = rest // 2
        for part in range(1, min(start, half + 1)):
            if self.value(part) ^ self.value(rest - part) == target:
                yield part, rest - part
        first = max(start, 1)
        good = [a for a in range(first, first + period) if self.value(a) ^ self.value(rest - a) == target]
        for base in range(0, half + 1, period) if good else ():
            for a in good:
                if base + a <= half:
                    yield base + a, rest - base - a


CRITERIA = {
    "octal": "finite octal code",
    "subtraction": "finite subtraction set",
    "unequal": "split into unequal heaps",
}


def criterion(code: HeapCode) -> Any:
    """Return the exact criterion for periods of a code."""
    if code.kind == "subtraction":
        return subtraction_criterion(m for m, d in enumerate(code.digits) if d)
    return unequal_criterion(code.digits) if code.kind == "unequal" else octal_criterion(code.digits)


def of(rules: HeapRuleset) -> NimSequence:
    """Return the nim-sequence of a heap game, the same one each time."""
    if "sequence" not in rules.memory:
        rules.memory["sequence"] = NimSequence(rules)
    return rules.memory["sequence"]


def plain_values(code: HeapCode, values: list[int], count: int) -> None:
    """Append g(len(values)), …, g(count - 1) of an octal or unequal code. O(count^2)."""
    for heap in range(len(values), count):
        found: set[int] = set()
        for taken, digit in enumerate(code.digits):
            rest = heap - taken
            if digit & 1 and rest == 0:
                found.add(0)
            if digit & 2 and rest > 0:
                found.add(values[rest])
            if digit & 4 and rest > 1:
                half = (rest - 1) // 2 if code.kind == "unequal" else rest // 2
                found.update(map(int.__xor__, values[1 : half + 1], values[rest - 1 : rest - 1 - half : -1]))
        values.append(_mex_of(found))


def subtraction_values(code: HeapCode, count: int) -> list[int]:
    """Return g(0), …, g(count - 1) of a subtraction game, a value at a time by bit sets. O(count^2 / 64).

    The heaps of value v are found in rising order: a heap that is left and that no move takes to a heap of value v has it.
    """
    steps = sum(1 << m for m, d in enumerate(code.digits) if d)
    values = [0] * count
    left = (1 << count) - 1
    value = 0
    while left:
        reached = 0
        free = left
        while free:
            heap = (free & -free).bit_length() - 1
            values[heap] = value
            reached |= steps << heap
            free = free >> heap + 1 << heap + 1 & ~reached
        left &= reached
        value += 1
    return values


def _within(rules: HeapRuleset, code: HeapCode, count: int) -> None:
    if count > LARGEST[code.kind]:
        raise TooLarge(
            f"{rules.name}: no period was found quickly, and the plain recurrence for a heap of {count - 1:,} is past its "
            f"limit of {LARGEST[code.kind]:,}"
        )


def _xor_values(rules: HeapFunction, heap: int, values: list[int]) -> set[int]:
    found: set[int] = set()
    for parts in rules.heap_options(heap):
        total = 0
        for part in parts:
            if part >= heap:
                raise RulesError(
                    f"the rules of {rules.name} replace a heap of {heap} by one of {part}: a heap must become smaller "
                    "(games whose heaps can grow are written with @game)"
                )
            total ^= values[part]
        found.add(total)
    return found


def _mex_of(found: set[int]) -> int:
    value = 0
    while value in found:
        value += 1
    return value


def checked_count(count: int) -> int:
    """Return a count of values; GrundyError for a negative one."""
    if count < 0:
        raise GrundyError(f"a sequence has a count of values from 0 up, not {count}")
    return count


def code_sequence(code: HeapCode, count: int, known: Any) -> Any:
    """Return the first values of the nim-sequence of an octal or unequal code, by the kernels, from those known on."""
    import numpy as np

    from grundy.kernels.heaps import nim_sequence_octal, nim_sequence_unequal

    begun = np.array(known, np.uint16)
    if code.kind == "unequal":
        return nim_sequence_unequal(count, known=begun)
    return nim_sequence_octal(code.digits, count, known=begun)


def rule_sequence(rules: HeapFunction, count: int) -> Any:
    """Return the first values of the nim-sequence of a Python rule, compiled, or None if it must be interpreted."""
    from grundy.kernels.contract import Unfit
    from grundy.kernels.heaps import nim_sequence_by_rule
    from grundy.solvers.native import give_up, native_heaps

    made = native_heaps(rules)
    if made is None:
        return None
    try:
        return nim_sequence_by_rule(made.fill, made.params, count)
    except Unfit as problem:
        give_up(rules, str(problem))
        return None
