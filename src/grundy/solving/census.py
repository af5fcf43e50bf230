"""A census: the values of many positions at once, counted; of all boards of a size, or of all that can be reached from one.

What E. Berlekamp and others tabled by hand for small Domineering and Clobber boards (*Winning Ways* ch. 5; M. H. Albert and
others, *An introduction to Clobber*, 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.kernels.contract import Unfit
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.solving.nimbers import again, parts_of
from grundy.solving.partisan import added, form_of
from grundy.solving.results import Options
from grundy.solving.trying import try_out_games
from grundy.values.canonical import store
from grundy.values.outcome import Outcome
from grundy.values.short import Value, of_form

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
