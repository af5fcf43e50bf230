"""The shell: what is read, what is shown, what is refused."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from cases import nontrivial
from grundy import games
from grundy.common import package
from grundy.faces.cli import app
from grundy.playing import catalogue
from shell import Run

RULES = """
import grundy as gr


@gr.game
def bash(n: int, *, m: int = 3):
    for k in range(1, min(m, n) + 1):
        yield n - k


@gr.game
def take(n: int, *, s: tuple[int, ...] = (1, 3)):
    for k in s:
        if k <= n:
            yield n - k


@gr.heap_game
def lasker(n: int):
    for k in range(n):
        yield (k,)
    for k in range(1, n // 2 + 1):
        yield k, n - k


@gr.game
def pair(t: tuple):
    if t[0]:
        yield (t[0] - 1, t[1])


@gr.game
def broken(n: int):
    yield 1 // (n - n)


@gr.game
def queen(a: int, b: int):
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


@gr.scoring_game
def coins(*row: int):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


loop = gr.digraph({"a": ["b"], "b": ["a", "c"], "c": []}, name="loop")
start = queen(3, 5)


def plain(n):
    yield n
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shell")
    (path / "rules.py").write_text(RULES, encoding="utf-8")
    (path / "one.py").write_text(
        "import grundy as gr\nfrom grundy.games.nim import nim\n@gr.game\ndef down(n: int):\n    if n: yield n - 1\n",
        encoding="utf-8",
    )
    (path / "none.py").write_text("x = 1\n", encoding="utf-8")
    (path / "syntax.py").write_text("def f(:\n    pass\n", encoding="utf-8")
    (path / "raises.py").write_text("def f():\n    return {}['key']\n\n\nf()\n", encoding="utf-8")
    (path / "exits.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    return path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Run:
    return Run(monkeypatch, folder)


# ---- solve


def test_solve_in_a_pipe_is_plain_lines(run: Run) -> None:
    done = run("solve", "nim", "2", "3")
    assert done.code == 0
    assert done.err == ""
    assert done.out.splitlines()[:4] == [
        "first player wins",
        "position: nim(2, 3)",
        "Grundy value: 1",
        "best move: heap 2: 3 → 2",
    ]
    assert "method: Bouton's theorem" in done.out


def test_solve_json(run: Run) -> None:
    data = json.loads(run("solve", "nim", "2", "3", "--json").out)
    assert (data["outcome"], data["value"], data["best_move"]) == ("N", 1, "heap 2: 3 → 2")


def test_options_may_stand_anywhere(run: Run) -> None:
    assert json.loads(run("solve", "--json", "nim", "--play", "misere", "1", "1").out)["play"] == "misere"


@pytest.mark.parametrize(
    ("words", "outcome", "value"),
    [
        ("rules.py:bash 10", "N", 2),
        ("rules.py:bash 10 m=4", "P", 0),
        ("rules.py:bash m=4 10", "P", 0),
        ("rules.py:take 4 s=1,3,4", "N", 2),
        ("rules.py:take 4 s=(1,3,4)", "N", 2),
        ("rules.py:take 4 s=[1,3,4]", "N", 2),
        ("rules.py:take 4 s=3", "N", 1),
        ("rules.py:pair (2,5)", "P", 0),
        ("rules.py:start", "P", 0),
        ("rules.py:queen 3 5 + nim 3", None, None),
        ("one.py 5", "N", 1),
        ("0.77 5", "N", 4),
        ("nim 5 3 + rules.py:lasker 3 + nim 1_000", None, 5 ^ 3 ^ 4 ^ 1000),
        ("nim 0", "P", 0),
        ("rules.py:loop a", "P", None),
        ("rules.py:coins 3 9 2", "P", -4),
    ],
)
def test_positions(run: Run, words: str, outcome: str | None, value: int | None) -> None:
    done = run("solve", *words.split(), "--json")
    assert done.err == ""
    data = json.loads(done.out)
    assert outcome in (None, data["outcome"])
    assert value in (None, data["value"])


def test_huge_numbers_are_read_and_written(run: Run) -> None:
    digits = "9" * 6000
    assert f"Grundy value: {digits}" in run("solve", "nim", digits).out


def test_moves_are_cut(run: Run) -> None:
    out = run("solve", "nim", "7", "7", "7", "--moves", "2").out
    assert out.count("winning move:") == 3
    assert "and more" in out
    assert "winning move" not in run("solve", "nim", "7", "7", "7", "--moves", "0").out


def test_explain(run: Run) -> None:
    out = run("explain", "nim", "4", "5").out
    assert out.startswith("nim(4, 5): first player wins\n")
    assert "xor" in out
    assert "xor" in json.loads(run("explain", "nim", "4", "5", "--json").out)["explanation"]


# ---- what is refused


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve nim -1", "heap 1 is -1: a heap cannot be negative"),
        ("solve nim 2 x", "heap 2 is 'x'"),
        ("solve nin 2", "did you mean nim"),
        ("solve nim --jsn", "did you mean --json?"),
        ("solve nim -x", "no option '-x'"),
        ("solve nim 2 --moves", "--moves"),
        ("solve nim 2 --moves x", "--moves takes a number"),
        ("solve nim 2 --moves 99999999999999999999", "--moves takes a number"),
        ("solve nim 2 --play foo", "play is 'normal' or 'misere'"),
        ("solve nim 2 --endless foo", "endless play"),
        ("solve nim 2 --memory foo", "--memory takes a size"),
        ("solve nim 2 --method foo", "method is one of"),
        ("solve nim 2 m=3", "nim has no parameter 'm'"),
        ("solve", "name a game"),
        ("solve nim 2 +", "+ stands between two games"),
        ("solve 0.7x 2", "digit 2"),
        ("solve rules.py:bash 1 2", "bash takes n"),
        ("solve rules.py:bash 1 m=x", "m is an integer, not 'x'"),
        ("solve rules.py:bash 1 m=3 m=4", "m is given twice"),
        ("solve rules.py:take 1 s=x", "s is a list of integers"),
        ("solve rules.py 1", "say which"),
        ("solve rules.py:nope 1", "it holds bash"),
        ("solve rules.py:plain 1", "put @gr.game"),
        ("solve rules.py:start 3", "is already a position"),
        ("solve nope.py:x 1", "there is no file 'nope.py'"),
        ("solve none.py 1", "holds no game"),
        ("solve rules.py:coins 3 + nim 2", "is played for points"),
        ("slove nim 2", "did you mean solve?"),
        ("nim 2 3", "grundy solve nim"),
        ("--jsn", "--jsn"),
        ("judge nimm", "nim"),
        ("judge", "name one contest problem"),
        ("play nim 2 --side left", "--side is first, second or both"),
        ("check rules.py:bash n n", "one formula"),
        ("check rules.py:loop n", "not made of integers"),
        ("check rules.py:start", "a game and one formula"),
        ("law rules.py:start", "a game is expected here"),
        ("check rules.py:bash n%4 --play misere", "add --losing"),
        ("law chomp", "--heaps 2"),
        ("law nim 3", "'3' is neither"),
        ("sequence rules.py:queen", "not a single number"),
        ("sequence nim --to -3", "--to takes a number"),
    ],
)
def test_one_sentence(run: Run, words: str, said: str) -> None:
    assert said in run.wrong(*words.split())


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


