"""Files that survive what may happen: seen on the disk, made whole or not at all, written by one process at a time."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from grundy.common.errors import GrundyError, Sentence
from grundy.common.messages import _

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def home(kind: str) -> Path:
    """Return where things of a kind are kept: in what GRUNDY_HOME names, else in the user's data folder; it need not exist.

    >>> home("sequences").name
    'sequences'
    """
    named = os.environ.get("GRUNDY_HOME")
    if not named:
        import platformdirs  # only where nothing is named

        named = platformdirs.user_data_dir("grundy", appauthor=False)
    return Path(named) / kind


class NoRoom(GrundyError):
    """The disk has no room for what is to be written."""


RESERVE = 1 << 20
"""Bytes that are left on a disk, so that it can be noted what is finished."""


def room(folder: Path) -> int:
    """Return how many bytes may still be written on the disk of a folder."""
    return max(0, shutil.disk_usage(folder).free - RESERVE)


def require_room(folder: Path, needed: int) -> None:
    """Raise `NoRoom` where the disk of a folder has no room for so many bytes."""
    free = room(folder)
    if free < needed:
        raise NoRoom(
            "{needed:,.1f} MiB are needed next, but only {free:,.1f} MiB can still be written on the disk of {folder}",
            needed=needed / 2**20,
            free=free / 2**20,
            folder=folder,
        )


@contextmanager
def told(what: str) -> Generator[None]:
    """Turn what the system refuses into a GrundyError of one sentence."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = Sentence("the disk is full: make room and start again") if full else error.strerror or error
        raise (NoRoom if full else GrundyError)("{what}: {reason}", what=what, reason=reason) from None


def read_at(file: FileIO, at: int, count: int) -> bytes:
    """Return that many bytes from a place on, or fewer where the file ends."""
    data = bytearray(count)
    return bytes(data[: fill(file, at, memoryview(data))])


def fill(file: FileIO, at: int, target: memoryview) -> int:
    """Fill a buffer from a place of a file on, and return how many bytes there were."""
    file.seek(at)
    done = 0
    while done < len(target):
        got = file.readinto(target[done:])
        if not got:
            break
        done += got
    return done


def write_out(file: FileIO, data: bytes) -> None:
    """Write bytes, and return when they are on the disk."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file.fileno(), rest) :]
    os.fsync(file.fileno())


DRAFT = ".part"
"""How the name of a file ends that is still being written."""
ABANDONED = 3600.0
"""Seconds after which a draft belongs to a process that was killed."""


def is_abandoned(file: Path) -> bool:
    """Return whether a file is the draft of a process that was killed."""
    return file.suffix in (DRAFT, ".tmp") and file.stat().st_mtime < time.time() - ABANDONED


@contextmanager
def whole(path: Path, draft: Path | None = None) -> Generator[BinaryIO]:
    """Open a file that appears with all that is written, on the disk, or not at all; a pipe or a device is opened itself."""
    if path.exists() and not path.is_file():  # no draft can stand beside it
        with path.open("wb") as file:
            yield file
        return
    path = path.resolve()
    short = path.name.encode()[:180].decode(errors="ignore")
    new = draft or path.with_name(f".{short}.{os.getpid()}.{threading.get_ident():x}{DRAFT}")
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    settle(path.parent)


def create(path: Path, data: bytes) -> None:
    """Make a file of which this process holds the lock, so that no other one uses the name of its draft."""
    with whole(path, path.with_name(f"{path.name}.new")) as file:
        file.write(data)


def settle(folder: Path) -> None:
    """Return when the names of the files in a folder are on the disk: they too must survive a power loss."""
    if sys.platform != "win32":
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


# -- one writer --------------------------------------------------------------------------------------------------------


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def lock(path: Path, refusal: Callable[[str], GrundyError]) -> FileIO:
    """Return the locked file that makes this process the only writer; else raise what is told of the process that is it."""
    file = FileIO(_lock_path(path), "a+")
    try:
        # a reader's question (`being_written`) holds the lock for a moment
        if not any(locked(file) or time.sleep(0.02) for _ in range(5)):
            holder = read_at(file, 0, 20).decode("ascii", "replace")
            who = (
                _("this process")
                if holder == str(os.getpid())
                else _("another process (pid {holder})").format(holder=holder or "unknown")
            )
            raise refusal(who)
        with suppress(OSError):
            file.truncate(0)
            file.write(str(os.getpid()).encode())
    except BaseException:
        file.close()
        raise
    return file


def being_written(path: Path) -> bool:
    """Return whether a process holds the lock."""
    try:
        with FileIO(_lock_path(path)) as file:
            return not locked(file)
    except OSError:
        return False


def locked(file: FileIO) -> bool:
    """Lock a file until it is closed, and return whether that was possible."""
    try:
        if sys.platform == "win32":
            # Windows forbids others to read what is locked, so a byte behind all text is
            os.lseek(file.fileno(), 1 << 30, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
