"""The faults of a report: what is wrong with the rules, and which lines of them no position reaches in any play."""

from __future__ import annotations

import contextlib
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from grundy.common.errors import PositionError, Sentence
from grundy.common.messages import N_
from grundy.language import ir
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run
from grundy.playing.reports.sizes import shows_numbers
from grundy.rules.data import routine
from grundy.rules.functions import FunctionRuleset
from grundy.rules.on_boards import SidedRuleset
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.solving.play_graph import PlayGraph
from grundy.solving.results import DRAW, WON

# ---- faults of a game's rules, found in its solved graph of play: what no player would want, whatever the values are

SAMPLED = 200
"""Positions whose words are looked at."""
GOALS = 2_000
"""Positions that have ended in which it is asked whether both have reached the goal."""
CERTAIN = 1 << 20
"""Positions up to which it is looked whether nothing matters any more after a first move."""


@dataclass(frozen=True)
class Fault:
    """A fault of the rules: its kind in a word, a sentence, and the sizes of the board that have it, none for all."""

    kind: str
    said: Sentence
    sizes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.said)


def fault(kind: str, sentence: str, **data: Any) -> Fault:
    """Return a fault with its sentence, in English with named fields."""
    return Fault(kind, Sentence(sentence, **data))


def faults(graph: PlayGraph) -> Iterator[Fault]:
    """Iterate over the faults of a game that its positions show. O(positions + moves).

    >>> import grundy as gr
    >>> @gr.game
    ... def snail(n: int):
    ...     if n > 1:
    ...         yield n - 2
    ...         yield n
    >>> from grundy.solving.play_graph import play_graph
    >>> print(*faults(play_graph(snail(4))), sep="; ")
    play can go on for ever, and with best play it does from 1 of the positions, such as snail(4)
    """
    for found in (_unmoving, _stalls, _goals, _cycles, _openings, _words):
        yield from found(graph)


def _unmoving(graph: PlayGraph) -> Iterator[Fault]:
    """Find players who never move."""
    moving = graph.widths > 0
    if not moving[graph.starts].any():
        yield fault("never moves", N_("no move is possible at the start, {position}"), position=_at(graph, 0))
    elif len(graph.starts) > 1:
        movers = {graph.rules.mover(graph.state(place)) for place in _spread(np.flatnonzero(moving), len(graph))}
        for player, name in ((LEFT, N_("Left")), (RIGHT, N_("Right"))):
            if player not in movers:
                yield fault("never moves", N_("{player} never has a move"), player=Sentence(name))
    elif not moving[graph.children(graph.starts[0])].any():
        yield fault("never moves", N_("every first move ends the game, so the second player never moves"))


def _stalls(graph: PlayGraph) -> Iterator[Fault]:
    """Find positions in which nobody can move, and no ending says who has won."""
    if graph.rules.has_ending:
        stuck = np.flatnonzero((graph.widths == 0) & (graph.ends == 0))
        if len(stuck):
            sentence = N_(
                "there is no move and no ending in {n:,} of the positions, such as {position}: the player to move loses"
            )
            yield fault("stall", sentence, n=len(stuck), position=_at(graph, int(stuck[0])))


def _goals(graph: PlayGraph) -> Iterator[Fault]:
    """Find a position in which both players have reached the goal: whoever is to move, he has lost, or has won."""
    rules = graph.rules
    if not isinstance(rules, SidedRuleset) or not rules.has_ending:
        return
    for place in _spread(np.flatnonzero(graph.ends), GOALS):
        state = graph.state(place)
        ending = rules.ended(state)
        if ending and rules.ended((*state[:-1], 1 - state[-1])) == ending:
            wins = N_(
                "both players have reached the goal at {position}, and the player who moved last wins: "
                "is that intended?"
            )
            loses = N_(
                "both players have reached the goal at {position}, and the player who moved last "
                "loses: is that intended?"
            )
            yield fault("both", wins if ending < 0 else loses, position=_at(graph, place))
            return


def _cycles(graph: PlayGraph) -> Iterator[Fault]:
    """Find play that goes round."""
    if graph.loopy and graph.status is not None:
        drawn = np.flatnonzero(graph.status & 3 == DRAW)
        if len(drawn):
            sentence = N_(
                "play can go on for ever, and with best play it does from {n:,} of the positions, such as {position}"
            )
            yield fault("cycle", sentence, n=len(drawn), position=_at(graph, int(drawn[0])))
        else:
            yield fault("cycle", N_("play can go on for ever, but best play always ends"))


def _openings(graph: PlayGraph) -> Iterator[Fault]:
    """Find first moves that decide all."""
    start = graph.starts[0]
    first = graph.children(start)
    if graph.gains is not None or len(first) < 2 or len(graph.starts) > 1:
        return
    results = {*graph.worth[first].tolist()}
    if results == {-1}:
        yield fault("first move", N_("every first move wins"))
    elif results == {1}:
        yield fault("first move", N_("every first move loses"))
    if graph.status is not None and graph.status[start] == 1 << 2 | WON:
        yield fault("first move", N_("the first player can win with the first move"))
    elif len(graph) <= CERTAIN:
        sure = next((place for place in first[graph.worth[first] == -1].tolist() if _is_certain(graph, place)), None)
        if sure is not None:
            sentence = N_("after the first move {move} the first player wins, whatever both do")
            yield fault("first move", sentence, move=words_of(graph, start).get(sure, ""))


