"""Any face that a person may choose: it is read, printed, searched and kept in tablebases, or refused at the `Grid`."""

from __future__ import annotations

from pathlib import Path

import pytest

import grundy as gr
from grundy.common.errors import RulesError
from shell import Run

FACES = [*"#0(,'\\你É1-+=*);:\"_%${[~^😀→"]
RULES = """
import grundy as gr


@gr.game(board=gr.Grid({faces!r}, sides="swap"))
def fill(board):
    for cell in board.free:
        yield board.place(cell, 1)


@gr.game(board=gr.Grid({faces!r}))
def last(board):
    for cell in board.free:
        yield board.place(cell, 3)


@gr.partisan_game(board=gr.Grid({faces!r}, live=".", same="mirror"))
def part(board, *, player: int):
    for cell in board.free:
        yield board.place(cell, 1 if player == 1 else 2)
"""


@pytest.mark.slow
@pytest.mark.parametrize("face", [*FACES[:7], *(pytest.param(face, marks=pytest.mark.hours) for face in FACES[7:])])
def test_a_face_is_read_back_and_kept(face: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text(RULES.format(faces=f".XO{face}"), encoding="utf-8")
    run = Run(monkeypatch, tmp_path)
    for name, text in (("fill", f".X|{face}O"), ("last", f".X|{face}O"), ("part", f"{face}{face}|O.")):
        told = run("solve", f"f.py:{name}", text).out
        shown = next(line.split(": ", 1)[1] for line in told.splitlines() if line.startswith("position"))
        assert shown.startswith(f"{name}(") and face in shown
        assert run("solve", f"f.py:{shown}").out == told
        built = run("tablebase", "build", f"f.py:{name}", text, "--to", name)
        assert built.code == 0, built.err
        kept = run("solve", f"f.py:{name}", text, "--tablebase", name)
        assert kept.code == 0 and kept.out.splitlines()[0] == told.splitlines()[0]
        base = gr.tablebase(tmp_path / name)  # opened as data, without the file of the rules
        position = base.ruleset(text)
        assert str(base.probe(position).outcome) == told.splitlines()[0] and f"({text})" in str(position)
        assert run("tablebase", "verify", name, f"f.py:{name}").code == 0


@pytest.mark.parametrize(
    ("face", "said"),
    [
        ("|", "'|' cannot be a face: |, / and blanks separate the rows"),
        ("/", "'/' cannot be a face: |, / and blanks separate the rows"),
        (" ", "' ' cannot be a face: |, / and blanks separate the rows"),
        ("\n", "separate the rows"),
        ("é", "'é' cannot be a face: boards are read as capitals; choose 'É'"),
        ("ß", "'ß' cannot be a face: boards are read as capitals; choose '#'"),
        ("x", "choose 'X'"),
        ("\x1b", "it is invisible"),
        ("\u200b", "it is invisible"),
        (".", "are two letters or more"),
        ("", "are two letters or more"),
    ],
)
def test_a_face_that_no_text_shows_is_refused(face: str, said: str) -> None:
    with pytest.raises(RulesError) as problem:
        gr.Grid(f".{face}")
    assert said in str(problem.value)
