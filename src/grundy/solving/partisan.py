"""Partisan positions: values from their parts, interpreted while few, compiled when many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.common.threads import alone
from grundy.kernels import short
from grundy.kernels.contract import Unfit
from grundy.rules.algebra import NegativeRuleset, ValueRuleset
from grundy.rules.out_of_turn import OutOfTurnRuleset, out_of_turn
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.session import Field
from grundy.rules.sums import SumRuleset
from grundy.solving.catalogued import try_out_games
from grundy.solving.components import LoopyPart
from grundy.solving.engine import worth
from grundy.solving.nimbers import again, parts_of
from grundy.solving.results import Options
from grundy.solving.values import FEW, Endless, Part, folded_parts, is_small, part_values, refuse_without_value
from grundy.values.canonical import store
from grundy.values.outcome import Outcome
from grundy.values.short import Value, of_form

FORMS = Field[dict[Any, int]]("forms", dict)


class TooMany(TooLarge):
    """A value that would take more parts or games than were allowed for it."""


def value(position: Position, options: Options = Options()) -> Any:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    position = out_of_turn(position)
    rules = position.ruleset
    try:
        if not (isinstance(rules, OutOfTurnRuleset) and rules.rules.has_ending):  # else play may be endless
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
        if not isinstance(state, Value):
            raise Endless("the value {value} allows endless play, so it has no thermograph", value=state)
        return state.form
    try:
        return store().nus(0, 0, worth(rules, state, options).value)
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
    few = None if options.way else FEW
    tried = is_small(rules, (part for part, _sign in words)) if few else options.way == "interpreted"
    if tried and part_values(rules, words, known, _form, few):
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


# ---- a census: the values of many positions at once, counted; of all boards of a size, or of all that can be reached
# from one
# What E. Berlekamp and others tabled by hand for small Domineering and Clobber boards (*Winning Ways* ch. 5; M. H.
# Albert and others, *An introduction to Clobber*, 2005).


MOST = 1 << 20
"""Positions that a census takes."""


@dataclass(frozen=True)
class Census:
    """What a census found.

    Attributes:
        counts: how many positions have each value, the most frequent first; equal counts in the order they were met.
        hottest: a position of each value of the highest temperature, with that value.
    """

    counts: dict[Value, int]
    examples: dict[Value, Position]

    @property
    def positions(self) -> int:
        """How many positions were counted."""
        return sum(self.counts.values())

    def outcomes(self) -> dict[Outcome, int]:
        """Return how many positions Left, Right, the first and the second player win."""
        found: Counter[Outcome] = Counter()
        for value, count in self.counts.items():
            found[value.outcome] += count
        return {outcome: found[outcome] for outcome in (Outcome.L, Outcome.R, Outcome.N, Outcome.P)}

    def temperatures(self) -> dict[Fraction, int]:
        """Return how many positions have each temperature, the coldest first."""
        found: Counter[Fraction] = Counter()
        for value, count in self.counts.items():
            found[value.temperature] += count
        return dict(sorted(found.items()))

    def hottest(self, count: int = 10) -> list[tuple[Position, Value]]:
        """Return positions of the hottest values, one for each value, the hottest first."""
        ranked = sorted(self.counts, key=lambda value: -value.temperature)
        return [(self.examples[value], value) for value in ranked[:count]]


def census(position: Position, options: Options = Options()) -> Census:
    """Return the census of all boards of a board's size; of a game without a board of all positions reachable from one.

    TooLarge beyond 2^20 positions.

    >>> import grundy as gr
    >>> found = census(gr.domineering(2, 2))
    >>> [(str(value), count) for value, count in found.counts.items()]
    [('0', 7), ('*', 4), ('-1', 2), ('1', 2), ('+-1', 1)]
    """
    rules = position.ruleset
    if not isinstance(rules, PartisanRuleset):
        raise GrundyError("a census counts values of partisan games, and {name} is not partisan", name=rules.name)
    try_out_games(position)
    if rules.board is None or rules.board.has_more or rules.board.floor:
        states: Any = _reachable(rules, position.state)
    else:
        rows, columns = position.state[:2]
        number = len(rules.board.faces) ** (rows * columns)
        if number > MOST:
            raise TooLarge(
                "there are {number:,} boards of {rows} by {columns} cells, but a census takes at most {most:,}",
                number=number,
                rows=rows,
                columns=columns,
                most=MOST,
            )
        states = _boards(rules, rows, columns)
        if "setup" in rules.hooks:
            states = [state for state in states if _legal(rules, state)]
    return _counted(rules, states, options)


def _boards(rules: PartisanRuleset, rows: int, columns: int) -> Iterator[Any]:
    assert rules.board is not None
    for cells in product(range(len(rules.board.faces)), repeat=rows * columns):
        yield (rows, columns, *rules.board.encoded(cells))


def _legal(rules: PartisanRuleset, state: Any) -> bool:
    """Whether a board is a position of the game."""
    try:
        return rules(*state).state == state
    except PositionError:
        return False


def _reachable(rules: PartisanRuleset, start: Any) -> list[Any]:
    found = {start: None}
    line = [start]
    for state in line:
        for player in (LEFT, RIGHT):
            for option in rules.options_of(state, player):
                if option not in found:
                    if len(found) >= MOST:
                        raise TooLarge("more than {most:,} positions can be reached, too many for a census", most=MOST)
                    found[option] = None
                    line.append(option)
    return line


def _counted(rules: PartisanRuleset, states: Any, options: Options) -> Census:
    counts: Counter[int] = Counter()
    examples: dict[int, Any] = {}
    for form, state in _forms(rules, states, options):
        counts[form] += 1
        examples.setdefault(form, state)
    ranked = sorted(counts, key=lambda form: -counts[form])
    values = {form: of_form(form) for form in ranked}
    return Census(
        {values[form]: counts[form] for form in ranked},
        {values[form]: Position(rules, examples[form]) for form in ranked},
    )


def _forms(rules: PartisanRuleset, states: Any, options: Options) -> Iterator[tuple[int, Any]]:
    """Yield the form of each state, and the state."""
    all_of = list(states)
    graph = parts_of(rules, all_of, options, impartial=False)
    words = None
    if graph is not None:
        try:
            words = graph.valued(all_of, store(), options.progress)
        except Unfit as problem:
            if again(rules, problem):
                yield from _forms(rules, all_of, options)
                return
    if graph is None or words is None:
        for state in all_of:
            yield form_of(rules, state, options), state
        return
    sums: dict[tuple[int, ...], int] = {}
    for own, state in zip(words, all_of, strict=True):
        key = tuple(own)
        if key not in sums:
            sums[key] = added(graph.form(word, store()) for word in own)
        yield sums[key], state
