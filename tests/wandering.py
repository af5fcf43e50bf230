"""Games by lot whose positions are in layers: from each some moves lead to its own layer or to later ones."""

from __future__ import annotations

import grundy as gr


@gr.game
def wander(at: int, seed: int, *, layer: int = 6, size: int = 30):
    """Numbers by lot: from each some moves to numbers of its layer or later ones."""
    chance = (at * 7919 + seed * 104729 + 31) % 65521
    low = at - at % layer
    for _turn in range(0 if at and chance % 8 == 0 else 2 + chance % 2):
        chance = (chance * 75 + 74) % 65537
        yield low + chance % (size - low), seed


@wander.tier
def layer_of(at: int, seed: int, *, layer: int) -> int:
    return at // layer


wander_to_ends = gr.game(wander.function)
"""The same, but some of the numbers are declared endings."""
wander_to_ends.tier(layer_of)


@wander_to_ends.ending
def ended(at: int, seed: int) -> int | None:
    chance = (at * 104729 + seed * 7919) % 65521 % 13
    return chance - 1 if at and chance < 3 else None
