"""Who found a law first, as a bibliography: the sources of the catalogue's theorems, read into entries of BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grundy.faces.drawing.tex import escaped
from grundy.proving.theorem import Theorem

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
    >>> from grundy.proving.kept_theorems import theorem
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
