"""Who wins a partisan position: by its value, by a search of sums, or by a search of all positions with the turn in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from grundy.common import limits
from grundy.common.errors import N_, GrundyError, OutOfTime, RuleFailed, RulesError, TooLarge
from grundy.common.evidence import BySearch, BySums, ByValue, Evidence
from grundy.common.limits import Limits, keeping, kinds, suppressed
from grundy.common.messages import _
from grundy.common.threads import alone
from grundy.kernels import short
from grundy.kernels.bitboards import MOST_CELLS
from grundy.kernels.contract import Unfit
from grundy.language.refusal import Unreadable
from grundy.rules.algebra import NegativeRuleset
from grundy.rules.failures import require
from grundy.rules.functions import TurnsRuleset, in_turns
from grundy.rules.out_of_turn import out_of_turn
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.solution import Known, Move, PartisanSolution, Solution, require_player
from grundy.solving import deciding
from grundy.solving.compiled_rules import UNREAD, layout
from grundy.solving.nimbers import SUMS, SumSearch, TooDeep, again, parts_of
from grundy.solving.partisan import TooMany, added, components, form_of
from grundy.solving.parts import LARGEST, Parts, holds, words_of
from grundy.solving.results import DRAW, LOST, TIED, WON, Options, Question
from grundy.values.canonical import TooMuch, store
from grundy.values.outcome import Outcome
from grundy.values.short import Value, of_form
from grundy.values.thermograph import Thermograph

MOST = 30_000
"""Parts, and canonical forms, that a value may take before who wins is searched for instead."""
SOME = 6_000
"""Parts of interpreted rules after which who wins is searched for once, before the value goes on."""
FEW = 400
"""Positions that can be reached up to which the value of endless play is looked for where who wins is asked."""
STEPS = 1 << 20
"""Steps that a value takes alone; then sums are searched beside it: turns of as many steps, each half as long again."""
SEARCHED = 20_000
"""Positions of a sum with a part that can be played for ever, up to which all are searched though its value is known."""
UNLIMITED = 1 << 60
_SIGNS = {WON: 1, LOST: -1, DRAW: 0, TIED: 0}
Wins = Callable[[Any, int], bool]
"""Whether the player who moves first wins a state."""


def by_value(question: Question) -> PartisanSolution | None:
    """Return who wins from the value; None where it would take too much and was not asked for.

    Where play may be endless there is no value, and all positions are searched.
    """
    if is_valueless(question):
        return None
    position, method = question.position, question.method
    try:
        form = form_of(position.ruleset, position.state, question.options) if method else _form_beside_sums(question)
    except _Found as found:
        return found.solution
    except (OutOfTime, RuleFailed):
        raise
    except TooLarge:
        if method is not None:
            raise
        return None
    except RulesError:  # play may be endless
        return _of_endless_play(question)

    def wins(state: Any, player: int) -> bool:
        own = form if state == position.state else form_of(position.ruleset, state, question.options)
        return not store().ask(short.ORDER, own, 0) if player == LEFT else not store().ask(short.ORDER, 0, own)

    return _solution(question, wins, lambda: ByValue(len(components(position))), of_form(form))


def _of_endless_play(question: Question) -> PartisanSolution:
    """Return who wins where play may be endless by searching all positions, with the value where it is soon found."""
    from grundy.solving import loopy  # most games end

    if question.method == "value":
        found = loopy.value(question.position)
        return by_search(question, found)
    position = question.position
    found: Any = None
    worth = dict[Any, Any]()
    with suppressed(GrundyError):  # it has an outcome
        found = loopy.value(position, FEW)
        if isinstance(found, Value):
            worth = {each.state: loopy.value(each, FEW) for each in position.options()}
    if not worth:
        return by_search(question, found)
    with suppressed(), keeping(Limits(positions=SEARCHED)):
        return by_search(question, found)  # which tells how to come to the end
    worth[position.state] = found

    def wins(state: Any, player: int) -> bool:
        return worth[state].outcome in (Outcome.N, Outcome.L if player == LEFT else Outcome.R)

    return _solution(question, wins, lambda: ByValue(len(components(position))), found)


class _Found(Exception):
    """A search was faster than the value."""

    def __init__(self, solution: PartisanSolution) -> None:
        super().__init__()
        self.solution = solution


@alone
def _form_beside_sums(question: Question) -> int:
    """Return the id of the value; `_Found` where sums, or positions, are searched sooner, by turns with as many steps."""
    position, steps = question.position, STEPS
    search: _Sums | None = None

    def within() -> Any:
        return keeping(Limits(positions=limits.positions(steps // 2)))

    def of_sums() -> None:
        nonlocal search
        search = search or _search_of_sums(question)
        if search is not None:
            with within():
                raise _Found(_solution(question, *search))

    def of_positions() -> None:
        with within():
            if (found := deciding.partisan(question._replace(method="decide"))) is not None:
                raise _Found(found)

    rivals = [of_sums, of_positions]

    def turn() -> int:
        nonlocal steps
        for rival in (*rivals,):
            try:
                with store().allowing(steps):
                    rival()
                rivals.remove(rival)
            except TooMuch:
                pass
            except (OutOfTime, RuleFailed):
                raise
            except TooLarge as problem:  # the other ways are left
                most = limits.positions(steps // 2)
                if problem.positions <= most or most < steps // 2:
                    rivals.remove(rival)
            except (GrundyError, Unfit):
                rivals.remove(rival)
        steps += steps // 2
        return steps if rivals else UNLIMITED

    try:
        with store().allowing(steps, turn):
            if any(map(_has_own_parts, _terms(position))):  # which takes time, and no steps
                try:
                    return form_of(position.ruleset, position.state, question.options, SOME)
                except TooMany:
                    steps = 8 * STEPS
                    with suppressed(GrundyError):
                        of_positions()
            return form_of(position.ruleset, position.state, question.options, MOST)
    except TooMany:
        while rivals:
            turn()
        raise


def _terms(position: Position) -> list[tuple[PartisanRuleset, Any]]:
    """Return the partisan games of a position, each with its state."""
    return [(part, own) for part, own in position.ruleset.terms(position.state) if isinstance(part, PartisanRuleset)]


def _has_own_parts(term: tuple[PartisanRuleset, Any]) -> bool:
    """Whether Python says how a position comes apart, so that sums are not searched."""
    return "parts" in term[0].hooks or term[0].shape == "any" or term[0].tuple_state


def by_sums(question: Question) -> PartisanSolution | None:
    """Return who wins by searching sums; None where they cannot be searched and this was not asked for."""
    if is_valueless(question):
        return None
    try:
        search = _search_of_sums(question)
        found = None if search is None else _solution(question, *search)
    except TooDeep:  # so it may be
        if question.method is not None:
            raise
        found = None
    except Unfit as problem:
        terms = [_plain(part) for part, _own in question.position.ruleset.terms(question.position.state)]
        games = [rules for rules in terms if isinstance(rules, PartisanRuleset)]
        if any([again(rules, problem) for rules in dict.fromkeys(games)]):  # noqa: C419  # each of them
            return by_sums(question)
        found = None
    if found is None and question.method == "sums":
        raise _no_search(question.position)
    return found


def _no_search(position: Position) -> GrundyError:
    """Return why sums of the parts of a position cannot be searched."""
    terms = _terms(position)
    for part, own in terms:
        if reason := _unread(part, own):
            return GrundyError(
                "sums are searched with compiled rules, but {name} is interpreted: {reason}",
                name=part.name,
                reason=reason,
            )
        if _has_own_parts((part, own)):
            return GrundyError(
                "only boards and states with a fixed number of integers can be searched as sums, and {name} "
                "has neither",
                name=part.name,
            )
        if not words_of(part, own):
            return GrundyError(
                "{position} is too large for a search of sums: a component has at most {cells} cells, "
                "{most:,} where the rules take a Board",
                position=part.describe(own),
                cells=MOST_CELLS,
                most=LARGEST,
            )
    names = list(dict.fromkeys(part.name for part, _own in terms))
    if len(names) > 1:
        return GrundyError(
            "a search of sums needs moves of a single game, and no value was found for {names}",
            names=_(" and ").join(names),
        )
    return GrundyError("the sum of the components of {position} cannot be searched", position=position)


def _unread(rules: PartisanRuleset, state: Any) -> str:
    """Return why the rules of a position are interpreted, "" where that is not known."""
    from grundy.rules.data import routine

    try:
        for player in (LEFT, RIGHT):
            side = rules.side(player)
            routine(side, side.function)
            layout(side, [state])
    except Unreadable as problem:
        return problem.reason
    return rules.memory[UNREAD]


def is_valueless(question: Question) -> bool:
    """Whether values say nothing of who wins; GrundyError where a method by values was asked for."""
    rules, play = question.position.ruleset, question.play
    valueless = play.misere or rules.has_ending or rules.how in ("conjunctive", "selective")
    if valueless and question.method in ("value", "sums"):
        raise GrundyError(
            "values decide the winner in normal play only: {position} in {play} must be searched (method='search')",
            position=question.position,
            play=play,
        )
    return valueless


@alone
def _by_kept_sums(question: Question, own: Question, player: int) -> Solution | None:
    """Return who wins by sums, where some of the game were searched before, and little is missing.

    So it is with the moves from a position whose value took too long: theirs mostly does too. Of ``own``, the position
    without the player to move in it, only that ``player`` is asked for.
    """
    position = own.position
    if is_valueless(own) or position.ruleset.memory[SUMS] is None:
        return None
    try:
        with store().allowing(STEPS // 4):
            search = _search_of_sums(own)
            if search is None:
                return None
            won = search.wins(position.state, player)
    except (OutOfTime, RuleFailed):
        raise
    except (RulesError, TooLarge, Unfit):  # the other ways are left
        return None

    def winning() -> Iterator[Move]:
        for option in position.ruleset.options_of(position.state, player):
            if not search.wins(option, -player):
                yield question.position.move_to((option, -player))

    def explain(_of_turn: Solution) -> str:
        found = by_sums(own)
        return "" if found is None else found.explain()

    return Solution.decided(question.position, question.play, won, search.evidence(), winning, explain=explain)


def of_turn(question: Question) -> Solution | None:
    """Solve a position with the player to move in it by who wins without; None where play may be endless or has endings."""
    position = question.position
    rules = position.ruleset
    assert isinstance(rules, TurnsRuleset)
    if rules.has_ending:
        return None
    state, player = position.state
    own = question._replace(position=Position(rules.rules, state))
    try:
        if (kept := _by_kept_sums(question, own, player)) is not None:
            return kept
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
    return Solution.decided(
        question.position, question.play, won, found.evidence, winning, explain=lambda _of_turn: found.explain()
    )


def _solution(
    question: Question, wins: Wins, evidence: Callable[[], Evidence], value: Value | None = None
) -> PartisanSolution:
    """Return the solution of a position, given who wins each option; ``evidence`` is asked when it is known who wins."""
    position = question.position
    rules, state = position.ruleset, position.state
    first = {player: wins(state, player) for player in (LEFT, RIGHT)}

    def winning(player: int) -> Iterator[Move]:
        for option in rules.options_of(state, player) if first[player] else ():
            if not wins(option, -player):
                yield position.move_to(option, player=player)

    outcome = Outcome.from_results(1 if first[LEFT] else -1, -1 if first[RIGHT] else 1)
    return PartisanSolution(position, question.play, outcome, evidence(), winning=winning, value=value)


class _Game(NamedTuple):
    """The game whose parts are searched in a sum: a ruleset, and the words of a layer in which they are held."""

    rules: PartisanRuleset
    words: int

    def holds(self, rules: Ruleset, state: Any) -> bool:
        """Whether a term of a sum, or its negative, is searched; the others are valued."""
        return _plain(rules).key == self.rules.key and holds(self.rules, self.words, state)


def _plain(rules: Ruleset) -> Ruleset:
    """Return the ruleset of which one may be the negative."""
    return rules.rules if isinstance(rules, NegativeRuleset) else rules


class _Sums(NamedTuple):
    """A search of sums: who wins, and what that rests on so far."""

    wins: Wins
    evidence: Callable[[], Evidence]


def _search_of_sums(question: Question) -> _Sums | None:
    """Return what searches sums for the answer, where the parts of at most one game have no value; else None."""
    position, options = question.position, question.options
    rules, state = position.ruleset, position.state
    game = _searched(rules.terms(state), options)
    if game is None:
        return None
    held = [own for part, own in rules.terms(state) if game.holds(part, own)]
    graph = parts_of(game.rules, held, options, impartial=False, searched=True)
    if graph is None:
        return None
    kept = game.rules.memory[SUMS]
    search = kept if kept is not None and kept.parts is graph and kept.is_of_now else SumSearch(graph, store())
    game.rules.memory[SUMS] = search

    def wins(state: Any, player: int) -> bool:
        nonlocal search
        if not search.is_of_now:  # who holds the answer asks on after all was forgotten
            search = SumSearch(Parts(game.rules, search.parts.sides, impartial=False), store())
        words: list[int] = []
        forms: list[int] = []
        for part, own in rules.terms(state):
            if game.holds(part, own):
                words += (word ^ isinstance(part, NegativeRuleset) for word in search.parts.divided(own))
            else:
                forms.append(form_of(part, own, options))
        asked = search.left_wins if player == LEFT else search.right_wins
        return asked(forms, words, options.progress)

    begun = search.visited
    return _Sums(wins, lambda: BySums(search.visited - begun))


def _searched(terms: list[tuple[Ruleset, Any]], options: Options) -> _Game | None:
    """Return the one game among some terms whose parts have too large a value, or any where only their sum is too large."""
    games = _games(terms)
    found = list(dict.fromkeys(filter(None, games)))
    asked = [(game, *term) for game, term in zip(games, terms, strict=True) if game is None or len(found) > 1]
    steps = STEPS
    while found:
        refused = {game: why for game, part, own in asked if (why := _refusal(part, own, options, steps)) is not None}
        if len(refused) < 2 and None not in refused:
            return next(iter(refused), found[-1])
        if not any(isinstance(why, TooMuch) for why in refused.values()):
            break
        steps *= 2
    return None


def _games(terms: list[tuple[Ruleset, Any]]) -> list[_Game | None]:
    """Return the game of each term, boards of one ruleset in one; None where its parts are not held in words."""
    known: dict[Any, PartisanRuleset] = {}
    widest: dict[Any, int] = {}
    for part, own in terms:
        if isinstance(rules := _plain(part), PartisanRuleset):
            known.setdefault(rules.key, rules)
            widest[rules.key] = max(widest.get(rules.key, 0), words_of(rules, own))
    games: list[_Game | None] = []
    for part, own in terms:
        rules = known.get(_plain(part).key)
        held = rules is not None and words_of(rules, own) > 0
        games.append(_Game(rules, widest[rules.key]) if rules is not None and held else None)
    return games


@alone
def _refusal(rules: Ruleset, state: Any, options: Options, steps: int) -> TooLarge | None:
    """Return why a term's value is too large, or takes more than so many steps; None where it is known now."""
    try:
        with store().allowing(steps):
            form_of(rules, state, options, MOST)
    except OutOfTime:
        raise
    except TooLarge as problem:
        if not isinstance(_plain(rules), PartisanRuleset):
            raise
        store().spend(0)  # who allowed less for all of it is told
        return problem
    return None


