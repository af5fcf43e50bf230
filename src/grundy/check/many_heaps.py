"""Certificates of kind "row law": the Grundy values of all rows of heaps, of any number, under one rule.

The fields are ``kind``, ``format``, ``hash``, ``game``, ``text``, ``rules`` (as in `grundy.check.laws`, of the form "game",
without parameters and endings, numbers from 0 on), ``fingerprint`` and
``automata``: P >= 1 relations of x0 and z in base 2, the k-th of which says that a heap x0 is *worth* z at the indices k,
k + P, k + 2P, …, the first heap's being 0. The claim: the Grundy value of a row of heaps, of any number, is the xor of what
they are worth. It is decided:

1. no index is below 0 or past the end, no number below 0, and nothing fails;
2. each relation is a function: of each x0 there is one z;
3. every move lowers the sum of all heaps, or keeps it and lowers the sum of i times the heap at i: so play ends;
4. no move leaves the xor as it was;
5. if a heap is worth u, and u xor t < u, then some move that changes what stands near that heap changes the xor by t.

By 3 to 5 the claim follows: let the xor be g and v < g. The highest digit of t = g ⊕ v is one of g, and so of what some
heap is worth, u. Then u xor t < u, and by 5 there is a move to v; by 4 there is none to g. (C. L. Bouton 1901 for Nim.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grundy.check.automata import Automaton, conjunction, difference, without
from grundy.check.budget import room
from grundy.check.form import Unproved, Verdict, check_names, check_rules, listed, of_game, verdict
from grundy.check.formulas import Atom, Atoms, Linear, Never, compared, names_of
from grundy.check.laws import VALUE, arithmetic, automaton_of, conditions, forms_read, solved
from grundy.check.lowering import Lowering
from grundy.check.moves import routine_of_rules
from grundy.check.routines import Routine
from grundy.check.ways import ITEMS, WAYS, ZERO, Way, Ways, number
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

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


FIELDS = ("kind", "format", "hash", "game", "text", "rules", "fingerprint", "automata")
LONGEST = 6
"""What a heap is worth depends on its index modulo this or less."""


def check(fields: dict[str, Any]) -> Verdict:
    """Return whether a certificate proves the values of rows of any number of heaps; GrundyError for a malformed one."""
    check_names(fields, FIELDS)
    rules = check_rules(fields)
    check_names(rules, ("version", "moves"), _("the rules"))
    moves, never = windows(routine_of_rules(rules))
    automata = listed(fields, "automata")
    if not automata:
        raise GrundyError("a heap is worth something, by one automaton or more")
    room(len(automata), LONGEST)
    law = _RowLaw(moves, never, [automaton_of(data, ("x0", VALUE), arithmetic("msd_2")) for data in automata])
    claim = _(
        "in {whose}, for any number of heaps, the Grundy value is the xor of what the heaps are worth by its automata"
    ).format(whose=of_game(fields))

    def proof() -> str:
        law.decide()
        return _(
            "{count}; that play ends, and what each move does to the xor, was decided for any number of heaps"
        ).format(count=forms_read(len(moves)))

    return verdict(claim, proof)


class _RowLaw:
    """The claim, and the deciding of it. A heap is called by its name or distance, what it is worth u… or w…"""

    def __init__(self, moves: list[Window], never: list[Atoms], worth: list[Automaton]) -> None:
        self.moves, self.never, self.worth = moves, never, worth
        self.arithmetic = arithmetic("msd_2")

    def decide(self) -> None:
        """Unproved for the first thing that does not hold."""
        if any(self._possible(atoms) for atoms in dict.fromkeys(self.never)):
            raise Unproved("the rules may fail, or reach beyond the row, or yield a number below 0")
        for relation in self.worth:
            self._is_function(relation)
        for move in self.moves:
            self._lowers(move)
            for rest in range(len(self.worth)):
                if not _nowhere(self._changed(move, rest, ())):
                    raise Unproved("a move leaves the xor of what the heaps are worth as it was")
        for rest in range(len(self.worth)):
            self._reaches(rest)

    def _possible(self, atoms: Atoms) -> bool:
        found = solved(atoms, None, (), self.arithmetic)
        return found is not None and not found.empty

    def _is_function(self, relation: Automaton) -> None:
        two = conjunction(relation, relation.renamed({VALUE: "w"}))
        once = difference(two, conjunction(two, self.arithmetic.linear({VALUE: 1, "w": -1}, "=", 0))).empty
        if not once or without([relation], [VALUE]) != self.arithmetic.valid(["x0"]):
            raise Unproved("a heap is not worth one number")

    def _lowers(self, move: Window) -> None:
        total, weighed = Linear(), Linear()
        for place, (old, new) in enumerate(zip(move.old, move.new, strict=True)):
            change = new.plus(Linear(((old, 1),)), -1)
            total, weighed = total.plus(change), weighed.plus(change, place)
        more = Atom(total.plus(Linear((), -1)), ">=")
        if self._possible((*move.atoms, more)) or self._possible((*move.atoms, Atom(total, "="), Atom(weighed, ">="))):
            raise Unproved("a move does not lower the heaps, nor bring them nearer to the first")

    def _changed(self, move: Window, rest: int, by: tuple[str, ...]) -> list[Automaton] | None:
        """Return conditions that together say: a window begins at an index with this rest, and the xor changes by a number.

        None where they hold nowhere. The xor is kept where no name of a number is given.
        """
        start = Atom(move.start.plus(Linear((("k", -len(self.worth)),), -rest)), "=")
        found = conditions((*move.atoms, start), self.arithmetic)
        if found is None:
            return None
        worth = [*by]
        for place, (old, new) in enumerate(zip(move.old, move.new, strict=True)):
            if new == Linear(((old, 1),)):
                continue
            relation = self.worth[(rest + place) % len(self.worth)]
            after, u, w = f"y{place}", f"u{place}", f"w{place}"
            is_new = new.plus(Linear(((after, 1),)), -1)
            found.append(self.arithmetic.linear(dict(is_new.parts), "=", is_new.constant))
            found += [relation.renamed({"x0": old, VALUE: u}), relation.renamed({"x0": after, VALUE: w})]
            worth += [u, w]
        return [*found, self.arithmetic.nim_sum(worth)]

    def _reaches(self, rest: int) -> None:
        """Check 5 for the heaps at the indices with a rest: the heap at i is n0, and its neighbours are n1, n-1, …"""
        near = [(move, place) for move in self.moves for place in range(len(move.old))]
        names = {"i", "l", "t", *(f"n{p - place}" for move, place in near for p in range(len(move.old))), "n0"}
        every = self.arithmetic.valid(names)
        wanted = without(
            [
                every,
                self.arithmetic.linear({"l": 1, "i": -1}, ">=", -1),
                self.arithmetic.linear({"i": 1, "k": -len(self.worth)}, "=", -rest),
                self.worth[rest].renamed({"x0": "n0", VALUE: "u"}),
                self.arithmetic.nim_sum(["u", "w", "t"]),
                self.arithmetic.less("w", "u"),
            ],
            ["k", "u", "w"],
        )
        assert wanted is not None
        for move, place in near:
            put = {old: Linear(((f"n{p - place}", 1),)) for p, old in enumerate(move.old)}
            index = Atom(move.start.plus(Linear((("i", -1),), place)), "=")
            own = Window(
                (*(atom.put(put) for atom in move.atoms), index),
                move.start,
                tuple(f"n{p - place}" for p in range(len(move.old))),
                tuple(part.put(put) for part in move.new),
            )
            found = self._changed(own, (rest - place) % len(self.worth), ("t",))
            if found is not None:
                led = without(found, {name for part in found for name in part.names} - names)
                wanted = wanted if led is None else difference(wanted, conjunction(every, led))
        if not wanted.empty:
            raise Unproved("some smaller xor is reached by no move")


def _nowhere(parts: list[Automaton] | None) -> bool:
    """Return whether conditions hold together nowhere."""
    if parts is None:
        return True
    found = without(parts, {name for part in parts for name in part.names})
    return found is not None and found.empty
