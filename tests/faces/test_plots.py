"""Plots: what heat maps and folded periods show, and that files are vectors and the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import grundy as gr
from grundy.common import messages
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.proving import guess
from grundy.values.outcome import Outcome
from grundy.values.patterns.law import Law

plots = pytest.importorskip("grundy.faces.plots")
shared = pytest.importorskip("grundy.faces.plots.figures")
heatmaps = pytest.importorskip("grundy.faces.plots.figures")


def run(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(words.split())
    out, err = capsys.readouterr()
    return code, out, err


def cells(figure: Any) -> Any:
    """Return the numbers that a figure paints, a row for each first heap."""
    return figure.axes[0].images[0].get_array().filled(-1).T


# ---- tables and heat maps


def mex(found: set[int]) -> int:
    return next(v for v in range(len(found) + 1) if v not in found)


def test_a_heat_map_shows_the_values() -> None:
    size, values = 12, {}
    for a in range(size + 1):
        for b in range(size + 1):
            moves = [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]
            moves += [(a - k, b - k) for k in range(1, min(a, b) + 1)]
            values[a, b] = mex({values[move] for move in moves})
    shown = cells(plots.heatmap(gr.wythoff, size))
    assert shown.shape == (13, 13)
    assert {place: int(v) for place, v in np.ndenumerate(shown)} == values


def test_two_heaps_of_a_heap_game() -> None:
    assert guess.square(gr.nim, 9) == [[a ^ b for b in range(10)] for a in range(10)]
    lost = [[entry is Outcome.P for entry in row] for row in guess.square(gr.nim, 5, outcomes=True, play="misere")]
    assert lost == [[(a == b and a > 1) or (a ^ b == 1 and max(a, b) == 1) for b in range(6)] for a in range(6)]


def test_where_there_is_no_position_nothing_is_painted() -> None:
    table = guess.square(gr.euclid, 4)
    assert table[0] == [None] * 5 and [row[0] for row in table] == [None] * 5
    assert None not in table[1][1:]
    shown = cells(plots.heatmap(gr.euclid, 4))
    assert (shown[0] == -1).all() and (shown[1:, 1:] >= 0).all()


def test_the_losing_positions_are_marked_and_the_golden_lines_drawn() -> None:
    axes = plots.heatmap(gr.wythoff, 30, law=gr.wythoff.law()).axes[0]
    marked = {tuple(map(int, path.get_extents().min + 0.5)) for path in axes.collections[0].get_paths()}
    golden = (1 + 5**0.5) / 2
    pairs = {(int(n * golden), int(n * golden) + n) for n in range(30)}
    assert marked == {place for a, b in pairs for place in ((a, b), (b, a)) if max(place) <= 30}
    slopes = {round(line.get_ydata()[1] / line.get_xdata()[1], 4) for line in axes.lines}
    assert slopes == {1.618, 0.618}


def test_outcomes_of_a_game_that_can_be_drawn() -> None:
    @gr.game
    def run_away(a: int, b: int) -> Any:
        if a != b:
            yield b, a
            yield min(a, b), min(a, b)

    shown = cells(plots.heatmap(run_away, 3, outcomes=True))
    assert {int(shown[i, i]) for i in range(4)} == {1}  # lost
    assert {int(shown[i, j]) for i in range(4) for j in range(4) if i != j} == {0}  # won


@pytest.mark.parametrize(
    ("rules", "options", "sentence"),
    [
        (gr.domineering, {}, "not made of integers"),
        (gr.grundys_game, {"size": 0}, "from 1 to 1,000, not 0"),
        (gr.nim, {"size": 5000}, "not 5,000"),
    ],
    ids=lambda x: getattr(x, "name", ""),
)
def test_heat_maps_that_there_are_not(rules: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GrundyError, match=sentence):
        plots.heatmap(rules, **options)


# ---- periods


@pytest.mark.parametrize("code", ["0.77", "0.07", "4.7", "0.333", "0.137"])
def test_folded_rows_are_the_sequence(code: str) -> None:
    from grundy.faces.plots.figures import folded

    law = gr.octal(code).law()
    found, odd = folded(law)
    values = np.array(gr.octal(code).sequence(found.size))
    flat = found + law.saltus * np.arange(len(found))[:, None]
    assert (flat.ravel() == values).all()
    assert not odd[-2:].any()
    last = np.flatnonzero(odd)
    assert law.preperiod == (last[-1] + 1 if len(last) else 0)


def test_a_saltus_is_taken_off() -> None:
    law = Law("arithmetic", 2, 1, 4, False, 9, head=[9, 1, 2])
    figure = plots.period(law, "two")
    assert figure.axes[0].images[0].get_array().tolist() == [[9, 1], [-2, 1], [-2, 1]]


def test_laws_that_cannot_be_folded() -> None:
    with pytest.raises(GrundyError, match="only a law with a period"):
        plots.period(gr.wythoff.law())
    with pytest.raises(GrundyError, match="too long to draw"):
        plots.period(Law("periodic", 1000, 0, 0, True, 9999, head=range(1000)))


# ---- files


def figures() -> dict[str, Any]:
    law = gr.octal("0.77").law()
    return {
        "heat": plots.heatmap(gr.wythoff, 20, law=gr.wythoff.law()),
        "outcomes": plots.heatmap(gr.nim, 8, outcomes=True),
        "period": plots.period(law, "Kayles $x_1$"),
        "sequence": plots.sequence(gr.octal("0.77").sequence(80), law, "Kayles"),
        "thermograph": plots.thermograph(gr.Value("{4|1||0}")),
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["svg", pytest.param("pdf", marks=pytest.mark.hours)])
def test_the_same_figure_is_the_same_file(kind: str, tmp_path: Path) -> None:
    names = ("heat", "period") if kind == "pdf" else tuple(figures())
    for turn in "ab":
        made = figures()
        for name in names:
            plots.save(made[name], tmp_path / f"{name}{turn}.{kind}")
    for name in names:
        one, two = (tmp_path / f"{name}{turn}.{kind}" for turn in "ab")
        assert one.read_bytes() == two.read_bytes()
        if kind == "svg":
            ElementTree.parse(one)
            assert "Kayles $x_1$" in one.read_text(encoding="utf-8") or name != "period"


def test_a_figure_shows_itself_in_a_notebook_as_vectors() -> None:
    for figure in figures().values():
        assert ElementTree.fromstring(figure._repr_svg_()).tag.endswith("svg")


def test_no_other_ending(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match=r"in .svg, .pdf or .png"):
        plots.save(figures()["period"], tmp_path / "a.jpeg")


def test_an_empty_sequence_is_no_figure() -> None:
    with pytest.raises(GrundyError, match="no values"):
        plots.sequence([])


# ---- the shell


def test_a_table_in_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run("table wythoff --to 3", capsys)
    assert (code, err) == (0, "")
    assert out == "   0  1  2  3\n0  0  1  2  3\n1  1  2  0  4\n2  2  0  1  5\n3  3  4  5  6\n"
    told = json.loads(run("table euclid --to 2 --outcomes --json", capsys)[1])
    assert told["rows"] == [[None] * 3, [None, "P", "N"], [None, "N", "P"]]


def test_tables_of_one_number_and_of_outcomes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A game on one number has a row of numbers; where there are no values who wins is told without being asked for."""
    for misere, shown in ((False, "PNNNP"), (True, "NPNNN")):
        words = f"table bash --to 4{' --play misere' if misere else ' --outcomes'} --json"
        assert "".join(json.loads(run(words, capsys)[1])["rows"][0]) == shown
    assert run("table bash --to 2", capsys)[1] == "n  bash\n0     0\n1     1\n2     2\n"
    rows = json.loads(run("table nim --play misere --to 6 --json", capsys)[1])["rows"]
    assert rows == [[gr.nim(a, b).outcome("misere").value for b in range(7)] for a in range(7)]
    file = tmp_path / "ends.py"
    file.write_text(
        "import grundy as gr\n@gr.game\ndef ends(n: int):\n    yield from (m for m in (n - 1, n - 2) if m >= 0)\n"
        "@ends.ending\ndef over(n: int):\n    return gr.TIE if n == 0 else None\n"
    )
    assert json.loads(run(f"table {file}:ends --to 3 --json", capsys)[1])["rows"] == [["T", "T", "T", "T"]]
    for words in ("table bash --to 45", "table bash --to 45 --outcomes", "table bash --to 0"):
        picture = tmp_path / "a.svg"
        assert run(f"{words} --plot {picture}", capsys)[0] == 0 and picture.read_text().count("<path") > 5


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)], ids=["a share", "whole"])
def test_figures_from_the_shell(
    whole: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ("table wythoff --to 15", "law 0.77", "thermograph {4|1||0}", "sequence 0.77", "table nim --outcomes"):
        for name in ("a.pdf", "b.svg") if whole or words == "law 0.77" else ("b.svg",):
            code, _out, err = run(f"{words} --plot {name}", capsys)
            assert (code, err) == (0, "")
            assert Path(name).read_bytes().startswith({"a.pdf": b"%PDF", "b.svg": b"<"}[name])
            Path(name).unlink()
    assert "15 is drawn in c.svg" in run("table wythoff --to 15 --plot c.svg", capsys)[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("table domineering --plot a.svg", "needs a game on numbers, and domineering is not one: leave out --plot"),
        ("table moores-nim --to x", "--to takes"),
        ("table nim --to 5 --plot a.txt", "the plot's file must end in"),
        ("table nim --to 2000", "shown to 1,000 at most"),
        ("law wythoff --plot a.svg", "only a law with a period"),
        ("law 0.77 --plot none/a.svg", "no folder"),
    ],
)
def test_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(words, capsys)
    assert (code, out) == (2, "")
    assert sentence in err and err.count("\n") == 1


