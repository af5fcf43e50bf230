"""Exhaustive search with the rules interpreted: any hashable states, no start-up, some 10^5 to 10^6 arrows a second."""

from __future__ import annotations

from typing import Any

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.rules.ruleset import Ruleset
from grundy.solving import graph
from grundy.solving.results import DRAW, LOST, TIED, WON, Options, Table, endless_scores

BYTES_A_POSITION = 400
BYTES_AN_ARROW = 24
LOOKED_AT = 64
"""Positions between two looks at the limits."""
_ENDS = {None: DRAW, 1: WON, 0: TIED, -1: LOST}


class Exploration:
    """The positions reachable from some states, found in breadth-first order, as far as it has gone."""

    def __init__(self, ruleset: Ruleset, start: Any, options: Options) -> None:
        self.ruleset = ruleset
        self.options = options
        first = ruleset.canonical(start)
        self.index: dict[Any, int] = {first: 0}
        self.states: list[Any] = [first]
        self.children: list[list[int]] = []
        self.gains: list[list[int]] = []
        self.ends: list[int] = []
        self.arrows = 0

    def run(self, arrows: int | None = None) -> bool:
        """Go on until all is found (True) or there are more than so many arrows (False); TooLarge past the memory."""
        rules = self.ruleset
        while len(self.children) < len(self.states):
            state = self.states[len(self.children)]
            ending = rules.ended(state)
            row = [] if ending is not None else self._row(state)
            self.ends.append(_ENDS[ending])
            self.children.append(row)
            self.arrows += len(row)
            if len(self.children) % LOOKED_AT == 0:
                limits.check(len(self.states))
            if len(self.children) % 4096 == 0:
                self._check(len(row))
                if self.options.progress is not None:
                    self.options.progress(len(self.children))
            if arrows is not None and self.arrows > arrows:
                return len(self.children) == len(self.states)
        return True

    def _row(self, state: Any) -> list[int]:
        """Return the indices of the options of a state, new ones added."""
        row: list[int] = []
        index, states, canonical = self.index, self.states, self.ruleset.canonical
        if self.ruleset.scoring:
            pairs = list(self.ruleset.scored_options(state))
            self.gains.append([gain for gain, _ in pairs])
            options: Any = (child for _, child in pairs)
        else:
            options = self.ruleset.options(state)
        for option in options:
            child = canonical(option)
            place = index.setdefault(child, len(states))
            if place == len(states):
                states.append(child)
            row.append(place)
            if len(row) % 65536 == 0:
                self._check(len(row))
                limits.check(len(states))
        return row

    def _check(self, extra: int) -> None:
        needed = len(self.states) * BYTES_A_POSITION + (self.arrows + extra) * BYTES_AN_ARROW
        if needed > limits.memory():
            raise TooLarge(
                "{name}: {count:,} positions were reached and there are more: they need over {wanted:.1f} GiB, "
                "the limit is {memory:.1f} GiB (does every game end? a larger limit is memory=)",
                name=self.ruleset.name,
                count=len(self.states),
                wanted=needed / 2**30,
                memory=limits.memory() / 2**30,
                positions=len(self.states),
                needed=needed,
            )


class InterpretedTable(Table):
    """The solved positions of a finished exploration."""

    def __init__(self, found: Exploration, *, misere: bool = False, grundy: bool = True) -> None:
        self.index = found.index
        self.positions = len(found.states)
        self.ties = TIED in found.ends
        self.scoring = found.ruleset.scoring
        back = graph.predecessors(found.children)
        order = graph.endings_first(found.children, back)
        self.loopy = order is None
        if found.ruleset.scoring:
            if order is None:
                raise endless_scores(found.ruleset)
            self.columns = {"score": graph.scores(found.children, found.gains, order)}
            return
        results, remote = graph.retrograde(found.children, found.ends, back, misere=misere)
        self.columns = {"status": [far << 2 | result for result, far in zip(results, remote, strict=True)]}
        if grundy and order is not None and not misere and not found.ruleset.has_ending:
            self.columns["grundy"] = graph.grundy_values(found.children, order)

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        return self.index[state]
