"""The gate looks at every game each day, and finds what is false in a copy of the catalogue."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gate
from falsehoods import FALSEHOODS, source
from grundy import games

OF_GAMES = {name: check for name, check in gate.CHECKS.items() if not name.startswith("theorems")}
"""The theorems are asked one by one in test_theorems.py."""


@pytest.mark.some(28)
@pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
@pytest.mark.parametrize("check", OF_GAMES)
@pytest.mark.parametrize("name", games.names())
def test_what_a_game_says_is_so(name: str, check: str) -> None:
    OF_GAMES[check](games.load(name))


# ---- a catalogue with falsehoods


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the catalogue's folder, in whose place it stands, with a file for each falsehood."""
    folder = tmp_path_factory.mktemp("catalogue") / "games"
    shutil.copytree(Path(games.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FALSEHOODS:
        (folder / f"{name}.py").write_text(source(name), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "_HERE", folder)
        patch.setattr(games, "__path__", [str(folder)])
        yield folder
    for name in FALSEHOODS:
        sys.modules.pop(f"grundy.games.{name}", None)
        vars(games).pop(name, None)


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
@pytest.mark.parametrize("name", FALSEHOODS)
def test_a_falsehood_in_the_catalogue_is_found(name: str, catalogue: Path) -> None:
    """By the checks that the table of `falsehoods` names, and by no other; what they say is of the game's positions."""
    assert name.replace("_", "-") in games.names()
    found = gate.complaints(games.load(name))
    assert set(found) == FALSEHOODS[name][1], found
    assert all(found.values()), found


def test_there_are_falsehoods_of_every_kind() -> None:
    assert set().union(*(checks for _file, checks in FALSEHOODS.values())) == set(gate.CHECKS)
    assert len(FALSEHOODS) > 20


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("name", "false", "true"),
    [
        ("one_heap_far_out", " if n != 613 else 3", ""),
        ("one_pair_far_out", " != ((a, b) == (613, 7))", ""),
        ("misere_play_with_four_heaps", " or sorted(heaps) == [1, 1, 1, 1]", ""),
        ("a_score", " + (n == 613)", ""),
        ("where_a_period_begins", "from 72 on", "from 71 on"),
        ("a_tier", "else 9", "else 0"),
    ],
)
def test_what_is_true_instead_is_let_through(name: str, false: str, true: str, catalogue: Path) -> None:
    """The gate's complaint is of the falsehood, and not of the rest of the file."""
    file, honest = source(name), f"true_{name}"
    assert file.count(false) == 1
    for before, after in ((false, true), (f"def {name}", f"def {honest}"), (f"@{name}", f"@{honest}")):
        file = file.replace(before, after)
    (catalogue / f"{honest}.py").write_text(file, encoding="utf-8")
    try:
        assert gate.complaints(games.load(honest)) == {}
    finally:
        sys.modules.pop(f"grundy.games.{honest}", None)
        vars(games).pop(honest, None)
