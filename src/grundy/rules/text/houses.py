"""Boards of houses around which seeds are sown (mancala): how they are read, written and drawn, and a move named."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grundy.common.messages import _
from grundy.rules.functions import FunctionRuleset
from grundy.rules.scenes import Board

State = tuple[int, ...]
MOST = 100
"""The most seeds on a board."""


def declare(
    game: FunctionRuleset,
    *,
    sown: Callable[[State], Iterable[int]],
    said: Callable[[str], int | None],
    told: Callable[[int], str],
    example: str,
    stores: Callable[[int], tuple[str, ...]] = lambda _number: (),
    note: Callable[[int], str] = lambda _number: "",
) -> None:
    """Declare how boards are read, shown and drawn, the words of a move, and the start of a size.

    A state is a number, then the seeds in the mover's houses, then those in the other's, in the order of sowing.

    Args:
        game: the game.
        sown: the houses, from 0, that may be sown, in the order of the moves.
        said: the number that a word behind the houses stands for, None of another word.
        told: the word of a number, "" of one that is not told.
        example: such a word.
        stores: what the other's store at the left end and the mover's at the right one show for a number.
        note: what stands below the houses for a number.
    """

    def read(*houses: int | str, holes: int = 0, seeds: int = 0) -> tuple[State]:
        """Read the houses and the word behind them; or begin with so many seeds in each of so many holes."""
        first = said(str(houses[-1])) if houses else None
        found = houses[: len(houses) - (first is not None)] or (seeds,) * (2 * holes)
        numbers = tuple(number for number in found if isinstance(number, int) and number >= 0)
        if not numbers or len(numbers) % 2 or len(numbers) != len(found) or sum(numbers) > MOST:
            raise game.no_position(
                "{name} takes the seeds of an even number of houses, the mover's first, at most {most} in "
                "all, optionally followed by {example}; not {houses}",
                most=MOST,
                example=example,
                houses=" ".join(map(str, houses)) or "none",
            )
        return ((first or 0, *numbers),)

    def shown(state: State) -> str:
        return ", ".join(filter(None, [*map(str, state[1:]), told(state[0])]))

    def drawn(state: State) -> Board:
        """Draw the mover's houses below, from left to right, and the other's above, from right to left."""
        houses = len(state) // 2
        rows = (tuple(map(str, state[:houses:-1])), tuple(map(str, state[1 : houses + 1])))
        return Board(rows, "pits", down=("", ""), ends=stores(state[0]), note=note(state[0]))

    def spelling(before: State, after: State, **params: Any) -> str:
        """Name the house that is sown, or say that the player passes."""
        made = zip(sown(before), game.bind(**params).options(before), strict=False)
        ways = [str(house + 1) for house, end in made if end == after]
        return _("sow house {house}").format(house=", ".join(ways)) if ways else _("pass")

    def turned(state: State) -> State:
        """Return the board as the other player sees it."""
        houses = len(state) // 2
        return (state[0], *state[houses + 1 :], *state[1 : houses + 1])

    def usual(wide: int, full: int, /, *, holes: int = 0, seeds: int = 0) -> State | None:
        """Return the houses of a size, in which the parameters take the place of its numbers."""
        wide, full = holes or wide, seeds or full
        return (full,) * (2 * wide) if 0 < wide <= 10 and full > 0 and 2 * wide * full <= MOST else None

    game.notate(setup=read, shown=shown, picture=drawn, turned_round=turned, spelling=spelling, sized=usual)
