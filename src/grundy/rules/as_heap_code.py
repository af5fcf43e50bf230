"""Heap rules read as heap codes: what a Python rule says for every heap, as digits (see `grundy.language.linear.digits`).

A game of one integer is a heap game too, of single heaps; and so are coins in a row, of single heads.
"""

from __future__ import annotations

from collections.abc import Callable

from grundy.common.errors import GrundyError, RulesError
from grundy.common.messages import _
from grundy.language.branches import branches
from grundy.language.ir import Routine, constants
from grundy.language.linear import linear
from grundy.language.linear.digits import MOST_WORK, digits, moves_of_rule, work
from grundy.language.linear.guards import NO, some
from grundy.language.refusal import Unreadable
from grundy.rules.coins import CoinRow
from grundy.rules.data import routine
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import ANY, ONE, FunctionRuleset
from grundy.rules.heaps import HeapCode, HeapFunction, HeapRuleset, heap_digits
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.witnesses import met

ALWAYS_CHECKED = 60
LARGEST_CHECKED = 3000
AS_HEAP = Field[HeapFunction | None]("as heap", lambda: None)


def code_of(rules: HeapFunction) -> HeapCode | None:
    """Return the heap code that is the same game for every heap, or None where that is not certain.

    >>> from grundy.games.lasker import lasker
    >>> print(code_of(lasker))
    4.(3)
    """
    return read_code_of(rules)[0]


def read_code_of(rules: HeapFunction) -> tuple[HeapCode | None, str]:
    """Return the heap code of a game and "", or None and the reason why none was read.

    >>> from grundy.games.split_nim import split_nim
    >>> read_code_of(split_nim)[1].partition(": ")[2]
    'a move depends on more than one loop variable'
    """
    try:
        return _code(rules), ""
    except Unreadable as problem:
        return None, problem.reason
    except GrundyError as problem:
        return None, str(problem)
    except (ArithmeticError, RecursionError, MemoryError) as problem:
        return None, _("reading it fails: {problem}").format(problem=problem)


NAMED = {
    "0.07": "dawsons-kayles",
    "0.137": "dawsons-chess",
    "0.15": "guiles",
    "0.333": "bash",
    "0.6": "officers",
    "0.77": "kayles",
    "4.(3)": "lasker",
}
"""The games of the catalogue that are called otherwise than their codes."""


def known_as(rules: Ruleset) -> str:
    """Return which heap code a rule is, with the catalogue's name of it, in words; "" where it is none.

    >>> import grundy as gr
    >>> @gr.heap_game
    ... def row(n):
    ...     for i in range(n):
    ...         yield i, n - 1 - i
    ...         if i < n - 1:
    ...             yield i, n - 2 - i
    >>> known_as(row)
    'row is 0.77, kayles'
    """
    if isinstance(rules, CoinRow):
        return _("{name} is a coin-turning game, its row worth what its heads are").format(name=rules.name)
    heaps = as_heap(rules)
    code = str(code_of(heaps) or "") if isinstance(heaps, HeapFunction) else ""
    known = f"{code}, {NAMED[code]}" if code in NAMED else code
    return _("{name} is {known}").format(name=rules.name, known=known) if known else ""


