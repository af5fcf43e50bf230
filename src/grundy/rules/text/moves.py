"""The words of a move: what several games say of what has changed."""

from __future__ import annotations

from collections.abc import Callable

from grundy.common.messages import N_, _

Numbers = tuple[int, ...]


def place(before: Numbers, after: Numbers) -> int:
    """Return the first place where two rows of numbers, or a row and what it became, differ.

    >>> place((3, 5, 7), (3, 2, 7)), place((3, 5), (3,))
    (1, 1)
    """
    return next(i for i, number in enumerate(before) if after[i : i + 1] != (number,))


def change(words: str) -> Callable[[Numbers, Numbers], str]:
    """Return what says of a move the number that it changes: its place from 1, ``i``, and what it was and is.

    >>> change("heap {i}: {before} → {after}")((3, 5, 7), (3, 2, 7))
    'heap 2: 5 → 2'
    """

    def told(before: Numbers, after: Numbers) -> str:
        i = place(before, after)
        return _(words).format(i=i + 1, before=before[i], after=after[i])

    return told


heap_change = change(N_("heap {i}: {before} → {after}"))


def heap_split(before: Numbers, after: Numbers) -> str:
    """Return the words of a move that puts one heap or several in the place of one.

    >>> heap_split((3, 5, 7), (3, 1, 4, 7)), heap_split((3, 5), (3,))
    ('heap 2: 5 → 1 + 4', 'heap 2: 5 → nothing')
    """
    i = place(before, after)
    became = " + ".join(map(str, after[i : i + 1 + len(after) - len(before)])) or _("nothing")
    return _("heap {first}: {before} → {became}").format(first=i + 1, before=before[i], became=became)


def heap_changes(before: Numbers, after: Numbers) -> str:
    """Return the words of a move that changes several heaps.

    >>> heap_changes((3, 5, 7), (3, 2, 6))
    'heap 2: 5 → 2, heap 3: 7 → 6'
    """
    changed = ((i, a, b) for i, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b)
    return ", ".join(_("heap {i}: {before} → {after}").format(i=i, before=a, after=b) for i, a, b in changed)


def cell(bit: int, columns: int) -> str:
    """Return the name of a cell of a board: its row and its column, from 1.

    >>> cell(5, 4)
    '(2,2)'
    """
    return f"({bit // columns + 1},{bit % columns + 1})"


def walk(before: Numbers, after: Numbers) -> str:
    """Return the cells from which and to which a piece went; only the first where it left the board.

    A state is rows, columns, and the cells of each kind of piece as bits.

    >>> walk((1, 4, 0b0001, 0b1000), (1, 4, 0b0010, 0b1000)), walk((1, 4, 0b0001, 0), (1, 4, 0, 0))
    ('(1,1)-(1,2)', '(1,1)')
    """
    old, new = _taken(before), _taken(after)
    return "-".join(cell(cells.bit_length() - 1, before[1]) for cells in (old & ~new, new & ~old) if cells)


def shift(before: Numbers, after: Numbers) -> str:
    """Return the words of a move to the left that takes others along: its piece is the last to leave its cell free."""
    last = (_taken(before) & ~_taken(after)).bit_length() - 1
    where = cell(last, before[1])
    return (
        f"{where}-{cell(last - 1, before[1])}"
        if last % before[1]
        else _("{where} leaves the strip").format(where=where)
    )


def _taken(state: Numbers) -> int:
    taken = 0
    for cells in state[2:]:
        taken |= cells
    return taken
