"""A compiled rule compared with Python's own answer before it is used.

At positions that were met, at positions with a number of the rule's own (and one less, one more) in each coordinate, and at
some far ones chosen by lot with a fixed seed. What is looked at is bounded by a count of options and of lines that Python
runs. What it has solved is looked at again afterwards (`grundy.solving.rederiving`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from grundy.common.errors import GrundyError, RuleFailed
from grundy.kernels.contract import FULL, OUTSIDE_KEYS, UNFIT, Unfit
from grundy.kernels.rooms import first_room, room_for
from grundy.language import ir
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.witnesses import Endless, Watch
from grundy.solving.rederiving import MOST, OPTIONS, differs

if TYPE_CHECKING:
    from grundy.solving.compiled_rules import Native
    from grundy.solving.keyed import Keyed

Cells = tuple[int, ...]

PROBES = 400
"""Positions around the rule's own numbers that are looked at."""
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
    match node:
        case ir.Local(slot):
            return slot in rows
        case ir.Known(value):
            return isinstance(value, tuple)
        case ir.Op(left=x, right=y):
            return _may_be_tuple(x, rows) or _may_be_tuple(y, rows)
        case _:
            return not isinstance(node, ir.Item | ir.Compare | ir.Unary)


def probes(states: list[Any], rules: list[ir.Routine], params: Iterable[Any]) -> Iterator[Cells]:
    """Iterate over cells of positions that nobody has met: around the rules' numbers, then far ones.

    ``states`` are some that were met; the others have their lengths.
    """
    chance = random.Random(0)
    bases = [cells for cells in map(_row, states[:1] + states[1 :: max(1, len(states) // 8)]) if cells]
    if not bases:
        return
    tame = all(map(_is_tame, rules))
    near = {x for c in ir.constants((*rules, *params)) for x in (c - 1, c, c + 1)}
    wanted = sorted((x for x in near if tame or abs(x) <= NEAR), key=lambda x: (abs(x), x))
    pairs = [(i, x) for x in wanted for i in range(max(map(len, bases)))]
    for turn, (i, x) in enumerate(pairs if len(pairs) <= PROBES else chance.sample(pairs, PROBES)):
        base = bases[turn % len(bases)]
        if i < len(base):
            yield (*base[:i], x, *base[i + 1 :])
    for turn in range(FAR):
        size = int(10 ** chance.uniform(1, 5)) if tame else NEAR
        yield tuple(chance.randrange(size) for _ in bases[turn % len(bases)])


def _row(state: Any) -> Cells:
    return cast(Cells, state) if isinstance(state, tuple) else (state,)


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
            if self.filled(cells, len(want)) != want:
                raise Unfit(differs(self.ruleset.describe(state)))

    def probe(self, places: Iterable[Cells], state_of: Callable[[Cells], Any]) -> None:
        """Look at positions that nobody has met; `Unfit` where both answer and differ, or only the compiled rule does."""
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
            if got != want:
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
                problem = Unfit("its numbers exceed 64 bits")
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
