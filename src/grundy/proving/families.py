"""One theorem for all parameters: seen in the first of them, in numbers by quotient and remainder by a sum of parameters.

Of "for all m >= 1, bash(n, m) is lost exactly if m + 1 divides n" each m is a theorem; of all together an induction over
n is one that is decided with m as a variable (`grundy.check.families` says how). What is proved is what that accepts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count, islice, product
from math import inf
from typing import Any, TypeGuard

import numpy as np

from grundy.check import Budget
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.messages import _
from grundy.language.ir import VERSION, routine_json
from grundy.proving import bands, guess
from grundy.proving.bands import Form, Row
from grundy.proving.certificate import of_rules
from grundy.proving.comparing import Comparison, compared_and_verified
from grundy.proving.laws import LosingLaw, ValueLaw
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import And, Compare, Formula
from grundy.proving.logic.linear import equal, linear, number
from grundy.proving.logic.numeration import numeration
from grundy.proving.logic.syntax import parse
from grundy.proving.moves import NoFormula, Ranking
from grundy.proving.moves_in_words import automaton_of
from grundy.proving.theorem import CAP, Proved, law_of, termination, theorem
from grundy.rules.data import routines, rules_data
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import ANY, ONE, FunctionRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import convention

KIND = "family law"
SECONDS = 60.0
"""The usual budget."""
SAMPLES = {1: 8, 2: 21, 3: 35}
"""So many parameters are looked at, by how many are quantified."""
SIDES = {False: 300, True: 150}
"""So many positions of each, to see who loses, and to see values."""
SINGLY = 5.0
"""Of parameters that are tried by themselves each has so much time."""
STATES = 1 << 12
"""The automata of a theorem that is not asked for have no more states."""
FURTHEST = 400
"""Parameters up to this are looked at for the first that meet the conditions."""


@dataclass(frozen=True)
class Family:
    """Rules for all values of some parameters: for natural numbers for which each row of ``where`` is 0 or more.

    >>> from grundy.games import load
    >>> family(load("bash"), "m").where, family(load("bash"), "m >= 3").words()
    (((1, -1),), 'm >= 3')
    """

    rules: Ruleset
    names: tuple[str, ...]
    where: tuple[Row, ...]

    def holds(self, sample: Row) -> bool:
        """Return whether parameters are among those that are spoken of."""
        return all(bands.at(row, sample) >= 0 for row in self.where)

    def samples(self) -> list[Row]:
        """Return the first parameters, by their sum."""
        count = len(self.names)
        most = FURTHEST if count == 1 else 12
        every = sorted(product(range(most), repeat=count), key=sum)
        return [*islice((sample for sample in every if self.holds(sample)), SAMPLES[count])]

    def bound(self, sample: Row) -> Ruleset:
        """Return the rules with some parameters."""
        return self.rules.bind(**dict(zip(self.names, sample, strict=True)))

    def words(self) -> str:
        """Return for which parameters it is, in words."""
        return ", ".join(_condition(row, self.names) for row in self.where) or ", ".join(self.names)


def _condition(row: Row, names: Sequence[str]) -> str:
    """Return Σ a_i p_i + c >= 0 in words, with what is taken away on the other side."""
    right = tuple(-a if a < 0 else 0 for a in row)
    return f"{bands.spoken(tuple(max(a, 0) for a in row), names)} >= {bands.spoken(right, names)}"


def family(rules: Ruleset, text: str) -> Family:
    """Return the rules for all parameters that a text says, as "m", "m >= 2" or "a >= 1, b >= a"; GrundyError for others.

    Of a parameter that no condition bounds from below all from 1 on are meant.
    """
    names = list[str]()
    conditions = list[tuple[dict[str, int], int]]()
    for part in text.split(","):
        word = part.strip()
        if word.isidentifier():
            names.append(word)
        else:
            conditions += [each for each in _conditions(word) if each[0]]
    names += [name for terms, _c in conditions for name in sorted(terms)]
    names = list(dict.fromkeys(names))
    known = rules.params.keys() | rules.required
    for name in names:
        if name not in known or type(rules.params.get(name, 1)) is not int:
            raise GrundyError("{game} has no parameter {name!r} that is a number", game=rules.name, name=name)
    if not 1 <= len(names) <= len(SAMPLES):
        raise GrundyError("a theorem is for all values of 1 to {most} parameters", most=len(SAMPLES))
    rows = [(*(terms.get(name, 0) for name in names), constant) for terms, constant in conditions]
    least = [
        tuple(int(name == other) for other in names) + (-1,)
        for name in names
        if not any(terms.get(name, 0) > 0 for terms, _c in conditions)
    ]
    return Family(rules, tuple(names), (*least, *rows))


def _conditions(text: str) -> Iterator[tuple[dict[str, int], int]]:
    """Yield comparisons as sums that are 0 or more: the coefficients, and the constant."""
    left: list[Formula] = [parse(text)[1]]
    while left:
        part = left.pop(0)
        if isinstance(part, And):
            left = [*part.parts, *left]
            continue
        if not isinstance(part, Compare) or any(not isinstance(p, str) for p, _a in (part.left - part.right).parts):
            raise GrundyError(
                "conditions on parameters are comparisons of sums, as in 'a >= 1, b >= a', not {text!r}", text=text
            )
        total = part.left - part.right
        for sign, shift in {
            ">=": [(1, 0)],
            ">": [(1, -1)],
            "<=": [(-1, 0)],
            "<": [(-1, -1)],
            "=": [(1, 0), (-1, 0)],
        }.get(part.relation, []):
            yield {str(p): sign * a for p, a in total.parts}, sign * total.constant + shift


@dataclass(frozen=True)
class FamilyTheorem(Proved):
    """A law of a game for all its positions and all values of some parameters, whose certificate the checker accepted."""

    family: Family
    law: LosingLaw | ValueLaw
    form: Form
    automaton: Automaton
    ranking: Ranking
    seconds: float = field(compare=False, repr=False)
    comparison: Comparison | None = field(default=None, compare=False, repr=False)
    proved: bool = field(default=True, init=False)

    def statement(self) -> str:
        """Return the theorem in words."""
        names, own = self.family.names, self.law.moves
        n = own.shown[0]
        fixed = [f"{name}={value}" for name, value in own.rules.params.items() if name not in names]
        game = f"{own.rules.name}({', '.join([n, *names, *fixed])})"
        every = _("For all {parameters} and {n} >= {least}").format(
            parameters=self.family.words(), n=n, least=own.least
        )
        if isinstance(self.law, ValueLaw):
            value = bands.value_words(self.form, n, names)
            return _("{every}, the Grundy value of {game} is {value}").format(every=every, game=game, value=value)
        play = _(", in misère play") if self.law.misere else ""
        few = _("one option") if self.law.blocked == 1 else _("{blocked} options").format(blocked=self.law.blocked)
        play += _(", if the other player may forbid {few} at each move").format(few=few) if self.law.blocked else ""
        told = _("{every}{play}, the player to move in {game} loses exactly when {what}")
        return told.format(every=every, play=play, game=game, what=bands.losing_words(self.form, n, names))

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        names = self.family.names
        block, n = bands.spoken(self.form.block, names), self.law.moves.shown[0]
        proof = _(
            "Theorem. {statement}\n"
            "Proof.   By induction over {n}, for all parameters at once. Checked by deciding: {numbered}.\n"
            "         Numbers are written as q·({block}) + r with 0 <= r < {block}: in q, r and the parameters it is all\n"
            "         linear; the automaton of the law has {states} states."
        ).format(statement=self.statement(), n=n, numbered=self.numbered, block=block, states=self.automaton.states)
        return "\n".join([proof, *(_("Rules.   {lines}").format(lines=line) for line in self.trust())])

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        return [self.ranking.words(self.law.moves.shown), *self.law.steps()]

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.check.families`)."""
        return certificate(self)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        names = self.family.names
        told = self.told(
            self.family.rules,
            "values" if isinstance(self.law, ValueLaw) else "losing",
            for_all=list(names),
            where=[_condition(row, names) for row in self.family.where],
            block=bands.spoken(self.form.block, names),
            numeration=self.form.system.name,
            states=self.automaton.states,
        )
        return {**told, "automata": [self.automaton.to_dict()]}


