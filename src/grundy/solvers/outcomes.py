"""Who wins a partisan position: by its value, by a search of sums, or by a search of all positions with the turn in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from grundy.errors import GrundyError, OutOfTime, PositionError, RuleFailed, RulesError, TooLarge
from grundy.evidence import BySearch, BySums, ByValue, Evidence
from grundy.kernels import short
from grundy.kernels.bitboards import MOST_CELLS
from grundy.kernels.contract import Unfit
from grundy.lang.refusal import Unreadable
from grundy.language import _
from grundy.rules.data import routine
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.solution import Move, PartisanSolution, Solution
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.solvers.compiled_rules import UNREAD, layout
from grundy.solvers.nimbers import SUMS, interpret, parts_of
from grundy.solvers.partisan import added, components, form_of
from grundy.solvers.parts import Parts, words_of
from grundy.solvers.results import DRAW, LOST, TIED, WON, Options, Question
from grundy.solvers.sums import SumSearch, TooDeep
from grundy.values.canonical import store
from grundy.values.outcome import Outcome
from grundy.values.short import Value, of_form
from grundy.values.thermograph import Thermograph

MOST = 30_000
"""Parts, and canonical forms, that a value may take before who wins is searched for instead."""
_SIGNS = {WON: 1, LOST: -1, DRAW: 0, TIED: 0}
Wins = Callable[[Any, int], bool]
"""Whether the player who moves first wins a state."""


def by_value(question: Question) -> PartisanSolution | None:
    """Return who wins from the value; None where it would take too much and was not asked for.

    Where play may be endless there is no value, and all positions are searched.
    """
    if _is_valueless(question):
        return None
    position, method = question.position, question.method
    try:
        form = form_of(position.ruleset, position.state, question.options, MOST if method is None else None)
    except OutOfTime:
        raise
    except TooLarge:
        if method is not None:
            raise
        return None
    except RuleFailed:
        raise
    except RulesError:  # play may be endless
        if method == "value":
            raise
        return by_search(question)

    def wins(state: Any, player: int) -> bool:
        own = form_of(position.ruleset, state, question.options)
        return not store().ask(short.ORDER, own, 0) if player == LEFT else not store().ask(short.ORDER, 0, own)

    return _solution(question, wins, lambda: ByValue(len(components(position))), of_form(form))


def by_sums(question: Question) -> PartisanSolution | None:
    """Return who wins by searching sums; None where they cannot be searched and this was not asked for."""
    if _is_valueless(question):
        return None
    try:
        found = _by_sums(question)
    except TooDeep:  # so it may be
        if question.method is not None:
            raise
        found = None
    except Unfit as problem:
        for part, _times in components(question.position):
            if isinstance(part, PartisanRuleset):
                interpret(part, problem)
        found = None
    if found is None and question.method == "sums":
        raise _no_search(question.position)
    return found


def _no_search(position: Position) -> GrundyError:
    """Return why sums of the parts of a position cannot be searched."""
    terms = [(part, own) for part, own in position.ruleset.terms(position.state) if isinstance(part, PartisanRuleset)]
    for part, own in terms:
        if reason := _unread(part, own):
            return GrundyError(
                "sums are searched with compiled rules, and {name} is interpreted: {reason}",
                name=part.name,
                reason=reason,
            )
        if "parts" in part.hooks or part.shape == "any" or part.tuple_state:
            return GrundyError(
                "sums are searched of boards and of states of a fixed count of integers, and those of {name} are neither",
                name=part.name,
            )
        if not words_of(part, own):
            return GrundyError(
                "{position} is too large for a search of sums: a board has at most {cells} cells, but for a strip of one "
                "row",
                position=part.describe(own),
                cells=MOST_CELLS,
            )
    names = list(dict.fromkeys(part.name for part, _own in terms))
    if len(names) > 1:
        return GrundyError(
            "a search of sums knows the moves of one game, and no value of {names} was found",
            names=_(" and ").join(names),
        )
    return GrundyError("sums of the parts of {position} cannot be searched", position=position)


def _unread(rules: PartisanRuleset, state: Any) -> str:
    """Return why the rules of a position are interpreted, "" where that is not known."""
    try:
        for player in (LEFT, RIGHT):
            side = rules.side(player)
            routine(side, side.function)
            layout(side, [state])
    except Unreadable as problem:
        return problem.reason
    return rules.memory[UNREAD]


def _is_valueless(question: Question) -> bool:
    """Whether values say nothing of who wins; GrundyError where a method by values was asked for."""
    rules, play = question.position.ruleset, question.play
    valueless = play.misere or rules.has_ending or rules.how in ("conjunctive", "selective")
    if valueless and question.method in ("value", "sums"):
        raise GrundyError(
            "values say who wins in normal play only: {position} in {play} is searched (method='search')",
            position=question.position,
            play=play,
        )
    return valueless


def of_turn(question: Question) -> Solution | None:
    """Solve a position with the player to move in it by who wins without; None where play may be endless or has endings."""
    position, play = question.position, question.play
    rules = position.ruleset
    assert isinstance(rules, TurnsRuleset)
    if rules.has_ending:
        return None
    state, player = position.state
    own = question._replace(position=Position(rules.rules, state))
    try:
        found = by_value(own) or by_sums(own) or by_search(own)
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
        found.evidence,
        winning=winning,
        best=lambda: next(winning() if won else position.moves(), None),
        explain=lambda _: found.explain(),
    )


def _solution(
    question: Question, wins: Wins, evidence: Callable[[], Evidence], value: Value | None = None
) -> PartisanSolution:
    """Return the solution of a position, given who wins each option; ``evidence`` is asked when it is known who wins."""
    position = question.position
    rules, state = position.ruleset, position.state
    results = [1 if wins(state, LEFT) else -1, -1 if wins(state, RIGHT) else 1]

    def winning(player: int) -> Iterator[Move]:
        for option in rules.options_of(state, player):
            if not wins(option, -player):
                yield position.move_to(option, player=player)

    outcome = Outcome.from_results(*results)
    return PartisanSolution(position, question.play, outcome, evidence(), winning=winning, value=value)


def _by_sums(question: Question) -> PartisanSolution | None:
    """Return the answer by searching sums, where at most one ruleset's parts have no value; else None."""
    position, options = question.position, question.options
    rules, state = position.ruleset, position.state
    searched = _unvalued(position, options)
    if searched is None:
        return None
    graph: Parts | None = None
    for part, own in rules.terms(state):
        if part.key == searched.key:
            graph = parts_of(searched, own, options, impartial=False, searched=True)
            if graph is None:
                return None
    assert graph is not None
    search = searched.memory[SUMS]
    if search is None or search.parts is not graph:
        search = searched.memory[SUMS] = SumSearch(graph, store())

    def wins(state: Any, player: int) -> bool:
        words: list[int] = []
        forms: list[int] = []
        for part, own in rules.terms(state):
            if part.key == searched.key:
                words += graph.divided(own)
            else:
                forms.append(form_of(part, own, options))
        asked = search.left_wins if player == LEFT else search.right_wins
        return asked(forms, words, options.progress)

    begun = search.visited
    return _solution(question, wins, lambda: BySums(search.visited - begun))


