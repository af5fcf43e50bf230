"""Games made of games in a cell: ``product(nim, kayles)``, ``join(R, S)``, ``impartial(domineering)``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grundy.common.errors import GrundyError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text import words
from grundy.rules.variants import join, product

Game = Ruleset | Position


def _of_two(make: Callable[..., Ruleset], *games: Game) -> Ruleset:
    if len(games) != 2:
        raise GrundyError("two games are wanted here, as in product(nim, kayles), not {count}", count=len(games))
    return make(*(game.ruleset if isinstance(game, Position) else game for game in games))


def _version(name: str, *games: Game) -> Game:
    if len(games) != 1:
        raise GrundyError(
            "one game is wanted here, as in {name}(domineering), not {count}", name=name, count=len(games)
        )
    return words.version(name, games[0])


OPERATORS: dict[str, Callable[..., Game]] = {
    **{name: partial(_version, name) for name in words.VERSIONS},
    "join": partial(_of_two, join),
    "product": partial(_of_two, product),
    "twisted": partial(_of_two, partial(product, twisted=True)),
}
"""What is made of games by name; of a position of a game its version is one of the version."""