@dataclass(frozen=True)
class NotForAll:
    """That no theorem for all parameters was found: why, and for which parameters, each by itself, there is one."""

    family: Family
    reason: str
    proved_for: tuple[Row, ...]
    tried_for: tuple[Row, ...]
    seconds: float = field(compare=False, repr=False)
    proved: bool = field(default=False, init=False)

    def explain(self) -> str:
        """Return it in words."""
        names = ", ".join(self.family.names)
        told = _("no theorem for all {words} was found: {reason}").format(words=self.family.words(), reason=self.reason)
        if not self.proved_for:
            return told
        single = len(self.family.names) == 1
        given = ", ".join(str(each[0]) if single else str(each) for each in self.proved_for)
        names = names if single else f"({names})"
        return _("{told}; it was proved for {names} = {given}, each separately").format(
            told=told, names=names, given=given
        )

    def certificate(self) -> dict[str, Any]:
        """There is none: GrundyError."""
        raise GrundyError("there is no certificate: {reason}", reason=self.explain())

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        names = {
            "for_all": list(self.family.names),
            "where": [_condition(r, self.family.names) for r in self.family.where],
        }
        return {
            "game": self.family.rules.name, "proved": False, **names, "reason": self.reason,
            "proved_for": [dict(zip(self.family.names, each, strict=True)) for each in self.proved_for],
        }  # fmt: skip

    def __str__(self) -> str:
        return self.explain()


