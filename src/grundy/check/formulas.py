"""Sentences as data, about natural numbers and the relations of a law: in words, and decided by the checker's automata.

A term is an integer, a name, or ``["+", t, …]``, ``["*", c, t]``, ``["//", t, d]``, ``["%", t, d]``, ``["xor", t, t, …]``.
A formula is ``[r, t, t]`` with r one of ``= != < <= > >=``, ``["is", R, t, …]`` for a relation R, ``["not", f]``, ``["and",
f, …]``, ``["or", f, …]``, ``["=>", f, f]``, ``["<=>", f, f]``, ``["some", [name, …], f]``, ``["all", [name, …], f]`` or
``["at least", k, name, f]``.

Names stand for natural numbers, terms are whole numbers. A quotient, a remainder or a nim-sum of a negative term does not
exist, and an atom with one is false: what is written with such a term says that there are numbers that it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

from grundy.check.automata import Arithmetic, Automaton, at_least, combined, conjunction, difference, union, without
from grundy.check.budget import bounded, spend
from grundy.check.form import shown
from grundy.common.errors import GrundyError

# -- what rules are lowered to: linear numbers, conditions on them, and moves under conditions -------------------------


@dataclass(frozen=True)
class Linear:
    """Σ a_i x_i + constant, by names in order."""

    parts: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    def plus(self, other: Linear, times: int = 1) -> Linear:
        """Return it plus so many times another."""
        found = dict(self.parts)
        for name, a in other.parts:
            found[name] = found.get(name, 0) + times * a
        parts = tuple(sorted((n, bounded(a)) for n, a in found.items() if a))
        return Linear(parts, bounded(self.constant + times * other.constant))

    def put(self, names: Mapping[str, Linear]) -> Linear:
        """Return it with numbers put for names."""
        if not any(name in names for name, _ in self.parts):
            return self
        whole = Linear((), self.constant)
        for name, a in self.parts:
            whole = whole.plus(names.get(name, Linear(((name, 1),))), a)
        return whole


@dataclass(frozen=True)
class Atom:
    """That a number is 0 or more (``>=``), is 0 (``=``) or is not 0 (``!=``)."""

    number: Linear
    relation: str

    @property
    def plain(self) -> bool | None:
        """Whether it holds, where that is plain, the names being natural numbers."""
        c, signs = self.number.constant, [a for _, a in self.number.parts]
        if not signs:
            return {">=": c >= 0, "=": c == 0, "!=": c != 0}[self.relation]
        if self.relation == ">=" and ((c >= 0 and min(signs) > 0) or (c < 0 and max(signs) < 0)):
            return c >= 0
        return None

    @property
    def opposite(self) -> Atom:
        """What holds where it does not."""
        if self.relation == ">=":
            return Atom(Linear((), -1).plus(self.number, -1), ">=")
        return Atom(self.number, "=" if self.relation == "!=" else "!=")

    def put(self, names: Mapping[str, Linear]) -> Atom:
        """Return it with numbers put for names."""
        spend()
        return Atom(self.number.put(names), self.relation)


@dataclass(frozen=True)
class Never:
    """That for no natural numbers of some names one of some cases holds. The names are spoken of nowhere else."""

    names: frozenset[str]
    cases: tuple[Atoms, ...]

    @property
    def plain(self) -> bool | None:
        """Whether it holds, where that is plain."""
        return not self.cases if not self.cases or () in self.cases else None

    @property
    def free(self) -> set[str]:
        """The names that it speaks of, besides its own."""
        return {name for case in self.cases for name in names_of(case)} - self.names

    def put(self, names: Mapping[str, Linear]) -> Never:
        """Return it with numbers put for names other than its own."""
        return Never(self.names, tuple(tuple(atom.put(names) for atom in case) for case in self.cases))


Condition: TypeAlias = "Atom | Never"
Atoms: TypeAlias = "tuple[Condition, ...]"


def names_of(atoms: Atoms) -> set[str]:
    """Return the names that conditions speak of."""
    found: set[str] = set()
    spend(len(atoms))
    for atom in atoms:
        found |= atom.free if isinstance(atom, Never) else {name for name, _ in atom.number.parts}
    return found


def compared(left: Linear, relation: str, right: Linear) -> Atom:
    """Return a comparison as an atom."""
    if relation in ("=", "!="):
        return Atom(left.plus(right, -1), relation)
    small, large = (left, right) if relation[0] == "<" else (right, left)
    return Atom(large.plus(small, -1).plus(Linear((), -(len(relation) == 1))), ">=")


def size_of(atoms: Atoms) -> int:
    """Return how many atoms there are, those inside others too."""
    return sum(1 + sum(map(size_of, atom.cases)) if isinstance(atom, Never) else 1 for atom in atoms)


@dataclass(frozen=True)
class Yield:
    """Some moves of one form: where the atoms hold (for some natural numbers), these numbers are yielded."""

    atoms: Atoms
    parts: tuple[Linear, ...]


@dataclass(frozen=True)
class Moves:
    """The moves of a game on ``names``: where the atoms of a move hold, and play goes on, it leads to its parts.

    ``going``, ``lost`` and ``won`` are where play goes on, and where it is declared to have ended, each as cases. In each
    case of ``never`` something is wrong with the rules. ``splits``: the parts are heaps of a sum, of any number; ``runs``:
    they are a and b, and the heaps are a, a + 1, …, b - 1. ``domain`` is what a position is, besides natural numbers.
    """

    names: tuple[str, ...]
    moves: list[Yield]
    going: list[Atoms]
    lost: list[Atoms]
    won: list[Atoms]
    never: list[Atoms]
    splits: bool
    runs: bool = False
    domain: Atoms = ()


RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
LARGEST, MOST_NAMES, MOST_COUNTED = 10**6, 8, 1000
"""Divisors are no larger; a quantifier has no more names, and counts no further."""
JOINED = {"and": " & ", "or": " | ", "=>": " => ", "<=>": " <=> "}
_NO_TERM = "{shown} is no term of a certificate"

Scope = Mapping[str, str]
"""The names that a formula may use, and those of the automata's tracks."""
Signed = tuple[Automaton, bool]
"""A relation, and whether it is that one, or its complement."""


