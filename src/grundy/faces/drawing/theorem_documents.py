"""Theorems as documents of LaTeX: rules, statement, proof, moves that win, who found it first, and how to check it.

A document needs the class article and packages that every LaTeX has; with Chinese in it, CJKutf8 besides.
"""

from __future__ import annotations

import re
import shlex
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from grundy.common.messages import _
from grundy.faces.drawing import theorems
from grundy.proving.families import FamilyTheorem, RowTheorem
from grundy.proving.laws import LosingLaw, ValueLaw
from grundy.proving.lemmas import Lemma, Written
from grundy.proving.logic.expressions import Term
from grundy.proving.moves_in_words import Names, game
from grundy.proving.theorem import Theorem
from grundy.rules.from_text import text_of
from grundy.rules.functions import ANY
from grundy.rules.heaps import HeapRuleset

# ---- laTeX: texts in which nothing is a command, and formulas, which are made of their MathML
# All but Chinese and its like is written in ASCII, so that pdflatex sets it without further fonts.

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
    r"""Return the MathML of `grundy.faces.drawing.theorems` as a formula of LaTeX, without the signs around it.

    >>> from grundy.faces.drawing.theorems import closed, letter, number, row, sign
    >>> print(mathematics(row(letter("n"), sign("≥"), closed(number(2)))))
    n\geq (2)
    """
    return _element(ElementTree.fromstring(f"<mrow>{markup}</mrow>")).strip()


def _element(node: ElementTree.Element) -> str:
    return _TAGS[node.tag](node.text or "", [*node])


def _array(_text: str, parts: Sequence[ElementTree.Element]) -> str:
    columns = "@{\\ }".join("l" * (max(map(len, parts)) - 1)) + r"@{\quad}l"
    return rf"\begin{{array}}{{{columns}}}{_rows(parts)}\end{{array}}"


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


_TAGS: dict[str, Callable[[str, Sequence[ElementTree.Element]], str]] = {
    "mn": lambda text, _parts: text,
    "mi": lambda text, _parts: _letter(text),
    "mo": lambda text, _parts: _sign(text),
    "mtext": lambda text, _parts: (
        r"\mathbin{\mathrm{mod}}\," if text.strip("\u00a0") == "mod" else rf"\text{{{escaped(text)}}}"
    ),
    "mfrac": lambda _text, parts: rf"\frac{{{_element(parts[0])}}}{{{_element(parts[1])}}}",
    "msqrt": lambda _text, parts: rf"\sqrt{{{_row(parts)}}}",
    "msub": lambda _text, parts: f"{_element(parts[0])}_{{{_element(parts[1])}}}",
    "mtable": _array,
    **dict.fromkeys(("math", "mrow", "mtd"), lambda _text, parts: _row(parts)),
}
"""What an element of MathML is, by its tag, of its text and its parts."""


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


# ----


# ---- sources of theorems, read into entries of BibTeX

_NAME = r"(?:[A-Z]\.(?:-[A-Z]\.)? )+[^\W\d_][\w’-]+"
_AUTHORS = rf"(?P<author>{_NAME}(?:(?:, | and ){_NAME})*)"
_PAGES = r"(?:, no\. (?P<number>\d+))?(?:, (?P<pages>\d+(?:-\d+)?))?"
_ARTICLE = re.compile(
    rf"{_AUTHORS}, (?:(?P<title>.+), )?(?P<journal>[^,]+) (?P<volume>\d+) \((?P<year>\d{{4}})\){_PAGES}"
)
_BOOK = re.compile(rf"{_AUTHORS}, (?P<title>.+) \((?P<year>\d{{4}})\)")
_KNOWN = {
    "Winning Ways": {
        "author": "E. R. Berlekamp and J. H. Conway and R. K. Guy",
        "title": "Winning Ways for your Mathematical Plays",
        "publisher": "Academic Press",
        "year": "1982",
    },
    "Conway, On Numbers and Games": {
        "author": "J. H. Conway",
        "title": "On Numbers and Games",
        "publisher": "Academic Press",
        "year": "1976",
    },
}
"""Books that the catalogue names in short, with a chapter."""


