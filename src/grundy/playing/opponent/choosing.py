"""How the opponent chooses: the position is solved in a part of the time; else its parts; else games are played out."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import copy_context
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, RuleFailed, RulesError, TooLarge
from grundy.common.limits import Limits, suppressed
from grundy.playing.match import RANK, Match
from grundy.playing.opponent.choice import AtLevel, Budget, ByStops, Choice, Hottest, OnlyMove, Solved, verdict_of
from grundy.rules.functions import TurnsRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Move, Solution
from grundy.values.outcome import Outcome
from grundy.values.thermograph import Thermograph

# ---- work in a thread of its own, for which nobody waits longer than he wants to

T = TypeVar("T")
MEMORY = 1 << 30
"""Bytes that may be taken meanwhile."""
GLANCE = 0.02
"""Seconds between two looks, so that Ctrl-C is heard while one waits."""


class Aside(Generic[T]):
    """Work that has begun, in the language and within the limits of whoever began it.

    Where a kernel or a compiler is at work nobody can end it from here: it goes on, and its answer is there later.

    >>> work = Aside(lambda: 6 * 7)
    >>> work.done_within(5.0), work.result()
    (True, 42)
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._found: list[T] = []
        self._wrong: list[BaseException] = []
        self._done = threading.Event()
        self.thread = threading.Thread(target=copy_context().run, args=(self._run, work), daemon=True)
        self.thread.start()

    def _run(self, work: Callable[[], T]) -> None:
        try:
            self._found.append(work())
        except BaseException as error:  # whoever asks for the result is told
            self._wrong.append(error)
        finally:
            self._done.set()

    def done_within(self, seconds: float | None) -> bool:
        """Wait so long at most (None: until the end), and tell whether it is done."""
        last = None if seconds is None else time.monotonic() + seconds
        while not self._done.is_set():
            left = GLANCE if last is None else min(GLANCE, last - time.monotonic())
            if left <= 0:
                break
            self._done.wait(left)
        return self._done.is_set()

    def result(self) -> T:
        """Return what it found, or raise what it raised."""
        if self._wrong:
            raise self._wrong[0]
        return self._found[0]


def within(seconds: float | None, work: Callable[[], T], memory: int | None = None) -> T | None:
    """Return what a function returns within so many seconds; None where it takes longer, or more memory than is allowed.

    >>> within(5.0, lambda: 6 * 7)
    42
    """
    aside = begun_within(seconds, work, memory)
    return aside.result() if aside.done_within(seconds) else None


def begun_within(seconds: float | None, work: Callable[[], T], memory: int | None = None) -> Aside[T | None]:
    """Begin work that gives up after so many seconds, or where it takes too much memory: its result is None then."""
    taken = limits.left()
    seconds = seconds if taken is None or seconds is None else min(seconds, taken)

    def limited() -> T | None:
        try:
            with limits.keeping(Limits(seconds=seconds, memory=memory or MEMORY)):
                return work()
        except TooLarge:
            return None

    return Aside(limited)


def leave() -> None:
    """End the processes that compile, before the program ends: it would wait for what nobody wants any more."""
    building: Any = sys.modules.get("grundy.kernels.building")
    if building is not None:
        building.end()


class Allowance:
    """Seconds for several questions one after the other: what comes when they are spent is not answered; None: no bound.

    >>> allowed = Allowance(5.0)
    >>> allowed.ask(lambda: 6 * 7), Allowance(0.0).ask(lambda: 6 * 7)
    (42, None)
    """

    def __init__(self, seconds: float | None, memory: int | None = None) -> None:
        self._last = None if seconds is None else time.monotonic() + seconds
        self._memory = memory

    def ask(self, work: Callable[[], T]) -> T | None:
        """Return what a function returns; None where the time is over, or it needs more than is allowed."""
        left = None if self._last is None else self._last - time.monotonic()
        return within(left, work, self._memory) if left is None or left > 0 else None


# ---- sums whose parts have known values while their own is too large: bounds by stops and means, and the hottest
# part
# The Right stop of a sum is at least the sum of the Right stops, and at least the sum of the means less the highest
# temperature; above 0 Left wins it also when Right begins (*Winning Ways* ch. 6; A. N. Siegel, *Combinatorial Game
# Theory*, ch. II.3 to II.5).

