"""Exhaustive search where the arrows of a game do not fit in memory: results alone are kept, and options are found again."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.common import limits
from grundy.kernels.compact import solve_compact
from grundy.kernels.contract import Progress
from grundy.rules.ruleset import Ruleset
from grundy.solving.compiled_rules import Native
from grundy.solving.rederiving import rederive, spread
from grundy.solving.results import Table

SAMPLED = 1 << 20
"""Places among which positions are chosen that are derived again."""


class CompactTable(Table):
    """The results of positions that are single words, of play that ends."""

    def __init__(self, ruleset: Ruleset, made: Native, start: Any, progress: Progress, *, misere: bool) -> None:
        self.made, self.first = made, start
        self.solved = solve_compact(
            made.fill,
            made.params,
            made.encode(start)[0],  # type: ignore[index]  # it was explored with this word
            grundy=not (misere or ruleset.has_ending),
            misere=misere,
            limit_bytes=limits.memory(),
            progress=progress,
        )
        self.positions = len(self.solved)
        self.ties = ruleset.has_ending
        rederive(ruleset, self, self._some(ruleset), misere=misere)

    def _some(self, ruleset: Ruleset) -> list[Any]:
        """Return some of the positions that were met, of every remoteness."""
        step = max(1, self.solved.table.size // SAMPLED)
        statuses = self.solved.statuses(step)
        places = np.flatnonzero(statuses)
        chosen = places[spread(statuses[places].astype(np.int64))] * step
        return [self.made.decode([self.solved.key_at(int(place))], ruleset) for place in chosen]

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        cells = self.made.encode(state)
        place = -1 if cells is None else self.solved.find(cells[0])
        if place < 0:
            raise KeyError(state)
        return place

    def held(self, name: str, state: Any) -> int:
        """Return the status or the Grundy value of a state."""
        place = self.place(state)
        return self.solved.status(place) if name == "status" else {"grundy": self.solved.values}[name][place]
