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

Certificates of kind "interval law": the values of a game in which a player takes from 1 to f(n) of n counters.

The fields ``rules``, ``form``, ``parameters``, ``least``, ``heaps``, ``game``, ``text`` and ``fingerprint`` say what the
game is, as in a periodic law. Besides there are ``times`` a, ``plus`` b, ``over`` c and ``start``
s. The claim: the moves from n lead to n - 1, …, n - f(n), and f(n) = ⌊(a·n + b) / c⌋ for every n >= s; and g(n), the Grundy
value of n, is f(n) if n = 0 or f(n) > f(n - 1), else g(n - f(n) - 1).

What is checked, by automata in base 2: nothing fails, every heap that is left is smaller, with each that is left all larger
ones below n are, f is as the formula says, and f(n) - f(n - 1) is 0 or 1. The last f(n) + 1 heaps up to n have then the
values 0, …, f(n), each once, by induction: if f rises at n, the f(n) options have the values below f(n), and n has f(n);
else the options are all of the f(n) + 1 heaps before n but the smallest, n - f(n) - 1, whose value n has (L. Levine, Fractal
sequences and restricted Nim, Ars Combinatoria 80 (2006), 113-127).
"""

from __future__ import annotations

from functools import reduce
from math import lcm
from operator import xor
from typing import Any

from grundy.check.automata import Arithmetic, Automaton, conjunction, difference, union, without
from grundy.check.budget import room
from grundy.check.form import Unproved, Verdict, check_names, choice, natural, of_game, verdict
from grundy.check.formulas import Atom, Linear, Moves, Yield
from grundy.check.laws import arithmetic, held_moves, solved
from grundy.check.routines import Failed, Run, routine_of, value_of
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
    """Return whether a certificate proves the period of a rule, or its intervals; GrundyError for a malformed one.

    The work is that of the values, each from its options, and of an automaton for each form of move.
    """
    if fields["kind"] == "interval law":
        return check_intervals(fields)
    check_names(fields, FIELDS)
    moves = moves_of_heaps(fields)
    first, period, shift = natural(fields, "preperiod"), natural(fields, "period", 1), natural(fields, "shift", 1)
    back, start = natural(fields, "back"), natural(fields, "start")
    if back > start:
        raise GrundyError("the field 'start' is not less than 'back', so that what is looked back at is there")
    whole = lcm(period, shift)
    count = room(max(start, first + back) + whole + (period if whole > period else 0), MOST)
    told = _("in {whose}, g(n + {period}) = g(n) for every n >= {preperiod}")

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

    return verdict(told.format(whose=of_game(fields), period=period, preperiod=first), proof)


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


INTERVAL_FIELDS = (
    *("kind", "format", "hash", "game", "text", "rules", "form", "parameters", "fingerprint", "least", "heaps"),
    *("times", "plus", "over", "start"),
)
LARGEST = 1 << 20
"""The largest number in the formula."""
LEFT = Linear((("y", 1),))


def check_intervals(fields: dict[str, Any]) -> Verdict:
    """Return whether a certificate proves the values of a rule; GrundyError for a malformed one."""
    check_names(fields, INTERVAL_FIELDS)
    moves = moves_of_heaps(fields)
    times, plus = natural(fields, "times", 0, LARGEST), natural(fields, "plus", -LARGEST, LARGEST)
    over, start = natural(fields, "over", 1, LARGEST), natural(fields, "start", 0, LARGEST)
    told = _(
        "in {whose}, g(n) = f(n) where f(n) > f(n - 1), else g(n - f(n) - 1); "
        "f(n) = floor(({times}*n + {plus})/{over}) from {start} on"
    )

    def proof() -> str:
        _decide_intervals(moves, times, plus, over, start)
        return _("from n a move leaves each of the f(n) numbers below it, and f rises by 1 or not: this was decided")

    text = told.format(whose=of_game(fields), times=times, plus=plus, over=over, start=start)
    return verdict(text, proof)


def _decide_intervals(moves: Moves, times: int, plus: int, over: int, start: int) -> None:
    """Decide that play ends, that nothing fails, and what can be left; Unproved where it is not as the claim says."""
    plain = arithmetic("msd_2")
    pairs = plain.valid(("x0", "y"))
    for atoms in moves.never:
        if (failing := solved(atoms, None, (), plain)) is not None and not failing.empty:
            raise Unproved("a number can be below the least one where the rules yield it or divide it, or they fail")
    options = reduce(union, (_left(move, plain) for move in moves.moves), difference(pairs, pairs))
    if not conjunction(options, plain.linear({"y": 1, "x0": -1}, ">=", 0)).empty:
        raise Unproved("a move does not lower the ranking")
    reached = union(options, plain.linear({"y": 1, "x0": -1}, "=", 0))
    above = _increased(reached, ("y",), plain)
    if not difference(conjunction(above, plain.linear({"x0": 1, "y": -1}, ">=", 0)), reached).empty:
        raise Unproved("a move leaves a number, and none leaves the next one")
    lowest = difference(reached, above)
    steady = union(_increased(lowest, ("x0",), plain), _increased(lowest, ("x0", "y"), plain))
    none = conjunction(plain.linear({"x0": 1}, "=", 0), pairs)
    if not difference(lowest, union(steady, none)).empty:
        raise Unproved("what can be taken grows by more than 1, or shrinks")
    no_more = plain.linear({"x0": times - over, "y": over}, ">=", plus)
    no_less = plain.linear({"x0": over - times, "y": -over}, ">=", over - 1 - plus)
    late = conjunction(lowest, plain.linear({"x0": 1}, ">=", -start))
    if not difference(late, conjunction(conjunction(no_more, no_less), pairs)).empty:
        raise Unproved("what can be taken is not what the formula says")


def _left(move: Yield, plain: Arithmetic) -> Automaton:
    """Return the pairs (n, y) of which the move leaves y of n; no heap is the heap 0."""
    if len(move.parts) > 1:
        raise Unproved("a move leaves more than one heap")
    part = move.parts[0] if move.parts else Linear()
    pairs = plain.valid(("x0", "y"))
    found = solved((*move.atoms, Atom(LEFT.plus(part, -1), "=")), None, ("x0", "y"), plain)
    return difference(pairs, pairs) if found is None else conjunction(found, pairs)


def _increased(relation: Automaton, names: tuple[str, ...], plain: Arithmetic) -> Automaton:
    """Return a relation with each of the numbers of these names one more than there."""
    before = relation.renamed({name: f"{name}-" for name in names})
    later = [plain.linear({name: 1, f"{name}-": -1}, "=", -1) for name in names]
    found = without([before, *later], [f"{name}-" for name in names])
    assert found is not None
    return found