def prove_for_all(
    rules: Ruleset,
    parameters: str,
    *,
    play: str = "normal",
    heaps: int | None = None,
    values: bool | None = None,
    blocked: int = 0,
    seconds: float = SECONDS,
) -> FamilyTheorem | NotForAll:
    """Return the law of a game for all its positions, and for all values of some parameters.

    Args:
        rules: the game; of one number, or a heap game.
        parameters: for which parameters, as "m" (from 1 on), "m >= 2" or "a >= 1, b >= a".
        play: "normal" or "misere".
        heaps: the number of heaps, as for `grundy.proving.theorem.prove`.
        values: whether Grundy values are asked for, or losing positions.
        blocked: so many options may be forbidden at each move.
        seconds: the time for all of it, and as much again for the checker.

    Raises:
        NoFormula: the rules are no formula; the text tells the line and the reason.
        RulesError: a number could be negative where the rules take it for none, or play that need not end.

    What the first parameters show is a guess, which is proved if `grundy.check` accepts its certificate. If none is, each
    of the first parameters is tried by itself.

    >>> from grundy.games import load
    >>> print(prove_for_all(load("bash"), "m"))
    For all m >= 1 and n >= 0, the player to move in bash(n, m) loses exactly when n is a multiple of m + 1
    """
    start = time.perf_counter()
    own = family(rules, parameters)
    samples = own.samples()
    if not samples:
        raise GrundyError("no parameters are as {words}", words=own.words())
    asked: dict[str, Any] = {"play": play, "heaps": heaps, "values": values, "blocked": blocked}
    try:
        search = _Search(own, samples, {**asked}, Limits(CAP, until=start + seconds))
        found = search.run(max(seconds, 1.0))
        reason = search.reason
    except OutOfTime:
        found, reason = None, _("time ran out")
    if found is not None:
        return replace(found, seconds=time.perf_counter() - start)
    singly = list[Row]()
    for tried, sample in enumerate(samples):
        left = start + seconds - time.perf_counter()
        if left <= 0:
            samples = samples[:tried]
            break
        if theorem(own.bound(sample), **asked, seconds=min(left, SINGLY)).proved:
            singly.append(sample)
    return NotForAll(own, reason, tuple(singly), tuple(samples), time.perf_counter() - start)


