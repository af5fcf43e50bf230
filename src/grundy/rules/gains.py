"""What the hooks beside the moves of a large game gain, as data and as sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grundy.common.messages import _


@dataclass(frozen=True)
class Gains:
    """What the hooks beside the moves of a game gain from a start on, by a sample of its positions.

    Attributes:
        positions: how many positions are in the sample.
        whole: whether they are all that the start leads to.
        folded: how many are left when the declared symmetries fold them; an estimate where the sample is not whole.
        tiers: how many positions there are in each tier that was met.
        cells: the numbers of a state, most of them.
        box: a number above all keys, by ``rank`` or by bounds.
        dense: whether that is the size of an array.
        moves: how many moves a position has.
        backwards: whether predecessors are declared.
    """

    positions: int
    whole: bool
    folded: float | None = None
    tiers: dict[int, int] = field(default_factory=lambda: dict[int, int]())
    cells: int = 1
    box: int | None = None
    dense: bool = False
    moves: float = 0.0
    backwards: bool = False

    def sentences(self) -> list[str]:
        """Return what each hook gains, a sentence each; of a game without hooks none."""
        told: list[str] = []
        if self.folded is not None and self.whole:
            words = _("symmetries fold {positions:,} positions to {folded:,}")
            told.append(words.format(positions=self.positions, folded=round(self.folded)))
        elif self.folded is not None:
            words = _("symmetries fold about {times:.1f} positions to one (by a sample of {positions:,})")
            told.append(words.format(times=self.positions / self.folded, positions=self.positions))
        if self.tiers:
            words = (
                _("tiers: {count:,}, the largest with {most:,} of {positions:,} positions")
                if self.whole
                else _("tiers: {count:,} met in a sample of {positions:,} positions")
            )
            told.append(
                words.format(count=len(self.tiers), most=max(self.tiers.values()), positions=sum(self.tiers.values()))
            )
        if self.box is not None:
            bits = max(1, (self.box - 1).bit_length())
            words = (
                _("keys: an array of {box:,} places, and no key beside a result")
                if self.dense
                else _("keys: {bits} bits a position instead of {before}")
            )
            told.append(words.format(box=self.box, bits=bits, before=64 * self.cells))
        if self.backwards:
            words = _("predecessors: no moves are kept, which are about {moves:.1f} a position")
            told.append(words.format(moves=self.moves))
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON, the sentences with it."""
        return {**vars(self), "sentences": self.sentences()}