SHARE = 0.15
"""The part of the time that this may take."""


def by_parts(match: Match, seconds: float | None) -> Choice | None:
    """Return the move in the hottest part of a sum of parts that all have a value; None where one has none in time."""
    rules = match.position.ruleset
    if not isinstance(rules, TurnsRuleset) or rules.has_ending or match.play.misere:
        return None

    return within(None if seconds is None else seconds * SHARE, lambda: _hottest(match))


def _hottest(match: Match) -> Choice | None:
    rules, (state, player) = match.position.ruleset, match.position.state
    assert isinstance(rules, TurnsRuleset)
    own = Position(rules.rules, state)
    try:
        before = thermographs(own)
        course = [Position(rules.rules, turn.position.state[0]) for turn in match.turns[:-1]]
        found = own.sentestrat(player, course) if len(before) > 1 else None
    except RuleFailed:
        raise
    except RulesError:  # a part has no value
        return None
    if found is None:
        return None
    move: Move = match.position.move_to((found.after.state, -player))
    if least(thermographs(found.after), player) > 0:
        return Choice(move, "win", ByStops(len(before)))
    return Choice(move, "", Hottest(len(before), str(max(graph.temperature for graph in before))))


def hottest_part(match: Match) -> tuple[Position, Thermograph] | None:
    """Return the part of a partisan board where most is at stake, with its thermograph; None where no value is known."""
    rules = match.position.ruleset
    if not isinstance(rules, TurnsRuleset) or rules.has_ending or match.play.misere:
        return None
    from grundy.solving.partisan import components

    own = Position(rules.rules, match.position.state[0])
    try:
        parts = zip(components(own), thermographs(own), strict=True)
        found = max(parts, key=lambda each: each[1].temperature, default=None)
    except RuleFailed:
        raise
    except RulesError:  # a part has no value
        return None
    return found and (Position(*found[0]), found[1])


def thermographs(position: Position) -> list[Thermograph]:
    """Return the thermographs of a position's parts; TooLarge where the value of one is."""
    from grundy.solving.catalogued import try_out_games
    from grundy.solving.outcomes import MOST
    from grundy.solving.partisan import components, form_of
    from grundy.solving.results import Options
    from grundy.values.short import of_form

    try_out_games(position)
    return [of_form(form_of(rules, own, Options(), MOST)).thermograph() for rules, own in components(position)]


def least(graphs: list[Thermograph], player: int) -> Fraction:
    """Return what a player gets at least from a sum of these parts where the other begins, by stops and by means.

    >>> import grundy as gr
    >>> hot = gr.Value("{3|-1}").thermograph()
    >>> least([hot, gr.Value(2).thermograph()], LEFT), least([hot, hot, hot], LEFT)
    (Fraction(1, 1), Fraction(1, 1))
    """
    if not graphs:
        return Fraction(0)
    stops = sum((graph.right(0) if player == LEFT else -graph.left(0) for graph in graphs), Fraction(0))
    means = sum((graph.mean for graph in graphs), Fraction(0))
    return max(stops, means * player - max(graph.temperature for graph in graphs))


# ----


SOON, SOLVING, READY_BY, ENDS_BY = 0.1, 0.4, 0.75, 0.95
"""The parts of the time: until then rules are not compiled for what may be solved at once; the position is to be solved; its
rules are compiled, or interpreted for now; the search ends."""

SMALL, COUNTING = 2_000, 1.0
"""A game of so many moves in all is small, as far as that is seen within so many seconds."""
HOLDING_OUT, MOST, REPLIES = 0.25, 300, 100
"""The part of the time in which a move is looked for that is hard to answer; so many moves, and replies to each, are."""