def of_its_parameter(rules: Ruleset, *, values: bool) -> FamilyTheorem | None:
    """Return the theorem for all values, from 1 on, of the one parameter that is a number; None where none is soon found.

    It is bounded by states, not by time: another time it is the same.

    >>> from grundy.games import load
    >>> print(of_its_parameter(load("bash"), values=True))
    For all m >= 1 and n >= 0, the Grundy value of bash(n, m) is n mod (m + 1)
    >>> of_its_parameter(load("wythoff"), values=False) is None
    True
    """
    names = [name for name, value in rules.params.items() if type(value) is int]
    if len(names) != 1 or rules.partisan or getattr(rules, "shape", ONE) != ONE:
        return None
    asked = {"play": "normal", "heaps": None, "values": values, "blocked": 0}
    try:
        own = family(rules, names[0])
        return _Search(own, own.samples(), asked, Limits(STATES, until=inf)).run(SECONDS)
    except GrundyError:  # the rules are no formula, of more than one number, or it is too large
        return None


class _Search:
    """Guesses from the first parameters, until the checker accepts one."""

    def __init__(self, own: Family, samples: list[Row], asked: dict[str, Any], limits: Limits) -> None:
        self.family, self.samples, self.limits = own, samples, limits
        asked = {"misere": convention(asked.pop("play")).misere, **asked}
        self._law: Callable[[Row], Any] = lambda sample: law_of(
            own.bound(sample), **asked, look=limits.look, compared=False
        )
        law = self._law(samples[0])
        if not isinstance(law, LosingLaw | ValueLaw):
            raise GrundyError("a move leaves a run of heaps, and nothing can be proved about these for all parameters")
        self.law = law
        if len(self.law.moves.names) > 1:
            raise GrundyError(
                "theorems for all parameters can only be found for games of one number, and {name} has {count}",
                name=own.rules.name,
                count=len(self.law.moves.names),
            )
        self.values = isinstance(self.law, ValueLaw)
        self.ranking = termination(self.law.moves, limits)
        self.reason = _("the first of them show no common form")

    def run(self, seconds: float) -> FamilyTheorem | None:
        """Return the theorem that was accepted; None where none was."""
        tables = [self._table(sample) for sample in self.samples]
        forms = bands.value_forms if self.values else bands.losing_forms
        for form in forms(self.samples, tables):
            self.limits.look()
            own = self.law.moves
            automaton = bands.relation(form, self.family.where, own.least, values=self.values, limits=self.limits)
            made = FamilyTheorem(self.family, self.law, form, automaton, self.ranking, 0.0)
            try:
                comparison, verdict = compared_and_verified(certificate(made), self.family.rules, Budget(seconds))
            except GrundyError as error:
                self.reason = str(error)
                continue
            if verdict.verified:
                return replace(made, comparison=comparison)
            told = _("the pattern of the first ones, “{guessed}”, does not continue ({reason})")
            self.reason = told.format(guessed=made.statement(), reason=verdict.reason)
        return None

    def _table(self, sample: Row) -> Any:
        law = self._law(sample)
        return law.table(SIDES[self.values], self.ranking, (False,), self.limits.look)


def certificate(made: FamilyTheorem) -> dict[str, Any]:
    """Return the certificate of a theorem for all parameters, with its content hash."""
    own, names = made.law.moves, made.family.names
    data = rules_data(own.rules, own.least)
    data["parameters"] = {name: value for name, value in data["parameters"].items() if name not in names}
    data["quantified"] = list(names)
    return sealed({
        **of_rules(KIND, made.family.rules, data),
        "where": [list(row) for row in made.family.where],
        "block": list(made.form.block),
        "heaps": 0 if own.heaps else len(own.names),
        "play": "misere" if getattr(made.law, "misere", False) else "normal",
        "blocked": getattr(made.law, "blocked", 0),
        "numeration": made.form.system.name,
        "claim": "graph" if isinstance(made.law, ValueLaw) else "losing",
        "automata": [made.automaton.table()],
        "ranking": [list(places) for places in made.ranking.sums],
    })  # fmt: skip


# -- the Grundy values of rows of any number of heaps, as one theorem: the xor of what the heaps are worth -------------
#
# What a heap is worth, by its size and by its index modulo a small number, is seen in rows in which it stands alone;
# that the xor of it is the value of each row, of any length, is decided by `grundy.check.many_heaps`.


