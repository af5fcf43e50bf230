"""Exhaustive search: interpreted while it is small, compiled when it is not and the rules can be read."""

from __future__ import annotations

from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.rules.digraph import ArrayDigraph
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.solving.interpreted_search import Exploration, InterpretedTable
from grundy.solving.results import Options, Table, cost
from grundy.solving.trying import try_out

SMALL = 40_000
"""Arrows up to which a search stays interpreted, fewer where they cost more: about the time in which a rule is compiled."""
COMPARED = 64
"""Positions on which a compiled rule is compared with the interpreted one."""
COMPARED_ARROWS = 500
"""Arrows that are followed to find positions on which a compiled rule is compared with the interpreted one."""
TABLES = Field[dict[tuple[bool, str | None], tuple[Any, Table]]]("tables", dict)
"""The last table of normal and of misère play, by the way it was found, with the position it began with."""


def search(ruleset: Ruleset, start: Any, options: Options, *, misere: bool = False) -> Table:
    """Solve every position reachable from a start; the last table is kept with the ruleset.

    The kept table answers for the same start, and for any position it has met where ``options.reuse`` says so (the answer
    is the same, the count of positions is that of the earlier search). Raises TooLarge where the positions do not fit in
    memory, RulesError where the rules are wrong.
    """
    key = misere, options.way
    first = ruleset.canonical(start)
    tables = ruleset.memory[TABLES]
    kept = tables.get(key)
    if kept is not None and (kept[0] == first or (options.reuse and _holds(kept[1], first))):
        return kept[1]
    table = _solved(ruleset, start, options, misere)
    tables[key] = first, table
    return table


def _holds(table: Table, state: Any) -> bool:
    try:
        table.score(state) if table.scoring else table.result(state)
    except KeyError:
        return False
    return True


def _solved(ruleset: Ruleset, start: Any, options: Options, misere: bool) -> Table:
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
    found = Exploration(ruleset, start, options)
    if not found.run(None if options.way == "interpreted" else SMALL // cost(ruleset)):
        from grundy.solving import compiled_search

        samples = found.states[:: max(1, len(found.states) // COMPARED)]
        table = compiled_search.compiled_table(ruleset, found.states[0], options, samples, misere=misere)
        if table is not None:
            return table
        found.run()
        if found.arrows > compiled_search.MANY:
            return compiled_search.table_of_exploration(found, misere=misere)
    return InterpretedTable(found, misere=misere)


def _some(ruleset: Ruleset, start: Any) -> list[Any]:
    """Return some positions reachable from a start."""
    found = Exploration(ruleset, start, Options())
    found.run(COMPARED_ARROWS)
    return found.states[:: max(1, len(found.states) // COMPARED)]
