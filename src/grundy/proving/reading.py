"""Rules as formulas: functions are read as data, followed as guarded moves, and written in the logic's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice, product
from random import Random
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.language.branches import Branch, branches
from grundy.language.ir import Expr, Fold, For, Op, Routine, Unary, ends_of_runs
from grundy.language.linear import Linear, guards, linear, numbers, sums, terms, turns, walk
from grundy.language.refusal import Unreadable
from grundy.proving.logic import expressions as logic
from grundy.proving.logic.expressions import Compare, Term, variable
from grundy.proving.logic.formula import NO, SWAPPED, YES, both, divided, either, remainder, replaced
from grundy.proving.logic.numeration import numeration
from grundy.proving.moves import Duty, Move, Moves, NoFormula, Order
from grundy.rules.coins import CoinBoard
from grundy.rules.data import routine as read
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import CodeRuleset, HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.witnesses import Met, firsts, met, tried

DIGITS = 64
"""Codes of more digits are not read: each digit is a formula of its own."""
PARTS = 4
"""Moves that leave more heaps are not read."""


def code_moves(rules: CodeRuleset) -> Moves:
    """Return the moves of one heap, as its code gives them; NoFormula for very long codes. O(digits × parts).

    >>> from grundy.rules.heaps import octal
    >>> [" + ".join(map(str, move.parts)) for move in code_moves(octal("0.7")).moves]
    ['', 'x0-1', 'i+1 + -i+x0-2']
    """
    code = rules.code
    if len(code.digits) + len(code.repeat) > DIGITS or code.parts > PARTS:
        raise NoFormula(
            "a code of more than {digits} digits, or with moves that leave more than {parts} heaps, cannot be read",
            digits=DIGITS,
            parts=PARTS,
        )
    found: list[Move] = []
    for taken, digit in enumerate(code.digits):
        found += _digit(Term((), taken), (), digit, code.unequal)
    for place, digit in enumerate(code.repeat):
        taken = variable("t") * len(code.repeat) + len(code.digits) + place
        found += _digit(taken, ("t",), digit, code.unequal)
    heap = variable("x0")
    for divisor, copies in code.divisions:
        whole = both(Compare(heap, ">", Term()), Compare(remainder(heap, divisor), "=", Term()))
        found.append(Move((), whole, (divided(heap, divisor),) * copies))
    return Moves(rules, ("x0",), ("n",), tuple(found), (), heaps=True)


def _digit(taken: Term, bound: tuple[str, ...], digit: int, unequal: bool) -> list[Move]:
    """Return the moves that take so many counters and leave as many heaps as the bits of the digit say."""
    found: list[Move] = []
    for parts in range(digit.bit_length()):
        if not digit >> parts & 1:
            continue
        left = variable("x0") - taken
        if not parts:
            found.append(Move(bound, Compare(left, "=", Term()), ()))
            continue
        own = tuple("ijkl"[: parts - 1])
        sizes = [variable(name) + 1 for name in own]  # each is 1 or more
        last = left
        for size in sizes:
            last = last - size
        order = zip(sizes, [*sizes[1:], last], strict=False)
        guards = [Compare(last, ">=", Term((), 1))]
        guards += [Compare(small, "<" if unequal else "<=", large) for small, large in order]
        found.append(Move((*bound, *own), both(*guards), (*sizes, last)))
    return found


DECIDED = 1 << 16
"""States of automata with which it is decided whether a branch is ever taken."""
_UNSEEN = N_("no position was found that takes each branch here, where Python could be compared")
ORDERED, TAKEN = 6, 8000
"""Of so many numbers it is looked whether they are in an order, in so many small positions."""
MOST = 10
"""At most so many numbers may a position have."""


def moves(
    rules: Ruleset, heaps: int | None = None, look: Callable[[], None] = lambda: None, *, compared: bool = True
) -> Moves:
    """Return the moves of a ruleset as formulas.

    Args:
        rules: a game of a Python function, a heap game or the game of a heap code, with its parameters.
        heaps: how many numbers a position has, of rules for any number; of a heap game, to ask for sums of so many heaps.
        look: is called all the time while rules are read, and may raise an exception to end that.
        compared: whether Python is compared at positions that take each branch of a function; without, nothing may be said
            of the game but that there are formulas.

    Raises:
        NoFormula: with the line and the reason, for what is not first-order or not linear.
        GrundyError: for a number of heaps that the rules do not have.

    O(size of the rules, each loop over constants unrolled). (Presburger arithmetic; J. R. Büchi 1960.)

    >>> from grundy.games import load
    >>> len(moves(load("wythoff")).moves), len(moves(load("nim"), heaps=3).moves)
    (3, 3)
    """
    if heaps is not None and not 1 <= heaps <= MOST:
        raise GrundyError("positions of 1 to {most} heaps can be read, not of {heaps}", most=MOST, heaps=heaps)
    if rules.scoring or rules.partisan:
        raise NoFormula("{name} is not an impartial game with a winner", name=rules.name)
    if isinstance(rules, CoinBoard):
        raise NoFormula(
            "a coin of {name} is worth a nim-product, which no automaton can read: it would have to read the "
            "numbers 2^(2^m), the powers y of 2 with y ⊗ y = y + y/2. For coins in a row there are laws: {games}",
            name=rules.name,
            games=", ".join(dict.fromkeys((rules.down.name, rules.across.name))),
        )
    if isinstance(rules, CodeRuleset):
        found = code_moves(rules)
    elif isinstance(rules, FunctionRuleset | HeapFunction):
        found = function_moves(rules, heaps, look, compared=compared)
    else:
        raise NoFormula("{name} is neither a Python function nor a heap code", name=rules.name)
    if found.heaps:
        return found if heaps is None else _sum(found, heaps)
    if heaps not in (None, len(found.names) - len(found.carried)):
        told = N_("a position of {name} has {count} numbers, not {heaps}")
        raise GrundyError(told, name=rules.name, count=len(found.names), heaps=heaps)
    return found


def _sum(one: Moves, heaps: int) -> Moves:
    """Return the moves of a sum of so many heaps. To take a whole heap is to leave an empty one, if that has no move."""
    names = tuple(f"x{i}" for i in range(heaps))
    found: list[Move] = []
    duties: list[Duty] = []
    for name in names:
        put = {"x0": logic.variable(name)}
        for move in one.moves:
            if len(move.parts) > 1:
                raise NoFormula(
                    "a move leaves several heaps, so the number of heaps grows; ask for the values", move.line or None
                )
            part = replaced(move.parts[0], put) if move.parts else logic.Term()
            parts = tuple(part if other == name else logic.variable(other) for other in names)
            found.append(Move(move.bound, renamed(move.guard, put), parts, move.line))
            if not move.parts:
                duties += [
                    Duty(
                        both(other.guard, logic.Compare(logic.variable("x0"), "=", logic.Term())),
                        logic.Term((), -1),
                        0,
                        _("an empty heap has a move"),
                    )
                    for other in one.moves
                ]
    shown = tuple("abcdefghij"[:heaps])
    return replace(one, names=names, shown=shown, moves=tuple(found), duties=(*one.duties, *duties), heaps=False)


def renamed(formula: logic.Formula, put: dict[str, logic.Term]) -> logic.Formula:
    """Return a formula with terms put for variables, in which nothing that it binds is named."""
    match formula:
        case logic.Compare(left, relation, right):
            return logic.Compare(replaced(left, put), relation, replaced(right, put))
        case logic.Predicate(name, arguments):
            return logic.Predicate(name, tuple(replaced(each, put) for each in arguments))
        case _:
            return logic.with_parts(formula, [renamed(part, put) for part in logic.parts_of(formula)])


def function_moves(
    rules: FunctionRuleset | HeapFunction,
    heaps: int | None,
    look: Callable[[], None] = lambda: None,
    *,
    compared: bool = True,
) -> Moves:
    """Return the moves of a ruleset of a Python function, with its declared endings; NoFormula says why it cannot.

    ``look`` is called all the time, and may raise an exception.

    >>> from grundy.games import load
    >>> found = function_moves(load("fibonacci_nim"), None)
    >>> [", ".join(map(str, move.parts)) for move in found.moves]
    ['-j+x0-1, 2*j+2']
    """
    try:
        refuse_overridden(rules)
        return _moves(rules, heaps, look, compared)
    except Unreadable as problem:
        error = NoFormula(problem.why)
        error.line = problem.line
        raise error from None


def _moves(rules: FunctionRuleset | HeapFunction, heaps: int | None, look: Callable[[], None], compared: bool) -> Moves:
    routine = read(rules, rules.function)
    if isinstance(rules, FunctionRuleset) and rules.shape == ANY:
        if heaps is None:
            sentence = N_("a position of {name} may have any length: say how many numbers, as in --heaps 2")
            unsaid = NoFormula(sentence, name=rules.name)
            unsaid.said = unsaid.why  # they are read as soon as it is said
            raise unsaid
        width, shown = heaps, tuple("abcdefghij"[:heaps])
    elif routine.is_tuple:
        raise NoFormula("a position is one tuple without a fixed length", routine.main.line)
    else:
        width, own = routine.width, getattr(rules, "names", ())
        shown = own if len(own) == width else routine.main.names[:width]
    names = tuple(f"x{i}" for i in range(width))
    heap = isinstance(rules, HeapFunction)
    ends = ends_of_runs(routine) if heap else None
    least = max(0, (rules.least or 0) if isinstance(rules, FunctionRuleset) else 0)
    ending = _ending(rules, width)
    witnesses = [(rules.function, routine), *([] if ending is None else [(rules.hooks["ending"], ending)])]

    def follow(asked: list[Branch], **numbers: sums.Term) -> Linear:
        params = {**rules.params, **numbers}
        return linear(
            ends or routine, params, width=width, heap=heap, least=least, ending=ending, look=look, asked=asked
        )

    found = _seen(rules, witnesses, width, follow, look) if compared else follow([])
    order, carried = _order(rules, width)
    if carried:
        names, shown = (*names, *(f"x{width + i}" for i in range(len(carried)))), (*shown, *carried)
        params = dict(zip(carried, map(sums.variable, names[width:]), strict=True))
        found = follow([], **params)
    more = tuple(map(logic.variable, names[width:]))
    moves = tuple(
        Move(move.bound, formula(move.guard), (*map(term, move.parts), *more), move.line) for move in found.moves
    )
    lost, won = formula(found.lost), formula(found.won)
    read_as = Moves(rules, names, shown, moves, (), least, heap, lost, won, order=order, carried=carried)
    duties = [
        Duty(both(read_as.domain, formula(duty.guard)), term(duty.term), duty.least, duty.what) for duty in found.duties
    ]
    if ends is not None:
        what = _("a run of heaps ends before it begins")
        duties += [Duty(move.guard, move.parts[1] - move.parts[0], 0, what) for move in moves]
    what = _("a move leads to something that is not a position")
    for move in moves:
        where = both(read_as.going, move.guard)
        duties += [Duty(where, move.parts[j] - move.parts[i], gap, what) for i, j, gap in order]
    return replace(read_as, duties=tuple(duties), runs=ends is not None)


def _order(rules: Ruleset, width: int) -> tuple[Order, tuple[str, ...]]:
    """Return in which order the numbers of a position are, where its `setup` takes just those in one; else none.

    A parameter that bounds them is the last of the numbers: a theorem is about all of its values. That is seen of small
    positions. It says what a theorem is about, not that it is true.

    >>> from grundy.games import load
    >>> _order(load("silver_dollar"), 3), _order(load("nim"), 3)
    ((((0, 1, 1), (1, 2, 1)), ()), ((), ()))
    >>> _order(load("northcott"), 2)
    (((0, 1, 1), (1, 2, 1)), ('width',))
    """
    if width < 2 or width > ORDERED or "setup" not in rules.hooks or not isinstance(rules, FunctionRuleset):
        return (), ()
    for name in [name for name, value in rules.params.items() if type(value) is int]:
        found = _order_of(rules, width, (name,))
        if any(j == width for _i, j, _gap in found):
            return found, (name,)
    return _order_of(rules, width, ()), ()


def _order_of(rules: FunctionRuleset, width: int, carried: tuple[str, ...]) -> Order:
    """Return the order of the numbers of a position, and of some parameters after them; () where there is none."""
    count, least = width + len(carried), max(0, rules.least or 0)
    side = min(count + 1, 6)
    every = [*product(range(side), repeat=count)] if side**count <= TAKEN else _sample(side, width, len(carried))
    bound = {n: rules.bind(**dict.fromkeys(carried, least + n)) for n in range(side)}
    taken = {state for state in every if _is_position(bound[state[-1]], tuple(least + n for n in state[:width]))}
    if not taken or len(taken) == len(every):
        return ()
    pairs = [pair for i in range(width - 1) for pair in ((i, i + 1), (i + 1, i))] + [
        (i, j) for j in range(width, count) for i in range(width)
    ]
    gaps = [(i, j, min(state[j] - state[i] for state in taken)) for i, j in pairs]
    every_row = tuple((i, j, min(gap, 1)) for i, j, gap in gaps if gap >= 0)
    below = {i for i, j, _gap in every_row if j < width}
    order = tuple(sorted((i, j, gap) for i, j, gap in every_row if j < width or i not in below))
    return order if taken == {s for s in every if all(s[j] - s[i] >= gap for i, j, gap in order)} else ()


def _sample(side: int, width: int, carried: int) -> list[tuple[int, ...]]:
    """Return some numbers below a side, those carried among the largest: the same ones each time."""
    random = Random(side)
    return [
        (*(random.randrange(side) for _ in range(width)), *(side - 1 - random.randrange(2) for _ in range(carried)))
        for _ in range(TAKEN)
    ]


def _is_position(rules: FunctionRuleset, state: tuple[int, ...]) -> bool:
    try:
        return rules.arguments(rules(*state).state) == state
    except GrundyError:
        return False


def _seen(
    rules: Ruleset,
    functions: list[tuple[Callable[..., Any], Routine]],
    width: int,
    follow: Callable[[list[Branch]], Linear],
    look: Callable[[], None],
) -> Linear:
    """Return what was followed, once Python was compared where each branch of the functions is taken; NoFormula elsewhere.

    Of a branch for which no position was found it is decided whether there is one.
    """
    read_as = [
        (function, made, [*branches(made)], met(rules, function, made, _starts(made, width), look=look))
        for function, made in functions
    ]
    found = follow([own[i] for _function, _made, own, seen in read_as for i in seen.unmet])
    for function, made, own, seen in read_as:
        for number, line in list(seen.unmet.items()):
            if own[number] not in found.taken:  # it is of a run of heaps, of which the ends alone were followed
                raise NoFormula(_UNSEEN, line or None)
            example = _example(found.taken[own[number]])
            if example is None:
                seen.never.add(number)
                seen.unmet.pop(number)
            else:
                cells = tuple(example.get(f"x{i}", 0) for i in range(width))
                tried(rules, function, made, number, cells, seen)
            if number in seen.unmet and not seen.differs:
                raise NoFormula(_UNSEEN, line or None)
        if seen.differs:
            raise NoFormula("Python does something else at {position}: please report this", position=seen.differs)
    return found


def _starts(made: Routine, width: int) -> list[tuple[int, ...]]:
    return [] if made.shape == "ints" else list(islice(firsts(made, (), width), 200))


def _example(ways: Iterable[tuple[tuple[str, ...], guards.Guard]]) -> dict[str, int] | None:
    """Return numbers with which one of some conditions holds, None if none ever does; NoFormula if it is not decided."""
    from grundy.proving.logic.automaton import Limits, Undecided  # they are compiled, and seldom needed
    from grundy.proving.logic.formula import compile

    whole = either(*(logic.Exists(bound, formula(guard)) if bound else formula(guard) for bound, guard in ways))
    try:
        return compile(whole, numeration("msd_2"), limits=Limits(DECIDED)).shortest()
    except Undecided as problem:
        raise NoFormula(str(problem)) from None


def _ending(rules: Ruleset, width: int) -> Routine | None:
    """Return the declared ending, which must be called with the numbers of a position."""
    hook: Callable[..., Any] | None = rules.hooks.get("ending")
    if hook is None:
        return None
    routine = read(rules, hook)
    if routine.yields or routine.shape == "tuple" or (routine.shape == "ints" and routine.width != width):
        raise Unreadable("a declared ending can only be read if it takes the numbers of a position", routine.main.line)
    return routine


def formula(guard: guards.Guard) -> logic.Formula:
    """Return a condition as a formula of the logic.

    >>> from grundy.language.linear.guards import at_least_0
    >>> from grundy.language.linear.sums import variable
    >>> print(formula(at_least_0(variable("x0") - 3)))
    x0-3>=0
    """
    match guard:
        case guards.Atom(own, relation):
            return logic.Compare(term(own), relation, logic.Term())
        case guards.All(parts):
            return logic.And(tuple(map(formula, parts))) if parts else YES
        case guards.Any(parts):
            return logic.Or(tuple(map(formula, parts))) if parts else NO
        case guards.Some(names, inner):
            return logic.Exists(names, formula(inner))
        case guards.Never(names, inner):
            return logic.Not(logic.Exists(names, formula(inner)))


def term(own: sums.Term) -> logic.Term:
    """Return a term as one of the logic."""
    total = logic.Term((), own.constant)
    for part, a in own.parts:
        made: logic.Part = part if isinstance(part, str) else _division(part)
        total += logic.Term(((made, a),))
    return total


def _division(part: sums.Floor | sums.Remainder) -> logic.Part:
    inner = term(part.term)
    return logic.Floor(inner, part.divisor) if isinstance(part, sums.Floor) else logic.Remainder(inner, part.modulus)


# ---- rules that turn the bits of a number as coins are turned (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*,
# ch. 14; T. S. Ferguson, *Game Theory*, I.5)
#
# For each bit i let there be a set of masks of which i is the highest bit, and let the options of n be n ⊕ m, m in the set
# of a bit that is 1 in n. Let w(i) be the mex of h(m ⊕ 2^i) over the set of i, and h(n) the xor of w over the bits of n that
# are 1. Then g = h: an option has h(n) ⊕ w(i) ⊕ h(m ⊕ 2^i), which is not h(n); and if v < h(n), the highest bit of h(n) ⊕ v
# is one of some w(i), so that w(i) ⊕ h(n) ⊕ v is less than w(i), and h(m ⊕ 2^i) for some m of the set: n ⊕ m has v.
#
# A rule is such if on each path to a yield the mask is without n, and so is each condition but those that say that the
# highest bit of the mask is 1 in n, or follow from that, as the bounds of a loop over all bits do. The number x0 is how
# many bits n has. That a bit is 1 is an atom of a variable for its place, and no quantifier may bind what the place depends
# on: no turn of a loop is the last by such a condition, and nothing is gathered.

LENGTH, ONE, TWO = sums.variable("x0"), sums.Term(), sums.Term((), 1)
"""How many bits n has, and the places of the powers 1 and 2."""
MASKS, OTHER = ("power", "mask"), N_("bit arithmetic is not linear")


@dataclass(frozen=True)
class ByBits(terms.Mark):
    """A number by its bits: ``kind`` is "power" (2 to the place), "mask" (some masks with these highest places, turned one
    after the other), "n" (n with them turned), "rest" (n without the bits below the place) or "one" (its bit there).
    """

    kind: str
    places: tuple[sums.Term, ...] = ()
    truth: guards.Guard | None = None
    when: Callable[[], str] = field(default=terms.MISSING.when, compare=False)


class Turning(walk.Walk):
    """Follows a rule of one number, which turns bits if nothing in ``wrong`` can hold; Unreadable where it does not."""

    unrolled = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wrong, self.ones = dict[guards.Guard, None](), dict[guards.Guard, sums.Term]()
        self.n = ByBits("n", (), guards.at_least_0(LENGTH - 1))
        self.block(self.function.body, [self.start.store(0, self.n)])

    def one(self, place: sums.Term) -> guards.Guard:
        """Return that the bit of n at a place is 1."""
        guard = guards.Atom(sums.variable(f"bit {place}") - 1, "=")
        self.ones[guard] = place
        return guard

    def duty(self, path: terms.Path, term: sums.Term, least: int, kind: str, line: int) -> None:
        """Note that a term must not be below a number, whatever the bits of n are."""
        if not self.dry:
            known = (guard for guard in path.guards if not of_bits(guard))
            self.wrong[guards.both(*known, guards.at_least_0(-term + (least - 1)))] = None

    def fold(self, node: Fold, path: terms.Path) -> terms.Found:
        """Refuse what gathers values."""
        raise Unreadable(OTHER, node.line)

    def ends(self, node: For, start: terms.Path) -> list[terms.Path]:
        """Follow one turn only to see where it ends, which must not depend on a bit."""
        ends = super().ends(node, start)
        if any(of_bits(guard) for end in ends if end.end in turns.ENDED for guard in end.more(start)):
            raise Unreadable(OTHER, node.line)
        return ends

    def value(self, node: Expr, path: terms.Path) -> terms.Found:
        """Evaluate an expression: paths with its values. To leave out a bit that is 1 is to take it away."""
        if not (isinstance(node, Op) and node.sign == "&" and isinstance(node.right, Unary) and node.right.sign == "~"):
            return super().value(node, path)
        found = super().value(replace(node, sign="-", right=node.right.inner), path)
        if any(not isinstance(value, ByBits) or value.kind != "n" for _after, value in found):
            raise Unreadable(OTHER, node.line)
        return found

    def operation(self, node: Op, left: Any, right: Any, path: terms.Path) -> terms.Found:
        """Return what an operation makes of two values; of bits, or where it shifts."""
        sign, one, two = node.sign, by_bits(left), by_bits(right)
        if sign in ("<<", ">>", "**") and (isinstance(left, ByBits) or isinstance(two, numbers.Number)):
            ways = [(after, ByBits("power", (place,))) for after, place in self.plain(right, path, node.line)]
            for after, by in ways:
                self.duty(after, by.places[0], 0, "fails", node.line)
        elif isinstance(left, ByBits) or isinstance(right, ByBits):
            ways = [(path, two)]
        else:
            return super().operation(node, left, right, path)
        return [(after, self.combined(one, sign, by, after, node.line)) for after, by in ways]

    def combined(self, one: Any, sign: str, two: Any, path: terms.Path, line: int) -> ByBits | guards.Guard:
        """Return what an operation makes of numbers by their bits; it shifts by the place of the second."""
        match one, sign, two:
            case ByBits("n", ()), "//" | ">>", ByBits("power", (place,)):
                return ByBits("rest", (place,), guards.at_least_0(LENGTH - place - 1))
            case ByBits("power" | "mask" as kind, (low,)), "<<", ByBits("power", (place,)):
                return ByBits(kind, (low + place,))
            case ByBits("power", (base,)), "**", ByBits("power") if base == TWO:
                return two
            case ByBits("rest", (place,)), "&" | "%", ByBits("power", (least,)) if least == (
                ONE if sign == "&" else TWO
            ):
                return self.one(place)
            case ByBits("n", ()), "&", ByBits("power", (place,)):
                return ByBits("one", (place,), self.one(place))
            case ByBits("n", ()), "-", ByBits("power", (place,)) if self.one(place) in path.guards:
                return ByBits("n", (place,))
            case ByBits("power", (high,)), "-", ByBits("power", (low,)):
                self.duty(path, high - low, 1, "fails", line)
                return ByBits("mask", (high - 1,))
            case ByBits(kind, places), "^" | "|", ByBits("power" | "mask", more) if kind in MASKS or (kind, sign) == (
                "n",
                "^",
            ):
                return ByBits("n" if kind == "n" else "mask", (*places, *more))
            case ByBits("power" | "mask"), "^" | "&", ByBits("n" | "rest"):
                return self.combined(two, sign, one, path, line)
            case _:
                raise Unreadable(OTHER, line)

    def relation(self, left: Any, sign: str, right: Any, path: terms.Path, line: int) -> terms.Found:
        """Return whether a relation holds between two values, also of bits."""
        one, two = by_bits(left), by_bits(right)
        if right == self.n:
            one, sign, two = right, SWAPPED.get(sign, sign), one
        match one, sign, two:
            case ByBits("n", ()), ">=" | "<", ByBits("power", (place,)):
                guard, holds = guards.at_least_0(LENGTH - place - 1), sign == ">="
            case ByBits("n", ()), ">", ByBits("n", (place,)):
                guard, holds = self.one(place), True
            case ByBits(_, _, guards.Atom() as guard), "!=" | ">" | "==", ByBits("mask", ()):
                holds = sign != "=="
            case ByBits("one", (place,), guards.Atom() as guard), "!=" | "==", ByBits("power", (own,)) if own == place:
                holds = sign == "=="
            case _ if isinstance(left, ByBits) or isinstance(right, ByBits):
                raise Unreadable(OTHER, line)
            case _:
                return super().relation(left, sign, right, path, line)
        return [(path, guard if holds else guards.negation(guard))]

    def applied(self, name: str, args: list[Any], path: terms.Path, line: int) -> terms.Found:
        """Return what one of Python's own functions makes of values; how many bits n has."""
        own = name == "bit_length" and args == [self.n]
        return [(path, numbers.Number.of(LENGTH))] if own else super().applied(name, args, path, line)

    def give(self, path: terms.Path, value: Any, line: int) -> list[terms.Path]:
        """Note that one mask is highest, at a place where n has a bit that is 1; and that all else follows from that."""
        value = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        masks = value.places if isinstance(value, ByBits) and value.kind == "n" else ()
        places = [self.ones[guard] for guard in path.guards if guard in self.ones]
        rest = [guard for guard in path.guards if guard not in self.ones]
        if not places or any(map(of_bits, rest)):
            raise Unreadable(OTHER, line)
        top = places[0]
        if turn := next((name for name in path.bound if top.of("x0") and top.of(name) == -1), ""):  # a loop goes down
            down, top = {turn: top + sums.variable(turn) - sums.variable("top")}, sums.variable("top")
            rest = [guards.put(guard, down) for guard in (*rest, guards.Atom(sums.variable(turn), ">="))]
            places, masks = ([sums.replaced(each, down) for each in group] for group in (places, masks))
        if any("x0" in place.names() for place in (*places, *masks)):
            raise Unreadable(OTHER, line)
        lower = [guards.at_least_0(top - each - 1) for each in masks]
        highest = (guards.both(guards.equal_0(each - top), *lower[:i], *lower[i + 1 :]) for i, each in enumerate(masks))
        follow = [guard for guard in rest if "x0" in guards.names_of(guard)]
        claim = (guards.either(*highest), *(guards.equal_0(place - top) for place in places), *follow)
        known = (guard for guard in rest if guard not in follow)
        wrong = guards.both(*known, guards.at_least_0(LENGTH - top - 1), guards.negation(guards.both(*claim)))
        self.wrong[wrong] = None
        return [path]


