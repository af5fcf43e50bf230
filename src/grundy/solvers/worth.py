"""What the parts of a position are worth in normal play, and which moves give a part another value.

The Sprague-Grundy theorem: a position whose play ends is worth a Nim heap, a sum the xor of its parts (*Winning Ways*
ch. 3). A part's value comes from a theorem, from its nim-sequence, or from a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.errors import RulesError
from grundy.language import N_, _
from grundy.rules.heaps import HeapRuleset
from grundy.rules.partisan import ImpartialRuleset
from grundy.rules.ruleset import Ruleset
from grundy.solvers import closed
from grundy.solvers.table import Options, Table


class LoopyPart(Exception):
    """A part of the position can be played for ever, so that it has no Grundy value."""


class Worth:
    """The Grundy value of a position, with what it rests on and how to find options of a given value."""

    __slots__ = ("how", "positions", "reach", "source", "value")

    def __init__(
        self, value: int, how: str, reach: Callable[[int], Iterator[Any]], *, source: str = "", positions: int = 0
    ) -> None:
        self.value = value
        self.how = how
        self.reach = reach
        self.source = source
        self.positions = positions


def worth(ruleset: Ruleset, state: Any, options: Options) -> Worth:
    """Return what a position is worth; LoopyPart if part of it can be played for ever."""
    refuse_without_value(ruleset)
    theorem = closed.theorem_for(ruleset, state, "value") if options.way is None else None
    whole = not ruleset.is_sum(state)
    if theorem is not None:
        value = closed.apply(theorem, ruleset, state)
        if whole:

            def reach(target: int) -> Iterator[Any]:
                return closed.reach_value(theorem, ruleset, state, target)
        else:

            def reach(target: int) -> Iterator[Any]:
                return _reach_parts(ruleset, state, value, target, options)

        return Worth(value, theorem.name, reach, source=theorem.source)
    if not whole:
        return _sum(ruleset, state, options)
    if isinstance(ruleset, HeapRuleset):
        return _heap(ruleset, state[0])
    if isinstance(ruleset, ImpartialRuleset):
        return _impartial(ruleset, state, options)
    from grundy.solvers.search import search  # not needed for a theorem

    return _searched(ruleset, state, search(ruleset, state, options))


def refuse_without_value(ruleset: Ruleset) -> None:
    """Raise RulesError for games that have no Grundy value whatever the position."""
    if ruleset.partisan:
        raise RulesError(
            _("{name} is partisan: it has a value() and no Grundy value, but for its impartial version").format(
                name=ruleset.name
            )
        )
    if ruleset.scoring:
        raise RulesError(_("{name} is played for points and has a score, no Grundy value").format(name=ruleset.name))
    if ruleset.has_ending:
        raise RulesError(_("{name} has declared endings and so an outcome, no Grundy value").format(name=ruleset.name))


def _heap(ruleset: HeapRuleset, heap: int) -> Worth:
    from grundy.solvers import sequences  # not needed for a theorem

    sequence = sequences.of(ruleset)
    value = sequence.value(heap)
    law = sequence.proved
    if law is not None and heap >= len(sequence.values):
        kind = _("arithmetic period") if law.saltus else "period"
        how = _("its nim-sequence, of proved {kind} {period} from {preperiod} on").format(
            kind=kind, period=law.period, preperiod=law.preperiod
        )
    else:
        how = N_("its nim-sequence")
    return Worth(value, how, lambda target: sequence.reach(heap, target))


def _impartial(ruleset: ImpartialRuleset, state: Any, options: Options) -> Worth:
    from grundy.solvers import partisan  # not needed for a theorem

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if partisan.nimber(ruleset, option, options) == target)

    try:
        return Worth(partisan.nimber(ruleset, state, options), N_("the nimbers of its parts"), reach)
    except partisan.Endless:
        raise LoopyPart from None


def _searched(ruleset: Ruleset, state: Any, table: Table) -> Worth:
    if table.loopy:
        raise LoopyPart

    def reach(target: int) -> Iterator[Any]:
        for option in ruleset.options(state):
            if table.grundy(ruleset.canonical(option)) == target:
                yield option

    value = table.grundy(ruleset.canonical(state))
    return Worth(
        value,
        _("exhaustive search of {positions:,} positions").format(positions=table.positions),
        reach,
        positions=table.positions,
    )


def _sum(ruleset: Ruleset, state: Any, options: Options) -> Worth:
    known: dict[Any, Worth] = {}
    value = 0
    for part, own in ruleset.components(state):
        key = (part.key, own)
        if key not in known:
            known[key] = worth(part, own, options)
        value ^= known[key].value
    hows = dict.fromkeys(w.how for w in known.values())
    how = next(iter(hows)) if len(hows) == 1 else N_("the xor of its parts' values")
    sources = dict.fromkeys(w.source for w in known.values() if w.source)
    return Worth(
        value,
        how,
        lambda target: _reach_parts(ruleset, state, value, target, options),
        source="; ".join(sources),
        positions=sum(w.positions for w in known.values()),
    )


def _reach_parts(ruleset: Ruleset, state: Any, value: int, target: int, options: Options) -> Iterator[Any]:
    """Iterate over the options of a sum whose value is ``target``: one part must change its value by the difference."""
    for i, (part, own) in enumerate(ruleset.components(state)):
        known = worth(part, own, options)
        for option in known.reach(known.value ^ value ^ target):
            yield ruleset.replace(state, i, option)
