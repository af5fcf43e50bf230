"""The moves of a law as an inductive relation that one can read, and as equations that automata read.

Both come from the moves that the checker reads from the rule data: Coq proves that they are the same moves, so that what
is written here need not be believed, but be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from grundy.check.linear import Atom, Condition, Linear, Moves, Yield
from grundy.common.errors import GrundyError
from grundy.proving.coq.threads import Form, Row

MOST_FORMS = 64


@dataclass(frozen=True)
class Move:
    """One form of moves of ``heaps`` numbers: to ``parts``, where the ``atoms`` (`>=` and `=`) hold for some numbers.

    A part that may be any number is called y0, y1, … by its place, and other further numbers k0, k1, …; that a part is a
    natural number is no atom.
    """

    heaps: int
    parts: tuple[Linear, ...]
    atoms: frozenset[Atom]

    @cached_property
    def chosen(self) -> list[str]:
        """The further natural numbers."""
        names = {name for number in (*self.parts, *(a.number for a in self.atoms)) for name, _ in number.parts}
        return sorted((name for name in names if name[0] == "k"), key=lambda name: (len(name), name))

    @cached_property
    def free(self) -> list[bool]:
        """Of each part whether it may be any number, as far as the conditions allow."""
        return [part == Linear(((f"y{i}", 1),)) for i, part in enumerate(self.parts)]

    @cached_property
    def plain(self) -> list[bool]:
        """Of each part whether it is a sum without differences, which is written as it is."""
        return [not _difference(part) and not free for part, free in zip(self.parts, self.free, strict=True)]

    @cached_property
    def conditions(self) -> list[Atom]:
        """The atoms in an order."""
        return sorted(self.atoms, key=lambda atom: (atom.relation, atom.number.parts, atom.number.constant))

    # ---- to be read by automata

    @cached_property
    def tracks(self) -> list[str]:
        """The numbers that automata read: those before, those after that are not among them, those chosen."""
        before = [f"x{i}" for i in range(self.heaps)]
        return [*before, *(f"y{i}" for i, part in enumerate(self.parts) if _only(part) not in before), *self.chosen]

    @property
    def form(self) -> Form:
        """The move as equations of the option, equations and inequalities of the conditions."""
        option = [_only(part) if _only(part) in self.tracks else f"y{i}" for i, part in enumerate(self.parts)]
        own = [
            Atom(part.plus(Linear(((name, 1),)), -1), "=")
            for part, name in zip(self.parts, option, strict=True)
            if _only(part) != name
        ]
        rows = [
            Row(a.relation == "=", tuple(dict(a.number.parts).get(name, 0) for name in self.tracks), a.number.constant)
            for a in (*own, *self.conditions)
        ]
        return Form(len(self.tracks) - self.heaps, tuple(map(self.tracks.index, option)), tuple(rows))

    @property
    def witnesses(self) -> list[str]:
        """The further numbers of the form, in the integers of Coq, when the move is one of the relation."""
        names = {f"y{i}": _whole(part) for i, part in enumerate(self.parts) if self.plain[i]}
        return [names.get(name, f"Z.of_nat {name}") for name in self.tracks[self.heaps :]]

    def made_with_zeros(self, name: str) -> bool:
        """Return whether it is plain that it can be made, its own numbers being 0, wherever a number is not 0."""
        zeros = {other: Linear() for other in self.variables[self.heaps :]}
        zeros[name] = Linear(((name, 1),), 1)
        given = [part for part, plain in zip(self.parts, self.plain, strict=True) if not plain]
        return all(atom.put(zeros).plain is True for atom in (*self.atoms, *(Atom(part, "=") for part in given)))

    # ---- to be read by people

    @property
    def variables(self) -> list[str]:
        """The numbers of a constructor: those before, those after that are no plain sums, those chosen."""
        after = [f"y{i}" for i, plain in enumerate(self.plain) if not plain]
        return [*(f"x{i}" for i in range(self.heaps)), *after, *self.chosen]

    @property
    def option(self) -> list[str]:
        """What the numbers become."""
        return [
            _sum(part, 1) if plain else f"y{i}"
            for i, (part, plain) in enumerate(zip(self.parts, self.plain, strict=True))
        ]

    @property
    def premises(self) -> list[str]:
        """The conditions, with sums of natural numbers on both sides."""
        found = [
            _sides(part.plus(Linear(((f"y{i}", 1),)), -1), "=")
            for i, part in enumerate(self.parts)
            if not self.plain[i] and not self.free[i]
        ]
        return [*found, *(_sides(a.number, a.relation) for a in self.conditions)]


def end_of_misere(heaps: int) -> Form:
    """Return that all numbers are 0 as a form: in misère play the player to move has won there."""
    return Form(0, None, (Row(True, (1,) * heaps, 0),))


def moves_of(moves: Moves) -> list[Move]:
    """Return the forms of moves that Coq shall know; GrundyError for endings, an order, loops that end early."""
    if moves.splits or moves.domain or moves.lost or moves.won or [*moves.going] != [()]:
        raise GrundyError("no form for Coq: play ends by declaration, numbers are in an order, or heaps are split")
    found = [one for each in moves.moves for one in _apart(len(moves.names), each)]
    if len(found) > MOST_FORMS:
        raise GrundyError("no form for Coq: the rules have more than {most} forms of moves", most=MOST_FORMS)
    return _merged(list(dict.fromkeys(found)))


def _apart(heaps: int, move: Yield) -> Iterable[Move]:
    """Return the moves of a form, each inequality ``!=`` parted in two."""
    for atoms in product(*map(_cases, move.atoms)):
        if not any(atom.plain is False for atom in atoms):
            named = _named(heaps, move.parts, tuple(dict.fromkeys(a for a in atoms if a.plain is None)))
            if not _contradictory(named.atoms):
                yield named


def _named(heaps: int, parts: tuple[Linear, ...], atoms: tuple[Atom, ...]) -> Move:
    """Return a move whose further numbers have their names, without the atoms that follow from its parts."""
    names: dict[str, Linear] = {}
    for i, part in enumerate(parts):
        name = part.parts[0][0] if part.parts else "x"
        if name[0] != "x" and name not in names and part == Linear(((name, 1),)):
            names[name] = Linear(((f"y{i}", 1),))
    every = [name for number in (*parts, *(atom.number for atom in atoms)) for name, _ in number.parts]
    others = dict.fromkeys(name for name in every if name[0] != "x" and name not in names)
    names |= {name: Linear(((f"k{i}", 1),)) for i, name in enumerate(others)}
    parts = tuple(part.put(names) for part in parts)
    held = {part.parts: part.constant for part in parts}
    wanted = tuple(atom.put(names) for atom in atoms)
    parts, wanted = _without_chosen(parts, [atom for atom in wanted if not _follows(atom, held)])
    return Move(heaps, parts, frozenset(wanted))


def _without_chosen(parts: tuple[Linear, ...], atoms: list[Atom]) -> tuple[tuple[Linear, ...], list[Atom]]:
    """Return a move without the chosen numbers that its parts or equations give: it says that they are 0 or more."""
    given = [(part.plus(Linear(((f"y{i}", 1),)), -1), None) for i, part in enumerate(parts) if _difference(part)]
    given += [(atom.number, atom) for atom in atoms if atom.relation == "="]
    for number, atom in given:
        for name, a in number.parts:
            if name[0] == "k" and abs(a) == 1:
                chosen = Linear(((name, 1),)).plus(number, -a)
                put = {name: chosen}
                rest = [one.put(put) for one in atoms if one != atom]
                return _without_chosen(tuple(part.put(put) for part in parts), [*rest, Atom(chosen, ">=")])
    return parts, _tightest([atom for atom in atoms if atom.plain is None])


def _tightest(atoms: list[Atom]) -> list[Atom]:
    """Return atoms without inequalities that follow from another one."""
    least: dict[tuple[str, tuple[tuple[str, int], ...]], Atom] = {}
    for atom in atoms:
        key = atom.relation, atom.number.parts
        if atom.relation == "=":
            key = "=", (*atom.number.parts, ("", atom.number.constant))
        if key not in least or atom.number.constant < least[key].number.constant:
            least[key] = atom
    return [*least.values()]


def _contradictory(atoms: Iterable[Atom]) -> bool:
    """Return whether two inequalities exclude each other."""
    numbers = [atom.number for atom in atoms if atom.relation == ">="]
    return any(
        not total.parts and total.constant < 0 for total in (one.plus(other) for one, other in combinations(numbers, 2))
    )


def _difference(number: Linear) -> bool:
    return number.constant < 0 or any(a < 0 for _, a in number.parts)


def _follows(atom: Atom, held: dict[tuple[tuple[str, int], ...], int]) -> bool:
    """Return whether a number is 0 or more since a natural number is no more than it."""
    number = atom.number
    return atom.relation != "=" and number.parts in held and held[number.parts] <= number.constant


def _only(number: Linear) -> str:
    """Return the name that a number is, or an empty text."""
    return number.parts[0][0] if len(number.parts) == 1 and number == Linear(((number.parts[0][0], 1),)) else ""


def _merged(moves: list[Move]) -> list[Move]:
    """Return moves, two that differ in a condition and its opposite made one: a minimum has two cases."""
    for one, other in combinations(moves, 2):
        apart = one.atoms ^ other.atoms
        if one.parts == other.parts and len(apart) == 2:
            first, second = apart
            if first.relation == ">=" and first.opposite == second:
                rest = [move for move in moves if move not in (one, other)]
                return _merged([*rest, Move(one.heaps, one.parts, one.atoms & other.atoms)])
    return moves


def _cases(atom: Condition) -> tuple[Atom, ...]:
    if not isinstance(atom, Atom):
        raise GrundyError("no form for Coq: a loop may end early")
    if atom.relation != "!=":
        return (atom,)
    more = Atom(atom.number.plus(Linear((), -1)), ">=")
    return (more, Atom(Linear((), -1).plus(atom.number, -1), ">="))


def _whole(number: Linear) -> str:
    """Return a number in Coq's integers, its names being natural numbers."""
    return " + ".join([*(f"({a}) * Z.of_nat {name}" for name, a in number.parts), f"({number.constant})"])


def written(number: Linear, names: Mapping[str, str]) -> str:
    """Return a sum of natural numbers, some of which are written otherwise."""
    return _sum(Linear(tuple((names.get(name, name), a) for name, a in number.parts), number.constant), 1)


def _sum(number: Linear, sign: int) -> str:
    """Return the part of a number that has a sign, as a sum of natural numbers."""
    terms = [name if a * sign == 1 else f"{a * sign} * {name}" for name, a in number.parts if a * sign > 0]
    if number.constant * sign > 0 or not terms:
        terms.append(str(max(0, number.constant * sign)))
    return " + ".join(terms)


def _sides(number: Linear, relation: str) -> str:
    """Return that a number is 0, or 0 or more."""
    left, right = _sum(number, -1), _sum(number, 1)
    return f"{right} = {left}" if relation == "=" else f"{left} <= {right}"
