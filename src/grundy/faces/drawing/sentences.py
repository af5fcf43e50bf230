"""What theorems say in mathematics: conditions on positions, and values in cases, as MathML."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.common.messages import _
from grundy.faces.drawing.mathml import (
    closed,
    condition,
    letter,
    listed,
    number,
    pair,
    row,
    sign,
    table,
    term,
    words,
)
from grundy.proving.logic.expressions import Compare, NimZero, Term
from grundy.proving.moves_in_words import Names
from grundy.proving.sentences.conditions import (
    All,
    Any,
    But,
    Condition,
    Greedy,
    Members,
    Named,
    Pairs,
    Residues,
    Within,
)
from grundy.proving.sentences.conditions import words as in_words
from grundy.proving.sentences.values import VALUE, Case, Cases, Digits, Periodic, Values

LONGEST = 16
"""So many first values are written; more stand in the words."""


def said(own: Condition, names: Names) -> str:
    """Return a condition on a position.

    >>> from grundy.proving.sentences.conditions import Residues
    >>> from grundy.proving.logic.expressions import variable
    >>> said(Residues(variable("n"), (), 0, 4, (0,)), {"n": "n"}).count("<mo>≡</mo>")
    1
    """
    match own:
        case Compare():
            return condition(own, names)
        case NimZero(variables):
            return row(_nim_sum(variables, names), sign("="), number(0))
        case Residues():
            return _numbers(own, term(own.term, names))
        case Within(variables, most, holds):
            largest = row(words("max"), closed(listed(letter(names[name]) for name in variables)))
            return row(largest, sign("≤" if holds else ">"), number(most))
        case Pairs():
            return _pairs(own, names)
        case Members(variables, rows):
            return _among(pair([letter(names[name]) for name in variables]), rows)
        case But(inner, more, less):
            return _but(said(inner, names), more, less, names)
        case All(parts):
            return listed(
                closed(said(each, names)) if isinstance(each, Any | But) else said(each, names) for each in parts
            )
        case Any(parts):
            return listed((closed(said(each, names)) if _joined(each) else said(each, names) for each in parts), "∨")
        case Named() | Greedy():
            return words(in_words(own, names))


def is_short(own: Condition) -> bool:
    """Return whether a condition is a formula, and not words that are said beside it."""
    parts = own.parts if isinstance(own, All | Any) else (own.inner,) if isinstance(own, But) else ()
    return not isinstance(own, Greedy) and all(map(is_short, parts))


def _joined(own: Condition) -> bool:
    return isinstance(own, All) or (isinstance(own, Residues) and bool(own.start))


def _nim_sum(variables: Sequence[str], names: Names) -> str:
    return listed((letter(names[name]) for name in variables), "⊕")


def _set(rows: Sequence[tuple[int, ...]]) -> str:
    return closed(listed(pair([number(n) for n in each]) for each in rows), "{}")


def _among(here: str, rows: Sequence[tuple[int, ...]]) -> str:
    """Return that a tuple is one of some."""
    if len(rows) == 1:
        return row(here, sign("="), pair([number(n) for n in rows[0]]))
    return row(here, sign("∈"), _set(rows))


def _but(inner: str, more: Members, less: Members, names: Names) -> str:
    here = pair([letter(names[name]) for name in more.names])
    if less.rows:
        inner = listed([closed(inner), row(here, sign("∉"), _set(less.rows))])
    return listed([closed(inner), _among(here, more.rows)], "∨") if more.rows else inner


def _numbers(own: Residues, n: str) -> str:
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


def _pairs(own: Pairs, names: Names) -> str:
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
        case Term():
            return term(case.value, names)
        case NimZero(variables):
            return _nim_sum([name for name in variables if name != VALUE], names)
        case Named():
            return words(case.said(names))


def _case(case: Case, names: Names) -> tuple[str, str]:
    when = words(_("otherwise")) if case.when is None else row(words(_("if") + " "), said(case.when, names))
    return _value(case, names), when
