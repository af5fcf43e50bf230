"""Which tablebases there are: those that were named, and those of the user's folder. No file is read for it."""

from __future__ import annotations

import os
from pathlib import Path

from grundy.store.files import home

NAMED: list[Path] = []
"""Folders of tablebases that were named, by ``--tablebase``; they come before those of the user's folder."""


def folder() -> Path:
    """Return where the user's tablebases are, each in a folder of its own; it need not exist.

    >>> folder().name
    'tablebases'
    """
    return home("tablebases")


def folders() -> list[Path]:
    """Return the folders in which there may be a tablebase. O(names in the user's folder)."""
    try:
        with os.scandir(folder()) as entries:
            return [*NAMED, *sorted(Path(entry.path) for entry in entries if entry.is_dir())]
    except OSError:
        return [*NAMED]
