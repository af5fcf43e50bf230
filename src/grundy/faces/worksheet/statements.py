"""The text of a worksheet taken apart: its cells, and what a cell is. What an expression means the notation says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.values.notation import reserved

SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "∥": "||", "‖": "||", "<>": "||", ":=": "="}
"""Signs of comparison, and how they are typed."""
_PIECE = re.compile(
    r"""(?P<skipped>"[^"]*"|'[^']*'|(?:[\^↑↓]|(?<!\w)v)<[0-9]+>)
    | (?P<opens>[({\[]) | (?P<closes>[)}\]])
    | (?P<ends>;) | (?P<note>\#) | (?P<arrow>->)
    | (?P<word>(?<![\w-])(?:for|in|if|where|else|and|or|not)(?![\w-])|,)
    | (?P<sign>:=|<\||\|>|<>|<=|>=|==|!=|\|\|(?!\|)|[<>=?≤≥≠∥‖])""",
    re.VERBOSE,
)
LOGIC = ("and", "or", "not", "if", "else")
"""Words that join comparisons to one expression."""
_DEFINED = re.compile(r"\s*def\s+(?P<name>[^\W\d]\w*)\s*\((?P<names>[\w\s,]*)\)\s*:?=")
ARROW = re.compile(r"\s*(?:(?P<one>[^\W\d]\w*)|\((?P<names>[\w\s,]*)\))\s*->")
"""How a function without a name begins, ``n -> n + 1``."""
_NAME = re.compile(r"\s*([^\W\d]\w*)\s*")


class Statement(NamedTuple):
    """What a cell is.

    Attributes:
        name: what it gives a name to, or "".
        sides: expressions: none of a note, one, or the two that are compared; before each so many blanks that a column of it
            is the cell's.
        sign: how they are compared, "?" where it is asked, or "".
    """

    name: str
    sides: tuple[str, ...]
    sign: str = ""
    parameters: str | None = None
    """Of a function the names of what it is of, with commas."""


def cells(text: str) -> list[str]:
    """Return the cells of a text: its lines, and what stands between semicolons; none that is empty.

    >>> cells("G = {1|-1}; G + ^<2> # a; b\\n\\nnim('3;')")
    ['G = {1|-1}', 'G + ^<2> # a; b', "nim('3;')"]
    """
    return [cell for line in text.splitlines() for piece in _apart(line) if (cell := piece.strip())]


def _apart(line: str) -> Iterator[str]:
    """Iterate over what stands in a line between semicolons."""
    start = 0
    for kind, _sign, place in _outside(line):
        if kind == "ends":
            yield line[start:place]
            start = place + 1
    yield line[start:]


def _outside(cell: str) -> Iterator[tuple[str, str, int]]:
    """Iterate over the signs, the semicolons and the note of a cell that stand in no brackets and no quotation marks.

    What stands behind an arrow is a function's: signs and words there are no longer the cell's, a comma is.
    """
    depth, wanted = 0, ("ends", "sign", "word")
    for found in _PIECE.finditer(cell):
        kind = str(found.lastgroup)
        depth = max(0, depth + (kind == "opens") - (kind == "closes"))
        if kind == "arrow" and not depth:
            wanted = ("ends",)
        if kind == "note" or (not depth and (kind in wanted or found.group() == ",")):
            yield kind, found.group(), found.start()
        if kind == "note":
            return


def apart(text: str, words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the parts of an expression between some words or commas in no brackets, each with the word before it.

    Before each stand so many blanks that a column of it is the expression's.

    >>> apart("n for n in [1, 2]", ("for", "in"))
    [('', 'n '), ('for', '     n '), ('in', '          [1, 2]')]
    """
    found = [("", 0, 0)]
    found += [
        (word, place, place + len(word)) for kind, word, place in _outside(text) if kind == "word" and word in words
    ]
    ends = [place for _word, place, _start in found[1:]] + [len(text)]
    return [(word, " " * start + text[start:end]) for (word, _place, start), end in zip(found, ends, strict=True)]


def signs(text: str) -> list[tuple[str, int, int]]:
    """Return the signs of comparison of an expression that stand in no brackets: which, how long, where."""
    return [(SIGNS.get(sign, sign), len(sign), place) for kind, sign, place in _outside(text) if kind == "sign"]


def statement(cell: str) -> Statement:
    """Return what a cell is; GrundyError with the column of what is wrong.

    >>> statement("G = 2·H").sides, statement("G>H? # so it was said")[:3], statement("def f(x) = x").parameters
    (('    2·H',), ('', ('G', '  H'), '>'), 'x')
    """
    found = list(_outside(cell))
    if defined := _DEFINED.match(cell):
        note = next((place for kind, _sign, place in found if kind == "note"), len(cell))
        return Statement(
            defined["name"], (" " * defined.end() + cell[defined.end() : note],), parameters=defined["names"]
        )
    end = next((place for kind, _sign, place in found if kind == "note"), len(cell))
    if any(kind == "word" and word in LOGIC for kind, word, _place in found):
        return _of_logic(cell[:end], found)
    signs = [(SIGNS.get(sign, sign), len(sign), place) for kind, sign, place in found if kind == "sign"]
    if len(signs) > 1 and signs[-1][0] == "?" and not cell[signs[-1][2] + 1 : end].strip():
        end = signs.pop()[2]  # G > H? asks the same as G > H
        signs = [("==" if sign == "=" else sign, length, place) for sign, length, place in signs]
    if not signs:
        return Statement("", (cell[:end].rstrip(),) if cell[:end].strip() else ())
    if len(signs) > 1:
        raise _wrong(signs[1][2], GrundyError("a second {sign} in one cell: give it its own cell", sign=signs[1][0]))
    sign, length, place = signs[0]
    left, right = cell[:place].rstrip(), " " * (place + length) + cell[place + length : end]
    return Statement("", (left, right), sign) if sign != "=" else Statement(_name(left, place), (right,))


def _of_logic(cell: str, found: list[tuple[str, str, int]]) -> Statement:
    """Return a cell in which comparisons are joined by words: an expression, which may get a name."""
    place = next((place for kind, sign, place in found if kind == "sign" and sign in ("=", ":=")), None)
    if place is None:
        return Statement("", (cell.rstrip(),))
    start = cell.index("=", place) + 1
    return Statement(_name(cell[:place], place), (" " * start + cell[start:],))


def _name(left: str, place: int) -> str:
    """Return the name before =; GrundyError for what can be none."""
    found = _NAME.fullmatch(left)
    if found is None:
        raise _wrong(place, GrundyError("one name stands before =, as in G = {1|-1}; use == to compare"))
    if reserved(found[1]):
        raise _wrong(0, GrundyError("{name} already has a meaning: choose another name", name=found[1]))
    return found[1]


def _wrong(place: int, problem: GrundyError) -> GrundyError:
    return GrundyError("column {at}: {problem}", at=place + 1, problem=problem)
