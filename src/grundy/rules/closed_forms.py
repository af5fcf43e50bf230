"""Theorems: closed forms declared beside the rules, each with its source.

The test suite finds every one of them and checks it against exhaustive play from the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.common import limits
from grundy.rules.failures import accepted, asked, walked

if TYPE_CHECKING:
    from grundy.common.evidence import ByTheorem, Gives
    from grundy.rules.ruleset import Ruleset


@dataclass(eq=False)
class Theorem:
    """A closed form for the positions of a ruleset.

    ``gives`` says what ``function`` returns: the Grundy ``"value"``, whether the position is ``"losing"`` for the player
    to move (the outcome only), or the best difference of ``"score"``. For a heap game a value is that of one heap; an
    outcome is that of the whole position. ``where`` limits it to some positions. ``reach`` yields the options of a
    given value (``target=``), or the losing options, without looking through all options.
    """

    function: Callable[..., Any]
    gives: Gives
    misere: bool
    name: str
    source: str
    where: Callable[..., bool] | None
    reach: Callable[..., Iterable[Any]] | None

    @property
    def statement(self) -> str:
        """What it says: the docstring of its function."""
        return " ".join((self.function.__doc__ or "").split())

    @cached_property
    def evidence(self) -> ByTheorem:
        """What an answer by it rests on."""
        from grundy.common.evidence import ByTheorem  # a contest problem asks for none

        return ByTheorem(self.function.__name__, self.gives, self.name, self.statement, self.source)

    def __repr__(self) -> str:
        return f"<Theorem {self.name}: {self.gives}>"


# ---- what theorems say of a state


def theorem_for(ruleset: Ruleset, state: Any, gives: Gives, *, misere: bool = False) -> Theorem | None:
    """Return the theorem that gives what is asked of a state, or None.

    For a heap game the value theorem is one for single heaps: it is returned if every heap of the state has it.
    """
    for theorem in ruleset.theorems:
        if theorem.gives != gives or theorem.misere != misere:
            continue
        if theorem.where is None or all(
            asked(ruleset, state, bound(theorem.where, ruleset), *args) for args in _units(ruleset, state, gives)
        ):
            return theorem
    return None


def _units(ruleset: Ruleset, state: Any, gives: Gives) -> list[tuple[Any, ...]]:
    """Return the arguments of the calls that a theorem needs for a state: one, or one a heap."""
    if gives == "value" and hasattr(ruleset, "heap_options"):
        return [(heap,) for heap in state]
    return [ruleset.arguments(state)]


def apply(theorem: Theorem, ruleset: Ruleset, state: Any) -> Any:
    """Return what the theorem says of a state: its value, whether it is lost, its score."""
    call = bound(theorem.function, ruleset)
    if theorem.gives == "value" and hasattr(ruleset, "heap_options"):
        return asked(ruleset, state, lambda: reduce(xor, map(call, state), 0))
    found = asked(ruleset, state, call, *ruleset.arguments(state))
    if isinstance(found, bool) and theorem.gives != "losing":
        raise ruleset.bad_rules(
            "{theorem} of {name} returns {found}: return an integer, or declare that it gives='losing'",
            theorem=theorem.name,
            found=found,
        )
    return found


def bound(function: Callable[..., Any], ruleset: Ruleset) -> Callable[..., Any]:
    """Return a function of the state alone: with the parameters it takes filled in."""
    params = accepted(function, ruleset.params)
    if getattr(ruleset, "record", None) is not None:
        from grundy.language.wrapped import taken  # few rules have one

        return lambda *args, **aim: function(*taken(function, args), **params, **aim)
    return (lambda *args, **aim: function(*args, **params, **aim)) if params else function


def reach_value(theorem: Theorem, ruleset: Ruleset, state: Any, target: int) -> Iterator[Any]:
    """Iterate over the options of a state (of one heap, for heap games) whose value is ``target``."""
    return _reached(theorem, ruleset, state, lambda option: ruleset.at(option).grundy(), target, target=target)


def reach_lost(theorem: Theorem, ruleset: Ruleset, state: Any) -> Iterator[Any]:
    """Iterate over the options of a state that are lost for the player to move there."""
    play = "misere" if theorem.misere else "normal"
    return _reached(theorem, ruleset, state, lambda option: ruleset.at(option).outcome(play).name == "P", True)


def _reached(
    theorem: Theorem, ruleset: Ruleset, state: Any, searched: Callable[[Any], Any], wanted: Any, **aim: Any
) -> Iterator[Any]:
    """Iterate over the options of which the theorem says what is wanted, or a search where it is one for other positions."""
    if theorem.reach is not None:
        found = asked(ruleset, state, bound(theorem.reach, ruleset), *ruleset.arguments(state), **aim)
        yield from map(ruleset.state_of, walked(ruleset, state, found))
        return
    for option in ruleset.options(state):
        limits.check()
        own = theorem_for(ruleset, option, theorem.gives, misere=theorem.misere) is theorem
        if (apply(theorem, ruleset, option) if own else searched(option)) == wanted:
            yield option
