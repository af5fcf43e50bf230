"""Files stand there whole or not at all, and are on the disk before their name is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from grundy.common import files
from grundy.kernels import objects


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(number: int) -> None:
        done.append("folder" if Path(f"/proc/self/fd/{number}").is_dir() else "file")
        sync(number)

    def replaced(self: Path, target: Any) -> Path:
        done.append("name")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    with files.whole(tmp_path / "a.json") as file:
        file.write(b"1")
    assert done == ["file", "name", "folder"] and [each.name for each in tmp_path.iterdir()] == ["a.json"]


def test_a_long_name_has_a_draft(tmp_path: Path) -> None:
    """85 letters of three bytes each are the longest name that a file may have."""
    place = tmp_path / ("棋" * 85)
    with files.whole(place) as file:
        file.write(b"1")
    assert [each.name for each in tmp_path.iterdir()] == [place.name]


def test_what_fails_leaves_the_file_before(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), files.whole(place) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert place.read_bytes() == b"old" and list(tmp_path.iterdir()) == [place]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    place, link = tmp_path / "a", tmp_path / "b"
    place.write_bytes(b"old")
    link.symlink_to(place)
    with files.whole(link) as file:
        file.write(b"new")
    assert link.is_symlink() and place.read_bytes() == b"new"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there are no names of open files")
def test_a_pipe_that_has_a_name_is_written_itself() -> None:
    """Such as /dev/stdout, whose link leads to no place in which a draft could stand."""
    reading, writing = os.pipe()
    with files.whole(Path(f"/proc/self/fd/{writing}")) as file:
        file.write(b"whole")
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b"whole"


def test_drafts_of_killed_compilers_go_with_the_next_object(tmp_path: Path) -> None:
    """They stayed for ever where nobody asked the doctor; those of an hour ago may still be written."""
    old, new = tmp_path / "tmpabc.tmp", tmp_path / f".b.o.1.2{files.DRAFT}"
    for draft in (old, new):
        draft.write_bytes(b"half")
    os.utime(old, (0, 0))
    objects.put(tmp_path / "a.o", b"whole")
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([new.name, "a.o"])