def choose(match: Match, budget: Budget = Budget()) -> Choice:
    """Return the opponent's move in a match that is not over, within the time; it may take a little more.

    GrundyError: the rules are wrong. O(seconds).

    >>> from grundy.games import load
    >>> from grundy.rules.solution import convention
    >>> match = Match(load("connect4")(width=3, height=3, line=3), convention())
    >>> print(choose(match, Budget(games=300, exact=False)).move.before)
    connect4(.../.../..., line=3)
    """
    begun = time.monotonic()
    budget = budget._replace(seconds=patience(match, budget.seconds) if budget.exact else budget.seconds)
    moves = list(islice(match.position.moves(), 2))
    if not moves:
        raise GrundyError("the game is over: there is no move from {position}", position=match.position)
    if len(moves) == 1:
        return Choice(moves[0], "", OnlyMove())
    solving = _Solving(match, budget) if budget.exact else None
    if solving is None or not solving.soon():
        prepare(match)
    if solving is not None and (choice := solving.choice()) is not None:
        return choice if choice.verdict == "win" else hardest(match, choice, budget.seconds)
    from grundy.playing.opponent.searching import by_games  # these need NumPy

    if solving is not None and (choice := by_parts(match, budget.seconds)) is not None:
        return choice
    ready, last = (None if budget.seconds is None else begun + budget.seconds * part for part in (READY_BY, ENDS_BY))
    choice = by_games(match, budget, ready, last)
    late = None if solving is None or choice.perfect else solving.late()
    return late or choice


def patience(match: Match, seconds: float | None) -> float | None:
    """Return how long an answer is waited for: without end where the whole game that follows is small, as a count says.

    A machine that is busy is no reason to guess at what is small; what nobody counted in the time is not.
    """
    last = time.monotonic() + max(COUNTING, seconds or 0)
    met, looked = {match.position.state: None}, 0
    rules = match.position.ruleset
    for state in (waiting := [match.position.state]):
        for _gain, after in () if rules.ended(state) is not None else rules.changes(state):
            looked += 1
            if looked > SMALL or time.monotonic() > last:
                return seconds
            if after not in met:
                met[after] = None
                waiting.append(after)
    return None


def prepare(match: Match) -> None:
    """Begin to compile the rules of a match that may be too large to be solved, before the opponent is asked."""
    rules = match.position.ruleset
    if isinstance(rules, TurnsRuleset) or rules.has_ending:
        from grundy.playing.opponent.searching import ready_rows  # it needs NumPy

        ready_rows(match)


# ---- solving


class _Solving:
    """The position being solved, in its part of the time; what comes a little later is not lost."""

    def __init__(self, match: Match, budget: Budget) -> None:
        self.seconds = None if budget.seconds is None else budget.seconds * SOLVING
        self.aside = begun_within(self.seconds, lambda: _exactly(match), match.memory)

    def soon(self) -> bool:
        """Wait a moment, and tell whether it is solved."""
        return self.aside.done_within(self.seconds and self.seconds / SOLVING * SOON)

    def choice(self) -> Choice | None:
        """Return a best move, None where it is not found in time."""
        return self.aside.result() if self.aside.done_within(self.seconds) else None

    def late(self) -> Choice | None:
        """Return a best move that has been found meanwhile."""
        return self.aside.result() if self.aside.done_within(0.0) else None


def _exactly(match: Match) -> Choice:
    """Return a best move of a position that can be solved; TooLarge where it cannot."""
    solution = match.solution()
    best = solution.best_move
    assert best is not None, "a position that is not over has a move"
    if match.position.ruleset.scoring:
        return Choice(best, verdict_of(match.lead + solution.value), Solved(solution.positions), solution.value)
    verdict = {Outcome.N: "win", Outcome.P: "loss", Outcome.T: "tie"}.get(solution.outcome, "draw")
    return Choice(best, verdict, Solved(solution.positions))


def hardest(match: Match, choice: Choice, seconds: float | None) -> Choice:
    """Return, of a position that is not won, the move that asks most of the other player; in a part of the time.

    Of a lost one see `hardness`; of a tie or a draw it is a move to which the fewest replies keep that, of the most.

    >>> from grundy.games import load
    >>> from grundy.rules.solution import convention
    >>> print(choose(Match(load("nim")(4, 5, 1), convention())))
    every move loses against perfect play; 1 reply to it wins
    """
    if match.position.ruleset.scoring:
        return choice
    lost = choice.verdict == "loss"
    found: list[tuple[tuple[int, int, int], Move]] = []

    def rank_of(move: Move) -> tuple[int, int, int] | None:
        after = match.solution_after(move)
        return hardness(after) if lost else _trap(match.after(move), after.outcome)

    def work() -> None:
        moves = islice(chain([choice.move], match.position.moves()), MOST)
        for move, rank in _looked(moves, rank_of):
            if rank is not None and (not found or rank < found[-1][0]):
                found.append((rank, move))

    within(None if seconds is None else seconds * HOLDING_OUT, work, match.memory)
    if not found:
        return choice
    (lasts, replies, _all), move = found[-1]
    if not lost:
        return replace(choice, move=move)
    solution = match.solution()
    longest = -lasts if -lasts == solution.remoteness else None
    ground = Solved(solution.positions, longest, replies if replies < REPLIES else None)
    return replace(choice, move=move, ground=ground)


