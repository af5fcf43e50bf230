"""Tablebases: read back is what play from the rules alone says; what is damaged, unfinished or other is refused."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
import long_rules
import traps
from brute import by_rounds, grundy_values, reachable
from cases import mostly, nontrivial
from damaged_files import flipped
from grundy.common import files
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, RulesError, TooLarge
from grundy.common.evidence import BySearch, ByTablebase, ByTheorem
from grundy.common.files import NoRoom
from grundy.common.limits import Limits, keeping
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.solving import search
from grundy.solving.store import columns
from grundy.solving.store.parts import UNREACHED, Rows
from grundy.solving.store.tablebases import MANIFEST, Packing, Stored, read_manifest, write_manifest
from grundy.solving.store.writing import Writer
from grundy.solving.tablebases import building, reading, verifying
from grundy.solving.tablebases.building import build
from grundy.solving.tablebases.reading import coded, told
from grundy.solving.tablebases.verifying import verify
from random_digraphs import digraphs, games_with_endings
from shell import Command, Run, end_all, within

pytest.importorskip("blosc2")

LETTERS = {1: "N", 2: "P", 3: "T", 0: "D"}


@gr.game
def token(node: int, *, arrows: tuple = ((),), step: int = 1, ends: tuple = ()):
    """A token moves along arrows; node i is the number i * step."""
    for other in arrows[node // step]:
        yield other * step


ending_token = gr.game(name="ending_token")(token.function)
"""The same, and play ends at some nodes."""


@ending_token.ending
def at_an_end(node: int, *, step: int, ends: tuple) -> int | None:
    found = [result for place, result in ends if place == node // step]
    return found[0] if found else None


@gr.game(bounds=lambda a, b: (a + 1, b + 1))
def boxed(a: int, b: int):
    """Two heaps that share a limit, within bounds."""
    for k in range(1, 4):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k


@gr.game
def heaps(*sizes: int):
    """Heaps in a state of any length: the last is made smaller, or two."""
    if sizes:
        for k in range(sizes[-1]):
            yield (*sizes[:-1], k) if k else sizes[:-1]
        if sizes[-1] > 3:
            yield (*sizes[:-1], 1, sizes[-1] - 2)


@gr.game
def line(n: int):
    """One step at a time."""
    if n:
        yield n - 1


@gr.game
def circle(a: int, b: int, *, size: int = 40):
    """Two tokens on a circle of squares, with play that may be endless."""
    if a != b:
        yield (b, (a + 1) % size)
        yield (b, (a + 3) % size)


@gr.scoring_game
def taking(coins: tuple):
    """A coin is taken from an end of a row."""
    if coins:
        yield coins[0], coins[1:]
        yield coins[-1], coins[:-1]


@gr.partisan_game
def runs(a: int, b: int, *, player: int):
    """Left takes from one heap, Right from the other, and may put something back: play may be endless."""
    own = a if player == gr.LEFT else b
    for k in range(1, own + 1):
        yield (a - k, b) if player == gr.LEFT else (a, b - k)
    if own == 2:
        yield (a, 3) if player == gr.LEFT else (3, b)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path / "home"))
    return Run(monkeypatch, tmp_path)


RULES = (
    Path(long_rules.__file__).read_text(encoding="utf-8")
    + """
@gr.game
def worded(n: int):
    if n > len("".join(map(str, range(1)))) - 1:
        yield n - 1
"""
)


def agrees(base: Any, start: Any, *, misere: bool = False) -> int:
    """Compare a base with play from the rules alone at every position, one by one and all at once; return how many."""
    options, rules = reachable(start), start.ruleset
    ends = {state: ended for state in options if (ended := rules.ended(state)) is not None}
    wanted = by_rounds(options, ends, misere=misere)
    states = list(wanted)
    found = base.probe_many(states)
    assert base.positions == len(states) and found.met.all()
    for i, state in enumerate(states):
        letter, remoteness = wanted[state]
        result, its = base.result(state)
        assert (LETTERS[result], its) == (letter, remoteness or 0), state
        assert (int(found.result[i]), int(found.remoteness[i])) == (result, its)
    assert sum(len(rows.keys) for rows in base.stored.blocks()) == len(states)
    assert verify(base, every=True) == (len(states), len(states), [])
    if "grundy" in base.stored.names:
        values = grundy_values(start)
        assert {state: base.grundy(state) for state in states} == values
        assert dict(zip(states, found.grundy.tolist(), strict=True)) == values
    return len(states)


# ---- there and back


@settings(max_examples=50)
@given(
    digraphs().map(lambda arrows: (arrows, {})) | games_with_endings(),
    st.sampled_from([1, 10**6, 10**9, 2**40]),
    st.booleans(),
    st.sampled_from([1, 2, 3, 4096]),
)
def test_random_games_come_back(drawn: Any, step: int, misere: bool, chunk: int) -> None:
    """Digraphs, and games with endings and ties."""
    arrows, ends = drawn
    told = {"ends": tuple(sorted(ends.items()))} if ends else {}
    rows = tuple(arrows[i] for i in range(len(arrows)))
    starts = [(ending_token if ends else token)(i * step, arrows=rows, step=step, **told) for i in arrows]
    start = max(starts, key=lambda each: len(reachable(each)))
    with folder_of_chunks(chunk) as place:
        base = build(start, place, misere=misere)
        size = agrees(base, start, misere=misere)
        nontrivial(size > 1)
        assert base.stored.kind == ("hashed" if step > 1 and size > 1 else "dense") or step == 1


def content(base: Any) -> dict[Any, tuple[int, ...]]:
    """What a base says of each state."""
    found = {}
    for rows in base.stored.blocks():
        words = zip(*(rows.columns[name].tolist() for name in base.stored.names), strict=True)
        found.update(zip(base.coding.states(rows.keys), words, strict=True))
    return found


@contextmanager
def folder_of_chunks(block: int) -> Any:
    """A new folder, while blocks have so many items and chunks two of them."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as place:
        patch.setattr(columns, "BLOCK", block)
        patch.setattr(columns, "BLOCKS", 2)
        yield Path(place) / "base"


