"""What is installed: the version, the extras, the program, and what the wheel and the sdist hold."""

from __future__ import annotations

import email
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections import Counter
from importlib import metadata
from pathlib import Path

import pytest

import grundy
from grundy.kernels import library

ROOT = Path(__file__).parents[1]
PACKAGE = Path(grundy.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
HOME = "https://example.org/grundy"
LARGEST_WHEEL: int = json.loads((ROOT / ".ci" / "weight").read_text(encoding="utf-8"))["wheel"]
"""Bytes; the editor of `/write` takes 135 kB of it, what is compiled 390 kB."""
OBJECTS = Path("grundy", "kernels", "objects")
"""What is compiled."""


def run(*argv: object, path: Path | None = None) -> str:
    """What a program prints; it must end well."""
    env = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    done = subprocess.run([str(word) for word in argv], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# ---- the metadata


def test_the_version_is_the_tags_and_costs_nothing() -> None:
    assert "version" in PROJECT["dynamic"]
    assert grundy.__version__ == metadata.version("grundy")
    loaded = run(sys.executable, "-c", "import grundy, sys; print(*sys.modules)", path=PACKAGE.parent)
    assert "importlib.metadata" not in loaded.split()


def test_the_citation_is_of_the_last_release() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    cited = re.findall(r"^version: (\S+)\ndate-released: (\S+)$", citation, re.MULTILINE)
    assert cited == released[:1]
    assert "## [Unreleased]" in changes


def test_every_extra_that_is_named_exists() -> None:
    files = [*PACKAGE.rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    named = {
        name
        for names in re.findall(r"(?:(?<![.\w])grundy|pip install \"?\.)\[([a-z, ]+)\]", text)
        for name in names.split(",")
    }
    used = re.findall(r'(?<!>>> )\bextra\("([a-z0-9_]+)[a-z0-9_.]*", "([a-z]+)"\)', text)
    assert used
    assert {name.strip() for name in named} | {name for _, name in used} <= set(EXTRAS)
    for module, name in used:
        assert any(requirement.startswith(module.replace("_", "-")) for requirement in EXTRAS[name]), (module, name)


def test_the_program_is_installed() -> None:
    [entry] = [found for found in metadata.distribution("grundy").entry_points if found.group == "console_scripts"]
    assert (entry.name, entry.value) == ("grundy", PROJECT["scripts"]["grundy"])
    assert entry.load()(["--version"]) == 0
    assert run(sys.executable, "-m", "grundy", "solve", "nim", "2", "3", path=PACKAGE.parent).startswith("first player")


# ---- the wheel and the sdist


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that is made from it."""
    for module in ("build", "hatchling", "hatch_vcs"):
        pytest.importorskip(module)
    folder = tmp_path_factory.mktemp("dist")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRUNDY_HOME", HOME)
        if (PACKAGE.parent / OBJECTS).exists():  # what is compiled is not compiled again
            patch.setenv("GRUNDY_OBJECTS", os.environ.get("GRUNDY_OBJECTS", str(PACKAGE.parent / OBJECTS)))
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


def files() -> set[Path]:
    """The files of the package, but for what Python keeps beside them, and what is compiled."""
    found = {
        file.relative_to(PACKAGE.parent) for file in PACKAGE.rglob("*") if file.is_file() and file.suffix != ".pyc"
    }
    return {file for file in found if file.parent != OBJECTS}


def test_what_a_wheel_would_hold() -> None:
    """As hatchling chooses it, without building one; `.ci/run` builds."""
    pytest.importorskip("hatchling")
    from hatchling.builders.wheel import WheelBuilder

    chosen = {Path(file.distribution_path) for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {file for file in chosen if file.parent != OBJECTS} == {file for file in files() if file.suffix != ".po"}


@pytest.mark.hours
def test_the_wheel(built: Path, tmp_path: Path) -> None:
    [wheel] = built.glob("*.whl")
    assert wheel.stat().st_size < LARGEST_WHEEL
    held = {Path(name) for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    compiled = {file for file in held if file.parent == OBJECTS}
    assert held - compiled == {file for file in files() if file.suffix != ".po"}
    kinds = Counter(file.suffix for file in compiled)
    # the kernels for this level, in one library where there is a linker; its rules, those that were tried, theorems, games
    assert kinds == {".so": 1, ".json": 4} if library.linker() else kinds[".o"] > 45 and kinds[".json"] == 4
    assert not wheel.name.endswith("-any.whl")
    assert {".py", ".mo", ".html", ".css", ".js"} <= {file.suffix for file in held}
    assert Path("grundy/py.typed") in held
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", tmp_path, wheel)
    told = run(sys.executable, "-P", "-c", "import grundy; print(grundy.__file__, grundy.__version__)", path=tmp_path)
    assert told.split() == [str(tmp_path / "grundy" / "__init__.py"), wheel.name.split("-")[1]]
    assert run(tmp_path / "bin" / "grundy", "solve", "nim", "2", "3", path=tmp_path).startswith("first player wins")


@pytest.mark.hours
def test_the_sdist(built: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    wanted = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.py")]
    wanted += [ROOT / name for name in ("README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", "pyproject.toml")]
    wanted += [PACKAGE.parent / file for file in files()]
    assert {str(file.relative_to(ROOT)) for file in wanted} <= held
    assert not [name for name in held if "__pycache__" in name or name.startswith((".git/", "build/", "dist/"))]


@pytest.mark.hours
def test_an_index_has_nothing_to_complain_of(built: Path) -> None:
    pytest.importorskip("twine")
    run(sys.executable, "-m", "twine", "check", "--strict", *built.iterdir())


@pytest.mark.hours
def test_the_project_is_found_from_where_it_is_shown(built: Path) -> None:
    """Of the wheel, which knows the home from the sdist; each link of the README is a whole address."""
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        [name] = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = email.message_from_bytes(archive.read(name))
    assert {f"Homepage, {HOME}", f"Changelog, {HOME}/blob/HEAD/CHANGELOG.md"} <= set(told.get_all("Project-URL", []))
    text = str(told.get_payload())
    assert f"]({HOME}/blob/HEAD/docs/tutorial.md)" in text
    assert not re.findall(r"\]\((?!https?://|#)[^)]*\)", text)
    files = re.findall(rf"\]\({HOME}/blob/HEAD/([^)#]+)", text)
    assert not [file for file in files if not (ROOT / file).exists()]


@pytest.mark.hours
def test_pipx_installs_the_wheel_with_its_extras(built: Path, tmp_path: Path) -> None:
    pytest.importorskip("pipx")
    [wheel] = built.glob("*.whl")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR"):
            patch.setenv(name, str(tmp_path / name))
        run(sys.executable, "-m", "pipx", "install", f"{wheel}[web,plot,notebook,store]")
    program = tmp_path / "PIPX_BIN_DIR" / "grundy"
    assert run(program, "solve", "nim", "2", "3").startswith("first player wins")
    assert "--host" in run(program, "serve", "--help")
    _require_no_compiler(program, tmp_path)


def _require_no_compiler(program: Path, folder: Path) -> None:
    """All kernels are there, and rules of one's own become machine code, without numba and with nothing kept."""
    doctor = json.loads(run(program, "doctor", "--json"))
    assert doctor["versions"]["numba"] == "" and doctor["missing"] == [] and doctor["compiled"][0]["kernels"] > 45
    assert "Left wins" in run(program, "solve", "domineering", "4", "5")
    rules = folder / "own.py"
    rules.write_text(OWN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRUNDY_CACHE", str(folder / "cache"))
        assert "68,921 positions" in run(program, "solve", f"{rules}:own", "40", "40", "40")
    assert list((folder / "cache").glob("rule.*.o"))


OWN = """
import grundy as gr

@gr.game
def own(*heaps: int):
    for i, h in enumerate(heaps):
        for k in range(1, min(h, 3) + 1):
            yield heaps[:i] + (h - k,) + heaps[i + 1:]
"""


@pytest.mark.hours
def test_under_pip_metadata_compiles_nothing(tmp_path: Path) -> None:
    asked = f"import build_backend; print(build_backend.prepare_metadata_for_build_wheel({str(tmp_path)!r}))"
    own = {**os.environ, "PIP_BUILD_TRACKER": str(tmp_path)}
    command = [sys.executable, "-X", "importtime", "-c", asked]
    done = subprocess.run(command, env=own, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "Name: grundy" in (tmp_path / done.stdout.strip() / "METADATA").read_text(encoding="utf-8")
    assert "hatchling" in done.stderr and "llvmlite" not in done.stderr
