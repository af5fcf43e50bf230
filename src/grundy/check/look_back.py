"""Certificates of kind "periodic law": the period of the Grundy values of a rule that looks a bounded number back.

The fields ``rules``, ``form``, ``parameters``, ``least``, ``heaps``, ``game``, ``text`` and ``fingerprint`` say what the
game is, as in an automatic law (`grundy.proving.certificate`); here one heap is replaced by heaps (``form`` "heaps",
``heaps`` 0), or one number by one (``form`` "game", ``heaps`` 1), and ``least`` is 0. Besides there are

- ``preperiod`` n0 and ``period`` p: the claim is that g(n + p) = g(n) for every n >= n0;
- ``shift`` M, ``back`` C and ``start`` T: from every heap n >= T a move leaves n - c for some c <= C beside other heaps, or
  other heaps alone; and what can be left of n + M is the same with M more in the first place.

What is checked: nothing fails, and every heap that a move leaves is smaller (so play ends); for each form of move, by
automata in base 2, what was said of M, C and T; that C <= T; and, q being the least common multiple of M and p, that
g(n + p) = g(n) for n0 <= n < max(T, n0 + C) + q - p, or + q where M does not divide p; the values are computed from the
rules, each from all of its options. So g(n + q) = g(n) for n0 <= n < max(T, n0 + C), and then for every n from there on by
induction: M divides q, so the options of n + q are those of n with n - c + q for n - c; and n - c >= n0, so g(n - c + q) =
g(n - c). And g(n + p) = g(n) for n0 <= n < n0 + q, and so for all.
"""

from __future__ import annotations

from functools import reduce
from math import lcm
from operator import xor
from typing import Any

from grundy.check.automata import Arithmetic, Automaton, conjunction, without
from grundy.check.budget import room
from grundy.check.form import Unproved, Verdict, check_names, choice, natural, shown, verdict
from grundy.check.laws import arithmetic, held_moves, solved
from grundy.check.linear import Atom, Linear, Moves, Yield
from grundy.check.nodes import routine_of, value_of
from grundy.check.routines import Failed, Run
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

FIELDS = (
    *("kind", "format", "hash", "game", "text", "rules", "form", "parameters", "fingerprint", "least", "heaps"),
    *("preperiod", "period", "shift", "back", "start"),
)
MOST = 1 << 20
"""More values than this are not computed."""
HEAP = Linear((("x0", 1),))


def check(fields: dict[str, Any]) -> Verdict:
    """Return whether a certificate proves the period of a rule; GrundyError for a malformed one.

    The work is that of the values, each from its options, and of an automaton for each form of move.
    """
    check_names(fields, FIELDS)
    moves = moves_of_heaps(fields)
    first, period, shift = natural(fields, "preperiod"), natural(fields, "period", 1), natural(fields, "shift", 1)
    back, start = natural(fields, "back"), natural(fields, "start")
    if back > start:
        raise GrundyError("the field 'start' is not less than 'back', so that what is looked back at is there")
    whole = lcm(period, shift)
    count = room(max(start, first + back) + whole + (period if whole > period else 0), MOST)
    told = _(
        "in the game {shown} whose rules are in the certificate, g(n + {period}) = g(n) for every n >= {preperiod}"
    )

    def proof() -> str:
        _decide(moves, shift, back, start)
        values = _values(fields, count)
        for n in range(first, count - period):
            if values[n] != values[n + period]:
                raise Unproved("the values of the heaps {n} and {other} differ", n=n, other=n + period)
        return _(
            "{count:,} values were computed from the rules, of which it was decided that they look no more than {back} "
            "back, and which carry the period on"
        ).format(count=count, back=back)

    return verdict(told.format(shown=shown(fields["game"]), period=period, preperiod=first), proof)


