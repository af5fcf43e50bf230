"""Laws that can be proved for all positions: which games' rules can be read for it, and the proofs, made on demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.drawing import theorems as typeset
from grundy.faces.drawing.automata import drawn
from grundy.faces.web import queries, request_limits
from grundy.proving import known
from grundy.proving.kept_theorems import theorem as proved
from grundy.proving.theorem import Theorem, law_of
from grundy.rules.codes import CodeRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.source_text import text_of

SEEN = 4096
"""Among so many values a code's period shows, or nothing is proved of it here."""
UNPROVED: dict[str, Any] = {
    **dict.fromkeys(("proof", "rules"), ""),
    **dict.fromkeys(("automaton", "certificate")),
    **{field: [] for field in ("formulas", "moves", "parts", "wins", "automata")},
}
"""What is said of a law that is not proved, besides what was tried."""
MISERE = " misere"
"""What follows the words of a game whose law in misère play is meant."""


def theorems(of: str = "") -> list[dict[str, Any]]:
    """Return the games of the catalogue whose law can be decided, or one of a file where its law is proved."""
    return [
        _listed(name, rules, misere)
        for name, rules in _rulesets(of)
        for misere in (False, True)
        if _readable(rules, misere) and (not of or _proved(rules, misere))
    ]


def theorem(name: str) -> dict[str, Any]:
    """Return the law of a game with its proof, its automata and its certificate, or what was tried in vain."""
    game = name.removesuffix(MISERE)
    play = "normal" if game == name else "misere"
    found = proved(queries.rules(game), play=play, seconds=request_limits.granted().seconds / 2)
    head = {"name": name, "proved": found.proved}
    period = known.period(found.rules, late=True) if not isinstance(found, Theorem) and play == "normal" else None
    if period is not None:
        told = {"statement": period.statement(), "proof": period.explain(), "certificate": period.certificate()}
        return {**head, **UNPROVED, **told, "proved": True, "rules": text_of(period.rules)}
    if not isinstance(found, Theorem):
        return {**head, **UNPROVED, "statement": found.explain()}
    pictures = [picture for automaton in found.automata if (picture := drawn(automaton))]
    return {
        **head,
        "statement": found.statement(),
        "formulas": typeset.statement(found),
        "proof": found.explain(),
        "rules": text_of(found.moves.rules),
        "moves": typeset.moves(found),
        "parts": [_part(part) for part in typeset.parts(found)],
        "wins": found.argument.cases(),
        "automaton": pictures[0] if pictures else None,
        "automata": pictures,
        "certificate": found.certificate(),
    }


def _part(part: typeset.Part) -> dict[str, Any]:
    lemmas = [{"words": words, "formula": formula} for words, formula in part.lemmas]
    return asdict(part) | {"lemmas": lemmas}


def _rulesets(of: str) -> Iterator[tuple[str, Ruleset]]:
    """Yield the rulesets that are asked about, those with parameters for each of the parameters that the tests try."""
    for name, rules in queries.catalogue(of):
        for params in rules.trials or ({},):
            chosen = (f" {key}={','.join(map(str, v)) if isinstance(v, tuple) else v}" for key, v in params.items())
            yield name + "".join(chosen), rules.bind(**params)


def _readable(rules: Ruleset, misere: bool) -> bool:
    if misere and isinstance(rules, HeapRuleset):  # of several heaps it would be asked, and how many are meant?
        return False
    try:
        law_of(rules, misere=misere, compared=False)
    except GrundyError:
        return False
    return not isinstance(rules, CodeRuleset) or rules.law(limit=SEEN, threads=1, seconds=0).proved


def _proved(rules: Ruleset, misere: bool) -> bool:
    """Return whether a law is proved, in half of the time that its page takes."""
    play = "misere" if misere else "normal"
    try:
        return proved(rules, play=play, seconds=request_limits.granted().seconds / 4).proved
    except GrundyError:  # its page says why
        return False


def _listed(name: str, rules: Ruleset, misere: bool) -> dict[str, Any]:
    play = _("misère play") if misere else _("normal play")
    values = isinstance(rules, HeapRuleset)
    what = _("The Grundy values of all heaps") if values else _("The losing positions, all of them")
    doc = _(rules.doc).partition("\n\n")[0].replace("\n", " ")
    return {
        "name": name + MISERE * misere,
        "game": rules.name,
        "play": "misere" if misere else "normal",
        "title": f"{name}, {play}" if misere else name,
        "claim": "values" if values else "losing",
        "summary": f"{what}. {doc}",
    }
