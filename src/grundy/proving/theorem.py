"""Theorems from rules: guessed from small positions, and decided for all; or the tale of what was tried.

A guess that fails gives a counterexample, and the next guess is made from a box that holds it. What was not proved within
the budget is not claimed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from grundy.common import limits
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, OutOfTime, RulesError
from grundy.common.messages import _, current
from grundy.common.seam import pictures
from grundy.proving.boxes import compare
from grundy.proving.certificate import accepted, certificate
from grundy.proving.laws import MOST, GraphLaw, LosingLaw, RunLaw, ValueLaw, answers
from grundy.proving.logic.automaton import Automaton, Limits, Undecided
from grundy.proving.logic.expressions import Formula
from grundy.proving.logic.formula import both, compile
from grundy.proving.logic.numeration import Numeration, numeration
from grundy.proving.moves import Moves, Ranking, find, plainly_not, raised
from grundy.proving.moves_in_words import automaton_of, by_automata, spoken, spoken_moves, statement
from grundy.proving.reading import moves
from grundy.proving.sentences.relations import formula, of_gaps
from grundy.proving.shipped_theorems import USUAL
from grundy.rules.as_heap_code import heads_as_heaps
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import convention
from grundy.solving.components import refuse_without_grundy_value

if TYPE_CHECKING:
    from grundy.proving.comparing import Comparison
    from grundy.proving.lemmas import Argument
    from grundy.proving.sentences import Sentence


SYSTEMS = (
    *("msd_2", "msd_fib", "msd_3", "rec [2,1;1,3]", "msd_pell", "rec [3,1;1,4]", "ost [0;(3)]"),
    *("rec [4,1;1,5]", "ost [0;(4)]", "msd_trib", "msd_5"),
)
"""The numeration systems in which is guessed, unless told."""
SECONDS = 60.0
"""The usual budget."""
CAP = 1 << 19
"""The most states of an automaton, unless told."""
GRAPH_CAP = 1 << 13
"""The same where values are told by a relation: those of true laws have some hundred states, others many thousands."""
CELLS = 1 << 22
"""A counterexample is taken into the box if that has no more positions."""
ARITHMETIC = "msd_2"
"""What speaks of + and < alone is decided in this system."""

Law = LosingLaw | ValueLaw | GraphLaw


class Proved:
    """What is proved, and whose certificate was accepted by `grundy.check`; ``comparison`` is what was compared of that."""

    comparison: Comparison | None

    def statement(self) -> str:
        """Return the theorem in words."""
        raise NotImplementedError

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        raise NotImplementedError

    @property
    def numbered(self) -> str:
        """What was decided, in one line."""
        return "; ".join(f"({i}) {check}" for i, check in enumerate(self.checks, 1))

    def trust(self) -> list[str]:
        """Return what the theorem rests on, a line each: what was tested of Python."""
        return [] if self.comparison is None else [_("compared: {what}").format(what=self.comparison)]

    def told(self, rules: Ruleset, claim: str, **more: Any) -> dict[str, Any]:
        """Return as plain data for a reader what all theorems say, and more."""
        said = {
            "game": rules.name,
            "proved": True,
            "claim": claim,
            "statement": self.statement(),
            "checks": self.checks,
        }
        return {**said, **more, "comparison": self.comparison and self.comparison.to_dict()}

    def __str__(self) -> str:
        return self.statement()


@dataclass(frozen=True)
class Theorem(Proved):
    """A law of a game that is proved for all its positions, and whose certificate was accepted by `grundy.check`.

    ``law`` says what is claimed of ``automata``; ``largest`` are the states of the largest automaton of the proof,
    ``compared`` the small positions on which the reading of the rules was tested, ``comparison`` what was compared of the
    data of its certificate with Python, ``seconds`` how long it took; these two are no part of what it says: that is the
    same another time.
    """

    law: Law
    system: Numeration
    automata: tuple[Automaton, ...]
    ranking: Ranking
    largest: int
    compared: int
    seconds: float = field(compare=False, repr=False)
    comparison: Comparison | None = field(default=None, compare=False, repr=False)
    proved: bool = field(default=True, init=False)

    @property
    def moves(self) -> Moves:
        """The moves that were read."""
        return self.law.moves

    @property
    def states(self) -> int:
        """The states of the automaton of the law; of one with a result for each state, if there are several values."""
        return joint_states(self.automata)

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        duties = (
            [_("{count} conditions that numbers are not negative").format(count=len(self.moves.duties))]
            if self.moves.duties
            else []
        )
        return [self.ranking.words(self.moves.shown), *self.law.steps(), *duties]

    @cached_property
    def sentence(self) -> Sentence | None:
        """What says the same as the automata, decided for all numbers; None where nothing short does."""
        from grundy.proving.sentences import sentence

        return sentence(self)

    @cached_property
    def accepted(self) -> dict[str, Any]:
        """What the checker accepts of the sentence, "says", and of the moves that win, "wins", as certificates hold it."""
        return accepted(self)

    @property
    def automaton(self) -> str:
        """How large the automaton is, and the first members of what it reads."""
        return by_automata(self.law, self.system, self.automata, self.states)

    def statement(self) -> str:
        """Return the theorem in words."""
        return statement(self.law, self.sentence.words() if self.sentence else self.automaton)

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        proof = _(
            "Theorem. {statement}\n"
            "Proof.   Checked by deciding: {numbered}.\n"
            "         Decided over (N, +) in {spoken}; largest automaton {largest:,} states."
        ).format(
            statement=self.statement(),
            numbered=self.numbered,
            spoken=spoken(self.system),
            largest=self.largest,
        )
        if self.sentence:
            told = _("The theorem says the same as {size}, which was decided too.")
            if "says" not in self.accepted:
                told = _("The theorem says the same as {size}; that was decided by the prover, not by the checker.")
            proof += "\n         " + told.format(size=automaton_of(self.states, self.system))
        rules = _("Rules.   {lines}").format(lines="\n         ".join(self.trust()))
        return "\n".join([proof, *self.argument.lines(), rules])

    @cached_property
    def argument(self) -> Argument:
        """What a reader can follow of the proof: lemmas as formulas, and the moves that win."""
        from grundy.proving.lemmas import Argument

        return Argument.of(self)

    def trust(self) -> list[str]:
        """Return what the theorem rests on, a line each: the moves that were read, and what was tested of Python."""
        compared = super().trust()
        if (none := self.moves.refused()) is not None:
            told = _("the theorem covers all these numbers, though some are not positions, such as {shown}")
            compared.append(told.format(shown=shown(self.moves, none)))
        return [*spoken_moves(self.moves), *compared]

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.proving.certificate`)."""
        return sealed({**certificate(self), **self.accepted})

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        return {
            "game": self.moves.rules.name,
            "proved": True,
            "claim": self.law.kind,
            "statement": self.statement(),
            "sentence": self.sentence and self.sentence.to_dict(),
            "checks": self.checks,
            "numeration": self.system.name,
            "states": self.states,
            "largest": self.largest,
            "moves": spoken_moves(self.moves),
            "compared": self.compared,
            "comparison": self.comparison and self.comparison.to_dict(),
            **self.argument.to_dict(),
            "accepted": [*self.accepted],
            "automata": [automaton.to_dict() for automaton in self.automata],
        }

    def _repr_html_(self) -> str:
        return pictures.theorem(self)


