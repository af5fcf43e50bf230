"""Saved nim-sequences: what is read back is always a beginning of what was saved, whatever happens to file or process."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import each_day, nontrivial
from damaged_files import flipped
from grundy.common.errors import GrundyError, Notice
from grundy.rules.heaps import code
from grundy.rules.session import session
from grundy.solving.sequences import NimSequence, extend_saved
from grundy.solving.store import sequences
from grundy.solving.store.sequences import BLOCK, SavedSequence, folder, saved
from shell import Run

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
    for number, each in enumerate(codes):
        save(tmp_path, each, [number])
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
def test_cut_at_every_byte_whatever_follows(tmp_path: Path, write: bool) -> None:
    path, steps = small(tmp_path)
    whole, dice = path.read_bytes(), Random(1)
    for size in range(len(whole) + 1):
        end, want, note = next((s for s in reversed(steps) if s[0] <= size), (0, [], {}))
        for rest in (b"", dice.randbytes(dice.randrange(1, 80))) if end else (b"",):
            path.write_bytes(whole[:size] + rest)
            notices = told(tmp_path, "0.7", write=write)
            assert notices[:2] == (want, note)
            assert write or rest or saved(tmp_path) == [("0.7", len(want), path)] * (size >= steps[0][0])
            assert len(notices[2]) == (size != end or size == 0 or bool(rest))
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
            path.write_bytes(flipped(whole, place, bits))
            if place < steps[0][0]:
                with pytest.raises(GrundyError):
                    read(tmp_path, "0.7")
                continue
            _, want, note = next(s for s in reversed(steps) if s[0] <= place)
            *got, notices = told(tmp_path, "0.7")
            assert got == [want, note]
            assert len(notices) == 1
            assert f"its first {len(want)} values are good and are used" in notices[0]


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


@pytest.mark.parametrize("most", [20, pytest.param(200, marks=pytest.mark.hours)])
def test_reading_while_another_process_writes(tmp_path: Path, most: int) -> None:
    process = child(FOREVER, str(tmp_path))
    assert process.stdout
    process.stdout.readline()
    counts = [0]
    with warnings.catch_warnings():
        warnings.simplefilter("error", Notice)
        while len(counts) < most or counts[-1] == counts[1]:  # it has met values that were written meanwhile
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


# ---- killed runs go on where they were, and end with the same values


EXTENDING = """
import sys
from pathlib import Path
from grundy.rules.heaps import code
from grundy.solving.sequences import extend_saved
from grundy.solving.sequences import NimSequence
import grundy
extend_saved(NimSequence(code("unequal 4.0")), int(sys.argv[1]), folder=Path(sys.argv[2]), every=float(sys.argv[3]))
"""


def killed_twice(folder: Path, count: int, every: float) -> list[int]:
    """Start a run, kill it once something more was saved, twice; return how many values were saved each time."""
    saved: list[int] = [0]
    for _ in range(2):
        run = subprocess.Popen([sys.executable, "-c", EXTENDING, str(count), str(folder), str(every)])
        try:
            until = time.monotonic() + 300
            while time.monotonic() < until and run.poll() is None:
                time.sleep(0.01)
                if any(folder.glob("*.nimseq")) and saved_of(folder) > saved[-1]:
                    break
        finally:
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
        saved.append(saved_of(folder))
    return saved


def saved_of(folder: Path) -> int:
    with SavedSequence.open("unequal 4.0", folder=folder, write=False) as kept:
        return len(kept)


def check_resumed(folder: Path, count: int, every: float) -> None:
    saved = killed_twice(folder, count, every)
    assert 0 < saved[1] < saved[2] < count
    resumed = extend_saved(NimSequence(code("unequal 4.0")), count, folder=folder)
    whole = NimSequence(code("unequal 4.0"))
    whole.extend(count)
    assert (resumed == whole.computed(count)).all()
    with SavedSequence.open("unequal 4.0", folder=folder, write=False) as kept:
        assert (kept.values() == whole.computed(count)).all()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not of this system")
def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    check_resumed(tmp_path, 500_000, 0.02)


@pytest.mark.hours
def test_grundys_game_to_ten_million_killed_twice(tmp_path: Path) -> None:
    check_resumed(tmp_path, 10_000_000, 3.0)


def test_what_is_saved_is_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path))
    want = gr.code("0.16").sequence(5000, save=True)
    monkeypatch.setattr(NimSequence, "extend", None)
    saved = NimSequence(code("0.16"))
    with SavedSequence.open("0.16") as kept:
        saved.take(kept.values())
    assert saved.computed(5000).tolist() == want.tolist()


def test_interrupted_by_the_user(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done > 150_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extend_saved(NimSequence(code("0.16")), 10**7, folder=tmp_path, progress=stop)
    whole = NimSequence(code("0.16"))
    whole.extend(150_000)
    with SavedSequence.open("0.16", folder=tmp_path, write=False) as kept:
        assert 150_000 < len(kept) < 10**7
        assert (kept.values(150_000) == np.asarray(whole.computed(150_000))).all()


def test_rules_that_are_no_code_are_not_saved(tmp_path: Path) -> None:
    @gr.heap_game
    def strange(n: int):
        if n % 3 == 1:
            yield (n - 1,)

    with pytest.raises(GrundyError, match="code"):
        extend_saved(NimSequence(strange), 3000, folder=tmp_path)


# ---- 600 damaged files: the right values or one clear sentence, and never a traceback; the file is mended


CODE, OTHER = "0.106", "0.165"
LAST = 900
"""The last heap that is asked for, of fewer that are kept."""
BOUNDS = (0, 200, 201, 500, 700)
"""Where blocks begin and end."""


class Kept(NamedTuple):
    """Whole files of two codes, what they hold, and where the blocks of the first one end."""

    file: Path
    whole: bytes
    other: bytes
    ends: list[int]
    values: list[int]


def in_blocks(code: str) -> tuple[Path, bytes, list[int]]:
    """Save a sequence in some blocks; its file, its bytes, and where a block ends."""
    values = gr.octal(code).sequence(BOUNDS[-1])
    with SavedSequence.open(code) as sequence:
        ends = [sequence.path.stat().st_size]
        for start, stop in pairwise(BOUNDS):
            sequence.append(values[start:stop], start)
            ends.append(sequence.path.stat().st_size)
    return sequence.path, sequence.path.read_bytes(), ends


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path / "home"))
    _path, other, _ends = in_blocks(OTHER)
    path, whole, ends = in_blocks(CODE)
    return Kept(path, whole, other, ends, gr.octal(CODE).sequence(LAST + 1).tolist())


def damaged(kept: Kept, kind: str, dice: random.Random) -> bytes:
    """The file with a damage of some kind."""
    whole, ends = kept.whole, kept.ends
    at, to = sorted(dice.sample(range(len(whole) + 1), 2))
    piece = dice.randbytes(to - at)
    if kind == "bits turned":
        changed = bytearray(whole)
        for _ in range(dice.randrange(1, 9)):
            changed[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        return bytes(changed)
    if kind == "blocks":  # left out, twice, or in another order
        bounds = [*pairwise(ends)]
        chosen = [dice.choice(bounds) for _ in range(dice.randrange(1, 6))]
        return whole[: ends[0]] + b"".join(whole[a:b] for a, b in chosen)
    return {
        "empty": b"",
        "cut off": whole[:at],
        "cut off at a block": whole[: dice.choice(ends)],
        "begins later": whole[at:],
        "zeros": whole[:at] + bytes(to - at) + whole[to:],
        "other bytes": whole[:at] + piece + whole[to:],
        "something within": whole[:at] + piece + whole[at:],
        "something after": whole + piece,
        "itself after": whole + whole[at:to],
        "another header": dice.randbytes(ends[0]) + whole[ends[0] :],
        "a header's byte": whole[: at % ends[0]] + dice.randbytes(1) + whole[at % ends[0] + 1 :],
        "another game": kept.other,
        "another game's values": whole[: ends[0]] + kept.other[ends[0] :],
        "another game's header": kept.other[: ends[0]] + whole[ends[0] :],
        "nothing but other bytes": piece,
        "a text": b"0 1 2 0 1 3\n" * (at + 1),
    }[kind]


KINDS = (
    *("bits turned", "blocks", "empty", "cut off", "cut off at a block", "begins later", "zeros", "other bytes"),
    *("something within", "something after", "itself after", "another header", "a header's byte", "another game"),
    *("another game's values", "another game's header", "nothing but other bytes", "a text"),
)


def is_good(kept: Kept, data: bytes) -> bool:
    """Whether a file is what a run that was ended has left: some whole blocks."""
    return data in [kept.whole[:end] for end in kept.ends]


def asked(run: Run) -> tuple[int, list[int] | None, str]:
    """Ask for a sequence as if for the first time, and keep it: the exit code, the values, and what is said besides."""
    session.forget()
    done = run("sequence", CODE, "--to", str(LAST), "--save", "--json")
    return done.code, json.loads(done.out)["values"] if done.out else None, done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "damages", [range(100), pytest.param(range(100, 600), marks=pytest.mark.hours)], ids=["everyday", "rest"]
)
def test_damaged_files_give_the_right_values_or_one_sentence(
    damages: range, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(monkeypatch, tmp_path)
    seen: Counter[str] = Counter()
    for number in damages:
        dice = random.Random(number)
        data = damaged(kept, KINDS[number % len(KINDS)], dice)
        kept.file.write_bytes(data)
        story = (number, KINDS[number % len(KINDS)])
        code, values, said = asked(run)
        lines = said.splitlines()
        assert "Traceback" not in said and len(lines) <= 1, (story, said)
        assert all(line.startswith("grundy: ") for line in lines), (story, said)
        assert bool(lines) != is_good(kept, data), story  # every damage is told, and nothing else
        if code:
            assert (code, values) == (2, None) and kept.file.read_bytes() == data, story
            kept.file.unlink()  # as the sentence says
            seen["refused"] += 1
        else:
            assert values == kept.values, story
            seen["told and mended" if lines else "whole blocks"] += 1
        if number % 3 == 0:
            assert asked(run) == (0, kept.values, ""), story
            assert kept.file.stat().st_size > len(kept.whole), story
        nontrivial(not is_good(kept, data))
    assert seen["refused"] > len(damages) // 5 and seen["told and mended"] > len(damages) // 5, seen


def test_the_sentences_name_the_place_and_the_mend(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, tmp_path)
    said: dict[str, str] = {}
    for kind in ("another game", "another header", "a text", "cut off", "something after"):
        kept.file.write_bytes(damaged(kept, kind, random.Random(1)))
        said[kind] = asked(run)[2]
        assert str(kept.file) in said[kind]
    assert f"contains the sequence of {OTHER}, not of {CODE}" in said["another game"]
    assert "are good and are used" in said["cut off"] and "damaged bytes after them" in said["something after"]
    for kind in ("another header", "a text"):
        assert "move it away" in said[kind] or "is no" in said[kind], said[kind]


@pytest.mark.slow
def test_doctor_reads_what_is_damaged(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, tmp_path)
    for number, kind in enumerate(KINDS[::4]):
        data = damaged(kept, kind, random.Random(number))
        kept.file.write_bytes(data)
        done = run("doctor", "--json")
        told: Any = {each["code"]: each for each in json.loads(done.out)["sequences"]["kept"]}
        assert "Traceback" not in done.err and told[OTHER]["values"] == BOUNDS[-1], kind
        if is_good(kept, data):
            assert not told[CODE]["damaged"] and told[CODE]["values"] in BOUNDS
        elif CODE in told:
            assert told[CODE]["values"] in BOUNDS
    assert folder() == tmp_path / "home" / "sequences"
