"""The shell: what is read, what is shown, what is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sessions import is_the_same, made

import grundy
from cases import nontrivial
from grundy import games
from grundy.common import package
from grundy.faces.cli import app
from grundy.playing import catalogue
from shell import Run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shell")
    for name in ("rules.py", "one.py", "none.py"):
        (path / name).write_text(made("solving", name), encoding="utf-8")
    (path / "syntax.py").write_text("def f(:\n    pass\n", encoding="utf-8")
    (path / "raises.py").write_text("def f():\n    return {}['key']\n\n\nf()\n", encoding="utf-8")
    (path / "exits.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    return path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Run:
    return Run(monkeypatch, folder)


@pytest.mark.parametrize("name", ["solving", "catalogue", "formulas", "partisan", "values", "asking", "counting"])
def test_answers_are_those_of_a_session(name: str, tmp_path: Path) -> None:
    assert is_the_same(name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["proved_formulas", "theorems", "numerations", "following"])
def test_answers_are_those_of_a_longer_session(name: str, tmp_path: Path) -> None:
    assert is_the_same(name, tmp_path)


def test_huge_numbers_are_read_and_written(run: Run) -> None:
    digits = "9" * 6000
    assert f"Grundy value: {digits}" in run("solve", "nim", digits).out


@pytest.mark.parametrize(
    ("file", "said"), [("syntax.py", "SyntaxError"), ("raises.py", "KeyError: 'key'"), ("exits.py", "SystemExit")]
)
def test_a_file_that_does_not_import_shows_its_own_traceback(run: Run, file: str, said: str) -> None:
    done = run("solve", f"{file}:x", "1")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"grundy: {file} cannot be imported\n")
    assert said in done.err
    assert "cli" not in done.err


def test_an_error_in_the_rules_shows_their_line(run: Run) -> None:
    done = run("solve", "rules.py:broken", "3")
    assert (done.code, done.out) == (2, "")
    assert "ZeroDivisionError" in done.err
    assert "yield 1 // (n - n)" in done.err
    assert "solving" not in done.err


def test_input_of_other_programs_is_read_and_what_is_too_deep_is_refused(run: Run) -> None:
    assert run("judge", "misere_nim", given="\ufeff2\r\n1 1\r\n") == (0, "Yes\n", "")
    assert "line 2, column 3" in run.wrong("judge", "nim", given=b"2\n1 \xff")
    assert "the formula" in run.wrong("check", "rules.py:bash", "(" * 500 + "n" + ")" * 500, "--to", "3")


# ---- no surprise

ODD = """solve explain judge check sequence law games play nim 0.77 0. . rules.py:bash rules.py rules.py: none.py + - -- -1 3
n m=3 m= s=1, = é --json --play misere --endless --to --moves --memory 4G ( (1,2) [1] --version --help --losing --list
--side both / --json=1 -n rules.py:loop a"""
WORDS = [*ODD.split(), "n % 4", "", " ", "\udcff", "x" * 300]


@settings(max_examples=120, deadline=None)
@given(argv=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=6))
def test_any_words_end_well(argv: list[str], folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        done = Run(patch, folder)(*argv, given="2\n1 2\n")
        nontrivial(argv)
    assert done.code in (0, 1, 2, 3)
    assert (done.code == 2) == done.err.startswith("grundy: ") or done.code == 3
    assert "Traceback" not in done.err


# ---- an answer that depends on the time


def test_ask_of_a_period_and_of_what_is_not_proved(run: Run) -> None:
    volley = f"{Path(__file__).parents[1] / 'proving' / 'test_door.py'}:volley"
    assert run("ask", volley, "P(12)", "--seconds", "20") == (1, "false\n", "")
    done = run("ask", volley, "P(12)", "--seconds", "20", "--certificate", "c.json")
    if done.code == 1:  # the time was enough for an automaton, whose certificate holds
        verified = run("verify", "c.json").out
        assert verified.startswith("verified: ") and "~G(12, 0)" in verified
    else:
        assert done.code == 2 and "a formula about a period has no certificate" in done.err


# ---- the program itself


def program(*argv: str, given: bytes = b"", code: str | None = None) -> subprocess.CompletedProcess[bytes]:
    source = str(Path(grundy.__file__).parent.parent)
    env = {**os.environ, "PYTHONPATH": source, "PYTHONIOENCODING": "utf-8"}
    start = ["-m", "grundy"] if code is None else ["-c", code]
    return subprocess.run([sys.executable, *start, *argv], input=given, capture_output=True, env=env, check=False)


LOADED = "import sys; from grundy.faces.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


@pytest.mark.parametrize(
    ("words", "given", "out"),
    [
        ("solve nim 2 3", b"", b"first player wins"),
        ("judge nim", b"2\n2 3\n", b"Yes\n"),
        ("judge misere-nim", b"1 1", b"No\n"),
    ],
)
def test_closed_forms_load_nothing_heavy(words: str, given: bytes, out: bytes) -> None:
    done = program(*words.split(), given=given, code=LOADED)
    assert done.stdout.startswith(out)
    loaded = done.stderr.decode().split()
    heavy = [name for name in ("numba", "llvmlite", "numpy", "rich", "pydantic") if name in loaded]
    games = [name for name in loaded if name.startswith("grundy.games.")]
    commands = [
        name
        for name in loaded
        if name in ("grundy.faces.cli.play", "grundy.faces.cli.check", "grundy.faces.cli.sequences")
    ]
    assert (heavy, games, commands) == ([], ["grundy.games.nim"], [])


def test_a_sum_loads_what_its_answer_needs() -> None:
    done = program("solve", "kayles", "5", "3", "+", "nim", "7", code=LOADED)
    assert done.stdout.startswith(b"second player wins")
    own = [name for name in done.stderr.decode().split() if name.split(".")[0] == "grundy"]
    assert {"grundy.games.kayles", "grundy.games.nim"} <= {*own}
    assert len(own) <= 47 and not {
        "grundy.language",
        "grundy.values.patterns",
        "grundy.proving",
        "grundy.faces.drawing",
    } & {*own}, own


def test_the_program_ends_with_the_code_and_one_sentence() -> None:
    done = program("solve", "nim", "-1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == ["grundy: nim: heap 1 is -1: a heap cannot be negative"]
    assert program("--version").stdout.decode().split() == ["grundy", grundy.__version__]
    assert b"solve" in program("--help").stdout
    assert b"--moves" in program("solve", "--help").stdout


def test_nobody_reads() -> None:
    code = "import os, sys; os.close(1); os.dup2(os.pipe()[1], 1); os.closerange(3, 9)\n"
    code += "from grundy.faces.cli import main; sys.exit(main())"
    done = program("solve", "nim", "2", "3", code=code)
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize("words", ["solve nim 1 2 --json", "law kayles", "games", "sequence 0.77 --to 50000"])
def test_a_full_disk_is_told_in_a_line(words: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "grundy", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    *signs, last = done.stderr.splitlines()
    assert (done.returncode, last) == (2, "grundy: the answer cannot be written: No space left on device")
    assert all(line.endswith(" s)") for line in signs), signs


def test_no_option_is_proposed_for_itself(run: Run) -> None:
    for name in app.COMMANDS:
        for option in ("--play", "--save", "--to", "--method", "--list", "--file"):
            told = run(name, *["--help"] * (name == "serve"), option, given="").err  # no server is begun
            assert f"did you mean {option}?" not in told, (name, option)


COMMANDS = [
    *((name,) for name in app.COMMANDS),
    *(("tablebase", name) for name in ("build", "probe", "report", "export", "verify")),
    (),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_help_shows_usage_as_it_is_typed_and_no_types(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words, "--help")
    assert done.code == 0 and not done.err
    assert not re.search(r"<(\w+)(\[\w+\])?>|\b(TEXT|BOOLEAN|None)\b|\\\[", done.out)
    usage, _, told = done.out.partition("\n\n")
    shown = " ".join(usage.split()).removeprefix(" ".join(("Usage: grundy", *words, "[OPTIONS]"))).strip()
    if "Arguments:" in told:
        arguments = told.partition("Arguments:\n")[2].partition("\n\n")[0]
        rows = [re.split(r"\s{2,}", line.strip()) for line in arguments.splitlines() if line[2:3].strip()]
        assert " ".join(row[0] for row in rows) == shown and all(row[1] for row in rows)
    else:
        assert shown in ("", "COMMAND [ARGS]...")


def test_the_list_of_games_is_what_each_game_says() -> None:
    """It stands in a file that is made when the package is built; with games of other packages it is made anew."""
    kept = package.kept(package.SHIPPED / games.LIST, games.LISTED)
    if not kept:
        pytest.skip("no list of games was built here")
    assert kept["games"] == [catalogue.described(rules) for rules in games.load_all()]
