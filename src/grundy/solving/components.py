"""What the parts of a position are worth in normal play, and which moves give a part another value.

Ways of `grundy.solving.engine`: by the xor of the parts of a sum, by the nim-sequence of a heap, by the heads of coins, and
by the nimbers of what a position comes apart into.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.common.errors import RulesError
from grundy.common.evidence import ByDeciding, ByLaw, ByNimbers, ByParts, BySequence, ByTheorem, Evidence
from grundy.common.messages import N_
from grundy.rules.heaps import HeapFunction, HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Known, Move, Solution
from grundy.solving.engine import worth
from grundy.solving.results import Options, Question, soon_known

if TYPE_CHECKING:
    from grundy.solving.proof_numbers import ProofNumbers
    from grundy.solving.sequences import NimSequence

FEW = 1 << 7
"""Parts that are looked into for each other move, by interpreted rules."""

HEADS = N_("the theorem of coin-turning games"), N_("A position is worth the xor of what its heads are worth alone.")
TARTAN = (
    N_("the Tartan theorem"),
    N_("A coin is worth the nim-product of its row's and its column's value in the two games in a row."),
)


class LoopyPart(Exception):
    """A part of the position can be played for ever, so that it has no Grundy value."""


class Worth(NamedTuple):
    """The Grundy value of a position, with what it rests on and how to find options of a given value."""

    value: int
    evidence: Evidence
    reach: Callable[[int], Iterator[Any]]
    zeros: Zeros | None = None
    """What searches each option of its own."""


def solution(question: Question, known: Worth) -> Solution:
    """Return the solution of a position whose Grundy value is known: a winning move leaves the value 0."""
    position, zeros = question.position, known.zeros

    def winning() -> Iterator[Move]:
        return map(position.move_to, known.reach(0))

    return Solution.decided(
        question.position,
        question.play,
        bool(known.value),
        known.evidence,
        winning,
        lambda: chain(zeros.known(position) if zeros else (), winning()),  # those first that are known
        value=known.value,
        known=lambda _player: zeros.among(position) if known.value and zeros else None,
    )


class Zeros:
    """Which positions are worth 0, of interpreted rules that say how a position comes apart: each takes a search."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    @property
    def search(self) -> ProofNumbers:
        """The search, for a new question."""
        from grundy.solving import proof_numbers

        return proof_numbers.searched(self.rules)

    def has(self, move: Move) -> bool:
        """Whether a move leads to one."""
        return self.search.is_worth(move.after.state, 0)

    def among(self, position: Position) -> Known:
        """Return the moves that lead there, as far as that is known or soon found."""
        return soon_known(position.moves(), self.has, FEW)

    def known(self, position: Position) -> Iterator[Move]:
        """Iterate over the moves that are known to lead there."""
        return (move for move in position.moves() if self.search.is_known(move.after.state, 0))


def refuse_without_grundy_value(ruleset: Ruleset) -> None:
    """Raise RulesError for games that have no Grundy value whatever the position."""
    if ruleset.partisan:
        raise RulesError(
            "{name} is partisan: it has a value(), but only its impartial version has Grundy values", name=ruleset.name
        )
    if ruleset.scoring:
        raise RulesError("{name} is played for points and has a score, no Grundy value", name=ruleset.name)
    if ruleset.has_ending:
        raise RulesError("{name} has declared endings and so an outcome, no Grundy value", name=ruleset.name)
    if ruleset.sided:
        raise RulesError(
            "each player of {name} has pieces of his own, so it has a value(), as partisan games do, and no Grundy value",
            name=ruleset.name,
        )


# ---- the ways


def by_parts(question: Question) -> Worth:
    """Return what a sum is worth: the xor of its parts."""
    ruleset, state, options = question.position.ruleset, question.position.state, question.options
    known: dict[Any, Worth] = {}
    kinds: dict[Evidence, None] = {}
    value = solved = 0
    for part, own in ruleset.components(state):
        key = (part.key, own)
        if key not in known:
            known[key] = found = worth(part, own, options)
            kinds.setdefault(found.evidence)
            solved += found.evidence.positions
        value ^= known[key].value
    return Worth(value, ByParts((*kinds,), solved), lambda target: reach_parts(ruleset, state, value, target, options))


def reach_parts(ruleset: Ruleset, state: Any, value: int, target: int, options: Options) -> Iterator[Any]:
    """Iterate over the options of a sum whose value is ``target``: one part must change its value by the difference."""
    for i, (part, own) in enumerate(ruleset.components(state)):
        known = worth(part, own, options)
        for option in known.reach(known.value ^ value ^ target):
            yield ruleset.replace(state, i, option)


