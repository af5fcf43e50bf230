"""What one question leaves behind: it is never in the way of the next, and of a child process nothing half done."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.processes import environment
from grundy.values.short import Value

SMALL = 24_000_000
"""Bytes in which a board of 20 cells fits, and one of 30 does not."""


@pytest.fixture(autouse=True)
def emptied() -> None:
    gr.forget()


@pytest.mark.slow
def test_parts_that_cannot_grow_are_not_in_the_way() -> None:
    with pytest.raises(TooLarge):
        gr.cram(6, 6).grundy(memory=SMALL)
    assert [gr.cram(4, 5).grundy(memory=SMALL), gr.cram(3, 5).grundy(memory=SMALL)] == [2, 1]
    with pytest.raises(TooLarge):
        gr.cram(6, 6).grundy(memory=SMALL)


MANY = """
import grundy as gr
from grundy.values.canonical import store

first = gr.domineering(3, 4).value()
words, twice = str(first), first + first
boards, more = [gr.domineering(3, 9), gr.domineering(5, 5), gr.clobber("XOXO|OXOX|XOXO")][:MOST], 3 * MOST - 3
allowed = 22_000_000  # what one of them needs, and not what all of them do
fresh = []
for board in boards:
    gr.forget()
    fresh.append(str(board.value(memory=allowed)))
gr.forget()
before = store().times_emptied
assert [str(board.value(memory=allowed)) for board in (2 * boards)[:more]] == (2 * fresh)[:more]
assert store().times_emptied > before
assert (str(first), first + first, first - first) == (words, twice, 0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.hours)])
def test_what_many_questions_left_is_not_in_the_way(most: int) -> None:
    """Together they take more than is allowed; each is answered as in a new process, and values stay what they are.

    In a process that holds nothing else: what tests beside this one leave there decides what fits.
    """
    code = MANY.replace("MOST", str(most))
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_sums_are_asked_on_after_all_was_forgotten() -> None:
    solution = (gr.domineering(4, 4) + gr.domineering(2, 3)).solve(method="sums")
    wanted = [str(move) for move in solution.winning_moves(player=gr.LEFT)]
    gr.forget()
    gr.clobber("XOXO|OXOX").value()
    assert [str(move) for move in solution.winning_moves(player=gr.LEFT)] == wanted


@pytest.mark.slow
@settings(max_examples=5)  # all is forgotten each time, for which all objects are looked through
@given(st.lists(st.integers(0, 3), min_size=3, max_size=4), st.data())
def test_values_stay_what_they_are(rest: list[int], data: st.DataObject) -> None:
    """Of games of which some are held, and others not, when the rest is forgotten."""

    def made(kinds: list[int]) -> Value:
        found = Value(0)
        for kind in kinds:
            found = [gr.Value("{2|-1}"), gr.Value("{3|{0|-2}}"), Value("^*"), Value("{1|*}")][kind] + Value(found)
        return found

    held = [made(data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))) for _ in range(15)]
    told = [(str(each), each.nus, str(-each), str(each + each), each.outcome) for each in held]
    made(rest + rest)
    keys = {each: i for i, each in enumerate(held)}
    gr.forget()
    nontrivial(any(each.nus is None for each in held))
    assert [(str(each), each.nus, str(-each), str(each + each), each.outcome) for each in held] == told
    assert all(held[keys[each]] == each for each in held)
    again = [Value(words) for words, *_rest in told]
    assert again == held and [hash(each) for each in again] == [hash(each) for each in held]


def test_a_question_within_another_is_part_of_it() -> None:
    left = [1]

    def inner() -> int:
        if left:
            raise limits.InTheWay
        return 7

    asked: list[str] = []

    def outer() -> int:
        asked.append("again")
        return limits.asked(inner, lambda: asked.append("never"))

    assert limits.asked(outer, left.clear) == 7 and asked == ["again", "again"]
    assert limits.this_question() is None


# -- a fork ------------------------------------------------------------------------------------------------------------


def _answers() -> list[Any]:
    return [str(gr.domineering(3, 4).solve(method="value")), gr.cram(3, 4).grundy(), gr.kayles(200).grundy()]


def _in_a_child(ask: Callable[[], bool]) -> int | None:
    """Return the exit code of a child that asks: 0 if it is true; None if it hangs."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if ask() else 3)
        except BaseException:
            os._exit(4)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_child_answers_that_is_forked_while_a_thread_solves() -> None:
    value = gr.domineering(3, 3).value() + Value("{3|*}")
    words, twice = str(value), value + value
    wanted = _answers()
    over = threading.Event()

    def work() -> None:
        hard = [lambda: gr.domineering(5, 6).value(seconds=0.1), lambda: gr.cram(5, 6).grundy(seconds=0.1)]
        hard.append(lambda: gr.octal("0.007").sequence(20_000))
        while not over.is_set():
            gr.forget()
            for each in hard:
                with suppress(TooLarge):
                    each()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _turn in range(3):
            time.sleep(0.15)
            assert _in_a_child(lambda: (_answers(), str(value), value + value) == (wanted, words, twice)) == 0
    finally:
        over.set()
        thread.join()


def test_values_of_many_options_are_kept() -> None:
    """Their options take more of the pool than that of a new store for as many games."""
    held = [gr.Value(f"*{n}") for n in range(2, 250)]
    told = [(each.left_options, each.right_options, str(each + held[7])) for each in held]
    gr.forget()
    assert [(each.left_options, each.right_options, str(each + held[7])) for each in held] == told
    assert [len(left) for left, _right, _sum in told] == [*range(2, 250)]


def test_frozen_values_stay_what_they_are() -> None:
    """What `gc.freeze` has put aside is not found among the objects of the process."""
    held = [gr.Value(f"{{{n}|-{n}}}") + gr.Value("^") for n in range(1, 9)]
    said = [str(value) for value in held]
    gc.collect()
    gc.freeze()
    try:
        gr.forget()
        others = [gr.Value(f"{{{n}|{n}*}}") + gr.Value("{9|-9}") for n in range(8)]
        assert [str(value) for value in held] == said and len(others) == 8
    finally:
        gc.unfreeze()
        gc.freeze()  # as `conftest` does
