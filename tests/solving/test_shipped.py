"""What comes with the package compiled: one library of kernels, and the catalogue's rules, of which nothing is read."""

from __future__ import annotations

import ctypes
import json
import random
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from damaged_files import damages
from grundy.common import package
from grundy.common.package import texts
from grundy.common.processes import environment
from grundy.faces import ahead
from grundy.games import find, load
from grundy.kernels import jit, library, objects
from grundy.kernels.compiling import all_kernels
from grundy.rules.grids import Grid
from grundy.rules.partisan import partisan_game
from grundy.rules.ruleset import LEFT
from grundy.rules.text import words
from grundy.solving import catalogued, shipped
from grundy.solving.catalogued import name_of
from grundy.solving.compiled_rules import AS_IT_CAME, native

linker = pytest.mark.skipif(library.linker() is None, reason="there is nothing here that links")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rules of some games, and a library of them and of all kernels."""
    place = tmp_path_factory.mktemp("shipped")
    for file in objects.SHIPPED.glob("*.lo"):
        shutil.copy2(file, place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ahead, "load_all", lambda: [load(name) for name in ("domineering", "kayles", "connect4")])
        with ProcessPoolExecutor(2, get_context("spawn")) as crew:
            assert ahead.rules(place, crew, linked=True) >= 4
    ahead.ahead(place, linked=True)
    return place


@pytest.fixture
def place(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, from which rules are taken."""
    own = tmp_path / "objects"
    shutil.copytree(built, own)
    monkeypatch.setattr(objects, "SHIPPED", own)
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(jit, "_COMPILED", {})
    gr.forget()
    return own


def board(text: str) -> Any:
    return words.position(text.split(), find)


def came(text: str = "domineering 4 4") -> bool:
    """Whether the value of a board is found by rules that came compiled."""
    gr.forget()
    position = board(text)
    position.value()
    return bool(position.ruleset.side(LEFT).memory[AS_IT_CAME])


@pytest.mark.slow
@linker
def test_rules_that_came_are_not_read(place: Path) -> None:
    code = (
        "import sys; from grundy.kernels import objects; from pathlib import Path; objects.SHIPPED = Path(sys.argv[1]); "
        "from grundy.solving import parts; from grundy.rules.text import words; from grundy.games import find; "
        "left, right = parts.sides((p := words.position(['domineering', '3', '4'], find)).ruleset, p.state); "
        "print([m for m in ('llvmlite', 'numba', 'grundy.language.ir') if m in sys.modules], left.code, right.code)"
    )
    run = subprocess.run([sys.executable, "-c", code, str(place)], env=environment(), capture_output=True, text=True)
    assert run.stdout.strip() == "[] None None", run.stderr
    assert came()


@pytest.mark.slow
@linker
def test_it_is_the_code_that_would_be_compiled(place: Path) -> None:
    """By name: of the same key as what is compiled here."""
    keys = library.rules(place)
    with shipped.gathering() as anew:
        for name in ("domineering", "kayles", "connect4"):
            gr.forget()
            ahead._ask(load(name))
    assert {name: code.key for name, code in anew.items()} == keys
    gr.forget()


