"""Exhaustive search: interpreted while it is small, compiled when it is not and the rules can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.common.errors import GrundyError, RulesError
from grundy.common.evidence import BySearch
from grundy.common.messages import N_, _
from grundy.rules.digraph import ArrayDigraph
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Solution
from grundy.solving.catalogued import try_out
from grundy.solving.components import LoopyPart, Worth
from grundy.solving.interpreted_search import Exploration, InterpretedTable
from grundy.solving.memory import LOOPS, Known, Record, known
from grundy.solving.results import OUTCOMES, Options, Question, Table, by_score, by_table, cost, unpacked

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
        kept.keep(table)
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
