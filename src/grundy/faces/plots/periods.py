"""Period diagrams: a nim-sequence folded at its period, so that equal heaps stand below each other."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.patches import Patch, Rectangle
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.plots.figures import GREY, VERMILION, Picture, legend, picture, style, title, whole, write_values
from grundy.values.patterns.law import Law

LONGEST = 600
"""Longer periods, and more rows, are not drawn."""
WRITTEN = 40
"""Values are written into the cells of so many columns or rows."""


def period(law: Law, name: str = "") -> Picture:
    """Return a figure of a nim-sequence folded at its period: n mod p across, n // p down.

    The rows go on until the period has stood twice after the preperiod. The values that are not those of the period are
    framed. Of an arithmetic period, what is drawn is g(n) less the saltus for each row.

    GrundyError for a law without a period, and for a period or a preperiod too long to be drawn.

    >>> import grundy as gr
    >>> period(gr.octal("0.77").law()).axes[0].get_ylabel()
    'n div 12'
    """
    if not law.period:
        raise GrundyError("only a law with a period can be folded, not: {law}", law=law)
    cells, odd = folded(law)
    rows, columns = cells.shape
    with style():
        cell = min(0.34, 12 / max(columns, 12), 14 / max(rows, 6))
        figure = picture(max(4.5, columns * cell + 1.6), max(2.6, rows * cell + 1.8))
        axes = figure.add_subplot()
        axes.set_facecolor(GREY)
        axes.imshow(cells, cmap="viridis", interpolation="nearest", aspect="equal" if columns <= WRITTEN else "auto")
        _frames(axes, odd)
        if max(rows, columns) <= WRITTEN:
            write_values(axes, cells)
        title(axes, name, law)
        axes.set(xlabel=f"n mod {law.period}", ylabel=f"n div {law.period}")
        whole(axes.xaxis)
        whole(axes.yaxis)
        if odd.any():
            words = _("off the period: {count:,} heaps, the last one n = {last:,}").format(
                count=int(odd.sum()), last=int(np.flatnonzero(odd)[-1])
            )
            frame = Patch(facecolor="none", edgecolor=VERMILION, linewidth=1.5, label=words)
            legend(figure, [frame])
    return figure


def folded(law: Law) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the values in rows of a period each, less the saltus for each row, and where they are not the period's.

    >>> cells, odd = folded(Law("periodic", 2, 1, 0, True, 9, head=[5, 1, 2]))
    >>> cells.tolist(), odd.tolist()
    ([[5, 1], [2, 1], [2, 1]], [[True, False], [False, False], [False, False]])
    """
    rows = -(-law.preperiod // law.period) + 2
    if max(rows, law.period) > LONGEST:
        raise GrundyError(
            "a period of {period:,} in {rows:,} rows is too long to draw; the limit is {most}",
            period=law.period,
            rows=rows,
            most=LONGEST,
        )
    values = np.array([law.value(n) for n in range(rows * law.period)]).reshape(rows, law.period)
    cells = values - law.saltus * np.arange(rows)[:, None]
    return cells, cells != cells[-1]


def _frames(axes: Axes, odd: NDArray[np.bool_]) -> None:
    """Frame the values that are not those of the period."""
    frames = [Rectangle((column - 0.44, row - 0.44), 0.88, 0.88) for row, column in np.argwhere(odd).tolist()]
    axes.add_collection(PatchCollection(frames, facecolor="none", edgecolor=VERMILION, linewidth=1.3))
