"""Placement games as the moves of a start and which of them hinder which, for the search of the winner.

What is declared (`PartisanRuleset.placement`) is compared with the moves before it is used: after each move of the start,
and on plays by lot.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from itertools import chain, count, islice
from typing import Any

from grundy.common.errors import RulesError
from grundy.common.messages import N_, _
from grundy.kernels import placement as kernel
from grundy.kernels.placement import MOVE, PLAYER, ROOM
from grundy.language.wrapped import taken
from grundy.rules.edge_sets import bits
from grundy.rules.failures import asked, walked
from grundy.rules.functions import TurnsRuleset
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT, accepted
from grundy.solving.results import cells_of

MOST = 62
"""The moves of a player that are bits of a word."""
MOST_IMAGES, TRIED = 15, 1 << 12
"""Images of the moves that are used, and moves that are tried for them."""
LOTS = 8
"""Plays by lot on which the moves are compared."""
_SIDES = (LEFT, RIGHT)


class Placement:
    """The moves that both players have at a start, numbered, and which hinder which: it stands for a compiled rule."""

    width, words, address = kernel.CELLS, 1, 0

    def __init__(self, rules: PartisanRuleset, state: Any) -> None:
        start, _player = self.start = state
        self.rules = rules
        self.numbers: tuple[dict[Any, int], ...] = ({}, {})
        self.numbers = tuple({called: k for k, called in enumerate(self._options(start, side))} for side in (0, 1))
        self.params = [0] * kernel.IMAGES
        self._compare(start)
        images = [*islice(self._images(), MOST_IMAGES)]
        self.params += [len(images), *chain.from_iterable(images)]

    @property
    def fill(self) -> Any:
        """What a kernel is given as the rule, which it does not ask."""
        return self

    def decode(self, row: Any, rules: Any) -> Any:
        """Return the start, from which play came to a row: moves that are left do not say which were made."""
        return self.start

    def encode(self, state: Any) -> tuple[int, ...] | None:
        """Return the row of a state and a player, None where it has a move that the start has not."""
        left, right = (self.moves(state[0], side) for side in (0, 1))
        return None if left is None or right is None else (left, right, _SIDES.index(state[1]), 0)

    def moves(self, state: Any, side: int) -> int | None:
        """Return the moves that a player has, as bits; None where one is new."""
        numbers = [self.numbers[side].get(called) for called in self._options(state, side)]
        return None if None in numbers else sum(1 << k for k in numbers if k is not None)

    def option(self, state: Any, row: tuple[int, ...]) -> Any | None:
        """Return the option of a state and a player to which the move of a row leads; None where there is none."""
        own, player = state
        options = self._options(own, _SIDES.index(player)).items()
        numbers = self.numbers[_SIDES.index(player)]
        return next(((option, -player) for called, option in options if numbers[called] == row[MOVE]), None)

    def chosen(self, row: tuple[int, ...], k: int) -> tuple[int, ...]:
        """Return the row of an option, by its place among the options of a row."""
        return self._after(row, [*bits(row[row[PLAYER]])][k])

    def _after(self, row: tuple[int, ...], move: int) -> tuple[int, ...]:
        """Return the row to which a move leads."""
        side = row[PLAYER]
        left, right = (row[other] & ~self._hindered(side, move, other) for other in (0, 1))
        return left, right, 1 - side, move

    def _images(self) -> Iterator[list[int]]:
        """Iterate over the images of all moves, but themselves, that keep which hinder which, as the kernel has them."""
        each = [(side, move) for side in (0, 1) for move in self.numbers[side].values()]
        near = [
            sum(1 << k for k, (other, its) in enumerate(each) if self._hindered(*move, other) >> its & 1)
            for move in each
        ]
        kinds = [(side, near[k].bit_count()) for k, (side, _move) in enumerate(each)]
        tried = count()

        def go_on(left: dict[int, int], image: dict[int, int]) -> Iterator[dict[int, int]]:
            """Go on with the move that has the fewest images left."""
            if not left:
                yield image
                return
            move = min(left, key=lambda one: left[one].bit_count())
            for its in bits(left[move]):
                if next(tried) >= TRIED:
                    return
                rest = {
                    one: those & (near[its] if near[move] >> one & 1 else ~near[its]) & ~(1 << its)
                    for one, those in left.items()
                    if one != move
                }
                if all(rest.values()):
                    yield from go_on(rest, {**image, move: its})

        for swapped in (0, 1):
            begin = {
                k: sum(1 << its for its, other in enumerate(kinds) if other == (side ^ swapped, degree))
                for k, (side, degree) in enumerate(kinds)
            }
            for image in go_on(begin, {}) if all(begin.values()) else ():
                if any(move != its for move, its in image.items()):
                    row = [swapped] + [0] * (2 * ROOM)
                    for move, its in image.items():
                        row[1 + each[move][0] * ROOM + each[move][1]] = each[its][1]
                    yield row

    def serves(self, state: Any) -> bool:
        """Whether the moves of a state and a player are some of these, and hinder each other as they do here."""
        row = self.encode(state)
        return row is not None and all(
            left == row[other] & ~self.params[at + other] for at, _option, other, left in self._left(state[0])
        )

    def _left(self, state: Any) -> Iterator[tuple[int, Any, int, int | None]]:
        """Iterate over where it stands what a move hinders, its option, and the moves of both players that it leaves."""
        for side in (0, 1):
            for called, option in self._options(state, side).items():
                for other in (0, 1):
                    at = (side * ROOM + self.numbers[side][called]) * 2
                    yield at, option, other, self.moves(option, other)

    def _hindered(self, side: int, move: int, other: int) -> int:
        return self.params[(side * ROOM + move) * 2 + other]

    def _options(self, state: Any, side: int) -> dict[Any, Any]:
        rules, player = self.rules, _SIDES[side]
        options, hook = [*rules.options_of(state, player)], rules.hooks.get("placement")
        names: list[Any] = []
        if hook is not None:
            params = accepted(hook, {**rules.params, "player": player})
            names = [*walked(rules, state, asked(rules, state, hook, *taken(hook, rules.arguments(state)), **params))]
        elif all(type(cell) is int for each in (state, *options) for cell in cells_of(each)):
            options = [*dict.fromkeys(options)]
            names = [tuple(map(operator.xor, cells_of(state), cells_of(option))) for option in options]
        found = dict(zip(names, options, strict=False))
        self._see(len(found) == len(options) == len(names), N_("its moves cannot be told apart"), state)
        return found

    def _compare(self, start: Any) -> None:
        """Find what each move hinders, and see that nothing else does; RulesError names a position."""
        whole = [(1 << len(numbers)) - 1 for numbers in self.numbers]
        for at, option, other, left in self._left(start):
            self._see(left is not None, N_("a move makes another possible"), option)
            self.params[at + other] = whole[other] & ~(left or 0)
        self._see(
            all(
                self._hindered(side, move, other) >> its & 1 == self._hindered(other, its, side) >> move & 1
                for side in (0, 1)
                for other in (0, 1)
                for move in self.numbers[side].values()
                for its in self.numbers[other].values()
            ),
            N_("a move hinders another that does not hinder it"),
            start,
        )
        chance = random.Random(0)
        for _play in range(LOTS):
            state, row = start, (*whole, chance.randrange(2), 0)
            while options := self._options(state, row[PLAYER]):
                called = chance.choice([*options])
                state, row = options[called], self._after(row, self.numbers[row[PLAYER]][called])
                met = tuple(self.moves(state, other) for other in (0, 1))
                self._see(met == row[:2], N_("two moves hinder a third that neither hinders alone"), state)

    def _see(self, holds: bool, problem: str, state: Any) -> None:
        if not holds:
            told = _(problem)
            raise RulesError(
                "{name} is declared a placement game, but {problem} at {position}",
                name=self.rules.name,
                problem=told,
                position=self.rules.describe(state),
            )


def placement(rules: Any, state: Any) -> Placement | None:
    """Return the moves of a placement game at a state and a player; None where it is none, or has more than `MOST`.

    RulesError where it is declared to be one and is none.
    """
    own = rules.rules if isinstance(rules, TurnsRuleset) else None
    if not isinstance(own, PartisanRuleset) or not own.is_placement or own.has_ending:
        return None
    few = all(len([*own.options_of(state[0], player)]) <= MOST for player in _SIDES)
    return Placement(own, state) if few else None
