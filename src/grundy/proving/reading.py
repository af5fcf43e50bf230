"""Rules as formulas: functions are read as data, followed as guarded moves, and written in the logic's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.language.branches import Branch, branches
from grundy.language.ir import Routine, ends_of_runs
from grundy.language.linear import Linear, guards, linear, sums
from grundy.language.refusal import Unreadable
from grundy.proving.logic import expressions as logic
from grundy.proving.logic.expressions import Compare, Term, variable
from grundy.proving.logic.formula import NO, YES, both, divided, either, remainder, replaced
from grundy.proving.logic.numeration import numeration
from grundy.proving.moves import Duty, Move, Moves, NoFormula, Order
from grundy.rules.coins import CoinBoard
from grundy.rules.data import routine as read
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import CodeRuleset, HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.witnesses import firsts, met, tried

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
            (
                "a coin of {name} is worth a nim-product, which no automaton can read: it would have to read the "
                "numbers 2^(2^m), the powers y of 2 with y ⊗ y = y + y/2. For coins in a row there are laws: {games}"
            ),
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
        raise GrundyError(
            "a position of {name} has {count} numbers, not {heaps}",
            name=rules.name,
            count=len(found.names),
            heaps=heaps,
        )
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


def _example(ways: tuple[tuple[tuple[str, ...], guards.Guard], ...]) -> dict[str, int] | None:
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
