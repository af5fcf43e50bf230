"""Many heap codes at once, and two of them side by side: which games have which period, and which are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.common.threads import processors
from grundy.rules.heaps import HeapCode, HeapRuleset, code, normal_form
from grundy.solving import sequences
from grundy.solving.sequence_laws import criterion
from grundy.solving.sequences import NimSequence

ALIKE = 64
"""Values after the first one that is not 0, by which sequences are sorted before they are compared whole."""

Progress = Callable[[int, int], None]


class Row(NamedTuple):
    """A code in a survey: its period if it is proved, the greatest of its values, and the game that it is the same as.

    Its heaps are smaller by ``shift`` than those of the code ``group``, the first one asked for that is the same game;
    ``same`` is "proved" if that holds for all heaps, else "to N". ``needed``: the values that prove the period.
    """

    code: str
    period: int | None
    preperiod: int | None
    status: str
    criterion: str
    needed: int | None
    largest: int
    group: str
    shift: int
    same: str


class Comparison(NamedTuple):
    """Two games side by side: g(n) of the first is g(n + shift) of the second for n >= 1, as far as it goes.

    ``first_difference``: the least heap of the first game where they differ, with both ``values``.
    """

    equal: bool
    proved: bool
    shift: int
    first_difference: int | None
    values: tuple[int, int] | None
    checked_to: int
    reason: str


def survey(
    codes: Iterable[HeapCode], limit: int = 8192, *, threads: int | None = None, progress: Progress | None = None
) -> list[Row]:
    """Return a row for every code: the periods that are proved by ``limit`` values, and which codes are the same game.

    Of codes with one normal form one is computed. O(codes · limit^2) at the worst; a byte a value.

    >>> [(row.code, row.period, row.preperiod, row.group) for row in survey([code("0.77").code, code("0.137").code], 256)]
    [('0.77', 12, 71, '0.77'), ('0.137', 34, 52, '0.137')]
    """
    asked = list(codes)
    if limit < 1:
        raise GrundyError("a survey needs a limit of 1 or more, not {limit}", limit=limit)
    forms = {read: normal_form(read) for read in asked}
    shifts = {form.code: 0 for form in forms.values()}
    for form in forms.values():
        shifts[form.code] = max(shifts[form.code], form.shift)
    found: dict[HeapCode, NimSequence] = {}

    def compute(read: HeapCode, here: Context) -> tuple[HeapCode, NimSequence]:
        return here.run(computed, read)  # in a context of its own, with the limits in force

    def computed(read: HeapCode) -> tuple[HeapCode, NimSequence]:
        limits.check()
        sequence = sequences.of(code(read))
        sequence.look(limit, threads=1)
        if sequence.proved is None:
            sequence.extend(limit + shifts[read], threads=1)
        return read, sequence

    with ThreadPoolExecutor(threads or processors()) as pool:
        for done, (read, sequence) in enumerate(pool.map(compute, shifts, [copy_context() for _ in shifts]), 1):
            found[read] = sequence
            if progress is not None:
                progress(done, len(shifts))
    groups = _groups(found, limit)
    rows = [_row(read, forms[read].shift, found[forms[read].code], groups[forms[read].code], limit) for read in asked]
    first: dict[str, Row] = {}  # a group is called by the first of its codes that was asked for
    for row in rows:
        first.setdefault(row.group, row)
    return [row._replace(group=first[row.group].code, shift=row.shift - first[row.group].shift) for row in rows]


def compare(a: HeapRuleset, b: HeapRuleset, limit: int = 8192, *, progress: Progress | None = None) -> Comparison:
    """Return whether two heap games have the same values, the heaps of one perhaps called by other numbers.

    They are proved the same by their normal forms, or by their proved periods; otherwise the first ``limit`` heaps are
    compared.

    >>> compare(code("0.161"), code("0.36"), 600)[:5]
    (False, True, 0, 519, (2, 4))
    >>> compare(code("0.137"), code("0.07")).reason
    'they have one normal form, 0.4'
    """
    limit = max(1, limit)  # the empty heap at least
    one, other = sequences.of(a), sequences.of(b)
    codes = one.code(), other.code()
    if codes[0] is not None and codes[1] is not None:
        forms = normal_form(codes[0]), normal_form(codes[1])
        if forms[0].code == forms[1].code:
            shift = forms[0].shift - forms[1].shift
            return Comparison(
                True, True, shift, None, None, limit, _("they have one normal form, {code}").format(code=forms[0].code)
            )
    for sequence in (one, other):
        sequence.look(limit, progress=progress)
    count, shown = _enough(one, other, limit), limit
    if count is not None:
        shown = max(limit, count)
    values = one.first(shown), other.first(shown)
    shift, place = max(((s, _agree(*values, s)) for s in _shifts(*values)), key=lambda pair: pair[1])
    overlap = shown - abs(shift)
    if place < overlap:
        first = place + max(0, -shift)
        both = int(values[0][first]), int(values[1][first + shift])
        return Comparison(False, True, shift, first, both, first, N_("their values differ"))
    if count is not None and overlap >= count:
        reason = N_("both periods are proved, and the values before them agree")
        return Comparison(True, True, shift, None, None, shown - 1, reason)
    return Comparison(True, False, shift, None, None, overlap - 1, N_("no proved period decides larger heaps"))


def _shifts(a: Any, b: Any) -> list[int]:
    """Return the shifts that may make two sequences one: none, and by the zeros that they begin with."""
    first = [int(np.flatnonzero(v)[0]) if np.any(v) else None for v in (a, b)]
    if first[0] is None or first[1] is None:
        return [0]
    return [0, first[1] - first[0]]


def _agree(a: NDArray[Any], b: NDArray[Any], shift: int) -> int:
    """Return how many values agree before the first difference, of g(n) and g'(n + shift) from where both are heaps."""
    a, b = a[max(0, -shift) :], b[max(0, shift) :]
    size = min(len(a), len(b))
    differ = a[:size] != b[:size]
    differ[:1] = False  # an empty heap has the value 0 in every game
    return int(np.argmax(differ)) if differ.any() else size