ROW_KIND = "row law"
BASE_2 = numeration("msd_2")
HEAPS, SIZES, ROWS = 8, (48, 12, 5), 20_000
"""Heaps up to a size are looked at in rows of so many, while these are no more rows than that."""
PERIODS = (1, 2, 3, 4)
"""What a heap is worth may depend on its index modulo these."""
LARGEST = 15
"""Of values up to this each has a set."""


@dataclass(frozen=True)
class RowTheorem(Proved):
    """That the value of a row of any number of heaps is the xor of what they are worth, at i modulo some number."""

    rules: Ruleset
    worth: tuple[Automaton, ...]
    seconds: float = field(compare=False, repr=False)
    comparison: Comparison | None = field(default=None, compare=False, repr=False)
    proved: bool = field(default=True, init=False)

    def statement(self) -> str:
        """Return the theorem in words."""
        told = _("For any number of heaps, the Grundy value of {game}(x1, x2, x3, …) is {value}")
        said = told.format(game=self.rules.name, value=self.value())
        others = [each for each in self.worth if _kind(each) == "f"]
        if not others:
            return said
        size = automaton_of(others[0].states, others[0].numeration)
        pairs = ", ".join(map(str, others[0].members(6)))
        what = _("{said}, where (x, f(x)) is in the set read by {size}: {pairs}, …")
        return what.format(said=said, size=size, pairs=pairs)

    def value(self) -> str:
        """Return the value of a row in words, as "x1 ⊕ x3 ⊕ x5 ⊕ …"."""
        kinds = [_kind(each) for each in self.worth]
        words: list[str] = []
        for i in range(3 * len(kinds) if any(kinds) else 0):
            kind, name = kinds[i % len(kinds)], f"x{i + 1}"
            if kind and (len(words) < 3 or i < 2 * len(kinds)):
                words.append(name if kind == "x" else f"({name} {kind})" if kind != "f" else f"f({name})")
        return " ⊕ ".join([*words, "…"]) if words else "0"

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        return [
            _("every move lowers the sum of the heaps, or keeps it and brings it nearer to the first heap"),
            _("no move leaves the xor as it was"),
            _("where a smaller xor needs another worth of a heap, some move near that heap makes it"),
        ]

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        proof = _(
            "Theorem. {statement}\n"
            "Proof.   By induction. Checked by deciding, for any number of heaps at once: {numbered}.\n"
            "         Let the xor be g, and v < g. The highest digit of g ⊕ v is one of what some heap is worth; so by\n"
            "         (3) there is a move to v; by (2) there is none to g."
        ).format(statement=self.statement(), numbered=self.numbered)
        return "\n".join([proof, *(_("Rules.   {lines}").format(lines=line) for line in self.trust())])

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.check.many_heaps`)."""
        rules = {"version": VERSION, "moves": routine_json(routines(self.rules)[0])}
        automata = [automaton.table() for automaton in self.worth]
        return sealed({**of_rules(ROW_KIND, self.rules, {"rules": rules}), "automata": automata})

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        return {**self.told(self.rules, "values"), "automata": [automaton.to_dict() for automaton in self.worth]}


def _kind(worth: Automaton) -> str:
    """Return what a heap is worth: "" for nothing, "x" for its size, "mod 3" for its remainder, "f" for another function."""
    if worth in (_nothing(), _size()):
        return "" if worth == _nothing() else "x"
    rests = (p for p in range(2, LARGEST + 2) if worth == _of_sets([_rest(p, v) for v in range(p)]))
    return next((f"mod {p}" for p in rests), "f")


def _nothing() -> Automaton:
    return linear(BASE_2, {"z": 1}, "=").over(["x0"])


def _size() -> Automaton:
    return equal(BASE_2, "x0", "z")


def _rest(modulus: int, rest: int) -> Automaton:
    return linear(BASE_2, {"x0": 1}, "=", rest, modulus=modulus)


def _of_sets(sets: Sequence[Automaton]) -> Automaton:
    """Return the relation of sizes and values of which the v-th set holds the sizes of the value v."""
    each = [own.conjunction(number(BASE_2, "z", v)) for v, own in enumerate(sets)]
    return reduce(Automaton.disjunction, each)


def prove_for_any_number(rules: Ruleset, *, seconds: float = SECONDS) -> RowTheorem | None:
    """Return the Grundy values of the rows of heaps of a ruleset, of any number, as one theorem; None where none is found.

    What is decided takes milliseconds; ``seconds`` bound it. NoFormula for rules that are not of heaps in a row.

    >>> from grundy.games import load
    >>> print(prove_for_any_number(load("staircase-nim")))
    For any number of heaps, the Grundy value of staircase-nim(x1, x2, x3, …) is x1 ⊕ x3 ⊕ x5 ⊕ …
    """
    start = time.perf_counter()
    if not isinstance(rules, FunctionRuleset) or rules.shape != ANY or rules.params:
        raise NoFormula("a position of {name} is not a row of any number of heaps without parameters", name=rules.name)
    if rules.scoring or rules.only_outcomes:
        raise NoFormula(
            "{name} has no Grundy values: it has declared endings, or separate places for each player", name=rules.name
        )
    refuse_overridden(rules)
    for worth in _guesses(rules):
        made = RowTheorem(rules, worth, time.perf_counter() - start)
        try:
            comparison, verdict = compared_and_verified(made.certificate(), rules, Budget(max(1.0, seconds)))
        except GrundyError:
            return None
        if verdict.verified:
            return RowTheorem(rules, worth, time.perf_counter() - start, comparison)
    return None


def for_any_number(
    rules: Ruleset, *, seconds: float = SECONDS, heaps: int | None = None, play: str = "normal", **asked: object
) -> RowTheorem | None:
    """Return the theorem for rows of any number, where a question leaves their number open; None where there is none.

    What else is ``asked`` is for `grundy.proving.theorem.prove` to answer, or to refuse.

    >>> from grundy.games import load
    >>> for_any_number(load("staircase-nim"), heaps=3), for_any_number(load("wythoff"))
    (None, None)
    """
    more = any(asked[name] or name not in ("blocked", "systems") for name in asked.keys() - {"values"})
    if more or convention(play).misere or not is_left_open(rules, heaps) or rules.params or rules.only_outcomes:
        return None
    return prove_for_any_number(rules, seconds=seconds)


def is_left_open(rules: Ruleset, heaps: int | None) -> TypeGuard[FunctionRuleset]:
    """Return whether positions are rows of any number of heaps, of which none is said."""
    return heaps is None and isinstance(rules, FunctionRuleset) and rules.shape == ANY


def _guesses(rules: FunctionRuleset) -> Iterator[tuple[Automaton, ...]]:
    """Yield what heaps that stand alone are worth, at the indices modulo 1, 2, … where that fits."""
    for size in SIZES:
        found = _alone(rules, size)
        if found is not None:
            for period in PERIODS:
                worth = [_relation(own) for own in found[:period]]
                if all(found[i] == found[i % period] for i in range(HEAPS)) and None not in worth:
                    yield tuple(each for each in worth if each is not None)
            return


def _alone(rules: FunctionRuleset, size: int) -> list[list[int]] | None:
    """Return the values of heaps that stand alone at each index; None where they lead to too many rows."""
    known: dict[tuple[int, ...], int] = {}
    for i in range(HEAPS):
        stack = [tuple(x if j == i else 0 for j in range(HEAPS)) for x in range(size)][::-1]
        while stack:
            options = list(rules.options(stack[-1]))
            missing = [option for option in options if option not in known]
            if len(known) + len(stack) > ROWS:
                return None
            if missing:
                stack += missing
                continue
            held = {known[option] for option in options}
            known[stack.pop()] = next(v for v in count() if v not in held)
    return [[known[tuple(x if j == i else 0 for j in range(HEAPS))] for x in range(size)] for i in range(HEAPS)]


def _relation(values: Sequence[int]) -> Automaton | None:
    """Return the relation between sizes and values that some of them show, None if they show none."""
    if not any(values):
        return _nothing()
    if list(values) == [*range(len(values))]:
        return _size()
    learned = guess.learn(np.array(values), BASE_2, bold=True) if max(values) <= LARGEST else None
    return None if learned is None else _of_sets([learned.automaton(["x0"], v) for v in range(max(values) + 1)])
