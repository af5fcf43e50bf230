"""What is known of a rule for all its positions: one answer, which `law` and `prove` tell.

First what is cheap: the period of a heap code, which few values prove; then the prover's theorem; and then the period that
many values prove. A theorem is said as a law where its first values, or losing positions, show one that is decided to follow
from it; else the law is the theorem's. Where nothing is proved, a law is what the values show, unless it is refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from math import lcm
from time import perf_counter
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, RulesError, TooLarge
from grundy.common.messages import N_, _
from grundy.proving import counting, guess
from grundy.proving import theorem as proving
from grundy.proving.families import RowTheorem, for_any_number, is_left_open
from grundy.proving.laws import GraphLaw, LosingLaw
from grundy.proving.logic.automaton import Limits
from grundy.proving.logic.syntax import is_variable
from grundy.proving.look_back import intervals, periodic
from grundy.proving.moves_in_words import automaton_of
from grundy.proving.questions import ask
from grundy.proving.reading import moves, turned
from grundy.proving.sentences.named import beatty_claims
from grundy.proving.shipped_theorems import USUAL
from grundy.proving.theorem import CAP, SECONDS, NotProved, Theorem
from grundy.rules.as_heap_code import as_heap, heads_as_heaps
from grundy.rules.coins import CoinRow
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.heaps import CodeRuleset, HeapFunction, HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, whole
from grundy.rules.solution import convention
from grundy.rules.witnesses import Met
from grundy.solving import sequence_laws, sequences
from grundy.values.outcome import Outcome
from grundy.values.patterns.law import Beatty, Bits, Law, conjecture, law_of_pairs
from grundy.values.patterns.regular import Regular

MOST_POSITIONS, MOST_OPTIONS = 1 << 21, 5000
"""So many positions are searched, and so many options looked at, to find where a law that was refuted fails."""


def not_proved(found: Law, why: str) -> Law:
    """Return a law that is not proved, with what was tried."""
    told = _("The prover was asked: {why}.").format(why=why.rstrip("."))
    return replace(found, reason=f"{_(found.reason) if found.reason else ''} {told}".strip())


def refuted(rules: Ruleset, found: Law, made: NotProved, seconds: float) -> Law | None:
    """Return that a law is none, with where it fails; None where no such place is found.

    It is compared with all positions of the largest table that the prover made, or of one of its own where that is small,
    and with those that refuted its guesses.
    """
    if found.kind in ("none", "bits"):  # of further bits nothing is said
        return None
    table, pairs = made.table, isinstance(found.form, Beatty)
    sides = (sequence_laws.LARGEST,) * 2 if pairs else (sequence_laws.LONGEST,)
    if table is None or len(table) < sides[0]:
        with suppress(GrundyError), limits.keeping(limits.Limits(seconds)):
            table = rules.lost(*sides)
    far = [] if table is None else _differences(found, table)
    for position, worth in _wrong(rules, found, chain(far, made.counterexamples), seconds):
        return _fails(found, position, worth)
    return None


def _differences(found: Law, table: Any) -> list[tuple[int, ...]]:
    """Return the first place where a law is not as a table of values, or of who loses, has it; none where it agrees."""
    side = len(table)
    if isinstance(found.form, Beatty):
        claimed: Any = np.zeros((side, side), bool)
        pairs = (found.form.pair(n) for n in range(side))
        for pair in ((a, b) for a, b in pairs if b < side):
            claimed[pair] = True
        wrong = np.argwhere(np.triu(claimed != table)) if table.ndim == 2 else np.zeros((0, 2), int)
    elif table.ndim == 1:
        claimed = np.array([found.value(n) for n in range(side)])
        wrong = np.argwhere((claimed == 0) != table if table.dtype == bool else (claimed != table) & (table >= 0))
    else:
        return []
    return [tuple(int(n) for n in min(wrong.tolist(), key=max))] if len(wrong) else []


def _wrong(
    rules: Ruleset, found: Law, states: Iterable[tuple[int, ...]], seconds: float
) -> Iterator[tuple[Position, int]]:
    """Iterate over the positions, among some and their options, of which a law is not right, with what they are worth."""
    for state in states:
        with suppress(GrundyError):  # it is no position, or not solved soon
            start = rules(*state)
            for position in chain([start], islice(start.options(), MOST_OPTIONS)):
                claimed = _claimed(found, position)
                if claimed is not None:
                    solution = position.solve(positions=MOST_POSITIONS, seconds=seconds)
                    worth = int(solution.outcome is Outcome.P) if isinstance(found.form, Beatty) else solution.value
                    if worth is not None and worth != claimed:
                        yield position, worth


def _claimed(found: Law, position: Position) -> int | None:
    """Return what a law says of a position: its value, or whether the pair is lost; None where it says nothing."""
    row = position.ruleset.arguments(position.state)
    if isinstance(found.form, Beatty):
        return int(found.form.contains(*row)) if row[0] <= row[1] else None
    return found.value(row[0]) if len(row) == 1 else None


def _fails(found: Law, position: Position, worth: int) -> Law:
    """Return that a law is none, with where it fails."""
    place = tuple(position.ruleset.arguments(position.state))
    shown = place if place[1:] else place[0]
    if isinstance(found.form, Beatty):
        what = _("{place} is lost, but not such a pair") if worth else _("{place} is such a pair, but won")
        guess = "\n".join(found.form.lines())
    else:
        what = _("{place} has the value {worth}, not {claimed}")
        guess = "\n".join(found.form.lines()) if found.form is not None else found.formula
    told = what.format(place=shown, worth=worth, claimed=_claimed(found, position))
    reason = _("No law was found. The law that holds up to {checked_to} is refuted: {told}. It was:\n{guess}").format(
        checked_to=found.checked_to, told=told, guess=guess
    )
    return Law("none", 0, 0, 0, False, found.checked_to, reason, fails_at=place)


HEAD = 100
"""So many first values are said."""
COINS = 1 << 8
"""So many coins are looked at, unless told: what may be turned with one are often pairs of others, and more."""
FEW = 1 << 8
"""Values among which a period is looked for before the prover is asked, of codes that leave three heaps or more."""
PATIENCE = 5.0
"""Seconds in which a theorem about losing positions is looked for where the period of the values is known."""
SHARE = 2 / 3
"""The part of the time left that the prover may take where values are looked at after it."""
BESIDES = 0.5
"""Seconds, and the part of the time of a theorem, in which more is proved besides; and in which it is said shorter."""
SHOWN = (512, 2048)
"""So many values show what may follow from a theorem; of values without bound, which are dearer to look up, the fewer."""
BECAUSE = N_("by a theorem about all positions, which is decided from the rule")


@dataclass(frozen=True)
class Periodic:
    """The law of the Grundy values of single heaps that a criterion proves: most often a period."""

    rules: Ruleset
    law: Law
    proved: bool = True

    def statement(self) -> str:
        """Return the theorem in words, with the values of which all others follow, if they are not very many."""
        if self.law.form is not None:
            return str(self.law.form)
        return self.law.statement(HEAD)

    def explain(self) -> str:
        """Return the law with its proof in words."""
        return f"{self.law}\n{self.law.explain()}"

    def certificate(self) -> dict[str, Any]:
        """Return the certificate of the period, which `grundy verify` checks."""
        return self.law.certificate()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"game": self.rules.name, "claim": "values", "statement": self.statement(), **self.law.to_dict()}

    def __str__(self) -> str:
        return self.statement()


Known = Theorem | RowTheorem | Periodic | NotProved


def theorem(rules: Ruleset, *, seconds: float = SECONDS, **asked: Any) -> Known:
    """Return what is known of a ruleset for all positions, or what was tried in vain.

    The arguments are those of `grundy.proving.theorem.prove`, whose answers are kept with the ruleset. Asked for the
    values of single heaps, or for nothing but the game, the answer may be a period that a criterion proves: of a heap
    game where few values prove it, of others where the prover finds nothing.

    >>> from grundy.games import load
    >>> print(theorem(load("subtraction").bind(s=(1, 2))))
    g(n) = n mod 3 for every n >= 0
    """
    rules = heads_as_heaps(rules)
    rows = for_any_number(rules, seconds=seconds, **asked)
    if rows is not None:
        return rows
    of_values = asked.get("values") or (asked.get("values") is None and isinstance(rules, HeapRuleset))
    if {**USUAL, **asked, "values": None} != USUAL or asked.get("values") is False:
        return proving.theorem(rules, seconds=seconds, **asked)
    refuse(rules)
    until = perf_counter() + seconds
    soon = period(rules)
    if soon is not None and of_values:
        return soon
    made = _theorem_or_period(rules, soon, True, seconds, asked)
    if made.proved:
        return made
    values = None if of_values or soon is not None else _values(rules, until - perf_counter())
    return soon or values or period(rules, late=True) or made


def _theorem_or_period(
    rules: Ruleset, soon: Periodic | None, usual: bool, seconds: float, asked: dict[str, Any]
) -> Theorem | NotProved | Periodic:
    """Return what the prover finds, of rules that are no formula the period, if there is one and it is ``usual`` to ask."""
    try:
        return proving.theorem(rules, seconds=seconds if soon is None else min(seconds, PATIENCE), **asked)
    except GrundyError:
        late = soon or (period(rules, late=True) if usual else None)
        if late is None:
            raise
        return late


def to_ask(rules: Ruleset, *, seconds: float = SECONDS, **asked: Any) -> Theorem | NotProved | Periodic:
    """Return what a formula about a game can be decided by: a theorem, or the period of its values where there is none.

    The arguments are those of `theorem`.
    """
    usual = {**USUAL, **asked, "values": None} == USUAL
    soon = period(rules) if usual and not isinstance(rules, CodeRuleset) else None
    made = _theorem_or_period(rules, soon, usual, seconds, asked)
    late = soon or (period(rules, late=True) if usual else None)
    return late if not made.proved and late is not None else made


PLAYED = 1 << 20
"""Where nothing is proved, so many positions are played to count those that are lost."""


def count(
    rules: Ruleset, to: int, *terms: str, formula: str = "", play: str = "normal", heaps: int | None = None,
    value: int | None = None, least: int = 0, seconds: float = SECONDS,
) -> counting.Count | NotProved:  # fmt: skip
    """Return how many positions are lost up to a bound: by what is known, or by playing them all (see `Ruleset.count`)."""
    to, least, width, formula = whole(to), whole(least), len(terms) or heaps, str(formula or "")
    limits.numbers("to", to=to, least=least, value=value, heaps=heaps, seconds=seconds)
    names = _counted(rules)
    several = isinstance(rules, HeapRuleset) or is_left_open(rules, None)
    wanted = heaps or width if several else len(names)
    if width not in (None, wanted):
        told = "a position of {name} has {count} numbers, not {heaps}"
        raise GrundyError(told, name=rules.name, count=wanted, heaps=width)
    if formula and (terms or value is not None):
        raise GrundyError("a formula says all that is counted: leave out terms and the value")
    if value is not None and convention(play).misere:
        raise GrundyError("Grundy values are defined for normal play without blocking")
    if several and (width or 1) > 1:
        names = tuple(f"n{i}" for i in range(1, (width or 1) + 1))

    def by_law(seconds: float) -> counting.Count | NotProved:
        try:
            made = _to_count(rules, play, width, value is not None or "G" in formula, not (formula and heaps), seconds)
        except GrundyError as error:  # the rules are no formula, or their positions are more than numbers
            told = N_(
                "nothing is proved of {name}, so only up to {most:,} positions can be counted, by playing them: {why}"
            )
            raise GrundyError(told, name=rules.name, most=PLAYED, why=error) from None
        if isinstance(made, NotProved):
            return made
        law, by = _law_in_words(made)
        bounds = Limits(CAP, until=perf_counter() + seconds)
        return counting.count(law, rules, terms or names, formula, to, least, value, by, bounds)

    if terms or formula or (to + 1) ** len(names) > PLAYED:
        return by_law(seconds)
    with suppress(GrundyError):
        if isinstance(found := by_law(min(seconds, PATIENCE)), counting.Count):
            return found
    return counting.by_play(rules, names, to, least, play, value)


def count_moves(
    rules: Ruleset, *state: int, play: str = "normal", seconds: float = SECONDS
) -> counting.Count | NotProved:
    """Return how many moves win in a position, by what is known of all positions (see `Ruleset.count_moves`)."""
    _counted(rules)
    limits.numbers(seconds=seconds)
    numbers = rules.arguments(rules(*state).state)
    made = _to_count(rules, play, len(numbers), False, True, seconds)
    if isinstance(made, NotProved):
        return made
    law, by = _law_in_words(made)
    own = law.moves if isinstance(law, Theorem) else moves(rules)
    return counting.winning_moves(law, own, numbers, Limits(CAP, until=perf_counter() + seconds), by)


def _counted(rules: Ruleset) -> tuple[str, ...]:
    """Return variables for the numbers of a position; GrundyError where no law of numbers says anything of it."""
    refuse(rules)
    named = enumerate(guess.coordinates(rules), 1)
    fit = all(is_variable(name) and name != counting.BOUND for name in guess.coordinates(rules))
    return tuple(name if fit else f"n{i}" for i, name in named)


def _to_count(
    rules: Ruleset, play: str, heaps: int | None, values: bool, single: bool, seconds: float
) -> Theorem | NotProved | Periodic:
    """Return what positions are counted by: of sums of heaps the law of the values of one, in normal play."""
    own = isinstance(rules, HeapRuleset)
    if own and single and not convention(play).misere:
        made = theorem(rules, seconds=seconds)
        assert not isinstance(made, RowTheorem)
        return made
    several = heaps if own or is_left_open(rules, None) else None
    return to_ask(rules, play=play, heaps=several, values=values or None, seconds=seconds)


def _law_in_words(made: Theorem | Periodic) -> tuple[Theorem | Law, str]:
    """Return a law without what it is told of, and as a sentence."""
    return (made, made.statement()) if isinstance(made, Theorem) else (made.law, made.law.formula)


BITS, TURNS = 10, 1 << 12
"""So many bits are said at first; of one with so many ways to turn it, or more, it is not said what it is worth."""


def period(rules: Ruleset, limit: int | None = None, *, late: bool = False, **options: Any) -> Periodic | None:
    """Return the period of the values of a game's single heaps that few values prove, or ``late`` many; None without one."""
    heap = as_heap(rules)
    sequence = None if heap is None else sequences.of(heap)
    code = None if sequence is None else sequence.code()
    if sequence is None or code is None:
        made = (found.law() for find in (periodic, intervals) if (found := find(rules, PATIENCE)) is not None)
        proved = None if late or heap is None else next(made, None) or _turning(rules, heap)
        return proved and Periodic(rules, proved)
    usual = FEW if code.family == "finite" and not late else sequences.LIMITS.get(code.family, 0)
    sequence.look(min(usual if limit is None else limit, sequences.KEPT), **options)
    return None if sequence.proved is None else Periodic(rules, _proved(rules, sequence.proved))


