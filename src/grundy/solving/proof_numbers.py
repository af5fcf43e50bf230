"""Impartial games whose rules say how a position comes apart: no more is looked at than the answer needs.

J. Lemoine and S. Viennot's method (*Nimbers are inevitable*, Theoretical Computer Science 462, 2012), as
`grundy.kernels.lemoine` has it for compiled rules: to decide whether G + *n is lost, of each option of G all parts but the
largest get their nimbers, which are added to n, and the largest is asked in turn; the nimber of G is the first n for which
G + *n is lost. The search goes where the fewest pairs (G, n) seem to be left to settle. Questions that wait for others are
generators, on a stack of their own, since play may be long.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from typing import Any

from grundy.common import limits
from grundy.common.limits import InTheWay, is_mine, this_question
from grundy.rules.board import BITS
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import ImpartialRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.solving.results import cells_of, look_at_met
from grundy.solving.values import BYTES_A_PART, endless, is_small, too_many_parts
from grundy.values.nimber import mex
from grundy.values.quotient import Sum

FEW = 1 << 10
"""Options up to which rules are interpreted: loading compiled ones takes as long."""
MOST = 1 << 60
"""The number of what cannot be proved."""
Asked = Generator["Asked", Any, Any]


class Spent(Exception):
    """More options would be read than are allowed."""


class Pieces:
    """The parts that positions come apart into, by number, and their options, as sums of parts, as they are asked for.

    Attributes:
        parts: the rules and the state of each, folded by the declared symmetry.
        cancels: whether two equal parts of a sum are left out, as in normal play.
        most: up to how many options may be read.
    """

    def __init__(self, *, cancels: bool = False) -> None:
        self.parts: list[tuple[Ruleset, Any]] = []
        self.cancels = cancels
        self.most = math.inf
        self.read = 0
        self.question = this_question()
        self.full = False
        self.first = 0
        self._numbers: dict[Any, dict[Any, int]] = {}
        self._of_rules: dict[int, tuple[Ruleset, dict[Any, int]]] = {}  # the same, without a look at what the rules are
        self._options: dict[int, list[Sum]] = {}

    def __len__(self) -> int:
        return len(self._options)

    @property
    def done(self) -> int:
        """How many parts were looked into since the question was asked."""
        return len(self) - self.first

    def of(self, rules: Ruleset, state: Any) -> Sum:
        """Return the sum of parts that a position is."""
        found = sorted(self._found(rules, state))
        alike = self.cancels and len({*found}) < len(found)
        return tuple(n for n in dict.fromkeys(found) if found.count(n) % 2) if alike else tuple(found)

    def _found(self, rules: Ruleset, state: Any) -> Iterator[int]:
        if rules.is_sum(state):
            for part in rules.components(state):
                yield from self._found(*part)
            return
        if id(rules) not in self._of_rules:
            self._of_rules[id(rules)] = rules, self._numbers.setdefault(rules.key, {})
        numbers = self._of_rules[id(rules)][1]
        for own in rules.split(state):
            part = rules.canonical(own)
            number = numbers.setdefault(part, len(self.parts))
            if number == len(self.parts):
                self.parts.append((rules, part))
            yield number

    def size(self, part: int) -> int:
        """Return how long the state of a part is: of two, that of the shorter one is the sooner known."""
        state = self.parts[part][1]
        return len(state) if isinstance(state, (str, tuple)) else 1

    def options(self, part: int) -> list[Sum]:
        """Return the options of a part, each once."""
        if part not in self._options:
            self.look(self.done, len(self))
            rules, state = self.parts[part]
            if len(self) % (len(self) // 64 + 1) == 0:
                look_at_met(rules, [state])
            found: dict[Sum, None] = {}
            for option in rules.options(state):
                self.read += 1
                if self.read > self.most:
                    raise Spent
                found.setdefault(self.of(rules, option))
            self._options[part] = list(found)
        return self._options[part]

    def look(self, done: int, held: int) -> None:
        """Keep the limits, where so much was done and is held."""
        limits.check(done, "positions")
        if held * BYTES_A_PART > limits.memory():
            self.full = True
            if not is_mine(self.question):
                raise InTheWay
            raise too_many_parts(self.parts[0][0], held)

    def order(self, total: Sum) -> list[int]:
        """Return all parts that play in a sum can lead to, options first; `Endless` where one can come again."""
        done: dict[int, None] = {}
        path, begun = [*total], set[int]()
        while path:
            part = path[-1]
            missing = [n for option in self.options(part) for n in option if n not in done] if part not in done else []
            if not begun.isdisjoint(missing):
                raise endless(*self.parts[part])
            path += missing
            if missing:
                begun.add(part)
            else:
                begun.discard(part)
                done[path.pop()] = None
        return [*done]


class ProofNumbers:
    """What is known of the parts of a ruleset in normal play: nimbers, and of pairs of a part and n whether they are lost.

    A pair that is open has two numbers: about how many pairs are to be settled to prove that it is lost, and that it is not
    (V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994; as J. Čížek, M. Balko and M. Schmid,
    arXiv 2511.10339, have it for nimbers). A pair of which nothing is known is the harder to prove the larger its part is.

    Attributes:
        known: the nimbers of parts.
        won: parts and numbers n so that the part and *n are won.
        numbers: the two numbers of open pairs.
        begun: pairs that are searched now.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pieces = Pieces(cancels=True)
        self.known: dict[int, int] = {}
        self.won: set[tuple[int, int]] = set()
        self.numbers: dict[tuple[int, int], tuple[int, int]] = {}
        self.begun: set[tuple[int, int]] = set()

    def is_worth(self, state: Any, value: int) -> bool:
        """Whether a position has a Grundy value; Endless where play can come again."""
        self.pieces.most = math.inf
        return self._answer(self._worth(self.pieces.of(self.rules, state), value))

    def is_known(self, state: Any, value: int) -> bool:
        """Whether a position is known to have a Grundy value."""
        return self._open(self.pieces.of(self.rules, state), value) == ((), 0)

    def nimber(self, state: Any, most: float = math.inf) -> int:
        """Return the Grundy value of a position; `Spent` where so many options are not enough."""
        value, self.pieces.most = 0, self.pieces.read + most
        for part in self.pieces.of(self.rules, state):
            value ^= self._answer(self._nimber(part))
        return value

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

    def _nimber(self, part: int) -> Asked:
        value = 0
        while not (yield self._is_lost(part, value)):
            value += 1
        return value

    def _worth(self, parts: Sum, value: int) -> Asked:
        while (rest := self._open(parts, value))[0]:
            parts, value = rest
            if len(parts) == 1:
                return (yield self._is_lost(parts[0], value))
            yield self._nimber(min(parts, key=self.pieces.size))
        return rest[1] == 0

    def _is_lost(self, part: int, n: int) -> Asked:
        """Return whether whoever moves in a part + *n loses: its nimber is n."""
        while part not in self.known and (part, n) not in self.won:
            yield self._search(part, n, MOST, MOST)
        return self.known.get(part) == n

    def _search(self, part: int, n: int, proof: int, disproof: int) -> Asked:
        """Search a pair until it is settled, or one of its numbers is as large as said."""
        if (part, n) in self.begun:
            raise endless(*self.pieces.parts[part])
        self.begun.add((part, n))
        options = self.pieces.options(part)
        self._look(part, options)
        while part not in self.known and (part, n) not in self.won:
            best: tuple[Sum, int] = (), n
            total, second, least = 0, MOST, (MOST, 0)
            for reply in self._replies(part, n, options):
                found = self._numbers(*reply)
                if found[0] == 0:
                    self.won.add((part, n))
                    break
                total += found[1]
                if found < least:
                    second, least, best = least[0], found, reply
                else:
                    second = min(second, found[0])
            else:
                if total == 0:
                    self.known[part] = n
                    break
                total = min(total, MOST - 1)  # what play reaches in many ways counts as often
                self.numbers[part, n] = total, least[0]
                if total >= proof or least[0] >= disproof:
                    break
                rest, m = best
                if len(rest) == 1:
                    further = second + second // 4 + 1
                    yield self._search(rest[0], m, min(disproof, further), max(proof - total, 1) + least[1])
                else:
                    yield self._nimber(min(rest, key=self.pieces.size))
        self.begun.discard((part, n))

    def _look(self, part: int, options: list[Sum]) -> None:
        """Keep what follows for a part from the options that are known."""
        values = {value for rest, value in (self._open(option, 0) for option in options) if not rest}
        self.won.update((part, value) for value in values)
        if all(piece in self.known for option in options for piece in option):
            self.known[part] = mex(values)

    def _replies(self, part: int, n: int, options: list[Sum]) -> Iterator[tuple[Sum, int]]:
        """Iterate over the sums after a move in a part + *n, without what is known of them."""
        yield from (self._open(option, n) for option in options)
        yield from (((part,), less) for less in range(n))

    def _open(self, parts: Sum, value: int) -> tuple[Sum, int]:
        """Return the parts of a sum that are not known, and the nim-sum of a value and those that are."""
        for part in parts:
            if part in self.known:
                value ^= self.known[part]
        return tuple(part for part in parts if part not in self.known), value

    def _numbers(self, parts: Sum, n: int) -> tuple[int, int]:
        """Return how much it takes to prove that a sum of parts and *n is lost, and that it is won."""
        if not parts:
            return (MOST, 0) if n else (0, MOST)
        first, *more = parts
        if more:
            return 2 * sum(map(self._fresh, parts)), 2 * len(parts)
        return (MOST, 0) if (first, n) in self.won else self.numbers.get((first, n)) or (self._fresh(first), 1)

    def _fresh(self, part: int) -> int:
        return max(1, self.pieces.size(part) ** 2 // 8)


def is_interpreted(rules: Ruleset, state: Any) -> bool:
    """Whether rules that tell a position apart are interpreted, without a look at them: they are no function of words."""
    words = (type(n) is int and n.bit_length() < 64 for n in cells_of(state))
    return rules.told_apart and not (type(rules) is FunctionRuleset and all(words))


def is_short(rules: Ruleset, state: Any) -> bool:
    """Whether the interpreted rules are to be tried: of boards, those of one word whose parts are small."""
    own = rules.rules if isinstance(rules, ImpartialRuleset) else None
    return not (own and own.board) or (state[0] * state[1] <= BITS and is_small(own, rules.split(state)))


SEARCH = Field[ProofNumbers | None]("proof numbers", lambda: None)
"""What was found so far."""


def searched(rules: Ruleset) -> ProofNumbers:
    """Return what is known of the parts of a ruleset."""
    found = rules.memory[SEARCH]
    if found is None or found.pieces.full:
        found = rules.memory[SEARCH] = ProofNumbers(rules)
    found.pieces.first = len(found.pieces)
    return found
