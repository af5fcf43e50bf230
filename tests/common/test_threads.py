"""What several threads may do at once."""

import ast
import contextlib
import gc
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from grundy.common.threads import parsed
from grundy.language.read import expressions


@pytest.fixture
def busy() -> Iterator[None]:
    """Threads are changed as often as can be, within the parser too: a collection there runs a line of Python."""
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.freeze()  # what other tests hold is not looked through each time

    def line(*_: object) -> None:
        for _i in range(100):
            pass

    gc.callbacks.append(line)
    gc.set_threshold(50)
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        gc.callbacks.remove(line)
        gc.set_threshold(*before)
        sys.setswitchinterval(interval)


@pytest.mark.slow
@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("turns", [2, pytest.param(4, marks=pytest.mark.hours)])
def test_trees_are_made_by_four_threads_and_by_a_strangers(turns: int) -> None:
    text = Path(expressions.__file__).read_text(encoding="utf-8")
    whole, failed, done = ast.dump(parsed(text)), [], threading.Event()

    def ours() -> None:
        try:
            for _ in range(turns):
                assert ast.dump(parsed(text)) == whole
        except BaseException as error:
            failed.append(error)

    def strangers() -> None:
        while not done.is_set():
            with contextlib.suppress(SystemError):
                ast.parse(text)

    threads = [threading.Thread(target=ours) for _ in range(4)]
    other = threading.Thread(target=strangers)
    for thread in (*threads, other):
        thread.start()
    for thread in threads:
        thread.join()
    done.set()
    other.join()
    assert not failed
