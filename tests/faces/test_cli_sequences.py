"""The shell's commands about sequences: long ones, plots, laws, surveys, comparisons."""

from __future__ import annotations

import csv
import json
import runpy
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.sessions import is_the_same, made

import grundy
from cases import nontrivial
from grundy.faces import plots
from grundy.faces.cli import arguments, output
from grundy.faces.cli.sequences import codes_of
from grundy.faces.plots.figures import cells
from grundy.rules.as_heap_code import NAMED
from grundy.solving import boxes
from shell import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    (tmp_path / "rules.py").write_text(made("sequences", "rules.py"), encoding="utf-8")
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path / "home"))
    return Run(monkeypatch, tmp_path)


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.suffix == ".part"]


def test_sequences_laws_and_comparisons(tmp_path: Path) -> None:
    assert is_the_same("sequences", tmp_path)


# ---- codes in the shell


def test_names_of_the_catalogue_are_no_codes() -> None:
    for name in grundy.games.names():
        assert arguments.find(name).name.replace("_", "-") == name


# ---- sequences


@pytest.mark.parametrize("game", ["0.07", "rules.py:bash", "rules.py:lasker"])
@pytest.mark.parametrize("to", [0, 1, 70])
def test_values_from_0_to_n(run: Run, game: str, to: int) -> None:
    done = run("sequence", game, "--to", str(to))
    told = json.loads(run("sequence", game, "--to", str(to), "--json").out)
    assert (done.code, done.err, told["to"]) == (0, "", to)
    assert list(map(int, done.out.split())) == told["values"] and len(told["values"]) == to + 1


def test_long_sequences_are_printed_whole(run: Run) -> None:
    wanted = grundy.octal("0.16").sequence(150_001).tolist()
    assert list(map(int, run("sequence", "0.16", "--to", "150000", "--threads", "2").out.split())) == wanted
    assert json.loads(run("sequence", "0.16", "--to", "150000", "--json").out)["values"] == wanted


def test_numbers_are_written_in_chunks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "CHUNK", 3)
    for count in range(8):
        for numbers in (list(range(count)), np.arange(count)):
            output.show_numbers(numbers)
            assert capsys.readouterr().out == " ".join(map(str, range(count))) + "\n"
            output.show_json_with({"a": "b"}, "values", numbers)
            assert json.loads(capsys.readouterr().out) == {"a": "b", "values": list(range(count))}


def test_save_keeps_the_values_and_goes_on(run: Run) -> None:
    first = run("sequence", "0.106", "--to", "3000", "--save")
    assert first.code == 0
    assert first.out == f"0.106: 3,001 values, the largest 23, are saved in {run.folder / 'home' / 'sequences'}\n"
    assert len(list((run.folder / "home" / "sequences").glob("*.nimseq"))) == 1
    told = json.loads(run("sequence", "0.106", "--to", "4000", "--save", "--json").out)
    assert told["values"] == grundy.octal("0.106").sequence(4001).tolist()
    assert told["saved"] == str(run.folder / "home" / "sequences")
    assert run("sequence", "0.106", "--to", "9", "--save").out == run("sequence", "0.106", "--to", "9").out


