"""Heap codes of heap rules: the guarded linear moves of a rule as digits, for every heap.

A leaf is one case of a move: conditions that all hold, and the heaps that are left of a heap n. It may keep one loop
variable; x then stands for a heap that its move leaves.

What is read as a code holds for all n, for this reason. Every condition that is let through compares n, x, n - x or
n - 2x with a number of at most B, or speaks of remainders of n and x by numbers that divide L; and the heaps of a
leaf are nothing, x, or a pair with the sum n - k. The moves of a code are described in the same way. So whether x is a move
of the rule and none of the code, or the other way round, depends on n and x modulo L, and on where x lies: in one of the
three places within B of 0, n/2 and n, and there only on the distance from that place, or between or outside of these places.
If such an x exists for a heap n that is large (4B + 4L is enough), then one exists for n - 2L: x itself, x - L or x - 2L.
Hence a code with the moves of the rule for all n up to 4B + 6L has them for all n; this is checked by running the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import lcm, prod

from grundy.language.linear.guards import Atom, Guard, at_least_0, both, cases, equal_0, names_of, put, some, terms_of
from grundy.language.linear.sums import Floor, Remainder, Term, remainder, replaced, variable
from grundy.language.linear.walk import Linear, Move
from grundy.language.refusal import Unreadable

N, X = "x0", "x"
MOST_LEAVES = 4000
"""The most leaves that are looked at."""
LISTED = 64
"""A loop variable beside another is written out, if it has at most so many values."""
LARGEST = 1 << 12
"""The largest number in a rule that is read."""
MOST_WORK = 4_000_000
"""About the most moves that are compared to check a code."""

Heaps = tuple[int, ...]
Options = Callable[[int], Iterable["Heaps | int"]]
Moves = set[Heaps]
Case = tuple[Guard, ...]


@dataclass(frozen=True)
class Digits:
    """A heap code as plain data: the digits, those that are repeated, whether two heaps must differ, and the divisions."""

    digits: tuple[int, ...]
    repeat: tuple[int, ...]
    unequal: bool
    divisions: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Shape:
    """What is known of a leaf: no number in it is above ``bound``; the lcm of the moduli; whether it has a loop variable.

    ``division``: the leaf is (n // q,) * copies for all large n that q divides.
    """

    bound: int
    modulus: int
    loop: bool
    division: tuple[int, int] | None = None


def digits(found: Linear, options: Options) -> Digits:
    """Return the heap code of a rule; ``options`` are Python's own moves of a heap. Unreadable says why there is none.

    O(4B + 6L) heaps are asked for their options.
    """
    for duty in found.duties:
        if duty.kind in ("fails", "index"):
            raise Unreadable("the rule may raise an exception here", duty.line)
    shapes = [shape for move in found.moves for shape in _shapes(move)]
    bound = max((s.bound for s in shapes), default=0) + 8
    modulus = lcm(*(s.modulus for s in shapes))
    divisions = {s.division for s in shapes if s.division}
    if divisions and (modulus > 1 or any(s.loop for s in shapes)):
        raise Unreadable("a division together with loops over heaps cannot be read")
    if max(bound, modulus) > LARGEST:
        raise Unreadable("it has numbers above {largest}", largest=LARGEST)
    count = 4 * bound + 6 * modulus + 16
    if work(found, count) > MOST_WORK:
        raise Unreadable("it has numbers too large to check")
    return _compared([moves_of_rule(options, heap) for heap in range(count)], bound, modulus, sorted(divisions))


def work(found: Linear, count: int) -> int:
    """Return about how long the rule takes for all heaps below ``count``."""
    rounds = (prod(a * count + b for a, b in nest) for nest in found.loops)
    return count * (found.steps // 4 + sum(rounds))


# -- what the leaves are -----------------------------------------------------------------------------------------------


def _shapes(move: Move) -> list[Shape]:
    try:
        heaps = tuple(part for part in move.parts if part != Term())
        return [_shape(case, left) for case, left in _leaves(move.guard, heaps, move.bound)]
    except Unreadable as problem:
        raise Unreadable(problem.why, move.line) from None


def _leaves(guard: Guard, heaps: tuple[Term, ...], bound: tuple[str, ...]) -> list[tuple[Case, tuple[Term, ...]]]:
    """Return the cases of a move, with no loop variable that an equation gives, or of which the heaps do not speak."""
    used = {name for heap in heaps for name in heap.names()}
    guard = some(tuple(name for name in bound if name not in used), guard)
    found = cases(guard, MOST_LEAVES)
    if found is None:
        raise Unreadable("too many cases")
    leaves: list[tuple[Case, tuple[Term, ...]]] = []
    for case in found:
        own = [name for name in bound if name in used]
        value = _given(case, own) or _listed(case, own)
        if value is None:
            leaves.append((case, heaps))
            continue
        name, terms = value
        for term in terms:
            there = both(at_least_0(term), *(put(part, {name: term}) for part in case))
            left = tuple(replaced(heap, {name: term}) for heap in heaps)
            leaves += _leaves(there, left, tuple(other for other in bound if other != name))
    if len(leaves) > MOST_LEAVES:
        raise Unreadable("too many cases")
    return leaves


def _given(case: Case, names: list[str]) -> tuple[str, list[Term]] | None:
    """Return a loop variable that an equation gives, and what it is."""
    for part in case:
        if isinstance(part, Atom) and part.relation == "=":
            for name in names:
                a = part.term.of(name)
                rest = part.term - Term(((name, a),)) if a else part.term
                if a in (1, -1) and name not in set(rest.names()):
                    return name, [rest * -a]
    return None


def _listed(case: Case, names: list[str]) -> tuple[str, list[Term]] | None:
    """Return a loop variable beside another that has few values, and these."""
    for name in names if len(names) > 1 else ():
        for part in case:
            if isinstance(part, Atom) and part.relation == ">=" and len(part.term.parts) == 1:
                a, c = part.term.of(name), part.term.constant
                if a < 0 and c // -a <= LISTED:
                    return name, [Term((), i) for i in range(c // -a + 1)]
    return None


def _shape(case: Case, heaps: tuple[Term, ...]) -> Shape:
    """Return what a leaf is; Unreadable if it is not of the kind that the proof (see above) is about."""
    if not all(isinstance(part, Atom) for part in case):
        raise Unreadable("a condition on all turns of a loop cannot be read")
    heaps = tuple(heap for heap in heaps if heap != Term())
    if any(isinstance(part, Floor) for heap in heaps for part, _a in heap.parts):
        return _division(case, heaps)
    return _plain(case, list(heaps))


def _division(case: Case, heaps: tuple[Term, ...]) -> Shape:
    part = heaps[0].parts[0][0]
    if not isinstance(part, Floor) or set(heaps) != {Term(((Floor(variable(N), part.divisor), 1),))}:
        raise Unreadable("heaps from a division can only be read as (n // q,) * k")
    needed = Atom(remainder(variable(N), part.divisor), "=")
    others = [atom for atom in case if isinstance(atom, Atom) and atom != needed]
    if needed not in case or not all(_always(atom) for atom in others):
        raise Unreadable("a division can only be read with the single condition n % q == 0")
    return Shape(max((abs(a.term.constant) for a in others), default=0), 1, False, (part.divisor, len(heaps)))


def _always(atom: Atom) -> bool:
    """Whether a condition is true for all large n."""
    if [part for part, _a in atom.term.parts] != [N]:
        return False
    return atom.relation == "!=" or (atom.relation == ">=" and atom.term.of(N) > 0)


def _plain(case: Case, heaps: list[Term]) -> Shape:
    terms = [*heaps, *(term for part in case for term in terms_of(part))]
    names = {name for term in terms for name in term.names()} - {N}
    if len(names) > 1:
        raise Unreadable("a move depends on more than one loop variable")
    for name in names:
        case, heaps = _with_x(case, heaps, name)
    if len(heaps) > 2:
        raise Unreadable("moves that leave more than two heaps cannot be read")
    for heap in heaps:
        if heap.of(N) not in (0, 1) or (names and not heap.of(X)) or _extra(heap):
            raise Unreadable("the heaps left by this move cannot be read")
    taken = _taken(heaps)
    near = [atom for atom in case if isinstance(atom, Atom) and not _periodic(atom)]
    if any(_extra(atom.term) or not _near(atom.term.of(N), atom.term.of(X)) for atom in near):
        raise Unreadable("a condition on the heaps left cannot be read")
    numbers = [abs(term.constant) for term in (*(atom.term for atom in near), *heaps)]
    moduli = [p.modulus for part in case for term in terms_of(part) for p, _a in term.parts if isinstance(p, Remainder)]
    return Shape(max(numbers, default=0) + 2 * taken, lcm(*moduli), bool(names))


def _extra(term: Term) -> bool:
    """Whether there is more in a term than n and x."""
    return any(part not in (N, X) for part, _a in term.parts)


def _periodic(atom: Atom) -> bool:
    """Whether a condition is one on remainders of n and x alone."""
    parts = [part for part, _a in atom.term.parts]
    return all(isinstance(part, Remainder) and not _extra(part.term) for part in parts)


def _taken(heaps: list[Term]) -> int:
    """Return what is taken where two heaps are left."""
    if len(heaps) < 2:
        return 0
    total = heaps[0] + heaps[1]
    if total.parts != ((N, 1),) or total.constant > 0:
        raise Unreadable("two heaps can only be read if their sum is n minus a constant")
    return -total.constant


def _near(n: int, x: int) -> bool:
    """Whether n·(…) + x·(…) compares n, x, n - x or n - 2x with a number."""
    return n == 0 or x == 0 or n == -x or x == -2 * n


def _with_x(case: Case, heaps: list[Term], name: str) -> tuple[Case, list[Term]]:
    """Let x be the first heap that depends on the loop variable, in place of the variable; c·j is then x - rest."""
    for heap in heaps:
        c = heap.of(name)
        rest = heap - Term(((name, c),))
        if c and name not in set(rest.names()):
            times = (variable(X) - rest) * (1 if c > 0 else -1)  # |c|·j
            atoms = [at_least_0(times), *([] if abs(c) == 1 else [equal_0(remainder(times, abs(c)))])]
            atoms += [_times(part, name, abs(c), times) for part in case]
            left = [_scaled(heap, name, abs(c), times) for heap in heaps]
            return tuple(atom for atom in _flat(both(*atoms))), left
    raise Unreadable("the heaps left must depend on the loop variable itself, not on a multiple of it")


def _flat(guard: Guard) -> Case:
    found = cases(guard, 1)
    if found is None:
        raise Unreadable("a condition on the heaps left cannot be read")
    return found[0] if found else ()


def _times(guard: Guard, name: str, c: int, times: Term) -> Guard:
    """Return a condition with c·(the variable) replaced, all of it times c."""
    if not isinstance(guard, Atom) or name not in names_of(guard):
        return guard
    term, a = guard.term, guard.term.of(name)
    part, sign = term.parts[0]
    if len(term.parts) == 1 and isinstance(part, Remainder) and guard.relation != ">=":
        inner, own = part.term, part.term.of(name)
        rest = inner - Term(((name, own),)) + term.constant * sign
        found = remainder(own * times + rest * c, part.modulus * c)
        return put(Atom(variable("?"), guard.relation), {"?": found})
    rest = term - Term(((name, a),))
    if name in set(rest.names()):
        raise Unreadable("a condition on the heaps left cannot be read")
    return put(Atom(variable("?"), guard.relation), {"?": a * times + rest * c})


def _scaled(heap: Term, name: str, c: int, times: Term) -> Term:
    a = heap.of(name)
    rest = heap - Term(((name, a),)) if a else heap
    if a % c or name in set(rest.names()):
        raise Unreadable("the heaps left by this move cannot be read")
    return rest + a // c * times


# -- the code, and the comparison ----------------------------------------------------------------------------------------


def moves_of_rule(options: Options, heap: int) -> Moves:
    """Return the moves of a heap as the rule gives them, each with its heaps in order and without empty ones."""
    try:
        return {_sorted(parts) for parts in options(heap)}
    except Exception as problem:
        raise Unreadable("the rule fails: {problem}", problem=problem) from None


def _sorted(parts: Heaps | int) -> Heaps:
    if isinstance(parts, int):
        return (parts,) if parts else ()
    return tuple(sorted(part for part in parts if part))


def _compared(moves: list[Moves], bound: int, modulus: int, divisions: list[tuple[int, int]]) -> Digits:
    """Return the code that large and small heaps show, if all heaps have its moves."""
    shown = [_digit(taken, moves) for taken in range(bound + modulus)]
    wrong: int | None = None
    for unequal in (False, True):
        code = Digits(tuple(shown[:bound]), tuple(shown[bound:]), unequal, tuple(divisions))
        wrong = _first_difference(code, moves)
        if wrong is None:
            return code
        if not any(digit & 4 for digit in shown):
            break
    raise Unreadable("the moves of a heap of {wrong} are not those of a code", wrong=wrong)


def _digit(taken: int, moves: list[Moves]) -> int:
    """The digit as small and large heaps show it."""
    heap = len(moves) - 1
    left = heap - taken
    return (() in moves[taken]) + 2 * ((left,) in moves[heap]) + 4 * ((1, left - 1) in moves[heap])


def _first_difference(code: Digits, moves: list[Moves]) -> int | None:
    every = [*code.digits]
    while len(every) < len(moves):
        every += code.repeat
    nonzero = [(taken, digit) for taken, digit in enumerate(every[: len(moves)]) if digit]
    for heap, expected in enumerate(moves):
        if _moves_of(nonzero, code, heap) != expected:
            return heap
    return None


def _moves_of(shown: Sequence[tuple[int, int]], code: Digits, heap: int) -> Moves:
    """The moves of a code whose digits are below 8, from the digits that are not 0."""
    moves: Moves = {(heap // q,) * k for q, k in code.divisions if heap and heap % q == 0}
    for taken, digit in shown:
        left = heap - taken
        if left < 0:
            break
        if digit & 1 and left == 0:
            moves.add(())
        if digit & 2 and left:
            moves.add((left,))
        if digit & 4:
            moves |= {(a, left - a) for a in range(1, (left - code.unequal) // 2 + 1)}
    return moves
