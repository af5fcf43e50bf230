"""The engine: a table of ways to an answer, tried in order. What `grundy.rules` asks of whoever solves is here.

Each way says for a question whether it can answer, and answers with evidence, or with None where it finds that it cannot.
Some say what a position is worth in normal play (the Sprague-Grundy theorem: a position whose play ends is worth a Nim heap,
*Winning Ways* ch. 3), from which who wins follows; they are asked for the parts of a sum too (`worth`). What rules must keep
to is looked at here, before a way is walked.

A new kind of game or of table is one file with its way, and one line in `WAYS`. This module stays light: what needs NumPy or
what compiles is imported where it is called for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from grundy.common import limits
from grundy.common.errors import GrundyError, RulesError
from grundy.common.limits import Limits
from grundy.common.messages import _
from grundy.rules.heaps import HeapRuleset
from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import forget
from grundy.rules.solution import Move, Solution
from grundy.solving.results import DRAW, LOST, TIED, WON, Options, Question

if TYPE_CHECKING:
    from grundy.solving.components import Worth
    from grundy.values.short import Value

T = TypeVar("T")
Fits = Callable[[Question], bool]
SHORT_SEQUENCE = 1 << 20
"""Longer sequences are returned as they are stored, in bytes if their values allow."""
_SIGNS = {WON: 1, LOST: -1, DRAW: 0, TIED: 0}
SEARCHES = (None, "search", "interpreted", "compiled")


class Way(NamedTuple):
    """A way to an answer.

    Attributes:
        answer: a function from a `Question` to a `Solution`, or to None: the next way is tried.
        methods: by which ``method=`` it is asked for; None among them: also where none is named.
        fits: whether it can answer a question, as far as that is seen without work.
        partisan: whether it is for partisan positions.
        worth: a function from a question in normal play to the Grundy value of its position, or to None; if it gives one.
    """

    answer: Callable[[Question], Solution | None]
    methods: tuple[str | None, ...]
    fits: Fits = lambda question: True
    partisan: bool = False
    worth: Callable[[Question], Worth | None] | None = None

    def asked(self, question: Question) -> Solution | None:
        """Return its answer, None where it has none."""
        if question.method not in self.methods or not self.fits(question):
            return None
        return self.answer(question)


def _sound(fits: Fits) -> Fits:
    """Return a condition that also tries the rules out, where it holds: of a way that plays by them."""

    def fit(question: Question) -> bool:
        if not fits(question):
            return False
        from grundy.solving.trying import try_out_games  # a theorem needs none

        try_out_games(question.position)
        return True

    return fit


def _is_joined(question: Question) -> bool:
    rules, play = question.position.ruleset, question.play
    return rules.how in ("conjunctive", "selective") and not play.misere and play.endless == "draw"


def _is_sum(question: Question) -> bool:
    rules, state = question.position.ruleset, question.position.state
    return rules.is_sum(state) and not rules.has_ending and not rules.scoring


def _is_in_normal_play(question: Question) -> bool:
    """Whether the last move decides, so that there is a Grundy value if play ends."""
    rules = question.position.ruleset
    return not (question.play.misere or rules.has_ending or rules.scoring)


def _is_added(question: Question) -> bool:
    return question.position.ruleset.is_sum(question.position.state)


def _is_loopy_sum(question: Question) -> bool:
    """Whether it is a sum in normal play: one that came so far has a part that can be played for ever."""
    parts = question.position.ruleset.components(question.position.state)
    return question.play.endless == "draw" and _is_in_normal_play(question) and len(parts) > 1 and _is_added(question)


def _is_heap(question: Question) -> bool:
    return isinstance(question.position.ruleset, HeapRuleset) and not _is_added(question)


def _has_nimbers(question: Question) -> bool:
    rules = question.position.ruleset
    if rules.told_apart and question.options.way is None:
        return True
    from grundy.rules.partisan import ImpartialRuleset  # a sum of heaps needs none

    return isinstance(rules, ImpartialRuleset) and not (rules.board and rules.board.has_more)


def _comes_apart(question: Question) -> bool:
    rules = question.position.ruleset
    return rules.told_apart and not rules.has_ending and not rules.scoring


def _has_turn(question: Question) -> bool:
    rules, state = question.position.ruleset, question.position.state
    return rules.mover(state) is not None and not question.play.misere


def _may_have_table(question: Question) -> bool:
    from grundy.solving.store.named import folders  # it looks at names of files alone

    return bool(folders())


# ---- the ways, each of which loads what it needs


def _by_value(question: Question) -> Solution | None:
    from grundy.solving import outcomes

    return outcomes.by_value(question)


def _by_sums(question: Question) -> Solution | None:
    from grundy.solving import outcomes

    return outcomes.by_sums(question)


def _by_play(question: Question) -> Solution | None:
    from grundy.solving import outcomes

    return outcomes.by_search(question)


def _loopy_parts(question: Question) -> Solution | None:
    from grundy.solving import loopy

    return loopy.by_parts(question)


def _of_turn(question: Question) -> Solution | None:
    from grundy.solving import outcomes

    return outcomes.of_turn(question)


def _by_tablebase(question: Question) -> Solution | None:
    from grundy.solving.tablebases import reading

    return reading.answer(question)


def _by_theorem(question: Question) -> Solution | None:
    from grundy.solving import by_theorem

    return by_theorem.answer(question)


def _joined(question: Question) -> Solution | None:
    from grundy.solving import conjunctive

    return conjunctive.answer(question)


def _misere_sum(question: Question) -> Solution | None:
    from grundy.solving import misere

    return misere.answer(question)


def _misere_parts(question: Question) -> Solution | None:
    from grundy.solving import depth_first

    return depth_first.misere(question)


def _by_search(question: Question) -> Solution | None:
    from grundy.solving import by_search

    return by_search.answer(question)


# ---- the ways to a Grundy value


def _theorem_of_value(question: Question) -> Worth | None:
    from grundy.solving import by_theorem

    return by_theorem.worth(question)


def _parts(question: Question) -> Worth | None:
    from grundy.solving import components

    return components.by_parts(question)


def _sequence(question: Question) -> Worth | None:
    from grundy.solving import components

    return components.by_sequence(question)


def _nimbers(question: Question) -> Worth | None:
    from grundy.solving import components

    return components.by_nimbers(question)


def _search_of_values(question: Question) -> Worth | None:
    from grundy.solving import by_search

    return by_search.worth(question)


def _way_of(worth: Callable[[Question], Worth | None], methods: tuple[str | None, ...], fits: Fits) -> Way:
    """Return the way that answers by what a position is worth."""

    def answer(question: Question) -> Solution | None:
        if not _is_in_normal_play(question):
            return None
        from grundy.solving.components import LoopyPart, solution

        try:
            found = worth(question)
        except LoopyPart:  # it has an outcome
            return None
        return None if found is None else solution(question, found)

    return Way(answer, methods, fits, worth=worth)


WAYS: list[Way] = [
    Way(_by_value, (None, "value", "interpreted", "compiled"), partisan=True),
    Way(_by_tablebase, (None, "tablebase"), _may_have_table, partisan=True),
    Way(_by_sums, (None, "sums"), partisan=True),
    Way(_by_play, SEARCHES, partisan=True),
    Way(_of_turn, (None,), _has_turn),
    Way(_by_theorem, (None, "theorem"), worth=_theorem_of_value),
    Way(_joined, (None,), _is_joined),
    Way(_misere_sum, (None,), lambda question: question.play.misere and _is_sum(question)),
    Way(_misere_parts, (None,), _sound(lambda question: question.play.misere and _comes_apart(question))),
    _way_of(_parts, (None,), _is_added),
    Way(_loopy_parts, (None,), _sound(_is_loopy_sum)),
    _way_of(_sequence, (None,), _is_heap),
    _way_of(_nimbers, (None, "interpreted", "compiled"), _sound(_has_nimbers)),
    Way(_by_tablebase, (None, "tablebase"), _may_have_table),
    Way(_by_search, SEARCHES, worth=_search_of_values),
]
"""The ways to an answer, tried in order; the last one that says what a position is worth says it always."""


def solve(
    position: Position,
    play: Play,
    *,
    method: str | None = None,
    limited: Limits = Limits(),
    progress: Any = None,
    reuse: bool = False,
) -> Solution:
    """Solve a position: the engine behind `Position.solve`, which see."""
    ways = [way for way in WAYS if way.partisan == position.ruleset.partisan]
    _check_method(method, ways)
    options = Options(method if method in ("interpreted", "compiled") else None, progress, reuse)
    question = Question(position, play, method, options)

    def ask() -> Solution | None:
        return next((found for way in ways if (found := way.asked(question)) is not None), None)

    found = _answer(ask, limited, position)
    if found is not None:
        return found
    raise GrundyError("no method can solve {position} in {play}", position=position, play=play)


def worth(ruleset: Ruleset, state: Any, options: Options = Options(reuse=True)) -> Worth:
    """Return what a position is worth; LoopyPart if part of it can be played for ever, RulesError if it has no value."""
    from grundy.solving.components import refuse_without_grundy_value

    refuse_without_grundy_value(ruleset)
    question = Question(Position(ruleset, state), options=options)
    for way in WAYS:
        if way.worth is not None and way.fits(question) and (found := way.worth(question)) is not None:
            return found
    raise AssertionError("the search says what any position is worth")


def _answer(ask: Callable[[], T], limited: Limits, *positions: Position) -> T:
    """Return the answer to a question about some positions within its limits, whatever was asked before."""

    def answered() -> T:
        for position in positions:
            _require_turning(position)
            if position.ruleset.partisan:
                from grundy.solving.trying import try_out_games  # others are tried where a way plays by their rules

                try_out_games(position)
        return ask()

    with limits.keeping(limited):
        return limits.asked(answered, forget)


def _require_turning(position: Position) -> None:
    """Raise RulesError for a sided game whose moves do not turn the board."""
    if any(rules.sided for rules, _state in position.ruleset.terms(position.state)):
        from grundy.solving.turning import require_turning  # most games have no sides

        require_turning(position)


def _check_method(method: str | None, ways: list[Way]) -> None:
    """Raise GrundyError for a method that no way has."""
    if method is None:
        return
    known = dict.fromkeys(name for way in ways for name in way.methods if name is not None)
    if method not in known:
        sentence = (
            _("for partisan positions the method is one of {m}, not {method!r}")
            if ways[0].partisan
            else _("method is one of {m}, not {method!r}")
        )
        raise GrundyError(sentence.format(m=", ".join(map(repr, known)), method=method))


def grundy(position: Position, limited: Limits = Limits()) -> int:
    """Return the Grundy value: the engine behind `Position.grundy`."""
    from grundy.solving.components import refuse_without_grundy_value

    refuse_without_grundy_value(position.ruleset)  # before rules are tried of which there is nothing to ask
    return _answer(lambda: of_position(position).value, limited, position)


def of_position(position: Position) -> Worth:
    """Return what a position is worth; RulesError in a sentence where it has no Grundy value."""
    from grundy.solving.components import LoopyPart

    try:
        return worth(position.ruleset, position.state)
    except LoopyPart:
        raise RulesError(
            "{position} can be played for ever, so it has an outcome but no Grundy value", position=position
        ) from None


def value(position: Position, limited: Limits = Limits()) -> Value:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    from grundy.solving import partisan

    return _answer(lambda: partisan.value(position), limited, position)


def at_least(left: Position, right: Position) -> bool:
    """Return whether G >= H: the engine behind the order of positions."""
    from grundy.solving import order

    return _answer(lambda: order.at_least(left, right), Limits(), left, right)


def sentestrat(position: Position, player: int, course: Sequence[Position]) -> Move | None:
    """Return a player's answer to a threat, else his move in the hottest part: the engine behind `Position.sentestrat`."""
    from grundy.solving import outcomes

    return _answer(lambda: outcomes.sentestrat(position, player, course), Limits(), position)


