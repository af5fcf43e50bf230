"""States of a tablebase: as rows of numbers, as keys, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.digest import digest
from grundy.rules.fingerprint import described
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.rules.witnesses import unmet
from grundy.solving.results import cells_in, row_of
from grundy.solving.store.packing import Packing, Rows
from grundy.solving.store.parts import Key

ONE, TUPLE, VARIABLE = "one", "tuple", "variable"
"""How a state is a row: one number, the numbers of a tuple, or these after their count and with zeros behind."""
RANK, BOX = "rank", "box"
"""How a row is a key: by the declared rank, or as a number of a mixed radix."""


MANY = 5_000
"""States from which on native code is worth the time in which it is compiled."""
HOOKS = ("rank", "unrank", "tier", "symmetries")
"""What may be declared beside the moves that makes other keys of states; the rule's hash is without it."""


def coded(rules: Ruleset, layout: str, width: int, packing: Packing | None, keyed: bool = True) -> dict[str, Any]:
    """Return what a manifest says of how states became keys: numbers of a packing, or where there is none the declared rank.

    ``keyed`` is false where neither declared keys nor tiers were used.
    """
    by = {"by": RANK} if packing is None else {"by": BOX, "low": list(packing.low), "span": list(packing.span)}
    used = {
        n: made
        for n, made in hooks_of(rules).items()
        if n == "symmetries" or (keyed and (n == "tier" or packing is None))
    }
    return {**by, "layout": layout, "width": width, "turns": isinstance(rules, TurnsRuleset), "hooks": used}


def hooks_of(rules: Ruleset) -> dict[str, str]:
    """Return the hooks that make keys, each with a hash of what it says."""
    return {name: digest(described(rules.hooks[name])) for name in HOOKS if name in rules.hooks}


