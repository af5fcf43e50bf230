"""The way by exhaustive search: all positions that can be reached are solved; what answers when nothing shorter does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.common.errors import RulesError
from grundy.common.evidence import BySearch
from grundy.rules.solution import Solution
from grundy.solving.answer import by_score, by_table
from grundy.solving.components import LoopyPart, Worth
from grundy.solving.results import Question
from grundy.solving.search import search


def answer(question: Question) -> Solution:
    """Return the answer from the results, or scores, of all positions that can be reached."""
    rules, state = question.position.ruleset, question.position.state
    if rules.scoring and question.play.misere:
        raise RulesError("{name} is played for points, so it has no misère play", name=rules.name)
    table = search(rules, state, question.options, misere=question.play.misere)
    if not rules.scoring:
        return by_table(question, table)
    return by_score(question, lambda state: table.score(rules.canonical(state)), BySearch(table.positions))


def worth(question: Question) -> Worth:
    """Return what a position is worth; LoopyPart if it can be played for ever."""
    ruleset, state = question.position.ruleset, question.position.state
    table = search(ruleset, state, question.options)
    if table.loopy:
        raise LoopyPart

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if table.grundy(ruleset.canonical(option)) == target)

    return Worth(table.grundy(ruleset.canonical(state)), BySearch(table.positions), reach)
