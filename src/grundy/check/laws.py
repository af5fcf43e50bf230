"""Certificates of kind "automatic law": who loses, or which Grundy values there are, in all positions at once.

The fields are those that `grundy.proving.certificate` writes. Of them ``rules``, ``form``, ``parameters`` and ``least``
say what the game is; ``heaps``, ``play`` and ``blocked`` what positions and play are; ``numeration``, ``claim`` and
``automata`` what is claimed; ``ranking`` why play ends. All that follows is decided here, by an engine of the checker's
own:

1. the numeration system counts, and its adder adds (`grundy.check.automata.Arithmetic.failed`);
2. the automata are minimal, canonically numbered, valid, and closed under leading zeros;
3. the moves are those of the rule data (`grundy.check.lowering`), and none of the things happens that must never: a number
   below ``least`` that is yielded, a negative dividend, a failure;
4. every move lowers the ranking; or (``answered``) every move from a lost position has an answer that does
   (`grundy.check.answering`);
5. the claim is the one solution of the recursion that defines it, which has only one, or only one with answers, by 4.

**losing**: a position is in L exactly if it is declared lost, or play goes on there and at most b options are in L (in
misère play there must also be an option). **values**: it is in G_v exactly if no option has the value v, and for every
u < v one has; and it is in some G_v. **graph**: the same of pairs (position, value). **runs**: the same, of moves that leave
all heaps from a to b - 1; a second relation S is that of pairs (n, nim-sum of all heaps below n), exactly (0, 0) and (n + 1,
s xor v) for (n, s) in it and v the value of n. So these heaps are worth what S says of a, xor what it says of b."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from importlib import import_module
from itertools import product
from operator import xor
from typing import Any

from grundy.check import form
from grundy.check.automata import (
    MOST_ARROWS,
    Arithmetic,
    Automaton,
    at_least,
    combined,
    conjunction,
    difference,
    minimal,
    uncovered,
    union,
    without,
)
from grundy.check.budget import room, spend
from grundy.check.formulas import Atom, Atoms, Linear, Moves, Never, Yield
from grundy.check.moves import moves_of
from grundy.check.numeration import system_of
from grundy.common.digest import digest
from grundy.common.errors import N_, GrundyError
from grundy.common.errors import said as _

FIELDS = (
    *("kind", "format", "hash", "game", "text", "rules", "form", "parameters", "fingerprint", "least"),
    *("heaps", "play", "blocked", "numeration", "claim", "automata", "ranking"),
)
OPTIONAL = ("order", "carried", "answered")
"""Fields that only some certificates have."""
MORE = ("says", "wins")
"""What a certificate may say besides (`grundy.check.statements`)."""
VALUE = "z"
"""The name of the value in a graph; it comes after all numbers of a position, x0, x1, …"""
MOST_BLOCKED = 20
MOST_VALUES = 64
MOST_CARRIED = 3
_CLAIMS = {
    "losing": N_("the losing positions are"),
    "values": N_("the Grundy values are"),
    "graph": N_("the Grundy values are"),
    "runs": N_("the Grundy values are"),
}
_ARITHMETIC: dict[str, Arithmetic] = {}
_LAWS: dict[str, Law] = {}
"""Laws by all that their certificates say."""
_REMEMBERED = 30
"""So many systems are remembered, and laws, which are decided once in a process."""


def check(fields: dict[str, Any]) -> form.Verdict:
    """Return whether a certificate proves an automatic law; GrundyError for a malformed one.

    TooLarge where an automaton outgrows the limit: undecided. The work is that of deciding first-order sentences.
    """
    law = law_of({name: value for name, value in fields.items() if name not in MORE})
    told, decide = "", law.decide
    if more := {name: fields[name] for name in MORE if name in fields}:
        from grundy.check import statements

        told, decide = statements.in_words(law, more), partial(statements.decide, law, more)

    def proof() -> str:
        decide()
        read = forms_read(len(law.moves.moves))
        return _("{count}; the numeration, the ranking and the recursion were decided by automata").format(count=read)

    return form.verdict(claim_of(fields, law.moves) + told, proof)


def forms_read(count: int) -> str:
    """Return in words how many forms of moves were read."""
    if count == 1:
        return _("1 form of moves was read from the rules")
    return _("{count} forms of moves were read from the rules").format(count=count)


def law_of(fields: dict[str, Any]) -> Law:
    """Return the law that a certificate claims, which was perhaps decided before; GrundyError for a malformed one."""
    form.check_names(fields, (*FIELDS, *(name for name in OPTIONAL if name in fields)))
    said = digest({name: value for name, value in fields.items() if name != "hash"})
    if said not in _LAWS:
        law = Law(fields, held_moves(fields), arithmetic(fields["numeration"]))
        if len(_LAWS) >= _REMEMBERED:
            _LAWS.clear()
        _LAWS[said] = law
    return _LAWS[said]


def held_moves(fields: dict[str, Any]) -> Moves:
    """Return the moves of the rules that a certificate holds; GrundyError where its fingerprint is not theirs."""
    form.check_rules(fields)
    return moves_of(fields, carried=_carried(fields))


def _carried(fields: dict[str, Any]) -> tuple[str, ...]:
    """Return the parameters that are numbers of a position; GrundyError where they are malformed."""
    names = form.listed(fields, "carried") if "carried" in fields else []
    if "carried" in fields and (not 1 <= len(names) <= MOST_CARRIED or not all(type(name) is str for name in names)):
        raise GrundyError("the field 'carried' is a list of 1 to {most} names of parameters", most=MOST_CARRIED)
    if len({*names}) < len(names):
        raise GrundyError("no parameter is carried twice")
    return tuple(names)


def claim_of(fields: dict[str, Any], moves: Moves) -> str:
    """Return in words what a certificate claims."""
    told, claims = _("{where}, {claims} those of its automata"), _CLAIMS[fields["claim"]]
    return told.format(where=_scope(fields, moves), claims=_(claims))


def _scope(fields: dict[str, Any], moves: Moves) -> str:
    """Return in words of which positions, and of which play, a law is."""
    whose = form.of_game(fields)
    if fields["form"] == "code":
        whose = _("the heap game of the code {code}").format(code=fields["rules"]["code"])
    given = "".join(f", {name} = {value}" for name, value in fields["parameters"].items())
    least = _(", numbers from {least} on").format(least=fields["least"]) if fields["least"] else ""
    order = [f"{moves.names[i]} {'<' if gap else '<='} {moves.names[j]}" for i, j, gap in fields.get("order", ())]
    least += "".join(f", {row}" for row in order)
    forbidden = (
        _(", {blocked} options forbidden at a move").format(blocked=fields["blocked"]) if fields["blocked"] else ""
    )
    what, count = ", ".join(moves.names), len(moves.names)
    if fields["form"] != "game":
        what = _("1 heap") if count == 1 else _("{n} heaps").format(n=count)
    named = fields["play"]
    return _("in {whose} ({what}{least}{given}), {play} play{forbidden}").format(
        whose=whose, what=what, least=least, given=given, play=_(named), forbidden=forbidden
    )


def arithmetic(name: object) -> Arithmetic:
    """Return the linear relations in a system, once it is proved to count and to add; GrundyError if it fails."""
    system = system_of(name)
    if system.name not in _ARITHMETIC:
        found = Arithmetic(system)
        if failed := found.failed():
            raise GrundyError(
                "{name} is no numeration system with addition: not {failed!r}", name=system.name, failed=failed
            )
        if len(_ARITHMETIC) > _REMEMBERED:
            _ARITHMETIC.clear()
        _ARITHMETIC[system.name] = found
    return _ARITHMETIC[system.name]


class Law:
    """A claim, and the deciding of it: of all positions, and for all numbers ``quantified`` where some conditions hold."""

    def __init__(
        self,
        fields: dict[str, Any],
        moves: Moves,
        relations: Arithmetic,
        quantified: tuple[str, ...] = (),
        where: Atoms = (),
    ) -> None:
        self.fields = fields
        self.moves, self.names, self.arithmetic = moves, (*moves.names, *quantified), relations
        self.claim = form.choice(fields, "claim", tuple(_CLAIMS))
        self.misere = form.choice(fields, "play", ("normal", "misere")) == "misere"
        self.blocked = form.natural(fields, "blocked", 0, MOST_BLOCKED)
        if self.claim != "losing" and (self.misere or self.blocked or moves.lost or moves.won):
            raise GrundyError("Grundy values are of normal play, without blocking and declared endings")
        if self.claim == "losing" and moves.splits:
            raise GrundyError("the losing positions of a heap game are those of sums of 1 heap or more")
        left = _left_over if moves.splits and not moves.runs else tuple[Linear, ...]
        self.worth = [Yield(move.atoms, left(move.parts)) for move in moves.moves]
        self.answered = "answered" in fields and bool(form.natural(fields, "answered", 1, 1))
        if self.answered and (self.claim != "losing" or self.blocked):
            raise GrundyError("the ranking is lowered by answers where losing positions are claimed, without blocking")
        self.ranking = _ranking(form.listed(fields, "ranking"), len(moves.names))
        if moves.splits and self.ranking != [[0]]:
            raise GrundyError("the ranking of one heap of a sum is [[0]]: every heap that is left is smaller")
        self.plain = arithmetic("msd_2")
        if (self.claim == "runs") != moves.runs:
            raise GrundyError("a law of runs of heaps is one of rules that leave these, and nothing else")
        names = (*self.names, VALUE) if self.claim in ("graph", "runs") else self.names
        automata = form.listed(fields, "automata")
        least_count, most_count = {"values": (1, MOST_VALUES), "runs": (2, 2)}.get(self.claim, (1, 1))
        if not least_count <= len(automata) <= most_count:
            raise GrundyError(
                'a claim of "{claim}" does not have {count} automata', claim=self.claim, count=len(automata)
            )
        self.automata = [automaton_of(data, names, self.arithmetic) for data in automata]
        self.domain = self.where((*where, *moves.domain))
        self._decided = False

    @property
    def scope(self) -> str:
        """In words of which positions and play it is, in the language that is spoken: laws are remembered."""
        return _scope(self.fields, self.moves)

    def decide(self) -> None:
        """Unproved for the first thing that does not hold."""
        if self._decided:
            return
        for atoms in dict.fromkeys(self.moves.never):
            if self.possible(atoms):
                raise form.Unproved(
                    "a number can be below the least one where the rules yield it or divide it, or they fail"
                )
        for move in self.moves.moves:
            if self.answered:
                import_module("grundy.check.answering").check_answered(self, move)
            else:
                self._lowers(move)
        if self.claim == "runs":
            self._sums()
        claims = {"losing": self._losing, "values": self._values, "graph": self._graph, "runs": self._graph}
        claims[self.claim]()
        self._decided = True

    # ---- termination

    def _lowers(self, move: Yield) -> None:
        if self.moves.splits:
            last = move.parts[1:] if self.moves.runs else move.parts
            before = Linear((("x0", 1),), 1 if self.moves.runs else 0)
            cases: list[Atoms] = [(no_less(part, before),) for part in last]
        else:
            differences = self.lowered(move.parts)
            kept = [Atom(lower, "=") for lower in differences]
            cases = [(*kept[:i], no_less(Linear((), -1), lower)) for i, lower in enumerate(differences)]
            cases.append(tuple(kept))
        for case in cases:
            if any(self.possible((*going, *move.atoms, *case)) for going in self.moves.going):
                raise form.Unproved("a move does not lower the ranking")

    def lowered(self, after: tuple[Linear, ...]) -> list[Linear]:
        """Return by how much each sum of the ranking is less after than before."""
        differences: list[Linear] = []
        for places in self.ranking:
            lower = Linear()
            for i in places:
                lower = lower.plus(Linear(((self.moves.names[i], 1),))).plus(after[i], -1)
            differences.append(lower)
        return differences

    def possible(self, atoms: Atoms) -> bool:
        """Return whether atoms hold for some natural numbers, decided in base 2."""
        found = solved(atoms, None, (), self.plain)
        return found is not None and not found.empty

    # ---- where moves lead

    def where(self, atoms: Atoms) -> Automaton:
        """Return the positions where some atoms hold, for some further numbers."""
        return self.over(solved(atoms, None, self.names, self.arithmetic), self.names)

    def over(self, found: Automaton | None, names: Iterable[str]) -> Automaton:
        """Return a relation among the numbers of some names; None for nothing."""
        every = self.arithmetic.valid(names)
        return (
            Automaton(every.names, [{}], [False])
            if found is None
            else conjunction(every, found)
            if found.names != every.names
            else found
        )

    def any_of(self, names: Iterable[str], parts: Iterable[Automaton]) -> Automaton:
        """Return where one of some relations holds."""
        total = self.over(None, names)
        for part in parts:
            total = union(total, part)
        return total

    def leads(self, into: Callable[[Yield], Iterable[Automaton | None]], names: tuple[str, ...]) -> Automaton:
        """Return where some move leads into relations, for each move some, of tracks 0, 1, … of its parts."""
        return self.any_of(names, self._led(into, names))

    def _led(self, into: Callable[[Yield], Iterable[Automaton | None]], names: tuple[str, ...]) -> Iterator[Automaton]:
        """Yield for each form of moves where one leads into relations."""
        for move in self.worth:
            for relation in into(move):
                for going in self.moves.going:
                    led = solved((*going, *move.atoms), (move.parts, relation), names, self.arithmetic)
                    yield self.over(led, names)

    def _losing(self) -> None:
        (lost,) = self.automata
        moves, names = self.moves, self.names
        if self.blocked:
            after = tuple(f"y{i}" for i in range(len(moves.names)))
            lost_after = self.arithmetic.renamed(lost, dict(zip(moves.names, after, strict=True)))
            tracks = [track for name in after for track in self.arithmetic.tracks(name)]
            leads = [at_least(conjunction(self.relation(after), lost_after), self.blocked + 1, tracks)]
        else:
            leads = list(self._led(lambda _: [self.of_parts(lost)], names))
        if self.misere:
            movable = self.any_of(names, self._led(lambda _: [None], names))
        else:
            movable = self.any_of(names, map(self.where, moves.going))
        ended = self.any_of(names, map(self.where, moves.won if self.misere else moves.lost))
        may = conjunction(self.domain, union(movable, ended))
        twice = (uncovered(conjunction(lost, each), ()) for each in leads)
        found = [uncovered(lost, [may]), *twice, uncovered(may, [lost, *leads])]
        wrong = next((each for each in found if each is not None), None)
        if wrong is not None:
            raise form.Unproved("the losing positions are others: {example}", example=self.arithmetic.told(wrong))

    def relation(self, after: tuple[str, ...]) -> Automaton:
        """Return the relation between a position and what a move makes of it, whose numbers are called ``after``.

        Of a heap they are the heaps that it leaves, where these are so many.
        """
        names = (*self.names, *after)
        found: list[Automaton] = []
        for move in self.moves.moves:
            if len(move.parts) != len(after):
                continue
            becomes = [Atom(Linear(((y, 1),)).plus(part, -1), "=") for y, part in zip(after, move.parts, strict=True)]
            for going in self.moves.going:
                led = solved((*going, *move.atoms, *becomes), None, names, self.arithmetic)
                found.append(self.over(led, names))
        return self.any_of(names, found)

    def _values(self) -> None:
        left = self.domain
        for value, claimed in enumerate(self.automata):
            had = self.leads(lambda move, value=value: self.with_value(move, value), self.names)
            right = difference(left, had)
            if right != claimed:
                raise form.Unproved(
                    "the positions of value {value} are others: {example}",
                    value=value,
                    example=self._example(claimed, right),
                )
            left = conjunction(left, had)
        if not left.empty:
            raise form.Unproved(
                "a position has another value than those claimed: {example}", example=self.example(left)
            )

    def with_value(self, move: Yield, value: int) -> Iterable[Automaton | None]:
        """Return relations of the parts of a move which together say that it has a value."""
        if not self.moves.splits:
            return [self.of_parts(self.automata[value])]
        if not move.parts:
            return [None] if value == 0 else []
        total: Automaton | None = None
        for own in product(range(len(self.automata)), repeat=len(move.parts)):
            spend()
            if reduce(xor, own, 0) != value:
                continue
            whole: Automaton | None = None
            for i, each in enumerate(own):
                part = self.arithmetic.renamed(self.automata[each], {"x0": str(i)})
                whole = part if whole is None else conjunction(whole, part)
            total = whole if total is None or whole is None else union(total, whole)
        return [] if total is None else [total]

    def _sums(self) -> None:
        """Decide that the second relation is that of n and the nim-sum of the values of all heaps below n."""
        values, sums = self.automata
        renamed, total = self.arithmetic.renamed, self._nim_sum(["s", "v", VALUE])
        after = self.arithmetic.linear({"x0": 1, "y": -1}, "=", -1)
        later = without(
            [renamed(sums, {"x0": "y", VALUE: "s"}), renamed(values, {"x0": "y", VALUE: "v"}), after, total],
            ["y", "s", "v"],
        )
        assert later is not None
        none = self.arithmetic.linear({"x0": 1, VALUE: 1}, "=", 0)
        if sums != union(none, later):
            raise form.Unproved("the nim-sums are others: {example}", example=self._example(sums, union(none, later)))

    def _nim_sum(self, names: list[str]) -> Automaton:
        """Return that the nim-sum of numbers is 0."""
        base = self.arithmetic.system.base
        if self.arithmetic.system.recurrence != (base,) or base & (base - 1):
            raise GrundyError("nim-sums of unbounded values are decided in bases 2, 4, 8, …")
        return self.arithmetic.nim_sum(names)

    def _graph(self) -> None:
        graph = self.automata[0]
        names = (*self.names, VALUE)
        had = self.leads(lambda move: [self.graph_of(move)], names)
        domain = conjunction(self.domain, self.arithmetic.valid(names))
        missed = difference(domain, had)
        lower = self.arithmetic.renamed(missed, {VALUE: "w"})
        smaller = without([lower, self.arithmetic.less("w", VALUE)], self.arithmetic.tracks("w"))
        assert smaller is not None
        right = difference(missed, conjunction(domain, smaller))
        if graph != right:
            raise form.Unproved("the values are others: {example}", example=self._example(graph, right))
        if without([graph], self.arithmetic.tracks(VALUE)) != self.domain:
            raise form.Unproved("a position has no value")

    def graph_of(self, move: Yield) -> Automaton:
        """Return the relation between the parts of a move and their value together."""
        if not self.moves.splits:
            return self.of_parts(self.automata[0])
        if len(move.parts) == 1:
            return self.arithmetic.renamed(self.automata[0], {"x0": "0"})
        if not move.parts:
            return self.arithmetic.linear({VALUE: 1}, "=", 0)
        worth = self.automata[-1]  # of a run that ends there, or of a heap
        values = [f"v{i}" for i in range(len(move.parts))]
        parts = [self.arithmetic.renamed(worth, {"x0": str(i), VALUE: v}) for i, v in enumerate(values)]
        found = without([*parts, self._nim_sum([*values, VALUE])], values)
        assert found is not None
        return found

    def _example(self, a: Automaton, b: Automaton) -> str:
        """Return the shortest numbers by which relations differ, in words."""
        return self.example(combined(a, b, lambda one, two: one != two))

    def example(self, relation: Automaton) -> str:
        """Return the shortest numbers of a relation that has some, in words."""
        return self.arithmetic.told(uncovered(relation, ()) or {})

    def of_parts(self, relation: Automaton) -> Automaton:
        """Return a relation of the numbers of a position as one of what a move makes of them, called 0, 1, …"""
        return self.arithmetic.renamed(relation, {name: str(i) for i, name in enumerate(self.moves.names)})


def _left_over(parts: tuple[Linear, ...]) -> tuple[Linear, ...]:
    """Return the heaps of a sum without pairs of the same size, which are worth 0 together: v ⊕ v = 0."""
    return tuple(part for part, times in Counter(parts).items() if times % 2)


def no_less(a: Linear, b: Linear) -> Atom:
    """Return that a number is no less than another."""
    return Atom(a.plus(b, -1), ">=")


def solved(
    atoms: Atoms,
    into: tuple[tuple[Linear, ...], Automaton | None] | None,
    kept: tuple[str, ...],
    arithmetic: Arithmetic,
) -> Automaton | None:
    """Return where atoms hold, and the parts are in a relation, for some numbers besides those kept; None for nowhere.

    A part that is a name is that name's track. Of another, a name that is not kept and stands in it alone is put out of the
    way: j = ±(y - …), where y is the part, and that is 0 or more.
    """
    parts, relation = into or ((), None)
    own: dict[str, str] = {}
    if relation is not None:
        for i in range(len(parts)):
            part = parts[i]
            name = part.parts[0][0] if len(part.parts) == 1 and part.parts[0][1] == 1 and not part.constant else ""
            if name and name not in own.values():
                own[str(i)] = name
                continue
            own[str(i)] = new = f"y{i}"
            whole = Linear(((new, 1),)).plus(part, -1)
            free = next((n for n, a in part.parts if abs(a) == 1 and n not in kept and n not in own.values()), None)
            if free is None:
                atoms = (*atoms, Atom(whole, "="))
                continue
            sign = dict(part.parts)[free]
            instead = Linear().plus(whole, sign).plus(Linear(((free, 1),)))
            put = {free: instead}
            atoms = (*(atom.put(put) for atom in atoms), Atom(instead, ">="))
            parts = tuple(each.put(put) for each in parts)
        relation = arithmetic.renamed(relation, own)
    if any(atom.plain is False for atom in atoms):
        return None
    found = conditions(atoms, arithmetic)
    if found is None:
        return None
    every = [*found, relation] if relation is not None else found
    bound = {name for part in every for name in part.names} - {t for name in kept for t in arithmetic.tracks(name)}
    result = without(every, bound)
    return arithmetic.valid(()) if result is None else result


def conditions(atoms: Atoms, arithmetic: Arithmetic) -> list[Automaton] | None:
    """Return conditions as relations, each once; None where one holds nowhere."""
    found: list[Automaton] = []
    for atom in dict.fromkeys(atoms):
        if atom.plain is None:
            if isinstance(atom, Never):
                made = _none(atom, arithmetic)
            else:
                made = arithmetic.linear(dict(atom.number.parts), atom.relation, atom.number.constant)
            if not made.names and made.empty:
                return None
            found.append(made)
    return found


def _none(never: Never, arithmetic: Arithmetic) -> Automaton:
    """Return where none of the cases holds, for any numbers of its names: the complement of where one does, for some."""
    names = tuple(sorted(never.free))
    every = arithmetic.valid(names)
    for case in never.cases:
        spend()
        own = solved(case, None, names, arithmetic)
        if own is not None:
            every = difference(every, conjunction(arithmetic.valid(names), own))
    return every


def _ranking(rows: list[Any], width: int) -> list[list[int]]:
    for row in rows:
        if not isinstance(row, list) or not row or any(type(i) is not int or not 0 <= i < width for i in row):
            raise GrundyError("a ranking is a list of lists of places of a position")
        if sorted(set(row)) != row:
            raise GrundyError("the places in a ranking rise")
    if not rows or len({tuple(row) for row in rows}) < len(rows):
        raise GrundyError("a ranking has a sum, and none twice")
    return rows


def automaton_of(data: Any, names: tuple[str, ...], arithmetic: Arithmetic) -> Automaton:
    """Return an automaton of a certificate; GrundyError unless it is minimal, canonical, valid and closed under zeros."""
    if not isinstance(data, dict):
        raise GrundyError("an automaton is an object, not {shown}", shown=form.shown(data))
    form.check_names(data, ("delta", "accepting"), _("an automaton"))
    rows, accepting = form.listed(data, "delta"), form.listed(data, "accepting")
    tracks = tuple(sorted(track for name in names for track in arithmetic.tracks(name)))
    room(arithmetic.system.base ** len(tracks), MOST_ARROWS)
    letters = list(product(range(arithmetic.system.base), repeat=len(tracks)))
    room(len(letters) * len(rows), 1 << 24)
    for row in [*rows, accepting]:
        wide = row is accepting or (isinstance(row, list) and len(row) == len(letters))
        if not wide or any(type(s) is not int or not -1 + (row is accepting) <= s < len(rows) for s in row):
            raise GrundyError("a row of an automaton is a list of {count} states, or -1", count=len(letters))
    if not rows or sorted(set(accepting)) != accepting:
        raise GrundyError("an automaton has a first state, and accepting ones in rising order")
    delta = [{letters[i]: s for i, s in enumerate(row) if s >= 0} for row in rows]
    final = set(accepting)
    given = Automaton(tracks, delta, [i in final for i in range(len(rows))])
    if minimal(tracks, given.delta, given.accepting) != given:
        raise GrundyError("an automaton is not minimal, or not numbered breadth first")
    if not given.empty and given.delta[0].get(letters[0]) != 0:
        raise GrundyError("an automaton is not closed under zeros in front")
    if conjunction(given, arithmetic.valid(names)) != given:
        raise GrundyError("an automaton accepts what is no representation")
    return given
