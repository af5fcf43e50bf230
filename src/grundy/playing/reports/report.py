"""A report for whoever makes a game: the faults of its rules, and for each size what the solved game is like to play."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice, OutOfTime, TooLarge
from grundy.common.limits import keeping
from grundy.common.messages import N_, _
from grundy.playing.puzzles.making import SENT, solved
from grundy.playing.reports.faults import Fault, Reached, dead_lines, fault, faults, reached, words_of
from grundy.playing.reports.sizes import Start, starts
from grundy.rules.explanations import brief
from grundy.rules.failures import require
from grundy.rules.functions import TurnsRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.selftest import ALONE, NEITHER, told_of
from grundy.rules.solution import PartisanSolution, Solution, convention
from grundy.solving.play_graph import MOST, Numbers, PlayGraph, play_graph
from grundy.solving.results import LOST, WON
from grundy.values.outcome import Outcome

# ---- games of players that are not perfect: who errs now and then, or sees some moves ahead
# Whoever looks d moves ahead knows which options are won or lost within d moves, and takes the others for equal: that is
# what a search of depth d without a judgement finds, and it is read off from the remoteness. Chance is a hash of the game's
# number, the move and the seed, so that the same question has the same answer on all machines.

GAMES = 2_000
"""Games of each match: what is measured is wrong by one in a hundred, rarely by three."""
UNDECIDED = 200
"""A game that lasts longer is counted as undecided."""
ERRORS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
SIGHTS = (1, 2, 3, 4, 6, 8, 12, 16)
FAR = 1 << 29
"""The sight of whoever sees all."""
EVEN = 0.2
"""Openings are compared between players that err so often."""


class Player(NamedTuple):
    """How well somebody plays: how many moves ahead is seen, and how often a move is made by lot."""

    sight: int = FAR
    errs: float = 0.0


class Course(NamedTuple):
    """How somebody does.

    Attributes:
        player: who plays.
        perfect: the points against perfect play, of 1 a game and half of one for a tie, beginning in every other game.
        first: the points of whoever begins, between two of them.
        better: the points against who errs half as often, or sees one move further.
    """

    player: Player
    perfect: float
    first: float
    better: float


def courses(graph: PlayGraph, seed: int = 0) -> tuple[tuple[Course, ...], tuple[Course, ...]]:
    """Return how players do that err more and more, and those that see more and more moves ahead.

    The second are none in a game for points, where nothing is won within some moves.
    """
    erring = [Player(errs=each) for each in ERRORS]
    furthest = 0 if graph.status is None else int((graph.status >> 2).max())
    seeing = [Player(sight) for sight in SIGHTS if sight < furthest] if graph.status is not None else []
    better = {each: each._replace(errs=each.errs / 2) for each in erring} | {
        each: each._replace(sight=each.sight + 1) for each in seeing
    }
    pairs = [
        pair
        for each in (*erring, *seeing)
        for pair in ((each, Player()), (Player(), each), (each, each), (each, better[each]), (better[each], each))
    ]
    points = matches(graph, graph.starts, pairs, seed=seed)
    found = [
        Course(each, (a + 1 - b) / 2, even, (c + 1 - d) / 2)
        for each, (a, b, even, c, d) in zip((*erring, *seeing), np.reshape(points, (-1, 5)).tolist(), strict=True)
    ]
    return tuple(found[: len(erring)]), tuple(found[len(erring) :])


def matches(
    graph: PlayGraph,
    starts: Sequence[int],
    pairs: Sequence[tuple[Player, Player]],
    *,
    games: int = GAMES,
    seed: int = 0,
    gained: int = 0,
) -> list[float]:
    """Return the points of whoever begins, of 1 a game, in the matches of pairs of players.

    Games begin at the starts in turn; whoever begins has ``gained`` so much already, in a game for points.
    """
    sight = np.repeat(np.array([[p.sight for p in pair] for pair in pairs], np.int64).reshape(-1, 2), games, axis=0)
    errs = np.repeat(np.array([[p.errs for p in pair] for pair in pairs]).reshape(-1, 2), games, axis=0)
    begun = np.resize(np.asarray(starts, np.int64), games)
    results = played(graph, np.tile(begun, len(pairs)), sight, errs, seed, gained)
    return results.reshape(len(pairs), games).mean(axis=1).tolist()


def played(graph: PlayGraph, begun: Numbers, sight: Numbers, errs: Numbers, seed: int, before: int = 0) -> Numbers:
    """Return what who begins gets of each game: 1, 1/2 or 0. All games go on together, move by move."""
    points = np.full(len(begun), 0.5)
    gained = np.full(len(begun), before, np.int64)
    active, at = np.arange(len(begun)), begun.copy()
    for turn in range(UNDECIDED + 1):
        widths = graph.offsets[at + 1] - graph.offsets[at]
        over = widths == 0
        own = 1 - 2 * (turn & 1)
        if over.any():
            last = own * graph.worth[at[over]].astype(np.int64) + gained[active[over]]
            points[active[over]] = (1 + np.sign(last)) / 2
            active, at, widths = active[~over], at[~over], widths[~over]
        if not len(active) or turn == UNDECIDED:
            return points
        blind = _chance(active, turn, 0xFFFF, seed) < errs[active, turn & 1]
        chosen = chosen_edges(graph, active, at, widths, np.where(blind, 0, sight[active, turn & 1]), turn, seed)
        if graph.gains is not None:
            gained[active] += own * graph.gains[chosen]
        at = graph.edges[chosen].astype(np.int64)
    return points


def chosen_edges(
    graph: PlayGraph, active: Numbers, at: Numbers, widths: Numbers, sight: Numbers, turn: int, seed: int
) -> Numbers:
    """Return the edge that is taken in each game: one of the best that are seen, by lot."""
    first = np.cumsum(widths) - widths
    row = np.repeat(np.arange(len(at)), widths)
    rank = np.arange(len(row)) - first[row]
    edge = graph.offsets[at][row] + rank
    worth = _seen(graph, edge, sight[row]) + _chance(active[row], turn, rank, seed)
    best = np.flatnonzero(worth == np.maximum.reduceat(worth, first)[row])
    taken = np.empty(len(at), np.int64)
    taken[row[best][::-1]] = edge[best][::-1]
    return taken


def _seen(graph: PlayGraph, edge: Numbers, sight: Numbers) -> Numbers:
    """Return what the options at some edges are to one who sees so far: won soon before later, lost late before soon."""
    child = graph.edges[edge]
    if graph.status is None:
        assert graph.gains is not None
        return np.where(sight > 0, graph.gains[edge] - graph.worth[child], 0)
    result, remote = graph.status[child] & 3, (graph.status[child] >> 2).astype(np.int64)
    worth = np.where(result == LOST, FAR - remote, np.where(result == WON, remote - FAR, 0))
    return np.where(remote < sight, worth, 0)


def _chance(game: Numbers, turn: int, rank: Numbers | int, seed: int) -> Numbers:
    """Return numbers from 0 to 1, hashed as by G. Steele, D. Lea and C. Flood (SplitMix, 2014)."""
    with np.errstate(over="ignore"):
        word = (game.astype(np.uint64) << np.uint64(32)) + np.asarray(rank).astype(np.uint64)
        word = word + np.uint64(turn << 16) + np.uint64(seed % (1 << 31)) * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            word = (word ^ (word >> np.uint64(shift))) * np.uint64(factor)
        return (word ^ (word >> np.uint64(31))) / 2.0**64


# ----


# ---- symmetries

SAMPLED = 40
"""Positions at which the moves are compared."""
Rows = list[str]


def _across(rows: Rows) -> Rows:
    return [row[::-1] for row in rows]


def _down(rows: Rows) -> Rows:
    return rows[::-1]


def _turned(rows: Rows) -> Rows:
    return ["".join(column) for column in zip(*rows, strict=True)]


IMAGES: dict[str, Callable[[Rows], Rows]] = {
    N_("left and right"): _across,
    N_("up and down"): _down,
    N_("half a turn"): lambda rows: _down(_across(rows)),
    N_("the diagonal"): _turned,
    N_("the other diagonal"): lambda rows: _down(_across(_turned(rows))),
    N_("a quarter turn"): lambda rows: _across(_turned(rows)),
}


class Symmetries(NamedTuple):
    """The images under which the moves are the same at all positions that were looked at, and how many first moves differ.

    ``declared``: the rules say themselves which positions are the same, and one of these stands for all of them.
    """

    images: tuple[str, ...]
    openings: int
    declared: bool = False


def symmetries(graph: PlayGraph) -> tuple[Symmetries, list[list[int]]]:
    """Return the symmetries of a game's board, and the places after the first moves, those together that are images.

    O(1): 40 positions are looked at.

    >>> import grundy as gr
    >>> from grundy.solving.play_graph import play_graph
    >>> seen, classes = symmetries(play_graph(gr.tic_tac_toe.start()))
    >>> len(seen.images), [len(each) for each in classes]
    (6, [4, 4, 1])
    """
    start = graph.starts[0]
    openings = graph.children(start).tolist()
    places = np.unique(np.linspace(0, len(graph) - 1, SAMPLED).astype(np.int64)).tolist()
    found = {name: image for name, image in IMAGES.items() if _keeps(graph, image, [start, *places])}
    classes = dict.fromkeys(tuple(sorted(_orbit(graph, place, found.values()))) for place in openings)
    return Symmetries(tuple(found), len(classes), graph.rules.folds), [*map(list, classes)]


def _orbit(graph: PlayGraph, place: int, images: Any) -> set[int]:
    """Return the images of a position, and theirs."""
    found, line = {place}, [place]
    for each in line:
        new = {_image(graph, image, each) for image in images} - found
        found |= new
        line += new
    return found


def _keeps(graph: PlayGraph, image: Callable[[Rows], Rows], places: list[int]) -> bool:
    """Whether the children of the images of some positions are the images of their children."""
    try:
        if _image(graph, image, places[0]) != places[0]:
            return False
        for place in places:
            children = {_image(graph, image, child) for child in graph.children(place).tolist()}
            if children != {*graph.children(_image(graph, image, place)).tolist()}:
                return False
    except (GrundyError, KeyError, ValueError):  # it is no board, or its image is no position that is reached
        return False
    return True


def _image(graph: PlayGraph, image: Callable[[Rows], Rows], place: int) -> int:
    """Return the image of a position; GrundyError, KeyError or ValueError where it has none."""
    position = graph.position(place)
    rules, state, mover = position.ruleset, position.state, position.ruleset.mover(position.state)
    if mover is not None:
        rules, state = rules.within[0], state[0]
    text = rules.show(state)
    sign = "/" if "/" in text else "|"
    rows = text.split(sign)
    if len({*map(len, rows)}) != 1 or not re.fullmatch(r"[^\s,]+", rows[0]) or len(rows) * len(rows[0]) < 2:
        raise ValueError(text)
    made: Position = rules(sign.join(image(rows)))
    return graph.place(made.state if mover is None else (made.state, mover))


# ---- what is counted of a solved graph of play


@dataclass(frozen=True)
class Measures:
    """Counts of all positions that can be reached.

    Attributes:
        positions: how many there are.
        endings: those in which play is over.
        moves: the mean count of moves, of positions in which play goes on.
        most_moves: the greatest count of moves.
        decisive: the share of positions in which play goes on that are won or lost.
        choices: positions with a choice, of two moves or more.
        only: the share of these in which one move alone keeps the result.
        free: the share of these in which every move keeps it.
        longest: the greatest remoteness; None in a game for points.
    """

    positions: int
    endings: int
    moves: float
    most_moves: int
    decisive: float
    choices: int
    only: float
    free: float
    longest: int | None


def measured(graph: PlayGraph) -> Measures:
    """Return the counts of a graph. O(positions + moves).

    >>> import grundy as gr
    >>> from grundy.solving.play_graph import play_graph
    >>> found = measured(play_graph(gr.tic_tac_toe.start()))
    >>> found.positions, found.endings, round(found.moves, 2), found.longest
    (5478, 958, 3.58, 9)
    """
    widths = graph.widths
    goes_on, choice = widths > 0, widths > 1
    playing, choices = int(np.count_nonzero(goes_on)), int(np.count_nonzero(choice))
    good = good_moves(graph)
    return Measures(
        positions=len(graph),
        endings=len(graph) - playing,
        moves=len(graph.edges) / max(playing, 1),
        most_moves=int(widths.max(initial=0)),
        decisive=_share(np.count_nonzero(graph.worth[goes_on]), playing),
        choices=choices,
        only=_share(np.count_nonzero(good[choice] == 1), choices),
        free=_share(np.count_nonzero(good[choice] == widths[choice]), choices),
        longest=None if graph.status is None else int((graph.status >> 2).max()),
    )


def good_moves(graph: PlayGraph) -> Numbers:
    """Return how many moves of each position keep its result, or its score. O(positions + moves)."""
    got = -graph.worth[graph.edges]
    if graph.gains is not None:
        got = got + graph.gains
    kept = np.concatenate(([0], np.cumsum(got == np.repeat(graph.worth, graph.widths), dtype=np.int64)))
    return kept[graph.offsets[1:]] - kept[graph.offsets[:-1]]


def _share(part: Any, whole: int) -> float:
    return int(part) / whole if whole else 0.0


# ---- the report


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
    require((Ruleset, Position), N_("{rules} is neither a game nor a position, so it has no report"), game)
    begun = starts(game, size, vary)
    rules = game.ruleset if isinstance(game, Position) else game
    found: list[tuple[SizeReport, list[Fault]]] = []
    lines = Reached({}, set())
    with limits.working(_("making the report")), warnings.catch_warnings():
        for said in map(_, (NEITHER, ALONE)):  # the report itself tells how often it is so
            warnings.filterwarnings("ignore", ".*".join(map(re.escape, re.split(r"\{\w+\}", said))), Notice)
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
        return (*_beyond(start, play, seed, most, problem), None)
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


def _beyond(start: Start, play: str, seed: int, most: int, problem: TooLarge) -> tuple[SizeReport, list[Fault]]:
    """Return what is said of a position from which too many can be reached: who wins by another way, and games by lot."""
    solution = solved(start.position, play, replace(SENT, positions=max(most // 2, SENT.positions or 0)))
    estimate = _by_lot(start.position, play, seed)
    allowed = problem.said.data.get("allowed")
    how = _("more than {allowed:,} positions").format(allowed=allowed) if allowed else _("more than memory can hold")
    known: tuple[Any, ...] = (None, None, None, how)
    if solution is not None:
        known = solution.outcome, _worth(solution), solution.remoteness, solution.method
    wrong = [Fault("stall", said) for said in told_of(start.position.ruleset) if said.sentence == NEITHER]
    if estimate.ended < estimate.games:
        sentence = N_("{n} of {games} random games did not end within {most} moves, so play may be endless")
        wrong += [fault("endless", sentence, n=estimate.games - estimate.ended, games=estimate.games, most=LONGEST)]
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
