"""Plain play: who wins a small position, and what it is worth, from its moves and endings alone.

Nothing is folded, taken apart, looked up or compiled, and no other solver is asked: the answers of all of them are compared
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from math import inf
from typing import Any, NamedTuple

from grundy.rules.functions import TurnsRuleset
from grundy.rules.partisan import LEFT, RIGHT
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome

MOST = 400
"""Positions that plain play goes through, and options that one of them may have."""
NOTHING: Mapping[Any, Any] = {}
OPTIONS = 4
"""As many times as many options are looked at for `results` as positions."""
FOR_RESULT = {1: "N", 0: "T", -1: "P"}
RESULTS = {"N": 1, "P": -1, "T": 0, "D": 0}


class Plain(NamedTuple):
    """What plain play finds: outcomes, none of a game for points, and the (Grundy) value or the score, if there is one.

    So many ``options`` were gone through.
    """

    outcomes: dict[str, Outcome]
    value: Any
    options: int


def plain(position: Position, most: int = MOST) -> Plain | None:
    """Return what plain play finds of a position; None where it meets more than ``most`` positions.

    O(positions · moves · length of play).

    >>> import grundy as gr
    >>> found = plain(gr.nim(1, 2))
    >>> found.outcomes["misere"], found.value
    (<Outcome.N: 'N'>, 3)
    """
    rules, state = position.ruleset, position.state
    if rules.partisan:
        return _partisan(rules, state, most)
    met = _met(_changes(rules), [state], most)
    if met is None:
        return None
    below, options = _options(met)
    if rules.scoring:
        gains = {each: [gain for gain, _child in pairs] for each, pairs in met.items()}
        return Plain({}, _settled(below, {}, lambda each, known: _score(gains[each], known)).get(state), options)
    outcomes = {play: Outcome(_results(rules, below, sign)[state]) for play, sign in (("normal", 1), ("misere", -1))}

    def mex(_each: Any, known: list[int | None]) -> int | None:
        return None if None in known else next(value for value in count() if value not in known)

    values = {} if rules.only_outcomes else _settled(below, {}, mex)
    return Plain(outcomes, values.get(state), options)


def results(
    position: Position, most: int = MOST, misere: bool = False, told: Mapping[Any, str | None] = NOTHING
) -> dict[Any, str] | None:
    """Return who wins states that plain play meets, of a partisan position only it; None where it meets too many.

    N is the player to move, P the other, T nobody in the end, D nobody for ever. What is ``told`` of states is taken from
    there, None where too much is below. O(positions · moves · length of play).

    >>> import grundy as gr
    >>> results(gr.nim(2))
    {(2,): 'N', (1,): 'N', (0,): 'P'}
    """
    rules, state = position.ruleset, position.state
    if rules.partisan:
        found = plain(position, most)
        return found and {state: found.outcomes["misere" if misere else "normal"].name}
    met = _met(_changes(rules), [state], most, told, OPTIONS * most)
    if met is None:
        return None
    below, _count = _options(met)
    known = {child: who for after in below.values() for child in after if (who := told.get(child)) is not None}
    return _results(rules, below, -1 if misere else 1, known)


def _partisan(rules: Ruleset, state: Any, most: int) -> Plain | None:
    """Return outcomes and the value of a partisan position: in one graph with the player to move, in one without."""
    turns = TurnsRuleset(rules)
    starts = [(state, LEFT), (state, RIGHT)]
    met = _met(_changes(turns), starts, most)
    if met is None:
        return None
    below, options = _options(met)
    outcomes: dict[str, Outcome] = {}
    for play, sign in (("normal", 1), ("misere", -1)):
        found = _results(turns, below, sign)
        left, right = (RESULTS[found[start]] for start in starts)
        tied = {found[start] for start in starts} == {"T"}
        outcomes[play] = Outcome.T if tied else Outcome.from_results(left, -right)
    if rules.has_ending:
        return Plain(outcomes, None, options)

    def both(each: Any) -> Iterator[tuple[int, Any]]:
        return ((player, option) for player in (LEFT, RIGHT) for option in rules.options_of(each, player))

    if (sides := _met(both, [state], most)) is None:
        return None
    every, more = _options(sides)

    from grundy.values.short import game  # most games are impartial

    def worth(each: Any, known: list[Any]) -> Any:
        cut = sum(player == LEFT for player, _option in sides[each])
        return None if None in known else game(known[:cut], known[cut:])

    return Plain(outcomes, _settled(every, {}, worth).get(state), options + more)


def _changes(rules: Ruleset) -> Callable[[Any], Iterable[tuple[int, Any]]]:
    """Return what gives the gains and options of a state, none where it has ended."""
    return lambda state: () if rules.ended(state) is not None else rules.changes(state)


def _options(met: dict[Any, list[tuple[int, Any]]]) -> tuple[dict[Any, list[Any]], int]:
    """Return the options of each state that was met, and how many these are."""
    return {each: [child for _mark, child in pairs] for each, pairs in met.items()}, sum(map(len, met.values()))


def _met(
    changes: Callable[[Any], Iterable[tuple[int, Any]]],
    starts: list[Any],
    most: int,
    told: Mapping[Any, str | None] = NOTHING,
    options: float = inf,
) -> dict[Any, list[tuple[int, Any]]] | None:
    """Return marked options of every state that play meets and is not told of; None where they are too many."""
    found: dict[Any, list[tuple[int, Any]]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state in found or told.get(state) is not None:
            continue
        pairs = [*islice(changes(state), most + 1)] if state not in told else None
        options -= len(pairs or ())
        if pairs is None or len(pairs) > most or len(found) >= most or options < 0:
            return None
        found[state] = pairs
        waiting += [child for _mark, child in pairs]
    return found


def _settled(
    below: dict[Any, list[Any]], known: dict[Any, Any], decide: Callable[[Any, list[Any]], Any]
) -> dict[Any, Any]:
    """Return what is known, and round by round what can be decided of more states from what is known of their options."""
    while True:
        open_ = {state: [known.get(child) for child in after] for state, after in below.items() if state not in known}
        more = {state: found for state, after in open_.items() if (found := decide(state, after)) is not None}
        if not more:
            return known
        known |= more


def _results(
    rules: Ruleset, below: dict[Any, list[Any]], sign: int, told: Mapping[Any, str] = NOTHING
) -> dict[Any, str]:
    """Return who wins every state: N the player to move, P the other, T nobody in the end, D nobody for ever."""
    ends = {state: rules.ended(state) for state in below}
    known = dict(told)
    known |= {state: FOR_RESULT[sign * end] for state, end in ends.items() if end is not None}
    known |= {state: FOR_RESULT[-sign] for state, after in below.items() if not after and ends[state] is None}

    def decide(_state: Any, after: list[str | None]) -> str | None:
        return "N" if "P" in after else "P" if {*after} == {"N"} else None

    known = _settled(below, known, decide)
    known = _settled(below, known, lambda _state, after: "T" if "T" in after else None)
    return {state: known.get(state, "D") for state in below}


def _score(gains: list[int], known: list[int | None]) -> int | None:
    worth = [gain - after for gain, after in zip(gains, known, strict=True) if after is not None]
    return max(worth, default=0) if len(worth) == len(known) else None
