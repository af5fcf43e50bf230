"""Impartial games whose rules say how a position comes apart, depth first: no more is looked at than the answer needs.

In normal play J. Lemoine and S. Viennot's method (*Nimbers are inevitable*, Theoretical Computer Science 462, 2012), as
`grundy.kernels.lemoine` has it for compiled rules: to decide whether G + *n is lost, of each option of G all parts but the
last get their nimbers, which are added to n, and the last is asked in turn; the nimber of G is the first n for which G + *n
is lost. In misère play the parts say nothing, and whole positions are asked. Questions that wait for others are generators,
on a stack of their own, since play may be long.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.evidence import BySums
from grundy.common.limits import InTheWay, is_mine, this_question
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.solving.results import Question
from grundy.solving.values import Endless
from grundy.values.outcome import Outcome

BYTES = 1000
"""What a position that was looked at takes, with its options."""
Asked = Generator["Asked", Any, Any]
Parts = tuple[Any, ...]


class DepthFirst:
    """What is known of the positions of a ruleset, each part folded by the declared symmetry.

    Attributes:
        known: the nimbers of parts.
        won: parts and numbers n so that the part and *n are won.
        lost: whether the mover loses a whole position in misère play.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.known: dict[Any, int] = {}
        self.won: set[tuple[Any, int]] = set()
        self.lost: dict[Any, bool] = {}
        self.below: dict[Any, list[Any]] = {}
        self.begun: set[Any] = set()
        self.question = this_question()
        self.full = False
        self.first = 0

    def is_worth(self, state: Any, value: int) -> bool:
        """Whether a position has a Grundy value; Endless where play can come again."""
        return self._answer(self._worth(self._parts(state), value))

    def nimber(self, state: Any) -> int:
        """Return the Grundy value of a position."""
        value = 0
        for part in self._parts(state):
            value ^= self._answer(self._nimber(part))
        return value

    def is_lost_in_misere(self, state: Any) -> bool:
        """Whether the mover loses a position in misère play."""
        return self._answer(self._misere(self.rules.canonical(state)))

    def _answer(self, question: Asked) -> Any:
        self.begun.clear()
        waiting, answer = [question], None
        while waiting:
            try:
                waiting.append(waiting[-1].send(answer))
                answer = None
            except StopIteration as done:
                answer = done.value
                waiting.pop()
        return answer

    def _parts(self, state: Any) -> Parts:
        return tuple(map(self.rules.canonical, self.rules.split(state)))

    def _options(self, state: Any, *, apart: bool) -> list[Any]:
        """Return the options of a state, each once, as parts or whole."""
        if state not in self.below:
            count = len(self.below)
            limits.check(count - self.first, "positions")
            if count * BYTES > limits.memory():
                self.full = True
                if not is_mine(self.question):
                    raise InTheWay
                raise TooLarge(
                    (
                        "{name} splits into more than {count:,} components: they need over {gib:.1f} GiB, more "
                        "than allowed"
                    ),
                    name=self.rules.name,
                    count=count,
                    gib=count * BYTES / 2**30,
                    positions=count,
                    needed=count * BYTES,
                )
            made = self.rules.options(state)
            self.below[state] = list(dict.fromkeys(map(self._parts if apart else self.rules.canonical, made)))
        return self.below[state]

    def _begin(self, question: Any) -> None:
        if question in self.begun:
            raise Endless("{position} can be repeated, so play may be endless and it has no value", position=question)
        self.begun.add(question)

    def _nimber(self, part: Any) -> Asked:
        value = 0
        while not (yield self._loses(part, value)):
            value += 1
        return value

    def _worth(self, parts: Parts, value: int) -> Asked:
        for part in parts[:-1]:
            value ^= yield self._nimber(part)
        return (yield self._loses(parts[-1], value)) if parts else value == 0

    def _loses(self, part: Any, n: int) -> Asked:
        """Return whether whoever moves in a part + *n loses: its nimber is n."""
        if part in self.known:
            return self.known[part] == n
        if (part, n) in self.won:
            return False
        self._begin((part, n))
        options = self._options(part, apart=True)
        won = any(self._known_worth(option) == n for option in options)
        for question in () if won else self._questions(part, n, options):
            if (yield question):
                won = True
                break
        self.begun.discard((part, n))
        if won:
            self.won.add((part, n))
        else:
            self.known[part] = n
        return not won

    def _questions(self, part: Any, n: int, options: list[Parts]) -> Iterator[Asked]:
        """Iterate over the positions after a move in a part + *n, as questions whether they are lost."""
        yield from (self._worth(option, n) for option in options)
        yield from (self._loses(part, less) for less in range(n))

    def _known_worth(self, parts: Parts) -> int:
        """Return the value of parts, -1 where one is not known."""
        value = 0
        for part in parts:
            if part not in self.known:
                return -1
            value ^= self.known[part]
        return value

    def _misere(self, state: Any) -> Asked:
        """Whether the mover loses: there are moves, and none leaves a position that is lost."""
        if state in self.lost:
            return self.lost[state]
        self._begin(state)
        options = self._options(state, apart=False)
        lost = bool(options) and not any(self.lost.get(option, False) for option in options)
        for option in options if lost else ():
            if (yield self._misere(option)):
                lost = False
                break
        self.begun.discard(state)
        self.lost[state] = lost
        return lost


SEARCHES = Field[dict[bool, DepthFirst]]("depth first", dict)
"""What was found so far, by whether it is misère play."""


def searched(rules: Ruleset, start: Any, *, misere: bool = False) -> DepthFirst:
    """Return what is known of a ruleset in a play."""
    kept = rules.memory[SEARCHES]
    if misere not in kept or kept[misere].full:
        kept[misere] = DepthFirst(rules)
    found = kept[misere]
    found.first = len(found.below)
    return found


def misere(question: Question) -> Solution | None:
    """Return the answer in misère play; None where play can be endless."""
    position, play = question.position, question.play
    found = searched(position.ruleset, position.state, misere=True)
    begun = len(found.below)
    try:
        lost = found.is_lost_in_misere(position.state)
    except Endless:
        return None

    def winning() -> Iterator[Move]:
        if not lost:
            for state in position.ruleset.options(position.state):
                if found.is_lost_in_misere(state):
                    yield position.move_to(state)

    return Solution(
        position,
        play,
        Outcome.P if lost else Outcome.N,
        BySums(len(found.below) - begun),
        winning=winning,
        best=lambda: next(position.moves() if lost else winning(), None),
    )
