"""The arrows of the house: no file needs itself, by way of others, where imports in functions are counted too."""

from __future__ import annotations

import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest


def arrows(package: str) -> dict[str, set[str]]:
    """Return what each module imports, at its top or in a function; imports for the type checker alone are none."""
    graph = grimp.build_graph(package, exclude_type_checking_imports=True, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_cycle_of_files() -> None:
    found = arrows("grundy")
    assert len(found) > 300 and "grundy.lang.read.functions" in found["grundy.lang.read"]
    TopologicalSorter(found).prepare()  # CycleError names the files of a cycle


def test_no_cycle_of_folders() -> None:
    folders: dict[str, set[str]] = {}
    for module, needed in arrows("grundy").items():
        folder = _folder(module)
        folders.setdefault(folder, set()).update(_folder(each) for each in needed if _folder(each) != folder)
    assert "grundy.solvers" in folders["grundy.proofs"]
    TopologicalSorter(folders).prepare()


def _folder(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_a_cycle_through_a_function_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house/__init__.py").touch()
    (tmp_path / "house/below.py").write_text("def ask():\n    from house import above\n\n    return above\n")
    (tmp_path / "house/above.py").write_text("import house.below\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CycleError):
        TopologicalSorter(arrows("house")).prepare()
    sys.modules.pop("house", None)
