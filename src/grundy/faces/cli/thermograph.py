"""``grundy thermograph``: how hot an expression of games is, and its thermograph as a picture."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from typing import Annotated

from grundy.common.messages import _
from grundy.faces.cli import arguments, output, plotting
from grundy.faces.cli.options import Plot, argument, completed
from grundy.faces.cli.output import Answer
from grundy.faces.cli.value import read
from grundy.rules.explanations import brief
from grundy.values.short import Value
from grundy.values.thermograph import Thermograph, thermograph

Subject = Annotated[
    list[str],
    argument(
        "EXPR | GAME [ARGS]...",
        "A game written as in Winning Ways, '{4|1||0}', or a position: domineering 2 3.",
        completed,
        free=True,
    ),
]
_NAME = re.compile(r"[A-Za-z_][\w-]*|.*\.py:\w+")
"""What names a game, and is no expression."""
Corner = tuple[Fraction, Fraction]


def run(words: Subject, plot: Plot = "") -> Answer:
    """Print the mean, the temperature and the thermograph's walls of an expression or a position."""
    value = _value(words)
    if plot:
        (output.check_writable if _own(plot) else plotting.check)(plot)
    graph = thermograph(value)
    if plot:
        _draw(graph, brief(value), plot)
    rows = [(_("mean"), str(graph.mean)), (_("temperature"), str(graph.temperature))]
    for name, wall in ((_("Left's wall"), graph.left_wall), (_("Right's wall"), graph.right_wall)):
        rows.append((name, " ".join(f"({value}, {t})" for value, t in wall)))
    said = brief(value, 1 << 20)  # whole, unless it cannot be written
    return Answer({"value": said, **_data(graph)}, lambda: output.show_facts(said, rows))


def _own(path: str) -> bool:
    """Whether it is drawn by grundy itself, without matplotlib."""
    return path.lower().endswith(".svg")


def _draw(graph: Thermograph, name: str, path: str) -> None:
    """Draw a thermograph into a file."""
    if _own(path):
        with output.written(path) as file:
            file.write(graph.svg().encode())
    else:
        plotting.write(import_module("grundy.faces.plots").thermograph(graph, name), path)


def _value(words: list[str]) -> Value:
    """Return the value of a position where the first word names a game, else of an expression."""
    if words and _NAME.fullmatch(words[0]) and words[0] not in ("v", "Tiny", "Miny"):
        return arguments.position(words, soon=True).value()
    return read(words)


def _data(graph: Thermograph) -> dict[str, object]:
    def wall(corners: tuple[Corner, ...]) -> list[list[str]]:
        return [[str(value), str(t)] for value, t in corners]

    return {
        "mean": str(graph.mean),
        "temperature": str(graph.temperature),
        "left_wall": wall(graph.left_wall),
        "right_wall": wall(graph.right_wall),
    }