class Sentences:
    """Sentences in a numeration system, about relations by name, whose numbers are in the order of their tracks."""

    def __init__(self, arithmetic: Arithmetic, relation_of: Callable[[str], Automaton]) -> None:
        self._arithmetic = arithmetic
        self._relation_of = relation_of
        self._new = map("v{:05}".format, count())

    def holds(self, sentence: Any) -> bool:
        """Return whether a sentence is true; GrundyError for what is none, NotChecked where an automaton is too large."""
        return not self._relation(sentence, {}, True).empty

    def where(self, formula: Any, names: Sequence[str]) -> Automaton:
        """Return the numbers, called by names that do not begin with v, for which a formula holds."""
        return self._over(self._relation(formula, {name: name for name in names}, True), names)

    # ---- formulas

    def _relation(self, formula: Any, scope: Scope, yes: bool) -> Automaton:
        found, straight = self._signed(formula, scope, yes)
        return found if straight else self._complement(found)

    def _signed(self, formula: Any, scope: Scope, yes: bool) -> Signed:
        """Return the relation that a formula is, or its negation unless ``yes``."""
        spend()
        sign, *parts = read_formula(formula)
        match sign:
            case "not":
                return self._signed(parts[0], scope, not yes)
            case "and" | "or" | "=>":
                found, straight = self._joint(self._conjuncts(formula, scope, sign == "and"))
                return found, straight is (yes is (sign == "and"))
            case "<=>":
                one, two = (self._relation(part, scope, True) for part in parts)
                names = {*one.names, *two.names}
                other = combined(self._over(one, names), self._over(two, names), lambda a, b: a != b)
                return other, not yes
            case "some" | "all":
                own = dict(zip(parts[0], self._new, strict=False))
                each = self._conjuncts(parts[1], {**scope, **own}, sign == "some")
                return self._some(each, {*own.values()}), yes is (sign == "some")
            case "at least":
                own = next(self._new)
                part = self._relation(parts[2], {**scope, parts[1]: own}, True)
                return at_least(self._over(part, {*part.names, own}), parts[0], (own,)), yes
            case _:
                return self._atom(sign, parts, scope), yes

    def _conjuncts(self, formula: Any, scope: Scope, yes: bool) -> list[Signed]:
        """Return relations whose conjunction a formula is, or its negation unless ``yes``."""
        sign, *parts = read_formula(formula)
        if sign == "not":
            return self._conjuncts(parts[0], scope, not yes)
        if sign in ("and", "or") and yes is (sign == "and"):
            return [each for part in parts for each in self._conjuncts(part, scope, yes)]
        if sign == "=>" and not yes:
            return [*self._conjuncts(parts[0], scope, True), *self._conjuncts(parts[1], scope, False)]
        return [self._signed(formula, scope, yes)]

    def _joint(self, parts: list[Signed]) -> Signed:
        """Return the conjunction of some relations."""
        positive, negative = _parted(parts)
        if not positive:
            return self._any(negative), False
        whole = without(positive, ())
        assert whole is not None
        for each in negative:
            names = {*whole.names, *each.names}
            whole = difference(self._over(whole, names), self._over(each, names))
        return whole, True

    def _some(self, parts: list[Signed], bound: set[str]) -> Automaton:
        """Return that there are numbers of some names with a conjunction: they go as early as they can."""
        positive, negative = _parted(parts)
        early = bound - {name for each in negative for name in each.names}
        first = without(positive, early)
        found, straight = self._joint([*([] if first is None else [(first, True)]), *((a, False) for a in negative)])
        whole = without([found if straight else self._complement(found)], bound)
        assert whole is not None
        return whole

    def _complement(self, found: Automaton) -> Automaton:
        return difference(self._arithmetic.valid(found.names), found)

    def _any(self, parts: list[Automaton]) -> Automaton:
        names = {name for each in parts for name in each.names}
        whole = Automaton(tuple(sorted(names)), [{}], [False])
        for each in parts:
            whole = union(whole, self._over(each, names))
        return whole

    def _over(self, found: Automaton, names: Iterable[str]) -> Automaton:
        every = self._arithmetic.valid(names)
        return found if found.names == every.names else conjunction(every, found)

    def _atom(self, sign: str, parts: list[Any], scope: Scope) -> Automaton:
        """Return a comparison, or a relation, of terms."""
        terms = _Terms(self._arithmetic, scope, self._new)
        if sign != "is":
            left, right = map(terms.value, parts)
            terms.hold(compared(left, sign, right))
            return terms.joined()
        name, *given = parts
        relation = self._relation_of(name)
        if len(relation.names) != len(given):
            raise GrundyError("the relation {name} is one of {count} numbers", name=name, count=len(relation.names))
        names = list[str]()
        for term in given:
            names.append(terms.named(terms.value(term), names))
        return terms.joined(relation.renamed(dict(zip(relation.names, names, strict=True))))