def _options(heap: HeapRuleset, n: int) -> list[int]:
    """Return what a number becomes whose bits are turned; TooLarge for very many."""
    found = [parts[0] for parts in islice(heap.heap_options(n), TURNS)]
    if len(found) == TURNS:
        raise TooLarge("{name}: {n:,} has too many options to tell what its bit is worth", name=heap.name, n=n)
    return found


def _turning(rules: Ruleset, heap: HeapRuleset) -> Law | None:
    """Return the law of a game of one number, or of single heaps, that turns bits of it; None of any other."""
    same = turned(heap) if isinstance(heap, HeapFunction) and not rules.has_ending else None
    if same is None:
        return None

    form = Bits([], partial(_options, heap))
    with suppress(TooLarge):
        form.value(1 << BITS)
    reason = N_("by the theorem of coin-turning games: moves turn a bit from 1 to 0, and lower ones whatever they are")
    return _proved(rules, Law("bits", 0, 0, 0, True, -1, reason, "bits", form=form), same)


def _proved(rules: Ruleset, found: Law, same: Met | None = None) -> Law:
    """Return the law of a heap code, of a Python rule with what was compared of it."""
    from grundy.proving.comparing import Comparison  # with the checker, which is not needed for a law of a code

    counts = (0,) if same is None else (same.positions, same.branches, len({*same.never, *same.unmet}))
    return found if isinstance(rules, CodeRuleset) else replace(found, compared=Comparison(rules.name, *counts))


