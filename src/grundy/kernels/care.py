"""What lies in the folders of compiled code: what is used, what is damaged, what is left over; and its deletion."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from grundy.common import files
from grundy.kernels import library, objects
from grundy.kernels.ahead import wanted


class Folder(NamedTuple):
    """The files of a folder, by what they are."""

    path: Path
    libraries: list[Path]
    kernels: list[Path]
    rules: list[Path]
    damaged: list[Path]
    left_over: list[Path]
    """Drafts of processes that were killed, kernels of other versions, and what versions before this format kept."""

    @property
    def bytes(self) -> int:
        """How much all of them take."""
        return sum(_size(file) for files in self[1:] for file in files)

    @property
    def holds(self) -> tuple[int, int]:
        """How many kernels and rules there are, in the library or else in files."""
        if not self.libraries:
            return len(self.kernels), len(self.rules)
        rules = {library.rule(key) for key in library.rules(self.path).values()}
        return sum(library.held(each) is not None for each in wanted()), sum(map(bool, map(library.held, rules)))


def _size(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_size
    return 0


def looked_at(path: Path) -> Folder:
    """Return what lies in a folder of compiled code; one that does not exist is empty. O(bytes)."""
    levels = {*objects.levels(), *objects.SHARED}
    own = {each.file(level, suffix) for each in wanted() for level in levels for suffix in ("o", "lo")}
    own |= {each.own_file(level) for each in wanted() for level in levels}
    found = Folder(path, [], [], [], [], [])
    files = [file for file in sorted(path.rglob("*")) if file.is_file()] if path.is_dir() else []
    for file in files:
        with suppress(OSError):
            _list_of(found, file, own).append(file)
    return found


def _list_of(found: Folder, file: Path, own: set[str]) -> list[Path]:
    if file.suffix in (files.DRAFT, ".tmp"):
        return found.left_over if files.is_abandoned(file) else []
    if file.suffix == ".so":
        return found.libraries if library.is_whole(file) else found.damaged
    if file.suffix not in (".o", ".lo"):
        return found.left_over if file.name.startswith(("rule_", "grundy_rule_")) else []
    if not objects.is_whole(file.read_bytes()):
        return found.damaged
    if file.name.startswith("rule."):
        of_today = file.parent == objects.SHIPPED or objects.compiler() in file.name
        return found.rules if of_today else found.left_over
    return found.kernels if file.name in own else found.left_over


def missing() -> list[objects.Wanted]:
    """Return the kernels of which no file has machine code for this processor."""
    return [each for each in wanted() if not library.has(each)]


def mend(found: Folder) -> int:
    """Delete what is damaged or left over; how many files are gone. What is deleted is compiled again when it is needed."""
    gone = 0
    for file in found.damaged + found.left_over:
        with suppress(OSError):
            file.unlink()
            gone += 1
    return gone
