"""Games that come apart: their compiled parts, kept in the session, and the nimbers of the impartial versions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.threads import alone
from grundy.kernels import parts as graph
from grundy.kernels import short
from grundy.kernels import sums as kernels
from grundy.kernels.contract import Unfit, in_words
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.ruleset import Ruleset, accepted
from grundy.rules.session import Field
from grundy.solving import parts as compiled
from grundy.solving import proof_numbers
from grundy.solving.comparing import MOST
from grundy.solving.compiled_rules import Native, give_up, native, went_on
from grundy.solving.parts import SAMPLES, Beyond, Parts
from grundy.solving.results import Options, cells_of
from grundy.solving.values import Endless as Endless
from grundy.values.canonical import Store, refused, store
from grundy.values.nimber import nim_sum

# ---- sums

SMALL, SIMPLE = 9, 64
"""Parts of up to so many cells are taken by their values; values of m and n options are added where m * n is at most 64."""


class TooDeep(TooLarge):
    """A sum of too many parts or moves for the search; or a game whose play need not end."""


class SumSearch:
    """A search for who wins sums of the parts of one ruleset and a value; what it finds is kept for the next question."""

    def __init__(self, parts: Parts, store: Store, small: int = SMALL) -> None:
        self.parts = parts
        self.store = store
        self._times_emptied = store.times_emptied
        self.table = kernels.laid_out(1)
        self.table[kernels.SMALL], self.table[kernels.SIMPLE] = small, SIMPLE

    @property
    def is_of_now(self) -> bool:
        """Whether the values that it found still stand for what they did."""
        return self.store is store() and self._times_emptied == self.store.times_emptied

    @property
    def visited(self) -> int:
        """How many sums were looked into."""
        return int(self.table[kernels.VISITED])

    @alone
    def left_wins(self, forms: list[int], words: list[int], progress: Any = None) -> bool:
        """Whether Left, who moves first, wins values (ids of forms) and parts (twice the number, 1 more if negated)."""
        values, parts = np.array(sorted(forms), np.int64), np.array(words, np.int64)
        begun, work = self.visited, self.store.work
        while True:
            self.table[kernels.BUDGET] = self.visited + (1 << 16)
            try:
                found = kernels.wins(
                    self.parts.array, self.store.array, self.table, *self.parts.arguments, values, parts
                )
            except TimeoutError:
                self.store.look(work)
            except MemoryError:
                self._make_room(int(self.table[kernels.NEED]))
                limits.check(self.visited - begun, "sums")
                if progress is not None:
                    progress(self.visited)
            except BufferError:
                self.store.lengthen()
            except RecursionError as error:
                raise TooDeep(str(refused(error))) from None
            except OverflowError:
                self.store.learn()
            else:
                return bool(found)

    def right_wins(self, forms: list[int], words: list[int], progress: Any = None) -> bool:
        """Whether Right, who moves first, wins."""
        negatives = [self.store.ask(short.NEGATIVE, form) for form in forms]
        return self.left_wins(negatives, sorted(word ^ 1 for word in words), progress)

    def _make_room(self, need: int) -> None:
        if need == kernels.NOTHING:
            self.store.grow()
        elif need == kernels.PARTS_ROOM:
            self.parts.grow()
        elif need == kernels.WORK_ROOM:
            self.parts.run(graph.MORE_WORK)
        elif need == kernels.RULES_GAVE_UP:
            raise self.parts.refused()
        elif need in (kernels.TOO_LONG, kernels.TOO_DEEP):
            raise TooDeep(
                "a sum of more than {longest} components, or more than {deepest:,} moves, cannot be searched",
                longest=kernels.LONGEST,
                deepest=kernels.DEEPEST,
            )
        elif need == kernels.SUMS_ROOM:
            self._allow(3 * self.table.nbytes)
            self.table = kernels.laid_out(int(self.table[kernels.MASK]) + 1, self.table)
        elif need == kernels.LINE_ROOM:
            frames = 2 * int(self.table[kernels.FRAMES_ROOM])
            self._allow(2 * self.table.nbytes + 8 * frames)
            self.table = kernels.laid_out((int(self.table[kernels.MASK]) + 1) // 2, self.table, frames)

    def _allow(self, needed: int) -> None:
        """Raise TooLarge where so many bytes are more than the limit."""
        allowed = limits.memory()
        if needed > allowed:
            self.parts.refuse()
            raise TooLarge(
                "the search of sums of {name} holds {table:,} sums in {held} and would need {wanted} to go "
                "on: more than the {allowed} allowed",
                name=self.parts.rules.name,
                table=int(self.table[kernels.HELD]),
                held=in_words(self.table.nbytes),
                wanted=in_words(needed),
                allowed=in_words(allowed),
                positions=self.visited,
                needed=needed,
            )


# ---- nimbers

SIDES = Field[dict[int, tuple[Native, Native] | None]]("sides", dict)
"""The compiled moves of both players, by the words of a layer."""
PARTS = Field[dict[tuple[bool, bool, int], Parts | None]]("parts", dict)
"""The parts, by whether both players have the moves of both, whether only some were expanded by a search, and the words of a
layer."""
SUMS = Field[SumSearch | None]("sums", lambda: None)


def parts_of(
    rules: PartisanRuleset, states: Sequence[Any], options: Options, *, impartial: bool, searched: bool = False
) -> Parts | None:
    """Return the compiled parts of a ruleset that hold all of some states, kept with it; None if it must be interpreted.

    Of a game that is searched (``searched``) only some parts are expanded, so they are kept apart.
    """
    if options.way == "interpreted":
        return None
    words = compiled.words_for(rules, states)
    key = (impartial, searched, words)
    kept, known = rules.memory[PARTS], rules.memory[SIDES]
    graph = kept.get(key)
    if words:
        if key not in kept:
            if words not in known:
                known[words] = compiled.sides(rules, states[0], words)
            sides = known[words]
            try:
                graph = None if sides is None else Parts(rules, sides, impartial=impartial)
            except Unfit as problem:
                if again(rules, problem):
                    return parts_of(rules, states, options, impartial=impartial, searched=searched)
        elif graph is not None and not graph.whole:
            graph = Parts(rules, graph.sides, impartial=impartial)
        kept[key] = graph
        if graph is not None and all(isinstance(cell, int) for state in states for cell in cells_of(state)):
            return graph
    if options.way == "compiled":
        raise GrundyError(
            "the rules of {name} cannot be compiled for {position}: they are interpreted",
            name=rules.name,
            position=rules.describe(states[0]),
        )
    return None


def again(rules: PartisanRuleset, problem: Unfit) -> bool:
    """Give the compiled rules of a game up; or compare Python where they gave up in a branch without a witness: then it is
    worth asking again, and True."""
    row, known = problem.row or (), filter(None, rules.memory[SIDES].values())
    made = next((left for left, _right in known if left.width == len(row)), None)
    if made is not None and went_on(rules, problem, [made.decode(row, rules)], made.words):
        rules.memory.drop(PARTS, SIDES, SUMS)
        return True
    give_up(rules, problem)
    kept = rules.memory[PARTS]
    kept.update(dict.fromkeys(kept))
    rules.memory.drop(SUMS)
    return False


@alone
def nimber(rules: Ruleset, state: Any, options: Options = Options()) -> int:
    """Return the Grundy value of a position that comes apart: by compiled rules, or interpreted where these do not serve."""
    if options.way != "interpreted":
        if isinstance(rules, ImpartialRuleset) and not rules.told_apart:
            graph = parts_of(rules.rules, [state], options, impartial=True)
            try:
                if graph is not None:
                    return _by_parts(graph, state, options)
            except Unfit as problem:
                if again(rules.rules, problem):
                    return nimber(rules, state, options)
        elif (found := told(rules)) is not None and (value := found.nimber(state, options)) is not None:
            return value
    return proof_numbers.searched(rules).nimber(state)


def _by_parts(graph: Parts, state: Any, options: Options) -> int:
    """Return the xor of the parts' nimbers, by Lemoine and Viennot's method; where that gives up all parts are explored."""
    if graph.other is None:
        try:
            return nim_sum(*[graph.nimber(word >> 1) for word in graph.divided(state)])
        except Beyond:
            pass
    full = graph.other
    if full is None or not full.whole:
        full = graph.other = Parts(graph.rules, graph.sides, impartial=True)
    full.whole = False
    divided = full.divided(state)
    full.explore(options.progress)
    found = full.nimbers()
    full.whole = True
    return nim_sum(*[int(found[word >> 1]) for word in divided])


# ---- nimbers of games whose rules say how a position comes apart


class Told:
    """A game of numbers whose rules say how a position comes apart, compiled: its moves, and how what they lead to does so.

    The moves are asked of single parts alone, so that they are compiled once, however long a state is.
    """

    def __init__(self, rules: FunctionRuleset) -> None:
        hook, params = rules.hooks["parts"], rules.params
        self.rules = rules
        self.moves = FunctionRuleset(rules.function, name=rules.name).bind(**params)
        self.split = FunctionRuleset(hook, name=rules.name).bind(**accepted(hook, params))
        self.split.tuple_state = rules.tuple_state
        self.split.hooks = {name: own for name, own in rules.hooks.items() if name in ("symmetry", "symmetries")}
        self.sides: tuple[Native, Native] | None = None
        self.graph: Parts | None = None
        self.given_up = any(
            accepted(own, params).keys() > self.split.params.keys() for own in self.split.hooks.values()
        )

    def nimber(self, state: Any, options: Options) -> int | None:
        """Return the Grundy value of a position, None where the rules are to be interpreted."""
        at, problem = state, None
        while sides := self.sides or (None if self.given_up else self._compiled(at, problem)):
            if self.graph is None or not self.graph.whole:
                self.graph = Parts(self.rules, sides, impartial=True)
            try:
                return _by_parts(self.graph, state, options)
            except Unfit as found:
                problem, self.sides, self.graph = found, None, None
                at = state if found.row is None else sides[0].state_of(found.row, self.rules)
        return None

    def _compiled(self, start: Any, problem: Unfit | None) -> tuple[Native, Native] | None:
        """Compile for a position and parts that were met; after a ``problem`` only where something of that is new."""
        rules, longest = self.rules, self.moves.longest
        near = proof_numbers.searched(rules).pieces.parts
        some = (own for _rules, own in near[:: 1 + len(near) // SAMPLES])  # of all sizes: small ones are soon compared
        parts = [*dict.fromkeys(chain(map(rules.canonical, rules.split(start)), some))][:SAMPLES] or [start]
        options = [option for part in parts for option in islice(rules.options(part), MOST)]
        met = [cells_of(part) for part in (*options, *parts)]
        self.given_up = not all(type(cell) is int for cells in met for cell in cells)
        if self.given_up:
            return None
        self.moves.longest = self.split.longest = max([longest, *map(len, met)])
        asked = (self.moves, parts), (self.split, [*options[:: 1 + len(options) // SAMPLES], *parts])
        if problem is None or longest < self.moves.longest or any(went_on(own, problem, at) for own, at in asked):
            moves = native(*asked[0])
            split = moves and native(*asked[1])
            if moves and split and (moves.width, moves.variable) == (split.width, split.variable):
                self.sides = moves, split
        else:
            give_up(rules, problem)
        self.given_up = self.sides is None
        return self.sides


TOLD = Field["Told | None"]("told", lambda: None)


def told(rules: Ruleset) -> Told | None:
    """Return a game whose rules say how a position comes apart, to be compiled; None where it is interpreted."""
    if type(rules) is not FunctionRuleset or rules.wraps is not None:
        return None
    found = rules.memory[TOLD]
    if found is None:
        found = rules.memory[TOLD] = Told(rules)
    return None if found.given_up else found
