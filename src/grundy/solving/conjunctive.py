"""Conjunctive and selective sums from their components: remoteness, suspense, and outcomes (ONAG ch. 14).

In normal play a conjunctive sum that ends with its first component is decided by the least remoteness of the components,
one that ends with its last by the greatest suspense: even, and the player to move loses. A selective sum that ends with
its last component is lost for the mover if and only if every component is. Where that does not apply (misère play, the
selective sum that ends with its first component, suspense of endless play) the whole sum is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from grundy.common.digraphs import endings_first
from grundy.common.evidence import ByComponents
from grundy.rules.position import Position
from grundy.rules.solution import Move, Solution
from grundy.rules.sums import LONG, SHORT, ConjunctiveRuleset, JoinedRuleset, SelectiveRuleset
from grundy.solving.results import DRAW, LOST, Options, Question
from grundy.solving.search import Exploration, search
from grundy.values.outcome import Outcome

ENDLESS = 1 << 60
"""The remoteness of a drawn position: play never ends."""


class Joined(NamedTuple):
    """A sum decided by a number for each component: ``number(i, state)``; ``lasts`` is how long play lasts."""

    outcome: Outcome
    lasts: int | None
    evidence: ByComponents
    number: Callable[[int, Any], int]


def answer(question: Question) -> Solution | None:
    """Return the answer for a sum that its components decide, None if it must be searched as a whole."""
    position = question.position
    found = decided(position, question.options)
    if found is None:
        return None
    return Solution(
        position,
        question.play,
        found.outcome,
        found.evidence,
        remoteness=found.lasts,
        winning=lambda: winning(position, found),
        best=lambda: best(position, found),
    )


def decided(position: Position, options: Options) -> Joined | None:
    """Return what decides a joined sum in normal play, or None if it must be searched as a whole."""
    rules = position.ruleset
    if isinstance(rules, ConjunctiveRuleset):
        return (
            _by_remoteness(rules, position.state, options)
            if rules.ends == SHORT
            else _by_suspense(rules, position.state, options)
        )
    if isinstance(rules, SelectiveRuleset) and rules.ends == LONG:
        return _by_outcomes(rules, position.state, options)
    return None


def _remote(rules: JoinedRuleset, state: Any, options: Options) -> tuple[Callable[[int, Any], int], int]:
    """Return the remoteness of states of the components, even where the mover loses, and the positions searched."""
    tables = [search(part, own, options) for part, own in zip(rules.parts, state, strict=True)]

    def number(i: int, own: Any) -> int:
        result, remoteness = tables[i].result(rules.parts[i].canonical(own))
        return ENDLESS if result == DRAW else remoteness

    return number, sum(t.positions for t in tables)


def _by_remoteness(rules: JoinedRuleset, state: Any, options: Options) -> Joined:
    number, count = _remote(rules, state, options)
    least = min(number(i, own) for i, own in enumerate(state))
    if least == ENDLESS:
        return Joined(Outcome.D, None, ByComponents("conjunctive", "endless", count), number)
    return Joined(_parity(least), least, ByComponents("conjunctive", "remoteness", count), number)


def _by_outcomes(rules: JoinedRuleset, state: Any, options: Options) -> Joined | None:
    tables = [search(part, own, options) for part, own in zip(rules.parts, state, strict=True)]
    if any(t.loopy for t in tables):
        return None

    def number(i: int, own: Any) -> int:
        return 0 if tables[i].result(rules.parts[i].canonical(own))[0] == LOST else 1

    lost = not any(number(i, own) for i, own in enumerate(state))
    evidence = ByComponents("selective", "outcome", sum(t.positions for t in tables))
    return Joined(Outcome.P if lost else Outcome.N, None, evidence, number)


def _by_suspense(rules: JoinedRuleset, state: Any, options: Options) -> Joined | None:
    found: list[dict[Any, int]] = []
    for part, own in zip(rules.parts, state, strict=True):
        suspense = suspenses(part, own, options)
        if suspense is None:
            return None
        found.append(suspense)

    def number(i: int, own: Any) -> int:
        return found[i][rules.parts[i].canonical(own)]

    greatest = max(number(i, own) for i, own in enumerate(state))
    return Joined(_parity(greatest), greatest, ByComponents("conjunctive", "suspense", sum(map(len, found))), number)


def suspenses(rules: Any, state: Any, options: Options) -> dict[Any, int] | None:
    """Return the suspense of every reachable state: the winner prolongs, the loser hurries. None if play can be endless."""
    found = Exploration(rules, state, options)
    found.run()
    order = endings_first(found.children)
    if len(order) < len(found.states):
        return None
    values = [0] * len(found.states)
    for i in order:
        evens = [values[c] for c in found.children[i] if values[c] % 2 == 0]
        odds = [values[c] for c in found.children[i] if values[c] % 2]
        values[i] = 1 + max(evens) if evens else 1 + min(odds) if odds else 0
    return dict(zip(found.states, values, strict=True))


def _parity(number: int) -> Outcome:
    return Outcome.N if number % 2 else Outcome.P


def winning(position: Position, found: Joined) -> Iterator[Move]:
    """Iterate over the winning moves: those to sums that the same rule calls lost."""
    rules = position.ruleset
    assert isinstance(rules, JoinedRuleset)
    over = min if rules.ends == SHORT else max
    for option in rules.options(position.state):
        number = over(found.number(i, own) for i, own in enumerate(option))
        if found.outcome is Outcome.N and number % 2 == 0 and number != ENDLESS:
            yield position.move_to(option)


def best(position: Position, found: Joined) -> Move | None:
    """Return the move that is best in each component: it keeps or wins what can be had, and wins (loses) in time."""
    rules = position.ruleset
    assert isinstance(rules, JoinedRuleset)
    if found.lasts is None and found.outcome is Outcome.N:
        return next(winning(position, found), None)
    state: list[Any] = []
    moved = False
    for i, (part, own) in enumerate(zip(rules.parts, position.state, strict=True)):
        choices = list(part.options(own))
        if not choices and rules.ends == SHORT:
            return None
        hurry = 1 if rules.ends == SHORT else -1

        def rank(option: Any, i: int = i, hurry: int = hurry) -> tuple[int, int]:
            number = found.number(i, option)
            if number == ENDLESS:
                return (1, 0)
            return (0, hurry * number) if number % 2 == 0 else (2, -hurry * number)

        state.append(min(choices, key=rank) if choices else own)
        moved = moved or bool(choices)
    after = tuple(state)
    return position.move_to(after) if moved else None
