"""Exhaustive search where the rules declare bounds: a position is an index, and nothing is stored but its result."""

from __future__ import annotations

from typing import Any

from grundy.common import limits
from grundy.common.errors import RulesError
from grundy.kernels.contract import OutOfBounds
from grundy.kernels.dense import Dense, solve_dense
from grundy.rules.ruleset import Ruleset, accepted
from grundy.solving.compiled_rules import Native
from grundy.solving.rederiving import rederive, spread
from grundy.solving.results import Options, Table, teller


class DenseTable(Table):
    """The positions by index, where the rules declare bounds: two bytes a position, and two for the Grundy value."""

    def __init__(self, ruleset: Ruleset, made: Native, start: Any, options: Options, *, misere: bool) -> None:
        self.made = made
        cells = made.encode(start)
        assert cells is not None
        bounds = ruleset.bounds
        if callable(bounds):
            bounds = bounds(*ruleset.arguments(start), **accepted(bounds, ruleset.params))
        if not isinstance(bounds, tuple) or len(bounds) != made.width:
            raise RulesError(
                "{name} declares the bounds {bounds!r}: give one limit for each of its {width} numbers",
                name=ruleset.name,
                bounds=bounds,
                width=made.width,
            )
        try:
            self.solved: Dense = solve_dense(
                made.fill,
                made.params,
                cells,
                bounds,
                grundy=not (misere or ruleset.has_ending),
                misere=misere,
                limit_bytes=limits.memory(),
                progress=teller(options),
            )
        except OutOfBounds as problem:
            raise RulesError(
                "{name} leaves its declared bounds: {problem}", name=ruleset.name, problem=problem
            ) from None
        self.positions = self.solved.positions
        self.ties = ruleset.has_ending
        rederive(ruleset, self, self._some(ruleset), misere=misere)

    def _some(self, ruleset: Ruleset) -> list[Any]:
        """Return some of the positions that were reached, of every remoteness."""
        solved = self.solved
        statuses = solved.work[:: 1 + solved.has_grundy]
        places = [place for place in spread(statuses) if statuses[place]]
        return [self.made.decode(solved.cells(place), ruleset) for place in places]

    def held(self, name: str, state: Any) -> int:
        """Return the status or the Grundy value of a state."""
        look_up, cells = {"status": self.solved.status, "grundy": self.solved.grundy}[name], self.made.encode(state)
        found = -1 if cells is None else look_up(cells)
        if found < 0:
            raise KeyError(state)
        return found
