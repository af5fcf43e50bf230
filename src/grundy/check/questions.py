"""Certificates of what follows from laws: they hold the certificates of these whole, which are checked first. Kinds:

- "sentence": ``law``, an automatic law, and ``sentence``, which is true of it (`grundy.check.statements`);
- "redundant moves": ``law``, an automatic law of losing positions, which it remains when the ``moves`` are changed: a list
  of ["+", [d, …]] and ["-", [d, …]] in order, that one may take d, … from the numbers of a position where what is left is
  a position too, or may not. ``ranking`` says why play ends then;
- "same law": two ``laws``. Two automatic laws say that both games have the same losing positions, or Grundy values, with the
  same automata; here ``shift`` is 0. Two periods say that g(n) of the first is g(n + ``shift``) of the second for all n
  from 0 on, or from -shift on, where both are heaps: those that have the periods p and q from some heap on are the same
  if they are so for p + q heaps from there. (N. J. Fine and H. S. Wilf, *Uniqueness theorems for periodic functions*, 1965.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grundy.check import form, statements
from grundy.check.budget import room, spend
from grundy.check.formulas import Atom, Linear, Moves, Yield, in_words
from grundy.check.laws import Law, law_of
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

FIELDS = ("kind", "format", "hash")
MOST_CHANGES, LARGEST_CHANGE, LARGEST_SHIFT = 64, 10**18, 10**6


def check(fields: dict[str, Any]) -> form.Verdict:
    """Return whether a certificate of one of these kinds proves its claim; GrundyError for a malformed one."""
    return {"sentence": _sentence, "redundant moves": _redundant, "same law": _same}[fields["kind"]](fields)


def _held(data: object, kind: str) -> dict[str, Any]:
    """Return a certificate that another one holds; GrundyError for one of another kind, or that is malformed."""
    if not isinstance(data, dict):
        raise GrundyError("a certificate is held as an object, not as {shown}", shown=form.shown(data))
    found = form.checked_object(data)
    if found.get("kind") != kind:
        raise GrundyError(
            'a certificate of kind "{kind}" is needed here, not {shown}', kind=kind, shown=form.shown(found.get("kind"))
        )
    form.check_format(found)
    form.check_hash(found)
    return found


# ---- sentences


def _sentence(fields: dict[str, Any]) -> form.Verdict:
    form.check_names(fields, (*FIELDS, "law", "sentence"))
    law = law_of(_held(fields["law"], "automatic law"))
    sentence, told = fields["sentence"], in_words(fields["sentence"])

    def proof() -> str:
        statements.decide(law, {"says": [sentence]})
        return _("the law was decided by automata, and then the sentence about it")

    claim = _("{where}, {of}: {told}").format(where=law.scope, of=statements.subject(law), told=told)
    return form.verdict(claim, proof)


# ---- changed moves


def _redundant(fields: dict[str, Any]) -> form.Verdict:
    form.check_names(fields, (*FIELDS, "law", "moves", "ranking"))
    held = _held(fields["law"], "automatic law")
    law = law_of(held)
    if law.claim != "losing":
        raise GrundyError("moves are changed where losing positions are claimed, and not values")
    moves, told = law.moves, list[str]()
    for change in form.listed(fields, "moves"):
        room(len(told), MOST_CHANGES)
        sign, vector = _change(change, len(moves.names))
        moves = _with(moves, vector) if sign == "+" else _without(moves, vector)
        told.append(f"{sign} ({','.join(map(str, vector))})")
    changed = Law({**held, "ranking": fields["ranking"]}, moves, law.arithmetic)

    def proof() -> str:
        law.decide()
        changed.decide()
        return _("the law was decided by automata, of the rules and of the changed moves")

    words = _("{where}, the losing positions are the same with the moves {changes}")
    return form.verdict(words.format(where=law.scope, changes=" ".join(told)), proof)


def _change(data: Any, width: int) -> tuple[str, list[int]]:
    match data:
        case ["+" | "-" as sign, [*vector]] if len(vector) == width:
            if all(type(d) is int and abs(d) <= LARGEST_CHANGE for d in vector):
                return sign, vector
        case _:
            pass
    raise GrundyError(
        'a change of moves is "+" or "-" and a list of {width} integers, not {shown}',
        width=width,
        shown=form.shown(data),
    )


def _after(moves: Moves, vector: list[int]) -> tuple[Linear, ...]:
    return tuple(Linear(((name, 1),), -d) for name, d in zip(moves.names, vector, strict=True))


def _with(moves: Moves, vector: list[int]) -> Moves:
    """Return moves and one more, which leads to what is a position: natural numbers, and what these must be besides."""
    parts = _after(moves, vector)
    put = dict(zip(moves.names, parts, strict=True))
    atoms = (*(Atom(part, ">=") for part in parts), *(atom.put(put) for atom in moves.domain))
    return replace(moves, moves=[*moves.moves, Yield(atoms, parts)])


def _without(moves: Moves, vector: list[int]) -> Moves:
    """Return moves without one: each leads elsewhere, in one number at least."""
    kept: list[Yield] = []
    for move in moves.moves:
        for part, target in zip(move.parts, _after(moves, vector), strict=True):
            spend()
            other = Atom(part.plus(target, -1), "!=")
            if other.plain is not False:
                kept.append(Yield((*move.atoms, other), move.parts))
    return replace(moves, moves=kept)


# ---- two games


def _same(fields: dict[str, Any]) -> form.Verdict:
    form.check_names(fields, (*FIELDS, "laws", "shift"))
    laws = form.listed(fields, "laws")
    if len(laws) != 2:
        raise GrundyError("exactly two laws can be the same, not {count}", count=len(laws))
    periods = isinstance(laws[0], dict) and laws[0].get("kind") == "period"
    one, two = (_held(each, "period" if periods else "automatic law") for each in laws)
    shift = fields["shift"]
    if type(shift) is not int or abs(shift) > (LARGEST_SHIFT if periods else 0):
        raise GrundyError(
            "heaps are shifted by integers, and only those of periods, not by {shown}", shown=form.shown(shift)
        )
    return _same_periods(one, two, shift) if periods else _same_automata(law_of(one), law_of(two))


def _same_automata(one: Law, two: Law) -> form.Verdict:
    for name in ("claim", "play", "blocked", "heaps", "least"):
        if one.fields[name] != two.fields[name]:
            raise GrundyError("the laws of two games are not compared where they differ in '{name}'", name=name)

    def proof() -> str:
        one.decide()
        two.decide()
        if one.arithmetic is not two.arithmetic or one.automata != two.automata:
            raise form.Unproved("the automata of the two laws differ")
        return _("both laws were decided by automata, and these are the same")

    what = _("the losing positions") if one.claim == "losing" else _("the Grundy values")
    told = _("{one}, and {two}: {what} are the same")
    return form.verdict(told.format(one=one.scope, two=two.scope, what=what), proof)


def _same_periods(one: dict[str, Any], two: dict[str, Any], shift: int) -> form.Verdict:
    from grundy.check.periods import LARGEST_VALUE, check_period

    for each in (one, two):
        if "values" not in each:
            raise GrundyError(
                "periods are compared by the values in their certificates, and {code} has none there",
                code=form.shown(each.get("code")),
            )
    told = [check_period(each, None, None) for each in (one, two)]
    first, second = (_Values(each, form.naturals(each, "values", LARGEST_VALUE)) for each in (one, two))

    def proof() -> str:
        for each in told:
            if not each.verified:
                raise form.Unproved("{claim}: {reason}", claim=each.claim, reason=each.reason)
        if first.saltus * second.period != second.saltus * first.period:
            raise form.Unproved("the values of the two games do not grow alike")
        start = max(0, -shift)
        end = max(start, first.preperiod, second.preperiod - shift) + first.period + second.period
        for n in range(start, room(end)):
            spend()
            if first.at(n) != second.at(n + shift):
                raise form.Unproved(
                    "g({n}) is {a} in the first game, and g({m}) is {b} in the second",
                    n=n,
                    a=first.at(n),
                    m=n + shift,
                    b=second.at(n + shift),
                )
        return _("both periods were replayed, and {count:,} values agree, which decides all").format(count=end - start)

    beside = {"a": one["code"], "b": two["code"], "sign": "+" if shift > 0 else "-", "shift": abs(shift)}
    words = (
        _("g(n) of {a} is g(n {sign} {shift}) of {b} for every n >= {start}")
        if shift
        else _("g(n) of {a} is g(n) of {b} for every n >= 0")
    )
    return form.verdict(words.format(**beside, start=max(0, -shift)), proof)


class _Values:
    """The values of a period, continued."""

    def __init__(self, fields: dict[str, Any], values: list[int]) -> None:
        self.values = values
        self.preperiod, self.period = fields["preperiod"], fields["period"]
        self.saltus = fields.get("saltus", 0)

    def at(self, n: int) -> int:
        """Return the value of a heap."""
        if n < self.preperiod:
            return self.values[n]
        turns, place = divmod(n - self.preperiod, self.period)
        return self.values[self.preperiod + place] + turns * self.saltus
