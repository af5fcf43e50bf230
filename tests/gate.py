"""The gate of the catalogue: what each game's file says is compared with play from the rules alone, and all of it each day.

A theorem is asked at all small positions, with every parameter that a file names and the small ones beside; and far out, at
all heaps below `FAR` or at the positions of exhaustive tables. Starts and variants are asked too, hooks are compared with
the moves, answers with brute force, values of partisan games with their definition, and periods with the values.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

import random_loops
from brute import grundy_values, outcomes, score, xor
from grundy.common.errors import GrundyError
from grundy.rules import closed_forms
from grundy.rules.closed_forms import Theorem
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.hook_checks import check_hooks
from grundy.rules.large_games import LargeGame
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.selftest import check_rules
from grundy.rules.session import session
from grundy.solving.results import LOST, Options, Table
from grundy.solving.search import Exploration, InterpretedTable, search
from grundy.values.outcome import Outcome
from grundy.values.short import Value, game

LEAST = 5
"""Positions on which a theorem must be checked at least."""
FAR = 2_000
"""Heaps of a rule up to which its value theorem is asked, each."""
WIDE = 40_000
"""Positions of the exhaustive table in which a theorem is asked far out, about."""
ASKED = 3_000
"""The smallest positions of a box are asked, so many, and as many of the others."""
PARAMETERS = range(9)
"""Values that are tried for a parameter that is a number."""


# ---- parameters


def parameters(rules: Ruleset) -> list[dict[str, Any]]:
    """Return what a ruleset is tried with: what its file names, its starts' parameters, and small numbers for numbers."""
    found = [{}, *rules.trials, *(s.ruleset.params for s in starts(rules))]
    if not rules.tells_small and isinstance(rules, (FunctionRuleset, HeapRuleset)):
        for name, value in rules.params.items():
            if type(value) is int:
                found += [{name: number} for number in PARAMETERS]
    unlike = {tuple(sorted(({**rules.params, **each}).items())): each for each in found}
    return [each for each in unlike.values() if _bindable(rules, each)]


def _bindable(rules: Ruleset, params: dict[str, Any]) -> bool:
    try:
        rules.bind(**params)
    except GrundyError:
        return False
    return True


def starts(rules: Ruleset) -> list[Position]:
    """Return the starts that a game declares: as usual, its sizes, and its variants."""
    begins = rules.begins
    if begins is None:
        return []
    labels = (begins.usual, *begins.sizes, *(each.word for each in begins.variants))
    return [rules.start(label) for label in dict.fromkeys(labels)]


# ---- theorems at small positions, by brute force


def applies(theorem: Theorem, position: Position) -> bool:
    """Whether the theorem answers the position (for a heap game's value: a single heap)."""
    rules, state = position.ruleset, position.state
    if theorem.gives == "value" and isinstance(rules, HeapRuleset) and len(state) != 1:
        return False
    return closed_forms.theorem_for(rules, state, theorem.gives, misere=theorem.misere) is theorem


def near(rules: Ruleset, theorem: Theorem, every: int = 1) -> None:
    """Ask a theorem at all small positions, or one of so many, with its moves."""
    checked = 0
    for position in islice((each for each in small(rules) if applies(theorem, each)), 0, None, every):
        {"value": _value, "losing": _losing, "score": _score}[theorem.gives](theorem, position)
        checked += 1
    assert checked >= LEAST, f"only {checked} positions check {theorem.name} of {rules.name}"
    assert theorem.source and theorem.statement


def small(rules: Ruleset) -> Iterator[Position]:
    """Iterate over the small positions: with the parameters that the file names, and in a smaller box with others."""
    yield from rules.small_positions()
    for params in parameters(rules):
        bound = rules.bind(**params)
        if isinstance(rules, HeapRuleset):
            yield from (Position(bound, (heap,)) for heap in range(10, 40))
        if not rules.tells_small and params not in [{}, *rules.trials]:
            yield from bound.box(60)


def _value(theorem: Theorem, position: Position) -> None:
    rules, state = position.ruleset, position.state
    if isinstance(rules, HeapRuleset):
        values = heap_values(rules, state[0])
        value = values[state[0]]
        worth = {parts: xor(values[part] for part in parts) for parts in rules.heap_options(state[0])}
    else:
        found = grundy_values(position)
        value = found[state]
        worth = {option: found[option] for option in rules.options(state)}
    assert closed_forms.apply(theorem, rules, state) == value, position
    targets = {0, 1, 2, value, value + 1, value ^ 1, *worth.values()}
    for target in targets if theorem.reach else {value, max(worth.values(), default=0)}:  # each asks all options
        reached = list(closed_forms.reach_value(theorem, rules, state, target))
        assert len(reached) == len(set(reached)) or theorem.reach is None, position
        assert set(reached) == {o for o, v in worth.items() if v == target}, (position, target)


