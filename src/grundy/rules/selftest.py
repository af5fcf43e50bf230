"""A cheap test of a game's own rules before they are solved for the first time.

GAMESMAN's habit: children are well formed, the same call gives the same children, a declared symmetry keeps the options,
a declared ending has no quarrel with the moves.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from grundy.common import limits
from grundy.common.errors import RulesError
from grundy.common.messages import _
from grundy.rules.images import check_images
from grundy.rules.large_games import LargeGame
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field

SAMPLED, FEW = 24, 6
"""How many positions are looked at, and of rules that are data, which depend on nothing else."""
LOOKED_AT = 400
"""How many options of a position are looked at."""
TESTED = Field("tested", bool)


class Stalled(RulesError):
    """Play stops where no ending is declared."""


def check_rules(ruleset: Ruleset, start: Any) -> None:
    """Look at some positions reachable from a start; RulesError says what is wrong with the rules, and where.

    It takes at most `SAMPLED` positions, spread from the start by first and last options, and is done once a ruleset.
    """
    if ruleset.memory[TESTED]:
        return
    with limits.working(_("trying out the rules")):
        _try_out(ruleset, start)
    ruleset.memory[TESTED] = True


def _try_out(ruleset: Ruleset, start: Any) -> None:
    seen = {start}
    line = [start]
    for state in line:
        limits.check()
        children = _children(ruleset, state)
        for child in {**dict.fromkeys(children[:2]), **dict.fromkeys(children[-2:])}:
            if child not in seen and len(line) < (FEW if ruleset.is_data else SAMPLED):
                seen.add(child)
                line.append(child)


def _children(ruleset: Ruleset, state: Any) -> list[Any]:
    where = ruleset.describe(state)
    ending = ruleset.ended(state)
    if ending != ruleset.ended(state):
        raise ruleset.bad_rules("the ending of {name} changes when asked twice at {where}", where=where)
    if ending is not None:
        return []
    first = _listed(ruleset, state)
    second = first if ruleset.is_data else _listed(ruleset, state)
    if first != second:
        raise ruleset.bad_rules(
            (
                "the rules of {name} change when asked twice at {where}: they must not use chance, the time, or "
                "anything that changes"
            ),
            where=where,
        )
    children = [child for _, child in first] if ruleset.scoring else first
    for child in children:
        try:
            hash(child)
        except TypeError:
            raise ruleset.bad_rules(
                "the rules of {name} yield {child!r} at {where}, which cannot be hashed: yield tuples, not lists",
                child=child,
                where=where,
            ) from None
    if not first and ruleset.has_ending and not getattr(ruleset, "turns", False):  # on a board who cannot move loses
        raise Stalled(
            (
                "{name} has declared endings, but at {where} there is neither a move nor an ending: return LOSS "
                "there if a player without a move loses"
            ),
            name=ruleset.name,
            where=where,
        )
    if isinstance(ruleset, LargeGame) and ruleset.folds and len(children) < LOOKED_AT:
        check_images(ruleset, state)
    _check_shape(ruleset, state, children)
    return children


def _listed(ruleset: Ruleset, state: Any) -> list[Any]:
    options = ruleset.scored_options(state) if ruleset.scoring else ruleset.options(state)
    return list(islice(options, LOOKED_AT))


def _check_shape(ruleset: Ruleset, state: Any, children: list[Any]) -> None:
    """See that a child has the types of its parent, coordinate by coordinate."""
    parts = ruleset.arguments(state)
    for child in children:
        others = ruleset.arguments(child)
        for mine, its in zip(parts, others, strict=False):
            same = type(mine) is type(its) or {type(mine), type(its)} <= {int, bool}
            if not same and mine is not None and its is not None:
                raise ruleset.bad_rules(
                    (
                        "the rules of {name} yield {child!r} at {position}: {its!r} has another type than "
                        "{mine!r}, which stood there"
                    ),
                    child=child,
                    position=ruleset.describe(state),
                    its=its,
                    mine=mine,
                )
