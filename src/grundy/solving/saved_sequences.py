"""Long nim-sequences that are kept on disk: begun where the saved values end, and saved at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grundy.common.errors import GrundyError
from grundy.solving.sequences import NimSequence
from grundy.values.patterns.law import Law

EVERY = 20.0
"""Seconds between two savings."""

Progress = Callable[[int, int], None]


@contextmanager
def kept(
    sequence: NimSequence, progress: Progress | None = None, *, folder: Path | None = None, every: float = EVERY
) -> Generator[Progress]:
    """Begin a sequence with the values on disk, and keep there what is computed within; yields the progress to call.

    Whatever ends the run, the values that were saved are not computed again. GrundyError for a Python rule that is no
    code: nothing would tell that it has changed.
    """
    from grundy.solving.store.sequences import SavedSequence

    code = sequence.code()
    if code is None:
        raise GrundyError(
            "only sequences of heap codes are saved, and the rules of {name} cannot be read as one",
            name=sequence.rules.name,
        )
    with SavedSequence.open(str(code), folder=folder) as saved:
        if len(saved) > len(sequence.values):
            sequence.take(saved.values())
        last = time.monotonic()

        def keep(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > every:
                saved.append(sequence.computed(done)[len(saved) :], len(saved))
                last = time.monotonic()
            if progress is not None:
                progress(done, total)

        try:
            yield keep
        finally:
            saved.append(sequence.computed(len(sequence.values))[len(saved) :], len(saved))


def extend_saved(
    sequence: NimSequence,
    count: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
    every: float = EVERY,
) -> Any:
    """Return the first ``count`` values as an array, begun from those on disk, and keep them there (see `kept`)."""
    with kept(sequence, progress, folder=folder, every=every) as keep:
        sequence.extend(count, threads=threads, progress=keep)
    return sequence.computed(count)


def law_saved(
    sequence: NimSequence,
    limit: int | None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    seconds: float = 60,
) -> Law:
    """Return the law of a sequence, begun from the values on disk, and keep there what is computed on the way."""
    with kept(sequence, progress) as keep:
        return sequence.law(limit, threads=threads, progress=keep, seconds=seconds)