def test_notices_are_lines_of_their_own(run: Run, folder: Path) -> None:
    source = "import warnings\nimport grundy as gr\nwarnings.warn(gr.Notice('a word'))\nx = gr.nim(3)\n"
    (folder / "noticed.py").write_text(source, encoding="utf-8")
    done = run("solve", "noticed.py:x")
    assert (done.code, done.err) == (0, "grundy: note: a word\n")


# ---- games, judge, sequence, law


def test_games(run: Run) -> None:
    assert any(line.startswith("nim ") and "Bouton's theorem" in line for line in run("games").out.splitlines())
    nim = next(game for game in json.loads(run("games", "--json").out) if game["name"] == "nim")
    assert nim["class"] == "impartial"
    assert nim["judges"] == ["john", "misere-nim", "nim"]
    own = run("games", "rules.py:lasker").out.splitlines()
    assert own[:3] == ["lasker", "name: lasker", "class: impartial"] and not any(line == "rules: " for line in own)
    assert "rules: The heap game 0.77." in run("games", "0.77").out
    assert run.wrong("games", "rules.py:laskar") == "rules.py has no game 'laskar': did you mean lasker?"


def test_judge(run: Run) -> None:
    assert run("judge", "nim", given="3\n1 2 4\n") == (0, "Yes\n", "")
    assert run("judge", "misere_nim", given="\ufeff2\r\n1 1\r\n") == (0, "Yes\n", "")
    assert "misere-nim" in run("judge", "--list").out.split()
    assert json.loads(run("judge", "nim", "--json", given="1\n0").out) == ["No"]


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ("", "line 1, column 1"),
        ("2\n1", "line 2, column 2"),
        ("2\n1 x", "line 2, column 3"),
        ("2\n1 -2", "line 2, column 3"),
        ("2\n1 2\n3", "line 3, column 1"),
        (b"2\n1 \xff", "line 2, column 3"),
    ],
)
def test_malformed_judge_input_names_its_place(run: Run, given: str | bytes, place: str) -> None:
    assert place in run.wrong("judge", "nim", given=given)


