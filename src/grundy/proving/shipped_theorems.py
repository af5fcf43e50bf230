"""Theorems of the catalogue that came with the package: each is told once its certificate was checked, in the same run.

They were proved when the package was built, where the moves of the data in the certificate were compared with Python's too.
A file holds them by the names of the questions (`grundy.solving.catalogued`): a certificate, and the words of the theorem
in every language. It counts for the texts of which it was made; what is damaged, or about other rules than are read here,
or refused by the checker, is proved anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.check import Budget, check
from grundy.check.form import alike
from grundy.common.digest import digest, sealed
from grundy.common.errors import GrundyError
from grundy.common.messages import current, languages, use
from grundy.common.package import SHIPPED, TEXTS, kept
from grundy.rules.data import rules_data
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.solving.catalogued import name_of

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem

FILE = "theorems.json"
MADE_OF = (*TEXTS, "check", "proving", "common/locale")
"""The folders whose texts say what is proved, and in which words."""
RULES = ("rules", "form", "parameters")
"""The fields of a certificate that say what the moves are."""
USUAL: dict[str, Any] = {"play": "normal", "heaps": None, "values": None, "blocked": 0, "systems": ()}
"""What is asked most: nothing but the game is said."""
SECONDS = 60.0


class Told:
    """A theorem that was checked, with the words in which it was told when it was proved."""

    proved = True

    def __init__(self, certificate: dict[str, Any], words: dict[str, Any]) -> None:
        self._certificate = certificate
        self._words = words

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        return self._words[current()]["explained"]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        return self._words[current()]["data"]

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that was checked."""
        return self._certificate


def theorem(rules: Ruleset, *, seconds: float = SECONDS, **asked: Any) -> Told | None:
    """Return what came with the package as the answer to a question, and is checked now; None for nothing.

    The arguments are those of `grundy.proving.theorem.prove`; what is asked most was asked when the package was built.
    """
    kept = _kept(rules, SHIPPED) if asked == USUAL else None
    if kept is None:
        return None
    certificate = kept["certificate"]
    with suppress(GrundyError):  # another rule has this name now, or the time is spent
        own = rules_data(rules, 0)
        is_own = certificate["game"] == rules.name and all(alike(certificate[field], own[field]) for field in RULES)
        if is_own and check(certificate, budget=Budget(max(seconds, 1.0))).verified:
            return Told(certificate, kept["words"])
    return None


def _kept(rules: Ruleset, place: Path) -> dict[str, Any] | None:
    """Return what a file has of a ruleset; None where it has nothing, is not whole, or was made of other texts. O(texts)."""
    try:
        found = kept(place / FILE, MADE_OF)["theorems"].get(_name(rules))
        whole = found and found["hash"] == digest({field: found[field] for field in found if field != "hash"})
        return found if whole else None
    except (KeyError, TypeError, AttributeError):
        return None


def _name(rules: Ruleset) -> str | None:
    return name_of(rules, "theorem") if isinstance(rules, FunctionRuleset | HeapFunction) else None


# -- when the package is built -----------------------------------------------------------------------------------------


def told(theorems: Iterable[Theorem]) -> dict[str, Any]:
    """Return what the file holds of answers to what is asked most."""
    return {name: _entry(each) for each in theorems if (name := _name(each.moves.rules)) is not None}


def _entry(theorem: Theorem) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for language in languages():
        with use(language):
            words[language] = {"explained": theorem.explain(), "data": theorem.to_dict()}
    return sealed({"certificate": theorem.certificate(), "words": words})
