"""Theorems in mathematics: the statement, the moves, and the parts of the proof with what is claimed in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from grundy.common.messages import _, shortened
from grundy.proving.laws import GraphLaw, LosingLaw, RunLaw, ValueLaw
from grundy.proving.logic import expressions as logic
from grundy.proving.logic.automaton import Automaton
from grundy.proving.moves import Move, Moves
from grundy.proving.moves_in_words import FIRST, Names, called, form, pieces_of, sides, spoken
from grundy.proving.sentences import relations
from grundy.proving.sentences.values import VALUE, Case, Cases, Digits, Periodic, Values
from grundy.proving.theorem import Theorem

# ---- terms, conditions and moves as MathML, which browsers show without any script

FORMS = ("prefix", "postfix")
"""What signs before and after a part are in MathML."""
MOST = 40
"""So many moves are written."""
RELATIONS = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}

# ---- signs and groups


def block(*parts: str, says: str) -> str:
    """Return a formula on a line of its own; ``says`` is for readers that do not know MathML."""
    return f'<math display="block" alttext="{escape(says)}">{row(*parts)}</math>'


def row(*parts: str) -> str:
    """Return parts beside each other."""
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def letter(name: str) -> str:
    """Return a variable."""
    return f"<mi>{escape(name)}</mi>"


def number(n: int) -> str:
    """Return a number."""
    return f"<mn>{shortened(str(n))}</mn>" if n >= 0 else row(sign("−", "prefix"), number(-n))


def sign(text: str, form: str = "") -> str:
    """Return an operator, a relation or a bracket."""
    return f'<mo form="{form}">{escape(text)}</mo>' if form else f"<mo>{escape(text)}</mo>"


def words(text: str) -> str:
    """Return words within a formula, with their blanks."""
    kept = text.replace(" ", "\u00a0")
    return f"<mtext>{escape(kept)}</mtext>"


def listed(parts: Iterable[str], between: str = ",") -> str:
    """Return parts with a sign between them."""
    return row(sign(between).join(parts))


def closed(inside: str, brackets: str = "()") -> str:
    """Return a part within brackets, which are as high as letters: without a font for mathematics others are too high."""
    first, last = (
        f'<mo form="{form}" stretchy="false">{each}</mo>' for form, each in zip(FORMS, brackets, strict=True)
    )
    return row(first, inside, last)


def pair(parts: Sequence[str]) -> str:
    """Return a tuple, of one part that alone."""
    return parts[0] if len(parts) == 1 else closed(listed(parts))


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of cells below each other."""
    lines = ("".join(f"<mtd>{cell}</mtd>" for cell in cells) for cells in rows)
    return f"<mtable>{''.join(f'<mtr>{line}</mtr>' for line in lines)}</mtable>"


# ---- terms and conditions


def term(own: logic.Term, names: Names) -> str:
    """Return a linear term: what is added first, and what the position says first.

    >>> from grundy.proving.logic.expressions import variable
    >>> print(term(variable("x") - 2 * variable("j") + 1, {"x": "a", "j": "k"}))
    <mrow><mi>a</mi><mo>−</mo><mrow><mn>2</mn><mi>k</mi></mrow><mo>+</mo><mn>1</mn></mrow>
    """
    found: list[str] = []
    for times, part in pieces_of(own, names, _part):
        if times < 0 or found:
            found.append(sign("−" if times < 0 else "+", "" if found else "prefix"))
        size = number(abs(times))
        found.append(size if not part else part if abs(times) == 1 else row(size, part))
    return row(*found)


def _part(part: logic.Part, names: Names) -> str:
    match part:
        case str():
            return letter(names.get(part, part))
        case logic.Floor(inner, divisor):
            return closed(f"<mfrac>{term(inner, names)}{number(divisor)}</mfrac>", "⌊⌋")
        case logic.Remainder(inner, modulus):
            one = term(inner, names)
            return closed(row(one if inner.is_variable() else closed(one), words(" mod "), number(modulus)))
        case _:
            return closed(row(term(part.left, names), sign("⊕"), term(part.right, names)))


def condition(formula: logic.Formula, names: Names) -> str:
    """Return a condition. Nothing is subtracted in it: what is taken away stands on the other side."""
    match formula:
        case logic.Compare(left, relation, right):
            return _compared(left - right, relation, names)
        case logic.And(parts):
            return listed(condition(part, names) for part in parts)
        case logic.Or(parts):
            return listed((closed(condition(part, names)) for part in parts), "∨")
        case logic.Not(part):
            return row(sign("¬", "prefix"), closed(condition(part, names)))
        case logic.Exists(bound, part):
            own = {**names, **called(bound, names)}
            chosen = listed(letter(own[name]) for name in bound)
            return row(sign("∃", "prefix"), chosen, sign(":"), condition(part, own))
        case logic.Truth(value):
            return words(_("always") if value else _("never"))
        case _:
            raise TypeError(formula)


