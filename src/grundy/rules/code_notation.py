"""How heap codes are written: digits, sets, and the words for what has no digits.

- ``0.77``, ``4.7``, ``0.3F``: digits in base 32 (0 to 9, A to V), as those of the literature's octal (to 7) and
  hexadecimal (to F) codes; ``0.(07)``, ``0.1[3]``: the digits in brackets repeat for ever.
- ``{1, 3, 4}``: a subtraction set; ``all-but {2, 4}``: any number may be taken but these.
- ``split 3``, ``split 2-4``: a heap becomes exactly 3, or 2 to 4, smaller heaps, and nothing is taken.
- ``digits 0 64 3``: any digits, as numbers; ``digits 4; 3``: those after the semicolon repeat.
- ``unequal 4.0``: the two heaps of a split must differ (this one is Grundy's game).
- ``0.3 2:5``: besides, a heap of 2x may become 5 heaps of x.
"""

from __future__ import annotations

import re
from typing import NoReturn

from grundy.errors import GrundyError
from grundy.language import _
from grundy.rules.heapcode import HeapCode, all_but_code, heap_digits, subtraction_code

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_LOOKS = re.compile(
    r"[0-9A-Va-v]?\.[0-9A-Va-v()\[\]]*( .*)?|\{.*|all-but *(\{.*)?|(unequal|digits|split) .*", re.DOTALL
)
_KINDS = {8: "octal code", 16: "hexadecimal code", 32: "heap code"}
_SHOWN_AS_DIGITS = 10
"""Subtraction sets up to this number are written as digits."""


def looks_like_code(word: str) -> bool:
    """Whether a word of the shell can only be meant as a code.

    >>> [looks_like_code(word) for word in ("0.77", "{1,2}", "kayles", "split 3", "split-nim", "rules.py")]
    [True, True, False, True, False, False]
    """
    return _LOOKS.fullmatch(word.strip()) is not None


def read_code(text: str) -> HeapCode:
    """Read a code as this module's docstring tells; GrundyError names the place of what is wrong.

    >>> read_code("4.(3)"), read_code("{1, 3}").digits
    (HeapCode(digits=(4,), repeat=(3,), unequal=False, divisions=()), (0, 3, 0, 3))
    >>> read_code("unequal 4.0").family, read_code("0.3 2:5").divisions
    ('unequal', ((2, 5),))
    """
    words = text.split()
    unequal = words[:1] == ["unequal"]
    words = words[unequal:]
    divisions: list[tuple[int, int]] = []
    while words and re.fullmatch(r"[0-9]{1,9}:[0-9]{1,9}", words[-1]):
        divisor, _, copies = words.pop().partition(":")
        divisions.append((int(divisor), int(copies)))
    rest = " ".join(words)
    read = _read_moves(rest or "0.0" if divisions else rest, text)
    if not unequal and not divisions:
        return read
    return heap_digits(read.digits, read.repeat, unequal=unequal, divisions=divisions)


def _read_moves(rest: str, text: str) -> HeapCode:
    if rest.startswith("{"):
        return subtraction_code(_read_set(rest, text))
    if rest.startswith("all-but"):
        return all_but_code(_read_set(rest.removeprefix("all-but").strip() or "{}", text))
    if rest.startswith("split"):
        match = re.fullmatch(r"split ([0-9]{1,4})(?:-([0-9]{1,4}))?", rest)
        if match is None or not 2 <= int(match[1]) <= int(match[2] or match[1]):
            _wrong(text, "code", _("write split 3, or split 2-4, with two heaps or more"))
        return heap_digits([sum(1 << parts for parts in range(int(match[1]), int(match[2] or match[1]) + 1))])
    if rest.startswith("digits"):
        lists = [part.split() for part in rest.removeprefix("digits").split(";")]
        for word in sum(lists, list[str]()):
            if not re.fullmatch(r"[0-9]{1,9}", word):
                _wrong(text, "code", _("{word!r} is no number").format(word=word))
        if len(lists) > 2:
            _wrong(text, "code", _("one semicolon stands before the digits that repeat"))
        return heap_digits(map(int, lists[0]), map(int, lists[1]) if len(lists) == 2 else ())
    return read_digits(rest, 32)


