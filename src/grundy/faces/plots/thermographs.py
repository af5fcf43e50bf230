"""Thermographs as figures: Left's wall, Right's wall and the mast, temperatures rising."""

from __future__ import annotations

from grundy.faces.drawing.thermographs import drawn
from grundy.faces.plots.figures import Picture, legend, picture, plain, style, title
from grundy.values.short import Value
from grundy.values.thermograph import Thermograph

SIZE = 5.2, 4.4
"""Inches of the figure."""
LONGEST = 60
"""Letters of a value that are written above it."""


def thermograph(value: Value | Thermograph, name: str = "") -> Picture:
    """Return a figure of the thermograph of a value; ``name`` is written above it, else the value itself.

    >>> import grundy as gr
    >>> [line.get_label() for line in thermograph(gr.Value("{2|-1}")).axes[0].lines]
    ['Left', 'Right', 'mast']
    """
    graph = value.thermograph() if isinstance(value, Value) else value
    if not name and isinstance(value, Value):
        name = str(value)
    with style():
        figure = picture(*SIZE)
        axes = drawn(graph, figure.add_subplot())
        title(axes, name if len(name) <= LONGEST else name[: LONGEST - 1] + "…")
        axes.annotate(
            f"({graph.mean}, {graph.temperature})",
            (float(graph.mean), float(graph.temperature)),
            (6, 2),
            textcoords="offset points",
        )
        plain(axes)
        legend(figure, columns=3)
    return figure