def _values(rules: Ruleset, seconds: float) -> Theorem | None:
    """Return the theorem about the Grundy values of a game on one number that is found in so many seconds."""
    one = isinstance(rules, FunctionRuleset) and rules.shape == ONE and not rules.only_outcomes
    with suppress(GrundyError):  # the rules are no formula
        made = proving.theorem(rules, values=True, seconds=seconds) if one and seconds > 0 else None
        return made if isinstance(made, Theorem) else None
    return None


def refuse(rules: Ruleset) -> None:
    """Raise RulesError for a game of which numbers are no positions, so that no law of numbers says anything of it."""
    if rules.partisan:
        raise RulesError(
            "{name} is partisan: it has a value(), but only its impartial version has Grundy values", name=rules.name
        )
    if rules.scoring:
        raise RulesError("{name} is a scoring game, and a law says who wins, or Grundy values", name=rules.name)
    drawn = isinstance(rules, FunctionRuleset) and rules.least is None and {"setup", "show"} <= {*rules.hooks}
    if drawn:
        raise RulesError("the numbers of {name} are not heaps but stand for a drawing: it has no law", name=rules.name)


# -- the answer as a law -----------------------------------------------------------------------------------------------


def law(
    rules: Ruleset,
    limit: int | None = None,
    *,
    heaps: int | None = None,
    save: bool = False,
    seconds: float | None = None,
    **options: Any,
) -> Law:
    """Return the law of a game: what `theorem` proves of it; else what its values show.

    The prover is asked for so many ``seconds`` where no period is proved before; for none, it is not asked. Without a limit
    what is left of them bounds the values that are computed of an interpreted rule. Of rows of any number of heaps the law
    is one for any number, or for so many ``heaps``.

    >>> from grundy.games import load
    >>> print(law(load("bash").bind(m=4)))
    period 5 from the start, proved
    >>> print(law(load("wythoff"), 30))
    losing pairs a(n) = ⌊n·(1 + √5)/2⌋, b(n) = a(n) + n, proved by a theorem
    """
    limits.numbers(limit=limit, heaps=heaps, seconds=seconds, threads=options.get("threads"))
    limits.kinds(Callable | None, limits.FUNCTION, progress=options.get("progress"))
    if isinstance(rules, CoinRow):
        limit = COINS if limit is None else limit
    rules = heads_as_heaps(rules)
    refuse(rules)
    begun, left = perf_counter(), limits.left()
    time = min(SECONDS if seconds is None else seconds, SECONDS if left is None else SHARE * left)
    if heaps is not None or is_left_open(rules, heaps):
        return _law_of_rows(rules, heaps, time)
    found = _shown(rules, limit, save, time or SECONDS, options) if save or not time else None
    if found is not None and (found.proved or not time):
        return _proved(rules, found) if found.proved else found
    if found is None and (soon := period(rules, limit, **options)):
        return soon.law
    if told := options.get("progress"):
        told(1, 1)  # no values are computed now
    made: Known | GrundyError
    try:
        made = theorem(rules, seconds=time)
    except GrundyError as error:  # the rules are no formula, or not as good as they look
        made = error
    if isinstance(made, Theorem | RowTheorem):
        return by_theorem(made, limit)
    if isinstance(made, Periodic):
        return made.law
    found = found or _shown(rules, limit, save, max(BESIDES, time - (perf_counter() - begun)), options)
    if found.proved:
        return _proved(rules, found)
    wrong = refuted(rules, found, made, time) if isinstance(made, NotProved) else None
    return wrong or not_proved(found, str(made))