def _looked(moves: Iterable[Move], look: Callable[[Move], T]) -> Iterator[tuple[Move, T | None]]:
    """Yield moves with what is seen of each, None where that is too large, while there is time."""
    for move in moves:
        found = None
        try:
            with suppressed():
                found = look(move)
        except OutOfTime:
            return
        yield move, found


def hardness(after: Solution) -> tuple[int, int, int]:
    """Return the rank of a move that loses, the least the hardest: it holds out long, and few of many replies to it win.

    ``after`` solves what follows. Where nobody knows how long play lasts the replies alone count, up to `REPLIES`.
    """
    lasts = 0 if after.remoteness is None else after.remoteness + 1
    replies = sum(1 for _move in islice(after.position.moves(), REPLIES))
    return -lasts, len(after.winning_moves(REPLIES)), -replies


def _trap(ahead: Match, outcome: Outcome) -> tuple[int, int, int] | None:
    """Return the rank of a move that keeps a tie or a draw, the least the hardest to answer; None where it keeps none."""
    if outcome not in (Outcome.T, Outcome.D):
        return None
    after = [ahead.solution_after(reply).outcome for reply in islice(ahead.position.moves(), REPLIES)]
    return 0, after.count(outcome), -len(after)


def solutions_after(match: Match, moves: Sequence[Move], seconds: float | None) -> list[Solution | None]:
    """Return the solutions of what moves lead to, None where one cannot be found, or not in the time for all."""
    found: list[Solution | None] = []

    def work() -> None:
        found.extend(after for _move, after in _looked(moves, match.solution_after))

    if seconds is None or seconds > 0:
        within(seconds, work, match.memory)
    known = found[: len(moves)]  # it may still be written to
    return known + [None] * (len(moves) - len(known))


# ---- levels of the opponent: how often it plays a best move, and which mistakes it may make else
# A mistake is known exactly, so it can be measured: in moves (how soon it loses), in Grundy values (how far from the
# 0 that is to be left to the other player) or in points.


LOOKED_AT = 300
"""So many moves are looked at, and replies to each."""
LOOKING, KNOWING = 0.2, 0.4
"""The parts of the time in which moves are looked at by the rules alone, and solved."""
GAMES = 2
"""Where nobody knows what moves are worth, so many games are played out for each level."""
BEGINNING = 3
"""The level at which one begins that adapts."""
PERFECT, ADAPTING = "perfect", "adapt"


class Level(NamedTuple):
    """How well a level plays.

    Attributes:
        best: the probability of a best move.
        sight: else, how many moves ahead it sees: 1, its own win; 2, also the other's answer that wins; and so on.
        amount: and by how much it misses at most: the Grundy value that it leaves, or the points that it loses.
    """

    best: float
    sight: int
    amount: float = inf


LEVELS = (
    Level(0.33, 0),
    Level(0.31, 1),
    Level(0.21, 2),
    Level(0.405, 4, 12),
    Level(0.56, 4, 8),
    Level(0.76, 6, 8),
    Level(0.86, 6, 6),
    Level(0.925, 8, 4),
)
"""Levels 1 to 8."""
WORDS = (*map(str, range(1, len(LEVELS) + 1)), PERFECT, ADAPTING)
"""What a level is called."""


def known_level(word: str) -> str:
    """Return the word of a level; GrundyError for another word.

    >>> known_level("3")
    '3'
    """
    if word not in WORDS:
        most = len(LEVELS)
        raise GrundyError("a level is a number from 1 to {most}, perfect or adapt, not {word!r}", most=most, word=word)
    return word