@dataclass(frozen=True)
class NotProved:
    """What was tried in vain. ``holds_to``: the last guess gives all positions of numbers below this, -1 without a guess.

    ``counterexamples`` are positions where guesses are not right, or not right of an option; ``table`` the values, or who
    loses, in the largest box that was looked at, and None where none was.
    """

    rules: Ruleset
    claim: str
    tried: tuple[str, ...]
    holds_to: int
    seconds: float = field(compare=False, repr=False)
    counterexamples: tuple[tuple[int, ...], ...] = ()
    table: Any = field(default=None, compare=False, repr=False)
    proved: bool = field(default=False, init=False)

    def explain(self) -> str:
        """Return what was tried, in words: what came last in the first line, and a line for each other attempt."""
        return "\n".join([str(self), *(_("also tried {attempt}").format(attempt=each) for each in self.tried[:-1])])

    def certificate(self) -> dict[str, Any]:
        """There is none: GrundyError."""
        raise GrundyError("there is no certificate: {reason}", reason=str(self))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        names = {"tried": list(self.tried), "holds_to": self.holds_to}
        refuted = {"refuted_at": [list(place) for place in self.counterexamples]} if self.counterexamples else {}
        return {"game": self.rules.name, "proved": False, "claim": self.claim, **refuted, **names}

    def __str__(self) -> str:
        """Return in a sentence how far it came; of a guess that is refuted it is told first where."""
        tried = self.tried[-1] if self.tried else _("nothing")
        if self.counterexamples and self.holds_to < 0:
            place = ", ".join(map(str, self.counterexamples[-1]))
            return _("not proved: the guess is refuted at ({place}); tried {tried}").format(place=place, tried=tried)
        holds = _("; holds to {last}").format(last=self.holds_to - 1) if self.holds_to > 0 else ""
        return _("not proved: tried {tried}{holds}").format(tried=tried, holds=holds)


