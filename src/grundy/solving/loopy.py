"""Sums of impartial games of which some can be played for ever, by Smith's values of the parts.

C. A. B. Smith, Graphs and composite games (1966); *Winning Ways* ch. 12. Only the graphs of the parts are made, never
that of the sum. A winning move leaves 0, the one chosen nears the end: in the sum of the nimbers of the parts, else in the
order in which positions of one nimber were found. So play ends (A. S. Fraenkel, Y. Yesha, The generalized Sprague-Grundy
function and its invariance under certain mappings, *J. Combin. Theory* A 43, 1986, 165-177).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import Any

from grundy.common import limits
from grundy.common.evidence import ByLoopyParts
from grundy.kernels.differences import smith_labels
from grundy.rules.algebra import NegativeRuleset, ValueRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.solving.components import LoopyPart
from grundy.solving.engine import worth
from grundy.solving.play_graph import PlayGraph, play_graph
from grundy.solving.results import LOST, Options, Question
from grundy.solving.search import retrograde
from grundy.solving.values import refuse_without_value
from grundy.values.loopy.graphs import MOST_NODES, explored
from grundy.values.loopy.stoppers import LoopyNimber, of_graph, of_options, values_of
from grundy.values.outcome import Outcome
from grundy.values.short import Value, nimber

FEW = 20_000
"""Positions of a sum up to which all are searched, which also tells how long play lasts."""


class Labels:
    """The positions that can be reached from one, with their values."""

    def __init__(self, graph: PlayGraph) -> None:
        self.graph = graph
        self.labels, self.when = smith_labels(graph.offsets, graph.edges)

    def __len__(self) -> int:
        return len(self.graph)

    def value(self, state: Any) -> LoopyNimber:
        """Return the value of a state; KeyError for one that is not among them."""
        place = self.graph.place(state)
        return self._at(place) if self.labels[place] >= 0 else of_options(map(self._at, self.graph.children(place)))

    def _at(self, place: int) -> LoopyNimber:
        label = int(self.labels[place])
        return LoopyNimber(label) if label >= 0 else of_options(())

    def rank(self, state: Any) -> int:
        """Return when a state got its label, from 1; 0 of one that has none."""
        return int(self.when[self.graph.place(state)])


LABELS = Field[list[Labels]]("labels", list)
VALUES = Field[dict[Any, Any]]("values of partisan positions that may be played for ever", dict)


def labels_of(rules: Ruleset, state: Any) -> Labels:
    """Return labels that hold a state; those found last are kept with the ruleset. TooLarge for millions of positions."""
    kept = rules.memory[LABELS]
    for labels in kept:
        try:
            labels.value(state)
        except KeyError:
            continue
        return labels
    kept[:] = [Labels(play_graph(Position(rules, state)))]
    return kept[0]


def value_of(rules: Ruleset, state: Any) -> LoopyNimber:
    """Return the value of an impartial position, of a sum too, in normal play."""
    total = LoopyNimber(0)
    for part, own in rules.components(state):
        total += _of_part(part, own)
    return total


def value(position: Position, most: int = MOST_NODES) -> Any:
    """Return the value of a position that can be played for ever, in normal play: of partisan rules a stopper, or S & T.

    GrundyError where no stoppers are found that are its sides, TooLarge beyond ``most`` positions of a part.
    """
    rules, state = position.ruleset, position.state
    if not rules.partisan:
        found = value_of(rules, state)
        return found if found.nimber is None else nimber(found.nimber)
    if isinstance(rules, NegativeRuleset):
        return -value(Position(rules.rules, state), most)
    total: Any = Value(0)
    for part, own in rules.components(state):
        total = total + _partisan(part, own, most)
    return total


def _partisan(rules: Ruleset, state: Any, most: int) -> Any:
    """Return the value of a part of a sum; an impartial one gives both players its moves."""
    if isinstance(rules, ValueRuleset):
        return state
    if isinstance(rules, NegativeRuleset):
        return -_partisan(rules.rules, state, most)
    refuse_without_value(rules)

    def options(own: Any, side: int) -> Iterable[Any]:
        player = (LEFT, RIGHT)[side]
        return rules.options_of(own, player) if rules.partisan else rules.options(own)

    known = rules.memory[VALUES]
    return sum((_remembered(known, part, options, most) for part in rules.split(state)), Value(0))


def _remembered(known: dict[Any, Any], state: Any, options: Callable[[Any, int], Iterable[Any]], most: int) -> Any:
    """Return the value of a state; those of all that it leads to are remembered, unless they are many."""
    if state not in known and (found := _nimber(state, options)) is not None:
        known[state] = nimber(found)
    if state not in known:
        graph, states = explored([state], options, most)
        if len(graph) <= FEW:
            known.update((states[node], found) for node, found in values_of(graph).items())
        if state not in known:
            return of_graph(graph)
    return known[state]


def _nimber(state: Any, options: Callable[[Any, int], Iterable[Any]]) -> int | None:
    """Return n where whoever moves second wins G + *n, in finite time: then G is worth *n. None where that is not soon seen.

    In any sum G may then take the place of *n: who replies to each move within G - *n has the last move there, so that a
    strategy for the one sum becomes one for the other (*Winning Ways* ch. 11, "swivel chair"). O(n · positions · options).
    """
    most = min(len({*options(state, side)}) for side in (0, 1))
    places = {(state, most, side): side for side in (0, 1)}
    children: list[list[int]] = []
    for own, heap, side in (waiting := [*places]):
        limits.check()
        reached = [(to, heap, 1 - side) for to in options(own, side)] + [(own, k, 1 - side) for k in range(heap)]
        waiting += [each for each in dict.fromkeys(reached) if each not in places]
        children.append([places.setdefault(each, len(places)) for each in reached])
        if len(places) > FEW:
            return None
    found, _remote = retrograde(children)
    heaps = range(most + 1)
    return next((n for n in heaps if all(found[places[state, n, side]] == LOST for side in (0, 1))), None)


def _of_part(rules: Ruleset, state: Any) -> LoopyNimber:
    if rules.memory[LABELS]:
        return labels_of(rules, state).value(state)
    try:
        return LoopyNimber(worth(rules, state, Options()).value)
    except LoopyPart:
        return labels_of(rules, state).value(state)


def by_parts(question: Question) -> Solution | None:
    """Return who wins a sum with a loopy part; None of so few positions that all are searched, to tell how long it lasts."""
    position = question.position
    rules, state = position.ruleset, position.state
    parts = rules.components(state)
    values = [_of_part(*part) for part in parts]
    total = sum(values, LoopyNimber(0))
    sizes = [len(labels_of(part, own)) for part, own in parts if part.memory[LABELS]]
    if prod(sizes) <= FEW and len(sizes) == len(parts):
        return None

    def leading_to(outcome: Outcome) -> Iterator[Any]:
        for i, (part, own) in enumerate(parts):
            others = sum(values[:i] + values[i + 1 :], LoopyNimber(0))
            for option in _options(part, own, others, outcome):
                yield rules.replace(state, i, option)

    def winning() -> Iterator[Move]:
        if total.outcome is Outcome.N:
            yield from map(position.move_to, leading_to(Outcome.P))

    def best() -> Move | None:
        if total.outcome is Outcome.N:
            return position.move_to(min(leading_to(Outcome.P), key=lambda option: _far(rules, option)))
        kept = leading_to(Outcome.D) if total.outcome is Outcome.D else (move.after.state for move in position.moves())
        return next(map(position.move_to, kept), None)

    evidence = ByLoopyParts(tuple(map(str, values)), sum(sizes))
    return Solution(position, question.play, total.outcome, evidence, winning=winning, best=best)


def _options(part: Ruleset, own: Any, others: LoopyNimber, outcome: Outcome) -> Iterator[Any]:
    """Iterate over the options of a part that give the sum with the others an outcome, P or D."""
    if outcome is Outcome.P and others.nimber is None:
        return
    if outcome is Outcome.P and others.nimber is not None and not part.memory[LABELS]:
        yield from worth(part, own, Options()).reach(others.nimber)
        return
    for option in part.options(own):
        limits.check()
        if (others + _of_part(part, option)).outcome is outcome:
            yield option


def _far(rules: Ruleset, state: Any) -> tuple[int, int]:
    """Return how far a sum of value 0 is from its end: its answers to all moves are nearer."""
    nimbers = ranks = 0
    for part, own in rules.components(state):
        nimbers += _of_part(part, own).nimber or 0
        ranks += labels_of(part, own).rank(own) if part.memory[LABELS] else 0
    return nimbers, ranks
