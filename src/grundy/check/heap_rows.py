"""The moves of a rule on heaps in a row, of any number: its data followed for all lengths of the row at once.

The row is one value, of which is known only which heap stands where: the heap at the index i is a number of its own, for
each sum i by which the rules call it. What is yielded must be the row with the heaps of a *window* changed, which begins at
some index and has a constant width. Indices below 0 or past the end mean something else in Python; that there are none is a
condition like the others, gathered in ``never``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grundy.check.budget import room
from grundy.check.linear import Atom, Atoms, Linear, Never, compared, names_of
from grundy.check.lowering import Lowering
from grundy.check.nodes import Routine
from grundy.check.ways import ITEMS, WAYS, ZERO, Way, Ways, number
from grundy.common.errors import GrundyError

LENGTH = Linear((("l", 1),))
"""The number of heaps."""
WIDEST = 6
"""A move changes, and looks at, so many heaps that stand together."""


@dataclass(frozen=True)
class Part:
    """The heaps from one index up to another one, which is not among them."""

    low: Linear
    high: Linear


@dataclass(frozen=True)
class Row:
    """A row of heaps: parts of the position, and numbers."""

    pieces: tuple[Part | Linear, ...]


@dataclass(frozen=True)
class Window:
    """Moves of one form: where the atoms hold, the heaps from an index on, ``old``, become ``new``."""

    atoms: Atoms
    start: Linear
    old: tuple[str, ...]
    new: tuple[Linear, ...]


def windows(routine: Routine) -> tuple[list[Window], list[Atoms]]:
    """Return the moves of a rule on heaps in a row, and what must never be; GrundyError for what is not understood."""
    if routine.shape != "variadic" or routine.keywords or not routine.yields:
        raise GrundyError(
            "the rules take heaps in a row, and no parameters, and yield, where any number of heaps is meant"
        )
    lowering = _OfRows(routine)
    lowering.function(0, [Row((Part(ZERO, LENGTH),))], (), "yield")
    return lowering.windows, lowering.never


class _OfRows(Lowering):
    """Follows a rule with a row of heaps for a tuple."""

    def __init__(self, routine: Routine) -> None:
        super().__init__(routine, 0, {(i, slot) for i, f in enumerate(routine.functions) for slot in range(f.slots)})
        self.windows: list[Window] = []
        self._heaps: dict[str, Linear] = {}

    def _none_of(self, cases: Sequence[Atoms], mark: int, before: Linear | None) -> Never:
        raise GrundyError("for any number of heaps, the checker cannot read a loop that is left before its end")

    def _applied(self, name: str, values: list[Any], way: Way) -> Ways:
        if name == "len" and values == [Row((Part(ZERO, LENGTH),))]:
            return [(way, LENGTH)]
        return super()._applied(name, values, way)

    def _operated(self, sign: str, left: Any, right: Any, way: Way) -> Ways:
        if not isinstance(left, Row) and not isinstance(right, Row):
            return super()._operated(sign, left, right, way)
        if sign != "+":
            raise GrundyError("the checker cannot read this operation on tuples")
        return [(way, self._made([(left, True), (right, True)]))]

    def _made(self, values: list[tuple[Any, bool]]) -> Any:
        if not any(spread and isinstance(value, Row) for value, spread in values):
            return super()._made(values)
        pieces: list[Part | Linear] = []
        for value, spread in values:
            own = value.pieces if isinstance(value, Row) else value
            pieces += (own if isinstance(own, tuple) else [number(own)]) if spread else [number(value)]
        room(len(pieces), ITEMS)
        return Row(tuple(pieces))

    def _item_of(self, whole: Any, index: Any, way: Way) -> Ways:
        if not isinstance(whole, Row):
            return super()._item_of(whole, index, way)
        self._position(whole)
        place = number(index)
        self._never(way, compared(place, "<", ZERO), compared(place, ">=", LENGTH))
        return [(way, self._heap(place))]

    def _part_of(self, whole: Any, low: Any, high: Any, way: Way) -> Any:
        if not isinstance(whole, Row):
            return super()._part_of(whole, low, high, way)
        self._position(whole)
        first, last = ZERO if low is None else number(low), LENGTH if high is None else number(high)
        self._never(way, compared(first, "<", ZERO), compared(last, ">", LENGTH), compared(first, ">", last))
        return Row((Part(first, last),))

    def _position(self, whole: Row) -> None:
        if whole != Row((Part(ZERO, LENGTH),)):
            raise GrundyError("the checker cannot read rules that look into a part of a row of heaps")

    def _never(self, way: Way, *atoms: Atom) -> None:
        for atom in atoms:
            if (wrong := way.under(atom)) is not None:
                self._fails(wrong)

    def _heap(self, place: Linear) -> Linear:
        """Return the heap at an index, which is one number for each sum that the index is."""
        name = next((name for name, own in self._heaps.items() if own == place), f"h{len(self._heaps)}")
        self._heaps[name] = place
        return Linear(((name, 1),))

    def _option(self, way: Way, value: Any) -> list[Any]:
        if not isinstance(value, Row):
            raise GrundyError("for any number of heaps, the checker needs moves that keep the number of heaps")
        pieces = [p for p in value.pieces if not isinstance(p, Part) or p.low != p.high]
        start, end = ZERO, LENGTH
        if pieces and isinstance(first := pieces[0], Part) and first.low == ZERO:
            start = first.high
            del pieces[0]
        if pieces and isinstance(last := pieces[-1], Part) and last.high == LENGTH:
            end = last.low
            del pieces[-1]
        new = [p for p in pieces if isinstance(p, Linear)]
        if len(new) < len(pieces) or end.plus(start, -1) != Linear((), len(new)):
            raise GrundyError("for any number of heaps, the checker needs moves that keep the number of heaps")
        for part in new:
            self._never(way, compared(part, "<", ZERO))
        room(len(self.windows), WAYS)
        self.windows.append(self._window(way.atoms, start, new))
        return []

    def _window(self, atoms: Atoms, start: Linear, new: list[Linear]) -> Window:
        """Return a window with all heaps that the rules look at: these stand at constant distances from its beginning."""
        spoken = names_of(atoms) | {name for part in new for name, _ in part.parts}
        distances = {name: self._heaps[name].plus(start, -1) for name in sorted(spoken & self._heaps.keys())}
        if any(distance.parts for distance in distances.values()):
            raise GrundyError("the checker cannot read moves that look at heaps which do not stand together")
        places = {distance.constant: name for name, distance in distances.items()}
        low, high = min([0, *places]), max([len(new), *(place + 1 for place in places)])
        room(high - low, WIDEST)
        old = [places.get(place) or self._heap(start.plus(Linear((), place))).parts[0][0] for place in range(low, high)]
        after = [new[p] if 0 <= p < len(new) else Linear(((old[p - low], 1),)) for p in range(low, high)]
        return Window(atoms, start.plus(Linear((), low)), tuple(old), tuple(after))