def _parted(parts: list[Signed]) -> tuple[list[Automaton], list[Automaton]]:
    """Return the relations that are meant, and those whose complements are."""
    return [each for each, straight in parts if straight], [each for each, straight in parts if not straight]


class _Terms:
    """The terms of an atom as linear numbers; what these are, if they are more, is told by relations of new names."""

    def __init__(self, arithmetic: Arithmetic, scope: Scope, new: Iterator[str]) -> None:
        self._arithmetic = arithmetic
        self._scope = scope
        self._new = new
        self._known: list[Automaton] = []
        self._bound: list[str] = []

    def joined(self, *more: Automaton) -> Automaton:
        """Return that all that is known holds, with some more, for some numbers of the new names."""
        found = without([*self._known, *more], self._bound)
        assert found is not None
        return found

    def hold(self, atom: Atom) -> None:
        """Let a linear relation be known."""
        self._known.append(self._arithmetic.linear(dict(atom.number.parts), atom.relation, atom.number.constant))

    def named(self, term: Linear, used: Iterable[str] = ()) -> str:
        """Return a name for a term: its own, if it is one that is not used."""
        name = term.parts[0][0] if len(term.parts) == 1 else ""
        if term == Linear(((name, 1),)) and name not in used:
            return name
        new = self._fresh()
        self.hold(compared(Linear(((new, 1),)), "=", term))
        return new

    def value(self, data: Any) -> Linear:
        """Return a term as a linear number."""
        spend()
        match read_term(data):
            case int() as number:
                return Linear((), bounded(number))
            case str() as name if name in self._scope:
                return Linear(((self._scope[name], 1),))
            case str() as name:
                raise GrundyError("the name {name!r} is not bound in a formula", name=name)
            case ["+", *terms]:
                total = Linear()
                for term in terms:
                    total = total.plus(self.value(term))
                return total
            case ["*", factor, term]:
                return Linear().plus(self.value(term), factor)
            case ["xor", *terms]:
                return self._nim_sum([self.value(term) for term in terms])
            case [sign, term, divisor]:
                return self._divided(sign, self.value(term), divisor)
            case _:
                raise AssertionError(data)

    def _nim_sum(self, terms: list[Linear]) -> Linear:
        names = list[str]()
        for term in terms:
            names.append(self.named(term, names))
        self._known.append(self._arithmetic.nim_sum([*names, new := self._fresh()]))
        return Linear(((new, 1),))

    def _divided(self, sign: str, whole: Linear, divisor: int) -> Linear:
        quotient, rest = (Linear(((self._fresh(), 1),)) for _ in range(2))
        self.hold(compared(whole, "=", rest.plus(quotient, divisor)))
        self.hold(compared(rest, "<", Linear((), divisor)))
        return quotient if sign == "//" else rest

    def _fresh(self) -> str:
        self._bound.append(next(self._new))
        return self._bound[-1]


