"""What is asked of a way to an answer, and what a search leaves behind: the result of every position it met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from grundy.common import limits
from grundy.common.errors import OutOfTime, RulesError, TooLarge
from grundy.common.evidence import BySearch, Evidence
from grundy.common.limits import Limits, keeping
from grundy.rules.position import Position
from grundy.rules.session import Field
from grundy.rules.solution import Known, Move, Play, Solution, once
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
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


def look_at_met(rules: Ruleset, states: Iterable[Any]) -> None:
    """Compare what is declared of a game with its moves at some of the states that a search met."""
    if rules.declares:
        from grundy.solving.trials import look_at  # most games declare nothing

        try:
            met = [*states]
        except RuntimeError:  # another thread adds to what is kept meanwhile, and looks itself
            return
        look_at(rules, met)


LOOK = 1 << 12
"""Positions that are looked into for each other move, where not all are asked for."""
KNOWN = Field[dict[tuple[bool, str | None], Any]]("known", dict)
"""What is known of the positions of a ruleset (`memory.Known`), in normal or in misère play, by the way it was found."""


class Options(NamedTuple):
    """How to search; how much it may take is said by `grundy.common.limits`.

    ``way``: None, "interpreted" or "compiled". ``progress``: who is told how many positions were reached. ``brief``:
    whether only the outcome, or the Grundy value, is asked for.
    """

    way: str | None = None
    progress: Any = None
    brief: bool = False


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


# ---- from a table of results, or of scores, to a `Solution`: the outcome, and which moves are the best


OUTCOMES = {DRAW: Outcome.D, WON: Outcome.N, LOST: Outcome.P, TIED: Outcome.T}
"""The outcome of each result for the player to move."""


def by_score(question: Question, score_of: Callable[[Any], int], evidence: Evidence) -> Solution:
    """Return the solution of a scoring game from the score of each state."""
    position = question.position
    rules, state = position.ruleset, position.state
    score = score_of(state)

    def best_moves() -> Iterator[Move]:
        for gain, option in rules.scored_options(state):
            if gain - score_of(option) == score:
                yield position.move_to(option, gain)

    return Solution(
        position,
        question.play,
        Outcome.N if score > 0 else Outcome.P if score < 0 else Outcome.T,
        evidence,
        value=score,
        winning=best_moves,
        best=lambda: next(best_moves(), None),
    )


def by_table(question: Question, table: Table, evidence: Evidence | None = None) -> Solution:
    """Return the solution of a position from a table of results; the evidence is the search that made it, unless told."""
    position, play = question.position, question.play
    rules, state = position.ruleset, position.state
    canonical = rules.canonical(state)
    result, remoteness = table.result(canonical)
    named = _named_winner(position, play, table, result)
    if named is not None:
        result = named
    # a drawn option counts as lost or won for whoever moves there, where endless play has a named winner
    wins = {LOST} if play.endless != "first" else {LOST, DRAW}

    def options() -> Iterator[tuple[Any, int, int]]:
        if rules.ended(state) is None:
            for option in rules.options(state):
                yield option, *table.result(rules.canonical(option))

    def winning() -> Iterator[Move]:
        if result == WON:
            for option, its, _lasts in options():
                if its in wins:
                    yield position.move_to(option)

    def best() -> Move | None:
        chosen = min(options(), key=lambda o: _order(result, wins, o[1], o[2]), default=None)
        return None if chosen is None else position.move_to(chosen[0])

    has_value = not (play.misere or table.loopy or rules.only_outcomes)
    return Solution(
        position,
        play,
        OUTCOMES[result],
        evidence or BySearch(table.positions),
        value=table.grundy(canonical) if has_value else None,
        remoteness=None if result == DRAW or named is not None else remoteness,
        winning=winning,
        best=best,
    )


def _named_winner(position: Position, play: Play, table: Table, result: int) -> int | None:
    """Return the result of a position where endless play has a named winner, if it is not won or lost anyway."""
    if play.endless == "draw" or result in (WON, LOST):
        return None
    if table.ties and table.loopy:
        raise RulesError(
            "{name} has ties, so endless play can only count as a draw: leave out endless={endless!r}",
            name=position.ruleset.name,
            endless=play.endless,
        )
    return None if result == TIED else WON if play.endless == "first" else LOST


def _order(result: int, wins: set[int], its: int, remoteness: int) -> tuple[int, int]:
    """Return the rank of an option (the least is best): winners hurry, losers hold out, ties and draws are kept."""
    rank = {WON: 3, TIED: 2, DRAW: 1, LOST: 0}[its]
    if result == WON:
        return (0 if its in wins else 1, remoteness if its == LOST else 1 << 30)
    if result == LOST:
        return (0 if its == DRAW else 1, -remoteness)
    if result == TIED:
        return (0 if its == TIED else 1, remoteness)
    return (0 if its == DRAW else rank, 0)


def soon_known(moves: Iterable[Move], wins: Callable[[Move], bool], most: int = LOOK) -> Known:
    """Return the moves that win as far as that is known, or found with so many positions for each at ``most``."""
    winning: list[Move] = []
    left: list[Move] = []
    for move in once(moves):
        try:
            with keeping(Limits(positions=most)):
                winning += [move] if wins(move) else []
        except OutOfTime:
            raise
        except TooLarge:
            left.append(move)
    return Known(winning, left)
