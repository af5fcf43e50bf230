"""Dead rules: lines of the moves, or of the ending, that no position of a game reaches, though play goes everywhere."""

from __future__ import annotations

import contextlib
import linecache
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from grundy.language import ir
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run
from grundy.rules.data import routine
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.solving.play_graph import PlayGraph

LOOKED_AT = 20_000
"""Positions that are looked at as long as a line is left that none has reached."""
STEPS = 3_000_000
"""Steps of all of them together."""
GOLDEN = (5**0.5 - 1) / 2
MOST = 500
"""Options of one position that are made."""

Line = tuple[str, int, bool]
"""A file, a line, and whether something is yielded or returned there: ``if full: return TIE`` is two of them."""


class Reached(NamedTuple):
    """The lines of some rules, which of them positions reached, and in how many positions they were looked for.

    ``whole``: these are all positions; ``reason``: why no lines are known.
    """

    lines: dict[Line, str]
    reached: set[Line]
    looked_at: int = 0
    whole: bool = True
    reason: str = ""

    def __add__(self, other: object) -> Reached:
        """Return what is known from two sizes of a game: a line is dead where it is dead in both."""
        assert isinstance(other, Reached)
        return Reached(
            self.lines | other.lines,
            self.reached | other.reached,
            self.looked_at + other.looked_at,
            self.whole and other.whole,
            self.reason or other.reason,
        )

    @property
    def dead(self) -> dict[int, str]:
        """The lines that nothing reaches, with their text: of a block the first."""
        found: dict[int, str] = {}
        before = 0
        for key, text in sorted(self.lines.items()):
            if key not in self.reached:
                if key[1] > before + 1:
                    found[key[1]] = text
                before = key[1]
        return found


def reached(graph: PlayGraph) -> Reached:
    """Return which lines of the rules the positions of a graph reach. O(positions looked at)."""
    rules = getattr(graph.rules, "rules", graph.rules) if graph.rules.mover(graph.state(0)) else graph.rules
    try:
        runs = list(_runs(rules))
    except Unreadable as problem:
        return Reached({}, set(), reason=str(problem))
    found = Reached({line: text for run in runs for line, text in run.lines.items()}, set())
    places = np.unique(np.linspace(0, len(graph) - 1, LOOKED_AT).astype(np.int64))
    left, looked_at = STEPS, 0
    for place in places[np.argsort(np.arange(len(places)) * GOLDEN % 1)].tolist():  # early and late ones in turn
        if left < 0 or found.lines.keys() <= found.reached:
            break
        state = graph.state(place)
        mover = graph.rules.mover(state)
        for run in runs:
            if run.player == mover and (run.is_ending or not graph.ends[place]):
                left -= run.look(rules, state if mover is None else state[0], found.reached)
        looked_at += 1
    return found._replace(looked_at=looked_at, whole=looked_at == len(graph))


def _runs(rules: Ruleset) -> Iterator[_Noted]:
    """Iterate over what runs the functions of some rules; Unreadable where one cannot be read."""
    if isinstance(rules, PartisanRuleset):
        for player in (LEFT, RIGHT):
            side = rules.side(player)
            yield _Noted(side, side.function, player)
    elif isinstance(rules, FunctionRuleset):
        yield _Noted(rules, rules.function)
    else:
        raise Unreadable("{name} is not a single function", name=rules.name)
    if "ending" in rules.hooks:
        yield from (
            _Noted(rules, rules.hooks["ending"], player, True)
            for player in ((LEFT, RIGHT) if rules.partisan else (None,))
        )


class _Noted(Run):
    """A run of one function of a ruleset that notes which of its statements are reached."""

    def __init__(
        self, rules: FunctionRuleset, function: Callable[..., Any], player: int | None = None, is_ending: bool = False
    ) -> None:
        made = routine(rules, function, scoring=rules.scoring and not is_ending)
        super().__init__(made, spend=self._count)
        given = {**(function.__kwdefaults__ or {}), **rules.params}
        self.given = [given[name] for name in made.keywords]
        self.player, self.is_ending = player, is_ending
        self.spent = 0
        self.names: dict[int, Line] = {}
        self.lines: dict[Line, str] = {}
        self.reached: set[Line] = set()
        for each in made.functions:
            if each.file == made.main.file:  # helpers of grundy's own serve many games
                for statement in ir.statements(each.body):
                    self._name(each.file, statement)

    def _name(self, file: str, statement: ir.Stmt) -> None:
        if statement.line:
            line = self.names[id(statement)] = file, statement.line, isinstance(statement, ir.Yield | ir.Return)
            self.lines[line] = linecache.getline(file, statement.line).strip()

    def _count(self, steps: int) -> None:
        self.spent += steps

    def _block(self, body: ir.Body, slots: list[Any], give: Any) -> int:
        for statement in body:
            if (line := self.names.get(id(statement))) is not None:
                self.reached.add(line)
            if left := super()._block((statement,), slots, give):
                return left
        return 0

    def look(self, rules: Ruleset, state: Any, reached: set[Line]) -> int:
        """Add what is reached at a state; return how many steps that took."""
        self.spent = 0
        arguments = rules.arguments(state)
        whole = tuple(state) if isinstance(state, tuple) else arguments
        args = [*([whole] if self.routine.is_tuple else arguments), *self.given]
        with contextlib.suppress(Failed, Beyond):
            self.returned(args) if self.is_ending else self.yields(args, MOST)
        reached |= self.reached
        return self.spent + 1
