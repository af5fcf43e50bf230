"""Rulesets whose options somebody has replaced: of these a function says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.language.refusal import Unreadable

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

_ASKED = ("options", "options_of", "scored_options", "heap_options", "ended", "canonical", "state_of", "arguments")


def refuse_overridden(rules: Ruleset) -> None:
    """Raise Unreadable where the options of a ruleset are not those of its function.

    >>> from grundy.games import load
    >>> refuse_overridden(load("wythoff"))
    """
    if "rule_data" not in vars(type(rules)) or vars(rules).keys() & set(_ASKED):
        raise Unreadable("the moves of {name} do not come from one function alone", name=rules.name)
