"""The moves of a heap code as formulas."""

from __future__ import annotations

from grundy.proving.logic.expressions import Compare, Term, variable
from grundy.proving.moves import Move, Moves, NoFormula
from grundy.proving.terms import both, divided, remainder
from grundy.rules.codes import CodeRuleset

DIGITS = 64
"""Codes of more digits are not read: each digit is a formula of its own."""
PARTS = 4
"""Moves that leave more heaps are not read."""


def code_moves(rules: CodeRuleset) -> Moves:
    """Return the moves of one heap, as its code gives them; NoFormula for very long codes. O(digits × parts).

    >>> from grundy.rules.codes import octal
    >>> [" + ".join(map(str, move.parts)) for move in code_moves(octal("0.7")).moves]
    ['', 'x0-1', 'i+1 + -i+x0-2']
    """
    code = rules.code
    if len(code.digits) + len(code.repeat) > DIGITS or code.parts > PARTS:
        raise NoFormula(
            "a code of more than {digits} digits, or with moves that leave more than {parts} heaps, cannot be read",
            digits=DIGITS,
            parts=PARTS,
        )
    found: list[Move] = []
    for taken, digit in enumerate(code.digits):
        found += _digit(Term((), taken), (), digit, code.unequal)
    for place, digit in enumerate(code.repeat):
        taken = variable("t") * len(code.repeat) + len(code.digits) + place
        found += _digit(taken, ("t",), digit, code.unequal)
    heap = variable("x0")
    for divisor, copies in code.divisions:
        whole = both(Compare(heap, ">", Term()), Compare(remainder(heap, divisor), "=", Term()))
        found.append(Move((), whole, (divided(heap, divisor),) * copies))
    return Moves(rules, ("x0",), ("n",), tuple(found), (), heaps=True)


def _digit(taken: Term, bound: tuple[str, ...], digit: int, unequal: bool) -> list[Move]:
    """Return the moves that take so many counters and leave as many heaps as the bits of the digit say."""
    found: list[Move] = []
    for parts in range(digit.bit_length()):
        if not digit >> parts & 1:
            continue
        left = variable("x0") - taken
        if not parts:
            found.append(Move(bound, Compare(left, "=", Term()), ()))
            continue
        own = tuple("ijkl"[: parts - 1])
        sizes = [variable(name) + 1 for name in own]  # each is 1 or more
        last = left
        for size in sizes:
            last = last - size
        order = zip(sizes, [*sizes[1:], last], strict=False)
        guards = [Compare(last, ">=", Term((), 1))]
        guards += [Compare(small, "<" if unequal else "<=", large) for small, large in order]
        found.append(Move((*bound, *own), both(*guards), (*sizes, last)))
    return found