@pytest.mark.slow
@linker
def test_other_texts_other_rules(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a text of the package was edited, and of functions that are not the catalogue's, nothing is taken."""
    held = json.loads((place / library.RULES).read_bytes())
    assert came()
    objects.put(place / library.RULES, json.dumps({**held, "texts": "0" * 64}).encode())
    shipped._keys.cache_clear()
    assert not came()
    for wrong in (b"", b"{", b"[]", b'{"texts": 1}', json.dumps({"texts": held["texts"]}).encode()):
        objects.put(place / library.RULES, wrong)
        shipped._keys.cache_clear()
        assert not came()
    objects.put(place / library.RULES, json.dumps(held).encode())
    shipped._keys.cache_clear()
    assert came()


@pytest.mark.slow
@linker
def test_rules_are_tried_out_where_a_text_was_edited(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the catalogue were tried out when the package was built; others, and of other texts, are tried here."""
    monkeypatch.setattr(catalogued, "SHIPPED", place)
    asked: list[str] = []
    monkeypatch.setattr(catalogued, "check_rules", lambda rules, start: asked.append(rules.name))

    def tried(position: Any) -> bool:
        asked.clear()
        gr.forget()
        catalogued.known.cache_clear()
        catalogued.try_out(position.ruleset, position.state)
        return asked == [position.ruleset.name]

    position = board("domineering 4 4")
    same = partisan_game(board=Grid(".#"), name="same")(position.ruleset.function)
    assert not tried(position) and not tried(board("connect4")) and tried(gr.push("XO."))  # which was not built
    assert tried(same(4, 4))
    with monkeypatch.context() as edited:
        edited.setattr(package, "texts", lambda folders: "0" * 64)
        assert tried(position)
    for wrong in (b"", b"{", b"[]", b'{"texts": 1}', json.dumps({"texts": texts()}).encode()):
        objects.put(place / catalogued.FILE, wrong)
        assert tried(position)
    catalogued.known.cache_clear()


def test_an_edited_file_has_another_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(package.HERE / "games", tmp_path / "games", ignore=shutil.ignore_patterns("*.pyc"))
    monkeypatch.setattr(package, "HERE", tmp_path)
    before = texts.__wrapped__(("games",))
    file = tmp_path / "games" / "domineering.py"
    for edited in (
        file.read_text(encoding="utf-8") + "#",
        file.read_text(encoding="utf-8").replace("DOWN", "EAST"),
    ):
        file.write_text(edited, encoding="utf-8")
        after = texts.__wrapped__(("games",))
        assert after != before
        before = after


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule's own parameters, another game and another layout have other names; what is the user's has none."""
    rules = load("bash")
    names = [name_of(rules.bind(m=m), how) for m in (3, 4) for how in ({"width": 1}, {"width": 2})]
    assert len({*names}) == 4 and None not in names

    @gr.heap_game
    def bash(n: int):
        yield from range(n)

    assert name_of(bash, {}) is None
    own = rules.bind(m=3)
    own.hooks = {"ending": bash.function}
    assert name_of(own, {}) is None


@linker
def test_where_it_gives_up_the_rule_is_read(place: Path) -> None:
    """A branch of which no position was found when the package was built is compared when a position takes it."""
    assert came()
    gr.forget()
    position = board("domineering 3 3")
    side = position.ruleset.side(LEFT)
    made = native(side, [position.state])
    assert made is not None and made.code is None
    from grundy.kernels.contract import Unfit
    from grundy.solving.compiled_rules import went_on

    assert went_on(side, Unfit("it gave up"), [position.state])
    again = native(side, [position.state])
    assert again is not None and again.code is not None
    gr.forget()


@linker
def test_damaged_libraries(place: Path) -> None:
    """None is loaded: what it held is compiled, or loaded from files."""
    file = library.file(objects.level(), place)
    whole = file.read_bytes()
    wanted = library.rule(next(iter(library.rules(place).values())))
    library._loaded.cache_clear()
    assert library.held(wanted) is not None and library.is_whole(file)
    bad = [each for each in damages(whole, 100) if each != whole]
    random.Random(3).shuffle(bad)
    for each in bad:
        objects.put(file, each)
        nontrivial(len(each) > 32)
        library._loaded.cache_clear()
        assert library.held(wanted) is None
    assert came("domineering 3 3") is (jit.library.found(wanted) is not None)
    library._loaded.cache_clear()


@linker
def test_what_the_system_refuses_is_not_loaded(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_name: str) -> None:
        raise OSError("cannot enable executable stack")

    library._loaded.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", refused)
    assert library._loaded(place, objects.levels()) == ()
    library._loaded.cache_clear()


@pytest.mark.skipif(not objects._PROCESSOR.exists(), reason="the system does not say what the processor has")
def test_the_system_and_llvm_say_the_same_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = {name for each in objects._NEEDED.values() for name in each}
    told = objects._features() & needed
    monkeypatch.setattr(objects, "_PROCESSOR", Path("/no/such/file"))
    assert objects._features() & needed == told


def test_all_kernels_are_in_the_library_of_this_checkout() -> None:
    """Whoever edits a kernel builds it anew; then nothing but the library is looked at."""
    if not library.file(objects.level()).exists():
        pytest.skip("it was not built here")
    assert all(library.has(each.wanted()) for each in all_kernels() if not each.varies and "grundy" in each.place)
