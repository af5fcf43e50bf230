"""Misère play of sums: by what their parts are in sums, else by a search of sums.

Tame parts behave like heaps of misère Nim (*Winning Ways* ch. 13). Of others the misère quotient is looked for
(`grundy.values.quotient`). Where there is none within its bounds, sums of parts are searched, whose order means nothing.
For each of these in turn only so many options of parts are read, then more: none takes much longer than what answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from itertools import chain, islice

from grundy.common.evidence import ByQuotient, BySums, ByTameness, Evidence
from grundy.common.threads import alone
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.solving.proof_numbers import Pieces, Spent
from grundy.solving.results import Question
from grundy.solving.trials import IN_VALUE
from grundy.solving.values import Endless
from grundy.values.misere import TameClass, tame_class
from grundy.values.outcome import Outcome
from grundy.values.quotient import MisereSums, Open, Quotient, Sum

Found = tuple[Evidence, bool]
"""How it is known whether the mover loses, and whether he does."""
FIRST, TIMES = 1 << 10, 2
"""Options, and sums, that are looked at at first; how many times as many each time after."""
WILD = 1 << 12
"""The most parts of which a quotient is looked for."""
MOST = 1 << 18
"""Sums that are searched where the search of all positions can be asked instead."""


def answer(question: Question) -> Solution | None:
    """Return the answer in misère play for a sum, or a heap that can become one; None if it is searched as a whole."""
    position = question.position
    rules, state = position.ruleset, position.state
    game = _game(rules)
    total = game.pieces.of(rules, state)
    parts = [game.pieces.parts[part][0] for part in total]
    told = rules.told_apart or any(each.told_apart for each in parts)
    if any(each.memory[IN_VALUE] for each in (rules, *parts)):
        return None  # of such parts nothing is known in misère play
    adds = told or rules.is_sum(state) or any(len(option) > 1 for option in islice(rules.options(state), FIRST))
    try:
        found = None if any(each.only_outcomes for each in parts) or not adds else game.answer(total, whole=not told)
    except (Endless, RecursionError):
        return None
    if found is None:
        return None
    evidence, lost = found

    def winning() -> Iterator[Move]:
        for option in rules.options(state):
            after = game.answer(game.pieces.of(rules, option))
            if after is not None and after[1]:
                yield position.move_to(option)

    return Solution.decided(question.position, question.play, not lost, evidence, winning)


class Misere:
    """What is known of the parts of some rulesets in misère play, and of sums of them.

    Attributes:
        classes: the tame class of a part, None if it is wild.
        standing: the games in the quotient for which parts stand.
        open: the parts that play can lead to where no quotient was found.
        is_open: whether none was found of the parts that are asked for.
    """

    def __init__(self) -> None:
        self.pieces = Pieces()
        self.classes: dict[int, TameClass | None] = {}
        self.quotient = Quotient()
        self.standing: dict[int, Sum] = {}
        self.open: list[set[int]] = []
        self.search = MisereSums(self.pieces.options, self._look)
        self.begun = self.most = 0
        self.is_open = False

    @alone
    def answer(self, total: Sum, *, whole: bool = False) -> Found | None:
        """Return how it is known whether the mover loses a sum, and whether he does.

        None where the ``whole`` may be searched instead, and this takes too long.
        """
        self.begun, self.is_open, found, budget = len(self.search.lost), False, self._known(total), FIRST
        while found is None and not (whole and budget > MOST):
            for way in (self._by_parts, self._by_search):
                self.pieces.most, self.most = self.pieces.read + budget, len(self.search.lost) + budget
                with suppress(Spent):
                    found = found or way(total)
            budget *= TIMES
        return found

    def _look(self, count: int) -> None:
        self.pieces.look(count - self.begun, len(self.pieces) + count // 4)
        if count > self.most:
            raise Spent

    def _known(self, total: Sum) -> Found | None:
        """Return the answer where it follows from the classes of the parts, or in their quotient."""
        if (tame := self._class(total)) is not None:
            return ByTameness(len(self.classes)), tame.outcome is Outcome.P
        if all(part in self.standing for part in total):
            return ByQuotient(len(self.quotient.elements)), self.quotient.is_lost(self._standing(total))
        return None

    def _by_parts(self, total: Sum) -> Found | None:
        """Return the answer by the tame classes of all parts that play leads to, or by the quotient of them."""
        order = self.pieces.order(total)
        for part in order:
            if part not in self.classes:
                self.classes[part] = tame_class(map(self._class, self.pieces.options(part)))
        found, reached = self._known(total), {*order}
        if found is None and len(order) <= WILD and not any(each <= reached for each in self.open):
            try:
                for part in order:
                    if part not in self.standing:
                        self.standing[part] = self.quotient.add(map(self._standing, self.pieces.options(part)))
            except Open:
                self.open.append(reached)
            found = self._known(total)
        self.is_open = found is None
        return found

    def _by_search(self, total: Sum) -> Found:
        lost = self.search.is_lost(total)
        return BySums(len(self.search.lost) - self.begun, self.is_open), lost

    def _class(self, total: Sum) -> TameClass | None:
        found = [known for part in total if (known := self.classes.get(part)) is not None]
        return reduce(TameClass.__add__, found, TameClass.nim(0)) if len(found) == len(total) else None

    def _standing(self, total: Sum) -> Sum:
        return tuple(chain.from_iterable(self.standing[part] for part in total))


MISERE = Field["Misere | None"]("misere", lambda: None)


def _game(rules: Ruleset) -> Misere:
    """Return what is known of the parts of a ruleset; of a sum of one ruleset's positions, of that."""
    parts = rules.within
    if parts and rules.how != "single" and all(part.key == parts[0].key for part in parts):
        rules = parts[0]
    found = rules.memory[MISERE]
    if found is None or found.pieces.full:
        found = rules.memory[MISERE] = Misere()
    found.pieces.first = len(found.pieces)
    return found
