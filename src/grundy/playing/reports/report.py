"""A report for whoever makes a game: the faults of its rules, and for each size what the solved game is like to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.common.limits import keeping
from grundy.common.messages import N_, _
from grundy.playing.puzzles.making import SENT, solved
from grundy.playing.reports.dead_rules import Reached, reached
from grundy.playing.reports.faults import Fault, dead_lines, fault, faults, words_of
from grundy.playing.reports.measures import Measures, measured
from grundy.playing.reports.players import EVEN, GAMES, Course, Player, courses, matches
from grundy.playing.reports.sizes import Start, starts
from grundy.playing.reports.symmetries import Symmetries, symmetries
from grundy.rules.explanations import brief
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.solution import PartisanSolution, Solution
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.solving.play_graph import MOST, PlayGraph, play_graph
from grundy.values.outcome import Outcome

OPENINGS = 100
"""First moves that are compared."""
LOTS, LONGEST = 200, 300
"""Games by lot where not all positions can be looked at, and moves of each."""
FAIR = 0.05
"""A first move is fair under the pie rule if neither side gets so much more than half of the points."""
_RESULTS = {1: Outcome.N, 0: Outcome.T, -1: Outcome.P}


@dataclass(frozen=True)
class Opening:
    """A first move: its words, what it is worth to its player, how long the game then lasts, and points of even players.

    ``points`` are those of whoever makes it, between players that err in a fifth of their moves.
    """

    move: str
    worth: int
    remoteness: int | None
    points: float

    @property
    def fair(self) -> bool:
        """Whether it may be offered under the pie rule, where the other then chooses sides."""
        return abs(self.points - 0.5) <= FAIR


@dataclass(frozen=True)
class Estimate:
    """What games by lot are like, where not all positions were looked at.

    Attributes:
        games: how many there were.
        ended: how many of them ended.
        moves: the mean count of moves of a position.
        length: how many moves a game lasted.
        first: the points of whoever begins, of 1 a game.
    """

    games: int
    ended: int
    moves: float
    length: float
    first: float


@dataclass(frozen=True)
class SizeReport:
    """What a report says of one position where play begins.

    Attributes:
        label: what tells it from the others.
        position: where play begins.
        outcome: who wins; None where it is not known.
        value: the Grundy value, the canonical form or the score, as text; None where there is none or it is not known.
        remoteness: how many moves best play lasts; None where that is not known, or has no meaning.
        how: how who wins is known.
        measures: the counts of all positions; None where these are too many.
        openings: the first moves (of a partisan game Left's), the most even one first.
        erring, seeing: how players do that err, and those that see some moves ahead.
        symmetries: the symmetries of the board.
        estimate: what games by lot are like, where there are too many positions.
    """

    label: str
    position: Position
    outcome: Outcome | None
    value: str | None
    remoteness: int | None
    how: str
    measures: Measures | None = None
    openings: tuple[Opening, ...] = ()
    erring: tuple[Course, ...] = ()
    seeing: tuple[Course, ...] = ()
    symmetries: Symmetries | None = None
    estimate: Estimate | None = None

    @property
    def exact(self) -> bool:
        """Whether all positions were looked at."""
        return self.measures is not None

    def even(self) -> float | None:
        """Return the points of whoever begins, between players that err in a fifth of their moves."""
        return next((each.first for each in self.erring if each.player.errs == EVEN), None)


@dataclass(frozen=True)
class GameReport:
    """What a report says of one game: its faults, and its sizes in the order in which they were asked for."""

    name: str
    play: str
    faults: tuple[Fault, ...]
    sizes: tuple[SizeReport, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "game": self.name,
            "play": self.play,
            "faults": [{"kind": each.kind, "text": str(each), "sizes": list(each.sizes)} for each in self.faults],
            "sizes": [_plain(each) for each in self.sizes],
        }


def of_game(
    game: Ruleset | Position,
    size: str = "",
    vary: Mapping[str, Any] | None = None,
    *,
    play: str = "normal",
    seed: int = 0,
    most: int = MOST,
) -> GameReport:
    """Return the report of a game.

    GrundyError for a size or a parameter that it has not; RulesError where its rules are wrong, or fail in play.
    """
    convention(play, "draw")
    begun = starts(game, size, vary)
    rules = game.ruleset if isinstance(game, Position) else game
    found: list[tuple[SizeReport, list[Fault]]] = []
    lines = Reached({}, set())
    with limits.working(_("making the report")):
        for each in begun:
            told, wrong, more = _of_start(each, play, seed, most)
            found.append((told, wrong))
            lines = lines + more if more else lines
    by_size = [(told.label, wrong) for told, wrong in found]
    dead = [*dead_lines(lines.dead, lines.looked_at, lines.whole)]
    sizes_found = tuple(told for told, _wrong in found)
    return GameReport(rules.name, play, (*_gathered(by_size), *dead, *_same_move(sizes_found)), sizes_found)


def _of_start(start: Start, play: str, seed: int, most: int) -> tuple[SizeReport, list[Fault], Reached | None]:
    """Return what is said of one position, its faults, and which lines of the rules were reached."""
    try:
        graph = play_graph(start.position, misere=play == "misere", most=most)
    except OutOfTime:
        raise
    except TooLarge as problem:
        return (*_beyond(start, play, seed, problem), None)
    seen, alike = symmetries(graph)
    told = SizeReport(
        start.label,
        start.position,
        *_known(graph, play),
        how=_("all positions"),
        measures=measured(graph),
        openings=_openings(graph, alike, seed),
        symmetries=seen,
    )
    erring, seeing = courses(graph, seed)
    wrong = [*faults(graph)]
    if told.measures and told.measures.choices and told.measures.free == 1:
        wrong.append(fault("no choice", N_("no choice ever matters: every move keeps the result")))
    return replace(told, erring=erring, seeing=seeing), wrong, reached(graph)


def _known(graph: PlayGraph, play: str) -> tuple[Outcome, str | None, int | None]:
    """Return who wins, the value, and how long best play lasts, of a graph of all positions."""
    start = graph.starts[0]
    if len(graph.starts) > 1:
        signs = [int(graph.worth[place]) for place in graph.starts]
        outcome = Outcome.from_results(signs[0], -signs[1])
        solution = None if play == "misere" or graph.rules.has_ending or graph.loopy else _value(graph.position(start))
        lasts = None if graph.status is None or graph.loopy else int((graph.status[graph.starts] >> 2).max())
        return outcome, solution, lasts
    worth = int(graph.worth[start])
    if graph.status is None:
        return _RESULTS[(worth > 0) - (worth < 0)], str(worth), None
    value = None if graph.grundy is None else str(int(graph.grundy[start]))
    drawn = worth == 0 and int(graph.status[start]) & 3 == 0
    return Outcome.D if drawn else _RESULTS[worth], value, None if drawn else int(graph.status[start]) >> 2


def _value(position: Position) -> str | None:
    """Return the value of a partisan position, which is given with the player to move; None where it is too large."""
    rules, state = position.ruleset.within[0], position.state[0]
    with limits.suppressed(GrundyError), keeping(SENT):
        return brief(Position(rules, state).value())
    return None


def _openings(graph: PlayGraph, alike: list[list[int]], seed: int) -> tuple[Opening, ...]:
    """Return the first moves, the most even one first; those that are images of each other have their points together."""
    start = graph.starts[0]
    named = words_of(graph, start)
    games = max(GAMES // 10, min(2 * GAMES, 20 * GAMES // max(len(alike), 1)))
    even = (Player(errs=EVEN), Player(errs=EVEN))
    found: list[Opening] = []
    for places in alike[:OPENINGS]:
        gain = 0
        if graph.gains is not None:
            gain = int(graph.gains[graph.offsets[start] + graph.children(start).tolist().index(places[0])])
        (points,) = matches(graph, places, [even], games=games, seed=seed, gained=-gain)
        for place in filter(named.__contains__, places):
            status = 0 if graph.status is None else int(graph.status[place])
            remote = status >> 2 if status & 3 else None  # a draw lasts for ever
            found.append(Opening(named[place], gain - int(graph.worth[place]), remote, 1 - points))
    return tuple(sorted(found, key=lambda each: abs(each.points - 0.5)))


def _beyond(start: Start, play: str, seed: int, problem: TooLarge) -> tuple[SizeReport, list[Fault]]:
    """Return what is said of a position from which too many can be reached: who wins by another way, and games by lot."""
    solution = solved(start.position, play, SENT)
    estimate = _by_lot(start.position, play, seed)
    allowed = problem.said.data.get("allowed")
    how = _("more than {allowed:,} positions").format(allowed=allowed) if allowed else _("more than memory can hold")
    known: tuple[Any, ...] = (None, None, None, how)
    if solution is not None:
        known = solution.outcome, _worth(solution), solution.remoteness, solution.method
    wrong: list[Fault] = []
    if estimate.ended < estimate.games:
        sentence = N_("{n} of {games} random games did not end within {most} moves, so play may be endless")
        wrong = [fault("endless", sentence, n=estimate.games - estimate.ended, games=estimate.games, most=LONGEST)]
    outcome, value, remoteness, how = known
    return SizeReport(start.label, start.position, outcome, value, remoteness, how, estimate=estimate), wrong


def _worth(solution: Solution) -> str | None:
    if isinstance(solution, PartisanSolution) and solution.value is not None:
        return brief(solution.value)
    return None if solution.value is None else str(solution.value)


def _by_lot(position: Position, play: str, seed: int) -> Estimate:
    """Return what games are like in which every move is made by lot."""
    chance = Random(seed)
    rules, begins = position.ruleset, [position.state]
    if rules.partisan:
        rules, begins = TurnsRuleset(rules), [(position.state, LEFT), (position.state, RIGHT)]
    widths, ended, points = list[int](), 0, 0.0
    for game in range(LOTS):
        limits.check()
        state, gained, own = begins[game % len(begins)], 0, 1
        for _move in range(LONGEST):
            ending = rules.ended(state)
            options = [*rules.changes(state)] if ending is None else []
            if not options:
                stuck = 1 if play == "misere" else -1
                last = gained if rules.scoring else own * (stuck if ending is None else ending * -stuck)
                ended, points = ended + 1, points + (1 + (last > 0) - (last < 0)) / 2
                break
            widths.append(len(options))
            gain, state = options[int(chance.random() * len(options))]
            gained, own = gained + own * gain, -own
        else:
            points += 0.5
    return Estimate(LOTS, ended, sum(widths) / max(len(widths), 1), len(widths) / LOTS, points / LOTS)


def _gathered(found: Sequence[tuple[str, list[Fault]]]) -> Iterator[Fault]:
    """Iterate over the faults, those of one kind at several sizes together, told as at the first of these."""
    first: dict[tuple[str, str], tuple[Fault, list[str]]] = {}
    for label, wrong in found:
        for each in wrong:
            first.setdefault((each.kind, each.said.sentence), (each, []))[1].append(label)
    for each, labels in first.values():
        yield replace(each, sizes=() if len(labels) == len(found) else tuple(labels))


def _same_move(found: Sequence[SizeReport]) -> Iterator[Fault]:
    """Find a first move that wins at every size."""
    exact = [each for each in found if each.exact and not each.position.ruleset.partisan]
    if len(exact) < 2:
        return
    winning = [{each.move for each in size.openings if each.worth > 0} for size in exact]
    for move in sorted(set.intersection(*winning))[:1]:
        yield fault("first move", N_("the first move {move} wins at every size"), move=move)


def _plain(found: SizeReport) -> dict[str, Any]:
    return {
        "label": found.label,
        "position": str(found.position),
        "outcome": None if found.outcome is None else found.outcome.value,
        "value": found.value,
        "remoteness": found.remoteness,
        "exact": found.exact,
        "how": found.how,
        "measures": None if found.measures is None else asdict(found.measures),
        "openings": [{**asdict(each), "fair": each.fair} for each in found.openings],
        "players": {
            "erring": [{"errs": each.player.errs, **_course(each)} for each in found.erring],
            "seeing": [{"sees": each.player.sight, **_course(each)} for each in found.seeing],
        },
        "symmetries": found.symmetries and {**found.symmetries._asdict(), "images": [*found.symmetries.images]},
        "estimate": None if found.estimate is None else asdict(found.estimate),
    }


def _course(course: Course) -> dict[str, float]:
    return {"perfect": course.perfect, "first": course.first, "better": course.better}
