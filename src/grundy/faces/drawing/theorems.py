"""Theorems in mathematics: the statement, the moves, and the parts of the proof with what is claimed in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grundy.common.messages import _
from grundy.faces.drawing import mathml
from grundy.faces.drawing.mathml import block, closed, condition, letter, listed, number, pair, row, sign, table, words
from grundy.faces.drawing.sentences import is_short, said, valued
from grundy.proving.grundy_values import GraphLaw, RunLaw, ValueLaw
from grundy.proving.laws_in_words import FIRST, spoken
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.expressions import Truth
from grundy.proving.outcome import LosingLaw
from grundy.proving.sentences.values import Values
from grundy.proving.theorem import Theorem

LOST, GRAPH = letter("L"), letter("G")


@dataclass(frozen=True)
class Part:
    """A part of a proof: its lemmas, in words and as a formula ("" for none), and how they were checked."""

    title: str
    lemmas: tuple[tuple[str, str], ...]
    how: str


def statement(made: Theorem) -> list[str]:
    """Return what a theorem says, in formulas: the claim, in its sentence where it has one, and the first members.

    >>> from grundy.games import load
    >>> from grundy.proving.kept_theorems import theorem
    >>> [formula.count("<mi>L</mi>") for formula in statement(theorem(load("bash")))]
    [0, 1]
    """
    says = made.statement()
    claim, sets = (_losing if isinstance(made.law, LosingLaw) else _valued)(made)
    return [block(each, says=says) for each in (*claim, *sets)]


def moves(made: Theorem) -> list[str]:
    """Return the moves that the theorem is about, and declared endings, in formulas."""
    own = made.moves
    names = dict(zip(own.names, own.shown, strict=True))
    found = [mathml.moves(own)]
    for formula, what in ((own.lost, _("lost: ")), (own.won, _("won: "))):
        if formula != Truth(False):
            found.append(row(words(what), condition(formula, names)))
    return [block(each, says=_("the moves")) for each in found]


def parts(made: Theorem) -> list[Part]:
    """Return the parts of the proof: what is claimed, and how it was checked."""
    law, checks = made.law, made.checks
    plus = _("Decided over (N, +) in {spoken}; largest automaton {largest:,} states.").format(
        spoken=spoken(made.system), largest=made.largest
    )
    steps = tuple((text, block(each, says=text)) for text, each in zip(law.steps(), _steps(law), strict=True))
    ends = (checks[0], block(_falls(made), says=checks[0]))
    read = _("Compared with Python's moves in {compared:,} positions.").format(compared=made.compared)
    if made.comparison is not None:
        read = _("{first} {comparison}.").format(first=read, comparison=made.comparison)
    return [
        Part(_("The rules, read as formulas"), tuple((duty, "") for duty in checks[1 + len(steps) :]), read),
        Part(_("Play ends"), (ends,), _("Decided over (N, +, <).")),
        Part(_("The law holds"), steps, plus),
        Part(_("The certificate"), (), _("Accepted by a checker that knows no solver.")),
    ]


# ---- the statement


def _losing(made: Theorem) -> tuple[list[str], list[str]]:
    law = made.law
    assert isinstance(law, LosingLaw)
    here = pair([letter(name) for name in law.moves.shown])
    lost = words(" " + (_("is lost in misère play") if law.misere else _("is lost")))
    own, known = made.sentence, row(here, sign("∈"), LOST)
    if own is not None and not isinstance(own.says, Values) and is_short(own.says):
        known = said(own.says, own.names)
    claim = row(*_all(made), _position(made), lost, sign("⟺"), known)
    return [claim], [row(LOST, sign("="), _members(made.automata[0]))]


def _valued(made: Theorem) -> tuple[list[str], list[str]]:
    value = row(letter("g"), closed(listed(letter(name) for name in made.moves.shown)))
    if made.sentence is not None and isinstance(made.sentence.says, Values):
        first, *more = valued(made.sentence.says, value, made.sentence.names)
        return [row(*_all(made), first), *more], []
    if isinstance(made.law, GraphLaw):
        both = closed(listed(letter(name) for name in (*made.moves.shown, "v")))
        claim = row(*_all(made), value, sign("="), letter("v"), sign("⟺"), both, sign("∈"), GRAPH)
        return [claim], [row(GRAPH, sign("="), _members(made.automata[0]))]
    here = pair([letter(name) for name in made.moves.shown])
    rows = [
        (number(v), row(words(_("if") + " "), here, sign("∈"), _members(automaton)))
        for v, automaton in enumerate(made.automata)
    ]
    return [row(*_all(made), value, sign("="), sign("{", "prefix"), table(rows))], []


def _all(made: Theorem) -> list[str]:
    """Return for which numbers a theorem holds."""
    least, shown = made.moves.least, listed(letter(name) for name in made.moves.shown)
    return [sign("∀", "prefix"), shown, sign("≥"), number(least), sign(":")]


def _position(made: Theorem) -> str:
    name = words(made.moves.rules.name)
    return row(name, closed(listed(letter(each) for each in made.moves.shown)))


def _members(automaton: Automaton) -> str:
    """Return the first members of a set, in braces."""
    found = [pair([number(n) for n in member]) for member in automaton.members(FIRST + 1)]
    return closed(listed(found[:FIRST] + [sign("…")] * (len(found) > FIRST)), "{}")


# ---- the lemmas


def _falls(made: Theorem) -> str:
    """Return that every move lowers the rank."""
    own, ranking = made.moves, made.ranking
    if ranking.parts:
        n, part = letter(own.shown[0]), letter("m")
        return row(n, sign("→"), sign("⋯"), sign("+"), part, sign("+"), sign("⋯"), sign("⟹"), part, sign("<"), n)
    later, last = ([letter(f"{name}{dashes}") for name in own.shown] for dashes in ("′", "″"))
    now = [letter(name) for name in own.shown]

    def rank(of: Sequence[str]) -> str:
        return pair([listed([of[i] for i in places], "+") for places in ranking.sums])

    less = sign("<") if len(ranking.sums) == 1 else f"<msub>{sign('<')}{words('lex')}</msub>"
    if ranking.answered:
        lost = row(sign("∈"), letter("L"))
        answer = row(sign("∃", "prefix"), pair(last), lost, sign(":"), pair(later), sign("→"), pair(last), sign("∧"))
        return row(
            pair(now),
            lost,
            sign("∧"),
            pair(now),
            sign("→"),
            pair(later),
            sign("⟹"),
            answer,
            rank(last),
            less,
            rank(now),
        )
    return row(pair(now), sign("→"), pair(later), sign("⟹"), rank(later), less, rank(now))


def _summed() -> str:
    """Return that the nim-sum of all heaps below n + 1 is that of those below n, and of n."""
    n, after = letter("n"), row(letter("n"), sign("+"), number(1))
    total = row(letter("s"), closed(n)), row(letter("s"), closed(after))
    return row(total[1], sign("="), total[0], sign("⊕"), letter("g"), closed(n))


def _steps(law: LosingLaw | ValueLaw | GraphLaw) -> list[str]:
    """Return what is decided of a law, in the order of its steps; p and q are positions, and p → q is a move."""
    p, q, then = letter("p"), letter("q"), sign("⟹")
    move, inside, outside = row(p, sign("→"), q), row(p, sign("∈"), LOST), row(p, sign("∉"), LOST)
    if not isinstance(law, LosingLaw):
        value = {name: row(letter("g"), closed(letter(name))) for name in "pq"}
        less, some = row(letter("u"), sign("<"), value["p"]), row(sign("∃", "prefix"), q, sign(":"))
        sums = [_summed()] if isinstance(law, RunLaw) else []
        return [
            *sums,
            row(move, then, value["q"], sign("≠"), value["p"]),
            row(less, then, some, listed([move, row(value["q"], sign("="), letter("u"))])),
            row(
                sign("∀", "prefix"), p, sign("∃", "prefix"), letter("v"), sign(":"), value["p"], sign("="), letter("v")
            ),
        ]
    if law.blocked:
        into = closed(row(q, sign("∈"), LOST, sign(":"), move), "{}")
        many = row(sign("|", "prefix"), into, sign("|", "postfix"))
        return [
            row(inside, then, many, sign("≤"), number(law.blocked)),
            row(outside, then, many, sign(">"), number(law.blocked)),
        ]
    some = row(sign("∃", "prefix"), q, sign("∈"), LOST, sign(":"), move)
    none = row(sign("∨"), sign("¬", "prefix"), sign("∃", "prefix"), q, sign(":"), move) if law.misere else ""
    return [row(listed([inside, move]), then, q, sign("∉"), LOST), row(outside, then, some + none)]
