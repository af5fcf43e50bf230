"""What is known of the positions of a ruleset: what any search has found is kept here, and whoever asks looks here first.

Small searches leave a record for each position they met, large ones the arrays in which they found it (packed words beside
values). Both are bounded: of records those found first go first, of arrays the oldest tables. They stand in what the session
keeps of a ruleset, and go when its rules change.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakSet

from grundy.common import limits
from grundy.common.threads import lock
from grundy.rules.ruleset import Ruleset
from grundy.solving.results import KNOWN, LOST, OUTCOMES, WON, Table, cost, look_at_met
from grundy.values.nimber import mex
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.solving.search import InterpretedTable

S = TypeVar("S")
R = TypeVar("R")
ROOM = 1 << 20
"""Records of all rulesets together."""
ARRAYS = 1 << 25
"""Positions in the tables of one ruleset, besides the table that was made last."""
SOON = 40_000
"""Moves that are looked at to find who wins, before all positions are searched."""
LOOPS = -1
"""Stands for the Grundy value of a position that can be played for ever."""


class Record(NamedTuple):
    """What is known of a position.

    ``status`` is its score, or its result and remoteness (see `results.unpacked`); ``value`` its Grundy value, `LOOPS`, or
    None where it was not looked for; ``positions`` how many the search met that found it.
    """

    status: int
    value: int | None
    positions: int


class Known:
    """What is known of the positions of a ruleset in one convention of play, found in one way.

    ``records``: by state. ``wins``: the results of more states for the player to move, and no more of them.
    ``nimbers``: the Grundy values of more states. ``tables``: those of large searches, each with the state it began with.
    """

    __slots__ = ("__weakref__", "misere", "nimbers", "records", "scoring", "tables", "valued", "wins")

    def __init__(self, rules: Ruleset, misere: bool) -> None:
        self.misere = misere
        self.scoring = rules.scoring
        self.valued = not (misere or rules.only_outcomes or rules.scoring)
        self.records: dict[Any, Record] = {}
        self.wins: dict[Any, int] = {}
        self.nimbers: dict[Any, int] = {}
        self.tables: list[tuple[Any, Table]] = []
        _all.add(self)

    def one_by_one(self) -> tuple[dict[Any, Any], ...]:
        """Return all that is kept of one state at a time."""
        return self.records, self.wins, self.nimbers

    def look(self, state: Any) -> Record | None:
        """Return what is known of a (canonical) state, None where it was not met."""
        found = self.records.get(state)
        if found is None and self.tables:
            return next((each for _first, table in reversed(self.tables) if (each := self.held(table, state))), None)
        return found

    def held(self, table: Table, state: Any) -> Record | None:
        """Return what a table says of a state, None if it did not meet it."""
        try:
            if table.scoring:
                return Record(table.score(state), None, table.positions)
            result, lasts = table.result(state)
        except KeyError:
            return None
        value = table.grundy(state) if self.valued and not table.loopy else None
        return Record(lasts << 2 | result, value, table.positions)

    def result(self, state: Any) -> int | None:
        """Return the result of a state for the player to move, None where it is not known."""
        found = self.wins.get(state)
        if found is not None or self.scoring:
            return found
        if (value := self.nimbers.get(state)) is not None:
            return WON if value else LOST
        record = self.look(state)
        if record is not None and self.tables:  # from which it is found late
            self.wins[state] = record.status & 3
            _make_room(self, 1)
        return None if record is None else record.status & 3

    def nimber(self, state: Any) -> int | None:
        """Return the Grundy value of a state, `LOOPS` where it has none; None where it is not known."""
        found = self.nimbers.get(state)
        if found is not None:
            return found
        record = self.look(state)
        return None if record is None else record.value

    def outcome(self, state: Any) -> Outcome | None:
        """Return the outcome of a state, None where it is not known."""
        if not self.scoring:
            result = self.result(state)
            return None if result is None else OUTCOMES[result]
        record = self.look(state)
        return None if record is None else Outcome.N if record.status > 0 else Outcome.P if record.status else Outcome.T

    def keep(self, rules: Ruleset, table: InterpretedTable) -> None:
        """Keep what was found of each state of a table; it rests on what was known before, whose positions count too."""
        look_at_met(rules, table.index)
        if table.given:
            before = sum(other.positions for _first, other in self.tables) + len(self.records)
            table.positions = before + table.positions - len(table.given)
        with _lock:
            self.records.update(table.records())
            _make_room(self, len(table.index))

    def keep_table(self, first: Any, table: Table) -> None:
        """Keep the table of a large search, and of the others as many as there is room for."""
        with _lock:
            left, kept = ARRAYS, [(first, table)]
            for begun, other in reversed(self.tables):
                left -= other.positions
                if left >= 0 and begun != first:
                    kept.append((begun, other))
            self.tables = kept[::-1]
        self.result(first)

    def follow(self, rules: Ruleset, start: Any, *, valued: bool = False) -> int | None:
        """Return whether a state is WON or LOST for the player to move, or its Grundy value, by as few options as suffice.

        None where that takes long, play can come again, or an ending is a tie.
        """
        if self.scoring:
            return None
        kept, begin = (self.nimbers, self._worth) if valued else (self.wins, self._won)
        before, left = len(kept), [SOON // cost(rules)]
        found = settled(start, lambda state: begin(rules, state, left), kept)
        more = max(0, len(kept) - before)
        look_at_met(rules, islice(reversed(kept), more))
        _make_room(self, more)
        return found

    def _won(self, rules: Ruleset, state: Any, left: list[int]) -> Generator[Any, Any, int | None]:
        """Ask for what is not known of options until one is lost; return WON or LOST, None for neither."""
        end = rules.ended(state)
        if end is not None:
            return None if end == 0 else WON if (end > 0) != self.misere else LOST
        moved, known = False, self.wins.get
        for option in rules.options(state):
            moved = True
            left[0] -= 1
            if (result := known(option)) is None:  # mostly it is
                child = rules.canonical(option)
                if (result := self.result(child)) is None and left[0] >= 0:
                    result = yield child
            if result != WON or left[0] < 0:
                return WON if result == LOST else None
        return WON if self.misere and not moved else LOST

    def _worth(self, rules: Ruleset, state: Any, left: list[int]) -> Generator[Any, Any, int | None]:
        """Ask for the Grundy values of options that are not known; return that of the state, None where it has none."""
        values, known = set[int](), self.nimbers.get
        for option in rules.options(state):
            left[0] -= 1
            if left[0] < 0:
                return None
            if (value := known(option)) is None:
                child = rules.canonical(option)
                if (value := self.nimber(child)) is None:
                    value = yield child
            values.add(value)
        return None if LOOPS in values else mex(values)


def settled(start: S, begin: Callable[[S], Generator[S, R, R | None]], kept: dict[S, R]) -> R | None:
    """Return what is found of a state by one generator for each state, which asks for what it needs of others.

    What is found is ``kept``. None where a generator returns None, or asks for what waits for it.
    """
    line, met = [(start, begin(start))], {start}
    found: Any = None
    while line:
        try:
            child = line[-1][1].send(found)
        except StopIteration as done:
            state, found = line.pop()[0], done.value
            if found is None:
                return None
            kept[state] = found
            continue
        if child in met:
            return None
        line.append((child, begin(child)))
        found = met.add(child)
        limits.check(len(met))
    return found


_all: WeakSet[Known] = WeakSet()
_lock = lock(brief=True)
_left = [ROOM]
"""Records that may be kept before they are counted."""


def known(rules: Ruleset, *, misere: bool = False, way: str | None = None) -> Known:
    """Return what is known of the positions of a ruleset, which grows."""
    kept = rules.memory[KNOWN]
    found = kept.get((misere, way))
    return kept.setdefault((misere, way), Known(rules, misere)) if found is None else found


def _make_room(grown: Known, more: int) -> None:
    """Let go what was found first where there are too many records: of the others, then half of what has just grown."""
    _left[0] -= more
    if _left[0] >= 0:
        return
    with _lock:
        held = sum(len(kept) for each in _all for kept in each.one_by_one())
        for each in sorted(_all, key=lambda each: each is grown) if held > ROOM else ():
            for kept in each.one_by_one() if held > ROOM // 2 else ():
                gone = list(islice(kept, len(kept) // 2 + 1 if each is grown else None))
                for state in gone:
                    kept.pop(state, None)
                held -= len(gone)
        _left[0] = max(ROOM - held, ROOM >> 6)
