"""What is asked of a way to an answer, and what a search leaves behind: the result of every position it met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from grundy.common import limits
from grundy.rules.play import Play

if TYPE_CHECKING:
    from grundy.rules.position import Position

DRAW, WON, LOST, TIED = 0, 1, 2, 3
"""The four results for the player to move, as the kernels number them (draw: endless play)."""


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
