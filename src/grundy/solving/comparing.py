"""A compiled rule compared with Python's own answer before it is used.

At positions that were met, at those that take its branches, with a number one less or one more, and at some far ones chosen
by lot with a fixed seed. What is looked at is bounded by a count of options and of lines that Python
runs. What it has solved is looked at again afterwards (`grundy.solving.comparing`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common.errors import GrundyError, RuleFailed
from grundy.common.messages import _
from grundy.kernels.contract import FULL, OUTSIDE_KEYS, UNFIT, Unfit, first_room, room_for
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.solving.results import DRAW, LOST, TIED, WON, Table, cells_of, cost, look_at_met
from grundy.values.nimber import mex

if TYPE_CHECKING:
    from grundy.language import ir
    from grundy.solving.compiled_rules import Native
    from grundy.solving.keyed import Keyed


# ---- what a compiled rule has solved compared with Python's own answer
# At some positions of every remoteness the result is derived again from the options that Python gives; how many of
# them are looked at is bounded.

OPTIONS = 20_000
"""Options of Python's that all comparisons before (or after) may look at."""
MOST = 2_000
"""Options of one position from which on it is left out."""


def differs(where: str) -> str:
    """Return the sentence that a compiled rule is not used, since it and Python differ."""
    return _("the compiled rule and Python differ at {position}: please report this").format(position=where)


def spread(statuses: Any, remotenesses: int = 48) -> list[int]:
    """Return the first and the last index of each remoteness, of ``remotenesses`` of them and the greatest.

    ``statuses`` hold the result in the low two bits and the remoteness above. O(statuses), at most four million of them.
    """
    step = max(1, len(statuses) >> 22)
    remote = statuses[::step] >> 2
    first, last = np.full(int(remote.max()) + 1, -1), np.full(int(remote.max()) + 1, -1)
    places = np.arange(len(remote))
    last[remote] = places
    first[remote[::-1]] = places[::-1]
    met = np.flatnonzero(first >= 0)
    chosen = met[np.linspace(0, len(met) - 1, remotenesses).astype(np.int64)]
    return sorted({*(first[chosen] * step).tolist(), *(last[chosen] * step).tolist()})  # (np.unique loads numpy.ma)


def rederive(ruleset: Ruleset, table: Table, states: Sequence[Any], *, misere: bool) -> int:
    """Derive solved positions again from the options that Python gives; return how many, `Unfit` where one differs."""
    left, count = OPTIONS // cost(ruleset), 0
    look_at_met(ruleset, states)
    for state in states:
        if left < 0:
            break
        options = list(islice(_options(ruleset, state), MOST + 1))
        left -= len(options) + 1
        if len(options) > MOST:
            continue
        count += 1
        try:
            agrees = _agrees(ruleset, table, state, options, misere)
        except KeyError:  # an option that the search has not met
            agrees = False
        if not agrees:
            raise Unfit(differs(ruleset.describe(state)))
    return count


def _options(ruleset: Ruleset, state: Any) -> Iterator[tuple[int, Any]]:
    if ruleset.ended(state) is not None:
        return iter(())
    if ruleset.scoring:
        return ((gain, ruleset.canonical(child)) for gain, child in ruleset.scored_options(state))
    return ((0, ruleset.canonical(child)) for child in ruleset.options(state))


def _agrees(ruleset: Ruleset, table: Table, state: Any, options: list[tuple[int, Any]], misere: bool) -> bool:
    if ruleset.scoring:
        return table.score(state) == max((gain - table.score(child) for gain, child in options), default=0)
    found = [table.result(child) for _, child in options]
    if table.result(state) != derived(ruleset.ended(state), found, misere):
        return False
    if misere or ruleset.only_outcomes or table.loopy:
        return True
    return table.grundy(state) == mex({table.grundy(child) for _, child in options})


