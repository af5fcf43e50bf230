"""LaTeX: texts in which nothing is a command, and formulas, which are made of their MathML.

All but Chinese and its like is written in ASCII, so that pdflatex sets it without further fonts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from xml.etree import ElementTree

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\char34}",
    **{each: f"\\{each}" for each in "#$%&_{}"},
}
_SIGNS = {
    "≥": r"\geq",
    "≤": r"\leq",
    "≠": r"\neq",
    "≡": r"\equiv",
    "∈": r"\in",
    "∉": r"\notin",
    "∅": r"\varnothing",
    "→": r"\to",
    "⟹": r"\implies",
    "⟺": r"\iff",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\land",
    "∨": r"\lor",
    "∪": r"\cup",
    "∩": r"\cap",
    "⊆": r"\subseteq",
    "⊕": r"\oplus",
    "×": r"\times",
    "·": r"\cdot",
    "±": r"\pm",
    "√": r"\surd",
    "∞": r"\infty",
    "∑": r"\sum",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "−": "-",
    "ℕ": r"\mathbb{N}",
    "′": "'",
    "⋯": r"\cdots",
    "²": "^{2}",
    "³": "^{3}",
    "ς": r"\varsigma",
    "λ": r"\lambda",
    "Λ": r"\Lambda",
    "φ": r"\varphi",
}
"""Signs of mathematics."""
_LETTERS = {
    "…": r"\ldots{}",
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "\u00a0": "~",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "å": r"\aa{}",
    "Å": r"\AA{}",
    "§": r"\S{}",
    "©": r"\copyright{}",
}
"""Letters and signs of texts."""
_ACCENTS = dict(zip("\u0300\u0301\u0302\u0303\u0308\u030c\u0327\u0304\u0306\u0307\u030b", "`'^~\"vc=u.H", strict=True))
_GREEK = {
    "SMALL": {"ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", "ZETA", "ETA", "THETA", "IOTA", "KAPPA", "MU", "NU"}
    | {"XI", "PI", "RHO", "SIGMA", "TAU", "UPSILON", "PHI", "CHI", "PSI", "OMEGA"},
    "CAPITAL": {"GAMMA", "DELTA", "THETA", "XI", "PI", "SIGMA", "UPSILON", "PHI", "PSI", "OMEGA"},
}
"""The Greek letters that LaTeX has by their names in Unicode."""
_ARROWS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "=>": "⇒"}
"""What stands for signs in plain text."""
_EAST = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
"""Chinese characters, and what stands beside them, which the package CJKutf8 sets."""


def escaped(text: str) -> str:
    r"""Return a text in which LaTeX sees no command; signs of mathematics are set as such, others told by their number.

    >>> print(escaped("a_1 ⊕ b >= {50%} ☃, Ö"))
    a\_1 $\oplus$ b $\geq$ \{50\%\} \texttt{U+2603}, \"{O}
    """
    signs = re.sub("|".join(map(re.escape, _ARROWS)), lambda found: _ARROWS[found[0]], text)
    parts = re.split(r"√(\d+)", signs)
    roots = [rf"$\sqrt{{{part}}}$" if i % 2 else "".join(map(_character, part)) for i, part in enumerate(parts)]
    return "".join(roots)


def filled(sentence: str, **pieces: str) -> str:
    r"""Return a sentence with pieces of LaTeX in the places of their names.

    >>> print(filled("100 % is {n}", n="$1$"))
    100 \% is $1$
    """
    return "".join(pieces.get(part[1:-1], "") or escaped(part) for part in re.split(r"(\{\w+\})", sentence))


def code(text: str) -> str:
    r"""Return a text as it stands, in letters of one width; lines may be broken at blanks, but where they are indented.

    >>> print(code("  if a_b <= 1:"))
    \texttt{~~if a{\char95}b <= 1:}
    """
    bare = text.lstrip(" ")
    kept = bare.replace("  ", "\u00a0 ")
    return rf"\texttt{{{'~' * (len(text) - len(bare))}{''.join(map(_typed, kept))}}}"


def _typed(each: str) -> str:
    """Return a character of one width: the font of these letters has all of ASCII in its places."""
    if each in _SPECIAL or each == "`":
        return each if each in "<>|" else rf"{{\char{ord(each)}}}"
    return _character(each)


def has_east(text: str) -> bool:
    """Return whether a text has characters for which LaTeX needs the package CJKutf8."""
    return _EAST.search(text) is not None


def _character(each: str) -> str:
    """Return a character of a text."""
    if each in _SPECIAL or each in _LETTERS:
        return _SPECIAL.get(each) or _LETTERS[each]
    if sign := _of_mathematics(each):
        return f"${sign}$"
    if " " <= each <= "\x7e" or _EAST.match(each):
        return each
    if each.isspace():
        return " "
    plain, *accents = unicodedata.normalize("NFD", each)
    if len(accents) == 1 and accents[0] in _ACCENTS and plain.isascii():
        return rf"\{_ACCENTS[accents[0]]}{{{plain}}}"
    return rf"\texttt{{U+{ord(each):04X}}}"


def _of_mathematics(each: str) -> str:
    """Return the command of a sign or a Greek letter, "" for others."""
    if each in _SIGNS:
        return _SIGNS[each]
    kind, _letter, name = unicodedata.name(each, "").removeprefix("GREEK ").partition(" LETTER ")
    if not re.match("[α-ωΑ-Ω]", each) or name not in _GREEK[kind]:
        return ""
    return "\\" + (name.lower() if kind == "SMALL" else name.capitalize())


# ---- formulas


def mathematics(markup: str) -> str:
    r"""Return the MathML of `grundy.faces.drawing.mathml` as a formula of LaTeX, without the signs around it.

    >>> from grundy.faces.drawing.mathml import closed, letter, number, row, sign
    >>> print(mathematics(row(letter("n"), sign("≥"), closed(number(2)))))
    n\geq (2)
    """
    return _element(ElementTree.fromstring(f"<mrow>{markup}</mrow>")).strip()


def _element(node: ElementTree.Element) -> str:
    text, parts = node.text or "", list(node)
    match node.tag:
        case "mn":
            return text
        case "mi":
            return _letter(text)
        case "mo":
            return _sign(text)
        case "mtext":
            return r"\mathbin{\mathrm{mod}}\," if text.strip("\u00a0") == "mod" else rf"\text{{{escaped(text)}}}"
        case "mfrac":
            return rf"\frac{{{_element(parts[0])}}}{{{_element(parts[1])}}}"
        case "msqrt":
            return rf"\sqrt{{{_row(parts)}}}"
        case "msub":
            return f"{_element(parts[0])}_{{{_element(parts[1])}}}"
        case "mtable":
            columns = "@{\\ }".join("l" * (max(map(len, parts)) - 1)) + r"@{\quad}l"
            return rf"\begin{{array}}{{{columns}}}{_rows(parts)}\end{{array}}"
        case "math" | "mrow" | "mtd":
            return _row(parts)
        case _:
            raise ValueError(node.tag)


def _row(parts: Sequence[ElementTree.Element]) -> str:
    """Return parts beside each other: a brace before a table is that of its cases."""
    found: list[str] = []
    for i, part in enumerate(parts):
        if part.tag == "mo" and part.text == "{" and parts[i + 1].tag == "mtable":
            continue
        cases = part.tag == "mtable" and i and parts[i - 1].text == "{"
        found.append(rf"\begin{{cases}}{_rows(part)}\end{{cases}}" if cases else _element(part))
    return "".join(found)


def _rows(table: Sequence[ElementTree.Element] | ElementTree.Element) -> str:
    return r"\\".join("&".join(map(_element, line)) for line in table)


def _letter(name: str) -> str:
    """Return a variable; a name of several letters stands together."""
    stem = name.rstrip("′")
    primes = "'" * (len(name) - len(stem))
    if sign := _of_mathematics(stem) if len(stem) == 1 else "":
        return f"{sign}{primes} "
    if len(stem) == 1 and stem.isascii() and stem.isalpha():
        return stem + primes
    return rf"\mathit{{{''.join(map(_in_name, stem))}}}{primes}"


def _in_name(each: str) -> str:
    return each if each.isascii() and each.isalnum() else rf"\text{{{_character(each)}}}"


def _sign(text: str) -> str:
    """Return an operator, a relation or a bracket."""
    spaced = {"{": r"\{", "}": r"\}", ",": r",\ ", "…": r"\ldots ", ":": r":\ ", "|": r"\vert ", "<": "<", ">": ">"}
    if text in spaced:
        return spaced[text]
    return f"{_SIGNS[text]} " if text in _SIGNS else "".join(map(_character, text))