def _enough(one: NimSequence, other: NimSequence, limit: int) -> int | None:
    """Return how many equal values of two games of proved period make all of them equal, or None."""
    a, b = one.proved, other.proved
    if a is None or b is None or a.saltus != b.saltus:
        return None
    return max(a.preperiod, b.preperiod) + a.period + b.period + 1 + limit // 8


def _groups(found: dict[HeapCode, NimSequence], limit: int) -> dict[HeapCode, tuple[HeapCode, int, str]]:
    """Return for every normal form the first one with the same values, the shift to it, and how sure that is."""
    groups: dict[HeapCode, tuple[HeapCode, int, str]] = {}
    alike: dict[bytes, list[HeapCode]] = {}
    for read in sorted(found, key=lambda c: (len(c.digits), c.digits)):
        values = found[read].first(min(limit, 2 * ALIKE))
        start = int(np.flatnonzero(values)[0]) if np.any(values) else 0
        key = values[start : start + ALIKE].astype(np.uint16).tobytes()
        for other in alike.setdefault(key, []):
            same = _same(found[other], found[read], limit)
            if same is not None:
                groups[read] = other, *same
                break
        else:
            alike[key].append(read)
            groups[read] = read, 0, "proved"
    return groups


def _same(first: NimSequence, second: NimSequence, limit: int) -> tuple[int, str] | None:
    """Return the shift of the second to the first and how sure it is, or None if they differ."""
    enough = _enough(first, second, 0)
    count = min(limit, len(first.values), len(second.values)) if enough is None else enough
    a, b = second.first(count), first.first(count)
    shift = _shifts(a, b)[-1]
    if _agree(a, b, shift) < count - abs(shift):
        return None
    return shift, "proved" if enough is not None else f"to {count - 1 - abs(shift)}"


def _row(read: HeapCode, shift: int, sequence: NimSequence, group: tuple[HeapCode, int, str], limit: int) -> Row:
    law = sequence.proved
    name, further, same = str(group[0]), group[1], group[2]
    if law is None:
        values = sequence.values[shift : shift + limit]
        largest = int(np.max(values)) if len(values) else 0
        return Row(str(read), None, None, "open", "", None, largest, name, shift + further, same)
    start = max(law.preperiod - shift, 0)
    if start == 0 and shift and law.value(law.period + shift):  # an empty heap is worth 0 all the same
        start = 1
    largest = int(np.max(law.head[shift:])) if len(law.head) > shift else 0
    needed = law.needed if law.criterion == "window" else criterion(read)(start, law.period)
    return Row(str(read), law.period, start, "proved", law.criterion, needed, largest, name, shift + further, same)
