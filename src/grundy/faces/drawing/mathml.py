"""Mathematics as MathML, which browsers show without any script: terms, conditions, and the moves of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from grundy.common.long_numbers import shortened
from grundy.common.messages import _
from grundy.proving.logic.expressions import And, Compare, Exists, Floor, Formula, Not, Or, Part, Remainder, Term, Truth
from grundy.proving.moves import Move, Moves
from grundy.proving.moves_in_words import Names, called, form, sides

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


def term(own: Term, names: Names) -> str:
    """Return a linear term: what is added first, and what the position says first.

    >>> from grundy.proving.logic.expressions import variable
    >>> print(term(variable("x") - 2 * variable("j") + 1, {"x": "a", "j": "k"}))
    <mrow><mi>a</mi><mo>−</mo><mrow><mn>2</mn><mi>k</mi></mrow><mo>+</mo><mn>1</mn></mrow>
    """
    order = {name: place for place, name in enumerate(names)}
    parts = sorted(own.parts, key=lambda each: (each[1] < 0, order.get(str(each[0]), len(order))))
    pieces = [(times, _part(part, names)) for part, times in parts]
    if own.constant or not pieces:
        first = own.constant > 0 and all(times < 0 for times, _part in pieces)
        pieces.insert(0 if first else len(pieces), (own.constant, ""))
    found: list[str] = []
    for times, part in pieces:
        if times < 0 or found:
            found.append(sign("−" if times < 0 else "+", "" if found else "prefix"))
        size = number(abs(times))
        found.append(size if not part else part if abs(times) == 1 else row(size, part))
    return row(*found)


def _part(part: Part, names: Names) -> str:
    match part:
        case str():
            return letter(names.get(part, part))
        case Floor(inner, divisor):
            return closed(f"<mfrac>{term(inner, names)}{number(divisor)}</mfrac>", "⌊⌋")
        case Remainder(inner, modulus):
            one = term(inner, names)
            return closed(row(one if inner.is_variable() else closed(one), words(" mod "), number(modulus)))
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
    left, own, right = sides(difference, relation)
    return row(term(left, names), sign(RELATIONS[own]), term(right, names))


# ---- moves


def moves(own: Moves) -> str:
    """Return the moves of a game, a line each: what the position becomes, and when.

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves as read
    >>> "<mi>n</mi><mo>−</mo><mi>k</mi>" in moves(read(load("bash")))
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
