"""What is known of a rule for all its positions: the periods of its heap code, or of its look back, then other theorems.

What values or losing positions show is a law if a theorem implies it, which is decided; where a theorem says something
else, or nothing shows, the theorem is the law.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import lcm
from time import perf_counter
from typing import Any

from grundy.common.errors import GrundyError, RulesError
from grundy.common.messages import N_, _
from grundy.proving.kept_theorems import theorem
from grundy.proving.laws_in_words import automaton_of
from grundy.proving.logic.automaton import Limits
from grundy.proving.look_back import periodic
from grundy.proving.questions import ask
from grundy.proving.theorem import CAP, Theorem
from grundy.rules.as_heap_code import as_heap, of_coins, of_numbers
from grundy.rules.codes import CodeRuleset
from grundy.rules.coins import CoinRow
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solving import position_laws, sequences
from grundy.values.outcome import Outcome
from grundy.values.patterns.beatty import Beatty
from grundy.values.patterns.law import Law
from grundy.values.patterns.regular import Regular

SECONDS = 10.0
"""The time for a theorem from which a law follows, and as much again for its checker, unless told."""
COINS = 1 << 8
"""So many coins are looked at, unless told: what may be turned with one are often pairs of others, and more."""
MOST_POSITIONS, MOST_OPTIONS = 1 << 21, 5000
"""So many positions are searched, and so many options looked at, to find where a law that was refuted fails."""
BECAUSE = N_("by a theorem about all positions, which is decided from the rule")


def law(
    rules: Ruleset, limit: int | None = None, *, save: bool = False, seconds: float | None = None, **options: Any
) -> Law:
    """Return the law of a game: proved by the period of its heap code, or by a theorem; else what its values show.

    The prover is asked for so many ``seconds`` where no period is proved; for none, it is not asked.

    >>> from grundy.games import load
    >>> print(law(load("bash").bind(m=4)))
    period 5 from the start, proved
    >>> print(law(load("wythoff"), 30))
    losing pairs a(n) = ⌊n·(1 + √5)/2⌋, b(n) = a(n) + n, proved by a theorem
    """
    time = SECONDS if seconds is None else seconds
    if isinstance(rules, CoinRow):
        rules, limit = of_coins(rules), COINS if limit is None else limit
    try:
        found = _shown(rules, limit, save, options)
    except RulesError:
        found = by_theorem(rules, Law("none", 0, 0, 0, False, -1), time) if of_numbers(rules) and time else None
        if found is None or not found.proved:
            raise
        return found
    if found.proved or not time:
        return replace(found, compared=_compared(rules)) if found.proved else found
    if told := options.get("progress"):
        told(1, 1)  # no more values are computed
    made = periodic(rules, time)
    return by_theorem(rules, found, time) if made is None else made.law()


def _shown(rules: Ruleset, limit: int | None, save: bool, options: dict[str, Any]) -> Law:
    """Return the law that values, or losing pairs, show, or the period of a heap code, which is proved."""
    heap = as_heap(rules)
    if heap is None or (heap is not rules and not save and sequences.of(heap).code() is None):
        return position_laws.law(rules, limit)
    if save:
        from grundy.solving.saved_sequences import law_saved

        return law_saved(sequences.of(heap), limit, **options)
    return sequences.of(heap).law(limit, **options)


def _compared(rules: Ruleset) -> object:
    """Return what was compared of a Python rule whose heap code has a law, None of a game that is given by its code."""
    from grundy.proving.comparing import Comparison  # with the checker, which is not needed for a law of a code

    return None if isinstance(rules, CodeRuleset) else Comparison(rules.name, 0)


# -- laws from theorems ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Automatic:
    """A law that is neither a period nor Beatty pairs: the sentence of a theorem, or its automata."""

    theorem: Theorem

    def __str__(self) -> str:
        own, says = self.theorem, self.theorem.sentence
        if says is None:
            return _("automatic, told by {size}").format(size=automaton_of(own.states, own.system))
        lost = own.law.kind == "losing"
        return (_("lost exactly when {words}") if lost else _("values {words}")).format(words=says.words())

    def lines(self) -> list[str]:
        """Return the law in words."""
        return [self.theorem.statement()]

    def to_dict(self) -> dict[str, Any]:
        """Return the theorem as plain data."""
        return self.theorem.to_dict()


def by_theorem(rules: Ruleset, found: Law, seconds: float) -> Law:
    """Return what a theorem makes of a law that was seen: proved, or replaced; or, without a theorem, how it was asked."""
    one = isinstance(rules, HeapRuleset) or (isinstance(rules, FunctionRuleset) and rules.shape == ONE)
    try:
        made = theorem(rules, values=one and not rules.has_ending, seconds=seconds)
    except GrundyError as error:  # it is no formula, or not as good as it looks
        return _not_proved(found, str(error))
    if not isinstance(made, Theorem):
        wrong = next(_wrong(rules, found, made.counterexamples, seconds), None)
        return _not_proved(found, made.explain()) if wrong is None else _refuted(found, *wrong)
    proved = {"proved": True, "reason": BECAUSE, "criterion": "theorem", "evidence": None, "theorem": made}
    if follows(made, found, seconds):
        return replace(found, **proved)
    return replace(Law("automatic", 0, 0, 0, True, found.checked_to, form=Automatic(made)), **proved)


def _not_proved(found: Law, why: str) -> Law:
    told = _("The prover was asked: {why}.").format(why=why.rstrip("."))
    return replace(found, reason=f"{_(found.reason) if found.reason else ''} {told}".strip())


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
                    solution = position.solve(reuse=True, positions=MOST_POSITIONS, seconds=seconds)
                    worth = int(solution.outcome is Outcome.P) if isinstance(found.form, Beatty) else solution.value
                    if worth is not None and worth != claimed:
                        yield position, worth


def _claimed(found: Law, position: Position) -> int | None:
    """Return what a law says of a position: its value, or whether the pair is lost; None where it says nothing."""
    row = position.ruleset.arguments(position.state)
    if isinstance(found.form, Beatty):
        return int(found.form.contains(*row)) if row[0] <= row[1] else None
    return found.value(row[0]) if len(row) == 1 and found.kind != "none" else None


def _refuted(found: Law, position: Position, worth: int) -> Law:
    """Return that a law is none, with where it fails."""
    place = tuple(position.ruleset.arguments(position.state))
    shown = place if place[1:] else place[0]
    if isinstance(found.form, Beatty):
        what = _("{place} is lost, and no such pair") if worth else _("{place} is such a pair, and won")
        guess = "\n".join(found.form.lines())
    else:
        what = _("{place} has the value {worth}, and not {claimed}")
        guess = "\n".join(found.form.lines()) if found.form is not None else found.formula
    told = what.format(place=shown, worth=worth, claimed=_claimed(found, position))
    reason = _("No law was found. What holds up to {checked_to} is refuted: {told}. It was:\n{guess}").format(
        checked_to=found.checked_to, told=told, guess=guess
    )
    return Law("none", 0, 0, 0, False, found.checked_to, reason, fails_at=place)


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
            return _pairs(t)
        case Regular():
            return _recurrence(found.form)
        case None if found.period:
            after = f"G(n+{found.period},v+{found.saltus})"
            return [f"An,v (n>={found.preperiod} & G(n,v)) => {after}"]
        case _:
            return []


def _pairs(t: int) -> list[str]:
    """Say that the losing positions a <= b are Beatty pairs: one for each b - a = 0, t, 2t, …, both numbers rise, and each
    number from 1 up is in exactly one. So a is the least number in no earlier pair (Fraenkel 1982).
    """
    two = "P(a,b) & a<=b & P(c,d) & c<=d"
    return [
        "P(0,0)",
        f"Aa,b (P(a,b) & a<=b) => (En b=a+{t}*n)",
        f"An Ea P(a,a+{t}*n)",
        f"Aa,b,c,d ({two} & b+c<a+d) => a<c",
        f"Aa,b,c,d ({two} & b+c=a+d) => a=c",
        "Ax x>=1 => (Ea,b P(a,b) & a<b & (x=a | x=b))",
        "~(Ea,b,c P(a,b) & a<b & P(b,c) & b<c)",
    ]


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
