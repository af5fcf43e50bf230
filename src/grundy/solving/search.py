"""Exhaustive search: interpreted while it is small, compiled when it is not and the rules can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from grundy.common import limits
from grundy.common.digraphs import Children, endings_first, predecessors
from grundy.common.errors import GrundyError, RulesError, TooLarge
from grundy.common.evidence import BySearch
from grundy.common.messages import N_, _
from grundy.rules.digraph import ArrayDigraph
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Solution
from grundy.solving.catalogued import try_out
from grundy.solving.components import LoopyPart, Worth
from grundy.solving.memory import LOOPS, Known, Record, known
from grundy.solving.results import (
    DRAW,
    LOST,
    OUTCOMES,
    TIED,
    WON,
    Options,
    Question,
    Table,
    by_score,
    by_table,
    cost,
    endless_scores,
    unpacked,
)
from grundy.values.nimber import mex

# ---- exhaustive search with the rules interpreted: any hashable states, no start-up, some 10^5 to 10^6 arrows a second

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


SMALL = 40_000
"""Arrows up to which a search stays interpreted, fewer where they cost more: about the time in which a rule is compiled."""
COMPARED = 64
"""Positions on which a compiled rule is compared with the interpreted one."""
COMPARED_ARROWS = 500
"""Arrows that are followed to find positions on which a compiled rule is compared with the interpreted one."""


def search(ruleset: Ruleset, start: Any, options: Options, *, misere: bool = False) -> Table:
    """Return the table of all positions reachable from a start; what it found is kept with the ruleset.

    Raises TooLarge where the positions do not fit in memory, RulesError where the rules are wrong.
    """
    kept, first = known(ruleset, misere=misere, way=options.way), ruleset.canonical(start)
    for begun, table in kept.tables:
        if begun == first:
            return table
    return _solved(ruleset, start, options, kept)


class Answers(Table):
    """What is known of the positions that can be reached from a start; where nothing is known of one, it is searched."""

    def __init__(self, ruleset: Ruleset, start: Any, options: Options, *, misere: bool = False) -> None:
        if not isinstance(ruleset, ArrayDigraph):
            try_out(ruleset, start)
        self.ruleset = ruleset
        self.start = ruleset.canonical(start)
        self.options = options
        self.known = known(ruleset, misere=misere, way=options.way)
        self.scoring = ruleset.scoring

    @property
    def positions(self) -> int:  # type: ignore[override]
        """How many positions the search met that found the start."""
        return self._record(self.start).positions

    @property
    def loopy(self) -> bool:  # type: ignore[override]
        """Whether play from the start can be endless, of a game with Grundy values."""
        return self.known.valued and self._record(self.start, valued=True).value == LOOPS

    def result(self, state: Any) -> tuple[int, int]:
        """Return the result of a (canonical) state and its remoteness (0 for a draw)."""
        return unpacked(self._record(state).status)

    def grundy(self, state: Any) -> int:
        """Return the Grundy value of a (canonical) state, `LOOPS` if it can be played for ever."""
        value = self._record(state, valued=True).value
        assert value is not None
        return value

    def score(self, state: Any) -> int:
        """Return the score of a (canonical) state."""
        return self._record(state).status

    def _record(self, state: Any, *, valued: bool = False) -> Record:
        found = self.known.look(state)
        if found is None or (valued and found.value is None):
            table = _solved(self.ruleset, state, self.options, self.known, on=True)
            found = self.known.look(state) or self.known.held(table, state)
            if found is None:
                raise self._not_its_own(state)
            if valued and found.value is None:  # the table that was just made is of endless play
                found = self.known.records[state] = found._replace(value=LOOPS)
        return found

    def _not_its_own(self, state: Any) -> RulesError:
        rules, hook = self.ruleset, "symmetry" if "symmetry" in self.ruleset.hooks else "symmetries"
        told = {"one": rules.describe(state), "two": rules.describe(rules.canonical(state))}
        return rules.bad_rules(
            N_("{hook} of {name}: {one} is a representative, yet its own is {two}"), hook=hook, **told
        )


def _solved(ruleset: Ruleset, start: Any, options: Options, kept: Known, *, on: bool = False) -> Table:
    """Solve what can be reached from a start, up to what is known where the search goes ``on`` from there; keep it."""
    table = _searched(ruleset, start, options, kept, on=on)
    if isinstance(table, InterpretedTable):
        kept.keep(ruleset, table)
    else:
        kept.keep_table(ruleset.canonical(start), table)
    return table


def _searched(ruleset: Ruleset, start: Any, options: Options, kept: Known, *, on: bool) -> Table:
    misere = kept.misere
    if isinstance(ruleset, ArrayDigraph):
        from grundy.solving.compiled_search import array_table

        return array_table(ruleset, misere=misere)
    try_out(ruleset, start)
    ruleset = ruleset.searched
    if options.way == "compiled" and (samples := _some(ruleset, start)) != [()]:  # where nothing is to be compiled
        from grundy.solving.compiled_rules import UNREAD
        from grundy.solving.compiled_search import compiled_table

        table = compiled_table(ruleset, ruleset.canonical(start), options, samples, misere=misere)
        if table is None:
            reason = ruleset.memory[UNREAD] or _("they are not a Python function")
            raise GrundyError("the rules of {name} cannot be compiled: {reason}", name=ruleset.name, reason=reason)
        return table
    found = Exploration(ruleset, start, options, kept if on else None)
    if not found.run(None if options.way == "interpreted" else SMALL // cost(ruleset)):
        from grundy.solving import compiled_search

        samples = found.states[:: max(1, len(found.states) // COMPARED)]
        table = compiled_search.compiled_table(ruleset, found.states[0], options, samples, misere=misere)
        if table is not None:
            return table
        if found.given:
            found = Exploration(ruleset, start, options)  # the arrays below are of all positions
        found.run()
        if found.arrows > compiled_search.MANY:
            return compiled_search.table_of_exploration(found, misere=misere)
    return InterpretedTable(found, misere=misere)


def _some(ruleset: Ruleset, start: Any) -> list[Any]:
    """Return some positions reachable from a start."""
    found = Exploration(ruleset, start, Options())
    found.run(COMPARED_ARROWS)
    return found.states[:: max(1, len(found.states) // COMPARED)]


# ---- the way by exhaustive search: all positions that can be reached are solved; what answers when nothing shorter
# does


def answer(question: Question) -> Solution:
    """Return the answer from the results, or scores, of all positions that can be reached."""
    rules, state = question.position.ruleset, question.position.state
    if rules.scoring and question.play.misere:
        raise RulesError("{name} is played for points, so it has no misère play", name=rules.name)
    play, options = question.play, question.options
    table: Table = Answers(rules, state, options, misere=play.misere)
    if options.brief and play.endless == "draw" and not rules.scoring and not isinstance(rules, ArrayDigraph):
        result = table.known.follow(rules, table.start)
        if result is not None:
            fully = question._replace(options=options._replace(brief=False))
            return Solution(
                question.position,
                play,
                OUTCOMES[result],
                BySearch(0),
                winning=lambda: iter(answer(fully).winning_moves()),
                best=lambda: answer(fully).best_move,
            )
    if play.endless != "draw":  # whoever is named to win endless play may be refused for a tie anywhere
        table = search(rules, state, options, misere=play.misere)
    if not rules.scoring:
        return by_table(question, table)
    return by_score(question, lambda state: table.score(rules.canonical(state)), BySearch(table.positions))


def worth(question: Question) -> Worth:
    """Return what a position is worth; LoopyPart if it can be played for ever."""
    ruleset, state, options = question.position.ruleset, question.position.state, question.options
    table = Answers(ruleset, state, options)

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if table.grundy(ruleset.canonical(option)) == target)

    followed = options.brief and not isinstance(ruleset, ArrayDigraph)
    if followed and (value := table.known.follow(ruleset, table.start, valued=True)) is not None:
        return Worth(value, BySearch(0), reach)
    if table.loopy:
        raise LoopyPart
    return Worth(table.grundy(table.start), BySearch(table.positions), reach)