_KNOWN: dict[HeapRuleset, list[int]] = {}


def heap_values(rules: HeapRuleset, heap: int) -> list[int]:
    """Return the values of single heaps by the recurrence, smallest first; those of a ruleset are computed once."""
    values = _KNOWN.setdefault(rules, [])
    for n in range(len(values), heap + 1):
        below = {xor(values[part] for part in parts) for parts in rules.heap_options(n)}
        values.append(next(v for v in range(len(below) + 1) if v not in below))
    return values


def _losing(theorem: Theorem, position: Position) -> None:
    rules, state = position.ruleset, position.state
    if isinstance(rules, HeapRuleset) and not theorem.misere and len(state) == 1:
        values = heap_values(rules, state[0])
        lost = values[state[0]] == 0
        assert closed_forms.apply(theorem, rules, state) == lost, position
        if not lost:
            zero = {parts for parts in rules.heap_options(state[0]) if xor(values[part] for part in parts) == 0}
            assert set(closed_forms.reach_lost(theorem, rules, state)) == zero, position
        return
    found: dict[Any, str] = outcomes(position, misere=theorem.misere)
    lost = closed_forms.apply(theorem, rules, state)
    assert lost == (found[state] == "P") and found[state] in "PN", position
    if not lost:
        reached = list(closed_forms.reach_lost(theorem, rules, state))
        assert len(reached) == len(set(reached)) or theorem.reach is None, position
        assert set(reached) == {o for o in rules.options(state) if found[o] == "P"}, position


def _score(theorem: Theorem, position: Position) -> None:
    said = closed_forms.apply(theorem, position.ruleset, position.state)
    assert said == score(position.ruleset, position.state), position


# ---- theorems far out, by tables


def far(rules: Ruleset, theorem: Theorem) -> None:
    """Ask a theorem at all heaps below `FAR`, or at the positions of tables that are as large as is quick."""
    asked = 0
    for params in parameters(rules):
        bound = rules.bind(**params)
        if isinstance(bound, HeapRuleset) and not theorem.misere:
            asked += _far_heaps(bound, theorem)
        else:
            asked += sum(_far_states(theorem, *table) for table in tables(bound, misere=theorem.misere))
    assert asked, f"no positions check {theorem.name} of {rules.name} far out"


def _far_heaps(rules: HeapRuleset, theorem: Theorem) -> int:
    asked = 0
    for n, value in enumerate(heap_table(rules)):
        if applies(theorem, Position(rules, (n,))):
            said = closed_forms.apply(theorem, rules, (n,))
            truth = value if theorem.gives == "value" else value == 0
            assert said == truth, f"{theorem.gives} of {rules.name}({n}) is {truth}, not {said}"
            asked += 1
    return asked


@cache
def heap_table(rules: HeapRuleset) -> list[int]:
    """Return the values of all heaps below `FAR`, of fewer where a heap has many options; the first are compared."""
    count = FAR
    while count > 100 and _heavy(rules, count):
        count //= 2
    values = rules.sequence(count).tolist()
    assert values[:60] == heap_values(rules, 59)[:60], rules
    return values


def _heavy(rules: HeapRuleset, count: int) -> bool:
    """Whether the options of the largest heap are too many numbers."""
    numbers = 0
    for parts in rules.heap_options(count - 1):
        numbers += 1 + len(parts)
        if numbers > 40_000:
            return True
    return False


States = list[Any]


def tables(rules: Ruleset, *, misere: bool = False) -> Iterator[tuple[Ruleset, States, Table]]:
    """Iterate over tables of play, with the positions in them that are asked."""
    if rules.tells_small or not (isinstance(rules, HeapRuleset) or getattr(rules, "integers", False)):
        for start in starts(rules):
            if start.ruleset.params == {**start.ruleset.params, **rules.params}:
                found = Exploration(start.ruleset, start.state, Options())
                if found.run(30_000):
                    yield start.ruleset, list(found.states), InterpretedTable(found, misere=misere)
        return
    for args in boxes(rules):
        start = rules.make_state(args)
        table = _table(rules, start, misere)
        yield rules, [rules.make_state(each) for each in chosen(args)], table


def _table(rules: Ruleset, start: Any, misere: bool) -> Table:
    """Return a table: from the compiled rules where they are one function, without trying first whether it is small."""
    if isinstance(rules, HeapRuleset):
        return search(rules, start, Options(), misere=misere)
    try:
        return search(rules, start, Options("compiled"), misere=misere)
    except GrundyError:
        return search(rules, start, Options(), misere=misere)


