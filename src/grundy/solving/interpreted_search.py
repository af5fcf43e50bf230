"""Exhaustive search with the rules interpreted: any hashable states, no start-up, some 10^5 to 10^6 arrows a second."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from grundy.common import limits
from grundy.common.digraphs import Children, endings_first, predecessors
from grundy.common.errors import TooLarge
from grundy.rules.ruleset import Ruleset
from grundy.solving.memory import LOOPS, Known, Record
from grundy.solving.results import DRAW, LOST, TIED, WON, Options, Table, endless_scores, unpacked
from grundy.values.nimber import mex

# ---- the algorithms on a game graph, interpreted: for graphs of up to some 10^5 arrows, for which no kernel is
# loaded
# ``children[i]`` are the indices of the options of position i; ``ends[i]`` is WON, LOST or TIED where the rules
# declare an ending at i, else DRAW (nothing declared). The compiled forms of the same algorithms are in
# ``grundy.kernels``.

NONE: Mapping[int, int] = MappingProxyType({})


def retrograde(
    children: Children,
    ends: Sequence[int] | None = None,
    back: Children | None = None,
    *,
    misere: bool = False,
    given: Mapping[int, int] = NONE,
) -> tuple[list[int], list[int]]:
    """Return result and remoteness of every position, by retrograde analysis from the endings. O(arrows).

    The winner wins as fast, the loser loses as slowly as can be. What is neither won nor lost is a tie if some line through
    such positions ends in a tie (the remoteness is the shortest), else a draw. ``ends``: how those are declared to end that
    do; ``back``: the `predecessors`, where they are known; ``given``: the status of positions without options that is known
    already (see `results.unpacked`).
    """
    back = predecessors(children) if back is None else back
    results = [DRAW] * len(children)
    remote = [0] * len(children)
    waiting = [len(options) for options in children]
    stuck = WON if misere else LOST
    swapped = {WON: LOST, LOST: WON} if misere else {}
    waves: dict[int, list[int]] = {}
    ties: dict[int, list[int]] = {}
    for i, end in enumerate(results if ends is None else ends):
        if i in given:
            results[i], remote[i] = unpacked(given[i])
        elif end == DRAW and not waiting[i]:
            results[i] = stuck
        else:
            results[i] = swapped.get(end, end)
        if results[i] != DRAW:
            (ties if results[i] == TIED else waves).setdefault(remote[i], []).append(i)
    for i, far in _by_remoteness(waves):
        lost = results[i] == LOST
        for parent in back[i]:
            if results[parent] != DRAW:
                continue
            waiting[parent] -= 1
            if lost:
                results[parent] = WON
            elif waiting[parent] == 0:
                results[parent] = LOST
            else:
                continue
            remote[parent] = far + 1
            waves.setdefault(far + 1, []).append(parent)
    for i, far in _by_remoteness(ties):
        for parent in back[i]:
            if results[parent] == DRAW:
                results[parent] = TIED
                remote[parent] = far + 1
                ties.setdefault(far + 1, []).append(parent)
    return results, remote


def _by_remoteness(waves: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """Yield what stands in waves, and in those after them that grow meanwhile, the least remoteness first."""
    far = 0
    while waves:
        for i in waves.pop(far, ()):
            yield i, far
        far += 1


def grundy_values(children: Children, order: Sequence[int], given: Mapping[int, int] = NONE) -> list[int]:
    """Return the Grundy value (mex of the options' values) of every position in an order, of others `LOOPS`. O(arrows)."""
    values = [LOOPS] * len(children)
    for i in order:
        values[i] = given[i] if i in given else mex({values[child] for child in children[i]})
    return values


def scores(
    children: Children, gains: Sequence[Sequence[int]], order: Sequence[int], given: Mapping[int, int] = NONE
) -> list[int]:
    """Return the best difference of scores (the mover's minus the other's) of every position. O(arrows)."""
    best = [given.get(i, 0) for i in range(len(children))]
    for i in order:
        if children[i]:
            best[i] = max(gain - best[child] for gain, child in zip(gains[i], children[i], strict=True))
    return best


# ----


BYTES_A_POSITION = 400
BYTES_AN_ARROW = 24
LOOKED_AT = 64
"""Positions between two looks at the limits."""
_ENDS = {None: DRAW, 1: WON, 0: TIED, -1: LOST}


class Exploration:
    """The positions reachable from some states, found in breadth-first order, as far as it has gone.

    Beyond what is ``known`` it does not look: the records of such positions, without options here, are ``given``.
    """

    def __init__(self, ruleset: Ruleset, start: Any, options: Options, known: Known | None = None) -> None:
        self.ruleset = ruleset
        self.options = options
        first = ruleset.canonical(start)
        self.index: dict[Any, int] = {first: 0}
        self.states: list[Any] = [first]
        self.children: list[list[int]] = []
        self.gains: list[list[int]] = []
        self.ends: list[int] = []
        self.arrows = 0
        self.known = known
        self.given: dict[int, Record] = {}

    def run(self, arrows: int | None = None) -> bool:
        """Go on until all is found (True) or there are more than so many arrows (False); TooLarge past the memory."""
        rules = self.ruleset
        while len(self.children) < len(self.states):
            state = self.states[len(self.children)]
            ending = None if self._is_given(state) else rules.ended(state)
            row = [] if ending is not None or len(self.children) in self.given else self._row(state)
            self.ends.append(_ENDS[ending])
            self.children.append(row)
            self.arrows += len(row)
            if len(self.children) % LOOKED_AT == 0:
                limits.check(len(self.states))
            if len(self.children) % 4096 == 0:
                self._check(len(row))
                if self.options.progress is not None:
                    self.options.progress(len(self.children))
            if arrows is not None and self.arrows > arrows:
                return len(self.children) == len(self.states)
        return True

    def _is_given(self, state: Any) -> bool:
        """Whether all that is asked of the state that is looked at is known; of the first one it is not."""
        known, place = self.known, len(self.children)
        found = known.look(state) if known is not None and place else None
        if known is None or found is None or (known.valued and found.value is None):
            return False
        self.given[place] = found
        if known.scoring:
            self.gains.append([])
        return True

    def _row(self, state: Any) -> list[int]:
        """Return the indices of the options of a state, new ones added."""
        row: list[int] = []
        index, states, canonical = self.index, self.states, self.ruleset.canonical
        if self.ruleset.scoring:
            pairs = list(self.ruleset.scored_options(state))
            self.gains.append([gain for gain, _ in pairs])
            options: Any = (child for _, child in pairs)
        else:
            options = self.ruleset.options(state)
        for option in options:
            child = canonical(option)
            place = index.setdefault(child, len(states))
            if place == len(states):
                states.append(child)
            row.append(place)
            if len(row) % 65536 == 0:
                self._check(len(row))
                limits.check(len(states))
        return row

    def _check(self, extra: int) -> None:
        needed = len(self.states) * BYTES_A_POSITION + (self.arrows + extra) * BYTES_AN_ARROW
        if needed > limits.memory():
            raise TooLarge(
                "{name}: {count:,} positions were reached and there are more: they need over {wanted:.1f} GiB, "
                "the limit is {memory:.1f} GiB (does every game end? a larger limit is memory=)",
                name=self.ruleset.name,
                count=len(self.states),
                wanted=needed / 2**30,
                memory=limits.memory() / 2**30,
                positions=len(self.states),
                needed=needed,
            )


class InterpretedTable(Table):
    """The solved positions of a finished exploration; of one that knew some, those are taken as they are."""

    def __init__(self, found: Exploration, *, misere: bool = False, grundy: bool = True) -> None:
        self.index = found.index
        self.given = found.given
        self.values: list[int] | None = None
        self.positions = len(found.states)
        self.ties = TIED in found.ends
        self.scoring = found.ruleset.scoring
        back = predecessors(found.children)
        statuses = {i: record.status for i, record in found.given.items()}
        values = {i: record.value for i, record in found.given.items() if record.value is not None}
        order = endings_first(found.children, back, [i for i, value in values.items() if value < 0])
        self.loopy = len(order) < len(found.children)
        if found.ruleset.scoring:
            if self.loopy:
                raise endless_scores(found.ruleset)
            self.columns = {"score": scores(found.children, found.gains, order, statuses)}
            return
        results, remote = retrograde(found.children, found.ends, back, misere=misere, given=statuses)
        self.columns = {"status": [far << 2 | result for result, far in zip(results, remote, strict=True)]}
        if grundy and not misere and not found.ruleset.only_outcomes:
            self.values = grundy_values(found.children, order, values)
            if not self.loopy:
                self.columns["grundy"] = self.values

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        return self.index[state]

    def records(self) -> Iterator[tuple[Any, Record]]:
        """Yield the states that were not given, each with what was found of it."""
        found = self.columns["score" if self.scoring else "status"]
        for i, state in enumerate(self.index):
            if i not in self.given:
                yield state, Record(found[i], None if self.values is None else self.values[i], self.positions)