def _read_set(rest: str, text: str) -> list[int]:
    if not re.fullmatch(r"\{[^{}]*\}", rest):
        _wrong(text, "set", _("write its numbers between { and }"))
    numbers: list[int] = []
    for place, word in enumerate(re.split(r"[,\s]+", rest[1:-1].strip(" ,")) if rest[1:-1].strip(" ,") else [], 1):
        if not re.fullmatch(r"-?[0-9]{1,18}", word):
            _wrong(text, "set", _("number {place} is {word!r}").format(place=place, word=word))
        numbers.append(int(word))
    return numbers


def read_digits(text: str, base: int) -> HeapCode:
    """Read digits below ``base`` around a point; GrundyError names the place of what is wrong.

    >>> read_digits("0.1[3]", 32).repeat
    (3,)
    """
    kind = _KINDS[base]
    whole, dot, after = text.strip().partition(".")
    if not dot or not (after or whole):
        _wrong(text, kind, _("write the digits after a point, as in 0.77"))
    if len(whole) > 1:
        _wrong(text, kind, _("one digit stands before the point"))
    match = re.fullmatch(r"([^()\[\]]*)(?:\(([^()\[\]]+)\)|\[([^()\[\]]+)\])?", after)
    if match is None:
        _wrong(text, kind, _("the digits that repeat stand last, in one pair of brackets, as in 0.1(3)"))
    cycle = match[2] or match[3] or ""
    for place, digit in enumerate(match[1] + cycle, 1):
        if digit.upper() not in _DIGITS[:base] or not digit.isascii():
            _wrong(
                text,
                kind,
                _("digit {place} after the point is {digit!r}, not {span}").format(
                    place=place, digit=digit, span=_span(base)
                ),
            )
    if whole and (whole.upper() not in _DIGITS[:base] or _value(whole) & 3):
        allowed = ", ".join(_DIGITS[4:base:4])
        _wrong(
            text,
            kind,
            _("the digit before the point is 0 or {allowed} (else play might not end), not {whole!r}").format(
                allowed=allowed, whole=whole
            ),
        )
    return heap_digits([_value(whole or "0"), *map(_value, match[1])], map(_value, cycle))


def written(code: HeapCode) -> str:
    """Return the text of a code, which `read_code` reads back.

    >>> written(HeapCode((0, 64))), written(HeapCode((4,), (3,))), written(HeapCode((4,), unequal=True))
    ('digits 0 64', '4.(3)', 'unequal 4.0')
    """
    words = ["unequal"] * code.unequal + [_moves(code)] + [f"{q}:{k}" for q, k in code.divisions]
    return " ".join(words)


def _moves(code: HeapCode) -> str:
    plain = not code.divisions and not code.unequal
    if plain and code.family == "subtraction" and len(code.digits) > _SHOWN_AS_DIGITS:
        return "{" + ", ".join(map(str, code.amounts)) + "}"
    if plain and code.family == "all-but":
        return "all-but {" + ", ".join(map(str, code.excluded)) + "}"
    if max((*code.digits, *code.repeat)) >= len(_DIGITS):
        cycle = "; " + " ".join(map(str, code.repeat)) if code.repeat else ""
        return "digits " + " ".join(map(str, code.digits)) + cycle
    first, *others = (_DIGITS[digit] for digit in code.digits)
    cycle = "(" + "".join(_DIGITS[digit] for digit in code.repeat) + ")" if code.repeat else ""
    return f"{first}.{''.join(others) or '0' * (not cycle)}{cycle}"


def _value(digit: str) -> int:
    return _DIGITS.index(digit.upper())


def _span(base: int) -> str:
    return {8: "0 to 7", 16: "0 to F", 32: _("0 to 9 or A to V")}[base]


def _wrong(text: str, kind: str, why: str) -> NoReturn:
    shown = text if len(text) <= 60 else f"{text[:60]}…"
    article = "an" if kind[0] in "aeo" else "a"
    raise GrundyError("{shown!r} is not {article} {kind}: {why}", shown=shown, article=article, kind=kind, why=why)
