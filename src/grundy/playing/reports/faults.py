"""Faults of a game's rules, found in its solved graph of play: what no player would want, whatever the values are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grundy.common.errors import PositionError, Sentence
from grundy.common.messages import N_
from grundy.rules.on_boards import SidedRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.solving.play_graph import PlayGraph
from grundy.solving.results import DRAW, WON

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
    yield from _unmoving(graph)
    yield from _stalls(graph)
    yield from _goals(graph)
    yield from _cycles(graph)
    yield from _openings(graph)
    yield from _words(graph)


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
    if rules.sided and "show" not in rules.hooks:
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
