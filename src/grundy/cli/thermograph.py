"""``grundy thermograph``: how hot an expression of games is, and its thermograph as a picture."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from grundy.cli import output
from grundy.cli.options import Json
from grundy.cli.value import Expression, read
from grundy.errors import GrundyError
from grundy.values.thermograph import Thermograph, thermograph

Picture = Annotated[str, typer.Option("--plot", metavar="FILE.svg", help="Draw the thermograph into a file.")]
Corner = tuple[Fraction, Fraction]


def run(words: Expression, plot: Picture = "", json: Json = False) -> int:
    """Print the mean, the temperature and the walls of the thermograph of an expression of games."""
    value = read(words)
    if plot:
        if not plot.lower().endswith(".svg"):
            raise GrundyError(f"a thermograph is drawn into a file .svg, not {plot!r}")
        output.check_writable(plot)
    graph = thermograph(value)
    if plot:
        with output.written(plot) as file:
            file.write(graph.svg().encode())
    if json:
        output.show_json({"value": str(value), **_data(graph)})
    else:
        rows = [("mean", str(graph.mean)), ("temperature", str(graph.temperature))]
        walls = [("Left's wall", graph.left_wall), ("Right's wall", graph.right_wall)]
        output.show_facts(str(value), [*rows, *((name, " ".join(map(_corner, wall))) for name, wall in walls)])
    return 0


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
