"""The front door: picks the way to an answer. A theorem if one is declared, the values of the parts, or a search.

This module is the engine that ``grundy.rules`` has an empty place for. It stays light: what needs NumPy or numba is
imported where it is called for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.errors import GrundyError, RulesError
from grundy.language import _
from grundy.rules.heaps import HeapRuleset
from grundy.rules.partisan import ImpartialRuleset
from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Move, Solution
from grundy.rules.turns import TurnsRuleset
from grundy.solvers import answer, closed
from grundy.solvers.table import DRAW, LIMIT, LOST, TIED, WON, Options
from grundy.solvers.worth import LoopyPart, Worth, worth

if TYPE_CHECKING:
    from grundy.patterns.law import Law
    from grundy.values.short import Value

METHODS = (None, "theorem", "search", "interpreted", "compiled")
SHORT_SEQUENCE = 1 << 20
"""Longer sequences are returned as they are stored, in bytes if their values allow."""
_SIGNS = {WON: 1, LOST: -1, DRAW: 0, TIED: 0}


def solve(
    position: Position,
    play: Play,
    *,
    method: str | None = None,
    memory: int = LIMIT,
    progress: Any = None,
    reuse: bool = False,
) -> Solution:
    """Solve a position: the engine behind `Position.solve`, which see."""
    rules, state = position.ruleset, position.state
    if rules.partisan or (isinstance(rules, TurnsRuleset) and method is None and not play.misere):
        from grundy.solvers import outcomes

        asked = outcomes.solve if rules.partisan else outcomes.solve_turn
        found = asked(position, play, Options(memory, None, progress, reuse), method)
        if found is not None:
            return found
    if method not in METHODS:
        raise GrundyError(
            _("method is one of {m}, not {method!r}").format(m=", ".join(repr(m) for m in METHODS[1:]), method=method)
        )
    if method in (None, "theorem"):
        found = _by_theorem(position, play)
        if found is not None:
            return found
        if method == "theorem":
            raise GrundyError(
                _("no theorem is declared that answers {position} in {play}").format(position=position, play=play)
            )
    options = Options(memory, None if method in (None, "search") else method, progress, reuse)
    if rules.scoring:
        return _scored(position, play, options)
    if method is None and rules.how in ("conjunctive", "selective") and not play.misere and play.endless == "draw":
        from grundy.solvers import joined

        decided = joined.decided(position, options)
        if decided is not None:
            return answer.by_components(position, play, decided)
    if method is None and rules.is_sum(state) and not rules.has_ending:
        found = _by_parts(position, play, options)
        if found is not None:
            return found
    elif _by_nimbers(rules, method) and not play.misere and not rules.has_ending:
        try:
            return answer.by_worth(position, play, worth(rules, state, options))
        except LoopyPart:  # it has an outcome
            pass
    from grundy.solvers.search import search

    return answer.by_table(position, play, search(rules, state, options, misere=play.misere))


def _by_nimbers(rules: Ruleset, method: str | None) -> bool:
    """Whether a position is to be solved by Grundy values of its own, without a table of all positions."""
    if isinstance(rules, ImpartialRuleset):
        return method != "search"
    return method is None and isinstance(rules, HeapRuleset)


def _by_theorem(position: Position, play: Play) -> Solution | None:
    """Return the answer that a theorem of the ruleset gives for the whole position."""
    rules, state = position.ruleset, position.state
    if rules.scoring:
        theorem = closed.theorem_for(rules, state, "score")
        if theorem is None or play.misere:
            return None
        return answer.by_score(position, play, closed.apply(theorem, rules, state), theorem, None)
    if not play.misere:
        theorem = closed.theorem_for(rules, state, "value")
        if theorem is not None:
            return answer.by_worth(position, play, worth(rules, state, Options()))
    theorem = closed.theorem_for(rules, state, "losing", misere=play.misere)
    return None if theorem is None else answer.by_losing_theorem(position, play, theorem)


def _by_parts(position: Position, play: Play, options: Options) -> Solution | None:
    """Return the answer for a sum from what its parts are worth, or None if it must be searched as a whole."""
    rules, state = position.ruleset, position.state
    if not play.misere:
        try:
            return answer.by_worth(position, play, worth(rules, state, options))
        except LoopyPart:
            return None
    from grundy.solvers.misere import TameSum, Wild

    try:
        parts = TameSum(rules, state)
    except Wild:
        return None
    return answer.by_classes(position, play, parts.lost, parts.winning, len(parts.known))


def _scored(position: Position, play: Play, options: Options) -> Solution:
    if play.misere:
        raise RulesError(
            _("{name} is played for points, so there is no misère play of it").format(name=position.ruleset.name)
        )
    from grundy.solvers.search import search

    table = search(position.ruleset, position.state, options)
    score = table.score(position.ruleset.canonical(position.state))
    return answer.by_score(position, play, score, None, table)


def certificate(solution: Solution, kind: str | None = None) -> dict[str, Any]:
    """Return the proof of a solution: the engine behind `Solution.certificate`."""
    from grundy.solvers import certificates

    return certificates.certificate(solution, kind)


def grundy(position: Position) -> int:
    """Return the Grundy value: the engine behind `Position.grundy`."""
    return worth_of(position).value


def worth_of(position: Position, options: Options = Options(reuse=True)) -> Worth:
    """Return what a position is worth; RulesError in a sentence where it has no Grundy value."""
    try:
        return worth(position.ruleset, position.state, options)
    except LoopyPart:
        raise RulesError(
            _("{position} can be played for ever, so it has an outcome, no Grundy value").format(position=position)
        ) from None


def value(position: Position) -> Value:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    from grundy.solvers import partisan

    return partisan.value(position)


def at_least(left: Position, right: Position) -> bool:
    """Return whether G >= H: the engine behind the order of positions."""
    from grundy.solvers import order

    return order.at_least(left, right)


def hotstrat(position: Position, player: int) -> Move | None:
    """Return a player's move in the hottest part: the engine behind `Position.hotstrat`."""
    from grundy.solvers import outcomes

    return outcomes.hotstrat(position, player)


