"""Heat maps of games on two heaps: the Grundy values, or the outcomes, of all positions (a, b) up to a size.

Of a game on one number the positions stand in rows, as on the page of a calendar.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch, Rectangle

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.drawing import COLOURS
from grundy.faces.plots.figures import GREY, INK, VERMILION, Picture, legend, picture, style, title, whole, write_values
from grundy.proving.conjectures import Progress, has_outcomes_only, square
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome
from grundy.values.patterns.beatty import Beatty
from grundy.values.patterns.law import Law

ROW = 20
"""So many positions of a game on one number stand in a row."""
SIZE = 7.2, 7.0
"""Inches of the figure."""
WRITTEN = 16
"""The values of so many heaps at most are written into their cells."""
LARGEST = 1000
"""The largest heap that is drawn."""
_VERDICTS = {Outcome.N: "win", Outcome.P: "loss", Outcome.D: "draw", Outcome.T: "tie"}


def heatmap(
    rules: Ruleset,
    size: int = 60,
    *,
    outcomes: bool = False,
    play: str = "normal",
    law: Law | None = None,
    progress: Progress | None = None,
) -> Picture:
    """Return a figure of the positions (a, b) with a, b <= ``size`` of a game on two numbers, of one on one all n.

    Args:
        rules: a game on one number or two, or a heap game, of which two heaps are taken.
        size: the largest heap that is drawn, up to 1000.
        outcomes: who wins, instead of the Grundy values with the losing positions marked.
        play: "normal" or "misere"; in misère play positions have outcomes only.
        law: what is known of the losing positions; where they are Beatty pairs, their two lines are drawn.
        progress: called with (rows done, rows).

    Raises:
        GrundyError: the positions are not one number or two, or would be too many.

    >>> import grundy as gr
    >>> figure = heatmap(gr.wythoff, 10, law=gr.wythoff.law())
    >>> figure.axes[0].get_xlabel(), figure.axes[0].get_title(loc="left")
    ('a', 'wythoff: Grundy values')
    """
    if not 0 < size <= LARGEST:
        raise GrundyError(
            "a heat map covers heaps up to a size from 1 to {most:,}, not {size:,}", most=LARGEST, size=size
        )
    table = square(rules, size, outcomes=outcomes, play=play, progress=progress)
    return drawn(table, named(rules, outcomes or has_outcomes_only(rules, play), play), law)


def drawn(table: list[list[Any]], name: str, law: Law | None = None) -> Picture:
    """Return the figure of a table of values or of outcomes, as `grundy.proving.conjectures.square` gives them."""
    alone = table[0] if len(table) == 1 else []
    rows = [alone[k : k + ROW] for k in range(0, len(alone), ROW)]
    if alone:  # twenty in a row, each row with the number it begins with
        table = [[row[k] if k < len(row) else None for row in rows] for k in range(min(ROW, len(alone)))]
    size = len(table) - 1
    with style():
        figure = picture(SIZE[0], 1.6 + 0.34 * len(rows) if alone else SIZE[1])
        axes = figure.add_subplot()
        of_outcomes = any(isinstance(entry, Outcome) for row in table for entry in row)
        keys = (_outcomes if of_outcomes else _values)(axes, table)
        title(axes, name, law)
        if alone:
            axes.set(xlabel="n", xticks=range(0, len(table), 2))
            axes.set_yticks(range(len(rows)), [f"{ROW * k} +" for k in range(len(rows))])
            axes.invert_yaxis()
        else:
            if law is not None and isinstance(law.form, Beatty):
                _lines(axes, law.form, size)
            axes.set(xlabel="a", ylabel="b", xlim=(-0.5, size + 0.5), ylim=(-0.5, size + 0.5))
            whole(axes.xaxis)
            whole(axes.yaxis)
        legend(figure, keys + axes.get_legend_handles_labels()[0])
    return figure


def named(rules: Ruleset, outcomes: bool, play: str) -> str:
    """Return what a table shows, in words."""
    what = _("who wins") if outcomes else _("scores") if rules.scoring else _("Grundy values")
    parameters = "".join(f" {name}={value}" for name, value in rules.params.items())
    return f"{rules.name}{parameters}: {what}" + (_(", misère play") if play == "misere" else "")


def _values(axes: Axes, table: list[list[Any]]) -> list[Patch]:
    """Paint the values, with a bar that tells the colours, and mark the zeros; return what the legend says."""
    cells = np.array([[np.nan if entry is None else entry for entry in row] for row in table], float).T
    axes.set_facecolor(GREY)
    image = axes.imshow(cells, origin="lower", cmap="viridis", interpolation="nearest")
    figure = axes.get_figure()
    assert figure is not None
    bar = figure.colorbar(image, ax=axes, shrink=0.82, pad=0.02)
    whole(bar.ax.yaxis)
    lost = [Rectangle((a - 0.5, b - 0.5), 1, 1) for b, a in np.argwhere(cells == 0).tolist()]
    axes.add_collection(PatchCollection(lost, facecolor=VERMILION, edgecolor="none"))
    if len(table) <= WRITTEN + 1:
        write_values(axes, cells)
    return [Patch(color=VERMILION, label=_("0: the player to move loses"))]


def _outcomes(axes: Axes, table: list[list[Any]]) -> list[Patch]:
    """Paint the outcomes, and return what the legend says."""
    words = {
        "win": _("the player to move wins"),
        "loss": _("the player to move loses"),
        "draw": _("draw"),
        "tie": _("tie"),
    }
    kinds = list(words)
    cells = np.array([[np.nan if e is None else kinds.index(_VERDICTS[e]) for e in row] for row in table], float).T
    shades = [COLOURS[kind] if kind != "win" else "#DCEFE8" for kind in kinds]
    axes.set_facecolor(GREY)
    axes.imshow(cells, origin="lower", cmap=ListedColormap(shades), vmin=-0.5, vmax=3.5, interpolation="nearest")
    there = np.unique(cells[~np.isnan(cells)]).astype(int)
    return [Patch(facecolor=shades[i], edgecolor=INK, linewidth=0.4, label=words[kinds[i]]) for i in there]


def _lines(axes: Axes, form: Beatty, size: int) -> None:
    """Draw the two lines beside which Beatty pairs lie: b = a β/α and a = b β/α."""
    alpha = (2 - form.t + sqrt(form.t**2 + 4)) / 2
    steep = 1 + form.t / alpha
    words = _("slopes {steep:.4f} and {flat:.4f}").format(steep=steep, flat=1 / steep)
    for x, y, label in ((size / steep, size, words), (size, size / steep, "")):
        axes.plot([0, x], [0, y], color="white", linewidth=2.2, alpha=0.8)
        axes.plot([0, x], [0, y], color=INK, linewidth=1, linestyle="--", label=label)
