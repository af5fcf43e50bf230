"""Who wins a partisan position: by its value, by a search of sums, or by a search of all positions with the turn in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from grundy.errors import GrundyError, PositionError, RuleFailed, RulesError, TooLarge
from grundy.kernels import short
from grundy.kernels.contract import Unfit
from grundy.language import N_, _
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.solution import Move, PartisanSolution, Solution
from grundy.rules.sums import SumRuleset
from grundy.rules.turns import TurnsRuleset
from grundy.solvers.partisan import added, components, form_of, interpret, parts_of
from grundy.solvers.parts import Parts
from grundy.solvers.sums import SumSearch, TooDeep
from grundy.solvers.table import DRAW, LOST, TIED, WON, Options
from grundy.values.canonical import store
from grundy.values.outcome import Outcome
from grundy.values.short import of_form
from grundy.values.thermograph import Thermograph

METHODS = (None, "value", "sums", "search", "interpreted", "compiled")
MOST = 30_000
"""Parts, and canonical forms, that a value may take before who wins is searched for instead."""
_SIGNS = {WON: 1, LOST: -1, DRAW: 0, TIED: 0}
Wins = Callable[[Any, int], bool]
"""Whether the player who moves first wins a state."""


def solve(position: Position, play: Play, options: Options, method: str | None) -> PartisanSolution:
    """Solve a partisan position: the part of `grundy.solvers.front.solve` for games where Left and Right differ."""
    if method not in METHODS:
        raise GrundyError(
            _("of a partisan position the method is one of {m}, not {method!r}").format(
                m=", ".join(repr(m) for m in METHODS[1:]), method=method
            )
        )
    rules = position.ruleset
    if method in ("interpreted", "compiled"):
        options = options._replace(way=method)
    valueless = play.misere or rules.has_ending or rules.how in ("conjunctive", "selective")
    if valueless and method in ("value", "sums"):
        raise GrundyError(
            _("values say who wins in normal play only: {position} in {play} is searched (method='search')").format(
                position=position, play=play
            )
        )
    if valueless or method == "search":
        return _by_search(position, play, options)
    if method in (None, "value", "interpreted", "compiled"):
        try:
            return _by_value(position, play, options, MOST if method is None else None)
        except TooLarge:
            if method is not None:
                raise
        except RuleFailed:
            raise
        except RulesError:  # play may be endless
            if method == "value":
                raise
            return _by_search(position, play, options)
    try:
        found = _by_sums(position, play, options)
    except TooDeep:  # so it may be
        if method is not None:
            raise
        found = None
    except Unfit as problem:
        for part, _times in components(position):
            if isinstance(part, PartisanRuleset):
                interpret(part, problem)
        found = None
    if found is None:
        if method == "sums":
            raise GrundyError(
                _("{position} has parts of two games, or rules that are not compiled: sums cannot be searched").format(
                    position=position
                )
            )
        return _by_search(position, play, options)
    return found


def solve_turn(position: Position, play: Play, options: Options, method: str | None) -> Solution | None:
    """Solve a position with the player to move in it by who wins without; None where play may be endless or has endings."""
    rules = position.ruleset
    assert isinstance(rules, TurnsRuleset)
    if rules.has_ending:
        return None
    state, player = position.state
    try:
        found = solve(Position(rules.rules, state), play, options, method)
    except RuleFailed:
        raise
    except RulesError:
        return None
    if found.outcome not in (Outcome.L, Outcome.R, Outcome.N, Outcome.P):
        return None

    def winning() -> Iterator[Move]:
        for move in found.winning_moves(None, player):
            yield position.move_to((move.after.state, -player))

    won = found.best(player) is not None
    return Solution(
        position,
        play,
        Outcome.N if won else Outcome.P,
        method=found.method,
        winning=winning,
        best=lambda: next(winning() if won else position.moves(), None),
        explain=lambda _: found.explain(),
        positions=found.positions,
    )


def _solution(position: Position, play: Play, wins: Wins, **known: Any) -> PartisanSolution:
    """Return the solution of a position, given who wins each option."""
    rules, state = position.ruleset, position.state
    results = [1 if wins(state, LEFT) else -1, -1 if wins(state, RIGHT) else 1]

    def winning(player: int) -> Iterator[Move]:
        for option in rules.options_of(state, player):
            if not wins(option, -player):
                yield position.move_to(option, player=player)

    return PartisanSolution(position, play, Outcome.from_results(*results), winning=winning, **known)


def _by_value(position: Position, play: Play, options: Options, most: int | None) -> PartisanSolution:
    rules = position.ruleset
    form = form_of(rules, position.state, options, most)

    def wins(state: Any, player: int) -> bool:
        own = form_of(rules, state, options)
        return not store().ask(short.ORDER, own, 0) if player == LEFT else not store().ask(short.ORDER, 0, own)

    parts = components(position)
    how = N_("its canonical form") if len(parts) == 1 else N_("the canonical form of its parts")
    return _solution(position, play, wins, method=how, value=of_form(form))


def _by_sums(position: Position, play: Play, options: Options) -> PartisanSolution | None:
    """Return the answer by searching sums, where at most one ruleset's parts have no value; else None."""
    rules, state = position.ruleset, position.state
    terms = rules.components(state) if isinstance(rules, SumRuleset) else [(rules, state)]
    unvalued: dict[Any, PartisanRuleset] = {}
    if isinstance(rules, PartisanRuleset):
        unvalued = {rules.key: rules}
    for part, own in terms if not unvalued else []:
        try:
            form_of(part, own, options, MOST)
        except TooLarge:
            if not isinstance(part, PartisanRuleset):
                raise
            unvalued[part.key] = part
    if len(unvalued) > 1:
        return None
    if not unvalued:  # the parts are small, it is their sum that is not
        unvalued = {part.key: part for part, _ in terms if isinstance(part, PartisanRuleset)}
    searched = next(iter(unvalued.values()), None)
    if searched is None:
        return None
    graph: Parts | None = None
    for part, own in terms:
        if part.key == searched.key:
            graph = parts_of(searched, own, options, impartial=False, searched=True)
            if graph is None:
                return None
    assert graph is not None
    search = searched.memory.get("sums")
    if search is None or search.parts is not graph:
        search = searched.memory["sums"] = SumSearch(graph, store(), options.memory)
    search.limit = options.memory

    def wins(state: Any, player: int) -> bool:
        words: list[int] = []
        forms: list[int] = []
        for part, own in rules.components(state) if isinstance(rules, SumRuleset) else [(rules, state)]:
            if part.key == searched.key:
                words += graph.divided(own)
            else:
                forms.append(form_of(part, own, options))
        asked = search.left_wins if player == LEFT else search.right_wins
        return asked(forms, words, options.progress)

    begun = search.visited
    solution = _solution(position, play, wins, method=N_("a search of sums of its parts"))
    solution.positions = search.visited - begun
    return solution