def score(position: Position) -> int:
    """Return the best difference of scores: the engine behind `Position.score`."""
    if not position.ruleset.scoring:
        raise RulesError(_("{name} is no scoring game").format(name=position.ruleset.name))
    found = solve(position, Play())
    assert found.value is not None
    return found.value


def results(ruleset: Ruleset, play: Play) -> dict[Any, tuple[int, int | None]]:
    """Return result and remoteness of every state of a ruleset that lists its states (an explicit digraph)."""
    if play.endless != "draw":
        raise GrundyError(_("endless play counts from one position: ask that position, or take endless='draw'"))
    from grundy.solvers import graph

    states = ruleset.states()
    place = {state: i for i, state in enumerate(states)}
    children = [[place[child] for child in ruleset.options(state)] for state in states]
    found, remote = graph.retrograde(children, [DRAW] * len(states), graph.predecessors(children), misere=play.misere)
    return {s: (_SIGNS[r], None if r == DRAW else n) for s, r, n in zip(states, found, remote, strict=True)}


def sequence(ruleset: HeapRuleset, count: int, *, save: bool = False, **options: Any) -> Any:
    """Return the first values of a nim-sequence as a NumPy array: the engine behind `HeapRuleset.sequence`."""
    import numpy as np

    from grundy.solvers import sequences

    sequence, count = sequences.of(ruleset), sequences.checked_count(count)
    if save:
        from grundy.solvers.saving import extend_saved

        found = extend_saved(sequence, count, **options)
    else:
        found = sequence.first(count, **options)
    return found.astype(np.int64) if count <= SHORT_SEQUENCE else found


def law(ruleset: Ruleset, *, limit: int | None = None, save: bool = False, **options: Any) -> Law:
    """Return what is known of a nim-sequence, or of losing pairs: the engine behind `law` of heap games and of others."""
    from grundy.proofs import known

    return known.law(ruleset, limit, save=save, **options)
