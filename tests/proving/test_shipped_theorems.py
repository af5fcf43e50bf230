"""Theorems of the catalogue that come with the package: as proved here, checked in the run, never believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cases import nontrivial
from damaged_files import damages
from grundy import check
from grundy.common.digest import sealed
from grundy.common.messages import use
from grundy.faces import ahead
from grundy.games import load
from grundy.kernels import objects
from grundy.proving import known, shipped_theorems
from grundy.proving.theorem import Theorem, prove
from grundy.rules.ruleset import Ruleset
from loading import HEAVY, PROGRAM, loaded

NAMES = ("wythoff", "bash", "lasker")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of some theorems."""
    place = tmp_path_factory.mktemp("theorems")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ahead, "load_all", lambda: [*map(load, (*NAMES, "nim", "turning-turtles"))])
        assert ahead.theorems(place) >= len(NAMES)
    return (place / shipped_theorems.FILE).read_bytes()


@pytest.fixture
def place(built: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with it, from which theorems are taken."""
    monkeypatch.setattr(shipped_theorems, "SHIPPED", tmp_path)
    (tmp_path / shipped_theorems.FILE).write_bytes(built)
    return tmp_path


def asked(rules: Ruleset, **other: Any) -> shipped_theorems.Told | None:
    return shipped_theorems.theorem(rules, **{**shipped_theorems.USUAL, **other})


def edited(place: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Change the entry of Wythoff's game, and seal it again, with its certificate."""
    file = place / shipped_theorems.FILE
    held = json.loads(file.read_bytes())
    name = shipped_theorems._name(load("wythoff"))
    entry = held["theorems"][name]
    edit(entry)
    held["theorems"][name] = sealed({**entry, "certificate": sealed(entry["certificate"])})
    file.write_text(json.dumps(held))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_says_what_is_proved(place: Path, name: str, language: str) -> None:
    made = prove(load(name))
    assert isinstance(made, Theorem)
    with use(language):
        told = asked(load(name))
        assert told is not None and told.proved
        assert told.certificate() == made.certificate()
        own, new = told.to_dict(), json.loads(json.dumps(made.to_dict()))
        assert own.pop("comparison")["positions"] and new.pop("comparison")["positions"]  # as many as there is time for
        assert own == new
        assert told.explain().startswith(made.explain().rpartition("\n")[0])


def test_it_is_checked_each_time(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(shipped_theorems, "check", lambda *a, **k: seen.append(a[0]) or check.check(*a, **k))
    assert asked(load("wythoff")) is not None and asked(load("wythoff")) is not None
    assert [each["game"] for each in seen] == ["wythoff", "wythoff"]


def test_other_questions_and_rules_have_none(place: Path) -> None:
    assert asked(load("bash")) is not None
    assert asked(load("bash").bind(m=4)) is None and asked(load("nim")) is None and asked(load("domineering")) is None
    for other in ({"play": "misere"}, {"heaps": 2}, {"values": True}, {"blocked": 1}, {"systems": ("msd_2",)}):
        assert asked(load("wythoff"), **other) is None


def _false(entry: dict[str, Any]) -> None:
    entry["certificate"]["automata"][0]["accepting"] = [0, 3]


def _of_another_game(entry: dict[str, Any]) -> None:
    entry["certificate"] = prove(load("bash")).certificate()


def _by_its_name(entry: dict[str, Any]) -> None:
    entry["certificate"] = {**prove(load("bash")).certificate(), "game": "wythoff"}


def _malformed(entry: dict[str, Any]) -> None:
    entry["certificate"]["ranking"] = [[7]]


@pytest.mark.parametrize("edit", [_false, _of_another_game, _by_its_name, _malformed])
def test_what_is_false_or_foreign_is_not_told(place: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    edited(place, lambda _entry: None)
    assert asked(load("wythoff")) is not None
    edited(place, edit)
    assert asked(load("wythoff")) is None


def test_what_is_damaged_or_of_other_texts_is_not_told(place: Path, built: bytes) -> None:
    file, name, whole = place / shipped_theorems.FILE, shipped_theorems._name(load("wythoff")), json.loads(built)
    for bad in damages(built, 40):
        file.write_bytes(bad)
        found = shipped_theorems._kept(load("wythoff"), place)
        assert found is None or found == whole["theorems"][name]
        nontrivial(found is None)
    for wrong in (b"", b"[]", b"{}", json.dumps({**whole, "texts": "0" * 64}).encode()):
        file.write_bytes(wrong)
        assert asked(load("wythoff")) is None
    file.unlink()
    assert asked(load("wythoff")) is None


def test_what_was_built_here_is_as_it_is_proved() -> None:
    if shipped_theorems._kept(load("wythoff"), objects.SHIPPED) is None:
        pytest.skip("it was not built here, or of other texts")
    assert asked(load("wythoff")) is not None


def test_every_door_says_the_same(place: Path) -> None:
    """What is asked anew is the same theorem; of Nim a period is told, for which few values suffice, so none came along."""
    made = known.theorem(load("wythoff"))
    assert isinstance(made, Theorem) and made.statement() in asked(load("wythoff")).explain()
    assert asked(load("nim")) is None
    assert known.theorem(load("nim")).statement() == "g(n) = n for every n >= 0"


def test_no_numpy_is_loaded_for_it(place: Path) -> None:
    told = (
        "from pathlib import Path; from grundy.proving import shipped_theorems as s; s.SHIPPED = Path(sys.argv.pop()); "
    )
    program = PROGRAM.replace("main(sys", f"{told}main(sys", 1)
    modules = loaded(f"prove wythoff {place}", program=program)
    assert "grundy.check.laws" in modules
    assert not {*HEAVY, "grundy.proving.theorem", "grundy.kernels"} & modules
