"""Games made of games in a cell: ``product(nim, kayles)``, ``join(R, S)``, ``impartial(domineering)``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grundy.common.errors import GrundyError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text import words
from grundy.rules.variants import join, product

Game = Ruleset | Position
_OF_TWO: dict[str, Callable[..., Ruleset]] = {
    "join": join,
    "product": product,
    "twisted": partial(product, twisted=True),
}
OPERATORS = (*words.VERSIONS, *_OF_TWO)
"""The names by which games are made of games."""


def made(name: str, games: Sequence[Game]) -> Game:
    """Return what an operator makes of games; of a position its version is a position of the version."""
    if len(games) != (2 if name in _OF_TWO else 1):
        raise wanted(name, len(games))
    if name not in _OF_TWO:
        return words.version(name, games[0])
    return _OF_TWO[name](*(game.ruleset if isinstance(game, Position) else game for game in games))


def wanted(name: str, count: int) -> GrundyError:
    """Return what is said of an operator with the wrong number of games."""
    if name in _OF_TWO:
        return GrundyError("two games are wanted here, as in {name}(nim, kayles), not {count}", name=name, count=count)
    return GrundyError("one game is wanted here, as in {name}(domineering), not {count}", name=name, count=count)
