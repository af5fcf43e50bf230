"""Saved sequences: killed runs go on where they were, and end with the same values."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import grundy as gr
from grundy.common.errors import GrundyError
from grundy.rules.codes import code
from grundy.solving.sequences import NimSequence, extend_saved
from grundy.solving.store.sequences import SavedSequence

RUN = """
import sys
from pathlib import Path
from grundy.rules.codes import code
from grundy.solving.sequences import extend_saved
from grundy.solving.sequences import NimSequence
import grundy
extend_saved(NimSequence(code("unequal 4.0")), int(sys.argv[1]), folder=Path(sys.argv[2]), every=float(sys.argv[3]))
"""


def killed_twice(folder: Path, count: int, every: float) -> list[int]:
    """Start a run, kill it once something more was saved, twice; return how many values were saved each time."""
    saved: list[int] = [0]
    for _ in range(2):
        run = subprocess.Popen([sys.executable, "-c", RUN, str(count), str(folder), str(every)])
        try:
            until = time.monotonic() + 300
            while time.monotonic() < until and run.poll() is None:
                time.sleep(0.05)
                if any(folder.glob("*.nimseq")) and reached(folder) > saved[-1]:
                    break
        finally:
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
        saved.append(reached(folder))
    return saved


def reached(folder: Path) -> int:
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
    check_resumed(tmp_path, 800_000, 0.03)


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
