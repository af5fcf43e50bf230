"""Sums whose parts have known values while their own is too large: bounds by stops and means, and the hottest part.

The Right stop of a sum is at least the sum of the Right stops, and at least the sum of the means less the highest
temperature; above 0 Left wins it also when Right begins (*Winning Ways* ch. 6; A. N. Siegel, *Combinatorial Game Theory*,
ch. II.3 to II.5).
"""

from __future__ import annotations

from fractions import Fraction

from grundy.common.errors import RuleFailed, RulesError
from grundy.playing.match import Match
from grundy.playing.opponent.aside import within
from grundy.playing.opponent.choice import ByStops, Choice, Hottest
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Move
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.values.thermograph import Thermograph

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
    from grundy.solving.outcomes import MOST
    from grundy.solving.partisan import components, form_of
    from grundy.solving.results import Options
    from grundy.solving.trying import try_out_games
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
