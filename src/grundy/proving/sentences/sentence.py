"""The sentence of a theorem: what is said of who loses, or of the values, in place of its automata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from grundy.proving.logic.expressions import Forall, Formula, Iff, Predicate, variable
from grundy.proving.logic.numeration import Numeration
from grundy.proving.logic.syntax import parse
from grundy.proving.moves import Moves
from grundy.proving.outcome import LosingLaw
from grundy.proving.sentences import pairs
from grundy.proving.sentences.conditions import Condition, Greedy, Pairs, formula, words
from grundy.proving.sentences.deciding import first_that_says
from grundy.proving.sentences.named import TS, beatty_claims, beatty_name
from grundy.proving.sentences.relations import of_gaps, proposals
from grundy.proving.sentences.values import VALUE, Cases, Digits, Periodic, Values, values
from grundy.proving.terms import both

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


TURNED = "Aa,b {name}(a,b) => {name}(b,a)"


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

    def claims(self, own: Moves, system: Numeration) -> list[Formula]:
        """Return sentences about P(x, …), or G(x, …, v), that together say it: of pairs, and of values, by induction."""
        texts, made = list[str](), list[Formula]()
        match self.says:
            case Periodic(head=head) | Digits(head=head):
                texts = [*self.says.claims(), " & ".join(f"G({n},{v})" for n, v in enumerate(head))]
            case Greedy():
                texts = [TURNED.format(name="P"), *pairs.claims(self.says)]
            case Pairs(t=t, scale=1, shift=0):
                texts = [TURNED.format(name="P"), *beatty_claims(t, "P")]
            case said:
                told = said.formula() if isinstance(said, Cases) else formula(said)
                numbers = (*own.names, VALUE) if isinstance(said, Cases) else own.names
                name = "G" if isinstance(said, Cases) else "P"
                claimed = Predicate(name, tuple(map(variable, numbers)))
                made.append(Forall(numbers, Iff(claimed, both(own.domain, told))))
                for t in range(1, TS + 1):
                    if (name := beatty_name(t)) in str(told):
                        texts += [TURNED.format(name=name), *beatty_claims(t, name)]
        return made + [parse(f"?{system.name} {text}")[1] for text in texts]


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
        tried = chain(
            proposals(told, own.names, own.least), pairs.greedy(told, own.names) if len(own.names) == 2 else ()
        )
        tried = chain(of_gaps(own.names), tried) if own.order else tried
        found: Condition | Values | None = first_that_says(told, tried, own.names, own.least, own.order)
    else:
        found = values(made)
    return None if found is None else Sentence(found, names)
