"""Which tablebases there are: those that were named, and those of the user's folder. No file is read for it."""

from __future__ import annotations

import os
from pathlib import Path

from grundy.common.files import home

NAMED: list[Path] = []
"""Folders of tablebases that were named, by ``--tablebase``; they come before those of the user's folder."""
SHELVES: list[Path] = []
"""Folders that hold tablebases, each in a folder of its own, like the user's; they are looked into after it."""


def folder() -> Path:
    """Return where the user's tablebases are, each in a folder of its own; it need not exist.

    >>> folder().name
    'tablebases'
    """
    return home("tablebases")


def folders() -> list[Path]:
    """Return the folders in which there may be a tablebase. O(names in the user's folder, and in the shelves)."""
    return [*NAMED, *(found for shelf in (folder(), *SHELVES) for found in within(shelf))]


def within(shelf: Path) -> list[Path]:
    """Return the folders in a folder; none where there is none."""
    try:
        with os.scandir(shelf) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_dir())
    except OSError:
        return []
