"""What a tablebase holds, drawn: how many positions are won, lost, tied and drawn, by how long play lasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grundy.common.messages import _
from grundy.faces.plots.figures import BLUE, GREEN, VERMILION, Picture, picture, style, whole

TIED, WON, LOST, DRAWN = 3, 1, 2, 0
_COLOURS = {WON: BLUE, LOST: VERMILION, TIED: GREEN}


def tablebase(counts: Sequence[dict[str, Any]], name: str = "") -> Picture:
    """Return a figure of the counts in the manifest of a tablebase: remoteness, or the score, across, positions
    up, in powers of ten.

    How many are drawn, which have no remoteness, is said in the title. O(counts).

    >>> counts = [{"result": 2, "remoteness": 0, "count": 1}, {"result": 1, "remoteness": 1, "count": 3}]
    >>> tablebase(counts, "nim(3)").axes[0].get_title()
    'nim(3): 4 positions'
    """
    labels = {WON: _("won"), LOST: _("lost"), TIED: _("tied")}
    total = sum(each["count"] for each in counts)
    drawn = sum(each["count"] for each in counts if each["result"] == DRAWN)
    across = "score" if "score" in counts[0] else "remoteness"
    with style():
        figure = picture(7.0, 4.0)
        axes = figure.add_subplot()
        for result, colour in _COLOURS.items():
            rows = [(each[across], each["count"]) for each in counts if each["result"] == result]
            if rows:
                moves, positions = np.array(rows, np.float64).T
                axes.plot(moves, positions, "o", color=colour, markersize=4, label=labels[result])
        axes.set_yscale("log")
        axes.set(xlabel=_("score") if across == "score" else _("remoteness"), ylabel=_("positions"))
        words = _("{name}: {total:,} positions, {drawn:,} of them drawn") if drawn else _("{name}: {total:,} positions")
        axes.set_title(words.format(name=name, total=total, drawn=drawn))
        whole(axes.xaxis)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(frameon=False)
    return figure
