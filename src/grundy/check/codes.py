"""The moves of one heap by a heap code, as linear conditions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from grundy.check.heap_codes import Code, code_of
from grundy.check.linear import Atom, Linear, Yield, compared
from grundy.common.errors import GrundyError


def code_moves(text: object, parameters: dict[str, Any]) -> list[Yield]:
    """Return the moves of one heap by a code: digits, repeated digits, divisions."""
    if parameters:
        raise GrundyError("the rules of a code have no parameters")
    code = code_of(text)
    if len(code.digits) + len(code.repeat) > 64 or code.parts > 4:
        raise GrundyError("a code of more than 64 digits, or of more than 4 parts, is not read by the checker")
    heap, found = Linear((("x0", 1),)), list[Yield]()
    for taken, digit in enumerate(code.digits):
        found += _digit(heap.plus(Linear((), -taken)), digit, code)
    for place, digit in enumerate(code.repeat):
        taken = Linear((("t", len(code.repeat)),), len(code.digits) + place)
        found += _digit(heap.plus(taken, -1), digit, code)
    for divisor, copies in code.divisions:
        part = Linear((("q", 1),))
        whole = Atom(heap.plus(part, -divisor), "="), Atom(part.plus(Linear((), -1)), ">=")
        found.append(Yield(whole, (part,) * copies))
    return found


def _digit(left: Linear, digit: int, code: Code) -> list[Yield]:
    """Return the moves that leave so many counters, in as many heaps as the bits of a digit say, in rising order."""
    found: list[Yield] = []
    for parts in range(digit.bit_length()):
        if not digit >> parts & 1:
            continue
        if not parts:
            found.append(Yield((Atom(left, "="),), ()))
            continue
        sizes = [Linear(((f"p{i}", 1),), 1) for i in range(parts - 1)]
        last = left
        for size in sizes:
            last = last.plus(size, -1)
        sizes.append(last)
        atoms = [compared(small, "<" if code.unequal else "<=", large) for small, large in pairwise(sizes)]
        found.append(Yield((Atom(last.plus(Linear((), -1)), ">="), *atoms), tuple(sizes)))
    return found
