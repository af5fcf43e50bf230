"""What a search leaves behind of a large game with tiers: solved on all processors, looked up by key."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.common.errors import TooLarge
from grundy.kernels.contract import Loopy, Unfit
from grundy.kernels.jit import CannotCompile
from grundy.language.refusal import Unreadable
from grundy.rules.ruleset import Ruleset
from grundy.solving.keyed import Keyed, compared_keys
from grundy.solving.rederiving import rederive, spread
from grundy.solving.results import TIED, Options, Table, teller
from grundy.solving.store.parts import joined
from grundy.solving.tiers.exploring import Outside
from grundy.solving.tiers.solve import TierSolve
from grundy.solving.tiers.solving import Solved


def solved(ruleset: Ruleset, start: Any, options: Options, *, misere: bool = False) -> TierTable | None:
    """Solve every position reachable from a start tier by tier; None where there are no keys, or too little memory for it.

    About 12 bytes a position in the end, and 10 to 40 while it runs. Unfit where Python's options give another result.
    """
    try:
        made = compared_keys(ruleset, start)
    except (Unreadable, CannotCompile, Unfit):
        return None
    grundy = not (misere or ruleset.scoring or ruleset.has_ending)
    while made is not None:
        try:
            work = TierSolve(made, misere=misere)
        except TooLarge:
            return None
        try:
            with work:
                work.explore(teller(options))
                table = TierTable(made, list(work.solve(grundy=grundy)))
            chosen = np.arange(table.positions) << 2 if table.scoring else table.columns["status"]
            states = [made.state(int(table.keys[place])) for place in spread(chosen)]
            rederive(ruleset, table, states, misere=misere)
            return table
        except Outside as problem:
            made = made.wider(problem.key)
        except Unfit as problem:
            made = made.again(problem)
            if made is None:
                problem.row = None  # a key, of which others know nothing
                raise
        except Loopy:
            grundy = False
    return None


class TierTable(Table):
    """Sorted keys of each tier, with the results beside."""

    def __init__(self, made: Keyed, tiers: list[Solved]) -> None:
        self.made = made
        self.loopy = any(tier.loopy for tier in tiers)
        self.scoring = made.scoring
        ends = np.cumsum([0, *map(len, tiers)]).tolist()
        self._ranges = {tier.number: (ends[i], ends[i + 1]) for i, tier in enumerate(tiers)}
        self.positions = ends[-1]
        self.columns = joined([columns for tier in tiers for columns in tier.columns])
        self.ties = not self.scoring and bool((self.columns["status"] & 3 == TIED).any())
        self.keys = np.concatenate([block for tier in tiers for block in tier.blocks])

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        key = self.made.encode(state)
        if key is not None:
            low, high = self._ranges.get(self.made.tier(state), (0, 0))
            place = low + int(np.searchsorted(self.keys[low:high], key[0]))
            if place < high and self.keys[place] == key[0]:
                return place
        raise KeyError(state)