def _unvalued(position: Position, options: Options) -> PartisanRuleset | None:
    """Return the one ruleset whose parts have too large a value, or any where only the sum is too large."""
    rules, state = position.ruleset, position.state
    if isinstance(rules, PartisanRuleset):
        return rules
    terms = rules.terms(state)
    unvalued: dict[Any, PartisanRuleset] = {}
    for part, own in terms:
        try:
            form_of(part, own, options, MOST)
        except OutOfTime:
            raise
        except TooLarge:
            if not isinstance(part, PartisanRuleset):
                raise
            unvalued[part.key] = part
    if len(unvalued) > 1:
        return None
    own = [part for part, _own in terms if isinstance(part, PartisanRuleset)]
    return next(iter(unvalued.values()), own[-1] if own else None)


def by_search(question: Question) -> PartisanSolution:
    """Return the answer by searching all positions, with the player to move in them."""
    from grundy.solvers.search import search

    position, play = question.position, question.play
    if play.endless != "draw":
        raise GrundyError("partisan games support endless='draw' only")
    kept: dict[int, Any] = {}

    def result(state: Any, player: int) -> int:
        if player not in kept:
            start = position.state, player
            kept[player] = search(TurnsRuleset(position.ruleset), start, question.options, misere=play.misere)
        for table in kept.values():
            with suppress(KeyError):
                return table.result((state, player))[0]
        raise KeyError(state)

    return by_results(question, result, lambda: BySearch(sum(table.positions for table in kept.values()), turns=True))


def by_results(
    question: Question, result: Callable[[Any, int], int], evidence: Callable[[], Evidence]
) -> PartisanSolution:
    """Return the answer from the result of each state for each player who moves in it."""
    position = question.position
    rules, state = position.ruleset, position.state
    results = [_SIGNS[result(state, LEFT)], -_SIGNS[result(state, RIGHT)]]

    def winning(player: int) -> Iterator[Move]:
        if rules.ended(state) is None and results[player != LEFT] == player:
            for option in rules.options_of(state, player):
                if result(option, -player) == LOST:
                    yield position.move_to(option, player=player)

    outcome = Outcome.from_results(*results)
    return PartisanSolution(position, question.play, outcome, evidence(), winning=winning)


def hotstrat(position: Position, player: int) -> Move | None:
    """Return a player's move in the hottest part: the engine behind `Position.hotstrat`."""
    if player not in (LEFT, RIGHT):
        raise PositionError(
            "{name}: who is to move is LEFT (1) or RIGHT (-1), not {player!r}",
            name=position.ruleset.name,
            player=player,
        )
    return _hottest(position, player, Counter(components(position)))


def sentestrat(position: Position, player: int, course: Sequence[Position]) -> Move | None:
    """Return the answer to a threat, else the move in the hottest part: the engine behind `Position.sentestrat`."""
    held = Counter(components(position))
    if course:
        new = held - Counter(components(course[-1]))
        ambient = min(max(map(_temperature, components(one)), default=Fraction(-1)) for one in course)
        if new and _graph(new).temperature > ambient and (move := _hottest(position, player, new)) is not None:
            return move
    return hotstrat(position, player)


def _temperature(part: tuple[Ruleset, Any]) -> Fraction:
    return _graph(Counter([part])).temperature


def _hottest(position: Position, player: int, among: Counter[tuple[Ruleset, Any]]) -> Move | None:
    """Return a player's move in the hottest of some parts; None where he has no move there."""
    rules, state = position.ruleset, position.state
    held = Counter(components(position))
    best: tuple[tuple[Fraction, Fraction], Any] | None = None
    for option in rules.options_of(state, player):
        left = Counter(components(Position(rules, option)))
        if not held - left <= among:
            continue
        before, after = _graph(held - left), _graph(left - held)
        t = before.temperature
        gain = after.right(t) - before.mean if player == LEFT else before.mean - after.left(t)
        if best is None or (t, gain) > best[0]:
            best = (t, gain), option
    return None if best is None else position.move_to(best[1], player=player)


def _graph(parts: Counter[tuple[Ruleset, Any]]) -> Thermograph:
    """Return the thermograph of a sum of parts."""
    return of_form(added(form_of(rules, state) for rules, state in parts.elements())).thermograph()
