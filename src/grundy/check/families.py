"""Certificates of kind "family law": an automatic law of rules with parameters, for all values of these at once.

The fields are those of an automatic law, but that ``parameters`` are those only that have a value, and three more:

- ``quantified``: the names of the parameters for all of whose values the law is claimed, p0, p1, … below;
- ``where``: for which: rows of integers a_0, …, a_k, c, each of which says that Σ a_i p_i + c >= 0 (and none is negative);
- ``block``: a row of natural numbers b_0, …, b_k, c, which stands for the *block* M = Σ b_i p_i + c.

That m + 1 divides n is no formula of + and < alone. So each number n of a position, of a loop's turns and of values is
written as n = q·M + r with 0 <= r < M, for which there is one pair (q, r), as M >= 1: this is decided. The automata have
a track for each parameter with b_i >= 1, which is M or less, and two, q and then r, for each other number: first of the
quantified parameters, then of the position, and for "graph" of the value. Of a sum over such numbers with integers a_j

    A·M + B >= 0,  A = Σ a_j q_j,  B = Σ a_j r_j + Σ d_i p_i + c,  -l·M <= B <= u·M  (l, u are constants: `Blocks._most`)

holds just if A >= l, or A = t and t·M + B >= 0 for one of t = -u, …, l - 1. The t are constants, so this is linear, and
all that is decided of an automatic law (`grundy.check.laws`) is decided for all parameters, nothing being left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grundy.check.automata import Arithmetic, Automaton, conjunction, difference, union
from grundy.check.budget import room, spend
from grundy.check.form import Unproved, Verdict, check_names, check_rules, listed, shown, verdict
from grundy.check.formulas import Atom, Linear
from grundy.check.laws import FIELDS as OF_LAWS
from grundy.check.laws import Law, arithmetic, claim_of
from grundy.check.moves import moves_of
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

FIELDS = (*OF_LAWS, "quantified", "where", "block")
MOST_QUANTIFIED, MOST_CONDITIONS, LARGEST, MOST_CASES = 3, 10, 1000, 2000
"""So many parameters are quantified, under so many conditions, with numbers so large; so many t are told apart."""


def check(fields: dict[str, Any]) -> Verdict:
    """Return whether a certificate proves a law for all parameters; GrundyError for a malformed one.

    TooLarge where an automaton outgrows the limit: undecided. The work is that of deciding first-order sentences.
    """
    check_names(fields, FIELDS)
    check_rules(fields)
    quantified = _quantified(fields)
    rows = listed(fields, "where")
    room(len(rows), MOST_CONDITIONS)
    where = tuple(Atom(_linear(row, len(quantified), -LARGEST), ">=") for row in rows)
    block = _linear(fields["block"], len(quantified), 0)
    names = {f"p{i}": name for i, name in enumerate(quantified)}
    moves = moves_of(fields, {own: Linear(((name, 1),)) for name, own in names.items()}, where)
    law = Law(fields, moves, Blocks(arithmetic(fields["numeration"]), names, block), tuple(names), where)
    if not law.possible(where):
        raise GrundyError("no parameters are as the field 'where' says")

    def proof() -> str:
        if law.possible((*where, Atom(block, "="))):
            raise Unproved("the block is 0 for some parameters")
        law.decide()
        return _(
            "the moves were read from the rules with their parameters as variables; the ranking and the recursion were "
            "decided by automata, which read numbers as quotient and remainder by the block {block}"
        ).format(block=_words(block, quantified))

    given = "".join(_(", where {condition}").format(condition=_condition(atom.number, quantified)) for atom in where)
    claim = _("for all {names}{given}: {claim}")
    return verdict(claim.format(names=", ".join(quantified), given=given, claim=claim_of(fields, moves)), proof)


def _quantified(fields: dict[str, Any]) -> list[str]:
    names = listed(fields, "quantified")
    if not 1 <= len(names) <= MOST_QUANTIFIED or any(not isinstance(name, str) for name in names):
        raise GrundyError("the field 'quantified' is a list of 1 to {most} names", most=MOST_QUANTIFIED)
    if len(set(names)) < len(names):
        raise GrundyError("no parameter is quantified twice")
    return names


def _linear(row: Any, count: int, least: int) -> Linear:
    """Return the sum that a row of numbers stands for: one for each quantified parameter, and a constant."""
    if (
        not isinstance(row, list)
        or len(row) != count + 1
        or any(type(a) is not int or not least <= a <= LARGEST for a in row)
    ):
        raise GrundyError(
            "a sum of parameters is a list of {count} integers from {least} to {most}, not {shown}",
            count=count + 1,
            least=least,
            most=LARGEST,
            shown=shown(row),
        )
    return Linear(tuple((f"p{i}", a) for i, a in enumerate(row[:-1]) if a), row[-1])


def _condition(number: Linear, names: Sequence[str]) -> str:
    """Return in words that a sum of parameters is 0 or more, with what is taken away on the other side."""
    left = Linear(tuple((n, a) for n, a in number.parts if a > 0), max(number.constant, 0))
    return f"{_words(left, names)} >= {_words(left.plus(number, -1), names)}"


def _words(number: Linear, names: Sequence[str]) -> str:
    parts = [(a, names[int(name[1:])]) for name, a in number.parts]
    words = [f"{'-' if a < 0 else '+'} {name if abs(a) == 1 else f'{abs(a)}{name}'}" for a, name in parts]
    if number.constant or not parts:
        words.append(f"{'-' if number.constant < 0 else '+'} {abs(number.constant)}")
    return " ".join(words).removeprefix("+ ")


class Blocks(Arithmetic):
    """Linear relations of numbers that are written as quotient and remainder by the block, a sum of parameters."""

    def __init__(self, inner: Arithmetic, parameters: Mapping[str, str], block: Linear) -> None:
        super().__init__(inner.system)
        self.called = parameters
        self.inner, self.block = inner, dict(block.parts)
        self.constant = block.constant
        self.plain = [name for name in parameters if name in self.block]

    def tracks(self, name: str) -> tuple[str, ...]:
        """Return the quotient's track and the remainder's; of a parameter in the block its own."""
        return (name,) if name in self.plain else (f"{name}.q", f"{name}.r")

    def told(self, digits: Mapping[str, Sequence[int]]) -> str:
        """Return numbers in words, given the digits on their tracks: the parameters by their names, then the others."""
        weights = self.system.weights
        found = {
            track: sum(digit * u for digit, u in zip(reversed(own), weights, strict=False))
            for track, own in digits.items()
        }
        block = self.constant + sum(b * found.get(name, 0) for name, b in self.block.items())
        for track in [track for track in found if track.endswith(".q")]:
            found[track[:-2]] = found.pop(track) * block + found.pop(f"{track[:-2]}.r")
        return ", ".join(f"{self.called.get(name, name)} = {n}" for name, n in found.items())

    def valid(self, names: Iterable[str]) -> Automaton:
        """Return where all remainders are below the block, and that is above 0."""
        found = self._inner({}, ">=", -1, 1)
        for name in sorted({*names} - {*self.plain}):
            quotient, remainder = self.tracks(name)
            below = self._inner({remainder: -1}, ">=", -1, 1)
            found = conjunction(found, conjunction(below, self.inner.valid((quotient,))))
        return found

    def linear(self, terms: Mapping[str, int], relation: str, constant: int, names: Iterable[str] = ()) -> Automaton:
        """Return Σ a_i x_i + constant (``relation``) 0, one of ``>=``, ``=``, ``!=``, among the numbers of ``names`` too."""
        key = tuple(sorted(terms.items())), relation, constant
        if key not in self._known:
            self._known[key] = self._built_of_cases({n: a for n, a in terms.items() if a}, relation, constant)
        every = self.valid({*terms, *names})
        return conjunction(every, self._known[key]) if every.names != self._known[key].names else self._known[key]

    def _built_of_cases(self, terms: Mapping[str, int], relation: str, constant: int) -> Automaton:
        """Return a linear relation as the union of those with one sum t of quotients, and of all with a large one."""
        every = self.valid(terms)
        own = {name: a for name, a in terms.items() if name in self.plain}
        blocks = {name: a for name, a in terms.items() if name not in self.plain}
        if not blocks:
            return conjunction(every, self.inner.linear(own, relation, constant, self.plain))
        if relation == "!=":
            return difference(every, self.linear(terms, "=", constant))
        quotients = {self.tracks(name)[0]: a for name, a in blocks.items()}
        rest = {**own, **{self.tracks(name)[1]: a for name, a in blocks.items()}}
        above = sum(a for a in blocks.values() if a > 0) + self._most(own, constant)
        below = -sum(a for a in blocks.values() if a < 0) + self._most({n: -d for n, d in own.items()}, -constant)
        room(above + below, MOST_CASES)
        found = Automaton(every.names, [{}], [False])
        if relation == ">=":
            found = conjunction(every, self.inner.linear(quotients, ">=", -below))
        for t in range(-above, below + (relation == "=")):
            spend()
            case = conjunction(self.inner.linear(quotients, "=", -t), self._inner(rest, relation, constant, t))
            found = union(found, conjunction(every, case))
        return found

    def _most(self, own: Mapping[str, int], constant: int) -> int:
        """Return an e with Σ d_i p_i + constant <= e·M, of parameters that are in the block."""
        e = max((-(-d // self.block[name]) for name, d in own.items() if d > 0), default=0)
        return e + max(0, constant - e * self.constant)

    def _inner(self, terms: Mapping[str, int], relation: str, constant: int, times: int) -> Automaton:
        """Return a linear relation of what is on single tracks, so many blocks being added to a sum."""
        whole = dict(terms)
        for name, b in self.block.items():
            whole[name] = whole.get(name, 0) + times * b
        return self.inner.linear(whole, relation, constant + times * self.constant, self.plain)

    def less(self, x: str, y: str) -> Automaton:
        """Return x < y."""
        return self.linear({y: 1, x: -1}, ">=", -1)

    def nim_sum(self, names: Sequence[str]) -> Automaton:
        """GrundyError: quotients and remainders by a block do not tell digits in base 2."""
        raise GrundyError("the values of several heaps together are not decided for all parameters")