def _by_search(position: Position, play: Play, options: Options) -> PartisanSolution:
    """Return the answer by searching all positions, with the player to move in them."""
    from grundy.solvers.search import search

    if play.endless != "draw":
        raise GrundyError(_("of a partisan position endless play is a draw: who begins is not known"))
    rules = TurnsRuleset(position.ruleset)
    kept: dict[int, Any] = {}

    def result(state: Any, player: int) -> int:
        if player not in kept:
            kept[player] = search(TurnsRuleset(position.ruleset), (position.state, player), options, misere=play.misere)
        for table in kept.values():
            try:
                return table.result((state, player))[0]
            except KeyError:
                continue
        raise KeyError(state)

    results = [_SIGNS[result(position.state, LEFT)], -_SIGNS[result(position.state, RIGHT)]]

    def winning(player: int) -> Iterator[Move]:
        if position.ruleset.ended(position.state) is None and results[player != LEFT] == player:
            for option, _turn in rules.options((position.state, player)):
                result(position.state, player)
                if kept[player].result((option, -player))[0] == LOST:
                    yield position.move_to(option, player=player)

    count = sum(table.positions for table in kept.values())
    return PartisanSolution(
        position,
        play,
        Outcome.from_results(*results),
        method=_("exhaustive search of {count:,} positions with the turn in them").format(count=count),
        winning=winning,
        positions=count,
    )


def hotstrat(position: Position, player: int) -> Move | None:
    """Return a player's move in the hottest part: the engine behind `Position.hotstrat`."""
    if player not in (LEFT, RIGHT):
        raise PositionError(
            _("{name}: who is to move is LEFT (1) or RIGHT (-1), not {player!r}").format(
                name=position.ruleset.name, player=player
            )
        )
    rules, state = position.ruleset, position.state
    held = Counter(components(position))
    best: tuple[tuple[Fraction, Fraction], Any] | None = None
    for option in rules.options_of(state, player):
        left = Counter(components(Position(rules, option)))
        before, after = _graph(held - left), _graph(left - held)
        t = before.temperature
        gain = after.right(t) - before.mean if player == LEFT else before.mean - after.left(t)
        if best is None or (t, gain) > best[0]:
            best = (t, gain), option
    return None if best is None else position.move_to(best[1], player=player)


def _graph(parts: Counter[tuple[Ruleset, Any]]) -> Thermograph:
    """Return the thermograph of a sum of parts."""
    return of_form(added(form_of(rules, state) for rules, state in parts.elements())).thermograph()
