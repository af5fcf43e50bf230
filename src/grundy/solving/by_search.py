"""The way by exhaustive search: all positions that can be reached are solved; what answers when nothing shorter does."""

from __future__ import annotations

from grundy.common.errors import RulesError
from grundy.common.evidence import BySearch
from grundy.rules.solution import Solution
from grundy.solving.answer import by_score, by_table
from grundy.solving.results import Question
from grundy.solving.search import search


def answer(question: Question) -> Solution:
    """Return the answer from the results, or scores, of all positions that can be reached."""
    rules, state = question.position.ruleset, question.position.state
    if rules.scoring and question.play.misere:
        raise RulesError("{name} is played for points, so there is no misère play of it", name=rules.name)
    table = search(rules, state, question.options, misere=question.play.misere)
    if not rules.scoring:
        return by_table(question, table)
    return by_score(question, lambda state: table.score(rules.canonical(state)), BySearch(table.positions))
