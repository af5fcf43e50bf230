"""``grundy compare``: whether two heap games have the same values."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments
from grundy.faces.cli.options import argument, upto
from grundy.faces.cli.output import Answer
from grundy.rules.heaps import HeapRuleset

LARGEST = 10**9

Two = Annotated[
    list[str],
    argument(
        "GAME GAME",
        "Two codes (0.77, '{1,3,4}') or games (from the catalogue or your files), each with its parameters.",
        lambda _ctx: games.names(),
    ),
]


def run(words: Two, to: Annotated[int, upto(LARGEST)] = 8192) -> Answer:
    """Tell whether two heap games have the same values, possibly after shifting the heaps."""
    two = arguments.games(words)
    if len(two) != 2:
        raise GrundyError("compare takes two games, not {count}: grundy compare 0.161 0.36", count=len(two))
    for game in two:
        if not isinstance(game, HeapRuleset):
            raise GrundyError("{name} is not a heap game, so it has no sequence to compare", name=game.name)
    with limits.working("", "values", to):
        found = import_module("grundy.solving.survey").compare(*two, to)
    names = two[0].name, two[1].name
    return Answer({"games": names, **found._asdict()}, _words(*names, found))


def _words(a: str, b: str, found: Any) -> str:
    """Return what was found as one sentence."""
    shifted = _("heap n of {a} is heap n {sign} {shift} of {b}").format(
        a=a, sign="+" if found.shift > 0 else "-", shift=abs(found.shift), b=b
    )
    if not found.equal:
        place, (one, other) = found.first_difference, found.values
        if not found.shift:
            return _("{a} and {b} differ: first at heap {place} ({one} and {other})").format(
                a=a, b=b, place=place, one=one, other=other
            )
        return _(
            "{a} and {b} differ, even when {shifted}: first at heap {place} of {a} ({one}) and heap {where} "
            "of {b} ({other})"
        ).format(a=a, b=b, shifted=shifted, place=place, one=one, where=place + found.shift, other=other)
    if found.proved:
        how = _(", heaps shifted by {shift}").format(shift=abs(found.shift)) if found.shift else ""
        return _("{a} and {b} are the same game{how}: proved, {reason}").format(
            a=a, b=b, how=how, reason=_(found.reason)
        ) + (f"; {shifted}" if found.shift else "")
    return (
        _("no difference up to {checked_to}").format(checked_to=found.checked_to)
        + (_(" when {shifted}").format(shifted=shifted) if found.shift else "")
        + f": {_(found.reason)}"
    )