def test_an_interrupted_run_says_where_its_values_are(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(grundy.rules.heaps.HeapRuleset, "sequence", interrupted)
    saved = run("sequence", "0.106", "--to", "3000", "--save")
    assert (saved.code, saved.out) == (130, "")
    assert str(run.folder / "home" / "sequences") in saved.err
    assert run("sequence", "0.106", "--to", "3000").err == "grundy: interrupted\n"


# ---- plots


@pytest.mark.slow
def test_plots_are_pictures(run: Run) -> None:
    for game, to in (("0.07", 60), ("0.16", 4000), ("rules.py:bash", 30), ("rules.py:lasker", 50), ("0.77", 0)):
        for ending in ("svg", "PNG", "pdf") if to == 60 else ("svg",):
            file = run.folder / f"plot.{ending}"
            done = run("sequence", game, "--to", str(to), "--plot", file.name)
            assert (done.code, done.err) == (0, "")
            assert done.out.endswith(f" to {to:,} is drawn in {file.name}\n")
            data = file.read_bytes()
            if ending == "svg":
                assert ElementTree.fromstring(data).tag.endswith("svg")
            else:
                assert data.startswith({"PNG": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-"}[ending])
    assert left_over(run.folder) == []


def test_a_plot_says_what_it_shows(run: Run) -> None:
    run("sequence", "0.07", "--to", "200", "--plot", "a.svg")
    text = (run.folder / "a.svg").read_text(encoding="utf-8")
    for words in (
        "0.07",
        "period 34 from 53 on, proved",
        "heap n",
        "first period: n = 53 to 86",
        "preperiod: n &lt; 53",
    ):
        assert words in text
    run("sequence", "0.07", "--to", "200", "--plot", "b.svg")
    assert (run.folder / "b.svg").read_text(encoding="utf-8") == text
    told = json.loads(run("sequence", "0.07", "--to", "5", "--plot", "c.svg", "--json").out)
    assert (told["plot"], told["values"]) == ("c.svg", [0, 0, 1, 1, 2, 0])


@pytest.mark.slow
def test_plots_of_a_million_values_stay_small(tmp_path: Path) -> None:
    values = np.random.default_rng(1).integers(0, 250, 1_000_000).astype(np.uint8)
    rares = np.arange(0, 1_200_000, 999)
    plots.save(plots.sequence(values, None, "$dear_$ {1, 2}", rares), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").stat().st_size < 2_000_000
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "$dear_$ {1, 2}" in text and "rare values" in text
    ElementTree.fromstring(text)
    plots.save(plots.sequence(np.arange(50_000) * 10**6, None, "large"), tmp_path / "b.png")
    assert (tmp_path / "b.png").stat().st_size < 2_000_000


@pytest.mark.parametrize("count", [1, 2, 7, 100, 1001])
@pytest.mark.parametrize("columns", [1, 3, 50])
@pytest.mark.parametrize("rows", [1, 4, 100])
def test_cells_lose_nothing(count: int, columns: int, rows: int) -> None:
    random = np.random.default_rng(count)
    values = random.integers(0, 60, count)
    among = random.random(count) < 0.5
    for chosen in (None, among):
        found = cells(values, chosen, columns=columns, rows=rows)
        heaps = np.arange(count) if chosen is None else np.flatnonzero(chosen)
        nontrivial(len(heaps) > 1)
        wanted = set(zip((heaps // found.width).tolist(), (values[heaps] // found.height).tolist(), strict=True))
        got = zip((found.heaps // found.width).tolist(), (found.values // found.height).tolist(), strict=True)
        assert set(got) == wanted and found.counts.sum() == len(heaps)
        assert len(found.counts) == len(wanted) <= columns * rows


def test_without_matplotlib_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "grundy[plot]" in run.wrong("sequence", "0.07", "--plot", "a.svg")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert "grundy[store]" in run.wrong("survey", "0.?", "--out", "a.parquet")


def test_a_failed_plot_leaves_the_old_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    def fail(self: Any, file: Any, **options: Any) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device")

    (run.folder / "a.svg").write_text("old", encoding="utf-8")
    monkeypatch.setattr(Figure, "savefig", fail)
    assert run.wrong("sequence", "0.07", "--plot", "a.svg") == "a.svg cannot be written: no space left on device"
    assert (run.folder / "a.svg").read_text(encoding="utf-8") == "old"
    assert left_over(run.folder) == []


# ---- laws


def test_law_as_code(run: Run) -> None:
    done = run("law", "0.77", "--code", "python")
    names: dict[str, Any] = {}
    exec(done.out, names)
    found = [f for f in names.values() if callable(f)]
    wanted = grundy.octal("0.77").sequence(500).tolist()
    assert any([f(n) for n in range(500)] == wanted for f in found)
    assert "{" in run("law", "0.77", "--code", "cpp").out
    assert json.loads(run("law", "0.77", "--code", "python", "--json").out)["code"].rstrip("\n") + "\n" == done.out


def test_a_proved_theorem_as_code(run: Run) -> None:
    plain = Path(__file__).parents[2] / "examples" / "plain_rules.py"
    names: dict[str, Any] = {}
    for name in ("up_to", "part", "near_diagonal"):
        exec(run("law", f"{plain}:{name}", "--code", "python").out, names)
    rules = runpy.run_path(str(plain))
    for n in range(60):
        assert names["grundy"](n) == rules["part"](n).grundy()
        assert all(names["losing"](n, m) == (not rules["near_diagonal"](n, m).grundy()) for m in range(n))


def test_the_first_line_says_which_known_game_a_rule_is(run: Run) -> None:
    firsts = [
        run(*words.split()).out.split("\n")[0]
        for words in ("law rules.py:lasker", "solve rules.py:lasker 5", "explain lasker 5")
    ]
    assert firsts == [
        "lasker is 4.(3), lasker: arithmetic period 4 with saltus 4 from 1 on, proved by a theorem",
        "first player wins; lasker is 4.(3), lasker",
        "lasker(5): first player wins",
    ]
    assert run("solve", "rules.py:halves", "5").out.startswith("first player wins\n")
    for code, name in NAMED.items():
        own, known = arguments.rules([code]), arguments.rules([name])
        assert [own(n).grundy() for n in range(60)] == [known(n).grundy() for n in range(60)]


@pytest.mark.slow
def test_law_writes_a_certificate(run: Run) -> None:
    assert run("law", "0.77", "--certificate", "k.json").out.startswith("period 12 from 71 on, proved\n")
    assert isinstance(json.loads((run.folder / "k.json").read_text(encoding="utf-8")), dict)
    assert run.wrong("law", "0.104", "--to", "2000", "--certificate", "none.json")
    assert not (run.folder / "none.json").exists()


# ---- surveys


@pytest.mark.parametrize(
    ("shape", "count", "first", "last"),
    [
        ("0.???", 511, "0.001", "0.777"),
        (".??", 63, "0.01", "0.77"),
        ("4.7?", 8, "4.7", "4.77"),
        ("?.7", 2, "0.7", "4.7"),
        ("?.?", 15, "0.1", "4.7"),
        ("0.77", 1, "0.77", "0.77"),
    ],
)
def test_codes_of_a_shape(shape: str, count: int, first: str, last: str) -> None:
    codes = [str(code) for code in codes_of(shape)]
    assert (len(codes), len(set(codes)), codes[0], codes[-1]) == (count, count, first, last)


def test_survey(run: Run) -> None:
    told = json.loads(run("survey", "0.??", "--to", "500", "--json").out)
    rows = {row["code"]: row for row in told["rows"]}
    assert (told["codes"], len(rows), told["proved"] + told["open"]) == (63, 63, 63)
    assert (rows["0.77"]["period"], rows["0.77"]["preperiod"], rows["0.77"]["status"]) == (12, 71, "proved")
    assert (rows["0.06"]["period"], rows["0.06"]["status"]) == (None, "open")
    groups = [row["group"] for row in told["rows"]]
    assert len(set(groups)) == told["games"] == 1 + sum(a != b for a, b in pairwise(groups))  # each stands together
    for row in told["rows"]:
        values = grundy.octal(row["code"]).sequence(100).tolist()
        other = grundy.code(row["group"]).sequence(110).tolist()
        assert all(values[n] == other[n + row["shift"]] for n in range(1, 100) if n + row["shift"] > 0)
    lines = run("survey", "0.??", "--to", "500").out.splitlines()
    assert lines[0].split()[:3] == ["code", "period", "preperiod"]
    assert len(lines) == 65 and lines[-1].startswith("63 codes, ") and lines[-1].endswith(f"{told['open']} open")
    assert next(line for line in lines if line.startswith("0.77 ")).split()[1:4] == ["12", "71", "proved"]


def test_survey_into_files(run: Run) -> None:
    rows = json.loads(run("survey", "?.?", "--to", "300", "--json").out)["rows"]
    done = run("survey", "?.?", "--to", "300", "--out", "a.csv")
    assert done.out.count("\n") == 1 and done.out.endswith("written to a.csv\n")
    with (run.folder / "a.csv").open(newline="", encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    assert read == [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
    assert run("survey", "?.?", "--to", "300", "--out", "a.parquet").code == 0
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(run.folder / "a.parquet").to_pylist() == rows
    assert left_over(run.folder) == []


# ---- comparisons


def test_compare_tells_the_shift(run: Run) -> None:
    for one, other in (("0.07", "0.137"), ("0.137", "0.07"), ("0.4", "0.137")):
        told = json.loads(run("compare", one, other, "--json").out)
        text, shift = run("compare", one, other).out, told["shift"]
        assert f"heap n of {one} is heap n {'+' if shift > 0 else '-'} {abs(shift)} of {other}" in text
        a, b = grundy.octal(one).sequence(100), grundy.octal(other).sequence(100)
        assert all(a[n] == b[n + shift] for n in range(5, 90))


# ---- what is wrong


def test_startup_loads_no_plots_and_no_bars() -> None:
    script = (
        "import sys; from grundy.faces.cli import main; main(['sequence', '0.77', '--to', '20']); "
        "print([m for m in ('matplotlib', 'rich.progress', 'pyarrow', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# ---- many positions in one call


def test_what_is_lost_in_a_box_is_counted_and_written(run: Run) -> None:
    data = json.loads(run("table", "wythoff", "--to", "60", "--lost", "--out", "pairs.csv", "--json").out)
    values = grundy.wythoff.grundy(60, 60)
    places = np.argwhere(values == 0).tolist()
    assert (data["positions"], data["lost"], data["first"]) == (61 * 61, len(places), places[:10])
    assert data["sum"] == sum(map(sum, places))
    rows = [*csv.reader((run.folder / "pairs.csv").read_text().splitlines())]
    assert rows[0] == ["a", "b", "value"] and rows[1:] == [
        [str(a), str(b), str(values[a, b])] for a, b in np.ndindex(61, 61)
    ]
    run("table", "bash", "m=2", "--to", "50", "--play", "misere", "--out", "letters.npy")
    letters = np.load(run.folder / "letters.npy")
    assert letters.tolist() == [grundy.bash(n, m=2).outcome("misere").value for n in range(51)]
    assert "--lost" in run.wrong("table", "wythoff", "--to", "1001")
    assert "solve --file" in run.wrong("table", "domineering", "--lost")
    assert ".npy" in run.wrong("table", "wythoff", "--lost", "--out", "pairs.txt")


@pytest.mark.parametrize("words", ["sequence rules.py:bash", "check rules.py:bash n%4", "check rules.py:bash n%4==0"])
def test_each_of_many_positions_is_settled_once_or_twice(run: Run, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tops, swept = list[int](), boxes.swept
    monkeypatch.setattr(boxes, "swept", lambda rules, box, **how: (tops.append(*box), swept(rules, box, **how))[1])
    assert run(*words.split(), "--to", "3000").code == 0
    assert max(tops) == 3000 and sum(tops) < 3 * 3000


def test_positions_of_a_file_are_answered_in_one_call(run: Run) -> None:
    pairs = [(a, b) for a in range(30) for b in range(a, 30)]
    text = "".join(f"{a} {b}  # a pair\n\n" for a, b in pairs)
    (run.folder / "pairs.txt").write_text(text, encoding="utf-8")
    answers = json.loads(run("solve", "wythoff", "--file", "pairs.txt", "--json").out)["answers"]
    assert answers == [{"position": f"{a} {b}", "value": grundy.wythoff(a, b).grundy()} for a, b in pairs]
    (run.folder / "boards.txt").write_text("XO|OX\nX.|.O\n", encoding="utf-8")
    assert "2 positions, 1 of them lost" in run("solve", "clobber", "--file", "boards.txt", "--out", "boards.csv").out
    assert (run.folder / "boards.csv").read_text() == "position,outcome\nXO|OX,N\nX.|.O,P\n"
    (run.folder / "boards.txt").write_text("XO|OX\nX?|.O\n", encoding="utf-8")
    assert "--out with --file" in run.wrong("solve", "clobber", "XO", "--out", "boards.csv")
    assert "--file goes with" in run.wrong("solve", "clobber", "--file", "boards.txt", "--method", "search")
    assert "boards.txt, line 2: " in run.wrong("solve", "clobber", "--file", "boards.txt")
