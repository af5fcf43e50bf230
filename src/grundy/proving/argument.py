"""What a reader can follow of a proof: its lemmas as formulas, each with its size, and the moves that win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.common.messages import _
from grundy.proving.lemmas import Lemma, lemmas
from grundy.proving.outcome import LosingLaw
from grundy.proving.winning_in_words import TEXT, Written, spoken_cases
from grundy.proving.winning_moves import WinningMoves, winning_moves

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem

LONGEST = 240
"""A lemma in more characters is said as data only."""


@dataclass(frozen=True)
class Argument:
    """The lemmas of a theorem, one for each of `Theorem.checks`, None for words alone, and the moves that win, if known."""

    made: Theorem
    lemmas: list[Lemma | None]
    winning: WinningMoves | None

    @property
    def numbered(self) -> Iterator[tuple[int, Lemma]]:
        """The lemmas that are formulas, with their numbers: those of the checks, and then those of the moves that win."""
        table = self.winning.lemmas if self.winning else ()
        checks = len(self.made.checks)
        yield from ((i, each) for i, each in enumerate([*self.lemmas[:checks]], 1) if each is not None)
        yield from enumerate(table, checks + 1)

    def lines(self) -> list[str]:
        """Return it in lines: the lemmas, and the moves that win.

        >>> from grundy.games import load
        >>> from grundy.proving.theorem import prove
        >>> print(*Argument.of(prove(load("bash"))).lines(), sep="\\n")
        Lemmas.  as `grundy ask` decides them, each with its largest automaton:
                 (1) A n,n' (M(n,n') => n'<n): 4 states
                 (2) A n,n' ((P(n) & M(n,n')) => ~P(n')): 9 states
                 (3) A n (~P(n) => (E n' (M(n,n') & P(n')))): 12 states
                 (4) A n (~P(n) => (n%4>0 & P(n-(n%4)))): 12 states
        Wins.    from every position that is not lost, by (4): take n mod 4
        """
        shown = [f"({i}) {each}" for i, each in self.numbered if len(str(each)) <= LONGEST]
        told = _("as `grundy ask` decides them, each with its largest automaton:")
        found = [_("Lemmas.  {lines}").format(lines="\n         ".join([told, *shown]))] if shown else []
        if self.winning:
            cases = self.cases()
            lines = cases if len(cases) == 1 else ["", *cases]
            found.append(_("Wins.    {head}: {lines}").format(head=self.head(), lines="\n         ".join(lines)))
        return [line.rstrip() for part in found for line in part.split("\n")]

    def cases(self, written: Written = TEXT) -> list[str]:
        """Return the moves that win, a line for each case; none where no table is known."""
        table = spoken_cases(self.made, self.winning, written) if self.winning else []
        told = _("{when}: {move}")
        return [told.format(when=when, move=move) if when else move for when, move in table]

    def head(self) -> str:
        """Return of which positions the table speaks, and by which lemmas."""
        first, count = len(self.made.checks) + 1, len(self.winning.lemmas if self.winning else ())
        numbers = f"({first})" if count == 1 else f"({first})–({first + count - 1})"
        if "wins" not in self.made.accepted:
            numbers = _("{numbers}, decided by the prover, but not by the checker").format(numbers=numbers)
        law = self.made.law
        if not isinstance(law, LosingLaw):
            return _("from every position whose value is not 0, by {numbers}").format(numbers=numbers)
        if law.misere:
            return _("from every position that is not lost and has a move, by {numbers}").format(numbers=numbers)
        return _("from every position that is not lost, by {numbers}").format(numbers=numbers)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        table = spoken_cases(self.made, self.winning) if self.winning else []
        return {
            "lemmas": [{"number": i, "formula": each.formula, "largest": each.states} for i, each in self.numbered],
            "wins": [{"when": when, "move": move} for when, move in table],
        }

    @classmethod
    def of(cls, made: Theorem) -> Argument:
        """Return what can be followed of a proof. It is bounded by states, not by time: another time it is the same."""
        return cls(made, lemmas(made), winning_moves(made))
