"""What can be asked once a law is proved: formulas about it, whether a move changes it, whether two games share it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from time import perf_counter
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.messages import N_, _
from grundy.proving.boxes import compare
from grundy.proving.certificate import certificate as law_certificate
from grundy.proving.certificate import redundant, refusal, sentence
from grundy.proving.certificate import same as same_laws
from grundy.proving.laws import LosingLaw, predicates, smaller
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import Compare, Exists, Formula, Not, Predicate, Term, free_names, variable
from grundy.proving.logic.formula import Decision, both, compile, decide, either
from grundy.proving.logic.numeration import Numeration
from grundy.proving.logic.syntax import parse
from grundy.proving.moves import Move, Moves, Ranking, domain
from grundy.proving.sentences.named import NAMED, automaton_of
from grundy.proving.theorem import CAP, SECONDS, NotProved, Theorem, check_duties, law_of, refuse_more, termination
from grundy.proving.theorem import theorem as theorem_of
from grundy.rules.as_heap_code import as_heap
from grundy.rules.heaps import HeapRuleset, normal_form
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import convention
from grundy.solving import sequences
from grundy.values.patterns.law import Law

DIGITS = 18
"""What a move that is added takes has no more digits: the automata grow with them."""
PERIOD = 400
"""Of a period with so many values a formula is decided within seconds."""


@dataclass(frozen=True)
class Answer:
    """Whether something is so; if not, a position that shows it, with what is true of it in one game and the other.

    ``lost`` are whether the mover loses that position in the first game, and in the second. ``proof`` is the certificate
    of what holds, which the checker accepted.
    """

    holds: bool
    position: tuple[int, ...] = ()
    lost: tuple[bool, bool] = (False, False)
    largest: int = 0
    proof: dict[str, Any] | None = field(default=None, repr=False, compare=False)

    def certificate(self) -> dict[str, Any]:
        """Return the certificate, which `grundy verify` checks; GrundyError where something is not so."""
        if self.proof is None:
            state = ", ".join(map(str, self.position))
            raise GrundyError("there is no certificate: position ({state}) is a counterexample", state=state)
        return self.proof

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        names = ("holds", "position", "lost", "largest")
        return {name: getattr(self, name) for name in names}


def ask(law: Theorem | Law, text: str, *, cap: int = CAP, limits: Limits | None = None) -> Decision:
    """Return what a formula about a proved law says; of the period of single heaps it may speak of P(n) and G(n, v).

    It may speak of P(a, b), the losing positions, or of G(n, v) and G0(n), G1(n), …, the Grundy values, of M(a, b, c, d), a
    move from (a, b) to (c, d), of O(n, v), an option's value (see `grundy.proving.laws`), and of the sets that have a
    name (see `grundy.proving.sentences.named`). FormulaError, with the column, for what cannot be read.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> print(ask(prove(load("wythoff")), "Ad Ea,b P(a,b) & b=a+d"))
    true
    """
    limits = limits or Limits(cap)
    system, formula, known = read(law, text, limits)
    return decide(formula, system, known, limits=limits)


def read(law: Theorem | Law, text: str, limits: Limits) -> tuple[Numeration, Formula, dict[str, Automaton]]:
    """Return a formula about a theorem, or about a period, with the relations that it may name; see `ask`."""
    if isinstance(law, Law):
        system, formula = parse(text, "PG")
        return system, formula, of_period(law, system)
    named = text.lstrip().startswith("?")
    asked = re.findall(r"\b([MOZ])\s*\(", text)
    known = predicates(law, asked, Limits(limits.states, until=limits.until))
    known |= {name: own for name in NAMED if name in text and (own := automaton_of(name, law.system)) is not None}
    system, formula = parse(text if named else f"?{law.system.name} {text}", known)
    if system != law.system:
        raise GrundyError(
            "the law is proved in {one}, so questions about it cannot be asked in {other}",
            one=law.system,
            other=system,
        )
    return system, formula, known


def of_period(law: Law, system: Numeration) -> dict[str, Automaton]:
    """Return the relations P(n) and G(n, v) of single heaps whose values a period tells; O(values) automata.

    GrundyError for a period of more than a few hundred values.

    >>> import grundy as gr
    >>> print(ask(gr.subtraction.law(s=(1, 3)), "An P(n) <=> n%2=0"))
    true
    """
    first, period, saltus = law.preperiod, law.period, law.saltus
    if not 0 < first + period <= PERIOD:
        raise GrundyError(
            "formulas are decided for periods of at most {most} values, which this is not: {law}", most=PERIOD, law=law
        )
    cases = [f"n={n} & v={value}" for n, value in enumerate(law.head[:first])]
    for n, value in enumerate(law.head[first:], first):
        cases.append(f"n>={first} & n%{period}={n % period} & {period}*v+{saltus * n}={period * value}+{saltus}*n")
    parts = deque(compile(parse(case)[1], system).over("nv") for case in cases)
    while len(parts) > 1:
        parts.append(parts.popleft().disjunction(parts.popleft()))
    return {"G": parts[0], "P": compile(parse("G(n,0)", "G")[1], system, {"G": parts[0]})}


def decided(theorem: Theorem, formula: Formula, *, limits: Limits | None = None) -> Decision:
    """Return what a formula that is not written, but made, says about a proved law; see `ask`."""
    limits = limits or Limits(CAP)
    return decide(formula, theorem.system, predicates(theorem, (), limits), limits=limits)


def certificate(theorem: Theorem, decision: Decision, *, seconds: float = SECONDS) -> dict[str, Any]:
    """Return the certificate that a sentence about a law is true, or that it is false, which the checker accepted.

    GrundyError for a formula with free variables, and where the checker does not accept it within some seconds.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> bash = prove(load("bash"))
    >>> certificate(bash, ask(bash, "P(5)"))["sentence"]
    ['not', ['is', 'P', 5]]
    """
    if decision.truth is None:
        names = ", ".join(sorted(free_names(decision.formula)))
        raise GrundyError("only a sentence has a certificate: bind {names} in the formula, by A or E", names=names)
    made = sentence(theorem, decision.formula if decision.truth else Not(decision.formula))
    if refused := refusal(made, theorem.moves.rules, seconds):
        raise GrundyError("decided, but the independent checker rejected the proof: {refusal}", refusal=refused)
    return made


def same(
    first: Ruleset, second: Ruleset, *, play: str = "normal", heaps: int | None = None, **options: Any
) -> Answer | NotProved:
    """Return whether two games have the same losing positions, for all positions; both must have as many numbers.

    The first game's law is proved, and then whether it is the second one's; if so, the checker is asked whether it is that.
    NotProved where no law is found.

    >>> from grundy.games import load
    >>> bash = load("bash")
    >>> same(bash, load("subtraction").bind(s=(1, 2, 3)), heaps=1).holds
    True
    """
    start = perf_counter()
    one = theorem_of(first, play=play, heaps=heaps, values=False, **options)
    if isinstance(one, NotProved):
        return one
    seconds = options.get("seconds", SECONDS)
    limits = Limits(CAP, until=start + seconds)
    try:
        law = law_of(second, misere=convention(play).misere, heaps=heaps, values=False, look=limits.look)
        _comparable(one.moves, law.moves)
        assert isinstance(law, LosingLaw)
        compared = compare(law.moves, limits.look)
        answer, ranking = _shares(one, law, limits)
    except OutOfTime:
        tried = _("the law of {a} for {b}, until time ran out").format(a=first.name, b=second.name)
        return NotProved(second, "losing", (tried,), -1, perf_counter() - start)
    if not answer.holds:
        return answer
    other = Theorem(law, one.system, one.automata, ranking, answer.largest, compared, perf_counter() - start)
    answer = replace(answer, proof=same_laws(law_certificate(one), law_certificate(other)))
    tried = _("the law of {a} was decided to be that of {b}, but the independent checker rejected the proof: {refusal}")
    return _accepted(answer, second, tried, {"a": first.name, "b": second.name}, seconds)


def _accepted(answer: Answer, rules: Ruleset, tried: str, names: dict[str, str], seconds: float) -> Answer | NotProved:
    """Return an answer whose proof the checker accepts, or what was tried, in words with a place for its refusal."""
    start = perf_counter()
    refused = refusal(answer.certificate(), rules, seconds)
    if not refused:
        return answer
    return NotProved(rules, "losing", (tried.format(**names, refusal=refused),), -1, perf_counter() - start)


def _comparable(one: Moves, other: Moves) -> None:
    """Raise GrundyError where the positions of two games are not the same tuples of numbers."""
    names = {"a": one.rules.name, "b": other.rules.name}
    if len(one.names) != len(other.names):
        count = {"n": len(one.names), "m": len(other.names)}
        raise GrundyError("a position of {a} has {n} numbers, of {b} {m}", **names, **count)
    if one.least != other.least:
        least = {"n": one.least, "m": other.least}
        raise GrundyError("the numbers of {a} begin with {n}, of {b} with {m}", **names, **least)
    if one.order != other.order:
        raise GrundyError("the numbers of a position are in another order in {a} than in {b}", **names)


def changed(theorem: Theorem, text: str, *, seconds: float = SECONDS) -> Answer | NotProved:
    """Return whether moves can be added, or left out, without a change of the losing positions.

    They are written as in ``"+ (2,1)"`` or ``"- (1,1)"``. A move (d, e) takes d from the first number and e from the
    second, where there is so much. NotProved where it takes longer than some seconds, or the checker does.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> wythoff = prove(load("wythoff"))
    >>> changed(wythoff, "+ (2,4)").holds, changed(wythoff, "+ (2,1)").position
    (True, (2, 1))
    """
    law, rules, start = theorem.law, theorem.moves.rules, perf_counter()
    if not isinstance(law, LosingLaw):
        raise GrundyError("moves can only be added where losing positions are proved, not values")
    own, vectors = law.moves, _vectors(text, len(law.moves.names))
    if any(sign == "+" for sign, _vector in vectors) and (none := own.refused()) is not None:
        refuse_more(own, none, _("a move that is added might end"))
    for sign, vector in vectors:
        own = _with(own, vector) if sign == "+" else _without(own, vector)
    try:
        answer, ranking = _shares(theorem, replace(law, moves=own), Limits(CAP, until=start + seconds))
    except OutOfTime:
        tried = _("the law with the moves {moves}, until time ran out").format(moves=text)
        return NotProved(rules, law.kind, (tried,), -1, perf_counter() - start)
    if not answer.holds:
        return answer
    answer = replace(answer, proof=redundant(theorem, vectors, ranking))
    tried = _(
        "the law was decided to hold with the moves {moves}, but the independent checker rejected the proof: {refusal}"
    )
    return _accepted(answer, rules, tried, {"moves": text}, seconds)


def _vectors(text: str, width: int) -> list[tuple[str, tuple[int, ...]]]:
    one = r"([+-])\s*((?:\(\s*-?\d+(?:\s*,\s*-?\d+)*\s*,?\s*\)\s*)+)"
    if not re.fullmatch(rf"\s*(?:{one}\s*)+", text):
        raise GrundyError("moves are written like '+ (2,1)' or '- (1,1)', not {text!r}", text=text)
    found = [
        (sign, tuple(int(n) for n in re.findall(r"-?\d+", vector)))
        for sign, vectors in re.findall(one, text)
        for vector in re.findall(r"\([^)]*\)", vectors)
    ]
    for _sign, vector in found:
        if any(abs(d) >= 10**DIGITS for d in vector):
            raise GrundyError("a move changes a number by one of at most {digits} digits", digits=DIGITS)
        if len(vector) != width:
            told = N_("a position has {width} numbers, and the move {vector} has {count}")
            raise GrundyError(told, width=width, vector=vector, count=len(vector))
    return found


def _after(own: Moves, vector: tuple[int, ...]) -> tuple[Term, ...]:
    return tuple(variable(name) - d for name, d in zip(own.names, vector, strict=True))


def _with(own: Moves, vector: tuple[int, ...]) -> Moves:
    parts = _after(own, vector)
    guard = both(domain(parts, own.least, own.order), *(Compare(part, ">=", Term()) for part in parts))
    return replace(own, moves=(*own.moves, Move((), guard, parts)))


def _without(own: Moves, vector: tuple[int, ...]) -> Moves:
    target = _after(own, vector)

    def cut(move: Move) -> Move:
        other = either(*(Compare(part, "!=", t) for part, t in zip(move.parts, target, strict=True)))
        return replace(move, guard=both(move.guard, other))

    return replace(own, moves=tuple(map(cut, own.moves)))


def _shares(theorem: Theorem, law: LosingLaw, limits: Limits) -> tuple[Answer, Ranking]:
    """Return whether a proved set is also the one of another law, and why play ends there.

    If it is not, the answer has a position that tells them apart.
    """
    check_duties(law.moves, limits)
    ranking = termination(law.moves, limits)
    (lost,) = theorem.automata
    wrong = reduce(Automaton.disjunction, (each for each, _how in law.wrong(theorem.automata, limits)))
    if wrong.is_empty():
        return Answer(True, largest=limits.largest), ranking
    state = _least(wrong, ranking, limits)
    for own in (theorem.moves, law.moves):
        refuse_more(own, state, _("another player wins"))
    here = lost.accepts(*state)
    return Answer(False, state, (here, not here), limits.largest), ranking


def _least(wrong: Automaton, ranking: Ranking, limits: Limits) -> tuple[int, ...]:
    """Return a position of least rank among those where a set is wrong.

    The set is right of all positions of smaller rank, by induction: so of this one it says the opposite of what is true.
    """
    here = tuple(map(variable, ranking.names))
    there = tuple(variable(f"{name}'") for name in ranking.names)
    below = Exists(tuple(map(str, there)), both(Predicate("W", there), smaller(ranking.of(there), ranking.of(here))))
    least = compile(both(Predicate("W", here), Not(below)), wrong.numeration, {"W": wrong}, limits=limits)
    found = least.shortest()
    assert found is not None, "numbers that are not negative have a least rank"
    return tuple(found.get(name, 0) for name in ranking.names)


def shown_answer(answer: Answer, names: Sequence[str]) -> str:
    """Return a position that tells two games apart, in words."""
    state = ", ".join(map(str, answer.position))
    words = [_("loses") if lost else _("wins") for lost in answer.lost]
    return _("at ({state}) the player to move {first} in {a}, and {second} in {b}").format(
        state=state, first=words[0], a=names[0], second=words[1], b=names[1]
    )


# -- whether two heap games have the same Grundy values: for all heaps, by periods, normal forms, or a theorem ---------


FEWEST, FIRST = 16, 1000
"""So many heaps are compared at first, and before anything is proved."""
LARGEST = 1 << 15
"""Periods are looked for among so many heaps, and heaps where games differ."""
SHIFTS = 8
"""If the games differ, heaps are shifted by no more than this."""


@dataclass(frozen=True)
class SameValues:
    """Whether every heap is worth the same in two games; ``holds`` is None where that was not proved.

    ``heap`` is the least one where they differ, ``values`` what it is worth. If g(n) of the first game is g(n + shift) of
    the second for all n from 0 on (from -shift on, where that is negative), there is a ``shift``; ``reason`` says why
    something is proved, or is not. ``proof`` is the certificate, if there is one.
    """

    holds: bool | None
    heap: int | None = None
    values: tuple[int, int] | None = None
    shift: int | None = None
    reason: str = ""
    checked_to: int = FIRST - 1
    proof: dict[str, Any] | None = field(default=None, repr=False, compare=False)

    def certificate(self) -> dict[str, Any]:
        """Return the certificate of what is proved, which `grundy verify` checks; GrundyError where there is none."""
        if self.proof is None:
            why = self.reason or _("some heap is a counterexample")
            raise GrundyError("there is no certificate: {reason}", reason=why)
        return self.proof

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        names = ("holds", "heap", "values", "shift", "reason", "checked_to")
        return {name: getattr(self, name) for name in names}


def same_values(first: Ruleset, second: Ruleset, *, seconds: float) -> SameValues:
    """Return whether two games of heaps have the same Grundy values; GrundyError for what is no game of single heaps.

    >>> from grundy.games import load
    >>> found = same_values(load("kayles"), load("dawsons-kayles"), seconds=10.0)
    >>> found.holds, found.heap, found.values
    (False, 1, (1, 0))
    """
    one, two = _heaps(first), _heaps(second)
    found = SameValues(None, reason=_("time ran out"), checked_to=-1)
    with suppress(OutOfTime), limits.keeping(limits.Limits(seconds)):
        for count in (FEWEST, FIRST):  # a rule may take long for larger heaps, where a small one tells it
            a, b = (sequences.of(each).first(count).tolist() for each in (one, two))
            place = next((n for n in range(count) if a[n] != b[n]), None)
            if place is not None and found.holds is None:
                found = SameValues(False, place, (a[place], b[place]), checked_to=place)
            elif place is None:
                found = replace(found, checked_to=count - 1)
        if found.holds is None:
            return _proved(first, second, one, two, seconds)
        for shift in sorted(range(-SHIFTS, SHIFTS + 1), key=abs):
            if shift and all(a[n] == b[n + shift] for n in range(max(0, -shift), FIRST - max(0, shift))):
                proof, reason = _by_laws(one, two, shift, seconds)
                return replace(found, shift=shift if reason else None, reason=reason, proof=proof)
    return found


def _heaps(rules: Ruleset) -> HeapRuleset:
    found = as_heap(rules)
    if found is None:
        raise GrundyError(
            "{name} is not a game of single heaps, so there are no heap values to compare", name=rules.name
        )
    return found


def _proved(first: Ruleset, second: Ruleset, one: HeapRuleset, two: HeapRuleset, seconds: float) -> SameValues:
    """Return why games whose first heaps are worth the same are so for all, or what was tried."""
    proof, reason = _by_laws(one, two, 0, seconds)
    if reason:
        return SameValues(True, reason=reason, proof=proof)
    try:
        return _by_theorem(first, second, seconds)
    except OutOfTime:
        return SameValues(None, reason=_("time ran out"))
    except GrundyError as error:  # rules that are no formula
        return SameValues(None, reason=str(error))


def _by_laws(one: HeapRuleset, two: HeapRuleset, shift: int, seconds: float) -> tuple[dict[str, Any] | None, str]:
    """Return the certificate, or None, and the reason why games are the same but for a shift, "" where none is known."""
    codes = [sequences.of(each).code() for each in (one, two)]
    if codes[0] is None or codes[1] is None:
        return None, ""
    laws = [sequences.of(each).law(LARGEST) for each in (one, two)]
    if all(law.proved and law.period for law in laws):
        with suppress(GrundyError):  # a period is proved without values that could be replayed
            made = same_laws(_with_values(laws[0]), _with_values(laws[1]), shift)
            if not refusal(made, one, seconds):
                return made, _("both periods are proved, and the values before them agree")
    a, b = normal_form(codes[0]), normal_form(codes[1])
    if a.code == b.code and a.shift - b.shift == shift:
        return None, _("they have one normal form, {code}").format(code=a.code)
    return None, ""


def _with_values(law: Law) -> dict[str, Any]:
    """Return the certificate of a period with its values, also where it usually holds how these are computed."""
    evidence = law.evidence or {}
    bare = {name: value for name, value in evidence.items() if name not in ("mask", "rare")}
    return (replace(law, evidence=bare) if "depth" not in evidence else law).certificate()


def _by_theorem(first: Ruleset, second: Ruleset, seconds: float) -> SameValues:
    """Return whether the values of the first game, of which a theorem is proved, are those of the second."""
    start = perf_counter()
    one = theorem_of(first, values=True, seconds=seconds)
    if isinstance(one, NotProved):
        return SameValues(None, reason=str(one))
    limits = Limits(CAP, until=start + seconds)
    own = law_of(second, values=True, look=limits.look).moves
    law = replace(one.law, moves=own)
    check_duties(own, limits)
    ranking = termination(own, limits)
    wrong = law.refuted(one.automata, limits)
    if wrong is not None:
        return _apart(first, second, wrong.position.get(own.names[0], 0))
    other = Theorem(law, one.system, one.automata, ranking, limits.largest, 0, perf_counter() - start)
    made = same_laws(law_certificate(one), law_certificate(other))
    if refused := refusal(made, second, seconds):
        return SameValues(None, reason=refused)
    return SameValues(True, reason=_("the law of one was decided to be that of the other"), proof=made)


def _apart(first: Ruleset, second: Ruleset, heap: int) -> SameValues:
    """Return the least heap where games differ that do so at one heap, or before."""
    if heap >= LARGEST:
        return SameValues(None, reason=_("they differ at a heap of {heap} or earlier").format(heap=heap))
    a, b = (sequences.of(_heaps(each)).first(heap + 1).tolist() for each in (first, second))
    place = next(n for n in range(heap + 1) if a[n] != b[n])
    return SameValues(False, place, (a[place], b[place]), checked_to=place)
