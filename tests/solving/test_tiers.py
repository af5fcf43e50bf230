"""Large games tier by tier, against a search of the same rules and against plain Python."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from crew import Killed, files, interrupted
from damaged_files import flipped
from grundy.common import files as store_files
from grundy.common import limits
from grundy.common.errors import GrundyError, Notice, OutOfTime, TooLarge
from grundy.common.threads import processors
from grundy.rules.position import Position
from grundy.solving import compiled_search
from grundy.solving.compiled_search import GraphTable
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.results import KNOWN, Options, Table
from grundy.solving.search import search
from grundy.solving.store import writing
from grundy.solving.tablebases import building
from grundy.solving.tablebases.building import build
from grundy.solving.tiers import exploring, solve, solving, team
from grundy.solving.tiers.solve import TierSolve
from grundy.solving.tiers.solving import Solving
from own_games import MORE_IN_TIERS
from wandering import wander, wander_to_ends


def found(
    position: Position, *, made: Keyed | None = None, misere: bool = False, grundy: bool = False, threads: int = 2
) -> dict[Any, tuple[int, ...]]:
    """What is found of each state."""
    rules: Any = position.ruleset
    made = made or keyed(rules, position.state)
    assert made is not None
    words: dict[Any, tuple[int, ...]] = {}
    with TierSolve(replace(made, start=position.state), misere=misere, threads=threads) as work:
        work.explore()
        for solved in work.solve(grundy=grundy):
            for block, columns in zip(solved.blocks, solved.columns, strict=True):
                for key, *values in zip(block.tolist(), *(array.tolist() for array in columns.values()), strict=True):
                    state = made.state(key)
                    assert state not in words and made.tier(state) == solved.number
                    words[state] = tuple(values)
    return words


def searched(position: Position, **how: Any) -> tuple[Any, dict[Any, tuple[int, ...]]]:
    """The table of a search that is interpreted, and the same words of it."""
    table: Any = search(position.ruleset, position.state, Options("interpreted"), **how)
    words: dict[Any, tuple[int, ...]] = {}
    for state in table.index:
        if table.scoring:
            words[state] = (table.score(state),)
        else:
            result, remoteness = table.result(state)
            words[state] = (remoteness << 2 | result,)
    return table, words


def by_tiers(position: Position, **how: Any) -> solve.TierTable:
    """The table of a position, however small."""
    made = solve.solved(position.ruleset, position.ruleset.canonical(position.state), Options(), **how)
    assert made is not None
    return made


def assert_same(mine: solve.TierTable, other: Any) -> None:
    """Assert that a table knows what an interpreted one knows."""
    for of in ("positions", "loopy", "ties", "scoring"):
        assert getattr(mine, of) == getattr(other, of)
    for state in other.index:
        if mine.scoring:
            assert mine.score(state) == other.score(state), state
        else:
            assert mine.result(state) == other.result(state), state
            assert "grundy" not in mine.columns or mine.grundy(state) == other.grundy(state), state
    nontrivial(len(other.index) > 7)


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("how", ["places", "hashed", "in shares"])
@pytest.mark.parametrize("name", MORE_IN_TIERS)
def test_tiers_are_what_a_search_finds(name: str, how: str, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results, remoteness, scores and counts are those of Python's own options."""
    position = MORE_IN_TIERS[name]()
    misere &= not position.ruleset.scoring
    tiered = "tier" in position.ruleset.hooks
    if how != "places":
        monkeypatch.setattr(solve, "DIRECT", 0)
    if how == "in shares":
        monkeypatch.setattr(solving.Solving, "_shares", lambda *_: 3)
    table, wanted = searched(position, misere=misere)
    assert found(position, misere=misere) == wanted
    assert tiered == (name not in ("chomp", "wythoff"))
    if tiered:
        assert_same(by_tiers(position, misere=misere), table)
    elif not misere:
        words = found(position, grundy=True)
        assert words == {state: (*word, Position(position.ruleset, state).grundy()) for state, word in wanted.items()}


WANDERING = pytest.mark.parametrize("rules", [wander, wander_to_ends], ids=["moves", "endings"])


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("misere", [False, True])
@WANDERING
def test_tiers_with_moves_inside(rules: Any, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "DIRECT", 0)
    shares = Solving._shares
    made = keyed(rules, (0, 0), [(29, 400)])
    assert made is not None and made.tiered
    for seed in range(300):
        position = rules(0, seed)
        _table, wanted = searched(position, misere=misere)
        monkeypatch.setattr(Solving, "_shares", shares if seed % 3 else lambda *_: 2)
        words = found(position, made=made, misere=misere, threads=1 + seed % 2)
        assert words == wanted, position
        nontrivial(len(wanted) > 7)


