"""Partisan positions: values and nimbers from their parts, interpreted while few, compiled when many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.errors import GrundyError, RulesError, TooLarge
from grundy.kernels import short
from grundy.kernels.contract import Unfit
from grundy.language import _
from grundy.rules.algebra import NegativeRuleset, ValueRuleset
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.selftest import check_rules
from grundy.rules.sums import SumRuleset
from grundy.solvers import parts as compiled
from grundy.solvers.native import cells_of, give_up
from grundy.solvers.parts import Beyond, Parts
from grundy.solvers.table import Options
from grundy.solvers.values import Endless as Endless
from grundy.solvers.values import Part, folded_parts, nimber_of, part_values
from grundy.threads import alone
from grundy.values.canonical import store
from grundy.values.nimber import nim_sum
from grundy.values.short import Value, of_form

FEW, SMALL = 150, 9
"""Parts, and cells of a board, up to which the rules are interpreted: about the time that loading compiled ones takes."""


class TooMany(TooLarge):
    """A value that would take more parts or games than were allowed for it."""


def value(position: Position, options: Options = Options()) -> Value:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    rules, state = position.ruleset, position.state
    if isinstance(rules, SumRuleset) and rules.is_sum(state):
        refuse_without_value(rules)
        return sum((value(Position(part, own), options) for part, own in rules.components(state)), Value(0))
    if isinstance(rules, NegativeRuleset):
        return -value(Position(rules.rules, state), options)
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
        if state.large:
            raise TooLarge(_("{value} lies too far from 0 to be played with").format(value=state))
        return state.form
    from grundy.solvers.worth import LoopyPart, worth  # it knows of impartial parts, and asks `nimber`

    try:
        return store().nus(0, 0, worth(rules, state, options._replace(reuse=True)).value)
    except LoopyPart:
        raise RulesError(
            _("{describe} can be played for ever, so it has no value").format(describe=rules.describe(state))
        ) from None


def refuse_without_value(rules: Ruleset) -> None:
    """Raise RulesError for games that have no value whatever the position."""
    if rules.scoring:
        raise RulesError(_("{name} is played for points and has a score, no value").format(name=rules.name))
    if rules.has_ending:
        raise RulesError(_("{name} has declared endings and so an outcome, no value").format(name=rules.name))
    if rules.how in ("conjunctive", "selective"):
        raise RulesError(_("{name} is a {how} sum and has an outcome, no value").format(name=rules.name, how=rules.how))


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
    check_rules(rules, state)
    known: dict[Any, int] = rules.memory.setdefault("forms", {})
    words = folded_parts(rules, state)
    if _small(rules, words, options) and part_values(rules, words, known, _form, _limit(options), options.memory):
        return _signed_sum(words, known, most)
    graph = parts_of(rules, state, options, impartial=False)
    if graph is not None:
        try:
            divided = graph.valued([state], store(), options.progress, most)
            if divided is None:
                raise TooMany(
                    _("{name} comes apart into more than {most:,} parts, or their values take as many games").format(
                        name=rules.name, most=most
                    )
                )
            return added((graph.form(word, store()) for word in divided[0]), most)
        except Unfit as problem:
            interpret(rules, problem)
    if not part_values(rules, words, known, _form, most, options.memory):
        raise TooMany(_("{name} comes apart into more than {most:,} parts").format(name=rules.name, most=most))
    return _signed_sum(words, known, most)


def _small(rules: PartisanRuleset, words: list[Part], options: Options) -> bool:
    """Whether the interpreted rules are to be tried: large boards are left to the compiled ones at once."""
    if options.way is not None or rules.board is None:
        return options.way != "compiled"
    return all(part[0] * part[1] <= SMALL for part, _ in words)


def _limit(options: Options) -> int | None:
    """Return how many parts the interpreted rules may take."""
    return FEW if options.way is None else None


def parts_of(
    rules: PartisanRuleset, state: Any, options: Options, *, impartial: bool, searched: bool = False
) -> Parts | None:
    """Return the compiled parts of a ruleset, kept with it; None if the rules must be interpreted.

    Of a game that is searched (``searched``) only some parts are expanded, so they are kept apart.
    """
    if options.way == "interpreted":
        return None
    words = compiled.words_of(rules, state)
    key, beside = ("parts", impartial, searched, words), ("sides", words)
    graph: Parts | None = rules.memory.get(key)
    if words:
        if key not in rules.memory:
            if beside not in rules.memory:
                rules.memory[beside] = compiled.sides(rules, state)
            sides = rules.memory[beside]
            graph = None if sides is None else Parts(rules, sides, options.memory, impartial=impartial)
        elif graph is not None and not graph.whole:
            graph = Parts(rules, graph.sides, options.memory, impartial=impartial)
        rules.memory[key] = graph
        if graph is not None and all(isinstance(cell, int) for cell in cells_of(state)):
            graph.limit = options.memory
            return graph
    if options.way == "compiled":
        raise GrundyError(
            _("the rules of {name} cannot be compiled for {describe}: they are interpreted").format(
                name=rules.name, describe=rules.describe(state)
            )
        )
    return None


def interpret(rules: PartisanRuleset, problem: Unfit) -> None:
    """Give the compiled rules of a game up."""
    give_up(rules, str(problem))
    for key in [key for key in rules.memory if isinstance(key, tuple)]:
        rules.memory[key] = None
    rules.memory.pop("sums", None)


def _form(lefts: list[list[Part]], rights: list[list[Part]], known: dict[Any, int]) -> int:
    return store().build(
        sorted({_signed_sum(option, known) for option in lefts}),
        sorted({_signed_sum(option, known) for option in rights}),
    )


def _signed_sum(parts: list[Part], known: dict[Any, int], most: int | None = None) -> int:
    return added((known[part] if sign > 0 else store().ask(short.NEGATIVE, known[part]) for part, sign in parts), most)


@alone
def nimber(rules: ImpartialRuleset, state: Any, options: Options = Options()) -> int:
    """Return the Grundy value of a position of the impartial version of a partisan game."""
    refuse_without_value(rules)
    check_rules(rules.rules, state)
    known: dict[Any, int] = rules.memory.setdefault("nimbers", {})
    long = compiled.words_of(rules.rules, state) > 1  # it is taken apart by the kernels
    words = [] if long else folded_parts(rules.rules, state)
    if long or not (
        _small(rules.rules, words, options)
        and part_values(rules.rules, words, known, nimber_of, _limit(options), options.memory)
    ):
        graph = parts_of(rules.rules, state, options, impartial=True)
        if graph is not None:
            try:
                return _by_parts(graph, state, options)
            except Unfit as problem:
                interpret(rules.rules, problem)
        words = folded_parts(rules.rules, state)
        part_values(rules.rules, words, known, nimber_of, memory=options.memory)
    value = 0
    for part, _times in words:
        value ^= known[part]
    return value


def _by_parts(graph: Parts, state: Any, options: Options) -> int:
    """Return the xor of the parts' nimbers, by Lemoine and Viennot's method; where that gives up all parts are explored."""
    if graph.other is None:
        try:
            return nim_sum(*[graph.nimber(word >> 1) for word in graph.divided(state)])
        except Beyond:
            pass
    full = graph.other
    if full is None or not full.whole:
        full = graph.other = Parts(graph.rules, graph.sides, graph.limit, impartial=True)
    full.whole = False
    divided = full.divided(state)
    full.explore(options.progress)
    found = full.nimbers()
    full.whole = True
    return nim_sum(*[int(found[word >> 1]) for word in divided])


def components(position: Position) -> list[tuple[Ruleset, Any]]:
    """Return the parts of a position, each with its ruleset: the terms of a sum, taken apart."""
    found: list[tuple[Ruleset, Any]] = []
    rules, state = position.ruleset, position.state
    for part, own in rules.components(state) if isinstance(rules, SumRuleset) else [(rules, state)]:
        if isinstance(part, (PartisanRuleset, ImpartialRuleset)):
            found += [(part, piece) for piece in part.split(own)]
        else:
            found.append((part, own))
    return found