class Coding:
    """How the states of a ruleset are rows and keys; a manifest says it.

    Of partisan games the states are with the player to move, who is the last number of a row: 0 Left, 1 Right.
    """

    def __init__(self, rules: Ruleset, coding: dict[str, Any]) -> None:
        self.rules: Any = rules
        self.turns = isinstance(rules, TurnsRuleset)
        self.layout: str = coding["layout"]
        self.ranked = coding["by"] == RANK
        self.packing = None if self.ranked else Packing(tuple(coding["low"]), tuple(coding["span"]))
        self.width: int = coding["width"]
        self._asked = 0
        self.hooks: dict[str, str] = coding["hooks"]
        self.tiered = "tier" in self.hooks
        plain = not (self.turns or self.layout == VARIABLE or self.ranked)
        self._plain = self.packing if plain else None

    def missing(self) -> list[str]:
        """Return the hooks by which the states became keys and which the rules have not, or have otherwise."""
        own = hooks_of(self.rules)
        return [name for name, made in self.hooks.items() if own.get(name) != made]

    # ---- one state

    def located(self, state: Any) -> tuple[int, Key] | None:
        """Return the tier and the key of a (canonical) state, None where it can be no position of the base.

        Declared functions are asked natively when they were asked often.
        """
        if self.tiered or self.ranked:
            self._asked += 1
            cells = self.cells(state) if self._asked > MANY else None
            if cells is not None and self._native is not None:
                try:
                    tier, key = self._native(np.array([cells], np.int64))[0].tolist()
                except OverflowError:  # a number of more than 64 bits
                    return None
                if min(tier, key) >= 0 or not unmet(self.rules):
                    return (tier, key) if key >= 0 else None
        key = self.key(state)
        return None if key is None else (self.tier(state), key)

    def key(self, state: Any) -> Key | None:
        """Return the key of a (canonical) state, None where it can be no position of the base."""
        if self._plain is not None:
            return self._plain.key(state if isinstance(state, tuple) else (state,))
        cells = self.cells(state)
        if cells is None:
            return None
        if self.packing is not None:
            return self.packing.key(cells)
        key = self.rules.key_of(state)
        return key if self.rules.state_of_key(key) == state else None  # what is no position may have the key of one

    def tier(self, state: Any) -> int:
        """Return the tier of a state, 0 where none are declared."""
        return self.rules.tier_of(state) if self.tiered else 0

    def state(self, row: Sequence[int]) -> Any:
        """Return the state of a row."""
        if self.turns:
            return self._state(row[:-1]), RIGHT if row[-1] else LEFT
        return self._state(row)

    def _state(self, row: Sequence[int]) -> Any:
        if self.layout == ONE:
            return row[0]
        return cells_in(row, self.layout == VARIABLE)

    def cells(self, state: Any) -> tuple[int, ...] | None:
        """Return the numbers of a state, None where it has none of this width."""
        if self.turns:
            state, player = state
            cells = row_of(state, self.width - 1, self.layout == VARIABLE)
            return None if cells is None else (*cells, int(player == RIGHT))
        return row_of(state, self.width, self.layout == VARIABLE)

    def state_of(self, key: Key) -> Any:
        """Return the state of a key."""
        return self.states(np.array([key], np.uint64 if self.packing is None else self.packing.dtype))[0]

    # ---- many

    def keys(self, states: Iterable[Any]) -> tuple[NDArray[np.bool_], NDArray[np.int64] | int, NDArray[Any]]:
        """Return of states (as the rules have them) whether they have a key, their tiers, and their keys."""
        canonical = self.rules.canonical
        states = [canonical(state) for state in states]
        found = [self.key(state) for state in states]
        met = np.array([key is not None for key in found], bool)
        dtype = np.dtype(np.uint64) if self.packing is None else self.packing.dtype
        keys = np.array(
            [0 if key is None and dtype.kind == "u" else key or b"" if dtype.kind == "S" else key for key in found],
            dtype,
        )
        tiers: NDArray[np.int64] | int = 0
        if self.tiered:
            tiers = np.array(
                [self.tier(s) if known else -1 for s, known in zip(states, met.tolist(), strict=True)], np.int64
            )
        return met, tiers, keys

    def keys_of_rows(self, rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int64] | int, NDArray[Any]]:
        """Return what `keys` does of states that are rows: where the rules have to be asked, of many natively."""
        if self._plain is not None and not self.tiered and not self.rules.folds and rows.shape[1] == self.width:
            return self._plain.holds(rows), 0, self._plain.pack(rows)
        numbers = self._native if len(rows) >= MANY and rows.shape[1] == self.width else None
        if numbers is None:
            return self.keys(map(self.given, rows.tolist()))
        tiers, keys = np.moveaxis(numbers(rows), 1, 0)
        left = np.flatnonzero((keys < 0) | (tiers < 0)) if unmet(self.rules) else []
        if len(left):  # it may have given up where nobody has compared it
            met, own, found = self.keys(map(self.given, rows[left].tolist()))
            tiers[left], keys[left] = own, np.where(met, found.astype(np.int64), -1)
        return keys >= 0, tiers, keys.astype(np.uint64)

    @cached_property
    def _native(self) -> Callable[[Rows], Rows] | None:
        """A native function of many rows, None where there is none."""
        if self.turns or self.layout == VARIABLE or (self.packing is not None and len(self.packing.cuts) > 2):
            return None
        from grundy.solving.keyed import numbers_of  # it compiles

        return numbers_of(self.rules, self.width, self.packing, self.tiered)

    def given(self, row: Sequence[int]) -> Any:
        """Return the state of a row that was given in an array: its numbers."""
        return row[0] if self.layout == ONE and len(row) == 1 else tuple(row)

    def rows(self, keys: NDArray[Any]) -> Rows:
        """Return the rows of keys."""
        if self.packing is not None:
            return self.packing.unpack(keys)
        cells = [self.cells(self.rules.state_of_key(key)) for key in keys.tolist()]
        return np.array(cells, np.int64).reshape(len(keys), self.width)

    def states(self, keys: NDArray[Any]) -> list[Any]:
        """Return the states of keys."""
        if self.packing is None:
            return [self.rules.state_of_key(key) for key in keys.tolist()]
        return [self.state(row) for row in self.rows(keys).tolist()]


def with_turn(rules: Ruleset) -> Ruleset:
    """Return the rules whose positions a tablebase holds: of a partisan game those with the player to move in the state."""
    return TurnsRuleset(rules) if rules.partisan else rules
