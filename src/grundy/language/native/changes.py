"""States with some items changed: `heaps[:i] + (k,) + heaps[i + 1:]` is the whole state, with one item written over."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.language import ir

_FAR = 2**31


@dataclass(frozen=True)
class Index:
    """An index: what a slot holds (none: -1) and a known number more."""

    slot: int
    more: int

    def below(self, other: Index) -> bool:
        """Whether the other place is surely this one or after it, if it is a place at all."""
        return self.more <= other.more if self.slot == other.slot else self == Index(-1, 0)


@dataclass(frozen=True)
class Changes:
    """Which items are written over; the places where unchanged parts end, and which of them must follow which."""

    items: tuple[tuple[Index, ir.Expr], ...]
    places: tuple[Index, ...]
    steps: tuple[tuple[Index, Index], ...]


NONE = Changes((), (), ())


def change_of(node: ir.Expr) -> Changes:
    """Return how an expression changes items of the state (slot 0); `NONE` where it does not look so.

    >>> i, after = ir.Local(1), ir.Op("+", ir.Local(1), ir.Known(1))
    >>> left, right = ir.Slice(ir.Local(0), None, i), ir.Slice(ir.Local(0), after, None)
    >>> [place for place, item in change_of(ir.Op("+", ir.Op("+", left, ir.Make((ir.Known(7),))), right)).items]
    [Index(slot=1, more=0)]
    """
    at, ended = Index(-1, 0), False
    items: list[tuple[Index, ir.Expr]] = []
    steps: list[tuple[Index, Index]] = []
    for part in _parts(node):
        if ended:
            return NONE
        if not isinstance(part, ir.Slice):
            items += [(at, item) for item in part.items if not isinstance(item, ir.Spread)]
            at = Index(at.slot, at.more + 1)
            continue
        low = Index(-1, 0) if part.low is None else _index(part.low)
        high = None if part.high is None else _index(part.high)
        if part.whole != ir.Local(0) or low != at or (part.high is not None and high is None):
            return NONE
        ended = high is None
        if high is not None:
            steps.append((at, high))
            at = high
    places = {x: None for pair in steps for x in pair} | {at: None}
    return Changes(tuple(items), tuple(places), tuple(steps)) if ended and items else NONE


def _index(node: ir.Expr) -> Index | None:
    match node:
        case ir.Known(int(value)) if 0 <= value < _FAR:
            return Index(-1, value)
        case ir.Local(slot):
            return Index(slot, 0)
        case ir.Op("+", ir.Local(slot), ir.Known(int(more))) | ir.Op("+", ir.Known(int(more)), ir.Local(slot)) if (
            0 <= more < _FAR
        ):
            return Index(slot, more)
        case _:
            return None


def _parts(node: ir.Expr) -> list[ir.Slice | ir.Make]:
    """The slices and single items that are put together; what is neither is some slice of nothing."""
    match node:
        case ir.Op("+", left, right):
            return _parts(left) + _parts(right)
        case ir.Make(items):
            return [p for x in items for p in (_parts(x.inner) if isinstance(x, ir.Spread) else [ir.Make((x,))])]
        case ir.Slice():
            return [node]
        case _:
            return [ir.Slice(ir.Known(0), None, None)]
