"""Sums of positions: disjunctive (move in one), conjunctive (move in all), selective (move in any number).

Conway, *On Numbers and Games*, ch. 14; *Winning Ways* ch. 9.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.common.errors import RulesError
from grundy.common.messages import N_, _
from grundy.rules.failures import require
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.rules.data import Made
    from grundy.rules.scenes import Beside

LONG, SHORT = "last", "first"
NO_POSITION = N_("{rules} is no position, and sums are made of positions, as in gr.nim(3) + gr.nim(4)")


class SumRuleset(Ruleset):
    """The positions of several rulesets side by side; a state is the tuple of their states."""

    how = N_("disjunctive")
    sign = " + "

    def __init__(self, parts: tuple[Ruleset, ...]) -> None:
        super().__init__(self.sign.join(p.name for p in parts))
        self.parts = parts
        self.scoring = all(p.scoring for p in parts)
        self.partisan = any(p.partisan for p in parts)

    @property
    def within(self) -> tuple[Ruleset, ...]:
        """The parts."""
        return self.parts

    def inside(self, state: Any) -> tuple[list[Any], Hashable]:
        """Return the states of the parts, which are all."""
        return [*state], None

    def rule_data(self) -> dict[str, Any]:
        """Return what the parts are."""
        from grundy.rules.data import data_of  # it reads Python

        return {"kind": "sum", "how": self.how, "parts": [data_of(part) for part in self.parts]}

    def by_content(self) -> Made:
        """It is made again of its parts."""
        return type(self), (self.parts,)

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the tuple of the parts' states."""
        return args

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the states after a move in one part."""
        for i, rules in enumerate(self.parts):
            for child in rules.options(state[i]):
                yield (*state[:i], child, *state[i + 1 :])

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states after a move of Left or of Right in one part."""
        for i, rules in enumerate(self.parts):
            for child in rules.options_of(state[i], player):
                yield (*state[:i], child, *state[i + 1 :])

    def scored_options(self, state: Any) -> Iterator[tuple[int, Any]]:
        """Iterate over (points gained, state) after a move in one part."""
        for i, rules in enumerate(self.parts):
            for gain, child in rules.scored_options(state[i]):
                yield gain, (*state[:i], child, *state[i + 1 :])

    def canonical(self, state: Any) -> Any:
        """Return the state with each part in its canonical form."""
        return tuple(p.canonical(s) for p, s in zip(self.parts, state, strict=True))

    def is_sum(self, state: Any) -> bool:
        """It is a disjunctive sum."""
        return True

    def components(self, state: Any) -> list[tuple[Ruleset, Any]]:
        """Return the parts."""
        return list(zip(self.parts, state, strict=True))

    def terms(self, state: Any) -> list[tuple[Ruleset, Any]]:
        """Return the parts of a disjunctive sum; another sum is one game."""
        return self.components(state)

    def replace(self, state: Any, index: int, option: Any) -> Any:
        """Return the state where part ``index`` has moved."""
        return (*state[:index], option, *state[index + 1 :])

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move: the parts that moved, each in its own game's notation."""
        return self.words(before, after)

    def words(self, before: Any, after: Any, gain: int = 0, player: int | None = None) -> str:
        """Return the words of a move: the parts that moved, each in its own game's words; parts of one name have numbers."""
        named, moved = self._named(), self.moved(before, after)
        words = (f"{named[i]}: {self.parts[i].words(before[i], after[i], gain, player)}" for i in moved)
        return "; ".join(words) or _("a move that changes nothing")

    def _named(self) -> list[str]:
        """Return what the parts are called, each in its own way."""
        names = [rules.name for rules in self.parts]
        named = [
            name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)
        ]
        return named if len({*named}) == len(named) else [f"{i} {name}" for i, name in enumerate(names, 1)]

    def moved(self, before: Any, after: Any) -> tuple[int, ...]:
        """Return the parts that a move changes, numbered from 0."""
        return tuple(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes in each part: the part's number with what is changed there."""
        moved = self.moved(before, after)
        return tuple((i, place) for i in moved for place in self.parts[i].touched(before[i], after[i]))

    def show(self, state: Any) -> str:
        """Return the parts as text."""
        return self.sign.join(p.describe(s) for p, s in zip(self.parts, state, strict=True))

    def scene(self, state: Any) -> Beside:
        """Return the parts side by side."""
        from grundy.rules.scenes import Beside

        pairs = list(zip(self.parts, state, strict=True))
        return Beside(tuple(p.scene(s) for p, s in pairs), tuple(p.name for p, _ in pairs))

    def describe(self, state: Any) -> str:
        """Return the sum as text."""
        return self.show(state)


class JoinedRuleset(SumRuleset):
    """A sum where one turn may move in several parts; ``ends`` says when play is over.

    ``ends="last"`` (the long rule): when no part has a move left; of those that have one the turn moves in all
    (conjunctive) or in at least one (selective). ``ends="first"`` (the short rule): as soon as one part has no move.
    """

    def __init__(self, parts: tuple[Ruleset, ...], ends: str) -> None:
        super().__init__(parts)
        self.ends = ends

    def rule_data(self) -> dict[str, Any]:
        """Return what the parts are, and the ending rule."""
        return {**super().rule_data(), "ends": self.ends}

    def by_content(self) -> Made:
        """It is made again of its parts and the ending rule."""
        return type(self), (self.parts, self.ends)

    # it is no disjunctive sum, but whole
    is_sum = Ruleset.is_sum
    components = Ruleset.components

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the states after a turn."""
        return self._turns(state, [list(p.options(s)) for p, s in zip(self.parts, state, strict=True)])

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states after a turn of Left or of Right."""
        return self._turns(state, [list(p.options_of(s, player)) for p, s in zip(self.parts, state, strict=True)])

    def _turns(self, state: Any, moves: list[list[Any]]) -> Iterator[Any]:
        if self.ends == SHORT and not all(moves):
            return
        yield from self.combined(state, moves)

    def combined(self, state: Any, moves: list[list[Any]]) -> Iterator[Any]:
        """Iterate over the states of a turn, given each part's options."""
        raise NotImplementedError


class ConjunctiveRuleset(JoinedRuleset):
    """A turn moves in every part that can move."""

    how = N_("conjunctive")
    sign = " ∧ "
    rule_data = JoinedRuleset.rule_data

    def combined(self, state: Any, moves: list[list[Any]]) -> Iterator[Any]:
        """Iterate over the states after a move in every part that has one."""
        if any(moves):
            yield from product(*(m or [s] for m, s in zip(moves, state, strict=True)))


class SelectiveRuleset(JoinedRuleset):
    """A turn moves in any number of parts, at least one."""

    how = N_("selective")
    sign = " ∨ "
    rule_data = JoinedRuleset.rule_data

    def combined(self, state: Any, moves: list[list[Any]]) -> Iterator[Any]:
        """Iterate over the states after moves in at least one part."""
        stay = object()
        for choice in product(*([stay, *m] for m in moves)):
            if any(c is not stay for c in choice):
                yield tuple(s if c is stay else c for c, s in zip(choice, state, strict=True))


def disjunctive(*positions: Position) -> Position:
    """Return the disjunctive sum of positions: a move is a move in one of them. The same as ``G + H + …``."""
    require(Position, NO_POSITION, *positions)
    parts = _owned([p for position in positions for p in _parts(position)], "a sum")
    return Position(SumRuleset(tuple(r for r, _ in parts)), tuple(s for _, s in parts))


def conjunctive(*positions: Position, ends: str = SHORT) -> Position:
    """Return the conjunctive sum: a turn moves in every component.

    ``ends="first"``: play is over as soon as one component is (decided by the least remoteness); ``ends="last"``: the
    components that can still move go on (decided by the greatest suspense). ONAG ch. 14.

    >>> import grundy as gr
    >>> gr.conjunctive(gr.bash(5), gr.bash(4)).outcome().name
    'P'
    """
    return _joined(ConjunctiveRuleset, positions, ends)


def selective(*positions: Position, ends: str = LONG) -> Position:
    """Return the selective sum: a turn moves in any number of components, at least one. ONAG ch. 14.

    >>> import grundy as gr
    >>> gr.selective(gr.bash(4), gr.bash(8)).outcome().name
    'P'
    """
    return _joined(SelectiveRuleset, positions, ends)


def _joined(kind: type[JoinedRuleset], positions: tuple[Position, ...], ends: str) -> Position:
    if ends not in (LONG, SHORT):
        raise RulesError(
            "a {how} sum ends with the 'first' or the 'last' component, not {ends!r}", how=_(kind.how), ends=ends
        )
    require(Position, NO_POSITION, *positions)
    parts = _owned([(p.ruleset, p.state) for p in positions], _("a {how} sum").format(how=_(kind.how)))
    if any(r.scoring for r, _ in parts):
        raise RulesError("a {how} sum of scoring games is not defined: add them with +", how=_(kind.how))
    return Position(kind(tuple(r for r, _ in parts), ends), tuple(s for _, s in parts))


def _parts(position: Position) -> list[tuple[Ruleset, Any]]:
    rules = position.ruleset
    if type(rules) is SumRuleset:
        return list(zip(rules.parts, position.state, strict=True))
    return [(rules, position.state)]


def _owned(parts: list[tuple[Ruleset, Any]], what: str) -> list[tuple[Ruleset, Any]]:
    """Return the parts of a sum, in which each player keeps his pieces; refuse mixtures for which no rule says who wins."""
    if not parts:
        raise RulesError("{what} needs at least one position", what=what)
    rules = [rules for rules, _state in parts]
    scoring = [r.name for r in rules if r.scoring]
    if scoring and len(scoring) < len(rules):
        other = next(r.name for r in rules if not r.scoring)
        raise RulesError(
            "{scoring} is played for points and {other} for the last move: {what} needs games of one kind",
            scoring=scoring[0],
            other=other,
            what=what,
        )
    ending = [r.name for r in rules if r.has_ending]
    if ending and len(rules) > 1:
        raise RulesError("{ending} has declared endings, which do not say who wins {what}", ending=ending[0], what=what)
    sided = [r.name for r in rules if r.sided]
    if sided and scoring and len(rules) > 1:
        raise RulesError(
            "each player of {sided} has pieces of his own, and a sum of such games is not played for points",
            sided=sided[0],
        )
    if not sided or ending or scoring:
        return parts
    from grundy.rules.out_of_turn import out_of_turn  # most games have no sides

    own = [out_of_turn(Position(rules, state)) for rules, state in parts]
    return [(each.ruleset, each.state) for each in own]