@pytest.mark.slow
def test_settings_of_the_current_folder_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_bytes(b"axes.prop_cycle: \xff\nno.such.key: 1\n")
    words = [sys.executable, "-m", "grundy", "thermograph", "{1|-1}", "--plot", "a.png"]
    environment = {**os.environ, "PYTHONPATH": str(Path(gr.__file__).parents[1])}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "matplotlibrc" not in done.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


LONG_LAW = "异或的值：每个堆的 Grundy 值是它的大小除以三的余数，从某处起以十二为周期，前周期为七十一，已证明。" * 3


class Long:
    """A law that is said at length."""

    form = None

    def __str__(self) -> str:
        return LONG_LAW


def test_a_long_law_in_chinese_leaves_the_map_its_room() -> None:
    """Chinese has no blanks at which a line could be broken: the map was a stamp in a corner."""
    with messages.use("zh"):
        table = guess.square(gr.wythoff, 6, outcomes=False, play="normal")
        figures = [heatmaps.drawn_map(table, LONG_LAW[:60], Long())]
    figures.append(heatmaps.heatmap(gr.wythoff, 12, law=gr.wythoff.law()))
    for figure in figures:
        figure.canvas.draw()
        written, (box, bar) = figure.get_tightbbox(), [each.get_window_extent() for each in figure.axes]
        assert box.width > 0.6 * written.width * figure.dpi and box.height > 0.6 * written.height * figure.dpi
        assert all(text.get_window_extent().x1 < bar.x0 for text in figure.axes[0].texts[-1:] + [figure.axes[0].title])
    assert max(map(messages.width, shared.wrapped(LONG_LAW, shared.LINE))) <= shared.LINE


def test_without_a_font_a_plot_is_in_english_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "_CHINESE", ())
    shared._tell_once.cache_clear()
    with messages.use("zh"), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _time in range(2):
            figure = heatmaps.heatmap(gr.wythoff, 4)
            figure.canvas.draw()
    assert len(told) == 1
    assert figure.axes[0].get_title(loc="left") == "wythoff: Grundy values"
