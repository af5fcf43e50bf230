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
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from grundy.common import limits
from grundy.common.errors import GrundyError, RulesError
from grundy.common.limits import NO_LIMITS, Limits
from grundy.common.messages import _
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, whole
from grundy.rules.session import forget
from grundy.rules.solution import Move, Play, Solution
from grundy.solving.results import DRAW, KNOWN, LOST, TIED, WON, Options, Question

if TYPE_CHECKING:
    from grundy.solving.components import Worth
    from grundy.solving.memory import Known
    from grundy.values.outcome import Outcome
    from grundy.values.short import Value

T = TypeVar("T")
Fits = Callable[[Question], bool]
SHORT_SEQUENCE = 1 << 20
"""Longer sequences are returned as they are stored, in bytes if their values allow."""
LATE = 1 << 22
"""The numbers, in games of one, that are asked of a law before they are searched."""
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
        from grundy.solving.catalogued import try_out_games  # a theorem needs none

        try_out_games(question.position)
        return True

    return fit


def _is_joined(question: Question) -> bool:
    rules, play = question.position.ruleset, question.play
    return rules.how in ("conjunctive", "selective") and not play.misere and play.endless == "draw"


def _is_misere_sum(question: Question) -> bool:
    rules, state = question.position.ruleset, question.position.state
    adds = rules.is_sum(state) or rules.told_apart or isinstance(rules, HeapRuleset)
    return question.play.misere and adds and not (rules.has_ending or rules.scoring)


def _is_in_normal_play(question: Question) -> bool:
    """Whether the last move decides, so that there is a Grundy value if play ends."""
    rules = question.position.ruleset
    return not (question.play.misere or rules.only_outcomes or rules.scoring)


def _is_added(question: Question) -> bool:
    return question.position.ruleset.is_sum(question.position.state)


def _is_loopy_sum(question: Question) -> bool:
    """Whether it is a sum in normal play: one that came so far has a part that can be played for ever."""
    parts = question.position.ruleset.components(question.position.state)
    return question.play.endless == "draw" and _is_in_normal_play(question) and len(parts) > 1 and _is_added(question)


def _is_heap(question: Question) -> bool:
    return isinstance(question.position.ruleset, HeapRuleset) and not _is_added(question)


def _is_large_number(question: Question) -> bool:
    """Whether it is a number, in a game of one, that stands for itself and is soon told by a law and late by a search."""
    rules, state = question.position.ruleset, question.position.state
    is_one = type(state) is int and getattr(rules, "shape", "") == "one"  # `functions.ONE`
    return is_one and state >= LATE and "setup" not in rules.hooks


def _has_nimbers(question: Question) -> bool:
    rules = question.position.ruleset
    if rules.told_apart and question.options.way is None:
        return True
    from grundy.rules.partisan import ImpartialRuleset  # a sum of heaps needs none

    return isinstance(rules, ImpartialRuleset) and not (rules.board and rules.board.has_more)


def _is_of_interpreted_parts(question: Question) -> bool:
    """Whether only the winner is asked of a position whose rules say how it comes apart, and are interpreted."""
    rules, state = question.position.ruleset, question.position.state
    asked = question.method == "decide" or question.options.brief
    if not (asked and rules.told_apart and question.play.endless == "draw" and _is_in_normal_play(question)):
        return False
    from grundy.solving.proof_numbers import is_interpreted

    return is_interpreted(rules, state)


def _has_turn(question: Question) -> bool:
    rules, state = question.position.ruleset, question.position.state
    return rules.mover(state) is not None and not question.play.misere


def _may_have_table(question: Question) -> bool:
    from grundy.solving.store.named import folders  # it looks at names of files alone

    return bool(folders())


# ---- the ways, each of which loads what it needs


