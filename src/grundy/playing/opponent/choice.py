"""A move that the opponent makes, and what it rests on, as data; the words for it are made here."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from grundy.common.messages import _, ngettext
from grundy.rules.solution import Move

# ---- what the opponent may take for a move, and how it searches


class Style(NamedTuple):
    """How games are searched: words of the header of `grundy.kernels.playouts`."""

    cut: int = -1
    sight: int = 1
    ripe: int = 2
    trust: int = 2
    curious: int = 350


BY_MOVES = Style(cut=4, sight=2, ripe=8, trust=2, curious=200)
"""For rules in which one player can have more moves than the other."""


class Budget(NamedTuple):
    """What a move may take.

    Attributes:
        seconds: the time, None for no bound.
        games: so many games are played out instead of as many as fit in the time: the same move every time.
        exact: whether the position may be solved.
        seed: what games at random begin with.
        style: how they are searched; None: as it suits the game.
    """

    seconds: float | None = 1.0
    games: int | None = None
    exact: bool = True
    seed: int = 1
    style: Style | None = None


# ----


FEW = 100
"""Fewer games than that say little."""


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """There is no other move."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The position was solved; ``positions`` were, where they were counted.

    Of a move that loses: how many moves play ``lasts`` from here on, where that is known, and how many ``replies`` win.
    """

    positions: int = 0
    lasts: int | None = None
    replies: int | None = None


@dataclass(frozen=True, slots=True)
class Proved:
    """The search of games has come to an end on all lines that matter: after so many games, so many moves ahead."""

    games: int
    depth: int


@dataclass(frozen=True, slots=True)
class ByStops:
    """The parts' stops and means decide their sum: so many parts."""

    parts: int


@dataclass(frozen=True, slots=True)
class Hottest:
    """The hottest of so many parts, whose sum is too large to be solved, at a temperature in words."""

    parts: int
    temperature: str


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Games were played out, so many moves deep in the tree.

    ``mean``: the mean of their results for the mover, from -1 to 1, or in points (``scoring``). ``judged``: games were cut
    short, and judged by how many moves each player had left.
    """

    games: int
    depth: int
    mean: float
    judged: bool = False
    scoring: bool = False


@dataclass(frozen=True, slots=True)
class AtLevel:
    """It is what a level plays, well or not: that is not told."""

    level: int


Ground = OnlyMove | Solved | Proved | ByStops | Hottest | PlayedOut | AtLevel


@dataclass(frozen=True, slots=True)
class Choice:
    """A move with its reason.

    Attributes:
        move: the move.
        verdict: what it is for whoever makes it: "win", "loss", "tie" or "draw"; "" where that is not known.
        ground: what it rests on.
        points: what who moves gets more than the other from here on, of a scoring game that was solved.

    >>> from grundy.games import load
    >>> from grundy.playing.match import Match
    >>> from grundy.playing.opponent import choose
    >>> from grundy.rules.solution import convention
    >>> choice = choose(Match(load("nim")(2, 3), convention()))
    >>> print(choice.move, choice.perfect, choice, sep="; ")
    heap 2: 3 → 2; True; perfect: this wins
    """

    move: Move
    verdict: str
    ground: Ground
    points: int | None = None

    @property
    def perfect(self) -> bool:
        """Whether no move is better, and that is known."""
        return not isinstance(self.ground, Hottest | PlayedOut | AtLevel)

    @property
    def held(self) -> str:
        """Why a move that loses is the hardest, after a semicolon; "" of another one."""
        said: list[str] = []
        if isinstance(self.ground, Solved) and self.ground.lasts is not None:
            said.append(_("no other move holds out longer than {n} moves").format(n=self.ground.lasts))
        if isinstance(self.ground, Solved) and self.ground.replies is not None:
            wins = ngettext("{n} reply to it wins", "{n} replies to it win", self.ground.replies)
            said.append(wins.format(n=self.ground.replies))
        return "".join(f"; {words}" for words in said)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        ground = {"kind": type(self.ground).__name__, **asdict(self.ground)}
        return {"text": self.move.text, "verdict": self.verdict, "perfect": self.perfect, "ground": ground}

    def __str__(self) -> str:
        if self.perfect:
            return _perfect(self)
        if isinstance(self.ground, AtLevel):
            return _("level {level}").format(level=self.ground.level)
        if isinstance(self.ground, PlayedOut) and self.ground.games < FEW:
            return _("a guess: {ground}").format(ground=_ground(self.ground))
        return _("strong, not perfect: {ground}").format(ground=_ground(self.ground))


def verdict_of(total: int) -> str:
    """Return what a result, or points, are for whoever has them."""
    return "win" if total > 0 else "loss" if total < 0 else "tie"


def _perfect(choice: Choice) -> str:
    if isinstance(choice.ground, OnlyMove):
        return _("the only move")
    return {
        "win": _("perfect: this wins"),
        "loss": _("every move loses against perfect play") + choice.held,
        "tie": _("perfect: a tie"),
        "draw": _("perfect: a draw"),
    }.get(choice.verdict, _("perfect"))


def _ground(ground: Ground) -> str:
    if isinstance(ground, Hottest):
        return _("a move in the hottest of {n} parts, temperature {temperature}").format(
            n=ground.parts, temperature=ground.temperature
        )
    assert isinstance(ground, PlayedOut)
    if ground.judged:
        lines = ngettext("{n:,} line looked at", "{n:,} lines looked at", ground.games).format(n=ground.games)
        standing = _stands(ground)
        return _("{lines}, up to {depth} moves ahead; {standing}").format(
            lines=lines, depth=ground.depth, standing=standing
        )
    games = ngettext("{n:,} game played out", "{n:,} games played out", ground.games).format(n=ground.games)
    if ground.scoring:
        return _("{games}, {points:+.1f} points on average").format(games=games, points=ground.mean)
    return _("{games}, {share:.0%} won").format(games=games, share=(1 + ground.mean) / 2)


def _stands(ground: PlayedOut) -> str:
    """Return how a position stands that was judged by the moves left."""
    if abs(ground.mean) < 0.1:
        return _("it looks even")
    return _("it looks good for grundy") if ground.mean > 0 else _("it looks bad for grundy")