def joint_states(automata: Sequence[Automaton]) -> int:
    """Return how many states an automaton needs that tells in which of some disjoint relations a tuple is, or in none."""
    tables = [automaton.delta.tolist() for automaton in automata]
    start = cast("tuple[int, ...]", (0,) * len(automata))
    found = [start]
    seen = {start}
    for state in found:
        for letter in range(automata[0].delta.shape[1]):
            after = tuple(t[s][letter] if s >= 0 else -1 for t, s in zip(tables, state, strict=True))
            if max(after) >= 0 and after not in seen:
                seen.add(after)
                found.append(after)
    return len(found)


def prove(
    rules: Ruleset,
    *,
    play: str = "normal",
    heaps: int | None = None,
    values: bool | None = None,
    blocked: int = 0,
    systems: Sequence[str] = (),
    seconds: float = SECONDS,
    cap: int = CAP,
) -> Theorem | NotProved:
    """Return the law of a game's losing positions, or of its Grundy values, proved for all positions.

    Args:
        rules: the game, with its parameters.
        play: "normal" or "misere".
        heaps: the number of numbers in a position, of rules for any number; of a heap game, to ask for sums of heaps.
        values: whether Grundy values are asked for (of a single heap that is usual), or losing positions.
        blocked: so many options may be forbidden at each move by the player who is not to move.
        systems: names of numeration systems in which to guess; none for the usual ones.
        seconds: the time for all of it, and as much again for the checker; what is begun is given up then.
        cap: the most states that an automaton may have.

    Raises:
        NoFormula: the rules are no formula; the text tells the line and the reason.
        RulesError: a number could be negative where the rules take it for none, or play that need not end.

    What is decided is checked anew by `grundy.check` from the data of the rules, and is a theorem if that agrees. The
    guess is cheap, and the decision can cost an exponential, which ``cap`` bounds. (The method: T. Thanatipanonda and
    D. Zeilberger 2009; B. Mignoty, A. Renard, M. Rigo and M. Whiteland, Int. J. Game Theory 54, 2025.)

    >>> from grundy.games import load
    >>> found = prove(load("wythoff"))
    >>> found.proved, found.states, found.system.name
    (True, 7, 'msd_fib')
    """
    start = time.perf_counter()
    rules = heads_as_heaps(rules)
    misere = convention(play).misere
    limits = Limits(cap, until=start + seconds)
    claim, tried = "", _("reading the rules, until time ran out")
    try:
        law = law_of(rules, misere=misere, heaps=heaps, values=values, blocked=blocked, look=limits.look)
        own, claim = law.moves, law.kind
        compared = compare(own, limits.look)
        tried = _("showing that play ends, until time ran out")
        check_duties(own, limits)
        may_return = isinstance(law, LosingLaw) and not law.blocked
        ranking = find(own, possible(limits)) if may_return else termination(own, limits)
        search = _Search(law, ranking, [numeration(name) for name in systems or SYSTEMS], cap, limits)
    except OutOfTime:
        return NotProved(rules, claim, (tried,), -1, time.perf_counter() - start)
    found = search.run()
    unchecked: list[str] = []
    if found is not None:
        made = Theorem(
            search.law, found[0].numeration, found, ranking or search.answers, search.largest, compared,
            time.perf_counter() - start,
        )  # fmt: skip
        made, refusal = checked(made, max(seconds, 1.0))
        if not refusal:
            return replace(made, seconds=time.perf_counter() - start)
        what = _("decided by the prover, but the independent checker rejected the proof: {refusal}")
        unchecked = [_sized(found, what.format(refusal=refusal))]
    attempts = tuple(dict.fromkeys([*search.tried, *unchecked]))
    took, wrong = time.perf_counter() - start, tuple(dict.fromkeys(search.counterexamples))
    return NotProved(rules, search.law.kind, attempts, search.holds_to, took, wrong, search.largest_table)


