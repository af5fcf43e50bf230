"""Conventions of play: who wins when a player cannot move, and when nobody ever stops."""

from __future__ import annotations

from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.common.messages import _


class Play(NamedTuple):
    """A convention of play.

    ``misere``: who cannot move wins (and declared wins and losses change places). ``endless``: endless play is a
    ``"draw"``, or a win for the ``"first"`` or the ``"second"`` player, counted from the position that is asked about.
    """

    misere: bool = False
    endless: str = "draw"

    def __str__(self) -> str:
        words = _("misère play") if self.misere else _("normal play")
        if self.endless == "draw":
            return words
        first = _("{words}, endless play is a win for the first player")
        second = _("{words}, endless play is a win for the second player")
        return (first if self.endless == "first" else second).format(words=words)


def convention(play: str = "normal", endless: str = "draw") -> Play:
    """Return the convention named; GrundyError if there is none of that name.

    >>> convention("misere")
    Play(misere=True, endless='draw')
    """
    plain = str(play).replace("è", "e").lower()
    if plain not in ("normal", "misere"):
        raise GrundyError("play is 'normal' or 'misere', not {play!r}", play=play)
    if endless not in ("draw", "first", "second"):
        raise GrundyError(
            "endless play is a 'draw', or a win for 'first' or 'second', not {endless!r}", endless=endless
        )
    return Play(plain == "misere", endless)