def _law_of_rows(rules: Ruleset, heaps: int | None, seconds: float) -> Law:
    """Return the law of rows of so many heaps, or of any number; NoFormula where it must be said of how many."""
    made = theorem(rules, heaps=heaps, seconds=max(seconds, BESIDES))
    if isinstance(made, NotProved):
        return not_proved(Law("none", 0, 0, 0, False, -1), str(made))
    return made.law if isinstance(made, Periodic) else by_theorem(made)


def _shown(rules: Ruleset, limit: int | None, save: bool, seconds: float, options: dict[str, Any]) -> Law:
    """Return the law that values, or losing pairs, show in so many seconds, or the period of a heap code: it is proved."""
    heap = as_heap(rules)
    if heap is None or (heap is not rules and not save and sequences.of(heap).code() is None):
        return sequence_laws.law(rules, limit, seconds)
    if save:
        return sequences.law_saved(sequences.of(heap), limit, seconds=seconds, **options)
    return sequences.of(heap).law(limit, seconds=seconds, **options)


@dataclass(frozen=True)
class Automatic:
    """A law that is neither a period nor Beatty pairs: the sentence of a theorem, or its automata."""

    theorem: Theorem | RowTheorem

    def __str__(self) -> str:
        own = self.theorem
        if isinstance(own, RowTheorem):
            return _("values {words}").format(words=own.value())
        says = own.sentence
        if says is None:
            return _("automatic, told by {size}").format(size=automaton_of(own.states, own.system))
        lost = own.law.kind == "losing"
        return (_("lost exactly when {words}") if lost else _("values {words}")).format(words=says.words())

    def value(self, n: int) -> int:
        """Return g(n), by the automata of the values of single heaps; GrundyError where the theorem says only who loses."""
        own = self.theorem
        if isinstance(own, Theorem) and own.law.kind == "values" and len(own.moves.names) == 1:
            return next(value for value, each in enumerate(own.automata) if each.accepts(n))
        raise GrundyError("this law gives no value for a heap of {n:,}: {law}", n=n, law=self)

    def lines(self) -> list[str]:
        """Return the law in words."""
        return [self.theorem.statement()]

    def to_dict(self) -> dict[str, Any]:
        """Return the theorem as plain data."""
        return self.theorem.to_dict()