def checked(made: Theorem, seconds: float) -> tuple[Theorem, str]:
    """Return what was decided with what was compared of its certificate, and why the checker refuses that; "" if not."""
    from grundy.check import Budget
    from grundy.proving.comparing import compared_and_verified

    until = time.perf_counter() + seconds
    try:
        comparison, verdict = compared_and_verified(certificate(made), made.moves.rules, Budget(seconds))
    except GrundyError as error:  # how long it took is no part of what is told
        return made, _("time ran out") if time.perf_counter() > until else str(error)
    return replace(made, comparison=comparison), "" if verdict.verified else verdict.reason


def law_of(
    rules: Ruleset,
    *,
    misere: bool = False,
    heaps: int | None = None,
    values: bool | None = None,
    blocked: int = 0,
    look: Callable[[], None] = lambda: None,
    compared: bool = True,
) -> Law:
    """Return what is to be claimed of a game; GrundyError for what has no meaning.

    ``compared``: see `grundy.proving.reading.moves`.
    """
    single = isinstance(rules, HeapRuleset) and heaps is None
    if values is None:
        values = single and not misere and not blocked
    if values and (misere or blocked):
        raise GrundyError("Grundy values are defined for normal play without blocking")
    own = moves(rules, heaps if heaps or not single or values else 1, look, compared=compared)
    if values:
        refuse_without_grundy_value(rules)
        return RunLaw(own) if own.runs else ValueLaw(own)
    if blocked < 0:
        raise GrundyError("the number of forbidden options must be 0 or more, not {blocked}", blocked=blocked)
    return LosingLaw(own, misere, blocked)


def possible(limits: Limits) -> Any:
    """Return a function that decides whether a formula of + and < alone is true of some natural numbers."""
    system = numeration(ARITHMETIC)

    def decided(formula: Formula) -> bool:
        return not compile(formula, system, limits=limits).is_empty()

    return decided


def check_duties(own: Moves, limits: Limits) -> None:
    """Prove that no number is negative where the rules take it for none; RulesError with the position where one is."""
    for duty in own.duties:
        if plainly_not(duty.guard, duty.broken):
            continue
        example = compile(duty.broken, numeration(ARITHMETIC), limits=limits).shortest()
        if example is not None:
            state = tuple(example.get(name, 0) for name in own.names)
            refuse_more(own, state, duty.what)
            raise RulesError("{what}: so it is at {shown}", what=duty.what, shown=shown(own, state))


def refuse_more(own: Moves, state: tuple[int, ...], what: str) -> None:
    """Raise RulesError if some numbers, of which something is said, are no position for more than their order."""
    if not own.takes(state):
        raise RulesError(
            "positions of {name} are more than ordered numbers, so nothing can be proved about them: "
            "at {shown}, which is not a position, {what}",
            name=own.rules.name,
            what=what,
            shown=shown(own, state),
        )


def termination(own: Moves, limits: Limits) -> Ranking:
    """Return a rank that every move lowers; RulesError where none is found."""
    ranking = find(own, possible(limits))
    if ranking is None:
        raise RulesError(
            "could not show that play of {name} ends: no linear or lexicographic ranking decreases with every move",
            name=own.rules.name,
        )
    return ranking


def shown(own: Moves, state: Sequence[int]) -> str:
    """Return a position as text."""
    return f"{own.rules.name}({', '.join(map(str, state))})"