@pytest.mark.some(4)
@pytest.mark.parametrize("seed", range(6))
@WANDERING
def test_tables_of_games_by_lot(rules: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with loops in their tiers, of one and of three threads, in a room of any size."""
    if seed % 2:
        monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")
    monkeypatch.setenv("GRUNDY_THREADS", "13"[seed % 2])
    position = rules(0, seed, layer=(1, 2, 6)[seed // 2], size=40)
    assert_same(by_tiers(position, misere=seed % 3 == 0), searched(position, misere=seed % 3 == 0)[0])


@gr.game
def downstairs(step: int, side: int):
    if step:
        yield step - 1, side
        yield step - 1, (side + 1) % 3


@downstairs.tier
def steps_taken(step: int, side: int) -> int:
    return 1_000 - step


def test_many_tiers_are_not_counted_again_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[exploring.Tier] = []
    length = exploring.Tier.__len__
    monkeypatch.setattr(exploring.Tier, "__len__", lambda tier: counted.append(tier) or length(tier))
    words = found(downstairs(400, 0))
    assert len(words) == 1 + 2 + 3 * 399 and words[400, 0] == (400 << 2 | 2,)
    assert len(counted) < 10 * 401


# ---- searches of large games, which leave what tiers found


@gr.game
def halves(a: int, b: int):
    """Impartial, with Grundy values: a heap is made smaller, by at most three."""
    for k in range(1, min(a, 3) + 1):
        yield a - k, b
    for k in range(1, min(b, 3) + 1):
        yield a, b - k


@halves.tier
def taken(a: int, b: int) -> int:
    return 200 - a - b


def test_grundy_values_are_kept() -> None:
    """Where play ends and nothing is declared there are Grundy values."""
    mine = by_tiers(halves(21, 22))
    assert mine.grundy((21, 22)) == 1 ^ 2 and mine.grundy((7, 20)) == 3
    assert_same(mine, searched(halves(21, 22))[0])


def test_a_state_that_is_not_reached_is_not_there() -> None:
    mine = by_tiers(halves(3, 4))
    for state in ((4, 4), (3, 5), (-1, 0), (10**30, 0)):
        with pytest.raises(KeyError):
            mine.result(state)


def large(position: Position, told: list[int] | None = None) -> Table:
    """What a compiled search of a position leaves behind, which nobody has searched before."""
    position.ruleset.memory[KNOWN].clear()
    progress = None if told is None else told.append
    return search(position.ruleset, position.state, Options("compiled", progress), misere=False)


def empty(width: int = 4) -> Position:
    """Connect Four on an empty board."""
    return gr.connect4(width=width, height=4)


def test_a_large_search_is_done_by_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same position is searched both ways; signs of life come before and after the change."""
    graph = large(empty())
    monkeypatch.setattr(compiled_search, "TIERED", 5_000)
    told: list[int] = []
    tiers = large(empty(), told)
    assert isinstance(graph, GraphTable) and isinstance(tiers, solve.TierTable)
    assert tiers.positions == graph.positions == 161_029 == told[-1]
    rules = empty().ruleset
    for row in Random(1).sample(graph.graph.states.tolist(), 1_000):
        state = graph.made.decode(row, rules)
        assert tiers.result(state) == graph.result(state)


def test_limits_hold_by_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions, seconds and memory: in the tiers as before."""
    monkeypatch.setattr(compiled_search, "TIERED", 5_000)
    with pytest.raises(TooLarge, match="50,000 are allowed"), limits.keeping(limits.Limits(positions=50_000)):
        large(empty())
    with pytest.raises(OutOfTime), limits.keeping(limits.Limits(seconds=1.5)):
        large(empty(6))
    with limits.keeping(limits.Limits(memory=1 << 20)):
        assert solve.solved(halves, (3, 4), Options()) is None
    assert isinstance(large(empty()), solve.TierTable)


def test_threads_are_as_many_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_THREADS", "3")
    assert processors() == 3
    monkeypatch.setenv("GRUNDY_THREADS", "")
    assert processors() >= 1
    for wrong in ("0", "-1", "two", "1.5", "²", "10000"):
        monkeypatch.setenv("GRUNDY_THREADS", wrong)
        with pytest.raises(GrundyError, match="from 1 to 9,999, not"):
            processors()


# ---- what is kept, and gone on with


@pytest.fixture
def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is kept at once, in parts of few positions, and there is memory for a few keys alone."""
    monkeypatch.setattr(building, "PART", 300)
    monkeypatch.setattr(building, "MOST", 500)
    monkeypatch.setattr(solve, "PAUSE", 0)
    monkeypatch.setattr(building, "SMALL", 0)
    monkeypatch.setattr(exploring, "MERGED", 200)
    monkeypatch.setattr(team, "LONGEST", 64)


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.usefixtures("in_small_parts")
@pytest.mark.parametrize("share", [4, 1 << 20], ids=["in memory", "in files"])
def test_a_killed_solve_leaves_the_same_base(share: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "SHARE", share)
    monkeypatch.setattr(building, "_require_right", lambda *_: None)  # the base is whole before
    position = gr.connect4(width=4, height=3, line=3)
    whole = build(position, tmp_path / "whole")
    wanted = files(tmp_path / "whole")
    assert len(whole.stored.parts) > 5
    checks = 0

    def check(*_: Any) -> None:
        nonlocal checks
        checks += 1
        if checks == last:
            raise Killed

    last, ended = 0, 0
    monkeypatch.setattr(solve.limits, "check", check)
    build(position, tmp_path / "counted")
    total, random = checks, Random(1)
    for turn in range(5):
        folder = tmp_path / f"killed-{turn}"
        while True:
            checks, last = 0, random.randrange(1, total)
            try:
                build(position, folder)
                break
            except Killed:
                ended += 1
                if folder.exists():
                    with pytest.raises(GrundyError):
                        gr.tablebase(folder)
        assert files(folder) == wanted
    assert ended > 5


DAMAGES: dict[str, Any] = {
    "flipped": lambda data, _other: flipped(data, len(data) // 2),
    "flipped in front": lambda data, _other: flipped(data, 0),
    "flipped at the end": lambda data, _other: flipped(data, len(data) - 1),
    "cut": lambda data, _other: data[: len(data) // 2],
    "longer": lambda data, _other: data + b"0",
    "emptied": lambda _data, _other: b"",
    "deleted": lambda _data, _other: None,
    "another's": lambda _data, other: other,
}


@pytest.mark.slow
@pytest.mark.usefixtures("in_small_parts")
@pytest.mark.parametrize(
    ("share", "step"),
    [(4, 53), pytest.param(4, 1, marks=pytest.mark.hours), pytest.param(1 << 20, 1, marks=pytest.mark.hours)],
)
def test_what_was_damaged_after_a_kill_is_made_again(
    share: int, step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file of an interrupted build, damaged in every way: the base is that of an undamaged build, or it is told."""
    monkeypatch.setattr(exploring, "SHARE", share)
    monkeypatch.setattr(building, "_require_right", lambda *_: None)
    position = gr.connect4(width=4, height=3, line=3)
    build(position, tmp_path / "whole")
    wanted = files(tmp_path / "whole")
    interrupted(position, tmp_path / "killed", 4)
    left = files(tmp_path / "killed")
    written: list[int] = []
    write = writing.write_part
    monkeypatch.setattr(
        writing, "write_part", lambda folder, number, tiers: written.append(number) or write(folder, number, tiers)
    )
    sequence = sorted(left)
    assert {Path(name).suffix for name in left} == {".b2frame", ".json", ".npy"} and len(left) > 12
    others = dict(zip(sequence, [*sequence[1:], sequence[0]], strict=True))
    for name, how in [*product(sequence, DAMAGES)][::step]:
        folder = tmp_path / f"{name} {how}"
        folder.mkdir()
        for each, data in left.items():
            after = DAMAGES[how](data, left[others[each]]) if each == name else data
            if after is not None:
                (folder / each).write_bytes(after)
        written.clear()
        if name == "manifest.json":
            with pytest.raises(GrundyError):
                build(position, folder)
            continue
        build(position, folder)
        assert files(folder) == wanted, (name, how)
        again = {number for number in written if number < 3}  # the last one ends within a tier
        assert again == {int(name[:4]) for _ in "." if name.endswith(".b2frame")} - {3}, (name, how)


@pytest.mark.slow
@pytest.mark.usefixtures("in_small_parts")
def test_a_disk_that_becomes_full_stops_a_build_which_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is told, and the build is tried; where the disk is full nothing is lost."""
    position, folder = gr.connect4(width=4, height=3, line=3), tmp_path / "small"
    build(position, tmp_path / "whole")
    wanted = files(tmp_path / "whole")
    size, stops = 1_000, 0
    monkeypatch.setattr(store_files, "room", lambda _: max(0, size - sum(p.stat().st_size for p in folder.iterdir())))
    monkeypatch.setattr(building, "room", store_files.room)
    with pytest.warns(Notice, match=r"the tablebase takes at most .* usually far less, but only"):
        while size:
            try:
                build(position, folder)
                break
            except store_files.NoRoom as error:
                stops += 1
                size += 20_000
                assert re.search("are needed next, but only .* can still be written on the disk of", str(error))
                assert ("continues it" in str(error)) == folder.exists()
                folder.mkdir(exist_ok=True)
    assert stops > 3 and files(folder) == wanted


@pytest.mark.usefixtures("in_small_parts")
def test_what_is_wrong_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Solving._settled

    def wrong(self: Solving, tier: Any) -> Any:
        columns = right(self, tier)
        if tier.number == 5:
            columns[0]["status"][0] ^= 3
        return columns

    monkeypatch.setattr(Solving, "_settled", wrong)
    with pytest.raises(GrundyError, match="does not agree with the rules of connect4: nothing is saved"):
        build(gr.connect4(width=4, height=3, line=3), tmp_path / "base")
    assert not (tmp_path / "base").exists()


# ---- as a process


@pytest.mark.hours
def test_a_process_that_is_killed_leaves_the_same_base(tmp_path: Path) -> None:
    """Something is kept each tenth of a second, and it is killed at a moment by lot after so many files are there."""
    run = [sys.executable, "-c", STEPS, "tablebase", "build", "connect4", "4x5", "--to"]
    subprocess.run([*run, "whole"], cwd=tmp_path, check=True, capture_output=True)
    wanted, random = files(tmp_path / "whole"), Random(2)
    for count in (2, 8, 16):
        with subprocess.Popen([*run, "killed"], cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and len([*(tmp_path / "killed").glob("*")]) < count:
                time.sleep(0.01)
            time.sleep(random.uniform(0, 0.1))
            process.kill()
        assert process.returncode == -signal.SIGKILL
    subprocess.run([*run, "killed"], cwd=tmp_path, check=True, capture_output=True)
    found = files(tmp_path / "killed")
    assert {**found, "manifest.json": b""} == {
        **wanted,
        "manifest.json": b"",
    }  # which says the command, with its folder
    parts = [json.loads(each["manifest.json"])["parts"] for each in (found, wanted)]
    assert parts[0] == parts[1]


STEPS = """
from grundy.solving.tiers import exploring, solve, solving, team
solve.PAUSE = 0.1
from grundy.faces.cli import main
raise SystemExit(main())
"""


@pytest.mark.hours
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say what a process takes")
def test_the_memory_allowed_is_kept(tmp_path: Path) -> None:
    wanted, peaks = {}, {}
    for allowed in ("", "160M"):
        folder = tmp_path / f"base{allowed}"
        run = [sys.executable, "-m", "grundy", "tablebase", "build", "connect4", "5x4", "--to", str(folder)]
        with subprocess.Popen(
            [*run, *(["--memory", allowed] if allowed else [])], stderr=subprocess.DEVNULL
        ) as process:
            peak = 0
            while process.poll() is None:
                with suppress(OSError, TypeError):
                    said = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
                    found = re.search(r"RssAnon:\s+(\d+) kB", said)
                    peak = max(peak, int(found[1]) << 10 if found else 0)
                time.sleep(0.02)
        assert process.returncode == 0
        peaks[allowed], wanted[allowed] = peak, json.loads((folder / "manifest.json").read_text())["counts"]
    assert peaks["160M"] < 1.1 * (160 << 20) < peaks[""]
    assert wanted[""] == wanted["160M"]


def test_tiers_may_be_large_numbers() -> None:
    @gr.game
    def down(n: int):
        for k in range(1, min(3, n) + 1):
            yield n - k

    @down.tier
    def far(n: int) -> int:
        return (1 << 40) - n

    assert found(down(40), grundy=True) == {n: (word[0], n % 4) for n, word in found(down(40)).items()}
    assert len(found(down(40))) == 41
