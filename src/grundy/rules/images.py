"""Symmetries compared with the moves: every search of a game that declares some asks at a few positions, first."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.common.errors import RulesError
from grundy.common.messages import N_, _
from grundy.rules.solution import LEFT, RIGHT

if TYPE_CHECKING:
    from grundy.rules.large_games import LargeGame
    from grundy.rules.partisan import PartisanRuleset

MOST = 20_000
"""Options of a position that are looked at: of more nothing is said, since those of an image may come in another order."""


THEIR = N_("{hook} of {name}: {one} and {two} are images of each other, yet their {what} is {first} and {second}")
ONE_ONLY = N_(
    "{hook} of {name}: {one} and {two} are images of each other, yet {option} is an option of {position} only"
)


def check_images(ruleset: LargeGame, state: Any) -> int:
    """See that the images of a state, by the declared symmetries, have its ending, its tier and the images of its options.

    Return how many there are beside the state itself, of which nothing is to be seen.
    RulesError names the two positions, and in what they differ.
    """
    hook = "symmetry" if "symmetry" in ruleset.hooks else "symmetries"
    images = [*(ruleset.images(state) if hook == "symmetries" else [ruleset.canonical(state)])]
    for image in images if getattr(ruleset, "integers", False) else ():
        if not all(isinstance(number, int) for number in ruleset.arguments(image)):
            raise ruleset.bad_rules("the {hook} of {name} give {image!r}, not made of integers", hook=hook, image=image)
    if others := {image: None for image in images if image != state}:
        by_player = {
            player: _folded(ruleset, state, player) for player in ((LEFT, RIGHT) if ruleset.partisan else (None,))
        }
        for image in others:
            _compare(ruleset, hook, state, image, by_player)
    return len(others)


def _compare(
    ruleset: LargeGame, hook: str, state: Any, image: Any, by_player: dict[int | None, set[tuple[int, Any]] | None]
) -> None:
    def wrong(sentence: str, **told: Any) -> RulesError:
        one, two = ruleset.describe(state), ruleset.describe(image)
        return RulesError(sentence, hook=hook, name=ruleset.name, one=one, two=two, **told)

    for what, asked in (("representative", ruleset.canonical), ("ending", ruleset.ended), ("tier", ruleset.tier_of)):
        found = asked(state), asked(image)
        if found[0] != found[1]:
            shown = ruleset.describe if what == "representative" else lambda each: _("none") if each is None else each
            first, second = map(shown, found)
            raise wrong(THEIR, what=what, first=first, second=second)
    for player, mine in by_player.items():
        its = _folded(ruleset, image, player)
        for option in mine ^ its if mine is not None and its is not None else ():
            position = ruleset.describe(state if mine and option in mine else image)
            raise wrong(ONE_ONLY, option=ruleset.describe(option[1]), position=position)


def check_board_images(ruleset: PartisanRuleset, state: Any) -> None:
    """See that the images of a board, by the symmetries of its `Grid`, have the images of its options; O(options · images).

    RulesError names the two boards, and an option that only one of them has.
    """
    board = ruleset.board
    assert board is not None
    for player in (LEFT, RIGHT):
        rows = [[image for image, _sign in board.images(option)] for option in ruleset.options_of(state, player)]
        for number, (image, sign) in enumerate(board.images(state)):
            mine, its = {row[number] for row in rows}, {*ruleset.options_of(image, player * sign)}
            for option in mine ^ its:
                raise RulesError(
                    "the board of {name}: {one} and {two} are images of each other by same= or opposite=, "
                    "yet {option} is an option of {two} only {way}",
                    name=ruleset.name,
                    one=ruleset.describe(state),
                    two=ruleset.describe(image),
                    option=ruleset.describe(option),
                    way=_("as an image") if option in mine else _("by the moves"),
                )


def _folded(ruleset: LargeGame, state: Any, player: int | None) -> set[tuple[int, Any]] | None:
    """Return gains and options of a state, none where it has ended, each option as its representative; None of too many."""
    if ruleset.ended(state) is not None:
        return set()
    pairs = [*islice(ruleset.changes(state, player), MOST + 1)]
    return {(gain, ruleset.canonical(option)) for gain, option in pairs} if len(pairs) <= MOST else None