def test_sequence(run: Run) -> None:
    assert run("sequence", "0.77", "--to", "9").out == "0 1 2 3 1 4 3 2 1 4\n"
    assert json.loads(run("sequence", "rules.py:bash", "m=2", "--to", "4", "--json").out)["values"] == [0, 1, 2, 0, 1]


def test_law(run: Run) -> None:
    assert run("law", "0.77").out.startswith("period 12 from 71 on, proved\n")
    assert json.loads(run("law", "0.77", "--json").out)["period"] == 12


# ---- check


@pytest.mark.parametrize(
    "words",
    [
        ["rules.py:bash", "n % 4", "--to", "60"],
        ["rules.py:bash", "n % (m + 1)", "m=5", "--to", "60"],
        ["rules.py:bash", "n%(m+1)==0", "--prover", "0"],
        ["rules.py:bash", "gcd(n, 4) == 4"],
        ["rules.py:bash", "n % 4 == 1", "--play", "misere", "--to", "60"],
        ["rules.py:bash", "not n % 4", "--to", "20"],
        ["rules.py:bash", "1 - min(n % 4, 1)", "--losing", "--to", "20"],
        ["rules.py:bash", "-(-n) & 3 if n >= 0 else 0", "--to", "30"],
        ["rules.py:lasker", "n + (n % 4 == 3) - (n % 4 == 0 and n > 0)", "--to", "60"],
        ["nim", "n", "--to", "50"],
        ["rules.py:queen", "xor(a, b) == 0 and min(a, b) == max(a, b) - gcd(a, b) + a", "--to", "0"],
    ],
)
def test_formulas_that_hold(run: Run, words: list[str]) -> None:
    done = run("check", *words)
    assert (done.code, done.err) == (0, "")
    assert "that proves nothing beyond" in done.out


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["rules.py:bash", "n % 4"],
        ["rules.py:bash", "n % (m + 1)", "m=5"],
        ["rules.py:bash", "n%(m+1)==0"],
        ["rules.py:bash", "n % 4 == 1", "--play", "misere"],
        ["rules.py:bash", "-(-n) & 3 if n >= 0 else 0"],
        ["rules.py:bash", "1 - min(n % 4, 1)", "--losing"],
        ["nim", "n"],
        ["nim", "n == 0"],
    ],
)
def test_formulas_that_are_proved(run: Run, words: list[str]) -> None:
    done = run("check", *words, "--certificate", "claim.json")
    assert (done.code, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first.endswith("for all n >= 0, proved") and second.startswith("Certificate: claim.json")
    done = run("verify", "claim.json", words[0])
    assert done.code == 0 and done.out.startswith("verified: in ")


def test_what_is_wrong_far_out_is_found_by_the_prover(run: Run) -> None:
    done = run("check", "rules.py:bash", "n % 4 == 0 and n != 123456", "--certificate", "c.json")
    told = "counterexample: bash(123456): n % 4 == 0 and n != 123456 says not losing, the rules say losing\n"
    assert (done.code, done.out) == (1, f"{told}Certificate: c.json  (checked by `grundy verify`)\n")
    done = run("verify", "c.json", "rules.py:bash")
    assert done.code == 0 and "~(A n (P(n) <=> ((n%4=0) & (n!=123456))))" in done.out
    found = json.loads(run("check", "rules.py:bash", "n % 4 + n // 3000", "--json").out)
    assert found["counterexample"] == {"position": "bash(3000)", "formula": 1, "rules": 0}
    assert (found["proved"], found["holds"]) == (True, False)


def test_what_the_prover_says_of_a_formula(run: Run) -> None:
    done = run("check", "rules.py:bash", "gcd(n, 4) == 4")
    assert done.out.endswith(
        "nothing beyond them: 'gcd(n, 4)' is not a formula in which numbers are added and compared\n"
    )
    found = json.loads(run("check", "rules.py:bash", "n % 4", "--json").out)
    assert (found["holds"], found["proved"], found["reason"]) == (True, True, "")
    found = json.loads(run("check", "rules.py:bash", "n % 4", "--to", "30", "--json").out)
    assert (found["holds"], found["proved"]) == (True, False)
    told = run.wrong("check", "rules.py:bash", "n % 4", "--to", "30", "--certificate", "c.json")
    assert told == "no proof, so no certificate: the prover was not asked"
    assert "there is no folder" in run.wrong("check", "rules.py:bash", "n % 4", "--certificate", "no/c.json")
    done = run("check", "rules.py:bash", "n % 5", "--certificate", "c.json")
    assert done.code == 1 and run("verify", "c.json").out.startswith(
        "verified: by the rules in the certificate, bash(4"
    )


def test_the_first_counterexample(run: Run) -> None:
    done = run("check", "rules.py:bash", "n % 5")
    assert (done.code, done.out) == (1, "counterexample: bash(4): n % 5 says 4, the rules say 0\n")
    done = run("check", "rules.py:queen", "a == b")
    assert (done.code, done.out) == (1, "counterexample: queen(1, 1): a == b says losing, the rules say not losing\n")
    found = json.loads(run("check", "rules.py:queen", "a ^ b", "--json").out)
    assert found["counterexample"] == {"position": "queen(1, 1)", "formula": 0, "rules": 2}


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("n / 4", "column 1: / makes fractions"),
        ("n % k", "column 5: there is no 'k' here: the names are n, m"),
        ("  n % k", "column 7"),
        ("n +", "invalid syntax"),
        ("n.real", "only integers"),
        ("__import__('os')", "the functions are"),
        ("n.bit_count(1)", "the functions are"),
        ("'a' * 3", "only integers"),
        ("1.5", "only integers"),
        ("[n for n in 3]", "only integers"),
        ("lambda: 0", "only integers"),
        ("n % 0", "column 1: division by zero, at m = 3, n = 0"),
        ("10 ** 10 ** 10 ** 10", "too large"),
        ("1 << 10 ** 12", "too large"),
        ("2 ** -1", "negative exponent"),
        ("len(n)", "column 1"),
        ("isqrt(-1)", "column 1"),
        ("n is n", "compare with"),
        ("(" * 500 + "n" + ")" * 500, "the formula"),
        ("", "the formula"),
    ],
)
def test_formulas_that_are_refused(run: Run, formula: str, said: str) -> None:
    assert said in run.wrong("check", "rules.py:bash", formula, "--to", "3")


