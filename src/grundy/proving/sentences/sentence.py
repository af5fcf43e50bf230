"""The sentence of a theorem: what is said of who loses, or of the values, in place of its automata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from grundy.proving.outcome import LosingLaw
from grundy.proving.sentences.conditions import Condition, Greedy, formula, words
from grundy.proving.sentences.deciding import first_that_says
from grundy.proving.sentences.pairs import greedy
from grundy.proving.sentences.relations import of_gaps, proposals
from grundy.proving.sentences.values import Cases, Values, values

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


@dataclass(frozen=True)
class Sentence:
    """What a theorem says: a condition on the positions that are lost, or the values of all."""

    says: Condition | Values
    names: Mapping[str, str]

    def words(self) -> str:
        """Return it in words, as what follows "loses exactly when" or "the Grundy value is"."""
        return self.says.words(self.names) if isinstance(self.says, Values) else words(self.says, self.names)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: the words, and the formula as the logic writes it; none of a rule for the next one."""
        said = self.says
        told = said.formula() if isinstance(said, Cases) else None
        if not isinstance(said, Values | Greedy):
            told = formula(said)
        return {"words": self.words(), "formula": told and str(told), "names": dict(self.names)}


def sentence(made: Theorem) -> Sentence | None:
    """Return what says the same as the automata of a theorem, decided for all numbers; None where nothing short does.

    >>> from grundy.games import load
    >>> from grundy.proving.kept_theorems import theorem
    >>> sentence(theorem(load("bash"))).words()
    'n is a multiple of 4'
    """
    own = made.moves
    names = dict(zip(own.names, own.shown, strict=True))
    if isinstance(made.law, LosingLaw):
        (told,) = made.automata
        tried = chain(proposals(told, own.names, own.least), greedy(told, own.names) if len(own.names) == 2 else ())
        tried = chain(of_gaps(own.names), tried) if own.order else tried
        found: Condition | Values | None = first_that_says(told, tried, own.names, own.least, own.order)
    else:
        found = values(made)
    return None if found is None else Sentence(found, names)