def _compared(difference: logic.Term, relation: str, names: Names) -> str:
    left, own, right = sides(difference, relation)
    return row(term(left, names), sign(RELATIONS[own]), term(right, names))


# ---- moves


def moves_of(own: Moves) -> str:
    """Return the moves of a game, a line each: what the position becomes, and when.

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves as read
    >>> "<mi>n</mi><mo>−</mo><mi>k</mi>" in moves_of(read(load("bash")))
    True
    """
    here = pair([letter(name) for name in own.shown])
    rows = [(here, sign("→"), *_move(move, own)) for move in own.moves[:MOST]]
    return table(rows + [(sign("⋮"), "", "", "")] * (len(own.moves) > MOST))


def _move(move: Move, own: Moves) -> tuple[str, str]:
    """Return what the position becomes by a move, and the condition on its choices."""
    if own.runs:
        move = replace(move, parts=(move.parts[0], move.parts[1] - 1))
    made = form(own, move)
    parts = [term(part, made.names) for part in made.parts]
    if own.heaps:
        heaps = [
            each if part.is_variable() or len(parts) == 1 else closed(each)
            for part, each in zip(made.parts, parts, strict=True)
        ]
        after = listed(heaps, "+ … +" if own.runs else "+") if heaps else sign("∅")
    else:
        after = pair(parts)
    ranges = [
        _between(made.names[choice.name], choice.least, [term(most, made.names) for most in choice.most])
        for choice in made.choices
    ]
    rest = [condition(part, made.names) for part in made.conditions]
    return after, listed([*ranges, *rest]) if ranges or rest else ""


def _between(name: str, least: int, most: Sequence[str]) -> str:
    if not most:
        return row(letter(name), sign("≥"), number(least))
    top = most[0] if len(most) == 1 else row(words("min"), closed(listed(most)))
    return row(number(least), sign("≤"), letter(name), sign("≤"), top)


# ----


# ---- what theorems say, as MathML

LONGEST = 16
"""So many first values are written; more stand in the words."""


def said(own: relations.Condition, names: Names) -> str:
    """Return a condition on a position.

    >>> from grundy.proving.sentences.relations import Residues
    >>> from grundy.proving.logic.expressions import variable
    >>> said(Residues(variable("n"), (), 0, 4, (0,)), {"n": "n"}).count("<mo>≡</mo>")
    1
    """
    match own:
        case logic.Compare():
            return condition(own, names)
        case logic.NimZero(variables):
            return row(_nim_sum(variables, names), sign("="), number(0))
        case relations.Residues():
            return _numbers(own, term(own.term, names))
        case relations.Within(variables, most, holds):
            largest = row(words("max"), closed(listed(letter(names[name]) for name in variables)))
            return row(largest, sign("≤" if holds else ">"), number(most))
        case relations.Pairs():
            return _pairs(own, names)
        case relations.Members(variables, rows):
            return _among(pair([letter(names[name]) for name in variables]), rows)
        case relations.But(inner, more, less):
            return _but(said(inner, names), more, less, names)
        case relations.All(parts):
            return listed(
                closed(said(each, names)) if isinstance(each, relations.Any | relations.But) else said(each, names)
                for each in parts
            )
        case relations.Any(parts):
            return listed((closed(said(each, names)) if _joined(each) else said(each, names) for each in parts), "∨")
        case relations.Named() | relations.Greedy() | relations.Often():
            return words(relations.words(own, names))


def is_short(own: relations.Condition) -> bool:
    """Return whether a condition is a formula, and not words that are said beside it."""
    parts = (
        own.parts
        if isinstance(own, relations.All | relations.Any)
        else (own.inner,)
        if isinstance(own, relations.But)
        else ()
    )
    return not isinstance(own, relations.Greedy | relations.Often) and all(map(is_short, parts))


def _joined(own: relations.Condition) -> bool:
    return isinstance(own, relations.All) or (isinstance(own, relations.Residues) and bool(own.start))


def _nim_sum(variables: Sequence[str], names: Names) -> str:
    return listed((letter(names[name]) for name in variables), "⊕")


def _set(rows: Sequence[tuple[int, ...]]) -> str:
    return closed(listed(pair([number(n) for n in each]) for each in rows), "{}")


def _among(here: str, rows: Sequence[tuple[int, ...]]) -> str:
    """Return that a tuple is one of some."""
    if len(rows) == 1:
        return row(here, sign("="), pair([number(n) for n in rows[0]]))
    return row(here, sign("∈"), _set(rows))