# ---- what is written


def read_formula(data: Any) -> list[Any]:
    """Return a formula whose outermost form is right; GrundyError for another."""
    if not isinstance(data, list) or not _is_formula(data):
        raise GrundyError("{shown} is not a formula of a certificate", shown=shown(data))
    return data


def _is_formula(data: list[Any]) -> bool:
    match data:
        case ["and" | "or", *_] | ["not", _] | ["=>" | "<=>", _, _]:
            return True
        case ["some" | "all", [_, *_] as names, _]:
            return len({*map(_name, names)}) == len(names) <= MOST_NAMES
        case ["at least", least, name, _]:
            return _is_integer(least, 1, MOST_COUNTED) and bool(_name(name))
        case ["is", relation, _, *_]:
            return bool(_name(relation))
        case [str() as sign, _, _]:
            return sign in RELATIONS
        case _:
            return False


def read_term(data: Any) -> Any:
    """Return a term whose outermost form is right; GrundyError for another."""
    match data:
        case int() if not isinstance(data, bool):
            return data
        case str():
            return _name(data)
        case ["+", _, *_] | ["xor", _, _, *_]:
            return data
        case ["*", int() as factor, _] if not isinstance(factor, bool):
            return data
        case ["//" | "%", _, int() as divisor] if _is_integer(divisor, 1, LARGEST):
            return data
        case _:
            raise GrundyError(_NO_TERM, shown=shown(data))


def _name(data: Any) -> str:
    if not isinstance(data, str) or not re.fullmatch(r"[A-Za-z_]\w{0,60}", data, re.ASCII):
        raise GrundyError(_NO_TERM, shown=shown(data))
    return data


def _is_integer(data: Any, least: int, most: int) -> bool:
    return type(data) is int and least <= data <= most


def in_words(formula: Any) -> str:
    """Return a formula as `grundy ask` reads it, with a parenthesis wherever there could be a doubt.

    >>> in_words(["all", ["n"], ["<=>", ["is", "P", "n"], ["=", ["%", "n", 4], 0]]])
    'A n (P(n) <=> (n%4=0))'
    """
    sign, *parts = read_formula(formula)
    match sign:
        case "not":
            return f"~{_closed(parts[0])}"
        case "and" | "or" if not parts:
            return "true" if sign == "and" else "false"
        case "and" | "or" | "=>" | "<=>":
            return JOINED[sign].join(map(_closed, parts)) if parts[1:] else in_words(parts[0])
        case "some" | "all":
            return f"{'E' if sign == 'some' else 'A'} {', '.join(parts[0])} {_closed(parts[1])}"
        case "at least":
            return f"E>={parts[0]} {parts[1]} {_closed(parts[2])}"
        case "is":
            return f"{parts[0]}({', '.join(map(_spoken, parts[1:]))})"
        case _:
            return f"{_spoken(parts[0])}{sign}{_spoken(parts[1])}"


def _closed(formula: Any) -> str:
    text = in_words(formula)
    return text if formula[0] in ("is", "not") else f"({text})"


def _spoken(term: Any) -> str:
    match read_term(term):
        case ["+", *terms]:
            return "+".join(map(_part, terms)).replace("+-", "-")
        case ["*", -1, str() as name]:
            return f"-{name}"
        case ["*", factor, part]:
            return f"{factor}*{_part(part)}"
        case ["xor", *terms]:
            return f"({' ⊕ '.join(map(_part, terms))})"
        case [sign, part, divisor]:
            return f"{_part(part)}{sign}{divisor}"
        case plain:
            return str(plain)


def _part(term: Any) -> str:
    text = _spoken(term)
    return text if isinstance(term, int | str) or term[0] in ("xor", "*") else f"({text})"