def _sized(guessed: Sequence[Automaton], what: str) -> str:
    """Return how large a guess is, and in which numeration, and what became of it."""
    size, system = joint_states(guessed), guessed[0].numeration
    return _("{size} states in {spoken} ({what})").format(size=size, spoken=spoken(system), what=what)


class _Search:
    """Guesses in boxes that grow, in all systems, the smallest guess first, until one is proved."""

    def __init__(self, law: Law, ranking: Ranking | None, systems: list[Numeration], cap: int, limits: Limits) -> None:
        self.law: Law = law
        self.ranking, self.answers = ranking, Ranking((), ())
        self.systems = systems
        self.cap = cap
        self.limits = limits
        self.largest = limits.largest
        self.tried: list[str] = []
        self.counterexamples: list[tuple[int, ...]] = []
        self.raised = raised(law.moves, possible(limits))
        self.holds_to = -1
        self._refuted: set[tuple[Automaton, ...]] = set()
        self._beyond = 0
        self._tables: dict[int, Any] = {}
        self._last = 0, 0.0

    def run(self) -> tuple[Automaton, ...] | None:
        """Return the automata of the law that is proved, None if none is."""
        try:
            found = self._found()
        except OutOfTime:
            found = None
        if found is None:
            self._tell()
        return found

    def _found(self) -> tuple[Automaton, ...] | None:
        sides = list(self.law.sides)
        for guessed in self._of_gaps():
            if self.law.agrees(guessed, self._table(sides[0])) and self._proved(guessed, sides[0]):
                return guessed
        for i, side in enumerate(sides):  # may grow meanwhile
            table = self._table(side)
            if isinstance(self.law, ValueLaw) and table.max() > MOST:
                self.law = GraphLaw(self.law.moves)
            for bold in (False, True):
                for guessed in self._guesses(table, bold):
                    further = bold and i + 1 < len(sides) and self.ranking is not None  # else the next one is dear
                    larger = sides[i + 1] if further else side
                    if self.law.agrees(guessed, self._table(larger)) and self._proved(guessed, larger):
                        return guessed
            beyond = self._beyond + self._beyond // 8
            if i + 1 == len(sides) and beyond > side and beyond ** len(self.law.moves.names) <= CELLS:
                sides.append(beyond)  # a box that holds the counterexample
        return None

    def _of_gaps(self) -> Iterator[tuple[Automaton, ...]]:
        """Yield that the gaps between the numbers of a position are heaps of Nim, where the numbers are in an order."""
        own = self.law.moves
        if isinstance(self.law, LosingLaw) and any(system.name == ARITHMETIC for system in self.systems):
            for said in of_gaps(own.names, own.order):
                whole = both(own.domain, formula(said))
                yield (compile(whole, numeration(ARITHMETIC), limits=self.limits).over(own.names, self.limits),)

    def _tell(self) -> None:
        """Note how far it came."""
        seen = _("numbers below {tables:,}").format(tables=max(self._tables, default=0))
        if self._late():
            self.tried.append(_("{seen}, until time ran out").format(seen=seen))
        else:
            where = (
                spoken(self.systems[0])
                if len(self.systems) == 1
                else _("{count} numeration systems").format(count=len(self.systems))
            )
            none = _("{where}, in which {seen} give no automaton")
            if self._refuted:
                none = _("{where}, in which {seen} give no other automaton")
            self.tried.append(none.format(where=where, seen=seen))

    @property
    def largest_table(self) -> Any:
        """The table of the largest box, None if none was made."""
        return self._tables[max(self._tables)] if self._tables else None

    def _late(self) -> bool:
        return time.perf_counter() > self.limits.until

    def _table(self, side: int) -> Any:
        """Return the table of a box; OutOfTime, before it is begun, where the last one shows that it would take too long."""
        self.limits.look()
        if side not in self._tables:
            start = time.perf_counter()
            before, took = self._last
            sequence = self.law.moves.heaps and before  # which is computed without a look at the clock
            if sequence and start + took * (side / before) ** 2 > self.limits.until + took:
                self.limits.until = start  # so that what is tried is told as it is when the time was spent
                raise OutOfTime("time ran out")
            self._tables[side] = self.law.table(side, self.ranking, self.raised, self.limits.look)
            self._last = side, time.perf_counter() - start
        return self._tables[side]

    def _guesses(self, table: Any, bold: bool) -> list[tuple[Automaton, ...]]:
        """Return what a table shows in all systems, the smallest first, without what is refuted."""
        found: list[tuple[Automaton, ...]] = []
        for system in self.systems:
            guessed = self._guessed(table, system, bold)
            if guessed is not None and guessed not in self._refuted:
                found.append(guessed)
        return sorted(found, key=lambda each: sum(automaton.states for automaton in each))

    def _guessed(self, table: Any, system: Numeration, bold: bool) -> tuple[Automaton, ...] | None:
        try:
            return self.law.guessed(table, system, bold, self.limits.look)
        except OutOfTime:
            raise
        except GrundyError as error:
            self.tried.append(f"{spoken(system)} ({error})")
            return None

    def _proved(self, guessed: tuple[Automaton, ...], side: int) -> bool:
        graph = isinstance(self.law, GraphLaw)
        limits = Limits(min(self.cap, GRAPH_CAP) if graph else self.cap, until=self.limits.until)
        self.holds_to = side
        try:
            wrong = self.law.refuted(guessed, limits)
        except OutOfTime:
            self.tried.append(_sized(guessed, _("time ran out while deciding")))
            raise
        except GrundyError as error:
            what = str(error) if isinstance(error, Undecided) else _("not expressible: {error}").format(error=error)
            self.tried.append(_sized(guessed, what))
            self._refuted.add(guessed)
            return False
        if wrong is None and (self.ranking is not None or self._answered(guessed[0], limits)):
            self.largest = max(self.largest, limits.largest)
            return True
        self._refuted.add(guessed)
        if wrong is None:
            self.tried.append(_sized(guessed, _("no strategy was found by which the winner ends the game")))
            return False
        self.holds_to = -1
        self.counterexamples.append(tuple(wrong.position.get(name, 0) for name in self.law.moves.names))
        self._beyond = max(self.counterexamples[-1])
        state = ", ".join(str(wrong.position.get(name, 0)) for name in self.law.names)
        self.tried.append(
            _("{size} states in {spoken}, refuted at ({state}), which {what}").format(
                size=joint_states(guessed), spoken=spoken(guessed[0].numeration), state=state, what=wrong.what
            )
        )
        return False

    def _answered(self, lost: Automaton, limits: Limits) -> bool:
        """Return whether a rank was found that the winner lowers, where play need not end."""
        assert isinstance(self.law, LosingLaw)
        found = answers(self.law.moves, lost, self.law.misere, limits)
        self.answers = found or self.answers
        return found is not None