def _is_certain(graph: PlayGraph, place: int) -> bool:
    """Whether every play from a position, however bad, ends with the loss of the player to move there. O(positions)."""
    seen = np.zeros((2, len(graph)), np.bool_)
    layer, turn = np.array([place]), 0
    while len(layer):
        seen[turn, layer] = True
        widths = graph.widths[layer]
        if (graph.worth[layer[widths == 0]] != (1 if turn else -1)).any():
            return False
        ramp = np.arange(int(widths.sum())) - np.repeat(np.cumsum(widths) - widths, widths)
        after = np.unique(graph.edges[np.repeat(graph.offsets[layer], widths) + ramp])
        turn ^= 1
        layer = after[~seen[turn, after]]
    return not graph.loopy


def _words(graph: PlayGraph) -> Iterator[Fault]:
    """Find positions that no sentence names, and moves without words of their own."""
    rules = graph.rules if len(graph.starts) == 1 else graph.rules.within[0]
    if shows_numbers(rules):
        sentence = N_("positions are shown as numbers, such as {position}: declare @{name}.shown and @{name}.setup")
        yield fault("no words", sentence, position=_at(graph, 0), name=rules.name.replace("-", "_"))
    seen: dict[str, Any] = {}
    met: set[str] = set()
    for place in _spread(np.arange(len(graph)), SAMPLED):
        position = graph.position(place)
        for each in (*_shown(position, seen), *_called(position)):
            if each.said.sentence not in met:  # one example is enough
                met.add(each.said.sentence)
                yield each


def _shown(position: Position, seen: dict[str, Any]) -> Iterator[Fault]:
    """Find what is wrong with the text of a position, given those of others."""
    rules, state = position.ruleset, position.state
    if "show" not in rules.hooks:
        return  # it is shown as its arguments, which make it again
    text: Any = rules.show(state)  # a file may declare anything
    if not isinstance(text, str) or not text.strip() or "\n" in text:
        yield fault(
            "no words",
            N_("a position's text must be one line, but that of {state} is {text!r}"),
            state=str(state),
            text=text,
        )
    elif seen.setdefault(text, state) != state:
        yield fault("no words", N_("two positions are both shown as {text}"), text=text)
    else:
        try:
            if rules.canonical(rules(text).state) != rules.canonical(state):
                yield fault("no words", N_("{text} is not read back as the position it shows"), text=text)
        except PositionError as problem:
            sentence = N_("{text} is shown, but cannot be read back: {problem}")
            yield fault("no words", sentence, text=text, problem=problem)


def _called(position: Position) -> Iterator[Fault]:
    """Find moves that have no words, or those of another one."""
    rules, state = position.ruleset, position.state
    options = dict.fromkeys(after.state for after in position.options()) if not rules.scoring else {}
    called: dict[str, Any] = {}
    for option in options:
        text: Any = rules.notation(state, option)
        if not isinstance(text, str) or not text.strip():
            yield fault("unnamed move", N_("a move of {position} has no words"), position=str(position))
        elif called.setdefault(text, option) != option and not rules.alike(called[text], option):
            sentence = N_("two moves of {position} are both called {text}")
            yield fault("unnamed move", sentence, position=str(position), text=text)


def words_of(graph: PlayGraph, place: int) -> dict[int, str]:
    """Return the words of the moves of a position, by the places after them; of moves to one place the first's."""
    found: dict[int, str] = {}
    for move in graph.position(place).moves():
        found.setdefault(graph.place(move.after.state), move.text)
    return found


def _at(graph: PlayGraph, place: int) -> str:
    return str(graph.position(place))


def _spread(places: Any, most: int) -> list[int]:
    """Return at most so many of some places, spread evenly."""
    chosen = np.unique(np.linspace(0, len(places) - 1, most).astype(np.int64)) if len(places) else places
    return places[chosen].tolist()


def dead_lines(dead: dict[int, str], looked_at: int, whole: bool) -> Iterator[Fault]:
    """Iterate over the faults that lines are which no position reaches."""
    for line, text in dead.items():
        if whole:
            yield fault("dead rule", N_("line {line} is never reached: {text}"), line=line, text=text)
        else:
            sentence = N_("line {line} is reached in none of {looked_at:,} positions: {text}")
            yield fault("dead rule", sentence, line=line, text=text, looked_at=looked_at)


# ----


LOOKED_AT = 20_000
"""Positions that are looked at as long as a line is left that none has reached."""
STEPS = 3_000_000
"""Steps of all of them together."""
GOLDEN = (5**0.5 - 1) / 2
MOST = 500
"""Options of one position that are made."""

