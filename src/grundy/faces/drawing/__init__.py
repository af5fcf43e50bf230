"""Pictures of positions: as SVG with the moves marked, and as lines of text. No game is known here: scenes are drawn."""

from grundy.faces.drawing.move_marks import COLOURS, SIGNS, Mark, region
from grundy.faces.drawing.svg import svg, token
from grundy.faces.drawing.terminal import text
from grundy.rules.position import Position
from grundy.rules.scenes import Scene

__all__ = ["COLOURS", "SIGNS", "Mark", "region", "scene", "svg", "text", "token"]


def scene(position: Position) -> Scene:
    """Return what a position looks like, as data.

    >>> import grundy as gr
    >>> scene(gr.nim(1, 2)).sizes
    (1, 2)
    """
    return position.ruleset.scene(position.state)
