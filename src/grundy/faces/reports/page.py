"""A report as a page with plots, which stands alone in a file, or as the piece of a page or of a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from grundy.common.messages import _, current
from grundy.faces.drawing import charts
from grundy.faces.drawing.charts import Line
from grundy.faces.reports import tables
from grundy.playing.reports import GameReport, SizeReport

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
    yield _table(tables.sizes(games))
    for game in games:
        yield _paragraphs(tables.exactness(game))
        exact = [each for each in game.sizes if each.exact]
        if len(exact) > 1:
            yield _plots(_("{name} by size").format(name=game.name), [_by_size(exact)])
        for each in exact[::-1]:
            title = _("{name} {label}: {outcome}").format(name=game.name, label=each.label, outcome=each.outcome)
            yield _plots(title, _of_size(each))
            yield _paragraphs(filter(None, [tables.symmetry(each)]))
        if exact:
            made = ([tables.openings(exact[-1])] if exact[-1].openings else []) + [*tables.players(exact[-1])]
            yield "\n".join(map(_table, made))


def _list(game: GameReport) -> str:
    rows = [f"{each} [{', '.join(each.sizes)}]" if each.sizes else str(each) for each in game.faults]
    return f'<ul class="faults">{"".join(f"<li>{escape(row)}</li>" for row in rows)}</ul>'


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _table(made: tables.Grid) -> str:
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
        drawn.append(charts.bars(title, rows[: tables.SHOWN]))
    return drawn
