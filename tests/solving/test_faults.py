"""Nothing half-written is accepted: each call that changes a file fails or kills in turn, for every writer there is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grundy

FAULTS = Path(__file__).parents[1] / "faults"
RULES = """import grundy as gr

@gr.game
def walk(a: int, b: int):
    if a:
        yield a - 1, b
    if b:
        yield a, b - 1

@gr.scoring_game
def coins(*row: int):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]

@gr.game
def ring(n: int):
    yield (n + 1) % 5
    if n:
        yield n - 1

@gr.partisan_game
def sided(a: int, b: int, *, player: int):
    for k in (1, 2) if player == gr.LEFT else (1, 3):
        if a >= k:
            yield a - k, b
    if b:
        yield a, b - 1
"""
WRITERS = {
    "sequence": ("sequence 0.104 --to 400 --save", ""),
    "certificate": ("solve bash 5 --certificate {place}/c.json", ""),
    "export": ("export nim 1 2 --html {place}/x.html", ""),
    "match": ("play nim 1 --keep {place}/m.txt --level 1", "1\n\n"),
    "thermograph": ("thermograph 1 --plot {place}/p.svg", ""),
    "plot": ("sequence 0.77 --to 40 --plot {place}/p.svg", ""),
    "tablebase": ("tablebase build connect4 3x3 --to {place}/b", ""),
    "own rules": ("tablebase build {rules}:walk 5 5 --to {place}/b", ""),
    "misere": ("tablebase build {rules}:walk 2 2 --play misere --to {place}/b", ""),
    "scores": ("tablebase build {rules}:coins 3 1 --to {place}/b", ""),
    "loopy": ("tablebase build {rules}:ring 3 --to {place}/b", ""),
    "partisan": ("tablebase build {rules}:sided 2 2 --to {place}/b", ""),
    "machine code": ("keep {place}/code.o", ""),
}
SHARES = {"sequence": 16, "tablebase": 256}
"""Of so many calls one is tried at each commit; own rules call what these call."""
ALONE = ("export", "match", "certificate", "thermograph", "machine code")
"""Who writes one file, and neither a sequence nor a tablebase: their calls from the second on, one in three."""
KINDS = ("misere", "scores", "loopy", "partisan")
"""Tablebases of other kinds: one call of each."""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not sys.platform.startswith("linux") or not (compiler := shutil.which("gcc")):
        pytest.skip("the shim needs Linux and gcc")
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, FAULTS / "shim.c", "-ldl"], check=True)
    return library


def faults(shim: Path, folder: Path, turn: int, of: int, *writers: str) -> None:
    rules, place = folder / "rules.py", folder / "place"
    rules.write_text(RULES)
    told = [WRITERS[writer] for writer in writers]
    commands = [([word.format(place=place, rules=rules) for word in words.split()], typed) for words, typed in told]
    source = str(Path(grundy.__file__).parents[1])
    own = {"LD_PRELOAD": str(shim), "GRUNDY_HOME": str(place), "PYTHONPATH": source, "GRUNDY_LANG": "en"}
    asked = [sys.executable, str(FAULTS / "driver.py"), str(place), str(turn), str(of), json.dumps(commands)]
    done = subprocess.run(asked, env={**os.environ, **own}, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    rows = [*map(json.loads, done.stdout.splitlines())]
    counts, wrong = [row["calls"] for row in rows if "calls" in row], [row for row in rows if "call" in row]
    assert len(counts) == len(writers) and min(counts) >= 3 and not wrong, wrong[:3]


@pytest.mark.slow
@pytest.mark.parametrize("writer", SHARES)
def test_a_share_of_the_faults_of_each_writer(writer: str, shim: Path, tmp_path: Path) -> None:
    faults(shim, tmp_path, 0, SHARES[writer], writer)


@pytest.mark.slow
def test_faults_of_those_who_write_one_file(shim: Path, tmp_path: Path) -> None:
    faults(shim, tmp_path, 1, 3, *ALONE)


@pytest.mark.slow
def test_faults_of_tablebases_of_each_kind(shim: Path, tmp_path: Path) -> None:
    faults(shim, tmp_path, 20, 99, *KINDS)


@pytest.mark.hours
@pytest.mark.parametrize("writer", WRITERS)
def test_all_faults_of_each_writer(writer: str, shim: Path, tmp_path: Path) -> None:
    faults(shim, tmp_path, 0, 1, writer)
