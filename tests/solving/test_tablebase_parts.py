"""Tablebases in parts: tiers of random keys are written, killed, gone on with, and read back as a dictionary has them."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common import files
from grundy.common.errors import GrundyError
from grundy.common.files import NoRoom
from grundy.solving.store import columns
from grundy.solving.store.parts import UNREACHED, Rows
from grundy.solving.store.tablebases import MANIFEST, Stored, read_manifest, write_manifest
from grundy.solving.store.writing import Writer

pytest.importorskip("blosc2")

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

keys = st.one_of(st.integers(0, 40), st.integers(0, 2**62 - 1), st.integers(2**40, 2**40 + 99))


def _bases(parts: int, positions: int) -> st.SearchStrategy[Any]:
    """At least so many parts, each of some tiers of at least so many positions."""
    tiers = st.dictionaries(keys, st.tuples(st.integers(0, 3), st.integers(0, 20)), min_size=positions, max_size=40)
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


def agrees(stored: Stored, table: Table, others: set[tuple[int, int]]) -> None:
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
            agrees(stored, table, {(tier, key) for tier, key in others if key >= 0})


@given(st.lists(st.integers(-300, 300) | st.none(), min_size=3, max_size=60), st.integers(1, 9), st.integers(0, 9))
def test_ranges_of_a_dense_base_come_back(scores: list[int | None], each: int, low: int) -> None:
    """One tier in several ranges of keys, with holes; scores beside statuses of a second tier of no range."""
    hole = np.iinfo(np.int16).min
    words = np.array([hole if score is None else score for score in scores], np.int16)
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "BLOCK", 4)
        patch.setattr(columns, "BLOCKS", 2)
        with Writer(Path(place), ABOUT, []) as writer:
            for start in range(0, len(words), each):
                writer.part([Rows(0, low + start, {"score": words[start : start + each]})])
            writer.finish({})
        stored = Stored(Path(place))
        table = {(0, low + i): {"score": score} for i, score in enumerate(scores) if score is not None}
        nontrivial(len(table) > 1)
        assert stored.kind == "dense"
        agrees(stored, table, {(0, key) for key in range(low + len(scores) + 3)} | {(1, low)})


def test_holes_of_statuses_are_no_positions(tmp_path: Path) -> None:
    with Writer(tmp_path, ABOUT, []) as writer:
        writer.part(
            [Rows(0, 5, {"status": np.array([2, UNREACHED, 5], np.uint16), "grundy": np.array([0, 0, 1], np.uint8)})]
        )
        writer.finish({})
    table = {(0, 5): {"status": 2, "grundy": 0}, (0, 7): {"status": 5, "grundy": 1}}
    agrees(Stored(tmp_path), table, {(0, key) for key in range(10)})


def test_keys_of_several_words(tmp_path: Path) -> None:
    held = sorted(np.array([i, i * i], ">u8").tobytes() for i in range(2, 9))
    with Writer(tmp_path, ABOUT, []) as writer:
        writer.part([Rows(0, np.array(held, "S16"), {"status": np.arange(7, dtype=np.uint32)})])
        writer.finish({})
    stored = Stored(tmp_path)
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
        kept = again.worked("tier-4")
        assert kept is not None and kept.tolist() == [*range(7)] and again.worked("tier-5") is None
        again.part([rows_of(0, {1: (1, 1)})])
        again.finish({})
    assert sorted(path.suffix for path in folder.iterdir() if path.suffix != ".lock") == [".b2frame"] * 4 + [".json"]


def test_an_error_leaves_what_is_finished(tmp_path: Path) -> None:
    for finished in (False, True):
        folder = tmp_path / str(finished)
        with pytest.raises(ZeroDivisionError), Writer(folder, ABOUT, []) as writer:
            if finished:
                writer.part([rows_of(0, {1: (1, 1)})])
            raise ZeroDivisionError
        assert folder.exists() == finished
    with Writer(tmp_path / "True", ABOUT, []) as writer:
        assert len(writer.parts) == 1


@pytest.mark.parametrize("change", [{"rules": {"hash": "others"}}, {"start": "some(2)"}, {"misere": True}])
def test_another_base_is_not_gone_on_with(change: dict[str, Any], tmp_path: Path) -> None:
    with Writer(tmp_path, ABOUT, ["grundy", "tablebase", "build", "some", "1"]) as writer:
        writer.part([rows_of(0, {1: (1, 1)})])
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.b2frame")}
    with pytest.raises(GrundyError, match=r"of some\(1\): grundy tablebase build some 1 continues it; name another"):
        Writer(tmp_path, ABOUT | change, [])
    assert before == {path.name: path.read_bytes() for path in tmp_path.glob("*.b2frame")}


def test_a_build_that_was_killed_in_its_first_moment_begins_again(tmp_path: Path) -> None:
    """Its folder has a lock and the draft of a manifest, and nothing else."""
    (tmp_path / f"{MANIFEST}.lock").write_bytes(b"1")
    (tmp_path / f"{MANIFEST}.new").write_bytes(b'{"form')
    with Writer(tmp_path, ABOUT, []) as writer:
        writer.part([rows_of(0, {0: (1, 2)})])
        writer.finish({})
    assert read_manifest(tmp_path)["positions"] == 1 and not list(tmp_path.glob("*.new"))


def test_a_base_of_another_version_stays(tmp_path: Path) -> None:
    with Writer(tmp_path, ABOUT, []) as writer:
        writer.part([rows_of(0, {1: (1, 1)})])
        writer.finish({})
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
                writer.part([rows_of(0, {1: (1, 1)})])
            monkeypatch.setattr(files, "room", lambda _: 100)
            writer.part([rows])
        assert folder.exists() == bool(finished) and len([*tmp_path.glob("base/*.b2frame")]) == 4 * finished
    monkeypatch.undo()
    with Writer(folder, ABOUT, []) as writer:
        assert len(writer.parts) == 1


def test_a_base_is_read_on_when_its_files_are_removed(tmp_path: Path) -> None:
    """What is open stays; what is not is named in a sentence."""
    with Writer(tmp_path, ABOUT, []) as writer:
        writer.part([rows_of(0, {1: (1, 1), 5: (2, 2)})])
        writer.part([rows_of(1, {1: (1, 1)})])
        writer.finish({})
    stored = Stored(tmp_path)
    assert stored.item("status", stored.place(0, 5)) == 10
    for path in tmp_path.iterdir():
        path.unlink()
    assert stored.item("status", stored.place(0, 5)) == 10
    with pytest.raises(GrundyError, match=r"0001-\w+\.b2frame cannot be read: No such file or directory"):
        stored.place(1, 1)


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    rows = rows_of(0, {key * key: (1, key % 7) for key in range(70_000)})
    for name in "ab":
        with Writer(tmp_path / name, ABOUT, []) as writer:
            writer.part([rows])
            writer.finish({})
    one, other = ({p.name: p.read_bytes() for p in (tmp_path / name).glob("*.*[me]")} for name in "ab")
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


@pytest.mark.parametrize(
    "dtype", ["|O", "O", "<M8[s]", "|V8", "|S8", "<f8", "i4,i4", ["<u2"], {"names": ["a"], "formats": ["O"]}]
)
def test_the_bytes_of_a_strangers_base_are_never_read_as_objects(dtype: Any, tmp_path: Path) -> None:
    with Writer(tmp_path, ABOUT, []) as writer:
        status = np.full(5, 0x4141414141414141, np.uint64)  # as addresses they lead to nothing good
        writer.part([Rows(0, np.arange(5, dtype=np.uint64), {"status": status})])
        writer.finish({})
    manifest = read_manifest(tmp_path)
    assert int(Stored(tmp_path).take("status", np.array([3]))[0]) == status[0]
    manifest["parts"][0]["columns"]["status"]["dtype"] = dtype
    write_manifest(tmp_path, manifest)
    with pytest.raises(GrundyError, match=r"manifest\.json is damaged"):
        Stored(tmp_path).take("status", np.array([3])).tolist()


@pytest.mark.parametrize(
    ("where", "value"),
    [
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
    with Writer(tmp_path, ABOUT, []) as writer:
        writer.part([Rows(0, np.arange(5, dtype=np.uint64), {"status": np.arange(5, dtype=np.uint16)})])
        writer.finish({})
    manifest = read_manifest(tmp_path)
    *above, last = [int(word) if word.isdigit() else word for word in where.split()]
    inner: Any = manifest
    for each in above:
        inner = inner[each]
    inner[last] = value
    write_manifest(tmp_path, manifest)  # with its hash
    with pytest.raises(GrundyError, match=r"manifest\.json is damaged"):
        Stored(tmp_path)
