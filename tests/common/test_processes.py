"""Nothing runs that lies in the current folder, or beside a user's file, by chance; and how processes end is told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import traps
from grundy.common.processes import HOME, Process, environment, path

RULES = """
import grundy as gr
from sizes_of_mine import LARGEST

@gr.game
def walk(a: int, b: int, *, most: int = LARGEST):
    for k in range(1, most):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k
    from steps_of_mine import more
    yield from more(a, b)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rules of a user's, two files that they import, and many traps."""
    made = tmp_path_factory.mktemp("trapped")
    traps.lay(made)
    (made / "my_rules.py").write_text(RULES, encoding="utf-8")
    (made / "sizes_of_mine.py").write_text("LARGEST = 3\n", encoding="utf-8")
    (made / "steps_of_mine.py").write_text(
        "def more(a, b):\n    return [(a - 1, b - 1)] * (a > 0 < b)\n", encoding="utf-8"
    )
    (made / ".numba_config.yaml").write_text("[what numba would read, were it imported here]\n", encoding="utf-8")
    (made / "compiled.py").write_text(RULES.partition("    from steps")[0], encoding="utf-8")
    return made


def grundy(folder: Path, *words: str, module: tuple[str, ...] = ("-P", "-m", "grundy"), **more: str) -> str:
    """Run a command in a folder, as one who has installed grundy does, and return what it says."""
    own = {**os.environ, "PYTHONPATH": HOME, "GRUNDY_CACHE": str(folder / "cache"), "GRUNDY_LANG": "en", **more}
    done = subprocess.run([sys.executable, *module, *words], cwd=folder, env=own, capture_output=True, text=True)
    mark = folder / "run"
    assert not mark.exists(), mark.read_text()
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve compiled.py:walk 30 40 --method compiled", "first player wins"),
        ("solve my_rules.py:walk 9 4", "wins"),
        ("solve domineering ...|...", "wins"),
        ("prove bash", "Proof"),
        ("doctor", "compiled for"),
    ],
)
def test_files_of_the_current_folder_do_not_run(folder: Path, words: str, said: str) -> None:
    assert said in grundy(folder, *words.split())


def test_files_of_the_current_folder_do_not_run_where_python_would_look_there(folder: Path) -> None:
    """``python -m grundy``, and a PYTHONPATH with the current folder in it; what Python itself loads first is its own."""
    begun = subprocess.run(
        [sys.executable, "-c", "import runpy, sys; print(*sys.modules)"], capture_output=True, text=True
    )
    bare = folder / "bare"
    bare.mkdir()
    traps.lay(bare, traps.LIBRARIES - {*begun.stdout.split(), "sitecustomize", "contextlib"})
    words = ["solve", "../compiled.py:walk", "31", "40", "--method", "compiled"]
    assert "wins" in grundy(bare, *words, module=("-m", "grundy"))
    assert environment(PYTHONPATH=f"{os.pathsep}.{os.pathsep}{HOME}")["PYTHONPATH"] == HOME


def test_where_processes_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where this process is nor where its program lies, unless that is where Python or grundy is."""
    here, program = tmp_path / "here", tmp_path / "there" / "program.py"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(program), raising=False)
    usual = [each for each in sys.path if each and not (Path(each) / "grundy" / "__init__.py").exists()]
    monkeypatch.setattr(sys, "path", ["", str(here), str(program.parent), *usual, "mine"])
    assert path() == [*usual, str(here / "mine"), HOME]
    other = tmp_path / "other"
    (other / "grundy").mkdir(parents=True)
    (other / "grundy" / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", [*usual, str(other)])
    assert path() == [*usual, HOME, str(other)], "before another grundy"
    monkeypatch.chdir(HOME)
    monkeypatch.setattr(sys, "path", [HOME, *usual])
    assert sorted(path()) == sorted([HOME, *usual])


def test_how_a_process_ended_is_told() -> None:
    process = Process("os", "abort")
    assert process.death() == "SIGABRT"
    process = Process("no_such_module", "serve")
    assert process.death() == "ModuleNotFoundError: No module named 'no_such_module'"
    process = Process("signal", "pause")
    assert process.alive
    process.end()
    assert process.death() == "SIGKILL" and not process.alive


CLOSED = "standard output is closed, so no answer can be written: leave it open (or > /dev/null)"
FEW = "only 8 files can be open at once here, but 32 are needed: ulimit -n 32"


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed, and files are counted, by a shell")
@pytest.mark.parametrize(
    ("words", "how", "code", "said"),
    [
        ("solve nim 2 3", ">&-", 2, CLOSED),
        ("solve nim 2 3", "<&- >&- 2>&-", 2, ""),
        ("solve nim 2 3", "2>&-", 0, ""),
        ("judge nim", ">&-", 2, CLOSED),
        ("judge nim", "<&-", 2, "the input ends"),
        ("play nim 2 3", "<&-", 0, ""),
        ("solve nim 2 3 && ulimit -n 8 && {grundy} serve", "", 2, FEW),
    ],
)
def test_streams_that_are_closed_and_few_open_files(words: str, how: str, code: int, said: str) -> None:
    program = f"{sys.executable} -P -m grundy"
    own = {**os.environ, "PYTHONPATH": HOME, "GRUNDY_LANG": "en"}
    command = f"{program} {words.format(grundy=program)} {how}"
    done = subprocess.run(["bash", "-c", command], env=own, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code
    lines = told(done.stderr)
    assert len(lines) == bool(said) and said in "".join(lines)


def told(stderr: str) -> list[str]:
    """Return the lines that a command wrote but for the signs of life that it gives on a busy machine."""
    return [line for line in stderr.splitlines() if not re.fullmatch(r"grundy: .+ \(\d+ s\)", line)]


@pytest.mark.skipif(sys.platform != "linux", reason="addresses are bounded by the system")
@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("value 'domineering(2,3)'", 140_000),
        ("sequence 0.07 --to 9", 160_000),
        ("sequence 0.07 --to 9", 220_000),
        ("sequence 0.07 --to 9", 240_000),
        ("value 'domineering(2,3)'", 400_000),
    ],
)
def test_few_addresses_are_told_in_a_sentence(words: str, most: int, tmp_path: Path) -> None:
    """NumPy cannot be loaded in the first four, where OpenBLAS would end the process with a line of its own; LLVM in the
    last, which may do without it where a library was linked."""
    own = {**os.environ, "PYTHONPATH": HOME, "GRUNDY_LANG": "en", "GRUNDY_CACHE": str(tmp_path)}
    command = f"ulimit -v {most}; exec {sys.executable} -P -m grundy {words}"
    done = subprocess.run(["bash", "-c", command], env=own, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    said = f"grundy: this process may take only {most:,} KiB of addresses, which is too little here: ulimit -v 2000000"
    assert told(done.stderr)[-1:] == [said] * (done.returncode == 2)
    assert done.returncode == 2 or (done.returncode == 0 and most > 200_000)