@pytest.mark.some(6)
@pytest.mark.parametrize("small", [0, 10**6], ids=["compiled", "interpreted"])
@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (gr.connect4(width=3, height=3, line=3), "hashed"),
        (gr.chomp(5, 4, 3), ""),
        (boxed(12, 9), "dense"),
        (heaps(6, 5), ""),
        (circle(0, 7), ""),
    ],
    ids=str,
)
def test_games_come_back(start: Any, kind: str, small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SMALL", small)
    for misere in (False, True):
        start.ruleset.forget()
        base = build(start, tmp_path / f"base{misere}", misere=misere)
        assert agrees(base, start, misere=misere) > 20
        assert not kind or base.stored.kind == kind
        again = gr.tablebase(base.stored.folder, start.ruleset)
        assert again.result(start.ruleset.canonical(start.state)) == base.result(start.ruleset.canonical(start.state))


def test_a_base_of_one_position(tmp_path: Path) -> None:
    base = build(boxed(0, 0), tmp_path / "one")
    assert (base.positions, base.result((0, 0)), base.grundy((0, 0))) == (1, (2, 0), 0)
    assert base.probe_many([(0, 0), (0, 1), (5,)]).met.tolist() == [True, False, False]
    assert base.probe_many([]).met.tolist() == []
    assert verify(base) == (1, 1, [])


def test_longest_lines_need_four_bytes(tmp_path: Path) -> None:
    base = build(line(17_000), tmp_path / "line")
    assert [base.result(n) for n in (17_000, 16_999, 1, 0)] == [(2, 17_000), (1, 16_999), (1, 1), (2, 0)]
    assert base.stored.dtypes["status"] == np.uint32


@given(st.lists(st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * 3), min_size=2, max_size=9))
def test_states_become_numbers_and_come_back(states: list[tuple[int, ...]]) -> None:
    rows = np.array(states, np.int64)
    packing = Packing.of(rows)
    keys = packing.pack(rows)
    nontrivial(len(packing.cuts) > 2)
    assert packing.unpack(keys).tolist() == rows.tolist() and packing.holds(rows).all()
    assert [np.array(packing.key(state), packing.dtype) for state in states] == list(keys)
    assert packing.unpack(np.sort(keys)).tolist() == sorted(rows.tolist())  # their order is that of the states
    outside = [(*state[:2], state[2] - 1) for state in states if state[2] == packing.low[2] > -(2**63)]
    assert all(packing.key(state) is None and not packing.holds(np.array([state]))[0] for state in outside)


def test_counts_that_are_known(tmp_path: Path) -> None:
    base = build(gr.connect4(width=4, height=4), tmp_path / "c4")
    counts = verifying.counts(base.stored)
    assert base.positions == sum(each["count"] for each in counts) == 161_029
    assert base.result((0, 0)) == (3, 16)
    probed = base.probe_many(base.coding.state_of(each["key"]) for each in counts)
    assert probed.result.tolist() == [each["result"] for each in counts]
    assert probed.remoteness.tolist() == [each["remoteness"] for each in counts]


@pytest.mark.hours
@pytest.mark.parametrize(("width", "height", "count"), [(4, 5, 1_706_255), (5, 4, 3_945_711)])
def test_larger_counts_that_are_known(width: int, height: int, count: int, tmp_path: Path) -> None:
    base = build(gr.connect4(width=width, height=height), tmp_path / "c4")
    assert base.positions == count and verify(base).wrong == []


# ---- games for points, games of two sides


def test_scores_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for i, (start, small) in enumerate(
        (s, n) for s in (gr.dots_and_boxes(rows=2, columns=1), taking((3, -2, 5, 7, -1, 4, 4))) for n in (0, 10**6)
    ):
        monkeypatch.setattr(search, "SMALL", small)
        start.ruleset.forget()
        options = reachable(start)
        base = build(start, tmp_path / str(i))
        assert base.positions == len(options) > 20
        assert verify(base, every=True) == (len(options), len(options), [])
        found = base.probe_many(list(options))
        for state, score in zip(options, found.score.tolist(), strict=True):
            assert score == base.score(state) == Position(start.ruleset, state).score()
        answer, searched = base.probe(start), start.solve()
        assert (answer.value, answer.outcome, answer.best_move) == (
            searched.value,
            searched.outcome,
            searched.best_move,
        )
        assert isinstance(answer.evidence, ByTablebase)
        with pytest.raises(RulesError, match="no misère play"):
            build(start, tmp_path / "misere", misere=True)


@pytest.mark.parametrize("start", [gr.toads_and_frogs("TT..FF"), gr.domineering(2, 3), runs(4, 3)], ids=str)
@pytest.mark.parametrize("misere", [False, True])
def test_partisan_games_come_back(start: Any, misere: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = build(start, tmp_path / "tablebases" / "two sides", misere=misere)
    wanted: dict[Any, Any] = {}
    for player in (gr.LEFT, gr.RIGHT):
        turn = to_move(start, player)
        options = reachable(turn)
        ends = {state: ended for state in options if (ended := turn.ruleset.ended(state)) is not None}
        wanted |= by_rounds(options, ends, misere=misere)
    assert base.positions == len(wanted) > 10 and verify(base, every=True).wrong == []
    for state, (letter, remoteness) in wanted.items():
        result, its = base.result(state)
        assert (LETTERS[result], its) == (letter, remoteness or 0), state
    assert base.probe_many(list(wanted)).met.all()
    play = "misere" if misere else "normal"
    searched = start.solve(play, method="search")
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path))
    answer = start.solve(play, method="tablebase")
    assert isinstance(answer.evidence, ByTablebase) and answer.outcome == searched.outcome == base.probe(start).outcome
    assert [*answer.winning_moves(None, gr.LEFT)] == [*searched.winning_moves(None, gr.LEFT)]
    for player in (gr.LEFT, gr.RIGHT):
        asked = to_move(start, player)
        assert base.probe(asked).outcome == asked.solve(play, method="search").outcome


# ---- declared keys, tiers, symmetries


def coins(symmetric: bool = True, ranked: bool = True, turned: bool = False) -> Any:
    """Two heaps; a tier is how many coins there are."""

    @gr.game
    def two(a: int, b: int):
        for k in range(1, 4):
            if a >= k:
                yield a - k, b
            if b >= k:
                yield a, b - k

    if symmetric:
        two.symmetries(swapped)
    if ranked:
        two.rank(by_rows if turned else by_columns)
        two.unrank(of_rows if turned else of_columns)
    two.tier(total)
    return two


def swapped(a: int, b: int):
    yield b, a


def by_columns(a: int, b: int) -> int:
    return (a * 100 + b) * 2**40 if a < 100 and b < 100 else 0