def choose_at(match: Match, level: str, budget: Budget = Budget(), chance: random.Random | None = None) -> Choice:
    """Return the move that the opponent makes at a level, one of `WORDS`, in a match that is not over.

    A level that is not perfect says nothing of how good its move is. GrundyError: no such level, or the rules are wrong.
    O(seconds).

    >>> from grundy.games import load
    >>> from grundy.rules.solution import convention
    >>> print(choose_at(Match(load("nim")(0, 7), convention()), "2"))
    level 2
    """
    if known_level(level) == PERFECT:
        return choose(match, budget)
    begun, chance = time.monotonic(), chance or random.Random()
    number = adapted(match, budget.seconds) if level == ADAPTING else int(level)
    wanted = LEVELS[number - 1]
    right = chance.random() < wanted.best
    moves = list(islice(match.position.moves(), LOOKED_AT))
    chance.shuffle(moves)
    winning = _seen(moves, budget, lambda move: _wins(match, move)) if wanted.sight else ()
    move = next(iter(winning), None)
    if move is None and not right:
        move = _amiss(match, moves, wanted, budget)
    if move is None:
        spent = time.monotonic() - begun
        left = budget._replace(seconds=budget.seconds and max(budget.seconds / 4, budget.seconds - spent))
        few = left._replace(games=GAMES * number, exact=False, seed=chance.getrandbits(20))
        move = choose(match, left if right else few).move
    return Choice(move, "", AtLevel(number))


def adapted(match: Match, seconds: float | None) -> int:
    """Return the level that suits the player who is not to move, by his moves in the match.

    It is one more for each move that kept what he had, where he had not lost yet, and two less for each mistake.
    """
    from grundy.playing.review import standings  # which also says what a mistake is

    person = 1 - match.mover
    sign, level = (1, -1)[person], BEGINNING
    found = standings(match, seconds and seconds * KNOWING)
    for number in range(person, len(match.turns) - 1, 2):
        before, after = found[number], found[number + 1]
        if before is not None and after is not None:
            level += -2 if sign * after < sign * before else sign * before >= 0
            level = max(1, min(len(LEVELS), level))
    return level


# ---- mistakes


def _amiss(match: Match, moves: list[Move], level: Level, budget: Budget) -> Move | None:
    """Return a move that misses by no more than a level may; None where what moves are worth is not known."""
    if level.sight > 1:
        lost = _seen(moves, budget, lambda move: _loses(match, move))
        moves = [move for move in moves if move not in lost] or moves
    after = solutions_after(match, moves, budget.seconds and budget.seconds * KNOWING)
    known = {move: then for move, then in zip(moves, after, strict=True) if then is not None}
    if not known:
        return None
    order = {move: _order(match, move, then) for move, then in known.items()}
    top = min(order.values())
    missed = [move for move in known if order[move] > top and _small(level, known[move], order[move] - top)]
    return next(iter(missed or (move for move in known if order[move] == top)))


def _seen(moves: list[Move], budget: Budget, see: Callable[[Move], bool]) -> list[Move]:
    """Return the moves of which something is seen, in a part of the time."""
    found: list[Move] = []
    within(budget.seconds and budget.seconds * LOOKING, lambda: found.extend(filter(see, moves)))
    return found


def _wins(match: Match, move: Move) -> bool:
    """Whether a move ends play, and wins."""
    ahead = match.after(move)
    return ahead.over and ahead.winner == match.mover


def _loses(match: Match, move: Move) -> bool:
    """Whether the other player can win at once after a move."""
    ahead = match.after(move)
    return not ahead.over and any(_wins(ahead, reply) for reply in islice(ahead.position.moves(), LOOKED_AT))


def _order(match: Match, move: Move, after: Solution) -> int:
    """Return what a move is worth, the least the best: points, or its verdict."""
    return int(after.value) - move.gain if after.position.ruleset.scoring else RANK[match.verdict(move, after)]


def _small(level: Level, after: Solution, missed: int) -> bool:
    """Whether a mistake, after which the position is solved, is one that a level may make."""
    if after.position.ruleset.scoring:
        return missed <= level.amount
    if after.remoteness is not None and after.remoteness < level.sight:
        return False
    return not isinstance(after.value, int) or after.value <= level.amount