def by_theorem(made: Theorem | RowTheorem, limit: int | None = None) -> Law:
    """Return a theorem as a law: as the shortest that is seen to follow from it; of values, where they are proved too."""
    seconds = BESIDES * (1 + made.seconds)
    if isinstance(made, Theorem) and isinstance(made.law, LosingLaw):
        made = _values(made.moves.rules, seconds) or made
    proved = {"proved": True, "reason": BECAUSE, "criterion": "theorem", "evidence": None, "theorem": made}
    until = perf_counter() + seconds
    if isinstance(made, Theorem):
        for seen in _seen(made, limit):
            if follows(made, seen, until - perf_counter()):
                return replace(seen, **proved)
    return replace(Law("automatic", 0, 0, 0, True, -1, form=Automatic(made)), **proved)


def _seen(made: Theorem, limit: int | None) -> Iterator[Law]:
    """Yield the laws that the losing pairs, or the first values, of a theorem show."""
    width = len(made.moves.names)
    if isinstance(made.law, LosingLaw) and width == 2:
        largest = sequence_laws.LARGEST if limit is None else limit
        table = np.triu(guess.members(made.automata[0], (largest + 1,) * 2))
        yield law_of_pairs([(int(a), int(b)) for a, b in np.argwhere(table)], largest)
    elif width == 1 and not isinstance(made.law, LosingLaw):
        counts = SHOWN[:1] if isinstance(made.law, GraphLaw) else SHOWN
        for count in counts if limit is None else (limit,):
            yield conjecture(_first(made, count))