def of_columns(key: int) -> tuple[int, int] | None:
    return (key // 2**40 // 100, key // 2**40 % 100) if key % 2**40 == 0 else None


def by_rows(a: int, b: int) -> int:
    return b * 100 + a


def of_rows(key: int) -> tuple[int, int] | None:
    return key % 100, key // 100


def total(a: int, b: int) -> int:
    return a + b


def kept(start: Any, folder: Path) -> Any:
    """A base of a start, its tiers in parts of three, by the declared keys or by a packing."""
    rules = start.ruleset
    found: dict[int, dict[int, Any]] = {}
    packing = None if "rank" in rules.hooks else Packing((0, 0), (10, 20))
    answers = {}
    for state in {rules.canonical(state) for state in reachable(start)}:
        key = rules.key_of(state) if packing is None else packing.key(state)
        answers[state] = Position(rules, state).solve(method="search")
        found.setdefault(rules.tier_of(state), {})[key] = answers[state]
    rows = []
    for tier, own in sorted(found.items(), reverse=True):
        keys = sorted(own)
        status = [(1 if own[key].outcome.name == "N" else 2) | own[key].remoteness << 2 for key in keys]
        columns = {
            "status": np.array(status, np.uint16),
            "grundy": np.array([own[key].value for key in keys], np.uint8),
        }
        rows.append(Rows(tier, np.array(keys, np.uint64), columns))
    about = {"game": rules.name, "rules": told(rules), "parameters": {}, "start": str(start), "misere": False}
    with Writer(folder, about, []) as writer:
        for i in range(0, len(rows), 3):
            writer.part(rows[i : i + 3])
        writer.finish({"coding": coded(rules, "tuple", 2, packing), "loopy": False, "ties": False})
    return gr.tablebase(folder, rules)


@pytest.mark.some(4)
@pytest.mark.parametrize("ranked", [False, True])
@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("many", [0, 10**6], ids=["native", "asked"])
def test_declared_keys_and_tiers(
    symmetric: bool, ranked: bool, many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MANY", many)
    start = coins(symmetric, ranked)(9, 14)
    base = kept(start, tmp_path / "base")
    states = [*reachable(start)]
    assert len(base.stored.parts) == 8 and base.positions < (len(states) if symmetric else len(states) + 1)
    found = base.probe_many(np.array([*states, (200, 200), (0, 100)]))
    assert many or base.coding._native is not None
    assert found.met.tolist() == [True] * len(states) + [False] * 2
    for state, value, moves in zip(states, found.grundy.tolist(), found.remoteness.tolist(), strict=False):
        answer, searched = base.probe(state), Position(start.ruleset, state).solve(method="search")
        assert (answer.value, answer.remoteness, answer.best_move) == (
            searched.value,
            searched.remoteness,
            searched.best_move,
        )
        assert (value, moves) == (answer.value, answer.remoteness)
    assert verify(base, every=True) == (base.positions, base.positions, [])


def test_another_rank_is_refused(tmp_path: Path) -> None:
    kept(coins()(3, 4), tmp_path / "base")
    assert gr.tablebase(tmp_path / "base", coins()).positions == 14
    for other, hook in [
        (coins(turned=True), "rank"),
        (coins(ranked=False), "rank"),
        (coins(symmetric=False), "symmetries"),
    ]:
        with pytest.raises(GrundyError, match=f"was made with a different {hook} of two: name the file"):
            gr.tablebase(tmp_path / "base", other)
    with pytest.raises(GrundyError, match="was made with a different rank of two: name the file"):
        gr.tablebase(tmp_path / "base")  # the data of the rules say nothing of keys


# ---- a way like any other


def test_a_base_in_the_users_folder_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path))
    start = gr.connect4(width=3, height=3, line=3)
    searched = {move.after: move.after.solve() for move in start.moves()}
    base = build(start, tmp_path / "tablebases" / "three")
    for position, before in searched.items():
        now = position.solve()
        assert isinstance(before.evidence, BySearch) and now.evidence == ByTablebase("three", base.positions)
        assert (now.outcome, now.remoteness, now.best_move) == (before.outcome, before.remoteness, before.best_move)
        assert now.winning_moves(None) == before.winning_moves(None) and "tablebase three" in now.explain()
    assert isinstance(start.solve("misere").evidence, BySearch)
    assert isinstance(gr.connect4(width=3, height=3, line=2).solve().evidence, BySearch)
    assert isinstance(gr.nim(2, 3).solve().evidence, ByTheorem)
    assert start.solve(method="tablebase").positions == base.positions
    (tmp_path / "tablebases" / "three" / MANIFEST).write_text("{")
    assert isinstance(start.solve().evidence, BySearch)  # what is damaged is passed over


def test_endless_play_may_be_a_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path))
    start = circle(0, 7)
    searched = [start.solve(endless=endless).outcome for endless in ("draw", "first", "second")]
    build(start, tmp_path / "tablebases" / "circle")
    found = [start.solve(endless=endless) for endless in ("draw", "first", "second")]
    assert [each.outcome for each in found] == searched
    assert all(isinstance(each.evidence, ByTablebase) for each in found)


def test_no_base_costs_nothing() -> None:
    code = "import sys; from grundy.faces.cli import main; main(['solve', 'nim', '2', '3']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"grundy.solving.store", "blosc2", "numpy", "platformdirs"} & {*done.stdout.split()}


# ---- what is refused


def test_other_rules_are_refused(tmp_path: Path) -> None:
    base = build(boxed(3, 3), tmp_path / "boxed")
    with pytest.raises(RulesError, match="but the rules of connect4 are different"):
        gr.tablebase(tmp_path / "boxed", gr.connect4)
    with pytest.raises(RulesError, match="but the rules of connect4 are different"):
        base.probe(gr.connect4())
    with pytest.raises(GrundyError, match="is not in the tablebase"):
        base.probe((4, 4))
    read = gr.tablebase(tmp_path / "boxed")  # by the rules that it holds as data
    assert read.ruleset is not boxed and agrees(read, read.ruleset(3, 3)) == 16


def test_other_versions_and_damaged_manifests_are_refused(tmp_path: Path) -> None:
    folder = build(boxed(3, 3), tmp_path / "boxed").stored.folder
    path = folder / MANIFEST
    good = json.loads(path.read_text())
    for change, sentence in [
        ({"version": 1}, "has format 1, but this grundy reads format 2: build it again"),
        ({"format": "else"}, "is not a tablebase manifest"),
        ({"positions": 17}, "is damaged"),
    ]:
        path.write_text(json.dumps({**good, **change}))
        with pytest.raises(GrundyError, match=sentence):
            Stored(folder)
    path.write_text("[]")
    with pytest.raises(GrundyError, match="is not a tablebase manifest"):
        Stored(folder)
    path.write_text(json.dumps(sealed({**good, "positions": 16})))
    assert Stored(folder).positions == 16
    for nothing in (tmp_path / "nothing", tmp_path):
        with pytest.raises(GrundyError, match="there is no tablebase in"):
            Stored(nothing)


