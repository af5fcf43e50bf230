"""``grundy thermograph``: how hot an expression of games is, and its thermograph as a picture."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

import typer

from grundy.cli import arguments, completing, output
from grundy.cli.options import Json
from grundy.cli.value import read
from grundy.errors import GrundyError
from grundy.language import _
from grundy.values.short import Value
from grundy.values.thermograph import Thermograph, thermograph

Picture = Annotated[str, typer.Option("--plot", metavar="FILE.svg", help="Draw the thermograph into a file.")]
Subject = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="EXPR|GAME ARGS",
        help="Games as Winning Ways writes them, '{4|1||0}', or a position: domineering 2 3.",
        show_default=False,
        autocompletion=completing.game,
    ),
]
_NAME = re.compile(r"[A-Za-z_][\w-]*|.*\.py:\w+")
"""What names a game, and is no expression."""
Corner = tuple[Fraction, Fraction]


def run(words: Subject, plot: Picture = "", json: Json = False) -> int:
    """Print the mean, the temperature and the walls of the thermograph of an expression or of a position."""
    value = _value(words)
    if plot:
        if not plot.lower().endswith(".svg"):
            raise GrundyError(_("a thermograph is drawn into a file .svg, not {plot!r}").format(plot=plot))
        output.check_writable(plot)
    graph = thermograph(value)
    if plot:
        with output.written(plot) as file:
            file.write(graph.svg().encode())
    if json:
        output.show_json({"value": str(value), **_data(graph)})
    else:
        rows = [(_("mean"), str(graph.mean)), (_("temperature"), str(graph.temperature))]
        walls = [(_("Left's wall"), graph.left_wall), (_("Right's wall"), graph.right_wall)]
        output.show_facts(str(value), [*rows, *((name, " ".join(map(_corner, wall))) for name, wall in walls)])
    return 0


def _value(words: list[str]) -> Value:
    """Return the value of a position where the first word names a game, else of an expression."""
    if words and _NAME.fullmatch(words[0]) and words[0] not in ("v", "Tiny", "Miny"):
        return arguments.position(words).value()
    return read(words)


def _corner(corner: Corner) -> str:
    return f"({corner[0]}, {corner[1]})"


def _data(graph: Thermograph) -> dict[str, object]:
    def wall(corners: tuple[Corner, ...]) -> list[list[str]]:
        return [[str(value), str(t)] for value, t in corners]

    return {
        "mean": str(graph.mean),
        "temperature": str(graph.temperature),
        "left_wall": wall(graph.left_wall),
        "right_wall": wall(graph.right_wall),
    }