@dataclass(frozen=True)
class Entry:
    """A source: its kind in BibTeX, and its fields."""

    kind: str
    fields: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """How it is cited: the first author's name, the year, and what tells chapters apart."""
        known = dict(self.fields)
        name = re.split(r" and |, ", known["author"])[0].split()[-1].lower()
        chapter = re.sub(r"\D", "", known.get("chapter", ""))
        return re.sub(r"[^a-z0-9:]", "", name) + known["year"] + (f":{chapter}" if chapter else "")

    def bibtex(self) -> str:
        """Return the entry as BibTeX has it."""
        fields = "".join(f"  {name} = {{{escaped(value)}}},\n" for name, value in self.fields)
        return f"@{self.kind}{{{self.key},\n{fields}}}\n"

    def item(self) -> str:
        """Return the entry as LaTeX prints it in a list."""
        known = {name: escaped(value) for name, value in self.fields}
        authors = known["author"].replace(" and ", ", ")
        title = rf", \emph{{{known['title']}}}" if "title" in known else ""
        if self.kind == "book":
            chapter = f", ch.~{known['chapter']}" if "chapter" in known else ""
            publisher = f", {known['publisher']}" if "publisher" in known else ""
            return f"{authors}{title}{chapter}{publisher}, {known['year']}."
        number = f", no.~{known['number']}" if "number" in known else ""
        pages = f", {known['pages']}" if "pages" in known else ""
        return rf"{authors}{title}, {known['journal']} \textbf{{{known['volume']}}} ({known['year']}){number}{pages}."


def sources(made: Theorem) -> list[Entry]:
    """Return who found a law first, as the catalogue says of the same play and claim; nothing for a game of one's own.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import theorem
    >>> [entry.key for entry in sources(theorem(load("wythoff")))]
    ['wythoff1907']
    """
    law = made.law
    if getattr(law, "blocked", 0):
        return []
    misere = getattr(law, "misere", False)
    found = [e for t in made.moves.rules.theorems if t.misere == misere or not misere for e in entries(t.source)]
    return list({entry.key: entry for entry in reversed(found)}.values())[::-1]  # the first of a key: it has a title


def entries(source: str) -> Iterator[Entry]:
    """Yield the entries of a source in words: articles, and books with their year or those that are known.

    >>> [entry.kind for entry in entries("C. L. Bouton, Annals of Mathematics 3 (1901), 35-39; by induction")]
    ['article']
    """
    for part in source.split("; "):
        if found := _ARTICLE.fullmatch(part):
            yield Entry("article", tuple(_told(found)))
        elif found := _BOOK.fullmatch(part):
            yield Entry("book", tuple(_told(found)))
        else:
            yield from _known(part)


