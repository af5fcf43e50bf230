"""Certificates of kind "interval law": the values of a game in which a player takes from 1 to f(n) of n counters.

The fields ``rules``, ``form``, ``parameters``, ``least``, ``heaps``, ``game``, ``text`` and ``fingerprint`` say what the
game is, as in a periodic law (`grundy.check.look_back`). Besides there are ``times`` a, ``plus`` b, ``over`` c and ``start``
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
from typing import Any

from grundy.check.automata import Arithmetic, Automaton, conjunction, difference, union, without
from grundy.check.form import Unproved, Verdict, check_names, natural, shown, verdict
from grundy.check.laws import arithmetic, solved
from grundy.check.linear import Atom, Linear, Moves, Yield
from grundy.check.look_back import moves_of_heaps
from grundy.common.errors import said as _

FIELDS = (
    *("kind", "format", "hash", "game", "text", "rules", "form", "parameters", "fingerprint", "least", "heaps"),
    *("times", "plus", "over", "start"),
)
LARGEST = 1 << 20
"""The largest number in the formula."""
LEFT = Linear((("y", 1),))


def check(fields: dict[str, Any]) -> Verdict:
    """Return whether a certificate proves the values of a rule; GrundyError for a malformed one."""
    check_names(fields, FIELDS)
    moves = moves_of_heaps(fields)
    times, plus = natural(fields, "times", 0, LARGEST), natural(fields, "plus", -LARGEST, LARGEST)
    over, start = natural(fields, "over", 1, LARGEST), natural(fields, "start", 0, LARGEST)
    told = _(
        "in the game {shown} whose rules are in the certificate, g(n) = f(n) where f(n) > f(n - 1), else g(n - f(n) - 1); "
        "f(n) = floor(({times}*n + {plus})/{over}) from {start} on"
    )

    def proof() -> str:
        _decide(moves, times, plus, over, start)
        return _("from n a move leaves each of the f(n) numbers below it, and f rises by 1 or not: this was decided")

    text = told.format(shown=shown(fields["game"]), times=times, plus=plus, over=over, start=start)
    return verdict(text, proof)


def _decide(moves: Moves, times: int, plus: int, over: int, start: int) -> None:
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
