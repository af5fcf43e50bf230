"""From what a solver found to a `Solution`: the outcome in words, the moves, the explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from grundy import language
from grundy.errors import RulesError
from grundy.language import N_, _, ngettext
from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.raising import asked
from grundy.rules.solution import Move, Solution
from grundy.rules.theorem import Theorem
from grundy.solvers import closed
from grundy.solvers.table import DRAW, LOST, TIED, WON, Table
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.solvers.joined import Joined
    from grundy.solvers.worth import Worth

_OUTCOMES = {DRAW: Outcome.D, WON: Outcome.N, LOST: Outcome.P, TIED: Outcome.T}


def move_to(position: Position, state: Any, gain: int = 0) -> Move:
    """Return the move to a state."""
    return position.move_to(state, gain)


def first_move(moves: Iterator[Move]) -> Move | None:
    """Return the first move, or None."""
    return next(moves, None)


def by_worth(position: Position, play: Play, worth: Worth) -> Solution:
    """Return the solution of a position whose Grundy value is known: a winning move leaves the value 0."""

    def winning() -> Iterator[Move]:
        if worth.value:
            for state in worth.reach(0):
                yield move_to(position, state)

    def best() -> Move | None:
        return first_move(winning() if worth.value else position.moves())

    return Solution(
        position,
        play,
        Outcome.N if worth.value else Outcome.P,
        value=worth.value,
        method=worth.how,
        source=worth.source,
        positions=worth.positions,
        winning=winning,
        best=best,
        explain=_explained(_why_value),
    )


def by_losing_theorem(position: Position, play: Play, theorem: Theorem) -> Solution:
    """Return the solution of a position whose outcome a theorem gives."""
    rules, state = position.ruleset, position.state
    lost = closed.apply(theorem, rules, state)

    def winning() -> Iterator[Move]:
        if not lost:
            for option in closed.reach_lost(theorem, rules, state):
                yield move_to(position, option)

    return Solution(
        position,
        play,
        Outcome.P if lost else Outcome.N,
        method=theorem.name,
        source=theorem.source,
        winning=winning,
        best=lambda: first_move(position.moves() if lost else winning()),
        explain=_explained(_why_theorem(theorem)),
    )


def by_classes(
    position: Position, play: Play, lost: bool, winning: Callable[[], Iterator[Any]], count: int
) -> Solution:
    """Return the solution of a misère sum of tame games; ``winning()`` yields the states a winning move leads to."""

    def moves() -> Iterator[Move]:
        if not lost:
            for state in winning():
                yield move_to(position, state)

    return Solution(
        position,
        play,
        Outcome.P if lost else Outcome.N,
        method=N_("misère Nim: all its parts are tame"),
        source="Winning Ways ch. 13; Conway, On Numbers and Games, ch. 12",
        positions=count,
        winning=moves,
        best=lambda: first_move(position.moves() if lost else moves()),
        explain=_explained(
            lambda solution: _(
                "Every part is tame: in sums it behaves like heaps of misère Nim. So play is as in normal play,\n"
                "until only parts like heaps of one counter are left; then an odd number of them is to be left to\n"
                "the other player."
            )
        ),
    )


def by_components(position: Position, play: Play, found: Joined) -> Solution:
    """Return the solution of a conjunctive or selective sum that its components decide."""
    from grundy.solvers import joined  # not needed for other positions

    return Solution(
        position,
        play,
        found.outcome,
        remoteness=found.lasts,
        method=found.how,
        source="Conway, On Numbers and Games, ch. 14",
        positions=found.positions,
        winning=lambda: joined.winning(position, found),
        best=lambda: joined.best(position, found),
        explain=_explained(
            lambda s: _("A {how} sum is decided by {method}: {outcome}.").format(
                how=_(position.ruleset.how), method=_(s.method), outcome=s.outcome
            )
        ),
    )


def by_score(position: Position, play: Play, score: int, theorem: Theorem | None, table: Table | None) -> Solution:
    """Return the solution of a scoring game from the score of each option, by theorem or table."""
    rules, state = position.ruleset, position.state

    def score_of(option: Any) -> int:
        return closed.apply(theorem, rules, option) if theorem else table.score(rules.canonical(option))  # type: ignore[union-attr]

    def best_moves() -> Iterator[Move]:
        for gain, option in rules.scored_options(state):
            if gain - score_of(option) == score:
                yield move_to(position, option, gain)

    count = table.positions if table else 0
    return Solution(
        position,
        play,
        Outcome.N if score > 0 else Outcome.P if score < 0 else Outcome.T,
        value=score,
        method=theorem.name if theorem else _("exhaustive search of {count:,} positions").format(count=count),
        source=theorem.source if theorem else "",
        positions=count,
        winning=best_moves,
        best=lambda: first_move(best_moves()),
        explain=_explained(_why_score),
    )


def by_table(position: Position, play: Play, table: Table) -> Solution:
    """Return the solution of a position from a table of results."""
    rules, state = position.ruleset, position.state
    result, remoteness = table.result(rules.canonical(state))
    named = _named_winner(position, play, table, result)
    if named is not None:
        result = named
    # a drawn option counts as lost or won for who moves there, where endless play has a named winner
    wins = {LOST} if play.endless != "first" else {LOST, DRAW}

    def options() -> Iterator[tuple[Any, int, int]]:
        if rules.ended(state) is None:
            for option in rules.options(state):
                yield option, *table.result(rules.canonical(option))

    def winning() -> Iterator[Move]:
        if result == WON:
            for option, its, _lasts in options():
                if its in wins:
                    yield move_to(position, option)

    def best() -> Move | None:
        chosen = min(options(), key=lambda o: _order(result, wins, o[1], o[2]), default=None)
        return None if chosen is None else move_to(position, chosen[0])

    has_value = not (play.misere or table.loopy or rules.has_ending)
    return Solution(
        position,
        play,
        _OUTCOMES[result],
        value=table.grundy(rules.canonical(state)) if has_value else None,
        remoteness=None if result == DRAW or named is not None else remoteness,
        method=ngettext(
            "exhaustive search of {n:,} position", "exhaustive search of {n:,} positions", table.positions
        ).format(n=table.positions),
        positions=table.positions,
        winning=winning,
        best=best,
        explain=_explained(_why_search),
    )


def _named_winner(position: Position, play: Play, table: Table, result: int) -> int | None:
    """Return the result of a position where endless play has a named winner, if it is not won or lost anyway."""
    if play.endless == "draw" or result in (WON, LOST):
        return None
    if table.ties and table.loopy:
        raise RulesError(
            _("{name} has ties, so that endless play can only be a draw: leave out endless={endless!r}").format(
                name=position.ruleset.name, endless=play.endless
            )
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


# ---- explanations


def _explained(default: Callable[[Solution], str]) -> Callable[[Solution], str]:
    """Return the explanation that the game's file gives; where it gives none, or an empty one, the default one."""

    def explain(solution: Solution) -> str:
        position = solution.position
        hook = position.ruleset.hooks.get("explanation")
        return (asked(position.ruleset, position.state, hook, solution) if hook else "") or default(solution)

    return explain


