"""Mathematics as MathML, which browsers show without any script: terms, conditions, and the moves of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from grundy.language import _
from grundy.logic.expressions import And, Compare, Exists, Floor, Formula, Not, Or, Part, Remainder, Term, Truth
from grundy.logic.expressions import variable as named
from grundy.long_numbers import shortened
from grundy.proofs.moves import Move, Moves
from grundy.proofs.reading import renamed
from grundy.proofs.terms import YES, divided, known_naturals, replaced

FORMS = ("prefix", "postfix")
"""What signs before and after a part are in MathML."""
LETTERS = "kijlmrstuvw"
"""What the choices of a move are called."""
MOST = 40
"""So many moves are written."""
RELATIONS = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
TURNED = {"<": ">", "<=": "≥", ">": "<", ">=": "≤"}

Names = Mapping[str, str]
"""What variables are called, those of the position first."""


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


def term(own: Term, names: Names) -> str:
    """Return a linear term: what is added first, and what the position says first.

    >>> print(term(named("x") - 2 * named("j") + 1, {"x": "a", "j": "k"}))
    <mrow><mi>a</mi><mo>−</mo><mrow><mn>2</mn><mi>k</mi></mrow><mo>+</mo><mn>1</mn></mrow>
    """
    order = {name: place for place, name in enumerate(names)}
    parts = sorted(own.parts, key=lambda each: (each[1] < 0, order.get(str(each[0]), len(order))))
    pieces: list[str] = []
    for part, times in parts:
        if times < 0 or pieces:
            pieces.append(sign("−" if times < 0 else "+", "" if pieces else "prefix"))
        one = _part(part, names)
        pieces.append(one if abs(times) == 1 else row(number(abs(times)), one))
    if own.constant or not pieces:
        if pieces:
            pieces += [sign("−" if own.constant < 0 else "+"), number(abs(own.constant))]
        else:
            pieces.append(number(own.constant))
    return row(*pieces)


def _part(part: Part, names: Names) -> str:
    match part:
        case str():
            return letter(names.get(part, part))
        case Floor(inner, divisor):
            return closed(f"<mfrac>{term(inner, names)}{number(divisor)}</mfrac>", "⌊⌋")
        case Remainder(inner, modulus):
            return closed(row(term(inner, names), words(" mod "), number(modulus)))
        case _:
            return closed(row(term(part.left, names), sign("⊕"), term(part.right, names)))


def condition(formula: Formula, names: Names) -> str:
    """Return a condition. Nothing is subtracted in it: what is taken away stands on the other side."""
    match formula:
        case Compare(left, relation, right):
            return _compared(left - right, relation, names)
        case And(parts):
            return listed(condition(part, names) for part in parts)
        case Or(parts):
            return listed((closed(condition(part, names)) for part in parts), "∨")
        case Not(part):
            return row(sign("¬", "prefix"), closed(condition(part, names)))
        case Exists(bound, part):
            own = {**names, **called(bound, names)}
            chosen = listed(letter(own[name]) for name in bound)
            return row(sign("∃", "prefix"), chosen, sign(":"), condition(part, own))
        case Truth(value):
            return words(_("always") if value else _("never"))
        case _:
            raise TypeError(formula)


def _compared(difference: Term, relation: str, names: Names) -> str:
    more = Term(tuple((part, a) for part, a in difference.parts if a > 0), max(difference.constant, 0))
    less = Term(tuple((part, -a) for part, a in difference.parts if a < 0), max(-difference.constant, 0))
    if not more.parts:  # the constant stands on the right
        return row(term(less, names), sign(TURNED.get(relation, RELATIONS[relation])), term(more, names))
    return row(term(more, names), sign(RELATIONS[relation]), term(less, names))


def called(bound: Iterable[str], names: Names) -> dict[str, str]:
    """Return letters for further variables, none of which is in use."""
    free = (each for each in LETTERS if each not in names.values())
    return {name: next(free, name) for name in bound}


# ---- moves


def moves(own: Moves) -> str:
    """Return the moves of a game, a line each: what the position becomes, and when.

    >>> from grundy.games import load
    >>> from grundy.proofs.reading import moves as read
    >>> "<mi>n</mi><mo>−</mo><mi>k</mi>" in moves(read(load("bash")))
    True
    """
    names = dict(zip(own.names, own.shown, strict=True))
    here = pair([letter(name) for name in own.shown])
    rows = [(here, sign("→"), *_move(move, own, names)) for move in own.moves[:MOST]]
    return table(rows + [(sign("⋮"), "", "", "")] * (len(own.moves) > MOST))


def _move(move: Move, own: Moves, names: Names) -> tuple[str, str]:
    """Return what the position becomes by a move, and the condition on its choices."""
    names = {**names, **called(move.bound, names)}
    starts = {name: _start(name, move.parts) for name in move.bound}
    put = {name: named(name) - start for name, start in starts.items()}
    terms = [replaced(part, put) for part in move.parts]
    parts = [term(part, names) for part in terms]
    if own.heaps:
        heaps = [
            each if part.is_variable() or len(parts) == 1 else closed(each)
            for part, each in zip(terms, parts, strict=True)
        ]
        after = listed(heaps, "+") if heaps else number(0)
    else:
        after = pair(parts)
    guard = renamed(move.guard, put)
    left = list(guard.parts if isinstance(guard, And) else (guard,))
    ranges: list[str] = []
    for name, start in starts.items():
        upper = [(part, most) for part in left if (most := _most(name, part, move.bound)) is not None]
        left = [part for part in left if part not in [each for each, _most in upper]]
        ranges.append(_between(names[name], start, [term(most, names) for _part, most in upper]))
    rest = [condition(part, names) for part in left if part != YES]
    return after, listed([*ranges, *rest]) if ranges or rest else ""


def _start(name: str, parts: Sequence[Term]) -> int:
    """Return with which number a choice begins, so that the terms are shortest."""
    times = [(dict(part.parts).get(name, 0), part.constant) for part in parts]
    tried = {0, *(c * a for a, c in times if abs(a) == 1 and c * a > 0)}
    return min(sorted(tried), key=lambda start: sum(abs(c - a * start) for a, c in times))


def _most(name: str, part: Formula, bound: Sequence[str]) -> Term | None:
    """Return the largest that a condition lets a choice be, where it says that and nothing else."""
    known = known_naturals(part) if isinstance(part, Compare) else []
    times = -dict(known[0].parts).get(name, 0) if len(known) == 1 else 0
    if times < 1:
        return None
    most = divided(known[0] + times * named(name), times)
    return None if any(other in bound for other in most.names()) else most


def _between(name: str, least: int, most: Sequence[str]) -> str:
    if not most:
        return row(letter(name), sign("≥"), number(least))
    top = most[0] if len(most) == 1 else row(words("min"), closed(listed(most)))
    return row(number(least), sign("≤"), letter(name), sign("≤"), top)