def derived(ending: int | None, options: list[tuple[int, int]], misere: bool) -> tuple[int, int]:
    """Return result and remoteness of a position from those of its options (`interpreted_search.retrograde`)."""
    stuck = WON if misere else LOST
    if ending is not None:
        return {0: TIED, -1: stuck, 1: LOST if misere else WON}[ending], 0
    if not options:
        return stuck, 0
    met = {result for result, _ in options}
    if LOST in met:
        return WON, 1 + min(remote for result, remote in options if result == LOST)
    if met == {WON}:
        return LOST, 1 + max(remote for _, remote in options)
    if TIED in met:
        return TIED, 1 + min(remote for result, remote in options if result == TIED)
    return DRAW, 0


def rederive_sequence(rules: HeapFunction, values: Any, near: Iterable[int]) -> int:
    """Derive values of a nim-sequence again from Python's options; return of how many heaps, `Unfit` where one differs."""
    last = len(values) - 1
    chosen = dict.fromkeys([last, *near, *range(24), *(last * k // 16 for k in range(16, 0, -1))])
    left, count = OPTIONS // cost(rules), 0
    for heap in (n for n in chosen if 0 <= n <= last):
        if left < 0:
            break
        options = list(islice(rules.heap_options(heap), 4 * MOST + 1))
        left -= len(options)
        if len(options) > 4 * MOST:
            continue
        count += 1
        met = {int(np.bitwise_xor.reduce([int(values[part]) for part in parts] or [0])) for parts in options}
        if values[heap] != mex(met):
            raise Unfit(differs(f"{rules.name}({heap})"))
    return count


# ----


Cells = tuple[int, ...]

FAR = 24
"""Positions far away that are looked at."""
LINES = 3_000
"""Lines that Python may run for one position that nobody has met: rules need not end there."""
ALL_LINES = 30_000
"""Lines that Python may run for all such positions."""
NEAR = 128
"""Numbers beyond are given only to rules without a step that takes time or memory in proportion to them."""


# -- positions to look at ----------------------------------------------------------------------------------------------


def _is_tame(rule: ir.Routine) -> bool:
    """Whether no single step of a rule takes time or memory in proportion to a number."""
    from grundy.language import ir  # a rule of the catalogue is not looked at

    for function in rule.functions:
        inside = list(ir.nodes(function.body))
        rows = {0} if rule.is_tuple or function is not rule.main else set[int]()
        rows |= {
            node.slot
            for node in inside
            if isinstance(node, ir.Assign) and not isinstance(node.value, ir.Item | ir.Known)
        }
        for node in inside:
            match node:
                case ir.Op(sign="**" | "<<"):
                    return False
                case ir.Op(sign="*", left=x, right=y) if _may_be_tuple(x, rows) or _may_be_tuple(y, rows):
                    return False
                case ir.Fold(body=body) if any(isinstance(n, ir.For) for n in body):
                    return False
                case _:
                    pass
    return True


def _may_be_tuple(node: ir.Node, rows: set[int]) -> bool:
    """Whether an expression may be a tuple; ``rows`` are the slots that may hold one."""
    from grundy.language import ir  # a rule of the catalogue is not looked at

    match node:
        case ir.Local(slot):
            return slot in rows
        case ir.Known(value):
            return isinstance(value, tuple)
        case ir.Op(left=x, right=y):
            return _may_be_tuple(x, rows) or _may_be_tuple(y, rows)
        case _:
            return not isinstance(node, ir.Item | ir.Compare | ir.Unary)


def probes(ruleset: Ruleset, states: list[Any], rules: list[ir.Routine]) -> Iterator[Cells]:
    """Iterate over cells of positions that take each branch of the moves, and beside them, then of some far away.

    Those are where what was read was compared (`grundy.rules.witnesses`); these have the lengths of some ``states``.
    """
    from grundy.rules.witnesses import KEPT

    for (function, _kind), found in ruleset.memory[KEPT].items():
        yield from sorted(found.compared if function is getattr(ruleset, "function", None) else ())
    chance, tame = random.Random(0), all(map(_is_tame, rules))
    bases = [cells for cells in map(cells_of, states[:1] + states[1 :: max(1, len(states) // 8)]) if cells]
    for turn in range(FAR if bases else 0):
        size = int(10 ** chance.uniform(1, 5)) if tame else NEAR
        yield tuple(chance.randrange(size) for _ in bases[turn % len(bases)])


# -- what is done there ------------------------------------------------------------------------------------------------


class Comparison:
    """Children of a compiled rule and of Python, position by position, within a budget of options."""

    def __init__(self, ruleset: Ruleset, made: Native | Keyed) -> None:
        self.ruleset = ruleset
        self.made = made
        self.left = OPTIONS
        self.looked_at = 0

    def require(self, states: list[Any]) -> None:
        """Look at positions that were met; `Unfit` where the compiled rule has other children, or none."""
        for state in states:
            if self.left < 0:
                return
            cells, want = self.made.encode(state), self._python(state)
            if want is not None and len(want) > MOST:
                continue
            if cells is None or want is None:
                raise Unfit("longer states occur than the compiled rule has room for")
            if {*self.filled(cells, len(want))} != {*want}:  # a set is gone through in an order of its own
                raise Unfit(differs(self.ruleset.describe(state)))

    def probe(self, places: Iterable[Cells], state_of: Callable[[Cells], Any]) -> None:
        """Look at positions that nobody has met; `Unfit` where both answer and differ, or only the compiled rule does."""
        from grundy.rules.witnesses import Endless, Watch

        watch = Watch(LINES, ALL_LINES)
        for cells in places:
            if self.left < 0 or watch.left <= 0:
                return
            state, encoded = state_of(cells), None
            try:
                encoded = watch.ask(lambda state=state: self.made.encode(state))
                want = watch.ask(lambda state=state: self._python(state))
            except RuleFailed as problem:  # the compiled rule must give up in the same place
                if isinstance(problem.__cause__, RecursionError):
                    continue
                want = None
            except (Endless, MemoryError, GrundyError):  # the compiled rule might go on for ever
                continue
            if want is not None and len(want) > MOST:
                continue
            if encoded is None:
                continue
            try:
                got = self.filled(encoded, len(want or ()))
            except Unfit:
                continue
            if want is None or {*got} != {*want}:
                raise Unfit(differs(f"{self.ruleset.name} {state}"))

    def filled(self, cells: Cells, expected: int) -> list[Cells]:
        """Return the children that the compiled rule gives; `Unfit` if it gives none."""
        made, size = self.made, first_room(256) + self.made.record * expected
        while True:  # a rule may want more room than its children take
            out = room_for("out", size)
            try:
                count = made.fill(np.array(cells, np.int64), np.array(made.params, np.int64), out)
            except OverflowError:
                count = UNFIT
            if count in (UNFIT, OUTSIDE_KEYS) or size > 1 << 24:
                problem = Unfit("the compiled rule has no answer somewhere")
                problem.row = cells
                raise problem
            if count != FULL:
                return made.rows(out, count)
            size *= 4

    def _python(self, state: Any) -> list[Cells] | None:
        """Return the children that Python gives, as rows; None where a child has no place in the compiled rule's rows."""
        self.looked_at += 1
        rules = self.ruleset
        if isinstance(rules, HeapFunction):
            heaps = list(islice(rules.heap_options(state), MOST + 1))
            self.left -= len(heaps) + 1
            return heaps
        if rules.ended(state) is not None:
            return []
        rows: list[Cells] = []
        pairs = rules.scored_options(state) if rules.scoring else ((None, o) for o in rules.options(state))
        for gain, option in islice(pairs, MOST + 1):
            self.left -= 1
            cells = self.made.record_of(rules.canonical(option))
            if cells is None:
                return None
            rows.append(cells if gain is None else (gain, *cells))
        return rows