def by_bits(value: Any) -> Any:
    """Return a constant from 0 up as a mask, any other value as it is."""
    constant = value.constant if isinstance(value, numbers.Number) else None
    if constant is None or constant < 0:
        return value
    places = (sums.Term((), constant.bit_length() - 1),) if constant else ()
    return ByBits("power" if constant.bit_count() == 1 else "mask", places)


def of_bits(guard: guards.Guard) -> bool:
    """Return whether a condition is about a bit of n."""
    return any(name.startswith("bit") for name in guards.names_of(guard))


def turned(rules: HeapFunction) -> Met | None:
    """Return what was compared of a rule each of whose moves turns bits of the number as coins are turned; None of another.

    >>> from grundy.rules.heaps import heap_game
    >>> @heap_game
    ... def turtles(n: int):
    ...     for i in range(n.bit_length()):
    ...         if n >> i & 1:
    ...             for j in range(i + 1):
    ...                 yield n ^ 1 << i ^ 1 << j if j < i else n ^ 1 << i
    >>> turned(turtles) is None
    False
    """
    try:
        refuse_overridden(rules)
        routine = read(rules, rules.function)
        same = met(rules, rules.function, routine)
        unmet: walk.Ways = {branch: [] for i, branch in enumerate(branches(routine)) if i in same.unmet}
        wrong = Turning(routine, rules.params, 1, 0, 0, lambda: None, ways=unmet).wrong
        never = *unmet.values(), *([((), guard)] for guard in wrong)
        right = routine.yields and not routine.is_tuple and not same.differs
        return same if right and all(_example(ways) is None for ways in never) else None
    except (GrundyError, RecursionError):
        return None