def moves_of_heaps(fields: dict[str, Any]) -> Moves:
    """Return the moves from single heaps, or single numbers; GrundyError for rules of others."""
    if choice(fields, "form", ("heaps", "game")) and natural(fields, "heaps", 0, 1) != (fields["form"] == "game"):
        raise GrundyError("this is a law of single heaps, or of single numbers")
    natural(fields, "least", 0, 0)
    moves = held_moves(fields)
    if moves.lost or moves.won:
        raise GrundyError("Grundy values are of normal play, without blocking and declared endings")
    if moves.runs:  # of which the parts are the ends
        raise GrundyError("a law of this kind is not one of rules that leave ranges of heaps")
    return moves


def _decide(moves: Moves, shift: int, back: int, start: int) -> None:
    """Decide that play ends, that nothing fails, and how far each form of move looks back; Unproved where it does not."""
    plain = arithmetic("msd_2")
    for atoms in moves.never:
        if _possible(solved(atoms, None, (), plain)):
            raise Unproved("a number can be below the least one where the rules yield it or divide it, or they fail")
    for move in moves.moves:
        for part in move.parts:
            no_less = Atom(part.plus(HEAP, -1), ">=")
            if _possible(solved((*move.atoms, no_less), None, (), plain)):
                raise Unproved("a move does not lower the ranking")
        if not any(_repeats(move, place, shift, back, start, plain) for place in (*range(len(move.parts)), None)):
            raise Unproved("a move looks further back than {back}, or not as {shift} before", back=back, shift=shift)


def _possible(found: Automaton | None) -> bool:
    return found is not None and not found.empty


def _repeats(move: Yield, place: int | None, shift: int, back: int, start: int, plain: Arithmetic) -> bool:
    """Return whether a form of move is there for n + shift as for n, from ``start`` on, with shift more in one place.

    The part in that place is at least n - ``back``; None is for moves of which no part is more.
    """
    names = tuple(f"y{i}" for i in range(len(move.parts)))
    variables = [Linear(((name, 1),)) for name in names]
    becomes = tuple(Atom(y.plus(part, -1), "=") for y, part in zip(variables, move.parts, strict=True))
    late = Atom(HEAP.plus(Linear((), -start)), ">=")
    here = solved((*move.atoms, *becomes, late), None, ("x0", *names), plain)
    if here is None:
        return True
    here = conjunction(here, plain.valid(("x0", *names)))
    own = [] if place is None else [names[place]]
    if place is not None:
        further = HEAP.plus(variables[place], -1).plus(Linear((), -back - 1))
        if not conjunction(here, _atom(Atom(further, ">="), plain)).empty:
            return False
    later = here.renamed({name: f"{name}+" for name in ("x0", *own)})
    sums = [plain.linear({f"{name}+": 1, name: -1}, "=", -shift) for name in ("x0", *own)]
    moved = without([later, *sums], [f"{name}+" for name in ("x0", *own)])
    assert moved is not None
    return conjunction(moved, _atom(late, plain)) == here


def _atom(atom: Atom, plain: Arithmetic) -> Automaton:
    return plain.linear(dict(atom.number.parts), atom.relation, atom.number.constant)


def _values(fields: dict[str, Any], count: int) -> list[int]:
    """Return the first Grundy values, each from all options of the rules as data; Unproved where the rules fail."""
    run = Run(routine_of(fields["rules"]["moves"]))
    given = [value_of(fields["parameters"][name]) for name in run.keywords]
    tuples = run.routine.shape != "ints"
    values: list[int] = []
    for n in range(count):
        try:
            options = run.options([(n,) if tuples else n, *given])
        except Failed:
            raise Unproved("the rules fail at {shown}", shown=n) from None
        had = {_worth(option, values) for option in options}
        values.append(next(v for v in range(len(had) + 1) if v not in had))
    return values


def _worth(option: Any, values: list[int]) -> int:
    """Return the nim-sum of the heaps that a move leaves; all are smaller, so that their values are there."""
    parts = option if isinstance(option, tuple) else (option,)
    return reduce(xor, (values[part] for part in parts), 0)
