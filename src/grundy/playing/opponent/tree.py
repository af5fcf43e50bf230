"""The tree of a search that plays games out, as Python holds it: it grows, and is kept from one move to the next."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.errors import OutOfTime
from grundy.common.limits import Limits
from grundy.kernels import playouts
from grundy.kernels.contract import refused_rule
from grundy.kernels.playouts import FIELDS, UNIT
from grundy.kernels.rooms import first_room
from grundy.playing.opponent.budget import Style
from grundy.playing.opponent.rows import Rows
from grundy.rules.ruleset import Ruleset

MEMORY = 64 << 20
"""The bytes of a tree."""
LONGEST = 400
"""Moves after which a game that is played out is a draw."""
NEVER = 1 << 62
GLANCE = 0.03
"""Seconds of a chunk of games."""


class Child(NamedTuple):
    """A move from the root: games through it, their mean for whoever makes it, whether its result is known, and that."""

    number: int
    games: int
    mean: float
    known: bool
    result: int


class Tree:
    """A search from one position, a row of ``rows`` in which player ``side`` is to move."""

    def __init__(
        self, rules: Ruleset, rows: Rows, row: Sequence[int], side: int, *, misere: bool, seed: int, style: Style
    ) -> None:
        self.rows = rows
        self.rules = rules
        self._array: Callable[..., Any] = _words if rows.native else list
        self.header = self._array([0] * playouts.HEADER)
        H = self.header
        H[playouts.WIDTH], H[playouts.SCORING], H[playouts.MISERE] = rows.width, rules.scoring, misere
        H[playouts.SEED] = 1 + seed % 2147483646
        H[playouts.LONGEST], H[playouts.SPREAD] = LONGEST, 1
        H[playouts.CUT], H[playouts.SIGHT], H[playouts.RIPE] = style.cut, style.sight, style.ripe
        H[playouts.TRUST], H[playouts.CURIOUS] = style.trust, style.curious
        self.params = tuple(self._array(each) for each in rows.params)
        self.state = self._array([0] * rows.width)
        self.out = self._array([0] * first_room(1 << 12))
        self.nodes = self._array([0] * max(first_room(1 << 16), self.stride))
        self.nodes[playouts.COUNT] = -1
        self.nodes[playouts.SIDE], self.nodes[playouts.PARENT] = side, -1
        for k, cell in enumerate(row):
            self.nodes[FIELDS + k] = cell
        H[playouts.USED] = 1

    @property
    def stride(self) -> int:
        """How many words a node has."""
        return self.rows.width + FIELDS

    @property
    def games(self) -> int:
        """How many games were played out."""
        return int(self.header[playouts.PLAYED])

    @property
    def depth(self) -> int:
        """How many moves were looked ahead where most were."""
        return int(self.header[playouts.DEPTH])

    @property
    def judged(self) -> bool:
        """Whether games were judged by moves left before they were over."""
        return bool(self.header[playouts.CUT] >= 0)

    @property
    def result(self) -> int | None:
        """The result for the player to move, where it is proved."""
        known = self.nodes[playouts.KNOWN] and not self.rows.cut
        return int(self.nodes[playouts.RESULT]) if known else None

    @property
    def mean(self) -> float:
        """The mean of all games for the player to move."""
        return float(self.nodes[playouts.SUM]) / UNIT / max(1, int(self.nodes[playouts.VISITS]))

    def grow(self, games: int) -> None:
        """Play so many games more, fewer where the root's result is known then; Unfit where the rule gives up. O(games)."""
        last = self.games + games
        grow: Any = playouts.grow if self.rows.native else playouts.grow.function
        while self.games < last and not self.nodes[playouts.KNOWN]:
            code = grow(
                *self.rows.sides, *self.params, self.header, self.nodes, self.state, self.out, last - self.games
            )
            if code == playouts.NO_FIT:
                raise refused_rule(self.state)
            if code == playouts.MORE_OUT:
                self.out = self._array([0] * (2 * len(self.out)))
            elif code == playouts.MORE_ROOM and not self.enlarge():
                self.header[playouts.RIPE] = NEVER

    def enlarge(self) -> bool:
        """Make the array of nodes twice as large, within `MEMORY` unless the root itself has no room; whether it was."""
        if 16 * len(self.nodes) > MEMORY and self.nodes[playouts.COUNT] >= 0:
            return False
        larger = self._array([0] * (2 * len(self.nodes)))
        larger[: len(self.nodes)] = self.nodes
        self.nodes = larger
        return True

    def think(self, seconds: float) -> None:
        """Play games for so long; OutOfTime: the limits in force allow less."""
        chunk = 1
        with suppress(OutOfTime), limits.keeping(Limits(seconds=seconds)):
            while not self.nodes[playouts.KNOWN]:
                begun = time.monotonic()
                self.grow(chunk)
                limits.check()
                took = time.monotonic() - begun
                chunk = max(1, min(2 * chunk, int(chunk * GLANCE / max(took, 1e-6))))
        limits.check()

    def children(self) -> list[Child]:
        """Return the moves from the root; none before the first game."""
        first, count = int(self.nodes[playouts.FIRST]), int(self.nodes[playouts.COUNT])
        return [self._child(number, (first + number) * self.stride) for number in range(max(0, count))]

    def _child(self, number: int, at: int) -> Child:
        words = [int(word) for word in self.nodes[at : at + FIELDS]]
        gain, games, trust = words[playouts.GAIN], words[playouts.VISITS], int(self.header[playouts.TRUST])
        if words[playouts.KNOWN]:
            result = gain - words[playouts.RESULT]
            return Child(number, games, float(result), not self.rows.cut, result)
        total = words[playouts.SUM] + trust * words[playouts.PRIOR]
        return Child(number, games, gain - total / UNIT / (games + trust), False, 0)

    def best(self) -> Child:
        """Return the move to make: one that is known to be best, else the one that most games went through."""
        found = self.children()
        if not found:
            self.grow(1)
            found = self.children()
        if self.nodes[playouts.KNOWN]:
            return max(found, key=lambda child: (child.mean, child.games))
        going = [child for child in found if not child.known or child.result >= 0 or self.rules.scoring]
        best = max(going or found, key=lambda child: (child.games, child.mean))
        return max([best, *(child for child in going if child.known)], key=lambda child: child.mean)

    def replanted(self, row: Sequence[int], side: int) -> bool:
        """Make the node of a position that play has come to the root; False where it was not met, or holds nothing.

        It is looked for at the root, and one and two moves below.
        """
        level = [0]
        for _depth in range(3):
            for node in level:
                at = node * self.stride
                words = self.nodes[at + FIELDS : at + self.stride]
                mine = not self.rules.partisan or self.nodes[at + playouts.SIDE] == side
                if mine and [*map(int, words)] == [*map(int, row)]:
                    return self._rooted(node)
            level = [child for node in level for child in self._below(node)]
        return False

    def _below(self, node: int) -> range:
        first, count = (int(self.nodes[node * self.stride + k]) for k in (playouts.FIRST, playouts.COUNT))
        return range(first, first + max(0, count))

    def _rooted(self, node: int) -> bool:
        at = node * self.stride
        if self.nodes[at + playouts.KNOWN] and self.nodes[at + playouts.COUNT] < 0:
            return False
        if node:
            replanted: Any = playouts.replanted if self.rows.native else playouts.replanted.function
            new = self._array([0] * len(self.nodes))
            self.header[playouts.USED] = replanted(self.header, self.nodes, new, node)
            self.nodes = new
            self.header[playouts.DEPTH] = 0
            self.header[playouts.PLAYED] = int(new[playouts.VISITS])
        return True


def _words(words: Sequence[int]) -> Any:
    return np.array(words, np.int64)
