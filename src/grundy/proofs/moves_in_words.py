"""Moves as one would print them in a paper: ``(a, b) -> (a - k, b) for 1 <= k <= a``.

What is printed is what was read (`grundy.proofs.moves`), with other names for the numbers that are bound, and conditions
sorted into bounds of these and what remains. Python takes the conditions for what they are, but for "=" and "mod".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from grundy.language import _
from grundy.logic.expressions import (
    And,
    Compare,
    Exists,
    Floor,
    Formula,
    Not,
    Or,
    Part,
    Remainder,
    Term,
    Truth,
    variable,
)
from grundy.proofs.moves import Move, Moves
from grundy.proofs.terms import replaced

LINES = 8
"""So many forms of moves are printed; of more it is said how many there are."""
LETTERS = "kijlmpqrstuvw"


@dataclass(frozen=True)
class Form:
    """Some moves of one form, in words: what the position becomes, and when."""

    becomes: str
    when: tuple[str, ...]

    def __str__(self) -> str:
        return (
            _("{move} for {conditions}").format(move=self.becomes, conditions=_(" and ").join(self.when))
            if self.when
            else self.becomes
        )


def spoken_moves(own: Moves) -> list[str]:
    """Return the moves in words, one form in a line: first those of a position, then how it ends by declaration. O(moves).

    >>> from grundy.games import load
    >>> from grundy.proofs.reading import moves
    >>> for line in spoken_moves(moves(load("wythoff"))):
    ...     print(line)
    (a, b) -> (a - k, b) for 1 <= k <= a
    (a, b) -> (a, b - k) for 1 <= k <= b
    (a, b) -> (a - k, b - k) for 1 <= k <= a and k <= b
    >>> spoken_moves(moves(load("subtraction")))
    ['n -> n - 1, n - 2 or n - 3, of what is not below 0']
    """
    forms = [form(own, move) for move in _with_nothing(own.moves)]
    position = _tuple(own.shown)
    plain = [each.becomes for each in forms if not each.when]
    lines = [_("{move}, of what is not below {least}").format(move=_any(plain), least=own.least)] if plain else []
    lines += [str(each) for each in forms if each.when]
    lines = list(dict.fromkeys(f"{position} -> {line}" for line in lines))
    if len(lines) > LINES:
        more = len(lines) - LINES
        lines = [*lines[:LINES], _("and moves of {count} more forms").format(count=more)]
    for said, ending in ((_("lost for {conditions}"), own.lost), (_("won for {conditions}"), own.won)):
        if ending != Truth(False):
            lines.append(f"{position}: " + said.format(conditions=_said(_named(ending, own, {}))))
    return lines or [_("{position} has no move").format(position=position)]


def told(own: Moves, compared: object = "") -> str:
    """Return the moves in words, and what was compared of them, as a paragraph of a proof.

    >>> from grundy.games import load
    >>> from grundy.proofs.reading import moves
    >>> print(told(moves(load("nim"), 2)))
    Rules.   As they were read: (a, b) -> (k, b) for 0 <= k <= a - 1
                                (a, b) -> (a, k) for 0 <= k <= b - 1
    """
    head = _("Rules.   As they were read: ")
    lines = f"\n{' ' * len(head)}".join(spoken_moves(own))
    return f"{head}{lines}" + (f"\n         {compared}." if compared else "")


def _with_nothing(moves: Sequence[Move]) -> list[Move]:
    """Return moves in which a heap that is taken whole and one that is left, of one form, are one move that may leave 0."""
    whole = {_standard(move.guard)[0] for move in moves if not move.parts and _is_zero(move.guard)}
    found: list[Move] = []
    for move in moves:
        match move.parts, move.guard:
            case (), Compare() as guard if _is_zero(guard):
                left = [
                    each
                    for each in moves
                    if each.parts == (_standard(guard)[0],) and each.guard == _positive(each.parts[0])
                ]
                found += [] if left else [move]
            case (part,), Compare() as guard if part in whole and guard == _positive(part):
                found.append(replace(move, guard=Compare(part, ">=", Term())))
            case _:
                found.append(move)
    return found


def _is_zero(guard: Formula) -> TypeGuard[Compare]:
    return isinstance(guard, Compare) and guard.relation == "="


def _positive(part: Term) -> Compare:
    return Compare(part, ">=", Term((), 1))


def form(own: Moves, move: Move) -> Form:
    """Return moves of one form in words."""
    names = _letters(own, move)
    bound = {old: variable(new) - _shift(old, move.parts) for old, new in names.items()}
    put = {**{name: variable(shown) for name, shown in zip(own.names, own.shown, strict=True)}, **bound}
    parts = [replaced(part, put) for part in move.parts]
    atoms = [_put(each, put) for each in _conjuncts(move.guard)]
    least = {new: _shift(old, move.parts) for old, new in names.items()}
    told = {_atom(part - own.least) for part in parts}
    atoms = [
        each
        for each in atoms
        if not (isinstance(each, Compare) and _standard(each) in told and not _bound_in(each, names.values()))
    ]
    return Form(_becomes(own, parts), tuple(_conditions(atoms, least)))


def _letters(own: Moves, move: Move) -> dict[str, str]:
    free = [letter for letter in LETTERS if letter not in own.shown]
    return dict(zip(move.bound, free, strict=False))


def _shift(name: str, parts: Iterable[Term]) -> int:
    """Return by how much a bound number is more when it is counted so that a part is this number, or less by it."""
    for part in parts:
        for own, times in part.parts:
            if own == name and abs(times) == 1:
                return max(0, part.constant * times)
    return 0


def _becomes(own: Moves, parts: Sequence[Term]) -> str:
    if own.heaps:
        texts = [said(part) for part in parts]
        return " + ".join(map(_closed, texts)) if len(texts) > 1 else "".join(texts) or "0"
    return _tuple([said(part) for part in parts])


def _closed(text: str) -> str:
    return f"({text})" if " " in text and not text.startswith("(") else text


def _tuple(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"({', '.join(items)})"


def _any(items: Sequence[str]) -> str:
    items = list(dict.fromkeys(items))
    return items[0] if len(items) == 1 else _(" or ").join([", ".join(items[:-1]), items[-1]])


# -- terms ---------------------------------------------------------------------------------------------------------------


def said(term: Term) -> str:
    """Return a term as one writes it: what is added first.

    >>> said(3 - variable("k") + 2 * variable("n")), said(-variable("n"))
    ('2*n - k + 3', '-n')
    """
    pieces = sorted(((a, _part(part)) for part, a in term.parts), key=lambda each: (each[0] < 0, each[1]))
    if term.constant or not pieces:
        pieces.append((term.constant, ""))
    text = ""
    for a, part in pieces:
        size = str(abs(a)) if not part else part if abs(a) == 1 else f"{abs(a)}*{part}"
        text += f" {'-' if a < 0 else '+'} {size}" if text else ("-" if a < 0 else "") + size
    return text


def _part(part: Part) -> str:
    match part:
        case str():
            return part
        case Floor(term, divisor):
            return f"({_closed(said(term))} // {divisor})"
        case Remainder(term, modulus):
            return f"({_closed(said(term))} mod {modulus})"
        case _:
            return str(part)


# -- conditions ----------------------------------------------------------------------------------------------------------


def _conjuncts(guard: Formula) -> list[Formula]:
    if isinstance(guard, And):
        return [each for part in guard.parts for each in _conjuncts(part)]
    return [] if guard == Truth(True) else [guard]


def _put(formula: Formula, put: dict[str, Term]) -> Formula:
    match formula:
        case Compare(left, relation, right):
            return Compare(replaced(left, put), relation, replaced(right, put))
        case And(parts):
            return And(tuple(_put(part, put) for part in parts))
        case Or(parts):
            return Or(tuple(_put(part, put) for part in parts))
        case Not(part):
            return Not(_put(part, put))
        case Exists(names, part):
            return Exists(names, _put(part, {name: term for name, term in put.items() if name not in names}))
        case _:
            return formula


def _named(formula: Formula, own: Moves, bound: dict[str, Term]) -> Formula:
    return _put(formula, {**{n: variable(s) for n, s in zip(own.names, own.shown, strict=True)}, **bound})


def _standard(atom: Compare) -> tuple[Term, str]:
    """Return a comparison as a term that is ``>= 0``, ``= 0`` or ``!= 0``."""
    difference = atom.left - atom.right
    match atom.relation:
        case "<":
            return -difference - 1, ">="
        case "<=":
            return -difference, ">="
        case ">":
            return difference - 1, ">="
        case relation:
            return difference, relation


def _atom(term: Term) -> tuple[Term, str]:
    return term, ">="


def _bound_in(atom: Compare, bound: Iterable[str]) -> bool:
    return not {*atom.left.names(), *atom.right.names()}.isdisjoint(bound)


def _conditions(atoms: list[Formula], least: dict[str, int]) -> list[str]:
    """Return conditions in words: bounds of the bound numbers first, of each in a chain, then what remains."""
    lower = {name: [str(value)] for name, value in least.items()}
    upper: dict[str, list[str]] = {name: [] for name in least}
    rest: list[str] = []
    for each in atoms:
        bound = _bound_of(each, least) if isinstance(each, Compare) else None
        if bound is None:
            rest.append(_said(each))
        else:
            name, is_upper, text = bound
            (upper if is_upper else lower)[name].append(text)
    found: list[str] = []
    for name in least:
        first = lower[name][-1] if len(lower[name]) > 1 and lower[name][0] == "0" else lower[name][0]
        more = [each for each in lower[name] if each != first and not (each == "0" and len(lower[name]) > 1)]
        chain = f"{first} <= {name}" + (f" <= {upper[name][0]}" if upper[name] else "")
        found += [chain, *(f"{name} <= {each}" for each in upper[name][1:]), *(f"{name} >= {each}" for each in more)]
    return [*found, *dict.fromkeys(rest)]


def _bound_of(atom: Compare, least: dict[str, int]) -> tuple[str, bool, str] | None:
    """Return of a bound number by how much it is bounded from above, or from below; None of other conditions.

    Of several bound numbers the last one is.
    """
    term, relation = _standard(atom)
    if relation != ">=":
        return None
    mine = [(name, a) for name in reversed(list(least)) for part, a in term.parts if part == name and abs(a) == 1]
    if not mine or any(
        name in inner.names()
        for name in least
        for part, _a in term.parts
        if not isinstance(part, str)
        for inner in part.terms()
    ):
        return None
    name, a = mine[0]
    rest = term - variable(name) * a
    return name, a < 0, said(rest if a < 0 else -rest)


def _said(formula: Formula) -> str:
    match formula:
        case Compare():
            term, relation = _standard(formula)
            left = Term(tuple((part, a) for part, a in term.parts if a > 0))
            right = Term(tuple((part, -a) for part, a in term.parts if a < 0))
            constant = -term.constant
            if constant >= 0 or not right.parts:
                right += constant
            else:
                left -= constant
            return f"{said(left)} {relation} {said(right)}"
        case And(parts):
            return _(" and ").join(map(_inner, parts))
        case Or(parts):
            return _(" or ").join(map(_inner, parts))
        case Not(part):
            return _("not ({condition})").format(condition=_said(part))
        case Exists(names, part):
            return _("({condition} for some {names})").format(condition=_said(part), names=", ".join(names))
        case Truth(value):
            return _("always") if value else _("never")
        case _:
            return str(formula)


def _inner(formula: Formula) -> str:
    return f"({_said(formula)})" if isinstance(formula, And | Or) else _said(formula)