Line = tuple[str, int, bool]
"""A file, a line, and whether something is yielded or returned there: ``if full: return TIE`` is two of them."""


class Reached(NamedTuple):
    """The lines of some rules, which of them positions reached, and in how many positions they were looked for.

    ``whole``: these are all positions; ``reason``: why no lines are known.
    """

    lines: dict[Line, str]
    reached: set[Line]
    looked_at: int = 0
    whole: bool = True
    reason: str = ""

    def __add__(self, other: object) -> Reached:
        """Return what is known from two sizes of a game: a line is dead where it is dead in both."""
        assert isinstance(other, Reached)
        return Reached(
            self.lines | other.lines,
            self.reached | other.reached,
            self.looked_at + other.looked_at,
            self.whole and other.whole,
            self.reason or other.reason,
        )

    @property
    def dead(self) -> dict[int, str]:
        """The lines that nothing reaches, with their text: of a block the first."""
        found: dict[int, str] = {}
        before = 0
        for key, text in sorted(self.lines.items()):
            if key not in self.reached:
                if key[1] > before + 1:
                    found[key[1]] = text
                before = key[1]
        return found


def reached(graph: PlayGraph) -> Reached:
    """Return which lines of the rules the positions of a graph reach. O(positions looked at)."""
    rules = getattr(graph.rules, "rules", graph.rules) if graph.rules.mover(graph.state(0)) else graph.rules
    try:
        runs = list(_runs(rules))
    except Unreadable as problem:
        return Reached({}, set(), reason=str(problem))
    found = Reached({line: text for run in runs for line, text in run.lines.items()}, set())
    places = np.unique(np.linspace(0, len(graph) - 1, LOOKED_AT).astype(np.int64))
    left, looked_at = STEPS, 0
    for place in places[np.argsort(np.arange(len(places)) * GOLDEN % 1)].tolist():  # early and late ones in turn
        if left < 0 or found.lines.keys() <= found.reached:
            break
        state = graph.state(place)
        mover = graph.rules.mover(state)
        for run in runs:
            if run.player == mover and (run.is_ending or not graph.ends[place]):
                left -= run.look(rules, state if mover is None else state[0], found.reached)
        looked_at += 1
    return found._replace(looked_at=looked_at, whole=looked_at == len(graph))


def _runs(rules: Ruleset) -> Iterator[_Noted]:
    """Iterate over what runs the functions of some rules; Unreadable where one cannot be read."""
    if isinstance(rules, PartisanRuleset):
        for player in (LEFT, RIGHT):
            side = rules.side(player)
            yield _Noted(side, side.function, player)
    elif isinstance(rules, FunctionRuleset):
        yield _Noted(rules, rules.function)
    else:
        raise Unreadable("{name} is not a single function", name=rules.name)
    if "ending" in rules.hooks:
        yield from (
            _Noted(rules, rules.hooks["ending"], player, True)
            for player in ((LEFT, RIGHT) if rules.partisan else (None,))
        )


class _Noted(Run):
    """A run of one function of a ruleset that notes which of its statements are reached."""

    def __init__(
        self, rules: FunctionRuleset, function: Callable[..., Any], player: int | None = None, is_ending: bool = False
    ) -> None:
        made = routine(rules, function, scoring=rules.scoring and not is_ending)
        super().__init__(made, spend=self._count)
        given = {**(function.__kwdefaults__ or {}), **rules.params}
        self.given = [given[name] for name in made.keywords]
        self.player, self.is_ending = player, is_ending
        self.spent = 0
        self.names: dict[int, Line] = {}
        self.lines: dict[Line, str] = {}
        self.reached: set[Line] = set()
        for each in made.functions:
            if each.file == made.main.file:  # helpers of grundy's own serve many games
                for statement in ir.statements(each.body):
                    self._name(each.file, statement)

    def _name(self, file: str, statement: ir.Stmt) -> None:
        if statement.line:
            line = self.names[id(statement)] = file, statement.line, isinstance(statement, ir.Yield | ir.Return)
            self.lines[line] = linecache.getline(file, statement.line).strip()

    def _count(self, steps: int) -> None:
        self.spent += steps

    def _block(self, body: ir.Body, slots: list[Any], give: Any) -> int:
        for statement in body:
            if (line := self.names.get(id(statement))) is not None:
                self.reached.add(line)
            if left := super()._block((statement,), slots, give):
                return left
        return 0

    def look(self, rules: Ruleset, state: Any, reached: set[Line]) -> int:
        """Add what is reached at a state; return how many steps that took."""
        self.spent = 0
        arguments = rules.arguments(state)
        whole = tuple(state) if isinstance(state, tuple) else arguments
        args = [*([whole] if self.routine.is_tuple else arguments), *self.given]
        with contextlib.suppress(Failed, Beyond):
            self.returned(args) if self.is_ending else self.yields(args, MOST)
        reached |= self.reached
        return self.spent + 1
