"""What is asked of a way to an answer, and what a search leaves behind: the result of every position it met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from grundy.common import limits
from grundy.common.errors import RulesError
from grundy.rules.play import Play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.rules.position import Position
    from grundy.rules.ruleset import Ruleset

DRAW, WON, LOST, TIED = 0, 1, 2, 3
"""The four results for the player to move, as the kernels number them (draw: endless play)."""


SLOWER = 20
"""So many times as long as Python's own does an option of a rule take that was made of data, and is interpreted."""


def cost(rules: Ruleset) -> int:
    """Return how many times as long as Python's own an option of a rule takes.

    >>> from grundy.games import load
    >>> cost(load("bash"))
    1
    """
    return SLOWER if rules.is_data else 1


class Options(NamedTuple):
    """How to search; how much it may take is said by `grundy.common.limits`.

    ``way``: None, "interpreted" or "compiled". ``progress``: who is told how many positions were reached. ``reuse``:
    whether an earlier search of the same rules may answer, if it met the position.
    """

    way: str | None = None
    progress: Any = None
    reuse: bool = False


class Question(NamedTuple):
    """What a way to an answer is asked: a position, the convention of play, the method if one was named, how to search."""

    position: Position
    play: Play = Play()
    method: str | None = None
    options: Options = Options()


class Table:
    """The solved positions that can be reached from a start; a kind says where a state stands (`place`), or what is found.

    ``loopy``: play can be endless somewhere among them. ``ties``: some ending is a tie. ``scoring``: it holds scores, not
    results. ``columns``: by place, ``status`` (see `unpacked`) and perhaps ``grundy``, or ``score``. A state that is not
    among them is a KeyError, and so is what the table does not hold.
    """

    positions: int
    scoring: bool = False
    loopy: bool = False
    ties: bool
    columns: dict[str, Any]

    def place(self, state: Any) -> int:
        """Return the place of a (canonical) state."""
        raise NotImplementedError

    def held(self, name: str, state: Any) -> Any:
        """Return what a column says of a (canonical) state."""
        return self.columns[name][self.place(state)]

    def result(self, state: Any) -> tuple[int, int]:
        """Return the result of a (canonical) state and its remoteness (0 for a draw)."""
        return unpacked(self.held("status", state))

    def grundy(self, state: Any) -> int:
        """Return the Grundy value of a (canonical) state."""
        return int(self.held("grundy", state))

    def score(self, state: Any) -> int:
        """Return the score of a (canonical) state."""
        return int(self.held("score", state))


def endless_scores(rules: Ruleset) -> RulesError:
    """Return what is told of a game for points that need not end."""
    return RulesError("play of {name} can go on for ever: scores need play that ends", name=rules.name)


def row_of(state: Any, width: int, variable: bool) -> tuple[Any, ...] | None:
    """Return a state as a row of so many numbers, None where it is none.

    Of states whose lengths differ (``variable``) the length stands first, and zeros behind.

    >>> row_of((7, 8), 4, True), row_of((7, 8), 2, False), row_of((7, 8), 3, False), row_of((7, 8), 2, True)
    ((2, 7, 8, 0), (7, 8), None, None)
    """
    cells = cells_of(state)
    row = (len(cells), *cells, *(0,) * (width - 1 - len(cells))) if variable else cells
    return row if len(row) == width else None


def cells_in(row: Sequence[int], variable: bool) -> tuple[int, ...]:
    """Return the numbers of a state of which `row_of` made a row.

    >>> cells_in((2, 7, 8, 0), True)
    (7, 8)
    """
    return tuple(row[1 : 1 + row[0]]) if variable else tuple(row)


def cells_of(state: Any) -> tuple[Any, ...]:
    """Return a state as a tuple."""
    return cast("tuple[Any, ...]", state) if isinstance(state, tuple) else (state,)


def columns_of(status: Any, values: Any = None) -> dict[str, Any]:
    """Return the columns of a table of statuses, and of Grundy values where there are some."""
    return {"status": status} if values is None else {"status": status, "grundy": values}


def unpacked(status: Any) -> tuple[int, int]:
    """Return the result and the remoteness that a status holds."""
    return int(status) & 3, int(status) >> 2


def teller(options: Options) -> Any:
    """Return what the kernels' drivers call with their progress: it keeps the limits, and tells who wants to know."""
    told = options.progress

    def tell(done: int, known: int | None = None) -> None:
        limits.check(done if known is None else known)
        if told is not None:
            told(done)

    return tell
