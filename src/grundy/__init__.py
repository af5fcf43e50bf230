"""grundy: combinatorial games solved from their rules.

Write the moves of a game as a plain Python function; grundy says who wins, with which move, what the position is worth,
and why. Every game of the catalogue is an attribute of this module (``grundy.nim``, ``grundy.wythoff``, …).

>>> import grundy as gr
>>> print(gr.nim(2, 3).solve())
first player wins: Grundy value 1, heap 2: 3 → 2, by Bouton's theorem
"""

import sys

if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)].removeprefix("-m").partition(".")[0] == "grundy":
    sys.path[
        : not sys.flags.safe_path
    ] = []  # of ``python -m grundy``: no file of the current folder stands for a library

from functools import cache
from importlib import import_module, machinery
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from grundy.common import seam
from grundy.common.errors import GrundyError, Notice, UnknownGame

if TYPE_CHECKING:
    from grundy.faces.export.html_file import export_html
    from grundy.faces.reports import Report, report
    from grundy.faces.reviews import review
    from grundy.faces.worksheet.sheet import Worksheet
    from grundy.rules.coins import coin_game, tartan
    from grundy.rules.declaring import game, partisan_game, scoring_game
    from grundy.rules.digraph import chase, digraph
    from grundy.rules.grids import Grid
    from grundy.rules.heaps import HeapCode, code, heap_code, heap_game, octal
    from grundy.rules.partisan import dicotic, impartial
    from grundy.rules.position import Position
    from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
    from grundy.rules.session import forget
    from grundy.rules.solution import Move, Solution
    from grundy.rules.sums import conjunctive, disjunctive, selective
    from grundy.rules.variants import join, product
    from grundy.solving.order import equal, equivalent
    from grundy.solving.tablebases.reading import tablebase
    from grundy.values.form import Form, form
    from grundy.values.nimber import Nimber
    from grundy.values.outcome import LOSS, TIE, WIN, Outcome
    from grundy.values.short import Value

    __version__: str

__all__ = ["LEFT", "LOSS", "RIGHT", "TIE", "WIN"]
__all__ += ["Form", "Grid", "GrundyError", "HeapCode", "Move", "Nimber", "Notice"]
__all__ += ["Outcome", "Position", "Report", "Ruleset", "Solution", "Value", "Worksheet"]
__all__ += ["chase", "code", "coin_game", "conjunctive", "dicotic", "digraph", "disjunctive", "equal", "equivalent"]
__all__ += ["export_html", "forget", "form", "game", "heap_code", "heap_game", "impartial", "join", "octal"]
__all__ += ["partisan_game", "product", "report", "review", "scoring_game", "selective", "tablebase", "tartan"]

# Loaded when first used, so that an answer from the shell loads only what it needs: the same names as above.
_LATE = {
    "grundy.rules.heaps": "HeapCode code heap_code octal heap_game",
    "grundy.rules.coins": "coin_game tartan",
    "grundy.rules.digraph": "chase digraph",
    "grundy.rules.declaring": "game partisan_game scoring_game",
    "grundy.rules.grids": "Grid",
    "grundy.rules.partisan": "dicotic impartial",
    "grundy.rules.position": "Position",
    "grundy.rules.ruleset": "LEFT RIGHT Ruleset",
    "grundy.rules.session": "forget",
    "grundy.rules.solution": "Move Solution",
    "grundy.rules.sums": "conjunctive disjunctive selective",
    "grundy.rules.variants": "join product",
    "grundy.solving.order": "equal equivalent",
    "grundy.solving.tablebases.reading": "tablebase",
    "grundy.values.form": "Form form",
    "grundy.values.nimber": "Nimber",
    "grundy.values.outcome": "LOSS TIE WIN Outcome",
    "grundy.values.short": "Value",
    "grundy.faces.export.html_file": "export_html",
    "grundy.faces.reports": "Report report",
    "grundy.faces.reviews": "review",
    "grundy.faces.worksheet.sheet": "Worksheet",
}
_DOORS = {
    "drawing": "grundy.faces.drawing",
    "errors": "grundy.common.errors",
    "games": "grundy.games",
    "indexing": "grundy.rules.indexing",
    "notebook": "grundy.faces.notebook",
    "plots": "grundy.faces.plots",
}
"""Modules with names that a user asks for."""
_HOME = {name: module for module, names in _LATE.items() for name in names.split()}


seam.install(
    engine="grundy.solving.engine",
    known="grundy.proving.known",
    many_positions="grundy.proving.many_positions",
    pictures="grundy.faces.drawing.rich_display",
    position_certificates="grundy.proving.position_certificates",
    value_pictures="grundy.faces.drawing.thermographs",
)


@cache
def _moved() -> dict[str, str]:
    """Return where modules went that others hold now: no import of the old name breaks for that, and no pickle."""
    rows = (line.split(": ") for line in (Path(__file__).parent / "common" / "moved.txt").read_text().splitlines())
    return {f"grundy.{old}": f"grundy.{new}" for new, names in rows for old in names.split()}


class _Moved:
    """Finds modules by their old names."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> machinery.ModuleSpec | None:
        """Return that a module is known which no file has."""
        return machinery.ModuleSpec(name, cast(Any, self)) if name in _moved() else None

    def create_module(self, spec: machinery.ModuleSpec) -> ModuleType:
        """Return the module that holds what is wanted."""
        found = import_module(_moved()[spec.name])
        self.spec = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module what it was."""
        module.__spec__ = self.spec


sys.meta_path.append(_Moved())


def load_ipython_extension(shell: Any) -> None:
    """Give a notebook the magic ``%%grundy``, by ``%load_ext grundy``: its cell holds rules, which are read and not run."""
    from grundy.faces.notebook.play import register

    register(shell)


def __getattr__(name: str) -> Any:
    """Return a game of the catalogue, the version, or a part that is loaded when it is first used."""
    if name in _HOME:
        return globals().setdefault(name, getattr(import_module(_HOME[name]), name))
    if name in _DOORS:
        return globals().setdefault(name, import_module(_DOORS[name]))
    if name == "__version__":
        return import_module("importlib.metadata").version("grundy")
    if name.startswith("_") or machinery.PathFinder.find_spec(f"grundy.{name}", __path__) is not None:
        raise AttributeError(name)  # of a module too: `from grundy import errors` asks here, and then imports it
    from grundy.games import filed

    try:
        return globals().setdefault(name, filed(name))
    except UnknownGame as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    from grundy.games import names

    return sorted({*__all__, *(name.replace("-", "_") for name in names())})
