"""The arrows of the house: which file needs which, also by an import in a function or by a module's name in a text."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from grundy.common import seam

SOURCE = Path(__file__).parents[1] / "src"
CIRCLE, NAMES, WINGS = 12, 6, 12
"""So many files may need each other, so many names the seam may have, and so many entries the house."""


@cache
def arrows(package: str, source: Path = SOURCE) -> dict[str, set[str]]:
    """Return what each module needs: by an import at its top or in a function, or by a text that names a module.

    Imports for the type checker alone are none. What the package itself loads late, by the names of its public parts, is
    asked by its users and not by its own files.
    """
    graph = grimp.build_graph(package, exclude_type_checking_imports=True, cache_dir=None)
    found = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    for module in found.keys() - {package}:
        path = source / module.replace(".", "/")
        file = path.with_suffix(".py")
        text = (file if file.exists() else path / "__init__.py").read_text(encoding="utf-8")
        found[module] |= {each for each in named(text) if each in found and each != module}
    return found


def named(text: str) -> set[str]:
    """Return the dotted names that stand in texts of a module, docstrings and other words between backticks aside.

    >>> sorted(named('"See `house.no`."; way = "house.above:ask"; load("house.other")'))
    ['house.above', 'house.other']
    """
    texts = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    whole = (re.fullmatch(r"([a-z]\w*(?:\.\w+)+)(?::\w+)?", each) for each in texts if isinstance(each, str))
    return {each[1] for each in whole if each}


def circles(found: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules of which each needs every other, the largest first."""
    reached = {module: _reached(module, found) for module in found}
    all_of_them = {frozenset(each for each in reached[module] if module in reached[each]) for module in found}
    return sorted((set(each) for each in all_of_them if len(each) > 1), key=len, reverse=True)


def _reached(module: str, found: dict[str, set[str]]) -> set[str]:
    reached, left = set[str](), [module]
    while left:
        more = found.get(left.pop(), set()) - reached
        reached |= more
        left += more
    return reached


def test_circles_of_files_are_small() -> None:
    found = arrows("grundy")
    assert len(found) > 300 and "grundy.language.read.functions" in found["grundy.language.read"]
    assert "grundy.solving.outcomes" in found["grundy.solving.engine"]  # in a function
    largest = circles(found)[0]
    assert len(largest) <= CIRCLE, sorted(largest)


def test_no_cycle_of_wings() -> None:
    wings: dict[str, set[str]] = {}
    found = {module: needed for module, needed in arrows("grundy").items() if module != "grundy"}  # but the door
    for module, needed in found.items():
        wings.setdefault(_wing(module), set()).update({_wing(each) for each in needed} - {_wing(module), "grundy"})
    assert "grundy.solving" in wings["grundy.proving"]
    TopologicalSorter(wings).prepare()  # CycleError names the wings of a cycle


def _wing(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_the_house_is_seen_at_a_glance() -> None:
    entries = {path.name for path in (SOURCE / "grundy").iterdir()} - {
        "__pycache__",
        "__init__.py",
        "__main__.py",
        "py.typed",
    }
    assert len(entries) <= WINGS, sorted(entries)


def test_one_seam_of_few_names_installed_once() -> None:
    assert len(set(seam.__all__) - {"install"}) <= NAMES
    installing = [path for path in SOURCE.rglob("*.py") if "seam.install(" in path.read_text(encoding="utf-8")]
    assert installing == [SOURCE / "grundy" / "__init__.py"]


@pytest.mark.parametrize(
    "asking", ["from house import above", "import_module('house.above')", "way = 'house.above:ask'"]
)
def test_an_arrow_that_hides_is_found(asking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house/__init__.py").touch()
    (tmp_path / "house/below.py").write_text(f"def ask():\n    {asking}\n")
    (tmp_path / "house/above.py").write_text("import house.below\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = arrows("house", tmp_path)
    assert circles(found) == [{"house.above", "house.below"}]
    with pytest.raises(CycleError):
        TopologicalSorter(found).prepare()
    sys.modules.pop("house", None)


def test_modules_are_found_by_the_names_they_had() -> None:
    for row in (SOURCE / "grundy" / "common" / "moved.txt").read_text(encoding="utf-8").splitlines():
        home, _, names = row.partition(": ")
        for name in names.split():
            assert import_module(f"grundy.{name}") is import_module(f"grundy.{home}"), name
            assert not (SOURCE / "grundy" / name.replace(".", "/")).with_suffix(".py").exists()
    with pytest.raises(ModuleNotFoundError):
        import_module("grundy.rules.no_such_module")