def by_sequence(question: Question) -> Worth:
    """Return what a heap is worth by its nim-sequence, or by the law of it."""
    ruleset, (heap,) = question.position.ruleset, question.position.state
    assert isinstance(ruleset, HeapRuleset)
    sequence = sequence_of(ruleset)
    return Worth(sequence.value(heap), _of_sequence(sequence, heap), lambda target: sequence.reach(heap, target))


def sequence_of(heaps: HeapRuleset) -> NimSequence:
    """Return the nim-sequence of a heap game."""
    from grundy.solving import sequences  # not needed for a theorem

    return sequences.of(heaps)


def _of_sequence(sequence: NimSequence, heap: int) -> BySequence | ByLaw:
    law = sequence.proved
    if law is None or heap < len(sequence.values):
        return BySequence()
    return ByLaw(law.preperiod, law.period, law.saltus, "" if law.form is None else str(law.form))


def by_coins(question: Question) -> Worth:
    """Return what coins are worth: the xor of what their heads are worth alone, on a rectangle nim-products."""
    from grundy.rules.as_heap_code import of_coins
    from grundy.rules.coins import CoinBoard, CoinRow
    from grundy.values.nimber import nim_product, nim_sum

    rules, state = question.position.ruleset, question.position.state
    assert isinstance(rules, CoinBoard | CoinRow)
    rows = (rules.down, rules.across) if isinstance(rules, CoinBoard) else (rules,)
    values = [sequence_of(of_coins(row)).value for row in rows]

    @cache
    def worth(coin: Any) -> int:
        places = coin if isinstance(rules, CoinBoard) else (coin,)
        return reduce(nim_product, (value(place) for value, place in zip(values, places, strict=True)))

    said = HEADS if len(rows) == 1 else TARTAN
    return Worth(
        nim_sum(*map(worth, rules.heads(state))),
        ByTheorem("by_coins", "value", said[0], said[1], "Winning Ways ch. 14"),
        lambda target: rules.reached(worth, state, target),
    )


def by_number(question: Question) -> Worth | None:
    """Return what a large number is worth, in a game of one, by a law of the game or the few that it reaches; or None."""
    from grundy.rules.as_heap_code import as_heap  # small numbers are searched

    heaps, number = as_heap(question.position.ruleset), question.position.state
    if not isinstance(heaps, HeapFunction):
        return None
    sequence = sequence_of(heaps)
    if (value := sequence.told(number)) is None:
        return None
    return Worth(value, _of_sequence(sequence, number), lambda target: (n for (n,) in sequence.reach(number, target)))


def by_nimbers(question: Question) -> Worth:
    """Return what a position is worth that comes apart, or one of the impartial version of a partisan game."""
    from grundy.solving import proof_numbers
    from grundy.solving.values import Endless, refuse_without_value

    ruleset, state, options = question.position.ruleset, question.position.state, question.options
    refuse_without_value(ruleset)
    found = proof_numbers.searched(ruleset)
    compiles = not proof_numbers.is_interpreted(ruleset, state)

    def nimber(own: Any) -> int:
        try:
            if not compiles or (options.way is None and proof_numbers.is_short(ruleset, own)):
                return found.nimber(own, proof_numbers.FEW if compiles else math.inf)
        except proof_numbers.Spent:
            pass
        from grundy.solving import nimbers  # a small position needs none

        return nimbers.nimber(ruleset, own, options)

    def reach(target: int) -> Iterator[Any]:
        for option in ruleset.options(state):
            if nimber(option) == target if compiles else found.is_worth(option, target):
                yield option

    try:
        return Worth(nimber(state), ByNimbers(), reach, None if compiles else Zeros(ruleset))
    except Endless:
        raise LoopyPart from None


def winner(question: Question) -> Solution | None:
    """Return who wins a position that comes apart, by interpreted rules, without what it is worth."""
    from grundy.solving.values import Endless, refuse_without_value

    position = question.position
    refuse_without_value(position.ruleset)
    zeros = Zeros(position.ruleset)
    search = zeros.search
    try:
        lost = search.is_worth(position.state, 0)
    except Endless:
        return None

    def winning() -> Iterator[Move]:
        return filter(zeros.has, position.moves())

    return Solution.decided(
        question.position,
        question.play,
        not lost,
        ByDeciding(search.pieces.done),
        winning,
        lambda: chain(zeros.known(position), winning()),
        value=0 if lost else None,
        known=lambda _player: None if lost else zeros.among(position),
    )