def _code(rules: HeapFunction) -> HeapCode:
    if type(rules) is not HeapFunction or "heap_options" in vars(rules):
        raise Unreadable("it is not a heap game made from a function")
    moves = routine(rules, rules.function)
    refuse_overridden(rules)
    if moves.is_tuple or moves.width != 1:
        raise Unreadable("it is not a generator with one heap", moves.main.line)
    found = linear(moves, rules.params, width=1, heap=True)
    _require_witnesses(rules, moves)
    data = digits(found, rules.heap_options)
    code = heap_digits(data.digits, data.repeat, unequal=data.unequal, divisions=data.divisions)
    _compare(rules, code, constants(moves), lambda heap: work(found, heap) > heap * MOST_WORK // 10)
    return code


def _require_witnesses(rules: HeapFunction, moves: Routine) -> None:
    """Compare Python at heaps of which each branch of the rule is taken; Unreadable where there are none, or it differs."""
    found, numbered = met(rules, rules.function, moves), [*branches(moves)]
    if found.unmet and not found.differs:
        asked = [numbered[i] for i in found.unmet]
        taken = linear(moves, rules.params, width=1, heap=True, asked=asked).taken
        never = {i for i in found.unmet if all(some(bound, guard) == NO for bound, guard in taken[numbered[i]])}
        found.never |= never
        found.unmet = {i: line for i, line in found.unmet.items() if i not in never}
    if found.differs:
        raise Unreadable("Python does something else at {position}: please report this", position=found.differs)
    if found.unmet:
        line = next(iter(found.unmet.values()))
        raise Unreadable(
            "no position was found that takes each branch here, where Python could be compared", line or None
        )


def _compare(rules: HeapFunction, code: HeapCode, spoken: set[int], is_long: Callable[[int], bool]) -> None:
    """Compare once more, by other means, also near the numbers that the rule speaks of."""
    near = {n + d for n in spoken for d in (-1, 0, 1) if 0 <= n <= LARGEST_CHECKED}
    for heap in sorted({*range(ALWAYS_CHECKED + 1), *(n for n in near if n >= 0)}):
        if is_long(heap):
            raise Unreadable("it has numbers too large to check")
        if {tuple(sorted(parts)) for parts in code.options(heap)} != moves_of_rule(rules.heap_options, heap):
            raise Unreadable("the moves of a heap of {heap} are not those of {code}", heap=heap, code=code)


# ---- games of one integer


def of_numbers(rules: Ruleset) -> bool:
    """Return whether the positions of a game are so many integers, so that it may have an automatic law."""
    if not isinstance(rules, FunctionRuleset) or rules.scoring or rules.partisan:
        return False
    return rules.integers and rules.shape != ANY


def as_heap(rules: Ruleset) -> HeapRuleset | None:
    """Return the heap game whose single heaps are the positions of a game, None if there is none.

    >>> from grundy.games import load
    >>> as_heap(load("wythoff")) is None, as_heap(load("bash")).name
    (True, 'bash')
    """
    if isinstance(rules, HeapRuleset):
        return rules
    if isinstance(rules, CoinRow):
        return of_coins(rules)
    if not of_numbers(rules) or not isinstance(rules, FunctionRuleset):
        return None
    if rules.shape != ONE or rules.least or rules.only_outcomes:
        return None
    memory = rules.memory
    if AS_HEAP not in memory:
        memory[AS_HEAP] = _heap_game(rules)
    return memory[AS_HEAP]


def of_coins(rules: CoinRow) -> HeapFunction:
    """Return the heap game whose heap n is a coin of a row that shows heads, with n coins left of it.

    A move replaces the coin by those that it turns, as if these showed heads: two heads in one place are worth 0, as none
    is. (*Winning Ways* ch. 14.)

    >>> from grundy.games import load
    >>> list(of_coins(load("mock_turtles")).heap_options(2))
    [(), (0,), (1,), (1, 0)]
    """
    memory = rules.memory
    if AS_HEAP not in memory:
        memory[AS_HEAP] = HeapFunction(rules.function, name=rules.name).bind(**rules.params)
    found = memory[AS_HEAP]
    assert found is not None
    return found


def heads_as_heaps(rules: Ruleset) -> Ruleset:
    """Return coins in a row as the heap game of single heads, any other ruleset as it is."""
    return of_coins(rules) if isinstance(rules, CoinRow) else rules


def _heap_game(rules: FunctionRuleset) -> HeapFunction | None:
    if rules.record is not None:  # a heap is a number
        return None
    try:
        refuse_overridden(rules)
        return HeapFunction(rules.function, name=rules.name).bind(**rules.params)
    except (RulesError, Unreadable):
        return None
