"""Theorems as documents of LaTeX: rules, statement, proof, moves that win, who found it first, and how to check it.

A document needs the class article and packages that every LaTeX has; with Chinese in it, CJKutf8 besides.
"""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Sequence

from grundy.common.messages import _
from grundy.faces.drawing import mathml, theorems
from grundy.faces.drawing.bibliography import Entry, sources
from grundy.faces.drawing.tex import code, escaped, filled, has_east, mathematics
from grundy.proving.families import FamilyTheorem
from grundy.proving.grundy_values import ValueLaw
from grundy.proving.laws_in_words import game
from grundy.proving.lemmas import Lemma
from grundy.proving.logic.expressions import Formula, Term
from grundy.proving.many_heaps import RowTheorem
from grundy.proving.moves_in_words import Names
from grundy.proving.outcome import LosingLaw
from grundy.proving.theorem import Theorem
from grundy.proving.winning_in_words import Written
from grundy.rules.functions import ANY
from grundy.rules.heaps import HeapRuleset
from grundy.rules.source_text import text_of

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
    >>> from grundy.proving.kept_theorems import theorem
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
    lemmas, formulas = made.argument.lemmas, _formulas(made)
    items = [
        _item(i, escaped(check) + ".", lemma, formulas.get(check, ""))
        for i, (check, lemma) in enumerate(zip(made.checks, [*lemmas, *[None] * len(made.checks)], strict=False), 1)
    ]
    plus = [escaped(part.how) for part in theorems.parts(made) if part.how]
    written = escaped(_("Write p → q for a move from the position p to the position q."))
    return ["\\begin{proof}", written, *_list(items), "\n\n".join(plus), "\\end{proof}"]


def _formulas(made: Theorem) -> dict[str, str]:
    return {words: formula for part in theorems.parts(made) for words, formula in part.lemmas}


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
    words = [own.rules.name, *(f"{name}={_parameter(value)}" for name, value in own.rules.params.items())]
    if not own.heaps and (isinstance(own.rules, HeapRuleset) or getattr(own.rules, "shape", "") == ANY):
        words.append(f"--heaps {len(own.names)}")
    if not own.heaps and not isinstance(law, LosingLaw):
        words.append("--values")
    if isinstance(law, LosingLaw):
        words += ["--play misere"] * law.misere + [f"--block {law.blocked}"] * bool(law.blocked)
    return " ".join(words)


def _parameter(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


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
    written = [mathml.term(part, names) for part in parts]
    if not heaps:
        return _inline(mathml.pair(written))
    several = [len(parts) > 1 and len(part.parts) + bool(part.constant) > 1 for part in parts]
    closed = [mathml.closed(each) if long else each for long, each in zip(several, written, strict=True)]
    return _inline(mathml.listed(closed, "+"))


def _among(own: Term, numbers: Iterable[int], names: Names) -> str:
    wanted = mathml.closed(mathml.listed(map(mathml.number, numbers)), "{}")
    return _inline(mathml.row(mathml.term(own, names), mathml.sign("∈"), wanted))


def _condition(formula: Formula, names: Names) -> str:
    return _inline(mathml.condition(formula, names))


def _term(own: Term, names: Names) -> str:
    return _inline(mathml.term(own, names))


MATHEMATICS = Written(_term, _condition, _position, _among)
