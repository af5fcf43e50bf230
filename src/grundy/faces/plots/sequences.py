"""Plots of nim-sequences: value against heap, the rare values marked, the period shaded.

A short sequence is drawn point by point. A long one is counted in cells: so many heaps of a column have so large a value,
and each cell that is not empty becomes a small bar, the darker the more heaps it stands for. Nothing is left out, and the
file stays small, since the bars (not the words and axes) are kept as an image.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.plots.figures import BLUE, GREEN, INK, VERMILION, Picture, legend, picture, plain, style, title, whole
from grundy.values.patterns.downsampling import Cells, cells

SINGLE = 3000
"""Up to so many values are drawn each for itself."""
LAW_FROM = 1 << 16
"""A plot of more values looks for a law among all of them."""
SHADES = 6
"""Shades of a bar; few, so that the image is small."""
SIZE = 11.0, 5.2
"""Inches of the whole plot."""
COMMON, RARE, PERIOD = BLUE, VERMILION, GREEN


def sequence(values: Any, law: Any = None, name: str = "", rares: Any = None) -> Picture:
    """Return a figure of Grundy values against heaps.

    ``law`` (or None) gives the words below the ``name`` and the period that is shaded; ``rares``: the heaps of rare value.
    GrundyError if there are no values.
    """
    shown = np.asarray(values)
    if not len(shown):
        raise GrundyError("there are no values to draw")
    rare = np.zeros(len(shown), np.bool_)
    if rares is not None:
        marked = np.asarray(rares, np.int64)
        rare[marked[marked < len(shown)]] = True
    with style():
        figure = picture(*SIZE)
        axes = figure.add_subplot()
        _axes(axes, shown)
        title(axes, name, law)
        _shade(axes, law, len(shown))
        (_points if len(shown) <= SINGLE else _bars)(axes, shown, rare)
        legend(figure)
    return figure


def _axes(axes: Axes, values: NDArray[Any]) -> None:
    """Label the axes, and set what they show."""
    count, largest = len(values), int(values.max())
    axes.set_xlim(-0.01 * count - 0.5, 1.01 * count - 0.5)
    axes.set_ylim(-0.03 * largest - 0.3, 1.03 * largest + 0.3)
    axes.set_xlabel(_("heap n"))
    axes.set_ylabel(_("Grundy value g(n)"))
    whole(axes.xaxis)
    whole(axes.yaxis)
    plain(axes)


def _shade(axes: Axes, law: Any, count: int) -> None:
    """Shade the first period, and draw where the preperiod ends."""
    if law is None or not law.period or law.preperiod >= count:
        return
    start, stop = law.preperiod, law.preperiod + law.period
    if start:
        before = _("preperiod: n < {start:,}").format(start=start)
        axes.axvline(start - 0.5, color=INK, linewidth=1, linestyle="--", zorder=1.5, label=before)
    if law.proved:
        words = _("first period: n = {start:,} to {last:,}")
    else:
        words = _("first period: n = {start:,} to {last:,}, a conjecture")
    axes.axvspan(
        *(start - 0.5, stop - 0.5),
        facecolor=(PERIOD, 0.18),
        edgecolor=(PERIOD, 0.5),
        linewidth=0.8,
        zorder=0.5,
        label=words.format(start=start, last=stop - 1),
    )


def _points(axes: Axes, values: NDArray[Any], rare: NDArray[np.bool_]) -> None:
    """Draw each value for itself."""
    size = float(np.clip(60 / np.sqrt(len(values)), 2.2, 6))
    heaps = np.arange(len(values))
    name = _("common values") if rare.any() else _("values")
    for chosen, marker, colour, label in ((~rare, "o", COMMON, name), (rare, "D", RARE, _("rare values"))):
        if chosen.any():
            axes.plot(
                *(heaps[chosen], values[chosen]),
                linestyle="none",
                marker=marker,
                markersize=size if marker == "o" else max(size, 3.2),
                markeredgewidth=0,
                color=colour,
                label=label,
            )


def _bars(axes: Axes, values: NDArray[Any], rare: NDArray[np.bool_]) -> None:
    """Draw the cells as small bars, the darker the more heaps they hold; rare values in another colour."""
    name = _("common values") if rare.any() else _("values")
    for chosen, colour, label in ((~rare, COMMON, name), (rare, RARE, _("rare values"))):
        if chosen.any():
            found = cells(values, chosen)
            if found.width > 1 and colour == COMMON:
                label = _("{what}; the darker, the more of {width:,} neighbouring heaps").format(
                    what=label, width=found.width
                )
            _draw_cells(axes, found, len(values), int(values.max()), colour)
            axes.plot([], [], linestyle="none", marker="s", color=colour, label=label)


def _draw_cells(axes: Axes, found: Cells, count: int, largest: int, colour: str) -> None:
    """Draw cells as an image of bars, each as wide as its column, and none too thin to be seen."""
    deep = np.array(to_rgb(colour))
    shades = LinearSegmentedColormap.from_list("", [0.5 + deep / 2, deep, deep * 0.45])
    points = 72 * SIZE[0] * 0.9, 72 * SIZE[1] * 0.75  # about the size of what the axes enclose
    half = np.clip(found.height * points[1] / (largest + 1) * 0.36, 0.7, 3.5) / points[1] * (largest + 1)
    lines = np.empty((len(found.heaps), 2, 2))
    lines[:, :, 0] = found.heaps[:, None]
    lines[:, :, 1] = found.values[:, None] + np.array([-half, half])
    share = np.ceil(SHADES * np.log1p(found.counts) / np.log1p(found.width * found.height)) / SHADES
    axes.add_collection(
        LineCollection(
            list(lines),
            colors=shades(share),
            linewidths=max(1.0, points[0] * found.width / count),
            capstyle="butt",
            rasterized=True,
            antialiased=False,
            zorder=2,
        ),
        autolim=False,
    )