def _but(inner: str, more: relations.Members, less: relations.Members, names: Names) -> str:
    here = pair([letter(names[name]) for name in more.names])
    if less.rows:
        inner = listed([closed(inner), row(here, sign("∉"), _set(less.rows))])
    return listed([closed(inner), _among(here, more.rows)], "∨") if more.rows else inner


def _numbers(own: relations.Residues, n: str) -> str:
    """Return which numbers are meant."""
    first = _among(n, [(each,) for each in own.first]) if own.first else ""
    if not own.rests:
        return first or words(_("never"))
    since = [row(n, sign("≥"), number(own.start))] if own.start else []
    if len(own.rests) < own.period:
        modulus = closed(row(words("mod "), number(own.period)))
        if len(own.rests) == 1:
            since.append(row(n, sign("≡"), number(own.rests[0]), words(" "), modulus))
        else:
            whole = n if own.term.is_variable() else closed(n)
            since.append(
                row(whole, words(" mod "), number(own.period), sign("∈"), _set([(each,) for each in own.rests]))
            )
    rest = listed(since) if since else words(_("always"))
    return listed([first, closed(rest)], "∨") if first else rest


def _pairs(own: relations.Pairs, names: Names) -> str:
    """Return the pairs of A. S. Fraenkel's t-Wythoff, stretched and moved, in both orders."""
    n, plain = letter("n"), 2 - own.t
    root = f"<msqrt>{number(own.t**2 + 4)}</msqrt>"
    top = row(number(plain), sign("+"), root) if plain else root
    small = closed(row(n, f"<mfrac>{top}{number(2)}</mfrac>"), "⌊⌋")
    small = row(number(own.scale), small) if own.scale > 1 else small
    if own.shift:
        small = row(small, sign("+" if own.shift > 0 else "−"), number(abs(own.shift)))
    times = own.t * own.scale
    large = row(small, sign("+"), n if times == 1 else row(number(times), n))
    both = closed(listed(letter(names[name]) for name in own.names), "{}")
    least = row(n, sign("≥"), number(int(own.shift < 0)))
    return listed([row(both, sign("="), closed(listed([small, large]), "{}")), least])


# ---- values


def valued(own: Values, value: str, names: Names) -> list[str]:
    """Return what the values are, called ``value``, a formula each."""
    if isinstance(own, Cases):
        if len(own.cases) == 1:
            return [row(value, sign("="), _value(own.cases[0], names))]
        return [row(value, sign("="), sign("{", "prefix"), table([_case(case, names) for case in own.cases]))]
    n = letter(next(iter(names.values())))
    known = listed([_at(number(0)), sign("…"), _at(number(len(own.head) - 1))])
    first = [listed([known, listed(map(number, own.head))], "=")] if len(own.head) <= LONGEST else []
    if isinstance(own, Periodic):
        more = [sign("+"), number(own.saltus)] if own.saltus else []
        rule = row(_at(row(n, sign("+"), number(own.period))), sign("="), _at(n), *more)
        return [_since(rule, n, own.preperiod), *first]
    return [*(_since(each, n, own.start) for each in _digits(own, n)), *first]


def _at(place: str) -> str:
    return row(letter("g"), closed(place))


def _since(rule: str, n: str, start: int) -> str:
    return row(rule, words("  "), closed(row(n, sign("≥"), number(start))))


def _digits(own: Digits, n: str) -> list[str]:
    found: list[str] = []
    for rest, rule in enumerate(own.rules):
        place = row(number(own.base), n, *([sign("+"), number(rest)] if rest else []))
        if len(set(rule)) == 1:
            found.append(row(_at(place), sign("="), number(rule[0])))
            continue
        cases = [(number(to), row(words(_("if") + " "), _at(n), sign("="), number(v))) for v, to in enumerate(rule)]
        found.append(row(_at(place), sign("="), sign("{", "prefix"), table(cases)))
    return found


def _value(case: Case, names: Names) -> str:
    match case.value:
        case logic.Term():
            return term(case.value, names)
        case logic.NimZero(variables):
            return _nim_sum([name for name in variables if name != VALUE], names)
        case relations.Named():
            return words(case.said(names))


def _case(case: Case, names: Names) -> tuple[str, str]:
    when = words(_("otherwise")) if case.when is None else row(words(_("if") + " "), said(case.when, names))
    return _value(case, names), when


# ---- whole theorems


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
    >>> from grundy.proving.theorem import theorem
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
    found = [moves_of(own)]
    for formula, what in ((own.lost, _("lost: ")), (own.won, _("won: "))):
        if formula != logic.Truth(False):
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