LONG = 640
"""The longer side of boxes of two numbers; the shorter is one of `SHORT`, interpreted and compiled."""
SHORT = 2, 10
ARROWS = 300_000, 1_000_000
"""Moves that boxes have, about, interpreted and compiled."""


def boxes(rules: Ruleset) -> Iterator[tuple[int, ...]]:
    """Iterate over the largest positions of boxes that are searched: square ones, and long ones where two numbers are.

    With other parameters than the usual ones the boxes of many numbers are smaller.
    """
    heaps = isinstance(rules, HeapRuleset)
    usual = rules.params == rules.origin.params
    many = heaps or rules.shape == ANY  # type: ignore[attr-defined]
    for width in range(1, 5) if many else [len(rules.names)]:  # type: ignore[attr-defined]
        args = (FAR,) if width == 1 else (round(WIDE ** (1 / width)),) * width
        while prod_of(args) > 2_000 and _arrows(rules, args) > ARROWS[usual and not heaps]:
            args = tuple(max(2, round(n * 0.8)) for n in args)
        yield args
        if width == 2 and usual:
            yield from ((SHORT[not heaps], LONG), (LONG, SHORT[not heaps]))


def chosen(args: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the positions of a box: all of a few, else those with the smallest sums, and as many others by lot."""
    every = list(product(*(range(n + 1) for n in args)))
    if len(every) <= ASKED:
        return every
    every.sort(key=sum)
    return every[:ASKED] + Random(0).sample(every[ASKED:], min(ASKED, len(every) - ASKED))


def prod_of(args: tuple[int, ...]) -> int:
    """Return how many positions a box has."""
    found = 1
    for n in args:
        found *= n + 1
    return found


def _arrows(rules: Ruleset, args: tuple[int, ...]) -> int:
    """Return about how many moves a box has: half of those of its largest position, each."""
    return prod_of(args) * sum(1 for _option in islice(rules.options(rules.make_state(args)), 10_000)) // 2


def _far_states(theorem: Theorem, rules: Ruleset, states: States, table: Table) -> int:
    asked = 0
    for state in states:
        if not applies(theorem, Position(rules, state)):
            continue
        with suppress(KeyError):  # no position that play from the start meets
            truth = _truth(theorem, table, rules.canonical(state))
            said = closed_forms.apply(theorem, rules, state)
            assert said == truth, f"{theorem.gives} of {rules.describe(state)} is {truth}, not {said}"
            asked += 1
    return asked


def _truth(theorem: Theorem, table: Table, state: Any) -> Any:
    if theorem.gives == "score":
        return table.score(state)
    return table.grundy(state) if theorem.gives == "value" else table.result(state)[0] == LOST


# ---- answers, by whatever way they come, against play without theorems and hooks

PLAYED = 16
"""Positions of a game whose answers are compared with brute force."""
REACHED = 400
"""Positions that brute force may meet from one of them."""


def answers(rules: Ruleset) -> None:
    """Compare the answers at small positions with play by moves and endings alone: nothing folded, parted or looked up."""
    asked = 0
    for position in few(rules):
        try:
            (_partisan if isinstance(position.ruleset, PartisanRuleset) else _impartial)(position)
            asked += 1
        except TooMany:
            continue
    assert asked, f"no positions of {rules.name} are small"


class TooMany(Exception):
    """A position from which brute force takes long."""


def few(rules: Ruleset) -> list[Position]:
    """Return small positions, evenly chosen from all, and the starts."""
    every = list(rules.small_positions())
    return [*every[:: -(-len(every) // PLAYED)], every[-1], *starts(rules)]


def moves(position: Position) -> dict[Any, list[tuple[int, Any]]]:
    """Return gains and options of every state that play meets."""
    rules, found, waiting = position.ruleset, {}, [position.state]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        if len(found) > REACHED:
            raise TooMany
        found[state] = [] if rules.ended(state) is not None else list(islice(rules.changes(state), 300))
        if len(found[state]) == 300:
            raise TooMany
        waiting += [each for _gain, each in found[state]]
    return found


def _impartial(position: Position) -> None:
    rules = position.ruleset
    met = moves(position)
    if rules.scoring:
        assert position.solve().value == score(rules, position.state), position
        return
    for state, options in met.items():
        assert options or not rules.has_ending or rules.ended(state) is not None, f"{position}: {state} has no ending"
    for misere in (False, True):
        found = outcomes(position, misere=misere)[position.state]
        play = "misere" if misere else "normal"
        said = position.solve(play).outcome.name
        assert position.outcome(play).name == found, position
        assert said == found, f"{position} is {found}, not {said}{' in misère play' * misere}"
    if not rules.only_outcomes and found not in "TD":
        with suppress(AssertionError):  # play that need not end has no values
            worth = grundy_values(position)[position.state]
            assert_equal(position.grundy(), worth, position)


class Different(Exception):
    """Two answers that should be one."""


def assert_equal(said: Any, truth: Any, position: Position) -> None:
    """Different, where two answers differ."""
    if said != truth:
        raise Different(f"{position} is worth {truth}, not {said}")


class Loops(Exception):
    """Play comes back to where it was."""


def _partisan(position: Position) -> None:
    rules = position.ruleset
    known: dict[Any, Value | None] = {}

    def worth(state: Any) -> Value:
        if state not in known:
            if len(known) > REACHED:
                raise TooMany
            known[state] = None
            known[state] = game(*([worth(each) for each in rules.options_of(state, who)] for who in (LEFT, RIGHT)))
        found = known[state]
        if found is None:
            raise Loops
        return found

    try:
        truth = worth(position.state)
    except Loops:
        _loopy(position)
        return
    assert_equal(position.value(), truth, position)
    assert position.outcome() == truth.outcome, position


def _loopy(position: Position) -> None:
    """Compare the value, and who wins, with what every position says until nothing changes."""

    def options(at: tuple[Any, int]) -> list[tuple[Any, int]]:
        return [(option, -at[1]) for option in position.ruleset.options_of(*at)]

    begins = [(position.state, player) for player in (LEFT, RIGHT)]
    found = random_loops.results(begins, options)
    truth = Outcome.from_results(found[begins[0]], -found[begins[1]])
    assert position.outcome() == truth, position
    assert position.value().outcome == truth, position


# ---- hooks, starts, periods


def hooks(rules: Ruleset) -> None:
    """Compare hooks with the moves, from all small positions and the starts that are small."""
    for position in (*rules.small_positions(), *starts(rules)[:1]):
        check_rules(position.ruleset, position.state)
        if isinstance(position.ruleset, LargeGame) and position.ruleset.has_hooks:
            check_hooks(position.ruleset, position.state)


def begun(rules: Ruleset) -> None:
    """See that every start is a position with moves; what is said of it is compared by the other checks, if it is small."""
    for start in starts(rules):
        for player in (LEFT, RIGHT) if rules.partisan else (None,):
            assert next(start.moves(player), None) is not None, f"{start} has no moves"


SAID = re.compile(r"period (\d+)(?: from (\d+) on)?(?=[\s,.;(])")


def periods(rules: Ruleset) -> None:
    """Compare a period that a file says a game has with the values and with the law that is proved of them."""
    told = sys.modules[rules_module(rules)].__doc__ or ""
    for period, start in SAID.findall(f"{' '.join(told.split())} {' '.join(rules.doc.split())}"):
        assert isinstance(rules, HeapRuleset), f"{rules.name} has no heaps of which a period is said"
        values, length, first = rules.sequence(FAR).tolist(), int(period), int(start or 0)
        assert values[:60] == heap_values(rules, 59)[:60]
        assert values[first : FAR - length] == values[first + length :], (
            f"{rules.name}: no period {period} from {start}"
        )
        assert not first or values[first - 1] != values[first - 1 + length], f"{rules.name}: the period begins earlier"
        law = rules.law()
        assert law.proved and (law.period, law.preperiod) == (length, first), law


def rules_module(rules: Ruleset) -> str:
    """Return the module of a game's file."""
    return f"grundy.games.{rules.name.replace('-', '_')}"


def _all_near(rules: Ruleset) -> None:
    for each in rules.theorems:
        near(rules, each)


def _all_far(rules: Ruleset) -> None:
    for each in rules.theorems:
        far(rules, each)


CHECKS: dict[str, Callable[[Ruleset], None]] = {
    "theorems near": _all_near,
    "theorems far": _all_far,
    "answers": answers,
    "hooks": hooks,
    "starts": begun,
    "periods": periods,
}
"""What is asked of every game."""


def complaints(rules: Ruleset) -> dict[str, str]:
    """Return the checks that a game fails, each with what it says; none knows what an earlier one has found."""
    found: dict[str, str] = {}
    for name, check in CHECKS.items():
        session.forget()
        try:
            check(rules)
        except (AssertionError, Different, GrundyError, KeyError, TypeError) as problem:
            found[name] = str(problem)
    return found