def by_search(question: Question, value: Any = None) -> PartisanSolution:
    """Return the answer by searching all positions, with the player to move in them; the value is told where it is known."""
    from grundy.solving.search import Answers

    position, play = question.position, question.play
    if play.endless != "draw":
        raise GrundyError("partisan games support endless='draw' only")
    rules = in_turns(position.ruleset)
    kept: dict[int, Answers] = {}

    def result(state: Any, player: int) -> int:
        if player not in kept:
            kept[player] = Answers(rules, (position.state, player), question.options, misere=play.misere)
        return kept[player].result(rules.canonical((state, player)))[0]

    evidence = lambda: BySearch(max(table.positions for table in kept.values()), turns=True)  # noqa: E731
    return by_results(question, result, evidence, value)


def by_results(
    question: Question,
    result: Callable[[Any, int], int],
    evidence: Callable[[], Evidence],
    value: Any = None,
    known: Callable[[Iterator[Move], Callable[[Move], bool]], Known] | None = None,
) -> PartisanSolution:
    """Return the answer from the result of each state for each player who moves in it; ``known`` asks it of moves."""
    position = question.position
    rules, state = position.ruleset, position.state
    results = [_SIGNS[result(state, LEFT)], -_SIGNS[result(state, RIGHT)]]

    def moves(player: int) -> Iterator[Move]:
        if rules.ended(state) is None and results[player != LEFT] == player:
            yield from (position.move_to(option, player=player) for option in rules.options_of(state, player))

    def wins(move: Move) -> bool:
        return result(move.after.state, -(move.player or 0)) == LOST

    def found(player: int | None) -> Known | None:
        both = chain(moves(LEFT), moves(RIGHT)) if player is None else moves(player)
        return None if known is None else known(both, wins)

    return PartisanSolution(
        position,
        question.play,
        Outcome.from_results(*results),
        evidence(),
        winning=lambda player: filter(wins, moves(player)),
        value=value,
        known=found,
    )


def hotstrat(position: Position, player: int) -> Move | None:
    """Return a player's move in the hottest part: the engine behind `Position.hotstrat`."""
    require_player(player)
    position = out_of_turn(position)
    return _hottest(position, player, Counter(components(position)))


def sentestrat(position: Position, player: int, course: Sequence[Position]) -> Move | None:
    """Return the answer to a threat, else the move in the hottest part: the engine behind `Position.sentestrat`."""
    kinds(Iterable, N_("a list of positions"), course=course)
    require(Position, N_("{rules} is no position"), *course)
    position, *course = map(out_of_turn, (position, *course))
    held = Counter(components(position))
    if course:
        new = held - Counter(components(course[-1]))
        hottest = (max((_graph(Counter([part])).temperature for part in components(one)), default=-1) for one in course)
        ambient = min(hottest)
        if new and _graph(new).temperature > ambient and (move := _hottest(position, player, new)) is not None:
            return move
    return hotstrat(position, player)


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