def _first(made: Theorem, count: int) -> list[int]:
    """Return the first values of a theorem, as its automata tell them; no more than are below four times their count.

    Numbers that are no positions, below the least of the rules, count as ended.
    """
    if isinstance(made.law, GraphLaw):
        table = guess.members(made.automata[0], (count, 4 * count))
        table[: made.moves.least, 0] = True
        whole = np.append(table.any(axis=1), False)
        return table.argmax(axis=1)[: whole.argmin()].tolist()
    places = [guess.members(each, (count,)) for each in made.automata]
    return np.argmax(places, axis=0).tolist()


def follows(made: Theorem, found: Law, seconds: float) -> bool:
    """Return whether a law follows from a theorem, which is decided, and from the first values, which were computed.

    >>> from grundy.games import load
    >>> wythoff = theorem(load("wythoff"))
    >>> [follows(wythoff, Law("beatty", 0, 0, 0, False, 9, form=Beatty(t)), 10.0) for t in (1, 2)]
    [True, False]
    """
    limits = Limits(CAP, until=perf_counter() + seconds)
    try:
        claims = _claims(found)
        return bool(claims) and all(ask(made, text, limits=limits).truth for text in claims)
    except GrundyError:  # too large, or too long
        return False


def _claims(found: Law) -> list[str]:
    """Return sentences that say, together with the first values or pairs, what a law says; none for one without."""
    match found.form:
        case Beatty(t):
            return beatty_claims(t, "P")
        case Regular():
            return _recurrence(found.form)
        case None if found.period:
            after = f"G(n+{found.period},v+{found.saltus})"
            return [f"An,v (n>={found.preperiod} & G(n,v)) => {after}"]
        case _:
            return []


def _recurrence(form: Regular) -> list[str]:
    """Say each rule of a recurrence, or of an automaton: a sequence at kn + digit is a combination of 1, n and others."""
    found: list[str] = []
    for (scale, rest), rows in zip(form.kernel, form.steps, strict=True):
        for digit, row in enumerate(rows):
            whole = lcm(*(c.denominator for c in row))
            names = [f"{scale}*n+{rest}" for scale, rest in form.kernel]
            used = [(f"v{j}", int(c * whole), names[j]) for j, c in enumerate(row[2:]) if c]
            given = "".join(f" & G({place},{v})" for v, _c, place in used)
            sides = [("1", int(row[0] * whole)), ("n", int(row[1] * whole)), *((v, c) for v, c, _place in used)]
            left = "".join(f"+{-c}*{v}" for v, c in sides if c < 0)
            right = "".join(f"+{c}*{v}" for v, c in sides if c > 0)
            target = f"G({scale * form.base}*n+{rest + scale * digit},w)"
            bound = ",".join(["n", "w", *(v for v, _c, _place in used)])
            found.append(f"A{bound} (n>={form.start} & {target}{given}) => {whole}*w{left}=0{right}")
    return found