# -- theorems of a ruleset, asked for by all who need one, and kept with it --------------------------------------------


THEOREMS = Field[dict[object, tuple[Theorem | NotProved, float, str]]]("theorems", dict)


def theorem(rules: Ruleset, *, seconds: float = SECONDS, cap: int = CAP, **asked: Any) -> Theorem | NotProved:
    """Return what `prove` finds of a ruleset; a theorem is found once, what was not proved is tried again with more time.

    >>> from grundy.games import load
    >>> wythoff = load("wythoff")
    >>> theorem(wythoff, seconds=20) is theorem(wythoff)
    True
    """
    asked = {**USUAL, **asked, "systems": tuple(asked.get("systems", ()))}
    if asked["values"] is None:  # what is meant, so that one question has one answer
        asked["values"] = isinstance(rules, HeapRuleset) and {**asked, "systems": ()} == USUAL
    kept, seconds = rules.memory[THEOREMS], min(seconds, limits.left() or seconds)
    question = (*asked.values(), cap)
    found, took, spoken = kept.get(question, (None, 0.0, ""))
    if found is None or (
        not found.proved and (seconds > took or spoken != current())
    ):  # it says in words what was tried
        found = prove(rules, **asked, seconds=seconds, cap=cap)
        kept[question] = found, seconds, current()
    return found
