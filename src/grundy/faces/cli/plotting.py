"""Figures that commands write: ``--plot FILE``."""

from __future__ import annotations

import os
from contextlib import chdir, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

from grundy.common.extras import extra
from grundy.common.messages import _
from grundy.faces.cli import output

PROVER = 2
"""Seconds for a theorem from which the law in a title follows."""


def check(path: str) -> None:
    """Raise GrundyError, before the work is done, if no figure could be written there."""
    # where matplotlib is imported it reads a file of that name, and older versions run what stands in it
    by_chance = os.path.lexists("matplotlibrc")
    with chdir(Path(__file__).parent) if by_chance else nullcontext():
        extra("matplotlib", "plot")
        plots = import_module("grundy.faces.plots")
    plots.check(path)
    output.check_writable(path)


def write(figure: Any, path: str) -> None:
    """Write a figure into a file that stands there whole or not at all."""
    with output.written(path) as file:
        import_module("grundy.faces.plots.figures").write(figure, file, Path(path).suffix.lower()[1:])


def told(name: str, last: int, path: str) -> str:
    """Return what was drawn, up to which number, and where."""
    return _("{name} to {count:,} is drawn in {plot}").format(name=name, count=last, plot=path)
