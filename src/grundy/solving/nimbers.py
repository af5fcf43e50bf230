"""Games that come apart: their compiled parts, kept in the session, and the nimbers of the impartial versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.threads import alone
from grundy.kernels.contract import Unfit
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.session import Field
from grundy.solving import parts as compiled
from grundy.solving.compiled_rules import Native, give_up, went_on
from grundy.solving.parts import Beyond, Parts
from grundy.solving.results import Options, cells_of
from grundy.solving.sums import SumSearch
from grundy.solving.values import Endless as Endless
from grundy.solving.values import (
    folded_parts,
    is_small,
    most_interpreted,
    nimber_of,
    part_values,
    refuse_without_value,
)
from grundy.values.nimber import nim_sum

NIMBERS = Field[dict[Any, int]]("nimbers", dict)
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
def nimber(rules: ImpartialRuleset, state: Any, options: Options = Options()) -> int:
    """Return the Grundy value of a position of the impartial version of a partisan game."""
    refuse_without_value(rules)
    known = rules.memory[NIMBERS]
    long = compiled.words_of(rules.rules, state) > 1  # it is taken apart by the kernels
    words = [] if long else folded_parts(rules.rules, state)
    if long or not (
        is_small(rules.rules, words, options)
        and part_values(rules.rules, words, known, nimber_of, most_interpreted(options))
    ):
        graph = parts_of(rules.rules, [state], options, impartial=True)
        if graph is not None:
            try:
                return _by_parts(graph, state, options)
            except Unfit as problem:
                if again(rules.rules, problem):
                    return nimber(rules, state, options)
        words = folded_parts(rules.rules, state)
        part_values(rules.rules, words, known, nimber_of)
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
        full = graph.other = Parts(graph.rules, graph.sides, impartial=True)
    full.whole = False
    divided = full.divided(state)
    full.explore(options.progress)
    found = full.nimbers()
    full.whole = True
    return nim_sum(*[int(found[word >> 1]) for word in divided])