def _of(module: str, name: str) -> Callable[[Any], Any]:
    """Return a function of this folder, whose module is loaded when it is first asked."""

    load = cache(lambda: import_module(f"grundy.solving.{module}"))
    return lambda question: getattr(load(), name)(question)


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
    Way(_of("outcomes", "by_value"), (None, "value", "interpreted", "compiled"), partisan=True),
    Way(_of("tablebases.reading", "answer"), (None, "tablebase"), _may_have_table, partisan=True),
    Way(_of("outcomes", "by_sums"), (None, "sums"), partisan=True),
    Way(_of("deciding", "partisan"), (None, "decide"), partisan=True),
    Way(_of("outcomes", "by_search"), SEARCHES, partisan=True),
    Way(_of("outcomes", "of_turn"), (None,), _has_turn),
    Way(_of("by_theorem", "answer"), (None, "theorem"), worth=_of("by_theorem", "worth")),
    Way(_of("conjunctive", "answer"), (None,), _is_joined),
    Way(_of("misere", "answer"), (None,), _sound(_is_misere_sum)),
    _way_of(_of("components", "by_parts"), (None,), _is_added),
    Way(_of("loopy", "by_parts"), (None,), _sound(_is_loopy_sum)),
    _way_of(_of("components", "by_sequence"), (None,), _is_heap),
    _way_of(_of("components", "by_coins"), (None,), lambda question: hasattr(question.position.ruleset, "heads")),
    _way_of(_of("components", "by_number"), (None,), _is_large_number),
    Way(_of("components", "winner"), (None, "decide"), _sound(_is_of_interpreted_parts)),
    _way_of(_of("components", "by_nimbers"), (None, "interpreted", "compiled"), _sound(_has_nimbers)),
    Way(_of("tablebases.reading", "answer"), (None, "tablebase"), _may_have_table),
    Way(_of("deciding", "answer"), (None, "decide")),
    Way(_of("search", "answer"), SEARCHES, worth=_of("search", "worth")),
]
"""The ways to an answer, tried in order; the last one that says what a position is worth says it always."""


_try_declared = _of("trials", "try_declared")  # most games declare nothing
compared: Callable[[Position], str] = _of("trials", "compared")
"""What an answer may rest on that somebody declared: the engine behind `Solution.compared`."""


def solve(
    position: Position,
    play: Play,
    *,
    method: str | None = None,
    limited: Limits = NO_LIMITS,
    progress: Any = None,
    brief: bool = False,
) -> Solution:
    """Solve a position: the engine behind `Position.solve`, which see; ``brief``: only for its outcome."""
    partisan = position.ruleset.partisan
    if method is not None:
        _check_method(method, partisan)
    limits.kinds(Callable | None, limits.FUNCTION, progress=progress)
    options = Options(method if method in ("interpreted", "compiled") else None, progress, brief)
    question = Question(position, play, method, options)

    def ask() -> Solution | None:
        ways = (way for way in WAYS if way.partisan == partisan)
        return next((found for way in ways if (found := way.asked(question)) is not None), None)

    found = _answer(ask, limited, position)
    if found is not None:
        return found
    raise GrundyError("no method can solve {position} in {play}", position=position, play=play)


def worth(ruleset: Ruleset, state: Any, options: Options = Options()) -> Worth:
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
            if position.ruleset.declares:
                _try_declared(position)
            if any(rules.sided or rules.within for rules, _state in position.ruleset.terms(position.state)):
                from grundy.rules.out_of_turn import require_turning  # most games have no sides

                require_turning(position)
            if position.ruleset.partisan:
                from grundy.solving.catalogued import try_out_games  # others are tried where a way plays by their rules

                try_out_games(position)
        return ask()

    if limited is NO_LIMITS:
        return limits.asked(answered, forget)
    with limits.keeping(limited):
        return limits.asked(answered, forget)


def _check_method(method: str, partisan: bool) -> None:
    """Raise GrundyError for a method that no way has."""
    known = [
        *dict.fromkeys(name for way in WAYS if way.partisan == partisan for name in way.methods if name is not None)
    ]
    if method not in known:
        sentence = (
            _("for partisan positions the method is one of {m}, not {method!r}")
            if partisan
            else _("method is one of {m}, not {method!r}")
        )
        raise GrundyError(sentence.format(m=", ".join(map(repr, known)), method=method))


