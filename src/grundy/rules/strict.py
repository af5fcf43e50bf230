"""Whether the moves of a ruleset are those of its function, and of nothing that stands before it."""

from __future__ import annotations

from grundy.language import _
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.source import Unreadable

_ASKED = ("options", "scored_options", "heap_options", "ended", "canonical", "state_of", "arguments")


def refuse_overridden(rules: Ruleset) -> None:
    """Raise Unreadable where the options of a ruleset are not those of its function.

    >>> from grundy.games import load
    >>> refuse_overridden(load("wythoff"))
    """
    kinds: tuple[type[Ruleset], ...] = (FunctionRuleset, HeapFunction)
    if type(rules) not in kinds or vars(rules).keys() & set(_ASKED):
        raise Unreadable(_("the moves of {name} are not those of a function alone").format(name=rules.name))
