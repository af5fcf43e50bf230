"""Heat maps of games on two heaps: the Grundy values, or the outcomes, of all positions (a, b) up to a size."""

from __future__ import annotations

from grundy.errors import GrundyError
from grundy.language import _
from grundy.patterns.beatty import Beatty
from grundy.patterns.law import Law
from grundy.plots.figures import Picture, picture, style, title
from grundy.rules.ruleset import Ruleset
from grundy.truths import pairs

SIZE = 6.4, 6.4
"""Inches of the figure without the bar of colours."""
WRITTEN = 24
"""The values of so many heaps at most are written into their cells."""
LARGEST = 2000
"""The largest heap that is drawn."""
NOWHERE = -1
"""Stands where there is no position."""


def heatmap(
    rules: Ruleset, size: int = 60, *, show: str = "values", play: str = "normal", law: Law | None = None
) -> Picture:
    """Return a figure of the positions (a, b) with a, b <= ``size`` of a game whose states are two numbers.

    Args:
        rules: a game of two numbers, or a heap game, of which two heaps are taken.
        size: the largest heap drawn, up to 2000.
        show: "values" (Grundy values; the losing positions are marked) or "outcomes" (losing and winning positions).
        play: "normal" or "misere"; misère play has outcomes only.
        law: what is known of the losing pairs; their two lines are drawn.

    Raises:
        GrundyError: the positions are not two numbers, have no Grundy values, or are too many.

    >>> import grundy as gr
    >>> figure = heatmap(gr.wythoff, 10)
    >>> figure.axes[0].get_xlabel(), figure.axes[0].get_title(loc="left")
    ('a', 'wythoff: Grundy values')
    """
    if not 0 < size <= LARGEST:
        raise GrundyError(_("a heat map shows heaps up to 1 … {most:,}, not {size:,}").format(most=LARGEST, size=size))
    table = pairs(rules, size, show, play)
    with style():
        figure = picture(*SIZE)
        axes = figure.add_subplot()
        (_values if show == "values" else _outcomes)(figure, axes, table)
        what = _("Grundy values") if show == "values" else _("who wins")
        title(axes, f"{rules.name}: {what}" + (", misère" if play == "misere" else ""), law)
        if law is not None and isinstance(law.form, Beatty):
            _lines(axes, law.form, size)
        _frame(axes, rules)
        if axes.get_legend_handles_labels()[0] or figure.legends:
            figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return figure
