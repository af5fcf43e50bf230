"""The tables of a report, which text and pages show alike: heads and rows of words, and sentences between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grundy.common.messages import _
from grundy.playing.reports.players import EVEN, GAMES, Course
from grundy.playing.reports.report import GameReport, SizeReport

NONE = "–"
SHOWN, LONGEST = 12, 16
"""First moves that a table lists, and letters of a value."""


class Grid(NamedTuple):
    """A table: its title, its heads, its rows, and a sentence below it. All columns but the first are numbers, or short."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    note: str = ""


def share(number: float | None) -> str:
    """Return a share as a percentage.

    >>> share(0.4567), share(None)
    ('45.7%', '–')
    """
    return NONE if number is None else f"{number:.1%}"


def sizes(games: Sequence[GameReport]) -> Grid:
    """Return a row for each size of each game: who wins, how long it lasts, how much a choice matters, how even it is."""
    heads = (
        *((_("game"),) if len(games) > 1 else ()),
        *(_("size"), _("positions"), _("who wins"), _("lasts"), _("decided")),
        *(_("one good"), _("all good"), _("moves"), _("fair"), _("even")),
    )
    rows = [(*((game.name,) if len(games) > 1 else ()), *_row(size)) for game in games for size in game.sizes]
    note = _(
        "lasts: number of moves with best play. decided: share of unfinished positions that are won or lost. "
        "one good, all good: share of positions with a choice where just one move, or every move, keeps the "
        "result. moves: per position, on average and at most. fair: first moves after which players who err "
        "in {errs:.0%} of their moves get 45% to 55% each. even: what the first player gets between such "
        "players."
    ).format(errs=EVEN)
    return Grid(_("Sizes"), heads, rows, note)


def _row(size: SizeReport) -> tuple[str, ...]:
    found, about = size.measures, size.estimate
    won = NONE if size.outcome is None else str(size.outcome)
    if size.value is not None:
        won += f" ({size.value if len(size.value) <= LONGEST else f'{size.value[: LONGEST - 1]}…'})"
    lasts = NONE if size.remoteness is None else str(size.remoteness)
    if found is None:
        moves, first = (f"≈{about.moves:.1f}", f"≈{about.first:.1%}") if about else (NONE, NONE)
        return size.label, NONE, won, lasts, NONE, NONE, NONE, moves, NONE, first
    fair = f"{sum(each.fair for each in size.openings)} / {len(size.openings)}"
    return (
        *(size.label, f"{found.positions:,}", won, lasts, share(found.decisive), share(found.only), share(found.free)),
        *(f"{found.moves:.1f} ({found.most_moves})", fair, share(size.even())),
    )


def openings(size: SizeReport) -> Grid:
    """Return a row for each first move: what it is worth, and how even the game then is."""
    words = {True: _("wins"), False: _("loses")}
    rows = [
        (
            each.move,
            _("neither") if not each.worth else words[each.worth > 0],
            NONE if each.remoteness is None else str(each.remoteness + 1),
            share(each.points),
            _("fair") if each.fair else "",
        )
        for each in size.openings[:SHOWN]
    ]
    left = len(size.openings) - len(rows)
    note = _("{n:,} more first moves are less even.").format(n=left) if left else ""
    title = _("First moves of {label}, the most even first").format(label=size.label)
    heads = (_("move"), _("best play"), _("lasts"), _("even"), _("pie rule"))
    return Grid(title, heads, rows, note)


def players(size: SizeReport) -> Iterator[Grid]:
    """Iterate over the tables of players that err, and of those that see some moves ahead."""
    note = _(
        "What players get who make so many of their moves at random, or who see wins and losses that many "
        "moves ahead: against best play, against a slightly better player, and when moving first against "
        "themselves. From {games:,} games of each pair: off by about a hundredth, rarely by three."
    )
    courses = (
        (_("errs"), _("errs half as often"), size.erring, "{0.player.errs:.0%}"),
        (_("sees"), _("sees one more"), size.seeing, "{0.player.sight}"),
    )
    for head, better, found, shown in courses:
        if found:
            heads = (head, _("best play"), better, _("itself"))
            rows = [(shown.format(each), *_points(each)) for each in found]
            last = found is (size.seeing or size.erring)
            title = _("Players at {label}").format(label=size.label)
            yield Grid(title if found is size.erring else "", heads, rows, note.format(games=GAMES) if last else "")


def _points(course: Course) -> tuple[str, ...]:
    return share(course.perfect), share(course.better), share(course.first)


def exactness(game: GameReport) -> Iterator[str]:
    """Iterate over sentences that say up to which size which lines are exact, and what is known beyond."""
    exact, beyond = ([each for each in game.sizes if each.exact is way] for way in (True, False))
    if exact:
        told = _(
            "Exact, counted over all positions: {labels}. What players get (even, fair) is measured in random games."
        )
        yield told.format(labels=", ".join(each.label for each in exact))
    for each in beyond:
        known = _("who wins by {how}") if each.outcome is not None else _("the winner is not known ({how})")
        yield _(
            "Too many positions at {label}: {known}; moves and points (≈) are from {games} random games, the "
            "rest is not known."
        ).format(label=each.label, known=known.format(how=each.how), games=each.estimate.games if each.estimate else 0)


def symmetry(size: SizeReport) -> str:
    """Return what symmetries a board has, in a sentence; "" where none were seen."""
    found = size.symmetries
    if found is None:
        return ""
    if found.images:
        return _("Symmetry at {label}: {images}; {n} of {total} first moves are different.").format(
            label=size.label, images=", ".join(map(_, found.images)), n=found.openings, total=len(size.openings)
        )
    return _("Symmetry: positions that the rules treat as the same are counted once.") if found.declared else ""