# ---- no surprise

WORDS = [
    "solve",
    "explain",
    "judge",
    "check",
    "sequence",
    "law",
    "games",
    "play",
    "nim",
    "0.77",
    "0.",
    ".",
    "rules.py:bash",
]
WORDS += [
    "rules.py",
    "rules.py:",
    "none.py",
    "+",
    "-",
    "--",
    "-1",
    "3",
    "n % 4",
    "n",
    "m=3",
    "m=",
    "s=1,",
    "=",
    "",
    " ",
    "é",
]
WORDS += [
    "--json",
    "--play",
    "misere",
    "--endless",
    "--to",
    "--moves",
    "--memory",
    "4G",
    "(",
    "(1,2)",
    "[1]",
    "--version",
]
WORDS += [
    "--help",
    "--losing",
    "--list",
    "--side",
    "both",
    "/",
    "\udcff",
    "--json=1",
    "-n",
    "x" * 300,
    "rules.py:loop",
    "a",
]


@settings(max_examples=120, deadline=None)
@given(argv=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=6))
def test_any_words_end_well(argv: list[str], folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        done = Run(patch, folder)(*argv, given="2\n1 2\n")
        nontrivial(argv)
    assert done.code in (0, 1, 2, 3)
    assert (done.code == 2) == done.err.startswith("grundy: ") or done.code == 3
    assert "Traceback" not in done.err


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve nim 3 --play", "--play needs a value: normal or misere"),
        ("solve nim 3 --moves", "--moves needs a value: N"),
        ("tablebase build nim 3 --to", "--to needs a value: DIR"),
        ("solve nim 3 --certificate --json", "--certificate needs a value, and --json is another option"),
        ("law 0.77 --play misere", "law has no option --play (see grundy law --help)"),
        ("solve nim 3 --save", "solve has no option --save (see grundy solve --help)"),
        ("solve nim 3 --to=5", "solve has no option --to (see grundy solve --help)"),
        ("tablebase probe x --save", "tablebase probe has no option --save (see grundy tablebase probe --help)"),
        ("value 1 --play", "value has no option --play (see grundy value --help)"),
        ("solve nim -- --play", "options must come before --: move --play in front of it"),
        ("solve nim 3 --plya misere", "there is no option '--plya' here: did you mean --play?"),
        ("solve nim 3 --zebra", "there is no option '--zebra' here"),
    ],
)
def test_what_is_said_of_an_option(run: Run, words: str, said: str) -> None:
    assert run.wrong(*words.split()) == said