FACES = [f".XO{face}" for face in ("#", "1", "%", "-", "'", '"', "{", "\\", "😀", "\u0301", "É", "+")] + ["#XO.", ".#"]
BOARD = """
import grundy as gr
from grundy.rules.board import Board, FREE

@gr.partisan_game(board=gr.Grid({faces!r}))
def slide(board: Board, *, player: int):
    for cell in board.cells(1 if player == gr.LEFT else {other}):
        for near in board.beside(cell):
            if board[near] == FREE:
                yield board.move(cell, near).place(cell, {last})
"""


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "BLOCK", 16)
    monkeypatch.setattr(columns, "BLOCKS", 2)


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.parametrize("faces", FACES)
def test_any_letter_may_be_on_a_board(faces: str, run: Run, tmp_path: Path) -> None:
    """A base is built, told, asked, reported and verified where a face is no name of Python's, from rules and from data."""
    (tmp_path / "rules.py").write_text(BOARD.format(faces=faces, other=len(faces) // 2, last=len(faces) - 1))
    one, two = faces[1], faces[len(faces) // 2]
    board = f"{one}{two}{faces[0]}|{faces[0] * 2}{faces[-1]}"
    assert run("tablebase", "build", "rules.py:slide", board, "--to", "base").code == 0
    asked = run("solve", "rules.py:slide", board, "--method", "search").out.split("\n")[0]
    (tmp_path / "rules.py").unlink()
    assert run("tablebase", "probe", "base", board).out.split("\n")[0] == asked
    assert "verified" in run("tablebase", "verify", "base", "--all").out
    assert board in run("tablebase", "report", "base").out
    base = gr.tablebase(tmp_path / "base")
    assert str(base.probe(base.ruleset(board)).outcome) == asked and base.ruleset.names[2:] == tuple(faces[1:])


@pytest.mark.slow
@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("start", [boxed(12, 9), gr.connect4(width=3, height=3, line=3)], ids=["dense", "hashed"])
def test_every_damaged_byte_is_found(start: Any, tmp_path: Path) -> None:
    """A byte that is changed in a compressed chunk is found and named; elsewhere in a frame nothing is read wrongly."""
    base = build(start, tmp_path / "base")
    wanted = content(base)
    named = 0
    for path in sorted(base.stored.folder.glob("*.b2frame")):
        data = path.read_bytes()
        for place in range(0, len(data), max(1, len(data) // 150)):
            path.write_bytes(flipped(data, place, 0x55))
            try:
                assert content(gr.tablebase(base.stored.folder, start.ruleset)) == wanted
            except GrundyError as error:
                assert "is damaged" in str(error) and path.name in str(error)
                named += "in its chunk" in str(error)
        path.write_bytes(data[:-1])
        with pytest.raises(GrundyError, match="is damaged: copy the tablebase again"):
            content(gr.tablebase(base.stored.folder, start.ruleset))
        path.write_bytes(data)
    assert named > 20 and verify(base).wrong == []


def _resealed(folder: Path, name: str, **facts: Any) -> None:
    """Let a manifest say of a column of part 0 what a stranger wants it to say."""
    found = json.loads((folder / MANIFEST).read_text())
    found["parts"][0]["columns"][name].update(facts)
    (folder / MANIFEST).write_text(json.dumps(sealed(found)))


def test_a_column_with_code_inside_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What blosc2 would make a function of, and call, is damaged: whole, and with the metadata beside chunks of ours."""
    import blosc2

    mark = tmp_path / "mark"
    (tmp_path / "strangers.py").write_text(
        f"def f(inputs, output, offset, mark=open({str(mark)!r}, 'w').close()):\n    output[:] = inputs[0]\n"
    )
    spec = importlib.util.spec_from_file_location("strangers", tmp_path / "strangers.py")
    assert spec is not None and spec.loader is not None
    strangers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(strangers)
    mark.unlink()
    folder = build(boxed(12, 9), tmp_path / "base").stored.folder
    operand = blosc2.asarray(np.arange(10), urlpath=str(tmp_path / "operand.b2nd"))
    blosc2.lazyudf(strangers.f, (operand,), np.int64).save(urlpath=str(tmp_path / "lazy.b2nd"))
    lazy = (tmp_path / "lazy.b2nd").read_bytes()
    path = folder / "0000-status.b2frame"
    mine = path.read_bytes()
    metadata = blosc2.SChunk(urlpath=str(tmp_path / "meta"), meta={"LazyArray": 2}).to_cframe()
    monkeypatch.setattr(blosc2, "open", lambda *_, **__: mark.write_text("opened"))
    for data, begin, end in [
        (lazy, int.from_bytes(lazy[11:15], "big"), len(lazy)),
        (lazy, 97, len(lazy)),
        (lazy + mine[97:], len(lazy), len(lazy + mine[97:])),
        (metadata + mine[97:], len(metadata), len(metadata + mine[97:])),
        (mine + lazy, 97, 97 + 32),
        (b"", 0, 0),
    ]:
        path.write_bytes(data)
        around = zlib.crc32(data[end:], zlib.crc32(data[:begin]))
        sums = f"{zlib.crc32(data[begin:end]):08x}"
        _resealed(folder, "status", bytes=len(data), edges=[begin, end, around], checksums=sums)
        with pytest.raises(GrundyError, match=r"0000-status\.b2frame is damaged"):
            gr.tablebase(folder).probe((12, 9))
    assert not mark.exists()


@pytest.mark.parametrize("dtype", ["|O", "O", "V8", "<M8[s]", "<f8", "<u3", "i1,i1", "S0", "S1000"])
def test_items_of_other_types_are_not_read(dtype: str, tmp_path: Path) -> None:
    folder = build(boxed(3, 3), tmp_path / "base").stored.folder
    _resealed(folder, "grundy", dtype=dtype)
    with pytest.raises(GrundyError, match=r"0000-grundy\.b2frame is damaged"):
        columns.Column(folder / "0000-grundy.b2frame", _facts(folder, "grundy"), columns.BLOCK, columns.BLOCKS)


def _facts(folder: Path, name: str) -> Any:
    return json.loads((folder / MANIFEST).read_text())["parts"][0]["columns"][name]


HEADER = {0: (6,), 1: (0,), 2: (0x15, 0x95), 3: (4,), 4: (0x7F,), 7: (0x7F,), 8: (1,), 9: (0,), 11: (0x7F,), 12: (0,)}
HEADER |= {15: (0x7F,), 16: (1,), 21: (2,), 22: (4, 200), 23: (1,), 30: (1,), 31: (0x10, 0x20, 0x80), 32: (0,)}
HEADER |= {35: (0x80,), 36: (0, 255), 39: (0x7F,), 40: (255,)}
"""Bytes that may not stand at the places of a chunk's header."""


@pytest.mark.parametrize(("place", "value"), [(place, value) for place in HEADER for value in HEADER[place]])
def test_a_chunk_that_says_something_else_is_damaged(place: int, value: int, tmp_path: Path) -> None:
    """A stranger makes the checksums right, so each field of a header is compared: sizes, filters, codec, flags, places."""
    path = tmp_path / "some.b2frame"
    items = (np.arange(5_000) % 7).astype(np.uint16)
    facts = columns.write_column(path, items)
    data = bytearray(path.read_bytes())
    begin, end, _ = facts["edges"]
    data[begin + place] = value
    path.write_bytes(data)
    facts["checksums"] = f"{zlib.crc32(data[begin:end]):08x}"
    column = columns.Column(path, facts, columns.BLOCK, columns.BLOCKS)
    with pytest.raises(GrundyError, match=r"some\.b2frame is damaged in its chunk 0 of 1"):
        column.block(0)


def test_a_wrong_result_is_found_by_verifying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = building._solved

    def wrong(*given: Any) -> Any:
        found = made(*given)
        found.columns["status"][(found.rows == 2).all(axis=1)] += 4  # a move too many
        return found

    monkeypatch.setattr(building, "_solved", wrong)
    base = build(boxed(5, 5), tmp_path / "wrong")
    assert (2, 2) in verify(base, every=True).wrong


@pytest.mark.slow
@pytest.mark.usefixtures("small_chunks")
def test_several_processes_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = build(gr.connect4(width=3, height=3, line=3), tmp_path / "base")
    mark = traps.lay(tmp_path)
    monkeypatch.chdir(tmp_path)
    sample = verify(base, processes=2)
    assert not mark.exists(), mark.read_text()
    assert sample == verify(base) and sample.checked < sample.positions == base.positions
    assert verify(base, every=True, processes=2) == (base.positions, base.positions, [])
    path = base.stored.folder / "0000-status.b2frame"
    data = path.read_bytes()
    path.write_bytes(flipped(data, len(data) // 2))
    with pytest.raises(GrundyError, match=r"0000-status.b2frame is damaged in its chunk \d+ of"):
        verify(gr.tablebase(base.stored.folder), every=True, processes=2)


@pytest.mark.usefixtures("small_chunks")
def test_a_process_that_verifies_and_is_killed_is_told(tmp_path: Path) -> None:
    base = build(gr.connect4(width=3, height=3, line=3), tmp_path / "base")
    before = {*active_children()}
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(verify, base, every=True, processes=2)
        while not (helping := {*active_children()} - before):
            time.sleep(0.01)
        helping.pop().kill()
        with pytest.raises(GrundyError, match=r"a verifying process has ended \(SIGKILL\): try again"):
            found.result()


def test_what_cannot_be_kept_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    place = tmp_path / "base"
    words = gr.digraph({"a": ["b"], "b": []})("a")
    for position, sentence in [
        (words, "are not integers"),
        (token(0, arrows=((1,), ()), step=2**70), "more than 64 bits"),
    ]:
        with pytest.raises(GrundyError, match=sentence):
            build(position, place)
        assert not place.exists()
    with keeping(Limits(memory=1000)), pytest.raises(TooLarge):
        build(circle(0, 7, size=300), place)
    assert not place.exists()
    place.mkdir()
    (place / "mine").write_text("")
    with pytest.raises(GrundyError, match="contains something else"):
        build(boxed(2, 2), place)
    assert [path.name for path in place.iterdir()] == ["mine"]


def test_a_whole_base_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()  # an empty folder is taken
    build(boxed(2, 2), tmp_path / "base")
    with pytest.raises(GrundyError, match="already contains a tablebase"):
        build(boxed(3, 3), tmp_path / "base")
    assert Stored(tmp_path / "base").positions == 9


# ---- the shell


def test_the_commands(run: Run, tmp_path: Path) -> None:
    told = run("tablebase", "build", "rules.py:walk", "30", "20", "--to", "base")
    assert told.code == 0 and "651 positions are saved in base" in told.out, told
    again = json.loads(run("tablebase", "report", "base", "--json").out)
    assert again["positions"] == 651 == sum(again["results"].values()) == sum(e["count"] for e in again["counts"])
    assert run("tablebase", "report", "base").out.startswith("tablebase of walk(30, 20)")
    probed = json.loads(run("tablebase", "probe", "base", "30", "20", "--json").out)
    assert json.loads(run("tablebase", "probe", "base", "rules.py:walk", "30", "20", "--json").out) == probed
    named = json.loads(run("solve", "rules.py:walk", "30", "20", "--tablebase", "base", "--json").out)
    searched = json.loads(run("solve", "rules.py:walk", "30", "20", "--json").out)
    keys = ("outcome", "value", "remoteness", "best_move", "winning_moves")
    assert [probed[key] for key in keys] == [named[key] for key in keys] == [searched[key] for key in keys]
    assert named["method"] == "the tablebase base"
    assert (
        "The tablebase base holds 651 positions" in run("explain", "rules.py:walk", "3", "2", "--tablebase", "base").out
    )
    assert "verified: by the rules, 651 of 651" in run("tablebase", "verify", "base", "--all").out
    assert json.loads(run("tablebase", "verify", "base", "rules.py:walk", "--json").out)["verified"]
    played = run("play", "rules.py:walk", "2", "1", "--tablebase", "base", given="1\n1\n1\n1\n")
    assert played.code == 0 and not played.err


def test_a_report_is_drawn(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run("tablebase", "build", "connect4", "3x3", "line=3", "--to", "base")
    assert run("tablebase", "report", "base", "--plot", "a.svg").code == 0
    drawn = (tmp_path / "a.svg").read_text()
    count = json.loads(run("tablebase", "report", "base", "--json").out)["positions"]
    assert f"connect4(.../.../..., line=3): {count} positions" in drawn and "remoteness" in drawn and "tied" in drawn


def test_reports_of_scores_and_of_two_sides(run: Run, tmp_path: Path) -> None:
    run("tablebase", "build", "dots-and-boxes", "rows=2", "columns=1", "--to", "points")
    told = json.loads(run("tablebase", "report", "points", "--json").out)
    assert sum(each["count"] for each in told["counts"]) == told["positions"] and "score" in told["counts"][0]
    assert told["positions"] == len(reachable(gr.dots_and_boxes(rows=2, columns=1)))
    assert "score  positions  share  example" in run("tablebase", "report", "points").out
    if importlib.util.find_spec("matplotlib"):
        assert run("tablebase", "report", "points", "--plot", "a.svg").code == 0
        assert "score" in (tmp_path / "a.svg").read_text()
    run("tablebase", "build", "domineering", "2", "3", "--to", "sides")
    assert "Left to move" in run("tablebase", "report", "sides").out
    assert run("solve", "domineering", "2", "3", "--tablebase", "sides").out.startswith("first player wins")
    assert "verified: " in run("tablebase", "verify", "sides", "--all").out


def test_moves_and_symmetries_are_reported(tmp_path: Path) -> None:
    start = coins()(9, 14)
    base = kept(start, tmp_path / "base")
    shape = verifying.shape(base)
    options = {
        state: [*start.ruleset.options(state)]
        for state in base.coding.states(np.concatenate([b.keys for b in base.stored.blocks()]))
    }
    assert (shape.sampled, shape.most) == (base.positions, max(map(len, options.values())))
    assert shape.moves == pytest.approx(sum(map(len, options.values())) / base.positions)
    both = {image for a, b in options for image in ((a, b), (b, a))}
    assert shape.folded == pytest.approx(len(both) / base.positions) and shape.folded > 1.5


def test_a_base_without_a_name_is_kept_in_the_users_folder_and_found(run: Run, tmp_path: Path) -> None:
    assert run("tablebase", "build", "rules.py:walk", "9", "9", "--play", "misere").code == 0
    assert [path.name for path in (tmp_path / "home" / "tablebases").iterdir()] == ["walk-9-9-misere"]
    assert "the tablebase walk-9-9-misere" in run("solve", "rules.py:walk", "9", "8", "--play", "misere").out
    assert "tablebase" not in run("solve", "rules.py:walk", "9", "8").out
    (tmp_path / "other.py").write_text(RULES.replace("range(1, 4)", "range(1, 5)"))
    assert "tablebase" not in run("solve", "other.py:walk", "9", "8", "--play", "misere").out


def test_rules_without_data_are_named(run: Run) -> None:
    assert run("tablebase", "build", "rules.py:worded", "5", "--to", "base").code == 0
    assert "name it, as in rules.py:worded" in run.wrong("tablebase", "probe", "base", "3")
    assert run("tablebase", "probe", "base", "rules.py:worded", "3").code == 0
    assert run("tablebase", "report", "base").code == 0


def test_export_is_read_back(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run("tablebase", "build", "rules.py:walk", "30", "20", "--to", "base")
    assert json.loads(run("tablebase", "export", "base", "--to", "a.parquet", "--json").out)["positions"] == 651
    table = parquet.read_table(tmp_path / "a.parquet").to_pydict()
    base = gr.tablebase(tmp_path / "base")
    assert list(table) == ["n", "m", "result", "remoteness", "grundy"]
    for n, m, result, remoteness, value in zip(*table.values(), strict=True):
        its, moves = base.result((n, m))
        assert (["draw", "won", "lost", "tied"][its], moves, base.grundy((n, m))) == (result, remoteness, value)
    duckdb = pytest.importorskip("duckdb")
    assert run("tablebase", "export", "base", "--to", "a.csv").code == 0
    assert pytest.importorskip("pyarrow.csv").read_csv(tmp_path / "a.csv").to_pydict() == table
    asked = f"select count(*), max(remoteness) from '{tmp_path / 'a.parquet'}' where result = 'won'"
    won = [n for n, word in zip(table["remoteness"], table["result"], strict=True) if word == "won"]
    assert duckdb.sql(asked).fetchall() == [(len(won), max(won))]


COLUMNS = ("a", "b", "result", "remoteness")


def of_pandas(reads: Any, place: Path) -> list[Any]:
    frame = reads.read_parquet(place, dtype_backend="numpy_nullable")
    assert str(frame["remoteness"].dtype) == "Int32"
    columns = (frame[name].astype(object) for name in COLUMNS)
    return [(a, b, word, None if reads.isna(n) else n) for a, b, word, n in zip(*columns, strict=True)]


READERS: dict[str, Callable[[Any, Path], list[Any]]] = {
    "pyarrow.parquet": lambda reads, place: [tuple(row.values()) for row in reads.read_table(place).to_pylist()],
    "polars": lambda reads, place: reads.read_parquet(place).select(*COLUMNS).rows(),
    "pandas": of_pandas,
    "duckdb": lambda reads, place: reads.sql(f"select {', '.join(COLUMNS)} from '{place}'").fetchall(),
}


@pytest.mark.parametrize("library", READERS)
def test_others_read_an_export(library: str, tmp_path: Path) -> None:
    """Draws have no remoteness, and what goes round has no Grundy value."""
    reads: Any = pytest.importorskip(library)
    pytest.importorskip("pyarrow.parquet")
    from grundy.solving.store.tablebases import export

    base, place = build(circle(0, 7), tmp_path / "circle"), tmp_path / "a.parquet"
    with place.open("wb") as file:
        assert export(base.stored, base.coding.rows, file, lambda done: None) == base.positions
    rows = READERS[library](reads, place)
    assert len(rows) == base.positions and any(row[2] == "draw" for row in rows)
    for a, b, word, moves in rows:
        result, its = base.result((a, b))
        assert (["draw", "won", "lost", "tied"][result], None if result == 0 else its) == (word, moves)


def test_a_server_is_given_a_folder_of_bases(run: Run, tmp_path: Path) -> None:
    assert "but there are none in none" in run.wrong("serve", "--tablebases", "none")
    build(boxed(2, 2), tmp_path / "bases" / "good")
    with Writer(
        tmp_path / "bases" / "half", {"rules": {}, "parameters": {}, "start": "", "misere": False}, ["again"]
    ) as half:
        half.note(begun=True)
    assert "was interrupted: again continues it" in run.wrong("serve", "--tablebases", "bases")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("build", "name a game"),
        ("build nim 2 3 --to rules.py", "cannot be written"),
        ("probe", "name the folder of a tablebase"),
        ("probe none 3", "there is no tablebase in ./none"),
        ("report none", "there is no tablebase in ./none"),
        ("export none --to a.txt", "ends in .parquet or .csv"),
        ("export none --to a.parquet", "there is no tablebase in ./none"),
        ("verify none", "there is no tablebase in ./none"),
        ("verify none what", "not 'what'"),
        ("verify none --al", "did you mean --all?"),
        ("probe none --al", "there is no option '--al' here"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: str, sentence: str, run: Run, tmp_path: Path) -> None:
    assert sentence in run.wrong("tablebase", *words.split()).replace(str(tmp_path), ".")


def test_a_folder_that_is_no_tablebase_is_named_in_full(run: Run, tmp_path: Path) -> None:
    assert run.wrong("tablebase", "probe", ".", "3").strip().endswith(f"there is no tablebase in {tmp_path}")


# ---- processes


@pytest.fixture
def ended() -> Any:
    yield
    end_all()


LARGE = ["tablebase", "build", "rules.py:walk", "3000", "3000", "--to", "base"]


def test_two_processes_build_into_one_folder(run: Run, tmp_path: Path, ended: None) -> None:
    running = Command(LARGE, tmp_path)
    assert within(60, lambda: (tmp_path / "base" / MANIFEST).exists())
    told = run.wrong("tablebase", "build", "rules.py:walk", "3", "3", "--to", "base")
    assert told.startswith(f"another process (pid {running.process.pid}) is building the tablebase in")
    assert "is being built by another process" in run.wrong("tablebase", "report", "base")
    running.process.kill()
    running.ended()


@pytest.mark.hours
def test_ctrl_c_leaves_nothing_and_says_how_fast_it_went(run: Run, tmp_path: Path, ended: None) -> None:
    running = Command([*LARGE[:3], "60000", "60000", *LARGE[5:]], tmp_path)
    assert running.says(" a second ("), running.said
    running.interrupt()
    assert running.ended() == 130 and not (tmp_path / "base").exists(), running.said


@pytest.mark.parametrize("moment", [0.0, *(pytest.param(after, marks=pytest.mark.hours) for after in (0.4, 1.5, 3.0))])
def test_killed_while_building(moment: float, run: Run, tmp_path: Path, ended: None) -> None:
    running = Command(LARGE, tmp_path)
    assert within(60, lambda: (tmp_path / "base" / MANIFEST).exists())
    time.sleep(moment)
    running.process.kill()
    running.ended()
    told = run.wrong("tablebase", "report", "base")
    assert told.endswith("was interrupted: grundy " + " ".join(LARGE) + " continues it"), told
    (tmp_path / "base" / "0000-status.b2frame").write_bytes(b"what was written until then")
    assert run("tablebase", "build", "rules.py:walk", "3", "3", "--to", "base").code == 0
    assert "verified: by the rules, 16 of 16" in run("tablebase", "verify", "base", "--all").out


# ---- in parts: tiers of random keys are written, killed, gone on with, and read back as a dictionary has them


ABOUT: dict[str, Any] = {
    "rules": {"hash": "of some rules", "game": "some"},
    "parameters": {},
    "start": "some(1)",
    "misere": False,
    "loopy": False,
    "ties": False,
    "coding": {"layout": "one", "by": "rank", "width": 1, "hooks": {}},
}
Table = dict[tuple[int, int], dict[str, int]]
"""What stands at a tier and a key."""

numbers = st.one_of(st.integers(0, 40), st.integers(0, 2**62 - 1), st.integers(2**40, 2**40 + 99))


def _bases(parts: int, positions: int) -> st.SearchStrategy[Any]:
    """At least so many parts, each of some tiers of at least so many positions."""
    tiers = st.dictionaries(numbers, st.tuples(st.integers(0, 3), st.integers(0, 20)), min_size=positions, max_size=40)
    return st.lists(st.lists(tiers, min_size=1, max_size=3), min_size=parts, max_size=4)


bases = mostly(_bases(2, 2), _bases(1, 0))


def rows_of(tier: int, held: dict[int, tuple[int, int]]) -> Rows:
    """A tier as it is written."""
    found = sorted(held)
    status = np.array([held[key][0] | held[key][1] << 2 for key in found], np.uint16)
    grundy = np.array([held[key][1] for key in found], np.uint8)
    return Rows(tier, np.array(found, np.uint64), {"status": status, "grundy": grundy})


def table_of(parts: list[list[Any]]) -> tuple[list[list[Rows]], Table]:
    """Parts as they are written, their tiers numbered through, and what is then to be read."""
    written, table = [], {}
    number = 0
    for part in parts:
        written.append([])
        for held in part:
            written[-1].append(rows_of(number, held))
            table |= {(number, key): {"status": r | n << 2, "grundy": n} for key, (r, n) in held.items()}
            number += 1
    return written, table


def in_parts(folder: Path, *parts: list[Rows]) -> Path:
    """Write a base of some parts; return its folder."""
    with Writer(folder, ABOUT, []) as writer:
        for part in parts:
            writer.part(part)
        writer.finish({})
    return folder


SMALL = rows_of(0, {1: (1, 1)})


def holds(stored: Stored, table: Table, others: set[tuple[int, int]]) -> None:
    """Compare a base with a table: one by one, all at once, and from the first to the last."""
    assert stored.positions == len(table)
    asked = sorted(others | set(table))
    for tier, key in asked:
        place = stored.place(tier, key)
        wanted = table.get((tier, key))
        assert (place >= 0) == (wanted is not None), (tier, key)
        assert wanted is None or {name: stored.item(name, place) for name in stored.names} == wanted
    own, numbers = (
        np.array(list(each), kind) for each, kind in zip(zip(*asked, strict=True), (np.int64, np.uint64), strict=True)
    )
    places = stored.places(own, numbers)
    assert (places >= 0).tolist() == [each in table for each in asked]
    for name in stored.names:
        assert stored.take(name, places[places >= 0]).tolist() == [table[e][name] for e in asked if e in table]
    read = [int(key) for block in stored.blocks() for key in block.keys]
    assert sorted(read) == sorted(key for _tier, key in table)
    assert sum(each.times for each in stored.counts) == len(table)
    for word, times, tier, key in stored.counts:
        assert table[tier, key][stored.names[0]] == word
        assert times == sum(each[stored.names[0]] == word for each in table.values())


@pytest.mark.slow
@given(bases, st.sampled_from([1, 3, 2048]), st.sampled_from([1, 2, 32]), st.data())
def test_tiers_come_back(parts: Any, block: int, blocks: int, data: st.DataObject) -> None:
    written, table = table_of(parts)
    nontrivial(len(table) > 2 and len(written) > 1)
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "BLOCK", block)
        patch.setattr(columns, "BLOCKS", blocks)
        folder = Path(place) / "base"
        first = data.draw(st.integers(0, len(written)))
        if first:
            writer = Writer(folder, ABOUT, ["again"])  # what a killed process leaves
            for part in written[:first]:
                writer.part(part)
            writer._held.close()
            with pytest.raises(
                GrundyError, match=r"building the tablebase in .*base was interrupted: again continues it"
            ):
                Stored(folder)
            (folder / f"{first:04d}-status.b2frame").write_bytes(b"what was written until then")
        with Writer(folder, ABOUT, []) as writer:
            assert len(writer.parts) == first
            for part in written[first:]:
                writer.part(part)
            writer.finish({})
        if table:
            stored = Stored(folder)
            others = {(tier + more, key + near) for tier, key in table for more in (0, 1) for near in (-1, 0, 1)}
            holds(stored, table, {(tier, key) for tier, key in others if key >= 0})


@given(st.lists(st.integers(-300, 300) | st.none(), min_size=3, max_size=60), st.integers(1, 9), st.integers(0, 9))
def test_ranges_of_a_dense_base_come_back(scores: list[int | None], each: int, low: int) -> None:
    """One tier in several ranges of numbers, with holes; scores beside statuses of a second tier of no range."""
    hole = np.iinfo(np.int16).min
    words = np.array([hole if score is None else score for score in scores], np.int16)
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "BLOCK", 4)
        patch.setattr(columns, "BLOCKS", 2)
        starts = range(0, len(words), each)
        stored = Stored(in_parts(Path(place), *([Rows(0, low + i, {"score": words[i : i + each]})] for i in starts)))
        table = {(0, low + i): {"score": score} for i, score in enumerate(scores) if score is not None}
        nontrivial(len(table) > 1)
        assert stored.kind == "dense"
        holds(stored, table, {(0, key) for key in range(low + len(scores) + 3)} | {(1, low)})


def test_holes_of_statuses_are_no_positions(tmp_path: Path) -> None:
    columns = {"status": np.array([2, UNREACHED, 5], np.uint16), "grundy": np.array([0, 0, 1], np.uint8)}
    in_parts(tmp_path, [Rows(0, 5, columns)])
    table = {(0, 5): {"status": 2, "grundy": 0}, (0, 7): {"status": 5, "grundy": 1}}
    holds(Stored(tmp_path), table, {(0, key) for key in range(10)})


def test_keys_of_several_words(tmp_path: Path) -> None:
    held = sorted(np.array([i, i * i], ">u8").tobytes() for i in range(2, 9))
    stored = Stored(in_parts(tmp_path, [Rows(0, np.array(held, "S16"), {"status": np.arange(7, dtype=np.uint32)})]))
    assert [stored.place(0, key) for key in held] == list(range(7))
    assert stored.places(0, np.array([*held, b"\0\0"], "S16")).tolist() == [*range(7), -1]
    assert [each.key for each in stored.counts] == held


# ---- what was interrupted


def test_working_arrays_and_notes_stay_until_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "base"
    writer = Writer(folder, ABOUT, [])
    writer.note(tier=3)
    writer.work("tier-4", np.arange(5))
    writer.work("tier-5", np.arange(6))
    writer.work("tier-4", np.arange(7))
    writer.unwork("tier-5")
    (folder / "tier-6.new").write_bytes(b"half")
    writer._held.close()
    with Writer(folder, ABOUT, []) as again:
        assert again.notes == {"tier": 3}
        in_parts = again.worked("tier-4")
        assert in_parts is not None and in_parts.tolist() == [*range(7)] and again.worked("tier-5") is None
        again.part([SMALL])
        again.finish({})
    assert sorted(path.suffix for path in folder.iterdir() if path.suffix != ".lock") == [".b2frame"] * 4 + [".json"]


def test_an_error_leaves_what_is_finished(tmp_path: Path) -> None:
    for finished in (False, True):
        folder = tmp_path / str(finished)
        with pytest.raises(ZeroDivisionError), Writer(folder, ABOUT, []) as writer:
            if finished:
                writer.part([SMALL])
            raise ZeroDivisionError
        assert folder.exists() == finished
    with Writer(tmp_path / "True", ABOUT, []) as writer:
        assert len(writer.parts) == 1


@pytest.mark.parametrize("change", [{"rules": {"hash": "others"}}, {"start": "some(2)"}, {"misere": True}])
def test_another_base_is_not_gone_on_with(change: dict[str, Any], tmp_path: Path) -> None:
    with Writer(tmp_path, ABOUT, ["grundy", "tablebase", "build", "some", "1"]) as writer:
        writer.part([SMALL])
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.b2frame")}
    with pytest.raises(GrundyError, match=r"of some\(1\): grundy tablebase build some 1 continues it; name another"):
        Writer(tmp_path, ABOUT | change, [])
    assert before == {path.name: path.read_bytes() for path in tmp_path.glob("*.b2frame")}


def test_a_build_that_was_killed_in_its_first_moment_begins_again(tmp_path: Path) -> None:
    """Its folder has a lock and the draft of a manifest, and nothing else."""
    (tmp_path / f"{MANIFEST}.lock").write_bytes(b"1")
    (tmp_path / f"{MANIFEST}.new").write_bytes(b'{"form')
    in_parts(tmp_path, [rows_of(0, {0: (1, 2)})])
    assert read_manifest(tmp_path)["positions"] == 1 and not list(tmp_path.glob("*.new"))


def test_a_base_of_another_version_stays(tmp_path: Path) -> None:
    in_parts(tmp_path, [SMALL])
    held = json.loads((tmp_path / MANIFEST).read_text())
    (tmp_path / MANIFEST).write_text(json.dumps({**held, "version": 1}))
    with pytest.raises(GrundyError, match="has format 1, but this grundy reads format 2: build it again"):
        Writer(tmp_path, ABOUT, [])
    assert len([*tmp_path.glob("*.b2frame")]) == 4


def test_a_disk_that_is_full_is_told_and_what_is_finished_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "base"
    rows = rows_of(0, {key * key: (1, key % 7) for key in range(5_000)})
    for finished, goes_on in (
        (0, "folder .*base$"),
        (1, "of .*base; what is finished stays in .*base, and again 1 continues it"),
    ):
        monkeypatch.undo()
        with (
            pytest.raises(NoRoom, match=goes_on.removeprefix("folder ")),
            Writer(folder, ABOUT, ["again", "1"]) as writer,
        ):
            if finished:
                writer.part([SMALL])
            monkeypatch.setattr(files, "room", lambda _: 100)
            writer.part([rows])
        assert folder.exists() == bool(finished) and len([*tmp_path.glob("base/*.b2frame")]) == 4 * finished
    monkeypatch.undo()
    with Writer(folder, ABOUT, []) as writer:
        assert len(writer.parts) == 1


def test_a_base_is_read_on_when_its_files_are_removed(tmp_path: Path) -> None:
    """What is open stays; what is not is named in a sentence."""
    stored = Stored(in_parts(tmp_path, [rows_of(0, {1: (1, 1), 5: (2, 2)})], [rows_of(1, {1: (1, 1)})]))
    assert stored.item("status", stored.place(0, 5)) == 10
    for path in tmp_path.iterdir():
        path.unlink()
    assert stored.item("status", stored.place(0, 5)) == 10
    with pytest.raises(GrundyError, match=r"0001-\w+\.b2frame cannot be read: No such file or directory"):
        stored.place(1, 1)


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    rows = rows_of(0, {key * key: (1, key % 7) for key in range(70_000)})
    one, other = ({p.name: p.read_bytes() for p in in_parts(tmp_path / name, [rows]).glob("*.*[me]")} for name in "ab")
    assert one == other and len(one) == 4


@pytest.mark.some(24)
@pytest.mark.parametrize("dtype", ["u1", "u2", "i4", "u8", "S16"])
@pytest.mark.parametrize("length", [1, 31, 60, 2_049, 65_536, 65_537, 200_000])
@pytest.mark.parametrize("first", [0, 1])
def test_long_runs_of_zeros_come_back(dtype: str, length: int, first: int, tmp_path: Path) -> None:
    """A chunk of nothing but zeros (draws, scores of 0) is not written, and is no damage."""
    array = np.zeros(length, dtype)
    array[0] = first or array[0]
    path = tmp_path / "some.b2frame"
    facts = columns.write_column(path, array)
    held = columns.Column(path, facts, columns.BLOCK, columns.BLOCKS)
    assert np.array_equal(np.concatenate([*held]), array)
    data = bytearray(path.read_bytes())
    for place in range(facts["edges"][1], len(data)):  # which says that the chunk is of zeros
        data[place] ^= 1
        path.write_bytes(data)
        with pytest.raises(GrundyError, match="damaged"):
            columns.Column(path, facts, columns.BLOCK, columns.BLOCKS)
        data[place] ^= 1


@pytest.mark.parametrize("text", ["", "[]", "null", "[" * 200_000, '{"format": "grundy tablebase"}'])
def test_what_is_no_manifest_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(GrundyError):
        Stored(tmp_path)


STRANGE = ["|O", "O", "<M8[s]", "|V8", "|S8", "<f8", "i4,i4", ["<u2"], {"names": ["a"], "formats": ["O"]}]
"""Types of items that are never read as objects: as addresses these would lead to nothing good."""


@pytest.mark.parametrize(
    ("where", "value"),
    [
        *(("parts 0 columns status dtype", dtype) for dtype in STRANGE),
        ("parts", None),
        ("parts 0 segments 0 1", -1),
        ("parts 0 segments 0 2", 2**31),
        ("parts 0 segments 0 3", 1.5),
        ("parts 0 columns status length", 4),
        ("parts 0 columns status edges", [0, 1]),
        ("parts 0 columns status edges 1", 2**70),
        ("parts 0 columns status checksums", ["0"]),
        ("columns", ["status", "grundy"]),
        ("columns", {}),
        ("block", 0),
        ("blocks", "2"),
        ("positions", -5),
        ("coding", ABOUT["coding"] | {"low": [0, 0], "span": [3]}),
        ("coding", ABOUT["coding"] | {"low": [0], "span": [0]}),
        ("coding hooks", []),
        ("misere", 0),
        ("rules hash", None),
        ("parts 0 segments 0 3", "00"),
    ],
)
def test_a_strangers_manifest_that_says_no_base_is_told_in_one_sentence(where: str, value: Any, tmp_path: Path) -> None:
    status = np.full(5, 0x4141414141414141, np.uint64)
    in_parts(tmp_path, [Rows(0, np.arange(5, dtype=np.uint64), {"status": status})])
    assert Stored(tmp_path).take("status", np.array([3])).tolist() == [status[0]]
    manifest = read_manifest(tmp_path)
    *above, last = [int(word) if word.isdigit() else word for word in where.split()]
    inner: Any = manifest
    for each in above:
        inner = inner[each]
    inner[last] = value
    write_manifest(tmp_path, manifest)  # with its hash
    with pytest.raises(GrundyError, match=r"manifest\.json is damaged"):
        Stored(tmp_path).take("status", np.array([3])).tolist()
