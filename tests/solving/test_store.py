"""Saved nim-sequences: what is read back is always a beginning of what was saved, whatever happens to file or process."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, Notice
from grundy.solving.store import sequences
from grundy.solving.store.sequences import BLOCK, SavedSequence, folder, saved

SOURCE = str(Path(__file__).parents[2] / "src")


def save(place: Path, code: str, *parts: list[int]) -> Path:
    with SavedSequence.open(code, folder=place) as sequence:
        for part in parts:
            sequence.append(np.array(part, dtype=np.int64), len(sequence))
    return sequence.path


def read(place: Path, code: str) -> list[int]:
    with SavedSequence.open(code, folder=place, write=False) as sequence:
        assert len(sequence) == len(sequence.values())
        return sequence.values().tolist()


def told(place: Path, code: str, *, write: bool = False) -> tuple[list[int], dict[str, object], list[str]]:
    """The values, the note, and what the notices say."""
    with warnings.catch_warnings(record=True, action="always") as caught:  # noqa: SIM117, since the first must stand
        with SavedSequence.open(code, folder=place, write=write) as sequence:
            return sequence.values().tolist(), sequence.noted, [str(w.message) for w in caught]


def child(script: str, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    return subprocess.Popen([sys.executable, "-c", script, *arguments], env=environment, stdout=-1, stdin=-1, text=True)


# -- keeping and reading back ------------------------------------------------------------------------------------------

values = st.one_of(st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1))


@given(st.lists(st.lists(values, max_size=12), max_size=6), st.data())
@settings(max_examples=each_day(40))
def test_parts_come_back_as_one(parts: list[list[int]], data: st.DataObject) -> None:
    whole = [v for part in parts for v in part]
    nontrivial(len(parts) > 1 and whole)
    with tempfile.TemporaryDirectory() as place:
        for part in parts:
            save(Path(place), "0.77", part)
        assert read(Path(place), "0.77") == whole
        with SavedSequence.open("0.77", folder=Path(place)) as sequence:
            count = data.draw(st.integers(0, len(whole)))
            assert sequence.values(count).tolist() == whole[:count]
            # saved once more from anywhere, with something new behind
            sequence.append(np.array([*whole[count:], 7], dtype=np.uint64), count)
            assert sequence.values().tolist() == [*whole, 7]
            sequence.append(np.array(whole[count:], dtype=np.uint64), count)
            assert len(sequence) == len(whole) + 1


def test_blocks_of_every_width(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "BLOCK", 8)
    with SavedSequence.open("0.6", folder=tmp_path) as sequence:
        assert sequence.values().dtype == np.uint8
        sequence.append(np.arange(12), 0)
        assert sequence.values().dtype == np.uint8
        sequence.append(np.arange(300, 307)[::-1], 12)
        sequence.note({"n": 1})
        assert sequence.values().dtype == np.uint16
        assert sequence.values(12).dtype == np.uint8
        sequence.append(np.array([1 << 31], dtype=np.uint32), 19)
        want = [*range(12), *range(306, 299, -1), 1 << 31]
        assert sequence.values().dtype == np.uint32
        assert sequence.values().tolist() == want
        for count in range(len(want) + 1):
            assert sequence.values(count).tolist() == want[:count]
            sequence.append(np.array(want[count:]), count)
        with pytest.raises(GrundyError, match=r"21 values of 0\.6 were asked for, but 20 are saved"):
            sequence.values(21)


def test_full_blocks(tmp_path: Path) -> None:
    want = np.arange(2 * BLOCK + 3) % 251
    with SavedSequence.open("0.6", folder=tmp_path) as sequence:
        sequence.append(want, 0)
    with SavedSequence.open("0.6", folder=tmp_path) as sequence:
        assert np.array_equal(sequence.values(), want)
    assert sequence.path.stat().st_size < want.size + 200


@given(st.text(max_size=30))
@settings(max_examples=30)
def test_any_text_is_a_code(code: str) -> None:
    nontrivial(code)
    with tempfile.TemporaryDirectory() as place:
        path = save(Path(place), code, [1, 2])
        assert read(Path(place), code) == [1, 2]
        assert saved(Path(place)) == [(code, 2, path)]


def test_codes_have_files_of_their_own(tmp_path: Path) -> None:
    codes = [
        "0.77",
        "0.770",
        "{1,3,4}",
        "{1, 3, 4}",
        "all-but {2}",
        "../../0.1",
        "",
        "0." + "7" * 200_000,
        "CON",
        "con",
    ]
    for number, code in enumerate(codes):
        save(tmp_path, code, [number])
    found = saved(tmp_path)
    assert {(code, count) for code, count, _ in found} == {(code, 1) for code in codes}
    assert len({path.name.lower() for *_, path in found}) == len(codes)
    assert all(path.parent == tmp_path and len(path.name) < 70 for *_, path in found)
    assert [read(tmp_path, code) for code in codes] == [[number] for number in range(len(codes))]


def test_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path / "home"))
    assert folder() == tmp_path / "home" / "sequences"
    assert saved() == []
    with SavedSequence.open("0.7", write=False) as sequence:
        assert (len(sequence), sequence.noted, sequence.values().tolist()) == (0, {}, [])
    assert not folder().exists()
    with SavedSequence.open("0.7") as sequence:
        sequence.append(np.array([0, 1]), 0)
    foreign = {"a.nimseq": b"", "b.nimseq": b"something else entirely", "c.txt": b"x"}
    for name, data in foreign.items():
        (folder() / name).write_bytes(data)
    (folder() / "d.nimseq").mkdir()
    assert saved() == [("0.7", 2, sequence.path)]
    monkeypatch.delenv("GRUNDY_HOME")
    assert folder().name == "sequences"


def test_notes(tmp_path: Path) -> None:
    with SavedSequence.open("0.7", folder=tmp_path) as sequence:
        assert sequence.noted == {}
        sequence.note({"mask": 10**30, "deep": [1, None, "é"]})
        sequence.append(np.array([0, 1]), 0)
        sequence.note({"mask": 3})
        size = sequence.path.stat().st_size
        sequence.note({"mask": 3})
        assert sequence.path.stat().st_size == size
        sequence.append(np.array([2]), 2)
        sequence.noted["mask"] = 5
        assert sequence.noted == {"mask": 3}
        for wrong in ({"a": {1}}, {"a": float("nan")}, {"a": "x" * BLOCK}):
            with pytest.raises(GrundyError, match="a note"):
                sequence.note(wrong)
    assert told(tmp_path, "0.7") == ([0, 1, 2], {"mask": 3}, [])


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_values_must_go_on(tmp_path: Path) -> None:
    with SavedSequence.open("0.7", folder=tmp_path) as sequence:
        sequence.append(np.array([0, 1, 2, 300]), 0)
        with pytest.raises(GrundyError, match=r"from heap 5 on do not continue where the 4 saved values of 0\.7 end"):
            sequence.append(np.array([1]), 5)
        with pytest.raises(GrundyError, match="heap -1"):
            sequence.append(np.array([1]), -1)
        with pytest.raises(GrundyError, match=r"heap 2 of 0\.7 now has the value 9, but 2 in"):
            sequence.append(np.array([1, 9, 300, 4]), 1)
        for wrong in (np.array([-1]), np.array([1 << 32]), np.array([0.5]), np.array([[1]]), np.array([True])):
            with pytest.raises(GrundyError, match="nim-values"):
                sequence.append(wrong, 4)
        assert sequence.values().tolist() == [0, 1, 2, 300]
    with pytest.raises(GrundyError, match="not open for writing"):
        sequence.append(np.array([1]), 4)
    with pytest.raises(GrundyError, match="is closed"):
        sequence.values()
    with (
        SavedSequence.open("0.7", folder=tmp_path, write=False) as reader,
        pytest.raises(GrundyError, match="not open for writing"),
    ):
        reader.note({})


@pytest.mark.parametrize("write", [False, True])
def test_foreign_files(tmp_path: Path, write: bool) -> None:
    path, other = save(tmp_path, "0.77", [0, 1]), save(tmp_path, "0.7", [0])
    good = path.read_bytes()
    other.replace(path)
    with pytest.raises(
        GrundyError, match=r"0\.77-.*\.nimseq contains the sequence of 0\.7, not of 0\.77: was it renamed"
    ):
        SavedSequence.open("0.77", folder=tmp_path, write=write)
    path.write_bytes(good[:8] + b"\x02" + good[9:])
    with pytest.raises(GrundyError, match="has format 2, but this grundy reads format 1"):
        SavedSequence.open("0.77", folder=tmp_path, write=write)
    path.write_bytes(b"the user's own text")
    with pytest.raises(GrundyError, match="is not a saved sequence"):
        SavedSequence.open("0.77", folder=tmp_path, write=write)
    assert path.read_bytes() == b"the user's own text"


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GrundyError, match="cannot be opened"):
        SavedSequence.open("0.7", folder=tmp_path / "file")


# -- damage ------------------------------------------------------------------------------------------------------------


def small(place: Path) -> tuple[Path, list[tuple[int, list[int], dict[str, object]]]]:
    """A file of three blocks of values and two notes; and where each ends, with all that is saved up to there."""
    steps: list[tuple[int, list[int], dict[str, object]]] = []
    with SavedSequence.open("0.7", folder=place) as sequence:
        step = lambda: steps.append((sequence.path.stat().st_size, sequence.values().tolist(), sequence.noted))  # noqa: E731
        step()
        for part in ([0, 1, 2], [300, 4], [70000]):
            sequence.append(np.array(part), len(sequence))
            step()
            sequence.note({"n": len(sequence) // 4})
            step()
    return sequence.path, steps


@pytest.mark.slow
@pytest.mark.parametrize("write", [False, True])
def test_cut_at_every_byte(tmp_path: Path, write: bool) -> None:
    path, steps = small(tmp_path)
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        end, want, note = next((s for s in reversed(steps) if s[0] <= size), (0, [], {}))
        notices = told(tmp_path, "0.7", write=write)
        assert notices[:2] == (want, note)
        assert write or saved(tmp_path) == [("0.7", len(want), path)] * (size >= steps[0][0])
        assert len(notices[2]) == (size != end or size == 0)
        if write and size % 3 == 0:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Notice)
                assert save(tmp_path, "0.7", [5, 6]) == path
            assert told(tmp_path, "0.7") == ([*want, 5, 6], note, [])


@pytest.mark.slow
def test_every_flipped_byte_is_noticed(tmp_path: Path) -> None:
    path, steps = small(tmp_path)
    whole = path.read_bytes()
    for place in range(len(whole)):
        for bits in (0x01, 0x80, 0xFF):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ bits]) + whole[place + 1 :])
            if place < steps[0][0]:
                with pytest.raises(GrundyError):
                    read(tmp_path, "0.7")
                continue
            _, want, note = next(s for s in reversed(steps) if s[0] <= place)
            *got, notices = told(tmp_path, "0.7")
            assert got == [want, note]
            assert len(notices) == 1
            assert f"its first {len(want)} values are good and are used" in notices[0]


@given(st.binary(max_size=80), st.integers(0, 5))
@settings(max_examples=each_day(60))
def test_whatever_follows_is_dropped(rest: bytes, step: int) -> None:
    nontrivial(rest)
    with tempfile.TemporaryDirectory() as place:
        path, steps = small(Path(place))
        end, want, _ = steps[step]
        path.write_bytes(path.read_bytes()[:end] + rest)
        got, _, notices = told(Path(place), "0.7")
        assert got == want
        assert bool(notices) == bool(rest)


def test_a_block_is_good_only_in_its_place(tmp_path: Path) -> None:
    """What a disk shows after a power loss may be a block of another file, or one that was cut off and written anew."""
    path, steps = small(tmp_path)
    whole = path.read_bytes()
    other = save(tmp_path, "0.8", [0, 1, 2])
    ending = whole[steps[2][0] :]
    head = other.read_bytes()
    other.write_bytes(head + ending)
    got, _, notices = told(tmp_path, "0.8")
    assert (got, len(notices)) == ([0, 1, 2], 1)
    path.unlink()
    save(tmp_path, "0.7", [0, 1, 9])
    path.write_bytes(path.read_bytes() + whole[steps[1][0] :])
    assert told(tmp_path, "0.7")[0] == [0, 1, 9]


def test_a_file_changed_while_it_is_open(tmp_path: Path) -> None:
    path, _ = small(tmp_path)
    with SavedSequence.open("0.7", folder=tmp_path, write=False) as reader:
        whole = path.read_bytes()
        for changed in (whole[:-60], whole[:-28] + b"x" * 28, whole.replace(b"\x00\x01\x02", b"\x00\x01\x03")):
            path.write_bytes(changed)
            with pytest.raises(GrundyError, match="was changed while it was open"):
                reader.values()
        path.write_bytes(whole)
        assert reader.values().tolist() == [0, 1, 2, 300, 4, 70000]


# -- a disk that is full -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, 3, 28, 30, 40, 75])
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    monkeypatch.setattr(sequences, "BLOCK", 8)
    genuine = os.write
    with SavedSequence.open("0.7", folder=tmp_path) as sequence:
        sequence.append(np.array([0, 1]), 0)
        size = sequence.path.stat().st_size

        def write(file: int, data: memoryview) -> int:
            left = size + room - os.fstat(file).st_size
            if left <= 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return genuine(file, data[:left])

        with monkeypatch.context() as patch:
            patch.setattr(sequences.os, "write", write)
            kept = 2 + room // 36 * 8  # a block takes 28 bytes, and 8 values
            with pytest.raises(GrundyError, match=f"only {kept} values of 0.7 could be saved.*the disk is full"):
                sequence.append(np.arange(2, 22), 2)
            assert len(sequence) == kept
            assert sequence.path.stat().st_size == size + room // 36 * 36
            assert read(tmp_path, "0.7") == list(range(kept))
            if room < 28:
                with pytest.raises(GrundyError, match="the disk is full"):
                    sequence.note({"a": 1})
        sequence.append(np.arange(kept, 22), kept)
    assert told(tmp_path, "0.7") == (list(range(22)), {}, [])


def test_no_room_for_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(sequences.os, "fsync", refuse)
        with pytest.raises(GrundyError, match="cannot be opened: the disk is full"):
            SavedSequence.open("0.7", folder=tmp_path)
    assert saved(tmp_path) == []
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]
    save(tmp_path, "0.7", [1])
    assert read(tmp_path, "0.7") == [1]


def test_an_interrupt_while_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = os.write

    def write(file: int, data: memoryview) -> int:
        genuine(file, data[:30])
        raise KeyboardInterrupt

    with SavedSequence.open("0.7", folder=tmp_path) as sequence:
        sequence.append(np.array([0, 1]), 0)
        with monkeypatch.context() as patch:
            patch.setattr(sequences.os, "write", write)
            with pytest.raises(KeyboardInterrupt):
                sequence.append(np.arange(2, 9), 2)
        assert told(tmp_path, "0.7") == ([0, 1], {}, [])
        sequence.append(np.array([2, 3]), 2)
    assert told(tmp_path, "0.7") == ([0, 1, 2, 3], {}, [])


# -- several processes -------------------------------------------------------------------------------------------------

FOREVER = """
import sys
from pathlib import Path
import numpy as np
from grundy.solving.store.sequences import SavedSequence
import warnings; warnings.simplefilter("ignore")
with SavedSequence.open("0.7", folder=Path(sys.argv[1])) as sequence:
    print(len(sequence), flush=True)
    while True:
        n = len(sequence)
        sequence.append(np.arange(n, n + 1 + n % 5000) % 1000 % 257, n)
        sequence.note({"n": len(sequence)})
        print(len(sequence), flush=True)
