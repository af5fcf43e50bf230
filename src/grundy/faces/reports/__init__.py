"""Reports for whoever makes a game, in words, as data and as a page: `grundy report`, and `report` in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grundy.common.errors import GrundyError
from grundy.playing.reports import GameReport, of_game
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solving.play_graph import MOST

__all__ = ["Report", "report"]


@dataclass(frozen=True)
class Report:
    """A report of one game, or of several that are compared; printed it is text, in a notebook it has plots.

    Attributes:
        games: what is said of each game: its ``faults``, and its ``sizes``.
    """

    games: tuple[GameReport, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, for JSON."""
        return {"games": [each.to_dict() for each in self.games]}

    def html(self, *, whole: bool = True) -> str:
        """Return the report as a page that stands alone, with its plots; else as a piece of one."""
        from grundy.faces.reports.tables import fragment, page

        return page(self.games) if whole else fragment(self.games)

    def __str__(self) -> str:
        from grundy.faces.reports.tables import text

        return text(self.games)

    def _repr_html_(self) -> str:
        return self.html(whole=False)


def report(
    *games: Ruleset | Position,
    size: str = "",
    vary: Mapping[str, Any] | None = None,
    play: str = "normal",
    seed: int = 0,
    most: int = MOST,
) -> Report:
    """Return a report for whoever makes a game: the faults of its rules, and what each size is like to play.

    Args:
        games: a game, or several that are compared; or the positions with which they begin.
        size: sizes of the board, such as ``"3x3..5x5"`` or ``"4x4,5x4"``; without it the game's own start.
        vary: parameters, each with the values that it takes in turn: ``{"line": "3,4"}`` or ``{"line": [3, 4]}``.
        play: "normal" or "misere".
        seed: of the games of players that err; the same seed gives the same report.
        most: positions beyond which a size is not looked through, but estimated.

    Returns:
        The report; ``print`` shows it.

    Raises:
        GrundyError: a size or a parameter that a game has not, or rules that are wrong or fail. O(positions + moves) for
            each size.

    >>> import grundy as gr
    >>> found = gr.report(gr.tic_tac_toe, size="3x3").games[0]
    >>> found.faults, found.sizes[0].outcome.name, found.sizes[0].measures.positions
    ((), 'T', 5478)
    """
    if not games:
        raise GrundyError("report takes a game: gr.report(gr.tic_tac_toe, size='3x3')")
    found = [of_game(each, size, vary, play=play, seed=seed, most=most) for each in games]
    names = [each.name for each in found]
    if len({*names}) < len(names):  # two versions of one game
        found = [replace(each, name=f"{each.name} ({i})") for i, each in enumerate(found, 1)]
    return Report(tuple(found))
