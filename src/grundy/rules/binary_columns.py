"""Numbers in binary columns: words for the explanations of games that are Nim in disguise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

from grundy.common import messages
from grundy.common.messages import _
from grundy.rules.solution import Solution
from grundy.values.outcome import Outcome

MOST = 12
"""Rows that are shown; of more, the first ones."""


def columns(rows: Sequence[tuple[str, int]]) -> list[str]:
    """Return a line a row: its label, its number, the number in binary. Of many rows the first ones.

    >>> print(*columns([("heap 1:", 3), ("heap 2:", 10)]), sep="\\n")
    heap 1:  3 = 0011
    heap 2: 10 = 1010
    """
    shown = rows[:MOST]
    label = max((messages.width(text) for text, _ in shown), default=0)
    digits = max((len(str(number)) for _, number in shown), default=1)
    bits = width(rows)
    lines = [f"{messages.left(text, label)} {number:>{digits}} = {number:0{bits}b}" for text, number in shown]
    return lines + [_("… and {count} more").format(count=len(rows) - MOST)] * (len(rows) > MOST)


def width(rows: Sequence[tuple[str, int]]) -> int:
    """Return how many binary digits the numbers need, at least one."""
    return max([1, *(number.bit_length() for _, number in rows)])


def with_xor(rows: Sequence[tuple[str, int]]) -> list[str]:
    """Return the rows in binary columns, and their xor below.

    >>> print(*with_xor([("heap 1:", 3), ("heap 2:", 10)]), sep="\\n")
    heap 1:  3 = 0011
    heap 2: 10 = 1010
           xor = 1001
    """
    lines = columns(rows)
    if not lines:
        return [_("nothing is left: the xor is 0")]
    total, bits = reduce(xor, (number for _, number in rows)), width(rows)
    label = messages.right(_("xor"), messages.width(lines[0]) - bits - 3)
    return [*lines, f"{label} = {total:0{bits}b}"]


def heap_rows(heaps: Sequence[int]) -> list[tuple[str, int]]:
    """Return heaps with their names."""
    return [(_("heap {i}:").format(i=i), heap) for i, heap in enumerate(heaps, 1)]


def verdict(solution: Solution) -> str:
    """Return who wins a game that is lost when the xor is 0, and the move."""
    if solution.outcome is Outcome.P:
        return _(
            "The xor is 0, so the player to move loses: every move changes it, and the other player makes it 0 again."
        )
    return _("The xor is not 0, so the player to move wins by making it 0: {best_move}.").format(
        best_move=solution.best_move
    )
