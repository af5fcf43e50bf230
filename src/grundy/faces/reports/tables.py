"""The tables of a report, which text and pages show alike: heads and rows of words, and sentences between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from grundy.common.messages import _, current, left, right, width
from grundy.faces.drawing import charts
from grundy.faces.drawing.charts import Line
from grundy.playing.reports.report import EVEN, GAMES, Course, GameReport, SizeReport

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


# ---- a report as text: first the faults of the rules, then a row for each size, then first moves and players of the
# largest


WIDTH = 110
"""Letters of a line of a sentence below a table."""


def text(games: Sequence[GameReport]) -> str:
    """Return some games' report as text."""
    return "\n".join(line for game in games for line in _faults(game)) + "\n\n" + "\n".join(_rest(games))


def _faults(game: GameReport) -> Iterator[str]:
    head = _("{name}, misère play") if game.play == "misere" else "{name}"
    yield head.format(name=game.name)
    if not game.faults:
        yield _("No faults were found in the rules.")
    for each in game.faults:
        where = f" [{', '.join(each.sizes)}]" if each.sizes else ""
        yield "! " + str(each) + where


def _rest(games: Sequence[GameReport]) -> Iterator[str]:
    yield from grid(sizes(games))
    for game in games:
        yield ""
        yield from (line for told in exactness(game) for line in wrap(told, WIDTH))
        shown = next((each for each in reversed(game.sizes) if each.exact), None)
        if shown is not None:
            yield from wrap(symmetry(shown), WIDTH)
            for each in (*([openings(shown)] if shown.openings else []), *players(shown)):
                yield from ("", *filter(None, [each.title]), *grid(each))


def grid(made: Grid) -> Iterator[str]:
    """Iterate over the lines of a table with aligned columns."""
    rows = [made.heads, *made.rows]
    widths = [max(width(row[i]) for row in rows) for i in range(len(made.heads))]
    for row in rows:
        cells = [
            left(row[0], widths[0]),
            *(right(cell, columns) for cell, columns in zip(row[1:], widths[1:], strict=True)),
        ]
        yield "  ".join(cells).rstrip()
    yield from wrap(made.note, WIDTH)


# ---- a report as a page with plots, which stands alone in a file, or as the piece of a page or of a notebook


STYLE = """
body{font-family:system-ui,sans-serif;line-height:1.5;max-width:70rem;margin:0 auto;padding:1rem}
body{color:#1A202C;background:#fff}svg{max-width:100%;height:auto}
table{border-collapse:collapse}th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd6c6}
th:first-child,td:first-child{text-align:left}th{font-weight:600;vertical-align:bottom}.scroll{overflow-x:auto}
.faults li{margin:.2rem 0}.note{color:#5F6875;font-size:.9rem}.plots{display:flex;flex-wrap:wrap;gap:1rem}
@media(prefers-color-scheme:dark){body{color:#e8e6e0;background:#181b21}th,td{border-color:#3b4048}.note{color:#a9b0ba}
.f-ink{fill:#e8e6e0}.f-shade{fill:#3b4048}.s-grid{stroke:#4a5568}.f-left{fill:#56b4e9}.s-left{stroke:#56b4e9}}
"""
WORTH = {1: "left", 0: "both", -1: "right"}


def page(games: Sequence[GameReport]) -> str:
    """Return a page that stands alone: no script, and nothing from elsewhere."""
    title = escape(_("Report: {names}").format(names=", ".join(each.name for each in games)))
    lang = "zh-Hans" if current() == "zh" else current()
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{fragment(games)}\n</body></html>\n"
    )


def fragment(games: Sequence[GameReport]) -> str:
    """Return the piece of a page that a report is."""
    return "\n".join(part for part in _parts(games) if part)


def _parts(games: Sequence[GameReport]) -> Iterator[str]:
    for game in games:
        title = _("Faults in the rules of {name}").format(name=game.name)
        yield f"<h2>{escape(title)}</h2>"
        yield _list(game) if game.faults else _paragraphs([_("No faults were found in the rules.")])
    yield _table(sizes(games))
    for game in games:
        yield _paragraphs(exactness(game))
        exact = [each for each in game.sizes if each.exact]
        if len(exact) > 1:
            yield _plots(_("{name} by size").format(name=game.name), [_by_size(exact)])
        for each in exact[::-1]:
            title = _("{name} {label}: {outcome}").format(name=game.name, label=each.label, outcome=each.outcome)
            yield _plots(title, _of_size(each))
            yield _paragraphs(filter(None, [symmetry(each)]))
        if exact:
            made = ([openings(exact[-1])] if exact[-1].openings else []) + [*players(exact[-1])]
            yield "\n".join(map(_table, made))


def _list(game: GameReport) -> str:
    rows = [f"{each} [{', '.join(each.sizes)}]" if each.sizes else str(each) for each in game.faults]
    return f'<ul class="faults">{"".join(f"<li>{escape(row)}</li>" for row in rows)}</ul>'


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _table(made: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in made.heads)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in made.rows)
    note = f'<p class="note">{escape(made.note)}</p>' if made.note else ""
    title = f"<h2>{escape(made.title)}</h2>\n" if made.title else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    label = escape(made.title or made.heads[0])
    return f'{title}<div class="scroll" tabindex="0" role="group" aria-label="{label}">{table}</div>{note}'


def _plots(title: str, drawn: Sequence[str]) -> str:
    return f'<h2>{escape(title)}</h2>\n<div class="plots">{"".join(drawn)}</div>'


def _by_size(exact: Sequence[SizeReport]) -> str:
    measures = [each.measures for each in exact if each.measures is not None]
    drawn = [
        Line(_("decided"), [each.decisive for each in measures]),
        Line(_("one good move"), [each.only for each in measures]),
        Line(_("first player's share, equal players"), [each.even() for each in exact]),
    ]
    return charts.lines(_("By size"), [each.label for each in exact], drawn)


def _of_size(size: SizeReport) -> list[str]:
    """Return the plots of a size: players that err, players that see some moves ahead, first moves."""
    courses = (
        (
            *(size.erring, "{0.player.errs:.0%}", _("Players who make mistakes"), _("random moves")),
            _("against one who errs half as often"),
        ),
        (
            *(size.seeing, "{0.player.sight}", _("Players who look ahead"), _("moves looked ahead")),
            _("against one who looks one move further"),
        ),
    )
    drawn: list[str] = []
    for found, shown, title, across, better in courses:
        if found:
            lines = [
                Line(_("against best play"), [each.perfect for each in found]),
                Line(better, [each.better for each in found]),
                Line(_("moving first against itself"), [each.first for each in found]),
            ]
            drawn.append(charts.lines(title, [shown.format(each) for each in found], lines, across))
    if size.openings:
        rows = [(each.move, each.points, WORTH[(each.worth > 0) - (each.worth < 0)]) for each in size.openings]
        title = _("First moves (with best play: blue wins, green is even, red loses)")
        drawn.append(charts.bars(title, rows[:SHOWN]))
    return drawn