def hotstrat(position: Position, player: int) -> Move | None:
    """Return a player's move in the hottest part: the engine behind `Position.hotstrat`."""
    from grundy.solving import outcomes

    return _answer(lambda: outcomes.hotstrat(position, player), Limits(), position)


def score(position: Position) -> int:
    """Return the best difference of scores: the engine behind `Position.score`."""
    if not position.ruleset.scoring:
        raise RulesError("{name} is not a scoring game", name=position.ruleset.name)
    found = solve(position, Play())
    assert found.value is not None
    return found.value


def results(ruleset: Ruleset, play: Play) -> dict[Any, tuple[int, int | None]]:
    """Return result and remoteness of every state of a ruleset that lists its states (an explicit digraph)."""
    if play.endless != "draw":
        raise GrundyError(
            "the winner of endless play depends on who moved first: ask about one position, or use endless='draw'"
        )
    from grundy.solving import graph

    states = ruleset.states()
    place = {state: i for i, state in enumerate(states)}
    children = [[place[child] for child in ruleset.options(state)] for state in states]
    found, remote = graph.retrograde(children, [DRAW] * len(states), graph.predecessors(children), misere=play.misere)
    return {s: (_SIGNS[r], None if r == DRAW else n) for s, r, n in zip(states, found, remote, strict=True)}


def sequence(
    ruleset: HeapRuleset, count: int, *, save: bool = False, limited: Limits = Limits(), **options: Any
) -> Any:
    """Return the first values of a nim-sequence as a NumPy array: the engine behind `HeapRuleset.sequence`."""
    import numpy as np

    from grundy.solving import sequences

    sequence, count = sequences.of(ruleset), sequences.checked_count(count)
    with limits.keeping(limited):
        if save:
            from grundy.solving.saved_sequences import extend_saved

            found = extend_saved(sequence, count, **options)
        else:
            found = sequence.first(count, **options)
    return found.astype(np.int64) if count <= SHORT_SEQUENCE else found