def _why_value(solution: Solution) -> str:
    lines: list[str] = []
    rules, state = solution.position.ruleset, solution.position.state
    parts = rules.components(state)
    if 1 < len(parts) <= 12:
        shown = [(part.describe(own), Position(part, own).grundy()) for part, own in parts]
        named, xor = max(language.width(text) for text, _ in shown), _("their xor is")
        bits = max(1, *(value.bit_length() for _, value in shown))
        lines += [
            _("{part}  has value {value} = {value:0{bits}b}").format(
                part=language.left(text, named), value=value, bits=bits
            )
            for text, value in shown
        ]
        lines.append(f"{language.left(xor, named)}  {'':>9} {solution.value} = {solution.value:0{bits}b}")
    else:
        lines.append(
            _("Its Grundy value is {value}, by {method}.").format(value=solution.value, method=_(solution.method))
        )
    if solution.value:
        lines.append(_("The value is not 0, so the player to move wins: move to value 0, and again after every reply."))
        lines.append(_("Move: {best_move}.").format(best_move=solution.best_move))
    else:
        lines.append(
            _("The value is 0, so the player to move loses: every move gives it another value, and the other player")
        )
        lines.append(_("can move back to 0."))
    return "\n".join(lines)


def _why_theorem(theorem: Theorem) -> Callable[[Solution], str]:
    def why(solution: Solution) -> str:
        name = _(theorem.name)
        lines = [f"{name[:1].upper()}{name[1:]}: {_(theorem.statement)}"]
        if theorem.source:
            lines.append(_("Source: {source}.").format(source=_(theorem.source)))
        if solution.outcome is Outcome.N:
            lines.append(
                _("Here the player to move wins with {best_move}, which leaves a losing position.").format(
                    best_move=solution.best_move
                )
            )
        else:
            lines.append(_("Here the player to move loses: every move leaves a winning position."))
        return "\n".join(lines)

    return why


def _why_score(solution: Solution) -> str:
    lines = [
        _("With best play the player to move gets {value} points more than the other.").format(value=solution.value)
    ]
    if solution.best_move is not None:
        lines.append(
            _("Move: {best_move}, for {gain} points.").format(
                best_move=solution.best_move, gain=solution.best_move.gain
            )
        )
    return "\n".join(lines)


def _why_search(solution: Solution) -> str:
    count = solution.positions
    lines = [
        _("All {count:,} positions that can be reached were solved, from the ends of play back.").format(count=count)
    ]
    best, last = solution.best_move, solution.remoteness
    if last == 0:
        lines.append(_("Play is over here."))
    elif solution.outcome is Outcome.N:
        lines.append(_("The move {best} leaves a position from which every move loses;").format(best=best))
        lines.append(
            _("play lasts {last} moves if the loser holds out.").format(last=last)
            if last
            else _("the other player cannot prevent it.")
        )
    elif solution.outcome is Outcome.P:
        lines.append(_("Every move leaves a position from which the other player wins;"))
        lines.append(
            _("{best} holds out longest, {last} moves.").format(best=best, last=last)
            if last
            else _("endless play is no help here.")
        )
    elif solution.outcome is Outcome.T:
        lines.append(_("Nobody can force a win; play ends in a tie. {best} keeps it.").format(best=best))
    else:
        lines.append(_("Nobody can force a win, and play need never end. {best} keeps the draw.").format(best=best))
    return "\n".join(lines)
