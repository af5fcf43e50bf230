"""Theorems about the Grundy values of single heaps that are guessed from the first values and accepted by the checker."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.common.digest import FORMAT, rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving.certificate import rules_data
from grundy.proving.moves import Moves
from grundy.proving.moves_in_words import spoken_moves
from grundy.rules.source_text import text_of

if TYPE_CHECKING:
    from grundy.proving.comparing import Comparison


@dataclass(frozen=True)
class HeapTheorem:
    """What holds of g(n) for every n, n being a heap or the one number of a game; ``values`` are the first ones."""

    moves: Moves
    values: tuple[int, ...]
    comparison: Comparison | None = field(default=None, compare=False, repr=False, kw_only=True)
    proved: bool = field(default=True, init=False)

    def statement(self) -> str:
        """Return the theorem in words."""
        raise NotImplementedError

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        raise NotImplementedError

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks."""
        raise NotImplementedError

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        numbered = "; ".join(f"({i}) {check}" for i, check in enumerate(self.checks, 1))
        proof = _("Theorem. {statement}\nProof.   Checked by deciding: {numbered}.").format(
            statement=self.statement(), numbered=numbered
        )
        return "\n".join([proof, _("Rules.   {lines}").format(lines="\n         ".join(self.trust()))])

    def trust(self) -> list[str]:
        """Return what the theorem rests on, a line each: the moves that were read, and what was tested of Python."""
        compared = [] if self.comparison is None else [_("compared: {what}").format(what=self.comparison)]
        return [*spoken_moves(self.moves), *compared]

    def sealed(self, kind: str, **claimed: int) -> dict[str, Any]:
        """Return a certificate: what the game is, and what is claimed of it."""
        rules = rules_data(self.moves.rules, 0)
        named = {"kind": kind, "format": FORMAT, "game": self.moves.rules.name, "text": text_of(self.moves.rules)}
        held = {**rules, "fingerprint": rules_digest(rules), "heaps": 0 if self.moves.heaps else 1}
        return sealed({**named, **held, **claimed})

    def told(self, claim: str) -> dict[str, Any]:
        """Return as plain data for a reader what all such theorems say."""
        return {
            "game": self.moves.rules.name,
            "proved": True,
            "claim": claim,
            "statement": self.statement(),
            "checks": self.checks,
            "moves": spoken_moves(self.moves),
            "comparison": self.comparison and self.comparison.to_dict(),
        }

    def __str__(self) -> str:
        return self.statement()


Made = TypeVar("Made", bound=HeapTheorem)


def checked(made: Made, seconds: float) -> Made | None:
    """Return what was found with what was compared of its certificate, None where the checker does not accept that."""
    from grundy.check import Budget
    from grundy.proving.comparing import compared_and_verified

    try:
        comparison, verdict = compared_and_verified(made.certificate(), made.moves.rules, Budget(seconds))
    except GrundyError:
        return None
    return replace(made, comparison=comparison) if verdict.verified else None