def _told(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    for name, text in found.groupdict().items():
        if text:
            yield name, text.replace(", ", " and ") if name == "author" else text


def _known(part: str) -> Iterator[Entry]:
    for title, fields in _KNOWN.items():
        if chapter := re.match(rf"{re.escape(title)},? ch\. (\d+)", part):
            yield Entry("book", (*fields.items(), ("chapter", chapter[1])))


# ---- the documents


COLUMNS = 92
"""Rules are broken where their lines are longer."""
HEAD = r"""\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,amsthm}
\usepackage[margin=25mm]{geometry}
"""
BEGIN = r"""\newtheorem*{theorem}{%s}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 1pt}
\emergencystretch=3em
\frenchspacing
\newcommand{\formula}[1]{\setbox0=\hbox{$\displaystyle #1$}%%
\ifdim\wd0>\linewidth\par\smallskip{\centering$\displaystyle #1$\par}\smallskip\else\[#1\]\fi}
\begin{document}
"""
EAST = "\\usepackage{CJKutf8}\n", "\\begin{CJK*}{UTF8}{gbsn}\n", "\\end{CJK*}\n"


Made = Theorem | FamilyTheorem | RowTheorem
"""What is proved of positions, of all parameters at once, or of rows of any number of heaps."""


def document(made: Made | Sequence[Made], commands: Sequence[str] = ()) -> str:
    r"""Return theorems as a document, which pdflatex sets. ``commands``: with which words each is proved.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import theorem
    >>> text = document(theorem(load("bash")))
    >>> text.count(r"\begin{theorem}"), r"\cite{bachet1612}" in text
    (1, True)
    """
    found = [made] if isinstance(made, Made) else list(made)
    told = [*commands, *map(_command, found[len(commands) :])]
    known: dict[str, Entry] = {}
    for entry in (entry for each in found if isinstance(each, Theorem) for entry in sources(each)):
        known[entry.key] = max(known.get(entry.key, entry), entry, key=lambda each: len(each.fields))  # with its title
    sections = "\n".join(_section(each, command) for each, command in zip(found, told, strict=True))
    body = f"{sections}\n{_bibliography(known.values()) if known else ''}"
    package, begin, end = EAST if has_east(body) else ("", "", "")
    named = BEGIN % escaped(_("Theorem"))
    proof = escaped(_("Proof"))
    named += f"\\renewcommand{{\\proofname}}{{{proof}}}\n" if begin else ""
    return f"{_bibtex(known.values())}{HEAD}{package}{named}{begin}{body}{end}\\end{{document}}\n"


def sentence(made: Theorem) -> str:
    """Return what a theorem says, as a sentence of LaTeX."""
    return escaped(made.statement())


def _section(made: Made, command: str) -> str:
    """Return one theorem with all that belongs to it."""
    if not isinstance(made, Theorem):
        return "\n".join(_by_induction(made, command)) + "\n"
    parts = [
        _heading("section*", game(made.moves)),
        _heading("subsection*", _("The rules")),
        _rules(text_of(made.moves.rules)),
        escaped(_("The moves, as the proof reads them:")),
        *map(_display, theorems.moves(made)),
        "\\begin{theorem}",
        _cited(sentence(made), sources(made)),
        *map(_display, theorems.statement(made)),
        "\\end{theorem}",
        *_proof(made),
        *_wins(made),
        *_check(made, command),
    ]
    return "\n".join(parts) + "\n"


def _by_induction(made: FamilyTheorem | RowTheorem, command: str) -> list[str]:
    """Return a theorem that was decided for all parameters, or all lengths, at once: what was decided is said in words."""
    rules = made.family.rules if isinstance(made, FamilyTheorem) else made.rules
    _statement, *proof = made.explain().splitlines()
    return [
        _heading("section*", rules.name),
        _heading("subsection*", _("The rules")),
        _rules(text_of(rules)),
        f"\\begin{{theorem}}\n{escaped(made.statement())}.\n\\end{{theorem}}",
        escaped(" ".join(line.strip() for line in proof)),
        *_check(made, command),
    ]


def _heading(command: str, text: str) -> str:
    return f"\\{command}{{{escaped(text)}}}"


def _rules(text: str) -> str:
    """Return rules as they are written; a line that is too long is broken, and goes on further in."""
    lines = text.expandtabs(4).splitlines()
    broken = [
        part
        for line in lines
        for part in textwrap.wrap(
            line, COLUMNS, drop_whitespace=False, subsequent_indent=" " * (len(line) - len(line.lstrip()) + 4)
        )
        or [""]
    ]
    written = "\\par\n".join(f"\\mbox{{{code(line)}}}" if line.strip() else r"\mbox{}" for line in broken)
    return f"{{\\small\\setlength{{\\parskip}}{{0pt}}\n{written}\\par}}\n"


def _display(markup: str) -> str:
    """Return a formula on a line of its own; one that is too long for a line is broken at its relations."""
    return rf"\formula{{{mathematics(markup)}}}"


def _cited(text: str, found: Iterable[Entry]) -> str:
    keys = ",".join(entry.key for entry in found)
    return rf"{text} \cite{{{keys}}}." if keys else f"{text}."


def _proof(made: Theorem) -> list[str]:
    """Return the proof: each check in words, as a formula, and as it can be asked again."""
    lemmas, parts = made.argument.lemmas, theorems.parts(made)
    formulas = {words: formula for part in parts for words, formula in part.lemmas}
    items = [
        _item(i, escaped(check) + ".", lemma, formulas.get(check, ""))
        for i, (check, lemma) in enumerate(zip(made.checks, [*lemmas, *[None] * len(made.checks)], strict=False), 1)
    ]
    plus = [escaped(part.how) for part in parts if part.how]
    written = escaped(_("Write p → q for a move from the position p to the position q."))
    return ["\\begin{proof}", written, *_list(items), "\n\n".join(plus), "\\end{proof}"]


def _wins(made: Theorem) -> list[str]:
    """Return the table of the moves that win, each with the lemma by which it is right."""
    table = made.argument.winning
    if table is None:
        return []
    cases = made.argument.cases(MATHEMATICS)
    first = len(made.checks) + 1
    if len(cases) == len(table.lemmas):
        items = [
            _item(i, f"{case}.", lemma) for i, (case, lemma) in enumerate(zip(cases, table.lemmas, strict=True), first)
        ]
    else:
        whole = r" \par ".join(f"{case}." for case in cases)
        items = [_item(first, whole, table.lemmas[0])]
    title, head = _("Moves that win"), escaped(made.argument.head())
    return [f"{_heading('paragraph', title)} {head}:", *_list(items)]


def _item(number: int, words: str, lemma: Lemma | None, formula: str = "") -> str:
    asked = ""
    if lemma is not None:
        size = escaped(str(lemma).removeprefix(lemma.formula))
        asked = rf"\par{{\footnotesize\raggedright {code(lemma.formula)}{size}\par}}"
    return rf"\item[({number})] {words}{_display(formula) if formula else ''}{asked}"


def _list(items: Sequence[str]) -> list[str]:
    return ["\\begin{itemize}", *items, "\\end{itemize}"]


def _check(made: Made, command: str) -> list[str]:
    """Return how the certificate is made and checked."""
    told = filled(
        _("{writes} writes the certificate, and {verifies} checks it without any solver. Its hash is {sealed}."),
        writes=code(f"grundy prove {command} --certificate FILE"),
        verifies=code("grundy verify FILE"),
        sealed=rf"{{\footnotesize {code(made.certificate()['hash'])}}}",
    )
    title = _("Certificate")
    return [rf"{{\raggedright{_heading('paragraph', title)} {told}\par}}"]


def _command(made: Made) -> str:
    """Return the words by which a theorem of a game of the catalogue is proved."""
    if isinstance(made, RowTheorem):
        return made.rules.name
    if isinstance(made, FamilyTheorem):
        values = " --values" if isinstance(made.law, ValueLaw) else ""
        return f"{made.family.rules.name}{values} --for-all {shlex.quote(made.family.words())}"
    own, law = made.moves, made.law
    rows = {name: value if isinstance(value, tuple) else (value,) for name, value in own.rules.params.items()}
    words = [own.rules.name, *(f"{name}={','.join(map(str, row))}" for name, row in rows.items())]
    if not own.heaps and (isinstance(own.rules, HeapRuleset) or getattr(own.rules, "shape", "") == ANY):
        words.append(f"--heaps {len(own.names)}")
    if not own.heaps and not isinstance(law, LosingLaw):
        words.append("--values")
    if isinstance(law, LosingLaw):
        words += ["--play misere"] * law.misere + [f"--block {law.blocked}"] * bool(law.blocked)
    return " ".join(words)


# ---- the bibliography


def _bibliography(entries: Iterable[Entry]) -> str:
    items = "".join(f"\\bibitem{{{entry.key}}} {entry.item()}\n" for entry in entries)
    return f"\\begin{{thebibliography}}{{99}}\n{items}\\end{{thebibliography}}\n"


def _bibtex(entries: Iterable[Entry]) -> str:
    """Return the sources for BibTeX, which LaTeX writes into a file beside the document, if there is none."""
    found = "".join(entry.bibtex() for entry in entries)
    return f"\\begin{{filecontents*}}{{\\jobname.bib}}\n{found}\\end{{filecontents*}}\n" if found else ""


# ---- formulas within words


def _inline(markup: str) -> str:
    return f"${mathematics(markup)}$"


def _position(parts: Sequence[Term], names: Names, heaps: bool) -> str:
    written = [theorems.term(part, names) for part in parts]
    if not heaps:
        return _inline(theorems.pair(written))
    several = [len(parts) > 1 and len(part.parts) + bool(part.constant) > 1 for part in parts]
    closed = [theorems.closed(each) if long else each for long, each in zip(several, written, strict=True)]
    return _inline(theorems.listed(closed, "+"))


def _among(own: Term, numbers: Iterable[int], names: Names) -> str:
    wanted = theorems.closed(theorems.listed(map(theorems.number, numbers)), "{}")
    return _inline(theorems.row(theorems.term(own, names), theorems.sign("∈"), wanted))


MATHEMATICS = Written(
    lambda own, names: _inline(theorems.term(own, names)),
    lambda formula, names: _inline(theorems.condition(formula, names)),
    _position,
    _among,
)