@pytest.mark.parametrize("word", ["1e18", "10^18", "10**18", "1_000_000_000_000_000_000", "1.0e18", "1E+18"])
def test_large_numbers_are_written_in_powers(run: Run, word: str) -> None:
    assert run("solve", "nim", word, "5", "--json").out == run("solve", "nim", str(10**18), "5", "--json").out


@pytest.mark.parametrize("word", ["1.5", "1e-3", "1.55e1", "1e99999999", "9^99999999", "2^-1"])
def test_what_is_no_integer_is_not_made_one(run: Run, word: str) -> None:
    assert run.wrong("solve", "nim", word) == f"nim: heap 1 is '{word}': a heap is an integer from 0 up"


def test_a_parameter_without_its_name_is_named(run: Run) -> None:
    assert run.wrong("solve", "bash", "10", "4") == "bash takes n, not 2 arguments (10, 4): a parameter is named, m=4"
    assert run.wrong("bash", "10", "4") == "bash is a game, not a command: grundy solve bash 10 4"
    assert run.wrong("solve", "wythoff", "1", "2", "3") == "wythoff takes a and b, not 3 arguments (1, 2, 3)"


def test_numbers_in_other_places(run: Run) -> None:
    for words in (["nim(1e18,5)"], ["nim(10^18,5)"]):
        assert run("solve", *words, "--json").out == run("solve", "nim", str(10**18), "5", "--json").out
    assert "did you mean 1000 (letter 2 of '1,000')?" in run.wrong("solve", "nim", "1,000")
    assert run("solve", "bash", "1e3", "m=1e1", "--json").out == run("solve", "bash", "1000", "m=10", "--json").out
    assert run("law", "0.77", "--to", "2e2").out == run("law", "0.77", "--to", "200").out
    assert run("value", "nim(2^3)").out == run("value", "nim(8)").out
    assert run.wrong("value", "1 + mean").endswith("mean is a function: write mean(…), with a value in the brackets")
    assert run.wrong("value", "1e3").endswith("write a number in full, 1000 and not 1e3")


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
