"""Partisan positions: values from their parts, interpreted while few, compiled when many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.common.errors import TooLarge
from grundy.common.threads import alone
from grundy.kernels import short
from grundy.kernels.contract import Unfit
from grundy.rules.algebra import NegativeRuleset, ValueRuleset
from grundy.rules.out_of_turn import says_turn
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.sums import SumRuleset
from grundy.solving.components import LoopyPart
from grundy.solving.engine import worth
from grundy.solving.nimbers import again, parts_of
from grundy.solving.results import Options
from grundy.solving.values import (
    Endless,
    Part,
    folded_parts,
    is_small,
    most_interpreted,
    part_values,
    refuse_without_value,
)
from grundy.values.canonical import store
from grundy.values.short import Value, of_form

FORMS = Field[dict[Any, int]]("forms", dict)


class TooMany(TooLarge):
    """A value that would take more parts or games than were allowed for it."""


def value(position: Position, options: Options = Options()) -> Any:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    try:
        if not says_turn(position.ruleset):
            return _short_value(position, options)
    except Endless:
        pass
    from grundy.solving import loopy  # most games end

    return loopy.value(position)


def _short_value(position: Position, options: Options) -> Value:
    rules, state = position.ruleset, position.state
    if isinstance(rules, SumRuleset) and rules.is_sum(state):
        refuse_without_value(rules)
        parts = (Position(part, own) for part, own in rules.components(state))
        return sum((_short_value(part, options) for part in parts), Value(0))
    if isinstance(rules, NegativeRuleset):
        return -_short_value(Position(rules.rules, state), options)
    return state if isinstance(rules, ValueRuleset) else of_form(form_of(rules, state, options))


@alone
def form_of(rules: Ruleset, state: Any, options: Options = Options(), most: int | None = None) -> int:
    """Return the id of a position's canonical form; `TooMany` if it takes more than ``most`` parts, or games."""
    refuse_without_value(rules)
    if rules.is_sum(state):
        return added((form_of(part, own, options, most) for part, own in rules.components(state)), most)
    if isinstance(rules, PartisanRuleset):
        return _form_of(rules, state, options, most)
    if isinstance(rules, NegativeRuleset):
        return store().ask(short.NEGATIVE, form_of(rules.rules, state, options, most))
    if isinstance(rules, ValueRuleset):
        return state.form
    try:
        return store().nus(0, 0, worth(rules, state, options._replace(reuse=True)).value)
    except LoopyPart:
        raise Endless("{position} can be played for ever, so it has no value", position=rules.describe(state)) from None


def added(forms: Iterable[int], most: int | None = None) -> int:
    """Return the id of the sum of some forms; TooLarge if it takes far more than ``most`` new games."""
    total, terms, own = 0, sorted(forms), store()
    own.most = None if most is None else len(own) + most
    try:
        for form in terms:
            total = own.ask(short.SUM, total, form)
    finally:
        own.most = None
    return total


def _form_of(rules: PartisanRuleset, state: Any, options: Options, most: int | None) -> int:
    known = rules.memory[FORMS]
    words = folded_parts(rules, state)
    if is_small(rules, words, options) and part_values(rules, words, known, _form, most_interpreted(options)):
        return _signed_sum(words, known, most)
    graph = parts_of(rules, [state], options, impartial=False)
    if graph is not None:
        try:
            divided = graph.valued([state], store(), options.progress, most)
            if divided is None:
                raise TooMany(
                    "{name} splits into more than {most:,} components, or their values take as many games",
                    name=rules.name,
                    most=most,
                )
            return added((graph.form(word, store()) for word in divided[0]), most)
        except Unfit as problem:
            if again(rules, problem):
                return _form_of(rules, state, options, most)
    if not part_values(rules, words, known, _form, most):
        raise TooMany("{name} splits into more than {most:,} components", name=rules.name, most=most)
    return _signed_sum(words, known, most)


def _form(lefts: list[list[Part]], rights: list[list[Part]], known: dict[Any, int]) -> int:
    return store().build(
        sorted({_signed_sum(option, known) for option in lefts}),
        sorted({_signed_sum(option, known) for option in rights}),
    )


def _signed_sum(parts: list[Part], known: dict[Any, int], most: int | None = None) -> int:
    return added((known[part] if sign > 0 else store().ask(short.NEGATIVE, known[part]) for part, sign in parts), most)


def components(position: Position) -> list[tuple[Ruleset, Any]]:
    """Return the parts of a position, each with its ruleset: the terms of a sum, taken apart."""
    return [(part, piece) for part, own in position.ruleset.terms(position.state) for piece in part.split(own)]