"""


def test_killed_while_appending(tmp_path: Path) -> None:
    kept = 0
    for turn in range(5):
        process = child(FOREVER, str(tmp_path))
        assert process.stdout
        assert int(process.stdout.readline()) >= kept
        for _line in range(1 + 3 * turn):  # it has begun, and goes on
            promised = int(process.stdout.readline())
        process.kill()
        promised = max([promised, *map(int, process.communicate()[0].split("\n")[:-1])])
        with warnings.catch_warnings(), SavedSequence.open("0.7", folder=tmp_path) as sequence:
            warnings.simplefilter("ignore", Notice)
            kept = len(sequence)
            assert kept >= promised
            assert np.array_equal(sequence.values(), np.arange(kept) % 1000 % 257)
            assert sequence.noted.get("n", 0) >= promised
            sequence.append(np.array([kept % 1000 % 257]), kept)
            kept += 1
    assert kept > 10


ONCE = """
import sys
from pathlib import Path
from grundy.solving.store.sequences import SavedSequence
with SavedSequence.open("0.7", folder=Path(sys.argv[1])) as sequence:
    print("open", flush=True)
    sys.stdin.read()
"""


def test_one_writer(tmp_path: Path) -> None:
    process = child(ONCE, str(tmp_path))
    assert process.stdout
    assert process.stdout.readline() == "open\n"
    with pytest.raises(GrundyError, match=rf"another process \(pid {process.pid}\) is saving this sequence"):
        SavedSequence.open("0.7", folder=tmp_path)
    assert read(tmp_path, "0.7") == []
    assert save(tmp_path, "0.6", [1]).exists()
    process.kill()
    process.communicate()
    with SavedSequence.open("0.7", folder=tmp_path) as sequence:
        with pytest.raises(GrundyError, match="this process is saving this sequence"):
            SavedSequence.open("0.7", folder=tmp_path)
        sequence.append(np.array([0]), 0)
    assert read(tmp_path, "0.7") == [0]


def test_reading_while_another_process_writes(tmp_path: Path) -> None:
    process = child(FOREVER, str(tmp_path))
    assert process.stdout
    process.stdout.readline()
    counts = [0]
    stop = time.monotonic() + 0.6
    with warnings.catch_warnings():
        warnings.simplefilter("error", Notice)
        while time.monotonic() < stop or len(counts) < 5:
            with SavedSequence.open("0.7", folder=tmp_path, write=False) as reader:
                assert np.array_equal(reader.values(), np.arange(len(reader)) % 1000 % 257)
                counts.append(len(reader))
            assert saved(tmp_path)[0][1] >= counts[-1]
    process.kill()
    process.communicate()
    assert counts == sorted(counts)


def test_a_reader_meets_a_block_being_written(tmp_path: Path) -> None:
    with SavedSequence.open("0.7", folder=tmp_path) as sequence:
        sequence.append(np.array([0, 1, 2]), 0)
        with sequence.path.open("ab") as file:
            file.write(b"VALS")
        assert told(tmp_path, "0.7") == ([0, 1, 2], {}, [])
        sequence.append(np.array([3]), 3)
        assert told(tmp_path, "0.7") == ([0, 1, 2, 3], {}, [])