def _known(position: Position, misere: bool = False) -> Known | None:
    """Return what is known of the positions of a game; None where nothing was searched."""
    kept = position.ruleset.kept(KNOWN)
    if kept is not None and position.ruleset.declares:
        _try_declared(position)
    return None if kept is None else kept.get((misere, None))


def outcome(position: Position, play: Play) -> Outcome:
    """Return the outcome: the engine behind `Position.outcome`."""
    if play.endless != "draw" or (known := _known(position, play.misere)) is None:
        return solve(position, play, brief=True).outcome
    found = known.outcome(position.state)  # other positions of the game were searched
    if found is None:
        state = position.ruleset.canonical(position.state)
        known.follow(position.ruleset, state)
        found = known.outcome(state)
    return solve(position, play).outcome if found is None else found


def grundy(position: Position, limited: Limits = NO_LIMITS) -> int:
    """Return the Grundy value: the engine behind `Position.grundy`."""
    if (known := _known(position)) is not None:
        found = known.nimber(position.state)
        if found is None:
            state = position.ruleset.canonical(position.state)
            found = known.nimber(state)
            if found is None and known.valued and limited is NO_LIMITS:
                found = known.follow(position.ruleset, state, valued=True)
        if found is not None and found >= 0:
            return found
    from grundy.solving.components import refuse_without_grundy_value

    if not position.ruleset.sided:
        refuse_without_grundy_value(position.ruleset)  # before rules are tried of which there is nothing to ask
    return _answer(lambda: of_position(position, brief=True).value, limited, position)


def of_position(position: Position, *, brief: bool = False) -> Worth:
    """Return what a position is worth, ``brief``: its value alone; RulesError in a sentence where it has no Grundy value."""
    from grundy.solving.components import LoopyPart

    try:
        return worth(position.ruleset, position.state, Options(brief=brief))
    except LoopyPart:
        raise RulesError(
            "{position} can be played for ever, so it has an outcome but no Grundy value", position=position
        ) from None


def value(position: Position, limited: Limits = NO_LIMITS) -> Value:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    from grundy.solving import partisan

    return _answer(lambda: partisan.value(position), limited, position)


def at_least(left: Position, right: Position) -> bool:
    """Return whether G >= H: the engine behind the order of positions."""
    from grundy.solving import order

    return _answer(lambda: order.at_least(left, right), NO_LIMITS, left, right)


def sentestrat(position: Position, player: int, course: Sequence[Position]) -> Move | None:
    """Return a player's answer to a threat, else his move in the hottest part: the engine behind `Position.sentestrat`."""
    from grundy.solving import outcomes

    return _answer(lambda: outcomes.sentestrat(position, player, course), NO_LIMITS, position)


def hotstrat(position: Position, player: int) -> Move | None:
    """Return a player's move in the hottest part: the engine behind `Position.hotstrat`."""
    from grundy.solving import outcomes

    return _answer(lambda: outcomes.hotstrat(position, player), NO_LIMITS, position)


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
    from grundy.solving.search import retrograde

    states = ruleset.states()
    place = {state: i for i, state in enumerate(states)}
    children = [[place[child] for child in ruleset.options(state)] for state in states]
    found, remote = retrograde(children, misere=play.misere)
    return {s: (_SIGNS[r], None if r == DRAW else n) for s, r, n in zip(states, found, remote, strict=True)}


def sequence(
    ruleset: HeapRuleset, count: int, *, save: bool = False, limited: Limits = Limits(), **options: Any
) -> Any:
    """Return the first values of a nim-sequence as a NumPy array: the engine behind `HeapRuleset.sequence`."""
    import numpy as np

    from grundy.solving import sequences

    sequence, count = sequences.of(ruleset), whole(count)
    limits.numbers("count", count=count, threads=options.get("threads"))
    with limits.keeping(limited):
        found = sequences.extend_saved(sequence, count, **options) if save else sequence.first(count, **options)
    return found.astype(np.int64) if count <= SHORT_SEQUENCE else found
